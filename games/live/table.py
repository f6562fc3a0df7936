"""One table while somebody is at it: a task with a mailbox that owns the order of things, the clock and the desk.

Nothing else touches the desk. What comes is put into the mailbox in the order of its arrival; what the desk wants done
is done before the next is taken, and told only when it is written.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from channels.db import database_sync_to_async
from django.utils import translation

from games.live import called, wire
from games.live.clock import now_ms
from games.live.desk import Desk
from games.live.effects import (
    WATCHERS,
    Append,
    Close,
    Effect,
    From,
    Joined,
    Keep,
    Left,
    Look,
    Looked,
    Prepare,
    Probe,
    Show,
    Suspect,
    Tell,
    Told,
)
from games.live.gallery import Gallery
from games.live.hall import first_ms
from games.live.journal import Entry, Fenced, Journal
from games.live.karuta import Karuta
from games.live.outlet import Outlet

AGAIN_S = 1.0  # until a database that has failed is asked again
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Opened:
    """A table as it was found in the database. `delay_ms`: of those who look on; None: nobody may."""

    desk: Desk
    fence: int
    seats: dict[Any, int]  # person → seat
    delay_ms: float | None
    is_sealed: bool


RECITES = -2  # instead of a seat: who begins the readings by hand (games.live.halls)


@dataclass(frozen=True)
class Arrived:
    """A connection of a seat, or (None) of somebody who looks on, or (RECITES) of who reads by hand."""

    outlet: Outlet
    seat: int | None


@dataclass(frozen=True)
class NotPrepared:
    """The sound of the next reading could not be found."""


Item = Arrived | NotPrepared | Told


@dataclass(frozen=True)
class Source:
    """Where a table is found again when something could not be written, and its rematch looked for."""

    reopen: Callable[[], Awaitable[Opened | None]]
    rematch: Callable[[], Awaitable[str | None]]


class Table:
    """One table. `put` is its mailbox; `run` its task."""

    def __init__(self, key: UUID, opened: Opened, journal: Journal, source: Source) -> None:
        self.key, self.opened = key, opened
        self._journal, self._source = journal, source
        self._inbox: asyncio.Queue[Item | None] = asyncio.Queue()
        self._outlets: dict[str, Outlet] = {}
        self._gallery = Gallery(opened.delay_ms)
        self._reciters: dict[str, Outlet] = {}
        self._stood: dict[str, Any] | None = None  # as the reciters know it
        self._jobs: set[asyncio.Task[None]] = set()
        self.is_lost = False
        self._is_ended = False

    @property
    def desk(self) -> Desk:
        """Who decides."""
        return self.opened.desk

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is connected and nothing waits."""
        return not self._outlets and not self._reciters and not self._gallery and self._inbox.empty()

    def put(self, item: Item) -> None:
        """Something for the table, in the order of its arrival."""
        if self._is_ended and isinstance(item, Arrived):
            item.outlet.close(wire.RESTARTS)
        else:
            self._inbox.put_nowait(item)

    async def run(self) -> None:
        """Until it is cancelled, or somebody else decides at the table."""
        try:
            await self._run()
        finally:  # what is asked of the database in a thread cannot be taken back
            await asyncio.gather(*self._jobs, return_exceptions=True)

    async def _run(self) -> None:
        await self._do(self.desk.begin(now_ms()))
        while not self.is_lost:
            item = await self._next()
            try:
                now = now_ms()
                await self._do(self.desk.wake(now) if item is None else self._take(item, now))
                self._gallery.wake(now_ms())
            except Exception:  # whatever it was: what is written is right, and the others are to play on
                log.exception("table %s has stumbled and is taken up anew", self.key)
                await self._take_up_anew()

    def end(self, code: int) -> None:
        """End all connections, and those that come too late."""
        self._is_ended = True
        while not self._inbox.empty():
            item = self._inbox.get_nowait()
            if isinstance(item, Arrived):
                item.outlet.close(code)
        for outlet in (*self._outlets.values(), *self._reciters.values()):
            outlet.close(code)
        self._gallery.close(code)

    def lose(self) -> None:
        """Somebody else decides here now: whoever is connected is to come again, to them."""
        self.is_lost = True
        self.end(wire.RESTARTS)
        self._inbox.put_nowait(None)

    # In --------------------------------------------------------------------------------------------------
    async def _next(self) -> Item | None:
        """What has come, else None when something is due: what came before it was due comes before it."""
        if not self._inbox.empty():
            return self._inbox.get_nowait()
        now = now_ms()
        due = min(self.desk.due_ms(now), self._gallery.due_ms)
        if due <= now:
            await asyncio.sleep(0)
            return self._inbox.get_nowait() if not self._inbox.empty() else None
        if due == float("inf"):
            return await self._inbox.get()
        timer = asyncio.get_running_loop().call_later((due - now) / 1000, self._inbox.put_nowait, None)
        try:
            return await self._inbox.get()
        finally:
            timer.cancel()

    def _take(self, item: Item, now: float) -> list[Effect]:
        match item:
            case Arrived():
                return self._arrived(item, now)
            case NotPrepared():
                return self.desk.not_prepared(now)
            case From(connection) if connection in self._reciters:
                return self._start_reading(item)
            case From(connection) if connection in self._gallery:
                self._gallery.show(connection)
                return []
            case Left(connection):
                self._gallery.leave(connection)
                if self._reciters.pop(connection, None) is not None:
                    self._hand(now)
                self._outlets.pop(connection, None)
                return self.desk.take(item, now)
            case _:
                return self.desk.take(item, now)

    def _arrived(self, item: Arrived, now: float) -> list[Effect]:
        outlet = item.outlet
        if item.seat is None:
            self._gallery.join(outlet)
            return []
        if item.seat == RECITES:
            self._reciters[outlet.connection] = outlet
            self._stood = None  # told anew
            self._hand(now)
            return []
        self._outlets[outlet.connection] = outlet
        return self.desk.take(Joined(outlet.connection, item.seat), now)

    # In a hall -------------------------------------------------------------------------------------------
    def _start_reading(self, said: From) -> list[Effect]:
        """Whoever reads by hand begins the next reading."""
        game, message = self.desk.game, said.message
        if isinstance(game, Karuta) and message.kind == "act" and message["do"] == "start":
            now = now_ms()
            game.start(message["number"], first_ms(said.arrived_ms, message["in_ms"], now), now)
        return []

    def _hand(self, now: float) -> None:
        if isinstance(self.desk.game, Karuta):
            self.desk.game.hand(now, is_there=bool(self._reciters))

    def _tell_reciters(self) -> None:
        """How the table stands, if that is new to them."""
        game = self.desk.game
        if not self._reciters or not isinstance(game, Karuta):
            return
        stands = game.stands(now_ms())
        if stands != self._stood:
            self._stood = stands
            for outlet in self._reciters.values():
                outlet.tell("stands", {"told": stands})

    # Doing -----------------------------------------------------------------------------------------------
    async def _do(self, effects: list[Effect]) -> None:
        """Append, then everything else; the position is shown once, as it is after all of it."""
        if not await self._write(effects):
            return
        is_shown = False
        for effect in effects:
            if isinstance(effect, Show) and effect.to is None:
                if not is_shown:
                    self._show_everybody()
                is_shown = True
            else:
                self._do_one(effect)
        self._tell_reciters()

    def _do_one(self, effect: Effect) -> None:
        match effect:
            case Tell():
                self._tell(effect)
            case Show(seat) if seat is not None:
                self._show(seat)
            case Probe(connection, number) if connection in self._outlets:
                self._outlets[connection].probe(number)
            case Close(connection, code) if connection in self._outlets:
                self._outlets.pop(connection).close(code)
            case Prepare():
                self._start(self._prepare(effect))
            case Look():
                self._start(self._look())

    def _start(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(job)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _prepare(self, wanted: Prepare) -> None:
        table, is_sealed = self.desk.game.table, self.opened.is_sealed
        try:
            found = await database_sync_to_async(called.prepare)(
                self.key, table, wanted.reading, wanted.poem, is_sealed=is_sealed
            )
        except Exception:
            log.exception("the sound of a reading could not be found")
            self.put(NotPrepared())
        else:
            self.put(found)

    async def _look(self) -> None:
        try:
            self.put(Looked(await self._source.rematch()))
        except Exception:
            log.exception("a rematch could not be looked for")

    # Writing ---------------------------------------------------------------------------------------------
    async def _write(self, effects: list[Effect]) -> bool:
        """Append what there is to append. False: it could not be, and the table is given up or taken up anew."""
        entry = self._entry(effects)
        if entry is None:
            return True
        try:
            await self._journal.append(entry)
        except Fenced:
            self.lose()
        except Exception:
            log.exception("table %s could not be written and is taken up anew", self.key)
            await self._take_up_anew()
        else:
            return True
        return False

    def _entry(self, effects: Iterable[Effect]) -> Entry | None:
        """All that these effects write, in one."""
        appends = [each for each in effects if isinstance(each, Append)]
        flags = [(each.seat, each.kind, dict(each.evidence)) for each in effects if isinstance(each, Suspect)]
        sayings = [(each.seat, each.phrase, each.words) for each in effects if isinstance(each, Keep)]
        if not appends and not flags and not sayings:
            return None
        game = self.desk.game
        count = min((each.count for each in appends), default=game.count)
        clock = game.clock if any(each.is_clock for each in appends) else None
        return Entry(self.key, self.opened.fence, game.wall(now_ms()), game.table, count, clock, flags, sayings)

    async def _take_up_anew(self) -> None:
        """The desk has gone on and the database has not: what is written counts."""
        seats = {connection: self.desk.people.seat_of(connection) for connection in self._outlets}
        while True:
            try:
                found = await self._source.reopen()
            except Exception as problem:  # noqa: BLE001 (whatever it is: it is told, and tried again)
                log.warning("table %s cannot be read yet: %s", self.key, problem)
                await asyncio.sleep(AGAIN_S)
                continue
            break
        if found is None:
            self.lose()
            return
        self.opened = found
        effects = self.desk.begin(now_ms())
        self._hand(now_ms())
        for connection, seat in seats.items():
            if seat is not None:
                effects += self.desk.take(Joined(connection, seat), now_ms())
        await self._do(effects)

    # Out -------------------------------------------------------------------------------------------------
    def _tell(self, effect: Tell) -> None:
        if effect.to == WATCHERS:
            self._gallery.keep(lambda outlet: outlet.tell(effect.kind, effect.fields), now_ms(), is_position=False)
            return
        outlet = self._outlet(effect.to)
        if outlet is not None:
            with translation.override(outlet.language):
                outlet.tell(effect.kind, effect.fields)

    def _outlet(self, seat: int) -> Outlet | None:
        connection = self.desk.people.sitting[seat].connection
        return self._outlets.get(connection) if connection is not None else None

    def _show(self, seat: int) -> None:
        outlet = self._outlet(seat)
        if outlet is not None:
            with translation.override(outlet.language):
                outlet.tell("view", {"told": self.desk.view(seat, now_ms())})

    def _show_everybody(self) -> None:
        for seat in self.desk.people.sitting:
            self._show(seat)
        if self._gallery.delay_ms is not None:
            self._gallery.keep(_shown(self.desk.picture(at := now_ms())), at, is_position=True)


def _shown(picture: Callable[[], dict[str, Any]]) -> Callable[[Outlet], None]:
    """A position for those who look on, put into words once a language."""
    told: dict[str, dict[str, Any]] = {}

    def show(outlet: Outlet) -> None:
        if outlet.language not in told:
            told[outlet.language] = picture()
        outlet.tell("view", {"told": told[outlet.language]})

    return show
