// The pages around the tables, from an invitation to the end of an account.
import assert from 'node:assert/strict';
import { accessible, inspect, narrow, picture } from './looks.mjs';
import { moved, playOut, sure } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story } from './world.mjs';

const title = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

story('a visitor joins by an invitation link, keeps the recovery code, signs out and in', async (stage) => {
  const visitor = await stage.visitor();
  const page = await visitor.newPage();
  await page.goto(`/join#${stage.invitation}`);
  await title(page, 'Join Turnstone');
  assert.equal(new URL(page.url()).hash, '', 'the code is out of the address');
  assert.equal(await page.getByLabel('Invitation code').inputValue(), stage.invitation);
  await page.getByLabel('Handle').fill('0x');
  await press(page, 'Join');
  await page.getByText('A handle must be:').waitFor();
  await inspect(stage, page, 'join');
  await page.setViewportSize({ width: 360, height: 640 });
  const rules = await page.getByText('not a reserved word').boundingBox();
  const field = await page.getByLabel('Handle').boundingBox();
  assert.ok(field.y - rules.y - rules.height < 60, 'the field follows its rules');
  await page.getByLabel('Handle').scrollIntoViewIfNeeded();
  const button = await page.getByRole('button', { name: 'Join', exact: true }).boundingBox();
  assert.ok(button.y + button.height <= 640, 'the button is in the window with the field');
  await page.getByLabel('Handle').fill('newcomer');
  await press(page, 'Join');
  await title(page, 'Welcome, newcomer');
  const code = await page.locator('.recovery-code').innerText();
  assert.match(code, /^[0-9A-Z]{5}(-[0-9A-Z]{5})+$/);
  await inspect(stage, page, 'recovery-code');
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as a file')]);
  assert.equal(file.suggestedFilename(), 'turnstone-newcomer.txt');
  await press(page, 'I have kept it');
  await title(page, 'Lobby');
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  assert.ok(!kept.includes(code) && !kept.includes(stage.invitation), 'no credential is within the reach of scripts');

  await page.goto('/account');
  await title(page, 'newcomer');
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await sure(page);
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  stage.announce(/status of 401/);
  await page.goto('/signin');
  await page.getByLabel('Handle').fill('newcomer');
  await page.getByLabel('Recovery code').fill(code.replace(/^./, (first) => (first === '0' ? '1' : '0')));
  await press(page, 'Sign in');
  await page.getByText('do not match').waitFor();
  await inspect(stage, page, 'signin');
  await page.getByLabel('Recovery code').fill(code.toLowerCase().replaceAll('-', ' '));
  await press(page, 'Sign in');
  await title(page, 'Lobby');
});

story('a sign-in leads only to pages of this site', async (stage) => {
  const member = await stage.member('guided');
  const given = (back) => `/signin?back=${encodeURIComponent(back)}`;
  const elsewhere = [
    '/.//evil.example/x',
    '//evil.example/x',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:1',
  ];
  for (const back of elsewhere) {
    const page = await member.page(given(back));
    const link = page.getByRole('link', { name: 'Continue' });
    assert.equal(await link.evaluate(({ href }) => href), `${stage.origin}/lobby`, back);
    await page.close();
  }
  const page = await member.page(given('/daily?from=here'));
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL(`${stage.origin}/daily?from=here`);

  const visitor = await (await stage.visitor()).newPage();
  await visitor.goto(given('/.//evil.example/x'));
  await visitor.getByLabel('Handle').fill(member.handle);
  await visitor.getByLabel('Recovery code').fill(member.recoveryCode);
  await press(visitor, 'Sign in');
  await title(visitor, 'Lobby');
  assert.equal(visitor.url(), `${stage.origin}/lobby`);
});

story(
  'a visitor who leaves before keeping the recovery code is signed in, reminded, and shown it again',
  async (stage) => {
    const visitor = await stage.visitor();
    const page = await visitor.newPage();
    const handle = `hasty-${Date.now() % 1e9}`;
    await page.goto('/join');
    await page.getByLabel('Invitation code').fill(`${stage.origin}/join#${stage.invitation}`);
    await page.getByLabel('Handle').fill(handle);
    await press(page, 'Join');
    await title(page, `Welcome, ${handle}`);
    const code = await page.locator('.recovery-code').innerText();
    await page.getByRole('link', { name: `${handle} · 1,000` }).waitFor();

    // A link asks for confirmation, then stays or leaves.
    await page.getByRole('link', { name: 'Turnstone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
    await title(page, `Welcome, ${handle}`);
    await page.getByRole('link', { name: 'Turnstone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(`${stage.origin}/`);
    await page.getByText('You have not kept your recovery code yet').waitFor();
    await inspect(stage, page, 'unkept');
    await page.getByRole('link', { name: 'Show the code' }).click();
    await title(page, `Welcome, ${handle}`);
    assert.equal(await page.locator('.recovery-code').innerText(), code);

    // A reload forgets the invitation, and its link brings it back.
    page.once('dialog', (dialog) => dialog.accept());
    await page.goto('/leaderboard');
    await page.getByRole('link', { name: 'Show the code' }).click();
    await title(page, 'Your recovery code');
    assert.equal(await page.getByLabel('Invitation code').inputValue(), '');
    await inspect(stage, page, 'recovery-code-again');
    stage.announce(/status of 409/);
    await page.getByLabel('Invitation code').fill('SOMETHING-ELSE');
    await press(page, 'Show my recovery code');
    await page.getByText('This is not the invitation with which you joined').waitFor();
    await page.goto(`/join#${stage.invitation}`);
    await title(page, `Welcome, ${handle}`);
    assert.equal(await page.locator('.recovery-code').innerText(), code);
    await press(page, 'I have kept it');
    await title(page, 'Lobby');
    assert.equal(await page.getByText('You have not kept your recovery code yet').isVisible(), false);
  },
);

story(
  'a member who lost the tab with the recovery code is reminded in another one, and makes a new code, until it is kept',
  async (stage) => {
    const visitor = await stage.visitor();
    const page = await visitor.newPage();
    await page.goto(`/join#${stage.invitation}`);
    const handle = `torn-${Date.now() % 1e9}`;
    await page.getByLabel('Handle').fill(handle);
    await press(page, 'Join');
    await title(page, `Welcome, ${handle}`);
    const lost = await page.locator('.recovery-code').innerText();
    await page.close();

    const other = await visitor.newPage();
    await other.goto('/lobby');
    await other.getByText('You have not kept your recovery code yet').waitFor();
    await other.getByRole('link', { name: 'Show the code' }).click();
    await title(other, 'Your recovery code');
    await inspect(stage, other, 'recovery-code-lost');
    await press(other, 'Make a new code');
    await title(other, `Welcome, ${handle}`);
    const second = await other.locator('.recovery-code').innerText();
    assert.notEqual(second, lost);
    await other.close();

    // The second one was not kept either.
    const third = await visitor.newPage();
    await third.goto('/account');
    await third.getByText('You have not kept your recovery code yet').waitFor();
    await third.getByRole('link', { name: 'See to it' }).click();
    await press(third, 'Make a new code');
    await title(third, `Welcome, ${handle}`);
    const code = await third.locator('.recovery-code').innerText();
    assert.notEqual(code, second);
    await press(third, 'I have kept it');
    await title(third, 'Lobby');
    await third.reload();
    await title(third, 'Lobby');
    assert.equal(await third.getByText('You have not kept your recovery code yet').isVisible(), false);

    const elsewhere = await (await stage.visitor()).newPage();
    await elsewhere.goto('/signin');
    await elsewhere.getByLabel('Handle').fill(handle);
    await elsewhere.getByLabel('Recovery code').fill(code);
    await press(elsewhere, 'Sign in');
    await title(elsewhere, 'Lobby');
  },
);

story('signing out here leaves the other devices signed in, signing out everywhere does not', async (stage) => {
  const member = await stage.member('two-devices');
  const friends = await (await stage.visitor()).newPage();
  await friends.goto('/signin');
  await friends.getByLabel('Handle').fill(member.handle);
  await friends.getByLabel('Recovery code').fill(member.recoveryCode);
  await press(friends, 'Sign in');
  await title(friends, 'Lobby');
  const cookies = await friends.context().cookies();
  await friends.goto('/account');
  await press(friends, 'Sign out here');
  await sure(friends);
  await friends.getByRole('link', { name: 'Sign in' }).first().waitFor();
  const own = await member.page('/account');
  await title(own, member.handle);
  // A copy of the cookie is void.
  stage.announce(/status of 401/);
  const copy = await stage.context({ storageState: { cookies, origins: [] } });
  assert.equal((await copy.request.get('/api/me')).status(), 401);
  await press(own, 'Sign out everywhere');
  await sure(own);
  await own.getByRole('link', { name: 'Sign in' }).first().waitFor();
  assert.equal((await member.api.get('/api/me')).status(), 401);
});

story('an invitation link leads straight to the handle', async (stage) => {
  const visitor = await stage.visitor();
  const page = await visitor.newPage();
  await page.goto(`/join#${stage.invitation}`);
  await title(page, 'Join Turnstone');
  await page.waitForFunction(() => document.activeElement?.id === 'field-handle');
});

story('the header counts the tables that wait for the member, on every page', async (stage) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  await ada.table({ kind: 'tic-tac-toe-vs-house', invited: bob.handle });
  await bob.table({ kind: 'connect-four-vs-house', open: true });
  const first = await bob.table({ kind: 'mancala-vs-house', practice: true });
  const page = await bob.page('/daily');
  const lobby = (name) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
  await lobby('Lobby 1 waiting for you').waitFor();
  const mine = await bob.table({ kind: 'mancala-vs-house', practice: true });
  await page.getByRole('link', { name: 'Leaders' }).click();
  await lobby('Lobby 2 waiting for you').waitFor();
  await inspect(stage, page, 'header-count');
  await page.goto(`/tables/${mine}`);
  await moved(page);
  await lobby('Lobby 1 waiting for you').waitFor();
  await bob.post(`/api/tables/${first}/forfeit`);
  await bob.post(`/api/tables/${mine}/forfeit`);
  await page.goto('/lobby');
  await page.getByRole('button', { name: `Decline Tic-tac-toe with ${ada.handle}` }).waitFor();
  await lobby('Lobby').waitFor();
});

story('members with equal chips share a place', async (stage) => {
  const members = await Promise.all(['tied', 'tied', 'behind'].map((name) => stage.member(name)));
  for (const [place, member] of members.entries()) {
    const id = await member.table({ kind: 'mancala-vs-house', stake: place === 2 ? 11 : 10 });
    await member.post(`/api/tables/${id}/forfeit`);
  }
  const page = await members[1].page('/leaderboard');
  const cell = (handle) => page.getByRole('row').filter({ hasText: handle }).locator('.place');
  const places = await Promise.all(members.map(async ({ handle }) => Number(await cell(handle).innerText())));
  assert.equal(places[0], places[1]);
  assert.ok(places[2] >= places[1] + 2, 'the next place comes after both');
  await page.getByText(`You are number ${places[1]}, with −10.`).waitFor();
});

story('an error page has one column', async (stage) => {
  const member = await stage.member('lost');
  stage.announce(/status of 404/);
  const none = '0'.repeat(32);
  const places = [];
  for (const [path, heading] of [
    [`/tables/t_${none}/replay`, 'There is no such replay'],
    [`/tables/t_${none}`, 'This table cannot be shown'],
    ['/nowhere', 'There is nothing here'],
  ]) {
    const page = await member.page(path);
    await title(page, heading);
    const parts = await page
      .locator('main > div > *')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect()).map(({ left, top }) => [left, top]));
    assert.ok(parts.length >= 3);
    parts.forEach(([left, top], place) => {
      assert.equal(left, parts[0][0], `${path}: one left edge`);
      assert.ok(place === 0 || top > parts[place - 1][1], `${path}: one below the other`);
    });
    places.push(String(parts[0]));
    assert.ok((await page.locator('main a').count()) > 0, `${path}: a link leads on`);
    await inspect(stage, page, `error-${heading.split(' ')[1]}`);
  }
  assert.equal(new Set(places).size, 1, `all begin in the same place: ${places}`);
});

story('the first sign-in after a recovery by the operator shows a notice and offers a new code', async (stage) => {
  const member = await stage.member('lost');
  const { recoveryCode } = await stage.server.command('admin', 'recover', member.handle, '--reason', 'lost');
  const page = await (await stage.visitor()).newPage();
  await page.goto('/signin?back=/leaderboard');
  await page.getByLabel('Handle').fill(member.handle);
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await press(page, 'Sign in');
  await title(page, member.handle);
  const notice = page.getByText(/^An operator replaced your recovery code on/);
  await notice.waitFor();
  await inspect(stage, page, 'recovered');
  await page.getByLabel('Current recovery code').fill(recoveryCode);
  await press(page, 'Create a new code');
  // The link of the referral code stands on the page, too.
  const own = await page.getByText(/^[0-9A-Z]{5}(-[0-9A-Z]{5})+$/).innerText();
  assert.notEqual(own, recoveryCode);
  await notice.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'History' }).click();
  await title(page, 'History');
  await page.goBack();
  await title(page, member.handle);
  assert.equal(await notice.count(), 0, 'the notice ends with the new code');
});

story('every page reports an ended session, and signing in returns to the page', async (stage) => {
  stage.announce(/status of 401/);
  const member = await stage.member('late');
  await member.post('/api/logout');
  const page = await member.page('/leaderboard');
  const strip = page.getByRole('complementary', { name: 'Session' });
  await strip.getByText('Your session has ended.').waitFor();
  await inspect(stage, page, 'session-ended');
  await page.getByRole('link', { name: 'Sign in to go on' }).click();
  await title(page, 'Sign in');
  assert.equal(await strip.isVisible(), false);
  await page.getByLabel('Handle').fill(member.handle);
  await page.getByLabel('Recovery code').fill(member.recoveryCode);
  await press(page, 'Sign in');
  await title(page, 'Leaders');
  assert.equal(await strip.isVisible(), false);

  const other = await stage.member('late');
  await other.post('/api/logout');
  const lobby = await other.page('/lobby');
  await title(lobby, 'Your session has ended');
  await lobby.getByText('Sign in to continue on this page.').waitFor();

  // A member who signs out is not told that the session ended.
  const leaver = await stage.member('leaver');
  const account = await leaver.page('/account');
  await account.getByRole('button', { name: 'Sign out everywhere' }).click();
  await sure(account);
  await account.getByRole('link', { name: 'Sign in' }).first().waitFor();
  assert.equal(await account.getByText('Your session has ended').count(), 1, 'the strip alone, and hidden');
  assert.equal(await account.getByText('Your session has ended').isVisible(), false);
});

story('the ledger and the card show the game, the opponents and the result', async (stage) => {
  const member = await stage.member('keeper');
  const id = await member.table({ kind: 'mancala-vs-house', stake: 20 });
  const page = await member.page('/ledger');
  const line = page.getByRole('row').filter({ hasText: 'Put in · Mancala' });
  await line.waitFor();
  await member.post(`/api/tables/${id}/forfeit`);
  await page.goto('/ledger');
  await line.filter({ hasText: 'with house' }).waitFor();
  await page.getByText('now 980, highest 1,000').waitFor();
  await inspect(stage, page, 'ledger-games');
  await page.goto(`/players/${member.handle}`);
  await page.getByText('you lost').waitFor();
});

story('the parts of the header stay in line on windows of every width', async (stage) => {
  const member = await stage.member('abcdefghijklmnop');
  const page = await member.page('/lobby');
  await title(page, 'Lobby');
  const middles = (selector) =>
    page
      .locator(selector)
      .evaluateAll((all) =>
        all.map((element) => element.getBoundingClientRect()).map(({ top, height }) => top + height / 2),
      );
  for (const width of [320, 390, 480, 600, 700, 800, 1200]) {
    await page.setViewportSize({ width, height: 640 });
    const links = await middles('.bar nav[aria-label=Pages] a');
    assert.ok(Math.max(...links) - Math.min(...links) < 2, `the links are in one line at ${width} px`);
    const [daily, practise] = await middles('.heading-row .row .button');
    assert.equal(daily, practise, `the lobby's lesser buttons stay together at ${width} px`);
    await picture(page, `header-${width}`);
  }
});

story('the pits of mancala are numbered from 1, on the board and in the log', async (stage) => {
  const member = await stage.member('sower');
  const id = await member.table({ kind: 'mancala-vs-house', practice: true });
  const page = await member.page(`/tables/${id}`);
  await moved(page);
  await page.getByText('Last stone in your own store: you move again.').waitFor();
  const { legalActions, state } = await member.get(`/api/tables/${id}`);
  const number = (legalActions ?? state.legalActions)[0].pit + 1;
  await page.getByRole('button', { name: new RegExp(`^your pit ${number}, .*playable`) }).click();
  await page
    .getByRole('list', { name: 'What has happened' })
    .getByText(new RegExp(`^${member.handle} sows pit ${number}$`))
    .waitFor();
  await page.getByText('Last stone in your own store: you move again.').waitFor();
  await inspect(stage, page, 'mancala-pits');
});

story('every page is accessible, in light and dark, on a phone and in large text', async (stage) => {
  const [visitor, member] = await Promise.all([stage.visitor(), stage.member('abcdefghijklmnop')]);
  const page = await member.page(`/tables/${await member.table({ kind: 'rps-vs-house' })}`);
  await playOut(page, pointing('rps'));
  const open = async (context, path, name) => {
    const page = await context.newPage();
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await inspect(stage, page, name);
    await page.close();
  };
  for (const path of ['play', 'daily', 'leaderboard', 'games']) await open(visitor, `/${path}`, path);
  await open(visitor, '/', 'front');
  stage.announce(/status of 404 .*\/nowhere$/);
  await open(visitor, '/nowhere', 'not-found');
  for (const path of ['lobby', 'new', 'account', 'history', 'ledger', 'agents'])
    await open(member.context, `/${path}`, path);
  await open(member.context, `/players/${member.handle}`, 'player');
});

story('the documentation is accessible in light and dark and on a phone', async (stage) => {
  const visitor = await stage.visitor();
  const inBoth = ['docs', 'docs/api', 'docs/operating', 'clients'];
  for (const colorScheme of ['light', 'dark']) {
    const page = await visitor.newPage();
    await page.emulateMedia({ colorScheme });
    for (const path of inBoth) {
      const name = `${path.replace('/', '-')}-${colorScheme}`;
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`/${path}`);
      await accessible(stage, page, name);
      if (path === 'docs') await picture(page, name);
      await page.setViewportSize({ width: 320, height: 640 });
      await narrow(stage, page, name);
    }
    await page.close();
  }
  const page = await visitor.newPage();
  await page.goto('/docs');
  const links = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link');
  const paths = await links.evaluateAll((all) =>
    all.map(({ pathname }) => pathname).filter((path) => /^.docs/.test(path)),
  );
  assert.ok(paths.length > 12);
  for (const path of paths) {
    await page.goto(path);
    assert.equal(
      await page
        .locator('main :is(h1, h2)')
        .first()
        .evaluate(({ tagName }) => tagName),
      'H1',
      path,
    );
    if (!inBoth.includes(path.slice(1))) await accessible(stage, page, path);
  }
});

story('two meet through the lobby: one opens a table, the other takes the seat', async (stage) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  const adas = await ada.page('/lobby');
  await adas.getByRole('link', { name: 'New table' }).click();
  await title(adas, 'New table');
  await adas.getByLabel('Game').selectOption('tic-tac-toe-vs-house');
  await adas.getByLabel('Any member').check();
  await adas.getByLabel('Stake').fill('25');
  await press(adas, 'Open the table');
  await adas.getByText('Waiting for one more player.').waitFor();
  await adas
    .getByRole('region', { name: 'Game to be played' })
    .getByText('2 seats · 25 chips each · short turns')
    .waitFor();
  await adas.getByRole('tab', { name: 'Rules' }).click();
  await adas.getByRole('region', { name: 'Rules' }).getByText('three').first().waitFor();
  await inspect(stage, adas, 'waiting');

  const bobs = await bob.page('/lobby');
  await bobs.getByRole('button', { name: new RegExp(`Take a seat at .* with ${ada.handle}`) }).click();
  await bobs.waitForURL(/\/tables\//);
  await Promise.all([playOut(adas, pointing('tic-tac-toe')), playOut(bobs, pointing('tic-tac-toe'))]);
  await adas.goto('/history');
  await adas.getByText(bob.handle).first().waitFor();
});

story('the lobby distinguishes practice from play for chips', async (stage) => {
  const member = await stage.member('lobby');
  await member.table({ kind: 'mancala-vs-house', stake: 20 });
  await member.table({ kind: 'connect-four-vs-house', practice: true });
  const page = await member.page('/lobby');
  const row = (game) =>
    page.getByRole('region', { name: 'Your tables' }).getByRole('listitem').filter({ hasText: game });
  await row('Mancala').getByText('20 chips').waitFor();
  await row('Connect four').getByText('practice').waitFor();
});

story('an invitation to a member is declined, another one accepted', async (stage) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  for (const answer of ['Decline', 'Accept']) {
    const adas = await ada.page(`/new?kind=connect-four-vs-house&invited=${bob.handle}`);
    await press(adas, 'Open the table');
    await adas.getByText(`Waiting for ${bob.handle}.`).waitFor();
    const bobs = await bob.page('/lobby');
    await bobs.getByRole('button', { name: new RegExp(`^${answer} .* with ${ada.handle}`) }).click();
    if (answer === 'Decline') await adas.getByText('This table was cancelled. All stakes were returned.').waitFor();
    else await Promise.all([adas, bobs].map((page) => page.locator('.c4').waitFor()));
  }
});

story('the daily challenge is played, and is on the daily board', async (stage) => {
  const member = await stage.member('daily');
  const page = await member.page('/daily');
  await press(page, 'Play today’s deal');
  await page.waitForURL(/\/tables\//);
  const game = (await member.get(page.url().replace(/.*(\/tables\/.*)/, '/api$1'))).gameId;
  await playOut(page, pointing(game));
  await inspect(stage, page, 'daily-end');
  await page.getByRole('link', { name: 'Replay', exact: true }).click();
  await page.getByText('This is a daily deal that others still play.').waitFor();
  await page.goto('/daily');
  await page.getByRole('table').getByText(member.handle).waitFor();
});

story(
  'a party: one member creates it, another joins by its link, they chat and open a table for all',
  async (stage) => {
    const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
    const adas = await ada.page('/lobby');
    await press(adas, 'New party');
    await title(adas, 'Your party');
    stage.announce(/status of 404/);
    const bobs = await bob.page(new URL(adas.url()).pathname);
    await title(bobs, `${ada.handle}’s party`);
    await inspect(stage, bobs, 'party-invitation');
    await press(bobs, 'Join');
    await title(bobs, `Party with ${ada.handle}`);
    await title(adas, `Party with ${bob.handle}`);
    await bobs.getByRole('textbox', { name: 'Message' }).fill('<b>shall we</b>');
    await press(bobs, 'Send');
    await adas.getByRole('list', { name: 'Chat' }).getByText('<b>shall we</b>', { exact: true }).waitFor();
    await adas.getByRole('link', { name: 'New table for all' }).click();
    await adas.getByLabel('Game').selectOption('connect-four-vs-house');
    await press(adas, 'Open the table');
    await adas.waitForURL(/\/tables\//);
    const table = new URL(adas.url()).pathname;
    await adas.goBack();
    await adas.goBack();
    await title(adas, `Party with ${bob.handle}`);
    await inspect(stage, adas, 'party');
    // An older table of the party can still be reached.
    const party = new URL(adas.url()).pathname.replace('/parties/', '');
    await bob.post(`/api/parties/${party}/table`, { kind: 'mancala-vs-house', stake: 5 });
    await bobs.getByRole('link', { name: 'To your table: Mancala' }).waitFor();
    await bobs.getByRole('link', { name: 'To the table: Connect four' }).click();
    await press(bobs, 'Take a seat for 10 chips');
    await adas.getByRole('link', { name: 'To your table: Connect four' }).click();
    assert.equal(new URL(adas.url()).pathname, table);
    await Promise.all([adas, bobs].map((page) => page.locator('.c4').waitFor()));

    // The owner leaves; the party is the other member's then.
    await adas.goBack();
    await press(adas, 'Leave the party');
    await sure(adas);
    await adas.waitForURL(/\/lobby$/);
    await bobs.goto(`/parties/${party}`);
    await title(bobs, 'Your party');
    await bobs.getByText(`${ada.handle} left the party`).waitFor();
    await bobs.getByRole('button', { name: 'Close the party' }).waitFor();
  },
);

story('a forfeit, a pause and an erasure need a confirmation', async (stage) => {
  const member = await stage.member('leaver');
  const id = await member.table({ kind: 'mancala-vs-house' });
  const page = await member.page(`/tables/${id}`);
  await moved(page);
  await press(page, 'Give up');
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click();
  assert.equal(await page.locator('.end').isVisible(), false);
  await press(page, 'Give up');
  await sure(page);
  await page.getByRole('heading', { name: 'You lost 10 chips.' }).waitFor();

  await page.goto('/account');
  await page.getByLabel('24 hours').check();
  await press(page, 'Pause');
  await sure(page);
  await page.getByText('You have paused until').waitFor();
  stage.announce(/status of 403/);
  await page.goto('/new');
  await press(page, 'Play');
  await page.getByRole('alert').getByText(/pause/i).first().waitFor();

  await page.goto('/account');
  await page.getByText('I want to erase my account').click();
  await page.getByLabel(`Type your handle, ${member.handle}`).fill('somebody');
  await press(page, 'Erase my account');
  await page.getByText('This is not your handle').waitFor();
  await page.getByLabel(`Type your handle, ${member.handle}`).fill(member.handle);
  await press(page, 'Erase my account');
  await sure(page);
  await page.getByRole('heading', { name: 'Your account is erased' }).waitFor();
  await page.goto(`/tables/${id}/replay`);
  await page.getByRole('heading', { name: /^The record is consistent/ }).waitFor();
  assert.equal(await page.getByText(member.handle).count(), 0, 'the name is gone');
});
