"""The owner's side of a room: its panel on the page of the reading, and the presses that arrive there."""

from uuid import UUID

import segno
from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_http_methods, require_safe

from trainer import rooms
from trainer.models import Person, Recitation, Room
from trainer.views.event_stream import Event, OverError, last_event_id, stream
from trainer.views.guards import person_required

PRESSES_EVERY_S = 0.5  # where the bell is not heard: several processes without Redis
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


def panel_context(request: HttpRequest, row: Recitation) -> dict[str, object]:
    """What the panel shows: the room's code and links, if it is open."""
    room = getattr(row, "room", None)
    if room is None or not rooms.is_open(room, timezone.now()):
        return {"row": row, "room": None}
    screen = request.build_absolute_uri(reverse("room", args=[room.code]))
    remote = request.build_absolute_uri(reverse("room-remote", args=[room.code])) + f"?key={room.remote_key}"
    return {
        "row": row,
        "room": room,
        "screen": screen,
        "screen_qr": _qr(screen),
        "remote": remote if room.remote_key else "",
        "remote_qr": _qr(remote) if room.remote_key else "",
        "is_this_machine_only": request.get_host().rpartition(":")[0] in THIS_MACHINE
        or request.get_host() in THIS_MACHINE,
    }


def _qr(address: str) -> SafeString:
    """Dark on light in both themes: many scanners read nothing else."""
    code = segno.make(address, error="m", micro=False)
    return mark_safe(code.svg_inline(border=2, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None))  # noqa: S308


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def panel(request: HttpRequest, key: UUID) -> HttpResponse:
    """The panel alone. POST `do`: open, close, give (a new key for remotes), take (the key away)."""
    row = get_object_or_404(Recitation.objects.select_related("room"), key=key, person=request.user)
    if request.method == "POST":
        _do(request.POST.get("do", ""), row)
        row = Recitation.objects.select_related("room").get(pk=row.pk)
    return render(request, "partials/room_panel.html", panel_context(request, row))


def _do(what: str, row: Recitation) -> None:
    if what == "open":
        rooms.open_room(row, timezone.now())
    if what == "close":
        rooms.close(row)
    room = Room.objects.filter(recitation=row).select_related("recitation").first()
    if room is not None and what == "give":
        rooms.give_remote(room)
    if room is not None and what == "take":
        rooms.take_remote(room)


@require_safe
async def presses(request: HttpRequest, key: UUID) -> HttpResponse:
    """The presses of remotes as an event stream, for the reading's own page. `touched=1`: it may sound."""
    person = await request.auser()
    if not person.is_authenticated:
        return HttpResponse(status=401)
    if not await sync_to_async(_is_own)(person, key):
        raise Http404
    sounds = request.GET.get("touched") == "1"
    return stream(
        str(key), lambda after: _presses(key, after, sounds), after=last_event_id(request), every_s=PRESSES_EVERY_S
    )


def _is_own(person: Person, key: UUID) -> bool:
    return Recitation.objects.filter(key=key, person=person).exists()


def _presses(key: UUID, after: str, sounds: bool) -> list[Event]:
    now = timezone.now()
    room = Room.objects.select_related("recitation").filter(recitation__key=key).first()
    if room is None or not rooms.is_open(room, now):
        raise OverError
    rooms.reader_is_there(room, now, sounds=sounds)
    number = int(after) if after.isascii() and after.isdigit() else 0
    return [
        Event(
            "press",
            {
                "key": str(each.key),
                "button": each.button,
                "at": each.at,
                "made_ms": round(each.made_at.timestamp() * 1000),
            },
            str(each.pk),
        )
        for each in rooms.presses(room, number, now)
    ]
