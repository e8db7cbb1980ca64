"""A server for the tests of an agent, started and stopped by the test.

```python
from turnstone.dev import DevServer

with DevServer(seed=7) as server:
    table = server.member("ada").open_table("connect-four-vs-house", pace="daily")
    server.advance(days=2)
```
"""

from __future__ import annotations

import atexit
import hashlib
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from .aio import AsyncClient
from .client import Client
from .errors import TurnstoneError

_STARTS_WITHIN_S = 60
_STOPS_WITHIN_S = 20
_Ready = TypeVar("_Ready")


class NotStarted(TurnstoneError):
    """The server did not start. The text says why."""


class DevServer:
    """A server in memory (`turnstone serve --dev`) on a free port of this machine.

    It has no limits, the same `seed` and the same requests give the same deals, and its clock stands still until
    `advance` moves it. It stops at the end of the `with` block, by `close`, and when this process ends, however it
    ends. `program` is the path of the turnstone program; without it $TURNSTONE and then the search path are used.
    """

    def __init__(self, *, seed: int | None = None, program: str | None = None) -> None:
        self._program = program or find_program()
        self._folder = tempfile.TemporaryDirectory(prefix="turnstone-", ignore_cleanup_errors=True)
        words = ["serve", "--dev", "--json", "--until-eof", "--listen", "127.0.0.1:0", "--socket", self._folder.name]
        words += [] if seed is None else ["--seed", str(seed)]
        try:
            self._process, told = launch([self._program, *words], Path(self._folder.name), json.loads)
        except BaseException:
            self._folder.cleanup()
            raise
        self.address: str = told["baseUrl"]
        """Where it serves: the address that clients take."""
        self.invitation: str = told["inviteCode"]
        """The first invitation, for tests that join as members do. It has a million uses."""
        self.seed: int = told["seed"]
        """The seed of its deals: with it, another server deals the same."""
        # One for each member: a reference must not come twice from one of them.
        self._refs: dict[str | None, Callable[[], str]] = {}
        atexit.register(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.address} seed={self.seed}>"

    def member(self, handle: str) -> Client:
        """A client of the member with this handle, who is created if they do not exist."""
        return Client(self.address, **self._account(handle), **self._options(handle))

    def async_member(self, handle: str) -> AsyncClient:
        """The same as an async client."""
        return AsyncClient(self.address, **self._account(handle), **self._options(handle))

    def guest(self) -> Client:
        """A client without an account: for practice, and to claim delegated seats."""
        return Client(self.address, **self._options(None))

    def async_guest(self) -> AsyncClient:
        """The same as an async client."""
        return AsyncClient(self.address, **self._options(None))

    def advance(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> datetime:
        """Move the clock, and return its time when everything that became due is done.

        Each deadline on the way runs at its own time. At most ten years.
        """
        by = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        if by < timedelta():
            raise ValueError("the clock of a server only moves forward")
        return _time(self._dev("clock", "advance", f"{by // timedelta(milliseconds=1)}ms"))

    def now(self) -> datetime:
        """The time of its clock."""
        return _time(self._dev("clock", "show"))

    def log(self) -> str:
        """The lines that it has logged."""
        return (Path(self._folder.name) / "log").read_text(encoding="utf-8", errors="replace")

    def close(self) -> None:
        """Stop it. What it knew is lost."""
        atexit.unregister(self.close)
        stop(self._process)
        self._folder.cleanup()

    def _options(self, handle: str | None) -> dict[str, Any]:
        """Deals depend on what clients bring: these bring what follows from the seed. The clock is not this one's."""
        refs = self._refs.setdefault(handle, _refs(self.seed, handle))
        return {"new_ref": refs, "warn": lambda text: None}

    def _account(self, handle: str) -> dict[str, Any]:
        told = self._dev("account", handle)
        return {"handle": told["handle"], "recovery_code": told["recoveryCode"], "token": told["token"]}

    def _dev(self, *words: str) -> Any:
        command = [self._program, "dev", "--socket", self._folder.name, "--json", *words]
        done = subprocess.run(command, capture_output=True, text=True, env=environment(), check=False)
        if done.returncode != 0:
            raise TurnstoneError(f"turnstone dev {' '.join(words)}: {done.stderr.strip()}")
        return json.loads(done.stdout)


def find_program() -> str:
    """The path of the turnstone program: $TURNSTONE, or else from the search path."""
    found = os.environ.get("TURNSTONE") or shutil.which("turnstone")
    if not found:
        raise NotStarted(
            "there is no turnstone program here. Set TURNSTONE to its path, or put it on the search path. A release of "
            "the project has it for Linux; in a clone of the project, `cargo build --release` makes "
            "target/release/turnstone"
        )
    return found


def environment(settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of this process with these settings, and without other settings of a server."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("TURNSTONE")}
    return own | dict(settings or {})


def launch(
    command: Sequence[str],
    folder: Path,
    ready: Callable[[str], _Ready | None],
    settings: Mapping[str, str] | None = None,
) -> tuple[subprocess.Popen[str], _Ready]:
    """Start a server in a folder, where it logs to the file `log`; `ready` reads its lines until it returns a value."""
    log = folder / "log"
    try:
        with log.open("ab") as file:
            process = subprocess.Popen(
                command, env=environment(settings), cwd=folder, text=True, encoding="utf-8", stderr=file,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                # Ctrl-C is for the test, which then stops the server.
                start_new_session=True,
            )  # fmt: skip
    except OSError as error:
        raise NotStarted(f"{command[0]} cannot be run: {error}") from error
    limit = threading.Timer(_STARTS_WITHIN_S, process.kill)
    limit.start()
    try:
        assert process.stdout
        for line in process.stdout:
            if (told := ready(line)) is not None:
                return process, told
        process.wait()
    except BaseException as error:
        stop(process)
        if not isinstance(error, ValueError):
            raise
        # It printed something else: a program of another project may have the same name.
    finally:
        limit.cancel()
    stop(process)
    words = log.read_text(encoding="utf-8", errors="replace").strip()
    raise NotStarted(f"{' '.join(command[:2])} of this project did not start: {words or 'it printed nothing'}")


def stop(process: subprocess.Popen[str]) -> None:
    """Stop a server, and wait until it has ended."""
    process.terminate()
    try:
        process.wait(_STOPS_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            pipe.close()


def _refs(seed: int, handle: str | None) -> Callable[[], str]:
    """References that follow from a seed. The TypeScript client makes the same ones."""
    numbers = itertools.count()

    def next_ref() -> str:
        digest = hashlib.sha256(f"{seed}/{handle or ''}/{next(numbers)}".encode()).digest()
        return str(uuid.UUID(bytes=digest[:16], version=4))

    return next_ref


def _time(told: Mapping[str, Any]) -> datetime:
    return datetime.fromtimestamp(told["now"] / 1000, UTC)
