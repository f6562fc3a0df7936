"""The drill's words: what decides a poem as it is written, its partners, and how an answer differs."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from trainer.poems import kimariji
from trainer.poems.kana import Difference
from trainer.poems.poem import Poem, poem
from trainer.srs.session import Given
from trainer.verdicts import Verdict

register = template.Library()


@register.filter
def sounds(of: Poem) -> str:
    """The original kimariji, as written."""
    return kimariji.as_written(of.number)


@register.filter
def partners(of: Poem) -> list[Poem]:
    """The partner cards."""
    return [poem(number) for number in kimariji.partners(of.number)]


@register.filter
def right_count(given: tuple[Given, ...]) -> int:
    """How many answers were right."""
    return sum(each.right for each in given)


@register.simple_tag
def difference(verdict: Verdict) -> SafeString:
    """One sentence: what was answered, what is right, and where the two part."""
    right = format_html('<span lang="ja" class="sounds">{}</span>', verdict.card.sounds)
    comparison = verdict.comparison
    if comparison is None:
        return format_html(_("It is {right}."), right=right)
    given = format_html('<span lang="ja" class="sounds">{}</span>', comparison.given)
    wanted = format_html('<span lang="ja" class="sounds">{}</span>', comparison.wanted)
    match comparison.difference:
        case Difference.SHORT:
            sentence = _("You wrote {given}. That does not decide yet: it is {right}, {wanted} comes next.")
        case Difference.LONG:
            sentence = _("You wrote {given}. {right} is enough to decide.")
        case _ if comparison.index == 0:
            sentence = _("You wrote {given}. It is {right}.")
        case _:
            sentence = _("You wrote {given}. It is {right}: sound {place} is {wanted}.")
    return format_html(sentence, given=given, right=right, wanted=wanted, place=comparison.index + 1)
