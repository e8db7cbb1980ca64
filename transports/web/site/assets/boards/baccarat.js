// Baccarat: three places to bet on, each a button with its payout, and the two hands of the coup.

import { dress, h, onlyRead, setText } from '../lib/dom.js';
import { chips, number } from '../lib/format.js';
import { rankOf, showCards } from './cards.js';
import { chipStack, showChips } from './chips.js';
import { arrowKeys, find, rove } from './contract.js';

/** @type {{ on: string, name: string, odds: string, win: (stake: number) => number }[]} */
const BETS = [
  { on: 'player', name: 'Player', odds: '1 to 1', win: (stake) => stake },
  { on: 'tie', name: 'Tie', odds: '8 to 1', win: (stake) => 8 * stake },
  { on: 'banker', name: 'Banker', odds: '19 to 20', win: (stake) => Math.floor((19 * stake) / 20) },
];
/** @type {Record<string, string>} */
const WON = { player: 'The player wins', banker: 'The banker wins', tie: 'A tie' };

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    const player = handPlace('Player');
    const banker = handPlace('Banker');
    const result = h('p', { class: 'bac-result' });
    const places = BETS.map(({ on, name, odds }) =>
      h(
        'button',
        { type: 'button', class: `bac-bet bac-${on}`, on: { click: () => press(on) } },
        h('strong', { text: name }),
        h('span', { class: 'odds', text: odds }),
        h('span', { class: 'small number' }),
        chipStack(),
        onlyRead(''),
      ),
    );
    const felt = h('div', { class: 'bac-bets', role: 'group', 'aria-label': 'Places to bet on' }, places);
    const element = h(
      'div',
      { class: 'board baccarat' },
      h('div', { class: 'bac-hands' }, player, banker),
      result,
      felt,
    );
    arrowKeys(felt, () => [places]);
    rove(places);

    /** @param {string} on */
    function press(on) {
      if (!now || now.busy) return;
      const action = find(now.legalActions, { type: 'bet', on });
      if (action) context.act(action);
      else context.hint(now.terminal ? 'The coup is over.' : 'It is not your bet.');
    }

    return {
      element,
      update(state) {
        now = state;
        const { view, legalActions, pending } = state;
        drawHand(player, view.player, view.winner === 'player');
        drawHand(banker, view.banker, view.winner === 'banker');
        const natural = view.natural ? ', a natural' : '';
        const totals = view.winner ? [view.player.total, view.banker.total].sort((left, right) => right - left) : [];
        setText(result, view.winner ? `${WON[view.winner]}, ${totals.join(' to ')}${natural}.` : '');
        BETS.forEach(({ on, win }, nth) => {
          const place = /** @type {HTMLElement} */ (places[nth]);
          const [, , pays, stack, told] = /** @type {any} */ (place.children);
          const legal = Boolean(find(legalActions, { type: 'bet', on }));
          const chosen = (view.seats[0].on ?? pending?.['on']) === on;
          const won = view.winner === on;
          setText(pays, `wins ${number(win(view.stake))}`);
          showChips(stack, chosen ? view.stake : 0);
          setText(
            told,
            [chosen && (context.player(0).mine ? 'your bet' : 'the bet'), won && 'won'].filter(Boolean).join(', '),
          );
          dress(place, {
            class: ['bac-bet', `bac-${on}`, legal && 'legal', chosen && 'chosen', won && 'won']
              .filter(Boolean)
              .join(' '),
            'aria-disabled': legal ? null : 'true',
          });
        });
      },
    };
  },

  whole: true,

  label: (action, view) => {
    const bet = BETS.find(({ on }) => on === action['on']);
    return bet ? `${chips(view.stake)} on the ${bet.name.toLowerCase()}, ${bet.odds}` : action.type;
  },

  cost: ({ stake }) => `You lose your stake of ${chips(stake)}: it was put in when the table was opened.`,

  reveal: cardByCard,

  prompt: (state) => `Bet your ${chips(state.view.stake)}: player, tie or banker.`,
};

/** How long the first cards and the third ones are looked at, in milliseconds. */
const CARD = 400;
const THIRD = 700;

/**
 * The cards of a coup in the order in which they are drawn.
 * @param {import('./contract.js').Change} change
 * @returns {import('./contract.js').Step[]}
 */
function cardByCard({ view, events }) {
  const dealt = events.findIndex(({ type }) => type === 'cards');
  if (dealt < 0) return [];
  const thirds = events.filter(({ type }) => type === 'third').map(({ data }) => data.hand);
  const order = ['player', 'banker', 'player', 'banker', ...thirds];
  return order.map((_, nth) => ({
    view: { ...view, winner: null, natural: false, ...handsAfter(view, order.slice(0, nth + 1)) },
    events: nth < 3 ? dealt : dealt + nth - 2,
    lasts: nth < 4 ? CARD : THIRD,
    says: 'The cards are dealt.',
  }));
}

/**
 * Both hands when only these cards lie open.
 * @param {any} view
 * @param {string[]} drawn whose each card is
 */
function handsAfter(view, drawn) {
  const hand = (/** @type {string} */ name) => {
    const count = drawn.filter((one) => one === name).length;
    /** @type {(string | null)[]} */
    const cards = view[name].cards.slice(0, count);
    const total = cards.reduce((sum, code) => sum + pointsOf(code ?? ''), 0) % 10;
    return { cards: [...cards, ...Array(Math.max(0, 2 - count)).fill(null)], total };
  };
  return { player: hand('player'), banker: hand('banker') };
}

/** @param {string} code */
function pointsOf(code) {
  const rank = rankOf(code) + 2;
  return rank === 14 ? 1 : rank < 10 ? rank : 0;
}

/** @param {string} name */
function handPlace(name) {
  return h(
    'section',
    { class: 'bac-hand' },
    h('h2', { text: name }),
    h('div', { class: 'cards' }),
    h('p', { class: 'number' }),
  );
}

/**
 * @param {HTMLElement} element
 * @param {{ cards: string[], total: number } | null} hand
 * @param {boolean} won
 */
function drawHand(element, hand, won) {
  const [, cards, total] = /** @type {any} */ (element.children);
  showCards(cards, hand ? [0, 1, 2].map((place) => hand.cards[place]) : [null, null, undefined]);
  setText(total, hand ? `${hand.total}${won ? ', wins' : ''}` : '');
  element.classList.toggle('won', won);
}

export default board;
