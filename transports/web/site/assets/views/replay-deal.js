// How the deal of a settled table was chosen: the verdict of its verification.

import { ApiError, get } from '../lib/api.js';
import { checker, daysOf } from '../lib/fairness.js';
import { numberOf } from '../lib/fairness/chain.js';
import { dress, h, setText } from '../lib/dom.js';
import { sha256 } from '../lib/hashing.js';
import { notes } from '../lib/notes.js';

/** Headings of verdicts with which nothing is wrong. */
const HEADINGS = new Map([
  ['holds', 'The deal: seed, statements and list agree'],
  ['open', 'The deal: not everything can be checked yet'],
  ['sealed', 'The deal: its seed is still sealed'],
  ['unknown', 'The deal: a newer verifier is needed'],
  ['commit-and-reveal', 'The deal: commit and reveal only'],
]);

/**
 * A panel that shows the verdict when it is known. The replay does not wait for it.
 * @param {Api.Replay} bundle
 * @param {AbortSignal} signal
 */
export function dealPanel(bundle, signal) {
  const title = h('h2', { text: 'The deal' });
  const text = h('p', { class: 'small', role: 'status', text: 'The statements of the server are being checked.' });
  const panel = h(
    'section',
    { class: 'panel findings' },
    title,
    text,
    h('p', { class: 'small' }, h('a', { href: '/docs/fairness', text: 'What is proven about deals' })),
  );
  void show();
  return panel;

  async function show() {
    const { code, why } = await verdictOn(bundle, signal);
    const isBroken = code !== null && !HEADINGS.has(code);
    setText(title, code === null ? 'The deal: not checked' : (HEADINGS.get(code) ?? `The deal does not hold: ${code}`));
    setText(text, why);
    dress(panel, { class: isBroken ? 'panel findings broken' : 'panel findings' });
  }
}

/**
 * The verdict; its code is null if there is none.
 * @param {Api.Replay} bundle
 * @param {AbortSignal} signal
 * @returns {Promise<{ code: string | null, why: string }>}
 */
async function verdictOn(bundle, signal) {
  try {
    const days = daysOf(bundle);
    const statements = days.length > 0 ? await pages('/api/fairness', signal) : [];
    // A bundle with a proof needs no list.
    const listed = 'fair' in bundle && bundle.fair ? [] : days;
    const lists = await Promise.all(
      listed.map((day) => pages(`/api/fairness/days/${day.split('/').map(encodeURIComponent).join('/')}`, signal)),
    );
    const { verdict } = await checker({ statements, lists: lists.flat(), notes: await ownNotes() });
    return await verdict(bundle);
  } catch (error) {
    if (error instanceof ApiError)
      return { code: null, why: `The statements of the server could not be loaded: ${error.message}` };
    return { code: null, why: 'The deal could not be checked here. The program can do it: see below.' };
  }
}

/** The notes of this browser, as the verifier takes them. */
function ownNotes() {
  return Promise.all(notes().map(async ({ text, at }) => ({ hash: await sha256(text), at, number: numberOf(text) })));
}

/**
 * All pages of a route.
 * @param {string} path
 * @param {AbortSignal} signal
 */
async function pages(path, signal) {
  const all = [];
  let from = 1;
  for (;;) {
    const page = await get(path, { query: { from }, signal });
    all.push(page);
    if (!(page.next > from)) return all;
    from = page.next;
  }
}
