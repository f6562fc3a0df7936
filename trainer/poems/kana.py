"""Kana: spellings, sounds and typed answers.

A poem is printed in historical kana without voicing marks, edited in historical or modern kana, and heard.
A player may type any of them, or romaji of any school; what counts is the sound.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

_VOICED = "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽ"
_UNVOICED = "かきくけこさしすせそたちつてとはひふへほはひふへほ"
_STRIP = str.maketrans(_VOICED, _UNVOICED)
_KATAKANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}


def is_hiragana(text: str) -> bool:
    """Whether the text is hiragana and nothing else."""
    return re.fullmatch("[ぁ-ゖー]+", text) is not None


def to_hiragana(text: str) -> str:
    """Katakana, also of half width, as hiragana; the rest is left alone.

    >>> to_hiragana("ムスメ ﾌｻﾎｾ")
    'むすめ ふさほせ'
    """
    return unicodedata.normalize("NFKC", text).translate(_KATAKANA)


def strip_voicing(text: str) -> str:
    """Hiragana without voicing marks, as a torifuda prints it.

    >>> strip_voicing("わがころもでは")
    'わかころもては'
    """
    return text.translate(_STRIP)


# --- romaji to kana -------------------------------------------------------------------------------------

_VOWELS = "aiueo"
_ROWS = {
    "": "あいうえお",
    "k": "かきくけこ",
    "s": "さしすせそ",
    "t": "たちつてと",
    "n": "なにぬねの",
    "h": "はひふへほ",
    "m": "まみむめも",
    "r": "らりるれろ",
    "g": "がぎぐげご",
    "z": "ざじずぜぞ",
    "d": "だぢづでど",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
    "w": "わゐうゑを",
}
_GLIDES = {"ky": "き", "gy": "ぎ", "sy": "し", "zy": "じ", "ty": "ち", "dy": "ぢ", "ny": "に", "hy": "ひ"} | {
    "by": "び",
    "py": "ぴ",
    "my": "み",
    "ry": "り",
    "sh": "し",
    "j": "じ",
    "jy": "じ",
    "ch": "ち",
    "cy": "ち",
}
_SMALL = {"a": "ゃ", "u": "ゅ", "o": "ょ"}


def _romaji_table() -> dict[str, str]:
    table = {row + vowel: kana for row, line in _ROWS.items() for vowel, kana in zip(_VOWELS, line, strict=True)}
    table |= {glide + vowel: kana + small for glide, kana in _GLIDES.items() for vowel, small in _SMALL.items()}
    table |= {
        "ya": "や",
        "yu": "ゆ",
        "yo": "よ",
        "shi": "し",
        "chi": "ち",
        "tsu": "つ",
        "fu": "ふ",
        "ji": "じ",
    }
    return table | {"dzu": "づ", "dji": "ぢ", "she": "しぇ", "nn": "ん", "n'": "ん", "n": "ん", "-": "ー"}


ROMAJI: dict[str, str] = _romaji_table()
_LONGEST = max(map(len, ROMAJI))
_MACRONS = str.maketrans({"ā": "aa", "ī": "ii", "ū": "uu", "ē": "ee", "ō": "oo"}) | str.maketrans(
    {"â": "aa", "î": "ii", "û": "uu", "ê": "ee", "ô": "oo", "’": "'", "`": "'"}
)


def from_romaji(text: str) -> str | None:
    """Hiragana for romaji in Hepburn, Kunrei or an input method's spelling; None if it cannot be read.

    >>> from_romaji("tsukubane"), from_romaji("tukubane"), from_romaji("kon to"), from_romaji("xyz")
    ('つくばね', 'つくばね', 'こんと', None)
    """
    letters = unicodedata.normalize("NFC", text.lower()).translate(_MACRONS)
    letters = re.sub(r"n\s+(?=[aiueoy])", "n'", letters)
    letters = re.sub(r"[\s\-.,]+", "", letters)
    letters = re.sub(r"nn(?=[aiueoy])", "n'n", letters)
    letters = re.sub(r"m(?=[bpm])", "n'", letters)
    letters = re.sub(r"t(?=ch)|([kstgzdbphr])(?=\1)", "っ", letters)
    kana: list[str] = []
    while letters:
        piece = next((p for p in _pieces(letters) if p in ROMAJI or p == "っ"), None)
        if piece is None:
            return None
        kana.append(ROMAJI.get(piece, piece))
        letters = letters[len(piece) :]
    return "".join(kana)


def _pieces(letters: str) -> Iterable[str]:
    return (letters[:length] for length in range(min(_LONGEST, len(letters)), 0, -1))


def to_kana(text: str) -> str | None:
    """What was typed, as hiragana without spaces: kana of either kind or romaji; None if it is neither."""
    plain = re.sub(r"[\s・,、。.]+", "", to_hiragana(text))
    return plain if is_hiragana(plain) else from_romaji(text)


# --- answers --------------------------------------------------------------------------------------------

_ONE_SOUND = str.maketrans("をゐゑぢづ", "おいえじず")
_O_ROW = "おこそとのほもよろごぞどぼぽょを"
_U_ROW = "うくすつぬふむゆるぐずづぶぷゅ"


def sound_key(kana: str) -> str:
    """Hiragana with one kana for one sound (を as お, ぢ as じ, おう as おお); the length never changes.

    は, へ and the rows of old spelling stay, because their sound depends on the word: give every spelling.

    >>> sound_key("おうさかを"), sound_key("あぢきなく")
    ('おおさかお', 'あじきなく')
    """
    key = ""
    for letter in kana.translate(_ONE_SOUND):
        before = key[-1:]
        if letter == "う" and before and before in _O_ROW:
            letter = "お"  # noqa: PLW2901
        elif letter == "ー" and before:
            letter = _lengthened(before)  # noqa: PLW2901
        key += letter
    return key


def _lengthened(kana: str) -> str:
    if kana in _O_ROW:
        return "お"
    return "う" if kana in _U_ROW else kana


def same_sound(first: str, second: str) -> bool:
    """Whether two texts, kana or romaji, sound alike.

    >>> same_sound("ōsaka", "おうさか"), same_sound("をぐら", "ogura"), same_sound("おく", "おぐ")
    (True, True, False)
    """
    one, other = to_kana(first), to_kana(second)
    return one is not None and other is not None and sound_key(one) == sound_key(other)


class Difference(StrEnum):
    """How an answer differs from what was expected."""

    NONE = "none"
    SHORT = "short"
    LONG = "long"
    OTHER = "other"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Comparison:
    """An answer held against what was expected.

    `index` counts kana from 0 and is the place of the first difference; `wanted` is the kana that belongs
    there (empty when the answer goes on too long), `got` the kana given (empty when it stops too early).
    `expected` is the spelling that came closest, `given` the answer in hiragana.
    """

    difference: Difference
    expected: str
    given: str
    index: int = 0
    wanted: str = ""
    got: str = ""

    @property
    def is_right(self) -> bool:
        """Whether the answer says the same."""
        return self.difference is Difference.NONE


def compare(answer: str, *expected: str) -> Comparison:
    """Hold a typed answer (kana or romaji) against the spellings of the right one, in hiragana.

    Spellings of one length may be mixed kana by kana, since learners do.

    >>> compare("nanihae", "なにわえ", "なにはえ").is_right
    True
    >>> wrong = compare("なにわが", "なにわえ", "なにはえ")
    >>> wrong.index, wrong.wanted, wrong.got
    (3, 'え', 'が')
    """
    if not expected:
        raise ValueError("nothing to compare with")
    given = to_kana(answer)
    if given is None:
        return Comparison(Difference.UNREADABLE, expected[0], answer.strip(), 0, expected[0][:1], answer.strip()[:1])
    return min((_against(given, spelling, expected) for spelling in expected), key=_distance)


def _distance(comparison: Comparison) -> tuple[bool, int]:
    return not comparison.is_right, -comparison.index


def _against(given: str, spelling: str, spellings: Iterable[str]) -> Comparison:
    mixable = [sound_key(other) for other in spellings if len(other) == len(spelling)]
    key = sound_key(given)
    for index in range(max(len(key), len(spelling))):
        wanted, got = spelling[index : index + 1], given[index : index + 1]
        if not got:
            return Comparison(Difference.SHORT, spelling, given, index, wanted, "")
        if not wanted:
            return Comparison(Difference.LONG, spelling, given, index, "", got)
        if key[index] not in {other[index] for other in mixable}:
            return Comparison(Difference.OTHER, spelling, given, index, wanted, got)
    return Comparison(Difference.NONE, spelling, given, len(spelling))
