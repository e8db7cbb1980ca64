// Elements move only after an input, and the first board appears soon.
import assert from 'node:assert/strict';
import { playOut } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { story } from './world.mjs';

/** From here on the page records layout shifts without an input. */
function watchShifts(page) {
  return page.evaluate(() => {
    window.shifts = [];
    const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join();
    const source = ({ node, previousRect, currentRect }) =>
      `${node?.outerHTML?.slice(0, 90)} from ${place(previousRect)} to ${place(currentRect)}`;
    // A centred text that changes keeps its middle: it has not moved.
    const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
    const hasMoved = ({ previousRect, currentRect }) => {
      const [before, now] = [middle(previousRect), middle(currentRect)];
      return before.some((place, axis) => Math.abs(place - now[axis]) > 1);
    };
    // At the end the result takes the place of the actions, for the other player without an input of their own. What
    // moved before it counts.
    let over = Infinity;
    new MutationObserver(() => {
      if (document.querySelector('.end:not([hidden])')) over = Math.min(over, performance.now());
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden'] });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources, startTime } of list.getEntries())
        // A number that grows by a digit in place is not a visible shift.
        if (!hadRecentInput && startTime < over && value > 0.0001 && sources.some(hasMoved))
          window.shifts.push([value, ...sources.map(source)].join('\n'));
    }).observe({ type: 'layout-shift' });
  });
}

async function nothingShifted(page) {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.deepEqual(await page.evaluate(() => window.shifts), []);
}

for (const [size, viewport] of Object.entries({
  wide: { width: 1200, height: 800 },
  phone: { width: 360, height: 740 },
})) {
  for (const [kind, gameId] of [
    ['tic-tac-toe-vs-house', 'tic-tac-toe'],
    ['holdem-open', 'holdem'],
  ]) {
    story(`nothing shifts while two play ${gameId}, ${size}`, async (stage) => {
      const [ada, bob] = await Promise.all(['ada', 'bob'].map((name) => stage.member(name, { viewport })));
      const id = await ada.table({ kind, open: true });
      await bob.post(`/api/tables/${id}/join`);
      const pages = await Promise.all([ada, bob].map((member) => member.page(`/tables/${id}`)));
      await Promise.all(pages.map((page) => page.locator('.board').waitFor()));
      await Promise.all(pages.map(watchShifts));
      await ada.post(`/api/tables/${id}/messages`, { body: 'hello' });
      await Promise.all(pages.map((page) => playOut(page, pointing(gameId))));
      for (const page of pages) await nothingShifted(page);
    });
  }
}
