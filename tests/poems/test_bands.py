"""Class bands: E 300 s, D 100, C 75, B 60, A 45, each with at least 98 of a hundred right."""

import pytest

from trainer.poems.bands import Band, band, gap, is_accurate


@pytest.mark.parametrize(
    ("seconds", "misses", "letter"),
    [
        (300, 0, "E"),
        (300.001, 0, None),
        (100.001, 0, "E"),
        (100, 2, "D"),
        (75, 2, "C"),
        (60, 0, "B"),
        (45.001, 0, "B"),
        (45, 2, "A"),
        (45, 3, None),
    ],
)
def test_a_hundred_cards_have_a_class(seconds, misses, letter):
    found = band(round(seconds * 1000), misses)
    assert (found and found.name) == letter


def test_a_part_of_the_hundred_has_none():
    assert band(10_000, 0, 99) is None


def test_98_percent_are_counted_in_whole_cards():
    assert [is_accurate(misses, cards) for misses, cards in [(0, 1), (1, 49), (1, 50), (2, 99), (2, 100)]] == [
        True,
        False,
        True,
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("seconds", "misses", "expected"),
    [
        (350, 0, (Band.E, 50_000, 0)),
        (350, 5, (Band.E, 50_000, 3)),
        (120, 0, (Band.D, 20_000, 0)),
        (120, 3, (Band.E, 0, 1)),
        (46, 2, (Band.A, 1_000, 0)),
    ],
)
def test_what_is_missing_for_the_next_class(seconds, misses, expected):
    found = gap(seconds * 1000, misses)
    assert (found.band, found.ms, found.misses) == expected


def test_nothing_is_missing_at_the_top():
    assert gap(45_000, 0) is None
    assert gap(45_000, 3).misses == 1
