"""What a fuda-nagashi of the whole hundred is worth: class bands E to A.

100 s and fluent is what clubs ask for before a first tournament (kakyo-karuta.com, competition/2) and 40 s was
the mark of second-year players at a junior high school's club (Machida, 2020); the bands between are set by us.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

WHOLE = 100  # cards; a part of the hundred gets no band, since its cards are easier or harder
MOST_MISSES = 2  # of a hundred: 98 % must be right


class Band(Enum):
    """A class, the lowest first; the value is the longest time for a hundred cards, in ms."""

    E = 300_000
    D = 100_000
    C = 75_000
    B = 60_000
    A = 45_000

    @property
    def limit_ms(self) -> int:
        """The longest time, in ms, that still belongs to the class."""
        return self.value


@dataclass(frozen=True, slots=True)
class Gap:
    """What a run lacks for a class: time to save (ms) and misses to avoid, 0 where nothing is lacking."""

    band: Band
    ms: int
    misses: int


def is_accurate(misses: int, cards: int) -> bool:
    """Whether at least 98 % were right. Without that a time says nothing.

    >>> is_accurate(2, 100), is_accurate(3, 100), is_accurate(1, 49), is_accurate(1, 50)
    (True, False, False, True)
    """
    return misses * WHOLE <= MOST_MISSES * cards


def band(total_ms: int, misses: int, cards: int = WHOLE) -> Band | None:
    """The class a run belongs to; None for a part of the hundred, too many misses or too long a time.

    >>> band(75_000, 2), band(75_001, 2), band(75_000, 3), band(20_000, 0, 50)
    (<Band.C: 75000>, <Band.D: 100000>, None, None)
    """
    if cards != WHOLE or not is_accurate(misses, cards):
        return None
    return next((each for each in reversed(Band) if total_ms <= each.limit_ms), None)


def gap(total_ms: int, misses: int) -> Gap | None:
    """What a run of the hundred lacks for the class above the one it has; None at the top.

    Too many misses leave a run without a class: then the gap is to the class its time alone would have.

    >>> gap(81_500, 1)
    Gap(band=<Band.C: 75000>, ms=6500, misses=0)
    >>> gap(81_500, 5)
    Gap(band=<Band.D: 100000>, ms=0, misses=3)
    """
    by_time = next((each for each in reversed(Band) if total_ms <= each.limit_ms), None)
    if by_time is not None and not is_accurate(misses, WHOLE):
        return Gap(by_time, 0, misses - MOST_MISSES)
    above = next((each for each in Band if each.limit_ms < total_ms), None) if by_time is None else _above(by_time)
    if above is None:
        return None
    return Gap(above, total_ms - above.limit_ms, max(misses - MOST_MISSES, 0))


def _above(current: Band) -> Band | None:
    order = list(Band)
    place = order.index(current) + 1
    return order[place] if place < len(order) else None
