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
  await page.getByText('Practice, beginner', { exact: true }).waitFor();
  await inspect(stage, page, 'table-level');
  await press(page, 'Give up');
  await sure(page);
  const first = page.url();
  await press(page, 'Next round');
  await page.waitForURL((url) => url.href !== first);
  await page.getByText('Practice, beginner', { exact: true }).waitFor();

  // A game of luck has no levels, and is opened all the same.
  await page.goto('/play');
  assert.equal(await page.getByLabel('Level of the house').inputValue(), '1');
  await tile(page, 'Roulette');
  await page.getByText('Practice', { exact: true }).waitFor();
  await page.goto('/play');
  await page.getByLabel('Level of the house').selectOption('Expert');
  await tile(page, 'Tic-tac-toe');
  await moved(page);
  await page.getByText('Practice', { exact: true }).waitFor();
});

story('a member chooses the level of a practice table in the form', async (stage) => {
  const ada = await stage.member('ada');
  const page = await ada.page('/new');
  assert.equal(await page.getByLabel('Level of the house').isVisible(), false, 'for chips it plays at its best');
  await page.getByLabel('The house, for practice').check();
  await page.getByLabel('Level of the house').selectOption('Easy');
  await inspect(stage, page, 'new-level');
  await press(page, 'Play');
  await page.getByText('Practice, easy', { exact: true }).waitFor();
  await page.goto('/new?kind=rps-vs-house&with=practice');
  assert.equal(await page.getByLabel('Level of the house').isVisible(), false, 'luck has no levels');
});
