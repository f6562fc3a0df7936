"""Find poems by what one remembers: a number, sounds in any spelling, kanji, the poet, the season or the theme."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from trainer.poems.kana import is_hiragana, sound_key, strip_voicing, to_hiragana
from trainer.poems.kimariji import original
from trainer.poems.poem import POEMS, Poem, Season, Theme
from trainer.poems.romaji import ROMAJI, from_romaji


class Match(IntEnum):
    """Where a query was found; the lower, the better."""

    NUMBER = 0
    KIMARIJI = 1
    UPPER_START = 2
    LOWER_START = 3
    AUTHOR = 4
    SUBJECT = 5
    WITHIN = 6
    UNVOICED = 7


@dataclass(frozen=True)
class Found:
    """A poem and how it was found."""

    number: int
    match: Match

    @property
    def begins_so(self) -> bool:
        """Whether the poem itself begins with what was asked for, and does not only hold it."""
        return self.match <= Match.UPPER_START


Subjects = Mapping[Season | Theme, str]
SHORTEST_PREFIX = 3  # letters after which the name of a season or theme may be half typed


def search(query: str, subjects: Subjects | None = None) -> tuple[Found, ...]:
    """The poems a query may mean, the best match first, then by number; nothing for an empty query.

    `subjects`: what the searcher's language calls the seasons and themes by which poems are to be found, too.

    >>> [found.number for found in search("tihaya")], [found.number for found in search("65")]
    ([17], [65])
    >>> [found.number for found in search("parting", {Theme.PARTING: "Parting"})]
    [16]
    """
    text = unicodedata.normalize("NFKC", query).strip()
    if not text:
        return ()
    if text.isdecimal():
        return tuple(Found(each.number, Match.NUMBER) for each in POEMS if each.number == int(text))
    pattern = _sound_pattern(text)
    asked = _subjects_named(plain_letters(text), subjects or {})
    found = [
        Found(entry.number, match) for entry in _index() if (match := entry.match(text, pattern, asked)) is not None
    ]
    return tuple(sorted(found, key=lambda each: (each.match, each.number)))


def _subjects_named(wanted: str, subjects: Subjects) -> frozenset[Season | Theme]:
    """The seasons and themes that small letters name: whole ("mua thu") or by the last word ("thu", "autu")."""
    return frozenset(each for each, name in subjects.items() if _is_name(wanted, plain_letters(name)))


def _is_name(wanted: str, name: str) -> bool:
    word = name.rsplit(maxsplit=1)[-1]
    return wanted in (name, word) or (len(wanted) >= SHORTEST_PREFIX and word.startswith(wanted))


@dataclass(frozen=True)
class _Entry:
    """One poem as it is searched: sound keys, written text and the poet's names."""

    number: int
    kimariji: str
    uppers: tuple[str, ...]
    lowers: tuple[str, ...]
    author: str
    written: tuple[str, ...]
    names: tuple[str, ...]
    subjects: frozenset[Season | Theme]

    def match(
        self, text: str, pattern: re.Pattern[str] | None, asked: frozenset[Season | Theme] = frozenset()
    ) -> Match | None:
        heard = self._heard(pattern) if pattern else None
        if heard is not None and heard < Match.UNVOICED:
            return heard
        plain = plain_letters(text)
        if any(f" {plain}" in f" {name}" for name in self.names):
            return Match.AUTHOR
        if self.subjects & asked:
            return Match.SUBJECT
        return Match.WITHIN if any(text in written for written in self.written) else heard

    def _heard(self, pattern: re.Pattern[str]) -> Match | None:
        if pattern.fullmatch(self.kimariji):
            return Match.KIMARIJI
        if any(map(pattern.match, self.uppers)):
            return Match.UPPER_START
        if any(map(pattern.match, self.lowers)):
            return Match.LOWER_START
        if pattern.search(self.author):
            return Match.AUTHOR
        if any(map(pattern.search, self.uppers + self.lowers)):
            return Match.WITHIN
        return Match.UNVOICED if any(pattern.match(strip_voicing(upper)) for upper in self.uppers) else None


@cache
def _index() -> tuple[_Entry, ...]:
    return tuple(map(_entry, POEMS))


def _entry(each: Poem) -> _Entry:
    author = each.author
    return _Entry(
        number=each.number,
        kimariji=sound_key(original(each.number)),
        uppers=tuple(map(sound_key, each.upper.spellings)),
        lowers=tuple(map(sound_key, (*each.lower.spellings, each.torifuda))),
        author=sound_key(author.kana),
        written=(each.upper.written + each.lower.written, author.kanji),
        names=tuple(map(plain_letters, (author.romaji, author.en, author.vi))),
        subjects=frozenset({each.season, each.theme}),
    )


def plain_letters(text: str) -> str:
    """Small letters without diacritics, for names.

    >>> plain_letters("Sosei Hōshi"), plain_letters("Thiên hoàng Tenji Đ")
    ('sosei hoshi', 'thien hoang tenji d')
    """
    letters = unicodedata.normalize("NFD", text.lower().replace("đ", "d"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _sound_pattern(text: str) -> re.Pattern[str] | None:
    """A pattern over sound keys for kana or romaji, the last kana of which may still be half typed."""
    kana = re.sub(r"\s+", "", to_hiragana(text))
    if is_hiragana(kana):
        return re.compile(re.escape(sound_key(kana)))
    letters = text.lower()
    tail = re.search(r"(?:[bcdfghjkmnprstwyz]{1,3})$", letters)
    body = from_romaji(letters[: tail.start()] if tail else letters)
    if body is None:
        return None
    return re.compile(re.escape(sound_key(body)) + (_half_typed(tail[0]) if tail else ""))


def _half_typed(tail: str) -> str:
    """A class of the kana that letters may become: `k` か…こ, `n` な…の and ん."""
    kana = {sound_key(kana[0]) for letters, kana in ROMAJI.items() if letters.startswith(tail)}
    return f"[{''.join(sorted(kana))}]" if kana else "(?!)"
