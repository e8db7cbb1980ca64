"""The same requests for asyncio: each waits in a thread, and is cut off with the task that waits for it."""

from __future__ import annotations

import asyncio
from asyncio import Lock as Lock
from asyncio import sleep as sleep
from concurrent.futures import ThreadPoolExecutor

from . import _blocking
from .protocol import Reply, Request

# Threads start when they are needed. More concurrent requests than this wait for one to end.
THREADS = 1024


class Transport:
    """A server's address and the connections to it."""

    def __init__(self, address: str) -> None:
        self._blocking = _blocking.Transport(address)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="turnstone")

    async def send(self, request: Request) -> Reply:
        exchange = _blocking.Exchange()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, self._blocking.send, request, exchange)
        except asyncio.CancelledError:
            exchange.cut_off()
            raise

    async def close(self) -> None:
        self._blocking.close()
        self._threads.shutdown(wait=False)
