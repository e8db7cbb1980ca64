// What a server publishes about its deals: the chain of statements, and the lists of days.

import { sha256 } from '../hashing.js';
import { isHash, isInt, isSigned, leaf, root, startOf } from './bytes.js';

const DAY_MS = 86_400_000;
const MOST = 2 ** 32 - 1;

/** A check that failed: the code and the sentence of the verdict. */
export class Broken extends Error {
  /**
   * @param {string} code
   * @param {string} why
   */
  constructor(code, why) {
    super(why);
    this.code = code;
  }
}

/**
 * A statement: its members, its hash, its time, and the words of its last line.
 * @typedef {{ text: string, key: string, signature: string, hash: string, at: number, words: string[] }} Statement
 */

/** A valid chain of statements. */
export class Chain {
  /** @param {Statement[]} statements */
  constructor(statements) {
    this.statements = statements;
  }

  /**
   * What the list statement of a day says; null if the day is not closed.
   * @param {string} of
   */
  closed(of) {
    const says = this.statements.find(({ words: [what, day] }) => what === 'list' && day === of);
    if (!says) return null;
    const [, , secret = '', tables, top = ''] = says.words;
    return { secret, tables: Number(tables), root: top };
  }

  /** @param {string} key */
  hasKey(key) {
    return this.statements.some(({ words: [what, named] }) => what === 'key' && named === key);
  }

  /**
   * The statement with exactly these members.
   * @param {{ text: string, key: string, signature: string }} shown
   */
  find({ text, key, signature }) {
    return this.statements.find((own) => own.text === text && own.key === key && own.signature === signature) ?? null;
  }
}

/**
 * Text, key and signature of a statement; null unless it has them.
 * @param {any} statement
 */
export function shownOf(statement) {
  const { text, key, signature } = statement ?? {};
  const isShown = typeof text === 'string' && isHash(key) && /^[0-9a-f]{128}$/.test(signature);
  return isShown && typeof signature === 'string' ? { text, key, signature } : null;
}

/**
 * Whether the last line of a statement says something known.
 * @param {string[]} words
 */
function isKnown([what, first, second, tables = '', top, ...more]) {
  if (more.length > 0) return false;
  if (what === 'key') return isHash(first) && second === undefined;
  if (startOf(first) === null || !isHash(second)) return false;
  if (what === 'secret') return tables === '' && top === undefined;
  return what === 'list' && /^(0|[1-9][0-9]{0,9})$/.test(tables) && Number(tables) <= MOST && isHash(top);
}

/**
 * Reads pages of statements.
 * @param {any[]} pages
 */
export async function readChain(pages) {
  /** @type {Statement[]} */
  const statements = [];
  let signer = null;
  for (const page of pages) {
    if (!Array.isArray(page?.statements)) throw new Broken('statements', 'Not statements.');
    for (const statement of page.statements) {
      const number = statements.length + 1;
      const shown = shownOf(statement);
      const form = /^turnstone statement 1\n(0|[1-9][0-9]*)\n([0-9a-f]{64})\n(0|[1-9][0-9]*)\n([^\n]*)\n$/;
      const [, own, previous, at, says = ''] = form.exec(shown?.text ?? '') ?? [];
      const words = says.split(' ');
      if (!shown || !isKnown(words)) throw new Broken('statements', `Statement ${number} is invalid.`);
      if (Number(own) !== number || previous !== (statements.at(-1)?.hash ?? '0'.repeat(64)))
        throw new Broken('statements', `Statement ${number} does not follow the one before it.`);
      const named = words[0] === 'key' ? words[1] : null;
      if (shown.key !== (signer ?? named) || !(await isSigned(shown.key, shown.text, shown.signature)))
        throw new Broken('statements', `Statement ${number} is not signed by the key that signs there.`);
      signer = named ?? signer;
      statements.push({ ...shown, hash: await sha256(shown.text), at: Number(at), words });
    }
  }
  return new Chain(statements);
}

/**
 * Whether each secret was committed to once, in time, and is the revealed one.
 * @param {Chain} chain
 */
export async function checkSecrets({ statements }) {
  const ran = new Set(statements.map(({ at }) => Math.floor(at / DAY_MS)));
  const first = Math.min(...ran);
  const commits = new Map();
  const closed = new Set();
  /** @param {string} why */
  const broken = (why) => new Broken('secret', why);
  for (const { at, words } of statements) {
    const [what, day = '', secret = ''] = words;
    const start = startOf(day) ?? 0;
    if (what === 'secret') {
      const isLate = at > start - DAY_MS && start / DAY_MS > first + 1;
      if (commits.has(day)) throw broken(`The secret of ${day} was stated twice.`);
      if (isLate && ran.has(start / DAY_MS - 2))
        throw broken(`The secret of ${day} was stated less than a day before that day.`);
      commits.set(day, secret);
    }
    if (what === 'list') {
      if (commits.get(day) !== (await sha256(secret)))
        throw broken(`The list of ${day} reveals another secret than the one stated before.`);
      if (closed.has(day)) throw broken(`${day} was closed twice.`);
      if (at < start + DAY_MS) throw broken(`The secret of ${day} was revealed before the end of that day.`);
      closed.add(day);
    }
  }
}

/**
 * The hash of an entry of a list.
 * @param {any} entry
 */
export const entryLeaf = ({ number, table, seedOf, seedCommit, ending }) =>
  leaf(`turnstone table 1\n${number}\n${table}\n${seedOf}\n${seedCommit ?? '-'}\n${ending}\n`);

/**
 * Day and number of the table whose seed is shared.
 * @param {string} seedOf
 */
function ownerOf(seedOf) {
  const [, day = '', number] = /^([0-9-]+) ([1-9][0-9]{0,9})$/.exec(seedOf) ?? [];
  return startOf(day) !== null && Number(number) <= MOST ? { day, number: Number(number) } : null;
}

/** @param {any} entry */
async function isEntry(entry) {
  const { number, table, tableId = null, seedOf, seedCommit = null, ending } = entry ?? {};
  const isNamed = tableId === null || (typeof tableId === 'string' && (await sha256(tableId)) === table);
  const isOwned = typeof seedOf === 'string' && (seedOf === 'own' || seedOf === 'daily' || ownerOf(seedOf) !== null);
  const isEnding = ending === 'cancelled' || ending === 'voided' || isHash(ending);
  const isCommit = seedCommit === null || isHash(seedCommit);
  return isInt(number, 0, MOST) && isHash(table) && isNamed && isOwned && isEnding && isCommit;
}

/**
 * The entries of each closed day.
 * @param {any[]} pages
 * @param {Chain | null} chain
 * @returns {Promise<Map<string, any[]>>}
 */
export async function readLists(pages, chain) {
  const lists = new Map();
  for (const page of pages) {
    const { day, closed, tables = null, entries = [] } = page ?? {};
    const isCounted = isInt(tables, 0, MOST) || (tables === null && closed === false);
    const isList = typeof day === 'string' && typeof closed === 'boolean' && isCounted;
    const isWhole = isList && Array.isArray(entries) && (await Promise.all(entries.map(isEntry))).every(Boolean);
    if (!isWhole) throw new Broken('list', 'Not a list.');
    if (!closed) continue;
    if (chain && chain.closed(day)?.tables !== tables)
      throw new Broken('list', `No statement closes ${day} with ${tables} tables.`);
    lists.set(day, [...(lists.get(day) ?? []), ...entries]);
  }
  for (const [day, entries] of lists) await checkList(day, entries, chain);
  checkSeeds(lists);
  return lists;
}

/**
 * @param {string} day
 * @param {any[]} entries
 * @param {Chain | null} chain
 */
async function checkList(day, entries, chain) {
  if (entries.some(({ number }, at) => number !== at + 1))
    throw new Broken('list', `The list of ${day} does not have each number once.`);
  if (new Set(entries.map(({ table }) => table)).size !== entries.length)
    throw new Broken('list', `The list of ${day} has a table twice.`);
  const closed = chain?.closed(day);
  if (!closed) return;
  const top = await root(await Promise.all(entries.map(entryLeaf)));
  if (closed.tables !== entries.length || closed.root !== top)
    throw new Broken('list', `The list of ${day} is not the signed one, or pages are missing.`);
}

/**
 * A seed belongs to one table, except those that are shared, which are equal.
 * @param {Map<string, any[]>} lists
 */
function checkSeeds(lists) {
  const own = new Set();
  const daily = new Map();
  for (const [day, entries] of lists) {
    for (const { number, seedOf, seedCommit = null } of entries) {
      if (seedCommit === null) continue;
      if (seedOf === 'daily' && !daily.has(day)) daily.set(day, seedCommit);
      const holds =
        seedOf === 'own'
          ? !own.has(seedCommit)
          : seedOf === 'daily'
            ? daily.get(day) === seedCommit
            : isShared(lists, seedOf, seedCommit);
      if (!holds)
        throw new Broken('list', `Table ${number} of ${day} has a seed that cannot be its own or the shared one.`);
      if (seedOf === 'own') own.add(seedCommit);
    }
  }
}

/**
 * Whether a shared seed is that of its owner, if the owner's list was given.
 * @param {Map<string, any[]>} lists
 * @param {string} seedOf
 * @param {string} seedCommit
 */
function isShared(lists, seedOf, seedCommit) {
  const owner = ownerOf(seedOf);
  if (!owner || !lists.has(owner.day)) return owner !== null;
  const entry = lists.get(owner.day)?.[owner.number - 1];
  return entry?.seedOf === 'own' && (entry.seedCommit ?? seedCommit) === seedCommit;
}
