"""The course of a match of karuta at a table: its events so far, its clock, and what commands make of it.

Nothing is written here: what happens is an effect, in the order in which it is to be appended.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from games.karuta import matches
from games.live.effects import Append, Effect, Show
from games.rules.karuta import play
from games.rules.karuta.events import Command, HandRaised, Judged, PhaseBegun, ReadingVoided, Tick
from games.rules.karuta.judge import Touched

NEXT_MS = 1_000.0  # from a verdict to the call for the next poem
PLACING_MS = 6_000.0  # the same with a received card to be placed
HAND_MS = 120_000  # so long a hand is waited for
NEVER = float("inf")


class Course:
    """One match. `epoch_ms`: the wall's time at the steady clock's 0; `rest_ms`: until then the reciter rests."""

    def __init__(self, table: matches.Table, *, epoch_ms: float) -> None:
        self.table = table
        self._found = len(table.events)
        self._epoch_ms = epoch_ms
        self.rest_ms = 0.0

    @property
    def count(self) -> int:
        """How many events there are."""
        return len(self.table.events)

    @property
    def state(self) -> play.State:
        """The match as it stands."""
        return self.table.state

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.state.result is not None

    # Its clock -------------------------------------------------------------------------------------------
    @property
    def is_paused(self) -> bool:
        """Whether the match's clock stands still."""
        return self.table.match.clock_since is None and not self.is_over

    def wall(self, now_ms: float) -> datetime:
        """A moment of the steady clock on the wall."""
        return datetime.fromtimestamp((self._epoch_ms + now_ms) / 1000, UTC)

    def at_ms(self, now_ms: float) -> int:
        """What the match's clock shows. It does not go back."""
        return max(self.table.clock_ms(self.wall(now_ms)), self.state.since_ms)

    def steady_ms(self, at_ms: int) -> float:
        """When the match's clock will show this; never, if it stands."""
        match = self.table.match
        if match.clock_since is None:
            return NEVER
        return match.clock_since.timestamp() * 1000 - self._epoch_ms + at_ms - match.clock_ms + 1

    def pause(self, now_ms: float) -> list[Effect]:
        """Stop the clock."""
        match = self.table.match
        match.clock_ms, match.clock_since = self.at_ms(now_ms), None
        return [Append(self.count, is_clock=True), Show()]

    def resume(self, now_ms: float) -> list[Effect]:
        """Let it run on."""
        self.table.match.clock_since = self.wall(now_ms)
        self.rest_ms = now_ms + NEXT_MS
        return [Append(self.count, is_clock=True), Show()]

    @property
    def due_ms(self) -> float:
        """When the clock does something by itself."""
        due = play.clock(self.state)
        return self.steady_ms(due.due_ms) if due else NEVER

    def due(self, now_ms: float) -> list[Command]:
        """What it does, if it is time."""
        at_ms, due = self.at_ms(now_ms), play.clock(self.state)
        return [Tick(at_ms, matches.picks(self.state))] if due and due.due_ms <= at_ms and not self.is_paused else []

    @property
    def hands(self) -> dict[int, float]:
        """The hands that are up, and until when they are waited for."""
        up: dict[int, float] = {}
        for event in reversed(self.table.events):
            if len(up) == len(self.state.raised):
                break
            if isinstance(event, HandRaised) and event.seat in self.state.raised:
                up.setdefault(event.seat, self.steady_ms(event.at_ms + HAND_MS))
        return up

    # Going on --------------------------------------------------------------------------------------------
    @property
    def settled(self) -> int:
        """How many events somebody has to have seen who acts now: all up to the last verdict or phase.

        And all that there were when the match was taken up: whoever decided here before may have done already what is
        asked for, without a word.
        """
        for place in reversed(range(self._found, self.count)):
            if isinstance(self.table.events[place], Judged | ReadingVoided | PhaseBegun):
                return place + 1
        return self._found

    def do(self, commands: Iterable[Command], now_ms: float) -> list[Effect]:
        """What these commands make happen: appended, then shown (touches wait until they may be told).

        IllegalMove if the rules do not allow one of them; then nothing has happened.
        """
        before = self.table
        self.table = matches.follow(before, commands)
        happened = self.table.events[len(before.events) :]
        if not happened:
            return []
        self._rest_after(before.state, now_ms)
        effects: list[Effect] = [Append(len(before.events), happened)]
        return effects if all(isinstance(event, Touched) for event in happened) else [*effects, Show()]

    def _rest_after(self, before: play.State, now_ms: float) -> None:
        """How long the reciter waits after something between two readings."""
        state = self.state
        if before.owed and not state.owed:
            self.rest_ms = now_ms + (PLACING_MS if state.unplaced else NEXT_MS)
        elif before.unplaced and not state.unplaced:
            self.rest_ms = min(self.rest_ms, now_ms + NEXT_MS)
        elif before.raised and not state.raised:
            self.rest_ms = now_ms + NEXT_MS
