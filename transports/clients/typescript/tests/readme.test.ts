// The code of README is well typed, and plays.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { BINARY, World } from './world.js';

const HERE = fileURLToPath(new URL('../..', import.meta.url));

/** The blocks of code, in order: each continues those before it. */
async function blocks(): Promise<string[]> {
  const text = await readFile(join(HERE, 'README.md'), 'utf8');
  return [...text.matchAll(/```(?:js|ts)\n(.*?)```/gs)].map(([, block]) => block ?? '');
}

async function run(script: string, settings: Record<string, string>): Promise<string> {
  const options = { cwd: HERE, env: { ...process.env, ...settings }, timeout: 60_000 };
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], options)).stdout;
}

/** All blocks as one module: each in a scope of its own, within that of the block before it. */
function woven(blocks: string[]): string {
  const lines = blocks.map((block) => block.split('\n'));
  const imports = new Set(lines.flat().filter((line) => line.startsWith('import ')));
  const own = lines.map((block) => block.filter((line) => !imports.has(line)).join('\n'));
  return `${[...imports].join('\n')}\n${own.join('{\n')}${'}'.repeat(own.length - 1)}`;
}

test('README works in an empty project with the current compiler', { timeout: 300_000 }, async () => {
  const text = await readFile(join(HERE, 'README.md'), 'utf8');
  const fenced = (kind: string) =>
    [...text.matchAll(new RegExp(`\`\`\`${kind}\n(.*?)\`\`\``, 'gs'))].map(([, it]) => it ?? '');
  const shell = fenced('sh').filter((block) => block.includes('npm install'));
  // The client is already installed and built: the rest are the commands of the new project.
  const commands = shell
    .join('')
    .split('\n')
    .filter((line) => line && !line.startsWith('(cd '));
  assert.equal(commands.length, 4, 'one for each line of README');
  const folder = await mkdtemp(join(tmpdir(), 'turnstone-project-'));
  const ask = async (command: string) => {
    const options = { cwd: folder, timeout: 240_000 };
    const told = await promisify(execFile)('sh', ['-c', command], options).catch((error) => error);
    assert.equal(told.code ?? 0, 0, `${command}: ${told.stdout} ${told.stderr}`);
    return told.stdout as string;
  };
  const world = await World.start();
  try {
    for (const command of commands) await ask(command.replace('CLONE', join(HERE, '../../..')));
    const parts = await blocks();
    await writeFile(join(folder, 'tsconfig.json'), fenced('json')[0] ?? '');
    await writeFile(join(folder, 'readme.ts'), woven(parts));
    await ask('npx tsc');
    await ask('npx tsc --noEmit --noUncheckedIndexedAccess --exactOptionalPropertyTypes --verbatimModuleSyntax');
    await writeFile(join(folder, 'readme.ts'), "import { Client } from '@turnstone-games/client';\nnew Client(1);\n");
    await assert.rejects(ask('npx tsc'), /Argument of type 'number'/);
    await writeFile(join(folder, 'first.mjs'), parts[0]!.replace('http://127.0.0.1:8080', world.address));
    assert.match(await ask('node first.mjs'), /seat: 1/);
  } finally {
    await world.stop();
    await rm(folder, { recursive: true });
  }
});

test('a test of an agent moves the clock', async () => {
  const block = (await blocks()).find((block) => block.includes('DevServer.start(')) ?? '';
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const said = await run(ts.transpile(block, options), { TURNSTONE: BINARY });
  // Three moves each, and then it was ada's turn for two days.
  assert.match(said, /seat: 0, result: 'loss'[^]*seat: 1, result: 'win'/);
});
