"""Which verse a file is, by its name."""

import pytest

from trainer.reciter.packs.naming import is_passed_over, plain, verse_of
from trainer.reciter.packs.problems import BrokenPackError, Problem


@pytest.mark.parametrize(
    ("name", "verse"),
    [
        ("001_upper.mp3", "001-upper"),
        ("17-lower.m4a", "017-lower"),
        ("17上.ogg", "017-upper"),
        ("17 下の句.opus", "017-lower"),
        ("17a.wav", "017-upper"),
        ("17b.WAV", "017-lower"),
        ("u17.mp3", "017-upper"),
        ("Kami 17.mp3", "017-upper"),
        ("shimo_no17.mp3", "017-lower"),
        ("１７上.mp3", "017-upper"),  # full width
        ("100_lower.mp3", "100-lower"),
        ("0_upper.mp3", "000-upper"),
        ("joka-lower.mp3", "000-lower"),
        ("序歌 上.mp3", "000-upper"),
        ("a/b/下の句/17.mp3", "017-lower"),
        ("lower/17_upper.mp3", "017-upper"),  # its own name is nearer
        ("my reader/017 upper (Aiko).mp3", "017-upper"),
    ],
)
def test_a_name_that_says_it(name, verse):
    assert str(verse_of(name)) == verse


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("17_upper.txt", Problem.OTHER_KIND),
        ("17_upper", Problem.OTHER_KIND),
        ("upper.mp3", Problem.NO_NUMBER),
        ("17.mp3", Problem.NO_HALF),
        ("17aa.mp3", Problem.NO_HALF),
        ("a/17.mp3", Problem.NO_HALF),  # a letter is enough only in the file's own name
        ("101_upper.mp3", Problem.NO_SUCH_POEM),
        ("9" * 5000 + "_upper.mp3", Problem.NO_SUCH_POEM),
        ("17_18_upper.mp3", Problem.TWO_MEANINGS),
        ("17_upper_lower.mp3", Problem.TWO_MEANINGS),
    ],
)
def test_a_name_that_does_not(name, problem):
    with pytest.raises(BrokenPackError) as refused:
        verse_of(name)
    assert refused.value.problem is problem


@pytest.mark.parametrize("name", ["__MACOSX/x/._17a.mp3", ".DS_Store", "a/.hidden/17a.mp3", "a/Thumbs.db"])
def test_what_is_there_for_a_computer_is_passed_over(name):
    assert is_passed_over(name)


def test_a_path_out_of_the_zip_is_not_passed_over():
    assert not is_passed_over("../17a.mp3")


def test_a_name_for_people_has_nothing_invisible_in_it():
    assert plain("a\\b\n\x1b[31m17a.mp3") == "a/b��[31m17a.mp3"
    assert plain("か\u3099.mp3") == "が.mp3"
