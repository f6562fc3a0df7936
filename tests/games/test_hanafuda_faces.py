"""The 48 faces: all there, as drawn, small, and without words."""

import re

import pytest
from django.conf import settings

from games.faces import faces, file_name, ink
from games.rules.koikoi.cards import CARDS

FOLDER = settings.BASE_DIR / "static" / "cards" / "hanafuda"
INKS = {ink.BLACK, ink.RED, ink.PURPLE, ink.YELLOW, ink.GREEN, ink.PALE, ink.GREY, "none"}


@pytest.fixture(scope="module")
def drawn():
    return faces()


def test_every_card_has_a_face_of_its_own(drawn):
    assert drawn.keys() == {file_name(card.text) for card in CARDS}
    assert len(set(drawn.values())) == 48


def test_the_files_are_what_the_command_draws(drawn):
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.svg")} == drawn


def test_faces_are_small_and_have_no_words(drawn):
    for name, svg in drawn.items():
        assert len(svg.encode()) < 12 * 1024, name
        assert not re.search("<(text|title)", svg), name


def test_only_the_seven_inks(drawn):
    for svg in drawn.values():
        assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', svg)) <= INKS


def test_all_faces_could_stand_in_one_document(drawn):
    ids = [each for svg in drawn.values() for each in re.findall(r'\bid="([^"]+)"', svg)]
    assert len(ids) == len(set(ids))
