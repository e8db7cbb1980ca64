// The signed-in member. The session itself is a cookie that no script can read: the browser stores only whether there
// is one.

import { ApiError, get, newRef, patiently, post } from './api.js';
import * as prefs from './prefs.js';
import * as stream from './stream.js';

/**
 * @typedef {{ handle: string, balance: number, recoveredAt?: number, recoveryConfirmed: boolean }} Member
 *   `recoveredAt` is there while the recovery code is one that an operator made; `recoveryConfirmed` is false until the
 *   member has said or shown that they keep the code
 */

/** @type {Member | null | undefined} undefined: not asked yet */
let member = undefined;
/** @type {Promise<Member | null> | null} */
let asking = null;
/** Whether a session was ended elsewhere or has expired, without a sign-in since. */
let over = false;
/** Whether this tab ends or replaces the session itself. */
let held = false;
/** How often the stream has brought the member. */
let told = 0;
/** @type {Set<(member: Member | null) => void>} */
const listeners = new Set();

/** The signed-in member, as far as is known now. */
export function current() {
  return member ?? null;
}

/** Whether this browser has been signed in before, so that the server probably knows the member. */
export function expected() {
  return prefs.read('member') !== null;
}

/** Whether the member's session has ended without their doing: the pages report it. */
export function hasEnded() {
  return over;
}

/**
 * The signed-in member. Asks the server if this browser has been signed in before.
 * @returns {Promise<Member | null>}
 */
export function whoAmI() {
  if (member !== undefined) return Promise.resolve(member);
  asking ??= refresh().finally(() => (asking = null));
  return asking;
}

/**
 * Asks again.
 * @returns {Promise<Member | null>}
 */
export async function refresh() {
  if (!expected()) return set(null);
  const before = told;
  try {
    const me = await patiently(() => get('/api/me'), { attempts: 4 });
    return told === before ? take(me) : current();
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return ended();
    throw error;
  }
}

/** Asks for the balance, after something that moves chips, unless the stream brings it. */
export function chipsMoved() {
  if (member && !stream.isLive()) void refresh().catch(() => {});
}

/** The server has set a session cookie. */
export async function signedIn() {
  hold(false);
  // Each session has its own name, so that tabs notice a new one.
  prefs.write('member', newRef());
  over = false;
  member = undefined;
  stream.follow(prefs.read('member'));
  const found = await refresh();
  if (found && prefs.read('notified') === found.handle) {
    // The server forgot this browser when the session before ended.
    void import('./push.js').then((push) => push.renew(found.handle)).catch(() => {});
  }
  return found;
}

/** The member has signed out or erased the account here. */
export function signedOut() {
  hold(false);
  prefs.write('member', null);
  set(null);
}

/**
 * While this tab ends or replaces the session, the end of the old one is no news.
 * @param {boolean} holds
 */
export function hold(holds) {
  held = holds;
}

/** The server no longer accepts the session: it was ended elsewhere, or has run out. */
export function ended() {
  over = true;
  prefs.write('member', null);
  return set(null);
}

/**
 * Ends this browser's session, or all of the account.
 * @param {boolean} everywhere
 */
export async function signOut(everywhere) {
  hold(true);
  await post('/api/logout', { everywhere }).finally(() => hold(false));
  signedOut();
}

/**
 * Calls back with the signed-in member, now and whenever it changes; returns a function that ends that.
 * @param {(member: Member | null) => void} listener
 */
export function watch(listener) {
  listeners.add(listener);
  if (member !== undefined) listener(member);
  return () => listeners.delete(listener);
}

/** @param {Api.MeResponse} me */
function take({ account, balance, recoveredAt, recoveryConfirmed }) {
  return set({ handle: account.handle, balance, recoveredAt, recoveryConfirmed });
}

/** What the pages draw of a member. @type {('handle' | 'balance' | 'recoveryConfirmed')[]} */
const SHOWN = ['handle', 'balance', 'recoveryConfirmed'];

/** @param {Member | null} found */
function set(found) {
  if (!found) stream.follow(null);
  const changed = member === undefined || SHOWN.some((name) => member?.[name] !== found?.[name]);
  member = found;
  if (changed) for (const listener of listeners) listener(found);
  return found;
}

prefs.watch('member', (value) => {
  if (held) return;
  stream.follow(value);
  if (value === null) set(null);
  else void refresh().catch(() => {});
});
stream.on('me', (me) => {
  told += 1;
  take(me);
});
stream.on('refused', () => held || void refresh().catch(() => {}));
stream.follow(prefs.read('member'));
