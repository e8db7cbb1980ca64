// Hashes, signatures and trees for the verification of deals.

import { hmac as hmacOf, isSigned as isSignedBy, sha256 } from '../hashing.js';

/** @param {unknown} value */
export const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/**
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
export const isInt = (value, least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) =>
  Number.isSafeInteger(value) && /** @type {number} */ (value) >= least && /** @type {number} */ (value) <= most;

/** @param {string} hex */
export const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));

/**
 * The bytes of a byte sequence of RFC 8941; null unless it has this length.
 * @param {string} item
 * @param {number} length
 */
export function fromBase64(item, length) {
  const text = /^:(.*):$/.exec(item)?.[1];
  if (text === undefined) return null;
  try {
    const decoded = atob(text);
    // It reads other forms of the same bytes, too.
    if (decoded.length !== length || btoa(decoded) !== text) return null;
    return Uint8Array.from(decoded, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * Whether the owner of a key, in hex, has signed a text.
 * @param {string} key
 * @param {string} text
 * @param {string} signature in hex
 */
export function isSigned(key, text, signature) {
  return isSignedBy(fromHex(key), text, fromHex(signature));
}

/**
 * @param {string} secret in hex
 * @param {string} text
 * @returns {Promise<string>} hex
 */
export function hmac(secret, text) {
  return hmacOf(fromHex(secret), text);
}

/**
 * The hash of a leaf with this text, in hex as all hashes here.
 * @param {string} text
 */
export const leaf = (text) => sha256(`\0${text}`);

/**
 * @param {string} left
 * @param {string} right
 */
function node(left, right) {
  return sha256(fromHex(`01${left}${right}`));
}

/**
 * The largest power of two below a count of at least 2.
 * @param {number} count
 */
function split(count) {
  let half = 1;
  while (half * 2 < count) half *= 2;
  return half;
}

/**
 * The root of a tree of RFC 6962, section 2.1.
 * @param {string[]} hashes
 * @returns {Promise<string>}
 */
export async function root(hashes) {
  const [first] = hashes;
  if (first === undefined) return sha256('');
  if (hashes.length === 1) return first;
  const left = split(hashes.length);
  return node(await root(hashes.slice(0, left)), await root(hashes.slice(left)));
}

/**
 * The root to which a path leads; null if the path has another length.
 * @param {string} own
 * @param {number} index
 * @param {number} count
 * @param {string[]} path
 * @returns {Promise<string | null>}
 */
export async function rootOfPath(own, index, count, path) {
  if (index < 0 || index >= count) return null;
  if (count === 1) return path.length === 0 ? own : null;
  const sibling = path.at(-1);
  if (sibling === undefined) return null;
  const left = split(count);
  const isLeft = index < left;
  const inner = await rootOfPath(own, isLeft ? index : index - left, isLeft ? left : count - left, path.slice(0, -1));
  if (inner === null) return null;
  return isLeft ? node(inner, sibling) : node(sibling, inner);
}

/**
 * The start of a day, written as year-month-day, in epoch milliseconds; null if there is no such day since 1970.
 * @param {unknown} day
 */
export function startOf(day) {
  if (typeof day !== 'string' || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(day)) return null;
  const start = Date.parse(`${day}T00:00:00Z`);
  return start >= 0 && new Date(start).toISOString().startsWith(day) ? start : null;
}
