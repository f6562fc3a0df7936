"""Sockets are opened by pages of this site alone: browsers send cookies along whoever asks for a socket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.http.request import split_domain_port, validate_host


class SameOrigin:
    """Refuses a socket whose page is of another origin than its host, as Django does with what is posted."""

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        headers = {name.decode("latin1").lower(): value.decode("latin1") for name, value in scope["headers"]}
        if is_own(headers.get("origin", ""), headers.get("host", "")):
            await self._app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})


def is_own(origin: str, host: str) -> bool:
    """Whether a page of this origin may open a socket at this host."""
    name, _ = split_domain_port(host)
    if not name or not validate_host(name, settings.ALLOWED_HOSTS):
        return False
    return origin in (f"http://{host}", f"https://{host}") or origin in settings.CSRF_TRUSTED_ORIGINS
