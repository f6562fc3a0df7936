"""Numbers of the ranking and the book as pages show them, and the small course of the last margins."""

from collections.abc import Sequence

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

register = template.Library()

WIDTH, HEIGHT, MOST = 104.0, 36.0, 25


@register.filter
def points(value: float | None) -> str:
    """A strength or its uncertainty: whole points."""
    return "–" if value is None else str(round(value))


@register.filter
def signed(value: float | None) -> str:
    """A mean margin with its sign (−2.3, +0.1)."""
    if value is None:
        return "–"
    sign = "−" if round(value, 1) < 0 else "+" if round(value, 1) > 0 else "±"
    return sign + number_format(abs(value), 1)


@register.filter
def change(value: float) -> str:
    """By how many points a strength has moved, with its sign."""
    return f"{'−' if round(value) < 0 else '+'}{abs(round(value))}"


@register.filter
def one_place(value: float | None) -> str:
    """A mean with one decimal place."""
    return "–" if value is None else number_format(value, 1)


@register.simple_tag
def spark(margins: Sequence[int]) -> SafeString:
    """The margins of the last games: a dot above the line won, a ring below it lost; and in words."""
    step = WIDTH / max(1, len(margins) - 1)
    places = [(place * step, HEIGHT / 2 - margin / MOST * (HEIGHT / 2 - 2)) for place, margin in enumerate(margins)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(
        f'<circle{" class=l" if margin < 0 else ""} cx="{x:.1f}" cy="{y:.1f}" r="2"/>'
        for margin, (x, y) in zip(margins, places, strict=True)
    )
    words = _("Margins of the last games: %(margins)s") % {"margins": ", ".join(f"{margin:+d}" for margin in margins)}
    return format_html(
        '<div class="sp"><svg class="spark" viewBox="0 0 104 36" aria-hidden="true"><path class="z" d="M0 18H104"/>'
        '<polyline points="{}"/>{}</svg><span class="vh">{}</span></div>',
        line,
        mark_safe(dots),  # noqa: S308 (numbers alone)
        words,
    )
