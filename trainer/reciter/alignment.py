"""When the morae of a recording fall, found by laying it on a recording of ours of the same verse.

Dynamic time warping over mel-cepstra: both are cut into frames, and the cheapest way through the table of their
distances says which frame of the one is which of the other. The result is approximate; docs/voice-packs.md has the
measured error.
"""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from trainer.reciter.mora import MoraTime, VerseTimes
from trainer.reciter.voice import SAMPLE_RATE

HOP_MS = 5.0
HOP = int(SAMPLE_RATE * HOP_MS / 1000)
WINDOW = 480
FFT = 1024
# Bands so wide that two harmonics of a high voice fall into each: a chant keeps its pitch, and two voices differ in it.
BANDS, LOWEST_HZ, HIGHEST_HZ, NARROWEST_HZ = 20, 80.0, 8000.0, 300.0
CEPSTRA = 8
FLOOR = 0.1  # of the power in a band; what is quieter is silence in any room
SLOPE_REACH = 4  # frames to each side that the slopes of the cepstra are taken from
LOUDNESS_WEIGHT, SLOPE_WEIGHT = 0.5, 0.8
DETOUR = 0.5  # what a frame without a partner costs on top of its distance
# How alike the shapes of the spectra along the way must be for two recordings to be of the same verse (1: the same).
SAME_VERSE = 0.5
LIVELIEST_TONE = 3.5  # deviation of the cepstra: 6 to 8 of a chant, below 3 of a tone that swells, or of noise

Frames = NDArray[np.float32]
Samples = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Alignment:
    """Where the frames of a model lie in a recording; `likeness` is the correlation of their cepstra along the way."""

    frames: NDArray[np.int64]
    likeness: float

    @property
    def is_same_verse(self) -> bool:
        """Whether the two belong together at all."""
        return self.likeness >= SAME_VERSE


def times_of(samples: Samples, span: tuple[float, float], model: Samples, times: VerseTimes) -> VerseTimes | None:
    """The time line of a recording heard from span[0] to span[1] ms, from a model's; None if it is another verse.

    `times` belongs to `model`. Only the plain length of each mora is compared: held vowels of any two verses are alike.
    """
    model_span = times.onset_ms, times.end_ms
    if _cepstra(_part(samples, span))[:, 1:].std() < LIVELIEST_TONE:
        return None
    found = aligned(_part(samples, span), _part(model, model_span), _plain_frames(times))
    if not found.is_same_verse:
        return None
    place = _Placing(found, model_span[0], span[0])
    morae = tuple(
        MoraTime(
            each.kana,
            each.phrase,
            place(each.start_ms),
            place(each.vowel_ms),
            place(each.end_ms),
            min(place(each.end_ms), place(each.nominal_end_ms)),
        )
        for each in times.morae
    )
    return VerseTimes(morae, span[0], span[1], 1000 * len(samples) / SAMPLE_RATE)


def aligned(samples: Samples, model: Samples, compared: NDArray[np.int64] | None = None) -> Alignment:
    """The cheapest way through two recordings that both begin and end with the voice.

    The likeness is that of the frames of the model named in `compared`, of all by default.
    """
    one, other = features(samples), features(model)
    theirs, ours = _cheapest(_distances(other, one))
    frames = np.full(len(other) + 1, len(one), dtype=np.int64)
    frames[theirs[::-1]] = ours[::-1]  # of several frames that fall on one of the model's, the first
    counts = np.isin(theirs, compared) if compared is not None else slice(None)
    return Alignment(frames, _likeness(other[theirs, 1:CEPSTRA][counts], one[ours, 1:CEPSTRA][counts]))


def features(samples: Samples) -> Frames:
    """A row each HOP_MS: cepstra, of mean 0 over the recording, and their slopes; both of deviation 1 as a whole."""
    cepstra = _cepstra(samples)
    cepstra /= cepstra[:, 1:].std() + 1e-9
    cepstra[:, 0] *= LOUDNESS_WEIGHT
    ends = np.pad(cepstra, ((SLOPE_REACH, SLOPE_REACH), (0, 0)), mode="edge")
    slopes = ends[2 * SLOPE_REACH :] - ends[: -2 * SLOPE_REACH]
    slopes *= SLOPE_WEIGHT / (slopes.std() + 1e-9)
    return np.hstack([cepstra, slopes]).astype(np.float32)


def _cepstra(samples: Samples) -> NDArray[np.float64]:
    padded = np.pad(samples, WINDOW // 2)
    windows = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP] * np.hanning(WINDOW)
    power = np.abs(np.fft.rfft(windows, FFT)) ** 2
    cepstra: NDArray[np.float64] = np.log(power @ _bands() + FLOOR) @ _cosines()
    cepstra -= cepstra.mean(axis=0)
    return cepstra


class _Placing:
    """From a moment in the model to the moment in the recording, in ms."""

    def __init__(self, found: Alignment, model_start_ms: float, start_ms: float) -> None:
        self._frames, self._model_start_ms, self._start_ms = found.frames, model_start_ms, start_ms

    def __call__(self, ms: float) -> float:
        if ms < self._model_start_ms:  # the closure of a first consonant, which nobody hears
            return round(max(0.0, self._start_ms - self._model_start_ms + ms), 1)
        place = np.interp((ms - self._model_start_ms) / HOP_MS, np.arange(len(self._frames)), self._frames)
        return round(float(self._start_ms + HOP_MS * place), 1)


def _plain_frames(times: VerseTimes) -> NDArray[np.int64]:
    """The frames, counted from the onset, in which no mora is held beyond its plain length."""
    spans = [(each.start_ms, min(each.end_ms, each.nominal_end_ms)) for each in times.morae]
    frames = [np.arange(*(int((ms - times.onset_ms) / HOP_MS) for ms in span)) for span in spans]
    return np.concatenate(frames) if frames else np.arange(0)


def _part(samples: Samples, span: tuple[float, float]) -> Samples:
    start, end = (int(ms * SAMPLE_RATE / 1000) for ms in span)
    return samples[start:end]


def _distances(one: Frames, other: Frames) -> Frames:
    """Of each frame to each, shape (frames of one, frames of other)."""
    squares = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1)[None] - 2 * one @ other.T
    distances: Frames = np.sqrt(np.maximum(squares, 0) / one.shape[1])
    return distances


def _likeness(one: Frames, other: Frames) -> float:
    scale = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / scale if scale else 0.0


def _cheapest(distances: Frames) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The way from corner to corner, as rows and columns; a step aslant counts twice, so that no detour is favoured.

    Cell by cell would take seconds: the cells of one diagonal do not depend on each other and are done at once.
    """
    rows, columns = distances.shape
    cost = np.full((rows + 1, columns + 1), np.inf, dtype=np.float32)
    cost[0, 0] = 0
    step = np.zeros((rows + 1, columns + 1), dtype=np.int8)
    for diagonal in range(2, rows + columns + 1):
        i = np.arange(max(1, diagonal - columns), min(rows, diagonal - 1) + 1)
        j = diagonal - i
        here = distances[i - 1, j - 1]
        ways = np.stack([cost[i - 1, j - 1] + 2 * here, cost[i - 1, j] + here + DETOUR, cost[i, j - 1] + here + DETOUR])
        step[i, j] = ways.argmin(axis=0)
        cost[i, j] = ways.min(axis=0)
    way = []
    i, j = rows, columns
    while i and j:
        way.append((i - 1, j - 1))
        taken = step[i, j]
        i, j = i - (taken != 2), j - (taken != 1)
    theirs, ours = np.array(way[::-1], dtype=np.int64).T
    return theirs, ours


@cache
def _bands() -> NDArray[np.float64]:
    """Triangles of equal width in mel, but none narrower than NARROWEST_HZ, shape (FFT // 2 + 1, BANDS)."""
    lowest, highest = (2595 * math.log10(1 + hz / 700) for hz in (LOWEST_HZ, HIGHEST_HZ))
    edges = 700 * (10 ** (np.linspace(lowest, highest, BANDS + 2) / 2595) - 1)
    middles = edges[1:-1]
    below, above = (np.maximum(side, NARROWEST_HZ) for side in (middles - edges[:-2], edges[2:] - middles))
    hz = np.fft.rfftfreq(FFT, 1 / SAMPLE_RATE)[:, None]
    bands: NDArray[np.float64] = np.maximum(
        0, 1 - np.where(hz < middles, (middles - hz) / below, (hz - middles) / above)
    )
    return bands


@cache
def _cosines() -> NDArray[np.float64]:
    """The discrete cosine transform from bands to cepstra, shape (BANDS, CEPSTRA)."""
    place = (np.arange(BANDS) + 0.5) / BANDS
    cosines: NDArray[np.float64] = np.cos(np.pi * place[:, None] * np.arange(CEPSTRA))
    return cosines
