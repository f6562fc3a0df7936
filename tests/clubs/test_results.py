"""A result is recorded once, seen by both, disputed, corrected, taken back; who may do what with it."""

from datetime import date, timedelta
from uuid import uuid4

import pytest

from clubs import results
from clubs.models import Attendance, Member, Rating, Result
from clubs.refusals import RefusedError
from clubs.results import SameGameError
from tests.clubs.club_life import NOW, TODAY, a_club, belongs, person, record, said


@pytest.fixture
def club(alice):
    return a_club(alice)


@pytest.fixture
def founder(club, alice):
    return club.members.of(alice).get()


@pytest.fixture
def bob(club):
    return belongs(club, person("bob"))


@pytest.fixture
def dora(club):
    return belongs(club, person("dora"))


@pytest.fixture
def gus(club):
    return belongs(club, person("gus"), role=Member.Role.GUEST)


def strengths():
    return {each.player.name: (each.games, each.mu) for each in Rating.objects.select_related("player")}


def test_a_result_is_stored_with_its_evening_and_who_was_there(bob, dora):
    result = record(bob, bob, dora, 7)
    assert (result.winner, result.loser, result.margin) == (bob.player, dora.player, 7)
    assert result.day.held_on == TODAY
    assert set(Attendance.objects.values_list("player__name", flat=True)) == {"Bob", "Dora"}


def test_what_is_sent_twice_is_there_once(bob, dora):
    key = uuid4()
    first = record(bob, bob, dora, key=key)
    results.withdraw(first, by=bob, why="", now=NOW)
    again = record(bob, bob, dora, key=key)
    assert again.pk == first.pk
    assert Result.objects.count() == 1
    assert again.withdrawn_at  # it was taken back meanwhile, and stays so


def test_a_key_of_somebody_else_is_no_way_to_a_result(bob, dora, founder):
    key = uuid4()
    record(bob, bob, dora, key=key)
    with pytest.raises(RefusedError):
        record(dora, dora, founder, key=key)


def test_members_record_their_own_games_and_organisers_any(bob, dora, founder):
    third = belongs(bob.club, name="Emi")
    with pytest.raises(RefusedError, match="own games"):
        record(bob, dora, third)
    assert record(founder, dora, third)


def test_a_guest_records_games_of_an_evening_they_are_at(gus, bob, founder):
    with pytest.raises(RefusedError, match="Guests"):
        record(gus, gus, bob)
    evening = results.practice_day(gus.club, TODAY, None)
    Attendance.objects.create(day=evening, player=gus.player)
    assert record(gus, gus, bob)


def test_strangers_and_former_members_are_no_opponents(bob, dora, alice):
    other = a_club(person("zoe"), slug="kyoto")
    with pytest.raises(RefusedError, match="does not belong"):
        record(bob, bob, other.members.get())
    Member.objects.filter(pk=dora.pk).update(left_on=TODAY)
    with pytest.raises(RefusedError, match="does not belong"):
        record(bob, bob, dora)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"on": date(1949, 12, 31)}, "before 1950"),
        ({"margin": 0}, "from 1 to 50"),
        ({"margin": 51}, "from 1 to 50"),
        ({"on": TODAY + timedelta(days=1)}, "still to come"),
        ({"on": TODAY - timedelta(days=32)}, "more than a month"),
        ({"ended": "walkover"}, "no margin"),
        ({"winner_start": 0}, "begins with 1 to 50"),
        ({"winner_cards": 30, "loser_cards": 21}, "50 cards together"),
        ({"loser_faults": 100}, "Faults"),
    ],
)
def test_what_cannot_have_been_is_refused_in_a_sentence(more, sentence, bob, dora):
    with pytest.raises(RefusedError, match=sentence):
        record(bob, bob, dora, **more)
    assert not Result.objects.exists()
    assert not Attendance.objects.exists()


def test_both_take_out_their_phones_and_the_second_is_asked(bob, dora):
    record(bob, bob, dora, 7, is_another=False)
    record(bob, bob, dora, 3, is_another=False)  # whoever has recorded both knows what they do
    with pytest.raises(SameGameError):
        record(dora, bob, dora, 7, is_another=False)
    assert record(dora, dora, bob, 2, is_another=True)


# Disputes ------------------------------------------------------------------------------------------------
def test_a_disputed_result_counts_for_nothing_until_it_is_settled(bob, dora, founder):
    result = record(bob, bob, dora)
    assert strengths()["Bob"][0] == 1
    results.dispute(result, by=dora, sentence="I had won.", now=NOW)
    assert strengths() == {}
    result.refresh_from_db()
    results.settle(result, by=founder, now=NOW)
    assert strengths()["Bob"][0] == 1


def test_who_may_dispute_and_settle(bob, dora, founder):
    third = belongs(bob.club, person("emi"))
    result = record(bob, bob, dora)
    for somebody in (bob, third, founder):
        with pytest.raises(RefusedError):
            results.dispute(result, by=somebody, sentence="No.", now=NOW)
    with pytest.raises(RefusedError, match="sentence"):
        results.dispute(result, by=dora, sentence="  ", now=NOW)
    results.dispute(result, by=dora, sentence="No.", now=NOW)
    for somebody in (bob, third):
        with pytest.raises(RefusedError):
            results.settle(result, by=somebody, now=NOW)
    results.settle(result, by=dora, now=NOW)  # she agrees after all
    with pytest.raises(RefusedError):
        results.dispute(result, by=dora, sentence="But.", now=NOW)


def test_what_an_organiser_recorded_of_two_either_may_dispute(bob, dora, founder):
    result = record(founder, bob, dora)
    results.dispute(result, by=bob, sentence="By 3.", now=NOW)
    result.refresh_from_db()
    assert result.dispute == "By 3."


def test_a_correction_keeps_what_was_before(bob, dora, founder):
    result = record(bob, bob, dora, 7)
    results.correct(result, by=bob, said=said(dora, bob, 3), why="Mixed up", seen=0, now=NOW)
    result.refresh_from_db()
    assert (result.winner, result.margin) == (dora.player, 3)
    change = result.changes.get()
    assert (change.before["winner"], change.before["margin"], change.why) == (str(bob.player.pk), 7, "Mixed up")
    assert strengths()["Dora"][1] > strengths()["Bob"][1]


def test_two_tabs_do_not_overwrite_each_other(bob, dora):
    result = record(bob, bob, dora, 7)
    results.correct(result, by=bob, said=said(bob, dora, 8), why="", seen=0, now=NOW)
    with pytest.raises(RefusedError, match="meanwhile"):
        results.correct(result, by=bob, said=said(bob, dora, 9), why="", seen=0, now=NOW)
    result.refresh_from_db()
    assert result.margin == 8


def test_a_correction_that_changes_nothing_leaves_no_trace(bob, dora):
    result = record(bob, bob, dora, 7)
    results.correct(result, by=bob, said=said(bob, dora, 7), why="", seen=0, now=NOW)
    assert not result.changes.exists()


def test_the_opponent_neither_corrects_nor_withdraws(bob, dora):
    result = record(bob, bob, dora)
    with pytest.raises(RefusedError):
        results.correct(result, by=dora, said=said(dora, bob, 7), why="", seen=0, now=NOW)
    with pytest.raises(RefusedError):
        results.withdraw(result, by=dora, why="", now=NOW)


def test_what_is_taken_back_counts_no_more_and_a_second_click_changes_nothing(bob, dora):
    result = record(bob, bob, dora)
    results.withdraw(result, by=bob, why="Wrong person", now=NOW)
    results.withdraw(result, by=bob, why="", now=NOW + timedelta(hours=1))
    result.refresh_from_db()
    assert result.withdrawn_at == NOW
    assert result.changes.count() == 1
    assert strengths() == {}


def test_another_day_is_another_evening(bob, dora):
    result = record(bob, bob, dora)
    results.correct(result, by=bob, said=said(bob, dora, on=TODAY - timedelta(days=2)), why="", seen=0, now=NOW)
    result.refresh_from_db()
    assert result.day.held_on == TODAY - timedelta(days=2)


def test_guests_see_their_evenings_and_their_own_games(bob, dora, gus, founder):
    seen = record(bob, bob, dora)
    other = record(bob, bob, dora, on=TODAY - timedelta(days=3))
    assert not results.seen_by(gus).exists()
    Attendance.objects.create(day=seen.day, player=gus.player)
    assert [each.pk for each in results.seen_by(gus)] == [seen.pk]
    assert {each.pk for each in results.seen_by(dora)} == {seen.pk, other.pk}
