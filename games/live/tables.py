"""The tables that this process decides at: found in the database when somebody comes, let go when nobody is left."""

from __future__ import annotations

import asyncio
import os
import socket
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Container, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from channels.db import database_sync_to_async

from games import matches as koikoi
from games import phrases
from games.karuta import matches
from games.karuta.players import Kind
from games.live import called, leases, wire
from games.live.clock import epoch_ms, now_ms
from games.live.desk import Desk
from games.live.door import Door
from games.live.game import Game
from games.live.journal import Journal, Writer
from games.live.karuta import Karuta
from games.live.koikoi import SEATS, Koikoi
from games.live.people import People
from games.live.relay import Elsewhere, Relay, Seating
from games.live.table import Opened, Source, Table
from games.models import LiveTable, Saying

Ask = Callable[..., Awaitable[Any]]
DESERTED_S = 60.0
TRIES, TRY_S = 20, 0.25  # of a table whose owner answers nothing: until its lease has run out


class AwayError(Exception):
    """Another process decides at the table, and cannot be reached now."""


@dataclass(frozen=True)
class Held:
    """Another process decides at the table; or did, until this moment (no name)."""

    owner: str


def open_table(key: UUID, process: str, *, is_alone: bool) -> Opened | Held | None:
    """The table as it stands, decided at by this process from now on; None if nobody plays there.

    Whoever decided there before is fenced off: what they still write is refused.
    """
    if not LiveTable.objects.filter(pk=key).begun().exists():
        return None
    fence = leases.acquire(key, process, is_alone=is_alone)
    if fence is None:
        return Held(leases.owner_of(key))
    row = LiveTable.objects.select_related("karuta", "koikoi", "host", "hall__reciter").get(pk=key)
    row.fence = fence  # and not a later one, of somebody who has taken over in between
    return opened(row)


def opened(row: LiveTable) -> Opened:
    """The table of a row whose fence is this process's."""
    seats = _seats(row)
    game, people = _played(row)
    desk = Desk(
        game,
        people,
        host=next((seat for person, seat in seats.items() if person == row.host_id), None),
        phrases=tuple(phrases.PHRASES),
        has_words=phrases.has_free_words(row),
        sayings=_sayings(row),
        is_rated=row.is_rated,
        reciter=row.hall.reciter.get_username() if row.hall and row.hall.reciter else "",
    )
    return Opened(desk, row.fence, seats, _delay_ms(row), row.is_sealed)


def seating(key: UUID) -> Seating:
    """Who sits at a table that another process decides at."""
    row = LiveTable.objects.get(pk=key)
    return Seating(_seats(row), _delay_ms(row))


def _seats(row: LiveTable) -> dict[Any, int]:
    return {seat.person_id: seat.number for seat in row.seats.all() if seat.person_id is not None}


def _delay_ms(row: LiveTable) -> float | None:
    return row.delay_s * 1000.0 if row.has_spectators else None


def _played(row: LiveTable) -> tuple[Game, People]:
    """The game of a table, taken up again, and who plays it."""
    if row.koikoi is not None:
        people = People(SEATS, is_rated=False, now_ms=now_ms())  # nobody is too far away to think
        names = tuple(seat.name for seat in row.seats.all())
        game = koikoi.load(row.koikoi)
        return Koikoi(game, people, names=names, epoch_ms=epoch_ms()), people
    if row.karuta is None:
        raise ValueError("nothing is played at this table")
    table = matches.load(row.karuta)
    persons = [seat for seat, player in enumerate(table.players) if player.kind is Kind.PERSON]
    people = People(persons, is_rated=row.is_rated, now_ms=now_ms())
    hall = row.hall.readings if row.hall else None
    return Karuta(table, people, epoch_ms=epoch_ms(), is_rated=row.is_rated, hall=hall), people


def _sayings(row: LiveTable) -> list[dict[str, Any]]:
    said = Saying.objects.filter(seat__table=row).order_by("pk").values_list("seat__number", "phrase", "words")
    return [{"seat": seat, "phrase": phrase, "words": words} for seat, phrase, words in said]


def rematch_of(key: UUID) -> str | None:
    """Where the players of a table play again; None if they do not."""
    again = LiveTable.objects.filter(rematch_of=key).exclude(status=LiveTable.Status.CLOSED).first()
    return str(again.pk) if again else None


async def _ask(question: Callable[..., Any], *args: Any, **fields: Any) -> Any:
    """In the thread that other code of the kind runs in; a process that serves has a clerk (games.live.house)."""
    return await database_sync_to_async(question)(*args, **fields)


class Tables:
    """All tables of one process. `journal` is where they write.

    `is_alone`: no other process decides at tables. Else `relay` leads to the others.
    """

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.process = f"{socket.gethostname()[:40]}:{os.getpid()}:{uuid4().hex[:8]}"
        self.relay: Relay | None = None
        self.ask: Ask = _ask
        self.visitors = Door()
        self._tables: dict[UUID, Table] = {}
        self._tasks: dict[UUID, asyncio.Task[None]] = {}
        self._finding: weakref.WeakValueDictionary[UUID, asyncio.Lock] = weakref.WeakValueDictionary()
        self._rests: set[asyncio.Task[None]] = set()

    @property
    def is_alone(self) -> bool:
        """Whether no other process decides at tables."""
        return self.relay is None

    @property
    def open(self) -> dict[UUID, Table]:
        """Those that are here now."""
        return dict(self._tables)

    def at(self, key: UUID) -> Table | None:
        """The table, if this process decides at it."""
        return self._tables.get(key)

    # Finding ---------------------------------------------------------------------------------------------
    async def find(self, key: UUID) -> Table | Elsewhere | None:
        """The table, taken up if nobody decides at it; None if there is none. AwayError: come again later."""
        async with self._alone_with(key):
            for _ in range(TRIES):
                if key in self._tables:
                    return self._tables[key]
                found = await self._open(key)
                if not isinstance(found, Held):
                    return self._start(key, found) if found else None
                elsewhere = await self._elsewhere(key, found.owner)
                if elsewhere is not None:
                    return elsewhere
                await asyncio.sleep(TRY_S)
        raise AwayError

    async def take_up(self, key: UUID) -> None:
        """Decide at a table that nobody decides at, whether somebody is there or not."""
        async with self._alone_with(key):
            found = None if key in self._tables else await self._open(key)
            if isinstance(found, Opened):
                self._start(key, found)
                self.deserted(key)

    @asynccontextmanager
    async def _alone_with(self, key: UUID) -> AsyncIterator[None]:
        async with self._finding.setdefault(key, asyncio.Lock()):
            yield

    async def _open(self, key: UUID) -> Opened | Held | None:
        return await self.ask(open_table, key, self.process, is_alone=self.is_alone)

    async def _elsewhere(self, key: UUID, owner: str) -> Elsewhere | None:
        link = await self.relay.reach(owner) if self.relay and owner and owner != self.process else None
        if self.relay is None or link is None:
            return None
        return Elsewhere(key, await self.ask(seating, key), self.relay, link)

    def _start(self, key: UUID, found: Opened) -> Table:
        source = Source(partial(self._reopen, key), partial(self.ask, rematch_of, key))
        table = Table(key, found, self.journal, source)
        self._tables[key] = table
        task = asyncio.get_running_loop().create_task(table.run())
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._forget(key, table))
        return table

    async def _reopen(self, key: UUID) -> Opened | None:
        found = await self._open(key)
        return found if isinstance(found, Opened) else None

    # Letting go ------------------------------------------------------------------------------------------
    def _forget(self, key: UUID, table: Table) -> None:
        if self._tables.get(key) is table:
            del self._tables[key], self._tasks[key]
            table.end(wire.RESTARTS)
            called.forget(key)

    def keep_only(self, before: Mapping[UUID, Table], held: Container[UUID]) -> None:
        """Of the tables that were here before the leases were looked at, those without one are another's now."""
        for key, table in before.items():
            if key not in held and self._tables.get(key) is table:
                table.lose()

    def deserted(self, key: UUID) -> None:
        """A connection has gone: if nobody comes for a while, the table is let go."""
        asyncio.get_running_loop().call_later(DESERTED_S, self._let_go, key)

    def _let_go(self, key: UUID) -> None:
        table = self._tables.get(key)
        if table is not None and table.is_deserted:
            self._tasks[key].cancel()
            self._rests.add(rest := asyncio.get_running_loop().create_task(self._rest(key)))
            rest.add_done_callback(self._rests.discard)

    async def _rest(self, key: UUID) -> None:
        await asyncio.gather(self._tasks[key], return_exceptions=True)
        async with self._alone_with(key):
            if key not in self._tables:
                await self.ask(leases.release, self.process, key)

    async def close(self) -> None:
        """The server ends: the connections are told to come again, and what waits is written."""
        tasks = list(self._tasks.values())
        for table in list(self._tables.values()):
            table.end(wire.RESTARTS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if isinstance(self.journal, Writer):
            await asyncio.to_thread(self.journal.stop)


_of_loop: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Tables] = weakref.WeakKeyDictionary()


def here() -> Tables:
    """The tables of the running loop: a process has one."""
    loop = asyncio.get_running_loop()
    if loop not in _of_loop:
        _of_loop[loop] = Tables(Writer())
    return _of_loop[loop]


def write_to(journal: Journal) -> Tables:
    """Tables of the running loop that write into this journal."""
    loop = asyncio.get_running_loop()
    _of_loop[loop] = Tables(journal)
    return _of_loop[loop]
