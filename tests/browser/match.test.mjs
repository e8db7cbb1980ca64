// Quick match: members who wait for the same are brought together.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { inspect } from './looks.mjs';
import { moved, sure } from './playing.mjs';
import { story } from './world.mjs';

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const heading = (page, name) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const people = (page) => page.getByRole('region', { name: 'Play a person' });
const tile = (page, name) => people(page).getByRole('button', { name });
const atTable = (page) => page.waitForURL((url) => /^\/tables\/t_/.test(url.pathname));

story('two members are matched by one press each', async (stage) => {
  const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => stage.member(name)));
  const adas = await ada.page('/lobby');
  await tile(adas, 'Tic-tac-toe').click();
  await heading(adas, 'Looking for somebody to play');
  await adas.getByText('Live, rated, no stake').waitFor();
  const { kinds } = await bob.get('/api/queue');
  const [{ waiting, ...terms }] = kinds.filter(({ kind }) => kind === 'tic-tac-toe-vs-house');
  assert.deepEqual(terms, { kind: 'tic-tac-toe-vs-house', stake: 0, seats: 2, rated: true });
  assert.equal(waiting, 1);
  await inspect(stage, adas, 'match-waiting');

  // The search goes on after a reload, with the same ticket.
  const ticket = () => adas.evaluate(() => JSON.parse(sessionStorage.getItem('turnstone.search')).ticketId);
  const before = await ticket();
  await adas.reload();
  await heading(adas, 'Looking for somebody to play');
  assert.equal(await ticket(), before);

  const bobs = await bob.page('/lobby');
  await tile(bobs, 'Tic-tac-toe 1 waiting').waitFor();
  await inspect(stage, bobs, 'lobby-people');
  await tile(bobs, 'Tic-tac-toe').click();
  await Promise.all([adas, bobs].map(atTable));
  assert.equal(new URL(adas.url()).pathname, new URL(bobs.url()).pathname, 'both sit at one table');
  await Promise.any([adas, bobs].map((page) => moved(page)));
  await adas.getByText('Rated, no stake', { exact: true }).waitFor();
  await inspect(stage, adas, 'match-table');
  assert.equal(await adas.evaluate(() => sessionStorage.getItem('turnstone.search')), null);
  await adas.goBack();
  await heading(adas, 'Lobby');
});

story('a hidden page says in its title that a player was found', async (stage) => {
  const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => stage.member(name)));
  const adas = await ada.page('/lobby');
  await tile(adas, 'Mancala').click();
  await heading(adas, 'Looking for somebody to play');
  await adas.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }));
  await bob.post('/api/queue', { kind: 'mancala-vs-house', clientRef: randomUUID() });
  await adas.waitForFunction(() => /^● (Your move|The game begins)/.test(document.title));
  await atTable(adas);
});

story('a search has its terms, can be stopped, and says why it ended', async (stage) => {
  stage.announce(/status of 40[49]/);
  const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => stage.member(name)));
  const page = await ada.page('/match?kind=dominoes');
  await page.getByLabel('Players').selectOption('3');
  await page.getByLabel('Not rated').check();
  await page.getByLabel('Chips').check();
  assert.equal(await page.getByLabel('Play the house').isVisible(), false, 'practice has no stake');
  await page.getByRole('textbox', { name: 'Stake' }).fill('20');
  await inspect(stage, page, 'match-terms');
  await press(page, 'Look for a player');
  await page.getByText('3 players, live, not rated, 20 chips').waitFor();

  const bobs = await bob.page('/lobby');
  await people(bobs).getByText('3 players · 20 chips · not rated · 1 waiting').waitFor();
  await press(page, 'Stop looking');
  await heading(page, 'Lobby');
  assert.deepEqual(
    (await bob.get('/api/queue')).kinds.filter(({ kind }) => kind === 'dominoes'),
    [],
  );

  await tile(page, 'Memory').click();
  await heading(page, 'Looking for somebody to play');
  await ada.post('/api/queue', { kind: 'memory-vs-house', rated: false, clientRef: randomUUID() });
  await page.getByText('You began another search for this game').waitFor();
  await inspect(stage, page, 'match-ended');
  await press(page, 'Look again');
  await heading(page, 'Looking for somebody to play');
  await press(page, 'Play the house instead');
  await atTable(page);
  await page.getByText('Practice, Easy', { exact: true }).waitFor();
  assert.deepEqual(
    (await bob.get('/api/queue')).kinds.filter(({ kind }) => kind === 'memory-vs-house'),
    [],
  );
});

story('a search that the server refuses says why beside the control', async (stage) => {
  stage.announce(/status of 402/);
  const ada = await stage.member('ada');
  const page = await ada.page('/match?kind=mancala-vs-house');
  await page.getByLabel('Chips').check();
  await page.getByRole('textbox', { name: 'Stake' }).fill('5000');
  await press(page, 'Look for a player');
  await page.getByText('Stake less, or play without chips.').waitFor();
  await page.reload();
  await heading(page, 'Play a person');
});

story('the house plays if no one comes', async (stage) => {
  const ada = await stage.member('ada');
  const page = await ada.page('/match?kind=tic-tac-toe-vs-house');
  await page.getByLabel('Play the house').check();
  await press(page, 'Look for a player');
  await page.getByText('If no one comes soon, the house plays.').waitFor();
  await page.waitForURL((url) => /^\/tables\/t_/.test(url.pathname), { timeout: 60_000 });
  await page.locator('.board').waitFor();
});

story('a rated game changes ratings at the seats, on the card and in the lists', async (stage) => {
  const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => stage.member(name)));
  const none = await ada.page('/leaderboard?game=mancala&of=people');
  await none.getByText('No one has played a rated game of it yet.').waitFor();
  const wanted = { kind: 'mancala-vs-house' };
  await ada.post('/api/queue', { ...wanted, clientRef: randomUUID() });
  const { tableId } = await bob.post('/api/queue', { ...wanted, clientRef: randomUUID() });
  const [adas, bobs] = await Promise.all([ada, bob].map((member) => member.page(`/tables/${tableId}`)));
  await adas.locator('.board').waitFor();
  assert.doesNotMatch(await adas.locator('.seats').innerText(), /1500/, 'who never played has no rating');
  await press(adas, 'Give up');
  await adas.getByText('The game counts as lost.', { exact: true }).waitFor();
  await sure(adas);
  await bobs.getByText('You won.').first().waitFor();
  assert.deepEqual(
    await bobs.getByText('10 chips').locator('visible=true').allInnerTexts(),
    [],
    'no chips were at stake',
  );
  for (const page of [adas, bobs])
    await page
      .locator('.rated')
      .getByText(/^\+\d+$/)
      .waitFor();
  await adas
    .locator('.rated')
    .getByText(/^−\d+$/)
    .waitFor();
  assert.equal(await adas.getByRole('button', { name: 'Look for a player' }).count(), 1, 'and none are at stake next');
  await inspect(stage, adas, 'rated-end');

  const card = await bob.page(`/players/${bob.handle}`);
  await card.getByText('1 won, 0 drawn, 0 lost').waitFor();
  await card.getByText(/^\d{4}\?$/).waitFor();
  await inspect(stage, card, 'player-rated');
  await card.getByRole('link', { name: 'Mancala', exact: true }).first().click();
  await heading(card, 'Leaders');
  const own = card.getByRole('row').filter({ hasText: '(you)' });
  assert.match(await own.innerText(), /\d{4}\?$/);
  await card.getByText(/^You have no place yet: \d{4}\?, after 1 rated game\.$/).waitFor();
  await inspect(stage, card, 'ratings');
  await card.getByLabel('Who').selectOption('The house');
  await card.getByText('the house, Expert').waitFor();
  await card.getByRole('link', { name: 'Chips this week' }).click();
  await card.getByText('Chips won and lost at tables finished since Monday.').waitFor();
  await inspect(stage, card, 'leaders-week');
  // At the next table the seats show it.
  await ada.post('/api/queue', { ...wanted, clientRef: randomUUID() });
  const next = await bob.post('/api/queue', { ...wanted, clientRef: randomUUID() });
  const again = next.tableId ?? (await bob.get('/api/me/tables')).tables[0]?.id;
  if (again)
    await (
      await bob.page(`/tables/${again}`)
    )
      .locator('.seat.mine')
      .getByText(/^\d{4}/)
      .waitFor();
  const history = await bob.page('/history');
  await history.getByText(/^Won · /).waitFor();
});
