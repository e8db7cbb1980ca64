// Failures: the server dies, the network fails, limits are reached, another tab moves first, a session ends.
import assert from 'node:assert/strict';
import { moved, playOut } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story } from './world.mjs';

const marks = (page) => page.locator('.ttt .mark').count();
const cell = (page, name) => page.getByRole('button', { name: new RegExp(`^${name},`) });
const trouble = (page) => page.locator('.trouble-line');

/** A member at tic-tac-toe against the house, on their turn. */
async function atTable(stage) {
  const member = await stage.member('rough');
  const id = await member.table({ kind: 'tic-tac-toe-vs-house' });
  const page = await member.page(`/tables/${id}`);
  await moved(page);
  return { member, id, page, before: await marks(page) };
}

/** Presses a free cell. */
async function press(page) {
  await page.locator('.cell.legal').first().click();
}

/** After a move and the house's reply there are two more marks, or the game is over. */
async function movedOnce({ page, before }) {
  await page.waitForFunction((wanted) => document.querySelectorAll('.ttt .mark').length >= wanted, before + 2);
  await moved(page);
  assert.equal(await marks(page), before + 2, 'one move, and the answer to it');
  await trouble(page).waitFor({ state: 'hidden' });
}

story('the page survives a killed server in the middle of a game', async (stage) => {
  stage.announce(/Failed to load resource/);
  const table = await atTable(stage);
  await stage.server.kill();
  await trouble(table.page).getByText('The server cannot be reached. Trying again; nothing is lost.').waitFor();
  await press(table.page);
  await stage.server.run();
  await movedOnce(table);
  await playOut(table.page, pointing('tic-tac-toe'));
});

story('the page survives a network failure', async (stage) => {
  stage.announce(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const table = await atTable(stage);
  await table.member.context.setOffline(true);
  await press(table.page);
  await trouble(table.page).getByText('The server cannot be reached.').waitFor();
  await table.member.context.setOffline(false);
  await movedOnce(table);
});

story('a move with a lost response is made once', async (stage) => {
  stage.announce(/Failed to load resource/);
  const table = await atTable(stage);
  let lost = 0;
  await table.page.route('**/action', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await press(table.page);
  await movedOnce(table);
  assert.equal(lost, 1);
});

story('the page shows the end after a lost response to the last move', async (stage) => {
  stage.announce(/Failed to load resource/);
  const member = await stage.member('rough');
  const id = await member.table({ kind: 'video-poker' });
  const page = await member.page(`/tables/${id}`);
  await moved(page);
  const answers = [];
  await page.route('**/action', async (route) => {
    const answer = await route.fetch();
    answers.push(answer.status());
    return answers.length > 1 ? route.fulfill({ response: answer }) : route.abort('connectionreset');
  });
  const answered = page.waitForResponse(/\/action$/);
  await page.getByRole('button', { name: 'Draw 5' }).click();
  await answered;
  await page.getByRole('button', { name: 'Next round' }).waitFor();
  assert.deepEqual(answers, [200, 409], 'it was sent twice, and counted once');
  await trouble(page).waitFor({ state: 'hidden' });
  assert.equal(await page.locator('.hint').innerText(), '');
});

for (const [status, says] of [
  [429, 'Too many requests at once. Going on in 1 s.'],
  [503, 'The server is busy or starting. Trying again; nothing is lost.'],
]) {
  story(`${status}: the page waits for Retry-After and continues`, async (stage) => {
    stage.announce(new RegExp(`status of ${status}`));
    const table = await atTable(stage);
    const asked = [];
    await table.page.route('**/action', async (route) => {
      asked.push(Date.now());
      if (asked.length > 1) return route.continue();
      return route.fulfill({
        status,
        headers: { 'Retry-After': '1' },
        json: { error: 'Not now.', ...(status === 429 ? { code: 'rate_limited' } : {}) },
      });
    });
    await press(table.page);
    await trouble(table.page).getByText(says).waitFor();
    await movedOnce(table);
    assert.equal(asked.length, 2);
    assert.ok(asked[1] - asked[0] >= 1000, 'not before the second that it was told to wait');
  });
}

story('a move of another tab is reported and shown', async (stage) => {
  stage.announce(/status of 409/);
  const member = await stage.member('rough');
  const id = await member.table({ kind: 'tic-tac-toe-vs-house' });
  const present = await member.page(`/tables/${id}`);
  await moved(present);
  const old = await member.context.newPage();
  // This tab gets no update after its first read, until it reads again.
  let deaf = true;
  await old.addInitScript(() => (BroadcastChannel.prototype.addEventListener = () => {}));
  await old.route(/\/api\/tables\/[^/?]+(\/stream|\?.*wait=)/, (route) => (deaf ? null : route.continue()));
  await old.goto(`/tables/${id}`);
  await moved(old);
  const before = await marks(present);
  await press(present);
  await movedOnce({ page: present, before });

  deaf = false;
  await press(old);
  await old.getByText('The game has moved on meanwhile').waitFor();
  await old.waitForFunction((wanted) => document.querySelectorAll('.ttt .mark').length === wanted, before + 2);
  assert.equal(await marks(present), before + 2, 'nothing was moved twice');
});

/** A table of hold'em at which the member can raise: the house may have bet everything before. */
async function tableWithRaise(member) {
  const id = await member.table({ kind: 'holdem-vs-house', stake: 100 });
  const { state } = await member.get(`/api/tables/${id}`);
  return state.legalActions.some(({ type }) => type === 'raise') ? id : tableWithRaise(member);
}

story('a confirmation for an outdated position sends nothing, and the page says so', async (stage) => {
  const member = await stage.member('late');
  const id = await tableWithRaise(member);
  const page = await member.page(`/tables/${id}`);
  const now = await moved(page);
  const sent = [];
  page.on('request', (request) => request.url().endsWith('/action') && sent.push(request.postData()));
  await page.getByRole('group', { name: 'Amounts' }).getByRole('button').last().click();
  await page.locator('.bet-raise').click();
  await page.getByRole('dialog').waitFor();
  const { state } = await member.get(`/api/tables/${id}`);
  const action = state.legalActions[0];
  await member.post(`/api/tables/${id}/action`, { action, expectedPlies: state.plies });
  await moved(page, now.told);
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByText('The game has moved on meanwhile').waitFor();
  assert.deepEqual(sent, []);
});

story('the page reports a session that was ended elsewhere, and links to the sign-in', async (stage) => {
  stage.announce(/status of 401/);
  const { member, page } = await atTable(stage);
  const lobby = await member.page('/lobby');
  await lobby.getByRole('heading', { level: 1 }).waitFor();
  await member.post('/api/logout');
  await trouble(page).getByText('Your session has ended. Sign in to continue.').waitFor();
  await trouble(page).getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await page.getByLabel('Handle').fill(member.handle);
  await page.getByLabel('Recovery code').fill(member.recoveryCode);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await moved(page);
  assert.match(page.url(), /\/tables\/t_/);
});

story('the back button, a reload and a second visit show the present state of the game', async (stage) => {
  const table = await atTable(stage);
  await press(table.page);
  await movedOnce(table);
  await table.page.reload();
  await moved(table.page);
  assert.equal(await marks(table.page), table.before + 2);
  await table.page.getByRole('link', { name: 'Turnstone' }).click();
  await table.page.getByRole('heading', { level: 1 }).first().waitFor();
  await table.page.goBack();
  await cell(table.page, 'centre').waitFor();
  await moved(table.page);
  assert.equal(await marks(table.page), table.before + 2);
});
