"""Those who look on at a table: they are told what the seats are told, some time later, and nothing that is hidden."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from django.utils import translation

from games.live import wire
from games.live.outlet import Outlet

MOST = 200  # who look on at one table, here
TOGETHER_MS = 250.0  # of the positions in so long a time only the last is kept
Showing = Callable[[Outlet], None]


@dataclass(frozen=True)
class _Kept:
    due_ms: float
    show: Showing
    is_position: bool


class Gallery:
    """`delay_ms`: how much later; None: nobody may look on."""

    def __init__(self, delay_ms: float | None) -> None:
        self.delay_ms = delay_ms
        self._outlets: dict[str, Outlet] = {}
        self._kept: deque[_Kept] = deque()
        self._position: Showing | None = None  # the latest that is old enough

    def __len__(self) -> int:
        return len(self._outlets)

    def __contains__(self, connection: str) -> bool:
        return connection in self._outlets

    def join(self, outlet: Outlet) -> None:
        """Somebody looks on from now on: first what could be seen by now. Where it is full they are sent away."""
        if len(self._outlets) >= MOST:
            outlet.close(wire.POLICY)
            return
        self._outlets[outlet.connection] = outlet
        delay_s = round((self.delay_ms or 0) / 1000)
        outlet.tell("hello", {"seat": None, "role": "watch", "phrases": (), "has_words": False, "delay_s": delay_s})
        self.show(outlet.connection)

    def leave(self, connection: str) -> None:
        """They have gone."""
        self._outlets.pop(connection, None)

    def show(self, connection: str) -> None:
        """The position again."""
        if self._position is not None:
            _shown(self._position, self._outlets[connection])

    def keep(self, show: Showing, now_ms: float, *, is_position: bool) -> None:
        """Something to be shown when its time has come. Positions are kept for those who come by then, too."""
        if self.delay_ms is None or not (is_position or self._outlets):
            return
        kept = _Kept(now_ms + self.delay_ms, show, is_position)
        if self._kept and is_position and _is_replaced(self._kept[-1], kept):
            self._kept.pop()
        self._kept.append(kept)

    @property
    def due_ms(self) -> float:
        """When the next is old enough."""
        return self._kept[0].due_ms if self._kept else float("inf")

    def wake(self, now_ms: float) -> None:
        """Show what is old enough."""
        while self._kept and self._kept[0].due_ms <= now_ms:
            kept = self._kept.popleft()
            if kept.is_position:
                self._position = kept.show
            for outlet in self._outlets.values():
                _shown(kept.show, outlet)

    def close(self, code: int) -> None:
        """End all their connections."""
        for outlet in self._outlets.values():
            outlet.close(code)


def _is_replaced(before: _Kept, by: _Kept) -> bool:
    """Whether a position need not be kept, because the next came at once: quick hands fill no memory."""
    return before.is_position and before.due_ms // TOGETHER_MS == by.due_ms // TOGETHER_MS


def _shown(show: Showing, outlet: Outlet) -> None:
    with translation.override(outlet.language):
        show(outlet)
