"""Entries and their deadlines: who may enter when, who waits and moves up, what a withdrawal counts."""

from datetime import UTC, date, datetime, timedelta

import pytest
from tournament_kit import DAY, ON_THE_DAY, OPENED, club_of, division_of, drawn, enter, tournament_of

from clubs import bouts, tournaments
from clubs.models import Entry, Player
from clubs.refusals import RefusedError

pytestmark = pytest.mark.django_db
DATES = {"club_deadline": date(2026, 11, 1), "official_deadline": date(2026, 11, 10), "draw_on": date(2026, 11, 20)}


@pytest.fixture
def division(alice):
    return division_of(tournament_of(club_of(alice), **DATES), cap=3)


def enters(division, name="Bob", now=OPENED, is_organiser=False):
    player = Player.objects.create(name=name)
    return tournaments.enter(division=division, player=player, person=None, is_organiser=is_organiser, now=now)


def tokyo(*words):
    return datetime(*words, tzinfo=UTC) - timedelta(hours=9)


def test_the_club_s_deadline_lasts_to_the_end_of_its_day_where_the_club_is(division):
    assert enters(division, now=tokyo(2026, 11, 1, 23, 59)).state == Entry.State.ENTERED
    with pytest.raises(RefusedError, match="ask an organiser"):
        enters(division, now=tokyo(2026, 11, 2, 0, 0))


def test_organisers_enter_until_the_official_deadline(division):
    assert enters(division, now=tokyo(2026, 11, 10, 23), is_organiser=True)
    with pytest.raises(RefusedError, match="official deadline"):
        enters(division, now=tokyo(2026, 11, 11, 0, 1), is_organiser=True)
    assert Entry.objects.count() == 1


def test_without_deadlines_entries_are_taken_until_the_day(alice):
    division = division_of(tournament_of(club_of(alice)))
    assert enters(division, now=ON_THE_DAY)


def test_who_comes_too_late_waits_and_moves_up(division):
    first, *_others = [enters(division, f"Player {number}") for number in range(3)]
    waiting = enters(division, "Player 3", now=OPENED + timedelta(hours=1))
    assert waiting.state == Entry.State.WAITING
    moved = bouts.take_out(entry=first, person=None, is_organiser=False, now=OPENED + timedelta(hours=2))
    assert [entry.pk for entry in moved] == [waiting.pk]
    waiting.refresh_from_db()
    assert waiting.state == Entry.State.ENTERED


def test_twice_is_once(division):
    player = Player.objects.create(name="Bob")
    for _ in range(2):
        tournaments.enter(division=division, player=player, person=None, is_organiser=False, now=OPENED)
    assert Entry.objects.count() == 1


def test_a_withdrawn_entry_comes_back_as_the_last(division):
    first, *_others = [enters(division, f"Player {number}") for number in range(3)]
    bouts.take_out(entry=first, person=None, is_organiser=False, now=OPENED + timedelta(hours=1))
    enters(division, "Player 3", now=OPENED + timedelta(hours=2))
    again = tournaments.enter(
        division=division, player=first.player, person=None, is_organiser=False, now=OPENED + timedelta(hours=3)
    )
    assert (again.pk, again.state) == (first.pk, Entry.State.WAITING)


def test_one_class_of_a_tournament_is_enough(division):
    entry = enters(division)
    other = division_of(division.tournament, "C")
    with pytest.raises(RefusedError, match="another class"):
        tournaments.enter(division=other, player=entry.player, person=None, is_organiser=False, now=OPENED)


def test_nobody_enters_what_is_not_open(alice):
    division = division_of(tournament_of(club_of(alice), opened_at=None))
    with pytest.raises(RefusedError, match="no entries yet"):
        enters(division)


def test_entries_of_a_fiscal_year_count_what_is_sanctioned_and_was_not_withdrawn_in_time(alice):
    club = club_of(alice)
    player = Player.objects.create(name="Bob")

    def entered(held_on, **more):
        division = division_of(tournament_of(club, held_on=held_on, **({"is_sanctioned": True} | more)))
        entry = tournaments.enter(
            division=division, player=player, person=None, is_organiser=True, now=datetime(2026, 3, 1, tzinfo=UTC)
        )
        enter(division, 3, now=datetime(2026, 3, 1, tzinfo=UTC))
        return entry

    entered(date(2026, 3, 31))  # the fiscal year before
    entered(date(2026, 4, 1))
    entered(date(2027, 3, 31))
    entered(date(2026, 6, 1), is_sanctioned=False)
    early = entered(date(2026, 7, 1))
    bouts.take_out(entry=early, person=None, is_organiser=True, now=datetime(2026, 3, 2, tzinfo=UTC))
    late = entered(DAY)
    drawn(late.division, now=datetime(2026, 3, 3, tzinfo=UTC))
    bouts.take_out(entry=late, person=None, is_organiser=True, now=datetime(2026, 3, 4, tzinfo=UTC))
    assert tournaments.sanctioned_entries([player], 2026) == {str(player.pk): 3}
    assert tournaments.sanctioned_entries([player], 2025) == {str(player.pk): 1}


def test_what_is_paid_and_given_back_is_noted(division):
    entry = enters(division)
    with pytest.raises(RefusedError, match="Nothing has been paid"):
        tournaments.refund(entry=entry, now=OPENED)
    assert tournaments.pay(entry=entry, amount=1500, now=OPENED).paid == 1500
    first = tournaments.refund(entry=entry, now=OPENED).refunded_at
    assert tournaments.refund(entry=entry, now=ON_THE_DAY).refunded_at == first
    with pytest.raises(RefusedError, match="below zero"):
        tournaments.pay(entry=entry, amount=-1, now=OPENED)
