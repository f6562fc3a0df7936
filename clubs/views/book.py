"""The book of one's games, that of a member for their club, and the cross table of a club."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs import book, exporting, rankings, results
from clubs.models import Member, Player, Pool, Result
from clubs.naming import shown
from clubs.periods import KINDS, Choice, periods
from clubs.views.guards import full_member_required
from clubs.views.results import as_file
from trainer.views.guards import person_required

A_PAGE = 30
EVERYTHING = "all"


@require_safe
@person_required
def own(request) -> HttpResponse:
    """All one's games, in every club and on the site, by pool, period and kind."""
    player = Player.objects.filter(person=request.user).first()
    today = timezone.now().astimezone(request.user.zone).date()
    choice = Choice.of(request.GET, today, (EVERYTHING, *Pool.values))
    if player is None:
        return render(request, "clubs/book_empty.html")
    return _book(request, player, _own_results(choice), choice, "clubs/book.html")


def _own_results(choice: Choice):
    found = Result.objects.filter(withdrawn_at__isnull=True)
    return choice.narrow(found if choice.pool == EVERYTHING else found.filter(pool=choice.pool))


@require_safe
@full_member_required
def of_member(request, player) -> HttpResponse:
    """A member's games over the board in this club."""
    member = get_object_or_404(request.club.members.select_related("player"), player=player)
    choice = Choice.of(request.GET, results.today(request.club, timezone.now()), (Pool.BOARD.value,))
    found = choice.narrow(Result.objects.filter(club=request.club, withdrawn_at__isnull=True))
    return _book(request, member.player, found, choice, "clubs/member_book.html")


def _book(request, player: Player, found, choice: Choice, template: str) -> HttpResponse:
    told = book.games_of(player, found.order_by("-played_on", "-recorded_at"))
    _name(told, request.user)
    counted = [each for each in told if not results.is_disputed(each.result)]
    page = Paginator(told, A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "player": player,
        "choice": choice,
        "periods": periods(choice.period.until).values(),
        "kinds": [(key, Result.Kind(key).label) for key in KINDS],
        "pools": Pool.choices,
        "sum": book.sum_of(counted),
        "by_class": book.by_class(counted),
        "by_opponent": book.by_opponent(counted),
        "by_month": book.by_month(counted),
        "page": page,
        "query": query.urlencode(),
        "disputed": len(told) - len(counted),
    }
    return render(request, template, context)


def _name(games: list[book.Game], reader) -> None:
    """Give opponents the name that the reader knows (`shown`): their own club mates' names, and what others choose; and
    results whether the reader may open them (`is_open_here`)."""
    clubs = set(Member.objects.of(reader).present().values_list("club", flat=True))
    keys = {each.opponent.pk for each in games if each.opponent}
    came = Member.objects.filter(club__in=clubs, player__in=keys, joined_on__isnull=False)
    mates = set(came.values_list("player", flat=True))
    for each in games:
        if each.opponent:
            each.opponent.shown = shown(each.opponent, to_member=each.opponent.pk in mates)
        each.result.is_open_here = each.result.club_id in clubs


COLUMNS = (
    "date",
    "club",
    "pool",
    "kind",
    "opponent",
    "computer",
    "result",
    "margin",
    "faults",
    "opponent_faults",
    "reciter",
    "note",
)


@require_safe
@person_required
def export(request) -> HttpResponse:
    """One's own book as a file."""
    player = Player.objects.filter(person=request.user).first()
    today = timezone.now().astimezone(request.user.zone).date()
    found = _own_results(Choice.of(request.GET, today, (EVERYTHING, *Pool.values)))
    games = book.games_of(player, found.order_by("played_on", "recorded_at")) if player else []
    _name(games, request.user)
    return as_file(exporting.as_csv(COLUMNS, map(_line, games)), "naniwazu-book.csv")


def _line(game: book.Game) -> tuple[object, ...]:
    result = game.result
    return (
        result.played_on.isoformat(),
        result.club.name if result.club else "",
        result.pool,
        result.kind,
        game.opponent.shown if game.opponent else "",
        game.computer,
        "won" if game.is_won else "lost",
        "" if game.margin is None else game.margin,
        "" if game.faults is None else game.faults,
        "" if game.opponent_faults is None else game.opponent_faults,
        result.reciter,
        result.note,
    )


# The cross table -----------------------------------------------------------------------------------------
@require_safe
@full_member_required
def cross(request) -> HttpResponse:
    """Who has done what against whom in a period."""
    choice = Choice.of(request.GET, results.today(request.club, timezone.now()), (Pool.BOARD.value,))
    found = choice.narrow(rankings.pool_results(request.club, Pool.BOARD))
    context = {
        "crossed": book.crossed(found),
        "choice": choice,
        "periods": periods(choice.period.until).values(),
        "kinds": [(key, Result.Kind(key).label) for key in KINDS],
    }
    return render(request, "clubs/cross.html", context)
