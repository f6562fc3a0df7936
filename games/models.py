"""What is kept of the games: matches, everything that happened in them, and a person's own rules.

The rows of MatchEvent are the truth; a state is their fold (games.matches). Scores and end stand on the match as well,
so that lists are quick: they are written with the row that ends the game, in one transaction.
"""

import uuid
from datetime import datetime, timedelta

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
    """One game of Koi-Koi. Its person sits at seat 0; at seat 1 the computer, or somebody on the same device."""

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="matches")
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


class KarutaMatchQuerySet(models.QuerySet["KarutaMatch"]):
    def open(self) -> "KarutaMatchQuerySet":
        return self.filter(finished_at__isnull=True)

    def finished(self) -> "KarutaMatchQuerySet":
        return self.filter(finished_at__isnull=False)


class KarutaMatch(models.Model):
    """One match at a table of karuta: kyōgi, a third, genpei, chirashi or five colours. Its person sits at seat 0."""

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="karuta_matches")
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
