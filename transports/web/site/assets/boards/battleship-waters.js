// One seat's waters: the shots at it, the ships that the viewer may see, and the state of its fleet.

import { classes, dress, h, keyed, setText, svg } from '../lib/dom.js';
import { capital } from '../lib/format.js';
import { find } from './contract.js';
import { cellGrid, cellName } from './grid.js';

export const SIZE = 10;

/** @typedef {{ ship: number, cells: number[], sunk: boolean }} Ship */
/** @typedef {ReturnType<typeof waters>} Waters */

/**
 * @param {import('./contract.js').BoardContext} context
 * @param {number} seat
 * @param {(cell: number, event: MouseEvent) => void} press
 */
export function waters(context, seat, press) {
  const { element: grid, cells } = cellGrid({
    rows: SIZE,
    columns: SIZE,
    label: `Waters of ${context.player(seat).name}`,
    className: 'ships-grid',
    press,
    heads: true,
  });
  const hulls = h('div', { class: 'ships-hulls', 'aria-hidden': 'true' });
  const ghost = h('span', { class: 'hull ghost', hidden: true });
  const heading = h('h2', { class: `ships-who seat-${seat}` });
  const fleet = h('ul', { class: 'ships-fleet' });
  const sea = h(
    'div',
    { class: 'ships-sea' },
    hulls,
    h('div', { class: 'ships-hulls ghosts', 'aria-hidden': 'true' }, ghost),
    grid,
  );
  const mine = seat === context.mySeat;
  const element = h('section', { class: classes('waters', mine && 'mine') }, heading, sea, fleet);
  /** The name of each cell, without what may be done there. @type {string[]} */
  let names = [];
  /** The cell of the newest shot here. @type {number | null} */
  let newest = null;

  return {
    element,
    grid,
    cells,
    seat,
    /** @param {number} cell */
    nameOf: (cell) => names[cell] ?? '',
    /**
     * Shows where a ship would be placed, or nothing.
     * @param {number[]} over its cells
     * @param {boolean} fits
     */
    showGhost(over, fits) {
      ghost.hidden = over.length === 0;
      if (over.length > 0)
        dress(ghost, { class: hullClass(over, 'ghost', fits ? 'fits' : 'misfit'), style: spread(over) });
    },
    /**
     * @param {import('./contract.js').BoardState} state
     * @param {Ship[]} ships those that the viewer may see
     */
    update(state, ships) {
      const { view, legalActions, outcome } = state;
      const player = context.player(seat);
      const won = outcome.some((entry) => entry.seat === seat && entry.result === 'win');
      setText(heading, `${player.shape} ${player.mine ? 'Your waters' : player.name}${won ? ' ★ won' : ''}`);
      const shots = view.seats[seat].grid;
      const shipAt = new Map(ships.flatMap((ship) => ship.cells.map((cell) => [cell, view.fleet[ship.ship].name])));
      newest = newestShot(context.past?.() ?? state.events, view, seat) ?? newest;
      // A replay may have gone back to before this shot.
      if (newest !== null && view.seats[seat].grid[newest] === null) newest = null;
      names = cells.map((_, cell) =>
        [
          cellName(cell, SIZE),
          shots[cell] ?? (mine || shipAt.has(cell) ? null : 'not shot at'),
          shipAt.get(cell) ?? (mine && shots[cell] === null ? 'water' : null),
          cell === newest && 'the newest shot',
        ]
          .filter(Boolean)
          .join(', '),
      );
      cells.forEach((button, cell) => {
        const sent = !mine && state.pending?.type === 'shoot' && state.pending['cell'] === cell;
        const legal = !mine && Boolean(find(legalActions, { type: 'shoot', cell }));
        dress(button, {
          class: classes('cell', shots[cell], legal && 'legal', cell === newest && 'last', sent && 'sent'),
          'aria-label': names[cell],
          'aria-disabled': !legal,
        });
        mark(button, shots[cell]);
      });
      keyed(
        hulls,
        ships,
        ({ ship }) => ship,
        ({ cells: under }) => h('span', { style: spread(under) }),
        (hull, ship) => dress(hull, { class: hullClass(ship.cells, ship.sunk && 'sunk'), style: spread(ship.cells) }),
      );
      drawFleet(fleet, view, seat, ships, mine && legalActions.find(({ type }) => type === 'place')?.['ship']);
    },
  };
}

/**
 * The cell of the latest shot at the waters of a seat: the view has only the newest shot of both sides, the events
 * those before it.
 * @param {Api.GameEvent[]} events
 * @param {any} view
 * @param {number} seat
 * @returns {number | null}
 */
function newestShot(events, { lastShot }, seat) {
  if (lastShot && lastShot.seat !== seat) return lastShot.cell;
  return events.findLast(({ type, seat: by }) => type === 'shot' && by !== seat)?.data.cell ?? null;
}

/**
 * @param {number[]} cells
 * @param {(string | false)[]} more
 */
function hullClass(cells, ...more) {
  return classes('hull', (cells[1] ?? 0) - (cells[0] ?? 0) === 1 ? 'across' : 'down', ...more);
}

/**
 * The grid position of cells, beside the heads of row and column.
 * @param {number[]} cells
 */
function spread(cells) {
  const [first, last] = [cells[0] ?? 0, cells.at(-1) ?? 0];
  return {
    'grid-row': `${Math.floor(first / SIZE) + 2} / ${Math.floor(last / SIZE) + 3}`,
    'grid-column': `${(first % SIZE) + 2} / ${(last % SIZE) + 3}`,
  };
}

/**
 * A miss is a ring, a hit a disc with a cross, a cell of a sunk ship a square with a cross.
 * @param {HTMLElement} button
 * @param {'miss' | 'hit' | 'sunk' | null} shot
 */
function mark(button, shot) {
  if (button.dataset['shot'] === (shot ?? '')) return;
  button.dataset['shot'] = shot ?? '';
  const cross = svg('path', { d: 'M-20-20 20 20M20-20-20 20' });
  const shapes = {
    miss: [svg('circle', { r: 18 })],
    hit: [svg('circle', { r: 38, class: 'blast' }), cross],
    sunk: [svg('rect', { x: -38, y: -38, width: 76, height: 76, class: 'blast' }), cross],
  };
  button.replaceChildren(
    ...(shot
      ? [svg('svg', { viewBox: '-50 -50 100 100', class: `ships-shot ${shot}`, 'aria-hidden': 'true' }, shapes[shot])]
      : []),
  );
}

/**
 * @param {HTMLElement} list
 * @param {any} view
 * @param {number} seat
 * @param {Ship[]} ships
 * @param {number | false | undefined} next the ship that is to be placed
 */
function drawFleet(list, view, seat, ships, next) {
  list.setAttribute('aria-label', 'Fleet');
  keyed(
    list,
    view.fleet,
    (/** @type {any} */ { ship }) => ship,
    (/** @type {any} */ { length }) =>
      h(
        'li',
        null,
        h('span', { class: 'ship-name' }),
        h(
          'span',
          { class: 'ship-cells', 'aria-hidden': 'true' },
          Array.from({ length }, () => h('span')),
        ),
        h('span', { class: 'ship-state' }),
      ),
    (item, /** @type {any} */ { ship, name, length }) => {
      const seen = ships.find((known) => known.ship === ship);
      const hits = seen ? seen.cells.filter((cell) => view.seats[seat].grid[cell] !== null).length : 0;
      const [title, pips, told] = /** @type {any} */ (item.children);
      setText(title, capital(name));
      [...pips.children].forEach((pip, nth) => pip.classList.toggle('hit', nth < hits));
      setText(told, stateOf(view, seat, ship, seen, hits, length, ship === next));
      dress(item, { class: classes(seen?.sunk && 'sunk', ship === next && 'next', hits > 0 && 'struck') });
    },
  );
}

/**
 * @param {any} view
 * @param {number} seat
 * @param {number} ship
 * @param {Ship | undefined} seen
 * @param {number} hits
 * @param {number} length
 * @param {boolean} next
 */
function stateOf(view, seat, ship, seen, hits, length, next) {
  if (seen?.sunk) return 'sunk';
  if (hits > 0) return `${hits} of ${length} hit`;
  if (next) return 'next';
  return ship < view.seats[seat].placed ? 'afloat' : 'not placed';
}
