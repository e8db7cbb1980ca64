// Verification of a deal from public data: the bundle, the statements and lists of its server, and what a player kept.
// The page /docs/fairness describes formats and verdicts. It does not replay the game.

import { fromBase64, hmac, isHash, isInt, isSigned, leaf, rootOfPath } from './fairness/bytes.js';
import { Broken, checkSecrets, entryLeaf, readChain, readLists, shownOf } from './fairness/record.js';
import { sha256, toHex } from './hashing.js';
import { canonical } from './verify.js';

const DIGESTED = ['config', 'gameId', 'log', 'outcome', 'seats', 'seed', 'sessionId', 'version'];
const MOST = 2 ** 32 - 1;

/**
 * The kind of a verdict, and its sentence.
 * @typedef {{ code: string, why: string }} Verdict
 *
 * What a player kept: what seats brought, and lines of receipts.
 * @typedef {{
 *   brought?: { seat: number, clientRef?: string | null, clientSeed?: string | null }[],
 *   receipts?: string[],
 * }} Kept
 *
 * @typedef {Awaited<ReturnType<typeof readRecord>>} Published
 */

/**
 * A verifier for the bundles of one server. `statements` and `lists` are its responses; `noted` is the hash of a
 * statement that was noted earlier.
 * @param {{ statements?: any[], lists?: any[], noted?: string | null }} published
 * @returns {Promise<(bundle: any, kept?: Kept) => Promise<Verdict>>}
 */
export async function checker(published) {
  const record = await readRecord(published).catch((error) => {
    if (error instanceof Broken) return error;
    throw error;
  });
  return async (bundle, kept = {}) => {
    try {
      return await check(bundle, record, kept);
    } catch (error) {
      if (error instanceof Broken) return { code: error.code, why: error.message };
      throw error;
    }
  };
}

/** @param {Parameters<typeof checker>[0]} published */
async function readRecord({ statements = [], lists = [], noted = null }) {
  const chain = statements.length > 0 ? await readChain(statements) : null;
  if (noted !== null && !chain?.statements.some(({ hash }) => hash === noted))
    throw new Broken('rewritten', 'The statement that was noted earlier is not among the statements.');
  if (chain) await checkSecrets(chain);
  return { chain, lists: await readLists(lists, chain) };
}

/**
 * The first verdict that applies.
 * @param {any} bundle
 * @param {Published | Broken} record
 * @param {Kept} kept
 */
async function check(bundle, record, { brought = [], receipts = [] }) {
  await checkBundle(bundle);
  const deal = dealOf(bundle);
  if (record instanceof Broken) throw record;
  if (deal) await checkSeed(bundle, deal, record);
  for (const { seat, clientRef = null, clientSeed = null } of brought) {
    const isSent = clientRef !== null || clientSeed !== null;
    const own = isSent ? await sha256(`${clientRef ?? ''}\n${clientSeed ?? ''}`) : null;
    if (deal?.brought[seat] !== own)
      throw new Broken('brought', `The deal does not contain what seat ${seat} brought.`);
  }
  const isProven = await checkProof(bundle, deal, record);
  for (const line of receipts) await checkReceipt(line, bundle, record);
  return good(bundle, deal, record, isProven);
}

/**
 * The members that every bundle has.
 * @param {any} bundle
 */
function hasForm(bundle) {
  if (typeof bundle !== 'object' || bundle === null || Array.isArray(bundle)) return false;
  const { seats, config, log, outcome } = bundle;
  const isByte = (/** @type {unknown} */ value) => isInt(value, 0, 255);
  const isEntry = (/** @type {any} */ entry) =>
    isByte(entry?.seat) &&
    isInt(entry.at, 0) &&
    entry.action !== undefined &&
    (entry.leave === undefined || typeof entry.leave === 'boolean');
  const isResult = (/** @type {any} */ entry) =>
    isByte(entry?.seat) &&
    ['win', 'loss', 'draw'].includes(entry.result) &&
    isInt(entry.score) &&
    ((entry.rank ?? null) === null || isByte(entry.rank)) &&
    ((entry.winningPieces ?? null) === null ||
      (Array.isArray(entry.winningPieces) && entry.winningPieces.every(isByte)));
  return (
    ['sessionId', 'gameId', 'version', 'digest'].every((name) => typeof bundle[name] === 'string') &&
    ['seed', 'seedCommit', 'seedHash', 'sealedReason'].every((name) => isTextOrNull(bundle[name])) &&
    isInt(seats, 0) &&
    config !== undefined &&
    Array.isArray(log) &&
    log.every(isEntry) &&
    Array.isArray(outcome) &&
    outcome.every(isResult)
  );
}

/** @param {unknown} value */
const isTextOrNull = (value) => (value ?? null) === null || typeof value === 'string';

/**
 * Form, digest and commitment.
 * @param {any} bundle
 */
async function checkBundle(bundle) {
  if (!hasForm(bundle)) throw new Broken('bundle', 'Not a replay bundle.');
  const { seed = null, seedCommit = null, seedHash = null } = bundle;
  const commits = [seedCommit, seedHash].filter((commit) => commit !== null);
  if (seed === null) {
    const isSealed = ['daily', 'duel'].includes(bundle.sealedReason) && bundle.log.length === 0;
    if (!isSealed || ![...commits, bundle.digest].every(isHash))
      throw new Broken('bundle', 'The bundle does not hold: the seed is missing.');
    return;
  }
  const text = canonical(Object.fromEntries(DIGESTED.map((name) => [name, bundle[name]])));
  if ((await sha256(text)) !== bundle.digest) throw new Broken('bundle', 'The digest is not that of the bundle.');
  const commit = await sha256(seed);
  if (!isHash(seed) || commits.some((published) => published !== commit))
    throw new Broken('bundle', 'The commitment is not the sha256 of the seed.');
}

/**
 * `config.deal`; null without one.
 * @param {any} bundle
 */
function dealOf({ config }) {
  const deal = config?.deal ?? null;
  if (deal === null) return null;
  const { day, number, seedOf = null, brought } = deal;
  const isDay = (/** @type {any} */ { day, number }) => typeof day === 'string' && isInt(number, 0, MOST);
  const isOwner = seedOf === null || seedOf === 'daily' || (typeof seedOf === 'object' && isDay(seedOf));
  const isBrought = Array.isArray(brought) && brought.every((item) => item === null || isHash(item));
  if (!isDay({ day, number }) || !isOwner || !isBrought)
    throw new Broken('bundle', 'Not a replay bundle: config.deal.');
  return { day, number, seedOf, brought };
}

/** @typedef {NonNullable<ReturnType<typeof dealOf>>} Deal */

/**
 * The day whose secret made the seed.
 * @param {Deal} deal
 * @returns {string}
 */
const seedDay = ({ day, seedOf }) => seedOf?.day ?? day;

/**
 * The days whose lists are needed for a bundle.
 * @param {any} bundle
 * @returns {string[]}
 */
export function daysOf(bundle) {
  try {
    const deal = dealOf(bundle);
    return deal ? [...new Set([deal.day, seedDay(deal)])] : [];
  } catch {
    return [];
  }
}

/**
 * The seed follows from the secret of its day, once that is revealed.
 * @param {any} bundle
 * @param {Deal} deal
 * @param {Published} record
 */
async function checkSeed({ seats, seed = null, seedCommit = null }, deal, { chain }) {
  const { seedOf, brought } = deal;
  if (brought.length !== (seedOf === 'daily' ? 0 : seats))
    throw new Broken('seed', 'The seed was not computed from one line for each seat.');
  const closed = chain?.closed(seedDay(deal));
  if (!closed) return;
  const lines = brought.map((/** @type {string | null} */ item) => `${item ?? '-'}\n`).join('');
  const text =
    seedOf === 'daily'
      ? `turnstone daily 1\n${deal.day}\n`
      : `turnstone deal 1\n${seedDay(deal)}\n${seedOf?.number ?? deal.number}\n${lines}`;
  const made = await hmac(closed.secret, text);
  const commit = await sha256(made);
  if ((seed ?? made) !== made || (seedCommit ?? commit) !== commit)
    throw new Broken('seed', 'The seed is not the one that secret, day, number and players give.');
}

/**
 * Whether the table is proven to be in the list of its day.
 * @param {any} bundle
 * @param {Deal | null} deal
 * @param {Published} record
 */
async function checkProof(bundle, deal, { chain, lists }) {
  const table = await sha256(bundle.sessionId);
  const { fair = null, seedCommit = null } = bundle;
  /** @param {string} why */
  const broken = (why) => new Broken('proof', why);
  if (!deal) {
    if (fair !== null || [...lists.values()].flat().some((entry) => entry.table === table))
      throw broken('The table is in a list, and its bundle does not say how it was dealt.');
    return false;
  }
  const { day, number, seedOf } = deal;
  const word = seedOf?.day ? `${seedOf.day} ${seedOf.number}` : (seedOf ?? 'own');
  const own = await entryLeaf({ number, table, seedOf: word, seedCommit, ending: bundle.digest });
  const list = lists.get(day);
  if (list && (!list[number - 1] || (await entryLeaf(list[number - 1])) !== own))
    throw broken('The list of the day has another table under this number, or other values.');
  if (!chain) return false;
  if (fair === null) return list !== undefined;
  const shown = shownOf(fair.statement);
  if (!shown || !Array.isArray(fair.proof) || !fair.proof.every(isHash))
    throw broken('The proof of the bundle is invalid.');
  const statement = chain.find(shown);
  if (!statement) throw broken('The statement of the bundle is not among the statements.');
  const [what, closed, , tables, top] = statement.words;
  const isOfDay = what === 'list' && closed === day && number > 0;
  if (!isOfDay || (await rootOfPath(own, number - 1, Number(tables), fair.proof)) !== top)
    throw broken('The proof of the bundle does not lead to the list of its day.');
  return true;
}

const HEADER =
  /^ply=([0-9]+), seat=([0-9]+), at=([0-9]+), index=([0-9]+), count=([0-9]+), path=\(([^()]*)\), key=(:[^:]*:), signature=(:[^:]*:)$/;

/**
 * The parts of a receipt; null if it is invalid.
 * @param {string} rest an action, a tab, and the value of `Move-Receipt`
 */
async function parseReceipt(rest) {
  const tab = rest.indexOf('\t');
  const parts = HEADER.exec(rest.slice(tab + 1));
  if (tab < 0 || !parts) return null;
  const [ply = 0, seat = 0, at = 0, index = 0, count = 0] = parts.slice(1, 6).map(Number);
  const [inner = '', ofKey = '', ofSignature = ''] = parts.slice(6);
  const path = inner.split(' ').filter((item) => item !== '');
  const [key, signature, ...hashes] = [
    fromBase64(ofKey, 32),
    fromBase64(ofSignature, 64),
    ...path.map((item) => fromBase64(item, 32)),
  ].map((bytes) => bytes && toHex(bytes));
  if (!key || !signature || hashes.includes(null)) return null;
  try {
    const action = await sha256(canonical(JSON.parse(rest.slice(0, tab))));
    return { ply, seat, at, index, count, action, key, signature, path: /** @type {string[]} */ (hashes) };
  } catch {
    return null;
  }
}

/**
 * A receipt of this table is signed, and its move is in the log.
 * @param {string} line
 * @param {any} bundle
 * @param {Published} record
 */
async function checkReceipt(line, bundle, { chain }) {
  const space = line.indexOf(' ');
  const table = line.slice(0, Math.max(space, 0));
  if (space >= 0 && table !== bundle.sessionId) return;
  const receipt = space < 0 ? null : await parseReceipt(line.slice(space + 1));
  if (!receipt) throw new Broken('receipt', 'A line of the receipts is invalid.');
  const { ply, seat, at, index, count, action, key, signature, path } = receipt;
  const own = await leaf(`turnstone receipt 1\n${table}\n${ply}\n${seat}\n${action}\n${at}\n`);
  const top = await rootOfPath(own, index, count, path);
  if (top === null || !(await isSigned(key, `turnstone receipts 1\n${count}\n${top}\n`, signature)))
    throw new Broken('receipt', `The receipt of move ${ply} is not for this move, or its signature is wrong.`);
  if (chain && !chain.hasKey(key))
    throw new Broken('receipt', `The receipt of move ${ply} is signed by a key that no statement names.`);
  if ((bundle.seed ?? null) === null) return;
  const entry = bundle.log[ply];
  const isSame = entry && entry.seat === seat && entry.at === at && !entry.leave;
  if (!isSame || (await sha256(canonical(entry.action))) !== action)
    throw new Broken('receipt', `Move ${ply} was acknowledged, and the log does not have it there.`);
}

/**
 * The verdict on a table with which nothing is wrong.
 * @param {any} bundle
 * @param {Deal | null} deal
 * @param {Published} record
 * @param {boolean} isProven
 * @returns {Verdict}
 */
function good(bundle, deal, { chain }, isProven) {
  if ((bundle.seed ?? null) === null)
    return { code: 'sealed', why: 'The seed is still sealed. Keep this bundle and verify later.' };
  if (!deal) {
    const why = 'The seed is the one that was committed to before the first move. How it was chosen is not shown.';
    return { code: 'commit-and-reveal', why };
  }
  const open = (/** @type {string} */ why) => ({ code: 'open', why });
  if (!chain) return open('The statements of the server are needed to check how the seed was chosen.');
  if (!chain.closed(deal.day) || !chain.closed(seedDay(deal)))
    return open('The day is not closed yet: verify again later.');
  if (!isProven) return open('The seed is right. The rest needs the list of the day, or a new copy of the bundle.');
  const { day, number, seedOf } = deal;
  const named = seedOf?.day ? `the seed of table ${seedOf.number} of ${seedOf.day}` : 'its own seed';
  const seed = seedOf === 'daily' ? "the seed of that day's challenge" : named;
  const where = `Table ${number} of ${day}, with ${seed}`;
  return { code: 'holds', why: `${where}: statements, secret, seed and list agree. The match was not replayed.` };
}
