"""The lobby of tables and one table's page: what each role sees, and what becomes of what they press."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import live_tables
from games.karuta import matches
from games.models import LiveTable
from games.rules.karuta.events import Close, Read, Ready, Touch
from games.rules.karuta.log import setup_from_row
from games.rules.karuta.variants import GENPEI, teams
from tests.games.live_tables.meeting import NOW, opened, over, person, playing, sit
from trainer.models import Person

Audience, Status = LiveTable.Audience, LiveTable.Status
LOBBY = reverse("tables")


def url(table, name="live-table"):
    return reverse(name, kwargs={"key": table.key})


def form(**more):
    return {"key": str(uuid4()), "game": "kyogi", "audience": "link", "voice": "", "minutes": "0"} | more


@pytest.fixture
def bob(db):
    return person("bob")


@pytest.fixture
def bobs_browser(bob):
    browser = Client()
    browser.force_login(bob)
    return browser


@pytest.fixture
def now():
    return timezone.now()


# Opening


def test_a_table_is_opened_as_chosen(alice, alices_browser):
    sent = form(is_rated="on", own_cards="20", other_cards="25", has_spectators="on", delay_s="60", audience="anyone")
    answer = alices_browser.post(LOBBY, sent)
    table = LiveTable.objects.get()
    assert answer["Location"] == url(table)
    setup = setup_from_row(table.setup)
    assert (table.host, table.is_rated, table.has_spectators, table.delay_s) == (alice, True, True, 60)
    assert (setup.dealt, setup.variant.memorise_ms, setup.variant.cuts_recitation) == ((20, 25), 0, True)


def test_two_clicks_open_one_table(alices_browser):
    sent = form()
    assert alices_browser.post(LOBBY, sent)["Location"] == alices_browser.post(LOBBY, sent)["Location"]
    assert LiveTable.objects.count() == 1


@pytest.mark.parametrize(
    ("more", "seats"),
    [
        ({"game": "genpei", "team": "3"}, (0, 0, 0, 1, 1, 1)),
        ({"game": "genpei"}, (0, 0, 1, 1)),
        ({"game": "chirashi", "circle": "6"}, (0, 1, 2, 3, 4, 5)),
        ({"game": "third", "own_cards": "14", "other_cards": "6"}, (0, 1)),
        ({"game": "five_colours", "colour": "黄"}, (0, 1)),
    ],
)
def test_every_game_has_its_seats(alices_browser, more, seats):
    assert alices_browser.post(LOBBY, form(**more)).status_code == 302
    table = LiveTable.objects.get()
    assert setup_from_row(table.setup).seats == seats
    assert table.seats.count() == len(seats)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"audience": "invited", "invited": "nobody"}, "Nobody has an account of this name"),
        ({"audience": "invited", "invited": "ALICE"}, "That is you"),
        ({"game": "third", "is_rated": "on"}, "Only kyōgi karuta is rated"),
        ({"own_cards": "40", "other_cards": "40"}, "At most 50 cards"),
        ({"voice": "gone"}, "There is no such voice any more"),
        ({"game": "chess"}, "Select a valid choice"),
        ({"key": "x"}, "valid UUID"),
    ],
)
def test_a_wrong_form_says_what_is_wrong_and_opens_nothing(alices_browser, more, says):
    page = alices_browser.post(LOBBY, form(**more))
    assert page.status_code == 422
    assert says in page.content.decode()
    assert not LiveTable.objects.exists()


def test_a_guest_opens_a_friendly_table_under_a_name(greta, gretas_browser, alice):
    assert gretas_browser.post(LOBBY, form(is_rated="on")).status_code == 422
    assert gretas_browser.post(LOBBY, form(name="Alice")).status_code == 422
    gretas_browser.post(LOBBY, form(name="Mei"))
    assert LiveTable.objects.get().seats.first().name == "Mei"


def test_a_challenge_may_be_asked_for_by_a_link(alices_browser, bob):
    page = alices_browser.get(LOBBY, {"challenge": "bob"}).content.decode()
    assert 'value="invited" checked' in page
    assert 'value="bob"' in page
    alices_browser.post(LOBBY, form(audience="invited", invited="Bob"))
    assert LiveTable.objects.get().invited == bob


def test_a_voice_that_lacks_recordings_is_asked_for(alices_browser, alice):
    page = alices_browser.post(LOBBY, form(voice="tone"))
    assert page.status_code == 422
    assert "have been asked for" in page.content.decode()
    assert alice.wishes.count() == 1


def test_nobody_anonymous_opens_a_table(nobodys_browser):
    assert nobodys_browser.post(LOBBY, form()).url.startswith(reverse("begin"))
    assert not LiveTable.objects.exists()


# The lists


def test_the_lobby_lists_what_is_there_for_each(alice, bob, alices_browser, bobs_browser, charlies_browser, now):
    opened(alice, audience=Audience.ANYONE, now=now)
    opened(alice, audience=Audience.INVITED, invited=bob, now=now)
    opened(alice, now=now)

    def lists(browser):
        context = browser.get(LOBBY).context
        return [len(context[name]) for name in ("own", "challenges", "open")]

    assert lists(alices_browser) == [3, 0, 0]
    assert lists(bobs_browser) == [0, 1, 1]
    assert lists(charlies_browser) == [0, 0, 1]
    assert lists(Client()) == [0, 0, 1]


def test_a_table_whose_host_has_gone_is_not_offered(alice, charlies_browser, now):
    opened(alice, audience=Audience.ANYONE, now=now - live_tables.SEEN_FOR - timedelta(seconds=1))
    assert not charlies_browser.get(LOBBY).context["open"]


def test_a_full_table_is_not_offered(alice, bob, greta, charlies_browser, now):
    table = opened(alice, teams(GENPEI, 1, 2), audience=Audience.ANYONE, now=now)
    for who, offered in ((bob, 1), (greta, 0)):
        sit(table, who, now=now)
        assert len(charlies_browser.get(LOBBY).context["open"]) == offered


def test_who_plays_finds_the_way_back(alice, bob, bobs_browser, now):
    table = playing(alice, bob)
    LiveTable.objects.update(opened_at=now)
    page = bobs_browser.get(LOBBY)
    assert [each.table for each in page.context["own"]] == [table]
    assert "Back to your seat" in page.content.decode()


def test_public_matches_before_spectators_are_listed_while_they_are_played(alice, bob, charlies_browser, now):
    def begun(**terms):
        return sit(opened(alice, now=now, **terms), bob, now=now)

    public = begun(audience=Audience.ANYONE, has_spectators=True)
    begun(audience=Audience.LINK, has_spectators=True)
    begun(audience=Audience.ANYONE)
    (listed,) = charlies_browser.get(LOBBY).context["watchable"]
    assert (listed.table, listed.names) == (public, ["alice", "bob"])
    assert Client().get(LOBBY).context["watchable"]
    live_tables.note_end(public, now=now)
    assert not charlies_browser.get(LOBBY).context["watchable"]


def test_the_lists_alone_come_to_who_asks_by_script(alice, charlies_browser, now, django_assert_max_num_queries):
    for _ in range(5):
        opened(alice, audience=Audience.ANYONE, now=now)
    with django_assert_max_num_queries(9):
        part = charlies_browser.get(LOBBY, headers={"HX-Request": "true"}).content.decode()
    assert part.count("table-") >= 5
    assert "<html" not in part


def test_a_page_that_has_it_all_is_sent_nothing(alice, bob, alices_browser, bobs_browser, charlies_browser, now):
    by_script = {"HX-Request": "true"}
    table = opened(alice, teams(GENPEI, 2), audience=Audience.ANYONE, now=now)
    for path, ask in (
        (LOBBY, charlies_browser.get),
        (url(table), charlies_browser.get),
        (url(table, "table-here"), alices_browser.post),
    ):
        mark = ask(path, headers=by_script).context["mark"]
        assert ask(path, {"mark": mark}, headers=by_script).status_code == 204
        bobs_browser.post(url(table, "table-sit"))
        assert ask(path, {"mark": mark}, headers=by_script).status_code == 200
        bobs_browser.post(url(table, "table-leave"))


def test_a_page_left_open_is_led_away_from_a_table_that_is_no_more(alice, bob, charlies_browser, now):
    by_script = {"HX-Request": "true"}
    begun, closed = opened(alice, now=now), opened(alice, now=now)
    sit(begun, bob, now=now)
    live_tables.close(closed, alice)
    for table, to in ((begun, url(begun)), (closed, LOBBY)):
        assert charlies_browser.get(url(table), headers=by_script)["HX-Redirect"] == to


# The table before the match


def test_whoever_has_the_link_sees_who_waits_and_sits_down(alice, charlie, charlies_browser, now):
    table = opened(alice, now=now)
    page = charlies_browser.get(url(table)).content.decode()
    assert "A table of alice" in page
    assert "Sit down" in page
    assert "<svg" not in page.split("<main")[1], "the picture is the host's"
    answer = charlies_browser.post(url(table, "table-sit"), {"seat": "1"})
    assert answer["Location"] == url(table)
    table.refresh_from_db()
    assert table.status == Status.PLAYING
    assert charlies_browser.get(url(table)).context["seat"] == 1


def test_the_host_has_a_link_and_a_picture_of_it(alice, alices_browser, now):
    table = opened(alice, now=now)
    page = alices_browser.get(url(table)).content.decode()
    assert f"http://testserver{url(table)}" in page
    assert 'class="qr"' in page


def test_a_challenge_is_there_for_two_alone(alice, bob, bobs_browser, charlies_browser, nobodys_browser, now):
    table = opened(alice, audience=Audience.INVITED, invited=bob, now=now)
    assert charlies_browser.get(url(table)).status_code == 404
    assert charlies_browser.post(url(table, "table-sit")).status_code == 404
    assert nobodys_browser.get(url(table))["Location"].startswith(reverse("begin"))
    assert bobs_browser.get(url(table)).status_code == 200
    assert bobs_browser.post(url(table, "table-sit")).status_code == 302
    assert LiveTable.objects.get().status == Status.PLAYING


def test_somebody_anonymous_is_asked_to_begin_and_comes_back(alice, nobodys_browser, now):
    table = opened(alice, now=now)
    page = nobodys_browser.get(url(table)).content.decode()
    assert f'name="next" value="{url(table)}"' in page
    assert nobodys_browser.post(reverse("begin"), {"next": url(table)})["Location"] == url(table)
    nobodys_browser.post(url(table, "table-sit"), {"name": "Mei"})
    assert [seat.name for seat in table.seats.all()] == ["alice", "Mei"]


def test_a_guest_reads_why_a_rated_table_is_not_for_them(alice, gretas_browser, now):
    table = opened(alice, is_rated=True, now=now)
    assert "needs an account" in gretas_browser.get(url(table)).content.decode()
    page = gretas_browser.post(url(table, "table-sit"), follow=True)
    assert "needs an account" in page.content.decode()
    assert table.seats.get(number=1).person is None


def test_who_comes_second_to_the_last_seat_reads_a_sentence(alice, bob, charlies_browser, now):
    table = sit(opened(alice, now=now), bob, now=now)
    page = charlies_browser.post(url(table, "table-sit"), {"seat": "1"}, follow=True)
    assert page.redirect_chain[-1][0] == LOBBY
    assert "has begun already" in page.content.decode()
    assert not Person.objects.get(username="charlie").seats.exists()


def test_the_page_of_who_waits_is_led_to_the_match(alice, alices_browser, bob, now):
    table = opened(alice, now=now)
    here = url(table, "table-here")
    assert "Sit down" not in alices_browser.post(here, headers={"HX-Request": "true"}).content.decode()
    sit(table, bob, now=now)
    answer = alices_browser.post(here, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == url(table)
    assert alices_browser.get(url(table)).context["seat"] == 0


def test_who_looks_on_at_an_open_table_is_led_along(alice, bob, charlies_browser, now):
    table = sit(opened(alice, has_spectators=True, now=now), bob, now=now)
    answer = charlies_browser.get(url(table), headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == url(table)


def test_teams_begin_when_the_host_says(alice, bob, alices_browser, bobs_browser, now):
    table = opened(alice, teams(GENPEI, 2), now=now)
    bobs_browser.post(url(table, "table-sit"), {"seat": "2"})
    assert "Only who has opened" in bobs_browser.post(url(table, "table-begin"), follow=True).content.decode()
    assert "Begin the match" in alices_browser.get(url(table)).content.decode()
    alices_browser.post(url(table, "table-begin"), {"fill": "E"})
    assert LiveTable.objects.get().status == Status.PLAYING


def test_standing_up_and_closing(alice, bob, alices_browser, bobs_browser, charlies_browser, now):
    table = opened(alice, teams(GENPEI, 2), now=now)
    bobs_browser.post(url(table, "table-sit"))
    bobs_browser.post(url(table, "table-leave"))
    assert not bob.seats.exists()
    assert "Only who has opened" in charlies_browser.post(url(table, "table-close"), follow=True).content.decode()
    page = alices_browser.post(url(table, "table-close"), follow=True).content.decode()
    assert "This table has been closed" in page
    assert charlies_browser.get(url(table)).status_code == 404


# The match


def test_each_is_told_the_match_from_their_own_seat(alice, bob, alices_browser, bobs_browser):
    table = playing(alice, bob)
    for browser, seat, names in ((alices_browser, 0, ["You", "bob"]), (bobs_browser, 1, ["alice", "You"])):
        context = browser.get(url(table)).context
        assert (context["seat"], context["told"]["seat"]) == (seat, seat)
        assert [each["name"] for each in context["told"]["seats"]] == names
        assert len(context["cards"]) == 50


def test_strangers_see_nothing_of_a_match_without_spectators(alice, bob, charlies_browser, nobodys_browser):
    table = playing(alice, bob)
    page = charlies_browser.get(url(table))
    assert page.status_code == 403
    assert "bob" not in page.content.decode()
    table = over(alice, bob)
    assert {browser.get(url(table)).status_code for browser in (charlies_browser, nobodys_browser)} == {404}


def test_spectators_are_told_nothing_by_the_page(alice, bob, alices_browser, charlies_browser):
    table = playing(alice, bob, has_spectators=True)
    played = matches._do(matches.load(table.karuta), [Ready(0), Ready(1), Read(0, 6_000, 14_000)], NOW)
    while played.state.field.territory_of(played.state.poem) < 0:
        played = matches._do(played, [Close(20_000, 0), Read(0, 6_000, 14_000)], NOW)
    matches._do(played, [Touch(0, 900, played.state.poem), Close(20_000, 0)], NOW)
    context = charlies_browser.get(url(table)).context
    assert (context["seat"], context["told"]) == (None, None)
    assert len(context["cards"]) == 50, "those of the deal: what was taken since is told later"
    assert len(alices_browser.get(url(table)).context["cards"]) == 49


def test_another_match_is_asked_for_by_players_alone(alice, bob, bobs_browser, alices_browser, charlies_browser):
    table = over(alice, bob)
    assert charlies_browser.post(url(table, "table-again")).status_code == 404
    again = bobs_browser.post(url(table, "table-again"))["Location"]
    assert alices_browser.post(url(table, "table-again"))["Location"] == again
    assert LiveTable.objects.count() == 2


def test_there_is_no_table_of_an_unknown_key(alices_browser, nobodys_browser):
    for browser in (alices_browser, nobodys_browser):
        assert browser.get(reverse("live-table", kwargs={"key": uuid4()})).status_code == 404
