"""Keeps what this process decides at: renews its leases, gives up what it has lost, takes up what others have left."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection

from games.live import leases
from games.live.tables import Tables

LOOKS_S = 0.5  # for tables whose owner has gone
AT_ONCE = 20  # of them, so that other processes take their share
AT_START = 10_000
log = logging.getLogger(__name__)


class Keeper:
    """The leases of one process. It has a thread and a connection of its own: no other work holds it up."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="leases")
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Tables that a server has left are taken up: their clocks run on, whether somebody is there or not."""
        loop = asyncio.get_running_loop()
        if self._tables.is_alone:
            self._tasks = [loop.create_task(self._adopt(most=AT_START, is_alone=True))]
        else:
            self._tasks = [
                loop.create_task(_again(self._renew, leases.RENEWED_S)),
                loop.create_task(_again(self._adopt, LOOKS_S)),
            ]

    async def stop(self) -> None:
        """The server ends. What it held is anybody's."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._ask(lambda: leases.hand_over(self._tables.process))
        except Exception:
            log.exception("the tables could not be handed over: their leases run out by themselves")
        await self._ask(lambda: connection.close())  # each thread has one of its own
        self._thread.shutdown(wait=False)

    async def _renew(self) -> None:
        before = self._tables.open
        self._tables.keep_only(before, await self._ask(lambda: leases.renew(self._tables.process)))

    async def _adopt(self, *, most: int = AT_ONCE, is_alone: bool = False) -> None:
        for key in await self._ask(lambda: leases.orphans(most=most, is_alone=is_alone)):
            await self._tables.take_up(key)

    async def _ask(self, question: Callable[[], Any]) -> Any:
        def ask() -> Any:
            try:
                return question()
            except Exception:
                connection.close()  # perhaps it is broken: the next question gets a new one
                raise

        return await asyncio.get_running_loop().run_in_executor(self._thread, ask)


async def _again(do: Callable[[], Awaitable[None]], every_s: float) -> None:
    """So often, counted from beginning to beginning, whatever comes of it."""
    clock = asyncio.get_running_loop().time
    while True:
        began = clock()
        try:
            await do()
        except Exception:
            log.exception("the leases could not be looked after, and are again in %s s", every_s)
        await asyncio.sleep(max(0.0, every_s - (clock() - began)))
