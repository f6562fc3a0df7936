"""Players of live tables by a script: they sit down again whenever they are thrown out, and note what they are told."""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

SILENT_S = 8.0  # a server that says nothing for so long is gone: probes come every three seconds
AGAIN_S = 1.0  # until what was not answered is said again
BACK_OFF_S = (0.1, 0.2, 0.4, 0.8, 1.6)
SETTLING = ("layout", "memorise", "swing")


@dataclass
class Said:
    """A message with an id, until it is answered."""

    message: dict[str, Any]
    at: float = 0.0


@dataclass
class Player:
    """One seat. `ports`: servers it may go to, any of them."""

    table: str
    seat: int
    cookie: str
    ports: Sequence[int]
    dice: random.Random
    told: dict[str, Any] | None = None
    waiting: dict[str, Said] = field(default_factory=dict)
    touched: dict[str, tuple[int, int]] = field(default_factory=dict)  # id → reading, card
    acked: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    closes: list[int] = field(default_factory=list)
    greeted: list[float] = field(default_factory=list)  # when a server has said hello
    is_over: bool = False
    resigns: bool = False
    count: int = 0
    acted_at: int = -1

    # Being there -----------------------------------------------------------------------------------------
    async def play(self) -> None:
        """Until the match is over and everything that was said is answered."""
        tries = 0
        while not self.is_done:
            with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
                async with asyncio.timeout(10):
                    socket = await self._connect()
                greeted = len(self.greeted)
                try:
                    await self._stay(socket)
                finally:
                    self.closes.append(socket.close_code or 0)
                    socket.transport.abort()
                tries = 0 if len(self.greeted) > greeted else tries
            await asyncio.sleep(BACK_OFF_S[min(tries, len(BACK_OFF_S) - 1)] * self.dice.uniform(0.5, 1.0))
            tries += 1

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to do."""
        return self.is_over and not self.waiting

    @property
    def last_greeted(self) -> float:
        """When a server has last said hello."""
        return self.greeted[-1] if self.greeted else 0.0

    async def _connect(self) -> ClientConnection:
        port = self.dice.choice(self.ports)
        return await connect(
            f"ws://127.0.0.1:{port}/ws/tables/{self.table}/",
            origin=f"http://127.0.0.1:{port}",
            additional_headers={"Cookie": f"sessionid={self.cookie}"},
            compression=None,
            ping_interval=None,
            close_timeout=1,
        )

    async def _stay(self, socket: ClientConnection) -> None:
        again = asyncio.create_task(self._say_again(socket))
        hands: set[asyncio.Task[None]] = set()
        try:
            while not self.is_done:
                async with asyncio.timeout(SILENT_S):
                    message = json.loads(await socket.recv())
                reply = self._hear(message)
                if reply is not None:
                    await socket.send(json.dumps({"v": 1} | reply))
                if message["t"] == "go":
                    hand = asyncio.create_task(self._touch(message))
                    hands.add(hand)
                    hand.add_done_callback(hands.discard)
        finally:
            for task in (again, *hands):
                task.cancel()

    async def _say_again(self, socket: ClientConnection) -> None:
        """What has not been answered: at once after coming back, and every second."""
        with suppress(ConnectionClosed):
            for said in self.waiting.values():
                said.at = 0.0
            while True:
                for said in list(self.waiting.values()):
                    if time.monotonic() - said.at > AGAIN_S:
                        said.at = time.monotonic()
                        await socket.send(json.dumps({"v": 1} | said.message))
                await asyncio.sleep(0.1)

    # Hearing ---------------------------------------------------------------------------------------------
    def _hear(self, message: dict[str, Any]) -> dict[str, Any] | None:
        match message["t"]:
            case "probe":
                return {"t": "pong", "id": message["id"]}
            case "hello":
                self.greeted.append(time.monotonic())
            case "arm":
                return {"t": "armed", "reading": message["reading"]}
            case "ack" if message["id"] in self.waiting:
                del self.waiting[message["id"]]
                self.acked.append(message["id"])
            case "refused" if message["id"] in self.waiting:
                del self.waiting[message["id"]]
                self.refused.append(message["id"])
            case "view":
                self.told = message["told"]
                self._look(message["told"])
        return None

    def _look(self, told: dict[str, Any]) -> None:
        self.is_over = told["result"] is not None
        if self.is_over or self.acted_at == told["events"] or any(key[0] == "a" for key in self.waiting):
            return
        send = told["send"]
        if self.resigns:
            self._act(told, do="resign")
        elif told["phase"] in SETTLING and not told["seats"][self.seat]["is_ready"]:
            self._act(told, do="ready")
        elif send and send["side"] == self.seat and self.dice.random() < 0.8:
            own = [card for group in told["sides"][self.seat]["groups"] for card in group if card]
            self._act(told, do="send", cards=own[: send["n"]])

    def _act(self, told: dict[str, Any], **what: Any) -> None:
        self.acted_at = told["events"]
        self._say("a", {"t": "act", "seen": told["events"], **what})

    def _say(self, kind: str, message: dict[str, Any]) -> str:
        self.count += 1
        key = f"{kind}{self.seat}-{self.count}"
        self.waiting[key] = Said(message | {"id": key})
        return key

    async def _touch(self, go: dict[str, Any]) -> None:
        """One card or two, whichever they are."""
        began = time.monotonic()
        for after_ms in sorted(self.dice.uniform(300, 2_500) for _ in range(self.dice.randint(0, 2))):
            await asyncio.sleep(max(0.0, began + (go["upper_in_ms"] + after_ms) / 1000 - time.monotonic()))
            card = self._card(go["reading"])
            if card is not None:
                touch = {"card": card, "ms": round(after_ms)}
                key = self._say("t", {"t": "touch", "reading": go["reading"], "touches": [touch]})
                self.touched[key] = (go["reading"], card)

    def _card(self, reading: int) -> int | None:
        """A card that this hand has not touched in this reading."""
        done = {card for each, card in self.touched.values() if each == reading}
        sides = self.told["sides"] if self.told else []
        cards = {card for side in sides for group in side["groups"] for card in group if card}
        return self.dice.choice(sorted(cards - done)) if cards - done else None
