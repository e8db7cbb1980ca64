// Whether a replay holds: what a page can check with the browser's own cryptography, line by line.

/**
 * One thing that was checked. `holds` is null where there was nothing to check it against.
 * @typedef {{ name: string, holds: boolean | null, text: string }} Finding
 */

/** The members of a bundle that its digest is made over. */
const DIGESTED = ['config', 'gameId', 'log', 'outcome', 'seats', 'seed', 'sessionId', 'version'];

/**
 * Checks a bundle. `noted` is the commitment that this browser saw while the game ran, if it did.
 * @param {Api.Replay} bundle
 * @param {{ id: string, noted: string | null }} expected
 * @returns {Promise<Finding[]>}
 */
export async function verify(bundle, { id, noted }) {
  const sealed = bundle.seed === null;
  const findings = [
    finding('Table', bundle.sessionId === id, 'The replay is of this table.', 'The replay is of another table.'),
    sealed ? sealedSeed(bundle) : await openSeed(bundle),
    againstNoted(bundle, noted),
    sealed
      ? {
          name: 'Digest',
          holds: null,
          text: 'The digest is made over the seed too, and can be checked when the seed is open.',
        }
      : await digest(bundle),
    sealed ? { name: 'Log', holds: null, text: 'The log is closed as long as the seed is.' } : log(bundle),
    outcome(bundle),
  ];
  return findings;
}

/**
 * @param {string} name
 * @param {boolean} holds
 * @param {string} yes
 * @param {string} no
 * @returns {Finding}
 */
function finding(name, holds, yes, no) {
  return { name, holds, text: holds ? yes : no };
}

/** @param {Api.Replay} bundle */
function sealedSeed({ seedHash, seedCommit }) {
  if (seedHash && seedCommit) {
    return finding(
      'Seed',
      seedHash === seedCommit,
      'The seed is sealed. Its hash is the commitment of this table.',
      'The seed is sealed, and its hash is not the commitment of this table.',
    );
  }
  return { name: 'Seed', holds: null, text: 'The seed is sealed for now.' };
}

/** @param {Api.Replay} bundle */
async function openSeed({ seed, seedCommit }) {
  const made = await sha256(seed ?? '');
  return finding(
    'Seed',
    made === seedCommit,
    'The sha256 of the seed is the commitment that was published before the first move.',
    `The sha256 of the seed is ${made}, which is not the commitment ${seedCommit ?? 'of this table'}.`,
  );
}

/**
 * @param {Api.Replay} bundle
 * @param {string | null} noted
 * @returns {Finding}
 */
function againstNoted({ seedCommit }, noted) {
  const name = 'Commitment';
  if (noted === null)
    return { name, holds: null, text: 'This browser did not see the game while it ran, so it noted no commitment.' };
  return finding(
    name,
    noted === seedCommit,
    'It is the commitment that this browser noted while the game ran.',
    `This browser noted another commitment while the game ran: ${noted}.`,
  );
}

/** @param {Api.Replay} bundle */
async function digest(bundle) {
  const members = /** @type {Record<string, unknown>} */ (bundle);
  const made = await sha256(canonical(Object.fromEntries(DIGESTED.map((name) => [name, members[name]]))));
  return finding(
    'Digest',
    made === bundle.digest,
    'The sha256 over configuration, log, outcome and seed is the digest of the bundle.',
    `The sha256 over configuration, log, outcome and seed is ${made}, which is not the digest ${bundle.digest}.`,
  );
}

/** @param {Api.Replay} bundle */
function log({ log, seats }) {
  const wrong = log.findIndex((entry, place) => {
    const before = log[place - 1];
    const seated = Number.isInteger(entry.seat) && entry.seat >= 0 && entry.seat < seats;
    const shaped = entry.leave ? entry.action === null : typeof entry.action === 'object' && entry.action !== null;
    return !seated || !shaped || (before !== undefined && entry.at < before.at);
  });
  return finding(
    'Log',
    wrong < 0,
    `The log has ${log.length} ${log.length === 1 ? 'entry' : 'entries'}, each by a seat of this table and none before the one it follows.`,
    `Entry ${wrong + 1} of the log cannot be: its seat, its action or its time is out of order.`,
  );
}

/** @param {Api.Replay} bundle */
function outcome({ outcome, seats, gameId }) {
  const each = outcome.length === seats && outcome.every(({ seat }, place) => seat === place);
  const banked = BANKED.includes(gameId);
  const sum = outcome.reduce((total, { score }) => total + score, 0);
  return finding(
    'Chips',
    each && (banked || sum === 0),
    banked
      ? 'Each seat has its result; the house pays and takes the difference.'
      : 'What one seat gained others lost, to the chip.',
    'The results do not add up.',
  );
}

/** Games in which the house has no seat and pays or takes the difference. */
const BANKED = ['blackjack', 'roulette', 'baccarat', 'video-poker'];

/**
 * The canonical form of RFC 8785: members sorted by UTF-16 code units, numbers and strings as JSON.stringify has them.
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(',')}}`;
}

/**
 * @param {string} text
 * @returns {Promise<string>} lowercase hex
 */
export async function sha256(text) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
