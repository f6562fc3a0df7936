"""What the home of a club and a member's page tell of practice."""

from datetime import date

from django import template
from django.utils import timezone

from clubs import evenings, rankings, rating, results
from clubs.models import Member, Player, Pool, Rating, Result

register = template.Library()

SHOWN = 6


@register.simple_tag
def latest_results(member: Member) -> list[Result]:
    """The last results of the club that this member may see."""
    found = results.seen_by(member).filter(withdrawn_at__isnull=True).select_related("winner", "loser")
    return list(found.order_by("-played_on", "-recorded_at")[:SHOWN])


@register.simple_tag
def tonight(member: Member) -> dict[str, object]:
    """The evening of today: how many are there, and whom this member meets next."""
    held = member.club.days.filter(held_on=results.today(member.club, timezone.now())).first()
    meets = evenings.next_opponent(held, member.player)
    return {
        "count": held.attendances.filter(is_away=False).count() if held else 0,
        "meets": Player.objects.filter(pk=meets).first() if meets else None,
    }


@register.simple_tag
def in_club(member: Member) -> dict[str, object]:
    """What a member's games over the board in this club came to."""
    found = rankings.pool_results(member.club, Pool.BOARD)
    rated = Rating.objects.filter(club=member.club, pool=Pool.BOARD, player=member.player).first()
    return {
        "tally": rankings.tallies(found, [member.player_id]).get(member.player_id),
        "last": rankings.last_margins(found, [member.player_id], date.max).get(member.player_id),
        "rated": rated,
        "is_shown": rated is not None and rated.games >= rating.GAMES_TO_SHOW,
        "needed": rating.GAMES_TO_SHOW,
    }
