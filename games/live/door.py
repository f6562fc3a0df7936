"""How many sockets somebody has open in this process: one is enough, and nobody takes the room of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

MOST = 30  # of one person: pages, and those that have died and are not known to have
MOST_NAMELESS = 100  # at one address: a club's room looks on
Visitor = int | str  # a person, or an address


class Door:
    """It counts who has come in and has not gone."""

    def __init__(self) -> None:
        self._sockets: Counter[Visitor] = Counter()

    @contextmanager
    def one_more(self, who: Visitor) -> Iterator[bool]:
        """As long as a socket is open. Whether it may be."""
        if self._sockets[who] >= (MOST if isinstance(who, int) else MOST_NAMELESS):
            yield False
            return
        self._sockets[who] += 1
        try:
            yield True
        finally:
            self._sockets[who] -= 1
            if not self._sockets[who]:
                del self._sockets[who]
