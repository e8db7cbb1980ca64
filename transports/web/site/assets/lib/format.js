// Numbers, times and names as text.

const GROUPED = new Intl.NumberFormat('en', { useGrouping: true });
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** @param {number} count */
export function number(count) {
  return GROUPED.format(count).replace('-', '−');
}

/**
 * @param {number} count
 * @returns {string} "1 chip", "20 chips"
 */
export function chips(count) {
  return `${number(count)} ${Math.abs(count) === 1 ? 'chip' : 'chips'}`;
}

/**
 * @param {number} delta
 * @returns {string} with its sign: "+20", "−5", "0"
 */
export function signed(delta) {
  return delta > 0 ? `+${number(delta)}` : number(delta);
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/**
 * @param {number} place from 1
 * @returns {string} "first", "second"
 */
export function ordinal(place) {
  return ORDINALS[place - 1] ?? `number ${place}`;
}

/**
 * The class of a signed number; its sign conveys the same without colour.
 * @param {number} delta
 */
export function tone(delta) {
  return delta > 0 ? 'gain' : delta < 0 ? 'loss' : 'quiet';
}

/**
 * @param {number} ms
 * @returns {string} "0:42", "12:05", "3 h 20 min", "2 d 4 h"
 */
export function duration(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours >= 1) return `${hours} h ${minutes % 60} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

/** @param {number} at epoch milliseconds */
export function date(at) {
  return DATE.format(new Date(at));
}

/**
 * @param {number} at epoch milliseconds
 * @param {number} [now]
 * @returns {string} "just now", "5 min ago", "3 h ago", then the date
 */
export function ago(at, now = Date.now()) {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return date(at);
}

/**
 * @param {string} word
 */
export function capital(word) {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/**
 * @param {string} camel a field's name, as "currentBet"
 * @returns {string} "Current bet"
 */
export function spaced(camel) {
  return capital(
    camel.replace(/[-_]/g, ' ').replace(/([a-z0-9])([A-Z])/g, (_, left, right) => `${left} ${right.toLowerCase()}`),
  );
}

/**
 * The places of a list in order, from 1. Equal values share a place, and the next place comes after all of them.
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => unknown} valueOf
 * @returns {number[]}
 */
export function sharedPlaces(items, valueOf) {
  /** @type {number[]} */
  const places = [];
  items.forEach((item, at) => {
    const before = items[at - 1];
    const same = before !== undefined && valueOf(before) === valueOf(item);
    places.push(same ? (places[at - 1] ?? 1) : at + 1);
  });
  return places;
}
