"""The shortest way to a sound: who has a seat's socket open here, by the same session, gets it without a page's detour.

All tables of a process fetch theirs in the same seconds before `go`; the view (games/views/live_sound.py) asks the
database who somebody is, which the socket has done already. Whatever is not plainly so goes to the pages.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from http.cookies import SimpleCookie
from typing import Any
from uuid import UUID

from django.conf import settings

from games.live import called

ADDRESS = re.compile(r"/tables/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/sound/([0-9a-f]{32})/")
HEADERS = [
    (b"content-type", b"application/octet-stream"),
    (b"cache-control", b"max-age=0, no-cache, no-store, must-revalidate, private"),
    (b"x-content-type-options", b"nosniff"),
]
App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class Sounds:
    """The pages, and before them the sounds of the tables that are here."""

    def __init__(self, pages: App) -> None:
        self._pages = pages

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        body = _body(scope)
        if body is None:
            await self._pages(scope, receive, send)
            return
        headers = [*HEADERS, (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def _body(scope: dict[str, Any]) -> bytes | None:
    """The sound that is asked for, if it has been called here and who asks sits there."""
    address = ADDRESS.fullmatch(scope["path"])
    if address is None or scope["method"] != "GET":
        return None
    key = UUID(address[1])
    if not called.is_listening(_session(scope), key):
        return None
    found = called.of(key, address[2])
    return found.body() if found else None


def _session(scope: dict[str, Any]) -> str:
    cookies = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            cookies.load(value.decode("latin1"))
    session = cookies.get(settings.SESSION_COOKIE_NAME)
    return session.value if session else ""
