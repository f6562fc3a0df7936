"""From the voice's samples to the file: half the rate, the level all recordings share, MP3, and what a player hears."""

from __future__ import annotations

import io
import math

import numpy as np
import numpy.typing as npt
import soundfile

from trainer.reciter.loudness import integrated_lufs, limited
from trainer.reciter.voice import SAMPLE_RATE

Floats = npt.NDArray[np.float64]
Samples = npt.NDArray[np.int16]

TARGET_LUFS = -20.0
HIGHEST_PEAK_DB = -2.0  # the encoder lifts a peak by some tenths of a dB: −1 dBTP is the promise
ONSET_LEVEL = 0.003  # of full scale: where a recording can first be heard
# A variable rate, here of 41 to 47 kbit/s: at 0.6 (35) the bands above 6 kHz have holes, and consonants lose their
# edges there. At a constant rate of 56 kbit/s and below there is no room in a frame for the LAME header, and without it
# players start the sound 46 ms late.
_COMPRESSION = 0.5
_HALF_BAND_TAPS = 127
_LOOKED_AT = SAMPLE_RATE  # samples decoded to find the onset, before the whole is


class NoHeaderError(RuntimeError):
    """The encoder wrote an MP3 without a LAME header: its times would be wrong in every player."""


def halved(samples: Floats) -> Floats:
    """Every second sample, what is above a quarter of the rate taken out first.

    All taps of the half-band filter at an even distance from its middle are 0, so one of the two phases is a factor.
    """
    offsets = np.arange(_HALF_BAND_TAPS) - _HALF_BAND_TAPS // 2
    taps = np.sinc(offsets / 2) / 2 * np.kaiser(_HALF_BAND_TAPS, 8.0)
    taps /= taps.sum()
    even = samples[: len(samples) // 2 * 2 : 2]
    odd = samples[1 : len(samples) // 2 * 2 : 2]
    reach = _HALF_BAND_TAPS // 4 + 1
    sides = np.convolve(odd, taps[::2])[reach - 1 : reach - 1 + len(even)]
    half: Floats = even * taps[_HALF_BAND_TAPS // 2] + sides
    return half


def levelled(samples: Floats, body_end: int) -> Samples:
    """16-bit samples with the part up to `body_end` at −20 LUFS and no true peak above −2 dBTP; silence stays so."""
    lufs = integrated_lufs(samples[:body_end], SAMPLE_RATE)
    louder_db = TARGET_LUFS - lufs if math.isfinite(lufs) else 0.0
    loud = limited(samples * 10 ** (louder_db / 20), SAMPLE_RATE, HIGHEST_PEAK_DB)
    return np.round(loud * 32767).astype(np.int16)


def mp3(samples: Samples) -> bytes:
    """An MP3 of variable rate, 24 kHz, mono. The same samples give the same bytes."""
    file = io.BytesIO()
    soundfile.write(
        file,
        samples,
        SAMPLE_RATE,
        format="MP3",
        subtype="MPEG_LAYER_III",
        bitrate_mode="VARIABLE",
        compression_level=_COMPRESSION,
    )
    sound = file.getvalue()
    if b"LAME" not in sound[:400]:
        raise NoHeaderError("the MP3 encoder left out the LAME header")
    return sound


def heard_ms(sound: bytes) -> tuple[float, float]:
    """Where a recording is first heard (its first sample at or above 0.003 of full scale) and its length, in ms."""
    with soundfile.SoundFile(io.BytesIO(sound)) as file:
        onset = _onset(file.read(_LOOKED_AT, dtype="float64"))
        if onset is None:
            file.seek(0)
            onset = _onset(file.read(dtype="float64"))
        length_ms = file.frames * 1000 / file.samplerate
        return (length_ms if onset is None else onset * 1000 / file.samplerate), length_ms


def _onset(samples: Floats) -> int | None:
    loud = np.flatnonzero(np.abs(samples) >= ONSET_LEVEL)
    return int(loud[0]) if len(loud) else None
