import type * as api from './api.js';
import { LONGEST_WAIT, longest, newRef, type Client } from './client.js';
import { Refused, refused } from './errors.js';
import type { Games } from './games.js';

const ANSWER_TIME = 30;

export interface Waiting {
  /** Seconds that the server may hold a response back, 50 at most. */
  wait?: number | undefined;
  /** Include new messages, and wake for them (members only). */
  chat?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** A view of one of the games: `switch (view.game)` selects its shape. */
export type GameView<Game extends keyof Games = keyof Games> = Games[Game]['view'];

/** One of the legal actions, of any game or of one by its id; `type` discriminates them. */
export type Action<Game extends keyof Games = keyof Games> = Games[Game]['action'];

/** A table as one caller sees it. `view` is the last view that was read; newer data is read with cursors. */
export class Table {
  view: api.TableView | undefined;
  readonly #path: string;
  #eventsAt = 0;
  #msgsAt: number | undefined;
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
    const query = { wait: seconds, events_since: this.#eventsAt, msgs_since: chat ? (this.#msgsAt ?? 0) : undefined };
    const options = { query, timeout: ANSWER_TIME + (seconds ?? 0), signal };
    return this.#seen(await this.client.call<api.TableView>('GET', this.#path, options));
  }

  #seen(view: api.TableView): api.TableView {
    this.view = view;
    this.#events.push(...(view.state.events ?? []));
    this.#eventsAt = view.state.eventsAt;
    this.#messages.push(...(view.messages ?? []));
    this.#msgsAt = view.msgsAt ?? this.#msgsAt;
    return view;
  }

  /** The events that were read since the last call of `news`. */
  news(): api.GameEvent[] {
    return this.#events.splice(0);
  }

  /** The messages that were read, with `chat: true`, since the last call of `chat`. */
  chat(): api.Message[] {
    return this.#messages.splice(0);
  }

  /** The table now, and then after each change, until it is over. */
  async *watch({ wait = LONGEST_WAIT, chat, signal }: Waiting = {}): AsyncGenerator<api.TableView, void> {
    let view = await this.read({ chat, signal });
    for (;;) {
      yield view;
      if (view.state.terminal) return;
      const [events, messages] = [this.#eventsAt, this.#msgsAt];
      do {
        view = await this.read({ wait, chat, signal });
      } while (events === this.#eventsAt && messages === this.#msgsAt && !view.state.terminal);
    }
  }

  /**
   * Each turn of the caller's seat, until the table is over. Between turns it waits with long-polls. A turn without an
   * action is yielded again after the next event. While the seat is delegated, it throws `seat_delegated`.
   *
   * With a `game`, views and actions have the types of that game alone; a table of another game is a `TypeError`.
   */
  async *turns<Game extends keyof Games = keyof Games>({
    wait = LONGEST_WAIT,
    chat,
    signal,
    game,
  }: Waiting & { game?: Game | undefined } = {}): AsyncGenerator<Turn<Game>, void> {
    let view = await this.read({ chat, signal });
    if (game && view.gameId !== game) throw new TypeError(`${this.id} is a table of ${view.gameId}, not of ${game}`);
    while (!view.state.terminal) {
      if (view.state.yourTurn) yield new Turn<Game>(this, view, this.news());
      // Acting has read the table again.
      const acted = this.view !== view;
      view = acted && this.view ? this.view : await this.read({ wait, chat, signal });
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
      const { table } = await this.client.call<api.Acted>('POST', `${this.#path}/action`, { body, safe: true });
      return table ? this.#seen(table) : await this.read();
    } catch (error) {
      if (refused(error, 'stale_plies', 'action_rejected') && error.repeated) {
        const view = await this.read();
        if (view.state.plies > expectedPlies) return view;
      }
      throw error;
    }
  }

  /** Join this table; the buy-in is taken. True if that filled it, so that the game has started. */
  async join(): Promise<boolean> {
    try {
      const options = { safe: true };
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
  delegate(expiresInSeconds?: number, clientRef = newRef()): Promise<api.IssueSeatGrantResponse> {
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

/** One decision of the caller's seat. */
export class Turn<Game extends keyof Games = keyof Games> {
  constructor(
    readonly table: Table,
    readonly seen: api.TableView,
    /** The events since the previous turn. */
    readonly events: api.GameEvent[],
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
