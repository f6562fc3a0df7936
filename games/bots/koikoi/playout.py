"""The rest of a month played out in a few microseconds: what the search counts its chances with.

Everything is an integer. A pile is one number, its 48-bit set with the tally of its yaku above (yaku.Scorer); what a
match takes is looked up by the cards of its month on the floor. Both sides play the match that makes a yaku, or else
their best by a worth fixed when the search begins, and lay their least card. They stop at their first yaku, but that
one of them may once call koi-koi when it has few points and many cards left: without that, who calls early is
underrated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.bots.koikoi.match import Stakes
from games.bots.koikoi.worth import pulls
from games.rules.koikoi import cards
from games.rules.koikoi.cards import BIT, MONTH, MONTH_OF, cards_of, mask_of
from games.rules.koikoi.play import View
from games.rules.koikoi.yaku import scorer

PILE_BITS = cards.COUNT
PILE = cards.ALL
DENIED = 0.6
FEW, MANY = 2, 3  # koi-koi in a playout: for so few points, with so many cards left
MATCH_LOST = 0.5  # laying a card: how much of the best card of its month is given away
YAKU = 20.0  # what a match that makes a yaku is worth beside its cards: more than any that makes none
CHAFF = 0.02  # so that of worthless cards a capture is still better than none

Take = dict[int, tuple[int, int]]
Played = tuple[float, int, int]  # worth, own pile, other pile
Pair = tuple[int, int]  # own, the other's
Playout = Callable[[list[int], list[int], int, Pair, Pair, Sequence[int], Sequence[int]], Played]


class Side:
    """How one side plays from here on: what cards are worth to it, what it takes, how it counts."""

    def __init__(self, view: View, side: int, has_called: bool) -> None:
        options, month = view.options, view.month
        pile, other = view.piles[side], view.piles[1 - side]
        turns = (view.hand.bit_count(), view.opponent_count)[side]
        own = pulls(options, month, pile, other, turns)
        theirs = pulls(options, month, other, pile, turns)
        self.worth = [mine + DENIED * yours + CHAFF for mine, yours in zip(own, theirs, strict=True)]
        self.scorer = scorer(options, month, has_called)
        self.weight = [BIT[card] | weight << PILE_BITS for card, weight in enumerate(self.scorer.weights)]
        self.pile = pile | self.scorer.tally(pile) << PILE_BITS
        self.value: dict[int, float] = {}  # by the cards of a month on the floor, what a match takes is worth
        self.take = self._takes()
        gone = view.piles[0] | view.piles[1]
        best = [max(self.worth[card] for card in cards_of(four)) if four & ~gone else 0.0 for four in MONTH]
        self._rank = [-self.worth[card] - MATCH_LOST * best[card // cards.SLOTS] for card in range(cards.COUNT)]

    def _takes(self) -> Take:
        """By the cards of a month on the floor: the set that a match takes, and what it adds to the pile."""
        table: Take = {}
        for four in MONTH:
            for pattern in range(1, 16):
                lying = cards_of(pattern * (four & -four))
                taken = [max(lying, key=self.worth.__getitem__)] if len(lying) == 2 else list(lying)
                self.value[mask_of(lying)] = sum(self.worth[card] for card in taken)
                table[mask_of(lying)] = (
                    mask_of(taken),
                    sum(self.weight[card] for card in taken),
                )
        return table

    def sorted(self, hand: Sequence[int]) -> list[int]:
        """A hand as a playout wants it: the card to lay comes last."""
        return sorted(hand, key=self._rank.__getitem__)

    def drawn(self, card: int, floor: int, pile: int) -> tuple[int, int]:
        """Floor and pile after this side has drawn a card."""
        lying = floor & MONTH_OF[card]
        if not lying:
            return floor | BIT[card], pile
        taken, weight = self.take[lying]
        return floor ^ taken, pile + weight + self.weight[card]

    def points(self, pile: int) -> int:
        """The points of a pile of this side's."""
        return self.scorer.by_tally(pile >> PILE_BITS, pile & PILE)


def playout(me: Side, other: Side, stakes: Stakes) -> Playout:  # noqa: C901
    """A function that plays the month to its end, the other to move.

    It is called with both hands (`Side.sorted`; they are used up), the floor, both piles, the points each has made, and
    the cards the other and this side will draw. Written out twice and without calls: it runs thousands of times a move.
    """
    my_take, my_weight, my_kept, my_points = me.take, me.weight, me.scorer._kept, me.points  # noqa: SLF001
    their_take, their_weight, their_kept, their_points = other.take, other.weight, other.scorer._kept, other.points  # noqa: SLF001
    exhausted = stakes.exhausted
    tables, i_called, they_called = (stakes.win, stakes.lose), stakes.i_called, stakes.they_called
    may = stakes.may
    month_of, bit = MONTH_OF, BIT
    my_worth, their_worth, my_value, their_value = me.worth, other.worth, me.value, other.value

    def play(  # noqa: C901
        mine: list[int],
        theirs: list[int],
        floor: int,
        piles: Pair,
        points_made: Pair,
        their_draws: Sequence[int],
        my_draws: Sequence[int],
    ) -> Played:
        pile, their_pile = piles
        made, their_made = points_made
        win, lose = tables
        i_may, they_may = may
        for their_draw, my_draw in zip(their_draws, my_draws, strict=False):
            if not theirs:
                break
            before = their_pile
            card, most = theirs[-1], 0.0
            for one in theirs:
                lying = floor & month_of[one]
                if lying:
                    value = their_value[lying] + their_worth[one]
                    then = their_pile + their_take[lying][1] + their_weight[one]
                    points = their_kept.get(then >> 48)
                    if points is None:
                        points = their_points(then)
                    if points > their_made:
                        value += YAKU
                    if value > most:
                        card, most = one, value
            lying = floor & month_of[card]
            if lying:
                taken, weight = their_take[lying]
                floor ^= taken
                their_pile += weight + their_weight[card]
            else:
                floor |= bit[card]
            theirs.remove(card)
            lying = floor & month_of[their_draw]
            if lying:
                taken, weight = their_take[lying]
                floor ^= taken
                their_pile += weight + their_weight[their_draw]
            else:
                floor |= bit[their_draw]
            if their_pile != before:
                points = their_kept.get(their_pile >> 48)
                if points is None:
                    points = their_points(their_pile)
                if points > their_made:
                    if points > FEW or len(theirs) < MANY or not they_may:
                        return lose[points], pile, their_pile
                    they_may = i_may = False
                    win, lose = they_called
                their_made = points
            if not mine:
                break
            before = pile
            card, most = mine[-1], 0.0
            for one in mine:
                lying = floor & month_of[one]
                if lying:
                    value = my_value[lying] + my_worth[one]
                    then = pile + my_take[lying][1] + my_weight[one]
                    points = my_kept.get(then >> 48)
                    if points is None:
                        points = my_points(then)
                    if points > made:
                        value += YAKU
                    if value > most:
                        card, most = one, value
            lying = floor & month_of[card]
            if lying:
                taken, weight = my_take[lying]
                floor ^= taken
                pile += weight + my_weight[card]
            else:
                floor |= bit[card]
            mine.remove(card)
            lying = floor & month_of[my_draw]
            if lying:
                taken, weight = my_take[lying]
                floor ^= taken
                pile += weight + my_weight[my_draw]
            else:
                floor |= bit[my_draw]
            if pile != before:
                points = my_kept.get(pile >> 48)
                if points is None:
                    points = my_points(pile)
                if points > made:
                    if points > FEW or len(mine) < MANY or not i_may:
                        return win[points], pile, their_pile
                    they_may = i_may = False
                    win, lose = i_called
                made = points
        return exhausted(made, their_made), pile, their_pile

    return play
