"""Matches of Koi-Koi, everything that happened in them, and a person's own rules."""

import uuid
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

LEVELS = (1, 2, 3, 4, 5)


class MatchQuerySet(models.QuerySet["Match"]):
    def open(self) -> "MatchQuerySet":
        return self.filter(finished_at__isnull=True)

    def finished(self) -> "MatchQuerySet":
        return self.filter(finished_at__isnull=False)

    def of(self, person: Any) -> "MatchQuerySet":
        """Those of this person's devices, and those at tables where they have sat."""
        return self.filter(Q(person=person) | Q(pk__in=person.seats.values("table__koikoi")))

    def against_computer(self) -> "MatchQuerySet":
        return self.filter(level__isnull=False)


class Match(models.Model):
    """One game of Koi-Koi. Its person sits at seat 0; at seat 1 the computer, or somebody on the same device.

    Where people play people it has none: the seats of its table tell who sits where.
    """

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="matches")
    level = models.PositiveSmallIntegerField(  # None: two people on one device
        null=True, validators=[MinValueValidator(LEVELS[0]), MaxValueValidator(LEVELS[-1])]
    )
    preset = models.CharField(max_length=20)  # the name the rules had, or "custom"
    options = models.JSONField(default=dict)  # what differs from the preset `seed`
    seed = models.BigIntegerField()  # where the shuffles come from; never shown
    started_at = models.DateTimeField()
    moved_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    # Since when a game between people stands still because they want it to.
    paused_at = models.DateTimeField(null=True)
    own_score = models.IntegerField(null=True)  # of seat 0
    other_score = models.IntegerField(null=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["person", "finished_at"], name="match_person_finished")]

    def __str__(self) -> str:
        return f"{self.preset} {self.started_at:%Y-%m-%d}"

    @property
    def is_hot_seat(self) -> bool:
        """Whether two people share the device."""
        return self.level is None and not self.is_among_people

    @property
    def is_among_people(self) -> bool:
        """Whether it is played at a table where people meet, and not at one device."""
        return self.person_id is None

    def seat_of(self, person: Any) -> int | None:
        """Where this person sits; None if they do not. (Lists fetch the seats of the tables beforehand.)"""
        if not self.is_among_people:
            return 0 if self.person_id == person.pk else None
        return next((seat.number for seat in self._seats() if person.pk and seat.person_id == person.pk), None)

    @property
    def is_watched(self) -> bool:
        """Whether those who do not play may look on."""
        return self.is_among_people and getattr(self, "table", None) is not None and self.table.has_spectators

    def names(self) -> tuple[str, ...]:
        """Who sits at a table, by seat; nothing for a match at one device."""
        return tuple(seat.name for seat in self._seats()) if self.is_among_people else ()

    def _seats(self) -> list[Any]:
        table = getattr(self, "table", None)
        return [] if table is None else list(table.seats.all())

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    @property
    def opponent(self) -> str:
        """Who sits at seat 1, for a list."""
        return str(_("Two on one device") if self.level is None else LEVEL_NAMES[self.level])


LEVEL_NAMES = {
    1: _("Level 1: careless"),
    2: _("Level 2: greedy"),
    3: _("Level 3: yaku-minded"),
    4: _("Level 4: experienced"),
    5: _("Level 5: master"),
}


class MatchEvent(models.Model):
    """Something that happened, in its place. Rows are added and never changed."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="events")
    place = models.PositiveIntegerField()  # from 0
    row = models.JSONField()  # games.rules.koikoi.log
    happened_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "place"], name="one_event_per_place")]
        ordering = ["place"]

    def __str__(self) -> str:
        return f"{self.place}: {self.row.get('event')}"


class AdviceTime(models.TextChoices):
    """When a person is advised: on the move just made, on the move to make, or never."""

    AFTER = "after", _("After the move")
    BEFORE = "before", _("Before the move")
    OFF = "off", _("No advice")


class OwnRules(models.Model):
    """The rules a person plays by when a match is begun without others, and when they want advice."""

    person = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="own_rules")
    options = models.JSONField(default=dict)  # what differs from the preset `seed`
    advice = models.CharField(max_length=6, choices=AdviceTime, default=AdviceTime.AFTER)

    def __str__(self) -> str:
        return f"{len(self.options)} changes"
