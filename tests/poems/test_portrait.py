"""Portraits: well-formed, free of ids, the same each time."""

from xml.etree import ElementTree as ET

import pytest

from trainer.poems.poem import POEMS, Figure
from trainer.poems.portrait import portrait

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text):
    return ET.fromstring(text)  # noqa: S314


@pytest.mark.parametrize("poem", POEMS, ids=lambda poem: str(poem.number))
def test_every_poet_can_be_drawn(poem):
    picture = portrait(poem.author.figure, poem.number, dais=poem.author.dais)
    root = parsed(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox")
    assert not [node for node in root.iter() if node.get("id")]
    assert len(picture) < 10_000


def test_without_a_title_it_is_decoration():
    root = parsed(portrait(Figure.LADY, 9))
    assert root.get("aria-hidden") == "true"
    assert root.get("role") is None
    assert root.find(f"{SVG}title") is None


def test_with_a_title_it_is_an_image_of_that_name():
    root = parsed(portrait(Figure.LADY, 9, title="Ono & <Komachi>"))
    assert root.get("role") == "img"
    assert root.get("aria-hidden") is None
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "Ono & <Komachi>"


def test_a_picture_depends_on_figure_and_number_alone():
    assert portrait(Figure.MONK, 8) == portrait(Figure.MONK, 8)
    assert portrait(Figure.MONK, 8) != portrait(Figure.MONK, 12)
    assert portrait(Figure.MONK, 8) != portrait(Figure.COURTIER, 8)


def test_no_two_poets_look_the_same():
    assert len({portrait(poem.author.figure, poem.number) for poem in POEMS}) == 100


def test_emperors_sit_on_the_mat_and_others_only_when_asked():
    bare, seated = portrait(Figure.LADY, 2), portrait(Figure.LADY, 2, dais=True)
    assert len(seated) > len(bare)
    assert portrait(Figure.EMPEROR, 1) == portrait(Figure.EMPEROR, 1, dais=True)
