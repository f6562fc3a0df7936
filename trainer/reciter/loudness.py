"""How loud a recording is and how high its peaks stand: ITU-R BS.1770-4, for one channel."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Complexes = npt.NDArray[np.complex128]

_ABSOLUTE_GATE_LUFS = -70.0
_BLOCK_S, _STEP_S = 0.4, 0.1
_RELATIVE_GATE_LU = -10.0
_OFFSET = -0.691  # makes 997 Hz at full scale −3.01
_OVERSAMPLING = 4
_PHASE_TAPS = 24  # of the interpolator, on each side of a sample between two
_LIMITER_S = 0.010


def integrated_lufs(samples: Floats, sample_rate: int) -> float:
    """Loudness of the whole in LUFS, gated; −inf for silence and for less than one block of 0.4 s."""
    block, step = int(_BLOCK_S * sample_rate), int(_STEP_S * sample_rate)
    if len(samples) < block:
        return -math.inf
    energy = np.concatenate(([0.0], np.cumsum(_weighted(samples, sample_rate) ** 2)))
    starts = np.arange(0, len(samples) - block + 1, step)
    powers = (energy[starts + block] - energy[starts]) / block
    loud = powers[_lufs(powers) > _ABSOLUTE_GATE_LUFS]
    if not len(loud):
        return -math.inf
    gate = float(_lufs(loud.mean())) + _RELATIVE_GATE_LU
    return float(_lufs(loud[_lufs(loud) > gate].mean()))


def _lufs(power: Floats | np.float64) -> Floats:
    lufs: Floats = _OFFSET + 10 * np.log10(np.maximum(power, 1e-12))
    return lufs


def _weighted(samples: Floats, sample_rate: int) -> Floats:
    """K-weighted, through the spectrum: a second of room keeps the end from coming round to the start."""
    size = _quick_size(len(samples) + sample_rate)
    weighted: Floats = np.fft.irfft(np.fft.rfft(samples, size) * _k_weighting(size, sample_rate), size)
    return weighted[: len(samples)]


def _quick_size(least: int) -> int:
    """The next size made of twos and at most one three or five, which the transform likes."""
    return min(factor << max(0, math.ceil(math.log2(least / factor))) for factor in (1, 3, 5))


@lru_cache(maxsize=8)
def _k_weighting(size: int, sample_rate: int) -> Complexes:
    delay = np.exp(-2j * np.pi * np.fft.rfftfreq(size))
    response: Complexes = np.ones(len(delay), dtype=np.complex128)
    for above, below in (head_shelf(sample_rate), low_cut(sample_rate)):
        response *= above[0] + delay * (above[1] + delay * above[2])
        response /= below[0] + delay * (below[1] + delay * below[2])
    return response


Taps = tuple[float, float, float]


def head_shelf(sample_rate: int) -> tuple[Taps, Taps]:
    """The first filter of K-weighting: numerator and denominator, at any rate.

    BS.1770 gives its numbers for 48 kHz only; these are the analogue values behind them.
    """
    turn, quality = math.tan(math.pi * 1681.974450955533 / sample_rate), 0.7071752369554196
    high = 10 ** (3.999843853973347 / 20)
    middle = high**0.4996667741545416
    scale = 1 + turn / quality + turn**2
    above = (high + middle * turn / quality + turn**2, 2 * (turn**2 - high), high - middle * turn / quality + turn**2)
    return (above[0] / scale, above[1] / scale, above[2] / scale), _denominator(turn, quality)


def low_cut(sample_rate: int) -> tuple[Taps, Taps]:
    """The second filter of K-weighting: numerator and denominator, at any rate."""
    turn, quality = math.tan(math.pi * 38.13547087602444 / sample_rate), 0.5003270373238773
    return (1.0, -2.0, 1.0), _denominator(turn, quality)


def _denominator(turn: float, quality: float) -> Taps:
    scale = 1 + turn / quality + turn**2
    return 1.0, 2 * (turn**2 - 1) / scale, (1 - turn / quality + turn**2) / scale


def true_peak_db(samples: Floats) -> float:
    """The highest point of the wave between its samples too, at four times their rate, in dB of full scale (dBTP)."""
    return 20 * math.log10(max(float(_peaks(samples).max(initial=0.0)), 1e-9))


def _peaks(samples: Floats) -> Floats:
    """The highest magnitude from each sample up to the next."""
    highest = np.abs(samples)
    for phase in range(1, _OVERSAMPLING):
        between = np.convolve(samples, _between_taps(phase / _OVERSAMPLING))[_PHASE_TAPS:]
        highest = np.maximum(highest, np.abs(between[: len(samples)]))
    return highest


@lru_cache(maxsize=_OVERSAMPLING)
def _between_taps(part: float) -> Floats:
    """A windowed sinc that gives the value a part of the way from a sample to the next."""
    distance = np.arange(-_PHASE_TAPS, _PHASE_TAPS) + part
    window = np.i0(6.0 * np.sqrt(np.maximum(0, 1 - (distance / _PHASE_TAPS) ** 2))) / np.i0(6.0)
    taps: Floats = np.sinc(distance) * window
    taps /= taps.sum()
    return taps


def limited(samples: Floats, sample_rate: int, highest_db: float) -> Floats:
    """The same with no true peak above `highest_db` (dBTP), turned down smoothly around each that was."""
    peaks, highest = _peaks(samples), 10 ** (highest_db / 20)
    if peaks.max(initial=0.0) <= highest:
        return samples
    reach = int(_LIMITER_S * sample_rate) // 2
    around = np.lib.stride_tricks.sliding_window_view(np.pad(peaks, reach, "edge"), 2 * reach + 1).max(axis=1)
    gains = np.minimum(1, highest / np.maximum(around, 1e-9))
    kernel = np.hanning(2 * reach + 1)
    smooth = np.convolve(np.pad(gains, reach, "edge"), kernel / kernel.sum(), "valid")
    turned_down: Floats = samples * smooth
    return turned_down
