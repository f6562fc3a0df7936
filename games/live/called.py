"""The sound of the next reading: how long what is read before it takes, where the seats find it, what opens it."""

from __future__ import annotations

from base64 import b64encode
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings

from games.karuta import matches, sealed, sounds
from games.live.effects import Prepared
from games.models import KarutaMatch, LiveTable
from games.rules.karuta.events import Judged, Phase, ReadingBegun
from games.rules.karuta.variants import ReadingOrder
from trainer.poems.poem import JOKA
from trainer.reciter.mora import Half, VerseTimes
from trainer.reciter.tempo import tempo

MOST_KEPT = 4_000
_called: OrderedDict[tuple[UUID, str], Called] = OrderedDict()


@dataclass(frozen=True)
class Called:
    """A reading whose sound may be asked for."""

    match: KarutaMatch
    reading: int
    poem: int
    is_sealed: bool


def prepare(key: UUID, table: matches.Table, reading: int, poem: int, *, is_sealed: bool) -> Prepared:
    """Find the times of a reading that comes next, and let its sound be asked for."""
    match = table.match
    _call(key, Called(match, reading, poem, is_sealed))
    before, before_ms = _before(key, table, is_sealed=is_sealed)
    return Prepared(
        reading,
        sounds.heard(match, poem),
        before_ms,
        {"url": sealed.address(key, match, reading), "bytes": sealed.SEALED if is_sealed else sounds.ENVELOPE},
        before,
        told_key(match, reading) if is_sealed else None,
    )


def of(table: LiveTable, name: str) -> Called | None:
    """The reading of a table whose sound has this name; None: none that has been called of late has."""
    if (table.pk, name) not in _called and settings.REDIS_URL and table.karuta is not None:
        for each in _lately(table.karuta, is_sealed=table.is_rated):  # it is another process that has called it
            _call(table.pk, each)
    return _called.get((table.pk, name))


def _call(key: UUID, each: Called) -> None:
    _called[key, sounds.name(each.match, each.reading)] = each
    while len(_called) > MOST_KEPT:
        _called.popitem(last=False)


def _lately(match: KarutaMatch, *, is_sealed: bool) -> list[Called]:
    """The last two readings that have begun, and the next."""
    table = matches.load(match)
    begun = [(each.number, each.poem) for each in table.events if isinstance(each, ReadingBegun)][-2:]
    coming = [(table.state.number + 1, poem) for poem in table.state.order[table.state.at :][:1]]
    return [Called(match, reading, poem, is_sealed) for reading, poem in (*begun, *coming)]


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
