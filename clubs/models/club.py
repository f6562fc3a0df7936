"""Clubs, the players in them, and what each may do there."""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


def new_token() -> str:
    """What an invitation link carries: nobody guesses it."""
    return secrets.token_urlsafe(18)


class Club(models.Model):
    """A karuta club (かるた会). Its address is its slug; who may see what hangs on the role (`Member.role`)."""

    class ReciterRule(models.TextChoices):
        """Who may be appointed to recite (clubs.licences)."""

        CLASS_A = "class_a", _("Players of class A")
        LICENCE = "licence", _("Reciters with a licence of the association")

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    about = models.TextField(blank=True)
    place = models.CharField(max_length=120, blank=True)  # where it practises, for members
    language = models.CharField(max_length=5, blank=True)  # of its mails and papers; empty: the reader's
    time_zone = models.CharField(max_length=64, default="UTC")
    is_listed = models.BooleanField(default=False)  # strangers may find its name and what it says of itself
    takes_requests = models.BooleanField(default=False)
    invitation = models.CharField(max_length=40, unique=True, default=new_token)
    reciter_rule = models.CharField(max_length=8, choices=ReciterRule, default=ReciterRule.CLASS_A)
    strictness = models.JSONField(default=dict)  # where its promotions ask for more than the association (clubs.grades)
    usual_places = models.CharField(max_length=160, blank=True)  # games.karuta.places; empty: none of its own
    founded_at = models.DateTimeField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """Somebody who plays karuta, with an account or without. Classes, results and ratings hang here.

    One without an account is kept by the clubs that recorded them, until they claim it (clubs.claims). Two players of
    one name are two players.
    """

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.OneToOneField(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="player")
    name = models.CharField(max_length=80, blank=True)  # as clubs know them; empty: a former member
    kana = models.CharField(max_length=80, blank=True)
    is_minor = models.BooleanField(default=False)
    pseudonym = models.CharField(max_length=80, blank=True)  # what strangers read where the name is not for them
    shows_name = models.BooleanField(default=False)  # strangers may read the name; never of a minor without a pseudonym
    is_left_handed = models.BooleanField(default=False)

    class Meta:
        ordering = ["kana", "name"]

    def __str__(self) -> str:
        return self.name


class MemberQuerySet(models.QuerySet["Member"]):
    def present(self) -> "MemberQuerySet":
        """Those who belong to the club now."""
        return self.filter(joined_on__isnull=False, left_on__isnull=True)

    def asking(self) -> "MemberQuerySet":
        """Those who have asked to join."""
        return self.filter(joined_on__isnull=True, left_on__isnull=True)

    def organisers(self) -> "MemberQuerySet":
        return self.present().filter(role__in=Member.RUNS_THE_CLUB)

    def of(self, person: models.Model) -> "MemberQuerySet":
        return self.filter(player__person=person)


class Member(models.Model):
    """A player in a club. E-mail and note are the club's and never leave it."""

    class Role(models.TextChoices):
        FOUNDER = "founder", _("Founder")
        ORGANISER = "organiser", _("Organiser")
        MEMBER = "member", _("Member")
        GUEST = "guest", _("Guest")

    RUNS_THE_CLUB = (Role.FOUNDER, Role.ORGANISER)

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, models.CASCADE, related_name="members")
    role = models.CharField(max_length=9, choices=Role, default=Role.MEMBER)
    joined_on = models.DateField(null=True)  # None: has asked to join
    left_on = models.DateField(null=True)
    was_removed = models.BooleanField(default=False)  # an invitation link does not bring them back
    email = models.EmailField(blank=True)
    note = models.TextField(blank=True)  # for organisers alone
    claim = models.CharField(
        max_length=40, unique=True, null=True
    )  # the link by which a player without account is claimed

    objects = MemberQuerySet.as_manager()

    class Meta:
        ordering = ["player__kana", "player__name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="one_member_per_club_and_player"),
            models.UniqueConstraint(
                fields=["club"], condition=Q(role="founder", left_on__isnull=True), name="one_founder_per_club"
            ),
        ]

    def __str__(self) -> str:
        return self.player.name

    @property
    def is_present(self) -> bool:
        return self.joined_on is not None and self.left_on is None

    @property
    def runs_the_club(self) -> bool:
        """Whether they may do what organisers do."""
        return self.is_present and self.role in self.RUNS_THE_CLUB


class ImportedRow(models.Model):
    """A row of a table that a club has taken in (clubs.importing): the same row again is nothing new."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="imported_rows")
    kind = models.CharField(max_length=10)  # members, results
    digest = models.CharField(max_length=64)
    made = models.UUIDField()  # the key of what it has become
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "kind", "digest"], name="one_import_per_row")]

    def __str__(self) -> str:
        return f"{self.kind} {self.digest[:8]}"


class Upload(models.Model):
    """A file that waits to be taken in, between its preview and the click."""

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.CASCADE, related_name="uploads")
    kind = models.CharField(max_length=10)  # members, results
    content = models.BinaryField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    uploaded_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} of {self.uploaded_at:%Y-%m-%d}"


class Uniting(models.Model):
    """Two players that became one: who claimed, whom the club had recorded, and how much moved over."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="unitings")
    gone = models.UUIDField()  # the key of the player that there is no more
    club = models.ForeignKey(Club, models.SET_NULL, null=True, related_name="+")  # whose link was followed
    moved = models.JSONField(default=dict)
    united_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    united_at = models.DateTimeField()

    class Meta:
        ordering = ["united_at"]

    def __str__(self) -> str:
        return f"{self.gone} → {self.player_id}"
