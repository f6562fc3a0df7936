"""Every page of the site, as a guest and an account with two weeks of work, on phone and desk, light and dark."""

import pytest
from playwright.sync_api import expect

from tests.pages import ADDRESSES

PAGES = [each for each in ADDRESSES if each.is_page]


def looks_right(page, look, url, assert_accessible):
    page.set_viewport_size({"width": look.width, "height": look.height})
    page.emulate_media(color_scheme=look.scheme, reduced_motion="reduce")
    page.goto(url)
    expect(page.locator("h1")).to_have_count(1)
    assert page.title().removesuffix("Naniwazu").strip("· ")
    assert_accessible(page)


@pytest.mark.parametrize("address", [each for each in PAGES if each.guest == 200], ids=str)
def test_a_guest_with_some_work_behind_them(address, page, looks, sign_in, greta_with_history, assert_accessible):
    sign_in(greta_with_history)
    # The pages of clubs are many and of one make: a phone by day and a desk by night.
    for look in looks[::3] if "club" in address.name else looks:
        looks_right(page, look, address.url(greta_with_history), assert_accessible)


@pytest.mark.parametrize("address", [each for each in PAGES if each.anonymous == 200], ids=str)
def test_nobody_in_particular(address, page, looks, alice, assert_accessible):
    for look in looks[::3]:
        looks_right(page, look, address.url(alice), assert_accessible)


@pytest.mark.parametrize("address", [each for each in PAGES if each.guest != 200], ids=str)
def test_what_is_for_others_than_guests(address, page, looks, sign_in, alice, assert_accessible):
    if address.account == 200:
        sign_in(alice)
    for look in looks:
        looks_right(page, look, address.url(alice), assert_accessible)


@pytest.mark.parametrize("address", [each for each in PAGES if each.guest == 200 and not each.is_own], ids=str)
def test_a_guest_who_has_just_begun(address, page, looks, sign_in, greta, assert_accessible):
    sign_in(greta)
    for look in looks[1:3]:
        looks_right(page, look, address.url(greta), assert_accessible)


def test_a_page_that_is_not_there(page, looks, trouble, assert_accessible):
    for look in looks:
        looks_right(page, look, "/nowhere/", assert_accessible)
    assert trouble == ["Failed to load resource: the server responded with a status of 404 (Not Found)"] * len(looks)
    trouble.clear()
