"""The rules of promotion as dated data: which class plays which dan, and what leads to a dan.

Sources, and what is assumed where they are silent: docs/promotions.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from typing import Any

from clubs.grades import HIGHEST_DAN, Grade, Placing


class Measure(Enum):
    """What a route counts."""

    PLACINGS = "placings"  # tournaments of a class finished at a placing or better
    POINTS = "points"  # of class A
    MATCH_WINS = "match_wins"  # in class A
    TITLES = "titles"


class Title(Enum):
    """What is above class A. Who loses the match for a title is 準名人 or 準クイーン, its SECOND."""

    MEIJIN = "meijin"
    QUEEN = "queen"
    SENSHUKEN = "senshuken"  # 選手権, played by class A
    SENBATSU = "senbatsu"  # 選抜, played by class A

    @property
    def is_one_match(self) -> bool:
        """A match of two for the title, no tournament of class A."""
        return self in (Title.MEIJIN, Title.QUEEN)


@dataclass(frozen=True, slots=True)
class Route:
    """One way to a dan: `needed` of what `measure` counts, in events of class `grade` or for `title`.

    `placing` is the worst that counts, where placings do.
    """

    key: str
    to_dan: int
    measure: Measure
    needed: int
    grade: Grade | None = None
    placing: Placing | None = None
    title: Title | None = None


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules from a day on. `dans` gives the lowest and highest dan of each class.

    `assumptions` are the keys of what no source says (docs/promotions.md explains each).
    """

    key: str
    valid_from: date
    dans: Mapping[Grade, tuple[int, int]]
    routes: tuple[Route, ...]
    points: Mapping[Placing, int]
    window_fiscal_years: int = 2
    recognition_up_to_dan: int = 3
    merit_up_to_dan: int = HIGHEST_DAN
    sources: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()

    def grade_of(self, dan: int) -> Grade:
        """The class that comes with a dan; of two, as in the years of change, that of the newer system.

        >>> in_force(date(2026, 1, 1)).grade_of(3), in_force(date(2019, 1, 1)).grade_of(2)
        (<Grade.B: 'B'>, <Grade.B: 'B'>)
        """
        return min(grade for grade, (lowest, highest) in self.dans.items() if lowest <= dan <= highest)

    def fits(self, grade: Grade, dan: int) -> bool:
        """Whether a player of this dan plays in this class."""
        lowest, highest = self.dans[grade]
        return lowest <= dan <= highest


@dataclass(frozen=True, slots=True)
class Tightening:
    """What a club asks beyond the association; None keeps a rule. A closed route is not used at all."""

    needed: int | None = None
    placing: Placing | None = None
    is_closed: bool = False


def in_force(on: date) -> RuleSet:
    """The rules that hold on a day; the oldest kept ones before them."""
    held = [rules for rules in RULE_SETS if rules.valid_from <= on]
    return held[-1] if held else RULE_SETS[0]


def tightened(rules: RuleSet, tightenings: Mapping[str, Tightening]) -> RuleSet:
    """The rules as a stricter club applies them, by the keys of their routes.

    ValueError for a key that is no route and for whatever would be easier than the association's rule.
    """
    keys = {route.key for route in rules.routes}
    for key in tightenings:
        if key not in keys:
            raise ValueError(f"no route is called {key}")
    routes = (
        _tighten(route, tightenings.get(route.key, Tightening()))
        for route in rules.routes
        if not (route.key in tightenings and tightenings[route.key].is_closed)
    )
    return replace(rules, routes=tuple(routes))


def read_tightenings(told: Mapping[str, Any]) -> dict[str, Tightening]:
    """What a club keeps as JSON: `{"1-best-4": {"needed": 2, "placing": 2}, "4-runner-up": {"closed": true}}`.

    ValueError for anything else.
    """
    found = {}
    for key, asked in told.items():
        if not isinstance(asked, dict) or set(asked) - {"needed", "placing", "closed"}:
            raise ValueError(f"{key}: needed, placing and closed can be asked for")
        needed, placing = asked.get("needed"), asked.get("placing")
        if needed is not None and (isinstance(needed, bool) or not isinstance(needed, int)):
            raise ValueError(f"{key}: needed is a whole number")
        found[key] = Tightening(needed, None if placing is None else Placing(placing), asked.get("closed") is True)
    return found


def _tighten(route: Route, to: Tightening) -> Route:
    needed = route.needed if to.needed is None else to.needed
    if needed < route.needed:
        raise ValueError(f"a club may ask for more than {route.needed}, not for {needed}")
    placing = route.placing if to.placing is None else to.placing
    if placing is not None and (route.placing is None or placing > route.placing):
        raise ValueError("a club may ask for a better placing, not for a worse one")
    return replace(route, needed=needed, placing=placing)


def _places(key: str, to_dan: int, grade: Grade, placing: Placing, needed: int = 1) -> Route:
    return Route(key, to_dan, Measure.PLACINGS, needed, grade, placing)


def _titles(key: str, to_dan: int, title: Title, needed: int, placing: Placing = Placing.FIRST) -> Route:
    return Route(key, to_dan, Measure.TITLES, needed, placing=placing, title=title)


# 4-dan and above: unchanged since November 1998.
_FROM_FOUR = (
    _places("4-win", 4, Grade.B, Placing.FIRST),
    _places("4-runner-up", 4, Grade.B, Placing.SECOND, 2),
    _places("5-win", 5, Grade.A, Placing.FIRST),
    _places("5-best-4", 5, Grade.A, Placing.BEST_4, 3),
    Route("5-points", 5, Measure.POINTS, 8, Grade.A),
    Route("5-match-wins", 5, Measure.MATCH_WINS, 20, Grade.A),
    _titles("6-meijin-runner-up", 6, Title.MEIJIN, 1, Placing.SECOND),
    _titles("6-queen-runner-up", 6, Title.QUEEN, 1, Placing.SECOND),
    _titles("6-senshuken", 6, Title.SENSHUKEN, 1),
    _titles("6-senbatsu", 6, Title.SENBATSU, 1),
    _places("6-win", 6, Grade.A, Placing.FIRST, 5),
    Route("6-points", 6, Measure.POINTS, 40, Grade.A),
    _titles("7-meijin", 7, Title.MEIJIN, 1),
    _titles("7-queen", 7, Title.QUEEN, 1),
    _titles("7-senshuken", 7, Title.SENSHUKEN, 2),
    _titles("7-senbatsu", 7, Title.SENBATSU, 2),
    _places("7-win", 7, Grade.A, Placing.FIRST, 10),
    _titles("8-meijin", 8, Title.MEIJIN, 2),
    _titles("8-queen", 8, Title.QUEEN, 2),
    _titles("8-senshuken", 8, Title.SENSHUKEN, 3),
    _titles("8-senbatsu", 8, Title.SENBATSU, 3),
    _places("8-win", 8, Grade.A, Placing.FIRST, 15),
)
_POINTS = {Placing.FIRST: 8, Placing.SECOND: 4, Placing.BEST_4: 2, Placing.BEST_8: 1}
_ASSUMPTIONS = ("a-points", "window-to-today", "better-counts", "titles-are-class-a-wins")
_1998 = "http://nagaraushi.g1.xrea.com/dan-i-kijun.html"
_2020 = "http://www.kakyo-karuta.com/data/shutsujohenko.html"

_OLD_DANS = {Grade.E: (0, 0), Grade.D: (0, 0), Grade.C: (1, 1), Grade.B: (2, 3), Grade.A: (4, HIGHEST_DAN)}
_NEW_DANS = {Grade.E: (0, 0), Grade.D: (1, 1), Grade.C: (2, 2), Grade.B: (3, 3), Grade.A: (4, HIGHEST_DAN)}
_NEW_LOWER = (
    _places("1-best-4", 1, Grade.E, Placing.BEST_4),
    _places("2-best-4", 2, Grade.D, Placing.BEST_4),
    _places("3-best-4", 3, Grade.C, Placing.BEST_4),
)

RULE_SETS = (
    RuleSet(
        key="1998",
        valid_from=date(1998, 11, 1),
        dans=_OLD_DANS,
        routes=(
            _places("1-best-4", 1, Grade.D, Placing.BEST_4),
            _places("2-best-4", 2, Grade.C, Placing.BEST_4),
            _places("3-best-4", 3, Grade.B, Placing.BEST_4),
            *_FROM_FOUR,
        ),
        points=_POINTS,
        sources=(_1998, _2020),
        assumptions=(*_ASSUMPTIONS, "old-window"),
    ),
    RuleSet(
        key="2020",
        valid_from=date(2020, 4, 1),
        # Who had entered class B, C or D before went on there: the classes of both systems side by side.
        dans={Grade.E: (0, 0), Grade.D: (0, 1), Grade.C: (1, 2), Grade.B: (2, 3), Grade.A: (4, HIGHEST_DAN)},
        routes=(
            *_NEW_LOWER,
            _places("1-best-8", 1, Grade.D, Placing.BEST_8),
            _places("2-best-8", 2, Grade.C, Placing.BEST_8),
            _places("3-best-8", 3, Grade.B, Placing.BEST_8),
            *_FROM_FOUR,
        ),
        points=_POINTS,
        sources=(_2020,),
        assumptions=_ASSUMPTIONS,
    ),
    RuleSet(
        key="2022",
        valid_from=date(2022, 4, 1),
        dans=_NEW_DANS,
        routes=(*_NEW_LOWER, *_FROM_FOUR),
        points=_POINTS,
        sources=(_2020, _1998),
        assumptions=_ASSUMPTIONS,
    ),
)
