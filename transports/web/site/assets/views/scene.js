// The picture of the front page: a turnstone on the shore, and what lies under the stone.

import { svg } from '../lib/dom.js';

export function scene() {
  return svg(
    'svg',
    { viewBox: '0 0 480 320', class: 'scene', 'aria-hidden': 'true' },
    svg('defs', null, svg('clipPath', { id: 'scene-edge' }, svg('rect', { width: 480, height: 320, rx: 16 }))),
    svg(
      'g',
      { 'clip-path': 'url(#scene-edge)' },
      svg('rect', { width: 480, height: 320, fill: 'var(--sky)' }),
      svg('circle', { cx: 372, cy: 84, r: 38, fill: 'var(--sun)' }),
      svg('path', { d: 'M0 132c60-10 110-8 170 0s120 8 180-2 90-6 130 0v60H0z', fill: 'var(--sea-far)' }),
      svg('path', { d: 'M0 160c70-12 130 6 200 0s130-12 280 2v70H0z', fill: 'var(--sea)' }),
      svg('path', { d: 'M0 200c90-16 150-6 240 2s160 0 240-12v140H0z', fill: 'var(--foam)' }),
      svg('path', { d: 'M0 212c90-16 150-6 240 2s160 0 240-12v120H0z', fill: 'var(--sand)' }),
      pebbles(),
      underStone(),
      bird(),
    ),
  );
}

function pebbles() {
  const places = [
    [46, 250, 20, 9],
    [92, 286, 28, 12],
    [24, 296, 16, 8],
    [404, 288, 34, 14],
    [448, 252, 18, 8],
    [352, 302, 16, 7],
    [140, 262, 10, 5],
    [300, 296, 9, 4],
  ];
  return places.map(([cx, cy, rx, ry], place) =>
    svg('ellipse', { cx, cy, rx, ry, fill: place % 2 === 0 ? 'var(--stone)' : 'var(--stone-light)' }),
  );
}

/** A stone tipped on its edge, with a card and chips below. */
function underStone() {
  return svg(
    'g',
    null,
    svg('ellipse', { cx: 338, cy: 262, rx: 52, ry: 10, fill: 'var(--sand-dark)' }),
    svg(
      'g',
      { transform: 'translate(332 252) rotate(-14)' },
      svg('rect', { x: -22, y: -13, width: 44, height: 26, rx: 4, fill: 'var(--card)', stroke: 'var(--edge)' }),
      svg('path', {
        d: 'M0-4C-1.300-8-8-8-8-2.700c0 4 5.300 6.700 8 10.700 2.700-4 8-6.700 8-10.700 0-5.300-6.700-5.300-8-1.300z',
        fill: 'var(--suit-red)',
        transform: 'rotate(90) scale(.9)',
      }),
    ),
    svg('ellipse', { cx: 372, cy: 264, rx: 13, ry: 5, fill: 'var(--accent)', stroke: 'var(--raised)' }),
    svg('ellipse', { cx: 372, cy: 259, rx: 13, ry: 5, fill: 'var(--warning)', stroke: 'var(--raised)' }),
    svg('path', {
      d: 'M318 234c-6-34 22-58 54-54 30 4 46 26 40 48-3 12-14 18-26 20-28 3-64 2-68-14z',
      fill: 'var(--stone-dark)',
      transform: 'rotate(18 360 214) translate(12 -16)',
    }),
    svg('path', {
      d: 'M330 214c2-18 20-30 40-28',
      fill: 'none',
      stroke: 'var(--stone-light)',
      'stroke-width': 5,
      'stroke-linecap': 'round',
      transform: 'rotate(18 360 214) translate(12 -16)',
      opacity: 0.7,
    }),
  );
}

function bird() {
  return svg(
    'g',
    { transform: 'translate(116 92)' },
    svg('path', {
      d: 'M92 116l-6 40m0 0-14 6m14-6 16 4M124 116l8 38m0 0-12 8m12-8 18 2',
      stroke: 'var(--sun)',
      'stroke-width': 6,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      fill: 'none',
    }),
    // Belly, back, wing, breast, head.
    svg('path', {
      d: 'M4 84C30 66 58 40 100 36c30-3 56 10 62 36 5 24-20 52-58 52C58 124 40 104 4 84z',
      fill: 'var(--feather-light)',
    }),
    svg('path', {
      d: 'M4 84C30 62 62 36 102 36c22 0 36 8 40 20-20 22-56 38-92 38-18 0-34-4-46-10z',
      fill: 'var(--feather)',
    }),
    svg('path', {
      d: 'M30 82c26-2 54-14 74-34M44 90c28-3 56-16 78-38',
      stroke: 'var(--feather-dark)',
      'stroke-width': 5,
      fill: 'none',
      'stroke-linecap': 'round',
    }),
    svg('path', {
      d: 'M128 44c16-8 34 2 36 24 2 20-12 36-26 38-8-10 2-22-4-34-4-10-14-18-6-28z',
      fill: 'var(--feather-dark)',
    }),
    svg('path', {
      d: 'M124 52c-2-26 14-40 34-38 16 1 26 10 28 24 1 12-10 22-24 24-14 2-28 0-38-10z',
      fill: 'var(--feather-light)',
    }),
    svg('path', { d: 'M136 24c10-12 34-12 44 2-14-3-30-3-44-2z', fill: 'var(--feather)' }),
    svg('path', {
      d: 'M150 56c4-8 12-12 20-14 6-2 12-2 16-4 0 12-10 22-24 24-6 0-10-2-12-6z',
      fill: 'var(--feather-dark)',
    }),
    svg('path', { d: 'M184 32l32 14-34 2z', fill: 'var(--feather-dark)' }),
    svg('circle', { cx: 168, cy: 31, r: 4.5, fill: 'var(--feather-ink)' }),
    svg('circle', { cx: 169.5, cy: 29.5, r: 1.4, fill: 'var(--card)' }),
  );
}
