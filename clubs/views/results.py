"""Results of a club: the list and its file, and one result with what may be done about it."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs import exporting, results, standing
from clubs.models import Player, Result
from clubs.periods import KINDS, Choice, periods
from clubs.refusals import RefusedError
from clubs.result_rows import COLUMNS, line_of
from clubs.views.guards import full_member_required, member_required
from clubs.views.result_form import ResultForm

A_PAGE = 50


def _chosen(request):
    """The results that the address asks for, what it has chosen, and whose they are."""
    today = results.today(request.club, timezone.now())
    choice = Choice.of(request.GET, today)
    found = choice.narrow(Result.objects.filter(club=request.club, withdrawn_at__isnull=True))
    player = _player(request)
    if player is not None:
        found = found.of(player)
    return found.select_related("winner", "loser").order_by("-played_on", "-recorded_at"), choice, player


def _player(request) -> Player | None:
    try:
        key = UUID(request.GET.get("player", ""))
    except ValueError:
        return None
    return Player.objects.filter(members__club=request.club, pk=key).first()


@require_safe
@full_member_required
def listing(request) -> HttpResponse:
    """The results of a club, the latest first, by player, period and kind."""
    found, choice, player = _chosen(request)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "page": page,
        "choice": choice,
        "player": player,
        "query": query.urlencode(),
        "periods": periods(choice.period.until).values(),
        "kinds": [(key, Result.Kind(key).label) for key in KINDS],
        "members": request.club.members.present().select_related("player"),
    }
    return render(request, "clubs/results.html", context)


@require_safe
@full_member_required
def export(request) -> HttpResponse:
    """The same as a file that can be taken in again."""
    found, _choice, _player = _chosen(request)
    lines = map(line_of, found.order_by("played_on", "recorded_at"))
    return as_file(exporting.as_csv(COLUMNS, lines), f"{request.club.slug}-results.csv")


def as_file(content: bytes, name: str) -> HttpResponse:
    """A table to be saved."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)


# One result ----------------------------------------------------------------------------------------------
@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def one(request, key) -> HttpResponse:
    """A result, who has said what of it, and what this member may do. Posted: dispute, settle, correct, withdraw."""
    result = get_object_or_404(
        results.seen_by(request.member).select_related("winner", "loser", "recorded_by", "disputed_by", "settled_by"),
        pk=key,
    )
    if request.method != "POST":
        return _shown(request, result)
    try:
        done = _do(request, result)
    except RefusedError as refusal:
        if _wants_json(request):
            return HttpResponse(status=409)
        return _shown(request, result, error=str(refusal), status=422)
    if _wants_json(request):
        return HttpResponse(status=204)
    messages.success(request, done)
    return redirect("club-result", request.club.slug, key)


def _wants_json(request) -> bool:
    return request.headers.get("Accept", "") == "application/json"


def _do(request, result: Result) -> str:
    """Do what was asked; the sentence says what has been done."""
    post, member, now = request.POST, request.member, timezone.now()
    match post.get("do"):
        case "dispute":
            results.dispute(result, by=member, sentence=post.get("sentence", ""), now=now)
            return _("The result is disputed. It does not count until it is settled.")
        case "settle":
            results.settle(result, by=member, now=now)
            return _("The result stands and counts.")
        case "withdraw":
            results.withdraw(result, by=member, why=post.get("why", ""), now=now)
            return _("The result is taken back.")
        case "correct":
            _correct(request, result, now)
            return _("The result is corrected.")
    raise RefusedError(_("Say what to do with the result."))


def _correct(request, result: Result, now) -> None:
    form = ResultForm(_told(request.POST, result), club=request.club, now=now)
    if not form.is_valid():
        raise RefusedError(form.sentence)
    seen = request.POST.get("seen", "")
    said = form.cleaned_data["said"]
    if said.played_on == result.played_on:  # the moment is not on the form
        said = results.with_moment(said, result.played_at)
    results.correct(
        result,
        by=request.member,
        said=said,
        why=request.POST.get("why", ""),
        seen=int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 9 else -1,
        now=now,
    )


def _told(post, result: Result) -> dict[str, str]:
    """The form tells it from the side of whoever was the winner until now."""
    own = {name: post[name] for name in post}
    return own | {"key": str(result.pk), "first": str(result.winner_id), "opponent": str(result.loser_id)}


def _shown(request, result: Result, *, error: str = "", status: int = 200) -> HttpResponse:
    member = request.member
    players = [player for player in (result.winner, result.loser) if player is not None]
    standing.attach(players)
    changes = list(result.changes.select_related("changed_by__player"))
    context = {
        "result": result,
        "is_disputed": results.is_disputed(result),
        "may_dispute": results.may_dispute(result, member),
        "may_settle": results.may_settle(result, member),
        "may_correct": results.may_correct(result, member),
        "changes": [(change, _before(change, players)) for change in changes],
        "seen": len(changes),
        "form": ResultForm(club=request.club, now=timezone.now(), initial=_initial(result)),
        "names": {
            "recorded": _player_of(result.recorded_by),
            "disputed": _player_of(result.disputed_by),
            "settled": _player_of(result.settled_by),
        },
        "error": error,
        "posted": request.POST,
    }
    return render(request, "clubs/result.html", context, status=status)


def _initial(result: Result) -> dict[str, object]:
    values = {"played_on": result.played_on, "reciter": result.reciter, "note": result.note, "ended": result.ended}
    for name in ("cards", "faults", "start"):
        values |= {name: getattr(result, f"winner_{name}"), f"opponent_{name}": getattr(result, f"loser_{name}")}
    return values


def _before(change, players: list[Player]) -> dict[str, object]:
    """What a result was before a change, as the page tells it."""
    by_key = {str(player.pk): player for player in players}
    row = change.before
    return row | {
        "winner": by_key.get(row["winner"]),
        "loser": by_key.get(row["loser"]),
        "played_on": date.fromisoformat(row["played_on"]),
    }


def _player_of(person) -> Player | None:
    return Player.objects.filter(person=person).first() if person is not None else None
