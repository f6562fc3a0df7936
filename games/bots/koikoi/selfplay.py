"""Two players against each other over mirrored deals: the same cards in both seats of every month, players swapped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import process_time_ns
from typing import Any

from games.rules.koikoi import play
from games.rules.koikoi.events import Command, MonthEnded
from games.rules.koikoi.options import Options
from games.rules.koikoi.play import Phase, State, View

Player = Callable[[View, int], Command]  # a view and a seed


@dataclass
class Tally:
    """What came out so far. Rates and differences are those of player a; `ms` are CPU times of its decisions."""

    shares: list[float] = field(default_factory=list)  # of the two games of a deal, what a won (draws are halves)
    differences: list[int] = field(default_factory=list)
    months: list[int] = field(default_factory=lambda: [0, 0, 0])
    yaku: dict[str, list[int]] = field(default_factory=dict)
    ms: list[float] = field(default_factory=list)

    def summary(self) -> dict[str, Any]:
        """The result as plain values; docs/koikoi-bots.md says what each is."""
        deals = len(self.shares)
        rate = sum(self.shares) / deals
        spread = sum((share - rate) ** 2 for share in self.shares) / max(1, deals - 1)
        times = sorted(self.ms)
        return {
            "games": len(self.differences),
            "a_rate": round(rate, 4),
            "se": round(sqrt(spread / deals), 4),
            "mean_diff": round(sum(self.differences) / len(self.differences), 2),
            "rounds": self.months,
            "yaku": {key: self.yaku[key] for key in sorted(self.yaku)},
            "ms": {
                "mean": round(sum(times) / len(times), 3),
                "p99": round(times[min(len(times) - 1, int(len(times) * 0.99))], 3),
            },
        }


def tournament(a: Player, b: Player, options: Options, deals: int, seed: int) -> Tally:
    """Plays every deal twice, players swapped: 2 · deals games."""
    tally = Tally()
    for deal in range(deals):
        share = 0.0
        for seat in (0, 1):
            difference = _game(a, b, seat, options, f"{seed}.{deal}", tally)
            tally.differences.append(difference)
            share += (difference > 0) / 2 + (difference == 0) / 4
        tally.shares.append(share)
    return tally


def _game(a: Player, b: Player, seat: int, options: Options, name: str, tally: Tally) -> int:
    """One game with `a` in this seat; by how many points a is ahead in the end."""
    state, seeds = play.start(options), Random(f"{name} moves")
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DEAL:  # every month has dice of its own, so that it is the same however the last went
            state = _after(state, play.DEAL, Random(f"{name}.{state.month}"))
        else:
            is_a = state.turn == seat
            view, move_seed = play.view(state, state.turn), seeds.getrandbits(32)
            before = process_time_ns()
            command = (a if is_a else b)(view, move_seed)
            if is_a:
                tally.ms.append((process_time_ns() - before) / 1e6)
            state = _after(state, command, None)
    for month in state.results:
        _count(month, seat, tally)
    return state.scores[seat] - state.scores[1 - seat]


def _after(state: State, command: Command, dice: Random | None) -> State:
    for event in play.decide(state, command, dice):
        state = play.apply(state, event)
    return state


def _count(month: MonthEnded, seat: int, tally: Tally) -> None:
    if month.winner is None:
        tally.months[2] += 1
        return
    side = int(month.winner != seat)
    tally.months[side] += 1
    for key in Counter(key for key, _ in month.score.yaku):
        tally.yaku.setdefault(key, [0, 0])[side] += 1
