// Hold'em, heads-up and ring: an oval of seats, the board and the pots in the middle, the bet below; at the end the
// hands and the winners of the pots.

import { fill, h, keyed, setText } from '../lib/dom.js';
import { chips, number } from '../lib/format.js';
import { rankName, showCard, showCards } from './cards.js';
import { chipStack, showChips } from './chips.js';
import { betControl, wordsOf } from './holdem-bet.js';
import { drawSeat, seatAtTable } from './holdem-seat.js';

const ORDER = '23456789TJQKA';

/** @type {Record<string, string>} */
const STREETS = { preflop: 'Before the flop', flop: 'Flop', turn: 'Turn', river: 'River', over: 'The hand is over' };

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    const seats = h('div', { class: 'poker-seats', role: 'list', 'aria-label': 'Seats' });
    const community = h('div', { class: 'cards community', role: 'group', 'aria-label': 'Cards on the board' });
    const street = h('p', { class: 'street' });
    const pot = chipStack('pot');
    const potLine = h('p', { class: 'pot-line' }, h('span', { text: 'Pot' }), ' ', pot);
    const sidePots = h('p', { class: 'side-pots number' });
    const middle = h('div', { class: 'poker-middle' }, street, community, potLine, sidePots);
    const bet = betControl(context);
    const result = h('section', { class: 'poker-result', 'aria-label': 'Pots and hands', hidden: true });
    const table = h('div', { class: 'poker-table' }, middle, seats);
    const element = h('div', { class: 'board holdem' }, table, bet.element, result);

    return {
      element,
      update(state) {
        const { view } = state;
        const count = view.seats.length;
        const base = Math.max(context.mySeat, 0);
        const order = view.seats.map((/** @type {unknown} */ _, /** @type {number} */ place) => (base + place) % count);
        table.dataset['seats'] = String(count);
        keyed(
          seats,
          order,
          (seat) => seat,
          (_, place) => seatAtTable(place),
          (item, seat) => drawSeat(item, view, context.player(seat)),
        );
        const over = view.phase === 'over';
        setText(street, STREETS[view.phase] ?? '');
        drawCommunity(community, view);
        showChips(pot, view.pot);
        // At the end it lies before its winners.
        potLine.classList.toggle('gone', over);
        setText(sidePots, over ? '' : pots(view));
        bet.element.hidden = over || !context.plays;
        bet.update(state);
        result.hidden = !over;
        if (over) drawResult(result, view, context);
      },
    };
  },

  whole: true,
  seated: true,

  label: (action, view) => wordsOf(action, view),

  prompt({ legalActions, view }) {
    const can = legalActions.map(({ type }) => type);
    const raise = can.includes('raise') ? (view.currentBet === 0 ? 'bet' : 'raise') : null;
    if (can.includes('check')) return raise ? `Your move: check or ${raise}.` : 'Your move: check.';
    const call = legalActions.find(({ type }) => type === 'call');
    const owed = call ? wordsOf(call, view).toLowerCase() : 'call';
    return raise ? `Your move: ${owed}, raise or fold.` : `Your move: ${owed} or fold.`;
  },

  reveal: runOut,

  cost(view, seat) {
    const { status, put, stack } = view.seats[seat];
    if (status !== 'in') return null;
    const lost =
      put === 0
        ? 'You have put nothing into the pot, so it costs nothing.'
        : `You lose the ${chips(put)} that you have put into the pot.`;
    return `This folds your hand. ${lost} The ${chips(stack)} before you come back.`;
  },

  question(action, { view }) {
    const seat = view.seats[view.toAct[0]];
    if (!seat) return null;
    const cost =
      action.type === 'call'
        ? Math.min(view.currentBet - seat.bet, seat.stack)
        : action.type === 'raise'
          ? action['to'] - seat.bet
          : 0;
    if (cost * 2 <= seat.stack) return null;
    return {
      title: `${wordsOf(action, view)}?`,
      text:
        cost === seat.stack
          ? `You put in all of your ${chips(cost)}.`
          : `You put in ${number(cost)} of your ${chips(seat.stack)}.`,
      yes: wordsOf(action, view),
    };
  },
};

/** How long the open hands and each street are looked at before the result, in milliseconds. */
const HANDS = 900;
const STREET = 700;

/**
 * Before a showdown the hands lie open; if all are in, the streets that come follow one after the other.
 * @param {import('./contract.js').Change} change
 * @returns {import('./contract.js').Step[]}
 */
function runOut({ view, before, events }) {
  if (!view.showdown || !before || before.phase === 'over') return [];
  const streets = events.flatMap(({ type }, place) => (type === 'street' ? place : []));
  const first = streets[0] ?? events.findIndex(({ type }) => type === 'shown');
  let { board, phase } = before;
  const steps = [{ view: open(view, board, phase), events: first, lasts: HANDS, says: 'The hands are shown.' }];
  for (const place of streets) {
    const { street, cards } = /** @type {Api.GameEvent} */ (events[place]).data;
    board = [...board, ...cards];
    phase = street;
    steps.push({ view: open(view, board, phase), events: place + 1, lasts: STREET, says: `${STREETS[street]}.` });
  }
  return steps;
}

/**
 * The table with open hands before anything is decided.
 * @param {any} view
 * @param {string[]} board
 * @param {string} phase
 */
function open(view, board, phase) {
  const seats = view.seats.map((/** @type {any} */ seat) => ({
    ...seat,
    cards: seat.best ? seat.cards : null,
    bet: 0,
    best: null,
    handName: null,
  }));
  return { ...view, board, phase, seats, showdown: false, pots: [], undealtBoard: [], toAct: [] };
}

/**
 * @param {HTMLElement} row
 * @param {any} view
 */
function drawCommunity(row, view) {
  /** @type {string[]} */
  const missed = view.undealtBoard ?? [];
  const codes = Array.from({ length: 5 }, (_, place) => view.board[place] ?? missed[place - view.board.length]);
  const best = new Set(winners(view).flatMap((seat) => view.seats[seat].best ?? []));
  const shown = view.board.length;
  showCards(row, codes, (code, place) =>
    place >= shown ? 'aside' : best.size === 0 ? '' : best.has(code) ? 'best' : 'aside',
  );
  codes.forEach((code, place) => {
    if (place >= shown && code) showCard(/** @type {HTMLElement} */ (row.children[place]), code, `${code}, not dealt`);
  });
}

/**
 * Who won chips in a showdown.
 * @param {any} view
 * @returns {number[]}
 */
function winners(view) {
  if (!view.showdown) return [];
  return [...new Set(/** @type {number[]} */ (view.pots.flatMap((/** @type {any} */ { winners }) => winners)))];
}

/**
 * The present pots, if a player who is all-in cannot win the whole pot.
 * @param {any} view
 */
function pots({ seats }) {
  const allIn = seats
    .filter((/** @type {any} */ { status }) => status === 'all-in')
    .map((/** @type {any} */ s) => s.put);
  const levels = [...new Set([.../** @type {number[]} */ (allIn)].sort((left, right) => left - right)), Infinity];
  const amounts = levels.map((level, place) => {
    const below = levels[place - 1] ?? 0;
    return seats.reduce(
      (/** @type {number} */ sum, /** @type {any} */ { put }) => sum + Math.min(put, level) - Math.min(put, below),
      0,
    );
  });
  const some = amounts.filter((amount) => amount > 0);
  if (some.length < 2) return '';
  return some.map((amount, place) => `${potName(place, some.length)} ${number(amount)}`).join(' · ');
}

/**
 * @param {number} place
 * @param {number} count
 */
function potName(place, count) {
  if (count === 1) return 'Pot';
  if (place === 0) return 'Main pot';
  return count === 2 ? 'Side pot' : `Side pot ${place}`;
}

/**
 * @param {HTMLElement} element
 * @param {any} view
 * @param {import('./contract.js').BoardContext} context
 */
function drawResult(element, view, context) {
  const name = (/** @type {number} */ seat) => context.player(seat).name;
  const back = view.seats.filter((/** @type {any} */ { returned }) => returned > 0);
  const shown = view.showdown ? view.seats.filter((/** @type {any} */ { handName }) => handName) : [];
  fill(
    element,
    h(
      'ul',
      { class: 'list pots' },
      view.pots.map((/** @type {any} */ { amount, winners, shares }, /** @type {number} */ place) => {
        const stack = chipStack();
        showChips(stack, amount);
        return h(
          'li',
          null,
          h('span', { text: potName(place, view.pots.length) }),
          stack,
          h('strong', {
            text:
              winners.length === 1
                ? `${name(winners[0])} wins`
                : winners
                    .map(
                      (/** @type {number} */ seat, /** @type {number} */ nth) => `${name(seat)} ${number(shares[nth])}`,
                    )
                    .join(', '),
          }),
        );
      }),
      back.map((/** @type {any} */ { seat, returned }) =>
        h('li', { class: 'quiet', text: `${chips(returned)} uncalled: returned to ${name(seat)}` }),
      ),
    ),
    shown.length > 0 &&
      h(
        'ul',
        { class: 'list hands' },
        shown.map((/** @type {any} */ { seat, handName, won }) =>
          h(
            'li',
            { class: won > 0 ? 'won' : null },
            h('span', { class: `seat-${seat % 6}`, 'aria-hidden': 'true', text: context.player(seat).shape }),
            h('span', null, `${name(seat)}: ${handName}${kicker(seat, shown)}`),
          ),
        ),
      ),
  );
}

/**
 * The card that decides between hands of equal name, from the highest: this seat's, if it differs there.
 * @param {number} seat
 * @param {any[]} shown the seats that have shown their hands
 */
function kicker(seat, shown) {
  const mine = shown.find((one) => one.seat === seat);
  const own = ranksOf(mine.best ?? []);
  const differs = shown
    .filter(({ handName, best }) => handName === mine.handName && best)
    .map(({ best }) => ranksOf(best).findIndex((rank, place) => rank !== own[place]))
    .filter((place) => place >= 0);
  const rank = own[Math.min(...differs)];
  if (differs.length === 0 || rank === undefined) return '';
  const name = rankName(rank);
  return `, with ${/^[ae]/.test(name) ? 'an' : 'a'} ${name}`;
}

/**
 * The ranks of five cards as hands are compared: pairs and more first, then from the highest.
 * @param {string[]} cards
 */
function ranksOf(cards) {
  const ranks = cards.map((code) => code.charAt(0));
  const count = (/** @type {string} */ rank) => ranks.filter((other) => other === rank).length;
  return ranks.sort((left, right) => count(right) - count(left) || ORDER.indexOf(right) - ORDER.indexOf(left));
}

export default board;
