// The kinds of tables with their rules, from the public document.

import { get, patiently } from './api.js';

/**
 * @typedef {Api.GameKind & { fewestSeats: number, mostSeats: number, levels: Api.HouseLevel[] }} Kind
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
 * The game of a table: its kind, and for a table without one (a duel's leg) a kind of the same game; for an unknown
 * game its id.
 * @param {string | null} kind
 * @param {string} gameId
 * @returns {Promise<Pick<Kind, 'label' | 'description' | 'rules' | 'levels'>>}
 */
export async function played(kind, gameId) {
  const all = await kinds().catch(() => []);
  const known = all.find((one) => one.kind === kind) ?? all.find((one) => one.gameId === gameId);
  return known ?? { label: gameId, description: '', rules: '', levels: [] };
}
