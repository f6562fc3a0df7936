"""Halls: opening one, its entrance for those who play, and the page of its reciter."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import halls, live_tables
from games.forms import HALL_GAMES, MINUTES, TEMPOS, OpenHall
from games.live_tables import Refused
from games.models import Hall, LiveTable
from games.views.karuta_lobby import is_recorded
from games.views.live_lobby import mark_of, part
from games.views.live_table import qr
from trainer import audio, throttle
from trainer.forms import TOO_OFTEN
from trainer.views.guards import person_required
from trainer.voice_names import name_of


@never_cache
@person_required
@require_http_methods(["GET", "HEAD", "POST"])
def lobby(request) -> HttpResponse:
    """The halls of who recites, and a form for another one. Whoever does not recite reads who does."""
    if request.method == "POST":
        return _open(request)
    form = OpenHall(initial={"voice": audio.chosen_voice(request.user).key}, person=request.user)
    return render(request, "games/halls/lobby.html", _lobby(request, form))


def _lobby(request, form: OpenHall) -> dict[str, object]:
    return {
        "form": form,
        "may_recite": halls.may_recite(request.user),
        "own": Hall.objects.open().filter(reciter=request.user).order_by("-opened_at"),
        "games": HALL_GAMES,
        "tempos": TEMPOS,
        "minutes": MINUTES,
        "voices": [(key, name_of(voice)) for key, voice in audio.voices_for(request.user).items()],
    }


def _open(request) -> HttpResponse:
    form = OpenHall(request.POST, person=request.user)
    if form.is_valid() and is_recorded(request, form) and _may_try(request, form):
        given = form.cleaned_data
        try:
            hall = halls.open_hall(
                key=given["key"],
                reciter=request.user,
                name=given["name"],
                setup=form.setup(),
                voice=given["voice"],
                tempo=given["tempo"],
                now=timezone.now(),
            )
        except Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect("hall", key=hall.key)
    return render(request, "games/halls/lobby.html", _lobby(request, form), status=422)


def _may_try(request, form: OpenHall) -> bool:
    if throttle.may_try(throttle.tables(request)):
        return True
    form.add_error(None, TOO_OFTEN)
    return False


@never_cache
@person_required
@require_safe
def page(request, key: UUID) -> HttpResponse:
    """For its reciter the tables as they stand; for everybody else a table to sit down at."""
    hall = get_object_or_404(Hall.objects.select_related("reciter"), key=key)
    if hall.reciter_id == request.user.pk and hall.closed_at is None:
        link = request.build_absolute_uri(reverse("hall", args=[hall.key]))
        return render(request, "games/halls/console.html", {"hall": hall, "link": link, "qr": qr(link)})
    context = _entrance(request.user, hall)
    if request.htmx:
        return part(request, "games/halls/tables.html", context)
    return render(request, "games/halls/entrance.html", context)


def _entrance(person: Any, hall: Hall) -> dict[str, object]:
    tables = LiveTable.objects.filter(hall=hall).prefetch_related("seats").order_by("opened_at", "key")
    waiting = [(table, table.seats.all()[0].name) for table in tables.waiting() if live_tables.has_free_seat(table)]
    own = next((table for table in tables if live_tables.seat_of(table, person) is not None), None)
    shown = [table.pk for table, _name in waiting]
    return {
        "hall": hall,
        "waiting": waiting if hall.takes_tables else [],
        "own": own,
        "key": uuid4(),
        "mark": mark_of(shown, hall.takes_tables, own and own.pk),
    }


def _again(request, hall: Hall, refusal: Refused) -> HttpResponse:
    messages.error(request, str(refusal))
    return redirect("hall", key=hall.key)


@require_POST
@person_required
def table(request, key: UUID) -> HttpResponse:
    """Open a table in a hall."""
    hall = get_object_or_404(Hall, key=key)
    try:
        wanted = UUID(request.POST.get("key", ""))
    except ValueError:
        return _again(request, hall, Refused(_("This form was not sent whole. Try it again.")))
    if not throttle.may_try(throttle.tables(request)):
        return _again(request, hall, Refused(TOO_OFTEN))
    try:
        name = live_tables.name_for(request.user, request.POST.get("name", ""))
        opened = halls.open_table(hall, key=wanted, host=request.user, name=name, now=timezone.now())
    except Refused as refusal:
        return _again(request, hall, refusal)
    return redirect("live-table", key=opened.key)


@require_POST
@person_required
def close(request, key: UUID) -> HttpResponse:
    """The reciter is done."""
    hall = get_object_or_404(Hall, key=key, reciter=request.user)
    halls.close(hall, request.user, now=timezone.now())
    messages.success(request, _("The hall is closed."))
    return redirect("halls")
