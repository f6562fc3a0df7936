"""Level 5: for every choice, the rest of the month played out over hands and stocks that fit what is seen.

All choices meet the same hidden cards, so that luck is the same for all. The budget is spent in as many equal parts as
it takes to halve the choices down to two (sequential halving, Karnin, Koren and Somekh 2013): the worse half is dropped
after each, and those clearly behind before, so that most playouts go to the choices that are hard to tell apart. It is
counted in turns played, since a playout early in the month takes four times as long as a late one, and not in time: the
same view and seed give the same move on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from random import Random

from games.bots.koikoi.ending import MOST_HELD, MOST_HIDDEN, Ending, Table
from games.bots.koikoi.hidden import Hidden
from games.bots.koikoi.match import Stakes
from games.bots.koikoi.playout import Played, Playout, Side, playout
from games.bots.koikoi.seat import Choice, choices, floor_after, hand_after
from games.rules.koikoi.cards import cards_of
from games.rules.koikoi.events import Command, KoiKoi, Stop
from games.rules.koikoi.play import View

TURNS = 18_000  # a move, all choices together; a playout counts one more than it has turns of one's own
MOST_DEALS = 2_000  # a choice; more would tell apart what hardly differs
ROUND = 50  # deals between two looks at who is behind
BEHIND = 2.5  # standard errors of the difference


@dataclass(slots=True)
class Line:
    """A choice and how it has fared: the worth of every playout so far (the chance to win the game).

    What the playouts start from is kept here: the stakes, the floor, the own pile, the points made and the own hand.
    An `exact` line has one value, which is not a sample.
    """

    choice: Choice
    side: Side
    stakes: Stakes
    play: Playout
    floor: int
    pile: int
    made: int
    hand: list[int]
    values: list[float] = field(default_factory=list)
    exact: bool = False

    @property
    def mean(self) -> float:
        """The mean worth."""
        return sum(self.values) / len(self.values)

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 when it is exact."""
        mean, count = self.mean, len(self.values)
        return 0.0 if self.exact else sqrt(sum((value - mean) ** 2 for value in self.values)) / count


class Search:
    """The lines of a view, and the means to play them out; `turns` counts what that has taken so far."""

    def __init__(self, view: View, seed: int) -> None:
        self.view, self.turns = view, 0
        self.hidden = Hidden(view, Random(seed ^ view.hand << 4 ^ view.floor << 20 ^ view.piles[0] << 36))
        self.stakes = Stakes(view)
        self.me, self.other = Side(view, 0, view.calls[0] > 0), Side(view, 1, view.calls[1] > 0)
        self.lines = [self._line(choice) for choice in choices(view)]

    def _line(self, choice: Choice) -> Line:
        view, me, stakes, made = self.view, self.me, self.stakes, self.view.points[0]
        if isinstance(choice.command, KoiKoi):
            me, stakes = Side(view, 0, True), Stakes(view, 1)
            made = me.points(me.pile)
        pile = me.pile + sum(me.weight[card] for card in cards_of(choice.captured))
        hand = me.sorted(hand_after(view, choice))
        play = playout(me, self.other, stakes)
        line = Line(choice, me, stakes, play, floor_after(view, choice), pile, made, hand)
        if isinstance(choice.command, Stop):
            line.values, line.exact = [stakes.win[view.points[0]]], True
        elif self._is_near_the_end(hand):
            line.values, line.exact = [self._exactly(line)], True
        return line

    def _is_near_the_end(self, hand: list[int]) -> bool:
        held = max(len(hand), self.view.opponent_count)
        return held <= MOST_HELD and self.view.unseen.bit_count() <= MOST_HIDDEN

    def _exactly(self, line: Line) -> float:
        view, choice = self.view, line.choice
        table = Table(line.floor, (line.pile, self.other.pile), (line.made, view.points[1]), view.unseen)
        mine = line.hand[0] if line.hand else None
        ending = Ending((line.side, self.other), line.stakes, self.hidden)
        if choice.card is None:
            return ending.pass_turn(table, mine)
        return ending.worth(table, mine, draws=choice.draws)

    def run(self, deals: int, lines: list[Line]) -> list[tuple[int, int]]:
        """Plays these lines out over so many deals of the hidden cards: the piles of both at the ends."""
        ends = []
        for _ in range(deals):
            hand, stock = self.hidden.deal()
            theirs = self.other.sorted(hand)
            self.turns += len(lines)
            for line in lines:
                value, pile, their_pile = self._played(line, theirs, stock)
                line.values.append(value)
                ends.append((pile, their_pile))
        return ends

    def _played(self, line: Line, theirs: list[int], stock: list[int]) -> Played:
        floor, pile, made, draws = line.floor, line.pile, line.made, line.choice.draws
        if draws:
            floor, pile = line.side.drawn(stock[0], floor, pile)
        if line.choice.card is not None:
            points = line.side.points(pile)
            if points > made:
                return line.stakes.win[points], pile, self.other.pile
            made = points
        first = stock[draws::2]
        second = stock[draws + 1 :: 2] or first  # the other's last turn needs no card after it
        mine, their_made = line.hand[:], self.view.points[1]
        end = line.play(mine, theirs[:], floor, (pile, self.other.pile), (made, their_made), first, second)
        self.turns += len(line.hand) - len(mine)  # a hand played out is used up
        return end


def search(view: View, seed: int) -> Command:
    """The command with the best chance to win the game, as far as TURNS of playouts tell."""
    return view.moves[0] if len(view.moves) == 1 else best(Search(view, seed)).choice.command


def best(found: Search) -> Line:
    """Runs the search within its budget and gives the best line."""
    alive, deals = list(found.lines), 0
    parts = max(1, (len(alive) - 1).bit_length())
    for part in range(1, parts + 1):
        while found.turns < TURNS * part // parts and deals < MOST_DEALS:
            playing = [line for line in alive if not line.exact]
            if not playing or len(alive) == 1:
                return _top(alive)
            found.run(ROUND, playing)
            deals += ROUND
            alive = _not_behind(alive)
        alive = sorted(alive, key=lambda line: -line.mean)[: max(2, (len(alive) + 1) // 2)]
    return _top(alive)


def _top(lines: list[Line]) -> Line:
    return max(lines, key=lambda line: line.mean)


def _not_behind(lines: list[Line]) -> list[Line]:
    """Those that may still be the best."""
    top = _top(lines)
    return [line for line in lines if line is top or not _is_behind(line, top)]


def _is_behind(line: Line, top: Line) -> bool:
    """Whether a line is clearly worse. Sampled lines have met the same deals, so they are compared deal by deal."""
    if line.exact or top.exact:
        error = sqrt(line.error**2 + top.error**2)
        return top.mean - line.mean > BEHIND * error
    gaps = [more - less for less, more in zip(line.values, top.values, strict=True)]
    mean = sum(gaps) / len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps)
    return mean > 0 and mean * len(gaps) > BEHIND * sqrt(spread)
