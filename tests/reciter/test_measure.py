"""What is measured of a recording, tried on sounds whose figures are known because they were made to have them."""

import io
import json
from dataclasses import replace

import numpy as np
import pytest
import soundfile
from django.core.management import CommandError, call_command

from trainer import audio
from trainer.poems.poem import poem
from trainer.reciter import measure
from trainer.reciter.mora import Half, MoraTime, VerseTimes
from trainer.reciter.sounds import sounds
from trainer.reciter.voices import VOICES

RATE = 24_000
HZ = 150.0
PHRASE = "あきのたの"  # a vowel, a voiceless stop, a nasal, a stop, a nasal
LENGTHS_MS = (200, 300, 300, 300, 900)
LEAD_MS = 100
CONSONANT_MS = {"": 0, "k": 80, "t": 60, "n": 60}
BURST_MS = 10


def tone(length_ms, hz):
    """Ten harmonics, as steep as a voice's."""
    t = np.arange(int(length_ms * RATE / 1000)) / RATE
    return sum(np.sin(2 * np.pi * hz * k * t) / k for k in range(1, 11)) * 0.05


def verse(*, cents=0.0, late_ms=0.0, burst_db=0.0, silence_ms=300.0):
    """PHRASE as tones, and times that call every mora's end `late_ms` earlier than it is.

    A k or t is silent but for a burst of noise in its last 10 ms, an n a low hum, a vowel the tone.
    """
    noise = np.random.default_rng(1)
    wave, morae, at = [np.zeros(int(LEAD_MS * RATE / 1000))], [], float(LEAD_MS)
    for sound, length in zip(sounds(PHRASE), LENGTHS_MS, strict=True):
        shut = CONSONANT_MS[sound.consonant]
        vowel = tone(length - shut, HZ * 2 ** (cents / 1200))
        if sound.consonant == "n":
            t = np.arange(int(shut * RATE / 1000)) / RATE
            wave.append(0.05 * np.sin(2 * np.pi * HZ * t))
        elif shut:
            burst = noise.standard_normal(int(BURST_MS * RATE / 1000))
            loud = vowel[: RATE // 10]
            above = np.fft.irfft(np.fft.rfft(loud) * (np.fft.rfftfreq(len(loud), 1 / RATE) >= 1000))
            # White noise has 11/12 of its power above 1 kHz.
            scale = np.sqrt((above**2).mean() * 12 / 11) * 10 ** (burst_db / 20)
            wave += [np.zeros(int((shut - BURST_MS) * RATE / 1000)), burst * scale]
        wave.append(vowel)
        morae.append(MoraTime(sound.kana, 0, at - late_ms, at + shut - late_ms, at + length - late_ms, at + 200))
        at += length
    wave.append(np.zeros(int(silence_ms * RATE / 1000)))
    samples = np.concatenate(wave)
    return samples, VerseTimes(tuple(morae), LEAD_MS, at, len(samples) * 1000 / RATE)


def figures(wave_and_times, half=Half.UPPER, gain=1.0):
    wave, times = wave_and_times
    file = io.BytesIO()
    soundfile.write(file, wave * gain, RATE, format="WAV", subtype="FLOAT")
    return measure.measure("1 upper", half, [PHRASE], file.getvalue(), times, HZ)


@pytest.mark.parametrize("cents", [-200.0, -60.0, 0.0, 30.0, 49.0])
def test_the_tone_is_measured_to_two_cents(cents):
    wave, times = verse(cents=cents)
    off = measure.cents_off(wave, RATE, times.morae, 1700.0, HZ)
    assert len(off) > 100
    assert np.abs(off - cents).max() < 2


def test_frames_out_of_tune_are_counted():
    assert figures(verse()).in_tune == 1.0
    assert figures(verse(cents=55)).in_tune == 0.0


def test_the_first_mora_and_the_edges_of_vowels_do_not_count():
    # Morae 2 to 5 have 220, 240, 240 and 840 ms of vowel; 30 ms off each edge; the last fades in its last quarter.
    wave, times = verse()
    counted = 160 + 180 + 180 + (0.75 * 900 - 60 - 30)
    assert len(measure.cents_off(wave, RATE, times.morae, times.morae[-1].start_ms + 675, HZ)) == pytest.approx(
        counted / 5, abs=2
    )


def test_mora_ends_lie_where_they_were_made():
    errors = figures(verse()).end_errors_ms
    assert len(errors) == 4
    assert max(map(abs, errors)) <= 6


def test_times_that_are_early_show_as_errors_of_that_size():
    right, wrong = (figures(verse(late_ms=late_ms)).end_errors_ms for late_ms in (0.0, 20.0))
    assert np.subtract(wrong, right) == pytest.approx([20] * 4, abs=3)


def test_a_burst_is_as_loud_as_it_was_made_and_its_closure_silent():
    k, t = figures(verse(burst_db=6)).releases
    assert (k.consonant, t.consonant) == ("k", "t")
    for each in (k, t):
        assert each.burst_db == pytest.approx(6, abs=4)  # the loudest 2 ms of a noise stand above its mean
        assert each.closure_db < -40
        assert each.rise_ms < 3
        assert not each.opens_verse
    soft, *_ = figures(verse(burst_db=-4)).releases
    assert k.burst_db - soft.burst_db == pytest.approx(10, abs=0.5)


def test_lengths_silence_and_clipping():
    upper = figures(verse(silence_ms=250))
    assert upper.said_ms == 2000
    assert upper.silence_ms == pytest.approx(250, abs=7)
    assert upper.clipped == 0
    lower = figures(verse(), Half.LOWER)
    assert (lower.said_ms, lower.yoin_ms) == (1100, 900)
    loud = figures(verse(), gain=20)
    assert loud.clipped > 100
    assert loud.true_peak_db > 0


def test_loudness_rises_with_the_gain():
    assert figures(verse(), gain=2).lufs - figures(verse()).lufs == pytest.approx(6.02, abs=0.01)


def test_an_mp3_without_a_lame_header_is_told_from_one_with_it():
    wave, times = verse()
    for options, has_header in (
        ({"bitrate_mode": "VARIABLE", "compression_level": 0.6}, True),
        ({"compression_level": 0.9, "bitrate_mode": "CONSTANT"}, False),
    ):
        file = io.BytesIO()
        soundfile.write(file, wave, RATE, format="MP3", subtype="MPEG_LAYER_III", **options)
        found = measure.measure("1 upper", Half.UPPER, [PHRASE], file.getvalue(), times, HZ)
        assert found.has_lame_header is has_header


def test_times_of_another_verse_are_refused():
    wave, times = verse()
    file = io.BytesIO()
    soundfile.write(file, wave, RATE, format="WAV")
    with pytest.raises(ValueError, match="1 upper: the times are those of another verse"):
        measure.measure("1 upper", Half.UPPER, ["あきのやま"], file.getvalue(), times, HZ)


GOOD = measure.VerseFigures(
    name="17 upper",
    half=Half.UPPER,
    frames=1000,
    frames_in_tune=1000,
    said_ms=5900,
    yoin_ms=0,
    lufs=-20.0,
    true_peak_db=-3.0,
    clipped=0,
    silence_ms=200,
    has_lame_header=True,
    end_errors_ms=(1.0, -2.0),
    releases=(),
    cpu_s=0.3,
)
LOWER = replace(GOOD, name="17 lower", half=Half.LOWER, said_ms=4700, yoin_ms=3000)


def broken(*verses, same_twice=True):
    return {bound.name for bound in measure.bounds(verses, same_twice=same_twice) if not bound.holds}


def test_a_good_set_keeps_every_promise():
    assert broken(GOOD, LOWER) == set()


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"frames_in_tune": 985}, {"vowel frames within 50 cents"}),
        ({"frames_in_tune": 960}, {"vowel frames within 50 cents", "the same, worst verse"}),
        ({"said_ms": 5290}, {"upper verse"}),
        ({"said_ms": 6310}, {"upper verse"}),
        ({"lufs": -20.6}, {"loudness of the body"}),
        ({"lufs": -19.4}, {"loudness of the body"}),
        ({"true_peak_db": -0.9}, {"true peak"}),
        ({"clipped": 1}, {"clipped samples"}),
        ({"silence_ms": 149}, {"silence at the end"}),
        ({"has_lame_header": False}, {"LAME header"}),
        ({"end_errors_ms": (9.0, -9.0)}, {"mora ends against the wave, mean"}),
        ({"end_errors_ms": (*[1.0] * 60, 31.0)}, {"mora ends within 30 ms"}),
        ({"cpu_s": 0.9}, {"CPU of one verse"}),
    ],
)
def test_each_promise_can_be_broken(change, names):
    assert broken(replace(GOOD, **change)) == names


def test_a_lower_verse_is_held_to_its_own_lengths():
    assert broken(replace(LOWER, said_ms=4705)) == {"lower verse to its last mora"}
    assert broken(replace(LOWER, yoin_ms=2990)) == {"yoin"}


def test_one_bad_verse_among_many_is_named_though_the_set_holds():
    good = [GOOD] * 30
    promises = measure.bounds([*good, replace(GOOD, name="9 upper", frames_in_tune=960)], same_twice=True)
    assert [(bound.name, bound.worst) for bound in promises if not bound.holds] == [
        ("the same, worst verse", "9 upper")
    ]


def test_the_whole_set_has_a_promise_of_its_own():
    whole = [replace(GOOD, cpu_s=0.7)] * measure.WHOLE_SET
    assert broken(*whole) == {"CPU of the whole set"}
    assert broken(GOOD, same_twice=False) == {"same bytes twice"}


def test_the_command_prints_every_promise_and_says_so_when_all_hold(capsys):
    call_command("measure_recordings", poems="17")
    printed = capsys.readouterr().out
    for words in ("2 verses, voice m001", "vowel frames within 50 cents", "4.700–4.700 s", "LAME header", "ch first"):
        assert words in printed
    assert "BROKEN" not in printed


def test_the_command_fails_when_a_promise_is_broken(capsys, monkeypatch):
    monkeypatch.setattr(
        "trainer.management.commands.measure_recordings.rendered", lambda *_: ([replace(GOOD, clipped=3)], True)
    )
    with pytest.raises(SystemExit) as stop:
        call_command("measure_recordings", "--json")
    assert stop.value.code == 1
    printed = json.loads(capsys.readouterr().out)
    assert not printed["holds"]
    assert [bound["name"] for bound in printed["bounds"] if not bound["holds"]] == ["clipped samples"]
    assert printed["verses"][0]["in_tune"] == 1.0


def test_a_number_that_is_no_poem_is_named():
    with pytest.raises(CommandError, match="“101” is no poem"):
        call_command("measure_recordings", poems="1,101")


@pytest.mark.django_db
def test_with_nothing_kept_the_command_says_how_to_make_recordings():
    with pytest.raises(CommandError, match="render_recordings makes them"):
        call_command("measure_recordings", "--stored")


@pytest.mark.django_db
def test_what_is_kept_is_measured_as_it_is(settings, tmp_path, capsys):
    settings.RECORDINGS_DIR = tmp_path
    audio.ensure_recording(poem(17), Half.LOWER, VOICES["m001"])
    call_command("measure_recordings", "--stored")
    printed = capsys.readouterr().out
    assert "1 verses, voice m001" in printed
    assert "same bytes twice" not in printed
    assert "CPU of one verse" not in printed
