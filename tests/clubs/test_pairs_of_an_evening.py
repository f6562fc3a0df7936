"""Who plays whom tonight."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.pairing import Cell, Present, cross_table, evening, pair


def people(*strengths, **facts):
    return [Present(chr(65 + number), strength, **facts) for number, strength in enumerate(strengths)]


def met(*pairs):
    return [frozenset(two) for two in pairs]


def test_near_plays_near():
    told = pair(people(1500, 900, 1480, 950))
    assert told.pairs == (("A", "C"), ("D", "B"))
    assert told.sits_out == told.repeats == ()


def test_a_meeting_of_yesterday_is_avoided_where_others_are_as_near():
    four = people(1500, 1500, 1500, 1500)
    told = pair(four, days_since_met={frozenset("AB"): 1, frozenset("AC"): 30, frozenset("CD"): 2, frozenset("BD"): 3})
    assert {frozenset(two) for two in told.pairs} == set(met("AD", "BC"))


def test_but_not_at_the_price_of_a_hopeless_match():
    told = pair(people(1900, 1890, 1000, 1010), days_since_met={frozenset("AB"): 1, frozenset("CD"): 1})
    assert {frozenset(two) for two in told.pairs} == set(met("AB", "CD"))


def test_nobody_meets_twice_tonight():
    told = pair(people(1500, 1500, 900, 900), met_tonight=met("AB", "CD"))
    assert not {frozenset(two) for two in told.pairs} & set(met("AB", "CD"))
    assert len(told.pairs) == 2


def test_when_all_have_met_nobody_plays_unless_repeats_are_allowed():
    three = met("AB", "BC", "AC")
    assert pair(people(1, 2, 3), met_tonight=three).pairs == ()
    told = pair(people(1, 2, 3), met_tonight=three, may_repeat=True)
    assert len(told.pairs) == 1
    assert told.repeats == told.pairs


def test_a_repeat_only_where_nothing_else_is_left():
    told = pair(people(1500, 1500, 100, 100), met_tonight=met("AB"), may_repeat=True)
    assert told.repeats == ()


def test_whoever_sat_out_least_and_longest_ago_sits_out():
    three = [Present("Alice", 1500, 1), Present("Bob", 900), Present("Carol", 1500)]
    assert pair(three).sits_out == ("Bob",)  # Carol is as near to Alice as can be, and plays
    three = [Present("Alice", 1500, 0, 7), Present("Bob", 1500, 0, 21), Present("Carol", 900, 0, 14)]
    assert pair(three).sits_out == ("Bob",)
    three = [Present("Alice", 1500, 0, 700), Present("Bob", 1500, 0, None), Present("Carol", 900, 0, 14)]
    assert pair(three).sits_out == ("Bob",)  # never yet


def test_nobody_is_there_twice():
    with pytest.raises(ValueError, match="twice"):
        pair([Present("Alice", 1500), Present("Alice", 1500)])


@pytest.mark.parametrize(("here", "pairs"), [(0, 0), (1, 0), (2, 1)])
def test_few_people(here, pairs):
    told = pair(people(*[1500] * here))
    assert len(told.pairs) == pairs
    assert len(told.sits_out) == here - 2 * pairs


def best_by_trying(strengths):
    """The least sum of squared gaps of all ways to pair an even number of people."""
    if not strengths:
        return 0
    first, *rest = strengths
    return min(
        round(((first - other) / 10) ** 2) + best_by_trying(rest[:place] + rest[place + 1 :])
        for place, other in enumerate(rest)
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 3000), min_size=2, max_size=8).filter(lambda them: len(them) % 2 == 0))
def test_no_other_pairs_are_nearer(strengths):
    by_key = {each.key: each.strength for each in people(*strengths)}
    told = pair(people(*strengths))
    assert sum(round(((by_key[one] - by_key[other]) / 10) ** 2) for one, other in told.pairs) == best_by_trying(
        strengths
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 3000), min_size=2, max_size=14), st.integers(1, 6), st.integers(0, 99))
def test_an_evening(strengths, rounds, seed):
    """Everybody is once in each round, and no pair comes twice."""
    present = people(*strengths)
    told = evening(present, rounds, seed=seed)
    assert len(told) == rounds
    seen = Counter(frozenset(two) for each in told for two in each.pairs)
    assert all(count == 1 for count in seen.values())
    for each in told:
        assert sorted([key for two in each.pairs for key in two] + list(each.sits_out)) == [one.key for one in present]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 3000), min_size=3, max_size=15), st.integers(1, 7), st.integers(0, 99))
def test_sitting_out_goes_round(strengths, rounds, seed):
    """Up to half as many rounds as people there is a pair for everybody but the odd one, who is another each time.

    By Dirac's theorem: each still has as many new opponents as half of the others. After that no repeats come first.
    """
    present = people(*strengths)
    told = evening(present, min(rounds, (len(present) - 1) // 2), seed=seed)
    assert all(len(each.sits_out) == len(present) % 2 for each in told)
    sat = [key for each in told for key in each.sits_out]
    assert len(sat) == len(set(sat))


def test_rounds_begin_where_the_evening_stands():
    first, second = evening(people(1500, 1500, 1500), 2, met_tonight=met("AB"))
    assert not {frozenset(two) for each in (first, second) for two in each.pairs} & set(met("AB"))


@given(st.integers(0, 500))
def test_the_same_seed_gives_the_same_pairs(seed):
    present = people(*[1500] * 9)
    mixed = present[:]
    Random(seed).shuffle(mixed)
    assert pair(present, seed=seed) == pair(mixed, seed=seed)


def test_seeds_decide_between_equals():
    assert len({pair(people(*[1500] * 8), seed=seed).pairs for seed in range(20)}) > 10


def test_a_cross_table():
    cells = cross_table([("Alice", "Bob", 7), ("Bob", "Alice", 2), ("Alice", "Bob", None)])
    assert cells == {("Alice", "Bob"): Cell(2, 1, 5), ("Bob", "Alice"): Cell(1, 2, -5)}


def test_eight_people_meet_in_seven_rounds_as_far_as_that_goes():
    """Going for the nearest each time may leave people without a new opponent; then they sit out, nobody repeats."""
    told = evening(people(*range(1000, 1800, 100)), 7)
    pairs = [frozenset(two) for each in told for two in each.pairs]
    assert len(pairs) == len(set(pairs))
    assert set(pairs) <= set(map(frozenset, combinations("ABCDEFGH", 2)))
    assert all(len(one.pairs) >= len(other.pairs) for one, other in pairwise(told))
