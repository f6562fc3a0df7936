"""Results of single games, practice days with who was there and who met whom, and the strength they come to.

A Result is what somebody said at the mat or what the app has seen. Rating and RatingPoint are their fold (clubs.rating)
and can be made anew at any time.
"""

import uuid

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models.club import Club, Player


class Pool(models.TextChoices):
    """Where a game was played: each pool has a strength of its own."""

    BOARD = "board", _("Over the board")
    ONLINE = "online", _("Online")
    COMPUTER = "computer", _("Against the computer")


class PracticeDay(models.Model):
    """An evening of practice."""

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="days")
    held_on = models.DateField()
    place = models.CharField(max_length=120, blank=True)
    note = models.TextField(blank=True)
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-held_on"]
        constraints = [models.UniqueConstraint(fields=["club", "held_on"], name="one_practice_per_club_and_day")]

    def __str__(self) -> str:
        return f"{self.held_on}"


class Attendance(models.Model):
    """Who was there."""

    day = models.ForeignKey(PracticeDay, models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, models.CASCADE, related_name="attendances")
    is_away = models.BooleanField(default=False)  # has gone home: not paired any more

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "player"], name="one_attendance_per_day_and_player")]

    def __str__(self) -> str:
        return str(self.player)


class Pairing(models.Model):
    """Who meets whom in a round of a practice day; without `second` the odd one out."""

    day = models.ForeignKey(PracticeDay, models.CASCADE, related_name="pairings")
    number = models.PositiveSmallIntegerField()  # of the round, from 1
    first = models.ForeignKey(Player, models.CASCADE, related_name="+")
    second = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")

    class Meta:
        ordering = ["number", "pk"]
        constraints = [models.UniqueConstraint(fields=["day", "number", "first"], name="one_pairing_per_round")]

    def __str__(self) -> str:
        return f"{self.number}: {self.first}"


class ResultQuerySet(models.QuerySet["Result"]):
    def counted(self) -> "ResultQuerySet":
        """Those that stand: not taken back, and nobody disputes them any more."""
        return self.filter(withdrawn_at__isnull=True).exclude(disputed_at__isnull=False, settled_at__isnull=True)

    def of(self, player: Player) -> "ResultQuerySet":
        return self.filter(Q(winner=player) | Q(loser=player))


class Result(models.Model):
    """One game. Its key comes from whoever records it, so that what is sent twice is there once.

    Against the computer one of the two is None and `computer` its class. Cards, faults and starts are those of the
    winner and of the loser; None: not noted.
    """

    class Kind(models.TextChoices):
        PRACTICE = "practice", _("Practice")
        TOURNAMENT = "tournament", _("Tournament")
        ONLINE = "online", _("Match on this site")

    class Ended(models.TextChoices):
        PLAYED = "played", _("Played to the end")
        RESIGNED = "resigned", _("Resigned")
        WALKOVER = "walkover", _("Walkover")
        CONCEDED = "conceded", _("Conceded to a club mate")

    key = models.UUIDField(primary_key=True, default=uuid.uuid4)
    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="results")  # None: played on this site
    day = models.ForeignKey(PracticeDay, models.SET_NULL, null=True, related_name="results")
    pool = models.CharField(max_length=8, choices=Pool, default=Pool.BOARD)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.PRACTICE)
    played_on = models.DateField()
    played_at = models.DateTimeField(null=True)  # where the moment is known
    winner = models.ForeignKey(Player, models.CASCADE, null=True, related_name="wins")
    loser = models.ForeignKey(Player, models.CASCADE, null=True, related_name="losses")
    computer = models.CharField(max_length=20, blank=True)
    ended = models.CharField(max_length=8, choices=Ended, default=Ended.PLAYED)
    margin = models.PositiveSmallIntegerField(null=True, validators=[MaxValueValidator(50)])  # cards (枚数差)
    winner_start = models.PositiveSmallIntegerField(default=25)
    loser_start = models.PositiveSmallIntegerField(default=25)
    winner_cards = models.PositiveSmallIntegerField(null=True)  # taken
    loser_cards = models.PositiveSmallIntegerField(null=True)
    winner_faults = models.PositiveSmallIntegerField(null=True)
    loser_faults = models.PositiveSmallIntegerField(null=True)
    reciter = models.CharField(max_length=80, blank=True)
    note = models.TextField(blank=True)  # for those who see the result within its club
    match = models.UUIDField(unique=True, null=True)  # games.models.KarutaMatch that it comes from
    bout = models.OneToOneField("Bout", models.CASCADE, null=True, related_name="result")
    board = models.OneToOneField("BoardResult", models.CASCADE, null=True, related_name="result")  # of a team bout
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    recorded_at = models.DateTimeField()
    disputed_at = models.DateTimeField(null=True)
    disputed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    dispute = models.TextField(blank=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)

    objects = ResultQuerySet.as_manager()

    class Meta:
        ordering = ["-played_on", "-recorded_at"]
        indexes = [
            models.Index(fields=["club", "pool", "played_on"], name="result_club_pool_day"),
            models.Index(fields=["winner", "played_on"], name="result_winner_day"),
            models.Index(fields=["loser", "played_on"], name="result_loser_day"),
        ]

    def __str__(self) -> str:
        return f"{self.played_on}"


class ResultChange(models.Model):
    """What a result was before it was changed or taken back, and who did it."""

    result = models.ForeignKey(Result, models.CASCADE, related_name="changes")
    before = models.JSONField()
    why = models.TextField(blank=True)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ["changed_at"]

    def __str__(self) -> str:
        return f"{self.changed_at:%Y-%m-%d}"


class Rating(models.Model):
    """How strong a player is in a pool by now. Over the board a club counts its own results alone (`club`)."""

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="ratings")
    player = models.ForeignKey(Player, models.CASCADE, related_name="ratings")
    pool = models.CharField(max_length=8, choices=Pool)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    last_on = models.DateField()

    class Meta:
        constraints = [
            # Two, for SQLite knows no constraint in which nulls are equal.
            models.UniqueConstraint(fields=["club", "player", "pool"], name="one_rating_per_club_player_and_pool"),
            models.UniqueConstraint(
                fields=["player", "pool"], condition=Q(club__isnull=True), name="one_rating_per_player_and_pool"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pool}: {self.mu:.1f}"


class RatingPoint(models.Model):
    """The same at the end of a day on which the player played: the course of their strength."""

    club = models.ForeignKey(Club, models.CASCADE, null=True, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="rating_points")
    pool = models.CharField(max_length=8, choices=Pool)
    day = models.DateField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()

    class Meta:
        ordering = ["day"]
        indexes = [models.Index(fields=["club", "pool", "player", "day"], name="point_club_pool_player_day")]

    def __str__(self) -> str:
        return f"{self.day}: {self.mu:.1f}"
