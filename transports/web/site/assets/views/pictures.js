// A simple picture of every game.

import { svg } from '../lib/dom.js';
import {
  BLACK,
  CLUB,
  DIAMOND,
  HEART,
  RED,
  SPADE,
  card,
  circle,
  cross,
  die,
  disc,
  mini,
  ring,
  stack,
  star,
  suit,
  tile,
  turn,
  wedge,
  word,
} from './strokes.js';

/** @type {Record<string, () => import('../lib/dom.js').Child[]>} */
const PICTURES = {
  holdem: () => [card(34, 34, -12, SPADE, BLACK), card(52, 33, 10, HEART, RED), stack(78, 50, 3), stack(17, 50, 2)],
  'holdem-ring': () => [
    svg('ellipse', { cx: 48, cy: 33, rx: 36, ry: 21, fill: 'var(--accent-soft)', stroke: 'var(--accent)' }),
    [-14, 0, 14].map((x) => mini(48 + x, 33)),
    [0, 60, 120, 180, 240, 300].map((angle, seat) =>
      disc(48 + 38 * Math.cos(turn(angle)), 33 + 23 * Math.sin(turn(angle)), 5, `var(--seat-${seat})`),
    ),
  ],
  blackjack: () => [
    card(38, 33, -8, SPADE, BLACK, 'A'),
    card(57, 33, 8, DIAMOND, RED, 'J'),
    disc(80, 16, 10, 'var(--accent)'),
    word(80, 20, '21', 'var(--on-accent)', 11),
  ],
  'blackjack-3': () => [
    card(20, 34, -6, SPADE, BLACK, 'A'),
    card(48, 34, 0, HEART, RED, 'K'),
    card(76, 34, 6, CLUB, BLACK, 'J'),
    disc(84, 14, 10, 'var(--accent)'),
    word(84, 18, '3×', 'var(--on-accent)', 11),
  ],
  'holdem-open': () => [
    card(34, 37, -12, SPADE, BLACK),
    card(62, 37, 12, HEART, RED),
    disc(14, 20, 7, 'var(--seat-0)'),
    disc(82, 20, 7, 'var(--seat-1)'),
  ],
  'video-poker': () =>
    [0, 1, 2, 3, 4].map((place) => [
      svg('rect', {
        x: 6 + place * 17.4,
        y: place % 2 === 0 ? 16 : 22,
        width: 15,
        height: 24,
        rx: 2,
        fill: 'var(--card)',
        stroke: 'var(--edge)',
      }),
      suit(
        13.5 + place * 17.4,
        place % 2 === 0 ? 28 : 34,
        0.75,
        place % 2 === 0 ? HEART : CLUB,
        place % 2 === 0 ? RED : BLACK,
      ),
      svg('rect', {
        x: 6 + place * 17.4,
        y: 51,
        width: 15,
        height: 4,
        rx: 2,
        fill: place % 2 === 0 ? 'var(--accent)' : 'var(--line)',
      }),
    ]),
  baccarat: () => [
    card(22, 32, -6, DIAMOND, RED),
    card(34, 32, 6, CLUB, BLACK),
    card(62, 32, -6, SPADE, BLACK),
    card(74, 32, 6, HEART, RED),
    svg('path', { d: 'M48 14v38', stroke: 'var(--line)', 'stroke-width': 2, 'stroke-dasharray': '3 3' }),
  ],
  roulette: () => [
    svg('circle', { cx: 48, cy: 33, r: 26, fill: 'var(--suit-black)', stroke: 'var(--edge)' }),
    Array.from({ length: 9 }, (_, place) => wedge(48, 33, 25, place * 40, place * 40 + 20)),
    disc(48, 33, 15, 'var(--card)'),
    disc(48, 33, 4, 'var(--edge)'),
    svg('path', { d: 'M48 22v22M37 33h22', stroke: 'var(--edge)', 'stroke-width': 2.5, 'stroke-linecap': 'round' }),
    disc(66, 19, 3, 'var(--card)'),
  ],
  'tic-tac-toe': () => [
    svg('path', {
      d: 'M38 10v46M57 10v46M24 25h47M24 41h47',
      stroke: 'var(--edge)',
      'stroke-width': 2,
      'stroke-linecap': 'round',
    }),
    cross(31, 17, 'var(--seat-1)'),
    ring(47.5, 33, 'var(--seat-0)'),
    cross(64, 49, 'var(--seat-1)'),
    ring(64, 17, 'var(--seat-0)'),
    cross(31, 33, 'var(--seat-1)'),
  ],
  rps: () => [
    svg('path', { d: 'M11 42c-3-9 3-17 11-18 8 0 12 6 11 13-1 7-5 9-11 9-6 0-10-1-11-4z', fill: 'var(--seat-0)' }),
    svg('path', { d: 'M40 20h12l6 6v20H40z', fill: 'var(--card)', stroke: 'var(--edge)', 'stroke-width': 1.5 }),
    svg('path', { d: 'M52 20v6h6M44 32h10M44 38h10', fill: 'none', stroke: 'var(--edge)', 'stroke-width': 1.5 }),
    svg('path', {
      d: 'M69 20 82 40M83 20 70 40',
      stroke: 'var(--seat-1)',
      'stroke-width': 3,
      'stroke-linecap': 'round',
    }),
    svg('g', { fill: 'none', stroke: 'var(--seat-1)', 'stroke-width': 2.5 }, circle(68, 43.5, 4), circle(84, 43.5, 4)),
  ],
  'connect-four': () => [
    svg('rect', { x: 18, y: 7, width: 60, height: 51, rx: 5, fill: 'var(--accent)' }),
    Array.from({ length: 20 }, (_, place) => {
      const fills = '....' + '.....' + '..10.' + '.1001' + '';
      const owner = fills[place];
      const fill = owner === '0' ? 'var(--card)' : owner === '1' ? 'var(--suit-red)' : 'var(--accent-soft)';
      return disc(26 + (place % 5) * 11, 14 + Math.floor(place / 5) * 12.3, 4.4, fill);
    }),
  ],
  mancala: () => [
    svg('rect', { x: 6, y: 15, width: 84, height: 36, rx: 18, fill: 'var(--sunken)', stroke: 'var(--edge)' }),
    svg('rect', { x: 10, y: 21, width: 11, height: 24, rx: 5.5, fill: 'var(--raised)', stroke: 'var(--line)' }),
    svg('rect', { x: 75, y: 21, width: 11, height: 24, rx: 5.5, fill: 'var(--raised)', stroke: 'var(--line)' }),
    [0, 1, 2, 3].map((place) => [
      [24, 41].map((y) =>
        svg('circle', { cx: 30 + place * 12, cy: y, r: 5.2, fill: 'var(--raised)', stroke: 'var(--line)' }),
      ),
      disc(29 + place * 12, 23, 1.7, 'var(--seat-0)'),
      disc(32 + place * 12, 25, 1.7, 'var(--seat-1)'),
      disc(30 + place * 12, 42, 1.7, place % 2 === 0 ? 'var(--seat-2)' : 'var(--seat-1)'),
    ]),
    disc(80, 29, 1.7, 'var(--seat-0)'),
    disc(81, 34, 1.7, 'var(--seat-1)'),
    disc(79, 38, 1.7, 'var(--seat-2)'),
    disc(16, 36, 1.7, 'var(--seat-1)'),
  ],
  'liars-dice': () => [
    svg('path', { d: 'M22 10h26l5 38H17z', fill: 'var(--seat-1)' }),
    svg('path', { d: 'M17 48h36', stroke: 'var(--ink)', 'stroke-width': 3, 'stroke-linecap': 'round' }),
    svg('path', { d: 'M20.500 24h29', stroke: 'var(--on-warning)', 'stroke-width': 2, opacity: 0.5 }),
    die(60, 34, [1, 5, 9], -8),
    die(72, 14, [1, 3, 7, 9], 12),
  ],
  battleship: () => [
    svg('rect', { x: 8, y: 8, width: 80, height: 50, rx: 4, fill: 'var(--accent-soft)' }),
    svg('path', {
      d: 'M24 8v50M40 8v50M56 8v50M72 8v50M8 24.700h80M8 41.300h80',
      stroke: 'var(--raised)',
      'stroke-width': 2,
    }),
    svg('path', { d: 'M27 28h36l6 5-6 5H27c-3 0-3-10 0-10z', fill: 'var(--quiet)' }),
    cross(48, 33, 'var(--suit-red)', 4),
    disc(16, 16.5, 3, 'var(--raised)'),
    disc(80, 50, 3, 'var(--raised)'),
    disc(64, 16.5, 3, 'var(--raised)'),
  ],
  memory: () =>
    [0, 1, 2, 3, 4, 5].map((place) => {
      const x = 18 + (place % 3) * 22;
      const y = 7 + Math.floor(place / 3) * 27;
      const open = place === 1 || place === 3;
      return [
        svg('rect', {
          x,
          y,
          width: 17,
          height: 23,
          rx: 3,
          fill: open ? 'var(--card)' : 'var(--card-back)',
          stroke: open ? 'var(--edge)' : 'var(--card-back-line)',
        }),
        open
          ? svg('path', { d: star(x + 8.5, y + 11.5, 6), fill: 'var(--seat-1)' })
          : svg('path', {
              d: `M${x + 4} ${y + 6}h9M${x + 4} ${y + 11.5}h9M${x + 4} ${y + 17}h9`,
              stroke: 'var(--card-back-line)',
              'stroke-width': 1.5,
            }),
      ];
    }),
  minesweeper: () => [
    Array.from({ length: 12 }, (_, place) =>
      svg('rect', {
        x: 17 + (place % 4) * 16,
        y: 9 + Math.floor(place / 4) * 16,
        width: 14.5,
        height: 14.5,
        rx: 2,
        fill: [0, 1, 4, 5, 8].includes(place) ? 'var(--raised)' : 'var(--sunken)',
        stroke: 'var(--line)',
      }),
    ),
    word(40, 20.5, '1', 'var(--suit-text, var(--seat-0))', 11),
    word(40, 36.5, '2', 'var(--seat-2)', 11),
    word(24, 52.5, '1', 'var(--seat-0)', 11),
    svg('path', { d: 'M54.500 29v11', stroke: 'var(--ink)', 'stroke-width': 1.5 }),
    svg('path', { d: 'M55 28.500 62 32l-7 3.500z', fill: 'var(--warning)' }),
    disc(72, 48, 4, 'var(--ink)'),
    svg('path', { d: 'M72 42v12M66 48h12M68 44l8 8M76 44l-8 8', stroke: 'var(--ink)', 'stroke-width': 1.5 }),
  ],
  president: () => [
    card(30, 40, -16, CLUB, BLACK),
    card(48, 37, 0, DIAMOND, RED),
    card(66, 40, 16, SPADE, BLACK),
    svg('path', { d: 'M36 16 34 4l7 6 7-8 7 8 7-6-2 12z', fill: 'var(--warning)' }),
  ],
  dominoes: () => [tile(30, 33, -14, [1, 5, 9], [1, 3, 7, 9]), tile(62, 33, 12, [1, 3, 7, 9], [1, 3, 4, 6, 7, 9])],
};

/**
 * The picture of a kind or of its game; otherwise a generic one.
 * @param {string} gameId
 * @param {string | null} [kind]
 */
export function picture(gameId, kind) {
  const name = [kind, gameId].find((key) => key && Object.hasOwn(PICTURES, key)) ?? '';
  const draw = PICTURES[name];
  return svg(
    'svg',
    { viewBox: '0 0 96 66', class: 'picture', 'aria-hidden': 'true' },
    draw?.() ?? [tile(48, 33, 0, [5], [1, 9])],
  );
}
