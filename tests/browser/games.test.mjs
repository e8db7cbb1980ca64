// Every kind of table is played to its end through its page.
import assert from 'node:assert/strict';
import { KINDS } from './kinds.mjs';
import { inspect } from './looks.mjs';
import { playOut, watchFocus } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story } from './world.mjs';

/** The number of moves after which a game shows most of its elements. */
const MIDDLE = {
  baccarat: 0,
  battleship: 24,
  blackjack: 0,
  'connect-four': 5,
  mancala: 5,
  memory: 7,
  minesweeper: 2,
  roulette: 0,
  'video-poker': 0,
};

for (const [kind, gameId] of Object.entries(KINDS)) {
  story(`${kind} is played to its end by pointing`, async (stage) => {
    const member = await stage.member('player');
    const practice = kind === 'holdem-open';
    const page = await member.page(`/tables/${await member.table({ kind, ...(practice ? { practice } : {}) })}`);
    const lost = await watchFocus(page);
    const middle = MIDDLE[gameId] ?? 1;
    const turns = await playOut(page, pointing(gameId), async (turn) => {
      if (turn === middle) await inspect(stage, page, kind);
    });
    assert.match(await page.locator('.sentence').innerText(), /won|lost|draw/i);
    await page.waitForTimeout(200);
    assert.deepEqual(lost, [], 'the focus stays in the page at every move and when the game ends');
    assert.ok(turns > 0 || gameId.startsWith('holdem') || gameId === 'blackjack');
    await inspect(stage, page, `${kind}-end`);
  });
}
