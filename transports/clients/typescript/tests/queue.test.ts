// Quick match on a real server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, NoOpponent } from '@turnstone-games/client';
import { LastingWorld, World } from './world.js';

let world: World;
before(async () => {
  world = await World.start();
});
after(() => world.stop());

/** Wait until somebody waits for an opponent. */
async function somebodyWaits(client: Client): Promise<void> {
  while ((await client.queue()).length === 0) await sleep(20);
}

const ended = (reason: string) => (error: unknown) => error instanceof NoOpponent && error.reason === reason;

test('two members meet at a free table', async () => {
  const [ada, bob] = [await world.member(), await world.member()];
  const waiting = ada.findOpponent('tic-tac-toe-vs-house');
  await somebodyWaits(bob);
  const table = await bob.findOpponent('tic-tac-toe-vs-house');
  assert.equal((await waiting).id, table.id);
  const { status, free } = await table.read();
  assert.deepEqual([status, free, await bob.queue()], ['playing', true, []]);
});

test('the error has the reason of the end', async () => {
  const [ada, bob] = [await world.member(), await world.member()];
  const replaced = assert.rejects(ada.findOpponent('mancala-vs-house', { stake: 5 }), ended('replaced'));
  await somebodyWaits(ada);
  const waiting = ada.findOpponent('mancala-vs-house');
  await replaced;
  assert.equal((await bob.findOpponent('mancala-vs-house')).id, (await waiting).id);
});

test('an aborted search ends its ticket', async () => {
  const ada = await world.member();
  const abort = new AbortController();
  const aborted = assert.rejects(
    ada.findOpponent('connect-four-vs-house', { signal: abort.signal }),
    (error: unknown) => error === abort.signal.reason,
  );
  await somebodyWaits(ada);
  abort.abort();
  await aborted;
  assert.deepEqual(await ada.queue(), []);
});

test('it stops waiting after its timeout', async () => {
  const lasting = await LastingWorld.start();
  try {
    const ada = await lasting.member();
    await assert.rejects(ada.findOpponent('mancala-vs-house', { timeout: 0.2 }), ended('cancelled'));
    assert.deepEqual(await ada.queue(), []);
  } finally {
    await lasting.stop();
  }
});
