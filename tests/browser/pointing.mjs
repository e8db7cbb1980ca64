// How each game is played by pointing at its board. A game that is not here has no board of its own: it is played by the
// plain buttons.
import { buttons, sure } from './playing.mjs';

/** Presses one of what is there, another one each turn. */
function each(selector, step = 1) {
  return async (page, turn) => {
    const all = page.locator(selector);
    await all.nth((turn * step) % (await all.count())).click();
  };
}

/** Bets the least once, then checks and calls to the end. */
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

/** Puts a ship where it fits, then shoots. */
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

/** Plays the first tile that fits, at the left where it fits both ends; else draws or passes. */
async function dominoes(page) {
  const tiles = page.getByRole('toolbar', { name: 'Your tiles' }).locator('button:not([aria-disabled])');
  if ((await tiles.count()) === 0) return page.locator('.domino-other').click();
  await tiles.first().click();
  if (await page.getByText('It fits both ends. Choose one.').isVisible()) await page.locator('.domino-ends button').first().click();
}

const BY_POINTING = {
  battleship,
  holdem,
  'holdem-ring': holdem,
  'connect-four': each('.c4 .cell.legal', 3),
  mancala: each('.mancala .pit.legal'),
  'liars-dice': liarsDice,
  dominoes,
  rps: each('.rps-choice:not([aria-disabled])'),
  'tic-tac-toe': each('.ttt .cell.legal'),
};

/** @param {string} gameId */
export function pointing(gameId) {
  return BY_POINTING[gameId] ?? buttons((labels) => (/auto/i.test(labels.at(-1)) ? labels.length - 1 : 0));
}
