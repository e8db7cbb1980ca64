// A seat at the oval: name, stack, cards, its last action, and its bet before it.

import { dress, fill, h, onlyRead, setText } from '../lib/dom.js';
import { number } from '../lib/format.js';
import { showCards } from './cards.js';
import { chipStack, showChips } from './chips.js';

/** @type {Record<string, string>} */
const LAST = { fold: 'folded', check: 'checked', call: 'called', raise: 'raised', left: 'left' };

/** @param {number} place from the viewer's, clockwise */
export function seatAtTable(place) {
  return h(
    'div',
    { class: 'poker-seat', role: 'listitem', data: { place } },
    h(
      'div',
      { class: 'poker-box' },
      h('div', { class: 'cards' }),
      h('div', { class: 'poker-name' }, h('span', { 'aria-hidden': 'true' }), ' ', h('span', { class: 'name' })),
      h('div', { class: 'poker-stack number' }),
      h('div', { class: 'poker-did' }),
      h('div', { class: 'poker-marks' }),
    ),
    h('div', { class: 'poker-bet' }, h('span', { class: 'only-read' }), chipStack()),
  );
}

/**
 * @param {HTMLElement} element
 * @param {any} view
 * @param {import('./contract.js').Player} player
 */
export function drawSeat(element, view, player) {
  const seat = view.seats[player.seat];
  const over = view.phase === 'over';
  const out = seat.status === 'folded' || seat.status === 'left';
  const toAct = view.toAct.includes(player.seat);
  const [box, bet] = /** @type {any} */ (element.children);
  const [cards, name, stack, did, marks] = box.children;
  dress(element, {
    class: ['poker-seat', `seat-${player.seat % 6}`, out && 'out', toAct && 'to-act', over && seat.won > 0 && 'won']
      .filter(Boolean)
      .join(' '),
  });
  drawCards(cards, view, player, out);
  setText(name.firstElementChild, player.shape);
  setText(name.lastElementChild, player.mine ? `${player.name} (you)` : player.name);
  const behind = seat.stack + (over ? seat.returned + seat.won : 0);
  fill(stack, number(behind), onlyRead(' chips'));
  setText(did, doing(seat, toAct));
  drawMarks(marks, view, player.seat);
  const gain = over ? seat.won + seat.returned : 0;
  const amount = over ? gain : seat.bet;
  setText(bet.firstElementChild, amount === 0 ? '' : over ? 'gets ' : 'bet ');
  showChips(bet.lastElementChild, amount);
}

/**
 * @param {HTMLElement} row
 * @param {any} view
 * @param {import('./contract.js').Player} player
 * @param {boolean} out
 */
function drawCards(row, view, player, out) {
  const seat = view.seats[player.seat];
  /** @type {string[] | null} */
  const open = seat.cards ?? (player.mine ? view.hand : null) ?? null;
  const codes = open ?? (out ? [undefined, undefined] : [null, null]);
  // Only the hands that win a pot stand out.
  const wins = view.pots?.some((/** @type {any} */ { winners }) => winners.includes(player.seat));
  const best = new Set(wins ? seat.best : []);
  row.classList.toggle('gone', !open && out);
  showCards(row, codes, (code) =>
    best.has(/** @type {string} */ (code)) ? 'best' : out || view.showdown ? 'aside' : '',
  );
}

/**
 * @param {any} seat
 * @param {boolean} toAct
 */
function doing({ status, last }, toAct) {
  if (toAct) return 'to act';
  if (status === 'left') return 'left';
  if (status === 'folded') return 'folded';
  if (status === 'all-in') return 'all in';
  return LAST[last] ?? '';
}

/**
 * Button and blinds as small discs.
 * @param {HTMLElement} element
 * @param {any} view
 * @param {number} seat
 */
function drawMarks(element, view, seat) {
  const count = view.seats.length;
  const after = (seat - view.button + count) % count;
  const [small, big] = count === 2 ? [0, 1] : [1, 2];
  const marks = [
    after === 0 && ['D', 'has the dealer button', 'dealer'],
    after === small && ['SB', `small blind ${number(view.smallBlind)}`, 'blind'],
    after === big && ['BB', `big blind ${number(view.bigBlind)}`, 'blind'],
  ].filter((mark) => mark !== false);
  const wanted = marks.map(([sign]) => sign).join();
  if (element.dataset['marks'] === wanted) return;
  element.dataset['marks'] = wanted;
  fill(
    element,
    marks.map(([sign, words, kind]) =>
      h(
        'span',
        { class: `disc ${kind}`, title: words },
        h('span', { 'aria-hidden': 'true', text: sign }),
        onlyRead(`${words} `),
      ),
    ),
  );
}
