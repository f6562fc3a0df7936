import numpy as np
import pytest

from trainer.poems.poem import poem
from trainer.reciter.articulation import Articulation, even_states, level_gain, natural_states
from trainer.reciter.mora import Half
from trainer.reciter.plan import plan

HOW = Articulation()
NATURAL = np.array([4, 3, 5, 3, 2])  # 17 frames


@pytest.mark.parametrize(
    ("consonant", "natural", "mora_frames", "frames"),
    [
        ("k", 12, 40, 12),  # its own length
        ("m", 12, 40, 15),  # a quarter longer
        ("s", 20, 40, 22),
        ("r", 3, 40, 5),  # never less than five frames
        ("s", 30, 40, 26),  # never more than 65 % of a mora
        ("s", 60, 170, 39),  # of a held mora no more than 65 % of 0.3 s
    ],
)
def test_the_length_of_a_consonant(consonant, natural, mora_frames, frames):
    assert HOW.consonant_frames(consonant, natural, mora_frames) == frames


@pytest.mark.parametrize(
    ("consonant", "frames", "states"),
    [
        ("t", 20, [7, 3, 5, 3, 2]),  # a stop waits in its closure
        ("sh", 20, [4, 3, 5, 6, 2]),  # a fricative hisses on
        ("m", 20, [4, 3, 8, 3, 2]),
        ("t", 16, [3, 3, 5, 3, 2]),  # a cut comes from the closure first
    ],
)
def test_what_is_added_and_cut(consonant, frames, states):
    assert list(HOW.consonant_states(consonant, NATURAL, frames)) == states


@pytest.mark.parametrize("frames", range(3, 40))
def test_the_states_always_fill_the_time(frames):
    for states in (HOW.consonant_states("t", NATURAL, frames), even_states(NATURAL, frames)):
        assert states.sum() == frames
        assert states.min() >= (1 if frames >= 5 else 0)
    assert list(NATURAL) == [4, 3, 5, 3, 2], "what the voice says is left alone"


def test_natural_states_are_rounded_and_never_empty():
    assert list(natural_states(np.array([0.2, 1.4, 1.5, 2.5, 7.9]))) == [1, 1, 2, 3, 8]


def test_a_loud_vowel_is_taken_back_and_a_loud_consonant_held_below_it():
    """Two vowels 10 dB apart meet in the middle by 60 %; a consonant as loud as its vowel ends 1 dB below."""
    rate = 48_000
    beats = plan(poem(1), Half.LOWER)[:3]
    frame = rate // 200
    wave = np.full(beats[-1].end * frame, 0.1)
    for beat, level in zip(beats, (0.1, 0.1 * 10**0.5, 0.1), strict=True):
        wave[beat.start * frame : beat.end * frame] = level
    gains = 20 * np.log10(level_gain(wave, beats, (0, 20, 0), 0, rate, HOW))
    middle = (beats[1].start + 35) * frame
    assert gains[beats[0].start * frame + 25 * frame] == pytest.approx(0, abs=0.01)
    assert gains[middle] == pytest.approx(-0.6 * 10, abs=0.01)
    assert gains[(beats[1].start + 10) * frame] == pytest.approx(-0.6 * 10 - 1, abs=0.01)
