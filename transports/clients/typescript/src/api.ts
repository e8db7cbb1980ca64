// The shapes of requests and answers. Made from the OpenAPI document by scripts/make-types.mjs; do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AccountId: string;
    /** @description An account's id and handle. */
    AccountName: {
      handle: string;
      id: components['schemas']['AccountId'];
    };
    /** @description A move was taken. */
    Acted: {
      /** @constant */
      ok: true;
      table?: components['schemas']['TableView'];
    };
    /** @description A move. */
    ActionRequest: {
      /** @description One element of `state.legalActions`, as it stands there. */
      action: unknown;
      /** @description Also answer with the table and its events after this cursor. */
      eventsSince?: number | null;
      /** @description The `plies` that the move was decided on; a seat's credential must send it. */
      expectedPlies?: number | null;
    };
    AgentId: string;
    /**
     * @description What makes an agent's decisions. `prompt`: A model, told what its owner wrote. `policy`: A built-in policy.
     * @enum {string}
     */
    AgentKind: 'prompt' | 'policy';
    AgentVersionId: string;
    /** @description A seat of an end card. */
    CardSeat: {
      avatarUrl: string | null;
      name: string;
      rank?: number;
      result: components['schemas']['MatchResult'];
      /** Format: int64 */
      rosterNet: number;
      /** Format: int64 */
      score: number;
      seat: components['schemas']['Seat'];
      title: string | null;
    };
    /** @description A duel between one's own agent and another's. */
    ChallengeRequest: {
      /** @description One of the caller's own. */
      agentId: string;
      clientRef?: string | null;
      /** @description Default: `"bo1"`. */
      format?: components['schemas']['DuelFormat'] | null;
      /** @description A duellable game. Default: `"holdem"`. */
      gameId?: string | null;
      /** @description Another member's, or `agent:house`. */
      opponentAgentId: string;
      /** @description A duel of the last day between the same two agents: its game, format and stake count. */
      rematchOf?: string | null;
      /**
       * Format: int64
       * @description Chips a leg and side. Default: `200`.
       */
      stake?: number | null;
    };
    /** @description How a duel ended; `net` is the challenger's. */
    ChallengeResponse: {
      duelId: components['schemas']['DuelId'];
      fallbacks: number;
      format: components['schemas']['DuelFormat'];
      gameId: string;
      legs: components['schemas']['DuelLegs'];
      /** Format: int64 */
      net: number;
      /** @constant */
      ok: true;
      outcome: components['schemas']['DuelOutcome'];
      plies: number;
      replayed?: boolean;
    };
    /** @description A claim of a seat. */
    ClaimSeatGrantRequest: {
      claimToken: string;
      /** Format: uuid */
      clientRef: string;
    };
    /** @description The credential of a claimed seat. */
    ClaimSeatGrantResponse: {
      accessToken: string;
      expiresAt: components['schemas']['Millis'];
      seat: components['schemas']['Seat'];
      tableId: components['schemas']['TableId'];
      tokenType: components['schemas']['TokenType'];
    };
    /** @description A new table. */
    CreateTableRequest: {
      /**
       * Format: int64
       * @deprecated
       * @description The deprecated name of `stake`, which wins when both are sent. Default: `10`.
       */
      amount?: number | null;
      /** @description The idempotency key. */
      clientRef?: string | null;
      /** @description Play the deal of the day. Default: `false`. */
      daily?: boolean | null;
      /** @description The handle the open seat is kept for; makes the table private. */
      invited?: string | null;
      kind: components['schemas']['TableKind'];
      /** @description Leave every other seat to members. Default: `false`. */
      open?: boolean | null;
      /** @description In one sitting, or 48 hours a turn. Default: `"live"`. */
      pace?: components['schemas']['Pace'] | null;
      /** @description Play for nothing against the house. Default: `false`. */
      practice?: boolean | null;
      /** @description Seats, for multi-seat kinds; clamped to the game's range. */
      seats?: number | null;
      /**
       * Format: int64
       * @description Chips; kinds with a fixed buy-in ignore it. Default: `10`.
       */
      stake?: number | null;
      /** @description Listed, joinable by link, or for the invited alone. Default: `"public"`. */
      visibility?: components['schemas']['Visibility'] | null;
    };
    /** @description The table that was made. */
    Created: {
      tableId: components['schemas']['TableId'];
    };
    /** @description A live grant. */
    CurrentSeatGrant: {
      expiresAt: components['schemas']['Millis'];
      grantId: components['schemas']['GrantId'];
      seat: components['schemas']['Seat'];
      state: components['schemas']['GrantState'];
      tableId: components['schemas']['TableId'];
    };
    /** @description The live grant of a seat, if there is one. */
    CurrentSeatGrantResponse: {
      grant: components['schemas']['CurrentSeatGrant'] | null;
    };
    /** @description The deal of the day and who played it how. */
    DailyBoardResponse: {
      board: components['schemas']['DailyRank'][];
      dateKey: string;
      kind: string;
      mine: components['schemas']['DailyMine'] | null;
      seedHash: string;
    };
    /** @description The caller's try. */
    DailyMine: {
      plies: number | null;
      result: components['schemas']['MatchResult'] | null;
      status: components['schemas']['TableStatus'];
      tableId: components['schemas']['TableId'];
    };
    /** @description A member's try. */
    DailyRank: {
      handle: string;
      plies: number | null;
      result: components['schemas']['TryResult'];
      settledAt: components['schemas']['Millis'] | null;
    };
    /** @description Which build answers. */
    DeploymentIdentity: {
      attested: boolean;
      commitSha: string | null;
      deploymentId: string | null;
      /** @enum {string|null} */
      environment: 'production' | 'preview' | 'development' | null;
      schemaReady: boolean;
      schemaVersion: number;
    };
    /** @description A linked identity, as its owner sees it. */
    Door: {
      photoUrl: string | null;
      provider: string;
      username: string | null;
    };
    /** @description A duel by the names of its agents; the outcome is null while it runs. */
    Duel: {
      challenger: string;
      defender: string;
      id: components['schemas']['DuelId'];
      mine: boolean;
      outcome: components['schemas']['DuelOutcome'] | null;
      settledAt: components['schemas']['Millis'] | null;
      /** Format: int64 */
      stake: number;
    };
    /**
     * @description How many legs a duel has at most. `bo1`: One. `bo3`: The best of three. `bo5`: The best of five.
     * @enum {string}
     */
    DuelFormat: 'bo1' | 'bo3' | 'bo5';
    DuelId: string;
    /** @description Legs by who won them. */
    DuelLegs: {
      challenger: number;
      defender: number;
      drawn: number;
    };
    /**
     * @description Who won a duel. `challenger`: Whoever challenged. `defender`: Whoever was challenged. `draw`: Nobody.
     * @enum {string}
     */
    DuelOutcome: 'challenger' | 'defender' | 'draw';
    /** @description Duels, newest first. */
    Duels: {
      duels: components['schemas']['Duel'][];
    };
    /** @description How a table ended. */
    EndCard: {
      gameId: string;
      id: components['schemas']['TableId'];
      kind: string | null;
      reign: number;
      seats: components['schemas']['CardSeat'][];
      settledAt: components['schemas']['Millis'] | null;
      /** Format: int64 */
      stake: number;
      tablesTogether: number;
      winnerSeat: components['schemas']['Seat'] | null;
    };
    /** @description The confirmation of an erasure. */
    EraseRequest: {
      confirmHandle: string;
    };
    /** @description What an erasure removed. */
    EraseResponse: {
      agentsAnonymised: number;
      handle: string;
      identitiesRemoved: number;
      /** @constant */
      ok: true;
      pushSubsRemoved: number;
    };
    /** @description The body of every error. */
    Error: {
      /** @description What was wrong, for programs; one of the frozen list, or absent. */
      code?: components['schemas']['ErrorCode'];
      /** @description What was wrong, for people; never to be parsed. */
      error: string;
      /** @description What of the request it is about: a JSON pointer into the body (`/stake`), or the name of a parameter (`limit`). */
      field?: string;
      /** @description What to do next, in one sentence. */
      hint?: string;
    };
    /**
     * @description Frozen for v1.
     * @enum {string}
     */
    ErrorCode:
      | 'not_signed_in'
      | 'rate_limited'
      | 'invalid_request'
      | 'invalid_invite'
      | 'insufficient_chips'
      | 'stale_plies'
      | 'action_rejected'
      | 'not_joinable'
      | 'invitation_required'
      | 'identity_linked_elsewhere'
      | 'idempotency_conflict'
      | 'handle_taken'
      | 'in_flight'
      | 'not_configured'
      | 'grant_not_found'
      | 'grant_not_eligible'
      | 'grant_unavailable'
      | 'seat_delegated'
      | 'payload_too_large'
      | 'practice_quota'
      | 'active_table_quota'
      | 'party_quota'
      | 'push_quota'
      | 'selfcheck_limit'
      | 'selfcheck_in_flight';
    /** @description The shape of an event, for the document; events travel as JSON that their game made. */
    GameEvent: {
      at: components['schemas']['Millis'];
      data?: {
        [key: string]: unknown;
      };
      label?: string;
      seat?: components['schemas']['Seat'];
      type: string;
    };
    /** @description One table kind. */
    GameKind: {
      /** Format: int64 */
      buyInPerAmount?: number;
      description: string;
      duellable: boolean;
      engineVersion: string;
      /** Format: int64 */
      fixedBuyIn?: number;
      gameId: string;
      kind: string;
      label: string;
      openEligible: boolean;
      rules: string;
      seats?: number;
    };
    /** @description All table kinds. */
    Games: {
      games: components['schemas']['GameKind'][];
    };
    GrantId: string;
    /**
     * @description How far a grant has come. `ready`: Its token can be claimed. `delegated`: Somebody else plays the seat.
     * @enum {string}
     */
    GrantState: 'ready' | 'delegated';
    /** @description A guest's practice table. */
    GuestPracticeRequest: {
      /** Format: uuid */
      clientRef: string;
      kind: components['schemas']['TableKind'];
    };
    /** @description A practice table and the credential for its seat. */
    GuestPracticeResponse: {
      accessToken: string;
      expiresAt: components['schemas']['Millis'];
      tableId: components['schemas']['TableId'];
      tokenType: components['schemas']['TokenType'];
    };
    /** @description A settled table in a history. */
    Hand: {
      gameId: string;
      kind: string | null;
      /** Format: int64 */
      net: number;
      opponents: string[];
      result: components['schemas']['MatchResult'];
      settledAt: components['schemas']['Millis'] | null;
      tableId: components['schemas']['TableId'];
    };
    /** @description Settled tables of the caller, newest first. */
    History: {
      hands: components['schemas']['Hand'][];
    };
    /** @description A table that keeps a seat for the caller. */
    Invitation: {
      createdAt: components['schemas']['Millis'];
      gameId: string;
      host: string;
      id: components['schemas']['TableId'];
      kind: string | null;
      label: string;
      pace: components['schemas']['Pace'];
      /** Format: int64 */
      stake: number;
    };
    /** @description A credential for one's own seat, for somebody else to play it. */
    IssueSeatGrantRequest: {
      /** Format: uuid */
      clientRef: string;
      /** @description Default: `1800`. */
      expiresInSeconds?: number | null;
    };
    /** @description A seat grant and its claim token, shown to its owner alone. */
    IssueSeatGrantResponse: {
      claimToken: string;
      expiresAt: components['schemas']['Millis'];
      grantId: components['schemas']['GrantId'];
      seat: components['schemas']['Seat'];
      tableId: components['schemas']['TableId'];
    };
    /** @description What a new member sends. */
    JoinRequest: {
      /** Format: uuid */
      clientRef: string;
      handle: string;
      inviteCode: string;
    };
    /** @description A new account; the recovery code is shown this once. */
    JoinResponse: {
      handle: string;
      /** @constant */
      ok: true;
      recoveryCode: string;
    };
    /** @description A seat was taken. */
    JoinTableResponse: {
      /** @constant */
      ok: true;
      started: boolean;
      tableId: components['schemas']['TableId'];
    };
    /** @description A place on the leaderboard. */
    Leader: {
      /** Format: int64 */
      chips: number;
      handle: string;
    };
    /** @description Who won most. */
    Leaderboard: {
      leaderboard: components['schemas']['Leader'][];
      me?: components['schemas']['MyRank'];
    };
    /** @description Movements of the caller's chips, oldest first. */
    Ledger: {
      entries: components['schemas']['LedgerEntry'][];
    };
    /** @description One movement. */
    LedgerEntry: {
      createdAt: components['schemas']['Millis'];
      currency: string;
      /** Format: int64 */
      delta: number;
      id: number;
      reason: components['schemas']['Reason'];
      tableId: components['schemas']['TableId'] | null;
    };
    /** @description One line of a bundle's log. */
    LogEntry: {
      /** @description The action; null for a seat that left. */
      action: unknown;
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description True for a seat that gave up or ran out of time. */
      leave?: boolean;
      /** @description Who decided. */
      seat: components['schemas']['Seat'];
    };
    /**
     * @description The API's `result` words. `win`: Chips gained, or the match won. `loss`: Chips lost, or the match lost. `draw`: Neither.
     * @enum {string}
     */
    MatchResult: 'win' | 'loss' | 'draw';
    /** @description The caller's account and balance. */
    MeResponse: {
      account: components['schemas']['AccountName'];
      /** Format: int64 */
      balance: number;
    };
    /** @description One message of a chat. */
    Message: {
      at: components['schemas']['Millis'];
      body: string;
      clientId?: string;
      id: number;
      modality: components['schemas']['Modality'];
      name: string;
      seat: number;
    };
    /** @description Messages after a cursor, oldest first. */
    Messages: {
      messages: components['schemas']['Message'][];
      since: number;
    };
    /** @description What somebody sends who comes from the messenger. */
    MessengerJoinRequest: {
      /** @description The messenger's username, made to fit, where none is sent. */
      handle?: string | null;
      /** @description What the messenger gave the app, as it stands. */
      initData: string;
      /** @description Needed the first time. */
      inviteCode?: string | null;
    };
    /** @description An account that was opened by a messenger's identity; the recovery code comes with a new one alone. */
    MessengerJoinResponse: {
      created: boolean;
      handle: string;
      /** @constant */
      ok: true;
      recoveryCode?: string;
    };
    /** @description A state with which an identity can be linked, once. */
    MessengerLinkChallengeResponse: {
      state: string;
    };
    /** @description A link of a messenger's identity: `initData` or `messengerAuth`. */
    MessengerLinkRequest: {
      /** @description What the messenger gave the app, as it stands. */
      initData?: string | null;
      /** @description What the login widget gave: id, first_name, auth_date, hash and others. */
      messengerAuth?: {
        [key: string]: string;
      } | null;
      /** @description From the challenge. */
      state: string;
    };
    /** @description An update as the messenger sends it, of any shape. */
    MessengerWebhook: {
      [key: string]: unknown;
    };
    /** @description A moment, in epoch milliseconds, UTC. */
    Millis: number;
    /**
     * @description How a message was sent. `text`: Written. `voice`: Spoken; nothing is, so far.
     * @enum {string}
     */
    Modality: 'text' | 'voice';
    /** @description Tables that keep a seat for the caller. */
    MyInvitations: {
      invitations: components['schemas']['Invitation'][];
    };
    /** @description Where the caller stands or would stand. */
    MyRank: {
      /** Format: int64 */
      chips: number;
      rank: number;
    };
    /** @description One of the caller's tables. */
    MyTable: {
      gameId: string;
      id: components['schemas']['TableId'];
      kind: string | null;
      pace: components['schemas']['Pace'];
      /** Format: int64 */
      stake: number;
      status: components['schemas']['TableStatus'];
      yourTurn: boolean;
    };
    /** @description The caller's waiting and running tables. */
    MyTables: {
      tables: components['schemas']['MyTable'][];
    };
    /** @description Done. */
    Ok: {
      /** @constant */
      ok: true;
    };
    /** @description A public table with a free seat. */
    OpenTable: {
      createdAt: components['schemas']['Millis'];
      gameId: string;
      host: string;
      id: components['schemas']['TableId'];
      kind: string | null;
      label: string;
      seatsFilled: number;
      seatsTotal: number;
      /** Format: int64 */
      stake: number;
    };
    /** @description Public tables with a free seat. */
    OpenTables: {
      tables: components['schemas']['OpenTable'][];
    };
    /** @description One entry of an `outcome` list. */
    OutcomeEntry: {
      /** @description The place, in ranked games. */
      rank?: number;
      /** @description Win, loss or draw. */
      result: components['schemas']['MatchResult'];
      /**
       * Format: int64
       * @description Chips gained or lost on the table.
       */
      score: number;
      /** @description The seat. */
      seat: components['schemas']['Seat'];
      /** @description Ids of the cells or cards that won. */
      winningPieces?: number[];
    };
    /**
     * @description How fast a table is played. `live`: In one sitting. `daily`: 48 hours a turn.
     * @enum {string}
     */
    Pace: 'live' | 'daily';
    /** @description The party that was founded. */
    PartyCreated: {
      partyId: components['schemas']['PartyId'];
    };
    PartyId: string;
    /** @description A table for a party. */
    PartyTableRequest: {
      kind: components['schemas']['TableKind'];
      seats?: number | null;
      /**
       * Format: int64
       * @description Default: `10`.
       */
      stake?: number | null;
    };
    /** @description A party as its members see it. */
    PartyView: {
      currentTableId: components['schemas']['TableId'] | null;
      id: components['schemas']['PartyId'];
      isOwner: boolean;
      members: string[];
      messages: components['schemas']['Message'][];
      msgsAt: number;
      standing: components['schemas']['Standing'];
      visibility: components['schemas']['PartyVisibility'];
    };
    /**
     * @description Who may join a party by its link. `unlisted`: Whoever has the link. `private`: Nobody new.
     * @enum {string}
     */
    PartyVisibility: 'unlisted' | 'private';
    /** @description Who may join a party. */
    PartyVisibilityRequest: {
      visibility: components['schemas']['PartyVisibility'];
    };
    /**
     * @description How long a member pauses. `24h`: One day. `7d`: Seven days. `30d`: Thirty days.
     * @enum {string}
     */
    PauseDuration: '24h' | '7d' | '30d';
    /** @description How long to pause. */
    PauseRequest: {
      duration: components['schemas']['PauseDuration'];
    };
    /** @description Whether and until when the caller has paused himself. */
    PauseState: {
      paused: boolean;
      until: components['schemas']['Millis'] | null;
    };
    /** @description An agent on a member's card. */
    PlayerAgent: {
      id: components['schemas']['AgentId'];
      losses: number;
      name: string;
      wins: number;
    };
    /** @description A member's public card. */
    PlayerResponse: {
      agents: components['schemas']['PlayerAgent'][];
      avatarUrl: string | null;
      bio: string | null;
      /** Format: int64 */
      chips: number;
      handle: string;
      memberSince: components['schemas']['Millis'];
      messenger: string | null;
      tables: components['schemas']['PlayerTable'][];
    };
    /** @description A public table on a member's card. */
    PlayerTable: {
      createdAt: components['schemas']['Millis'];
      gameId: string;
      id: components['schemas']['TableId'];
      kind: string | null;
      status: components['schemas']['TableStatus'];
    };
    /** @description A public table in play. */
    PlayingTable: {
      createdAt: components['schemas']['Millis'];
      gameId: string;
      id: components['schemas']['TableId'];
      kind: string | null;
      label: string;
      seats: string[];
      /** Format: int64 */
      stake: number;
    };
    /** @description Public tables in play. */
    PlayingTables: {
      tables: components['schemas']['PlayingTable'][];
    };
    /**
     * @description A built-in policy by its API name. `calling-station`: Checks, else calls. `minimax`: The search or the house's play, whatever the game has. `random`: Any legal action.
     * @enum {string}
     */
    PolicyName: 'calling-station' | 'minimax' | 'random';
    /** @description A chat message of a table. */
    PostMessageRequest: {
      body: string;
      clientId?: string | null;
    };
    /** @description A message was posted. */
    Posted: {
      message: components['schemas']['Message'];
      /** @constant */
      ok: true;
    };
    /** @description The caller's own profile. */
    Profile: {
      avatarUrl: string | null;
      bio: string | null;
      doors: components['schemas']['Door'][];
      handle: string;
      identities: string[];
      showMessenger: boolean;
    };
    /** @description Changes to a profile. What is absent stays, null clears. */
    ProfilePatch: {
      /** Format: uri */
      avatarUrl?: string | null;
      bio?: string | null;
      showMessenger?: boolean | null;
    };
    /** @description The key that browsers subscribe with. */
    PushKey: {
      publicKey: string;
    };
    /** @description The browser's keys, in base64url. */
    PushKeys: {
      /** @description 16 bytes. */
      auth: string;
      /** @description An uncompressed point on the curve P-256. */
      p256dh: string;
    };
    /** @description A browser that wants to be notified. */
    PushSubscribeRequest: {
      subscription: components['schemas']['PushSubscription'];
    };
    /** @description What the browser's `PushManager` gives. */
    PushSubscription: {
      /** Format: uri */
      endpoint: string;
      keys: components['schemas']['PushKeys'];
    };
    /** @description A browser that wants to be left alone. */
    PushUnsubscribeRequest: {
      /** Format: uri */
      endpoint: string;
    };
    /**
     * @description Why chips moved. `grant`: Starting chips, a refill, or an erased account's chips going back. `buyin`: A stake put down. `payout`: A stake refunded or chips won. `rake`: The house's share of a pot. `referral`: A reward for an invitee.
     * @enum {string}
     */
    Reason: 'grant' | 'buyin' | 'payout' | 'rake' | 'referral';
    /** @description The caller's referral code and what it brought. */
    Referral: {
      cap: number;
      code: string;
      invited: number;
      /** Format: int64 */
      reward: number;
      rewarded: number;
      threshold: number;
      usesLeft: number;
    };
    /** @description A run of consecutive wins. */
    Reign: {
      championName: string;
      gameId: string;
      length: number;
    };
    /** @description A settled match as anyone may play it again; with its steps, where they were asked for. */
    Replay: {
      /** @description The setup of the match. */
      config: unknown;
      /** @description sha256 over the canonical JSON of `config, gameId, log, outcome, seats, seed, sessionId, version`. */
      digest: string;
      /** @description The game. */
      gameId: string;
      /** @description Every decision of every seat, in order; empty while the seed is sealed. */
      log: components['schemas']['LogEntry'][];
      /** @description The result by seat. */
      outcome: components['schemas']['OutcomeEntry'][];
      /** @description Why it is sealed: `daily` or `duel`. */
      sealedReason: string | null;
      /** @description Until when the seed is sealed, in epoch milliseconds. */
      sealedUntil: number | null;
      /** @description How many seats played. */
      seats: number;
      /** @description The seed in hex; null while it is sealed. */
      seed: string | null;
      /** @description sha256 of the seed's hex text. */
      seedCommit: string | null;
      /** @description sha256 of a sealed daily seed. */
      seedHash: string | null;
      /** @description The table's id. */
      sessionId: string;
      steps?: components['schemas']['ReplayStep'][];
      /** @description The engine version under which it was played. */
      version: string;
    };
    /** @description A moment of a match as one side saw it: after the deal, or after an entry of the log. */
    ReplayStep: {
      events: components['schemas']['GameEvent'][];
      view: unknown;
    };
    /** @description The caller's agents, the house's and other members'. */
    Roster: {
      agents: components['schemas']['RosterAgent'][];
      rankingThreshold: number;
    };
    /** @description An agent; its prompt is its owner's alone. */
    RosterAgent: {
      acceptsChallenges: boolean;
      id: components['schemas']['AgentId'];
      kind: components['schemas']['AgentKind'];
      losses: number;
      mine: boolean;
      name: string;
      ownerHandle: string;
      policy: components['schemas']['PolicyName'] | null;
      prompt: string | null;
      provisional: boolean;
      version: number;
      versionDuels: number;
      wins: number;
    };
    /** @description What a member sends for a new recovery code. */
    RotateRecoveryRequest: {
      recoveryCode: string;
    };
    /** @description A new recovery code. */
    RotateRecoveryResponse: {
      /** @constant */
      ok: true;
      recoveryCode: string;
    };
    /** @description An agent. */
    SaveAgentRequest: {
      /** @description Whether others may challenge it. True for a new agent; absent leaves it as it is. */
      acceptsChallenges?: boolean | null;
      /**
       * Format: double
       * @description How readily `minimax` bets and raises in hold'em. Default: `0.5`.
       */
      aggression?: number | null;
      kind: components['schemas']['AgentKind'];
      name: string;
      /** @description For kind `policy`; of no effect otherwise. */
      policy?: components['schemas']['PolicyName'] | null;
      /** @description What the model is told, for kind `prompt`; of no effect otherwise. */
      prompt?: string | null;
    };
    /** @description The agent that was saved. */
    SaveAgentResponse: {
      agentId: components['schemas']['AgentId'];
      /** @constant */
      ok: true;
      version: number;
      versionId: components['schemas']['AgentVersionId'];
    };
    /** @description A place at a table, counted from 0; the creator sits in 0. */
    Seat: number;
    /** @description Who sits in a seat. */
    SeatView: {
      avatarUrl: string | null;
      name: string;
      seat: components['schemas']['Seat'];
    };
    /** @description A rehearsal of one's own agent. */
    SelfCheckRequest: {
      agentId: string;
      /** @description Default: `"holdem"`. */
      gameId?: string | null;
    };
    /** @description How a rehearsal went, and the practice table it was played at. */
    SelfCheckResponse: {
      fallbacks: number;
      /** @constant */
      ok: true;
      plies: number;
      tableId: components['schemas']['TableId'];
      verdict: components['schemas']['Verdict'];
    };
    /** @description How a party's members stand. */
    Standing: {
      reigns: components['schemas']['Reign'][];
      rows: components['schemas']['StandingRow'][];
      tablesTogether: number;
    };
    /** @description How a member stands in a party. */
    StandingRow: {
      name: string;
      /** Format: int64 */
      net: number;
      played: number;
      wins: number;
    };
    TableId: string;
    /**
     * @description A table kind.
     * @enum {string}
     */
    TableKind:
      | 'blackjack'
      | 'blackjack-3'
      | 'holdem-vs-house'
      | 'holdem-open'
      | 'holdem-ring'
      | 'tic-tac-toe-vs-house'
      | 'rps-vs-house'
      | 'connect-four-vs-house'
      | 'mancala-vs-house'
      | 'liars-dice-vs-house'
      | 'battleship-vs-house'
      | 'memory-vs-house'
      | 'minesweeper-vs-house'
      | 'president'
      | 'dominoes'
      | 'roulette'
      | 'baccarat'
      | 'video-poker';
    /** @description The match itself. */
    TableState: {
      bankMs?: {
        [key: string]: number;
      };
      events?: components['schemas']['GameEvent'][];
      eventsAt: number;
      legalActions: unknown[];
      outcome?: components['schemas']['OutcomeEntry'][];
      plies: number;
      seed?: string;
      terminal: boolean;
      turnDeadlineAt?: components['schemas']['Millis'];
      view: unknown;
      yourTurn: boolean;
    };
    /**
     * @description Where a table is in its life. `waiting`: It has seats that members may take. `playing`: It is being played. `settled`: It is over. `cancelled`: It was declined, withdrawn or expired while it waited; all stakes went back.
     * @enum {string}
     */
    TableStatus: 'waiting' | 'playing' | 'settled' | 'cancelled';
    /** @description A table as its viewer may see it. */
    TableView: {
      archived: boolean;
      gameId: string;
      id: components['schemas']['TableId'];
      invitedHandle: string | null;
      kind: string | null;
      messages?: components['schemas']['Message'][];
      msgsAt?: number;
      mySeat: number;
      pace: components['schemas']['Pace'];
      practice: boolean;
      seats: components['schemas']['SeatView'][];
      seatsTotal: number;
      seed: string | null;
      seedCommit: string | null;
      /** Format: int64 */
      stake: number;
      state: components['schemas']['TableState'];
      status: components['schemas']['TableStatus'];
      visibility: components['schemas']['Visibility'];
    };
    /** @description What a member sends for a token. */
    TokenRequest: {
      handle: string;
      recoveryCode: string;
    };
    /** @description A Bearer token. */
    TokenResponse: {
      expiresInSeconds: number;
      token: string;
    };
    /**
     * @description How a token is sent: as `Authorization: Bearer`. `Bearer`: The only one.
     * @enum {string}
     */
    TokenType: 'Bearer';
    /**
     * @description How a try went, or that it is still played.
     * @enum {string}
     */
    TryResult: 'win' | 'loss' | 'draw' | 'playing';
    /**
     * @description Whether an agent made all its decisions itself. `clean`: All. `fell-back`: Not all.
     * @enum {string}
     */
    Verdict: 'clean' | 'fell-back';
    /**
     * @description Who may find a table and sit down. `public`: Listed, readable by all. `unlisted`: Readable and joinable by whoever has the id. `private`: Seated and invited members only.
     * @enum {string}
     */
    Visibility: 'public' | 'unlisted' | 'private';
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type AccountId = components['schemas']['AccountId'];
export type AccountName = components['schemas']['AccountName'];
export type Acted = components['schemas']['Acted'];
export type ActionRequest = components['schemas']['ActionRequest'];
export type AgentId = components['schemas']['AgentId'];
export type AgentKind = components['schemas']['AgentKind'];
export type AgentVersionId = components['schemas']['AgentVersionId'];
export type CardSeat = components['schemas']['CardSeat'];
export type ChallengeRequest = components['schemas']['ChallengeRequest'];
export type ChallengeResponse = components['schemas']['ChallengeResponse'];
export type ClaimSeatGrantRequest = components['schemas']['ClaimSeatGrantRequest'];
export type ClaimSeatGrantResponse = components['schemas']['ClaimSeatGrantResponse'];
export type CreateTableRequest = components['schemas']['CreateTableRequest'];
export type Created = components['schemas']['Created'];
export type CurrentSeatGrant = components['schemas']['CurrentSeatGrant'];
export type CurrentSeatGrantResponse = components['schemas']['CurrentSeatGrantResponse'];
export type DailyBoardResponse = components['schemas']['DailyBoardResponse'];
export type DailyMine = components['schemas']['DailyMine'];
export type DailyRank = components['schemas']['DailyRank'];
export type DeploymentIdentity = components['schemas']['DeploymentIdentity'];
export type Door = components['schemas']['Door'];
export type Duel = components['schemas']['Duel'];
export type DuelFormat = components['schemas']['DuelFormat'];
export type DuelId = components['schemas']['DuelId'];
export type DuelLegs = components['schemas']['DuelLegs'];
export type DuelOutcome = components['schemas']['DuelOutcome'];
export type Duels = components['schemas']['Duels'];
export type EndCard = components['schemas']['EndCard'];
export type EraseRequest = components['schemas']['EraseRequest'];
export type EraseResponse = components['schemas']['EraseResponse'];
export type Error = components['schemas']['Error'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type GameEvent = components['schemas']['GameEvent'];
export type GameKind = components['schemas']['GameKind'];
export type Games = components['schemas']['Games'];
export type GrantId = components['schemas']['GrantId'];
export type GrantState = components['schemas']['GrantState'];
export type GuestPracticeRequest = components['schemas']['GuestPracticeRequest'];
export type GuestPracticeResponse = components['schemas']['GuestPracticeResponse'];
export type Hand = components['schemas']['Hand'];
export type History = components['schemas']['History'];
export type Invitation = components['schemas']['Invitation'];
export type IssueSeatGrantRequest = components['schemas']['IssueSeatGrantRequest'];
export type IssueSeatGrantResponse = components['schemas']['IssueSeatGrantResponse'];
export type JoinRequest = components['schemas']['JoinRequest'];
export type JoinResponse = components['schemas']['JoinResponse'];
export type JoinTableResponse = components['schemas']['JoinTableResponse'];
export type Leader = components['schemas']['Leader'];
export type Leaderboard = components['schemas']['Leaderboard'];
export type Ledger = components['schemas']['Ledger'];
export type LedgerEntry = components['schemas']['LedgerEntry'];
export type LogEntry = components['schemas']['LogEntry'];
export type MatchResult = components['schemas']['MatchResult'];
export type MeResponse = components['schemas']['MeResponse'];
export type Message = components['schemas']['Message'];
export type Messages = components['schemas']['Messages'];
export type MessengerJoinRequest = components['schemas']['MessengerJoinRequest'];
export type MessengerJoinResponse = components['schemas']['MessengerJoinResponse'];
export type MessengerLinkChallengeResponse = components['schemas']['MessengerLinkChallengeResponse'];
export type MessengerLinkRequest = components['schemas']['MessengerLinkRequest'];
export type MessengerWebhook = components['schemas']['MessengerWebhook'];
export type Millis = components['schemas']['Millis'];
export type Modality = components['schemas']['Modality'];
export type MyInvitations = components['schemas']['MyInvitations'];
export type MyRank = components['schemas']['MyRank'];
export type MyTable = components['schemas']['MyTable'];
export type MyTables = components['schemas']['MyTables'];
export type Ok = components['schemas']['Ok'];
export type OpenTable = components['schemas']['OpenTable'];
export type OpenTables = components['schemas']['OpenTables'];
export type OutcomeEntry = components['schemas']['OutcomeEntry'];
export type Pace = components['schemas']['Pace'];
export type PartyCreated = components['schemas']['PartyCreated'];
export type PartyId = components['schemas']['PartyId'];
export type PartyTableRequest = components['schemas']['PartyTableRequest'];
export type PartyView = components['schemas']['PartyView'];
export type PartyVisibility = components['schemas']['PartyVisibility'];
export type PartyVisibilityRequest = components['schemas']['PartyVisibilityRequest'];
export type PauseDuration = components['schemas']['PauseDuration'];
export type PauseRequest = components['schemas']['PauseRequest'];
export type PauseState = components['schemas']['PauseState'];
export type PlayerAgent = components['schemas']['PlayerAgent'];
export type PlayerResponse = components['schemas']['PlayerResponse'];
export type PlayerTable = components['schemas']['PlayerTable'];
export type PlayingTable = components['schemas']['PlayingTable'];
export type PlayingTables = components['schemas']['PlayingTables'];
export type PolicyName = components['schemas']['PolicyName'];
export type PostMessageRequest = components['schemas']['PostMessageRequest'];
export type Posted = components['schemas']['Posted'];
export type Profile = components['schemas']['Profile'];
export type ProfilePatch = components['schemas']['ProfilePatch'];
export type PushKey = components['schemas']['PushKey'];
export type PushKeys = components['schemas']['PushKeys'];
export type PushSubscribeRequest = components['schemas']['PushSubscribeRequest'];
export type PushSubscription = components['schemas']['PushSubscription'];
export type PushUnsubscribeRequest = components['schemas']['PushUnsubscribeRequest'];
export type Reason = components['schemas']['Reason'];
export type Referral = components['schemas']['Referral'];
export type Reign = components['schemas']['Reign'];
export type Replay = components['schemas']['Replay'];
export type ReplayStep = components['schemas']['ReplayStep'];
export type Roster = components['schemas']['Roster'];
export type RosterAgent = components['schemas']['RosterAgent'];
export type RotateRecoveryRequest = components['schemas']['RotateRecoveryRequest'];
export type RotateRecoveryResponse = components['schemas']['RotateRecoveryResponse'];
export type SaveAgentRequest = components['schemas']['SaveAgentRequest'];
export type SaveAgentResponse = components['schemas']['SaveAgentResponse'];
export type Seat = components['schemas']['Seat'];
export type SeatView = components['schemas']['SeatView'];
export type SelfCheckRequest = components['schemas']['SelfCheckRequest'];
export type SelfCheckResponse = components['schemas']['SelfCheckResponse'];
export type Standing = components['schemas']['Standing'];
export type StandingRow = components['schemas']['StandingRow'];
export type TableId = components['schemas']['TableId'];
export type TableKind = components['schemas']['TableKind'];
export type TableState = components['schemas']['TableState'];
export type TableStatus = components['schemas']['TableStatus'];
export type TableView = components['schemas']['TableView'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type TokenResponse = components['schemas']['TokenResponse'];
export type TokenType = components['schemas']['TokenType'];
export type TryResult = components['schemas']['TryResult'];
export type Verdict = components['schemas']['Verdict'];
export type Visibility = components['schemas']['Visibility'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
