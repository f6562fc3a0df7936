"""Which verse a file of a pack holds, by its name: a poem's number and a half, in any order and spelling of both."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import PurePosixPath

from trainer.reciter.mora import Half
from trainer.reciter.packs.problems import BrokenPackError, Problem

SUFFIXES = frozenset({".mp3", ".m4a", ".mp4", ".aac", ".ogg", ".oga", ".opus", ".wav", ".wave"})
HIGHEST = 100
# What names a half by itself, and what does so only beside a number, as in 17a.
WORDS = {
    Half.UPPER: frozenset({"upper", "kami", "kaminoku", "上", "上の句", "上句", "かみ", "かみのく"}),
    Half.LOWER: frozenset({"lower", "shimo", "shimonoku", "下", "下の句", "下句", "しも", "しものく"}),
}
LETTERS = {Half.UPPER: frozenset({"u", "a"}), Half.LOWER: frozenset({"l", "b"})}
JOKA = frozenset({"joka", "naniwazu", "序歌", "難波津"})
_TOKEN = re.compile(r"\d+|[a-z]+|[ぁ-ゖァ-ヺー一-鿿々]+")


@dataclass(frozen=True, slots=True, order=True)
class VerseName:
    """A poem's number, 0 for the joka, and a half."""

    poem: int
    half: Half

    def __str__(self) -> str:
        return f"{self.poem:03d}-{self.half.value}"


def plain(name: str) -> str:
    """A path as people see it: slashes, one form for each character, and a mark for what cannot be seen."""
    return "".join(
        each if each.isprintable() else "\ufffd" for each in unicodedata.normalize("NFC", name.replace("\\", "/"))
    )


def is_passed_over(path: str) -> bool:
    """Whether a file is there for the computer that packed the zip, and nobody needs to hear of it.

    >>> is_passed_over("__MACOSX/._17a.mp3"), is_passed_over("pack/.DS_Store"), is_passed_over("pack/17a.mp3")
    (True, True, False)
    """
    parts = PurePosixPath(path).parts
    hidden = any(part.startswith(".") and part not in (".", "..") for part in parts)
    return hidden or "__MACOSX" in parts or parts[-1:] in (("Thumbs.db",), ("desktop.ini",))


def verse_of(path: str) -> VerseName:
    """The verse that a file is named after; the half may be named by its folder. BrokenPackError says what is wrong.

    >>> str(verse_of("001_upper.mp3")), str(verse_of("17上.ogg")), str(verse_of("No. 17b.wav"))
    ('001-upper', '017-upper', '017-lower')
    >>> str(verse_of("下の句/17.mp3")), str(verse_of("joka-lower.m4a"))
    ('017-lower', '000-lower')
    """
    file = PurePosixPath(path)
    if file.suffix.lower() not in SUFFIXES:
        raise BrokenPackError(Problem.OTHER_KIND)
    words = _words(file.stem)
    poem = _number(words)
    half = _half(words, with_letters=True)
    for folder in reversed(file.parts[:-1]):
        half = half or _half(_words(folder), with_letters=False)
    if half is None:
        raise BrokenPackError(Problem.NO_HALF)
    return VerseName(poem, half)


def _words(text: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(unicodedata.normalize("NFKC", text).casefold()))


def _number(words: tuple[str, ...]) -> int:
    numbers = {_whole(word) for word in words if word.isdecimal()}
    if not numbers and JOKA & set(words):
        return 0
    if not numbers:
        raise BrokenPackError(Problem.NO_NUMBER)
    if len(numbers) > 1:
        raise BrokenPackError(Problem.TWO_MEANINGS)
    number = numbers.pop()
    if number > HIGHEST:
        raise BrokenPackError(Problem.NO_SUCH_POEM)
    return number


def _whole(digits: str) -> int:
    """int() of a million digits takes its time: beyond three they all mean a poem that there is not."""
    digits = digits.lstrip("0")
    return int(digits or "0") if len(digits) <= len(str(HIGHEST)) else HIGHEST + 1


def _half(words: tuple[str, ...], *, with_letters: bool) -> Half | None:
    for names in (WORDS, LETTERS) if with_letters else (WORDS,):
        found = [half for half in Half if names[half] & set(words)]
        if len(found) > 1:
            raise BrokenPackError(Problem.TWO_MEANINGS)
        if found:
            return found[0]
    return None
