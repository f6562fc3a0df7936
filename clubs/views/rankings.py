"""The ranking of a club, what its numbers mean, and how one player's came about."""

from dataclasses import dataclass
from datetime import date

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs import plots, race, rankings, rating, ratings, results, standing
from clubs.grades import Grade
from clubs.models import Player, Pool, Rating, RatingPoint, Result
from clubs.naming import shown
from clubs.periods import KINDS, Choice, periods
from clubs.views.guards import full_member_required

STEPS_SHOWN = 20
GAPS = (0, 100, 200, 300, 400, 600, 800)


def _choice(request) -> Choice:
    return Choice.of(request.GET, results.today(request.club, timezone.now()))


@require_safe
@full_member_required
def ranking(request) -> HttpResponse:
    """Classes A to E, inside a class by strength; ?class= one class, page by page."""
    choice = _choice(request)
    only = request.GET.get("class", "")
    only = only if only in {*(grade.value for grade in Grade), "-"} else None
    page = _page(request.GET.get("page", ""))
    context = {
        "sections": rankings.ranking(request.club, choice, only=only, page=page),
        "choice": choice,
        "only": only,
        "page": page,
        "page_end": page * rankings.A_PAGE,
        "periods": periods(choice.period.until).values(),
        "kinds": [(key, Result.Kind(key).label) for key in KINDS],
        "pools": Pool.choices,
        "needed": rating.GAMES_TO_SHOW,
    }
    return render(request, "clubs/rankings.html", context)


def _page(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdecimal() and len(text) < 5 else 1


@require_safe
@full_member_required
def strength(request) -> HttpResponse:
    """What each number of the ranking means."""
    rows = [(gap, rating.expected(rating.Rating(gap, 0, 99), rating.Rating(0, 0, 99))) for gap in GAPS]
    context = {
        "rows": [
            {"gap": gap, "take": 100 * each.take, "win": 100 * each.win, "margin": each.margin, "cards": _cards(gap)}
            for gap, each in rows
        ],
        "needed": rating.GAMES_TO_SHOW,
        "start": round(rating.START_MU),
        "start_sigma": round(rating.START_SIGMA),
        "computers": list(ratings.COMPUTERS.items())[::-1],
        "level_margin": race.mean_margin(0.5),
    }
    return render(request, "clubs/strength.html", context)


def _cards(gap: int) -> float:
    return rankings.against(gap, 0)


@require_safe
@full_member_required
def course(request, player) -> HttpResponse:
    """How a player's strength came about: its course, and what each of the last games did to it."""
    member = get_object_or_404(request.club.members.select_related("player"), player=player)
    choice = _choice(request)
    own = request.club if choice.pool == Pool.BOARD else None
    now = Rating.objects.filter(club=own, pool=choice.pool, player=member.player).first()
    points = list(RatingPoint.objects.filter(club=own, pool=choice.pool, player=member.player).order_by("day"))
    standing.attach([member.player])
    mean = _mean(request.club, own, choice.pool)
    is_shown = now is not None and now.games >= rating.GAMES_TO_SHOW
    context = {
        "player": member.player,
        "choice": choice,
        "pools": Pool.choices,
        "now": now,
        "is_shown": is_shown,
        "missing": rating.GAMES_TO_SHOW - now.games if now else rating.GAMES_TO_SHOW,
        "needed": rating.GAMES_TO_SHOW,
        "mean": mean,
        "cards": rankings.against(now.mu, mean) if is_shown and mean is not None else None,
        "win": 100 * _win(now, mean) if is_shown and mean is not None else None,
        "figure": plots.course(points) if is_shown and len(points) > 1 else None,
        "steps": _steps(request.club, own, choice.pool, member.player) if is_shown else [],
    }
    return render(request, "clubs/course.html", context)


@dataclass(frozen=True, slots=True)
class Told:
    """What one game did: `opponent` is how this club calls them, empty for a computer, whose class `computer` is."""

    on: date
    opponent: str
    computer: str
    is_won: bool
    margin: int | None
    win: float  # expected, in per cent
    after: float
    change: float


def _steps(club, own, pool: str, player: Player) -> list[Told]:
    steps = ratings.steps(own, pool, player, most=STEPS_SHOWN)
    keys = {step.opponent for step in steps if not step.opponent.startswith(ratings.COMPUTER)}
    here = {str(key) for key in club.members.filter(player__in=keys).values_list("player", flat=True)}
    names = {str(each.pk): shown(each, to_member=str(each.pk) in here) for each in Player.objects.filter(pk__in=keys)}
    return [
        Told(
            on=step.game.on,
            opponent=names.get(step.opponent, ""),
            computer=step.opponent.removeprefix(ratings.COMPUTER),
            is_won=step.game.winner == str(player.pk),
            margin=step.game.margin,
            win=100 * step.expected.win,
            after=step.after.mu,
            change=step.after.mu - step.before.mu,
        )
        for step in steps
    ]


def _mean(club, own, pool: str) -> float | None:
    """Of the members whose strength is shown."""
    rows = Rating.objects.filter(
        club=own, pool=pool, player__in=Player.objects.filter(members__club=club, members__left_on=None)
    )
    return rankings.mean_of(rankings.Strength(*row) for row in rows.values_list("mu", "sigma", "games", "last_on"))


def _win(now: Rating, mean: float) -> float:
    return rating.expected(rating.Rating(now.mu, now.sigma, now.games), rating.Rating(mean, 0, 99)).win
