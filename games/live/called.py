"""The sound of the next reading: how long what is read before it takes, where the seats find it, what opens it."""

from __future__ import annotations

import hmac
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games.karuta import matches, sealed, sounds
from games.live.effects import Prepared
from games.models import KarutaMatch, LiveTable
from games.rules.karuta.events import Judged, Phase, ReadingBegun
from games.rules.karuta.variants import ReadingOrder
from trainer.poems.poem import JOKA
from trainer.reciter.mora import Half, VerseTimes
from trainer.reciter.tempo import tempo

_called: dict[UUID, tuple[str, Called]] = {}  # of each table the latest, by the name of its sound
_listening: dict[UUID, Counter[str]] = {}  # of each table the sessions of the seats that are connected here


@dataclass(frozen=True)
class Called:
    """A reading whose sound may be asked for."""

    match: KarutaMatch
    reading: int
    contents: bytes
    is_sealed: bool

    def body(self) -> bytes:
        """What is sent: every time other bytes, always as many."""
        return sealed.seal(self.match, self.reading, self.contents) if self.is_sealed else sounds.padded(self.contents)


def prepare(key: UUID, table: matches.Table, reading: int, poem: int, *, is_sealed: bool) -> Prepared:
    """Find the times of a reading that comes next, and let its sound be asked for."""
    match = table.match
    made = Called(match, reading, sounds.contents(match, poem), is_sealed)
    _called[key] = (sounds.name(match, reading), made)
    before, before_ms = _before(key, table, is_sealed=is_sealed)
    return Prepared(
        reading,
        sounds.heard(match, poem),
        before_ms,
        {"url": sealed.address(key, match, reading), "bytes": sealed.SEALED if is_sealed else sounds.ENVELOPE},
        before,
        told_key(match, reading) if is_sealed else None,
    )


def listens(session: str, key: UUID) -> None:
    """A seat of a table is connected by this session: it may fetch what is called there."""
    _listening.setdefault(key, Counter())[session] += 1


def leaves(session: str, key: UUID) -> None:
    """One such connection has gone; with the last one of a table what has been called there is forgotten."""
    sessions = _listening[key]
    sessions[session] -= 1
    if not sessions.total():
        del _listening[key]
        _called.pop(key, None)


def forget(key: UUID) -> None:
    """Nobody decides at the table here any more: nothing is called."""
    _called.pop(key, None)


def is_listening(session: str, key: UUID) -> bool:
    """Whether a seat of the table is connected by this session now."""
    return _listening.get(key, Counter())[session] > 0


def of(key: UUID, name: str) -> Called | None:
    """The reading whose sound has this name, if this process has called it at last."""
    latest = _called.get(key)
    return latest[1] if latest is not None and hmac.compare_digest(latest[0], name) else None


def found(table: LiveTable, name: str) -> Called | None:
    """The same from the database: any reading that has begun, or that comes next."""
    return begun(table, name) or _next(table, name)


def begun(table: LiveTable, name: str, *, before: datetime | None = None) -> Called | None:
    """The reading whose sound has this name, if it had begun by then."""
    match = table.karuta
    if match is None:
        return None
    events = match.events.filter(row__event=ReadingBegun.__name__).order_by("-place")
    if before is not None:
        events = events.filter(happened_at__lte=before)
    for row in events.values_list("row", flat=True):
        if hmac.compare_digest(sounds.name(match, row["number"]), name):
            return Called(match, row["number"], sounds.contents(match, row["poem"]), table.is_sealed)
    return None


def _next(table: LiveTable, name: str) -> Called | None:
    """The reading that comes next, which another process has called."""
    match = table.karuta
    if match is None:
        return None
    state = matches.load(match).state
    if state.poem is not None or state.at == len(state.order):
        return None
    if not hmac.compare_digest(sounds.name(match, state.number + 1), name):
        return None
    return Called(match, state.number + 1, sounds.contents(match, state.order[state.at]), table.is_sealed)


def told_key(match: KarutaMatch, reading: int) -> str:
    """What opens a sealed sound, as it is told."""
    return b64encode(sealed.key(match, reading)).decode()


def _before(key: UUID, table: matches.Table, *, is_sealed: bool) -> tuple[Mapping[str, Any] | None, int]:
    """What is read before the upper verse, and how long it takes with its pauses."""
    match, state, pause_ms = table.match, table.state, tempo(table.match.tempo).pause_ms
    is_alternating = table.setup.variant.reading_order is ReadingOrder.LOWER_THEN_NEXT
    if state.phase is Phase.JOKA:
        upper, lower = (sounds.times(match, JOKA, half) for half in Half)
        read = [upper, lower, lower] if is_alternating else [upper, lower]
        return {"kind": "joka"}, sum(_length(each) + pause_ms for each in read)
    number = _last_judged(table)
    if not is_alternating or not number:
        return None, 0
    told = {
        "kind": "verse",
        "reading": number,
        "url": sealed.address(key, match, number),
        "key": told_key(match, number) if is_sealed else None,
    }
    return told, _length(sounds.heard(match, state.read[-1]).lower) + pause_ms


def _length(times: VerseTimes) -> int:
    return round(times.end_ms - times.onset_ms)


def _last_judged(table: matches.Table) -> int:
    """The number of the latest reading with a verdict; 0 if there is none."""
    is_judged = False
    for event in reversed(table.events):
        is_judged = is_judged or isinstance(event, Judged)
        if is_judged and isinstance(event, ReadingBegun):
            return event.number
    return 0
