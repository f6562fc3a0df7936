"""What the smooth course of the spectra takes from consonants is given back: vowels that stop, closures, releases.

A voice's states are means over many utterances, and the most likely course through them is a ramp: a vowel fades
before the closure that should cut it off, and the closure runs into its burst over some 20 ms. What begins slowly is
heard as a fricative (ち as し, つ as す). Here the vowel holds, the closure is silent until it opens, and that has at
once the spectrum of its own state, with a click in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from trainer.reciter.score import Score
from trainer.reciter.sounds import VOICELESS

Floats = npt.NDArray[np.float64]

_NEPER_DB = 8.685889638  # the first coefficient of a cepstrum is a level in nepers
_OPENING, _NOISE = 2, 3  # states of a stop: in the third it opens, the fourth is its noise


@dataclass(frozen=True, slots=True)
class Band:
    """So many dB more between two frequencies."""

    low_hz: float
    high_hz: float
    gain_db: float


@dataclass(frozen=True, slots=True)
class Release:
    """How a voiceless stop opens. Levels in dB, lengths in frames of 5 ms."""

    opens_at: float = 0.5  # of its third state; before that it is shut
    closure_db: float = -52.0  # at most, against its noise
    own_frames: int = 2  # from the release on, in which its own spectrum passes into the smooth course
    burst_db: float = 0.0  # more, in the first frame
    click: tuple[Band, ...] = ()  # in the first frame
    noise_db: float = 0.0  # more, from the release to the vowel
    bands: tuple[Band, ...] = ()  # from the release to the vowel


@dataclass(frozen=True, slots=True)
class Consonants:
    """How a voice's consonants are shaped, by their phone; one that is not named stays as it is."""

    releases: Mapping[str, Release] = field(default_factory=lambda: MappingProxyType({}))
    bands: Mapping[str, tuple[Band, ...]] = field(default_factory=lambda: MappingProxyType({}))
    held_before: frozenset[str] = VOICELESS  # the vowels before these hold
    held_frames: int = 0  # at their end, in which they fall
    held_fall_db: float = 2.0  # no more than this


@dataclass(frozen=True, slots=True)
class Shaper:
    """Shapes the frames of a voice with this many coefficients, this warping and this rate."""

    how: Consonants
    order: int
    alpha: float
    sample_rate: int

    def shaped(self, cepstra: Floats, own: list[Floats], verse: Score) -> Floats:
        """The frames of a verse, changed. `own` has the spectra of each part's states, states × coefficients."""
        shaped = cepstra.copy()
        start = 0
        for part, states, spectra in zip(verse.parts, verse.states, own, strict=True):
            end = start + int(states.sum())
            frames = shaped[start:end]
            if bands := self.how.bands.get(part.phone.name):
                frames += self._bent(bands)
            if part.phone.name in self.how.held_before and part.phone.mora:
                self._hold(shaped[:start])
            if release := self.how.releases.get(part.phone.name):
                opens = int(states[:_OPENING].sum()) + round(release.opens_at * int(states[_OPENING]))
                settles = int(states[: _NOISE + 1].sum())
                self._open(frames, release, spectra[_NOISE], opens, settles)
            start = end
        return shaped

    def _hold(self, before: Floats) -> None:
        """Keep the vowel that ends here from fading before the consonant that should cut it off."""
        held = self.how.held_frames
        if held:
            least = before[-held - 1, 0] - np.arange(1, held + 1) / held * self.how.held_fall_db / _NEPER_DB
            before[-held:, 0] = np.maximum(before[-held:, 0], least)

    def _open(self, frames: Floats, release: Release, noise: Floats, opens: int, settles: int) -> None:
        # The first frame of the closure stays: it carries the vowel's fall.
        frames[1:opens, 0] = np.minimum(frames[1:opens, 0], noise[0] + release.closure_db / _NEPER_DB)
        for step in range(min(release.own_frames, len(frames) - opens)):
            share = 1 - step / (release.own_frames + 1)
            frames[opens + step] += share * (noise - frames[opens + step])
        frames[opens:settles, 0] = np.maximum(frames[opens:settles, 0], noise[0])
        frames[opens:] += self._bent(release.bands)
        frames[opens:, 0] += release.noise_db / _NEPER_DB
        frames[opens] += self._bent(release.click)
        frames[opens, 0] += release.burst_db / _NEPER_DB

    def _bent(self, bands: tuple[Band, ...]) -> Floats:
        total = np.zeros(self.order)
        for band in bands:
            total += (
                band.gain_db / _NEPER_DB * _neper(band.low_hz, band.high_hz, self.order, self.alpha, self.sample_rate)
            )
        return total


_EDGE_HZ = 100.0


@lru_cache(maxsize=128)
def _neper(low_hz: float, high_hz: float, order: int, alpha: float, sample_rate: int) -> Floats:
    """The mel-cepstrum that is nearest to one neper between two frequencies and none elsewhere, on the warped scale."""
    angles = np.linspace(0, np.pi, 513)
    hz = angles * sample_rate / (2 * np.pi)
    wanted = _step((hz - low_hz) / _EDGE_HZ) * _step((high_hz - hz) / _EDGE_HZ)
    warped = angles + 2 * np.arctan2(alpha * np.sin(angles), 1 - alpha * np.cos(angles))
    weights = np.sqrt(np.gradient(warped))[:, None]
    basis = np.cos(np.outer(warped, np.arange(order))) * weights
    cepstrum: Floats = np.linalg.lstsq(basis, wanted * weights[:, 0], rcond=None)[0]
    return cepstrum


def _step(way: Floats) -> Floats:
    step: Floats = 1 / (1 + np.exp(-np.clip(way, -50, 50)))
    return step
