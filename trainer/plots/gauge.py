"""One number on a line, with the stretch in which it should lie."""

from __future__ import annotations

from trainer.plots.scale import Scale
from trainer.plots.svg import Markup, drawing, element, percent

HEIGHT_PX = 44


def gauge(label: str, value: float, *, top: float, healthy: tuple[float, float], marks: tuple[str, str]) -> Markup:
    """The plot from 0 to `top`; `marks` name both ends of the healthy stretch."""
    scale = Scale(0, top)
    low, high = (scale.share(each) for each in healthy)
    at = percent(scale.share(value))
    return drawing(
        "gauge",
        label,
        element("line", class_="track", x1=0, x2="100%", y1=14, y2=14),
        element("rect", class_="healthy", x=percent(low), width=percent(high - low), y=8, height=12),
        element("text", marks[0], class_="tick", x=percent(low), y=38, text_anchor="middle"),
        element("text", marks[1], class_="tick", x=percent(high), y=38, text_anchor="middle"),
        element("circle", class_="dot", cx=at, cy=14, r=7),
        height=HEIGHT_PX,
    )
