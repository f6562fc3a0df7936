"""Where a reading is, and what the reciter is told to do: the same for the page, the projector and the remote.

    position = Position()                                   # nothing has been heard yet
    position = moved(reading, position, Move.START)         # the joka
    position = moved(reading, position, Move.NEXT, at=0)    # from there to the first poem, the rest of it skipped

A move is logged as {"move": "next", "at": 0}; folding the log from Position() gives the position again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from trainer.reciter.script import Reading


class Phase(StrEnum):
    """How far the unit is."""

    READY = "ready"  # nothing of the reading has been heard
    READING = "reading"
    WAITING = "waiting"  # the unit has been heard; the players take, and the reciter waits
    FINISHED = "finished"


class Move(StrEnum):
    """What a hand, a remote or the end of a sound asks for."""

    START = "start"  # begin, or go on after a hold
    HOLD = "hold"
    NEXT = "next"
    BACK = "back"
    REREAD = "reread"
    HEARD = "heard"  # the unit has been heard to its end


@dataclass(frozen=True, slots=True)
class Position:
    """The unit that is heard, and how far it is. Held: nothing sounds and nothing follows by itself."""

    unit: int = 0
    phase: Phase = Phase.READY
    is_held: bool = False

    def as_json(self) -> dict[str, Any]:
        """For the database and the browser; `from_json` reads it."""
        return asdict(self)

    @classmethod
    def from_json(cls, entry: Mapping[str, Any]) -> Position:
        """What `as_json` wrote; ValueError or KeyError on anything else."""
        return cls(int(entry["unit"]), Phase(entry["phase"]), bool(entry["is_held"]))


def moved(reading: Reading, position: Position, move: Move, at: int | None = None) -> Position:
    """The position after a move; the same one if the move has nothing to do there.

    `at`: the unit that was seen when the move was made. If the reading is elsewhere by now, somebody was quicker (two
    remotes, or the clock of the page) and the move is void: one tap never skips two poems. None: wherever it is.
    """
    if at is not None and at != position.unit:
        return position
    return _MOVES[move](reading, position)


def start(_reading: Reading, position: Position) -> Position:
    """Begin to read, or let a held reading go on where it stands."""
    if position.phase is Phase.READY:
        return replace(position, phase=Phase.READING, is_held=False)
    return replace(position, is_held=False)


def hold(_reading: Reading, position: Position) -> Position:
    """Stand still, in the middle of a verse or between two. Nothing to hold before the start and after the end."""
    is_under_way = position.phase in (Phase.READING, Phase.WAITING)
    return replace(position, is_held=True) if is_under_way else position


def onward(reading: Reading, position: Position) -> Position:
    """The next unit, whether or not this one has been heard to its end; after the last one the reading is finished."""
    if position.phase is Phase.READY:
        return start(reading, position)
    if position.unit + 1 >= len(reading.units):
        return replace(position, phase=Phase.FINISHED, is_held=False)
    return Position(position.unit + 1, Phase.READING)


def back(reading: Reading, position: Position) -> Position:
    """The unit before this one from its beginning; a finished reading goes back to its last unit."""
    if position.phase is Phase.READY:
        return position
    if position.phase is Phase.FINISHED:
        return reread(reading, position)
    return Position(max(0, position.unit - 1), Phase.READING)


def reread(_reading: Reading, position: Position) -> Position:
    """The same unit from its beginning: nobody has taken the card, or the reading was disturbed."""
    return position if position.phase is Phase.READY else Position(position.unit, Phase.READING)


def heard(reading: Reading, position: Position) -> Position:
    """The unit has been heard: wait, or go straight on where the next one follows without a break."""
    if position.phase is not Phase.READING or position.is_held:
        return position
    if reading.units[position.unit].goes_on or position.unit + 1 >= len(reading.units):
        return onward(reading, position)
    return replace(position, phase=Phase.WAITING)


_MOVES = {
    Move.START: start,
    Move.HOLD: hold,
    Move.NEXT: onward,
    Move.BACK: back,
    Move.REREAD: reread,
    Move.HEARD: heard,
}


def as_event(move: Move, at: int) -> dict[str, Any]:
    """A move as a line of a log."""
    return {"move": move.value, "at": at}


def replayed(reading: Reading, events: Iterable[Mapping[str, Any]]) -> Position:
    """The position to which a log leads; ValueError or KeyError on a line that is no event."""
    position = Position()
    for event in events:
        position = moved(reading, position, Move(event["move"]), event["at"])
    return position
