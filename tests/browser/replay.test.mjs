// The replay of a settled table, stepped through and verified in the page; and the page's findings for a changed
// bundle.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accessible, inspect, narrow, picture } from './looks.mjs';
import { KINDS } from './kinds.mjs';
import { playOut } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story } from './world.mjs';

/** Plays a game against the house to its end. A hand of hold'em may be over at once, because the house may fold. */
async function settled(stage, game = 'holdem') {
  const member = await stage.member('replay');
  const id = await member.table({ kind: `${game}-vs-house` });
  const page = await member.page(`/tables/${id}`);
  await playOut(page, pointing(game));
  return { member, id, page };
}

story('a replay is reached from the end card, stepped through, and verified', async (stage) => {
  const { page } = await settled(stage, 'mancala');
  const told = await page.locator('.log > li:not(.turn)').allInnerTexts();
  await page.getByRole('link', { name: 'Replay', exact: true }).click();
  const controls = page.getByRole('group', { name: 'Replay' });
  const press = (name) => controls.getByRole('button', { name, exact: true }).click();
  const step = controls.getByRole('slider', { name: 'Step' });
  await controls.waitFor();
  const last = Number(await step.getAttribute('max'));
  assert.ok(last > 2);
  assert.equal(await step.inputValue(), '0');

  const pictures = [];
  const far = Math.min(last, 12);
  for (let place = 0; place <= far; place += 1) {
    pictures.push(await page.locator('.host').innerText());
    if (place < far) await press('One step on');
  }
  assert.ok(new Set(pictures).size > 2, 'the board changes on the way');
  for (let place = far; place > 0; place -= 1) {
    assert.equal(await page.locator('.host').innerText(), pictures[place], `step ${place}, on the way back`);
    await press('One step back');
  }
  await press('Last step');
  assert.equal(await step.inputValue(), String(last));
  assert.deepEqual(await page.getByRole('list', { name: 'What happened' }).getByRole('listitem').allInnerTexts(), told);
  await press('First step');
  assert.equal(await step.inputValue(), '0');
  // The last few steps: a whole game would take its time.
  await press('Last step');
  for (let back = 0; back < 3; back += 1) await press('One step back');
  await controls.getByLabel('Speed').selectOption('Fast');
  await press('Play');
  await page.waitForFunction((last) => document.querySelector('.player input').value === String(last), last);

  await page.getByRole('heading', { name: 'The record is consistent: 6 of 6 checks passed' }).waitFor();
  await page.getByText('Checked: table, seed, commitment, digest, log, chips.').waitFor();
  await page.getByText('Not checked: play.').waitFor();
  assert.equal(await page.getByText('✓ Passed: Seed').isVisible(), false, 'the details are folded');
  await page.getByText('What was checked, and what was not').click();
  for (const name of ['Table', 'Seed', 'Commitment', 'Digest', 'Log', 'Chips'])
    await page.getByText(`✓ Passed: ${name}`).waitFor();
  await page.getByText('– Not checked: Play').waitFor();
  await page.getByText('The page did not replay the game').waitFor();
  await inspect(stage, page, 'replay');
});

story('a replay is public for all who have its link, from each side', async (stage) => {
  const { id } = await settled(stage);
  const visitor = await stage.visitor();
  const page = await visitor.newPage();
  await page.goto(`/tables/${id}/replay`);
  await page.getByRole('heading', { name: 'The record is consistent: 5 of 5 checks passed' }).waitFor();
  await page.getByText('Not checked: commitment, play.').waitFor();
  await page.getByText('What was checked, and what was not').click();
  await page.getByText('– Not checked: Commitment').waitFor();
  await page.getByText('so it cannot tell whether the commitment was published before the end.').waitFor();
  const sides = page.getByRole('navigation', { name: 'Seen by' });
  const hand = () => page.getByRole('list', { name: 'Seats' }).getByRole('listitem').first().innerText();
  await sides.getByRole('link', { name: 'a spectator' }).click();
  await page.waitForURL(/seat=-1/);
  await sides.locator('[aria-current=true]').filter({ hasText: 'a spectator' }).waitFor();
  const watched = await hand();
  await sides.getByRole('link', { name: /^replay-/ }).click();
  await sides.locator('[aria-current=true]').filter({ hasText: 'replay-' }).waitFor();
  assert.ok(watched !== (await page.locator('.host').innerText()));
});

story('a replay names the players and their pieces from the first position on', async (stage) => {
  const member = await stage.member('pieces');
  const id = await member.table({ kind: 'connect-four-vs-house' });
  await member.post(`/api/tables/${id}/forfeit`);
  const page = await member.page(`/tables/${id}/replay?seat=-1`);
  const seats = page.getByRole('list', { name: 'Players' }).getByRole('listitem');
  await seats.first().waitFor();
  assert.equal(await page.getByRole('slider', { name: 'Step' }).inputValue(), '0', 'the first position');
  const { seats: own } = await page.evaluate(
    async (id) => (await (await fetch(`/api/tables/${id}/replay?seat=-1`)).json()).steps[0].view,
    id,
  );
  const { seats: named } = await member.get(`/api/tables/${id}/card`);
  assert.equal(await seats.count(), 2);
  for (const [seat, { name }] of named.entries()) {
    const text = await seats.nth(seat).innerText();
    assert.ok(text.includes(name) && text.includes(own[seat].disc), `${text}: ${name}, ${own[seat].disc}`);
  }
  assert.equal(await page.locator('.seat.to-act').count(), 1, 'whose move it is');
  await inspect(stage, page, 'replay-first-position');
  await page.getByRole('group', { name: 'Replay' }).getByRole('button', { name: 'Last step' }).click();
  assert.equal(await page.locator('.seat.to-act').count(), 0, 'the game is over');
});

const CHANGES = {
  'a card of the deal': (bundle) => (bundle.config.stacks = [200, 201]),
  'an entry of the log': (bundle) => (bundle.log[0].action = { type: 'fold' }),
  'an entry that is left out': (bundle) => bundle.log.pop(),
  'the seed': (bundle) => (bundle.seed = bundle.seed.replace(/^./, (first) => (first === '0' ? '1' : '0'))),
  'the result': (bundle) => (bundle.outcome[0].score += 1),
};

story('a changed bundle fails the verification', async (stage) => {
  const { id } = await settled(stage);
  const visitor = await stage.visitor();
  for (const [what, change] of Object.entries(CHANGES)) {
    const page = await visitor.newPage();
    await page.route(/\/api\/tables\/[^/]+\/replay/, async (route) => {
      const response = await route.fetch();
      const bundle = await response.json();
      change(bundle);
      await route.fulfill({ response, json: bundle });
    });
    await page.goto(`/tables/${id}/replay`);
    await page.getByRole('heading', { name: /^The record does not hold: \d of \d checks failed$/ }).waitFor();
    await page.getByText('✗ Failed: Digest').waitFor();
    await page.getByText(/^Failed: .*digest/).waitFor();
    if (what === 'the seed') await page.getByText('✗ Failed: Seed').waitFor();
    if (what === 'the seed') await picture(page, 'replay-broken');
    await accessible(stage, page, `a broken replay: ${what}`);
    await narrow(stage, page, `a broken replay: ${what}`);
    await page.close();
  }
});

story('the notes of this browser show that statements were rewritten', async (stage) => {
  const { page, id } = await settled(stage);
  const text = `turnstone statement 1\n1\n${'0'.repeat(64)}\n1795600000000\nkey ${'1'.repeat(64)}\n`;
  await page.evaluate(
    (text) => localStorage.setItem('turnstone.notes', JSON.stringify([{ text, at: 1_795_600_000_000 }])),
    text,
  );
  await page.goto(`/tables/${id}/replay`);
  await page.getByRole('heading', { name: 'The deal does not hold: rewritten' }).waitFor();
  await page.getByText('A statement that was noted earlier is not among the statements.').waitFor();
});

story('a running or unknown table has no replay, and the page says so', async (stage) => {
  stage.announce(/status of 40[49]/);
  const member = await stage.member('replay');
  const page = await member.page(`/tables/${await member.table({ kind: 'rps-vs-house' })}/replay`);
  await page.getByRole('heading', { name: 'This game is not over' }).waitFor();
  await page.goto(`/tables/t_${'0'.repeat(32)}/replay`);
  await page.getByRole('heading', { name: 'There is no such replay' }).waitFor();
});

story('a replay calls only the player who reads it "you"', async (stage) => {
  const visitor = await stage.visitor();
  for (const kind of ['mancala-vs-house', 'battleship-vs-house', 'president', 'blackjack', 'baccarat', 'video-poker']) {
    const member = await stage.member('reader');
    const id = await member.table({ kind });
    const page = await member.page(`/tables/${id}`);
    await playOut(page, pointing(KINDS[kind]));
    const other = await visitor.newPage();
    for (const side of ['', '?seat=0', '?seat=-1']) {
      await other.goto(`/tables/${id}/replay${side}`);
      await other.getByRole('group', { name: 'Replay' }).getByRole('button', { name: 'Last step' }).click();
      assert.deepEqual(await other.evaluate(secondPerson), [], `${kind}${side}`);
    }
    await other.close();
    await page.goto(`/tables/${id}/replay`);
    await page.getByRole('group', { name: 'Replay' }).waitFor();
    // A player alone is on the board only where the board draws a hand of theirs.
    const drawn = !['baccarat', 'video-poker'].includes(kind);
    assert.equal((await page.evaluate(secondPerson)).length > 0, drawn, kind);
    await page.close();
  }
});

/** The texts of a replay that call somebody "you". */
function secondPerson() {
  const parts = [...document.querySelectorAll('.sentence, .seats, .host, .host *, .replay-log')];
  const shown = parts.filter((element) => element.checkVisibility());
  const said = shown.flatMap((element) => [element.innerText ?? '', element.ariaLabel ?? '']);
  return said.filter((text) => /\byou(rs?)?\b/i.test(text));
}

/** Serves an example of golden/fairness to a page, as the replay of a table and as what its server states. */
async function serveExample(page, name) {
  const file = join(process.env.SITE, `../../../golden/fairness/${name}.json`);
  const { bundles, statements = [], lists = [] } = JSON.parse(await readFile(file, 'utf8'));
  await page.route(/\/api\/tables\/[^/]+\/replay/, (route) => route.fulfill({ json: bundles[0] }));
  await page.route(/\/api\/fairness(\/days\/[^/]+)?\?from=/, (route) => {
    const url = new URL(route.request().url());
    const from = Number(url.searchParams.get('from'));
    const all = url.pathname === '/api/fairness' ? statements : lists;
    if (all === lists && lists.length === 0) return route.fulfill({ json: { day: '2026-11-25', closed: false } });
    const page = all.find(({ entries }, at) => (entries?.[0]?.number ?? at + 1) === from);
    return page ? route.fulfill({ json: page }) : route.fulfill({ status: 503, json: { error: 'not now' } });
  });
}

const DEALS = {
  holds: 'The deal: seed, statements and list agree',
  open: 'The deal: not everything can be checked yet',
  'holds-by-list': 'The deal: seed, statements and list agree',
  'commit-and-reveal': 'The deal: commit and reveal only',
  'seed-drawn-twice': 'The deal does not hold: seed',
  'list-left-out': 'The deal does not hold: list',
  'statements-signature': 'The deal does not hold: statements',
  'open-without-statements': 'The deal: not checked',
};

story('a replay shows how its deal was chosen', async (stage) => {
  const { id } = await settled(stage, 'tic-tac-toe');
  const visitor = await stage.visitor();
  for (const [name, heading] of Object.entries(DEALS)) {
    if (name === 'open-without-statements') stage.announce(/status of 503/);
    const page = await visitor.newPage();
    await serveExample(page, name);
    await page.goto(`/tables/${id}/replay`);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    if (name === 'holds') {
      await page.getByText('Table 1 of 2026-11-25, with its own seed').waitFor();
      await inspect(stage, page, 'replay-deal');
    }
    await page.close();
  }
});

story('without the cryptography of the browser a library verifies the same', async (stage) => {
  const { id } = await settled(stage, 'tic-tac-toe');
  const visitor = await stage.visitor();
  await visitor.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  for (const name of ['holds', 'seed-drawn-twice', 'list-left-out', 'statements-signature']) {
    const page = await visitor.newPage();
    await serveExample(page, name);
    await page.goto(`/tables/${id}/replay`);
    await page.getByRole('heading', { name: DEALS[name], exact: true }).waitFor();
    await page.close();
  }
});
