"""Who belongs to a club: joining, asking, recording those without an account, leaving."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from clubs import app_matches, reciters, similar
from clubs.models import Club, Member, Player
from clubs.refusals import RefusedError
from trainer.models import Person


def player_of(person: Person) -> Player:
    """The player that a person is, made when it is first asked for."""
    player, is_new = Player.objects.get_or_create(person=person, defaults={"name": person.username})
    if is_new:
        app_matches.enter_earlier(player)
    return player


# Coming --------------------------------------------------------------------------------------------------


@transaction.atomic
def join(club: Club, person: Person, *, now: datetime) -> Member:
    """By invitation. Who has left comes back as a member; who was removed has to ask; who is there stays so."""
    member, _made = Member.objects.get_or_create(club=club, player=player_of(person))
    member = Member.objects.select_for_update().get(pk=member.pk)
    if member.is_present:
        return member
    if member.was_removed:
        raise RefusedError(_("You were removed from this club. An organiser has to let you in again."))
    return _let_in(member, now)


def _let_in(member: Member, now: datetime) -> Member:
    member.role, member.joined_on, member.left_on = Member.Role.MEMBER, now.date(), None
    member.was_removed = False
    member.save(update_fields=["role", "joined_on", "left_on", "was_removed"])
    return member


@transaction.atomic
def ask(club: Club, person: Person) -> Member:
    """A request to join; asked twice it is one request."""
    if not club.takes_requests:
        raise RefusedError(_("This club takes no requests. Ask somebody there for an invitation link."))
    member, _made = Member.objects.get_or_create(club=club, player=player_of(person))
    member = Member.objects.select_for_update().get(pk=member.pk)
    if not member.is_present:
        member.joined_on = member.left_on = None
        member.save(update_fields=["joined_on", "left_on"])
    return member


@transaction.atomic
def accept(member: Member, *, now: datetime) -> Member:
    """Let somebody in who has asked. Of two organisers the second finds it done."""
    member = Member.objects.select_for_update().get(pk=member.pk)
    if member.is_present:
        return member
    if member.left_on is not None:
        raise RefusedError(_("Another organiser has declined this request meanwhile."))
    return _let_in(member, now)


@transaction.atomic
def decline(member: Member, *, now: datetime) -> None:
    """Turn down a request."""
    member = Member.objects.select_for_update().get(pk=member.pk)
    if member.is_present:
        raise RefusedError(_("Another organiser has accepted this request meanwhile."))
    member.left_on = now.date()
    member.save(update_fields=["left_on"])


# Those without an account --------------------------------------------------------------------------------


def alike(club: Club, name: str, kana: str, *, but: Member | None = None) -> list[Member]:
    """Members of the club, former ones too, whose name is like this one: is it somebody who is there already?"""
    members = club.members.exclude(player__name="").select_related("player")
    if but is not None:
        members = members.exclude(pk=but.pk)
    return [each for each in members if similar.is_alike((name, kana), (each.player.name, each.player.kana))]


@transaction.atomic
def record(club: Club, key: UUID, *, of_player: dict[str, Any], of_member: dict[str, Any], now: datetime) -> Member:
    """A member without an account. `key` comes with the form, so that it makes one member, sent twice or not."""
    known = club.members.filter(pk=key).first()
    if known:
        return known
    player = Player.objects.create(**of_player)
    try:
        with transaction.atomic():
            joined_on = of_member.pop("joined_on", None) or now.date()
            return Member.objects.create(pk=key, club=club, player=player, joined_on=joined_on, **of_member)
    except IntegrityError:  # somebody else's key
        raise RefusedError(_("This form is too old. Open it again.")) from None


# Going ---------------------------------------------------------------------------------------------------


@transaction.atomic
def end(member: Member, *, now: datetime, is_removed: bool) -> None:
    """Somebody leaves or is removed. Their results stay, e-mail and note are forgotten. A founder hands over first."""
    member = Member.objects.select_for_update().get(pk=member.pk)
    if member.left_on is not None:
        return
    if member.role == Member.Role.FOUNDER:
        raise RefusedError(_("A founder hands the club over before leaving it."))
    member.left_on, member.role, member.was_removed = now.date(), Member.Role.MEMBER, is_removed
    member.email, member.note, member.claim = "", "", None
    member.save()
    reciters.end_of_membership(member, on=now.date())
