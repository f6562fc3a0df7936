"""The self-check passes on the corpus and finds each kind of mistake that one slips into it."""

from dataclasses import replace

import pytest

from trainer.poems.poem import JOKA, POEMS, Toss, poem
from trainer.poems.selfcheck import Fact, check


def broken(number, **changes):
    """The hundred poems with one of them changed."""
    return tuple(replace(each, **changes) if each.number == number else each for each in POEMS)


def with_upper(number, first_phrase):
    upper = poem(number).upper
    return broken(number, upper=replace(upper, phrases=(replace(upper.phrases[0], **first_phrase), *upper.phrases[1:])))


def failing(poems=POEMS, joka=JOKA):
    return {finding.fact: finding for finding in check(poems, joka) if not finding.holds}


def test_the_corpus_passes():
    assert failing() == {}


def test_every_fact_is_checked_once_and_in_order():
    assert [finding.fact for finding in check()] == list(Fact)


def test_a_missing_poem_is_found():
    assert failing(POEMS[1:])[Fact.NUMBERS].found == "99"


def test_a_poem_that_comes_twice_is_named():
    assert 7 in failing((*POEMS[:-1], poem(7)))[Fact.NUMBERS].wrong


def test_an_old_spelling_in_the_spoken_text_makes_the_lengths_wrong():
    """あふことの for おおことの is the classic mistake: the sum of one-, two- and three-kana poems changes."""
    wrong = failing(with_upper(44, {"spoken": "あうことの"}))
    assert wrong[Fact.KIMARIJI_LENGTHS].expected == "7 / 42 / 37 / 6 / 2 / 6"
    assert {Fact.KIMARIJI_LENGTHS, Fact.SOUND_GROUPS, Fact.HEARD} <= set(wrong)


def test_a_sound_that_does_not_follow_from_the_spelling_is_named():
    assert failing(with_upper(17, {"spoken": "ちはやふる"}))[Fact.HEARD].wrong == (17,)


def test_a_modern_spelling_that_does_not_follow_from_the_old_one_is_named():
    assert failing(with_upper(48, {"historical": "かせをいたみ"}))[Fact.MODERNISED].wrong == (48,)


def test_a_voicing_mark_on_a_card_is_named():
    columns = ("わがころも", *poem(1).torifuda_columns[1:])
    assert failing(broken(1, torifuda_columns=columns))[Fact.TORIFUDA_TEXT].wrong == (1,)


def test_columns_that_break_elsewhere_are_named():
    wrong = failing(broken(21, torifuda_columns=("ありあけの", "つきをまちい", "てつるかな")))
    assert wrong[Fact.COLUMNS].wrong == (21,)
    assert Fact.TORIFUDA_TEXT not in wrong


def test_a_phrase_that_is_too_short_is_noticed():
    """Poem 48 has six sounds where five are regular; with four there is one long phrase less, and a short one."""
    assert failing(with_upper(48, {"modern": "かぜいた"}))[Fact.METRE].found == "-1×1 · 0×465 · 1×34"


def test_two_equal_cards_are_both_named():
    wrong = failing(broken(2, torifuda_columns=poem(1).torifuda_columns))
    assert wrong[Fact.DISTINCT].wrong == (1, 2)
    assert Fact.PRINTED_PREFIXES in wrong


def test_a_poem_of_the_wrong_colour_is_noticed():
    other = Toss.PINK if poem(1).toss is not Toss.PINK else Toss.BLUE
    assert Fact.COLOURS in failing(broken(1, toss=other))


def test_another_joka_is_noticed():
    assert set(failing(joka=poem(1))) == {Fact.JOKA}


@pytest.mark.parametrize("fact", [Fact.KIMARIJI_DECIDE, Fact.KIMARIJI_CHANGE])
def test_the_trie_is_held_against_the_definition(fact, monkeypatch):
    """A trie that forgets a poem must not agree with itself."""
    from trainer.poems import selfcheck

    forgetful = selfcheck.Trie
    monkeypatch.setattr(selfcheck, "Trie", lambda verses: forgetful(dict(verses) | {74: "うらみわびほ"}))
    assert fact in failing()
