"""How much of the time between a touch and its arrival is believed to have been the network's.

    elapsed   = arrival - go                     the server's own clock
    lag       = max(0, elapsed - claimed)
    granted   = min(lag, base + bank)
    effective = elapsed - granted                what the referee is given
    base      = min(cap, floor / 2 + clamp(p90 - floor, 10, 40))

floor and p90 are of the last 32 round trips of the connection the touch came by. docs/fairness.md has the reasons and
what a simulation of it comes to. Times are whole milliseconds, as the referee's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

PROBES_KEPT = 32
ENOUGH_PROBES = 8  # before as many the ninetieth percentile is one round trip, and says nothing of steadiness
MARGIN_LEAST_MS, MARGIN_MOST_MS = 10, 40
BANK_MOST_MS, BANK_GAIN_MS = 30, 3


@dataclass(frozen=True, slots=True)
class Probes:
    """The last round trips of one connection, as the server measured them; a new connection begins without any.

    >>> probes = Probes()
    >>> for rtt_ms in (52.0, 50.0, 51.0, 58.0, 50.5, 51.0, 50.0, 53.0):
    ...     probes = probes.with_(rtt_ms)
    >>> probes.count, probes.floor_ms, probes.p90_ms, probes.base_ms(80)
    (8, 50.0, 58.0, 35)
    """

    rtts_ms: tuple[float, ...] = ()

    def with_(self, rtt_ms: float) -> Probes:
        """With one more round trip; the oldest of more than 32 is forgotten."""
        return replace(self, rtts_ms=(*self.rtts_ms, max(0.0, rtt_ms))[-PROBES_KEPT:])

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.rtts_ms)

    @property
    def is_enough(self) -> bool:
        """Whether they say how steady the connection is."""
        return self.count >= ENOUGH_PROBES

    @property
    def floor_ms(self) -> float:
        """The quickest; 0 if there is none."""
        return min(self.rtts_ms, default=0.0)

    @property
    def one_way_ms(self) -> int:
        """Half the quickest: by so much a moment named “in so long” has to be named sooner to this connection, so that
        sounds begin together. However the two ways share a round trip, the rest of it is then the lag of a touch."""
        return round(self.floor_ms / 2)

    @property
    def p90_ms(self) -> float:
        """The least that nine in ten do not exceed; 0 if there is none."""
        if not self.rtts_ms:
            return 0.0
        return sorted(self.rtts_ms)[-(-9 * self.count // 10) - 1]

    def base_ms(self, cap_ms: int) -> int:
        """How much lag is believed of this connection any time.

        None without a probe; with fewer than 8 the least margin, since one slow round trip would be their p90.
        """
        if not self.rtts_ms:
            return 0
        spread_ms = self.p90_ms - self.floor_ms if self.is_enough else 0.0
        margin_ms = min(max(spread_ms, MARGIN_LEAST_MS), MARGIN_MOST_MS)
        return min(cap_ms, round(self.floor_ms / 2 + margin_ms))


@dataclass(frozen=True, slots=True)
class Limits:
    """`cap_ms`: the most a base may be; `floor_most_ms`: the slowest floor that may sit down (None: any)."""

    cap_ms: int
    floor_most_ms: int | None

    def may_sit(self, probes: Probes) -> bool:
        """Whether this connection may take a seat. Where there is a limit, not before it has been measured."""
        if self.floor_most_ms is None:
            return True
        return probes.is_enough and probes.floor_ms <= self.floor_most_ms


RATED = Limits(cap_ms=80, floor_most_ms=120)
FRIENDLY = Limits(cap_ms=120, floor_most_ms=None)


@dataclass(frozen=True, slots=True)
class Grant:
    """What a touch counts as.

    `effective_ms` since the first sound, below 0: before it, and void; `lag_ms` claimed, `granted_ms` of it believed,
    `bank_ms` left; `is_at_ceiling`: it claimed as much lag as there was to be had, or more.
    """

    effective_ms: int
    lag_ms: int
    granted_ms: int
    bank_ms: int
    is_at_ceiling: bool


def believe(elapsed_ms: int, claimed_ms: int, base_ms: int, bank_ms: int) -> Grant:
    """When a touch was made that arrived `elapsed_ms` after go and says that it was made at `claimed_ms`.

    Any numbers may be claimed. Before the sound: taken at its word, for it is void. After its own arrival: the arrival
    counts, since nothing arrives before it is sent.

    >>> believe(360, 300, base_ms=70, bank_ms=30)
    Grant(effective_ms=300, lag_ms=60, granted_ms=60, bank_ms=30, is_at_ceiling=False)
    >>> believe(360, 110, base_ms=70, bank_ms=30)
    Grant(effective_ms=260, lag_ms=250, granted_ms=100, bank_ms=0, is_at_ceiling=True)
    """
    if claimed_ms < 0:
        return Grant(min(claimed_ms, elapsed_ms), 0, 0, bank_ms, is_at_ceiling=False)
    lag_ms = max(0, elapsed_ms - claimed_ms)
    ceiling_ms = base_ms + bank_ms
    granted_ms = min(lag_ms, ceiling_ms)
    left_ms = bank_ms - max(0, granted_ms - base_ms)
    return Grant(elapsed_ms - granted_ms, lag_ms, granted_ms, left_ms, is_at_ceiling=lag_ms >= ceiling_ms)


def refilled(bank_ms: int, grants: Iterable[Grant] = ()) -> int:
    """The bank after a reading in which these touches were granted out of `bank_ms`; a match begins with none.

    Each is believed out of the bank as it was when the reading began, and only the dearest is paid: several touches
    held up together were held up once, and what is granted does not hang on the order they came in.
    """
    left_ms = min((grant.bank_ms for grant in grants), default=bank_ms)
    return min(BANK_MOST_MS, left_ms + BANK_GAIN_MS)
