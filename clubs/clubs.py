"""A club from its founding to its end."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext as _

from clubs.members import player_of
from clubs.models import Club, Member
from clubs.models.club import new_token
from clubs.refusals import RefusedError
from trainer.models import Person

TAKEN_BY_PAGES = {"found", "join", "claim", "listed", "me"}  # clubs/urls.py
TWICE = timedelta(minutes=1)  # a button pressed twice, a form sent again
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@transaction.atomic
def found(person: Person, *, now: datetime, **given: object) -> Club:
    """A new club, with the person as its founder; pressed twice it is one. `given`: its name and what else it holds."""
    Person.objects.select_for_update().get(pk=person.pk)
    own = Club.objects.filter(members__player__person=person, members__role=Member.Role.FOUNDER)
    just_now = own.filter(name=given["name"], founded_at__gt=now - TWICE, founded_at__lte=now).first()
    if just_now is not None:
        return just_now
    club = Club(founded_at=now, **given)
    club.slug = _free_slug(club.name)
    club.save(force_insert=True)
    player = player_of(person)
    Member.objects.create(club=club, player=player, role=Member.Role.FOUNDER, joined_on=now.date())
    return club


def _free_slug(name: str) -> str:
    """An address for the name; with some letters after it where the name has no Latin ones or is taken."""
    slug = slugify(name)[:30].strip("-")
    if slug and slug not in TAKEN_BY_PAGES and not Club.objects.filter(slug=slug).exists():
        return slug
    return f"{slug or 'club'}-{get_random_string(6, LETTERS)}"


def renew_invitation(club: Club) -> None:
    """Another invitation link; the old one leads nowhere from now on."""
    club.invitation = new_token()
    club.save(update_fields=["invitation"])


@transaction.atomic
def close(club: Club, *, typed_name: str) -> None:
    """The club with all that it has kept, for good. Not while others with an account belong to it."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    if typed_name.strip() != club.name:
        raise RefusedError(_("This is not the name of the club. Nothing was changed."))
    others = club.members.present().exclude(role=Member.Role.FOUNDER).filter(player__person__isnull=False)
    if others.exists():
        raise RefusedError(_("Others belong to this club. Hand it over instead, or remove them first."))
    club.delete()
