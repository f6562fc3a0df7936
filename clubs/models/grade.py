"""The class and dan of a player: a log that is added to and never changed (clubs.grades folds it)."""

import uuid

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models.club import Club, Player


class GradeEntry(models.Model):
    """One line of a player's log: from a day on, this class and dan. What amends an older line replaces it."""

    class Reason(models.TextChoices):
        DECLARED = "declared", _("Declared by the player")
        CONFIRMED = "confirmed", _("Confirmed by an organiser")
        PLACING = "placing", _("By a result")
        RECOGNITION = "recognition", _("By recognition of the club's head")
        MERIT = "merit", _("By merit")
        HONOUR = "honour", _("In honour")
        REQUEST = "request", _("Back after years away, lower by own wish")
        CORRECTION = "correction", _("Correction")
        IMPORTED = "imported", _("Imported")
        WITHDRAWN = "withdrawn", _("Taken back: it never held")

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="grades")
    grade = models.CharField(max_length=1)  # A to E
    dan = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(10)])  # 0: none
    since = models.DateField()
    reason = models.CharField(max_length=11, choices=Reason)
    evidence = models.TextField(blank=True)
    placing = models.ForeignKey("Placing", models.SET_NULL, null=True, related_name="grades")
    is_confirmed = models.BooleanField(default=False)
    amends = models.ForeignKey("self", models.SET_NULL, null=True, related_name="amendments")
    club = models.ForeignKey(Club, models.SET_NULL, null=True, related_name="grades")  # whose organiser recorded it
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["since", "recorded_at"]

    def __str__(self) -> str:
        return f"{self.grade} {self.since}"


class Placing(models.Model):
    """What a player reached at an event: one of ours, or one elsewhere that an organiser has recorded."""

    class Place(models.IntegerChoices):
        WINNER = 1, pgettext_lazy("place", "Winner")
        RUNNER_UP = 2, _("Runner-up")
        THIRD = 3, _("Best four")
        FOURTH = 4, _("Best eight")
        NONE = 9, _("Not placed")

    class Event(models.TextChoices):
        OPEN = "open", _("Tournament")
        MEIJIN = "meijin", _("Meijin title match")
        QUEEN = "queen", _("Queen title match")
        SENSHUKEN = "senshuken", _("National championship (選手権)")
        SENBATSU = "senbatsu", _("Selected players' championship (選抜)")

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="placings")
    club = models.ForeignKey(Club, models.SET_NULL, null=True, related_name="placings")  # who has recorded it
    entry = models.OneToOneField("Entry", models.CASCADE, null=True, related_name="placing")  # None: elsewhere
    name = models.CharField(max_length=120)  # of the event
    event = models.CharField(max_length=9, choices=Event, default=Event.OPEN)
    held_on = models.DateField()
    grade = models.CharField(max_length=1)  # the class that was played in
    place = models.PositiveSmallIntegerField(choices=Place)
    wins = models.PositiveSmallIntegerField(default=0)  # matches won in it, walkovers not among them
    is_sanctioned = models.BooleanField(default=True)
    is_team = models.BooleanField(default=False)
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["held_on"]

    def __str__(self) -> str:
        return f"{self.name}: {self.place}"
