// The example bots play; the one with a model asks a scripted one.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { api } from '@turnstone-games/client';
import { Fake } from './fake.js';
import { World } from './world.js';

let world: World;
before(async () => {
  world = await World.start();
});
after(() => world.stop());

async function run(bot: string, kind: string, more: Record<string, string> = {}): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TURNSTONE'));
  const file = fileURLToPath(new URL(`../examples/${bot}.js`, import.meta.url));
  const options = { env: { ...Object.fromEntries(own), ...more }, timeout: 120_000 };
  return (await promisify(execFile)(process.execPath, [file, world.address, kind], options)).stdout;
}

function score(said: string): number {
  const found = /the score is (-?\d+)/.exec(said);
  assert(found, said);
  return Number(found[1]);
}

test('random plays any kind as a guest', async () => {
  const { games } = (await (await fetch(`${world.address}/rules.json`)).json()) as api.Games;
  for (const { kind } of games) score(await run('random-bot', kind));
});

test('random plays for chips as a member', async () => {
  const handle = { TURNSTONE_HANDLE: 'random-bot' };
  const first = await run('random-bot', 'rps-vs-house', { ...handle, TURNSTONE_INVITATION: world.invitation });
  const code = /to be kept: (\S+)/.exec(first)?.[1] ?? '';
  const second = await run('random-bot', 'rps-vs-house', { ...handle, TURNSTONE_RECOVERY_CODE: code });
  const { chips } = await (await world.member()).player('random-bot');
  assert.equal(chips, score(first) + score(second));
});

test('search never loses at tic-tac-toe, and plays connect four', async () => {
  for (let game = 0; game < 4; game++) assert(score(await run('search-bot', 'tic-tac-toe-vs-house')) >= 0);
  score(await run('search-bot', 'connect-four-vs-house'));
});

test('a model is asked and its number played', () => {
  let count = 0;
  const says = ({ body }: { body: any }) => {
    const numbers = [...body.messages[1].content.matchAll(/^(\d+): /gm)];
    const content = ++count % 3 ? `I choose ${numbers.at(-1)[1]}.` : 'Lovely weather today!';
    return { body: { choices: [{ message: { role: 'assistant', content } }] } };
  };
  return Fake.run(says, async ({ address, asked }) => {
    const more = { MODEL_URL: `${address}/v1/chat/completions`, MODEL_NAME: 'tiny', MODEL_KEY: 'sk-test' };
    const said = await run('model-bot', 'mancala-vs-house', more);
    score(said);
    assert.match(said, new RegExp(`, ${Math.floor(asked.length / 3)} by chance`));
    assert(asked.every(({ token, body }) => token === 'sk-test' && body.model === 'tiny'));
    assert.match(asked[0]?.body.messages[0].content, /Each seat has six pits/);
    assert.match(asked[0]?.body.messages[1].content, /^1: \{"type":"sow"/m);
    assert.doesNotMatch(asked[0]?.body.messages[1].content, /^0: /m);
  });
});

test('random moves replace a missing model', async () => {
  assert.match(await run('model-bot', 'roulette', { MODEL_URL: 'http://127.0.0.1:9/' }), /, 1 by chance/);
});
