// How each game is played by pointing at its board.
import assert from 'node:assert/strict';
import { sure } from './playing.mjs';

/** Presses one of these controls, a different one each turn. */
function each(selector, step = 1) {
  return async (page, turn) => {
    const all = page.locator(selector);
    await all.first().waitFor();
    await all.nth((turn * step) % (await all.count())).click();
  };
}

/** Bets the minimum once, then checks and calls to the end. */
async function holdem(page, turn) {
  const bet = page.getByRole('region', { name: 'Your bet' });
  const raise = bet.locator('.bet-raise:not([aria-disabled])');
  if (turn === 0 && (await raise.count()) > 0) {
    await bet.getByRole('group', { name: 'Amounts' }).getByRole('button').first().click();
    await raise.click();
  } else {
    await bet.locator('.bet-call').click();
  }
  await sure(page);
}

/** Places a ship where it fits, then shoots. */
async function battleship(page, turn) {
  const fits = page.locator('.ships-grid.placing .cell:not([aria-disabled])');
  const count = await fits.count();
  if (count > 0) await fits.nth((turn * 23) % count).click();
  else await each('.waters .cell.legal', 7)(page, turn);
}

/** Challenges every bid; opens with the lowest one. */
async function liarsDice(page) {
  const challenge = page.locator('.liars-challenge:not([aria-disabled])');
  if ((await challenge.count()) > 0) return challenge.click();
  const counts = page.getByRole('group', { name: 'How many dice' });
  await counts.locator('button:not([aria-disabled])').first().click();
  await page.locator('.liars-face:not([aria-disabled])').first().click();
}

/** Plays the first tile that fits, at the left end if it fits both; otherwise draws or passes. */
async function dominoes(page) {
  const tiles = page.getByRole('toolbar', { name: 'Your tiles' }).locator('button:not([aria-disabled])');
  if ((await tiles.count()) === 0) return page.locator('.domino-other').click();
  await tiles.first().click();
  if (await page.getByText('It fits both ends. Choose one.').isVisible())
    await page.locator('.domino-ends button').first().click();
}

/** Presses the control with this name, or the other one. */
function button(name, other) {
  return async (page) => {
    const host = page.locator('.host');
    const wanted = host.getByRole('button', { name, exact: true }).and(page.locator(':not([aria-disabled])'));
    const there = (await wanted.count()) > 0;
    await (there ? wanted : host.getByRole('button', { name: other, exact: true })).click();
  };
}

/** Plays the lowest possible set, otherwise passes. */
async function president(page) {
  const sets = page.getByRole('group', { name: 'Hand', exact: true }).locator('.pr-rank.legal');
  const plays = page.locator('.pr-plays button');
  if ((await sets.count()) === 0) return page.getByRole('button', { name: 'Pass' }).first().click();
  // A chosen rank stays chosen as long as it can be played.
  if ((await plays.count()) === 0) await sets.first().click();
  await plays.first().click();
}

async function roulette(page) {
  await page.getByRole('group', { name: 'Numbers' }).getByRole('button', { name: /^17,/ }).click();
  await page.getByRole('button', { name: 'Spin' }).click();
  await sure(page);
}

/** Holds the first and the last card. */
async function videoPoker(page) {
  const cards = page.getByRole('group', { name: 'Cards', exact: true }).getByRole('button');
  await cards.first().click();
  await cards.last().click();
  await page.locator('.vp-draw').click();
}

/** Turns a face-down card, a different one each time. */
const memory = each('.memory-card.legal', 7);

/** Opens a closed cell here and there. */
const minesweeper = each('.mines .cell.closed:not([aria-disabled=true])', 11);

const BY_POINTING = {
  baccarat: each('.bac-bet.legal'),
  battleship,
  blackjack: button('Stand', 'Hit'),
  'connect-four': each('.c4 .cell.legal', 3),
  dominoes,
  holdem,
  'holdem-ring': holdem,
  'liars-dice': liarsDice,
  mancala: each('.mancala .pit.legal'),
  memory,
  minesweeper,
  president,
  roulette,
  rps: each('.rps-choice:not([aria-disabled])'),
  'tic-tac-toe': each('.ttt .cell.legal'),
  'video-poker': videoPoker,
};

/** @param {string} gameId */
export function pointing(gameId) {
  return BY_POINTING[gameId] ?? assert.fail(`there is no pointing for ${gameId}`);
}
