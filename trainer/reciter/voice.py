"""What a voice is: anything that can recite a verse and say when each of its sounds falls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from trainer.poems.poem import Poem
from trainer.reciter.mora import Half, VerseTimes
from trainer.reciter.tempo import OFFICIAL, Tempo, tempo

SAMPLE_RATE = 24_000  # of every recording, mono


class CannotReciteError(Exception):
    """A voice has no recording of this verse and cannot make one; the message is a sentence for a person."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a verse is asked for: tempo, main tone in Hz (None: the voice's own), and speed (1.1: a tenth quicker)."""

    tempo: Tempo = OFFICIAL
    pitch_hz: float | None = None
    speed: float = 1.0

    @property
    def name(self) -> str:
        """For digests and addresses: the same manner has the same name."""
        return f"{self.tempo.name}/{self.pitch_hz or 'own'}/{self.speed:g}"

    @classmethod
    def named(cls, name: str) -> Manner:
        """The manner of this name; ValueError if there is none.

        >>> Manner.named("5-3-1-6/147.0/1.1").pitch_hz
        147.0
        """
        of_tempo, pitch, speed = name.split("/")
        return cls(tempo(of_tempo), None if pitch == "own" else float(pitch), float(speed))


@dataclass(frozen=True, slots=True)
class Recital:
    """One verse, recited: an audio file and its time line. `suffix` is the kind of file: mp3."""

    sound: bytes
    times: VerseTimes
    suffix: str = "mp3"


class Voice(Protocol):
    """A voice. `key` never changes and stands in addresses; `version` changes whenever its sound does."""

    @property
    def key(self) -> str: ...

    @property
    def version(self) -> str: ...

    def recite(self, poem: Poem, half: Half, manner: Manner) -> Recital:
        """The verse in this manner; CannotReciteError if that cannot be done now."""


def manner_of(voice: Voice, manner: Manner) -> Manner:
    """What a voice makes of a manner: one that is played back (`has_one_manner`) reads as it reads."""
    return Manner() if getattr(voice, "has_one_manner", False) else manner
