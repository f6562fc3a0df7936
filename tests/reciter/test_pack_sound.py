"""What is in a file: every format that people record in, and everything that is none; and how it is made like ours."""

import io

import numpy as np
import pytest
import soundfile

from tests.zipped import RATE, encoded, swelling, voice, wav, written
from trainer.reciter.loudness import integrated_lufs, true_peak_db
from trainer.reciter.packs.levelling import levelled, voice_in
from trainer.reciter.packs.problems import BrokenPackError, Problem
from trainer.reciter.packs.sound import decoded, kind_of


def refusal(function, *args):
    with pytest.raises(BrokenPackError) as refused:
        function(*args)
    return refused.value.problem


FORMATS = {
    "wav": wav,
    "wav of 44.1 kHz": lambda samples: encoded(samples, "wav", "pcm_s16le", 44_100),
    "mp3": lambda samples: written(samples, "MP3", "MPEG_LAYER_III"),
    "mp3 with a tag at its end": lambda samples: written(samples, "MP3", "MPEG_LAYER_III") + b"TAG" + bytes(125),
    "m4a": lambda samples: encoded(samples, "ipod", "aac"),
    "m4a without loss": lambda samples: encoded(samples, "ipod", "alac"),
    "ogg vorbis": lambda samples: written(samples, "OGG", "VORBIS"),
    "ogg opus": lambda samples: encoded(samples, "opus", "libopus"),
}


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_comes_out_as_it_went_in(form):
    samples = swelling(1.5)
    out = decoded(FORMATS[form](samples))
    assert abs(len(out) / RATE - 1.5) < 0.08
    assert abs(np.std(out) / np.std(samples) - len(samples) ** 0.5 / len(out) ** 0.5) < 0.1
    spectrum = np.abs(np.fft.rfft(out * np.hanning(len(out))))
    assert abs(np.argmax(spectrum) * RATE / len(out) - 147) < 3


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", Problem.NO_SOUND_FILE),
        (b"hello" * 1000, Problem.NO_SOUND_FILE),
        (b"\x7fELF" + bytes(4000), Problem.NO_SOUND_FILE),
        (b"#EXTM3U\nhttp://example.org/1.mp3\n", Problem.NO_SOUND_FILE),
        (b"OggS" + bytes(5000), Problem.NOT_DECODED),
        (b"\xff\xfb" + bytes(range(256)) * 30, Problem.NOT_DECODED),
        (b"RIFF\x00\x10\x00\x00WAVE" + b"junk" * 1000, Problem.NOT_DECODED),
        (b"\0\0\0\x20ftypM4A " + bytes(1000), Problem.NOT_DECODED),
        (wav(swelling(3))[:60_000], Problem.CUT_OFF),
        (wav(swelling(0.45)), Problem.TOO_SHORT),
        (wav([0.1] * 21 * RATE), Problem.TOO_LONG),
    ],
)
def test_what_is_no_verse(content, problem):
    assert refusal(decoded, content) is problem


def test_a_wav_whose_recorder_did_not_know_its_length():
    streamed = bytearray(voice())
    streamed[4:8] = streamed[40:44] = b"\xff\xff\xff\xff"
    assert abs(len(decoded(bytes(streamed))) / RATE - 0.8) < 0.01


def test_the_kind_is_told_from_the_bytes_and_not_from_a_name():
    assert [kind_of(FORMATS[form](swelling(0.5))) for form in ("wav", "mp3", "m4a", "ogg vorbis")] == [
        "wav",
        "mp3",
        "mp4",
        "ogg",
    ]


# Like one of ours ----------------------------------------------------------------------------------------


def recorded(loud=0.1, noise=1e-3, lead_s=0.7, voice_s=2.0, tail_s=1.0):
    """A voice from `lead_s` to `lead_s + voice_s` in the noise of a room."""
    dice = np.random.default_rng(3)
    samples = dice.normal(0, noise, int((lead_s + voice_s + tail_s) * RATE))
    body = np.array(swelling(voice_s + 0.2, loud=loud))[RATE // 10 : -RATE // 10]
    samples[int(lead_s * RATE) :][: len(body)] += body
    return samples


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"noise": 1e-6},
        {"noise": 5e-3},
        {"loud": 0.01, "noise": 1e-4},
        {"loud": 0.9},
        {"lead_s": 3, "tail_s": 0.2},
    ],
    ids=str,
)
def test_the_voice_is_found_in_its_room(how):
    start, end = voice_in(recorded(**how))
    lead_s = how.get("lead_s", 0.7)
    assert abs(start / RATE - lead_s) <= 0.02
    assert abs(end / RATE - lead_s - 2.0) <= 0.05


def test_a_click_before_is_no_voice():
    samples = recorded()
    samples[5000:5040] = 0.5
    assert abs(voice_in(samples)[0] / RATE - 0.7) <= 0.02


@pytest.mark.parametrize("how", [{}, {"loud": 0.01, "noise": 1e-4}, {"loud": 0.9}, {"noise": 5e-3}], ids=str)
def test_all_are_equally_loud_begin_at_once_and_end_in_silence(how):
    verse = levelled(recorded(**how))
    assert integrated_lufs(verse.samples, RATE) == pytest.approx(-20, abs=0.5)
    assert true_peak_db(verse.samples) <= -1
    assert b"LAME" in verse.sound[:400]
    assert 70 <= verse.onset_ms <= 120
    assert 1950 <= verse.end_ms - verse.onset_ms <= 2150
    assert np.abs(verse.samples[: int(0.06 * RATE)]).max() < 0.003, "nothing lies before the onset"
    assert np.abs(verse.samples[-int(0.15 * RATE) :]).max() < 0.003
    again, rate = soundfile.read(io.BytesIO(verse.sound))
    assert (rate, len(again)) == (RATE, len(verse.samples))


def test_a_steady_offset_is_no_sound():
    verse = levelled(recorded() + 0.2)
    assert abs(verse.onset_ms - levelled(recorded()).onset_ms) < 5


def test_silence_and_a_word_too_short():
    assert refusal(levelled, np.zeros(RATE)) is Problem.SILENT
    assert refusal(levelled, recorded(voice_s=0.2, noise=1e-6)) is Problem.TOO_SHORT
