// Practice: a guest leaves a game and returns to it.
import assert from 'node:assert/strict';
import { inspect } from './looks.mjs';
import { moved, sure } from './playing.mjs';
import { story } from './world.mjs';

const tile = (page, name) => page.locator('.tile').filter({ hasText: name }).first().click();
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

story('the front page offers a guest only a running practice game to continue', async (stage) => {
  const visitor = await stage.visitor();
  const page = await visitor.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).first().waitFor();
  const goOn = page.getByRole('link', { name: 'Continue your game' });
  assert.equal(await goOn.isVisible(), false, 'there is no game yet');
  await press(page, 'Play now');
  await moved(page);
  const table = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Turnstone' }).click();
  await goOn.waitFor();
  await page.getByText('Connect four, for practice: it is your move.').waitFor();
  await inspect(stage, page, 'front-go-on');
  await page.goto('/play');
  await goOn.click();
  await moved(page);
  assert.equal(new URL(page.url()).pathname, table);
  await press(page, 'Give up');
  await sure(page);
  await page.locator('.end:not([hidden])').waitFor();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).first().waitFor();
  assert.equal(await goOn.isVisible(), false, 'it is over');

  // A game to whose seat this browser has lost the credential.
  stage.announce(/status of 401/);
  await visitor.clearCookies();
  await page.evaluate(
    (id) => localStorage.setItem('turnstone.practice', JSON.stringify({ id, label: 'Memory' })),
    table,
  );
  await page.reload();
  await page.getByRole('button', { name: 'Play now' }).first().waitFor();
  await page.waitForFunction(() => localStorage.getItem('turnstone.practice') === null);
  assert.equal(await goOn.isVisible(), false);
});

story('the level that a guest chooses holds for the next rounds and the next games', async (stage) => {
  const page = await (await stage.visitor()).newPage();
  await page.goto('/play');
  await page.getByLabel('Level of the house').selectOption('Beginner');
  await inspect(stage, page, 'play-levels');
  await tile(page, 'Tic-tac-toe');
  await moved(page);
  await page.getByText('Practice, Beginner', { exact: true }).waitFor();
  await inspect(stage, page, 'table-level');
  await press(page, 'Give up');
  await sure(page);
  const first = page.url();
  await press(page, 'Beginner again');
  await page.waitForURL((url) => url.href !== first);
  await page.getByText('Practice, Beginner', { exact: true }).waitFor();

  // A game of luck has no levels, and is opened all the same.
  await page.goto('/play');
  assert.equal(await page.getByLabel('Level of the house').inputValue(), '1');
  await tile(page, 'Roulette');
  await page.getByText('Practice', { exact: true }).waitFor();
  await page.goto('/play');
  await page.getByLabel('Level of the house').selectOption('Expert');
  await tile(page, 'Tic-tac-toe');
  await moved(page);
  await page.getByText('Practice, Expert', { exact: true }).waitFor();
});

story('a first game is easy; its end offers a level up or down, and a guest the way to join', async (stage) => {
  const page = await (await stage.visitor()).newPage();
  await page.goto('/');
  await press(page, 'Play now');
  await moved(page);
  await page.getByText('Practice, Easy', { exact: true }).waitFor();
  await press(page, 'Give up');
  await sure(page);
  await page.getByRole('button', { name: 'Easy again' }).waitFor();
  await page.getByText('The house played at level Easy.').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Join with an invitation' }).getAttribute('href'), '/join');
  await inspect(stage, page, 'end-level');
  const first = page.url();
  await press(page, 'Play Beginner');
  await page.waitForURL((url) => url.href !== first);
  await page.getByText('Practice, Beginner', { exact: true }).waitFor();
  await moved(page);
  await page.goto('/play');
  assert.equal(await page.getByLabel('Level of the house').inputValue(), '1');
});

story('a refused practice game says why and what helps, where it was pressed', async (stage) => {
  const page = await (await stage.visitor({ viewport: { width: 1280, height: 800 } })).newPage();
  stage.announce(/status of 429/);
  const refused = {
    error: 'There are 5 practice tables of guests from your network already',
    code: 'practice_quota',
    hint: 'Finish one of them. Members have no such limit.',
  };
  await page.goto('/play');
  await page.route('**/api/practice', (route) =>
    route.fulfill({ status: 429, json: refused, headers: { 'Retry-After': '60' } }),
  );
  await tile(page, 'Mancala');
  const why = page.getByRole('alert').filter({ hasText: '5 practice tables' });
  await why.getByText('Members have no such limit.').waitFor();
  const { y, height } = await why.boundingBox();
  assert.ok(y >= 0 && y + height <= 800, `it is in the window: ${y}, ${height}`);
  assert.equal(await why.getByRole('link', { name: 'Join with an invitation' }).getAttribute('href'), '/join');
  await inspect(stage, page, 'play-refused');
});

story('a member chooses the level of a practice table in the form', async (stage) => {
  const ada = await stage.member('ada');
  const page = await ada.page('/new');
  assert.equal(await page.getByLabel('Level of the house').isVisible(), false, 'for chips it plays at its best');
  await page.getByLabel('The house, for practice').check();
  await page.getByLabel('Level of the house').selectOption('Easy');
  await inspect(stage, page, 'new-level');
  await press(page, 'Play');
  await page.getByText('Practice, Easy', { exact: true }).waitFor();
  await page.goto('/new?kind=rps-vs-house&with=practice');
  assert.equal(await page.getByLabel('Level of the house').isVisible(), false, 'luck has no levels');
});
