import type * as api from './api.js';
import { Attempts, refusal, sleep } from './attempts.js';
import { BadAnswer, Unreachable } from './errors.js';
import { Table } from './table.js';

/** The longest that a server holds an answer back, in seconds. */
export const LONGEST_WAIT = 50;
/** Seconds beyond those for which the server was asked to hold an answer back. */
const ANSWER_TIME = 30;
/** A duel is answered when it is over. */
const DUEL_TIME = 900;

export interface ClientOptions {
  handle?: string;
  recoveryCode?: string;
  token?: string;
  /** How many seconds a call may spend with pauses before it is sent again. */
  patience?: number;
}

export interface CallOptions {
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** That the request may be repeated when its answer was lost; those that read always may. */
  safe?: boolean;
  /** Seconds that an answer may take. */
  timeout?: number;
  signal?: AbortSignal | undefined;
}

/** What a table is opened with, but for its kind; `clientRef` is made where there is none. */
export type TableOptions = Omit<api.CreateTableRequest, 'kind' | 'amount'>;

/**
 * A caller of a server: a member, a guest, or the holder of a seat's token.
 *
 * A member has a handle and a recovery code, from which tokens are made when they are needed: at first, and after every
 * 401. A request that may be repeated is repeated when its answer is lost, and any after a 429, as `Retry-After` says.
 * A redirect is a `BadAnswer` and is never followed: credentials go to `address` alone. Printing a client, or writing it
 * as JSON, shows no credential.
 */
export class Client {
  readonly address: string;
  handle: string | undefined;
  patience: number;
  #token: string | undefined;
  #recoveryCode: string | undefined;
  #renewing: Promise<void> | undefined;

  constructor(address: string, { handle, recoveryCode, token, patience = 60 }: ClientOptions = {}) {
    const { protocol, username, password } = new URL(address);
    if (!/^https?:$/.test(protocol)) throw new TypeError(`${address} is not the address of a server`);
    if (username || password) throw new TypeError('the address must not contain a user name or a password');
    if (handle !== undefined && recoveryCode === undefined && token === undefined)
      throw new TypeError('a handle alone opens no account: give its recoveryCode too, or join');
    if (recoveryCode !== undefined && handle === undefined)
      throw new TypeError('a recovery code needs the handle that it belongs to');
    this.address = address.replace(/\/+$/, '');
    this.handle = handle;
    this.patience = patience;
    this.#token = token;
    this.#recoveryCode = recoveryCode;
  }

  /** The token that is sent. It is no property of the object itself, so that printing does not show it. */
  get token(): string | undefined {
    return this.#token;
  }

  set token(token: string | undefined) {
    this.#token = token;
  }

  // Any request

  /** Any route, for what has no method here: the parsed answer, or a `Refused`. */
  async call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
    const { safe = method === 'GET', signal } = options;
    const attempts = new Attempts(safe, this.patience);
    if (this.token === undefined && this.#recoveryCode !== undefined) await this.#renew(undefined);
    let renewed = false;
    for (;;) {
      const token = this.token;
      let pause: number;
      try {
        const { response, body } = await this.#send(method, path, token, options);
        if (response.ok) return body as T;
        if (response.status === 401 && token !== undefined && this.#recoveryCode !== undefined && !renewed) {
          renewed = true;
          await this.#renew(token);
          continue;
        }
        pause = attempts.afterRefusal(refusal(response, body, attempts.repeated));
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error;
        pause = attempts.afterLoss(error);
      }
      await sleep(pause, signal);
    }
  }

  async #send(method: string, path: string, token: string | undefined, options: CallOptions) {
    const { query = {}, body, timeout = ANSWER_TIME, signal } = options;
    const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const late = AbortSignal.timeout(timeout * 1000);
    try {
      const response = await fetch(`${this.address}${path}${given.length ? `?${new URLSearchParams(given)}` : ''}`, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, late]) : late,
        // A credential is sent in the header alone, never by a browser's cookie.
        credentials: 'omit',
        // A redirect would take the body, with the recovery code in it, to another address.
        redirect: 'manual',
      });
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
        throw new BadAnswer(`${method} ${path}: redirects are not followed; give the address that the server has now`);
      return { response, body: parsed(response, await response.text()) };
    } catch (error) {
      if (signal?.aborted || error instanceof BadAnswer) throw error;
      const { message, cause } = error as Error;
      const code = (cause as { code?: string } | undefined)?.code;
      const sent = code !== 'ECONNREFUSED' && code !== 'ENOTFOUND';
      throw new Unreachable(`${method} ${path}: ${code ?? message}`, sent, { cause: error });
    }
  }

  /** A new token from the recovery code, once for all who found the old one refused. */
  #renew(old: string | undefined): Promise<void> {
    if (this.token !== old) return Promise.resolve();
    this.#renewing ??= this.#anybody()
      .call<api.TokenResponse>('POST', '/api/token', {
        body: { handle: this.handle, recoveryCode: this.#recoveryCode },
        safe: true,
      })
      .then(({ token }) => {
        this.token = token;
      })
      .finally(() => {
        this.#renewing = undefined;
      });
    return this.#renewing;
  }

  #anybody(token?: string): Client {
    return new Client(this.address, { patience: this.patience, ...(token === undefined ? {} : { token }) });
  }

  // Coming in

  /**
   * Redeem an invitation, and be that member from now on. Returns the recovery code: keep it, it is the account.
   *
   * With the same `clientRef`, handle and invitation the answer is the same for a day: keep the reference before the
   * call to be sure of the account whatever happens.
   */
  async join(invitation: string, handle: string, clientRef = newRef()): Promise<string> {
    const body: api.JoinRequest = { inviteCode: invitation, handle, clientRef };
    const joined = await this.#anybody().call<api.JoinResponse>('POST', '/api/join', { body, safe: true });
    this.handle = joined.handle;
    this.#recoveryCode = joined.recoveryCode;
    this.token = undefined;
    return joined.recoveryCode;
  }

  /** Create a new recovery code; the old one and all sessions end. Never repeated: a lost answer loses the new code. */
  async rotateRecoveryCode(): Promise<string> {
    const body = { recoveryCode: this.#recoveryCode };
    const { recoveryCode } = await this.call<api.RotateRecoveryResponse>('POST', '/api/recovery/rotate', { body });
    this.#recoveryCode = recoveryCode;
    this.token = undefined;
    return recoveryCode;
  }

  /** End every session of the account, and forget the recovery code here. */
  async logout(): Promise<void> {
    await this.call<api.Ok>('POST', '/api/logout');
    this.#recoveryCode = undefined;
    this.token = undefined;
  }

  /** Erase the account for ever. Never repeated by itself: after a lost answer, the credentials may be gone. */
  async erase(): Promise<api.EraseResponse> {
    const erased = await this.call<api.EraseResponse>('DELETE', '/api/me', { body: { confirmHandle: this.handle } });
    this.handle = undefined;
    this.#recoveryCode = undefined;
    this.token = undefined;
    return erased;
  }

  /** A table against the house for nothing, without an account. */
  async practice(kind: api.TableKind, clientRef = newRef()): Promise<Table> {
    const body: api.GuestPracticeRequest = { kind, clientRef };
    const seat = await this.#anybody().call<api.GuestPracticeResponse>('POST', '/api/practice', { body, safe: true });
    return new Table(this.#anybody(seat.accessToken), seat.tableId);
  }

  /** Play somebody else's seat, with the claim token that its owner handed over. No account is needed. */
  async claim(claimToken: string, clientRef = newRef()): Promise<Table> {
    const body: api.ClaimSeatGrantRequest = { claimToken, clientRef };
    const options = { body, safe: true };
    const seat = await this.#anybody().call<api.ClaimSeatGrantResponse>('POST', '/api/seat-grants/claim', options);
    return new Table(this.#anybody(seat.accessToken), seat.tableId);
  }

  // Tables

  /** A table by its id; nothing is asked yet. */
  table(id: string): Table {
    return new Table(this, id);
  }

  /** Open a table; its buy-in is taken. The house takes the other seats, unless they are open or kept for somebody. */
  async openTable(kind: api.TableKind, options: TableOptions = {}): Promise<Table> {
    const body: api.CreateTableRequest = { ...options, kind, clientRef: options.clientRef ?? newRef() };
    const { tableId } = await this.call<api.Created>('POST', '/api/tables', { body, safe: true });
    return new Table(this, tableId);
  }

  /** Sit down at a table that waits; the buy-in is taken. */
  async joinTable(id: string): Promise<Table> {
    const table = new Table(this, id);
    await table.join();
    return table;
  }

  /** Public tables with a free seat. */
  async openTables(gameId?: string): Promise<api.OpenTable[]> {
    return (await this.call<api.OpenTables>('GET', '/api/tables/open', { query: { gameId } })).tables;
  }

  /** Public tables in play. */
  async playingTables(): Promise<api.PlayingTable[]> {
    return (await this.call<api.PlayingTables>('GET', '/api/tables/playing')).tables;
  }

  /** All table kinds with their rules. */
  async games(): Promise<api.GameKind[]> {
    return (await this.call<api.Games>('GET', '/api/games')).games;
  }

  /** All table kinds with their rules and policies. No account is needed. */
  async rules(): Promise<api.KindRules[]> {
    return (await this.#anybody().call<api.Rules>('GET', '/rules.json')).games;
  }

  /** The build that the server runs: its commit and its versions. No account is needed. */
  deployment(): Promise<api.DeploymentIdentity> {
    return this.#anybody().call('GET', '/api/deployment');
  }

  /** The daily challenge and its results. */
  daily(): Promise<api.DailyBoardResponse> {
    return this.call('GET', '/api/daily');
  }

  // The member's own

  /** Account and balance. */
  me(): Promise<api.MeResponse> {
    return this.call('GET', '/api/me');
  }

  /** The member's own profile. */
  profile(): Promise<api.Profile> {
    return this.call('GET', '/api/me/profile');
  }

  /** Change the profile; null clears. */
  changeProfile(changes: api.ProfilePatch): Promise<api.Profile> {
    return this.call('PATCH', '/api/me/profile', { body: changes, safe: true });
  }

  /** The member's waiting and running tables. */
  async myTables(): Promise<api.MyTable[]> {
    return (await this.call<api.MyTables>('GET', '/api/me/tables')).tables;
  }

  /** Tables that keep a seat for the member. */
  async invitations(): Promise<api.Invitation[]> {
    return (await this.call<api.MyInvitations>('GET', '/api/me/invitations')).invitations;
  }

  /** The member's settled tables, newest first, page after page. */
  async *history({ gameId, page = 50 }: { gameId?: string; page?: number } = {}): AsyncGenerator<api.Hand, void> {
    let before: number | undefined;
    for (;;) {
      const query = { gameId, limit: page, before };
      const { hands } = await this.call<api.History>('GET', '/api/me/history', { query });
      yield* hands;
      before = hands.at(-1)?.settledAt ?? undefined;
      if (hands.length < page || before === undefined) return;
    }
  }

  /** The movements of the member's chips after a cursor, oldest first, page after page. */
  async *ledger({ since = 0, page = 200 } = {}): AsyncGenerator<api.LedgerEntry, void> {
    let after = since;
    for (;;) {
      const { entries } = await this.call<api.Ledger>('GET', '/api/me/ledger', {
        query: { since: after, limit: page },
      });
      yield* entries;
      if (entries.length < page) return;
      after = entries.at(-1)?.id ?? after;
    }
  }

  /** The member's own invitation code and what it brought. */
  referral(): Promise<api.Referral> {
    return this.call('GET', '/api/me/referral');
  }

  /** Whether and until when the member has paused. */
  pauseState(): Promise<api.PauseState> {
    return this.call('GET', '/api/me/pause');
  }

  /** Stake nothing for a while. It can be extended, never shortened. */
  pause(duration: api.PauseDuration): Promise<api.PauseState> {
    return this.call('POST', '/api/me/pause', { body: { duration } });
  }

  /** Members by net chips won at tables. */
  leaderboard(limit = 20): Promise<api.Leaderboard> {
    return this.call('GET', '/api/leaderboard', { query: { limit } });
  }

  /** A member's public card. */
  player(handle: string): Promise<api.PlayerResponse> {
    return this.call('GET', `/api/players/${encodeURIComponent(handle)}`);
  }

  // Agents and duels

  /** A page of the member's agents, the house's and other members'; its `nextCursor` is the next page's `cursor`. */
  agents({ limit = 100, cursor }: { limit?: number; cursor?: string } = {}): Promise<api.Roster> {
    return this.call('GET', '/api/agents', { query: { limit, cursor } });
  }

  /** Make an agent that plays on the server, or change the one of this name. */
  saveAgent(agent: api.SaveAgentRequest): Promise<api.SaveAgentResponse> {
    return this.call('POST', '/api/agents', { body: agent, safe: true });
  }

  /** Rehearse with an agent against the house, for nothing. */
  selfCheck(agentId: string, gameId?: string): Promise<api.SelfCheckResponse> {
    return this.call('POST', '/api/agents/self-check', { body: { agentId, gameId }, timeout: DUEL_TIME });
  }

  /** Send an agent into a duel and wait for its end, also over broken connections. */
  duel(challenge: api.ChallengeRequest): Promise<api.ChallengeResponse> {
    const body: api.ChallengeRequest = { ...challenge, clientRef: challenge.clientRef ?? newRef() };
    return this.call('POST', '/api/duels', { body, safe: true, timeout: DUEL_TIME });
  }

  /** Duels, newest first: those that began before a time, if it is given. */
  async duels({ limit = 20, before }: { limit?: number; before?: number } = {}): Promise<api.Duel[]> {
    return (await this.call<api.Duels>('GET', '/api/duels', { query: { limit, before } })).duels;
  }

  /** One duel, as in the list. */
  readDuel(duelId: string): Promise<api.Duel> {
    return this.call('GET', `/api/duels/${encodeURIComponent(duelId)}`);
  }

  // Parties

  /** Create a party; returns its id. */
  async createParty(): Promise<string> {
    return (await this.call<api.PartyCreated>('POST', '/api/parties')).partyId;
  }

  /** Join a party by its id. */
  async joinParty(id: string): Promise<void> {
    await this.call<api.Ok>('POST', `/api/parties/${encodeURIComponent(id)}/join`, { safe: true });
  }

  /** Choose who may join a party that the caller owns. */
  async setPartyVisibility(id: string, visibility: api.PartyVisibility): Promise<void> {
    const path = `/api/parties/${encodeURIComponent(id)}/visibility`;
    await this.call<api.Ok>('POST', path, { body: { visibility } });
  }

  /** A party as its members see it; with `wait` (50 seconds at most), when there is news beyond `msgsSince`. */
  party(id: string, { wait, msgsSince, signal }: { wait?: number; msgsSince?: number; signal?: AbortSignal } = {}) {
    const seconds = longest(wait);
    const options = { query: { wait: seconds, msgs_since: msgsSince }, timeout: ANSWER_TIME + (seconds ?? 0), signal };
    return this.call<api.PartyView>('GET', `/api/parties/${encodeURIComponent(id)}`, options);
  }

  /** Say something to a party. Never repeated by itself. */
  async sayToParty(id: string, body: string, clientId?: string): Promise<api.Message> {
    const path = `/api/parties/${encodeURIComponent(id)}/messages`;
    return (await this.call<api.Posted>('POST', path, { body: { body, clientId } })).message;
  }

  /** Open a table for a party; the buy-in is taken. */
  async openPartyTable(id: string, request: api.PartyTableRequest): Promise<Table> {
    const path = `/api/parties/${encodeURIComponent(id)}/table`;
    return new Table(this, (await this.call<api.Created>('POST', path, { body: request })).tableId);
  }
}

/** The parsed body; what is refused without JSON is refused all the same. */
function parsed(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!response.ok) return undefined;
    throw new BadAnswer(`${response.status}, and its body is not JSON`, { cause });
  }
}

/** `wait`, at most the longest wait that a server accepts. */
export function longest(wait: number | undefined): number | undefined {
  return wait === undefined ? undefined : Math.min(wait, LONGEST_WAIT);
}

/** A new reference, by which the server knows a repeated request again. */
export function newRef(): string {
  return crypto.randomUUID();
}
