"""The socket of who recites in a hall: it hears how the tables stand, and begins readings for all that are ready.

Every table is reached as a socket reaches it, in this process or through the relay in another one. What is begun is
counted in the database first: of two pages of one reciter one begins a reading, and the other is told that it was late.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid4

from django.db import DatabaseError
from django.utils import translation

from games.live import hall, tables, wire
from games.live.clock import now_ms
from games.live.consumers import language_of
from games.live.desk import STALE
from games.live.effects import From, Left
from games.live.outlet import Ending, Outlet
from games.live.relay import Elsewhere
from games.live.table import RECITES, Arrived, Table
from games.models import Hall, LiveTable
from games.naming import sentence
from games.rules.engine import IllegalMove

LOOK_S = 2.0  # between two looks for tables that have begun
BURST, PER_S = 20.0, 5.0  # messages of a reciter's page


def _own(key: UUID, person: Any) -> Hall | None:
    return Hall.objects.open().filter(key=key, reciter=person).first()


def _tables(key: UUID) -> tuple[int, dict[UUID, tuple[str, ...]]] | None:
    """How many readings have been begun in a hall, and who plays at which table; None: it is closed."""
    found = Hall.objects.open().filter(key=key).first()
    if found is None:
        return None
    playing = LiveTable.objects.playing().filter(hall=found).order_by("started_at", "key").prefetch_related("seats")
    return found.readings, {each.pk: tuple(seat.name for seat in each.seats.all()) for each in playing}


class Conductor:
    """One page of a reciter, from when it comes until it goes."""

    def __init__(self, key: UUID, count: int, outlet: Outlet) -> None:
        self.key, self.hall, self._outlet = key, hall.Hall(count), outlet
        self._ears: dict[UUID, tuple[Table | Elsewhere, Outlet, asyncio.Task[None]]] = {}
        self._shown: dict[str, Any] | None = None

    async def look_on(self) -> None:
        """Look for tables that have begun, and for those that have moved, until it is cancelled."""
        while True:
            with suppress(DatabaseError):
                await self._look()
            await asyncio.sleep(LOOK_S)

    async def _look(self) -> None:
        found = await tables.here().ask(_tables, self.key)
        if found is None:
            self._outlet.close(wire.UNKNOWN)
            return
        self.hall.count = max(self.hall.count, found[0])
        for key, names in found[1].items():
            if str(key) not in self.hall.tables:
                self.hall.tables[str(key)] = hall.Stand(names)
            if key not in self._ears:
                await self._reach(key)
        self.show()

    async def _reach(self, key: UUID) -> None:
        try:
            table = await tables.here().find(key)
        except tables.AwayError:  # looked for again
            return
        if table is None:
            return
        ear = Outlet(uuid4().hex, self._outlet.language)
        task = asyncio.get_running_loop().create_task(self._listen(key, ear))
        self._ears[key] = table, ear, task
        table.put(Arrived(ear, RECITES))

    async def _listen(self, key: UUID, ear: Outlet) -> None:
        """What a table says, until it says that it ends here."""
        while not isinstance(item := await ear.queue.get(), Ending):
            if isinstance(item, str):
                self.hall.stands(str(key), json.loads(item)["told"])
                self.show()
        self._ears.pop(key, None)
        self.hall.stands(str(key), {})
        self.show()

    def leave(self) -> None:
        """The page has gone."""
        for key, (table, ear, task) in self._ears.items():
            task.cancel()
            table.put(Left(ear.connection))
            tables.here().deserted(key)

    def show(self) -> None:
        """The hall as it stands, if that is new."""
        view = self.hall.view()
        if view != self._shown:
            self._shown = view
            self._outlet.tell("hall", {"told": view})

    async def said(self, message: wire.Message) -> None:
        """What the reciter wants done."""
        if message.kind == "sync":
            self._shown = None
            self.show()
        elif message.kind == "act" and message["do"] == "next":
            self._answer(message.id, await self._next(message))
        else:
            self._outlet.close(wire.POLICY)

    def _answer(self, number: str, refused: Mapping[str, Any] | None) -> None:
        if refused is None:
            self._outlet.tell("ack", {"id": number})
        else:
            with translation.override(self._outlet.language):
                self._outlet.tell("refused", {"id": number, **refused})
        self.show()

    async def _next(self, message: wire.Message) -> Mapping[str, Any] | None:
        """Begin the next reading; why not, if it may not be."""
        if message["seen"] != self.hall.count:
            return {"sentence": STALE, "is_stale": True}
        try:
            number = self.hall.may_begin(without=message["without"])
        except IllegalMove as problem:
            with translation.override(self._outlet.language):
                return {"sentence": sentence(problem), "is_stale": False}
        is_first = await tables.here().ask(Hall.objects.begin_reading, self.key, number)
        self.hall.count = max(self.hall.count, number)
        if not is_first:
            return {"sentence": STALE, "is_stale": True}
        self._begin(number)
        return None

    def _begin(self, number: int) -> None:
        """All tables hear of it in the same moment; those that are not ready will read this poem at the end."""
        text = wire.frame(
            {"v": wire.VERSION, "t": "act", "id": uuid4().hex, "seen": 0}
            | {"do": "start", "number": number, "in_ms": hall.LEAD_MS}
        )
        at, said = now_ms(), wire.read(text)
        for table, ear, _task in self._ears.values():
            table.put(From(ear.connection, said, at, text))


async def recites(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """The socket of a reciter, from its beginning to its end; nobody else learns that there is a hall."""
    await receive()  # that somebody wants to connect
    await send({"type": "websocket.accept"})
    key, user = scope["url_route"]["kwargs"]["key"], scope["user"]
    try:
        found = await tables.here().ask(_own, key, user.pk) if user.pk is not None else None
    except DatabaseError:
        await send({"type": "websocket.close", "code": wire.RESTARTS})
        return
    if found is None:
        await send({"type": "websocket.close", "code": wire.UNKNOWN})
        return
    outlet = Outlet(uuid4().hex, getattr(user, "language", "") or language_of(scope))
    outlet.tell("hello", _HELLO)
    conductor = Conductor(key, found.readings, outlet)
    loop = asyncio.get_running_loop()
    tasks = [loop.create_task(_send_on(outlet, send)), loop.create_task(conductor.look_on())]
    try:
        await _hear(conductor, outlet, receive)
    finally:
        conductor.leave()
        for task in tasks:
            task.cancel()


_HELLO = {"seat": None, "role": "recite", "phrases": (), "has_words": False, "delay_s": 0}


async def _hear(conductor: Conductor, outlet: Outlet, receive: Any) -> None:
    left, refilled = BURST, now_ms()
    while (message := await receive())["type"] == "websocket.receive":
        now = now_ms()
        left, refilled = min(BURST, left + (now - refilled) * PER_S / 1000) - 1, now
        text = message.get("text")
        if outlet.is_closed:
            continue
        if text is None or left < 0 or len(text.encode()) > wire.MOST_BYTES:
            outlet.close(wire.POLICY)
            continue
        try:
            said = wire.read(text)
        except wire.Garbled:
            outlet.close(wire.POLICY)
        else:
            await conductor.said(said)


async def _send_on(outlet: Outlet, send: Any) -> None:
    """What there is for this socket, as fast as it takes it."""
    with suppress(Exception):  # a socket that is gone takes nothing; that it is gone is told by itself
        while True:
            item = await outlet.queue.get()
            if isinstance(item, Ending):
                await send({"type": "websocket.close", "code": int(item)})
                return
            await send({"type": "websocket.send", "text": item})
