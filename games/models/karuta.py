"""Matches of karuta, everything that happened in them, and a person's usual places."""

import uuid
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q


class KarutaMatchQuerySet(models.QuerySet["KarutaMatch"]):
    def open(self) -> "KarutaMatchQuerySet":
        return self.filter(finished_at__isnull=True)

    def finished(self) -> "KarutaMatchQuerySet":
        return self.filter(finished_at__isnull=False)

    def of(self, person: Any) -> "KarutaMatchQuerySet":
        """Those of this person's devices, and those at tables where they have sat."""
        return self.filter(Q(person=person) | Q(pk__in=person.seats.values("table__karuta")))


class KarutaMatch(models.Model):
    """One match at a table of karuta: kyōgi, a third, genpei, chirashi or five colours.

    Its person sits at seat 0. Where people play people it has none: the seats of its table tell who sits where.
    """

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="karuta_matches")
    setup = models.JSONField()  # games.rules.karuta.log: the rules and the seats
    players = models.JSONField()  # games.karuta.players, one a seat
    seed = models.BigIntegerField()  # the deal, the order of reading and every bot's dice; never shown
    voice = models.CharField(max_length=60)  # "": nobody reads, the sounds are shown as text
    tempo = models.CharField(max_length=40)
    # When the first sounds of each poem read so far were told, in ms from its first: recordings may be made anew.
    told_ms = models.JSONField(default=dict)
    started_at = models.DateTimeField()
    moved_at = models.DateTimeField()
    # The match's own clock: what it showed when it last stood still, and since when it has been running.
    clock_ms = models.PositiveBigIntegerField(default=0)
    clock_since = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    ending = models.CharField(max_length=10, blank=True)  # how it ended: played, resigned, walkover
    is_won = models.BooleanField(null=True)  # by the side of seat 0; None: not finished, or shared
    margin = models.PositiveSmallIntegerField(null=True)
    taken = models.PositiveSmallIntegerField(default=0)  # by seat 0
    faults = models.PositiveSmallIntegerField(default=0)  # of the side of seat 0
    is_public = models.BooleanField(default=False)  # whoever has the link of its replay may see it

    objects = KarutaMatchQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["person", "finished_at"], name="karuta_person_finished")]

    def __str__(self) -> str:
        return f"{self.setup.get('variant')} {self.started_at:%Y-%m-%d}"

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    @property
    def is_among_people(self) -> bool:
        """Whether it was played at a table where people meet, and not at one device."""
        return self.person_id is None

    def seat_of(self, person: Any) -> int | None:
        """Where this person sat; None if they did not. (Lists fetch the seats of the tables beforehand.)"""
        if not self.is_among_people:
            return 0 if self.person_id == person.pk else None
        table = getattr(self, "table", None)
        if table is None or person.pk is None:
            return None
        return next((seat.number for seat in table.seats.all() if seat.person_id == person.pk), None)

    def shown_ms(self, now: datetime) -> int:
        """What the match's own clock shows, in ms."""
        if self.clock_since is None:
            return self.clock_ms
        return self.clock_ms + max(0, int((now - self.clock_since) / timedelta(milliseconds=1)))


class KarutaEvent(models.Model):
    """Something that happened at a table of karuta, in its place. Rows are added and never changed."""

    match = models.ForeignKey(KarutaMatch, models.CASCADE, related_name="events")
    place = models.PositiveIntegerField()  # from 0
    row = models.JSONField()  # games.rules.karuta.log
    happened_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "place"], name="one_karuta_event_per_place")]
        ordering = ["place"]

    def __str__(self) -> str:
        return f"{self.place}: {self.row.get('event')}"


class UsualPlaces(models.Model):
    """Where a person lays each of the hundred cards when it is dealt (定位置)."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="usual_places")
    code = models.CharField(max_length=160)  # games.karuta.places
    changed_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.code[:12]
