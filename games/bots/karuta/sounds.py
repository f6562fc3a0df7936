"""What the beginning of a verse leaves open: sets of poems as whole numbers, bit n for poem n.

The same as `trainer.poems.kimariji.Reading`, for one question at a time and with a memory that may be wrong: a player
who has not noticed that a poem was read goes on waiting for the sound that would tell it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from trainer.poems.kimariji import LONGEST, partners
from trainer.poems.poem import POEMS

VERSES: Mapping[int, str] = {each.number: each.upper.spoken for each in POEMS}
PARTNERS: Mapping[int, tuple[int, ...]] = {number: partners(number) for number in VERSES}


def set_of(poems: Iterable[int]) -> int:
    """The poems as a set.

    >>> bin(set_of([1, 3]))
    '0b1010'
    """
    found = 0
    for number in poems:
        found |= 1 << number
    return found


def poems_of(found: int) -> tuple[int, ...]:
    """The poems of a set, the lowest number first.

    >>> poems_of(0b1010)
    (1, 3)
    """
    return tuple([number for number in VERSES if found >> number & 1])


ALL = set_of(VERSES)


def _beginnings() -> dict[str, int]:
    found: dict[str, int] = {}
    for number, verse in VERSES.items():
        for length in range(1, LONGEST + 1):
            found[verse[:length]] = found.get(verse[:length], 0) | 1 << number
    return found


_BEGIN = _beginnings()


def begin(heard: str, among: int = ALL) -> int:
    """The poems of a set that begin with what has been heard (LONGEST kana at most).

    >>> poems_of(begin("う")), poems_of(begin("う", set_of([65, 66])))
    ((65, 74), (65,))
    """
    return _BEGIN.get(heard, 0) & among


def length(poem: int, among: int) -> int:
    """How many kana tell a poem of this set from all others of it.

    >>> length(74, ALL), length(74, ALL & ~set_of([65]))
    (2, 1)
    """
    verse, own = VERSES[poem], 1 << poem
    for count in range(1, LONGEST + 1):
        if _BEGIN[verse[:count]] & among == own:
            return count
    raise KeyError(poem)


def first_told(heard: str, among: int) -> tuple[int, int] | None:
    """Which poem of a set the sounds first tell from all others of it, and after how many; None if it is none of them.

    >>> first_told("うらみわび", ALL), first_told("うらみわび", set_of([65])), first_told("うら", set_of([74]))
    ((65, 2), (65, 1), (74, 1))
    """
    for count in range(1, min(LONGEST, len(heard)) + 1):
        left = _BEGIN.get(heard[:count], 0) & among
        if not left & (left - 1):
            return (left.bit_length() - 1, count) if left else None
    return None
