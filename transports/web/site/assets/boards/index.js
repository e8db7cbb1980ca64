// The boards by game: a module and a style sheet of the same name each. A game that is not here is drawn by the generic
// table.

import { sheet } from '../lib/sheet.js';

/** @typedef {Promise<{ default: import('./contract.js').BoardModule }>} Loaded */

/** @type {Record<string, () => Loaded>} */
const BOARDS = {
  'tic-tac-toe': () => dressed('tic-tac-toe', import('./tic-tac-toe.js')),
};

/**
 * The board of a game.
 * @param {string} gameId
 * @returns {Promise<import('./contract.js').BoardModule>}
 */
export async function boardOf(gameId) {
  const load = Object.hasOwn(BOARDS, gameId) ? BOARDS[gameId] : undefined;
  return (await (load ?? (() => import('./generic.js')))()).default;
}

/**
 * A module when its style sheet is there too.
 * @param {string} name
 * @param {Loaded} module
 * @returns {Loaded}
 */
async function dressed(name, module) {
  await sheet(new URL(`./${name}.css`, import.meta.url));
  return module;
}
