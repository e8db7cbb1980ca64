// What README shows is well typed as it stands, and plays.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { BINARY, World } from './world.js';

const HERE = fileURLToPath(new URL('../..', import.meta.url));

/** The blocks of code, in their order: each goes on from those before it. */
async function blocks(): Promise<string[]> {
  const text = await readFile(join(HERE, 'README.md'), 'utf8');
  return [...text.matchAll(/```(?:js|ts)\n(.*?)```/gs)].map(([, block]) => block ?? '');
}

async function run(script: string, path = ''): Promise<string> {
  const env = { ...process.env, PATH: `${path}${delimiter}${process.env['PATH']}` };
  const options = { cwd: HERE, env, timeout: 60_000 };
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], options)).stdout;
}

test('a strict check of types passes', async () => {
  // Each block in a scope of its own, within that of the block before it.
  const lines = (await blocks()).map((block) => block.split('\n'));
  const imports = new Set(lines.flat().filter((line) => line.startsWith('import ')));
  const own = lines.map((block) => block.filter((line) => !imports.has(line)).join('\n'));
  const file = join(HERE, 'readme.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const text = `${[...imports].join('\n')}\n${own.join('{\n')}${'}'.repeat(own.length - 1)}`;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, version, ...more) =>
    name === file ? ts.createSourceFile(name, text, version) : getSourceFile(name, version, ...more);
  const found = ts.getPreEmitDiagnostics(ts.createProgram([file], options, host));
  assert.equal(ts.formatDiagnostics(found, host), '');
});

test('its first lines play a match', async () => {
  const [first = ''] = await blocks();
  assert.match(first, /http:\/\/127.0.0.1:8080/);
  const world = await World.start();
  try {
    assert.match(await run(first.replace('http://127.0.0.1:8080', world.address)), /seat: 1/);
  } finally {
    await world.stop();
  }
});

test('a test of an agent moves the clock', async () => {
  const block = (await blocks()).find((block) => block.includes('function dev(')) ?? '';
  const folder = await mkdtemp(join(tmpdir(), 'turnstone-'));
  const serve = ['serve', '--dev', '--seed', '7', '--socket', folder, '--listen', '127.0.0.1:0', '--json'];
  const server = spawn(BINARY, serve, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [told] = await once(server.stdout, 'data');
    const own = block.replace('http://127.0.0.1:8081', JSON.parse(told).baseUrl);
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const script = ts.transpile(own.replace('/tmp/turnstone-test', folder), options);
    // Three moves each, and then it was ada's turn for two days.
    const said = await run(script, dirname(BINARY));
    assert.match(said, /seat: 0, result: 'loss'[^]*seat: 1, result: 'win'/);
  } finally {
    server.kill();
    await once(server, 'exit');
    await rm(folder, { recursive: true });
  }
});
