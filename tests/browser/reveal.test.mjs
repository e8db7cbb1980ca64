// A result is shown before it is told: the wheel, the cards and the hands first, then the sentence, the log and the end.
import assert from 'node:assert/strict';
import { moved, sure } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story } from './world.mjs';

/** Records what the page shows, at each change, with the milliseconds since the record began. */
function record(page) {
  return page.evaluate(() => {
    window.record = [];
    window.recording?.disconnect();
    const begun = performance.now();
    const text = (selector) => [...document.querySelectorAll(selector)].map((found) => found.innerText).join(' | ');
    const look = () => {
      const now = {
        says: text('.sentence'),
        over: Boolean(document.querySelector('.end:not([hidden])')),
        log: text('.log'),
        felt: text('.bj-felt'),
        result: text('.rou-result, .bac-result, .vp-result, .poker-result:not([hidden])'),
        cards: document.querySelectorAll('.community .card-face').length,
        hands: document.querySelectorAll('.poker-result:not([hidden]) .hands li').length,
        faces: document.querySelectorAll('.bac-hands .card-face').length,
        open: [...document.querySelectorAll('.memory-card')].flatMap((card, place) =>
          card.matches('.open:not(.taken)') ? [place] : [],
        ),
        clock: text('.state-bar turn-clock'),
      };
      const key = JSON.stringify(now);
      if (window.record.at(-1)?.key !== key) window.record.push({ ...now, key, at: performance.now() - begun });
    };
    window.recording = new MutationObserver(look);
    window.recording.observe(document.querySelector('.table-page'), {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    look();
  });
}

const recorded = (page) => page.evaluate(() => window.record);
const over = (page) => page.locator('.end:not([hidden])').waitFor();

/** A member's page at a new table. */
async function atTable(stage, wanted, options = {}) {
  const member = await stage.member('reveal', options);
  const page = await member.page(`/tables/${await member.table(wanted)}`);
  const now = await moved(page);
  return { member, page, now };
}

/** The record of one decision that ends the game. */
async function decide(page, gameId) {
  await record(page);
  await pointing(gameId)(page, 1);
  await over(page);
  return recorded(page);
}

/** Nothing tells the result before the end does, and the end comes after some time. */
function toldLast(steps, told) {
  const end = steps.findIndex((step) => step.over);
  const before = steps.slice(0, end);
  assert.ok(before.length > 1, 'something is shown before the end');
  for (const { says, log, result } of before) {
    assert.doesNotMatch(says, /won|lost|A draw/);
    assert.doesNotMatch(log, told);
    assert.equal(result, '', 'the board does not tell it either');
  }
  const revealed = steps[end].at - before.find(({ says }) => !/^(Your|Place|Bet|Hold|You have)/.test(says)).at;
  assert.ok(revealed > 800 && revealed < 4_000, `the reveal takes ${revealed} ms`);
}

story('the wheel turns before the page tells where the ball stops', async (stage) => {
  const { page } = await atTable(stage, { kind: 'roulette' });
  toldLast(await decide(page, 'roulette'), /ball stops|Wins|Loses|Up|Down/);
});

story('a coup of baccarat is dealt card by card before it is told', async (stage) => {
  const { page } = await atTable(stage, { kind: 'baccarat' });
  const steps = await decide(page, 'baccarat');
  toldLast(steps, /wins \d to \d/);
  const faces = [...new Set(steps.map(({ faces }) => faces))];
  assert.deepEqual(faces, [...faces].sort(), 'one card after the other');
  assert.ok(faces.length >= 5, `${faces}`);
});

story('the drawn cards of video poker come before their result', async (stage) => {
  const { page } = await atTable(stage, { kind: 'video-poker' });
  toldLast(await decide(page, 'video-poker'), /Final hand|Nothing|Wins/);
});

story('the streets of an all-in hand are seen one after the other before the result', async (stage) => {
  for (let hand = 0; hand < 40; hand += 1) {
    const { page, now } = await atTable(stage, { kind: 'holdem-vs-house' });
    if (now.over) continue;
    await record(page);
    const allIn = page.locator('.mark-button', { hasText: 'All in' });
    if ((await allIn.count()) > 0) await allIn.click();
    else continue;
    await page.locator('.bet-raise').click();
    await sure(page);
    await moved(page, now.told);
    const steps = await recorded(page);
    const end = steps.findIndex((step) => step.over);
    if (end < 0 || steps[end].hands === 0) continue;
    const cards = [...new Set(steps.slice(0, end).map(({ cards }) => cards))];
    assert.deepEqual(cards, [0, 3, 4, 5]);
    toldLast(steps, /wins|shows/);
    return;
  }
  assert.fail('the house has called no all-in');
});

story('nothing is held back under reduced motion', async (stage) => {
  for (const kind of ['roulette', 'baccarat']) {
    const { page } = await atTable(stage, { kind }, { reducedMotion: 'reduce' });
    const steps = await decide(page, kind);
    const end = steps.findIndex((step) => step.over);
    assert.ok(end > 0);
    assert.ok(!steps.slice(0, end).some(({ says }) => /turns|dealt/.test(says)));
  }
});

story('one press shows the rest of a result at once, and does nothing else', async (stage) => {
  const { page } = await atTable(stage, { kind: 'roulette' });
  await record(page);
  await pointing('roulette')(page, 0);
  await page.locator('.sentence', { hasText: 'The wheel turns.' }).waitFor();
  await page.locator('.rou-felt').click({ position: { x: 4, y: 4 } });
  await over(page);
  const steps = await recorded(page);
  const turning = steps.find(({ says }) => says === 'The wheel turns.').at;
  assert.ok(steps.find((step) => step.over).at - turning < 2_000);
  assert.match(steps.at(-1).result, /^\d+, /);
});

/** Plays until the house has turned over two cards that are no pair; returns what was shown since the own second card. */
async function untilTheHouseMisses(page, meanwhile) {
  for (let turn = 0; turn < 12; turn += 1) {
    assert.ok(!(await moved(page)).over);
    await page.locator('.memory-card.legal:not(.open)').nth(turn).click();
    await page.waitForFunction(
      () => /twin/.test(document.querySelector('.sentence').innerText) && !document.querySelector('[data-locked]'),
    );
    await record(page);
    const legal = page.locator('.memory-card.legal:not(.open)');
    await legal.nth(11 - turn).click();
    await meanwhile?.(page);
    await moved(page);
    const steps = await recorded(page);
    const log = steps.at(-1).log;
    if (/house turns/.test(log.slice(steps[0].log.length)) && steps.at(-1).open.length === 2) return steps;
  }
  return assert.fail('the house has always found a pair');
}

story('memory shows every card of the house before it says that it is your move', async (stage) => {
  const { page } = await atTable(stage, { kind: 'memory-vs-house', practice: true, level: 1 });
  const steps = await untilTheHouseMisses(page);
  const told = steps.findIndex(({ says }, place) => place > 0 && says.startsWith('Your move: turn over a card'));
  const shown = steps.slice(0, told + 1).map(({ open }) => open.length);
  assert.equal(steps[told].open.length, 2, 'both cards of the house lie open then');
  assert.ok(steps.slice(1, told).every(({ clock }) => clock === '' || clock === steps[0].clock));
  assert.ok(Math.max(...shown) <= 2, `never three at once: ${shown}`);
  assert.ok(steps[told].at < 5_000);
  // They stay until the viewer goes on.
  await page.waitForTimeout(2_500);
  assert.equal(await page.locator('.memory-card.open:not(.taken)').count(), 2);
});

story('a press while memory shows cards shows all of them, and turns none over', async (stage) => {
  const { page } = await atTable(stage, { kind: 'memory-vs-house', practice: true, level: 1 });
  const sent = [];
  page.on('request', (request) => request.url().endsWith('/action') && sent.push(request.url()));
  let before = 0;
  const steps = await untilTheHouseMisses(page, async () => {
    const cards = page.locator('.sentence', { hasText: 'Look at the cards.' });
    // They are not shown after a pair of one's own.
    const shown = await cards.waitFor({ timeout: 4_000 }).then(
      () => true,
      () => false,
    );
    if (!shown) return;
    before = sent.length;
    const box = await page.locator('.memory-card:not(.open):not(.taken)').first().boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(600);
    assert.equal(sent.length, before, 'the press is no move');
  });
  const [, ...flips] = /house turns card (\d+)[^]*house turns card (\d+)[^]*$/.exec(
    steps.at(-1).log.slice(steps[0].log.length),
  );
  assert.ok(flips.length === 2);
  assert.ok(
    steps.some(({ open }) => flips.every((card) => open.includes(Number(card) - 1))),
    'both cards of the house were shown',
  );
});

story('under reduced motion the cards of both sides lie open until the next move', async (stage) => {
  const { page } = await atTable(
    stage,
    { kind: 'memory-vs-house', practice: true, level: 1 },
    { reducedMotion: 'reduce' },
  );
  for (let turn = 0; turn < 10; turn += 1) {
    await moved(page);
    await page.locator('.memory-card.legal:not(.open)').nth(turn).click();
    await page.locator('.sentence', { hasText: 'twin' }).waitFor();
    await page.waitForFunction(() => !document.querySelector('[data-locked]'));
    const before = await page.locator('.log').innerText();
    await page
      .locator('.memory-card.legal:not(.open)')
      .nth(11 - turn)
      .click();
    await moved(page);
    const log = (await page.locator('.log').innerText()).slice(before.length);
    const turned = new Set([...log.matchAll(/turns card (\d+)/g)].map(([, card]) => Number(card) - 1));
    const open = await page.evaluate(() =>
      [...document.querySelectorAll('.memory-card')].flatMap((card, place) => (card.matches('.open') ? [place] : [])),
    );
    for (const card of turned) assert.ok(open.includes(card), `card ${card + 1} lies open`);
    if (turned.size > 2) return;
  }
  assert.fail('the house has turned nothing over');
});

/** A table with three hands of blackjack whose first one is not over at the deal. */
async function atFirstHand(stage) {
  for (let tries = 0; tries < 10; tries += 1) {
    const { member, page, now } = await atTable(stage, { kind: 'blackjack-3' });
    const { state } = await member.get(`/api${new URL(page.url()).pathname}`);
    if (state.view.round === 0 && !state.terminal) return { page, now };
  }
  return assert.fail('every first hand is over at the deal');
}

story('blackjack with three hands shows the end of each hand', async (stage) => {
  const { page, now } = await atFirstHand(stage);
  await record(page);
  let told = now.told;
  for (let moves = 0; moves < 30 && !(await moved(page)).over; moves += 1) {
    await page.getByRole('button', { name: 'Stand', exact: true }).click();
    told = (await moved(page, told)).told;
  }
  const steps = await recorded(page);
  for (const hand of [1, 2]) {
    const ended = steps.filter(({ says }) => new RegExp(`^Hand ${hand}: (you won|you lost|a draw)`).test(says));
    assert.ok(ended.length > 0, `hand ${hand} was shown`);
    const next = steps[steps.indexOf(ended.at(-1)) + 1];
    assert.ok(next.at - ended[0].at > 600, `hand ${hand} was shown for a while`);
    assert.match(ended[0].felt, /won|lost|push|blackjack|bust/);
  }
  // The cards of all hands stay below.
  const rounds = page.getByRole('list', { name: 'Hands of this table' }).getByRole('listitem');
  for (const round of await rounds.all()) assert.ok((await round.locator('.card').count()) >= 4);
});
