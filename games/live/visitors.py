"""Who opens a socket: the person of the session that came along, looked up by the process's own clerk."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.db import DatabaseError
from django.http import HttpRequest

from games.live import tables, wire

log = logging.getLogger(__name__)


class Visitors:
    """Puts `session` and `user` into the scope, as Django's middleware does into a request.

    Not channels' own: it closes the connection to the database before and after every look, and when a server has been
    killed and everybody comes at once to another, that is what they would wait for.
    """

    def __init__(self, app: Callable[..., Awaitable[None]]) -> None:
        self._app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        try:
            session, user = await tables.here().ask(_who, scope["cookies"].get(settings.SESSION_COOKIE_NAME))
        except DatabaseError as problem:
            log.warning("nobody can be let in: %s", problem)
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": wire.RESTARTS})
        else:
            await self._app(dict(scope, session=session, user=user), receive, send)


def _who(session_key: str | None) -> tuple[Any, Any]:
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    return request.session, get_user(request)
