"""The spectral distance of consonants, on spectra whose distance is known because they were made to have it."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks import consonants
from trainer.poems.poem import poem
from trainer.reciter.articulation import Articulation
from trainer.reciter.consonants import Band, Consonants, Release
from trainer.reciter.mora import Half
from trainer.reciter.plan import plan
from trainer.reciter.score import score
from trainer.reciter.voices import VOICES

NEPER_DB = 20 / np.log(10)


def mel(hz, alpha, rate):
    """The phase of the all-pass at a frequency."""
    delay = np.exp(-2j * np.pi * hz / rate)
    return -np.angle((delay - alpha) / (1 - alpha * delay))


# 8 dB on a share of the mel scale and none on the rest: 8 √(p (1 − p)). M001 is warped by 0.55 at 48 kHz.
_SHARE = (mel(4500, 0.55, 48_000) - mel(2200, 0.55, 48_000)) / mel(12_000, 0.55, 48_000)
BAND_DB = 8 * np.sqrt(_SHARE * (1 - _SHARE))


@pytest.fixture(scope="module")
def plain():
    return replace(VOICES["m001"]._reader, how=Articulation(), consonants=Consonants())


def test_a_ripple_is_its_height_over_the_root_of_two_away_at_any_level():
    ripple = np.cos(np.arange(64) / 64 * 2 * np.pi * 3)
    frames = np.stack([3 * ripple + 20, 5 * ripple - 7])
    assert consonants.distance_db(frames, np.zeros((2, 64))) == pytest.approx(4 / np.sqrt(2))


def test_without_warping_it_is_the_mel_cepstral_distortion():
    one = np.array([[0.3, 0.5, -0.2, 0.1]])
    other = np.array([[2.0, 0.2, 0.2, 0.1]])
    one_db, hz = consonants.spectra_db(one, 0.0, 24_000)
    other_db, _ = consonants.spectra_db(other, 0.0, 24_000)
    # Kubichek 1993: 10 / ln 10 · √(2 Σ Δc²), without the 0th.
    assert consonants.distance_db(one_db, other_db) == pytest.approx(10 / np.log(10) * np.sqrt(2 * 0.25), rel=0.01)
    assert (hz[0], hz[-1]) == (0, pytest.approx(12_000))


def test_a_spectrum_is_that_of_the_all_pass_it_is_warped_by():
    cepstra = np.array([[1.0, 0.4, -0.3]])
    found, hz = consonants.spectra_db(cepstra, 0.55, 48_000)
    delay = np.exp(-2j * np.pi * hz / 48_000)
    warped = (delay - 0.55) / (1 - 0.55 * delay)
    wanted = NEPER_DB * np.real(1.0 + 0.4 * warped - 0.3 * warped**2)
    np.testing.assert_allclose(found[0], wanted, atol=0.01)
    assert hz[-1] == pytest.approx(12_000)


def test_the_level_is_that_above_1_khz():
    hz = np.linspace(0, 12_000, 121)
    quiet = np.zeros((1, 121))
    assert consonants.levels_db(quiet + 6, hz) - consonants.levels_db(quiet, hz) == pytest.approx(6)
    assert consonants.levels_db(quiet + 40.0 * (hz < 1000), hz) == pytest.approx(consonants.levels_db(quiet, hz))


def test_lengths_are_compared_stretch_by_stretch():
    frames, partners = consonants.in_step([(0, 4), (4, 5)], [(10, 12), (12, 15)])
    assert frames.tolist() == [0, 1, 2, 3, 4]
    assert partners.tolist() == [10, 10, 11, 11, 13]


def test_a_stop_is_heard_from_its_opening_another_consonant_in_its_middle():
    states = np.array([4, 3, 2, 5, 1])
    assert [tuple(map(int, each)) for each in consonants.heard("k", states, 100)] == [
        (108, 109),
        (109, 114),
        (114, 115),
    ]
    assert [tuple(map(int, each)) for each in consonants.heard("s", states, 100)] == [
        (104, 107),
        (107, 109),
        (109, 114),
    ]
    assert consonants.shut(states, 100) == [(101, 108)]


@pytest.mark.parametrize(
    ("number", "phones"),
    [
        (17, ["ch", "h"]),  # ちは
        (87, ["m"]),  # む
        (93, ["y", "n", "k", "w"]),  # よのなかわ has a second n
    ],
)
def test_what_counts_is_up_to_the_end_of_the_kimariji(plain, number, phones):
    verse = score(plain._voice, plan(poem(number), Half.UPPER), plain.how)
    kana = len(consonants.original(number))
    found = [verse.parts[index].phone.name for index in consonants.deciding(verse, kana)]
    assert list(dict.fromkeys(found)) == phones


def test_a_band_is_as_far_away_as_it_is_high_and_wide(plain):
    # 3 あしびきの is decided by あし.
    bent = replace(plain, consonants=Consonants(bands={"sh": (Band(2200, 4500, 8.0),)}))
    (before,), (after,) = consonants.measured(plain, 3), consonants.measured(bent, 3)
    assert after.from_speech_db == pytest.approx(BAND_DB, rel=0.1)
    assert before.from_speech_db < 0.5
    assert before.closure_db is None


def test_a_silent_closure_and_a_louder_burst_are_told_in_db(plain):
    # 42 ちぎりきな is decided by ちぎりき.
    shut = replace(
        plain, consonants=Consonants(releases={"k": Release(closure_db=-200.0, own_frames=0, burst_db=20.0)})
    )
    before, after = ({each.phone: each for each in consonants.measured(reader, 42)} for reader in (plain, shut))
    assert abs(before["k"].closure_db) < 1
    assert after["k"].closure_db < before["k"].closure_db - 100
    assert 15 < after["k"].burst_db <= 20.1
    assert after["ch"] == before["ch"]


def test_an_opening_is_compared_with_the_noise_after_it(plain):
    click = replace(plain, consonants=Consonants(releases={"k": Release(own_frames=1, click=(Band(2200, 4500, 8.0),))}))
    opened = [each.from_noise_db for each in consonants.measured(click, 42) if each.phone == "k"]
    assert opened == [pytest.approx(BAND_DB, rel=0.1)]
