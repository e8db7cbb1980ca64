// The rounds of requests before the first board: on a slow connection they dominate the time.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { story } from './world.mjs';

/** A page is idle when several checks in a row saw no new request. */
const LOOKS = 4;

/**
 * Runs something with all responses held back. Each time that no new request comes, all held responses are released:
 * that is one round.
 */
async function rounds(page, act, there) {
  const held = [];
  await page.route('**/*', (route) => void held.push(route));
  const acting = act().catch((error) => error);
  let count = 0;
  while (count === 0 || !(await there())) {
    for (let looks = 0, before = -1; looks < LOOKS || held.length === 0; looks += 1) {
      await pause(100);
      if (held.length !== before) looks = 0;
      before = held.length;
      if (count > 0 && (await there())) return finish();
    }
    count += 1;
    await Promise.all(held.splice(0).map(answer));
  }
  return finish();

  async function finish() {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all(held.map((route) => route.continue().catch(() => {})));
    assert.ok(!((await acting) instanceof Error), await acting);
    return count;
  }
}

/** A stream or a pending poll is answered independently. */
async function answer(route) {
  if (/\/stream|wait=/.test(route.request().url())) return route.continue();
  return route.fulfill({ response: await route.fetch() });
}

story('the first board is drawn after four rounds of requests, from a link or from the front page', async (stage) => {
  const member = await stage.member('rounds');
  const id = await member.table({ kind: 'holdem-vs-house' });
  const board = (page) => () => page.locator('.board').isVisible();
  const linked = await member.context.newPage();
  assert.ok((await rounds(linked, () => linked.goto(`/tables/${id}`, { waitUntil: 'commit' }), board(linked))) <= 4);

  const page = await (await stage.visitor()).newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Play now' }).first().waitFor();
  await page.waitForLoadState('networkidle');
  const play = () => page.getByRole('button', { name: 'Play now' }).first().click();
  assert.ok((await rounds(page, play, board(page))) <= 2);
});
