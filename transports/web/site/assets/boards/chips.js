// Chips as small stacks with their number beside them. The stack shows the amount at a glance.

import { h, setText, svg } from '../lib/dom.js';
import { number } from '../lib/format.js';

const VALUES = [1, 5, 25, 100, 500, 2_500, 10_000, 50_000, 250_000, 1_000_000];
const KINDS = 5;
const HIGHEST = 5;

/**
 * A stack with a number; `showChips` fills it. The space of an absent number is reserved.
 * @param {string} [className]
 */
export function chipStack(className = '') {
  return h(
    'span',
    { class: `chips ${className}`.trim() },
    h('span', { class: 'stack' }),
    h('span', { class: 'number' }),
  );
}

/**
 * @param {HTMLElement} element
 * @param {number} amount nothing is shown for none
 */
export function showChips(element, amount) {
  const [pile, count] = /** @type {any} */ (element.children);
  element.classList.toggle('none', amount <= 0);
  setText(count, amount > 0 ? number(amount) : '');
  const discs = amount > 0 ? discsOf(amount) : [];
  const drawn = discs.join();
  if (element.dataset['discs'] === drawn) return;
  element.dataset['discs'] = drawn;
  pile.replaceChildren(...(discs.length === 0 ? [] : [drawing(discs)]));
}

/**
 * The largest discs that make up an amount, largest first, limited to what a stack shows.
 * @param {number} amount
 * @returns {number[]} places in the list of values
 */
function discsOf(amount) {
  const discs = [];
  let rest = amount;
  for (let place = VALUES.length - 1; place >= 0 && discs.length < HIGHEST; place -= 1) {
    const value = VALUES[place] ?? 1;
    while (rest >= value && discs.length < HIGHEST) {
      discs.push(place);
      rest -= value;
    }
  }
  return discs;
}

/** @param {number[]} discs */
function drawing(discs) {
  const height = 12 + HIGHEST * 4;
  return svg(
    'svg',
    { viewBox: `0 0 24 ${height}`, 'aria-hidden': 'true' },
    discs.map((place, level) => {
      const y = height - 11 - level * 4;
      return svg(
        'g',
        { class: `chip-${place % KINDS}`, transform: `translate(0 ${y})` },
        svg('path', { class: 'side', d: 'M1 4v4c0 4 22 4 22 0V4z' }),
        svg('path', {
          class: 'stripe',
          d: 'M4 7.500v2.600l3 .7V8.300zM10.500 8.700v2.500h3V8.700zM17 8.300v2.500l3-.7V7.500z',
        }),
        svg('ellipse', { class: 'top', cx: 12, cy: 4.5, rx: 11, ry: 3.5 }),
      );
    }),
  );
}
