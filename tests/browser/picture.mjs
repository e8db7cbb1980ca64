// Takes the picture of a table for README.md, light and dark: picture.mjs FOLDER. One seed gives one hand, so the
// result is reproducible.
import { chromium } from 'playwright-core';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { moved } from './playing.mjs';
import { pointing } from './pointing.mjs';
import { Server } from './server.mjs';

const SEED = '8';
const NOON = 'Tue, 01 Jan 2030 12:00:00 GMT';
const WINDOW = { width: 1200, height: 800 };

const [folder] = process.argv.slice(2);
const server = await Server.start({}, SEED);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ baseURL: server.origin, viewport: WINDOW, reducedMotion: 'reduce' });
  // The clock of such a server stands still, but the `date` of its responses does not, and the page follows it.
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: NOON } });
  });
  await page.goto('/join');
  const post = async (path, data) =>
    (await page.request.post(path, { data: { ...data, clientRef: randomUUID() }, failOnStatusCode: true })).json();
  await post('/api/join', { inviteCode: await server.invite(), handle: 'ada' });
  await page.request.post('/api/recovery/confirm', { failOnStatusCode: true });
  await page.evaluate(() => localStorage.setItem('turnstone.member', 'yes'));
  const { tableId } = await post('/api/tables', { kind: 'holdem-ring' });
  await page.goto(`/tables/${tableId}`);
  const play = pointing('holdem-ring');
  let now = await moved(page);
  for (let turn = 1; !now.over && (await page.locator('.log').innerText()).search('Turn:') < 0; turn += 1) {
    await play(page, turn);
    now = await moved(page, now.told);
  }
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    await page.mouse.move(0, 0);
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(folder, `table-${colorScheme}.png`) });
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
} finally {
  await browser.close();
  await server.stop();
}
