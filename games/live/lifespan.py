"""The beginning and the end of the server, as the web server tells them."""

from __future__ import annotations

from typing import Any

from games.live import tables


async def lifespan(_scope: dict[str, Any], receive: Any, send: Any) -> None:
    """At the end tables are let go, and whoever sits there is told to come again."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.shutdown":
            await tables.here().close()
            await send({"type": "lifespan.shutdown.complete"})
            return
        await send({"type": "lifespan.startup.complete"})
