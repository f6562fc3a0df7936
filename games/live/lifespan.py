"""The end of the server: tables are let go, and whoever sits there is told to come again."""

from __future__ import annotations

from typing import Any

from games.live import tables


class Lifespan:
    """The web server's own conversation with the application."""

    async def __call__(self, _scope: dict[str, Any], receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.shutdown":
                await tables.here().close()
                await send({"type": "lifespan.shutdown.complete"})
                return
            await send({"type": "lifespan.startup.complete"})
