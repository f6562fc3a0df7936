"""A year of days, a column a week: the more was done the larger the mark, and a day without is a small dot, no gap."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from trainer.plots.scale import Tick
from trainer.plots.svg import Markup, drawing, element, percent

WEEK = 7
SIZES = (0.1, 0.24, 0.34, 0.44)  # half a side, of a cell: none, a little, more, most


def calendar(
    label: str,
    days: Mapping[date, float],
    *,
    until: date,
    weeks: int,
    steps: Sequence[float],
    months: Sequence[Tick] = (),
) -> Markup:
    """The last `weeks` weeks, Monday on top, up to `until`; `steps` are the two values from which marks grow.

    `months` names columns: `value` is the column's place from 0.
    """
    first = first_day(until, weeks)
    shown = (first + timedelta(days=offset) for offset in range((until - first).days + 1))
    marks = (
        _mark(place // WEEK, place % WEEK, _size(days.get(each, 0), steps), is_today=each == until)
        for place, each in enumerate(shown)
    )
    field = element("svg", *marks, class_="field", width="100%", height="100%", viewBox=f"0 0 {weeks} {WEEK}")
    names = (
        element("text", month.label, class_="tick", x=percent(month.value / weeks), y=0, dy="-.6em") for month in months
    )
    return drawing("calendar", label, field, *names)


def first_day(until: date, weeks: int) -> date:
    """The Monday on which the plot begins.

    >>> first_day(date(2026, 11, 29), 1)
    datetime.date(2026, 11, 23)
    """
    return until - timedelta(days=until.weekday() + WEEK * (weeks - 1))


def _size(value: float, steps: Sequence[float]) -> int:
    return 0 if value <= 0 else 1 + sum(value >= step for step in steps)


def _mark(column: int, row: int, size: int, *, is_today: bool) -> Markup:
    half = SIZES[size]
    classes = f"day day-{size}" + (" today" if is_today else "")
    return element(
        "rect", class_=classes, x=column + 0.5 - half, y=row + 0.5 - half, width=2 * half, height=2 * half, rx=0.08
    )
