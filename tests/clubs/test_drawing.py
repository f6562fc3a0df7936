"""A class is drawn: byes in the first round alone, blocks, clubs apart, and once published it stays."""

import pytest
from tournament_kit import ON_THE_DAY, OPENED, club_of, division_of, drawn, enter, tournament_of

from clubs import bouts, drawing, tournaments
from clubs.models import Bout, Division, Entry
from clubs.refusals import RefusedError

pytestmark = pytest.mark.django_db


@pytest.fixture
def division(alice):
    return division_of(tournament_of(club_of(alice)))


def test_six_play_two_bouts_and_two_have_byes(division):
    enter(division, 6)
    drawing.draw(division=division, now=OPENED)
    rows = list(division.bouts.all())
    assert [bout.ended for bout in rows].count(Bout.Ended.BYE) == 2
    assert sum(bout.second is None for bout in rows) == 2
    assert len(rows) == 4
    assert all(bout.winner == bout.first for bout in rows if bout.second is None)
    assert sorted(bout.table for bout in rows if bout.table) == [1, 2]


def test_all_tables_of_a_round_have_the_same_fifty_cards_and_rounds_differ(division):
    other = division_of(division.tournament, "C")
    for each in (division, other):
        enter(each, 4)
        drawing.draw(division=each, now=OPENED)
    assert len(set(bouts.cards(division, 1))) == 50
    assert bouts.cards(division, 1) == bouts.cards(other, 1)
    assert bouts.cards(division, 1) != bouts.cards(division, 2)


def test_a_final_with_all_hundred(alice):
    division = division_of(tournament_of(club_of(alice), final_uses_all=True))
    enter(division, 6)
    drawing.draw(division=division, now=OPENED)
    assert [len(bouts.cards(division, number)) for number in (1, 2, 3)] == [50, 50, 100]


def test_one_alone_is_not_drawn(division):
    enter(division, 1)
    with pytest.raises(RefusedError, match="two entries"):
        drawing.draw(division=division, now=OPENED)
    assert not Bout.objects.exists()


def test_a_large_class_is_drawn_in_blocks_with_a_draw_each(alice):
    division = division_of(tournament_of(club_of(alice)), block_cap=8)
    enter(division, 20)
    drawing.draw(division=division, now=OPENED)
    blocks = list(Division.objects.order_by("block"))
    assert [(str(block), block.entries.count()) for block in blocks] == [("D1", 7), ("D2", 7), ("D3", 6)]
    assert all(block.bouts.filter(number=1).count() == 4 for block in blocks)


def test_drawn_anew_before_anything_is_decided(alice):
    division = division_of(tournament_of(club_of(alice)), block_cap=8)
    enter(division, 20)
    drawing.draw(division=division, now=OPENED)
    division.refresh_from_db()
    drawing.draw(division=division, now=OPENED)
    assert Division.objects.count() == 3
    assert Entry.objects.count() == 20
    assert Bout.objects.filter(number=1).count() == 12


def test_not_drawn_anew_once_published(division):
    enter(division, 4)
    drawn(division)
    before = list(division.bouts.values_list("first", "second"))
    with pytest.raises(RefusedError, match="stays as it is"):
        drawing.draw(division=division, now=ON_THE_DAY)
    assert list(division.bouts.values_list("first", "second")) == before


def test_those_of_one_club_meet_only_where_it_cannot_be_helped(division):
    enter(division, 8, affiliations=("Otsu", "Kyoto"))
    drawn(division)
    assert drawing.collisions(division) == []


def test_a_collision_that_cannot_be_helped_is_told(division):
    enter(division, 4, affiliations=("Otsu", "Otsu", "Otsu", "Kyoto"))
    found = drawing.draw(division=division, now=OPENED).collisions
    assert [(one.affiliation, other.affiliation) for one, other in found] == [("Otsu", "Otsu")]
    assert found == tuple(drawing.collisions(division))


def test_publishing_waits_for_every_class(division):
    late = division_of(division.tournament, "C")
    enter(division, 4)
    enter(late, 2)
    drawing.draw(division=division, now=OPENED)
    with pytest.raises(RefusedError, match="Class C has not been drawn"):
        drawing.publish(tournament=division.tournament, now=OPENED)
    division.tournament.refresh_from_db()
    assert division.tournament.published_at is None


def test_a_group_meets_each_other_once_and_nobody_twice_a_round(alice):
    division = division_of(tournament_of(club_of(alice)), form=Division.Format.GROUP)
    enter(division, 5)
    drawing.draw(division=division, now=OPENED)
    rows = list(division.bouts.all())
    assert len({frozenset((bout.first_id, bout.second_id)) for bout in rows}) == len(rows) == 10
    for number in range(1, 6):
        there = [key for bout in rows if bout.number == number for key in (bout.first_id, bout.second_id)]
        assert len(there) == len(set(there)) == 4


def test_nothing_is_entered_into_a_class_that_is_drawn(division, alice):
    entry = enter(division, 4)[0]
    drawing.draw(division=division, now=OPENED)
    with pytest.raises(RefusedError, match="has been drawn"):
        tournaments.enter(division=division, player=entry.player, person=alice, is_organiser=True, now=OPENED)


def test_nobody_is_entered_by_who_has_not_seen_the_draw_yet(division):
    """A stale row of the class, as an organiser's second tab has it."""
    stale = Division.objects.select_related("tournament").get(pk=division.pk)
    entry = enter(division, 4)[0]
    drawing.draw(division=division, now=OPENED)
    with pytest.raises(RefusedError, match="has been drawn"):
        tournaments.enter(division=stale, player=entry.player, person=None, is_organiser=True, now=OPENED)


def test_who_draws_when_the_draw_has_been_published_meanwhile_changes_nothing(division):
    stale = Division.objects.select_related("tournament").get(pk=division.pk)
    enter(division, 4)
    before = set(drawn(division).bouts.values_list("pk", flat=True))
    with pytest.raises(RefusedError, match="published"):
        drawing.draw(division=stale, now=OPENED)
    assert set(division.bouts.values_list("pk", flat=True)) == before


def test_who_withdraws_when_the_draw_has_been_published_meanwhile_is_late(division):
    entry = Entry.objects.select_related("division__tournament").get(pk=enter(division, 4)[0].pk)
    drawn(division)
    bouts.take_out(entry=entry, person=None, is_organiser=True, now=OPENED)
    entry.refresh_from_db()
    assert entry.state == Entry.State.LATE
    assert division.bouts.filter(ended=Bout.Ended.WALKOVER).count() == 1


def test_a_block_that_another_draw_has_taken_in_is_not_drawn(alice):
    division = division_of(tournament_of(club_of(alice)), block_cap=4)
    enter(division, 8)
    drawing.draw(division=division, now=OPENED)
    block = Division.objects.get(block=2)
    drawing.draw(division=division, now=OPENED)
    with pytest.raises(RefusedError, match="drawn by somebody else"):
        drawing.draw(division=block, now=OPENED)
