"""One socket: it stamps what arrives, reads it, and puts it into the mailbox of the table. It decides nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import UUID, uuid4

from channels.consumer import AsyncConsumer
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils import translation

from games.live import called, tables, wire
from games.live.clock import now_ms
from games.live.door import Visitor
from games.live.effects import From, Left, RoundTrip
from games.live.outlet import Ending, Outlet
from games.live.relay import Elsewhere
from games.live.table import Arrived, Table
from games.models import Seat

BURST, PER_S = 60.0, 20.0  # messages of a socket: so many at once, so many a second for long
WEIGHS = {"sync": 5, "say": 10}  # as so many: a view has to be drawn, and what is said stays and is read by others
PROBES_KEPT = 8  # that have not come back


def language_of(scope: dict[str, Any]) -> str:
    """The language of the page that opened the socket, for who has not chosen one."""
    request = HttpRequest()
    request.COOKIES = scope["cookies"]
    headers = dict(scope["headers"])
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin1")
    return translation.get_language_from_request(request)


def _visitor(scope: dict[str, Any]) -> Visitor:
    """Whose socket it is: a person's, or of somebody without a name at an address."""
    person = scope["user"].pk
    return (scope.get("client") or ("",))[0] if person is None else person


def _seat(key: UUID, person: Any) -> int | None:
    return Seat.objects.filter(table=key, person=person).values_list("number", flat=True).first()


class TableConsumer(AsyncConsumer):
    """A seat at a table, or somebody who looks on."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """One socket from its beginning to its end.

        A plain loop: Channels' own has two tasks and a visit to the thread of the database for every message.
        """
        self.scope, self.base_send = scope, send
        await receive()  # that somebody wants to connect
        await send({"type": "websocket.accept"})
        with tables.here().visitors.one_more(_visitor(scope)) as may_come:
            code = await self._sit(receive) if may_come else wire.POLICY
        if code is not None:
            await send({"type": "websocket.close", "code": code})

    async def _sit(self, receive: Any) -> int | None:
        """At the table until the socket has gone; else the code it is sent away with."""
        try:
            table = await self._find()
        except (tables.AwayError, DatabaseError):
            return wire.RESTARTS
        if table is None:
            return wire.UNKNOWN
        with self._sitting(table):
            while (message := await receive())["type"] == "websocket.receive":
                self._receive(table, message, now_ms())
        return None

    async def _find(self) -> Table | Elsewhere | None:
        """The table, if there is one for whoever comes; nobody else learns that there is."""
        key, user = self.scope["url_route"]["kwargs"]["key"], self.scope["user"]
        table = await tables.here().find(key)
        if table is None:
            return None
        self.seat = table.opened.seats.get(user.pk)
        if self.seat is None and user.pk is not None:  # a guest who has signed up meanwhile is somebody else by now
            self.seat = await tables.here().ask(_seat, key, user.pk)
        if self.seat is None and table.opened.delay_ms is None:
            tables.here().deserted(key)
            return None
        self.outlet = Outlet(uuid4().hex, getattr(user, "language", "") or language_of(self.scope))
        self._left, self._refilled_ms = BURST, now_ms()
        self._probes: dict[int, float] = {}
        return table

    @contextmanager
    def _sitting(self, table: Table | Elsewhere) -> Iterator[None]:
        """From when the table knows of the socket until it has gone."""
        pump = asyncio.get_running_loop().create_task(self._send_on(table))
        session = self.scope["session"].session_key or ""
        if self.seat is not None:
            called.listens(session, table.key)
        table.put(Arrived(self.outlet, self.seat))
        try:
            yield
        finally:
            self._gone(table)
            pump.cancel()
            if self.seat is not None:
                called.leaves(session, table.key)

    def _receive(self, table: Table | Elsewhere, message: dict[str, Any], arrived: float) -> None:
        """One frame."""
        text = message.get("text")
        if self.outlet.is_closed:
            return
        if text is not None and len(text.encode()) > wire.MOST_BYTES:
            self.outlet.close(wire.TOO_BIG)
        elif text is None or not self._may_speak(arrived):
            self.outlet.close(wire.POLICY)
        else:
            self._read(table, text, arrived)

    def _read(self, table: Table | Elsewhere, text: str, arrived: float) -> None:
        try:
            said = wire.read(text)
        except wire.Garbled:
            self.outlet.close(wire.POLICY)
            return
        is_too_much = not self._may_speak(arrived, WEIGHS.get(said.kind, 1) - 1)
        if is_too_much or (self.seat is None and said.kind not in wire.FOR_WATCHERS):
            self.outlet.close(wire.POLICY)
        elif said.kind == "pong":
            sent = self._probes.pop(said["id"], None)
            if sent is not None:
                table.put(RoundTrip(self.outlet.connection, arrived - sent))
        else:
            table.put(From(self.outlet.connection, said, arrived, text))

    def _may_speak(self, now: float, cost: int = 1) -> bool:
        """Whether this socket has not said too much lately."""
        self._left = min(BURST, self._left + (now - self._refilled_ms) * PER_S / 1000)
        self._refilled_ms = now
        self._left -= cost
        return self._left >= 0

    def _gone(self, table: Table | Elsewhere) -> None:
        table.put(Left(self.outlet.connection))
        tables.here().deserted(table.key)

    async def _send_on(self, table: Table | Elsewhere) -> None:
        """What the table has for this socket, as fast as it takes it."""
        with suppress(Exception):  # a socket that is gone takes nothing; that it is gone is told by itself
            while True:
                item = await self.outlet.queue.get()
                if isinstance(item, Ending):
                    self._gone(table)
                    await self.send({"type": "websocket.close", "code": int(item)})
                    return
                if isinstance(item, int):
                    self._probed(item)
                    item = wire.frame(wire.written("probe", id=item))
                await self.send({"type": "websocket.send", "text": item})

    def _probed(self, number: int) -> None:
        self._probes[number] = now_ms()
        while len(self._probes) > PROBES_KEPT:
            del self._probes[min(self._probes)]
