"""How long each phone of a chanted mora lasts, how its states share that, and how loud it stands.

A voice knows the lengths of plain speech. In a chant the consonant keeps about its own and the vowel takes the rest.
What is added to a consonant must go where it can be held: a stop's into its closure, a fricative's into its steady
part; stretching the middle of either blurs it (ち becomes し).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from trainer.reciter.plan import FRAME_MS, Beat

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.intp]

STOPS = frozenset({"k", "ky", "t", "ch", "ts", "p", "py", "b", "by", "d", "g", "gy", "j"})
FRICATIVES = frozenset({"s", "sh", "f", "h", "hy", "z"})
_CLOSURE, _MIDDLE, _STEADY = 0, 2, 3  # states of a phone

_STRETCH = MappingProxyType(
    {
        **dict.fromkeys(("s", "sh", "g", "b", "d"), 1.1),
        **dict.fromkeys(("m", "n", "ny", "y", "w"), 1.25),
    }
)


@dataclass(frozen=True, slots=True)
class Articulation:
    """What shapes the phones. Shares are of 1, levels in dB, lengths in frames of 5 ms."""

    stretch: Mapping[str, float] = field(
        default_factory=lambda: _STRETCH
    )  # of a consonant's own length; 1 where not named
    most_of_mora: float = 0.65  # that a consonant may take
    longest_mora_frames: int = 60  # of a held mora no more than this counts for that
    least_consonant_frames: int = 5
    least_closure_frames: int = 3  # that a shortened stop keeps
    # From the release of a stop to its vowel; its closure takes what is left.
    noise_frames: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    # Consonants whose vowel is not begun before they end, though the voice would: た would be heard as だ.
    breathed: frozenset[str] = frozenset()
    evenness: float = 0.6  # of how far a vowel is from the middle loudness; this much is taken back
    most_even_db: float = 6.0
    most_consonant_gain_db: float = 2.0
    consonant_below_vowel_db: float = 1.0  # a consonant's peak, at least
    most_consonant_cut_db: float = 14.0
    level_glide_s: float = 0.060  # between the levels of two phones

    def consonant_frames(self, consonant: str, natural: int, mora_frames: int) -> int:
        """How long a consonant of this natural length is in a mora."""
        wanted = max(self.least_consonant_frames, round(natural * self.stretch.get(consonant, 1.0)))
        return min(wanted, int(min(mora_frames, self.longest_mora_frames) * self.most_of_mora))

    def consonant_states(self, consonant: str, natural: Counts, frames: int) -> Counts:
        """Frames for each state of a consonant: what is added or cut goes to or comes from where it can."""
        natural = self._with_noise(consonant, natural)
        extra = frames - int(natural.sum())
        states = natural.copy()
        if extra >= 0:
            held = _CLOSURE if consonant in STOPS else _STEADY if consonant in FRICATIVES else _MIDDLE
            states[held] += extra
            return states
        states[_CLOSURE] -= min(-extra, max(0, int(states[_CLOSURE]) - self.least_closure_frames))
        return states if states.sum() == frames else even_states(natural, frames)

    def _with_noise(self, consonant: str, natural: Counts) -> Counts:
        states = natural.copy()
        if consonant in self.noise_frames:
            more = self.noise_frames[consonant] - int(states[_STEADY:].sum())
            more = max(more, 1 - int(states[_STEADY]))
            more = min(more, int(states[_CLOSURE]) - self.least_closure_frames)
            states[_STEADY] += more
            states[_CLOSURE] -= more
        return states


def natural_states(means: Floats) -> Counts:
    """Whole frames for each state from a voice's mean lengths, at least one each."""
    states: Counts = np.maximum(1, np.floor(means + 0.5)).astype(np.intp)
    return states


def even_states(natural: Counts, frames: int) -> Counts:
    """Frames for each state: what is added goes to the middle, what is cut comes from all alike."""
    states = natural.copy()
    extra = frames - int(natural.sum())
    if extra >= 0:
        states[_MIDDLE] += extra
        return states
    states = np.maximum(1, natural * frames // int(natural.sum())).astype(np.intp)
    states[_MIDDLE] += max(0, frames - int(states.sum()))
    while states.sum() > frames:
        states[np.argmax(states)] -= 1
    return states


def level_gain(
    wave: Floats, beats: Sequence[Beat], consonant_frames: Sequence[int], lead: int, rate: int, how: Articulation
) -> Floats:
    """A gain for each sample that evens out the vowels and keeps the consonants below them.

    `lead` is the number of samples before the first mora. An open vowel is about 8 dB louder than a closed one.
    """
    frame = rate * FRAME_MS // 1000
    bounds = [
        (lead + beat.start * frame, lead + (beat.start + frames) * frame, lead + beat.end * frame)
        for beat, frames in zip(beats, consonant_frames, strict=True)
    ]
    levels = [_db(float(np.mean(wave[vowel:end] ** 2))) for _, vowel, end in bounds]
    middle = float(np.median(levels))
    steps: list[tuple[int, float]] = []
    for (start, vowel, _), level in zip(bounds, levels, strict=True):
        gain = float(np.clip((middle - level) * how.evenness, -how.most_even_db, how.most_even_db))
        if vowel > start:
            peak = _db(_highest_power(wave[start:vowel], frame))
            below = min(gain, how.most_consonant_gain_db, level + gain - how.consonant_below_vowel_db - peak)
            steps.append((start, float(np.clip(below, -how.most_consonant_cut_db, how.most_even_db))))
        steps.append((vowel, gain))
    steps.append((bounds[-1][2], 0.0))
    gains_db = _glided(steps, len(wave), int(how.level_glide_s * rate))
    gains: Floats = 10 ** (gains_db / 20)
    return gains


def _db(power: float) -> float:
    return 10 * float(np.log10(power + 1e-9))


def _highest_power(samples: Floats, width: int) -> float:
    """The highest mean power in any stretch of this many samples."""
    energy = np.concatenate(([0.0], np.cumsum(samples**2)))
    return float((energy[width:] - energy[:-width]).max(initial=0.0)) / width


def _glided(steps: Sequence[tuple[int, float]], length: int, glide: int) -> Floats:
    """The levels that begin at these samples, 0 before the first; each reached by a raised cosine about its start."""
    kernel = np.hanning(glide)
    rise = np.cumsum(kernel) / kernel.sum()
    levels = np.zeros(length)
    before = 0.0
    for start, level in steps:
        first = start - (glide - 1) // 2
        cut = max(0, -first)
        levels[first + cut : first + glide] += (level - before) * rise[cut : max(cut, length - first)]
        levels[first + glide :] += level - before
        before = level
    return levels
