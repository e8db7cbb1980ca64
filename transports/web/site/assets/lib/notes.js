// Notes of the server's newest statement, with this machine's time: whoever keeps one before they bring a seed has fixed
// the secret of the day before. And the times in the ids of tables, against this machine's clock.

import { announce } from './announce.js';
import { get } from './api.js';
import { h } from './dom.js';
import { number } from './format.js';
import { read, write } from './prefs.js';

const DAY_MS = 86_400_000;
const MOST = 100;
/** How long a seat waits for a note. */
const PATIENCE_MS = 3000;
const OFF_MS = 600_000;

/**
 * The notes of this browser, oldest first: the text of a statement, and when it was the newest one.
 * @returns {{ text: string, at: number }[]}
 */
export function notes() {
  try {
    const kept = JSON.parse(read('notes') ?? '[]');
    return kept.filter((/** @type {any} */ { text, at }) => typeof text === 'string' && Number.isSafeInteger(at));
  } catch {
    return [];
  }
}

/** Keeps the newest statement, once in a UTC day. */
export async function noteToday() {
  const kept = notes();
  const at = Date.now();
  if (kept.some((note) => Math.floor(note.at / DAY_MS) === Math.floor(at / DAY_MS))) return;
  try {
    const { text } = await get('/api/fairness/newest', { signal: AbortSignal.timeout(PATIENCE_MS) });
    write('notes', JSON.stringify([...kept, { text, at }].slice(-MOST)));
  } catch {
    // The game goes on without a note. The verdict on its deal says so.
  }
}

/** What is said of tables whose ids are off, until their pages show it. @type {Map<string, string>} */
const off = new Map();
/** Whether the person has read such a note in this tab: a server whose clock stands still has one for every table. */
let seen = false;

/**
 * Notes a table whose id has another time than its list, or than this machine when the table was created.
 * @param {string} id
 * @param {number} [other]
 */
export function tellClock(id, other = Date.now()) {
  const made = parseInt(id.slice(id.indexOf('_') + 1).slice(0, 12), 16);
  const by = Math.abs(made - other);
  if (by <= OFF_MS) return;
  off.set(
    id,
    `This table's id is ${long(by)} off the time of its creation. The proof of its deal depends on that time.`,
  );
}

/**
 * A duration in its largest unit.
 * @param {number} ms
 */
function long(ms) {
  if (ms >= 2 * DAY_MS) return `${number(Math.round(ms / DAY_MS))} days`;
  const minutes = Math.round(ms / 60_000);
  return minutes >= 120 ? `${Math.round(minutes / 60)} hours` : `${minutes} minutes`;
}

/**
 * The note of a table, as a line of its page; null if there is none.
 * @param {string} id
 */
export function clockNote(id) {
  const text = off.get(id);
  off.delete(id);
  if (!text || seen) return null;
  const line = h(
    'p',
    { class: 'trouble-line clock-note', role: 'status' },
    h('span', { class: 'grow', text }),
    h('button', { type: 'button', text: 'I have read it', on: { click: done } }),
  );
  announce(text);
  return line;

  function done() {
    seen = true;
    line.remove();
  }
}
