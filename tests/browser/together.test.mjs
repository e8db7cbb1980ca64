// Several people at one table, each in a browser of their own.
import assert from 'node:assert/strict';
import { picture } from './looks.mjs';
import { moved, playOut } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story } from './world.mjs';

const MARKUP = '<img src=x onerror=alert(1)><script>alert(2)</script>';

story("two play hold'em against each other, talk, and a third one watches", async (stage) => {
  const [ada, bob, cleo] = await Promise.all(['ada', 'bob', 'cleo'].map((name) => stage.member(name)));
  const id = await ada.table({ kind: 'holdem-open' });
  const adas = await ada.page(`/tables/${id}`);
  await adas.getByText('Waiting for one more player.').waitFor();
  const bobs = await bob.page(`/tables/${id}`);
  await bobs.getByRole('button', { name: 'Take a seat' }).click();
  const cleos = await cleo.page(`/tables/${id}`);
  await cleos.getByRole('list', { name: 'Seats' }).waitFor();
  await cleos.getByRole('region', { name: 'You are watching' }).waitFor();

  await say(adas, `good luck ${MARKUP}`);
  await Promise.all([bobs, cleos].map((page) => unread(page)));
  await say(bobs, 'you too');
  for (const page of [adas, bobs, cleos]) {
    await page.getByRole('tab', { name: /Chat/ }).click();
    const chat = page.getByRole('list', { name: 'Chat' });
    await chat.getByText(`good luck ${MARKUP}`, { exact: true }).waitFor();
    await chat.getByText('you too', { exact: true }).waitFor();
    assert.equal(await chat.locator('img, script').count(), 0, 'what was said stays text');
  }
  assert.equal(await cleos.getByRole('textbox', { name: 'Message' }).isVisible(), false, 'who watches does not write');
  assert.equal(await cleos.getByRole('list', { name: 'What you can do' }).isVisible(), false);
  await picture(cleos, 'holdem-watched');

  await Promise.all([playOut(adas, pointing('holdem')), playOut(bobs, pointing('holdem'))]);
  await moved(cleos);
  const told = await Promise.all([adas, bobs, cleos].map((page) => page.locator('.log > li').allInnerTexts()));
  assert.deepEqual(told[1], told[0], 'both were told the same');
  assert.deepEqual(told[2], told[0], 'and so was who watched');
  const ends = await Promise.all([adas, bobs].map((page) => page.locator('.sentence').innerText()));
  assert.match(ends.join(' '), /You won .*You lost|You lost .*You won|A draw\. A draw\./);
});

story("other users' texts are shown as text", async (stage) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  await ada.patch('/api/me/profile', { bio: MARKUP, avatarUrl: `https://elsewhere.example/${encodeURI(MARKUP)}.png` });
  const id = await ada.table({ kind: 'tic-tac-toe-vs-house', open: true });
  await bob.post(`/api/tables/${id}/join`);
  await ada.post(`/api/tables/${id}/messages`, { body: MARKUP });
  const table = await bob.page(`/tables/${id}`);
  await table.getByRole('tab', { name: /Chat/ }).click();
  await table.getByRole('list', { name: 'Chat' }).getByText(MARKUP, { exact: true }).waitFor();
  const card = await bob.page(`/players/${ada.handle}`);
  await card.getByText(MARKUP, { exact: true }).waitFor();
  for (const page of [table, card]) {
    assert.equal(await page.locator('img, body script, iframe').count(), 0);
    assert.equal(await page.locator('a[href*="elsewhere"]').count(), 0);
  }
});

story('a removed message leaves a placeholder', async (stage) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  const id = await ada.table({ kind: 'tic-tac-toe-vs-house', open: true });
  await bob.post(`/api/tables/${id}/join`);
  await ada.post(`/api/tables/${id}/messages`, { body: 'a rude word' });
  await ada.post(`/api/tables/${id}/messages`, { body: 'good luck' });
  await stage.server.command('admin', 'remove-message', id, '1', '--reason', 'rude');
  const page = await bob.page(`/tables/${id}`);
  await page.getByRole('tab', { name: /Chat/ }).click();
  const chat = page.getByRole('list', { name: 'Chat' });
  await chat.getByText('good luck', { exact: true }).waitFor();
  const removed = chat.getByRole('listitem').filter({ hasText: ada.handle }).first();
  assert.equal(await removed.getByRole('emphasis').innerText(), 'removed by the operator');
  assert.equal(await chat.getByRole('emphasis').count(), 1, 'other messages are not marked');
  assert.equal(await page.getByText('a rude word').count(), 0);
  await picture(page, 'message-removed');
});

story('a move is soon visible to the other player', async (stage, t) => {
  const [ada, bob] = await Promise.all([stage.member('ada'), stage.member('bob')]);
  await Promise.all([ada, bob].map(({ context }) => context.addInitScript(timeReads)));
  const moves = [];
  while (moves.length < 50) {
    const id = await ada.table({ kind: 'connect-four-vs-house', open: true });
    await bob.post(`/api/tables/${id}/join`);
    const pages = await Promise.all([ada, bob].map((member) => member.page(`/tables/${id}`)));
    await Promise.all(pages.map(timePictures));
    for (let turn = 0; ; turn += 1) {
      const [mover, other] = await whoMoves(pages);
      if (!mover) break;
      moves.push(await timed(mover, other, turn));
    }
    await Promise.all(pages.map((page) => page.close()));
  }
  for (const part of Object.keys(moves[0])) {
    const times = moves.map((move) => move[part]).sort((one, other) => one - other);
    const at = (share) => times[Math.floor(times.length * share)].toFixed(0);
    t.diagnostic(`${part}: p50 ${at(0.5)} ms, p90 ${at(0.9)} ms of ${times.length} moves`);
  }
});

/** Records when the newest part of a stream came, by the clock that both browsers share. */
function timeReads() {
  const { read } = ReadableStreamDefaultReader.prototype;
  ReadableStreamDefaultReader.prototype.read = async function () {
    const part = await read.call(this);
    window.cameAt = performance.timeOrigin + performance.now();
    return part;
  };
}

/** Records when the page was pressed and when its board last changed, by the clock that both browsers share. */
async function timePictures(page) {
  await page.locator('.c4').waitFor();
  await page.evaluate(() => {
    const now = () => performance.timeOrigin + performance.now();
    performance.setResourceTimingBufferSize(10_000);
    document.addEventListener('click', () => (window.pressedAt = now()), { capture: true });
    const seen = () => requestAnimationFrame(() => (window.seenAt = now()));
    new MutationObserver(seen).observe(document.querySelector('.host'), {
      subtree: true,
      childList: true,
      attributeFilter: ['class'],
    });
  });
}

/** Makes a move, and prints the time of each step until the other page has changed. */
async function timed(mover, other, turn) {
  const discs = await other.locator('.c4 .disc').count();
  // The input stays locked for a moment after the mover's own last move.
  await mover.waitForFunction(() => !document.querySelector('[data-locked]'));
  const legal = mover.locator('.c4 .cell.legal');
  await legal.nth((turn * 3) % (await legal.count())).click();
  await other.waitForFunction((discs) => document.querySelectorAll('.c4 .disc').length > discs, discs);
  await other.evaluate(() => new Promise(requestAnimationFrame));
  const lastOf = (path) => {
    const asked = performance.getEntriesByType('resource').findLast(({ name }) => new RegExp(path).test(name));
    const at = (time) => performance.timeOrigin + time;
    return { sent: at(asked.startTime), answered: at(asked.responseEnd), pressedAt: window.pressedAt };
  };
  const [{ pressedAt, ...action }, { cameAt, seenAt }] = await Promise.all([
    mover.evaluate(lastOf, '/action$'),
    other.evaluate(() => ({ cameAt: window.cameAt, seenAt: window.seenAt })),
  ]);
  return {
    "from a press to the other's picture": seenAt - pressedAt,
    'from the press to its request': action.sent - pressedAt,
    "from the request to the other's event": cameAt - action.sent,
    "from the other's event to the picture": seenAt - cameAt,
    'from the request to its own answer': action.answered - action.sent,
  };
}

async function whoMoves(pages) {
  const states = await Promise.all(pages.map((page) => movedOrWaits(page)));
  if (states.some(({ over }) => over)) return [];
  return states[0].mine ? pages : [...pages].reverse();
}

/** The state of an idle page: whose move it is, or the end. */
async function movedOrWaits(page) {
  await page
    .locator('.sentence')
    .filter({ hasText: /Your move|Waiting for|won|lost|draw/ })
    .waitFor();
  return page.evaluate(() => ({
    mine: document.title.startsWith('●'),
    over: Boolean(document.querySelector('.end:not([hidden])')),
  }));
}

async function say(page, text) {
  await page.getByRole('tab', { name: /Chat/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

function unread(page) {
  return page.getByRole('tab', { name: /Chat \(1 new\)/ }).waitFor();
}
