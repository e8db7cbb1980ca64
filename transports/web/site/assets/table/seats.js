// The seats around the board: who, whose move, which clock, which chips.

import { dress, h, keyed, onlyRead, setText } from '../lib/dom.js';
import { face } from '../lib/face.js';
import { duration, number } from '../lib/format.js';
import { turnClock } from './clock.js';
import { playerAt } from './players.js';

/** Members of a seat's public facts that are worth a word beside the name. */
const FACTS = ['mark', 'disc', 'status', 'stack'];

/** The strip of seats. */
export function seatStrip() {
  const element = h('ul', { class: 'seats', 'aria-label': 'Players' });
  return {
    element,
    /**
     * @param {Api.TableView} table
     * @param {Map<number, import('../boards/contract.js').Player>} players
     */
    update(table, players) {
      const seats = Array.from({ length: Math.max(table.seatsTotal, table.seats.length) }, (_, seat) => seat);
      keyed(
        element,
        seats,
        (seat) => seat,
        create,
        (item, seat) => update(item, seat, table, players),
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
    h('span', { class: 'facts-line quiet number' }),
    h('span', { class: 'turn' }, h('span', { class: 'to-move' }), turnClock()),
  );
}

/**
 * @param {HTMLElement} item
 * @param {number} seat
 * @param {Api.TableView} table
 * @param {Map<number, import('../boards/contract.js').Player>} players
 */
function update(item, seat, table, players) {
  const player = playerAt(players, seat);
  const { state } = table;
  const taken = players.has(seat);
  const toMove = !state.terminal && (state.view?.toAct ?? []).includes(seat);
  const [shape, picture, who, facts, turn] = /** @type {any} */ (item.children);
  const [mark, clock] = turn.children;
  setText(shape, player.shape);
  const name = table.seats.find((known) => known.seat === seat)?.name;
  if (name && picture.firstChild?.getAttribute('name') !== name) picture.replaceChildren(face(name));
  setText(who, taken ? `${player.name}${player.mine ? ' (you)' : ''}` : 'open seat');
  setText(facts, factsOf(state.view?.seats?.[seat], state.terminal ? undefined : state.bankMs?.[seat], taken));
  if (toMove !== Boolean(mark.firstChild)) mark.replaceChildren(...(toMove ? [onlyRead('to move'), dot()] : []));
  clock.until = toMove ? state.turnDeadlineAt : null;
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
 * @param {Record<string, unknown> | undefined} facts
 * @param {number | undefined} bank milliseconds
 * @param {boolean} taken
 */
function factsOf(facts, bank, taken) {
  if (!taken || !facts) return '';
  const words = FACTS.filter((name) => facts[name] !== undefined && facts[name] !== null && facts[name] !== 'in').map(
    (name) => (typeof facts[name] === 'number' ? `${number(facts[name])} chips` : String(facts[name])),
  );
  if (bank !== undefined) words.push(`bank ${duration(bank)}`);
  return words.join(' · ');
}
