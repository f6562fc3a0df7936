"""Level 5: for every choice, the rest of the month played out over hands and stocks that fit what is seen.

All choices meet the same hidden cards, so that luck is the same for all; those clearly behind are dropped on the way.
The budget is a number of playouts, not a time: the same view and seed give the same move on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random

from games.bots.koikoi.hidden import Hidden
from games.bots.koikoi.match import Stakes
from games.bots.koikoi.playout import Playout, Side, playout
from games.bots.koikoi.seat import Choice, choices, floor_after, hand_after
from games.rules.koikoi.cards import BIT, MONTH_OF
from games.rules.koikoi.events import Command, KoiKoi, Stop
from games.rules.koikoi.play import View

PLAYOUTS = 4_000  # a move, all choices together
MOST_DEALS = 800
ROUND = 80  # deals between two looks at who is behind
BEHIND = 2.5  # standard errors of the difference


@dataclass(slots=True)
class Line:
    """A choice and how it has fared: the worth of every playout so far (the chance to win the game)."""

    choice: Choice
    play: Playout
    start: tuple[int, int, int, list[int]]  # floor, own pile, points made, own hand sorted
    values: list[float]

    @property
    def mean(self) -> float:
        """The mean worth."""
        return sum(self.values) / len(self.values)


class Search:
    """The lines of a view, and the means to play them out."""

    def __init__(self, view: View, seed: int) -> None:
        self.view = view
        self.dice = Random(seed ^ view.hand ^ view.floor << 7 ^ view.piles[0] << 13)
        self.hidden = Hidden(view, self.dice)
        self.stakes = Stakes(view)
        self.me, self.other = Side(view, 0, view.calls[0] > 0), Side(view, 1, view.calls[1] > 0)
        self.lines = [self._line(choice) for choice in choices(view)]

    def _line(self, choice: Choice) -> Line:
        view, me, stakes, made = self.view, self.me, self.stakes, self.view.points[0]
        if isinstance(choice.command, KoiKoi):
            me, stakes = Side(view, 0, True), Stakes(view, 1)
            made = me.points(me.pile)
        pile = me.pile
        if choice.captured and choice.card is not None:
            taken = choice.captured
            pile += sum(weight for card, weight in enumerate(me.weight) if taken >> card & 1)
        if isinstance(choice.command, Stop):
            return Line(choice, playout(me, self.other, stakes, view.points), (0, pile, made, []), [])
        hand = me.sorted(hand_after(view, choice))
        play = playout(me, self.other, stakes, view.points)
        return Line(choice, play, (floor_after(view, choice), pile, made, hand), [])

    def run(self, deals: int, lines: list[Line]) -> None:
        """Plays these lines out over so many deals of the hidden cards."""
        me, other, held = self.me, self.other, self.view.opponent_count
        for _ in range(deals):
            hand, stock = self.hidden.deal()
            theirs = other.sorted(hand)
            first, later = (stock[0:], stock[1:])
            for line in lines:
                floor, pile, made, mine = line.start
                after = first
                if line.choice.draws:
                    card, after = stock[0], later
                    lying = floor & MONTH_OF[card]
                    if lying:
                        taken, weight = me.take[lying]
                        floor ^= taken
                        pile += weight + me.weight[card]
                    else:
                        floor |= BIT[card]
                    value, made = self._turn_over(pile, made, line)
                    if value is not None:
                        line.values.append(value)
                        continue
                elif line.choice.card is not None:
                    value, made = self._turn_over(pile, made, line)
                    if value is not None:
                        line.values.append(value)
                        continue
                result = line.play(mine[:], theirs[:], floor, pile, other.pile, made, after[0 : 2 * held : 2], after[1::2])
                line.values.append(result[0])

    def _turn_over(self, pile: int, made: int, line: Line) -> tuple[float | None, int]:
        """The worth of stopping if a yaku has been made, else None; and the points that stand."""
        points = self.me.points(pile)
        if points > made:
            return self.stakes.win[points], points
        if not line.start[3] and not self.view.opponent_count:
            return self.stakes.exhausted(points, self.view.points[1]), points
        return None, points


def search(view: View, seed: int) -> Command:
    """The command with the best chance to win the game, as far as PLAYOUTS playouts tell."""
    if len(view.moves) == 1:
        return view.moves[0]
    if not view.opponent_count and not view.hand and not view.stock_count:
        return view.moves[0]
    return best(Search(view, seed)).choice.command


def best(found: Search, playouts: int = PLAYOUTS) -> Line:
    """Runs the search within its budget and gives the best line."""
    alive = list(found.lines)
    stops = [line for line in alive if isinstance(line.choice.command, Stop)]
    for line in stops:
        line.values = [found.stakes.win[found.view.points[0]]]
    spent = deals = 0
    while spent < playouts and deals < MOST_DEALS:
        playing = [line for line in alive if line not in stops]
        found.run(ROUND, playing)
        spent, deals = spent + ROUND * len(playing), deals + ROUND
        alive = _alive(alive)
        if len(alive) == 1:
            break
    return max(alive, key=lambda line: line.mean)


def _alive(lines: list[Line]) -> list[Line]:
    """Those that may still be the best."""
    top = max(lines, key=lambda line: line.mean)
    return [line for line in lines if line is top or not _is_behind(line, top)]


def _is_behind(line: Line, top: Line) -> bool:
    one, two = line.values, top.values
    gaps = [b - one[0] for b in two] if len(one) == 1 else [two[0] - a for a in one] if len(two) == 1 else None
    if gaps is None:
        gaps = [b - a for a, b in zip(one, two, strict=True)]
    mean = sum(gaps) / len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / len(gaps)
    return mean > BEHIND * sqrt(spread / len(gaps)) + 1e-12
