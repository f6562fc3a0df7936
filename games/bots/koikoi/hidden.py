"""The cards nobody sees: hands and stocks that fit a view, the likely ones oftener.

Who holds a card that matches the floor mostly takes it. So a card whose month lies on the floor is less often in the
other hand than in the stock, and the less often the more turns the other has had.
"""

from __future__ import annotations

from math import log
from random import Random

from games.rules.koikoi.cards import MONTH_OF, cards_of
from games.rules.koikoi.play import View

# By the turns the other has had: how much rarer a card is in its hand when its month lies on the floor. Measured in 120
# games of level 4; greedy players and all four presets give the same within 0.03 (docs/koikoi-bots.md).
UNTAKEN = (1.0, 0.82, 0.68, 0.56, 0.48, 0.44, 0.41, 0.38, 0.38)


class Hidden:
    """Draws hands and stocks for a view, by chance from `dice`."""

    def __init__(self, view: View, dice: Random) -> None:
        self.cards = cards_of(view.unseen)
        self.held = view.opponent_count
        self._dice = dice
        self._floor = view.floor
        self._untaken = UNTAKEN[len(UNTAKEN) - 1 - view.opponent_count]
        self._slowness = [-1 / self.weight(card) for card in self.cards]

    def weight(self, card: int) -> float:
        """How likely a card is in the other hand, beside a card of whose month nothing lies on the floor."""
        return self._untaken if self._floor & MONTH_OF[card] else 1.0

    def deal(self) -> tuple[list[int], list[int]]:
        """A hand for the other, in no order, and the stock in the order of drawing."""
        chance = self._dice.random
        # The first of exponential clocks are a weighted sample without putting back (Efraimidis and Spirakis 2006).
        clocks = [slow * log(1.0 - chance()) for slow in self._slowness]
        order = sorted(range(len(clocks)), key=clocks.__getitem__)
        hand = [self.cards[at] for at in order[: self.held]]
        rest = [self.cards[at] for at in order[self.held :]]
        keys = [chance() for _ in rest]
        return hand, [rest[at] for at in sorted(range(len(rest)), key=keys.__getitem__)]
