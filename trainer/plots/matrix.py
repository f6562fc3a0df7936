"""What was asked against what was picked: a disc for each pair, its area the count, the count written on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from trainer.plots.svg import Markup, drawing, element, group, percent

LARGEST = 0.46  # radius, of a cell


def matrix(label: str, names: Sequence[str], counts: Sequence[Sequence[int]]) -> Markup:
    """Rows are asked, columns picked, both named `names`. The diagonal is not counted: a line crosses it out.

    The plot has to be square (CSS `aspect-ratio: 1`), or the discs would not be where the cells are.
    """
    size = len(names)
    most = max((n for row, line in enumerate(counts) for column, n in enumerate(line) if row != column), default=0)
    cells = [
        _cell(row, column, counts[row][column], size, most)
        for row in range(size)
        for column in range(size)
        if row != column
    ]
    return drawing(
        "matrix",
        label,
        *(_rule(place / size) for place in range(size + 1)),
        element("line", class_="diagonal", x1=0, y1=0, x2="100%", y2="100%"),
        *cells,
        *(_row_name(name, (place + 0.5) / size) for place, name in enumerate(names)),
        *(_column_name(name, (place + 0.5) / size) for place, name in enumerate(names)),
    )


def _cell(row: int, column: int, count: int, size: int, most: int) -> Markup:
    if count == 0:
        return Markup("")
    at = {"x": percent((column + 0.5) / size), "y": percent((row + 0.5) / size)}
    radius = percent(LARGEST * sqrt(count / most) / size)
    return group(
        (
            element("circle", class_="disc", cx=at["x"], cy=at["y"], r=radius),
            element("text", str(count), class_="count", dy=".35em", text_anchor="middle", **at),
        )
    )


def _rule(share: float) -> Markup:
    at = percent(share)
    return group(
        (
            element("line", class_="grid", x1=0, x2="100%", y1=at, y2=at),
            element("line", class_="grid", y1=0, y2="100%", x1=at, x2=at),
        )
    )


def _row_name(name: str, share: float) -> Markup:
    return element("text", name, class_="kana", lang="ja", x=-8, y=percent(share), dy=".35em", text_anchor="end")


def _column_name(name: str, share: float) -> Markup:
    return element("text", name, class_="kana upright", lang="ja", x=percent(share), y=-8, text_anchor="end")
