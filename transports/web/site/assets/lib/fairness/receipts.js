// Receipts of moves: those of a bundle, and those of tables of which no bundle is given.

import { sha256, toHex } from '../hashing.js';
import { canonical } from '../verify.js';
import { fromBase64, isSigned, leaf, rootOfPath } from './bytes.js';
import { Broken, explained } from './chain.js';
import { dayOf, madeOf, nameText } from './days.js';
import { stillOpen } from './good.js';

/**
 * @typedef {import('./chain.js').Chain} Chain
 * @typedef {import('../fairness.js').Published} Published
 * @typedef {import('../fairness.js').Verdict} Verdict
 */

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
 * A move that a key of the server has acknowledged.
 * @param {string} table
 * @param {string} rest an action, a tab, and the value of `Move-Receipt`
 * @param {Chain | null} chain
 */
async function acknowledged(table, rest, chain) {
  const receipt = await parseReceipt(rest);
  if (!receipt) throw new Broken('receipt', 'A line of the receipts is invalid.');
  const { ply, seat, at, index, count, action, key, signature, path } = receipt;
  const own = await leaf(`turnstone receipt 1\n${table}\n${ply}\n${seat}\n${action}\n${at}\n`);
  const top = await rootOfPath(own, index, count, path);
  if (top === null || !(await isSigned(key, `turnstone receipts 1\n${count}\n${top}\n`, signature)))
    throw new Broken('receipt', `The receipt of move ${ply} is not for this move, or its signature is wrong.`);
  if (chain && !chain.hasKey(key)) {
    const why = `The receipt of move ${ply} is signed by a key that no statement names.`;
    throw new Broken('receipt', explained(chain, why, at));
  }
  return receipt;
}

/**
 * A receipt of this table is signed, and its move is in the log.
 * @param {string} line
 * @param {any} bundle
 * @param {Published} record
 */
export async function checkReceipt(line, bundle, { chain }) {
  const space = line.indexOf(' ');
  if (space < 0) throw new Broken('receipt', 'A line of the receipts is invalid.');
  const table = line.slice(0, space);
  if (table !== bundle.sessionId) return;
  const { ply, seat, at, action } = await acknowledged(table, line.slice(space + 1), chain);
  if ((bundle.seed ?? null) === null) return;
  const entry = bundle.log[ply];
  const isSame = entry && entry.seat === seat && entry.at === at && !entry.leave;
  if (isSame && (await sha256(canonical(entry.action))) === action) return;
  const why = `Move ${ply} was acknowledged, and the log does not have it there.`;
  throw new Broken('receipt', explained(chain, why, at));
}

/**
 * The tables of receipts of which no bundle is given.
 * @param {any[]} bundles
 * @param {string[]} receipts
 */
export function tablesOf(bundles, receipts) {
  const given = new Set(bundles.map((bundle) => bundle?.sessionId));
  const tables = receipts.filter((line) => line.includes(' ')).map((line) => line.slice(0, line.indexOf(' ')));
  return [...new Set(tables)].filter((table) => !given.has(table)).sort();
}

/**
 * The verdict on receipts of a table of which no bundle is given; null if a list has it.
 * @param {string} table
 * @param {string[]} receipts
 * @param {Published} record
 * @returns {Promise<Verdict | null>}
 */
export async function checkUnlisted(table, receipts, record) {
  const { chain, secrets, lists } = record;
  const hash = await sha256(table);
  if ([...lists.values()].flat().some((entry) => entry.table === hash)) return null;
  for (const line of receipts)
    if (line.startsWith(`${table} `)) await acknowledged(table, line.slice(table.length + 1), chain);
  const open = (/** @type {string} */ why) => ({ code: 'open', why });
  if (!chain) return open('The statements of the server are needed to check whether a list has this table.');
  const made = madeOf(table);
  if (!made) throw new Broken('receipt', 'No server gives a table this id.');
  const name = nameText(dayOf(made.at), chain.eraAt(made.at));
  const closed = secrets.closed(name);
  if (!closed) return open(stillOpen(record, name));
  if (made.isLeg) return open('A leg of a duel can be in the list of any later day: its bundle is needed.');
  if (closed.tables > 0 && !lists.has(name))
    return open(`The list of ${name} is needed to check whether it has this table.`);
  const why = `Moves of this table were acknowledged, and the list of ${name} does not have it.`;
  throw new Broken('receipt', explained(chain, why, made.at));
}
