"""A person's own mnemonics: written, changed and dropped by their owner alone."""

import pytest
from django.utils import timezone

from trainer.models import Mnemonic

ADDRESS = "/poems/17/mnemonic/"


@pytest.fixture
def red_water(alice):
    return Mnemonic.objects.create(person=alice, poem=17, text="red water", written_at=timezone.now())


def texts():
    return list(Mnemonic.objects.values_list("text", flat=True))


def test_several_can_be_written(alice, alices_browser):
    for text in ("one", "two"):
        response = alices_browser.post(ADDRESS, {"text": text})
        assert response.headers["Location"] == "/poems/17/#mnemonics"
    assert texts() == ["one", "two"]
    page = alices_browser.get("/poems/17/").content.decode()
    assert "one" in page
    assert "two" in page


def test_a_guest_may_write_too(greta, gretas_browser):
    gretas_browser.post(ADDRESS, {"text": "mine"})
    assert Mnemonic.objects.get().person == greta


def test_nobody_is_asked_to_begin_first(nobodys_browser):
    response = nobodys_browser.post(ADDRESS, {"text": "mine"})
    assert response.headers["Location"].startswith("/begin/")
    assert texts() == []


def test_the_owner_changes_it(red_water, alices_browser):
    alices_browser.post(ADDRESS, {"mnemonic": red_water.pk, "text": "blood leaf"})
    assert texts() == ["blood leaf"]


def test_the_owner_drops_it(red_water, alices_browser):
    alices_browser.post(ADDRESS, {"mnemonic": red_water.pk, "text": "", "delete": "1"})
    assert texts() == []


@pytest.mark.parametrize("data", [{"text": "changed"}, {"delete": "1"}])
def test_a_stranger_does_not_find_it(red_water, charlies_browser, data):
    response = charlies_browser.post(ADDRESS, data | {"mnemonic": red_water.pk})
    assert response.status_code == 404
    assert texts() == ["red water"]


def test_a_stranger_does_not_see_it(red_water, charlies_browser):
    assert b"red water" not in charlies_browser.get("/poems/17/").content


def test_it_belongs_to_one_poem(red_water, alices_browser):
    assert alices_browser.post("/poems/18/mnemonic/", {"mnemonic": red_water.pk, "text": "x"}).status_code == 404


@pytest.mark.parametrize("pk", ["999999", "x", "-1", "9" * 40, "9" * 5000])
def test_what_is_not_there_is_not_found(red_water, alices_browser, pk):
    assert alices_browser.post(ADDRESS, {"mnemonic": pk, "text": "x"}).status_code == 404


@pytest.mark.parametrize("text", ["", "   ", "x" * 281])
def test_bad_text_changes_nothing_and_says_why(red_water, alices_browser, text):
    response = alices_browser.post(ADDRESS, {"text": text})
    assert response.status_code == 400
    assert b"errorlist" in response.content
    assert texts() == ["red water"]


def test_a_bad_change_opens_the_form_again_with_what_was_written(red_water, alices_browser):
    response = alices_browser.post(ADDRESS, {"mnemonic": red_water.pk, "text": "y" * 281})
    assert response.status_code == 400
    page = response.content.decode()
    assert "<details open>" in page
    assert "y" * 281 in page
    assert texts() == ["red water"]


def test_markup_is_text(alices_browser):
    alices_browser.post(ADDRESS, {"text": "<b>bold</b>"})
    assert b"&lt;b&gt;bold&lt;/b&gt;" in alices_browser.get("/poems/17/").content


def test_twelve_are_enough(alice, alices_browser):
    for index in range(13):
        alices_browser.post(ADDRESS, {"text": f"number {index}"})
    assert Mnemonic.objects.count() == 12


def test_a_double_click_keeps_one(alices_browser):
    for _ in range(2):
        assert alices_browser.post(ADDRESS, {"text": "number 1"}).status_code == 302
    assert texts() == ["number 1"]


@pytest.mark.parametrize("number", [0, 101])
def test_only_the_hundred_have_mnemonics(alices_browser, number):
    assert alices_browser.post(f"/poems/{number}/mnemonic/", {"text": "x"}).status_code == 404


def test_looking_writes_nothing(alices_browser):
    assert alices_browser.get(ADDRESS).status_code == 405
