"""Who may see a page of a club. A stranger learns of no club that is not listed: 404, whatever the page.

A view behind one of these gets `request.club` and `request.member` (None where no member is needed) and no slug.
"""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404

from clubs.models import Club, Member
from trainer.views.guards import person_required


def member_of(club: Club, person) -> Member | None:
    """The person's place in the club; None for a stranger and for somebody anonymous."""
    if not person.is_authenticated:
        return None
    return club.members.of(person).select_related("player").first()


def _guard(may: Callable[[Member], bool]):
    def decorate(view):
        @wraps(view)
        @person_required
        def guarded(request, slug, *args, **kwargs):
            club = get_object_or_404(Club, slug=slug)
            member = member_of(club, request.user)
            if member is None or not may(member):
                raise Http404
            request.club, request.member = club, member
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def posted_key(text: str | None) -> UUID | None:
    """A key that was posted or asked for; None if it is none."""
    try:
        return UUID(text or "")
    except ValueError:
        return None


def posted_number(text: str | None) -> int:
    """The number of a row that was posted; 0, which no row has, if it is none."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 18 else 0


def member_in(request, key) -> Member:
    """A member of `request.club` whom the asking member may look at; organisers also who asks, and who has left."""
    members = request.club.members.select_related("player", "club")
    if not request.member.runs_the_club:
        members = members.present()
    return get_object_or_404(members, pk=key)


def present_in(request, key) -> Member:
    """Somebody who belongs to `request.club` now: whose class and placings its organisers may write down.

    Not of who has only asked to join, nor of who has left: a class counts in every club.
    """
    return get_object_or_404(request.club.members.present().select_related("player", "club"), pk=key)


member_required = _guard(lambda member: member.is_present)
# Guests of an evening see what concerns them: results, the night's pairing. Members' lists are not for them.
full_member_required = _guard(lambda member: member.is_present and member.role != Member.Role.GUEST)
organiser_required = _guard(lambda member: member.runs_the_club)
founder_required = _guard(lambda member: member.is_present and member.role == Member.Role.FOUNDER)
