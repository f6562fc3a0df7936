"""Tournaments of a club: the list, a new one, its page, and what organisers settle about it."""

from django.contrib import messages
from django.db import transaction
from django.db.models import Count, Q
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import bouts, drawing, grades, reciters, tournaments
from clubs.entries import Step
from clubs.forms.tournaments import AboutDivision, AboutTournament, NewRoom, WhoRecites
from clubs.models import Club, Division, Entry, Room, Tournament
from clubs.refusals import RefusedError
from clubs.views.guards import member_required, organiser_required, posted_number


def tournament_of(request, key) -> Tournament:
    """A tournament of the club; what is not opened yet is there for organisers alone."""
    found = get_object_or_404(Tournament.objects.select_related("club"), club=request.club, key=key)
    if found.opened_at is None and not request.member.runs_the_club:
        raise Http404
    return found


@require_safe
@member_required
def index(request):
    """All tournaments, those to come first."""
    rows = request.club.tournaments.annotate(
        entered=Count("divisions__entries", filter=Q(divisions__entries__state=Entry.State.ENTERED))
    )
    if not request.member.runs_the_club:
        rows = rows.filter(opened_at__isnull=False)
    rows = list(rows)
    return render(
        request,
        "clubs/tournaments.html",
        {
            "coming": sorted((row for row in rows if row.finished_at is None), key=lambda row: row.held_on),
            "past": [row for row in rows if row.finished_at is not None],
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_required
def create(request):
    """A new tournament with its classes; entries are taken when it is opened."""
    form = AboutTournament(request.POST or None, instance=Tournament(club=request.club))
    if request.method == "POST" and form.is_valid():
        return redirect("club-tournament", request.club.slug, _made(form, request.club).key)
    return render(request, "clubs/tournament_edit.html", {"form": form})


@transaction.atomic
def _made(form: AboutTournament, club: Club) -> Tournament:
    """The tournament with its classes; the one that is there where the button was pressed twice."""
    Club.objects.select_for_update().get(pk=club.pk)
    told, letters = form.cleaned_data, sorted(form.cleaned_data["classes"])
    alike = club.tournaments.filter(
        opened_at=None, name=told["name"], held_on=told["held_on"], is_team=told["is_team"]
    ).prefetch_related("divisions")
    for known in alike:
        if sorted({each.grade for each in known.divisions.all()}) == letters:
            return known
    tournament: Tournament = form.save()
    Division.objects.bulk_create(form.divisions(tournament))
    return tournament


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_required
def edit(request, key):
    """What a tournament is, and its deadlines."""
    tournament = tournament_of(request, key)
    form = AboutTournament(request.POST or None, instance=tournament)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            was_on = Tournament.objects.select_for_update().get(pk=key).held_on
            tournament.save(update_fields=form.cleaned_data)  # and not what others have settled meanwhile
            bouts.told_anew(tournament, was_on=was_on)
        messages.success(request, _("Saved."))
        return redirect("club-tournament", request.club.slug, tournament.key)
    return render(request, "clubs/tournament_edit.html", {"form": form, "tournament": tournament})


@require_safe
@member_required
def page(request, key):
    """A tournament: when what is due, its classes with who has entered, and what one may do now."""
    tournament = tournament_of(request, key)
    now, runs = timezone.now(), request.member.runs_the_club
    steps = tournaments.allowed(tournament, now, is_organiser=runs)
    own_steps = tournaments.allowed(tournament, now, is_organiser=False)
    divisions = list(tournament.divisions.select_related("room__reciter__player"))
    entries = _by_division(divisions)
    own = (
        None
        if tournament.is_team
        else next(
            (each for rows in entries.values() for each in rows if each.player_id == request.member.player_id), None
        )
    )
    return render(
        request,
        "clubs/tournament.html",
        {
            "tournament": tournament,
            "deadlines": _told_deadlines(tournament, now),
            "classes": [(division, entries[division.pk]) for division in divisions if _shown(division, entries)],
            "own": own,
            "may_enter": Step.ENTER in own_steps and not tournament.is_team and not _stands(own),
            "may_withdraw": Step.WITHDRAW in own_steps and _stands(own),
            "may_draw": Step.DRAW in steps,
            "phase": tournaments.phase(tournament, now),
            "open_divisions": [division for division in divisions if division.drawn_at is None],
            "year": grades.fiscal_year(tournament.held_on),
        },
    )


def _by_division(divisions):
    found = {division.pk: [] for division in divisions}
    rows = Entry.objects.filter(division__in=divisions).exclude(state=Entry.State.WITHDRAWN)
    for entry in rows.select_related("player").order_by("state", "entered_at"):
        found[entry.division_id].append(entry)
    return found


def _shown(division, entries):
    """A class that was dealt to blocks is shown as these."""
    return division.drawn_at is not None or entries[division.pk] or division.block == 0


def _stands(entry):
    return entry is not None and entry.state in (Entry.State.ENTERED, Entry.State.WAITING)


def _told_deadlines(tournament, now):
    days, today = tournaments.deadlines(tournament), tournaments.today_of(tournament, now)
    names = (
        ("club", _("Members enter themselves until")),
        ("official", _("The official list closes")),
        ("draw", _("Draw")),
        ("payment", _("Fee to be paid until")),
    )
    told = [(label, days.last(name), days.last(name) < today) for name, label in names]
    return told if tournament.fee else told[:-1]


# What organisers settle ----------------------------------------------------------------------------------
@require_POST
@organiser_required
def open_entries(request, key):
    """Take entries from now on. Twice is once."""
    tournament = tournament_of(request, key)
    Tournament.objects.filter(pk=tournament.pk, opened_at__isnull=True).update(opened_at=timezone.now())
    return redirect("club-tournament", request.club.slug, key)


@require_POST
@organiser_required
def finish(request, key):
    """Close a tournament whose bouts are all decided, or open it again for a correction (`again`)."""
    tournament = tournament_of(request, key)
    if request.POST.get("again"):
        Tournament.objects.filter(pk=tournament.pk).update(finished_at=None)
    elif tournament.divisions.filter(bouts__ended="", bouts__first__isnull=False).exists():
        messages.error(request, _("Some bouts have not been decided yet."))
    elif tournament.published_at is None:
        messages.error(request, _("The draw is not published yet."))
    else:
        Tournament.objects.filter(pk=tournament.pk, finished_at__isnull=True).update(finished_at=timezone.now())
    return redirect("club-tournament", request.club.slug, key)


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_required
def classes(request, key):
    """The classes of a tournament: places, blocks, rooms; and who recites in which room."""
    tournament = tournament_of(request, key)
    done = _change_classes(request, tournament) if request.method == "POST" else None
    if done is not None:
        return done
    appointed = request.club.reciters.filter(until__isnull=True).select_related("player")
    return render(
        request,
        "clubs/tournament_classes.html",
        {
            "tournament": tournament,
            "divisions": [
                (division, AboutDivision(instance=division, prefix=f"division-{division.pk}"))
                for division in tournament.divisions.select_related("room")
            ],
            "rooms": [
                (
                    room,
                    WhoRecites(reciters=appointed, initial={"reciter": room.reciter_id}, prefix=f"room-{room.pk}"),
                    _why_not(room.reciter, list(room.divisions.all()), tournament) if room.reciter else "",
                )
                for room in tournament.rooms.select_related("reciter__player", "reciter__club")
            ],
            "new_room": NewRoom(),
            "letters": _letters_left(tournament),
        },
    )


def _letters_left(tournament):
    there = set(tournament.divisions.values_list("grade", flat=True))
    return [grade.value for grade in sorted(grades.Grade, reverse=True) if grade.value not in there]


def _change_classes(request, tournament):
    """One change, by the name of the button that was pressed; None: nothing was changed, the messages say why."""
    what = request.POST.get("do", "")
    kind, _dot, number = what.partition("-")
    change = {
        "division": _change_division,
        "room": _change_reciter,
        "drop": _drop_room,
        "class": _new_class,
        "new": _new_room,
    }.get(kind)
    if change is None:
        raise Http404
    try:
        change(request, tournament, number)
    except RefusedError as no:
        messages.error(request, str(no))
        return None
    return redirect("club-tournament-classes", request.club.slug, tournament.key)


def _first_error(form) -> str:
    return next(iter(form.errors.values()))[0]


def _change_division(request, tournament, number):
    division = get_object_or_404(Division, tournament=tournament, pk=posted_number(number))
    form = AboutDivision(request.POST, instance=division, prefix=f"division-{division.pk}")
    if not form.is_valid():
        raise RefusedError(_first_error(form))
    room = form.cleaned_data["room"]
    if room is not None and room.reciter is not None:
        _allow(room.reciter, room, tournament, also=division)
    with transaction.atomic():
        Division.objects.select_for_update().get(pk=division.pk)
        division.save(update_fields=form.cleaned_data)
        division.refresh_from_db()
        tournaments.move_up(division)


def _change_reciter(request, tournament, number):
    room = get_object_or_404(Room, tournament=tournament, pk=posted_number(number))
    form = WhoRecites(request.POST, reciters=request.club.reciters.filter(until__isnull=True), prefix=f"room-{room.pk}")
    if not form.is_valid():
        raise RefusedError(_first_error(form))
    reciter = form.cleaned_data["reciter"]
    if reciter is not None:
        _allow(reciter, room, tournament)
    room.reciter = reciter
    room.save(update_fields=["reciter"])


def _allow(reciter, room, tournament, also=None):
    """RefusedError with the reason if the reciter may not recite for who plays in the room."""
    played = list(room.divisions.all()) + ([also] if also is not None else [])
    if why := _why_not(reciter, played, tournament):
        raise RefusedError(why)


def _why_not(reciter, divisions, tournament) -> str:
    """Why the reciter may not recite for these classes as they stand; they may have come to be so after the choice."""
    return reciters.refusal_of(reciter, drawing.played_in(divisions, tournament.held_on), tournament.held_on)


def _drop_room(_request, tournament, number):
    get_object_or_404(Room, tournament=tournament, pk=posted_number(number)).delete()


def _new_class(request, tournament, _number):
    letter = request.POST.get("letter", "")
    if letter not in _letters_left(tournament):
        raise RefusedError(_("This class is there already."))
    Division.objects.get_or_create(tournament=tournament, grade=letter, block=0)


def _new_room(request, tournament, _number):
    form = NewRoom(request.POST)
    if not form.is_valid():
        raise RefusedError(_first_error(form))
    Room.objects.get_or_create(tournament=tournament, name=form.cleaned_data["name"].strip())
