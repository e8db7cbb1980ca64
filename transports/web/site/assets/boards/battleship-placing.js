// Placing the fleet: the next ship is shown under the pointer or the focus; a press, or the end of a drag, places it.

import { h, onlyRead, setAttribute, setText } from '../lib/dom.js';
import { singleKeys } from '../lib/prefs.js';
import { find } from './contract.js';
import { SIZE } from './battleship-waters.js';

/** A pointer press places the ship itself; a click within this time after it belongs to the same press. */
const SAME_PRESS = 700;

/**
 * @param {import('./contract.js').BoardContext} context
 * @param {import('./battleship-waters.js').Waters} waters the viewer's own
 * @param {() => import('./contract.js').BoardState | null} state
 */
export function placing(context, waters, state) {
  /** @type {'h' | 'v'} */
  let dir = 'h';
  let dragging = false;
  let pressedAt = -Infinity;
  /** The cell under the pointer or the focus. @type {number | null} */
  let aimed = null;
  const way = h('span');
  const turn = h(
    'button',
    { type: 'button', class: 'ships-turn', 'aria-keyshortcuts': 'r', on: { click: rotate } },
    way,
    onlyRead(': turn the ship'),
  );
  const auto = h('button', { type: 'button', text: 'Place the rest', on: { click: byChance } });
  const element = h('div', { class: 'ships-dock' }, turn, auto);
  const { grid } = waters;

  grid.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !ship()) return;
    dragging = true;
    aim(cellOf(event.target));
  });
  grid.addEventListener('pointermove', (event) => aim(under(event)));
  grid.addEventListener('pointerleave', () => aim(null));
  grid.addEventListener('pointercancel', () => {
    dragging = false;
    aim(null);
  });
  grid.addEventListener('pointerup', (event) => {
    if (!dragging) return;
    dragging = false;
    pressedAt = event.timeStamp;
    const cell = under(event);
    if (cell !== null) put(cell);
  });
  grid.addEventListener('focusin', (event) => aim(cellOf(event.target)));
  grid.addEventListener('focusout', () => aim(null));
  document.addEventListener('keydown', key);

  /** The ship that is to be placed. */
  function ship() {
    const now = state();
    const next = now?.legalActions.find(({ type }) => type === 'place')?.['ship'];
    return now && next !== undefined ? now.view.fleet[next] : null;
  }

  /**
   * The cells that the ship would cover. A ship that would stick out is moved inwards.
   * @param {number} cell
   * @returns {number[]}
   */
  function cover(cell) {
    const { length } = ship() ?? { length: 0 };
    const row = Math.floor(cell / SIZE);
    const start =
      dir === 'h'
        ? row * SIZE + Math.min(cell % SIZE, SIZE - length)
        : Math.min(row, SIZE - length) * SIZE + (cell % SIZE);
    return Array.from({ length }, (_, nth) => start + nth * (dir === 'h' ? 1 : SIZE));
  }

  /** @param {number} cell */
  function action(cell) {
    const now = state();
    return now && find(now.legalActions, { type: 'place', cell: cover(cell)[0], dir });
  }

  /** @param {number | null} cell */
  function aim(cell) {
    aimed = cell;
    if (cell === null || !ship()) waters.showGhost([], false);
    else waters.showGhost(cover(cell), Boolean(action(cell)));
  }

  /** @param {number} cell */
  function put(cell) {
    const now = state();
    const next = ship();
    if (!now || now.busy || !next) return;
    const legal = action(cell);
    if (legal) context.act(legal);
    else context.hint(`The ${next.name} would lie on another ship there.`);
  }

  function rotate() {
    dir = dir === 'h' ? 'v' : 'h';
    draw();
    aim(aimed);
    context.announce(dir === 'h' ? 'Across' : 'Down');
  }

  function byChance() {
    const now = state();
    const legal = now && !now.busy && find(now.legalActions, { type: 'auto' });
    if (legal) context.act(legal);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      !singleKeys() ||
      !target.closest('.host') ||
      event.key.toLowerCase() !== 'r' ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      !ship()
    )
      return;
    event.preventDefault();
    rotate();
  }

  function draw() {
    const next = ship();
    element.hidden = !next;
    waters.grid.classList.toggle('placing', Boolean(next));
    setText(way, dir === 'h' ? 'Across → (R)' : 'Down ↓ (R)');
    if (!next) return;
    const lies = dir === 'h' ? 'across' : 'down';
    waters.cells.forEach((button, cell) => {
      const fits = Boolean(action(cell));
      setAttribute(button, 'aria-disabled', !fits);
      setAttribute(
        button,
        'aria-label',
        `${waters.nameOf(cell)}, ${next.name} ${fits ? 'fits' : 'does not fit'} ${lies}`,
      );
    });
  }

  return {
    element,
    /**
     * @param {number} cell
     * @param {MouseEvent} event
     */
    press(cell, event) {
      if (event.detail === 0 || event.timeStamp - pressedAt > SAME_PRESS) put(cell);
    },
    /**
     * The ship that is sent and not answered yet.
     * @param {import('./contract.js').BoardState} drawn
     * @returns {import('./battleship-waters.js').Ship[]}
     */
    sent({ pending, view }) {
      if (pending?.type !== 'place') return [];
      const { length } = view.fleet[pending['ship']];
      const step = pending['dir'] === 'h' ? 1 : SIZE;
      const cells = Array.from({ length }, (_, nth) => pending['cell'] + nth * step);
      return [{ ship: pending['ship'], cells, sunk: false }];
    },
    update() {
      draw();
      aim(aimed);
    },
    destroy: () => document.removeEventListener('keydown', key),
  };
}

/** @param {EventTarget | null} target */
function cellOf(target) {
  const cell = target instanceof Element ? target.closest('.cell') : null;
  return cell instanceof HTMLElement ? Number(cell.dataset['cell']) : null;
}

/**
 * The cell under a pointer; a touch would keep the cell where it began.
 * @param {PointerEvent} event
 */
function under(event) {
  const found = cellOf(document.elementFromPoint(event.clientX, event.clientY));
  const grid = /** @type {Element} */ (event.currentTarget);
  return grid.contains(document.elementFromPoint(event.clientX, event.clientY)) ? found : null;
}
