"""Bars that lie, each with a ring where it was before: how far, how it changed, and which have reached the target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trainer.plots.scale import Limit, Scale, Tick
from trainer.plots.svg import Fill, Markup, Series, Tone, drawing, element, group, paint, patterns, percent

ROW_PX = 30
BAR_PX = 12
HEAD_PX = 26

WITHIN = Series("", Tone.PINE, Fill.SOLID)
BEYOND = Series("", Tone.GOLD, Fill.STRIPES)


@dataclass(frozen=True, slots=True)
class Row:
    """One bar; None where nothing is known. `note` is written at the right end of the row."""

    label: str
    value: float | None
    before: float | None = None
    note: str = ""


def rows(name: str, label: str, data: Sequence[Row], *, ticks: Sequence[Tick], limit: Limit) -> Markup:
    """The plot; less is better: bars within the limit are solid, those beyond it striped."""
    scale = Scale(0, ticks[-1].value)
    bottom = HEAD_PX + len(data) * ROW_PX
    at_limit = percent(scale.share(limit.value))
    return drawing(
        "rows",
        label,
        patterns(name, [BEYOND]),
        *(
            element("line", class_="grid", x1=_x(scale, tick), x2=_x(scale, tick), y1=HEAD_PX, y2=bottom)
            for tick in ticks
        ),
        *(
            element("text", tick.label, class_="tick", x=_x(scale, tick), y=bottom, dy="1.3em", text_anchor="middle")
            for tick in ticks
        ),
        *(_row(name, row, HEAD_PX + (place + 0.5) * ROW_PX, scale, limit) for place, row in enumerate(data)),
        element("line", class_="limit", x1=at_limit, x2=at_limit, y1=HEAD_PX - 6, y2=bottom),
        element("text", limit.label, class_="limit-name", x=at_limit, y=HEAD_PX - 12, text_anchor="middle"),
        height=bottom,
    )


def _row(name: str, row: Row, y: float, scale: Scale, limit: Limit) -> Markup:
    parts = [element("text", row.label, class_="kana", lang="ja", x=-10, y=y, dy=".35em", text_anchor="end")]
    if row.value is not None:
        series = WITHIN if row.value <= limit.value else BEYOND
        parts.append(
            element(
                "rect",
                x=0,
                y=y - BAR_PX / 2,
                height=BAR_PX,
                width=percent(scale.share(row.value)),
                **paint(name, series),
            )
        )
    if row.before is not None:
        parts.append(element("circle", class_="ring", cx=percent(scale.share(row.before)), cy=y, r=5))
    parts.append(element("text", row.note, class_="note", x="100%", dx=8, y=y, dy=".35em"))
    return group(parts)


def _x(scale: Scale, tick: Tick) -> str:
    return percent(scale.share(tick.value))
