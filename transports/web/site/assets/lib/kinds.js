// The kinds of tables with their rules, from the public document.

import { get, patiently } from './api.js';

/**
 * @typedef {Api.GameKind & { fewestSeats: number, mostSeats: number, levels: Api.HouseLevel[],
 *   rules: string }} Kind
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
 * The name of a table's game. A leg of two agents has no kind: it is not against the house.
 * @param {Pick<Kind, 'kind' | 'gameId' | 'label'>[]} all
 * @param {{ kind: string | null, gameId: string }} table
 * @returns {string} the game's id if it is unknown
 */
export function nameIn(all, { kind, gameId }) {
  const known = all.find((one) => one.kind === kind);
  if (known) return known.label;
  return all.find((one) => one.gameId === gameId)?.label.replace(/ against the house$/, '') ?? gameId;
}

/**
 * The game of a table: its kind, and for a table without one (a duel's leg) a kind of the same game; for an unknown
 * game its id.
 * @param {string | null} kind
 * @param {string} gameId
 * @returns {Promise<Pick<Kind, 'label' | 'description' | 'rules' | 'levels'> & { kind?: string }>}
 */
export async function played(kind, gameId) {
  const all = await kinds().catch(() => []);
  const known = all.find((one) => one.kind === kind) ?? all.find((one) => one.gameId === gameId);
  return known
    ? { ...known, label: nameIn(all, { kind, gameId }) }
    : { label: gameId, description: '', rules: '', levels: [] };
}
