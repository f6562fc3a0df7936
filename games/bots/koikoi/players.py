"""Levels 1 to 4: players that weigh what lies on the table and look no further."""

from __future__ import annotations

from random import Random

from games.bots.koikoi.match import Stakes
from games.bots.koikoi.seat import Choice, choices, koikoi_of, turns_left
from games.bots.koikoi.worth import danger, pulls
from games.rules.koikoi.cards import CARDS, MONTH_OF, Kind, cards_of
from games.rules.koikoi.events import Command, Stop
from games.rules.koikoi.play import Phase, View
from games.rules.koikoi.yaku import scorer

KIND_WORTH = {Kind.BRIGHT: 20, Kind.ANIMAL: 10, Kind.RIBBON: 5, Kind.CHAFF: 1}
OVERLOOKS = 1 / 6  # how often the greedy player does not look before it plays
ANY_YAKU = 4.0  # what making a yaku at all is worth beside its points: it ends the month in one's favour
DENIED = 0.5  # what a card is worth for the other not having it
LAID, KEPT = 1.0, 0.1  # a laid card: how much the other gets who can match it, how much is lost in any case
SHY, BOLD = 0.45, 0.6  # the other's chance of a yaku below which koi-koi is called, for more and for few points
FEW_POINTS, ENOUGH_POINTS, FEW_TURNS = 2, 7, 3
LEVEL = 0.5  # what a drawn game is worth


def careless(view: View, dice: Random) -> Command:
    """Level 1: any card, any match, and koi-koi as the coin falls."""
    return view.moves[int(dice.random() * len(view.moves))]


def greedy(view: View, dice: Random) -> Command:
    """Level 2: takes the finest cards by kind, lays any card, never has enough, and sometimes overlooks a match."""
    if view.phase is Phase.DECISION:
        return koikoi_of(view) or Stop(view.seat)
    every = choices(view)
    if dice.random() < OVERLOOKS or not any(choice.captured for choice in every):
        return every[int(dice.random() * len(every))].command
    return max(every, key=_by_kind).command


def greedy_and_stop(view: View, _dice: Random) -> Command:
    """No level but a yardstick: takes the most valuable cards by kind, lays the least, and stops at the first yaku."""
    if view.phase is Phase.DECISION:
        return Stop(view.seat)
    return max(choices(view), key=_by_kind).command


def _by_kind(choice: Choice) -> int:
    if choice.captured:
        return 100 + sum(KIND_WORTH[CARDS[card].kind] for card in cards_of(choice.captured))
    return -KIND_WORTH[CARDS[choice.card or 0].kind]


def yaku_minded(view: View, _dice: Random) -> Command:
    """Level 3: takes what brings its own yaku nearer, lays what it wants least, and stops."""
    if view.phase is Phase.DECISION:
        return Stop(view.seat)
    worth = _pulls(view, 0)
    return max(choices(view), key=lambda choice: _nearer(view, choice, worth)).command


def _pulls(view: View, side: int) -> list[float]:
    return pulls(view.options, view.month, view.piles[side], view.piles[1 - side], turns_left(view))


def _nearer(view: View, choice: Choice, worth: list[float]) -> float:
    if not choice.captured:
        return -worth[choice.card or 0]
    gain = sum(worth[card] for card in cards_of(choice.captured))
    return 0.1 + gain + _made_now(view, choice)


def _made_now(view: View, choice: Choice) -> float:
    """What a yaku made by this capture is worth; 0 without one."""
    count = scorer(view.options, view.month, view.calls[0] > 0)
    points = count.points(view.piles[0] | choice.captured)
    return ANY_YAKU + points - view.points[0] if points > view.points[0] else 0.0


def table_heuristics(view: View, _dice: Random) -> Command:
    """Level 4: weighs its own yaku, what it denies, what it lays open, and the danger when it may call koi-koi."""
    if view.phase is Phase.DECISION:
        call = koikoi_of(view)
        return call if call and _dares(view) else Stop(view.seat)
    own, theirs = _pulls(view, 0), _pulls(view, 1)
    both = [mine + DENIED * other for mine, other in zip(own, theirs, strict=True)]
    return max(choices(view), key=lambda choice: _weighed(view, choice, both, theirs)).command


def _weighed(view: View, choice: Choice, both: list[float], theirs: list[float]) -> float:
    if choice.captured:
        return 0.2 + sum(both[card] for card in cards_of(choice.captured)) + _made_now(view, choice)
    return -laid_open(view, choice.card or 0, both, theirs)


def laid_open(view: View, card: int, both: list[float], theirs: list[float]) -> float:
    """What laying a card loses: its worth if the other can match it, and the worth of the month it could have taken."""
    unseen = cards_of(view.unseen & MONTH_OF[card])
    hidden = max(1, view.unseen.bit_count())
    matched = min(1.0, len(unseen) * view.opponent_count / hidden)
    best = max((theirs[other] for other in unseen), default=0.0)
    return both[card] * (KEPT + LAID * matched) + LAID * matched * best


def _dares(view: View) -> bool:
    """Whether few points, many turns and a harmless opponent make a call worth its risk.

    In the last month the score decides first: who wins the game by stopping stops, who loses it by stopping goes on.
    """
    turns, points = turns_left(view), view.points[0]
    if view.month == view.options.months:
        chance = Stakes(view).win[points]
        if abs(chance - LEVEL) > LEVEL / 2:
            return chance < LEVEL
    risk = danger(view.options, view.month, view.piles[1], view.piles[0], view.opponent_count)
    if turns < FEW_TURNS or points >= ENOUGH_POINTS:
        return False
    return risk < (BOLD if points <= FEW_POINTS else SHY)
