"""Which poems are read, in which order, and what is heard in one go. Expected: lists written by hand from the rules."""

import doctest
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.poems.kimariji import originals
from trainer.reciter import script
from trainer.reciter.mora import Half
from trainer.reciter.script import Choices, Kind, Order, Pattern, parse_order, write
from trainer.reciter.tempo import FORMER, free

SHORT = {
    Kind.SILENCE: "·",
    Kind.JOKA_UPPER: "J",
    Kind.JOKA_LOWER: "j",
    Kind.UPPER: "U",
    Kind.LOWER: "l",
}


def score(reading):
    """Every unit as text: J and j the joka, U3 and l3 the verses of poem 3, ·600 a silence in ms."""
    return [" ".join(_short(part) for part in unit.parts) for unit in reading.units]


def _short(part):
    what = part.ms if part.kind is Kind.SILENCE else part.poem or ""
    return f"{SHORT[part.kind]}{what}"


def of_list(*numbers, **more):
    return write(Choices(order=Order.LIST, numbers=numbers, **more))


# --- what is heard (karuta rules A3) ---------------------------------------------------------------------


def test_a_match_reads_the_lower_verse_of_the_last_poem_and_the_upper_verse_of_the_next():
    assert score(of_list(17, 5, 99)) == [
        "·600 J ·1000 j",
        "·1000 j ·1000 U17",
        "·600 l17 ·1000 U5",
        "·600 l5 ·1000 U99",
        "·600 l99",
    ]


@pytest.mark.parametrize(
    ("upper", "lower", "begins"),
    [
        (1, 1, ["·600 J", "·1000 j ·1000 U3", "·600 l3"]),
        (0, 2, ["·600 j", "·1000 j ·1000 U3", "·600 l3"]),
        (0, 1, ["·600 j ·1000 U3", "·600 l3"]),
        (1, 0, ["·600 J", "·1000 U3", "·600 l3"]),
        (0, 0, ["·600 U3", "·600 l3"]),
    ],
)
def test_the_joka_is_read_as_often_as_is_chosen(upper, lower, begins):
    assert score(of_list(3, joka_upper=upper, joka_lower=lower)) == begins


@pytest.mark.parametrize(
    ("pattern", "units"),
    [
        (Pattern.WHOLE, ["·600 U3 ·1000 l3", "·1000 U4 ·1000 l4"]),
        (Pattern.CHIRASHI, ["·600 U3 ·1000 l3 ·1000 l3", "·1000 U4 ·1000 l4 ·1000 l4"]),
        (Pattern.UPPER, ["·600 U3", "·600 U4"]),
        (Pattern.RECREATION, ["·600 l3 ·1000 l3", "·1000 l4 ·1000 l4"]),
        (Pattern.HOKKAIDO, ["·600 l3", "·1000 l4"]),
    ],
)
def test_other_patterns_end_with_their_last_poem(pattern, units):
    assert score(of_list(3, 4, pattern=pattern, joka_upper=0, joka_lower=0)) == units


def test_the_pause_is_the_tempos_but_a_unit_never_begins_sooner_than_a_device_wakes_up():
    tempo = free(lower_ms=3000, yoin_ms=2000, pause_ms=300, upper_ms=4000)
    assert score(of_list(3, 4, tempo=tempo, pattern=Pattern.WHOLE, joka_upper=0, joka_lower=1)) == [
        "·600 j ·300 U3 ·300 l3",
        "·600 U4 ·300 l4",
    ]


def test_only_the_joka_goes_on_by_itself():
    assert [unit.goes_on for unit in of_list(3, 4).units] == [True, False, False, False]
    assert [unit.current for unit in of_list(3, 4).units] == [None, 3, 4, None]


def test_the_verses_that_are_needed_come_once_each_in_the_order_of_need():
    assert of_list(3, 4).verses() == (
        (0, Half.UPPER),
        (0, Half.LOWER),
        (3, Half.UPPER),
        (3, Half.LOWER),
        (4, Half.UPPER),
        (4, Half.LOWER),
    )


# --- which poems, and in which order ---------------------------------------------------------------------


@given(st.integers())
def test_a_shuffle_is_all_hundred_once_each(seed):
    assert sorted(write(Choices(seed=seed)).poems) == list(range(1, 101))


def test_the_seed_makes_the_order():
    assert write(Choices(seed=1)) == write(Choices(seed=1))
    assert write(Choices(seed=1)).poems != write(Choices(seed=2)).poems


def test_by_number_and_by_first_sound():
    assert write(Choices(order=Order.NUMBER)).poems == tuple(range(1, 101))
    # む す め ふ さ ほ せ, from any table of kimariji
    assert write(Choices(cards="group-1", order=Order.SOUND)).poems == (87, 18, 57, 22, 70, 81, 77)
    assert write(Choices(order=Order.SOUND)).poems[:9] == (87, 18, 57, 22, 70, 81, 77, 74, 65)


@given(st.integers())
def test_drawn_again_and_again_a_poem_may_come_twice(seed):
    poems = write(Choices(order=Order.RANDOM, seed=seed, cards="colour-blue")).poems
    assert len(poems) == 20
    assert set(poems) <= set(write(Choices(cards="colour-blue")).mat)


def test_a_hundred_draws_are_not_a_permutation():
    assert len(set(write(Choices(order=Order.RANDOM, seed=1)).poems)) < 90  # 63 are to be expected


@given(st.integers(), st.integers(0, 100))
def test_of_the_fifty_karafuda_exactly_the_share_is_read(seed, percent):
    reading = write(Choices(cards="match", karafuda_percent=percent, seed=seed))
    assert len(reading.mat) == len(set(reading.mat)) == 50
    assert len(reading.kept) == (percent + 1) // 2  # a half is rounded up
    assert not set(reading.kept) & set(reading.mat)
    assert sorted(reading.poems) == sorted(reading.mat + reading.kept)
    assert all(reading.is_karafuda(poem) for poem in reading.kept)
    assert not any(reading.is_karafuda(poem) for poem in reading.mat)


@given(st.integers())
def test_another_share_of_karafuda_leaves_the_mat_as_it_is(seed):
    few, many = (write(Choices(cards="match", karafuda_percent=share, seed=seed)) for share in (10, 90))
    assert few.mat == many.mat
    assert set(few.kept) <= set(many.kept)


# Two partner sets of the rules, in full: う (うか, うら) and た (six poems).
U, TA = {74, 65}, {16, 73, 55, 4, 34, 89}


def test_partners_of_the_mat_are_kept_before_all_other_karafuda():
    one_of_each = tuple(sorted({74, 16}))
    absent_partners = (U | TA) - set(one_of_each)
    for seed in range(20):
        choices = Choices(cards="own-" + _bits(one_of_each), keep_partners=True, karafuda_percent=6, seed=seed)
        kept = set(write(choices).kept)
        assert len(kept) == 6  # 5.88 of 98
        assert absent_partners <= kept


def test_without_that_wish_any_karafuda_may_be_dropped():
    one_of_each = (16, 74)
    absent_partners = (U | TA) - set(one_of_each)
    own = "own-" + _bits(one_of_each)
    kept = [set(write(Choices(cards=own, karafuda_percent=6, seed=seed)).kept) for seed in range(20)]
    assert not any(absent_partners <= each for each in kept)


@given(st.integers(), st.integers(0, 100))
def test_no_other_karafuda_is_kept_while_a_partner_is_dropped(seed, percent):
    reading = write(Choices(cards="match", karafuda_percent=percent, keep_partners=True, seed=seed))
    mat, kept = set(reading.mat), set(reading.kept)
    dropped = set(range(1, 101)) - mat - kept
    is_wanted = {poem for group in PARTNER_SETS if group & mat for poem in group}
    assert not (dropped & is_wanted and kept - is_wanted)


def _bits(numbers):
    return f"{sum(1 << (number - 1) for number in numbers):025x}"


def _partner_sets():
    """Computed here from the kimariji, without the package's own groups."""
    stems = {}
    for number, kimariji in originals().items():
        stems.setdefault(kimariji[:-1] or f"alone {number}", set()).add(number)
    return [group for group in stems.values() if len(group) > 1]


PARTNER_SETS = _partner_sets()


@given(st.integers(), st.integers(2, 4))
def test_repeats_go_through_the_poems_in_a_new_order_each_time(seed, repeats):
    reading = write(Choices(cards="colour-pink", repeats=repeats, seed=seed))
    rounds = [reading.poems[start : start + 20] for start in range(0, 20 * repeats, 20)]
    assert all(sorted(each) == sorted(reading.mat) for each in rounds)
    assert rounds[0] != rounds[1]


def test_a_repeated_list_keeps_its_order_and_reads_the_lower_verse_in_between():
    reading = of_list(3, 4, repeats=2, joka_upper=0, joka_lower=0)
    assert score(reading) == ["·600 U3", "·600 l3 ·1000 U4", "·600 l4 ·1000 U3", "·600 l3 ·1000 U4", "·600 l4"]


# --- what has been read ----------------------------------------------------------------------------------


def test_what_has_been_read_and_what_is_left():
    reading = of_list(3, 4, 5)
    assert reading.opening == 1
    assert [reading.heard(unit) for unit in range(5)] == [(), (), (3,), (3, 4), (3, 4, 5)]
    assert [reading.left(unit) for unit in range(5)] == [3, 2, 1, 0, 0]
    assert reading.read(3) == {3, 4}


def test_a_new_round_and_endless_draws_forget_what_has_been_read():
    twice = of_list(3, 4, repeats=2, joka_upper=0, joka_lower=0)
    assert [set(twice.read(unit)) for unit in range(4)] == [set(), {3}, set(), {3}]
    assert not write(Choices(order=Order.RANDOM, seed=1)).read(50)


# --- pasted lists and wrong choices ----------------------------------------------------------------------


def test_a_pasted_list_keeps_its_order():
    assert parse_order("7 1-3, うか、9") == (7, 1, 2, 3, 74, 9)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 5 3-6", "Poem 5 stands in the list twice. Take one of them out."),
        ("1 101", "“101” is neither a number from 1 to 100 nor a kimariji"),
        ("0", "“0” is neither a number from 1 to 100 nor a kimariji"),
        ("9-3", "“9-3” is neither a number from 1 to 100 nor a kimariji"),
        ("abc", "“abc” is neither a number from 1 to 100 nor a kimariji"),
        (" , ", "The list is empty. Give numbers or kimariji, for example: 1 5, 10-20, うか."),
    ],
)
def test_a_wrong_list_is_refused_in_a_sentence(text, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        parse_order(text)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"karafuda_percent": 101}, "Karafuda: give a number from 0 to 100 percent, not 101."),
        ({"joka_upper": 2}, "The upper verse of the joka: give a number from 0 to 1 times, not 2."),
        ({"joka_lower": 3}, "The lower verse of the joka: give a number from 0 to 2 times, not 3."),
        ({"repeats": 0}, "The poems: give a number from 1 to 10 times, not 0."),
        ({"cards": "colour-black"}, "There is no set of cards “colour-black”."),
        ({"numbers": (1,)}, "A list of numbers is only read in the order of the list."),
        ({"order": Order.LIST}, "The list is empty."),
        ({"order": Order.LIST, "numbers": (4, 0)}, "0 is no poem. Give numbers from 1 to 100."),
    ],
)
def test_wrong_choices_are_refused_in_a_sentence(wrong, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Choices(**wrong)


@pytest.mark.parametrize(
    "choices",
    [
        Choices(),
        Choices(order=Order.LIST, numbers=(3, 1), tempo=FORMER, pattern=Pattern.HOKKAIDO, seed=9),
        Choices(
            cards="match",
            karafuda_percent=40,
            keep_partners=True,
            tempo=free(lower_ms=3000, yoin_ms=2000, pause_ms=1000, upper_ms=4000),
            repeats=3,
        ),
    ],
)
def test_choices_come_back_from_json(choices):
    assert Choices.from_json(json.loads(json.dumps(choices.as_json()))) == choices


def test_the_examples_in_the_docstrings_run():
    assert doctest.testmod(script).failed == 0
