"""The drill's words: what decides a poem, its partners, how an answer differs, and why a kimariji is what it is."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.poems import kimariji
from trainer.poems.kana import Difference
from trainer.poems.poem import Poem, poem
from trainer.poems.romaji import to_romaji
from trainer.srs.session import Given
from trainer.srs.skills import Skill
from trainer.templatetags.cards import poet, ruby
from trainer.verdicts import Verdict

register = template.Library()

MOST_NAMED = 3  # rivals; more of them are counted, or the sentence would be a list


@register.filter
def sounds(of: Poem) -> str:
    """The original kimariji, as written."""
    return kimariji.as_written(of.number)


@register.filter
def romaji(of: Poem) -> str:
    """The original kimariji, as it is heard, in Latin letters."""
    return to_romaji(kimariji.original(of.number))


@register.filter
def partners(of: Poem) -> list[Poem]:
    """The partner cards."""
    return [poem(number) for number in kimariji.partners(of.number)]


@register.filter
def right_count(given: tuple[Given, ...]) -> int:
    """How many answers were right."""
    return sum(each.right for each in given)


@register.simple_tag
def as_offered(of: Poem, skill: str, *, furigana: bool = True) -> SafeString:
    """What a poem is among the choices of a question about verses or poets."""
    match Skill(skill):
        case Skill.AUTHOR:
            return poet(of.author, furigana=furigana)
        case Skill.UPPER_TO_LOWER:
            return ruby(of.lower)
        case _:
            return ruby(of.upper)


@register.simple_tag
def right_answer(verdict: Verdict, *, furigana: bool = True) -> SafeString:
    """The right answer in the form in which it was asked for: sounds, a verse or a poet."""
    if verdict.is_about_cards:
        return _sounds(verdict.card.sounds)
    return _sounds(as_offered(verdict.card.poem, verdict.skill, furigana=furigana))


@register.simple_tag
def difference(verdict: Verdict, *, furigana: bool = True) -> SafeString:
    """One sentence: what was answered, what is right, and where the two part."""
    right = right_answer(verdict, furigana=furigana)
    comparison = verdict.comparison
    if comparison is None:
        return format_html(_("It is {right}."), right=right)
    given, wanted = _sounds(comparison.given), _sounds(comparison.wanted)
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


@register.simple_tag
def why_enough(verdict: Verdict) -> SafeString:
    """Because of which read poems less decides a card now; empty if none has changed it."""
    rivals = verdict.shortened_by
    if not rivals:
        return SafeString()
    if len(rivals) > MOST_NAMED:
        sentence = ngettext(
            "{count} other that begins with {sounds} has been read, so {sounds} is enough.",
            "All {count} others that begin with {sounds} have been read, so {sounds} is enough.",
            len(rivals),
        )
    else:
        sentence = ngettext(
            "{rivals} has been read, so {sounds} is enough.",
            "{rivals} have been read, so {sounds} is enough.",
            len(rivals),
        )
    return format_html(sentence, count=len(rivals), rivals=_named(rivals), sounds=_sounds(verdict.card.sounds))


@register.simple_tag
def why_not_less(verdict: Verdict) -> SafeString:
    """Because of which unread poems one sound less does not decide a card; empty if one sound is all."""
    rivals = verdict.held_up_by
    if not rivals:
        return SafeString()
    if len(rivals) > MOST_NAMED:
        sentence = ngettext(
            "{count} other that begins with {sounds} is unread, so {sounds} alone does not decide.",
            "{count} others that begin with {sounds} are unread, so {sounds} alone does not decide.",
            len(rivals),
        )
    else:
        sentence = ngettext(
            "{rivals} is unread, so {sounds} alone does not decide.",
            "{rivals} are unread, so {sounds} alone does not decide.",
            len(rivals),
        )
    shorter = verdict.card.sounds[:-1]
    return format_html(sentence, count=len(rivals), rivals=_named(rivals), sounds=_sounds(shorter))


def _named(poems: list[Poem]) -> SafeString:
    return format_html_join(", ", "{}", ((_sounds(sounds(each)),) for each in poems))


def _sounds(text: str) -> SafeString:
    return format_html('<span lang="ja" class="sounds">{}</span>', text)
