import fnmatch
import hashlib
import re

import numpy as np
import pytest

from trainer.reciter.htsvoice import Answers, VoiceFileError, read
from trainer.reciter.labels import phones
from trainer.reciter.sounds import sounds
from trainer.reciter.voices import FOLDER, VOICES

DIGESTS = {"m001": ("1329c5e4", "a942f"), "mei": ("f3be49a6", "84de")}
FILES = {key: FOLDER / voice.file for key, voice in VOICES.items()}


@pytest.fixture(scope="module", params=VOICES)
def key(request):
    return request.param


@pytest.fixture(scope="module")
def voice(key):
    return read(FILES[key])


def test_the_files_are_the_published_ones(key):
    digest = hashlib.sha256(FILES[key].read_bytes()).hexdigest()
    assert (digest[:8], digest[-len(DIGESTS[key][1]) :]) == DIGESTS[key]


def test_the_header(voice):
    """The figures as `head` shows them: 48 kHz, 5 ms, five states, 35 mel-cepstra warped by 0.55."""
    assert (voice.sample_rate, voice.frame_samples, voice.states) == (48_000, 240, 5)
    assert (voice.order, voice.alpha) == (35, 0.55)
    assert [list(window) for window in voice.windows] == [[1], [-0.5, 0, 0.5], [1, -2, 1]]


def test_every_row_is_as_wide_as_its_means_and_variances(voice):
    for stream, width in [
        (voice.durations, 2 * 5),
        (voice.spectra, 2 * 35 * 3),
        (voice.pitch, 2 * 3 + 1),
        (voice.aperiodicity, 2 * 31),
        (voice.variance, 2 * 35),
    ]:
        assert {rows.shape[1] for rows in stream.rows} == {width}
        assert len(stream.rows) == len(stream.trees)
        assert all((rows[:, stream.values : 2 * stream.values] >= 0).all() for rows in stream.rows), "a variance"


def leaf_by_the_text(text, state, label):
    """Walks a tree as it is printed, question by question, with the globs taken literally."""
    questions = dict(re.findall(r"^QS\s+(\S+)\s+\{(.*)\}", text, re.MULTILINE))
    nodes = {}
    for line in text.split(f"{{*}}[{state}]")[1].split("{*}")[0].splitlines():
        if len(line.split()) == 4:
            number, *rest = line.split()
            nodes[number] = rest
    at = "0"
    while at in nodes:
        question, no, yes = nodes[at]
        globs = [glob.strip().strip('"') for glob in questions[question].split(",")]
        at = yes if any(fnmatch.fnmatchcase(label, glob) for glob in globs) else no
    return int(re.search(r"_(\d+)\"?$", at)[1]) - 1


@pytest.mark.parametrize(("stream", "field"), [("spectra", "STREAM_TREE[MCP]"), ("durations", "DURATION_TREE")])
def test_a_label_comes_to_the_leaf_that_the_printed_tree_says(key, voice, stream, field):
    head, data = FILES[key].read_bytes().split(b"[DATA]\n", 1)
    first, last = re.search(rf"^{re.escape(field)}:(\d+)-(\d+)$", head.decode(), re.MULTILINE).groups()
    text = data[int(first) : int(last) + 1].decode()
    trees = getattr(voice, stream).trees
    for phone in phones([sounds("ちはやぶる"), sounds("かみよもきかず")]):
        for state, tree in enumerate(trees):
            assert tree.leaf(Answers(phone.label)) == leaf_by_the_text(text, state + 2, phone.label)


@pytest.mark.parametrize(
    ("patterns", "label", "answer"),
    [
        ('"*-a+*"', "x^k-a+r=u", True),
        ('"*-a+*"', "x^k-i+r=u", False),
        ('"a^*","i^*"', "i^k-a+r=u", True),
        ('"a^*"', "xa^k-a+r=u", False),  # from the very start
        ('"*-?" ', "K:1+2-9", True),
        ('"*-?"', "K:1+2-12", False),  # one character, to the very end
        ('"*-?"', "K:1+2-", False),
        ('"*/A:-??+*"', "x/A:-12+3", True),
        ('"*/A:-??+*"', "x/A:-1+3", False),
        ('"*|1+?/*"', "x|1+7/J", True),  # | and + stand for themselves
    ],
)
def test_the_globs_of_a_question(patterns, label, answer):
    assert Answers(label)[patterns] is answer


def test_a_tree_without_questions_has_one_leaf(voice):
    assert np.array_equal(voice.aperiodicity.row(Answers("anything"), 2), voice.aperiodicity.rows[2][0])


def test_what_is_no_voice_is_refused(tmp_path):
    path = tmp_path / "empty.htsvoice"
    path.write_bytes(b"[GLOBAL]\nHTS_VOICE_VERSION:1.0\n")
    with pytest.raises(VoiceFileError, match=r"empty.htsvoice has no \[DATA\] line"):
        read(path)
    path.write_bytes(b"[GLOBAL]\nHTS_VOICE_VERSION:1.0\n[DATA]\n")
    with pytest.raises(VoiceFileError, match="the header has no NUM_STATES"):
        read(path)


def test_a_voice_cut_short_is_refused(tmp_path):
    path = tmp_path / "short.htsvoice"
    path.write_bytes(FILES["mei"].read_bytes()[:-1000])
    with pytest.raises(VoiceFileError, match="ends before byte"):
        read(path)
