"""When each sound of a verse falls, in milliseconds from the first sample of its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

# A consonant can be told this long after it has begun; reactions, CPU touches and drills all count from here.
HEARD_AFTER_MS = 60


class Half(StrEnum):
    """The upper verse (three phrases) or the lower verse (two)."""

    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class MoraTime:
    """One mora: where it starts (closure of the consonant included), where its vowel does, and where it ends.

    `kana` is the mora as the corpus spells it in `spoken` (one kana, or two as in きょ); `phrase` counts from 0 within
    the poem. `nominal_end_ms` is the start plus one mora of the tempo: what comes after it is lengthening.
    """

    kana: str
    phrase: int
    start_ms: float
    vowel_ms: float
    end_ms: float
    nominal_end_ms: float


@dataclass(frozen=True, slots=True)
class VerseTimes:
    """The time line of one recorded verse.

    `onset_ms`: its first sample at or above 0.003 of full scale. `end_ms`: where its last mora ends by plan (of a lower
    verse: the end of the yoin). `length_ms`: the whole file, with the silence around.
    """

    morae: tuple[MoraTime, ...]
    onset_ms: float
    end_ms: float
    length_ms: float

    def deciding(self, kana_count: int) -> MoraTime:
        """The mora that holds the last of the first `kana_count` kana of the verse; ValueError if it has fewer."""
        left = kana_count
        for mora in self.morae:
            left -= len(mora.kana)
            if left <= 0:
                return mora
        raise ValueError(f"the verse has no {kana_count} kana")

    def decided_ms(self, kana_count: int) -> float:
        """When the last of the first `kana_count` kana has been told: the zero of every reaction."""
        return self.deciding(kana_count).start_ms + HEARD_AFTER_MS

    def as_json(self) -> dict[str, Any]:
        """For the database and the browser; `from_json` reads it."""
        return {
            "onset_ms": self.onset_ms,
            "end_ms": self.end_ms,
            "length_ms": self.length_ms,
            "morae": [asdict(mora) for mora in self.morae],
        }

    @classmethod
    def from_json(cls, entry: Mapping[str, Any]) -> VerseTimes:
        """What `as_json` wrote; KeyError or TypeError on anything else."""
        morae: Sequence[Mapping[str, Any]] = entry["morae"]
        times = (entry[name] for name in ("onset_ms", "end_ms", "length_ms"))
        return cls(tuple(MoraTime(**mora) for mora in morae), *times)
