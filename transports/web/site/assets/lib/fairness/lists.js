// The lists of days.

import { sha256 } from '../hashing.js';
import { isHash, isInt, leaf, root } from './bytes.js';
import { Broken } from './chain.js';
import { nameOf } from './days.js';

const MOST = 2 ** 32 - 1;

/** @typedef {import('./secrets.js').Secrets} Secrets */

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
  const [, day = '', number] = /^([0-9/-]+) ([1-9][0-9]{0,9})$/.exec(seedOf) ?? [];
  return nameOf(day) !== null && Number(number) <= MOST ? { day, number: Number(number) } : null;
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
 * The entries of each closed day, and how many tables of each open day still run.
 * @param {any[]} pages
 * @param {Secrets} secrets
 * @returns {Promise<{ lists: Map<string, any[]>, running: Map<string, number> }>}
 */
export async function readLists(pages, secrets) {
  const lists = new Map();
  const running = new Map();
  for (const page of pages) {
    const { day, closed, tables = null, entries = [], running: run = null } = page ?? {};
    const isCounted = isInt(tables, 0, MOST) || (tables === null && closed === false);
    const isRun = run === null || isInt(run, 0, MOST);
    const isList = typeof day === 'string' && typeof closed === 'boolean' && isCounted && isRun;
    const isWhole = isList && Array.isArray(entries) && (await Promise.all(entries.map(isEntry))).every(Boolean);
    if (!isWhole) throw new Broken('list', 'Not a list.');
    if (!closed) {
      if (run !== null) running.set(day, run);
      continue;
    }
    if (secrets.chain && secrets.closed(day)?.tables !== tables)
      throw new Broken('list', `No statement closes ${day} with ${tables} tables.`);
    lists.set(day, [...(lists.get(day) ?? []), ...entries]);
  }
  for (const [day, entries] of lists) await checkList(day, entries, secrets);
  checkSeeds(lists);
  return { lists, running };
}

/**
 * @param {string} day
 * @param {any[]} entries
 * @param {Secrets} secrets
 */
async function checkList(day, entries, secrets) {
  if (entries.some(({ number }, at) => number !== at + 1))
    throw new Broken('list', `The list of ${day} does not have each number once.`);
  if (new Set(entries.map(({ table }) => table)).size !== entries.length)
    throw new Broken('list', `The list of ${day} has a table twice.`);
  const closed = secrets.closed(day);
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
