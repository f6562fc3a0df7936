"""Which face writes which character of a paper. No character is lost unsaid: what no face has becomes 〓 and is told.

The files are cut by .ci/paper_fonts.py.
"""

import unicodedata
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

FOLDER = Path(__file__).with_name("fonts")
MINCHO, UPRIGHT, SERIF, REST = "shippori-mincho", "shippori-mincho-upright", "noto-serif", "noto-serif-jp-rest"
MISSING = "〓"  # geta: what printers set for a type that they had not
# Variants of one character, joiners and directions: the character itself is set, and nothing is lost.
_SILENT = (*range(0x200B, 0x2010), *range(0x202A, 0x202F), 0x2060, 0xFEFF, *range(0xFE00, 0xFE10), 0xAD)
_VARIANTS = range(0xE0100, 0xE01F0)

Has = Callable[[str, str], bool]


def tidy(text: str) -> str:
    """The text as it is set: composed, in one line, without what is not seen."""
    line = " ".join(unicodedata.normalize("NFC", text).split())
    return "".join(sign for sign in line if ord(sign) not in _SILENT and ord(sign) not in _VARIANTS)


def is_wide(sign: str) -> bool:
    """Whether a character stands upright in a column: kanji, kana, their marks and full-width signs."""
    return unicodedata.east_asian_width(sign) in "WF" or sign in "○●◎×→←〓"


def pieces(text: str, has: Has, *, prefers_serif: bool = False) -> Iterator[tuple[str, str]]:
    """The text in pieces of one face each: (face, text), `MISSING` for what none has. `has(face, sign)` asks them.

    The Latin letters of one text come from one face: from Noto Serif as soon as Mincho lacks one of them (Vietnamese).
    """
    letters = {sign for sign in text if not is_wide(sign) and not sign.isspace()}
    order = (MINCHO, SERIF, REST)
    narrow = (SERIF, MINCHO, REST) if prefers_serif or not all(has(MINCHO, sign) for sign in letters) else order
    chosen = []
    for sign in text:
        face = next((face for face in (order if is_wide(sign) else narrow) if has(face, sign)), None)
        chosen.append((face or MINCHO, sign if face else MISSING))
    for face, group in groupby(chosen, key=lambda each: each[0]):
        yield face, "".join(sign for _face, sign in group)


def lacking(text: str, has: Has) -> set[str]:
    """The characters that no face has."""
    return {sign for sign in text if not any(has(face, sign) for face in (MINCHO, SERIF, REST))}
