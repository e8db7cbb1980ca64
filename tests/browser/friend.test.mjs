// Friendly tables: people play by a link, without an account.
import assert from 'node:assert/strict';
import { inspect } from './looks.mjs';
import { moved, sure } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story } from './world.mjs';

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const heading = (page, name) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
/** A browser of a guest. The table is read before it is known whether they have a seat. */
const guest = async (stage) => (await stage.visitor()).newPage();

/** Makes a friendly table through the page; returns the link. */
async function makeLink(page, kind, name) {
  await page.goto('/friend');
  await page.getByLabel('Game', { exact: true }).selectOption(kind);
  if (name) await page.getByLabel('Your name at this table').fill(name);
  await press(page, 'Get the link');
  return page.getByLabel('The link', { exact: true }).inputValue();
}

story('two people without an account play by a link to the end', async (stage, t) => {
  stage.announce(/status of 40[014]/);
  const presses = [];
  const [adas, bobs] = [await guest(stage), await guest(stage)];
  const watched = async (page, name) => {
    await page.exposeBinding('reportPress', (_, what) => presses.push(`${name}: ${what}`));
    await page.addInitScript(() =>
      document.addEventListener('click', ({ target, isTrusted }) => {
        const control = target.closest?.('button, a, select, input');
        if (isTrusted && control) window.reportPress(control.getAttribute('aria-label') ?? control.innerText.trim());
      }),
    );
  };
  await Promise.all([watched(adas, 'Ada'), watched(bobs, 'Bob')]);
  await adas.goto('/');
  await adas.getByRole('link', { name: 'Play a friend' }).first().click();
  await adas.getByLabel('Game', { exact: true }).selectOption('Tic-tac-toe');
  await adas.getByLabel('Your name at this table').fill('Ada');
  await inspect(stage, adas, 'friend-new');
  await press(adas, 'Get the link');
  await adas.getByText('Send this link. You play when it is opened.').waitFor();
  await adas.getByText('For fun', { exact: true }).waitFor();
  const link = await adas.getByLabel('The link', { exact: true }).inputValue();
  assert.match(link, /\/tables\/t_[0-9a-f]+\?game=tic-tac-toe&friend=1#from=Ada$/);
  await inspect(stage, adas, 'friend-waiting');

  await bobs.goto(link);
  await heading(bobs, 'Ada invites you to tic-tac-toe');
  assert.match(await bobs.title(), /^An invitation to tic-tac-toe/, 'the name is in no title');
  await inspect(stage, bobs, 'friend-invited');
  const name = bobs.getByLabel('Your name at this table');
  await name.fill('Bob  !');
  await press(bobs, 'Sit down');
  await bobs.getByText('A name has 1 to 20 characters').waitFor();
  await inspect(stage, bobs, 'friend-name-refused');
  await name.fill('Bob');
  const before = presses.length;
  await press(bobs, 'Sit down');
  await Promise.all([adas, bobs].map((page) => page.locator('.board').waitFor()));
  await adas.locator('.seats').getByText('Bob (guest)').waitFor();
  await bobs.locator('.seats').getByText('Ada (guest)').waitFor();
  assert.equal(await bobs.locator('.seats member-face').count(), 0, 'guests have no picture');
  assert.equal(new URL(bobs.url()).search, '', 'the link is used');

  await inspect(stage, adas, 'friend-playing');
  let turn = 0;
  for (const pages = [adas, bobs]; ; turn += 1) {
    const [mover, now] = await Promise.any(pages.map(async (page) => [page, await moved(page)]));
    if (now.over) break;
    await pointing('tic-tac-toe')(mover, turn);
    await mover.waitForFunction(() => !document.title.startsWith('●'));
  }
  await Promise.all([adas, bobs].map((page) => page.locator('.end:not([hidden])').waitFor()));
  await bobs
    .getByText('No chips have moved', { exact: false })
    .or(bobs.getByText('no chips have moved'))
    .first()
    .waitFor();
  await inspect(stage, adas, 'friend-over');
  for (const line of presses) t.diagnostic(line);
  const own = presses.slice(before).filter((line) => line.startsWith('Bob'));
  assert.equal(own[0], 'Bob: Sit down', 'after the link, one press leads to the board');

  await press(adas, 'Invite again');
  await adas.getByText('Send this link. You play when it is opened.').waitFor();
  await adas.goto('/');
  await adas.getByText('Tic-tac-toe, with a friend: it waits for players.').waitFor();
});

story('a seat that is lost on the way is taken once', async (stage) => {
  stage.announce(/status of 40[14]|ERR_FAILED|ERR_INTERNET/);
  const [adas, bobs] = [await guest(stage), await guest(stage)];
  const link = await makeLink(adas, 'Connect four', 'Ada');
  await bobs.goto(link);
  let lost = 0;
  await bobs.route('**/guest-seat', async (route) => {
    // The seat is taken, and the answer does not arrive.
    const asked = route.request();
    const headers = { 'content-type': 'application/json' };
    await fetch(asked.url(), { method: 'POST', headers, body: asked.postData() });
    lost += 1;
    await route.abort();
  });
  await bobs.getByLabel('Your name at this table').fill('Bob');
  await press(bobs, 'Sit down');
  await bobs.getByText('The server cannot be reached').first().waitFor();
  assert.ok(lost > 0);
  await bobs.unroute('**/guest-seat');
  await bobs.goto('about:blank');
  await bobs.goto(link);
  assert.equal(await bobs.getByLabel('Your name at this table').inputValue(), 'Bob');
  await press(bobs, 'Sit down');
  await bobs.locator('.board').waitFor();
  await bobs.reload();
  await bobs.locator('.seats').getByText('Bob (guest) (you)').waitFor();

  const late = await guest(stage);
  stage.announce(/status of 409/);
  await late.goto(link);
  await press(late, 'Sit down');
  await heading(late, 'The seat is taken');
  await inspect(stage, late, 'friend-taken');
  await press(adas, 'Give up');
  await sure(adas);
  await adas.locator('.end:not([hidden])').waitFor();
});

story('the one who waits calls the house, or closes the table', async (stage) => {
  stage.announce(/status of 40[149]/);
  const adas = await guest(stage);
  const link = await makeLink(adas, "Hold'em ring");
  await adas.getByText('Send this link. 3 seats are open.').waitFor();
  const bobs = await guest(stage);
  await bobs.goto(link);
  await heading(bobs, "You are invited to hold'em ring");
  await press(bobs, 'Sit down');
  await bobs.getByText('Waiting for 2 more players.').waitFor();
  await adas.getByText('Send this link. 2 seats are open.').waitFor();
  assert.equal(await bobs.getByRole('button', { name: 'Let the house play' }).count(), 0, 'only the host calls it');
  await inspect(stage, bobs, 'friend-waiting-guest');
  await adas.getByLabel('Level of the house').selectOption('Beginner');
  await press(adas, 'Let the house play');
  await Promise.all([adas, bobs].map((page) => page.locator('.board').waitFor()));

  const second = await makeLink(adas, 'Mancala', 'Ada');
  await press(adas, 'Leave the table');
  await sure(adas);
  await adas.getByText('cancelled').first().waitFor();
  await bobs.goto(second);
  await press(bobs, 'Sit down');
  await heading(bobs, 'The seat is taken');
  await bobs.goto(second.replace(/t_[0-9a-f]+/, `t_${'0'.repeat(32)}`));
  await press(bobs, 'Sit down');
  await heading(bobs, 'This game is over');
  await inspect(stage, bobs, 'friend-gone');
});

story('members share a link with members and with guests', async (stage) => {
  stage.announce(/status of 40[14]/);
  const [ada, cleo] = await Promise.all([stage.member('ada'), stage.member('cleo')]);
  const adas = await ada.page('/lobby');
  await adas.getByRole('link', { name: 'Play a friend' }).click();
  assert.equal(await adas.getByLabel('Your name at this table').count(), 0, 'a member has a handle');
  await adas.getByLabel('Game', { exact: true }).selectOption('Dominoes');
  await adas.getByLabel('Players').selectOption('3');
  await press(adas, 'Get the link');
  const link = await adas.getByLabel('The link', { exact: true }).inputValue();
  const cleos = await cleo.page(link);
  await press(cleos, 'Sit down');
  await cleos.getByText('Waiting for one more player.').waitFor();
  const bobs = await guest(stage);
  await bobs.goto(link);
  await heading(bobs, `${ada.handle} invites you to dominoes`);
  await bobs.getByLabel('Your name at this table').fill('Bob');
  await press(bobs, 'Sit down');
  await Promise.all([adas, bobs, cleos].map((page) => page.locator('.board').waitFor()));
  await adas.getByText('Bob (guest)').locator('visible=true').first().waitFor();
  assert.equal(await adas.getByRole('tab', { name: /Chat/ }).count(), 1);
  assert.equal(await bobs.getByRole('tab', { name: /Chat/ }).count(), 0, 'guests do not chat');
});

story('a hidden page says in its title that the game begins', async (stage) => {
  stage.announce(/status of 40[14]/);
  const adas = await guest(stage);
  const link = await makeLink(adas, 'Tic-tac-toe', 'Ada');
  await adas.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => window.isAway !== false, configurable: true });
  });
  const bobs = await guest(stage);
  await bobs.goto(link);
  await press(bobs, 'Sit down');
  await adas.waitForFunction(() => /^● (Your move|The game begins)/.test(document.title));
  await adas.getByText('guest sits down.').first().waitFor({ state: 'attached' });
  await adas.evaluate(() => {
    window.isAway = false;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await adas.waitForFunction(() => !document.title.startsWith('● The game begins'));
});
