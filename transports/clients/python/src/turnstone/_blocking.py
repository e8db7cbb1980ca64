"""Blocking requests over http.client, with connections that are kept and reused."""

from __future__ import annotations

import contextlib
import http.client
import selectors
import socket
import time
from threading import Lock as Lock
from urllib.parse import urlsplit

from .errors import Unreachable
from .protocol import ANSWER_TIME, Reply, Request

sleep = time.sleep


class Exchange:
    """A running request, which another thread may cancel."""

    def __init__(self) -> None:
        self.cut = False
        self.connection: http.client.HTTPConnection | None = None

    def cut_off(self) -> None:
        self.cut = True
        sock = self.connection.sock if self.connection else None
        if sock is not None:
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)


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
        connection = self._take()
        if exchange is not None:
            exchange.connection = connection
        sent = False
        try:
            if connection.sock is None:
                connection.connect()
            if connection.sock is not None:
                connection.sock.settimeout(request.timeout)
            if exchange is not None and exchange.cut:
                raise Unreachable("the request was cut off", sent=False)
            sent = True
            connection.request(request.method, self._base + request.target, request.body, dict(request.headers))
            response = connection.getresponse()
            body = response.read()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            why = f"{request.method} {request.target}: {error or type(error).__name__}"
            raise Unreachable(why, sent=sent) from error
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            with self._lock:
                self._idle.append(connection)
        return Reply(response.status, {name.lower(): value for name, value in response.getheaders()}, body)

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def __del__(self) -> None:
        self.close()

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
