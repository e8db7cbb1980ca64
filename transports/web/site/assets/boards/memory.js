// Memory: cards that turn over, twelve pictures distinguished by shape and name, the won pairs stacked by seat.

import { classes, dress, fill, h, keyed, onlyRead, setText, svg } from '../lib/dom.js';
import { find, whyNot } from './contract.js';
import { cellGrid } from './grid.js';

const ROWS = 4;
const COLUMNS = 6;
/** How long the first card of a turn is shown alone, a pair, and two that are no pair, in milliseconds. */
const ONE = 600;
const PAIR = 700;
const TWO = 900;
const SAYS = 'Look at the cards.';

/** A name and a drawing in a square of 100 for each symbol. */
/** @type {[string, string][]} */
const PICTURES = [
  ['shell', 'M50 82C20 70 12 44 18 26c10-6 22-8 32-8s22 2 32 8c6 18-2 44-32 56zM50 82 34 22M50 82 66 22M50 82V20'],
  ['star', 'M50 12 61 38l28 2-22 18 7 28-24-15-24 15 7-28-22-18 28-2z'],
  ['boat', 'M10 64h80L76 84H24zM48 10v48H20zM54 18l26 40H54z'],
  ['fish', 'M10 50c18-28 44-28 58-8l20-14v44L68 58c-14 20-40 20-58-8zM30 46h1'],
  ['anchor', 'M50 26v60M30 42h40M16 60c2 18 16 26 34 26s32-8 34-26M50 26a8 8 0 1 0-.1-16 8 8 0 0 0 .1 16z'],
  ['sun', 'M50 30a20 20 0 1 0 .1 0zM50 6v12M50 82v12M6 50h12M82 50h12M19 19l8 8M73 73l8 8M81 19l-8 8M27 73l-8 8'],
  ['moon', 'M62 10C36 14 22 36 28 60s32 34 54 24C52 86 40 40 62 10z'],
  ['leaf', 'M14 86C10 40 36 14 88 12 90 62 62 90 14 86zM14 86 62 38'],
  ['key', 'M46 50a16 16 0 1 1-32 0 16 16 0 0 1 32 0zM46 50h42v16M72 50v12'],
  ['house', 'M12 50 50 14l38 36v36H60V60H40v26H12z'],
  ['wave', 'M6 40c12-16 22-16 30 0s18 16 28 0 18-16 30 0M6 66c12-16 22-16 30 0s18 16 28 0 18-16 30 0'],
  ['bell', 'M20 72c10-8 10-22 12-34s10-20 18-20 16 8 18 20 2 26 12 34zM42 80c2 8 14 8 16 0M50 18v-8'],
];

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    /** The cards of the last turns: they lie open until the next one is turned over. @type {Flip[]} */
    let open = [];
    const grid = cellGrid({ rows: ROWS, columns: COLUMNS, label: 'Cards', className: 'memory-grid', press });
    const stacks = h('ul', { class: 'memory-stacks', 'aria-label': 'Pairs won' });
    const idle = h('p', { class: 'quiet small number memory-idle' });
    const element = h('div', { class: 'board memory' }, grid.element, stacks, idle);

    /** @param {number} cell */
    function press(cell) {
      if (!now || now.busy) return;
      const action = find(now.legalActions, { type: 'flip', cell });
      if (action) context.act(action);
      else
        context.hint(
          whyNot(now, context, now.view.firstCell === cell ? 'This card is open already.' : 'This pair has been won.'),
        );
    }

    /** @param {any} view */
    function draw(view) {
      const lies = new Map(open.map(({ cell, symbol }) => [cell, symbol]));
      grid.cells.forEach((button, cell) => {
        const owner = view.takenBy[cell];
        const symbol = view.symbols[cell] ?? lies.get(cell) ?? null;
        const legal = Boolean(now && find(now.legalActions, { type: 'flip', cell }));
        const [name = '', outline = ''] = symbol === null ? [] : (PICTURES[symbol] ?? [`picture ${symbol}`, '']);
        const facts = [
          `card ${cell + 1}`,
          symbol === null ? 'face down' : name,
          owner !== null && `won by ${context.player(owner).name}`,
        ];
        dress(button, {
          class: classes(
            'cell memory-card',
            symbol !== null && 'open',
            owner !== null && `taken seat-${owner}`,
            legal && 'legal',
          ),
          'aria-label': facts.filter(Boolean).join(', '),
          'aria-disabled': !legal,
        });
        button.dataset['number'] = String(cell + 1);
        if (button.dataset['shown'] === name) return;
        button.dataset['shown'] = name;
        fill(button, symbol === null ? null : picture(outline));
      });
      keyed(
        stacks,
        /** @type {any[]} */ (view.seats),
        ({ seat }) => seat,
        ({ seat }) => h('li', { class: `seat-${seat}` }),
        (item, { seat }) => fill(item, stack(seat, view, context)),
      );
    }

    return {
      element,
      update(state) {
        const { view } = state;
        const turned = flipsIn(state.events);
        // Another view without events is a jump.
        if (turned.length > 0) open = now?.view.firstCell === null ? turned : [...open, ...turned];
        else if (state.events.length === 0 && view !== now?.view) open = [];
        now = state;
        draw(view);
        setText(
          idle,
          view.idleTurns >= 50 ? `${view.idleTurns} turns without a pair; at ${view.idleLimit} the game ends.` : '',
        );
      },
    };
  },

  whole: true,
  seated: true,

  label: (action) => `Turn over card ${action['cell'] + 1}`,

  prompt: ({ view }) => (view.phase === 'second' ? 'Your move: turn over its twin.' : 'Your move: turn over a card.'),

  reveal: oneByOne,

  news({ type, seat, data }) {
    if (type === 'flipped') return `Seat ${seat} turns card ${data.cell + 1}: ${nameOf(data.symbol)}`;
    return type === 'matched' ? `Seat ${seat} wins the pair: ${nameOf(data.symbol)}` : null;
  },
};

/** @param {number} symbol */
function nameOf(symbol) {
  return PICTURES[symbol]?.[0] ?? `picture ${symbol}`;
}

/**
 * A card that was turned over.
 * @typedef {{ cell: number, symbol: number }} Flip
 */

/**
 * @param {Api.GameEvent[]} events
 * @returns {Flip[]}
 */
function flipsIn(events) {
  return events.filter(({ type }) => type === 'flipped').map(({ data: { cell, symbol } }) => ({ cell, symbol }));
}

/**
 * The cards one after the other, a pair at once. What lies open afterwards as long as the viewer likes has no step.
 * @param {import('./contract.js').Change} change
 * @returns {import('./contract.js').Step[]}
 */
function oneByOne({ before, events }) {
  if (!before) return [];
  const last = events.findLastIndex(({ type }) => type === 'flipped');
  // A card that is up lies among the open ones.
  let now = { ...before, symbols: put(before.symbols, [before.firstCell], null) };
  return events.flatMap(({ type, seat, data }, place) => {
    if (type !== 'flipped') return [];
    const result = events[place + 1];
    if (result?.type === 'matched') {
      now = won(now, seat ?? 0, result.data);
      return place === last ? [] : { view: now, events: place + 2, lasts: PAIR, says: SAYS };
    }
    if (result?.type === 'missed') {
      now = { ...now, firstCell: null };
      return { view: now, events: place + 2, lasts: TWO, says: SAYS };
    }
    now = { ...now, firstCell: data.cell };
    const pair = events[place + 2]?.type === 'matched';
    return pair || place === last ? [] : { view: now, events: place + 1, lasts: ONE, says: SAYS };
  });
}

/**
 * The view after a pair was won.
 * @param {any} view
 * @param {number} seat
 * @param {{ cells: number[], symbol: number }} pair
 */
function won(view, seat, { cells, symbol }) {
  const seats = view.seats.map((/** @type {any} */ one) =>
    one.seat === seat ? { ...one, pairs: one.pairs + 1 } : one,
  );
  return {
    ...view,
    firstCell: null,
    symbols: put(view.symbols, cells, symbol),
    takenBy: put(view.takenBy, cells, seat),
    seats,
  };
}

/**
 * @template T
 * @param {T[]} places
 * @param {(number | null)[]} cells
 * @param {T} value
 */
function put(places, cells, value) {
  return places.map((old, cell) => (cells.includes(cell) ? value : old));
}

/** @param {string} outline */
function picture(outline) {
  return svg(
    'svg',
    { viewBox: '0 0 100 100', class: 'memory-picture', 'aria-hidden': 'true' },
    svg('path', { d: outline }),
  );
}

/**
 * The pairs that a seat has won.
 * @param {number} seat
 * @param {any} view
 * @param {import('./contract.js').BoardContext} context
 */
function stack(seat, view, context) {
  const player = context.player(seat);
  const symbols = new Set(
    view.symbols.filter((/** @type {number} */ _, /** @type {number} */ cell) => view.takenBy[cell] === seat),
  );
  const pairs = symbols.size;
  return [
    h('strong', { text: `${player.shape} ${player.name}` }),
    h('span', { class: 'number', text: ` ${pairs}` }),
    onlyRead(pairs === 1 ? 'pair' : 'pairs'),
    h(
      'span',
      { class: 'memory-won' },
      [...symbols].map((symbol) => picture(PICTURES[/** @type {number} */ (symbol)]?.[1] ?? '')),
    ),
  ];
}

export default board;
