// A running table: the member's stream, its own one, or consecutive long-polls, and the actions sent meanwhile.

import { aborted, ApiError, backOff, get, newRef, pause, post } from '../lib/api.js';
import { firstRead } from '../lib/early.js';
import { events, HeldBack } from '../lib/events.js';
import { note } from '../lib/noted.js';
import { pollingSlot } from '../lib/slots.js';
import * as stream from '../lib/stream.js';

/** The wait of a poll, in seconds: less than what proxies usually allow. */
const WAIT = 45;
/** The interval of a page without a slot for a stream or a long-poll, in milliseconds. */
const NOW_AND_THEN = 4_000;
/** The minimum lock of the input after a move, in milliseconds: a second press within it belongs to the first. */
const LOCK = 350;
const GONE_ON = 'The game has moved on meanwhile. Look again, then choose.';

/**
 * Events: `change` (the table, its events or its messages), `trouble` (detail: ApiError, or null when it is over),
 * `end` (detail: ApiError: nothing more can be read), `renamed` (a name that is on the page is out of date).
 */
export class LiveTable extends EventTarget {
  /**
   * @param {string} id
   * @param {{ chats: boolean, signal: AbortSignal }} options whether the viewer may read chat (members
   * may), and the end of the visit
   */
  constructor(id, { chats, signal }) {
    super();
    this.id = id;
    this.path = `/api/tables/${encodeURIComponent(id)}`;
    this.chats = chats;
    this.signal = signal;
    /** @type {Api.TableView | null} */
    this.table = null;
    /** @type {Api.GameEvent[]} all events so far */
    this.events = [];
    /** @type {Api.Message[]} */
    this.messages = [];
    /** The input is locked: an action is pending, or was sent a moment ago. */
    this.busy = false;
    /** The action that is sent and not answered yet. @type {Api.Action | null} */
    this.pending = null;
    /** The stream or long-poll that is open. @type {AbortController | null} */
    this.parked = null;
    /** Whether the network lets the table's own stream through; otherwise the page long-polls. */
    this.streams = true;
    /** Whether a stream brings the news. */
    this.streaming = false;
    /** Whether the member's stream has this table, as it does from before its end. */
    this.shared = false;
    /** Whether a key for the seat was issued: the member's stream does not report that a program plays. */
    this.granted = false;
    /** Whether the next event of the member's stream continues what this page has. Otherwise a read is due. */
    this.current = false;
    /** Whether something has happened that the present read may not contain. */
    this.missed = false;
    /** Whether it is watched without an account and without a seat: then its own stream is all that can be read. */
    this.open = false;
    /** The first read, if it is already sent. @type {Promise<Api.TableView> | null} */
    this.first = null;
    /** How many actions were sent: a poll from before the latest one may be older than its response. */
    this.sent = 0;
    // Without locks, a hidden tab gives up its connection.
    const again = () => (document.visibilityState === 'visible' || !navigator.locks) && this.reread();
    document.addEventListener('visibilitychange', again, { signal });
    addEventListener('online', again, { signal });
    if (chats) this.listen();
  }

  /** Takes what concerns this table in the member's stream. */
  listen() {
    const { signal } = this;
    stream.on('table', (view) => view.id === this.id && this.hear(view), signal);
    // A waiting table that is left is in no event of its own.
    stream.on(
      'tables',
      ({ tables }) => {
        const waits = this.table?.status === 'waiting' && this.table.mySeat >= 0;
        if (waits && !tables.some((/** @type {Api.MyTable} */ { id }) => id === this.id)) this.reread();
      },
      signal,
    );
    stream.on(
      'begun',
      (anew) => {
        const mine = !this.table || this.table.mySeat >= 0;
        if (anew) this.shared = false;
        if (mine && !this.shared) this.reread(anew);
      },
      signal,
    );
    stream.on('lost', () => this.shared && this.reread(), signal);
  }

  /**
   * An event of the member's stream. The first one of a table is without its earlier events and messages.
   * @param {Api.TableView} view
   */
  hear(view) {
    const known = this.table;
    const first = !view.state.events && !view.archived;
    if (!known || !this.current) this.missed ||= !first;
    else if (view.mySeat !== known.mySeat) this.reread();
    else if (!view.state.events && view.state.eventsAt > known.state.eventsAt) this.reread();
    else if (!first && this.take(view) && this.isOver()) this.parked?.abort();
  }

  /**
   * Ends the present wait.
   * @param {boolean} [due] whether the table is read at once
   */
  reread(due = true) {
    if (due) {
      this.current = false;
      this.missed = true;
    }
    this.parked?.abort();
  }

  /** Sends the first read, unless it is already sent; `follow` takes it. */
  begin() {
    this.first = firstRead(this.id, this.chats);
    this.first.catch(() => {});
  }

  /** Reads the table and follows it to its end. */
  async follow() {
    for (let attempt = 0; !this.signal.aborted;) {
      try {
        await this.readOnce();
        if (attempt > 0) this.tell('trouble', null);
        attempt = 0;
        if (this.isOver()) return;
      } catch (error) {
        if (this.signal.aborted) return;
        if (this.parked?.signal.aborted) continue;
        if (!(error instanceof ApiError)) throw error;
        this.current = false;
        if (error.status === 401 && !this.chats && !this.table && !this.open) {
          this.open = true;
          continue;
        }
        if (!error.passes && error.code !== 'seat_delegated') return this.tell('end', error);
        this.tell('trouble', error);
        await pause(error.passes ? backOff(error, attempt) : NOW_AND_THEN, this.signal).catch(() => {});
        attempt += 1;
      }
    }
  }

  /** The first read; then the member's stream, or another one or a long-poll if this page has a slot for it. */
  async readOnce() {
    const atOnce = !this.current;
    const parked = new AbortController();
    this.parked = parked;
    const signal = AbortSignal.any([parked.signal, this.signal]);
    if (this.open) return this.stream(signal);
    if (!atOnce && (await this.shares(signal))) return this.share(signal);
    const streams = this.streams && !stream.isHeldBack();
    // A settled table answers a long-poll at once: only its chat continues.
    const polls = !streams && this.table?.state.terminal;
    const slot = atOnce || polls ? null : await pollingSlot(this.signal);
    if (!atOnce && !slot) await pause(NOW_AND_THEN, signal);
    try {
      if (slot && streams) return await this.stream(signal);
      const before = this.sent;
      if (!this.first) this.missed = false;
      const table = await (this.first ?? this.read(slot ? WAIT : undefined, signal));
      if (this.sent !== before) return;
      this.take(table);
      if (atOnce) this.current = !this.missed;
    } finally {
      this.first = null;
      slot?.();
    }
  }

  /**
   * Whether the member's stream brings the news of this table. It has the tables where the member sits.
   * @param {AbortSignal} signal
   */
  async shares(signal) {
    const table = this.table;
    const has = table && table.mySeat >= 0 && (this.shared || !table.state.terminal);
    const begins = this.chats && has && !this.granted && (await stream.begins(signal));
    this.shared = Boolean(begins && !signal.aborted);
    return this.shared;
  }

  /**
   * Lets the member's stream bring the news, until a read is due.
   * @param {AbortSignal} signal
   */
  async share(signal) {
    this.streaming = true;
    await aborted(signal);
    this.streaming = false;
  }

  /**
   * Takes the events of the table's own stream until it ends. The read after it shows why.
   * @param {AbortSignal} signal
   */
  async stream(signal) {
    this.streaming = true;
    try {
      for await (const { name, data } of events(`${this.path}/stream`, { query: this.cursors(), signal })) {
        if (name === 'table') this.take(data);
      }
      this.current = false;
    } catch (error) {
      if (!(error instanceof HeldBack)) throw error;
      this.streams = false;
    } finally {
      this.streaming = false;
    }
  }

  /** Reads again now, unless a stream brings the news by itself. */
  refresh() {
    if (!this.streaming) this.parked?.abort();
  }

  /** What this page has already. */
  cursors() {
    return {
      events_since: this.table?.state.eventsAt ?? 0,
      msgs_since: this.chats ? (this.table?.msgsAt ?? 0) : undefined,
    };
  }

  /**
   * @param {number} [wait] how long the answer may take, in seconds
   * @param {AbortSignal} [signal]
   * @returns {Promise<Api.TableView>}
   */
  read(wait, signal = this.signal) {
    return get(this.path, { query: { ...this.cursors(), wait }, signal });
  }

  /** Whether nothing more will come: the game is over, and no chat continues for this viewer. */
  isOver() {
    const table = this.table;
    if (!table) return false;
    if (table.status === 'cancelled' || table.archived) return true;
    return table.state.terminal && !this.chats;
  }

  /**
   * Takes a view, if it is not older than the known one.
   * @param {Api.TableView} table
   * @returns {boolean} whether it was taken
   */
  take(table) {
    const known = this.table;
    const state = table.state;
    if (known && (state.plies < known.state.plies || state.eventsAt < known.state.eventsAt)) return false;
    const fresh = state.eventsAt - (known?.state.eventsAt ?? 0);
    if (fresh > 0) this.events.push(...(state.events ?? []).slice(-fresh));
    const latest = this.messages.at(-1)?.id ?? 0;
    this.messages.push(...(table.messages ?? []).filter((message) => message.id > latest));
    // What comes by the stream and as a response is one view: to a board, another one is a jump.
    if (known && fresh === 0 && JSON.stringify(state.view) === JSON.stringify(known.state.view))
      state.view = known.state.view;
    this.table = table;
    // The stream may be quicker than the response to the action.
    if (known && state.plies > known.state.plies) this.pending = null;
    if (table.seedCommit !== known?.seedCommit) note(table);
    this.tell('change', null);
    if (known && lacksOneOf(known, table)) this.tell('renamed', null);
    else if (known && fresh === 0 && this.messages.at(-1)?.id === latest) void this.checkNames();
    return true;
  }

  /** Without news in it, a view may report that a name is out of date in the chat: of a member who has left, and was erased. */
  async checkNames() {
    const seated = this.table?.seats.map(({ name }) => name) ?? [];
    if (!this.messages.some(({ seat, name }) => seat < 0 || !seated.includes(name))) return;
    const read = (/** @type {number} */ since) =>
      get(`${this.path}/messages`, { query: { since }, signal: this.signal });
    if (await areOutOfDate(this.messages, read).catch(() => false)) this.tell('renamed', null);
  }

  /**
   * Sends one legal action, once: if the response is lost, the count of plies shows whether it arrived. The input stays
   * locked until the response is drawn, and for at least `LOCK`.
   * @param {Api.Action} action
   * @param {number} plies how many there were when the person chose
   * @returns {Promise<void>}
   */
  async act(action, plies) {
    const table = this.table;
    if (this.busy || !table) return;
    if (table.state.plies !== plies) throw new Error(GONE_ON);
    this.busy = true;
    this.pending = action;
    this.sent += 1;
    const locked = pause(LOCK, this.signal).catch(() => {});
    // The request is sent before anything is drawn.
    const sending = this.sendAction(action, plies, table.state.eventsAt);
    this.tell('change', null);
    let after = null;
    try {
      after = await sending;
    } finally {
      this.pending = null;
      this.sent += 1;
      if (after) this.refresh();
      // Without a response, the next read shows what has happened.
      else this.reread();
      if (!after || !this.take(after)) this.tell('change', null);
      void locked.then(() => this.unlock());
    }
  }

  unlock() {
    this.busy = false;
    this.tell('change', null);
  }

  /**
   * @param {Api.Action} action
   * @param {number} expectedPlies
   * @param {number} eventsSince
   * @returns {Promise<Api.TableView | null>} the table after it, if the response contained it
   */
  async sendAction(action, expectedPlies, eventsSince) {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const acted = await post(
          `${this.path}/action`,
          { action, expectedPlies, eventsSince },
          { signal: this.signal },
        );
        if (attempt > 0) this.tell('trouble', null);
        return acted.table ?? null;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 409 && attempt > 0 && error.code !== 'in_flight') {
          // An earlier attempt may have arrived, or have been the last move: the next read shows it.
          this.tell('trouble', null);
          return null;
        }
        if (error.code === 'stale_plies') throw new Error(GONE_ON, { cause: error });
        if (!error.passes) throw error;
        this.tell('trouble', error);
        await pause(backOff(error, attempt), this.signal);
      }
    }
  }

  /**
   * Posts a message at the table. The nonce lets the page recognise its own message.
   * @param {string} body
   */
  async say(body) {
    await post(`${this.path}/messages`, { body, clientId: newRef() });
    // After the end a page without a stream polls rarely: its own messages are read at once.
    if (this.table?.state.terminal && !this.streaming) this.take(await this.read());
    else this.refresh();
  }

  /** Joins a waiting table. */
  async join() {
    await post(`${this.path}/join`);
    this.refresh();
  }

  /** Concedes, withdraws or leaves, depending on the table's status. */
  async forfeit() {
    await post(`${this.path}/forfeit`);
    this.refresh();
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/**
 * Whether a message has changed since it was read: an erasure has changed a name in it, or an operator has removed it.
 * @param {Api.Message[]} messages
 * @param {(since: number) => Promise<{ messages: Api.Message[] }>} read reads the messages after an id, or some of them
 */
export async function areOutOfDate(messages, read) {
  const known = new Map(messages.map((message) => [message.id, message]));
  const latest = messages.at(-1)?.id ?? 0;
  for (let since = (messages[0]?.id ?? 1) - 1; since < latest;) {
    const { messages: now } = await read(since);
    const changed = now.some(({ id, name, body }) => {
      const message = known.get(id);
      return message !== undefined && (message.name !== name || message.body !== body);
    });
    if (changed) return true;
    since = now.at(-1)?.id ?? latest;
  }
  return false;
}

/**
 * Whether somebody else's name is at the table no longer: they have left, or have erased their account.
 * @param {Api.TableView} before
 * @param {Api.TableView} now
 */
function lacksOneOf(before, now) {
  const names = now.seats.map(({ name }) => name);
  return before.seats.some(({ seat, name }) => seat !== before.mySeat && !names.includes(name));
}
