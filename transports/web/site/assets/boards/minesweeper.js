// Minesweeper for two: one shared board, numbers by colour and digit. Flags are the viewer's own and are lost with the
// page.

import { classes, dress, h, setText } from '../lib/dom.js';
import { singleKeys } from '../lib/prefs.js';
import { find, whyNot } from './contract.js';
import { cellGrid, cellName } from './grid.js';

const SIZE = 9;
/** The length of a press that sets a flag, in milliseconds. */
const LONG = 450;

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    /** @type {Set<number>} */
    const flags = new Set();
    let timer = 0;
    let flagged = false;
    const grid = cellGrid({
      rows: SIZE,
      columns: SIZE,
      label: 'Minefield. F puts a flag of your own.',
      className: 'mines-grid',
      press,
    });
    const tally = h('p', { class: 'mines-tally number' });
    const help = h('p', {
      class: 'quiet small',
      hidden: !context.plays,
      text: 'A flag is your own note: right click, a long press, or the key F. No other player sees it.',
    });
    const element = h('div', { class: 'board mines' }, tally, grid.element, help);
    grid.element.addEventListener('contextmenu', (event) => {
      const cell = cellOf(event.target);
      if (cell === null) return;
      event.preventDefault();
      if (!flagged) flag(cell);
    });
    grid.element.addEventListener('keydown', (event) => {
      const cell = cellOf(event.target);
      if (
        !singleKeys() ||
        cell === null ||
        event.key.toLowerCase() !== 'f' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      flag(cell);
    });
    grid.element.addEventListener('pointerdown', (event) => {
      const cell = cellOf(event.target);
      flagged = false;
      if (cell === null || event.pointerType === 'mouse') return;
      timer = setTimeout(() => {
        flagged = true;
        flag(cell);
      }, LONG);
    });
    for (const type of ['pointerup', 'pointercancel', 'pointerleave', 'pointermove']) {
      grid.element.addEventListener(
        type,
        (event) => (type !== 'pointermove' || moved(/** @type {PointerEvent} */ (event))) && clearTimeout(timer),
      );
    }

    /** @param {number} cell */
    function press(cell) {
      if (flagged) {
        flagged = false;
        return;
      }
      if (!now || now.busy) return;
      if (flags.has(cell) && now.legalActions.length > 0)
        return context.hint('Your flag is on it. Remove the flag to open it.');
      const action = find(now.legalActions, { type: 'open', cell });
      if (action) context.act(action);
      else context.hint(whyNot(now, context, 'This cell is open.'));
    }

    /** @param {number} cell */
    function flag(cell) {
      if (!now || now.terminal || now.view.cells[cell] !== null) return;
      if (!flags.delete(cell)) flags.add(cell);
      draw();
      context.announce(`${cellName(cell, SIZE)}, ${flags.has(cell) ? 'flag' : 'no flag'}`);
    }

    function draw() {
      if (!now) return;
      const { view, legalActions } = now;
      grid.cells.forEach((button, cell) => {
        const count = view.cells[cell];
        const owner = view.openedBy[cell];
        const mine = Boolean(view.mineCells?.includes(cell)) || view.boom === cell;
        if (count !== null) flags.delete(cell);
        const flagOn = flags.has(cell);
        const legal = Boolean(find(legalActions, { type: 'open', cell }));
        const facts = [
          cellName(cell, SIZE),
          mine
            ? view.boom === cell
              ? 'a mine, opened'
              : 'a mine'
            : count === null
              ? 'closed'
              : count === 0
                ? 'no mines around'
                : `${count}`,
          flagOn && 'your flag',
          owner !== null && `opened by ${context.player(owner).name}`,
          view.last?.cell === cell && 'the newest',
        ];
        dress(button, {
          class: classes(
            'cell',
            count !== null ? `opened number-${count}` : 'closed',
            owner !== null && `owner-${owner}`,
            mine && 'mine',
            view.boom === cell && 'boom',
            view.last?.cell === cell && 'last',
            legal && 'legal',
          ),
          'aria-label': facts.filter(Boolean).join(', '),
          'aria-disabled': !legal,
        });
        setText(button, mine ? '✹' : flagOn ? '⚑' : count ? String(count) : '');
      });
      setText(tally, `${view.safeLeft} safe cells left, ${view.mines} mines`);
    }

    return {
      element,
      update(state) {
        now = state;
        draw();
      },
      destroy: () => clearTimeout(timer),
    };
  },

  whole: true,
  facts: (view, seat) => `${view.seats[seat].opened} opened`,

  label: (action) => `Open ${cellName(action['cell'], SIZE)}`,

  prompt: () => 'Your move: open a cell that hides no mine.',

  news({ type, seat, data }) {
    const place = cellName(data?.cell ?? 0, SIZE);
    if (type === 'exploded') return `Seat ${seat} hits a mine at ${place}`;
    if (type !== 'opened') return null;
    const around = data.cells.find((/** @type {number[]} */ [cell]) => cell === data.cell)?.[1] ?? 0;
    const mines = around === 0 ? 'no mines around' : around === 1 ? '1 mine around' : `${around} mines around`;
    return `Seat ${seat} opens ${place}: ${mines}${data.opened > 1 ? `, ${data.opened} cells opened` : ''}`;
  },
};

/** @param {PointerEvent} event */
function moved(event) {
  return Math.abs(event.movementX) + Math.abs(event.movementY) > 4;
}

/**
 * @param {EventTarget | null} target
 * @returns {number | null}
 */
function cellOf(target) {
  const cell = target instanceof Element ? target.closest('.cell') : null;
  return cell instanceof HTMLElement ? Number(cell.dataset['cell']) : null;
}

export default board;
