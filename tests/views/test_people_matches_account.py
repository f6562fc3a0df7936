"""Matches between people and their accounts: a guest's seats come along, exports hold one's own side, and who leaves
stays in nobody's matches by name."""

import csv
import io
import json
import zipfile

import pytest
from django.urls import reverse

from games.karuta import matches
from games.models import Flag, LiveTable, Saying, Seat
from games.rules.karuta.log import from_row
from games.rules.karuta.variants import GENPEI, teams
from tests.games.live_tables.meeting import NOW, opened, over, person, playing, sit
from trainer import accounts, export
from trainer.models import Person

PASSWORD = "correct horse battery"
Status = LiveTable.Status


@pytest.fixture
def bob(db):
    return person("bob")


# A guest becomes part of an account


def test_seats_and_tables_of_a_guest_come_along(greta, alice, bob):
    hosted, sat = opened(greta), over(bob, greta)
    moved = accounts.merge(guest=greta, into=alice)
    assert moved.seats == 2
    hosted.refresh_from_db()
    assert hosted.host == alice
    assert set(alice.seats.values_list("table", flat=True)) == {hosted.pk, sat.pk}


def test_where_both_sat_the_account_keeps_its_seat(greta, alice, bob):
    table = over(alice, greta)
    accounts.merge(guest=greta, into=alice)
    assert [(seat.person, seat.name) for seat in table.seats.all()] == [(alice, "alice"), (None, "")]
    assert [each.name for each in matches.load(LiveTable.objects.get().karuta).players] == ["alice", ""]


def test_of_a_waiting_table_the_second_seat_is_free_again(greta, alice, bob):
    table = opened(bob, teams(GENPEI, 2))
    for who in (alice, greta):
        sit(table, who)
    accounts.merge(guest=greta, into=alice)
    assert [seat.name for seat in table.seats.all()] == ["bob", "alice", "", ""]
    sit(table, person("charlie2"))


# Taking along


def test_an_export_has_the_finished_matches_from_ones_own_seat(alice, bob, charlie, alices_browser):
    table, other = over(alice, bob, resigns=1), over(bob, charlie)
    playing(alice, charlie)
    seat = table.seats.get(number=0)
    Saying.objects.create(seat=seat, place=3, phrase="thanks", said_at=NOW)
    Saying.objects.create(seat=table.seats.get(number=1), place=4, words="only Bob's", said_at=NOW)
    content = export.as_json(alice, NOW)
    (row,) = json.loads(content)["table_matches"]
    assert (row["table"], row["number"], row["name"], row["is_won"]) == (str(table.key), 0, "alice", True)
    assert (row["ending"], [each["name"] for each in row["players"]]) == ("resigned", ["alice", "bob"])
    played = matches.load(table.karuta)
    assert tuple(from_row(each["row"]) for each in row["events"]) == played.events
    assert [each["phrase"] for each in row["sayings"]] == ["thanks"]
    assert str(other.key) not in content
    assert "only Bob" not in content
    archive = zipfile.ZipFile(io.BytesIO(export.as_csv(alice)))

    def rows(name):
        return list(csv.DictReader(io.StringIO(archive.read(name).decode("utf-8-sig"), newline="")))

    assert [each["table"] for each in rows("table_matches.csv")] == [str(table.key)]
    assert len(rows("table_match_events.csv")) == len(played.events)
    assert [each["phrase"] for each in rows("table_sayings.csv")] == ["thanks"]


def test_an_import_passes_them_over(alice, bob, alices_browser):
    over(alice, bob)
    file = io.BytesIO(export.as_json(alice, NOW).encode())
    file.name = "mine.json"
    assert alices_browser.post(reverse("import"), {"file": file}).status_code == 302
    assert LiveTable.objects.count() == 1


# Leaving


def test_the_opponent_keeps_the_match_without_the_name(alice, bob, alices_browser):
    table = over(alice, bob)
    seat = table.seats.get(number=1)
    Saying.objects.create(seat=seat, place=1, words="I am Bob", said_at=NOW)
    Flag.objects.create(seat=seat, kind="ceiling", evidence={}, raised_at=NOW)
    accounts.leave(bob)
    (listed,) = alices_browser.get(reverse("karuta")).context["done_listed"]
    assert (listed.against, listed.is_won) == ("Former player", True)
    page = alices_browser.get(reverse("karuta-replay", kwargs={"key": table.karuta.key})).content.decode()
    assert "Former player" in page
    assert "bob" not in page.split("<main")[1]
    assert not Saying.objects.exists()
    assert not Flag.objects.exists()


def test_tables_that_waited_for_who_leaves_are_closed(alice, bob, charlie):
    mine, challenged = opened(bob), opened(alice, audience="invited", invited=bob)
    sat = opened(charlie, teams(GENPEI, 2))
    sit(sat, bob)
    accounts.leave(bob)
    for table, status in ((mine, Status.CLOSED), (challenged, Status.CLOSED), (sat, Status.OPEN)):
        table.refresh_from_db()
        assert table.status == status
    assert [seat.name for seat in sat.seats.all()] == ["charlie", "", "", ""]


def test_a_played_challenge_stays_when_the_challenged_leaves(alice, bob):
    table = over(alice, bob, audience="invited", invited=bob)
    accounts.leave(bob)
    assert LiveTable.objects.get(pk=table.pk).invited is None
    assert Seat.objects.filter(table=table).count() == 2


def test_the_page_of_leaving_counts_seats(alice, bob, alices_browser):
    over(alice, bob)
    assert "Seats at tables with people" in alices_browser.get(reverse("delete-account")).content.decode()
    alices_browser.post(reverse("delete-account"), {"password": PASSWORD, "sure": "on"})
    assert not Person.objects.filter(username="alice").exists()


# Being of age


def test_an_account_says_to_be_of_age_and_a_guest_is_not_asked(alice, greta, alices_browser, gretas_browser):
    form = {
        "language": "",
        "time_zone": "UTC",
        "theme": "",
        "percent": "95",
        "new_per_day": "5",
        "most_per_day": "120",
        "is_adult": "on",
    }
    for someone, browser, is_adult in ((alice, alices_browser, True), (greta, gretas_browser, False)):
        assert ("is_adult" in browser.get(reverse("settings")).content.decode()) is is_adult
        browser.post(reverse("settings"), form)
        someone.refresh_from_db()
        assert someone.is_adult is is_adult
