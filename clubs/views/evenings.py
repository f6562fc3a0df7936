"""The evening of a club: who is there, who meets whom, and each game in two taps, also where there is no network."""

from __future__ import annotations

import json
import uuid
from datetime import date, timedelta

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs import evenings, results, standing
from clubs.models import Club, Member, Player, PracticeDay
from clubs.naming import shown
from clubs.refusals import RefusedError
from clubs.results import SameGameError
from clubs.views.guards import full_member_required, member_required, organiser_required
from clubs.views.result_form import ResultForm

LONGEST_BODY = 100_000  # bytes; a result is about 300
MOST_MARGIN = 25  # on the buttons; more is typed
EVENINGS_SHOWN = 30
SEASON_DAYS = 365


def _day(text: str) -> date:
    """404 for an address that names no day, or one before anything is recorded."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
    if day < results.EARLIEST:
        raise Http404
    return day


# The page ------------------------------------------------------------------------------------------------
@require_safe
@member_required
def tonight(request) -> HttpResponse:
    """The evening of today, and the page that a phone keeps. With ?opponent= the margins, for who has no script."""
    return _evening(request, results.today(request.club, timezone.now()), is_today=True)


@require_safe
@member_required
def evening(request, day: str) -> HttpResponse:
    """One evening of the past (or today's, by its date)."""
    on, now = _day(day), timezone.now()
    if request.member.role == Member.Role.GUEST and not _was_there(request.member, on):
        raise Http404
    return _evening(request, on, is_today=on == results.today(request.club, now))


def _was_there(member: Member, on: date) -> bool:
    return member.player.attendances.filter(day__club=member.club, day__held_on=on).exists()


def _evening(request, on: date, *, is_today: bool) -> HttpResponse:
    club, member = request.club, request.member
    held = club.days.filter(held_on=on).first()
    people = [each.player for each in club.members.present().select_related("player")]  # a thousand, read once
    shown_board = board(member, held, on, people)
    if request.GET.get("part") == "board":
        return render(request, "clubs/evening_board.html", shown_board)
    first = _first(request)
    context = shown_board | {
        "is_today": is_today,
        "first": first,
        "opponents": _opponents(request, on, held, first, people),
        "others": people if member.runs_the_club else [],
        "chosen": _chosen(request, club, first),
        "key": uuid.uuid4(),
        "margins": range(1, MOST_MARGIN + 1),
        "form": ResultForm(club=club, now=timezone.now()),
        "may_record": is_today or member.role != Member.Role.GUEST,
    }
    return render(request, "clubs/evening.html", context)


def _first(request) -> Player:
    """Whose game it is: one's own, or where an organiser has chosen another's."""
    key = request.GET.get("first", "")
    if request.member.runs_the_club and (player := _member_player(request.club, key)):
        return player
    return request.member.player


def _member_player(club: Club, key: str) -> Player | None:
    try:
        member = club.members.present().select_related("player").filter(player=uuid.UUID(key)).first()
    except ValueError:
        return None
    return member.player if member else None


def _chosen(request, club: Club, first: Player) -> Player | None:
    chosen = _member_player(club, request.GET.get("opponent", ""))
    return chosen if chosen != first else None


def _opponents(request, on: date, held: PracticeDay | None, first: Player, people: list[Player]) -> list:
    """A guest reads the names of those who are there, and no others."""
    found = evenings.opponents(request.club, on, held, first, people)
    return [each for each in found if each.is_here] if request.member.role == Member.Role.GUEST else found


def board(member: Member, held: PracticeDay | None, on: date, people: list[Player]) -> dict[str, object]:
    """What changes while the evening goes on: who is there, the rounds, the results."""
    there = list(held.attendances.select_related("player").order_by("player__kana", "player__name")) if held else []
    standing.attach([each.player for each in there])
    own = next((each for each in there if each.player_id == member.player_id), None)
    games = results.seen_by(member).filter(club=member.club, played_on=on, withdrawn_at__isnull=True)
    rounds = evenings.rounds(held)
    return {
        "club": member.club,
        "member": member,
        "on": on,
        "held": held,
        "there": there,
        "count": sum(not each.is_away for each in there),
        "own": own,
        "rounds": rounds,
        "next_round": (rounds[0].number if rounds else 0) + 1,
        "meets": evenings.next_opponent(held, member.player),
        "games": games.select_related("winner", "loser").order_by("-recorded_at"),
        "absent": _absent(member, there, people),
    }


def _absent(member: Member, there, people: list[Player]) -> list[Player]:
    """Whom an organiser may still note as there."""
    known = {each.player_id for each in there}
    return [each for each in people if each.pk not in known] if member.runs_the_club else []


# Recording -----------------------------------------------------------------------------------------------
@require_POST
@member_required
def record(request) -> HttpResponse:
    """One game, from the page's own form."""
    form = ResultForm(request.POST, club=request.club, now=timezone.now())
    try:
        result = _take(request.member, form)
    except RefusedError as refusal:
        return _ask_again(request, refusal)
    messages.success(request, sentence_of(result))
    return redirect(_where(request, form.cleaned_data["played_on"]))


def _take(member: Member, form: ResultForm) -> results.Result:
    if not form.is_valid():
        raise RefusedError(form.sentence)
    cleaned = form.cleaned_data
    return results.record(
        by=member, key=cleaned["key"], said=cleaned["said"], now=form.now, is_another=cleaned["is_another"]
    )


def _ask_again(request, refusal: RefusedError) -> HttpResponse:
    """The sentence, with all that was sent: where it may be another game of the same two, with a button to say so."""
    sent = [(name, value) for name, value in request.POST.items() if name not in ("csrfmiddlewaretoken", "is_another")]
    context = {"sentence": str(refusal), "is_same": isinstance(refusal, SameGameError), "sent": sent}
    return render(request, "clubs/result_refused.html", context, status=422)


def _where(request, on: date) -> str:
    is_today = on == results.today(request.club, timezone.now())
    where = ("club-evening", request.club.slug) if is_today else ("club-day", request.club.slug, on.isoformat())
    return redirect(*where).url


def sentence_of(result: results.Result) -> str:
    """What has been recorded, as its recorder reads it."""
    names = {"winner": shown(result.winner, to_member=True), "loser": shown(result.loser, to_member=True)}
    if result.margin is None:
        return _("Recorded: %(winner)s beat %(loser)s.") % names
    return _("Recorded: %(winner)s beat %(loser)s by %(margin)d.") % (names | {"margin": result.margin})


@require_POST
@member_required
def queue(request) -> JsonResponse:
    """A phone's waiting line: {"results": [{…}, …]}. Each is answered on its own: stored, or refused with why."""
    try:
        sent = json.loads(request.body) if len(request.body) <= LONGEST_BODY else None
        rows = [dict(row) for row in sent["results"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        return JsonResponse({"error": _("The results could not be read, and nothing has changed.")}, status=400)
    return JsonResponse({"told": [_tell(request.member, row) for row in rows]})


def _text(value: str | float) -> str:
    """What a form would have sent: halves of characters become question marks."""
    return str(value).encode(errors="replace").decode()


def _tell(member: Member, row: dict[str, object]) -> dict[str, object]:
    values = {str(name): _text(value) for name, value in row.items() if isinstance(value, str | int | float)}
    form = ResultForm(values, club=member.club, now=timezone.now())
    try:
        result = _take(member, form)
    except RefusedError as refusal:
        return {
            "key": row.get("key"),
            "state": "refused",
            "is_same": isinstance(refusal, SameGameError),
            "sentence": str(refusal),
        }
    return {"key": str(result.key), "state": "stored", "sentence": sentence_of(result)}


# Who is there, who meets whom ----------------------------------------------------------------------------
@require_POST
@member_required
def attend(request, day: str) -> HttpResponse:
    """Note that somebody is there, has gone home, or has not come."""
    on = _day(day)
    player = _member_player(request.club, request.POST.get("player", "")) or request.member.player
    state = request.POST.get("state", "here")
    try:
        if on > results.today(request.club, timezone.now()):
            raise RefusedError(_("That day is still to come."))
        if state not in ("here", "away", "not"):
            raise RefusedError(_("Say whether they are here, have gone home, or have not come."))
        evenings.note(request.club, on, player, state=state, by=request.member)
    except RefusedError as refusal:
        messages.error(request, str(refusal))
    return redirect(_where(request, on))


@require_POST
@organiser_required
def pair(request, day: str) -> HttpResponse:
    """Draw the next round, let two players change places, or forget the last round."""
    on = _day(day)
    held = get_object_or_404(request.club.days, held_on=on)
    try:
        _pair(request.POST, held)
    except RefusedError as refusal:
        messages.error(request, str(refusal))
    return redirect(_where(request, on) + "#pairing")


def _pair(post, held: PracticeDay) -> None:
    try:
        number = int(post.get("round", ""))
        players = [uuid.UUID(post[name]) for name in ("one", "other") if name in post]
    except ValueError:
        raise RefusedError(_("That is no round of this evening. Look at the page again.")) from None
    match post.get("do"):
        case "draw":
            evenings.draw_round(held, number, may_repeat=post.get("may_repeat") == "on")
        case "swap" if len(players) == 2:
            evenings.swap(held, number, *players)
        case "forget":
            evenings.take_back_round(held, number)
        case _:
            raise RefusedError(_("Say what to do with the round."))


# All evenings --------------------------------------------------------------------------------------------
@require_safe
@full_member_required
def all_evenings(request) -> HttpResponse:
    """The evenings of a year, and who came how often."""
    until = results.today(request.club, timezone.now())
    since = until - timedelta(days=SEASON_DAYS)
    members = list(request.club.members.present().select_related("player"))
    context = {
        "days": evenings.days(request.club, since, until)[:EVENINGS_SHOWN],
        "counted": evenings.attendance(request.club, since, until, members),
        "since": since,
    }
    return render(request, "clubs/evenings.html", context)
