// Days, their names in eras, and the times of ids.

import { startOf } from './bytes.js';

export const DAY_MS = 86_400_000;
const ERA = /^[1-9][0-9]{0,11}$/;
const ID = /^(?:t_([0-9a-f]{12})|(duel)_([0-9a-f]{12}))7[0-9a-f]{3}[89ab][0-9a-f]{15}(_l[1-9][0-9]*)?$/;

/**
 * A day, in days since 1970, in an era, and the text of both.
 * @typedef {{ day: number, era: number, text: string }} DayName
 *
 * When a table was created, by its id. A leg has the time of its duel.
 * @typedef {{ at: number, isLeg: boolean }} Made
 */

/** @param {unknown} text */
export const isEra = (text) => typeof text === 'string' && ERA.test(text);

/**
 * The day and the era of a name such as 2026-11-25 or 2026-11-25/1795600800; null if it is none.
 * @param {unknown} text
 * @returns {DayName | null}
 */
export function nameOf(text) {
  if (typeof text !== 'string') return null;
  const slash = text.indexOf('/');
  const start = startOf(slash < 0 ? text : text.slice(0, slash));
  const era = slash < 0 ? null : text.slice(slash + 1);
  if (start === null || (era !== null && !isEra(era))) return null;
  return { day: start / DAY_MS, era: Number(era ?? 0), text };
}

/**
 * The name of a day in an era.
 * @param {number} day
 * @param {number} era
 */
export const nameText = (day, era) => (era === 0 ? dateOf(day) : `${dateOf(day)}/${era}`);

/** @param {number} day */
export function dateOf(day) {
  const date = new Date(day * DAY_MS);
  return Number.isNaN(date.getTime()) ? `day ${day}` : date.toISOString().slice(0, 10);
}

/** @param {number} time */
export const dayOf = (time) => Math.floor(time / DAY_MS);

/**
 * When a table was created; null if its id has no time.
 * @param {string} id
 * @returns {Made | null}
 */
export function madeOf(id) {
  const [all, table, duel, leg, suffix] = ID.exec(id) ?? [];
  if (all === undefined || (table !== undefined && suffix !== undefined)) return null;
  return { at: parseInt(table ?? leg ?? '', 16), isLeg: duel !== undefined };
}
