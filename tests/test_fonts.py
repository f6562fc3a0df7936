"""The fonts as shipped hold every character of cards, poems and poets, and stand upright in a vertical line."""

import re
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from trainer.poems.kimariji import original
from trainer.poems.poem import JOKA, POEMS

STATIC = Path(__file__).parents[1] / "static"
RULE = re.compile(r"@font-face\s*{([^}]*)}")
WHOLE = (JOKA, *POEMS)


@cache
def faces():
    """(family, file, what unicode-range names) of every rule."""
    found = []
    for rule in RULE.findall((STATIC / "css" / "tokens.css").read_text(encoding="utf-8")):
        family = re.search(r'font-family:\s*"([^"]+)"', rule)[1]
        file = STATIC / "css" / re.search(r"url\(([^)]+)\)", rule)[1]
        named = re.search(r"unicode-range:([^;]+)", rule)[1]
        codes = set()
        for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", named):
            codes.update(range(int(first, 16), int(last or first, 16) + 1))
        found.append((family, file.resolve(), frozenset(codes)))
    return found


def lacking(text, family):
    """What of a text no part of a font would show."""
    shown = set().union(*(codes for face, _, codes in faces() if face == family))
    return {character for character in text if ord(character) not in shown}


def files():
    return [pytest.param(file, codes, id=file.name) for _, file, codes in faces()]


@pytest.mark.parametrize(("file", "codes"), files())
def test_a_part_has_what_its_rule_names(file, codes):
    assert codes
    assert codes <= set(TTFont(file).getBestCmap())


def test_every_file_is_used_and_none_twice():
    assert sorted(file for _, file, _ in faces()) == sorted((STATIC / "fonts").glob("*.woff2"))


def test_no_character_is_in_two_parts_of_a_font():
    for family in {face for face, _, _ in faces()}:
        parts = [codes for face, _, codes in faces() if face == family]
        assert sum(map(len, parts)) == len(set().union(*parts)), family


def test_the_brush_writes_every_torifuda_and_the_joka():
    for poem in WHOLE:
        assert lacking("".join(poem.torifuda_columns), "Yuji Syuku") == set(), poem.number
    assert lacking("難波津" + JOKA.upper.written + JOKA.lower.written + JOKA.author.kanji, "Yuji Syuku") == set()


def test_the_brush_knows_the_kana_that_only_old_spelling_has():
    assert lacking("ゐゑを", "Yuji Syuku") == set()


@pytest.mark.parametrize("poem", WHOLE, ids=lambda poem: str(poem.number))
def test_a_poem_its_readings_and_its_poet_are_set_in_mincho(poem):
    texts = [poem.author.kanji]
    for verse in (poem.upper, poem.lower):
        texts += [verse.written, verse.modern, verse.spoken]
        texts += [piece.base + (piece.reading or "") for piece in verse.ruby]
    if poem is not JOKA:
        texts.append(original(poem.number))
    assert lacking("".join(texts), "Shippori Mincho") == set()


def test_figures_are_set_in_mincho():
    assert lacking("0123456789.,:%", "Shippori Mincho") == set()


@pytest.mark.parametrize("name", ["yuji-syuku-kana.woff2", "shippori-mincho-kana.woff2"])
def test_marks_turn_in_a_vertical_line(name):
    font = TTFont(STATIC / "fonts" / name)
    features = {record.FeatureTag: record.Feature for record in font["GSUB"].table.FeatureList.FeatureRecord}
    turned = {
        glyph
        for number in features["vert"].LookupListIndex
        for table in font["GSUB"].table.LookupList.Lookup[number].SubTable
        for glyph in getattr(table, "ExtSubTable", table).mapping
    }
    names = font.getBestCmap()
    assert {names[ord("、")], names[ord("。")], names[ord("ー")], names[ord("っ")]} <= turned


def test_the_licences_are_beside_them():
    for name in ("OFL-yuji-syuku.txt", "OFL-shippori-mincho.txt"):
        assert "SIL OPEN FONT LICENSE" in (STATIC / "fonts" / name).read_text(encoding="utf-8")


def test_what_a_page_loads_stays_small():
    """The brush's kana and the brand for the first page; the whole of Mincho for a poem."""
    size = {file.name: file.stat().st_size for _, file, _ in faces()}
    assert size["yuji-syuku-kana.woff2"] + size["yuji-syuku-kanji.woff2"] < 32 * 1024
    assert sum(size.values()) < 190 * 1024
