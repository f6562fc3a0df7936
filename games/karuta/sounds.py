"""What is heard of a reading: its times for the referee and the computers, and its sound sealed for the page.

Until the verdict no page may know which poem is read. So a reading's recordings come together, under a name made for
this reading alone, in an envelope of one size for all poems; the text that goes along (for players who do not hear) is
as telling as the sound, and no more. docs/fairness.md says what a changed client can still do.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.models import KarutaMatch
from trainer.reciter.mora import VerseTimes
from trainer.reciter.tempo import tempo
from trainer.reciter.voice import Manner

CANNOT_BE_HEARD = ""  # the voice of a match that is played by text
ENVELOPE = 256 * 1024  # the longest two verses at the slowest tempo fit in, with their times


@dataclass(frozen=True)
class Heard:
    """The times of a reading as the referee counts them: ms from the first sound of the upper verse.

    `lower_ms` is where the lower verse, read once after it, ends.
    """

    upper: VerseTimes
    lower: VerseTimes
    pause_ms: int

    @property
    def upper_ms(self) -> int:
        return round(self.upper.end_ms - self.upper.onset_ms)

    @property
    def lower_ms(self) -> int:
        """After the upper verse comes a pause, then the lower verse from its own first sound."""
        return self.upper_ms + self.pause_ms + round(self.lower.end_ms - self.lower.onset_ms)

    def decided_ms(self, kana_count: int) -> float:
        """When the first so many kana of the upper verse have been told: the zero of a reaction."""
        return self.upper.decided_ms(kana_count) - self.upper.onset_ms


def manner(match: KarutaMatch) -> Manner:
    """How the match's reciter reads."""
    return Manner(tempo(match.tempo))
