"""Pictures drawn by rule, ready for a template."""

from django.utils.safestring import SafeString, mark_safe

from trainer.poems.poem import Poem
from trainer.poems.portrait import portrait


def portrait_of(poem: Poem) -> SafeString:
    """The poet of a poem, seated; decoration, since the name stands beside it."""
    drawing = portrait(poem.author.figure, poem.number, dais=poem.author.dais)
    return mark_safe(drawing)  # noqa: S308 (drawn by our own code from numbers)
