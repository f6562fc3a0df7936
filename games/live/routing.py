"""The addresses of sockets, and who may come so far: a page of this site, with its session."""

from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from django.urls import path, re_path

from games.live.consumers import TableConsumer
from games.live.hearing import Sounds
from games.live.lifespan import lifespan
from games.live.origin import SameOrigin

__all__ = ["Sounds", "guarded", "lifespan"]


async def nowhere(_scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Any other address: refused."""
    await receive()
    await send({"type": "websocket.close"})


sockets = URLRouter([path("ws/tables/<uuid:key>/", TableConsumer.as_asgi()), re_path("", nowhere)])  # type: ignore[arg-type]  # not a view
guarded = SameOrigin(AuthMiddlewareStack(sockets))
