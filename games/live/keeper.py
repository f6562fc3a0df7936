"""Keeps what this process decides at: renews its leases, gives up what it has lost, takes up what others have left."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from uuid import UUID

from django.db import DatabaseError, InterfaceError, OperationalError

from games.live import leases
from games.live.database import Clerk
from games.live.tables import Tables

LOOKS_S = 0.5  # for tables whose owner has gone
log = logging.getLogger(__name__)


class Keeper:
    """The leases of one process."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._clerk = Clerk("leases")  # of its own: no other work holds it up
        self._tasks: list[asyncio.Task[None]] = []
        self._adopted: list[UUID] = []  # and not taken up yet
        self._opening: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Tables that a server has left are taken up: their clocks run on, whether somebody is there or not."""
        loop = asyncio.get_running_loop()
        if self._tables.is_alone:
            self._tasks = [loop.create_task(_until_done(self._adopt))]
        else:
            self._tasks = [
                loop.create_task(_again(self._renew, leases.RENEWED_S)),
                loop.create_task(_again(self._adopt, LOOKS_S)),
            ]

    async def stop(self) -> None:
        """The server ends. What it held is anybody's."""
        tasks = [*self._tasks, *([self._opening] if self._opening else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        try:
            await self._clerk.ask(leases.hand_over, self._tables.process)
        except Exception:
            log.exception("the tables could not be handed over: their leases run out by themselves")
        await self._clerk.close()

    async def _renew(self) -> None:
        before = self._tables.open
        self._tables.keep_only(before, await self._clerk.ask(leases.renew, self._tables.process))

    async def _adopt(self) -> None:
        """All at once in the database; to open them takes longer, and holds up nobody who looks for more."""
        is_alone = self._tables.is_alone
        self._adopted += await self._clerk.ask(leases.adopt, self._tables.process, is_alone=is_alone)
        if self._adopted and (self._opening is None or self._opening.done()):
            self._opening = asyncio.get_running_loop().create_task(self._open())

    async def _open(self) -> None:
        while self._adopted:
            try:
                await self._tables.take_up(self._adopted[0])
            except (OperationalError, InterfaceError):  # the trouble of all: it is tried again
                log.exception("table %s cannot be opened yet", self._adopted[0])
                await asyncio.sleep(LOOKS_S)
                continue
            except Exception:  # its own: the others do not wait for it
                log.exception("table %s cannot be opened", self._adopted[0])
            del self._adopted[0]


async def _until_done(do: Callable[[], Awaitable[None]]) -> None:
    """Once, as soon as the database lets it."""
    while True:
        try:
            await do()
        except DatabaseError:
            log.exception("what a server has left cannot be taken up yet")
            await asyncio.sleep(LOOKS_S)
        else:
            return


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
