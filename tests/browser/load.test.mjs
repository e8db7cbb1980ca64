// The requests and bytes of a first visit, and its time on a slow connection. Requests and bytes are bounded; times are
// printed.
import assert from 'node:assert/strict';
import { story } from './world.mjs';

/** Slow 3G: 400 ms of latency, 400 kbit/s each way. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const FRONT = { requests: 12, bytes: 60_000 };
const BOARD = { requests: 8 };

/** A page with an empty cache on a slow connection, with its requests and transferred bytes. */
async function slowPage(context) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
  const loaded = { asked: [], bytes: 0 };
  session.on('Network.requestWillBeSent', ({ request: { url }, wallTime }) => {
    if (!url.startsWith('data:')) loaded.asked.push({ path: new URL(url).pathname, at: wallTime * 1000 });
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (loaded.bytes += encodedDataLength));
  return { page, loaded };
}

const now = (page) => page.evaluate(() => Math.round(performance.now()));
/** Waits until a condition is true; returns the time, in epoch milliseconds. */
const moment = async (page, holds) => (await page.waitForFunction(holds)).jsonValue();
/** The front page is usable: each game, and the numbers of running tables. */
const usable = () =>
  document.getElementById('front-play') === null &&
  document.querySelectorAll('.tiles button').length > 0 &&
  ![...document.querySelectorAll('.figures dd')].some(({ textContent }) => textContent === '–') &&
  Date.now();
const board = () => document.querySelector('.board') !== null && Date.now();

for (const who of ['visitor', 'member'])
  story(
    `a first visit loads few bytes before the front page is usable, and before a board: ${who}`,
    async (stage, t) => {
      const context = who === 'member' ? (await stage.member('slow')).context : await stage.visitor();
      const { page, loaded } = await slowPage(context);
      await page.goto('/', { waitUntil: 'commit' });
      const used = await moment(page, usable);
      const first = loaded.asked.filter(({ at }) => at <= used).map(({ path }) => path);
      const { bytes } = loaded;
      t.diagnostic(`front page: ${first.length} requests, ${bytes} bytes, usable after ${await now(page)} ms`);
      assert.ok(first.length <= FRONT.requests, first.join(' '));
      assert.ok(bytes <= FRONT.bytes, `${bytes} bytes`);

      const pressed = Date.now();
      const drawn = moment(page, board);
      await page.getByRole('button', { name: 'Play now' }).first().click();
      const shown = await drawn;
      const more = loaded.asked.filter(({ at }) => at > used && at <= shown).map(({ path }) => path);
      t.diagnostic(
        `board: ${more.length} requests, ${loaded.bytes - bytes} bytes, ${shown - pressed} ms after the press`,
      );
      assert.ok(more.length <= BOARD.requests, more.join(' '));
    },
  );

story('a press before the scripts are loaded leads to the board', async (stage, t) => {
  const { page } = await slowPage(await stage.visitor());
  await page.goto('/', { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: 'Play now' }).first();
  await button.waitFor();
  const seen = await now(page);
  await button.click();
  await page.locator('.board').waitFor();
  const after = (await now(page)) - seen;
  t.diagnostic(`front page seen after ${seen} ms and pressed at once, board ${after} ms later`);
  assert.match(new URL(page.url()).pathname, /^\/tables\/t_/);
});

story('a table is requested while the scripts of its page are loading', async (stage) => {
  for (const context of [await stage.visitor(), (await stage.member('early')).context]) {
    const page = await context.newPage();
    const reads = [];
    const read = new Promise((resolve) =>
      page.on('request', (request) => {
        if (!/^\/api\/tables\/t_/.test(new URL(request.url()).pathname)) return;
        reads.push(request.url());
        resolve();
      }),
    );
    await page.route(/\/js\/table\.js$/, async (route) => {
      await read;
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Play now' }).first().click();
    await page.locator('.board').waitFor();
    assert.equal(reads.filter((url) => !/\/stream|wait=/.test(url)).length, 1, reads.join(' '));
  }
});

story('the document contains the front page, before and without any script', async (stage) => {
  const visitor = await stage.visitor({ javaScriptEnabled: false });
  const page = await visitor.newPage();
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Games with nothing hidden' }).waitFor();
  await page.getByRole('link', { name: 'Join with an invitation' }).waitFor();
  assert.match(await (await page.request.get('/')).text(), /<noscript>[^]*These pages need JavaScript/);
  assert.equal(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').count(), 3);
});

story('the front page is the same when it is reached from another page', async (stage) => {
  const page = await (await stage.visitor()).newPage();
  await page.goto('/leaderboard');
  await page.getByRole('link', { name: 'Turnstone', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Games with nothing hidden' }).waitFor();
  await page.locator('.tiles button').first().waitFor();
  await page.getByRole('link', { name: 'Leaders', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Leaders' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Play now' }).first().click();
  await page.locator('.board').waitFor();
});

story('a link to a document is followed, and an unknown address shows an error page', async (stage) => {
  stage.announce(/status of 404/);
  const page = await (await stage.visitor()).newPage();
  await page.goto('/leaderboard');
  await page.getByRole('link', { name: 'For programs' }).click();
  await page.waitForURL('/skill.md');
  await page.getByText('Practice without an account').waitFor();
  await page.goto('/no/such/page');
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
});
