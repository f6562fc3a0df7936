"""One reading at a table of karuta: who is armed, what is believed of whom, and what is told when.

Server times are `float` ms of one steady clock; `ms` of touches run from the first sound of the upper verse.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from games.bots.karuta.opponent import PlannedTouch, held_back
from games.fairness import window
from games.fairness.lag import Grant, Probes, believe
from games.fairness.suspicion import Observed
from games.live.effects import Prepared
from games.live.people import People, Sitting
from games.rules.karuta import play
from games.rules.karuta.events import Touch
from games.rules.karuta.judge import Touched
from trainer.poems import kimariji

ARM_MS = 5_000.0  # for fetching and decoding; then it goes on without
GO_MS, LEAST_GO_MS = 800, 600  # from `go` to the first sound; to who is far away it is said to be less
MOST_TOUCHES = 300  # of one seat in one reading
_NEVER = float("inf")


@dataclass
class Line:
    """The connection of a seat at `go`, and what is believed of it in this reading. Of none: nothing."""

    connection: str | None
    base_ms: int
    bank_ms: int
    one_way_ms: int
    relay_ms: int  # not believed, for the arrival is stamped at the socket; but waited for

    @property
    def ceiling_ms(self) -> int:
        """How long after it was made a touch may be heard of that counts."""
        return self.base_ms + self.bank_ms + self.relay_ms


@dataclass
class Reading:
    """`zero_ms`: when the upper verse begins to sound; None before `go`. `plans` of computers, the earliest first."""

    prepared: Prepared
    until_ms: float
    first_ms: float | None = None  # begun by hand: when its first sound is due
    armed: set[int] = field(default_factory=set)
    is_begun: bool = False
    zero_ms: float | None = None
    lines: dict[int, Line] = field(default_factory=dict)
    plans: list[Touch] = field(default_factory=list)
    grants: dict[int, list[tuple[int, Grant]]] = field(default_factory=dict)  # of a seat: card and what is believed
    untold: list[tuple[float, Touch]] = field(default_factory=list)

    @property
    def number(self) -> int:
        """Which reading of the match it is."""
        return self.prepared.reading

    # Beginning -------------------------------------------------------------------------------------------
    def may_go(self, people: People, now_ms: float) -> bool:
        """Whether everybody who is there is armed and measured, or has had their time."""
        if now_ms >= self.until_ms:
            return True
        there = [seat for seat in people.sitting if people.is_there(seat)]
        return all(seat in self.armed and people.is_measured(seat) for seat in there)

    def go(self, people: People, now_ms: float, in_ms: int = GO_MS) -> int:
        """The reciter begins in `in_ms`: how long until the upper verse sounds. Lines are taken as they are now."""
        upper_in_ms = in_ms + self.prepared.before_ms
        self.zero_ms = now_ms + upper_in_ms
        self.lines = {
            seat: _line(sitting, people.base_ms(seat)) if people.is_there(seat) else Line(None, 0, 0, 0, 0)
            for seat, sitting in people.sitting.items()
        }
        return upper_in_ms

    def sooner_ms(self, seat: int) -> int:
        """By how much less a seat is told that it will be, so that sounds begin together."""
        return min(self.lines[seat].one_way_ms, GO_MS - LEAST_GO_MS) if seat in self.lines else 0

    def elapsed_ms(self, at_ms: float) -> int:
        """How far the sound was at a server time."""
        if self.zero_ms is None:
            raise ValueError("nothing sounds yet")
        return round(at_ms - self.zero_ms)

    # Touches ---------------------------------------------------------------------------------------------
    def granted(self, seat: int, claims_ms: Iterable[int], arrived_ms: float, people: People) -> list[Grant]:
        """What is believed of touches of a seat that say when they were made.

        Who has come back over another connection since `go` is believed no more than what that one is good for.
        """
        line, elapsed = self.lines[seat], self.elapsed_ms(arrived_ms)
        base = line.base_ms
        if people.sitting[seat].connection != line.connection:
            base = min(base, people.base_ms(seat))
        return [believe(elapsed, ms, base, line.bank_ms) for ms in claims_ms]

    def hold(self, state: play.State, touches: Sequence[Touch]) -> None:
        """Tell the others of these touches only when no claim of theirs can be earlier any more."""
        for each in touches:
            final = window.final_ms(each.ms, self._rivals(state, each), state.setup.variant.simultaneous_ms)
            self.untold.append(((self.zero_ms or 0.0) + final, each))
        self.untold.sort(key=lambda held: held[0])

    def _rivals(self, state: play.State, touch: Touch) -> list[int]:
        """The ceilings of those who might still touch the same card."""
        done = {each.seat for each in state.touches if each.card == touch.card}
        return [line.ceiling_ms for seat, line in self.lines.items() if seat not in done and seat not in state.sat_out]

    def told_at(self, now_ms: float) -> list[Touch]:
        """What the others may know by now and have not been told."""
        ready = [each for at, each in self.untold if at <= now_ms]
        self.untold = [held for held in self.untold if held[0] > now_ms]
        return ready

    def is_taken(self, state: play.State) -> bool:
        """Whether everybody may know that the card is taken."""
        told = [each.ms for each in state.touches if each.card == state.poem and each.ms >= 0]
        held = [hand.ms for _, hand in self.untold if hand.card == state.poem and hand.ms >= 0]
        return len(told) > len(held)

    # Computers -------------------------------------------------------------------------------------------
    def hand_due_ms(self) -> float:
        """When the next hand of a computer is due: as late as others' claims for that moment may come."""
        if self.zero_ms is None or not self.plans:
            return _NEVER
        return self.zero_ms + self.plans[0].ms + max((line.ceiling_ms for line in self.lines.values()), default=0)

    def next_hand(self, state: play.State) -> Touch | None:
        """The next touch of a computer, unless it sees that the card is taken."""
        touch = self.plans.pop(0)
        hands: list[Touch | Touched] = [touch, *state.touches]
        taken_ms = min((each.ms for each in hands if each.card == state.poem and each.ms >= 0), default=None)
        return touch if held_back([PlannedTouch(touch.ms, touch.card)], taken_ms) else None

    def observed(self, seat: int, probes: Probes, state: play.State) -> Observed:
        """One seat in this reading, judged by now. The touch that counts: its first on the read card, or its first."""
        floor = probes.floor_ms if probes.count else None
        poem, grants = state.read[-1], self.grants.get(seat, [])
        right = [grant for card, grant in grants if card == poem and grant.effective_ms >= 0]
        grant = min(right or [each for _, each in grants], key=lambda each: each.effective_ms, default=None)
        reaction = grant.effective_ms - self._decided_ms(state) if right and grant else None
        return Observed(floor, grant, reaction)

    # Closing ---------------------------------------------------------------------------------------------
    def close_due_ms(self, state: play.State) -> float:
        """When the verdict is due: no touch made before the reading closes can arrive any more."""
        closes = play.closes_ms(state)
        if closes is None or self.zero_ms is None:
            return _NEVER
        return self.zero_ms + window.final_ms(closes, [line.ceiling_ms for line in self.lines.values()], 0)

    def due_ms(self, state: play.State) -> float:
        """When something of it is due."""
        told = self.untold[0][0] if self.untold else _NEVER
        return min(told, self.hand_due_ms(), self.close_due_ms(state))

    def reads_on_ms(self, state: play.State, now_ms: float) -> float:
        """Until when its lower verse is read to the end, if that has begun; 0 if it has not."""
        heard = self.prepared.heard
        taken = [each.ms for each in state.touches if each.card == state.poem and each.ms >= 0]
        begun = min(taken, default=self.elapsed_ms(now_ms)) > heard.upper_ms + heard.pause_ms
        if not begun or state.setup.variant.cuts_recitation or self.zero_ms is None:
            return 0.0
        return self.zero_ms + heard.lower_ms

    def _decided_ms(self, state: play.State) -> int:
        """When the poem, judged by now, could be told from all others."""
        count = len(kimariji.current(state.read[-1], state.read[:-1]))
        return round(self.prepared.heard.hearing.told_ms[count - 1])


def _line(sitting: Sitting, base_ms: int) -> Line:
    return Line(sitting.connection, base_ms, sitting.bank_ms, sitting.probes.one_way_ms, sitting.relay_ms)
