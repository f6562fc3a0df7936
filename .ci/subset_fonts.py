"""Cuts two fonts to what the site shows, into static/fonts, and prints the @font-face rules of static/css/tokens.css.

    npm pack @fontsource/yuji-syuku @fontsource/shippori-mincho    # anywhere; unpack both archives
    .venv-test/bin/python .ci/subset_fonts.py YUJI/package SHIPPORI/package

Each font in parts by unicode-range, so that a page loads what it shows: kana; figures; letters; the kanji of the site's
own headings; the other kanji of the poems and their poets. `vert` stays: without it marks stand wrongly in a column.
tests/test_fonts.py holds the files against the corpus.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from fontTools import subset  # noqa: E402

from trainer.poems.poem import JOKA, POEMS  # noqa: E402

FONTS = ROOT / "static" / "fonts"
KANA = "".join(map(chr, range(0x3041, 0x3097))) + "ゝゞー・、。「」　々"
KATAKANA = "".join(map(chr, range(0x30A1, 0x30FB)))
FIGURES = " 0123456789.,:;%+-/()" + "–—‘’“”…×−°"
LETTERS = "".join(map(chr, range(0x21, 0x7F)))
HAN = re.compile(r"[\u3005\u3400-\u9fff]")


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


def of_headings() -> set[str]:
    """The kanji of the templates: what they mark as Japanese beside a heading or in a label."""
    templates = (ROOT / "templates").rglob("*.html")
    return {character for path in templates for character in han(path.read_text(encoding="utf-8"))}


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
    options.layout_features = ["*"]
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
    headings, poems = of_headings(), of_poems(POEMS)
    joka = of_poems([JOKA]) | set("難波津")
    parts = [
        ("Yuji Syuku", yuji, "kana", set(KANA)),
        ("Yuji Syuku", yuji, "kanji", joka - set(KANA)),
        ("Shippori Mincho", shippori, "figures", set(FIGURES)),
        ("Shippori Mincho", shippori, "letters", set(LETTERS) - set(FIGURES)),
        ("Shippori Mincho", shippori, "kana", set(KANA)),
        ("Shippori Mincho", shippori, "katakana", set(KATAKANA) - set(KANA)),
        ("Shippori Mincho", shippori, "headings", headings - set(KANA)),
        ("Shippori Mincho", shippori, "poems", (poems | joka) - headings - set(KANA)),
    ]
    for old in FONTS.glob("*.woff2"):
        old.unlink()
    for family, folder, part, characters in parts:
        slug = family.lower().replace(" ", "-")
        script = "latin" if part in ("figures", "letters") else "japanese"
        name = f"{slug}-{part}"
        target = FONTS / f"{name}.woff2"
        present = cut(folder / f"{slug}-{script}-400-normal.woff2", target, characters)
        lacking = "".join(sorted(characters - present))
        print(f"{name}: {len(present)} characters, {target.stat().st_size:,} bytes", file=sys.stderr)
        if lacking:
            print(f"  not in the font: {lacking}", file=sys.stderr)
        print(
            f'@font-face {{\n  font-family: "{family}";\n  font-weight: 400;\n'
            f'  src: url(../fonts/{name}.woff2) format("woff2");\n  font-display: swap;\n'
            f"  unicode-range: {ranges(present)}\n}}\n"
        )


if __name__ == "__main__":
    main()
