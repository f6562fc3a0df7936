"""One table while somebody is at it: a task with a mailbox that owns the order of things, the clock and the desk.

Nothing else touches the desk. What comes is put into the mailbox in the order of its arrival; what the desk wants done
is done before the next is taken, and told only when it is written.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
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
    Prepare,
    Prepared,
    Probe,
    RoundTrip,
    Show,
    Suspect,
    Tell,
)
from games.live.journal import Entry, Fenced, Journal
from games.live.outlet import Outlet

AGAIN_S = 1.0  # until a database that has failed is asked again
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Opened:
    """A table as it was found in the database."""

    desk: Desk
    fence: int
    seats: dict[Any, int]  # person → seat
    has_spectators: bool
    delay_ms: float
    is_rated: bool


@dataclass(frozen=True)
class Arrived:
    """A connection of a seat, or (None) of somebody who looks on."""

    outlet: Outlet
    seat: int | None


@dataclass(frozen=True)
class NotPrepared:
    """The sound of the next reading could not be found."""


Item = Arrived | Left | From | RoundTrip | Prepared | NotPrepared | None


class Table:
    """`reopen` finds the table in the database again, when something could not be written."""

    def __init__(self, key: UUID, opened: Opened, journal: Journal, reopen: Callable[[], Any]) -> None:
        self.key, self.opened = key, opened
        self._journal, self._reopen = journal, reopen
        self._inbox: asyncio.Queue[Item] = asyncio.Queue()
        self._outlets: dict[str, Outlet] = {}
        self._watchers: dict[str, Outlet] = {}
        self._reel: deque[tuple[float, Callable[[Outlet], None], bool]] = deque()
        self._shown: Callable[[Outlet], None] | None = None  # the latest position that those who look on may see
        self._jobs: set[asyncio.Task[None]] = set()
        self.is_lost = False

    @property
    def desk(self) -> Desk:
        """Who decides."""
        return self.opened.desk

    @property
    def is_deserted(self) -> bool:
        """Whether nobody is connected and nothing waits."""
        return not self._outlets and not self._watchers and self._inbox.empty()

    def put(self, item: Item) -> None:
        """Something for the table, in the order of its arrival."""
        self._inbox.put_nowait(item)

    async def run(self) -> None:
        """Until it is cancelled, or somebody else decides at the table."""
        await self._do(self.desk.begin(now_ms()))
        while not self.is_lost:
            item = await self._next()
            now = now_ms()
            await self._do(self.desk.wake(now) if item is None else self._take(item, now))
            self._wind(now_ms())

    def end(self, code: int) -> None:
        """End all connections."""
        for outlet in (*self._outlets.values(), *self._watchers.values()):
            outlet.close(code)

    # In --------------------------------------------------------------------------------------------------
    async def _next(self) -> Item:
        """What has come, else None when something is due: what came before it was due comes before it."""
        if not self._inbox.empty():
            return self._inbox.get_nowait()
        now = now_ms()
        due = min(self.desk.due_ms(now), self._reel[0][0] if self._reel else float("inf"))
        if due <= now:
            await asyncio.sleep(0)
            return None
        if due == float("inf"):
            return await self._inbox.get()
        timer = asyncio.get_running_loop().call_later((due - now) / 1000, self._inbox.put_nowait, None)
        try:
            return await self._inbox.get()
        finally:
            timer.cancel()

    def _take(self, item: Arrived | Left | From | RoundTrip | Prepared | NotPrepared, now: float) -> list[Effect]:
        match item:
            case Arrived():
                return self._arrived(item, now)
            case NotPrepared():
                return self.desk.not_prepared(now)
            case Left():
                self._watchers.pop(item.connection, None)
                self._outlets.pop(item.connection, None)
            case From() if item.connection in self._watchers:
                self._show_watcher(self._watchers[item.connection])
                return []
        return self.desk.take(item, now)

    def _arrived(self, item: Arrived, now: float) -> list[Effect]:
        outlet = item.outlet
        if item.seat is None:
            self._watchers[outlet.connection] = outlet
            outlet.tell("hello", {"seat": None, "role": "watch", "phrases": (), "has_words": False})
            self._show_watcher(outlet)
            return []
        self._outlets[outlet.connection] = outlet
        return self.desk.take(Joined(outlet.connection, item.seat), now)

    # Doing -----------------------------------------------------------------------------------------------
    async def _do(self, effects: list[Effect]) -> None:
        if not await self._write(effects):
            return
        is_shown = False
        for effect in effects:
            match effect:
                case Tell():
                    self._tell(effect)
                case Show() if effect.to is not None:
                    self._show_seats([effect.to])
                case Show() if not is_shown:
                    is_shown = True
                    self._show_seats(self.desk.people.sitting)
                    self._keep_for_watchers(self._picture(), is_view=True)
                case Probe():
                    if effect.connection in self._outlets:
                        self._outlets[effect.connection].probe(effect.number)
                case Close():
                    if effect.connection in self._outlets:
                        self._outlets.pop(effect.connection).close(effect.code)
                case Prepare():
                    self._start(self._prepare(effect))

    def _start(self, job: Any) -> None:
        task = asyncio.get_running_loop().create_task(job)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _prepare(self, wanted: Prepare) -> None:
        is_sealed = self.opened.is_rated
        try:
            found = await sync_to_async(called.prepare)(
                self.key, self.desk.game.table, wanted.reading, wanted.poem, is_sealed=is_sealed
            )
        except Exception:
            log.exception("the sound of a reading could not be found")
            self.put(NotPrepared())
        else:
            self.put(found)

    async def _write(self, effects: list[Effect]) -> bool:
        """Append what there is to append. False: it could not be, and the table has been taken up anew."""
        entry = self._entry(effects)
        if entry is None:
            return True
        try:
            await self._journal.append(entry)
        except Fenced:
            self.is_lost = True
            self.end(wire.RESTARTS)
            return False
        except Exception:
            log.exception("table %s could not be written and is taken up anew", self.key)
            await self._take_up_anew()
            return False
        return True

    def _entry(self, effects: Iterable[Effect]) -> Entry | None:
        """All that these effects write, in one."""
        appends = [each for each in effects if isinstance(each, Append)]
        flags = [(each.seat, each.kind, dict(each.evidence)) for each in effects if isinstance(each, Suspect)]
        sayings = [(each.seat, each.phrase, each.words) for each in effects if isinstance(each, Keep)]
        if not appends and not flags and not sayings:
            return None
        game = self.desk.game
        count = min((each.count for each in appends), default=game.count)
        match = game.table.match
        clock = (match.clock_ms, match.clock_since) if any(each.is_clock for each in appends) else None
        at = game.wall(now_ms())
        return Entry(self.key, self.opened.fence, at, game.table, count, clock, flags, sayings)

    async def _take_up_anew(self) -> None:
        """The desk has gone on and the database has not: what is written counts."""
        seats = {outlet.connection: self.desk.people.seat_of(outlet.connection) for outlet in self._outlets.values()}
        while True:
            with suppress(Exception):
                self.opened = await self._reopen()
                break
            await asyncio.sleep(AGAIN_S)
        effects = self.desk.begin(now_ms())
        for connection, seat in seats.items():
            if seat is not None:
                effects += self.desk.take(Joined(connection, seat), now_ms())
        await self._do(effects)

    # Out -------------------------------------------------------------------------------------------------
    def _tell(self, effect: Tell) -> None:
        if effect.to == WATCHERS:
            self._keep_for_watchers(lambda outlet: outlet.tell(effect.kind, effect.fields))
            return
        outlet = self._outlet(effect.to)
        if outlet is not None:
            with translation.override(outlet.language):
                outlet.tell(effect.kind, effect.fields)

    def _outlet(self, seat: int) -> Outlet | None:
        connection = self.desk.people.sitting[seat].connection
        return self._outlets.get(connection) if connection is not None else None

    def _show_seats(self, seats: Iterable[int]) -> None:
        for seat in seats:
            outlet = self._outlet(seat)
            if outlet is not None:
                with translation.override(outlet.language):
                    outlet.tell("view", {"told": self.desk.view(seat, now_ms())})

    # Those who look on -----------------------------------------------------------------------------------
    def _picture(self) -> Callable[[Outlet], None]:
        """The position as it is now, for whoever looks on when its time has come."""
        picture, at = self.desk.picture(), now_ms()

        def show(outlet: Outlet) -> None:
            outlet.tell("view", {"told": picture(at)})

        return show

    def _keep_for_watchers(self, show: Callable[[Outlet], None], *, is_view: bool = False) -> None:
        if self.opened.has_spectators and (is_view or self._watchers):
            self._reel.append((now_ms() + self.opened.delay_ms, show, is_view))

    def _wind(self, now: float) -> None:
        """Show those who look on what is old enough."""
        while self._reel and self._reel[0][0] <= now:
            _, show, is_view = self._reel.popleft()
            if is_view:
                self._shown = show
            for outlet in self._watchers.values():
                with translation.override(outlet.language):
                    show(outlet)

    def _show_watcher(self, outlet: Outlet) -> None:
        if self._shown is not None:
            with translation.override(outlet.language):
                self._shown(outlet)
