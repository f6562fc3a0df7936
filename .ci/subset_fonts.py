"""Cuts two fonts to what the site shows, into static/fonts, with the @font-face rules of static/css/tokens.css.

    npm pack @fontsource/yuji-syuku @fontsource/shippori-mincho    # anywhere; unpack both archives
    .venv-test/bin/python .ci/subset_fonts.py YUJI/package SHIPPORI/package

Each font in parts by unicode-range, so that a page loads what it shows: kana; figures; the kanji beside the headings;
the kanji that stand in several poems; those of one poem only, in two halves; what only a page has. `vert` stays:
without it marks stand wrongly in a column. tests/test_fonts.py holds the files against the corpus, and
tests/browser/test_fonts_e2e.py against the pages.
"""

import collections
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fontTools import subset  # noqa: E402

from trainer.poems.poem import JOKA, POEMS  # noqa: E402

FONTS = ROOT / "static" / "fonts"
KANA = "".join(map(chr, range(0x3041, 0x3097))) + "ゝゞー・、。「」　々"
SESAME = "﹅"  # the mark beside a deciding sound: text-emphasis takes it from the face
SOURCES = {"figures": "latin", "mark": "3"}  # whence; the package's file of all Japanese lacks the mark
FIGURES = " 0123456789.,:;%+-/()·–—−×°" + "ABCDE" + "s"  # numbers, the bands, seconds
HAN = re.compile(r"[\u3005\u3400-\u9fff]")
JAPANESE = re.compile(r"[\u3005\u3041-\u30ff\u3400-\u9fff]")


def han(text: str) -> set[str]:
    return set(HAN.findall(text))


def of_poems(poems) -> set[str]:
    """The kanji of texts and poets, not those of the renderings, which stand in the system's face."""
    return {
        character
        for poem in poems
        for text in (poem.upper.written, poem.lower.written, poem.author.kanji)
        for character in han(text)
    }


def templates() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted((ROOT / "templates").rglob("*.html"))]


def of_headings() -> set[str]:
    """The kanji beside the headings, 今日 or 札流し: nearly every page shows a few."""
    return {
        sign for text in templates() for found in re.findall(r'class="ja"[^>]*>([^<{]+)<', text) for sign in han(found)
    }


def of_pages() -> set[str]:
    """All that is Japanese in the templates, in the views, among the names of the flower cards and on the seals."""
    code = [
        *sorted((ROOT / "trainer" / "views").glob("*.py")),
        ROOT / "games" / "rules" / "koikoi" / "cards.py",
        ROOT / "clubs" / "templatetags" / "clubs.py",  # the seal of a class
    ]
    return set(JAPANESE.findall("".join(templates() + [path.read_text(encoding="utf-8") for path in code])))


def of_several(places: list[set[str]]) -> set[str]:
    counts = collections.Counter(character for place in places for character in place)
    return {character for character, count in counts.items() if count > 1}


def ranges(characters: set[str]) -> str:
    """The unicode-range of CSS: U+3041-3096,U+3099."""
    codes = sorted(map(ord, characters))
    runs: list[list[int]] = []
    for code in codes:
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ", ".join(f"U+{first:X}" + (f"-{last:X}" if last > first else "") for first, last in runs)


def cut(source: Path, target: Path, characters: set[str]) -> set[str]:
    """Writes the part and returns the characters that it has; the font may lack some."""
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = ["vert"]
    options.name_IDs = [0, 1, 2, 13, 14]  # whose it is, and its licence
    font = subset.load_font(str(source), options)
    present = {character for character in characters if ord(character) in font.getBestCmap()}
    cutter = subset.Subsetter(options)
    cutter.populate(text="".join(present))
    cutter.subset(font)
    subset.save_font(font, str(target), options)
    return present


def main() -> None:
    yuji, shippori = (Path(folder) / "files" for folder in sys.argv[1:3])
    whole = (JOKA, *POEMS)
    joka = of_poems([JOKA]) | set("難波津 ")  # with the space, whose part gives the line its height
    wanted = [
        ("Yuji Syuku", yuji, "kanji", joka),
        ("Yuji Syuku", yuji, "kana", set(KANA)),
        ("Shippori Mincho", shippori, "kana", set(KANA)),
        ("Shippori Mincho", shippori, "mark", set(SESAME)),
        ("Shippori Mincho", shippori, "figures", set(FIGURES)),
        ("Shippori Mincho", shippori, "headings", of_headings()),
        ("Shippori Mincho", shippori, "several", of_several([*map(of_poems, zip(whole)), of_pages()])),
        ("Shippori Mincho", shippori, "poems-0-50", of_poems(whole[:51])),
        ("Shippori Mincho", shippori, "poems-51-100", of_poems(whole[51:])),
        ("Shippori Mincho", shippori, "pages", of_pages()),
    ]
    parts = []
    given: dict[str, set[str]] = collections.defaultdict(set)
    for family, folder, part, characters in wanted:  # each character once, in the first part that asks for it
        parts.append((family, folder, part, characters - given[family]))
        given[family] |= characters
    for old in FONTS.glob("*.woff2"):
        old.unlink()
    rules = []
    for family, folder, part, characters in parts:
        slug = family.lower().replace(" ", "-")
        script = SOURCES.get(part, "japanese")
        name = f"{slug}-{part}"
        target = FONTS / f"{name}.woff2"
        present = cut(folder / f"{slug}-{script}-400-normal.woff2", target, characters)
        lacking = "".join(sorted(characters - present))
        print(f"{name}: {len(present)} characters, {target.stat().st_size:,} bytes", file=sys.stderr)
        if lacking:
            print(f"  not in the font: {lacking}", file=sys.stderr)
        rules.append(
            f'@font-face {{\n  font-family: "{family}";\n  font-weight: 400;\n'
            f'  src: url(../fonts/{name}.woff2) format("woff2");\n  font-display: swap;\n'
            f"  unicode-range: {ranges(present)}\n}}\n\n"
        )
    tokens = FONTS.parent / "css" / "tokens.css"
    before, rest = tokens.read_text(encoding="utf-8").split("@font-face", 1)
    tokens.write_text(before + "".join(rules) + rest[rest.index(":root {") :], encoding="utf-8")


if __name__ == "__main__":
    main()
