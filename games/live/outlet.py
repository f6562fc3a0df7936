"""A table's end of one connection: it numbers what changes something, and waits for nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from games.live import wire

MOST_WAITING = 256  # messages of a connection that takes none; then it is ended


class Outlet:
    """Messages on their way to one connection. A number means: probe it. A code of `Ending`: end it."""

    def __init__(self, connection: str, language: str) -> None:
        self.connection, self.language = connection, language
        self.queue: asyncio.Queue[str | int | Ending] = asyncio.Queue()
        self.count = 0
        self.is_closed = False

    def tell(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Send a message; it gets the next number if it changes something."""
        if self.is_closed:
            return
        if "n" in wire.TO_CLIENT[kind]:
            self.count += 1
            fields = {"n": self.count, **fields}
        self._put(wire.frame(wire.written(kind, **fields)))

    def probe(self, number: int) -> None:
        """Ask for a sign of life."""
        if not self.is_closed:
            self._put(number)

    def close(self, code: int) -> None:
        """End it after what is on its way."""
        if not self.is_closed:
            self.is_closed = True
            self._out(Ending(code))

    def _out(self, item: str | int | Ending) -> None:
        self.queue.put_nowait(item)

    def pass_on(self, text: str) -> None:
        """Send a message that another process has written and numbered."""
        if not self.is_closed:
            self._put(text)

    def _put(self, item: str | int) -> None:
        if self.queue.qsize() < MOST_WAITING:
            self._out(item)
            return
        while not self.queue.empty():
            with suppress(asyncio.QueueEmpty):
                self.queue.get_nowait()
        self.close(wire.POLICY)


class Ending(int):
    """The code a connection ends with."""
