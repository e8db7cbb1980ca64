// Dominoes: the line on the table, the number of each player's tiles, the own tiles below. A tile that fits both ends
// asks which.

import { dress, fill, h, keyed, onlyRead, setText } from '../lib/dom.js';
import { arrowKeys, find, rove } from './contract.js';
import { drawLine, handTile } from './domino-line.js';

/** The minimum drawn width of half a tile, in pixels. */
const SMALLEST = 22;
/** The maximum. */
const LARGEST = 34;

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    /** @type {string | null} the tile that waits for its end */
    let chosen = null;
    const table = h('div', { class: 'domino-table' });
    const hands = h('ul', { class: 'domino-hands', 'aria-label': 'Tiles' });
    const left = h('button', { type: 'button', on: { click: () => pressEnd('left') } });
    const right = h('button', { type: 'button', on: { click: () => pressEnd('right') } });
    const other = h('button', { type: 'button', class: 'primary domino-other', on: { click: pressOther } });
    const own = h('div', { class: 'domino-own', role: 'toolbar', 'aria-label': 'Your tiles' });
    const element = h(
      'div',
      { class: 'board dominoes' },
      hands,
      table,
      h(
        'div',
        { class: 'domino-mine board-bar board-choices', hidden: !context.plays },
        h('div', { class: 'domino-ends' }, left, other, right),
        own,
      ),
    );
    arrowKeys(own, () => [/** @type {HTMLElement[]} */ ([...own.children])]);
    const watcher = new ResizeObserver(() => now && drawTable(now.view));
    watcher.observe(table);

    /** @param {string} tile */
    function pressTile(tile) {
      if (!now || now.busy) return;
      const fits = now.legalActions.filter((action) => action['tile'] === tile);
      if (fits.length === 1 && fits[0]) {
        chosen = null;
        context.act(fits[0]);
      } else if (fits.length > 1) {
        chosen = chosen === tile ? null : tile;
        context.hint(chosen ? 'It fits both ends. Choose one.' : '');
        drawOwn(now);
        if (chosen) left.focus();
      } else context.hint(whyNot(now, tile));
    }

    /** @param {'left' | 'right'} end */
    function pressEnd(end) {
      if (!now || now.busy) return;
      const action = chosen && find(now.legalActions, { type: 'play', tile: chosen, end });
      if (!action) return context.hint('Choose one of your tiles first.');
      chosen = null;
      context.act(action);
    }

    function pressOther() {
      const action =
        now && !now.busy && (find(now.legalActions, { type: 'draw' }) ?? find(now.legalActions, { type: 'pass' }));
      if (action) context.act(action);
      else context.hint('You draw or pass only when no tile of yours fits.');
    }

    /** @param {any} view */
    function drawTable(view) {
      const width = table.clientWidth - 24;
      if (width <= 0) return;
      const half = width < 420 ? SMALLEST : LARGEST;
      const newest = view.last ? newestPlace(view) : -1;
      const key = JSON.stringify([view.line, Math.floor(width / half), newest]);
      if (table.dataset['drawn'] === key) return;
      table.dataset['drawn'] = key;
      fill(
        table,
        view.line.length === 0
          ? h('p', { class: 'quiet', text: 'No tile played yet.' })
          : drawLine(view.line, Math.floor(width / half), newest),
      );
    }

    /** @param {import('./contract.js').BoardState} state */
    function drawOwn(state) {
      const { view, legalActions } = state;
      const tiles = view.hand ?? [];
      if (chosen && !legalActions.some((action) => action['tile'] === chosen)) chosen = null;
      const focused = own.contains(document.activeElement);
      keyed(
        own,
        /** @type {string[]} */ (tiles),
        (tile) => tile,
        (tile) =>
          h('button', { type: 'button', class: 'domino-tile', on: { click: () => pressTile(tile) } }, handTile(tile)),
        (button, tile) => {
          const fits = legalActions.filter((action) => action['tile'] === tile).length;
          dress(button, {
            'aria-label': `${tile}${fits > 1 ? ', fits both ends' : fits === 1 ? ', playable' : ''}`,
            'aria-disabled': fits === 0,
            'aria-pressed': String(tile === (state.pending?.['tile'] ?? chosen)),
          });
        },
      );
      const all = /** @type {HTMLElement[]} */ ([...own.children]);
      rove(all);
      // The played tile is gone: the focus stays in the hand.
      if (focused && !own.contains(document.activeElement)) all.find((tile) => tile.tabIndex === 0)?.focus();
      const ends = view.ends ?? ['', ''];
      setText(left, view.ends ? `◄ Left end, ${ends[0]}` : '◄ Left end');
      setText(right, view.ends ? `Right end, ${ends[1]} ►` : 'Right end ►');
      for (const [button, end] of /** @type {const} */ ([
        [left, 'left'],
        [right, 'right'],
      ])) {
        dress(button, { 'aria-disabled': !(chosen && find(legalActions, { type: 'play', tile: chosen, end })) });
      }
      const draws = Boolean(find(legalActions, { type: 'draw' }));
      const passes = Boolean(find(legalActions, { type: 'pass' }));
      setText(other, passes ? 'Pass' : `Draw (${view.boneyard} left)`);
      dress(other, { 'aria-disabled': !draws && !passes });
    }

    return {
      element,
      update(state) {
        now = state;
        drawTable(state.view);
        drawOwn(state);
        keyed(
          hands,
          /** @type {any[]} */ (state.view.seats),
          ({ seat }) => seat,
          ({ seat }) => h('li', { class: `seat-${seat}` }),
          (item, facts) => fill(item, seatLine(facts, context)),
        );
      },
      destroy: () => watcher.disconnect(),
    };
  },

  whole: true,
  seated: true,

  label(action) {
    if (action.type === 'draw') return 'Draw a tile';
    if (action.type === 'pass') return 'Pass';
    return action['end'] ? `Play ${action['tile']} on the ${action['end']}` : `Lead ${action['tile']}`;
  },

  cost({ seats }, seat) {
    if (seats[seat].status !== 'in') return null;
    const others = seats.filter((/** @type {any} */ { status }) => status === 'in').length - 1;
    return others === 1
      ? 'The other player wins the pot, with your stake.'
      : 'Your stake stays in the pot, and the others play on for it.';
  },

  prompt({ legalActions, view }) {
    if (find(legalActions, { type: 'draw' })) return 'Nothing fits: draw a tile.';
    if (find(legalActions, { type: 'pass' })) return 'Nothing fits and the boneyard is empty: pass.';
    if (view.phase !== 'lead') return 'Your move: play a tile that fits an end.';
    const tile = legalActions[0]?.['tile'] ?? '';
    const [one, other] = tile.split('-');
    return `Your move: lead ${tile}, the ${one === other ? 'highest double' : 'highest tile'} of all.`;
  },
};

/**
 * The place of the newest tile: one of the ends.
 * @param {any} view
 */
function newestPlace({ last, line }) {
  return last.end === 'left' ? 0 : line.length - 1;
}

/**
 * @param {import('./contract.js').BoardState} state
 * @param {string} tile
 */
function whyNot({ view, legalActions, terminal }, tile) {
  if (terminal) return 'The game is over.';
  if (legalActions.length === 0) return 'It is not your move.';
  if (view.phase === 'lead') return 'The highest double leads.';
  return `${tile} does not fit ${view.ends?.[0]} or ${view.ends?.[1]}.`;
}

/**
 * One player's tiles: how many, or which at the end; and the numbers on which the player has passed.
 * @param {any} facts
 * @param {import('./contract.js').BoardContext} context
 */
function seatLine({ seat, status, tiles, hand, pips, lacks }, context) {
  const player = context.player(seat);
  const words = [`${tiles} ${tiles === 1 ? 'tile' : 'tiles'}`];
  if (status === 'left') words.push('gave up');
  if (lacks.length > 0) words.push(`has no ${lacks.join(', ')}`);
  if (pips !== null) words.push(`${pips} pips`);
  return [
    h('strong', { text: `${player.shape} ${player.name}` }),
    ' ',
    h('span', { class: 'quiet', text: words.join(', ') }),
    hand && h('span', { class: 'domino-open' }, onlyRead(`: ${hand.join(', ')}`), hand.map(handTile)),
  ];
}

export default board;
