"""Cards and verses as markup: torifuda, a poem set vertically with furigana, a kimariji with its last sound marked."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from trainer.poems.poem import JOKA, Author, Poem, Ruby, Verse

register = template.Library()


@register.simple_tag
def torifuda(poem: Poem, *, hidden: bool = False, inverted: bool = False) -> SafeString:
    """The card with the lower verse; the width comes from CSS (--w). `hidden`: mere decoration for a screen reader."""
    columns = format_html_join(
        "",
        "<i{}>{}</i>",
        ((" class=six" if len(column) > 5 else "", column) for column in poem.torifuda_columns),
    )
    return format_html(
        '<span class="tf{}" lang="ja"{}><span>{}</span></span>',
        " inverted" if inverted else "",
        " aria-hidden=true" if hidden else "",  # a quotation mark would be escaped
        columns,
    )


@register.simple_tag
def ruby(verse: Verse) -> SafeString:
    """One verse, with the reading beside each kanji."""
    return _ruby(verse.ruby)


@register.simple_tag
def poet(author: Author, *, furigana: bool = True) -> SafeString:
    """A poet's name, with its reading where it is wanted."""
    if not furigana:
        return format_html("{}", author.kanji)
    return format_html("<ruby>{}<rt>{}</rt></ruby>", author.kanji, author.kana)


@register.inclusion_tag("partials/poem.html")
def whole_poem(poem: Poem, *, author: bool = True, furigana: bool = True) -> dict[str, object]:
    """The whole poem set vertically, a line a phrase, the lower verse lowered, the poet small."""
    return {
        "upper": [_ruby(phrase.ruby) for phrase in poem.upper.phrases],
        "lower": [_ruby(phrase.ruby) for phrase in poem.lower.phrases],
        "author": poem.author if author else None,
        "furigana": furigana,
    }


@register.simple_tag
def joka_scroll() -> SafeString:
    """The joka as a hanging scroll shows it: three lines, each beginning lower than the one before."""
    first, second, third, fourth, fifth = (_ruby(phrase.ruby) for phrase in JOKA.phrases)
    lines = (first + second, third + fourth, fifth)
    return format_html(
        '<div class="poem" lang="ja">{}</div>', format_html_join("", "<span>{}</span>", ((line,) for line in lines))
    )


@register.simple_tag
def kimariji(sounds: str) -> SafeString:
    """A kimariji, its last sound (the one that decides) with a mark beside it."""
    return format_html('<span class="kj" lang="ja">{}<em>{}</em></span>', sounds[:-1], sounds[-1:])


@register.filter
def in_language(wording: object, language: str) -> str:
    """A text of the corpus in the language of the page."""
    if isinstance(wording, Author):
        return wording.name(language)
    return wording.text(language)  # type: ignore[attr-defined]


def _ruby(pieces: tuple[Ruby, ...]) -> SafeString:
    return format_html_join(
        "",
        "{}",
        (
            (format_html("<ruby>{}<rt>{}</rt></ruby>", piece.base, piece.reading) if piece.reading else piece.base,)
            for piece in pieces
        ),
    )
