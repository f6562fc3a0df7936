"""The @font-face rules of tokens.css as data, for the tests of the fonts."""

import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from fontTools.ttLib import TTFont

STATIC = Path(__file__).resolve().parent.parent / "static"
FONTS = STATIC / "fonts"
BRUSH = "Yuji Syuku"
MINCHO = "Shippori Mincho"


@dataclass(frozen=True)
class Face:
    """One rule. `characters`: for which the browser loads it."""

    family: str
    path: Path
    characters: frozenset[str]
    swaps: bool

    @cached_property
    def font(self) -> TTFont:
        return TTFont(self.path)


@cache
def faces() -> tuple[Face, ...]:
    tokens = STATIC / "css" / "tokens.css"
    return tuple(_face(rule) for rule in re.findall(r"@font-face \{(.*?)\}", tokens.read_text(), re.DOTALL))


def covered(family: str) -> set[str]:
    return {character for face in faces() if face.family == family for character in face.characters}


def _face(rule: str) -> Face:
    said = {name: value for name, _, value in (line.strip(" ;").partition(": ") for line in rule.splitlines())}
    url = re.fullmatch(r'url\((.*?)\) format\("woff2"\)', said["src"])
    assert url, said["src"]
    return Face(
        family=said["font-family"].strip('"'),
        path=(STATIC / "css" / url[1]).resolve(),
        characters=frozenset(chr(code) for each in said["unicode-range"].split(",") for code in _codes(each)),
        swaps=said["font-display"] == "swap",
    )


def _codes(each: str) -> range:
    first, _, last = each.strip().removeprefix("U+").partition("-")
    return range(int(first, 16), int(last or first, 16) + 1)
