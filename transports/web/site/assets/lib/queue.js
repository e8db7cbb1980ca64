// Quick match: what this tab looks for, kept over a reload. The server keeps a ticket while its owner asks for it.

import { ApiError, get, newRef, newSeed, patiently, post, remove } from './api.js';
import { noteToday } from './notes.js';

/**
 * `stake` 0 is a free table. Without `seats` it is the game's usual number.
 * @typedef {{ kind: string, stake: number, seats?: number | undefined, rated: boolean, fallback: 'none' | 'house' }} Wanted
 */

/**
 * A search: without a ticket it is not known whether the server has it.
 * @typedef {{ wanted: Wanted, clientRef: string, clientSeed: string, ticketId: string | null }} Search
 */

const KEY = 'turnstone.search';

/** What a press on a game looks for. @param {string} kind @returns {Wanted} */
export function usual(kind) {
  return { kind, stake: 0, rated: true, fallback: 'none' };
}

/** @returns {Search | null} */
export function search() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {Search | null} kept */
function keep(kept) {
  try {
    if (kept) sessionStorage.setItem(KEY, JSON.stringify(kept));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage a reload ends the search.
  }
}

/** Forgets the search of this tab. */
export function forget() {
  keep(null);
}

/**
 * Begins a search; the answer may be matched at once.
 * @param {Wanted} wanted
 * @returns {Promise<Api.Ticket>}
 */
export async function look(wanted) {
  const begun = { wanted, clientRef: newRef(), clientSeed: newSeed(), ticketId: null };
  keep(begun);
  await noteToday();
  try {
    return await ask(begun);
  } catch (error) {
    if (error instanceof ApiError && !error.passes) forget();
    throw error;
  }
}

/**
 * Sends a search: the same one gives the same ticket.
 * @param {Search} begun
 * @returns {Promise<Api.Ticket>}
 */
export async function ask(begun) {
  const { wanted, clientRef, clientSeed } = begun;
  const ticket = await patiently(() => post('/api/queue', { ...wanted, clientRef, clientSeed }), { attempts: 3 });
  keep({ ...begun, ticketId: ticket.ticketId });
  return ticket;
}

/**
 * A ticket as it is now, or after a change within `wait` seconds.
 * @param {string} id
 * @param {number | undefined} wait
 * @param {AbortSignal} signal
 * @returns {Promise<Api.Ticket>}
 */
export function ticket(id, wait, signal) {
  return get(`/api/queue/${id}`, { query: { wait }, signal });
}

/**
 * Ends a search.
 * @param {string} id
 * @returns {Promise<boolean>} false if it is matched: then its table is there
 */
export async function stop(id) {
  try {
    await patiently(() => remove(`/api/queue/${id}`), { attempts: 3 });
    forget();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return false;
    throw error;
  }
}
