"""A room from outside: the door, the projector, the remote. Nobody here needs an account; the code is the ticket.

What is sent is `rooms.sight`, and markup made of it: no page and no event has a poem that was not read aloud.
"""

from datetime import timedelta
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from asgiref.sync import sync_to_async
from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trainer import rooms, throttle
from trainer.forms import TOO_OFTEN
from trainer.models import Room
from trainer.poems.kimariji import as_written
from trainer.poems.poem import poem
from trainer.rooms import Button, Sight
from trainer.views.event_stream import Event, OverError, last_event_id, stream

SIGHTS_EVERY_S = 1.0  # where the bell is not heard: several processes without Redis
COOKIE = "remote"


class NoRoomError(Exception):
    """There is no such room, or whoever asks has tried too often; the message is for them."""

    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.status = status


def _enter(request: HttpRequest, code: str) -> Room:
    """The open room of this code; NoRoomError after a wrong one, or too many."""
    limits = throttle.rooms(request)
    if not throttle.may_try(limits):
        raise NoRoomError(str(TOO_OFTEN), 429)
    room = rooms.find(code, timezone.now())
    if room is None:
        raise NoRoomError(_("No room has this code. It may have been closed: rooms end with their reading."), 404)
    throttle.take_back(limits)
    return room


def _turned_away(request: HttpRequest, code: str, refusal: NoRoomError) -> HttpResponse:
    return render(request, "trainer/room_door.html", {"code": code, "error": str(refusal)}, status=refusal.status)


# The door ------------------------------------------------------------------------------------------------


class DoorForm(forms.Form):
    code = forms.CharField(max_length=20)


@require_http_methods(["GET", "HEAD", "POST"])
def door(request: HttpRequest) -> HttpResponse:
    """Where a code is typed in."""
    if request.method != "POST":
        return render(request, "trainer/room_door.html", {"code": "", "error": ""})
    form = DoorForm(request.POST)
    if not form.is_valid():
        context = {"code": "", "error": _("Type the six letters and figures that the reader shows.")}
        return render(request, "trainer/room_door.html", context, status=422)
    try:
        room = _enter(request, form.cleaned_data["code"])
    except NoRoomError as refusal:
        return _turned_away(request, form.cleaned_data["code"], refusal)
    return redirect("room", code=room.code)


# The projector -------------------------------------------------------------------------------------------


@never_cache
@require_safe
def projector(request: HttpRequest, code: str) -> HttpResponse:
    """The last poem that was read, large, for a whole room."""
    try:
        room = _enter(request, code)
    except NoRoomError as refusal:
        return _turned_away(request, code, refusal)
    return render(request, "trainer/room_projector.html", _context(room) | {"address": _address(request)})


def _address(request: HttpRequest) -> str:
    """Where the code is typed in, as people write it."""
    parts = urlsplit(request.build_absolute_uri(reverse("room-door")))
    return f"{parts.netloc}{parts.path}".rstrip("/")


def _context(room: Room) -> dict[str, object]:
    now = timezone.now()
    seen = rooms.sight(room, now)
    return {"room": room, "sight": seen, "mark": rooms.mark(room, now)} | _poems(seen)


def _poems(seen: Sight) -> dict[str, object]:
    entries = [{"heard": each, "poem": poem(each.number), "kimariji": as_written(each.number)} for each in seen.heard]
    return {"last": entries[0] if entries else None, "earlier": entries[1:], "joka": poem(0) if seen.is_joka else None}


@require_safe
async def sights(request: HttpRequest, code: str) -> HttpResponse:
    """What is to be seen, as an event stream: the whole of it, whenever something of it is new."""
    try:
        room = await sync_to_async(_enter)(request, code)
    except NoRoomError as refusal:
        return JsonResponse({"error": str(refusal)}, status=refusal.status)
    key, language = _key(request, room), translation.get_language()
    return stream(
        str(room.recitation.key),
        lambda after: _sights(room.pk, after, key, language),
        after=last_event_id(request),
        every_s=SIGHTS_EVERY_S,
    )


def _sights(room_pk: int, after: str, key: str, language: str) -> list[Event]:
    now = timezone.now()
    room = Room.objects.select_related("recitation").filter(pk=room_pk).first()
    if room is None or not rooms.is_open(room, now):
        raise OverError
    mark = rooms.mark(room, now)
    if mark == after:
        return []
    context = _context(room)
    with translation.override(language):
        html = render_to_string("partials/room_poem.html", context).strip()
        last_html = render_to_string("partials/room_last.html", context) if context["last"] else ""
    data = {"html": html, "last_html": last_html, "may_press": rooms.may_press(room, key)}
    return [Event("sight", context["sight"].as_json() | data, mark)]


# The remote ----------------------------------------------------------------------------------------------


def _key(request: HttpRequest, room: Room) -> str:
    """The key that this browser holds for the room, or nothing."""
    return request.get_signed_cookie(COOKIE, default="", salt=room.code)


@never_cache
@require_safe
def remote(request: HttpRequest, code: str) -> HttpResponse:
    """The buttons. The link that the owner gives brings the key, which moves into a cookie and out of the address."""
    try:
        room = _enter(request, code)
        if "key" in request.GET:
            return _with_key(request, room)
    except NoRoomError as refusal:
        return _turned_away(request, code, refusal)
    may_press = rooms.may_press(room, _key(request, room))
    context = _context(room) | {"may_press": may_press, "press_key": uuid4()}
    return render(request, "trainer/room_remote.html", context, status=200 if may_press else 403)


def _with_key(request: HttpRequest, room: Room) -> HttpResponse:
    limits = throttle.rooms(request)
    if not throttle.may_try(limits):
        raise NoRoomError(str(TOO_OFTEN), 429)
    answer = redirect("room-remote", code=room.code)
    if rooms.may_press(room, request.GET["key"]):
        throttle.take_back(limits)
        answer.set_signed_cookie(
            COOKIE,
            room.remote_key,
            salt=room.code,
            path=reverse("room", args=[room.code]),
            max_age=rooms.OPEN_FOR,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return answer


class PressForm(forms.Form):
    """`key`: the remote's own name of this press; `age_ms`: how long it was under way before it was sent."""

    key = forms.UUIDField()
    button = forms.ChoiceField(choices=[(each.value, each.value) for each in Button])
    at = forms.IntegerField(min_value=0, max_value=10_000, required=False)
    age_ms = forms.IntegerField(min_value=0, max_value=86_400_000, required=False)


@require_POST
def press(request: HttpRequest, code: str) -> HttpResponse:
    """One button. A page with JavaScript gets 202 or a sentence; one without comes back to the remote."""
    try:
        room = _enter(request, code)
    except NoRoomError as refusal:
        return _refused(request, str(refusal), refusal.status)
    if not rooms.may_press(room, _key(request, room)):
        return _refused(request, _("This remote has been taken away. Ask for a new link."), 403)
    form = PressForm(request.POST)
    if not form.is_valid():
        return _refused(request, _("There is no such button."), 400)
    if not _press(room, form.cleaned_data):
        return _refused(request, _("That came too late and was not carried out. Press again."), 409)
    if _wants_json(request):
        return JsonResponse({}, status=202)
    return redirect("room-remote", code=room.code)


def _press(room: Room, sent: dict[str, object]) -> bool:
    now = timezone.now()
    key: UUID = sent["key"]
    return rooms.press(
        room,
        key,
        Button(sent["button"]),
        at=sent["at"],
        made_at=now - timedelta(milliseconds=sent["age_ms"] or 0),
        now=now,
    )


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")


def _refused(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"error": sentence}, status=status)
    return render(request, "trainer/room_door.html", {"code": "", "error": sentence}, status=status)
