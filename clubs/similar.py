"""Are two names perhaps one person's? People decide; this only says when to ask them."""

import re
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher

from clubs.csv_table import folded

LIKE = 0.84  # of 1: a letter of six may differ
SHORTEST = 4  # letters; shorter names are too often nearly the same

Name = tuple[str, str]  # name, kana


def keys(name: Name) -> Iterator[str]:
    """What two spellings of one name share: no case, width, accents, spaces, order of its words, or kind of kana."""
    for text in name:
        words = re.findall(r"\w+", _hiragana(folded(text)))
        if words:
            yield "".join(sorted(words))
            yield "".join(words)


def is_alike(one: Name, other: Name) -> bool:
    """Whether two names are the same, or differ by as little as a slip of the pen.

    >>> is_alike(("Ann Lee", ""), ("LEE, Ann", "")), is_alike(("Tanemura", ""), ("Tanimura", ""))
    (True, True)
    >>> is_alike(("", "やまだ はな"), ("山田 花", "ヤマダ ハナ")), is_alike(("Ann Lee", ""), ("Bob Lee", ""))
    (True, False)
    """
    own, others = set(keys(one)), set(keys(other))
    return bool(own & others) or any(
        min(len(a), len(b)) >= SHORTEST and SequenceMatcher(None, a, b, autojunk=False).ratio() >= LIKE
        for a in own
        for b in others
        if abs(len(a) - len(b)) <= 1
    )


def _hiragana(text: str) -> str:
    return "".join(
        chr(ord(each) - 0x60) if "ァ" <= each <= "ヶ" else each for each in unicodedata.normalize("NFC", text)
    )
