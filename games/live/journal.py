"""What happens at the tables is written here, and only by whoever decides at them: each write names its fence.

Writes of many tables that come while one is under way go together, in one transaction; each is whole or is not at all
(a savepoint of its own), so that one table's trouble is no other's.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connection, transaction

from games import live_tables, matches
from games.karuta import matches as karuta
from games.models import Flag, LiveTable, Saying, Seat

MOST_AT_ONCE = 200  # tables in one transaction
log = logging.getLogger(__name__)


class Fenced(Exception):  # noqa: N818 (nothing is wrong here: somebody else decides at the table now)
    """Another process has taken the table over, or something was written that this one does not know of."""


@dataclass(frozen=True)
class Entry:
    """What one table writes: its match's events behind the first `count`, flags, sayings, and the match's clock.

    `after` is the match as it is then, of either game. `clock`: the columns in which it says whether it stands still.
    """

    table: UUID
    fence: int
    at: datetime
    after: matches.Game | karuta.Table
    count: int
    clock: Mapping[str, Any] | None = None
    flags: Sequence[tuple[int, str, dict[str, Any]]] = field(default_factory=tuple)
    sayings: Sequence[tuple[int, str, str]] = field(default_factory=tuple)


class Journal(Protocol):
    """Where tables write."""

    async def append(self, entry: Entry) -> None:
        """Returns once it is written; Fenced, or what the database says, if it is not."""


# Writing -------------------------------------------------------------------------------------------------
def write(entries: Sequence[Entry]) -> list[Exception | None]:
    """Write them together; of each, why it is not written, or None. Raises what is the trouble of all: no database."""
    found: list[Exception | None] = []
    with transaction.atomic():
        for entry in entries:
            try:
                with transaction.atomic():
                    _write(entry)
            except (OperationalError, InterfaceError):
                raise
            except Exception as wrong:  # noqa: BLE001 (whatever one table has: the table is told it)
                found.append(wrong)
            else:
                found.append(None)
    return found


def _write(entry: Entry) -> None:
    after, match = entry.after, entry.after.match
    is_over = after.is_over and len(after.events) > entry.count
    mine = LiveTable.objects.filter(pk=entry.table, fence=entry.fence)
    if mine.update(fence=entry.fence) != 1:
        raise Fenced
    if len(after.events) > entry.count:
        _keep(after, entry.count, entry.at)
    if entry.clock is not None and not is_over:
        for name, value in entry.clock.items():
            setattr(match, name, value)
        match.save(update_fields=list(entry.clock))
    _write_beside(entry)
    if is_over:
        live_tables.note_end(LiveTable(pk=entry.table), after, now=entry.at)


def _keep(after: matches.Game | karuta.Table, count: int, at: datetime) -> None:
    if isinstance(after, matches.Game):
        matches.keep(after, count, at)
    else:
        karuta.keep(after, count, at)


def _write_beside(entry: Entry) -> None:
    """Flags and sayings: rows of the seats."""
    if not entry.flags and not entry.sayings:
        return
    seats = dict(Seat.objects.filter(table=entry.table).values_list("number", "pk"))
    Flag.objects.bulk_create(
        [
            Flag(seat_id=seats[seat], kind=kind, evidence=evidence, raised_at=entry.at)
            for seat, kind, evidence in entry.flags
        ],
        ignore_conflicts=True,
    )
    place = len(entry.after.events)
    Saying.objects.bulk_create(
        [
            Saying(seat_id=seats[seat], place=place, phrase=phrase, words=words, said_at=entry.at)
            for seat, phrase, words in entry.sayings
        ]
    )


# Who writes ----------------------------------------------------------------------------------------------
class InPlace:
    """Writes in the thread that all other code of the kind runs in: for tests, whose database is one connection."""

    async def append(self, entry: Entry) -> None:
        """As a journal does."""
        wrong = (await sync_to_async(write)([entry]))[0]
        if wrong is not None:
            raise wrong


@dataclass
class _Waiting:
    entry: Entry
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]

    def settle(self, wrong: Exception | None) -> None:
        self.loop.call_soon_threadsafe(self._settle, wrong)

    def _settle(self, wrong: Exception | None) -> None:
        if self.done.done():
            return
        if wrong is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(wrong)


class Writer:
    """A thread that writes for all tables of the process."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    async def append(self, entry: Entry) -> None:
        """As a journal does."""
        loop = asyncio.get_running_loop()
        waiting = _Waiting(entry, loop, loop.create_future())
        self._queue.put(waiting)
        await waiting.done

    def stop(self) -> None:
        """Write what waits, and end."""
        self._queue.put(None)
        self._thread.join(10)

    def _run(self) -> None:
        while True:
            first = self._queue.get()
            if first is None:
                break
            group, is_last = self._more(first)
            self._write(group)
            if is_last:
                break
        connection.close()

    def _more(self, first: _Waiting) -> tuple[list[_Waiting], bool]:
        """What else waits, without waiting for it; and whether it is the last."""
        group = [first]
        while len(group) < MOST_AT_ONCE:
            try:
                more = self._queue.get_nowait()
            except queue.Empty:
                break
            if more is None:
                return group, True
            group.append(more)
        return group, False

    def _write(self, group: list[_Waiting]) -> None:
        settle: list[tuple[Callable[[Exception | None], None], Exception | None]]
        try:
            wrong = write([each.entry for each in group])
            settle = [(each.settle, problem) for each, problem in zip(group, wrong, strict=True)]
        except Exception as problem:
            log.exception("the journal could not be written")
            connection.close()  # perhaps it is broken: the next write gets a new one
            settle = [(each.settle, problem) for each in group]
        for each, outcome in settle:
            each(outcome)
