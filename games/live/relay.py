"""Between processes: a socket here, its table there. With REDIS_URL any process serves any table.

    here (front)                                            the owner (back)
    a socket's outlet  ──come, said, trip, left──►  Redis ──►  the table's mailbox
                       ◄──text, probe, end───────   Redis ◄──  an outlet of the relay

Times stay with the socket's process: it stamps `go` when it hands it to the socket, and an arrival is told as "so long
after that", in the owner's clock; so neither the way through Redis nor another machine's clock counts as a player's
delay. Probes are stamped here too. How long the way through Redis takes is told along, and verdicts wait for it.

Redis may lose messages: every link counts them. Whoever misses one, hears nothing for two seconds or cannot speak ends
the link. The sockets of a link that has ended are closed with 4009 and come again; nothing is mended in between.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import redis.asyncio as redis

from games.live import wire
from games.live.clock import now_ms
from games.live.effects import From, Left, RoundTrip
from games.live.outlet import Ending, Outlet
from games.live.table import Arrived, Item, Table

if TYPE_CHECKING:
    from games.live.tables import Tables

BEATS_S = 0.5
SILENT_MS = 2_000.0
REACHED_S = 1.0
AGAIN_S = 0.5  # after Redis could not be reached
STOPS_S = 0.1
LOOKS_UP_S = 1.0  # who listens, in case that it is to end
RTTS_KEPT = 32
UNMEASURED_MS, MOST_MS = 40, 250  # what verdicts wait for the way through Redis
GO = '{"v":1,"t":"go"'
log = logging.getLogger(__name__)


def channel(process: str) -> str:
    """Where a process listens."""
    return f"naniwazu-live:{process}"


@dataclass
class Link:
    """One direction of sockets: from the process that has them to the owner of their tables."""

    key: str
    peer: str
    is_front: bool
    sent: int = 0
    heard: int = 0
    heard_ms: float = 0.0
    waiting: list[list[Any]] = field(default_factory=list)
    outlets: dict[str, Outlet] = field(default_factory=dict)  # front: connection → its outlet here
    tables: dict[str, Table] = field(default_factory=dict)  # back: connection → its table
    ahead_ms: dict[str, float] = field(default_factory=dict)  # front: the owner's clock less ours, by the last `go`
    rtts: deque[float] = field(default_factory=lambda: deque(maxlen=RTTS_KEPT))
    reached: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def relay_ms(self) -> int:
        """How long a message of this link may be under way, both ways together."""
        return min(MOST_MS, round(max(self.rtts)) + 5) if self.rtts else UNMEASURED_MS


@dataclass(frozen=True)
class Seating:
    """Who may sit and look on at a table that is decided elsewhere."""

    seats: dict[Any, int]
    delay_ms: float | None  # None: nobody looks on


class Elsewhere:
    """A table that another process decides at, as its sockets here see it."""

    def __init__(self, key: UUID, opened: Seating, relay: Relay, link: Link) -> None:
        self.key, self.opened = key, opened
        self._relay, self._link = relay, link

    def put(self, item: Item) -> None:
        """Something for the table, in the order of its arrival."""
        link, relay = self._link, self._relay
        match item:
            case Arrived():
                outlet = item.outlet
                if not relay.holds(link):
                    outlet.close(wire.RESTARTS)
                    return
                link.outlets[outlet.connection] = outlet
                relay.say(link, ["come", str(self.key), outlet.connection, item.seat, outlet.language])
            case Left():
                link.outlets.pop(item.connection, None)
                link.ahead_ms.pop(item.connection, None)
                relay.say(link, ["left", item.connection])
            case From():
                # Who has had no `go` may be on any clock. A hall's reading looks for itself (games.live.hall.first_ms).
                ahead_ms = link.ahead_ms.get(item.connection, None if item.message.kind == "touch" else 0.0)
                at_ms = None if ahead_ms is None else item.arrived_ms + ahead_ms
                relay.say(link, ["said", item.connection, item.text, at_ms])
            case RoundTrip():
                relay.say(link, ["trip", item.connection, item.ms, link.relay_ms])


class Sent(Outlet):
    """The owner's end of a connection that another process has: what is put into it goes there."""

    def __init__(self, connection: str, language: str, relay: Relay, link: Link) -> None:
        super().__init__(connection, language)
        self._relay, self._link = relay, link

    def _out(self, item: str | int | Ending) -> None:
        """On to the socket's process; `go` is stamped."""
        if isinstance(item, str):
            stamp = [now_ms()] if item.startswith(GO) else []
            self._relay.say(self._link, ["text", self.connection, item, *stamp])
        else:
            kind = "end" if isinstance(item, Ending) else "probe"
            self._relay.say(self._link, [kind, self.connection, int(item)])


class Relay:
    """All links of one process, to and from its tables."""

    def __init__(self, url: str, tables: Tables) -> None:
        self._url, self._process, self._tables = url, tables.process, tables
        self._links: dict[str, Link] = {}
        self._fronts: dict[str, Link] = {}
        self._wanted = asyncio.Event()
        self._opening: set[asyncio.Task[None]] = set()
        self._last: list[tuple[str, str]] = []  # to processes with which there is no link any more
        self._tasks: list[asyncio.Task[None]] = []
        self._kinds: dict[str, Callable[..., None]] = {
            "come": self._come,
            "said": self._said,
            "trip": self._trip,
            "left": self._left,
            "ping": self._ping,
            "text": self._text,
            "probe": self._probe,
            "end": self._ended,
            "pong": self._pong,
        }

    def start(self) -> None:
        """Listen and speak until `stop`."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(job()) for job in (self._hear_on, self._speak_on, self._beat_on)]

    async def stop(self) -> None:
        """End all links, and say so."""
        for link in list(self._links.values()):
            self._end(link, "this process ends")
        await asyncio.sleep(STOPS_S)  # for what is still to be said
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks, timeout=2)

    # Fronts ----------------------------------------------------------------------------------------------
    async def reach(self, process: str) -> Link | None:
        """The link to an owner, once it has answered; None: it does not."""
        link = self._fronts.get(process)
        if link is None:
            link = Link(uuid4().hex, process, is_front=True, heard_ms=now_ms())
            self._fronts[process] = self._links[link.key] = link
            self.say(link, ["ping", now_ms()])
        try:
            await asyncio.wait_for(link.reached.wait(), REACHED_S)
        except TimeoutError:
            self._end(link, "not reached")
        return link if self.holds(link) else None

    def holds(self, link: Link) -> bool:
        """Whether a link has not ended."""
        return self._links.get(link.key) is link

    # Saying ----------------------------------------------------------------------------------------------
    def say(self, link: Link, item: list[Any]) -> None:
        """Something for the other end, in its order."""
        if self.holds(link):
            link.waiting.append(item)
            self._wanted.set()

    def _end(self, link: Link, why: str, *, is_told: bool = True) -> None:
        """A link is over: sockets here come again, sockets over there have gone."""
        if self._links.pop(link.key, None) is None:
            return
        if self._fronts.get(link.peer) is link:
            del self._fronts[link.peer]
        link.reached.set()
        log.info("the link with %s has ended: %s", link.peer, why)
        if is_told:
            self._say_last(link.peer, link.key, why)
        if link.is_front:
            for outlet in list(link.outlets.values()):
                outlet.close(wire.RESTARTS)
            return
        for connection, table in list(link.tables.items()):
            table.put(Left(connection))
            self._tables.deserted(table.key)

    def _say_last(self, peer: str, link: str, why: str) -> None:
        self._last.append((peer, json.dumps({"link": link, "from": self._process, "end": why})))
        self._wanted.set()

    def _end_all(self, why: str) -> None:
        for link in list(self._links.values()):
            self._end(link, why, is_told=False)
        self._last.clear()

    async def _speak_on(self) -> None:
        while not _is_cancelled():
            try:
                async with redis.from_url(self._url, socket_timeout=2, socket_connect_timeout=2) as client:
                    while not _is_cancelled():
                        await self._wanted.wait()
                        self._wanted.clear()
                        await self._flush(client)
            except Exception as problem:  # noqa: BLE001 (whatever it is: who says nothing any more serves nobody)
                self._away(problem)
                await asyncio.sleep(AGAIN_S)

    async def _flush(self, client: Any) -> None:
        """Everything that waits, in one go. Who is not heard by anybody has gone."""
        last, self._last = self._last, []
        full = [link for link in self._links.values() if link.waiting]
        if not last and not full:
            return
        pipe = client.pipeline(transaction=False)
        for link in full:
            pipe.publish(channel(link.peer), self._packed(link))
        for peer, message in last:
            pipe.publish(channel(peer), message)
        heard = await pipe.execute()
        for link, count in zip(full, heard, strict=False):
            if not count:
                self._end(link, "nobody listens there", is_told=False)

    def _packed(self, link: Link) -> str:
        link.sent += 1
        items, link.waiting = link.waiting, []
        told = {"link": link.key, "from": self._process, "count": link.sent, "is_front": link.is_front, "items": items}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    async def _beat_on(self) -> None:
        """A sign of life from every front, which the back answers; who has heard none for long ends the link."""
        while True:
            await asyncio.sleep(BEATS_S)
            now = now_ms()
            for link in list(self._links.values()):
                if now - link.heard_ms > SILENT_MS:
                    self._end(link, "silence")
                elif link.is_front:
                    self.say(link, ["ping", now])

    def _away(self, problem: Exception) -> None:
        log.warning("Redis is away, and is asked again: %r", problem)
        self._end_all("Redis is away")

    # Hearing ---------------------------------------------------------------------------------------------
    async def _hear_on(self) -> None:
        while not _is_cancelled():
            try:
                async with (
                    redis.from_url(self._url, decode_responses=True, socket_connect_timeout=2) as client,
                    client.pubsub() as ear,
                ):
                    await ear.subscribe(channel(self._process))
                    while not _is_cancelled():
                        message = await ear.get_message(ignore_subscribe_messages=True, timeout=LOOKS_UP_S)
                        if message is not None:
                            self._heard(json.loads(message["data"]))
            except Exception as problem:  # noqa: BLE001 (nor does who hears nothing)
                self._away(problem)
                await asyncio.sleep(AGAIN_S)

    def _heard(self, told: dict[str, Any]) -> None:
        link = self._links.get(told["link"])
        if "end" in told:
            if link is not None:
                self._end(link, told["end"], is_told=False)
            return
        if link is None and told["is_front"] and told["count"] == 1:
            link = self._links[told["link"]] = Link(told["link"], told["from"], is_front=False)
        if link is None:
            self._last.append(
                (told["from"], json.dumps({"link": told["link"], "from": self._process, "end": "unknown"}))
            )
            self._wanted.set()
        elif told["count"] != link.heard + 1:
            self._end(link, "a message was lost")
        else:
            link.heard, link.heard_ms = told["count"], now_ms()
            for kind, *fields in told["items"]:
                self._kinds[kind](link, *fields)

    # As the owner of tables
    def _come(self, link: Link, key: str, connection: str, seat: int | None, language: str) -> None:
        come = Arrived(Sent(connection, language, self, link), seat)
        table = self._tables.at(UUID(key))
        if table is not None:
            self._seat(link, table, come)
        else:  # taken over, and not opened yet
            task = asyncio.get_running_loop().create_task(self._open(link, UUID(key), come))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)

    async def _open(self, link: Link, key: UUID, come: Arrived) -> None:
        try:
            table = await self._tables.find(key)
        except Exception:
            log.exception("table %s cannot be opened", key)
            table = None
        if isinstance(table, Elsewhere) or table is None:
            come.outlet.close(wire.RESTARTS)
        elif self.holds(link):
            self._seat(link, table, come)

    def _seat(self, link: Link, table: Table, come: Arrived) -> None:
        link.tables[come.outlet.connection] = table
        table.put(come)

    def _said(self, link: Link, connection: str, text: str, at_ms: float | None) -> None:
        """A touch of who has had no `go` yet has no moment to count from: it has come when it has come here."""
        if connection in link.tables:
            arrived_ms = now_ms() if at_ms is None else at_ms
            link.tables[connection].put(From(connection, wire.read(text), arrived_ms, text))

    def _trip(self, link: Link, connection: str, ms: float, relay_ms: int) -> None:
        if connection in link.tables:
            link.tables[connection].put(RoundTrip(connection, ms, relay_ms))

    def _left(self, link: Link, connection: str) -> None:
        table = link.tables.pop(connection, None)
        if table is not None:
            table.put(Left(connection))
            self._tables.deserted(table.key)

    def _ping(self, link: Link, at_ms: float) -> None:
        self.say(link, ["pong", at_ms])

    # As the process of sockets
    def _text(self, link: Link, connection: str, text: str, at_ms: float | None = None) -> None:
        outlet = link.outlets.get(connection)
        if outlet is not None:
            if at_ms is not None:
                link.ahead_ms[connection] = at_ms - now_ms()
            outlet.pass_on(text)

    def _probe(self, link: Link, connection: str, number: int) -> None:
        outlet = link.outlets.get(connection)
        if outlet is not None:
            outlet.probe(number)

    def _ended(self, link: Link, connection: str, code: int) -> None:
        outlet = link.outlets.pop(connection, None)
        if outlet is not None:
            outlet.close(code)

    def _pong(self, link: Link, at_ms: float) -> None:
        link.rtts.append(now_ms() - at_ms)
        link.reached.set()


def _is_cancelled() -> bool:
    """While it connects, redis' client may swallow the request to end (trainer.bells)."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
