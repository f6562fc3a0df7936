"""Leases: one process decides at a table, for three seconds at a time.

    fence = acquire(table, owner)       the number of this ownership, or None: another process has it
    renew(owner)                        every second, for all tables at once; the tables that are still this owner's
    release(owner, table)               nobody is there any more: the table rests until somebody comes
    hand_over(owner)                    at a planned end: others need not wait until the leases run out

Time is the database's own clock, in all of it: what two machines' clocks show never matters. That clock may jump: a
lease then ends early or late, and still nothing is decided twice. Each ownership has a number, the fence, which grows,
and an append is refused unless it carries the one in the row (games.live.journal). Tests pass `now`.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import DateTimeField, ExpressionWrapper, F, Q, Value
from django.db.models.functions import Now

from games.models import LiveTable

LASTS = timedelta(seconds=3)
RENEWED_S = 1.0  # three may fail before a table is anybody's


def acquire(table: UUID, owner: str, *, is_alone: bool = False, now: datetime | None = None) -> int | None:
    """The fence of a table that is this owner's from now on, where no other has a lease that lasts; else None.

    `is_alone`: no other process can be alive (games.live.alone), so whatever the row says is left over.
    """
    free = Q() if is_alone else Q(owner=owner) | Q(lease_until=None) | Q(lease_until__lte=_clock(now))
    with transaction.atomic():
        taken = LiveTable.objects.filter(free, pk=table).update(
            owner=owner, fence=F("fence") + 1, lease_until=_until(now)
        )
        return LiveTable.objects.values_list("fence", flat=True).get(pk=table) if taken else None


def renew(owner: str, *, now: datetime | None = None) -> dict[UUID, int]:
    """Three more seconds for every table of this owner; which they are, with their fences.

    A lease that has run out and that nobody has taken since is renewed too: a pause of the process, or of the database,
    does no harm then. Rows that an append of several tables has locked are left for the next second: the two would wait
    for each other.
    """
    mine = LiveTable.objects.filter(owner=owner)
    free = mine.select_for_update(no_key=True, skip_locked=True).values("pk")
    with transaction.atomic():
        LiveTable.objects.filter(pk__in=free).update(lease_until=_until(now))
    return dict(mine.values_list("pk", "fence"))


def release(owner: str, table: UUID) -> None:
    """Let a table rest, if it is this owner's."""
    LiveTable.objects.filter(pk=table, owner=owner).update(owner="", lease_until=None)


def hand_over(owner: str, *, now: datetime | None = None) -> None:
    """All tables of this owner are orphans from now on: whoever looks next takes them."""
    LiveTable.objects.filter(owner=owner).update(lease_until=_clock(now))


def adopt(owner: str, *, is_alone: bool = False, now: datetime | None = None) -> list[UUID]:
    """Take all tables that play and whose owner has gone, and which they are. Tables at rest are left at rest."""
    playing, gone = LiveTable.objects.playing(), Q() if is_alone else Q(lease_until__lte=_clock(now))
    orphans = playing.exclude(owner__in=("", owner)).filter(gone)
    free = orphans.select_for_update(no_key=True, skip_locked=True).values("pk")
    with transaction.atomic():
        found = list(free.values_list("pk", flat=True))
        LiveTable.objects.filter(pk__in=found).update(owner=owner, fence=F("fence") + 1, lease_until=_until(now))
    return found


def owner_of(table: UUID, *, now: datetime | None = None) -> str:
    """The process that decides at this table; empty: nobody does."""
    leased = LiveTable.objects.filter(pk=table, lease_until__gt=_clock(now))
    return leased.values_list("owner", flat=True).first() or ""


def _clock(now: datetime | None) -> Any:
    return Now() if now is None else Value(now, output_field=DateTimeField())


def _until(now: datetime | None) -> Any:
    return ExpressionWrapper(_clock(now) + Value(LASTS), output_field=DateTimeField())
