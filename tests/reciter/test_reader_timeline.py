"""The command that prints a reading's time line and mixes it to a file."""

import io
import json
from itertools import pairwise

import numpy as np
import pytest
import soundfile
from django.core.management import CommandError, call_command

from trainer.models import Recording

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _voices(settings):
    settings.VOICES = "tests.reciter.tone_voice.VOICES"


def printed(*arguments):
    out = io.StringIO()
    call_command("reader_timeline", *arguments, stdout=out)
    return out.getvalue()


def events(*arguments):
    return json.loads(printed(*arguments, "--json"))


def test_a_reading_as_events():
    # a tone of 5900 ms for an upper verse of 5-3-1-6, of 7700 ms for a lower verse with its yoin
    assert events("--seed", "1", "--tempo", "5-3-1-6", "--poems", "17,5", "-n", "1") == [
        {"kind": "silence", "poem": None, "start_ms": 0, "end_ms": 600},
        {"kind": "joka_upper", "poem": 0, "start_ms": 600, "end_ms": 6500},
        {"kind": "silence", "poem": None, "start_ms": 6500, "end_ms": 7500},
        {"kind": "joka_lower", "poem": 0, "start_ms": 7500, "end_ms": 15200},
        {"kind": "silence", "poem": None, "start_ms": 15200, "end_ms": 16200},
        {"kind": "joka_lower", "poem": 0, "start_ms": 16200, "end_ms": 23900},
        {"kind": "silence", "poem": None, "start_ms": 23900, "end_ms": 24900},
        {"kind": "upper", "poem": 17, "start_ms": 24900, "end_ms": 30800},
    ]


def read_aloud(found, kind):
    return [event["poem"] for event in found if event["kind"] == kind]


def test_every_upper_verse_comes_one_second_after_the_lower_verse_of_the_poem_before():
    found = events("--seed", "1", "--cards", "sound-ha")
    uppers, lowers = read_aloud(found, "upper"), read_aloud(found, "lower")
    assert sorted(uppers) == [2, 9, 67, 96]
    assert lowers == uppers  # after the last poem its lower verse closes the reading
    verses = [event for event in found if event["kind"] != "silence"]
    for before, after in pairwise(verses):
        if before["kind"].endswith("lower"):
            assert after["start_ms"] - before["end_ms"] == pytest.approx(1000, abs=0.01)


def test_the_seed_makes_the_order_and_a_list_is_read_as_it_stands():
    one, again, other = (events("--seed", seed, "--cards", "colour-blue", "-n", "8") for seed in ("1", "1", "2"))
    assert one == again
    assert read_aloud(one, "upper") != read_aloud(other, "upper")
    assert read_aloud(events("--seed", "2", "--poems", "5", "1-3"), "upper") == [5, 1, 2, 3]
    assert read_aloud(events("--poems", "5 1-3", "--order", "number"), "upper") == [1, 2, 3, 5]


def test_only_what_is_needed_is_recorded():
    events("--poems", "17", "5", "-n", "1")
    assert set(Recording.objects.values_list("poem", "half")) == {(0, "upper"), (0, "lower"), (17, "upper")}


def test_in_the_file_every_onset_lies_where_the_events_say(tmp_path):
    found = events("--poems", "17,5,93", "--tempo", "4-3-1-5", "--wav", str(tmp_path / "reading.wav"))
    samples, rate = soundfile.read(tmp_path / "reading.wav")
    for event in found:
        heard = np.abs(samples[round(event["start_ms"] * rate / 1000) : round(event["end_ms"] * rate / 1000)])
        if event["kind"] == "silence":
            assert heard.max() < 0.003
        else:
            assert np.argmax(heard >= 0.003) <= 0.005 * rate


def test_as_a_table_for_people():
    lines = printed("--poems", "17", "-n", "1").splitlines()
    assert lines[0].split() == ["0.0", "600.0", "silence"]
    assert lines[-1].split() == ["24900.0", "30800.0", "upper", "17"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--poems", "1", "101"], "“101” is neither a number from 1 to 100 nor a kimariji"),
        (["--poems", "1", "1"], "Poem 1 stands in the list twice"),
        (["--tempo", "9-9-9"], "9-9-9 is no tempo"),
        (["--cards", "colour-black"], "There is no set of cards “colour-black”."),
        (["--karafuda", "101"], "Karafuda: give a number from 0 to 100 percent"),
        (["--voice", "nobody"], "There is no voice “nobody”. There are: tone, ringing."),
        (["-n", "0"], "Give -n 1 or more."),
        (["--poems", "17", "--wav", "/nowhere/at/all.wav"], "No such file or directory"),
        (["--poems", "17", "--voice", "ringing", "--wav", "unwritten.wav"], "poem 0 is still heard after its end"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arguments, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=sentence):
        printed(*arguments)
    assert not list(tmp_path.glob("*.wav"))
