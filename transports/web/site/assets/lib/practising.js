// The practice table that was opened last in this browser. A guest's seat is a cookie for that table alone, so only the
// browser knows it. The id is no credential.

import * as prefs from './prefs.js';

/** @typedef {{ id: string, label: string }} Practice */

/**
 * @param {string} id
 * @param {string} label of the game
 */
export function rememberPractice(id, label) {
  prefs.write('practice', JSON.stringify({ id, label }));
}

/** @returns {Practice | null} */
export function practice() {
  try {
    return JSON.parse(prefs.read('practice') ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Forgets a table that has ended, unless another one was opened meanwhile.
 * @param {string} id
 */
export function forgetPractice(id) {
  if (practice()?.id === id) prefs.write('practice', null);
}
