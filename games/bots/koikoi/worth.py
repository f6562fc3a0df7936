"""What a card is worth to somebody who wants yaku: how much nearer it brings them, in points.

A yaku that lacks m of l cards is reached with the chance that at least m of l tosses succeed, each with the chance to
get any given card in the turns that are left. A card is worth the points times the difference it makes to that chance.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

from games.rules.koikoi import cards
from games.rules.koikoi.cards import cards_of
from games.rules.koikoi.options import MonthCards, Options
from games.rules.koikoi.yaku import Row, rows

CARD_A_TURN = 0.04  # the chance to get a given card, for every turn left; months mostly end before the hands do
MOST_TURNS = 8
ONE_MORE = 0.4  # what a further point of a yaku already made is worth before it is sure


@lru_cache(maxsize=4096)
def reach(missing: int, left: int, turns: int) -> float:
    """The chance to get at least `missing` of `left` cards in `turns` turns of one's own.

    >>> reach(0, 5, 3), reach(2, 1, 8)
    (1.0, 0.0)
    """
    chance = CARD_A_TURN * min(turns, MOST_TURNS)
    if missing <= 0:
        return 1.0
    return sum((comb(left, got) * chance**got * (1 - chance) ** (left - got) for got in range(missing, left + 1)), 0.0)


@lru_cache(maxsize=64)
def wanted(options: Options, month: int) -> tuple[tuple[Row, int, float], ...]:
    """The rows a pile can make, with their cards and points; bright yaku with what they add to the one below."""
    found: list[tuple[Row, int, float]] = []
    below = 0
    for row in sorted(rows(options), key=lambda row: row.points):
        if row.is_dealt:
            continue
        points = float(row.points)
        if row.is_exclusive:
            points, below = points - below, row.points
        if row.key != "tsukifuda":
            found.append((row, row.cards, points))
        elif options.tsukifuda_month is MonthCards.ANY:
            found += [(row, four, points) for four in cards.MONTH]
        elif month:
            found.append((row, cards.MONTH[month - 1], points))
    return tuple(found)


def pulls(options: Options, month: int, own: int, other: int, turns: int) -> list[float]:
    """By card (48 of them): the points it is worth to the owner of the pile `own`, who has `turns` turns left.

    Cards in either pile are worth nothing any more.
    """
    worth = [0.0] * cards.COUNT
    for row, group, points in wanted(options, month):
        free = group & ~(own | other)
        left = free.bit_count()
        missing = row.need - (own & group).bit_count()
        if missing > left:
            continue
        if missing > 0:
            step = points * (reach(missing - 1, left - 1, turns) - reach(missing, left, turns))
        elif row.each:
            step, free = ONE_MORE * row.each, row.further & ~(own | other)
        else:
            continue
        for card in cards_of(free):
            worth[card] += step
    return worth


def danger(options: Options, month: int, own: int, other: int, turns: int) -> float:
    """The chance that the owner of the pile `own` makes a yaku more in the turns left, as if yaku were independent."""
    none = 1.0
    for row, group, _ in wanted(options, month):
        missing = row.need - (own & group).bit_count()
        left = (group & ~(own | other)).bit_count()
        if 0 < missing <= left:
            none *= 1 - reach(missing, left, turns)
        elif missing <= 0 and row.each:
            none *= 1 - reach(1, (row.further & ~(own | other)).bit_count(), turns)
    return 1 - none
