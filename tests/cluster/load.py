"""Guests who play tic-tac-toe against the house through all nodes, and remember what was acknowledged."""

import http.client
import json
import random
import statistics
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

from machines import Unready, wait_until

KIND = "tic-tac-toe-vs-house"
# How long a player stays away from its own node after an error, in seconds.
AWAY = 5.0


@dataclass
class Match:
    """A table and the cells that the guest's acknowledged moves marked."""

    table: str
    token: str
    marked: list[int] = field(default_factory=list)
    # The plies and the cursor that the guest has seen.
    plies: int = 0
    events: int = 0


class Again(Exception):
    """A request was rejected for now."""


class Unreachable(Again):
    """The outcome of a request is unknown."""


@dataclass
class Seen:
    """The newest commit that a client has seen, on any node."""

    commit: int = 0


def ask(
    connection: http.client.HTTPConnection, method: str, path: str, token: str = "", body: Any = None, seen: Seen | None = None
) -> Any:
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if seen and seen.commit:
        headers["Min-Commit"] = str(seen.commit)
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        said = response.read()
    except (OSError, http.client.HTTPException) as error:
        connection.close()
        raise Unreachable from error
    if response.status == 503:
        raise Again
    commit = int(response.headers.get("Commit", 0))
    if commit == 0:
        raise RuntimeError(f"{method} {path}: {response.status} names no commit")
    if seen:
        seen.commit = max(seen.commit, commit)
    return response.status, json.loads(said)


class Player(threading.Thread):
    def __init__(self, load: "Load", number: int) -> None:
        super().__init__(daemon=True)
        self.load = load
        self.dice = random.Random(f"{load.seed}-{number}")
        self.home = self.at = number % len(load.addresses)
        # One at each node goes elsewhere only after an error, and soon returns. The others may all wait at a node that hangs.
        self.stays = number < len(load.addresses)
        self.away = AWAY / 10 if self.stays else AWAY
        self.failed_at = -AWAY
        self.connection = self._connect()
        self.matches: list[Match] = []
        self.seen = Seen()
        self.failure: str | None = None

    def _connect(self) -> http.client.HTTPConnection:
        # Longer than a node needs to see that another one is gone.
        return http.client.HTTPConnection(self.load.addresses[self.at], timeout=6)

    def _ask(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        """The response. After an error the next node is used, as after a name's other addresses."""
        try:
            return ask(self.connection, method, path, token, body, self.seen)
        except Again as error:
            if isinstance(error, Unreachable):
                self.failed_at = time.monotonic()
                self._use((self.at + 1) % len(self.load.addresses))
            time.sleep(0.05)
            raise

    def _use(self, node: int) -> None:
        if node != self.at:
            self.connection.close()
            self.at = node
            self.connection = self._connect()

    def run(self) -> None:
        try:
            while not self.load.over.is_set():
                self._play()
        except Exception as error:  # noqa: BLE001
            self.failure = repr(error)

    def _play(self) -> None:
        if time.monotonic() > self.failed_at + self.away:
            self._use(self.home)
        reference, began = str(uuid.UUID(int=self.dice.getrandbits(128), version=4)), 0.0
        while True:
            try:
                began = time.monotonic()
                status, opened = self._ask("POST", "/api/practice", body={"kind": KIND, "clientRef": reference})
                break
            except Again:
                if self.load.over.is_set():
                    return
        if status == 409:
            # The earlier request with this reference is still under way.
            return
        if status != 200:
            raise RuntimeError(f"practice: {status} {opened}")
        self.load.wrote(began, self)
        match = Match(opened["tableId"], opened["accessToken"])
        self.matches.append(match)
        while not self.load.over.is_set() and self._move(match):
            time.sleep(0.01)

    def _move(self, match: Match) -> bool:
        """One move. False if the match is over."""
        try:
            status, view = self._ask("GET", f"/api/tables/{match.table}", match.token)
            if status != 200:
                raise RuntimeError(f"{match.table}: {status} {view}, but it was acknowledged")
            state = view["state"]
            self._check(match, state)
            if self.dice.random() < 0.3:
                self._wander()
            if state.get("terminal") or not state.get("legalActions"):
                return not state.get("terminal")
            action = self.dice.choice(state["legalActions"])
            body, began = {"action": action, "expectedPlies": state["plies"]}, time.monotonic()
            status, said = self._ask("POST", f"/api/tables/{match.table}/action", match.token, body)
        except Again:
            return True
        if status == 200:
            match.marked.append(action["cell"])
            match.plies = max(match.plies, body["expectedPlies"] + 1)
            self.load.wrote(began, self)
        elif status != 409:
            raise RuntimeError(f"{match.table}: {status} {said}")
        return True

    def _wander(self) -> None:
        """Go on at any node that was reached lately."""
        if not self.stays and time.monotonic() > self.failed_at + AWAY:
            self._use(self.dice.randrange(len(self.load.addresses)))

    def _check(self, match: Match, state: Any) -> None:
        """Nothing goes back, whichever node is asked, and the own moves are there."""
        if state["plies"] < match.plies or state["eventsAt"] < match.events:
            said = f"{match.plies} plies and cursor {match.events}, then {state['plies']} and {state['eventsAt']}"
            raise RuntimeError(f"{match.table}: {said} at {self.load.addresses[self.at]}, with Min-Commit {self.seen.commit}")
        match.plies, match.events = state["plies"], state["eventsAt"]


class Load:
    def __init__(self, addresses: list[str], players: int, seed: int) -> None:
        self.addresses = addresses
        self.seed = seed
        self.over = threading.Event()
        self.players = [Player(self, number) for number in range(players)]
        self._lock = threading.Lock()
        self._writes: list[tuple[float, float, Player]] = []

    def wrote(self, began: float, player: Player) -> None:
        """A write that was sent then is acknowledged now."""
        with self._lock:
            self._writes.append((began, time.monotonic(), player))

    def start(self) -> None:
        for player in self.players:
            player.start()

    def stop(self) -> None:
        self.over.set()
        for player in self.players:
            player.join()
        self._check()

    def _check(self) -> None:
        for player in self.players:
            if player.failure is not None:
                raise Unready(f"a player failed: {player.failure}")

    def wait_for_write(self, moment: float, within: float) -> None:
        """Wait until a write is acknowledged that was sent after this moment."""

        def look() -> bool:
            self._check()
            with self._lock:
                return any(began >= moment for began, _, _ in self._writes)

        wait_until("a write is acknowledged", look, within)

    def gaps(self, since: float) -> tuple[float, float]:
        """The longest time without an acknowledged write since this moment, of all players together, and of each player in the
        median. Earlier writes are forgotten."""
        with self._lock:
            writes, self._writes = [write for write in self._writes if write[1] >= since], []
        now = time.monotonic()

        def longest(ended: list[float]) -> float:
            times = [since, *sorted(ended), now]
            return max(later - earlier for earlier, later in zip(times, times[1:], strict=False))

        own = [longest([ended for _, ended, by in writes if by is player]) for player in self.players]
        return longest([ended for _, ended, _ in writes]), statistics.median(own)

    def acknowledged(self) -> int:
        return sum(len(match.marked) for player in self.players for match in player.matches)

    def missing(self, address: str) -> list[str]:
        """The acknowledged moves that a node does not have."""
        connection = http.client.HTTPConnection(address, timeout=10)
        missing = []
        for match in [match for player in self.players for match in player.matches]:
            status, view = self._read(connection, match)
            events = view["state"]["events"] if status == 200 else []
            marked = [event["data"]["cell"] for event in events if event["type"] == "marked"]
            missing += [f"{match.table} cell {cell}" for cell in match.marked if cell not in marked]
        return missing

    def _read(self, connection: http.client.HTTPConnection, match: Match) -> Any:
        for _ in range(100):
            try:
                return ask(connection, "GET", f"/api/tables/{match.table}?events_since=0", match.token)
            except Again:
                time.sleep(0.1)
        raise Unready(f"{match.table} cannot be read")
