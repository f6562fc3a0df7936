import numpy as np
import pytest

from trainer.poems.poem import poem
from trainer.reciter.melody import fade, pitch_hz
from trainer.reciter.mora import Half
from trainer.reciter.plan import plan

UPPER, LOWER = plan(poem(17), Half.UPPER), plan(poem(17), Half.LOWER)
MAIN_HZ = 147.0
DRIFT_CENTS = 8.1  # the three slow waves together: 3.5 + 2.5 + 2


def cents(beats, times_s):
    return 1200 * np.log2(pitch_hz(beats, np.atleast_1d(np.array(times_s, dtype=float)), MAIN_HZ) / MAIN_HZ)


def test_the_first_mora_is_a_fifth_low():
    assert cents(UPPER, [0.05, 0.1]) == pytest.approx(-702, abs=DRIFT_CENTS)


def test_the_second_mora_is_reached_in_about_60_ms():
    assert cents(UPPER, 0.26)[0] > -50
    assert cents(UPPER, 0.17)[0] < -600


def test_everything_after_it_stays_on_the_main_tone():
    times = np.arange(0.35, LOWER[-1].start * 0.005 + 2.2, 0.005)
    for beats, last_s in ((UPPER, UPPER[-1].end * 0.005), (LOWER, times[-1])):
        starts = np.array([beat.start * 0.005 for beat in beats if beat.opens_phrase])
        chosen = [t for t in times if t < last_s and all(not -0.1 < t - start < 0.2 for start in starts)]
        assert np.abs(cents(beats, chosen)).max() < 30


def test_a_phrase_begins_with_a_scoop():
    start = next(beat.start for beat in UPPER[1:] if beat.opens_phrase) * 0.005
    assert cents(UPPER, start)[0] == pytest.approx(-120, abs=DRIFT_CENTS + 10)
    assert cents(UPPER, start + 0.2)[0] == pytest.approx(0, abs=DRIFT_CENTS + 5)


def test_the_yoin_trembles_five_times_a_second_and_sinks_at_its_end():
    start = LOWER[-1].start * 0.005
    times = start + np.arange(1.0, 2.0, 0.001)
    course = cents(LOWER, times)
    spectrum = np.abs(np.fft.rfft((course - course.mean()) * np.hanning(len(course)), 10_000))  # bins of 0.1 Hz
    assert np.argmax(spectrum) / 10 == pytest.approx(5.2, abs=0.3)
    assert 10 <= np.abs(course).max() <= 18 + DRIFT_CENTS
    assert cents(LOWER, start + 2.999)[0] == pytest.approx(-60, abs=20 + DRIFT_CENTS)


def test_the_yoin_is_level_for_two_seconds_and_gone_after_three():
    start = LOWER[-1].start * 0.005
    gains = fade(LOWER, start + np.array([0.0, 1.99, 2.2, 2.5, 2.8, 3.0, 3.1]))
    assert gains[:2] == pytest.approx(1, abs=1e-3)
    assert np.all(np.diff(gains[1:6]) < 0)
    assert gains[-2:] == pytest.approx(0, abs=1e-12)


def test_an_upper_verse_fades_in_the_last_350_ms():
    end = UPPER[-1].end * 0.005
    gains = fade(UPPER, end + np.array([-0.36, -0.175, 0.0, 0.1]))
    assert gains == pytest.approx([1, 0.5, 0, 0], abs=1e-9)


def test_there_is_silence_before_the_verse():
    assert fade(UPPER, np.array([-0.1, -0.04, -0.009, 0.0])) == pytest.approx([0, 0, 1, 1], abs=1e-12)
