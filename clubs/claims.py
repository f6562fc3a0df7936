"""A player whom a club has recorded becomes somebody's own: by a link, once, and never by a name alone.

Who has no player yet becomes this one. Who has one already gets everything of the recorded one moved over, in one
transaction with a line in the log (Uniting); unless the two have met each other, for then they are two people.
"""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from clubs import app_matches, ratings
from clubs.models import (
    Attendance,
    BoardResult,
    Club,
    Entry,
    GradeEntry,
    Member,
    Pairing,
    Player,
    Rating,
    RatingPoint,
    Reciter,
    Result,
    TeamPlace,
    Uniting,
)
from clubs.models.club import new_token
from clubs.refusals import RefusedError
from trainer.models import Person

ROLES = (Member.Role.GUEST, Member.Role.MEMBER, Member.Role.ORGANISER, Member.Role.FOUNDER)  # lowest first


# Links ---------------------------------------------------------------------------------------------------


def make_link(member: Member) -> str:
    """A new link for the owner of a recorded player; an older one leads nowhere from now on."""
    token = new_token()
    made = Member.objects.present().filter(pk=member.pk, player__person=None).exclude(player__name="")
    if not made.update(claim=token):
        raise RefusedError(_("This member has an account already."))
    return token


def withdraw_link(member: Member) -> None:
    """The link leads nowhere from now on."""
    Member.objects.filter(pk=member.pk).update(claim=None)


def offered(token: str) -> Member | None:
    """The member that a link is for; None if it leads nowhere (any more)."""
    return (
        Member.objects.filter(claim=token, player__person=None).select_related("club", "player").first()
        if token
        else None
    )


@transaction.atomic
def claim(token: str, person: Person, *, now: datetime) -> Member:
    """The person is the recorded player. Of two who follow one link exactly one succeeds; the other is refused."""
    member = Member.objects.select_for_update().filter(claim=token).select_related("club").first()
    if member is None or not Player.objects.filter(pk=member.player_id, person=None).exists():
        raise RefusedError(_("This link has been used already, or an organiser has withdrawn it."))
    own = Player.objects.select_for_update().filter(person=person).first()
    if own is None:
        try:
            with transaction.atomic():
                taken = Player.objects.filter(pk=member.player_id, person=None).update(person=person)
        except IntegrityError:  # the person has become a player meanwhile
            taken = 0
        if taken != 1:
            raise RefusedError(_("That was too quick. Follow the link once more."))
        Member.objects.filter(player=member.player_id).update(claim=None)
        app_matches.enter_earlier(Player.objects.get(pk=member.player_id))
    else:
        unite(gone=member.player, keep=own, club=member.club, by=person, now=now)
    return Member.objects.select_related("club", "player").get(club=member.club_id, player__person=person)


# Two players become one ----------------------------------------------------------------------------------


def reasons_against(gone: Player, keep: Player) -> list[str]:
    """Why two players cannot be one person: sentences; empty if nothing speaks against it."""
    found = []
    if Result.objects.filter(Q(winner=gone, loser=keep) | Q(winner=keep, loser=gone)).exists():
        found.append(_("You and this player have played against each other."))
    if _meet(Entry.objects.filter(player__in=(gone, keep)), "division"):
        found.append(_("You and this player have both entered the same class of a tournament."))
    if _meet(TeamPlace.objects.filter(player__in=(gone, keep)), "entry"):
        found.append(_("You and this player stand in the same team."))
    in_pairs = Pairing.objects.filter(Q(first__in=(gone, keep)) | Q(second__in=(gone, keep)))
    if _meet(in_pairs, "day", "number") or in_pairs.filter(first__in=(gone, keep), second__in=(gone, keep)).exists():
        found.append(_("You and this player were paired in the same round of an evening."))
    return found


def _meet(rows: object, *fields: str) -> bool:
    """Whether two of these rows share what these fields say."""
    seen = list(rows.values_list(*fields))  # type: ignore[attr-defined]
    return len(seen) != len(set(seen))


@transaction.atomic
def unite(*, gone: Player, keep: Player, club: Club | None, by: Person | None, now: datetime) -> Uniting:
    """Move all that hangs on `gone` to `keep`, and remove `gone`. RefusedError if they are two people.

    The name and choices of `keep` win; its log of classes gets the lines of the other. Strengths are counted anew.
    """
    players = Player.objects.select_for_update().in_bulk([gone.pk, keep.pk])
    gone, keep = players[gone.pk], players[keep.pk]
    against = reasons_against(gone, keep)
    if against:
        raise RefusedError(" ".join(against))
    moved = {
        "memberships": _move_members(gone, keep),
        "grades": GradeEntry.objects.filter(player=gone).update(player=keep),
        "placings": _move_placings(gone, keep),
        "results": Result.objects.filter(winner=gone).update(winner=keep)
        + Result.objects.filter(loser=gone).update(loser=keep),
        "entries": Entry.objects.filter(player=gone).update(player=keep),
    }
    _move_the_rest(gone, keep)
    Uniting.objects.filter(player=gone).update(player=keep)
    Player.objects.filter(pk=keep.pk).update(
        kana=keep.kana or gone.kana,
        pseudonym=keep.pseudonym or gone.pseudonym,
        is_minor=keep.is_minor or gone.is_minor,
        is_left_handed=keep.is_left_handed or gone.is_left_handed,
    )
    row = Uniting.objects.create(player=keep, gone=gone.pk, club=club, moved=moved, united_by=by, united_at=now)
    gone.delete()
    ratings.recompute_for(keep)
    return row


def _move_members(gone: Player, keep: Player) -> int:
    """Memberships; where both belong to a club, one is left: the higher role, the earlier day, both notes."""
    own = {member.club_id: member for member in keep.members.all()}
    rows = list(gone.members.all())
    for row in rows:
        other = own.get(row.club_id)
        if other is None:
            row.player, row.claim = keep, None
            row.save()
        else:
            row.reminders.exclude(tournament__in=other.reminders.values("tournament")).update(member=other)
            row.delete()
            _take_over(other, row)
    return len(rows)


def _take_over(member: Member, row: Member) -> None:
    present = [each for each in (member, row) if each.is_present]
    member.joined_on = min((each.joined_on for each in (member, row) if each.joined_on), default=None)
    member.left_on = None if present else max((each.left_on for each in (member, row) if each.left_on), default=None)
    if present:
        member.role = max((each.role for each in present), key=[role.value for role in ROLES].index)
        member.was_removed = False
    member.email = member.email or row.email
    member.note = "\n".join(filter(None, (member.note, row.note)))
    member.save()


def _move_placings(gone: Player, keep: Player) -> int:
    """Placings; what both have of one event is one, so that it counts once for a promotion."""
    known = {(each.name, each.held_on, each.grade, each.place): each for each in keep.placings.all()}
    rows = list(gone.placings.all())
    for row in rows:
        same = known.get((row.name, row.held_on, row.grade, row.place))
        if same is None or row.entry_id:
            row.player = keep
            row.save(update_fields=["player"])
        else:
            row.grades.update(placing=same)
            row.delete()
    return len(rows)


def _move_the_rest(gone: Player, keep: Player) -> None:
    days = keep.attendances.values_list("day", flat=True)
    Attendance.objects.filter(player=gone).exclude(day__in=list(days)).update(player=keep)
    Pairing.objects.filter(first=gone).update(first=keep)
    Pairing.objects.filter(second=gone).update(second=keep)
    TeamPlace.objects.filter(player=gone).update(player=keep)
    BoardResult.objects.filter(first=gone).update(first=keep)
    BoardResult.objects.filter(second=gone).update(second=keep)
    recites = list(keep.recites.filter(until=None).values_list("club", flat=True))
    Reciter.objects.filter(player=gone, until=None, club__in=recites).update(until=F("since"))
    Reciter.objects.filter(player=gone).update(player=keep)
    Rating.objects.filter(player__in=(gone, keep)).delete()
    RatingPoint.objects.filter(player__in=(gone, keep)).delete()


def counts(player: Player) -> dict[str, int]:
    """How much hangs on a player."""
    return {
        "results": Result.objects.of(player).count(),
        "grades": player.grades.count(),
        "placings": player.placings.count(),
        "entries": player.entries.count(),
    }
