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
    first: date,
    until: date,
    weeks: int,
    steps: Sequence[float],
    months: Sequence[Tick] = (),
) -> Markup:
    """The days from `first` to `until`, in `weeks` columns with Monday on top; `steps` are the two values from
    which marks grow. `months` names columns: `value` is the column's place from 0.
    """
    monday = first - timedelta(days=first.weekday())
    marks = (
        _mark((each - monday).days, _size(days.get(each, 0), steps), is_today=each == until)
        for each in (first + timedelta(days=offset) for offset in range((until - first).days + 1))
    )
    field = element("svg", *marks, class_="field", width="100%", height="100%", viewBox=f"0 0 {weeks} {WEEK}")
    names = (
        element("text", month.label, class_="tick", x=percent(month.value / weeks), y=0, dy="-.6em") for month in months
    )
    return drawing("calendar", label, field, *names, numbers={"weeks": weeks})


def _size(value: float, steps: Sequence[float]) -> int:
    return 0 if value <= 0 else 1 + sum(value >= step for step in steps)


def _mark(place: int, size: int, *, is_today: bool) -> Markup:
    column, row = divmod(place, WEEK)
    half = SIZES[size]
    classes = f"day day-{size}" + (" today" if is_today else "")
    return element(
        "rect", class_=classes, x=column + 0.5 - half, y=row + 0.5 - half, width=2 * half, height=2 * half, rx=0.08
    )
