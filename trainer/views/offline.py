"""The service worker of the reader: served from the root, with the files that a reading needs without a network."""

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.views.decorators.http import require_safe

WORKER = "js/service-worker.js"
# The page of a reading and all that it loads; a test follows every import and url().
SHELL = (
    "icon.svg",
    "css/tokens.css",
    "css/site.css",
    "css/cards.css",
    "css/reader.css",
    "css/room.css",
    "js/kept.js",
    "js/reader.js",
    "js/reader/keeping.js",
    "js/reader/position.js",
    "js/reader/room.js",
    "js/reader/score.js",
    "js/room/stream.js",
    "js/audio/clock.js",
    "js/audio/devices.js",
    "js/audio/library.js",
    "js/audio/line.js",
    "js/audio/stretch.js",
    "js/audio/stretch-worker.js",
    "js/audio/stretcher.js",
    "fonts/shippori-mincho-figures.woff2",
    "fonts/shippori-mincho-headings.woff2",
    "fonts/shippori-mincho-kana.woff2",
    "fonts/shippori-mincho-mark.woff2",
    "fonts/shippori-mincho-pages.woff2",
    "fonts/shippori-mincho-poems-0-50.woff2",
    "fonts/shippori-mincho-poems-51-100.woff2",
    "fonts/shippori-mincho-several.woff2",
    "fonts/yuji-syuku-kana.woff2",
    "fonts/yuji-syuku-kanji.woff2",
)


@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Asked for by browsers on their own; another text whenever a file of the shell has changed."""
    return worker_of(WORKER, SHELL, {"Service-Worker-Allowed": "/reader/"})


def worker_of(worker: str, shell: tuple[str, ...], headers: dict[str, str]) -> HttpResponse:
    """A service worker's script with the line that tells it the files of its shell."""
    return HttpResponse(
        _script(worker, shell, settings.DEBUG),
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache"} | headers,
    )


@cache
def _script(worker: str, shell: tuple[str, ...], _is_debug: bool) -> str:
    files = [static(name) for name in shell]
    plain = [settings.STATIC_URL + name for name in shell]
    head = {"version": _version(shell), "files": files, "isHashed": files != plain}
    return f"self.SHELL = {json.dumps(head)};\n{_text(worker)}"


def _version(shell: tuple[str, ...]) -> str:
    """A digest of all that is in the shell."""
    digest = hashlib.sha256()
    for name in shell:
        digest.update(name.encode() + b"\0" + _bytes(name) + b"\0")
    return digest.hexdigest()[:12]


def _bytes(name: str) -> bytes:
    return Path(str(finders.find(name))).read_bytes()


def _text(name: str) -> str:
    return _bytes(name).decode()
