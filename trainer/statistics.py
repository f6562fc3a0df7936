"""What a person's answers add up to: named questions to the database, plain values as answers.

Every function asks a fixed number of queries (named in its docstring), however long the history is; sums, counts
and medians are made by the database. Days are the person's own, which end at 04:00.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain, repeat

from django.db.models import (
    Case,
    CharField,
    Count,
    Exists,
    Expression,
    F,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
    Window,
)
from django.db.models.functions import RowNumber

from trainer.models import Memory, Person, Review
from trainer.poems.kimariji import original, sound_groups
from trainer.srs.confusion import Pair
from trainer.srs.grading import Grade
from trainer.srs.memory import Answer, MemoryState, review
from trainer.srs.skills import BOTH_DIRECTIONS, FIRST_SKILL, Item
from trainer.srs.standing import Standing, standing, tally

WEEK = timedelta(days=7)


# --- days -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DayOfWork:
    """One day: all answers, the time they took as far as it was measured, and how many were timed."""

    day: date
    answers: int
    timed: int
    answering_ms: int


@dataclass(frozen=True, slots=True)
class Recalls:
    """Reviews that count, without the first meeting of an item: there was nothing to recall yet."""

    reviews: int = 0
    right: int = 0

    @property
    def share(self) -> float | None:
        """The share answered right, 0-1; None without reviews."""
        return self.right / self.reviews if self.reviews else None

    def __add__(self, other: "Recalls") -> "Recalls":
        return Recalls(self.reviews + other.reviews, self.right + other.right)


def days_of_work(person: Person, *, since: date | None = None) -> tuple[DayOfWork, ...]:
    """The days with an answer, oldest first. One query."""
    reviews = person.reviews.filter(day__gte=since) if since else person.reviews.all()
    rows = (
        reviews.values("day")
        .annotate(answers=Count("pk"), timed=Count("elapsed_ms"), answering_ms=Sum("elapsed_ms", default=0))
        .order_by("day")
    )
    return tuple(DayOfWork(**row) for row in rows)


def recalls_by_day(person: Person, *, since: date) -> dict[date, Recalls]:
    """What was recalled on each day with a counted review. One query."""
    first = Memory.objects.filter(
        person=person, poem=OuterRef("subject"), skill=OuterRef("skill"), first_day=OuterRef("day")
    )
    rows = (
        person.reviews.filter(~Exists(first), counted=True, day__gte=since)
        .values("day")
        .annotate(reviews=Count("pk"), right=Count("pk", filter=Q(correct=True)))
        .order_by("day")
    )
    return {row["day"]: Recalls(row["reviews"], row["right"]) for row in rows}


def by_week(days: Mapping[date, Recalls], *, until: date, most: int) -> tuple[tuple[date, Recalls], ...]:
    """Weeks by their Monday, from the first with a review (at most `most`) to the one of `until`, none left out."""
    monday = until - timedelta(days=until.weekday())
    earliest = monday - (most - 1) * WEEK
    weeks: dict[date, Recalls] = {}
    for day, recalls in days.items():
        week = day - timedelta(days=day.weekday())
        if earliest <= week <= monday:
            weeks[week] = weeks.get(week, Recalls()) + recalls
    if not weeks:
        return ()
    count = (monday - min(weeks)) // WEEK + 1
    return tuple((week, weeks.get(week, Recalls())) for week in (min(weeks) + place * WEEK for place in range(count)))


# --- speed ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Speed:
    """The median time of right answers, in ms, and how many there were."""

    median_ms: float
    answers: int


@dataclass(frozen=True, slots=True)
class Reaction:
    """How fast cards with these sounds are known, in the last days and in as many before; None: no answer."""

    sounds: str
    poems: tuple[int, ...]
    now: Speed | None
    before: Speed | None


def reaction_by_group(person: Person, *, until: date, days: int) -> tuple[Reaction, ...]:
    """The nine sound groups in the order of learning, torifuda and kimariji in both directions. One query."""
    return _reactions(person, {group.label: group.poems for group in sound_groups()}, until, days)


def reaction_by_sound(person: Person, *, until: date, days: int) -> tuple[Reaction, ...]:
    """The first sounds in the order of learning, in both directions. One query."""
    in_order = (number for group in sound_groups() for number in group.poems)
    sounds: dict[str, tuple[int, ...]] = {}
    for number in in_order:
        sounds[original(number)[0]] = (*sounds.get(original(number)[0], ()), number)
    return _reactions(person, sounds, until, days)


def slowest(reactions: Iterable[Reaction], *, target_ms: int, at_least: int, most: int) -> tuple[Reaction, ...]:
    """Those beyond the target, the slowest first; fewer than `at_least` answers say nothing."""
    slow = [each for each in reactions if each.now and each.now.answers >= at_least and each.now.median_ms > target_ms]
    return tuple(sorted(slow, key=lambda each: -each.now.median_ms)[:most])


def _reactions(person: Person, poems: Mapping[str, tuple[int, ...]], until: date, days: int) -> tuple[Reaction, ...]:
    # BOTH_DIRECTIONS share one target; other skills take longer by nature and would blur the picture.
    reviews = person.reviews.filter(
        skill__in=[skill.value for skill in BOTH_DIRECTIONS],
        correct=True,
        elapsed_ms__isnull=False,
        day__gt=until - timedelta(days=2 * days),
        day__lte=until,
    )
    sounds = Case(
        *(When(poem__in=numbers, then=Value(label)) for label, numbers in poems.items()), output_field=CharField()
    )
    recent = Case(When(day__gt=until - timedelta(days=days), then=Value("now")), default=Value("before"))
    medians = _medians(reviews.annotate(sounds=sounds, period=recent), "sounds", "period")
    return tuple(
        Reaction(label, numbers, medians.get((label, "now")), medians.get((label, "before")))
        for label, numbers in poems.items()
    )


def _medians(reviews: QuerySet[Review], *by: str) -> dict[tuple[str, ...], Speed]:
    """The median of `elapsed_ms` within each value of `by`, found by the database: it numbers the rows of each
    group by time and hands back only the one or two in the middle."""
    place: Expression = Window(RowNumber(), partition_by=by, order_by=["elapsed_ms", "pk"])
    middle = (
        reviews.annotate(place=place, answers=Window(Count("pk"), partition_by=by))
        .filter(place__gte=F("answers") / 2.0, place__lte=F("answers") / 2.0 + 1)
        .values_list(*by, "elapsed_ms", "answers")
    )
    found: dict[tuple[str, ...], list[int]] = {}
    counts: dict[tuple[str, ...], int] = {}
    for *key, elapsed_ms, answers in middle:
        found.setdefault(tuple(key), []).append(elapsed_ms)
        counts[tuple(key)] = answers
    return {key: Speed(sum(times) / len(times), counts[key]) for key, times in found.items()}


# --- confusions -----------------------------------------------------------------------------------------


def answered_pairs(person: Person, *, since: date) -> tuple[Pair, ...]:
    """Every answer as (poem asked, poem answered), for `trainer.srs.confusion`; counted by the database. One query."""
    rows = (
        person.reviews.filter(day__gte=since)
        .values_list("poem", "correct", "picked")
        .annotate(times=Count("pk"))
        .order_by("poem", "picked")
    )
    return tuple(
        chain.from_iterable(
            repeat((asked, asked if correct else picked), times) for asked, correct, picked, times in rows
        )
    )


# --- standing -------------------------------------------------------------------------------------------


def standings(person: Person, days: Iterable[date], *, poems: int = 100) -> Iterator[tuple[date, dict[Standing, int]]]:
    """How many poems stood where at the end of each of `days` (ascending), folded from the log. One query.

    Nothing of the past is stored: the counted answers of the first skill are run through the same memory again.
    """
    rows = (
        person.reviews.filter(skill=FIRST_SKILL.value, counted=True)
        .order_by("day", "pk")
        .values_list("subject", "day", "grade", "day_fraction")
    )
    log = iter(rows)
    memories: dict[int, MemoryState] = {}
    coming = next(log, None)
    for day in days:
        while coming is not None and coming[1] <= day:
            number, answered_on, grade, fraction = coming
            memories[number] = review(
                memories.get(number),
                Answer(answered_on, Grade(grade), day_fraction=fraction),
                target_ms=FIRST_SKILL.target_ms,
            )
            coming = next(log, None)
        begun = [standing(state.stability) for state in memories.values()]
        yield day, tally([*begun, *repeat(Standing.NOT_BEGUN, poems - len(begun))])


def fluent(memories: Mapping[Item, MemoryState]) -> int:
    """How many items are answered within their target, day after day. No query."""
    return sum(state.is_fluent(item.skill.target_ms) for item, state in memories.items())
