"""The plots of clubs, from numbers to figures with their tables (trainer.plots)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from django.utils.translation import gettext as _

from clubs.models import RatingPoint
from clubs.rating import GAMES_TO_SHOW
from trainer.figures import short_day, whole_day
from trainer.plots import Figure, Point, Table, Tick, line

MOST_POINTS = 60
STEP = 100  # points between two lines of the scale
MOST_TICKS = 6


def course(points: Sequence[RatingPoint]) -> Figure:
    """A player's strength at the end of each day with a game, at most `MOST_POINTS` of them, evenly; hollow while the
    games were too few to be shown."""
    every = ceil(len(points) / MOST_POINTS)
    shown = [point for place, point in enumerate(points) if (len(points) - 1 - place) % every == 0]
    low, high = min(point.mu for point in shown), max(point.mu for point in shown)
    step = STEP * max(1, ceil((high - low) / STEP / MOST_TICKS))
    bottom, top = floor(low / step) * step, max(ceil(high / step) * step, floor(low / step) * step + step)
    label = _("Strength after each day with games, in points")
    drawn = line(
        label,
        [Point(short_day(point.day), point.mu, weak=point.games < GAMES_TO_SHOW) for point in shown],
        low=bottom,
        ticks=[Tick(value, str(value)) for value in range(bottom, top + 1, step)],
    )
    rows = tuple(
        (whole_day(point.day), f"{point.mu:.0f}", f"± {point.sigma:.0f}", str(point.games)) for point in shown[::-1]
    )
    return Figure(drawn, Table((_("Day"), _("Strength"), _("Uncertainty"), _("Games")), rows), label)
