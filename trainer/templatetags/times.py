"""Times as people read them."""

from django import template
from django.utils import formats
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def seconds(elapsed_ms: float | None, digits: int = 1) -> str:
    """Milliseconds as seconds, `81.5`, in the language's own numerals; a dash for an unknown time."""
    if elapsed_ms is None:
        return "–"
    return formats.number_format(elapsed_ms / 1000, digits)


@register.filter
def in_seconds(elapsed_ms: float | None, digits: int = 1) -> str:
    """The same with its unit, `81.5 s`."""
    return _("%(seconds)s s") % {"seconds": seconds(elapsed_ms, digits)}
