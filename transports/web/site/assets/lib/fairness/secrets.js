// Secrets of days: what was committed to, when, in which era, and what lists have revealed; and notes of statements.

import { sha256 } from '../hashing.js';
import { root } from './bytes.js';
import { Broken, hasNewSecrets } from './chain.js';
import { DAY_MS, dateOf, dayOf, nameOf } from './days.js';

/** How far the server's clock can be behind that of a player. */
const CLOCKS_MS = 600_000;

/**
 * @typedef {import('./chain.js').Chain} Chain
 * @typedef {import('./chain.js').Statement} Statement
 * @typedef {import('./days.js').DayName} DayName
 * @typedef {import('./days.js').Made} Made
 *
 * A statement that was noted as the newest one: its hash, when, and its number if it is known.
 * @typedef {{ hash: string, at?: number | null, number?: number | null }} Note
 *
 * The commitment to a secret: the era in which it was stated, the number of its statement, and since when.
 * @typedef {{ era: number, hash: string, number: number, since: number }} Commit
 *
 * What the list statement of a day says; `secret` is null if the server has lost it.
 * @typedef {{ secret: string | null, tables: number, root: string }} ClosedDay
 */

/**
 * Each noted statement is in the chain, and none that follows it is dated before the note. Returns the notes with the
 * numbers of their statements.
 * @param {Chain | null} chain
 * @param {Note[]} notes
 */
export function checkNotes(chain, notes) {
  return notes.map(({ hash, at = null, number = null }) => {
    const statements = chain?.statements ?? [];
    const own = statements.find((stated) => stated.hash === hash);
    if (!own) {
      const era = chain?.explaining(at, number);
      const began = era ? ` Era ${era.era} (restored) began later` : '';
      const how = number === null ? `: it explains it if its number is at least ${era?.number}.` : ', and explains it.';
      const why = 'A statement that was noted earlier is not among the statements.';
      throw new Broken('rewritten', era ? `${why}${began}${how}` : why);
    }
    const back = statements.slice(own.number).find((later) => at !== null && later.at < at - CLOCKS_MS);
    if (back) {
      const why = `Statement ${own.number} was noted as the newest one, and statement ${back.number} after it`;
      throw new Broken('rewritten', `${why} is dated before that.`);
    }
    return { at, number: own.number };
  });
}

/** The secrets of a chain, without contradictions. */
export class Secrets {
  /** @type {Map<number, Commit[]>} by day */
  commits = new Map();
  /** @type {Map<string, string>} by day and era */
  stated = new Map();
  /** @type {Map<string, ClosedDay & { name: DayName, at: number }>} by the text of the name */
  lists = new Map();
  /** The root of a list without tables. */
  emptyRoot = '';

  /** @param {Chain | null} chain */
  constructor(chain) {
    this.chain = chain;
    this.newest = chain?.statements.at(-1)?.at ?? 0;
  }

  /**
   * Each secret was committed to once in an era, is the revealed one, and was revealed after the end of its day.
   * @param {Chain | null} chain
   */
  static async read(chain) {
    const secrets = new Secrets(chain);
    secrets.emptyRoot = await root([]);
    let era = 0;
    for (const stated of chain?.statements ?? []) {
      const [what, day = ''] = stated.words;
      const name = nameOf(day);
      if (what === 'secret' && name) secrets.commit(name.day, era, stated);
      if (what === 'list' && name) await secrets.close(name, stated);
      era = chain?.eras.find(({ number }) => number === stated.number)?.era ?? era;
    }
    return secrets;
  }

  /**
   * @param {number} day
   * @param {number} era
   * @param {Statement} stated
   */
  commit(day, era, { words: [, , hash = ''], number, since }) {
    const place = `${day} ${era}`;
    if ((this.stated.get(place) ?? hash) !== hash)
      throw new Broken('secret', `${dateOf(day)} has two secrets in one era.`);
    this.stated.set(place, hash);
    const known = this.commits.get(day) ?? [];
    this.commits.set(day, known);
    const last = known.at(-1);
    // The same secret, stated again: the first statement counts.
    const isKnown = last && last.hash === hash && last.era >= this.secretsOf(era);
    if (!isKnown) known.push({ era, hash, number, since });
  }

  /**
   * @param {DayName} name
   * @param {Statement} stated
   */
  async close(name, { words: [, , secret = '', tables, top = ''], number, at }) {
    const commit = this.commitOf(name);
    const broken = (/** @type {string} */ why) => new Broken('secret', why);
    if (secret === '-') {
      const lost = this.chain?.eras.filter(({ reason }) => reason === 'lost') ?? [];
      if (!commit || !lost.some((era) => commit.number <= era.number && era.number < number))
        throw broken(`The list of ${name.text} has no secret, and no era says that it was lost.`);
    } else if (commit?.hash !== (await sha256(secret)))
      throw broken(`The list of ${name.text} reveals another secret than the one stated before.`);
    if (this.lists.has(name.text)) throw broken(`${name.text} was closed twice.`);
    if (at < (name.day + 1) * DAY_MS)
      throw broken(`The secret of ${name.text} was revealed before the end of that day.`);
    const closed = { secret: secret === '-' ? null : secret, tables: Number(tables), root: top };
    this.lists.set(name.text, { ...closed, name, at });
  }

  /** @param {number} era */
  secretsOf(era) {
    return this.chain?.secretsOf(era) ?? 0;
  }

  /**
   * The commitment to the secret of a day in an era. A store that was salvaged without its statements states the secret
   * again, in a later era.
   * @param {DayName} name
   */
  commitOf({ day, era }) {
    const oldest = this.secretsOf(era);
    const known = this.commits.get(day) ?? [];
    const stated = known.findLast((commit) => oldest <= commit.era && commit.era <= era);
    return stated ?? known.find((commit) => this.secretsOf(commit.era) === oldest) ?? null;
  }

  /**
   * What closes a day in an era; null if it is open. Lists that share a secret are stated together: if another one has
   * revealed it, and a day later this one has no list, it has no tables.
   * @param {string} text
   * @returns {ClosedDay | null}
   */
  closed(text) {
    const name = nameOf(text);
    if (!name) return null;
    const list = this.lists.get(text);
    if (list) return list;
    const own = this.commitOf(name);
    const others = [...this.lists.values()].filter((other) => other.name.day === name.day);
    others.sort((one, other) => one.name.era - other.name.era);
    const isShared = (/** @type {{ name: DayName, at: number }} */ other) =>
      own !== null && this.commitOf(other.name)?.number === own.number && this.newest > other.at + DAY_MS;
    const other = others.find(isShared);
    return other ? { secret: other.secret, tables: 0, root: this.emptyRoot } : null;
  }

  /**
   * Whether no table is known to be of this day, in any era: its lists are empty and reveal all its secrets, or no secret
   * was ever stated for it.
   * @param {number} day
   * @param {Map<string, string>} hashes of the revealed secrets
   */
  isEmpty(day, hashes) {
    const lists = [...this.lists.values()].filter(({ name }) => name.day === day);
    const revealed = lists.map(({ secret }) => hashes.get(secret ?? ''));
    const current = this.secretsOf(this.chain?.eraAt(day * DAY_MS) ?? 0);
    // One that an era replaced before the day began has no tables.
    const used = (this.commits.get(day) ?? []).filter(({ era }) => this.secretsOf(era) >= current);
    const isRevealed = used.every(({ hash }) => revealed.includes(hash));
    return isRevealed && lists.every(({ tables }) => tables === 0);
  }

  /**
   * The era that has lost the secret of a day.
   * @param {DayName} name
   */
  lostIn({ era }) {
    return this.chain?.eras.find((lost) => lost.reason === 'lost' && lost.era > era)?.era ?? 0;
  }
}

/**
 * The secret was stated a day before its day, and no note says otherwise. Returns what excuses a later one.
 * @param {Secrets} secrets
 * @param {{ at: number | null, number: number }[]} notes
 * @param {DayName} name
 * @param {Made} made
 */
export async function checkLate(secrets, notes, name, made) {
  const commit = secrets.commitOf(name);
  const chain = secrets.chain;
  if (!chain || !commit) return null;
  const isOfEra = (/** @type {number} */ era) => [0, 1].includes(name.day - dayOf(era * 1000));
  const chosen = chain.eras.find((era) => hasNewSecrets(era) && era.era <= name.era && isOfEra(era.era));
  const late = (/** @type {string} */ why) => new Broken('late', why);
  if (chosen)
    throw late(`Era ${chosen.era} (${chosen.reason}) replaced the secret of ${name.text} less than a day before it.`);
  const due = Math.max(0, (name.day - 1) * DAY_MS);
  if (notes.some(({ at, number }) => at !== null && at >= due && number < commit.number))
    throw late(`A note shows that the secret of ${name.text} was not stated a day before it.`);
  if (commit.since <= due) return null;
  const first = dayOf(chain.statements[0]?.since ?? 0);
  const stated = dayOf(commit.since);
  const isAfter = dayOf(made.at) !== name.day || made.at >= commit.since;
  if (isAfter && name.day <= first + 1 && stated <= first) return "the server's first days";
  if (isAfter && stated <= name.day && (await isPause(secrets, Math.max(0, name.day - 2), stated)))
    return 'days without any table';
  const why = `The secret of ${name.text} was stated less than a day before that day.`;
  // A store that was salvaged can lack statements: it states the secrets of these days again.
  const restored = chain.eras.findLast(({ reason, number }) => reason === 'restored' && number < commit.number);
  if (!restored || dayOf(restored.at) !== stated) throw late(why);
  throw late(`${why} Era ${restored.era} (restored) began before on that day, perhaps without earlier statements.`);
}

/**
 * Whether no day from the first one until the last one, which does not count, has a table.
 * @param {Secrets} secrets
 * @param {number} first
 * @param {number} last
 */
async function isPause(secrets, first, last) {
  const revealed = [...secrets.lists.values()].flatMap(({ secret }) => (secret === null ? [] : [secret]));
  const pairs = revealed.map(async (secret) => /** @type {[string, string]} */ ([secret, await sha256(secret)]));
  const hashes = new Map(await Promise.all(pairs));
  for (let day = first; day < last; day += 1) if (!secrets.isEmpty(day, hashes)) return false;
  return true;
}
