// Playing cards: drawn faces and backs, and their names. cards.css defines their look.

import { dress, h, svg } from '../lib/dom.js';

/** @typedef {string | null | undefined} Code a card as "Td"; null: its back; undefined: an empty place */

const RANKS = '23456789TJQKA';
const RANK_NAMES = [
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'jack',
  'queen',
  'king',
  'ace',
];
/** @type {Record<string, string>} */
const SUIT_NAMES = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };

/** The suits' outlines, twenty units high, around their middle. */
/** @type {Record<string, string>} */
const SUITS = {
  h: 'M0 9.500C-2.500 6-9 2-9-3.500-9-7-6.500-9-4.300-9-2.300-9-.7-7.800 0-5.800.7-7.800 2.300-9 4.300-9 6.500-9 9-7 9-3.500 9 2 2.500 6 0 9.500z',
  d: 'M0-10C1.800-6.500 4.500-3 7.500 0 4.500 3 1.800 6.500 0 10-1.800 6.500-4.500 3-7.500 0-4.500-3-1.800-6.500 0-10z',
  s: 'M0-9.500C2.500-5.500 9-2.500 9 3c0 2.700-2 4.500-4.300 4.500C3.200 7.500 1.800 6.800 1 5.500 1.200 7.500 2 9 3.300 9.700h-6.600C-2 9-1.200 7.500-1 5.500-1.800 6.800-3.200 7.500-4.700 7.500-7 7.500-9 5.700-9 3-9-2.500-2.500-5.500 0-9.500z',
  c: 'M0-9.500a4.300 4.300 0 0 1 3.400 7A4.300 4.300 0 1 1 1 4.300C1.200 6.800 2 8.900 3.300 9.700h-6.600C-2 8.900-1.200 6.800-1 4.300A4.300 4.300 0 1 1-3.400-2.500 4.300 4.300 0 0 1 0-9.500z',
};

const LEFT = 36;
const MIDDLE = 50;
const RIGHT = 64;
const FOUR = [[30], [56.7], [83.3], [110]].flatMap(
  ([y]) =>
    /** @type {[number, number][]} */ ([
      [LEFT, y],
      [RIGHT, y],
    ]),
);
const CORNERS = pairs(30, 110);
const SIX = pairs(30, 70, 110);

/** The positions of the pips of the ranks two to ten. */
/** @type {[number, number][][]} */
const PIPS = [
  [
    [MIDDLE, 30],
    [MIDDLE, 110],
  ],
  [
    [MIDDLE, 30],
    [MIDDLE, 70],
    [MIDDLE, 110],
  ],
  CORNERS,
  [...CORNERS, [MIDDLE, 70]],
  SIX,
  [...SIX, [MIDDLE, 50]],
  [...SIX, [MIDDLE, 50], [MIDDLE, 90]],
  [...FOUR, [MIDDLE, 70]],
  [...FOUR, [MIDDLE, 43.3], [MIDDLE, 96.7]],
];

/**
 * @param {number[]} rows
 * @returns {[number, number][]}
 */
function pairs(...rows) {
  return rows.flatMap(
    (y) =>
      /** @type {[number, number][]} */ ([
        [LEFT, y],
        [RIGHT, y],
      ]),
  );
}

/**
 * A rank's index from the two up, as in a card's id.
 * @param {string} code
 */
export function rankOf(code) {
  return RANKS.indexOf(code.charAt(0));
}

/**
 * The id of a card, as in `winningPieces`.
 * @param {string} code
 */
export function idOf(code) {
  return 13 * 'cdhs'.indexOf(code.charAt(1)) + rankOf(code);
}

/**
 * @param {string} code
 * @param {number} [count]
 * @returns {string} "jack", "jacks", "sixes"
 */
export function rankName(code, count = 1) {
  const name = RANK_NAMES[rankOf(code)] ?? '?';
  if (count === 1) return name;
  return name === 'six' ? 'sixes' : `${name}s`;
}

/**
 * @param {string} code
 * @returns {string} "ten of diamonds"
 */
export function cardName(code) {
  return `${rankName(code)} of ${SUIT_NAMES[code.charAt(1)] ?? '?'}`;
}

/**
 * Cards in words, for screen readers.
 * @param {string[]} codes
 */
export function cardNames(codes) {
  return codes.map(cardName).join(', ');
}

/**
 * A card on the table, named for screen readers.
 * @param {Code} [code]
 */
export function card(code) {
  const element = h('span', { class: 'card' });
  showCard(element, code);
  return element;
}

/**
 * Changes what a card shows; an unchanged card is not redrawn.
 * @param {HTMLElement} element
 * @param {Code} code
 * @param {string} [name] instead of the card's own name
 */
export function showCard(element, code, name) {
  const shown = code === null ? 'back' : (code ?? 'none');
  dress(element, {
    role: code === undefined ? null : 'img',
    'aria-label': code === undefined ? null : (name ?? (code === null ? 'a hidden card' : cardName(code))),
  });
  if (element.dataset['card'] === shown) return;
  const turned = element.dataset['card'] === 'back' && code;
  element.dataset['card'] = shown;
  element.classList.toggle('turned', Boolean(turned));
  element.replaceChildren(...(code === undefined ? [] : [code === null ? back() : face(code)]));
}

/**
 * Sets the children of an element to these cards, from left to right. Unchanged cards stay.
 * @param {HTMLElement} row
 * @param {Code[]} codes
 * @param {(code: Code, place: number) => string} [className] more classes of a card
 */
export function showCards(row, codes, className) {
  while (row.children.length > codes.length) row.lastElementChild?.remove();
  codes.forEach((code, place) => {
    const old = /** @type {HTMLElement | undefined} */ (row.children[place]);
    const element = old ?? card(code);
    if (old) showCard(old, code);
    else row.append(element);
    const turned = element.classList.contains('turned') ? ' turned' : '';
    element.className = `card${turned} ${className?.(code, place) ?? ''}`.trimEnd();
  });
}

/**
 * A face, as a picture without a name.
 * @param {string} code
 */
export function face(code) {
  const suit = code.charAt(1);
  const index = code.charAt(0) === 'T' ? '10' : code.charAt(0);
  return svg(
    'svg',
    { viewBox: '0 0 100 140', 'aria-hidden': 'true', class: `card-face suit-${suit}` },
    svg('rect', { class: 'paper', x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    svg('g', { class: 'whole' }, corner(index, suit), corner(index, suit, 'rotate(180 50 70)'), middle(code)),
    svg('g', { class: 'tiny' }, word(index, 50, 66, 76, 66), pip(suit, 50, 105, 2.7)),
  );
}

/**
 * @param {string} index
 * @param {string} suit
 * @param {string} [transform]
 */
function corner(index, suit, transform) {
  return svg(
    'g',
    { transform: transform ?? null },
    index === '10' ? word(index, 17, 32, 33, 29) : word(index, 16, 34, 37, 25),
    pip(suit, 16, 52, 0.95),
  );
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} widest of two characters
 */
function word(text, x, y, size, widest) {
  const squeezed = text.length > 1 ? { textLength: widest, lengthAdjust: 'spacingAndGlyphs' } : {};
  return svg('text', { x, y, 'font-size': size, 'text-anchor': 'middle', ...squeezed }, text);
}

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function pip(suit, x, y, scale) {
  const turn = y > 70 && scale < 1 && x !== 16 ? ' rotate(180)' : '';
  return svg('path', { d: SUITS[suit] ?? '', transform: `translate(${x} ${y}) scale(${scale})${turn}` });
}

/** @param {string} code */
function middle(code) {
  const suit = code.charAt(1);
  const rank = rankOf(code);
  if (rank === 12) return pip(suit, 50, 70, 2.4);
  const pips = PIPS[rank];
  if (pips) return pips.map(([x, y]) => pip(suit, x, y, 0.82));
  return [
    svg('rect', { class: 'court', x: 30, y: 24, width: 40, height: 92, rx: 5 }),
    svg('text', { class: 'letter', x: 50, y: 85, 'font-size': 44, 'text-anchor': 'middle' }, code.charAt(0)),
    pip(suit, 50, 39, 0.85),
    pip(suit, 50, 101, 0.85),
  ];
}

function back() {
  return svg(
    'svg',
    { viewBox: '0 0 100 140', 'aria-hidden': 'true', class: 'card-back' },
    svg('rect', { class: 'paper', x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    svg('rect', { class: 'cloth', x: 7, y: 7, width: 86, height: 126, rx: 6 }),
    svg('path', {
      class: 'weave',
      d: 'M50 14 86 70 50 126 14 70zM50 38 70.500 70 50 102 29.500 70zM7 7 50 74 93 7M7 133 50 66 93 133',
    }),
  );
}
