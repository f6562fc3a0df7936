"""The addresses of sockets, and who may come so far: a page of this site, with its session."""

from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from django.urls import path

from games.live.consumers import TableConsumer
from games.live.hearing import Sounds
from games.live.lifespan import lifespan
from games.live.origin import SameOrigin
from games.live.visitors import Visitors

__all__ = ["Sounds", "guarded", "lifespan"]

sockets = URLRouter([path("ws/tables/<uuid:key>/", TableConsumer.as_asgi())])
guarded = SameOrigin(CookieMiddleware(Visitors(sockets)))
