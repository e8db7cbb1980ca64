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
      /** @description The table after the move, where `eventsSince` was sent. */
      table?: components['schemas']['TableView'];
    };
    /** @description A move. */
    ActionRequest: {
      /** @description One element of `state.legalActions`, as it stands there. */
      action: components['schemas']['GameAction'];
      /** @description Also answer with the table and its events after this cursor, an earlier `state.eventsAt`; 0 for all. */
      eventsSince?: number | null;
      /** @description The `state.plies` that the move was decided on. A seat's token, a guest's too, must send it. */
      expectedPlies?: number | null;
    };
    AgentId: string;
    /**
     * @description What makes an agent's decisions. `prompt`: A model, told what its owner wrote. `policy`: A built-in policy.
     * @enum {string}
     */
    AgentKind: 'prompt' | 'policy';
    AgentVersionId: string;
    /** @description Put the whole stake on a side. */
    BaccaratAction: {
      /**
       * @description The side.
       * @enum {string}
       */
      on: 'player' | 'banker' | 'tie';
      /** @constant */
      type: 'bet';
    };
    BaccaratBetEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /**
         * @description What a bet is on, and what wins. Player and banker are the two hands, not members.
         * @enum {string}
         */
        on: 'player' | 'banker' | 'tie';
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'bet';
    };
    /** @description The first two cards of both hands. */
    BaccaratCardsEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        banker: components['schemas']['Card'][];
        player: components['schemas']['Card'][];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'cards';
    };
    /** @description The totals, and which hand wins. */
    BaccaratCoupEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        banker: number;
        player: number;
        /**
         * @description What a bet is on, and what wins. Player and banker are the two hands, not members.
         * @enum {string}
         */
        winner: 'player' | 'banker' | 'tie';
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'coup';
    };
    BaccaratDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    BaccaratEvent:
      | components['schemas']['BaccaratDealtEvent']
      | components['schemas']['BaccaratBetEvent']
      | components['schemas']['BaccaratCardsEvent']
      | components['schemas']['BaccaratThirdEvent']
      | components['schemas']['BaccaratCoupEvent']
      | components['schemas']['BaccaratSettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    BaccaratHand: {
      cards: components['schemas']['Card'][];
      total: number;
    };
    BaccaratSeatView: {
      /**
       * @description What a bet is on, and what wins. Player and banker are the two hands, not members.
       * @enum {string|null}
       */
      on: 'player' | 'banker' | 'tie' | null;
      /** Format: int64 */
      score: number | null;
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    BaccaratSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    /** @description A hand draws a third card. */
    BaccaratThirdEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        card: components['schemas']['Card'];
        /**
         * @description What a bet is on, and what wins. Player and banker are the two hands, not members.
         * @enum {string}
         */
        hand: 'player' | 'banker' | 'tie';
        total: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'third';
    };
    /** @description What everyone sees; the cards only when it is over. */
    BaccaratView: {
      banker: components['schemas']['BaccaratHand'] | null;
      /** @constant */
      game: 'baccarat';
      natural: boolean | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'bet' | 'over';
      player: components['schemas']['BaccaratHand'] | null;
      seats: components['schemas']['BaccaratSeatView'][];
      /** Format: int64 */
      stake: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      /**
       * @description What a bet is on, and what wins. Player and banker are the two hands, not members.
       * @enum {string|null}
       */
      winner: 'player' | 'banker' | 'tie' | null;
    };
    BattleshipAction:
      | components['schemas']['BattleshipPlaceAction']
      | components['schemas']['BattleshipAutoAction']
      | components['schemas']['BattleshipShootAction'];
    /** @description Let the deal place all remaining ships. */
    BattleshipAutoAction: {
      /** @constant */
      type: 'auto';
    };
    BattleshipDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description Who shoots first. */
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    /**
     * @description How a ship lies. `h`: Along a row. `v`: Along a column.
     * @enum {string}
     */
    BattleshipDir: 'h' | 'v';
    BattleshipEvent:
      | components['schemas']['BattleshipDealtEvent']
      | components['schemas']['BattleshipPlacedEvent']
      | components['schemas']['BattleshipShotEvent']
      | components['schemas']['BattleshipSunkEvent']
      | components['schemas']['BattleshipSettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    BattleshipFleetShip: {
      length: number;
      name: string;
      ship: number;
    };
    /** @description Put the next ship down. */
    BattleshipPlaceAction: {
      /** @description Its left or top cell. */
      cell: number;
      /** @description How it lies. */
      dir: components['schemas']['BattleshipDir'];
      /** @description Its number in the fleet. */
      ship: number;
      /** @constant */
      type: 'place';
    };
    BattleshipPlacedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description How many ships are down. */
        placed: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'placed';
    };
    BattleshipSeatView: {
      grid: ('miss' | 'hit' | 'sunk' | null)[];
      placed: number;
      seat: components['schemas']['Seat'];
      ships: components['schemas']['BattleshipShipView'][];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    BattleshipSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    BattleshipShipView: {
      cells: number[];
      ship: number;
      sunk: boolean;
    };
    /** @description Shoot at a cell. */
    BattleshipShootAction: {
      /** @description The cell's number. */
      cell: number;
      /** @constant */
      type: 'shoot';
    };
    BattleshipShot: {
      cell: number;
      /** @enum {string} */
      result: 'miss' | 'hit' | 'sunk';
      seat: components['schemas']['Seat'];
      /** @description Which ship, once it is sunk. */
      ship: number | null;
    };
    BattleshipShotEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cell: number;
        /** @enum {string} */
        result: 'miss' | 'hit' | 'sunk';
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'shot';
    };
    BattleshipSunkEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cells: number[];
        ship: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'sunk';
    };
    /** @description What a viewer sees: of the other's ships only those that are sunk. */
    BattleshipView: {
      fleet: components['schemas']['BattleshipFleetShip'][];
      /** @constant */
      game: 'battleship';
      lastShot: components['schemas']['BattleshipShot'] | null;
      /**
       * @description How far it is.
       * @enum {string}
       */
      phase: 'place' | 'shoot' | 'over';
      seats: components['schemas']['BattleshipSeatView'][];
      /** @description The viewer's own ships. */
      ships?: components['schemas']['BattleshipShipView'][] | null;
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    BlackjackAction:
      | components['schemas']['BlackjackHitAction']
      | components['schemas']['BlackjackStandAction']
      | components['schemas']['BlackjackDoubleAction']
      | components['schemas']['BlackjackSplitAction'];
    /** @description The dealer's final hand. */
    BlackjackDealerEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cards: components['schemas']['Card'][];
        round: number;
        total: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealer';
    };
    /** @description What cards count together. */
    BlackjackDealerView: {
      cards: (components['schemas']['Card'] | null)[];
      /** @description Whether an ace counts 11. */
      soft: boolean;
      total: number;
    };
    BlackjackDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cards: components['schemas']['Card'][];
        round: number;
        /** @description The dealer's open card. */
        up: components['schemas']['Card'];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    /** @description Double the bet and take exactly one card. */
    BlackjackDoubleAction: {
      /** @constant */
      type: 'double';
    };
    BlackjackDoubleEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: components['schemas']['BlackjackDrawn'];
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'double';
    };
    /** @description A card that came to a hand. */
    BlackjackDrawn: {
      card: components['schemas']['Card'];
      hand: number;
      round: number;
      total: number;
    };
    BlackjackEvent:
      | components['schemas']['BlackjackDealtEvent']
      | components['schemas']['BlackjackTurnEvent']
      | components['schemas']['BlackjackHitEvent']
      | components['schemas']['BlackjackDoubleEvent']
      | components['schemas']['BlackjackStandEvent']
      | components['schemas']['BlackjackSplitEvent']
      | components['schemas']['BlackjackDealerEvent']
      | components['schemas']['BlackjackRoundEvent']
      | components['schemas']['BlackjackSettledEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    /** @description What cards count together. */
    BlackjackHandView: {
      /** Format: int64 */
      bet: number;
      cards: components['schemas']['Card'][];
      doubled: boolean;
      /** Format: int64 */
      net: number | null;
      /**
       * @description How a hand ended.
       * @enum {string|null}
       */
      result: 'win' | 'loss' | 'push' | 'blackjack' | null;
      /** @description Whether an ace counts 11. */
      soft: boolean;
      /**
       * @description How far a hand is played.
       * @enum {string}
       */
      status: 'open' | 'stood' | 'bust' | 'blackjack' | 'conceded';
      total: number;
    };
    /** @description Take a card. */
    BlackjackHitAction: {
      /** @constant */
      type: 'hit';
    };
    BlackjackHitEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: components['schemas']['BlackjackDrawn'];
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'hit';
    };
    /** @description A round is settled. */
    BlackjackRoundEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description By hand. */
        nets: (number | null)[];
        round: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'round';
    };
    BlackjackRoundView: {
      dealer: components['schemas']['BlackjackDealerView'];
      done: boolean;
      hands: components['schemas']['BlackjackHandView'][];
      split: boolean;
    };
    BlackjackSeatView: {
      /** Format: int64 */
      score: number;
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    BlackjackSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    /** @description Make two hands of a pair. */
    BlackjackSplitAction: {
      /** @constant */
      type: 'split';
    };
    BlackjackSplitEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description Of both hands. */
        cards: components['schemas']['Card'][][];
        round: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'split';
    };
    /** @description Take no more. */
    BlackjackStandAction: {
      /** @constant */
      type: 'stand';
    };
    BlackjackStandEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        hand: number;
        round: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'stand';
    };
    /** @description The player is to decide about a hand. */
    BlackjackTurnEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        hand: number;
        round: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'turn';
    };
    /** @description What everyone sees: the player's cards lie face up. */
    BlackjackView: {
      /** @constant */
      game: 'blackjack';
      hand: number | null;
      handsTotal: number;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'player' | 'over';
      round: number;
      rounds: components['schemas']['BlackjackRoundView'][];
      seats: components['schemas']['BlackjackSeatView'][];
      shoeLeft: number;
      /** Format: int64 */
      stake: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description A card: its rank and its suit. */
    Card: string;
    /** @description A seat of an end card. */
    CardSeat: {
      avatarUrl: string | null;
      name: string;
      /** @description Its place, 1 for the first; in games that rank. */
      rank?: number;
      result: components['schemas']['MatchResult'];
      /**
       * Format: int64
       * @description What the seat has gained or lost over all tables that exactly these players have finished together.
       */
      rosterNet: number;
      /**
       * Format: int64
       * @description The chips that the seat gained or lost here.
       */
      score: number;
      seat: components['schemas']['Seat'];
      /** @description What its place is called, in games that have titles; null in others. */
      title: string | null;
    };
    /** @description A duel between one's own agent and another's. */
    ChallengeRequest: {
      /** @description One of the caller's own. */
      agentId: string;
      /** @description The idempotency key. */
      clientRef?: string | null;
      /** @description One leg, or the best of three or five. Default: `"bo1"`. */
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
      /** @description Decisions that a model did not make in time or form: the fallback did. */
      fallbacks: number;
      format: components['schemas']['DuelFormat'];
      gameId: components['schemas']['GameId'];
      legs: components['schemas']['DuelLegs'];
      /**
       * Format: int64
       * @description The challenger's chips gained or lost.
       */
      net: number;
      /** @constant */
      ok: true;
      outcome: components['schemas']['DuelOutcome'];
      plies: number;
      /** @description True where this `clientRef` had already been fought. */
      replayed?: boolean;
    };
    /** @description A claim of a seat. */
    ClaimSeatGrantRequest: {
      /** @description From the seat's owner. */
      claimToken: string;
      /**
       * Format: uuid
       * @description The idempotency key: a new UUID of your own; with it alone the claim can be repeated.
       */
      clientRef: string;
    };
    /** @description The credential of a claimed seat. */
    ClaimSeatGrantResponse: {
      /** @description The Bearer token of this one seat. */
      accessToken: string;
      expiresAt: components['schemas']['Millis'];
      seat: components['schemas']['Seat'];
      tableId: components['schemas']['TableId'];
      tokenType: components['schemas']['TokenType'];
    };
    /** @description Into a column that is not full, 0..=6 from the left. */
    ConnectFourAction: {
      /** @description The column's number. */
      column: number;
      /** @constant */
      type: 'drop';
    };
    ConnectFourDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    ConnectFourDroppedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cell: number;
        column: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dropped';
    };
    ConnectFourEvent:
      | components['schemas']['ConnectFourDealtEvent']
      | components['schemas']['ConnectFourDroppedEvent']
      | components['schemas']['ConnectFourSettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    ConnectFourSeatView: {
      /**
       * @description Who starts has the red ones.
       * @enum {string}
       */
      disc: 'red' | 'yellow';
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    ConnectFourSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description The cells of the line, if one won. */
        line: number[] | null;
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    /** @description What everyone sees; nothing is hidden. */
    ConnectFourView: {
      board: (components['schemas']['Seat'] | null)[];
      /** @constant */
      game: 'connect-four';
      lastCell: number | null;
      line: number[] | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'play' | 'over';
      seats: components['schemas']['ConnectFourSeatView'][];
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description A new table. */
    CreateTableRequest: {
      /**
       * Format: int64
       * @deprecated
       * @description The deprecated name of `stake`, which wins when both are sent. Default: `10`.
       */
      amount?: number | null;
      /** @description The idempotency key: a word of your own, new for each table. */
      clientRef?: string | null;
      /** @description Play the deal of the day, the same for all, once: kind and stake are the day's. Default: `false`. */
      daily?: boolean | null;
      /** @description The handle the open seat is kept for; makes the table private. */
      invited?: string | null;
      kind: components['schemas']['TableKind'];
      /** @description Leave every other seat to members. Default: `false`. */
      open?: boolean | null;
      /** @description In one sitting with turns of about a minute, or 48 hours a turn. Default: `"live"`. */
      pace?: components['schemas']['Pace'] | null;
      /** @description Play for nothing: no chips move, the house takes the other seats, and it is on no list. Default: `false`. */
      practice?: boolean | null;
      /** @description Seats, for multi-seat kinds; clamped to the game's range. */
      seats?: number | null;
      /**
       * Format: int64
       * @description The buy-in or bet in chips. Kinds with a `fixedBuyIn`, hold'em among them (200), ignore it. Default: `10`.
       */
      stake?: number | null;
      /** @description Listed, joinable by whoever has its id, or for the invited alone. Default: `"public"`. */
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
      /** @description Null where nothing is handed out. */
      grant: components['schemas']['CurrentSeatGrant'] | null;
    };
    /** @description The deal of the day and who played it how. */
    DailyBoardResponse: {
      board: components['schemas']['DailyRank'][];
      /** @description The day, in UTC. */
      dateKey: string;
      kind: components['schemas']['TableKind'];
      /** @description The caller's own try. */
      mine: components['schemas']['DailyMine'] | null;
      /** @description sha256 of the day's seed. */
      seedHash: string;
    };
    /** @description The caller's try. */
    DailyMine: {
      plies: number | null;
      /** @description Null until it is over. */
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
    DominoesAction:
      | components['schemas']['DominoesPlayAction']
      | components['schemas']['DominoesDrawAction']
      | components['schemas']['DominoesPassAction'];
    /** @description Nobody can move. */
    DominoesBlockedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description By seat; null for one that left. */
        pips: (number | null)[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'blocked';
    };
    DominoesDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description How many tiles it has. */
        boneyard: number;
        start: components['schemas']['Seat'];
        /** @description How many each seat has. */
        tiles: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    /** @description Take the front tile of the boneyard, when nothing fits. */
    DominoesDrawAction: {
      /** @constant */
      type: 'draw';
    };
    DominoesDrewEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description How many tiles it still has. */
        boneyard: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'drew';
    };
    DominoesEvent:
      | components['schemas']['DominoesDealtEvent']
      | components['schemas']['DominoesPlayedEvent']
      | components['schemas']['DominoesDrewEvent']
      | components['schemas']['DominoesPassedEvent']
      | components['schemas']['DominoesBlockedEvent']
      | components['schemas']['DominoesSettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    /** @description The last tile played. */
    DominoesLast: {
      /**
       * @description An end of the line.
       * @enum {string|null}
       */
      end: 'left' | 'right' | null;
      seat: components['schemas']['Seat'];
      tile: components['schemas']['DominoesTile'];
    };
    /** @description When nothing fits and the boneyard is empty. */
    DominoesPassAction: {
      /** @constant */
      type: 'pass';
    };
    DominoesPassedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        ends: number[] | null;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'passed';
    };
    /** @description Lay a tile. */
    DominoesPlayAction: {
      /**
       * @description At which end; none for the lead.
       * @enum {string|null}
       */
      end?: 'left' | 'right' | null;
      /** @description Which. */
      tile: components['schemas']['DominoesTile'];
      /** @constant */
      type: 'play';
    };
    DominoesPlayedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /**
         * @description None for the lead.
         * @enum {string|null}
         */
        end: 'left' | 'right' | null;
        ends: number[] | null;
        tile: components['schemas']['DominoesTile'];
        tilesLeft: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'played';
    };
    DominoesSeatView: {
      hand: components['schemas']['DominoesTile'][] | null;
      lacks: number[];
      pips: number | null;
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
      tiles: number;
    };
    DominoesSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        scores: number[];
        winners: components['schemas']['Seat'][];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    /** @description A tile: its lower number and its higher. */
    DominoesTile: string;
    /** @description The round as a viewer sees it. */
    DominoesView: {
      blocked: boolean;
      boneyard: number;
      boneyardTiles: components['schemas']['DominoesTile'][] | null;
      ends: number[] | null;
      /** @constant */
      game: 'dominoes';
      hand?: components['schemas']['DominoesTile'][] | null;
      last: components['schemas']['DominoesLast'] | null;
      line: number[][];
      /**
       * @description Whether the line has begun, or it is over.
       * @enum {string}
       */
      phase: 'lead' | 'play' | 'over';
      seats: components['schemas']['DominoesSeatView'][];
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
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
      /**
       * Format: int64
       * @description Chips a leg and side.
       */
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
      gameId: components['schemas']['GameId'];
      id: components['schemas']['TableId'];
      kind: components['schemas']['TableKind'] | null;
      /** @description How many tables of this game the winner has now won in a row among these players; 1 is the first. */
      reign: number;
      seats: components['schemas']['CardSeat'][];
      settledAt: components['schemas']['Millis'] | null;
      /** Format: int64 */
      stake: number;
      /** @description How many tables exactly these players have finished together. */
      tablesTogether: number;
      /** @description The one seat with the highest score, if that is over 0; null where none is, and where the house won. */
      winnerSeat: components['schemas']['Seat'] | null;
    };
    /** @description The confirmation of an erasure. */
    EraseRequest: {
      /** @description The caller's own handle. */
      confirmHandle: string;
    };
    /** @description What an erasure removed. */
    EraseResponse: {
      agentsAnonymised: number;
      /** @description The name that past tables now show. */
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
    /** @description The seat gave up. */
    ForfeitedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'forfeited';
    };
    /** @description A move, by the `view.game` of its table and its own `type`. */
    GameAction:
      | components['schemas']['BlackjackAction']
      | components['schemas']['HoldemAction']
      | components['schemas']['HoldemRingAction']
      | components['schemas']['TicTacToeAction']
      | components['schemas']['RpsAction']
      | components['schemas']['ConnectFourAction']
      | components['schemas']['MancalaAction']
      | components['schemas']['LiarsDiceAction']
      | components['schemas']['BattleshipAction']
      | components['schemas']['MemoryAction']
      | components['schemas']['MinesweeperAction']
      | components['schemas']['PresidentAction']
      | components['schemas']['DominoesAction']
      | components['schemas']['RouletteAction']
      | components['schemas']['BaccaratAction']
      | components['schemas']['VideoPokerAction'];
    /** @description What happened at a table, by the `view.game` of the table and its own `type`. */
    GameEvent:
      | components['schemas']['BlackjackEvent']
      | components['schemas']['HoldemEvent']
      | components['schemas']['HoldemRingEvent']
      | components['schemas']['TicTacToeEvent']
      | components['schemas']['RpsEvent']
      | components['schemas']['ConnectFourEvent']
      | components['schemas']['MancalaEvent']
      | components['schemas']['LiarsDiceEvent']
      | components['schemas']['BattleshipEvent']
      | components['schemas']['MemoryEvent']
      | components['schemas']['MinesweeperEvent']
      | components['schemas']['PresidentEvent']
      | components['schemas']['DominoesEvent']
      | components['schemas']['RouletteEvent']
      | components['schemas']['BaccaratEvent']
      | components['schemas']['VideoPokerEvent'];
    /**
     * @description A game.
     * @enum {string}
     */
    GameId:
      | 'blackjack'
      | 'holdem'
      | 'holdem-ring'
      | 'tic-tac-toe'
      | 'rps'
      | 'connect-four'
      | 'mancala'
      | 'liars-dice'
      | 'battleship'
      | 'memory'
      | 'minesweeper'
      | 'president'
      | 'dominoes'
      | 'roulette'
      | 'baccarat'
      | 'video-poker';
    /** @description One table kind. */
    GameKind: {
      /**
       * Format: int64
       * @description The buy-in is the stake times this.
       */
      buyInPerAmount?: number;
      description: string;
      /** @description Whether agents can be sent into duels of the game. */
      duellable: boolean;
      /** @description The version of the rules. */
      engineVersion: string;
      /**
       * Format: int64
       * @description The buy-in, whatever the stake.
       */
      fixedBuyIn?: number;
      gameId: components['schemas']['GameId'];
      kind: components['schemas']['TableKind'];
      label: string;
      /** @description Whether `open` and `invited` may leave seats to members. */
      openEligible: boolean;
      rules: string;
      /** @description Seats where nobody says how many; of kinds with a choice of them. */
      seats?: number;
    };
    /** @description What the caller may see of a match. */
    GameView:
      | components['schemas']['BlackjackView']
      | components['schemas']['HoldemView']
      | components['schemas']['HoldemRingView']
      | components['schemas']['TicTacToeView']
      | components['schemas']['RpsView']
      | components['schemas']['ConnectFourView']
      | components['schemas']['MancalaView']
      | components['schemas']['LiarsDiceView']
      | components['schemas']['BattleshipView']
      | components['schemas']['MemoryView']
      | components['schemas']['MinesweeperView']
      | components['schemas']['PresidentView']
      | components['schemas']['DominoesView']
      | components['schemas']['RouletteView']
      | components['schemas']['BaccaratView']
      | components['schemas']['VideoPokerView'];
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
      /**
       * Format: uuid
       * @description The idempotency key: a new UUID of your own for each table.
       */
      clientRef: string;
      /** @description Any kind; the house takes the other seats. */
      kind: components['schemas']['TableKind'];
    };
    /** @description A practice table and the credential for its seat. */
    GuestPracticeResponse: {
      /** @description The Bearer token of this one seat. */
      accessToken: string;
      expiresAt: components['schemas']['Millis'];
      tableId: components['schemas']['TableId'];
      tokenType: components['schemas']['TokenType'];
    };
    /** @description A settled table in a history. */
    Hand: {
      gameId: components['schemas']['GameId'];
      kind: components['schemas']['TableKind'] | null;
      /**
       * Format: int64
       * @description The chips gained or lost, the buy-in taken off.
       */
      net: number;
      /** @description Handles; `house` is one. */
      opponents: string[];
      /** @description By `net`: a win above 0, a loss below. */
      result: components['schemas']['MatchResult'];
      settledAt: components['schemas']['Millis'] | null;
      tableId: components['schemas']['TableId'];
    };
    /** @description Settled tables of the caller, newest first. */
    History: {
      hands: components['schemas']['Hand'][];
    };
    HoldemAction:
      | components['schemas']['HoldemFoldAction']
      | components['schemas']['HoldemCheckAction']
      | components['schemas']['HoldemCallAction']
      | components['schemas']['HoldemRaiseAction'];
    HoldemBlindEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** Format: int64 */
        amount: number;
        /** @enum {string} */
        blind: 'small' | 'big';
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'blind';
    };
    /** @description Put in what is owed, or all that is left. */
    HoldemCallAction: {
      /** @constant */
      type: 'call';
    };
    HoldemCallEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** Format: int64 */
        amount: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'call';
    };
    /** @description Stay in where nothing is owed. */
    HoldemCheckAction: {
      /** @constant */
      type: 'check';
    };
    HoldemCheckEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: Record<string, never>;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'check';
    };
    HoldemDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        button: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    HoldemEvent:
      | components['schemas']['HoldemDealtEvent']
      | components['schemas']['HoldemBlindEvent']
      | components['schemas']['HoldemFoldEvent']
      | components['schemas']['HoldemCheckEvent']
      | components['schemas']['HoldemCallEvent']
      | components['schemas']['HoldemRaiseEvent']
      | components['schemas']['HoldemStreetEvent']
      | components['schemas']['HoldemShownEvent']
      | components['schemas']['HoldemReturnedEvent']
      | components['schemas']['HoldemPotEvent']
      | components['schemas']['HoldemSettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    /** @description Give the hand up. */
    HoldemFoldAction: {
      /** @constant */
      type: 'fold';
    };
    HoldemFoldEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: Record<string, never>;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'fold';
    };
    HoldemPotEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** Format: int64 */
        amount: number;
        shares: number[];
        winners: components['schemas']['Seat'][];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'pot';
    };
    HoldemPotView: {
      /** Format: int64 */
      amount: number;
      seats: components['schemas']['Seat'][];
      shares: number[];
      winners: components['schemas']['Seat'][];
    };
    /** @description Bet or raise. */
    HoldemRaiseAction: {
      /**
       * Format: int64
       * @description The seat's whole bet of the street afterwards.
       */
      to: number;
      /** @constant */
      type: 'raise';
    };
    /** @description A bet or a raise. */
    HoldemRaiseEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        allIn: boolean;
        /** Format: int64 */
        by: number;
        /**
         * Format: int64
         * @description The seat's whole bet of the street.
         */
        to: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'raise';
    };
    /** @description Chips that nobody called go back. */
    HoldemReturnedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** Format: int64 */
        amount: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'returned';
    };
    HoldemRingAction:
      | components['schemas']['HoldemRingFoldAction']
      | components['schemas']['HoldemRingCheckAction']
      | components['schemas']['HoldemRingCallAction']
      | components['schemas']['HoldemRingRaiseAction'];
    HoldemRingBlindEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** Format: int64 */
        amount: number;
        /** @enum {string} */
        blind: 'small' | 'big';
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'blind';
    };
    /** @description Put in what is owed, or all that is left. */
    HoldemRingCallAction: {
      /** @constant */
      type: 'call';
    };
    HoldemRingCallEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** Format: int64 */
        amount: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'call';
    };
    /** @description Stay in where nothing is owed. */
    HoldemRingCheckAction: {
      /** @constant */
      type: 'check';
    };
    HoldemRingCheckEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: Record<string, never>;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'check';
    };
    HoldemRingDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        button: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    HoldemRingEvent:
      | components['schemas']['HoldemRingDealtEvent']
      | components['schemas']['HoldemRingBlindEvent']
      | components['schemas']['HoldemRingFoldEvent']
      | components['schemas']['HoldemRingCheckEvent']
      | components['schemas']['HoldemRingCallEvent']
      | components['schemas']['HoldemRingRaiseEvent']
      | components['schemas']['HoldemRingStreetEvent']
      | components['schemas']['HoldemRingShownEvent']
      | components['schemas']['HoldemRingReturnedEvent']
      | components['schemas']['HoldemRingPotEvent']
      | components['schemas']['HoldemRingSettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    /** @description Give the hand up. */
    HoldemRingFoldAction: {
      /** @constant */
      type: 'fold';
    };
    HoldemRingFoldEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: Record<string, never>;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'fold';
    };
    HoldemRingPotEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** Format: int64 */
        amount: number;
        shares: number[];
        winners: components['schemas']['Seat'][];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'pot';
    };
    HoldemRingPotView: {
      /** Format: int64 */
      amount: number;
      seats: components['schemas']['Seat'][];
      shares: number[];
      winners: components['schemas']['Seat'][];
    };
    /** @description Bet or raise. */
    HoldemRingRaiseAction: {
      /**
       * Format: int64
       * @description The seat's whole bet of the street afterwards.
       */
      to: number;
      /** @constant */
      type: 'raise';
    };
    /** @description A bet or a raise. */
    HoldemRingRaiseEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        allIn: boolean;
        /** Format: int64 */
        by: number;
        /**
         * Format: int64
         * @description The seat's whole bet of the street.
         */
        to: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'raise';
    };
    /** @description Chips that nobody called go back. */
    HoldemRingReturnedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** Format: int64 */
        amount: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'returned';
    };
    /** @description A seat of a hand. */
    HoldemRingSeatView: {
      acted: boolean;
      best?: components['schemas']['Card'][] | null;
      /** Format: int64 */
      bet: number;
      cards: components['schemas']['Card'][] | null;
      handName?: string | null;
      /**
       * @description A seat's last decision.
       * @enum {string|null}
       */
      last: 'fold' | 'check' | 'call' | 'raise' | 'left' | null;
      /** Format: int64 */
      put: number;
      /** Format: int64 */
      returned?: number;
      /** Format: int64 */
      score?: number;
      seat: components['schemas']['Seat'];
      /** Format: int64 */
      stack: number;
      /** @enum {string} */
      status: 'in' | 'folded' | 'all-in' | 'left';
      /** Format: int64 */
      won?: number;
    };
    HoldemRingSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    HoldemRingShownEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        best: components['schemas']['Card'][];
        cards: components['schemas']['Card'][];
        handName: string;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'shown';
    };
    /** @description The cards of a street. */
    HoldemRingStreetEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cards: components['schemas']['Card'][];
        /** @enum {string} */
        street: 'preflop' | 'flop' | 'turn' | 'river';
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'street';
    };
    /** @description A hand as its viewer may see it. */
    HoldemRingView: {
      /** Format: int64 */
      bigBlind: number;
      board: components['schemas']['Card'][];
      button: components['schemas']['Seat'];
      /** Format: int64 */
      currentBet: number;
      /** @constant */
      game: 'holdem-ring';
      /** @description The own cards; a spectator has none. */
      hand?: components['schemas']['Card'][] | null;
      /** Format: int64 */
      minRaise: number;
      /**
       * @description The street, or that it is over.
       * @enum {string}
       */
      phase: 'preflop' | 'flop' | 'turn' | 'river' | 'over';
      /** Format: int64 */
      pot: number;
      pots?: components['schemas']['HoldemRingPotView'][];
      seats: components['schemas']['HoldemRingSeatView'][];
      showdown?: boolean;
      /** Format: int64 */
      smallBlind: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      undealtBoard?: components['schemas']['Card'][] | null;
    };
    /** @description A seat of a hand. */
    HoldemSeatView: {
      acted: boolean;
      best?: components['schemas']['Card'][] | null;
      /** Format: int64 */
      bet: number;
      cards: components['schemas']['Card'][] | null;
      handName?: string | null;
      /**
       * @description A seat's last decision.
       * @enum {string|null}
       */
      last: 'fold' | 'check' | 'call' | 'raise' | 'left' | null;
      /** Format: int64 */
      put: number;
      /** Format: int64 */
      returned?: number;
      /** Format: int64 */
      score?: number;
      seat: components['schemas']['Seat'];
      /** Format: int64 */
      stack: number;
      /** @enum {string} */
      status: 'in' | 'folded' | 'all-in' | 'left';
      /** Format: int64 */
      won?: number;
    };
    HoldemSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    HoldemShownEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        best: components['schemas']['Card'][];
        cards: components['schemas']['Card'][];
        handName: string;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'shown';
    };
    /** @description The cards of a street. */
    HoldemStreetEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cards: components['schemas']['Card'][];
        /** @enum {string} */
        street: 'preflop' | 'flop' | 'turn' | 'river';
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'street';
    };
    /** @description A hand as its viewer may see it. */
    HoldemView: {
      /** Format: int64 */
      bigBlind: number;
      board: components['schemas']['Card'][];
      button: components['schemas']['Seat'];
      /** Format: int64 */
      currentBet: number;
      /** @constant */
      game: 'holdem';
      /** @description The own cards; a spectator has none. */
      hand?: components['schemas']['Card'][] | null;
      /** Format: int64 */
      minRaise: number;
      /**
       * @description The street, or that it is over.
       * @enum {string}
       */
      phase: 'preflop' | 'flop' | 'turn' | 'river' | 'over';
      /** Format: int64 */
      pot: number;
      pots?: components['schemas']['HoldemPotView'][];
      seats: components['schemas']['HoldemSeatView'][];
      showdown?: boolean;
      /** Format: int64 */
      smallBlind: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      undealtBoard?: components['schemas']['Card'][] | null;
    };
    /** @description A table that keeps a seat for the caller. */
    Invitation: {
      createdAt: components['schemas']['Millis'];
      gameId: components['schemas']['GameId'];
      /** @description The handle of whoever invites. */
      host: string;
      id: components['schemas']['TableId'];
      kind: components['schemas']['TableKind'] | null;
      label: string;
      pace: components['schemas']['Pace'];
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
    };
    /** @description A credential for one's own seat, for somebody else to play it. */
    IssueSeatGrantRequest: {
      /**
       * Format: uuid
       * @description The idempotency key: a new UUID of your own.
       */
      clientRef: string;
      /** @description How long claim and credential last at most. Default: `1800`. */
      expiresInSeconds?: number | null;
    };
    /** @description A seat grant and its claim token, shown to its owner alone. */
    IssueSeatGrantResponse: {
      /** @description To be handed over by a way of your own, never in a URL; it is claimed once. */
      claimToken: string;
      /** @description The end of the claim and of the credential. */
      expiresAt: components['schemas']['Millis'];
      grantId: components['schemas']['GrantId'];
      seat: components['schemas']['Seat'];
      tableId: components['schemas']['TableId'];
    };
    /** @description What a new member sends. */
    JoinRequest: {
      /**
       * Format: uuid
       * @description The idempotency key: a new UUID of your own, with which the same answer comes for a day.
       */
      clientRef: string;
      /** @description The name to be known by, in lower case: a letter, then letters, digits, `_` and `-`. */
      handle: string;
      /** @description From a member or the operator; a member's referral code is one too. */
      inviteCode: string;
    };
    /** @description A new account; the recovery code is shown this once. */
    JoinResponse: {
      /** @description As it counts: in lower case. */
      handle: string;
      /** @constant */
      ok: true;
      /** @description The root of the account, exchanged for tokens at `POST /api/token`. Keep it. */
      recoveryCode: string;
    };
    /** @description A seat was taken. */
    JoinTableResponse: {
      /** @constant */
      ok: true;
      /** @description Whether that was the last free seat, and the table is played now. */
      started: boolean;
      tableId: components['schemas']['TableId'];
    };
    /** @description What `GET /api/games` tells members of a kind, and how many seats it can have. */
    KindRules: {
      /**
       * Format: int64
       * @description The buy-in is the stake times this.
       */
      buyInPerAmount?: number;
      description: string;
      /** @description Whether agents can be sent into duels of the game. */
      duellable: boolean;
      /** @description The version of the rules. */
      engineVersion: string;
      fewestSeats: number;
      /**
       * Format: int64
       * @description The buy-in, whatever the stake.
       */
      fixedBuyIn?: number;
      gameId: components['schemas']['GameId'];
      kind: components['schemas']['TableKind'];
      label: string;
      mostSeats: number;
      /** @description Whether `open` and `invited` may leave seats to members. */
      openEligible: boolean;
      rules: string;
      /** @description Seats where nobody says how many; of kinds with a choice of them. */
      seats?: number;
    };
    /** @description A place on the leaderboard. */
    Leader: {
      /**
       * Format: int64
       * @description Net chips won at tables.
       */
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
      /**
       * Format: int64
       * @description Signed: what was paid is negative.
       */
      delta: number;
      /** @description The cursor of this movement. */
      id: number;
      reason: components['schemas']['Reason'];
      /** @description Null where the chips are of no table. */
      tableId: components['schemas']['TableId'] | null;
    };
    LiarsDiceAction: components['schemas']['LiarsDiceBidAction'] | components['schemas']['LiarsDiceChallengeAction'];
    /** @description The claim that at least `quantity` dice show `face` or are wild. */
    LiarsDiceBid: {
      face: number;
      quantity: number;
    };
    /** @description Claim that many dice of a face. */
    LiarsDiceBidAction: {
      face: number;
      quantity: number;
      /** @constant */
      type: 'bid';
    };
    LiarsDiceBidEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: components['schemas']['LiarsDiceBid'];
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'bid';
    };
    /** @description Deny the last bid. */
    LiarsDiceChallengeAction: {
      /** @constant */
      type: 'challenge';
    };
    /** @description The seat denies the bid. */
    LiarsDiceChallengedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: components['schemas']['LiarsDiceBid'];
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'challenged';
    };
    LiarsDiceDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description How many each seat has. */
        dice: number[];
        round: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    LiarsDiceEvent:
      | components['schemas']['LiarsDiceDealtEvent']
      | components['schemas']['LiarsDiceBidEvent']
      | components['schemas']['LiarsDiceChallengedEvent']
      | components['schemas']['LiarsDiceRevealedEvent']
      | components['schemas']['LiarsDiceSettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    /** @description The last challenge, which shows both hands to everyone. */
    LiarsDiceLastRound: {
      bid: components['schemas']['LiarsDiceSeatBid'];
      challenger: components['schemas']['Seat'];
      count: number;
      hands: number[][];
      loser: components['schemas']['Seat'];
      round: number;
    };
    /** @description All dice are shown. */
    LiarsDiceRevealedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description How many support the bid. */
        count: number;
        /** @description How many each seat has left. */
        dice: number[];
        hands: number[][];
        loser: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'revealed';
    };
    /** @description The claim that at least `quantity` dice show `face` or are wild. */
    LiarsDiceSeatBid: {
      face: number;
      quantity: number;
      seat: components['schemas']['Seat'];
    };
    LiarsDiceSeatView: {
      dice: number;
      hand: number[] | null;
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    LiarsDiceSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        dice: number[];
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    /** @description What a viewer sees: an own hand only with a seat. */
    LiarsDiceView: {
      bids: components['schemas']['LiarsDiceSeatBid'][];
      /** @constant */
      game: 'liars-dice';
      hand?: number[] | null;
      lastRound: components['schemas']['LiarsDiceLastRound'] | null;
      opener: components['schemas']['Seat'];
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'bid' | 'over';
      round: number;
      seats: components['schemas']['LiarsDiceSeatView'][];
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description One line of a bundle's log. */
    LogEntry: {
      /** @description The action; null for a seat that left. */
      action: components['schemas']['GameAction'] | null;
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description True for a seat that gave up or ran out of time. */
      leave?: boolean;
      /** @description Who decided. */
      seat: components['schemas']['Seat'];
    };
    /** @description An own pit with stones, 0..=5 in the own sowing direction. */
    MancalaAction: {
      /** @description The pit's number. */
      pit: number;
      /** @constant */
      type: 'sow';
    };
    MancalaCapturedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        stones: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'captured';
    };
    MancalaDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    MancalaEvent:
      | components['schemas']['MancalaDealtEvent']
      | components['schemas']['MancalaSownEvent']
      | components['schemas']['MancalaCapturedEvent']
      | components['schemas']['MancalaExtraTurnEvent']
      | components['schemas']['MancalaSweptEvent']
      | components['schemas']['MancalaSettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    /** @description The seat moves again. */
    MancalaExtraTurnEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'extra_turn';
    };
    /** @description The last sowing. */
    MancalaLast: {
      captured: number;
      pit: number;
      seat: components['schemas']['Seat'];
    };
    MancalaSeatView: {
      pits: number[];
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
      store: number;
    };
    MancalaSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        scores: number[];
        stores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    MancalaSownEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        pit: number;
        stones: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'sown';
    };
    MancalaSweptEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description By seat. */
        stones: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'swept';
    };
    /** @description What everyone sees; nothing is hidden. */
    MancalaView: {
      /** @constant */
      game: 'mancala';
      last: components['schemas']['MancalaLast'] | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'play' | 'over';
      seats: components['schemas']['MancalaSeatView'][];
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /**
     * @description The API's `result` words. `win`: Chips gained, or the match won. `loss`: Chips lost, or the match lost. `draw`: Neither.
     * @enum {string}
     */
    MatchResult: 'win' | 'loss' | 'draw';
    /** @description The caller's account and balance. */
    MeResponse: {
      account: components['schemas']['AccountName'];
      /**
       * Format: int64
       * @description Chips, without those at tables.
       */
      balance: number;
    };
    /** @description Turn over the card in `cell`. */
    MemoryAction: {
      /** @description The cell's number. */
      cell: number;
      /** @constant */
      type: 'flip';
    };
    MemoryDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        columns: number;
        rows: number;
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    MemoryEvent:
      | components['schemas']['MemoryDealtEvent']
      | components['schemas']['MemoryFlippedEvent']
      | components['schemas']['MemoryMatchedEvent']
      | components['schemas']['MemoryMissedEvent']
      | components['schemas']['MemorySettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    MemoryFlip: {
      cell: number;
      seat: components['schemas']['Seat'];
      symbol: number;
    };
    MemoryFlippedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cell: number;
        symbol: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'flipped';
    };
    MemoryMatchedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cells: number[];
        /** @description By seat. */
        pairs: number[];
        symbol: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'matched';
    };
    MemoryMissedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cells: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'missed';
    };
    MemorySeatView: {
      pairs: number;
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    MemorySettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        pairs: number[];
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    /** @description A completed turn. */
    MemoryTurn: {
      cells: number[];
      match: boolean;
      seat: components['schemas']['Seat'];
      symbols: number[];
    };
    /** @description What everyone sees: a card that was never turned over is hidden from all alike. */
    MemoryView: {
      columns: number;
      firstCell: number | null;
      flips: components['schemas']['MemoryFlip'][];
      /** @constant */
      game: 'memory';
      idleLimit: number;
      idleTurns: number;
      lastTurn: components['schemas']['MemoryTurn'] | null;
      /**
       * @description Whether a card is up, or it is over.
       * @enum {string}
       */
      phase: 'first' | 'second' | 'over';
      rows: number;
      seats: components['schemas']['MemorySeatView'][];
      start: components['schemas']['Seat'];
      symbols: (number | null)[];
      takenBy: (components['schemas']['Seat'] | null)[];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description One message of a chat. */
    Message: {
      at: components['schemas']['Millis'];
      body: string;
      /** @description The sender's own word; nobody else sees it. */
      clientId?: string;
      /** @description The cursor of this message. */
      id: number;
      modality: components['schemas']['Modality'];
      name: string;
      /** @description The author's seat, or place among a party's members; -1 is the system. */
      seat: number;
    };
    /** @description Messages after a cursor, oldest first. */
    Messages: {
      messages: components['schemas']['Message'][];
      /** @description What to send as the next `since`. */
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
    /** @description Open `cell`. */
    MinesweeperAction: {
      /** @description The cell's number. */
      cell: number;
      /** @constant */
      type: 'open';
    };
    MinesweeperDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        columns: number;
        mines: number;
        rows: number;
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    MinesweeperEvent:
      | components['schemas']['MinesweeperDealtEvent']
      | components['schemas']['MinesweeperOpenedEvent']
      | components['schemas']['MinesweeperExplodedEvent']
      | components['schemas']['MinesweeperSettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    MinesweeperExplodedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cell: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'exploded';
    };
    MinesweeperLastOpening: {
      cell: number;
      /** @description How many cells it opened; 0 for a mine. */
      opened: number;
      seat: components['schemas']['Seat'];
    };
    MinesweeperOpenedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cell: number;
        /** @description The cells that it opened, each with its number. */
        cells: number[][];
        /** @description How many they are. */
        opened: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'opened';
    };
    MinesweeperSeatView: {
      opened: number;
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    MinesweeperSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        opened: number[];
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    /** @description What everyone sees: the mines are hidden from all alike. */
    MinesweeperView: {
      boom: number | null;
      cells: (number | null)[];
      columns: number;
      /** @constant */
      game: 'minesweeper';
      last: components['schemas']['MinesweeperLastOpening'] | null;
      mineCells: number[] | null;
      mines: number;
      openedBy: (components['schemas']['Seat'] | null)[];
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'open' | 'over';
      rows: number;
      safeLeft: number;
      seats: components['schemas']['MinesweeperSeatView'][];
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
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
      /**
       * Format: int64
       * @description Net chips won at tables.
       */
      chips: number;
      rank: number;
    };
    /** @description One of the caller's tables. */
    MyTable: {
      gameId: components['schemas']['GameId'];
      id: components['schemas']['TableId'];
      kind: components['schemas']['TableKind'] | null;
      pace: components['schemas']['Pace'];
      /** Format: int64 */
      stake: number;
      status: components['schemas']['TableStatus'];
      /** @description Whether somebody waits for the caller. */
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
      gameId: components['schemas']['GameId'];
      /** @description The handle of whoever opened it. */
      host: string;
      id: components['schemas']['TableId'];
      kind: components['schemas']['TableKind'] | null;
      label: string;
      seatsFilled: number;
      seatsTotal: number;
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
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
      /** @description Seats, for multi-seat kinds; clamped to the game's range. */
      seats?: number | null;
      /**
       * Format: int64
       * @description Chips; kinds with a fixed buy-in ignore it. Default: `10`.
       */
      stake?: number | null;
    };
    /** @description A party as its members see it. */
    PartyView: {
      /** @description The table that the party opened last. */
      currentTableId: components['schemas']['TableId'] | null;
      id: components['schemas']['PartyId'];
      isOwner: boolean;
      /** @description Handles, the owner first. */
      members: string[];
      messages: components['schemas']['Message'][];
      /** @description What to send as the next `msgs_since`. */
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
      /** @description When the caller can stake again. */
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
      /**
       * Format: int64
       * @description Net chips won at tables.
       */
      chips: number;
      handle: string;
      memberSince: components['schemas']['Millis'];
      /** @description The messenger's user name, if the member shows it. */
      messenger: string | null;
      tables: components['schemas']['PlayerTable'][];
    };
    /** @description A public table on a member's card. */
    PlayerTable: {
      createdAt: components['schemas']['Millis'];
      gameId: components['schemas']['GameId'];
      id: components['schemas']['TableId'];
      kind: components['schemas']['TableKind'] | null;
      status: components['schemas']['TableStatus'];
    };
    /** @description A public table in play. */
    PlayingTable: {
      createdAt: components['schemas']['Millis'];
      gameId: components['schemas']['GameId'];
      id: components['schemas']['TableId'];
      kind: components['schemas']['TableKind'] | null;
      label: string;
      /** @description The names of those who play. */
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
      /** @description The sender's own word for it, which comes back with the message. */
      clientId?: string | null;
    };
    /** @description A message was posted. */
    Posted: {
      message: components['schemas']['Message'];
      /** @constant */
      ok: true;
    };
    PresidentAction: components['schemas']['PresidentPassAction'] | components['schemas']['PresidentPlayAction'];
    PresidentDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description How many cards each seat has. */
        counts: number[];
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    PresidentEvent:
      | components['schemas']['PresidentDealtEvent']
      | components['schemas']['PresidentPassEvent']
      | components['schemas']['PresidentPlayEvent']
      | components['schemas']['PresidentOutEvent']
      | components['schemas']['PresidentForfeitedEvent']
      | components['schemas']['PresidentTimedOutEvent']
      | components['schemas']['PresidentTrickEvent']
      | components['schemas']['PresidentSettledEvent']
      | components['schemas']['TurnEvent'];
    /** @description The seat gave up. */
    PresidentForfeitedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: components['schemas']['PresidentPlaced'];
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'forfeited';
    };
    /** @description The seat has no cards left. */
    PresidentOutEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: components['schemas']['PresidentPlaced'];
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'out';
    };
    /** @description Follow with nothing. */
    PresidentPassAction: {
      /** @constant */
      type: 'pass';
    };
    PresidentPassEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'pass';
    };
    /** @description A place that a seat has taken. */
    PresidentPlaced: {
      rank: number;
      title: string;
    };
    PresidentPlay: {
      cards: components['schemas']['Card'][];
      seat: components['schemas']['Seat'];
      trick: number;
    };
    /** @description Lead or beat the top with a set. */
    PresidentPlayAction: {
      /** @description The lowest suits held of the rank. */
      cards: components['schemas']['Card'][];
      /** @constant */
      type: 'play';
    };
    PresidentPlayEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cards: components['schemas']['Card'][];
        /** @description How many cards the seat has left. */
        left: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'play';
    };
    PresidentSeatView: {
      cards: components['schemas']['Card'][] | null;
      count: number;
      dealt: components['schemas']['Card'][] | null;
      passed: boolean;
      rank: number | null;
      /** Format: int64 */
      score: number | null;
      seat: components['schemas']['Seat'];
      /**
       * @description How far a seat is. `out`: Without cards.
       * @enum {string}
       */
      status: 'in' | 'left' | 'out';
      title: string | null;
    };
    PresidentSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        ranks: number[];
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    /** @description The seat ran out of time. */
    PresidentTimedOutEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: components['schemas']['PresidentPlaced'];
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'timed_out';
    };
    PresidentTop: {
      cards: components['schemas']['Card'][];
      seat: components['schemas']['Seat'];
    };
    /** @description A trick is over; the seat leads the next. */
    PresidentTrickEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        taker: components['schemas']['Seat'];
        trick: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'trick';
    };
    /** @description The round as a viewer sees it. */
    PresidentView: {
      /** @constant */
      game: 'president';
      hand?: components['schemas']['Card'][] | null;
      /**
       * @description Whether there is a set to beat, or it is over.
       * @enum {string}
       */
      phase: 'lead' | 'follow' | 'over';
      played: components['schemas']['PresidentPlay'][];
      seats: components['schemas']['PresidentSeatView'][];
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      top: components['schemas']['PresidentTop'] | null;
      trick: number;
    };
    /** @description The caller's own profile. */
    Profile: {
      avatarUrl: string | null;
      bio: string | null;
      doors: components['schemas']['Door'][];
      handle: string;
      /** @description The providers of linked identities. */
      identities: string[];
      /** @description Whether the messenger's user name is on the public card. */
      showMessenger: boolean;
    };
    /** @description Changes to a profile. What is absent stays, null clears. */
    ProfilePatch: {
      /** Format: uri */
      avatarUrl?: string | null;
      bio?: string | null;
      /** @description Whether the messenger's user name is on the public card. */
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
      /** @description For how many at most. */
      cap: number;
      /** @description An invitation code of the caller. */
      code: string;
      /** @description How many have joined. */
      invited: number;
      /**
       * Format: int64
       * @description Chips for each.
       */
      reward: number;
      /** @description For how many of them a reward has come. */
      rewarded: number;
      /** @description How many tables an invitee settles before it comes. */
      threshold: number;
      /** @description How many can still join with it. */
      usesLeft: number;
    };
    /** @description A run of consecutive wins. */
    Reign: {
      championName: string;
      gameId: components['schemas']['GameId'];
      length: number;
    };
    /** @description A settled match as anyone may play it again; with its steps, where they were asked for. */
    Replay: {
      /** @description The setup of the match. */
      config: unknown;
      /** @description sha256 over the canonical JSON of `config, gameId, log, outcome, seats, seed, sessionId, version`. */
      digest: string;
      /** @description The game. */
      gameId: components['schemas']['GameId'];
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
      view: components['schemas']['GameView'];
    };
    /** @description The caller's agents, the house's and other members'. */
    Roster: {
      agents: components['schemas']['RosterAgent'][];
      /** @description After so many duels a version is no longer provisional. */
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
      /** @description Of the caller's own agents that have one; null for others. */
      prompt: string | null;
      /** @description Whether these are fewer than `rankingThreshold`: it is shown and not ranked. */
      provisional: boolean;
      version: number;
      /** @description Duels of this version. */
      versionDuels: number;
      wins: number;
    };
    /** @description What a member sends for a new recovery code. */
    RotateRecoveryRequest: {
      /** @description The one that counts now. */
      recoveryCode: string;
    };
    /** @description A new recovery code. */
    RotateRecoveryResponse: {
      /** @constant */
      ok: true;
      /** @description The new root of the account. Keep it. */
      recoveryCode: string;
    };
    RouletteAction:
      | components['schemas']['RouletteBetStraightAction']
      | components['schemas']['RouletteBetSplitAction']
      | components['schemas']['RouletteBetStreetAction']
      | components['schemas']['RouletteBetCornerAction']
      | components['schemas']['RouletteBetLineAction']
      | components['schemas']['RouletteBetColumnAction']
      | components['schemas']['RouletteBetDozenAction']
      | components['schemas']['RouletteBetRedAction']
      | components['schemas']['RouletteBetBlackAction']
      | components['schemas']['RouletteBetOddAction']
      | components['schemas']['RouletteBetEvenAction']
      | components['schemas']['RouletteBetLowAction']
      | components['schemas']['RouletteBetHighAction'];
    /** @description The bets of the layout: rows 1-2-3, 4-5-6, ... 34-35-36, with 0 beside 1, 2 and 3. Numbers ascend. */
    RouletteBet:
      | {
          /** @constant */
          bet: 'straight';
          numbers: number[];
        }
      | {
          /** @constant */
          bet: 'split';
          numbers: number[];
        }
      | {
          /** @constant */
          bet: 'street';
          numbers: number[];
        }
      | {
          /** @constant */
          bet: 'corner';
          numbers: number[];
        }
      | {
          /** @constant */
          bet: 'line';
          numbers: number[];
        }
      | {
          /** @constant */
          bet: 'column';
          index: number;
        }
      | {
          /** @constant */
          bet: 'dozen';
          index: number;
        }
      | {
          /** @constant */
          bet: 'red';
        }
      | {
          /** @constant */
          bet: 'black';
        }
      | {
          /** @constant */
          bet: 'odd';
        }
      | {
          /** @constant */
          bet: 'even';
        }
      | {
          /** @constant */
          bet: 'low';
        }
      | {
          /** @constant */
          bet: 'high';
        };
    /** @description The black numbers. */
    RouletteBetBlackAction: {
      /** @constant */
      bet: 'black';
      /** @constant */
      type: 'bet';
    };
    /** @description Every third number: 1, 2 or 3 is the column's first number. */
    RouletteBetColumnAction: {
      /** @constant */
      bet: 'column';
      index: number;
      /** @constant */
      type: 'bet';
    };
    /** @description Four numbers that meet in a point, or zero with the first row. */
    RouletteBetCornerAction: {
      /** @constant */
      bet: 'corner';
      numbers: number[];
      /** @constant */
      type: 'bet';
    };
    /** @description Twelve numbers: 1 stands for 1-12, 2 for 13-24, 3 for 25-36. */
    RouletteBetDozenAction: {
      /** @constant */
      bet: 'dozen';
      index: number;
      /** @constant */
      type: 'bet';
    };
    /** @description 2, 4, .. 36; not zero. */
    RouletteBetEvenAction: {
      /** @constant */
      bet: 'even';
      /** @constant */
      type: 'bet';
    };
    RouletteBetEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: components['schemas']['RouletteBet'];
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'bet';
    };
    /** @description 19-36. */
    RouletteBetHighAction: {
      /** @constant */
      bet: 'high';
      /** @constant */
      type: 'bet';
    };
    /** @description Two neighbouring rows. */
    RouletteBetLineAction: {
      /** @constant */
      bet: 'line';
      numbers: number[];
      /** @constant */
      type: 'bet';
    };
    /** @description 1-18. */
    RouletteBetLowAction: {
      /** @constant */
      bet: 'low';
      /** @constant */
      type: 'bet';
    };
    /** @description 1, 3, .. 35. */
    RouletteBetOddAction: {
      /** @constant */
      bet: 'odd';
      /** @constant */
      type: 'bet';
    };
    /** @description The red numbers. */
    RouletteBetRedAction: {
      /** @constant */
      bet: 'red';
      /** @constant */
      type: 'bet';
    };
    /** @description Two neighbours. */
    RouletteBetSplitAction: {
      /** @constant */
      bet: 'split';
      numbers: number[];
      /** @constant */
      type: 'bet';
    };
    /** @description One number. */
    RouletteBetStraightAction: {
      /** @constant */
      bet: 'straight';
      numbers: number[];
      /** @constant */
      type: 'bet';
    };
    /** @description A row of three, or zero with two of its neighbours. */
    RouletteBetStreetAction: {
      /** @constant */
      bet: 'street';
      numbers: number[];
      /** @constant */
      type: 'bet';
    };
    RouletteDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    RouletteEvent:
      | components['schemas']['RouletteDealtEvent']
      | components['schemas']['RouletteBetEvent']
      | components['schemas']['RouletteSpinEvent']
      | components['schemas']['RouletteSettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    RouletteSeatView: {
      bet: components['schemas']['RouletteAction'] | null;
      /** Format: int64 */
      score: number | null;
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    RouletteSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    RouletteSpinEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /**
         * @description The colour of a number.
         * @enum {string}
         */
        colour: 'red' | 'black' | 'green';
        number: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'spin';
    };
    /** @description What everyone sees; the number only when it is over. */
    RouletteView: {
      /**
       * @description The colour of a number.
       * @enum {string|null}
       */
      colour: 'red' | 'black' | 'green' | null;
      /** @constant */
      game: 'roulette';
      number: number | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'bet' | 'over';
      seats: components['schemas']['RouletteSeatView'][];
      /** Format: int64 */
      stake: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description Show `hand` once both have chosen. */
    RpsAction: {
      /**
       * @description The hand to show.
       * @enum {string}
       */
      hand: 'rock' | 'paper' | 'scissors';
      /** @constant */
      type: 'throw';
    };
    RpsDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        maxThrows: number;
        toWin: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    RpsEvent:
      | components['schemas']['RpsDealtEvent']
      | components['schemas']['RpsTurnEvent']
      | components['schemas']['RpsReadyEvent']
      | components['schemas']['RpsThrownEvent']
      | components['schemas']['RpsSettledEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    /** @description The seat has chosen. */
    RpsReadyEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'ready';
    };
    RpsSeatView: {
      /** @enum {string|null} */
      hand: 'rock' | 'paper' | 'scissors' | null;
      ready: boolean;
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
      wins: number;
    };
    RpsSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        scores: number[];
        wins: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    /** @description A resolved throw. */
    RpsThrow: {
      hands: ('rock' | 'paper' | 'scissors')[];
      winner: components['schemas']['Seat'] | null;
    };
    RpsThrownEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        hands: ('rock' | 'paper' | 'scissors')[];
        winner: components['schemas']['Seat'] | null;
        wins: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'thrown';
    };
    /** @description The seat is to choose. */
    RpsTurnEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description The number of the throw, from 1. */
        throw: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'turn';
    };
    /** @description A view with what all views have. */
    RpsView: {
      /** @constant */
      game: 'rps';
      /**
       * @description The own pending choice; a spectator has no such field.
       * @enum {string|null}
       */
      hand?: 'rock' | 'paper' | 'scissors' | null;
      maxThrows: number;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'throw' | 'over';
      seats: components['schemas']['RpsSeatView'][];
      throws: components['schemas']['RpsThrow'][];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      toWin: number;
    };
    /** @description The rules of all table kinds. */
    Rules: {
      games: components['schemas']['KindRules'][];
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
      /** @description An agent of this name is changed, whatever the case; else one is made. */
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
      /** @description Grows when what decides has changed; a new name alone keeps it. */
      version: number;
      versionId: components['schemas']['AgentVersionId'];
    };
    /** @description A place at a table, counted from 0; the creator sits in 0. */
    Seat: number;
    /** @description Who sits in a seat. */
    SeatView: {
      /** @description Null means a face that is made up. */
      avatarUrl: string | null;
      /** @description A handle, or `guest`, or `house`. */
      name: string;
      seat: components['schemas']['Seat'];
    };
    /** @description A rehearsal of one's own agent. */
    SelfCheckRequest: {
      /** @description One of the caller's own. */
      agentId: string;
      /** @description A duellable game. Default: `"holdem"`. */
      gameId?: string | null;
    };
    /** @description How a rehearsal went, and the practice table it was played at. */
    SelfCheckResponse: {
      /** @description Decisions that a model did not make in time or form: the fallback did. */
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
      /** @description Settled tables that the party opened. */
      tablesTogether: number;
    };
    /** @description How a member stands in a party. */
    StandingRow: {
      name: string;
      /**
       * Format: int64
       * @description Chips gained or lost at them.
       */
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
      /** @description What is left of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over. */
      bankMs?: {
        [key: string]: number;
      };
      /** @description What has happened after `events_since` (after `eventsSince` in the answer to a move). */
      events?: components['schemas']['GameEvent'][];
      /** @description The cursor of the newest event: what to send as the next `events_since`. */
      eventsAt: number;
      /** @description What the caller may do now. One element is sent as it stands here. */
      legalActions: components['schemas']['GameAction'][];
      /** @description Who won what, by seat, once it is over. */
      outcome?: components['schemas']['OutcomeEntry'][];
      /** @description The number of moves so far, to be sent as `expectedPlies`. */
      plies: number;
      seed?: string;
      /** @description Whether the table is over. */
      terminal: boolean;
      /**
       * @description When the turn ends by itself, the time bank included: a seat that has not moved by then gives up, as by
       *     `forfeit`.
       */
      turnDeadlineAt?: components['schemas']['Millis'];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: (components['schemas']['GameView'] | components['schemas']['WaitingView']) | null;
      /** @description Whether the caller is to move. */
      yourTurn: boolean;
    };
    /**
     * @description Where a table is in its life. `waiting`: It has seats that members may take. `playing`: It is being played. `settled`: It is over. `cancelled`: It was declined, withdrawn or expired while it waited; all stakes went back.
     * @enum {string}
     */
    TableStatus: 'waiting' | 'playing' | 'settled' | 'cancelled';
    /** @description A table as its viewer may see it. */
    TableView: {
      /** @description Whether the board is gone and only what was settled is left: `state.view` is null. */
      archived: boolean;
      gameId: components['schemas']['GameId'];
      id: components['schemas']['TableId'];
      /** @description The handle that the open seat is kept for. */
      invitedHandle: string | null;
      kind: components['schemas']['TableKind'] | null;
      /** @description The chat after `msgs_since`; only where that was sent. */
      messages?: components['schemas']['Message'][];
      /** @description What to send as the next `msgs_since`. */
      msgsAt?: number;
      /** @description The caller's seat; -1 for a spectator, and for whoever may still sit down. */
      mySeat: number;
      pace: components['schemas']['Pace'];
      /** @description Whether no chips move. */
      practice: boolean;
      seats: components['schemas']['SeatView'][];
      /** @description Seats when all are taken; `seats` has those that are. */
      seatsTotal: number;
      /** @description The seed in hex, once it is open. */
      seed: string | null;
      /** @description sha256 of the seed's hex text; null while no deal is made. */
      seedCommit: string | null;
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
      state: components['schemas']['TableState'];
      status: components['schemas']['TableStatus'];
      visibility: components['schemas']['Visibility'];
    };
    /** @description Put the own mark into `cell`. */
    TicTacToeAction: {
      /** @description The cell's number. */
      cell: number;
      /** @constant */
      type: 'mark';
    };
    TicTacToeDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    TicTacToeEvent:
      | components['schemas']['TicTacToeDealtEvent']
      | components['schemas']['TicTacToeMarkedEvent']
      | components['schemas']['TicTacToeSettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    TicTacToeMarkedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        cell: number;
        /**
         * @description Who starts has the X.
         * @enum {string}
         */
        mark: 'X' | 'O';
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'marked';
    };
    TicTacToeSeatView: {
      /**
       * @description Who starts has the X.
       * @enum {string}
       */
      mark: 'X' | 'O';
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    TicTacToeSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description The cells of the line, if one won. */
        line: number[] | null;
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    /** @description What everyone sees; nothing is hidden. */
    TicTacToeView: {
      board: (components['schemas']['Seat'] | null)[];
      /** @constant */
      game: 'tic-tac-toe';
      lastCell: number | null;
      line: number[] | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'play' | 'over';
      seats: components['schemas']['TicTacToeSeatView'][];
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description The seat ran out of time. */
    TimedOutEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'timed_out';
    };
    /** @description What a member sends for a token. */
    TokenRequest: {
      handle: string;
      /** @description From the answer to joining; case, spaces and dashes do not matter. */
      recoveryCode: string;
    };
    /** @description A Bearer token. */
    TokenResponse: {
      /** @description How long it lasts: 30 days. */
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
    /** @description The seat is to act. */
    TurnEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'turn';
    };
    /**
     * @description Whether an agent made all its decisions itself. `clean`: All. `fell-back`: Not all.
     * @enum {string}
     */
    Verdict: 'clean' | 'fell-back';
    /** @description Keep the cards at some positions, and draw for the others. */
    VideoPokerAction: {
      /** @description The positions, ascending. */
      positions: number[];
      /** @constant */
      type: 'hold';
    };
    VideoPokerDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'dealt';
    };
    VideoPokerDrawnEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        hand: components['schemas']['Card'][];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'drawn';
    };
    VideoPokerEvent:
      | components['schemas']['VideoPokerDealtEvent']
      | components['schemas']['VideoPokerHeldEvent']
      | components['schemas']['VideoPokerDrawnEvent']
      | components['schemas']['VideoPokerSettledEvent']
      | components['schemas']['TurnEvent']
      | components['schemas']['ForfeitedEvent']
      | components['schemas']['TimedOutEvent'];
    VideoPokerHeldEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        /** @description Some of the positions 0-4, as the mask `sum(2^position)`; in JSON their ascending list. */
        positions: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'held';
    };
    VideoPokerSeatView: {
      /** @description Some of the positions 0-4, as the mask `sum(2^position)`; in JSON their ascending list. */
      held: number[] | null;
      /** Format: int64 */
      score: number | null;
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    VideoPokerSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      data: {
        handName: string;
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string | null;
      seat?: components['schemas']['Seat'] | null;
      /** @constant */
      type: 'settled';
    };
    /** @description What a viewer sees: the hand is the player's alone until it is over. */
    VideoPokerView: {
      first: components['schemas']['Card'][] | null;
      /** @constant */
      game: 'video-poker';
      hand: components['schemas']['Card'][] | null;
      handName: string | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'hold' | 'over';
      seats: components['schemas']['VideoPokerSeatView'][];
      /** Format: int64 */
      stake: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      undealt: components['schemas']['Card'][] | null;
    };
    /**
     * @description Who may find a table and sit down. `public`: Listed, readable by all. `unlisted`: Readable and joinable by whoever has the id. `private`: Seated and invited members only.
     * @enum {string}
     */
    Visibility: 'public' | 'unlisted' | 'private';
    /** @description A table that has not been dealt: who is there. */
    WaitingView: {
      game: components['schemas']['GameId'];
      /** @constant */
      phase: 'waiting';
      seats: {
        seat: components['schemas']['Seat'];
        /** @constant */
        status: 'in';
      }[];
      /** @description Nobody. */
      toAct: components['schemas']['Seat'][];
    };
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
export type BaccaratAction = components['schemas']['BaccaratAction'];
export type BaccaratBetEvent = components['schemas']['BaccaratBetEvent'];
export type BaccaratCardsEvent = components['schemas']['BaccaratCardsEvent'];
export type BaccaratCoupEvent = components['schemas']['BaccaratCoupEvent'];
export type BaccaratDealtEvent = components['schemas']['BaccaratDealtEvent'];
export type BaccaratEvent = components['schemas']['BaccaratEvent'];
export type BaccaratHand = components['schemas']['BaccaratHand'];
export type BaccaratSeatView = components['schemas']['BaccaratSeatView'];
export type BaccaratSettledEvent = components['schemas']['BaccaratSettledEvent'];
export type BaccaratThirdEvent = components['schemas']['BaccaratThirdEvent'];
export type BaccaratView = components['schemas']['BaccaratView'];
export type BattleshipAction = components['schemas']['BattleshipAction'];
export type BattleshipAutoAction = components['schemas']['BattleshipAutoAction'];
export type BattleshipDealtEvent = components['schemas']['BattleshipDealtEvent'];
export type BattleshipDir = components['schemas']['BattleshipDir'];
export type BattleshipEvent = components['schemas']['BattleshipEvent'];
export type BattleshipFleetShip = components['schemas']['BattleshipFleetShip'];
export type BattleshipPlaceAction = components['schemas']['BattleshipPlaceAction'];
export type BattleshipPlacedEvent = components['schemas']['BattleshipPlacedEvent'];
export type BattleshipSeatView = components['schemas']['BattleshipSeatView'];
export type BattleshipSettledEvent = components['schemas']['BattleshipSettledEvent'];
export type BattleshipShipView = components['schemas']['BattleshipShipView'];
export type BattleshipShootAction = components['schemas']['BattleshipShootAction'];
export type BattleshipShot = components['schemas']['BattleshipShot'];
export type BattleshipShotEvent = components['schemas']['BattleshipShotEvent'];
export type BattleshipSunkEvent = components['schemas']['BattleshipSunkEvent'];
export type BattleshipView = components['schemas']['BattleshipView'];
export type BlackjackAction = components['schemas']['BlackjackAction'];
export type BlackjackDealerEvent = components['schemas']['BlackjackDealerEvent'];
export type BlackjackDealerView = components['schemas']['BlackjackDealerView'];
export type BlackjackDealtEvent = components['schemas']['BlackjackDealtEvent'];
export type BlackjackDoubleAction = components['schemas']['BlackjackDoubleAction'];
export type BlackjackDoubleEvent = components['schemas']['BlackjackDoubleEvent'];
export type BlackjackDrawn = components['schemas']['BlackjackDrawn'];
export type BlackjackEvent = components['schemas']['BlackjackEvent'];
export type BlackjackHandView = components['schemas']['BlackjackHandView'];
export type BlackjackHitAction = components['schemas']['BlackjackHitAction'];
export type BlackjackHitEvent = components['schemas']['BlackjackHitEvent'];
export type BlackjackRoundEvent = components['schemas']['BlackjackRoundEvent'];
export type BlackjackRoundView = components['schemas']['BlackjackRoundView'];
export type BlackjackSeatView = components['schemas']['BlackjackSeatView'];
export type BlackjackSettledEvent = components['schemas']['BlackjackSettledEvent'];
export type BlackjackSplitAction = components['schemas']['BlackjackSplitAction'];
export type BlackjackSplitEvent = components['schemas']['BlackjackSplitEvent'];
export type BlackjackStandAction = components['schemas']['BlackjackStandAction'];
export type BlackjackStandEvent = components['schemas']['BlackjackStandEvent'];
export type BlackjackTurnEvent = components['schemas']['BlackjackTurnEvent'];
export type BlackjackView = components['schemas']['BlackjackView'];
export type Card = components['schemas']['Card'];
export type CardSeat = components['schemas']['CardSeat'];
export type ChallengeRequest = components['schemas']['ChallengeRequest'];
export type ChallengeResponse = components['schemas']['ChallengeResponse'];
export type ClaimSeatGrantRequest = components['schemas']['ClaimSeatGrantRequest'];
export type ClaimSeatGrantResponse = components['schemas']['ClaimSeatGrantResponse'];
export type ConnectFourAction = components['schemas']['ConnectFourAction'];
export type ConnectFourDealtEvent = components['schemas']['ConnectFourDealtEvent'];
export type ConnectFourDroppedEvent = components['schemas']['ConnectFourDroppedEvent'];
export type ConnectFourEvent = components['schemas']['ConnectFourEvent'];
export type ConnectFourSeatView = components['schemas']['ConnectFourSeatView'];
export type ConnectFourSettledEvent = components['schemas']['ConnectFourSettledEvent'];
export type ConnectFourView = components['schemas']['ConnectFourView'];
export type CreateTableRequest = components['schemas']['CreateTableRequest'];
export type Created = components['schemas']['Created'];
export type CurrentSeatGrant = components['schemas']['CurrentSeatGrant'];
export type CurrentSeatGrantResponse = components['schemas']['CurrentSeatGrantResponse'];
export type DailyBoardResponse = components['schemas']['DailyBoardResponse'];
export type DailyMine = components['schemas']['DailyMine'];
export type DailyRank = components['schemas']['DailyRank'];
export type DeploymentIdentity = components['schemas']['DeploymentIdentity'];
export type DominoesAction = components['schemas']['DominoesAction'];
export type DominoesBlockedEvent = components['schemas']['DominoesBlockedEvent'];
export type DominoesDealtEvent = components['schemas']['DominoesDealtEvent'];
export type DominoesDrawAction = components['schemas']['DominoesDrawAction'];
export type DominoesDrewEvent = components['schemas']['DominoesDrewEvent'];
export type DominoesEvent = components['schemas']['DominoesEvent'];
export type DominoesLast = components['schemas']['DominoesLast'];
export type DominoesPassAction = components['schemas']['DominoesPassAction'];
export type DominoesPassedEvent = components['schemas']['DominoesPassedEvent'];
export type DominoesPlayAction = components['schemas']['DominoesPlayAction'];
export type DominoesPlayedEvent = components['schemas']['DominoesPlayedEvent'];
export type DominoesSeatView = components['schemas']['DominoesSeatView'];
export type DominoesSettledEvent = components['schemas']['DominoesSettledEvent'];
export type DominoesTile = components['schemas']['DominoesTile'];
export type DominoesView = components['schemas']['DominoesView'];
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
export type ForfeitedEvent = components['schemas']['ForfeitedEvent'];
export type GameAction = components['schemas']['GameAction'];
export type GameEvent = components['schemas']['GameEvent'];
export type GameId = components['schemas']['GameId'];
export type GameKind = components['schemas']['GameKind'];
export type GameView = components['schemas']['GameView'];
export type Games = components['schemas']['Games'];
export type GrantId = components['schemas']['GrantId'];
export type GrantState = components['schemas']['GrantState'];
export type GuestPracticeRequest = components['schemas']['GuestPracticeRequest'];
export type GuestPracticeResponse = components['schemas']['GuestPracticeResponse'];
export type Hand = components['schemas']['Hand'];
export type History = components['schemas']['History'];
export type HoldemAction = components['schemas']['HoldemAction'];
export type HoldemBlindEvent = components['schemas']['HoldemBlindEvent'];
export type HoldemCallAction = components['schemas']['HoldemCallAction'];
export type HoldemCallEvent = components['schemas']['HoldemCallEvent'];
export type HoldemCheckAction = components['schemas']['HoldemCheckAction'];
export type HoldemCheckEvent = components['schemas']['HoldemCheckEvent'];
export type HoldemDealtEvent = components['schemas']['HoldemDealtEvent'];
export type HoldemEvent = components['schemas']['HoldemEvent'];
export type HoldemFoldAction = components['schemas']['HoldemFoldAction'];
export type HoldemFoldEvent = components['schemas']['HoldemFoldEvent'];
export type HoldemPotEvent = components['schemas']['HoldemPotEvent'];
export type HoldemPotView = components['schemas']['HoldemPotView'];
export type HoldemRaiseAction = components['schemas']['HoldemRaiseAction'];
export type HoldemRaiseEvent = components['schemas']['HoldemRaiseEvent'];
export type HoldemReturnedEvent = components['schemas']['HoldemReturnedEvent'];
export type HoldemRingAction = components['schemas']['HoldemRingAction'];
export type HoldemRingBlindEvent = components['schemas']['HoldemRingBlindEvent'];
export type HoldemRingCallAction = components['schemas']['HoldemRingCallAction'];
export type HoldemRingCallEvent = components['schemas']['HoldemRingCallEvent'];
export type HoldemRingCheckAction = components['schemas']['HoldemRingCheckAction'];
export type HoldemRingCheckEvent = components['schemas']['HoldemRingCheckEvent'];
export type HoldemRingDealtEvent = components['schemas']['HoldemRingDealtEvent'];
export type HoldemRingEvent = components['schemas']['HoldemRingEvent'];
export type HoldemRingFoldAction = components['schemas']['HoldemRingFoldAction'];
export type HoldemRingFoldEvent = components['schemas']['HoldemRingFoldEvent'];
export type HoldemRingPotEvent = components['schemas']['HoldemRingPotEvent'];
export type HoldemRingPotView = components['schemas']['HoldemRingPotView'];
export type HoldemRingRaiseAction = components['schemas']['HoldemRingRaiseAction'];
export type HoldemRingRaiseEvent = components['schemas']['HoldemRingRaiseEvent'];
export type HoldemRingReturnedEvent = components['schemas']['HoldemRingReturnedEvent'];
export type HoldemRingSeatView = components['schemas']['HoldemRingSeatView'];
export type HoldemRingSettledEvent = components['schemas']['HoldemRingSettledEvent'];
export type HoldemRingShownEvent = components['schemas']['HoldemRingShownEvent'];
export type HoldemRingStreetEvent = components['schemas']['HoldemRingStreetEvent'];
export type HoldemRingView = components['schemas']['HoldemRingView'];
export type HoldemSeatView = components['schemas']['HoldemSeatView'];
export type HoldemSettledEvent = components['schemas']['HoldemSettledEvent'];
export type HoldemShownEvent = components['schemas']['HoldemShownEvent'];
export type HoldemStreetEvent = components['schemas']['HoldemStreetEvent'];
export type HoldemView = components['schemas']['HoldemView'];
export type Invitation = components['schemas']['Invitation'];
export type IssueSeatGrantRequest = components['schemas']['IssueSeatGrantRequest'];
export type IssueSeatGrantResponse = components['schemas']['IssueSeatGrantResponse'];
export type JoinRequest = components['schemas']['JoinRequest'];
export type JoinResponse = components['schemas']['JoinResponse'];
export type JoinTableResponse = components['schemas']['JoinTableResponse'];
export type KindRules = components['schemas']['KindRules'];
export type Leader = components['schemas']['Leader'];
export type Leaderboard = components['schemas']['Leaderboard'];
export type Ledger = components['schemas']['Ledger'];
export type LedgerEntry = components['schemas']['LedgerEntry'];
export type LiarsDiceAction = components['schemas']['LiarsDiceAction'];
export type LiarsDiceBid = components['schemas']['LiarsDiceBid'];
export type LiarsDiceBidAction = components['schemas']['LiarsDiceBidAction'];
export type LiarsDiceBidEvent = components['schemas']['LiarsDiceBidEvent'];
export type LiarsDiceChallengeAction = components['schemas']['LiarsDiceChallengeAction'];
export type LiarsDiceChallengedEvent = components['schemas']['LiarsDiceChallengedEvent'];
export type LiarsDiceDealtEvent = components['schemas']['LiarsDiceDealtEvent'];
export type LiarsDiceEvent = components['schemas']['LiarsDiceEvent'];
export type LiarsDiceLastRound = components['schemas']['LiarsDiceLastRound'];
export type LiarsDiceRevealedEvent = components['schemas']['LiarsDiceRevealedEvent'];
export type LiarsDiceSeatBid = components['schemas']['LiarsDiceSeatBid'];
export type LiarsDiceSeatView = components['schemas']['LiarsDiceSeatView'];
export type LiarsDiceSettledEvent = components['schemas']['LiarsDiceSettledEvent'];
export type LiarsDiceView = components['schemas']['LiarsDiceView'];
export type LogEntry = components['schemas']['LogEntry'];
export type MancalaAction = components['schemas']['MancalaAction'];
export type MancalaCapturedEvent = components['schemas']['MancalaCapturedEvent'];
export type MancalaDealtEvent = components['schemas']['MancalaDealtEvent'];
export type MancalaEvent = components['schemas']['MancalaEvent'];
export type MancalaExtraTurnEvent = components['schemas']['MancalaExtraTurnEvent'];
export type MancalaLast = components['schemas']['MancalaLast'];
export type MancalaSeatView = components['schemas']['MancalaSeatView'];
export type MancalaSettledEvent = components['schemas']['MancalaSettledEvent'];
export type MancalaSownEvent = components['schemas']['MancalaSownEvent'];
export type MancalaSweptEvent = components['schemas']['MancalaSweptEvent'];
export type MancalaView = components['schemas']['MancalaView'];
export type MatchResult = components['schemas']['MatchResult'];
export type MeResponse = components['schemas']['MeResponse'];
export type MemoryAction = components['schemas']['MemoryAction'];
export type MemoryDealtEvent = components['schemas']['MemoryDealtEvent'];
export type MemoryEvent = components['schemas']['MemoryEvent'];
export type MemoryFlip = components['schemas']['MemoryFlip'];
export type MemoryFlippedEvent = components['schemas']['MemoryFlippedEvent'];
export type MemoryMatchedEvent = components['schemas']['MemoryMatchedEvent'];
export type MemoryMissedEvent = components['schemas']['MemoryMissedEvent'];
export type MemorySeatView = components['schemas']['MemorySeatView'];
export type MemorySettledEvent = components['schemas']['MemorySettledEvent'];
export type MemoryTurn = components['schemas']['MemoryTurn'];
export type MemoryView = components['schemas']['MemoryView'];
export type Message = components['schemas']['Message'];
export type Messages = components['schemas']['Messages'];
export type MessengerJoinRequest = components['schemas']['MessengerJoinRequest'];
export type MessengerJoinResponse = components['schemas']['MessengerJoinResponse'];
export type MessengerLinkChallengeResponse = components['schemas']['MessengerLinkChallengeResponse'];
export type MessengerLinkRequest = components['schemas']['MessengerLinkRequest'];
export type MessengerWebhook = components['schemas']['MessengerWebhook'];
export type Millis = components['schemas']['Millis'];
export type MinesweeperAction = components['schemas']['MinesweeperAction'];
export type MinesweeperDealtEvent = components['schemas']['MinesweeperDealtEvent'];
export type MinesweeperEvent = components['schemas']['MinesweeperEvent'];
export type MinesweeperExplodedEvent = components['schemas']['MinesweeperExplodedEvent'];
export type MinesweeperLastOpening = components['schemas']['MinesweeperLastOpening'];
export type MinesweeperOpenedEvent = components['schemas']['MinesweeperOpenedEvent'];
export type MinesweeperSeatView = components['schemas']['MinesweeperSeatView'];
export type MinesweeperSettledEvent = components['schemas']['MinesweeperSettledEvent'];
export type MinesweeperView = components['schemas']['MinesweeperView'];
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
export type PresidentAction = components['schemas']['PresidentAction'];
export type PresidentDealtEvent = components['schemas']['PresidentDealtEvent'];
export type PresidentEvent = components['schemas']['PresidentEvent'];
export type PresidentForfeitedEvent = components['schemas']['PresidentForfeitedEvent'];
export type PresidentOutEvent = components['schemas']['PresidentOutEvent'];
export type PresidentPassAction = components['schemas']['PresidentPassAction'];
export type PresidentPassEvent = components['schemas']['PresidentPassEvent'];
export type PresidentPlaced = components['schemas']['PresidentPlaced'];
export type PresidentPlay = components['schemas']['PresidentPlay'];
export type PresidentPlayAction = components['schemas']['PresidentPlayAction'];
export type PresidentPlayEvent = components['schemas']['PresidentPlayEvent'];
export type PresidentSeatView = components['schemas']['PresidentSeatView'];
export type PresidentSettledEvent = components['schemas']['PresidentSettledEvent'];
export type PresidentTimedOutEvent = components['schemas']['PresidentTimedOutEvent'];
export type PresidentTop = components['schemas']['PresidentTop'];
export type PresidentTrickEvent = components['schemas']['PresidentTrickEvent'];
export type PresidentView = components['schemas']['PresidentView'];
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
export type RouletteAction = components['schemas']['RouletteAction'];
export type RouletteBet = components['schemas']['RouletteBet'];
export type RouletteBetBlackAction = components['schemas']['RouletteBetBlackAction'];
export type RouletteBetColumnAction = components['schemas']['RouletteBetColumnAction'];
export type RouletteBetCornerAction = components['schemas']['RouletteBetCornerAction'];
export type RouletteBetDozenAction = components['schemas']['RouletteBetDozenAction'];
export type RouletteBetEvenAction = components['schemas']['RouletteBetEvenAction'];
export type RouletteBetEvent = components['schemas']['RouletteBetEvent'];
export type RouletteBetHighAction = components['schemas']['RouletteBetHighAction'];
export type RouletteBetLineAction = components['schemas']['RouletteBetLineAction'];
export type RouletteBetLowAction = components['schemas']['RouletteBetLowAction'];
export type RouletteBetOddAction = components['schemas']['RouletteBetOddAction'];
export type RouletteBetRedAction = components['schemas']['RouletteBetRedAction'];
export type RouletteBetSplitAction = components['schemas']['RouletteBetSplitAction'];
export type RouletteBetStraightAction = components['schemas']['RouletteBetStraightAction'];
export type RouletteBetStreetAction = components['schemas']['RouletteBetStreetAction'];
export type RouletteDealtEvent = components['schemas']['RouletteDealtEvent'];
export type RouletteEvent = components['schemas']['RouletteEvent'];
export type RouletteSeatView = components['schemas']['RouletteSeatView'];
export type RouletteSettledEvent = components['schemas']['RouletteSettledEvent'];
export type RouletteSpinEvent = components['schemas']['RouletteSpinEvent'];
export type RouletteView = components['schemas']['RouletteView'];
export type RpsAction = components['schemas']['RpsAction'];
export type RpsDealtEvent = components['schemas']['RpsDealtEvent'];
export type RpsEvent = components['schemas']['RpsEvent'];
export type RpsReadyEvent = components['schemas']['RpsReadyEvent'];
export type RpsSeatView = components['schemas']['RpsSeatView'];
export type RpsSettledEvent = components['schemas']['RpsSettledEvent'];
export type RpsThrow = components['schemas']['RpsThrow'];
export type RpsThrownEvent = components['schemas']['RpsThrownEvent'];
export type RpsTurnEvent = components['schemas']['RpsTurnEvent'];
export type RpsView = components['schemas']['RpsView'];
export type Rules = components['schemas']['Rules'];
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
export type TicTacToeAction = components['schemas']['TicTacToeAction'];
export type TicTacToeDealtEvent = components['schemas']['TicTacToeDealtEvent'];
export type TicTacToeEvent = components['schemas']['TicTacToeEvent'];
export type TicTacToeMarkedEvent = components['schemas']['TicTacToeMarkedEvent'];
export type TicTacToeSeatView = components['schemas']['TicTacToeSeatView'];
export type TicTacToeSettledEvent = components['schemas']['TicTacToeSettledEvent'];
export type TicTacToeView = components['schemas']['TicTacToeView'];
export type TimedOutEvent = components['schemas']['TimedOutEvent'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type TokenResponse = components['schemas']['TokenResponse'];
export type TokenType = components['schemas']['TokenType'];
export type TryResult = components['schemas']['TryResult'];
export type TurnEvent = components['schemas']['TurnEvent'];
export type Verdict = components['schemas']['Verdict'];
export type VideoPokerAction = components['schemas']['VideoPokerAction'];
export type VideoPokerDealtEvent = components['schemas']['VideoPokerDealtEvent'];
export type VideoPokerDrawnEvent = components['schemas']['VideoPokerDrawnEvent'];
export type VideoPokerEvent = components['schemas']['VideoPokerEvent'];
export type VideoPokerHeldEvent = components['schemas']['VideoPokerHeldEvent'];
export type VideoPokerSeatView = components['schemas']['VideoPokerSeatView'];
export type VideoPokerSettledEvent = components['schemas']['VideoPokerSettledEvent'];
export type VideoPokerView = components['schemas']['VideoPokerView'];
export type Visibility = components['schemas']['Visibility'];
export type WaitingView = components['schemas']['WaitingView'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
