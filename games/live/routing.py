"""The addresses of sockets, and who may come so far: a page of this site, with its session."""

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from django.urls import path

from games.live.consumers import TableConsumer
from games.live.hearing import Sounds
from games.live.lifespan import lifespan
from games.live.origin import SameOrigin

__all__ = ["Sounds", "guarded", "lifespan"]

sockets = URLRouter([path("ws/tables/<uuid:key>/", TableConsumer.as_asgi())])
guarded = SameOrigin(AuthMiddlewareStack(sockets))
