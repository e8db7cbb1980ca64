// One press is one decision: a double press moves once, and a press for an outdated position does not move.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { KINDS } from './kinds.mjs';
import { moved } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story } from './world.mjs';

/** The time between the presses of a double press: the server has answered the first one by then. */
const DOUBLE = 150;

/** A member's page at a new table, on the member's turn, and its requests. */
async function atTable(stage, kind, options = {}) {
  const member = await stage.member('press');
  const id = await member.table({ kind, ...options });
  const page = await member.page(`/tables/${id}`);
  const now = await moved(page);
  const sent = [];
  page.on('request', (request) => request.url().endsWith('/action') && sent.push(request.postDataJSON()));
  return { member, id, page, now, sent };
}

for (const [kind, control] of [
  ['connect-four-vs-house', '.c4 .cell.legal >> nth=38'],
  ['holdem-vs-house', '.bet-call'],
]) {
  story(`a double press is one move: ${kind}`, async (stage) => {
    let apart = Infinity;
    let sent = [];
    // On a busy machine the second press may come much later: then it is a move of its own.
    for (let tries = 0; apart > 2 * DOUBLE && tries < 10; tries += 1) {
      const opened = await atTable(stage, kind);
      const { page, now } = opened;
      sent = opened.sent;
      await page.evaluate(() => {
        const at = (window.pressedAt = []);
        addEventListener('pointerdown', ({ timeStamp }) => at.push(timeStamp), { capture: true });
      });
      const box = await page.locator(control).boundingBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.click(x, y);
      await pause(DOUBLE);
      await page.mouse.click(x, y);
      await moved(page, now.told);
      await pause(400);
      apart = await page.evaluate(() => window.pressedAt[1] - window.pressedAt[0]);
    }
    assert.equal(sent.length, 1);
  });
}

story('a key that is held down is one move', async (stage) => {
  const { page, sent, now } = await atTable(stage, 'connect-four-vs-house');
  await page.locator('.c4 .cell[tabindex="0"]').focus();
  await page.keyboard.down('Enter');
  for (let repeats = 0; repeats < 20; repeats += 1) {
    await pause(50);
    await page.keyboard.down('Enter');
  }
  await page.keyboard.up('Enter');
  await moved(page, now.told);
  assert.equal(sent.length, 1);
  assert.equal(typeof sent[0].expectedPlies, 'number');
});

story('the next move is accepted as soon as the input is unlocked', async (stage) => {
  const { page, sent, now } = await atTable(stage, 'connect-four-vs-house');
  await page.locator('.c4 .cell >> nth=38').click();
  const then = await moved(page, now.told);
  await page.locator('.c4 .cell >> nth=39').click();
  await moved(page, then.told);
  assert.equal(sent.length, 2);
});

story('a press that began before the position was drawn is ignored with a message', async (stage) => {
  const { member, id, page, sent, now } = await atTable(stage, 'tic-tac-toe-vs-house');
  await page.locator('.ttt .cell.legal').last().hover();
  await page.mouse.down();
  const { state } = await member.get(`/api/tables/${id}`);
  await member.post(`/api/tables/${id}/action`, { action: state.legalActions[0], expectedPlies: state.plies });
  await moved(page, now.told);
  await page.mouse.up();
  await page.getByText('The game has moved on meanwhile').waitFor();
  assert.deepEqual(sent, []);
});

/** The elements that show the viewer's move before it is answered, if its result is known. */
const DRAWN = {
  'tic-tac-toe': '.ttt .cell.sent .mark',
  'connect-four': '.c4 .disc[data-pending]',
  mancala: '.mancala .pit.sent',
  rps: '.rps-choice[aria-pressed=true]',
  battleship: '.waters.mine .hull:not(.ghost)',
  baccarat: '.bac-bet.chosen',
};

for (const [kind, gameId] of Object.entries(KINDS)) {
  story(`the own move is shown at once, and the input is locked until it is answered: ${kind}`, async (stage) => {
    const { page, sent, now } = await atTable(stage, kind, kind === 'holdem-open' ? { practice: true } : {});
    if (now.over) return;
    const held = [];
    await page.route('**/action', (route) => void held.push(route));
    const shown = DRAWN[gameId] ?? '.board [data-pending], .board .sent';
    assert.equal(await page.locator(shown).count(), 0);
    const turn = gameId.startsWith('holdem') ? 1 : 0;
    await pointing(gameId)(page, turn);
    await page.locator(shown).first().waitFor();
    await page.mouse.move(0, 0);
    await pause(400);
    assert.equal(await page.locator('[data-locked]').count(), 1, 'however long it takes');
    for (const control of await page.locator('.board button:visible').all())
      await control.click({ force: true, noWaitAfter: true, timeout: 2_000 });
    assert.equal(sent.length, 1);
    await held[0].continue();
    await moved(page, now.told);
    assert.equal(await page.locator('[data-pending], .sent').count(), 0);
    assert.equal(sent.length, 1);
  });
}
