"""How well each class hears, moves and keeps its head: one table (docs/karuta-bots.md).

Only class A is anchored to counted matches; the steps between classes are guesses that hold together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """A class of players. Times are milliseconds, chances are of one reading.

    `mu_ms`, `sigma_ms`, `tau_ms`: the ex-Gaussian between the deciding sound and the touch; a person's own `mu_ms`
    lies up to `spread_ms` beside it (half a step between classes). `early`: moves before the deciding sound because
    the one before it already sounds of it. `lapse`, `lapse_ms`: is elsewhere with its thoughts, and for how long on
    average. `notices`: remembers that a poem was read. `mixes_up` and `strays`: the foul rates, with a confusable card
    on the mat and without. `own_side_ms`: so much later at the own cards than at the other's (attack), or earlier.
    `reach_ms`: for every metre farther than the middle of a territory. `search_ms`: for every card to look through
    where nobody has memorised them.
    """

    key: str
    mu_ms: float
    sigma_ms: float
    tau_ms: float
    early: float
    lapse: float
    lapse_ms: float
    notices: float
    mixes_up: float
    strays: float
    own_side_ms: float
    spread_ms: float
    reach_ms: float
    search_ms: float


#             μ    σ    τ   early lapse  ms  notices mixes strays own spread reach search
_ROWS = (
    ("E", 278, 118, 190, 0.08, 0.150, 1000, 0.72, 0.076, 0.0150, -30, 18.0, 220, 40),
    ("D", 236, 98, 135, 0.17, 0.095, 750, 0.82, 0.066, 0.0110, -15, 14.0, 190, 30),
    ("C", 214, 88, 108, 0.26, 0.065, 600, 0.89, 0.056, 0.0080, -4, 9.0, 170, 22),
    ("B", 198, 80, 90, 0.35, 0.045, 500, 0.94, 0.046, 0.0060, 6, 7.0, 150, 17),
    ("A", 185, 75, 75, 0.45, 0.030, 400, 0.98, 0.036, 0.0040, 12, 7.0, 130, 13),
    ("Meijin", 165, 68, 62, 0.60, 0.020, 350, 0.99, 0.023, 0.0026, 14, 5.0, 110, 10),
)
LEVELS: Mapping[str, Level] = {row[0]: Level(*row) for row in _ROWS}  # the weakest first
