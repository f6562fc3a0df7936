"""A finished match reading by reading: the mat as it lay, what was touched on it, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.karuta import matches, telling
from games.karuta.matches import Table
from games.karuta.telling import Judgement
from games.rules.karuta.events import Judged, ReadingBegun
from games.rules.karuta.field import ROWS, WINGS
from trainer.poems.poem import Poem, poem


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the mat, and what happened to it in the reading shown: whether it was read, and who touched it."""

    poem: Poem
    is_read: bool
    touched: tuple[int, ...]
    is_wrong: bool


@dataclass(frozen=True)
class Frame:
    """One reading: the table as it stood when it began, and its judgement. `index` counts from 0."""

    table: Table
    judgement: Judgement
    index: int
    total: int

    @property
    def told(self) -> dict[str, Any]:
        """The verdict with its reason and its touches, as the page tells it."""
        return telling.told_judgement(self.table, self.judgement)

    @property
    def counts(self) -> tuple[int, ...]:
        """The cards of every side as the reading begins."""
        return self.table.state.field.counts()

    @cached_property
    def _touched(self) -> dict[int, tuple[int, ...]]:
        found: dict[int, tuple[int, ...]] = {}
        for touch in self.judgement.touches:
            found[touch.card] = (*found.get(touch.card, ()), touch.seat)
        return found

    def rows(self, side: int) -> list[list[list[Lying]]]:
        """The cards of a side: three rows from its top, each with its left and its right group."""
        groups = self.table.state.field.territories[side]
        return [
            [[self._lying(card) for card in groups[row * WINGS + wing]] for wing in range(WINGS)] for row in range(ROWS)
        ]

    @property
    def scattered(self) -> list[tuple[Lying, int, int]]:
        """Cards that lie among all: each with its cell and its turn in degrees."""
        return [(self._lying(each.card), each.cell, each.turn) for each in self.table.state.field.scattered]

    def _lying(self, card: int) -> Lying:
        verdict, touched = self.judgement.judged.verdict, self._touched.get(card, ())
        is_wrong = bool(touched) and card != verdict.poem
        return Lying(poem(card), card == verdict.poem, touched, is_wrong)


def frame(table: Table, index: int) -> Frame | None:
    """The `index`th judged reading, the nearest there is; None if nothing was judged."""
    done = telling.judgements(table)
    if not done:
        return None
    index = max(0, min(index, len(done) - 1))
    return Frame(matches.upto(table, _begins(table)[index]), done[index], index, len(done))


def _begins(table: Table) -> list[int]:
    """How many events had happened when each judged reading began. Readings taken back are none."""
    begins, last = list[int](), 0
    for place, event in enumerate(table.events):
        if isinstance(event, ReadingBegun):
            last = place
        elif isinstance(event, Judged):
            begins.append(last)
    return begins
