"""The times of a recording, taken over from one whose times are known: the two built-in voices lend themselves."""

import io
from functools import cache

import numpy as np
import pytest
import soundfile

from tests.zipped import RATE, swelling
from trainer.poems.poem import poem
from trainer.reciter.alignment import times_of
from trainer.reciter.mora import Half, VerseTimes
from trainer.reciter.tempo import FORMER
from trainer.reciter.voice import Manner
from trainer.reciter.voices import VOICES


@cache
def recital(voice, number, half=Half.UPPER, manner=Manner()):  # noqa: B008
    """Samples and times."""
    recited = VOICES[voice].recite(poem(number), half, manner)
    return soundfile.read(io.BytesIO(recited.sound))[0], recited.times


def heard(samples):
    loud = np.flatnonzero(np.abs(samples) >= 0.003)
    return 1000 * loud[0] / RATE, 1000 * (loud[-1] + 1) / RATE


@pytest.mark.parametrize(("number", "half"), [(17, Half.UPPER), (42, Half.LOWER)])
def test_another_voice_at_another_tempo_is_timed_within_some_hundredths_of_a_second(number, half):
    samples, truth = recital("mei", number, half, Manner(FORMER, speed=0.95))
    model, times = recital("m001", number, half)
    found = times_of(samples, heard(samples), model, times)
    errors = [abs(mine.start_ms - true.start_ms) for mine, true in zip(found.morae, truth.morae, strict=True)]
    assert [each.kana for each in found.morae] == [each.kana for each in truth.morae]
    assert np.mean(errors) < 25
    assert np.mean(np.array(errors) <= 60) >= 0.85


def test_times_never_run_backwards_and_stay_within_the_recording():
    samples, _truth = recital("mei", 17)
    span = heard(samples)
    found = times_of(samples, span, *recital("m001", 17))
    starts = [each.start_ms for each in found.morae]
    assert starts == sorted(starts)
    assert all(each.start_ms <= each.vowel_ms <= each.end_ms for each in found.morae)
    assert all(each.nominal_end_ms <= each.end_ms for each in found.morae)
    assert 0 <= starts[0] <= span[0]
    assert found.morae[-1].end_ms <= span[1] + 5
    assert (found.onset_ms, found.end_ms) == span


def test_a_recording_laid_on_itself_has_its_own_times():
    samples, truth = recital("m001", 17)
    found = times_of(samples, (truth.onset_ms, truth.end_ms), samples, truth)
    assert max(abs(a.start_ms - b.start_ms) for a, b in zip(found.morae[1:], truth.morae[1:], strict=True)) <= 5


@pytest.mark.parametrize("what", ["tone", "noise"])
def test_what_is_no_reading_has_no_times(what):
    dice = np.random.default_rng(1)
    samples = np.array(swelling(4.0)) if what == "tone" else dice.normal(0, 0.1, 4 * RATE)
    assert times_of(samples, (100.0, 3900.0), *recital("m001", 17)) is None


def test_a_model_without_morae_gives_none():
    samples, times = recital("m001", 17)
    bare = VerseTimes((), times.onset_ms, times.end_ms, times.length_ms)
    assert times_of(samples, (times.onset_ms, times.end_ms), samples, bare) is None
