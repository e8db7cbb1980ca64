// Pictures of every page and state, in all window sizes and both schemes, for people to look at: `run --gallery
// [PATTERN]`. axe-core and the rules of `faults.mjs` check each of them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { faults } from './faults.mjs';
import { KINDS } from './kinds.mjs';
import { accessible, longNames, rest, WINDOWS } from './looks.mjs';
import { moved, playOut, sure } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story as once } from './world.mjs';

/** Pictures take long. */
const story = (name, tell) => once(`gallery: ${name}`, tell, 900_000);
const PLAIN = { reducedMotion: 'reduce', viewport: WINDOWS['a laptop'] };
const none = '0'.repeat(32);
const folder = `${process.env.SCREENSHOTS}/gallery`;
await mkdir(folder, { recursive: true });

/** Checks a page as it is, in every size and scheme, and takes its pictures. */
async function show(stage, page, name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    // The documentation takes the scheme when it is loaded.
    if ((await page.locator('.docs').count()) > 0) await page.reload();
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    for (const [window, size] of Object.entries(WINDOWS)) {
      const state = `${name}, ${window}, ${colorScheme}`;
      await page.setViewportSize(size);
      await page.evaluate(() => scrollTo(0, 0));
      await rest(page);
      const table = (await page.locator('.table-page, .replay').count()) > 0;
      const path = `${folder}/${name}_${size.width}_${colorScheme}.png`;
      await page.screenshot({ path, fullPage: !table });
      await accessible(stage, page, state);
      for (const what of await page.evaluate(faults, colorScheme)) stage.report(`${state}: ${what}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WINDOWS['a laptop']);
}

/** Shows the page of an address. */
async function at(stage, context, path, name, ready = 'h1') {
  const page = await context.newPage();
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  await page.waitForTimeout(500);
  await show(stage, page, name);
  return page;
}

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const heading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();
let count = 0;
/** A member with the longest possible handle. */
function member(stage, options = {}) {
  count += 1;
  return stage.member(`wandering-godwit-${count + 100}`, { exact: true, ...PLAIN, ...options });
}

story('guests', async (stage) => {
  stage.announce(/status of 40[149]/);
  const [ada, bob] = await Promise.all([member(stage), member(stage)]);
  const id = await ada.table({ kind: 'connect-four-vs-house', open: true });
  await bob.post(`/api/tables/${id}/join`);
  const waits = await ada.table({ kind: 'president', open: true, seats: 4, stake: 100 });
  const hidden = await ada.table({ kind: 'connect-four-vs-house', open: true, visibility: 'unlisted' });
  const played = await bob.table({ kind: 'rps-vs-house' });
  const own = await bob.page(`/tables/${played}`);
  await playOut(own, pointing('rps'));
  const guest = await stage.visitor(PLAIN);
  for (const [name, path] of Object.entries({
    'guest-front': '/',
    'guest-play': '/play',
    'guest-daily': '/daily',
    'guest-leaderboard': '/leaderboard',
    'guest-games': '/games',
    'guest-not-found': '/nowhere',
    'guest-lobby': '/lobby',
    'guest-account': '/account',
    'guest-player': `/players/${ada.handle}`,
    'guest-party': `/parties/p_${none}`,
    'guest-invited': `/tables/${waits}`,
    'guest-not-public': `/tables/${hidden}`,
    'guest-no-table': `/tables/t_${none}`,
    'guest-replay': `/tables/${played}/replay`,
    'guest-no-replay': `/tables/t_${none}/replay`,
    'guest-join': '/join',
    'guest-signin': '/signin',
  }))
    await (await at(stage, guest, path, name)).close();
  const watching = await at(stage, guest, `/tables/${id}`, 'guest-watching', '.board');
  await watching.close();
});

story('forms of guests', async (stage) => {
  stage.announce(/status of 40[149]/);
  const page = await (await stage.visitor(PLAIN)).newPage();
  await page.goto(`/join#${stage.invitation}`);
  await page.getByLabel('Handle').fill('0x');
  await press(page, 'Join');
  await page.getByText('A handle must be:').waitFor();
  await show(stage, page, 'guest-join-wrong');
  await page.goto('/signin');
  await page.getByLabel('Handle').fill('somebody');
  await page.getByLabel('Recovery code').fill('00000-00000-00000-00000-00000-00000');
  await press(page, 'Sign in');
  await page.getByText('do not match').waitFor();
  await show(stage, page, 'guest-signin-wrong');
  await page.goto('/play');
  await page.locator('.tile').filter({ hasText: 'Mancala' }).first().click();
  await moved(page);
  await show(stage, page, 'guest-practice');
  await page.goto('/');
  await page.getByRole('link', { name: 'Continue your game' }).waitFor();
  await show(stage, page, 'guest-front-go-on');
});

story('recovery codes', async (stage) => {
  const page = await (await stage.visitor(PLAIN)).newPage();
  await page.goto(`/join#${stage.invitation}`);
  await page.getByLabel('Handle').fill('abcdefghijklmnopqrst');
  await press(page, 'Join');
  await heading(page, 'Welcome, abcdefghijklmnopqrst');
  await show(stage, page, 'recovery-code');
  await page.getByRole('link', { name: 'Turnstone' }).click();
  await show(stage, page, 'recovery-code-dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await page.getByText('You have not kept your recovery code yet').waitFor();
  await show(stage, page, 'unkept-front');
  page.once('dialog', (dialog) => dialog.accept());
  await page.goto('/leaderboard');
  await page.getByRole('link', { name: 'Show the code' }).click();
  await heading(page, 'Your recovery code');
  await show(stage, page, 'recovery-code-again');
});

story('members', async (stage) => {
  stage.announce(/status of 40[149]/);
  const [ada, bob] = await Promise.all([member(stage), member(stage)]);
  for (const path of ['lobby', 'history', 'ledger', 'agents', 'daily', 'account'])
    await (await at(stage, ada.context, `/${path}`, `${path}-empty`)).close();
  await ada.patch('/api/me/profile', { bio: 'Shore birds and card games, in this order. '.repeat(3) });
  for (const kind of ['holdem-vs-house', 'mancala-vs-house', 'blackjack-3']) await ada.table({ kind });
  for (const stake of [20, 30]) {
    const id = await ada.table({ kind: 'mancala-vs-house', stake });
    await ada.post(`/api/tables/${id}/forfeit`);
  }
  await bob.table({ kind: 'tic-tac-toe-vs-house', invited: ada.handle });
  await bob.table({ kind: 'dominoes', open: true, seats: 4, stake: 250 });
  await bob.table({ kind: 'connect-four-vs-house', open: true, pace: 'daily' });
  const mine = await ada.table({ kind: 'holdem-ring', open: true, seats: 6 });
  for (const [name, path] of Object.entries({
    lobby: '/lobby',
    'front-member': '/',
    new: '/new',
    history: '/history',
    ledger: '/ledger',
    leaderboard: '/leaderboard',
    account: '/account',
    games: '/games',
    play: '/play',
    daily: '/daily',
    'player-own': `/players/${ada.handle}`,
    'player-other': `/players/${bob.handle}`,
    'player-none': '/players/there-is-none-of-it',
    'waiting-owner': `/tables/${mine}`,
    'no-table': `/tables/t_${none}`,
    'not-found': '/nowhere',
    'signin-again': '/signin',
    'join-again': '/join',
  }))
    await (await at(stage, ada.context, path, name)).close();
  const page = await ada.page('/new');
  for (const choice of ['The house, for practice', 'The house, for chips', 'Any member', 'A member whom I invite']) {
    await page.getByLabel(choice).check();
    await show(stage, page, `new-${choice.replace(/\W+/g, '-').toLowerCase()}`);
  }
  await page.locator('form button[type=submit]').click();
  await page.locator('.wrong:visible').first().waitFor();
  await show(stage, page, 'new-wrong');
  await page.goto('/account');
  await page.getByText('I want to erase my account').click();
  await page.getByLabel(/^Type your handle/).fill('somebody');
  await press(page, 'Erase my account');
  await page.getByText('This is not your handle').waitFor();
  await show(stage, page, 'account-erase-wrong');
  await page.getByLabel('24 hours').check();
  await press(page, 'Pause');
  await page.getByRole('dialog').waitFor();
  await show(stage, page, 'account-pause-dialog');
  await sure(page);
  await page.getByText('You have paused until').waitFor();
  await show(stage, page, 'account-paused');
});

story('play a friend', async (stage) => {
  stage.announce(/status of 40[0149]/);
  const page = await at(stage, await stage.visitor(PLAIN), '/friend', 'friend');
  await page.getByLabel('Game', { exact: true }).selectOption('Connect four');
  await page.getByLabel('Your name at this table').fill('Wilhelmina Abernathy');
  await press(page, 'Get the link');
  const link = await page.getByLabel('The link', { exact: true }).inputValue();
  await show(stage, page, 'friend-waiting');
  const invited = await at(stage, await stage.visitor(PLAIN), link, 'friend-invited');
  await invited.getByLabel('Your name at this table').fill('!');
  await press(invited, 'Sit down');
  await invited.getByText('A name has 1 to 20').waitFor();
  await show(stage, invited, 'friend-name-wrong');
  await invited.getByLabel('Your name at this table').fill('mmmmmmmmmmmmmmmmmmmm');
  const late = await (await stage.visitor(PLAIN)).newPage();
  await late.goto(link);
  await late.getByRole('button', { name: 'Sit down' }).waitFor();
  await press(invited, 'Sit down');
  await invited.locator('.board').waitFor();
  await show(stage, page, 'friend-playing');
  await press(late, 'Sit down');
  await heading(late, 'The seat is taken');
  await show(stage, late, 'friend-taken');
  await late.goto(link.replace(/t_[0-9a-f]+/, `t_${none}`));
  await press(late, 'Sit down');
  await heading(late, 'This game is over');
  await show(stage, late, 'friend-over');
  await press(invited, 'Give up');
  await sure(invited);
  await page.locator('.end:not([hidden])').waitFor();
  await show(stage, page, 'friend-end');
  const ada = await member(stage);
  const own = await at(stage, ada.context, '/friend?kind=president', 'friend-member');
  await press(own, 'Get the link');
  await own.getByLabel('The link', { exact: true }).waitFor();
  await show(stage, own, 'friend-waiting-member');
  const bob = await member(stage);
  await (await at(stage, bob.context, new URL(own.url()).pathname, 'friend-member-invited')).close();
});

story('quick match', async (stage) => {
  stage.announce(/status of 40[49]/);
  const [ada, bob] = await Promise.all([member(stage), member(stage)]);
  const page = await at(stage, ada.context, '/match?kind=president', 'match-terms');
  await page.getByLabel('Chips').check();
  await page.getByRole('textbox', { name: 'Stake' }).fill('much');
  await press(page, 'Look for a player');
  await page.getByText('The stake is a whole number').waitFor();
  await show(stage, page, 'match-terms-wrong');
  await page.getByLabel('No stake').check();
  await page.getByLabel('Play the house').check();
  await press(page, 'Look for a player');
  await heading(page, 'Looking for somebody to play');
  await bob.post('/api/queue', { kind: 'mancala-vs-house', clientRef: randomUUID() });
  await (await at(stage, ada.context, '/lobby', 'lobby-waiting')).close();
  await press(page, 'Stop looking');
  await heading(page, 'Lobby');
  await page
    .getByRole('region', { name: 'Play a person' })
    .getByRole('button', { name: /^Tic-tac-toe/ })
    .click();
  await heading(page, 'Looking for somebody to play');
  await show(stage, page, 'match-waiting');
  await ada.post('/api/queue', { kind: 'tic-tac-toe-vs-house', rated: false, clientRef: randomUUID() });
  await heading(page, 'No longer looking');
  await show(stage, page, 'match-ended');
  await ada.post('/api/queue', { kind: 'connect-four-vs-house', clientRef: randomUUID() });
  const { tableId } = await bob.post('/api/queue', { kind: 'connect-four-vs-house', clientRef: randomUUID() });
  await page.goto(`/tables/${tableId}`);
  await page.locator('.board').waitFor();
  await show(stage, page, 'rated-table');
  await bob.post(`/api/tables/${tableId}/forfeit`);
  await page.locator('.rated .gain').waitFor();
  await show(stage, page, 'rated-end');
  for (const [name, path] of [
    ['player-rated', `/players/${ada.handle}`],
    ['ratings', '/leaderboard?game=connect-four'],
    ['leaders-week', '/leaderboard?period=week'],
  ])
    await (await at(stage, ada.context, path, name)).close();
});

story('waiting tables', async (stage) => {
  stage.announce(/status of 40[149]/);
  const [ada, bob, eve] = await Promise.all([member(stage), member(stage), member(stage)]);
  const open = await ada.table({ kind: 'president', open: true, seats: 4, stake: 1000 });
  const unlisted = await bob.table({ kind: 'connect-four-vs-house', open: true, visibility: 'unlisted' });
  const invited = await bob.table({ kind: 'mancala-vs-house', invited: eve.handle });
  await bob.post(`/api/tables/${unlisted}/messages`, { body: 'Is it you? '.repeat(12) });
  for (const [who, id, name] of [
    [ada, open, 'waiting-host'],
    [eve, open, 'waiting-stranger'],
    [eve, unlisted, 'waiting-friend-by-link'],
    [bob, invited, 'waiting-for-invited'],
    [eve, invited, 'waiting-invited'],
    [ada, invited, 'waiting-private-stranger'],
  ])
    await (await at(stage, who.context, `/tables/${id}`, name)).close();
  const page = await bob.page(`/tables/${unlisted}`);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await show(stage, page, 'waiting-rules');
  await page.getByRole('tab', { name: /Chat/ }).click();
  await show(stage, page, 'waiting-chat');
  await press(page, 'Leave the table');
  await show(stage, page, 'waiting-leave-dialog');
  await sure(page);
  await page.getByText('cancelled').first().waitFor();
  await show(stage, page, 'table-cancelled');
});

story('a table in play', async (stage) => {
  stage.announce(/status of 40[149]/);
  stage.announce(/ERR_INTERNET_DISCONNECTED|Failed to load/);
  const [ada, bob, eve] = await Promise.all([member(stage), member(stage), member(stage)]);
  const id = await ada.table({ kind: 'mancala-vs-house', open: true });
  await bob.post(`/api/tables/${id}/join`);
  for (const body of ['Good luck!', `${'long word '.repeat(20)}`, 'x'.repeat(100)])
    await bob.post(`/api/tables/${id}/messages`, { body });
  const page = await ada.page(`/tables/${id}`);
  await page.locator('.board').waitFor();
  await show(stage, page, 'table-unread');
  await page.getByRole('tab', { name: /Chat/ }).click();
  await show(stage, page, 'table-chat');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await show(stage, page, 'table-rules');
  await page.getByRole('tab', { name: 'Log' }).click();
  const watcher = await at(stage, eve.context, `/tables/${id}`, 'table-watched', '.board');
  await watcher.close();
  await press(page, 'Keys');
  await page.getByRole('dialog').waitFor();
  await show(stage, page, 'table-keys-dialog');
  await page.keyboard.press('Escape');
  await press(page, 'Let a program play');
  await show(stage, page, 'table-program-dialog');
  await sure(page);
  await page.getByText('A key for your seat').waitFor();
  const key = await page.getByRole('dialog').getByRole('code').innerText();
  await show(stage, page, 'table-key-dialog');
  await page.keyboard.press('Escape');
  await show(stage, page, 'table-key-issued');
  await bob.post('/api/seat-grants/claim', { claimToken: key, clientRef: randomUUID() });
  await page.getByText('A program plays your seat now.').waitFor();
  await show(stage, page, 'table-delegated');
  await page.locator('.trouble-line').getByRole('button', { name: 'Take the seat back' }).click();
  await page.getByText('A program plays your seat now.').waitFor({ state: 'hidden' });
  await press(page, 'Give up');
  await show(stage, page, 'table-give-up-dialog');
  await page.keyboard.press('Escape');
  await ada.context.setOffline(true);
  await page
    .getByText(/You are offline|cannot be reached/)
    .first()
    .waitFor();
  await show(stage, page, 'table-offline');
  await ada.context.setOffline(false);
  await page.waitForTimeout(1_000);
  await bob.post(`/api/tables/${id}/forfeit`);
  await page.locator('.end:not([hidden])').waitFor();
  await show(stage, page, 'table-won-by-forfeit');
  await press(page, 'Play again').catch(() => {});
  await page.waitForTimeout(1_000);
  await show(stage, page, 'table-again');
  const lobby = await bob.page('/lobby');
  await heading(lobby, 'Lobby');
  await show(stage, lobby, 'lobby-rematch');
  await bob.context.setOffline(true);
  await lobby.getByText('You are offline.').waitFor();
  await show(stage, lobby, 'lobby-offline');
  await bob.context.setOffline(false);
  await eve.post('/api/logout');
  for (const [name, path] of [
    ['ended-leaderboard', '/leaderboard'],
    ['ended-lobby', '/lobby'],
    ['ended-table', `/tables/t_${none}`],
  ])
    await (await at(stage, eve.context, path, name)).close();
});

story('parties', async (stage) => {
  stage.announce(/status of 40[34]/);
  const [ada, bob, eve] = await Promise.all([member(stage), member(stage), member(stage)]);
  const page = await ada.page('/lobby');
  await press(page, 'New party');
  await heading(page, 'Your party');
  await show(stage, page, 'party-alone');
  const path = new URL(page.url()).pathname;
  const party = path.replace('/parties/', '');
  const bobs = await at(stage, bob.context, path, 'party-invitation');
  await press(bobs, 'Join');
  await heading(bobs, /^Party with/);
  await eve.post(`/api/parties/${party}/join`);
  for (const body of ['shall we?', 'y'.repeat(120), 'words and words '.repeat(15)])
    await bob.post(`/api/parties/${party}/messages`, { body, clientId: randomUUID() });
  await bob.post(`/api/parties/${party}/table`, { kind: 'mancala-vs-house', stake: 1000 });
  await page.getByRole('link', { name: 'To the table: Mancala' }).waitFor();
  await show(stage, page, 'party');
  await page.getByRole('link', { name: 'New table for all' }).click();
  await heading(page, 'New table');
  await show(stage, page, 'party-new-table');
  await page.goBack();
  await press(page, 'Close the party');
  await page.getByText('The party is closed').waitFor();
  await show(stage, page, 'party-closed');
  const other = await member(stage);
  await (await at(stage, other.context, path, 'party-closed-invitation')).close();
  await (await at(stage, other.context, '/parties/p_none', 'party-none')).close();
  await press(page, 'Leave the party');
  await show(stage, page, 'party-leave-dialog');
});

story('agents', async (stage) => {
  const [ada, bob] = await Promise.all([member(stage), member(stage)]);
  for (const one of [ada, bob])
    await one.post('/api/agents', { name: one.handle, kind: 'policy', policy: 'random', acceptsChallenges: true });
  await ada.post('/api/agents', { name: 'a-name-of-24-characters-', kind: 'policy', policy: 'minimax' });
  const page = await ada.page('/agents');
  await page.getByRole('button', { name: 'Duel' }).waitFor();
  await show(stage, page, 'agents');
  await page.getByLabel('Stake of a game').fill('1');
  await press(page, 'Duel');
  await page
    .getByText(/^Your agent has|^A draw/)
    .first()
    .waitFor();
  await page.getByText('Test without chips').click();
  await show(stage, page, 'agents-duelled');
  await page.getByRole('button', { name: `Change ${ada.handle}` }).click();
  await page.getByLabel('By your instructions').check();
  await press(page, `Save ${ada.handle}`);
  await page.getByText('Write the agent’s instructions.').waitFor();
  await show(stage, page, 'agents-change');
  await page.goto('/history');
  await page
    .getByRole('link', { name: /Replay|^Connect four/ })
    .first()
    .waitFor();
  await show(stage, page, 'history-duel');
});

story('the daily deal', async (stage) => {
  const ada = await member(stage);
  const page = await ada.page('/daily');
  await press(page, 'Play today’s deal');
  await page.locator('.board').waitFor();
  const { kind } = await ada.get('/api/daily');
  await playOut(page, pointing(KINDS[kind]));
  await page.getByRole('link', { name: 'To the board of the day' }).waitFor();
  await show(stage, page, 'daily-end');
  await page.goto('/daily');
  await page.getByRole('table').getByText(ada.handle).waitFor();
  await show(stage, page, 'daily-played');
});

story('documentation', async (stage) => {
  const guest = await stage.visitor(PLAIN);
  const page = await guest.newPage();
  await page.goto('/docs');
  const paths = await page
    .locator('nav a')
    .evaluateAll((all) => [...new Set(all.map(({ pathname }) => pathname))].filter((path) => path.startsWith('/docs')));
  assert.ok(paths.length > 10);
  for (const path of paths) {
    await page.goto(path);
    await show(stage, page, path.slice(1).replaceAll('/', '-'));
  }
});

/** After how many moves a game is in its middle. */
const MIDDLE = { battleship: 30, memory: 14, mancala: 8, 'connect-four': 8, minesweeper: 5, dominoes: 4, president: 4 };

for (const [kind, gameId, options = {}] of [
  ...Object.entries(KINDS),
  ['holdem-ring', 'holdem-ring', { seats: 6 }],
  ['president', 'president', { seats: 6 }],
  ['dominoes', 'dominoes', { seats: 4 }],
])
  story(`board ${kind}${options.seats ?? ''}`, async (stage) => {
    const name = `board-${kind}${options.seats ?? ''}`;
    const ada = await member(stage);
    await longNames(ada.context);
    const practice = kind === 'holdem-open';
    const stake = /holdem|blackjack|roulette/.test(kind) ? {} : { stake: 1_000 };
    const id = await ada.table({ kind, ...stake, ...options, practice });
    const page = await ada.page(`/tables/${id}`);
    await moved(page);
    await show(stage, page, `${name}-1-start`);
    const middle = MIDDLE[gameId] ?? 2;
    let shown = false;
    if (gameId === 'roulette') {
      for (const bet of ['red', 'even', 'dozen']) await page.locator(`.rou-${bet}`).first().click();
      await page.getByRole('group', { name: 'Numbers' }).getByRole('button', { name: /^17,/ }).click();
      await show(stage, page, `${name}-2-middle`);
      await page.reload();
      await moved(page);
    }
    if (gameId === 'video-poker') {
      await page.locator('.vp-card').first().click();
      await show(stage, page, `${name}-2-middle`);
      await page.locator('.vp-card').first().click();
    }
    await playOut(page, pointing(gameId), async (turn) => {
      if (turn !== middle && !(turn === 1 && !shown)) return;
      shown = true;
      await show(stage, page, `${name}-2-middle`);
    });
    await page.locator('.end:not([hidden])').waitFor();
    await show(stage, page, `${name}-3-end`);
    await page.setViewportSize(WINDOWS['a phone']);
    const more = page.getByRole('button', { name: 'Show more' });
    if (await more.isVisible()) {
      await more.click();
      await show(stage, page, `${name}-4-end-more`);
    }
    await page.goto(`/tables/${id}/replay`);
    await page.getByRole('group', { name: 'Replay' }).first().waitFor();
    await page.waitForTimeout(500);
    await show(stage, page, `${name}-5-replay`);
  });
