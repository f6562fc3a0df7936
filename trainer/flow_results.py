"""What finished fuda-nagashi tell: one line each, the best of its kind, and the plot of a history."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from statistics import median
from uuid import UUID

from trainer.models import Person, Run, Turn
from trainer.piles import label_of_stored
from trainer.poems.bands import WHOLE, Band, Gap, band, gap, is_accurate
from trainer.runs import with_counts

Kind = tuple[str, str, str]  # pile, mode, facing: only runs of one kind are compared
SLOWEST_SHOWN = 10
PLOTTED = 60


@dataclass(frozen=True)
class Result:
    """One finished run. `total_ms` is None when the time of a card is unknown."""

    key: UUID
    kind: Kind
    label: str
    mode: str
    facing: str
    started_at: datetime
    cards: int
    misses: int
    total_ms: int | None
    hasty: int = 0  # cards turned quicker than one can see and say them

    @property
    def is_hasty(self) -> bool:
        """Whether the median card was turned quicker than anybody can: keys were pressed, no card was named."""
        return 2 * self.hasty > self.cards

    @property
    def is_accurate(self) -> bool:
        return is_accurate(self.misses, self.cards)

    @property
    def right_percent(self) -> float:
        return 100 * (self.cards - self.misses) / self.cards

    @property
    def pace_ms(self) -> float | None:
        """Time per card, in ms: piles that grow, as the poems learnt do, compare by it."""
        return None if self.total_ms is None else self.total_ms / self.cards

    @property
    def is_whole(self) -> bool:
        return self.cards == WHOLE

    @property
    def band(self) -> Band | None:
        return None if self.total_ms is None or self.is_hasty else band(self.total_ms, self.misses, self.cards)

    @property
    def gap(self) -> Gap | None:
        if self.total_ms is None or self.is_hasty or not self.is_whole:
            return None
        return gap(self.total_ms, self.misses)


def result_of(run: Run) -> Result:
    """The line of a run that `with_counts` has counted."""
    return Result(
        key=run.key,
        kind=(run.pile, run.mode, run.facing),
        label=label_of_stored(run.pile),
        mode=run.get_mode_display(),
        facing=run.get_facing_display(),
        started_at=run.started_at,
        cards=run.cards,
        misses=run.misses,
        total_ms=run.total_ms,
        hasty=run.hasty,
    )


def results(person: Person) -> list[Result]:
    """All finished runs of a person, the newest first. One query."""
    runs = with_counts(person.runs.filter(finished_at__isnull=False)).order_by("-started_at")
    return [result_of(run) for run in runs]


def best(lines: Iterable[Result]) -> Result | None:
    """The quickest by time per card among those with 98 % right and not hasty; the earlier one of equals."""
    timed = [line for line in lines if line.pace_ms is not None and line.is_accurate and not line.is_hasty]
    return min(timed, key=lambda line: (line.pace_ms, line.started_at), default=None)


def bests(lines: Iterable[Result]) -> list[Result]:
    """The best of every kind that has one, the kind last run first."""
    kinds: dict[Kind, list[Result]] = {}
    for line in lines:
        kinds.setdefault(line.kind, []).append(line)
    found = (best(each) for each in kinds.values())
    return [line for line in found if line is not None]


def slowest_turns(turns: Sequence[Turn], count: int = SLOWEST_SHOWN) -> list[Turn]:
    """The turns that took longest, the slowest first; those without a time are not among them."""
    timed = [turn for turn in turns if turn.elapsed_ms is not None]
    return sorted(timed, key=lambda turn: (-turn.elapsed_ms, turn.place))[:count]


def median_ms(turns: Iterable[Turn]) -> float | None:
    """The median time of a card; None if no time is known."""
    times = [turn.elapsed_ms for turn in turns if turn.elapsed_ms is not None]
    return median(times) if times else None


# --- the plot -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Point:
    """A run in the plot: `x` in percent of the width, `y` in px from the top, `value` in seconds."""

    line: Result
    x: float
    y: float
    value: float
    is_this: bool
    is_best: bool


@dataclass(frozen=True)
class Rule:
    """A level line across the plot."""

    y: float
    value: float
    band: Band | None = None


@dataclass(frozen=True)
class Plot:
    """A history of one kind of run, oldest first. `per_card`: the values are seconds per card, not totals."""

    points: tuple[Point, ...]
    rules: tuple[Rule, ...]
    segments: tuple[tuple[Point, Point], ...]
    per_card: bool
    height: int


def plot(lines: Iterable[Result], this: UUID, height: int = 220) -> Plot | None:
    """The latest sixty timed runs; None if there are fewer than two, since one dot is no history."""
    timed = sorted((line for line in lines if line.total_ms is not None), key=lambda line: line.started_at)[-PLOTTED:]
    if len(timed) < 2:
        return None
    per_card = len({line.cards for line in timed}) > 1
    values = [(line.pace_ms if per_card else line.total_ms) / 1000 for line in timed]
    lowest, highest = min(values), max(values)
    limits = [each for each in Band if not per_card and timed[0].is_whole and each.limit_ms / 1000 <= highest * 1.05]
    if limits:
        lowest = min(lowest, max((e.limit_ms / 1000 for e in limits if e.limit_ms / 1000 <= lowest), default=lowest))
    room = max((highest - lowest) * 0.08, 0.05)
    lowest, highest = max(lowest - room, 0.0), highest + room
    top, bottom = 18, height - 14

    def at(value: float) -> float:
        return round(bottom - (value - lowest) / (highest - lowest) * (bottom - top), 1)

    champion = best(timed)
    points = tuple(
        Point(line, round(10 + 86 * i / (len(timed) - 1), 2), at(value), value, line.key == this, line is champion)
        for i, (line, value) in enumerate(zip(timed, values, strict=True))
    )
    shown = [each for each in limits if each.limit_ms / 1000 >= lowest]
    rules = tuple(Rule(at(each.limit_ms / 1000), each.limit_ms / 1000, each) for each in shown) or tuple(
        Rule(at(value), value) for value in (min(values), max(values))
    )
    return Plot(points, rules, tuple(pairwise(points)), per_card, height)
