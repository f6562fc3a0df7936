"""Romaji of every school to kana and back.

Hepburn (shi, tsu, fu, ji), Kunrei (si, tu, hu, zi), what input methods take (di, du, nn, wo) and long vowels
with a mark over them all mean the same kana.
"""

import re
import unicodedata
from collections.abc import Iterable

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
    return table | {"dzu": "づ", "dji": "ぢ", "nn": "ん", "n'": "ん", "n": "ん"}


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
    letters = re.sub(r"n{2,}(?=[aiueoy])", "n'n", letters)
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


_HEPBURN = {kana: letters for letters, kana in ROMAJI.items() if len(kana) == 1 and letters != "nn"} | {
    "う": "u",
    "し": "shi",
    "じ": "ji",
    "ち": "chi",
    "ぢ": "ji",
    "つ": "tsu",
    "づ": "zu",
    "ふ": "fu",
    "ゐ": "i",
    "ゑ": "e",
    "を": "o",
    "ん": "n",
    "っ": "っ",
}
_SMALL_VOWELS = {small: vowel for vowel, small in _SMALL.items()}


def to_romaji(kana: str) -> str:
    """Hepburn for spoken kana, kana by kana: long vowels are written out, since kimariji are counted in kana.

    >>> to_romaji("なにわえ"), to_romaji("おおこ"), to_romaji("きょうお"), to_romaji("いまこんと")
    ('naniwae', 'ooko', 'kyouo', 'imakonto')
    """
    letters = ""
    for letter in kana:
        if letter in _SMALL_VOWELS:
            glide = "" if letters.endswith(("shi", "chi", "ji")) else "y"
            letters = letters[:-1] + glide + _SMALL_VOWELS[letter]
            continue
        sound = _HEPBURN[letter]
        letters += "'" + sound if letters.endswith("n") and sound[0] in "aiueoy" else sound
    return re.sub("っ(.)", r"\1\1", letters).replace("cch", "tch")
