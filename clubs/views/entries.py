"""Entries to a tournament: a player's own, and the organisers' list with fees."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.db import transaction
from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import bouts, exporting, grades, standing, team_bouts, tournaments
from clubs.forms.tournaments import NewEntry, Squad
from clubs.models import Division, Entry, Player
from clubs.refusals import RefusedError
from clubs.teams import MOST_SUBSTITUTES
from clubs.views.guards import member_required, organiser_required, posted_number
from clubs.views.results import as_file
from clubs.views.tournaments import tournament_of


@require_POST
@member_required
def enter(request, key):
    """A member enters a class."""
    tournament = tournament_of(request, key)
    division = get_object_or_404(Division, tournament=tournament, pk=posted_number(request.POST.get("division")))
    player = request.member.player
    try:
        entry = tournaments.enter(
            division=division,
            player=player,
            affiliation=request.club.name if tournament.is_sanctioned else "",
            person=request.user,
            is_organiser=False,
            now=timezone.now(),
            promoted_on=tournaments.promoted_on(player),
        )
    except RefusedError as no:
        messages.error(request, str(no))
    else:
        if entry.state == Entry.State.WAITING:
            messages.info(request, _("Class %(name)s is full: you are on the waiting list.") % {"name": division})
        else:
            messages.success(request, _("You have entered class %(name)s.") % {"name": division})
    return redirect("club-tournament", request.club.slug, key)


@require_POST
@member_required
def withdraw(request, key, entry):
    """A player takes the own entry back, an organiser anybody's."""
    tournament = tournament_of(request, key)
    row = get_object_or_404(tournaments.tournament_entries(tournament), key=entry)
    if not request.member.runs_the_club and row.player_id != request.member.player_id:
        raise Http404
    try:
        moved = bouts.take_out(
            entry=row, person=request.user, is_organiser=request.member.runs_the_club, now=timezone.now()
        )
    except RefusedError as no:
        messages.error(request, str(no))
    else:
        if moved and request.member.runs_the_club:
            up = ngettext("%(names)s moves up from the list.", "%(names)s move up from the list.", len(moved))
            messages.info(request, up % {"names": ", ".join(str(each) for each in moved)})
    if request.POST.get("back") == "entries" and request.member.runs_the_club:
        return redirect("club-tournament-entries", request.club.slug, key)
    return redirect("club-tournament", request.club.slug, key)


# The organisers' list ------------------------------------------------------------------------------------
@require_http_methods(["GET", "HEAD", "POST"])
@organiser_required
def manage(request, key):
    """Everybody who has entered, with fees; and a form for those whom an organiser enters."""
    tournament = tournament_of(request, key)
    members = Player.objects.filter(members__in=request.club.members.present())
    form = NewEntry(request.POST or None, tournament=tournament, members=members)
    if request.method == "POST" and form.is_valid():
        try:
            _enter_somebody(request, tournament, form.cleaned_data)
        except RefusedError as no:
            form.add_error(None, str(no))
        else:
            return redirect("club-tournament-entries", request.club.slug, key)
    rows = _rows(tournament)
    return render(
        request,
        "clubs/tournament_entries.html",
        {"tournament": tournament, "form": form, "entries": rows, "sums": _sums(rows)},
    )


def _rows(tournament):
    """The entries with the class of who has entered, and how often they have in the fiscal year."""
    rows = list(
        tournaments.tournament_entries(tournament)
        .select_related("division", "player")
        .prefetch_related("places__player")
        .order_by("division__grade", "division__block", "state", "entered_at")
    )
    players = [row.player for row in rows if row.player is not None]
    standing.attach(players, tournament.held_on)
    counts = tournaments.sanctioned_entries(players, grades.fiscal_year(tournament.held_on))
    for row in rows:
        row.in_year = counts.get(str(row.player_id), 0)
    return rows


def _sums(rows):
    standing_rows = [row for row in rows if row.state not in (Entry.State.WITHDRAWN, Entry.State.WAITING)]
    return {
        "due": sum(row.fee for row in standing_rows),
        "paid": sum(row.paid for row in rows if row.refunded_at is None),
        "refunded": sum(row.paid for row in rows if row.refunded_at is not None),
    }


def _enter_somebody(request, tournament, found):
    team, player = "", found.get("player")
    with transaction.atomic():
        if tournament.is_team:
            team = found["name"].strip()
        elif player is None:
            player = _from_elsewhere(tournament, found["name"].strip(), found["once"])
        affiliation = found["affiliation"].strip()
        if found.get("player") is not None and not affiliation and tournament.is_sanctioned:
            affiliation = request.club.name
        tournaments.enter(
            division=found["division"],
            player=player,
            team=team,
            affiliation=affiliation,
            person=request.user,
            is_organiser=True,
            now=timezone.now(),
            promoted_on=tournaments.promoted_on(player) if player is not None else None,
        )


def _from_elsewhere(tournament, name: str, once: UUID | None) -> Player:
    """A player for a name that no member has. The page was sent twice where one of its key has entered already."""
    known = Player.objects.filter(pk=once).first() if once else None
    if known is None:
        return Player.objects.create(pk=once or uuid4(), name=name)
    if known.name == name and known.entries.filter(division__tournament=tournament).exists():
        return known
    return Player.objects.create(name=name)


@require_POST
@organiser_required
def change(request, key, entry):
    """What an organiser notes about one entry: paid, given back, did not come, a word about it."""
    tournament = tournament_of(request, key)
    row = get_object_or_404(tournaments.tournament_entries(tournament), key=entry)
    now = timezone.now()
    try:
        match request.POST.get("do"):
            case "paid":
                tournaments.pay(entry=row, amount=row.fee, now=now)
            case "unpaid":
                tournaments.pay(entry=row, amount=0, now=now)
            case "refund":
                tournaments.refund(entry=row, now=now)
            case "absent":
                bouts.stays_away(entry=row, person=request.user, now=now)
            case "present":
                bouts.comes_after_all(entry=row, person=request.user, now=now)
            case "note":
                row.note = request.POST.get("note", "")[:2000]
                row.save(update_fields=["note"])
            case _:
                raise Http404
    except RefusedError as no:
        messages.error(request, str(no))
    return redirect("club-tournament-entries", request.club.slug, key)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_required
def squad(request, key, entry):
    """The players of a team."""
    tournament = tournament_of(request, key)
    row = get_object_or_404(tournaments.tournament_entries(tournament), key=entry, player=None)
    form = Squad(
        request.POST or None,
        players=Player.objects.filter(
            Q(members__in=request.club.members.present()) | Q(team_places__entry=row)
        ).distinct(),
        places=tournament.boards + MOST_SUBSTITUTES,
        named=team_bouts.squad(row),
    )
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                players = [*form.players, *team_bouts.from_elsewhere(entry=row, names=form.names)]
                team_bouts.name_squad(entry=row, players=players)
        except RefusedError as no:
            form.add_error(None, str(no))
        else:
            return redirect("club-tournament-entries", request.club.slug, key)
    return render(request, "clubs/tournament_squad.html", {"tournament": tournament, "entry": row, "form": form})


LISTED = ("class", "name", "kana", "dan", "club", "state", "entered", "fee", "paid", "refunded", "in_year")


@require_safe
@organiser_required
def listed(request, key):
    """The list as a file, for the association or for the desk."""
    tournament = tournament_of(request, key)
    content = exporting.as_csv(LISTED, map(_line, _rows(tournament)))
    return as_file(content, f"entries-{tournament.held_on}.csv")


def _line(row: Entry) -> tuple[object, ...]:
    player = row.player
    return (
        row.division,
        player.name if player else row.team,
        player.kana if player else "",
        player.standing.dan if player else "",
        row.affiliation,
        row.state,
        row.entered_at.date(),
        row.fee,
        row.paid,
        row.refunded_at.date() if row.refunded_at else "",
        row.in_year,
    )
