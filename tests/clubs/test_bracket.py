"""A knock-out told by its results."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.bracket import How, Nobody, Result, fold, later_matches
from clubs.draws import Draw, draw
from clubs.grades import Placing

EIGHT = Draw(8, 1, ((1, 2), (3, 4), (5, 6), (7, 8)))
FIVE = Draw(5, 1, ((1, 2), (3, None), (4, None), (5, None)))


def won(number, place, winner, margin=5):
    return Result(number, place, winner, How.PLAYED, margin)


def upper_wins(drawn):
    """Play on until nothing is ready: whoever stands above wins each match."""
    results = []
    while ready := fold(drawn, results).ready:
        results += [won(match.round, match.place, match.first) for match in ready]
    return results


def test_a_draw_without_results():
    bracket = fold(EIGHT, [])
    assert [len(matches) for matches in bracket.rounds] == [4, 2, 1]
    assert [(match.first, match.second) for match in bracket.ready] == [(1, 2), (3, 4), (5, 6), (7, 8)]
    assert bracket.rounds[1][0].first is Nobody.YET
    assert bracket.champion is None
    assert not bracket.is_over
    assert bracket.placings == {}


def test_who_has_a_bye_waits_in_round_two():
    bracket = fold(FIVE, [])
    assert [(match.first, match.second) for match in bracket.rounds[1]] == [(Nobody.YET, 3), (4, 5)]
    assert [(match.round, match.first, match.second) for match in bracket.ready] == [(1, 1, 2), (2, 4, 5)]


def test_placings_are_first_second_best_four_and_best_eight():
    bracket = fold(EIGHT, upper_wins(EIGHT))
    assert bracket.champion == 1
    assert bracket.is_over
    assert bracket.placings == {
        1: Placing.FIRST,
        5: Placing.SECOND,
        3: Placing.BEST_4,
        7: Placing.BEST_4,
        **dict.fromkeys((2, 4, 6, 8), Placing.BEST_8),
    }


def test_a_final_of_two():
    drawn = draw(2, seed=1)
    first, second = drawn.pairs[0]
    bracket = fold(drawn, [won(1, 0, second)])
    assert bracket.placings == {second: Placing.FIRST, first: Placing.SECOND}


@pytest.mark.parametrize("how", [How.WALKOVER, How.CONCEDED])
def test_walkover_and_concession_have_no_margin(how):
    bracket = fold(EIGHT, [Result(1, 0, 2, how)])
    assert bracket.rounds[1][0].first == 2
    assert bracket.rounds[0][0].result.margin is None
    with pytest.raises(ValueError, match="has a margin"):
        Result(1, 0, 2, how, 5)


def test_when_neither_comes_the_next_passes():
    results = [Result(1, 0, None, How.DOUBLE_WALKOVER), won(1, 1, 3), won(1, 2, 5), won(1, 3, 7)]
    bracket = fold(EIGHT, results)
    semifinal = bracket.rounds[1][0]
    assert (semifinal.first, semifinal.second, semifinal.winner, semifinal.result) == (Nobody.EVER, 3, 3, None)
    assert bracket.placings[1] == bracket.placings[2] == Placing.BEST_8
    bracket = fold(EIGHT, [*results, won(2, 1, 5), won(3, 0, 3)])
    assert bracket.placings == {
        3: Placing.FIRST,
        5: Placing.SECOND,
        7: Placing.BEST_4,
        **dict.fromkeys((1, 2, 4, 6, 8), Placing.BEST_8),
    }


def test_a_final_to_which_nobody_comes_has_no_winner():
    results = [each for each in upper_wins(EIGHT) if each.round < 3]
    bracket = fold(EIGHT, [*results, Result(3, 0, None, How.DOUBLE_WALKOVER)])
    assert bracket.is_over
    assert bracket.champion is None
    assert Placing.FIRST not in bracket.placings.values()
    assert bracket.placings[1] == bracket.placings[5] == Placing.SECOND


def test_nobody_at_all():
    everywhere = [Result(1, place, None, How.DOUBLE_WALKOVER) for place in range(4)]
    bracket = fold(EIGHT, everywhere)
    assert bracket.is_over
    assert bracket.champion is None


def test_a_corrected_result_leaves_those_that_hung_on_it_aside():
    results = upper_wins(EIGHT)
    bracket = fold(EIGHT, [*results, won(1, 0, 2)])
    assert {(stale.round, stale.place) for stale in bracket.stale} == {(2, 0), (3, 0)}
    assert [(match.first, match.second) for match in bracket.ready] == [(2, 3)]
    assert bracket.champion is None
    assert later_matches(EIGHT, 1, 0) == ((2, 0), (3, 0))
    assert later_matches(EIGHT, 1, 3) == ((2, 1), (3, 0))
    assert later_matches(EIGHT, 3, 0) == ()


def test_results_of_strangers_and_of_byes_are_set_aside():
    strange = [won(1, 0, 8), won(1, 9, 1), won(4, 0, 1)]
    assert fold(EIGHT, strange).stale == tuple(strange[i] for i in (0, 1, 2))
    assert fold(FIVE, [won(1, 1, 3)]).stale == (won(1, 1, 3),)


@pytest.mark.parametrize(
    "facts",
    [(1, 0, None, How.PLAYED), (1, 0, 3, How.DOUBLE_WALKOVER), (1, 0, 3, How.PLAYED, 0), (1, 0, 3, How.PLAYED, 51)],
)
def test_results_that_cannot_be(facts):
    with pytest.raises(ValueError):
        Result(*facts)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 200), st.integers(0, 1000))
def test_every_knock_out_ends_and_the_order_of_results_does_not_matter(n, seed):
    drawn = draw(n, seed)
    results = upper_wins(drawn)
    assert len(results) == n - 1
    mixed = results[:]
    Random(seed).shuffle(mixed)
    bracket = fold(drawn, mixed)
    assert bracket == fold(drawn, results)
    assert bracket.is_over
    assert sorted(bracket.placings.values()) == sorted(
        [Placing.FIRST, Placing.SECOND, *[Placing.BEST_4] * 2, *[Placing.BEST_8] * 4][: max(2, min(n, 8))]
    )
