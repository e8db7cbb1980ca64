// The checks of a replay that a page can make. It does not replay the game: the last finding always says that deal and
// moves were not derived from the seed.

import { sha256 } from './hashing.js';

/**
 * One check. `holds` is null where it was not made; `text` says what was compared, or why not.
 * @typedef {{ name: string, holds: boolean | null, text: string }} Finding
 */

/** The members of a bundle that its digest covers. */
const DIGESTED = ['config', 'gameId', 'log', 'outcome', 'seats', 'seed', 'sessionId', 'version'];

/**
 * Checks a bundle. `noted` is the commitment that this browser saw while the game ran, if it did. The last finding says
 * what was left out.
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
      ? unchecked('Digest', 'The digest covers the seed too. It can be verified when the seed is revealed.')
      : await digest(bundle),
    sealed ? unchecked('Log', 'The log is sealed as long as the seed.') : log(bundle),
    outcome(bundle),
    unchecked(
      'Play',
      'The page did not replay the game: whether the deal, the moves and the result follow from the seed and the rules.',
    ),
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

/**
 * @param {string} name
 * @param {string} text
 * @returns {Finding}
 */
function unchecked(name, text) {
  return { name, holds: null, text };
}

/** @param {Api.Replay} bundle */
function sealedSeed({ seedHash, seedCommit }) {
  if (seedHash && seedCommit) {
    return finding(
      'Seed',
      seedHash === seedCommit,
      'The seed is sealed. Its hash is the commitment in this record.',
      'The seed is sealed, and its hash is not the commitment in this record.',
    );
  }
  return unchecked('Seed', 'The seed is sealed for now.');
}

/** @param {Api.Replay} bundle */
async function openSeed({ seed, seedCommit }) {
  const made = await sha256(seed ?? '');
  return finding(
    'Seed',
    made === seedCommit,
    'The sha256 of the seed is the commitment in this record.',
    `The sha256 of the seed is ${made}, which is not the commitment ${seedCommit ?? 'in this record'}.`,
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
    return unchecked(
      name,
      'This browser did not see the game while it ran, so it cannot tell whether the commitment was published before the end.',
    );
  return finding(
    name,
    noted === seedCommit,
    'It is the commitment that this browser saw while the game ran: the seed has not changed since then.',
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
    'The sha256 over configuration, log, outcome and seed is the digest in this record.',
    `The sha256 over configuration, log, outcome and seed is ${made}, which is not the digest ${bundle.digest} in this record.`,
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
    `The log has ${log.length} ${log.length === 1 ? 'entry' : 'entries'}, each by a seat of this table and in the order of time.`,
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
      : 'Gains and losses of all seats sum to zero.',
    'The results do not add up.',
  );
}

/** Games in which the house has no seat and pays or takes the difference. */
const BANKED = ['blackjack', 'roulette', 'baccarat', 'video-poker'];

/**
 * The canonical form of RFC 8785: members sorted by UTF-16 code units, numbers and strings as JSON.stringify writes
 * them.
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
