// A real server for the tests of a file: its own data directory, a free port, no limits.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@turnstone-games/client';

export const BINARY =
  process.env['TURNSTONE'] || fileURLToPath(new URL('../../../../../target/debug/turnstone', import.meta.url));
const UNLIMITED = ['REQUESTS_PER_MINUTE', 'MOVES_PER_MINUTE', 'ANONYMOUS_PER_MINUTE', 'CREDENTIAL_PER_MINUTE'].concat([
  'PRACTICE_ACTIVE',
  'PRACTICE_PER_DAY',
  'ACTIVE_TABLES',
  'TABLES_PER_DAY',
]);

export class World {
  #number = 0;

  private constructor(
    readonly address: string,
    readonly invitation: string,
    private process: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(): Promise<World> {
    const folder = mkdtempSync(join(tmpdir(), 'turnstone-'));
    const { address, server } = await serve(folder, '127.0.0.1:0');
    const invite = ['invite', '--data', join(folder, 'data'), '--uses', '10000', '--json'];
    const { inviteCode } = JSON.parse(execFileSync(BINARY, invite, { encoding: 'utf8' }));
    return new World(address, inviteCode, server, folder);
  }

  /** Kill it, like a power failure, and start it again at the same address. */
  async restart(): Promise<void> {
    const over = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await over;
    this.process = (await serve(this.folder, new URL(this.address).host)).server;
  }

  async stop(): Promise<void> {
    const over = once(this.process, 'exit');
    this.process.kill();
    await over;
    rmSync(this.folder, { recursive: true });
  }

  /** A new member with a unique name. */
  async member(): Promise<Client> {
    const client = new Client(this.address);
    await client.join(this.invitation, `member${++this.#number}`);
    return client;
  }
}

async function serve(folder: string, listen: string): Promise<{ address: string; server: ChildProcess }> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TURNSTONE'));
  const env = Object.fromEntries([...own, ...UNLIMITED.map((name) => [`TURNSTONE_LIMITS__${name}`, '0'])]);
  const words = ['serve', '--data', join(folder, 'data'), '--listen', listen];
  const server = spawn(BINARY, words, { env, cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    server.stdout?.on('data', (words) => {
      said += words;
      const found = /^Turnstone serves at (\S+)$/m.exec(said);
      if (found?.[1]) resolve(found[1]);
    });
    server.once('exit', () => reject(new Error(`${BINARY} does not serve: ${said}`)));
  });
  return { address, server };
}
