// Notes of the server's newest statement, with this machine's time: whoever keeps one before they bring a seed has fixed
// the secret of the day before. And the times in the ids of tables, against this machine's clock.

import { get } from './api.js';
import { h } from './dom.js';
import { read, write } from './prefs.js';

const DAY_MS = 86_400_000;
const MOST = 100;
/** How long a seat waits for a note. */
const PATIENCE_MS = 3000;
const OFF_MS = 600_000;
const SHOWN_MS = 20_000;

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

/**
 * Says so if the id of a table has another time than its list, or than this machine when the table was created.
 * @param {string} id
 * @param {number} [other]
 */
export function tellClock(id, other = Date.now()) {
  const made = parseInt(id.slice(id.indexOf('_') + 1).slice(0, 12), 16);
  const off = Math.round(Math.abs(made - other) / 60_000);
  if (Math.abs(made - other) <= OFF_MS) return;
  const text = `This table's id is ${off} minutes off the time of its creation. The proof of its deal depends on that time.`;
  const line = h('p', { class: 'trouble-note', role: 'status', text });
  document.body.append(line);
  setTimeout(() => line.remove(), SHOWN_MS);
}
