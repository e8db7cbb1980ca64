"""A scripted server: it records the requests, and its responses are given beforehand."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal, Self, cast

from turnstone import Client
from turnstone.types import GameAction

TABLE = "t_" + "0" * 32
# No game has it, and this server accepts it.
GO = cast(GameAction, {"type": "go"})


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    body: Any
    token: str | None
    peer: int
    min_commit: str | None = None


@dataclass(frozen=True)
class Says:
    """A response. `hang_up` reads the request and closes the connection without a response; `close` closes after it.

    With `then` it is a stream, of these bytes. It ends after them, is cut off there, or stays open.
    """

    status: int = 200
    body: Any = field(default_factory=lambda: {"ok": True})
    headers: Mapping[str, str] = field(default_factory=dict)
    hang_up: bool = False
    close: bool = False
    then: Literal["end", "cut", "stay"] | None = None

    @classmethod
    def stream(
        cls, *pieces: bytes, then: Literal["end", "cut", "stay"] = "stay", connection: str = "keep-alive"
    ) -> Says:
        headers = {"Content-Type": "text/event-stream", "Connection": connection}
        return cls(body=b"".join(pieces), headers=headers, then=then)

    @classmethod
    def no(cls, status: int, code: str | None, **headers: str) -> Says:
        told = {"error": "no"} | ({"code": code} if code else {})
        return cls(status, told, {name.replace("_", "-"): value for name, value in headers.items()})


LOST = Says(hang_up=True)


def view(plies: int, *, mine: bool = True, terminal: bool = False) -> dict[str, Any]:
    state = {"view": {}, "yourTurn": mine, "legalActions": [{"type": "go"}] * mine, "plies": plies,
             "terminal": terminal, "eventsAt": plies}  # fmt: skip
    return {"id": TABLE, "status": "playing", "mySeat": 0, "state": state}


class Fake:
    def __init__(self, *script: Says) -> None:
        self.script = list(script)
        self.asked: list[Asked] = []
        # The peer of an open stream has closed its connection.
        self.left = threading.Event()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                token = (self.headers.get("Authorization") or "").removeprefix("Bearer ") or None
                peer, seen = self.client_address[1], self.headers.get("Min-Commit")
                asked = Asked(self.command, self.path, json.loads(body or b"null"), token, peer, seen)
                fake.asked.append(asked)
                says = fake.says(asked)
                if says.hang_up:
                    self.close_connection = True
                    return
                written = says.body if isinstance(says.body, bytes) else json.dumps(says.body).encode()
                self.send_response(says.status)
                for name, value in says.headers.items():
                    self.send_header(name, value)
                if says.then is not None:
                    self.send_header("Transfer-Encoding", "chunked")
                    self.end_headers()
                    # The peer may hang up at any time.
                    with contextlib.suppress(OSError):
                        self.stream(written, says.then)
                    self.close_connection = True
                    return
                self.send_header("Content-Length", str(len(written)))
                self.end_headers()
                self.wfile.write(written)
                self.close_connection = says.close

            def stream(self, written: bytes, then: str) -> None:
                if written:
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(written), written))
                if then == "end":
                    self.wfile.write(b"0\r\n\r\n")
                if then == "stay" and self.connection.recv(1) == b"":
                    fake.left.set()

            do_GET = do_POST = do_PATCH = do_DELETE = answer

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"

    def says(self, asked: Asked) -> Says:
        return self.script.pop(0)

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


def client(fake: Fake, **more: Any) -> Client:
    return Client(fake.address, token="tsn1.x.y", **more)
