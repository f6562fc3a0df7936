"""How well a poem is known, as a word and as a mark whose shape says it (colour only repeats it)."""

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from trainer.srs.standing import Standing

register = template.Library()

NAMES = {
    Standing.NOT_BEGUN: _("Not begun"),
    Standing.LEARNING: _("Learning"),
    Standing.SETTLING: _("Settling"),
    Standing.SURE: _("Sure"),
}


@register.filter
def standing_name(standing: Standing) -> Promise:
    """The word for a standing, in the language of the page."""
    return NAMES[standing]


@register.simple_tag
def standing_mark(standing: Standing) -> SafeString:
    """The mark, as decoration: its word stands beside it. The page includes partials/standing_marks.html once."""
    return format_html(
        '<svg class="st {0}" viewBox="0 0 16 16" aria-hidden="true"><use href="#st-{0}"/></svg>', standing.value
    )
