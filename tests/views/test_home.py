"""The first page: what today asks of me."""

from datetime import timedelta

import pytest
from django.utils import timezone

from trainer.srs.skills import Skill


def remember(person, poem, skill=Skill.TORIFUDA_TO_KIMARIJI, *, due_in=0, stability=4.0):
    today = timezone.now().date()
    return person.memories.create(
        poem=poem,
        skill=skill.value,
        stability=stability,
        difficulty=5,
        first_day=today - timedelta(days=30),
        last_day=today - timedelta(days=9),
        due_on=today + timedelta(days=due_in),
        reviews=3,
        last_grade=3,
    )


def test_a_visitor_is_shown_how_to_begin(nobodys_browser):
    page = nobodys_browser.get("/")
    assert page.status_code == 200
    assert "Begin the first lesson" in page.content.decode()


def test_a_new_guest_is_led_to_the_first_lesson(gretas_browser):
    page = gretas_browser.get("/")
    assert page.context["waiting"] == 0
    assert 'href="/learn/1/"' in page.content.decode()


def test_what_is_due_is_counted_with_the_poems_that_open(alices_browser, alice):
    remember(alice, 74)
    remember(alice, 65, due_in=20)
    page = alices_browser.get("/")
    # 74 is due; the reverse of 65 opens, for its stability has passed three days.
    assert page.context["waiting"] == 2
    assert 'href="/drill/"' in page.content.decode()


def test_one_persons_day_is_not_anothers(charlies_browser, alice):
    remember(alice, 74)
    assert charlies_browser.get("/").context["waiting"] == 0


@pytest.mark.parametrize("verb", ["post", "put", "delete"])
def test_the_first_page_is_only_read(alices_browser, verb):
    assert getattr(alices_browser, verb)("/").status_code == 405


def test_a_full_memory_costs_no_more_queries_than_an_empty_one(alices_browser, alice, django_assert_max_num_queries):
    for number in range(1, 101):
        for skill in (Skill.TORIFUDA_TO_KIMARIJI, Skill.KIMARIJI_TO_TORIFUDA):
            remember(alice, number, skill, due_in=number % 30)
    with django_assert_max_num_queries(10):
        alices_browser.get("/")


def test_the_hundred_are_counted_by_how_well_they_are_known(alices_browser, alice):
    for number, stability in ((1, 2.0), (2, 8.0), (3, 30.0), (4, 60.0)):
        remember(alice, number, due_in=9, stability=stability)
    counts = {each.value: count for each, count in alices_browser.get("/").context["tally"].items()}
    assert counts == {"sure": 2, "settle": 1, "learn": 1, "new": 96}
