// Small things that people notice: words, numbers, what is kept and what is in the way.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { inspect, picture } from './looks.mjs';
import { moved, playOut } from './playing.mjs';
import { KINDS } from './kinds.mjs';
import { pointing } from './pointing.mjs';
import { Server } from './server.mjs';
import { Stage, story } from './world.mjs';

const LAPTOP = { width: 1280, height: 800 };
const ended = (page) => page.locator('.end:not([hidden])').waitFor();

/** A running table of members with the first one's page. */
async function together(stage, wanted, count = 2, options = {}) {
  const members = await Promise.all(Array.from({ length: count }, (_, nth) => stage.member(`m${nth}`, options)));
  const [host, ...others] = members;
  const id = await host.table({ open: true, ...wanted });
  for (const other of others) await other.post(`/api/tables/${id}/join`);
  const page = await host.page(`/tables/${id}`);
  await page.locator('.board').waitFor();
  return { members, id, page };
}

/** Plays a seat's first choice of these types, whenever it is to move. */
async function playFor(members, id, choose) {
  for (let plies = 0; plies < 200; plies += 1) {
    const views = await Promise.all(members.map((member) => member.get(`/api/tables/${id}`)));
    if (views[0].state.terminal) return views[0];
    const seat = views.findIndex(({ state }) => state.yourTurn);
    const { state } = views[seat];
    const action = choose(state.legalActions, views[seat]);
    await members[seat].post(`/api/tables/${id}/action`, { action, expectedPlies: state.plies });
  }
  return assert.fail('the game does not end');
}

story('the rules beside a board number as the board does', async (stage) => {
  const member = await stage.member('rules');
  for (const [kind, words] of [
    ['mancala-vs-house', 'six pits, numbered 1 to 6'],
    ['connect-four-vs-house', 'Columns are numbered 1 to 7'],
    ['memory-vs-house', 'Cards are numbered 1 to 24'],
    ['president', '8 9 10 J Q K A 2'],
  ]) {
    const page = await member.page(`/tables/${await member.table({ kind, practice: true })}`);
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByRole('region', { name: 'Rules' }).getByText(words).waitFor();
    await page.close();
  }
});

story('the cards of memory show the numbers of the log', async (stage) => {
  const member = await stage.member('numbers');
  const page = await member.page(`/tables/${await member.table({ kind: 'memory-vs-house', practice: true })}`);
  await moved(page);
  const drawn = await page
    .locator('.memory-card')
    .nth(13)
    .evaluate((card) => [getComputedStyle(card, '::before').content, card.getAttribute('aria-label')]);
  assert.equal(drawn[0], '"14"');
  assert.match(drawn[1], /^card 14/);
});

story('who gave up is named to the winner', async (stage) => {
  const { members, id, page } = await together(stage, { kind: 'connect-four-vs-house' });
  await members[1].post(`/api/tables/${id}/forfeit`);
  await page.getByRole('heading', { name: `${members[1].handle} gave up. You won 10 chips.` }).waitFor();
  const other = await members[1].page(`/tables/${id}`);
  await other.getByRole('heading', { name: 'You gave up. You lost 10 chips.' }).waitFor();
});

story('folding without a stake is no draw, and a place is told as a place', async (stage) => {
  const { members, id, page } = await together(stage, { kind: 'holdem-ring', seats: 3 }, 3);
  const { state } = await members[0].get(`/api/tables/${id}`);
  const button = members[state.view.button];
  const foldsFirst = await button.page(`/tables/${id}`);
  await playFor(members, id, (legal) => legal.find(({ type }) => type === 'fold') ?? legal[0]);
  await foldsFirst.getByRole('heading', { name: 'You folded, at no cost.' }).waitFor();
  await foldsFirst.locator('.end li', { hasText: 'folded' }).first().waitFor();
  await ended(page);

  const ranked = await together(stage, { kind: 'president', seats: 3 }, 3);
  await ranked.members[0].post(`/api/tables/${ranked.id}/forfeit`);
  await playFor(ranked.members, ranked.id, (legal) => legal[0]);
  await ranked.page.getByRole('heading', { name: 'You gave up. You came third of 3. You lost 10 chips.' }).waitFor();
});

story("a showdown outlines the winner's cards alone, and draws the pot once", async (stage) => {
  const { members, id, page } = await together(stage, { kind: 'holdem-open' });
  const passive = (legal) => legal.find(({ type }) => type === 'check' || type === 'call') ?? legal[0];
  await playFor(members, id, passive);
  await ended(page);
  const { state } = await members[0].get(`/api/tables/${id}`);
  const losers = state.view.seats.filter(({ won }) => won === 0).length;
  assert.equal(await page.locator('.poker-seat:not(.won) .card.best').count(), 0);
  const best = await page.locator('.holdem .card.best').count();
  assert.ok(losers === 0 || best === 5, `${best} cards are outlined`);
  assert.equal(await page.locator('.pot-line').isVisible(), false);
  await picture(page, 'showdown');
});

story('a game of agents is not called one against the house', async (stage) => {
  const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => stage.member(name)));
  const agents = [];
  for (const member of [ada, bob])
    agents.push(
      await member.post('/api/agents', { name: `${member.handle}-a`.slice(0, 20), kind: 'policy', policy: 'random' }),
    );
  const ids = agents.map((agent) => agent.agentId ?? agent.id);
  const duel = { agentId: ids[0], opponentAgentId: ids[1], gameId: 'holdem', format: 'bo1', stake: 5 };
  await ada.post('/api/duels', { ...duel, clientRef: randomUUID() });
  const page = await ada.page('/history');
  await page.getByRole('link', { name: /^Hold'em, / }).waitFor();
  assert.equal(await page.getByText('against the house').count(), 0);
  // The replay of a duel is linked, and the offered one is decided by skill.
  await page.goto('/agents');
  await page.getByRole('link', { name: 'Replay', exact: true }).first().waitFor();
  assert.equal(await page.getByLabel('Format').inputValue(), 'bo5');
  assert.equal(await page.getByLabel('Game', { exact: true }).first().inputValue(), 'connect-four');
  await inspect(stage, page, 'agents-duels');
});

story('after a reload the chosen panel is shown, and read messages stay read', async (stage) => {
  const { members, id, page } = await together(stage, { kind: 'connect-four-vs-house' });
  await members[1].post(`/api/tables/${id}/messages`, { body: 'hello' });
  await members[0].post(`/api/tables/${id}/messages`, { body: 'hello yourself' });
  const chat = page.getByRole('tab', { name: /^Chat/ });
  await page.getByRole('tab', { name: 'Chat (1 new)' }).waitFor();
  await chat.click();
  await page.getByText('hello yourself').waitFor();
  await page.reload();
  await page.getByText('hello yourself').waitFor();
  assert.equal(await chat.getAttribute('aria-selected'), 'true');
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.reload();
  await page.locator('.board').waitFor();
  await page.getByRole('tab', { name: 'Chat', exact: true }).waitFor();
});

story('the daily deal ends with the board of the day, not with a round for chips', async (stage) => {
  const member = await stage.member('daily');
  const page = await member.page('/daily');
  await page.getByRole('button', { name: 'Play today’s deal' }).click();
  await page.locator('.board').waitFor();
  const { kind } = await member.get('/api/daily');
  await playOut(page, pointing(KINDS[kind]));
  await page.getByRole('link', { name: 'To the board of the day' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Next round' }).count(), 0);
  await inspect(stage, page, 'daily-end');
});

story('the lobby names the opponents of each own table', async (stage) => {
  const { members } = await together(stage, { kind: 'connect-four-vs-house' });
  const page = await members[0].page('/lobby');
  const mine = page.getByRole('region', { name: 'Your tables' });
  await mine.getByText(`with ${members[1].handle} · `).waitFor();
});

story('a chip on an outside bet leaves its word readable', async (stage) => {
  for (const viewport of [LAPTOP, { width: 360, height: 640 }]) {
    const member = await stage.member('red', { viewport });
    const page = await member.page(`/tables/${await member.table({ kind: 'roulette' })}`);
    await moved(page);
    for (const bet of ['red', 'even', 'dozen']) {
      const place = page.locator(`.rou-${bet}`).first();
      await place.click();
      const [word, chip] = await place.evaluate((button) => {
        const range = document.createRange();
        range.selectNodeContents(button.firstElementChild);
        const box = ({ left, right, top, bottom }) => ({ left, right, top, bottom });
        return [range, button.querySelector('.stack')].map((part) => box(part.getBoundingClientRect()));
      });
      const apart =
        word.right <= chip.left || chip.right <= word.left || word.bottom <= chip.top || chip.bottom <= word.top;
      assert.ok(apart, `${bet} at ${viewport.width}: ${JSON.stringify([word, chip])}`);
    }
    await picture(page, `roulette-chip-${viewport.width}`);
  }
});

story('the next table for the same players keeps the visibility', async (stage) => {
  const { members, id, page } = await together(stage, { kind: 'dominoes', seats: 3, visibility: 'unlisted' }, 3);
  for (const member of members.slice(1)) await member.post(`/api/tables/${id}/forfeit`);
  await page.getByRole('button', { name: 'Play again' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  const next = new URL(page.url()).pathname.split('/')[2];
  assert.equal((await members[0].get(`/api/tables/${next}`)).visibility, 'unlisted');
});

story('an erased account is told that it is erased', async (stage) => {
  const member = await stage.member('leaver');
  const page = await member.page('/account');
  await page.getByText('I want to erase my account').click();
  await page.getByLabel(`Type your handle, ${member.handle}`).fill(member.handle);
  await page.getByRole('button', { name: 'Erase my account' }).click();
  await page.getByRole('button', { name: 'Erase it' }).click();
  await page.getByRole('heading', { name: 'Your account is erased' }).waitFor();
  await page.waitForURL((url) => url.pathname === '/');
  await page.waitForTimeout(500);
  assert.equal(await page.getByRole('heading', { name: 'Your account is erased' }).isVisible(), true);
});

story('an empty handle is asked for', async (stage) => {
  const page = await (await stage.visitor()).newPage();
  await page.goto(`/join#${stage.invitation}`);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.getByText('Enter a handle.', { exact: true }).waitFor();
});

story('practice shows no clock and offers no notice, and a table names its game', async (stage) => {
  const page = await (await stage.visitor({ viewport: LAPTOP })).newPage();
  await page.goto('/play');
  assert.equal(
    await page.getByText("Hold'em, heads-up", { exact: true }).count(),
    0,
    'a twin of the game against the house',
  );
  await page.locator('.tile', { hasText: 'Mancala' }).click();
  await moved(page);
  assert.equal((await page.locator('turn-clock').allInnerTexts()).join('').replace(/\u200b/g, ''), '');
  assert.equal(await page.getByRole('button', { name: 'Notify me when it is my move' }).isVisible(), false);
  const name = page.getByRole('heading', { level: 1, name: 'Mancala' });
  const { width, height } = await name.boundingBox();
  assert.ok(width > 20 && height > 10, 'it is no text for screen readers alone');
  await inspect(stage, page, 'practice-named');
});

story('offline is said at once', async (stage) => {
  stage.announce(/ERR_INTERNET_DISCONNECTED/);
  const member = await stage.member('offline');
  const page = await member.page('/lobby');
  await page.getByRole('heading', { level: 1, name: 'Lobby' }).waitFor();
  await member.context.setOffline(true);
  await page.getByText('You are offline.').waitFor({ timeout: 1_000 });
  await picture(page, 'offline');
  await member.context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'hidden' });
});

story('dominoes says what must be led, and liar’s dice what is wild', async (stage) => {
  const member = await stage.member('told');
  for (let tries = 0; tries < 10; tries += 1) {
    const page = await member.page(`/tables/${await member.table({ kind: 'dominoes', practice: true })}`);
    await moved(page);
    const says = await page.locator('.sentence').innerText();
    await page.close();
    if (!says.includes('lead')) continue;
    assert.match(says, /^Your move: lead (\d)-(\d), the highest (double|tile) of all\.$/);
    break;
  }
  const page = await member.page(`/tables/${await member.table({ kind: 'liars-dice-vs-house', practice: true })}`);
  await moved(page);
  assert.match(await page.locator('.sentence').innerText(), /Ones are wild\./);
});

story('a new table is opened without scrolling', async (stage) => {
  const member = await stage.member('fold', { viewport: LAPTOP });
  const page = await member.page('/new');
  for (const choice of ['The house, for practice', 'The house, for chips', 'Any member', 'A member whom I invite']) {
    await page.getByLabel(choice).check();
    const button = page.locator('form button[type=submit]');
    const { y, height } = await button.boundingBox();
    assert.ok(y + height <= LAPTOP.height, `${choice}: the button ends at ${y + height}`);
  }
  await inspect(stage, page, 'new-table');
});

story('the icon comes as pictures for systems that take no SVG', async (stage) => {
  const page = await (await stage.visitor()).newPage();
  await page.goto('/play');
  const found = await page.evaluate(async () => {
    const { icons } = await (await fetch('/manifest.webmanifest')).json();
    const apple = document.querySelector('link[rel=apple-touch-icon]').getAttribute('href');
    const all = [...icons.filter(({ type }) => type === 'image/png'), { src: apple, sizes: '180x180' }];
    return Promise.all(
      all.map(async ({ src, sizes, purpose }) => {
        const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
        return [src, `${width}x${height}` === sizes, purpose ?? ''];
      }),
    );
  });
  assert.deepEqual(found, [
    ['/icon-192.png', true, ''],
    ['/icon-512.png', true, ''],
    ['/icon-maskable.png', true, 'maskable'],
    ['/apple-touch-icon.png', true, ''],
  ]);
});

/** What the note about the clock lies over. */
function underNote() {
  const note = [...document.querySelectorAll('.trouble-line')].find((line) => line.checkVisibility());
  const at = note.getBoundingClientRect();
  const others = document.querySelectorAll('.sentence, .seats, .board, .board-bar, .side, button, a');
  return [...others]
    .filter((other) => !note.contains(other) && other.checkVisibility())
    .map((other) => ({ name: other.className || other.textContent, place: other.getBoundingClientRect() }))
    .filter(({ place }) => place.bottom > at.top + 1 && place.top < at.bottom - 1 && place.width > 0)
    .filter(({ place }) => place.right > at.left + 1 && place.left < at.right - 1)
    .map(({ name }) => name);
}

story('the note about a clock that stands still covers nothing, and is read once', async (stage) => {
  const server = await Server.start({}, '7');
  const dev = new Stage({ server, browser: stage.browser });
  try {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ]) {
      const page = await (await dev.visitor({ viewport, reducedMotion: 'reduce' })).newPage();
      for (const kind of Object.keys(KINDS)) {
        await page.goto('/games');
        await page
          .locator(`[id="${kind}"]`)
          .getByRole('button', { name: /^Practice/ })
          .click();
        await moved(page);
        await page
          .locator('.trouble-line')
          .getByText(/ (days|hours|minutes) off the time/)
          .waitFor();
        const under = await page.evaluate(underNote);
        assert.deepEqual(under, [], `${kind} at ${viewport.width}`);
        if (kind === 'blackjack') await picture(page, `clock-note-${viewport.width}`);
      }
      // Read once, it does not come back at the next table.
      await page.getByRole('button', { name: 'I have read it' }).click();
      await page
        .locator('.trouble-line')
        .getByText(/ (days|hours|minutes) off the time/)
        .waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Games and rules' }).click();
      await page
        .locator('[id="blackjack"]')
        .getByRole('button', { name: /^Practice/ })
        .click();
      await moved(page);
      assert.equal(
        await page
          .locator('.trouble-line')
          .getByText(/ (days|hours|minutes) off the time/)
          .count(),
        0,
      );
    }
    assert.deepEqual(dev.trouble, []);
  } finally {
    await dev.close();
    await server.stop();
  }
});
