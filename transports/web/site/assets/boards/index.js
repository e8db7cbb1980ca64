// The boards by game: a module and a style sheet of the same name each, and what the module imports. A game that is not
// here is drawn by the generic table.

import { ahead, sheet } from '../lib/sheet.js';

/** @typedef {Promise<{ default: import('./contract.js').BoardModule }>} Loaded */

/** @type {Record<string, () => Loaded>} */
const BOARDS = {
  baccarat: () => dressed('baccarat', import('./baccarat.js'), 'cards', 'chips'),
  battleship: () => dressed('battleship', import('./battleship.js'), 'battleship-placing', 'battleship-waters', 'grid'),
  blackjack: () => dressed('blackjack', import('./blackjack.js'), 'cards', 'chips'),
  'connect-four': () => dressed('connect-four', import('./connect-four.js'), 'grid'),
  dominoes: () => dressed('dominoes', import('./dominoes.js'), 'dice', 'domino-line'),
  holdem: () => dressed('holdem', import('./holdem.js'), 'cards', 'chips', 'holdem-bet', 'holdem-seat'),
  'holdem-ring': () => dressed('holdem', import('./holdem.js'), 'cards', 'chips', 'holdem-bet', 'holdem-seat'),
  'liars-dice': () => dressed('liars-dice', import('./liars-dice.js'), 'dice'),
  mancala: () => dressed('mancala', import('./mancala.js')),
  memory: () => dressed('memory', import('./memory.js'), 'grid'),
  minesweeper: () => dressed('minesweeper', import('./minesweeper.js'), 'grid'),
  president: () => dressed('president', import('./president.js'), 'cards'),
  roulette: () => dressed('roulette', import('./roulette.js'), 'chips', 'roulette-wheel'),
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

/** What several boards share, each with a style sheet of its own. */
const SHARED = ['cards', 'chips'];

/**
 * A module when its style sheets are there too: those of what it shares with other boards, then its own. What it imports
 * is fetched together with it, not after it.
 * @param {string} name
 * @param {Loaded} module
 * @param {string[]} parts the modules that it imports, by name
 * @returns {Loaded}
 */
async function dressed(name, module, ...parts) {
  for (const part of parts) ahead(new URL(`./${part}.js`, import.meta.url));
  const sheets = [...parts.filter((part) => SHARED.includes(part)), name];
  await Promise.all(sheets.map((file) => sheet(new URL(`./${file}.css`, import.meta.url))));
  return module;
}
