"""The load of the coming days."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from tests.srs.cast import FIRST, TODAY, course, desk, firsts, known, play
from trainer.srs.forecast import forecast
from trainer.srs.session import Pace
from trainer.srs.skills import Item

ALONE = Pace(new_per_day=5, rights_for_new=1)


def test_known_items_come_back_on_their_days():
    memories = {item: known(30, due_in=due) for item, due in zip(firsts(1, 2, 3), [0, 2, 2], strict=True)}
    days = forecast(desk(memories, course_=course(3)), 4)
    assert [day.reviews for day in days] == [1, 0, 2, 0]
    assert [day.day for day in days] == [TODAY + timedelta(days=n) for n in range(4)]


def test_new_poems_come_at_the_pace_and_back_after_1_3_8_and_19_days():
    days = forecast(desk({}, course_=course(5), pace=ALONE), 32)
    assert {n: day.reviews for n, day in enumerate(days) if day.reviews} == {1: 5, 4: 5, 12: 5, 31: 5}
    assert [day.new_poems for day in days[:2]] == [5, 0]


def test_new_poems_end_with_the_path():
    days = forecast(desk({}, course_=course(12), pace=ALONE), 5)
    assert [day.new_poems for day in days] == [5, 5, 2, 0, 0]


def test_expected_misses_are_asked_again():
    state = replace(known(30), last_day=TODAY - timedelta(days=30))
    day = forecast(desk({Item(1, FIRST): state}, course_=course(1)), 1)[0]
    assert day.repeats == pytest.approx(0.1)  # a stability of 30 days is a recall of 0.9 after 30 days
    assert day.questions == pytest.approx(1.1)


def test_the_days_most_and_the_backlog_are_foreseen():
    memories = {Item(poem, FIRST): known(300) for poem in range(1, 26)}
    days = forecast(desk(memories, course_=course(40), pace=Pace(most_reviews=10)), 4)
    assert [(day.reviews, day.backlog, day.new_poems) for day in days] == [
        (10, 15, 0),
        (10, 5, 0),
        (5, 0, 5),
        (5, 0, 5),
    ]


def test_today_is_what_is_left_of_it():
    at = desk({Item(poem, FIRST): known(300) for poem in (1, 2, 3)}, course_=course(3))
    done = replace(at, given=())
    assert forecast(done, 1)[0].reviews == len(play(at)) == 3


def test_a_forecast_starts_on_its_own_day():
    at = replace(desk({}, course_=course(5)), today=date(2026, 12, 30))
    assert [day.day.day for day in forecast(at, 3)] == [30, 31, 1]
