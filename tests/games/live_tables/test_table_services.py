"""Opening, sitting down, leaving, beginning, closing: what happens once, and what is refused with a sentence."""

from datetime import timedelta
from uuid import uuid4

import pytest
from meeting import NOW, QUICK, opened, over, person, playing, sit

from games import live_tables
from games.karuta import matches, places
from games.karuta.players import Kind
from games.live_tables import SEEN_FOR, Refused
from games.models import LiveTable, Seat
from games.rules.karuta.log import setup_from_row
from games.rules.karuta.variants import CHIRASHI, GENPEI, THIRD, everybody, kyogi, replace, teams
from trainer.models import Person

Status, Audience = LiveTable.Status, LiveTable.Audience
LATER = NOW + SEEN_FOR + timedelta(seconds=1)


@pytest.fixture
def bob(db):
    return person("bob")


def names(table):
    return [seat.name for seat in table.seats.all()]


def test_a_host_sits_at_the_first_seat_of_a_new_table(alice):
    table = opened(alice)
    assert (table.status, table.host, names(table)) == (Status.OPEN, alice, ["alice", ""])
    setup = setup_from_row(table.setup)
    assert setup.variant.simultaneous_ms == 15, "touches that came over lines are not told apart below that"
    assert replace(setup, variant=QUICK.variant) == QUICK


def test_a_form_sent_twice_opens_one_table(alice, charlie):
    key = uuid4()
    assert opened(alice, key=key) == opened(alice, key=key)
    assert LiveTable.objects.count() == 1
    with pytest.raises(Refused, match="sent before"):
        opened(charlie, key=key)


def test_when_the_second_of_two_sits_down_the_match_begins(alice, bob):
    table = playing(alice, bob)
    assert (table.status, table.started_at) == (Status.PLAYING, NOW)
    played = matches.load(table.karuta)
    assert played.match.person is None
    assert [(each.kind, each.name) for each in played.players] == [(Kind.PERSON, "alice"), (Kind.PERSON, "bob")]


def test_it_waits_for_a_host_who_is_away_and_begins_when_they_come_back(alice, bob):
    table = sit(opened(alice), bob, now=LATER)
    assert table.status == Status.OPEN
    assert live_tables.here(table, bob, now=LATER).status == Status.OPEN
    assert live_tables.here(table, alice, now=LATER).status == Status.PLAYING


def test_a_seat_is_taken_once(alice, bob, charlie):
    table = opened(alice)
    seen_by_charlie = LiveTable.objects.get(pk=table.pk)
    sit(table, bob, now=LATER)
    with pytest.raises(Refused, match="Somebody else was quicker"):
        sit(seen_by_charlie, charlie, number=1, now=LATER)
    assert names(table) == ["alice", "bob"]


def test_sitting_down_twice_changes_nothing(alice, bob):
    table = opened(alice, teams(GENPEI, 2))
    sit(table, bob)
    sit(table, bob)
    sit(table, alice)
    assert names(table) == ["alice", "bob", "", ""]


def test_one_may_move_to_a_free_seat_and_leave_it(alice, bob):
    table = opened(alice, teams(GENPEI, 2))
    sit(table, bob)
    sit(table, bob, number=3)
    assert names(table) == ["alice", "", "", "bob"]
    live_tables.leave(table, bob)
    assert names(table) == ["alice", "", "", ""]
    assert not Seat.objects.filter(person=bob).exists()


def test_moving_to_a_taken_seat_leaves_one_where_one_was(alice, bob, charlie):
    table = opened(alice, teams(GENPEI, 2))
    sit(table, bob, number=2)
    sit(table, charlie, number=3)
    with pytest.raises(Refused):
        sit(table, bob, number=3)
    assert names(table) == ["alice", "", "bob", "charlie"]


def test_the_host_closes_and_does_not_leave(alice, bob):
    table = opened(alice, teams(GENPEI, 2))
    sit(table, bob)
    with pytest.raises(Refused, match="close it"):
        live_tables.leave(table, alice)
    with pytest.raises(Refused, match="Only who has opened"):
        live_tables.close(table, bob)
    for _ in range(2):
        assert live_tables.close(table, alice).status == Status.CLOSED
    for refused in (lambda: sit(table, bob, 2), lambda: live_tables.begin(table, alice, fill="", now=NOW)):
        with pytest.raises(Refused, match="has been closed"):
            refused()


def test_a_match_that_has_begun_is_neither_joined_nor_left_nor_closed(alice, bob, charlie):
    table = playing(alice, bob)
    for refused in (
        lambda: sit(table, charlie),
        lambda: live_tables.leave(table, bob),
        lambda: live_tables.close(table, alice),
    ):
        with pytest.raises(Refused, match="has begun"):
            refused()


def test_a_team_match_is_begun_by_the_host_once(alice, bob):
    table = opened(alice, teams(GENPEI, 2))
    with pytest.raises(Refused, match="Nobody else"):
        live_tables.begin(table, alice, fill="E", now=NOW)
    sit(table, bob, number=2)
    with pytest.raises(Refused, match="Only who has opened"):
        live_tables.begin(table, bob, fill="E", now=NOW)
    first = live_tables.begin(table, alice, fill="D", now=NOW)
    assert live_tables.begin(table, alice, fill="", now=NOW).karuta == first.karuta
    kinds = [(each.kind, each.who) for each in matches.load(first.karuta).players]
    assert kinds == [(Kind.PERSON, ""), (Kind.BOT, "D"), (Kind.PERSON, ""), (Kind.BOT, "D")]


def test_free_seats_are_left_out_where_enough_sit(alice, bob, charlie):
    table = opened(alice, everybody(CHIRASHI, 5))
    sit(table, bob, number=2)
    sit(table, charlie, number=4)
    begun = live_tables.begin(table, alice, fill="", now=NOW)
    assert [(seat.number, seat.name) for seat in begun.seats.all()] == [(0, "alice"), (1, "bob"), (2, "charlie")]
    assert matches.load(begun.karuta).setup.seats == (0, 1, 2)


def test_nobody_is_left_without_an_opposite_side(alice, bob):
    table = opened(alice, teams(GENPEI, 2))
    sit(table, bob, number=1)
    with pytest.raises(Refused, match="Too few"):
        live_tables.begin(table, alice, fill="", now=NOW)
    assert names(table) == ["alice", "bob", "", ""]
    assert table.seats.count() == 4


def test_there_is_no_computer_of_an_unknown_class(alice, bob):
    table = opened(alice, teams(GENPEI, 2))
    sit(table, bob)
    with pytest.raises(Refused, match="no such class"):
        live_tables.begin(table, alice, fill="Z", now=NOW)
    assert LiveTable.objects.get(pk=table.pk).status == Status.OPEN


def test_everybodys_cards_lie_at_their_usual_places(alice, bob):
    places.save(alice, places.made(is_left_handed=False, is_split=False, seed=1), now=NOW)
    places.save(bob, places.made(is_left_handed=True, is_split=True, seed=2), now=NOW)
    state = matches.load(playing(alice, bob).karuta).state
    for side, who in enumerate((alice, bob)):
        assert state.field.territories[side] == places.lay(state.field.cards(side), places.of(who))


def test_a_rated_match_is_for_accounts_and_for_kyogi(alice, greta, bob):
    with pytest.raises(Refused, match="account"):
        opened(greta, is_rated=True)
    with pytest.raises(Refused, match="Only kyōgi"):
        opened(alice, kyogi(THIRD), is_rated=True)
    table = opened(alice, is_rated=True)
    with pytest.raises(Refused, match="account"):
        sit(table, greta)
    assert sit(table, bob).status == Status.PLAYING


def test_a_challenge_is_for_whom_it_names(alice, bob, charlie):
    table = opened(alice, audience=Audience.INVITED, invited=bob)
    assert not live_tables.may_know(table, charlie)
    with pytest.raises(Refused, match="kept for somebody else"):
        sit(table, charlie)
    assert live_tables.may_know(table, bob)
    assert sit(table, bob).status == Status.PLAYING


GRADES = {"alice": "C", "bob": "D", "charlie": "E"}


def grade(someone):
    return GRADES.get(someone.username, "")


def test_class_tables_take_one_class_up_and_down(alice, bob, charlie, settings):
    settings.GRADE_OF = f"{__name__}.grade"
    table = opened(alice, audience=Audience.CLASS)
    with pytest.raises(Refused, match="from class C"):
        sit(table, charlie)
    assert sit(table, bob).status == Status.PLAYING


def test_who_has_no_class_counts_as_a_beginner(alice, bob, greta, settings):
    settings.GRADE_OF = f"{__name__}.grade"
    assert live_tables.class_of(greta) == "E"
    with pytest.raises(Refused):
        sit(opened(alice, audience=Audience.CLASS), greta)
    assert sit(opened(bob, audience=Audience.CLASS), greta).status == Status.PLAYING


def test_a_guest_has_the_name_they_choose_unless_it_is_somebody_elses(alice, greta):
    assert live_tables.name_for(greta, "  Mei   Lin ") == "Mei Lin"
    assert live_tables.name_for(greta) == "Guest"
    assert live_tables.name_for(alice, "Queen") == "alice"
    with pytest.raises(Refused, match="account of this name"):
        live_tables.name_for(greta, "ALICE")


def test_two_at_a_table_have_two_names(alice, greta):
    table = opened(alice, teams(GENPEI, 2))
    sit(table, greta)
    with pytest.raises(Refused, match="has this name"):
        sit(table, Person.objects.create_guest())
    sit(table, Person.objects.create_guest(), name="Mei")
    assert names(table) == ["alice", "Guest", "Mei", ""]


def test_nobody_opens_tables_without_end(alice):
    for _ in range(live_tables.MOST_WAITING):
        opened(alice)
    with pytest.raises(Refused, match="Close one first"):
        opened(alice)


# After the match


def test_an_end_is_written_for_every_seat_once(alice, bob, settings):
    settings.MATCH_ENDED = [f"{__name__}.heard"]
    _told.clear()
    table = over(alice, bob, resigns=1)
    live_tables.note_end(table, now=LATER)
    table.refresh_from_db()
    assert (table.status, table.finished_at) == (Status.OVER, NOW)
    assert [seat.is_won for seat in table.seats.all()] == [True, False]
    assert [table] == _told


_told = []


def heard(ended):
    _told.append(ended)


def broken(_ended):
    LiveTable.objects.all().delete()
    raise RuntimeError("a listener fell over")


def test_a_listener_that_falls_over_spoils_no_match(alice, bob, settings):
    settings.MATCH_ENDED = [f"{__name__}.broken", f"{__name__}.heard"]
    _told.clear()
    table = over(alice, bob)
    assert table.status == Status.OVER
    assert [table] == _told


def test_a_match_at_one_device_is_told_too(alice, settings):
    settings.MATCH_ENDED = [f"{__name__}.heard"]
    _told.clear()
    match = matches.begin(
        person=alice,
        setup=QUICK,
        players=matches.from_rows([{"kind": "person"}, {"kind": "bot", "who": "E"}]),
        voice="",
        tempo="5-3-1-6",
        now=NOW,
    )
    table = matches.load(match)
    matches.act(table, matches.play.Resign(0), seen=len(table.events), now=NOW)
    assert [match] == _told


def test_a_rematch_is_one_table_with_sides_changed(alice, bob):
    table = over(alice, bob)
    again = live_tables.rematch(table, 1, now=NOW)
    assert live_tables.rematch(table, 0, now=NOW) == again
    assert (again.host, names(again)) == (bob, ["bob", "alice"])
    assert again.status == Status.OPEN
    assert live_tables.here(again, alice, now=NOW).status == Status.PLAYING


def test_a_handicap_stays_with_its_player(alice, bob):
    table = over(alice, bob, setup=kyogi(THIRD, dealt=(6, 14)))
    again = live_tables.rematch(table, 0, now=NOW)
    assert names(again) == ["bob", "alice"]
    assert setup_from_row(again.setup).dealt == (14, 6)


def test_who_has_closed_a_rematch_has_not_taken_it_from_the_other(alice, bob):
    table = over(alice, bob)
    closed = live_tables.close(live_tables.rematch(table, 1, now=NOW), bob)
    again = live_tables.rematch(table, 0, now=NOW)
    assert again != closed
    assert (again.status, again.host) == (Status.OPEN, alice)
    assert live_tables.rematch(table, 1, now=NOW) == again


def test_there_is_no_rematch_of_a_match_that_goes_on(alice, bob):
    with pytest.raises(Refused, match="not over"):
        live_tables.rematch(playing(alice, bob), 0, now=NOW)


def test_in_a_rematch_of_teams_the_teams_stay_together(alice, bob, charlie, greta):
    table = opened(alice, teams(GENPEI, 1, 3))
    for who in (bob, charlie, greta):
        sit(table, who)
    begun = live_tables.begin(table, alice, fill="", now=NOW)
    played = matches.load(begun.karuta)
    matches.act(played, matches.play.Resign(0), seen=len(played.events), now=NOW)
    live_tables.note_end(begun, now=NOW)
    assert [seat.is_won for seat in begun.seats.all()] == [False, True, True, True]
    again = live_tables.rematch(begun, 0, now=NOW)
    assert names(again) == ["bob", "charlie", "Guest", "alice"]
    assert setup_from_row(again.setup).seats == (0, 0, 0, 1)
