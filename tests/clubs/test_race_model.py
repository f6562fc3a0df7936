"""The race model against figures that were worked out elsewhere."""

from itertools import product
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs import race

CHANCES = st.floats(0.02, 0.98)
STARTS = st.integers(1, 25)


@pytest.mark.parametrize(
    ("p", "win", "margin"),
    [
        (0.50, 50, 5.6),
        (0.525, 64, 5.9),
        (0.55, 76, 6.5),
        (0.575, 86, 7.6),
        (0.60, 92, 8.8),
        (0.65, 98.5, 11.6),
        (0.70, 99.8, 14.3),
        (0.80, None, 18.8),
        (0.90, None, 22.2),
    ],
)
def test_the_published_table(p, win, margin):
    assert race.mean_margin(p) == pytest.approx(margin, abs=0.051)
    if win is not None:
        assert 100 * race.win_probability(p) == pytest.approx(win, abs=0.51 if win == int(win) else 0.051)


@pytest.mark.parametrize(("own", "other"), list(product((1, 2, 3, 4), repeat=2)))
def test_every_order_of_cards_counted_one_by_one(own, other):
    """All orders in which cards can fall, each with its chance, against the formula."""
    p = 0.37
    counted = {}
    for cards in product((True, False), repeat=own + other - 1):
        weight = p ** sum(cards) * (1 - p) ** (len(cards) - sum(cards))
        left, there = own, other
        for is_mine in cards:
            left, there = (left - 1, there) if is_mine else (left, there - 1)
            if not left or not there:
                break
        counted[there - left] = counted.get(there - left, 0) + weight
    won, lost = race.margins(p, own, other)
    assert won == pytest.approx([counted[margin] for margin in range(1, other + 1)])
    assert lost == pytest.approx([counted[-margin] for margin in range(1, own + 1)])


@given(CHANCES, STARTS, STARTS)
def test_somebody_wins_and_sides_mirror(p, own, other):
    won, lost = race.margins(p, own, other)
    assert sum(won) + sum(lost) == pytest.approx(1)
    there_won, there_lost = race.margins(1 - p, other, own)
    assert (won, lost) == (pytest.approx(there_lost), pytest.approx(there_won))


def test_a_handicap_of_fourteen_to_six():
    """Whoever has taken six of the first nineteen cards has won: a binomial tail, and twenty thousand matches."""
    for p in (0.2, 0.3, 0.5):
        tail = sum(comb(19, taken) * p**taken * (1 - p) ** (19 - taken) for taken in range(6, 20))
        assert race.win_probability(p, 6, 14) == pytest.approx(tail)
    dice = Random(1)
    won = 0
    for _ in range(20_000):
        own, other = 14, 6
        while own and other:
            if dice.random() < 0.6:
                own -= 1
            else:
                other -= 1
        won += not own
    assert race.win_probability(0.6, 14, 6) == pytest.approx(won / 20_000, abs=0.012)


def test_a_margin_shows_a_chance():
    shown = [race.shown_chance(margin) for margin in range(1, 26)]
    assert shown == sorted(shown)
    assert 0.5 < shown[0] < 0.52
    assert shown[-1] < 1
    assert race.shown_chance(40) == shown[-1]  # more cards than the loser began with: faults
    assert race.shown_chance(6, 14, 6) == 14.5 / 15


@given(STARTS, STARTS)
def test_whoever_begins_with_fewer_cards_shows_less_by_winning(own, other):
    assert race.shown_chance(1, own, other) == (own + 0.5) / (own + other)


@given(st.floats(-8, 8))
def test_logit_and_chance_undo_each_other(difference):
    assert race.logit(race.chance(difference)) == pytest.approx(difference, abs=1e-9)


@pytest.mark.parametrize(
    "call", [lambda: race.margins(1.1), lambda: race.margins(0.5, 0, 3), lambda: race.shown_chance(0)]
)
def test_nonsense_is_refused(call):
    with pytest.raises(ValueError):
        call()
