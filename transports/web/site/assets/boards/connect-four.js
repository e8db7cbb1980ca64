// Connect four: pressing any cell of a column drops a disc into it.

import { classes, dress, h, keyed, setAttribute } from '../lib/dom.js';
import { capital } from '../lib/format.js';
import { find, whyNot } from './contract.js';
import { cellGrid } from './grid.js';

const ROWS = 6;
const COLUMNS = 7;

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    const { element: frame, cells } = cellGrid({
      rows: ROWS,
      columns: COLUMNS,
      label: 'Connect four board. A press drops a disc into the column.',
      className: 'c4-frame',
      press,
    });
    const discs = h('div', { class: 'c4-discs', 'aria-hidden': 'true' });
    const element = h('div', { class: 'board c4' }, discs, frame);
    for (const type of ['pointerover', 'focusin']) frame.addEventListener(type, (event) => aim(cellOf(event.target)));
    for (const type of ['pointerleave', 'focusout']) frame.addEventListener(type, () => aim(null));

    /** @param {number} cell */
    function press(cell) {
      if (!now || now.busy) return;
      const action = find(now.legalActions, { type: 'drop', column: cell % COLUMNS });
      if (action) context.act(action);
      else context.hint(whyNot(now, context, 'This column is full.'));
    }

    /**
     * Marks a column, and in it the cell where a disc would land.
     * @param {number | null} cell
     */
    function aim(cell) {
      const column = cell === null ? null : cell % COLUMNS;
      const legal = now && column !== null && find(now.legalActions, { type: 'drop', column });
      const place = legal ? freePlace(now?.view.board, column) : null;
      cells.forEach((button, at) => {
        button.classList.toggle('aimed', Boolean(legal) && at % COLUMNS === column);
        button.classList.toggle('next', at === place);
      });
    }

    return {
      element,
      update(state) {
        now = state;
        const { board: owners, seats, line, lastCell } = state.view;
        dress(element, { 'data-red': seats[0].disc === 'red' ? 0 : 1 });
        cells.forEach((button, cell) => {
          const owner = owners[cell];
          const column = cell % COLUMNS;
          const legal = Boolean(find(state.legalActions, { type: 'drop', column }));
          const facts = [
            `column ${column + 1}, row ${ROWS - Math.floor(cell / COLUMNS)}`,
            owner === null ? 'empty' : `${seats[owner].disc}, ${context.player(owner).name}`,
            cell === lastCell && 'the newest',
            line?.includes(cell) && 'in the line',
            legal && freePlace(owners, column) === cell && 'next free place',
          ];
          dress(button, {
            class: classes('cell', legal && 'legal', line?.includes(cell) && 'won', cell === lastCell && 'last'),
            'aria-label': facts.filter(Boolean).join(', '),
            'aria-disabled': !legal,
          });
        });
        drawDiscs(discs, state);
        aim(frame.contains(document.activeElement) ? cellOf(document.activeElement) : null);
      },
    };
  },

  whole: true,
  digit: (action) => String(action['column'] + 1),

  label: (action) => `Column ${action['column'] + 1}`,

  prompt(state) {
    const disc = state.view.seats[state.view.toAct[0]]?.disc;
    return `Your move: drop a ${disc} disc into a column.`;
  },
};

/**
 * @param {(number | null)[]} owners
 * @param {number} column
 * @returns {number | null} the lowest free cell of a column
 */
function freePlace(owners, column) {
  for (let row = ROWS - 1; row >= 0; row -= 1)
    if (owners[row * COLUMNS + column] === null) return row * COLUMNS + column;
  return null;
}

/** @param {EventTarget | null} target */
function cellOf(target) {
  const cell = target instanceof Element ? target.closest('.cell') : null;
  return cell instanceof HTMLElement ? Number(cell.dataset['cell']) : null;
}

/**
 * The discs; those of the latest moves fall, one after the other.
 * @param {HTMLElement} host
 * @param {import('./contract.js').BoardState} state
 */
function drawDiscs(host, { view: { board, seats, toAct, lastCell }, events, pending }) {
  /** @type {number[]} */
  const fallen = events.filter(({ type }) => type === 'dropped').map(({ data }) => data.cell);
  // A disc that is sent falls at once.
  const sent = pending ? freePlace(board, pending['column']) : null;
  /** @param {number} cell */
  const ownerOf = (cell) => (cell === sent ? toAct[0] : board[cell]);
  /** @type {number[]} */
  const lying = board.flatMap((/** @type {number | null} */ owner, /** @type {number} */ cell) =>
    owner === null && cell !== sent ? [] : [cell],
  );
  keyed(
    host,
    lying,
    (cell) => `${cell}.${ownerOf(cell)}`,
    (cell) => {
      const { disc: colour } = seats[ownerOf(cell)];
      const row = Math.floor(cell / COLUMNS);
      const order = fallen.indexOf(cell);
      return h(
        'span',
        {
          class: classes('disc', colour, (order >= 0 || cell === sent) && 'falls'),
          style: {
            'grid-row': row + 1,
            'grid-column': (cell % COLUMNS) + 1,
            '--fall': row + 1,
            '--order': Math.max(order, 0),
          },
        },
        h('span', { class: `mark ${colour}`, text: letterOf(colour) }),
      );
    },
    (disc, cell) => {
      setAttribute(disc, 'data-last', cell === lastCell);
      setAttribute(disc, 'data-pending', cell === sent);
    },
  );
}

/** @param {string} disc */
function letterOf(disc) {
  return capital(disc).slice(0, 1);
}

export default board;
