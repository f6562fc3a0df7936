"""Strength from wins and margins: what a match does, and that counting anew comes to the same."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs import race
from clubs.rating import (
    GAMES_TO_SHOW,
    START_MU,
    START_SIGMA,
    Game,
    Rating,
    after,
    courses,
    expected,
    history,
    rate,
    shown_points,
)
from clubs.seasons import season

DAY = date(2026, 4, 1)


def game(key, winner, loser, margin=None, *, days=0, **facts):
    return Game(key, DAY + timedelta(days=days), winner, loser, margin, **facts)


def strengths(*games):
    return rate(games)


def test_a_win_raises_one_and_lowers_the_other_by_as_much():
    ratings = strengths(game(1, "Alice", "Bob", 8))
    assert ratings["Alice"].mu - START_MU == pytest.approx(START_MU - ratings["Bob"].mu)
    assert ratings["Alice"].mu > START_MU
    assert ratings["Alice"].sigma == pytest.approx(ratings["Bob"].sigma)
    assert ratings["Alice"].sigma < START_SIGMA
    assert ratings["Alice"].games == ratings["Bob"].games == 1


def test_a_greater_margin_says_more():
    risen = [strengths(game(1, "Alice", "Bob", margin))["Alice"].mu for margin in range(1, 26)]
    assert all(less < more for less, more in pairwise(risen))


def test_a_win_without_a_margin_counts_as_a_win():
    assert strengths(game(1, "Alice", "Bob"))["Alice"].mu > START_MU


def test_a_win_by_one_over_somebody_far_weaker_lowers():
    lesson = [game(number, "Alice", "Bob", 20, days=number) for number in range(10)]
    before = strengths(*lesson)["Alice"].mu
    assert strengths(*lesson, game(10, "Alice", "Bob", 1, days=10))["Alice"].mu < before


def test_with_a_handicap_the_same_win_says_something_else():
    level = strengths(game(1, "Alice", "Bob", 3))["Alice"].mu
    gave = strengths(game(1, "Alice", "Bob", 3, winner_start=14, loser_start=6))["Alice"].mu
    received = strengths(game(1, "Alice", "Bob", 3, winner_start=6, loser_start=14))["Alice"].mu
    assert received < START_MU < level < gave


def test_what_was_not_played_does_not_count():
    assert strengths(game(1, "Alice", "Bob", is_played=False)) == {}
    assert strengths(game(1, "Alice", "Alice", 3)) == {}


def test_hidden_until_ten_games():
    games = [game(number, "Alice", "Bob", 5) for number in range(GAMES_TO_SHOW)]
    assert strengths(*games[:-1])["Alice"].is_provisional
    assert not strengths(*games)["Alice"].is_provisional


def test_what_is_known_fades_with_the_days():
    early = strengths(game(1, "Alice", "Bob", 5), game(2, "Alice", "Bob", 5))["Alice"]
    late = strengths(game(1, "Alice", "Bob", 5), game(2, "Alice", "Bob", 5, days=365))["Alice"]
    assert early.sigma < late.sigma < START_SIGMA


def test_a_whole_life_without_karuta_is_like_being_new():
    games = [game(number, "Alice", "Bob", 5, days=number) for number in range(30)]
    new = Rating(strengths(*games)["Alice"].mu, START_SIGMA)
    back = strengths(*games, game(30, "Alice", "Carol", 5, days=100_000))["Alice"]
    once = strengths(game(30, "Alice", "Carol", 5))["Alice"]
    assert back.sigma < new.sigma
    assert back.sigma == pytest.approx(once.sigma, rel=0.1)


def test_counting_may_go_on_from_a_day():
    games = [
        game(number, *two, 1 + number, days=number // 2) for number, two in enumerate(["AB", "BC", "CA", "AD", "DB"])
    ]
    assert rate(games[4:], before=rate(games[:4])) == rate(games)
    known = rate(games[:4])
    both = after(games[4], known["D"], known["B"])
    assert both == (rate(games)["D"], rate(games)["B"])


GAMES = st.lists(
    st.tuples(st.integers(0, 40), st.permutations("ABCDE"), st.one_of(st.none(), st.integers(1, 25)), st.booleans()),
    max_size=25,
)


@settings(max_examples=60, deadline=None)
@given(GAMES, st.randoms(use_true_random=False))
def test_counting_anew_in_any_order_comes_to_the_same_bit_for_bit(told, dice):
    games = [
        game(number, two[0], two[1], margin if is_played else None, days=days, is_played=is_played)
        for number, (days, two, margin, is_played) in enumerate(told)
    ]
    mixed = games[:]
    dice.shuffle(mixed)
    assert rate(mixed) == rate(games)
    assert rate(games) == {player: course[-1][1] for player, course in courses(mixed).items()}


@settings(max_examples=60, deadline=None)
@given(GAMES)
def test_what_matches_give_they_take_and_nobody_runs_away(told):
    """Equals exchange the same points; however it goes, sigma stays within its bounds."""
    ratings = rate(
        [game(number, two[0], two[1], margin, days=days) for number, (days, two, margin, _) in enumerate(told)]
    )
    for rating in ratings.values():
        assert 0 < rating.sigma <= START_SIGMA
        assert abs(rating.mu - START_MU) < 6 * START_SIGMA


def test_a_course_has_one_point_a_day():
    told = courses([game(1, "Alice", "Bob", 3), game(2, "Bob", "Alice", 3), game(3, "Alice", "Bob", 3, days=2)])
    assert [on for on, _ in told["Alice"]] == [DAY, DAY + timedelta(days=2)]
    assert [rating.games for _, rating in told["Alice"]] == [2, 3]


def test_history_explains_every_step():
    games = [
        game(1, "Alice", "Bob", 3),
        game(2, "Carol", "Alice", 9, winner_start=6, loser_start=14),
        game(3, "Bob", "Carol", 2),
    ]
    first, second = history(games, "Alice")
    assert (first.opponent, second.opponent) == ("Bob", "Carol")
    assert first.before == Rating()
    assert first.after == second.before
    assert second.after == rate(games)["Alice"]
    assert first.expected.win == pytest.approx(0.5)
    assert second.expected.win < 0.2  # fourteen cards against six


def test_points_of_a_margin_are_those_of_the_race():
    assert shown_points(game(1, "Alice", "Bob", 10)) == pytest.approx(1000 * race.logit(25.5 / 41))
    with pytest.raises(ValueError, match="no margin"):
        shown_points(game(1, "Alice", "Bob"))


def test_two_hundred_points_are_three_wins_in_four():
    now = expected(Rating(1700, 1, 99), Rating(1500, 1, 99))
    assert now.take == pytest.approx(0.55, abs=0.001)
    assert now.win == pytest.approx(0.73, abs=0.005)  # 76 % but for the form of the day
    assert expected(Rating(1500, 1, 99), Rating(1700, 1, 99)).win == pytest.approx(1 - now.win)


def test_who_is_hardly_known_is_hardly_foretold():
    known, unknown = (expected(Rating(1900, sigma, 9), Rating(1500, sigma, 9)).win for sigma in (30, 400))
    assert known > 0.85
    assert 0.6 < unknown < 0.75


@pytest.mark.parametrize(("gap", "win"), [(308, 83), (379, 89), (575, 96), (641, 98)])
def test_form_of_the_day_agrees_with_matches_of_the_simulated_classes(gap, win):
    """A–B, C–D, D–E and A–C: chance to take .577, .593, .640, .655, won in so many of two thousand whole matches."""
    assert 100 * expected(Rating(1500 + gap, 1, 99), Rating(1500, 1, 99)).win == pytest.approx(win, abs=1.6)


def test_margins_tell_more_than_wins_alone():
    """Sixty players of known strength, thirty matches each: the order and the distances are found better."""
    players = [f"p{number:02}" for number in range(60)]
    error = {True: 0.0, False: 0.0}
    for seed in range(3):
        played = season(players, 900, seed=seed, first_day=DAY, days=300, choices=1)
        for with_margins in (True, False):
            ratings = rate(
                played.games if with_margins else [game(each.key, each.winner, each.loser) for each in played.games]
            )
            there = sorted(ratings)
            shift = sum(ratings[each].mu - played.strengths[each] for each in there) / len(there)
            error[with_margins] += sum((ratings[each].mu - played.strengths[each] - shift) ** 2 for each in there)
    assert error[True] < 0.6 * error[False]


def test_a_season_is_the_same_from_the_same_seed():
    one, other = (season(["a", "b", "c"], 20, seed="Ōtsu", first_day=DAY, days=30) for _ in range(2))
    assert one == other
    assert season(["a", "b", "c"], 20, seed="Nara", first_day=DAY, days=30) != one
    assert all(DAY <= each.on < DAY + timedelta(days=30) for each in one.games)
    with pytest.raises(ValueError):
        season(["a"], 20, seed=1, first_day=DAY, days=30)


def test_equal_players_of_a_season_differ_by_as_much_as_real_ones():
    """Losers of title matches had a mean of 6.65 cards left; the race alone gives 5.6."""
    played = season([f"p{number}" for number in range(20)], 3000, seed=1, first_day=DAY, days=300, spread=0.001)
    assert sum(each.margin for each in played.games) / len(played.games) == pytest.approx(6.65, abs=0.3)
