// The member's stream, with all that concerns them, read once for all tabs of this browser: each stream holds a
// connection and a place in the member's quota. The tab that has a lock reads it and posts its events to the others.
// When that tab closes, the next one gets the lock and continues after the last event. Unlike a SharedWorker, locks and
// channels are in every browser, and need no script of their own.

import { ApiError, backOff, get, pause } from './api.js';
import { BEGINNING, events, HeldBack } from './events.js';

/** How long the stream may be silent, in milliseconds: one of its comments is missing. */
const SILENCE = 20_000;
/** How long pages wait for the beginning, in milliseconds: until the reading tab knows whether it is held back. */
const PATIENCE = BEGINNING + 1_000;
/** How often the silence is measured, in milliseconds. */
const OFTEN = 5_000;
/** How long another tab may take to notice a new session, in milliseconds. */
const NOTICE = 2_000;
/** How many times in a row the stream may break early, before it counts as held back. */
const MOST_BREAKS = 3;
/** How long pages long-poll before the stream is tried again, in milliseconds. */
const LATER = 300_000;

/**
 * What tabs post: the server's events, and `hello` (a new tab asks for the present state), `now` (the answer), `begun`
 * (data: whether the stream does not continue an earlier one), `lost` and `held`.
 * @typedef {{ name: string, id?: string, data?: any }} Message
 */

/** Tells the pages of this tab: `begun`, `lost`, `held`, `refused` (the session has ended), and the server's events. */
const told = new EventTarget();

/** @type {Shared | null} */
let shared = null;

class Shared {
  /** @param {string} session names what only the tabs of one session share */
  constructor(session) {
    this.session = session;
    this.name = `turnstone.stream.${session}`;
    this.over = new AbortController();
    /** Ends the turn of this tab: its wait for the lock, or its reading. */
    this.turn = new AbortController();
    /** Whether this tab has the lock. */
    this.leads = false;
    /** The stream that this tab reads. @type {AbortController | null} */
    this.reading = null;
    this.live = false;
    this.held = false;
    this.steal = false;
    /** When the last sign came from the tab that reads, in epoch milliseconds. */
    this.heard = Date.now();
    /** Since when there is no stream, in epoch milliseconds. */
    this.since = this.heard;
    /** The id of the last event. @type {string | undefined} */
    this.last = undefined;
    /** The newest of the events that replace their predecessors. @type {Map<string, any>} */
    this.newest = new Map();
    this.channel = new BroadcastChannel(this.name);
    this.channel.addEventListener('message', ({ data }) => this.take(data));
    this.channel.postMessage({ name: 'hello' });
    const { signal } = this.over;
    const timer = setInterval(() => this.check(), OFTEN);
    signal.addEventListener('abort', () => clearInterval(timer));
    document.addEventListener('visibilitychange', () => this.check(), { signal });
    addEventListener('online', () => this.check(), { signal });
    void this.run();
  }

  close() {
    this.over.abort();
    this.channel.close();
    this.lose();
  }

  /** Reads the stream whenever this tab has the lock. */
  async run() {
    const { signal } = this.over;
    while (!signal.aborted) {
      this.turn = new AbortController();
      const turn = AbortSignal.any([signal, this.turn.signal]);
      const how = this.steal ? { steal: true } : { signal: turn };
      this.steal = false;
      try {
        await navigator.locks.request(this.name, how, async () => {
          this.leads = true;
          await this.lead(turn);
          // Another session has begun. Tabs that have not noticed it yet would continue this stream with it.
          if (signal.aborted) await pause(NOTICE);
        });
      } catch (error) {
        // The turn has ended, or another tab has stolen the lock.
        if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
      } finally {
        this.leads = false;
        this.turn.abort();
      }
    }
  }

  /** A reader without a sign of life connects again, or loses its lock: a browser may have suspended its tab. */
  check() {
    if (this.held) return;
    if (this.leads && !this.reading) return this.post({ name: 'lost' });
    if (Date.now() - this.heard < SILENCE) return;
    if (this.reading) return this.reading.abort();
    this.lose();
    if (document.visibilityState !== 'visible') return;
    this.heard = Date.now();
    this.steal = true;
    this.turn.abort();
  }

  /**
   * Reads the stream, and connects again when it has ended.
   * @param {AbortSignal} signal
   */
  async lead(signal) {
    let breaks = 0;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const start = Date.now();
      const error = await this.read(signal);
      if (signal.aborted) return;
      if (this.live) {
        breaks = Date.now() - start < 2 * SILENCE ? breaks + 1 : 0;
        attempt = 0;
      }
      // Another version of the server may not know the id.
      if (error.status === 400) this.last = undefined;
      const waits = error instanceof HeldBack || breaks === MOST_BREAKS || (!error.passes && error.status !== 400);
      if (waits) breaks = 0;
      this.post({ name: waits ? 'held' : 'lost' });
      if (error.status === 401) tell('refused', null);
      await pause(waits ? LATER : backOff(error, attempt), signal).catch(() => {});
    }
  }

  /**
   * Reads one stream to its end.
   * @param {AbortSignal} signal
   * @returns {Promise<ApiError>} why it ended
   */
  async read(signal) {
    const reading = new AbortController();
    const either = AbortSignal.any([reading.signal, signal]);
    this.reading = reading;
    this.heard = Date.now();
    const query = { after: this.last };
    let begun = false;
    try {
      for await (const event of events('/api/me/stream', { query, signal: either })) {
        if (either.aborted) break;
        if (!begun) this.post({ name: 'begun', data: query.after === undefined });
        begun = true;
        this.post(event);
      }
    } catch (error) {
      if (error instanceof ApiError) return error;
      if (!either.aborted) throw error;
    } finally {
      this.reading = null;
    }
    return new ApiError(0, {}, 1);
  }

  /** @param {Message} message */
  post(message) {
    this.channel.postMessage(message);
    this.take(message);
  }

  /** @param {Message} message */
  take({ name, id, data }) {
    if (name === 'hello') return this.answer();
    this.heard = Date.now();
    if (id) this.last = id;
    this.held = name === 'held';
    if (name === 'lost' || name === 'held') this.lose();
    else this.begin(name === 'begun' && data, name === 'begun');
    if (name === 'now') return this.know(data);
    if (name === 'me' || name === 'tables' || name === 'invitations') this.newest.set(name, data);
    if (name !== 'begun' && name !== 'lost') tell(name, data);
  }

  /**
   * The stream brings the news from now on.
   * @param {boolean} anew whether it does not continue an earlier one
   * @param {boolean} again whether it has just been opened
   */
  begin(anew, again) {
    if (anew) this.newest.clear();
    if (this.live && !again) return;
    this.live = true;
    tell('begun', anew);
  }

  /**
   * Takes the answer to a new tab.
   * @param {Map<string, any>} answer
   */
  know(answer) {
    if (this.newest.size > 0) return;
    this.newest = answer;
    for (const [name, data] of answer) tell(name, data);
  }

  /** Answers a new tab, if this one reads the stream. */
  answer() {
    if (this.held) this.channel.postMessage({ name: 'held' });
    else if (this.reading && this.live) this.channel.postMessage({ name: 'now', id: this.last, data: this.newest });
  }

  /** There is no stream from now on. */
  lose() {
    if (!this.live) return;
    this.live = false;
    this.since = Date.now();
    tell('lost', null);
  }
}

/**
 * @param {string} name
 * @param {any} detail
 */
function tell(name, detail) {
  told.dispatchEvent(new CustomEvent(name, { detail }));
}

/**
 * Follows the stream of a session, and no other one from now on.
 * @param {string | null} session a name that is new for each session; null for none
 */
export function follow(session) {
  if (shared?.session === session) return;
  shared?.close();
  shared = session !== null && navigator.locks ? new Shared(session) : null;
}

/**
 * Calls back with each event of a name; with the newest one at once, if it holds until the next.
 * @param {string} name
 * @param {(data: any) => void} listener
 * @param {AbortSignal} [signal]
 */
export function on(name, listener, signal) {
  told.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail), signal ? { signal } : {});
  if (newest(name)) listener(newest(name));
}

/** @param {string} name */
function newest(name) {
  return shared?.live ? shared.newest.get(name) : undefined;
}

/** Whether the stream brings the news now. */
export function isLive() {
  return shared?.live ?? false;
}

/** Whether the network holds streams back, so that pages long-poll. */
export function isHeldBack() {
  return shared?.held ?? false;
}

/**
 * Whether the stream brings the news. Waits for it as long as it may still begin.
 * @param {AbortSignal} [signal]
 */
export async function begins(signal) {
  const left = shared && !shared.held ? shared.since + PATIENCE - Date.now() : 0;
  if (!isLive() && left > 0) {
    const waited = new AbortController();
    const begun = new Promise((resolve) => {
      for (const name of ['begun', 'lost', 'held']) on(name, resolve, waited.signal);
    });
    await Promise.race([begun, pause(left, signal)]).finally(() => waited.abort());
  }
  return isLive();
}

/**
 * The member's tables or invitations, as the stream has them; without it, they are read.
 * @param {'tables' | 'invitations'} name
 * @param {AbortSignal} [signal]
 */
export async function mine(name, signal) {
  return newest(name) ?? get(`/api/me/${name}`, signal ? { signal } : {});
}
