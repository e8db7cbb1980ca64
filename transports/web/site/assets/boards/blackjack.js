// Blackjack: the dealer above, the hands below (side by side when split), the actions under them, and the rounds of the
// table in a list.

import { dress, h, keyed, setAttribute, setText } from '../lib/dom.js';
import { chips, signed } from '../lib/format.js';
import { rankName, rankOf, showCards } from './cards.js';
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
    const controls = h(
      'div',
      { class: 'bj-actions board-bar board-choices', role: 'group', 'aria-label': 'Your hand' },
      buttons,
    );
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

  reveal: roundByRound,

  cost({ rounds, round, handsTotal, stake, seats }) {
    const bets = rounds[round].hands.reduce((/** @type {number} */ sum, /** @type {any} */ { bet }) => sum + bet, 0);
    const later = handsTotal - round - 1;
    const undealt =
      later === 0
        ? ''
        : ` and ${chips(later * stake)} for ${later === 1 ? 'the hand that is' : `the ${later} hands that are`} not dealt yet`;
    const { score } = seats[0];
    const kept = round === 0 ? '' : ` The result of the hands before stays: ${signed(score)} chips.`;
    return `You lose ${chips(bets)} for this hand${undealt}.${kept}`;
  },

  news({ type, seat, data }) {
    if (type === 'dealt') return `Seat ${seat} has ${data.cards.join(' ')}, the dealer shows ${data.up}`;
    if (type === 'hit') return `Seat ${seat} draws ${data.card}, total ${data.total}`;
    if (type === 'double') return `Seat ${seat} doubles: ${data.card}, total ${data.total}`;
    return type === 'dealer' ? `The dealer has ${data.cards.join(' ')}, total ${data.total}` : null;
  },
};

/** How long a finished hand, each of the dealer's cards, and a result are looked at, in milliseconds. */
const STOOD = 500;
const CARD = 450;
const RESULT = 1_500;

/**
 * The end of each round that has ended: the dealer's cards one by one, and the result until the next round is dealt.
 * @param {import('./contract.js').Change} change
 * @returns {import('./contract.js').Step[]}
 */
function roundByRound({ view, events }) {
  return events.flatMap(({ type, data }, place) => {
    if (type !== 'dealer') return [];
    /** @type {{ round: number, cards: string[] }} */
    const { round, cards } = data;
    const open = cards.map((_, nth) => ({
      view: roundOf(view, round, cards.slice(0, nth + 1)),
      events: place,
      lasts: nth === 0 ? STOOD : CARD,
      says: nth === 0 ? 'The hand is over.' : 'The dealer’s turn.',
    }));
    const over = { view: roundOf(view, round), events: place + 2, lasts: RESULT, says: wordsOf(view, round) };
    return view.rounds.length > round + 1 ? [...open, over] : open;
  });
}

/**
 * The view when a round has ended, or when only these cards of its dealer lie open.
 * @param {any} view
 * @param {number} round
 * @param {string[]} [open]
 */
function roundOf(view, round, open) {
  const rounds = view.rounds.slice(0, round + 1);
  const score = rounds
    .slice(0, open ? round : round + 1)
    .flatMap((/** @type {any} */ one) => one.hands.map((/** @type {any} */ { net }) => net))
    .reduce((/** @type {number} */ sum, /** @type {number} */ net) => sum + net, 0);
  if (open) {
    rounds[round] = {
      ...rounds[round],
      done: false,
      dealer: { cards: open.length === 1 ? [...open, null] : open, ...totalOf(open) },
      hands: rounds[round].hands.map((/** @type {any} */ hand) => ({ ...hand, result: null, net: 0 })),
    };
  }
  return {
    ...view,
    rounds,
    round,
    hand: null,
    seats: view.seats.map((/** @type {any} */ seat) => ({ ...seat, score })),
  };
}

/** @param {string[]} cards */
function totalOf(cards) {
  const points = cards.map((code) => (code.startsWith('A') ? 1 : Math.min(rankOf(code) + 2, 10)));
  const low = points.reduce((sum, value) => sum + value, 0);
  const soft = points.includes(1) && low <= 11;
  return { total: soft ? low + 10 : low, soft };
}

/**
 * The result of a round, as a sentence.
 * @param {any} view
 * @param {number} round
 */
function wordsOf(view, round) {
  const net = view.rounds[round].hands.reduce(
    (/** @type {number} */ sum, /** @type {any} */ hand) => sum + hand.net,
    0,
  );
  const result = net > 0 ? `you won ${chips(net)}` : net < 0 ? `you lost ${chips(-net)}` : 'a draw';
  return `Hand ${round + 1}: ${result}.`;
}

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
 * Every hand of the table in a line: its cards and its result against the dealer.
 * @param {HTMLElement} list
 * @param {any} view
 */
function drawRounds(list, view) {
  keyed(
    list,
    Array.from({ length: view.handsTotal }, (_, place) => place),
    (place) => place,
    (place) =>
      h(
        'li',
        null,
        h('strong', { text: `Hand ${place + 1}` }),
        h('span', { class: 'bj-past' }),
        h('span', { class: 'grow' }),
        h('span', { class: 'number' }),
      ),
    (item, place) => drawRound(item, view.rounds[place], place === view.round),
  );
}

/**
 * @param {HTMLElement} item
 * @param {any} round
 * @param {boolean} present
 */
function drawRound(item, round, present) {
  const [, cards, words, result] = /** @type {any} */ (item.children);
  const done = Boolean(round?.done);
  /** @type {string[][]} */
  const shown = done ? [...round.hands.map((/** @type {any} */ hand) => hand.cards), round.dealer.cards] : [];
  keyed(
    cards,
    shown,
    (_, nth) => nth,
    (_, nth) => h('span', { class: nth === shown.length - 1 ? 'cards bj-against' : 'cards' }),
    (row, codes) => showCards(row, codes),
  );
  setText(words, roundWords(round));
  const net = done ? round.hands.reduce((/** @type {number} */ sum, /** @type {any} */ hand) => sum + hand.net, 0) : 0;
  setText(result, done ? signed(net) : '');
  dress(result, { class: net < 0 ? 'number loss' : 'number gain' });
  dress(item, { class: present && !done ? 'present' : null });
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
