"""Where a reader lengthens: the marks of the corpus and the rule for the poems that are read through."""

import json
from copy import deepcopy
from itertools import pairwise

import pytest

from trainer.poems.kimariji import is_decided_by_phrase, read_through
from trainer.poems.poem import JOKA, POEMS, POEMS_FILE, Certainty, CorpusError, load, poem

# Where a mark stands inside one word of the romaji.
SEAMS = "から みだれ まち くも おき つらぬき おもい かこち こい あらわれ きりたち つゆにぬれ"
MARKED = [phrase for each in (JOKA, *POEMS) for phrase in each.phrases if phrase.breaks]


def parts(phrase):
    """The phrase as a reader groups it: わが｜ころもでわ."""
    places = (0, *phrase.breaks, len(phrase.spoken))
    return "｜".join(phrase.spoken[a:b] for a, b in pairwise(places))


def test_nothing_is_lengthened_before_the_last_sound_of_the_six_great_mountain_cards():
    # Written down from the rule of the readers (oyama-fuda), not computed.
    assert read_through() == (11, 15, 31, 50, 64, 76)


def test_every_poem_is_decided_by_the_end_of_its_second_phrase():
    assert all(is_decided_by_phrase(each.number, 1) for each in (JOKA, *POEMS))


def test_a_first_phrase_of_six_kana_that_holds_its_kimariji_may_be_lengthened():
    assert is_decided_by_phrase(29, 0)  # こころあてに, decided by こころあ
    assert is_decided_by_phrase(9, 0)


@pytest.mark.parametrize(
    ("number", "lower"),
    [
        (0, "いまお｜はるべと さくやこの｜はな"),
        (1, "わが｜ころもでわ つゆにぬれ｜つつ"),
        (87, "きりたち｜のぼる あきの｜ゆうぐれ"),
    ],
)
def test_marks_known_from_readers(number, lower):
    assert " ".join(parts(phrase) for phrase in poem(number).lower.phrases) == lower
    assert {phrase.certainty for phrase in poem(number).lower.phrases} == {Certainty.KNOWN}


def test_only_these_marks_are_known():
    known = [each.number for each in (JOKA, *POEMS) for p in each.phrases if p.certainty is Certainty.KNOWN]
    assert known == [0, 0, 1, 1, 17, 87, 87]
    assert parts(poem(17).lower.phrases[0]) == "から｜くれないに"


@pytest.mark.parametrize(
    ("number", "lower"),
    [
        (15, "わが｜ころもでに ゆきわ｜ふりつつ"),
        (20, "みお｜つくしても あわんとぞ｜おもう"),
        (54, "きょうお｜かぎりの いのちともがな"),
        (96, "ふりゆく｜ものわ わが｜みなりけり"),
    ],
)
def test_marks_derived_from_the_grammar_are_called_assumed(number, lower):
    assert " ".join(parts(phrase) for phrase in poem(number).lower.phrases) == lower
    assert {phrase.certainty for phrase in poem(number).lower.phrases if phrase.breaks} == {Certainty.ASSUMED}


def test_the_upper_verse_carries_no_mark():
    assert not any(phrase.breaks for each in (JOKA, *POEMS) for phrase in each.upper.phrases)


def test_a_mark_stands_between_two_words_of_the_romaji_or_at_the_seam_of_a_compound():
    seams = {*SEAMS.split()}
    vowels = "aiueoāīūēō"
    for phrase in MARKED:
        head = phrase.spoken[: phrase.breaks[0]]
        morae = len(head) - sum(small in head for small in "ゃゅょ")
        ends, count = set(), 0
        for word in phrase.romaji.lower().split():
            count += sum((2 if c in "āīūēō" else 1) for c in word if c in vowels)
            count += sum(c == "n" and word[i + 1 : i + 2] not in tuple(vowels + "y") for i, c in enumerate(word))
            ends.add(count)
        assert morae in ends or head in seams, parts(phrase)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"breaks": [0]}, "do not lie in order inside “わがころもでわ”"),
        ({"breaks": [7]}, "do not lie in order inside"),
        ({"breaks": [4, 2]}, "do not lie in order inside"),
        ({"breaks": [2, 2]}, "do not lie in order inside"),
        ({"breaks": []}, "is not a list of places"),
        ({"breaks": [True]}, "is not a list of places"),
        ({"breaks": "2"}, "is not a list of places"),
        ({"certainty": "sure"}, "“sure” is not one of known, assumed"),
        ({"certainty": None}, "lower[0] has breaks without their certainty"),
    ],
)
def test_a_mark_that_cannot_be_is_refused(tmp_path, fields, reason):
    entries = deepcopy(json.loads(POEMS_FILE.read_text(encoding="utf-8")))
    phrase = entries[1]["lower"][0]
    phrase |= fields
    if phrase["certainty"] is None:
        del phrase["certainty"]
    with pytest.raises(CorpusError) as error:
        refused(tmp_path, entries)
    assert str(error.value).startswith("poem 1: lower[0]")
    assert reason in str(error.value)


def test_a_mark_does_not_cut_a_sound_in_two(tmp_path):
    entries = deepcopy(json.loads(POEMS_FILE.read_text(encoding="utf-8")))
    entries[54]["lower"][0]["breaks"] = [1]
    with pytest.raises(CorpusError, match="cut a sound of “きょうおかぎりの” in two"):
        refused(tmp_path, entries)


def refused(tmp_path, entries):
    path = tmp_path / "poems.json"
    path.write_text(json.dumps(entries), encoding="utf-8")
    load(path)
