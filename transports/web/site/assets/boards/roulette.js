// Roulette: the felt is the control. One number bets on that number; a second one makes it the smallest bet that covers
// both (two ends of a row: the street; corners of two rows: the line). Then the wheel.

import { dress, h, onlyRead, setAttribute, setText } from '../lib/dom.js';
import { chips, number } from '../lib/format.js';
import { chipStack, showChips } from './chips.js';
import { arrowKeys, find, rove } from './contract.js';
import { SPIN, turnTo, wheel } from './roulette-wheel.js';

const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
/** @type {Record<string, number>} */
const ODDS = { straight: 35, split: 17, street: 11, corner: 8, line: 5, column: 2, dozen: 2 };
const WIDE = 640;
/** The offset of a chip from the middle of a number, in widths of the place. */
const BESIDE = 0.3;

/** @type {{ bet: string, index?: number, text: string, name: string }[]} */
const OUTSIDE = [
  ...[1, 2, 3].map((index) => ({ bet: 'column', index, text: '2:1', name: `column ${index}` })),
  { bet: 'dozen', index: 1, text: '1–12', name: 'first dozen, 1 to 12' },
  { bet: 'dozen', index: 2, text: '13–24', name: 'second dozen, 13 to 24' },
  { bet: 'dozen', index: 3, text: '25–36', name: 'third dozen, 25 to 36' },
  { bet: 'low', text: '1–18', name: 'low, 1 to 18' },
  { bet: 'even', text: 'Even', name: 'even' },
  { bet: 'red', text: 'Red', name: 'red' },
  { bet: 'black', text: 'Black', name: 'black' },
  { bet: 'odd', text: 'Odd', name: 'odd' },
  { bet: 'high', text: '19–36', name: 'high, 19 to 36' },
];

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    /** @type {number[]} the pressed numbers */
    let pressed = [];
    /** @type {Api.Action | null} */
    let chosen = null;
    const numbers = Array.from({ length: 37 }, (_, n) =>
      h('button', { type: 'button', on: { click: () => press(n) } }, h('span', { text: n }), chipStack('on-felt')),
    );
    const outside = OUTSIDE.map(({ bet, index, text, name }) =>
      h(
        'button',
        { type: 'button', on: { click: () => pressOutside(bet, index) } },
        h('span', { text }),
        onlyRead(` ${name}, pays ${ODDS[bet] ?? 1} to 1`),
        chipStack('on-felt'),
      ),
    );
    numbers.forEach((button, n) => {
      if (n > 0) dress(button, { style: { '--row': Math.ceil(n / 3), '--column': ((n - 1) % 3) + 1 } });
    });
    outside.forEach((button, place) => {
      const { bet, index = 0 } = /** @type {any} */ (OUTSIDE[place]);
      dress(button, { style: { '--nth': bet === 'column' || bet === 'dozen' ? index : place - 5 } });
    });
    const felt = h(
      'div',
      { class: 'rou-felt', role: 'group', 'aria-label': 'Places to bet on' },
      h('div', { class: 'rou-inside', role: 'group', 'aria-label': 'Numbers' }, numbers),
      h('div', { class: 'rou-outside', role: 'group', 'aria-label': 'Outside bets' }, outside),
    );
    const says = h('p', { class: 'rou-says' });
    const spin = h('button', { type: 'button', class: 'primary', text: 'Spin', on: { click: go } });
    const picture = wheel();
    const result = h('p', { class: 'rou-result' });
    const element = h(
      'div',
      { class: 'board roulette' },
      h('div', { class: 'rou-top' }, picture, result),
      felt,
      h('div', { class: 'rou-bar board-bar' }, says, spin),
      h('details', { class: 'rou-help' }, h('summary', { text: 'How bets are placed, and what they pay' }), paysList()),
    );
    arrowKeys(felt, () => layout(numbers, outside, felt.clientWidth >= WIDE));
    rove([...numbers, ...outside]);

    /** Says why nothing happens; true if there is nothing to bet on. */
    function closed() {
      if (!now || now.busy) return true;
      if (now.legalActions.length > 0) return false;
      context.hint(now.terminal ? 'The wheel has stopped.' : 'It is not your bet.');
      return true;
    }

    /** @param {number} n */
    function press(n) {
      if (closed() || !now) return;
      if (pressed.includes(n)) pressed = pressed.filter((other) => other !== n);
      else {
        const more = covering(now.legalActions, [...pressed, n]);
        pressed = more ? [...pressed, n] : [n];
      }
      chosen = pressed.length === 0 ? null : (covering(now.legalActions, pressed) ?? null);
      show(now);
    }

    /**
     * @param {string} bet
     * @param {number} [index]
     */
    function pressOutside(bet, index) {
      if (closed() || !now) return;
      pressed = [];
      chosen = find(now.legalActions, index === undefined ? { bet } : { bet, index }) ?? null;
      show(now);
    }

    function go() {
      if (closed()) return;
      if (chosen) context.act(chosen);
      else context.hint('Choose a place on the felt first.');
    }

    /** @param {import('./contract.js').BoardState} state */
    function show({ view, legalActions, terminal, busy }) {
      /** @type {Api.Action | null} */
      const bet = view.seats[0].bet ?? chosen;
      const known = view.number !== null && view.number !== undefined;
      const covered = new Set(bet ? coveredBy(bet) : []);
      const open = legalActions.length > 0 && !busy;
      const lies = bet?.['numbers'] ? chipPlace(bet['numbers']) : null;
      numbers.forEach((button, n) => {
        const on = covered.has(n);
        const hit = view.number === n;
        const inside = bet?.['numbers'] !== undefined;
        const more = pressed.length > 0 && !on ? covering(legalActions, [...pressed, n]) : undefined;
        const pays = on || known ? '' : more ? `, makes ${betName(more)}, pays ${oddsOf(more)} to 1` : ', pays 35 to 1';
        const chip = /** @type {HTMLElement} */ (button.lastElementChild);
        showChips(chip, n === lies?.on ? view.stake : 0);
        if (n === lies?.on)
          dress(chip, { style: { '--along': lies.along, '--across': lies.across, '--beside': lies.beside } });
        dress(button, {
          class: ['rou-number', colourOf(n), on && 'covered', more && 'joins', hit && 'hit'].filter(Boolean).join(' '),
          'aria-label': `${n}, ${colourOf(n)}${pays}${on ? ', covered by your bet' : ''}${hit ? ', the number' : ''}`,
          'aria-pressed': String(on && inside),
          'aria-disabled': open ? null : 'true',
        });
      });
      outside.forEach((button, place) => {
        const { bet: type, index } = /** @type {any} */ (OUTSIDE[place]);
        const on = bet?.['bet'] === type && bet?.['index'] === index;
        showChips(/** @type {HTMLElement} */ (button.lastElementChild), on ? view.stake : 0);
        dress(button, {
          class: ['rou-outer', `rou-${type}`, on && 'covered'].filter(Boolean).join(' '),
          'aria-pressed': String(on),
          'aria-disabled': open ? null : 'true',
        });
      });
      setText(says, bet ? betLine(bet, view) : terminal ? 'No bet was placed.' : 'No bet yet.');
      spin.hidden = terminal || !context.plays;
      setAttribute(spin, 'aria-disabled', open && chosen ? null : 'true');
      setText(result, view.number === null || view.number === undefined ? '' : `${view.number}, ${view.colour}`);
      dress(result, { class: `rou-result ${view.colour ?? ''}` });
      turnTo(picture, view.number ?? view.turnsTo ?? null, {
        spins: view.turnsTo !== undefined,
        still: context.still(),
      });
    }

    return {
      element,
      update(state) {
        now = state;
        if (state.legalActions.length === 0) {
          pressed = [];
          chosen = null;
        }
        show(state);
      },
    };
  },

  whole: true,

  label: (action) =>
    `${betName(action).replace(/^the /, '')}, ${oddsOf(action)} to 1`.replace(/^./, (first) => first.toUpperCase()),

  prompt: (state) => `Place your ${chips(state.view.stake)} on the felt, then spin.`,

  cost: ({ stake }) => `You lose your stake of ${chips(stake)}: it was put in when the table was opened.`,

  reveal({ view, events }) {
    const spin = events.findIndex(({ type }) => type === 'spin');
    if (spin < 0) return [];
    const turning = { ...view, number: null, colour: null, turnsTo: view.number };
    return [{ view: turning, events: spin, lasts: SPIN, says: 'The wheel turns.' }];
  },

  news: ({ type, label }) => (type === 'spin' ? `The ball stops on ${label}` : null),
};

/**
 * The smallest inside bet that covers these numbers.
 * @param {Api.Action[]} legal
 * @param {number[]} wanted
 */
function covering(legal, wanted) {
  return legal
    .filter((action) => action['numbers'] && wanted.every((n) => action['numbers'].includes(n)))
    .sort((left, right) => left['numbers'].length - right['numbers'].length)[0];
}

/**
 * @param {Api.Action} bet
 * @returns {number[]}
 */
function coveredBy(bet) {
  if (bet['numbers']) return bet['numbers'];
  const all = Array.from({ length: 36 }, (_, place) => place + 1);
  /** @type {Record<string, (n: number) => boolean>} */
  const holds = {
    column: (n) => (n - 1) % 3 === bet['index'] - 1,
    dozen: (n) => Math.floor((n - 1) / 12) === bet['index'] - 1,
    red: (n) => RED.has(n),
    black: (n) => !RED.has(n),
    odd: (n) => n % 2 === 1,
    even: (n) => n % 2 === 0,
    low: (n) => n <= 18,
    high: (n) => n > 18,
  };
  return all.filter(holds[bet['bet']] ?? (() => false));
}

/**
 * The position of an inside bet's chip: on a number, and its offset from the middle along the felt and across it. A bet
 * of one number is beside its figures, one of several on the lines between them, one of whole rows at their outer end.
 * @param {number[]} numbers
 */
function chipPlace(numbers) {
  if (numbers.length === 1) return { on: numbers[0] ?? 0, along: 0, across: 0, beside: BESIDE };
  const [on = 0, ...others] = numbers.filter((n) => n > 0);
  const row = (/** @type {number} */ n) => Math.ceil(n / 3);
  const middle = (/** @type {(n: number) => number} */ place) =>
    Math.max(0, ...others.map((n) => place(n) - place(on))) / 2;
  const across = middle((n) => (n - 1) % 3);
  return {
    on,
    along: numbers.length > 1 && numbers.includes(0) ? -0.5 : middle(row),
    across: across === 1 ? -0.5 : across,
    beside: 0,
  };
}

/** @param {Api.Action} bet */
function oddsOf(bet) {
  return ODDS[bet['bet']] ?? 1;
}

/** @param {Api.Action} bet */
function betName(bet) {
  if (bet['bet'] === 'straight') return `the number ${bet['numbers'][0]}`;
  if (bet['numbers']) return `the ${bet['bet']} ${bet['numbers'].join('-')}`;
  const found = OUTSIDE.find((place) => place.bet === bet['bet'] && place.index === bet['index']);
  return bet['bet'] === 'dozen' ? `the ${found?.name}` : (found?.name ?? bet['bet']);
}

/**
 * The bet in a sentence, with what it wins or has won.
 * @param {Api.Action} bet
 * @param {any} view
 */
function betLine(bet, view) {
  const what = `${chips(view.stake)} on ${betName(bet)}`;
  const wins = number(view.stake * oddsOf(bet));
  if (view.colour === null || view.colour === undefined) return `${what}: wins ${wins}`;
  const won = coveredBy(bet).includes(view.number);
  return `${view.number}, ${view.colour}. ${what}: ${won ? `won ${wins}` : 'lost'}`;
}

/** @param {number} n */
function colourOf(n) {
  return n === 0 ? 'green' : RED.has(n) ? 'red' : 'black';
}

/**
 * The felt as rows of controls, in its present direction: along wide windows, down narrow ones.
 * @param {HTMLElement[]} numbers
 * @param {HTMLElement[]} outside
 * @param {boolean} wide
 * @returns {HTMLElement[][]}
 */
function layout(numbers, outside, wide) {
  const zero = numbers.slice(0, 1);
  const columns = outside.slice(0, 3);
  const dozens = outside.slice(3, 6).flatMap((dozen) => [dozen, dozen, dozen, dozen]);
  const chances = outside.slice(6).flatMap((chance) => [chance, chance]);
  if (wide) {
    const lines = [2, 1, 0].map((column) => [
      ...zero,
      ...numbers.filter((_, n) => n > 0 && (n - 1) % 3 === column),
      ...columns.slice(column, column + 1),
    ]);
    return [...lines, ...[dozens, chances].map((line) => [...line.slice(0, 1), ...line, ...line.slice(-1)])];
  }
  const rows = dozens.map((dozen, row) => [
    dozen,
    ...chances.slice(row, row + 1),
    ...numbers.slice(row * 3 + 1, row * 3 + 4),
  ]);
  const [first] = columns;
  return [[...zero, ...zero, ...zero, ...zero, ...zero], ...rows, first ? [first, first, ...columns] : []];
}

function paysList() {
  const lines = [
    ['One number', '35 to 1'],
    ['Two numbers side by side', '17 to 1'],
    ['The two ends of a row: its three numbers', '11 to 1'],
    ['Two numbers corner to corner: the four that meet there', '8 to 1'],
    ['The far corners of two rows: all six', '5 to 1'],
    ['A column or a dozen', '2 to 1'],
    ['Red, black, odd, even, 1 to 18, 19 to 36', '1 to 1'],
  ];
  return h(
    'dl',
    null,
    lines.map(([what, pays]) => [h('dt', { text: what }), h('dd', { class: 'number', text: pays })]),
  );
}

export default board;
