"""A reading as one sound: the recordings laid on the time line of trainer.reciter.timeline, to the sample."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt
import soundfile

from trainer.reciter.encode import ONSET_LEVEL
from trainer.reciter.mora import Half, VerseTimes
from trainer.reciter.timeline import Placed, Verse
from trainer.reciter.voice import SAMPLE_RATE, CannotReciteError

Samples = npt.NDArray[np.float32]

PER_MS = SAMPLE_RATE / 1000


def decoded(sound: bytes) -> Samples:
    """The samples of a recording, mono, −1 to 1; CannotReciteError if it is no sound of 24 kHz."""
    try:
        samples, rate = soundfile.read(io.BytesIO(sound), dtype="float32", always_2d=True)
    except soundfile.LibsndfileError as error:
        raise CannotReciteError(f"A recording cannot be decoded: {error}") from error
    if rate != SAMPLE_RATE:
        raise CannotReciteError(f"A recording has {rate} samples a second, not {SAMPLE_RATE}.")
    mono: Samples = samples.mean(axis=1, dtype=np.float32)
    return mono


def mixed(recordings: Iterable[Placed], sounds: Mapping[Verse, Samples], times: Mapping[Verse, VerseTimes]) -> Samples:
    """All of them in one array. CannotReciteError if a lower verse would be heard in the pause behind it."""
    recordings = tuple(recordings)
    for verse in dict.fromkeys(each.verse for each in recordings if each.verse[1] is Half.LOWER):
        _check_tail(verse, sounds[verse], times[verse])
    begins = [round(each.file_ms * PER_MS) for each in recordings]
    ends = [begin + len(sounds[each.verse]) for begin, each in zip(begins, recordings, strict=True)]
    sound = np.zeros(max(ends, default=0), np.float32)
    for begin, end, each in zip(begins, ends, recordings, strict=True):
        sound[max(begin, 0) : end] += sounds[each.verse][max(-begin, 0) :]
    return sound


def _check_tail(verse: Verse, samples: Samples, times: VerseTimes) -> None:
    tail = np.abs(samples[int(np.ceil(times.end_ms * PER_MS)) :])
    if tail.size and tail.max() >= ONSET_LEVEL:
        raise CannotReciteError(f"The lower verse of poem {verse[0]} is still heard after its end.")


FULL_SCALE = 32_768


def as_wav(sound: Samples) -> bytes:
    """A 16-bit WAV file. What was to be heard as an onset still is one: no rounding takes a sample below its level."""
    whole = np.rint(sound * FULL_SCALE)
    least = np.ceil(ONSET_LEVEL * FULL_SCALE)
    is_lost = (np.abs(sound) >= ONSET_LEVEL) & (np.abs(whole) < least)
    whole[is_lost] = np.copysign(least, sound[is_lost])
    file = io.BytesIO()
    samples = np.clip(whole, -FULL_SCALE, FULL_SCALE - 1).astype(np.int16)
    soundfile.write(file, samples, SAMPLE_RATE, format="WAV", subtype="PCM_16")
    return file.getvalue()
