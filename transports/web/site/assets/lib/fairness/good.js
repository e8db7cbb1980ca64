// The verdict on a table with which nothing is wrong.

import { DAY_MS, nameOf } from './days.js';

/** Why a seed can be sealed. */
const SEALS = ['daily', 'duel', 'series', 'tournament'];
/** The members of `config.deal`. */
const DEAL = ['day', 'number', 'seedOf', 'brought', 'pair'];

/**
 * @typedef {import('./days.js').Made} Made
 * @typedef {import('../fairness.js').Deal} Deal
 * @typedef {import('../fairness.js').Published} Published
 * @typedef {import('../fairness.js').Verdict} Verdict
 */

/**
 * A member of `config.deal` that only a later version knows.
 * @param {Deal} deal
 */
export const laterMember = ({ members }) => members.filter((member) => !DEAL.includes(member)).sort()[0] ?? null;

/**
 * The day whose secret made the seed.
 * @param {Deal} deal
 * @returns {string}
 */
export const seedDay = ({ day, seedOf }) => seedOf?.day ?? day;

/**
 * That a day is not closed yet, and how many tables it waits for.
 * @param {Published} record
 * @param {string} day
 */
export function stillOpen({ running }, day) {
  const run = running.get(day);
  const many = run === undefined ? '.' : `: ${run} of its tables still ${run === 1 ? 'runs' : 'run'}.`;
  return `${day} is not closed yet${many}`;
}

/**
 * @param {any} bundle
 * @param {Deal | null} deal
 * @param {Published} record
 * @param {boolean} isProven
 * @param {Made | null} made
 * @param {string | null} excuse
 * @returns {Verdict}
 */
export function verdictOn(bundle, deal, record, isProven, made, excuse) {
  const { chain, secrets } = record;
  const isSealed = (bundle.seed ?? null) === null;
  const isSealUnknown = isSealed && !SEALS.includes(bundle.sealedReason);
  if (isSealed && !isSealUnknown)
    return { code: 'sealed', why: 'The seed is still sealed. Keep this bundle and verify later.' };
  const unknown = unknownOf(isSealUnknown, deal, record);
  if (unknown !== null)
    return { code: 'unknown', why: `Use a newer verifier. This one cannot check everything: ${unknown}.` };
  const reveal = (/** @type {string} */ why) => ({ code: 'commit-and-reveal', why });
  if (!deal)
    return reveal('The seed is the one that was committed to before the first move. How it was chosen is not shown.');
  const open = (/** @type {string} */ why) => ({ code: 'open', why });
  if (!chain) return open('The statements of the server are needed to check how the seed was chosen.');
  const name = nameOf(seedDay(deal));
  const ofSeed = secrets.closed(seedDay(deal));
  if (name && ofSeed?.secret === null) {
    const where = `The secret of ${name.text} was lost in era ${secrets.lostIn(name)}`;
    return reveal(`${where}, and with it the proof of ${ofSeed.tables} tables.`);
  }
  for (const day of [deal.day, seedDay(deal)])
    if (!secrets.closed(day)) return open(`${stillOpen(record, day)} Verify again later.`);
  if (!isProven) return open('The seed is right. The rest needs the list of the day, or a new copy of the bundle.');
  const { day, number, seedOf } = deal;
  const named = seedOf?.day ? `the seed of table ${seedOf.number} of ${seedOf.day}` : 'its own seed';
  const seed = seedOf === 'daily' ? "the seed of that day's challenge" : named;
  const where = `Table ${number} of ${day}, with ${seed}`;
  const first = `${where}: statements, secret, seed and list agree. The match was not replayed.`;
  return { code: 'holds', why: [first, ...factsOf(deal, record, made, excuse)].join(' ') };
}

/**
 * What this program does not know; null if it knows everything.
 * @param {boolean} isSealUnknown
 * @param {Deal | null} deal
 * @param {Published} record
 */
function unknownOf(isSealUnknown, deal, { chain }) {
  if (isSealUnknown) return 'it does not know the reason for which the seed is sealed';
  const later = deal && laterMember(deal);
  if (later) return `config.deal.${later}`;
  return chain?.unknown ? `statement ${chain.unknown} is of a kind that it does not know` : null;
}

/**
 * Further facts for a reader of the verdict `holds`.
 * @param {Deal} deal
 * @param {Published} record
 * @param {Made | null} made
 * @param {string | null} excuse
 */
function factsOf(deal, { chain, notes, secrets }, made, excuse) {
  const own = nameOf(deal.day);
  const ofSeed = nameOf(seedDay(deal));
  if (!own || !ofSeed || !chain) return [];
  const stated = secrets.commitOf(ofSeed)?.number ?? Infinity;
  const isNoted = notes.some(({ at, number }) => number >= stated && at !== null && at <= (made?.at ?? 0));
  const facts = [
    isNoted
      ? 'A note from before the table has the statement of its secret.'
      : "No note from before the table has the statement of its secret: its date is the server's own word.",
  ];
  const first = (Math.max(0, own.day - 1) * DAY_MS) / 1000;
  const begun = chain.eras.filter(({ era }) => first <= era && era < first + (2 * DAY_MS) / 1000).length;
  if (begun === 0) facts.push('No era began on its day or the day before.');
  else if (begun === 1) facts.push('1 era began on its day or the day before, which was a choice of deals.');
  else facts.push(`${begun} eras began on its day or the day before: each was a choice of deals.`);
  if (excuse) facts.push(`The secret was stated less than a day ahead, because of ${excuse}.`);
  const unsigned = chain.eras.findLast(({ isUnsigned, era }) => isUnsigned && era <= own.era);
  if (unsigned) facts.push(`The key of that time is not signed by the one before it: era ${unsigned.era}.`);
  return facts;
}
