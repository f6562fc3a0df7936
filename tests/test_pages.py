"""Every address is tried as nobody, guest, account and stranger, with every verb: the table is tests/pages.py."""

import pytest
from django.test import Client
from django.urls import get_resolver, resolve
from django.utils import timezone

from tests.pages import ADDRESSES, READ
from tests.two_weeks import learn

VERBS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")

each_address = pytest.mark.parametrize("address", ADDRESSES, ids=str)


def names(patterns):
    for pattern in patterns:
        if hasattr(pattern, "url_patterns"):
            yield from names(pattern.url_patterns)
        else:
            yield pattern.name


def outcome(response):
    """A status, or the name of the address that a redirect leads to."""
    if response.status_code in (301, 302, 303):
        return resolve(response.url.partition("?")[0]).url_name
    return response.status_code


@pytest.fixture
def _learnt(request, alice):
    learn(alice, timezone.now())


def test_every_address_is_in_the_table():
    assert set(names(get_resolver().url_patterns)) == {address.name for address in ADDRESSES}


@each_address
@pytest.mark.usefixtures("_learnt")
def test_who_sees_what(address, alice, alices_browser, charlies_browser, nobodys_browser):
    url = address.url(alice)
    assert outcome(alices_browser.get(url)) == address.account
    stranger = 404 if address.is_own and address.account != 405 else address.account
    assert outcome(charlies_browser.get(url)) == stranger
    assert outcome(nobodys_browser.get(url)) == address.anonymous


@each_address
def test_what_a_guest_sees(address, greta_with_history, gretas_browser):
    assert outcome(gretas_browser.get(address.url(greta_with_history))) == address.guest


@pytest.mark.parametrize("address", [each for each in ADDRESSES if each.is_own and "POST" in each.verbs], ids=str)
@pytest.mark.usefixtures("_learnt")
def test_a_stranger_can_change_nothing_of_mine(address, alice, charlies_browser):
    def everything():
        rows = alice.reviews, alice.questions, alice.runs, alice.recitations, alice.matches, alice.karuta_matches
        rows += alice.hosted_tables, alice.seats
        return [list(each.order_by("pk").values()) for each in rows]

    url = address.url(alice)
    before = everything()
    form = {"answer": "u", "do": "finish", "sure": "yes", "move": "deal", "events": "1"}
    response = charlies_browser.post(url, form)
    assert response.status_code == 404
    assert everything() == before


@each_address
@pytest.mark.usefixtures("_learnt")
def test_other_verbs_are_refused(address, alice, alices_browser):
    url = address.url(alice)
    for verb in VERBS:
        if verb not in address.verbs:
            refused = alices_browser.generic(verb, url)
            assert refused.status_code == 405, verb
            assert set(address.verbs) <= set(refused.headers["Allow"].split(", ")), verb


@pytest.mark.parametrize("address", [each for each in ADDRESSES if "POST" in each.verbs], ids=str)
@pytest.mark.usefixtures("_learnt")
def test_an_empty_form_breaks_nothing(address, alice, alices_browser):
    url = address.url(alice)
    assert alices_browser.post(url).status_code < 500
    assert Client().post(url).status_code < 500


@pytest.mark.parametrize("address", [each for each in ADDRESSES if "POST" in each.verbs], ids=str)
def test_another_site_cannot_post(address, greta_with_history):
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(greta_with_history)
    assert careful.post(address.url(greta_with_history)).status_code == 403


@pytest.mark.parametrize("address", [each for each in ADDRESSES if each.verbs == READ], ids=str)
@pytest.mark.usefixtures("_learnt")
def test_looking_changes_nothing(address, alice, alices_browser):
    def everything():
        rows = (
            alice.reviews,
            alice.memories,
            alice.runs,
            alice.mnemonics,
            alice.recitations,
            alice.matches,
            alice.karuta_matches,
            alice.hosted_tables,
            alice.seats,
        )
        return [list(each.order_by("pk").values()) for each in rows]

    url = address.url(alice)  # may have made what it shows
    before = everything()
    alices_browser.get(url)
    assert everything() == before
