// Noughts and crosses: nine cells, each a control.

import { dress, h, svg } from '../lib/dom.js';
import { arrowKeys, find, rove } from './contract.js';

const NAMES = ['top left', 'top', 'top right', 'left', 'centre', 'right', 'bottom left', 'bottom', 'bottom right'];

/** @type {import('./contract.js').BoardModule} */
const board = {
  create(context) {
    /** @type {import('./contract.js').BoardState | null} */
    let now = null;
    const cells = NAMES.map((_, cell) =>
      h('button', { class: 'cell', type: 'button', on: { click: () => press(cell) } }),
    );
    const rows = [0, 3, 6].map((start) => cells.slice(start, start + 3));
    const element = h(
      'div',
      { class: 'board ttt', role: 'grid', 'aria-label': 'Tic-tac-toe board' },
      rows.map((row) =>
        h(
          'div',
          { role: 'row', class: 'grid-row' },
          row.map((cell) => h('div', { role: 'gridcell' }, cell)),
        ),
      ),
    );
    arrowKeys(element, () => rows);
    rove(cells);

    /** @param {number} cell */
    function press(cell) {
      if (!now || now.busy) return;
      const action = find(now.legalActions, { type: 'mark', cell });
      if (action) context.act(action);
      else if (now.terminal) context.hint('The game is over.');
      else if (now.legalActions.length === 0) context.hint('It is not your move.');
      else context.hint('This cell is taken.');
    }

    return {
      element,
      update(state) {
        now = state;
        const { board: marks, seats, line, lastCell } = state.view;
        cells.forEach((element, cell) => {
          const sent = marks[cell] === null && state.pending?.['cell'] === cell;
          const owner = sent ? context.mySeat : marks[cell];
          const mark = owner === null ? null : seats[owner].mark;
          const legal = Boolean(find(state.legalActions, { type: 'mark', cell }));
          const won = Boolean(line?.includes(cell));
          dress(element, {
            class: [
              'cell',
              owner !== null && `seat-${owner}`,
              won && 'won',
              cell === lastCell && 'last',
              legal && !sent && 'legal',
              sent && 'sent',
            ]
              .filter(Boolean)
              .join(' '),
            'aria-label': `${NAMES[cell]}, ${mark ?? 'empty'}${sent ? ', sent' : ''}${won ? ', in the line' : ''}`,
            'aria-disabled': !legal,
          });
          if (element.dataset['mark'] !== (mark ?? '')) {
            element.dataset['mark'] = mark ?? '';
            element.replaceChildren(...(mark ? [drawing(mark)] : []));
          }
        });
      },
    };
  },

  whole: true,

  label: (action) => `Mark ${NAMES[action['cell']] ?? action['cell']}`,

  prompt: (state) => `Your move: mark a cell with ${state.view.seats[state.view.toAct[0]]?.mark ?? 'your mark'}.`,
};

/** @param {'X' | 'O'} mark */
function drawing(mark) {
  const shape =
    mark === 'O' ? svg('circle', { cx: 50, cy: 50, r: 28 }) : svg('path', { d: 'M24 24 76 76M76 24 24 76' });
  return svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true', class: 'mark' }, shape);
}

export default board;
