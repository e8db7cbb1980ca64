// Playing without a pointer: by the keyboard alone, by the plain buttons of a game that has no board, and by the numbers.
import assert from 'node:assert/strict';
import { inspect } from './looks.mjs';
import { buttons, moved, playOut } from './playing.mjs';
import { serveSources } from './sources.mjs';
import { story } from './world.mjs';

/** Goes on with the Tab key until something has the focus that `wanted` picks. */
async function tabTo(page, wanted) {
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(wanted)) return;
  }
  assert.fail(`the Tab key never came to ${wanted}`);
}

/** Where the focus is in the grid, and where a disc may be dropped. */
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
  await tabTo(page, () => document.activeElement.textContent === 'Next round');
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
  await page
    .locator('h1')
    .first()
    .evaluate((heading) => heading.ownerDocument.activeElement.blur());
  await page.keyboard.press('l');
  assert.equal(await page.getByRole('list', { name: 'What has happened' }).isVisible(), true);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('choose from the list of what you can do').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await moved(page, now.told);
});

story('what has the focus keeps it while a list changes around it', async (stage) => {
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
  story(`a game that the pages do not know is played through the generic table: ${kind}`, async (stage) => {
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
