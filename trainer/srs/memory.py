"""How well an item is remembered and when it is asked next. The only file that imports `fsrs`.

FSRS-6 with its published default parameters, in whole days of the person's own calendar. See docs/srs.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from math import log

from fsrs import Card, Rating, Scheduler, State

from trainer.srs.grading import Grade

RETENTION = 0.95
LOWEST_RETENTION = 0.80
HIGHEST_RETENTION = 0.97
LONGEST_INTERVAL_DAYS = 60
DAY_ENDS_AT_HOUR = 4

SPEED_WEIGHT = 0.3  # of the newest answer in the moving average
FLUENT_DAYS = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """One line of the log of one item, as far as memory needs it.

    `day` is the person's day and `day_fraction` how far it had gone (0 at 04:00, towards 1 at the next),
    both as `day_of` and `fraction_of_day` tell; `elapsed_ms` is the usable time or None; `number` is the
    line's place in the log (its row id), which alone decides what came first within a day.
    """

    day: date
    grade: Grade
    elapsed_ms: float | None = None
    day_fraction: float = 0.5
    number: int = 0


@dataclass(frozen=True, slots=True)
class MemoryState:
    """What is known about one item after its last counted answer.

    `stability` is in days, `difficulty` 1-10; `speed` is the moving average of ln(ms) or None;
    `fluent_days` counts the days whose timed, right answer left that average within the target;
    `lapses` counts every Again but a first answer.
    """

    stability: float
    difficulty: float
    first_day: date
    last_day: date
    due_on: date
    reviews: int
    lapses: int
    last_grade: Grade
    last_day_fraction: float = 0.5
    speed: float | None = None
    fluent_days: int = 0

    def is_fluent(self, target_ms: float) -> bool:
        """Within the target on three different days, and still so."""
        return self.fluent_days >= FLUENT_DAYS and self.speed is not None and self.speed <= log(target_ms)


def day_of(instant: datetime, zone: tzinfo, *, not_before: date | None = None) -> date:
    """The person's day, which ends at 04:00 in their zone; ValueError if `instant` has no time zone.

    Pass the person's last logged day as `not_before`: someone who flies west, or changes the zone in the
    settings, must not live a day again, or the log would no longer be in the order it was written.
    """
    day = (_on_the_wall(instant, zone) - timedelta(hours=DAY_ENDS_AT_HOUR)).date()
    return day if not_before is None else max(day, not_before)


def fraction_of_day(instant: datetime, zone: tzinfo) -> float:
    """How much of the person's day has gone, by the clock on the wall: 0 at 04:00, below 1."""
    shifted = _on_the_wall(instant, zone) - timedelta(hours=DAY_ENDS_AT_HOUR)
    return (shifted - datetime.combine(shifted.date(), time())) / timedelta(days=1)


def _on_the_wall(instant: datetime, zone: tzinfo) -> datetime:
    if instant.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    return instant.astimezone(zone).replace(tzinfo=None)


def feeds_memory(state: MemoryState | None, day: date) -> bool:
    """Whether an answer on `day` counts: only the first answer of a day does; the others stay in the log.

    FSRS-6 predicts same-day answers worse than a constant (srs-benchmark README), and six Goods in an hour
    say little about tomorrow.
    """
    return state is None or day > state.last_day


def review(
    state: MemoryState | None,
    answer: Answer,
    *,
    target_ms: float,
    retention: float = RETENTION,
    maximum_interval: int = LONGEST_INTERVAL_DAYS,
) -> MemoryState:
    """The memory after `answer`; unchanged if it is not the first answer of its day (`feeds_memory`)."""
    if state is not None and not feeds_memory(state, answer.day):
        return state
    card = _scheduler(retention, maximum_interval).review_card(
        _card(state, answer.day), Rating(answer.grade), _noon(answer.day)
    )[0]
    if card.stability is None or card.difficulty is None:
        raise AssertionError("a reviewed card has a stability and a difficulty")
    speed = _next_speed(state.speed if state else None, answer)
    is_fast = speed is not None and speed <= log(target_ms) and _tells_speed(answer)
    return MemoryState(
        stability=card.stability,
        difficulty=card.difficulty,
        first_day=state.first_day if state else answer.day,
        last_day=answer.day,
        due_on=card.due.date(),
        reviews=(state.reviews if state else 0) + 1,
        lapses=(state.lapses + (answer.grade is Grade.AGAIN)) if state else 0,
        last_grade=answer.grade,
        last_day_fraction=answer.day_fraction,
        speed=speed,
        fluent_days=(state.fluent_days if state else 0) + is_fast,
    )


def fold(
    answers: Iterable[Answer],
    *,
    target_ms: float,
    retention: float = RETENTION,
    maximum_interval: int = LONGEST_INTERVAL_DAYS,
) -> MemoryState | None:
    """The memory after a whole log of one item, in whatever order its lines are given."""
    state = None
    for answer in sorted(answers, key=lambda each: (each.day, each.number)):
        state = review(state, answer, target_ms=target_ms, retention=retention, maximum_interval=maximum_interval)
    return state


def reschedule(
    state: MemoryState, *, retention: float = RETENTION, maximum_interval: int = LONGEST_INTERVAL_DAYS
) -> MemoryState:
    """The same memory with the day it is due under another desired retention or longest interval."""
    days = interval_days(state.stability, retention=retention, maximum_interval=maximum_interval)
    return replace(state, due_on=state.last_day + timedelta(days=days))


def interval_days(
    stability: float, *, retention: float = RETENTION, maximum_interval: int = LONGEST_INTERVAL_DAYS
) -> int:
    """Whole days, at least 1, until retrievability has fallen to `retention`."""
    factor, decay = _curve(retention, maximum_interval)
    days: float = stability / factor * (retention ** (1 / decay) - 1)
    return min(max(round(days), 1), maximum_interval)


def retrievability(state: MemoryState, today: date, day_fraction: float = 0.5) -> float:
    """The chance (0-1) that the item is remembered at that moment of the person's day.

    (1 + F·t/S)^(-w20) with F = 0.9^(-1/w20) - 1 and t in fractional days; py-fsrs counts whole days, which
    would call everything answered less than 24 hours ago certain.
    """
    elapsed_days = (today - state.last_day).days + day_fraction - state.last_day_fraction
    factor, decay = _curve(RETENTION, LONGEST_INTERVAL_DAYS)
    return float((1 + factor * max(elapsed_days, 0.0) / state.stability) ** decay)


def _tells_speed(answer: Answer) -> bool:
    return answer.elapsed_ms is not None and answer.grade is not Grade.AGAIN


def _next_speed(speed: float | None, answer: Answer) -> float | None:
    if answer.elapsed_ms is None or not _tells_speed(answer):
        return speed
    newest = log(answer.elapsed_ms)
    return newest if speed is None else speed + SPEED_WEIGHT * (newest - speed)


def _card(state: MemoryState | None, day: date) -> Card:
    # A card number is always given: without one py-fsrs sleeps for a millisecond to make its own.
    if state is None:
        return Card(card_id=0, due=_noon(day))
    return Card(
        card_id=0,
        state=State.Review,
        stability=state.stability,
        difficulty=state.difficulty,
        due=_noon(state.due_on),
        last_review=_noon(state.last_day),
    )


def _noon(day: date) -> datetime:
    # py-fsrs wants datetime.UTC itself (an equal ZoneInfo("UTC") is refused) and counts whole 24 hours, so
    # calendar days become noons.
    return datetime.combine(day, time(12), tzinfo=UTC)


@lru_cache(maxsize=64)
def _scheduler(retention: float, maximum_interval: int) -> Scheduler:
    if not LOWEST_RETENTION <= retention <= HIGHEST_RETENTION:
        raise ValueError(f"desired retention is {LOWEST_RETENTION}-{HIGHEST_RETENTION}, not {retention}")
    if maximum_interval < 1:
        raise ValueError("the longest interval is at least a day")
    return Scheduler(
        desired_retention=retention,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=maximum_interval,
        enable_fuzzing=False,
    )


def _curve(retention: float, maximum_interval: int) -> tuple[float, float]:
    """F and the (negative) decay of the forgetting curve."""
    decay = -_scheduler(retention, maximum_interval).parameters[20]
    return 0.9 ** (1 / decay) - 1, decay
