"""What a month pays: the yaku of a pile, points added for calls, and the factors."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from games.rules.koikoi.options import Bonus, Combine, Limit, Options
from games.rules.koikoi.yaku import Made, yaku_of

SEVEN = 7
LADDER_TOP = 3  # own calls up to here add points, from the next one on they multiply


@dataclass(frozen=True, slots=True)
class Score:
    """How points came about: points = (base + bonus) × the factors together.

    `base` is the sum of `yaku`; `bonus` is added for own calls; `factors` are (key, factor), with the keys seven,
    opponent_called, own_calls, all_calls, brights and second_yaku.
    """

    yaku: Made
    base: int
    bonus: int
    factors: tuple[tuple[str, int], ...]
    points: int


def plain(yaku: Made) -> Score:
    """A score nothing is added to: dealt yaku, the dealer's points."""
    base = sum(points for _, points in yaku)
    return Score(yaku, base, 0, (), base)


def score(
    options: Options, pile: int, *, month: int = 0, own_calls: int = 0, opponent_calls: int = 0, floor_brights: int = 0
) -> Score:
    """What a pile pays the player who ends the month with it. No yaku: nothing, whatever the factors.

    `floor_brights` is the number of brights dealt to the floor.
    """
    yaku = yaku_of(options, pile, month=month, has_called=own_calls > 0)
    return multiplied(options, yaku, own_calls=own_calls, opponent_calls=opponent_calls, floor_brights=floor_brights)


def multiplied(
    options: Options, yaku: Made, *, own_calls: int = 0, opponent_calls: int = 0, floor_brights: int = 0
) -> Score:
    """What these yaku pay, as `score` does once it has counted a pile."""
    base = sum(points for _, points in yaku)
    if not base:
        return plain(())
    bonus = _bonus(options, own_calls)
    factors = tuple(
        (key, factor)
        for key, factor in (
            ("seven", 2 if options.seven_double and base >= SEVEN else 1),
            ("opponent_called", 2 if options.koikoi_penalty and opponent_calls else 1),
            ("own_calls", max(1, own_calls - 2) if options.koikoi_bonus is Bonus.LADDER else 1),
            ("all_calls", 1 + own_calls + opponent_calls if options.koikoi_bonus is Bonus.ALL_CALLS else 1),
            ("brights", max(1, floor_brights) if options.bright_multiplier else 1),
            ("second_yaku", 2 if options.koikoi_limit is Limit.PLAYER_DOUBLED and own_calls else 1),
        )
        if factor > 1
    )
    together = prod if options.combine is Combine.PRODUCT else max
    factor = together(each for _, each in factors) if factors else 1
    return Score(yaku, base, bonus, factors, (base + bonus) * factor)


def _bonus(options: Options, own_calls: int) -> int:
    if options.koikoi_bonus is Bonus.PLUS_ONE:
        return own_calls
    return own_calls if options.koikoi_bonus is Bonus.LADDER and own_calls <= LADDER_TOP else 0
