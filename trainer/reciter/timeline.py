"""When each verse of a reading is heard, from the times of its recordings: for a file, a test, a page.

A verse begins with its audible onset and ends where its last mora does (of a lower verse: the end of the yoin), so
that the silence between two of them is what the tempo calls the pause. The files themselves overlap in their silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from trainer.reciter.mora import Half, VerseTimes
from trainer.reciter.script import Kind, Unit

Verse = tuple[int, Half]


@dataclass(frozen=True, slots=True)
class TimelineEvent:
    """A verse or a silence, in ms from the beginning. `poem`: 0 for the joka, None for silence."""

    kind: Kind
    poem: int | None
    start_ms: float
    end_ms: float

    def as_json(self) -> dict[str, Any]:
        """Times to the thousandth of a millisecond, a fortieth of a sample."""
        return {
            "kind": self.kind.value,
            "poem": self.poem,
            "start_ms": round(self.start_ms, 3),
            "end_ms": round(self.end_ms, 3),
        }


@dataclass(frozen=True, slots=True)
class Placed:
    """A recording on the time line: `file_ms` is where its first sample lies."""

    verse: Verse
    file_ms: float


def timeline(units: Iterable[Unit], times: Mapping[Verse, VerseTimes]) -> tuple[TimelineEvent, ...]:
    """Everything these units are, without a gap from 0 on; KeyError where a verse has no times."""
    return tuple(_events(units, times))


def _events(units: Iterable[Unit], times: Mapping[Verse, VerseTimes]) -> Iterator[TimelineEvent]:
    now = 0.0
    for part in (part for unit in units for part in unit.parts):
        if part.poem is None or part.half is None:
            length = float(part.ms or 0)
        else:
            its_times = times[part.poem, part.half]
            length = its_times.end_ms - its_times.onset_ms
        yield TimelineEvent(part.kind, part.poem, now, now + length)
        now += length


def placed(units: Iterable[Unit], times: Mapping[Verse, VerseTimes]) -> tuple[Placed, ...]:
    """Where each recording lies, so that its onset falls on the start of its event."""
    units = tuple(units)
    parts = (part for unit in units for part in unit.parts)
    return tuple(
        Placed((part.poem, part.half), event.start_ms - times[part.poem, part.half].onset_ms)
        for part, event in zip(parts, timeline(units, times), strict=True)
        if part.poem is not None and part.half is not None
    )
