"""A match of Koi-Koi: the table, a move, the replay, the notation. Works without scripts; htmx makes it smooth."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games import matches, own_rules, replay
from games.advice import advice_on, advised_move
from games.matches import OTHER, PERSON, Game, Stale
from games.models import AdviceTime, Match
from games.naming import sentence
from games.rules.engine import IllegalMove
from games.rules.koikoi import notation
from games.rules.koikoi.events import Command, Deal, KoiKoi, Play, Stop, Take
from games.rules.koikoi.play import Phase
from games.table import Table
from trainer.views.guards import person_required


@person_required
@require_http_methods(["GET", "HEAD", "POST"])
def match(request, key) -> HttpResponse:
    """The table as it stands. Posted: a move."""
    game = matches.load(get_object_or_404(Match, person=request.user, key=key))
    if request.method == "POST":
        return _moved(request, game)
    return _shown(request, game, _seat(game, request.GET.get("seat")))


def _moved(request, game: Game) -> HttpResponse:
    seat = _seat(game, request.POST.get("seat"))
    seen = _whole(request.POST.get("events"))
    command = _command(request.POST.get("move", ""), PERSON if seat is None else seat)
    if command is None or seen is None:
        return _shown(request, game, seat, error=_("This is not a move. Choose a card or a button."), status=422)
    try:
        after = matches.move(game, command, seen=seen, now=timezone.now())
    except Stale:
        fresh = matches.load(game.match)
        return _answered(request, fresh, seat, seen=None, note=_("The table had moved on. This is how it stands."))
    except IllegalMove as problem:
        return _shown(request, game, seat, error=sentence(problem), status=422)
    return _answered(request, after, seat, seen=seen)


def _answered(request, game: Game, seat: int | None, *, seen: int | None, note: str = "") -> HttpResponse:
    """The table after a move: for htmx at once, for a plain form by way of its address."""
    if request.htmx:
        return _shown(request, game, seat, seen=seen, note=note)
    address = reverse("koikoi-match", kwargs={"key": game.match.key})
    return redirect(f"{address}?seat={seat}" if game.match.is_hot_seat and seat is not None else address)


def _shown(request, game: Game, seat: int | None, *, seen=None, note="", error="", status=200) -> HttpResponse:
    table = Table(game, PERSON if seat is None else seat, seen=seen)
    time = AdviceTime.OFF if game.match.is_hot_seat else own_rules.advice_time(request.user)
    context = {
        "match": game.match,
        "table": table,
        "advice_time": time,
        "advice_times": () if game.match.is_hot_seat else AdviceTime,
        "asks_for": _asks_for(game, seat),
        "note": note,
        "error": error,
        "is_advised": not table.is_between and advised_move(game, table.seat, time) is not None,
    }
    page = "games/match.html#stage" if request.htmx else "games/match.html"
    # htmx swaps what succeeds: a sentence about a wrong move is an answer too.
    return render(request, page, context, status=200 if request.htmx else status)


@person_required
@require_http_methods(["GET", "HEAD", "POST"])
def advice(request, key) -> HttpResponse:
    """What the strongest level plays, when the person wants to know. A request of its own: it thinks.

    Posted: when they want to.
    """
    game = matches.load(get_object_or_404(Match, person=request.user, key=key))
    if request.method == "POST":
        return _chose_advice(request, game)
    time = own_rules.advice_time(request.user)
    at = advised_move(game, PERSON, time)
    context = {"match": game.match, "advice_time": time, "advice": None if at is None else advice_on(game, PERSON, at)}
    return render(request, "games/advice.html" if request.htmx else "games/advice_page.html", context)


def _chose_advice(request, game: Game) -> HttpResponse:
    """Holds for the person's other matches too. Two on one device have nobody to choose it for: 404."""
    if game.match.is_hot_seat:
        raise Http404
    wanted = request.POST.get("advice", "")
    if wanted not in AdviceTime.values:
        return _shown(request, game, PERSON, error=_("Choose when you want advice."), status=422)
    own_rules.set_advice_time(request.user, AdviceTime(wanted))
    return redirect("koikoi-match", key=game.match.key)


def _asks_for(game: Game, seat: int | None) -> int | None:
    """The seat the device is to be handed to, before its hand is shown; None if the hand may be seen."""
    state = game.state
    if not game.match.is_hot_seat or state.phase in (Phase.DEAL, Phase.OVER):
        return None
    return None if seat == state.turn else state.turn


def _seat(game: Game, text: str | None) -> int | None:
    """The seat that looks: always the person's own against the computer; on one device, the one that says so."""
    if not game.match.is_hot_seat:
        return PERSON
    return {"0": PERSON, "1": OTHER}.get(text or "")


def _command(text: str, seat: int) -> Command | None:
    """“play 12”, “take 12”, “koikoi”, “stop” or “deal”; None if it is none of them."""
    word, _space, number = text.partition(" ")
    card = _whole(number)
    if word in ("play", "take") and card is not None:
        return Play(seat, card) if word == "play" else Take(seat, card)
    return {"koikoi": KoiKoi(seat), "stop": Stop(seat), "deal": Deal()}.get(text)


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 7 else None


# A finished match -----------------------------------------------------------------------------------------


def _finished(request, key) -> tuple[Match, int | None]:
    """A finished match that this person may see, and where they sat. An open one would show what is hidden: 404."""
    found = get_object_or_404(Match.objects.finished().select_related("table"), key=key)
    seat = found.seat_of(request.user)
    if seat is None and not found.is_watched:
        raise Http404
    return found, seat


@require_safe
def replayed(request, key) -> HttpResponse:
    """A finished match turn by turn, with all hands open."""
    found, seat = _finished(request, key)
    game = matches.load(found)
    stops = replay.stops(game.events)
    at = _whole(request.GET.get("at"))
    index = min(at if at is not None else 0, len(stops) - 1)
    then = matches.upto(game, stops[index])
    context = {
        "match": game.match,
        "table": Table(then, seat, seen=stops[index - 1] if index else 0, names=found.names()),
        "other_hand": replay.hand(then, OTHER if seat is None else 1 - seat),
        "own_hand": replay.hand(then, seat or PERSON),
        "at": index,
        "last": len(stops) - 1,
        "before": index - 1 if index else None,
        "after": index + 1 if index + 1 < len(stops) else None,
        "months": replay.months(game.events, stops),
    }
    return render(request, "games/replay.html", context)


@require_safe
def written(request, key) -> HttpResponse:
    """A finished match in notation, to keep."""
    game = matches.load(_finished(request, key)[0])
    text = notation.dump(game.options, game.events)
    name = f"koikoi-{game.match.started_at:%Y-%m-%d}-{str(game.match.key)[:8]}.txt"
    return HttpResponse(
        text,
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
