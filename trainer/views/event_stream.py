"""Server-sent events: how they are written, and how a stream waits. They belong on the ASGI process.

A stream says at once that it is there, sends the server's clock every few seconds (a client that hears nothing for
longer has lost its line), and ends after ten minutes; browsers connect again by themselves.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse

from trainer import bells

STREAM_S = 600
CLOCK_S = 5
RETRY_MS = 1000


@dataclass(frozen=True, slots=True)
class Event:
    """One event. `id` is what the browser names as the last that it got when it connects again."""

    name: str
    data: Any
    id: str | None = None

    def __str__(self) -> str:
        head = f"id: {self.id}\n" if self.id is not None else ""
        return f"{head}event: {self.name}\ndata: {json.dumps(self.data, ensure_ascii=False)}\n\n"


class OverError(Exception):
    """Raised by a look when there is nothing more to come; the client is told, and stays away."""


Look = Callable[[str], list[Event]]


def last_event_id(request: HttpRequest) -> str:
    """The last event that this client got: the browser's own note, or what the page kept over a reload."""
    return request.headers.get("Last-Event-ID") or request.GET.get("after", "")


def stream(bell_name: str, look: Look, *, after: str, every_s: float) -> HttpResponse:
    """Look when the bell rings, and every so often; `look(last_id)` reads the database, in a thread of its own."""
    return StreamingHttpResponse(
        _events(bell_name, look, after, every_s),
        content_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _events(bell_name: str, look: Look, after: str, every_s: float) -> AsyncIterator[str]:
    seconds = asyncio.get_running_loop().time
    end, next_clock = seconds() + STREAM_S, 0.0
    yield f"retry: {RETRY_MS}\n\n"
    with bells.listening(bell_name) as bell:
        while seconds() < end:
            try:
                found = await sync_to_async(_looked)(look, after)
            except OverError:
                yield str(Event("over", None))
                return
            if seconds() >= next_clock:
                next_clock = seconds() + CLOCK_S
                yield str(clock())
            for event in found:
                after = event.id if event.id is not None else after
                yield str(event)
            await bell.wait(every_s)


def clock() -> Event:
    """The server's time, in ms."""
    return Event("clock", round(time.time() * 1000))


def _looked(look: Look, after: str) -> list[Event]:
    try:
        return look(after)
    finally:
        connection.close()  # a stream waits for minutes: it must not hold one of the database's few places meanwhile
