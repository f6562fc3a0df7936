"""Who may be promoted, from results, by the rules in force; an organiser decides (docs/promotions.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from clubs.grades import Grade, Placing, Standing, fiscal_year, fiscal_year_start
from clubs.promotion_rules import Measure, Route, RuleSet, Title


@dataclass(frozen=True, slots=True)
class Result:
    """One player's result in one event; `ref` is how the caller finds it again, to show as evidence.

    `placing` is None below the last eight. `match_wins` are the matches won, without byes and walkovers.
    `points` overrides the table where the association has published its own number. A championship has a
    `title` and counts for class A too; the match for Meijin or Queen counts for its title alone.
    """

    ref: str
    on: date
    grade: Grade | None
    placing: Placing | None = None
    match_wins: int = 0
    is_sanctioned: bool = True
    is_team: bool = False
    title: Title | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Promotion:
    """A candidate: `route` is the reason's key, `count` of `needed` its facts, `evidence` the refs of the results."""

    from_grade: Grade
    to_grade: Grade
    from_dan: int
    to_dan: int
    route: Route
    count: int
    evidence: tuple[str, ...]


def window(on: date, rules: RuleSet) -> tuple[date, date]:
    """The first and last day whose results count on `on`: the fiscal years before, and this one so far.

    >>> from clubs.promotion_rules import in_force
    >>> [day.isoformat() for day in window(date(2026, 11, 30), in_force(date(2026, 11, 30)))]
    ['2024-04-01', '2026-11-30']
    """
    return fiscal_year_start(fiscal_year(on) - rules.window_fiscal_years), on


def candidates(now: Standing, results: Iterable[Result], on: date, rules: RuleSet) -> list[Promotion]:
    """Every route by which a player has reached the highest dan open to them; none if there is no higher one.

    `now` is the player's standing on `on`. Results outside the window, unofficial and team results do not count.
    Nobody's class or dan falls: one who plays above the class of the dan keeps the class.
    """
    first, last = window(on, rules)
    counted = sorted(
        (result for result in results if result.is_sanctioned and not result.is_team and first <= result.on <= last),
        key=lambda result: (result.on, result.ref),
    )
    reached = [(route, *_count(route, counted, rules)) for route in rules.routes if route.to_dan > now.dan]
    reached = [(route, count, evidence) for route, count, evidence in reached if count >= route.needed]
    highest = max((route.to_dan for route, _, _ in reached), default=0)
    return [
        Promotion(
            from_grade=now.grade,
            to_grade=max(now.grade, rules.grade_of(route.to_dan)),
            from_dan=now.dan,
            to_dan=route.to_dan,
            route=route,
            count=count,
            evidence=tuple(result.ref for result in evidence),
        )
        for route, count, evidence in reached
        if route.to_dan == highest
    ]


def _count(route: Route, results: list[Result], rules: RuleSet) -> tuple[int, list[Result]]:
    """How much of what a route asks for is there, and in which results."""
    worth = [(_worth(route, result, rules), result) for result in results]
    return sum(value for value, _ in worth), [result for value, result in worth if value]


def _worth(route: Route, result: Result, rules: RuleSet) -> int:
    if route.measure is Measure.TITLES:
        return int(result.title is route.title and _is_placed(result, route))
    if result.grade is not route.grade or (result.title is not None and result.title.is_one_match):
        return 0
    if route.measure is Measure.MATCH_WINS:
        return result.match_wins
    if route.measure is Measure.POINTS:
        return _points(result, rules)
    return int(_is_placed(result, route))


def _is_placed(result: Result, route: Route) -> bool:
    return result.placing is not None and route.placing is not None and result.placing <= route.placing


def _points(result: Result, rules: RuleSet) -> int:
    if result.points is not None:
        return result.points
    return rules.points.get(result.placing, 0) if result.placing is not None else 0
