"""A line through points in time, with gaps where nothing is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from trainer.plots.scale import Limit, Scale, Tick, level_limit, levels, names_below
from trainer.plots.svg import Markup, drawing, element, group, number, percent, stretched


@dataclass(frozen=True, slots=True)
class Point:
    """A value or None; `weak` ones rest on few numbers and are drawn hollow; `note` stands beside it."""

    label: str
    value: float | None
    weak: bool = False
    note: str = ""


def line(
    label: str, points: Sequence[Point], *, low: float, ticks: Sequence[Tick], limit: Limit | None = None
) -> Markup:
    """The plot from `low` to the last tick. Points lie in the middle of equal slots, as columns would."""
    scale = Scale(low, ticks[-1].value)
    places = [((place + 0.5) / len(points), point) for place, point in enumerate(points)]
    return drawing(
        "line",
        label,
        levels(scale, ticks, limit),
        level_limit(scale, limit),
        stretched(*(_path(run, scale) for run in _runs(places))),
        *(_dot(x, point, scale) for x, point in places if point.value is not None),
        names_below([point.label for point in points]),
    )


def _runs(places: Sequence[tuple[float, Point]]) -> list[list[tuple[float, float]]]:
    return [
        [(x, point.value) for x, point in run if point.value is not None]
        for is_known, run in groupby(places, key=lambda each: each[1].value is not None)
        if is_known
    ]


def _path(run: Sequence[tuple[float, float]], scale: Scale) -> Markup:
    steps = " L".join(f"{number(x * 100)} {number((1 - scale.share(value)) * 100)}" for x, value in run)
    return element("path", class_="trend", d=f"M{steps}", vector_effect="non-scaling-stroke")


def _dot(x: float, point: Point, scale: Scale) -> Markup:
    share = scale.share(point.value or 0.0)
    at = {"x": percent(x), "y": percent(1 - share)}
    dot = element("circle", class_="dot weak" if point.weak else "dot", cx=at["x"], cy=at["y"], r=4)
    if not point.note:
        return dot
    over = "1.7em" if share > 0.85 else "-.8em"
    return group(
        (dot, element("text", point.note, class_="note", dy=over, text_anchor="end" if x > 0.9 else "middle", **at))
    )
