// The shapes of requests and answers. Made from the OpenAPI document by scripts/make-types.mjs; do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AccountId: string;
    /** @description An account's id and handle. */
    AccountName: {
      /** @description The member's name; only an erasure changes it. */
      handle: string;
      /** @description Never changes. */
      id: components['schemas']['AccountId'];
    };
    /** @description A move was accepted. */
    Acted: {
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description The table after the move, if `eventsSince` was sent. */
      table?: components['schemas']['TableView'];
    };
    /** @description Each action has an index that keeps its meaning; a learner marks the legal ones in a mask of this size. */
    ActionEncoding: {
      /** @description The number of indices; they begin with 0. */
      count: number;
      /** @description The meaning of the indices. */
      text: string;
    };
    /** @description A move. */
    ActionRequest: {
      /** @description One element of `state.legalActions`, unchanged. */
      action:
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
      /** @description Include the table and its events after this cursor, an earlier `state.eventsAt`; 0 for all. */
      eventsSince?: number | null;
      /** @description The `state.plies` on which the decision is based. Required with a seat's token, also a guest's. */
      expectedPlies?: number | null;
    };
    AgentId: string;
    /**
     * @description What makes an agent's decisions. `prompt`: A model with the owner's prompt. `policy`: A built-in policy.
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * @description The chosen side.
         * @enum {string}
         */
        on: 'player' | 'banker' | 'tie';
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    /** @description The first two cards of both hands. */
    BaccaratCardsEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The banker's cards. */
        banker: components['schemas']['Card'][];
        /** @description The player's cards. */
        player: components['schemas']['Card'][];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'cards';
    };
    /** @description The totals, and the winner. */
    BaccaratCoupEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The banker's total. */
        banker: number;
        /** @description The player's total. */
        player: number;
        /**
         * @description The winner.
         * @enum {string}
         */
        winner: 'player' | 'banker' | 'tie';
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'coup';
    };
    BaccaratDealtEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The value of the hand, 0-9. */
      total: number;
    };
    BaccaratSeatView: {
      /**
       * @description The seat's bet; null before.
       * @enum {string|null}
       */
      on: 'player' | 'banker' | 'tie' | null;
      /**
       * Format: int64
       * @description Chips won or lost; null until over.
       */
      score: number | null;
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    BaccaratSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description The state of a match of one game. */
    BaccaratState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['BaccaratEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['BaccaratAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['BaccaratView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    BaccaratStep: {
      /** @description The events since the step before. */
      events: components['schemas']['BaccaratEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['BaccaratView'];
    };
    /** @description A hand draws a third card. */
    BaccaratThirdEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The card drawn. */
        card: components['schemas']['Card'];
        /**
         * @description The hand that draws.
         * @enum {string}
         */
        hand: 'player' | 'banker' | 'tie';
        /** @description The value of the hand now. */
        total: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'third';
    };
    /** @description The view of all seats; it shows the cards only when it is over. */
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
       * @description The winner; null until over.
       * @enum {string|null}
       */
      winner: 'player' | 'banker' | 'tie' | null;
    };
    BattleshipAction:
      | components['schemas']['BattleshipPlaceAction']
      | components['schemas']['BattleshipAutoAction']
      | components['schemas']['BattleshipShootAction'];
    /** @description Place all remaining ships as the deal determines. */
    BattleshipAutoAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'auto';
    };
    BattleshipDealtEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The seat that shoots first. */
        start: components['schemas']['Seat'];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'dealt';
    };
    /**
     * @description A ship's orientation. `h`: Along a row. `v`: Along a column.
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
      /** @description Its length in cells. */
      length: number;
      /** @description Its name. */
      name: string;
      /** @description The ship's number, from 0. */
      ship: number;
    };
    /** @description Place the next ship. */
    BattleshipPlaceAction: {
      /** @description Its left or top cell. */
      cell: number;
      /** @description Its orientation. */
      dir: components['schemas']['BattleshipDir'];
      /** @description The ship's number in the fleet. */
      ship: number;
      /**
       * @description What it is.
       * @constant
       */
      type: 'place';
    };
    BattleshipPlacedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description How many ships are placed. */
        placed: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'placed';
    };
    BattleshipSeatView: {
      /** @description Its 100 cells row by row: the result of a shot, null without one. */
      grid: ('miss' | 'hit' | 'sunk' | null)[];
      /** @description How many of its ships are placed. */
      placed: number;
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /** @description Its sunk ships; all placed ships when over. */
      ships: components['schemas']['BattleshipShipView'][];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    BattleshipSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    BattleshipShipView: {
      /** @description Its cells, ascending. */
      cells: number[];
      /** @description The ship's number in the fleet. */
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
      /** @description The cell, 0-99. */
      cell: number;
      /**
       * @description The result.
       * @enum {string}
       */
      result: 'miss' | 'hit' | 'sunk';
      /** @description The shooting seat. */
      seat: components['schemas']['Seat'];
      /** @description The ship, once it is sunk. */
      ship: number | null;
    };
    BattleshipShotEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The cell, 0-99. */
        cell: number;
        /**
         * @description The result.
         * @enum {string}
         */
        result: 'miss' | 'hit' | 'sunk';
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'shot';
    };
    /** @description The state of a match of one game. */
    BattleshipState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['BattleshipEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['BattleshipAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['BattleshipView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    BattleshipStep: {
      /** @description The events since the step before. */
      events: components['schemas']['BattleshipEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['BattleshipView'];
    };
    BattleshipSunkEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The ship's cells, ascending. */
        cells: number[];
        /** @description The ship's number in the fleet. */
        ship: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'sunk';
    };
    /** @description A viewer's view: it shows the other's ships only when they are sunk. */
    BattleshipView: {
      /** @description The fleet of each seat. */
      fleet: components['schemas']['BattleshipFleetShip'][];
      /**
       * @description The game's id.
       * @constant
       */
      game: 'battleship';
      /** @description The newest shot; null before. */
      lastShot: components['schemas']['BattleshipShot'] | null;
      /**
       * @description The phase.
       * @enum {string}
       */
      phase: 'place' | 'shoot' | 'over';
      /** @description Both seats. */
      seats: components['schemas']['BattleshipSeatView'][];
      /** @description The viewer's own ships. */
      ships?: components['schemas']['BattleshipShipView'][] | null;
      /** @description The seat that shoots first. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description All cards. */
        cards: components['schemas']['Card'][];
        /** @description The round. */
        round: number;
        /** @description Their value. */
        total: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'dealer';
    };
    /** @description The value of some cards. */
    BlackjackDealerView: {
      /** @description The hole card is null until the round is settled; the value covers the open cards. */
      cards: (components['schemas']['Card'] | null)[];
      /** @description Whether an ace counts 11. */
      soft: boolean;
      /** @description The total. */
      total: number;
    };
    BlackjackDealtEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The player's cards. */
        cards: components['schemas']['Card'][];
        /** @description The round. */
        round: number;
        /** @description The dealer's open card. */
        up: components['schemas']['Card'];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['BlackjackDrawn'];
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'double';
    };
    /** @description A card dealt to a hand. */
    BlackjackDrawn: {
      /** @description The card. */
      card: components['schemas']['Card'];
      /** @description The hand. */
      hand: number;
      /** @description Its round. */
      round: number;
      /** @description The hand's value now. */
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
    /** @description The value of some cards. */
    BlackjackHandView: {
      /**
       * Format: int64
       * @description The bet in chips, doubled or not.
       */
      bet: number;
      /** @description In the order dealt. */
      cards: components['schemas']['Card'][];
      /** @description Whether the bet was doubled. */
      doubled: boolean;
      /**
       * Format: int64
       * @description Chips won or lost; null until the round is settled.
       */
      net: number | null;
      /**
       * @description Null until the round is settled.
       * @enum {string|null}
       */
      result: 'win' | 'loss' | 'push' | 'blackjack' | null;
      /** @description Whether an ace counts 11. */
      soft: boolean;
      /**
       * @description The hand's status.
       * @enum {string}
       */
      status: 'open' | 'stood' | 'bust' | 'blackjack' | 'conceded';
      /** @description The total. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['BlackjackDrawn'];
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'hit';
    };
    /** @description A round is settled. */
    BlackjackRoundEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Results by hand. */
        nets: (number | null)[];
        /** @description The round. */
        round: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The player's hands: two after a split. */
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
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    BlackjackSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description Split a pair into two hands. */
    BlackjackSplitAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'split';
    };
    BlackjackSplitEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The cards of both hands. */
        cards: components['schemas']['Card'][][];
        /** @description The round. */
        round: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'split';
    };
    /** @description Stand. */
    BlackjackStandAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'stand';
    };
    BlackjackStandEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The hand. */
        hand: number;
        /** @description Its round. */
        round: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'stand';
    };
    /** @description The state of a match of one game. */
    BlackjackState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['BlackjackEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['BlackjackAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['BlackjackView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    BlackjackStep: {
      /** @description The events since the step before. */
      events: components['schemas']['BlackjackEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['BlackjackView'];
    };
    /** @description The player is to decide about a hand. */
    BlackjackTurnEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The hand. */
        hand: number;
        /** @description Its round. */
        round: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'turn';
    };
    /** @description The view of all seats: the player's cards are face up. */
    BlackjackView: {
      /**
       * @description The game's id.
       * @constant
       */
      game: 'blackjack';
      /** @description The hand to decide about, an index into `hands` of the round; null when over. */
      hand: number | null;
      /** @description The number of rounds. */
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
    /** @description A member whom the caller blocks. */
    Block: {
      /** @description The member's handle. */
      handle: string;
      /** @description Since when. */
      since: components['schemas']['Millis'];
    };
    /** @description A member to block or to unblock. */
    BlockRequest: {
      /** @description The member's handle, in any case. */
      handle: string;
    };
    /** @description The members whom the caller blocks. */
    Blocks: {
      /** @description The newest first. */
      blocks: components['schemas']['Block'][];
    };
    /** @description The state of a table that waits for players, or whose board is no longer kept. */
    BoardlessState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['GameEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: (
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
        | components['schemas']['VideoPokerAction']
      )[];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['WaitingView'] | null;
    };
    /** @description A card: its rank and its suit. */
    Card: string;
    /** @description A seat of an end card. */
    CardSeat: {
      /** @description A picture; null means a generated avatar. */
      avatarUrl: string | null;
      /** @description A handle, or `house`. */
      name: string;
      /** @description Its place, 1 for the first; only in games with places. */
      rank?: number;
      /**
       * Format: int64
       * @description What the table did to the player's rating; null if it did nothing.
       */
      ratingChange: number | null;
      /** @description Win, loss or draw. */
      result: components['schemas']['MatchResult'];
      /**
       * Format: int64
       * @description The chips that the seat has gained or lost over all tables that exactly these players have finished
       *     together.
       */
      rosterNet: number;
      /**
       * Format: int64
       * @description The chips that the seat gained or lost here.
       */
      score: number;
      /** @description Its number. */
      seat: components['schemas']['Seat'];
      /** @description The title of its place; null in games without titles. */
      title: string | null;
    };
    /** @description A duel between one of the caller's agents and another one. */
    ChallengeRequest: {
      /** @description One of the caller's own agents. */
      agentId: string;
      /** @description The idempotency key. */
      clientRef?: string | null;
      /** @description Your part in the computation of the seed, at best 16 random bytes in hex. */
      clientSeed?: string | null;
      /** @description One leg, or the best of three or five. Default: `"bo1"`. */
      format?: components['schemas']['DuelFormat'] | null;
      /** @description A duellable game. Default: `"holdem"`. */
      gameId?: string | null;
      /** @description Another member's agent, or `agent:house`. */
      opponentAgentId: string;
      /** @description A duel of the last day between the same two agents: its game, format and stake are used. */
      rematchOf?: string | null;
      /**
       * Format: int64
       * @description Chips a leg and side. Default: `200`.
       */
      stake?: number | null;
    };
    /** @description How a duel ended; `net` is the challenger's. */
    ChallengeResponse: {
      /** @description For `bo1` also the table's id; otherwise the legs are the tables `<duelId>_l1` and so on. */
      duelId: components['schemas']['DuelId'];
      /** @description The challenger's fallbacks by reason. */
      fallbackReasons: components['schemas']['FallbackReasons'];
      /** @description Decisions of both sides that the fallback made, because a model did not answer in time or readably. */
      fallbacks: number;
      /** @description The maximum number of legs. */
      format: components['schemas']['DuelFormat'];
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The results of the legs. */
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
      /** @description The side that won more legs. */
      outcome: components['schemas']['DuelOutcome'];
      /** @description Decisions of all legs. */
      plies: number;
      /** @description True if this repeats the result of an earlier request with this `clientRef`. */
      replayed?: boolean;
      /** @description Legs that do not count because the model was unavailable; their stakes were returned. */
      voidedLegs: number;
    };
    /** @description A claim of a seat. */
    ClaimSeatGrantRequest: {
      /** @description From the seat's owner. */
      claimToken: string;
      /**
       * Format: uuid
       * @description The idempotency key: a new random UUID, kept secret. The claim can be repeated only with the same key.
       */
      clientRef: string;
    };
    /** @description The credential of a claimed seat. */
    ClaimSeatGrantResponse: {
      /** @description The Bearer token of this one seat. */
      accessToken: string;
      /** @description The expiry of the token. */
      expiresAt: components['schemas']['Millis'];
      /** @description The seat to play. */
      seat: components['schemas']['Seat'];
      /** @description The table. */
      tableId: components['schemas']['TableId'];
      /** @description How to send it. */
      tokenType: components['schemas']['TokenType'];
    };
    /** @description The match itself. */
    CommonState: {
      /** @description The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over. */
      bankMs?: {
        [key: string]: number;
      };
      /** @description The cursor of the newest event. Send it as the next `events_since`. */
      eventsAt: number;
      /** @description The result of each seat, once the table is over. */
      outcome?: components['schemas']['OutcomeEntry'][];
      /** @description The number of moves so far. Send it as `expectedPlies`. */
      plies: number;
      /** @description As the table's `seed`; absent until it is revealed. */
      seed?: string;
      /** @description Whether the table is over. */
      terminal: boolean;
      /** @description When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`. */
      turnDeadlineAt?: components['schemas']['Millis'];
      /** @description Whether the caller is to move. */
      yourTurn: boolean;
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The seat that begins. */
        start: components['schemas']['Seat'];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'dealt';
    };
    ConnectFourDroppedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The cell in which it landed, 0-41. */
        cell: number;
        /** @description The column, 0-6. */
        column: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
       * @description The seat's colour.
       * @enum {string}
       */
      disc: 'red' | 'yellow';
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    ConnectFourSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The cells of the line, if one won. */
        line: number[] | null;
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description The state of a match of one game. */
    ConnectFourState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['ConnectFourEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['ConnectFourAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['ConnectFourView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    ConnectFourStep: {
      /** @description The events since the step before. */
      events: components['schemas']['ConnectFourEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['ConnectFourView'];
    };
    /** @description The view of all seats; nothing is hidden. */
    ConnectFourView: {
      /** @description 42 cells row by row from the top left: the seat of the disc, or null. */
      board: (components['schemas']['Seat'] | null)[];
      /**
       * @description The game's id.
       * @constant
       */
      game: 'connect-four';
      /** @description The cell of the newest disc; null before. */
      lastCell: number | null;
      /** @description The winning cells, ascending; otherwise null. */
      line: number[] | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'play' | 'over';
      /** @description Both seats. */
      seats: components['schemas']['ConnectFourSeatView'][];
      /** @description The seat that begins. */
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description A new table. */
    CreateTableRequest: {
      /**
       * Format: int64
       * @deprecated
       * @description The deprecated name of `stake`, which wins if both are sent. Default: `10`.
       */
      amount?: number | null;
      /** @description The idempotency key: a text of your own, new for each table. */
      clientRef?: string | null;
      /** @description Your part in the computation of the seed, at best 16 random bytes in hex. */
      clientSeed?: string | null;
      /** @description Play the daily challenge, the same for all, once: kind and stake are the day's. Default: `false`. */
      daily?: boolean | null;
      /** @description The handle for which the open seat is reserved; makes the table private. */
      invited?: string | null;
      /** @description The table kind. */
      kind: components['schemas']['TableKind'];
      /**
       * @description How well the house plays, from 1 for a beginner to 5 for its best; below 5 only with `practice`. `/rules.json`
       *     has the strength of each level. Default: `5`.
       */
      level?: number | null;
      /** @description Leave every other seat to members. Default: `false`. */
      open?: boolean | null;
      /** @description In one sitting with turns of about a minute, or 48 hours for each turn. Default: `"live"`. */
      pace?: components['schemas']['Pace'] | null;
      /**
       * @description Play practice: no chips move, the house takes the other seats, and the table is not listed. With `open` it is a
       *     friendly table: its seats are also for people without an account. Default: `false`.
       */
      practice?: boolean | null;
      /** @description Whether the table changes ratings, as far as its kind and its players allow; true by default. Default: `true`. */
      rated?: boolean | null;
      /** @description Seats, for multi-seat kinds; clamped to the game's range. */
      seats?: number | null;
      /**
       * Format: int64
       * @description The buy-in or bet in chips. Kinds with a `fixedBuyIn`, such as hold'em (200), ignore it. Default: `10`.
       */
      stake?: number | null;
      /** @description Listed, joinable by members who know its id, or for invited members only. Default: `"public"`. */
      visibility?: components['schemas']['Visibility'] | null;
    };
    /** @description The created table. */
    Created: {
      /** @description The id for reading and playing it. */
      tableId: components['schemas']['TableId'];
    };
    /** @description An active grant. */
    CurrentSeatGrant: {
      /** @description When the claim and the credential expire. */
      expiresAt: components['schemas']['Millis'];
      /** @description The id for revoking it. */
      grantId: components['schemas']['GrantId'];
      /** @description The seat. */
      seat: components['schemas']['Seat'];
      /** @description Whether it was claimed. */
      state: components['schemas']['GrantState'];
      /** @description The table. */
      tableId: components['schemas']['TableId'];
    };
    /** @description The active grant of a seat, if there is one. */
    CurrentSeatGrantResponse: {
      /** @description Null if there is none. */
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
      /** @description The caller's attempt. */
      mine: components['schemas']['DailyMine'] | null;
      /** @description sha256 of the day's seed. */
      seedHash: string;
    };
    /** @description The caller's attempt. */
    DailyMine: {
      /** @description The number of moves; null until it is over. */
      plies: number | null;
      /** @description Null until it is over. */
      result: components['schemas']['MatchResult'] | null;
      /** @description Its status. */
      status: components['schemas']['TableStatus'];
      /** @description The table of the attempt. */
      tableId: components['schemas']['TableId'];
    };
    /** @description A member's attempt. */
    DailyRank: {
      /** @description The member's handle. */
      handle: string;
      /** @description The number of moves; null until it is over. */
      plies: number | null;
      /** @description The result. */
      result: components['schemas']['TryResult'];
      /** @description When it ended; null before. */
      settledAt: components['schemas']['Millis'] | null;
    };
    /** @description The tables that were created on one UTC day. */
    DayList: {
      /** @description Whether the day is closed: all its tables are over, and its secret is revealed. */
      closed: boolean;
      /** @description The day, and after a slash the number of the era, unless that is 0. */
      day: string;
      /** @description At most 1000 tables, by their numbers; empty while it is open. */
      entries: components['schemas']['DayListEntry'][];
      /** @description The number of the next entry, if there are more. */
      next: number | null;
      /** @description The number of its tables that still wait or run; null once it is closed. */
      running: number | null;
      /** @description The number of its tables; null while it is open. */
      tables: number | null;
    };
    /** @description A table in the list of its day. */
    DayListEntry: {
      /** @description The digest of its bundle, `cancelled`, or `voided`. */
      ending: string;
      /** @description Its running number on that day, from 1. */
      number: number;
      /** @description sha256 of its seed's hex text; null if nothing was dealt. */
      seedCommit: string | null;
      /** @description Whose seed it has: `own`, `daily`, or the day and the number of another table. */
      seedOf: string;
      /** @description sha256 of the table's id. */
      table: string;
      /** @description The id of a public table; null for the others. */
      tableId: components['schemas']['TableId'] | null;
    };
    /** @description The running build. */
    DeploymentIdentity: {
      /** @description Whether a third party attests the build. */
      attested: boolean;
      /** @description 40 lowercase hex digits; null if the build did not record it. */
      commitSha: string | null;
      /** @description `dpl_` and letters and digits; null if the operator sets none. */
      deploymentId: string | null;
      /**
       * @description Null if the operator sets none.
       * @enum {string|null}
       */
      environment: 'production' | 'preview' | 'development' | null;
      /** @description Whether the stored data has this build's encoding. */
      schemaReady: boolean;
      /** @description Version of this object: 1. */
      schemaVersion: number;
    };
    DominoesAction:
      | components['schemas']['DominoesPlayAction']
      | components['schemas']['DominoesDrawAction']
      | components['schemas']['DominoesPassAction'];
    /** @description No seat can move. */
    DominoesBlockedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Pips by seat; null for one that left. */
        pips: (number | null)[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'blocked';
    };
    DominoesDealtEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The number of tiles in the boneyard. */
        boneyard: number;
        /** @description The seat that leads. */
        start: components['schemas']['Seat'];
        /** @description The number of tiles of each seat. */
        tiles: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'dealt';
    };
    /** @description Draw the front tile of the boneyard, if no tile fits. */
    DominoesDrawAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'draw';
    };
    DominoesDrewEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The number of tiles left in the boneyard. */
        boneyard: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
       * @description The end of the line; null for the lead.
       * @enum {string|null}
       */
      end: 'left' | 'right' | null;
      /** @description The seat. */
      seat: components['schemas']['Seat'];
      /** @description The tile. */
      tile: components['schemas']['DominoesTile'];
    };
    /** @description Pass, if no tile fits and the boneyard is empty. */
    DominoesPassAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'pass';
    };
    DominoesPassedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The open numbers, left and right. */
        ends: number[] | null;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'passed';
    };
    /** @description Play a tile. */
    DominoesPlayAction: {
      /**
       * @description The end of the line; none for the lead.
       * @enum {string|null}
       */
      end?: 'left' | 'right' | null;
      /** @description The tile. */
      tile: components['schemas']['DominoesTile'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'play';
    };
    DominoesPlayedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * @description The end of the line; none for the lead.
         * @enum {string|null}
         */
        end: 'left' | 'right' | null;
        /** @description The open numbers now, left and right. */
        ends: number[] | null;
        /** @description The tile. */
        tile: components['schemas']['DominoesTile'];
        /** @description The number of tiles that the seat has left. */
        tilesLeft: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description Their sum of pips; null until over. */
      pips: number | null;
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
      /** @description The number of its tiles. */
      tiles: number;
    };
    DominoesSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost, by seat. */
        scores: number[];
        /** @description The winners, ascending. */
        winners: components['schemas']['Seat'][];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description The state of a match of one game. */
    DominoesState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['DominoesEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['DominoesAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['DominoesView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    DominoesStep: {
      /** @description The events since the step before. */
      events: components['schemas']['DominoesEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['DominoesView'];
    };
    /** @description A tile: its lower number and its higher. */
    DominoesTile: string;
    /** @description The round as a viewer sees it. */
    DominoesView: {
      /** @description Whether it ended because no seat could move. */
      blocked: boolean;
      /** @description The number of tiles in the boneyard. */
      boneyard: number;
      /** @description The boneyard's tiles in drawing order; null until over. */
      boneyardTiles: components['schemas']['DominoesTile'][] | null;
      /** @description The open numbers, left and right; null before the lead. */
      ends: number[] | null;
      /**
       * @description The game's id.
       * @constant
       */
      game: 'dominoes';
      /** @description The viewer's own tiles; absent for a spectator. */
      hand?: components['schemas']['DominoesTile'][] | null;
      /** @description The last tile played; null before. */
      last: components['schemas']['DominoesLast'] | null;
      /** @description Tiles from left to right, each by its left number and its right. */
      line: number[][];
      /**
       * @description The phase.
       * @enum {string}
       */
      phase: 'lead' | 'play' | 'over';
      /** @description All seats. */
      seats: components['schemas']['DominoesSeatView'][];
      /** @description The seat that leads. */
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description A linked identity, as its owner sees it. */
    Door: {
      /** @description As the provider reports it; null if it reports none. */
      photoUrl: string | null;
      /** @description Currently always `messenger`. */
      provider: string;
      /** @description As the provider reports it; null if it reports none. */
      username: string | null;
    };
    /** @description A duel; the outcome is null while it runs. */
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
      /** @description The maximum number of legs; null like the game. */
      format: components['schemas']['DuelFormat'] | null;
      /** @description The game; null for a duel of an earlier version of this server. */
      gameId: components['schemas']['GameId'] | null;
      /** @description For `bo1` also the table's id. */
      id: components['schemas']['DuelId'];
      /** @description Whether an agent of the caller takes part. */
      mine: boolean;
      /** @description Null while it runs. */
      outcome: components['schemas']['DuelOutcome'] | null;
      /** @description When it ended; null while it runs. */
      settledAt: components['schemas']['Millis'] | null;
      /**
       * Format: int64
       * @description Chips a leg and side.
       */
      stake: number;
      /** @description The tables of the dealt legs, in order. */
      tables: components['schemas']['TableId'][];
    };
    /**
     * @description The maximum number of legs of a duel. `bo1`: One. `bo3`: The best of three. `bo5`: The best of five.
     * @enum {string}
     */
    DuelFormat: 'bo1' | 'bo3' | 'bo5';
    DuelId: string;
    /** @description Legs by winner. */
    DuelLegs: {
      /** @description Won by the challenger. */
      challenger: number;
      /** @description Won by the defender. */
      defender: number;
      /** @description Legs without a winner. */
      drawn: number;
    };
    /**
     * @description The outcome of a duel. `challenger`: The challenger won. `defender`: The challenged agent won. `draw`: Neither side won.
     * @enum {string}
     */
    DuelOutcome: 'challenger' | 'defender' | 'draw';
    /** @description Duels, newest first. */
    Duels: {
      /** @description One page of duels. */
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
      /** @description How many tables of this game in a row the winner has won among these players; 1 is the first. */
      reign: number;
      /** @description All seats. */
      seats: components['schemas']['CardSeat'][];
      /** @description When it ended. */
      settledAt: components['schemas']['Millis'] | null;
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
      /** @description How many tables exactly these players have finished together. */
      tablesTogether: number;
      /** @description The one seat with the highest score, if that is over 0; null if there is none or the house won. */
      winnerSeat: components['schemas']['Seat'] | null;
    };
    /**
     * @description Why a stream ended. `archived`: The table was archived. `over`: The game is over: its replay is public. Only streams without credentials end with it. `signed_out`: The credential has ended. `seat_delegated`: The seat is delegated. `not_found`: It does not exist any more for the caller. `slow`: The reader was too slow: continue. `draining`: The service stops: continue later. `unavailable`: The service cannot read the next event: continue later.
     * @enum {string}
     */
    EndReason:
      'archived' | 'over' | 'signed_out' | 'seat_delegated' | 'not_found' | 'slow' | 'draining' | 'unavailable';
    /** @description The confirmation of an erasure. */
    EraseRequest: {
      /** @description The caller's own handle. */
      confirmHandle: string;
    };
    /** @description What an erasure removed. */
    EraseResponse: {
      /** @description The number of agents kept without name and prompt. */
      agentsAnonymised: number;
      /** @description The name that past tables show from now on. */
      handle: string;
      /** @description The number of linked identities removed. */
      identitiesRemoved: number;
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description The number of browsers that are no longer notified. */
      pushSubsRemoved: number;
    };
    /** @description The body of every error. */
    Error: {
      /** @description The code, for programs; one of the frozen list, or absent. */
      code?: components['schemas']['ErrorCode'];
      /** @description The message, for people; never parse it. */
      error: string;
      /** @description The field: a JSON pointer into the body (`/stake`), or the name of a parameter (`limit`). */
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
    /** @description Signed statements, oldest first. */
    FairnessStatements: {
      /** @description The number of the next statement, if there are more. */
      next: number | null;
      /** @description At most 1000. */
      statements: components['schemas']['SignedStatement'][];
    };
    /**
     * @description What happens when no opponent comes for a while. `none`: The ticket goes on waiting. `house`: A practice table against the house.
     * @enum {string}
     */
    Fallback: 'none' | 'house';
    /** @description Decisions that an agent did not make itself, by reason. */
    FallbackReasons: {
      /** @description The model's endpoint was unavailable. */
      host: number;
      /** @description The model's endpoint rejected the question, or the agent was no longer available. */
      refused: number;
      /** @description The model did not answer in time, or the duel took longer than 30 minutes. */
      timeOut: number;
      /** @description The model's answers named none of the legal actions. */
      unreadable: number;
    };
    /** @description How the house fills a friendly table. */
    FillTableRequest: {
      /** @description How well the house plays, from 1 for a beginner to 5 for its best; by default as the table was created. */
      level?: number | null;
    };
    /** @description The seat gave up. */
    ForfeitedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description A description in one sentence. */
      description: string;
      /** @description Whether agents can duel in the game. */
      duellable: boolean;
      /** @description The version of the rules. */
      engineVersion: string;
      /**
       * Format: int64
       * @description The buy-in, independent of the stake.
       */
      fixedBuyIn?: number;
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The value for creating a table. */
      kind: components['schemas']['TableKind'];
      /** @description Its name, for people. */
      label: string;
      /** @description Whether `open` and `invited` may leave seats to members. */
      openEligible: boolean;
      /** @description The rules of play and settlement, in full. */
      rules: string;
      /** @description The default number of seats; only for kinds with a choice. */
      seats?: number;
    };
    /** @description A rating in one game. */
    GameRating: {
      /**
       * Format: int64
       * @description How uncertain the rating is now: with a probability of 95 % the strength is within two deviations.
       */
      deviation: number;
      /** @description Those that were drawn. */
      draws: number;
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description Rated tables. */
      games: number;
      /** @description Those that were lost. */
      losses: number;
      /** @description Whether the deviation is over 110: the rating is not ranked. */
      provisional: boolean;
      /**
       * Format: int64
       * @description In points; every player begins at 1500.
       */
      rating: number;
      /** @description Those that were won. */
      wins: number;
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
     * @description The status of a grant. `ready`: Its token can be claimed. `delegated`: The seat is claimed.
     * @enum {string}
     */
    GrantState: 'ready' | 'delegated';
    /** @description A guest's practice table. */
    GuestPracticeRequest: {
      /**
       * Format: uuid
       * @description The idempotency key: a new random UUID for each table, kept secret.
       */
      clientRef: string;
      /** @description Your part in the computation of the seed, at best 16 random bytes in hex. */
      clientSeed?: string | null;
      /** @description Any kind; with `open` one that members can join. */
      kind: components['schemas']['TableKind'];
      /**
       * @description How well the house plays, from 1 for a beginner to 5 for its best; `/rules.json` has the strength of each level.
       *     At a friendly table: if it fills seats. Default: `5`.
       */
      level?: number | null;
      /** @description Your name at a friendly table: letters, digits, single spaces, `-` and `'`. */
      name?: string | null;
      /** @description Leave every other seat to people whom you send the id, with an account or without: a friendly table. Default: `false`. */
      open?: boolean | null;
      /** @description Seats, for multi-seat kinds; clamped to the game's range. */
      seats?: number | null;
    };
    /** @description A practice table and the credential for its seat. */
    GuestPracticeResponse: {
      /** @description The Bearer token of this one seat. */
      accessToken: string;
      /** @description The expiry of the token. */
      expiresAt: components['schemas']['Millis'];
      /** @description The table. */
      tableId: components['schemas']['TableId'];
      /** @description How to send it. */
      tokenType: components['schemas']['TokenType'];
    };
    /** @description What a guest brings to a friendly table. */
    GuestSeatRequest: {
      /**
       * Format: uuid
       * @description The idempotency key: a new random UUID, kept secret. The same request gives the same seat again.
       */
      clientRef: string;
      /** @description Your part in the computation of the seed, at best 16 random bytes in hex. */
      clientSeed?: string | null;
      /** @description Your name at the table: letters, digits, single spaces, `-` and `'`. */
      name?: string | null;
    };
    /** @description A seat at a friendly table, and its credential. */
    GuestSeatResponse: {
      /** @description The Bearer token of this one seat. */
      accessToken: string;
      /** @description The `clientRef` that counts for the seed. */
      broughtRef: string;
      /** @description The expiry of the token. */
      expiresAt: components['schemas']['Millis'];
      /** @description The seat to play. */
      seat: components['schemas']['Seat'];
      /** @description Whether the game has started. */
      started: boolean;
      /** @description The table. */
      tableId: components['schemas']['TableId'];
      /** @description How to send it. */
      tokenType: components['schemas']['TokenType'];
    };
    /** @description A settled table in a history. */
    Hand: {
      /** @description True for a table that was played for a nominal stake; otherwise missing. */
      free?: boolean;
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description Null if an agent played it. */
      kind: components['schemas']['TableKind'] | null;
      /**
       * Format: int64
       * @description The chips gained or lost, minus the buy-in.
       */
      net: number;
      /** @description Handles; `house` is one. */
      opponents: string[];
      /** @description How such a table ended for the member; otherwise missing. */
      outcome?: components['schemas']['MatchResult'];
      /** @description By `net`: a win above 0, a loss below. */
      result: components['schemas']['MatchResult'];
      /** @description When it ended. */
      settledAt: components['schemas']['Millis'] | null;
      /** @description Its replay and card are public. */
      tableId: components['schemas']['TableId'];
    };
    /** @description Settled tables of the caller, newest first. */
    History: {
      /** @description Ordered by the time of settlement. */
      hands: components['schemas']['Hand'][];
    };
    HoldemAction:
      | components['schemas']['HoldemFoldAction']
      | components['schemas']['HoldemCheckAction']
      | components['schemas']['HoldemCallAction']
      | components['schemas']['HoldemRaiseAction'];
    HoldemBlindEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description The blind in chips.
         */
        amount: number;
        /**
         * @description Which blind.
         * @enum {string}
         */
        blind: 'small' | 'big';
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'blind';
    };
    /** @description Call: match the bet, or go all-in. */
    HoldemCallAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'call';
    };
    HoldemCallEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description Chips put in.
         */
        amount: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'call';
    };
    /** @description Check: stay in when there is no bet to call. */
    HoldemCheckAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'check';
    };
    HoldemCheckEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: Record<string, never>;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'check';
    };
    HoldemDealtEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The dealer's seat. */
        button: components['schemas']['Seat'];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
    /** @description Fold. */
    HoldemFoldAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'fold';
    };
    HoldemFoldEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: Record<string, never>;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'fold';
    };
    HoldemPotEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description The pot in chips.
         */
        amount: number;
        /** @description The share of each winner. */
        shares: number[];
        /** @description The winners, in the order of odd chips. */
        winners: components['schemas']['Seat'][];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
       * @description The pot in chips.
       */
      amount: number;
      /** @description The seats that could win it. */
      seats: components['schemas']['Seat'][];
      /** @description The share of each winner. */
      shares: number[];
      /** @description The winners, in the order of odd chips. */
      winners: components['schemas']['Seat'][];
    };
    /** @description Bet or raise. */
    HoldemRaiseAction: {
      /**
       * Format: int64
       * @description The seat's whole bet on the street afterwards.
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Whether no chips are left. */
        allIn: boolean;
        /**
         * Format: int64
         * @description The increase over the previous bet.
         */
        by: number;
        /**
         * Format: int64
         * @description The seat's whole bet on the street.
         */
        to: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'raise';
    };
    /** @description Uncalled chips are returned. */
    HoldemReturnedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description The number of chips.
         */
        amount: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description The blind in chips.
         */
        amount: number;
        /**
         * @description Which blind.
         * @enum {string}
         */
        blind: 'small' | 'big';
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'blind';
    };
    /** @description Call: match the bet, or go all-in. */
    HoldemRingCallAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'call';
    };
    HoldemRingCallEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description Chips put in.
         */
        amount: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'call';
    };
    /** @description Check: stay in when there is no bet to call. */
    HoldemRingCheckAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'check';
    };
    HoldemRingCheckEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: Record<string, never>;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'check';
    };
    HoldemRingDealtEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The dealer's seat. */
        button: components['schemas']['Seat'];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
    /** @description Fold. */
    HoldemRingFoldAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'fold';
    };
    HoldemRingFoldEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: Record<string, never>;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'fold';
    };
    HoldemRingPotEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description The pot in chips.
         */
        amount: number;
        /** @description The share of each winner. */
        shares: number[];
        /** @description The winners, in the order of odd chips. */
        winners: components['schemas']['Seat'][];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
       * @description The pot in chips.
       */
      amount: number;
      /** @description The seats that could win it. */
      seats: components['schemas']['Seat'][];
      /** @description The share of each winner. */
      shares: number[];
      /** @description The winners, in the order of odd chips. */
      winners: components['schemas']['Seat'][];
    };
    /** @description Bet or raise. */
    HoldemRingRaiseAction: {
      /**
       * Format: int64
       * @description The seat's whole bet on the street afterwards.
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Whether no chips are left. */
        allIn: boolean;
        /**
         * Format: int64
         * @description The increase over the previous bet.
         */
        by: number;
        /**
         * Format: int64
         * @description The seat's whole bet on the street.
         */
        to: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'raise';
    };
    /** @description Uncalled chips are returned. */
    HoldemRingReturnedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * Format: int64
         * @description The number of chips.
         */
        amount: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The best five cards, in a showdown. */
      best?: components['schemas']['Card'][] | null;
      /**
       * Format: int64
       * @description Chips put in on this street.
       */
      bet: number;
      /** @description Its two cards; null until over. */
      cards: components['schemas']['Card'][] | null;
      /** @description The name of the hand. */
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
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * Format: int64
       * @description Chips in the stack.
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    HoldemRingShownEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The best five cards. */
        best: components['schemas']['Card'][];
        /** @description The seat's two cards. */
        cards: components['schemas']['Card'][];
        /** @description The name of the hand. */
        handName: string;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'shown';
    };
    /** @description The state of a match of one game. */
    HoldemRingState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['HoldemRingEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['HoldemRingAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['HoldemRingView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    HoldemRingStep: {
      /** @description The events since the step before. */
      events: components['schemas']['HoldemRingEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['HoldemRingView'];
    };
    /** @description The cards of a street. */
    HoldemRingStreetEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The new cards. */
        cards: components['schemas']['Card'][];
        /**
         * @description The street.
         * @enum {string}
         */
        street: 'preflop' | 'flop' | 'turn' | 'river';
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
       * @description The big blind in chips.
       */
      bigBlind: number;
      /** @description The common cards so far. */
      board: components['schemas']['Card'][];
      /** @description The dealer's seat. */
      button: components['schemas']['Seat'];
      /**
       * Format: int64
       * @description The bet that a seat must match on this street to stay in.
       */
      currentBet: number;
      /**
       * @description The game's id.
       * @constant
       */
      game: 'holdem-ring';
      /** @description The viewer's own cards; absent for a spectator. */
      hand?: components['schemas']['Card'][] | null;
      /**
       * Format: int64
       * @description The minimum increase of a raise.
       */
      minRaise: number;
      /**
       * @description The street, or that it is over.
       * @enum {string}
       */
      phase: 'preflop' | 'flop' | 'turn' | 'river' | 'over';
      /**
       * Format: int64
       * @description All chips put in, those of this street included.
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
       * @description The small blind in chips.
       */
      smallBlind: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      /** @description The common cards that were not dealt. */
      undealtBoard?: components['schemas']['Card'][] | null;
    };
    /** @description A seat of a hand. */
    HoldemSeatView: {
      /** @description Whether it has decided on this street. */
      acted: boolean;
      /** @description The best five cards, in a showdown. */
      best?: components['schemas']['Card'][] | null;
      /**
       * Format: int64
       * @description Chips put in on this street.
       */
      bet: number;
      /** @description Its two cards; null until over. */
      cards: components['schemas']['Card'][] | null;
      /** @description The name of the hand. */
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
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * Format: int64
       * @description Chips in the stack.
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    HoldemShownEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The best five cards. */
        best: components['schemas']['Card'][];
        /** @description The seat's two cards. */
        cards: components['schemas']['Card'][];
        /** @description The name of the hand. */
        handName: string;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'shown';
    };
    /** @description The state of a match of one game. */
    HoldemState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['HoldemEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['HoldemAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['HoldemView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    HoldemStep: {
      /** @description The events since the step before. */
      events: components['schemas']['HoldemEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['HoldemView'];
    };
    /** @description The cards of a street. */
    HoldemStreetEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The new cards. */
        cards: components['schemas']['Card'][];
        /**
         * @description The street.
         * @enum {string}
         */
        street: 'preflop' | 'flop' | 'turn' | 'river';
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
       * @description The big blind in chips.
       */
      bigBlind: number;
      /** @description The common cards so far. */
      board: components['schemas']['Card'][];
      /** @description The dealer's seat. */
      button: components['schemas']['Seat'];
      /**
       * Format: int64
       * @description The bet that a seat must match on this street to stay in.
       */
      currentBet: number;
      /**
       * @description The game's id.
       * @constant
       */
      game: 'holdem';
      /** @description The viewer's own cards; absent for a spectator. */
      hand?: components['schemas']['Card'][] | null;
      /**
       * Format: int64
       * @description The minimum increase of a raise.
       */
      minRaise: number;
      /**
       * @description The street, or that it is over.
       * @enum {string}
       */
      phase: 'preflop' | 'flop' | 'turn' | 'river' | 'over';
      /**
       * Format: int64
       * @description All chips put in, those of this street included.
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
       * @description The small blind in chips.
       */
      smallBlind: number;
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
      /** @description The common cards that were not dealt. */
      undealtBoard?: components['schemas']['Card'][] | null;
    };
    /** @description A level of the house: `level` of a practice table. */
    HouseLevel: {
      /** @description What players win against the house at this level. */
      against: components['schemas']['Strength'];
      /** @description Its number. */
      level: number;
      /**
       * @description The number of matches behind the strength. A player is in seat 0, the house in all other seats, with the default
       *     number of seats.
       */
      matches: number;
      /** @description How often the house plays another legal action than its policy chooses, in percent. */
      slips: number;
    };
    /** @description A table that reserves a seat for the caller. */
    Invitation: {
      /** @description When it was opened. */
      createdAt: components['schemas']['Millis'];
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The handle of the inviting member. */
      host: string;
      /** @description The table. */
      id: components['schemas']['TableId'];
      /** @description The table kind. */
      kind: components['schemas']['TableKind'] | null;
      /** @description The kind's name, for people. */
      label: string;
      /** @description The pace of its turns. */
      pace: components['schemas']['Pace'];
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
    };
    /** @description A request to delegate the caller's seat. */
    IssueSeatGrantRequest: {
      /**
       * Format: uuid
       * @description The idempotency key: a new UUID of your own.
       */
      clientRef: string;
      /** @description The maximum lifetime of claim and credential. Default: `1800`. */
      expiresInSeconds?: number | null;
    };
    /** @description A seat grant and its claim token, shown only to its owner. */
    IssueSeatGrantResponse: {
      /** @description Pass it on over a channel of your own, never in a URL; it can be claimed once. */
      claimToken: string;
      /** @description When the claim and the credential expire. */
      expiresAt: components['schemas']['Millis'];
      /** @description The id for revoking it. */
      grantId: components['schemas']['GrantId'];
      /** @description The seat. */
      seat: components['schemas']['Seat'];
      /** @description The table. */
      tableId: components['schemas']['TableId'];
    };
    /** @description A request to join. */
    JoinRequest: {
      /**
       * Format: uuid
       * @description The idempotency key: a new random UUID, kept secret. For a day, the same key returns the same response.
       */
      clientRef: string;
      /** @description The handle, in lower case: a letter, then letters, digits, `_` and `-`. */
      handle: string;
      /** @description From a member or the operator: an invitation, or a member's referral code. */
      inviteCode: string;
    };
    /** @description A new account. The recovery code is shown only in this response. */
    JoinResponse: {
      /** @description In lower case. */
      handle: string;
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description The account's root credential, exchanged for tokens at `POST /api/token`. Keep it. */
      recoveryCode: string;
    };
    /** @description What a member who joins a table brings. */
    JoinTableRequest: {
      /** @description Your part in the computation of the seed, at best 16 random bytes in hex. */
      clientSeed?: string | null;
    };
    /** @description A seat was taken. */
    JoinTableResponse: {
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description Whether that was the last free seat, so that the game has started. */
      started: boolean;
      /** @description The table. */
      tableId: components['schemas']['TableId'];
    };
    /** @description The fixed encoding of a game's actions and of a seat's view, for learners. The API itself takes and returns JSON. */
    KindEncoding: {
      /** @description The action space. */
      actions: components['schemas']['ActionEncoding'];
      /** @description The observation of a seat. */
      observation: components['schemas']['ObservationEncoding'];
      /** @description The version of the rules to which it belongs; it changes only with them. */
      version: string;
    };
    /** @description The facts of a kind as in `GET /api/games`, and its numbers of seats. */
    KindRules: {
      /** @description The effect of an agent's `aggression`; null if it has none. */
      aggression: string | null;
      /**
       * Format: int64
       * @description The buy-in is the stake times this.
       */
      buyInPerAmount?: number;
      /** @description A description in one sentence. */
      description: string;
      /** @description Whether agents can duel in the game. */
      duellable: boolean;
      /** @description The numbers of a fixed size by which learners see and play the game. */
      encoding: components['schemas']['KindEncoding'];
      /** @description The version of the rules. */
      engineVersion: string;
      /** @description The minimum number of seats. */
      fewestSeats: number;
      /**
       * Format: int64
       * @description The buy-in, independent of the stake.
       */
      fixedBuyIn?: number;
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The value for creating a table. */
      kind: components['schemas']['TableKind'];
      /** @description Its name, for people. */
      label: string;
      /** @description The levels of the house, the weakest first; none if its choices do not matter or it has no seat. */
      levels: components['schemas']['HouseLevel'][];
      /** @description The maximum number of seats. */
      mostSeats: number;
      /** @description Whether `open` and `invited` may leave seats to members. */
      openEligible: boolean;
      /** @description The built-in policies that agents can have in this game. */
      policies: components['schemas']['PolicyName'][];
      /** @description The rules of play and settlement, in full. */
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
    /** @description Members by net chips won. */
    Leaderboard: {
      /** @description The most net chips first. */
      leaderboard: components['schemas']['Leader'][];
      /** @description The caller's own place; absent without credentials. Null for the week, if the caller is left out of its list. */
      me?: components['schemas']['MyRank'] | null;
    };
    /** @description Movements of the caller's chips, oldest first. */
    Ledger: {
      /** @description Ordered by id. */
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
       * @description Signed: payments by the caller are negative.
       */
      delta: number;
      /** @description The cursor of this movement. */
      id: number;
      /** @description The reason. */
      reason: components['schemas']['Reason'];
      /**
       * @description The game whose stake this gives back, because the table was not played or is void; absent for all other
       *     movements, and for those of earlier versions.
       */
      returned?: components['schemas']['GameId'];
      /** @description Null if the chips belong to no table. */
      tableId: components['schemas']['TableId'] | null;
    };
    LiarsDiceAction: components['schemas']['LiarsDiceBidAction'] | components['schemas']['LiarsDiceChallengeAction'];
    /** @description The claim that at least `quantity` dice show `face` or are wild. */
    LiarsDiceBid: {
      /** @description The face, 1-6. */
      face: number;
      /** @description The claimed minimum. */
      quantity: number;
    };
    /** @description Claim that at least `quantity` dice show `face`. */
    LiarsDiceBidAction: {
      /** @description The face, 1-6. */
      face: number;
      /** @description The claimed minimum. */
      quantity: number;
      /**
       * @description What it is.
       * @constant
       */
      type: 'bid';
    };
    LiarsDiceBidEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['LiarsDiceBid'];
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'bid';
    };
    /** @description Challenge the last bid. */
    LiarsDiceChallengeAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'challenge';
    };
    /** @description The seat challenges the bid. */
    LiarsDiceChallengedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['LiarsDiceBid'];
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'challenged';
    };
    LiarsDiceDealtEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The number of dice of each seat. */
        dice: number[];
        /** @description The round, from 1. */
        round: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The challenged bid. */
      bid: components['schemas']['LiarsDiceSeatBid'];
      /** @description The challenging seat. */
      challenger: components['schemas']['Seat'];
      /** @description The number of dice that support it. */
      count: number;
      /** @description All dice, by seat. */
      hands: number[][];
      /** @description The seat that lost a die. */
      loser: components['schemas']['Seat'];
      /** @description The round. */
      round: number;
    };
    /** @description All dice are shown. */
    LiarsDiceRevealedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The number of dice that support the bid. */
        count: number;
        /** @description The number of dice that each seat has left. */
        dice: number[];
        /** @description All dice, by seat. */
        hands: number[][];
        /** @description The seat that loses a die. */
        loser: components['schemas']['Seat'];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'revealed';
    };
    /** @description The claim that at least `quantity` dice show `face` or are wild. */
    LiarsDiceSeatBid: {
      /** @description The face, 1-6. */
      face: number;
      /** @description The claimed minimum. */
      quantity: number;
      /** @description The bidding seat. */
      seat: components['schemas']['Seat'];
    };
    LiarsDiceSeatView: {
      /** @description The number of its dice. */
      dice: number;
      /** @description Its dice; null until over. */
      hand: number[] | null;
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    LiarsDiceSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The number of dice that each seat has left. */
        dice: number[];
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description The state of a match of one game. */
    LiarsDiceState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['LiarsDiceEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['LiarsDiceAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['LiarsDiceView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    LiarsDiceStep: {
      /** @description The events since the step before. */
      events: components['schemas']['LiarsDiceEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['LiarsDiceView'];
    };
    /** @description A viewer's view; only a seat has an own hand. */
    LiarsDiceView: {
      /** @description The bids of this round, in order. */
      bids: components['schemas']['LiarsDiceSeatBid'][];
      /**
       * @description The game's id.
       * @constant
       */
      game: 'liars-dice';
      /** @description The viewer's own dice, ascending; absent for a spectator. */
      hand?: number[] | null;
      /** @description The previous challenge; null without one. */
      lastRound: components['schemas']['LiarsDiceLastRound'] | null;
      /** @description The seat that opened this round. */
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
      /** @description The seat that opened the first round. */
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description One line of a bundle's log. */
    LogEntry: {
      /** @description The action; null for a seat that left. */
      action: components['schemas']['GameAction'] | null;
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description True for a seat that gave up or ran out of time. */
      leave?: boolean;
      /** @description The deciding seat. */
      seat: components['schemas']['Seat'];
    };
    /** @description Which sessions end. */
    LogoutRequest: {
      /** @description All of the account, or with `false` only the one that the request is sent with. Default: `true`. */
      everywhere?: boolean | null;
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The number of stones, including the capturing one. */
        stones: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'captured';
    };
    MancalaDealtEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The seat that begins. */
        start: components['schemas']['Seat'];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'extra_turn';
    };
    /** @description The last sowing. */
    MancalaLast: {
      /** @description Stones captured, including the capturing one. */
      captured: number;
      /** @description The pit, 0-5. */
      pit: number;
      /** @description The seat. */
      seat: components['schemas']['Seat'];
    };
    MancalaSeatView: {
      /** @description Stones by pit, in sowing direction. */
      pits: number[];
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
      /** @description Stones won. */
      store: number;
    };
    MancalaSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost, by seat. */
        scores: number[];
        /** @description Stones won, by seat. */
        stores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    MancalaSownEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The pit, 0-5. */
        pit: number;
        /** @description The number of stones sown. */
        stones: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'sown';
    };
    /** @description The state of a match of one game. */
    MancalaState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['MancalaEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['MancalaAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['MancalaView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    MancalaStep: {
      /** @description The events since the step before. */
      events: components['schemas']['MancalaEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['MancalaView'];
    };
    MancalaSweptEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Stones by seat. */
        stones: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'swept';
    };
    /** @description The view of all seats; nothing is hidden. */
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
      /** @description The seat that begins. */
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
      /** @description The caller. */
      account: components['schemas']['AccountName'];
      /**
       * Format: int64
       * @description Chips, without those at tables.
       */
      balance: number;
      /**
       * @description When an operator replaced the recovery code. The operator has seen the present code; the field is absent
       *     after a rotation.
       */
      recoveredAt?: components['schemas']['Millis'];
      /** @description Whether the member has kept the recovery code: they said so, or signed in with it. */
      recoveryConfirmed: boolean;
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Cards in a row. */
        columns: number;
        /** @description Rows of cards. */
        rows: number;
        /** @description The seat that begins. */
        start: components['schemas']['Seat'];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The cell of the card, 0-23. */
      cell: number;
      /** @description The seat. */
      seat: components['schemas']['Seat'];
      /** @description Its symbol, 0-11. */
      symbol: number;
    };
    MemoryFlippedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The cell of the card, 0-23. */
        cell: number;
        /** @description Its symbol, 0-11. */
        symbol: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'flipped';
    };
    MemoryMatchedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The two cards. */
        cells: number[];
        /** @description Pairs by seat. */
        pairs: number[];
        /** @description Their symbol. */
        symbol: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'matched';
    };
    MemoryMissedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The two cards. */
        cells: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'missed';
    };
    MemorySeatView: {
      /** @description The number of its pairs. */
      pairs: number;
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    MemorySettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Pairs by seat. */
        pairs: number[];
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description The state of a match of one game. */
    MemoryState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['MemoryEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['MemoryAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['MemoryView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    MemoryStep: {
      /** @description The events since the step before. */
      events: components['schemas']['MemoryEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['MemoryView'];
    };
    /** @description A completed turn. */
    MemoryTurn: {
      /** @description The cards, in order. */
      cells: number[];
      /** @description Whether they are a pair. */
      match: boolean;
      /** @description The seat. */
      seat: components['schemas']['Seat'];
      /** @description Their symbols. */
      symbols: number[];
    };
    /** @description The view of all seats: a card that was never turned over is hidden from all. */
    MemoryView: {
      /** @description Cards in a row. */
      columns: number;
      /** @description The open card, or null. */
      firstCell: number | null;
      /** @description Every card turned over so far, in order. */
      flips: components['schemas']['MemoryFlip'][];
      /**
       * @description The game's id.
       * @constant
       */
      game: 'memory';
      /** @description The limit of turns in a row without a pair. */
      idleLimit: number;
      /** @description Turns in a row without a pair. */
      idleTurns: number;
      /** @description The last completed turn; null before. */
      lastTurn: components['schemas']['MemoryTurn'] | null;
      /**
       * @description The phase.
       * @enum {string}
       */
      phase: 'first' | 'second' | 'over';
      /** @description Rows of cards. */
      rows: number;
      /** @description Both seats. */
      seats: components['schemas']['MemorySeatView'][];
      /** @description The seat that begins. */
      start: components['schemas']['Seat'];
      /** @description By cell: the symbol of a taken card and of the open one; otherwise null. All symbols when over. */
      symbols: (number | null)[];
      /** @description By cell: the seat that took the card, or null. */
      takenBy: (components['schemas']['Seat'] | null)[];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description One message of a chat. */
    Message: {
      /** @description When it was posted. */
      at: components['schemas']['Millis'];
      /** @description The text, 1 to 500 characters. */
      body: string;
      /** @description The `clientId` that the message was sent with; only in responses to the sender. */
      clientId?: string;
      /** @description The cursor of this message. */
      id: number;
      /** @description Currently always `text`. */
      modality: components['schemas']['Modality'];
      /** @description The author's handle; `house` for the system. */
      name: string;
      /** @description True if an operator removed the message, absent otherwise; `body` is then a placeholder. */
      removed?: boolean;
      /** @description The author's seat, or place among a party's members; -1 is the system. */
      seat: number;
    };
    /** @description Messages after a cursor, oldest first. */
    Messages: {
      /** @description At most 100. */
      messages: components['schemas']['Message'][];
      /** @description To be sent as the next `since`. */
      since: number;
    };
    /** @description A sign-in with the messenger. */
    MessengerJoinRequest: {
      /** @description By default derived from the messenger's username. */
      handle?: string | null;
      /** @description The value that the messenger gave the app, unchanged. */
      initData: string;
      /** @description Needed only for a new account. */
      inviteCode?: string | null;
    };
    /** @description The account of a messenger's identity; the recovery code is present only for a new one. */
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
      /** @description The root credential of a new account, shown only in this response; absent for an existing account. */
      recoveryCode?: string;
    };
    /** @description Create a state for linking an identity; it can be used once. */
    MessengerLinkChallengeResponse: {
      /** @description Send it with the proof. */
      state: string;
    };
    /** @description A link of a messenger's identity: `initData` or `messengerAuth`. */
    MessengerLinkRequest: {
      /** @description The value that the messenger gave the app, unchanged. */
      initData?: string | null;
      /** @description The fields of the login widget: id, first_name, auth_date, hash and others. */
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
    /** @description A time in epoch milliseconds, UTC. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Cells in a row. */
        columns: number;
        /** @description The number of mines. */
        mines: number;
        /** @description Rows of cells. */
        rows: number;
        /** @description The seat that begins. */
        start: components['schemas']['Seat'];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The cell of the mine, 0-80. */
        cell: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'exploded';
    };
    MinesweeperLastOpening: {
      /** @description The cell, 0-80. */
      cell: number;
      /** @description The number of cells that it opened; 0 for a mine. */
      opened: number;
      /** @description The seat. */
      seat: components['schemas']['Seat'];
    };
    MinesweeperOpenedEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The cell chosen, 0-80. */
        cell: number;
        /** @description The cells that it opened, each with its number. */
        cells: number[][];
        /** @description The number of them. */
        opened: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'opened';
    };
    MinesweeperSeatView: {
      /** @description The number of cells that it opened. */
      opened: number;
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    MinesweeperSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Cells opened, by seat. */
        opened: number[];
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description The state of a match of one game. */
    MinesweeperState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['MinesweeperEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['MinesweeperAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['MinesweeperView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    MinesweeperStep: {
      /** @description The events since the step before. */
      events: components['schemas']['MinesweeperEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['MinesweeperView'];
    };
    /** @description The view of all seats: the mines are hidden from all. */
    MinesweeperView: {
      /** @description The mine that was opened, or null. */
      boom: number | null;
      /** @description Row by row: the number of mines around an open cell, null for a closed one. */
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
      /** @description The cells of the mines, ascending; null until over. */
      mineCells: number[] | null;
      /** @description The number of mines. */
      mines: number;
      /** @description By cell: the seat that opened it, or null. */
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
      /** @description The seat that begins. */
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /**
     * @description The form of a message. `text`: Text. `voice`: Voice; not used at present.
     * @enum {string}
     */
    Modality: 'text' | 'voice';
    /** @description Tables that reserve a seat for the caller. */
    MyInvitations: {
      /** @description Open invitations. */
      invitations: components['schemas']['Invitation'][];
    };
    /** @description The caller's own place, also if it is beyond the list. */
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
      /** @description Null if an agent plays it. */
      kind: components['schemas']['TableKind'] | null;
      /** @description The pace of its turns. */
      pace: components['schemas']['Pace'];
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
      /** @description `waiting` or `playing`. */
      status: components['schemas']['TableStatus'];
      /** @description Whether another player waits for the caller. */
      yourTurn: boolean;
    };
    /** @description The caller's waiting and running tables. */
    MyTables: {
      /** @description All of the caller's waiting and running tables. */
      tables: components['schemas']['MyTable'][];
    };
    /** @description A seat's view as numbers. */
    ObservationEncoding: {
      /** @description What the view shows and the vector does not contain. */
      omitted: string;
      /** @description The parts of the vector, in order. */
      parts: components['schemas']['ObservationPart'][];
      /** @description The length of the vector. */
      shape: number[];
      /** @description What the observations of all games have in common. */
      text: string;
      /** @description The type of its numbers. */
      type: string;
    };
    /** @description Consecutive numbers of an observation. */
    ObservationPart: {
      /** @description The name of the part. */
      name: string;
      /** @description The index of its first number in the vector. */
      offset: number;
      /** @description The lengths of its dimensions. */
      shape: number[];
      /** @description The meaning of its numbers. */
      text: string;
    };
    /** @description Success. */
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
      /** @description The number of occupied seats. */
      seatsFilled: number;
      /** @description The number of seats. */
      seatsTotal: number;
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
    };
    /** @description Public tables with a free seat. */
    OpenTables: {
      /** @description Newest first. */
      tables: components['schemas']['OpenTable'][];
    };
    /**
     * @description With whom a member wants to play. `people`: People only. `any`: People and accounts that programs play.
     * @enum {string}
     */
    Opponents: 'people' | 'any';
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
     * @description The pace of a table's turns. `live`: In one sitting. `daily`: 48 hours for each turn.
     * @enum {string}
     */
    Pace: 'live' | 'daily';
    /** @description The party that was created. */
    PartyCreated: {
      /** @description The id. Every member who knows it can join. */
      partyId: components['schemas']['PartyId'];
    };
    PartyId: string;
    /** @description Whose party a link leads to. */
    PartyInvitation: {
      /** @description The party. */
      id: components['schemas']['PartyId'];
      /** @description The number of members. */
      members: number;
      /** @description The handle of the owner. */
      owner: string;
    };
    /** @description A waiting or running table that a party opened. */
    PartyTable: {
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The table. */
      id: components['schemas']['TableId'];
      /** @description Its kind. */
      kind: components['schemas']['TableKind'] | null;
      /** @description The names of those who sit there. */
      seats: string[];
      /** @description The number of seats. */
      seatsTotal: number;
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
      /** @description `waiting` or `playing`. */
      status: components['schemas']['TableStatus'];
    };
    /** @description A table for a party. */
    PartyTableRequest: {
      /** @description A kind that can be left open to members. */
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
      /** @description The latest table that the party opened. */
      currentTableId: components['schemas']['TableId'] | null;
      /** @description The party. */
      id: components['schemas']['PartyId'];
      /** @description Whether the caller is the owner. */
      isOwner: boolean;
      /** @description Handles, the owner first. */
      members: string[];
      /** @description The chat after `msgs_since`, system messages included. */
      messages: components['schemas']['Message'][];
      /** @description To be sent as the next `msgs_since`. */
      msgsAt: number;
      /** @description The handle of the owner. */
      owner: string;
      /** @description The members' results. */
      standing: components['schemas']['Standing'];
      /** @description All tables that the party opened and that wait or run, newest first. A change of them alone is no news. */
      tables: components['schemas']['PartyTable'][];
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
     * @description The length of a pause. `24h`: One day. `7d`: Seven days. `30d`: Thirty days.
     * @enum {string}
     */
    PauseDuration: '24h' | '7d' | '30d';
    /** @description A pause. */
    PauseRequest: {
      /** @description From now on; a duration that ends before the present pause changes nothing. */
      duration: components['schemas']['PauseDuration'];
    };
    /** @description Whether the account is paused, and until when. */
    PauseState: {
      /** @description Whether the account is paused now. */
      paused: boolean;
      /** @description When the caller can stake again. */
      until: components['schemas']['Millis'] | null;
    };
    /**
     * @description A period of the leaderboard. `week`: Since Monday, 00:00 UTC.
     * @enum {string}
     */
    Period: 'week';
    /** @description An agent on a member's card. */
    PlayerAgent: {
      /** @description Used in challenges. */
      id: components['schemas']['AgentId'];
      /** @description Duels lost. */
      losses: number;
      /** @description Its name. */
      name: string;
      /** @description The ratings of its current version, by game. */
      ratings: components['schemas']['GameRating'][];
      /** @description Duels won. */
      wins: number;
    };
    /** @description A member's public card. */
    PlayerResponse: {
      /** @description The member's agents. */
      agents: components['schemas']['PlayerAgent'][];
      /** @description A picture; null means a generated avatar. */
      avatarUrl: string | null;
      /** @description In the member's own words; null if empty. */
      bio: string | null;
      /**
       * Format: int64
       * @description Net chips won at tables.
       */
      chips: number;
      /** @description The member's name. */
      handle: string;
      /** @description When the account was created. */
      memberSince: components['schemas']['Millis'];
      /** @description The messenger's user name, if the member shows it. */
      messenger: string | null;
      /** @description The member's ratings, by game. */
      ratings: components['schemas']['GameRating'][];
      /** @description Public tables at which the member is seated, newest first. */
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
      /** @description Its status. */
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
      /** @description The names of the players. */
      seats: string[];
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
    };
    /** @description Public tables in play. */
    PlayingTables: {
      /** @description Newest first. */
      tables: components['schemas']['PlayingTable'][];
    };
    /**
     * @description A built-in policy by its API name. `calling-station`: Checks, otherwise calls. `minimax`: The game's search or the house's play, whichever the game has. `random`: Any legal action.
     * @enum {string}
     */
    PolicyName: 'calling-station' | 'minimax' | 'random';
    /** @description A chat message of a table. */
    PostMessageRequest: {
      /** @description The text, trimmed; one line. */
      body: string;
      /** @description The sender's own id, returned with the message. */
      clientId?: string | null;
    };
    /** @description A message was posted. */
    Posted: {
      /** @description The message as it appears in the chat. */
      message: components['schemas']['Message'];
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
    };
    PresidentAction: components['schemas']['PresidentPassAction'] | components['schemas']['PresidentPlayAction'];
    PresidentDealtEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The number of cards of each seat. */
        counts: number[];
        /** @description The seat that leads. */
        start: components['schemas']['Seat'];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['PresidentPlaced'];
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'forfeited';
    };
    /** @description The seat has no cards left. */
    PresidentOutEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['PresidentPlaced'];
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'out';
    };
    /** @description Pass. */
    PresidentPassAction: {
      /**
       * @description What it is.
       * @constant
       */
      type: 'pass';
    };
    PresidentPassEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'pass';
    };
    /** @description A place that a seat has taken. */
    PresidentPlaced: {
      /** @description The place, from 1. */
      rank: number;
      /** @description Its title. */
      title: string;
    };
    PresidentPlay: {
      /** @description The set. */
      cards: components['schemas']['Card'][];
      /** @description The seat. */
      seat: components['schemas']['Seat'];
      /** @description The trick, from 1. */
      trick: number;
    };
    /** @description Lead a set, or beat the top set. */
    PresidentPlayAction: {
      /** @description The cards: the lowest suits held of the rank. */
      cards: components['schemas']['Card'][];
      /**
       * @description What it is.
       * @constant
       */
      type: 'play';
    };
    PresidentPlayEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The set. */
        cards: components['schemas']['Card'][];
        /** @description The number of cards that the seat has left. */
        left: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'play';
    };
    PresidentSeatView: {
      /** @description Its remaining cards; null until over. */
      cards: components['schemas']['Card'][] | null;
      /** @description The number of its cards. */
      count: number;
      /** @description Its cards at the deal; null until over. */
      dealt: components['schemas']['Card'][] | null;
      /** @description Whether it has passed since the top set was played. */
      passed: boolean;
      /** @description Its place, from 1; null before. */
      rank: number | null;
      /**
       * Format: int64
       * @description Chips won or lost; null until over.
       */
      score: number | null;
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Its status. `out`: Without cards.
       * @enum {string}
       */
      status: 'in' | 'left' | 'out';
      /** @description The title of the place; null before. */
      title: string | null;
    };
    PresidentSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Places, by seat. */
        ranks: number[];
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description The state of a match of one game. */
    PresidentState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['PresidentEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['PresidentAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['PresidentView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    PresidentStep: {
      /** @description The events since the step before. */
      events: components['schemas']['PresidentEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['PresidentView'];
    };
    /** @description The seat ran out of time. */
    PresidentTimedOutEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['PresidentPlaced'];
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The seat. */
      seat: components['schemas']['Seat'];
    };
    /** @description A trick is over; the seat leads the next. */
    PresidentTrickEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The seat that took it. */
        taker: components['schemas']['Seat'];
        /** @description Its number, from 1. */
        trick: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The viewer's own cards by rank, the 2 last; absent for a spectator. */
      hand?: components['schemas']['Card'][] | null;
      /**
       * @description The phase.
       * @enum {string}
       */
      phase: 'lead' | 'follow' | 'over';
      /** @description All sets so far, in order. */
      played: components['schemas']['PresidentPlay'][];
      /** @description All seats. */
      seats: components['schemas']['PresidentSeatView'][];
      /** @description The seat that began. */
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
      /** @description A picture; null means a generated avatar. */
      avatarUrl: string | null;
      /** @description In the member's own words; null if empty. */
      bio: string | null;
      /** @description Linked identities in detail. */
      doors: components['schemas']['Door'][];
      /** @description The member's name. */
      handle: string;
      /** @description The providers of linked identities. */
      identities: string[];
      /** @description Whether the member is in the lists of ratings and of the week. */
      ranked: boolean;
      /** @description Whether the messenger's user name is on the public card. */
      showMessenger: boolean;
    };
    /** @description Changes to a profile. Absent fields stay, null clears. */
    ProfilePatch: {
      /**
       * Format: uri
       * @description A picture at a public https address; null clears.
       */
      avatarUrl?: string | null;
      /** @description In your own words; null clears. */
      bio?: string | null;
      /** @description Whether you are in the lists of ratings and of the week. Your agents stay there. */
      ranked?: boolean | null;
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
    /** @description A browser's push subscription. */
    PushSubscribeRequest: {
      /** @description The result of the browser's `PushManager.subscribe`. */
      subscription: components['schemas']['PushSubscription'];
    };
    /** @description The result of the browser's `PushManager.subscribe`. */
    PushSubscription: {
      /**
       * Format: uri
       * @description The push service's address for messages.
       */
      endpoint: string;
      /** @description The keys for encrypting notifications. */
      keys: components['schemas']['PushKeys'];
    };
    /** @description The end of a browser's push subscription. */
    PushUnsubscribeRequest: {
      /**
       * Format: uri
       * @description As it was subscribed.
       */
      endpoint: string;
    };
    /** @description How many members wait for one sort of table. */
    QueueLength: {
      /** @description The kind of the table. */
      kind: components['schemas']['TableKind'];
      /** @description Whether the table changes ratings. */
      rated: boolean;
      /** @description Seats of the table. */
      seats: number;
      /**
       * Format: int64
       * @description Chips; 0 for a free table.
       */
      stake: number;
      /** @description Members who wait, at least 1. */
      waiting: number;
    };
    /** @description What members wait for. */
    QueueLengths: {
      /** @description By kind, stake and seats. */
      kinds: components['schemas']['QueueLength'][];
    };
    /** @description A ticket for the queue. */
    QueueRequest: {
      /**
       * Format: uuid
       * @description The idempotency key: a new UUID for each ticket.
       */
      clientRef: string;
      /** @description Your part in the computation of the seed, at best 16 random bytes in hex. */
      clientSeed?: string | null;
      /** @description What happens when no opponent comes for a while; `house` only without a stake. Default: `"none"`. */
      fallback?: components['schemas']['Fallback'] | null;
      /** @description The table kind: one with `openEligible`. */
      kind: components['schemas']['TableKind'];
      /** @description With whom to play. Default: `"people"`. */
      opponents?: components['schemas']['Opponents'] | null;
      /** @description Whether the table changes ratings, as far as its players allow; true by default. Default: `true`. */
      rated?: boolean | null;
      /** @description Seats, for multi-seat kinds; clamped to the game's range. */
      seats?: number | null;
      /**
       * Format: int64
       * @description The buy-in or bet in chips; 0 for a free table. Kinds with a `fixedBuyIn` take that in place of any other number. Default: `0`.
       */
      stake?: number | null;
    };
    /**
     * @description A group of rated players. `people`: Members. `bots`: Accounts that programs play. `agents`: Agents, by their current versions. `house`: The levels of the house.
     * @enum {string}
     */
    RatedGroup: 'people' | 'bots' | 'agents' | 'house';
    /** @description A rated player. */
    RatedRow: {
      /** @description The agent; null for others. */
      agentId: components['schemas']['AgentId'] | null;
      /**
       * Format: int64
       * @description How uncertain the rating is now.
       */
      deviation: number;
      /** @description Rated tables; null for the house, whose ratings are fixed. */
      games: number | null;
      /** @description The house's level, from 1 to 5; null for others. */
      level: number | null;
      /** @description A handle, an agent's name, or `house`. */
      name: string;
      /** @description The group to which the player belongs. */
      of: components['schemas']['RatedGroup'];
      /** @description The handle of an agent's owner; null for others. */
      ownerHandle: string | null;
      /** @description Whether the deviation is over 110. */
      provisional: boolean;
      /** @description 1 for the highest rating of the list; equal for equal ratings; null while provisional. */
      rank: number | null;
      /**
       * Format: int64
       * @description In points.
       */
      rating: number;
      /** @description The agent's current version, to which the rating belongs; null for others. */
      version: number | null;
    };
    /** @description A part of the ratings of a game. */
    Ratings: {
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The caller's row; null without credentials, without a rating, and for callers who are not in this list. */
      me: components['schemas']['RatedRow'] | null;
      /** @description To be sent as the next `cursor`; null at the end of the list. */
      nextCursor: string | null;
      /** @description The highest rating first; provisional ones after all others. */
      ratings: components['schemas']['RatedRow'][];
    };
    /**
     * @description The reason of a movement of chips. `grant`: Starting chips, a refill, or an erased account's chips going back. `buyin`: A stake put down. `payout`: A stake refunded or chips won. `rake`: The house's share of a pot. `referral`: A reward for an invitee.
     * @enum {string}
     */
    Reason: 'grant' | 'buyin' | 'payout' | 'rake' | 'referral';
    /** @description The caller's referral code and its results. */
    Referral: {
      /** @description The maximum number of rewards. */
      cap: number;
      /** @description An invitation code of the caller. */
      code: string;
      /** @description How many members have joined. */
      invited: number;
      /**
       * Format: int64
       * @description Chips for each reward.
       */
      reward: number;
      /** @description For how many of them a reward was paid. */
      rewarded: number;
      /** @description Settled tables that are missing until the caller is established. */
      tablesNeeded: number;
      /** @description Settled tables of an invitee that count, until the reward is paid. */
      threshold: number;
      /** @description Accounts that the caller's referral tree can still take; null if it has no bound. */
      treeLeft: number | null;
      /** @description How many members can still join with it now: few until the caller is established. */
      usesLeft: number;
      /** @description The caller has not been a member long enough before this time; null afterwards. */
      waitsUntil: components['schemas']['Millis'] | null;
    };
    /** @description A run of consecutive wins. */
    Reign: {
      /** @description The winner's handle. */
      championName: string;
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description Wins in a row, at least 2. */
      length: number;
    };
    /** @description What a player brings to a rematch. */
    RematchRequest: {
      /**
       * Format: uuid
       * @description A new random UUID.
       */
      clientRef: string;
      /** @description Your part in the computation of the seed. */
      clientSeed?: string | null;
    };
    /** @description A seat at a rematch, for a guest with its token. */
    RematchResponse: {
      /** @description Of the seat. */
      accessToken?: string;
      /** @description The `clientRef` that counts for the seed. */
      broughtRef: string;
      /** @description The expiry of the token. */
      expiresAt?: components['schemas']['Millis'];
      /** @description The seat to play. */
      seat: components['schemas']['Seat'];
      /** @description Whether the game has started. */
      started: boolean;
      /** @description The new table. */
      tableId: components['schemas']['TableId'];
      /** @description How it is sent. */
      tokenType?: components['schemas']['TokenType'];
    };
    /** @description A settled match that anyone can replay; with its steps, if they were requested. */
    Replay: {
      /** @description The setup of the match. */
      config: unknown;
      /** @description sha256 over the canonical JSON of `config, gameId, log, outcome, seats, seed, sessionId, version`. */
      digest: string;
      /** @description Where the table is in the list of its day; only once that day is closed. */
      fair?: components['schemas']['ReplayProof'];
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
      /** @description The number of seats. */
      seats: number;
      /** @description The seed in hex; null while it is sealed. */
      seed: string | null;
      /** @description sha256 of the seed's hex text. */
      seedCommit: string | null;
      /** @description sha256 of a sealed daily seed. */
      seedHash: string | null;
      /** @description The table's id. */
      sessionId: string;
      /** @description Only with `seat`: the deal, then one step for each entry of the log. */
      steps?: (
        | components['schemas']['BlackjackStep']
        | components['schemas']['HoldemStep']
        | components['schemas']['HoldemRingStep']
        | components['schemas']['TicTacToeStep']
        | components['schemas']['RpsStep']
        | components['schemas']['ConnectFourStep']
        | components['schemas']['MancalaStep']
        | components['schemas']['LiarsDiceStep']
        | components['schemas']['BattleshipStep']
        | components['schemas']['MemoryStep']
        | components['schemas']['MinesweeperStep']
        | components['schemas']['PresidentStep']
        | components['schemas']['DominoesStep']
        | components['schemas']['RouletteStep']
        | components['schemas']['BaccaratStep']
        | components['schemas']['VideoPokerStep']
      )[];
      /** @description The engine version under which it was played. */
      version: string;
    };
    /** @description The proof that a table is in the list of its day. */
    ReplayProof: {
      /** @description The path from the table's leaf to the root that the statement names, in hex (RFC 6962, section 2.1.1). */
      proof: string[];
      /** @description The statement that closed the day. */
      statement: components['schemas']['SignedStatement'];
    };
    /** @description The caller's agents, the house's and other members'. */
    Roster: {
      /** @description The caller's own agents first. */
      agents: components['schemas']['RosterAgent'][];
      /** @description The `cursor` of the next page; null where this is the last. */
      nextCursor: components['schemas']['AgentId'] | null;
      /** @description The number of duels after which a version is no longer provisional. */
      rankingThreshold: number;
    };
    /** @description An agent; only its owner sees its prompt. */
    RosterAgent: {
      /** @description Whether others may challenge it. */
      acceptsChallenges: boolean;
      /** @description Used in challenges and self-checks. */
      id: components['schemas']['AgentId'];
      /** @description What makes its decisions. */
      kind: components['schemas']['AgentKind'];
      /** @description Duels lost, of all versions. */
      losses: number;
      /** @description Whether it is the caller's. */
      mine: boolean;
      /** @description Unique among its owner's agents. */
      name: string;
      /** @description The owner's handle, or `house`. */
      ownerHandle: string;
      /** @description Other owners whose agents it has beaten: ranked agents are ordered by this first. */
      ownersBeaten: number;
      /** @description For kind `policy`; null for others. */
      policy: components['schemas']['PolicyName'] | null;
      /** @description For the caller's own agents of kind `prompt`; null for others. */
      prompt: string | null;
      /** @description Whether `versionDuels` is below `rankingThreshold`: it is listed after all ranked agents. */
      provisional: boolean;
      /** @description The ratings of this version, by game. */
      ratings: components['schemas']['GameRating'][];
      /**
       * Format: int64
       * @description The highest stake a leg at which others can challenge it, for the caller's own agents with a limit; null for
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
    /** @description A request for a new recovery code. */
    RotateRecoveryRequest: {
      /** @description The present one. The session of the join can leave it out until it is confirmed, for seven days. */
      recoveryCode?: string | null;
    };
    /** @description A new recovery code. */
    RotateRecoveryResponse: {
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description The new root credential of the account. Keep it. */
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
          /** @description The number, 0-36. */
          numbers: number[];
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'split';
          /** @description The numbers, 0-36. */
          numbers: number[];
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'street';
          /** @description The numbers, 0-36. */
          numbers: number[];
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'corner';
          /** @description The numbers, 0-36. */
          numbers: number[];
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'line';
          /** @description The numbers, 1-36. */
          numbers: number[];
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'column';
          /** @description The column, 1-3. */
          index: number;
        }
      | {
          /**
           * @description What it is.
           * @constant
           */
          bet: 'dozen';
          /** @description The dozen, 1-3. */
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
      /** @description The column, 1-3. */
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
      /** @description The numbers, 0-36. */
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
      /** @description The dozen, 1-3. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: components['schemas']['RouletteBet'];
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The numbers, 1-36. */
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
      /** @description The numbers, 0-36. */
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
      /** @description The number, 0-36. */
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
      /** @description The numbers, 0-36. */
      numbers: number[];
      /**
       * @description What it is.
       * @constant
       */
      type: 'bet';
    };
    RouletteDealtEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The seat's bet; null before. */
      bet: components['schemas']['RouletteAction'] | null;
      /**
       * Format: int64
       * @description Chips won or lost; null until over.
       */
      score: number | null;
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    RouletteSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    RouletteSpinEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /**
         * @description The number's colour.
         * @enum {string}
         */
        colour: 'red' | 'black' | 'green';
        /** @description The number, 0-36. */
        number: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'spin';
    };
    /** @description The state of a match of one game. */
    RouletteState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['RouletteEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['RouletteAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['RouletteView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    RouletteStep: {
      /** @description The events since the step before. */
      events: components['schemas']['RouletteEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['RouletteView'];
    };
    /** @description The view of all seats; it shows the number only when it is over. */
    RouletteView: {
      /**
       * @description The number's colour; null until over.
       * @enum {string|null}
       */
      colour: 'red' | 'black' | 'green' | null;
      /**
       * @description The game's id.
       * @constant
       */
      game: 'roulette';
      /** @description The number, 0-36; null until over. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The number of throws after which the match ends. */
        maxThrows: number;
        /** @description The number of won throws that wins the match. */
        toWin: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'ready';
    };
    RpsSeatView: {
      /**
       * @description Null until over; then its choice if the other seat left before the throw.
       * @enum {string|null}
       */
      hand: 'rock' | 'paper' | 'scissors' | null;
      /** @description Whether it has chosen. */
      ready: boolean;
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
      /** @description Throws won. */
      wins: number;
    };
    RpsSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Chips won or lost, by seat. */
        scores: number[];
        /** @description Throws won, by seat. */
        wins: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description The state of a match of one game. */
    RpsState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['RpsEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['RpsAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['RpsView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    RpsStep: {
      /** @description The events since the step before. */
      events: components['schemas']['RpsEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['RpsView'];
    };
    /** @description A resolved throw. */
    RpsThrow: {
      /** @description Hands by seat. */
      hands: ('rock' | 'paper' | 'scissors')[];
      /** @description The winner; null if both hands are the same. */
      winner: components['schemas']['Seat'] | null;
    };
    RpsThrownEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Hands by seat. */
        hands: ('rock' | 'paper' | 'scissors')[];
        /** @description The winner; null if both hands are the same. */
        winner: components['schemas']['Seat'] | null;
        /** @description Throws won, by seat. */
        wins: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'thrown';
    };
    /** @description The seat is to choose. */
    RpsTurnEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The number of the throw, from 1. */
        throw: number;
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'turn';
    };
    /** @description A view with the fields that all views have. */
    RpsView: {
      /**
       * @description The game's id.
       * @constant
       */
      game: 'rps';
      /**
       * @description The viewer's own pending choice; absent for a spectator.
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
      /** @description The resolved throws, in order. */
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
      /** @description Whether others may challenge it. True for a new agent; absent keeps the setting. */
      acceptsChallenges?: boolean | null;
      /**
       * Format: double
       * @description How often `minimax` bets and raises in hold'em. Default: `0.5`.
       */
      aggression?: number | null;
      /** @description What makes its decisions. */
      kind: components['schemas']['AgentKind'];
      /** @description If the caller has an agent of this name, ignoring case, it is changed; otherwise a new one is created. */
      name: string;
      /** @description For kind `policy`; ignored otherwise. */
      policy?: components['schemas']['PolicyName'] | null;
      /** @description The prompt for the model, for kind `prompt`; ignored otherwise. */
      prompt?: string | null;
      /**
       * Format: int64
       * @description The highest stake a leg at which others can challenge it; 0 for no limit. Absent keeps the setting; a new agent
       *     has the limit of the server, by default 200.
       */
      stakeLimit?: number | null;
    };
    /** @description The agent that was saved. */
    SaveAgentResponse: {
      /** @description Stays the same for this name. */
      agentId: components['schemas']['AgentId'];
      /**
       * @description Always true.
       * @constant
       */
      ok: true;
      /** @description Grows when kind, prompt, policy or aggression changes; renaming keeps it. */
      version: number;
      /** @description Unique to this version. */
      versionId: components['schemas']['AgentVersionId'];
    };
    /** @description A place at a table, counted from 0; the creator has seat 0. */
    Seat: number;
    /** @description The player of a seat. */
    SeatView: {
      /** @description A picture; null means a generated avatar. */
      avatarUrl: string | null;
      /** @description True if the player has no account, absent otherwise. */
      guest?: boolean;
      /**
       * @description The name that a guest chose at a friendly table, null without one; only for guests. It need not be
       *     unique.
       */
      guestName?: string | null;
      /** @description A handle, or `guest`, or `house`. */
      name: string;
      /**
       * @description The player's rating in this game at the start of the table, or the house's at its level. Null before the start and
       *     without a rated table.
       */
      rating: number | null;
      /** @description Its number. */
      seat: components['schemas']['Seat'];
    };
    /** @description A self-check of the caller's own agent. */
    SelfCheckRequest: {
      /** @description One of the caller's own agents. */
      agentId: string;
      /** @description A duellable game. Default: `"holdem"`. */
      gameId?: string | null;
    };
    /** @description The result of a self-check, and its practice table. */
    SelfCheckResponse: {
      /** @description The fallbacks by reason. */
      fallbackReasons: components['schemas']['FallbackReasons'];
      /** @description Decisions that the fallback made, because a model did not answer in time or readably. */
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
    /** @description A statement of the server. `/docs/fairness` describes its text. */
    SignedStatement: {
      /** @description The Ed25519 public key that signed it, in hex. */
      key: string;
      /** @description Its number, from 1. */
      number: number;
      /** @description The signature of the text, in hex. */
      signature: string;
      /** @description The text that is signed. It contains the sha256 of the text before it. */
      text: string;
    };
    /** @description The results of a party's members. */
    Standing: {
      /** @description Runs of at least two wins, by game. */
      reigns: components['schemas']['Reign'][];
      /** @description Members by net chips, the most first. */
      rows: components['schemas']['StandingRow'][];
      /** @description Settled tables that the party opened. */
      tablesTogether: number;
    };
    /** @description A member's results in a party. */
    StandingRow: {
      /** @description The member's handle. */
      name: string;
      /**
       * Format: int64
       * @description Chips gained or lost at the party's tables.
       */
      net: number;
      /** @description The number of tables played. */
      played: number;
      /** @description The number of tables won. */
      wins: number;
    };
    /** @description The last event of a stream, named `end`. It has no id. */
    StreamEnd: {
      /** @description Why the stream ended. */
      reason: components['schemas']['EndReason'];
    };
    /**
     * @description How strong the house is at one level: what two players win against it in [`MATCHES`] matches each. The player sits in
     *     seat 0, the house in all other seats of a table with the default number of seats.
     */
    Strength: {
      /** @description A player who plays as the house does for chips, without a level. In memory they forget nothing. */
      best: components['schemas']['Winnings'];
      /** @description A player who plays any legal action. */
      random: components['schemas']['Winnings'];
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
    /**
     * @description The status of a table. `waiting`: It has free seats. `playing`: It is being played. `settled`: It is over. `cancelled`: It was declined, withdrawn or expired while it waited; all stakes were returned.
     * @enum {string}
     */
    TableStatus: 'waiting' | 'playing' | 'settled' | 'cancelled';
    /** @description A table as the caller may see it. */
    TableView: {
      /** @description Whether the board is no longer kept, only the results: `state.view` is null. */
      archived: boolean;
      /** @description True at a table that is played for a nominal stake and counts only for ratings; otherwise missing. */
      free?: boolean;
      /** @description The game. */
      gameId: components['schemas']['GameId'];
      /** @description The table. */
      id: components['schemas']['TableId'];
      /** @description The handle for which the open seat is reserved. */
      invitedHandle: string | null;
      /** @description Null for agents' duels and self-checks. */
      kind: components['schemas']['TableKind'] | null;
      /** @description How well the house plays, from 1 to 4; missing if it plays at its best or not at all. */
      level?: number;
      /** @description The chat after `msgs_since`; only if that was sent. */
      messages?: components['schemas']['Message'][];
      /** @description To be sent as the next `msgs_since`. */
      msgsAt?: number;
      /** @description The caller's seat; -1 for a caller without a seat. */
      mySeat: number;
      /** @description The pace of its turns. */
      pace: components['schemas']['Pace'];
      /** @description Whether no chips move. */
      practice: boolean;
      /**
       * @description Whether it was created as a rated table. Practice, the daily challenge, tables of a party and games that the house
       *     banks change no rating in any case.
       */
      rated: boolean;
      /** @description The rematch, for its players. */
      rematchId?: components['schemas']['TableId'];
      /** @description The occupied seats. */
      seats: components['schemas']['SeatView'][];
      /** @description Seats of the full table; `seats` has the occupied ones. */
      seatsTotal: number;
      /** @description The seed in hex, once it is revealed. */
      seed: string | null;
      /** @description sha256 of the seed's hex text, shown before the first ply; null while the table waits for players. */
      seedCommit: string | null;
      /**
       * Format: int64
       * @description The buy-in or bet, in chips.
       */
      stake: number;
      /** @description The match. */
      state:
        | components['schemas']['BlackjackState']
        | components['schemas']['HoldemState']
        | components['schemas']['HoldemRingState']
        | components['schemas']['TicTacToeState']
        | components['schemas']['RpsState']
        | components['schemas']['ConnectFourState']
        | components['schemas']['MancalaState']
        | components['schemas']['LiarsDiceState']
        | components['schemas']['BattleshipState']
        | components['schemas']['MemoryState']
        | components['schemas']['MinesweeperState']
        | components['schemas']['PresidentState']
        | components['schemas']['DominoesState']
        | components['schemas']['RouletteState']
        | components['schemas']['BaccaratState']
        | components['schemas']['VideoPokerState']
        | components['schemas']['BoardlessState'];
      /** @description Its status. */
      status: components['schemas']['TableStatus'];
      /** @description Who may find it and join. */
      visibility: components['schemas']['Visibility'];
    };
    /** @description Put the seat's mark into `cell`. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The seat that begins. */
        start: components['schemas']['Seat'];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The cell, 0-8. */
        cell: number;
        /**
         * @description The seat's mark.
         * @enum {string}
         */
        mark: 'X' | 'O';
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'marked';
    };
    TicTacToeSeatView: {
      /**
       * @description The seat's mark.
       * @enum {string}
       */
      mark: 'X' | 'O';
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    TicTacToeSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The cells of the line, if one won. */
        line: number[] | null;
        /** @description Chips won or lost, by seat. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description The state of a match of one game. */
    TicTacToeState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['TicTacToeEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['TicTacToeAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['TicTacToeView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    TicTacToeStep: {
      /** @description The events since the step before. */
      events: components['schemas']['TicTacToeEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['TicTacToeView'];
    };
    /** @description The view of all seats; nothing is hidden. */
    TicTacToeView: {
      /** @description 9 cells row by row: the seat that marked it, or null. */
      board: (components['schemas']['Seat'] | null)[];
      /**
       * @description The game's id.
       * @constant
       */
      game: 'tic-tac-toe';
      /** @description The newest mark; null before. */
      lastCell: number | null;
      /** @description The winning cells, ascending; otherwise null. */
      line: number[] | null;
      /**
       * @description Whether it is over.
       * @enum {string}
       */
      phase: 'play' | 'over';
      /** @description Both seats. */
      seats: components['schemas']['TicTacToeSeatView'][];
      /** @description The seat that begins. */
      start: components['schemas']['Seat'];
      /** @description The seats that may act now; none when it is over. */
      toAct: components['schemas']['Seat'][];
    };
    /** @description A ticket of the queue. */
    Ticket: {
      /** @description The `clientRef` of the request that made it, which is part of the computation of the seed. */
      broughtRef: string;
      /** @description When it was made. */
      createdAt: components['schemas']['Millis'];
      /** @description What happens when no opponent comes for a while. */
      fallback: components['schemas']['Fallback'];
      /** @description The kind of the table. */
      kind: components['schemas']['TableKind'];
      /** @description With whom the owner wants to play. */
      opponents: components['schemas']['Opponents'];
      /** @description Whether the table changes ratings, as far as its players allow. */
      rated: boolean;
      /** @description Why it ended without a table. */
      reason: components['schemas']['TicketEnd'] | null;
      /** @description Seats of the table. */
      seats: number;
      /**
       * Format: int64
       * @description Chips; 0 for a free table.
       */
      stake: number;
      /** @description Whether it waits. */
      state: components['schemas']['TicketState'];
      /** @description The table, once it is matched. */
      tableId: components['schemas']['TableId'] | null;
      /** @description The ticket. */
      ticketId: components['schemas']['TicketId'];
    };
    /**
     * @description Why a ticket ended without a table. `cancelled`: The owner ended it. `replaced`: The owner wanted another table of this kind. `left`: The owner did not ask for it any more. `expired`: It waited for the longest time. `elsewhere`: Another ticket of the owner was matched. `chips`: The owner could not pay the stake. `paused`: The owner was paused. `quota`: The owner had too many tables. `account`: The owner's account was frozen or erased.
     * @enum {string}
     */
    TicketEnd: 'cancelled' | 'replaced' | 'left' | 'expired' | 'elsewhere' | 'chips' | 'paused' | 'quota' | 'account';
    TicketId: string;
    /**
     * @description The state of a ticket. The last two are final. `waiting`: It waits for opponents. `matched`: There is a table. `ended`: It ended without a table.
     * @enum {string}
     */
    TicketState: 'waiting' | 'matched' | 'ended';
    /** @description The seat ran out of time. */
    TimedOutEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'timed_out';
    };
    /** @description A request for a token. */
    TokenRequest: {
      /** @description The member's name, in any case. */
      handle: string;
      /** @description From the response to joining; case, spaces and dashes are ignored. */
      recoveryCode: string;
    };
    /** @description A Bearer token. */
    TokenResponse: {
      /** @description Its lifetime: 30 days. */
      expiresInSeconds: number;
      /** @description Send it as `Authorization: Bearer`. */
      token: string;
    };
    /**
     * @description How a token is sent: as `Authorization: Bearer`. `Bearer`: The only type.
     * @enum {string}
     */
    TokenType: 'Bearer';
    /**
     * @description The result of an attempt, or that it is still running.
     * @enum {string}
     */
    TryResult: 'win' | 'loss' | 'draw' | 'playing';
    /** @description The seat is to act. */
    TurnEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'turn';
    };
    /**
     * @description Whether an agent made all its decisions itself. `clean`: All of them. `fell-back`: Not all of them.
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'dealt';
    };
    VideoPokerDrawnEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The final cards. */
        hand: components['schemas']['Card'][];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description Positions kept, ascending. */
        positions: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
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
      /** @description The seat's number. */
      seat: components['schemas']['Seat'];
      /**
       * @description Whether a seat is still in play.
       * @enum {string}
       */
      status: 'in' | 'left';
    };
    VideoPokerSettledEvent: {
      /** @description The time, in epoch milliseconds. */
      at: number;
      /** @description Its facts. */
      data: {
        /** @description The name of the hand. */
        handName: string;
        /** @description Chips won or lost. */
        scores: number[];
      };
      /** @description A text for screen readers. */
      label?: string;
      /** @description The seat that it concerns. */
      seat?: components['schemas']['Seat'];
      /**
       * @description What it is.
       * @constant
       */
      type: 'settled';
    };
    /** @description The state of a match of one game. */
    VideoPokerState: components['schemas']['CommonState'] & {
      /** @description The events after `events_since` (after `eventsSince` in the response to a move). */
      events?: components['schemas']['VideoPokerEvent'][];
      /** @description The caller's legal actions now. Send one element unchanged. */
      legalActions: components['schemas']['VideoPokerAction'][];
      /** @description The game as the caller's seat may see it; null at an archived table. */
      view: components['schemas']['VideoPokerView'];
    };
    /** @description A match as one side saw it after the deal, or after an entry of the log. */
    VideoPokerStep: {
      /** @description The events since the step before. */
      events: components['schemas']['VideoPokerEvent'][];
      /** @description The view at that time. */
      view: components['schemas']['VideoPokerView'];
    };
    /** @description A viewer's view: only the player sees the hand until it is over. */
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
      /** @description The name of the hand, or `forfeit`; null until over. */
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
     * @description Who may find a table and join. `public`: Listed, readable by all. `unlisted`: Not listed; every member who knows the id can read and join it. `private`: Seated and invited members only.
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
    /** @description The results of a player. */
    Winnings: {
      /** @description Chips won less chips lost over all matches, in percent of all buy-ins. */
      net: number;
      /** @description Matches won. */
      wins: number;
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
export type ActionEncoding = components['schemas']['ActionEncoding'];
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
export type BaccaratState = components['schemas']['BaccaratState'];
export type BaccaratStep = components['schemas']['BaccaratStep'];
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
export type BattleshipState = components['schemas']['BattleshipState'];
export type BattleshipStep = components['schemas']['BattleshipStep'];
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
export type BlackjackState = components['schemas']['BlackjackState'];
export type BlackjackStep = components['schemas']['BlackjackStep'];
export type BlackjackTurnEvent = components['schemas']['BlackjackTurnEvent'];
export type BlackjackView = components['schemas']['BlackjackView'];
export type Block = components['schemas']['Block'];
export type BlockRequest = components['schemas']['BlockRequest'];
export type Blocks = components['schemas']['Blocks'];
export type BoardlessState = components['schemas']['BoardlessState'];
export type Card = components['schemas']['Card'];
export type CardSeat = components['schemas']['CardSeat'];
export type ChallengeRequest = components['schemas']['ChallengeRequest'];
export type ChallengeResponse = components['schemas']['ChallengeResponse'];
export type ClaimSeatGrantRequest = components['schemas']['ClaimSeatGrantRequest'];
export type ClaimSeatGrantResponse = components['schemas']['ClaimSeatGrantResponse'];
export type CommonState = components['schemas']['CommonState'];
export type ConnectFourAction = components['schemas']['ConnectFourAction'];
export type ConnectFourDealtEvent = components['schemas']['ConnectFourDealtEvent'];
export type ConnectFourDroppedEvent = components['schemas']['ConnectFourDroppedEvent'];
export type ConnectFourEvent = components['schemas']['ConnectFourEvent'];
export type ConnectFourSeatView = components['schemas']['ConnectFourSeatView'];
export type ConnectFourSettledEvent = components['schemas']['ConnectFourSettledEvent'];
export type ConnectFourState = components['schemas']['ConnectFourState'];
export type ConnectFourStep = components['schemas']['ConnectFourStep'];
export type ConnectFourView = components['schemas']['ConnectFourView'];
export type CreateTableRequest = components['schemas']['CreateTableRequest'];
export type Created = components['schemas']['Created'];
export type CurrentSeatGrant = components['schemas']['CurrentSeatGrant'];
export type CurrentSeatGrantResponse = components['schemas']['CurrentSeatGrantResponse'];
export type DailyBoardResponse = components['schemas']['DailyBoardResponse'];
export type DailyMine = components['schemas']['DailyMine'];
export type DailyRank = components['schemas']['DailyRank'];
export type DayList = components['schemas']['DayList'];
export type DayListEntry = components['schemas']['DayListEntry'];
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
export type DominoesState = components['schemas']['DominoesState'];
export type DominoesStep = components['schemas']['DominoesStep'];
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
export type EndReason = components['schemas']['EndReason'];
export type EraseRequest = components['schemas']['EraseRequest'];
export type EraseResponse = components['schemas']['EraseResponse'];
export type Error = components['schemas']['Error'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type FairnessStatements = components['schemas']['FairnessStatements'];
export type Fallback = components['schemas']['Fallback'];
export type FallbackReasons = components['schemas']['FallbackReasons'];
export type FillTableRequest = components['schemas']['FillTableRequest'];
export type ForfeitedEvent = components['schemas']['ForfeitedEvent'];
export type GameAction = components['schemas']['GameAction'];
export type GameEvent = components['schemas']['GameEvent'];
export type GameId = components['schemas']['GameId'];
export type GameKind = components['schemas']['GameKind'];
export type GameRating = components['schemas']['GameRating'];
export type GameView = components['schemas']['GameView'];
export type Games = components['schemas']['Games'];
export type GrantId = components['schemas']['GrantId'];
export type GrantState = components['schemas']['GrantState'];
export type GuestPracticeRequest = components['schemas']['GuestPracticeRequest'];
export type GuestPracticeResponse = components['schemas']['GuestPracticeResponse'];
export type GuestSeatRequest = components['schemas']['GuestSeatRequest'];
export type GuestSeatResponse = components['schemas']['GuestSeatResponse'];
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
export type HoldemRingState = components['schemas']['HoldemRingState'];
export type HoldemRingStep = components['schemas']['HoldemRingStep'];
export type HoldemRingStreetEvent = components['schemas']['HoldemRingStreetEvent'];
export type HoldemRingView = components['schemas']['HoldemRingView'];
export type HoldemSeatView = components['schemas']['HoldemSeatView'];
export type HoldemSettledEvent = components['schemas']['HoldemSettledEvent'];
export type HoldemShownEvent = components['schemas']['HoldemShownEvent'];
export type HoldemState = components['schemas']['HoldemState'];
export type HoldemStep = components['schemas']['HoldemStep'];
export type HoldemStreetEvent = components['schemas']['HoldemStreetEvent'];
export type HoldemView = components['schemas']['HoldemView'];
export type HouseLevel = components['schemas']['HouseLevel'];
export type Invitation = components['schemas']['Invitation'];
export type IssueSeatGrantRequest = components['schemas']['IssueSeatGrantRequest'];
export type IssueSeatGrantResponse = components['schemas']['IssueSeatGrantResponse'];
export type JoinRequest = components['schemas']['JoinRequest'];
export type JoinResponse = components['schemas']['JoinResponse'];
export type JoinTableRequest = components['schemas']['JoinTableRequest'];
export type JoinTableResponse = components['schemas']['JoinTableResponse'];
export type KindEncoding = components['schemas']['KindEncoding'];
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
export type LiarsDiceState = components['schemas']['LiarsDiceState'];
export type LiarsDiceStep = components['schemas']['LiarsDiceStep'];
export type LiarsDiceView = components['schemas']['LiarsDiceView'];
export type LogEntry = components['schemas']['LogEntry'];
export type LogoutRequest = components['schemas']['LogoutRequest'];
export type MancalaAction = components['schemas']['MancalaAction'];
export type MancalaCapturedEvent = components['schemas']['MancalaCapturedEvent'];
export type MancalaDealtEvent = components['schemas']['MancalaDealtEvent'];
export type MancalaEvent = components['schemas']['MancalaEvent'];
export type MancalaExtraTurnEvent = components['schemas']['MancalaExtraTurnEvent'];
export type MancalaLast = components['schemas']['MancalaLast'];
export type MancalaSeatView = components['schemas']['MancalaSeatView'];
export type MancalaSettledEvent = components['schemas']['MancalaSettledEvent'];
export type MancalaSownEvent = components['schemas']['MancalaSownEvent'];
export type MancalaState = components['schemas']['MancalaState'];
export type MancalaStep = components['schemas']['MancalaStep'];
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
export type MemoryState = components['schemas']['MemoryState'];
export type MemoryStep = components['schemas']['MemoryStep'];
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
export type MinesweeperState = components['schemas']['MinesweeperState'];
export type MinesweeperStep = components['schemas']['MinesweeperStep'];
export type MinesweeperView = components['schemas']['MinesweeperView'];
export type Modality = components['schemas']['Modality'];
export type MyInvitations = components['schemas']['MyInvitations'];
export type MyRank = components['schemas']['MyRank'];
export type MyTable = components['schemas']['MyTable'];
export type MyTables = components['schemas']['MyTables'];
export type ObservationEncoding = components['schemas']['ObservationEncoding'];
export type ObservationPart = components['schemas']['ObservationPart'];
export type Ok = components['schemas']['Ok'];
export type OpenTable = components['schemas']['OpenTable'];
export type OpenTables = components['schemas']['OpenTables'];
export type Opponents = components['schemas']['Opponents'];
export type OutcomeEntry = components['schemas']['OutcomeEntry'];
export type Pace = components['schemas']['Pace'];
export type PartyCreated = components['schemas']['PartyCreated'];
export type PartyId = components['schemas']['PartyId'];
export type PartyInvitation = components['schemas']['PartyInvitation'];
export type PartyTable = components['schemas']['PartyTable'];
export type PartyTableRequest = components['schemas']['PartyTableRequest'];
export type PartyView = components['schemas']['PartyView'];
export type PartyVisibility = components['schemas']['PartyVisibility'];
export type PartyVisibilityRequest = components['schemas']['PartyVisibilityRequest'];
export type PauseDuration = components['schemas']['PauseDuration'];
export type PauseRequest = components['schemas']['PauseRequest'];
export type PauseState = components['schemas']['PauseState'];
export type Period = components['schemas']['Period'];
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
export type PresidentState = components['schemas']['PresidentState'];
export type PresidentStep = components['schemas']['PresidentStep'];
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
export type QueueLength = components['schemas']['QueueLength'];
export type QueueLengths = components['schemas']['QueueLengths'];
export type QueueRequest = components['schemas']['QueueRequest'];
export type RatedGroup = components['schemas']['RatedGroup'];
export type RatedRow = components['schemas']['RatedRow'];
export type Ratings = components['schemas']['Ratings'];
export type Reason = components['schemas']['Reason'];
export type Referral = components['schemas']['Referral'];
export type Reign = components['schemas']['Reign'];
export type RematchRequest = components['schemas']['RematchRequest'];
export type RematchResponse = components['schemas']['RematchResponse'];
export type Replay = components['schemas']['Replay'];
export type ReplayProof = components['schemas']['ReplayProof'];
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
export type RouletteState = components['schemas']['RouletteState'];
export type RouletteStep = components['schemas']['RouletteStep'];
export type RouletteView = components['schemas']['RouletteView'];
export type RpsAction = components['schemas']['RpsAction'];
export type RpsDealtEvent = components['schemas']['RpsDealtEvent'];
export type RpsEvent = components['schemas']['RpsEvent'];
export type RpsReadyEvent = components['schemas']['RpsReadyEvent'];
export type RpsSeatView = components['schemas']['RpsSeatView'];
export type RpsSettledEvent = components['schemas']['RpsSettledEvent'];
export type RpsState = components['schemas']['RpsState'];
export type RpsStep = components['schemas']['RpsStep'];
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
export type SignedStatement = components['schemas']['SignedStatement'];
export type Standing = components['schemas']['Standing'];
export type StandingRow = components['schemas']['StandingRow'];
export type StreamEnd = components['schemas']['StreamEnd'];
export type Strength = components['schemas']['Strength'];
export type TableId = components['schemas']['TableId'];
export type TableKind = components['schemas']['TableKind'];
export type TableStatus = components['schemas']['TableStatus'];
export type TableView = components['schemas']['TableView'];
export type TicTacToeAction = components['schemas']['TicTacToeAction'];
export type TicTacToeDealtEvent = components['schemas']['TicTacToeDealtEvent'];
export type TicTacToeEvent = components['schemas']['TicTacToeEvent'];
export type TicTacToeMarkedEvent = components['schemas']['TicTacToeMarkedEvent'];
export type TicTacToeSeatView = components['schemas']['TicTacToeSeatView'];
export type TicTacToeSettledEvent = components['schemas']['TicTacToeSettledEvent'];
export type TicTacToeState = components['schemas']['TicTacToeState'];
export type TicTacToeStep = components['schemas']['TicTacToeStep'];
export type TicTacToeView = components['schemas']['TicTacToeView'];
export type Ticket = components['schemas']['Ticket'];
export type TicketEnd = components['schemas']['TicketEnd'];
export type TicketId = components['schemas']['TicketId'];
export type TicketState = components['schemas']['TicketState'];
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
export type VideoPokerState = components['schemas']['VideoPokerState'];
export type VideoPokerStep = components['schemas']['VideoPokerStep'];
export type VideoPokerView = components['schemas']['VideoPokerView'];
export type Visibility = components['schemas']['Visibility'];
export type WaitingView = components['schemas']['WaitingView'];
export type Winnings = components['schemas']['Winnings'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
