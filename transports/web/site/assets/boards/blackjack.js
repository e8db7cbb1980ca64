// Blackjack: the dealer above, the hands below (side by side when split), the actions under them, and the rounds of the
// table in a list.

import { dress, fill, h, keyed, setAttribute, setText } from '../lib/dom.js';
import { chips, signed } from '../lib/format.js';
import { rankName, showCards } from './cards.js';
import { chipStack, showChips } from './chips.js';
import { find } from './contract.js';

/** @type {[string, string, string][]} action, button, why it may not react */
const ACTIONS = [
  ['hit', 'Hit', ''],
  ['stand', 'Stand', ''],
  ['double', 'Double', 'Doubling is for the first two cards of a hand that was not split.'],
  ['split', 'Split', 'Only the first two cards can be split, and only when they are of one rank.'],
];
/** @type {Record<string, string>} */
const RESULTS = { win: 'won', loss: 'lost', push: 'push', blackjack: 'blackjack' };
/** @type {Record<string, string>} */
const STATUS = {
  open: 'in play',
  waits: 'comes next',
  stood: 'stands',
  bust: 'bust',
  blackjack: 'blackjack',
  conceded: 'given up',
};

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    const dealer = handPlace('Dealer');
    const hands = h('div', { class: 'bj-hands' });
    const buttons = ACTIONS.map(([type, text]) =>
      h('button', { type: 'button', text, on: { click: () => press(type) } }),
    );
    const controls = h('div', { class: 'bj-actions board-bar', role: 'group', 'aria-label': 'Your hand' }, buttons);
    const shoe = h('p', { class: 'quiet small number' });
    const rounds = h('ol', { class: 'list bj-rounds', 'aria-label': 'Hands of this table' });
    const element = h(
      'div',
      { class: 'board blackjack' },
      h('div', { class: 'bj-felt' }, h('div', { class: 'bj-dealer' }, dealer), hands, shoe),
      controls,
      rounds,
    );
    controls.hidden = !context.plays;

    /** @param {string} type */
    function press(type) {
      if (!now || now.busy) return;
      const action = find(now.legalActions, { type });
      if (action) context.act(action);
      else if (now.terminal) context.hint('The table is over.');
      else if (now.legalActions.length === 0) context.hint('It is not your move.');
      else context.hint(ACTIONS.find(([name]) => name === type)?.[2] ?? '');
    }

    return {
      element,
      update(state) {
        now = state;
        const { view, legalActions, busy } = state;
        const round = view.rounds[view.round] ?? view.rounds.at(-1);
        const place = view.rounds.indexOf(round);
        if (round) {
          drawHand(dealer, round.dealer, round.done ? 'done' : 'up');
          keyed(
            hands,
            round.hands,
            (_, nth) => `${place}.${nth}`,
            (_, nth) => handPlace(nameOf(context, round.hands.length, nth)),
            (item, hand, nth) => {
              setText(item.firstElementChild, nameOf(context, round.hands.length, nth));
              drawHand(
                item,
                hand,
                !state.terminal && nth === view.hand ? 'open' : hand.status === 'open' ? 'waits' : hand.status,
              );
            },
          );
        }
        ACTIONS.forEach(([type], nth) => {
          setAttribute(
            /** @type {Element} */ (buttons[nth]),
            'aria-disabled',
            busy || !find(legalActions, { type }) ? 'true' : null,
          );
        });
        setText(shoe, `${view.shoeLeft} cards left in the shoe`);
        rounds.hidden = view.handsTotal < 2;
        if (view.handsTotal > 1) drawRounds(rounds, view);
      },
    };
  },

  whole: true,

  label(action, view) {
    const hand = view.rounds[view.round]?.hands[view.hand];
    if (action.type === 'hit') return 'Hit: one more card';
    if (action.type === 'stand') return hand ? `Stand on ${hand.total}` : 'Stand';
    if (action.type === 'double') return `Double to ${chips(view.stake * 2)}, one more card`;
    if (action.type === 'split') return hand ? `Split the ${rankName(hand.cards[0], 2)}` : 'Split';
    return action.type;
  },

  prompt({ view, legalActions }) {
    const round = view.rounds[view.round];
    const hand = round?.hands[view.hand];
    if (!hand) return 'Your move.';
    const which = round.hands.length > 1 ? `Hand ${view.hand + 1} has` : 'You have';
    const total = `${which} ${hand.soft ? 'soft ' : ''}${hand.total}`;
    const more = legalActions.slice(2).map(({ type }) => type);
    const choices = ['hit', 'stand', ...more];
    return `${total}: ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`;
  },

  news({ type, seat, data }) {
    if (type === 'dealt') return `Seat ${seat} has ${data.cards.join(' ')}, the dealer shows ${data.up}`;
    if (type === 'hit') return `Seat ${seat} draws ${data.card}, total ${data.total}`;
    if (type === 'double') return `Seat ${seat} doubles: ${data.card}, total ${data.total}`;
    return type === 'dealer' ? `The dealer has ${data.cards.join(' ')}, total ${data.total}` : null;
  },
};

/**
 * @param {import('./contract.js').BoardContext} context
 * @param {number} count
 * @param {number} nth
 */
function nameOf(context, count, nth) {
  const player = context.player(0);
  const owner = player.mine ? 'You' : player.name;
  return count > 1 ? `${owner}, hand ${nth + 1}` : owner;
}

/** @param {string} name */
function handPlace(name) {
  return h(
    'section',
    { class: 'bj-hand' },
    h('h2', { text: name }),
    h('div', { class: 'cards' }),
    h('p', { class: 'bj-total' }, h('strong', { class: 'number' }), ' ', h('span')),
    h('div', { class: 'bj-stake' }, chipStack(), h('strong', { class: 'number' })),
  );
}

/**
 * @param {HTMLElement} element
 * @param {any} hand a player's hand or the dealer's
 * @param {string} status
 */
function drawHand(element, hand, status) {
  const [, cards, total, stake] = /** @type {any} */ (element.children);
  showCards(cards, hand.cards);
  cards.style.setProperty('--count', String(Math.max(hand.cards.length, 2)));
  const words = hand.result ? RESULTS[hand.result] : (STATUS[status] ?? '');
  setText(total.firstElementChild, `${hand.soft && hand.total < 21 ? 'soft ' : ''}${hand.total}`);
  const doubled = hand.doubled ? 'doubled' : '';
  setText(
    total.lastElementChild,
    [doubled, hand.result && hand.status === 'bust' ? 'bust, lost' : words].filter(Boolean).join(', '),
  );
  showChips(stake.firstElementChild, hand.bet ?? 0);
  setText(stake.lastElementChild, hand.result ? signed(hand.net) : '');
  dress(stake.lastElementChild, { class: hand.net < 0 ? 'number loss' : 'number gain' });
  dress(element, {
    class: ['bj-hand', status === 'open' && 'open', hand.net > 0 && 'won'].filter(Boolean).join(' '),
    'aria-current': status === 'open' ? 'true' : null,
  });
}

/**
 * Every hand of the table in a line: its result against the dealer.
 * @param {HTMLElement} list
 * @param {any} view
 */
function drawRounds(list, view) {
  fill(
    list,
    Array.from({ length: view.handsTotal }, (_, place) => {
      const round = view.rounds[place];
      const nets = round?.done ? round.hands.map((/** @type {any} */ { net }) => net) : [];
      const net = nets.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0);
      return h(
        'li',
        { class: place === view.round && !round?.done ? 'present' : null },
        h('span', { class: 'grow' }, h('strong', { text: `Hand ${place + 1}` }), ` ${roundWords(round)}`),
        round?.done && h('span', { class: net < 0 ? 'number loss' : 'number gain', text: signed(net) }),
      );
    }),
  );
}

/** @param {any} round */
function roundWords(round) {
  if (!round) return 'still to come';
  const totals = round.hands.map((/** @type {any} */ hand) =>
    hand.status === 'blackjack' || hand.status === 'bust' ? `${hand.status} with ${hand.total}` : hand.total,
  );
  if (!round.done) return `in play: ${totals.join(' and ')}`;
  const { total } = round.dealer;
  return `${totals.join(' and ')} against ${total}${total > 21 ? ', bust' : ''}`;
}

export default board;
