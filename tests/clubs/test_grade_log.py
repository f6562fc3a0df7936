"""Classes, dan and the log of a player's class."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.grades import (
    UNKNOWN,
    Entry,
    Grade,
    Reason,
    Standing,
    confirmed_standing,
    dan_kanji,
    dan_name,
    fiscal_year,
    fiscal_year_start,
    standing,
)

APRIL = date(2026, 4, 1)
JULY = date(2026, 7, 1)


def line(number, on, grade, dan, *, confirmed=True, amends=None, reason=Reason.PLACING):
    return Entry(number, on, Grade[grade], dan, reason, confirmed, amends)


def test_classes_are_ordered_by_strength():
    assert sorted(Grade) == [Grade.E, Grade.D, Grade.C, Grade.B, Grade.A]
    assert [grade.rank for grade in (Grade.E, Grade.A)] == [0, 4]
    assert Grade.A > Grade.B >= Grade.B


def test_a_class_is_not_compared_with_its_letter():
    with pytest.raises(TypeError):
        assert Grade.A > "B"


def test_dan_have_names():
    assert [dan_name(dan) for dan in (1, 10)] == ["1-dan", "10-dan"]
    assert [dan_kanji(dan) for dan in range(5)] == ["無段", "初段", "弐段", "参段", "四段"]


@pytest.mark.parametrize("dan", [-1, 11])
def test_there_is_no_dan_but_nought_to_ten(dan):
    with pytest.raises(ValueError, match="from 0 to 10"):
        Entry(1, APRIL, Grade.A, dan, Reason.DECLARED)


def test_nobody_knows_who_has_no_line():
    assert standing([], APRIL) == UNKNOWN == Standing(Grade.E, 0, None, False)


def test_the_last_line_of_the_day_or_before_holds():
    log = [line(1, APRIL, "D", 1), line(2, JULY, "C", 2)]
    assert standing(log, APRIL - timedelta(days=1)) == UNKNOWN
    assert standing(log, JULY - timedelta(days=1)) == Standing(Grade.D, 1, APRIL, True)
    assert standing(log, JULY) == Standing(Grade.C, 2, JULY, True)


def test_what_is_declared_is_shown_as_such_until_an_organiser_confirms_it():
    declared = line(1, APRIL, "B", 3, confirmed=False, reason=Reason.DECLARED)
    assert standing([declared], JULY) == Standing(Grade.B, 3, APRIL, False)
    assert confirmed_standing([declared], JULY) == UNKNOWN
    confirmed = line(2, APRIL, "B", 3, amends=1, reason=Reason.CONFIRMED)
    assert standing([declared, confirmed], JULY) == Standing(Grade.B, 3, APRIL, True)
    assert confirmed_standing([declared, confirmed], JULY) == Standing(Grade.B, 3, APRIL, True)


def test_a_declaration_on_top_does_not_take_away_what_was_confirmed():
    log = [line(1, APRIL, "C", 2), line(2, JULY, "A", 4, confirmed=False, reason=Reason.DECLARED)]
    assert standing(log, JULY) == Standing(Grade.A, 4, JULY, False)
    assert confirmed_standing(log, JULY) == Standing(Grade.C, 2, APRIL, True)


def test_the_same_once_more_keeps_the_day_it_began():
    log = [line(1, APRIL, "C", 2), line(2, JULY, "C", 2, confirmed=False)]
    assert standing(log, JULY) == Standing(Grade.C, 2, APRIL, True)


def test_an_amendment_replaces_a_line_with_its_day():
    log = [line(1, APRIL, "A", 4), line(2, JULY, "B", 3, amends=1, reason=Reason.CORRECTION)]
    assert standing(log, APRIL) == UNKNOWN
    assert standing(log, JULY) == Standing(Grade.B, 3, JULY, True)


def test_of_two_amendments_the_later_holds_whichever_line_it_names():
    log = [line(1, APRIL, "A", 4), line(2, APRIL, "B", 3, amends=1)]
    assert standing([*log, line(3, APRIL, "C", 2, amends=1)], APRIL).grade is Grade.C
    assert standing([*log, line(3, APRIL, "D", 1, amends=2)], APRIL).grade is Grade.D


def test_an_amendment_of_an_amendment_leaves_nothing_of_either():
    log = [line(1, JULY, "A", 4), line(2, JULY, "B", 3, amends=1), line(3, APRIL, "C", 2, amends=2)]
    assert standing(log, JULY) == Standing(Grade.C, 2, APRIL, True)


def test_a_line_can_be_taken_back():
    log = [line(1, APRIL, "C", 2), line(2, JULY, "B", 3), line(3, JULY, "B", 3, amends=2, reason=Reason.WITHDRAWN)]
    assert standing(log, JULY) == Standing(Grade.C, 2, APRIL, True)


def test_of_one_day_the_later_written_holds():
    log = [line(2, APRIL, "C", 2), line(1, APRIL, "D", 1)]
    assert standing(log, APRIL).grade is Grade.C


@given(
    st.lists(st.tuples(st.integers(0, 400), st.sampled_from("EDCBA"), st.integers(0, 10)), max_size=8),
    st.randoms(use_true_random=False),
)
def test_the_order_in_which_lines_are_read_does_not_matter(lines, dice):
    log = [line(number, APRIL + timedelta(days=days), grade, dan) for number, (days, grade, dan) in enumerate(lines)]
    mixed = log[:]
    dice.shuffle(mixed)
    assert standing(mixed, JULY) == standing(log, JULY)


def test_a_fiscal_year_begins_in_april():
    assert [fiscal_year(day) for day in (date(2026, 3, 31), APRIL, date(2026, 12, 31))] == [2025, 2026, 2026]
    assert fiscal_year_start(2026) == APRIL
