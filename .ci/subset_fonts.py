"""Cuts the two faces down to the characters the site shows, into static/fonts, and writes their rules into tokens.css.

    npm pack @fontsource/yuji-syuku @fontsource/shippori-mincho    # 5.3.0 of both, into any folder; unpack each
    python .ci/subset_fonts.py YUJI_SYUKU/package SHIPPORI_MINCHO/package

Run it again after a change of the corpus or of a heading; tests/test_fonts.py tells when. The sources come in about
120 slices a face, each with the characters of its unicode-range: every slice is cut, and what is left is merged.
"""

import argparse
import collections
import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from fontTools.merge import Merger
from fontTools.merge import Options as MergeOptions
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "static" / "fonts"
TOKENS = ROOT / "static" / "css" / "tokens.css"
BEGIN, END = "/* faces: written by .ci/subset_fonts.py */\n", "/* end of the faces */\n"

HIRAGANA = frozenset(map(chr, range(ord("ぁ"), ord("ゖ") + 1))) | frozenset("ゝゞー")
# Numbers, clocks and bands stand in Mincho; the sesame dot beside a deciding sound is drawn from the face as well.
FIGURES = frozenset("0123456789ABCDE %+,-.:·–−s﹅") | frozenset("、。「」・々〇")
JAPANESE = re.compile(r"[々〇ぁ-ゖァ-ヺー一-鿿]")
KANJI = re.compile(r"[々一-鿿]")


def kanji(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(KANJI.findall("".join(texts)))


def poems() -> list[frozenset[str]]:
    """The kanji of each poem and its poet, from 0, the joka, to 100."""
    corpus = json.loads((ROOT / "trainer" / "poems" / "poems.json").read_text())
    return [
        kanji([phrase["text"] for phrase in poem["upper"] + poem["lower"]] + [poem["author"]["kanji"]])
        for poem in corpus
    ]


def joka() -> frozenset[str]:
    """The kanji of the hanging scroll at home, the three of the site's name among them."""
    first = json.loads((ROOT / "trainer" / "poems" / "poems.json").read_text())[0]
    return kanji(phrase["text"] for phrase in first["upper"] + first["lower"])


def templates() -> list[str]:
    return [path.read_text() for path in sorted((ROOT / "templates").rglob("*.html"))]


def headings() -> frozenset[str]:
    """The kanji beside the headings of the pages, 今日 or 札流し: every page shows a few."""
    return kanji(match for text in templates() for match in re.findall(r'class="ja"[^>]*>([^<{]+)<', text))


def pages() -> frozenset[str]:
    """Whatever is Japanese in the templates and views: glossary, error pages, examples."""
    views = [path.read_text() for path in sorted((ROOT / "trainer" / "views").glob("*.py"))]
    return frozenset(JAPANESE.findall("".join(templates() + views)))


def mincho() -> dict[str, frozenset[str]]:
    """The files of the Mincho. A poem needs the kana, what stands in several places, and the rest of its half."""
    each = poems()
    places = collections.Counter(character for place in [*each, pages()] for character in place)
    parts = {
        "kana": HIRAGANA | FIGURES | headings(),
        "often": frozenset(character for character, count in places.items() if count > 1),
        "rare-0-50": frozenset().union(*each[:51]),
        "rare-51-100": frozenset().union(*each[51:]),
        "pages": pages(),
    }
    given: frozenset[str] = frozenset()
    for name, characters in parts.items():  # each character once, in the first that has it
        parts[name], given = characters - given, given | characters
    return parts


def brush() -> dict[str, frozenset[str]]:
    # The site's name is on every page, and cards are not: so its kanji are a file by themselves. With the space goes
    # the face's own line height, which is the same in both files.
    return {"joka": joka() | {" "}, "kana": HIRAGANA}


def sliced(package: Path) -> dict[str, Path]:
    """Which slice of a face has a character."""
    return {
        chr(code): path
        for path in sorted(package.glob("files/*-400-normal.woff2"))
        for code in TTFont(path).getBestCmap()
    }


def cut(slices: Mapping[str, Path], characters: frozenset[str]) -> TTFont:
    """One font with these characters and what they turn into when set vertically. KeyError: the face lacks one."""
    wanted: dict[Path, set[str]] = collections.defaultdict(set)
    for character in characters:
        wanted[slices[character]].add(character)
    with tempfile.TemporaryDirectory() as scratch:
        pieces = []
        for path in sorted(wanted):
            font = TTFont(path, recalcTimestamp=False)
            made = font["head"].modified
            # vert: the mincho has every kana once more for vertical lines. (vrt2 would add letters laid on their side.)
            subsetter = Subsetter(Options(layout_features=["vert"], hinting=False, name_IDs=[0, 1, 2, 13, 14]))
            subsetter.populate(unicodes=map(ord, wanted[path]))
            subsetter.subset(font)
            font.flavor = None
            pieces.append(f"{scratch}/{len(pieces)}.ttf")
            font.save(pieces[-1])
        whole = Merger(MergeOptions(drop_tables=["BASE"])).merge(pieces)
    whole.recalcTimestamp = False  # the same bytes from the same sources
    whole["head"].created = whole["head"].modified = made
    whole.flavor = "woff2"
    return whole


def unicode_range(characters: Iterable[str]) -> str:
    """U+3041-3096,U+309d: runs of codes, in order."""
    runs: list[list[int]] = []
    for code in sorted(map(ord, characters)):
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ",".join(f"U+{first:x}" if first == last else f"U+{first:x}-{last:x}" for first, last in runs)


def rules(family: str, stem: str, parts: Mapping[str, frozenset[str]]) -> Iterator[str]:
    for name, characters in parts.items():
        yield f"""@font-face {{
  font-family: "{family}";
  font-weight: 400;
  src: url(../fonts/{stem}-{name}.woff2) format("woff2");
  font-display: swap;
  unicode-range: {unicode_range(characters)}
}}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("yuji_syuku", type=Path, help="the unpacked package's folder, with files/ in it")
    parser.add_argument("shippori_mincho", type=Path)
    given = parser.parse_args()
    faces = (
        ("Yuji Syuku", "yuji-syuku", given.yuji_syuku, brush()),
        ("Shippori Mincho", "shippori-mincho", given.shippori_mincho, mincho()),
    )
    for _, _, package, _ in faces:
        if not list(package.glob("files/*-400-normal.woff2")):
            parser.error(f"{package} has no files/*-400-normal.woff2 in it")
    for old in FONTS.glob("*.woff2"):
        old.unlink()
    written: list[str] = []
    for family, stem, package, parts in faces:
        slices = sliced(package)
        for name, characters in parts.items():
            path = FONTS / f"{stem}-{name}.woff2"
            cut(slices, characters).save(path)
            print(f"{path.stat().st_size:>7,} bytes  {len(characters):>4} characters  {path.name}")
        written += rules(family, stem, parts)
    before, _, rest = TOKENS.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    TOKENS.write_text(before + BEGIN + "\n".join(written) + END + after)


if __name__ == "__main__":
    main()
