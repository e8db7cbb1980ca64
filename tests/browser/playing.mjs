// Plays a table through its page, as a person does: only by the content of the page.
import assert from 'node:assert/strict';

/** Waits until the viewer can move or the game is over, and there are new events. */
export async function moved(page, told = -1) {
  const handle = await page.waitForFunction((told) => {
    const locked = document.querySelector('[data-locked]');
    const now = {
      mine: document.title.startsWith('●') && !locked,
      over: Boolean(document.querySelector('.end:not([hidden])')) && !locked,
      told: document.querySelectorAll('.log > li').length,
    };
    return document.querySelector('.board') && (now.mine || now.over) && now.told > told && now;
  }, told);
  return handle.jsonValue();
}

/**
 * Plays a game to its end.
 * @param {import('playwright-core').Page} page
 * @param {(page: import('playwright-core').Page, turn: number) => Promise<void>} point makes one move
 * @param {(turn: number) => Promise<void>} [look] is called before each move
 */
export async function playOut(page, point, look) {
  let now = await moved(page);
  let turn = 0;
  for (; !now.over; turn += 1) {
    assert.ok(turn < 400, 'a game ends');
    await look?.(turn);
    await point(page, turn);
    now = await moved(page, now.told);
  }
  return turn;
}

/** Presses one of the plain buttons: the one that `choose` selects by the labels, or the first. */
export function buttons(choose = () => 0) {
  return async (page) => {
    const all = page.getByRole('list', { name: 'What you can do' }).getByRole('button');
    await all.nth(choose(await all.allTextContents())).click();
  };
}

/** Confirms the page's question, if there is one. */
export async function sure(page) {
  const question = page.locator('dialog[open]');
  if ((await question.count()) > 0) await question.getByRole('button').last().click();
}

/**
 * Records each time that the focus falls to the body, and the element that had it before. Call it before the page is
 * loaded.
 * @returns {Promise<string[]>} grows while the page is used
 */
export async function watchFocus(page) {
  const lost = [];
  await page.exposeBinding('reportLoss', (_, before) => lost.push(before));
  await page.evaluate(() => {
    let before = '';
    const look = () => {
      const now = document.activeElement;
      if (now === document.body && before !== '') window.reportLoss(before);
      before = now === document.body ? '' : now.className || now.tagName;
      requestAnimationFrame(() => setTimeout(look, 50));
    };
    look();
  });
  return lost;
}
