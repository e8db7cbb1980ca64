// The wheel with its 37 pockets in the European order. It turns until the number is on top.

import { h, svg } from '../lib/dom.js';

const ORDER = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
];
const STEP = 360 / ORDER.length;
/** How long the wheel turns, in milliseconds. */
export const SPIN = 2_600;
/** How often it turns around meanwhile. */
const ROUNDS = 3;

export function wheel() {
  const pockets = ORDER.map((n, place) => {
    const colour = place === 0 ? 'green' : place % 2 === 1 ? 'red' : 'black';
    return svg(
      'g',
      { transform: `rotate(${place * STEP})` },
      svg('path', { class: `pocket ${colour}`, d: slice() }),
      svg('text', { y: -85, 'text-anchor': 'middle', 'font-size': 9.5 }, String(n)),
    );
  });
  return h(
    'div',
    { class: 'rou-wheel', 'aria-hidden': 'true' },
    svg(
      'svg',
      { viewBox: '-104 -104 208 208' },
      svg('circle', { class: 'rim', r: 102 }),
      svg(
        'g',
        { class: 'rotor' },
        pockets,
        svg('circle', { class: 'hub', r: 60 }),
        svg('path', { class: 'cross', d: 'M-34 0h68M0-34v68' }),
      ),
      svg('circle', { class: 'ball', cx: 0, cy: -68, r: 6 }),
    ),
  );
}

function slice() {
  const half = (STEP / 2) * (Math.PI / 180);
  const point = (/** @type {number} */ radius, /** @type {number} */ side) =>
    `${(radius * Math.sin(half) * side).toFixed(2)} ${(-radius * Math.cos(half)).toFixed(2)}`;
  return `M${point(60, -1)}L${point(98, -1)}A98 98 0 0 1 ${point(98, 1)}L${point(60, 1)}z`;
}

/**
 * @param {HTMLElement} element
 * @param {number | null} number none: no ball is shown
 * @param {{ spins: boolean, still: boolean }} how whether the wheel spins before the result, and whether nothing moves
 */
export function turnTo(element, number, { spins, still }) {
  const rotor = /** @type {SVGElement} */ (element.querySelector('.rotor'));
  const ball = /** @type {SVGElement} */ (element.querySelector('.ball'));
  element.classList.toggle('still', still);
  // Afterwards it stays as it has turned.
  if (spins) element.classList.add('spins');
  else if (number === null) element.classList.remove('spins');
  element.style.setProperty('--spin', `${SPIN}ms`);
  ball.style.setProperty('visibility', number === null ? 'hidden' : 'visible');
  const rounds = element.classList.contains('spins') ? ROUNDS : 0;
  const turned = number === null ? 0 : -(rounds * 360 + ORDER.indexOf(number) * STEP);
  rotor.style.setProperty('transform', `rotate(${turned}deg)`);
}
