// Memory: cards that turn over, twelve pictures distinguished by shape and name, the won pairs stacked by seat.

import { classes, dress, fill, h, keyed, onlyRead, setText, svg } from '../lib/dom.js';
import { find, whyNot } from './contract.js';
import { cellGrid } from './grid.js';

const ROWS = 4;
const COLUMNS = 6;
/** How long a card is shown alone, and then with its second, before the next one is turned over, in milliseconds. */
const ONE = 1_000;
const TWO = 1_400;

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
    /** @type {Flip[][]} the cards that are still to be shown, one or two at a time; the first are shown now */
    let shows = [];
    let timer = 0;
    const grid = cellGrid({ rows: ROWS, columns: COLUMNS, label: 'Cards', className: 'memory-grid', press });
    const stacks = h('ul', { class: 'memory-stacks', 'aria-label': 'Pairs won' });
    const idle = h('p', { class: 'quiet small number memory-idle' });
    const element = h('div', { class: 'board memory' }, grid.element, stacks, idle);

    /** @param {number} cell */
    function press(cell) {
      if (!now || now.busy) return;
      const action = find(now.legalActions, { type: 'flip', cell });
      if (action) {
        // A player who goes on has seen enough.
        cut();
        context.act(action);
      } else
        context.hint(
          whyNot(now, context, now.view.firstCell === cell ? 'This card is open already.' : 'This pair has been won.'),
        );
    }

    /** Shows the cards one after the other, then what the view shows. */
    function play() {
      const shown = shows[0];
      timer = shown ? setTimeout(next, shown.length === 1 ? ONE : TWO) : 0;
      if (now) draw(now.view);
    }

    function next() {
      shows.shift();
      play();
    }

    function cut() {
      clearTimeout(timer);
      shows = [];
      play();
    }

    /** @param {any} view */
    function draw(view) {
      const open = new Map((shows[0] ?? []).map(({ cell, symbol }) => [cell, symbol]));
      const later = new Set(shows.flat().map(({ cell }) => cell));
      /** @param {number} cell */
      const ahead = (cell) => later.has(cell) && !open.has(cell);
      grid.cells.forEach((button, cell) => {
        const owner = later.has(cell) ? null : view.takenBy[cell];
        const symbol = open.get(cell) ?? (ahead(cell) ? null : view.symbols[cell]) ?? null;
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
        if (button.dataset['shown'] === name) return;
        button.dataset['shown'] = name;
        fill(button, symbol === null ? null : picture(outline));
      });
      keyed(
        stacks,
        /** @type {any[]} */ (view.seats),
        ({ seat }) => seat,
        ({ seat }) => h('li', { class: `seat-${seat}` }),
        (item, { seat }) => fill(item, stack(seat, view, later, context)),
      );
    }

    return {
      element,
      update(state) {
        const before = now?.view;
        now = state;
        const { view } = state;
        // The same view again is no jump: pending cards are still shown.
        if (state.events.length === 0 && view !== before) shows = [];
        const playing = shows.length > 0;
        shows.push(...showsOf(state.events, before, playing));
        if (playing) draw(view);
        else {
          clearTimeout(timer);
          play();
        }
        setText(
          idle,
          view.idleTurns >= 50 ? `${view.idleTurns} turns without a pair; at ${view.idleLimit} the game ends.` : '',
        );
      },
      destroy: () => clearTimeout(timer),
    };
  },

  whole: true,
  seated: true,

  label: (action) => `Turn over card ${action['cell'] + 1}`,

  prompt: ({ view }) => (view.phase === 'second' ? 'Your move: turn over its twin.' : 'Your move: turn over a card.'),

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
 * The cards to show one after the other. A card that stays open until its second is chosen needs no time of its own.
 * @param {Api.GameEvent[]} events
 * @param {any} before the view from which they lead on
 * @param {boolean} playing whether others are still to be seen
 * @returns {Flip[][]}
 */
function showsOf(events, before, playing) {
  const open = before?.firstCell ?? null;
  /** @type {Flip | null} */
  let first = open === null ? null : { cell: open, symbol: before.symbols[open] };
  /** @type {Flip[][]} */
  const shows = [];
  for (const { type, data } of events) {
    if (type !== 'flipped') continue;
    const flip = { cell: data.cell, symbol: data.symbol };
    // The viewer has seen a first card since it was turned over; one that came with its second comes before it.
    shows.push(first ? [first, flip] : [flip]);
    first = first ? null : flip;
  }
  if (first && shows.length === 1 && !playing) shows.pop();
  return shows;
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
 * The pairs that a seat has won, without those that are still to be shown.
 * @param {number} seat
 * @param {any} view
 * @param {Set<number>} later
 * @param {import('./contract.js').BoardContext} context
 */
function stack(seat, view, later, context) {
  const player = context.player(seat);
  const won = new Set(
    view.symbols.filter(
      (/** @type {number} */ _, /** @type {number} */ cell) => view.takenBy[cell] === seat && !later.has(cell),
    ),
  );
  const pairs = won.size;
  return [
    h('strong', { text: `${player.shape} ${player.name}` }),
    h('span', { class: 'number', text: ` ${pairs}` }),
    onlyRead(pairs === 1 ? 'pair' : 'pairs'),
    h(
      'span',
      { class: 'memory-won' },
      [...won].map((symbol) => picture(PICTURES[/** @type {number} */ (symbol)]?.[1] ?? '')),
    ),
  ];
}

export default board;
