// The member's stream, which all tabs of a browser share.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { story } from './world.mjs';

const MATCH = { kind: 'tic-tac-toe-vs-house', open: true };

/** The waiting requests of a browser: streams, and reads that are answered later. */
function waits(context) {
  const asked = { shared: [], own: [], polls: [] };
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/me/stream') asked.shared.push(url);
    else if (url.pathname.endsWith('/stream')) asked.own.push(url);
    else if (url.searchParams.has('wait')) asked.polls.push(url);
  });
  return asked;
}

/** A match of two members. */
async function match(host, guest) {
  const id = await host.table(MATCH);
  await guest.post(`/api/tables/${id}/join`);
  return id;
}

/** Makes the next move, by the API. */
async function move(id, members) {
  for (const member of members) {
    const { state } = await member.get(`/api/tables/${id}`);
    if (!state.yourTurn) continue;
    await member.post(`/api/tables/${id}/action`, { action: state.legalActions[0], expectedPlies: state.plies });
    return state.plies + 1;
  }
  throw new Error('no member is to move');
}

const shows = (page, marks) =>
  page.waitForFunction((marks) => document.querySelectorAll('.ttt .mark').length === marks, marks, { timeout: 5_000 });
const ownTable = (page) => page.getByRole('region', { name: 'Your tables' }).getByRole('link', { name: /^Open/ });
const chip = (page) => page.locator('#you').innerText();

story('two tabs share one stream, and the next tab continues it when the reading one is closed', async (stage) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  const asked = waits(ada.context);
  const ids = [await match(ada, bob), await match(ada, bob)];
  const first = await ada.page(`/tables/${ids[0]}`);
  await first.locator('.ttt').waitFor();
  const second = await ada.page(`/tables/${ids[1]}`);
  await second.locator('.ttt').waitFor();
  const tabs = [first, second];
  for (const [place, id] of ids.entries()) {
    await move(id, [ada, bob]);
    await shows(tabs[place], await move(id, [ada, bob]));
  }
  assert.deepEqual([asked.shared.length, asked.own.length, asked.polls.length], [1, 0, 0]);

  const marks = await move(ids[1], [ada, bob]);
  await Promise.all([first.close(), move(ids[1], [ada, bob])]);
  await bob.post(`/api/tables/${ids[1]}/messages`, { body: 'still there?' });
  await shows(second, marks + 1);
  await second.getByRole('tab', { name: /Chat \(1 new\)/ }).waitFor();
  await shows(second, await move(ids[1], [ada, bob]));
  assert.deepEqual([asked.shared.length, asked.own.length, asked.polls.length], [2, 0, 0]);
  assert.ok(asked.shared[1].searchParams.has('after'), 'it continues');
});

story('a tab that is suspended loses the stream to a tab that runs', async (stage) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  const asked = waits(ada.context);
  const id = await match(ada, bob);
  const first = await ada.page(`/tables/${id}`);
  await first.locator('.ttt').waitFor();
  await until(() => asked.shared.length === 1);
  const second = await ada.page(`/tables/${id}`);
  await second.locator('.ttt').waitFor();
  const debug = await ada.context.newCDPSession(first);
  await debug.send('Debugger.enable');
  await debug.send('Debugger.pause');

  await until(() => asked.shared.length === 2, 40);
  await shows(second, await move(id, [ada, bob]));
  await debug.send('Debugger.disable');
  const marks = await move(id, [ada, bob]);
  await Promise.all([first, second].map((page) => shows(page, marks)));
  assert.deepEqual([asked.shared.length, asked.own.length], [2, 0]);
});

story('a new tab knows what the stream has brought before, and what it brings to the header', async (stage) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  const first = await ada.page('/leaderboard');
  await first.getByRole('heading', { level: 1 }).waitFor();
  const reads = [];
  ada.context.on(
    'request',
    (request) => /^\/api\/me\/(tables|invitations)$/.test(new URL(request.url()).pathname) && reads.push(request.url()),
  );
  const second = await ada.page('/lobby');
  const invited = second.getByRole('region', { name: 'Invitations' });
  await bob.table({ kind: 'tic-tac-toe-vs-house', invited: ada.handle, stake: 10 });
  await invited.getByText(`from ${bob.handle}`).waitFor({ timeout: 3_000 });
  await invited.getByRole('button', { name: /Accept/ }).click();
  await second.locator('.ttt').waitFor();
  await first.waitForFunction(() => document.querySelector('#you').textContent.includes('990'), undefined, {
    timeout: 3_000,
  });
  assert.deepEqual(reads, []);
});

story('a party takes its messages from the shared stream', async (stage) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  const asked = waits(ada.context);
  const { partyId } = await ada.post('/api/parties');
  const other = await ada.page('/leaderboard');
  await other.getByRole('heading', { level: 1 }).waitFor();
  const page = await ada.page(`/parties/${partyId}`);
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your party' }).waitFor();
  await bob.post(`/api/parties/${partyId}/join`);
  await page.getByRole('heading', { level: 1, name: `Party with ${bob.handle}` }).waitFor();
  await bob.post(`/api/parties/${partyId}/messages`, { body: 'hello' });
  await other.close();
  await bob.post(`/api/parties/${partyId}/messages`, { body: 'are you there?' });
  const said = page.getByRole('region', { name: 'Chat' });
  for (const text of ['hello', 'are you there?']) await said.getByText(text, { exact: true }).waitFor();
  assert.deepEqual([asked.shared.length, asked.own.length, asked.polls.length], [2, 0, 0]);
});

story('a table shows that it was left in another tab, and that a program plays the seat', async (stage) => {
  stage.announce(/status of 409/);
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  const left = await ada.page(`/tables/${await ada.table(MATCH)}`);
  const other = await ada.page(left.url());
  for (const page of [left, other]) await page.getByText('Waiting for one more player.').waitFor();
  await left.getByRole('button', { name: 'Leave the table' }).click();
  await left.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await other.getByRole('button', { name: 'Leave the table' }).waitFor({ state: 'hidden', timeout: 5_000 });

  const id = await match(ada, bob);
  const page = await ada.page(`/tables/${id}`);
  await page.getByRole('button', { name: 'Let a program play' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create the key' }).click();
  const key = await page.getByRole('dialog').locator('code').innerText();
  await bob.post('/api/seat-grants/claim', { claimToken: key, clientRef: crypto.randomUUID() });
  await page.getByText('A program plays your seat now.').waitFor({ timeout: 5_000 });
  await page.keyboard.press('Escape');
  await page.locator('.trouble-line').getByRole('button', { name: 'Take the seat back' }).click();
  await page.locator('.trouble-line').waitFor({ state: 'hidden' });
  await move(id, [ada, bob]);
  await shows(page, await move(id, [ada, bob]));
});

story('pages long-poll where a proxy holds streams back', async (stage) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  await ada.context.route('**/stream*', () => {});
  const asked = waits(ada.context);
  const ids = [await match(ada, bob), await match(ada, bob)];
  const pages = [];
  for (const id of ids) {
    pages.push(await ada.page(`/tables/${id}`));
    await pages.at(-1).locator('.ttt').waitFor();
  }
  const { partyId } = await ada.post('/api/parties');
  const party = await ada.page(`/parties/${partyId}`);
  await party.getByRole('button', { name: 'Join' }).click();
  await party.getByRole('heading', { level: 1, name: 'Your party' }).waitFor();
  await until(() => new Set(asked.polls.map(({ pathname }) => pathname)).size === 3);
  await bob.post(`/api/parties/${partyId}/join`);
  await party.getByRole('heading', { level: 1, name: `Party with ${bob.handle}` }).waitFor();
  for (const [place, id] of ids.entries()) {
    await move(id, [ada, bob]);
    await shows(pages[place], await move(id, [ada, bob]));
  }
  assert.deepEqual([asked.shared.length, asked.own.length], [1, 0], 'one tab has tried it for all');
});

story('a stream that breaks again and again is replaced by long-polls', async (stage) => {
  stage.announce(/Failed to load resource/);
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  const id = await match(ada, bob);
  await ada.context.route('**/api/me/stream*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: ':\n\n' }),
  );
  const asked = waits(ada.context);
  const page = await ada.page(`/tables/${id}`);
  await until(() => asked.polls.length > 0);
  await move(id, [ada, bob]);
  await shows(page, await move(id, [ada, bob]));
  assert.equal(asked.shared.length, 3);
});

story('signing out in one tab ends the other, and nothing reaches the next member', async (stage) => {
  stage.announce(/status of 401/);
  const [ada, bob, cyn] = await Promise.all(['ada', 'bob', 'cyn'].map((name) => stage.member(name)));
  const asked = waits(ada.context);
  const id = await match(ada, bob);
  const table = await ada.page(`/tables/${id}`);
  await table.locator('.ttt').waitFor();
  const account = await ada.page('/account');
  await account.getByRole('button', { name: 'Sign out everywhere' }).click();
  await account.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await account.getByRole('heading', { level: 1, name: 'Games with nothing hidden' }).waitFor();
  await table.locator('.trouble-line').getByText('Your session has ended.').waitFor();
  const before = asked.shared.length;
  await pause(2_000);
  assert.equal(asked.shared.length, before, 'no stream without a session');

  await account.goto('/signin');
  await signIn(account, cyn);
  // The other tab belongs to the new member, too.
  await table.waitForFunction((handle) => document.querySelector('#you').textContent.includes(handle), cyn.handle);
  assert.deepEqual(
    asked.shared.slice(before).map((url) => url.search),
    [''],
    'it does not continue the old one',
  );
  await table.getByRole('region', { name: 'You are watching' }).waitFor();
});

story('a session of another member replaces the stream of the old one in every tab', async (stage) => {
  const [ada, bob, cyn] = await Promise.all(['ada', 'bob', 'cyn'].map((name) => stage.member(name)));
  const id = await match(ada, bob);
  const context = await stage.visitor();
  const asked = waits(context);
  // Other tabs notice late that the session has been replaced, as on a busy machine.
  await context.addInitScript(() =>
    addEventListener(
      'storage',
      (event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        const { key, oldValue, newValue, storageArea } = event;
        setTimeout(() => dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue, storageArea })), 500);
      },
      { capture: true },
    ),
  );
  const [first, form] = await Promise.all([context.newPage(), context.newPage()]);
  await form.goto('/signin');
  await form.getByLabel('Handle').waitFor();
  await first.goto('/signin');
  await signIn(first, ada);
  await until(() => asked.shared.length === 1);
  await pause(1_000);
  // The tab that still shows the form reads the stream now.
  await first.close();
  await until(() => asked.shared.length === 2);
  const table = await context.newPage();
  await table.goto(`/tables/${id}`);
  await table.locator('#you').getByText(ada.handle).waitFor();
  asked.shared.length = 0;

  await signIn(form, cyn);
  await table.locator('#you').getByText(cyn.handle).waitFor();
  await table.getByRole('region', { name: 'You are watching' }).waitFor();
  await until(() => asked.shared.length > 0);
  assert.deepEqual(
    asked.shared.map(({ search }) => search),
    [''],
    'one stream, which does not continue the old one',
  );
  await shows(table, await move(id, [ada, bob]));
});

story('a tab that still reads the stream of another member sends nothing to the new session', async (stage) => {
  const [ada, bob, cyn] = await Promise.all(['ada', 'bob', 'cyn'].map((name) => stage.member(name)));
  const id = await match(ada, bob);
  const context = await stage.visitor();
  const asked = waits(context);
  // No tab notices what another one does with the session.
  await context.addInitScript(() =>
    addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  const [old, form] = await Promise.all([context.newPage(), context.newPage()]);
  await form.goto('/signin');
  await form.getByLabel('Handle').waitFor();
  await old.goto('/signin');
  await signIn(old, ada);
  await ownTable(old).click();
  await old.locator('.ttt').waitFor();
  await until(() => asked.shared.length > 0);

  await signIn(form, cyn);
  await form.locator('#you').getByText(cyn.handle).waitFor();
  await bob.post(`/api/tables/${id}/forfeit`);
  await old.locator('.end').waitFor();
  await cyn.table(MATCH);
  await ownTable(form).waitFor();
  assert.match(await chip(form), new RegExp(cyn.handle));
});

story('a new recovery code stays on the page, and the stream begins again', async (stage) => {
  stage.announce(/status of 401/);
  const ada = await stage.member('ada');
  const asked = waits(ada.context);
  const account = await ada.page('/account');
  const box = account.getByRole('region', { name: 'Recovery code' });
  await until(() => asked.shared.length === 1);
  // The answer comes long after the old session has ended.
  await account.route('**/api/recover', async (route) => {
    await pause(3_000);
    await route.continue();
  });
  await box.getByLabel('Current recovery code').fill(ada.recoveryCode);
  await box.getByRole('button', { name: 'Create a new code' }).click();
  await box.getByRole('heading', { name: 'Your new recovery code' }).waitFor();
  await pause(1_000);
  assert.ok(await box.getByRole('heading', { name: 'Your new recovery code' }).isVisible());
  assert.match(await chip(account), new RegExp(ada.handle));
  await until(() => asked.shared.at(-1).search === '');
});

async function signIn(page, { handle, recoveryCode }) {
  await page.getByLabel('Handle').fill(handle);
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lobby' }).waitFor();
}

/** Waits for something that is not in a page. */
async function until(holds, seconds = 20) {
  for (let patience = 0; !holds(); patience += 1) {
    assert.ok(patience < seconds * 10, String(holds));
    await pause(100);
  }
}

story('the name of an erased member leaves the page of a finished table', async (stage) => {
  const [ada, bob, cyn] = await Promise.all(['ada', 'bob', 'cyn'].map((name) => stage.member(name)));
  const id = await ada.table({ ...MATCH, visibility: 'public' });
  await bob.post(`/api/tables/${id}/join`);
  await bob.post(`/api/tables/${id}/messages`, { body: 'good luck' });
  const pages = await Promise.all([ada, cyn].map((member) => member.page(`/tables/${id}`)));
  await Promise.all(pages.map((page) => page.locator('.ttt').waitFor()));
  await bob.post(`/api/tables/${id}/forfeit`);
  for (const page of pages) {
    await page.getByRole('region', { name: 'Result' }).getByText(bob.handle, { exact: true }).waitFor();
    assert.ok((await page.locator('main').textContent()).includes(`${bob.handle}`));
  }
  const erased = await bob.api.delete('/api/me', { data: { confirmHandle: bob.handle } });
  const { handle: shell } = await erased.json();
  for (const page of pages) {
    await page.getByRole('region', { name: 'Result' }).getByText(shell, { exact: true }).waitFor({ timeout: 5_000 });
    assert.ok(!(await page.locator('main').textContent()).includes(bob.handle), 'the name is on the page no longer');
  }
});

story('the name of an erased member leaves the chat of a table that the member had left before', async (stage) => {
  const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => stage.member(name)));
  const id = await ada.table({ kind: 'dominoes', seats: 3, open: true });
  await bob.post(`/api/tables/${id}/join`);
  await bob.post(`/api/tables/${id}/messages`, { body: 'good luck' });
  const page = await ada.page(`/tables/${id}`);
  await page.getByRole('tab', { name: /Chat/ }).click();
  const chat = page.getByRole('list', { name: 'Chat' });
  await chat.getByText(bob.handle, { exact: true }).waitFor();
  await bob.post(`/api/tables/${id}/forfeit`);
  await page.getByText('Waiting for 2 more players.').waitFor();
  await chat.getByText(bob.handle, { exact: true }).waitFor();
  const { handle: shell } = await (await bob.api.delete('/api/me', { data: { confirmHandle: bob.handle } })).json();
  await chat.getByText(shell, { exact: true }).waitFor({ timeout: 5_000 });
  assert.ok(!(await page.locator('main').textContent()).includes(bob.handle), 'the name is on the page no longer');
});

story('the name of an erased member leaves the page of their party', async (stage) => {
  const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => stage.member(name)));
  const { partyId } = await ada.post('/api/parties');
  await bob.post(`/api/parties/${partyId}/join`);
  await bob.post(`/api/parties/${partyId}/messages`, { body: 'hello', clientId: crypto.randomUUID() });
  const page = await ada.page(`/parties/${partyId}`);
  await page.getByRole('button', { name: 'Join' }).click();
  const chat = page.getByRole('list', { name: 'Chat' });
  await chat.getByText(bob.handle, { exact: true }).waitFor();
  const { handle: shell } = await (await bob.api.delete('/api/me', { data: { confirmHandle: bob.handle } })).json();
  await chat.getByText(shell, { exact: true }).first().waitFor({ timeout: 5_000 });
  assert.ok(!(await page.locator('main').textContent()).includes(bob.handle), 'the name is on the page no longer');
});
