// The newest commit of a cluster that the pages have seen, and when they forget it.
import assert from 'node:assert/strict';
import { serveSources } from './sources.mjs';
import { story } from './world.mjs';

story('a page names the newest commit, and drops one that the server cannot have', async (stage) => {
  stage.announce(/status of 400/);
  const page = await (await stage.visitor()).newPage();
  await serveSources(page);
  await page.goto('/');
  const rejected = { status: 400, json: { error: 'no', code: 'invalid_request', field: 'Min-Commit' } };
  const shows = (commit) => ({ status: 200, json: {}, headers: { Commit: String(commit) } });
  const script = [shows(9), shows(12), shows(10), shows(9_000_000), rejected, shows(5)];
  const asked = [];
  await page.route('**/api/me', (route) => {
    asked.push(route.request().headers()['min-commit']);
    return route.fulfill(script.shift());
  });
  await page.evaluate(async () => {
    const { get } = await import('/sources/lib/api.js');
    for (let time = 0; time < 5; time += 1) await get('/api/me');
  });
  // 10 is less than 12, which was asked for: the server was restored. The rejected request is sent again without a number.
  assert.deepEqual(asked, [undefined, '9', '12', '10', '9000000', undefined]);
});
