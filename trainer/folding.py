"""Memories made anew from the log: after two logs became one, and when the desired retention changes."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import asdict, fields
from itertools import pairwise

from django.db import transaction

from trainer.models import Memory, Person, Review
from trainer.srs import memory
from trainer.srs.grading import Grade, usable_ms
from trainer.srs.memory import Answer, MemoryState
from trainer.srs.skills import Item, Skill

FOLDED = [field.name for field in fields(MemoryState)]
AT_ONCE = 500  # SQLite takes only so many numbers in one statement


@transaction.atomic
def fold_again(person: Person, items: Collection[Item]) -> None:
    """Make the person's memories of `items` anew from the counted answers.

    Where two logs were laid together a day may have two counted answers to an item: the earlier keeps counting.
    Poems that were only shown so far have no answers, and stay as they are.
    """
    logs = _counted_logs(person, items)
    surplus = [line.pk for log in logs.values() for line in _not_first_of_their_day(log)]
    for start in range(0, len(surplus), AT_ONCE):
        Review.objects.filter(pk__in=surplus[start : start + AT_ONCE]).update(counted=False)
    rows = [_folded(person, item, log) for item, log in logs.items()]
    Memory.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["person", "poem", "skill"],
        update_fields=FOLDED,
        batch_size=50,
    )


@transaction.atomic
def reschedule(person: Person) -> int:
    """Bring every due day of the person under their desired retention; how many days there are."""
    rows = list(Memory.objects.filter(person=person, stability__isnull=False))
    for row in rows:
        state = MemoryState(**{name: getattr(row, name) for name in FOLDED})
        row.due_on = memory.reschedule(state, retention=person.retention).due_on
    Memory.objects.bulk_update(rows, ["due_on"], batch_size=200)
    return len(rows)


def _counted_logs(person: Person, items: Collection[Item]) -> dict[Item, list[Review]]:
    logs: dict[Item, list[Review]] = defaultdict(list)
    for line in Review.objects.filter(person=person, counted=True).order_by("day", "answered_at", "pk").iterator():
        item = Item(line.subject, Skill(line.skill))
        if item in items:
            logs[item].append(line)
    return logs


def _not_first_of_their_day(log: list[Review]) -> Iterator[Review]:
    return (line for before, line in pairwise(log) if line.day == before.day)


def _folded(person: Person, item: Item, log: list[Review]) -> Memory:
    answers = [
        Answer(
            line.day,
            Grade(line.grade),
            usable_ms(line.elapsed_ms, hidden=line.hidden),
            line.day_fraction,
            number,
        )
        for number, line in enumerate(log)
    ]
    state = memory.fold(answers, target_ms=item.skill.target_ms, retention=person.retention)
    if state is None:
        raise AssertionError("a log has at least one answer")
    return Memory(person=person, poem=item.poem, skill=item.skill.value, **asdict(state))
