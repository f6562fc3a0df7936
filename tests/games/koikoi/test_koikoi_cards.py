"""The 48 cards."""

from collections import Counter

import pytest

from games.rules.koikoi import cards
from games.rules.koikoi.cards import CARDS, Kind, card, cards_of, mask_of, met, text


def test_there_are_48_cards_four_a_month():
    assert [each.number for each in CARDS] == list(range(48))
    assert Counter(each.month for each in CARDS) == dict.fromkeys(range(1, 13), 4)


def test_there_are_5_brights_9_animals_10_ribbons_and_24_chaff():
    assert Counter(str(each.kind) for each in CARDS) == {"bright": 5, "animal": 9, "ribbon": 10, "chaff": 24}
    sets = (cards.BRIGHTS, cards.ANIMALS, cards.RIBBONS, cards.CHAFF)
    assert [mask.bit_count() for mask in sets] == [5, 9, 10, 24]
    assert sum(sets) == cards.ALL


@pytest.mark.parametrize(
    ("month", "printed"),
    [
        (1, "bright ribbon chaff chaff"),
        (2, "animal ribbon chaff chaff"),
        (3, "bright ribbon chaff chaff"),
        (4, "animal ribbon chaff chaff"),
        (5, "animal ribbon chaff chaff"),
        (6, "animal ribbon chaff chaff"),
        (7, "animal ribbon chaff chaff"),
        (8, "bright animal chaff chaff"),
        (9, "animal ribbon chaff chaff"),
        (10, "animal ribbon chaff chaff"),
        (11, "bright animal ribbon chaff"),
        (12, "bright chaff chaff chaff"),
    ],
)
def test_the_four_cards_of_each_month(month, printed):
    assert " ".join(each.kind for each in CARDS if each.month == month) == printed


@pytest.mark.parametrize(
    ("word", "number"),
    [("1.bright.1", 0), ("1.chaff.2", 3), ("8.animal.1", 29), ("11.chaff.1", 43), ("12.chaff.3", 47)],
)
def test_a_card_is_written_month_kind_index(word, number):
    assert card(word) == number
    assert text(number) == word


def test_every_card_reads_back():
    assert [card(each.text) for each in CARDS] == list(range(48))


@pytest.mark.parametrize("word", ["", "1.bright.2", "0.chaff.1", "13.chaff.1", "1.light.1", "bright", "1.bright"])
def test_no_other_word_is_a_card(word):
    with pytest.raises(ValueError, match="is not a card"):
        card(word)


@pytest.mark.parametrize("language", ["en", "ja", "vi"])
def test_every_card_has_its_own_name_in_every_language(language):
    names = [getattr(each.names, language) for each in CARDS]
    assert all(names)
    assert len(set(names)) == 48


def test_sets_are_bits():
    assert mask_of([0, 47]) == 1 | 1 << 47
    assert cards_of(1 << 47 | 1) == (0, 47)
    assert cards_of(0) == ()


def test_a_card_meets_the_floor_cards_of_its_month_only():
    floor = mask_of(map(card, ["8.bright.1", "8.chaff.2", "9.animal.1"]))
    assert [text(each) for each in met(card("8.animal.1"), floor)] == ["8.bright.1", "8.chaff.2"]
    assert met(card("1.bright.1"), floor) == ()


def test_the_named_cards():
    named = [
        (cards.CURTAIN, "3.bright.1"),
        (cards.MOON, "8.bright.1"),
        (cards.SAKE_CUP, "9.animal.1"),
        (cards.RAIN_MAN, "11.bright.1"),
        (cards.LIGHTNING, "11.chaff.1"),
    ]
    assert all(mask == 1 << card(word) for mask, word in named)
    assert {each.kind for each in CARDS if cards.RED_POEMS >> each.number & 1} == {Kind.RIBBON}
