"""Tables where people meet: who has opened one, who sits there, and which process decides there now.

What happens at a table is the events of its match; the rows here are what is agreed on before it begins, and the lease.
"""

import uuid
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.karuta import KarutaMatch
from games.models.koikoi import Match


class LiveTableQuerySet(models.QuerySet["LiveTable"]):
    def waiting(self) -> "LiveTableQuerySet":
        return self.filter(status=LiveTable.Status.OPEN)

    def playing(self) -> "LiveTableQuerySet":
        return self.filter(status=LiveTable.Status.PLAYING)

    def begun(self) -> "LiveTableQuerySet":
        """Those with a match, going on or over."""
        has_match = Q(karuta__isnull=False) | Q(koikoi__isnull=False)
        return self.filter(has_match, status__in=(LiveTable.Status.PLAYING, LiveTable.Status.OVER))

    def close_waiting(self) -> int:
        """Close those that have not begun. Returns how many."""
        return self.waiting().update(status=LiveTable.Status.CLOSED)

    def challenging(self, person: Any, opened_after: datetime) -> "LiveTableQuerySet":
        """Those that wait for this person, who has not sat down there yet."""
        waiting = self.waiting().filter(invited=person, opened_at__gt=opened_after)
        return waiting.exclude(pk__in=LiveTable.objects.of(person).values("pk"))

    def joinable(self, seen_after: datetime) -> "LiveTableQuerySet":
        """Those for anyone or for a class that have a free seat, and whose host has been there since then."""
        free = Seat.objects.filter(table=models.OuterRef("pk"), person=None, who="")
        host = Seat.objects.filter(table=models.OuterRef("pk"), person=models.OuterRef("host"), seen_at__gt=seen_after)
        listed = self.waiting().filter(audience__in=(LiveTable.Audience.ANYONE, LiveTable.Audience.CLASS))
        return listed.filter(models.Exists(free), models.Exists(host))

    def watchable(self, started_after: datetime) -> "LiveTableQuerySet":
        """Those that are being played, in public and before spectators."""
        public = self.playing().filter(has_spectators=True, audience=LiveTable.Audience.ANYONE)
        return public.filter(started_at__gt=started_after)

    def of(self, person: models.Model) -> "LiveTableQuerySet":
        """Where this person sits, or has sat."""
        return self.filter(seats__person=person)

    def leased(self, now: datetime) -> "LiveTableQuerySet":
        """Those that some process decides at now."""
        return self.filter(lease_until__gt=now)


class LiveTable(models.Model):
    """One table: opened by its host, joined by others, played at once, and never twice (a rematch is a new table)."""

    class Game(models.TextChoices):
        KARUTA = "karuta", _("Karuta")
        KOIKOI = "koikoi", _("Koi-Koi")

    class Audience(models.TextChoices):
        """Who may sit down."""

        LINK = "link", _("Who has the link")
        INVITED = "invited", _("The player who is challenged")
        CLASS = "class", _("Players up to one class away")
        ANYONE = "anyone", _("Anyone")

    class Status(models.TextChoices):
        OPEN = "open", _("Waiting for players")
        PLAYING = "playing", _("Playing")
        OVER = "over", _("Over")
        CLOSED = "closed", _("Closed before it began")

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_tables")
    invited = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="challenges")
    game = models.CharField(max_length=6, choices=Game, default=Game.KARUTA)
    audience = models.CharField(max_length=7, choices=Audience, default=Audience.LINK)
    host_class = models.CharField(max_length=1, blank=True)  # A to E when the table was opened; empty: not known
    # Karuta: games.rules.karuta.log.setup_to_row; Koi-Koi: what differs from the preset `seed`.
    setup = models.JSONField()
    preset = models.CharField(max_length=20, blank=True)  # of Koi-Koi's rules
    is_rated = models.BooleanField(default=False)
    voice = models.CharField(max_length=60, blank=True)  # empty: the sounds are shown as text
    tempo = models.CharField(max_length=40, blank=True)
    has_spectators = models.BooleanField(default=False)
    delay_s = models.PositiveSmallIntegerField(default=30, validators=[MinValueValidator(5), MaxValueValidator(600)])
    hall = models.ForeignKey("Hall", models.SET_NULL, null=True, related_name="tables")
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, related_name="rematch")
    status = models.CharField(max_length=7, choices=Status, default=Status.OPEN)
    opened_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    karuta = models.OneToOneField(KarutaMatch, models.SET_NULL, null=True, related_name="table")
    koikoi = models.OneToOneField(Match, models.SET_NULL, null=True, related_name="table")
    # The lease: one process decides at a table. Whoever takes it over counts the fence up; what an older one still
    # writes carries a lower number and is refused.
    owner = models.CharField(max_length=80, blank=True)
    fence = models.PositiveBigIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)

    objects = LiveTableQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["status", "opened_at"], name="table_status_opened")]

    def __str__(self) -> str:
        return f"{self.game} {self.opened_at:%Y-%m-%d}"

    @property
    def match(self) -> KarutaMatch | Match | None:
        """What is played there; None before it begins."""
        return self.karuta or self.koikoi

    @property
    def is_sealed(self) -> bool:
        """Whether nobody can open a sound before `go`: where it counts, and in halls, which call a poem long before."""
        return self.is_rated or self.hall_id is not None

    @property
    def is_flagged(self) -> bool:
        """Whether something happened there that a person should look at."""
        return self.seats.filter(flags__isnull=False).exists()


class SeatQuerySet(models.QuerySet["Seat"]):
    def of_matches(self) -> "SeatQuerySet":
        """Those at tables whose match is over, the earliest first; in a hall, once it is over at all of them."""
        over = self.filter(table__status=LiveTable.Status.OVER).exclude(table__hall__in=Hall.objects.secret())
        return over.select_related("table__karuta", "table__koikoi").order_by("table__started_at", "table")


class Seat(models.Model):
    """One place at a table. Without a person and without a computer it is free, or its player has left the site."""

    table = models.ForeignKey(LiveTable, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()  # the referee's, from 0
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seats")
    name = models.CharField(max_length=150, blank=True)  # what the others read; empty when the player has left the site
    who = models.CharField(max_length=20, blank=True)  # of a computer: its class or the key of its person
    taken_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)  # while the table waits: when its page last said that somebody is there
    # How the match went for this seat, written with its end: lists ask for no events.
    is_won = models.BooleanField(null=True)  # None: not over, or shared
    taken = models.PositiveSmallIntegerField(default=0)
    faults = models.PositiveSmallIntegerField(default=0)  # of its side
    is_shown = models.BooleanField(default=False)  # its player lets whoever has the link see the match

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(
                fields=["table", "person"], condition=Q(person__isnull=False), name="one_seat_per_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"

    def forget(self) -> None:
        """Its player leaves the site: the match stays for the others, without their name and what they wrote."""
        self.sayings.all().delete()
        self.flags.all().delete()
        match = self.table.karuta
        if match is not None:
            match.players[self.number]["name"] = ""
            match.save(update_fields=["players"])
        self.person, self.name, self.taken_at, self.seen_at = None, "", None, None
        self.save(update_fields=["person", "name", "taken_at", "seen_at"])


class HallQuerySet(models.QuerySet["Hall"]):
    def open(self) -> "HallQuerySet":
        return self.filter(closed_at__isnull=True)

    def secret(self) -> "HallQuerySet":
        """Those whose order of poems nobody may know: it is played by, or will be."""
        playing = LiveTable.objects.playing().filter(hall=models.OuterRef("pk"))
        return self.filter(Q(readings=0, closed_at__isnull=True) | models.Exists(playing))

    def begin_reading(self, key: uuid.UUID, number: int) -> bool:
        """Count a reading; whether this is the one who has begun it. Of two who begin the same one, one has."""
        return bool(self.open().filter(key=key, readings=number - 1).update(readings=number))


class Hall(models.Model):
    """Tables under one reciter for a match each: the same fifty cards, one order of poems, all begun by hand."""

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    reciter = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="halls")
    name = models.CharField(max_length=80)
    voice = models.CharField(max_length=60)  # a pack of the reciter's own, or a voice of the site
    tempo = models.CharField(max_length=40)
    seed = models.BigIntegerField()  # the fifty cards and the order; never shown
    setup = models.JSONField(default=dict)  # games.rules.karuta.log: what is played at every table
    readings = models.PositiveSmallIntegerField(default=0)  # begun so far; from the first on no table joins
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    objects = HallQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    @property
    def takes_tables(self) -> bool:
        """Whether tables may still join: before the first poem, whose order others know afterwards."""
        return self.readings == 0 and self.closed_at is None


class Flag(models.Model):
    """Something at a table that a person should look at. It bans nobody."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="flags")
    kind = models.CharField(max_length=20)  # games.fairness.suspicion
    evidence = models.JSONField()  # numbers
    raised_at = models.DateTimeField()
    looked_at = models.DateTimeField(null=True)
    looked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="looked_flags")
    note = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "kind"], name="one_flag_per_seat_and_kind")]

    def __str__(self) -> str:
        return self.kind

    def look(self, person: models.Model, note: str, now: datetime) -> None:
        """Somebody has looked at it, and writes what they found. Whoever was first stays named."""
        if self.looked_at is None:
            self.looked_at, self.looked_by_id = now, person.pk
        self.note = note
        self.save(update_fields=["looked_at", "looked_by", "note"])


class Saying(models.Model):
    """Something said at a table: one of the set phrases, or free words among adults who all want them."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="sayings")
    place = models.PositiveIntegerField()  # after how many events
    phrase = models.CharField(max_length=20, blank=True)
    words = models.CharField(max_length=200, blank=True)
    said_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.phrase or "words"
