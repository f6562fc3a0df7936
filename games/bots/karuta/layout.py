"""A player's usual places (定位置): where each of the hundred cards goes when it is dealt, and laying a hand by them.

The rules of thumb, as clubs teach them: what one sound decides (むすめふさほせ) goes to the edges of the bottom row;
partners lie in one place, or on purpose in two; the three pairs of six kana do not all lie at one side; す さ せ and
む め count as partners; the bottom row holds most, the top row least; the side of the hand that plays a little more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from random import Random
from types import MappingProxyType

from games.rules.karuta.events import Move
from games.rules.karuta.field import ROWS, WINGS, Group, Place, Territory
from games.rules.karuta.play import View
from games.rules.karuta.variants import KYOGI
from trainer.poems.kimariji import LONGEST, original, stem_group
from trainer.poems.poem import POEMS

TOP, BOTTOM = 0, ROWS - 1
LEFT, RIGHT = 0, 1
SHARES = (0.28, 0.32, 0.40)  # of the cards in each row, as the dealt cards lie: 7, 8, 10
ALIKE = ((18, 70, 77), (87, 57))  # す さ せ, む め

Positions = Mapping[int, Place]


class Partners(StrEnum):
    """Where partners lie."""

    TOGETHER = "together"
    SPLIT = "split"  # left and right in turn


@dataclass(frozen=True, slots=True)
class Taste:
    """What a player likes. `strong_share`: of all cards, those at the side of the hand that plays.

    `long_row`: where cards of five and six kana go (0: the top row), None: anywhere.
    """

    is_left_handed: bool = False
    partners: Partners = Partners.TOGETHER
    strong_share: float = 0.53
    long_row: int | None = TOP


PLAIN = Taste()


@lru_cache(maxsize=256)
def home_positions(taste: Taste = PLAIN, seed: int = 0) -> Positions:
    """A place for each of the hundred cards; another seed is another player of the same taste.

    A place's `at` counts all cards of its group from the left, so that of two dealt ones the lower lies further left.

    >>> homes = home_positions(seed=1)
    >>> len(set(homes.values())), {homes[18].row, homes[87].row}
    (100, {2})
    """
    groups: list[list[int]] = [[] for _ in range(ROWS * WINGS)]  # each from its outer end to the middle
    room, kinds = _room(taste), [[0, 0], [0, 0]]
    for unit in _units(taste, Random(f"home positions {seed}")):
        first = _group_for(unit, room, kinds, taste)
        for i, poem in enumerate(unit):
            is_across = taste.partners is Partners.SPLIT and i % 2 == 1
            at = first ^ 1 if is_across else first
            groups[at].append(poem)
            room[at] -= 1
    places: dict[int, Place] = {}
    for at, group in enumerate(groups):
        row, wing = divmod(at, WINGS)
        for i, poem in enumerate(group if wing == LEFT else reversed(group)):
            places[poem] = Place(row, wing, i)
    return MappingProxyType(places)


def _room(taste: Taste) -> list[float]:
    """How many of the hundred cards each group is to have."""
    strong = LEFT if taste.is_left_handed else RIGHT
    return [
        len(POEMS) * SHARES[row] * (taste.strong_share if wing == strong else 1 - taste.strong_share)
        for row in range(ROWS)
        for wing in range(WINGS)
    ]


def _units(taste: Taste, dice: Random) -> list[tuple[int, ...]]:
    """Cards that are placed together, in the order in which they choose: one kana, then the longest, then the rest."""
    alike = {poem: group for group in ALIKE for poem in group}
    units = list(dict.fromkeys(alike.get(each.number, stem_group(each.number)) for each in POEMS))
    dice.shuffle(units)
    if taste.partners is Partners.SPLIT:
        units = [unit if dice.random() < 0.5 else unit[::-1] for unit in units]
    return sorted(units, key=_turn)


def _turn(unit: Sequence[int]) -> int:
    length = max(len(original(poem)) for poem in unit)
    return 0 if length == 1 else 1 if length >= LONGEST - 1 else 2


def _group_for(unit: Sequence[int], room: Sequence[float], kinds: Sequence[list[int]], taste: Taste) -> int:
    """The roomiest group of the rows that a unit likes; the shortest and the longest in turn at either side.

    `kinds`: how many of the shortest and of the longest lie at the left and at the right so far.
    """
    turn = _turn(unit)
    rows: tuple[int, ...] = tuple(range(ROWS))
    if turn == 0:
        rows = (BOTTOM,)
    elif turn == 1 and taste.long_row is not None:
        rows = (taste.long_row,)
    wings: tuple[int, ...] = (LEFT, RIGHT)
    if turn < len(kinds):
        here = kinds[turn]
        wings = wings if here[LEFT] == here[RIGHT] else (LEFT,) if here[LEFT] < here[RIGHT] else (RIGHT,)
    at = max((row * WINGS + wing for row in rows for wing in wings), key=lambda each: room[each])
    if turn < len(kinds):
        kinds[turn][at % WINGS] += len(unit)
    return at


def lay(cards: Iterable[int], positions: Positions, row_most: int = KYOGI.row_most) -> Territory:
    """A territory with these cards at their places; what a full row cannot hold goes to the middle of the emptiest.

    More cards than three rows hold overflow, as in `Field.free_place`.

    >>> lay([1, 2, 3], {1: Place(2, 0, 5), 2: Place(2, 0, 1), 3: Place(0, 1, 0)})
    ((), (3,), (), (), (2, 1), ())
    """
    groups: list[list[int]] = [[] for _ in range(ROWS * WINGS)]
    for card in sorted(cards, key=lambda card: positions[card].at):
        groups[positions[card].row * WINGS + positions[card].wing].append(card)
    for row in range(ROWS):
        while _count(groups, row) > row_most and min(_count(groups, each) for each in range(ROWS)) < row_most:
            _make_room(groups, row)
    top_left, top_right, left, right, bottom_left, bottom_right = (tuple(group) for group in groups)
    return top_left, top_right, left, right, bottom_left, bottom_right


def _count(groups: Sequence[Sequence[int]], row: int) -> int:
    return len(groups[row * WINGS]) + len(groups[row * WINGS + 1])


def _make_room(groups: list[list[int]], row: int) -> None:
    """Move the innermost card of a row's longer group to the same side of the emptiest row."""
    left, right = groups[row * WINGS], groups[row * WINGS + 1]
    wing = LEFT if len(left) >= len(right) else RIGHT
    emptiest = min(range(ROWS), key=lambda each: _count(groups, each))
    card = left.pop() if wing == LEFT else right.pop(0)
    groups[emptiest * WINGS + wing].insert(len(groups[emptiest * WINGS]) if wing == LEFT else 0, card)


def place_for(territory: Territory, card: int, positions: Positions, row_most: int = KYOGI.row_most) -> Place:
    """Where a further card goes among those that lie there: to its place, or beside it if its row is full."""
    home = positions[card]
    counts = [_count(territory, row) for row in range(ROWS)]
    row = home.row if counts[home.row] < row_most else min(range(ROWS), key=lambda each: counts[each])
    group: Group = territory[row * WINGS + home.wing]
    behind = (i for i, other in enumerate(group) if _at_home(positions[other], row, home.wing) > home.at)
    return Place(row, home.wing, next(behind, len(group)))


def _at_home(place: Place, row: int, wing: int) -> int:
    """How far from the left a card's place in a group is; -1 if its place is elsewhere."""
    return place.at if (place.row, place.wing) == (row, wing) else -1


def received(view: View, positions: Positions, at_ms: int = 0) -> tuple[Move, ...]:
    """The moves that put the cards a seat has just received at their usual places."""
    if not view.unplaced or not view.field.territories:
        return ()
    moves: list[Move] = []
    field, most = view.field, view.setup.variant.row_most
    for card in field.cards(view.side):
        if card in view.unplaced:
            rest = field.without(card)
            place = place_for(rest.territories[view.side], card, positions, most)
            if place != field.place_of(view.side, card):
                moves.append(Move(view.seat, card, place, at_ms))
                field = rest.put(view.side, card, place)
    return tuple(moves)
