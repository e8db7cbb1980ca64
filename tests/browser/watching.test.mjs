// Links to tables, opened by somebody without an account.
import assert from 'node:assert/strict';
import { inspect } from './looks.mjs';
import { moved, playOut } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story } from './world.mjs';

const heading = (page, name) => page.getByRole('heading', { level: 1, name, exact: true });

story('a visitor watches a public table in play to its end', async (stage) => {
  // The table itself is read first, and is only for members.
  stage.announce(/status of 40[14]/);
  const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => stage.member(name)));
  const id = await ada.table({ kind: 'tic-tac-toe-vs-house', open: true });
  await bob.post(`/api/tables/${id}/join`);
  const players = await Promise.all([ada, bob].map((member) => member.page(`/tables/${id}`)));
  const page = await (await stage.visitor()).newPage();
  await page.goto('/');
  await page.getByRole('link', { name: /^Watch Tic-tac-toe: / }).click();
  await page.getByRole('heading', { name: 'You are watching' }).waitFor();
  assert.match(await page.title(), /^Tic-tac-toe/);
  assert.equal(await page.getByRole('tab', { name: /^Chat/ }).count(), 0);
  await inspect(stage, page, 'watching-guest');
  const marks = () => page.locator('.ttt .cell').filter({ hasText: /[XO]/ }).count();
  assert.equal(await marks(), 0);
  const [mover] = await Promise.any(players.map(async (one) => [one, await moved(one)]));
  await pointing('tic-tac-toe')(mover, 0);
  await page.waitForFunction(() => document.querySelectorAll('.log > li:not(.turn)').length > 0);
  await bob.post(`/api/tables/${id}/forfeit`);
  await page.locator('.end:not([hidden])').waitFor();
  await page.getByText(`${ada.handle} won 10 chips`).first().waitFor();
  await page.goto(`/tables/${id}`);
  await page.waitForURL(`**/tables/${id}/replay*`);
  // The name of the game comes with the bundle.
  await page.waitForFunction(() => document.title.startsWith('Replay: Tic-tac-toe'));
});

story('a visitor learns who invites to what, and how to come in', async (stage) => {
  stage.announce(/status of 40[149]/);
  const ada = await stage.member('ada');
  const id = await ada.table({ kind: 'connect-four-vs-house', open: true, stake: 20 });
  const preview = async (table) => {
    const shown = await (await fetch(`${stage.origin}/tables/${table}`)).text();
    return ['title', 'description'].map((name) => new RegExp(`og:${name}" content="([^"]*)"`).exec(shown)[1]);
  };
  const [title, description] = await preview(id);
  assert.equal(title, `${ada.handle} invites you to connect four · Turnstone`);
  assert.match(description, /2 seats, 1 free, 20 chips of play money each\.$/);
  const page = await (await stage.visitor()).newPage();
  await page.goto(`/tables/${id}`);
  await heading(page, `${ada.handle} invites you to connect four`).waitFor();
  await page.getByText('2 seats, 1 free · 20 chips each').waitFor();
  assert.equal(
    await page.getByRole('link', { name: 'Join with an invitation' }).getAttribute('href'),
    `/join?back=${encodeURIComponent(`/tables/${id}`)}`,
  );
  await inspect(stage, page, 'invited-guest');

  const hidden = await ada.table({ kind: 'connect-four-vs-house', open: true, visibility: 'unlisted' });
  assert.deepEqual((await preview(hidden))[0], 'Table · Turnstone', 'a preview says nothing of it');
  await page.goto(`/tables/${hidden}`);
  await heading(page, 'This table is not public').waitFor();
  await inspect(stage, page, 'table-not-public');
});

story('the link of a finished table leads everybody to its replay', async (stage) => {
  stage.announce(/status of 40[149]/);
  const ada = await stage.member('ada');
  const id = await ada.table({ kind: 'mancala-vs-house' });
  await playOut(await ada.page(`/tables/${id}`), pointing('mancala'));
  const page = await (await stage.visitor()).newPage();
  await page.goto(`/tables/${id}`);
  await page.getByRole('group', { name: 'Replay' }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/tables/${id}/replay`);
});
