"""Recordings as files, as lists for the browser, and as a page: how many are there, who asked, what went wrong.

Nothing here renders: a person asks (trainer.wishes), and other processes do it.
"""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST, require_safe

from trainer import audio, renderer, throttle, wishes
from trainer.audio import ALL_VERSES
from trainer.forms import TOO_OFTEN
from trainer.models import Recording
from trainer.reciter.mora import MoraTime
from trainer.reciter.tempo import FORMER, OFFICIAL, PRESETS, tempo
from trainer.reciter.voice import Manner
from trainer.views.guards import person_required
from trainer.voice_names import name_of_key

KINDS = {"mp3": "audio/mpeg"}  # by the ending; a voice that brings another kind adds it here
FOR_EVER = "max-age=31536000, immutable"
LOOK_S = 1
STREAM_S = 600  # then the browser connects again by itself


# Files ---------------------------------------------------------------------------------------------------


@require_safe
def recording(request: HttpRequest, digest: str, suffix: str) -> HttpResponse:
    """One file, kept by the browser for ever: its name is the digest of its bytes. Never renders."""
    found = Recording.objects.heard_by(request.user).filter(sha256=digest, suffix=suffix).first()
    if found is None or not found.is_there:
        raise Http404
    response = HttpResponse(
        found.path.read_bytes(),
        content_type=KINDS.get(suffix, "application/octet-stream"),
        headers={"Cache-Control": FOR_EVER if found.pack_id is None else f"private, {FOR_EVER}", "ETag": f'"{digest}"'},
    )
    return get_conditional_response(request, etag=f'"{digest}"', response=response)


@gzip_page  # 150 KB for a whole set, and nothing secret in it
@require_safe
def listing(request: HttpRequest, voice: str, tempo: str) -> HttpResponse:
    """What is there of a voice at a tempo, with its times: docs/recordings.md describes each field."""
    try:
        of_voice, manner = audio.voice_for(voice, request.user), Manner(_tempo(tempo))
    except (KeyError, ValueError):
        raise Http404 from None
    verses = {str(name): _entry(row) for name, row in audio.heard_of(of_voice, manner).items()}
    content = {
        "voice": of_voice.key,
        "tempo": manner.tempo.name,
        "pause_ms": manner.tempo.pause_ms,
        "timing": "approximate" if getattr(of_voice, "has_one_manner", False) else "exact",
        "verses": verses,
        "missing": len(ALL_VERSES) - len(verses),
    }
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    etag = f'"{hashlib.sha256(body).hexdigest()}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
    response = HttpResponse(body, content_type="application/json", headers=headers)
    return get_conditional_response(request, etag=etag, response=response)


_tempo = tempo  # the address has a part of that name


def _entry(row: Recording) -> dict[str, object]:
    times = row.times
    return {
        "url": reverse("recording", args=[row.sha256, row.suffix]),
        "bytes": row.size,
        "onset_ms": _rounded(times.onset_ms),
        "end_ms": _rounded(times.end_ms),
        "length_ms": _rounded(times.length_ms),
        "morae": [_compact(mora) for mora in times.morae],
    }


def _compact(mora: MoraTime) -> list[object]:
    times = (mora.start_ms, mora.vowel_ms, mora.end_ms, mora.nominal_end_ms)
    return [mora.kana, mora.phrase, *map(_rounded, times)]


def _rounded(ms: float) -> float:
    """To a microsecond, a fraction of a sample."""
    return round(ms, 3)


# The page ------------------------------------------------------------------------------------------------


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Every voice and tempo: how far it is, who asked, what failed and why."""
    return render(request, "trainer/recordings.html", _context(request))


@require_POST
@person_required
def ask(request: HttpRequest) -> HttpResponse:
    """One wish: the whole set of a voice at a preset tempo; or what failed of it, once more."""
    voice = audio.voices().get(request.POST.get("voice", ""))
    of_tempo = PRESETS.get(request.POST.get("tempo", ""))
    if voice is None or of_tempo is None:
        messages.error(request, _("There is no such voice or tempo. Nothing was asked for."))
    elif not throttle.may_try(throttle.wishes(request)):
        messages.error(request, TOO_OFTEN)
    elif request.POST.get("do") == "again":
        wishes.try_again(request.user, voice, Manner(of_tempo))
        messages.success(request, _("What failed is tried again. You need not wait here."))
    else:
        wishes.wish(request.user, voice, Manner(of_tempo))
        messages.success(request, _("Asked for. You need not wait here: all else goes on meanwhile."))
    return redirect("recordings")


def _context(request: HttpRequest) -> dict[str, object]:
    sets = wishes.progress(request.user, timezone.now())
    notes = _notes()
    by_voice = {each.voice.key: [] for each in sets}
    for each in sets:
        by_voice[each.voice.key].append((each, notes.get(each.manner.tempo.name, "")))
    is_idle = not settings.CELERY_BROKER_URL and not renderer.is_running()
    return {
        "voices": [(key, name_of_key(key), its_sets) for key, its_sets in by_voice.items()],
        "is_going_on": not is_idle and any(each.is_going_on for each in sets),
        "is_idle": is_idle,
    }


def _notes() -> dict[str, str]:
    """What a tempo is, by its name."""
    return {
        OFFICIAL.name: _("The tempo of competitions today."),
        FORMER.name: _("The former tempo of competitions, a second shorter in both verses."),
    }


# Live ----------------------------------------------------------------------------------------------------


@require_safe
async def stream(request: HttpRequest) -> HttpResponse:
    """The page's figures as server-sent events, each part when it changes; `over` when nothing grows any more."""
    person = await request.auser()
    return StreamingHttpResponse(
        _events(person, translation.get_language()),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _events(person, language: str) -> AsyncIterator[str]:
    sent: dict[str, str] = {}
    end = asyncio.get_running_loop().time() + STREAM_S
    while asyncio.get_running_loop().time() < end:
        parts, is_over = await sync_to_async(_parts)(person, language)
        for name, html in parts.items():
            if sent.get(name) != html:
                yield _event(name, html)
        sent = parts
        if is_over:
            yield _event("over", "")
            return
        await asyncio.sleep(LOOK_S)


def _event(name: str, html: str) -> str:
    lines = "".join(f"data: {line}\n" for line in html.splitlines() or [""])
    return f"event: {name}\n{lines}\n"


def _parts(person, language: str) -> tuple[dict[str, str], bool]:
    """The page's live parts, by the names that the page swaps them under; and whether nothing is going on any more."""
    sets = wishes.progress(person, timezone.now())
    with translation.override(language):
        parts = {}
        for each in sets:
            parts[f"figures-{each.key}"] = render_to_string("trainer/recordings.html#figures", {"set": each})
            parts[f"failures-{each.key}"] = render_to_string("trainer/recordings.html#failures", {"set": each})
    return parts, not any(each.is_going_on for each in sets)
