"""From what somebody recorded to a recording like our own: cut to the verse, as loud as all others, as MP3."""

import io
from dataclasses import dataclass

import numpy as np
import soundfile
from numpy.typing import NDArray

from trainer.reciter import encode
from trainer.reciter.packs.problems import BrokenPackError, Problem
from trainer.reciter.packs.sound import Samples
from trainer.reciter.voice import SAMPLE_RATE

FRAME_S = 0.010
# How far below the loud parts a recording's own noise may lie and still not be taken for the voice, in dB.
ABOVE_FLOOR, STRONG, NOISIEST, WEAKEST = 6.0, 20.0, 15.0, 45.0
HELD_FRAMES = 5  # a click is over before that
SHORTEST_VOICE_S = 0.3
FADE_IN_S, FADE_OUT_S, LEAD_S, TAIL_S = 0.020, 0.080, 0.080, 0.200


@dataclass(frozen=True, slots=True)
class Levelled:
    """A verse as it will be kept: the MP3, and the samples that come out of it again."""

    sound: bytes
    samples: Samples

    @property
    def onset_ms(self) -> float:
        """The first sample that is heard."""
        return 1000 * float(np.argmax(np.abs(self.samples) >= encode.ONSET_LEVEL)) / SAMPLE_RATE

    @property
    def end_ms(self) -> float:
        """The last sample that is heard."""
        return (
            1000
            * (len(self.samples) - float(np.argmax(np.abs(self.samples[::-1]) >= encode.ONSET_LEVEL)))
            / SAMPLE_RATE
        )

    @property
    def length_ms(self) -> float:
        """All of it, with the silence around."""
        return 1000 * len(self.samples) / SAMPLE_RATE


def levelled(samples: Samples) -> Levelled:
    """The verse in these samples; BrokenPackError if nothing is heard in them, or hardly anything."""
    clean = _without_rumble(samples)
    start, end = voice_in(clean)
    voice = clean[max(0, start - int(FADE_IN_S * SAMPLE_RATE)) : end + int(FADE_OUT_S * SAMPLE_RATE)].copy()
    _fade(voice, int(FADE_IN_S * SAMPLE_RATE))
    _fade(voice[::-1], int(FADE_OUT_S * SAMPLE_RATE))
    whole = np.pad(voice, (int(LEAD_S * SAMPLE_RATE), int(TAIL_S * SAMPLE_RATE)))
    sound = encode.mp3(encode.levelled(whole, len(whole)))
    return Levelled(sound, soundfile.read(io.BytesIO(sound))[0])


def voice_in(samples: Samples) -> tuple[int, int]:
    """The samples between which somebody speaks; BrokenPackError if nobody does.

    The voice is found where it is strong for a while, and followed outwards from there until it drowns in the noise
    of the recording: the consonant before a vowel is much weaker than the vowel, and a click is not a voice.
    """
    frame = int(FRAME_S * SAMPLE_RATE)
    frames = samples[: len(samples) // frame * frame].reshape(-1, frame)
    level = 10 * np.log10(np.mean(frames**2, axis=1) + 1e-10)
    loud = float(np.percentile(level, 95))
    if loud < -70:
        raise BrokenPackError(Problem.SILENT)
    weak = float(np.clip(np.percentile(level, 5) + ABOVE_FLOOR, loud - WEAKEST, loud - NOISIEST))
    strong = np.flatnonzero(_held(level >= max(weak, loud - STRONG)))
    if not len(strong):
        raise BrokenPackError(Problem.SILENT)
    first, last = int(strong[0]), int(strong[-1])
    while first > 0 and level[first - 1] >= weak:
        first -= 1
    while last + 1 < len(level) and level[last + 1] >= weak:
        last += 1
    if (last + 1 - first) * FRAME_S < SHORTEST_VOICE_S:
        raise BrokenPackError(Problem.TOO_SHORT)
    return first * frame, (last + 1) * frame


def _held(is_strong: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """True only within runs of HELD_FRAMES and more."""
    run = np.convolve(is_strong, np.ones(HELD_FRAMES), "valid") == HELD_FRAMES
    held: NDArray[np.bool_] = np.convolve(run, np.ones(HELD_FRAMES)) > 0
    return held


def _without_rumble(samples: Samples) -> Samples:
    """Nothing below 30 Hz, everything above 60: a steady offset would be heard from the first sample on."""
    spectrum = np.fft.rfft(samples)
    hz = np.fft.rfftfreq(len(samples), 1 / SAMPLE_RATE)
    return np.fft.irfft(spectrum * np.clip((hz - 30) / 30, 0, 1), len(samples))


def _fade(samples: Samples, count: int) -> None:
    """In place, over the first `count` samples."""
    count = min(count, len(samples))
    samples[:count] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(count) / count)
