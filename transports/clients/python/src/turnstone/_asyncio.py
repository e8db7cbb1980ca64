"""The same requests for asyncio: each waits in a thread, and is cut off with the task that waits for it."""

from __future__ import annotations

import asyncio
from asyncio import Lock as Lock
from asyncio import sleep as sleep
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from . import _blocking
from ._blocking import Stream as Stream
from .event_stream import Event
from .protocol import Reply, Request

T = TypeVar("T")

# Threads start when they are needed. More concurrent requests and reads of streams than this wait for one to end.
THREADS = 1024


class Transport:
    """A server's address and the connections to it."""

    def __init__(self, address: str) -> None:
        self._blocking = _blocking.Transport(address)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="turnstone")

    async def send(self, request: Request) -> Reply:
        exchange = _blocking.Exchange()
        return await self._in_thread(exchange, lambda: self._blocking.send(request, exchange))

    async def read(self, stream: Stream) -> list[Event]:
        return await self._in_thread(stream.exchange, lambda: self._blocking.read(stream))

    async def _in_thread(self, exchange: _blocking.Exchange, work: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, work)
        except asyncio.CancelledError:
            exchange.cut_off()
            raise

    async def close(self) -> None:
        self._blocking.close()
        self._threads.shutdown(wait=False)
