// A member's avatar: generated from the name alone. Pictures on other servers are not loaded: they would reveal who
// looks at whom.

import { h, svg } from './dom.js';

const HUES = [12, 40, 75, 120, 165, 195, 220, 260, 290, 330];

class MemberFace extends HTMLElement {
  connectedCallback() {
    if (!this.firstChild) this.append(drawing(this.getAttribute('name') ?? ''));
  }
}

customElements.define('member-face', MemberFace);

/**
 * @param {string} name
 * @returns {HTMLElement}
 */
export function face(name) {
  return h(/** @type {any} */ ('member-face'), { name, 'aria-hidden': 'true' });
}

/** @param {string} name */
function drawing(name) {
  const bits = hash(name);
  const hue = HUES[bits % HUES.length];
  const squares = [];
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      if (((bits >>> (row * 3 + column + 4)) & 1) === 0) continue;
      squares.push(square(column, row), square(4 - column, row));
    }
  }
  return svg(
    'svg',
    { viewBox: '0 0 7 7' },
    svg('rect', { width: 7, height: 7, rx: 1.5, fill: `hsl(${hue} 45% 88%)` }),
    svg('g', { fill: `hsl(${hue} 55% 34%)` }, squares),
  );
}

/**
 * @param {number} column
 * @param {number} row
 */
function square(column, row) {
  return svg('rect', { x: column + 1, y: row + 1, width: 1.02, height: 1.02 });
}

/**
 * FNV-1a over the name's characters.
 * @param {string} name
 */
function hash(name) {
  let sum = 0x811c9dc5;
  for (const letter of name) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (sum ^ (sum >>> 15)) >>> 0;
}
