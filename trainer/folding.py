"""Memories brought in line: with a log that was laid together from two, or with another desired retention."""

from collections.abc import Iterator
from itertools import groupby

from django.db import transaction

from trainer.drills import remember_anew
from trainer.models import Memory, Person, Review
from trainer.srs import memory

AT_ONCE = 500  # SQLite takes only so many numbers in one statement


@transaction.atomic
def fold_together(person: Person) -> None:
    """Make the memories anew after answers came in from elsewhere.

    A day may now have two counted answers to one item: the earlier goes on counting, the others stay in the log.
    """
    surplus = list(_counted_twice(person))
    for start in range(0, len(surplus), AT_ONCE):
        Review.objects.filter(pk__in=surplus[start : start + AT_ONCE]).update(counted=False)
    remember_anew(person)


@transaction.atomic
def reschedule(person: Person) -> None:
    """Bring every due day under the person's desired retention."""
    rows = list(Memory.objects.filter(person=person).begun())
    for row in rows:
        row.due_on = memory.reschedule(row.state, retention=person.retention).due_on
    Memory.objects.bulk_update(rows, ["due_on"], batch_size=200)


def _counted_twice(person: Person) -> Iterator[int]:
    lines = person.reviews.filter(counted=True).order_by("subject", "skill", "day", "answered_at", "pk")
    days = groupby(lines.values_list("subject", "skill", "day", "pk"), key=lambda line: line[:3])
    for _item_and_day, answers in days:
        _first, *others = answers
        yield from (pk for *_line, pk in others)
