"""One table where people meet: its invitation and waiting room, then the match, for who sits there and who watches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import segno
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import agreed, live_tables, phrases
from games import matches as koikoi
from games.karuta import matches, telling
from games.live_tables import Refused
from games.models import LiveTable, Seat
from games.rules.koikoi.options import Options
from games.table import Table
from games.views.karuta import drawn_from
from games.views.live_lobby import mark_of, part, terms_of
from trainer.views.guards import person_required
from trainer.views.sound import late_ms

Status = LiveTable.Status


def _tables():
    """With all that their pages ask for."""
    return LiveTable.objects.select_related("host", "karuta", "koikoi").prefetch_related("seats")


def _table(request, key: UUID) -> LiveTable:
    """The table, if it is there for this person; else 404."""
    table = get_object_or_404(
        LiveTable.objects.select_related("host", "karuta", "koikoi").prefetch_related("seats"), key=key
    )
    if live_tables.may_know(table, request.user):
        return table
    raise Http404


@never_cache
@require_safe
def page(request, key) -> HttpResponse:
    """Before the match who sits where, and a seat for whoever comes; then the match itself."""
    table = get_object_or_404(
        LiveTable.objects.select_related("host", "karuta", "koikoi").prefetch_related("seats"), key=key
    )
    if not live_tables.may_know(table, request.user):
        return _turned_away(request, table)
    if table.status in (Status.PLAYING, Status.OVER):
        return _match(request, table)
    if request.htmx:
        return part(request, "games/live/seats.html", _waiting(request, table))
    return render(request, "games/live/table_before.html", _waiting(request, table))


def _turned_away(request, table: LiveTable) -> HttpResponse:
    """Who is not signed in may be whom the table waits for; who has the link of a match going on reads that it does.

    A page that asks by itself, of a table that has begun or closed meanwhile, is led on.
    """
    is_challenge = table.audience == LiveTable.Audience.INVITED
    if request.htmx and not is_challenge:
        return HttpResponseClientRedirect(request.path if table.status == Status.PLAYING else reverse("tables"))
    if table.status == Status.OPEN and not request.user.is_authenticated:
        return redirect(f"{reverse('begin')}?{urlencode({'next': request.get_full_path()})}")
    if table.status == Status.PLAYING and not is_challenge:
        return render(request, "games/live/begun.html", status=403)
    raise Http404


def _match(request, table: LiveTable) -> HttpResponse:
    """The match, from the seat of whoever asks. Who watches is told everything later, by the socket."""
    if request.htmx:
        return HttpResponseClientRedirect(reverse("live-table", args=[table.key]))
    seat = live_tables.seat_of(table, request.user)
    said = {
        "table": table,
        "seat": seat,
        "phrases": list(phrases.PHRASES.items()),
        "has_free_words": phrases.has_free_words(table),
    }
    if table.koikoi is not None:
        return render(request, "games/live/koikoi.html", said | _koikoi(table, seat))
    return render(request, "games/live/table.html", said | _karuta(request, table, seat))


def _koikoi(table: LiveTable, seat: int | None) -> dict[str, object]:
    """The table of flowers. (Its page calls it `live`: `table` is what lies on it.)"""
    game = koikoi.load(table.koikoi)
    names = tuple(each.name for each in table.seats.all())
    drawn = None if seat is None else Table(game, seat, names=names)
    return {"live": table, "table": drawn, "match": table.koikoi, "names": names}


def _karuta(request, table: LiveTable, seat: int | None) -> dict[str, object]:
    played = matches.load(table.karuta)
    drawn = played if seat is not None else matches.upto(played, 1)
    told = None if seat is None else telling.told(played, timezone.now(), seat)
    return drawn_from(drawn, late_ms(request)) | {"told": told}


# Before the match ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Place:
    """A seat as the page lists it."""

    seat: Seat
    side: str  # the name of the team; nothing where everybody plays for themselves
    cards: int  # dealt to its side, where that is not the same for all
    is_own: bool
    is_here: bool

    @property
    def is_free(self) -> bool:
        """Whether somebody may sit down there."""
        return not self.seat.person_id and not self.seat.who


def _waiting(request, table: LiveTable) -> dict[str, object]:
    person, now = request.user, timezone.now()
    setup = agreed.of(table)
    sides, dealt = agreed.sides_of(setup), () if isinstance(setup, Options) else setup.dealt
    teams = (_("Genji"), _("Heike")) if len(sides) > len(set(sides)) else ("",) * len(sides)
    places = [
        Place(
            seat,
            teams[sides[seat.number]],
            dealt[sides[seat.number]] if dealt else 0,
            seat.person_id is not None and seat.person_id == person.pk,
            live_tables.is_here(seat, now),
        )
        for seat in table.seats.all()
    ]
    link = request.build_absolute_uri(reverse("live-table", args=[table.key]))
    is_host = person.is_authenticated and person.pk == table.host_id
    return {
        "table": table,
        "mark": mark_of(table.status, [(each.seat.name, each.is_own, each.is_here, each.is_free) for each in places]),
        "places": places,
        "terms": terms_of(table),
        "is_closed": table.status == Status.CLOSED,
        "is_host": is_host,
        "is_seated": any(place.is_own for place in places),
        "is_full": not any(place.is_free for place in places),
        "is_for_two": len(places) == 2,
        "free": sum(place.is_free for place in places),
        "reason": live_tables.why_not(table, person) if person.is_authenticated else "",
        "levels": list(telling.LEVEL_NAMES.items())[:-1],
        "link": link,
        "qr": qr(link) if is_host and table.status == Status.OPEN else "",
    }


def qr(address: str) -> SafeString:
    """Dark on light in both themes: many scanners read nothing else."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(code.svg_inline(border=2, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None))  # noqa: S308


def _done(request, table: LiveTable) -> HttpResponse:
    """Back to the table as it is now."""
    address = reverse("live-table", args=[table.key])
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def _refused(request, table: LiveTable, refusal: Refused) -> HttpResponse:
    """Back to the table, or to the lobby where it is there for them no more, with the reason."""
    messages.error(request, str(refusal))
    table = LiveTable.objects.prefetch_related("seats").get(pk=table.pk)
    return redirect("live-table", key=table.key) if live_tables.may_know(table, request.user) else redirect("tables")


@require_POST
@person_required
def sit(request, key) -> HttpResponse:
    """Take a seat: the one of this number, or the first that is free."""
    table = get_object_or_404(LiveTable.objects.prefetch_related("seats"), key=key)
    if not live_tables.may_know(table, request.user) and table.status == Status.OPEN:
        raise Http404
    number = request.POST.get("seat", "")
    try:
        live_tables.sit(
            table,
            request.user,
            number=int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else None,
            name=live_tables.name_for(request.user, request.POST.get("name", "")),
            now=timezone.now(),
        )
    except Refused as refusal:
        return _refused(request, table, refusal)
    return _done(request, table)


def _post(do: Any):
    """A view for what is done at a table that is there for this person."""

    @require_POST
    @person_required
    def view(request, key) -> HttpResponse:
        table = _table(request, key)
        try:
            done = do(request, table)
        except Refused as refusal:
            return _refused(request, table, refusal)
        return _done(request, done)

    return view


@_post
def leave(request, table: LiveTable) -> LiveTable:
    """Stand up again."""
    return live_tables.leave(table, request.user)


@_post
def close(request, table: LiveTable) -> LiveTable:
    """The host wants no match any more."""
    return live_tables.close(table, request.user)


@_post
def begin(request, table: LiveTable) -> LiveTable:
    """The host begins; `fill`: the class of the computers at free seats."""
    return live_tables.begin(table, request.user, fill=request.POST.get("fill", ""), now=timezone.now())


@_post
def again(request, table: LiveTable) -> LiveTable:
    """Ask for another match with the same people."""
    seat = live_tables.seat_of(table, request.user)
    if seat is None:
        raise Refused(_("Only who has played asks for another match."))
    return live_tables.rematch(table, seat, now=timezone.now())


@never_cache
@require_POST
@person_required
def here(request, key) -> HttpResponse:
    """The page of somebody who waits says that they are there, and gets the seats as they are now."""
    table = live_tables.here(_table(request, key), request.user, now=timezone.now())
    if table.status != Status.OPEN or not request.htmx:
        return _done(request, table)
    return part(request, "games/live/seats.html", _waiting(request, table))
