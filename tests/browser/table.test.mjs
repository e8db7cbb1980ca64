// The page of a table around the board: the clock, the end, the balance, and the next game.
import assert from 'node:assert/strict';
import { inspect, picture } from './looks.mjs';
import { moved, playOut } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { Server } from './server.mjs';
import { Stage, story } from './world.mjs';

const PHONE = { width: 360, height: 740 };

/** The balance in the header of the page. */
async function showsBalance(page, handle, balance) {
  const text = `${handle} · ${balance.toLocaleString('en')} chips`;
  await page.getByRole('banner').getByText(text).waitFor();
}

async function balanceOf(member) {
  return (await member.get('/api/me')).balance;
}

/** A table of two members with open pages and seats; the one to move comes first. */
async function duel(stage, kind, options = {}) {
  const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => stage.member(name, options)));
  const id = await ada.table({ kind, invited: bob.handle });
  await bob.post(`/api/tables/${id}/join`);
  const sides = await Promise.all(
    [ada, bob].map(async (member) => ({ member, page: await member.page(`/tables/${id}`) })),
  );
  await Promise.all(sides.map(({ page }) => page.locator('.board').waitFor()));
  const first = await Promise.race(
    sides.map(({ page }, place) =>
      page
        .locator('.sentence', { hasText: 'Your move' })
        .waitFor()
        .then(() => place),
    ),
  );
  return first === 0 ? sides : sides.reverse();
}

story('the time of a turn runs down first, then its reserve; a timeout is reported', async (stage) => {
  const server = await Server.start({ TURNSTONE_PACE__LIVE_TURN_S: '4', TURNSTONE_PACE__LIVE_BANK_S: '6' });
  const quick = new Stage({ server, browser: stage.browser, invitation: await server.invite() });
  try {
    const [slow, other] = await duel(quick, 'tic-tac-toe-vs-house');
    const clock = slow.page.locator('.state-bar turn-clock');
    const own = slow.page.locator('.seat.mine');
    await clock.getByText(/^0:0[1-4]$/).waitFor();
    await own.getByText('reserve 0:06', { exact: true }).waitFor();
    await clock.getByText(/^reserve 0:0[1-5]$/).waitFor();
    await own.getByText(/^reserve 0:0[1-5]$/).waitFor();
    await slow.page.locator('.sentence').getByText('Your time ran out. You lost 10 chips.').waitFor();
    await slow.page.getByRole('heading', { name: 'Your time ran out. You lost 10 chips.' }).waitFor();
    await other.page
      .getByRole('heading', { name: `The time of ${slow.member.handle} ran out. You won 10 chips.` })
      .waitFor();
    assert.deepEqual(quick.trouble, []);
  } finally {
    await quick.close();
    await server.stop();
  }
});

story('the balance is right after taking a seat, the end of a game, and a cancelled table', async (stage) => {
  const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => stage.member(name)));
  const before = await balanceOf(bob);
  const id = await ada.table({ kind: 'tic-tac-toe-vs-house', open: true });
  const page = await bob.page(`/tables/${id}`);
  await showsBalance(page, bob.handle, before);
  await page.getByRole('button', { name: 'Take a seat for 10 chips' }).click();
  await showsBalance(page, bob.handle, before - 10);
  await ada.post(`/api/tables/${id}/forfeit`);
  await page.getByRole('heading', { name: 'You won 10 chips.' }).waitFor();
  await showsBalance(page, bob.handle, before + 10);

  const kept = await bob.table({ kind: 'tic-tac-toe-vs-house', invited: ada.handle });
  await page.goto(`/tables/${kept}`);
  await page.getByText(`kept for ${ada.handle}`, { exact: true }).waitFor();
  await showsBalance(page, bob.handle, before);
  await ada.post(`/api/tables/${kept}/decline`);
  await page
    .getByText(`${ada.handle} declined the invitation. This table was cancelled. All stakes were returned.`)
    .waitFor();
  await showsBalance(page, bob.handle, before + 10);
});

/** Gives a game up, so that it is over for both. */
async function giveUp({ member, page }) {
  await member.post(`/api/tables/${new URL(page.url()).pathname.split('/')[2]}/forfeit`);
}

const offer = ({ page }, { member }) => page.getByRole('button', { name: `Rematch with ${member.handle}` });
const accept = ({ page }) => page.getByRole('button', { name: 'Accept the rematch' });

story(
  'a rematch is offered with one press, shown in the result and the title, and accepted with one press',
  async (stage) => {
    const [one, two] = await duel(stage, 'tic-tac-toe-vs-house');
    await giveUp(one);
    await one.page.getByText(`Games with ${two.member.handle}: 1.`).waitFor();
    await picture(one.page, 'end-of-two');
    const before = one.page.url();
    await offer(two, one).focus();
    await offer(one, two).click();
    await one.page.getByText(`Waiting for ${two.member.handle}.`).waitFor();
    assert.notEqual(one.page.url(), before);
    const result = two.page.getByRole('region', { name: 'Result' });
    await result.getByText(`${one.member.handle} offers a rematch.`, { exact: true }).waitFor();
    assert.match(await two.page.title(), new RegExp(`^${one.member.handle} offers a rematch · `));
    assert.equal(await two.page.evaluate(() => document.activeElement.textContent), 'Accept the rematch');
    await inspect(stage, two.page, 'rematch-offered');
    await accept(two).click();
    await two.page.waitForURL(one.page.url());
    await Promise.all([one, two].map(({ page }) => page.locator('.ttt').waitFor()));
    assert.doesNotMatch(await two.page.title(), /offers/);

    // Another one is declined: the offer disappears, and its table is cancelled.
    await giveUp(two);
    await offer(two, one).click();
    await one.page.getByRole('button', { name: 'Decline' }).click();
    await offer(one, two).waitFor();
    assert.doesNotMatch(await one.page.title(), /offers/);
    await two.page.getByText('This table was cancelled. All stakes were returned.').waitFor();
  },
);

story('two simultaneous offers of a rematch become one table', async (stage) => {
  const sides = await duel(stage, 'tic-tac-toe-vs-house');
  const [one, two] = sides;
  await giveUp(one);
  await Promise.all([offer(one, two).waitFor(), offer(two, one).waitFor()]);
  // Each reads that there is no offer yet, then both offer.
  const held = [];
  await Promise.all(
    sides.map(({ page }) =>
      page.route('**/api/tables', async (route) => {
        if (held.push(route) === sides.length) await Promise.all(held.map((both) => both.continue()));
      }),
    ),
  );
  const before = one.page.url();
  await Promise.all([offer(one, two).click(), offer(two, one).click()]);
  await Promise.all(sides.map(({ page }) => page.waitForURL((url) => url.href !== before)));
  await Promise.all(sides.map(({ page }) => page.locator('.ttt').waitFor()));
  assert.equal(one.page.url(), two.page.url());
  assert.equal(held.length, sides.length);
});

story('rounds against the house follow each other in place, with a row of past results', async (stage) => {
  const ada = await stage.member('ada', { viewport: PHONE });
  const page = await ada.page(`/tables/${await ada.table({ kind: 'roulette', stake: 25 })}`);
  await moved(page);
  const depth = await page.evaluate(() => history.length);
  const results = page.getByRole('list', { name: 'Past rounds, newest first' }).getByRole('listitem');
  for (let round = 1; round <= 3; round += 1) {
    await playOut(page, pointing('roulette'));
    assert.equal(await page.getByText(/^Games with/).count(), 0, 'of the house there is nothing to tell');
    assert.equal(await results.count(), round);
    assert.match(await results.first().innerText(), /^\d+ (red|black|green) · [+−]\d+$/);
    if (round === 1) {
      const change = page.getByRole('link', { name: 'Change the stake' });
      assert.equal(await change.getAttribute('href'), '/new?kind=roulette&stake=25');
      await picture(page, 'end-against-the-house');
    }
    const before = page.url();
    await page.getByRole('button', { name: 'Next round' }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.locator('.end').waitFor({ state: 'hidden' });
    await page.locator('.sentence').getByText('Place your 25 chips on the felt').waitFor();
    await moved(page);
  }
  assert.equal(await results.count(), 3, 'the row stays while the next round is played');
  assert.equal(await page.evaluate(() => history.length), depth, 'the rounds take one place in the history');
  await page.setViewportSize({ width: 1280, height: 800 });
  await inspect(stage, page, 'past-rounds');
  await page.reload();
  await moved(page);
  assert.equal(await results.count(), 3);
  await results.last().getByRole('link').click();
  // The replay adds its step to the address.
  await page.waitForURL(/\/replay(\?|$)/);
});

story('practice moves no chips', async (stage) => {
  const ada = await stage.member('ada');
  const id = await ada.table({ kind: 'tic-tac-toe-vs-house', practice: true });
  const page = await ada.page(`/tables/${id}`);
  await moved(page);
  await ada.post(`/api/tables/${id}/forfeit`);
  await page.getByRole('heading', { name: 'You gave up. You lost.', exact: true }).waitFor();
});
