"""SVG elements as text, escaped on the way in, and the patterns that tell series apart without colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from html import escape


class Markup(str):
    """Text that is SVG already: templates take it as it is (`__html__`), `element` does not escape it again."""

    __slots__ = ()

    def __html__(self) -> Markup:
        return self


class Tone(StrEnum):
    """A colour of the page by its token; the value is part of a class name."""

    PINE = "pine"
    INDIGO = "indigo"
    GOLD = "gold"
    VERMILION = "vermilion"
    INK = "ink"


class Fill(StrEnum):
    """How an area is filled; the value is part of a class name and of a pattern's id."""

    SOLID = "solid"
    STRIPES = "stripes"
    DOTS = "dots"
    HOLLOW = "hollow"


@dataclass(frozen=True, slots=True)
class Series:
    """What one kind of mark stands for and how it is drawn."""

    label: str
    tone: Tone = Tone.PINE
    fill: Fill = Fill.SOLID


def element(name: str, *children: str, **attributes: object) -> Markup:
    """One element; a trailing underscore is dropped from names, others become hyphens, None leaves one out.

    >>> element("text", "a < b", x=12.5, text_anchor="end", class_="tick")
    '<text x="12.5" text-anchor="end" class="tick">a &lt; b</text>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(number(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(child if isinstance(child, Markup) else escape(child) for child in children)
    return Markup(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")


def group(children: Iterable[str]) -> Markup:
    """Several pieces as one."""
    return Markup("".join(children))


def number(value: object) -> str:
    """A number as short as two decimals allow; anything else as text.

    >>> number(12.0), number(1 / 3), number("4%")
    ('12', '0.33', '4%')
    """
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".") or "0"
    return str(value)


def percent(share: float) -> str:
    """A share of the whole as SVG writes it.

    >>> percent(0.125), percent(0)
    ('12.5%', '0%')
    """
    return f"{number(float(share) * 100)}%"


def drawing(
    kind: str, label: str, *children: str, height: int | None = None, numbers: Mapping[str, float] | None = None
) -> Markup:
    """The whole plot: one picture for a screen reader, with `label` as what it shows.

    `numbers` become custom properties, for a shape that depends on them.
    """
    style = ";".join(f"--{name}:{number(value)}" for name, value in numbers.items()) if numbers else None
    return element(
        "svg", *children, class_=f"plot plot-{kind}", role="img", aria_label=label, height=height, style=style
    )


def stretched(*children: str) -> Markup:
    """A field of 100 × 100 that fills the plot whatever its shape, for paths, which know no percentages."""
    return element(
        "svg", *children, class_="field", width="100%", height="100%", viewBox="0 0 100 100", preserveAspectRatio="none"
    )


def patterns(name: str, series: Iterable[Series]) -> Markup:
    """The definitions that `paint` refers to; `name` keeps the ids of two plots of one page apart."""
    return element("defs", *(_pattern(name, each) for each in series if each.fill in (Fill.STRIPES, Fill.DOTS)))


def paint(name: str, series: Series) -> dict[str, str]:
    """The attributes of a mark of this series."""
    classes = f"mark tone-{series.tone} fill-{series.fill}"
    if series.fill in (Fill.STRIPES, Fill.DOTS):
        return {"class_": classes, "fill": f"url(#{_pattern_id(name, series)})"}
    return {"class_": classes}


def swatch(name: str, series: Series) -> Markup:
    """A small square for the key."""
    own = f"{name}-key"
    square = element("rect", x=1, y=1, width=12, height=12, **paint(own, series))
    return element(
        "svg",
        patterns(own, [series]),
        square,
        class_="swatch",
        viewBox="0 0 14 14",
        width=14,
        height=14,
        aria_hidden="true",
    )


def dash() -> Markup:
    """A piece of a limit's line for the key."""
    return element(
        "svg",
        element("line", x1=0, x2=22, y1=7, y2=7, class_="limit"),
        class_="swatch",
        viewBox="0 0 22 14",
        width=22,
        height=14,
        aria_hidden="true",
    )


def _pattern_id(name: str, series: Series) -> str:
    return f"{name}-{series.fill}-{series.tone}"


def _pattern(name: str, series: Series) -> Markup:
    ground = element("rect", width=6, height=6, class_="ground")
    if series.fill is Fill.STRIPES:
        figure = element("rect", width=3, height=6, class_="figure")
        turn = "rotate(45)"
    else:
        figure = group(element("circle", cx=at, cy=at, r=1.15, class_="figure") for at in (1.5, 4.5))
        turn = None
    return element(
        "pattern",
        ground,
        figure,
        id=_pattern_id(name, series),
        class_=f"tone-{series.tone}",
        width=6,
        height=6,
        patternUnits="userSpaceOnUse",
        patternTransform=turn,
    )
