// Practice: a guest leaves a game and returns to it.
import assert from 'node:assert/strict';
import { inspect } from './looks.mjs';
import { moved, sure } from './playing.mjs';
import { story } from './world.mjs';

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
