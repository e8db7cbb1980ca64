// Giving up: the question says what it costs in this game, and it costs that.
import assert from 'node:assert/strict';
import { moved } from './playing.mjs';
import { story } from './world.mjs';

/** Presses "Give up", returns the question, and gives up. */
async function giveUp(page) {
  await page.getByRole('button', { name: 'Give up', exact: true }).click();
  const question = page.locator('dialog[open]');
  const text = await question.innerText();
  await question.getByRole('button', { name: 'Give up' }).click();
  await page.locator('.end:not([hidden])').waitFor();
  return text;
}

const balanceOf = async (member) => (await member.get('/api/me')).balance;
const amounts = (text) => [...text.matchAll(/([−+]?[\d,]+) chips/g)].map(([, amount]) => amount.replaceAll(',', ''));

/** A table of a kind that is not over after the deal. */
async function opened(stage, wanted) {
  for (let tries = 0; tries < 6; tries += 1) {
    const member = await stage.member('quits');
    const before = await balanceOf(member);
    const page = await member.page(`/tables/${await member.table(wanted)}`);
    const now = await moved(page);
    if (!now.over) return { member, page, before, now };
  }
  return assert.fail('every table is over at once');
}

story('giving up in hold’em is a fold: it costs what is in the pot', async (stage) => {
  const { member, page, before } = await opened(stage, { kind: 'holdem-vs-house' });
  const text = await giveUp(page);
  const [lost] = amounts(text);
  assert.match(text, /folds your hand[^]*you have put into the pot[^]*come back/);
  assert.equal(await balanceOf(member), before - Number(lost));
  assert.ok(Number(lost) < 200);
});

story('giving up in blackjack costs the hand and those not dealt, and keeps the others', async (stage) => {
  for (let tries = 0; tries < 6; tries += 1) {
    const { member, page, before, now } = await opened(stage, { kind: 'blackjack-3' });
    await page.getByRole('button', { name: 'Stand', exact: true }).click();
    if ((await moved(page, now.told)).over) continue;
    const text = await giveUp(page);
    const last = /You lose 10 chips for this hand\. The result of the hands before stays: ([−+]?\d+) chips\./.exec(
      text,
    );
    const second =
      /You lose 10 chips for this hand and 10 chips for the hand that is not dealt yet\. The result of the hands before stays: ([−+]?\d+) chips\./.exec(
        text,
      );
    const kept = Number((last ?? second ?? assert.fail(text))[1].replace('−', '-'));
    assert.equal(await balanceOf(member), before + kept - (last ? 10 : 20));
    return;
  }
  assert.fail('no second hand');
});

for (const [kind, words] of [
  ['roulette', 'You lose your stake of 10 chips: it was put in when the table was opened.'],
  ['video-poker', 'You lose your stake of 10 chips, whatever you hold.'],
  ['president', 'You take the last free place, 4 of 4, with what it costs or brings.'],
  ['connect-four-vs-house', 'The game counts as lost, and with it your stake of 10 chips.'],
])
  story(`giving up says what it costs: ${kind}`, async (stage) => {
    const { member, page, before } = await opened(stage, { kind });
    const text = await giveUp(page);
    assert.ok(text.includes(words), text);
    assert.equal(await balanceOf(member), before - 10);
  });

story('who has folded or is out cannot give up any more', async (stage) => {
  for (let tries = 0; tries < 20; tries += 1) {
    // The chips of one member are enough for five tables.
    const [member, ...others] = await Promise.all(['folds', 'ada', 'bob'].map((name) => stage.member(name)));
    const id = await member.table({ kind: 'holdem-ring', seats: 3, open: true, visibility: 'public' });
    await Promise.all(others.map((other) => other.post(`/api/tables/${id}/join`)));
    const page = await member.page(`/tables/${id}`);
    await page.locator('.board').waitFor();
    const { state } = await member.get(`/api/tables/${id}`);
    if (!state.yourTurn) continue;
    const leave = page.getByRole('button', { name: 'Give up', exact: true });
    assert.equal(await leave.isVisible(), true);
    await page.locator('.bet-fold').click();
    await page.locator('.poker-seat.out').waitFor();
    await leave.waitFor({ state: 'hidden' });
    return;
  }
  assert.fail('the first move was never the own one');
});

story('in practice giving up says that no chips move', async (stage) => {
  const page = await (await stage.visitor()).newPage();
  await page.goto('/play');
  await page.locator('.tile').filter({ hasText: 'Memory' }).first().click();
  await moved(page);
  assert.match(await giveUp(page), /The game counts as lost\. This is practice: no chips move\./);
});
