"""Wrong choices worth refusing: the cards a player really takes by mistake, never cards at random."""

from collections.abc import Collection
from random import Random

from trainer.poems.kimariji import partners
from trainer.poems.poem import POEMS, Poem, poem

# Torifuda that begin with so many of the same kana are taken for each other at a glance: わかみ (9, 23).
TWIN_KANA = 3


def confusable(number: int, random: Random, count: int, among: Collection[int] | None = None) -> tuple[int, ...]:
    """`count` poems that are mistaken for this one, the likeliest first; fewer only if `among` holds fewer.

    Ties are broken by `random` alone, so one seed always gives the same choice.
    """
    asked = poem(number)
    others = [each for each in POEMS if each.number != number and (among is None or each.number in among)]
    random.shuffle(others)
    others.sort(key=lambda other: likeness(asked, other), reverse=True)
    return tuple(other.number for other in others[:count])


def choices(number: int, random: Random, count: int, among: Collection[int] | None = None) -> tuple[int, ...]:
    """A poem and `count - 1` that are mistaken for it, in an order that tells nothing."""
    options = [number, *confusable(number, random, count - 1, among)]
    random.shuffle(options)
    return tuple(options)


def likeness(one: Poem, other: Poem) -> tuple[int, ...]:
    """How easily two poems are mistaken for each other; the greater the likelier.

    The partners and the torifuda that begin alike (みをつくし) come first, in no order of their own, so that a large
    group of partners does not always push the twin aside. The others follow by the sounds their upper verses share
    at the start, then by the kana their torifuda share at the start, at the end and in place.
    """
    begin = shared(one.torifuda, other.torifuda)
    if other.number in partners(one.number) or begin >= TWIN_KANA:
        return (1,)
    return (
        0,
        shared(one.upper.spoken, other.upper.spoken),
        begin,
        shared(one.torifuda[::-1], other.torifuda[::-1]),
        sum(a == b for a, b in zip(one.torifuda, other.torifuda, strict=False)),
    )


def shared(one: str, other: str) -> int:
    """How many kana two texts have in common at the start.

    >>> shared("みをつくしても", "みをつくしてや")
    6
    """
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
