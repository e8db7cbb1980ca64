"""The async client. scripts/make_sync.py makes `client.py`, the sync one, from this file."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from functools import partial
from time import monotonic
from types import TracebackType
from typing import Any, Generic, Self, cast, overload

from . import codes
from ._asyncio import Lock, Stream, Transport, sleep
from .errors import BadAnswer, NoOpponent, Refused, TurnstoneError, Unreachable
from .event_stream import StreamEvent
from .game import Action, Game, View
from .notes import Note, check_clock, is_of_day, now_ms, warn_of_clock
from .protocol import ANSWER_TIME, EVENT_STREAM, QUIET_TIME, Attempts, Reply, Request, fields, part
from .types import (
    Acted,
    AgentKind,
    Block,
    ChallengeResponse,
    ClaimSeatGrantResponse,
    Created,
    CurrentSeatGrant,
    DailyBoardResponse,
    DeploymentIdentity,
    Duel,
    DuelFormat,
    EndCard,
    EraseResponse,
    Fallback,
    GameAction,
    GameEvent,
    GameId,
    GameKind,
    GuestPracticeResponse,
    GuestSeatResponse,
    Hand,
    Invitation,
    IssueSeatGrantResponse,
    JoinResponse,
    JoinTableResponse,
    KindRules,
    Leaderboard,
    LedgerEntry,
    MeResponse,
    Message,
    MyTable,
    OpenTable,
    Opponents,
    OutcomeEntry,
    Pace,
    PartyInvitation,
    PartyView,
    PartyVisibility,
    PauseDuration,
    PauseState,
    Period,
    PlayerResponse,
    PlayingTable,
    PolicyName,
    Profile,
    QueueLength,
    RatedGroup,
    Ratings,
    Referral,
    RematchResponse,
    Replay,
    Roster,
    SaveAgentResponse,
    SelfCheckResponse,
    TableKind,
    TableView,
    Ticket,
    Visibility,
)

# The longest time that a server holds a response back, in seconds.
LONGEST_WAIT = 50.0
# A duel is answered when it is over.
DUEL_TIME = 900.0


def new_ref() -> str:
    """A new reference, by which the server recognises a repeated request."""
    return str(uuid.uuid4())


class AsyncClient:
    """A caller of a server: a member, a guest, or the holder of a seat's token.

    A member has a handle and a recovery code, which the client exchanges for tokens when it needs them: at first, and
    after every 401. A request that is safe to repeat is repeated when its response is lost, and any request after a
    429, as `Retry-After` says; `patience` is how many seconds a call may spend with such pauses. A redirect raises
    `BadAnswer` and is never followed: credentials are sent only to `address`. Printing a client shows no credential.

    `notes` has the server's newest statement of each UTC day on which this client has sent a `client_seed`. `warn` is
    called with a sentence if a table's id has another time than this computer or its list; by default it warns with
    `ClockWarning`. `new_ref` makes the references and seeds that a call does not give: random ones by default.
    """

    def __init__(
        self,
        address: str,
        *,
        handle: str | None = None,
        recovery_code: str | None = None,
        token: str | None = None,
        patience: float = 60.0,
        warn: Callable[[str], None] = warn_of_clock,
        new_ref: Callable[[], str] = new_ref,
        transport: Transport | None = None,
    ) -> None:
        if handle is not None and recovery_code is None and token is None:
            raise ValueError("a handle alone opens no account: give its recovery_code too, or join")
        if recovery_code is not None and handle is None:
            raise ValueError("a recovery code needs the handle that it belongs to")
        self.address = address
        self.handle = handle
        self.token = token
        self.patience = patience
        self._warn = warn
        self._new_ref = new_ref
        self._recovery_code = recovery_code
        self._transport = transport or Transport(address)
        self._renewing = Lock()
        self.notes: list[Note] = []
        # When open tables were created, by their list.
        self._created: dict[str, int] = {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.address!r}, handle={self.handle!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the idle connections."""
        await self._transport.close()

    # Any request

    async def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        safe: bool | None = None,
        timeout: float = ANSWER_TIME,
        received: Callable[[Mapping[str, str]], None] | None = None,
    ) -> Any:
        """Call any route, for what has no method here: returns the parsed response, or raises a `Refused`.

        `safe` says that the request may be repeated when its response was lost; reads always may. `received` is called
        with the headers of the response; their names are in lower case.
        """
        attempts = Attempts(safe=method == "GET" if safe is None else safe, patience=self.patience)
        reply = await self._reply(Request.make(method, path, query, body, timeout), attempts)
        if received is not None:
            received(reply.headers)
        return reply.json()

    async def stream(self, path: str, *, query: Mapping[str, Any] | None = None) -> AsyncGenerator[StreamEvent, None]:
        """Read any stream of events, until it ends as `archived`.

        It continues after the newest event when the connection is lost, when there is no byte for 40 seconds, and when
        the server ends the stream for another reason. If that reason is an error, the server's next response raises it
        as a `Refused`. `patience` is how many seconds of pauses it may spend without a connection. Closing the iterator
        closes the connection.
        """
        attempts = Attempts(safe=True, patience=self.patience)
        while True:
            reply = await self._reply(Request.make("GET", path, query, None, QUIET_TIME, EVENT_STREAM), attempts)
            if not isinstance(reply, Stream):
                raise BadAnswer(f"{reply.status}, and its body is not a stream of events")
            attempts.patience = self.patience
            try:
                while True:
                    for event in await self._transport.read(reply):
                        if event.name == "end":
                            reason = event.json()["reason"]
                            if reason == "archived":
                                return
                            raise Unreachable(f"GET {path}: the stream ended: {reason}", sent=True)
                        query = {"after": event.id}
                        attempts = Attempts(safe=True, patience=self.patience)
                        yield StreamEvent(event.name, event.json())
            except Unreachable as lost:
                pause = attempts.after_loss(lost)
            finally:
                reply.close()
            await sleep(pause)

    async def _reply(self, request: Request, attempts: Attempts) -> Reply:
        if self.token is None and self._recovery_code is not None:
            await self._renew(None)
        renewed = False
        while True:
            token = self.token
            try:
                reply = await self._transport.send(request.with_token(token))
            except Unreachable as lost:
                pause = attempts.after_loss(lost)
            else:
                if reply.status < 300:
                    return reply
                if reply.status == 401 and token is not None and self._recovery_code is not None and not renewed:
                    renewed = True
                    await self._renew(token)
                    continue
                pause = attempts.after_refusal(reply)
            await sleep(pause)

    async def _renew(self, old: str | None) -> None:
        """A new token from the recovery code, requested once for all calls whose old one was rejected."""
        async with self._renewing:
            if self.token != old:
                return
            body = {"handle": self.handle, "recoveryCode": self._recovery_code}
            answer = await self._anybody().call("POST", "/api/token", body=body, safe=True)
            self.token = str(answer["token"])

    def _anybody(self, token: str | None = None) -> AsyncClient:
        return AsyncClient(
            self.address, token=token, patience=self.patience, warn=self._warn, new_ref=self._new_ref,
            transport=self._transport,
        )  # fmt: skip

    # Signing in

    async def join(self, invitation: str, handle: str, *, client_ref: str | None = None) -> str:
        """Redeem an invitation, and act as that member from now on. Returns the recovery code: keep it, it is the
        account.

        With the same `client_ref`, handle and invitation the response is the same for a day: keep the reference before
        the call to be sure of the account whatever happens.
        """
        body = {"inviteCode": invitation, "handle": handle, "clientRef": client_ref or self._new_ref()}
        joined = cast(JoinResponse, await self._anybody().call("POST", "/api/join", body=body, safe=True))
        self.handle, self._recovery_code, self.token = joined["handle"], joined["recoveryCode"], None
        return joined["recoveryCode"]

    async def rotate_recovery_code(self) -> str:
        """Create a new recovery code; the old one and all sessions end. Never repeated: a lost response loses the new
        code.
        """
        answer = await self.call("POST", "/api/recovery/rotate", body={"recoveryCode": self._recovery_code})
        self._recovery_code, self.token = str(answer["recoveryCode"]), None
        return self._recovery_code

    async def confirm_recovery_code(self) -> None:
        """Tell the server that the recovery code is kept. Until then, the session of the join can replace it alone."""
        await self.call("POST", "/api/recovery/confirm")

    async def logout(self, *, everywhere: bool = True) -> None:
        """End every session of the account, or only this one, and forget the recovery code here."""
        await self.call("POST", "/api/logout", body={"everywhere": everywhere})
        self._recovery_code, self.token = None, None

    async def erase(self) -> EraseResponse:
        """Erase the account for ever. Never repeated by itself: after a lost response, the credentials may be gone."""
        erased = cast(EraseResponse, await self.call("DELETE", "/api/me", body={"confirmHandle": self.handle}))
        self.handle, self._recovery_code, self.token = None, None, None
        return erased

    async def practice(
        self,
        kind: TableKind,
        *,
        level: int | None = None,
        open: bool | None = None,
        seats: int | None = None,
        name: str | None = None,
        client_ref: str | None = None,
        client_seed: str | None = None,
    ) -> AsyncTable:
        """Open a practice table against the house, without an account. The house plays from level 1 to 5, its best.

        With `open` it is a friendly table: its other seats are for people, who take them with `guest_seat` or join.
        `name` is shown to them. The deal depends on `client_ref`, which is random by default, and on `client_seed`.
        """
        body = fields(
            kind=kind, level=level, open=open, seats=seats, name=name, clientRef=client_ref or self._new_ref(),
            clientSeed=client_seed,
        )  # fmt: skip
        await self._note(client_seed)
        seat = cast(GuestPracticeResponse, await self._anybody().call("POST", "/api/practice", body=body, safe=True))
        check_clock(seat["tableId"], now_ms(), self._warn)
        return AsyncTable(self._anybody(seat["accessToken"]), seat["tableId"])

    async def guest_seat(
        self,
        table_id: str,
        *,
        name: str | None = None,
        client_ref: str | None = None,
        client_seed: str | None = None,
    ) -> AsyncTable:
        """Take the next open seat of a friendly table, without an account.

        The deal depends on `client_ref` and `client_seed`, which are random by default.
        """
        body = fields(
            name=name, clientRef=client_ref or self._new_ref(), clientSeed=client_seed or self._new_ref(),
        )  # fmt: skip
        await self._note(body["clientSeed"])
        answer = await self._anybody().call("POST", f"/api/tables/{part(table_id)}/guest-seat", body=body, safe=True)
        seat = cast(GuestSeatResponse, answer)
        return AsyncTable(self._anybody(seat["accessToken"]), seat["tableId"])

    async def claim(self, claim_token: str, *, client_ref: str | None = None) -> AsyncTable:
        """Play a delegated seat, with the claim token from its owner. No account is needed."""
        body = {"claimToken": claim_token, "clientRef": client_ref or self._new_ref()}
        answer = await self._anybody().call("POST", "/api/seat-grants/claim", body=body, safe=True)
        seat = cast(ClaimSeatGrantResponse, answer)
        return AsyncTable(self._anybody(seat["accessToken"]), seat["tableId"])

    async def _note(self, client_seed: str | None) -> None:
        """Keep the newest statement of the server in `notes` before a seed is sent, once in a UTC day: then the secret
        of that day was fixed before the seed was known. Without an answer the call goes on.
        """
        at = now_ms()
        if client_seed is None or any(is_of_day(note, at) for note in self.notes):
            return
        try:
            newest = await self._anybody().call("GET", "/api/fairness/newest")
        except (BadAnswer, Refused, Unreachable):
            return
        text = newest.get("text") if isinstance(newest, dict) else None
        if isinstance(text, str):
            self.notes.append(Note(text, at))

    # Tables

    def table(self, table_id: str) -> AsyncTable:
        """A table by its id; no request is sent yet."""
        return AsyncTable(self, table_id)

    async def open_table(
        self,
        kind: TableKind,
        *,
        stake: int | None = None,
        open: bool | None = None,
        invited: str | None = None,
        seats: int | None = None,
        visibility: Visibility | None = None,
        pace: Pace | None = None,
        practice: bool | None = None,
        level: int | None = None,
        daily: bool | None = None,
        rated: bool | None = None,
        client_ref: str | None = None,
        client_seed: str | None = None,
    ) -> AsyncTable:
        """Open a table; its buy-in is taken. The house takes the other seats, unless they are open or reserved.

        The deal depends on `client_ref`, which is random by default, and on `client_seed`.
        """
        body = fields(
            kind=kind, stake=stake, open=open, invited=invited, seats=seats, visibility=visibility, pace=pace,
            practice=practice, level=level, daily=daily, rated=rated, clientRef=client_ref or self._new_ref(),
            clientSeed=client_seed,
        )  # fmt: skip
        await self._note(client_seed)
        created = cast(Created, await self.call("POST", "/api/tables", body=body, safe=True))
        if not daily:
            check_clock(created["tableId"], now_ms(), self._warn)
        return AsyncTable(self, created["tableId"])

    async def join_table(self, table_id: str, *, client_seed: str | None = None) -> AsyncTable:
        """Join a waiting table; the buy-in is taken. The deal depends on `client_seed`, which is random by default."""
        table = AsyncTable(self, table_id)
        await table.join(client_seed=client_seed)
        return table

    async def find_opponent(
        self,
        kind: TableKind,
        stake: int = 0,
        *,
        seats: int | None = None,
        rated: bool | None = None,
        opponents: Opponents | None = None,
        fallback: Fallback | None = None,
        client_ref: str | None = None,
        client_seed: str | None = None,
        timeout: float | None = None,
    ) -> AsyncTable:
        """Wait for an opponent of similar strength, and return the table, which has begun. Without a stake it is free.

        After `timeout` seconds, and when it is interrupted, it stops waiting. Without a table it raises `NoOpponent`
        with the reason. The server ends a search by itself, after 10 minutes unless its operator has set another time.
        """
        body = fields(
            kind=kind, stake=stake, seats=seats, rated=rated, opponents=opponents, fallback=fallback,
            clientRef=client_ref or self._new_ref(), clientSeed=client_seed or self._new_ref(),
        )  # fmt: skip
        await self._note(body["clientSeed"])
        ticket = cast(Ticket, await self.call("POST", "/api/queue", body=body, safe=True))
        until = None if timeout is None else monotonic() + timeout
        try:
            while ticket["state"] == "waiting":
                left = LONGEST_WAIT if until is None else min(LONGEST_WAIT, until - monotonic())
                ticket = await (self._ticket(ticket, left) if left > 0 else self._without(ticket))
        except BaseException as error:
            if not isinstance(error, Exception):
                with suppress(TurnstoneError):
                    await self._without(ticket)
            raise
        if ticket["tableId"] is None:
            raise NoOpponent(ticket["reason"] or "cancelled")
        return AsyncTable(self, ticket["tableId"])

    async def _ticket(self, ticket: Ticket, wait: float = 0) -> Ticket:
        """A ticket of the queue after its end, or after `wait` seconds."""
        read = self.call(
            "GET", f"/api/queue/{part(ticket['ticketId'])}", query={"wait": wait}, timeout=ANSWER_TIME + wait
        )
        return cast(Ticket, await read)

    async def _without(self, ticket: Ticket) -> Ticket:
        """A ticket of the queue that was ended, unless it is matched."""
        with suppress(codes.ActionRejected):
            await self.call("DELETE", f"/api/queue/{part(ticket['ticketId'])}", safe=True)
        return await self._ticket(ticket)

    async def queue(self) -> list[QueueLength]:
        """How many members wait for an opponent, by kind, stake and seats."""
        return cast(list[QueueLength], (await self.call("GET", "/api/queue"))["kinds"])

    async def open_tables(self, game_id: str | None = None) -> list[OpenTable]:
        """Public tables with a free seat."""
        answer = await self.call("GET", "/api/tables/open", query={"gameId": game_id})
        tables = cast(list[OpenTable], answer["tables"])
        self._created = {table["id"]: table["createdAt"] for table in tables}
        return tables

    async def playing_tables(self) -> list[PlayingTable]:
        """Public tables in play."""
        return cast(list[PlayingTable], (await self.call("GET", "/api/tables/playing"))["tables"])

    async def games(self) -> list[GameKind]:
        """All table kinds with their rules."""
        return cast(list[GameKind], (await self.call("GET", "/api/games"))["games"])

    async def rules(self) -> list[KindRules]:
        """All table kinds with their rules and policies. No account is needed."""
        return cast(list[KindRules], (await self._anybody().call("GET", "/rules.json"))["games"])

    async def deployment(self) -> DeploymentIdentity:
        """The build that the server runs: its commit and its versions. No account is needed."""
        return cast(DeploymentIdentity, await self._anybody().call("GET", "/api/deployment"))

    async def daily(self) -> DailyBoardResponse:
        """The daily challenge and its results."""
        return cast(DailyBoardResponse, await self.call("GET", "/api/daily"))

    # The member's data

    def events(self) -> AsyncGenerator[StreamEvent, None]:
        """All that concerns this member: first the present state, then each change.

        The events are `me`, `tables`, `invitations`, `duel`, `table` and `party`; each has what the read of that name
        returns. `queue` has the ticket of a search for an opponent when its state has changed. The stream is continued
        after a broken connection, as every stream.
        """
        return self.stream("/api/me/stream")

    async def me(self) -> MeResponse:
        """Account and balance."""
        return cast(MeResponse, await self.call("GET", "/api/me"))

    async def profile(self) -> Profile:
        """The member's own profile."""
        return cast(Profile, await self.call("GET", "/api/me/profile"))

    async def change_profile(self, **changes: str | bool | None) -> Profile:
        """Change `bio`, `avatarUrl` or `showMessenger`; None clears."""
        return cast(Profile, await self.call("PATCH", "/api/me/profile", body=changes, safe=True))

    async def my_tables(self) -> list[MyTable]:
        """The member's waiting and running tables."""
        return cast(list[MyTable], (await self.call("GET", "/api/me/tables"))["tables"])

    async def invitations(self) -> list[Invitation]:
        """Tables that reserve a seat for the member."""
        return cast(list[Invitation], (await self.call("GET", "/api/me/invitations"))["invitations"])

    async def blocks(self) -> list[Block]:
        """The members whom the member blocks, newest first."""
        return cast(list[Block], (await self.call("GET", "/api/blocks"))["blocks"])

    async def block(self, handle: str) -> None:
        """Keep another member away: no invitations, challenges, messages and tables of two between the two."""
        await self.call("POST", "/api/blocks", body={"handle": handle}, safe=True)

    async def unblock(self, handle: str) -> None:
        """End a block."""
        await self.call("DELETE", "/api/blocks", body={"handle": handle})

    async def history(self, *, game_id: str | None = None, page: int = 50) -> AsyncIterator[Hand]:
        """The member's settled tables, newest first, over all pages."""
        before: int | None = None
        while True:
            query = {"gameId": game_id, "limit": page, "before": before}
            hands = cast(list[Hand], (await self.call("GET", "/api/me/history", query=query))["hands"])
            for hand in hands:
                yield hand
            if len(hands) < page or hands[-1]["settledAt"] is None:
                return
            before = hands[-1]["settledAt"]

    async def ledger(self, *, since: int = 0, page: int = 200) -> AsyncIterator[LedgerEntry]:
        """The movements of the member's chips after a cursor, oldest first, over all pages."""
        while True:
            query = {"since": since, "limit": page}
            entries = cast(list[LedgerEntry], (await self.call("GET", "/api/me/ledger", query=query))["entries"])
            for entry in entries:
                yield entry
            if len(entries) < page:
                return
            since = entries[-1]["id"]

    async def referral(self) -> Referral:
        """The member's referral code and its results."""
        return cast(Referral, await self.call("GET", "/api/me/referral"))

    async def pause_state(self) -> PauseState:
        """Whether and until when the member is paused."""
        return cast(PauseState, await self.call("GET", "/api/me/pause"))

    async def pause(self, duration: PauseDuration) -> PauseState:
        """Pause the account. A pause can be extended, never shortened."""
        return cast(PauseState, await self.call("POST", "/api/me/pause", body={"duration": duration}))

    async def leaderboard(self, limit: int = 20, *, period: Period | None = None) -> Leaderboard:
        """Members by net chips won at tables; with `period="week"` at those since Monday, 00:00 UTC."""
        query = {"limit": limit, "period": period}
        return cast(Leaderboard, await self.call("GET", "/api/leaderboard", query=query))

    async def ratings(
        self, game_id: GameId, *, of: RatedGroup | None = None, limit: int = 20, cursor: str | None = None
    ) -> Ratings:
        """A page of the rated players of a game; its `nextCursor` is the next page's `cursor`."""
        query = {"gameId": game_id, "of": of, "limit": limit, "cursor": cursor}
        return cast(Ratings, await self.call("GET", "/api/ratings", query=query))

    async def player(self, handle: str) -> PlayerResponse:
        """A member's public card."""
        return cast(PlayerResponse, await self.call("GET", f"/api/players/{part(handle)}"))

    # Agents and duels

    async def agents(self, *, limit: int = 100, cursor: str | None = None) -> Roster:
        """A page of the member's agents, the house's and other members'; its nextCursor is the next page's cursor."""
        return cast(Roster, await self.call("GET", "/api/agents", query={"limit": limit, "cursor": cursor}))

    async def save_agent(
        self,
        name: str,
        *,
        kind: AgentKind,
        prompt: str | None = None,
        policy: PolicyName | None = None,
        aggression: float | None = None,
        accepts_challenges: bool | None = None,
        stake_limit: int | None = None,
    ) -> SaveAgentResponse:
        """Create an agent that plays on the server, or change the one of this name; a stake limit of 0 is none."""
        body = fields(
            name=name, kind=kind, prompt=prompt, policy=policy, aggression=aggression,
            acceptsChallenges=accepts_challenges, stakeLimit=stake_limit,
        )  # fmt: skip
        return cast(SaveAgentResponse, await self.call("POST", "/api/agents", body=body, safe=True))

    async def self_check(self, agent_id: str, game_id: str | None = None) -> SelfCheckResponse:
        """Test an agent against the house, without chips."""
        body = fields(agentId=agent_id, gameId=game_id)
        return cast(SelfCheckResponse, await self.call("POST", "/api/agents/self-check", body=body, timeout=DUEL_TIME))

    async def duel(
        self,
        agent_id: str,
        opponent_agent_id: str = "agent:house",
        *,
        game_id: str | None = None,
        format: DuelFormat | None = None,
        stake: int | None = None,
        rematch_of: str | None = None,
        client_ref: str | None = None,
    ) -> ChallengeResponse:
        """Let an agent duel and wait for the end, also over broken connections."""
        body = fields(
            agentId=agent_id, opponentAgentId=opponent_agent_id, gameId=game_id, format=format, stake=stake,
            rematchOf=rematch_of, clientRef=client_ref or self._new_ref(),
        )  # fmt: skip
        answer = await self.call("POST", "/api/duels", body=body, safe=True, timeout=DUEL_TIME)
        return cast(ChallengeResponse, answer)

    async def duels(self, *, limit: int = 20, before: int | None = None) -> list[Duel]:
        """Duels, newest first; with a time, only those that began before it."""
        answer = await self.call("GET", "/api/duels", query={"limit": limit, "before": before})
        return cast(list[Duel], answer["duels"])

    async def read_duel(self, duel_id: str) -> Duel:
        """One duel, as in the list."""
        return cast(Duel, await self.call("GET", f"/api/duels/{part(duel_id)}"))

    # Parties

    async def create_party(self) -> str:
        """Create a party; returns its id."""
        return str((await self.call("POST", "/api/parties"))["partyId"])

    async def join_party(self, party_id: str) -> None:
        """Join a party by its id."""
        await self.call("POST", f"/api/parties/{part(party_id)}/join", safe=True)

    async def leave_party(self, party_id: str) -> None:
        """Leave a party. Tables where the caller sits go on."""
        await self.call("POST", f"/api/parties/{part(party_id)}/leave", safe=True)

    async def party_invitation(self, party_id: str) -> PartyInvitation:
        """Whose party a link leads to, for a caller who is not a member yet."""
        return cast(PartyInvitation, await self.call("GET", f"/api/parties/{part(party_id)}/invitation"))

    async def set_party_visibility(self, party_id: str, visibility: PartyVisibility) -> None:
        """Choose who may join a party that the caller owns."""
        await self.call("POST", f"/api/parties/{part(party_id)}/visibility", body={"visibility": visibility})

    async def party(self, party_id: str, *, wait: float | None = None, msgs_since: int | None = None) -> PartyView:
        """A party as its members see it; with `wait` (50 seconds at most), after an event beyond `msgs_since`."""
        wait = longest(wait)
        query = {"wait": wait, "msgs_since": msgs_since}
        answer = await self.call(
            "GET", f"/api/parties/{part(party_id)}", query=query, timeout=ANSWER_TIME + (wait or 0.0)
        )
        return cast(PartyView, answer)

    async def say_to_party(self, party_id: str, body: str, *, client_id: str | None = None) -> Message:
        """Post a message to a party. Never repeated by itself."""
        sent = fields(body=body, clientId=client_id)
        return cast(Message, (await self.call("POST", f"/api/parties/{part(party_id)}/messages", body=sent))["message"])

    async def open_party_table(
        self, party_id: str, kind: TableKind, *, stake: int | None = None, seats: int | None = None
    ) -> AsyncTable:
        """Open a table for a party; the buy-in is taken."""
        body = fields(kind=kind, stake=stake, seats=seats)
        answer = await self.call("POST", f"/api/parties/{part(party_id)}/table", body=body)
        return AsyncTable(self, str(answer["tableId"]))


class AsyncTable:
    """A table as one caller sees it.

    `id` is its id, and `view` the last view that was read, None before that: its seats, `status`, `stake` and `state`,
    which contains the game's own view. Newer data is read with cursors. `receipts` has a line for each move that the
    server acknowledged to `act`, as `turnstone verify --receipts` reads them from a file.
    """

    def __init__(self, client: AsyncClient, table_id: str) -> None:
        self.client = client
        self.id = table_id
        self.view: TableView | None = None
        self.receipts: list[str] = []
        self._path = f"/api/tables/{part(table_id)}"
        self._events_at = 0
        self._msgs_at = 0
        self._events: list[GameEvent] = []
        self._messages: list[Message] = []

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"

    @property
    def terminal(self) -> bool:
        """Whether the table was over at the last read."""
        return self.view is not None and self.view["state"]["terminal"]

    @property
    def outcome(self) -> list[OutcomeEntry]:
        """The result of each seat; empty while the table runs."""
        return self.view["state"].get("outcome", []) if self.view is not None else []

    @property
    def score(self) -> int | None:
        """The chips that the caller's seat gained or lost; None while the table runs, or without a seat."""
        mine = self.view["mySeat"] if self.view is not None else -1
        return next((entry["score"] for entry in self.outcome if entry["seat"] == mine), None)

    async def read(self, wait: float | None = None, *, chat: bool = False) -> TableView:
        """Read the table; with `wait`, as soon as there are new events, or after `wait` seconds (50 at most).

        `chat` includes new messages, and wakes for them (members only).
        """
        wait = longest(wait)
        query = {"wait": wait, "events_since": self._events_at}
        if chat:
            query["msgs_since"] = self._msgs_at
        view = cast(
            TableView, await self.client.call("GET", self._path, query=query, timeout=ANSWER_TIME + (wait or 0))
        )
        self._seen(view)
        return view

    def _seen(self, view: TableView) -> bool:
        """Keep what a view shows and was not read yet; false if that is nothing.

        A view of a stream may be older than a response that was read meanwhile.
        """
        state = view["state"]
        unread = state["eventsAt"] - self._events_at
        messages = [message for message in view.get("messages", []) if message["id"] > self._msgs_at]
        self._messages += messages
        self._msgs_at = max(self._msgs_at, view.get("msgsAt", 0))
        newer = unread > 0 or (unread == 0 and shown(view) != shown(self.view))
        if newer:
            self.view = view
            self._events += state.get("events", [])[-unread:] if unread else []
            self._events_at = state["eventsAt"]
        return newer or bool(messages)

    def news(self) -> list[GameEvent]:
        """The events that were read since the last call of `news`."""
        news, self._events = self._events, []
        return news

    def chat(self) -> list[Message]:
        """The messages that were read, with `chat=True`, since the last call of `chat`."""
        chat, self._messages = self._messages, []
        return chat

    async def events(self, *, chat: bool = False) -> AsyncGenerator[TableView, None]:
        """The table, and then the table after each change, until it is archived.

        The views come from a stream, which is continued after a broken connection without a gap or a repeat. What
        `read` or `act` has returned before is not repeated. `chat` includes new messages (members only). Closing the
        iterator closes the connection.
        """
        query = {"events_since": self._events_at, "msgs_since": self._msgs_at if chat else None}
        async with aclosing(self.client.stream(f"{self._path}/stream", query=query)) as stream:
            async for _, view in stream:
                if self._seen(view) and self.view is not None:
                    yield self.view

    async def watch(self, *, chat: bool = False) -> AsyncGenerator[TableView, None]:
        """The table now, and then after each change, until it is over."""
        view = await self.read(chat=chat)
        yield view
        async with aclosing(self.events(chat=chat)) as events:
            while not view["state"]["terminal"]:
                view = await anext(events)
                yield view

    @overload
    def turns(self, *, chat: bool = ..., game: None = ...) -> AsyncGenerator[AsyncTurn, None]: ...

    @overload
    def turns(self, *, chat: bool = ..., game: Game[View, Action]) -> AsyncGenerator[AsyncTurn[View, Action], None]: ...

    async def turns(
        self, *, chat: bool = False, game: Game[Any, Any] | None = None
    ) -> AsyncGenerator[AsyncTurn[Any, Any], None]:
        """Each turn of the caller's seat, until the table is over.

        Between turns it waits for `events`. A turn without an action is yielded again after the next event. While the
        seat is delegated, it raises `SeatDelegated`.

        With a `game` of `turnstone.games`, views and actions have the types of that game alone; a table of another game
        raises `ValueError`.
        """
        view = await self.read(chat=chat)
        if game is not None and view["gameId"] != game.id:
            raise ValueError(f"{self.id} is a table of {view['gameId']}, not of {game.id}")
        async with aclosing(self.events(chat=chat)) as events:
            while not view["state"]["terminal"]:
                if view["state"]["yourTurn"]:
                    yield AsyncTurn(self, view, self.news())
                # Acting has read the table again.
                acted = self.view is not view
                view = self.view if acted and self.view is not None else await anext(events)

    async def act(self, action: GameAction, *, plies: int | None = None) -> TableView:
        """Send one of the legal actions and return the table after it. Raises `StalePlies` if it has moved on since
        `plies`.

        If a response was lost and the request repeated, the table is read and returned: by its plies it has moved on,
        most likely by this very action.
        """
        if plies is None:
            plies = (self.view or await self.read())["state"]["plies"]
        body = {"action": action, "expectedPlies": plies, "eventsSince": self._events_at}
        try:
            answer = await self.client.call(
                "POST", f"{self._path}/action", body=body, safe=True, received=partial(self._acknowledged, action)
            )
        except (codes.StalePlies, codes.ActionRejected) as refused:
            if refused.repeated:
                view = await self.read()
                if view["state"]["plies"] > plies:
                    return view
            raise
        acted = cast(Acted, answer)
        if "table" not in acted:
            return await self.read()
        self._seen(acted["table"])
        return acted["table"]

    def _acknowledged(self, action: GameAction, headers: Mapping[str, str]) -> None:
        if (receipt := headers.get("move-receipt")) is not None:
            self.receipts.append(f"{self.id} {json.dumps(action, separators=(',', ':'))}\t{receipt}")

    async def join(self, *, client_seed: str | None = None) -> bool:
        """Join this table; the buy-in is taken. True if that filled it, so that the game has started.

        The deal depends on `client_seed`, which is random by default.
        """
        body = {"clientSeed": client_seed or self.client._new_ref()}
        await self.client._note(body["clientSeed"])
        created = self.client._created.get(self.id)
        if created is not None:
            check_clock(self.id, created, self.client._warn)
        try:
            answer = await self.client.call("POST", f"{self._path}/join", body=body, safe=True)
            return cast(JoinTableResponse, answer)["started"]
        except codes.NotJoinable as refused:
            if refused.repeated:
                view = await self.read()
                if view["mySeat"] >= 0:
                    return view["status"] != "waiting"
            raise

    async def forfeit(self) -> None:
        """Give up, or leave a waiting table."""
        await self.client.call("POST", f"{self._path}/forfeit")

    async def fill(self, level: int | None = None) -> None:
        """Give the open seats of a friendly table that the caller made to the house. The game begins."""
        await self.client.call("POST", f"{self._path}/fill", body=fields(level=level))

    async def rematch(self, *, client_ref: str | None = None, client_seed: str | None = None) -> AsyncTable:
        """Play this table once more, everybody a seat further: make the rematch, or take the seat there.

        The server accepts it for some minutes after the end of a game. The deal depends on `client_ref` and
        `client_seed`, which are random by default.
        """
        body = {"clientRef": client_ref or self.client._new_ref(), "clientSeed": client_seed or self.client._new_ref()}
        await self.client._note(body["clientSeed"])
        answer = await self.client.call("POST", f"{self._path}/rematch", body=body, safe=True)
        seat = cast(RematchResponse, answer)
        token = seat.get("accessToken")
        return AsyncTable(self.client if token is None else self.client._anybody(token), seat["tableId"])

    async def decline(self) -> None:
        """Decline the invitation to this table."""
        await self.client.call("POST", f"{self._path}/decline")

    async def say(self, body: str, *, client_id: str | None = None) -> Message:
        """Post a message at the caller's table. Never repeated by itself: a lost response raises `Unreachable`."""
        answer = await self.client.call("POST", f"{self._path}/messages", body=fields(body=body, clientId=client_id))
        return cast(Message, answer["message"])

    async def messages(self, since: int = 0) -> list[Message]:
        """The messages after a cursor, oldest first."""
        answer = await self.client.call("GET", f"{self._path}/messages", query={"since": since})
        return cast(list[Message], answer["messages"])

    async def delegate(self, *, expires_in: int | None = None, client_ref: str | None = None) -> IssueSeatGrantResponse:
        """Delegate this seat: pass its `claimToken` on over a channel of your own, never in a URL."""
        body = fields(clientRef=client_ref or self.client._new_ref(), expiresInSeconds=expires_in)
        answer = await self.client.call("POST", f"{self._path}/seat-grants", body=body, safe=True)
        return cast(IssueSeatGrantResponse, answer)

    async def grant(self) -> CurrentSeatGrant | None:
        """The active grant of this seat, if there is one."""
        answer = await self.client.call("GET", f"{self._path}/seat-grants/current")
        return cast(CurrentSeatGrant | None, answer["grant"])

    async def revoke(self, grant_id: str) -> None:
        """Take the seat back."""
        await self.client.call("DELETE", f"{self._path}/seat-grants/{part(grant_id)}", safe=True)

    async def replay(self, seat: int | None = None) -> Replay:
        """Everything needed to replay the settled table; see `turnstone.verify`.

        With a seat (-1 for a spectator) it also has `steps`: the seat's view after the deal and after each entry.
        """
        return cast(Replay, await self.client.call("GET", f"{self._path}/replay", query={"seat": seat}))

    async def card(self) -> EndCard:
        """How the settled table ended."""
        return cast(EndCard, await self.client.call("GET", f"{self._path}/card"))


class AsyncTurn(Generic[View, Action]):
    """One decision of the caller's seat.

    `table` is the table, `seen` its whole view at that time, and `events` the events since the previous turn.
    """

    def __init__(self, table: AsyncTable, seen: TableView, events: list[GameEvent]) -> None:
        self.table = table
        self.seen = seen
        self.events = events

    @property
    def view(self) -> View:
        """The game as this seat may see it: `view["game"]` selects the shape in `turnstone.types`."""
        return cast(View, self.seen["state"]["view"])

    @property
    def seat(self) -> int:
        """The number of the caller's seat, from 0."""
        return self.seen["mySeat"]

    @property
    def legal(self) -> Sequence[Action]:
        """The actions to choose from: `action["type"]` selects their shape."""
        return cast(Sequence[Action], self.seen["state"]["legalActions"])

    @property
    def plies(self) -> int:
        """The number of moves before this one."""
        return self.seen["state"]["plies"]

    @property
    def deadline(self) -> int | None:
        """When the turn times out, in epoch milliseconds."""
        return self.seen["state"].get("turnDeadlineAt")

    async def act(self, action: Action) -> bool:  # type: ignore[misc]  # see `Action` in game.py
        """Send one of the legal actions. False if the table had moved on meanwhile: a later turn asks again."""
        try:
            await self.table.act(action, plies=self.plies)
        except codes.StalePlies:
            await self.table.read()
            return False
        except codes.ActionRejected:
            # Too late: the seat timed out, or the table is over. Anything else is a mistake of the caller.
            view = await self.table.read()
            if view["state"]["plies"] == self.plies and not view["state"]["terminal"]:
                raise
            return False
        return True


def shown(view: TableView | None) -> dict[str, object] | None:
    """A view without the events and the messages that came with it."""
    if view is None:
        return None
    return {**view, "state": {**view["state"], "events": None}, "messages": None, "msgsAt": None}


def longest(wait: float | None) -> float | None:
    """`wait`, limited to the longest wait that a server accepts."""
    return None if wait is None else min(wait, LONGEST_WAIT)
