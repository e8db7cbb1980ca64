// The boards by game: a module and a style sheet of the same name each. A game that is not here is drawn by the generic
// table.

import { sheet } from '../lib/sheet.js';

/** @typedef {Promise<{ default: import('./contract.js').BoardModule }>} Loaded */

/** @type {Record<string, () => Loaded>} */
const BOARDS = {
  baccarat: () => dressed('baccarat', import('./baccarat.js'), 'cards', 'chips'),
  battleship: () => dressed('battleship', import('./battleship.js')),
  blackjack: () => dressed('blackjack', import('./blackjack.js'), 'cards', 'chips'),
  'connect-four': () => dressed('connect-four', import('./connect-four.js')),
  dominoes: () => dressed('dominoes', import('./dominoes.js')),
  holdem: () => dressed('holdem', import('./holdem.js'), 'cards', 'chips'),
  'holdem-ring': () => dressed('holdem', import('./holdem.js'), 'cards', 'chips'),
  'liars-dice': () => dressed('liars-dice', import('./liars-dice.js')),
  mancala: () => dressed('mancala', import('./mancala.js')),
  memory: () => dressed('memory', import('./memory.js')),
  minesweeper: () => dressed('minesweeper', import('./minesweeper.js')),
  president: () => dressed('president', import('./president.js'), 'cards'),
  roulette: () => dressed('roulette', import('./roulette.js'), 'chips'),
  rps: () => dressed('rps', import('./rps.js')),
  'tic-tac-toe': () => dressed('tic-tac-toe', import('./tic-tac-toe.js')),
  'video-poker': () => dressed('video-poker', import('./video-poker.js'), 'cards'),
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
 * A module when its style sheet is there too, after those that it shares with other boards.
 * @param {string} name
 * @param {Loaded} module
 * @param {string[]} shared
 * @returns {Loaded}
 */
async function dressed(name, module, ...shared) {
  await Promise.all([...shared, name].map((file) => sheet(new URL(`./${file}.css`, import.meta.url))));
  return module;
}
