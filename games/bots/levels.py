"""The levels of opponents, and the one way to ask them.

>>> from random import Random
>>> from games.rules.koikoi import play
>>> from games.rules.koikoi.options import Options
>>> state = play.replay(Options(), play.decide(play.start(Options()), play.Deal(), Random(1)))
>>> choose(play.view(state, state.turn), level=2, seed=5) in play.moves(state)
True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from games.bots.koikoi.players import careless, greedy, greedy_and_stop, table_heuristics, yaku_minded
from games.bots.koikoi.search import search
from games.rules.koikoi.events import Command
from games.rules.koikoi.play import View

Player = Callable[[View, int], Command]


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent: its number, its name and a sentence about it (English, keys of the translations)."""

    number: int
    name: str
    sentence: str
    player: Player


def _quick(rule: Callable[[View, Random], Command]) -> Player:
    return lambda view, seed: rule(view, Random(seed))


LEVELS: tuple[Level, ...] = (
    Level(1, "Careless", "Plays any card and calls koi-koi as the coin falls.", _quick(careless)),
    Level(2, "Greedy", "Takes the finest cards it sees and never has enough.", _quick(greedy)),
    Level(3, "Yaku-minded", "Collects for its yaku, and stops at the first.", _quick(yaku_minded)),
    Level(
        4,
        "Experienced",
        "Watches your pile as well, and calls koi-koi when you look harmless.",
        _quick(table_heuristics),
    ),
    Level(5, "Master", "Plays hundreds of possible months out in its head before every card.", search),
)
YARDSTICK: Player = _quick(greedy_and_stop)  # "greedy-and-stop": what levels are measured against, no level itself


def player(level: int) -> Player:
    """The player of a level; ValueError if there is no such level."""
    for each in LEVELS:
        if each.number == level:
            return each.player
    raise ValueError(f"there are levels 1 to {len(LEVELS)}, not {level}")


def choose(view: View, level: int, seed: int) -> Command:
    """What this level does in a view whose turn it is. The same view, level and seed give the same command."""
    return player(level)(view, seed)
