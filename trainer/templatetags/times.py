"""Times as people read them."""

from django import template
from django.utils import formats

register = template.Library()


@register.filter
def seconds(elapsed_ms: float | None, digits: int = 1) -> str:
    """Milliseconds as seconds, `81.5`, in the language's own numerals; a dash for an unknown time."""
    if elapsed_ms is None:
        return "–"
    return formats.number_format(elapsed_ms / 1000, digits)
