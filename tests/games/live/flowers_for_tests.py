"""A table of Koi-Koi with two people at it, made without the lobby; and a desk for it whose clock is turned by hand."""

from dataclasses import replace

from django.utils import timezone

from games import agreed
from games import matches as koikoi
from games.models import LiveTable, Seat
from games.rules.koikoi.options import SEED


def open_koikoi_for_tests(people, *, months=1, seed=1, **fields):
    """A table of Koi-Koi that these two play at, by the rules of the source text."""
    now = timezone.now()
    options = replace(SEED, months=months)
    match = koikoi.begin(person=None, level=None, options=options, now=now, seed=seed)
    table = LiveTable.objects.create(
        host=people[0],
        status=LiveTable.Status.PLAYING,
        opened_at=now,
        started_at=now,
        koikoi=match,
        **agreed.columns(options),
        **fields,
    )
    for number, person in enumerate(people):
        Seat.objects.create(table=table, number=number, person=person, name=person.username, taken_at=now)
    return table
