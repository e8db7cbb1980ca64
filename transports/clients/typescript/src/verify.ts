// Verification of a settled table's replay.
import type { Replay } from './api.js';

const DIGESTED = ['config', 'gameId', 'log', 'outcome', 'seats', 'seed', 'sessionId', 'version'] as const;

/** One check. `holds` is null if it could not be made, and `words` say why. */
export interface Finding {
  name: string;
  holds: boolean | null;
  words: string;
}

export interface Verdict {
  /** Whether nothing contradicts the bundle. */
  holds: boolean;
  /** Whether the match was replayed from its seed. */
  replayed: boolean;
  findings: Finding[];
}

export interface Seen {
  /** The expected table. */
  tableId?: string | undefined;
  /** The table's `seedCommit` before play; null, as for a table without one, is not compared. */
  commit?: string | null | undefined;
  /** Replays the match; `@turnstone-games/client/node` has one that runs the program `turnstone verify`. */
  replay?: ((bundle: Replay) => Promise<Finding>) | undefined;
}

/**
 * Verify a replay: the seed against its commitment, the digest, the form and order of the log, and that the chips add up.
 *
 * To check that the deal follows from the seed and the log from the rules, the match must be replayed, which this package
 * does not do by itself: without `replay`, a bundle that was forged as a whole, digest included, passes.
 */
export async function verify(bundle: Replay, { tableId, commit, replay }: Seen = {}): Promise<Verdict> {
  const findings: Finding[] = [];
  if (tableId !== undefined) {
    const holds = bundle.sessionId === tableId;
    findings.push({ name: 'table', holds, words: holds ? 'It is of this table.' : 'It is of another table.' });
  }
  if (commit !== undefined && commit !== null) {
    const holds = bundle.seedCommit === commit;
    const words = holds ? 'It is the one that was seen at the table.' : `At the table it was ${commit}.`;
    findings.push({ name: 'commitment', holds, words });
  }
  try {
    const missing = DIGESTED.filter((name) => bundle[name] === undefined);
    if (missing.length) throw new TypeError(`it has no ${missing.join(', ')}`);
    findings.push(await seed(bundle), await digest(bundle), log(bundle), outcome(bundle));
  } catch (error) {
    findings.push({ name: 'form', holds: false, words: `This is no replay bundle (${(error as Error).message}).` });
  }
  findings.push(
    replay ? await replay(bundle) : { name: 'replay', holds: null, words: 'Nothing was given to play it again with.' },
  );
  return {
    holds: findings.every(({ holds }) => holds !== false),
    replayed: findings.at(-1)?.holds !== null,
    findings,
  };
}

async function seed({ seed, seedCommit, sealedReason }: Replay): Promise<Finding> {
  const name = 'seed';
  if (seed === null) return { name, holds: null, words: `It is sealed (${sealedReason}).` };
  if (seedCommit === null) return { name, holds: null, words: 'The bundle has no commitment to hold it against.' };
  const made = await sha256(seed);
  const holds = made === seedCommit;
  return { name, holds, words: holds ? 'Its sha256 is the commitment.' : `Its sha256 is ${made}.` };
}

async function digest(bundle: Replay): Promise<Finding> {
  const name = 'digest';
  if (bundle.seed === null) return { name, holds: null, words: 'It is made over the seed too, which is sealed.' };
  const made = await sha256(canonical(Object.fromEntries(DIGESTED.map((member) => [member, bundle[member]]))));
  const holds = made === bundle.digest;
  return { name, holds, words: holds ? 'It is that of the contents.' : `The contents have ${made}.` };
}

function log({ log, seats, seed }: Replay): Finding {
  const name = 'log';
  if (seed === null) return { name, holds: null, words: 'It is closed as long as the seed is sealed.' };
  const wrong = log.findIndex(({ seat, action, leave, at }, place) => {
    const seated = Number.isInteger(seat) && seat >= 0 && seat < seats;
    const formed = leave ? action === null : typeof action === 'object' && action !== null;
    return !seated || !formed || !Number.isInteger(at) || at < (log[place - 1]?.at ?? 0);
  });
  if (wrong >= 0)
    return { name, holds: false, words: `Entry ${wrong + 1} cannot be: its seat, action or time is wrong.` };
  return { name, holds: true, words: `${log.length} entries by seats of the table, none before the one it follows.` };
}

function outcome({ outcome, seats }: Replay): Finding {
  const each = outcome.length === seats && outcome.every(({ seat }, place) => seat === place);
  // One seat alone plays against the bank: what it wins, no other seat loses.
  const sum = seats > 1 ? outcome.reduce((total, { score }) => total + (score ?? 0), 0) : 0;
  const holds = each && sum === 0;
  return { name: 'chips', holds, words: holds ? 'The results add up.' : 'The results do not add up.' };
}

/** The form of RFC 8785: members sorted by UTF-16 code units, numbers and strings as JSON.stringify writes them. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
}

/** In lower-case hex. */
export async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
