// One more game after the end: the same one, with the same people, for the same stake, at one press.

import { get, newRef, patiently, post } from '../lib/api.js';
import { h } from '../lib/dom.js';
import { kindOf } from '../lib/kinds.js';
import { parties } from '../lib/parties.js';
import { go } from '../lib/router.js';
import * as session from '../lib/session.js';
import { actButton } from '../views/forms.js';
import { practise } from '../views/play.js';

const HOUSE = 'house';

/**
 * What leads on from here, the likeliest first.
 * @param {Api.TableView} table
 * @returns {HTMLElement[]}
 */
export function goOn(table) {
  const { kind, practice, mySeat, stake } = table;
  if (mySeat < 0 || kind === null) return [];
  if (practice) return [actButton('Play again', () => practise(kind), PRIMARY)];
  const others = membersBeside(table);
  const [other] = others;
  const party = partyOf(table);
  const change = h('a', { class: 'button', href: `/new?kind=${kind}&stake=${stake}`, text: 'Change the stake' });
  if (!other) return [actButton('Play again', () => open(table, {}), PRIMARY), change];
  const rematch =
    others.length === 1 && table.seatsTotal === 2
      ? actButton(`Rematch with ${other}`, () => playOnceMore(table, other), PRIMARY)
      : actButton('Play again', () => open(table, { open: true }), PRIMARY);
  return party
    ? [h('a', { class: 'button primary', href: `/parties/${party}`, text: 'Back to the party' })]
    : [rematch];
}

const PRIMARY = { class: 'primary' };

/**
 * Who else sits here, without the house.
 * @param {Api.TableView} table
 */
export function membersBeside({ seats, mySeat }) {
  return seats.filter(({ seat, name }) => seat !== mySeat && name !== HOUSE).map(({ name }) => name);
}

/**
 * The party that plays here, as far as this browser knows: its tables are reached by their address, and all are members.
 * @param {Api.TableView} table
 */
function partyOf(table) {
  const me = session.current()?.handle;
  if (!me || table.visibility !== 'unlisted') return null;
  const others = membersBeside(table);
  return parties(me).find(({ members }) => others.every((name) => members.includes(name)))?.id ?? null;
}

/**
 * Against the same member: by the invitation that is there from that member already, or by a new one.
 * @param {Api.TableView} table
 * @param {string} other
 */
async function playOnceMore(table, other) {
  const { invitations } = await patiently(() => get('/api/me/invitations'), { attempts: 3 });
  const asked = invitations.find(
    (/** @type {Api.Invitation} */ { host, kind, stake, pace }) =>
      host === other && kind === table.kind && stake === table.stake && pace === table.pace,
  );
  if (!asked) return open(table, { invited: other });
  await patiently(() => post(`/api/tables/${asked.id}/join`), { attempts: 3 });
  return go(`/tables/${asked.id}`);
}

/**
 * Opens a table like this one.
 * @param {Api.TableView} table
 * @param {{ open?: boolean, invited?: string }} whom
 */
async function open({ kind, stake, pace, seatsTotal }, whom) {
  const seats = (await kindOf(kind))?.seats ? { seats: seatsTotal } : {};
  const others = whom.open || whom.invited ? { pace } : {};
  const body = { kind, stake, ...seats, ...others, ...whom, clientRef: newRef() };
  const { tableId } = await patiently(() => post('/api/tables', body), { attempts: 3 });
  await go(`/tables/${tableId}`);
}
