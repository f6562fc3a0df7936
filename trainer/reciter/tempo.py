"""How fast a reciter reads. A tempo is named by the seconds of its parts: lower verse, yoin, pause, upper verse."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tempo:
    """Lengths in ms: to the start of the last mora of the lower verse, its yoin, the silence, and the upper verse.

    The upper verse is what the tempo aims at; a verse of more morae takes longer (docs/recitation.md).
    """

    name: str
    lower_ms: int
    yoin_ms: int
    pause_ms: int
    upper_ms: int


OFFICIAL = Tempo("5-3-1-6", lower_ms=4700, yoin_ms=3000, pause_ms=1000, upper_ms=5900)
FORMER = Tempo("4-3-1-5", lower_ms=3700, yoin_ms=3000, pause_ms=1000, upper_ms=4900)
PRESETS = {tempo.name: tempo for tempo in (OFFICIAL, FORMER)}

_FREE = re.compile(r"free-(\d{3,5})-(\d{3,5})-(\d{3,5})-(\d{3,5})")
# Below these a verse is no longer heard in its morae, above them it is no longer a verse.
_LIMITS = {"lower_ms": (1000, 12000), "yoin_ms": (200, 6000), "pause_ms": (300, 5000), "upper_ms": (1200, 12000)}


def free(*, lower_ms: int, yoin_ms: int, pause_ms: int, upper_ms: int) -> Tempo:
    """A tempo of one's own; ValueError names the part that is out of its bounds.

    >>> free(lower_ms=3000, yoin_ms=2000, pause_ms=1000, upper_ms=4000).name
    'free-3000-2000-1000-4000'
    """
    parts = {"lower_ms": lower_ms, "yoin_ms": yoin_ms, "pause_ms": pause_ms, "upper_ms": upper_ms}
    for name, value in parts.items():
        least, most = _LIMITS[name]
        if not least <= value <= most:
            raise ValueError(f"{name} is {value}, which is not between {least} and {most}")
    return Tempo(f"free-{lower_ms}-{yoin_ms}-{pause_ms}-{upper_ms}", **parts)


def tempo(name: str) -> Tempo:
    """The tempo of this name, a preset or a free one; ValueError if there is none."""
    if name in PRESETS:
        return PRESETS[name]
    match = _FREE.fullmatch(name)
    if match is None:
        raise ValueError(f"{name} is no tempo")
    lower, yoin, pause, upper = (int(part) for part in match.groups())
    return free(lower_ms=lower, yoin_ms=yoin, pause_ms=pause, upper_ms=upper)
