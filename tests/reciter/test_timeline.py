"""When each verse is heard. The times in the table are added up by hand."""

import io

import numpy as np
import pytest
import soundfile

from tests.reciter.tone_voice import ToneVoice
from trainer.poems.poem import poem
from trainer.reciter.encode import ONSET_LEVEL
from trainer.reciter.mix import as_wav, decoded, mixed
from trainer.reciter.mora import Half, VerseTimes
from trainer.reciter.script import Choices, Order, write
from trainer.reciter.timeline import placed, timeline
from trainer.reciter.voice import SAMPLE_RATE, CannotReciteError, Manner

READING = write(Choices(order=Order.LIST, numbers=(17, 5)))


def test_a_reading_of_two_poems():
    # every upper verse is audible from 100 to 6000 ms of its file, every lower verse from 120 to 7820
    upper, lower = VerseTimes((), 100, 6000, 6200), VerseTimes((), 120, 7820, 8000)
    times = {verse: upper if verse[1] is Half.UPPER else lower for verse in READING.verses()}
    assert [(each.kind, each.poem, each.start_ms, each.end_ms) for each in timeline(READING.units, times)] == [
        ("silence", None, 0, 600),
        ("joka_upper", 0, 600, 6500),
        ("silence", None, 6500, 7500),
        ("joka_lower", 0, 7500, 15200),
        ("silence", None, 15200, 16200),
        ("joka_lower", 0, 16200, 23900),
        ("silence", None, 23900, 24900),
        ("upper", 17, 24900, 30800),
        ("silence", None, 30800, 31400),
        ("lower", 17, 31400, 39100),
        ("silence", None, 39100, 40100),
        ("upper", 5, 40100, 46000),
        ("silence", None, 46000, 46600),
        ("lower", 5, 46600, 54300),
    ]
    assert [each.file_ms for each in placed(READING.units, times)] == [500, 7380, 16080, 24800, 31280, 40000, 46480]


def recited(voice, verses):
    recitals = {(number, half): voice.recite(poem(number), half, Manner()) for number, half in verses}
    times = {verse: recital.times for verse, recital in recitals.items()}
    return times, {verse: decoded(recital.sound) for verse, recital in recitals.items()}


def test_in_the_mixed_file_every_onset_is_heard_a_second_after_the_lower_verse():
    times, sounds = recited(ToneVoice(), READING.verses())
    file = as_wav(mixed(placed(READING.units, times), sounds, times))
    samples, rate = soundfile.read(io.BytesIO(file))
    assert rate == SAMPLE_RATE
    starts, ends = _heard(samples)
    assert len(starts) == 7  # the tones, as the file has them
    assert starts == pytest.approx([600, 7500, 16200, 24900, 31400, 40100, 46600], abs=0.1)
    assert starts[3] - ends[2] == pytest.approx(1000, abs=0.1)
    assert starts[5] - ends[4] == pytest.approx(1000, abs=0.1)


def _heard(samples):
    """Where sound begins and ends, in ms: silence is 50 ms and more below the threshold."""
    loud = np.flatnonzero(np.abs(samples) >= ONSET_LEVEL)
    breaks = np.flatnonzero(np.diff(loud) > SAMPLE_RATE * 0.05)
    begins, ends = np.concatenate([loud[:1], loud[breaks + 1]]), np.concatenate([loud[breaks], loud[-1:]]) + 1
    return list(begins * 1000 / SAMPLE_RATE), list(ends * 1000 / SAMPLE_RATE)


def test_a_voice_that_rings_on_into_the_pause_is_found_out():
    times, sounds = recited(ToneVoice(ring_ms=40), READING.verses())
    with pytest.raises(CannotReciteError, match="The lower verse of poem 0 is still heard after its end"):
        mixed(placed(READING.units, times), sounds, times)


def test_what_is_no_sound_cannot_be_mixed():
    with pytest.raises(CannotReciteError, match="cannot be decoded"):
        decoded(b"not a sound")


def test_another_sample_rate_would_shift_everything():
    file = io.BytesIO()
    soundfile.write(file, np.zeros(100), 44_100, format="WAV")
    with pytest.raises(CannotReciteError, match="44100 samples a second, not 24000"):
        decoded(file.getvalue())


def test_a_sample_that_is_just_an_onset_is_one_in_the_file_too():
    """0.003 of full scale is 98.3 steps of 16 bits: rounding alone would take it to 98, below the level."""
    samples = np.array([0.0, 0.00299, 0.003, -0.00301, 0.5, 1.0, -1.0], np.float32)
    read, _rate = soundfile.read(io.BytesIO(as_wav(samples)), dtype="float64")
    assert [bool(loud) for loud in np.abs(read) >= 0.003] == [False, False, True, True, True, True, True]
    assert np.abs(read - samples).max() <= 1 / 32768
