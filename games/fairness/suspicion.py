"""What a person should look at after a match: flags with their numbers, never a verdict and never a ban.

A watch over one seat is folded over the readings of a match. Players as they are modelled (docs/karuta-bots.md) on
lines as they are simulated raise none (docs/fairness.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import sqrt
from statistics import quantiles

from games.fairness.lag import Grant

LEAST_TOUCHES = 20  # below this no share and no spread says anything
MOST_PERCENT = 50  # of the touches at the ceiling, and of those sooner than the line
EARLY_MS = 100  # sooner than this after the deciding sound nobody has heard it and moved
EARLY_PERCENT = 20  # of touches that guess right: the best players as modelled
EARLY_DEVIATIONS = 3  # so many standard deviations above that share are no luck
EVEN_MS = 40  # between the quartiles
SOONER_MS = 10  # so much less than half the floor no lag can be, however the two ways share the round trip
FLOOR_JUMP_MS = 25
LEAST_JUMPS = 3


class Suspicion(StrEnum):
    """What was noticed."""

    CEILING = "ceiling"  # claims as much lag as there is to be had, time after time
    EARLY = "early"  # on the right card before anybody can have heard which it is, oftener than luck
    EVEN = "even"  # reactions more alike than people's
    SOONER = "sooner"  # touches come over the line more quickly than probes do
    FLOOR = "floor"  # the quickest round trip jumps about


@dataclass(frozen=True, slots=True)
class Flag:
    """Something noticed, and the numbers it was noticed by."""

    suspicion: Suspicion
    evidence: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Observed:
    """One seat in one reading.

    `floor_ms` of its connection (None: no probe yet); `grant` of the touch that counts (None: it touched nothing);
    `reaction_ms`: effective less `decided_ms`, if that touch was on the read card (else None).
    """

    floor_ms: float | None = None
    grant: Grant | None = None
    reaction_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """One seat over a match: counts of readings and touches; `jumps` are (reading, floor before, floor then)."""

    readings: int = 0
    touches: int = 0
    at_ceiling: int = 0
    sooner: int = 0
    reactions_ms: tuple[int, ...] = ()
    floor_ms: float | None = None
    jumps: tuple[tuple[int, int, int], ...] = ()

    def after(self, seen: Observed) -> Watch:
        """With one more reading."""
        return _with_touch(_with_floor(self, seen.floor_ms), seen)

    def flags(self) -> tuple[Flag, ...]:
        """What there is to look at."""
        return (*self._of_touches(), *self._of_reactions(), *self._of_jumps())

    def _of_touches(self) -> Iterator[Flag]:
        for suspicion, count in ((Suspicion.CEILING, self.at_ceiling), (Suspicion.SOONER, self.sooner)):
            if self.touches >= LEAST_TOUCHES and count * 100 >= self.touches * MOST_PERCENT:
                yield Flag(suspicion, {"count": count, "touches": self.touches})

    def _of_reactions(self) -> Iterator[Flag]:
        n = len(self.reactions_ms)
        if n < LEAST_TOUCHES:
            return
        early, share = sum(each < EARLY_MS for each in self.reactions_ms), EARLY_PERCENT / 100
        if early > n * share + EARLY_DEVIATIONS * sqrt(n * share * (1 - share)):
            yield Flag(Suspicion.EARLY, {"count": early, "touches": n, "sooner_than_ms": EARLY_MS})
        lower, median, upper = quantiles(self.reactions_ms, n=4)
        if upper - lower < EVEN_MS:
            evidence = {"between_quartiles_ms": round(upper - lower), "median_ms": round(median), "touches": n}
            yield Flag(Suspicion.EVEN, evidence)

    def _of_jumps(self) -> Iterator[Flag]:
        if len(self.jumps) >= LEAST_JUMPS:
            floors = [floor for _, *pair in self.jumps for floor in pair]
            yield Flag(Suspicion.FLOOR, {"jumps": len(self.jumps), "lowest_ms": min(floors), "highest_ms": max(floors)})


def _with_floor(watch: Watch, floor_ms: float | None) -> Watch:
    number, before_ms = watch.readings + 1, watch.floor_ms
    if floor_ms is None or before_ms is None or abs(floor_ms - before_ms) < FLOOR_JUMP_MS:
        return replace(watch, readings=number, floor_ms=before_ms if floor_ms is None else floor_ms)
    jump = (number, round(before_ms), round(floor_ms))
    return replace(watch, readings=number, floor_ms=floor_ms, jumps=(*watch.jumps, jump))


def _with_touch(watch: Watch, seen: Observed) -> Watch:
    grant = seen.grant
    if grant is None or grant.effective_ms < 0:
        return watch
    is_sooner = seen.floor_ms is not None and grant.lag_ms < seen.floor_ms / 2 - SOONER_MS
    reactions = watch.reactions_ms if seen.reaction_ms is None else (*watch.reactions_ms, seen.reaction_ms)
    return replace(
        watch,
        touches=watch.touches + 1,
        at_ceiling=watch.at_ceiling + grant.is_at_ceiling,
        sooner=watch.sooner + is_sooner,
        reactions_ms=reactions,
    )
