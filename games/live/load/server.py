"""The server under load: one process with the whole application, that notes when things were due.

What it notes goes into a file when it ends: the players, on the same machine and so by the same steady clock, compare
it with what they were told when.
"""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn

from games.live import reciter, tables
from games.live.clock import now_ms
from games.live.reading import Reading
from games.live.wire import MOST_BYTES

LOOP_EVERY_S = 0.02


class Notes:
    """When touches could be told, when verdicts were due, how late the loop was; ms."""

    def __init__(self) -> None:
        self.final: dict[str, float] = {}
        self.closes: dict[str, float] = {}
        self.loop: list[float] = []

    def watch(self) -> None:
        """Note what every reading holds and closes from now on."""
        hold, judge = Reading.hold, reciter.Reciter._judge  # noqa: SLF001 (an instrument on the outside)

        def held(reading: Reading, state: Any, touches: Any) -> None:
            hold(reading, state, touches)
            url = str((reading.prepared.sound or {}).get("url"))
            for at, touch in reading.untold:
                self.final[f"{url}:{touch.seat}:{touch.card}"] = at

        def judged(self_: reciter.Reciter, reading: Reading, at: float) -> Any:
            url = str((reading.prepared.sound or {}).get("url"))
            self.closes[url] = reading.close_due_ms(self_._course.state)  # noqa: SLF001
            return judge(self_, reading, at)

        Reading.hold = held  # type: ignore[method-assign,assignment]
        reciter.Reciter._judge = judged  # type: ignore[method-assign,assignment]  # noqa: SLF001

    async def sample(self) -> None:
        """How late the loop comes to what it has been asked for."""
        while True:
            before = now_ms()
            await asyncio.sleep(LOOP_EVERY_S)
            self.loop.append(now_ms() - before - LOOP_EVERY_S * 1000)


def memory_mb() -> dict[str, float]:
    """Resident memory of this process now and at its most."""
    lines = dict(
        line.split(":", 1) for line in Path("/proc/self/status").read_text("ascii").splitlines() if ":" in line
    )
    return {name: int(lines[key].split()[0]) / 1024 for name, key in (("rss_mb", "VmRSS"), ("peak_mb", "VmHWM"))}


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The loop that uvicorn takes when it is started by itself: uvloop, where there is one."""
    return uvicorn.Config("", loop="auto").get_loop_factory()


def serve(port: int, notes_to: Path) -> None:
    """Until it is told to stop."""
    signal.signal(signal.SIGTERM, lambda *_: None)  # uvicorn sends itself the signal again when it has ended
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_serve(port, notes_to))


async def _serve(port: int, notes_to: Path) -> None:
    notes = Notes()
    notes.watch()
    server = uvicorn.Server(
        uvicorn.Config(
            "karuta_site.asgi:application",
            host="127.0.0.1",
            port=port,
            ws="websockets-sansio",
            ws_max_size=MOST_BYTES,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=2,
        )
    )
    began_ms = now_ms()
    sampling = asyncio.get_running_loop().create_task(notes.sample())
    await server.serve()
    sampling.cancel()
    count = len(tables.here().open)
    busy = {"cpu_s": time.process_time(), "wall_s": (now_ms() - began_ms) / 1000, "tables": count}
    told = {"final": notes.final, "closes": notes.closes, "loop": notes.loop} | busy | memory_mb()
    notes_to.write_text(json.dumps(told), encoding="utf-8")
