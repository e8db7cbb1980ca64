// The live state of a party: consecutive long-polls.

import { ApiError, backOff, get, pause } from '../../lib/api.js';
import { pollingSlot } from '../../lib/slots.js';
import { trouble } from '../../lib/trouble.js';

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
    /** @type {AbortController | null} */
    this.parked = null;
    /** @type {(view: Api.PartyView, messages: Api.Message[]) => void} */
    this.onChange = () => {};
    /** @type {(error: ApiError) => void} */
    this.onEnd = () => {};
    const again = () => document.visibilityState === 'visible' && this.parked?.abort();
    document.addEventListener('visibilitychange', again, { signal });
    addEventListener('online', again, { signal });
    signal.addEventListener('abort', () => trouble(null));
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
        if (!error.passes) return this.onEnd(error);
        trouble(error);
        await pause(backOff(error, attempt), this.signal).catch(() => {});
        attempt += 1;
      }
    }
  }

  async readOnce() {
    const first = this.view === null;
    const slot = first ? null : await pollingSlot(this.signal);
    if (!first && !slot) await pause(NOW_AND_THEN, this.signal);
    const parked = new AbortController();
    // A manual refresh is answered at once; only the following polls wait.
    const asked = this.parked?.signal.aborted ?? false;
    this.parked = parked;
    try {
      /** @type {Api.PartyView} */
      const view = await get(this.path, {
        query: { msgs_since: this.view?.msgsAt ?? 0, wait: first || !slot || asked ? undefined : WAIT },
        signal: AbortSignal.any([parked.signal, this.signal]),
      });
      const latest = this.messages.at(-1)?.id ?? 0;
      this.messages.push(...view.messages.filter((message) => message.id > latest));
      this.view = view;
      this.onChange(view, this.messages);
    } finally {
      slot?.();
    }
  }
}
