// Playing without a pointer: by the keyboard alone, by the plain buttons of a game without a board, and by digits.
import assert from 'node:assert/strict';
import { byKeys } from './bykeys.mjs';
import { KINDS } from './kinds.mjs';
import { inspect } from './looks.mjs';
import { buttons, moved, playOut } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { serveSources } from './sources.mjs';
import { story } from './world.mjs';

/** Presses Tab until an element that `wanted` accepts has the focus. */
async function tabTo(page, wanted) {
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(wanted)) return;
  }
  assert.fail(`the Tab key never came to ${wanted}`);
}

/** The focused cell of the grid, and where a disc may be dropped. */
function columns() {
  const cells = [...document.querySelectorAll('.c4 .cell')];
  const legal = cells.flatMap((cell, place) => (cell.classList.contains('legal') ? [place % 7] : []));
  return { focus: cells.indexOf(document.activeElement) % 7, legal: [...new Set(legal)] };
}

story('from the front page to the end of a game by keyboard alone', async (stage) => {
  const visitor = await stage.visitor();
  const page = await visitor.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).first().waitFor();
  await tabTo(
    page,
    () => document.activeElement.textContent === 'Play now' && document.activeElement.tagName === 'BUTTON',
  );
  await page.keyboard.press('Enter');
  await moved(page);
  await playOut(page, async (page, turn) => {
    if ((await page.evaluate(columns)).focus < 0)
      await tabTo(page, () => Boolean(document.activeElement.closest('.c4')));
    const { focus, legal } = await page.evaluate(columns);
    const goal = legal[(turn * 3) % legal.length];
    for (let at = focus; at !== goal; at += Math.sign(goal - at))
      await page.keyboard.press(goal > at ? 'ArrowRight' : 'ArrowLeft');
    await page.keyboard.press('Enter');
  });
  await tabTo(page, () => document.activeElement.matches('.end .primary'));
  const before = page.url();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href !== before);
  await page.locator('.end').waitFor({ state: 'hidden' });
  await moved(page);
});

story('the keys of the page: numbers act, letters go to chat and log, a question mark helps', async (stage) => {
  const member = await stage.member('keys');
  const page = await member.page(`/tables/${await member.table({ kind: 'mancala-vs-house' })}`);
  const now = await moved(page);
  await page.keyboard.press('c');
  await page.keyboard.type('hello 1');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Chat' }).getByText('hello 1').waitFor();
  assert.equal((await moved(page)).told, now.told, 'a number that is written is no move');
  await blur(page);
  await page.keyboard.press('l');
  assert.equal(await page.getByRole('list', { name: 'What has happened' }).isVisible(), true);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('the list of actions').waitFor();
  await page.keyboard.press('Escape');
  const pit = page.locator('.mancala .pit.legal').first();
  const sent = actionsOf(page);
  const [, number] = /pit (\d)/.exec(await pit.getAttribute('aria-label'));
  await page.locator('.mancala .pit[tabindex="0"]').focus();
  await page.keyboard.press(number);
  await moved(page, now.told);
  assert.deepEqual(
    sent.map(({ action }) => action.pit + 1),
    [Number(number)],
  );
});

/** The actions that a page sends from now on. */
function actionsOf(page) {
  const sent = [];
  page.on('request', (request) => request.url().endsWith('/action') && sent.push(request.postDataJSON()));
  return sent;
}

function blur(page) {
  return page.evaluate(() => document.activeElement.blur());
}

story('digits do not act while the focus is elsewhere or when they are switched off', async (stage) => {
  const member = await stage.member('keys');
  const page = await member.page(`/tables/${await member.table({ kind: 'connect-four-vs-house' })}`);
  const sent = actionsOf(page);
  const now = await moved(page);
  for (const place of [page.getByRole('tab', { name: 'Log' }), page.getByRole('link', { name: 'Turnstone' })]) {
    await place.focus();
    await page.keyboard.press('1');
  }
  await blur(page);
  await page.keyboard.press('1');

  const single = page.getByRole('checkbox', { name: /Single keys act/ });
  await page.getByRole('button', { name: 'Keys' }).click();
  await single.uncheck();
  await page.keyboard.press('Escape');
  await page.locator('.c4 .cell[tabindex="0"]').focus();
  for (const key of ['1', 'c', 'l', '?']) await page.keyboard.press(key);
  assert.equal(await page.locator('dialog[open]').count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.closest('.c4') !== null), true);
  await page.reload();
  await moved(page);
  await page.locator('.c4 .cell[tabindex="0"]').focus();
  await page.keyboard.press('1');
  assert.deepEqual(sent, []);

  await page.getByRole('button', { name: 'Keys' }).click();
  await single.check();
  await page.keyboard.press('Escape');
  await page.locator('.c4 .cell[tabindex="0"]').focus();
  await page.keyboard.press('4');
  await moved(page, now.told);
  assert.deepEqual(
    sent.map(({ action }) => action.column),
    [3],
  );
});

story('no digit folds a hand', async (stage) => {
  const member = await stage.member('keys');
  const page = await member.page(`/tables/${await member.table({ kind: 'holdem-vs-house' })}`);
  const sent = actionsOf(page);
  await moved(page);
  for (const place of ['tab', 'slider', 'button']) {
    await (place === 'slider' ? page.locator('.bet-amount input') : page.getByRole(place).first()).focus();
    for (const digit of '0123456789') await page.keyboard.press(digit);
  }
  await page.locator('.bet-call').focus();
  for (const digit of '0123456789') await page.keyboard.press(digit);
  assert.deepEqual(sent, []);
});

story('the focused element keeps the focus while a list changes around it', async (stage) => {
  const page = await (await stage.visitor()).newPage();
  await serveSources(page);
  await page.goto('/');
  const focus = await page.evaluate(async () => {
    const { h, keyed } = await import('/sources/lib/dom.js');
    const list = document.body.appendChild(h('div'));
    const draw = (items) => {
      keyed(list, items, String, (text) => h('button', { text }));
      return [document.activeElement.textContent, [...list.children].map((child) => child.textContent).join('')];
    };
    draw(['a', 'b', 'c', 'd']);
    list.children[2].focus();
    return [
      ['b', 'c', 'd'],
      ['c', 'd', 'b', 'e'],
      ['e', 'b', 'c'],
      ['x', 'c'],
    ].map(draw);
  });
  assert.deepEqual(focus, [
    ['c', 'bcd'],
    ['c', 'cdbe'],
    ['c', 'ebc'],
    ['c', 'xc'],
  ]);
});

for (const kind of ['mancala-vs-house', 'holdem-vs-house', 'president']) {
  story(`a game without a board is played through the generic table: ${kind}`, async (stage) => {
    const member = await stage.member('generic');
    const page = await member.context.newPage();
    const first = { times: 1 };
    await page.route(
      /\/api\/tables\/t_[0-9a-f]+\?/,
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), gameId: 'a-new-game' } });
      },
      first,
    );
    await page.goto(`/tables/${await member.table({ kind })}`);
    await page.locator('.board.generic').waitFor();
    await playOut(page, buttons(), (turn) => (turn === 1 ? inspect(stage, page, `generic-${kind}`) : undefined));
    assert.match(await page.locator('.sentence').innerText(), /won|lost|draw/i);
  });
}

for (const [gameId, kind] of Object.entries(
  Object.fromEntries(Object.entries(KINDS).map(([kind, gameId]) => [gameId, kind])),
)) {
  story(`every control of the board is reached by keys, and the focus stays: ${gameId}`, async (stage) => {
    const member = await stage.member('keys');
    const page = await member.page(`/tables/${await member.table({ kind, practice: kind === 'holdem-open' })}`);
    let now = await moved(page);
    for (let turn = 0; turn < 7 && !now.over; turn += 1) {
      await pointing(gameId)(byKeys(page), turn);
      now = await moved(page, now.told);
      if (!now.over) assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY');
    }
    assert.equal(await page.locator('.actions-panel').isVisible(), false);
  });
}
