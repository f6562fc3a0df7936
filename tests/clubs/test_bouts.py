"""What is reported at the tables: the bracket goes on, results and placings follow, and a slip can be mended."""

import pytest
from tournament_kit import ON_THE_DAY, club_of, division_of, drawn, enter, open_bouts, present, tournament_of

from clubs import bouts, drawing
from clubs.bouts import ReportedOtherwiseError
from clubs.models import Bout, Entry, Placing, Result
from clubs.refusals import RefusedError

pytestmark = pytest.mark.django_db
PLAYED, WALKOVER, CONCEDED = Bout.Ended.PLAYED, Bout.Ended.WALKOVER, Bout.Ended.CONCEDED


@pytest.fixture
def division(alice):
    division = division_of(tournament_of(club_of(alice), is_sanctioned=True))
    enter(division, 8)
    return drawn(division)


def say(bout, winner=None, margin=5, ended=PLAYED, **more):
    return bouts.report(
        bout=bout, winner=winner or bout.first, ended=ended, margin=margin, person=None, now=ON_THE_DAY, **more
    )


def play_all(division):
    while rows := open_bouts(division):
        say(rows[0])


def test_eight_play_three_rounds_to_places_one_two_four_and_eight(division):
    play_all(division)
    assert [division.bouts.filter(number=number).count() for number in (1, 2, 3)] == [4, 2, 1]
    places = sorted(Placing.objects.values_list("place", "wins"))
    assert places == [(1, 3), (2, 2), (3, 1), (3, 1), (4, 0), (4, 0), (4, 0), (4, 0)]
    assert set(Placing.objects.values_list("grade", "is_sanctioned")) == {("D", True)}


def test_every_bout_is_a_result_of_both(division):
    bout = say(open_bouts(division)[0], margin=7)
    result = Result.objects.get()
    assert (result.winner, result.loser) == (bout.first.player, bout.second.player)
    assert (result.margin, result.kind, result.pool) == (7, "tournament", "board")


def test_nobody_is_placed_before_the_final(division):
    for bout in open_bouts(division):
        say(bout)
    assert not Placing.objects.exists()


def test_the_same_twice_is_once(division):
    bout = open_bouts(division)[0]
    say(bout)
    say(bout)
    assert Result.objects.count() == 1
    assert Result.objects.get().changes.count() == 0


def test_something_else_is_refused_and_changes_nothing(division):
    bout = open_bouts(division)[0]
    say(bout, margin=5)
    with pytest.raises(ReportedOtherwiseError, match="organiser"):
        say(bout, winner=bout.second, margin=3)
    bout.refresh_from_db()
    assert (bout.winner, bout.margin) == (bout.first, 5)


def test_a_correction_sends_the_other_on(division):
    first, second = open_bouts(division)[:2]
    say(first)
    say(second)
    say(first, winner=first.second, margin=2, is_correction=True)
    following = division.bouts.get(number=2, place=0)
    assert {following.first, following.second} == {first.second, second.first}
    result = Result.objects.get(bout=first)
    assert (result.winner, result.margin) == (first.second.player, 2)
    assert result.changes.get().before["margin"] == 5


def test_a_correction_of_the_margin_alone_leaves_the_next_round(division):
    first, second = open_bouts(division)[:2]
    say(first)
    say(second)
    following = division.bouts.get(number=2, place=0)
    say(following)
    say(first, margin=9, is_correction=True)
    following.refresh_from_db()
    assert following.ended == PLAYED
    first.refresh_from_db()
    assert first.margin == 9


def test_a_correction_waits_until_the_later_round_is_taken_back(division):
    first, second = open_bouts(division)[:2]
    say(first)
    say(second)
    following = say(division.bouts.get(number=2, place=0))
    with pytest.raises(RefusedError, match="take that back first"):
        say(first, winner=first.second, is_correction=True)
    bouts.take_back(bout=following, person=None, now=ON_THE_DAY)
    say(first, winner=first.second, is_correction=True)
    assert Result.objects.counted().count() == 2


def test_taking_the_final_back_takes_the_places_back(division):
    play_all(division)
    bouts.take_back(bout=division.bouts.get(number=3), person=None, now=ON_THE_DAY)
    assert not Placing.objects.exists()
    say(division.bouts.get(number=3))
    assert Placing.objects.count() == 8


@pytest.mark.parametrize("ended", [WALKOVER, CONCEDED])
def test_a_walkover_and_a_concession_have_no_margin(division, ended):
    bout = open_bouts(division)[0]
    with pytest.raises(RefusedError, match="margin"):
        say(bout, ended=ended, margin=5)
    say(bout, ended=ended, margin=None)
    assert (Result.objects.get().ended, Result.objects.get().margin) == (ended, None)


@pytest.mark.parametrize("margin", [None, 0, 26])
def test_what_was_played_has_a_margin_of_1_to_25(division, margin):
    with pytest.raises(RefusedError, match="margin"):
        say(open_bouts(division)[0], margin=margin)
    assert not Result.objects.exists()


def test_a_stranger_does_not_win(division):
    first, second = open_bouts(division)[:2]
    with pytest.raises(RefusedError, match="one of the two"):
        say(first, winner=second.first)


def test_neither_came_and_the_next_has_a_free_way(division):
    first, second = open_bouts(division)[:2]
    bouts.report(bout=first, winner=None, ended=Bout.Ended.NOBODY, person=None, now=ON_THE_DAY)
    say(second)
    assert not division.bouts.filter(number=2, place=0).exists()
    third, fourth = open_bouts(division)[:2]
    say(third)
    say(fourth)
    last = division.bouts.get(number=2, place=1)
    say(last)
    assert {division.bouts.get(number=3).first, division.bouts.get(number=3).second} == {second.first, last.first}


def test_who_stays_away_lets_the_others_go_on_in_every_round(division):
    first, second = open_bouts(division)[:2]
    gone = say(first).first
    bouts.stays_away(entry=gone, person=None, now=ON_THE_DAY)
    say(second)
    following = division.bouts.get(number=2, place=0)
    assert (following.winner, following.ended) == (second.first, WALKOVER)
    first.refresh_from_db()
    assert first.ended == PLAYED


def test_a_withdrawal_after_publication_counts_and_gives_a_walkover(division, alice):
    bout = open_bouts(division)[0]
    bouts.take_out(entry=bout.first, person=alice, is_organiser=False, now=ON_THE_DAY)
    bout.refresh_from_db()
    assert (bout.winner, bout.ended, bout.margin) == (bout.second, WALKOVER, None)
    assert bout.first.state == Entry.State.LATE
    assert present(division).count() == 7


def test_wins_without_playing_are_not_counted_as_wins(division):
    first = open_bouts(division)[0]
    say(first, ended=WALKOVER, margin=None)
    play_all(division)
    assert sum(Placing.objects.values_list("wins", flat=True)) == 6


def test_before_the_draw_is_published_nothing_is_reported(alice):
    division = division_of(tournament_of(club_of(alice)))
    enter(division, 2)
    drawing.draw(division=division, now=ON_THE_DAY)
    with pytest.raises(RefusedError, match="not published"):
        say(division.bouts.get())


def test_nobody_stays_away_from_what_is_not_published_or_not_theirs(alice):
    division = division_of(tournament_of(club_of(alice)), cap=4)
    entries = enter(division, 5)
    with pytest.raises(RefusedError, match="not published"):
        bouts.stays_away(entry=entries[0], person=None, now=ON_THE_DAY)
    drawn(division)
    bouts.stays_away(entry=entries[4], person=None, now=ON_THE_DAY)
    assert list(Entry.objects.order_by("entered_at", "pk").values_list("state", flat=True)).count("waiting") == 1
    assert not division.bouts.exclude(ended="").exists()
