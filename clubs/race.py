"""The race model: each card that is taken goes to one player with the same chance, until somebody has none left.

Exact, without faults; what it leaves out is in docs/ratings.md. A start is the cards in front of a player,
25 unless a handicap was agreed (14 against 6, 8 to 12 each …): a player wins by taking as many cards as lie in
front of them, the loser's rest is the margin.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, exp, log

START = 25


@lru_cache(maxsize=64)
def margins(p: float, start: int = START, start_there: int = START) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The chance of each margin: of winning by 1, 2 … cards, and of losing by 1, 2 … cards.

    `p` is the chance to take a card, `start` the cards in front of oneself. ValueError outside 0 … 1 and for
    a start below 1.
    """
    if not 0 <= p <= 1:
        raise ValueError("a chance is 0 to 1")
    if min(start, start_there) < 1:
        raise ValueError("both begin with a card at least")
    return _won_by(p, start, start_there), _won_by(1 - p, start_there, start)


def _won_by(p: float, own: int, other: int) -> tuple[float, ...]:
    """The last of `own` takes comes after other - margin takes of the opponent."""
    return tuple(
        comb(own - 1 + other - margin, own - 1) * p**own * (1 - p) ** (other - margin) for margin in range(1, other + 1)
    )


def win_probability(p: float, start: int = START, start_there: int = START) -> float:
    """The chance to win at a chance `p` to take a card.

    >>> [round(100 * win_probability(p)) for p in (0.5, 0.55, 0.6)]
    [50, 76, 92]
    """
    return sum(margins(p, start, start_there)[0])


def mean_margin(p: float, start: int = START, start_there: int = START) -> float:
    """The margin to expect, whoever wins.

    >>> [round(mean_margin(p), 1) for p in (0.5, 0.55, 0.6)]
    [5.6, 6.5, 8.8]
    """
    won, lost = margins(p, start, start_there)
    return sum(margin * (one + other) for margin, (one, other) in enumerate(_both(won, lost), start=1))


def _both(won: tuple[float, ...], lost: tuple[float, ...]) -> list[tuple[float, float]]:
    longest = max(len(won), len(lost))
    return list(zip(won + (0.0,) * (longest - len(won)), lost + (0.0,) * (longest - len(lost)), strict=True))


def shown_chance(margin: int, start: int = START, start_there: int = START) -> float:
    """The chance to take a card that a winner's margin shows: their takes among all, half a card added to each side.

    The half keeps a clean sweep from showing certainty. More than the loser began with (cards sent for faults)
    is as good as a sweep. ValueError for a margin below 1.

    >>> round(shown_chance(1), 3), round(shown_chance(10), 3), round(shown_chance(25), 3)
    (0.51, 0.622, 0.981)
    """
    if margin < 1:
        raise ValueError("a margin is at least one card")
    return (start + 0.5) / (start + 1 + max(0, start_there - margin))


def logit(p: float) -> float:
    """ln(p / (1 - p))."""
    return log(p / (1 - p))


def chance(difference: float) -> float:
    """The inverse of `logit`: the chance to take a card at a difference in strength.

    >>> round(chance(logit(0.6)), 6)
    0.6
    """
    if difference < 0:
        return 1 - chance(-difference)
    return 1 / (1 + exp(-difference))
