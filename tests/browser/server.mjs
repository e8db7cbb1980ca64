// The real binary on a data directory of its own.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const BINARY = process.env.TURNSTONE;
/**
 * Stories are quicker than people and come from one address, so the limits are off. The push service is on this
 * machine.
 */
const SETTINGS = {
  TURNSTONE_PUSH__ALLOW_LOOPBACK: 'true',
  TURNSTONE_LIMITS__REQUESTS_PER_MINUTE: '0',
  TURNSTONE_LIMITS__MOVES_PER_MINUTE: '0',
  TURNSTONE_LIMITS__ANONYMOUS_PER_MINUTE: '0',
  TURNSTONE_LIMITS__CREDENTIAL_PER_MINUTE: '0',
  TURNSTONE_LIMITS__PRACTICE_ACTIVE: '0',
  TURNSTONE_LIMITS__PRACTICE_PER_DAY: '0',
};

/** The processes that run now. A story that failed halfway does not stop its server. */
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

export class Server {
  /** With a seed, its deals follow from the seed and everything is in memory. */
  static async start(settings = {}, seed = '', listen = '127.0.0.1:0') {
    const server = new Server();
    server.data = await mkdtemp(join(tmpdir(), 'turnstone-'));
    server.storage = seed ? ['--dev', '--seed', seed, '--socket', server.data] : ['--data', server.data];
    server.settings = { ...SETTINGS, ...settings };
    server.listen = listen;
    await server.run();
    return server;
  }

  /** Starts the program; after a stop, on the same address and data. */
  async run() {
    this.process = spawn(BINARY, ['serve', ...this.storage, '--listen', this.listen], {
      env: { ...process.env, ...this.settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(this.process);
    this.process.once('exit', () => running.delete(this.process));
    let log = '';
    this.process.stderr.on('data', (chunk) => (log = (log + chunk).slice(-10_000)));
    this.ended = new Promise((resolve) => this.process.once('exit', resolve));
    let said = '';
    this.origin = await new Promise((resolve, reject) => {
      this.process.stdout.on('data', (chunk) => {
        said += chunk;
        const found = /^Turnstone serves at (\S+)$/m.exec(said);
        if (found) resolve(found[1]);
      });
      this.process.once('error', reject);
      this.process.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${log}`)));
    });
    this.listen = new URL(this.origin).host;
    // While no step waits for its end, the server does not keep this process from ending.
    this.hold('unref');
  }

  /** @param {'ref' | 'unref'} what */
  hold(what) {
    for (const handle of [this.process, this.process.stdout, this.process.stderr]) handle[what]();
  }

  /** Creates an invitation. */
  async invite() {
    return (await this.command('invite', '--uses', '1000')).inviteCode;
  }

  /** Runs an operator's command with the running server; returns its result. */
  async command(...args) {
    const { stdout } = await promisify(execFile)(BINARY, [...args, '--data', this.data, '--json']);
    return JSON.parse(stdout);
  }

  /** Kills it, like a power failure. */
  async kill() {
    this.hold('ref');
    this.process.kill('SIGKILL');
    await this.ended;
  }

  async stop() {
    this.hold('ref');
    this.process.kill('SIGTERM');
    await this.ended;
    await rm(this.data, { recursive: true, force: true });
  }
}
