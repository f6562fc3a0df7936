"""The faces: what the corpus and the headings need is in them, upright in vertical lines, and in few bytes.

If a character is missing here, run .ci/subset_fonts.py again. Whether every page's characters are there, is seen in
tests/browser/test_fonts_e2e.py.
"""

import json
import re
from pathlib import Path

import pytest

from tests.faces import BRUSH, FONTS, MINCHO, Face, covered, faces

ROOT = Path(__file__).resolve().parent.parent
POEMS = json.loads((ROOT / "trainer" / "poems" / "poems.json").read_text())
PHRASES = [phrase for poem in POEMS for phrase in poem["upper"] + poem["lower"]]

each_face = pytest.mark.parametrize("face", faces(), ids=lambda face: face.path.stem)


def missing(family: str, texts) -> set[str]:
    return set("".join(texts)) - covered(family)


def upright(face: Face) -> set[str]:
    """The characters that become others where lines run downwards (GSUB, feature vert)."""
    names = {glyph: chr(code) for code, glyph in face.font.getBestCmap().items()}
    table = face.font["GSUB"].table
    lookups = {
        index
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "vert"
        for index in record.Feature.LookupListIndex
    }
    subtables = [subtable for index in lookups for subtable in table.LookupList.Lookup[index].SubTable]
    return {names[glyph] for subtable in subtables for glyph in subtable.mapping if glyph in names}


def test_the_poems_can_be_set_in_mincho():
    assert len(PHRASES) == 101 * 5
    assert not missing(MINCHO, (re.sub("[{}]", "", phrase["text"]) for phrase in PHRASES))
    assert not missing(MINCHO, (phrase[kana] for phrase in PHRASES for kana in ("historical", "modern", "spoken")))


def test_the_poets_can_be_set_in_mincho():
    assert not missing(MINCHO, (poem["author"][script] for poem in POEMS for script in ("kanji", "kana")))


def test_the_cards_can_be_set_with_the_brush():
    assert not missing(BRUSH, (column for poem in POEMS for column in poem["torifuda"]))


def test_the_joka_can_be_set_with_the_brush():
    texts = (phrase["text"] for phrase in POEMS[0]["upper"] + POEMS[0]["lower"])
    assert not missing(BRUSH, (re.sub(r"\{.*?\}", "", text) for text in texts))  # its furigana stand in mincho


def test_headings_and_numbers_can_be_set_in_mincho():
    headings = [
        heading
        for page in (ROOT / "templates").rglob("*.html")
        for heading in re.findall(r'<span class="ja" lang="ja">([^<{]+)</span>', page.read_text())
    ]
    assert {"今日", "百首", "学ぶ", "稽古", "札流し"} <= set(headings)
    assert not missing(MINCHO, headings)
    assert not missing(MINCHO, "0123456789ABCDE%.,:·")


@each_face
def test_a_face_has_every_character_it_is_loaded_for(face):
    assert not face.characters - set(map(chr, face.font.getBestCmap()))


def test_no_character_is_loaded_twice():
    for family in (BRUSH, MINCHO):
        sizes = [len(face.characters) for face in faces() if face.family == family]
        assert sum(sizes) == len(covered(family))


def test_every_file_is_used_and_there():
    assert {face.path for face in faces()} == set(FONTS.glob("*.woff2"))
    assert all(face.swaps for face in faces())


@pytest.mark.parametrize("family", [BRUSH, MINCHO])
def test_kana_and_marks_stand_upright_in_vertical_lines(family):
    turned = set().union(*(upright(face) for face in faces() if face.family == family and "ー" in face.characters))
    assert set("ーぁっゃゅょ") <= turned
    if family == MINCHO:
        assert set("、。「」") <= turned


@each_face
def test_vertical_metrics_are_those_of_full_squares(face):
    """A glyph without its own advance would fall out of the column."""
    metrics = face.font["vmtx"].metrics
    kana = [glyph for code, glyph in face.font.getBestCmap().items() if code > 0x3000]
    assert {metrics[glyph][0] for glyph in kana} == {face.font["head"].unitsPerEm}


def test_the_faces_stay_small():
    sizes = {face.path.stem: face.path.stat().st_size for face in faces()}
    assert sizes["yuji-syuku-joka"] <= 6_000  # on every page
    assert sizes["yuji-syuku-kana"] <= 25_000
    assert sizes["shippori-mincho-kana"] <= 24_000
    assert sum(sizes.values()) <= 150_000


def test_the_licences_are_with_the_fonts():
    for stem in ("yuji-syuku", "shippori-mincho"):
        assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / f"OFL-{stem}.txt").read_text()
