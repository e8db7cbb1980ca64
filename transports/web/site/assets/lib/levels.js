// The levels of the house in words. The level that was chosen last in this browser is kept for the next practice table.

import * as prefs from './prefs.js';

/** The level of a house that plays at its best: the server's default. */
export const BEST = 5;
/** The level of a first game: newcomers win some of their games. */
export const FIRST = 2;

/** @type {[level: number, word: string][]} */
const WORDS = [
  [1, 'Beginner'],
  [2, 'Easy'],
  [3, 'Medium'],
  [4, 'Hard'],
  [BEST, 'Expert'],
];

/** The levels as options of a field. @type {[value: string, text: string][]} */
export const levelOptions = WORDS.map(([level, word]) => [String(level), word]);

/** @param {number} level */
export function levelWord(level) {
  return WORDS.find(([known]) => known === level)?.[1] ?? '';
}

export function chosenLevel() {
  const level = Number(prefs.read('level'));
  return levelWord(level) === '' ? FIRST : level;
}

/** @param {number} level */
export function chooseLevel(level) {
  prefs.write('level', String(level));
}

/**
 * How well the house plays at a table; null where its choices do not matter, or it has no seat.
 * @param {{ level?: number, seats: { name: string }[] }} table
 * @param {{ levels?: unknown[] }} kind
 */
export function levelAt({ level, seats }, { levels = [] }) {
  const plays = levels.length > 0 && seats.some(({ name }) => name === 'house');
  return plays ? (level ?? BEST) : null;
}
