"""A match of karuta behind a desk: what its seats may do, and what everybody sees of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_noop

from games.karuta import matches, opponents, telling
from games.live.course import NEVER, NEXT_MS, Course
from games.live.effects import Effect, Prepared
from games.live.people import People
from games.live.reciter import Reciter
from games.live.wire import Message
from games.matches import Stale
from games.rules.engine import IllegalMove
from games.rules.karuta.events import (
    Command,
    Decline,
    Lay,
    LowerHand,
    Move,
    Phase,
    RaiseHand,
    Ready,
    Resign,
    Send,
    WalkOver,
)
from games.rules.karuta.field import Place

LAYING_MS = 600_000  # who has not laid their cards by then is ready as they lie

SENTENCES = {
    "here": gettext_noop("Nobody of the other side has been missing long enough for that."),
    "paused": gettext_noop("The match is paused."),
    "rated": gettext_noop("In a rated match you can raise your hand between two readings, but not pause."),
    "running": gettext_noop("The match is not paused."),
    "other": gettext_noop("This cannot be done at this table."),
}


class Karuta:
    """One match with its reciter."""

    def __init__(
        self, table: matches.Table, people: People, *, epoch_ms: float, is_rated: bool, hall: int | None = None
    ) -> None:
        computers = tuple(opponents.seated(table.match, table.players))
        self._course = Course(table, epoch_ms=epoch_ms)
        self._reciter = Reciter(self._course, people, computers, hall)
        self._people, self._is_rated = people, is_rated
        self.wall = self._course.wall
        self.armed = self._reciter.armed
        self.touch = self._reciter.touch
        self.joined = self._reciter.joined
        self.may_claim = self._reciter.may_claim
        self.start, self.hand = self._reciter.start, self._reciter.hand

    @property
    def table(self) -> matches.Table:
        """The match as it stands."""
        return self._course.table

    @property
    def clock(self) -> dict[str, Any]:
        """The columns of the match in which its clock stands."""
        return {"clock_ms": self.table.match.clock_ms, "clock_since": self.table.match.clock_since}

    @property
    def seats(self) -> int:
        """How many play, computers among them."""
        return len(self.table.players)

    @property
    def count(self) -> int:
        """How many events there are."""
        return self._course.count

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._course.is_over

    @property
    def is_paused(self) -> bool:
        """Whether the match's clock stands still."""
        return self._course.is_paused

    # What is seen ----------------------------------------------------------------------------------------
    def told(self, seat: int, now_ms: float) -> dict[str, Any]:
        """All that a seat may know."""
        reading = self._reciter.reading
        return telling.told(self.table, self.wall(now_ms), seat) | {"armed": sorted(reading.armed) if reading else []}

    def picture(self) -> Callable[[float], dict[str, Any]]:
        """The same for somebody who looks on, of this moment, whenever they are shown it."""
        table = self.table
        return lambda now_ms: telling.told(table, self.wall(now_ms), None) | {"armed": []}

    def stands(self, now_ms: float) -> dict[str, Any]:
        """What who reads by hand for several tables sees of this one."""
        state, number = self._course.state, self._course.state.number
        return {
            "state": self._standing(now_ms),
            "waits_for": self._waits_for(now_ms),
            "number": number,
            "left": list(state.field.counts()),
            "poem": state.poem,
        }

    def _standing(self, now_ms: float) -> str:
        state = self._course.state
        if self.is_over or self.is_paused:
            return "over" if self.is_over else "paused"
        if self._reciter.hall is None:
            return "alone"
        if state.phase in _STANDING:
            return _STANDING[state.phase]
        if self._reciter.is_ready(now_ms):
            return "ready"
        if state.owed:
            return "sending"
        return "waiting" if self._waits_for(now_ms) else "resting"

    def _waits_for(self, now_ms: float) -> list[int]:
        """The seats that hold the reciter back."""
        state, sides = self._course.state, self.table.setup.seats
        if self.is_over or self._reciter.is_ready(now_ms):
            return []
        if state.phase in (Phase.LAYOUT, Phase.MEMORISE):
            return [seat for seat in self.table.persons if seat not in state.ready]
        if state.owed:
            return [seat for seat in self.table.persons if sides[seat] == state.sender]
        return self._reciter.waits_for(now_ms)

    # What is done ----------------------------------------------------------------------------------------
    def begin(self, now_ms: float) -> list[Effect]:
        """The match is taken up, perhaps from where a server has left it: what was being read is read again later."""
        self._course.rest_ms = now_ms + NEXT_MS
        self._reciter.hand(now_ms, is_there=False)
        return self._reciter.void(now_ms)

    def prepared(self, found: Prepared | None, now_ms: float) -> list[Effect]:
        """The sound of the next reading is there, or (None) could not be found."""
        return self._reciter.prepared(found, now_ms)

    def act(self, seat: int, message: Message, now_ms: float) -> list[Effect]:
        """What a seat wants done. IllegalMove or Stale say why not."""
        match message["do"]:
            case "claim":
                return self._claim(seat, now_ms)
            case "pause":
                return self._pause(now_ms)
            case "resume":
                return self._resume(now_ms)
            case "raise" | "lower" if not self.is_paused:
                hand = self._reciter.raise_hand if message["do"] == "raise" else self._reciter.lower_hand
                effects = hand(seat, now_ms)
                if effects is not None:
                    return effects
        return self._move(seat, message, now_ms)

    def _move(self, seat: int, message: Message, now_ms: float) -> list[Effect]:
        """A command of the referee's."""
        if message["do"] != "resign":
            if self.is_paused:
                raise IllegalMove(SENTENCES["paused"])
            if message["seen"] < self._course.settled:
                raise Stale
        command = _command(seat, message, self._course.at_ms(now_ms))
        effects = self._course.do([*self._course.due(now_ms), command], now_ms)
        if self.is_over:
            self._reciter.break_off()
        return effects

    def _claim(self, seat: int, now_ms: float) -> list[Effect]:
        """The other side has been missing for long: the match is this side's."""
        sides = self.table.setup.seats
        others = [each for each, side in enumerate(sides) if side != sides[seat]]
        is_gone = all(self._people.is_given_up(each, now_ms) for each in others)
        if self.table.setup.sides != 2 or not is_gone:
            raise IllegalMove(SENTENCES["here"])
        if self.is_paused:
            raise IllegalMove(SENTENCES["paused"])
        at_ms = self._course.at_ms(now_ms)
        command: Command = Resign(others[0], at_ms) if self._course.state.number else WalkOver(others[0], at_ms)
        effects = self._course.do([command], now_ms)
        self._reciter.break_off()
        return effects

    def _pause(self, now_ms: float) -> list[Effect]:
        """Stop everything: what is being read comes again later."""
        if self._is_rated:
            raise IllegalMove(SENTENCES["rated"])
        if self.is_over or self.is_paused:
            raise IllegalMove(SENTENCES["paused"])
        return [*self._reciter.void(now_ms), *self._course.pause(now_ms)]

    def _resume(self, now_ms: float) -> list[Effect]:
        if not self.is_paused:
            raise IllegalMove(SENTENCES["running"])
        return self._course.resume(now_ms)

    # Time ------------------------------------------------------------------------------------------------
    def due_ms(self, now_ms: float) -> float:
        """When something happens by itself; `now_ms` or before: at once."""
        if self.is_over:
            return NEVER
        hands_ms = min(self._course.hands.values(), default=NEVER)
        return min(self._course.due_ms, self._laying_due_ms, hands_ms, self._reciter.due_ms(now_ms))

    @property
    def _laying_due_ms(self) -> float:
        state = self._course.state
        return self._course.steady_ms(state.since_ms + LAYING_MS) if state.phase is Phase.LAYOUT else NEVER

    def wake(self, now_ms: float) -> list[Effect]:
        """Do what is due."""
        if self.is_over:
            return []
        if self._laying_due_ms <= now_ms:
            at_ms, ready = self._course.at_ms(now_ms), self._course.state.ready
            return self._course.do([Ready(seat, at_ms) for seat in self.table.persons if seat not in ready], now_ms)
        if self._course.due_ms <= now_ms:
            return self._course.do(self._course.due(now_ms), now_ms)
        if min(self._course.hands.values(), default=NEVER) <= now_ms:
            return self._reciter.lower_hands(now_ms)
        return self._reciter.wake(now_ms)


def _command(seat: int, message: Message, at_ms: int) -> Command:
    """The command of the referee that a message asks for."""
    do = message["do"]
    if do == "lay":
        first, second, third, fourth, fifth, sixth = message["groups"]
        return Lay(seat, (first, second, third, fourth, fifth, sixth), at_ms)
    if do == "send":
        return Send(seat, message["cards"], at_ms)
    if do == "move":
        return Move(seat, message["card"], Place(*message["place"]), at_ms)
    if do not in _PLAIN:
        raise IllegalMove(SENTENCES["other"])
    return _PLAIN[do](seat, at_ms)


_STANDING = {
    Phase.DEAL: "laying",
    Phase.LAYOUT: "laying",
    Phase.MEMORISE: "memorising",
    Phase.SWING: "memorising",
    Phase.READING: "reading",
}
_PLAIN: dict[str, Callable[[int, int], Command]] = {
    "ready": Ready,
    "decline": Decline,
    "raise": RaiseHand,
    "lower": LowerHand,
    "resign": Resign,
}
