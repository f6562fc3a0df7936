"""From numbers to shares of a plot's width or height, and the lines that help to read them back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

from trainer.plots.svg import Markup, element, group, percent

NAME_ROOM = 0.08  # of the height: names of values nearer to each other would touch


@dataclass(frozen=True, slots=True)
class Tick:
    """A value with a thin line and its name."""

    value: float
    label: str


@dataclass(frozen=True, slots=True)
class Limit:
    """A value to be held against: a target, a most; drawn dashed, with its name on it."""

    value: float
    label: str


@dataclass(frozen=True, slots=True)
class Scale:
    """`low` to `high` as 0 to 1; ValueError if they are the same."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if self.high <= self.low:
            raise ValueError("a scale goes up")

    def share(self, value: float) -> float:
        """Where `value` lies, held within 0-1.

        >>> Scale(0.5, 1.0).share(0.75), Scale(0, 10).share(12)
        (0.5, 1.0)
        """
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)


def nice(most: float, ticks: int = 4) -> tuple[float, ...]:
    """Round values from 0 to at least `most`, about `ticks` steps of 1, 2 or 5 times a power of ten.

    >>> nice(37), nice(0)
    ((0.0, 10.0, 20.0, 30.0, 40.0), (0.0, 1.0))
    """
    if most <= 0:
        return (0.0, 1.0)
    rough = most / ticks
    power = 10.0 ** floor(log10(rough))
    step = next(each * power for each in (1, 2, 5, 10) if each * power >= rough * 0.999)
    count = 1
    while count * step < most * 0.999:
        count += 1
    return tuple(round(place * step, 10) for place in range(count + 1))


def levels(scale: Scale, ticks: Sequence[Tick], limit: Limit | None = None) -> Markup:
    """Thin lines across with their names at the left, outside of the field; a name too near the limit's gives way."""
    return group(
        group(
            (
                element("line", class_="grid", x1=0, x2="100%", y1=_up(scale, tick.value), y2=_up(scale, tick.value)),
                _name_at_left(scale, tick.value, "" if _is_near(scale, tick, limit) else tick.label, "tick"),
            )
        )
        for tick in ticks
    )


def level_limit(scale: Scale, limit: Limit | None) -> Markup:
    """A dashed line across, named at the left among the ticks: inside the field the data would cross its name."""
    if limit is None:
        return Markup("")
    y = _up(scale, limit.value)
    return group(
        (
            element("line", class_="limit", x1=0, x2="100%", y1=y, y2=y),
            _name_at_left(scale, limit.value, limit.label, "tick limit-name"),
        )
    )


def _is_near(scale: Scale, tick: Tick, limit: Limit | None) -> bool:
    return limit is not None and abs(scale.share(tick.value) - scale.share(limit.value)) < NAME_ROOM


def _name_at_left(scale: Scale, value: float, name: str, css: str) -> Markup:
    if not name:
        return Markup("")
    return element("text", name, class_=css, x=-8, y=_up(scale, value), dy=".35em", text_anchor="end")


def names_below(names: Sequence[str], *, most: int = 6) -> Markup:
    """Names under equal slots: at most `most` of them, evenly, and always the last."""
    count = len(names)
    every = max(-(-count // most), 1)
    return group(
        element(
            "text", name, class_="tick", x=percent((place + 0.5) / count), y="100%", dy="1.5em", text_anchor="middle"
        )
        for place, name in enumerate(names)
        if name and (count - 1 - place) % every == 0
    )


def _up(scale: Scale, value: float) -> str:
    return percent(1 - scale.share(value))
