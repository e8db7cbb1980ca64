// The parts of the small pictures: cards, chips, dice, tiles, plain shapes.

import { svg } from '../lib/dom.js';

export const HEART = 'M0-3C-1-6-6-6-6-2c0 3 4 5 6 8 2-3 6-5 6-8 0-4-5-4-6-1z';
export const SPADE = 'M0-6c-2 3-6 5-6 8 0 3 4 3.500 5 1.500L-2 7h4L1 3.500C2 5.500 6 5 6 2c0-3-4-5-6-8z';
export const CLUB = 'M0-6a3 3 0 0 0-2.600 4.500A3 3 0 1 0-1 3L-2 7h4L1 3a3 3 0 1 0 1.600-4.500A3 3 0 0 0 0-6z';
export const DIAMOND = 'M0-7 5 0 0 7-5 0z';
export const RED = 'var(--suit-red)';
export const BLACK = 'var(--suit-black)';

/**
 * @param {number} x
 * @param {number} y
 * @param {number} angle
 * @param {string} shape
 * @param {string} colour
 * @param {string} [index]
 */
export function card(x, y, angle, shape, colour, index) {
  return svg(
    'g',
    { transform: `translate(${x} ${y}) rotate(${angle})` },
    svg('rect', { x: -11, y: -17, width: 22, height: 34, rx: 3, fill: 'var(--card)', stroke: 'var(--edge)' }),
    suit(0, index ? 4 : 0, 1, shape, colour),
    index ? word(0, -5, index, colour, 10) : suit(-6.5, -12, 0.35, shape, colour),
  );
}

/**
 * @param {number} x
 * @param {number} y
 */
export function mini(x, y) {
  return svg('rect', { x: x - 5, y: y - 8, width: 10, height: 16, rx: 2, fill: 'var(--card)', stroke: 'var(--edge)' });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {string} d
 * @param {string} fill
 */
export function suit(x, y, scale, d, fill) {
  return svg('path', { d, fill, transform: `translate(${x} ${y}) scale(${scale})` });
}

/**
 * Chips on each other.
 * @param {number} x
 * @param {number} y
 * @param {number} count
 */
export function stack(x, y, count) {
  return Array.from({ length: count }, (_, place) =>
    svg('ellipse', {
      cx: x,
      cy: y - place * 5,
      rx: 9,
      ry: 4,
      fill: place % 2 === 0 ? 'var(--accent)' : 'var(--warning)',
      stroke: 'var(--raised)',
    }),
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {string} fill
 * @param {number} size
 */
export function word(x, y, text, fill, size) {
  return svg('text', { x, y, fill, 'text-anchor': 'middle', 'font-size': size, 'font-weight': 700 }, text);
}

/**
 * @param {number} cx
 * @param {number} cy
 * @param {number} r
 * @param {string} fill
 */
export function disc(cx, cy, r, fill) {
  return svg('circle', { cx, cy, r, fill });
}

/**
 * @param {number} cx
 * @param {number} cy
 * @param {number} r
 */
export function circle(cx, cy, r) {
  return svg('circle', { cx, cy, r });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} stroke
 */
export function ring(x, y, stroke) {
  return svg('circle', { cx: x, cy: y, r: 5, fill: 'none', stroke, 'stroke-width': 3 });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} stroke
 * @param {number} [size]
 */
export function cross(x, y, stroke, size = 5) {
  const d = `M${x - size} ${y - size}l${size * 2} ${size * 2}m0-${size * 2}l-${size * 2} ${size * 2}`;
  return svg('path', { d, stroke, 'stroke-width': 3, 'stroke-linecap': 'round' });
}

/**
 * The pips of a face on a square of 3 x 3 places, numbered from 1.
 * @param {number[]} places
 * @param {number} step
 */
function pips(places, step) {
  return places.map((place) =>
    disc((((place - 1) % 3) - 1) * step, (Math.floor((place - 1) / 3) - 1) * step, 1.8, BLACK),
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number[]} places
 * @param {number} angle
 */
export function die(x, y, places, angle) {
  return svg(
    'g',
    { transform: `translate(${x + 9} ${y + 9}) rotate(${angle})` },
    svg('rect', { x: -9, y: -9, width: 18, height: 18, rx: 4, fill: 'var(--card)', stroke: 'var(--edge)' }),
    pips(places, 5),
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} angle
 * @param {number[]} top
 * @param {number[]} bottom
 */
export function tile(x, y, angle, top, bottom) {
  return svg(
    'g',
    { transform: `translate(${x} ${y}) rotate(${angle})` },
    svg('rect', { x: -11, y: -22, width: 22, height: 44, rx: 4, fill: 'var(--card)', stroke: 'var(--edge)' }),
    svg('path', { d: 'M-8 0H8', stroke: 'var(--edge)' }),
    svg('g', { transform: 'translate(0 -11)' }, pips(top, 5.5)),
    svg('g', { transform: 'translate(0 11)' }, pips(bottom, 5.5)),
  );
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {number} from
 * @param {number} to
 */
export function wedge(x, y, r, from, to) {
  const [a, b, c, e] = [Math.cos(turn(from)), Math.sin(turn(from)), Math.cos(turn(to)), Math.sin(turn(to))].map(
    (part) => Math.round(part * r * 10) / 10,
  );
  return svg('path', { d: `M${x} ${y}l${a} ${b}A${r} ${r} 0 0 1 ${x + (c ?? 0)} ${y + (e ?? 0)}z`, fill: RED });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function star(x, y, r) {
  const points = Array.from({ length: 10 }, (_, place) => {
    const length = place % 2 === 0 ? r : r * 0.45;
    return `${x + length * Math.sin(turn(place * 36))} ${y - length * Math.cos(turn(place * 36))}`;
  });
  return `M${points.join('L')}z`;
}

/** @param {number} degrees */
export function turn(degrees) {
  return (degrees * Math.PI) / 180;
}
