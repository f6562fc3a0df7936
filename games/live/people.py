"""Who sits at a table: connections, how far away they are, and since when somebody is missing. No sockets, no clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.fairness.lag import FRIENDLY, RATED, Limits, Probes
from games.fairness.suspicion import Watch

AT_FIRST, SOON_MS = 12, 120.0  # probes of a new connection, so that it is measured before it plays
LATER_MS = 3_000.0
GIVEN_UP_MS = 90_000.0  # missing without a break; or with breaks
GIVEN_UP_IN_ALL_MS = 240_000.0


@dataclass
class Sitting:
    """One seat of a person. `missed_ms`: how long they have been missing in all, up to the last return."""

    connection: str | None = None
    probes: Probes = field(default_factory=Probes)
    asked: int = 0
    ask_ms: float = float("inf")
    bank_ms: int = 0
    watch: Watch = field(default_factory=Watch)
    flagged: set[str] = field(default_factory=set)
    missing_since_ms: float | None = 0.0
    missed_ms: float = 0.0


class People:
    """The persons at a table, by seat."""

    def __init__(self, seats: Sequence[int], *, is_rated: bool, now_ms: float) -> None:
        self.sitting = {seat: Sitting(missing_since_ms=now_ms) for seat in seats}
        self.limits: Limits = RATED if is_rated else FRIENDLY
        self._seats: dict[str, int] = {}

    def seat_of(self, connection: str) -> int | None:
        """Whose connection this is; None if it is nobody's any more."""
        return self._seats.get(connection)

    def join(self, connection: str, seat: int, now_ms: float) -> str | None:
        """Somebody is there, perhaps again: the newest connection is theirs. The older one, if there is one."""
        sitting = self.sitting[seat]
        older = sitting.connection
        if older is not None:
            del self._seats[older]
        if sitting.missing_since_ms is not None:
            sitting.missed_ms += now_ms - sitting.missing_since_ms
        self._seats[connection] = seat
        sitting.connection, sitting.missing_since_ms = connection, None
        sitting.probes, sitting.asked, sitting.ask_ms = Probes(), 0, now_ms
        return older

    def leave(self, connection: str, now_ms: float) -> int | None:
        """A connection has gone; the seat that is empty by that, if one is."""
        seat = self._seats.pop(connection, None)
        if seat is not None:
            sitting = self.sitting[seat]
            sitting.connection, sitting.missing_since_ms, sitting.ask_ms = None, now_ms, float("inf")
        return seat

    def measured(self, connection: str, ms: float) -> None:
        """A probe of a connection came back."""
        seat = self._seats.get(connection)
        if seat is not None:
            self.sitting[seat].probes = self.sitting[seat].probes.with_(ms)

    # Probes ----------------------------------------------------------------------------------------------
    @property
    def due_ms(self) -> float:
        """When the next probe is due."""
        return min((each.ask_ms for each in self.sitting.values()), default=float("inf"))

    def probes(self, now_ms: float) -> Iterator[tuple[str, int]]:
        """The connections to be asked now, with the number of the probe."""
        for sitting in self.sitting.values():
            if sitting.ask_ms <= now_ms and sitting.connection is not None:
                sitting.asked += 1
                sitting.ask_ms = now_ms + (SOON_MS if sitting.asked < AT_FIRST else LATER_MS)
                yield sitting.connection, sitting.asked

    # What holds now --------------------------------------------------------------------------------------
    def is_there(self, seat: int) -> bool:
        """Whether a seat has a connection; a computer is always there."""
        return seat not in self.sitting or self.sitting[seat].connection is not None

    def is_too_slow(self, seat: int) -> bool:
        """Whether a seat is farther away than its table allows, as far as has been measured."""
        if seat not in self.sitting:
            return False
        probes = self.sitting[seat].probes
        return probes.is_enough and not self.limits.may_sit(probes)

    def is_measured(self, seat: int) -> bool:
        """Whether its probes say enough of a seat's connection."""
        return seat not in self.sitting or self.sitting[seat].probes.is_enough

    def base_ms(self, seat: int) -> int:
        """How much lag is believed of a seat any time."""
        return self.sitting[seat].probes.base_ms(self.limits.cap_ms) if seat in self.sitting else 0

    def ceiling_ms(self, seat: int) -> int:
        """How much lag is believed of a seat at most: nothing of a computer."""
        return self.base_ms(seat) + self.sitting[seat].bank_ms if seat in self.sitting else 0

    def missing_ms(self, seat: int, now_ms: float) -> float | None:
        """How long a seat has been empty; None if it is not."""
        since = self.sitting[seat].missing_since_ms if seat in self.sitting else None
        return None if since is None else now_ms - since

    def given_up_at_ms(self, seat: int) -> float | None:
        """From when on the others need not wait for a seat any longer; None if somebody sits there."""
        sitting = self.sitting.get(seat)
        if sitting is None or sitting.missing_since_ms is None:
            return None
        patience = max(0.0, min(GIVEN_UP_MS, GIVEN_UP_IN_ALL_MS - sitting.missed_ms))
        return sitting.missing_since_ms + patience

    def is_given_up(self, seat: int, now_ms: float) -> bool:
        """Whether the others need not wait for a seat any longer."""
        at = self.given_up_at_ms(seat)
        return at is not None and at <= now_ms
