"""The tables that this process decides at: found in the database when somebody comes, let go when nobody is left."""

from __future__ import annotations

import asyncio
import os
import socket
import weakref
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from channels.db import database_sync_to_async
from django.db.models import F

from games import matches as koikoi
from games import phrases
from games.karuta import matches
from games.karuta.players import Kind
from games.live import wire
from games.live.clock import epoch_ms, now_ms
from games.live.desk import Desk
from games.live.game import Game
from games.live.journal import Journal, Writer
from games.live.karuta import Karuta
from games.live.koikoi import SEATS, Koikoi
from games.live.people import People
from games.live.table import Opened, Source, Table
from games.models import LiveTable, Saying

DESERTED_S = 60.0
PROCESS = f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:8]}"


def open_table(key: UUID) -> Opened | None:
    """The table as it stands, decided at by this process from now on; None if nobody plays there.

    Whoever decided there before is fenced off: what they still write is refused.
    """
    playing = LiveTable.objects.filter(pk=key).begun()
    if not playing.update(fence=F("fence") + 1, owner=PROCESS):
        return None
    return opened(LiveTable.objects.select_related("karuta", "koikoi", "host", "hall__reciter").get(pk=key))


def opened(row: LiveTable) -> Opened:
    """The table of a row whose fence is this process's."""
    seats = {seat.person_id: seat.number for seat in row.seats.all() if seat.person_id is not None}
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
    return Opened(desk, row.fence, seats, row.delay_s * 1000.0 if row.has_spectators else None, row.is_rated)


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
    return Karuta(table, people, epoch_ms=epoch_ms(), is_rated=row.is_rated), people


def _sayings(row: LiveTable) -> list[dict[str, Any]]:
    said = Saying.objects.filter(seat__table=row).order_by("pk").values_list("seat__number", "phrase", "words")
    return [{"seat": seat, "phrase": phrase, "words": words} for seat, phrase, words in said]


def rematch_of(key: UUID) -> str | None:
    """Where the players of a table play again; None if they do not."""
    again = LiveTable.objects.filter(rematch_of=key).exclude(status=LiveTable.Status.CLOSED).first()
    return str(again.pk) if again else None


def _source(key: UUID) -> Source:
    return Source(partial(database_sync_to_async(open_table), key), partial(database_sync_to_async(rematch_of), key))


class Tables:
    """All tables of one process. `journal` is where they write."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._tables: dict[UUID, Table] = {}
        self._tasks: dict[UUID, asyncio.Task[None]] = {}
        self._finding: dict[UUID, asyncio.Lock] = {}

    @property
    def open(self) -> dict[UUID, Table]:
        """Those that are here now."""
        return dict(self._tables)

    async def find(self, key: UUID) -> Table | None:
        """The table, taken up if it is not here yet; None if there is none."""
        if key in self._tables:
            return self._tables[key]
        async with self._finding.setdefault(key, asyncio.Lock()):
            if key not in self._tables:
                found = await database_sync_to_async(open_table)(key)
                if found is None:
                    return None
                self._start(key, Table(key, found, self.journal, _source(key)))
        self._finding.pop(key, None)
        return self._tables.get(key)

    def _start(self, key: UUID, table: Table) -> None:
        self._tables[key] = table
        task = asyncio.get_running_loop().create_task(table.run())
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._forget(key, table))

    def _forget(self, key: UUID, table: Table) -> None:
        if self._tables.get(key) is table:
            del self._tables[key], self._tasks[key]
            table.end(wire.RESTARTS)

    def deserted(self, key: UUID) -> None:
        """A connection has gone: if nobody comes for a while, the table is let go."""
        asyncio.get_running_loop().call_later(DESERTED_S, self._let_go, key)

    def _let_go(self, key: UUID) -> None:
        table = self._tables.get(key)
        if table is not None and table.is_deserted:
            self._tasks[key].cancel()

    async def close(self) -> None:
        """The server ends: the connections are told to come again."""
        tasks = list(self._tasks.values())
        for table in list(self._tables.values()):
            table.end(wire.RESTARTS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


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
