"""One reading at a table of karuta, from the first call to its verdict: who is armed, what is believed, what is told when.

All server times are `float` ms of one steady clock; `ms` of touches run from the first sound of the upper verse.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.bots.karuta.opponent import PlannedTouch, held_back
from games.fairness import window
from games.fairness.lag import Grant, believe
from games.live.effects import Prepared
from games.live.people import People
from games.rules.karuta import play
from games.rules.karuta.events import Touch

ARM_MS = 5_000.0  # for fetching and decoding; then it goes on without
GO_MS = 700  # from `go` to the first sound; never less than 600
MOST_TOUCHES = 300  # of one seat in one reading


@dataclass
class Reading:
    """`zero_ms`: when the upper verse begins to sound; None before `go`. `plans` of computers, the earliest first."""

    prepared: Prepared
    until_ms: float
    is_called: bool = True
    armed: set[int] = field(default_factory=set)
    is_begun: bool = False
    zero_ms: float | None = None
    plans: list[Touch] = field(default_factory=list)
    ceilings: dict[int, int] = field(default_factory=dict)
    bases: dict[int, int] = field(default_factory=dict)
    banks: dict[int, int] = field(default_factory=dict)
    grants: dict[int, list[Grant]] = field(default_factory=dict)
    untold: list[tuple[float, Touch]] = field(default_factory=list)
    counts: dict[int, int] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """Which reading of the match it is."""
        return self.prepared.reading

    # Arming ----------------------------------------------------------------------------------------------
    def may_go(self, people: People, now_ms: float) -> bool:
        """Whether everybody who is there is armed and measured, or has had their time."""
        if now_ms >= self.until_ms:
            return True
        there = [seat for seat in people.sitting if people.is_there(seat)]
        return all(seat in self.armed and people.is_measured(seat) for seat in there)

    def go(self, people: People, now_ms: float) -> int:
        """The reciter begins; how long until the upper verse sounds. From now on the connections are taken as they are."""
        upper_in_ms = GO_MS + self.prepared.before_ms
        self.zero_ms = now_ms + upper_in_ms
        for seat, sitting in people.sitting.items():
            self.bases[seat], self.banks[seat] = people.base_ms(seat), sitting.bank_ms
            self.ceilings[seat] = self.bases[seat] + self.banks[seat]
        return upper_in_ms

    # Touches ---------------------------------------------------------------------------------------------
    def elapsed_ms(self, at_ms: float) -> int:
        """How far the sound was at a server time."""
        if self.zero_ms is None:
            raise ValueError("nothing sounds yet")
        return round(at_ms - self.zero_ms)

    def believed(self, seat: int, touches: Iterable[tuple[int, int]], arrived_ms: float, is_sweep: bool) -> list[Touch]:
        """The touches of a message as the referee is given them. Kept by `keep` once they are allowed."""
        elapsed = self.elapsed_ms(arrived_ms)
        base, bank = self.bases[seat], self.banks[seat]
        return [
            Touch(seat, believe(elapsed, ms, base, bank).effective_ms, card, is_sweep=is_sweep) for card, ms in touches
        ]

    def keep(self, seat: int, told: Iterable[tuple[int, int]], arrived_ms: float) -> None:
        """What was granted, for the bank and the watch."""
        elapsed = self.elapsed_ms(arrived_ms)
        grants = [believe(elapsed, ms, self.bases[seat], self.banks[seat]) for _, ms in told]
        self.grants.setdefault(seat, []).extend(grants)

    def hold(self, state: play.State, touches: Sequence[Touch]) -> None:
        """Tell the others of these touches only when no claim of theirs can be earlier any more."""
        for each in touches:
            final = window.final_ms(each.ms, self._rivals(state, each), state.setup.variant.simultaneous_ms)
            self.untold.append(((self.zero_ms or 0.0) + final, each))
        self.untold.sort(key=lambda held: held[0])

    def _rivals(self, state: play.State, touch: Touch) -> list[int]:
        """The ceilings of those who might still touch the same card."""
        done = {each.seat for each in state.touches if each.card == touch.card}
        return [ms for seat, ms in self.ceilings.items() if seat not in done and seat not in state.sat_out]

    def told_at(self, now_ms: float) -> list[Touch]:
        """What the others may know by now and have not been told."""
        ready = [each for at, each in self.untold if at <= now_ms]
        self.untold = [held for held in self.untold if held[0] > now_ms]
        return ready

    # Computers -------------------------------------------------------------------------------------------
    @property
    def _slack_ms(self) -> int:
        return max(self.ceilings.values(), default=0)

    def hand_due_ms(self) -> float:
        """When the next hand of a computer is due: as late as the others' claims for that moment may come."""
        return (self.zero_ms or 0.0) + self.plans[0].ms + self._slack_ms if self.plans else float("inf")

    def next_hand(self, state: play.State) -> Touch | None:
        """The next touch of a computer, unless it sees that the card is taken."""
        touch = self.plans.pop(0)
        hands = [touch, *state.touches]
        taken_ms = min((each.ms for each in hands if each.card == state.poem and each.ms >= 0), default=None)
        return touch if held_back([PlannedTouch(touch.ms, touch.card)], taken_ms) else None

    # Closing ---------------------------------------------------------------------------------------------
    def close_due_ms(self, state: play.State) -> float:
        """When the verdict is due: no touch made before the reading closes can arrive any more."""
        closes = play.closes_ms(state)
        if closes is None or self.zero_ms is None:
            return float("inf")
        return self.zero_ms + window.final_ms(closes, self.ceilings.values(), 0)
