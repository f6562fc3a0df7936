"""Kana: spellings, sounds and typed answers.

A poem is printed in historical kana without voicing marks, edited in historical or modern kana, and heard.
A player may type any of them, or romaji of any school; what counts is the sound.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from trainer.poems.romaji import from_romaji

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


# --- historical spelling to modern spelling to sound -----------------------------------------------------

_MEDIAL = str.maketrans("はひふへほゐゑをぢづ", "わいうえおいえおじず")
_INITIAL = str.maketrans("ゐゑを", "いえお")
_ONE_SOUND = str.maketrans("をゐゑぢづ", "おいえじず")
_EU = {
    "けふ": "きょう",
    "てふ": "ちょう",
    "せふ": "しょう",
    "ねふ": "にょう",
    "へふ": "ひょう",
    "めふ": "みょう",
    "れふ": "りょう",
}
_PARTICLES = {"は": "わ", "へ": "え", "を": "お"}
_SAID = {**_PARTICLES, "いう": "ゆう"}  # 言う is written いう and said ゆう
# Words the rules below cannot know: where a compound is joined, what is a noun, how a verb is chanted.
EXCEPTIONS = {
    # the second part of a compound begins a word of its own
    "ささはら": "ささはら",
    "しのはら": "しのはら",
    "しほひ": "しおひ",
    "ちはやぶる": "ちはやぶる",
    "まつほ": "まつほ",
    # ぢ and づ stay where the part or the doubled kana can still be heard as ち and つ
    "ちぢ": "ちぢ",
    "なにはづ": "なにわづ",
    "ひとづて": "ひとづて",
    # the む of the verb itself
    "すむ": "すむ",
    "つむ": "つむ",
    # chanted with a long o
    "あふ": "おう",
    "あふさか": "おうさか",
    "あふさかやま": "おうさかやま",
    "まがふ": "まごう",
}


def to_modern(words: str) -> str:
    """Modern kana for historical kana with a space between words; particles keep their spelling.

    The space is the help the rules need: は is わ inside a word but not at its start, and む is ん only at
    the end of a verb. EXCEPTIONS names the words where that is not enough. A noun of one kana that looks
    like a particle (緒 を, 葉 は) is given joined to the next word.

    >>> to_modern("いま こむ と"), to_modern("あはれ と も いふ べき ひと は"), to_modern("けふ を")
    ('いまこんと', 'あわれともいうべきひとは', 'きょうを')
    """
    return "".join(_modern_word(word) for word in words.split())


def _modern_word(word: str) -> str:
    if word in _PARTICLES:
        return word
    if word in EXCEPTIONS:
        return EXCEPTIONS[word]
    for old, new in _EU.items():
        word = word.replace(old, new)
    if len(word) > 1 and word.endswith("む"):
        word = word[:-1] + "ん"
    return word[:1].translate(_INITIAL) + word[1:].translate(_MEDIAL)


def to_spoken(words: str) -> str:
    """What is heard, for modern kana with a space between words; as many kana as before.

    >>> to_spoken("ひと は いさ"), to_spoken("ちぢ に"), to_spoken("いう べき ひと は")
    ('ひとわいさ', 'ちじに', 'ゆうべきひとわ')
    """
    return "".join(_SAID.get(word, word).translate(_ONE_SOUND) for word in words.split())


# --- answers --------------------------------------------------------------------------------------------


def to_kana(text: str) -> str | None:
    """What was typed, as hiragana without spaces: kana of either kind or romaji; None if it is neither.

    Of any width: a Japanese keyboard left at full width writes ｔｓｕ.
    """
    plain = re.sub(r"[\s・,、。.]+", "", to_hiragana(text))
    return plain if is_hiragana(plain) else from_romaji(unicodedata.normalize("NFKC", text))


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
        if letter == "う" and before == "い":  # いう is said as ゆう
            key = key[:-1] + "ゆう"
        elif letter == "う" and before and before in _O_ROW:
            key += "お"
        else:
            key += _lengthened(before) if letter == "ー" and before else letter
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
