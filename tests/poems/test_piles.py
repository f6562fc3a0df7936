"""Piles that are the same for everybody. The expected numbers come from printed kimariji tables."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.poems.kimariji import original
from trainer.poems.piles import (
    COLOURS,
    SOUNDS,
    UnknownEntryError,
    UnknownPileError,
    fixed,
    own,
    parse_list,
    partner_codes,
)


def test_all_is_the_hundred():
    assert fixed("all") == tuple(range(1, 101))


@pytest.mark.parametrize(
    ("code", "poems"),
    [
        ("sound-mu", {87}),
        ("sound-tsu", {13, 23}),
        ("sound-fu", {22}),
        ("sound-o", {5, 26, 72, 82, 44, 60, 95}),
        ("group-1", {87, 18, 57, 22, 70, 81, 77}),
        ("length-5", {93, 83}),
        ("length-6", {11, 76, 31, 64, 15, 50}),
        ("partners-65", {65, 74}),
        ("partners-44", {44, 60, 95}),
        ("own-0000000000000000000000001", {1}),
        ("own-8000000000000000000000000", {100}),
    ],
)
def test_a_code_names_its_poems(code, poems):
    assert set(fixed(code)) == poems
    assert len(fixed(code)) == len(poems)


def test_sounds_groups_lengths_colours_each_part_the_hundred():
    for codes, sizes in (
        ([f"sound-{name}" for name in SOUNDS], None),
        ([f"group-{n}" for n in range(1, 17)], [7, 10, 12, 16, 5, 12, 14, 8, 16]),
        ([f"length-{n}" for n in range(1, 7)], [7, 42, 37, 6, 2, 6]),
        ([f"colour-{name}" for name in COLOURS], [20] * 5),
    ):
        parts = [poems for poems in map(_poems_or_none, codes) if poems]
        assert sorted(number for part in parts for number in part) == list(range(1, 101))
        assert sizes is None or [len(part) for part in parts] == sizes


def _poems_or_none(code):
    try:
        return fixed(code)
    except UnknownPileError:
        return ()


@pytest.mark.parametrize(
    "code",
    [
        "",
        "everything",
        "sound-",
        "sound-nu",
        "sound-あ",
        "group-9",
        "length-0",
        "length-7",
        "length-02",
        "colour-red",
        "partners-87",  # む has no partner
        "partners-74",  # the set is named by 65
        "partners-065",
        "partners-x",
        "partners-101",
        "own-",
        "own-0000000000000000000000000",
        "own-000000000000000000000000A",
        "own-1",
        "own-10000000000000000000000000",
        "all-1",
    ],
)
def test_any_other_code_is_refused(code):
    with pytest.raises(UnknownPileError):
        fixed(code)


def test_each_partner_set_has_one_code():
    sets = [frozenset(fixed(code)) for code in partner_codes()]
    stems = {number: original(number)[:-1] for number in range(1, 101)}
    by_hand = {
        frozenset(n for n in stems if stems[n] == stem) for stem in stems.values() if stem and _shared(stem, stems)
    }
    assert len(sets) == len(by_hand)
    assert set(sets) == by_hand


def _shared(stem, stems):
    return sum(other == stem for other in stems.values()) > 1


@given(st.sets(st.integers(1, 100), min_size=1))
def test_any_set_has_one_short_code_that_gives_it_back(numbers):
    code = own(numbers)
    assert set(fixed(code)) == numbers
    assert len(code) <= 80
    assert re.fullmatch(r"[a-z0-9-]+", code)


@pytest.mark.parametrize("numbers", [[], [0], [101], [5, 200]])
def test_an_own_pile_has_poems_of_the_hundred(numbers):
    with pytest.raises(ValueError, match="1 to 100"):
        own(numbers)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", ()),
        (" ,\n、", ()),
        ("17", (17,)),
        ("17 2 17", (17, 2)),
        ("３，４", (3, 4)),
        ("8-10", (8, 9, 10)),
        ("8 〜 10", (8, 9, 10)),
        ("うか、uka;ウカ", (74,)),
        ("よのなかは yononakawa", (93,)),
        ("なにはえ", (88,)),
        ("む\nす\nめ", (87, 18, 57)),
    ],
)
def test_a_list_takes_numbers_ranges_and_kimariji(text, numbers):
    assert parse_list(text) == numbers


@pytest.mark.parametrize(
    ("text", "entry"),
    [("1, 0", "0"), ("101", "101"), ("20-10", "20-10"), ("1 xyz 2", "xyz"), ("う", "う"), ("うかり", "うかり")],
)
def test_a_list_names_the_first_entry_it_cannot_read(text, entry):
    with pytest.raises(UnknownEntryError) as caught:
        parse_list(text)
    assert caught.value.entry == entry
