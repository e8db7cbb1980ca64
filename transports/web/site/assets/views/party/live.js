// The live state of a party: the member's stream, or consecutive long-polls.

import { aborted, ApiError, backOff, get, pause } from '../../lib/api.js';
import { pollingSlot } from '../../lib/slots.js';
import * as stream from '../../lib/stream.js';
import { trouble } from '../../lib/trouble.js';
import { areOutOfDate } from '../../table/live.js';

/** The wait of a poll, in seconds. */
const WAIT = 45;
/** The interval of a page without a slot for a long-poll, in milliseconds. */
const NOW_AND_THEN = 4_000;

export class LiveParty {
  /**
   * @param {string} id
   * @param {AbortSignal} signal
   */
  constructor(id, signal) {
    this.path = `/api/parties/${encodeURIComponent(id)}`;
    this.signal = signal;
    /** @type {Api.PartyView | null} */
    this.view = null;
    /** @type {Api.Message[]} */
    this.messages = [];
    /** The present wait. @type {AbortController | null} */
    this.parked = null;
    /** Whether the next read is to be answered at once. */
    this.asked = true;
    /** Whether the member's stream brings the news. */
    this.sharing = false;
    /** @type {(view: Api.PartyView, messages: Api.Message[]) => void} */
    this.onChange = () => {};
    /** @type {(error: ApiError) => void} */
    this.onEnd = () => {};
    /** A name that is on the page is out of date. */
    this.onRenamed = () => {};
    // Without locks, a hidden tab gives up its connection.
    const again = () => (document.visibilityState === 'visible' || !navigator.locks) && this.refresh();
    document.addEventListener('visibilitychange', again, { signal });
    addEventListener('online', again, { signal });
    stream.on('party', (view) => view.id === id && this.hear(view), signal);
    // A party reports no change of its tables: it comes with the member's own ones, and when the page is looked at again.
    for (const name of ['begun', 'lost', 'tables']) stream.on(name, () => this.refresh(), signal);
    signal.addEventListener('abort', () => trouble(null));
  }

  /** Reads again now. */
  refresh() {
    this.asked = true;
    if (this.view) this.parked?.abort();
  }

  /**
   * An event of the member's stream.
   * @param {Api.PartyView} view
   */
  hear(view) {
    if (this.sharing) this.take(view);
    // The present read may not contain it.
    else this.asked = true;
  }

  async follow() {
    for (let attempt = 0; !this.signal.aborted;) {
      try {
        await this.readOnce();
        if (attempt > 0) trouble(null);
        attempt = 0;
      } catch (error) {
        if (this.signal.aborted) return;
        if (this.parked?.signal.aborted) continue;
        if (!(error instanceof ApiError)) throw error;
        this.asked = true;
        if (!error.passes) return this.onEnd(error);
        trouble(error);
        await pause(backOff(error, attempt), this.signal).catch(() => {});
        attempt += 1;
      }
    }
  }

  async readOnce() {
    const parked = new AbortController();
    this.parked = parked;
    const signal = AbortSignal.any([parked.signal, this.signal]);
    if (!this.asked && (await stream.begins(signal)) && !this.asked) return this.share(signal);
    const { asked } = this;
    const slot = asked ? null : await pollingSlot(this.signal);
    if (!asked && !slot) await pause(NOW_AND_THEN, signal);
    this.asked = false;
    try {
      this.take(
        await get(this.path, {
          query: { msgs_since: this.view?.msgsAt ?? 0, wait: slot ? WAIT : undefined },
          signal,
        }),
      );
    } finally {
      slot?.();
    }
  }

  /**
   * Lets the member's stream bring the news, until a read is due.
   * @param {AbortSignal} signal
   */
  async share(signal) {
    this.sharing = true;
    await aborted(signal);
    this.sharing = false;
  }

  /** @param {Api.PartyView} view */
  take(view) {
    const known = this.view;
    const latest = this.messages.at(-1)?.id ?? 0;
    this.messages.push(...view.messages.filter((message) => message.id > latest));
    this.view = view;
    this.onChange(view, this.messages);
    if (known?.members.some((name) => !view.members.includes(name))) this.onRenamed();
    else if (known && this.messages.at(-1)?.id === latest) void this.checkNames(view);
  }

  /**
   * Without news in it, a view may be read because the page is looked at again: a name of a former member may be out of
   * date in the chat.
   * @param {Api.PartyView} view
   */
  async checkNames({ members }) {
    if (!this.messages.some(({ seat, name }) => seat < 0 || !members.includes(name))) return;
    const read = (/** @type {number} */ since) => get(this.path, { query: { msgs_since: since }, signal: this.signal });
    if (await areOutOfDate(this.messages, read).catch(() => false)) this.onRenamed();
  }
}
