// The announcements for screen readers, and the focus.
import assert from 'node:assert/strict';
import { inspect } from './looks.mjs';
import { moved } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { serveSources } from './sources.mjs';
import { story } from './world.mjs';

/** The texts of the live regions. */
const heard = (page) => page.getByRole('log', { name: 'What happens' });
/** The focused element, by name; the body if the focus was lost. */
const focus = (page) => page.evaluate(() => document.activeElement.className || document.activeElement.tagName);

/** Opens a table that is not over right after the deal, as blackjack may be. */
async function running(member, wanted) {
  const id = await member.table(wanted);
  const { state } = await member.get(`/api/tables/${id}`);
  return state.terminal ? running(member, wanted) : id;
}

/** Events as the games report them, and as seat 0 hears them; seat 1 is the house. */
const SENTENCES = [
  ['Seat 0 sows pit 5', 0, 'You sowed pit 5.'],
  ['Seat 1 sows pit 1', 1, 'House sowed pit 1.'],
  ['captures 2 stones', 0, 'You captured 2 stones.'],
  ['captures 2 stones', 1, 'House captured 2 stones.'],
  ['Seat 0 keeps the 5 stones on its side', null, 'You kept the 5 stones on your side.'],
  ['Seat 0 moves again', 0, 'You move again.'],
  ['Seat 1 moves again', 1, 'House moves again.'],
  ['Seat 0 has chosen', 0, 'You have chosen.'],
  ["Seat 0's cruiser is sunk", 0, 'Your cruiser is sunk.'],
  ["Seat 1's cruiser is sunk", 1, "House's cruiser is sunk."],
  ['Seat 1 shoots at H3: miss', 1, 'House shot at H3: miss.'],
  ['There are 3: seat 0 loses a die', null, 'There are 3: you lost a die.'],
  ['190 uncalled chips go back to seat 0', 0, '190 uncalled chips go back to you.'],
  ['Seat 0 leaves and is scum', 0, 'You left and are scum.'],
  ['Seat 1 is vice-president', 1, 'House is vice-president.'],
  ['Seat 0 runs out of time', 0, 'You ran out of time.'],
  ['Flop: 9s Qh Th', null, 'Flop: 9 of spades, queen of hearts, 10 of hearts.'],
  ['Stands on 20', 0, 'You stood on 20.'],
  ['Hit: 2c, 9', 0, 'Hit: 2 of clubs, 9.'],
  ['10 chips on even', 0, 'You bet 10 chips on even.'],
  ['A draw: the board is full', null, 'A draw: the board is full.'],
];

story('events are sentences in the second person', async (stage) => {
  const page = await (await stage.visitor()).newPage();
  await serveSources(page);
  await page.goto('/');
  const said = await page.evaluate(async (all) => {
    const { inWords } = await import('/sources/table/news.js');
    const players = new Map(['ada', 'house'].map((name, seat) => [seat, { seat, name }]));
    return all.map(([label, seat]) => inWords(label, seat, players, 0));
  }, SENTENCES);
  assert.deepEqual(
    said,
    SENTENCES.map(([, , sentence]) => sentence),
  );
});

for (const [kind, sentence] of [
  ['memory-vs-house', /House turned card \d+: [a-z]+\..* Your move\./],
  ['minesweeper-vs-house', /House opened [A-I][1-9]: (no mines|1 mine|\d mines) around.* Your move\./],
  ['battleship-vs-house', /You shot at [A-J]\d+: \w+\..* House shot at [A-J]\d+: \w+\..* Your move\./],
  ['blackjack', /The dealer has \w+ of [^.]+, total \d+\. Hand 1 \w+.* You (won|lost)\.|A draw\./],
  ['roulette', /^The ball stops on \d+, (red|black|green)\. You (won|lost)\./],
  ['connect-four-vs-house', /House dropped in column \d\. Your move\./],
]) {
  story(`the house's actions are announced with their facts, and the turn after them: ${kind}`, async (stage) => {
    const member = await stage.member('hearer');
    const page = await member.page(`/tables/${await running(member, { kind, practice: true })}`);
    await moved(page);
    const wanted = heard(page).getByText(sentence).first();
    const { gameId } = await member.get(new URL(page.url()).pathname.replace('/tables', '/api/tables'));
    for (let turn = 0; (await wanted.count()) === 0; turn += 1) {
      assert.ok(turn < 20, `${sentence} in: ${await heard(page).innerText()}`);
      let now = await moved(page);
      if (now.over && (await wanted.count()) === 0) {
        // It ended before the house's turn: open another one.
        await page.goto(`/tables/${await running(member, { kind, practice: true })}`);
        now = await moved(page);
      }
      await pointing(gameId)(page, turn);
      await moved(page, now.told);
      await page.waitForTimeout(100);
    }
    await wanted.waitFor({ state: 'attached' });
  });
}

story("the end is announced with its reason, and other players' messages", async (stage) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  const id = await ada.table({ kind: 'tic-tac-toe-vs-house', invited: bob.handle });
  await bob.post(`/api/tables/${id}/join`);
  await bob.post(`/api/tables/${id}/messages`, { body: 'before you came' });
  const page = await ada.page(`/tables/${id}`);
  await page.locator('.ttt').waitFor();
  await bob.post(`/api/tables/${id}/messages`, { body: 'good luck' });
  await heard(page).getByText(`${bob.handle} says: good luck`).waitFor({ state: 'attached' });
  await page.getByRole('tab', { name: /Chat/ }).click();
  const field = page.getByLabel('Message');
  assert.equal(await page.locator('label', { hasText: 'Message' }).isVisible(), true);
  await field.fill('you too');
  await field.press('Enter');
  await page.getByRole('list', { name: 'Chat' }).getByText('you too').waitFor();
  await bob.post(`/api/tables/${id}/forfeit`);
  const name = bob.handle.replace(/^./, (first) => first.toUpperCase());
  await heard(page).getByText(`${name} gave up. You won 10 chips.`).waitFor({ state: 'attached' });
  assert.doesNotMatch(await heard(page).innerText(), /before you came|says: you too/);
  assert.notEqual(await focus(page), 'BODY');
  await inspect(stage, page, 'chat-labelled');
});

story('the focus stays in the page when a table fills up and the board replaces the waiting room', async (stage) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  const id = await ada.table({ kind: 'tic-tac-toe-vs-house', open: true });
  const page = await ada.page(`/tables/${id}`);
  await page.locator('.waiting-room').getByRole('button', { name: 'Copy the link' }).focus();
  await bob.post(`/api/tables/${id}/join`);
  await page.locator('.ttt').waitFor();
  await page.waitForFunction(() => document.activeElement.className === 'sentence');
});

story('a table is announced with the deal, the own cards and the next action', async (stage) => {
  const member = await stage.member('hearer');
  const page = await member.page(`/tables/${await member.table({ kind: 'holdem-vs-house' })}`);
  const card = String.raw`(?:\d+|jack|queen|king|ace) of (?:spades|hearts|diamonds|clubs)`;
  await heard(page)
    .getByText(new RegExp(`You hold ${card}, ${card}\\. `))
    .waitFor({ state: 'attached' });
  await page.goto(`/tables/${await running(member, { kind: 'blackjack' })}`);
  await heard(page)
    .getByText(new RegExp(`You have ${card}, ${card}, the dealer shows ${card}\\. `))
    .waitFor({ state: 'attached' });
});
