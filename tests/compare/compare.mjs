// Whole games of tic-tac-toe, two players each, through a server pinned to one core; the players are on another one.
// A move counts when the other player has received it, and a game includes opening its table and seating both.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SECONDS = Number(process.env.LENGTH ?? 10);
const TABLES = Number(process.env.TABLES ?? 16);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SELF = fileURLToPath(import.meta.url);
const BINARY = process.env.TURNSTONE;

const framework = (name) => async () => {
  const { players } = await import(`./${name}.mjs`);
  const server = await start('node', [SELF, 'serve', name]);
  return { server, player: () => players(server.address) };
};

async function turnstone() {
  const { players } = await import('./turnstone.mjs');
  const data = mkdtempSync(join(tmpdir(), 'turnstone-'));
  const limits = ['REQUESTS_PER_MINUTE', 'MOVES_PER_MINUTE', 'ANONYMOUS_PER_MINUTE', 'CREDENTIAL_PER_MINUTE'];
  const none = Object.fromEntries(limits.map((name) => [`TURNSTONE_LIMITS__${name}`, '0']));
  const server = await start(BINARY, ['serve', '--data', data, '--listen', '127.0.0.1:0'], none);
  const invite = ['invite', '--uses', String(2 * TABLES), '--data', data, '--json'];
  const { inviteCode } = JSON.parse(execFileSync(BINARY, invite, { stdio: ['ignore', 'pipe', 'ignore'] }));
  server.remove = () => rmSync(data, { recursive: true });
  return { server, player: (name) => players(server.address, inviteCode, name) };
}

const SYSTEMS = { turnstone, 'boardgame.io': framework('boardgame'), Colyseus: framework('colyseus') };

/** A server on the first core, and its address. */
async function start(command, args, env = {}) {
  const child = spawn('taskset', ['-c', '0', command, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const address = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /serves at (\S+)/.exec(text);
      if (found) resolve(found[1]);
    });
    ended.then(() => reject(new Error(`${command} ended`)));
  });
  return { child, ended, address };
}

/** The CPU time of a process, in seconds. */
function cpu({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function measure(name) {
  const { server, player } = await SYSTEMS[name]();
  const tables = await Promise.all(Array.from({ length: TABLES }, (_, table) => player(`p${table}`)));
  const [before, began] = [cpu(server.child), performance.now()];
  const end = began + SECONDS * 1000;
  let moves = 0;
  const play = async (playOut, table) => {
    for (let game = 0; performance.now() < end; game += 1) {
      const played = await playOut(`${table}-${game}`);
      moves += played;
    }
  };
  await Promise.all(tables.map(play));
  const [used, took] = [cpu(server.child) - before, (performance.now() - began) / 1000];
  server.child.kill('SIGTERM');
  await Promise.race([server.ended, new Promise((resolve) => setTimeout(resolve, 5_000))]);
  server.child.kill('SIGKILL');
  server.remove?.();
  return { moves, second: moves / took, busy: moves / used };
}

if (process.argv[2] === 'serve') {
  // The output of a framework goes to stderr.
  console.log = console.error;
  const { serve } = await import(`./${process.argv[3]}.mjs`);
  process.stdout.write(`serves at http://127.0.0.1:${await serve()}\n`);
} else {
  // In turns, so that a busy moment of the machine affects all of them.
  const runs = Object.keys(SYSTEMS).map((name) => ({ name, all: [] }));
  for (let round = 0; round < ROUNDS; round += 1) for (const { name, all } of runs) all.push(await measure(name));
  for (const { name, all } of runs) {
    const { second, busy } = all.sort((one, other) => one.busy - other.busy)[Math.floor(ROUNDS / 2)];
    console.log(`${name.padEnd(14)}${second.toFixed(0).padStart(7)} moves a second${busy.toFixed(0).padStart(8)} a CPU second`);
  }
  process.exit(0);
}
