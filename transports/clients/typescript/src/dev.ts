// A server for the tests of an agent, started and stopped by the test. For Node only.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { openSync, closeSync } from 'node:fs';
import { access, constants, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Client, type ClientOptions } from './client.js';
import { TurnstoneError } from './errors.js';

const STARTS_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 20_000;

export interface DevServerOptions {
  /** The same seed and the same requests give the same deals; a random one if absent. */
  seed?: number;
  /** The path of the turnstone program; by default $TURNSTONE, or else the search path. */
  program?: string;
}

/** How far a clock is moved: the sum of all parts. */
export interface Span {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

/** A server in memory (`turnstone serve --dev`) on a free port of this machine. It has no limits, and its clock stands
 * still until `advance` moves it. It stops by `close`, at the end of the block of `await using`, and when this process
 * ends, however it ends. */
export class DevServer {
  /** One for each member: a reference must not come twice from one of them. */
  readonly #refs = new Map<string | undefined, () => string>();

  private constructor(
    /** Where it serves: the address that clients take. */
    readonly address: string,
    /** The first invitation, for tests that join as members do. It has a million uses. */
    readonly invitation: string,
    /** The seed of its deals: with it, another server deals the same. */
    readonly seed: number,
    private readonly program: string,
    private readonly folder: string,
    private readonly process: ChildProcess,
  ) {}

  /** Start one. It is ready when the promise is resolved. */
  static async start({ seed = randomInt(2 ** 47), program }: DevServerOptions = {}): Promise<DevServer> {
    const found = program ?? (await findProgram());
    const folder = await mkdtemp(join(tmpdir(), 'turnstone-'));
    try {
      const words = ['serve', '--dev', '--json', '--until-eof', '--listen', '127.0.0.1:0'];
      words.push('--seed', String(seed), '--socket', folder);
      const { process, told } = await launch(found, words, folder, readStart);
      return new DevServer(told.baseUrl, told.inviteCode, seed, found, folder, process);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** A client of the member with this handle, who is created if they do not exist. */
  async member(handle: string): Promise<Client> {
    const { recoveryCode, token, ...told } = await this.#dev('account', handle);
    return new Client(this.address, { handle: told.handle, recoveryCode, token, ...this.#options(handle) });
  }

  /** A client without an account: for practice, and to claim delegated seats. */
  guest(): Client {
    return new Client(this.address, this.#options());
  }

  /** Move the clock. The promise is resolved with its time when everything that became due is done: each deadline on the
   * way runs at its own time. At most ten years. */
  async advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Span): Promise<Date> {
    const by = Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
    if (!(by >= 0)) throw new RangeError('the clock of a server only moves forward');
    return new Date((await this.#dev('clock', 'advance', `${by}ms`)).now);
  }

  /** The time of its clock. */
  async now(): Promise<Date> {
    return new Date((await this.#dev('clock', 'show')).now);
  }

  /** The lines that it has logged. */
  log(): Promise<string> {
    return readFile(join(this.folder, 'log'), 'utf8');
  }

  /** Stop it. What it knew is lost. */
  async close(): Promise<void> {
    await stop(this.process);
    await rm(this.folder, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Deals depend on what clients bring, so these bring what follows from the seed. The clock is not this one's. */
  #options(handle?: string): ClientOptions {
    const newRef = this.#refs.get(handle) ?? refs(this.seed, handle);
    this.#refs.set(handle, newRef);
    return { newRef, warn: () => {} };
  }

  async #dev(...words: string[]): Promise<{ handle: string; recoveryCode: string; token: string; now: number }> {
    const command = ['dev', '--socket', this.folder, '--json', ...words];
    try {
      return JSON.parse((await promisify(execFile)(this.program, command, { env: environment() })).stdout);
    } catch (error) {
      const { stderr } = error as { stderr?: string };
      throw new TurnstoneError(`turnstone dev ${words.join(' ')}: ${stderr?.trim() || error}`);
    }
  }
}

/** References that follow from a seed. The Python client makes the same ones. */
function refs(seed: number, handle = ''): () => string {
  let number = 0;
  return () => {
    const bytes = createHash('sha256').update(`${seed}/${handle}/${number++}`).digest().subarray(0, 16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
}

/** The path of the turnstone program: $TURNSTONE, or else from the search path. */
async function findProgram(): Promise<string> {
  const named = process.env['TURNSTONE'];
  if (named) return named;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder || '.', 'turnstone');
    if (await access(path, constants.X_OK).then(() => true, () => false)) return path; // prettier-ignore
  }
  throw new TurnstoneError(
    'there is no turnstone program here. Set TURNSTONE to its path, or put it on the search path. A release of the ' +
      'project has it for Linux; in a clone of the project, `cargo build --release` makes target/release/turnstone',
  );
}

/** The environment of this process with these settings, and without other settings of a server. */
function environment(settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TURNSTONE'));
  return { ...Object.fromEntries(own), ...settings };
}

function readStart(line: string): { baseUrl: string; inviteCode: string } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // A program of another project may have the same name.
  }
}

/** Start a server in a folder, where it logs to the file `log`; `ready` reads its lines until it returns a value. */
export async function launch<T>(
  program: string,
  words: string[],
  folder: string,
  ready: (line: string) => T | undefined,
  settings?: Record<string, string>,
): Promise<{ process: ChildProcess; told: T }> {
  const log = openSync(join(folder, 'log'), 'a');
  // Ctrl-C is for the test, which then stops the server: it has a process group of its own.
  const options = { env: environment(settings), cwd: folder, detached: true, stdio: ['pipe', 'pipe', log] as const };
  const child = spawn(program, words, { ...options, stdio: [...options.stdio] });
  closeSync(log);
  let failure = '';
  const over = new Promise<void>((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => resolve(void (failure = error.message)));
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), STARTS_WITHIN_MS);
  const lines = createInterface({ input: child.stdout! });
  try {
    const told = await Promise.race([
      new Promise<T>((resolve) => {
        lines.on('line', (line) => {
          const value = ready(line);
          if (value !== undefined) resolve(value);
        });
      }),
      over.then(() => undefined),
    ]);
    if (told !== undefined) {
      // A test that forgets to stop it can still end.
      child.unref();
      for (const pipe of [child.stdin, child.stdout]) (pipe as Socket).unref();
      return { process: child, told };
    }
  } finally {
    clearTimeout(limit);
  }
  const why = failure || (await readFile(join(folder, 'log'), 'utf8')).trim() || 'it printed nothing';
  throw new TurnstoneError(`${program} ${words[0]} of this project did not start: ${why}`);
}

/** Stop a server, and wait until it has ended. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, 'exit');
  child.ref();
  child.kill();
  const limit = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
  await over;
  clearTimeout(limit);
}
