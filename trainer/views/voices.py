"""Voices: which there are, whose they are, which one reads to oneself; and packs of recordings of one's own."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib import messages
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from trainer import audio, elsewhere, packs, renderer, throttle
from trainer.forms import TOO_OFTEN, PackUpload
from trainer.models import VoicePack
from trainer.pack_problems import sentence, verse_name, verse_names
from trainer.reciter.packs.archive import MOST_FILE_BYTES, MOST_ZIP_BYTES
from trainer.reciter.packs.problems import LONGEST_S, SHORTEST_S, BrokenPackError
from trainer.reciter.voices import VOICES
from trainer.views.guards import person_required
from trainer.voice_names import name_of, name_of_key

CHUNK = 256 * 1024
MEGABYTE = 1024**2


# All voices ----------------------------------------------------------------------------------------------


@require_safe
def voices(request: HttpRequest) -> HttpResponse:
    """The voices of the site, and one's own packs."""
    person = request.user
    own = person.packs.prefetch_related("files") if person.is_authenticated else ()
    mine = [(pack, packs.summary(pack.files.all())) for pack in own]
    shared = elsewhere.shared_packs(person).values()
    context = {
        "voices": [_entry(key) for key in audio.voices()],
        "packs": mine,
        "shared": [(pack, packs.summary(pack.files.all())) for pack in shared],
        "chosen": audio.chosen_voice(person).key,
        "most": packs.most_of(person) if person.is_authenticated else 0,
    }
    return render(request, "trainer/voices.html", context)


def _entry(key: str) -> dict[str, object]:
    built_in = VOICES.get(key)
    return {"key": key, "name": name_of_key(key), "credit": built_in, "about": _abouts().get(key, "")}


def _abouts() -> dict[str, str]:
    """What a voice is, by its key."""
    return {
        "m001": _("Chants on D. It is made on this machine, and every one of its sounds has its time."),
        "mei": _("Chants on B, a sixth higher. It is made in the same way."),
        "gtts": _("Speaks and does not chant. Needs a network: each verse is sent to Google. Times are approximate."),
    }


@require_POST
@person_required
def choose(request: HttpRequest) -> HttpResponse:
    """The voice that reads to this person from now on."""
    key = request.POST.get("voice", "")
    try:
        voice = audio.voice_for(key, request.user)
    except KeyError:
        messages.error(request, _("There is no such voice. Nothing was changed."))
    else:
        request.user.voice = "" if key == audio.default_voice().key else key
        request.user.save(update_fields=["voice"])
        messages.success(request, _("From now on this voice reads to you: %(name)s.") % {"name": name_of(voice)})
    return redirect("voices")


# One's own -----------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@person_required
def upload(request: HttpRequest) -> HttpResponse:
    """How files are named, and where a zip of them is handed in. What is in it is looked at later, elsewhere."""
    if request.method != "POST":
        return _upload_page(request, PackUpload())
    form = PackUpload(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, form, status=400)
    if not throttle.may_try(throttle.uploads(request)):
        form.add_error(None, TOO_OFTEN)
        return _upload_page(request, form, status=429)
    given = form.cleaned_data
    try:
        pack = packs.take_in(request.user, title=given["title"], licence=given["licence"], upload=given["file"])
    except packs.KnownPackError as error:
        messages.info(request, _("You have uploaded this very file before: here it is."))
        return redirect("pack", error.pack.pk)
    except packs.TooManyPacksError:
        form.add_error(None, _("You have as many packs as there is room for. Delete one first."))
    except packs.TooLargeError:
        form.add_error("file", form.too_large)
    except BrokenPackError as error:
        form.add_error("file", sentence(error.problem))
    else:
        messages.success(request, _("Taken in. Each recording is now looked at; you need not wait here."))
        return redirect("pack", pack.pk)
    return _upload_page(request, form, status=400)


def _upload_page(request: HttpRequest, form: PackUpload, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "is_full": request.user.packs.count() >= packs.most_of(request.user),
        "most": packs.most_of(request.user),
        "zip_megabytes": MOST_ZIP_BYTES // MEGABYTE,
        "file_megabytes": MOST_FILE_BYTES // MEGABYTE,
        "shortest": SHORTEST_S,
        "longest": LONGEST_S,
    }
    return render(request, "trainer/pack_upload.html", context, status=status)


@dataclass(frozen=True, slots=True)
class Cell:
    """A verse in the table of a pack."""

    poem: int
    name: str
    state: str
    label: str
    address: str = ""


@require_safe
@person_required
def pack(request: HttpRequest, key: object) -> HttpResponse:
    """What has become of a pack: verse by verse, what is missing, what is broken and why."""
    own = _own(request, key)
    found = packs.summary(own.files.all())
    sounds = {
        (row.poem, row.half): reverse("recording", args=[row.sha256, row.suffix])
        for row in own.recordings.only("poem", "half", "sha256", "suffix")
    }
    context = {
        "pack": own,
        "summary": found,
        "halves": [(half, title, cells) for half, title in _halves() if (cells := _cells(found, half, sounds))],
        "missing": len(found.of("missing")),
        "missing_names": _names_of(found, "missing"),
        "broken": [
            (verse_name(each.poem, each.half), each.file.name, sentence(each.file.problem))
            for each in found.of("broken")
        ],
        "untimed": len(found.of("untimed")),
        "untimed_names": _names_of(found, "untimed"),
        "refused": [(name, sentence(problem)) for name, problem in own.refused],
        "is_chosen": request.user.voice == own.voice,
        "is_idle": found.is_going_on and not settings.CELERY_BROKER_URL and not renderer.is_running(),
        "megabytes": own.size / MEGABYTE,
    }
    return render(request, "trainer/pack.html", context)


def _names_of(found: packs.Summary, state: str) -> str:
    return verse_names([(each.poem, each.half) for each in found.of(state)])


def _halves() -> tuple[tuple[str, str], ...]:
    return ("upper", _("Upper verses")), ("lower", _("Lower verses"))


def _cells(found: packs.Summary, half: str, sounds: dict[tuple[int, str], str]) -> list[Cell]:
    states = {
        "ready": _("ready"),
        "untimed": _("no times"),
        "waiting": _("waiting"),
        "broken": _("broken"),
        "missing": _("missing"),
    }
    return [
        Cell(
            each.poem,
            verse_name(each.poem, half),
            each.state,
            states[each.state],
            sounds.get((each.poem, half), "") if each.state in ("ready", "untimed") else "",
        )
        for each in found.verses
        if each.half == half
    ]


@require_safe
@person_required
def original(request: HttpRequest, key: object) -> HttpResponse:
    """The zip, byte for byte as it was uploaded."""
    own = _own(request, key)
    if not own.path.exists():
        raise Http404
    headers = {
        "Content-Length": str(own.size),
        "Content-Disposition": content_disposition_header(True, own.file_name),
        "Cache-Control": "private, no-store",
    }
    # A server that waits for none would read an ordinary file into memory as a whole.
    chunks = _chunks_in_turn(own.path) if isinstance(request, ASGIRequest) else _chunks(own.path)
    return StreamingHttpResponse(chunks, content_type="application/zip", headers=headers)


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk


async def _chunks_in_turn(path: Path) -> AsyncIterator[bytes]:
    with await sync_to_async(path.open)("rb") as file:
        while chunk := await sync_to_async(file.read)(CHUNK):
            yield chunk


@require_POST
@person_required
def again(request: HttpRequest, key: object) -> HttpResponse:
    """Look once more at what was broken."""
    own = _own(request, key)
    packs.try_again(own)
    return redirect("pack", own.pk)


@require_POST
@person_required
def delete(request: HttpRequest, key: object) -> HttpResponse:
    """The pack with everything that was made from it, once its owner has said yes."""
    own = _own(request, key)
    if request.POST.get("sure") != "yes":
        messages.error(request, _("Tick the box if the pack is to be deleted. Nothing was changed."))
        return redirect("pack", own.pk)
    packs.delete(own)
    messages.success(request, _("“%(title)s” is deleted, with all that was made from it.") % {"title": own.title})
    return redirect("voices")


def _own(request: HttpRequest, key: object) -> VoicePack:
    return get_object_or_404(VoicePack, pk=key, person=request.user)
