"""Who waits for news in an event stream is woken at once; what the news is stands in the database.

    with bells.listening("a name") as bell:
        while True:
            ...                     # look into the database
            await bell.wait(1)      # seconds, at most: a bell may be missed, rung in another process

Within one process a bell costs nothing. With REDIS_URL it is heard in every process; without, others notice when their
wait is over.
"""

import asyncio
import logging
import threading
import weakref
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.conf import settings

logger = logging.getLogger(__name__)

CHANNEL = "naniwazu-bells"
AGAIN_S = 5  # after Redis could not be reached
LOOKS_UP_S = 1.0  # who listens, in case that it is to end

_lock = threading.Lock()  # bells are rung in any thread, and heard in the one of their event loop
_bells: dict[str, set["Bell"]] = defaultdict(set)
_hearers: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Task[None]] = weakref.WeakKeyDictionary()


class Bell:
    """One waiting stream."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()

    async def wait(self, most_s: float) -> None:
        """Until it has been rung since the last wait, or the time is over."""
        try:
            async with asyncio.timeout(most_s):
                await self._rung.wait()
        except TimeoutError:
            return
        self._rung.clear()

    def ring(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._rung.set)
        except RuntimeError:  # the loop has ended, and its streams with it
            logger.debug("a bell in an empty house")


@contextmanager
def listening(name: str) -> Iterator[Bell]:
    """A bell that rings whenever `ring(name)` is called, until the block is left. Within an event loop."""
    bell = Bell()
    _hear_others()
    with _lock:
        _bells[name].add(bell)
    try:
        yield bell
    finally:
        with _lock:
            _bells[name].discard(bell)
            if not _bells[name]:
                del _bells[name]


def ring(name: str) -> None:
    """Wake all who listen to this name. Never fails and never waits long: who misses it looks by himself."""
    _ring_here(name)
    if settings.REDIS_URL:
        try:
            _redis(settings.REDIS_URL).publish(CHANNEL, name)
        except OSError as error:  # Redis' own errors of the connection come wrapped: see _redis
            logger.warning("Redis is away, other processes hear of it later: %s", error)


def _ring_here(name: str) -> None:
    with _lock:
        waiting = tuple(_bells.get(name, ()))
    for bell in waiting:
        bell.ring()


# Other processes -----------------------------------------------------------------------------------------


class _Publisher:
    def __init__(self, url: str) -> None:
        import redis  # noqa: PLC0415 - only where there is one

        self._errors = redis.RedisError
        self._client = redis.from_url(url, socket_timeout=1, socket_connect_timeout=1)

    def publish(self, channel: str, name: str) -> None:
        """OSError where it cannot be."""
        try:
            self._client.publish(channel, name)
        except self._errors as error:
            raise OSError(str(error)) from error


@cache
def _redis(url: str) -> _Publisher:
    return _Publisher(url)


def _hear_others() -> None:
    """One ear a process, for as long as its event loop runs."""
    loop = asyncio.get_running_loop()
    if settings.REDIS_URL and (loop not in _hearers or _hearers[loop].done()):
        _hearers[loop] = loop.create_task(_hear(settings.REDIS_URL))


async def _hear(url: str) -> None:
    import redis.asyncio as redis  # noqa: PLC0415 - only where there is one

    while not _is_cancelled():
        try:
            async with redis.from_url(url, decode_responses=True) as client, client.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                while not _is_cancelled():
                    message = await channel.get_message(ignore_subscribe_messages=True, timeout=LOOKS_UP_S)
                    if message is not None:
                        _ring_here(message["data"])
        except (redis.RedisError, OSError) as error:
            logger.warning("Redis is away, and is asked again in %d s: %s", AGAIN_S, error)
            await asyncio.sleep(AGAIN_S)


def _is_cancelled() -> bool:
    """While it connects, redis' client may swallow the request to end; the server would wait for it for ever."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
