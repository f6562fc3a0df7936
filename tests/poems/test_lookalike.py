"""Wrong choices are cards that are really mistaken for the right one."""

from collections import Counter
from random import Random

import pytest

from trainer.poems.kimariji import partners
from trainer.poems.lookalike import choices, confusable, shared
from trainer.poems.poem import POEMS, poem

TWINS = [(1, 15), (26, 56), (20, 88), (47, 92), (2, 91), (9, 23), (14, 80), (11, 25)]  # their torifuda begin alike


@pytest.mark.parametrize("number", range(1, 101))
def test_partners_and_torifuda_that_begin_alike_come_first(number):
    closest = set(partners(number)) | {a + b - number for a, b in TWINS if number in (a, b)}
    assert set(confusable(number, Random(3), len(closest))) == closest


def test_many_partners_do_not_push_the_twin_aside():
    drawn = [confusable(26, Random(seed), 3) for seed in range(40)]
    assert len(partners(26)) == 3
    assert 10 < sum(56 in others for others in drawn) < 40


@pytest.mark.parametrize("number", range(1, 101))
def test_all_four_choices_share_something_with_the_card(number):
    asked = poem(number)
    for other in map(poem, confusable(number, Random(number), 3)):
        assert (
            other.initial == asked.initial
            or other.torifuda[0] == asked.torifuda[0]
            or shared(other.torifuda[::-1], asked.torifuda[::-1])
            or sum(map(str.__eq__, other.torifuda, asked.torifuda)) > 1
        )


def test_one_seed_gives_one_choice_and_ties_differ_between_seeds():
    assert choices(5, Random(7), 4) == choices(5, Random(7), 4)
    assert len({confusable(55, Random(seed), 3) for seed in range(30)}) > 10


def test_the_right_card_lies_anywhere():
    places = Counter(choices(74, Random(seed), 4).index(74) for seed in range(200))
    assert set(places) == {0, 1, 2, 3}


def test_choices_hold_the_card_once():
    for each in POEMS:
        options = choices(each.number, Random(1), 9)
        assert len(set(options)) == 9
        assert each.number in options


def test_choices_from_a_smaller_set():
    assert set(choices(74, Random(1), 4, among={74, 65, 1})) == {74, 65, 1}


def test_shared_kana():
    assert shared("わかころもては", "わかころもてに") == 6
    assert shared("ふじ", "ふじ") == 2
    assert shared("あ", "い") == 0
