// Dice and the halves of domino tiles, with their pips.

import { svg } from '../lib/dom.js';

/** The positions of the pips of 0 to 6, in a square of 100. */
/** @type {[number, number][][]} */
const PIPS = [
  [],
  [[50, 50]],
  [
    [26, 26],
    [74, 74],
  ],
  [
    [26, 26],
    [50, 50],
    [74, 74],
  ],
  [
    [26, 26],
    [74, 26],
    [26, 74],
    [74, 74],
  ],
  [
    [26, 26],
    [74, 26],
    [50, 50],
    [26, 74],
    [74, 74],
  ],
  [
    [26, 24],
    [74, 24],
    [26, 50],
    [74, 50],
    [26, 76],
    [74, 76],
  ],
];

/**
 * The pips of a face in a square of 100.
 * @param {number} face 0 to 6
 * @returns {SVGGElement}
 */
export function pips(face) {
  return svg(
    'g',
    { class: 'pips' },
    (PIPS[face] ?? []).map(([cx, cy]) => svg('circle', { cx, cy, r: 10 })),
  );
}

/**
 * A die; null is a hidden one.
 * @param {number | null} face
 * @param {string} [className]
 */
export function die(face, className = '') {
  return svg(
    'svg',
    { viewBox: '0 0 100 100', class: `die ${face === null ? 'hidden-die' : ''} ${className}`, 'aria-hidden': 'true' },
    svg('rect', { x: 3, y: 3, width: 94, height: 94, rx: 18, class: 'die-face' }),
    face === null ? svg('text', { x: 50, y: 68, 'text-anchor': 'middle', class: 'unknown' }, '?') : pips(face),
  );
}
