"""Piles: parts of the hundred that are the same for everybody, each with a short code.

A code is URL-safe, at most 80 characters, and never changes: results of years are compared by it.

    all            the hundred
    sound-a        the poems that begin with あ; the sound in Hepburn
    group-16       the sounds with which 16 poems begin each: 1 むすめふさほせ, 2 うつしもゆ … 16 あ
    length-2       kimariji of two kana
    colour-blue    one of the five TOSS colours
    partners-65    poem 65 and its partners; the lowest number names the set
    own-0…0        any set: 100 bits as 25 hexadecimal digits, poem 1 the lowest bit

What depends on a person (slowest, leeches, learnt) is in trainer.piles.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from trainer.poems.kana import sound_key, to_kana
from trainer.poems.kimariji import SOUND_ORDER, original, originals, partners, sound_groups, spellings, stem_group
from trainer.poems.poem import POEMS, Toss
from trainer.poems.romaji import ROMAJI, from_romaji

ALL = "all"
_OWN_DIGITS = 25
_SEPARATORS = re.compile(r"[\s,;、，；・。]+")
_RANGE = re.compile(r"(\d{1,3})\s*[-–〜~]\s*(\d{1,3})")


class UnknownPileError(ValueError):
    """The code names no pile."""


class UnknownEntryError(ValueError):
    """A pasted list has an entry that is neither a number nor a kimariji; `entry` is the first such one."""

    def __init__(self, entry: str) -> None:
        super().__init__(f"“{entry}” is neither a number from 1 to 100 nor a kimariji")
        self.entry = entry


def fixed(code: str) -> tuple[int, ...]:
    """The poem numbers of a pile that is the same for everybody; UnknownPileError if the code names none.

    >>> fixed("partners-65")
    (74, 65)
    >>> fixed("sound-tsu")
    (23, 13)
    """
    if code == ALL:
        return tuple(poem.number for poem in POEMS)
    kind, _, what = code.partition("-")
    if kind not in _KINDS:
        raise UnknownPileError(code)
    try:
        poems = _KINDS[kind](what)
    except (KeyError, ValueError):
        poems = ()
    if not poems:
        raise UnknownPileError(code)
    return poems


def _with_sound(what: str) -> tuple[int, ...]:
    sound = SOUNDS[what]
    return tuple(number for group in sound_groups() for number in group.poems if original(number)[0] == sound)


def _in_group(what: str) -> tuple[int, ...]:
    return next((group.poems for group in sound_groups() if str(group.per_sound) == what), ())


def _of_length(what: str) -> tuple[int, ...]:
    return tuple(sorted((n for n, sounds in originals().items() if str(len(sounds)) == what), key=original))


def _of_colour(what: str) -> tuple[int, ...]:
    colour = COLOURS[what]
    return tuple(poem.number for poem in POEMS if poem.toss is colour)


def _partner_set(what: str) -> tuple[int, ...]:
    poems = stem_group(int(what))
    return poems if len(poems) > 1 and what == str(min(poems)) else ()


def _own(what: str) -> tuple[int, ...]:
    if not re.fullmatch(f"[0-9a-f]{{{_OWN_DIGITS}}}", what):
        return ()
    bits = int(what, 16)
    return tuple(number for number in originals() if bits >> (number - 1) & 1)


_KINDS: Mapping[str, Callable[[str], tuple[int, ...]]] = {
    "sound": _with_sound,
    "group": _in_group,
    "length": _of_length,
    "colour": _of_colour,
    "partners": _partner_set,
    "own": _own,
}

# The first sounds in the order everybody learns them, by their Hepburn names.
SOUNDS: Mapping[str, str] = {
    next(name for name in ("shi", "tsu", "chi", "fu", *ROMAJI) if from_romaji(name) == sound): sound
    for sound in "".join(SOUND_ORDER)
}
COLOURS: Mapping[str, Toss] = {colour.name.lower(): colour for colour in Toss}


@cache
def partner_codes() -> tuple[str, ...]:
    """The codes of all partner sets, in the order in which the sounds are learnt."""
    in_order = (number for group in sound_groups() for number in group.poems if partners(number))
    return tuple(dict.fromkeys(f"partners-{min(stem_group(number))}" for number in in_order))


def own(numbers: Iterable[int]) -> str:
    """The code of any set of poems; ValueError if it is empty or a number is not from 1 to 100.

    >>> own([1, 3]), fixed(own([100, 17, 17]))
    ('own-0000000000000000000000005', (17, 100))
    """
    chosen = frozenset(numbers)
    if not chosen or not chosen <= originals().keys():
        raise ValueError("a pile of one's own has poems from 1 to 100")
    return f"own-{sum(1 << (number - 1) for number in chosen):0{_OWN_DIGITS}x}"


def parse_list(text: str) -> tuple[int, ...]:
    """The poems of a pasted list, each once, in the order given.

    Entries stand apart by spaces, commas or lines: numbers, ranges of numbers, kimariji in kana or romaji.
    UnknownEntryError names the first that is none of these; an empty list gives ().

    >>> parse_list("1-3, うか、たち　chiha 2")
    (1, 2, 3, 74, 16, 17)
    """
    return tuple(dict.fromkeys(parse_entries(text)))


def parse_entries(text: str) -> tuple[int, ...]:
    """The same with every poem as often as the list has it."""
    joined = _RANGE.sub(r"\1-\2", text)
    entries = (entry for entry in _SEPARATORS.split(joined) if entry)
    return tuple(number for entry in entries for number in _entry(entry))


def _entry(entry: str) -> tuple[int, ...]:
    span = _RANGE.fullmatch(entry)
    first, last = (int(span[1]), int(span[2])) if span else (0, 0)
    if entry.isdecimal():
        first = last = int(entry)
    if 1 <= first <= last <= len(POEMS):
        return tuple(range(first, last + 1))
    kana = to_kana(entry)
    if kana is None or sound_key(kana) not in _by_kimariji():
        raise UnknownEntryError(entry[:20])
    return (_by_kimariji()[sound_key(kana)],)


@cache
def _by_kimariji() -> Mapping[str, int]:
    return {sound_key(spelling): number for number in originals() for spelling in spellings(number)}
