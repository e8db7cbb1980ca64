// The kinds of tables, with their rules: from the document that everybody may read.

import { get, patiently } from './api.js';

/**
 * @typedef {Api.GameKind & { fewestSeats: number, mostSeats: number }} Kind
 */

/** @type {Promise<Kind[]> | null} */
let asked = null;

/** @returns {Promise<Kind[]>} */
export function kinds() {
  asked ??= patiently(() => get('/rules.json'), { attempts: 4 }).then((rules) => rules.games);
  asked.catch(() => (asked = null));
  return asked;
}

/**
 * @param {string | null} kind
 * @returns {Promise<Kind | undefined>}
 */
export async function kindOf(kind) {
  return (await kinds()).find((known) => known.kind === kind);
}

/**
 * The label of a kind; of a table without one (a duel's leg) the game's id.
 * @param {string | null} kind
 * @param {string} gameId
 */
export async function labelOf(kind, gameId) {
  const all = await kinds().catch(() => []);
  return (
    all.find((known) => known.kind === kind)?.label ?? all.find((known) => known.gameId === gameId)?.label ?? gameId
  );
}
