// The boards by game: a module and a style sheet of the same name each. Other games are drawn by the generic table.

import { sheet } from '../lib/sheet.js';

/** @typedef {Promise<{ default: import('./contract.js').BoardModule }>} Loaded */

/** @type {Record<string, () => Loaded>} */
const BOARDS = {
  baccarat: () => dressed('baccarat', import('./baccarat.js')),
  battleship: () => dressed('battleship', import('./battleship.js')),
  blackjack: () => dressed('blackjack', import('./blackjack.js')),
  'connect-four': () => dressed('connect-four', import('./connect-four.js')),
  dominoes: () => dressed('dominoes', import('./dominoes.js')),
  holdem: () => dressed('holdem', import('./holdem.js')),
  'holdem-ring': () => dressed('holdem', import('./holdem.js')),
  'liars-dice': () => dressed('liars-dice', import('./liars-dice.js')),
  mancala: () => dressed('mancala', import('./mancala.js')),
  memory: () => dressed('memory', import('./memory.js')),
  minesweeper: () => dressed('minesweeper', import('./minesweeper.js')),
  president: () => dressed('president', import('./president.js')),
  roulette: () => dressed('roulette', import('./roulette.js')),
  rps: () => dressed('rps', import('./rps.js')),
  'tic-tac-toe': () => dressed('tic-tac-toe', import('./tic-tac-toe.js')),
  'video-poker': () => dressed('video-poker', import('./video-poker.js')),
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
 * A module once its style sheet is loaded too.
 * @param {string} name
 * @param {Loaded} module
 * @returns {Loaded}
 */
async function dressed(name, module) {
  await sheet(new URL(`../boards/${name}.css`, import.meta.url));
  return module;
}
