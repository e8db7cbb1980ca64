// Texts for people: what failed and what to do; and long texts in short paragraphs.

import { h } from '../lib/dom.js';
import { capital } from '../lib/format.js';
import * as session from '../lib/session.js';

/** The maximum number of characters of a paragraph, unless its one sentence is longer. */
const PARAGRAPH = 240;

/**
 * A text in paragraphs of a few sentences each.
 * @param {string} text
 */
export function paragraphs(text) {
  /** @type {string[]} */
  const all = [];
  for (const sentence of text.split(/(?<=[.!?]) (?=[A-Z0-9])/)) {
    const last = all.at(-1);
    if (last !== undefined && last.length + sentence.length < PARAGRAPH) all[all.length - 1] = `${last} ${sentence}`;
    else all.push(sentence);
  }
  return all.map((paragraph) => h('p', { text: paragraph }));
}

/** @type {Record<string, (error: import('../lib/api.js').ApiError) => string>} */
const BY_CODE = {
  invalid_invite: () => 'This is not the code of a usable invitation. Check it, or ask for another one.',
  handle_taken: () => 'This handle is taken. Choose another one.',
  insufficient_chips: (error) => `${whole(error.message)} Stake less, or play without chips.`,
  not_joinable: (error) => `${whole(error.message)} Another player may have been faster.`,
  active_table_quota: () => 'You have reached the limit of tables. Finish or leave one first.',
  // The server names the limit: there are several.
  practice_quota: (error) => [whole(error.message), error.hint ? whole(error.hint) : ''].join(' ').trim(),
  party_quota: () => 'You have reached the limit of parties.',
  selfcheck_limit: (error) => `Too many tests for now: ${later(error)}.`,
  selfcheck_in_flight: () => 'Another test of yours is still running. Wait a moment.',
  not_configured: (error) => whole(error.message),
  in_flight: () => 'This is still in progress. Wait a moment.',
};

/**
 * @param {import('../lib/api.js').ApiError} error
 * @returns {string}
 */
export function explain(error) {
  const known = error.code && BY_CODE[error.code];
  if (known) return known(error);
  if (error.status === 0) return 'The server cannot be reached. Try again: a repeated request takes effect once.';
  if (error.status === 429) return `Too much at once: ${later(error)}.`;
  if (error.status === 403)
    return 'You have paused: until the pause ends you cannot stake chips. Your account shows when that is. You can still play for practice and watch.';
  if (error.status >= 500) return `The server is busy or starting, and nothing was taken: ${later(error)}.`;
  return whole(error.message);
}

/**
 * A link to what helps where a retry does not: members have none of the limits of guests.
 * @param {import('../lib/api.js').ApiError} error
 */
export function wayOut(error) {
  const guest = error.code === 'practice_quota' && !session.expected();
  return guest && h('a', { href: '/join', text: 'Join with an invitation' });
}

/**
 * The error of a field: the server's text after the field's name.
 * @param {import('../lib/api.js').ApiError} error
 * @param {string} label
 */
export function explainField(error, label) {
  if (error.code && error.code !== 'invalid_request') return explain(error);
  return whole(`${label} ${error.message.replace(/^[\w/]+: /, '')}`);
}

/**
 * @param {import('../lib/api.js').ApiError} error
 * @returns {string} "try again in 5 s", "try again in 14 minutes"
 */
export function later({ retryAfter }) {
  if (retryAfter < 100) return `try again in ${retryAfter} s`;
  const minutes = Math.ceil(retryAfter / 60);
  return `try again in ${minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`}`;
}

/** @param {string} text */
function whole(text) {
  return /[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`;
}
