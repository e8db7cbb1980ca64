// The first read of a table. When a page has just opened the table, the read is sent while the scripts of the table's
// page are still loading.

import { get } from './api.js';
import * as stream from './stream.js';

/** How long an early read can be used, in milliseconds. */
const FRESH = 10_000;

/** @type {Map<string, Promise<Api.TableView>>} */
const sent = new Map();

// News of the table may not be in the early view.
stream.on('table', ({ id, state }) => {
  if (state.events) for (const chats of [false, true]) sent.delete(keyOf(id, chats));
});

/**
 * @param {string} id
 * @param {boolean} chats whether the messages are read too
 * @returns {Promise<Api.TableView>}
 */
function read(id, chats) {
  const query = { events_since: 0, msgs_since: chats ? 0 : undefined };
  return get(`/api/tables/${encodeURIComponent(id)}`, { query });
}

/**
 * Reads a table for the page that is about to be shown.
 * @param {string} id
 * @param {boolean} chats
 */
export function readEarly(id, chats) {
  const answer = read(id, chats);
  answer.catch(() => {});
  sent.set(keyOf(id, chats), answer);
  setTimeout(() => sent.delete(keyOf(id, chats)), FRESH);
}

/**
 * The first view of a table: the early one, once, otherwise a new one.
 * @param {string} id
 * @param {boolean} chats
 * @returns {Promise<Api.TableView>}
 */
export function firstRead(id, chats) {
  const early = sent.get(keyOf(id, chats));
  sent.delete(keyOf(id, chats));
  return early ?? read(id, chats);
}

/**
 * @param {string} id
 * @param {boolean} chats
 */
function keyOf(id, chats) {
  return `${id} ${chats}`;
}
