// The chain of statements: texts, numbers, hashes, signatures, times and eras.

import { sha256 } from '../hashing.js';
import { isHash, isSigned, startOf } from './bytes.js';
import { DAY_MS, isEra, nameOf } from './days.js';

const MOST = 2 ** 32 - 1;
/** How far the number of an era can be from the time of its statement. */
const NEAR_MS = 60_000;
const FORM = /^turnstone statement 1\n(0|[1-9][0-9]{0,9})\n([0-9a-f]{64})\n(0|[1-9][0-9]{0,14})\n([^\n]*)\n$/;
const WORD = /^[a-z-]+$/;
const REASONS = ['restored', 'compromised', 'lost'];

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
 * A statement: its members, its hash, its time, the latest time until then, and the words of its last line.
 * @typedef {{
 *   number: number, text: string, key: string, signature: string, hash: string, at: number, since: number,
 *   words: string[],
 * }} Statement
 *
 * An era that a statement begins. `reason` is null if only a later version knows it.
 * @typedef {{ era: number, reason: string | null, number: number, at: number, isUnsigned: boolean }} Era
 */

/** @param {Era} era */
export const hasNewSecrets = ({ reason }) => reason === 'compromised' || reason === 'lost';

/** A valid chain of statements. */
export class Chain {
  /**
   * @param {Statement[]} statements
   * @param {Era[]} eras
   * @param {number | null} unknown a statement of a kind that only a later version knows
   */
  constructor(statements, eras, unknown) {
    this.statements = statements;
    this.eras = eras;
    this.unknown = unknown;
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

  /**
   * The era of a time.
   * @param {number} time
   */
  eraAt(time) {
    return this.eras.findLast(({ era }) => era * 1000 <= time)?.era ?? 0;
  }

  /** @param {number} number */
  hasEra(number) {
    return number === 0 || this.eras.some(({ era }) => era === number);
  }

  /**
   * The newest era until this one that began with new secrets.
   * @param {number} number
   */
  secretsOf(number) {
    return this.eras.findLast((era) => hasNewSecrets(era) && era.era <= number)?.era ?? 0;
  }

  /**
   * The era after a restore that explains why something of this time, and of the statement of this number, was lost.
   * @param {number | null} time
   * @param {number | null} number
   */
  explaining(time, number = null) {
    if (time === null) return null;
    const explains = (/** @type {Era} */ era) =>
      era.reason === 'restored' && time < era.at && (number === null || number >= era.number);
    return this.eras.find(explains) ?? null;
  }
}

/**
 * A sentence about something of a time that is missing, with the era that explains it, if one does.
 * @param {Chain | null} chain
 * @param {string} why
 * @param {number | null} time
 * @param {number | null} number
 */
export function explained(chain, why, time, number = null) {
  const era = chain?.explaining(time, number);
  return era ? `${why} Era ${era.era} (restored) began later, and explains it.` : why;
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
 * The number in the text of a statement; null if it is none.
 * @param {string} text
 */
export function numberOf(text) {
  const [, number] = FORM.exec(text) ?? [];
  return number === undefined ? null : Number(number);
}

/**
 * Whether the last line of a statement has the form of its kind.
 * @param {string[]} words
 */
function hasForm(words) {
  const [what = '', first, second = '', tables = '', top] = words;
  const isSecret = second === '-' || isHash(second);
  const isCount = /^(0|[1-9][0-9]{0,9})$/.test(tables) && Number(tables) <= MOST;
  switch (what) {
    case 'key':
      return words.length === 2 && isHash(first);
    case 'secret':
      return words.length === 3 && startOf(first) !== null && isHash(second);
    case 'era':
      return words.length === 3 && isEra(first) && WORD.test(second);
    case 'list':
      return words.length === 5 && nameOf(first) !== null && isSecret && isCount && isHash(top);
    default:
      return WORD.test(what);
  }
}

/**
 * Whether only a later version knows the kind of a statement, or the reason of an era.
 * @param {string[]} words
 */
const isUnknown = ([what = '', , reason = '']) =>
  what === 'era' ? !REASONS.includes(reason) : !['key', 'secret', 'list'].includes(what);

/**
 * Whether the version before did not state this: it knew no eras, and stated secrets two days ahead.
 * @param {string[]} words
 * @param {number} at
 */
function isOfThisVersion([what = '', day], at) {
  if (what === 'secret') return (startOf(day) ?? 0) > at + 2 * DAY_MS;
  return what !== 'key' && what !== 'list';
}

/**
 * Reads pages of statements.
 * @param {any[]} pages
 */
export async function readChain(pages) {
  const reading = new Reading();
  for (const page of pages) {
    if (!Array.isArray(page?.statements)) throw new Broken('statements', 'Not statements.');
    for (const statement of page.statements) await reading.add(statement);
  }
  if (reading.namedItself)
    throw new Broken('statements', 'The last statement names a key that the key before it has not signed.');
  return new Chain(reading.statements, reading.eras, reading.unknown);
}

/** A chain while it is read. */
class Reading {
  /** @type {Statement[]} */
  statements = [];
  /** @type {Era[]} */
  eras = [];
  /** @type {number | null} */
  unknown = null;
  /** @type {string | null} */
  signer = null;
  /** The key that the statement before has named and signed itself, though another one signed until then. */
  namedItself = false;
  /** A statement of this version was read: from then on no time is before the one before it. */
  isInOrder = false;

  /** @param {any} statement */
  async add(statement) {
    const number = this.statements.length + 1;
    const need = (/** @type {boolean} */ holds, /** @type {string} */ what) => {
      if (!holds) throw new Broken('statements', `Statement ${number} ${what}.`);
    };
    const shown = shownOf(statement);
    const [, own, previous, time, says = ''] = FORM.exec(shown?.text ?? '') ?? [];
    const words = says.split(' ');
    if (!shown || !hasForm(words)) throw new Broken('statements', `Statement ${number} is invalid.`);
    const before = this.statements.at(-1);
    const follows = Number(own) === number && previous === (before?.hash ?? '0'.repeat(64));
    need(follows, 'does not follow the one before it');
    const isUnsigned = this.namedItself;
    need(await this.signs(shown, words), 'is not signed by the key that signs there');
    const [what, first = '', reason = ''] = words;
    const isOfEra = what !== 'list' || [0, ...this.eras.map(({ era }) => era)].includes(nameOf(first)?.era ?? 0);
    need(isOfEra, 'names an era that has not begun');
    const at = Number(time);
    this.isInOrder ||= isOfThisVersion(words, at);
    need(!(this.isInOrder && before && at < before.at), 'is dated before the one before it');
    if (what === 'era') {
      const era = Number(first);
      const isNext = (this.eras.at(-1)?.era ?? 0) < era && Math.abs(era * 1000 - at) <= NEAR_MS;
      need(isNext, 'begins an era that is not later than the one before it, or not of its own time');
      this.eras.push({ era, reason: REASONS.includes(reason) ? reason : null, number, at, isUnsigned });
    }
    if (isUnknown(words)) this.unknown ??= number;
    const since = Math.max(at, before?.since ?? 0);
    this.statements.push({ number, ...shown, hash: await sha256(shown.text), at, since, words });
  }

  /**
   * Whether the key that signs here has signed this. A key that signs itself is not signed by the one before: only the
   * beginning of an era can say why.
   * @param {{ text: string, key: string, signature: string }} shown
   * @param {string[]} words
   */
  async signs({ text, key, signature }, [what, named = '', reason]) {
    const own = what === 'key' ? named : null;
    const expected = this.signer ?? own;
    if (this.namedItself && !(what === 'era' && reason === 'lost')) return false;
    this.namedItself = own !== null && own !== expected && own === key;
    this.signer = own ?? this.signer;
    return (key === expected || this.namedItself) && (await isSigned(key, text, signature));
  }
}
