"""Two players of one class (docs/karuta-bots.md) over two lines, reading after reading, judged by what is believed of
them: whether a long line loses, and what lies about time are worth (docs/fairness.md has the figures).

A line has a quickest round trip, a jitter on each way, bursts in which everything is late, and losses that cost a
retransmission. Every two seconds it carries a probe; in every reading both touch the read card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.bots.karuta.chance import Luck, ex_gaussian, exponential, luck
from games.bots.karuta.levels import LEVELS, Level
from games.fairness.lag import FRIENDLY, PROBES_KEPT, RATED, Grant, Limits, Probes, believe, refilled
from games.fairness.suspicion import Observed, Suspicion, Watch
from games.fairness.window import final_ms, live
from games.rules.karuta.judge import Reading, Touched, adjudicate
from games.rules.karuta.variants import KYOGI

RULES = live(KYOGI)
READINGS_A_MATCH = 85  # docs/karuta-bots.md
PROBES_A_READING = 6  # one every two seconds
EARLIEST_MS = -80  # 20 ms before the deciding sound begins, which is 60 ms before it decides
BY_THE_SOUND_BEFORE_MS = 80  # so much sooner, where the sound before the deciding one tells
DEVICE_MS = 6  # the most that passes in a device between the hand and the network
CARD = 1


@dataclass(frozen=True, slots=True)
class Line:
    """A connection. `rtt_ms`: a round trip without any delay, `up` of it on the way to the server; `jitter_ms`: mean
    delay on each way; a burst begins in `burst_begins` and ends in `burst_ends` of the steps of 2 s, with `burst_ms`
    more mean delay; `loss` on each way, at `retransmission_ms` or two round trips."""

    rtt_ms: float
    up: float = 0.5
    jitter_ms: float = 3.0
    burst_begins: float = 0.01
    burst_ends: float = 0.5
    burst_ms: float = 25.0
    loss: float = 0.003
    retransmission_ms: float = 200.0


@dataclass(frozen=True, slots=True)
class Conduct:
    """What a client makes of the truth. It claims `lie_ms` less on one touch in `lie_every`, and answers one probe in
    `hold_every` `hold_ms` late."""

    lie_ms: int = 0
    lie_every: int = 1
    hold_ms: float = 0.0
    hold_every: int = 1


HONEST = Conduct()


@dataclass(frozen=True, slots=True)
class Scenario:
    """Two lines and two conducts at a table; `level` is the class of both players."""

    lines: tuple[Line, Line]
    conducts: tuple[Conduct, Conduct] = (HONEST, HONEST)
    limits: Limits = RATED
    level: Level = LEVELS["A"]


SHORT, LONG, LONGER = Line(20), Line(110), Line(150)
WORN = Line(110, jitter_ms=8, burst_begins=0.05, loss=0.01)
NOW_AND_THEN, ALWAYS = Conduct(lie_ms=250, lie_every=10), Conduct(lie_ms=250)
SCENARIOS: Mapping[str, Scenario] = {
    "rated": Scenario((SHORT, LONG)),
    "friendly": Scenario((SHORT, LONGER), limits=FRIENDLY),
    "uneven-ways": Scenario((SHORT, Line(110, up=0.8))),
    "worn-line": Scenario((SHORT, WORN)),
    "nothing-believed": Scenario((SHORT, LONG), limits=Limits(0, None)),
    "forger-far": Scenario((SHORT, LONG), (HONEST, NOW_AND_THEN)),
    "forger-near": Scenario((LONG, SHORT), (HONEST, NOW_AND_THEN)),
    "forger-friendly": Scenario((SHORT, LONGER), (HONEST, NOW_AND_THEN), FRIENDLY),
    "forger-unsteady": Scenario((LONG, Line(20, jitter_ms=11)), (HONEST, NOW_AND_THEN)),
    "forger-always": Scenario((LONG, SHORT), (HONEST, ALWAYS)),
    "small-lies": Scenario((LONG, SHORT), (HONEST, Conduct(lie_ms=8))),
    "holds-some": Scenario((LONG, SHORT), (HONEST, Conduct(250, 10, hold_ms=40, hold_every=6))),
    "holds-all": Scenario((LONG, SHORT), (HONEST, Conduct(250, 10, hold_ms=95))),
    "holds-all-always": Scenario((LONG, SHORT), (HONEST, Conduct(55, hold_ms=95))),
    "holds-all-friendly": Scenario((LONGER, SHORT), (HONEST, Conduct(90, hold_ms=400)), FRIENDLY),
}


@dataclass
class Tally:
    """What many readings came to.

    By seat: `wins`, `wins_as_heard` (had there been no network), `flagged` (matches by suspicion). `gains_ms`: of every
    lie, by how much sooner it made a touch count; `as_heard`: readings judged as without any network; `late`: verdicts
    that a touch arriving after the window would have changed; `waits_ms`: from the best touch to the window's end.
    """

    readings: int = 0
    matches: int = 0
    as_heard: int = 0
    late: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    wins_as_heard: list[int] = field(default_factory=lambda: [0, 0])
    flagged: tuple[Counter[Suspicion], Counter[Suspicion]] = field(default_factory=lambda: (Counter(), Counter()))
    gains_ms: list[int] = field(default_factory=list)
    waits_ms: list[int] = field(default_factory=list)

    def summary(self) -> dict[str, Any]:
        """The same as plain values; shares are per cent of the readings."""
        lies = len(self.gains_ms)
        return {
            "readings": self.readings,
            "won": [round(100 * wins / self.readings, 2) for wins in self.wins],
            "would_win": [round(100 * wins / self.readings, 2) for wins in self.wins_as_heard],
            "as_heard": round(100 * self.as_heard / self.readings, 1),
            "late": self.late,
            "wait_ms": round(sum(self.waits_ms) / self.readings),
            "lies": lies,
            "gain_ms": round(sum(self.gains_ms) / lies, 1) if lies else 0.0,
            "matches": self.matches,
            "flagged": [{str(name): count for name, count in sorted(seat.items())} for seat in self.flagged],
        }


class Seat:
    """One player, the line, and what the server knows of both."""

    def __init__(self, line: Line, conduct: Conduct, limits: Limits, dice: Random) -> None:
        self.line, self.conduct, self.limits, self.dice = line, conduct, limits, dice
        self.is_bursting, self.probed, self.touched = False, 0, 0
        self.gains_ms = list[int]()
        self.begin_match()

    def begin_match(self) -> None:
        """A new connection, an empty bank, a new watch; probes while the cards are memorised."""
        self.probes, self.rtts_ms = Probes(), list[float]()
        self.bank_ms, self.watch = 0, Watch()
        for _ in range(PROBES_KEPT):
            self.probe()

    def way_ms(self, share: float) -> float:
        """How long a message takes now on the way that has this share of the quickest round trip."""
        line, dice = self.line, self.dice
        mean_ms = line.jitter_ms + (line.burst_ms if self.is_bursting else 0.0)
        lost_ms = max(line.retransmission_ms, 2 * line.rtt_ms) if dice.random() < line.loss else 0.0
        return line.rtt_ms * share + mean_ms * exponential(dice.random()) + lost_ms

    def probe(self) -> None:
        """Two seconds later: one more round trip."""
        line, conduct = self.line, self.conduct
        self.is_bursting ^= self.dice.random() < (line.burst_ends if self.is_bursting else line.burst_begins)
        rtt_ms = self.way_ms(1 - line.up) + self.way_ms(line.up)
        self.probed += 1
        held_ms = 0.0 if self.probed % conduct.hold_every else conduct.hold_ms
        self.probes = self.probes.with_(rtt_ms + held_ms)
        self.rtts_ms = [*self.rtts_ms, rtt_ms][-PROBES_KEPT:]

    @property
    def base_ms(self) -> int:
        """What is believed of this seat any time."""
        return self.probes.base_ms(self.limits.cap_ms)

    def begins_ms(self) -> float:
        """When the sound begins on this device, after it should: `go` names the moment sooner by `one_way_ms` of the
        probes. A client that holds probes back undoes what that does to it."""
        return self.way_ms(1 - self.line.up) - min(self.rtts_ms) / 2

    def touch(self, heard_ms: int) -> tuple[int, Grant]:
        """When a touch arrives that is made so long after the sound began on this device, and what it counts as."""
        sent_ms = self.begins_ms() + heard_ms + DEVICE_MS * self.dice.random()
        elapsed_ms = round(sent_ms + self.way_ms(self.line.up))
        self.touched += 1
        honest = believe(elapsed_ms, heard_ms, self.base_ms, self.bank_ms)
        if not self.conduct.lie_ms or self.touched % self.conduct.lie_every:
            return elapsed_ms, honest
        claimed_ms = max(0, heard_ms - self.conduct.lie_ms)
        grant = believe(elapsed_ms, claimed_ms, self.base_ms, self.bank_ms)
        self.gains_ms.append(honest.effective_ms - grant.effective_ms)
        return elapsed_ms, grant

    def after(self, grant: Grant, decided_ms: int) -> None:
        """A reading is over."""
        self.bank_ms = refilled(self.bank_ms, (grant,))
        self.watch = self.watch.after(Observed(self.probes.floor_ms, grant, grant.effective_ms - decided_ms))


class Table:
    """Plays the readings of a scenario; `tally` is what they come to."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        self.dice, self.level, self.tally = Random(f"fairness {seed}"), scenario.level, Tally()
        both = zip(scenario.lines, scenario.conducts, strict=True)
        self.seats = [Seat(line, conduct, scenario.limits, self.dice) for line, conduct in both]

    def play(self, readings: int) -> Tally:
        """So many readings, in matches of 85."""
        while self.tally.readings < readings:
            for seat in self.seats:
                seat.begin_match()
            for _ in range(min(READINGS_A_MATCH, readings - self.tally.readings)):
                self.read_one()
            self.tally.matches += 1
            for seat, flagged in zip(self.seats, self.tally.flagged, strict=True):
                flagged.update(flag.suspicion for flag in seat.watch.flags())
        self.tally.gains_ms = [gain_ms for seat in self.seats for gain_ms in seat.gains_ms]
        return self.tally

    def read_one(self) -> None:
        """One reading: probes, two touches, the verdict, and what is made of it."""
        dice = self.dice
        owner, decided_ms = dice.randrange(2), dice.randrange(300, 1_600)
        heard_ms = [decided_ms + round(reaction_ms(self.level, luck(dice), seat == owner)) for seat in (0, 1)]
        for seat in self.seats:
            for _ in range(PROBES_A_READING):
                seat.probe()
        ceilings_ms = [seat.base_ms + seat.bank_ms for seat in self.seats]
        touches = [seat.touch(ms) for seat, ms in zip(self.seats, heard_ms, strict=True)]
        self._judge(owner, heard_ms, touches, ceilings_ms)
        for seat, (_, grant) in zip(self.seats, touches, strict=True):
            seat.after(grant, decided_ms)

    def _judge(
        self, owner: int, heard_ms: Sequence[int], touches: Sequence[tuple[int, Grant]], ceilings_ms: Sequence[int]
    ) -> None:
        tally, effective_ms = self.tally, [grant.effective_ms for _, grant in touches]
        taker, by_ear = taker_of(owner, effective_ms), taker_of(owner, heard_ms)
        first = 0 if touches[0][0] <= touches[1][0] else 1  # to arrive
        other = 1 - first
        until_ms = final_ms(effective_ms[first], [ceilings_ms[other]])
        tally.readings += 1
        tally.wins[taker] += 1
        tally.wins_as_heard[by_ear] += 1
        tally.as_heard += taker == by_ear
        tally.late += taker == other and touches[other][0] > until_ms
        tally.waits_ms.append(until_ms - effective_ms[first])


def reaction_ms(level: Level, drawn: Luck, is_own: bool) -> float:
    """How long after the deciding sound a player of this class touches, on the own side or the other."""
    found = ex_gaussian(level.mu_ms, level.sigma_ms, level.tau_ms, drawn.body, drawn.tail)
    found += level.own_side_ms if is_own else 0.0
    found -= BY_THE_SOUND_BEFORE_MS if drawn.early < level.early else 0.0
    found += level.lapse_ms * exponential(drawn.lapse_tail) if drawn.lapse < level.lapse else 0.0
    return max(EARLIEST_MS, found)


def taker_of(owner: int, touches_ms: Sequence[int]) -> int:
    """The seat that takes, by the referee."""
    touches = tuple(Touched(seat, max(0, ms), CARD, owner) for seat, ms in enumerate(touches_ms))
    taker = adjudicate(RULES, Reading(CARD, (0, 1), (25, 25), owner, touches)).taker
    if taker is None:
        raise ValueError("both have touched the card and nobody takes it")
    return taker


def simulate(scenario: Scenario, readings: int, seed: int) -> Tally:
    """So many readings of a scenario; the same seed is the same result."""
    return Table(scenario, seed).play(readings)
