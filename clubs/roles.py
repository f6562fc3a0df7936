"""Who may do what in a club, and how that changes hands."""

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club, Member
from clubs.refusals import RefusedError

Role = Member.Role


def may_give(by: Member) -> tuple[str, ...]:
    """The roles that somebody may give to others and take from them: organisers are the founder's choice."""
    if by.role == Role.FOUNDER:
        return (Role.ORGANISER, Role.MEMBER, Role.GUEST)
    return (Role.MEMBER, Role.GUEST) if by.runs_the_club else ()


def give(member: Member, role: str, *, by: Member) -> None:
    """Another role for a present member."""
    allowed = may_give(by)
    if role not in allowed or (role == Role.ORGANISER and member.player.person_id is None):
        raise RefusedError(_("You cannot give this role."))
    changed = Member.objects.present().filter(pk=member.pk, club=by.club_id, role__in=allowed).update(role=role)
    if not changed:
        raise RefusedError(_("You cannot change the role of this member."))


@transaction.atomic
def hand_over(club: Club, to: Member) -> None:
    """Somebody else is the founder from now on, and the one until now an organiser."""
    club = Club.objects.select_for_update().get(pk=club.pk)
    to = Member.objects.select_for_update().select_related("player").get(pk=to.pk, club=club)
    if not to.is_present or to.player.person_id is None or to.role == Role.FOUNDER:
        raise RefusedError(_("A club is handed over to a member with an account."))
    club.members.present().filter(role=Role.FOUNDER).update(role=Role.ORGANISER)
    Member.objects.filter(pk=to.pk).update(role=Role.FOUNDER)
