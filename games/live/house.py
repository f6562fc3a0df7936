"""What runs in a process as long as it serves sockets: its tables, its leases, its line to the others.

house = House()
await house.open()      when the server begins: NotAloneError if it may not
await house.close()     when it ends: whoever is connected is told to come again, and the tables are handed over
"""

from __future__ import annotations

import asyncio
import signal
from types import FrameType
from typing import IO, Any

from django.conf import settings

from games.live import alone, tables
from games.live.database import Clerk
from games.live.keeper import Keeper
from games.live.relay import Relay

LAST_WORDS_S = 0.2  # for what has been put into sockets and has not been sent
CLOSES_S = 5.0


class House:
    """One process."""

    def __init__(self) -> None:
        self._tables = tables.here()
        self._keeper = Keeper(self._tables)
        self._clerk = Clerk("tables")
        self._tables.ask = self._clerk.ask
        self._lock: IO[bytes] | None = None
        self._is_closed = False

    async def open(self) -> None:
        """Take up what a server has left, and let people in. NotAloneError: another process serves already."""
        if settings.REDIS_URL:
            self._tables.relay = Relay(settings.REDIS_URL, self._tables)
            self._tables.relay.start()
        else:
            self._lock = await asyncio.to_thread(alone.lock)
        self._keeper.start()

    async def close(self) -> None:
        """Tell everybody to come again, write what waits, hand the tables over. A second time does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        await self._tables.close()
        await self._keeper.stop()
        await self._clerk.close()
        if self._tables.relay is not None:
            await self._tables.relay.stop()
        await asyncio.sleep(LAST_WORDS_S)
        if self._lock is not None:
            self._lock.close()

    def close_on_signals(self) -> None:
        """Before the web server hears a signal to end: it would close all sockets with a code of its own."""
        for number in (signal.SIGTERM, signal.SIGINT):
            try:
                self._close_on(number)
            except ValueError:  # not in the main thread: no signal comes here
                return

    def _close_on(self, number: int) -> None:
        loop, before = asyncio.get_running_loop(), signal.getsignal(number)
        if not callable(before):
            return
        handed: list[Any] = []

        async def close_first(frame: FrameType | None) -> None:
            try:
                await asyncio.wait_for(self.close(), CLOSES_S)
            finally:
                before(number, frame)

        def heard(_number: int, frame: FrameType | None) -> None:
            if handed:  # who insists is not kept waiting
                before(number, frame)
            else:
                handed.append(None)
                loop.call_soon_threadsafe(lambda: handed.append(loop.create_task(close_first(frame))))

        signal.signal(number, heard)
