"""The addresses of sockets, and who may come so far: a page of this site, with its session."""

from typing import Any, cast

from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from django.urls import path

from games.live.conductor import recites
from games.live.consumers import TableConsumer
from games.live.hearing import Sounds
from games.live.lifespan import lifespan
from games.live.origin import SameOrigin
from games.live.visitors import Visitors

__all__ = ["Sounds", "guarded", "lifespan"]

sockets = URLRouter(
    [path("ws/tables/<uuid:key>/", TableConsumer.as_asgi()), path("ws/halls/<uuid:key>/", cast("Any", recites))]
)
guarded = SameOrigin(CookieMiddleware(Visitors(sockets)))
