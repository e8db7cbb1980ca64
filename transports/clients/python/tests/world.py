"""A real server for the tests, started on first use: its own data directory, a free port, no limits."""

from __future__ import annotations

import atexit
import functools
import itertools
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

from turnstone import Client

ROOT = Path(__file__).parents[4]
BINARY = os.environ.get("TURNSTONE") or str(ROOT / "target" / "debug" / "turnstone")
UNLIMITED = ("REQUESTS_PER_MINUTE", "MOVES_PER_MINUTE", "ANONYMOUS_PER_MINUTE", "CREDENTIAL_PER_MINUTE",
             "PRACTICE_ACTIVE", "PRACTICE_PER_DAY", "ACTIVE_TABLES", "TABLES_PER_DAY")  # fmt: skip
_numbers = itertools.count(1)


class Server:
    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.data = str(Path(self._folder.name) / "data")
        self._listen = "127.0.0.1:0"
        self.start()
        atexit.register(self.stop)

    def start(self) -> None:
        """Start it, or start it again at the same address."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TURNSTONE")}
        environment |= {f"TURNSTONE_LIMITS__{name}": "0" for name in UNLIMITED}
        said, log = Path(self._folder.name) / "said", Path(self._folder.name) / "log"
        with said.open("wb") as out, log.open("wb") as err:
            command = [BINARY, "serve", "--data", self.data, "--listen", self._listen]
            self._process = subprocess.Popen(command, env=environment, cwd=self._folder.name, stdout=out, stderr=err)
        for _ in range(300):
            for line in said.read_text().splitlines():
                if line.startswith("Turnstone serves at "):
                    self.address = line.removeprefix("Turnstone serves at ").strip()
                    self._listen = self.address.removeprefix("http://")
                    return
            if self._process.poll() is not None:
                break
            time.sleep(0.1)
        raise AssertionError(f"{BINARY} does not serve: {log.read_text()}")

    def kill(self) -> None:
        """Kill it, like a power failure."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(20)
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
def server() -> Server:
    return Server()
