// The seats around the board: player, turn, clock, chips.

import { dress, h, keyed, onlyRead, setText } from '../lib/dom.js';
import { face } from '../lib/face.js';
import { number } from '../lib/format.js';
import { timeOf, turnClock } from './clock.js';
import { playerAt } from './players.js';
import { keptFor } from './sentence.js';

/** Members of a seat's public facts that are shown below the name. */
const FACTS = ['mark', 'disc', 'status', 'stack'];

/**
 * What the strip needs of a table; a step of a replay has it too.
 * @typedef {Pick<Api.TableView, 'mySeat' | 'seatsTotal' | 'status'> & {
 *   seats: { seat: number, name: string, guest?: boolean, rating?: number | null }[],
 *   invitedHandle?: string | null,
 *   state: Pick<Api.TableState, 'view' | 'terminal'> & Partial<Api.TableState>,
 * }} Seated
 */

/** The strip of seats. */
export function seatStrip() {
  const element = h('ul', { class: 'seats', 'aria-label': 'Players' });
  return {
    element,
    /**
     * @param {Seated} table
     * @param {Map<number, import('../boards/contract.js').Player>} players
     * @param {(view: any, seat: number) => string} [facts] the board's facts of a player
     */
    update(table, players, facts) {
      const seats = Array.from({ length: Math.max(table.seatsTotal, table.seats.length) }, (_, seat) => seat);
      keyed(
        element,
        seats,
        (seat) => seat,
        create,
        (item, seat) => update(item, seat, table, players, facts),
      );
    },
  };
}

/** @param {number} seat */
function create(seat) {
  return h(
    'li',
    { class: `seat seat-${seat % 6}` },
    h('span', { class: 'shape', 'aria-hidden': 'true' }),
    h('span', { class: 'seat-face' }),
    h('span', { class: 'who' }),
    h('span', { class: 'facts-line quiet number' }, h('span'), turnClock('reserve')),
    h('span', { class: 'turn' }, h('span', { class: 'to-move' }), turnClock('turn')),
  );
}

/**
 * @param {HTMLElement} item
 * @param {number} seat
 * @param {Seated} table
 * @param {Map<number, import('../boards/contract.js').Player>} players
 * @param {(view: any, seat: number) => string} [factsOfBoard]
 */
function update(item, seat, table, players, factsOfBoard) {
  const player = playerAt(players, seat);
  const { state } = table;
  const taken = players.has(seat);
  const toMove = !state.terminal && (state.view?.toAct ?? []).includes(seat);
  const [shape, picture, who, facts, turn] = /** @type {any} */ (item.children);
  const [mark, clock] = turn.children;
  const [words, reserve] = facts.children;
  setText(shape, player.shape);
  const { name, guest, rating } = table.seats.find((known) => known.seat === seat) ?? {};
  // Guests have no picture: their names are not unique.
  if (!name || guest) picture.replaceChildren();
  else if (picture.firstChild?.getAttribute('name') !== name) picture.replaceChildren(face(name));
  setText(who, taken ? `${player.name}${player.mine ? ' (you)' : ''}` : free(table));
  const known = state.view?.seats?.[seat];
  const told = !taken || !known ? '' : (factsOfBoard?.(state.view, seat) ?? factsOf(known));
  setText(words, [rating ?? '', told].filter((fact) => fact !== '').join(' · '));
  if (toMove !== Boolean(mark.firstChild)) mark.replaceChildren(...(toMove ? [onlyRead('to move'), dot()] : []));
  const time = toMove ? timeOf(table) : { until: null };
  clock.time = time;
  reserve.time = { ...time, reserve: taken ? state.bankMs?.[seat] : 0 };
  dress(item, {
    class: ['seat', `seat-${seat % 6}`, toMove && 'to-act', player.mine && 'mine', !taken && 'free']
      .filter(Boolean)
      .join(' '),
  });
}

function dot() {
  return h('span', { 'aria-hidden': 'true', text: '◄' });
}

/**
 * Who may take a free seat.
 * @param {Seated} table
 */
function free({ invitedHandle, status }) {
  return invitedHandle && status === 'waiting' ? `kept for ${keptFor(invitedHandle)}` : 'open seat';
}

/** @param {Record<string, unknown>} facts */
function factsOf(facts) {
  return FACTS.filter((name) => facts[name] !== undefined && facts[name] !== null && facts[name] !== 'in')
    .map((name) => (typeof facts[name] === 'number' ? `${number(sum(name, facts))} chips` : String(facts[name])))
    .join(' · ');
}

/**
 * A seat's value: its stack includes what a finished hand has brought.
 * @param {string} name
 * @param {Record<string, any>} facts
 */
function sum(name, facts) {
  return facts[name] + (name === 'stack' ? (facts['won'] ?? 0) + (facts['returned'] ?? 0) : 0);
}
