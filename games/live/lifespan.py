"""The web server's conversation with the application about its beginning and its end."""

from __future__ import annotations

from typing import Any

from games.live.alone import NotAloneError, stop_supervisor
from games.live.house import House


class Lifespan:
    """One process serves, from its beginning to its end."""

    async def __call__(self, _scope: dict[str, Any], receive: Any, send: Any) -> None:
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
