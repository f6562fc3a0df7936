"""The recordings themselves, decoded as a player would: four verses, each rendered once."""

import io
import math
import subprocess
import sys

import numpy as np
import pytest
import soundfile

from trainer.poems.poem import poem
from trainer.reciter.loudness import integrated_lufs, true_peak_db
from trainer.reciter.mora import Half
from trainer.reciter.plan import plan
from trainer.reciter.tempo import FORMER, free
from trainer.reciter.voice import SAMPLE_RATE, CannotReciteError, Manner
from trainer.reciter.voices import DEFAULT, FOLDER, VOICES, voice

HURRIED = Manner(free(lower_ms=1000, yoin_ms=300, pause_ms=500, upper_ms=1500))
ASKED = {
    "upper": ("m001", 17, Half.UPPER, Manner()),
    "lower": ("m001", 17, Half.LOWER, Manner()),
    "mei": ("mei", 54, Half.LOWER, Manner(FORMER, pitch_hz=220.0, speed=1.1)),
    "hurried": ("m001", 50, Half.UPPER, HURRIED),
}


class Heard:
    """A recording and what was asked for."""

    def __init__(self, key, number, half, manner):
        self.key, self.poem, self.half, self.manner = key, poem(number), half, manner
        self.recital = voice(key).recite(self.poem, half, manner)
        self.times = self.recital.times
        self.wave, self.rate = soundfile.read(io.BytesIO(self.recital.sound))
        self.beats = plan(self.poem, half, manner.tempo, manner.speed)

    @property
    def main_hz(self):
        return self.manner.pitch_hz or VOICES[self.key].main_hz

    def between(self, start_ms, end_ms):
        return self.wave[int(start_ms * 24) : int(end_ms * 24)]

    def is_loud_until_ms(self):
        """Where the fade begins."""
        last = self.times.morae[-1]
        share = 2 / 3 if self.half is Half.LOWER else 3 / 4
        return last.start_ms + share * (last.end_ms - last.start_ms)


@pytest.fixture(scope="module")
def recordings():
    return {name: Heard(*asked) for name, asked in ASKED.items()}


@pytest.fixture(params=ASKED)
def heard(request, recordings):
    return recordings[request.param]


def cents_off(heard):
    """How far the tone is from the main tone in each vowel frame of morae 2 and later, 30 ms off the vowel's edges."""
    found = []
    for mora in heard.times.morae[1:]:
        end = min(mora.end_ms, heard.is_loud_until_ms()) - 30
        for at in np.arange(mora.vowel_ms + 30, end, 5):
            hz = f0_hz(heard.between(at - 20, at + 20), heard.main_hz)
            found.append(1200 * math.log2(hz / heard.main_hz))
    return np.abs(found)


def f0_hz(samples, near_hz):
    """The pitch of a short piece by autocorrelation, freed of its window's own (Boersma 1993)."""
    window = np.hanning(len(samples))

    def correlated(wave):
        return np.fft.irfft(np.abs(np.fft.rfft(wave, 4096)) ** 2)[: len(samples) // 2]

    likeness = correlated(samples * window) / correlated(window)
    least, most = int(SAMPLE_RATE / near_hz / 1.4), int(SAMPLE_RATE / near_hz * 1.4)
    lag = least + int(np.argmax(likeness[least:most]))
    before, here, after = likeness[lag - 1 : lag + 2]
    return SAMPLE_RATE / (lag + (before - after) / 2 / (before - 2 * here + after))


@pytest.mark.parametrize("name", ["upper", "lower", "mei"])
def test_the_tone_is_kept(recordings, name):
    off = cents_off(recordings[name])
    assert len(off) > 300
    assert (off <= 50).mean() >= 0.97


def test_the_first_mora_is_lower(recordings):
    mora = recordings["upper"].times.morae[0]
    hz = f0_hz(recordings["upper"].between(mora.vowel_ms + 20, mora.vowel_ms + 60), recordings["upper"].main_hz / 1.5)
    assert hz == pytest.approx(recordings["upper"].main_hz / 1.5, rel=0.03)


def test_the_times_are_the_plans(heard):
    assert (
        "".join(mora.kana for mora in heard.times.morae)
        == (heard.poem.upper if heard.half is Half.UPPER else heard.poem.lower).spoken
    )
    for mora, beat in zip(heard.times.morae, heard.beats, strict=True):
        assert mora.start_ms == 100 + 5 * beat.start
        assert mora.end_ms == 100 + 5 * beat.end
        assert mora.phrase == beat.phrase
        assert mora.nominal_end_ms == mora.start_ms + 5 * beat.mora_frames
        assert mora.start_ms <= mora.vowel_ms < mora.end_ms
        assert (mora.vowel_ms > mora.start_ms) == bool(beat.sound.consonant)
        assert all(time % 5 == 0 for time in (mora.start_ms, mora.vowel_ms, mora.end_ms))
    assert heard.times.end_ms == heard.times.morae[-1].end_ms


def test_the_official_times(recordings):
    assert recordings["lower"].times.morae[-1].start_ms == 100 + 4700
    assert recordings["lower"].times.end_ms == 100 + 4700 + 3000
    assert 5300 <= recordings["upper"].times.end_ms - 100 <= 6300
    assert recordings["mei"].times.end_ms - 100 == pytest.approx((3700 + 3000) / 1.1, abs=5)
    assert recordings["hurried"].times.end_ms - 100 < 1600


def test_vowels_begin_where_the_times_say(recordings):
    """After た, か and き in poem 17 the level of a vowel (100 to 1200 Hz) is reached within 25 ms of the mark."""
    heard = recordings["upper"]
    bins = np.fft.rfftfreq(240, 1 / SAMPLE_RATE)
    voiced = (bins >= 100) & (bins <= 1200)
    checked = 0
    for mora, beat in zip(heard.times.morae, heard.beats, strict=True):
        if beat.sound.consonant in ("k", "t", "ch") and mora is not heard.times.morae[0]:
            at = np.arange(mora.vowel_ms - 60, mora.vowel_ms + 80, 1)
            pieces = np.stack([heard.between(t - 5, t - 5 + 10)[:240] for t in at]) * np.hanning(240)
            power = 10 * np.log10((np.abs(np.fft.rfft(pieces)) ** 2)[:, voiced].sum(axis=1) + 1e-9)
            rises = at[np.argmax(power >= np.median(power[-30:]) - 10)]
            assert rises == pytest.approx(mora.vowel_ms, abs=25), mora.kana
            checked += 1
    assert checked >= 4


def test_the_onset_is_the_first_sample_that_can_be_heard(heard):
    loud = np.flatnonzero(np.abs(heard.wave) >= 0.003)
    assert heard.times.onset_ms == loud[0] / 24
    assert 85 <= heard.times.onset_ms <= 250


def test_there_is_silence_around(heard):
    assert np.abs(heard.between(0, 60)).max() < 0.0005
    assert np.abs(heard.between(heard.times.end_ms + 50, heard.times.length_ms)).max() < 1e-4
    assert heard.times.length_ms - heard.times.end_ms == 200
    assert heard.times.length_ms == len(heard.wave) / 24


def test_the_loudness_of_the_body(heard):
    end = min(heard.times.morae[-1].start_ms + 800, heard.times.end_ms)
    assert integrated_lufs(heard.between(0, end), SAMPLE_RATE) == pytest.approx(-20, abs=0.1)
    assert true_peak_db(heard.wave) <= -1
    assert np.abs(heard.wave).max() < 0.999


def test_the_file_is_an_mp3_that_players_start_on_time(heard):
    assert heard.recital.suffix == "mp3"
    assert b"LAME" in heard.recital.sound[:400]
    assert b"Xing" in heard.recital.sound[:400], "a variable rate: the tag of a constant one is Info"
    assert 30 < 8 * len(heard.recital.sound) / heard.times.length_ms < 56  # kbit/s
    assert heard.rate == SAMPLE_RATE
    assert heard.wave.ndim == 1


def test_the_same_verse_twice_is_the_same_file(recordings):
    again = voice("m001").recite(poem(50), Half.UPPER, HURRIED)
    assert again == recordings["hurried"].recital


def test_what_no_voice_can_do_is_refused():
    with pytest.raises(CannotReciteError, match="The main tone must be 60 to 500 Hz, not 20"):
        DEFAULT.recite(poem(1), Half.UPPER, Manner(pitch_hz=20.0))
    with pytest.raises(CannotReciteError, match=r"The speed must be 0.8 to 1.3, not 2"):
        DEFAULT.recite(poem(1), Half.UPPER, Manner(speed=2.0))


def test_the_default_comes_first_and_every_voice_is_credited():
    assert next(iter(VOICES.values())) is DEFAULT
    assert (DEFAULT.key, DEFAULT.main_hz, VOICES["mei"].main_hz) == ("m001", 146.83, 246.94)  # D3 and B3
    for key, each in VOICES.items():
        assert each.key == key
        assert (
            each.licence in (FOLDER / each.licence_file).read_text()
            or "Attribution 3.0" in (FOLDER / each.licence_file).read_text()
        )
        assert "Nagoya Institute of Technology" in each.credit
    with pytest.raises(KeyError):
        voice("nobody")


def test_names_of_voices_need_neither_numpy_nor_soundfile():
    """The web process only names them; it must not carry a synthesiser."""
    asked = "import sys, trainer.reciter.voices; print({'numpy', 'soundfile', 'django'} & set(sys.modules))"
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "set()"
