"""Columns side by side, stacked where there are several series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from trainer.plots.scale import Limit, Scale, Tick, level_limit, levels, names_below
from trainer.plots.svg import Markup, Series, drawing, element, group, paint, patterns, percent

FULL = 0.8  # of its slot
WIDEST = 0.125  # of the plot: a lone column as wide as its slot would look like much, whatever it counts


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the values of the series from the bottom up; `note` is written on top of it."""

    label: str
    values: tuple[float, ...]
    note: str = ""


def columns(
    name: str,
    label: str,
    data: Sequence[Column],
    series: Sequence[Series],
    *,
    ticks: Sequence[Tick],
    limit: Limit | None = None,
    width: float = FULL,
    kind: str = "columns",
) -> Markup:
    """The plot; the last tick is its top. `name` is unique on the page."""
    scale = Scale(0, ticks[-1].value)
    return drawing(
        kind,
        label,
        patterns(name, series),
        levels(scale, ticks, limit),
        *(
            _column(name, column, place / len(data), 1 / len(data), series, scale, width)
            for place, column in enumerate(data)
        ),
        level_limit(scale, limit),
        names_below([column.label for column in data]),
    )


def _column(
    name: str, column: Column, left: float, slot: float, series: Sequence[Series], scale: Scale, width: float
) -> Markup:
    tops = tuple(accumulate(column.values))
    share = min(slot * width, WIDEST)
    parts = [
        element(
            "rect",
            x=percent(left + (slot - share) / 2),
            width=percent(share),
            y=percent(1 - scale.share(top)),
            height=percent(scale.share(top) - scale.share(top - value)),
            **paint(name, each),
        )
        for value, top, each in zip(column.values, tops, series, strict=True)
        if value > 0
    ]
    if column.note:
        y = percent(1 - scale.share(tops[-1]))
        parts.append(
            element(
                "text", column.note, class_="note", x=percent(left + slot / 2), y=y, dy="-.4em", text_anchor="middle"
            )
        )
    return group(parts)
