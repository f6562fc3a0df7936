"""After a match between people: everybody who played has it in their lists, from their own seat, and decides with the
others whether strangers see it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import live_tables
from games.karuta import matches, telling
from games.karuta.players import Kind, Player
from games.models import KarutaMatch, LiveTable
from games.rules.karuta import notation
from games.rules.karuta.events import Close, Read, Ready, Resign, Touch
from tests.games.live_tables.meeting import NOW, over, person, playing

LOBBY = reverse("karuta")


@pytest.fixture
def bob(db):
    return person("bob")


@pytest.fixture
def bobs_browser(bob):
    browser = Client()
    browser.force_login(bob)
    return browser


def url(table, name="replay"):
    return reverse(f"karuta-{name}", kwargs={"key": table.karuta.key})


def read_once(table, seat):
    """One reading in which this seat touches the first card of its own side, whatever is read."""
    played = matches.load(table.karuta)
    played = matches._do(played, [Ready(0), Ready(1), Read(0, 6_000, 14_000)], NOW)
    return matches._do(played, [Touch(seat, 900, played.state.field.cards(seat)[0]), Close(20_000, 0)], NOW)


@pytest.fixture
def table(alice, bob):
    """Alice at seat 0 resigned after a reading; Bob has won."""
    table = playing(alice, bob)
    played = read_once(table, seat=1)
    matches.act(played, Resign(0), seen=len(played.events), now=NOW)
    live_tables.note_end(table, now=NOW)
    return LiveTable.objects.get(pk=table.pk)


def test_everybody_finds_the_match_among_theirs(table, alices_browser, bobs_browser, charlies_browser):
    for browser, against, is_won in ((alices_browser, "bob", False), (bobs_browser, "alice", True)):
        (listed,) = browser.get(LOBBY).context["done_listed"]
        assert (listed.match, listed.against, listed.is_won) == (table.karuta, against, is_won)
    assert charlies_browser.get(LOBBY).context["done_listed"] == []


def test_a_match_going_on_leads_to_its_table(alice, bob, bobs_browser):
    table = playing(alice, bob)
    page = bobs_browser.get(LOBBY).content.decode()
    assert reverse("live-table", kwargs={"key": table.key}) in page
    assert "Give up the match" not in page
    assert bobs_browser.post(url(table, "delete")).status_code == 404
    assert bobs_browser.get(url(table, "match")).status_code == 404


def test_the_sheet_is_each_players_own(table, alices_browser, bobs_browser):
    for browser, headline, names in (
        (alices_browser, "You resigned", ("You", "bob")),
        (bobs_browser, "The other side resigned", ("alice", "You")),
    ):
        context = browser.get(url(table)).context
        assert (context["headline"], context["names"]) == (headline, names)
        assert context["mine"].seat == names.index("You")


def test_the_replay_lies_before_each_players_own_side(table, alices_browser, bobs_browser):
    for browser, side in ((alices_browser, 0), (bobs_browser, 1)):
        assert browser.get(url(table), {"at": 0}).context["side"] == side
        assert browser.get(url(table), {"at": 0, "side": 1 - side}).context["side"] == 1 - side


def test_the_notation_names_both_and_nobody_is_you(table, bobs_browser):
    match = notation.load(bobs_browser.get(url(table, "notation")).content.decode())
    assert (match.tags["Player1"], match.tags["Player2"]) == ("alice", "bob")


def test_strangers_see_it_once_both_want_it(table, alices_browser, bobs_browser, charlies_browser, nobodys_browser):
    def seen():
        return {browser.get(url(table)).status_code for browser in (charlies_browser, nobodys_browser)}

    assert seen() == {404}
    alices_browser.post(url(table, "share"), {"public": "yes"})
    assert seen() == {404}
    assert "as soon as everybody" in alices_browser.get(url(table)).content.decode()
    bobs_browser.post(url(table, "share"), {"public": "yes"})
    assert seen() == {200}
    assert not re.search(r"\b[Yy]ou\b", charlies_browser.get(url(table)).context["headline"])
    alices_browser.post(url(table, "share"), {"public": "no"})
    assert seen() == {404}
    assert charlies_browser.post(url(table, "share"), {"public": "yes"}).status_code == 404


def test_what_others_might_watch_they_may_see_again(alice, bob, charlies_browser):
    assert charlies_browser.get(url(over(alice, bob, has_spectators=True))).status_code == 200


def test_a_rematch_can_be_asked_for_from_the_sheet(table, bobs_browser):
    page = bobs_browser.get(url(table)).content.decode()
    assert reverse("table-again", kwargs={"key": table.key}) in page


def test_a_ghost_does_what_its_player_did(table, alice, bob, alices_browser, bobs_browser, charlies_browser):
    sent = {"game": "kyogi", "who": "ghost", "ghost": str(table.karuta.key), "voice": "", "minutes": "0"}
    assert charlies_browser.post(LOBBY, sent).status_code == 422
    touched = {}
    for who, browser in ((alice, alices_browser), (bob, bobs_browser)):
        assert browser.post(LOBBY, sent).status_code == 302
        match = KarutaMatch.objects.get(person=who)
        ((_seat, ghost),) = matches.opponents.seated(match, matches.load(match).players)
        touched[who.username] = [len(each.touches) for each in ghost.memory.values()]
    assert touched == {"alice": [0], "bob": [1]}


def test_lists_ask_as_often_for_many_matches_as_for_few(alice, bob, alices_browser, django_assert_max_num_queries):
    for _ in range(6):
        over(alice, bob)
    with django_assert_max_num_queries(12):
        assert len(alices_browser.get(LOBBY).context["done_listed"]) == 6


def test_a_computer_among_people_is_nobodys_opponent(alice, bob):
    players = (Player(name="alice"), Player(Kind.BOT, who="E"), Player(name=""))
    match = KarutaMatch(person=None)
    assert telling.names_of(match, players, 0) == ["You", "Computer 1", "Former player"]
    assert telling.names_of(match, players, None) == ["alice", "Computer 1", "Former player"]
