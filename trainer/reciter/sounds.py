"""From kana to sounds: the morae of a phrase, each with its consonant and vowel by the names HTS voices know."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType

_ROWS = {
    "": "あいうえお",
    "k": "かきくけこ",
    "g": "がぎぐげご",
    "s": "さしすせそ",
    "z": "ざじずぜぞ",
    "t": "たちつてと",
    "d": "だぢづでど",
    "n": "なにぬねの",
    "h": "はひふへほ",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
    "m": "まみむめも",
    "r": "らりるれろ",
}
_LONE = {"や": "ya", "ゆ": "yu", "よ": "yo", "わ": "wa", "を": "o", "ん": "N"}
# Where a row changes its consonant.
_CHANGED = {"し": "sh", "じ": "j", "ち": "ch", "ぢ": "j", "つ": "ts", "づ": "z", "ふ": "f"}
# Before ゃ, ゅ and ょ: し, じ, ち and ぢ keep the consonant they have, the others take a y.
_SMALL = {"ゃ": "a", "ゅ": "u", "ょ": "o"}

VOICELESS = frozenset({"k", "ky", "s", "sh", "t", "ch", "ts", "h", "hy", "f", "p", "py"})


@dataclass(frozen=True, slots=True)
class Sound:
    """One mora: its kana as the corpus spells it, its consonant ("" if it has none), its vowel (ん is the vowel N)."""

    kana: str
    consonant: str
    vowel: str

    @property
    def phones(self) -> tuple[str, ...]:
        """The consonant, if any, and the vowel."""
        return (self.consonant, self.vowel) if self.consonant else (self.vowel,)


def _table() -> dict[str, tuple[str, str]]:
    table = {kana: (sound[:-1], sound[-1]) for kana, sound in _LONE.items()}
    for consonant, row in _ROWS.items():
        for kana, vowel in zip(row, "aiueo", strict=True):
            table[kana] = (_CHANGED.get(kana, consonant), vowel)
    for kana in "きぎしじちぢにひびぴみり":
        own = table[kana][0]
        for small, vowel in _SMALL.items():
            table[kana + small] = (own if kana in _CHANGED else f"{own}y", vowel)
    return table


TABLE = MappingProxyType(_table())

_MORA = re.compile("[ぁ-ん][ゃゅょ]?")
# う is said as a long o after ょ, and where a long o came from あふ: 逢坂, 逢ふこと, まがふ. It stays う in a verb that
# always had an o before it (思ふ, 問ふ, 生ふる, 覆ふ) and at the start of a word (なお うらめし): docs/recitation.md.
_LONG_O = re.compile("(?<=ょ)う|(?<=お)う(?=さか|こと)|(?<=まご)う")


def sounds(spoken: str) -> tuple[Sound, ...]:
    """The morae of a phrase in the corpus' `spoken` spelling; their kana join up to it again.

    KeyError if a kana is not one that the poems use (ー, っ and small vowels among them).

    >>> [each.phones for each in sounds("きょうお")]
    [('ky', 'o'), ('o',), ('o',)]
    >>> [each.kana for each in sounds("きょうお")]
    ['きょ', 'う', 'お']
    """
    long_o = {match.start() for match in _LONG_O.finditer(spoken)}
    found: list[Sound] = []
    position = 0
    while position < len(spoken):
        match = _MORA.match(spoken, position)
        kana = match.group() if match else spoken[position]
        consonant, vowel = ("", "o") if position in long_o else TABLE[kana]
        found.append(Sound(kana, consonant, vowel))
        position += len(kana)
    return tuple(found)
