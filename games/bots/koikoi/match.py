"""What the points of a month are worth in the game: the chance to win it from the score and the months to come.

What the months to come may change is counted from what months paid in self-play of level 4 (docs/koikoi-bots.md). No
normal distribution: nearly half of all months pay a point or two, so that three points before the last month are worth
far more than their share of a standard deviation. With many months left that is nearly a straight line, in the last
ones it is not: who is behind needs a big hand, who is ahead only needs the month to end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate

from games.rules.koikoi.options import Bonus, Exhaustion, Limit, Options
from games.rules.koikoi.play import View
from games.rules.koikoi.score import multiplied

Payments = tuple[tuple[int, float], ...]
# What a month pays its winner, and how often: under seed, and under nintendo for rules where seven or calls multiply.
PAID: Payments = (
    *((0, 0.02), (1, 0.205), (2, 0.125), (3, 0.025), (4, 0.02), (5, 0.265), (6, 0.11), (7, 0.065), (8, 0.025)),
    *((10, 0.09), (11, 0.015), (12, 0.02), (15, 0.015)),
)
PAID_WIDE: Payments = (
    *((0, 0.025), (1, 0.255), (2, 0.16), (3, 0.03), (4, 0.02), (5, 0.155), (6, 0.11), (10, 0.02), (12, 0.005)),
    *((14, 0.09), (16, 0.035), (18, 0.01), (20, 0.04), (22, 0.01), (24, 0.01), (26, 0.005), (28, 0.01), (32, 0.01)),
)
MOST_PAID = 32
DEALERS = 0.55  # the share of its months a dealer wins, so that it is 0.5 to 0.7 points ahead, as measured
TIE_BREAK = 1e-4  # once the game is decided, a point more is still better than a point less


class Worth(dict[int, float]):
    """By points of yaku, what they are worth: counted when first asked for, since own rules set no bound to points."""

    def __init__(self, of: Callable[[int], float]) -> None:
        super().__init__()
        self._of = of

    def __missing__(self, points: int) -> float:
        worth = self[points] = self._of(points)
        return worth


Tables = tuple[Worth, Worth]  # own yaku, the other's


class Stakes:
    """The worth of every end of this month to the seat that looks: chances to win the game, 0 to 1.

    `win[p]` and `lose[p]` are for a month that ends on p points of own or other yaku, before factors; `calls_more`
    are koi-koi the seat is about to add to its own. `i_called` and `they_called` are `win` and `lose` after one more
    call, `may` says who is free to make it.
    """

    def __init__(self, view: View, calls_more: int = 0) -> None:
        self._view = view
        self._left = view.options.months - view.month
        own, other = view.calls[0] + calls_more, view.calls[1]
        self.win, self.lose = self._tables(own, other)
        self.i_called, self.they_called = self._tables(own + 1, other), self._tables(own, other + 1)
        limit = view.options.koikoi_limit
        if limit is Limit.NONE:
            self.may = (True, True)
        elif limit is Limit.ROUND:
            self.may = (not own and not other,) * 2
        else:
            self.may = (not own, not other)
        self._last_caller = 0 if calls_more or own > other else 1 if other else None
        self.drawn = self._drawn()

    def _tables(self, own: int, other: int) -> Tables:
        """`win` and `lose` after these calls."""
        options = self._view.options
        return (
            Worth(lambda base: self.after(pays(options, base, own, other), 0)),
            Worth(lambda base: self.after(-pays(options, base, other, own), 1)),
        )

    def after(self, change: int, winner: int | None) -> float:
        """The chance to win the game when this month changes the score by `change` points for this seat."""
        options, scores = self._view.options, self._view.scores
        difference = scores[0] - scores[1] + change
        if options.purse:
            change = max(-scores[0], min(scores[1], change))
            difference = scores[0] - scores[1] + 2 * change
        over = self._left <= 0 or (options.purse > 0 and min(scores[0] + change, scores[1] - change) <= 0)
        if over:
            return ((difference > 0) + (difference >= 0)) / 2 + TIE_BREAK * difference
        is_wide = options.seven_double or options.koikoi_bonus is Bonus.ALL_CALLS
        lead = difference // 2 if options.purse else difference  # out of a bank a point moves both scores
        return _ahead(is_wide, self._left, winner, lead) + TIE_BREAK * difference

    def _drawn(self) -> float:
        """The worth of a month in which nobody stops, where that does not depend on the piles."""
        rule = self._view.options.exhaustion
        if rule is Exhaustion.DEALER_ONE or rule is Exhaustion.DEALER_SIX:
            points, is_dealer = 1 if rule is Exhaustion.DEALER_ONE else 6, bool(self._view.is_dealer)
            return self.after(points if is_dealer else -points, int(not is_dealer))
        return self.after(0, None)

    def exhausted(self, own: int, other: int) -> float:
        """The worth of a month in which nobody stopped, with these points of open yaku in the piles."""
        rule = self._view.options.exhaustion
        winner = self._last_caller if rule is Exhaustion.LAST_CALLER else None
        if rule is Exhaustion.HIGHER and own != other:
            winner = int(other > own)
        if winner is None or not (own, other)[winner]:
            return self.drawn
        return self.lose[other] if winner else self.win[own]


@lru_cache(maxsize=4096)
def pays(options: Options, base: int, own_calls: int, other_calls: int) -> int:
    """What a month pays on `base` points of yaku after these calls. Brights on the dealt floor are not in a view."""
    return multiplied(options, (("", base),), own_calls=own_calls, opponent_calls=other_calls).points


def _ahead(is_wide: bool, months: int, dealer: int | None, lead: int) -> float:
    """The chance to be ahead after these months, with this lead now; level counts half."""
    ends = _leads(is_wide, months, dealer)
    middle = len(ends) // 2
    return ends[max(0, min(len(ends) - 1, middle + lead))]


@lru_cache(maxsize=256)
def _leads(is_wide: bool, months: int, dealer: int | None) -> tuple[float, ...]:
    """By lead, from one that is lost to one that is safe, level in the middle: the chance to be ahead in the end."""
    gains = [0.0, *_gains(is_wide, months, dealer), 0.0]
    return tuple(up_to - here / 2 for up_to, here in zip(accumulate(gains), gains, strict=True))


@lru_cache(maxsize=256)
def _gains(is_wide: bool, months: int, dealer: int | None) -> tuple[float, ...]:
    """How likely the other gains each number of points on this seat in these months, from the least possible up."""
    if not months:
        return (1.0,)
    later = _gains(is_wide, months - 1, None)
    found = [0.0] * (len(later) + 2 * MOST_PAID)
    mine = {None: 0.5, 0: DEALERS, 1: 1 - DEALERS}[dealer]
    for points, often in PAID_WIDE if is_wide else PAID:
        for at, chance in enumerate(later, MOST_PAID):
            found[at - points] += often * mine * chance
            found[at + points] += often * (1 - mine) * chance
    return tuple(found)
