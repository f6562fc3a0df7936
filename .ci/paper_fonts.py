"""Cuts the fonts of the papers that clubs print, into clubs/papers/fonts (clubs/papers/faces.py sets with them).

    npm pack @fontsource/shippori-mincho @fontsource/noto-serif @fontsource/noto-serif-jp    # anywhere; unpack all
    .venv-test/bin/python .ci/paper_fonts.py SHIPPORI/package NOTO_SERIF/package NOTO_SERIF_JP/package

Names are anybody's, so the papers take whole fonts where pages take parts: Shippori Mincho as it is; what of it stands
otherwise in a column, under the characters' own codes; Noto Serif for Vietnamese and for other letters of Europe; and
of Noto Serif JP what Windows' Japanese set (CP932) has and Shippori lacks, as names are written with.
TrueType and not WOFF2: unpacking WOFF2 in Python takes seconds for every paper.
"""

import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from fontTools import merge, subset
from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parents[1] / "clubs" / "papers" / "fonts"
SLICES = ("latin", "latin-ext", "vietnamese", "cyrillic", "greek")
ALSO = "𠮷"  # the 吉 of many families named Yoshida; in no older set
PRIVATE = range(0xE000, 0xF900)  # CP932 leaves room for characters of one's own


def slices(package: Path, family: str) -> list[Path]:
    return sorted((package / "files").glob(f"{family}-*-400-normal.woff2"))


def codes_of(path: Path) -> set[int]:
    return set(TTFont(path).getBestCmap())


def windows_japanese() -> Iterator[int]:
    for lead in range(0x81, 0xFD):
        for trail in range(0x40, 0xFD):
            try:
                yield ord(bytes([lead, trail]).decode("cp932"))
            except (UnicodeDecodeError, TypeError):  # no character, or two
                continue


def cut(source: Path, target: Path, codes: Iterable[int]) -> None:
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 13, 14]  # whose it is, and its licence
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=list(codes))
    cutter.subset(font)
    font.flavor = None
    font.save(target)
    print(f"{target.name}: {len(font.getBestCmap())} characters, {target.stat().st_size:,} bytes", file=sys.stderr)


def upright(source: Path, target: Path) -> None:
    """The forms of a column (`vert`) under the codes of the characters that they stand for."""
    font = TTFont(source)
    table = font["GSUB"].table
    forms = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag == "vert":
            for number in record.Feature.LookupListIndex:
                for each in table.LookupList.Lookup[number].SubTable:
                    forms.update(getattr(each, "ExtSubTable", each).mapping)
    turned = {code: forms[name] for code, name in font.getBestCmap().items() if name in forms}
    for each in font["cmap"].tables:
        each.cmap = dict(turned)
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "upright.woff2"
        font.save(kept)
        cut(kept, target, turned)


def joined(parts: dict[Path, set[int]], target: Path) -> None:
    """One font of parts of the same; of a character that two have, the first's."""
    with tempfile.TemporaryDirectory() as folder:
        files, seen = [], set()
        for number, (path, wanted) in enumerate(parts.items()):
            codes = (codes_of(path) & wanted) - seen
            seen |= codes
            if codes:
                file = Path(folder) / f"{number}.ttf"
                cut(path, file, codes)
                files.append(str(file))
        merger = merge.Merger(
            merge.Options(drop_tables=["GDEF", "GPOS", "GSUB", "STAT", "vhea", "vmtx", "gasp", "DSIG"])
        )
        font = merger.merge(files)
        font.save(target)
    print(f"{target.name}: {len(seen)} characters, {target.stat().st_size:,} bytes", file=sys.stderr)


def main() -> None:
    shippori, serif, japanese = (Path(folder) for folder in sys.argv[1:4])
    for old in FONTS.glob("*.ttf"):
        old.unlink()
    whole = shippori / "files" / "shippori-mincho-japanese-400-normal.woff2"
    has = codes_of(whole)
    cut(whole, FONTS / "shippori-mincho.ttf", has)
    upright(whole, FONTS / "shippori-mincho-upright.ttf")
    letters = {serif / "files" / f"noto-serif-{name}-400-normal.woff2": set(range(0x20, 0x2400)) for name in SLICES}
    joined(letters, FONTS / "noto-serif.ttf")
    wanted = {code for code in windows_japanese() if code not in PRIVATE} | {ord(sign) for sign in ALSO}
    joined(dict.fromkeys(slices(japanese, "noto-serif-jp"), wanted - has), FONTS / "noto-serif-jp-rest.ttf")


if __name__ == "__main__":
    main()
