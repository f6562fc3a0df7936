"""Classes and names on the pages of clubs."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from clubs import standing
from clubs.grades import Grade, Standing
from clubs.models import Player
from clubs.naming import shown

register = template.Library()


@register.filter
def name(player: Player | str | None) -> str:
    """The player's name for somebody of the same club; "" (what a template makes of nobody) is a former member."""
    return shown(player if isinstance(player, Player) else None, to_member=True)


@register.filter
def outside(player: Player | None) -> str:
    """The player's name for anybody."""
    return shown(player, to_member=False)


@register.filter
def dan(number: int) -> str:
    """A dan in words; none for 0."""
    return _("%(dan)d-dan") % {"dan": number} if number else ""


@register.simple_tag
def seal(grade: Grade | str, *, declared: bool = False) -> SafeString:
    """The seal of a class, for the eye alone: its name stands beside it."""
    letter = grade.value if isinstance(grade, Grade) else grade
    kind = "open" if declared else "full" if letter == "A" else ""
    return format_html('<span class="seal {}" lang="ja" aria-hidden="true">{}級</span>', kind, letter)


@register.simple_tag
def grade(of: Player | Standing, *, bare: bool = False) -> SafeString:
    """Class and dan of a player (or what they come to), and that nobody has confirmed them if so.

    `bare`: without the seal, where a list stands under it. In a list, call `clubs.standing.attach` first: else each
    player costs a query.
    """
    now = of if isinstance(of, Standing) else getattr(of, "standing", None) or standing.of(of)
    if now.since is None:
        return format_html(
            '<span class="grade"><span class="seal none" aria-hidden="true">–</span><span class="vh">{}</span></span>',
            _("Class not known"),
        )
    return format_html(
        '<span class="grade">{}<span class="vh">{}</span>{}{}</span>',
        "" if bare else seal(now.grade, declared=not now.is_confirmed),
        _("Class %(letter)s") % {"letter": now.grade.value},
        format_html(' <span class="dan">{}</span>', dan(now.dan)) if now.dan else "",
        "" if now.is_confirmed else format_html(' <span class="declared">{}</span>', _("declared, not confirmed")),
    )


@register.simple_tag(takes_context=True)
def here(context: template.Context, names: str) -> SafeString:
    """` aria-current="page"` on the way within a club that the page belongs to: one of these address names."""
    match = getattr(context.get("request"), "resolver_match", None)
    belongs = match is not None and match.url_name in names.split()
    return mark_safe(' aria-current="page"') if belongs else mark_safe("")
