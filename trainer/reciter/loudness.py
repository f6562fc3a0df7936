"""How loud a sound is, after ITU-R BS.1770-4, for one channel. STAND-IN until the engine's own module is here."""

import math

import numpy as np
from numpy.typing import NDArray

BLOCK_S, STEP_S = 0.4, 0.1
ABSOLUTE_GATE, RELATIVE_GATE = -70.0, -10.0


def integrated_lufs(samples: NDArray[np.float64], rate: int) -> float:
    """Gated loudness in LUFS; -inf if nothing is louder than the gate or the sound is shorter than a block."""
    block, step = int(BLOCK_S * rate), int(STEP_S * rate)
    if len(samples) < block:
        return -math.inf
    size = 1 << (len(samples) + rate).bit_length()
    z = np.exp(-2j * np.pi * np.fft.rfftfreq(size))
    response = _biquad(z, *_shelf(rate)) * _biquad(z, *_high_pass(rate))
    weighted = np.fft.irfft(np.fft.rfft(samples, size) * response, size)[: len(samples)]
    power = np.array([np.mean(weighted[i : i + block] ** 2) for i in range(0, len(weighted) - block + 1, step)])
    level = -0.691 + 10 * np.log10(power + 1e-12)
    loud = level > ABSOLUTE_GATE
    if not loud.any():
        return -math.inf
    gate = -0.691 + 10 * math.log10(float(power[loud].mean())) + RELATIVE_GATE
    return -0.691 + 10 * math.log10(float(power[loud & (level > gate)].mean()))


def true_peak_db(samples: NDArray[np.float64], rate: int) -> float:  # noqa: ARG001
    """The highest point between and at the samples, four times oversampled, in dB of full scale."""
    spectrum = np.fft.rfft(samples)
    size = 4 * len(samples)
    fine = np.fft.irfft(np.concatenate([spectrum, np.zeros(size // 2 + 1 - len(spectrum))]), size) * 4
    return 20 * math.log10(max(float(np.abs(fine).max(initial=0.0)), 1e-9))


def _biquad(z: NDArray[np.complex128], b: list[float], a: list[float]) -> NDArray[np.complex128]:
    return (b[0] + b[1] * z + b[2] * z * z) / (a[0] + a[1] * z + a[2] * z * z)


def _shelf(rate: int) -> tuple[list[float], list[float]]:
    gain, w = 10 ** (4 / 40), 2 * math.pi * 1500 / rate
    alpha, c = math.sin(w) / math.sqrt(2), math.cos(w)
    s = 2 * math.sqrt(gain) * alpha
    up, down = gain + 1, gain - 1
    return (
        [gain * (up + down * c + s), -2 * gain * (down + up * c), gain * (up + down * c - s)],
        [up - down * c + s, 2 * (down - up * c), up - down * c - s],
    )


def _high_pass(rate: int) -> tuple[list[float], list[float]]:
    w = 2 * math.pi * 38 / rate
    alpha, c = math.sin(w), math.cos(w)
    return [(1 + c) / 2, -(1 + c), (1 + c) / 2], [1 + alpha, -2 * c, 1 - alpha]
