"""The beginning and the end of the server, as the web server tells them."""

from __future__ import annotations

from typing import Any

from games.live.alone import NotAloneError, stop_supervisor
from games.live.house import House


async def lifespan(_scope: dict[str, Any], receive: Any, send: Any) -> None:
    """One process serves: it may not where another does, and at its end everybody is told to come again."""
    await receive()
    house = House()
    try:
        await house.open()
    except NotAloneError as problem:
        stop_supervisor()
        await send({"type": "lifespan.startup.failed", "message": str(problem)})
        return
    house.close_on_signals()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await house.close()
    await send({"type": "lifespan.shutdown.complete"})
