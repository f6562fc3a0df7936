"""A grade from what was answered and how fast; the learner never presses a grading button."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from math import sqrt
from statistics import median_high, median_low


class Grade(IntEnum):
    """The four grades of FSRS, with its own numbers."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


SAMPLES_NEEDED = 30
SAMPLES_KEPT = 200
USUAL_MS_BEFORE_SAMPLES = 3000.0
LONGEST_MS = 30_000
SHORTEST_MS = 100  # nobody sees a card, knows it and moves in less


def usable_ms(elapsed_ms: float | None, *, hidden: bool = False) -> float | None:
    """The answer time if it says anything about memory, else None.

    A time is dropped when there is none (no JavaScript), when the tab was hidden meanwhile, when it is
    longer than 30 s (the person went away) or below 100 ms (a script, or a broken clock).

    >>> usable_ms(850.0), usable_ms(850.0, hidden=True), usable_ms(31_000)
    (850.0, None, None)
    """
    if elapsed_ms is None or hidden or not SHORTEST_MS <= elapsed_ms <= LONGEST_MS:
        return None
    return elapsed_ms


def usual_ms(recent_correct_ms: Sequence[float]) -> float:
    """The person's usual time for this skill, in ms: the median of the last 200 correct usable times.

    `recent_correct_ms` is oldest first. The median is taken on logarithms (of an even count it is then the
    geometric mean of the middle two). Below 30 samples the usual time is 3 s.

    >>> usual_ms([500.0] * 29), round(usual_ms([500.0] * 30))
    (3000.0, 500)
    """
    kept = recent_correct_ms[-SAMPLES_KEPT:]
    if len(kept) < SAMPLES_NEEDED:
        return USUAL_MS_BEFORE_SAMPLES
    # e^(median of ln) without going through ln, which would miss the limits of `grade` by a rounding.
    return sqrt(median_low(kept) * median_high(kept))


def grade(
    correct: bool,
    elapsed_ms: float | None,
    *,
    target_ms: float,
    recent_correct_ms: Sequence[float] = (),
    previous_grade: Grade | None = None,
    hidden: bool = False,
) -> Grade:
    """The grade of one answer; `correct` is False too for giving up and for running out of time.

    Wrong is always Again: a wrong answer graded Hard would lengthen the interval (fsrs4anki #559).
    Hard is slower than both twice the usual time and three times the target. Easy is faster than 0.6 of
    the usual time, within the target, and not straight after an Again or a Hard. An answer without a
    usable time (see `usable_ms`) is Good.

    >>> grade(True, 900, target_ms=1000, previous_grade=Grade.GOOD)
    <Grade.EASY: 4>
    >>> grade(True, 900, target_ms=1000)
    <Grade.GOOD: 3>
    """
    if not correct:
        return Grade.AGAIN
    ms = usable_ms(elapsed_ms, hidden=hidden)
    if ms is None:
        return Grade.GOOD
    usual = usual_ms(recent_correct_ms)
    if ms > max(2 * usual, 3 * target_ms):
        return Grade.HARD
    was_good = previous_grade is not None and previous_grade >= Grade.GOOD
    if was_good and ms < 0.6 * usual and ms <= target_ms:
        return Grade.EASY
    return Grade.GOOD
