// A rematch of the same two members. An offer is a waiting table with a seat reserved for the other member. Joining it
// accepts the offer.

import { get, newRef, patiently, pause, post } from '../lib/api.js';
import { announce } from '../lib/announce.js';
import { h, setText } from '../lib/dom.js';
import { kindOf } from '../lib/kinds.js';
import { noteToday, tellClock } from '../lib/notes.js';
import { offered } from '../lib/notify.js';
import { go } from '../lib/router.js';
import * as stream from '../lib/stream.js';
import { actButton } from '../views/forms.js';

/** How often offers are read right after the game, in milliseconds. The stream brings them by itself. */
const OFTEN = 3_000;
/** The interval grows to this share of the time since the game: a page that stays open polls less and less. */
const SLOWER = 1 / 20;

/**
 * The controls of a rematch. The first one offers it, or accepts the existing offer.
 * @param {Api.TableView} table a finished table of two members
 * @param {string} other the handle of the opponent
 * @param {AbortSignal} signal ends when the person leaves the page
 * @returns {HTMLElement[]}
 */
export function rematch(table, other, signal) {
  const says = h('p', { class: 'offer', hidden: true });
  const play = actButton(`Rematch with ${other}`, () => playOnceMore(table, other), { class: 'primary' });
  const decline = actButton('Decline', declineIt);
  const button = /** @type {HTMLElement} */ (play.firstElementChild);
  /** @type {Api.Invitation | undefined} */
  let offer;
  decline.classList.add('decline');
  decline.hidden = true;
  signal.addEventListener('abort', () => offered(null));
  stream.on('invitations', (answer) => show(offerIn(answer, table, other)), signal);
  void follow().catch(() => {});
  return [says, play, decline];

  /** Reads the offers until the person leaves or the session has ended. */
  async function follow() {
    const start = Date.now();
    for (;;) {
      if (!(await stream.begins(signal))) show(await offerFrom(table, other, signal));
      await pause(Math.max(OFTEN, (Date.now() - start) * SLOWER), signal);
    }
  }

  /** @param {Api.Invitation | undefined} found */
  function show(found) {
    if (signal.aborted || found?.id === offer?.id) return;
    offer = found;
    const words = `${other} offers a rematch.`;
    says.hidden = !found;
    decline.hidden = !found;
    setText(says, found ? words : '');
    setText(button, found ? 'Accept the rematch' : `Rematch with ${other}`);
    offered(found ? other : null);
    announce(found ? words : `${other} no longer offers a rematch.`);
  }

  async function declineIt() {
    if (offer) await patiently(() => post(`/api/tables/${offer?.id}/decline`), { attempts: 3 });
    button.focus();
    show(undefined);
  }
}

/**
 * The other member's offer of the same game for the same stake.
 * @param {Api.TableView} table
 * @param {string} other
 * @param {AbortSignal} [signal]
 * @returns {Promise<Api.Invitation | undefined>}
 */
async function offerFrom(table, other, signal) {
  return offerIn(await patiently(() => get('/api/me/invitations', signal ? { signal } : {}), { signal }), table, other);
}

/**
 * @param {Api.MyInvitations} answer
 * @param {Api.TableView} table
 * @param {string} other
 */
function offerIn({ invitations }, { kind, stake, pace }, other) {
  return invitations.find(
    (found) => found.host === other && found.kind === kind && found.stake === stake && found.pace === pace,
  );
}

/**
 * Accepts the other's offer, or makes one.
 * @param {Api.TableView} table
 * @param {string} other
 */
async function playOnceMore(table, other) {
  const there = await offerFrom(table, other);
  if (there) return accept(there.id);
  const tableId = await openLike(table, { invited: other });
  // Both may have offered at the same moment. The table with the lower id counts, and its host keeps it.
  const crossed = await offerFrom(table, other);
  if (!crossed || crossed.id > tableId) return go(`/tables/${tableId}`);
  await patiently(() => post(`/api/tables/${tableId}/forfeit`), { attempts: 3 });
  return accept(crossed.id);
}

/**
 * Opens a table like a finished one: against the house, or for those that `whom` names.
 * @param {Api.TableView} table
 * @param {{ open?: boolean, invited?: string }} whom
 * @returns {Promise<string>} its id
 */
export async function openLike({ kind, stake, pace, seatsTotal, visibility }, whom) {
  const seats = (await kindOf(kind))?.seats ? { seats: seatsTotal } : {};
  // A table with a kept seat is private. A private table waits for no other player.
  const seen = whom.open && visibility !== 'private' ? { visibility } : {};
  const others = whom.open || whom.invited ? { pace, ...seen } : {};
  const body = { kind, stake, ...seats, ...others, ...whom, clientRef: newRef() };
  const { tableId } = await patiently(() => post('/api/tables', body), { attempts: 3 });
  tellClock(tableId);
  return tableId;
}

/** @param {string} id */
async function accept(id) {
  await noteToday();
  const clientSeed = newRef();
  await patiently(() => post(`/api/tables/${id}/join`, { clientSeed }), { attempts: 3 });
  return go(`/tables/${id}`);
}
