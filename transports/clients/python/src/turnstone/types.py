"""The shapes of requests and answers, as they are on the wire.

Made from the OpenAPI document by scripts/make_types.py; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AccountName(TypedDict):
    """An account's id and handle."""

    # The member's name; an erasure alone changes it.
    handle: str
    # Never changes.
    id: AccountId


class Acted(TypedDict):
    """A move was taken."""

    # Always true.
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
    # What it is.
    type: Literal["bet"]


class BaccaratBetEventData(TypedDict):
    """Its facts."""

    # The side bet on.
    on: Literal["player", "banker", "tie"]


class BaccaratBetEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BaccaratBetEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["bet"]


class BaccaratCardsEventData(TypedDict):
    """Its facts."""

    # The banker's.
    banker: list[Card]
    # The player's.
    player: list[Card]


class BaccaratCardsEvent(TypedDict):
    """The first two cards of both hands."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BaccaratCardsEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["cards"]


class BaccaratCoupEventData(TypedDict):
    """Its facts."""

    # The banker's total.
    banker: int
    # The player's total.
    player: int
    # What won.
    winner: Literal["player", "banker", "tie"]


class BaccaratCoupEvent(TypedDict):
    """The totals, and which hand wins."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BaccaratCoupEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["coup"]


class BaccaratDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class BaccaratHand(TypedDict):
    # Two or three.
    cards: list[Card]
    # What they count, 0-9.
    total: int


class BaccaratSeatView(TypedDict):
    # Its bet; null before.
    on: Literal["player", "banker", "tie"] | None
    # Chips won or lost; null until over.
    score: int | None
    # Its number.
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class BaccaratSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost.
    scores: list[int]


class BaccaratSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BaccaratSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class BaccaratThirdEventData(TypedDict):
    """Its facts."""

    # The card drawn.
    card: Card
    # Who draws it.
    hand: Literal["player", "banker", "tie"]
    # What the hand counts now.
    total: int


class BaccaratThirdEvent(TypedDict):
    """A hand draws a third card."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BaccaratThirdEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["third"]


class BaccaratView(TypedDict):
    """What everyone sees; the cards only when it is over."""

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
    # What won; null until over.
    winner: Literal["player", "banker", "tie"] | None


class BattleshipAutoAction(TypedDict):
    """Let the deal place all remaining ships."""

    # What it is.
    type: Literal["auto"]


class BattleshipDealtEventData(TypedDict):
    """Its facts."""

    # Who shoots first.
    start: Seat


class BattleshipDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BattleshipDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class BattleshipFleetShip(TypedDict):
    # How many cells it covers.
    length: int
    # What it is called.
    name: str
    # Its number, from 0.
    ship: int


class BattleshipPlaceAction(TypedDict):
    """Put the next ship down."""

    # Its left or top cell.
    cell: int
    # How it lies.
    dir: BattleshipDir
    # Its number in the fleet.
    ship: int
    # What it is.
    type: Literal["place"]


class BattleshipPlacedEventData(TypedDict):
    """Its facts."""

    # How many ships are down.
    placed: int


class BattleshipPlacedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BattleshipPlacedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["placed"]


class BattleshipSeatView(TypedDict):
    # Its 100 cells row by row: what a shot found, null where none went.
    grid: list[Literal["miss", "hit", "sunk"] | None]
    # How many of its ships are down.
    placed: int
    # Its number.
    seat: Seat
    # Its ships that are sunk; all that are down when over.
    ships: list[BattleshipShipView]
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class BattleshipSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost, by seat.
    scores: list[int]


class BattleshipSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BattleshipSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class BattleshipShipView(TypedDict):
    # Where it lies, ascending.
    cells: list[int]
    # Its number in the fleet.
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
    # Where, 0-99.
    cell: int
    # What it found.
    result: Literal["miss", "hit", "sunk"]
    # Who shot.
    seat: Seat
    # Which ship, once it is sunk.
    ship: int | None


class BattleshipShotEventData(TypedDict):
    """Its facts."""

    # Where, 0-99.
    cell: int
    # What it found.
    result: Literal["miss", "hit", "sunk"]


class BattleshipShotEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BattleshipShotEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["shot"]


class BattleshipSunkEventData(TypedDict):
    """Its facts."""

    # Where it lay, ascending.
    cells: list[int]
    # Its number in the fleet.
    ship: int


class BattleshipSunkEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BattleshipSunkEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["sunk"]


class BattleshipView(TypedDict):
    """What a viewer sees: of the other's ships only those that are sunk."""

    # The ships that each seat has.
    fleet: list[BattleshipFleetShip]
    # The game's id.
    game: Literal["battleship"]
    # The newest shot; null before.
    lastShot: BattleshipShot | None
    # How far it is.
    phase: Literal["place", "shoot", "over"]
    # Both seats.
    seats: list[BattleshipSeatView]
    # The viewer's own ships.
    ships: NotRequired[list[BattleshipShipView] | None]
    # Who shoots first.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class BlackjackDealerEventData(TypedDict):
    """Its facts."""

    # All cards.
    cards: list[Card]
    # Of which round.
    round: int
    # What they count.
    total: int


class BlackjackDealerEvent(TypedDict):
    """The dealer's final hand."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackDealerEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealer"]


class BlackjackDealerView(TypedDict):
    """What cards count together."""

    # Null is the hole card until the round is done; what counts is told of the open ones.
    cards: list[Card | None]
    # Whether an ace counts 11.
    soft: bool
    # What the cards count.
    total: int


class BlackjackDealtEventData(TypedDict):
    """Its facts."""

    # The player's.
    cards: list[Card]
    # Which round.
    round: int
    # The dealer's open card.
    up: Card


class BlackjackDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class BlackjackDoubleAction(TypedDict):
    """Double the bet and take exactly one card."""

    # What it is.
    type: Literal["double"]


class BlackjackDoubleEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackDrawn
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["double"]


class BlackjackDrawn(TypedDict):
    """A card that came to a hand."""

    # The card.
    card: Card
    # Which hand.
    hand: int
    # Of which round.
    round: int
    # What the hand counts now.
    total: int


class BlackjackHandView(TypedDict):
    """What cards count together."""

    # Its chips, doubled or not.
    bet: int
    # In the order dealt.
    cards: list[Card]
    # Whether the bet was doubled.
    doubled: bool
    # Chips won or lost; null until the round is done.
    net: int | None
    # Null until the round is done.
    result: Literal["win", "loss", "push", "blackjack"] | None
    # Whether an ace counts 11.
    soft: bool
    # How far it is played.
    status: Literal["open", "stood", "bust", "blackjack", "conceded"]
    # What the cards count.
    total: int


class BlackjackHitAction(TypedDict):
    """Take a card."""

    # What it is.
    type: Literal["hit"]


class BlackjackHitEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackDrawn
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["hit"]


class BlackjackRoundEventData(TypedDict):
    """Its facts."""

    # By hand.
    nets: list[int | None]
    # Which round.
    round: int


class BlackjackRoundEvent(TypedDict):
    """A round is settled."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackRoundEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["round"]


class BlackjackRoundView(TypedDict):
    # The dealer's hand.
    dealer: BlackjackDealerView
    # Whether it is settled.
    done: bool
    # The player's: two after a split.
    hands: list[BlackjackHandView]
    # Whether a pair was split.
    split: bool


class BlackjackSeatView(TypedDict):
    # Chips won or lost so far.
    score: int
    # Its number.
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class BlackjackSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost.
    scores: list[int]


class BlackjackSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class BlackjackSplitAction(TypedDict):
    """Make two hands of a pair."""

    # What it is.
    type: Literal["split"]


class BlackjackSplitEventData(TypedDict):
    """Its facts."""

    # Of both hands.
    cards: list[list[Card]]
    # Of which round.
    round: int


class BlackjackSplitEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackSplitEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["split"]


class BlackjackStandAction(TypedDict):
    """Take no more."""

    # What it is.
    type: Literal["stand"]


class BlackjackStandEventData(TypedDict):
    """Its facts."""

    # Which hand.
    hand: int
    # Of which round.
    round: int


class BlackjackStandEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackStandEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["stand"]


class BlackjackTurnEventData(TypedDict):
    """Its facts."""

    # Which hand.
    hand: int
    # Of which round.
    round: int


class BlackjackTurnEvent(TypedDict):
    """The player is to decide about a hand."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: BlackjackTurnEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["turn"]


class BlackjackView(TypedDict):
    """What everyone sees: the player's cards lie face up."""

    # The game's id.
    game: Literal["blackjack"]
    # The hand to decide about, in `hands` of the round; null when over.
    hand: int | None
    # How many rounds are played.
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


class CardSeat(TypedDict):
    """A seat of an end card."""

    # A picture; null means a face that is made up.
    avatarUrl: str | None
    # A handle, or `house`.
    name: str
    # Its place, 1 for the first; in games that rank.
    rank: NotRequired[int]
    # Win, loss or draw.
    result: MatchResult
    # What the seat has gained or lost over all tables that exactly these players have finished together.
    rosterNet: int
    # The chips that the seat gained or lost here.
    score: int
    # Its number.
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

    # For `bo1` also the table's; else legs are the tables `<duelId>_l1` and so on.
    duelId: DuelId
    # Those of the challenger.
    fallbackReasons: FallbackReasons
    # Decisions of both sides that a model did not make in time or form: the fallback did.
    fallbacks: int
    # How many legs at most.
    format: DuelFormat
    # The game.
    gameId: GameId
    # How the legs went.
    legs: DuelLegs
    # The challenger's chips gained or lost.
    net: int
    # Always true.
    ok: Literal[True]
    # Who won more legs.
    outcome: DuelOutcome
    # Decisions of all legs.
    plies: int
    # True where this `clientRef` had already been fought.
    replayed: NotRequired[bool]
    # Legs that count for nothing, because the model was unavailable: their stakes went back.
    voidedLegs: int


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
    # Until when the token counts.
    expiresAt: Millis
    # The seat to play.
    seat: Seat
    # The table.
    tableId: TableId
    # How to send it.
    tokenType: TokenType


class ConnectFourAction(TypedDict):
    """Into a column that is not full, 0..=6 from the left."""

    # The column's number.
    column: int
    # What it is.
    type: Literal["drop"]


class ConnectFourDealtEventData(TypedDict):
    """Its facts."""

    # Who begins.
    start: Seat


class ConnectFourDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: ConnectFourDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class ConnectFourDroppedEventData(TypedDict):
    """Its facts."""

    # Where it landed, 0-41.
    cell: int
    # Which column, 0-6.
    column: int


class ConnectFourDroppedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: ConnectFourDroppedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dropped"]


class ConnectFourSeatView(TypedDict):
    # Its colour.
    disc: Literal["red", "yellow"]
    # Its number.
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class ConnectFourSettledEventData(TypedDict):
    """Its facts."""

    # The cells of the line, if one won.
    line: list[int] | None
    # Chips won or lost, by seat.
    scores: list[int]


class ConnectFourSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: ConnectFourSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class ConnectFourView(TypedDict):
    """What everyone sees; nothing is hidden."""

    # 42 cells row by row from the top left: whose disc, or null.
    board: list[Seat | None]
    # The game's id.
    game: Literal["connect-four"]
    # Where the newest disc is; null before.
    lastCell: int | None
    # The cells that won, ascending; else null.
    line: list[int] | None
    # Whether it is over.
    phase: Literal["play", "over"]
    # Both seats.
    seats: list[ConnectFourSeatView]
    # Who begins.
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
    # What is played.
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
    # Listed, joinable by members who have its id, or for invited members only. Default: `"public"`.
    visibility: NotRequired[Visibility | None]


class Created(TypedDict):
    """The table that was made."""

    # To be read and played.
    tableId: TableId


class CurrentSeatGrant(TypedDict):
    """A live grant."""

    # The end of the claim and of the credential.
    expiresAt: Millis
    # To take the seat back by.
    grantId: GrantId
    # The seat.
    seat: Seat
    # Whether it was claimed.
    state: GrantState
    # The table.
    tableId: TableId


class CurrentSeatGrantResponse(TypedDict):
    """The live grant of a seat, if there is one."""

    # Null where nothing is handed out.
    grant: CurrentSeatGrant | None


class DailyBoardResponse(TypedDict):
    """The daily challenge and its results."""

    # The best first.
    board: list[DailyRank]
    # The day, in UTC.
    dateKey: str
    # The table kind of the day.
    kind: TableKind
    # The caller's own try.
    mine: DailyMine | None
    # sha256 of the day's seed.
    seedHash: str


class DailyMine(TypedDict):
    """The caller's try."""

    # Moves it took; null until it is over.
    plies: int | None
    # Null until it is over.
    result: MatchResult | None
    # How far it is.
    status: TableStatus
    # The table of the try.
    tableId: TableId


class DailyRank(TypedDict):
    """A member's try."""

    # Whose it is.
    handle: str
    # Moves it took; null until it is over.
    plies: int | None
    # How it went.
    result: TryResult
    # When it was over; null before.
    settledAt: Millis | None


class DeploymentIdentity(TypedDict):
    """The build of the server."""

    # Whether a third party vouches for the build.
    attested: bool
    # 40 lowercase hex digits; null where the build was not told.
    commitSha: str | None
    # `dpl_` and letters and digits; null where the operator names none.
    deploymentId: str | None
    # Null where the operator names none.
    environment: Literal["production", "preview", "development"] | None
    # Whether what is stored is of this build's form.
    schemaReady: bool
    # Of this object: 1.
    schemaVersion: int


class DominoesBlockedEventData(TypedDict):
    """Its facts."""

    # By seat; null for one that left.
    pips: list[int | None]


class DominoesBlockedEvent(TypedDict):
    """No seat can move."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: DominoesBlockedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["blocked"]


class DominoesDealtEventData(TypedDict):
    """Its facts."""

    # How many tiles it has.
    boneyard: int
    # Who leads.
    start: Seat
    # How many each seat has.
    tiles: int


class DominoesDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: DominoesDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class DominoesDrawAction(TypedDict):
    """Take the front tile of the boneyard, when nothing fits."""

    # What it is.
    type: Literal["draw"]


class DominoesDrewEventData(TypedDict):
    """Its facts."""

    # How many tiles it still has.
    boneyard: int


class DominoesDrewEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: DominoesDrewEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["drew"]


class DominoesLast(TypedDict):
    """The last tile played."""

    # At which end; null for the lead.
    end: Literal["left", "right"] | None
    # Who played it.
    seat: Seat
    # Which.
    tile: DominoesTile


class DominoesPassAction(TypedDict):
    """When nothing fits and the boneyard is empty."""

    # What it is.
    type: Literal["pass"]


class DominoesPassedEventData(TypedDict):
    """Its facts."""

    # The open numbers, left and right.
    ends: list[int] | None


class DominoesPassedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: DominoesPassedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["passed"]


class DominoesPlayAction(TypedDict):
    """Lay a tile."""

    # At which end; none for the lead.
    end: NotRequired[Literal["left", "right"] | None]
    # Which.
    tile: DominoesTile
    # What it is.
    type: Literal["play"]


class DominoesPlayedEventData(TypedDict):
    """Its facts."""

    # None for the lead.
    end: Literal["left", "right"] | None
    # The open numbers now, left and right.
    ends: list[int] | None
    # Which tile.
    tile: DominoesTile
    # How many the seat has left.
    tilesLeft: int


class DominoesPlayedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: DominoesPlayedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["played"]


class DominoesSeatView(TypedDict):
    # Its tiles; null until over.
    hand: list[DominoesTile] | None
    # The numbers on which it passed: it has none of them.
    lacks: list[int]
    # Their sum; null until over.
    pips: int | None
    # Its number.
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]
    # How many it has.
    tiles: int


class DominoesSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost, by seat.
    scores: list[int]
    # Who won, ascending.
    winners: list[Seat]


class DominoesSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: DominoesSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class DominoesView(TypedDict):
    """The round as a viewer sees it."""

    # Whether it ended because no seat could move.
    blocked: bool
    # How many tiles it has.
    boneyard: int
    # Its tiles in drawing order; null until over.
    boneyardTiles: list[DominoesTile] | None
    # The open numbers, left and right; null before the lead.
    ends: list[int] | None
    # The game's id.
    game: Literal["dominoes"]
    # The own tiles; a spectator has none.
    hand: NotRequired[list[DominoesTile] | None]
    # The last tile played; null before.
    last: DominoesLast | None
    # Tiles from left to right as they lie, each by its left number and its right.
    line: list[list[int]]
    # Whether the line has begun, or it is over.
    phase: Literal["lead", "play", "over"]
    # All seats.
    seats: list[DominoesSeatView]
    # Who leads.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class Door(TypedDict):
    """A linked identity, as its owner sees it."""

    # As the provider tells it; null where it tells none.
    photoUrl: str | None
    # So far `messenger` alone.
    provider: str
    # As the provider tells it; null where it tells none.
    username: str | None


class Duel(TypedDict):
    """A duel by the names of its agents; the outcome is null while it runs."""

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
    # How many legs at most; null like the game.
    format: DuelFormat | None
    # The game; null for a duel of an earlier version of this server.
    gameId: GameId | None
    # For `bo1` also the table's.
    id: DuelId
    # Whether an agent of the caller's fought.
    mine: bool
    # Null while it runs.
    outcome: DuelOutcome | None
    # When it was over; null while it runs.
    settledAt: Millis | None
    # Chips a leg and side.
    stake: int
    # The tables of the legs that were dealt, in order.
    tables: list[TableId]


class DuelLegs(TypedDict):
    """Legs by who won them."""

    # Won by the challenger.
    challenger: int
    # Won by the defender.
    defender: int
    # Legs without a winner.
    drawn: int


class Duels(TypedDict):
    """Duels, newest first."""

    # One page of them.
    duels: list[Duel]


class EndCard(TypedDict):
    """How a table ended."""

    # The game.
    gameId: GameId
    # The table.
    id: TableId
    # Null for agents' duels.
    kind: TableKind | None
    # How many tables of this game the winner has now won in a row among these players; 1 is the first.
    reign: int
    # All seats.
    seats: list[CardSeat]
    # When it was over.
    settledAt: Millis | None
    # The buy-in or bet, in chips.
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

    # How many agents stay without name and prompt.
    agentsAnonymised: int
    # The name that past tables now show.
    handle: str
    # How many linked identities are gone.
    identitiesRemoved: int
    # Always true.
    ok: Literal[True]
    # How many browsers are no longer notified.
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


class FallbackReasons(TypedDict):
    """Decisions that an agent did not make itself, by the reason."""

    # The model's endpoint was unavailable.
    host: int
    # The model's endpoint rejected the question, or the agent could no longer be asked.
    refused: int
    # The model did not answer in time, or the duel took longer than 30 minutes.
    timeOut: int
    # The model's answers named none of the legal actions.
    unreadable: int


class ForfeitedEvent(TypedDict):
    """The seat gave up."""

    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["forfeited"]


class GameKind(TypedDict):
    """One table kind."""

    # The buy-in is the stake times this.
    buyInPerAmount: NotRequired[int]
    # One sentence.
    description: str
    # Whether agents can be sent into duels of the game.
    duellable: bool
    # The version of the rules.
    engineVersion: str
    # The buy-in, whatever the stake.
    fixedBuyIn: NotRequired[int]
    # The game.
    gameId: GameId
    # What to post to create a table.
    kind: TableKind
    # Its name, for people.
    label: str
    # Whether `open` and `invited` may leave seats to members.
    openEligible: bool
    # How it is played and settled, in full.
    rules: str
    # The default number of seats; only for kinds with a choice.
    seats: NotRequired[int]


class Games(TypedDict):
    """All table kinds."""

    # Each kind once.
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
    # Until when the token counts.
    expiresAt: Millis
    # The table.
    tableId: TableId
    # How to send it.
    tokenType: TokenType


class Hand(TypedDict):
    """A settled table in a history."""

    # The game.
    gameId: GameId
    # Null where an agent played it.
    kind: TableKind | None
    # The chips gained or lost, the buy-in taken off.
    net: int
    # Handles; `house` is one.
    opponents: list[str]
    # By `net`: a win above 0, a loss below.
    result: MatchResult
    # When it was over.
    settledAt: Millis | None
    # Its replay and card are public.
    tableId: TableId


class History(TypedDict):
    """Settled tables of the caller, newest first."""

    # By the time of settlement.
    hands: list[Hand]


class HoldemBlindEventData(TypedDict):
    """Its facts."""

    # Its chips.
    amount: int
    # Which one.
    blind: Literal["small", "big"]


class HoldemBlindEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemBlindEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["blind"]


class HoldemCallAction(TypedDict):
    """Put in what is owed, or all that is left."""

    # What it is.
    type: Literal["call"]


class HoldemCallEventData(TypedDict):
    """Its facts."""

    # Chips put in.
    amount: int


class HoldemCallEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemCallEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["call"]


class HoldemCheckAction(TypedDict):
    """Stay in where nothing is owed."""

    # What it is.
    type: Literal["check"]


class HoldemCheckEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: dict[str, Any]
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["check"]


class HoldemDealtEventData(TypedDict):
    """Its facts."""

    # The dealer's seat.
    button: Seat


class HoldemDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class HoldemFoldAction(TypedDict):
    """Give the hand up."""

    # What it is.
    type: Literal["fold"]


class HoldemFoldEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: dict[str, Any]
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["fold"]


class HoldemPotEventData(TypedDict):
    """Its facts."""

    # Its chips.
    amount: int
    # What each winner gets.
    shares: list[int]
    # Who won, in the order of odd chips.
    winners: list[Seat]


class HoldemPotEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemPotEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["pot"]


class HoldemPotView(TypedDict):
    # Its chips.
    amount: int
    # Who could win it.
    seats: list[Seat]
    # What each winner got.
    shares: list[int]
    # Who won it, in the order of odd chips.
    winners: list[Seat]


class HoldemRaiseAction(TypedDict):
    """Bet or raise."""

    # The seat's whole bet of the street afterwards.
    to: int
    # What it is.
    type: Literal["raise"]


class HoldemRaiseEventData(TypedDict):
    """Its facts."""

    # Whether no chips are left.
    allIn: bool
    # How much more than the bet before.
    by: int
    # The seat's whole bet of the street.
    to: int


class HoldemRaiseEvent(TypedDict):
    """A bet or a raise."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRaiseEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["raise"]


class HoldemReturnedEventData(TypedDict):
    """Its facts."""

    # How many.
    amount: int


class HoldemReturnedEvent(TypedDict):
    """Uncalled chips are returned."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemReturnedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["returned"]


class HoldemRingBlindEventData(TypedDict):
    """Its facts."""

    # Its chips.
    amount: int
    # Which one.
    blind: Literal["small", "big"]


class HoldemRingBlindEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingBlindEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["blind"]


class HoldemRingCallAction(TypedDict):
    """Put in what is owed, or all that is left."""

    # What it is.
    type: Literal["call"]


class HoldemRingCallEventData(TypedDict):
    """Its facts."""

    # Chips put in.
    amount: int


class HoldemRingCallEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingCallEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["call"]


class HoldemRingCheckAction(TypedDict):
    """Stay in where nothing is owed."""

    # What it is.
    type: Literal["check"]


class HoldemRingCheckEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: dict[str, Any]
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["check"]


class HoldemRingDealtEventData(TypedDict):
    """Its facts."""

    # The dealer's seat.
    button: Seat


class HoldemRingDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class HoldemRingFoldAction(TypedDict):
    """Give the hand up."""

    # What it is.
    type: Literal["fold"]


class HoldemRingFoldEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: dict[str, Any]
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["fold"]


class HoldemRingPotEventData(TypedDict):
    """Its facts."""

    # Its chips.
    amount: int
    # What each winner gets.
    shares: list[int]
    # Who won, in the order of odd chips.
    winners: list[Seat]


class HoldemRingPotEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingPotEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["pot"]


class HoldemRingPotView(TypedDict):
    # Its chips.
    amount: int
    # Who could win it.
    seats: list[Seat]
    # What each winner got.
    shares: list[int]
    # Who won it, in the order of odd chips.
    winners: list[Seat]


class HoldemRingRaiseAction(TypedDict):
    """Bet or raise."""

    # The seat's whole bet of the street afterwards.
    to: int
    # What it is.
    type: Literal["raise"]


class HoldemRingRaiseEventData(TypedDict):
    """Its facts."""

    # Whether no chips are left.
    allIn: bool
    # How much more than the bet before.
    by: int
    # The seat's whole bet of the street.
    to: int


class HoldemRingRaiseEvent(TypedDict):
    """A bet or a raise."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingRaiseEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["raise"]


class HoldemRingReturnedEventData(TypedDict):
    """Its facts."""

    # How many.
    amount: int


class HoldemRingReturnedEvent(TypedDict):
    """Uncalled chips are returned."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingReturnedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["returned"]


class HoldemRingSeatView(TypedDict):
    """A seat of a hand."""

    # Whether it has decided on this street.
    acted: bool
    # The five cards that count, in a showdown.
    best: NotRequired[list[Card] | None]
    # Chips put in on this street.
    bet: int
    # Its two cards; null until over.
    cards: list[Card] | None
    # What they make, in words.
    handName: NotRequired[str | None]
    # Its last decision; null before.
    last: Literal["fold", "check", "call", "raise", "left"] | None
    # Chips put in on all streets.
    put: int
    # Uncalled chips that were returned.
    returned: NotRequired[int]
    # Chips won or lost.
    score: NotRequired[int]
    # Its number.
    seat: Seat
    # Chips not put in.
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
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class HoldemRingShownEventData(TypedDict):
    """Its facts."""

    # The five that count.
    best: list[Card]
    # The two of the seat.
    cards: list[Card]
    # What they make, in words.
    handName: str


class HoldemRingShownEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingShownEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["shown"]


class HoldemRingStreetEventData(TypedDict):
    """Its facts."""

    # The cards that came.
    cards: list[Card]
    # Which street.
    street: Literal["preflop", "flop", "turn", "river"]


class HoldemRingStreetEvent(TypedDict):
    """The cards of a street."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemRingStreetEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["street"]


class HoldemRingView(TypedDict):
    """A hand as its viewer may see it."""

    # In chips.
    bigBlind: int
    # The common cards so far.
    board: list[Card]
    # The dealer's seat.
    button: Seat
    # What a seat must have put in on this street to stay.
    currentBet: int
    # The game's id.
    game: Literal["holdem-ring"]
    # The own cards; a spectator has none.
    hand: NotRequired[list[Card] | None]
    # By how much a raise goes up at least.
    minRaise: int
    # The street, or that it is over.
    phase: Literal["preflop", "flop", "turn", "river", "over"]
    # All chips put in, those of this street too.
    pot: int
    # The main pot, then side pots.
    pots: NotRequired[list[HoldemRingPotView]]
    # All seats.
    seats: list[HoldemRingSeatView]
    # Whether hands were compared.
    showdown: NotRequired[bool]
    # In chips.
    smallBlind: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    # The common cards that did not come.
    undealtBoard: NotRequired[list[Card] | None]


class HoldemSeatView(TypedDict):
    """A seat of a hand."""

    # Whether it has decided on this street.
    acted: bool
    # The five cards that count, in a showdown.
    best: NotRequired[list[Card] | None]
    # Chips put in on this street.
    bet: int
    # Its two cards; null until over.
    cards: list[Card] | None
    # What they make, in words.
    handName: NotRequired[str | None]
    # Its last decision; null before.
    last: Literal["fold", "check", "call", "raise", "left"] | None
    # Chips put in on all streets.
    put: int
    # Uncalled chips that were returned.
    returned: NotRequired[int]
    # Chips won or lost.
    score: NotRequired[int]
    # Its number.
    seat: Seat
    # Chips not put in.
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
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class HoldemShownEventData(TypedDict):
    """Its facts."""

    # The five that count.
    best: list[Card]
    # The two of the seat.
    cards: list[Card]
    # What they make, in words.
    handName: str


class HoldemShownEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemShownEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["shown"]


class HoldemStreetEventData(TypedDict):
    """Its facts."""

    # The cards that came.
    cards: list[Card]
    # Which street.
    street: Literal["preflop", "flop", "turn", "river"]


class HoldemStreetEvent(TypedDict):
    """The cards of a street."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: HoldemStreetEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["street"]


class HoldemView(TypedDict):
    """A hand as its viewer may see it."""

    # In chips.
    bigBlind: int
    # The common cards so far.
    board: list[Card]
    # The dealer's seat.
    button: Seat
    # What a seat must have put in on this street to stay.
    currentBet: int
    # The game's id.
    game: Literal["holdem"]
    # The own cards; a spectator has none.
    hand: NotRequired[list[Card] | None]
    # By how much a raise goes up at least.
    minRaise: int
    # The street, or that it is over.
    phase: Literal["preflop", "flop", "turn", "river", "over"]
    # All chips put in, those of this street too.
    pot: int
    # The main pot, then side pots.
    pots: NotRequired[list[HoldemPotView]]
    # All seats.
    seats: list[HoldemSeatView]
    # Whether hands were compared.
    showdown: NotRequired[bool]
    # In chips.
    smallBlind: int
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    # The common cards that did not come.
    undealtBoard: NotRequired[list[Card] | None]


class Invitation(TypedDict):
    """A table that keeps a seat for the caller."""

    # When it was opened.
    createdAt: Millis
    # The game.
    gameId: GameId
    # The handle of the member who invites.
    host: str
    # The table.
    id: TableId
    # What was opened.
    kind: TableKind | None
    # The kind's name, for people.
    label: str
    # How fast it is played.
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
    # To take the seat back by.
    grantId: GrantId
    # The seat.
    seat: Seat
    # The table.
    tableId: TableId


class JoinRequest(TypedDict):
    """What a new member sends."""

    # The idempotency key: a new UUID of your own, with which the same answer comes for a day.
    clientRef: str
    # The name to be known by, in lower case: a letter, then letters, digits, `_` and `-`.
    handle: str
    # From a member or the operator; an established member's referral code is one too.
    inviteCode: str


class JoinResponse(TypedDict):
    """A new account; the recovery code is shown this once."""

    # As it counts: in lower case.
    handle: str
    # Always true.
    ok: Literal[True]
    # The root of the account, exchanged for tokens at `POST /api/token`. Keep it.
    recoveryCode: str


class JoinTableResponse(TypedDict):
    """A seat was taken."""

    # Always true.
    ok: Literal[True]
    # Whether that was the last free seat, and the table is played now.
    started: bool
    # The table.
    tableId: TableId


class KindRules(TypedDict):
    """What `GET /api/games` tells members of a kind, and how many seats it can have."""

    # What an agent's `aggression` does; null where it has no effect.
    aggression: str | None
    # The buy-in is the stake times this.
    buyInPerAmount: NotRequired[int]
    # One sentence.
    description: str
    # Whether agents can be sent into duels of the game.
    duellable: bool
    # The version of the rules.
    engineVersion: str
    # Seats at least.
    fewestSeats: int
    # The buy-in, whatever the stake.
    fixedBuyIn: NotRequired[int]
    # The game.
    gameId: GameId
    # What to post to create a table.
    kind: TableKind
    # Its name, for people.
    label: str
    # Seats at most.
    mostSeats: int
    # Whether `open` and `invited` may leave seats to members.
    openEligible: bool
    # The built-in policies that agents can have in this game.
    policies: list[PolicyName]
    # How it is played and settled, in full.
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
    """Who won most."""

    # By net chips won, the most first.
    leaderboard: list[Leader]
    # Where the caller stands; absent without credentials.
    me: NotRequired[MyRank]


class Ledger(TypedDict):
    """Movements of the caller's chips, oldest first."""

    # By id.
    entries: list[LedgerEntry]


class LedgerEntry(TypedDict):
    """One movement."""

    # When they moved.
    createdAt: Millis
    # Always `chips`.
    currency: str
    # Signed: what was paid is negative.
    delta: int
    # The cursor of this movement.
    id: int
    # Why.
    reason: Reason
    # Null where the chips are of no table.
    tableId: TableId | None


class LiarsDiceBid(TypedDict):
    """The claim that at least `quantity` dice show `face` or are wild."""

    # 1-6.
    face: int
    # How many at least.
    quantity: int


class LiarsDiceBidAction(TypedDict):
    """Claim that many dice of a face."""

    # 1-6.
    face: int
    # How many at least.
    quantity: int
    # What it is.
    type: Literal["bid"]


class LiarsDiceBidEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: LiarsDiceBid
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["bid"]


class LiarsDiceChallengeAction(TypedDict):
    """Deny the last bid."""

    # What it is.
    type: Literal["challenge"]


class LiarsDiceChallengedEvent(TypedDict):
    """The seat denies the bid."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: LiarsDiceBid
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["challenged"]


class LiarsDiceDealtEventData(TypedDict):
    """Its facts."""

    # How many each seat has.
    dice: list[int]
    # Which round, from 1.
    round: int


class LiarsDiceDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: LiarsDiceDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class LiarsDiceLastRound(TypedDict):
    """The last challenge, which shows both hands to everyone."""

    # The bid that was denied.
    bid: LiarsDiceSeatBid
    # Who denied it.
    challenger: Seat
    # How many dice support it.
    count: int
    # All dice, by seat.
    hands: list[list[int]]
    # Who lost a die.
    loser: Seat
    # Which round.
    round: int


class LiarsDiceRevealedEventData(TypedDict):
    """Its facts."""

    # How many support the bid.
    count: int
    # How many each seat has left.
    dice: list[int]
    # All dice, by seat.
    hands: list[list[int]]
    # Who loses a die.
    loser: Seat


class LiarsDiceRevealedEvent(TypedDict):
    """All dice are shown."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: LiarsDiceRevealedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["revealed"]


class LiarsDiceSeatBid(TypedDict):
    """The claim that at least `quantity` dice show `face` or are wild."""

    # 1-6.
    face: int
    # How many at least.
    quantity: int
    # Whose it is.
    seat: Seat


class LiarsDiceSeatView(TypedDict):
    # How many it has.
    dice: int
    # Its dice; null until over.
    hand: list[int] | None
    # Its number.
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class LiarsDiceSettledEventData(TypedDict):
    """Its facts."""

    # How many each seat has left.
    dice: list[int]
    # Chips won or lost, by seat.
    scores: list[int]


class LiarsDiceSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: LiarsDiceSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class LiarsDiceView(TypedDict):
    """What a viewer sees: an own hand only with a seat."""

    # The bids of this round, in order.
    bids: list[LiarsDiceSeatBid]
    # The game's id.
    game: Literal["liars-dice"]
    # The own dice, ascending; a spectator has none.
    hand: NotRequired[list[int] | None]
    # The challenge before; null without one.
    lastRound: LiarsDiceLastRound | None
    # Who opened this round.
    opener: Seat
    # Whether it is over.
    phase: Literal["bid", "over"]
    # The round, from 1.
    round: int
    # Both seats.
    seats: list[LiarsDiceSeatView]
    # Who opened the first round.
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
    # What it is.
    type: Literal["sow"]


class MancalaCapturedEventData(TypedDict):
    """Its facts."""

    # How many, the capturing one too.
    stones: int


class MancalaCapturedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MancalaCapturedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["captured"]


class MancalaDealtEventData(TypedDict):
    """Its facts."""

    # Who begins.
    start: Seat


class MancalaDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MancalaDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class MancalaExtraTurnEvent(TypedDict):
    """The seat moves again."""

    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["extra_turn"]


class MancalaLast(TypedDict):
    """The last sowing."""

    # Stones captured, the capturing one too.
    captured: int
    # Which pit, 0-5.
    pit: int
    # Who sowed.
    seat: Seat


class MancalaSeatView(TypedDict):
    # Stones by pit, in sowing direction.
    pits: list[int]
    # Its number.
    seat: Seat
    # Whether somebody still plays in a seat.
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
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MancalaSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class MancalaSownEventData(TypedDict):
    """Its facts."""

    # Which pit, 0-5.
    pit: int
    # How many were sown.
    stones: int


class MancalaSownEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MancalaSownEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["sown"]


class MancalaSweptEventData(TypedDict):
    """Its facts."""

    # By seat.
    stones: list[int]


class MancalaSweptEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MancalaSweptEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["swept"]


class MancalaView(TypedDict):
    """What everyone sees; nothing is hidden."""

    # The game's id.
    game: Literal["mancala"]
    # The last sowing; null before.
    last: MancalaLast | None
    # Whether it is over.
    phase: Literal["play", "over"]
    # Both seats.
    seats: list[MancalaSeatView]
    # Who begins.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class MeResponse(TypedDict):
    """The caller's account and balance."""

    # Who is asking.
    account: AccountName
    # Chips, without those at tables.
    balance: int
    # When an operator replaced the recovery code. The operator has seen the present code: rotate it, and this
    # goes.
    recoveredAt: NotRequired[Millis]


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
    # Who begins.
    start: Seat


class MemoryDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MemoryDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class MemoryFlip(TypedDict):
    # The card, 0-23.
    cell: int
    # Who turned it over.
    seat: Seat
    # What it showed, 0-11.
    symbol: int


class MemoryFlippedEventData(TypedDict):
    """Its facts."""

    # The card, 0-23.
    cell: int
    # What it shows, 0-11.
    symbol: int


class MemoryFlippedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MemoryFlippedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["flipped"]


class MemoryMatchedEventData(TypedDict):
    """Its facts."""

    # The two cards.
    cells: list[int]
    # By seat.
    pairs: list[int]
    # What both show.
    symbol: int


class MemoryMatchedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MemoryMatchedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["matched"]


class MemoryMissedEventData(TypedDict):
    """Its facts."""

    # The two cards.
    cells: list[int]


class MemoryMissedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MemoryMissedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["missed"]


class MemorySeatView(TypedDict):
    # How many it has.
    pairs: int
    # Its number.
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class MemorySettledEventData(TypedDict):
    """Its facts."""

    # By seat.
    pairs: list[int]
    # Chips won or lost, by seat.
    scores: list[int]


class MemorySettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MemorySettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class MemoryTurn(TypedDict):
    """A completed turn."""

    # The cards, in order.
    cells: list[int]
    # Whether they are a pair.
    match: bool
    # Whose it was.
    seat: Seat
    # What they showed.
    symbols: list[int]


class MemoryView(TypedDict):
    """What everyone sees: a card that was never turned over is hidden from all alike."""

    # Cards in a row.
    columns: int
    # The card that is up, or null.
    firstCell: int | None
    # Every card turned over so far, in order.
    flips: list[MemoryFlip]
    # The game's id.
    game: Literal["memory"]
    # The number of them that ends the game.
    idleLimit: int
    # Turns in a row without a pair.
    idleTurns: int
    # The last completed turn; null before.
    lastTurn: MemoryTurn | None
    # Whether a card is up, or it is over.
    phase: Literal["first", "second", "over"]
    # Rows of cards.
    rows: int
    # Both seats.
    seats: list[MemorySeatView]
    # Who begins.
    start: Seat
    # By cell, of taken cards and of the one that is up; else null. All when over.
    symbols: list[int | None]
    # By cell: who has the card, or null.
    takenBy: list[Seat | None]
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class Message(TypedDict):
    """One message of a chat."""

    # When.
    at: Millis
    # The text, 1 to 500 characters.
    body: str
    # The `clientId` that the message was sent with; only in answers to the sender.
    clientId: NotRequired[str]
    # The cursor of this message.
    id: int
    # So far `text` alone.
    modality: Modality
    # The author's handle; `house` for the system.
    name: str
    # True where an operator removed the message, and absent elsewhere; `body` is then a placeholder.
    removed: NotRequired[bool]
    # The author's seat, or place among a party's members; -1 is the system.
    seat: int


class Messages(TypedDict):
    """Messages after a cursor, oldest first."""

    # At most 100.
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

    # Whether the account is new.
    created: bool
    # The member's name, in lower case.
    handle: str
    # Always true.
    ok: Literal[True]
    # The root of a new account, shown this once; absent for a known one.
    recoveryCode: NotRequired[str]


class MessengerLinkChallengeResponse(TypedDict):
    """Create a state for linking an identity; it can be used once."""

    # To be sent with the proof.
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
    # What it is.
    type: Literal["open"]


class MinesweeperDealtEventData(TypedDict):
    """Its facts."""

    # Cells in a row.
    columns: int
    # How many there are.
    mines: int
    # Rows of cells.
    rows: int
    # Who begins.
    start: Seat


class MinesweeperDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MinesweeperDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class MinesweeperExplodedEventData(TypedDict):
    """Its facts."""

    # The mine, 0-80.
    cell: int


class MinesweeperExplodedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MinesweeperExplodedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["exploded"]


class MinesweeperLastOpening(TypedDict):
    # Which cell, 0-80.
    cell: int
    # How many cells it opened; 0 for a mine.
    opened: int
    # Who moved.
    seat: Seat


class MinesweeperOpenedEventData(TypedDict):
    """Its facts."""

    # The cell chosen, 0-80.
    cell: int
    # The cells that it opened, each with its number.
    cells: list[list[int]]
    # How many they are.
    opened: int


class MinesweeperOpenedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MinesweeperOpenedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["opened"]


class MinesweeperSeatView(TypedDict):
    # How many cells it opened.
    opened: int
    # Its number.
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class MinesweeperSettledEventData(TypedDict):
    """Its facts."""

    # Cells opened, by seat.
    opened: list[int]
    # Chips won or lost, by seat.
    scores: list[int]


class MinesweeperSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: MinesweeperSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class MinesweeperView(TypedDict):
    """What everyone sees: the mines are hidden from all alike."""

    # The mine that was opened, or null.
    boom: int | None
    # Row by row: mines around an open cell, null for a closed one.
    cells: list[int | None]
    # Cells in a row.
    columns: int
    # The game's id.
    game: Literal["minesweeper"]
    # The last move; null before.
    last: MinesweeperLastOpening | None
    # Where the mines are, ascending; null until over.
    mineCells: list[int] | None
    # How many there are.
    mines: int
    # By cell: who opened it, or null.
    openedBy: list[Seat | None]
    # Whether it is over.
    phase: Literal["open", "over"]
    # Rows of cells.
    rows: int
    # Closed cells without a mine.
    safeLeft: int
    # Both seats.
    seats: list[MinesweeperSeatView]
    # Who begins.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class MyInvitations(TypedDict):
    """Tables that reserve a seat for the caller."""

    # Those that wait for an answer.
    invitations: list[Invitation]


class MyRank(TypedDict):
    """Where the caller stands or would stand."""

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
    # Null where an agent plays it.
    kind: TableKind | None
    # How fast it is played.
    pace: Pace
    # The buy-in or bet, in chips.
    stake: int
    # `waiting` or `playing`.
    status: TableStatus
    # Whether somebody waits for the caller.
    yourTurn: bool


class MyTables(TypedDict):
    """The caller's waiting and running tables."""

    # The caller's.
    tables: list[MyTable]


class Ok(TypedDict):
    """Done."""

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
    # How many are taken.
    seatsFilled: int
    # How many it has.
    seatsTotal: int
    # The buy-in or bet, in chips.
    stake: int


class OpenTables(TypedDict):
    """Public tables with a free seat."""

    # The newest first.
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

    # The id. Every member who has it can join.
    partyId: PartyId


class PartyTableRequest(TypedDict):
    """A table for a party."""

    # One that can be left open to members.
    kind: TableKind
    # Seats, for multi-seat kinds; clamped to the game's range.
    seats: NotRequired[int | None]
    # Chips; kinds with a fixed buy-in ignore it. Default: `10`.
    stake: NotRequired[int | None]


class PartyView(TypedDict):
    """A party as its members see it."""

    # The table that the party opened last.
    currentTableId: TableId | None
    # The party.
    id: PartyId
    # Whether the caller founded it.
    isOwner: bool
    # Handles, the owner first.
    members: list[str]
    # The chat after `msgs_since`, with the system's own.
    messages: list[Message]
    # What to send as the next `msgs_since`.
    msgsAt: int
    # How its members stand.
    standing: Standing
    # Who may join.
    visibility: PartyVisibility


class PartyVisibilityRequest(TypedDict):
    """Who may join a party."""

    # Who may join from now on.
    visibility: PartyVisibility


class PauseRequest(TypedDict):
    """How long to pause."""

    # From now on; a shorter one than is in force changes nothing.
    duration: PauseDuration


class PauseState(TypedDict):
    """Whether the account is paused, and until when."""

    # Whether a pause is in force.
    paused: bool
    # When the caller can stake again.
    until: Millis | None


class PlayerAgent(TypedDict):
    """An agent on a member's card."""

    # For challenges.
    id: AgentId
    # Duels lost.
    losses: int
    # Its name.
    name: str
    # Duels won.
    wins: int


class PlayerResponse(TypedDict):
    """A member's public card."""

    # The member's agents.
    agents: list[PlayerAgent]
    # A picture; null means a face that is made up.
    avatarUrl: str | None
    # In the member's own words; null where there are none.
    bio: str | None
    # Net chips won at tables.
    chips: int
    # The member's name.
    handle: str
    # When the account was made.
    memberSince: Millis
    # The messenger's user name, if the member shows it.
    messenger: str | None
    # Public tables where the member sits, the newest first.
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
    # How far it is.
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
    # The names of those who play.
    seats: list[str]
    # The buy-in or bet, in chips.
    stake: int


class PlayingTables(TypedDict):
    """Public tables in play."""

    # The newest first.
    tables: list[PlayingTable]


class PostMessageRequest(TypedDict):
    """A chat message of a table."""

    # What to say, trimmed; one line.
    body: str
    # The sender's own word for it, which comes back with the message.
    clientId: NotRequired[str | None]


class Posted(TypedDict):
    """A message was posted."""

    # As it stands in the chat.
    message: Message
    # Always true.
    ok: Literal[True]


class PresidentDealtEventData(TypedDict):
    """Its facts."""

    # How many cards each seat has.
    counts: list[int]
    # Who leads.
    start: Seat


class PresidentDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class PresidentForfeitedEvent(TypedDict):
    """The seat gave up."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentPlaced
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["forfeited"]


class PresidentOutEvent(TypedDict):
    """The seat has no cards left."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentPlaced
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["out"]


class PresidentPassAction(TypedDict):
    """Follow with nothing."""

    # What it is.
    type: Literal["pass"]


class PresidentPassEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["pass"]


class PresidentPlaced(TypedDict):
    """A place that a seat has taken."""

    # From 1.
    rank: int
    # What it is called.
    title: str


class PresidentPlay(TypedDict):
    # The set.
    cards: list[Card]
    # Who played it.
    seat: Seat
    # In which trick, from 1.
    trick: int


class PresidentPlayAction(TypedDict):
    """Lead or beat the top with a set."""

    # The lowest suits held of the rank.
    cards: list[Card]
    # What it is.
    type: Literal["play"]


class PresidentPlayEventData(TypedDict):
    """Its facts."""

    # The set.
    cards: list[Card]
    # How many cards the seat has left.
    left: int


class PresidentPlayEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentPlayEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["play"]


class PresidentSeatView(TypedDict):
    # What it has left; null until over.
    cards: list[Card] | None
    # How many cards it has.
    count: int
    # What it began with; null until over.
    dealt: list[Card] | None
    # Whether it has passed since the top set came.
    passed: bool
    # Its place, from 1; null before.
    rank: int | None
    # Chips won or lost; null until over.
    score: int | None
    # Its number.
    seat: Seat
    # Whether it still plays. `out`: Without cards.
    status: Literal["in", "left", "out"]
    # What the place is called; null before.
    title: str | None


class PresidentSettledEventData(TypedDict):
    """Its facts."""

    # Places, by seat.
    ranks: list[int]
    # Chips won or lost, by seat.
    scores: list[int]


class PresidentSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class PresidentTimedOutEvent(TypedDict):
    """The seat ran out of time."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentPlaced
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["timed_out"]


class PresidentTop(TypedDict):
    # The set.
    cards: list[Card]
    # Who played it.
    seat: Seat


class PresidentTrickEventData(TypedDict):
    """Its facts."""

    # Who took it.
    taker: Seat
    # Its number, from 1.
    trick: int


class PresidentTrickEvent(TypedDict):
    """A trick is over; the seat leads the next."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: PresidentTrickEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["trick"]


class PresidentView(TypedDict):
    """The round as a viewer sees it."""

    # The game's id.
    game: Literal["president"]
    # The own cards by rank, the 2 last; a spectator has none.
    hand: NotRequired[list[Card] | None]
    # Whether there is a set to beat, or it is over.
    phase: Literal["lead", "follow", "over"]
    # All sets so far, in order.
    played: list[PresidentPlay]
    # All seats.
    seats: list[PresidentSeatView]
    # Who began.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]
    # The set to beat; null for a lead.
    top: PresidentTop | None
    # The trick, from 1.
    trick: int


class Profile(TypedDict):
    """The caller's own profile."""

    # A picture; null means a face that is made up.
    avatarUrl: str | None
    # In the member's own words; null where there are none.
    bio: str | None
    # Linked identities in detail.
    doors: list[Door]
    # The member's name.
    handle: str
    # The providers of linked identities.
    identities: list[str]
    # Whether the messenger's user name is on the public card.
    showMessenger: bool


class ProfilePatch(TypedDict):
    """Changes to a profile. What is absent stays, null clears."""

    # A picture at a public https address; null clears.
    avatarUrl: NotRequired[str | None]
    # In your own words; null clears.
    bio: NotRequired[str | None]
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
    """A browser that wants to be notified."""

    # What the browser's `PushManager` gives.
    subscription: PushSubscription


class PushSubscription(TypedDict):
    """What the browser's `PushManager` gives."""

    # Where its push service takes messages.
    endpoint: str
    # What notifications are encrypted for.
    keys: PushKeys


class PushUnsubscribeRequest(TypedDict):
    """A browser that wants to be left alone."""

    # As it was subscribed.
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
    # Settled tables that the caller still needs to be established.
    tablesNeeded: int
    # How many tables that count an invitee settles before it comes.
    threshold: int
    # How many accounts the caller's referral tree has room for; null where it has no bound.
    treeLeft: int | None
    # How many can still join with it: 0 until the caller is established.
    usesLeft: int
    # Until when the caller has not been a member for long enough to be established; null once they have.
    waitsUntil: Millis | None


class Reign(TypedDict):
    """A run of consecutive wins."""

    # The winner's handle.
    championName: str
    # The game.
    gameId: GameId
    # Wins in a row, 2 at least.
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
    # With `seat` alone: the deal, then one step for each entry of the log.
    steps: NotRequired[list[ReplayStep]]
    # The engine version under which it was played.
    version: str


class ReplayStep(TypedDict):
    """A moment of a match as one side saw it: after the deal, or after an entry of the log."""

    # What had been told since the step before.
    events: list[GameEvent]
    # What was seen then.
    view: GameView


class Roster(TypedDict):
    """The caller's agents, the house's and other members'."""

    # The caller's own first.
    agents: list[RosterAgent]
    # The `cursor` of the next page; null where this is the last.
    nextCursor: AgentId | None
    # The number of duels after which a version is no longer provisional.
    rankingThreshold: int


class RosterAgent(TypedDict):
    """An agent; its prompt is its owner's alone."""

    # Whether others may challenge it.
    acceptsChallenges: bool
    # For challenges and rehearsals.
    id: AgentId
    # What makes its decisions.
    kind: AgentKind
    # Duels lost, of all versions.
    losses: int
    # Whether it is the caller's.
    mine: bool
    # Unique among its owner's.
    name: str
    # Whose it is; `house` is one.
    ownerHandle: str
    # Other owners whose agents it has beaten: ranked agents are ordered by this first.
    ownersBeaten: int
    # Of the kind `policy`; null for others.
    policy: PolicyName | None
    # Of the caller's own agents that have one; null for others.
    prompt: str | None
    # Whether these are fewer than `rankingThreshold`: it stands behind all ranked ones.
    provisional: bool
    # Chips a leg above which others cannot challenge it: of the caller's own agents that have a limit; null for
    # others.
    stakeLimit: int | None
    # Counted from 1.
    version: int
    # Duels of this version.
    versionDuels: int
    # Duels won, of all versions.
    wins: int


class RotateRecoveryRequest(TypedDict):
    """What a member sends for a new recovery code."""

    # The one that counts now.
    recoveryCode: str


class RotateRecoveryResponse(TypedDict):
    """A new recovery code."""

    # Always true.
    ok: Literal[True]
    # The new root of the account. Keep it.
    recoveryCode: str


class RouletteBet1(TypedDict):
    """One number."""

    # What it is.
    bet: Literal["straight"]
    # Which, 0-36.
    numbers: list[int]


class RouletteBet2(TypedDict):
    """Two neighbours."""

    # What it is.
    bet: Literal["split"]
    # Which, 0-36.
    numbers: list[int]


class RouletteBet3(TypedDict):
    """A row of three, or zero with two of its neighbours."""

    # What it is.
    bet: Literal["street"]
    # Which, 0-36.
    numbers: list[int]


class RouletteBet4(TypedDict):
    """Four numbers that meet in a point, or zero with the first row."""

    # What it is.
    bet: Literal["corner"]
    # Which, 0-36.
    numbers: list[int]


class RouletteBet5(TypedDict):
    """Two neighbouring rows."""

    # What it is.
    bet: Literal["line"]
    # Which, 1-36.
    numbers: list[int]


class RouletteBet6(TypedDict):
    """Every third number: 1, 2 or 3 is the column's first number."""

    # What it is.
    bet: Literal["column"]
    # 1-3.
    index: int


class RouletteBet7(TypedDict):
    """Twelve numbers: 1 stands for 1-12, 2 for 13-24, 3 for 25-36."""

    # What it is.
    bet: Literal["dozen"]
    # 1-3.
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
    # 1-3.
    index: int
    # What it is.
    type: Literal["bet"]


class RouletteBetCornerAction(TypedDict):
    """Four numbers that meet in a point, or zero with the first row."""

    # What it is.
    bet: Literal["corner"]
    # Which, 0-36.
    numbers: list[int]
    # What it is.
    type: Literal["bet"]


class RouletteBetDozenAction(TypedDict):
    """Twelve numbers: 1 stands for 1-12, 2 for 13-24, 3 for 25-36."""

    # What it is.
    bet: Literal["dozen"]
    # 1-3.
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
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: RouletteBet
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
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
    # Which, 1-36.
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
    # Which, 0-36.
    numbers: list[int]
    # What it is.
    type: Literal["bet"]


class RouletteBetStraightAction(TypedDict):
    """One number."""

    # What it is.
    bet: Literal["straight"]
    # Which, 0-36.
    numbers: list[int]
    # What it is.
    type: Literal["bet"]


class RouletteBetStreetAction(TypedDict):
    """A row of three, or zero with two of its neighbours."""

    # What it is.
    bet: Literal["street"]
    # Which, 0-36.
    numbers: list[int]
    # What it is.
    type: Literal["bet"]


class RouletteDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class RouletteSeatView(TypedDict):
    # Null before.
    bet: RouletteAction | None
    # Chips won or lost; null until over.
    score: int | None
    # Its number.
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class RouletteSettledEventData(TypedDict):
    """Its facts."""

    # Chips won or lost.
    scores: list[int]


class RouletteSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: RouletteSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class RouletteSpinEventData(TypedDict):
    """Its facts."""

    # The number's.
    colour: Literal["red", "black", "green"]
    # 0-36.
    number: int


class RouletteSpinEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: RouletteSpinEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["spin"]


class RouletteView(TypedDict):
    """What everyone sees; the number only when it is over."""

    # The number's; null until over.
    colour: Literal["red", "black", "green"] | None
    # The game's id.
    game: Literal["roulette"]
    # 0-36; null until over.
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
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: RpsDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class RpsReadyEvent(TypedDict):
    """The seat has chosen."""

    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["ready"]


class RpsSeatView(TypedDict):
    # Null until over; then what it had chosen when the other left.
    hand: Literal["rock", "paper", "scissors"] | None
    # Whether it has chosen.
    ready: bool
    # Its number.
    seat: Seat
    # Whether somebody still plays in a seat.
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
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: RpsSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class RpsThrow(TypedDict):
    """A resolved throw."""

    # By seat.
    hands: list[Literal["rock", "paper", "scissors"]]
    # Null where both are the same.
    winner: Seat | None


class RpsThrownEventData(TypedDict):
    """Its facts."""

    # By seat.
    hands: list[Literal["rock", "paper", "scissors"]]
    # Null where both are the same.
    winner: Seat | None
    # Throws won, by seat.
    wins: list[int]


class RpsThrownEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: RpsThrownEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["thrown"]


class RpsTurnEventData(TypedDict):
    """Its facts."""

    # The number of the throw, from 1.
    throw: int


class RpsTurnEvent(TypedDict):
    """The seat is to choose."""

    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: RpsTurnEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["turn"]


class RpsView(TypedDict):
    """A view with what all views have."""

    # The game's id.
    game: Literal["rps"]
    # The own pending choice; a spectator has no such field.
    hand: NotRequired[Literal["rock", "paper", "scissors"] | None]
    # The number of throws after which the match ends.
    maxThrows: int
    # Whether it is over.
    phase: Literal["throw", "over"]
    # Both seats.
    seats: list[RpsSeatView]
    # Those that both have made, in order.
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

    # Whether others may challenge it. True for a new agent; absent leaves it as it is.
    acceptsChallenges: NotRequired[bool | None]
    # How readily `minimax` bets and raises in hold'em. Default: `0.5`.
    aggression: NotRequired[float | None]
    # What makes its decisions.
    kind: AgentKind
    # An agent of this name is changed, whatever the case; else one is made.
    name: str
    # For kind `policy`; of no effect otherwise.
    policy: NotRequired[PolicyName | None]
    # What the model is told, for kind `prompt`; of no effect otherwise.
    prompt: NotRequired[str | None]
    # Chips a leg above which others cannot challenge it; 0 for no limit. Absent leaves it as it is.
    stakeLimit: NotRequired[int | None]


class SaveAgentResponse(TypedDict):
    """The agent that was saved."""

    # Stays with the name.
    agentId: AgentId
    # Always true.
    ok: Literal[True]
    # Grows when what decides has changed; a new name alone keeps it.
    version: int
    # Of this version alone.
    versionId: AgentVersionId


class SeatView(TypedDict):
    """Who sits in a seat."""

    # Null means a face that is made up.
    avatarUrl: str | None
    # A handle, or `guest`, or `house`.
    name: str
    # Its number.
    seat: Seat


class SelfCheckRequest(TypedDict):
    """A rehearsal of one's own agent."""

    # One of the caller's own.
    agentId: str
    # A duellable game. Default: `"holdem"`.
    gameId: NotRequired[str | None]


class SelfCheckResponse(TypedDict):
    """How a rehearsal went, and the practice table it was played at."""

    # Why.
    fallbackReasons: FallbackReasons
    # Decisions that a model did not make in time or form: the fallback did.
    fallbacks: int
    # Always true.
    ok: Literal[True]
    # Decisions of both sides.
    plies: int
    # Its replay is public for some days.
    tableId: TableId
    # Whether there was no fallback.
    verdict: Verdict


class Standing(TypedDict):
    """How a party's members stand."""

    # Runs of two wins and more, by game.
    reigns: list[Reign]
    # Members by net chips, the most first.
    rows: list[StandingRow]
    # Settled tables that the party opened.
    tablesTogether: int


class StandingRow(TypedDict):
    """How a member stands in a party."""

    # The member's handle.
    name: str
    # Chips gained or lost at them.
    net: int
    # How many were played.
    played: int
    # How many of them were won.
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
    # As the table's `seed`; absent until it is open.
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
    # The game.
    gameId: GameId
    # The table.
    id: TableId
    # The handle that the open seat is kept for.
    invitedHandle: str | None
    # Null for agents' duels and rehearsals.
    kind: TableKind | None
    # The chat after `msgs_since`; only where that was sent.
    messages: NotRequired[list[Message]]
    # What to send as the next `msgs_since`.
    msgsAt: NotRequired[int]
    # The caller's seat; -1 for a caller without a seat.
    mySeat: int
    # How fast it is played.
    pace: Pace
    # Whether no chips move.
    practice: bool
    # Those that are taken.
    seats: list[SeatView]
    # Seats when all are taken; `seats` has those that are.
    seatsTotal: int
    # The seed in hex, once it is open.
    seed: str | None
    # sha256 of the seed's hex text, shown before the first ply.
    seedCommit: str | None
    # The buy-in or bet, in chips.
    stake: int
    # The match.
    state: TableState
    # Where it is in its life.
    status: TableStatus
    # Who may find it and sit down.
    visibility: Visibility


class TicTacToeAction(TypedDict):
    """Put the own mark into `cell`."""

    # The cell's number.
    cell: int
    # What it is.
    type: Literal["mark"]


class TicTacToeDealtEventData(TypedDict):
    """Its facts."""

    # Who begins.
    start: Seat


class TicTacToeDealtEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: TicTacToeDealtEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class TicTacToeMarkedEventData(TypedDict):
    """Its facts."""

    # Where, 0-8.
    cell: int
    # The seat's mark.
    mark: Literal["X", "O"]


class TicTacToeMarkedEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: TicTacToeMarkedEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["marked"]


class TicTacToeSeatView(TypedDict):
    # Its mark.
    mark: Literal["X", "O"]
    # Its number.
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class TicTacToeSettledEventData(TypedDict):
    """Its facts."""

    # The cells of the line, if one won.
    line: list[int] | None
    # Chips won or lost, by seat.
    scores: list[int]


class TicTacToeSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: TicTacToeSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class TicTacToeView(TypedDict):
    """What everyone sees; nothing is hidden."""

    # 9 cells row by row: who marked it, or null.
    board: list[Seat | None]
    # The game's id.
    game: Literal["tic-tac-toe"]
    # The newest mark; null before.
    lastCell: int | None
    # The cells that won, ascending; else null.
    line: list[int] | None
    # Whether it is over.
    phase: Literal["play", "over"]
    # Both seats.
    seats: list[TicTacToeSeatView]
    # Who begins.
    start: Seat
    # The seats that may act now; none when it is over.
    toAct: list[Seat]


class TimedOutEvent(TypedDict):
    """The seat ran out of time."""

    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["timed_out"]


class TokenRequest(TypedDict):
    """What a member sends for a token."""

    # The member's name, in any case.
    handle: str
    # From the answer to joining; case, spaces and dashes do not matter.
    recoveryCode: str


class TokenResponse(TypedDict):
    """A Bearer token."""

    # How long it lasts: 30 days.
    expiresInSeconds: int
    # To be sent as `Authorization: Bearer`.
    token: str


class TurnEvent(TypedDict):
    """The seat is to act."""

    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
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
    # When, in epoch milliseconds.
    at: int
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["dealt"]


class VideoPokerDrawnEventData(TypedDict):
    """Its facts."""

    # The final cards.
    hand: list[Card]


class VideoPokerDrawnEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: VideoPokerDrawnEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["drawn"]


class VideoPokerHeldEventData(TypedDict):
    """Its facts."""

    # Positions kept, ascending.
    positions: list[int]


class VideoPokerHeldEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: VideoPokerHeldEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["held"]


class VideoPokerSeatView(TypedDict):
    # Positions kept; null before.
    held: list[int] | None
    # Chips won or lost; null until over.
    score: int | None
    # Its number.
    seat: Seat
    # Whether somebody still plays in a seat.
    status: Literal["in", "left"]


class VideoPokerSettledEventData(TypedDict):
    """Its facts."""

    # What the cards make.
    handName: str
    # Chips won or lost.
    scores: list[int]


class VideoPokerSettledEvent(TypedDict):
    # When, in epoch milliseconds.
    at: int
    # Its facts.
    data: VideoPokerSettledEventData
    # What happened, to be read aloud.
    label: NotRequired[str]
    # Whom it is about.
    seat: NotRequired[Seat]
    # What it is.
    type: Literal["settled"]


class VideoPokerView(TypedDict):
    """What a viewer sees: the hand is the player's alone until it is over."""

    # The cards dealt; null for a spectator until over.
    first: list[Card] | None
    # The game's id.
    game: Literal["video-poker"]
    # The cards now; null for a spectator until over.
    hand: list[Card] | None
    # What they make, or `forfeit`; null until over.
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
"""Who won a duel. `challenger`: The challenger won. `defender`: The challenged agent won. `draw`: Neither side
won.
"""


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
"""Who may join a party by its link. `unlisted`: Members who have the link. `private`: No new members."""


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
"""Who may find a table and sit down. `public`: Listed, readable by all. `unlisted`: Not listed; every member who
has the id can read and join it. `private`: Seated and invited members only.
"""


GameAction: TypeAlias = BlackjackAction | HoldemAction | HoldemRingAction | TicTacToeAction | RpsAction | ConnectFourAction | MancalaAction | LiarsDiceAction | BattleshipAction | MemoryAction | MinesweeperAction | PresidentAction | DominoesAction | RouletteAction | BaccaratAction | VideoPokerAction
"""A move, by the `view.game` of its table and its own `type`."""


GameEvent: TypeAlias = BlackjackEvent | HoldemEvent | HoldemRingEvent | TicTacToeEvent | RpsEvent | ConnectFourEvent | MancalaEvent | LiarsDiceEvent | BattleshipEvent | MemoryEvent | MinesweeperEvent | PresidentEvent | DominoesEvent | RouletteEvent | BaccaratEvent | VideoPokerEvent
"""What happened at a table, by the `view.game` of the table and its own `type`."""
