"""Koi-Koi between people in the pages before and after a game: the lobby, the page of the match, what is kept."""

from uuid import uuid4

import pytest
from django.urls import reverse

from games import agreed, live_tables, matches
from games.live.journal import Entry, write
from games.models import LiveTable, Match, Seat
from games.rules.koikoi.cards import cards_of
from games.rules.koikoi.events import Resign
from games.rules.koikoi.options import PRESETS
from tests.games.live.flowers_for_tests import Board, open_koikoi_for_tests
from tests.games.live_tables.meeting import NOW
from trainer import accounts, export

Status = LiveTable.Status


def posted(**given):
    return {"key": str(uuid4()), "game": "koikoi", "rules": "nintendo", "months": "3", "audience": "link"} | given


def finished(people, **fields):
    """A table at which the second has given the game up."""
    table = open_koikoi_for_tests(people, **fields)
    game = matches.load(table.koikoi)
    after = matches.follow(game, Resign(1))
    assert write([Entry(table.pk, table.fence, NOW, after, len(game.events))]) == [None]
    return LiveTable.objects.get(pk=table.pk)


# Before ---------------------------------------------------------------------------------------------------
def test_a_table_is_opened_with_rules_and_months_and_begins_with_the_second(alices_browser, alice, charlie):
    assert alices_browser.post(reverse("tables"), posted()).status_code == 302
    table = LiveTable.objects.get()
    assert (table.game, table.preset, table.seats.count()) == ("koikoi", "nintendo", 2)
    assert (agreed.of(table).months, agreed.of(table).koikoi_limit) == (3, PRESETS["nintendo"].koikoi_limit)
    page = alices_browser.get(reverse("live-table", args=[table.key])).content.decode()
    assert "Nintendo" in page
    assert "3 months" in page
    table = live_tables.sit(table, charlie, number=None, name="charlie", now=table.opened_at)
    assert (table.status, table.koikoi.person, table.koikoi.names()) == (Status.PLAYING, None, ("alice", "charlie"))
    assert matches.load(table.koikoi).options == agreed.of(table)


@pytest.mark.parametrize("given", [{"rules": "none"}, {"months": "13"}, {"months": "x"}])
def test_rules_that_are_none_are_refused(alices_browser, given):
    answer = alices_browser.post(reverse("tables"), posted(**given))
    assert answer.status_code == 422
    assert not LiveTable.objects.exists()


def test_ones_own_rules_are_as_they_are_saved(alices_browser, alice):
    alices_browser.post(reverse("koikoi-options"), {"preset": "newhanafuda"})
    alices_browser.post(reverse("tables"), posted(rules="own", months=""))
    assert agreed.of(LiveTable.objects.get()) == PRESETS["newhanafuda"]


def test_no_rating_counts_it(alices_browser):
    answer = alices_browser.post(reverse("tables"), posted(is_rated="on"))
    assert answer.status_code == 422
    assert not LiveTable.objects.exists()


# While it is played -----------------------------------------------------------------------------------------
def test_the_page_has_ones_own_hand_and_not_the_others(alices_browser, alice, charlie):
    table = open_koikoi_for_tests([alice, charlie])
    page = alices_browser.get(reverse("live-table", args=[table.key])).content.decode()
    state = matches.load(table.koikoi).state
    assert all(f'value="play {card}"' in page for card in cards_of(state.hands[0]))
    assert not any(f'data-card="{card}"' in page for card in (*cards_of(state.hands[1]), *state.stock))


def test_who_looks_on_is_shown_nothing_before_its_time(client, alice, charlie):
    table = open_koikoi_for_tests([alice, charlie], has_spectators=True)
    page = client.get(reverse("live-table", args=[table.key])).content.decode()
    assert "data-card" not in page
    closed = open_koikoi_for_tests([alice, charlie])
    assert client.get(reverse("live-table", args=[closed.key])).status_code in (403, 404)


def test_an_open_match_is_nowhere_but_at_its_table(alices_browser, alice, charlie):
    table = open_koikoi_for_tests([alice, charlie])
    for name in ("koikoi-match", "koikoi-replay", "koikoi-notation", "koikoi-advice"):
        assert alices_browser.get(reverse(name, args=[table.koikoi.key])).status_code == 404
    assert alices_browser.post(reverse("koikoi-delete", args=[table.koikoi.key])).status_code == 404
    rules = alices_browser.get(reverse("koikoi-rules"), {"match": table.koikoi.key})
    assert rules.status_code == 200


# Afterwards -------------------------------------------------------------------------------------------------
def test_both_have_it_in_their_list_from_their_own_side(alices_browser, charlies_browser, alice, charlie):
    table = finished([alice, charlie])
    assert [seat.is_won for seat in table.seats.all()] == [True, False]
    hands = matches.load(table.koikoi).state.hands
    for seat, browser, against in ((0, alices_browser, "charlie"), (1, charlies_browser, "alice")):
        (listed,) = browser.get(reverse("koikoi")).context["finished_listed"]
        assert listed.against == against
        replay = browser.get(reverse("koikoi-replay", args=[table.koikoi.key]))
        assert (replay.context["table"].own.name, replay.context["table"].other.name) == ("You", against)
        assert {card.number for card in replay.context["own_hand"]} == set(cards_of(hands[seat]))
        assert "resign 1" in browser.get(reverse("koikoi-notation", args=[table.koikoi.key])).content.decode()


def test_a_stranger_sees_a_game_that_others_might_watch_and_no_other(client, alice, charlie):
    watched, other = finished([alice, charlie], has_spectators=True), finished([alice, charlie])
    page = client.get(reverse("koikoi-replay", args=[watched.koikoi.key]))
    assert (page.context["table"].own.name, page.context["table"].other.name) == ("alice", "charlie")
    for name in ("koikoi-replay", "koikoi-notation"):
        assert client.get(reverse(name, args=[other.koikoi.key])).status_code == 404
    assert client.get(reverse("koikoi-rules"), {"match": other.koikoi.key}).status_code == 404


def test_another_game_has_the_seats_changed(alice, charlie):
    table = finished([alice, charlie])
    again = live_tables.rematch(table, 1, now=NOW)
    assert [seat.person for seat in again.seats.all()] == [charlie, alice]
    assert agreed.of(again) == agreed.of(table)
    again = live_tables.here(again, alice, now=NOW)
    assert (again.status, again.koikoi.names()) == (Status.PLAYING, ("charlie", "alice"))


def test_who_leaves_the_site_is_named_no_more(alices_browser, alice, charlie):
    finished([alice, charlie])
    accounts.leave(charlie)
    (listed,) = alices_browser.get(reverse("koikoi")).context["finished_listed"]
    assert listed.against == "Former player"


def test_an_export_has_ones_own_game_with_its_events(alice, charlie):
    table = finished([alice, charlie])
    content = export.as_json(charlie, NOW)
    assert str(table.key) in content
    assert '"Resigned"' in content
    assert export.as_csv(charlie)


def test_a_match_at_one_device_is_as_before(alice):
    match = Match.objects.create(person=alice, preset="seed", seed=1, started_at=NOW, moved_at=NOW)
    assert (match.is_hot_seat, match.is_among_people, match.seat_of(alice)) == (True, False, 0)
    assert Board().game.table.match.is_hot_seat is False
    assert Seat.objects.count() == 0
