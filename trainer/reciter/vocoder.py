"""From frames to sound: pulses and noise through the minimum-phase response of mel-cepstra.

Each pulse is the response of its own moment at its own place between two samples, low-passed by the voice's
aperiodicity; the noise fills the rest of the spectrum, in hops of a quarter frame. Responses between two frames are
interpolated in the log spectrum: linear ones smear a closure into the burst after it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Complexes = npt.NDArray[np.complex128]
Indices = npt.NDArray[np.intp]

SIZE = 1024  # of the transforms: a response has died away in 21 ms at 48 kHz
_HOPS = 4  # of the noise in a frame
# The low-pass is symmetric, and a pulse between two samples rings a little before it: without room for what comes
# before the first sample it would come round at the end of the transform, as an echo 21 ms late.
_ROOM = 64
_BLOCK = 32  # frames of noise, and 8 times as many pulses, at a time: what a processor's cache holds


class Vocoder:
    """Fixed by the voice: its rate, its frame, how many cepstral coefficients, and their warping.

    `taps` is the length of the low-pass responses, odd and symmetric.
    """

    def __init__(self, *, sample_rate: int, frame_samples: int, order: int, alpha: float, taps: int) -> None:
        self.sample_rate, self.frame_samples = sample_rate, frame_samples
        self._angles = np.linspace(0, np.pi, SIZE // 2 + 1)
        delay = np.exp(-1j * self._angles)
        warped = (delay - alpha) / (1 - alpha * delay)
        self._cepstral_basis: Complexes = warped[None] ** np.arange(order)[:, None]
        self._low_pass_basis: Floats = np.cos(np.outer(np.arange(taps) - taps // 2, self._angles))

    def wave(self, cepstra: Floats, low_passes: Floats, f0_hz: Floats, seed: int = 1) -> Floats:
        """The samples of as many frames: cepstra × coefficients, low-pass responses × taps, F0 (0: voiceless).

        The same seed gives the same noise.
        """
        spectra: Complexes = cepstra @ self._cepstral_basis
        voiced: Floats = np.clip(low_passes @ self._low_pass_basis, 0, 1)
        voiced[f0_hz <= 0] = 0
        # Pulses and noise are strangers to each other: their powers add up, so it is the squares that make one.
        noise = np.sqrt(1 - voiced**2)
        samples = len(cepstra) * self.frame_samples
        out = np.zeros(_ROOM + samples + SIZE)
        self._add_noise(out, spectra, noise, seed)
        self._add_pulses(out, spectra, voiced, f0_hz)
        return out[_ROOM : _ROOM + samples]

    def _add_noise(self, out: Floats, spectra: Complexes, share: Floats, seed: int) -> None:
        """One noise for the whole verse, cut by overlapping windows, each filtered and laid back in its place."""
        frames, hop = len(spectra), self.frame_samples // _HOPS
        # The old generator, because its stream is promised never to change (NumPy's RandomState).
        noise = np.random.RandomState(seed).standard_normal(frames * self.frame_samples + 2 * hop)
        window = np.hanning(2 * hop + 1)[:-1]
        cuts = np.lib.stride_tricks.sliding_window_view(noise, 2 * hop)[::hop]
        hops, tail = frames * _HOPS, -(-SIZE // hop)
        laid = np.zeros((hops + tail, hop))
        for first, filters in _quarter_frames(spectra, share):
            count = min(len(filters), hops - first)
            heard = np.fft.rfft(np.pad(cuts[first : first + count] * window, ((0, 0), (_ROOM, 0))), SIZE)
            pieces = np.zeros((count, tail * hop))
            pieces[:, :SIZE] = np.fft.irfft(heard * filters[:count], SIZE)
            for step in range(tail):
                laid[first + step : first + step + count] += pieces[:, step * hop : (step + 1) * hop]
        # The window of hop 0 begins one hop before the first sample.
        flat = laid.reshape(-1)[hop : hop + len(out)]
        out[: len(flat)] += flat

    def _add_pulses(self, out: Floats, spectra: Complexes, share: Floats, f0_hz: Floats) -> None:
        at, late, periods = self._pulses(f0_hz)
        places = (at - late) / self.frame_samples - 0.5
        for block in range(0, len(at), 8 * _BLOCK):
            these = slice(block, block + 8 * _BLOCK)
            now, following, part = _between(places[these], len(spectra))
            shift = 1j * np.outer(late[these] - _ROOM, self._angles)
            response = np.exp(spectra[now] * (1 - part) + spectra[following] * part + shift)
            response *= share[now] * (1 - part) + share[following] * part
            pieces = np.fft.irfft(response, SIZE) * np.sqrt(periods[these])[:, None]
            for start, piece in zip(at[these], pieces, strict=True):
                out[start : start + SIZE] += piece

    def _pulses(self, f0_hz: Floats) -> tuple[Indices, Floats, Floats]:
        """Sample numbers of the pulses, how far before them each fell (in samples), and the period there."""
        samples = len(f0_hz) * self.frame_samples
        is_voiced = f0_hz > 0
        if not is_voiced.any():
            nothing = np.zeros(0)
            return nothing.astype(np.intp), nothing, nothing
        middles = (np.flatnonzero(is_voiced) + 0.5) * self.frame_samples
        course = np.interp(np.arange(samples), middles, f0_hz[is_voiced])
        sounding = np.where(np.repeat(is_voiced, self.frame_samples), course, 0)
        turns = np.cumsum(sounding / self.sample_rate)
        whole = np.floor(turns)
        at = np.flatnonzero(whole[1:] > whole[:-1]) + 1
        late = (turns[at] - whole[at]) / (course[at] / self.sample_rate)
        return at, late, self.sample_rate / course[at]


def _between(places: Floats, frames: int) -> tuple[Indices, Indices, Floats]:
    """The frames on either side of each place, and how far it is from the first to the second (a column)."""
    now = np.clip(np.floor(places), 0, frames - 1).astype(np.intp)
    return now, np.minimum(now + 1, frames - 1), np.clip(places - now, 0, 1)[:, None]


def _quarter_frames(spectra: Complexes, share: Floats) -> Iterator[tuple[int, Complexes]]:
    """Filters at each quarter of a frame, in blocks: the number of the first, and the filters.

    A frame's own values are those of its middle, so the first two quarters have those of frame 0. From one quarter to
    the next the log spectrum changes evenly, the spectrum therefore by one factor: a power for a whole frame.
    """
    first_filter = np.exp(spectra[:1]) * share[:1]
    yield 0, np.repeat(first_filter, _HOPS // 2, axis=0)
    for start in range(0, len(spectra), _BLOCK):
        log_now, weight = spectra[start : start + _BLOCK], share[start : start + _BLOCK]
        following = np.minimum(np.arange(start, start + len(log_now)) + 1, len(spectra) - 1)
        factor = np.exp((spectra[following] - log_now) / _HOPS)
        change = (share[following] - weight) / _HOPS
        response = np.exp(log_now)
        filters = np.empty((len(log_now), _HOPS, spectra.shape[1]), dtype=np.complex128)
        for quarter in range(_HOPS):
            filters[:, quarter] = response * (weight + quarter * change)
            response *= factor
        yield _HOPS // 2 + start * _HOPS, filters.reshape(-1, spectra.shape[1])
