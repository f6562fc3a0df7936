"""Who sits at a table: connections, how far away they are, and since when somebody is missing. No sockets, no clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.fairness.lag import FRIENDLY, RATED, Limits, Probes
from games.fairness.suspicion import Watch
from games.live.effects import RoundTrip

AT_FIRST, SOON_MS = 12, 120.0  # probes of a new connection, so that it is measured before it plays
LATER_MS = 3_000.0
SILENT_MS = 15_000.0  # a connection that answers nothing for so long has gone, though nobody has said so
GIVEN_UP_MS = 90_000.0  # missing without a break; or with breaks
GIVEN_UP_IN_ALL_MS = 240_000.0
_NEVER = float("inf")


@dataclass
class Sitting:
    """One seat of a person.

    `missing_since_ms`: since when it has no connection; `slow_since_ms`: since when it is too far away to play here;
    `missed_ms`: how long it was empty before it was so the last time. `heard_ms`: the last sign of life. `relay_ms`:
    how long messages may be under way between this process and the one that has the socket.
    """

    connection: str | None = None
    probes: Probes = field(default_factory=Probes)
    relay_ms: int = 0
    asked: int = 0
    ask_ms: float = _NEVER
    heard_ms: float = 0.0
    bank_ms: int = 0
    watch: Watch = field(default_factory=Watch)
    flagged: set[str] = field(default_factory=set)
    missing_since_ms: float | None = 0.0
    slow_since_ms: float | None = None
    missed_ms: float = 0.0

    @property
    def away_since_ms(self) -> float | None:
        """Since when it cannot play; None if it can."""
        return self.slow_since_ms if self.missing_since_ms is None else self.missing_since_ms


class People:
    """The persons at a table, by seat. Seats that are not among them are computers': always there, next door."""

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
        sitting.connection, sitting.missing_since_ms, sitting.heard_ms = connection, None, now_ms
        sitting.probes, sitting.relay_ms, sitting.asked, sitting.ask_ms = Probes(), 0, 0, now_ms
        return older

    def leave(self, connection: str, now_ms: float) -> int | None:
        """A connection has gone; the seat that is empty by that, if one is."""
        seat = self._seats.pop(connection, None)
        if seat is not None:
            sitting = self.sitting[seat]
            sitting.connection, sitting.missing_since_ms, sitting.ask_ms = None, now_ms, _NEVER
            sitting.slow_since_ms = None
        return seat

    # Probes ----------------------------------------------------------------------------------------------
    def measured(self, trip: RoundTrip, now_ms: float) -> bool:
        """A probe of a connection came back; whether it is too far away now and was not, or the other way round."""
        seat = self._seats.get(trip.connection)
        if seat is None:
            return False
        sitting = self.sitting[seat]
        sitting.probes, sitting.heard_ms = sitting.probes.with_(trip.ms), now_ms
        sitting.relay_ms = trip.relay_ms
        return self._looked_at(sitting, now_ms)

    def _looked_at(self, sitting: Sitting, now_ms: float) -> bool:
        """Whether a seat has become too far away or is it no longer. Who answers no probes is so, where it matters."""
        is_asked = sitting.probes.is_enough or sitting.asked > AT_FIRST
        is_slow = is_asked and not self.limits.may_sit(sitting.probes)
        if is_slow == (sitting.slow_since_ms is not None):
            return False
        sitting.slow_since_ms = now_ms if is_slow else None
        return True

    def heard(self, seat: int, now_ms: float) -> None:
        """A sign of life."""
        self.sitting[seat].heard_ms = now_ms

    @property
    def due_ms(self) -> float:
        """When the next probe is due, or a connection has been silent for too long."""
        return min((min(each.ask_ms, _silent_at(each)) for each in self.sitting.values()), default=_NEVER)

    def probes(self, now_ms: float) -> Iterator[tuple[str, int]]:
        """The connections to be asked now, with the number of the probe."""
        for sitting in self.sitting.values():
            if sitting.ask_ms <= now_ms and sitting.connection is not None:
                sitting.asked += 1
                sitting.ask_ms = now_ms + (SOON_MS if sitting.asked < AT_FIRST else LATER_MS)
                self._looked_at(sitting, now_ms)
                yield sitting.connection, sitting.asked

    def silent(self, now_ms: float) -> list[str]:
        """The connections that have said nothing for too long."""
        return [each.connection for each in self.sitting.values() if each.connection and _silent_at(each) <= now_ms]

    # What holds now --------------------------------------------------------------------------------------
    def is_there(self, seat: int) -> bool:
        """Whether a seat has a connection; a computer is always there."""
        return seat not in self.sitting or self.sitting[seat].connection is not None

    def is_too_slow(self, seat: int) -> bool:
        """Whether a seat is farther away than its table allows, as far as has been measured."""
        return seat in self.sitting and self.sitting[seat].slow_since_ms is not None

    def is_measured(self, seat: int) -> bool:
        """Whether its probes say enough of a seat's connection."""
        return seat not in self.sitting or self.sitting[seat].probes.is_enough

    def rtt_ms(self, seat: int) -> int | None:
        """The quickest round trip of a seat, once it is measured; None before that, and of computers."""
        probes = self.sitting[seat].probes if seat in self.sitting else None
        return round(probes.floor_ms) if probes is not None and probes.is_enough else None

    def base_ms(self, seat: int) -> int:
        """How much lag is believed of a seat any time."""
        return self.sitting[seat].probes.base_ms(self.limits.cap_ms)

    def missing_ms(self, seat: int, now_ms: float) -> float | None:
        """How long a seat has been empty; None if it is not."""
        since = self.sitting[seat].missing_since_ms if seat in self.sitting else None
        return None if since is None else now_ms - since

    def given_up_at_ms(self, seat: int) -> float | None:
        """From when on the others need not wait for a seat any longer; None if somebody plays there."""
        sitting = self.sitting.get(seat)
        if sitting is None or sitting.away_since_ms is None:
            return None
        patience = max(0.0, min(GIVEN_UP_MS, GIVEN_UP_IN_ALL_MS - sitting.missed_ms))
        return sitting.away_since_ms + patience

    def is_given_up(self, seat: int, now_ms: float) -> bool:
        """Whether the others need not wait for a seat any longer."""
        at = self.given_up_at_ms(seat)
        return at is not None and at <= now_ms


def _silent_at(sitting: Sitting) -> float:
    return sitting.heard_ms + SILENT_MS if sitting.connection is not None else _NEVER
