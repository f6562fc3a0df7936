"""How far the consonants that decide a poem are from the voice's own plain speech, plain and shaped.

    python benchmarks/consonants.py [--voice mei] [3 10 17]

Without numbers: the upper verses of all hundred poems. Counted are the consonants up to the end of the kimariji. Plain
speech is the same labels at the lengths the voice itself gives them, with nothing of ours. "Before" has our lengths,
but neither `articulation` of this voice nor `consonants`; "now" is the voice as it ships.

Compared are the frames on their way to the vocoder, so neither its noise nor the levelling after it blurs a figure.
"""

import argparse
import os
import sys
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from trainer.poems.kimariji import original
from trainer.poems.poem import poem
from trainer.reciter.articulation import STOPS, Articulation
from trainer.reciter.consonants import Consonants
from trainer.reciter.mora import Half
from trainer.reciter.plan import plan
from trainer.reciter.score import score
from trainer.reciter.voices import DEFAULT, VOICES

CLASSES = {
    "k": ("k", "ky"),
    "t": ("t",),
    "ch": ("ch",),
    "ts": ("ts",),
    "s": ("s",),
    "sh": ("sh",),
    "h": ("h", "hy"),
    "f": ("f",),
    "m n": ("m", "my", "n", "ny"),
    "y w": ("y", "w"),
    "b d g j": ("b", "by", "d", "g", "gy", "j"),
    "z": ("z",),
    "r": ("r", "ry"),
}
HIGHEST_HZ = 12_000  # of a recording of 24 kHz
LOUD_ABOVE_HZ = 1000  # as in measure.releases
STEPS = 128  # of the mel scale
NEPER_DB = 8.685889638
NOISE = 3  # of a stop's states


# --- spectra ------------------------------------------------------------------------------------------------


def spectra_db(cepstra, alpha, rate):
    """Log spectra of mel-cepstra, frames × STEPS, evenly spaced on the mel scale up to HIGHEST_HZ; and their Hz."""
    angles = np.linspace(0, np.pi, 4097)
    warped = angles + 2 * np.arctan2(alpha * np.sin(angles), 1 - alpha * np.cos(angles))
    hz = angles * rate / (2 * np.pi)
    steps = np.linspace(0, np.interp(HIGHEST_HZ, hz, warped), STEPS)
    return cepstra @ np.cos(np.outer(np.arange(cepstra.shape[1]), steps)) * NEPER_DB, np.interp(steps, warped, hz)


def distance_db(one_db, other_db):
    """The mean over the frames of how far two log spectra lie apart in shape: the RMS difference, level left out.

    Over the whole mel scale that is the mel-cepstral distortion, 10 / ln 10 · √(2 Σ Δc²).
    """
    return float((one_db - other_db).std(axis=1).mean())


def levels_db(frames_db, hz):
    """The level of each frame above 1 kHz."""
    widths = np.gradient(hz) * (hz >= LOUD_ABOVE_HZ)
    return 10 * np.log10(10 ** (frames_db / 10) @ widths)


# --- which frames -------------------------------------------------------------------------------------------


def heard(phone, states, start):
    """The stretches of frames that a consonant is known by: a stop from its opening, any other in its middle.

    `states` has the frames of its five states, `start` is its first frame. Two lengths of one phone are compared
    stretch by stretch.
    """
    edges = start + np.concatenate([[0], np.cumsum(states)])
    if phone in STOPS:
        return [(opening(states, start), edges[3]), (edges[3], edges[4]), (edges[4], edges[5])]
    return list(pairwise(edges[1:5]))


def shut(states, start):
    """The closure of a stop, but for its first frame, which has the vowel's fall."""
    return [(start + 1, opening(states, start))]


def opening(states, start):
    """The frame in which a stop opens: in the middle of its third state, as in `consonants.Release`."""
    return start + int(states[:2].sum()) + round(0.5 * int(states[2]))


def in_step(stretches, others):
    """Frame numbers of `stretches`, and for each the frame of `others` that is as far through its own stretch."""
    frames, partners = [], []
    for (start, end), (first, last) in zip(stretches, others, strict=True):
        length = end - start
        frames += range(start, end)
        partners += [first + int((step + 0.5) * (last - first) / length) for step in range(length)]
    return np.array(frames), np.array(partners)


# --- a verse ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """A consonant sung one way, in dB; all but the first figure None but for stops.

    `from_noise_db` is how far the frame in which it opens is from the state that is its noise; the levels are those
    against plain speech.
    """

    phone: str
    from_speech_db: float
    from_noise_db: float | None
    closure_db: float | None
    burst_db: float | None


def measured(reader, number):
    """The consonants of the kimariji as this reader sings them."""
    plain = replace(reader, how=Articulation(), consonants=Consonants())
    voice = reader._voice  # noqa: SLF001 (nobody else asks a voice for its frames)
    verse = score(voice, plan(poem(number), Half.UPPER), reader.how)
    spoken = replace(verse, states=tuple(part.natural for part in verse.parts))
    sung_db, hz = spectra_db(reader._cepstra(verse), voice.alpha, voice.sample_rate)  # noqa: SLF001
    spoken_db, _ = spectra_db(plain._cepstra(spoken), voice.alpha, voice.sample_rate)  # noqa: SLF001
    own = reader._own(verse, *reader._liveliness(verse))  # noqa: SLF001
    starts, spoken_starts = (
        np.concatenate([[0], np.cumsum([s.sum() for s in each.states])]) for each in (verse, spoken)
    )
    found = []
    for index in deciding(verse, len(original(number))):
        part, states = verse.parts[index], verse.states[index]
        phone, start, spoken_start = part.phone.name, starts[index], spoken_starts[index]
        sung_at, spoken_at = in_step(heard(phone, states, start), heard(phone, part.natural, spoken_start))
        noise = closure = burst = None
        if phone in STOPS:
            noise_db, _ = spectra_db(own[index][NOISE : NOISE + 1], voice.alpha, voice.sample_rate)
            noise = distance_db(sung_db[sung_at[:1]], noise_db)
            shut_at, spoken_shut_at = in_step(shut(states, start), shut(part.natural, spoken_start))
            closure = float((levels_db(sung_db[shut_at], hz) - levels_db(spoken_db[spoken_shut_at], hz)).mean())
            burst = float(levels_db(sung_db[sung_at], hz).max() - levels_db(spoken_db[spoken_at], hz).max())
        found.append(Found(phone, distance_db(sung_db[sung_at], spoken_db[spoken_at]), noise, closure, burst))
    return found


def deciding(verse, kana):
    """The indices of those parts that are consonants of the first so many kana."""
    said = np.cumsum([len(beat.sound.kana) for beat in verse.beats])
    return [
        index
        for index, part in enumerate(verse.parts)
        if part.phone.mora is not None
        and part.phone.name == verse.beats[part.phone.mora].sound.consonant
        and said[part.phone.mora] <= kana
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--voice", choices=sorted(VOICES), default=DEFAULT.key)
    parser.add_argument("poems", nargs="*", type=int)
    asked = parser.parse_args()
    now = VOICES[asked.voice]._reader  # noqa: SLF001
    before = replace(now, how=Articulation(), consonants=Consonants())
    numbers = asked.poems or range(1, 101)
    both = [[each for number in numbers for each in measured(reader, number)] for reader in (before, now)]
    print(f"{asked.voice}: dB, before → now; closure and burst against plain speech")
    print(f"{'':<8} {'':>4}  {'from plain speech':>18}  {'opening from noise':>18}  {'closure':>16}  {'burst':>14}")
    for name, phones in CLASSES.items():
        figures = [[each for each in reader if each.phone in phones] for reader in both]
        if figures[0]:
            print(row(name, *figures))


def row(name, before, now):
    """A line of the table: the means of a class."""
    cells = [f"{name:<8} {len(now):>4}"]
    for field, width in (("from_speech_db", 18), ("from_noise_db", 18), ("closure_db", 16), ("burst_db", 14)):
        means = [mean([getattr(each, field) for each in reader]) for reader in (before, now)]
        cells.append(f"{' → '.join(means):>{width}}")
    return "  ".join(cells)


def mean(values):
    """Of those that are known, as text."""
    known = [value for value in values if value is not None]
    return f"{round(np.mean(known), 1) + 0:.1f}" if known else "–"  # + 0: no −0.0


if __name__ == "__main__":
    main()
