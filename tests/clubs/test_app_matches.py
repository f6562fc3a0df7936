"""Matches on this site enter the book of their players by themselves, each once."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command

from clubs import app_matches, members, ratings
from clubs.models import Player, Pool, Rating, RatingPoint, Result
from games.karuta import matches
from games.karuta.players import Kind, to_rows
from games.karuta.players import Player as Sitting
from games.models import KarutaMatch, LiveTable, Seat
from games.rules.karuta.events import Resign
from games.rules.karuta.log import setup_to_row
from games.rules.karuta.variants import CHIRASHI, KYOGI, THIRD, Setup, kyogi
from tests.clubs.club_life import a_club, person
from tests.games.live_tables import meeting

NOW = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
BOT = Sitting(Kind.BOT, who="C")


def a_match(of, *, setup=None, other=BOT, is_won=True, margin=6, ending="played", at=NOW, players=None):
    return KarutaMatch.objects.create(
        person=of,
        setup=setup_to_row(setup or kyogi()),
        players=to_rows(players or [Sitting(), other]),
        seed=1,
        voice="",
        tempo="",
        started_at=at - timedelta(hours=1),
        moved_at=at,
        finished_at=at,
        ending=ending,
        is_won=is_won,
        margin=margin,
        taken=22,
        faults=1,
    )


def a_table(*people, match, is_rated=True):
    table = LiveTable.objects.create(
        host=people[0], setup=match.setup, is_rated=is_rated, status="over", opened_at=NOW, karuta=match
    )
    for number, one in enumerate(people):
        Seat.objects.create(table=table, number=number, person=one, name=str(one))
    return table


@pytest.fixture
def player(alice):
    a_club(alice)
    return Player.objects.get(person=alice)


@pytest.fixture
def bob(db):
    bob = person("bob")
    Player.objects.create(person=bob, name="Bob")
    return bob


def test_a_match_against_the_computer_enters_its_pool(alice, player):
    result = app_matches.enter(a_match(alice))
    assert (result.winner, result.loser, result.computer, result.pool) == (player, None, "C", Pool.COMPUTER)
    assert (result.margin, result.winner_cards, result.winner_faults) == (6, 22, 1)
    assert (result.club, result.kind, result.played_on) == (None, "online", NOW.date())
    rated = Rating.objects.get()
    assert (rated.player, rated.club, rated.pool, rated.games) == (player, None, "computer", 1)
    assert rated.mu > 1500


def test_a_lost_one_too(alice, player):
    result = app_matches.enter(a_match(alice, is_won=False))
    assert (result.winner, result.loser, result.loser_cards) == (None, player, 22)


def test_the_people_of_a_class_play_for_it(alice, player):
    assert app_matches.enter(a_match(alice, other=Sitting(Kind.BOT, who="a-sayo"))).computer == "A"


def test_a_second_time_changes_nothing(alice, player):
    match = a_match(alice)
    app_matches.enter(match)
    assert app_matches.enter(match) is None
    call_command("enter_matches")
    assert Result.objects.count() == 1
    assert Rating.objects.get().games == 1


@pytest.mark.parametrize(
    "more",
    [
        {"other": Sitting(Kind.BOT, who="C", never_faults=True)},
        {"other": Sitting(Kind.BOT, who="C", never_hesitates=True)},
        {"other": Sitting(Kind.GHOST)},
        {"other": Sitting(Kind.NOBODY)},
        {"other": Sitting()},
        {"other": Sitting(Kind.BOT, who="Z")},
        {"is_won": None},
        {"setup": Setup(CHIRASHI, (0, 1))},
        {"setup": Setup(KYOGI, poems=tuple(range(1, 61)))},
    ],
)
def test_what_does_not_enter(more, alice, player):
    assert app_matches.enter(a_match(alice, **more)) is None
    assert not Result.objects.exists()


def test_nothing_enters_for_who_is_no_player(charlie):
    assert app_matches.enter(a_match(charlie)) is None


def test_a_third_begins_with_ten_cards(alice, player):
    result = app_matches.enter(a_match(alice, setup=Setup(THIRD)))
    assert (result.winner_start, result.loser_start) == (10, 10)


def test_two_players_at_a_rated_table(alice, player, bob):
    match = a_match(None, players=[Sitting(), Sitting()], is_won=False)
    result = app_matches.enter(a_table(alice, bob, match=match))
    assert (result.winner, result.loser, result.pool) == (bob.player, player, Pool.ONLINE)
    assert set(Rating.objects.values_list("pool", "club")) == {("online", None)}


def test_unrated_tables_and_strangers_to_clubs_stay_out(alice, player, bob, charlie):
    match = a_match(None, players=[Sitting(), Sitting()])
    assert app_matches.enter(a_table(alice, bob, match=match, is_rated=False)) is None
    other = a_match(None, players=[Sitting(), Sitting()])
    assert app_matches.enter(a_table(alice, charlie, match=other)) is None


def test_who_leaves_has_given_up_and_the_margin_says_nothing(alice, player):
    result = app_matches.enter(a_match(alice, is_won=False, ending="walkover", margin=20))
    assert (result.ended, result.margin) == ("resigned", None)
    assert Rating.objects.get().games == 1


def test_who_becomes_a_player_brings_along_what_they_have_played(charlie):
    for days in range(3):
        a_match(charlie, at=NOW - timedelta(days=days))
    a_match(charlie, other=Sitting(Kind.GHOST))
    player = members.player_of(charlie)
    assert Result.objects.of(player).count() == 3
    assert Rating.objects.get(player=player).games == 3


def test_by_and_by_comes_to_the_same_as_anew(alice, player, bob):
    for step in range(8):
        app_matches.enter(a_match((alice, bob)[step % 2], is_won=step % 3 > 0, at=NOW + timedelta(hours=step)))
    by_and_by = list(Rating.objects.order_by("player").values_list("player", "mu", "sigma", "games"))
    points = RatingPoint.objects.count()
    ratings.recompute(None, Pool.COMPUTER)
    assert list(Rating.objects.order_by("player").values_list("player", "mu", "sigma", "games")) == by_and_by
    assert RatingPoint.objects.count() == points


# As the games tell of them -------------------------------------------------------------------------------
def test_giving_up_against_the_computer_enters_the_book(alice, player):
    match = matches.begin(
        person=alice, setup=kyogi(), players=[Sitting(), BOT], voice="", tempo="5-3-1-6", now=NOW, seed=1
    )
    table = matches.load(match)
    matches.act(table, Resign(0), seen=len(table.events), now=NOW + timedelta(minutes=1))
    result = Result.objects.get()
    assert (result.match, result.loser, result.ended, result.margin) == (match.key, player, "resigned", None)


def test_a_rated_table_of_two_players_enters_both_books(alice, player, bob):
    meeting.over(alice, bob, setup=kyogi(), is_rated=True, resigns=1)
    result = Result.objects.get()
    assert (result.winner, result.loser, result.pool) == (player, bob.player, Pool.ONLINE)
    assert Rating.objects.filter(pool=Pool.ONLINE).count() == 2
