// A server that a test starts and stops.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, Unreachable } from '@turnstone-games/client';
import { DevServer } from '@turnstone-games/client/node';
import { BINARY } from './world.js';

const program = BINARY;

/** The view of a new game of blackjack, in which the cards are dealt. */
async function hand(server: DevServer): Promise<unknown> {
  return (await (await (await server.member('ada')).openTable('blackjack')).read()).state.view;
}

async function isGone(address: string): Promise<boolean> {
  return new Client(address, { patience: 0 }).deployment().then(
    () => false,
    (error) => error instanceof Unreachable,
  );
}

test('the same seed deals the same', async () => {
  const servers = await Promise.all([7, 7].map((seed) => DevServer.start({ seed, program })));
  const [one, same] = await Promise.all(servers.map(hand));
  assert.deepEqual(one, same);
  await Promise.all(servers.map((server) => server.close()));
});

test('each reference of a member is new', async () => {
  const server = await DevServer.start({ seed: 7, program });
  const ids = new Set<string>();
  for (let number = 0; number < 3; number++) {
    ids.add((await (await server.member('ada')).openTable('blackjack')).id);
    ids.add((await server.guest().practice('blackjack')).id);
  }
  assert.equal(ids.size, 6);
  await server.close();
});

test('members are created once', async () => {
  const server = await DevServer.start({ program });
  const [one, same] = [await server.member('ada'), await server.member('ada')];
  assert.equal((await one.me()).account.id, (await same.me()).account.id);
  assert(await new Client(server.address).join(server.invitation, 'bob'));
  await assert.rejects(server.member('bob'), /turnstone dev account bob: /);
  await server.close();
});

test('the clock moves on request only', async () => {
  const server = await DevServer.start({ program });
  assert.equal((await server.now()).toISOString(), '2030-01-01T12:00:00.000Z');
  const moved = await server.advance({ days: 1, hours: 2, minutes: 3, seconds: 4.5 });
  assert.equal(moved.toISOString(), '2030-01-02T14:03:04.500Z');
  assert.deepEqual(await server.now(), moved);
  await assert.rejects(server.advance({ hours: -1 }), RangeError);
  await server.close();
});

test('it stops at the end of a block, also of one that fails', async () => {
  let address = '';
  const failing = async () => {
    await using server = await DevServer.start({ program });
    address = server.address;
    assert.equal(await isGone(address), false);
    assert.match(await server.log(), /DEV MODE/);
    throw new Error('the test fails');
  };
  await assert.rejects(failing, /the test fails/);
  assert.equal(await isGone(address), true);
});

test('it stops however the process of the test ends', async () => {
  const script = `
    import { DevServer } from '@turnstone-games/client/node';
    console.log((await DevServer.start()).address);`;
  for (const ending of ['SIGINT', 'SIGTERM', 'SIGKILL', undefined] as const) {
    const folder = await mkdtemp(join(tmpdir(), 'turnstone-'));
    const env = { ...process.env, TURNSTONE: program, TMPDIR: folder };
    // A process that ends by itself does so although it has not closed the server.
    const words = ['--input-type=module', '-e', ending ? `${script} setTimeout(() => {}, 600_000);` : script];
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const child = spawn(process.execPath, words, { env, cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    const over = once(child, 'exit');
    const address = String((await once(child.stdout, 'data'))[0]).trim();
    if (ending) child.kill(ending);
    await over;
    for (let tries = 0; tries < 300 && !(await isGone(address)); tries++) await sleep(100);
    assert.equal(await isGone(address), true, String(ending));
    await rm(folder, { recursive: true });
  }
});

test('an error says how to get the program', async () => {
  const { PATH, TURNSTONE } = process.env;
  Object.assign(process.env, { PATH: '/nowhere', TURNSTONE: '' });
  try {
    await assert.rejects(DevServer.start(), /Set TURNSTONE to its path, .* `cargo build --release`/);
  } finally {
    process.env['PATH'] = PATH;
    if (TURNSTONE === undefined) delete process.env['TURNSTONE'];
    else process.env['TURNSTONE'] = TURNSTONE;
  }
});

test('another program of the same name is an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnstone-'));
  const other = join(folder, 'turnstone');
  for (const [lines, words] of [
    ['echo hello', /this project did not start: it printed nothing/],
    ['echo no such command >&2', /this project did not start: no such command/],
  ] as const) {
    await writeFile(other, `#!/bin/sh\n${lines}\n`);
    await chmod(other, 0o755);
    await assert.rejects(DevServer.start({ program: other }), words);
  }
  await assert.rejects(DevServer.start({ program: join(folder, 'missing') }), /ENOENT/);
  await rm(folder, { recursive: true });
});
