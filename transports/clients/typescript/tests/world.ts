// Real servers for the tests of a file: one for most of them, and those that are killed and started again.
import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@turnstone-games/client';
import { DevServer } from '@turnstone-games/client/node';
import { launch, stop } from '../src/dev.js';

export const BINARY =
  process.env['TURNSTONE'] || fileURLToPath(new URL('../../../../../target/debug/turnstone', import.meta.url));
const UNLIMITED = ['REQUESTS_PER_MINUTE', 'MOVES_PER_MINUTE', 'ANONYMOUS_PER_MINUTE', 'CREDENTIAL_PER_MINUTE'].concat([
  'PRACTICE_ACTIVE',
  'PRACTICE_PER_DAY',
  'ACTIVE_TABLES',
  'TABLES_PER_DAY',
]);
const SETTINGS = Object.fromEntries(UNLIMITED.map((name) => [`TURNSTONE_LIMITS__${name}`, '0']));

let number = 0;

/** The server of most tests. Its clock stands still. */
export class World {
  private constructor(private readonly server: DevServer) {}

  static async start(): Promise<World> {
    return new World(await DevServer.start({ program: BINARY }));
  }

  get address(): string {
    return this.server.address;
  }

  get invitation(): string {
    return this.server.invitation;
  }

  /** A new member with a unique name. */
  member(): Promise<Client> {
    return this.server.member(`member${++number}`);
  }

  stop(): Promise<void> {
    return this.server.close();
  }
}

/** A server with a data directory and without limits. Its clock runs. */
export class LastingWorld {
  private constructor(
    readonly address: string,
    private readonly invitation: string,
    private process: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(): Promise<LastingWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'turnstone-'));
    const { told: address, process } = await serve(folder, '127.0.0.1:0');
    const invite = ['invite', '--data', join(folder, 'data'), '--uses', '10000', '--json'];
    const { inviteCode } = JSON.parse(execFileSync(BINARY, invite, { encoding: 'utf8' }));
    return new LastingWorld(address, inviteCode, process, folder);
  }

  /** Kill it, like a power failure, and start it again at the same address. */
  async restart(): Promise<void> {
    const over = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await over;
    this.process = (await serve(this.folder, new URL(this.address).host)).process;
  }

  async stop(): Promise<void> {
    await stop(this.process);
    rmSync(this.folder, { recursive: true });
  }

  /** A new member with a unique name. */
  async member(): Promise<Client> {
    const client = new Client(this.address);
    await client.join(this.invitation, `member${++number}`);
    return client;
  }
}

function serve(folder: string, listen: string): Promise<{ told: string; process: ChildProcess }> {
  const words = ['serve', '--data', join(folder, 'data'), '--listen', listen];
  return launch(BINARY, words, folder, (line) => /^Turnstone serves at (\S+)$/.exec(line)?.[1], SETTINGS);
}
