// The shapes of requests and answers. Made from the OpenAPI document by scripts/make-types.mjs; do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AccountId: string;
    /** @description An account's id and handle. */
    AccountName: {
      /** @description The member's name; an erasure alone changes it. */
      handle: string;
      /** @description Never changes. */
      id: components['schemas']['AccountId'];
    };
    /** @description A move was taken. */
    Acted: {
      /**
       * @description Always true.
       * @constant
       */
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
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    BaccaratBetEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * @description The side bet on.
         * @enum {string}
         */
        on: 'player' | 'banker' | 'tie';
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description The first two cards of both hands. */
    BaccaratCardsEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The banker's. */
        banker: components['schemas']['Card'][];
        /** @description The player's. */
        player: components['schemas']['Card'][];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'cards';
    };
    /** @description The totals, and which hand wins. */
    BaccaratCoupEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The banker's total. */
        banker: number;
        /** @description The player's total. */
        player: number;
        /**
         * @description What won.
         * @enum {string}
         */
        winner: 'player' | 'banker' | 'tie';
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'coup';
    };
    BaccaratDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /** @description Two or three. */
      cards: components['schemas']['Card'][];
      /** @description What they count, 0-9. */
      total: number;
    };
    BaccaratSeatView: {
      /**
       * @description Its bet; null before.
       * @enum {string|null}
       */
      on: 'player' | 'banker' | 'tie' | null;
      /**
       * Format: int64
       * @description Chips won or lost; null until over.
       */
      score: number | null;
      /** @description Its number. */
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
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description A hand draws a third card. */
    BaccaratThirdEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The card drawn. */
        card: components['schemas']['Card'];
        /**
         * @description Who draws it.
         * @enum {string}
         */
        hand: 'player' | 'banker' | 'tie';
        /** @description What the hand counts now. */
        total: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'third';
    };
    /** @description What everyone sees; the cards only when it is over. */
    BaccaratView: {
      /** @description The banker's hand; null until over. */
      banker: components['schemas']['BaccaratHand'] | null;
      /**
       * @description The game's id.
       * @constant
       */
      game: 'baccarat';
      /** @description Whether a hand of two cards with 8 or 9 ended it; null until over. */
      natural: boolean | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'bet' | 'over';
      /** @description The player's hand; null until over. */
      player: components['schemas']['BaccaratHand'] | null;
      /** @description The one seat. */
      seats: components['schemas']['BaccaratSeatView'][];
      /**
       * Format: int64
       * @description The chips of the bet.
       */
      stake: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      /**
       * @description What won; null until over.
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
      /**
       * @description What it is.
       * @constant
       */
      type: 'auto';
    };
    BattleshipDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Who shoots first. */
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /** @description How many cells it covers. */
      length: number;
      /** @description What it is called. */
      name: string;
      /** @description Its number, from 0. */
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
      /**
       * @description What it is.
       * @constant
       */
      type: 'place';
    };
    BattleshipPlacedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description How many ships are down. */
        placed: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'placed';
    };
    BattleshipSeatView: {
      /** @description Its 100 cells row by row: what a shot found, null where none went. */
      grid: ('miss' | 'hit' | 'sunk' | null)[];
      /** @description How many of its ships are down. */
      placed: number;
      /** @description Its number. */
      seat: components['schemas']['Seat'];
      /** @description Its ships that are sunk; all that are down when over. */
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
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    BattleshipShipView: {
      /** @description Where it lies, ascending. */
      cells: number[];
      /** @description Its number in the fleet. */
      ship: number;
      /** @description Whether all of them were hit. */
      sunk: boolean;
    };
    /** @description Shoot at a cell. */
    BattleshipShootAction: {
      /** @description The cell's number. */
      cell: number;
      /**
       * @description What it is.
       * @constant
       */
      type: 'shoot';
    };
    BattleshipShot: {
      /** @description Where, 0-99. */
      cell: number;
      /**
       * @description What it found.
       * @enum {string}
       */
      result: 'miss' | 'hit' | 'sunk';
      /** @description Who shot. */
      seat: components['schemas']['Seat'];
      /** @description Which ship, once it is sunk. */
      ship: number | null;
    };
    BattleshipShotEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Where, 0-99. */
        cell: number;
        /**
         * @description What it found.
         * @enum {string}
         */
        result: 'miss' | 'hit' | 'sunk';
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'shot';
    };
    BattleshipSunkEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Where it lay, ascending. */
        cells: number[];
        /** @description Its number in the fleet. */
        ship: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'sunk';
    };
    /** @description What a viewer sees: of the other's ships only those that are sunk. */
    BattleshipView: {
      /** @description The ships that each seat has. */
      fleet: components['schemas']['BattleshipFleetShip'][];
      /**
       * @description The game's id.
       * @constant
       */
      game: 'battleship';
      /** @description The newest shot; null before. */
      lastShot: components['schemas']['BattleshipShot'] | null;
      /**
       * @description How far it is.
       * @enum {string}
       */
      phase: 'place' | 'shoot' | 'over';
      /** @description Both seats. */
      seats: components['schemas']['BattleshipSeatView'][];
      /** @description The viewer's own ships. */
      ships?: components['schemas']['BattleshipShipView'][] | null;
      /** @description Who shoots first. */
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
      /** @description Its facts. */
      data: {
        /** @description All cards. */
        cards: components['schemas']['Card'][];
        /** @description Of which round. */
        round: number;
        /** @description What they count. */
        total: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'dealer';
    };
    /** @description What cards count together. */
    BlackjackDealerView: {
      /** @description Null is the hole card until the round is done; what counts is told of the open ones. */
      cards: (components['schemas']['Card'] | null)[];
      /** @description Whether an ace counts 11. */
      soft: boolean;
      /** @description What the cards count. */
      total: number;
    };
    BlackjackDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The player's. */
        cards: components['schemas']['Card'][];
        /** @description Which round. */
        round: number;
        /** @description The dealer's open card. */
        up: components['schemas']['Card'];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'dealt';
    };
    /** @description Double the bet and take exactly one card. */
    BlackjackDoubleAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'double';
    };
    BlackjackDoubleEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['BlackjackDrawn'];
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'double';
    };
    /** @description A card that came to a hand. */
    BlackjackDrawn: {
      /** @description The card. */
      card: components['schemas']['Card'];
      /** @description Which hand. */
      hand: number;
      /** @description Of which round. */
      round: number;
      /** @description What the hand counts now. */
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
      /**
       * Format: int64
       * @description Its chips, doubled or not.
       */
      bet: number;
      /** @description In the order dealt. */
      cards: components['schemas']['Card'][];
      /** @description Whether the bet was doubled. */
      doubled: boolean;
      /**
       * Format: int64
       * @description Chips won or lost; null until the round is done.
       */
      net: number | null;
      /**
       * @description Null until the round is done.
       * @enum {string|null}
       */
      result: 'win' | 'loss' | 'push' | 'blackjack' | null;
      /** @description Whether an ace counts 11. */
      soft: boolean;
      /**
       * @description How far it is played.
       * @enum {string}
       */
      status: 'open' | 'stood' | 'bust' | 'blackjack' | 'conceded';
      /** @description What the cards count. */
      total: number;
    };
    /** @description Take a card. */
    BlackjackHitAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'hit';
    };
    BlackjackHitEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['BlackjackDrawn'];
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'hit';
    };
    /** @description A round is settled. */
    BlackjackRoundEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description By hand. */
        nets: (number | null)[];
        /** @description Which round. */
        round: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'round';
    };
    BlackjackRoundView: {
      /** @description The dealer's hand. */
      dealer: components['schemas']['BlackjackDealerView'];
      /** @description Whether it is settled. */
      done: boolean;
      /** @description The player's: two after a split. */
      hands: components['schemas']['BlackjackHandView'][];
      /** @description Whether a pair was split. */
      split: boolean;
    };
    BlackjackSeatView: {
      /**
       * Format: int64
       * @description Chips won or lost so far.
       */
      score: number;
      /** @description Its number. */
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
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description Make two hands of a pair. */
    BlackjackSplitAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'split';
    };
    BlackjackSplitEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Of both hands. */
        cards: components['schemas']['Card'][][];
        /** @description Of which round. */
        round: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'split';
    };
    /** @description Take no more. */
    BlackjackStandAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'stand';
    };
    BlackjackStandEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Which hand. */
        hand: number;
        /** @description Of which round. */
        round: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'stand';
    };
    /** @description The player is to decide about a hand. */
    BlackjackTurnEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Which hand. */
        hand: number;
        /** @description Of which round. */
        round: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'turn';
    };
    /** @description What everyone sees: the player's cards lie face up. */
    BlackjackView: {
      /**
       * @description The game's id.
       * @constant
       */
      game: 'blackjack';
      /** @description The hand to decide about, in `hands` of the round; null when over. */
      hand: number | null;
      /** @description How many rounds are played. */
      handsTotal: number;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'player' | 'over';
      /** @description The round in play, from 0. */
      round: number;
      /** @description The rounds dealt so far. */
      rounds: components['schemas']['BlackjackRoundView'][];
      /** @description The one seat. */
      seats: components['schemas']['BlackjackSeatView'][];
      /** @description Cards left in the shoe. */
      shoeLeft: number;
      /**
       * Format: int64
       * @description The chips of a first bet.
       */
      stake: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description A card: its rank and its suit. */
    Card: string;
    /** @description A seat of an end card. */
    CardSeat: {
      /** @description A picture; null means a face that is made up. */
      avatarUrl: string | null;
      /** @description A handle, or `house`. */
      name: string;
      /** @description Its place, 1 for the first; in games that rank. */
      rank?: number;
      /** @description Win, loss or draw. */
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
      /** @description Its number. */
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
      /** @description For `bo1` also the table's; else legs are the tables `<duelId>_l1` and so on. */
      duelId: components['schemas']['DuelId'];
      /** @description Those of the challenger. */
      fallbackReasons: components['schemas']['FallbackReasons'];
      /** @description Decisions of both sides that a model did not make in time or form: the fallback did. */
      fallbacks: number;
      /** @description How many legs at most. */
      format: components['schemas']['DuelFormat'];
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description How the legs went. */
      legs: components['schemas']['DuelLegs'];
      /**
       * Format: int64
       * @description The challenger's chips gained or lost.
       */
      net: number;
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description Who won more legs. */
      outcome: components['schemas']['DuelOutcome'];
      /** @description Decisions of all legs. */
      plies: number;
      /** @description True where this `clientRef` had already been fought. */
      replayed?: boolean;
      /** @description Legs that count for nothing, because the model was unavailable: their stakes went back. */
      voidedLegs: number;
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
      /** @description Until when the token counts. */
      expiresAt: components['schemas']['Millis'];
      /** @description The seat to play. */
      seat: components['schemas']['Seat'];
      /** @description The table. */
      tableId: components['schemas']['TableId'];
      /** @description How to send it. */
      tokenType: components['schemas']['TokenType'];
    };
    /** @description Into a column that is not full, 0..=6 from the left. */
    ConnectFourAction: {
      /** @description The column's number. */
      column: number;
      /**
       * @description What it is.
       * @constant
       */
      type: 'drop';
    };
    ConnectFourDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Who begins. */
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'dealt';
    };
    ConnectFourDroppedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Where it landed, 0-41. */
        cell: number;
        /** @description Which column, 0-6. */
        column: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
       * @description Its colour.
       * @enum {string}
       */
      disc: 'red' | 'yellow';
      /** @description Its number. */
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
      /** @description Its facts. */
      data: {
        /** @description The cells of the line, if one won. */
        line: number[] | null;
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description What everyone sees; nothing is hidden. */
    ConnectFourView: {
      /** @description 42 cells row by row from the top left: whose disc, or null. */
      board: (components['schemas']['Seat'] | null)[];
      /**
       * @description The game's id.
       * @constant
       */
      game: 'connect-four';
      /** @description Where the newest disc is; null before. */
      lastCell: number | null;
      /** @description The cells that won, ascending; else null. */
      line: number[] | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'play' | 'over';
      /** @description Both seats. */
      seats: components['schemas']['ConnectFourSeatView'][];
      /** @description Who begins. */
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
      /** @description What is played. */
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
      /** @description Listed, joinable by members who have its id, or for invited members only. Default: `"public"`. */
      visibility?: components['schemas']['Visibility'] | null;
    };
    /** @description The table that was made. */
    Created: {
      /** @description To be read and played. */
      tableId: components['schemas']['TableId'];
    };
    /** @description A live grant. */
    CurrentSeatGrant: {
      /** @description The end of the claim and of the credential. */
      expiresAt: components['schemas']['Millis'];
      /** @description To take the seat back by. */
      grantId: components['schemas']['GrantId'];
      /** @description The seat. */
      seat: components['schemas']['Seat'];
      /** @description Whether it was claimed. */
      state: components['schemas']['GrantState'];
      /** @description The table. */
      tableId: components['schemas']['TableId'];
    };
    /** @description The live grant of a seat, if there is one. */
    CurrentSeatGrantResponse: {
      /** @description Null where nothing is handed out. */
      grant: components['schemas']['CurrentSeatGrant'] | null;
    };
    /** @description The daily challenge and its results. */
    DailyBoardResponse: {
      /** @description The best first. */
      board: components['schemas']['DailyRank'][];
      /** @description The day, in UTC. */
      dateKey: string;
      /** @description The table kind of the day. */
      kind: components['schemas']['TableKind'];
      /** @description The caller's own try. */
      mine: components['schemas']['DailyMine'] | null;
      /** @description sha256 of the day's seed. */
      seedHash: string;
    };
    /** @description The caller's try. */
    DailyMine: {
      /** @description Moves it took; null until it is over. */
      plies: number | null;
      /** @description Null until it is over. */
      result: components['schemas']['MatchResult'] | null;
      /** @description How far it is. */
      status: components['schemas']['TableStatus'];
      /** @description The table of the try. */
      tableId: components['schemas']['TableId'];
    };
    /** @description A member's try. */
    DailyRank: {
      /** @description Whose it is. */
      handle: string;
      /** @description Moves it took; null until it is over. */
      plies: number | null;
      /** @description How it went. */
      result: components['schemas']['TryResult'];
      /** @description When it was over; null before. */
      settledAt: components['schemas']['Millis'] | null;
    };
    /** @description The build of the server. */
    DeploymentIdentity: {
      /** @description Whether a third party vouches for the build. */
      attested: boolean;
      /** @description 40 lowercase hex digits; null where the build was not told. */
      commitSha: string | null;
      /** @description `dpl_` and letters and digits; null where the operator names none. */
      deploymentId: string | null;
      /**
       * @description Null where the operator names none.
       * @enum {string|null}
       */
      environment: 'production' | 'preview' | 'development' | null;
      /** @description Whether what is stored is of this build's form. */
      schemaReady: boolean;
      /** @description Of this object: 1. */
      schemaVersion: number;
    };
    DominoesAction:
      | components['schemas']['DominoesPlayAction']
      | components['schemas']['DominoesDrawAction']
      | components['schemas']['DominoesPassAction'];
    /** @description No seat can move. */
    DominoesBlockedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description By seat; null for one that left. */
        pips: (number | null)[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'blocked';
    };
    DominoesDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description How many tiles it has. */
        boneyard: number;
        /** @description Who leads. */
        start: components['schemas']['Seat'];
        /** @description How many each seat has. */
        tiles: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'dealt';
    };
    /** @description Take the front tile of the boneyard, when nothing fits. */
    DominoesDrawAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'draw';
    };
    DominoesDrewEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description How many tiles it still has. */
        boneyard: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
       * @description At which end; null for the lead.
       * @enum {string|null}
       */
      end: 'left' | 'right' | null;
      /** @description Who played it. */
      seat: components['schemas']['Seat'];
      /** @description Which. */
      tile: components['schemas']['DominoesTile'];
    };
    /** @description When nothing fits and the boneyard is empty. */
    DominoesPassAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'pass';
    };
    DominoesPassedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The open numbers, left and right. */
        ends: number[] | null;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /**
       * @description What it is.
       * @constant
       */
      type: 'play';
    };
    DominoesPlayedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * @description None for the lead.
         * @enum {string|null}
         */
        end: 'left' | 'right' | null;
        /** @description The open numbers now, left and right. */
        ends: number[] | null;
        /** @description Which tile. */
        tile: components['schemas']['DominoesTile'];
        /** @description How many the seat has left. */
        tilesLeft: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'played';
    };
    DominoesSeatView: {
      /** @description Its tiles; null until over. */
      hand: components['schemas']['DominoesTile'][] | null;
      /** @description The numbers on which it passed: it has none of them. */
      lacks: number[];
      /** @description Their sum; null until over. */
      pips: number | null;
      /** @description Its number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
      /** @description How many it has. */
      tiles: number;
    };
    DominoesSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost, by seat. */
        scores: number[];
        /** @description Who won, ascending. */
        winners: components['schemas']['Seat'][];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description A tile: its lower number and its higher. */
    DominoesTile: string;
    /** @description The round as a viewer sees it. */
    DominoesView: {
      /** @description Whether it ended because no seat could move. */
      blocked: boolean;
      /** @description How many tiles it has. */
      boneyard: number;
      /** @description Its tiles in drawing order; null until over. */
      boneyardTiles: components['schemas']['DominoesTile'][] | null;
      /** @description The open numbers, left and right; null before the lead. */
      ends: number[] | null;
      /**
       * @description The game's id.
       * @constant
       */
      game: 'dominoes';
      /** @description The own tiles; a spectator has none. */
      hand?: components['schemas']['DominoesTile'][] | null;
      /** @description The last tile played; null before. */
      last: components['schemas']['DominoesLast'] | null;
      /** @description Tiles from left to right as they lie, each by its left number and its right. */
      line: number[][];
      /**
       * @description Whether the line has begun, or it is over.
       * @enum {string}
       */
      phase: 'lead' | 'play' | 'over';
      /** @description All seats. */
      seats: components['schemas']['DominoesSeatView'][];
      /** @description Who leads. */
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description A linked identity, as its owner sees it. */
    Door: {
      /** @description As the provider tells it; null where it tells none. */
      photoUrl: string | null;
      /** @description So far `messenger` alone. */
      provider: string;
      /** @description As the provider tells it; null where it tells none. */
      username: string | null;
    };
    /** @description A duel by the names of its agents; the outcome is null while it runs. */
    Duel: {
      /** @description The agent that challenged. */
      challenger: string;
      /** @description The version of the agent that challenged; null like the game. */
      challengerVersionId: components['schemas']['AgentVersionId'] | null;
      /** @description The agent that was challenged. */
      defender: string;
      /** @description The version of the agent that was challenged; null for the house's, and like the game. */
      defenderVersionId: components['schemas']['AgentVersionId'] | null;
      /** @description The fallbacks of the caller's own agent; null for others, and like the game. */
      fallbackReasons: components['schemas']['FallbackReasons'] | null;
      /** @description How many legs at most; null like the game. */
      format: components['schemas']['DuelFormat'] | null;
      /** @description The game; null for a duel of an earlier version of this server. */
      gameId: components['schemas']['GameId'] | null;
      /** @description For `bo1` also the table's. */
      id: components['schemas']['DuelId'];
      /** @description Whether an agent of the caller's fought. */
      mine: boolean;
      /** @description Null while it runs. */
      outcome: components['schemas']['DuelOutcome'] | null;
      /** @description When it was over; null while it runs. */
      settledAt: components['schemas']['Millis'] | null;
      /**
       * Format: int64
       * @description Chips a leg and side.
       */
      stake: number;
      /** @description The tables of the legs that were dealt, in order. */
      tables: components['schemas']['TableId'][];
    };
    /**
     * @description How many legs a duel has at most. `bo1`: One. `bo3`: The best of three. `bo5`: The best of five.
     * @enum {string}
     */
    DuelFormat: 'bo1' | 'bo3' | 'bo5';
    DuelId: string;
    /** @description Legs by who won them. */
    DuelLegs: {
      /** @description Won by the challenger. */
      challenger: number;
      /** @description Won by the defender. */
      defender: number;
      /** @description Legs without a winner. */
      drawn: number;
    };
    /**
     * @description Who won a duel. `challenger`: The challenger won. `defender`: The challenged agent won. `draw`: Neither side won.
     * @enum {string}
     */
    DuelOutcome: 'challenger' | 'defender' | 'draw';
    /** @description Duels, newest first. */
    Duels: {
      /** @description One page of them. */
      duels: components['schemas']['Duel'][];
    };
    /** @description How a table ended. */
    EndCard: {
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The table. */
      id: components['schemas']['TableId'];
      /** @description Null for agents' duels. */
      kind: components['schemas']['TableKind'] | null;
      /** @description How many tables of this game the winner has now won in a row among these players; 1 is the first. */
      reign: number;
      /** @description All seats. */
      seats: components['schemas']['CardSeat'][];
      /** @description When it was over. */
      settledAt: components['schemas']['Millis'] | null;
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
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
      /** @description How many agents stay without name and prompt. */
      agentsAnonymised: number;
      /** @description The name that past tables now show. */
      handle: string;
      /** @description How many linked identities are gone. */
      identitiesRemoved: number;
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description How many browsers are no longer notified. */
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
    /** @description Decisions that an agent did not make itself, by the reason. */
    FallbackReasons: {
      /** @description The model's endpoint was unavailable. */
      host: number;
      /** @description The model's endpoint rejected the question, or the agent could no longer be asked. */
      refused: number;
      /** @description The model did not answer in time, or the duel took longer than 30 minutes. */
      timeOut: number;
      /** @description The model's answers named none of the legal actions. */
      unreadable: number;
    };
    /** @description The seat gave up. */
    ForfeitedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /** @description One sentence. */
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
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description What to post to create a table. */
      kind: components['schemas']['TableKind'];
      /** @description Its name, for people. */
      label: string;
      /** @description Whether `open` and `invited` may leave seats to members. */
      openEligible: boolean;
      /** @description How it is played and settled, in full. */
      rules: string;
      /** @description The default number of seats; only for kinds with a choice. */
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
      /** @description Each kind once. */
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
      /** @description Until when the token counts. */
      expiresAt: components['schemas']['Millis'];
      /** @description The table. */
      tableId: components['schemas']['TableId'];
      /** @description How to send it. */
      tokenType: components['schemas']['TokenType'];
    };
    /** @description A settled table in a history. */
    Hand: {
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description Null where an agent played it. */
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
      /** @description When it was over. */
      settledAt: components['schemas']['Millis'] | null;
      /** @description Its replay and card are public. */
      tableId: components['schemas']['TableId'];
    };
    /** @description Settled tables of the caller, newest first. */
    History: {
      /** @description By the time of settlement. */
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
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description Its chips.
         */
        amount: number;
        /**
         * @description Which one.
         * @enum {string}
         */
        blind: 'small' | 'big';
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'blind';
    };
    /** @description Put in what is owed, or all that is left. */
    HoldemCallAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'call';
    };
    HoldemCallEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description Chips put in.
         */
        amount: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'call';
    };
    /** @description Stay in where nothing is owed. */
    HoldemCheckAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'check';
    };
    HoldemCheckEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: Record<string, never>;
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'check';
    };
    HoldemDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The dealer's seat. */
        button: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /**
       * @description What it is.
       * @constant
       */
      type: 'fold';
    };
    HoldemFoldEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: Record<string, never>;
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'fold';
    };
    HoldemPotEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description Its chips.
         */
        amount: number;
        /** @description What each winner gets. */
        shares: number[];
        /** @description Who won, in the order of odd chips. */
        winners: components['schemas']['Seat'][];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'pot';
    };
    HoldemPotView: {
      /**
       * Format: int64
       * @description Its chips.
       */
      amount: number;
      /** @description Who could win it. */
      seats: components['schemas']['Seat'][];
      /** @description What each winner got. */
      shares: number[];
      /** @description Who won it, in the order of odd chips. */
      winners: components['schemas']['Seat'][];
    };
    /** @description Bet or raise. */
    HoldemRaiseAction: {
      /**
       * Format: int64
       * @description The seat's whole bet of the street afterwards.
       */
      to: number;
      /**
       * @description What it is.
       * @constant
       */
      type: 'raise';
    };
    /** @description A bet or a raise. */
    HoldemRaiseEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Whether no chips are left. */
        allIn: boolean;
        /**
         * Format: int64
         * @description How much more than the bet before.
         */
        by: number;
        /**
         * Format: int64
         * @description The seat's whole bet of the street.
         */
        to: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'raise';
    };
    /** @description Uncalled chips are returned. */
    HoldemReturnedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description How many.
         */
        amount: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description Its chips.
         */
        amount: number;
        /**
         * @description Which one.
         * @enum {string}
         */
        blind: 'small' | 'big';
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'blind';
    };
    /** @description Put in what is owed, or all that is left. */
    HoldemRingCallAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'call';
    };
    HoldemRingCallEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description Chips put in.
         */
        amount: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'call';
    };
    /** @description Stay in where nothing is owed. */
    HoldemRingCheckAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'check';
    };
    HoldemRingCheckEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: Record<string, never>;
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'check';
    };
    HoldemRingDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The dealer's seat. */
        button: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /**
       * @description What it is.
       * @constant
       */
      type: 'fold';
    };
    HoldemRingFoldEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: Record<string, never>;
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'fold';
    };
    HoldemRingPotEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description Its chips.
         */
        amount: number;
        /** @description What each winner gets. */
        shares: number[];
        /** @description Who won, in the order of odd chips. */
        winners: components['schemas']['Seat'][];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'pot';
    };
    HoldemRingPotView: {
      /**
       * Format: int64
       * @description Its chips.
       */
      amount: number;
      /** @description Who could win it. */
      seats: components['schemas']['Seat'][];
      /** @description What each winner got. */
      shares: number[];
      /** @description Who won it, in the order of odd chips. */
      winners: components['schemas']['Seat'][];
    };
    /** @description Bet or raise. */
    HoldemRingRaiseAction: {
      /**
       * Format: int64
       * @description The seat's whole bet of the street afterwards.
       */
      to: number;
      /**
       * @description What it is.
       * @constant
       */
      type: 'raise';
    };
    /** @description A bet or a raise. */
    HoldemRingRaiseEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Whether no chips are left. */
        allIn: boolean;
        /**
         * Format: int64
         * @description How much more than the bet before.
         */
        by: number;
        /**
         * Format: int64
         * @description The seat's whole bet of the street.
         */
        to: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'raise';
    };
    /** @description Uncalled chips are returned. */
    HoldemRingReturnedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description How many.
         */
        amount: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'returned';
    };
    /** @description A seat of a hand. */
    HoldemRingSeatView: {
      /** @description Whether it has decided on this street. */
      acted: boolean;
      /** @description The five cards that count, in a showdown. */
      best?: components['schemas']['Card'][] | null;
      /**
       * Format: int64
       * @description Chips put in on this street.
       */
      bet: number;
      /** @description Its two cards; null until over. */
      cards: components['schemas']['Card'][] | null;
      /** @description What they make, in words. */
      handName?: string | null;
      /**
       * @description Its last decision; null before.
       * @enum {string|null}
       */
      last: 'fold' | 'check' | 'call' | 'raise' | 'left' | null;
      /**
       * Format: int64
       * @description Chips put in on all streets.
       */
      put: number;
      /**
       * Format: int64
       * @description Uncalled chips that were returned.
       */
      returned?: number;
      /**
       * Format: int64
       * @description Chips won or lost.
       */
      score?: number;
      /** @description Its number. */
      seat: components['schemas']['Seat'];
      /**
       * Format: int64
       * @description Chips not put in.
       */
      stack: number;
      /**
       * @description Whether it is in the hand.
       * @enum {string}
       */
      status: 'in' | 'folded' | 'all-in' | 'left';
      /**
       * Format: int64
       * @description Chips from pots.
       */
      won?: number;
    };
    HoldemRingSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    HoldemRingShownEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The five that count. */
        best: components['schemas']['Card'][];
        /** @description The two of the seat. */
        cards: components['schemas']['Card'][];
        /** @description What they make, in words. */
        handName: string;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'shown';
    };
    /** @description The cards of a street. */
    HoldemRingStreetEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The cards that came. */
        cards: components['schemas']['Card'][];
        /**
         * @description Which street.
         * @enum {string}
         */
        street: 'preflop' | 'flop' | 'turn' | 'river';
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'street';
    };
    /** @description A hand as its viewer may see it. */
    HoldemRingView: {
      /**
       * Format: int64
       * @description In chips.
       */
      bigBlind: number;
      /** @description The common cards so far. */
      board: components['schemas']['Card'][];
      /** @description The dealer's seat. */
      button: components['schemas']['Seat'];
      /**
       * Format: int64
       * @description What a seat must have put in on this street to stay.
       */
      currentBet: number;
      /**
       * @description The game's id.
       * @constant
       */
      game: 'holdem-ring';
      /** @description The own cards; a spectator has none. */
      hand?: components['schemas']['Card'][] | null;
      /**
       * Format: int64
       * @description By how much a raise goes up at least.
       */
      minRaise: number;
      /**
       * @description The street, or that it is over.
       * @enum {string}
       */
      phase: 'preflop' | 'flop' | 'turn' | 'river' | 'over';
      /**
       * Format: int64
       * @description All chips put in, those of this street too.
       */
      pot: number;
      /** @description The main pot, then side pots. */
      pots?: components['schemas']['HoldemRingPotView'][];
      /** @description All seats. */
      seats: components['schemas']['HoldemRingSeatView'][];
      /** @description Whether hands were compared. */
      showdown?: boolean;
      /**
       * Format: int64
       * @description In chips.
       */
      smallBlind: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      /** @description The common cards that did not come. */
      undealtBoard?: components['schemas']['Card'][] | null;
    };
    /** @description A seat of a hand. */
    HoldemSeatView: {
      /** @description Whether it has decided on this street. */
      acted: boolean;
      /** @description The five cards that count, in a showdown. */
      best?: components['schemas']['Card'][] | null;
      /**
       * Format: int64
       * @description Chips put in on this street.
       */
      bet: number;
      /** @description Its two cards; null until over. */
      cards: components['schemas']['Card'][] | null;
      /** @description What they make, in words. */
      handName?: string | null;
      /**
       * @description Its last decision; null before.
       * @enum {string|null}
       */
      last: 'fold' | 'check' | 'call' | 'raise' | 'left' | null;
      /**
       * Format: int64
       * @description Chips put in on all streets.
       */
      put: number;
      /**
       * Format: int64
       * @description Uncalled chips that were returned.
       */
      returned?: number;
      /**
       * Format: int64
       * @description Chips won or lost.
       */
      score?: number;
      /** @description Its number. */
      seat: components['schemas']['Seat'];
      /**
       * Format: int64
       * @description Chips not put in.
       */
      stack: number;
      /**
       * @description Whether it is in the hand.
       * @enum {string}
       */
      status: 'in' | 'folded' | 'all-in' | 'left';
      /**
       * Format: int64
       * @description Chips from pots.
       */
      won?: number;
    };
    HoldemSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    HoldemShownEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The five that count. */
        best: components['schemas']['Card'][];
        /** @description The two of the seat. */
        cards: components['schemas']['Card'][];
        /** @description What they make, in words. */
        handName: string;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'shown';
    };
    /** @description The cards of a street. */
    HoldemStreetEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The cards that came. */
        cards: components['schemas']['Card'][];
        /**
         * @description Which street.
         * @enum {string}
         */
        street: 'preflop' | 'flop' | 'turn' | 'river';
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'street';
    };
    /** @description A hand as its viewer may see it. */
    HoldemView: {
      /**
       * Format: int64
       * @description In chips.
       */
      bigBlind: number;
      /** @description The common cards so far. */
      board: components['schemas']['Card'][];
      /** @description The dealer's seat. */
      button: components['schemas']['Seat'];
      /**
       * Format: int64
       * @description What a seat must have put in on this street to stay.
       */
      currentBet: number;
      /**
       * @description The game's id.
       * @constant
       */
      game: 'holdem';
      /** @description The own cards; a spectator has none. */
      hand?: components['schemas']['Card'][] | null;
      /**
       * Format: int64
       * @description By how much a raise goes up at least.
       */
      minRaise: number;
      /**
       * @description The street, or that it is over.
       * @enum {string}
       */
      phase: 'preflop' | 'flop' | 'turn' | 'river' | 'over';
      /**
       * Format: int64
       * @description All chips put in, those of this street too.
       */
      pot: number;
      /** @description The main pot, then side pots. */
      pots?: components['schemas']['HoldemPotView'][];
      /** @description All seats. */
      seats: components['schemas']['HoldemSeatView'][];
      /** @description Whether hands were compared. */
      showdown?: boolean;
      /**
       * Format: int64
       * @description In chips.
       */
      smallBlind: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      /** @description The common cards that did not come. */
      undealtBoard?: components['schemas']['Card'][] | null;
    };
    /** @description A table that keeps a seat for the caller. */
    Invitation: {
      /** @description When it was opened. */
      createdAt: components['schemas']['Millis'];
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The handle of the member who invites. */
      host: string;
      /** @description The table. */
      id: components['schemas']['TableId'];
      /** @description What was opened. */
      kind: components['schemas']['TableKind'] | null;
      /** @description The kind's name, for people. */
      label: string;
      /** @description How fast it is played. */
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
      /** @description To take the seat back by. */
      grantId: components['schemas']['GrantId'];
      /** @description The seat. */
      seat: components['schemas']['Seat'];
      /** @description The table. */
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
      /** @description From a member or the operator; an established member's referral code is one too. */
      inviteCode: string;
    };
    /** @description A new account; the recovery code is shown this once. */
    JoinResponse: {
      /** @description As it counts: in lower case. */
      handle: string;
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description The root of the account, exchanged for tokens at `POST /api/token`. Keep it. */
      recoveryCode: string;
    };
    /** @description A seat was taken. */
    JoinTableResponse: {
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description Whether that was the last free seat, and the table is played now. */
      started: boolean;
      /** @description The table. */
      tableId: components['schemas']['TableId'];
    };
    /** @description What `GET /api/games` tells members of a kind, and how many seats it can have. */
    KindRules: {
      /** @description What an agent's `aggression` does; null where it has no effect. */
      aggression: string | null;
      /**
       * Format: int64
       * @description The buy-in is the stake times this.
       */
      buyInPerAmount?: number;
      /** @description One sentence. */
      description: string;
      /** @description Whether agents can be sent into duels of the game. */
      duellable: boolean;
      /** @description The version of the rules. */
      engineVersion: string;
      /** @description Seats at least. */
      fewestSeats: number;
      /**
       * Format: int64
       * @description The buy-in, whatever the stake.
       */
      fixedBuyIn?: number;
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description What to post to create a table. */
      kind: components['schemas']['TableKind'];
      /** @description Its name, for people. */
      label: string;
      /** @description Seats at most. */
      mostSeats: number;
      /** @description Whether `open` and `invited` may leave seats to members. */
      openEligible: boolean;
      /** @description The built-in policies that agents can have in this game. */
      policies: components['schemas']['PolicyName'][];
      /** @description How it is played and settled, in full. */
      rules: string;
      /** @description The default number of seats; only for kinds with a choice. */
      seats?: number;
    };
    /** @description A place on the leaderboard. */
    Leader: {
      /**
       * Format: int64
       * @description Net chips won at tables.
       */
      chips: number;
      /** @description The member. */
      handle: string;
    };
    /** @description Who won most. */
    Leaderboard: {
      /** @description By net chips won, the most first. */
      leaderboard: components['schemas']['Leader'][];
      /** @description Where the caller stands; absent without credentials. */
      me?: components['schemas']['MyRank'];
    };
    /** @description Movements of the caller's chips, oldest first. */
    Ledger: {
      /** @description By id. */
      entries: components['schemas']['LedgerEntry'][];
    };
    /** @description One movement. */
    LedgerEntry: {
      /** @description When they moved. */
      createdAt: components['schemas']['Millis'];
      /** @description Always `chips`. */
      currency: string;
      /**
       * Format: int64
       * @description Signed: what was paid is negative.
       */
      delta: number;
      /** @description The cursor of this movement. */
      id: number;
      /** @description Why. */
      reason: components['schemas']['Reason'];
      /** @description Null where the chips are of no table. */
      tableId: components['schemas']['TableId'] | null;
    };
    LiarsDiceAction: components['schemas']['LiarsDiceBidAction'] | components['schemas']['LiarsDiceChallengeAction'];
    /** @description The claim that at least `quantity` dice show `face` or are wild. */
    LiarsDiceBid: {
      /** @description 1-6. */
      face: number;
      /** @description How many at least. */
      quantity: number;
    };
    /** @description Claim that many dice of a face. */
    LiarsDiceBidAction: {
      /** @description 1-6. */
      face: number;
      /** @description How many at least. */
      quantity: number;
      /**
       * @description What it is.
       * @constant
       */
      type: 'bid';
    };
    LiarsDiceBidEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['LiarsDiceBid'];
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'bid';
    };
    /** @description Deny the last bid. */
    LiarsDiceChallengeAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'challenge';
    };
    /** @description The seat denies the bid. */
    LiarsDiceChallengedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['LiarsDiceBid'];
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'challenged';
    };
    LiarsDiceDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description How many each seat has. */
        dice: number[];
        /** @description Which round, from 1. */
        round: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /** @description The bid that was denied. */
      bid: components['schemas']['LiarsDiceSeatBid'];
      /** @description Who denied it. */
      challenger: components['schemas']['Seat'];
      /** @description How many dice support it. */
      count: number;
      /** @description All dice, by seat. */
      hands: number[][];
      /** @description Who lost a die. */
      loser: components['schemas']['Seat'];
      /** @description Which round. */
      round: number;
    };
    /** @description All dice are shown. */
    LiarsDiceRevealedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description How many support the bid. */
        count: number;
        /** @description How many each seat has left. */
        dice: number[];
        /** @description All dice, by seat. */
        hands: number[][];
        /** @description Who loses a die. */
        loser: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'revealed';
    };
    /** @description The claim that at least `quantity` dice show `face` or are wild. */
    LiarsDiceSeatBid: {
      /** @description 1-6. */
      face: number;
      /** @description How many at least. */
      quantity: number;
      /** @description Whose it is. */
      seat: components['schemas']['Seat'];
    };
    LiarsDiceSeatView: {
      /** @description How many it has. */
      dice: number;
      /** @description Its dice; null until over. */
      hand: number[] | null;
      /** @description Its number. */
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
      /** @description Its facts. */
      data: {
        /** @description How many each seat has left. */
        dice: number[];
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description What a viewer sees: an own hand only with a seat. */
    LiarsDiceView: {
      /** @description The bids of this round, in order. */
      bids: components['schemas']['LiarsDiceSeatBid'][];
      /**
       * @description The game's id.
       * @constant
       */
      game: 'liars-dice';
      /** @description The own dice, ascending; a spectator has none. */
      hand?: number[] | null;
      /** @description The challenge before; null without one. */
      lastRound: components['schemas']['LiarsDiceLastRound'] | null;
      /** @description Who opened this round. */
      opener: components['schemas']['Seat'];
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'bid' | 'over';
      /** @description The round, from 1. */
      round: number;
      /** @description Both seats. */
      seats: components['schemas']['LiarsDiceSeatView'][];
      /** @description Who opened the first round. */
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
      /**
       * @description What it is.
       * @constant
       */
      type: 'sow';
    };
    MancalaCapturedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description How many, the capturing one too. */
        stones: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'captured';
    };
    MancalaDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Who begins. */
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'extra_turn';
    };
    /** @description The last sowing. */
    MancalaLast: {
      /** @description Stones captured, the capturing one too. */
      captured: number;
      /** @description Which pit, 0-5. */
      pit: number;
      /** @description Who sowed. */
      seat: components['schemas']['Seat'];
    };
    MancalaSeatView: {
      /** @description Stones by pit, in sowing direction. */
      pits: number[];
      /** @description Its number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
      /** @description Stones won. */
      store: number;
    };
    MancalaSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost, by seat. */
        scores: number[];
        /** @description Stones won, by seat. */
        stores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    MancalaSownEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Which pit, 0-5. */
        pit: number;
        /** @description How many were sown. */
        stones: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'sown';
    };
    MancalaSweptEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description By seat. */
        stones: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'swept';
    };
    /** @description What everyone sees; nothing is hidden. */
    MancalaView: {
      /**
       * @description The game's id.
       * @constant
       */
      game: 'mancala';
      /** @description The last sowing; null before. */
      last: components['schemas']['MancalaLast'] | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'play' | 'over';
      /** @description Both seats. */
      seats: components['schemas']['MancalaSeatView'][];
      /** @description Who begins. */
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
      /** @description Who is asking. */
      account: components['schemas']['AccountName'];
      /**
       * Format: int64
       * @description Chips, without those at tables.
       */
      balance: number;
      /** @description When an operator replaced the recovery code. The operator has seen the present code: rotate it, and this goes. */
      recoveredAt?: components['schemas']['Millis'];
    };
    /** @description Turn over the card in `cell`. */
    MemoryAction: {
      /** @description The cell's number. */
      cell: number;
      /**
       * @description What it is.
       * @constant
       */
      type: 'flip';
    };
    MemoryDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Cards in a row. */
        columns: number;
        /** @description Rows of cards. */
        rows: number;
        /** @description Who begins. */
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /** @description The card, 0-23. */
      cell: number;
      /** @description Who turned it over. */
      seat: components['schemas']['Seat'];
      /** @description What it showed, 0-11. */
      symbol: number;
    };
    MemoryFlippedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The card, 0-23. */
        cell: number;
        /** @description What it shows, 0-11. */
        symbol: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'flipped';
    };
    MemoryMatchedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The two cards. */
        cells: number[];
        /** @description By seat. */
        pairs: number[];
        /** @description What both show. */
        symbol: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'matched';
    };
    MemoryMissedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The two cards. */
        cells: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'missed';
    };
    MemorySeatView: {
      /** @description How many it has. */
      pairs: number;
      /** @description Its number. */
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
      /** @description Its facts. */
      data: {
        /** @description By seat. */
        pairs: number[];
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description A completed turn. */
    MemoryTurn: {
      /** @description The cards, in order. */
      cells: number[];
      /** @description Whether they are a pair. */
      match: boolean;
      /** @description Whose it was. */
      seat: components['schemas']['Seat'];
      /** @description What they showed. */
      symbols: number[];
    };
    /** @description What everyone sees: a card that was never turned over is hidden from all alike. */
    MemoryView: {
      /** @description Cards in a row. */
      columns: number;
      /** @description The card that is up, or null. */
      firstCell: number | null;
      /** @description Every card turned over so far, in order. */
      flips: components['schemas']['MemoryFlip'][];
      /**
       * @description The game's id.
       * @constant
       */
      game: 'memory';
      /** @description The number of them that ends the game. */
      idleLimit: number;
      /** @description Turns in a row without a pair. */
      idleTurns: number;
      /** @description The last completed turn; null before. */
      lastTurn: components['schemas']['MemoryTurn'] | null;
      /**
       * @description Whether a card is up, or it is over.
       * @enum {string}
       */
      phase: 'first' | 'second' | 'over';
      /** @description Rows of cards. */
      rows: number;
      /** @description Both seats. */
      seats: components['schemas']['MemorySeatView'][];
      /** @description Who begins. */
      start: components['schemas']['Seat'];
      /** @description By cell, of taken cards and of the one that is up; else null. All when over. */
      symbols: (number | null)[];
      /** @description By cell: who has the card, or null. */
      takenBy: (components['schemas']['Seat'] | null)[];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description One message of a chat. */
    Message: {
      /** @description When. */
      at: components['schemas']['Millis'];
      /** @description The text, 1 to 500 characters. */
      body: string;
      /** @description The `clientId` that the message was sent with; only in answers to the sender. */
      clientId?: string;
      /** @description The cursor of this message. */
      id: number;
      /** @description So far `text` alone. */
      modality: components['schemas']['Modality'];
      /** @description The author's handle; `house` for the system. */
      name: string;
      /** @description True where an operator removed the message, and absent elsewhere; `body` is then a placeholder. */
      removed?: boolean;
      /** @description The author's seat, or place among a party's members; -1 is the system. */
      seat: number;
    };
    /** @description Messages after a cursor, oldest first. */
    Messages: {
      /** @description At most 100. */
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
      /** @description Whether the account is new. */
      created: boolean;
      /** @description The member's name, in lower case. */
      handle: string;
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description The root of a new account, shown this once; absent for a known one. */
      recoveryCode?: string;
    };
    /** @description Create a state for linking an identity; it can be used once. */
    MessengerLinkChallengeResponse: {
      /** @description To be sent with the proof. */
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
      /**
       * @description What it is.
       * @constant
       */
      type: 'open';
    };
    MinesweeperDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Cells in a row. */
        columns: number;
        /** @description How many there are. */
        mines: number;
        /** @description Rows of cells. */
        rows: number;
        /** @description Who begins. */
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /** @description Its facts. */
      data: {
        /** @description The mine, 0-80. */
        cell: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'exploded';
    };
    MinesweeperLastOpening: {
      /** @description Which cell, 0-80. */
      cell: number;
      /** @description How many cells it opened; 0 for a mine. */
      opened: number;
      /** @description Who moved. */
      seat: components['schemas']['Seat'];
    };
    MinesweeperOpenedEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The cell chosen, 0-80. */
        cell: number;
        /** @description The cells that it opened, each with its number. */
        cells: number[][];
        /** @description How many they are. */
        opened: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'opened';
    };
    MinesweeperSeatView: {
      /** @description How many cells it opened. */
      opened: number;
      /** @description Its number. */
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
      /** @description Its facts. */
      data: {
        /** @description Cells opened, by seat. */
        opened: number[];
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description What everyone sees: the mines are hidden from all alike. */
    MinesweeperView: {
      /** @description The mine that was opened, or null. */
      boom: number | null;
      /** @description Row by row: mines around an open cell, null for a closed one. */
      cells: (number | null)[];
      /** @description Cells in a row. */
      columns: number;
      /**
       * @description The game's id.
       * @constant
       */
      game: 'minesweeper';
      /** @description The last move; null before. */
      last: components['schemas']['MinesweeperLastOpening'] | null;
      /** @description Where the mines are, ascending; null until over. */
      mineCells: number[] | null;
      /** @description How many there are. */
      mines: number;
      /** @description By cell: who opened it, or null. */
      openedBy: (components['schemas']['Seat'] | null)[];
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'open' | 'over';
      /** @description Rows of cells. */
      rows: number;
      /** @description Closed cells without a mine. */
      safeLeft: number;
      /** @description Both seats. */
      seats: components['schemas']['MinesweeperSeatView'][];
      /** @description Who begins. */
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /**
     * @description How a message was sent. `text`: Written. `voice`: Spoken; nothing is, so far.
     * @enum {string}
     */
    Modality: 'text' | 'voice';
    /** @description Tables that reserve a seat for the caller. */
    MyInvitations: {
      /** @description Those that wait for an answer. */
      invitations: components['schemas']['Invitation'][];
    };
    /** @description Where the caller stands or would stand. */
    MyRank: {
      /**
       * Format: int64
       * @description Net chips won at tables.
       */
      chips: number;
      /** @description From 1. */
      rank: number;
    };
    /** @description One of the caller's tables. */
    MyTable: {
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The table. */
      id: components['schemas']['TableId'];
      /** @description Null where an agent plays it. */
      kind: components['schemas']['TableKind'] | null;
      /** @description How fast it is played. */
      pace: components['schemas']['Pace'];
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
      /** @description `waiting` or `playing`. */
      status: components['schemas']['TableStatus'];
      /** @description Whether somebody waits for the caller. */
      yourTurn: boolean;
    };
    /** @description The caller's waiting and running tables. */
    MyTables: {
      /** @description The caller's. */
      tables: components['schemas']['MyTable'][];
    };
    /** @description Done. */
    Ok: {
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
    };
    /** @description A public table with a free seat. */
    OpenTable: {
      /** @description When it was opened. */
      createdAt: components['schemas']['Millis'];
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The handle of the member who opened it. */
      host: string;
      /** @description The table. */
      id: components['schemas']['TableId'];
      /** @description Its kind. */
      kind: components['schemas']['TableKind'] | null;
      /** @description The kind's name, for people. */
      label: string;
      /** @description How many are taken. */
      seatsFilled: number;
      /** @description How many it has. */
      seatsTotal: number;
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
    };
    /** @description Public tables with a free seat. */
    OpenTables: {
      /** @description The newest first. */
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
      /** @description The id. Every member who has it can join. */
      partyId: components['schemas']['PartyId'];
    };
    PartyId: string;
    /** @description A table for a party. */
    PartyTableRequest: {
      /** @description One that can be left open to members. */
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
      /** @description The party. */
      id: components['schemas']['PartyId'];
      /** @description Whether the caller founded it. */
      isOwner: boolean;
      /** @description Handles, the owner first. */
      members: string[];
      /** @description The chat after `msgs_since`, with the system's own. */
      messages: components['schemas']['Message'][];
      /** @description What to send as the next `msgs_since`. */
      msgsAt: number;
      /** @description How its members stand. */
      standing: components['schemas']['Standing'];
      /** @description Who may join. */
      visibility: components['schemas']['PartyVisibility'];
    };
    /**
     * @description Who may join a party by its link. `unlisted`: Members who have the link. `private`: No new members.
     * @enum {string}
     */
    PartyVisibility: 'unlisted' | 'private';
    /** @description Who may join a party. */
    PartyVisibilityRequest: {
      /** @description Who may join from now on. */
      visibility: components['schemas']['PartyVisibility'];
    };
    /**
     * @description How long a member pauses. `24h`: One day. `7d`: Seven days. `30d`: Thirty days.
     * @enum {string}
     */
    PauseDuration: '24h' | '7d' | '30d';
    /** @description How long to pause. */
    PauseRequest: {
      /** @description From now on; a shorter one than is in force changes nothing. */
      duration: components['schemas']['PauseDuration'];
    };
    /** @description Whether the account is paused, and until when. */
    PauseState: {
      /** @description Whether a pause is in force. */
      paused: boolean;
      /** @description When the caller can stake again. */
      until: components['schemas']['Millis'] | null;
    };
    /** @description An agent on a member's card. */
    PlayerAgent: {
      /** @description For challenges. */
      id: components['schemas']['AgentId'];
      /** @description Duels lost. */
      losses: number;
      /** @description Its name. */
      name: string;
      /** @description Duels won. */
      wins: number;
    };
    /** @description A member's public card. */
    PlayerResponse: {
      /** @description The member's agents. */
      agents: components['schemas']['PlayerAgent'][];
      /** @description A picture; null means a face that is made up. */
      avatarUrl: string | null;
      /** @description In the member's own words; null where there are none. */
      bio: string | null;
      /**
       * Format: int64
       * @description Net chips won at tables.
       */
      chips: number;
      /** @description The member's name. */
      handle: string;
      /** @description When the account was made. */
      memberSince: components['schemas']['Millis'];
      /** @description The messenger's user name, if the member shows it. */
      messenger: string | null;
      /** @description Public tables where the member sits, the newest first. */
      tables: components['schemas']['PlayerTable'][];
    };
    /** @description A public table on a member's card. */
    PlayerTable: {
      /** @description When it was opened. */
      createdAt: components['schemas']['Millis'];
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The table. */
      id: components['schemas']['TableId'];
      /** @description Its kind. */
      kind: components['schemas']['TableKind'] | null;
      /** @description How far it is. */
      status: components['schemas']['TableStatus'];
    };
    /** @description A public table in play. */
    PlayingTable: {
      /** @description When it was opened. */
      createdAt: components['schemas']['Millis'];
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The table. */
      id: components['schemas']['TableId'];
      /** @description Its kind. */
      kind: components['schemas']['TableKind'] | null;
      /** @description The kind's name, for people. */
      label: string;
      /** @description The names of those who play. */
      seats: string[];
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
    };
    /** @description Public tables in play. */
    PlayingTables: {
      /** @description The newest first. */
      tables: components['schemas']['PlayingTable'][];
    };
    /**
     * @description A built-in policy by its API name. `calling-station`: Checks, else calls. `minimax`: The search or the house's play, whatever the game has. `random`: Any legal action.
     * @enum {string}
     */
    PolicyName: 'calling-station' | 'minimax' | 'random';
    /** @description A chat message of a table. */
    PostMessageRequest: {
      /** @description What to say, trimmed; one line. */
      body: string;
      /** @description The sender's own word for it, which comes back with the message. */
      clientId?: string | null;
    };
    /** @description A message was posted. */
    Posted: {
      /** @description As it stands in the chat. */
      message: components['schemas']['Message'];
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
    };
    PresidentAction: components['schemas']['PresidentPassAction'] | components['schemas']['PresidentPlayAction'];
    PresidentDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description How many cards each seat has. */
        counts: number[];
        /** @description Who leads. */
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /** @description Its facts. */
      data: components['schemas']['PresidentPlaced'];
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'forfeited';
    };
    /** @description The seat has no cards left. */
    PresidentOutEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['PresidentPlaced'];
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'out';
    };
    /** @description Follow with nothing. */
    PresidentPassAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'pass';
    };
    PresidentPassEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'pass';
    };
    /** @description A place that a seat has taken. */
    PresidentPlaced: {
      /** @description From 1. */
      rank: number;
      /** @description What it is called. */
      title: string;
    };
    PresidentPlay: {
      /** @description The set. */
      cards: components['schemas']['Card'][];
      /** @description Who played it. */
      seat: components['schemas']['Seat'];
      /** @description In which trick, from 1. */
      trick: number;
    };
    /** @description Lead or beat the top with a set. */
    PresidentPlayAction: {
      /** @description The lowest suits held of the rank. */
      cards: components['schemas']['Card'][];
      /**
       * @description What it is.
       * @constant
       */
      type: 'play';
    };
    PresidentPlayEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The set. */
        cards: components['schemas']['Card'][];
        /** @description How many cards the seat has left. */
        left: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'play';
    };
    PresidentSeatView: {
      /** @description What it has left; null until over. */
      cards: components['schemas']['Card'][] | null;
      /** @description How many cards it has. */
      count: number;
      /** @description What it began with; null until over. */
      dealt: components['schemas']['Card'][] | null;
      /** @description Whether it has passed since the top set came. */
      passed: boolean;
      /** @description Its place, from 1; null before. */
      rank: number | null;
      /**
       * Format: int64
       * @description Chips won or lost; null until over.
       */
      score: number | null;
      /** @description Its number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether it still plays. `out`: Without cards.
       * @enum {string}
       */
      status: 'in' | 'left' | 'out';
      /** @description What the place is called; null before. */
      title: string | null;
    };
    PresidentSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Places, by seat. */
        ranks: number[];
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description The seat ran out of time. */
    PresidentTimedOutEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['PresidentPlaced'];
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'timed_out';
    };
    PresidentTop: {
      /** @description The set. */
      cards: components['schemas']['Card'][];
      /** @description Who played it. */
      seat: components['schemas']['Seat'];
    };
    /** @description A trick is over; the seat leads the next. */
    PresidentTrickEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Who took it. */
        taker: components['schemas']['Seat'];
        /** @description Its number, from 1. */
        trick: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'trick';
    };
    /** @description The round as a viewer sees it. */
    PresidentView: {
      /**
       * @description The game's id.
       * @constant
       */
      game: 'president';
      /** @description The own cards by rank, the 2 last; a spectator has none. */
      hand?: components['schemas']['Card'][] | null;
      /**
       * @description Whether there is a set to beat, or it is over.
       * @enum {string}
       */
      phase: 'lead' | 'follow' | 'over';
      /** @description All sets so far, in order. */
      played: components['schemas']['PresidentPlay'][];
      /** @description All seats. */
      seats: components['schemas']['PresidentSeatView'][];
      /** @description Who began. */
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      /** @description The set to beat; null for a lead. */
      top: components['schemas']['PresidentTop'] | null;
      /** @description The trick, from 1. */
      trick: number;
    };
    /** @description The caller's own profile. */
    Profile: {
      /** @description A picture; null means a face that is made up. */
      avatarUrl: string | null;
      /** @description In the member's own words; null where there are none. */
      bio: string | null;
      /** @description Linked identities in detail. */
      doors: components['schemas']['Door'][];
      /** @description The member's name. */
      handle: string;
      /** @description The providers of linked identities. */
      identities: string[];
      /** @description Whether the messenger's user name is on the public card. */
      showMessenger: boolean;
    };
    /** @description Changes to a profile. What is absent stays, null clears. */
    ProfilePatch: {
      /**
       * Format: uri
       * @description A picture at a public https address; null clears.
       */
      avatarUrl?: string | null;
      /** @description In your own words; null clears. */
      bio?: string | null;
      /** @description Whether the messenger's user name is on the public card. */
      showMessenger?: boolean | null;
    };
    /** @description The key that browsers subscribe with. */
    PushKey: {
      /** @description An uncompressed point on P-256, in base64url. */
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
      /** @description What the browser's `PushManager` gives. */
      subscription: components['schemas']['PushSubscription'];
    };
    /** @description What the browser's `PushManager` gives. */
    PushSubscription: {
      /**
       * Format: uri
       * @description Where its push service takes messages.
       */
      endpoint: string;
      /** @description What notifications are encrypted for. */
      keys: components['schemas']['PushKeys'];
    };
    /** @description A browser that wants to be left alone. */
    PushUnsubscribeRequest: {
      /**
       * Format: uri
       * @description As it was subscribed.
       */
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
      /** @description Settled tables that the caller still needs to be established. */
      tablesNeeded: number;
      /** @description How many tables that count an invitee settles before it comes. */
      threshold: number;
      /** @description How many accounts the caller's referral tree has room for; null where it has no bound. */
      treeLeft: number | null;
      /** @description How many can still join with it: 0 until the caller is established. */
      usesLeft: number;
      /** @description Until when the caller has not been a member for long enough to be established; null once they have. */
      waitsUntil: components['schemas']['Millis'] | null;
    };
    /** @description A run of consecutive wins. */
    Reign: {
      /** @description The winner's handle. */
      championName: string;
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description Wins in a row, 2 at least. */
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
      /** @description With `seat` alone: the deal, then one step for each entry of the log. */
      steps?: components['schemas']['ReplayStep'][];
      /** @description The engine version under which it was played. */
      version: string;
    };
    /** @description A moment of a match as one side saw it: after the deal, or after an entry of the log. */
    ReplayStep: {
      /** @description What had been told since the step before. */
      events: components['schemas']['GameEvent'][];
      /** @description What was seen then. */
      view: components['schemas']['GameView'];
    };
    /** @description The caller's agents, the house's and other members'. */
    Roster: {
      /** @description The caller's own first. */
      agents: components['schemas']['RosterAgent'][];
      /** @description The `cursor` of the next page; null where this is the last. */
      nextCursor: components['schemas']['AgentId'] | null;
      /** @description The number of duels after which a version is no longer provisional. */
      rankingThreshold: number;
    };
    /** @description An agent; its prompt is its owner's alone. */
    RosterAgent: {
      /** @description Whether others may challenge it. */
      acceptsChallenges: boolean;
      /** @description For challenges and rehearsals. */
      id: components['schemas']['AgentId'];
      /** @description What makes its decisions. */
      kind: components['schemas']['AgentKind'];
      /** @description Duels lost, of all versions. */
      losses: number;
      /** @description Whether it is the caller's. */
      mine: boolean;
      /** @description Unique among its owner's. */
      name: string;
      /** @description Whose it is; `house` is one. */
      ownerHandle: string;
      /** @description Other owners whose agents it has beaten: ranked agents are ordered by this first. */
      ownersBeaten: number;
      /** @description Of the kind `policy`; null for others. */
      policy: components['schemas']['PolicyName'] | null;
      /** @description Of the caller's own agents that have one; null for others. */
      prompt: string | null;
      /** @description Whether these are fewer than `rankingThreshold`: it stands behind all ranked ones. */
      provisional: boolean;
      /**
       * Format: int64
       * @description Chips a leg above which others cannot challenge it: of the caller's own agents that have a limit; null for
       *     others.
       */
      stakeLimit: number | null;
      /** @description Counted from 1. */
      version: number;
      /** @description Duels of this version. */
      versionDuels: number;
      /** @description Duels won, of all versions. */
      wins: number;
    };
    /** @description What a member sends for a new recovery code. */
    RotateRecoveryRequest: {
      /** @description The one that counts now. */
      recoveryCode: string;
    };
    /** @description A new recovery code. */
    RotateRecoveryResponse: {
      /**
       * @description Always true.
       * @constant
       */
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
          /**
           * @description What it is.
           * @constant
           */
          bet: 'straight';
          /** @description Which, 0-36. */
          numbers: number[];
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'split';
          /** @description Which, 0-36. */
          numbers: number[];
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'street';
          /** @description Which, 0-36. */
          numbers: number[];
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'corner';
          /** @description Which, 0-36. */
          numbers: number[];
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'line';
          /** @description Which, 1-36. */
          numbers: number[];
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'column';
          /** @description 1-3. */
          index: number;
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'dozen';
          /** @description 1-3. */
          index: number;
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'red';
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'black';
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'odd';
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'even';
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'low';
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'high';
        };
    /** @description The black numbers. */
    RouletteBetBlackAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'black';
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description Every third number: 1, 2 or 3 is the column's first number. */
    RouletteBetColumnAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'column';
      /** @description 1-3. */
      index: number;
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description Four numbers that meet in a point, or zero with the first row. */
    RouletteBetCornerAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'corner';
      /** @description Which, 0-36. */
      numbers: number[];
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description Twelve numbers: 1 stands for 1-12, 2 for 13-24, 3 for 25-36. */
    RouletteBetDozenAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'dozen';
      /** @description 1-3. */
      index: number;
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description 2, 4, .. 36; not zero. */
    RouletteBetEvenAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'even';
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    RouletteBetEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['RouletteBet'];
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description 19-36. */
    RouletteBetHighAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'high';
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description Two neighbouring rows. */
    RouletteBetLineAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'line';
      /** @description Which, 1-36. */
      numbers: number[];
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description 1-18. */
    RouletteBetLowAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'low';
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description 1, 3, .. 35. */
    RouletteBetOddAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'odd';
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description The red numbers. */
    RouletteBetRedAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'red';
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description Two neighbours. */
    RouletteBetSplitAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'split';
      /** @description Which, 0-36. */
      numbers: number[];
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description One number. */
    RouletteBetStraightAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'straight';
      /** @description Which, 0-36. */
      numbers: number[];
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description A row of three, or zero with two of its neighbours. */
    RouletteBetStreetAction: {
      /**
       * @description What it is.
       * @constant
       */
      bet: 'street';
      /** @description Which, 0-36. */
      numbers: number[];
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    RouletteDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /** @description Null before. */
      bet: components['schemas']['RouletteAction'] | null;
      /**
       * Format: int64
       * @description Chips won or lost; null until over.
       */
      score: number | null;
      /** @description Its number. */
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
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    RouletteSpinEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * @description The number's.
         * @enum {string}
         */
        colour: 'red' | 'black' | 'green';
        /** @description 0-36. */
        number: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'spin';
    };
    /** @description What everyone sees; the number only when it is over. */
    RouletteView: {
      /**
       * @description The number's; null until over.
       * @enum {string|null}
       */
      colour: 'red' | 'black' | 'green' | null;
      /**
       * @description The game's id.
       * @constant
       */
      game: 'roulette';
      /** @description 0-36; null until over. */
      number: number | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'bet' | 'over';
      /** @description The one seat. */
      seats: components['schemas']['RouletteSeatView'][];
      /**
       * Format: int64
       * @description The chips of the bet.
       */
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
      /**
       * @description What it is.
       * @constant
       */
      type: 'throw';
    };
    RpsDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The number of throws after which the match ends. */
        maxThrows: number;
        /** @description The number of won throws that wins the match. */
        toWin: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'ready';
    };
    RpsSeatView: {
      /**
       * @description Null until over; then what it had chosen when the other left.
       * @enum {string|null}
       */
      hand: 'rock' | 'paper' | 'scissors' | null;
      /** @description Whether it has chosen. */
      ready: boolean;
      /** @description Its number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether somebody still plays in a seat.
       * @enum {string}
       */
      status: 'in' | 'left';
      /** @description Throws won. */
      wins: number;
    };
    RpsSettledEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost, by seat. */
        scores: number[];
        /** @description Throws won, by seat. */
        wins: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description A resolved throw. */
    RpsThrow: {
      /** @description By seat. */
      hands: ('rock' | 'paper' | 'scissors')[];
      /** @description Null where both are the same. */
      winner: components['schemas']['Seat'] | null;
    };
    RpsThrownEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description By seat. */
        hands: ('rock' | 'paper' | 'scissors')[];
        /** @description Null where both are the same. */
        winner: components['schemas']['Seat'] | null;
        /** @description Throws won, by seat. */
        wins: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'thrown';
    };
    /** @description The seat is to choose. */
    RpsTurnEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The number of the throw, from 1. */
        throw: number;
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'turn';
    };
    /** @description A view with what all views have. */
    RpsView: {
      /**
       * @description The game's id.
       * @constant
       */
      game: 'rps';
      /**
       * @description The own pending choice; a spectator has no such field.
       * @enum {string|null}
       */
      hand?: 'rock' | 'paper' | 'scissors' | null;
      /** @description The number of throws after which the match ends. */
      maxThrows: number;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'throw' | 'over';
      /** @description Both seats. */
      seats: components['schemas']['RpsSeatView'][];
      /** @description Those that both have made, in order. */
      throws: components['schemas']['RpsThrow'][];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      /** @description The number of won throws that wins the match. */
      toWin: number;
    };
    /** @description The rules of all table kinds. */
    Rules: {
      /** @description Each kind once. */
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
      /** @description What makes its decisions. */
      kind: components['schemas']['AgentKind'];
      /** @description An agent of this name is changed, whatever the case; else one is made. */
      name: string;
      /** @description For kind `policy`; of no effect otherwise. */
      policy?: components['schemas']['PolicyName'] | null;
      /** @description What the model is told, for kind `prompt`; of no effect otherwise. */
      prompt?: string | null;
      /**
       * Format: int64
       * @description Chips a leg above which others cannot challenge it; 0 for no limit. Absent leaves it as it is.
       */
      stakeLimit?: number | null;
    };
    /** @description The agent that was saved. */
    SaveAgentResponse: {
      /** @description Stays with the name. */
      agentId: components['schemas']['AgentId'];
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description Grows when what decides has changed; a new name alone keeps it. */
      version: number;
      /** @description Of this version alone. */
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
      /** @description Its number. */
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
      /** @description Why. */
      fallbackReasons: components['schemas']['FallbackReasons'];
      /** @description Decisions that a model did not make in time or form: the fallback did. */
      fallbacks: number;
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description Decisions of both sides. */
      plies: number;
      /** @description Its replay is public for some days. */
      tableId: components['schemas']['TableId'];
      /** @description Whether there was no fallback. */
      verdict: components['schemas']['Verdict'];
    };
    /** @description How a party's members stand. */
    Standing: {
      /** @description Runs of two wins and more, by game. */
      reigns: components['schemas']['Reign'][];
      /** @description Members by net chips, the most first. */
      rows: components['schemas']['StandingRow'][];
      /** @description Settled tables that the party opened. */
      tablesTogether: number;
    };
    /** @description How a member stands in a party. */
    StandingRow: {
      /** @description The member's handle. */
      name: string;
      /**
       * Format: int64
       * @description Chips gained or lost at them.
       */
      net: number;
      /** @description How many were played. */
      played: number;
      /** @description How many of them were won. */
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
      /** @description As the table's `seed`; absent until it is open. */
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
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The table. */
      id: components['schemas']['TableId'];
      /** @description The handle that the open seat is kept for. */
      invitedHandle: string | null;
      /** @description Null for agents' duels and rehearsals. */
      kind: components['schemas']['TableKind'] | null;
      /** @description The chat after `msgs_since`; only where that was sent. */
      messages?: components['schemas']['Message'][];
      /** @description What to send as the next `msgs_since`. */
      msgsAt?: number;
      /** @description The caller's seat; -1 for a caller without a seat. */
      mySeat: number;
      /** @description How fast it is played. */
      pace: components['schemas']['Pace'];
      /** @description Whether no chips move. */
      practice: boolean;
      /** @description Those that are taken. */
      seats: components['schemas']['SeatView'][];
      /** @description Seats when all are taken; `seats` has those that are. */
      seatsTotal: number;
      /** @description The seed in hex, once it is open. */
      seed: string | null;
      /** @description sha256 of the seed's hex text, shown before the first ply. */
      seedCommit: string | null;
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
      /** @description The match. */
      state: components['schemas']['TableState'];
      /** @description Where it is in its life. */
      status: components['schemas']['TableStatus'];
      /** @description Who may find it and sit down. */
      visibility: components['schemas']['Visibility'];
    };
    /** @description Put the own mark into `cell`. */
    TicTacToeAction: {
      /** @description The cell's number. */
      cell: number;
      /**
       * @description What it is.
       * @constant
       */
      type: 'mark';
    };
    TicTacToeDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Who begins. */
        start: components['schemas']['Seat'];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /** @description Its facts. */
      data: {
        /** @description Where, 0-8. */
        cell: number;
        /**
         * @description The seat's mark.
         * @enum {string}
         */
        mark: 'X' | 'O';
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'marked';
    };
    TicTacToeSeatView: {
      /**
       * @description Its mark.
       * @enum {string}
       */
      mark: 'X' | 'O';
      /** @description Its number. */
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
      /** @description Its facts. */
      data: {
        /** @description The cells of the line, if one won. */
        line: number[] | null;
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description What everyone sees; nothing is hidden. */
    TicTacToeView: {
      /** @description 9 cells row by row: who marked it, or null. */
      board: (components['schemas']['Seat'] | null)[];
      /**
       * @description The game's id.
       * @constant
       */
      game: 'tic-tac-toe';
      /** @description The newest mark; null before. */
      lastCell: number | null;
      /** @description The cells that won, ascending; else null. */
      line: number[] | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'play' | 'over';
      /** @description Both seats. */
      seats: components['schemas']['TicTacToeSeatView'][];
      /** @description Who begins. */
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description The seat ran out of time. */
    TimedOutEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'timed_out';
    };
    /** @description What a member sends for a token. */
    TokenRequest: {
      /** @description The member's name, in any case. */
      handle: string;
      /** @description From the answer to joining; case, spaces and dashes do not matter. */
      recoveryCode: string;
    };
    /** @description A Bearer token. */
    TokenResponse: {
      /** @description How long it lasts: 30 days. */
      expiresInSeconds: number;
      /** @description To be sent as `Authorization: Bearer`. */
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
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /**
       * @description What it is.
       * @constant
       */
      type: 'hold';
    };
    VideoPokerDealtEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'dealt';
    };
    VideoPokerDrawnEvent: {
      /** @description When, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The final cards. */
        hand: components['schemas']['Card'][];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
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
      /** @description Its facts. */
      data: {
        /** @description Positions kept, ascending. */
        positions: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'held';
    };
    VideoPokerSeatView: {
      /** @description Positions kept; null before. */
      held: number[] | null;
      /**
       * Format: int64
       * @description Chips won or lost; null until over.
       */
      score: number | null;
      /** @description Its number. */
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
      /** @description Its facts. */
      data: {
        /** @description What the cards make. */
        handName: string;
        /** @description Chips won or lost. */
        scores: number[];
      };
      /** @description What happened, to be read aloud. */
      label?: string;
      /** @description Whom it is about. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description What a viewer sees: the hand is the player's alone until it is over. */
    VideoPokerView: {
      /** @description The cards dealt; null for a spectator until over. */
      first: components['schemas']['Card'][] | null;
      /**
       * @description The game's id.
       * @constant
       */
      game: 'video-poker';
      /** @description The cards now; null for a spectator until over. */
      hand: components['schemas']['Card'][] | null;
      /** @description What they make, or `forfeit`; null until over. */
      handName: string | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'hold' | 'over';
      /** @description The one seat. */
      seats: components['schemas']['VideoPokerSeatView'][];
      /**
       * Format: int64
       * @description The chips of the bet.
       */
      stake: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      /** @description The cards that would have come next; null until over. */
      undealt: components['schemas']['Card'][] | null;
    };
    /**
     * @description Who may find a table and sit down. `public`: Listed, readable by all. `unlisted`: Not listed; every member who has the id can read and join it. `private`: Seated and invited members only.
     * @enum {string}
     */
    Visibility: 'public' | 'unlisted' | 'private';
    /** @description A table that has not been dealt: who is there. */
    WaitingView: {
      /** @description The game's id. */
      game: components['schemas']['GameId'];
      /**
       * @description Nothing is dealt.
       * @constant
       */
      phase: 'waiting';
      /** @description Those that are taken. */
      seats: {
        /** @description Its number. */
        seat: components['schemas']['Seat'];
        /**
         * @description Somebody is there.
         * @constant
         */
        status: 'in';
      }[];
      /** @description Empty. */
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
export type FallbackReasons = components['schemas']['FallbackReasons'];
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
