"""The shapes of requests and answers, as they are on the wire.

Made from the OpenAPI document by scripts/make_types.py; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AccountName(TypedDict):
    """An account's id and handle."""

    handle: str
    id: AccountId


class Acted(TypedDict):
    """A move was taken."""

    ok: Literal[True]
    # The table after the move, where `eventsSince` was sent.
    table: NotRequired[TableView]


class ActionRequest(TypedDict):
    """A move."""

    # One element of `state.legalActions`, as it stands there.
    action: GameAction
    # Also answer with the table and its events after this cursor, an earlier `state.eventsAt`; 0 for all.
    eventsSince: NotRequired[int | None]
    # The `state.plies` that the move was decided on. A seat's token, a guest's too, must send it.
    expectedPlies: NotRequired[int | None]


class BaccaratAction(TypedDict):
    """Put the whole stake on a side."""

    # The side.
    on: Literal["player", "banker", "tie"]
    type: Literal["bet"]


class BaccaratBetEventData(TypedDict):
    # What a bet is on, and what wins. Player and banker are the two hands, not members.
    on: Literal["player", "banker", "tie"]


class BaccaratBetEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BaccaratBetEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["bet"]


class BaccaratCardsEventData(TypedDict):
    banker: list[Card]
    player: list[Card]


class BaccaratCardsEvent(TypedDict):
    """The first two cards of both hands."""

    # When, in epoch milliseconds.
    at: int
    data: BaccaratCardsEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["cards"]


class BaccaratCoupEventData(TypedDict):
    banker: int
    player: int
    # What a bet is on, and what wins. Player and banker are the two hands, not members.
    winner: Literal["player", "banker", "tie"]


class BaccaratCoupEvent(TypedDict):
    """The totals, and which hand wins."""

    # When, in epoch milliseconds.
    at: int
    data: BaccaratCoupEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["coup"]


class BaccaratDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class BaccaratHand(TypedDict):
    cards: list[Card]
    total: int


class BaccaratSeatView(TypedDict):
    # What a bet is on, and what wins. Player and banker are the two hands, not members.
    on: Literal["player", "banker", "tie"] | None
    score: int | None
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class BaccaratSettledEventData(TypedDict):
    scores: list[int]


class BaccaratSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BaccaratSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class BaccaratThirdEventData(TypedDict):
    card: Card
    # What a bet is on, and what wins. Player and banker are the two hands, not members.
    hand: Literal["player", "banker", "tie"]
    total: int


class BaccaratThirdEvent(TypedDict):
    """A hand draws a third card."""

    # When, in epoch milliseconds.
    at: int
    data: BaccaratThirdEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["third"]


class BaccaratView(TypedDict):
    """What everyone sees; the cards only when it is over."""

    banker: BaccaratHand | None
    game: Literal["baccarat"]
    natural: bool | None
    # Whether it is over.
    phase: Literal["bet", "over"]
    player: BaccaratHand | None
    seats: list[BaccaratSeatView]
    stake: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    # What a bet is on, and what wins. Player and banker are the two hands, not members.
    winner: Literal["player", "banker", "tie"] | None


class BattleshipAutoAction(TypedDict):
    """Let the deal place all remaining ships."""

    type: Literal["auto"]


class BattleshipDealtEventData(TypedDict):
    # Who shoots first.
    start: Seat


class BattleshipDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BattleshipDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class BattleshipFleetShip(TypedDict):
    length: int
    name: str
    ship: int


class BattleshipPlaceAction(TypedDict):
    """Put the next ship down."""

    # Its left or top cell.
    cell: int
    # How it lies.
    dir: BattleshipDir
    # Its number in the fleet.
    ship: int
    type: Literal["place"]


class BattleshipPlacedEventData(TypedDict):
    # How many ships are down.
    placed: int


class BattleshipPlacedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BattleshipPlacedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["placed"]


class BattleshipSeatView(TypedDict):
    grid: list[Literal["miss", "hit", "sunk"] | None]
    placed: int
    seat: Seat
    ships: list[BattleshipShipView]
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class BattleshipSettledEventData(TypedDict):
    scores: list[int]


class BattleshipSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BattleshipSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class BattleshipShipView(TypedDict):
    cells: list[int]
    ship: int
    sunk: bool


class BattleshipShootAction(TypedDict):
    """Shoot at a cell."""

    # The cell's number.
    cell: int
    type: Literal["shoot"]


class BattleshipShot(TypedDict):
    cell: int
    result: Literal["miss", "hit", "sunk"]
    seat: Seat
    # Which ship, once it is sunk.
    ship: int | None


class BattleshipShotEventData(TypedDict):
    cell: int
    result: Literal["miss", "hit", "sunk"]


class BattleshipShotEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BattleshipShotEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["shot"]


class BattleshipSunkEventData(TypedDict):
    cells: list[int]
    ship: int


class BattleshipSunkEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BattleshipSunkEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["sunk"]


class BattleshipView(TypedDict):
    """What a viewer sees: of the other's ships only those that are sunk."""

    fleet: list[BattleshipFleetShip]
    game: Literal["battleship"]
    lastShot: BattleshipShot | None
    # How far it is.
    phase: Literal["place", "shoot", "over"]
    seats: list[BattleshipSeatView]
    # The viewer's own ships.
    ships: NotRequired[list[BattleshipShipView] | None]
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class BlackjackDealerEventData(TypedDict):
    cards: list[Card]
    round: int
    total: int


class BlackjackDealerEvent(TypedDict):
    """The dealer's final hand."""

    # When, in epoch milliseconds.
    at: int
    data: BlackjackDealerEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealer"]


class BlackjackDealerView(TypedDict):
    """What cards count together."""

    cards: list[Card | None]
    # Whether an ace counts 11.
    soft: bool
    total: int


class BlackjackDealtEventData(TypedDict):
    cards: list[Card]
    round: int
    # The dealer's open card.
    up: Card


class BlackjackDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BlackjackDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class BlackjackDoubleAction(TypedDict):
    """Double the bet and take exactly one card."""

    type: Literal["double"]


class BlackjackDoubleEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BlackjackDrawn
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["double"]


class BlackjackDrawn(TypedDict):
    """A card that came to a hand."""

    card: Card
    hand: int
    round: int
    total: int


class BlackjackHandView(TypedDict):
    """What cards count together."""

    bet: int
    cards: list[Card]
    doubled: bool
    net: int | None
    # How a hand ended.
    result: Literal["win", "loss", "push", "blackjack"] | None
    # Whether an ace counts 11.
    soft: bool
    # How far a hand is played.
    status: Literal["open", "stood", "bust", "blackjack", "conceded"]
    total: int


class BlackjackHitAction(TypedDict):
    """Take a card."""

    type: Literal["hit"]


class BlackjackHitEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BlackjackDrawn
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["hit"]


class BlackjackRoundEventData(TypedDict):
    # By hand.
    nets: list[int | None]
    round: int


class BlackjackRoundEvent(TypedDict):
    """A round is settled."""

    # When, in epoch milliseconds.
    at: int
    data: BlackjackRoundEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["round"]


class BlackjackRoundView(TypedDict):
    dealer: BlackjackDealerView
    done: bool
    hands: list[BlackjackHandView]
    split: bool


class BlackjackSeatView(TypedDict):
    score: int
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class BlackjackSettledEventData(TypedDict):
    scores: list[int]


class BlackjackSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BlackjackSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class BlackjackSplitAction(TypedDict):
    """Make two hands of a pair."""

    type: Literal["split"]


class BlackjackSplitEventData(TypedDict):
    # Of both hands.
    cards: list[list[Card]]
    round: int


class BlackjackSplitEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BlackjackSplitEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["split"]


class BlackjackStandAction(TypedDict):
    """Take no more."""

    type: Literal["stand"]


class BlackjackStandEventData(TypedDict):
    hand: int
    round: int


class BlackjackStandEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: BlackjackStandEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["stand"]


class BlackjackTurnEventData(TypedDict):
    hand: int
    round: int


class BlackjackTurnEvent(TypedDict):
    """The player is to decide about a hand."""

    # When, in epoch milliseconds.
    at: int
    data: BlackjackTurnEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["turn"]


class BlackjackView(TypedDict):
    """What everyone sees: the player's cards lie face up."""

    game: Literal["blackjack"]
    hand: int | None
    handsTotal: int
    # Whether it is over.
    phase: Literal["player", "over"]
    round: int
    rounds: list[BlackjackRoundView]
    seats: list[BlackjackSeatView]
    shoeLeft: int
    stake: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class CardSeat(TypedDict):
    """A seat of an end card."""

    avatarUrl: str | None
    name: str
    # Its place, 1 for the first; in games that rank.
    rank: NotRequired[int]
    result: MatchResult
    # What the seat has gained or lost over all tables that exactly these players have finished together.
    rosterNet: int
    # The chips that the seat gained or lost here.
    score: int
    seat: Seat
    # What its place is called, in games that have titles; null in others.
    title: str | None


class ChallengeRequest(TypedDict):
    """A duel between one's own agent and another's."""

    # One of the caller's own.
    agentId: str
    # The idempotency key.
    clientRef: NotRequired[str | None]
    # One leg, or the best of three or five. Default: `"bo1"`.
    format: NotRequired[DuelFormat | None]
    # A duellable game. Default: `"holdem"`.
    gameId: NotRequired[str | None]
    # Another member's, or `agent:house`.
    opponentAgentId: str
    # A duel of the last day between the same two agents: its game, format and stake count.
    rematchOf: NotRequired[str | None]
    # Chips a leg and side. Default: `200`.
    stake: NotRequired[int | None]


class ChallengeResponse(TypedDict):
    """How a duel ended; `net` is the challenger's."""

    duelId: DuelId
    # Decisions that a model did not make in time or form: the fallback did.
    fallbacks: int
    format: DuelFormat
    gameId: GameId
    legs: DuelLegs
    # The challenger's chips gained or lost.
    net: int
    ok: Literal[True]
    outcome: DuelOutcome
    plies: int
    # True where this `clientRef` had already been fought.
    replayed: NotRequired[bool]


class ClaimSeatGrantRequest(TypedDict):
    """A claim of a seat."""

    # From the seat's owner.
    claimToken: str
    # The idempotency key: a new UUID of your own; with it alone the claim can be repeated.
    clientRef: str


class ClaimSeatGrantResponse(TypedDict):
    """The credential of a claimed seat."""

    # The Bearer token of this one seat.
    accessToken: str
    expiresAt: Millis
    seat: Seat
    tableId: TableId
    tokenType: TokenType


class ConnectFourAction(TypedDict):
    """Into a column that is not full, 0..=6 from the left."""

    # The column's number.
    column: int
    type: Literal["drop"]


class ConnectFourDealtEventData(TypedDict):
    start: Seat


class ConnectFourDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: ConnectFourDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class ConnectFourDroppedEventData(TypedDict):
    cell: int
    column: int


class ConnectFourDroppedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: ConnectFourDroppedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dropped"]


class ConnectFourSeatView(TypedDict):
    # Who starts has the red ones.
    disc: Literal["red", "yellow"]
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class ConnectFourSettledEventData(TypedDict):
    # The cells of the line, if one won.
    line: list[int] | None
    scores: list[int]


class ConnectFourSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: ConnectFourSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class ConnectFourView(TypedDict):
    """What everyone sees; nothing is hidden."""

    board: list[Seat | None]
    game: Literal["connect-four"]
    lastCell: int | None
    line: list[int] | None
    # Whether it is over.
    phase: Literal["play", "over"]
    seats: list[ConnectFourSeatView]
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class CreateTableRequest(TypedDict):
    """A new table."""

    # The deprecated name of `stake`, which wins when both are sent. Default: `10`.
    amount: NotRequired[int | None]
    # The idempotency key: a word of your own, new for each table.
    clientRef: NotRequired[str | None]
    # Play the deal of the day, the same for all, once: kind and stake are the day's. Default: `false`.
    daily: NotRequired[bool | None]
    # The handle the open seat is kept for; makes the table private.
    invited: NotRequired[str | None]
    kind: TableKind
    # Leave every other seat to members. Default: `false`.
    open: NotRequired[bool | None]
    # In one sitting with turns of about a minute, or 48 hours a turn. Default: `"live"`.
    pace: NotRequired[Pace | None]
    # Play for nothing: no chips move, the house takes the other seats, and it is on no list. Default: `false`.
    practice: NotRequired[bool | None]
    # Seats, for multi-seat kinds; clamped to the game's range.
    seats: NotRequired[int | None]
    # The buy-in or bet in chips. Kinds with a `fixedBuyIn`, hold'em among them (200), ignore it. Default: `10`.
    stake: NotRequired[int | None]
    # Listed, joinable by whoever has its id, or for the invited alone. Default: `"public"`.
    visibility: NotRequired[Visibility | None]


class Created(TypedDict):
    """The table that was made."""

    tableId: TableId


class CurrentSeatGrant(TypedDict):
    """A live grant."""

    expiresAt: Millis
    grantId: GrantId
    seat: Seat
    state: GrantState
    tableId: TableId


class CurrentSeatGrantResponse(TypedDict):
    """The live grant of a seat, if there is one."""

    # Null where nothing is handed out.
    grant: CurrentSeatGrant | None


class DailyBoardResponse(TypedDict):
    """The deal of the day and who played it how."""

    board: list[DailyRank]
    # The day, in UTC.
    dateKey: str
    kind: TableKind
    # The caller's own try.
    mine: DailyMine | None
    # sha256 of the day's seed.
    seedHash: str


class DailyMine(TypedDict):
    """The caller's try."""

    plies: int | None
    # Null until it is over.
    result: MatchResult | None
    status: TableStatus
    tableId: TableId


class DailyRank(TypedDict):
    """A member's try."""

    handle: str
    plies: int | None
    result: TryResult
    settledAt: Millis | None


class DeploymentIdentity(TypedDict):
    """Which build answers."""

    attested: bool
    commitSha: str | None
    deploymentId: str | None
    environment: Literal["production", "preview", "development"] | None
    schemaReady: bool
    schemaVersion: int


class DominoesBlockedEventData(TypedDict):
    # By seat; null for one that left.
    pips: list[int | None]


class DominoesBlockedEvent(TypedDict):
    """Nobody can move."""

    # When, in epoch milliseconds.
    at: int
    data: DominoesBlockedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["blocked"]


class DominoesDealtEventData(TypedDict):
    # How many tiles it has.
    boneyard: int
    start: Seat
    # How many each seat has.
    tiles: int


class DominoesDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: DominoesDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class DominoesDrawAction(TypedDict):
    """Take the front tile of the boneyard, when nothing fits."""

    type: Literal["draw"]


class DominoesDrewEventData(TypedDict):
    # How many tiles it still has.
    boneyard: int


class DominoesDrewEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: DominoesDrewEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["drew"]


class DominoesLast(TypedDict):
    """The last tile played."""

    # An end of the line.
    end: Literal["left", "right"] | None
    seat: Seat
    tile: DominoesTile


class DominoesPassAction(TypedDict):
    """When nothing fits and the boneyard is empty."""

    type: Literal["pass"]


class DominoesPassedEventData(TypedDict):
    ends: list[int] | None


class DominoesPassedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: DominoesPassedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["passed"]


class DominoesPlayAction(TypedDict):
    """Lay a tile."""

    # At which end; none for the lead.
    end: NotRequired[Literal["left", "right"] | None]
    # Which.
    tile: DominoesTile
    type: Literal["play"]


class DominoesPlayedEventData(TypedDict):
    # None for the lead.
    end: Literal["left", "right"] | None
    ends: list[int] | None
    tile: DominoesTile
    tilesLeft: int


class DominoesPlayedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: DominoesPlayedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["played"]


class DominoesSeatView(TypedDict):
    hand: list[DominoesTile] | None
    lacks: list[int]
    pips: int | None
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]
    tiles: int


class DominoesSettledEventData(TypedDict):
    scores: list[int]
    winners: list[Seat]


class DominoesSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: DominoesSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class DominoesView(TypedDict):
    """The round as a viewer sees it."""

    blocked: bool
    boneyard: int
    boneyardTiles: list[DominoesTile] | None
    ends: list[int] | None
    game: Literal["dominoes"]
    hand: NotRequired[list[DominoesTile] | None]
    last: DominoesLast | None
    line: list[list[int]]
    # Whether the line has begun, or it is over.
    phase: Literal["lead", "play", "over"]
    seats: list[DominoesSeatView]
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class Door(TypedDict):
    """A linked identity, as its owner sees it."""

    photoUrl: str | None
    provider: str
    username: str | None


class Duel(TypedDict):
    """A duel by the names of its agents; the outcome is null while it runs."""

    challenger: str
    defender: str
    id: DuelId
    mine: bool
    outcome: DuelOutcome | None
    settledAt: Millis | None
    # Chips a leg and side.
    stake: int


class DuelLegs(TypedDict):
    """Legs by who won them."""

    challenger: int
    defender: int
    drawn: int


class Duels(TypedDict):
    """Duels, newest first."""

    duels: list[Duel]


class EndCard(TypedDict):
    """How a table ended."""

    gameId: GameId
    id: TableId
    kind: TableKind | None
    # How many tables of this game the winner has now won in a row among these players; 1 is the first.
    reign: int
    seats: list[CardSeat]
    settledAt: Millis | None
    stake: int
    # How many tables exactly these players have finished together.
    tablesTogether: int
    # The one seat with the highest score, if that is over 0; null where none is, and where the house won.
    winnerSeat: Seat | None


class EraseRequest(TypedDict):
    """The confirmation of an erasure."""

    # The caller's own handle.
    confirmHandle: str


class EraseResponse(TypedDict):
    """What an erasure removed."""

    agentsAnonymised: int
    # The name that past tables now show.
    handle: str
    identitiesRemoved: int
    ok: Literal[True]
    pushSubsRemoved: int


class Error(TypedDict):
    """The body of every error."""

    # What was wrong, for programs; one of the frozen list, or absent.
    code: NotRequired[ErrorCode]
    # What was wrong, for people; never to be parsed.
    error: str
    # What of the request it is about: a JSON pointer into the body (`/stake`), or the name of a parameter
    # (`limit`).
    field: NotRequired[str]
    # What to do next, in one sentence.
    hint: NotRequired[str]


class ForfeitedEvent(TypedDict):
    """The seat gave up."""

    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["forfeited"]


class GameKind(TypedDict):
    """One table kind."""

    # The buy-in is the stake times this.
    buyInPerAmount: NotRequired[int]
    description: str
    # Whether agents can be sent into duels of the game.
    duellable: bool
    # The version of the rules.
    engineVersion: str
    # The buy-in, whatever the stake.
    fixedBuyIn: NotRequired[int]
    gameId: GameId
    kind: TableKind
    label: str
    # Whether `open` and `invited` may leave seats to members.
    openEligible: bool
    rules: str
    # Seats where nobody says how many; of kinds with a choice of them.
    seats: NotRequired[int]


class Games(TypedDict):
    """All table kinds."""

    games: list[GameKind]


class GuestPracticeRequest(TypedDict):
    """A guest's practice table."""

    # The idempotency key: a new UUID of your own for each table.
    clientRef: str
    # Any kind; the house takes the other seats.
    kind: TableKind


class GuestPracticeResponse(TypedDict):
    """A practice table and the credential for its seat."""

    # The Bearer token of this one seat.
    accessToken: str
    expiresAt: Millis
    tableId: TableId
    tokenType: TokenType


class Hand(TypedDict):
    """A settled table in a history."""

    gameId: GameId
    kind: TableKind | None
    # The chips gained or lost, the buy-in taken off.
    net: int
    # Handles; `house` is one.
    opponents: list[str]
    # By `net`: a win above 0, a loss below.
    result: MatchResult
    settledAt: Millis | None
    tableId: TableId


class History(TypedDict):
    """Settled tables of the caller, newest first."""

    hands: list[Hand]


class HoldemBlindEventData(TypedDict):
    amount: int
    blind: Literal["small", "big"]


class HoldemBlindEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: HoldemBlindEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["blind"]


class HoldemCallAction(TypedDict):
    """Put in what is owed, or all that is left."""

    type: Literal["call"]


class HoldemCallEventData(TypedDict):
    amount: int


class HoldemCallEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: HoldemCallEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["call"]


class HoldemCheckAction(TypedDict):
    """Stay in where nothing is owed."""

    type: Literal["check"]


class HoldemCheckEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: dict[str, Any]
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["check"]


class HoldemDealtEventData(TypedDict):
    button: Seat


class HoldemDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: HoldemDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class HoldemFoldAction(TypedDict):
    """Give the hand up."""

    type: Literal["fold"]


class HoldemFoldEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: dict[str, Any]
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["fold"]


class HoldemPotEventData(TypedDict):
    amount: int
    shares: list[int]
    winners: list[Seat]


class HoldemPotEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: HoldemPotEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["pot"]


class HoldemPotView(TypedDict):
    amount: int
    seats: list[Seat]
    shares: list[int]
    winners: list[Seat]


class HoldemRaiseAction(TypedDict):
    """Bet or raise."""

    # The seat's whole bet of the street afterwards.
    to: int
    type: Literal["raise"]


class HoldemRaiseEventData(TypedDict):
    allIn: bool
    by: int
    # The seat's whole bet of the street.
    to: int


class HoldemRaiseEvent(TypedDict):
    """A bet or a raise."""

    # When, in epoch milliseconds.
    at: int
    data: HoldemRaiseEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["raise"]


class HoldemReturnedEventData(TypedDict):
    amount: int


class HoldemReturnedEvent(TypedDict):
    """Chips that nobody called go back."""

    # When, in epoch milliseconds.
    at: int
    data: HoldemReturnedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["returned"]


class HoldemRingBlindEventData(TypedDict):
    amount: int
    blind: Literal["small", "big"]


class HoldemRingBlindEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: HoldemRingBlindEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["blind"]


class HoldemRingCallAction(TypedDict):
    """Put in what is owed, or all that is left."""

    type: Literal["call"]


class HoldemRingCallEventData(TypedDict):
    amount: int


class HoldemRingCallEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: HoldemRingCallEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["call"]


class HoldemRingCheckAction(TypedDict):
    """Stay in where nothing is owed."""

    type: Literal["check"]


class HoldemRingCheckEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: dict[str, Any]
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["check"]


class HoldemRingDealtEventData(TypedDict):
    button: Seat


class HoldemRingDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: HoldemRingDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class HoldemRingFoldAction(TypedDict):
    """Give the hand up."""

    type: Literal["fold"]


class HoldemRingFoldEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: dict[str, Any]
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["fold"]


class HoldemRingPotEventData(TypedDict):
    amount: int
    shares: list[int]
    winners: list[Seat]


class HoldemRingPotEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: HoldemRingPotEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["pot"]


class HoldemRingPotView(TypedDict):
    amount: int
    seats: list[Seat]
    shares: list[int]
    winners: list[Seat]


class HoldemRingRaiseAction(TypedDict):
    """Bet or raise."""

    # The seat's whole bet of the street afterwards.
    to: int
    type: Literal["raise"]


class HoldemRingRaiseEventData(TypedDict):
    allIn: bool
    by: int
    # The seat's whole bet of the street.
    to: int


class HoldemRingRaiseEvent(TypedDict):
    """A bet or a raise."""

    # When, in epoch milliseconds.
    at: int
    data: HoldemRingRaiseEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["raise"]


class HoldemRingReturnedEventData(TypedDict):
    amount: int


class HoldemRingReturnedEvent(TypedDict):
    """Chips that nobody called go back."""

    # When, in epoch milliseconds.
    at: int
    data: HoldemRingReturnedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["returned"]


class HoldemRingSeatView(TypedDict):
    """A seat of a hand."""

    acted: bool
    best: NotRequired[list[Card] | None]
    bet: int
    cards: list[Card] | None
    handName: NotRequired[str | None]
    # A seat's last decision.
    last: Literal["fold", "check", "call", "raise", "left"] | None
    put: int
    returned: NotRequired[int]
    score: NotRequired[int]
    seat: Seat
    stack: int
    status: Literal["in", "folded", "all-in", "left"]
    won: NotRequired[int]


class HoldemRingSettledEventData(TypedDict):
    scores: list[int]


class HoldemRingSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: HoldemRingSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class HoldemRingShownEventData(TypedDict):
    best: list[Card]
    cards: list[Card]
    handName: str


class HoldemRingShownEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: HoldemRingShownEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["shown"]


class HoldemRingStreetEventData(TypedDict):
    cards: list[Card]
    street: Literal["preflop", "flop", "turn", "river"]


class HoldemRingStreetEvent(TypedDict):
    """The cards of a street."""

    # When, in epoch milliseconds.
    at: int
    data: HoldemRingStreetEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["street"]


class HoldemRingView(TypedDict):
    """A hand as its viewer may see it."""

    bigBlind: int
    board: list[Card]
    button: Seat
    currentBet: int
    game: Literal["holdem-ring"]
    # The own cards; a spectator has none.
    hand: NotRequired[list[Card] | None]
    minRaise: int
    # The street, or that it is over.
    phase: Literal["preflop", "flop", "turn", "river", "over"]
    pot: int
    pots: NotRequired[list[HoldemRingPotView]]
    seats: list[HoldemRingSeatView]
    showdown: NotRequired[bool]
    smallBlind: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    undealtBoard: NotRequired[list[Card] | None]


class HoldemSeatView(TypedDict):
    """A seat of a hand."""

    acted: bool
    best: NotRequired[list[Card] | None]
    bet: int
    cards: list[Card] | None
    handName: NotRequired[str | None]
    # A seat's last decision.
    last: Literal["fold", "check", "call", "raise", "left"] | None
    put: int
    returned: NotRequired[int]
    score: NotRequired[int]
    seat: Seat
    stack: int
    status: Literal["in", "folded", "all-in", "left"]
    won: NotRequired[int]


class HoldemSettledEventData(TypedDict):
    scores: list[int]


class HoldemSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: HoldemSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class HoldemShownEventData(TypedDict):
    best: list[Card]
    cards: list[Card]
    handName: str


class HoldemShownEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: HoldemShownEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["shown"]


class HoldemStreetEventData(TypedDict):
    cards: list[Card]
    street: Literal["preflop", "flop", "turn", "river"]


class HoldemStreetEvent(TypedDict):
    """The cards of a street."""

    # When, in epoch milliseconds.
    at: int
    data: HoldemStreetEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["street"]


class HoldemView(TypedDict):
    """A hand as its viewer may see it."""

    bigBlind: int
    board: list[Card]
    button: Seat
    currentBet: int
    game: Literal["holdem"]
    # The own cards; a spectator has none.
    hand: NotRequired[list[Card] | None]
    minRaise: int
    # The street, or that it is over.
    phase: Literal["preflop", "flop", "turn", "river", "over"]
    pot: int
    pots: NotRequired[list[HoldemPotView]]
    seats: list[HoldemSeatView]
    showdown: NotRequired[bool]
    smallBlind: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    undealtBoard: NotRequired[list[Card] | None]


class Invitation(TypedDict):
    """A table that keeps a seat for the caller."""

    createdAt: Millis
    gameId: GameId
    # The handle of whoever invites.
    host: str
    id: TableId
    kind: TableKind | None
    label: str
    pace: Pace
    # The buy-in or bet, in chips.
    stake: int


class IssueSeatGrantRequest(TypedDict):
    """A credential for one's own seat, for somebody else to play it."""

    # The idempotency key: a new UUID of your own.
    clientRef: str
    # How long claim and credential last at most. Default: `1800`.
    expiresInSeconds: NotRequired[int | None]


class IssueSeatGrantResponse(TypedDict):
    """A seat grant and its claim token, shown to its owner alone."""

    # To be handed over by a way of your own, never in a URL; it is claimed once.
    claimToken: str
    # The end of the claim and of the credential.
    expiresAt: Millis
    grantId: GrantId
    seat: Seat
    tableId: TableId


class JoinRequest(TypedDict):
    """What a new member sends."""

    # The idempotency key: a new UUID of your own, with which the same answer comes for a day.
    clientRef: str
    # The name to be known by, in lower case: a letter, then letters, digits, `_` and `-`.
    handle: str
    # From a member or the operator; a member's referral code is one too.
    inviteCode: str


class JoinResponse(TypedDict):
    """A new account; the recovery code is shown this once."""

    # As it counts: in lower case.
    handle: str
    ok: Literal[True]
    # The root of the account, exchanged for tokens at `POST /api/token`. Keep it.
    recoveryCode: str


class JoinTableResponse(TypedDict):
    """A seat was taken."""

    ok: Literal[True]
    # Whether that was the last free seat, and the table is played now.
    started: bool
    tableId: TableId


class KindRules(TypedDict):
    """What `GET /api/games` tells members of a kind, and how many seats it can have."""

    # The buy-in is the stake times this.
    buyInPerAmount: NotRequired[int]
    description: str
    # Whether agents can be sent into duels of the game.
    duellable: bool
    # The version of the rules.
    engineVersion: str
    fewestSeats: int
    # The buy-in, whatever the stake.
    fixedBuyIn: NotRequired[int]
    gameId: GameId
    kind: TableKind
    label: str
    mostSeats: int
    # Whether `open` and `invited` may leave seats to members.
    openEligible: bool
    rules: str
    # Seats where nobody says how many; of kinds with a choice of them.
    seats: NotRequired[int]


class Leader(TypedDict):
    """A place on the leaderboard."""

    # Net chips won at tables.
    chips: int
    handle: str


class Leaderboard(TypedDict):
    """Who won most."""

    leaderboard: list[Leader]
    me: NotRequired[MyRank]


class Ledger(TypedDict):
    """Movements of the caller's chips, oldest first."""

    entries: list[LedgerEntry]


class LedgerEntry(TypedDict):
    """One movement."""

    createdAt: Millis
    currency: str
    # Signed: what was paid is negative.
    delta: int
    # The cursor of this movement.
    id: int
    reason: Reason
    # Null where the chips are of no table.
    tableId: TableId | None


class LiarsDiceBid(TypedDict):
    """The claim that at least `quantity` dice show `face` or are wild."""

    face: int
    quantity: int


class LiarsDiceBidAction(TypedDict):
    """Claim that many dice of a face."""

    face: int
    quantity: int
    type: Literal["bid"]


class LiarsDiceBidEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: LiarsDiceBid
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["bid"]


class LiarsDiceChallengeAction(TypedDict):
    """Deny the last bid."""

    type: Literal["challenge"]


class LiarsDiceChallengedEvent(TypedDict):
    """The seat denies the bid."""

    # When, in epoch milliseconds.
    at: int
    data: LiarsDiceBid
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["challenged"]


class LiarsDiceDealtEventData(TypedDict):
    # How many each seat has.
    dice: list[int]
    round: int


class LiarsDiceDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: LiarsDiceDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class LiarsDiceLastRound(TypedDict):
    """The last challenge, which shows both hands to everyone."""

    bid: LiarsDiceSeatBid
    challenger: Seat
    count: int
    hands: list[list[int]]
    loser: Seat
    round: int


class LiarsDiceRevealedEventData(TypedDict):
    # How many support the bid.
    count: int
    # How many each seat has left.
    dice: list[int]
    hands: list[list[int]]
    loser: Seat


class LiarsDiceRevealedEvent(TypedDict):
    """All dice are shown."""

    # When, in epoch milliseconds.
    at: int
    data: LiarsDiceRevealedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["revealed"]


class LiarsDiceSeatBid(TypedDict):
    """The claim that at least `quantity` dice show `face` or are wild."""

    face: int
    quantity: int
    seat: Seat


class LiarsDiceSeatView(TypedDict):
    dice: int
    hand: list[int] | None
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class LiarsDiceSettledEventData(TypedDict):
    dice: list[int]
    scores: list[int]


class LiarsDiceSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: LiarsDiceSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class LiarsDiceView(TypedDict):
    """What a viewer sees: an own hand only with a seat."""

    bids: list[LiarsDiceSeatBid]
    game: Literal["liars-dice"]
    hand: NotRequired[list[int] | None]
    lastRound: LiarsDiceLastRound | None
    opener: Seat
    # Whether it is over.
    phase: Literal["bid", "over"]
    round: int
    seats: list[LiarsDiceSeatView]
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class LogEntry(TypedDict):
    """One line of a bundle's log."""

    # The action; null for a seat that left.
    action: GameAction | None
    # When, in epoch milliseconds.
    at: int
    # True for a seat that gave up or ran out of time.
    leave: NotRequired[bool]
    # Who decided.
    seat: Seat


class MancalaAction(TypedDict):
    """An own pit with stones, 0..=5 in the own sowing direction."""

    # The pit's number.
    pit: int
    type: Literal["sow"]


class MancalaCapturedEventData(TypedDict):
    stones: int


class MancalaCapturedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MancalaCapturedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["captured"]


class MancalaDealtEventData(TypedDict):
    start: Seat


class MancalaDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MancalaDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class MancalaExtraTurnEvent(TypedDict):
    """The seat moves again."""

    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["extra_turn"]


class MancalaLast(TypedDict):
    """The last sowing."""

    captured: int
    pit: int
    seat: Seat


class MancalaSeatView(TypedDict):
    pits: list[int]
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]
    store: int


class MancalaSettledEventData(TypedDict):
    scores: list[int]
    stores: list[int]


class MancalaSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MancalaSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class MancalaSownEventData(TypedDict):
    pit: int
    stones: int


class MancalaSownEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MancalaSownEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["sown"]


class MancalaSweptEventData(TypedDict):
    # By seat.
    stones: list[int]


class MancalaSweptEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MancalaSweptEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["swept"]


class MancalaView(TypedDict):
    """What everyone sees; nothing is hidden."""

    game: Literal["mancala"]
    last: MancalaLast | None
    # Whether it is over.
    phase: Literal["play", "over"]
    seats: list[MancalaSeatView]
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class MeResponse(TypedDict):
    """The caller's account and balance."""

    account: AccountName
    # Chips, without those at tables.
    balance: int


class MemoryAction(TypedDict):
    """Turn over the card in `cell`."""

    # The cell's number.
    cell: int
    type: Literal["flip"]


class MemoryDealtEventData(TypedDict):
    columns: int
    rows: int
    start: Seat


class MemoryDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MemoryDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class MemoryFlip(TypedDict):
    cell: int
    seat: Seat
    symbol: int


class MemoryFlippedEventData(TypedDict):
    cell: int
    symbol: int


class MemoryFlippedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MemoryFlippedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["flipped"]


class MemoryMatchedEventData(TypedDict):
    cells: list[int]
    # By seat.
    pairs: list[int]
    symbol: int


class MemoryMatchedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MemoryMatchedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["matched"]


class MemoryMissedEventData(TypedDict):
    cells: list[int]


class MemoryMissedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MemoryMissedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["missed"]


class MemorySeatView(TypedDict):
    pairs: int
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class MemorySettledEventData(TypedDict):
    pairs: list[int]
    scores: list[int]


class MemorySettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MemorySettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class MemoryTurn(TypedDict):
    """A completed turn."""

    cells: list[int]
    match: bool
    seat: Seat
    symbols: list[int]


class MemoryView(TypedDict):
    """What everyone sees: a card that was never turned over is hidden from all alike."""

    columns: int
    firstCell: int | None
    flips: list[MemoryFlip]
    game: Literal["memory"]
    idleLimit: int
    idleTurns: int
    lastTurn: MemoryTurn | None
    # Whether a card is up, or it is over.
    phase: Literal["first", "second", "over"]
    rows: int
    seats: list[MemorySeatView]
    start: Seat
    symbols: list[int | None]
    takenBy: list[Seat | None]
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class Message(TypedDict):
    """One message of a chat."""

    at: Millis
    body: str
    # The sender's own word; nobody else sees it.
    clientId: NotRequired[str]
    # The cursor of this message.
    id: int
    modality: Modality
    name: str
    # The author's seat, or place among a party's members; -1 is the system.
    seat: int


class Messages(TypedDict):
    """Messages after a cursor, oldest first."""

    messages: list[Message]
    # What to send as the next `since`.
    since: int


class MessengerJoinRequest(TypedDict):
    """What somebody sends who comes from the messenger."""

    # The messenger's username, made to fit, where none is sent.
    handle: NotRequired[str | None]
    # What the messenger gave the app, as it stands.
    initData: str
    # Needed the first time.
    inviteCode: NotRequired[str | None]


class MessengerJoinResponse(TypedDict):
    """An account that was opened by a messenger's identity; the recovery code comes with a new one alone."""

    created: bool
    handle: str
    ok: Literal[True]
    recoveryCode: NotRequired[str]


class MessengerLinkChallengeResponse(TypedDict):
    """A state with which an identity can be linked, once."""

    state: str


class MessengerLinkRequest(TypedDict):
    """A link of a messenger's identity: `initData` or `messengerAuth`."""

    # What the messenger gave the app, as it stands.
    initData: NotRequired[str | None]
    # What the login widget gave: id, first_name, auth_date, hash and others.
    messengerAuth: NotRequired[dict[str, str] | None]
    # From the challenge.
    state: str


class MinesweeperAction(TypedDict):
    """Open `cell`."""

    # The cell's number.
    cell: int
    type: Literal["open"]


class MinesweeperDealtEventData(TypedDict):
    columns: int
    mines: int
    rows: int
    start: Seat


class MinesweeperDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MinesweeperDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class MinesweeperExplodedEventData(TypedDict):
    cell: int


class MinesweeperExplodedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MinesweeperExplodedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["exploded"]


class MinesweeperLastOpening(TypedDict):
    cell: int
    # How many cells it opened; 0 for a mine.
    opened: int
    seat: Seat


class MinesweeperOpenedEventData(TypedDict):
    cell: int
    # The cells that it opened, each with its number.
    cells: list[list[int]]
    # How many they are.
    opened: int


class MinesweeperOpenedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MinesweeperOpenedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["opened"]


class MinesweeperSeatView(TypedDict):
    opened: int
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class MinesweeperSettledEventData(TypedDict):
    opened: list[int]
    scores: list[int]


class MinesweeperSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: MinesweeperSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class MinesweeperView(TypedDict):
    """What everyone sees: the mines are hidden from all alike."""

    boom: int | None
    cells: list[int | None]
    columns: int
    game: Literal["minesweeper"]
    last: MinesweeperLastOpening | None
    mineCells: list[int] | None
    mines: int
    openedBy: list[Seat | None]
    # Whether it is over.
    phase: Literal["open", "over"]
    rows: int
    safeLeft: int
    seats: list[MinesweeperSeatView]
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class MyInvitations(TypedDict):
    """Tables that keep a seat for the caller."""

    invitations: list[Invitation]


class MyRank(TypedDict):
    """Where the caller stands or would stand."""

    # Net chips won at tables.
    chips: int
    rank: int


class MyTable(TypedDict):
    """One of the caller's tables."""

    gameId: GameId
    id: TableId
    kind: TableKind | None
    pace: Pace
    stake: int
    status: TableStatus
    # Whether somebody waits for the caller.
    yourTurn: bool


class MyTables(TypedDict):
    """The caller's waiting and running tables."""

    tables: list[MyTable]


class Ok(TypedDict):
    """Done."""

    ok: Literal[True]


class OpenTable(TypedDict):
    """A public table with a free seat."""

    createdAt: Millis
    gameId: GameId
    # The handle of whoever opened it.
    host: str
    id: TableId
    kind: TableKind | None
    label: str
    seatsFilled: int
    seatsTotal: int
    # The buy-in or bet, in chips.
    stake: int


class OpenTables(TypedDict):
    """Public tables with a free seat."""

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
    """The party that was founded."""

    partyId: PartyId


class PartyTableRequest(TypedDict):
    """A table for a party."""

    kind: TableKind
    # Seats, for multi-seat kinds; clamped to the game's range.
    seats: NotRequired[int | None]
    # Chips; kinds with a fixed buy-in ignore it. Default: `10`.
    stake: NotRequired[int | None]


class PartyView(TypedDict):
    """A party as its members see it."""

    # The table that the party opened last.
    currentTableId: TableId | None
    id: PartyId
    isOwner: bool
    # Handles, the owner first.
    members: list[str]
    messages: list[Message]
    # What to send as the next `msgs_since`.
    msgsAt: int
    standing: Standing
    visibility: PartyVisibility


class PartyVisibilityRequest(TypedDict):
    """Who may join a party."""

    visibility: PartyVisibility


class PauseRequest(TypedDict):
    """How long to pause."""

    duration: PauseDuration


class PauseState(TypedDict):
    """Whether and until when the caller has paused himself."""

    paused: bool
    # When the caller can stake again.
    until: Millis | None


class PlayerAgent(TypedDict):
    """An agent on a member's card."""

    id: AgentId
    losses: int
    name: str
    wins: int


class PlayerResponse(TypedDict):
    """A member's public card."""

    agents: list[PlayerAgent]
    avatarUrl: str | None
    bio: str | None
    # Net chips won at tables.
    chips: int
    handle: str
    memberSince: Millis
    # The messenger's user name, if the member shows it.
    messenger: str | None
    tables: list[PlayerTable]


class PlayerTable(TypedDict):
    """A public table on a member's card."""

    createdAt: Millis
    gameId: GameId
    id: TableId
    kind: TableKind | None
    status: TableStatus


class PlayingTable(TypedDict):
    """A public table in play."""

    createdAt: Millis
    gameId: GameId
    id: TableId
    kind: TableKind | None
    label: str
    # The names of those who play.
    seats: list[str]
    stake: int


class PlayingTables(TypedDict):
    """Public tables in play."""

    tables: list[PlayingTable]


class PostMessageRequest(TypedDict):
    """A chat message of a table."""

    body: str
    # The sender's own word for it, which comes back with the message.
    clientId: NotRequired[str | None]


class Posted(TypedDict):
    """A message was posted."""

    message: Message
    ok: Literal[True]


class PresidentDealtEventData(TypedDict):
    # How many cards each seat has.
    counts: list[int]
    start: Seat


class PresidentDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: PresidentDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class PresidentForfeitedEvent(TypedDict):
    """The seat gave up."""

    # When, in epoch milliseconds.
    at: int
    data: PresidentPlaced
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["forfeited"]


class PresidentOutEvent(TypedDict):
    """The seat has no cards left."""

    # When, in epoch milliseconds.
    at: int
    data: PresidentPlaced
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["out"]


class PresidentPassAction(TypedDict):
    """Follow with nothing."""

    type: Literal["pass"]


class PresidentPassEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["pass"]


class PresidentPlaced(TypedDict):
    """A place that a seat has taken."""

    rank: int
    title: str


class PresidentPlay(TypedDict):
    cards: list[Card]
    seat: Seat
    trick: int


class PresidentPlayAction(TypedDict):
    """Lead or beat the top with a set."""

    # The lowest suits held of the rank.
    cards: list[Card]
    type: Literal["play"]


class PresidentPlayEventData(TypedDict):
    cards: list[Card]
    # How many cards the seat has left.
    left: int


class PresidentPlayEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: PresidentPlayEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["play"]


class PresidentSeatView(TypedDict):
    cards: list[Card] | None
    count: int
    dealt: list[Card] | None
    passed: bool
    rank: int | None
    score: int | None
    seat: Seat
    # How far a seat is. `out`: Without cards.
    status: Literal["in", "left", "out"]
    title: str | None


class PresidentSettledEventData(TypedDict):
    ranks: list[int]
    scores: list[int]


class PresidentSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: PresidentSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class PresidentTimedOutEvent(TypedDict):
    """The seat ran out of time."""

    # When, in epoch milliseconds.
    at: int
    data: PresidentPlaced
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["timed_out"]


class PresidentTop(TypedDict):
    cards: list[Card]
    seat: Seat


class PresidentTrickEventData(TypedDict):
    taker: Seat
    trick: int


class PresidentTrickEvent(TypedDict):
    """A trick is over; the seat leads the next."""

    # When, in epoch milliseconds.
    at: int
    data: PresidentTrickEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["trick"]


class PresidentView(TypedDict):
    """The round as a viewer sees it."""

    game: Literal["president"]
    hand: NotRequired[list[Card] | None]
    # Whether there is a set to beat, or it is over.
    phase: Literal["lead", "follow", "over"]
    played: list[PresidentPlay]
    seats: list[PresidentSeatView]
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    top: PresidentTop | None
    trick: int


class Profile(TypedDict):
    """The caller's own profile."""

    avatarUrl: str | None
    bio: str | None
    doors: list[Door]
    handle: str
    # The providers of linked identities.
    identities: list[str]
    # Whether the messenger's user name is on the public card.
    showMessenger: bool


class ProfilePatch(TypedDict):
    """Changes to a profile. What is absent stays, null clears."""

    avatarUrl: NotRequired[str | None]
    bio: NotRequired[str | None]
    # Whether the messenger's user name is on the public card.
    showMessenger: NotRequired[bool | None]


class PushKey(TypedDict):
    """The key that browsers subscribe with."""

    publicKey: str


class PushKeys(TypedDict):
    """The browser's keys, in base64url."""

    # 16 bytes.
    auth: str
    # An uncompressed point on the curve P-256.
    p256dh: str


class PushSubscribeRequest(TypedDict):
    """A browser that wants to be notified."""

    subscription: PushSubscription


class PushSubscription(TypedDict):
    """What the browser's `PushManager` gives."""

    endpoint: str
    keys: PushKeys


class PushUnsubscribeRequest(TypedDict):
    """A browser that wants to be left alone."""

    endpoint: str


class Referral(TypedDict):
    """The caller's referral code and what it brought."""

    # For how many at most.
    cap: int
    # An invitation code of the caller.
    code: str
    # How many have joined.
    invited: int
    # Chips for each.
    reward: int
    # For how many of them a reward has come.
    rewarded: int
    # How many tables an invitee settles before it comes.
    threshold: int
    # How many can still join with it.
    usesLeft: int


class Reign(TypedDict):
    """A run of consecutive wins."""

    championName: str
    gameId: GameId
    length: int


class Replay(TypedDict):
    """A settled match as anyone may play it again; with its steps, where they were asked for."""

    # The setup of the match.
    config: Any
    # sha256 over the canonical JSON of `config, gameId, log, outcome, seats, seed, sessionId, version`.
    digest: str
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
    # How many seats played.
    seats: int
    # The seed in hex; null while it is sealed.
    seed: str | None
    # sha256 of the seed's hex text.
    seedCommit: str | None
    # sha256 of a sealed daily seed.
    seedHash: str | None
    # The table's id.
    sessionId: str
    steps: NotRequired[list[ReplayStep]]
    # The engine version under which it was played.
    version: str


class ReplayStep(TypedDict):
    """A moment of a match as one side saw it: after the deal, or after an entry of the log."""

    events: list[GameEvent]
    view: GameView


class Roster(TypedDict):
    """The caller's agents, the house's and other members'."""

    agents: list[RosterAgent]
    # After so many duels a version is no longer provisional.
    rankingThreshold: int


class RosterAgent(TypedDict):
    """An agent; its prompt is its owner's alone."""

    acceptsChallenges: bool
    id: AgentId
    kind: AgentKind
    losses: int
    mine: bool
    name: str
    ownerHandle: str
    policy: PolicyName | None
    # Of the caller's own agents that have one; null for others.
    prompt: str | None
    # Whether these are fewer than `rankingThreshold`: it is shown and not ranked.
    provisional: bool
    version: int
    # Duels of this version.
    versionDuels: int
    wins: int


class RotateRecoveryRequest(TypedDict):
    """What a member sends for a new recovery code."""

    # The one that counts now.
    recoveryCode: str


class RotateRecoveryResponse(TypedDict):
    """A new recovery code."""

    ok: Literal[True]
    # The new root of the account. Keep it.
    recoveryCode: str


class RouletteBet1(TypedDict):
    """One number."""

    bet: Literal["straight"]
    numbers: list[int]


class RouletteBet2(TypedDict):
    """Two neighbours."""

    bet: Literal["split"]
    numbers: list[int]


class RouletteBet3(TypedDict):
    """A row of three, or zero with two of its neighbours."""

    bet: Literal["street"]
    numbers: list[int]


class RouletteBet4(TypedDict):
    """Four numbers that meet in a point, or zero with the first row."""

    bet: Literal["corner"]
    numbers: list[int]


class RouletteBet5(TypedDict):
    """Two neighbouring rows."""

    bet: Literal["line"]
    numbers: list[int]


class RouletteBet6(TypedDict):
    """Every third number: 1, 2 or 3 is the column's first number."""

    bet: Literal["column"]
    index: int


class RouletteBet7(TypedDict):
    """Twelve numbers: 1 stands for 1-12, 2 for 13-24, 3 for 25-36."""

    bet: Literal["dozen"]
    index: int


class RouletteBet8(TypedDict):
    """The red numbers."""

    bet: Literal["red"]


class RouletteBet9(TypedDict):
    """The black numbers."""

    bet: Literal["black"]


class RouletteBet10(TypedDict):
    """1, 3, .. 35."""

    bet: Literal["odd"]


class RouletteBet11(TypedDict):
    """2, 4, .. 36; not zero."""

    bet: Literal["even"]


class RouletteBet12(TypedDict):
    """1-18."""

    bet: Literal["low"]


class RouletteBet13(TypedDict):
    """19-36."""

    bet: Literal["high"]


class RouletteBetBlackAction(TypedDict):
    """The black numbers."""

    bet: Literal["black"]
    type: Literal["bet"]


class RouletteBetColumnAction(TypedDict):
    """Every third number: 1, 2 or 3 is the column's first number."""

    bet: Literal["column"]
    index: int
    type: Literal["bet"]


class RouletteBetCornerAction(TypedDict):
    """Four numbers that meet in a point, or zero with the first row."""

    bet: Literal["corner"]
    numbers: list[int]
    type: Literal["bet"]


class RouletteBetDozenAction(TypedDict):
    """Twelve numbers: 1 stands for 1-12, 2 for 13-24, 3 for 25-36."""

    bet: Literal["dozen"]
    index: int
    type: Literal["bet"]


class RouletteBetEvenAction(TypedDict):
    """2, 4, .. 36; not zero."""

    bet: Literal["even"]
    type: Literal["bet"]


class RouletteBetEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: RouletteBet
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["bet"]


class RouletteBetHighAction(TypedDict):
    """19-36."""

    bet: Literal["high"]
    type: Literal["bet"]


class RouletteBetLineAction(TypedDict):
    """Two neighbouring rows."""

    bet: Literal["line"]
    numbers: list[int]
    type: Literal["bet"]


class RouletteBetLowAction(TypedDict):
    """1-18."""

    bet: Literal["low"]
    type: Literal["bet"]


class RouletteBetOddAction(TypedDict):
    """1, 3, .. 35."""

    bet: Literal["odd"]
    type: Literal["bet"]


class RouletteBetRedAction(TypedDict):
    """The red numbers."""

    bet: Literal["red"]
    type: Literal["bet"]


class RouletteBetSplitAction(TypedDict):
    """Two neighbours."""

    bet: Literal["split"]
    numbers: list[int]
    type: Literal["bet"]


class RouletteBetStraightAction(TypedDict):
    """One number."""

    bet: Literal["straight"]
    numbers: list[int]
    type: Literal["bet"]


class RouletteBetStreetAction(TypedDict):
    """A row of three, or zero with two of its neighbours."""

    bet: Literal["street"]
    numbers: list[int]
    type: Literal["bet"]


class RouletteDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class RouletteSeatView(TypedDict):
    bet: RouletteAction | None
    score: int | None
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class RouletteSettledEventData(TypedDict):
    scores: list[int]


class RouletteSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: RouletteSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class RouletteSpinEventData(TypedDict):
    # The colour of a number.
    colour: Literal["red", "black", "green"]
    number: int


class RouletteSpinEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: RouletteSpinEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["spin"]


class RouletteView(TypedDict):
    """What everyone sees; the number only when it is over."""

    # The colour of a number.
    colour: Literal["red", "black", "green"] | None
    game: Literal["roulette"]
    number: int | None
    # Whether it is over.
    phase: Literal["bet", "over"]
    seats: list[RouletteSeatView]
    stake: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class RpsAction(TypedDict):
    """Show `hand` once both have chosen."""

    # The hand to show.
    hand: Literal["rock", "paper", "scissors"]
    type: Literal["throw"]


class RpsDealtEventData(TypedDict):
    maxThrows: int
    toWin: int


class RpsDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: RpsDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class RpsReadyEvent(TypedDict):
    """The seat has chosen."""

    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["ready"]


class RpsSeatView(TypedDict):
    hand: Literal["rock", "paper", "scissors"] | None
    ready: bool
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]
    wins: int


class RpsSettledEventData(TypedDict):
    scores: list[int]
    wins: list[int]


class RpsSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: RpsSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class RpsThrow(TypedDict):
    """A resolved throw."""

    hands: list[Literal["rock", "paper", "scissors"]]
    winner: Seat | None


class RpsThrownEventData(TypedDict):
    hands: list[Literal["rock", "paper", "scissors"]]
    winner: Seat | None
    wins: list[int]


class RpsThrownEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: RpsThrownEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["thrown"]


class RpsTurnEventData(TypedDict):
    # The number of the throw, from 1.
    throw: int


class RpsTurnEvent(TypedDict):
    """The seat is to choose."""

    # When, in epoch milliseconds.
    at: int
    data: RpsTurnEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["turn"]


class RpsView(TypedDict):
    """A view with what all views have."""

    game: Literal["rps"]
    # The own pending choice; a spectator has no such field.
    hand: NotRequired[Literal["rock", "paper", "scissors"] | None]
    maxThrows: int
    # Whether it is over.
    phase: Literal["throw", "over"]
    seats: list[RpsSeatView]
    throws: list[RpsThrow]
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    toWin: int


class Rules(TypedDict):
    """The rules of all table kinds."""

    games: list[KindRules]


class SaveAgentRequest(TypedDict):
    """An agent."""

    # Whether others may challenge it. True for a new agent; absent leaves it as it is.
    acceptsChallenges: NotRequired[bool | None]
    # How readily `minimax` bets and raises in hold'em. Default: `0.5`.
    aggression: NotRequired[float | None]
    kind: AgentKind
    # An agent of this name is changed, whatever the case; else one is made.
    name: str
    # For kind `policy`; of no effect otherwise.
    policy: NotRequired[PolicyName | None]
    # What the model is told, for kind `prompt`; of no effect otherwise.
    prompt: NotRequired[str | None]


class SaveAgentResponse(TypedDict):
    """The agent that was saved."""

    agentId: AgentId
    ok: Literal[True]
    # Grows when what decides has changed; a new name alone keeps it.
    version: int
    versionId: AgentVersionId


class SeatView(TypedDict):
    """Who sits in a seat."""

    # Null means a face that is made up.
    avatarUrl: str | None
    # A handle, or `guest`, or `house`.
    name: str
    seat: Seat


class SelfCheckRequest(TypedDict):
    """A rehearsal of one's own agent."""

    # One of the caller's own.
    agentId: str
    # A duellable game. Default: `"holdem"`.
    gameId: NotRequired[str | None]


class SelfCheckResponse(TypedDict):
    """How a rehearsal went, and the practice table it was played at."""

    # Decisions that a model did not make in time or form: the fallback did.
    fallbacks: int
    ok: Literal[True]
    plies: int
    tableId: TableId
    verdict: Verdict


class Standing(TypedDict):
    """How a party's members stand."""

    reigns: list[Reign]
    rows: list[StandingRow]
    # Settled tables that the party opened.
    tablesTogether: int


class StandingRow(TypedDict):
    """How a member stands in a party."""

    name: str
    # Chips gained or lost at them.
    net: int
    played: int
    wins: int


class TableState(TypedDict):
    """The match itself."""

    # What is left of each seat's time bank, by seat, in milliseconds. A turn uses it when its own time is over.
    bankMs: NotRequired[dict[str, int]]
    # What has happened after `events_since` (after `eventsSince` in the answer to a move).
    events: NotRequired[list[GameEvent]]
    # The cursor of the newest event: what to send as the next `events_since`.
    eventsAt: int
    # What the caller may do now. One element is sent as it stands here.
    legalActions: list[GameAction]
    # Who won what, by seat, once it is over.
    outcome: NotRequired[list[OutcomeEntry]]
    # The number of moves so far, to be sent as `expectedPlies`.
    plies: int
    seed: NotRequired[str]
    # Whether the table is over.
    terminal: bool
    # When the turn ends by itself, the time bank included: a seat that has not moved by then gives up, as by
    # `forfeit`.
    turnDeadlineAt: NotRequired[Millis]
    # The game as the caller's seat may see it; null at an archived table.
    view: GameView | WaitingView | None
    # Whether the caller is to move.
    yourTurn: bool


class TableView(TypedDict):
    """A table as its viewer may see it."""

    # Whether the board is gone and only what was settled is left: `state.view` is null.
    archived: bool
    gameId: GameId
    id: TableId
    # The handle that the open seat is kept for.
    invitedHandle: str | None
    kind: TableKind | None
    # The chat after `msgs_since`; only where that was sent.
    messages: NotRequired[list[Message]]
    # What to send as the next `msgs_since`.
    msgsAt: NotRequired[int]
    # The caller's seat; -1 for a spectator, and for whoever may still sit down.
    mySeat: int
    pace: Pace
    # Whether no chips move.
    practice: bool
    seats: list[SeatView]
    # Seats when all are taken; `seats` has those that are.
    seatsTotal: int
    # The seed in hex, once it is open.
    seed: str | None
    # sha256 of the seed's hex text; null while no deal is made.
    seedCommit: str | None
    # The buy-in or bet, in chips.
    stake: int
    state: TableState
    status: TableStatus
    visibility: Visibility


class TicTacToeAction(TypedDict):
    """Put the own mark into `cell`."""

    # The cell's number.
    cell: int
    type: Literal["mark"]


class TicTacToeDealtEventData(TypedDict):
    start: Seat


class TicTacToeDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: TicTacToeDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class TicTacToeMarkedEventData(TypedDict):
    cell: int
    # Who starts has the X.
    mark: Literal["X", "O"]


class TicTacToeMarkedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: TicTacToeMarkedEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["marked"]


class TicTacToeSeatView(TypedDict):
    # Who starts has the X.
    mark: Literal["X", "O"]
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class TicTacToeSettledEventData(TypedDict):
    # The cells of the line, if one won.
    line: list[int] | None
    scores: list[int]


class TicTacToeSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: TicTacToeSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class TicTacToeView(TypedDict):
    """What everyone sees; nothing is hidden."""

    board: list[Seat | None]
    game: Literal["tic-tac-toe"]
    lastCell: int | None
    line: list[int] | None
    # Whether it is over.
    phase: Literal["play", "over"]
    seats: list[TicTacToeSeatView]
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class TimedOutEvent(TypedDict):
    """The seat ran out of time."""

    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["timed_out"]


class TokenRequest(TypedDict):
    """What a member sends for a token."""

    handle: str
    # From the answer to joining; case, spaces and dashes do not matter.
    recoveryCode: str


class TokenResponse(TypedDict):
    """A Bearer token."""

    # How long it lasts: 30 days.
    expiresInSeconds: int
    token: str


class TurnEvent(TypedDict):
    """The seat is to act."""

    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["turn"]


class VideoPokerAction(TypedDict):
    """Keep the cards at some positions, and draw for the others."""

    # The positions, ascending.
    positions: list[int]
    type: Literal["hold"]


class VideoPokerDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["dealt"]


class VideoPokerDrawnEventData(TypedDict):
    hand: list[Card]


class VideoPokerDrawnEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: VideoPokerDrawnEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["drawn"]


class VideoPokerHeldEventData(TypedDict):
    # Some of the positions 0-4, as the mask `sum(2^position)`; in JSON their ascending list.
    positions: list[int]


class VideoPokerHeldEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: VideoPokerHeldEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["held"]


class VideoPokerSeatView(TypedDict):
    # Some of the positions 0-4, as the mask `sum(2^position)`; in JSON their ascending list.
    held: list[int] | None
    score: int | None
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class VideoPokerSettledEventData(TypedDict):
    handName: str
    scores: list[int]


class VideoPokerSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    data: VideoPokerSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str | None]
    seat: NotRequired[Seat | None]
    type: Literal["settled"]


class VideoPokerView(TypedDict):
    """What a viewer sees: the hand is the player's alone until it is over."""

    first: list[Card] | None
    game: Literal["video-poker"]
    hand: list[Card] | None
    handName: str | None
    # Whether it is over.
    phase: Literal["hold", "over"]
    seats: list[VideoPokerSeatView]
    stake: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    undealt: list[Card] | None


class WaitingViewSeatsItem(TypedDict):
    seat: Seat
    status: Literal["in"]


class WaitingView(TypedDict):
    """A table that has not been dealt: who is there."""

    game: GameId
    phase: Literal["waiting"]
    seats: list[WaitingViewSeatsItem]
    # Nobody.
    toAct: list[Seat]


AccountId: TypeAlias = str


AgentId: TypeAlias = str


AgentKind: TypeAlias = Literal["prompt", "policy"]
"""What makes an agent's decisions. `prompt`: A model, told what its owner wrote. `policy`: A built-in policy."""


AgentVersionId: TypeAlias = str


BaccaratEvent: TypeAlias = BaccaratDealtEvent | BaccaratBetEvent | BaccaratCardsEvent | BaccaratThirdEvent | BaccaratCoupEvent | BaccaratSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


BattleshipAction: TypeAlias = BattleshipPlaceAction | BattleshipAutoAction | BattleshipShootAction


BattleshipDir: TypeAlias = Literal["h", "v"]
"""How a ship lies. `h`: Along a row. `v`: Along a column."""


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
"""How many legs a duel has at most. `bo1`: One. `bo3`: The best of three. `bo5`: The best of five."""


DuelId: TypeAlias = str


DuelOutcome: TypeAlias = Literal["challenger", "defender", "draw"]
"""Who won a duel. `challenger`: Whoever challenged. `defender`: Whoever was challenged. `draw`: Nobody."""


ErrorCode: TypeAlias = Literal["not_signed_in", "rate_limited", "invalid_request", "invalid_invite", "insufficient_chips", "stale_plies", "action_rejected", "not_joinable", "invitation_required", "identity_linked_elsewhere", "idempotency_conflict", "handle_taken", "in_flight", "not_configured", "grant_not_found", "grant_not_eligible", "grant_unavailable", "seat_delegated", "payload_too_large", "practice_quota", "active_table_quota", "party_quota", "push_quota", "selfcheck_limit", "selfcheck_in_flight"]
"""Frozen for v1."""


GameId: TypeAlias = Literal["blackjack", "holdem", "holdem-ring", "tic-tac-toe", "rps", "connect-four", "mancala", "liars-dice", "battleship", "memory", "minesweeper", "president", "dominoes", "roulette", "baccarat", "video-poker"]
"""A game."""


GameView: TypeAlias = BlackjackView | HoldemView | HoldemRingView | TicTacToeView | RpsView | ConnectFourView | MancalaView | LiarsDiceView | BattleshipView | MemoryView | MinesweeperView | PresidentView | DominoesView | RouletteView | BaccaratView | VideoPokerView
"""What the caller may see of a match."""


GrantId: TypeAlias = str


GrantState: TypeAlias = Literal["ready", "delegated"]
"""How far a grant has come. `ready`: Its token can be claimed. `delegated`: Somebody else plays the seat."""


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
"""A moment, in epoch milliseconds, UTC."""


MinesweeperEvent: TypeAlias = MinesweeperDealtEvent | MinesweeperOpenedEvent | MinesweeperExplodedEvent | MinesweeperSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


Modality: TypeAlias = Literal["text", "voice"]
"""How a message was sent. `text`: Written. `voice`: Spoken; nothing is, so far."""


Pace: TypeAlias = Literal["live", "daily"]
"""How fast a table is played. `live`: In one sitting. `daily`: 48 hours a turn."""


PartyId: TypeAlias = str


PartyVisibility: TypeAlias = Literal["unlisted", "private"]
"""Who may join a party by its link. `unlisted`: Whoever has the link. `private`: Nobody new."""


PauseDuration: TypeAlias = Literal["24h", "7d", "30d"]
"""How long a member pauses. `24h`: One day. `7d`: Seven days. `30d`: Thirty days."""


PolicyName: TypeAlias = Literal["calling-station", "minimax", "random"]
"""A built-in policy by its API name. `calling-station`: Checks, else calls. `minimax`: The search or the house's
play, whatever the game has. `random`: Any legal action.
"""


PresidentAction: TypeAlias = PresidentPassAction | PresidentPlayAction


PresidentEvent: TypeAlias = PresidentDealtEvent | PresidentPassEvent | PresidentPlayEvent | PresidentOutEvent | PresidentForfeitedEvent | PresidentTimedOutEvent | PresidentTrickEvent | PresidentSettledEvent | TurnEvent


Reason: TypeAlias = Literal["grant", "buyin", "payout", "rake", "referral"]
"""Why chips moved. `grant`: Starting chips, a refill, or an erased account's chips going back. `buyin`: A stake
put down. `payout`: A stake refunded or chips won. `rake`: The house's share of a pot. `referral`: A reward
for an invitee.
"""


RouletteAction: TypeAlias = RouletteBetStraightAction | RouletteBetSplitAction | RouletteBetStreetAction | RouletteBetCornerAction | RouletteBetLineAction | RouletteBetColumnAction | RouletteBetDozenAction | RouletteBetRedAction | RouletteBetBlackAction | RouletteBetOddAction | RouletteBetEvenAction | RouletteBetLowAction | RouletteBetHighAction


RouletteBet: TypeAlias = RouletteBet1 | RouletteBet2 | RouletteBet3 | RouletteBet4 | RouletteBet5 | RouletteBet6 | RouletteBet7 | RouletteBet8 | RouletteBet9 | RouletteBet10 | RouletteBet11 | RouletteBet12 | RouletteBet13
"""The bets of the layout: rows 1-2-3, 4-5-6, ... 34-35-36, with 0 beside 1, 2 and 3. Numbers ascend."""


RouletteEvent: TypeAlias = RouletteDealtEvent | RouletteBetEvent | RouletteSpinEvent | RouletteSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


RpsEvent: TypeAlias = RpsDealtEvent | RpsTurnEvent | RpsReadyEvent | RpsThrownEvent | RpsSettledEvent | ForfeitedEvent | TimedOutEvent


Seat: TypeAlias = int
"""A place at a table, counted from 0; the creator sits in 0."""


TableId: TypeAlias = str


TableKind: TypeAlias = Literal["blackjack", "blackjack-3", "holdem-vs-house", "holdem-open", "holdem-ring", "tic-tac-toe-vs-house", "rps-vs-house", "connect-four-vs-house", "mancala-vs-house", "liars-dice-vs-house", "battleship-vs-house", "memory-vs-house", "minesweeper-vs-house", "president", "dominoes", "roulette", "baccarat", "video-poker"]
"""A table kind."""


TableStatus: TypeAlias = Literal["waiting", "playing", "settled", "cancelled"]
"""Where a table is in its life. `waiting`: It has seats that members may take. `playing`: It is being played.
`settled`: It is over. `cancelled`: It was declined, withdrawn or expired while it waited; all stakes went
back.
"""


TicTacToeEvent: TypeAlias = TicTacToeDealtEvent | TicTacToeMarkedEvent | TicTacToeSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


TokenType: TypeAlias = Literal["Bearer"]
"""How a token is sent: as `Authorization: Bearer`. `Bearer`: The only one."""


TryResult: TypeAlias = Literal["win", "loss", "draw", "playing"]
"""How a try went, or that it is still played."""


Verdict: TypeAlias = Literal["clean", "fell-back"]
"""Whether an agent made all its decisions itself. `clean`: All. `fell-back`: Not all."""


VideoPokerEvent: TypeAlias = VideoPokerDealtEvent | VideoPokerHeldEvent | VideoPokerDrawnEvent | VideoPokerSettledEvent | TurnEvent | ForfeitedEvent | TimedOutEvent


Visibility: TypeAlias = Literal["public", "unlisted", "private"]
"""Who may find a table and sit down. `public`: Listed, readable by all. `unlisted`: Readable and joinable by
whoever has the id. `private`: Seated and invited members only.
"""


GameAction: TypeAlias = BlackjackAction | HoldemAction | HoldemRingAction | TicTacToeAction | RpsAction | ConnectFourAction | MancalaAction | LiarsDiceAction | BattleshipAction | MemoryAction | MinesweeperAction | PresidentAction | DominoesAction | RouletteAction | BaccaratAction | VideoPokerAction
"""A move, by the `view.game` of its table and its own `type`."""


GameEvent: TypeAlias = BlackjackEvent | HoldemEvent | HoldemRingEvent | TicTacToeEvent | RpsEvent | ConnectFourEvent | MancalaEvent | LiarsDiceEvent | BattleshipEvent | MemoryEvent | MinesweeperEvent | PresidentEvent | DominoesEvent | RouletteEvent | BaccaratEvent | VideoPokerEvent
"""What happened at a table, by the `view.game` of the table and its own `type`."""
