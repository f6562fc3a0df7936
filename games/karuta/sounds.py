"""What is heard of a reading: its times for the referee and the computers, and its sound sealed for the page.

Until the verdict no page may know which poem is read. So a reading's recordings come together, under a name made for
this reading alone, in an envelope of one size for all poems; the text that goes along (for players who do not hear) is
as telling as the sound, and no more. docs/fairness.md says what a changed client can still do.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.urls import reverse

from games.bots.karuta.hearing import Hearing, recorded
from games.models import KarutaMatch
from trainer import audio
from trainer.models import Recording
from trainer.poems.poem import Poem, poem
from trainer.reciter.mora import Half, VerseTimes
from trainer.reciter.silence import unheard
from trainer.reciter.tempo import tempo
from trainer.reciter.voice import Manner, Voice

BY_TEXT = ""  # the voice of a match that is played by text
ENVELOPE = 256 * 1024  # the longest two verses at the slowest tempo fit in, with their times


@dataclass(frozen=True)
class Heard:
    """The times of a reading as the referee counts them: ms from the first sound of the upper verse."""

    upper: VerseTimes
    lower: VerseTimes
    pause_ms: int

    @property
    def upper_ms(self) -> int:
        """Where the upper verse ends."""
        return round(self.upper.end_ms - self.upper.onset_ms)

    @property
    def lower_ms(self) -> int:
        """Where the lower verse ends, read once after it and a pause."""
        return self.upper_ms + self.pause_ms + round(self.lower.end_ms - self.lower.onset_ms)

    @cached_property
    def hearing(self) -> Hearing:
        """What reaches the computers' ears."""
        return recorded(self.upper)


def manner(match: KarutaMatch) -> Manner:
    """How the match's reciter reads."""
    return Manner(tempo(match.tempo))


def heard(match: KarutaMatch, number: int) -> Heard:
    """The times of a poem in this match: its recordings', or the tempo's where there is none."""
    read = poem(number)
    return _heard(match, read, *(_recording(match, read, half) for half in Half))


def times(match: KarutaMatch, read: Poem, half: Half) -> VerseTimes:
    """The times of one verse in this match."""
    recording = _recording(match, read, half)
    return recording.times if recording else unheard(read, half, tempo(match.tempo))


def told(match: KarutaMatch) -> Callable[[int], Hearing]:
    """What was heard of the poems of a match that have been read, as long as anything could depend on it.

    As it was then: a voice may sound otherwise today, and an old reaction stays what it was.
    """

    def of(number: int) -> Hearing:
        kept = match.told_ms.get(str(number))
        return Hearing(poem(number).upper.spoken[: len(kept)], tuple(kept)) if kept else heard(match, number).hearing

    return of


def _heard(match: KarutaMatch, read: Poem, upper: Recording | None, lower: Recording | None) -> Heard:
    how = tempo(match.tempo)
    return Heard(
        upper.times if upper else unheard(read, Half.UPPER, how),
        lower.times if lower else unheard(read, Half.LOWER, how),
        how.pause_ms,
    )


def _recording(match: KarutaMatch, read: Poem, half: Half) -> Recording | None:
    voice = _voice(match)
    return audio.find(read, half, voice, manner(match)) if voice else None


def _voice(match: KarutaMatch) -> Voice | None:
    """Who reads; nobody by text, nor where the voice is there no more: then the match goes on by text.

    Whoever opens a table may read at it with a pack of their own; everybody who sits there hears it.
    """
    try:
        return None if match.voice == BY_TEXT else audio.voice(match.voice)
    except KeyError:
        return None


# The envelope --------------------------------------------------------------------------------------------
def name(match: KarutaMatch, reading: int) -> str:
    """The name of a reading's sound: made from the secret of the site, so that nobody can make it out beforehand."""
    words = f"karuta sound {match.key} {match.seed} {reading}"
    return hmac.new(settings.SECRET_KEY.encode(), words.encode(), sha256).hexdigest()[:32]


def address(match: KarutaMatch, reading: int) -> str:
    """Where the page finds it."""
    return reverse("karuta-sound", kwargs={"key": match.key, "name": name(match, reading)})


def envelope(match: KarutaMatch, number: int) -> bytes:
    """The sound of a poem, of one size for all poems."""
    return padded(contents(match, number))


def contents(match: KarutaMatch, number: int) -> bytes:
    """The sound of a poem: four bytes with the length of a JSON object, the object, the files.

    The object has for "upper" and "lower" the times, and the length of the file in bytes (0: to be read as text).
    """
    read = poem(number)
    told: dict[str, Any] = {"pause_ms": manner(match).tempo.pause_ms}
    files: list[bytes] = []
    for half in Half:
        recording = _recording(match, read, half)
        files.append(recording.path.read_bytes() if recording else b"")
        lasts = recording.times if recording else unheard(read, half, tempo(match.tempo))
        told[half.value] = _told(lasts, with_text=recording is None) | {"bytes": len(files[-1])}
    head = json.dumps(told, ensure_ascii=False).encode()
    return len(head).to_bytes(4, "little") + head + b"".join(files)


def padded(contents: bytes) -> bytes:
    """What goes into an envelope, and noise to its end: a piece of a store, since much of it is wanted at once."""
    noise, begins = _noise(), secrets.randbelow(ENVELOPE)
    return contents + noise[begins : begins + -len(contents) % ENVELOPE]


@cache
def _noise() -> bytes:
    return secrets.token_bytes(2 * ENVELOPE)


def _told(times: VerseTimes, *, with_text: bool) -> dict[str, Any]:
    """The times of a verse; its morae only where they are shown."""
    told = times.as_json()
    return told if with_text else {key: value for key, value in told.items() if key != "morae"}
