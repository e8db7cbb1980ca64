// Boards of cells: each cell a control, in the grid pattern of the ARIA Authoring Practices.

import { h, onlyRead } from '../lib/dom.js';
import { arrowKeys, rove } from './contract.js';

const LETTERS = 'ABCDEFGHIJ';

/**
 * A grid of cells. With `heads`, letters stand above it and numbers beside it.
 * @param {{
 *   rows: number,
 *   columns: number,
 *   label: string,
 *   className: string,
 *   press: (cell: number, event: MouseEvent) => void,
 *   heads?: boolean,
 * }} options
 */
export function cellGrid({ rows, columns, label, className, press, heads = false }) {
  const cells = Array.from({ length: rows * columns }, (_, cell) =>
    h('button', { class: 'cell', type: 'button', data: { cell }, on: { click: (event) => press(cell, event) } }),
  );
  const lines = Array.from({ length: rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns));
  const element = h(
    'div',
    { class: `grid ${className}`, role: 'grid', 'aria-label': label, style: { '--columns': columns, '--rows': rows } },
    heads && headings(columns),
    lines.map((line, row) =>
      h(
        'div',
        { role: 'row', class: 'grid-row' },
        heads && h('div', { role: 'rowheader', class: 'head', text: row + 1 }),
        line.map((cell) => h('div', { role: 'gridcell' }, cell)),
      ),
    ),
  );
  arrowKeys(element, () => lines);
  rove(cells);
  return { element, cells, lines };
}

/** @param {number} columns */
function headings(columns) {
  return h(
    'div',
    { role: 'row', class: 'grid-row' },
    h('div', { role: 'columnheader', class: 'head' }, onlyRead('Row')),
    [...LETTERS.slice(0, columns)].map((letter) => h('div', { role: 'columnheader', class: 'head', text: letter })),
  );
}

/**
 * @param {number} cell
 * @param {number} columns
 * @returns {string} as "B7": the column's letter, the row's number
 */
export function cellName(cell, columns) {
  return `${LETTERS[cell % columns]}${Math.floor(cell / columns) + 1}`;
}
