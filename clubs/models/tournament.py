"""Tournaments: who enters what by when, the draw, the bouts and what they come to."""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models.club import Club, Member, Player, new_token
from clubs.models.reciter import Reciter


def new_seed() -> int:
    """Of a draw that nobody foresees."""
    return secrets.randbits(62)


class Tournament(models.Model):
    """A tournament of a club, or one elsewhere that it gathers entries for. Deadlines are days in the club's zone."""

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="tournaments")
    name = models.CharField(max_length=120)
    held_on = models.DateField()
    venue = models.CharField(max_length=120, blank=True)
    about = models.TextField(blank=True)
    is_sanctioned = models.BooleanField(default=False)  # by the association: it counts for promotions and for the year
    is_team = models.BooleanField(default=False)
    boards = models.PositiveSmallIntegerField(default=1)  # 3 or 5 for teams
    club_deadline = models.DateField(null=True)
    official_deadline = models.DateField(null=True)
    draw_on = models.DateField(null=True)
    payment_deadline = models.DateField(null=True)
    fee = models.PositiveIntegerField(default=0)
    currency = models.CharField(max_length=3, default="JPY")
    final_uses_all = models.BooleanField(default=False)  # the final may use all hundred cards
    prefers_promoted = models.BooleanField(default=False)  # who has just come up waits in front of the others
    seed = models.BigIntegerField(default=new_seed)  # of the draws and of the cards of each round
    is_public = models.BooleanField(default=False)
    public_token = models.CharField(max_length=40, unique=True, default=new_token)
    opened_at = models.DateTimeField(null=True)  # entries are taken
    published_at = models.DateTimeField(null=True)  # the draw is there to be read: withdrawals count from now on
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-held_on"]

    def __str__(self) -> str:
        return self.name


class Room(models.Model):
    """A room of a tournament, with who recites there."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rooms")
    name = models.CharField(max_length=60)
    reciter = models.ForeignKey(Reciter, models.SET_NULL, null=True, related_name="rooms")

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="one_room_per_name")]

    def __str__(self) -> str:
        return self.name


class Division(models.Model):
    """A class of a tournament, or one block of it (D1, D2 …), with a winner of its own."""

    class Format(models.TextChoices):
        KNOCKOUT = "knockout", _("Knock-out")
        GROUP = "group", _("Everybody meets everybody")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="divisions")
    grade = models.CharField(max_length=1)  # A to E
    block = models.PositiveSmallIntegerField(default=0)  # 0: the class is not divided
    form = models.CharField(max_length=8, choices=Format, default=Format.KNOCKOUT)
    cap = models.PositiveSmallIntegerField(null=True)  # of entries: who comes later waits
    block_cap = models.PositiveSmallIntegerField(null=True)  # a class with more is drawn in blocks
    room = models.ForeignKey(Room, models.SET_NULL, null=True, related_name="divisions")
    drawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["grade", "block"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "grade", "block"], name="one_division_per_class_and_block")
        ]

    def __str__(self) -> str:
        return f"{self.grade}{self.block or ''}"


class EntryQuerySet(models.QuerySet["Entry"]):
    def in_(self) -> "EntryQuerySet":
        return self.filter(state=Entry.State.ENTERED)

    def waiting(self) -> "EntryQuerySet":
        return self.filter(state=Entry.State.WAITING).order_by("entered_at", "pk")


class Entry(models.Model):
    """A player's or a team's entry to a division."""

    class State(models.TextChoices):
        ENTERED = "entered", _("Entered")
        WAITING = "waiting", _("On the waiting list")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        LATE = "late", _("Withdrawn after publication")
        ABSENT = "absent", _("Did not come")

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.ForeignKey(Division, models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="entries")  # None: a team
    team = models.CharField(max_length=80, blank=True)  # its name
    affiliation = models.CharField(max_length=80, blank=True)  # the club that the draw keeps apart
    state = models.CharField(max_length=9, choices=State, default=State.ENTERED)
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)
    has_priority = models.BooleanField(default=False)  # on the waiting list: promoted a short while ago
    fee = models.PositiveIntegerField(default=0)
    paid = models.PositiveIntegerField(default=0)
    paid_at = models.DateTimeField(null=True)
    refunded_at = models.DateTimeField(null=True)
    note = models.TextField(blank=True)  # for organisers

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["entered_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "player"], condition=Q(player__isnull=False), name="one_entry_per_player"
            )
        ]

    def __str__(self) -> str:
        return self.team or str(self.player)


class TeamPlace(models.Model):
    """Somebody in a team: board 1 is the captain's, boards above the tournament's number are substitutes."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="places")
    player = models.ForeignKey(Player, models.CASCADE, related_name="team_places")
    board = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["board"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "board"], name="one_player_per_board"),
            models.UniqueConstraint(fields=["entry", "player"], name="one_board_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.board}: {self.player}"


class Bout(models.Model):
    """One meeting of two entries in a round; `place` is where it stands in the bracket. A bye has one entry."""

    class Ended(models.TextChoices):
        PLAYED = "played", _("Played")
        WALKOVER = "walkover", _("Walkover")
        CONCEDED = "conceded", _("Conceded")
        BYE = "bye", _("Bye")
        NOBODY = "nobody", _("Nobody goes on")

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    division = models.ForeignKey(Division, models.CASCADE, related_name="bouts")
    number = models.PositiveSmallIntegerField()  # of the round, from 1
    place = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField(null=True)
    first = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="+")
    second = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="+")
    winner = models.ForeignKey(Entry, models.CASCADE, null=True, related_name="+")
    ended = models.CharField(max_length=8, choices=Ended, blank=True)  # empty: to be played
    margin = models.PositiveSmallIntegerField(null=True)  # None: without margin, or a team's
    reported_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    reported_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number", "place"]
        constraints = [models.UniqueConstraint(fields=["division", "number", "place"], name="one_bout_per_place")]

    def __str__(self) -> str:
        return f"{self.number}-{self.place}"


class BoardResult(models.Model):
    """One board of a team bout. Without a player of one side the board is lost."""

    bout = models.ForeignKey(Bout, models.CASCADE, related_name="boards")
    board = models.PositiveSmallIntegerField()
    first = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    second = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    is_first_winner = models.BooleanField()
    margin = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["board"]
        constraints = [models.UniqueConstraint(fields=["bout", "board"], name="one_result_per_board")]

    def __str__(self) -> str:
        return f"board {self.board}"


class Reminder(models.Model):
    """A mail that has been sent before a deadline: each once."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="reminders")
    member = models.ForeignKey(Member, models.CASCADE, related_name="reminders")
    deadline = models.CharField(max_length=8)  # club, official, draw, payment
    sent_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "member", "deadline"], name="one_reminder_per_deadline")
        ]

    def __str__(self) -> str:
        return self.deadline
