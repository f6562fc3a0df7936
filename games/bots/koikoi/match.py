"""What the points of a month are worth in the game: the chance to win it from the score and the months to come.

The months to come are taken as a normal distribution of the difference, measured in self-play of level 4
(docs/koikoi-bots.md). With many months left that is nearly a straight line, in the last ones it is not: who is behind
needs a big hand, who is ahead only needs the month to end.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import erf, sqrt

from games.rules.koikoi.options import Bonus, Exhaustion, Limit, Options
from games.rules.koikoi.play import View
from games.rules.koikoi.score import multiplied

SPREAD, WIDE_SPREAD = 6.0, 10.0  # standard deviation of a month's difference; wide where seven or calls multiply
DEAL_WORTH = 0.6  # points by which the dealer of a month is ahead
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
        ahead = 0.0 if winner is None else (DEAL_WORTH, -DEAL_WORTH)[winner]
        is_wide = options.seven_double or options.koikoi_bonus is Bonus.ALL_CALLS
        scale = (WIDE_SPREAD if is_wide else SPREAD) * (2 if options.purse else 1) * sqrt(self._left)
        return 0.5 + erf((difference + ahead) / scale / sqrt(2)) / 2 + TIE_BREAK * difference

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
