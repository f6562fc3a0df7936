"""One socket: it stamps what arrives, reads it, and puts it into the mailbox of the table. It decides nothing."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any
from uuid import uuid4

from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer
from django.http import HttpRequest
from django.utils import translation

from games.live import called, tables, wire
from games.live.clock import now_ms
from games.live.effects import From, Left, RoundTrip
from games.live.outlet import Ending, Outlet
from games.live.table import Arrived, Table

BURST, PER_S = 60.0, 20.0  # messages of a socket: so many at once, so many a second for long
PROBES_KEPT = 8  # that have not come back


def _language(scope: dict[str, Any]) -> str:
    """The language of the page that opened the socket, for who has not chosen one."""
    request = HttpRequest()
    request.COOKIES = scope["cookies"]
    headers = dict(scope["headers"])
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", b"").decode("latin1")
    return translation.get_language_from_request(request)


class TableConsumer(AsyncConsumer):
    """A seat at a table, or somebody who looks on."""

    table: Table | None = None
    is_watching = False

    async def websocket_connect(self, _message: dict[str, Any]) -> None:
        """Find the table and the seat of whoever comes; nobody else learns that there is a table."""
        await self.send({"type": "websocket.accept"})
        key, user = self.scope["url_route"]["kwargs"]["key"], self.scope["user"]
        table = await tables.here().find(key)
        seat = table.opened.seats.get(user.pk) if table else None
        if table is None or (seat is None and table.opened.delay_ms is None):
            await self.send({"type": "websocket.close", "code": wire.UNKNOWN})
            tables.here().deserted(key)
            raise StopConsumer
        self._left, self._refilled_ms = BURST, now_ms()
        self._probes: dict[int, float] = {}
        self.outlet = Outlet(uuid4().hex, getattr(user, "language", "") or _language(self.scope))
        self.table, self.is_watching = table, seat is None
        self._pump = asyncio.get_running_loop().create_task(self._send_on(table))
        if seat is not None:
            called.listens(self._session, key)
        table.put(Arrived(self.outlet, seat))

    @property
    def _session(self) -> str:
        return self.scope["session"].session_key or ""

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """One frame."""
        arrived = now_ms()
        if self.table is None or self.outlet.is_closed:
            return
        text = message.get("text")
        if text is not None and len(text.encode()) > wire.MOST_BYTES:
            self.outlet.close(wire.TOO_BIG)
        elif text is None or not self._may_speak(arrived):
            self.outlet.close(wire.POLICY)
        else:
            self._read(self.table, text, arrived)

    def _read(self, table: Table, text: str, arrived: float) -> None:
        try:
            said = wire.read(text)
        except wire.Garbled:
            self.outlet.close(wire.POLICY)
            return
        if self.is_watching and said.kind not in wire.FOR_WATCHERS:
            self.outlet.close(wire.POLICY)
        elif said.kind == "pong":
            sent = self._probes.pop(said["id"], None)
            if sent is not None:
                table.put(RoundTrip(self.outlet.connection, arrived - sent))
        else:
            table.put(From(self.outlet.connection, said, arrived))

    def _may_speak(self, now: float) -> bool:
        """Whether this socket has not said too much lately."""
        self._left = min(BURST, self._left + (now - self._refilled_ms) * PER_S / 1000)
        self._refilled_ms = now
        self._left -= 1
        return self._left >= 0

    async def websocket_disconnect(self, _message: dict[str, Any]) -> None:
        """The socket has gone."""
        if self.table is not None:
            self._gone(self.table)
            self._pump.cancel()
            if not self.is_watching:
                called.leaves(self._session, self.table.key)
        raise StopConsumer

    def _gone(self, table: Table) -> None:
        table.put(Left(self.outlet.connection))
        tables.here().deserted(table.key)

    async def _send_on(self, table: Table) -> None:
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
