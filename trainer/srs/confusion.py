"""Which cards a person takes for which, and the items that will not stick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

LEECH_LAPSES = 4

Pair = tuple[int, int | None]  # the poem asked and the poem answered; None is no answer


@dataclass(frozen=True, slots=True)
class ConfusionMatrix:
    """`counts[row][column]`: how often `poems[row]` was asked and `poems[column]` answered.

    `unanswered[row]` counts the questions given up or answered with something that is no poem here.
    """

    poems: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]
    unanswered: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Confused:
    """Two poems taken for each other, the lower number first: `times` out of `asked` questions on either."""

    poems: tuple[int, int]
    times: int
    asked: int

    @property
    def share(self) -> float:
        """`times` of `asked`, 0-1."""
        return self.times / self.asked


def confusion_matrix(pairs: Iterable[Pair], poems: Iterable[int] | None = None) -> ConfusionMatrix:
    """The matrix over `poems` (or all that occur, by number).

    >>> confusion_matrix([(1, 1), (1, 2), (2, None)]).counts
    ((1, 1), (0, 0))
    """
    tally = Counter(pairs)
    seen = {asked for asked, _ in tally} | {answered for _, answered in tally if answered is not None}
    order = tuple(sorted(seen if poems is None else set(poems)))
    counts = tuple(tuple(tally[asked, answered] for answered in order) for asked in order)
    totals = Counter[int]()
    for (asked, _), times in tally.items():
        totals[asked] += times
    unanswered = tuple(totals[asked] - sum(row) for asked, row in zip(order, counts, strict=True))
    return ConfusionMatrix(order, counts, unanswered)


def most_confused(pairs: Iterable[Pair], limit: int = 10, *, at_least: int = 1) -> tuple[Confused, ...]:
    """The pairs of poems taken for each other most often, in either direction; ties by number.

    >>> most_confused([(65, 74), (74, 65), (65, 65)])[0]
    Confused(poems=(65, 74), times=2, asked=3)
    """
    tally = Counter(pairs)
    asked_times = Counter[int]()
    mixed = Counter[tuple[int, int]]()
    for (asked, answered), times in tally.items():
        asked_times[asked] += times
        if answered is not None and answered != asked:
            mixed[min(asked, answered), max(asked, answered)] += times
    found = (
        Confused(both, times, asked_times[both[0]] + asked_times[both[1]])
        for both, times in mixed.items()
        if times >= at_least
    )
    return tuple(sorted(found, key=lambda each: (-each.times, each.poems))[:limit])


def taken_for(pairs: Iterable[Pair], poem: int) -> int | None:
    """The poem most often mixed up with `poem`, to be shown beside it when it is a leech; None if none."""
    of_poem = [pair for pair in pairs if poem in pair]
    worst = most_confused(of_poem, 1)
    if not worst:
        return None
    first, second = worst[0].poems
    return second if first == poem else first


def is_leech(lapses: int) -> bool:
    """Forgotten four times after it was learnt: show its mnemonic and its partner, hide nothing.

    Anki waits for eight; a hundred poems are few and their partners make the trouble, so help comes sooner.
    """
    return lapses >= LEECH_LAPSES
