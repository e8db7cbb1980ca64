// Video poker: five cards, each a toggle that holds it, and the pay table with the reached line highlighted.

import { dress, h, setAttribute, setText } from '../lib/dom.js';
import { capital, chips, number } from '../lib/format.js';
import { card, cardName, idOf, rankOf, showCard, showCards } from './cards.js';
import { arrowKeys, find, rove } from './contract.js';

/** @type {[string, number][]} */
const PAYS = [
  ['royal flush', 800],
  ['straight flush', 50],
  ['four of a kind', 25],
  ['full house', 9],
  ['flush', 6],
  ['straight', 4],
  ['three of a kind', 3],
  ['two pair', 2],
  ['jacks or better', 1],
];
const PLACES = [0, 1, 2, 3, 4];

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    /** @type {Set<number>} */
    let held = new Set();
    let dealt = '';
    const lines = PAYS.map(([name, pays]) =>
      h(
        'tr',
        null,
        h('th', { scope: 'row' }, h('span', { class: 'sign', 'aria-hidden': 'true' }), name),
        h('td', { class: 'number', text: number(pays) }),
        h('td', { class: 'number' }),
      ),
    );
    const table = h(
      'table',
      { class: 'vp-pays' },
      h('caption', { class: 'only-read', text: 'What each hand pays' }),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'col', text: 'Hand' }),
          h('th', { scope: 'col', class: 'number', text: 'For one' }),
          h('th', { scope: 'col', class: 'number', text: 'Pays' }),
        ),
      ),
      h('tbody', null, lines),
    );
    const buttons = PLACES.map((place) =>
      h(
        'button',
        { type: 'button', class: 'vp-card', on: { click: () => toggle(place) } },
        card(),
        h('span', { class: 'vp-held' }),
      ),
    );
    const hand = h('div', { class: 'vp-hand', role: 'group', 'aria-label': 'Cards' }, buttons);
    const draw = h('button', { type: 'button', class: 'primary vp-draw', on: { click: press } });
    const result = h('p', { class: 'vp-result' });
    const first = smallCards('Dealt:');
    const missed = smallCards('Would have come:');
    const rest = h('div', { class: 'vp-rest' }, result, first.element, missed.element);
    const element = h(
      'div',
      { class: 'board video-poker' },
      table,
      hand,
      h('div', { class: 'vp-foot board-bar' }, draw, rest),
    );
    arrowKeys(hand, () => [buttons]);
    rove(buttons);

    /** @param {number} place */
    function toggle(place) {
      if (!now || now.busy) return;
      if (now.terminal) return context.hint('The hand is over.');
      if (now.legalActions.length === 0) return context.hint('It is not your move.');
      if (!held.delete(place)) held.add(place);
      show(now);
    }

    function positions() {
      return PLACES.filter((place) => held.has(place));
    }

    function press() {
      if (!now || now.busy) return;
      const action = find(now.legalActions, { type: 'hold', positions: positions() });
      if (action) context.act(action);
      else context.hint(now.terminal ? 'The hand is over.' : 'It is not your move.');
    }

    /** @param {import('./contract.js').BoardState} state */
    function show({ view, terminal, outcome, legalActions, busy }) {
      const paying = new Set(outcome[0]?.winningPieces ?? []);
      /** @type {(string | null)[]} */
      const codes = view.hand ?? [null, null, null, null, null];
      const idle = legalActions.length === 0 || busy;
      buttons.forEach((button, place) => {
        const code = codes[place] ?? null;
        const [face, sign] = /** @type {any} */ (button.children);
        const pays = terminal && code !== null && paying.has(idOf(code));
        showCard(face, code, code && pays ? `${cardName(code)}, pays` : undefined);
        const isHeld = held.has(place);
        setText(sign, isHeld ? 'held' : '');
        face.classList.toggle('counts', pays);
        face.classList.toggle('aside', terminal && paying.size > 0 && !pays);
        dress(button, {
          'aria-pressed': String(isHeld),
          'aria-disabled': idle ? 'true' : null,
        });
      });
      draw.hidden = terminal || !context.plays;
      setText(draw, held.size === 5 ? 'Keep all five' : `Draw ${5 - held.size}`);
      setAttribute(draw, 'aria-disabled', idle ? 'true' : null);
      rest.hidden = !terminal;
      setText(result, terminal ? resultWords(view) : '');
      first.show(terminal ? (view.first ?? []) : []);
      missed.show(terminal ? (view.undealt ?? []) : []);
      const reached = terminal ? view.handName : codes.includes(null) ? null : nameOf(/** @type {string[]} */ (codes));
      PAYS.forEach(([name, pays], line) => {
        const row = /** @type {HTMLElement} */ (lines[line]);
        const lit = name === reached;
        dress(row, { class: lit ? (terminal ? 'lit' : 'lit dealt') : null, 'aria-current': lit ? 'true' : null });
        setText(/** @type {Node} */ (row.children[2]), number(pays * view.stake));
        setText(/** @type {Node} */ (row.firstElementChild?.firstElementChild), lit ? '► ' : '');
      });
    }

    return {
      element,
      update(state) {
        now = state;
        const { view, terminal } = state;
        const fresh = JSON.stringify(view.first);
        const chosen = view.seats[0].held;
        if (chosen || terminal) held = new Set(chosen ?? []);
        else if (fresh !== dealt || state.legalActions.length === 0) held = new Set();
        dealt = terminal ? '' : fresh;
        show(state);
      },
    };
  },

  whole: true,

  label(action, view) {
    /** @type {number[]} */
    const positions = action['positions'];
    if (positions.length === 0) return 'Hold nothing, draw five';
    if (positions.length === 5) return 'Hold all five';
    if (!view.hand) return `Hold ${positions.length}`;
    return `Hold ${positions.map((place) => cardName(view.hand[place])).join(', ')}`;
  },

  cost: ({ stake }) => `You lose your stake of ${chips(stake)}, whatever you hold.`,

  reveal: cardByCard,

  prompt: () => 'Hold the cards that you keep, then draw.',
};

/** How long each drawn card is looked at, in milliseconds. */
const CARD = 350;

/**
 * The drawn cards, from left to right.
 * @param {import('./contract.js').Change} change
 * @returns {import('./contract.js').Step[]}
 */
function cardByCard({ view, before, events }) {
  const drawn = events.findIndex(({ type }) => type === 'drawn');
  if (drawn < 0 || !before?.hand) return [];
  const held = new Set(view.seats[0].held);
  const places = PLACES.filter((place) => !held.has(place));
  return places.map((_, nth) => {
    const hidden = new Set(places.slice(nth));
    const hand = view.hand.map((/** @type {string} */ code, /** @type {number} */ place) =>
      hidden.has(place) ? null : code,
    );
    return {
      view: { ...view, hand, handName: null, undealt: null },
      events: drawn,
      lasts: CARD,
      says: 'You draw.',
    };
  });
}

/** @param {any} view */
function resultWords({ handName, stake, seats }) {
  if (handName === 'forfeit') return 'Left before the draw: nothing is paid.';
  const name = capital(handName ?? 'nothing');
  const paid = stake + seats[0].score;
  return paid > 0 ? `${name}: ${chips(paid)} for ${number(stake)}.` : `${name} that pays.`;
}

/** @param {string} name */
function smallCards(name) {
  const cards = h('div', { class: 'cards' });
  const element = h('div', { class: 'vp-small' }, h('span', { class: 'quiet small', text: name }), cards);
  return {
    element,
    /** @param {string[]} codes */
    show(codes) {
      element.hidden = codes.length === 0;
      showCards(cards, codes, () => 'aside');
    },
  };
}

/**
 * The paying hand that five cards make, or null.
 * @param {string[]} hand
 */
function nameOf(hand) {
  const ranks = hand.map(rankOf).sort((left, right) => left - right);
  const flush = new Set(hand.map((code) => code.charAt(1))).size === 1;
  const distinct = [...new Set(ranks)];
  const low = distinct[0] ?? 0;
  const wheel = distinct.join() === '0,1,2,3,12';
  const straight = distinct.length === 5 && ((distinct[4] ?? 0) - low === 4 || wheel);
  if (flush && straight) return low === 8 ? 'royal flush' : 'straight flush';
  const groups = distinct.map((rank) => ranks.filter((one) => one === rank).length).sort((left, right) => right - left);
  if (groups[0] === 4) return 'four of a kind';
  if (groups[0] === 3 && groups[1] === 2) return 'full house';
  if (flush) return 'flush';
  if (straight) return 'straight';
  if (groups[0] === 3) return 'three of a kind';
  if (groups[1] === 2) return 'two pair';
  const pair = distinct.find((rank) => ranks.indexOf(rank) !== ranks.lastIndexOf(rank));
  return pair !== undefined && pair >= 9 ? 'jacks or better' : null;
}

export default board;
