"""Hanafuda on a page: faces, names of cards, yaku and rules."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import naming
from games.faces import file_name
from games.rules.koikoi.cards import CARDS, Card
from games.rules.koikoi.cards import card as card_number

register = template.Library()
register.filter("yaku", naming.yaku_name)
register.filter("short_yaku", naming.short_yaku_name)
register.filter("named", naming.name)


@register.simple_tag
def face(card: Card | int | str, *, hidden: bool = False) -> SafeString:
    """The picture of a card (or of its number or text), named for those who do not see it; `hidden`: decoration."""
    if isinstance(card, str):
        card = card_number(card)
    if isinstance(card, int):
        card = CARDS[card]
    return format_html(
        '<img class="hf" src="{}" alt="{}" width="100" height="162" data-card="{}" data-month="{}" draggable="false">',
        static(f"cards/hanafuda/{file_name(card.text)}"),
        "" if hidden else naming.name(card.names),
        card.number,
        card.month,
    )


@register.filter
def factor(key: str) -> str:
    return str(naming.FACTOR_NAMES[key])


@register.filter
def preset(key: str) -> str:
    return str(naming.PRESET_NAMES.get(key, key))


@register.filter
def rule(english: str) -> str:
    """A sentence of the table of options in the page's language."""
    return gettext(english)


@register.filter
def times(count: int) -> range:
    return range(count)
