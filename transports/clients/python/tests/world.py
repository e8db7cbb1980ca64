"""Real servers for the tests: one for most of them, started on first use, and others that can be started again."""

from __future__ import annotations

import atexit
import functools
import itertools
import json
import os
import subprocess
import tempfile
from pathlib import Path

from turnstone import AsyncClient, Client
from turnstone.dev import DevServer, launch, stop

ROOT = Path(__file__).parents[4]
BINARY = os.environ.get("TURNSTONE") or str(ROOT / "target" / "debug" / "turnstone")
UNLIMITED = ("REQUESTS_PER_MINUTE", "MOVES_PER_MINUTE", "ANONYMOUS_PER_MINUTE", "CREDENTIAL_PER_MINUTE",
             "PRACTICE_ACTIVE", "PRACTICE_PER_DAY", "ACTIVE_TABLES", "TABLES_PER_DAY")  # fmt: skip
_numbers = itertools.count(1)


class World(DevServer):
    """The server of most tests. Its clock stands still."""

    def member(self, handle: str | None = None) -> Client:
        """A new member with a unique name."""
        return super().member(handle or f"member{next(_numbers)}")

    def async_member(self, handle: str | None = None) -> AsyncClient:
        """The same as an async client."""
        return super().async_member(handle or f"member{next(_numbers)}")


@functools.cache
def server() -> World:
    return World(program=BINARY)


class LastingServer:
    """A server with a data directory and without limits. Its clock runs."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.data = str(Path(self._folder.name) / "data")
        self._listen = "127.0.0.1:0"
        self.start()
        atexit.register(self.stop)

    def start(self) -> None:
        """Start it, or start it again at the same address."""
        settings = {f"TURNSTONE_LIMITS__{name}": "0" for name in UNLIMITED}
        command = [BINARY, "serve", "--data", self.data, "--listen", self._listen]
        self._process, self.address = launch(command, Path(self._folder.name), _address, settings)
        self._listen = self.address.removeprefix("http://")

    def kill(self) -> None:
        """Kill it, like a power failure."""
        self._process.kill()
        stop(self._process)

    def stop(self) -> None:
        atexit.unregister(self.stop)
        stop(self._process)
        self._folder.cleanup()

    @functools.cached_property
    def invitation(self) -> str:
        command = [BINARY, "invite", "--data", self.data, "--uses", "10000", "--json"]
        return str(json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["inviteCode"])

    def member(self) -> Client:
        """A new member with a unique name."""
        client = Client(self.address)
        client.join(self.invitation, f"member{next(_numbers)}")
        return client


@functools.cache
def lasting_server() -> LastingServer:
    return LastingServer()


def _address(line: str) -> str | None:
    begin, _, address = line.partition("Turnstone serves at ")
    return address.strip() if address and not begin else None
