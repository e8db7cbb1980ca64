// The tables that wait for the member: where it is their move. The header counts them on every page.

import { ApiError, get } from './api.js';
import * as session from './session.js';
import { nowAndAgain } from './trouble.js';

const OFTEN = 60_000;
/** For how long what a page has told need not be asked for again, in milliseconds. */
const FRESH = 2_000;

/** @type {string[]} the tables where it is the member's move */
let turns = [];
let told = 0;
let asking = false;
/** @type {() => void} */
let changed = () => {};

/** How many tables wait elsewhere than on the page that is shown. */
export function count() {
  if (!session.current()) return 0;
  return turns.filter((id) => location.pathname !== `/tables/${id}`).length;
}

/** @param {{ tables: Api.MyTable[] }} answer what a page has read for itself */
export function tellTables({ tables }) {
  told = Date.now();
  turns = tables.filter(({ yourTurn }) => yourTurn).map(({ id }) => id);
  changed();
}

/** Asks, unless a page has just told it. What does not work now is asked for again soon. */
export async function refresh() {
  if (asking || !session.current() || Date.now() - told < FRESH) return;
  asking = true;
  try {
    tellTables(await get('/api/me/tables'));
    told = 0;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  } finally {
    asking = false;
  }
}

/**
 * Keeps the count while the pages are seen.
 * @param {() => void} listener called when it may have changed
 */
export function keepCount(listener) {
  changed = listener;
  session.watch((member) => {
    if (!member) turns = [];
    void refresh();
  });
  void nowAndAgain(OFTEN, new AbortController().signal, refresh);
}
