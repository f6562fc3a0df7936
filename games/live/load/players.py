"""Players: each answers probes, arms, touches the right card after a while, and notes when it was told what."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from games.live import wire
from games.live.clock import now_ms
from games.live.load.crowd import Pair

AT_ONCE = 40  # that connect at the same time
SOONEST_MS, LATEST_MS = 350, 900  # of a touch, from the first sound of the upper verse


@dataclass
class Told:
    """When something came, by the address of a reading's sound."""

    touched: dict[str, float] = field(default_factory=dict)  # …:seat:card, told to the other
    judged: dict[str, list[float]] = field(default_factory=dict)
    sent: dict[str, float] = field(default_factory=dict)
    closed: list[int] = field(default_factory=list)
    fetched: list[float] = field(default_factory=list)  # how long each sound took
    readings: int = 0
    cpu_s: float = 0.0  # of all players together, once all of them sit
    joined: int = 0


class Player:
    """One seat."""

    def __init__(self, pair: Pair, seat: int, told: Told, port: int) -> None:
        self._pair, self._seat, self._told, self._port = pair, seat, told, port
        self._dice = Random(f"{pair.table}{seat}")  # noqa: S311 (a player's)
        self._url = ""
        self._ids = 0
        self._lying: frozenset[int] = frozenset()
        self._jobs: set[asyncio.Task[None]] = set()
        self._socket: ClientConnection | None = None

    async def play(self, gate: asyncio.Semaphore) -> None:
        """Until the socket is closed."""
        origin, cookie = f"http://127.0.0.1:{self._port}", f"sessionid={self._pair.sessions[self._seat]}"
        url = f"ws://127.0.0.1:{self._port}/ws/tables/{self._pair.table}/"
        async with gate:
            self._socket = await connect(
                url,
                origin=Origin(origin),
                additional_headers={"Cookie": cookie},
                compression=None,
                ping_interval=None,
                open_timeout=60,
            )
        try:
            async for frame in self._socket:
                await self._hear(json.loads(frame))
        finally:
            if self._socket.close_code not in (None, 1000):
                self._told.closed.append(self._socket.close_code)

    async def _hear(self, message: dict[str, Any]) -> None:
        hearer: Callable[[dict[str, Any]], Any] | None = getattr(self, f"_hear_{message['t']}", None)
        if hearer is not None:
            await hearer(message)

    async def _say(self, kind: str, **fields: Any) -> None:
        if self._socket is not None:
            await self._socket.send(wire.frame({"v": wire.VERSION, "t": kind} | fields))

    async def _ask(self, kind: str, **fields: Any) -> None:
        self._ids += 1
        await self._say(kind, id=str(self._ids), **fields)

    async def _hear_hello(self, _message: dict[str, Any]) -> None:
        self._told.joined += 1
        await self._ask("act", seen=1, do="ready")

    async def _hear_probe(self, message: dict[str, Any]) -> None:
        await self._say("pong", id=message["id"])

    async def _hear_arm(self, message: dict[str, Any]) -> None:
        self._url = message["sound"]["url"]
        self._start(self._arm(message["reading"], message["sound"]["bytes"]))

    async def _arm(self, reading: int, size: int) -> None:
        """Fetch the sound as a browser does; nothing is decoded."""
        before = now_ms()
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        cookie = f"sessionid={self._pair.sessions[self._seat]}"
        head = (
            f"GET {self._url} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode())
        status = await reader.readline()
        body = (await reader.read()).partition(b"\r\n\r\n")[2]
        writer.close()
        if b" 200 " in status and len(body) == size:
            self._told.fetched.append(now_ms() - before)
            await self._say("armed", reading=reading)

    async def _hear_go(self, message: dict[str, Any]) -> None:
        zero = now_ms() + message["upper_in_ms"]
        card = self._pair.order[message["reading"] - 1]
        if self._seat == 0:
            self._told.readings += 1
        if card in self._lying:
            self._start(self._touch(message["reading"], card, zero))

    def _start(self, job: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(job)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _touch(self, reading: int, card: int, zero_ms: float) -> None:
        at = zero_ms + self._dice.uniform(SOONEST_MS, LATEST_MS)
        await asyncio.sleep(max(0.0, at - now_ms()) / 1000)
        now = now_ms()
        self._told.sent[f"{self._url}:{self._seat}:{card}"] = now
        await self._ask("touch", reading=reading, touches=[{"card": card, "ms": round(now - zero_ms)}])

    async def _hear_touched(self, message: dict[str, Any]) -> None:
        for each in message["touches"]:
            self._told.touched.setdefault(f"{self._url}:{each['seat']}:{each['card']}", now_ms())

    async def _hear_view(self, message: dict[str, Any]) -> None:
        told = message["told"]
        self._lying = frozenset(card for side in told["sides"] for group in side["groups"] for card in group)
        if told["last"] and told["last"]["reading"] == told["reading"] and told["phase"] in ("resolve", "over"):
            times = self._told.judged.setdefault(self._url, [])
            if len(times) <= self._seat:
                times.append(now_ms())
        if told["send"] and told["send"]["side"] == self._seat:
            cards = [card for group in told["sides"][self._seat]["groups"] for card in group][: told["send"]["n"]]
            await self._ask("act", seen=told["events"], do="send", cards=cards)


async def play(pairs: Sequence[Pair], port: int, seconds: float) -> Told:
    """Everybody plays for so long, from when all of them sit."""
    told, gate = Told(), asyncio.Semaphore(AT_ONCE)
    players = [Player(pair, seat, told, port) for pair in pairs for seat in range(2)]
    tasks = [asyncio.get_running_loop().create_task(player.play(gate)) for player in players]
    end = now_ms() + 120_000
    while told.joined < len(players) and now_ms() < end:
        await asyncio.sleep(0.1)
    began_s = time.process_time()
    await asyncio.sleep(seconds)
    told.cpu_s = time.process_time() - began_s
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return told
