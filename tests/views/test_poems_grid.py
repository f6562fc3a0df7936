"""All hundred at a glance: filters, search, standings, the swap by htmx."""

import re
from datetime import date

import pytest
from django.urls import reverse

from trainer.models import Memory

HTMX = {"HX-Request": "true"}


def numbers(response):
    """The poems shown, in order."""
    return [int(number) for number in re.findall(r'<li class="\w+"><a href="/poems/(\d+)/"', response.content.decode())]


def remember(person, poem, stability, skill="tf-kj"):
    day = date(2026, 1, 1)
    return Memory.objects.create(
        person=person,
        poem=poem,
        skill=skill,
        stability=stability,
        difficulty=5,
        first_day=day,
        last_day=day,
        due_on=day,
    )


def test_anybody_sees_the_hundred_in_order(nobodys_browser):
    assert numbers(nobodys_browser.get("/poems/")) == list(range(1, 101))


def test_nobody_is_told_of_standings_they_do_not_have(nobodys_browser):
    page = nobodys_browser.get("/poems/").content.decode()
    assert 'name="state"' not in page
    assert reverse("begin") in page


def test_a_guest_has_standings_too(greta, gretas_browser):
    remember(greta, 17, 30)
    assert numbers(gretas_browser.get("/poems/?state=sure")) == [17]


def test_standings_follow_the_first_skill_alone(alice, alices_browser):
    remember(alice, 1, 21)
    remember(alice, 2, 20.9)
    remember(alice, 3, 3)
    remember(alice, 4, 90, skill="kj-tf")
    assert numbers(alices_browser.get("/poems/?state=sure")) == [1]
    assert numbers(alices_browser.get("/poems/?state=settle")) == [2]
    assert numbers(alices_browser.get("/poems/?state=learn")) == [3]
    assert 4 in numbers(alices_browser.get("/poems/?state=new"))


def test_a_stranger_sees_nothing_of_alices_work(alice, charlies_browser):
    remember(alice, 17, 30)
    assert numbers(charlies_browser.get("/poems/?state=sure")) == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("sound=む", [87]),
        ("sound=う", [65, 74]),
        ("length=6", [11, 15, 31, 50, 64, 76]),
        ("length=5", [83, 93]),
        ("sound=い&length=2", [61]),
        ("q=17", [17]),
        ("q=tihaya", [17]),
        ("q=ちはや", [17]),
        ("q=chihaya&length=1", []),
    ],
)
def test_filters_leave_what_fits(nobodys_browser, query, expected):
    assert numbers(nobodys_browser.get(f"/poems/?{query}")) == expected


def test_poems_that_begin_so_stand_under_a_heading_of_their_own(nobodys_browser):
    response = nobodys_browser.get("/poems/?q=tsu")
    page = response.content.decode()
    assert numbers(response)[:2] == [13, 23]
    assert (
        page.index("Begins so") < page.index("/poems/23/") < page.index("Also in the poem") < page.index("/poems/37/")
    )
    assert "Begins so" not in nobodys_browser.get("/poems/?q=tihaya").content.decode()
    assert "Begins so" not in nobodys_browser.get("/poems/").content.decode()


@pytest.mark.parametrize(("language", "query"), [("en", "autumn"), ("ja", "秋"), ("vi", "mùa thu")])
def test_a_season_is_found_in_the_language_of_the_page(nobodys_browser, language, query):
    nobodys_browser.cookies["django_language"] = language
    response = nobodys_browser.get("/poems/", {"q": query})
    assert {1, 5, 17, 69} <= set(numbers(response))


def test_each_colour_has_twenty(nobodys_browser):
    for colour in "青桃黄緑橙":
        assert len(numbers(nobodys_browser.get("/poems/", {"colour": colour}))) == 20


def test_an_empty_result_teaches_how_to_search(nobodys_browser):
    page = nobodys_browser.get("/poems/?q=zzz").content.decode()
    assert "No poem is like that" in page
    assert "?q=tihaya" in page


@pytest.mark.parametrize("query", ["length=9", "length=x", "sound=ん", "colour=blue", "state=asleep", "q=" + "あ" * 61])
def test_a_wrong_choice_is_named_and_left_out(alices_browser, query):
    response = alices_browser.get(f"/poems/?{query}")
    assert response.status_code == 200
    assert b"error-text" in response.content
    assert len(numbers(response)) == 100


def test_what_was_chosen_stays_chosen(alices_browser):
    page = alices_browser.get("/poems/?sound=う&state=new&q=u").content.decode()
    assert re.search(r'<option value="う" selected>', page)
    assert re.search(r'value="new" checked', page)
    assert 'value="u"' in page


def test_htmx_gets_the_grid_alone(nobodys_browser):
    response = nobodys_browser.get("/poems/?sound=む", headers=HTMX)
    assert numbers(response) == [87]
    assert b"<html" not in response.content
    assert "HX-Request" in response.headers["Vary"]


def test_the_address_says_only_what_was_chosen(nobodys_browser):
    response = nobodys_browser.get("/poems/?q=&sound=む&length=", headers=HTMX)
    assert response.headers["HX-Push-Url"] == "/poems/?sound=%E3%82%80"
    assert nobodys_browser.get("/poems/?q=", headers=HTMX).headers["HX-Push-Url"] == "/poems/"


def test_going_back_gets_the_whole_page(nobodys_browser):
    response = nobodys_browser.get("/poems/", headers=HTMX | {"HX-History-Restore-Request": "true"})
    assert b"<html" in response.content


def test_one_query_for_all_standings(alice, alices_browser, django_assert_num_queries):
    for poem in range(1, 101):
        remember(alice, poem, poem / 3)
    alices_browser.get("/poems/")
    with django_assert_num_queries(3):  # session, person, memories
        alices_browser.get("/poems/")


def test_nobody_costs_no_query(nobodys_browser, django_assert_num_queries):
    with django_assert_num_queries(0):
        nobodys_browser.get("/poems/")


def test_the_grid_only_answers_get(alices_browser):
    assert alices_browser.post("/poems/").status_code == 405
