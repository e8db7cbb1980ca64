"""Blocking requests over http.client, with connections that are kept and reused."""

from __future__ import annotations

import contextlib
import http.client
import selectors
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Lock as Lock
from typing import Any
from urllib.parse import urlsplit

from .errors import BadAnswer, Unreachable
from .event_stream import Event, Parser
from .protocol import ANSWER_TIME, EVENT_STREAM, MOST_BYTES, Reply, Request

sleep = time.sleep

# The newest commit that a node of each cluster has shown to this process. The other nodes are asked for no earlier one.
_SEEN: dict[tuple[str, int | None], int] = {}
_SEEN_LOCK = Lock()


class Exchange:
    """A running request, which another thread may cancel."""

    def __init__(self) -> None:
        self.cut = False
        self.sent = False
        self.connection: http.client.HTTPConnection | None = None
        # A connection that ends with its response hands its socket over to the response.
        self.sock: socket.socket | None = None
        self.response: http.client.HTTPResponse | None = None

    def cut_off(self) -> None:
        self.cut = True
        if self.sock is not None:
            with contextlib.suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for part in (self.connection, self.response):
            if part is not None:
                part.close()

    @contextlib.contextmanager
    def closing_on_failure(self, request: Request) -> Iterator[None]:
        try:
            yield
        except (OSError, http.client.HTTPException) as error:
            self.close()
            why = f"{request.method} {request.target}: {error or type(error).__name__}"
            raise Unreachable(why, sent=self.sent) from error
        except BaseException:
            self.close()
            raise


@dataclass(frozen=True)
class Stream(Reply):
    """A response that goes on, on a connection of its own."""

    request: Request
    exchange: Exchange = field(repr=False)
    response: http.client.HTTPResponse = field(repr=False)
    parser: Parser = field(repr=False)

    def json(self) -> Any:
        self.close()
        raise BadAnswer(f"{self.status}, and its body is a stream of events: read it with `stream`")

    def close(self) -> None:
        self.exchange.close()


class Transport:
    """A server's address and the idle connections to it. Threads may share it."""

    def __init__(self, address: str) -> None:
        self._idle: list[http.client.HTTPConnection] = []
        self._lock = Lock()
        url = urlsplit(address)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError(f"{address!r} is not the address of a server, such as http://127.0.0.1:8080")
        if url.username is not None or url.password is not None:
            raise ValueError("the address must not contain a user name or a password")
        self._secure = url.scheme == "https"
        self._host = url.hostname
        self._port = url.port
        self._base = url.path.rstrip("/")

    def send(self, request: Request, exchange: Exchange | None = None) -> Reply:
        """The response; a `Stream` if it is a stream of events."""
        exchange = exchange or Exchange()
        connection = exchange.connection = self._take()
        with exchange.closing_on_failure(request):
            if connection.sock is None:
                connection.connect()
            exchange.sock = connection.sock
            if exchange.sock is not None:
                exchange.sock.settimeout(request.timeout)
            if exchange.cut:
                raise Unreachable("the request was cut off", sent=False)
            exchange.sent = True
            least = _SEEN.get((self._host, self._port))
            sent = dict(request.headers) if least is None else {**request.headers, "Min-Commit": str(least)}
            connection.request(request.method, self._base + request.target, request.body, sent)
            response = exchange.response = connection.getresponse()
            headers = {name.lower(): value for name, value in response.getheaders()}
            self._saw(headers.get("commit", ""), least)
            if headers.get("content-type", "").startswith(EVENT_STREAM):
                return Stream(response.status, headers, b"", request, exchange, response, Parser())
            body = response.read(MOST_BYTES + 1)
            if len(body) > MOST_BYTES:
                raise BadAnswer(f"{response.status}, and its body is longer than {MOST_BYTES} bytes")
        if response.will_close:
            connection.close()
        else:
            with self._lock:
                self._idle.append(connection)
        reply = Reply(response.status, headers, body)
        if least is not None and reply.rejects_commit():
            # The number is of another server at this address, or of one that was restored: it is dropped once.
            self._forget(least)
            return self.send(request, exchange)
        return reply

    def read(self, stream: Stream) -> list[Event]:
        """Wait for the next bytes of a stream, and return the events that they complete."""
        with stream.exchange.closing_on_failure(stream.request):
            received = stream.response.read1()
            if not received:
                raise ConnectionError("the stream broke off")
            return stream.parser.feed(received)

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def __del__(self) -> None:
        self.close()

    def _saw(self, commit: str, least: int | None) -> None:
        """A response shows this commit. One before the commit that was asked for is of a restored or another server."""
        if not (commit.isascii() and commit.isdigit() and len(commit) <= 20):
            return
        with _SEEN_LOCK:
            server, shown = (self._host, self._port), int(commit)
            fell = least is not None and shown < least
            _SEEN[server] = shown if fell else max(shown, _SEEN.get(server, 0))

    def _forget(self, least: int) -> None:
        with _SEEN_LOCK:
            server = (self._host, self._port)
            if _SEEN.get(server) == least:
                del _SEEN[server]

    def _take(self) -> http.client.HTTPConnection:
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
                return kind(self._host, self._port, timeout=ANSWER_TIME)
            if _quiet(connection):
                return connection
            connection.close()


def _quiet(connection: http.client.HTTPConnection) -> bool:
    """Whether an idle connection can still be used: the server has neither closed it nor sent anything."""
    if connection.sock is None:
        return False
    with selectors.DefaultSelector() as selector:
        selector.register(connection.sock, selectors.EVENT_READ)
        return not selector.select(0)
