"""The addresses of sockets, and who may come so far: a page of this site, with its session."""

from typing import Any

from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from django.urls import path, re_path

from games.live.conductor import recites
from games.live.consumers import TableConsumer
from games.live.hearing import Sounds
from games.live.lifespan import lifespan
from games.live.origin import SameOrigin
from games.live.visitors import Visitors

__all__ = ["Sounds", "guarded", "lifespan"]


async def nowhere(_scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Any other address: refused."""
    await receive()
    await send({"type": "websocket.close"})


seats, reciters = Visitors(TableConsumer.as_asgi()), Visitors(recites)
sockets = URLRouter(
    [
        path("ws/tables/<uuid:key>/", seats),  # type: ignore[arg-type]
        path("ws/halls/<uuid:key>/", reciters),  # type: ignore[arg-type]
        re_path("", nowhere),  # type: ignore[arg-type,list-item]
    ]
)
guarded = SameOrigin(CookieMiddleware(sockets))
