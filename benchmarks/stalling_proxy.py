"""A TCP proxy that behaves like a bad line: what goes through is held up, cut off, or goes nowhere at all.

TCP never loses bytes, it delays them: a lost packet is sent again after a while, and what came after it waits. So
a share of all chunks is held up as long as that takes; a line that is cut is reset; a line that is dead passes on
nothing and closes nothing (a half-open socket).
"""

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass, field

AGAIN_S = (0.2, 0.4)  # until a lost packet is sent again (RFC 6298: 200 ms at least)
CHUNK = 1_400  # bytes of a packet


@dataclass(eq=False)
class Line:
    """One connection through the proxy."""

    writers: tuple[asyncio.StreamWriter, asyncio.StreamWriter]
    is_dead: bool = False

    def cut(self) -> None:
        """Both ends see a reset."""
        for writer in self.writers:
            writer.transport.abort()


@dataclass(eq=False)
class Proxy:
    """`loss`: the share of packets that are sent twice. `dice` decides which."""

    target: int
    loss: float = 0.1
    dice: random.Random = field(default_factory=random.Random)
    port: int = 0
    lines: set[Line] = field(default_factory=set)

    async def start(self) -> None:
        """Listen on a free port of the loopback interface."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Cut everything off."""
        self._server.close()
        for line in list(self.lines):
            line.cut()

    def break_some(self, share: float) -> int:
        """Half of these lines are cut, the others are dead from now on. How many."""
        chosen = [line for line in self.lines if self.dice.random() < share]
        for place, line in enumerate(chosen):
            if place % 2:
                line.cut()
            else:
                line.is_dead = True
        return len(chosen)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        line = Line((writer, back))
        self.lines.add(line)
        await asyncio.gather(self._pass(line, reader, back), self._pass(line, there, writer))
        self.lines.discard(line)

    async def _pass(self, line: Line, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.CancelledError):  # the end of the loop, too
            while chunk := await reader.read(CHUNK):
                if self.dice.random() < self.loss:
                    await asyncio.sleep(self.dice.uniform(*AGAIN_S))
                if not line.is_dead:
                    writer.write(chunk)
                    await writer.drain()
        if not line.is_dead:
            writer.close()
