"""Flags: for the staff alone, in words, looked at with a note; and the sentences of every kind that is raised."""

import pytest
from django.test import Client
from django.urls import reverse

from games import flags
from games.models import Flag
from tests.games.live_tables.meeting import NOW, over, person
from trainer.models import Person

PAGE = reverse("table-flags")


@pytest.fixture
def flag(alice, charlie):
    seat = over(alice, charlie).seats.get(number=0)
    evidence = {"count": 15, "touches": 22}
    return Flag.objects.create(seat=seat, kind="ceiling", evidence=evidence, raised_at=NOW)


@pytest.fixture
def staffs_browser(db):
    bob = person("bob")
    Person.objects.filter(pk=bob.pk).update(is_staff=True)
    browser = Client()
    browser.force_login(bob)
    return browser


def url(flag):
    return reverse("table-flag", kwargs={"number": flag.pk})


def test_for_everybody_else_there_is_nothing_here(flag, alices_browser, charlies_browser, gretas_browser):
    for browser in (alices_browser, charlies_browser, gretas_browser, Client()):
        assert browser.get(PAGE).status_code == 404
        assert browser.post(url(flag), {"note": "x"}).status_code == 404
    flag.refresh_from_db()
    assert flag.looked_at is None


def test_the_staff_reads_what_was_noticed_and_writes_what_they_found(flag, staffs_browser):
    page = staffs_browser.get(PAGE).content.decode()
    assert "15 of 22 touches claimed as much delay" in page
    assert "alice" in page
    staffs_browser.post(url(flag), {"note": "A bad line in a train."})
    flag.refresh_from_db()
    assert (flag.looked_by.username, flag.note) == ("bob", "A bad line in a train.")
    context = staffs_browser.get(PAGE).context
    assert (len(context["open_flags"]), len(context["done_flags"])) == (0, 1)


def test_a_note_may_be_changed_and_says_who_was_first(flag, staffs_browser):
    staffs_browser.post(url(flag), {"note": "one"})
    first = Flag.objects.get().looked_at
    staffs_browser.post(url(flag), {"note": "two"})
    assert (Flag.objects.get().note, Flag.objects.get().looked_at) == ("two", first)


def test_a_note_that_is_too_long_changes_nothing(flag, staffs_browser):
    page = staffs_browser.post(url(flag), {"note": "x" * 2001}, follow=True)
    assert "Nothing was changed" in page.content.decode()
    assert Flag.objects.get().looked_at is None


def test_the_staff_sees_the_match_of_a_flag_and_no_other(flag, staffs_browser, alice, charlie):
    other = over(alice, charlie)
    for table, status in ((flag.seat.table, 200), (other, 404)):
        assert staffs_browser.get(reverse("karuta-replay", kwargs={"key": table.karuta.key})).status_code == status


def test_a_flag_shows_its_match_to_nobody_else(flag, gretas_browser):
    assert gretas_browser.get(reverse("karuta-replay", kwargs={"key": flag.seat.table.karuta.key})).status_code == 404


def test_there_is_no_flag_of_an_unknown_number(staffs_browser):
    assert staffs_browser.post(reverse("table-flag", kwargs={"number": 1})).status_code == 404


@pytest.mark.parametrize(
    ("kind", "evidence", "says"),
    [
        ("sooner", {"count": 12, "touches": 20}, "12 of 20 touches came over the line"),
        ("early", {"count": 9, "touches": 20, "sooner_than_ms": 100}, "within 100 ms"),
        ("even", {"between_quartiles_ms": 18, "median_ms": 251, "touches": 30}, "within 18 ms of each other"),
        ("floor", {"jumps": 4, "lowest_ms": 8, "highest_ms": 90}, "jumped 4 times, between 8 and 90 ms"),
        ("floor", {"jumps": 4}, "jumps 4"),
        ("new", {"b": 1, "a": 2}, "a 2, b 1"),
    ],
)
def test_evidence_is_a_sentence_or_its_bare_numbers(kind, evidence, says):
    flag = Flag(kind=kind, evidence=evidence)
    assert says in flags.evidence_of(flag)
    assert flags.name_of(flag)
