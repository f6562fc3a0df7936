"""What goes otherwise between a draw and the last place: who leaves, who comes after all, what is corrected late."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from tournament_kit import ON_THE_DAY, OPENED, club_of, division_of, drawn, enter, member, open_bouts, tournament_of

from clubs import bouts, drawing, results, team_bouts, tournaments
from clubs.models import Bout, Division, Entry, GradeEntry, Member, Placing, Player, Rating, Reciter, Result, Room
from clubs.refusals import RefusedError
from clubs.team_bouts import Said
from trainer.models import Person

pytestmark = pytest.mark.django_db
PLAYED, WALKOVER, NOBODY = Bout.Ended.PLAYED, Bout.Ended.WALKOVER, Bout.Ended.NOBODY


@pytest.fixture
def tournament(alice):
    return tournament_of(club_of(alice), is_sanctioned=True)


@pytest.fixture
def division(tournament):
    return division_of(tournament)


def say(bout, winner=None, margin=5, ended=PLAYED, **more):
    return bouts.report(
        bout=bout, winner=winner or bout.first, ended=ended, margin=margin, person=None, now=ON_THE_DAY, **more
    )


def nobody_came(bout):
    bouts.report(bout=bout, winner=None, ended=NOBODY, person=None, now=ON_THE_DAY)


def at(name, division, **more):
    tournament = division.tournament
    return reverse(name, kwargs={"slug": tournament.club.slug, "key": tournament.key, **more})


def signed_in(person):
    browser = Client()
    browser.force_login(person)
    return browser


# Between draw and publication ----------------------------------------------------------------------------
def test_who_withdraws_after_the_draw_is_nobody_s_opponent(division):
    entries = enter(division, 5)
    drawing.draw(division=division, now=OPENED)
    bouts.take_out(entry=entries[0], person=None, is_organiser=False, now=OPENED)
    with pytest.raises(RefusedError, match="draw it anew"):
        drawing.publish(tournament=division.tournament, now=OPENED)
    division.tournament.refresh_from_db()
    assert division.tournament.published_at is None
    drawn(division)
    pairs = division.bouts.values_list("first", "second")
    assert {key for pair in pairs for key in pair if key} == {entry.pk for entry in entries[1:]}


def test_who_waits_moves_up_when_the_class_is_drawn_anew(tournament):
    division = division_of(tournament, cap=4)
    *entries, waiting = enter(division, 5)
    drawing.draw(division=division, now=OPENED)
    division.refresh_from_db()
    assert bouts.take_out(entry=entries[0], person=None, is_organiser=True, now=OPENED) == ()
    drawing.draw(division=division, now=OPENED)
    waiting.refresh_from_db()
    assert waiting.state == Entry.State.ENTERED
    assert division.bouts.filter(number=1).count() == 2


def test_a_tournament_that_is_not_open_is_not_drawn_and_says_so(alice):
    division = division_of(tournament_of(club_of(alice), opened_at=None))
    with pytest.raises(RefusedError, match="takes no entries yet"):
        drawing.draw(division=division, now=OPENED)


def test_a_block_that_was_gathered_meanwhile_is_not_drawn(tournament):
    division = division_of(tournament, block_cap=4)
    enter(division, 8)
    drawing.draw(division=division, now=OPENED)
    second = Division.objects.get(block=2)
    division.refresh_from_db()
    drawing.draw(division=division, now=OPENED)
    with pytest.raises(RefusedError, match="by somebody else"):
        drawing.draw(division=second, now=OPENED)
    assert Entry.objects.filter(division__drawn_at__isnull=False).count() == 8


# Absent --------------------------------------------------------------------------------------------------
def test_only_who_stands_in_a_published_draw_can_be_absent(division):
    entry = enter(division, 4)[0]
    with pytest.raises(RefusedError, match="not published"):
        bouts.stays_away(entry=entry, person=None, now=OPENED)
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED
    bouts.take_out(entry=entry, person=None, is_organiser=True, now=OPENED)
    drawn(division)
    bouts.stays_away(entry=entry, person=None, now=ON_THE_DAY)
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN


def test_who_comes_after_all_plays(division):
    enter(division, 4)
    first, second = open_bouts(drawn(division))
    say(second)
    bouts.stays_away(entry=first.second, person=None, now=ON_THE_DAY)
    assert division.bouts.get(number=2).first == first.first
    for _ in range(2):
        bouts.comes_after_all(entry=first.second, person=None, now=ON_THE_DAY)
    first.refresh_from_db()
    assert (first.ended, first.winner, first.second.state) == ("", None, Entry.State.ENTERED)
    assert not division.bouts.filter(number=2).exists()
    assert Result.objects.counted().count() == 1


def test_who_comes_after_all_still_meets_nobody_where_the_other_stays_away(division):
    enter(division, 4)
    first, _second = open_bouts(drawn(division))
    for entry in (first.first, first.second):
        bouts.stays_away(entry=entry, person=None, now=ON_THE_DAY)
    bouts.comes_after_all(entry=first.first, person=None, now=ON_THE_DAY)
    first.refresh_from_db()
    assert (first.ended, first.winner) == (WALKOVER, first.first) or first.winner == first.second


def test_who_comes_too_late_is_told_so_and_nothing_changes(division):
    enter(division, 4)
    first, second = open_bouts(drawn(division))
    say(second)
    bouts.stays_away(entry=first.second, person=None, now=ON_THE_DAY)
    say(division.bouts.get(number=2))
    with pytest.raises(RefusedError, match="take that back first"):
        bouts.comes_after_all(entry=first.second, person=None, now=ON_THE_DAY)
    first.refresh_from_db()
    assert (first.ended, first.second.state) == (WALKOVER, Entry.State.ABSENT)


def test_who_did_not_come_has_no_place(division):
    enter(division, 4)
    first, second = open_bouts(drawn(division))
    bouts.stays_away(entry=first.second, person=None, now=ON_THE_DAY)
    say(second)
    say(division.bouts.get(number=2))
    assert first.second not in bouts.board(division).placings
    assert Placing.objects.get(entry=first.second).place == Placing.Place.NONE
    assert Placing.objects.get(entry=second.second).place == Placing.Place.THIRD


# Corrected late ------------------------------------------------------------------------------------------
@pytest.fixture
def passed(division):
    """A class of eight where the third of a quarter has passed a round: (the bout that nobody came to, the final)."""
    enter(division, 8)
    first, second, third, fourth = open_bouts(drawn(division))
    nobody_came(first)
    for bout in (second, third, fourth):
        say(bout)
    say(division.bouts.get(number=2, place=1))
    return first, division.bouts.get(number=3)


def test_who_passed_a_round_is_called_back_when_somebody_came_to_it(division, passed):
    first, final = passed
    say(first, is_correction=True)
    assert not Bout.objects.filter(pk=final.pk).exists()
    assert first.first in (division.bouts.get(number=2, place=0).first, division.bouts.get(number=2, place=0).second)


def test_but_not_once_the_round_after_is_decided(division, passed):
    first, final = passed
    say(final)
    with pytest.raises(RefusedError, match="take that back first"):
        say(first, is_correction=True)
    with pytest.raises(RefusedError, match="take that back first"):
        bouts.take_back(bout=first, person=None, now=ON_THE_DAY)
    assert bouts.board(division).bracket.stale == ()


def test_a_closed_tournament_stays_as_it_is(division):
    enter(division, 2)
    bout = say(open_bouts(drawn(division))[0])
    division.tournament.finished_at = ON_THE_DAY
    division.tournament.save()
    with pytest.raises(RefusedError, match="over"):
        say(bout, winner=bout.second, is_correction=True)
    with pytest.raises(RefusedError, match="over"):
        bouts.take_back(bout=bout, person=None, now=ON_THE_DAY)
    with pytest.raises(RefusedError, match="over"):
        bouts.stays_away(entry=bout.second, person=None, now=ON_THE_DAY)
    assert Placing.objects.count() == 2


def test_the_page_of_a_result_tells_of_a_corrected_bout(alice, division):
    enter(division, 2)
    bout = say(open_bouts(drawn(division))[0])
    say(bout, winner=bout.second, margin=2, is_correction=True)
    result = Result.objects.get()
    page = signed_in(alice).get(reverse("club-result", args=[division.tournament.club.slug, result.pk]))
    assert page.status_code == 200


def test_that_neither_came_an_organiser_says(alice, division):
    bob = Person.objects.create_user("bob", "bob@example.org", "battery of horses")
    player = member(division.tournament.club, "Bob", person=bob).player
    enter(division, 1)
    tournaments.enter(division=division, player=player, person=bob, is_organiser=True, now=OPENED)
    bout = open_bouts(drawn(division))[0]
    address = at("club-bout", division, bout=bout.key)
    assert signed_in(bob).post(address, {"ended": "nobody"}).status_code == 422
    bout.refresh_from_db()
    assert bout.ended == ""
    assert signed_in(alice).post(address, {"ended": "nobody"}).status_code == 302


def test_the_page_of_a_bout_calls_who_has_gone_a_former_member(alice, division):
    enter(division, 2)
    bout = open_bouts(drawn(division))[0]
    Player.objects.filter(pk=bout.first.player_id).update(name="")
    page = signed_in(alice).get(at("club-bout", division, bout=bout.key)).content.decode()
    assert f"Former member – {bout.second}" in page


def test_a_reciter_whose_licence_the_entries_have_outgrown_is_told_of(alice, division):
    club = division.tournament.club
    type(club).objects.update(reciter_rule="licence")
    reciter = Reciter.objects.create(club=club, player=member(club, "Momo").player, licence="b", since=OPENED.date())
    division.room = Room.objects.create(tournament=division.tournament, name="Hall", reciter=reciter)
    division.save()
    entry = enter(division, 1)[0]
    browser, address = signed_in(alice), at("club-tournament-classes", division)
    sentence = "Momo may not recite here as the entries stand."
    assert sentence not in browser.get(address).content.decode()
    GradeEntry.objects.create(
        player=entry.player, grade="A", dan=4, since=OPENED.date(), reason="confirmed", recorded_at=OPENED
    )
    assert sentence in browser.get(address).content.decode()


def edited(tournament, **changed):
    names = ("name", "held_on", "fee", "currency", "boards", "is_sanctioned")
    return {name: getattr(tournament, name) for name in names} | changed


def test_a_tournament_that_is_sanctioned_after_all_counts_for_promotions(alice, division):
    division.tournament.is_sanctioned = False
    division.tournament.save()
    enter(division, 2)
    say(open_bouts(drawn(division))[0])
    assert set(Placing.objects.values_list("is_sanctioned", flat=True)) == {False}
    form = edited(division.tournament, name="Sanctioned after all", is_sanctioned="on", held_on="2026-12-05")
    assert signed_in(alice).post(at("club-tournament-edit", division), form).status_code == 302
    assert set(Placing.objects.values_list("name", "is_sanctioned")) == {("Sanctioned after all", True)}
    assert [str(day) for day in Result.objects.values_list("played_on", flat=True)] == ["2026-12-05"]
    assert {str(row.last_on) for row in Rating.objects.all()} == {"2026-12-05"}
    division.tournament.refresh_from_db()
    assert division.tournament.published_at is not None


# Outside -------------------------------------------------------------------------------------------------
def test_outside_a_minor_is_of_no_club(client, division):
    first, second = enter(division, 2, affiliations=("Otsu High", "Kyoto High"))
    Player.objects.filter(pk=first.player_id).update(is_minor=True)
    drawn(division)
    type(division.tournament).objects.update(is_public=True)
    address = reverse("tournament-public", args=[division.tournament.public_token])
    page = client.get(address).content.decode()
    assert second.affiliation in page
    assert first.affiliation not in page
    assert client.get(address, {"class": "D"}).status_code == 200
    assert client.get(address, {"class": "A"}).status_code == 404


# Entries -------------------------------------------------------------------------------------------------
def test_what_was_given_back_is_to_be_paid_again(division):
    entry = enter(division, 1)[0]
    tournaments.pay(entry=entry, amount=1500, now=OPENED)
    bouts.take_out(entry=entry, person=None, is_organiser=True, now=OPENED)
    tournaments.refund(entry=entry, now=OPENED)
    again = tournaments.enter(division=division, player=entry.player, person=None, is_organiser=True, now=OPENED)
    assert (again.pk, again.paid, again.refunded_at) == (entry.pk, 0, None)


@pytest.mark.parametrize("what", ["division-x", "room-x", "drop-x", "drop-" + "9" * 30])
def test_a_class_or_room_that_is_none(alice, division, what):
    assert signed_in(alice).post(at("club-tournament-classes", division), {"do": what}).status_code == 404


def test_a_double_click_enters_a_name_from_elsewhere_once(alice, division):
    division.tournament.opened_at = timezone.now()
    browser, address = signed_in(alice), at("club-tournament-entries", division)
    form = browser.get(address).context["form"]
    posted = {"division": division.pk, "name": "Momo", "once": str(form["once"].value())}
    for _ in range(2):
        browser.post(address, posted)
    assert [str(entry) for entry in Entry.objects.all()] == ["Momo"]
    browser.post(address, posted | {"once": str(browser.get(address).context["form"]["once"].value())})
    assert [str(entry) for entry in Entry.objects.all()] == ["Momo", "Momo"]


def test_nobody_else_is_entered_by_a_key_that_was_made_up(alice, division):
    other = Player.objects.create(name="Hana")
    browser, address = signed_in(alice), at("club-tournament-entries", division)
    browser.post(address, {"division": division.pk, "name": "Momo", "once": str(other.pk)})
    assert not other.entries.exists()


# Teams ---------------------------------------------------------------------------------------------------
@pytest.fixture
def group(alice):
    tournament = tournament_of(club_of(alice), is_team=True, boards=3)
    division = division_of(tournament, form=Division.Format.GROUP)
    for name in ("Ise", "Uji"):
        entry = tournaments.enter(division=division, team=name, person=None, is_organiser=True, now=OPENED)
        players = [member(tournament.club, f"{name} {number}").player for number in range(3)]
        team_bouts.name_squad(entry=entry, players=players)
    return drawn(division)


def boards_of(bout):
    sides = zip(team_bouts.squad(bout.first), team_bouts.squad(bout.second), strict=True)
    return [Said(one, other, is_first_winner=True, margin=4) for one, other in sides]


def test_a_team_that_does_not_come_loses_the_bout_and_every_board(group):
    bout = group.bouts.get()
    bouts.report(bout=bout, winner=bout.second, ended=WALKOVER, person=None, now=ON_THE_DAY)
    table = {entry.pk: line for entry, line in team_bouts.group_table(group)}
    assert (table[bout.second_id].match_points, table[bout.second_id].individual_wins) == (1, 3)
    assert (table[bout.first_id].played, table[bout.first_id].match_points) == (1, 0)


def test_boards_that_were_no_bout_after_all_do_not_count(group):
    bout = group.bouts.get()
    team_bouts.report_boards(bout=bout, said=boards_of(bout), person=None, now=ON_THE_DAY)
    bouts.report(bout=bout, winner=bout.second, ended=WALKOVER, person=None, now=ON_THE_DAY, is_correction=True)
    assert not Result.objects.counted().exists()
    assert {line.individual_wins for _entry, line in team_bouts.group_table(group)} == {0, 3}


def test_a_board_of_a_team_is_corrected_with_its_bout_alone(group):
    bout = group.bouts.get()
    team_bouts.report_boards(bout=bout, said=boards_of(bout), person=None, now=ON_THE_DAY)
    result = Result.objects.first()
    organiser = Member.objects.get(role=Member.Role.FOUNDER)
    player = Member.objects.get(player=result.loser)
    assert not results.may_correct(result, organiser)
    assert not results.may_dispute(result, player)


def test_a_team_bout_is_told_by_its_boards_or_as_not_played(alice, group):
    bout = group.bouts.get()
    address = at("club-bout", group, bout=bout.key)
    browser = signed_in(alice)
    assert browser.post(address, {"winner": "first", "margin": "5"}).status_code == 422
    assert browser.post(address, {"winner": "first", "ended": "conceded"}).status_code == 302
    bout.refresh_from_db()
    assert (bout.winner, bout.ended) == (bout.first, Bout.Ended.CONCEDED)


def test_a_team_from_elsewhere_names_its_players(alice, group):
    tournament = group.tournament
    guests = tournaments.tournament_entries(tournament).get(team="Uji")
    address = at("club-tournament-squad", group, entry=guests.key)
    browser = signed_in(alice)
    own = team_bouts.squad(guests)[0]
    for _ in range(2):
        browser.post(address, {"player1": own.pk, "elsewhere": "Momo\n Ran \n"})
    assert [player.name for player in team_bouts.squad(guests)] == [own.name, "Momo", "Ran"]
    assert Player.objects.filter(name="Momo").count() == 1
    assert "Momo" in browser.get(address).content.decode()
