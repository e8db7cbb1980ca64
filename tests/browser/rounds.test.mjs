// How often a page asks and waits before there is a board: on a slow line that is what takes long.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { story } from './world.mjs';

const ASSETS = join(process.env.SITE, 'assets');
const STATIC = /^(?:import|export|\})[^'\n]*? from '(\.[^']+)'|^import '(\.[^']+)'/gm;
/** A page is at rest when nothing new was asked for in so many looks. */
const LOOKS = 4;

/** These modules and all that they import before they run. */
async function closure(...roots) {
  const found = new Set();
  for (const open = [...roots]; open.length > 0;) {
    const module = open.pop();
    if (found.has(module)) continue;
    found.add(module);
    const source = await readFile(join(ASSETS, module), 'utf8');
    open.push(...[...source.matchAll(STATIC)].map(([, named, bare]) => join(dirname(module), named ?? bare)));
  }
  return found;
}

async function namedByTheShell() {
  const shell = await readFile(join(process.env.SITE, 'app.html'), 'utf8');
  return new Set([...shell.matchAll(/"\{\{assets\}\}\/([^"]+\.js)"/g)].map(([, path]) => path));
}

test('the shell names every module that a table needs, so that they come at once', async () => {
  const needed = await closure('app.js', 'views/front.js', 'table/view.js', 'boards/index.js');
  assert.ok(needed.size > 30);
  assert.deepEqual([...(await namedByTheShell())].filter((path) => path !== 'lib/looks.js').sort(), [...needed].sort());
});

test('a board is listed with every module that it imports', async () => {
  const shell = await namedByTheShell();
  const list = await readFile(join(ASSETS, 'boards/index.js'), 'utf8');
  const listed = [...list.matchAll(/import\('\.\/([a-z-]+)\.js'\)((?:, '[a-z-]+')*)\)/g)];
  assert.ok(listed.length > 10);
  for (const [, name, parts] of listed) {
    const imported = [...(await closure(`boards/${name}.js`))].filter((path) => !shell.has(path));
    const told = [name, ...parts.matchAll(/[a-z-]+/g)].map((part) => `boards/${part}.js`);
    assert.deepEqual(told.sort(), imported.sort());
  }
});

/**
 * Does something with all answers kept back: each time that nothing more is asked for, those to all that was asked are
 * let through, and that is a round.
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

/** A parked poll is answered when it is. */
async function answer(route) {
  if (/wait=/.test(route.request().url())) return route.continue();
  return route.fulfill({ response: await route.fetch() });
}

story('the first board is there after four rounds, a link to a table or one press on the front page', async (stage) => {
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
