"""What a desk asks of the game that is played behind it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Protocol

from games.live.effects import Effect, Prepared
from games.live.wire import Message


class Game(Protocol):
    """One match. Times are ms of a steady clock. What a seat may not do is IllegalMove; what comes too late, Stale."""

    @property
    def table(self) -> Any:
        """The match as it stands, with its `match` and `events`."""

    @property
    def seats(self) -> int:
        """How many play, computers among them."""

    @property
    def count(self) -> int:
        """How many events there are."""

    @property
    def clock(self) -> dict[str, Any]:
        """The columns of the match that say whether it stands still."""

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""

    @property
    def is_paused(self) -> bool:
        """Whether it stands still because its players want it to."""

    def wall(self, now_ms: float) -> datetime:
        """A moment of the steady clock on the wall."""

    def told(self, seat: int, now_ms: float) -> dict[str, Any]:
        """All that a seat may know, in the current language; with `seats` and `armed`."""

    def picture(self) -> Callable[[float], dict[str, Any]]:
        """The same for somebody who looks on, of this moment, whenever they are shown it."""

    def begin(self, now_ms: float) -> list[Effect]:
        """The match is taken up, perhaps from where a server has left it."""

    def joined(self, seat: int) -> list[Effect]:
        """Somebody is there, perhaps again."""

    def prepared(self, found: Prepared | None, now_ms: float) -> list[Effect]:
        """A sound that was asked for is there, or (None) could not be found."""

    def armed(self, seat: int, number: int) -> list[Effect]:
        """A seat has the sound of a reading ready."""

    def touch(self, seat: int, message: Message, arrived_ms: float, now_ms: float) -> list[Effect]:
        """Touches of a hand."""

    def act(self, seat: int, message: Message, now_ms: float) -> list[Effect]:
        """What a seat wants done."""

    def may_claim(self, now_ms: float) -> bool:
        """Whether the match is somebody's for the asking, because the other is missing."""

    def due_ms(self, now_ms: float) -> float:
        """When something happens by itself; `now_ms` or before: at once."""

    def wake(self, now_ms: float) -> list[Effect]:
        """Do what is due."""
