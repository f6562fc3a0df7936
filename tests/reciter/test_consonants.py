"""Closures are silent, releases sudden, vowels hold, and nothing else is touched."""

import numpy as np
import pytest

from trainer.poems.poem import poem
from trainer.reciter import measure
from trainer.reciter.articulation import Articulation
from trainer.reciter.consonants import Band, Consonants, Release, Shaper
from trainer.reciter.habits import HABITS
from trainer.reciter.hts import HtsReader
from trainer.reciter.htsvoice import read
from trainer.reciter.mora import Half
from trainer.reciter.plan import plan
from trainer.reciter.score import score
from trainer.reciter.voice import Manner
from trainer.reciter.voices import FOLDER, VOICES

NEPER_DB = 8.685889638


@pytest.fixture(scope="module")
def verse():
    voice = read(FOLDER / VOICES["m001"].file)
    return score(voice, plan(poem(17), Half.UPPER), Articulation())  # ちはやぶる かみよもきかず たつたがわ


def frames_of(verse, name, nth=0):
    """The frames of the nth phone of this name, and its index among the parts."""
    index = [i for i, part in enumerate(verse.parts) if part.phone.name == name][nth]
    start = sum(int(states.sum()) for states in verse.states[:index])
    return index, slice(start, start + int(verse.states[index].sum()))


def shaped(verse, how, level=-1.0):
    """A verse of flat spectra at one level, shaped; the own spectra of its states lie at 0."""
    flat = np.zeros((verse.frames, 35))
    flat[:, 0] = level
    own = [np.zeros((5, 35)) for _ in verse.parts]
    return Shaper(how, 35, 0.55, 48_000).shaped(flat, own, verse), flat


def test_what_is_not_named_stays(verse):
    after, before = shaped(verse, Consonants())
    assert np.array_equal(after, before)


def test_a_closure_is_silent_until_it_opens_and_opens_at_once(verse):
    release = Release(opens_at=0.5, closure_db=-40.0, burst_db=3.0)
    after, before = shaped(verse, Consonants({"ch": release}))
    index, frames = frames_of(verse, "ch")
    states = verse.states[index]
    opens = int(states[0] + states[1]) + round(0.5 * int(states[2]))
    levels_db = after[frames, 0] * NEPER_DB
    assert levels_db[0] == pytest.approx(-NEPER_DB)  # the first frame is the vowel's
    assert levels_db[1:opens] == pytest.approx(np.full(opens - 1, -40.0))
    assert levels_db[opens] == pytest.approx(3.0)  # its own level, and the burst
    assert levels_db[opens + 1 : int(states[:4].sum())] == pytest.approx(0.0)
    untouched = np.ones(len(after), dtype=bool)
    untouched[frames] = False
    assert np.array_equal(after[untouched], before[untouched])


def test_a_vowel_holds_before_a_voiceless_consonant_only(verse):
    how = Consonants(held_frames=6, held_fall_db=2.0)
    falling = np.zeros((verse.frames, 35))
    falling[:, 0] = -np.arange(verse.frames) / NEPER_DB  # 1 dB a frame
    own = [np.zeros((5, 35)) for _ in verse.parts]
    after = Shaper(how, 35, 0.55, 48_000).shaped(falling.copy(), own, verse)
    _, voiceless = frames_of(verse, "k")  # る|か
    fall = (after[voiceless.start - 7, 0] - after[voiceless.start - 1, 0]) * NEPER_DB
    assert fall == pytest.approx(2.0)
    _, voiced = frames_of(verse, "m")  # か|み
    assert np.array_equal(after[voiced.start - 7 : voiced.start], falling[voiced.start - 7 : voiced.start])
    _, first = frames_of(verse, "ch")
    assert np.array_equal(after[: first.start], falling[: first.start]), "before the verse there is no vowel to hold"


@pytest.mark.parametrize(("low_hz", "high_hz", "gain_db"), [(450, 1200, 12.0), (2500, 4500, -6.0), (6500, 20000, -8.0)])
def test_a_band_is_lifted_by_what_it_says_and_the_rest_is_not(verse, low_hz, high_hz, gain_db):
    after, before = shaped(verse, Consonants(bands={"m": (Band(low_hz, high_hz, gain_db),)}))
    _, frames = frames_of(verse, "m")
    cepstrum = (after - before)[frames][0]
    angles = np.linspace(0, np.pi, 961)
    delay = np.exp(-1j * angles)
    warped = (delay - 0.55) / (1 - 0.55 * delay)  # the voice's all-pass, as its vocoder has it
    gains_db = (warped[:, None] ** np.arange(35) @ cepstrum).real * NEPER_DB
    hz = angles * 24_000 / np.pi
    inside = (hz > low_hz * 1.25) & (hz < high_hz / 1.25)
    outside = (hz < low_hz / 1.6) | (hz > high_hz * 1.6)
    assert gains_db[inside].mean() == pytest.approx(gain_db, rel=0.1)
    assert np.abs(gains_db[outside]).mean() < 0.1 * abs(gain_db)


def test_the_noise_of_an_affricate_is_short_and_its_closure_takes_the_rest():
    natural = np.array([10, 2, 3, 7, 2])
    assert list(Articulation(noise_frames={"ch": 5}).consonant_states("ch", natural, 24)) == [14, 2, 3, 3, 2]
    assert list(Articulation(noise_frames={"t": 12}).consonant_states("t", natural, 24)) == [7, 2, 3, 10, 2]
    assert list(natural) == [10, 2, 3, 7, 2]


def test_a_breathed_consonant_has_no_tone_of_the_vowel_after_it():
    voice = read(FOLDER / VOICES["mei"].file)
    beats = plan(poem(4), Half.UPPER)  # たごのうらに
    ways = (Articulation(), Articulation(breathed=frozenset({"t"})))
    plain, breathed = (
        [float(part.voiced.max()) for part in score(voice, beats, how).parts if part.phone.name == "t"] for how in ways
    )
    assert max(plain) > 0.5
    assert max(breathed) == 0


@pytest.mark.parametrize("key", sorted(VOICES))
def test_every_built_in_voice_releases_its_stops_faster_than_the_plain_synthesiser(key):
    voice = VOICES[key]
    said = [phrase.spoken for phrase in poem(17).upper.phrases]

    def stops(reader):
        recital = reader.recite(poem(17), Half.UPPER, Manner())
        return measure.measure("17 upper", Half.UPPER, said, recital.sound, recital.times, voice.main_hz).releases

    plain = stops(HtsReader(FOLDER / voice.file, voice.main_hz))
    for before, after in zip(plain, stops(voice), strict=True):
        if after.consonant in {"ch", "ts"} & set(HABITS[key].consonants.releases):
            assert after.rise_ms < min(5, before.rise_ms / 1.5)
            assert after.closure_db < -35
