"""A thread with a connection to the database of its own: it stays open, and is made anew once something went wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from django.db import connection

Found = TypeVar("Found")


class Clerk:
    """Questions are answered one after the other."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def ask(self, question: Callable[..., Found], *args: Any, **fields: Any) -> Found:
        """What it comes to, or raises."""
        asked = partial(_asked, partial(question, *args, **fields))
        return await asyncio.get_running_loop().run_in_executor(self._thread, asked)

    async def close(self) -> None:
        """End it."""
        await self.ask(lambda: connection.close())  # noqa: PLW0108 (each thread has a connection of its own)
        self._thread.shutdown(wait=False)


def _asked(question: Callable[[], Found]) -> Found:
    try:
        return question()
    except Exception:
        connection.close()
        raise
