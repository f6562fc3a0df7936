"""The bouts of a class: the board that everybody looks at, and the report from the table."""

from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import bouts, drawing, naming, team_bouts, tournaments
from clubs.forms.tournaments import Report
from clubs.models import Bout, Division, Player
from clubs.refusals import RefusedError
from clubs.team_bouts import Said
from clubs.views.guards import member_required, organiser_required
from clubs.views.tournaments import tournament_of


@require_safe
@member_required
def board(request, key, division):
    """A class as it stands; the page asks again every few seconds while something is to come."""
    tournament = tournament_of(request, key)
    row = get_object_or_404(Division, tournament=tournament, pk=division)
    if row.drawn_at is None or (tournament.published_at is None and not request.member.runs_the_club):
        raise Http404
    return render(
        request,
        "clubs/board.html#board" if request.htmx else "clubs/board.html",
        {
            "told": shown_board(row),
            "tournament": tournament,
            "division": row,
            "own_player": request.member.player_id,
        },
    )


def shown_board(division: Division) -> dict:
    """What a board is drawn from: the rounds of a knock-out, or the rounds and the table of a group."""
    told = {
        "division": division,
        "is_group": division.form == Division.Format.GROUP,
        "collisions": drawing.collisions(division),
    }
    if told["is_group"]:
        rows = division.bouts.select_related("first__player", "second__player", "winner").order_by("number", "place")
        rounds: dict[int, list[Bout]] = {}
        for bout in rows:
            rounds.setdefault(bout.number, []).append(bout)
        table = team_bouts.group_table(division) if division.tournament.is_team else bouts.group_table(division)
        return told | {"rounds": list(rounds.values()), "table": table}
    stands = bouts.board(division)
    return told | {
        "rounds": [[_slot(stands, match) for match in matches] for matches in stands.bracket.rounds],
        "placings": sorted(stands.placings.items(), key=lambda each: each[1]),
        "is_over": stands.bracket.is_over,
    }


def _slot(stands: bouts.Board, match):
    """One place of the bracket: its bout if it is written, else who is known of it."""
    bout = stands.bouts.get((match.round, match.place))
    sides = [stands.entries.get(side) if isinstance(side, int) else None for side in (match.first, match.second)]
    winner = stands.entries[match.winner] if isinstance(match.winner, int) else None
    return {
        "bout": bout,
        "sides": [{"entry": entry, "has_won": entry is not None and entry == winner} for entry in sides],
        "is_bye": match.round == 1 and bout is not None and bout.second_id is None,
        "is_decided": isinstance(match.winner, int) or (bout is not None and bout.ended == Bout.Ended.NOBODY),
    }


# Reporting -----------------------------------------------------------------------------------------------
def _bout_of(request, key, bout) -> Bout:
    """A bout that this member may report: an organiser, or who plays in it."""
    tournament = tournament_of(request, key)
    rows = Bout.objects.select_related("division__tournament__club", "first__player", "second__player", "winner")
    found = get_object_or_404(rows, division__tournament=tournament, key=bout)
    if tournament.published_at is None:
        raise Http404
    if not request.member.runs_the_club and not _plays(found, request.member.player):
        raise Http404
    return found


def _plays(bout: Bout, player: Player) -> bool:
    sides = [side for side in (bout.first, bout.second) if side is not None]
    if bout.division.tournament.is_team:
        return any(side.places.filter(player=player).exists() for side in sides)
    return any(side.player_id == player.pk for side in sides)


@require_http_methods(["GET", "HEAD", "POST"])
@member_required
def bout(request, key, bout):
    """A bout: who has won and by how many cards, in two taps."""
    row = _bout_of(request, key, bout)
    problem = ""
    if request.method == "POST":
        try:
            _report(request, row)
        except RefusedError as no:
            problem = str(no)
        else:
            messages.success(request, _("Reported."))
            return redirect("club-board", request.club.slug, key, row.division_id)
    return render(
        request,
        "clubs/bout.html",
        {
            "tournament": row.division.tournament,
            "bout": row,
            "first": naming.of_entry(row.first),
            "second": naming.of_entry(row.second),
            "winner": naming.of_entry(row.winner),
            "problem": problem,
            "margins": range(1, 26),
            "boards": _boards(row),
            "may_correct": request.member.runs_the_club,
        },
        status=422 if problem else 200,
    )


def _boards(bout: Bout):
    """The boards of a team bout with who may sit there, and what has been said of each."""
    tournament = bout.division.tournament
    if not tournament.is_team or bout.first is None or bout.second is None:
        return []
    said = {row.board: row for row in bout.boards.all()} if bout.ended == Bout.Ended.PLAYED else {}
    squads = [team_bouts.squad(bout.first), team_bouts.squad(bout.second)]
    return [
        {
            "number": number,
            "said": said.get(number),
            "first": said[number].first_id if number in said else _nth(squads[0], number),
            "second": said[number].second_id if number in said else _nth(squads[1], number),
            "squads": squads,
        }
        for number in range(1, tournament.boards + 1)
    ]


def _nth(players, number):
    return players[number - 1].pk if number <= len(players) else None


def _report(request, bout: Bout) -> None:
    is_correction = request.member.runs_the_club and request.POST.get("is_correction") == "yes"
    common = {"bout": bout, "person": request.user, "now": timezone.now(), "is_correction": is_correction}
    if bout.division.tournament.is_team and request.POST.get("boards") and bout.second is not None:
        team_bouts.report_boards(said=_said(request, bout), **common)
        return
    form = Report(request.POST)
    if not form.is_valid():
        raise RefusedError(_("Say who has won, and by 1 to 25 cards."))
    ended = form.cleaned_data["ended"]
    if ended == Bout.Ended.NOBODY and not request.member.runs_the_club:
        raise RefusedError(_("That neither came is for an organiser to say."))
    if ended == Bout.Ended.PLAYED and bout.division.tournament.is_team:
        raise RefusedError(_("Say for every board who has won it."))
    sides = {"first": bout.first, "second": bout.second}
    winner = None if ended == Bout.Ended.NOBODY else sides[form.cleaned_data["winner"]]
    margin = form.cleaned_data["margin"] if ended == Bout.Ended.PLAYED else None
    bouts.report(winner=winner, ended=ended, margin=margin, **common)


def _said(request, bout: Bout) -> list[Said]:
    players = {str(player.pk): player for side in (bout.first, bout.second) for player in team_bouts.squad(side)}
    found = []
    for number in range(1, bout.division.tournament.boards + 1):
        first, second = (players.get(request.POST.get(f"{side}-{number}", "")) for side in ("first", "second"))
        margin = request.POST.get(f"margin-{number}", "")
        is_played = first is not None and second is not None
        found.append(
            Said(
                first,
                second,
                request.POST.get(f"winner-{number}") == "first",
                int(margin) if is_played and margin.isascii() and margin.isdecimal() and len(margin) < 4 else None,
            )
        )
    return found


@require_POST
@organiser_required
def take_back(request, key, bout):
    """Undo a report."""
    row = _bout_of(request, key, bout)
    try:
        bouts.take_back(bout=row, person=request.user, now=timezone.now())
    except RefusedError as no:
        messages.error(request, str(no))
    return redirect("club-board", request.club.slug, key, row.division_id)


@require_safe
@member_required
def rooms(request, key):
    """What is played in which room now, and who recites there."""
    tournament = tournament_of(request, key)
    if tournament.published_at is None:
        raise Http404
    rows = (
        Bout.objects.filter(division__tournament=tournament, ended="", first__isnull=False, second__isnull=False)
        .select_related("division__room__reciter__player", "first__player", "second__player")
        .order_by("division__room__name", "division__grade", "division__block", "number", "table")
    )
    return render(
        request,
        "clubs/tournament_rooms.html#rooms" if request.htmx else "clubs/tournament_rooms.html",
        {"tournament": tournament, "bouts": rows, "phase": tournaments.phase(tournament, timezone.now())},
    )
