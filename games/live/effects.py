"""What a desk is told, and what it wants done. Neither knows of sockets or the database.

A table does the effects of one answer in their order, and what is appended first of all: append, then tell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.karuta.sounds import Heard
from games.live.wire import Message

WATCHERS = -1  # instead of a seat: everybody who looks on


# What a desk is told -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Joined:
    """A connection for a seat is there; an older one of the seat is not its any more."""

    connection: str
    seat: int


@dataclass(frozen=True, slots=True)
class Left:
    """A connection has gone."""

    connection: str


@dataclass(frozen=True, slots=True)
class From:
    """A message of a seat's connection, which came at `arrived_ms`; `text`: as it came, for another process."""

    connection: str
    message: Message
    arrived_ms: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """A probe of this connection came back after `ms`. `relay_ms`: to the process of its socket and back, at most."""

    connection: str
    ms: float
    relay_ms: int = 0


@dataclass(frozen=True, slots=True)
class Looked:
    """The table at which these players play again, if they do."""

    rematch: str | None


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was asked for with `Prepare`: the times of the poem, and how long what is read before it takes.

    `before_ms` runs from the first sound of all to the first sound of the upper verse.
    """

    reading: int
    heard: Heard
    before_ms: int
    sound: Mapping[str, Any] | None
    before: Mapping[str, Any] | None
    key: str | None = None


# What it wants done --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Append:
    """Events behind the first `count`; `is_clock`: the match's clock has been stopped or started."""

    count: int
    events: tuple[Any, ...] = ()
    is_clock: bool = False


@dataclass(frozen=True, slots=True)
class Tell:
    """A message for a seat, or for all who look on."""

    to: int
    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Show:
    """The position for everybody; or for one seat."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class Probe:
    """Ask a connection for a sign of life, at once."""

    connection: str
    number: int


@dataclass(frozen=True, slots=True)
class Close:
    """End a connection."""

    connection: str
    code: int


@dataclass(frozen=True, slots=True)
class Prepare:
    """Find the sound of the next reading."""

    reading: int
    poem: int


@dataclass(frozen=True, slots=True)
class Look:
    """Look whether these players play again somewhere."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """Something that a person should look at."""

    seat: int
    kind: str
    evidence: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Keep:
    """Something was said."""

    seat: int
    phrase: str
    words: str


Effect = Append | Tell | Show | Probe | Close | Prepare | Look | Suspect | Keep
Told = Joined | Left | From | RoundTrip | Looked | Prepared
