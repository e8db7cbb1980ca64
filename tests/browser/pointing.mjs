// How each game is played by pointing at its board. A game that is not here has no board of its own yet: it is played by
// the plain buttons.
import { buttons } from './playing.mjs';

/** Presses the first that is there. */
function first(selector) {
  return (page) => page.locator(selector).first().click();
}

const BY_POINTING = {
  'tic-tac-toe': first('.ttt .cell.legal'),
};

/** @param {string} gameId */
export function pointing(gameId) {
  return BY_POINTING[gameId] ?? buttons((labels) => labels.findIndex((label) => /auto/i.test(label)) + 1 && labels.length - 1);
}
