"""What clubs keep of a person: to take along, to move into an account, to forget (settings.BELONGINGS)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs import claims, members
from clubs.models import Club, GradeEntry, Member, Player
from clubs.naming import shown
from clubs.refusals import RefusedError
from trainer.models import Person

Row = dict[str, Any]

PLAYER = ("key", "name", "kana", "is_minor", "pseudonym", "shows_name", "is_left_handed")
MEMBERSHIP = ("key", "club__name", "club__slug", "role", "joined_on", "left_on")
GRADE = ("key", "grade", "dan", "since", "reason", "evidence", "is_confirmed", "amends", "club__name", "recorded_at")
PLACING = ("key", "name", "event", "held_on", "grade", "place", "wins", "is_sanctioned", "is_team", "club__name")
RESULT = (
    "key",
    "club__name",
    "pool",
    "kind",
    "played_on",
    "played_at",
    "ended",
    "margin",
    "winner_start",
    "loser_start",
    "winner_cards",
    "loser_cards",
    "winner_faults",
    "loser_faults",
    "computer",
    "reciter",
    "recorded_at",
)
ENTRY = ("key", "division__tournament__name", "division__grade", "state", "entered_at", "fee", "paid")
RATING = ("club__name", "pool", "mu", "sigma", "games", "last_on")
RECITER = ("club__name", "licence", "since", "until", "ended_because")
TABLES = {
    "club_player": PLAYER,
    "club_memberships": MEMBERSHIP,
    "club_grades": GRADE,
    "club_placings": PLACING,
    "club_results": (*RESULT, "is_won", "opponent"),
    "club_entries": ENTRY,
    "club_ratings": RATING,
    "club_appointments": RECITER,
}


def count(person: Person) -> int:
    """Clubs the person belongs to."""
    return Member.objects.of(person).present().count()


def export(person: Person) -> dict[str, list[Row]]:
    """Every table of TABLES with the person's rows. What the club has noted of them is the club's and stays there."""
    player = Player.objects.filter(person=person).first()
    if player is None:
        return {name: [] for name in TABLES}
    return {
        "club_player": _rows(Player.objects.filter(pk=player.pk), PLAYER),
        "club_memberships": _rows(player.members.order_by("joined_on", "pk"), MEMBERSHIP),
        "club_grades": _rows(player.grades.order_by("recorded_at", "pk"), GRADE),
        "club_placings": _rows(player.placings.order_by("held_on", "pk"), PLACING),
        "club_results": _results(player),
        "club_entries": _rows(player.entries.order_by("entered_at", "pk"), ENTRY),
        "club_ratings": _rows(player.ratings.order_by("pk"), RATING),
        "club_appointments": _rows(player.recites.order_by("since", "pk"), RECITER),
    }


def _rows(rows: Any, columns: tuple[str, ...]) -> list[Row]:
    return list(rows.values(*columns))


def _results(player: Player) -> list[Row]:
    """One's games with the name of the opponent as club mates know it, others as they show outside, and nothing else
    of them.
    """
    found: list[Row] = []
    clubs = player.members.present().values("club")
    mates = set(Member.objects.filter(club__in=clubs, joined_on__isnull=False).values_list("player", flat=True))
    sides = Q(winner=player) | Q(loser=player)
    for row in player.wins.model.objects.filter(sides).select_related("club", "winner", "loser").order_by("played_on"):
        is_won = row.winner_id == player.pk
        opponent = row.loser if is_won else row.winner
        told = {name: getattr(row, name) for name in RESULT if "__" not in name}
        told["club__name"] = row.club.name if row.club else None
        name = row.computer if opponent is None else shown(opponent, to_member=opponent.pk in mates)
        told |= {"is_won": is_won, "opponent": name}
        found.append(told)
    return found


@transaction.atomic
def merge(guest: Person, into: Person) -> None:
    """A guest's player goes along: as it is, or into the account's. Two that have met each other stay two."""
    player = Player.objects.filter(person=guest).first()
    own = Player.objects.filter(person=into).first()
    if player is None:
        return
    if own is None:
        player.person, player.name = into, into.username
        player.save(update_fields=["person", "name"])
        return
    try:
        with transaction.atomic():
            claims.unite(gone=player, keep=own, club=None, by=into, now=timezone.now())
    except RefusedError:
        forget(guest)


@transaction.atomic
def forget(person: Person) -> None:
    """The person is a former member: what they have played stays with whom they played, without a name.

    A club that they have founded goes to its longest-serving organiser or member with an account; a club that nobody
    with an account has ever belonged to is of no use to anybody and goes.
    """
    player = Player.objects.select_for_update().filter(person=person).first()
    if player is None:
        return
    now = timezone.now()
    for member in player.members.present().filter(role=Member.Role.FOUNDER).select_related("club"):
        _leave_behind(member)
    for member in Member.objects.filter(player=player):
        _leave(member, now)
    GradeEntry.objects.filter(player=player).update(evidence="")
    player.entries.update(note="")
    player.recites.filter(until=None).update(until=now.date(), ended_because=_("No longer a member of the club."))
    Player.objects.filter(pk=player.pk).update(
        person=None, name="", kana="", pseudonym="", shows_name=False, is_minor=False
    )


def _leave(member: Member, now: datetime) -> None:
    if member.joined_on is None:
        member.delete()  # has only asked
        return
    members.end(member, now=now, is_removed=False)
    Member.objects.filter(pk=member.pk).update(email="", note="", claim=None)


def _leave_behind(founder: Member) -> None:
    """The club of somebody who goes."""
    others = founder.club.members.exclude(pk=founder.pk).filter(player__person__isnull=False)
    heir = _longest(others.present().filter(role=Member.Role.ORGANISER)) or _longest(
        others.present().filter(role=Member.Role.MEMBER)
    )
    if heir is None and not others.exists():
        Club.objects.filter(pk=founder.club_id).delete()
        return
    Member.objects.filter(pk=founder.pk).update(role=Member.Role.MEMBER)
    if heir is not None:
        Member.objects.filter(pk=heir.pk).update(role=Member.Role.FOUNDER)


def _longest(rows: Iterable[Member]) -> Member | None:
    return min(rows, key=lambda each: (each.joined_on, each.pk), default=None)
