// The line of tiles, wrapped in rows of alternating direction: doubles across, both open ends highlighted.

import { svg } from '../lib/dom.js';
import { pips } from './dice.js';

/** The drawn size of half a tile: a tile is two long. */
const HALF = 40;
const GAP = 4;
const ROW = 2 * HALF + 14;

/**
 * One tile where it lies: its upper left corner, whether it stands upright, its halves in reading order.
 * @typedef {{ x: number, y: number, upright: boolean, halves: [number, number], place: number }} Laid
 */

/**
 * The line as one drawing.
 * @param {[number, number][]} line tiles from left to right
 * @param {number} width the available width, in halves of a tile
 * @param {number} newest the place of the tile that was laid last, or -1
 * @returns {SVGSVGElement}
 */
export function drawLine(line, width, newest) {
  const { laid, rows } = wrap(line, Math.max(6, width) * HALF);
  const height = Math.max(1, rows) * ROW;
  const drawing = svg(
    'svg',
    {
      class: 'domino-line',
      viewBox: `0 0 ${Math.max(6, width) * HALF} ${height}`,
      role: 'img',
      'aria-label': words(line),
    },
    laid.map((tile) => drawTile(tile, tile.place === newest, line.length)),
  );
  return drawing;
}

/** @param {[number, number][]} line */
function words(line) {
  const first = line[0];
  const last = line.at(-1);
  if (!first || !last) return 'No tile played yet';
  return `The line, left to right: ${line.map((tile) => tile.join('-')).join(', ')}. Open ends: ${first[0]} and ${last[1]}`;
}

/**
 * Lays the tiles out: even rows run to the right, odd ones back to the left.
 * @param {[number, number][]} line
 * @param {number} width
 * @returns {{ laid: Laid[], rows: number }}
 */
function wrap(line, width) {
  /** @type {Laid[][]} */
  const rows = [[]];
  let used = 0;
  line.forEach((halves, place) => {
    const upright = halves[0] === halves[1];
    const length = upright ? HALF : 2 * HALF;
    if (used + length > width) {
      rows.push([]);
      used = 0;
    }
    const row = rows.length - 1;
    const back = row % 2 === 1;
    const x = back ? width - used - length : used;
    const y = row * ROW + (upright ? 0 : HALF / 2) + 7;
    rows[row]?.push({ x, y, upright, halves: back ? [halves[1], halves[0]] : halves, place });
    used += length + GAP;
  });
  if (rows.length === 1) centre(rows[0] ?? [], width - used + GAP);
  return { laid: rows.flat(), rows: rows.length };
}

/**
 * @param {Laid[]} row
 * @param {number} room
 */
function centre(row, room) {
  for (const tile of row) tile.x += Math.max(0, room) / 2;
}

/**
 * @param {Laid} tile
 * @param {boolean} newest
 * @param {number} count
 */
function drawTile({ x, y, upright, halves, place }, newest, count) {
  const [width, height] = upright ? [HALF, 2 * HALF] : [2 * HALF, HALF];
  const open = place === 0 || place === count - 1;
  return svg(
    'g',
    { class: `domino${newest ? ' newest' : ''}${open ? ' open' : ''}`, transform: `translate(${x} ${y})` },
    face(width, height, upright, halves),
  );
}

/**
 * A tile's face: its body, the bar, the pips of both halves.
 * @param {number} width
 * @param {number} height
 * @param {boolean} upright
 * @param {[number, number]} halves
 */
function face(width, height, upright, halves) {
  const bar = upright ? { x1: 6, x2: width - 6, y1: HALF, y2: HALF } : { x1: HALF, x2: HALF, y1: 6, y2: height - 6 };
  return [
    svg('rect', { x: 1, y: 1, width: width - 2, height: height - 2, rx: 6, class: 'tile-body' }),
    svg('line', { ...bar, class: 'tile-bar' }),
    half(halves[0], 0, 0, upright),
    half(halves[1], upright ? 0 : HALF, upright ? HALF : 0, upright),
  ];
}

/**
 * @param {number} number
 * @param {number} x
 * @param {number} y
 * @param {boolean} upright pips turn with the tile
 */
function half(number, x, y, upright) {
  const scale = HALF / 100;
  const turn = upright ? '' : ' rotate(90 50 50)';
  return svg('g', { transform: `translate(${x} ${y}) scale(${scale})${turn}` }, pips(number));
}

/**
 * A tile of a hand, upright.
 * @param {string} tile as "2-5"
 */
export function handTile(tile) {
  const [low = 0, high = 0] = tile.split('-').map(Number);
  return svg(
    'svg',
    { viewBox: `0 0 ${HALF} ${2 * HALF}`, class: 'hand-tile', 'aria-hidden': 'true' },
    svg('g', { class: 'domino' }, face(HALF, 2 * HALF, true, [low, high])),
  );
}
