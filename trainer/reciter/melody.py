"""The pitch and the loudness that a verse is chanted with.

Two tones a fifth apart: the first mora low, everything after it on the main tone, with a small scoop where a phrase
begins, vibrato on what is held, and a slight drift, because a tone that stands still does not sound like a person.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from trainer.reciter.plan import FRAME_MS, Beat, Held

Floats = npt.NDArray[np.float64]

_LOW_TONE = -7.02  # semitones: a pure fifth down
_GLIDE_MIDDLE_S, _GLIDE_S = 0.010, 0.016  # after the first mora, and how steep
_SCOOP, _SCOOP_BEFORE_S, _SCOOP_AFTER_S = -1.2, 0.020, 0.055
_VIBRATO_HZ, _VIBRATO_AFTER_S, _VIBRATO_GROWS_S = 5.2, 0.35, 0.5
_YOIN_FALL, _YOIN_FALL_SHARE = -0.6, 0.2  # semitones, over the last fifth of the yoin
# Depth (semitones), rate (Hz), phase of three slow waves that never meet.
_DRIFT = ((0.035, 1.7, 0.3), (0.025, 3.1, 1.1), (0.020, 7.3, 2.0))
_YOIN_LEVEL_SHARE, _UPPER_FADE_SHARE = 2 / 3, 0.25
_YOIN_FADE_POWER = 1.3
_SHUT_S, _OPEN_S = -0.040, -0.010  # before the verse begins


def pitch_hz(beats: Sequence[Beat], times_s: Floats, main_hz: float) -> Floats:
    """F0 at each time (s from the start of the verse), as if all of it were voiced."""
    semitones = _LOW_TONE * _first_tone(times_s - _end_s(beats[0]))
    for beat in beats[1:]:
        if beat.opens_phrase:
            semitones += _scoop(times_s - _start_s(beat))
    for beat in beats:
        if beat.held is not None:
            semitones += _vibrato(times_s - _start_s(beat), _length_s(beat), beat.held)
        if beat.held is Held.YOIN:
            fall_s = _YOIN_FALL_SHARE * _length_s(beat)
            semitones += _YOIN_FALL * np.clip((times_s - _end_s(beat)) / fall_s + 1, 0, 1) ** 2
    for depth, rate_hz, phase in _DRIFT:
        semitones += depth * np.sin(2 * np.pi * rate_hz * times_s + phase)
    hz: Floats = main_hz * 2 ** (semitones / 12)
    return hz


def _first_tone(after_s: Floats) -> Floats:
    """1 in the first mora, 0 after it, gliding between."""
    low: Floats = 1 - 1 / (1 + np.exp((_GLIDE_MIDDLE_S - after_s) / _GLIDE_S))
    return low


def _scoop(after_s: Floats) -> Floats:
    fade = np.where(after_s >= 0, after_s / _SCOOP_AFTER_S, -after_s / _SCOOP_BEFORE_S)
    dip: Floats = _SCOOP * np.exp(-fade)
    return dip


def _vibrato(into_s: Floats, length_s: float, held: Held) -> Floats:
    since_s = into_s - _VIBRATO_AFTER_S
    depth = np.clip(since_s / _VIBRATO_GROWS_S, 0, 1) * (into_s < length_s)
    wave: Floats = held.value * depth * np.sin(2 * np.pi * _VIBRATO_HZ * since_s)
    return wave


def fade(beats: Sequence[Beat], times_s: Floats) -> Floats:
    """A gain for each time (rising): 0, 1 shortly before the verse begins, and falling to 0 where its last mora ends.

    The yoin stays level for two thirds and dies away in the last; an upper verse fades in the last quarter of its last
    mora. The silence before the verse is none as the voice gives it: it breathes, at the level that counts as an onset.
    """
    last = beats[-1]
    level_share = _YOIN_LEVEL_SHARE if last.held is Held.YOIN else 1 - _UPPER_FADE_SHARE
    starts_s = _start_s(last) + level_share * _length_s(last)
    gains = np.ones_like(times_s)
    opening = times_s < _OPEN_S
    gains[opening] = _swell((times_s[opening] - _SHUT_S) / (_OPEN_S - _SHUT_S))
    fading = times_s > starts_s
    way = (times_s[fading] - starts_s) / (_end_s(last) - starts_s)
    gains[fading] = _swell(1 - way) ** (_YOIN_FADE_POWER if last.held is Held.YOIN else 1)
    return gains


def _swell(way: Floats) -> Floats:
    """From 0 to 1 along a raised cosine."""
    risen: Floats = 0.5 * (1 - np.cos(np.pi * np.clip(way, 0, 1)))
    return risen


def _start_s(beat: Beat) -> float:
    return beat.start * FRAME_MS / 1000


def _end_s(beat: Beat) -> float:
    return beat.end * FRAME_MS / 1000


def _length_s(beat: Beat) -> float:
    return beat.frames * FRAME_MS / 1000
