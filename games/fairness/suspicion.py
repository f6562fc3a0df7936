"""What a person should look at after a match: flags with their numbers, never a verdict and never a ban.

A watch over one seat is folded over the readings of a match. The thresholds are where players as they are modelled
(docs/karuta-bots.md), on lines as they are simulated (docs/fairness.md), are flagged in fewer than one match in 200.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import quantiles

LEAST_TOUCHES = 20  # below this no share and no spread says anything
EARLY_MS = 100  # sooner than this after the deciding sound nobody has heard it and moved
EARLY_PERCENT = 25
CEILING_PERCENT = 50
EVEN_MS = 40  # between the quartiles
FLOOR_JUMP_MS = 25
JUMPS = 3


class Suspicion(StrEnum):
    """What was noticed."""

    CEILING = "ceiling"  # claims as much lag as there is to be had, time after time
    EARLY = "early"  # on the right card before anybody can have heard which it is, time after time
    EVEN = "even"  # reactions more alike than people's
    FLOOR = "floor"  # the quickest round trip jumps about


@dataclass(frozen=True, slots=True)
class Flag:
    """Something noticed, and the numbers it was noticed by."""

    suspicion: Suspicion
    evidence: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Observed:
    """One seat in one reading.

    `floor_ms` of its connection (None: no probe yet); `is_at_ceiling` of the grant of its touch (None: it touched
    nothing); `reaction_ms`: effective less `decided_ms`, if it touched the read card (else None).
    """

    floor_ms: float | None = None
    is_at_ceiling: bool | None = None
    reaction_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """One seat over a match. `jumps` are (reading, floor before, floor then)."""

    readings: int = 0
    touches: int = 0
    at_ceiling: int = 0
    reactions_ms: tuple[int, ...] = ()
    floor_ms: float | None = None
    jumps: tuple[tuple[int, int, int], ...] = ()

    def after(self, seen: Observed) -> Watch:
        """With one more reading."""
        number = self.readings + 1
        is_touch, reaction = seen.is_at_ceiling is not None, seen.reaction_ms
        floor_ms, jumps = self.floor_ms, self.jumps
        if seen.floor_ms is not None:
            if floor_ms is not None and abs(seen.floor_ms - floor_ms) >= FLOOR_JUMP_MS:
                jumps = (*jumps, (number, round(floor_ms), round(seen.floor_ms)))
            floor_ms = seen.floor_ms
        return replace(
            self,
            readings=number,
            touches=self.touches + is_touch,
            at_ceiling=self.at_ceiling + (seen.is_at_ceiling is True),
            reactions_ms=self.reactions_ms if reaction is None else (*self.reactions_ms, reaction),
            floor_ms=floor_ms,
            jumps=jumps,
        )

    def flags(self) -> tuple[Flag, ...]:
        """What there is to look at."""
        return tuple(self._flags())

    def _flags(self) -> Iterator[Flag]:
        if self.touches >= LEAST_TOUCHES and self.at_ceiling * 100 >= self.touches * CEILING_PERCENT:
            yield Flag(Suspicion.CEILING, {"at_ceiling": self.at_ceiling, "touches": self.touches})
        if len(self.reactions_ms) >= LEAST_TOUCHES:
            early = sum(each < EARLY_MS for each in self.reactions_ms)
            if early * 100 >= len(self.reactions_ms) * EARLY_PERCENT:
                yield Flag(
                    Suspicion.EARLY, {"early": early, "touches": len(self.reactions_ms), "sooner_than_ms": EARLY_MS}
                )
            lower, median, upper = quantiles(self.reactions_ms, n=4)
            if upper - lower < EVEN_MS:
                spread = round(upper - lower)
                evidence = {"spread_ms": spread, "median_ms": round(median), "touches": len(self.reactions_ms)}
                yield Flag(Suspicion.EVEN, evidence)
        if len(self.jumps) >= JUMPS:
            highest = max(max(before, then) for _, before, then in self.jumps)
            lowest = min(min(before, then) for _, before, then in self.jumps)
            yield Flag(Suspicion.FLOOR, {"jumps": len(self.jumps), "lowest_ms": lowest, "highest_ms": highest})
