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

const BY_POINTING = {
  battleship,
  holdem,
  'holdem-ring': holdem,
  'connect-four': each('.c4 .cell.legal', 3),
  mancala: each('.mancala .pit.legal'),
  'tic-tac-toe': each('.ttt .cell.legal'),
};

/** @param {string} gameId */
export function pointing(gameId) {
  return BY_POINTING[gameId] ?? buttons((labels) => (/auto/i.test(labels.at(-1)) ? labels.length - 1 : 0));
}
