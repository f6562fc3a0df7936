"""How far along a poem is, in four words: what a glance at all hundred shows."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

SETTLING_FROM_DAYS = 7.0
SURE_FROM_DAYS = 21.0


class Standing(Enum):
    """How well a poem is known; the value is what addresses and style sheets carry."""

    NOT_BEGUN = "new"
    LEARNING = "learn"
    SETTLING = "settle"
    SURE = "sure"


def standing(stability_days: float | None) -> Standing:
    """The standing of a poem, from the stability (days) of its memory in the first skill; None: no memory.

    >>> standing(None), standing(6.9), standing(7), standing(21)
    (<Standing.NOT_BEGUN: 'new'>, <Standing.LEARNING: 'learn'>, <Standing.SETTLING: 'settle'>, <Standing.SURE: 'sure'>)
    """
    if stability_days is None:
        return Standing.NOT_BEGUN
    if stability_days < SETTLING_FROM_DAYS:
        return Standing.LEARNING
    return Standing.SETTLING if stability_days < SURE_FROM_DAYS else Standing.SURE


def tally(standings: Iterable[Standing]) -> dict[Standing, int]:
    """How many of each there are, zeros included, the surest first."""
    counts = dict.fromkeys(reversed(Standing), 0)
    for each in standings:
        counts[each] += 1
    return counts
