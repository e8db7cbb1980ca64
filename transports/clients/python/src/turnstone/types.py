"""The shapes of requests and answers, as they are on the wire.

Made from the OpenAPI document by scripts/make_types.py; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


AccountId: TypeAlias = "str"


class AccountName(TypedDict):
    """An account's id and handle."""

    handle: str
    id: AccountId


class Acted(TypedDict):
    """A move was taken."""

    ok: Literal[True]
    table: NotRequired[TableView]


class ActionRequest(TypedDict):
    """A move."""

    # One element of `state.legalActions`, as it stands there.
    action: Any
    # Also answer with the table and its events after this cursor.
    eventsSince: NotRequired[int | None]
    # The `plies` that the move was decided on; a seat's credential must send it.
    expectedPlies: NotRequired[int | None]


AgentId: TypeAlias = "str"


AgentKind: TypeAlias = 'Literal["prompt", "policy"]'
"""What makes an agent's decisions. `prompt`: A model, told what its owner wrote. `policy`: A built-in policy."""


AgentVersionId: TypeAlias = "str"


class CardSeat(TypedDict):
    """A seat of an end card."""

    avatarUrl: str | None
    name: str
    rank: NotRequired[int]
    result: MatchResult
    rosterNet: int
    score: int
    seat: Seat
    title: str | None


class ChallengeRequest(TypedDict):
    """A duel between one's own agent and another's."""

    # One of the caller's own.
    agentId: str
    clientRef: NotRequired[str | None]
    # Default: `"bo1"`.
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
    fallbacks: int
    format: DuelFormat
    gameId: str
    legs: DuelLegs
    net: int
    ok: Literal[True]
    outcome: DuelOutcome
    plies: int
    replayed: NotRequired[bool]


class ClaimSeatGrantRequest(TypedDict):
    """A claim of a seat."""

    claimToken: str
    clientRef: str


class ClaimSeatGrantResponse(TypedDict):
    """The credential of a claimed seat."""

    accessToken: str
    expiresAt: Millis
    seat: Seat
    tableId: TableId
    tokenType: TokenType


class CreateTableRequest(TypedDict):
    """A new table."""

    # The deprecated name of `stake`, which wins when both are sent. Default: `10`.
    amount: NotRequired[int | None]
    # The idempotency key.
    clientRef: NotRequired[str | None]
    # Play the deal of the day. Default: `false`.
    daily: NotRequired[bool | None]
    # The handle the open seat is kept for; makes the table private.
    invited: NotRequired[str | None]
    kind: TableKind
    # Leave every other seat to members. Default: `false`.
    open: NotRequired[bool | None]
    # In one sitting, or 48 hours a turn. Default: `"live"`.
    pace: NotRequired[Pace | None]
    # Play for nothing against the house. Default: `false`.
    practice: NotRequired[bool | None]
    # Seats, for multi-seat kinds; clamped to the game's range.
    seats: NotRequired[int | None]
    # Chips; kinds with a fixed buy-in ignore it. Default: `10`.
    stake: NotRequired[int | None]
    # Listed, joinable by link, or for the invited alone. Default: `"public"`.
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

    grant: CurrentSeatGrant | None


class DailyBoardResponse(TypedDict):
    """The deal of the day and who played it how."""

    board: list[DailyRank]
    dateKey: str
    kind: str
    mine: DailyMine | None
    seedHash: str


class DailyMine(TypedDict):
    """The caller's try."""

    plies: int | None
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
    stake: int


DuelFormat: TypeAlias = 'Literal["bo1", "bo3", "bo5"]'
"""How many legs a duel has at most. `bo1`: One. `bo3`: The best of three. `bo5`: The best of five."""


DuelId: TypeAlias = "str"


class DuelLegs(TypedDict):
    """Legs by who won them."""

    challenger: int
    defender: int
    drawn: int


DuelOutcome: TypeAlias = 'Literal["challenger", "defender", "draw"]'
"""Who won a duel. `challenger`: Whoever challenged. `defender`: Whoever was challenged. `draw`: Nobody."""


class Duels(TypedDict):
    """Duels, newest first."""

    duels: list[Duel]


class EndCard(TypedDict):
    """How a table ended."""

    gameId: str
    id: TableId
    kind: str | None
    reign: int
    seats: list[CardSeat]
    settledAt: Millis | None
    stake: int
    tablesTogether: int
    winnerSeat: Seat | None


class EraseRequest(TypedDict):
    """The confirmation of an erasure."""

    confirmHandle: str


class EraseResponse(TypedDict):
    """What an erasure removed."""

    agentsAnonymised: int
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


ErrorCode: TypeAlias = 'Literal["not_signed_in", "rate_limited", "invalid_request", "invalid_invite", "insufficient_chips", "stale_plies", "action_rejected", "not_joinable", "invitation_required", "identity_linked_elsewhere", "idempotency_conflict", "handle_taken", "in_flight", "not_configured", "grant_not_found", "grant_not_eligible", "grant_unavailable", "seat_delegated", "payload_too_large", "practice_quota", "active_table_quota", "party_quota", "push_quota", "selfcheck_limit", "selfcheck_in_flight"]'
"""Frozen for v1."""


class GameEvent(TypedDict):
    """The shape of an event, for the document; events travel as JSON that their game made."""

    at: Millis
    data: NotRequired[dict[str, Any]]
    label: NotRequired[str]
    seat: NotRequired[Seat]
    type: str


class GameKind(TypedDict):
    """One table kind."""

    buyInPerAmount: NotRequired[int]
    description: str
    duellable: bool
    engineVersion: str
    fixedBuyIn: NotRequired[int]
    gameId: str
    kind: str
    label: str
    openEligible: bool
    rules: str
    seats: NotRequired[int]


class Games(TypedDict):
    """All table kinds."""

    games: list[GameKind]


GrantId: TypeAlias = "str"


GrantState: TypeAlias = 'Literal["ready", "delegated"]'
"""How far a grant has come. `ready`: Its token can be claimed. `delegated`: Somebody else plays the seat."""


class GuestPracticeRequest(TypedDict):
    """A guest's practice table."""

    clientRef: str
    kind: TableKind


class GuestPracticeResponse(TypedDict):
    """A practice table and the credential for its seat."""

    accessToken: str
    expiresAt: Millis
    tableId: TableId
    tokenType: TokenType


class Hand(TypedDict):
    """A settled table in a history."""

    gameId: str
    kind: str | None
    net: int
    opponents: list[str]
    result: MatchResult
    settledAt: Millis | None
    tableId: TableId


class History(TypedDict):
    """Settled tables of the caller, newest first."""

    hands: list[Hand]


class Invitation(TypedDict):
    """A table that keeps a seat for the caller."""

    createdAt: Millis
    gameId: str
    host: str
    id: TableId
    kind: str | None
    label: str
    pace: Pace
    stake: int


class IssueSeatGrantRequest(TypedDict):
    """A credential for one's own seat, for somebody else to play it."""

    clientRef: str
    # Default: `1800`.
    expiresInSeconds: NotRequired[int | None]


class IssueSeatGrantResponse(TypedDict):
    """A seat grant and its claim token, shown to its owner alone."""

    claimToken: str
    expiresAt: Millis
    grantId: GrantId
    seat: Seat
    tableId: TableId


class JoinRequest(TypedDict):
    """What a new member sends."""

    clientRef: str
    handle: str
    inviteCode: str


class JoinResponse(TypedDict):
    """A new account; the recovery code is shown this once."""

    handle: str
    ok: Literal[True]
    recoveryCode: str


class JoinTableResponse(TypedDict):
    """A seat was taken."""

    ok: Literal[True]
    started: bool
    tableId: TableId


class Leader(TypedDict):
    """A place on the leaderboard."""

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
    delta: int
    id: int
    reason: Reason
    tableId: TableId | None


class LogEntry(TypedDict):
    """One line of a bundle's log."""

    # The action; null for a seat that left.
    action: Any
    # When, in epoch milliseconds.
    at: int
    # True for a seat that gave up or ran out of time.
    leave: NotRequired[bool]
    # Who decided.
    seat: Seat


MatchResult: TypeAlias = 'Literal["win", "loss", "draw"]'
"""The API's `result` words. `win`: Chips gained, or the match won. `loss`: Chips lost, or the match lost.
`draw`: Neither.
"""


class MeResponse(TypedDict):
    """The caller's account and balance."""

    account: AccountName
    balance: int


class Message(TypedDict):
    """One message of a chat."""

    at: Millis
    body: str
    clientId: NotRequired[str]
    id: int
    modality: Modality
    name: str
    seat: int


class Messages(TypedDict):
    """Messages after a cursor, oldest first."""

    messages: list[Message]
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


MessengerWebhook: TypeAlias = "dict[str, Any]"
"""An update as the messenger sends it, of any shape."""


Millis: TypeAlias = "int"
"""A moment, in epoch milliseconds, UTC."""


Modality: TypeAlias = 'Literal["text", "voice"]'
"""How a message was sent. `text`: Written. `voice`: Spoken; nothing is, so far."""


class MyInvitations(TypedDict):
    """Tables that keep a seat for the caller."""

    invitations: list[Invitation]


class MyRank(TypedDict):
    """Where the caller stands or would stand."""

    chips: int
    rank: int


class MyTable(TypedDict):
    """One of the caller's tables."""

    gameId: str
    id: TableId
    kind: str | None
    pace: Pace
    stake: int
    status: TableStatus
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
    gameId: str
    host: str
    id: TableId
    kind: str | None
    label: str
    seatsFilled: int
    seatsTotal: int
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


Pace: TypeAlias = 'Literal["live", "daily"]'
"""How fast a table is played. `live`: In one sitting. `daily`: 48 hours a turn."""


class PartyCreated(TypedDict):
    """The party that was founded."""

    partyId: PartyId


PartyId: TypeAlias = "str"


class PartyTableRequest(TypedDict):
    """A table for a party."""

    kind: TableKind
    seats: NotRequired[int | None]
    # Default: `10`.
    stake: NotRequired[int | None]


class PartyView(TypedDict):
    """A party as its members see it."""

    currentTableId: TableId | None
    id: PartyId
    isOwner: bool
    members: list[str]
    messages: list[Message]
    msgsAt: int
    standing: Standing
    visibility: PartyVisibility


PartyVisibility: TypeAlias = 'Literal["unlisted", "private"]'
"""Who may join a party by its link. `unlisted`: Whoever has the link. `private`: Nobody new."""


class PartyVisibilityRequest(TypedDict):
    """Who may join a party."""

    visibility: PartyVisibility


PauseDuration: TypeAlias = 'Literal["24h", "7d", "30d"]'
"""How long a member pauses. `24h`: One day. `7d`: Seven days. `30d`: Thirty days."""


class PauseRequest(TypedDict):
    """How long to pause."""

    duration: PauseDuration


class PauseState(TypedDict):
    """Whether and until when the caller has paused himself."""

    paused: bool
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
    chips: int
    handle: str
    memberSince: Millis
    messenger: str | None
    tables: list[PlayerTable]


class PlayerTable(TypedDict):
    """A public table on a member's card."""

    createdAt: Millis
    gameId: str
    id: TableId
    kind: str | None
    status: TableStatus


class PlayingTable(TypedDict):
    """A public table in play."""

    createdAt: Millis
    gameId: str
    id: TableId
    kind: str | None
    label: str
    seats: list[str]
    stake: int


class PlayingTables(TypedDict):
    """Public tables in play."""

    tables: list[PlayingTable]


PolicyName: TypeAlias = 'Literal["calling-station", "minimax", "random"]'
"""A built-in policy by its API name. `calling-station`: Checks, else calls. `minimax`: The search or the house's
play, whatever the game has. `random`: Any legal action.
"""


class PostMessageRequest(TypedDict):
    """A chat message of a table."""

    body: str
    clientId: NotRequired[str | None]


class Posted(TypedDict):
    """A message was posted."""

    message: Message
    ok: Literal[True]


class Profile(TypedDict):
    """The caller's own profile."""

    avatarUrl: str | None
    bio: str | None
    doors: list[Door]
    handle: str
    identities: list[str]
    showMessenger: bool


class ProfilePatch(TypedDict):
    """Changes to a profile. What is absent stays, null clears."""

    avatarUrl: NotRequired[str | None]
    bio: NotRequired[str | None]
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


Reason: TypeAlias = 'Literal["grant", "buyin", "payout", "rake", "referral"]'
"""Why chips moved. `grant`: Starting chips, a refill, or an erased account's chips going back. `buyin`: A stake
put down. `payout`: A stake refunded or chips won. `rake`: The house's share of a pot. `referral`: A reward
for an invitee.
"""


class Referral(TypedDict):
    """The caller's referral code and what it brought."""

    cap: int
    code: str
    invited: int
    reward: int
    rewarded: int
    threshold: int
    usesLeft: int


class Reign(TypedDict):
    """A run of consecutive wins."""

    championName: str
    gameId: str
    length: int


class Replay(TypedDict):
    """A settled match as anyone may play it again; with its steps, where they were asked for."""

    # The setup of the match.
    config: Any
    # sha256 over the canonical JSON of `config, gameId, log, outcome, seats, seed, sessionId, version`.
    digest: str
    # The game.
    gameId: str
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
    view: Any


class Roster(TypedDict):
    """The caller's agents, the house's and other members'."""

    agents: list[RosterAgent]
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
    prompt: str | None
    provisional: bool
    version: int
    versionDuels: int
    wins: int


class RotateRecoveryRequest(TypedDict):
    """What a member sends for a new recovery code."""

    recoveryCode: str


class RotateRecoveryResponse(TypedDict):
    """A new recovery code."""

    ok: Literal[True]
    recoveryCode: str


class SaveAgentRequest(TypedDict):
    """An agent."""

    # Whether others may challenge it. True for a new agent; absent leaves it as it is.
    acceptsChallenges: NotRequired[bool | None]
    # How readily `minimax` bets and raises in hold'em. Default: `0.5`.
    aggression: NotRequired[float | None]
    kind: AgentKind
    name: str
    # For kind `policy`; of no effect otherwise.
    policy: NotRequired[PolicyName | None]
    # What the model is told, for kind `prompt`; of no effect otherwise.
    prompt: NotRequired[str | None]


class SaveAgentResponse(TypedDict):
    """The agent that was saved."""

    agentId: AgentId
    ok: Literal[True]
    version: int
    versionId: AgentVersionId


Seat: TypeAlias = "int"
"""A place at a table, counted from 0; the creator sits in 0."""


class SeatView(TypedDict):
    """Who sits in a seat."""

    avatarUrl: str | None
    name: str
    seat: Seat


class SelfCheckRequest(TypedDict):
    """A rehearsal of one's own agent."""

    agentId: str
    # Default: `"holdem"`.
    gameId: NotRequired[str | None]


class SelfCheckResponse(TypedDict):
    """How a rehearsal went, and the practice table it was played at."""

    fallbacks: int
    ok: Literal[True]
    plies: int
    tableId: TableId
    verdict: Verdict


class Standing(TypedDict):
    """How a party's members stand."""

    reigns: list[Reign]
    rows: list[StandingRow]
    tablesTogether: int


class StandingRow(TypedDict):
    """How a member stands in a party."""

    name: str
    net: int
    played: int
    wins: int


TableId: TypeAlias = "str"


TableKind: TypeAlias = 'Literal["blackjack", "blackjack-3", "holdem-vs-house", "holdem-open", "holdem-ring", "tic-tac-toe-vs-house", "rps-vs-house", "connect-four-vs-house", "mancala-vs-house", "liars-dice-vs-house", "battleship-vs-house", "memory-vs-house", "minesweeper-vs-house", "president", "dominoes", "roulette", "baccarat", "video-poker"]'
"""A table kind."""


class TableState(TypedDict):
    """The match itself."""

    bankMs: NotRequired[dict[str, int]]
    events: NotRequired[list[GameEvent]]
    eventsAt: int
    legalActions: list[Any]
    outcome: NotRequired[list[OutcomeEntry]]
    plies: int
    seed: NotRequired[str]
    terminal: bool
    turnDeadlineAt: NotRequired[Millis]
    view: Any
    yourTurn: bool


TableStatus: TypeAlias = 'Literal["waiting", "playing", "settled", "cancelled"]'
"""Where a table is in its life. `waiting`: It has seats that members may take. `playing`: It is being played.
`settled`: It is over. `cancelled`: It was declined, withdrawn or expired while it waited; all stakes went
back.
"""


class TableView(TypedDict):
    """A table as its viewer may see it."""

    archived: bool
    gameId: str
    id: TableId
    invitedHandle: str | None
    kind: str | None
    messages: NotRequired[list[Message]]
    msgsAt: NotRequired[int]
    mySeat: int
    pace: Pace
    practice: bool
    seats: list[SeatView]
    seatsTotal: int
    seed: str | None
    seedCommit: str | None
    stake: int
    state: TableState
    status: TableStatus
    visibility: Visibility


class TokenRequest(TypedDict):
    """What a member sends for a token."""

    handle: str
    recoveryCode: str


class TokenResponse(TypedDict):
    """A Bearer token."""

    expiresInSeconds: int
    token: str


TokenType: TypeAlias = 'Literal["Bearer"]'
"""How a token is sent: as `Authorization: Bearer`. `Bearer`: The only one."""


TryResult: TypeAlias = 'Literal["win", "loss", "draw", "playing"]'
"""How a try went, or that it is still played."""


Verdict: TypeAlias = 'Literal["clean", "fell-back"]'
"""Whether an agent made all its decisions itself. `clean`: All. `fell-back`: Not all."""


Visibility: TypeAlias = 'Literal["public", "unlisted", "private"]'
"""Who may find a table and sit down. `public`: Listed, readable by all. `unlisted`: Readable and joinable by
whoever has the id. `private`: Seated and invited members only.
"""
