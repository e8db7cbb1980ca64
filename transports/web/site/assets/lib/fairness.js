// Verification of a deal from public data: the bundle, the statements and lists of its server, and what a player kept.
// The page /docs/fairness describes formats and verdicts. It does not replay the game.

import { hmac, isHash, isInt, rootOfPath } from './fairness/bytes.js';
import { Broken, explained, numberOf, readChain, shownOf } from './fairness/chain.js';
import { dateOf, dayOf, madeOf, nameOf } from './fairness/days.js';
import { laterMember, seedDay, verdictOn } from './fairness/good.js';
import { entryLeaf, readLists } from './fairness/lists.js';
import { checkReceipt, checkUnlisted, tablesOf } from './fairness/receipts.js';
import { checkLate, checkNotes, Secrets } from './fairness/secrets.js';
import { sha256 } from './hashing.js';
import { canonical } from './verify.js';

const DIGESTED = ['config', 'gameId', 'log', 'outcome', 'seats', 'seed', 'sessionId', 'version'];
const MOST = 2 ** 32 - 1;
/** Games whose tables of a pair can have one deal. */
const PAIRED = ['tic-tac-toe', 'connect-four', 'mancala'];

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
 * A verifier for the bundles of one server. `statements` and `lists` are its responses; `notes` are statements that were
 * noted earlier. `verdict` judges a bundle; `unlisted` judges receipts of tables of which no bundle is given.
 * @param {{ statements?: any[], lists?: any[], notes?: import('./fairness/secrets.js').Note[] }} published
 */
export async function checker(published) {
  const record = await readRecord(published).catch((error) => {
    if (error instanceof Broken) return error;
    throw error;
  });
  /** @type {<T>(check: () => Promise<T>) => Promise<T | Verdict>} */
  const caught = async (check) => {
    try {
      return await check();
    } catch (error) {
      if (error instanceof Broken) return { code: error.code, why: error.message };
      throw error;
    }
  };
  return {
    /**
     * @param {any} bundle
     * @param {Kept} kept
     * @returns {Promise<Verdict>}
     */
    verdict: (bundle, kept = {}) => caught(() => check(bundle, record, kept)),
    /**
     * @param {any[]} bundles
     * @param {string[]} receipts
     * @returns {Promise<(Verdict & { table: string })[]>}
     */
    async unlisted(bundles, receipts) {
      const verdicts = [];
      for (const table of tablesOf(bundles, receipts)) {
        const verdict = await caught(async () => {
          if (record instanceof Broken) throw record;
          return checkUnlisted(table, receipts, record);
        });
        if (verdict) verdicts.push({ ...verdict, table });
      }
      return verdicts;
    },
  };
}

/** @param {Parameters<typeof checker>[0]} published */
async function readRecord({ statements = [], lists = [], notes = [] }) {
  const chain = statements.length > 0 ? await readChain(statements) : null;
  const found = checkNotes(chain, notes);
  const secrets = await Secrets.read(chain);
  return { chain, notes: found, secrets, ...(await readLists(lists, secrets)) };
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
  const made = deal && checkDay(bundle, deal, record);
  const name = deal && nameOf(seedDay(deal));
  const excuse = made && name ? await checkLate(record.secrets, record.notes, name, made) : null;
  return verdictOn(bundle, deal, record, isProven, made, excuse);
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
    const isSealed = (bundle.sealedReason ?? null) !== null && bundle.log.length === 0;
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
  const { day, number, seedOf = null, brought, pair = null } = deal;
  const isDay = (/** @type {any} */ { day, number }) => typeof day === 'string' && isInt(number, 0, MOST);
  const isOwner = seedOf === null || seedOf === 'daily' || (typeof seedOf === 'object' && isDay(seedOf));
  const isBrought = Array.isArray(brought) && brought.every((item) => item === null || isHash(item));
  const isPair = pair === null || (typeof pair.of === 'string' && isInt(pair.table, 0, MOST));
  if (!isDay({ day, number }) || !isOwner || !isBrought || !isPair)
    throw new Broken('bundle', 'Not a replay bundle: config.deal.');
  return { day, number, seedOf, brought, pair, members: Object.keys(deal) };
}

/** @typedef {NonNullable<ReturnType<typeof dealOf>>} Deal */

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
async function checkSeed({ seats, gameId, seed = null, seedCommit = null }, deal, { secrets }) {
  // What this program does not know may have a part in the seed.
  if (laterMember(deal) !== null) return;
  const { seedOf, brought, pair } = deal;
  const broken = (/** @type {string} */ why) => new Broken('seed', why);
  if (brought.length !== (seedOf === 'daily' ? 0 : seats))
    throw broken('The seed was not computed from one line for each seat.');
  if (pair && !PAIRED.includes(gameId)) throw broken('This game hides what a pair of tables with one deal would show.');
  if (pair && pair.table % 2 === 1 && seedOf !== null)
    throw broken('The first table of a pair has the seed of another table.');
  const secret = secrets.closed(seedDay(deal))?.secret ?? null;
  if (secret === null) return;
  const lines = brought.map((/** @type {string | null} */ item) => `${item ?? '-'}\n`).join('');
  const text =
    seedOf === 'daily'
      ? `turnstone daily 1\n${deal.day}\n`
      : `turnstone deal 1\n${seedDay(deal)}\n${seedOf?.number ?? deal.number}\n${lines}`;
  const made = await hmac(secret, text);
  const commit = await sha256(made);
  if ((seed ?? made) !== made || (seedCommit ?? commit) !== commit)
    throw broken('The seed is not the one that secret, day, number and players give.');
}

/**
 * Whether the table is proven to be in the list of its day.
 * @param {any} bundle
 * @param {Deal | null} deal
 * @param {Published} record
 */
async function checkProof(bundle, deal, { chain, lists, secrets }) {
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
  const created = madeOf(bundle.sessionId)?.at ?? null;
  /** @type {(why: string, stated?: number | null) => Broken} */
  const lost = (why, stated = null) => broken(explained(chain, why, created, stated));
  const word = seedOf?.day ? `${seedOf.day} ${seedOf.number}` : (seedOf ?? 'own');
  const own = await entryLeaf({ number, table, seedOf: word, seedCommit, ending: bundle.digest });
  const allowed = [own];
  const seedClosed = secrets.closed(seedDay(deal));
  // Its seed may have been lost before it was archived: without the seed, its digest cannot be computed.
  if (seedClosed && seedClosed.secret === null)
    allowed.push(await entryLeaf({ number, table, seedOf: word, seedCommit, ending: 'voided' }));
  const list = lists.get(day);
  if (list && (!list[number - 1] || !allowed.includes(await entryLeaf(list[number - 1]))))
    throw lost('The list of the day has another table under this number, or other values.');
  const most = secrets.closed(day)?.tables ?? MOST;
  if (secrets.closed(day) && (number < 1 || number > most))
    throw lost('The list of the day does not have as many tables.');
  if (!chain) return false;
  if (fair === null) return list !== undefined;
  const shown = shownOf(fair.statement);
  if (!shown || !Array.isArray(fair.proof) || !fair.proof.every(isHash))
    throw broken('The proof of the bundle is invalid.');
  const statement = chain.find(shown);
  if (!statement) throw lost('The statement of the bundle is not among the statements.', numberOf(shown.text));
  const [what, closed, , tables, top] = statement.words;
  const isOfDay = what === 'list' && closed === day && number > 0;
  if (!isOfDay || (await rootOfPath(own, number - 1, Number(tables), fair.proof)) !== top)
    throw broken('The proof of the bundle does not lead to the list of its day.');
  return true;
}

/**
 * The table was created on the day and in the era of its deal, and before all its moves. A leg of a duel has the time of
 * its duel, and can be dealt later. Returns that time.
 * @param {any} bundle
 * @param {Deal} deal
 * @param {Published} record
 */
function checkDay({ sessionId, log }, deal, { chain }) {
  const broken = (/** @type {string} */ why) => new Broken('day', why);
  const made = madeOf(sessionId);
  if (!made) throw broken("The table's id does not say when it was created.");
  const name = nameOf(deal.day);
  if (!name) throw broken(`${deal.day} is no day.`);
  const { at, isLeg } = made;
  if (name.day !== dayOf(at) && !(isLeg && name.day > dayOf(at)))
    throw broken(`The table was created on ${dateOf(dayOf(at))}, and is dealt as one of ${name.text}.`);
  const era = chain ? chain.eraAt(at) : name.era;
  if (name.era !== era && !(isLeg && name.era > era && chain?.hasEra(name.era))) {
    const why = `The table was created in era ${era}, and is dealt as one of ${name.text}.`;
    throw broken(chain?.hasEra(name.era) ? why : explained(chain, why, at));
  }
  if (log.some((/** @type {{ at: number }} */ entry) => entry.at < at))
    throw broken('A move is dated before the table was created.');
  return made;
}
