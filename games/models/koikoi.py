"""Matches of Koi-Koi, everything that happened in them, and a person's own rules."""

import uuid

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

LEVELS = (1, 2, 3, 4, 5)


class MatchQuerySet(models.QuerySet["Match"]):
    def open(self) -> "MatchQuerySet":
        return self.filter(finished_at__isnull=True)

    def finished(self) -> "MatchQuerySet":
        return self.filter(finished_at__isnull=False)

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
    own_score = models.IntegerField(null=True)
    other_score = models.IntegerField(null=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["person", "finished_at"], name="match_person_finished")]

    def __str__(self) -> str:
        return f"{self.preset} {self.started_at:%Y-%m-%d}"

    @property
    def is_hot_seat(self) -> bool:
        """Whether two people share the device."""
        return self.level is None

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
