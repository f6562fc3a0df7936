"""Wrong choices worth refusing: the cards a player really takes by mistake, never cards at random."""

from collections.abc import Collection
from random import Random

from trainer.poems.kimariji import partners
from trainer.poems.poem import POEMS, Poem, poem


def confusable(number: int, random: Random, count: int, among: Collection[int] | None = None) -> tuple[int, ...]:
    """`count` poems that are mistaken for this one, the likeliest first; fewer only if `among` holds fewer.

    First the partners, then the poems whose upper verse begins alike, then the torifuda that look alike.
    Ties are broken by `random` alone, so one seed always gives the same choice.
    """
    asked = poem(number)
    allowed = {each.number for each in POEMS} if among is None else set(among)
    candidates = [each for each in POEMS if each.number in allowed and each.number != number]
    random.shuffle(candidates)
    candidates.sort(key=lambda other: likeness(asked, other), reverse=True)
    return tuple(each.number for each in candidates[:count])


def choices(number: int, random: Random, count: int, among: Collection[int] | None = None) -> tuple[int, ...]:
    """A poem and `count - 1` that are mistaken for it, in an order that tells nothing."""
    options = [number, *confusable(number, random, count - 1, among)]
    random.shuffle(options)
    return tuple(options)


def likeness(one: Poem, other: Poem) -> tuple[bool, int, int, int]:
    """How easily two poems are mistaken for each other; the greater the likelier.

    Partners, then the kana their upper verses share at the start, then those their torifuda share there,
    then those their torifuda share at the end.
    """
    return (
        other.number in partners(one.number),
        shared(one.upper.spoken, other.upper.spoken),
        shared(one.torifuda, other.torifuda),
        shared(one.torifuda[::-1], other.torifuda[::-1]),
    )


def shared(one: str, other: str) -> int:
    """How many kana two texts have in common at the start.

    >>> shared("みをつくしても", "みをつくしてや")
    6
    """
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
