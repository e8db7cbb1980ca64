// The tables on which it is the member's move. The header counts them on every page.

import { ApiError } from './api.js';
import * as session from './session.js';
import * as stream from './stream.js';
import { nowAndAgain } from './trouble.js';

const OFTEN = 60_000;
/** How long a page's own answer is reused, in milliseconds. */
const FRESH = 2_000;

/** @type {string[]} the tables where it is the member's move */
let turns = [];
let told = 0;
let asking = false;
/** @type {() => void} */
let changed = () => {};

/** How many tables wait, without the one of the present page. */
export function count() {
  if (!session.current()) return 0;
  return turns.filter((id) => location.pathname !== `/tables/${id}`).length;
}

/** @param {{ tables: Api.MyTable[] }} answer the page's own response */
export function tellTables({ tables }) {
  told = Date.now();
  turns = tables.filter(({ yourTurn }) => yourTurn).map(({ id }) => id);
  changed();
}

/** Requests the tables, unless the stream brings them or a page has just done so. A failed request is repeated soon. */
export async function refresh() {
  if (asking || !session.current() || Date.now() - told < FRESH) return;
  asking = true;
  try {
    if (await stream.begins()) return;
    const answer = await stream.mine('tables');
    if (!stream.isLive()) tellTables(answer);
    told = 0;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  } finally {
    asking = false;
  }
}

/**
 * Keeps the count up to date while pages are visible.
 * @param {() => void} listener called when it may have changed
 */
export function keepCount(listener) {
  changed = listener;
  stream.on('tables', tellTables);
  session.watch((member) => {
    if (!member) turns = [];
    void refresh();
  });
  void nowAndAgain(OFTEN, new AbortController().signal, refresh);
}
