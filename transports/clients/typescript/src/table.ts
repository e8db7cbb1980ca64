import type * as api from './api.js';
import { longest, type Client, type Received } from './client.js';
import { Refused, refused } from './errors.js';
import type { Games } from './games.js';

const ANSWER_TIME = 30;

export interface Following {
  /** Include new messages, and wake for them (members only). */
  chat?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

export interface Waiting extends Following {
  /** Seconds that the server may hold a response back, 50 at most. */
  wait?: number | undefined;
}

/** A view of one of the games: `switch (view.game)` selects its shape. */
export type GameView<Game extends keyof Games = keyof Games> = Games[Game]['view'];

/** One of the legal actions, of any game or of one by its id; `type` discriminates them. */
export type Action<Game extends keyof Games = keyof Games> = Games[Game]['action'];

/** An event of a game, or of any game. `type` selects its shape. */
export type GameEvent<Game extends keyof Games = keyof Games> = Games[Game]['event'];

/** A table as one caller sees it. `view` is the last view that was read; newer data is read with cursors. */
export class Table {
  view: api.TableView | undefined;
  /** A line for each move that the server acknowledged to `act`, as `turnstone verify --receipts` reads them from a file. */
  readonly receipts: string[] = [];
  readonly #path: string;
  #eventsAt = 0;
  #msgsAt = 0;
  #events: api.GameEvent[] = [];
  #messages: api.Message[] = [];

  constructor(
    readonly client: Client,
    readonly id: string,
  ) {
    this.#path = `/api/tables/${encodeURIComponent(id)}`;
  }

  /** Whether the table was over at the last read. */
  get terminal(): boolean {
    return this.view?.state.terminal ?? false;
  }

  /** The result of each seat; empty while the table runs. */
  get outcome(): api.OutcomeEntry[] {
    return this.view?.state.outcome ?? [];
  }

  /** The chips that the caller's seat gained or lost; undefined while the table runs, or without a seat. */
  get score(): number | undefined {
    return this.outcome.find(({ seat }) => seat === this.view?.mySeat)?.score;
  }

  /** Read the table; with `wait`, as soon as there are events that were not read yet, or after `wait` seconds. */
  async read({ wait, chat = false, signal }: Waiting = {}): Promise<api.TableView> {
    const seconds = longest(wait);
    const query = { wait: seconds, events_since: this.#eventsAt, msgs_since: chat ? this.#msgsAt : undefined };
    const options = { query, timeout: ANSWER_TIME + (seconds ?? 0), signal };
    const view = await this.client.call<api.TableView>('GET', this.#path, options);
    this.#seen(view);
    return view;
  }

  /**
   * Keep what a view shows and was not read yet; false if that is nothing. A view of a stream may be older than a
   * response that was read meanwhile.
   */
  #seen(view: api.TableView): boolean {
    const { events = [], eventsAt } = view.state;
    const unread = eventsAt - this.#eventsAt;
    const messages = (view.messages ?? []).filter(({ id }) => id > this.#msgsAt);
    this.#messages.push(...messages);
    this.#msgsAt = Math.max(this.#msgsAt, view.msgsAt ?? 0);
    const newer = unread > 0 || (unread === 0 && shown(view) !== shown(this.view));
    if (newer) {
      this.view = view;
      if (unread) this.#events.push(...events.slice(-unread));
      this.#eventsAt = eventsAt;
    }
    return newer || messages.length > 0;
  }

  /** The events that were read since the last call of `news`. */
  news(): api.GameEvent[] {
    return this.#events.splice(0);
  }

  /** The messages that were read, with `chat: true`, since the last call of `chat`. */
  chat(): api.Message[] {
    return this.#messages.splice(0);
  }

  /**
   * The table, and then the table after each change, until it is archived.
   *
   * The views come from a stream, which is continued after a broken connection without a gap or a repeat. What `read` or
   * `act` has returned before is not repeated. The end of the iterator, and the signal, close the connection.
   */
  async *events({ chat, signal }: Following = {}): AsyncGenerator<api.TableView, void> {
    const query = { events_since: this.#eventsAt, msgs_since: chat ? this.#msgsAt : undefined };
    const stream = this.client.stream<Received<'table', api.TableView>>(`${this.#path}/stream`, { query, signal });
    for await (const { data: view } of stream) if (this.#seen(view) && this.view) yield this.view;
  }

  /** The table now, and then after each change, until it is over. */
  async *watch({ chat, signal }: Following = {}): AsyncGenerator<api.TableView, void> {
    const now = await this.read({ chat, signal });
    yield now;
    if (now.state.terminal) return;
    for await (const view of this.events({ chat, signal })) {
      yield view;
      if (view.state.terminal) return;
    }
  }

  /**
   * Each turn of the caller's seat, until the table is over. Between turns it waits for `events`. A turn without an
   * action is yielded again after the next event. While the seat is delegated, it throws `seat_delegated`. Once the
   * `signal` has fired it yields no turn and throws the signal's reason.
   *
   * With a `game`, views, actions and events have the types of that game alone; a table of another game is a `TypeError`.
   */
  async *turns<Game extends keyof Games = keyof Games>({
    chat,
    signal,
    game,
  }: Following & { game?: Game | undefined } = {}): AsyncGenerator<Turn<Game>, void> {
    let view = await this.read({ chat, signal });
    if (game && view.gameId !== game) throw new TypeError(`${this.id} is a table of ${view.gameId}, not of ${game}`);
    const events = this.events({ chat, signal });
    try {
      while (!view.state.terminal) {
        signal?.throwIfAborted();
        if (view.state.yourTurn) yield new Turn<Game>(this, view, this.news() as GameEvent<Game>[]);
        // Acting has read the table again.
        const acted = this.view !== view;
        const next = acted ? this.view : (await events.next()).value;
        if (!next) return;
        view = next;
      }
    } finally {
      await events.return();
    }
  }

  /**
   * Send one of the legal actions and return the table after it; throws `stale_plies` if it has moved on since `plies`.
   *
   * If a response was lost and the request repeated, the table is read and returned: by its plies it has moved on, most
   * likely by this very action.
   */
  async act(action: Action, plies?: number): Promise<api.TableView> {
    const expectedPlies = plies ?? (this.view ?? (await this.read())).state.plies;
    const body: api.ActionRequest = { action, expectedPlies, eventsSince: this.#eventsAt };
    try {
      const options = { body, safe: true, received: (headers: Headers) => this.#acknowledged(action, headers) };
      const { table } = await this.client.call<api.Acted>('POST', `${this.#path}/action`, options);
      if (!table) return await this.read();
      this.#seen(table);
      return table;
    } catch (error) {
      if (refused(error, 'stale_plies', 'action_rejected') && error.repeated) {
        const view = await this.read();
        if (view.state.plies > expectedPlies) return view;
      }
      throw error;
    }
  }

  #acknowledged(action: Action, headers: Headers): void {
    const receipt = headers.get('move-receipt');
    if (receipt !== null) this.receipts.push(`${this.id} ${JSON.stringify(action)}\t${receipt}`);
  }

  /**
   * Join this table; the buy-in is taken. True if that filled it, so that the game has started. The deal depends on
   * `clientSeed`, which is random by default.
   */
  async join(clientSeed = this.client.newRef()): Promise<boolean> {
    const body: api.JoinTableRequest = { clientSeed };
    await this.client.noteBefore(clientSeed);
    this.client.checkListed(this.id);
    try {
      const options = { body, safe: true };
      return (await this.client.call<api.JoinTableResponse>('POST', `${this.#path}/join`, options)).started;
    } catch (error) {
      if (refused(error, 'not_joinable') && error.repeated) {
        const view = await this.read();
        if (view.mySeat >= 0) return view.status !== 'waiting';
      }
      throw error;
    }
  }

  /** Give up, or leave a waiting table. */
  async forfeit(): Promise<void> {
    await this.client.call<api.Ok>('POST', `${this.#path}/forfeit`);
  }

  /** Give the open seats of a friendly table that the caller made to the house. The game begins. */
  async fill(level?: number): Promise<void> {
    const body: api.FillTableRequest = { level: level ?? null };
    await this.client.call<api.Ok>('POST', `${this.#path}/fill`, { body });
  }

  /**
   * Play this table once more, everybody a seat further: make the rematch, or take the seat there. The server accepts it for
   * some minutes after the end of a game. The deal depends on `clientRef` and `clientSeed`.
   */
  async rematch(options: { clientRef?: string; clientSeed?: string } = {}): Promise<Table> {
    const { clientRef = this.client.newRef(), clientSeed = this.client.newRef() } = options;
    const body: api.RematchRequest = { clientRef, clientSeed };
    await this.client.noteBefore(clientSeed);
    const sent = { body, safe: true };
    const { tableId, accessToken } = await this.client.call<api.RematchResponse>('POST', `${this.#path}/rematch`, sent);
    return accessToken === undefined ? this.client.table(tableId) : this.client.seatOf(tableId, accessToken);
  }

  /** Decline the invitation to this table. */
  async decline(): Promise<void> {
    await this.client.call<api.Ok>('POST', `${this.#path}/decline`);
  }

  /** Post a message at the caller's table. Never repeated by itself: a lost response is `Unreachable`. */
  async say(body: string, clientId?: string): Promise<api.Message> {
    const options = { body: { body, clientId } };
    return (await this.client.call<api.Posted>('POST', `${this.#path}/messages`, options)).message;
  }

  /** The messages after a cursor, oldest first. */
  async messages(since = 0): Promise<api.Message[]> {
    return (await this.client.call<api.Messages>('GET', `${this.#path}/messages`, { query: { since } })).messages;
  }

  /** Delegate this seat: pass its `claimToken` on over a channel of your own, never in a URL. */
  delegate(expiresInSeconds?: number, clientRef = this.client.newRef()): Promise<api.IssueSeatGrantResponse> {
    const options = { body: { clientRef, expiresInSeconds }, safe: true };
    return this.client.call('POST', `${this.#path}/seat-grants`, options);
  }

  /** The active grant of this seat, if there is one. */
  async grant(): Promise<api.CurrentSeatGrant | null> {
    return (await this.client.call<api.CurrentSeatGrantResponse>('GET', `${this.#path}/seat-grants/current`)).grant;
  }

  /** Take the seat back. */
  async revoke(grantId: string): Promise<void> {
    const path = `${this.#path}/seat-grants/${encodeURIComponent(grantId)}`;
    await this.client.call<api.Ok>('DELETE', path, { safe: true });
  }

  /**
   * Everything needed to replay the settled table; see `verify`. With a seat (-1 for a spectator) it also has `steps`:
   * the seat's view after the deal and after each entry.
   */
  replay(seat?: number): Promise<api.Replay> {
    return this.client.call('GET', `${this.#path}/replay`, { query: { seat } });
  }

  /** How the settled table ended. */
  card(): Promise<api.EndCard> {
    return this.client.call('GET', `${this.#path}/card`);
  }
}

/** A view without the events and the messages that came with it, as text. */
function shown(view: api.TableView | undefined): string | undefined {
  const none = { messages: undefined, msgsAt: undefined };
  return view && JSON.stringify({ ...view, ...none, state: { ...view.state, events: undefined } });
}

/** One decision of the caller's seat. */
export class Turn<Game extends keyof Games = keyof Games> {
  constructor(
    readonly table: Table,
    readonly seen: api.TableView,
    /** The events since the previous turn. */
    readonly events: GameEvent<Game>[],
  ) {
    // Supports destructuring: `({ legal, act }) => act(legal[0])`.
    this.act = this.act.bind(this);
  }

  /** The game as this seat may see it: `view.game` selects its shape. */
  get view(): GameView<Game> {
    return this.seen.state.view as GameView<Game>;
  }

  get seat(): number {
    return this.seen.mySeat;
  }

  /** The actions to choose from, at least one: `type` selects their shape. */
  get legal(): [Action<Game>, ...Action<Game>[]] {
    return this.seen.state.legalActions as [Action<Game>, ...Action<Game>[]];
  }

  get plies(): number {
    return this.seen.state.plies;
  }

  /** When the turn times out, in epoch milliseconds. */
  get deadline(): number | undefined {
    return this.seen.state.turnDeadlineAt;
  }

  /** Send one of the legal actions. False if the table had moved on meanwhile: a later turn asks again. */
  async act(action: Action<Game>): Promise<boolean> {
    try {
      await this.table.act(action, this.plies);
      return true;
    } catch (error) {
      if (!(error instanceof Refused) || !refused(error, 'stale_plies', 'action_rejected')) throw error;
      const view = await this.table.read();
      // Too late: the seat timed out, or the table is over. Anything else is a mistake of the caller.
      const late = error.code === 'stale_plies' || view.state.plies !== this.plies || view.state.terminal;
      if (!late) throw error;
      return false;
    }
  }
}
