// The next game after the end: the same game, with the same players, for the same stake, with one press.

import { get } from '../lib/api.js';
import { h } from '../lib/dom.js';
import { BEST, chooseLevel, levelWord } from '../lib/levels.js';
import { parties } from '../lib/parties.js';
import { look, usual } from '../lib/queue.js';
import { go } from '../lib/router.js';
import * as session from '../lib/session.js';
import { actButton } from '../views/forms.js';
import { openFriendly, openPractice } from '../views/play.js';
import { openLike, rematch } from './rematch.js';
import { nextRound } from './rounds.js';

const HOUSE = 'house';

/**
 * The ways on from here, the likeliest first.
 * @param {Api.TableView} table
 * @param {number | null} level of the house; null where it has none
 * @param {AbortSignal} signal ends when the person leaves the page
 * @returns {HTMLElement[]}
 */
export function goOn(table, level, signal) {
  const { kind, practice, mySeat, stake } = table;
  if (mySeat < 0 || kind === null) return [];
  const others = membersBeside(table);
  const [other] = others;
  if (!other) {
    if (practice) return practiceAgain(table, level);
    const next = actButton('Next round', () => nextRound(table.id, () => openLike(table, {})), PRIMARY);
    const change = h('a', { class: 'button', href: `/new?kind=${kind}&stake=${stake}`, text: 'Change the stake' });
    return [unlessDaily(table.id, [next, change])];
  }
  if (practice) return [actButton('Invite again', async () => go(`/tables/${await inviteAgain(table)}`), PRIMARY)];
  // A table of the queue moves no chips: no other one may.
  if (table.free) return [actButton('Look for a player', () => lookAgain(table), PRIMARY)];
  const party = partyOf(table);
  if (party) return [h('a', { class: 'button primary', href: `/parties/${party}`, text: 'Back to the party' })];
  if (others.length === 1 && table.seatsTotal === 2) return rematch(table, other, signal);
  return [actButton('Play again', async () => go(`/tables/${await openLike(table, { open: true })}`), PRIMARY)];
}

const PRIMARY = { class: 'primary' };

/**
 * The ways on from a table against the house. The daily deal is played once: from there it is the day's board.
 * @param {string} id
 * @param {HTMLElement[]} ways
 */
function unlessDaily(id, ways) {
  const element = h('span', { class: 'ways' });
  void get('/api/daily')
    .catch(() => null)
    .then((/** @type {Api.DailyBoardResponse | null} */ daily) => {
      const board = h('a', { class: 'button primary', href: '/daily', text: 'To the board of the day' });
      element.append(...(daily?.mine?.tableId === id ? [board] : ways));
    });
  return element;
}

/**
 * The next practice game: after a win one level up, after a loss the same one or one down.
 * @param {Api.TableView} table
 * @param {number | null} level
 */
function practiceAgain({ id, kind, mySeat, state }, level) {
  if (level === null) return [actButton('Next round', () => play(BEST), PRIMARY)];
  const result = state.outcome?.find(({ seat }) => seat === mySeat)?.result;
  const again = { text: `${levelWord(level)} again`, to: level };
  const up = level < BEST && { text: `Play ${levelWord(level + 1)}`, to: level + 1 };
  const down = level > 1 && { text: `Play ${levelWord(level - 1)}`, to: level - 1 };
  const ways = result === 'win' ? [up, again] : [again, result === 'loss' ? down : up];
  return ways.filter(Boolean).map((way, place) => {
    const { text, to } = /** @type {typeof again} */ (way);
    return actButton(text, () => play(to), place === 0 ? PRIMARY : {});
  });

  /** @param {number} chosen */
  function play(chosen) {
    if (level !== null) chooseLevel(chosen);
    return nextRound(id, () => openPractice(String(kind), chosen));
  }
}

/**
 * A friendly table of the same game, with a new link.
 * @param {Api.TableView} table
 */
function inviteAgain({ kind, seatsTotal, seats, mySeat }) {
  const name = seats.find(({ seat }) => seat === mySeat)?.guestName ?? '';
  return openFriendly({ kind: String(kind), seats: seatsTotal, name });
}

/**
 * Looks for players on the terms of a free table.
 * @param {Api.TableView} table
 */
async function lookAgain({ kind, seatsTotal, rated }) {
  await look({ ...usual(String(kind)), seats: seatsTotal, rated });
  await go('/match');
}

/**
 * The other players, without the house.
 * @param {Api.TableView} table
 */
export function membersBeside({ seats, mySeat }) {
  return seats.filter(({ seat, name }) => seat !== mySeat && name !== HOUSE).map(({ name }) => name);
}

/**
 * The party of this table, as far as this browser knows: its tables are reached by their address, and all players are
 * members.
 * @param {Api.TableView} table
 */
function partyOf(table) {
  const me = session.current()?.handle;
  if (!me || table.visibility !== 'unlisted') return null;
  const others = membersBeside(table);
  return parties(me).find(({ members }) => others.every((name) => members.includes(name)))?.id ?? null;
}
