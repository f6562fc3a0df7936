"""The end of a month counted exactly: with at most a card left in each hand, every card it may be is gone through.

Each side picks what is best for it on average over what it cannot see; nothing is left to chance or to habit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.bots.koikoi.hidden import Hidden
from games.bots.koikoi.match import Stakes
from games.bots.koikoi.playout import Side
from games.rules.koikoi.cards import BIT, cards_of, mask_of, met

MOST_HELD = 1  # cards in either hand
MOST_HIDDEN = 12  # unseen cards: about a thousand ends


@dataclass(frozen=True, slots=True)
class Table:
    """Floor, piles (as playouts keep them), points made and unseen cards between two steps."""

    floor: int
    piles: tuple[int, int]
    made: tuple[int, int]
    unseen: int


Then = Callable[[Table], float]


class Ending:
    """Counts the worth of tables near the end, for the seat that looks."""

    def __init__(self, sides: tuple[Side, Side], stakes: Stakes, hidden: Hidden) -> None:
        self._sides, self._stakes, self._hidden = sides, stakes, hidden

    def worth(self, table: Table, mine: int | None, *, draws: bool) -> float:
        """The worth of a table on which this side is about to draw (or not), with `mine` left in its hand."""

        def theirs(now: Table) -> float:
            return self._others_turn(now, mine)

        if draws:
            return self._draw(table, 0, theirs)
        return self._over(table, 0, theirs)

    def pass_turn(self, table: Table, mine: int | None) -> float:
        """The worth of a table on which the other is to play."""
        return self._others_turn(table, mine)

    def _others_turn(self, table: Table, mine: int | None) -> float:
        if not self._hidden.held:
            return self._stakes.exhausted(*table.made)
        total = weights = 0.0
        for card in cards_of(table.unseen):
            weight = self._hidden.weight(card)
            left = Table(table.floor, table.piles, table.made, table.unseen & ~BIT[card])
            total += weight * self._play(left, 1, card, lambda now: self._own_turn(now, mine))
            weights += weight
        return total / weights

    def _own_turn(self, table: Table, mine: int | None) -> float:
        if mine is None:
            return self._stakes.exhausted(*table.made)
        return self._play(table, 0, mine, lambda now: self._stakes.exhausted(*now.made))

    def _play(self, table: Table, side: int, card: int, then: Then) -> float:
        return self._matched(table, side, card, lambda now: self._draw(now, side, then))

    def _draw(self, table: Table, side: int, then: Then) -> float:
        drawn = cards_of(table.unseen)
        total = 0.0
        for card in drawn:
            left = Table(table.floor, table.piles, table.made, table.unseen & ~BIT[card])
            total += self._matched(left, side, card, lambda now: self._over(now, side, then))
        return total / len(drawn)

    def _matched(self, table: Table, side: int, card: int, then: Then) -> float:
        """The best the side can do with this card, for itself."""
        lying = met(card, table.floor)
        if not lying:
            return then(Table(table.floor | BIT[card], table.piles, table.made, table.unseen))
        weight = self._sides[side].weight
        worths = []
        for taken in [(one,) for one in lying] if len(lying) == 2 else [lying]:
            pile = table.piles[side] + weight[card] + sum(weight[one] for one in taken)
            piles = (table.piles[0], pile) if side else (pile, table.piles[1])
            worths.append(then(Table(table.floor & ~mask_of(taken), piles, table.made, table.unseen)))
        return min(worths) if side else max(worths)

    def _over(self, table: Table, side: int, then: Then) -> float:
        """The end of a turn: a yaku more ends the month."""
        points = self._sides[side].points(table.piles[side])
        if points > table.made[side]:
            return self._stakes.lose[points] if side else self._stakes.win[points]
        made = (table.made[0], points) if side else (points, table.made[1])
        return then(Table(table.floor, table.piles, made, table.unseen))
