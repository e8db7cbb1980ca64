"""The shapes of requests and responses, as they are on the wire.

Made from the OpenAPI document by scripts/make_types.py; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AccountName(TypedDict):
    """An account's id and handle."""

    # The member's name; only an erasure changes it.
    handle: str
    # Never changes.
    id: AccountId


class Acted(TypedDict):
    """A move was accepted."""

    # Always true.
    ok: Literal[True]
    # The table after the move, if `eventsSince` was sent.
    table: NotRequired[TableView]


class ActionEncoding(TypedDict):
    """Each action has an index that keeps its meaning; a learner marks the legal ones in a mask of this size."""

    # The number of indices; they begin with 0.
    count: int
    # The meaning of the indices.
    text: str


class ActionRequest(TypedDict):
    """A move."""

    # One element of `state.legalActions`, unchanged.
    action: BlackjackAction | HoldemAction | HoldemRingAction | TicTacToeAction | RpsAction | ConnectFourAction | MancalaAction | LiarsDiceAction | BattleshipAction | MemoryAction | MinesweeperAction | PresidentAction | DominoesAction | RouletteAction | BaccaratAction | VideoPokerAction
    # Include the table and its events after this cursor, an earlier `state.eventsAt`; 0 for all.
    eventsSince: NotRequired[int | None]
    # The `state.plies` on which the decision is based. Required with a seat's token, also a guest's.
    expectedPlies: NotRequired[int | None]


class BaccaratAction(TypedDict):
    """Put the whole stake on a side."""

    # The side.
    on: Literal["player", "banker", "tie"]
    # What it is.
    type: Literal["bet"]


class BaccaratBetEventData(TypedDict):
    """Its facts."""

    # The chosen side.
    on: Literal["player", "banker", "tie"]


class BaccaratBetEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BaccaratBetEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["bet"]


class BaccaratCardsEventData(TypedDict):
    """Its facts."""

    # The banker's cards.
    banker: list[Card]
    # The player's cards.
    player: list[Card]


class BaccaratCardsEvent(TypedDict):
    """The first two cards of both hands."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BaccaratCardsEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["cards"]


class BaccaratCoupEventData(TypedDict):
    """Its facts."""

    # The banker's total.
    banker: int
    # The player's total.
    player: int
    # The winner.
    winner: Literal["player", "banker", "tie"]


class BaccaratCoupEvent(TypedDict):
    """The totals, and the winner."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BaccaratCoupEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["coup"]


class BaccaratDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class BaccaratHand(TypedDict):
    # Two or three.
    cards: list[Card]
    # The value of the hand, 0-9.
    total: int


class BaccaratSeatView(TypedDict):
    # The seat's bet; null before.
    on: Literal["player", "banker", "tie"] | None
    # Chips won or lost; null until over.
    score: int | None
    # The seat's number.
    seat: Seat
    # Whether a seat is still in play.
    status: Literal["in", "left"]


class BaccaratSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost.
    scores: list[int]


class BaccaratSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BaccaratSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class BaccaratState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[BaccaratEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[BaccaratAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: BaccaratView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class BaccaratStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[BaccaratEvent]
    # The view at that time.
    view: BaccaratView


class BaccaratThirdEventData(TypedDict):
    """Its facts."""

    # The card drawn.
    card: Card
    # The hand that draws.
    hand: Literal["player", "banker", "tie"]
    # The value of the hand now.
    total: int


class BaccaratThirdEvent(TypedDict):
    """A hand draws a third card."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BaccaratThirdEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["third"]


class BaccaratView(TypedDict):
    """The view of all seats; it shows the cards only when it is over."""

    # The banker's hand; null until over.
    banker: BaccaratHand | None
    # The game's id.
    game: Literal["baccarat"]
    # Whether a hand of two cards with 8 or 9 ended it; null until over.
    natural: bool | None
    # Whether it is over.
    phase: Literal["bet", "over"]
    # The player's hand; null until over.
    player: BaccaratHand | None
    # The one seat.
    seats: list[BaccaratSeatView]
    # The chips of the bet.
    stake: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    # The winner; null until over.
    winner: Literal["player", "banker", "tie"] | None


class BattleshipAutoAction(TypedDict):
    """Place all remaining ships as the deal determines."""

    # What it is.
    type: Literal["auto"]


class BattleshipDealtEventData(TypedDict):
    """Its facts."""

    # The seat that shoots first.
    start: Seat


class BattleshipDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BattleshipDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class BattleshipFleetShip(TypedDict):
    # Its length in cells.
    length: int
    # Its name.
    name: str
    # The ship's number, from 0.
    ship: int


class BattleshipPlaceAction(TypedDict):
    """Place the next ship."""

    # Its left or top cell.
    cell: int
    # Its orientation.
    dir: BattleshipDir
    # The ship's number in the fleet.
    ship: int
    # What it is.
    type: Literal["place"]


class BattleshipPlacedEventData(TypedDict):
    """Its facts."""

    # How many ships are placed.
    placed: int


class BattleshipPlacedEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BattleshipPlacedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["placed"]


class BattleshipSeatView(TypedDict):
    # Its 100 cells row by row: the result of a shot, null without one.
    grid: list[Literal["miss", "hit", "sunk"] | None]
    # How many of its ships are placed.
    placed: int
    # The seat's number.
    seat: Seat
    # Its sunk ships; all placed ships when over.
    ships: list[BattleshipShipView]
    # Whether a seat is still in play.
    status: Literal["in", "left"]


class BattleshipSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost, by seat.
    scores: list[int]


class BattleshipSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BattleshipSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class BattleshipShipView(TypedDict):
    # Its cells, ascending.
    cells: list[int]
    # The ship's number in the fleet.
    ship: int
    # Whether all of them were hit.
    sunk: bool


class BattleshipShootAction(TypedDict):
    """Shoot at a cell."""

    # The cell's number.
    cell: int
    # What it is.
    type: Literal["shoot"]


class BattleshipShot(TypedDict):
    # The cell, 0-99.
    cell: int
    # The result.
    result: Literal["miss", "hit", "sunk"]
    # The shooting seat.
    seat: Seat
    # The ship, once it is sunk.
    ship: int | None


class BattleshipShotEventData(TypedDict):
    """Its facts."""

    # The cell, 0-99.
    cell: int
    # The result.
    result: Literal["miss", "hit", "sunk"]


class BattleshipShotEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BattleshipShotEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["shot"]


class BattleshipState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[BattleshipEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[BattleshipAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: BattleshipView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class BattleshipStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[BattleshipEvent]
    # The view at that time.
    view: BattleshipView


class BattleshipSunkEventData(TypedDict):
    """Its facts."""

    # The ship's cells, ascending.
    cells: list[int]
    # The ship's number in the fleet.
    ship: int


class BattleshipSunkEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BattleshipSunkEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["sunk"]


class BattleshipView(TypedDict):
    """A viewer's view: it shows the other's ships only when they are sunk."""

    # The fleet of each seat.
    fleet: list[BattleshipFleetShip]
    # The game's id.
    game: Literal["battleship"]
    # The newest shot; null before.
    lastShot: BattleshipShot | None
    # The phase.
    phase: Literal["place", "shoot", "over"]
    # Both seats.
    seats: list[BattleshipSeatView]
    # The viewer's own ships.
    ships: NotRequired[list[BattleshipShipView] | None]
    # The seat that shoots first.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class BlackjackDealerEventData(TypedDict):
    """Its facts."""

    # All cards.
    cards: list[Card]
    # The round.
    round: int
    # Their value.
    total: int


class BlackjackDealerEvent(TypedDict):
    """The dealer's final hand."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackDealerEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealer"]


class BlackjackDealerView(TypedDict):
    """The value of some cards."""

    # The hole card is null until the round is settled; the value covers the open cards.
    cards: list[Card | None]
    # Whether an ace counts 11.
    soft: bool
    # The total.
    total: int


class BlackjackDealtEventData(TypedDict):
    """Its facts."""

    # The player's cards.
    cards: list[Card]
    # The round.
    round: int
    # The dealer's open card.
    up: Card


class BlackjackDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class BlackjackDoubleAction(TypedDict):
    """Double the bet and take exactly one card."""

    # What it is.
    type: Literal["double"]


class BlackjackDoubleEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackDrawn
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["double"]


class BlackjackDrawn(TypedDict):
    """A card dealt to a hand."""

    # The card.
    card: Card
    # The hand.
    hand: int
    # Its round.
    round: int
    # The hand's value now.
    total: int


class BlackjackHandView(TypedDict):
    """The value of some cards."""

    # The bet in chips, doubled or not.
    bet: int
    # In the order dealt.
    cards: list[Card]
    # Whether the bet was doubled.
    doubled: bool
    # Chips won or lost; null until the round is settled.
    net: int | None
    # Null until the round is settled.
    result: Literal["win", "loss", "push", "blackjack"] | None
    # Whether an ace counts 11.
    soft: bool
    # The hand's status.
    status: Literal["open", "stood", "bust", "blackjack", "conceded"]
    # The total.
    total: int


class BlackjackHitAction(TypedDict):
    """Take a card."""

    # What it is.
    type: Literal["hit"]


class BlackjackHitEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackDrawn
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["hit"]


class BlackjackRoundEventData(TypedDict):
    """Its facts."""

    # Results by hand.
    nets: list[int | None]
    # The round.
    round: int


class BlackjackRoundEvent(TypedDict):
    """A round is settled."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackRoundEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["round"]


class BlackjackRoundView(TypedDict):
    # The dealer's hand.
    dealer: BlackjackDealerView
    # Whether it is settled.
    done: bool
    # The player's hands: two after a split.
    hands: list[BlackjackHandView]
    # Whether a pair was split.
    split: bool


class BlackjackSeatView(TypedDict):
    # Chips won or lost so far.
    score: int
    # The seat's number.
    seat: Seat
    # Whether a seat is still in play.
    status: Literal["in", "left"]


class BlackjackSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost.
    scores: list[int]


class BlackjackSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class BlackjackSplitAction(TypedDict):
    """Split a pair into two hands."""

    # What it is.
    type: Literal["split"]


class BlackjackSplitEventData(TypedDict):
    """Its facts."""

    # The cards of both hands.
    cards: list[list[Card]]
    # The round.
    round: int


class BlackjackSplitEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackSplitEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["split"]


class BlackjackStandAction(TypedDict):
    """Stand."""

    # What it is.
    type: Literal["stand"]


class BlackjackStandEventData(TypedDict):
    """Its facts."""

    # The hand.
    hand: int
    # Its round.
    round: int


class BlackjackStandEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackStandEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["stand"]


class BlackjackState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[BlackjackEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[BlackjackAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: BlackjackView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class BlackjackStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[BlackjackEvent]
    # The view at that time.
    view: BlackjackView


class BlackjackTurnEventData(TypedDict):
    """Its facts."""

    # The hand.
    hand: int
    # Its round.
    round: int


class BlackjackTurnEvent(TypedDict):
    """The player is to decide about a hand."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackTurnEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["turn"]


class BlackjackView(TypedDict):
    """The view of all seats: the player's cards are face up."""

    # The game's id.
    game: Literal["blackjack"]
    # The hand to decide about, an index into `hands` of the round; null when over.
    hand: int | None
    # The number of rounds.
    handsTotal: int
    # Whether it is over.
    phase: Literal["player", "over"]
    # The round in play, from 0.
    round: int
    # The rounds dealt so far.
    rounds: list[BlackjackRoundView]
    # The one seat.
    seats: list[BlackjackSeatView]
    # Cards left in the shoe.
    shoeLeft: int
    # The chips of a first bet.
    stake: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class Block(TypedDict):
    """A member whom the caller blocks."""

    # The member's handle.
    handle: str
    # Since when.
    since: Millis


class BlockRequest(TypedDict):
    """A member to block or to unblock."""

    # The member's handle, in any case.
    handle: str


class Blocks(TypedDict):
    """The members whom the caller blocks."""

    # The newest first.
    blocks: list[Block]


class BoardlessState(TypedDict):
    """The state of a table that waits for players, or whose board is no longer kept."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[GameEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[BlackjackAction | HoldemAction | HoldemRingAction | TicTacToeAction | RpsAction | ConnectFourAction | MancalaAction | LiarsDiceAction | BattleshipAction | MemoryAction | MinesweeperAction | PresidentAction | DominoesAction | RouletteAction | BaccaratAction | VideoPokerAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: WaitingView | None
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class CardSeat(TypedDict):
    """A seat of an end card."""

    # A picture; null means a generated avatar.
    avatarUrl: str | None
    # A handle, or `house`.
    name: str
    # Its place, 1 for the first; only in games with places.
    rank: NotRequired[int]
    # What the table did to the player's rating; null if it did nothing.
    ratingChange: int | None
    # Win, loss or draw.
    result: MatchResult
    # The chips that the seat has gained or lost over all tables that exactly these players have finished
    # together.
    rosterNet: int
    # The chips that the seat gained or lost here.
    score: int
    # Its number.
    seat: Seat
    # The title of its place; null in games without titles.
    title: str | None


class ChallengeRequest(TypedDict):
    """A duel between one of the caller's agents and another one."""

    # One of the caller's own agents.
    agentId: str
    # The idempotency key.
    clientRef: NotRequired[str | None]
    # Your part in the computation of the seed, at best 16 random bytes in hex.
    clientSeed: NotRequired[str | None]
    # One leg, or the best of three or five. Default: `"bo1"`.
    format: NotRequired[DuelFormat | None]
    # A duellable game. Default: `"holdem"`.
    gameId: NotRequired[str | None]
    # Another member's agent, or `agent:house`.
    opponentAgentId: str
    # A duel of the last day between the same two agents: its game, format and stake are used.
    rematchOf: NotRequired[str | None]
    # Chips a leg and side. Default: `200`.
    stake: NotRequired[int | None]


class ChallengeResponse(TypedDict):
    """How a duel ended; `net` is the challenger's."""

    # For `bo1` also the table's id; otherwise the legs are the tables `<duelId>_l1` and so on.
    duelId: DuelId
    # The challenger's fallbacks by reason.
    fallbackReasons: FallbackReasons
    # Decisions of both sides that the fallback made, because a model did not answer in time or readably.
    fallbacks: int
    # The maximum number of legs.
    format: DuelFormat
    # The game.
    gameId: GameId
    # The results of the legs.
    legs: DuelLegs
    # The challenger's chips gained or lost.
    net: int
    # Always true.
    ok: Literal[True]
    # The side that won more legs.
    outcome: DuelOutcome
    # Decisions of all legs.
    plies: int
    # True if this repeats the result of an earlier request with this `clientRef`.
    replayed: NotRequired[bool]
    # Legs that do not count because the model was unavailable; their stakes were returned.
    voidedLegs: int


class ClaimSeatGrantRequest(TypedDict):
    """A claim of a seat."""

    # From the seat's owner.
    claimToken: str
    # The idempotency key: a new random UUID, kept secret. The claim can be repeated only with the same key.
    clientRef: str


class ClaimSeatGrantResponse(TypedDict):
    """The credential of a claimed seat."""

    # The Bearer token of this one seat.
    accessToken: str
    # The expiry of the token.
    expiresAt: Millis
    # The seat to play.
    seat: Seat
    # The table.
    tableId: TableId
    # How to send it.
    tokenType: TokenType


class CommonState(TypedDict):
    """The match itself."""

    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class ConnectFourAction(TypedDict):
    """Into a column that is not full, 0..=6 from the left."""

    # The column's number.
    column: int
    # What it is.
    type: Literal["drop"]


class ConnectFourDealtEventData(TypedDict):
    """Its facts."""

    # The seat that begins.
    start: Seat


class ConnectFourDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: ConnectFourDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class ConnectFourDroppedEventData(TypedDict):
    """Its facts."""

    # The cell in which it landed, 0-41.
    cell: int
    # The column, 0-6.
    column: int


class ConnectFourDroppedEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: ConnectFourDroppedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dropped"]


class ConnectFourSeatView(TypedDict):
    # The seat's colour.
    disc: Literal["red", "yellow"]
    # The seat's number.
    seat: Seat
    # Whether a seat is still in play.
    status: Literal["in", "left"]


class ConnectFourSettledEventData(TypedDict):
    """Its facts."""

    # The cells of the line, if one won.
    line: list[int] | None
    # Chips won or lost, by seat.
    scores: list[int]


class ConnectFourSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: ConnectFourSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class ConnectFourState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[ConnectFourEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[ConnectFourAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: ConnectFourView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class ConnectFourStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[ConnectFourEvent]
    # The view at that time.
    view: ConnectFourView


class ConnectFourView(TypedDict):
    """The view of all seats; nothing is hidden."""

    # 42 cells row by row from the top left: the seat of the disc, or null.
    board: list[Seat | None]
    # The game's id.
    game: Literal["connect-four"]
    # The cell of the newest disc; null before.
    lastCell: int | None
    # The winning cells, ascending; otherwise null.
    line: list[int] | None
    # Whether it is over.
    phase: Literal["play", "over"]
    # Both seats.
    seats: list[ConnectFourSeatView]
    # The seat that begins.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class CreateTableRequest(TypedDict):
    """A new table."""

    # The deprecated name of `stake`, which wins if both are sent. Default: `10`.
    amount: NotRequired[int | None]
    # The idempotency key: a text of your own, new for each table.
    clientRef: NotRequired[str | None]
    # Your part in the computation of the seed, at best 16 random bytes in hex.
    clientSeed: NotRequired[str | None]
    # Play the daily challenge, the same for all, once: kind and stake are the day's. Default: `false`.
    daily: NotRequired[bool | None]
    # The handle for which the open seat is reserved; makes the table private.
    invited: NotRequired[str | None]
    # The table kind.
    kind: TableKind
    # How well the house plays, from 1 for a beginner to 5 for its best; below 5 only with `practice`.
    # `/rules.json` has the strength of each level. Default: `5`.
    level: NotRequired[int | None]
    # Leave every other seat to members. Default: `false`.
    open: NotRequired[bool | None]
    # In one sitting with turns of about a minute, or 48 hours for each turn. Default: `"live"`.
    pace: NotRequired[Pace | None]
    # Play practice: no chips move, the house takes the other seats, and the table is not listed. With `open` it
    # is a friendly table: its seats are also for people without an account. Default: `false`.
    practice: NotRequired[bool | None]
    # Whether the table changes ratings, as far as its kind and its players allow; true by default. Default:
    # `true`.
    rated: NotRequired[bool | None]
    # Seats, for multi-seat kinds; clamped to the game's range.
    seats: NotRequired[int | None]
    # The buy-in or bet in chips. Kinds with a `fixedBuyIn`, such as hold'em (200), ignore it. Default: `10`.
    stake: NotRequired[int | None]
    # Listed, joinable by members who know its id, or for invited members only. Default: `"public"`.
    visibility: NotRequired[Visibility | None]


class Created(TypedDict):
    """The created table."""

    # The id for reading and playing it.
    tableId: TableId


class CurrentSeatGrant(TypedDict):
    """An active grant."""

    # When the claim and the credential expire.
    expiresAt: Millis
    # The id for revoking it.
    grantId: GrantId
    # The seat.
    seat: Seat
    # Whether it was claimed.
    state: GrantState
    # The table.
    tableId: TableId


class CurrentSeatGrantResponse(TypedDict):
    """The active grant of a seat, if there is one."""

    # Null if there is none.
    grant: CurrentSeatGrant | None


class DailyBoardResponse(TypedDict):
    """The daily challenge and its results."""

    # The best first.
    board: list[DailyRank]
    # The day, in UTC.
    dateKey: str
    # The table kind of the day.
    kind: TableKind
    # The caller's attempt.
    mine: DailyMine | None
    # sha256 of the day's seed.
    seedHash: str


class DailyMine(TypedDict):
    """The caller's attempt."""

    # The number of moves; null until it is over.
    plies: int | None
    # Null until it is over.
    result: MatchResult | None
    # Its status.
    status: TableStatus
    # The table of the attempt.
    tableId: TableId


class DailyRank(TypedDict):
    """A member's attempt."""

    # The member's handle.
    handle: str
    # The number of moves; null until it is over.
    plies: int | None
    # The result.
    result: TryResult
    # When it ended; null before.
    settledAt: Millis | None


class DayList(TypedDict):
    """The tables that were created on one UTC day."""

    # Whether the day is closed: all its tables are over, and its secret is revealed.
    closed: bool
    # The day, and after a slash the number of the era, unless that is 0.
    day: str
    # At most 1000 tables, by their numbers; empty while it is open.
    entries: list[DayListEntry]
    # The number of the next entry, if there are more.
    next: int | None
    # The number of its tables that still wait or run; null once it is closed.
    running: int | None
    # The number of its tables; null while it is open.
    tables: int | None


class DayListEntry(TypedDict):
    """A table in the list of its day."""

    # The digest of its bundle, `cancelled`, or `voided`.
    ending: str
    # Its running number on that day, from 1.
    number: int
    # sha256 of its seed's hex text; null if nothing was dealt.
    seedCommit: str | None
    # Whose seed it has: `own`, `daily`, or the day and the number of another table.
    seedOf: str
    # sha256 of the table's id.
    table: str
    # The id of a public table; null for the others.
    tableId: TableId | None


class DeploymentIdentity(TypedDict):
    """The running build."""

    # Whether a third party attests the build.
    attested: bool
    # 40 lowercase hex digits; null if the build did not record it.
    commitSha: str | None
    # `dpl_` and letters and digits; null if the operator sets none.
    deploymentId: str | None
    # Null if the operator sets none.
    environment: Literal["production", "preview", "development"] | None
    # Whether the stored data has this build's encoding.
    schemaReady: bool
    # Version of this object: 1.
    schemaVersion: int


class DominoesBlockedEventData(TypedDict):
    """Its facts."""

    # Pips by seat; null for one that left.
    pips: list[int | None]


class DominoesBlockedEvent(TypedDict):
    """No seat can move."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: DominoesBlockedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["blocked"]


class DominoesDealtEventData(TypedDict):
    """Its facts."""

    # The number of tiles in the boneyard.
    boneyard: int
    # The seat that leads.
    start: Seat
    # The number of tiles of each seat.
    tiles: int


class DominoesDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: DominoesDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class DominoesDrawAction(TypedDict):
    """Draw the front tile of the boneyard, if no tile fits."""

    # What it is.
    type: Literal["draw"]


class DominoesDrewEventData(TypedDict):
    """Its facts."""

    # The number of tiles left in the boneyard.
    boneyard: int


class DominoesDrewEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: DominoesDrewEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["drew"]


class DominoesLast(TypedDict):
    """The last tile played."""

    # The end of the line; null for the lead.
    end: Literal["left", "right"] | None
    # The seat.
    seat: Seat
    # The tile.
    tile: DominoesTile


class DominoesPassAction(TypedDict):
    """Pass, if no tile fits and the boneyard is empty."""

    # What it is.
    type: Literal["pass"]


class DominoesPassedEventData(TypedDict):
    """Its facts."""

    # The open numbers, left and right.
    ends: list[int] | None


class DominoesPassedEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: DominoesPassedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["passed"]


class DominoesPlayAction(TypedDict):
    """Play a tile."""

    # The end of the line; none for the lead.
    end: NotRequired[Literal["left", "right"] | None]
    # The tile.
    tile: DominoesTile
    # What it is.
    type: Literal["play"]


class DominoesPlayedEventData(TypedDict):
    """Its facts."""

    # The end of the line; none for the lead.
    end: Literal["left", "right"] | None
    # The open numbers now, left and right.
    ends: list[int] | None
    # The tile.
    tile: DominoesTile
    # The number of tiles that the seat has left.
    tilesLeft: int


class DominoesPlayedEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: DominoesPlayedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["played"]


class DominoesSeatView(TypedDict):
    # Its tiles; null until over.
    hand: list[DominoesTile] | None
    # The numbers on which it passed: it has none of them.
    lacks: list[int]
    # Their sum of pips; null until over.
    pips: int | None
    # The seat's number.
    seat: Seat
    # Whether a seat is still in play.
    status: Literal["in", "left"]
    # The number of its tiles.
    tiles: int


class DominoesSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost, by seat.
    scores: list[int]
    # The winners, ascending.
    winners: list[Seat]


class DominoesSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: DominoesSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class DominoesState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[DominoesEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[DominoesAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: DominoesView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class DominoesStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[DominoesEvent]
    # The view at that time.
    view: DominoesView


class DominoesView(TypedDict):
    """The round as a viewer sees it."""

    # Whether it ended because no seat could move.
    blocked: bool
    # The number of tiles in the boneyard.
    boneyard: int
    # The boneyard's tiles in drawing order; null until over.
    boneyardTiles: list[DominoesTile] | None
    # The open numbers, left and right; null before the lead.
    ends: list[int] | None
    # The game's id.
    game: Literal["dominoes"]
    # The viewer's own tiles; absent for a spectator.
    hand: NotRequired[list[DominoesTile] | None]
    # The last tile played; null before.
    last: DominoesLast | None
    # Tiles from left to right, each by its left number and its right.
    line: list[list[int]]
    # The phase.
    phase: Literal["lead", "play", "over"]
    # All seats.
    seats: list[DominoesSeatView]
    # The seat that leads.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class Door(TypedDict):
    """A linked identity, as its owner sees it."""

    # As the provider reports it; null if it reports none.
    photoUrl: str | None
    # Currently always `messenger`.
    provider: str
    # As the provider reports it; null if it reports none.
    username: str | None


class Duel(TypedDict):
    """A duel; the outcome is null while it runs."""

    # The agent that challenged.
    challenger: str
    # The version of the agent that challenged; null like the game.
    challengerVersionId: AgentVersionId | None
    # The agent that was challenged.
    defender: str
    # The version of the agent that was challenged; null for the house's, and like the game.
    defenderVersionId: AgentVersionId | None
    # The fallbacks of the caller's own agent; null for others, and like the game.
    fallbackReasons: FallbackReasons | None
    # The maximum number of legs; null like the game.
    format: DuelFormat | None
    # The game; null for a duel of an earlier version of this server.
    gameId: GameId | None
    # For `bo1` also the table's id.
    id: DuelId
    # Whether an agent of the caller takes part.
    mine: bool
    # Null while it runs.
    outcome: DuelOutcome | None
    # When it ended; null while it runs.
    settledAt: Millis | None
    # Chips a leg and side.
    stake: int
    # The tables of the dealt legs, in order.
    tables: list[TableId]


class DuelLegs(TypedDict):
    """Legs by winner."""

    # Won by the challenger.
    challenger: int
    # Won by the defender.
    defender: int
    # Legs without a winner.
    drawn: int


class Duels(TypedDict):
    """Duels, newest first."""

    # One page of duels.
    duels: list[Duel]


class EndCard(TypedDict):
    """How a table ended."""

    # The game.
    gameId: GameId
    # The table.
    id: TableId
    # Null for agents' duels.
    kind: TableKind | None
    # How many tables of this game in a row the winner has won among these players; 1 is the first.
    reign: int
    # All seats.
    seats: list[CardSeat]
    # When it ended.
    settledAt: Millis | None
    # The buy-in or bet, in chips.
    stake: int
    # How many tables exactly these players have finished together.
    tablesTogether: int
    # The one seat with the highest score, if that is over 0; null if there is none or the house won.
    winnerSeat: Seat | None


class EraseRequest(TypedDict):
    """The confirmation of an erasure."""

    # The caller's own handle.
    confirmHandle: str


class EraseResponse(TypedDict):
    """What an erasure removed."""

    # The number of agents kept without name and prompt.
    agentsAnonymised: int
    # The name that past tables show from now on.
    handle: str
    # The number of linked identities removed.
    identitiesRemoved: int
    # Always true.
    ok: Literal[True]
    # The number of browsers that are no longer notified.
    pushSubsRemoved: int


class Error(TypedDict):
    """The body of every error."""

    # The code, for programs; one of the frozen list, or absent.
    code: NotRequired[ErrorCode]
    # The message, for people; never parse it.
    error: str
    # The field: a JSON pointer into the body (`/stake`), or the name of a parameter (`limit`).
    field: NotRequired[str]
    # What to do next, in one sentence.
    hint: NotRequired[str]


class FairnessStatements(TypedDict):
    """Signed statements, oldest first."""

    # The number of the next statement, if there are more.
    next: int | None
    # At most 1000.
    statements: list[SignedStatement]


class FallbackReasons(TypedDict):
    """Decisions that an agent did not make itself, by reason."""

    # The model's endpoint was unavailable.
    host: int
    # The model's endpoint rejected the question, or the agent was no longer available.
    refused: int
    # The model did not answer in time, or the duel took longer than 30 minutes.
    timeOut: int
    # The model's answers named none of the legal actions.
    unreadable: int


class FillTableRequest(TypedDict):
    """How the house fills a friendly table."""

    # How well the house plays, from 1 for a beginner to 5 for its best; by default as the table was created.
    level: NotRequired[int | None]


class ForfeitedEvent(TypedDict):
    """The seat gave up."""

    # The time, in epoch milliseconds.
    at: int
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["forfeited"]


class GameKind(TypedDict):
    """One table kind."""

    # The buy-in is the stake times this.
    buyInPerAmount: NotRequired[int]
    # A description in one sentence.
    description: str
    # Whether agents can duel in the game.
    duellable: bool
    # The version of the rules.
    engineVersion: str
    # The buy-in, independent of the stake.
    fixedBuyIn: NotRequired[int]
    # The game.
    gameId: GameId
    # The value for creating a table.
    kind: TableKind
    # Its name, for people.
    label: str
    # Whether `open` and `invited` may leave seats to members.
    openEligible: bool
    # The rules of play and settlement, in full.
    rules: str
    # The default number of seats; only for kinds with a choice.
    seats: NotRequired[int]


class GameRating(TypedDict):
    """A rating in one game."""

    # How uncertain the rating is now: with a probability of 95 % the strength is within two deviations.
    deviation: int
    # Those that were drawn.
    draws: int
    # The game.
    gameId: GameId
    # Rated tables.
    games: int
    # Those that were lost.
    losses: int
    # Whether the deviation is over 110: the rating is not ranked.
    provisional: bool
    # In points; every player begins at 1500.
    rating: int
    # Those that were won.
    wins: int


class Games(TypedDict):
    """All table kinds."""

    # Each kind once.
    games: list[GameKind]


class GuestPracticeRequest(TypedDict):
    """A guest's practice table."""

    # The idempotency key: a new random UUID for each table, kept secret.
    clientRef: str
    # Your part in the computation of the seed, at best 16 random bytes in hex.
    clientSeed: NotRequired[str | None]
    # Any kind; with `open` one that members can join.
    kind: TableKind
    # How well the house plays, from 1 for a beginner to 5 for its best; `/rules.json` has the strength of each
    # level. At a friendly table: if it fills seats. Default: `5`.
    level: NotRequired[int | None]
    # Your name at a friendly table: letters, digits, single spaces, `-` and `'`.
    name: NotRequired[str | None]
    # Leave every other seat to people whom you send the id, with an account or without: a friendly table.
    # Default: `false`.
    open: NotRequired[bool | None]
    # Seats, for multi-seat kinds; clamped to the game's range.
    seats: NotRequired[int | None]


class GuestPracticeResponse(TypedDict):
    """A practice table and the credential for its seat."""

    # The Bearer token of this one seat.
    accessToken: str
    # The expiry of the token.
    expiresAt: Millis
    # The table.
    tableId: TableId
    # How to send it.
    tokenType: TokenType


class GuestSeatRequest(TypedDict):
    """What a guest brings to a friendly table."""

    # The idempotency key: a new random UUID, kept secret. The same request gives the same seat again.
    clientRef: str
    # Your part in the computation of the seed, at best 16 random bytes in hex.
    clientSeed: NotRequired[str | None]
    # Your name at the table: letters, digits, single spaces, `-` and `'`.
    name: NotRequired[str | None]


class GuestSeatResponse(TypedDict):
    """A seat at a friendly table, and its credential."""

    # The Bearer token of this one seat.
    accessToken: str
    # The `clientRef` that counts for the seed.
    broughtRef: str
    # The expiry of the token.
    expiresAt: Millis
    # The seat to play.
    seat: Seat
    # Whether the game has started.
    started: bool
    # The table.
    tableId: TableId
    # How to send it.
    tokenType: TokenType


class Hand(TypedDict):
    """A settled table in a history."""

    # True for a table that was played for a nominal stake; otherwise missing.
    free: NotRequired[bool]
    # The game.
    gameId: GameId
    # Null if an agent played it.
    kind: TableKind | None
    # The chips gained or lost, minus the buy-in.
    net: int
    # Handles; `house` is one.
    opponents: list[str]
    # How such a table ended for the member; otherwise missing.
    outcome: NotRequired[MatchResult]
    # By `net`: a win above 0, a loss below.
    result: MatchResult
    # When it ended.
    settledAt: Millis | None
    # Its replay and card are public.
    tableId: TableId


class History(TypedDict):
    """Settled tables of the caller, newest first."""

    # Ordered by the time of settlement.
    hands: list[Hand]


class HoldemBlindEventData(TypedDict):
    """Its facts."""

    # The blind in chips.
    amount: int
    # Which blind.
    blind: Literal["small", "big"]


class HoldemBlindEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemBlindEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["blind"]


class HoldemCallAction(TypedDict):
    """Call: match the bet, or go all-in."""

    # What it is.
    type: Literal["call"]


class HoldemCallEventData(TypedDict):
    """Its facts."""

    # Chips put in.
    amount: int


class HoldemCallEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemCallEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["call"]


class HoldemCheckAction(TypedDict):
    """Check: stay in when there is no bet to call."""

    # What it is.
    type: Literal["check"]


class HoldemCheckEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: dict[str, Any]
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["check"]


class HoldemDealtEventData(TypedDict):
    """Its facts."""

    # The dealer's seat.
    button: Seat


class HoldemDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class HoldemFoldAction(TypedDict):
    """Fold."""

    # What it is.
    type: Literal["fold"]


class HoldemFoldEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: dict[str, Any]
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["fold"]


class HoldemPotEventData(TypedDict):
    """Its facts."""

    # The pot in chips.
    amount: int
    # The share of each winner.
    shares: list[int]
    # The winners, in the order of odd chips.
    winners: list[Seat]


class HoldemPotEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemPotEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["pot"]


class HoldemPotView(TypedDict):
    # The pot in chips.
    amount: int
    # The seats that could win it.
    seats: list[Seat]
    # The share of each winner.
    shares: list[int]
    # The winners, in the order of odd chips.
    winners: list[Seat]


class HoldemRaiseAction(TypedDict):
    """Bet or raise."""

    # The seat's whole bet on the street afterwards.
    to: int
    # What it is.
    type: Literal["raise"]


class HoldemRaiseEventData(TypedDict):
    """Its facts."""

    # Whether no chips are left.
    allIn: bool
    # The increase over the previous bet.
    by: int
    # The seat's whole bet on the street.
    to: int


class HoldemRaiseEvent(TypedDict):
    """A bet or a raise."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRaiseEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["raise"]


class HoldemReturnedEventData(TypedDict):
    """Its facts."""

    # The number of chips.
    amount: int


class HoldemReturnedEvent(TypedDict):
    """Uncalled chips are returned."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemReturnedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["returned"]


class HoldemRingBlindEventData(TypedDict):
    """Its facts."""

    # The blind in chips.
    amount: int
    # Which blind.
    blind: Literal["small", "big"]


class HoldemRingBlindEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingBlindEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["blind"]


class HoldemRingCallAction(TypedDict):
    """Call: match the bet, or go all-in."""

    # What it is.
    type: Literal["call"]


class HoldemRingCallEventData(TypedDict):
    """Its facts."""

    # Chips put in.
    amount: int


class HoldemRingCallEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingCallEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["call"]


class HoldemRingCheckAction(TypedDict):
    """Check: stay in when there is no bet to call."""

    # What it is.
    type: Literal["check"]


class HoldemRingCheckEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: dict[str, Any]
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["check"]


class HoldemRingDealtEventData(TypedDict):
    """Its facts."""

    # The dealer's seat.
    button: Seat


class HoldemRingDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class HoldemRingFoldAction(TypedDict):
    """Fold."""

    # What it is.
    type: Literal["fold"]


class HoldemRingFoldEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: dict[str, Any]
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["fold"]


class HoldemRingPotEventData(TypedDict):
    """Its facts."""

    # The pot in chips.
    amount: int
    # The share of each winner.
    shares: list[int]
    # The winners, in the order of odd chips.
    winners: list[Seat]


class HoldemRingPotEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingPotEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["pot"]


class HoldemRingPotView(TypedDict):
    # The pot in chips.
    amount: int
    # The seats that could win it.
    seats: list[Seat]
    # The share of each winner.
    shares: list[int]
    # The winners, in the order of odd chips.
    winners: list[Seat]


class HoldemRingRaiseAction(TypedDict):
    """Bet or raise."""

    # The seat's whole bet on the street afterwards.
    to: int
    # What it is.
    type: Literal["raise"]


class HoldemRingRaiseEventData(TypedDict):
    """Its facts."""

    # Whether no chips are left.
    allIn: bool
    # The increase over the previous bet.
    by: int
    # The seat's whole bet on the street.
    to: int


class HoldemRingRaiseEvent(TypedDict):
    """A bet or a raise."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingRaiseEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["raise"]


class HoldemRingReturnedEventData(TypedDict):
    """Its facts."""

    # The number of chips.
    amount: int


class HoldemRingReturnedEvent(TypedDict):
    """Uncalled chips are returned."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingReturnedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["returned"]


class HoldemRingSeatView(TypedDict):
    """A seat of a hand."""

    # Whether it has decided on this street.
    acted: bool
    # The best five cards, in a showdown.
    best: NotRequired[list[Card] | None]
    # Chips put in on this street.
    bet: int
    # Its two cards; null until over.
    cards: list[Card] | None
    # The name of the hand.
    handName: NotRequired[str | None]
    # Its last decision; null before.
    last: Literal["fold", "check", "call", "raise", "left"] | None
    # Chips put in on all streets.
    put: int
    # Uncalled chips that were returned.
    returned: NotRequired[int]
    # Chips won or lost.
    score: NotRequired[int]
    # The seat's number.
    seat: Seat
    # Chips in the stack.
    stack: int
    # Whether it is in the hand.
    status: Literal["in", "folded", "all-in", "left"]
    # Chips from pots.
    won: NotRequired[int]


class HoldemRingSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost, by seat.
    scores: list[int]


class HoldemRingSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class HoldemRingShownEventData(TypedDict):
    """Its facts."""

    # The best five cards.
    best: list[Card]
    # The seat's two cards.
    cards: list[Card]
    # The name of the hand.
    handName: str


class HoldemRingShownEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingShownEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["shown"]


class HoldemRingState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[HoldemRingEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[HoldemRingAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: HoldemRingView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class HoldemRingStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[HoldemRingEvent]
    # The view at that time.
    view: HoldemRingView


class HoldemRingStreetEventData(TypedDict):
    """Its facts."""

    # The new cards.
    cards: list[Card]
    # The street.
    street: Literal["preflop", "flop", "turn", "river"]


class HoldemRingStreetEvent(TypedDict):
    """The cards of a street."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingStreetEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["street"]


class HoldemRingView(TypedDict):
    """A hand as its viewer may see it."""

    # The big blind in chips.
    bigBlind: int
    # The common cards so far.
    board: list[Card]
    # The dealer's seat.
    button: Seat
    # The bet that a seat must match on this street to stay in.
    currentBet: int
    # The game's id.
    game: Literal["holdem-ring"]
    # The viewer's own cards; absent for a spectator.
    hand: NotRequired[list[Card] | None]
    # The minimum increase of a raise.
    minRaise: int
    # The street, or that it is over.
    phase: Literal["preflop", "flop", "turn", "river", "over"]
    # All chips put in, those of this street included.
    pot: int
    # The main pot, then side pots.
    pots: NotRequired[list[HoldemRingPotView]]
    # All seats.
    seats: list[HoldemRingSeatView]
    # Whether hands were compared.
    showdown: NotRequired[bool]
    # The small blind in chips.
    smallBlind: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    # The common cards that were not dealt.
    undealtBoard: NotRequired[list[Card] | None]


class HoldemSeatView(TypedDict):
    """A seat of a hand."""

    # Whether it has decided on this street.
    acted: bool
    # The best five cards, in a showdown.
    best: NotRequired[list[Card] | None]
    # Chips put in on this street.
    bet: int
    # Its two cards; null until over.
    cards: list[Card] | None
    # The name of the hand.
    handName: NotRequired[str | None]
    # Its last decision; null before.
    last: Literal["fold", "check", "call", "raise", "left"] | None
    # Chips put in on all streets.
    put: int
    # Uncalled chips that were returned.
    returned: NotRequired[int]
    # Chips won or lost.
    score: NotRequired[int]
    # The seat's number.
    seat: Seat
    # Chips in the stack.
    stack: int
    # Whether it is in the hand.
    status: Literal["in", "folded", "all-in", "left"]
    # Chips from pots.
    won: NotRequired[int]


class HoldemSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost, by seat.
    scores: list[int]


class HoldemSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class HoldemShownEventData(TypedDict):
    """Its facts."""

    # The best five cards.
    best: list[Card]
    # The seat's two cards.
    cards: list[Card]
    # The name of the hand.
    handName: str


class HoldemShownEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemShownEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["shown"]


class HoldemState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[HoldemEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[HoldemAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: HoldemView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class HoldemStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[HoldemEvent]
    # The view at that time.
    view: HoldemView


class HoldemStreetEventData(TypedDict):
    """Its facts."""

    # The new cards.
    cards: list[Card]
    # The street.
    street: Literal["preflop", "flop", "turn", "river"]


class HoldemStreetEvent(TypedDict):
    """The cards of a street."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemStreetEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["street"]


class HoldemView(TypedDict):
    """A hand as its viewer may see it."""

    # The big blind in chips.
    bigBlind: int
    # The common cards so far.
    board: list[Card]
    # The dealer's seat.
    button: Seat
    # The bet that a seat must match on this street to stay in.
    currentBet: int
    # The game's id.
    game: Literal["holdem"]
    # The viewer's own cards; absent for a spectator.
    hand: NotRequired[list[Card] | None]
    # The minimum increase of a raise.
    minRaise: int
    # The street, or that it is over.
    phase: Literal["preflop", "flop", "turn", "river", "over"]
    # All chips put in, those of this street included.
    pot: int
    # The main pot, then side pots.
    pots: NotRequired[list[HoldemPotView]]
    # All seats.
    seats: list[HoldemSeatView]
    # Whether hands were compared.
    showdown: NotRequired[bool]
    # The small blind in chips.
    smallBlind: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    # The common cards that were not dealt.
    undealtBoard: NotRequired[list[Card] | None]


class HouseLevel(TypedDict):
    """A level of the house: `level` of a practice table."""

    # What players win against the house at this level.
    against: Strength
    # Its number.
    level: int
    # The number of matches behind the strength. A player is in seat 0, the house in all other seats, with the
    # default number of seats.
    matches: int
    # How often the house plays another legal action than its policy chooses, in percent.
    slips: int


class Invitation(TypedDict):
    """A table that reserves a seat for the caller."""

    # When it was opened.
    createdAt: Millis
    # The game.
    gameId: GameId
    # The handle of the inviting member.
    host: str
    # The table.
    id: TableId
    # The table kind.
    kind: TableKind | None
    # The kind's name, for people.
    label: str
    # The pace of its turns.
    pace: Pace
    # The buy-in or bet, in chips.
    stake: int


class IssueSeatGrantRequest(TypedDict):
    """A request to delegate the caller's seat."""

    # The idempotency key: a new UUID of your own.
    clientRef: str
    # The maximum lifetime of claim and credential. Default: `1800`.
    expiresInSeconds: NotRequired[int | None]


class IssueSeatGrantResponse(TypedDict):
    """A seat grant and its claim token, shown only to its owner."""

    # Pass it on over a channel of your own, never in a URL; it can be claimed once.
    claimToken: str
    # When the claim and the credential expire.
    expiresAt: Millis
    # The id for revoking it.
    grantId: GrantId
    # The seat.
    seat: Seat
    # The table.
    tableId: TableId


class JoinRequest(TypedDict):
    """A request to join."""

    # The idempotency key: a new random UUID, kept secret. For a day, the same key returns the same response.
    clientRef: str
    # The handle, in lower case: a letter, then letters, digits, `_` and `-`.
    handle: str
    # From a member or the operator: an invitation, or a member's referral code.
    inviteCode: str


class JoinResponse(TypedDict):
    """A new account. The recovery code is shown only in this response."""

    # In lower case.
    handle: str
    # Always true.
    ok: Literal[True]
    # The account's root credential, exchanged for tokens at `POST /api/token`. Keep it.
    recoveryCode: str


class JoinTableRequest(TypedDict):
    """What a member who joins a table brings."""

    # Your part in the computation of the seed, at best 16 random bytes in hex.
    clientSeed: NotRequired[str | None]


class JoinTableResponse(TypedDict):
    """A seat was taken."""

    # Always true.
    ok: Literal[True]
    # Whether that was the last free seat, so that the game has started.
    started: bool
    # The table.
    tableId: TableId


class KindEncoding(TypedDict):
    """The fixed encoding of a game's actions and of a seat's view, for learners. The API itself takes and returns
    JSON.
    """

    # The action space.
    actions: ActionEncoding
    # The observation of a seat.
    observation: ObservationEncoding
    # The version of the rules to which it belongs; it changes only with them.
    version: str


class KindRules(TypedDict):
    """The facts of a kind as in `GET /api/games`, and its numbers of seats."""

    # The effect of an agent's `aggression`; null if it has none.
    aggression: str | None
    # The buy-in is the stake times this.
    buyInPerAmount: NotRequired[int]
    # A description in one sentence.
    description: str
    # Whether agents can duel in the game.
    duellable: bool
    # The numbers of a fixed size by which learners see and play the game.
    encoding: KindEncoding
    # The version of the rules.
    engineVersion: str
    # The minimum number of seats.
    fewestSeats: int
    # The buy-in, independent of the stake.
    fixedBuyIn: NotRequired[int]
    # The game.
    gameId: GameId
    # The value for creating a table.
    kind: TableKind
    # Its name, for people.
    label: str
    # The levels of the house, the weakest first; none if its choices do not matter or it has no seat.
    levels: list[HouseLevel]
    # The maximum number of seats.
    mostSeats: int
    # Whether `open` and `invited` may leave seats to members.
    openEligible: bool
    # The built-in policies that agents can have in this game.
    policies: list[PolicyName]
    # The rules of play and settlement, in full.
    rules: str
    # The default number of seats; only for kinds with a choice.
    seats: NotRequired[int]


class Leader(TypedDict):
    """A place on the leaderboard."""

    # Net chips won at tables.
    chips: int
    # The member.
    handle: str


class Leaderboard(TypedDict):
    """Members by net chips won."""

    # The most net chips first.
    leaderboard: list[Leader]
    # The caller's own place; absent without credentials. Null for the week, if the caller is left out of its
    # list.
    me: NotRequired[MyRank | None]


class Ledger(TypedDict):
    """Movements of the caller's chips, oldest first."""

    # Ordered by id.
    entries: list[LedgerEntry]


class LedgerEntry(TypedDict):
    """One movement."""

    # When they moved.
    createdAt: Millis
    # Always `chips`.
    currency: str
    # Signed: payments by the caller are negative.
    delta: int
    # The cursor of this movement.
    id: int
    # The reason.
    reason: Reason
    # The game whose stake this gives back, because the table was not played or is void; absent for all other
    # movements, and for those of earlier versions.
    returned: NotRequired[GameId]
    # Null if the chips belong to no table.
    tableId: TableId | None


class LiarsDiceBid(TypedDict):
    """The claim that at least `quantity` dice show `face` or are wild."""

    # The face, 1-6.
    face: int
    # The claimed minimum.
    quantity: int


class LiarsDiceBidAction(TypedDict):
    """Claim that at least `quantity` dice show `face`."""

    # The face, 1-6.
    face: int
    # The claimed minimum.
    quantity: int
    # What it is.
    type: Literal["bid"]


class LiarsDiceBidEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: LiarsDiceBid
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["bid"]


class LiarsDiceChallengeAction(TypedDict):
    """Challenge the last bid."""

    # What it is.
    type: Literal["challenge"]


class LiarsDiceChallengedEvent(TypedDict):
    """The seat challenges the bid."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: LiarsDiceBid
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["challenged"]


class LiarsDiceDealtEventData(TypedDict):
    """Its facts."""

    # The number of dice of each seat.
    dice: list[int]
    # The round, from 1.
    round: int


class LiarsDiceDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: LiarsDiceDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class LiarsDiceLastRound(TypedDict):
    """The last challenge, which shows both hands to everyone."""

    # The challenged bid.
    bid: LiarsDiceSeatBid
    # The challenging seat.
    challenger: Seat
    # The number of dice that support it.
    count: int
    # All dice, by seat.
    hands: list[list[int]]
    # The seat that lost a die.
    loser: Seat
    # The round.
    round: int


class LiarsDiceRevealedEventData(TypedDict):
    """Its facts."""

    # The number of dice that support the bid.
    count: int
    # The number of dice that each seat has left.
    dice: list[int]
    # All dice, by seat.
    hands: list[list[int]]
    # The seat that loses a die.
    loser: Seat


class LiarsDiceRevealedEvent(TypedDict):
    """All dice are shown."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: LiarsDiceRevealedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["revealed"]


class LiarsDiceSeatBid(TypedDict):
    """The claim that at least `quantity` dice show `face` or are wild."""

    # The face, 1-6.
    face: int
    # The claimed minimum.
    quantity: int
    # The bidding seat.
    seat: Seat


class LiarsDiceSeatView(TypedDict):
    # The number of its dice.
    dice: int
    # Its dice; null until over.
    hand: list[int] | None
    # The seat's number.
    seat: Seat
    # Whether a seat is still in play.
    status: Literal["in", "left"]


class LiarsDiceSettledEventData(TypedDict):
    """Its facts."""

    # The number of dice that each seat has left.
    dice: list[int]
    # Chips won or lost, by seat.
    scores: list[int]


class LiarsDiceSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: LiarsDiceSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class LiarsDiceState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[LiarsDiceEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[LiarsDiceAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: LiarsDiceView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class LiarsDiceStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[LiarsDiceEvent]
    # The view at that time.
    view: LiarsDiceView


class LiarsDiceView(TypedDict):
    """A viewer's view; only a seat has an own hand."""

    # The bids of this round, in order.
    bids: list[LiarsDiceSeatBid]
    # The game's id.
    game: Literal["liars-dice"]
    # The viewer's own dice, ascending; absent for a spectator.
    hand: NotRequired[list[int] | None]
    # The previous challenge; null without one.
    lastRound: LiarsDiceLastRound | None
    # The seat that opened this round.
    opener: Seat
    # Whether it is over.
    phase: Literal["bid", "over"]
    # The round, from 1.
    round: int
    # Both seats.
    seats: list[LiarsDiceSeatView]
    # The seat that opened the first round.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class LogEntry(TypedDict):
    """One line of a bundle's log."""

    # The action; null for a seat that left.
    action: GameAction | None
    # The time, in epoch milliseconds.
    at: int
    # True for a seat that gave up or ran out of time.
    leave: NotRequired[bool]
    # The deciding seat.
    seat: Seat


class LogoutRequest(TypedDict):
    """Which sessions end."""

    # All of the account, or with `false` only the one that the request is sent with. Default: `true`.
    everywhere: NotRequired[bool | None]


class MancalaAction(TypedDict):
    """An own pit with stones, 0..=5 in the own sowing direction."""

    # The pit's number.
    pit: int
    # What it is.
    type: Literal["sow"]


class MancalaCapturedEventData(TypedDict):
    """Its facts."""

    # The number of stones, including the capturing one.
    stones: int


class MancalaCapturedEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MancalaCapturedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["captured"]


class MancalaDealtEventData(TypedDict):
    """Its facts."""

    # The seat that begins.
    start: Seat


class MancalaDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MancalaDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class MancalaExtraTurnEvent(TypedDict):
    """The seat moves again."""

    # The time, in epoch milliseconds.
    at: int
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["extra_turn"]


class MancalaLast(TypedDict):
    """The last sowing."""

    # Stones captured, including the capturing one.
    captured: int
    # The pit, 0-5.
    pit: int
    # The seat.
    seat: Seat


class MancalaSeatView(TypedDict):
    # Stones by pit, in sowing direction.
    pits: list[int]
    # The seat's number.
    seat: Seat
    # Whether a seat is still in play.
    status: Literal["in", "left"]
    # Stones won.
    store: int


class MancalaSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost, by seat.
    scores: list[int]
    # Stones won, by seat.
    stores: list[int]


class MancalaSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MancalaSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class MancalaSownEventData(TypedDict):
    """Its facts."""

    # The pit, 0-5.
    pit: int
    # The number of stones sown.
    stones: int


class MancalaSownEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MancalaSownEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["sown"]


class MancalaState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[MancalaEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[MancalaAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: MancalaView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class MancalaStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[MancalaEvent]
    # The view at that time.
    view: MancalaView


class MancalaSweptEventData(TypedDict):
    """Its facts."""

    # Stones by seat.
    stones: list[int]


class MancalaSweptEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MancalaSweptEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["swept"]


class MancalaView(TypedDict):
    """The view of all seats; nothing is hidden."""

    # The game's id.
    game: Literal["mancala"]
    # The last sowing; null before.
    last: MancalaLast | None
    # Whether it is over.
    phase: Literal["play", "over"]
    # Both seats.
    seats: list[MancalaSeatView]
    # The seat that begins.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class MeResponse(TypedDict):
    """The caller's account and balance."""

    # The caller.
    account: AccountName
    # Chips, without those at tables.
    balance: int
    # When an operator replaced the recovery code. The operator has seen the present code; the field is absent
    # after a rotation.
    recoveredAt: NotRequired[Millis]
    # Whether the member has kept the recovery code: they said so, or signed in with it.
    recoveryConfirmed: bool


class MemoryAction(TypedDict):
    """Turn over the card in `cell`."""

    # The cell's number.
    cell: int
    # What it is.
    type: Literal["flip"]


class MemoryDealtEventData(TypedDict):
    """Its facts."""

    # Cards in a row.
    columns: int
    # Rows of cards.
    rows: int
    # The seat that begins.
    start: Seat


class MemoryDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MemoryDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class MemoryFlip(TypedDict):
    # The cell of the card, 0-23.
    cell: int
    # The seat.
    seat: Seat
    # Its symbol, 0-11.
    symbol: int


class MemoryFlippedEventData(TypedDict):
    """Its facts."""

    # The cell of the card, 0-23.
    cell: int
    # Its symbol, 0-11.
    symbol: int


class MemoryFlippedEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MemoryFlippedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["flipped"]


class MemoryMatchedEventData(TypedDict):
    """Its facts."""

    # The two cards.
    cells: list[int]
    # Pairs by seat.
    pairs: list[int]
    # Their symbol.
    symbol: int


class MemoryMatchedEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MemoryMatchedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["matched"]


class MemoryMissedEventData(TypedDict):
    """Its facts."""

    # The two cards.
    cells: list[int]


class MemoryMissedEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MemoryMissedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["missed"]


class MemorySeatView(TypedDict):
    # The number of its pairs.
    pairs: int
    # The seat's number.
    seat: Seat
    # Whether a seat is still in play.
    status: Literal["in", "left"]


class MemorySettledEventData(TypedDict):
    """Its facts."""

    # Pairs by seat.
    pairs: list[int]
    # Chips won or lost, by seat.
    scores: list[int]


class MemorySettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MemorySettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class MemoryState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[MemoryEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[MemoryAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: MemoryView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class MemoryStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[MemoryEvent]
    # The view at that time.
    view: MemoryView


class MemoryTurn(TypedDict):
    """A completed turn."""

    # The cards, in order.
    cells: list[int]
    # Whether they are a pair.
    match: bool
    # The seat.
    seat: Seat
    # Their symbols.
    symbols: list[int]


class MemoryView(TypedDict):
    """The view of all seats: a card that was never turned over is hidden from all."""

    # Cards in a row.
    columns: int
    # The open card, or null.
    firstCell: int | None
    # Every card turned over so far, in order.
    flips: list[MemoryFlip]
    # The game's id.
    game: Literal["memory"]
    # The limit of turns in a row without a pair.
    idleLimit: int
    # Turns in a row without a pair.
    idleTurns: int
    # The last completed turn; null before.
    lastTurn: MemoryTurn | None
    # The phase.
    phase: Literal["first", "second", "over"]
    # Rows of cards.
    rows: int
    # Both seats.
    seats: list[MemorySeatView]
    # The seat that begins.
    start: Seat
    # By cell: the symbol of a taken card and of the open one; otherwise null. All symbols when over.
    symbols: list[int | None]
    # By cell: the seat that took the card, or null.
    takenBy: list[Seat | None]
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class Message(TypedDict):
    """One message of a chat."""

    # When it was posted.
    at: Millis
    # The text, 1 to 500 characters.
    body: str
    # The `clientId` that the message was sent with; only in responses to the sender.
    clientId: NotRequired[str]
    # The cursor of this message.
    id: int
    # Currently always `text`.
    modality: Modality
    # The author's handle; `house` for the system.
    name: str
    # True if an operator removed the message, absent otherwise; `body` is then a placeholder.
    removed: NotRequired[bool]
    # The author's seat, or place among a party's members; -1 is the system.
    seat: int


class Messages(TypedDict):
    """Messages after a cursor, oldest first."""

    # At most 100.
    messages: list[Message]
    # To be sent as the next `since`.
    since: int


class MessengerJoinRequest(TypedDict):
    """A sign-in with the messenger."""

    # By default derived from the messenger's username.
    handle: NotRequired[str | None]
    # The value that the messenger gave the app, unchanged.
    initData: str
    # Needed only for a new account.
    inviteCode: NotRequired[str | None]


class MessengerJoinResponse(TypedDict):
    """The account of a messenger's identity; the recovery code is present only for a new one."""

    # Whether the account is new.
    created: bool
    # The member's name, in lower case.
    handle: str
    # Always true.
    ok: Literal[True]
    # The root credential of a new account, shown only in this response; absent for an existing account.
    recoveryCode: NotRequired[str]


class MessengerLinkChallengeResponse(TypedDict):
    """Create a state for linking an identity; it can be used once."""

    # Send it with the proof.
    state: str


class MessengerLinkRequest(TypedDict):
    """A link of a messenger's identity: `initData` or `messengerAuth`."""

    # The value that the messenger gave the app, unchanged.
    initData: NotRequired[str | None]
    # The fields of the login widget: id, first_name, auth_date, hash and others.
    messengerAuth: NotRequired[dict[str, str] | None]
    # From the challenge.
    state: str


class MinesweeperAction(TypedDict):
    """Open `cell`."""

    # The cell's number.
    cell: int
    # What it is.
    type: Literal["open"]


class MinesweeperDealtEventData(TypedDict):
    """Its facts."""

    # Cells in a row.
    columns: int
    # The number of mines.
    mines: int
    # Rows of cells.
    rows: int
    # The seat that begins.
    start: Seat


class MinesweeperDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MinesweeperDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class MinesweeperExplodedEventData(TypedDict):
    """Its facts."""

    # The cell of the mine, 0-80.
    cell: int


class MinesweeperExplodedEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MinesweeperExplodedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["exploded"]


class MinesweeperLastOpening(TypedDict):
    # The cell, 0-80.
    cell: int
    # The number of cells that it opened; 0 for a mine.
    opened: int
    # The seat.
    seat: Seat


class MinesweeperOpenedEventData(TypedDict):
    """Its facts."""

    # The cell chosen, 0-80.
    cell: int
    # The cells that it opened, each with its number.
    cells: list[list[int]]
    # The number of them.
    opened: int


class MinesweeperOpenedEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MinesweeperOpenedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["opened"]


class MinesweeperSeatView(TypedDict):
    # The number of cells that it opened.
    opened: int
    # The seat's number.
    seat: Seat
    # Whether a seat is still in play.
    status: Literal["in", "left"]


class MinesweeperSettledEventData(TypedDict):
    """Its facts."""

    # Cells opened, by seat.
    opened: list[int]
    # Chips won or lost, by seat.
    scores: list[int]


class MinesweeperSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: MinesweeperSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class MinesweeperState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[MinesweeperEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[MinesweeperAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: MinesweeperView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class MinesweeperStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[MinesweeperEvent]
    # The view at that time.
    view: MinesweeperView


class MinesweeperView(TypedDict):
    """The view of all seats: the mines are hidden from all."""

    # The mine that was opened, or null.
    boom: int | None
    # Row by row: the number of mines around an open cell, null for a closed one.
    cells: list[int | None]
    # Cells in a row.
    columns: int
    # The game's id.
    game: Literal["minesweeper"]
    # The last move; null before.
    last: MinesweeperLastOpening | None
    # The cells of the mines, ascending; null until over.
    mineCells: list[int] | None
    # The number of mines.
    mines: int
    # By cell: the seat that opened it, or null.
    openedBy: list[Seat | None]
    # Whether it is over.
    phase: Literal["open", "over"]
    # Rows of cells.
    rows: int
    # Closed cells without a mine.
    safeLeft: int
    # Both seats.
    seats: list[MinesweeperSeatView]
    # The seat that begins.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class MyInvitations(TypedDict):
    """Tables that reserve a seat for the caller."""

    # Open invitations.
    invitations: list[Invitation]


class MyRank(TypedDict):
    """The caller's own place, also if it is beyond the list."""

    # Net chips won at tables.
    chips: int
    # From 1.
    rank: int


class MyTable(TypedDict):
    """One of the caller's tables."""

    # The game.
    gameId: GameId
    # The table.
    id: TableId
    # Null if an agent plays it.
    kind: TableKind | None
    # The pace of its turns.
    pace: Pace
    # The buy-in or bet, in chips.
    stake: int
    # `waiting` or `playing`.
    status: TableStatus
    # Whether another player waits for the caller.
    yourTurn: bool


class MyTables(TypedDict):
    """The caller's waiting and running tables."""

    # All of the caller's waiting and running tables.
    tables: list[MyTable]


class ObservationEncoding(TypedDict):
    """A seat's view as numbers."""

    # What the view shows and the vector does not contain.
    omitted: str
    # The parts of the vector, in order.
    parts: list[ObservationPart]
    # The length of the vector.
    shape: list[int]
    # What the observations of all games have in common.
    text: str
    # The type of its numbers.
    type: str


class ObservationPart(TypedDict):
    """Consecutive numbers of an observation."""

    # The name of the part.
    name: str
    # The index of its first number in the vector.
    offset: int
    # The lengths of its dimensions.
    shape: list[int]
    # The meaning of its numbers.
    text: str


class Ok(TypedDict):
    """Success."""

    # Always true.
    ok: Literal[True]


class OpenTable(TypedDict):
    """A public table with a free seat."""

    # When it was opened.
    createdAt: Millis
    # The game.
    gameId: GameId
    # The handle of the member who opened it.
    host: str
    # The table.
    id: TableId
    # Its kind.
    kind: TableKind | None
    # The kind's name, for people.
    label: str
    # The number of occupied seats.
    seatsFilled: int
    # The number of seats.
    seatsTotal: int
    # The buy-in or bet, in chips.
    stake: int


class OpenTables(TypedDict):
    """Public tables with a free seat."""

    # Newest first.
    tables: list[OpenTable]


class OutcomeEntry(TypedDict):
    """One entry of an `outcome` list."""

    # The place, in ranked games.
    rank: NotRequired[int]
    # Win, loss or draw.
    result: MatchResult
    # Chips gained or lost on the table.
    score: int
    # The seat.
    seat: Seat
    # Ids of the cells or cards that won.
    winningPieces: NotRequired[list[int]]


class PartyCreated(TypedDict):
    """The party that was created."""

    # The id. Every member who knows it can join.
    partyId: PartyId


class PartyInvitation(TypedDict):
    """Whose party a link leads to."""

    # The party.
    id: PartyId
    # The number of members.
    members: int
    # The handle of the owner.
    owner: str


class PartyTable(TypedDict):
    """A waiting or running table that a party opened."""

    # The game.
    gameId: GameId
    # The table.
    id: TableId
    # Its kind.
    kind: TableKind | None
    # The names of those who sit there.
    seats: list[str]
    # The number of seats.
    seatsTotal: int
    # The buy-in or bet, in chips.
    stake: int
    # `waiting` or `playing`.
    status: TableStatus


class PartyTableRequest(TypedDict):
    """A table for a party."""

    # A kind that can be left open to members.
    kind: TableKind
    # Seats, for multi-seat kinds; clamped to the game's range.
    seats: NotRequired[int | None]
    # Chips; kinds with a fixed buy-in ignore it. Default: `10`.
    stake: NotRequired[int | None]


class PartyView(TypedDict):
    """A party as its members see it."""

    # The latest table that the party opened.
    currentTableId: TableId | None
    # The party.
    id: PartyId
    # Whether the caller is the owner.
    isOwner: bool
    # Handles, the owner first.
    members: list[str]
    # The chat after `msgs_since`, system messages included.
    messages: list[Message]
    # To be sent as the next `msgs_since`.
    msgsAt: int
    # The handle of the owner.
    owner: str
    # The members' results.
    standing: Standing
    # All tables that the party opened and that wait or run, newest first. A change of them alone is no news.
    tables: list[PartyTable]
    # Who may join.
    visibility: PartyVisibility


class PartyVisibilityRequest(TypedDict):
    """Who may join a party."""

    # Who may join from now on.
    visibility: PartyVisibility


class PauseRequest(TypedDict):
    """A pause."""

    # From now on; a duration that ends before the present pause changes nothing.
    duration: PauseDuration


class PauseState(TypedDict):
    """Whether the account is paused, and until when."""

    # Whether the account is paused now.
    paused: bool
    # When the caller can stake again.
    until: Millis | None


class PlayerAgent(TypedDict):
    """An agent on a member's card."""

    # Used in challenges.
    id: AgentId
    # Duels lost.
    losses: int
    # Its name.
    name: str
    # The ratings of its current version, by game.
    ratings: list[GameRating]
    # Duels won.
    wins: int


class PlayerResponse(TypedDict):
    """A member's public card."""

    # The member's agents.
    agents: list[PlayerAgent]
    # A picture; null means a generated avatar.
    avatarUrl: str | None
    # In the member's own words; null if empty.
    bio: str | None
    # Net chips won at tables.
    chips: int
    # The member's name.
    handle: str
    # When the account was created.
    memberSince: Millis
    # The messenger's user name, if the member shows it.
    messenger: str | None
    # The member's ratings, by game.
    ratings: list[GameRating]
    # Public tables at which the member is seated, newest first.
    tables: list[PlayerTable]


class PlayerTable(TypedDict):
    """A public table on a member's card."""

    # When it was opened.
    createdAt: Millis
    # The game.
    gameId: GameId
    # The table.
    id: TableId
    # Its kind.
    kind: TableKind | None
    # Its status.
    status: TableStatus


class PlayingTable(TypedDict):
    """A public table in play."""

    # When it was opened.
    createdAt: Millis
    # The game.
    gameId: GameId
    # The table.
    id: TableId
    # Its kind.
    kind: TableKind | None
    # The kind's name, for people.
    label: str
    # The names of the players.
    seats: list[str]
    # The buy-in or bet, in chips.
    stake: int


class PlayingTables(TypedDict):
    """Public tables in play."""

    # Newest first.
    tables: list[PlayingTable]


class PostMessageRequest(TypedDict):
    """A chat message of a table."""

    # The text, trimmed; one line.
    body: str
    # The sender's own id, returned with the message.
    clientId: NotRequired[str | None]


class Posted(TypedDict):
    """A message was posted."""

    # The message as it appears in the chat.
    message: Message
    # Always true.
    ok: Literal[True]


class PresidentDealtEventData(TypedDict):
    """Its facts."""

    # The number of cards of each seat.
    counts: list[int]
    # The seat that leads.
    start: Seat


class PresidentDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class PresidentForfeitedEvent(TypedDict):
    """The seat gave up."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentPlaced
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["forfeited"]


class PresidentOutEvent(TypedDict):
    """The seat has no cards left."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentPlaced
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["out"]


class PresidentPassAction(TypedDict):
    """Pass."""

    # What it is.
    type: Literal["pass"]


class PresidentPassEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["pass"]


class PresidentPlaced(TypedDict):
    """A place that a seat has taken."""

    # The place, from 1.
    rank: int
    # Its title.
    title: str


class PresidentPlay(TypedDict):
    # The set.
    cards: list[Card]
    # The seat.
    seat: Seat
    # The trick, from 1.
    trick: int


class PresidentPlayAction(TypedDict):
    """Lead a set, or beat the top set."""

    # The cards: the lowest suits held of the rank.
    cards: list[Card]
    # What it is.
    type: Literal["play"]


class PresidentPlayEventData(TypedDict):
    """Its facts."""

    # The set.
    cards: list[Card]
    # The number of cards that the seat has left.
    left: int


class PresidentPlayEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentPlayEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["play"]


class PresidentSeatView(TypedDict):
    # Its remaining cards; null until over.
    cards: list[Card] | None
    # The number of its cards.
    count: int
    # Its cards at the deal; null until over.
    dealt: list[Card] | None
    # Whether it has passed since the top set was played.
    passed: bool
    # Its place, from 1; null before.
    rank: int | None
    # Chips won or lost; null until over.
    score: int | None
    # The seat's number.
    seat: Seat
    # Its status. `out`: Without cards.
    status: Literal["in", "left", "out"]
    # The title of the place; null before.
    title: str | None


class PresidentSettledEventData(TypedDict):
    """Its facts."""

    # Places, by seat.
    ranks: list[int]
    # Chips won or lost, by seat.
    scores: list[int]


class PresidentSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class PresidentState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[PresidentEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[PresidentAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: PresidentView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class PresidentStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[PresidentEvent]
    # The view at that time.
    view: PresidentView


class PresidentTimedOutEvent(TypedDict):
    """The seat ran out of time."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentPlaced
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["timed_out"]


class PresidentTop(TypedDict):
    # The set.
    cards: list[Card]
    # The seat.
    seat: Seat


class PresidentTrickEventData(TypedDict):
    """Its facts."""

    # The seat that took it.
    taker: Seat
    # Its number, from 1.
    trick: int


class PresidentTrickEvent(TypedDict):
    """A trick is over; the seat leads the next."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentTrickEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["trick"]


class PresidentView(TypedDict):
    """The round as a viewer sees it."""

    # The game's id.
    game: Literal["president"]
    # The viewer's own cards by rank, the 2 last; absent for a spectator.
    hand: NotRequired[list[Card] | None]
    # The phase.
    phase: Literal["lead", "follow", "over"]
    # All sets so far, in order.
    played: list[PresidentPlay]
    # All seats.
    seats: list[PresidentSeatView]
    # The seat that began.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    # The set to beat; null for a lead.
    top: PresidentTop | None
    # The trick, from 1.
    trick: int


class Profile(TypedDict):
    """The caller's own profile."""

    # A picture; null means a generated avatar.
    avatarUrl: str | None
    # In the member's own words; null if empty.
    bio: str | None
    # Linked identities in detail.
    doors: list[Door]
    # The member's name.
    handle: str
    # The providers of linked identities.
    identities: list[str]
    # Whether the member is in the lists of ratings and of the week.
    ranked: bool
    # Whether the messenger's user name is on the public card.
    showMessenger: bool


class ProfilePatch(TypedDict):
    """Changes to a profile. Absent fields stay, null clears."""

    # A picture at a public https address; null clears.
    avatarUrl: NotRequired[str | None]
    # In your own words; null clears.
    bio: NotRequired[str | None]
    # Whether you are in the lists of ratings and of the week. Your agents stay there.
    ranked: NotRequired[bool | None]
    # Whether the messenger's user name is on the public card.
    showMessenger: NotRequired[bool | None]


class PushKey(TypedDict):
    """The key that browsers subscribe with."""

    # An uncompressed point on P-256, in base64url.
    publicKey: str


class PushKeys(TypedDict):
    """The browser's keys, in base64url."""

    # 16 bytes.
    auth: str
    # An uncompressed point on the curve P-256.
    p256dh: str


class PushSubscribeRequest(TypedDict):
    """A browser's push subscription."""

    # The result of the browser's `PushManager.subscribe`.
    subscription: PushSubscription


class PushSubscription(TypedDict):
    """The result of the browser's `PushManager.subscribe`."""

    # The push service's address for messages.
    endpoint: str
    # The keys for encrypting notifications.
    keys: PushKeys


class PushUnsubscribeRequest(TypedDict):
    """The end of a browser's push subscription."""

    # As it was subscribed.
    endpoint: str


class QueueLength(TypedDict):
    """How many members wait for one sort of table."""

    # The kind of the table.
    kind: TableKind
    # Whether the table changes ratings.
    rated: bool
    # Seats of the table.
    seats: int
    # Chips; 0 for a free table.
    stake: int
    # Members who wait, at least 1.
    waiting: int


class QueueLengths(TypedDict):
    """What members wait for."""

    # By kind, stake and seats.
    kinds: list[QueueLength]


class QueueRequest(TypedDict):
    """A ticket for the queue."""

    # The idempotency key: a new UUID for each ticket.
    clientRef: str
    # Your part in the computation of the seed, at best 16 random bytes in hex.
    clientSeed: NotRequired[str | None]
    # What happens when no opponent comes for a while; `house` only without a stake. Default: `"none"`.
    fallback: NotRequired[Fallback | None]
    # The table kind: one with `openEligible`.
    kind: TableKind
    # With whom to play. Default: `"people"`.
    opponents: NotRequired[Opponents | None]
    # Whether the table changes ratings, as far as its players allow; true by default. Default: `true`.
    rated: NotRequired[bool | None]
    # Seats, for multi-seat kinds; clamped to the game's range.
    seats: NotRequired[int | None]
    # The buy-in or bet in chips; 0 for a free table. Kinds with a `fixedBuyIn` take that in place of any other
    # number. Default: `0`.
    stake: NotRequired[int | None]


class RatedRow(TypedDict):
    """A rated player."""

    # The agent; null for others.
    agentId: AgentId | None
    # How uncertain the rating is now.
    deviation: int
    # Rated tables; null for the house, whose ratings are fixed.
    games: int | None
    # The house's level, from 1 to 5; null for others.
    level: int | None
    # A handle, an agent's name, or `house`.
    name: str
    # The group to which the player belongs.
    of: RatedGroup
    # The handle of an agent's owner; null for others.
    ownerHandle: str | None
    # Whether the deviation is over 110.
    provisional: bool
    # 1 for the highest rating of the list; equal for equal ratings; null while provisional.
    rank: int | None
    # In points.
    rating: int
    # The agent's current version, to which the rating belongs; null for others.
    version: int | None


class Ratings(TypedDict):
    """A part of the ratings of a game."""

    # The game.
    gameId: GameId
    # The caller's row; null without credentials, without a rating, and for callers who are not in this list.
    me: RatedRow | None
    # To be sent as the next `cursor`; null at the end of the list.
    nextCursor: str | None
    # The highest rating first; provisional ones after all others.
    ratings: list[RatedRow]


class Referral(TypedDict):
    """The caller's referral code and its results."""

    # The maximum number of rewards.
    cap: int
    # An invitation code of the caller.
    code: str
    # How many members have joined.
    invited: int
    # Chips for each reward.
    reward: int
    # For how many of them a reward was paid.
    rewarded: int
    # Settled tables that are missing until the caller is established.
    tablesNeeded: int
    # Settled tables of an invitee that count, until the reward is paid.
    threshold: int
    # Accounts that the caller's referral tree can still take; null if it has no bound.
    treeLeft: int | None
    # How many members can still join with it now: few until the caller is established.
    usesLeft: int
    # The caller has not been a member long enough before this time; null afterwards.
    waitsUntil: Millis | None


class Reign(TypedDict):
    """A run of consecutive wins."""

    # The winner's handle.
    championName: str
    # The game.
    gameId: GameId
    # Wins in a row, at least 2.
    length: int


class RematchRequest(TypedDict):
    """What a player brings to a rematch."""

    # A new random UUID.
    clientRef: str
    # Your part in the computation of the seed.
    clientSeed: NotRequired[str | None]


class RematchResponse(TypedDict):
    """A seat at a rematch, for a guest with its token."""

    # Of the seat.
    accessToken: NotRequired[str]
    # The `clientRef` that counts for the seed.
    broughtRef: str
    # The expiry of the token.
    expiresAt: NotRequired[Millis]
    # The seat to play.
    seat: Seat
    # Whether the game has started.
    started: bool
    # The new table.
    tableId: TableId
    # How it is sent.
    tokenType: NotRequired[TokenType]


class Replay(TypedDict):
    """A settled match that anyone can replay; with its steps, if they were requested."""

    # The setup of the match.
    config: Any
    # sha256 over the canonical JSON of `config, gameId, log, outcome, seats, seed, sessionId, version`.
    digest: str
    # Where the table is in the list of its day; only once that day is closed.
    fair: NotRequired[ReplayProof]
    # The game.
    gameId: GameId
    # Every decision of every seat, in order; empty while the seed is sealed.
    log: list[LogEntry]
    # The result by seat.
    outcome: list[OutcomeEntry]
    # Why it is sealed: `daily` or `duel`.
    sealedReason: str | None
    # Until when the seed is sealed, in epoch milliseconds.
    sealedUntil: int | None
    # The number of seats.
    seats: int
    # The seed in hex; null while it is sealed.
    seed: str | None
    # sha256 of the seed's hex text.
    seedCommit: str | None
    # sha256 of a sealed daily seed.
    seedHash: str | None
    # The table's id.
    sessionId: str
    # Only with `seat`: the deal, then one step for each entry of the log.
    steps: NotRequired[list[BlackjackStep | HoldemStep | HoldemRingStep | TicTacToeStep | RpsStep | ConnectFourStep | MancalaStep | LiarsDiceStep | BattleshipStep | MemoryStep | MinesweeperStep | PresidentStep | DominoesStep | RouletteStep | BaccaratStep | VideoPokerStep]]
    # The engine version under which it was played.
    version: str


class ReplayProof(TypedDict):
    """The proof that a table is in the list of its day."""

    # The path from the table's leaf to the root that the statement names, in hex (RFC 6962, section 2.1.1).
    proof: list[str]
    # The statement that closed the day.
    statement: SignedStatement


class Roster(TypedDict):
    """The caller's agents, the house's and other members'."""

    # The caller's own agents first.
    agents: list[RosterAgent]
    # The `cursor` of the next page; null where this is the last.
    nextCursor: AgentId | None
    # The number of duels after which a version is no longer provisional.
    rankingThreshold: int


class RosterAgent(TypedDict):
    """An agent; only its owner sees its prompt."""

    # Whether others may challenge it.
    acceptsChallenges: bool
    # Used in challenges and self-checks.
    id: AgentId
    # What makes its decisions.
    kind: AgentKind
    # Duels lost, of all versions.
    losses: int
    # Whether it is the caller's.
    mine: bool
    # Unique among its owner's agents.
    name: str
    # The owner's handle, or `house`.
    ownerHandle: str
    # Other owners whose agents it has beaten: ranked agents are ordered by this first.
    ownersBeaten: int
    # For kind `policy`; null for others.
    policy: PolicyName | None
    # For the caller's own agents of kind `prompt`; null for others.
    prompt: str | None
    # Whether `versionDuels` is below `rankingThreshold`: it is listed after all ranked agents.
    provisional: bool
    # The ratings of this version, by game.
    ratings: list[GameRating]
    # The highest stake a leg at which others can challenge it, for the caller's own agents with a limit; null for
    # others.
    stakeLimit: int | None
    # Counted from 1.
    version: int
    # Duels of this version.
    versionDuels: int
    # Duels won, of all versions.
    wins: int


class RotateRecoveryRequest(TypedDict):
    """A request for a new recovery code."""

    # The present one. The session of the join can leave it out until it is confirmed, for seven days.
    recoveryCode: NotRequired[str | None]


class RotateRecoveryResponse(TypedDict):
    """A new recovery code."""

    # Always true.
    ok: Literal[True]
    # The new root credential of the account. Keep it.
    recoveryCode: str


class RouletteBet1(TypedDict):
    """One number."""

    # What it is.
    bet: Literal["straight"]
    # The number, 0-36.
    numbers: list[int]


class RouletteBet2(TypedDict):
    """Two neighbours."""

    # What it is.
    bet: Literal["split"]
    # The numbers, 0-36.
    numbers: list[int]


class RouletteBet3(TypedDict):
    """A row of three, or zero with two of its neighbours."""

    # What it is.
    bet: Literal["street"]
    # The numbers, 0-36.
    numbers: list[int]


class RouletteBet4(TypedDict):
    """Four numbers that meet in a point, or zero with the first row."""

    # What it is.
    bet: Literal["corner"]
    # The numbers, 0-36.
    numbers: list[int]


class RouletteBet5(TypedDict):
    """Two neighbouring rows."""

    # What it is.
    bet: Literal["line"]
    # The numbers, 1-36.
    numbers: list[int]


class RouletteBet6(TypedDict):
    """Every third number: 1, 2 or 3 is the column's first number."""

    # What it is.
    bet: Literal["column"]
    # The column, 1-3.
    index: int


class RouletteBet7(TypedDict):
    """Twelve numbers: 1 stands for 1-12, 2 for 13-24, 3 for 25-36."""

    # What it is.
    bet: Literal["dozen"]
    # The dozen, 1-3.
    index: int


class RouletteBet8(TypedDict):
    """The red numbers."""

    # What it is.
    bet: Literal["red"]


class RouletteBet9(TypedDict):
    """The black numbers."""

    # What it is.
    bet: Literal["black"]


class RouletteBet10(TypedDict):
    """1, 3, .. 35."""

    # What it is.
    bet: Literal["odd"]


class RouletteBet11(TypedDict):
    """2, 4, .. 36; not zero."""

    # What it is.
    bet: Literal["even"]


class RouletteBet12(TypedDict):
    """1-18."""

    # What it is.
    bet: Literal["low"]


class RouletteBet13(TypedDict):
    """19-36."""

    # What it is.
    bet: Literal["high"]


class RouletteBetBlackAction(TypedDict):
    """The black numbers."""

    # What it is.
    bet: Literal["black"]
    # What it is.
    type: Literal["bet"]


class RouletteBetColumnAction(TypedDict):
    """Every third number: 1, 2 or 3 is the column's first number."""

    # What it is.
    bet: Literal["column"]
    # The column, 1-3.
    index: int
    # What it is.
    type: Literal["bet"]


class RouletteBetCornerAction(TypedDict):
    """Four numbers that meet in a point, or zero with the first row."""

    # What it is.
    bet: Literal["corner"]
    # The numbers, 0-36.
    numbers: list[int]
    # What it is.
    type: Literal["bet"]


class RouletteBetDozenAction(TypedDict):
    """Twelve numbers: 1 stands for 1-12, 2 for 13-24, 3 for 25-36."""

    # What it is.
    bet: Literal["dozen"]
    # The dozen, 1-3.
    index: int
    # What it is.
    type: Literal["bet"]


class RouletteBetEvenAction(TypedDict):
    """2, 4, .. 36; not zero."""

    # What it is.
    bet: Literal["even"]
    # What it is.
    type: Literal["bet"]


class RouletteBetEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: RouletteBet
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["bet"]


class RouletteBetHighAction(TypedDict):
    """19-36."""

    # What it is.
    bet: Literal["high"]
    # What it is.
    type: Literal["bet"]


class RouletteBetLineAction(TypedDict):
    """Two neighbouring rows."""

    # What it is.
    bet: Literal["line"]
    # The numbers, 1-36.
    numbers: list[int]
    # What it is.
    type: Literal["bet"]


class RouletteBetLowAction(TypedDict):
    """1-18."""

    # What it is.
    bet: Literal["low"]
    # What it is.
    type: Literal["bet"]


class RouletteBetOddAction(TypedDict):
    """1, 3, .. 35."""

    # What it is.
    bet: Literal["odd"]
    # What it is.
    type: Literal["bet"]


class RouletteBetRedAction(TypedDict):
    """The red numbers."""

    # What it is.
    bet: Literal["red"]
    # What it is.
    type: Literal["bet"]


class RouletteBetSplitAction(TypedDict):
    """Two neighbours."""

    # What it is.
    bet: Literal["split"]
    # The numbers, 0-36.
    numbers: list[int]
    # What it is.
    type: Literal["bet"]


class RouletteBetStraightAction(TypedDict):
    """One number."""

    # What it is.
    bet: Literal["straight"]
    # The number, 0-36.
    numbers: list[int]
    # What it is.
    type: Literal["bet"]


class RouletteBetStreetAction(TypedDict):
    """A row of three, or zero with two of its neighbours."""

    # What it is.
    bet: Literal["street"]
    # The numbers, 0-36.
    numbers: list[int]
    # What it is.
    type: Literal["bet"]


class RouletteDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class RouletteSeatView(TypedDict):
    # The seat's bet; null before.
    bet: RouletteAction | None
    # Chips won or lost; null until over.
    score: int | None
    # The seat's number.
    seat: Seat
    # Whether a seat is still in play.
    status: Literal["in", "left"]


class RouletteSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost.
    scores: list[int]


class RouletteSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: RouletteSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class RouletteSpinEventData(TypedDict):
    """Its facts."""

    # The number's colour.
    colour: Literal["red", "black", "green"]
    # The number, 0-36.
    number: int


class RouletteSpinEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: RouletteSpinEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["spin"]


class RouletteState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[RouletteEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[RouletteAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: RouletteView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class RouletteStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[RouletteEvent]
    # The view at that time.
    view: RouletteView


class RouletteView(TypedDict):
    """The view of all seats; it shows the number only when it is over."""

    # The number's colour; null until over.
    colour: Literal["red", "black", "green"] | None
    # The game's id.
    game: Literal["roulette"]
    # The number, 0-36; null until over.
    number: int | None
    # Whether it is over.
    phase: Literal["bet", "over"]
    # The one seat.
    seats: list[RouletteSeatView]
    # The chips of the bet.
    stake: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class RpsAction(TypedDict):
    """Show `hand` once both have chosen."""

    # The hand to show.
    hand: Literal["rock", "paper", "scissors"]
    # What it is.
    type: Literal["throw"]


class RpsDealtEventData(TypedDict):
    """Its facts."""

    # The number of throws after which the match ends.
    maxThrows: int
    # The number of won throws that wins the match.
    toWin: int


class RpsDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: RpsDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class RpsReadyEvent(TypedDict):
    """The seat has chosen."""

    # The time, in epoch milliseconds.
    at: int
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["ready"]


class RpsSeatView(TypedDict):
    # Null until over; then its choice if the other seat left before the throw.
    hand: Literal["rock", "paper", "scissors"] | None
    # Whether it has chosen.
    ready: bool
    # The seat's number.
    seat: Seat
    # Whether a seat is still in play.
    status: Literal["in", "left"]
    # Throws won.
    wins: int


class RpsSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost, by seat.
    scores: list[int]
    # Throws won, by seat.
    wins: list[int]


class RpsSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: RpsSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class RpsState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[RpsEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[RpsAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: RpsView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class RpsStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[RpsEvent]
    # The view at that time.
    view: RpsView


class RpsThrow(TypedDict):
    """A resolved throw."""

    # Hands by seat.
    hands: list[Literal["rock", "paper", "scissors"]]
    # The winner; null if both hands are the same.
    winner: Seat | None


class RpsThrownEventData(TypedDict):
    """Its facts."""

    # Hands by seat.
    hands: list[Literal["rock", "paper", "scissors"]]
    # The winner; null if both hands are the same.
    winner: Seat | None
    # Throws won, by seat.
    wins: list[int]


class RpsThrownEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: RpsThrownEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["thrown"]


class RpsTurnEventData(TypedDict):
    """Its facts."""

    # The number of the throw, from 1.
    throw: int


class RpsTurnEvent(TypedDict):
    """The seat is to choose."""

    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: RpsTurnEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["turn"]


class RpsView(TypedDict):
    """A view with the fields that all views have."""

    # The game's id.
    game: Literal["rps"]
    # The viewer's own pending choice; absent for a spectator.
    hand: NotRequired[Literal["rock", "paper", "scissors"] | None]
    # The number of throws after which the match ends.
    maxThrows: int
    # Whether it is over.
    phase: Literal["throw", "over"]
    # Both seats.
    seats: list[RpsSeatView]
    # The resolved throws, in order.
    throws: list[RpsThrow]
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    # The number of won throws that wins the match.
    toWin: int


class Rules(TypedDict):
    """The rules of all table kinds."""

    # Each kind once.
    games: list[KindRules]


class SaveAgentRequest(TypedDict):
    """An agent."""

    # Whether others may challenge it. True for a new agent; absent keeps the setting.
    acceptsChallenges: NotRequired[bool | None]
    # How often `minimax` bets and raises in hold'em. Default: `0.5`.
    aggression: NotRequired[float | None]
    # What makes its decisions.
    kind: AgentKind
    # If the caller has an agent of this name, ignoring case, it is changed; otherwise a new one is created.
    name: str
    # For kind `policy`; ignored otherwise.
    policy: NotRequired[PolicyName | None]
    # The prompt for the model, for kind `prompt`; ignored otherwise.
    prompt: NotRequired[str | None]
    # The highest stake a leg at which others can challenge it; 0 for no limit. Absent keeps the setting; a new
    # agent has the limit of the server, by default 200.
    stakeLimit: NotRequired[int | None]


class SaveAgentResponse(TypedDict):
    """The agent that was saved."""

    # Stays the same for this name.
    agentId: AgentId
    # Always true.
    ok: Literal[True]
    # Grows when kind, prompt, policy or aggression changes; renaming keeps it.
    version: int
    # Unique to this version.
    versionId: AgentVersionId


class SeatView(TypedDict):
    """The player of a seat."""

    # A picture; null means a generated avatar.
    avatarUrl: str | None
    # True if the player has no account, absent otherwise.
    guest: NotRequired[bool]
    # The name that a guest chose at a friendly table, null without one; only for guests. It need not be unique.
    guestName: NotRequired[str | None]
    # A handle, or `guest`, or `house`.
    name: str
    # The player's rating in this game at the start of the table, or the house's at its level. Null before the
    # start and without a rated table.
    rating: int | None
    # Its number.
    seat: Seat


class SelfCheckRequest(TypedDict):
    """A self-check of the caller's own agent."""

    # One of the caller's own agents.
    agentId: str
    # A duellable game. Default: `"holdem"`.
    gameId: NotRequired[str | None]


class SelfCheckResponse(TypedDict):
    """The result of a self-check, and its practice table."""

    # The fallbacks by reason.
    fallbackReasons: FallbackReasons
    # Decisions that the fallback made, because a model did not answer in time or readably.
    fallbacks: int
    # Always true.
    ok: Literal[True]
    # Decisions of both sides.
    plies: int
    # Its replay is public for some days.
    tableId: TableId
    # Whether there was no fallback.
    verdict: Verdict


class SignedStatement(TypedDict):
    """A statement of the server. `/docs/fairness` describes its text."""

    # The Ed25519 public key that signed it, in hex.
    key: str
    # Its number, from 1.
    number: int
    # The signature of the text, in hex.
    signature: str
    # The text that is signed. It contains the sha256 of the text before it.
    text: str


class Standing(TypedDict):
    """The results of a party's members."""

    # Runs of at least two wins, by game.
    reigns: list[Reign]
    # Members by net chips, the most first.
    rows: list[StandingRow]
    # Settled tables that the party opened.
    tablesTogether: int


class StandingRow(TypedDict):
    """A member's results in a party."""

    # The member's handle.
    name: str
    # Chips gained or lost at the party's tables.
    net: int
    # The number of tables played.
    played: int
    # The number of tables won.
    wins: int


class StreamEnd(TypedDict):
    """The last event of a stream, named `end`. It has no id."""

    # Why the stream ended.
    reason: EndReason


class Strength(TypedDict):
    """How strong the house is at one level: what two players win against it in [`MATCHES`] matches each. The player
    sits in seat 0, the house in all other seats of a table with the default number of seats.
    """

    # A player who plays as the house does for chips, without a level. In memory they forget nothing.
    best: Winnings
    # A player who plays any legal action.
    random: Winnings


class TableView(TypedDict):
    """A table as the caller may see it."""

    # Whether the board is no longer kept, only the results: `state.view` is null.
    archived: bool
    # True at a table that is played for a nominal stake and counts only for ratings; otherwise missing.
    free: NotRequired[bool]
    # The game.
    gameId: GameId
    # The table.
    id: TableId
    # The handle for which the open seat is reserved.
    invitedHandle: str | None
    # Null for agents' duels and self-checks.
    kind: TableKind | None
    # How well the house plays, from 1 to 4; missing if it plays at its best or not at all.
    level: NotRequired[int]
    # The chat after `msgs_since`; only if that was sent.
    messages: NotRequired[list[Message]]
    # To be sent as the next `msgs_since`.
    msgsAt: NotRequired[int]
    # The caller's seat; -1 for a caller without a seat.
    mySeat: int
    # The pace of its turns.
    pace: Pace
    # Whether no chips move.
    practice: bool
    # Whether it was created as a rated table. Practice, the daily challenge, tables of a party and games that the
    # house banks change no rating in any case.
    rated: bool
    # The rematch, for its players.
    rematchId: NotRequired[TableId]
    # The occupied seats.
    seats: list[SeatView]
    # Seats of the full table; `seats` has the occupied ones.
    seatsTotal: int
    # The seed in hex, once it is revealed.
    seed: str | None
    # sha256 of the seed's hex text, shown before the first ply; null while the table waits for players.
    seedCommit: str | None
    # The buy-in or bet, in chips.
    stake: int
    # The match.
    state: BlackjackState | HoldemState | HoldemRingState | TicTacToeState | RpsState | ConnectFourState | MancalaState | LiarsDiceState | BattleshipState | MemoryState | MinesweeperState | PresidentState | DominoesState | RouletteState | BaccaratState | VideoPokerState | BoardlessState
    # Its status.
    status: TableStatus
    # Who may find it and join.
    visibility: Visibility


class TicTacToeAction(TypedDict):
    """Put the seat's mark into `cell`."""

    # The cell's number.
    cell: int
    # What it is.
    type: Literal["mark"]


class TicTacToeDealtEventData(TypedDict):
    """Its facts."""

    # The seat that begins.
    start: Seat


class TicTacToeDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: TicTacToeDealtEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class TicTacToeMarkedEventData(TypedDict):
    """Its facts."""

    # The cell, 0-8.
    cell: int
    # The seat's mark.
    mark: Literal["X", "O"]


class TicTacToeMarkedEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: TicTacToeMarkedEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["marked"]


class TicTacToeSeatView(TypedDict):
    # The seat's mark.
    mark: Literal["X", "O"]
    # The seat's number.
    seat: Seat
    # Whether a seat is still in play.
    status: Literal["in", "left"]


class TicTacToeSettledEventData(TypedDict):
    """Its facts."""

    # The cells of the line, if one won.
    line: list[int] | None
    # Chips won or lost, by seat.
    scores: list[int]


class TicTacToeSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: TicTacToeSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class TicTacToeState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[TicTacToeEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[TicTacToeAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: TicTacToeView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class TicTacToeStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[TicTacToeEvent]
    # The view at that time.
    view: TicTacToeView


class TicTacToeView(TypedDict):
    """The view of all seats; nothing is hidden."""

    # 9 cells row by row: the seat that marked it, or null.
    board: list[Seat | None]
    # The game's id.
    game: Literal["tic-tac-toe"]
    # The newest mark; null before.
    lastCell: int | None
    # The winning cells, ascending; otherwise null.
    line: list[int] | None
    # Whether it is over.
    phase: Literal["play", "over"]
    # Both seats.
    seats: list[TicTacToeSeatView]
    # The seat that begins.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class Ticket(TypedDict):
    """A ticket of the queue."""

    # The `clientRef` of the request that made it, which is part of the computation of the seed.
    broughtRef: str
    # When it was made.
    createdAt: Millis
    # What happens when no opponent comes for a while.
    fallback: Fallback
    # The kind of the table.
    kind: TableKind
    # With whom the owner wants to play.
    opponents: Opponents
    # Whether the table changes ratings, as far as its players allow.
    rated: bool
    # Why it ended without a table.
    reason: TicketEnd | None
    # Seats of the table.
    seats: int
    # Chips; 0 for a free table.
    stake: int
    # Whether it waits.
    state: TicketState
    # The table, once it is matched.
    tableId: TableId | None
    # The ticket.
    ticketId: TicketId


class TimedOutEvent(TypedDict):
    """The seat ran out of time."""

    # The time, in epoch milliseconds.
    at: int
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["timed_out"]


class TokenRequest(TypedDict):
    """A request for a token."""

    # The member's name, in any case.
    handle: str
    # From the response to joining; case, spaces and dashes are ignored.
    recoveryCode: str


class TokenResponse(TypedDict):
    """A Bearer token."""

    # Its lifetime: 30 days.
    expiresInSeconds: int
    # Send it as `Authorization: Bearer`.
    token: str


class TurnEvent(TypedDict):
    """The seat is to act."""

    # The time, in epoch milliseconds.
    at: int
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["turn"]


class VideoPokerAction(TypedDict):
    """Keep the cards at some positions, and draw for the others."""

    # The positions, ascending.
    positions: list[int]
    # What it is.
    type: Literal["hold"]


class VideoPokerDealtEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class VideoPokerDrawnEventData(TypedDict):
    """Its facts."""

    # The final cards.
    hand: list[Card]


class VideoPokerDrawnEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: VideoPokerDrawnEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["drawn"]


class VideoPokerHeldEventData(TypedDict):
    """Its facts."""

    # Positions kept, ascending.
    positions: list[int]


class VideoPokerHeldEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: VideoPokerHeldEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["held"]


class VideoPokerSeatView(TypedDict):
    # Positions kept; null before.
    held: list[int] | None
    # Chips won or lost; null until over.
    score: int | None
    # The seat's number.
    seat: Seat
    # Whether a seat is still in play.
    status: Literal["in", "left"]


class VideoPokerSettledEventData(TypedDict):
    """Its facts."""

    # The name of the hand.
    handName: str
    # Chips won or lost.
    scores: list[int]


class VideoPokerSettledEvent(TypedDict):
    # The time, in epoch milliseconds.
    at: int
    # Its facts.
    data: VideoPokerSettledEventData
    # A text for screen readers.
    label: NotRequired[str]
    # The seat that it concerns.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class VideoPokerState(TypedDict):
    """The state of a match of one game."""

    # The events after `events_since` (after `eventsSince` in the response to a move).
    events: NotRequired[list[VideoPokerEvent]]
    # The caller's legal actions now. Send one element unchanged.
    legalActions: list[VideoPokerAction]
    # The game as the caller's seat may see it; null at an archived table.
    view: VideoPokerView
    # The rest of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # The cursor of the newest event. Send it as the next `events_since`.
    eventsAt: int
    # The result of each seat, once the table is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far. Send it as `expectedPlies`.
    plies: int
    # As the table's `seed`; absent until it is revealed.
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn expires, the time bank included: a seat that has not moved by then gives up, as by `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # Whether the caller is to move.
    yourTurn: bool


class VideoPokerStep(TypedDict):
    """A match as one side saw it after the deal, or after an entry of the log."""

    # The events since the step before.
    events: list[VideoPokerEvent]
    # The view at that time.
    view: VideoPokerView


class VideoPokerView(TypedDict):
    """A viewer's view: only the player sees the hand until it is over."""

    # The cards dealt; null for a spectator until over.
    first: list[Card] | None
    # The game's id.
    game: Literal["video-poker"]
    # The cards now; null for a spectator until over.
    hand: list[Card] | None
    # The name of the hand, or `forfeit`; null until over.
    handName: str | None
    # Whether it is over.
    phase: Literal["hold", "over"]
    # The one seat.
    seats: list[VideoPokerSeatView]
    # The chips of the bet.
    stake: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    # The cards that would have come next; null until over.
    undealt: list[Card] | None


class WaitingViewSeatsItem(TypedDict):
    # Its number.
    seat: Seat
    # Somebody is there.
    status: Literal["in"]


class WaitingView(TypedDict):
    """A table that has not been dealt: who is there."""

    # The game's id.
    game: GameId
    # Nothing is dealt.
    phase: Literal["waiting"]
    # Those that are taken.
    seats: list[WaitingViewSeatsItem]
    # Empty.
    toAct: list[Seat]


class Winnings(TypedDict):
    """The results of a player."""

    # Chips won less chips lost over all matches, in percent of all buy-ins.
    net: int
    # Matches won.
    wins: int


AccountId: TypeAlias = str


AgentId: TypeAlias = str


AgentKind: TypeAlias = Literal["prompt", "policy"]
"""What makes an agent's decisions. `prompt`: A model with the owner's prompt. `policy`: A built-in policy."""


AgentVersionId: TypeAlias = str


BaccaratEvent: TypeAlias = BaccaratDealtEvent | BaccaratBetEvent | BaccaratCardsEvent | BaccaratThirdEvent | BaccaratCoupEvent | BaccaratSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


BattleshipAction: TypeAlias = BattleshipPlaceAction | BattleshipAutoAction | BattleshipShootAction


BattleshipDir: TypeAlias = Literal["h", "v"]
"""A ship's orientation. `h`: Along a row. `v`: Along a column."""


BattleshipEvent: TypeAlias = BattleshipDealtEvent | BattleshipPlacedEvent | BattleshipShotEvent | BattleshipSunkEvent | BattleshipSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


BlackjackAction: TypeAlias = BlackjackHitAction | BlackjackStandAction | BlackjackDoubleAction | BlackjackSplitAction


BlackjackEvent: TypeAlias = BlackjackDealtEvent | BlackjackTurnEvent | BlackjackHitEvent | BlackjackDoubleEvent | BlackjackStandEvent | BlackjackSplitEvent | BlackjackDealerEvent | BlackjackRoundEvent | BlackjackSettledEvent | ForfeitedEvent | TimedOutEvent


Card: TypeAlias = str
"""A card: its rank and its suit."""


ConnectFourEvent: TypeAlias = ConnectFourDealtEvent | ConnectFourDroppedEvent | ConnectFourSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


DominoesAction: TypeAlias = DominoesPlayAction | DominoesDrawAction | DominoesPassAction


DominoesEvent: TypeAlias = DominoesDealtEvent | DominoesPlayedEvent | DominoesDrewEvent | DominoesPassedEvent | DominoesBlockedEvent | DominoesSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


DominoesTile: TypeAlias = str
"""A tile: its lower number and its higher."""


DuelFormat: TypeAlias = Literal["bo1", "bo3", "bo5"]
"""The maximum number of legs of a duel. `bo1`: One. `bo3`: The best of three. `bo5`: The best of five."""


DuelId: TypeAlias = str


DuelOutcome: TypeAlias = Literal["challenger", "defender", "draw"]
"""The outcome of a duel. `challenger`: The challenger won. `defender`: The challenged agent won. `draw`: Neither
side won.
"""


EndReason: TypeAlias = Literal["archived", "over", "signed_out", "seat_delegated", "not_found", "slow", "draining", "unavailable"]
"""Why a stream ended. `archived`: The table was archived. `over`: The game is over: its replay is public. Only
streams without credentials end with it. `signed_out`: The credential has ended. `seat_delegated`: The seat is
delegated. `not_found`: It does not exist any more for the caller. `slow`: The reader was too slow: continue.
`draining`: The service stops: continue later. `unavailable`: The service cannot read the next event: continue
later.
"""


ErrorCode: TypeAlias = Literal["not_signed_in", "rate_limited", "invalid_request", "invalid_invite", "insufficient_chips", "stale_plies", "action_rejected", "not_joinable", "invitation_required", "identity_linked_elsewhere", "idempotency_conflict", "handle_taken", "in_flight", "not_configured", "grant_not_found", "grant_not_eligible", "grant_unavailable", "seat_delegated", "payload_too_large", "practice_quota", "active_table_quota", "party_quota", "push_quota", "selfcheck_limit", "selfcheck_in_flight"]
"""Frozen for v1."""


Fallback: TypeAlias = Literal["none", "house"]
"""What happens when no opponent comes for a while. `none`: The ticket goes on waiting. `house`: A practice table
against the house.
"""


GameId: TypeAlias = Literal["blackjack", "holdem", "holdem-ring", "tic-tac-toe", "rps", "connect-four", "mancala", "liars-dice", "battleship", "memory", "minesweeper", "president", "dominoes", "roulette", "baccarat", "video-poker"]
"""A game."""


GameView: TypeAlias = BlackjackView | HoldemView | HoldemRingView | TicTacToeView | RpsView | ConnectFourView | MancalaView | LiarsDiceView | BattleshipView | MemoryView | MinesweeperView | PresidentView | DominoesView | RouletteView | BaccaratView | VideoPokerView
"""What the caller may see of a match."""


GrantId: TypeAlias = str


GrantState: TypeAlias = Literal["ready", "delegated"]
"""The status of a grant. `ready`: Its token can be claimed. `delegated`: The seat is claimed."""


HoldemAction: TypeAlias = HoldemFoldAction | HoldemCheckAction | HoldemCallAction | HoldemRaiseAction


HoldemEvent: TypeAlias = HoldemDealtEvent | HoldemBlindEvent | HoldemFoldEvent | HoldemCheckEvent | HoldemCallEvent | HoldemRaiseEvent | HoldemStreetEvent | HoldemShownEvent | HoldemReturnedEvent | HoldemPotEvent | HoldemSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


HoldemRingAction: TypeAlias = HoldemRingFoldAction | HoldemRingCheckAction | HoldemRingCallAction | HoldemRingRaiseAction


HoldemRingEvent: TypeAlias = HoldemRingDealtEvent | HoldemRingBlindEvent | HoldemRingFoldEvent | HoldemRingCheckEvent | HoldemRingCallEvent | HoldemRingRaiseEvent | HoldemRingStreetEvent | HoldemRingShownEvent | HoldemRingReturnedEvent | HoldemRingPotEvent | HoldemRingSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


LiarsDiceAction: TypeAlias = LiarsDiceBidAction | LiarsDiceChallengeAction


LiarsDiceEvent: TypeAlias = LiarsDiceDealtEvent | LiarsDiceBidEvent | LiarsDiceChallengedEvent | LiarsDiceRevealedEvent | LiarsDiceSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


MancalaEvent: TypeAlias = MancalaDealtEvent | MancalaSownEvent | MancalaCapturedEvent | MancalaExtraTurnEvent | MancalaSweptEvent | MancalaSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


MatchResult: TypeAlias = Literal["win", "loss", "draw"]
"""The API's `result` words. `win`: Chips gained, or the match won. `loss`: Chips lost, or the match lost.
`draw`: Neither.
"""


MemoryEvent: TypeAlias = MemoryDealtEvent | MemoryFlippedEvent | MemoryMatchedEvent | MemoryMissedEvent | MemorySettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


MessengerWebhook: TypeAlias = dict[str, Any]
"""An update as the messenger sends it, of any shape."""


Millis: TypeAlias = int
"""A time in epoch milliseconds, UTC."""


MinesweeperEvent: TypeAlias = MinesweeperDealtEvent | MinesweeperOpenedEvent | MinesweeperExplodedEvent | MinesweeperSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


Modality: TypeAlias = Literal["text", "voice"]
"""The form of a message. `text`: Text. `voice`: Voice; not used at present."""


Opponents: TypeAlias = Literal["people", "any"]
"""With whom a member wants to play. `people`: People only. `any`: People and accounts that programs play."""


Pace: TypeAlias = Literal["live", "daily"]
"""The pace of a table's turns. `live`: In one sitting. `daily`: 48 hours for each turn."""


PartyId: TypeAlias = str


PartyVisibility: TypeAlias = Literal["unlisted", "private"]
"""Who may join a party by its link. `unlisted`: Members who have the link. `private`: No new members."""


PauseDuration: TypeAlias = Literal["24h", "7d", "30d"]
"""The length of a pause. `24h`: One day. `7d`: Seven days. `30d`: Thirty days."""


Period: TypeAlias = Literal["week"]
"""A period of the leaderboard. `week`: Since Monday, 00:00 UTC."""


PolicyName: TypeAlias = Literal["calling-station", "minimax", "random"]
"""A built-in policy by its API name. `calling-station`: Checks, otherwise calls. `minimax`: The game's search or
the house's play, whichever the game has. `random`: Any legal action.
"""


PresidentAction: TypeAlias = PresidentPassAction | PresidentPlayAction


PresidentEvent: TypeAlias = PresidentDealtEvent | PresidentPassEvent | PresidentPlayEvent | PresidentOutEvent | PresidentForfeitedEvent | PresidentTimedOutEvent | PresidentTrickEvent | PresidentSettledEvent | TurnEvent


RatedGroup: TypeAlias = Literal["people", "bots", "agents", "house"]
"""A group of rated players. `people`: Members. `bots`: Accounts that programs play. `agents`: Agents, by their
current versions. `house`: The levels of the house.
"""


Reason: TypeAlias = Literal["grant", "buyin", "payout", "rake", "referral"]
"""The reason of a movement of chips. `grant`: Starting chips, a refill, or an erased account's chips going back.
`buyin`: A stake put down. `payout`: A stake refunded or chips won. `rake`: The house's share of a pot.
`referral`: A reward for an invitee.
"""


RouletteAction: TypeAlias = RouletteBetStraightAction | RouletteBetSplitAction | RouletteBetStreetAction | RouletteBetCornerAction | RouletteBetLineAction | RouletteBetColumnAction | RouletteBetDozenAction | RouletteBetRedAction | RouletteBetBlackAction | RouletteBetOddAction | RouletteBetEvenAction | RouletteBetLowAction | RouletteBetHighAction


RouletteBet: TypeAlias = RouletteBet1 | RouletteBet2 | RouletteBet3 | RouletteBet4 | RouletteBet5 | RouletteBet6 | RouletteBet7 | RouletteBet8 | RouletteBet9 | RouletteBet10 | RouletteBet11 | RouletteBet12 | RouletteBet13
"""The bets of the layout: rows 1-2-3, 4-5-6, ... 34-35-36, with 0 beside 1, 2 and 3. Numbers ascend."""


RouletteEvent: TypeAlias = RouletteDealtEvent | RouletteBetEvent | RouletteSpinEvent | RouletteSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


RpsEvent: TypeAlias = RpsDealtEvent | RpsTurnEvent | RpsReadyEvent | RpsThrownEvent | RpsSettledEvent | ForfeitedEvent | TimedOutEvent


Seat: TypeAlias = int
"""A place at a table, counted from 0; the creator has seat 0."""


TableId: TypeAlias = str


TableKind: TypeAlias = Literal["blackjack", "blackjack-3", "holdem-vs-house", "holdem-open", "holdem-ring", "tic-tac-toe-vs-house", "rps-vs-house", "connect-four-vs-house", "mancala-vs-house", "liars-dice-vs-house", "battleship-vs-house", "memory-vs-house", "minesweeper-vs-house", "president", "dominoes", "roulette", "baccarat", "video-poker"]
"""A table kind."""


TableStatus: TypeAlias = Literal["waiting", "playing", "settled", "cancelled"]
"""The status of a table. `waiting`: It has free seats. `playing`: It is being played. `settled`: It is over.
`cancelled`: It was declined, withdrawn or expired while it waited; all stakes were returned.
"""


TicTacToeEvent: TypeAlias = TicTacToeDealtEvent | TicTacToeMarkedEvent | TicTacToeSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


TicketEnd: TypeAlias = Literal["cancelled", "replaced", "left", "expired", "elsewhere", "chips", "paused", "quota", "account"]
"""Why a ticket ended without a table. `cancelled`: The owner ended it. `replaced`: The owner wanted another
table of this kind. `left`: The owner did not ask for it any more. `expired`: It waited for the longest time.
`elsewhere`: Another ticket of the owner was matched. `chips`: The owner could not pay the stake. `paused`:
The owner was paused. `quota`: The owner had too many tables. `account`: The owner's account was frozen or
erased.
"""


TicketId: TypeAlias = str


TicketState: TypeAlias = Literal["waiting", "matched", "ended"]
"""The state of a ticket. The last two are final. `waiting`: It waits for opponents. `matched`: There is a table.
`ended`: It ended without a table.
"""


TokenType: TypeAlias = Literal["Bearer"]
"""How a token is sent: as `Authorization: Bearer`. `Bearer`: The only type."""


TryResult: TypeAlias = Literal["win", "loss", "draw", "playing"]
"""The result of an attempt, or that it is still running."""


Verdict: TypeAlias = Literal["clean", "fell-back"]
"""Whether an agent made all its decisions itself. `clean`: All of them. `fell-back`: Not all of them."""


VideoPokerEvent: TypeAlias = VideoPokerDealtEvent | VideoPokerHeldEvent | VideoPokerDrawnEvent | VideoPokerSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


Visibility: TypeAlias = Literal["public", "unlisted", "private"]
"""Who may find a table and join. `public`: Listed, readable by all. `unlisted`: Not listed; every member who
knows the id can read and join it. `private`: Seated and invited members only.
"""


GameAction: TypeAlias = BlackjackAction | HoldemAction | HoldemRingAction | TicTacToeAction | RpsAction | ConnectFourAction | MancalaAction | LiarsDiceAction | BattleshipAction | MemoryAction | MinesweeperAction | PresidentAction | DominoesAction | RouletteAction | BaccaratAction | VideoPokerAction
"""A move, by the `view.game` of its table and its own `type`."""


GameEvent: TypeAlias = BlackjackEvent | HoldemEvent | HoldemRingEvent | TicTacToeEvent | RpsEvent | ConnectFourEvent | MancalaEvent | LiarsDiceEvent | BattleshipEvent | MemoryEvent | MinesweeperEvent | PresidentEvent | DominoesEvent | RouletteEvent | BaccaratEvent | VideoPokerEvent
"""What happened at a table, by the `view.game` of the table and its own `type`."""
