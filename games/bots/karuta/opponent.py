"""What a table asks of an opponent: a layout, a plan for every reading, what to send, where to put what it receives.

Everything is answered with commands of the referee out of a View; only the plan also hears the poem. A plan is the
server's secret until the verdict.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Protocol

from games.bots.karuta.hearing import Hearing
from games.rules.karuta.events import Decline, Lay, Move, Send
from games.rules.karuta.play import View

SEES_MS = 200  # a hand that has not come down so long after another's take is held back


@dataclass(frozen=True, slots=True, order=True)
class PlannedTouch:
    """A touch to come, in milliseconds from the first sound of the upper verse."""

    ms: int
    card: int
    is_sweep: bool = False


class Opponent(Protocol):
    """An opponent in one seat of one match. `at_ms` is the match's clock."""

    def layout(self, view: View, at_ms: int = 0) -> Lay | None:
        """How it lays its cards; None: as they were dealt."""

    def plan(self, view: View, hearing: Hearing, dice: Random) -> tuple[PlannedTouch, ...]:
        """Its touches of one reading, the earliest first."""

    def send(self, view: View, at_ms: int = 0) -> Send | Decline | None:
        """What it sends, if its side is to send."""

    def place(self, view: View, at_ms: int = 0) -> tuple[Move, ...]:
        """Where it puts the cards it has just received."""

    def move(self, view: View, dice: Random, at_ms: int = 0) -> Move | None:
        """Another card it moves between readings, which the table announces."""


def held_back(touches: Iterable[PlannedTouch], taken_ms: int | None) -> tuple[PlannedTouch, ...]:
    """Those that are still made when the card is taken at this time by anybody: a hand under way cannot be stopped.

    >>> held_back([PlannedTouch(400, 3), PlannedTouch(900, 5)], taken_ms=300)
    (PlannedTouch(ms=400, card=3, is_sweep=False),)
    """
    return tuple([each for each in touches if taken_ms is None or each.ms <= taken_ms + SEES_MS])
