"""The mat: which card lies where. Cards are poem numbers, 1 to 100; everything is seen from the owner's seat.

A territory is three rows, each with a group at the left and one at the right end line: six groups, top left, top
right, middle left … bottom right (the top row is nearest to the opponent). Scattered cards have a cell and a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.engine import Dice
from games.rules.karuta.judge import MIDDLE, NO_TERRITORY

Group = tuple[int, ...]
Territory = tuple[Group, Group, Group, Group, Group, Group]

ROWS, WINGS = 3, 2
EMPTY: Territory = ((), (), (), (), (), ())
CELLS = 100
GRID = 10  # scattered cards lie in ten rows of ten cells


class Place(NamedTuple):
    """Where a card lies in a territory: row 0 (top) to 2, wing 0 (left) or 1, and how far from the left."""

    row: int
    wing: int
    at: int


class Scattered(NamedTuple):
    """A card among all: its cell, 0 to 99 row by row, and how far it is turned, in degrees."""

    card: int
    cell: int
    turn: int


@dataclass(frozen=True, slots=True)
class Field:
    """Every card on the mat: a territory for every side, or cards scattered among all."""

    territories: tuple[Territory, ...] = ()
    scattered: tuple[Scattered, ...] = ()

    def territory_of(self, card: int) -> int:
        """The side a card lies before, MIDDLE for a scattered one, NO_TERRITORY if it is not on the mat."""
        for side, territory in enumerate(self.territories):
            for group in territory:
                if card in group:
                    return side
        return MIDDLE if any(each.card == card for each in self.scattered) else NO_TERRITORY

    def count(self, side: int) -> int:
        """How many cards lie before a side."""
        return sum([len(group) for group in self.territories[side]])

    def counts(self) -> tuple[int, ...]:
        """The same for all sides."""
        return tuple([self.count(side) for side in range(len(self.territories))])

    def cards(self, side: int) -> tuple[int, ...]:
        """The cards before a side, row by row from the left."""
        return tuple([card for group in self.territories[side] for card in group])

    @property
    def on_mat(self) -> int:
        """How many cards there are."""
        return sum(self.counts()) + len(self.scattered)

    def place_of(self, side: int, card: int) -> Place:
        """Where a card of a side lies; KeyError if it does not."""
        for at, group in enumerate(self.territories[side]):
            if card in group:
                return Place(at // WINGS, at % WINGS, group.index(card))
        raise KeyError(card)

    def without(self, card: int) -> Field:
        """The mat without a card (KeyError if it is not there)."""
        for side, territory in enumerate(self.territories):
            for at, group in enumerate(territory):
                if card in group:
                    kept = group[: (i := group.index(card))] + group[i + 1 :]
                    return self._with_group(side, at, kept)
        scattered = tuple([each for each in self.scattered if each.card != card])
        if len(scattered) == len(self.scattered):
            raise KeyError(card)
        return Field(self.territories, scattered)

    def put(self, side: int, card: int, place: Place) -> Field:
        """The mat with a further card before a side; beyond the end of a group is at its end."""
        at = place.row * WINGS + place.wing
        group = self.territories[side][at]
        return self._with_group(side, at, (*group[: place.at], card, *group[place.at :]))

    def laid(self, side: int, territory: Territory) -> Field:
        """The mat with a side laid anew."""
        territories = tuple([territory if i == side else each for i, each in enumerate(self.territories)])
        return Field(territories, self.scattered)

    def _with_group(self, side: int, at: int, group: Group) -> Field:
        groups = list(self.territories[side])
        groups[at] = group
        territories = list(self.territories)
        territories[side] = tuple(groups)  # type: ignore[assignment]  # as many groups as there were
        return Field(tuple(territories), self.scattered)

    def row_count(self, side: int, row: int) -> int:
        """How many cards lie in a row."""
        territory = self.territories[side]
        return len(territory[row * WINGS]) + len(territory[row * WINGS + 1])

    def free_place(self, side: int, row_most: int) -> Place:
        """Where a card goes that nobody has placed: at the inner end of the shorter group of the emptiest row.

        Beyond `row_most` in every row (48 cards of kyōgi, which no match reaches) rows overflow.
        """
        counts = [self.row_count(side, row) for row in range(ROWS)]
        open_rows = [row for row in range(ROWS) if counts[row] < row_most] or list(range(ROWS))
        row = min(open_rows, key=lambda each: (counts[each], -each))
        left, right = self.territories[side][row * WINGS : row * WINGS + WINGS]
        wing = int(len(right) < len(left))
        return Place(row, wing, 0 if wing else len(left))


def rows_of(cards: Sequence[int], lengths: Sequence[int]) -> Territory:
    """A territory with the cards in their order, so many a row, half of a row at either end.

    >>> rows_of([1, 2, 3, 4], (1, 0, 3))
    ((1,), (), (), (), (2, 3), (4,))
    """
    groups: list[Group] = []
    at = 0
    for length in lengths:
        row, at = tuple(cards[at : at + length]), at + length
        half = (len(row) + 1) // 2
        groups += [row[:half], row[half:]]
    first, second, third, fourth, fifth, sixth = groups
    return first, second, third, fourth, fifth, sixth


def shares(lengths: Sequence[int], count: int) -> tuple[int, ...]:
    """How many of so many cards lie in each row, in the measure of these lengths; the last rows round up.

    >>> shares((7, 8, 10), 25), shares((3, 3, 4), 14), shares((3, 3, 4), 6)
    ((7, 8, 10), (4, 4, 6), (1, 2, 3))
    """
    whole = sum(lengths)
    ends = [sum(lengths[: i + 1]) * count // whole for i in range(len(lengths))]
    return tuple(end - start for start, end in zip((0, *ends), ends, strict=False))


def scatter(cards: Sequence[int], dice: Dice) -> Field:
    """The cards in random cells, turned at random (every turn is a multiple of 3.6°, rounded)."""
    cells, turns = list(range(CELLS)), list(range(CELLS))
    dice.shuffle(cells)
    dice.shuffle(turns)
    return Field((), tuple(Scattered(card, cells[i], turns[i] * 360 // CELLS) for i, card in enumerate(cards)))
