from dataclasses import replace

import numpy as np
import pytest

from trainer.poems.poem import poem
from trainer.reciter.articulation import Articulation
from trainer.reciter.hts import HtsReader
from trainer.reciter.htsvoice import Answers, read
from trainer.reciter.mora import Half
from trainer.reciter.plan import plan
from trainer.reciter.score import is_sounding, is_voiced, score
from trainer.reciter.voices import DEFAULT, FOLDER

READER = HtsReader(FOLDER / DEFAULT.file, DEFAULT.main_hz)


@pytest.fixture(scope="module")
def voice():
    return read(READER.path)


@pytest.fixture(scope="module")
def verse(voice):
    return score(voice, plan(poem(17), Half.UPPER), Articulation())  # ちはやぶる …


def frames_of(verse, index):
    start = sum(int(states.sum()) for states in verse.states[:index])
    return slice(start, start + int(verse.states[index].sum()))


def test_every_beat_is_filled_by_its_phones(verse):
    filled = [0] * len(verse.beats)
    for part, states in zip(verse.parts, verse.states, strict=True):
        if part.phone.mora is not None:
            filled[part.phone.mora] += int(states.sum())
    assert filled == [beat.frames for beat in verse.beats]
    assert [bool(frames) for frames in verse.consonants] == [bool(beat.sound.consonant) for beat in verse.beats]
    assert verse.frames == 20 + verse.beats[-1].end + 40  # 100 ms before and 200 ms after


def test_vowels_and_voiced_consonants_have_a_tone_and_voiceless_ones_none(verse):
    voiced = is_voiced(verse)
    for index, part in enumerate(verse.parts):
        frames = voiced[frames_of(verse, index)]
        if part.phone.name in ("ch", "h", "k", "t", "ts"):
            assert not frames[: len(frames) // 2].any(), part.phone.name
            assert not np.any(np.diff(frames.astype(int)) < 0), "once begun, the tone goes on into the vowel"
        else:
            assert frames.all() != part.phone.is_silence


def test_silence_is_not_sounding(verse):
    sounding = is_sounding(verse.parts, verse.states)
    assert not sounding[:20].any()
    assert not sounding[-40:].any()
    assert sounding[20:-40].all()


def test_at_the_lengths_of_speech_the_cepstra_are_as_lively_as_the_voice_says(voice, verse):
    """Global variance (Toda & Tokuda 2007): each coefficient varies over the verse as the voice's model of it says."""
    natural = tuple(part.natural for part in verse.parts)
    spoken = replace(verse, states=natural)
    cepstra = READER._cepstra(spoken)[is_sounding(verse.parts, natural)]
    expected = voice.variance.mean(Answers(verse.parts[0].phone.label))
    assert cepstra.var(axis=0) == pytest.approx(expected, rel=1e-6)


def test_vowels_are_evened_out_in_the_wave(verse):
    uneven = HtsReader(READER.path, READER.main_hz, Articulation(evenness=0.0))

    def spread(reader):
        wave = reader._wave(verse, reader.main_hz)
        beats = zip(verse.beats, verse.consonants, strict=True)
        ends = [(20 + beat.start + frames, 20 + beat.end) for beat, frames in beats]
        return np.std([10 * np.log10(np.mean(wave[start * 240 : end * 240] ** 2)) for start, end in ends[:-1]])

    assert spread(READER) < 0.65 * spread(uneven)
