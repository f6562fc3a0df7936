"""Whole matches between opponents through the referee's seam, their events kept; and what many of them come to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.bots.karuta.hearing import Hearing, modelled
from games.bots.karuta.levels import LEVELS
from games.bots.karuta.listener import AS_PEOPLE_ARE, Listener, Switches
from games.bots.karuta.opponent import Opponent, PlannedTouch, held_back
from games.bots.karuta.persons import PERSONS, somebody
from games.rules.karuta import play
from games.rules.karuta.events import Close, Command, Deal, Event, Judged, Phase, Read, Ready, Touch
from games.rules.karuta.play import State
from games.rules.karuta.variants import Setup, kyogi
from trainer.reciter.tempo import OFFICIAL, Tempo

Invites = Callable[[Random, str], Opponent]  # dice to draw a person with, and the seed of its match


def invites(name: str, switches: Switches = AS_PEOPLE_ARE) -> Invites:
    """Who plays under a name: a class (anybody of it, anew for every match) or the key of a person; ValueError."""
    if name in LEVELS:
        level = LEVELS[name]
        return lambda dice, seed: Listener(somebody(level, dice), seed, switches)
    if name in PERSONS:
        person = PERSONS[name]
        return lambda _dice, seed: Listener(person, seed, switches)
    raise ValueError(f"“{name}” is no class and no person: there are {', '.join([*LEVELS, *PERSONS])}")


class Match:
    """A match carried out by a table that knows the poems; the players only get views and what they hear.

    `state` is where it stands, `events` all that has happened, `dice` the table's (deal) and the players' luck.
    """

    def __init__(self, setup: Setup, players: Sequence[Opponent], dice: Random, tempo: Tempo = OFFICIAL) -> None:
        self.setup, self.players, self.dice, self.tempo = setup, players, dice, tempo
        self.state, self.events = play.start(setup), list[Event]()

    def do(self, command: Command) -> None:
        """Let the referee decide, and keep what happens."""
        for event in play.decide(self.state, command, self.dice):
            self.state = play.apply(self.state, event)
            self.events.append(event)

    def play_out(self) -> State:
        """From the deal to the end."""
        self.do(Deal())
        if self.state.phase is Phase.LAYOUT:
            self.lay()
        while self.state.phase in (Phase.LAYOUT, Phase.MEMORISE, Phase.SWING):
            for seat in range(len(self.players)):
                self.do(Ready(seat, self.state.since_ms))
        return self.play_on()

    def play_on(self) -> State:
        """From before a reading to the end."""
        while self.state.result is None:
            self.read_one()
        return self.state

    def lay(self) -> None:
        """Every side is laid by its first player who cares."""
        laid = set[int]()
        for seat, player in enumerate(self.players):
            side = self.setup.seats[seat]
            command = player.layout(play.view(self.state, seat)) if side not in laid else None
            if command is not None:
                laid.add(side)
                self.do(command)

    def read_one(self) -> None:
        """One reading with everything after it."""
        upper_ms = self.tempo.upper_ms
        lower_ms = upper_ms + self.tempo.lower_ms + self.tempo.yoin_ms
        self.do(Read(self.state.since_ms, upper_ms, lower_ms))
        self._touch(modelled(self.state.poem or 0, self.tempo))
        closes_ms = play.closes_ms(self.state)
        if closes_ms is None:
            raise ValueError("nobody plays who would ever take this card")
        self.do(Close(closes_ms, self.state.since_ms + closes_ms))
        if self.state.result is None:
            self._settle()

    def _touch(self, hearing: Hearing) -> None:
        planned: list[tuple[int, int, PlannedTouch]] = []
        takes: list[int] = []
        for seat, player in enumerate(self.players):
            plan = player.plan(play.view(self.state, seat), hearing, self.dice)
            planned += [(touch.ms, seat, touch) for touch in plan]
            takes += [touch.ms for touch in plan if touch.card == self.state.poem]
        taken_ms = min(takes, default=None)
        for ms, seat, touch in sorted(planned):
            if held_back((touch,), taken_ms):
                self.do(Touch(seat, ms, touch.card, is_sweep=touch.is_sweep))

    def _settle(self) -> None:
        at_ms = self.state.since_ms
        sender = self.state.sender
        if sender is not None:
            seat = self.setup.seats.index(sender)
            command = self.players[seat].send(play.view(self.state, seat), at_ms)
            if command is not None:
                self.do(command)
            if self.state.unplaced and self.state.result is None:
                seat = self.setup.seats.index(1 - sender)
                for move in self.players[seat].place(play.view(self.state, seat), at_ms):
                    self.do(move)
        self._move(at_ms)

    def _move(self, at_ms: int) -> None:
        if self.state.result is not None or not self.state.field.territories:
            return
        for seat, player in enumerate(self.players):
            move = player.move(play.view(self.state, seat), self.dice, at_ms)
            if move is not None:
                self.do(move)


@dataclass
class Tally:
    """What many matches came to, one entry a match; pairs are by side."""

    winners: list[int] = field(default_factory=list)
    margins: list[int] = field(default_factory=list)
    readings: list[int] = field(default_factory=list)
    faults: list[int] = field(default_factory=lambda: [0, 0])
    taken: list[int] = field(default_factory=lambda: [0, 0])
    own: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, match: Match) -> None:
        """Count a match that is over."""
        result = match.state.result
        if result is None:
            raise ValueError("the match goes on")
        self.winners.append(result.winners[0])
        self.margins.append(result.margin or 0)
        self.readings.append(len(match.state.read))
        for event in match.events:
            if isinstance(event, Judged):
                verdict = event.verdict
                for side, count in enumerate(verdict.faults):
                    self.faults[side] += count
                if verdict.taker_side is not None:
                    self.taken[verdict.taker_side] += 1
                    self.own[verdict.taker_side] += verdict.taker_side == verdict.territory

    def summary(self) -> dict[str, Any]:
        """The result as plain values; docs/karuta-bots.md says what each is."""
        n = len(self.winners)
        wins = [self.winners.count(0), self.winners.count(1)]
        return {
            "n": n,
            "wins": wins,
            "win_rate": round(wins[0] / n, 4),
            "margin": {"mean": _mean(self.margins), "median": _at(self.margins, 50), "p90": _at(self.margins, 90)},
            "faults": [round(count / n, 2) for count in self.faults],
            "taken": [round(count / n, 2) for count in self.taken],
            "own_share": [round(own / max(1, all_), 3) for own, all_ in zip(self.own, self.taken, strict=True)],
            "readings": {"mean": _mean(self.readings), "p10": _at(self.readings, 10), "p90": _at(self.readings, 90)},
        }


def _mean(counts: Sequence[int]) -> float:
    return round(sum(counts) / len(counts), 2)


def _at(counts: Sequence[int], percent: int) -> int:
    """The value below or at which so many per cent lie."""
    return sorted(counts)[min(len(counts) - 1, len(counts) * percent // 100)]


def simulate(a: Invites, b: Invites, n: int, seed: int) -> Tally:
    """So many matches of kyōgi; match i is the same however many there are."""
    tally = Tally()
    for i in range(n):
        tally.add(one_match(a, b, f"{seed}.{i}"))
    return tally


def one_match(a: Invites, b: Invites, name: str) -> Match:
    """A match of this name: the same name, the same match."""
    dice = Random(name)
    players = (a(dice, f"{name} a"), b(dice, f"{name} b"))
    match = Match(kyogi(), players, dice)
    match.play_out()
    return match
