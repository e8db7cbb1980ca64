// The pages over plain http in a local network, as a server in a family or a class is reached: browsers call that no
// secure context, and take much away from its pages.
import { chromium } from 'playwright-core';
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before } from 'node:test';
import { inspect } from './looks.mjs';
import { moved, playOut } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { Server } from './server.mjs';
import { Stage, story } from './world.mjs';

const NAME = 'games.lan';
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** The server and the browser, in which the name stands for this machine. */
const lan = {};
before(async () => {
  const port = await freePort();
  const settings = {
    TURNSTONE_SERVER__BASE_URL: `http://${NAME}:${port}`,
    TURNSTONE_SERVER__PLAIN_HTTP: 'true',
  };
  lan.server = await Server.start(settings, '', `127.0.0.1:${port}`);
  lan.server.origin = settings.TURNSTONE_SERVER__BASE_URL;
  lan.browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
  });
  lan.invitation = await lan.server.invite();
});
after(async () => {
  await lan.browser?.close();
  await lan.server?.stop();
});

/** The address in the configuration contains the port, so it must be known before the server has it. */
async function freePort() {
  const taken = createServer();
  await new Promise((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address();
  await new Promise((resolve) => taken.close(resolve));
  return port;
}

/** A story in the local network. The header that isolates pages needs https: Chromium reports that it is ignored. */
function tell(name, body) {
  story(name, async (_, t) => {
    const stage = new Stage(lan);
    stage.announce(/Cross-Origin-Opener-Policy|Origin-Agent-Cluster/);
    try {
      await body(stage, t);
      assert.deepEqual(stage.trouble, []);
    } catch (error) {
      await stage.leavePictures(name);
      if (stage.trouble.length > 0) error.message += `\nIn the pages:\n${stage.trouble.join('\n')}`;
      throw error;
    } finally {
      await stage.close();
    }
  });
}

/** Joins through the page, and returns the page in the lobby. */
async function joinIn(stage, handle) {
  const context = await stage.visitor();
  const page = await context.newPage();
  await page.goto(`/join#${stage.invitation}`);
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await page.getByLabel('Handle').fill(handle);
  await press(page, 'Join');
  await page.getByRole('heading', { name: `Welcome, ${handle}` }).waitFor();
  const code = await page.locator('.recovery-code').textContent();
  await press(page, 'Copy');
  await page.getByText('Copied.', { exact: true }).waitFor();
  await press(page, 'I have kept it');
  await page.waitForURL('**/lobby');
  return { page, context, code };
}

tell('over plain http a member joins, copies, reloads and is still signed in', async (stage) => {
  const { page, context, code } = await joinIn(stage, 'ada-in-the-lan');
  await page.reload();
  await page.locator('#you .handle').getByText('ada-in-the-lan').waitFor();
  const paste = await context.newPage();
  await paste.goto('/signin');
  await paste.getByRole('heading', { level: 1 }).waitFor();
  await paste.evaluate(() => document.querySelector('main').append(document.createElement('textarea')));
  await paste.locator('main > textarea').focus();
  await paste.keyboard.press('Control+V');
  assert.equal(await paste.locator('main > textarea').inputValue(), code, 'what was copied is in the clipboard');
  await page.goto('/account');
  await page.getByText('Browsers show notifications only on pages over https.').waitFor();
  await inspect(stage, page, 'plain-account');
});

tell('over plain http a guest plays a practice seat, with sound, and its replay is verified', async (stage) => {
  const page = await (await stage.visitor()).newPage();
  await page.goto('/');
  await press(page, 'Play now');
  await moved(page);
  await page.getByRole('switch', { name: 'Sound' }).click();
  await page.reload();
  await moved(page);
  assert.equal(await page.getByRole('switch', { name: 'Sound' }).getAttribute('aria-checked'), 'true');
  await playOut(page, pointing('connect-four'));
  await page.getByRole('link', { name: 'Replay' }).first().click();
  await page.getByRole('heading', { name: /The record is consistent: \d of \d checks passed/ }).waitFor();
  await page.getByRole('heading', { name: /^The deal: (seed, statements|not everything|commit)/ }).waitFor();
});

tell('over plain http two members play each other at a table that they opened', async (stage) => {
  const { page } = await joinIn(stage, 'bea-in-the-lan');
  const { page: other } = await joinIn(stage, 'cid-in-the-lan');
  await page.goto('/new?kind=tic-tac-toe-vs-house&with=open');
  await press(page, 'Open the table');
  await page.waitForURL('**/tables/*');
  await other.goto(new URL(page.url()).pathname);
  await press(other, 'Take a seat for 10 chips');
  const pages = [page, other];
  for (let turn = 0; turn < 9; turn += 1) {
    const now = await Promise.race(pages.map(async (one) => ({ one, now: await moved(one) })));
    if (now.now.over) break;
    await pointing('tic-tac-toe')(now.one, turn);
    await now.one.waitForFunction(() => !document.title.startsWith('●'));
  }
  for (const one of pages) await one.locator('.end:not([hidden])').waitFor();
});
