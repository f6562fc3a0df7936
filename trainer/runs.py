"""Writing a fuda-nagashi: many rows at once, each place of the pile exactly once, however often it is sent."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum

from trainer.models import Person, Run, Turn
from trainer.poems.kana import Comparison
from trainer.poems.kimariji import compare_kimariji

LONGEST_MS = 10 * 60 * 1000
HASTY_MS = 250  # seeing that something changed and pressing a key takes that long, before anything is read or said
ANSWER_LENGTH = 40  # the column of Turn


@dataclass(frozen=True)
class Turned:
    """What a browser tells about one place: said (`missed`) or typed (`answer`). `elapsed_ms` None: unknown."""

    place: int
    elapsed_ms: int | None
    missed: bool = False
    answer: str = ""


def believable_ms(value: object) -> int | None:
    """A browser's time for one card if it is a whole number above 0 and below ten minutes, else None.

    >>> believable_ms(812), believable_ms(0), believable_ms(600_000), believable_ms(True), believable_ms("812")
    (812, None, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < LONGEST_MS:
        return None
    return value


def start_run(
    *,
    person: Person,
    pile: str,
    poems: Sequence[int],
    mode: str,
    facing: str,
    now: datetime,
    chance: random.Random | None = None,
) -> Run:
    """Shuffle the poems and lay them in a new run; ValueError if there is none."""
    if not poems:
        raise ValueError("a run needs a card")
    chance = chance or random.SystemRandom()
    order = chance.sample(list(poems), len(poems))
    with transaction.atomic():
        run = Run.objects.create(person=person, pile=pile, mode=mode, facing=facing, started_at=now)
        Turn.objects.bulk_create(
            Turn(run=run, place=place, poem=poem, inverted=_is_inverted(facing, chance))
            for place, poem in enumerate(order, start=1)
        )
    return run


def _is_inverted(facing: str, chance: random.Random) -> bool:
    return chance.random() < 0.5 if facing == Run.Facing.MIXED else facing == Run.Facing.INVERTED


def record_turns(run: Run, turned: Iterable[Turned]) -> int:
    """Write the places that stand open and leave the others as they are; returns how many were written.

    A place is written once: what is sent again, from a second tab or after a lost reply, changes nothing,
    and nothing is added to a finished run. Three queries, whatever the number.
    """
    by_place: dict[int, Turned] = {}
    for each in turned:
        by_place.setdefault(each.place, each)
    with transaction.atomic():
        if not _is_open(run):
            return 0
        turns = list(run.turns.filter(place__in=by_place, correct__isnull=True))
        for turn in turns:
            _fill(turn, by_place[turn.place], run.mode)
        Turn.objects.bulk_update(turns, ["elapsed_ms", "answer", "correct"])
    return len(turns)


def _is_open(run: Run) -> bool:
    """Whether turns may still be written; holds the run's row until the transaction ends."""
    return Run.objects.select_for_update().filter(pk=run.pk, finished_at__isnull=True).exists()


def _fill(turn: Turn, turned: Turned, mode: str) -> None:
    turn.elapsed_ms = turned.elapsed_ms
    if mode == Run.Mode.TYPED:
        turn.answer = _storable(turned.answer)[:ANSWER_LENGTH]
        turn.correct = verdict(turn).is_right
    else:
        turn.correct = not turned.missed


def _storable(text: str) -> str:
    """What every database takes: JSON may bring halves of characters and NUL."""
    return text.encode("utf-8", "ignore").decode().replace("\0", "")


def verdict(turn: Turn) -> Comparison:
    """A typed answer held against the kimariji of the card, before anything is read."""
    return compare_kimariji(turn.answer, turn.poem)


def mark(run: Run, place: int, *, missed: bool) -> bool:
    """Say of the card just turned over that it was missed, or was not; False if that cannot be said any more.

    Only in a run said aloud, only of the last card turned, only while the run is open.
    """
    with transaction.atomic():
        if run.mode != Run.Mode.SAID or not _is_open(run) or place != last_place(run):
            return False
        return run.turns.filter(place=place).update(correct=not missed) == 1


def reopen(run: Run, place: int) -> bool:
    """Go one card back: the last card turned stands open again and keeps the time it has used so far."""
    with transaction.atomic():
        if run.mode != Run.Mode.SAID or not _is_open(run) or place != last_place(run):
            return False
        return run.turns.filter(place=place).update(correct=None) == 1


def last_place(run: Run) -> int:
    """The place of the last card turned over, 0 if none is."""
    return run.turns.filter(correct__isnull=False).order_by("-place").values_list("place", flat=True).first() or 0


def finish_run(run: Run, *, now: datetime) -> bool:
    """Close a run whose cards are all turned; False if it was closed before or a card is left.

    The total is the sum of the cards' times, so that a pause or a reload costs nothing; it is None if the
    time of any card is unknown.
    """
    with transaction.atomic():
        if not _is_open(run):
            return False
        sums = run.turns.aggregate(
            cards=Count("pk"), reached=Count("correct"), timed=Count("elapsed_ms"), total_ms=Sum("elapsed_ms")
        )
        if sums["reached"] != sums["cards"]:
            return False
        total_ms = sums["total_ms"] if sums["timed"] == sums["cards"] else None
        return Run.objects.filter(pk=run.pk).update(finished_at=now, total_ms=total_ms) == 1


def with_counts(runs: QuerySet[Run]) -> QuerySet[Run]:
    """The same runs with `cards`, `reached`, `misses` and `hasty`, the cards turned in less than HASTY_MS."""
    return runs.annotate(
        cards=Count("turns"),
        reached=Count("turns__correct"),
        misses=Count("turns", filter=Q(turns__correct=False)),
        hasty=Count("turns", filter=Q(turns__elapsed_ms__lt=HASTY_MS)),
    )
