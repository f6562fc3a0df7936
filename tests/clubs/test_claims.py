"""A recorded player becomes somebody's own: by a link, once; and two players become one, or do not."""

from datetime import date
from threading import Barrier, Thread

import pytest
from django.apps import apps
from django.db import OperationalError, connection
from django.utils import timezone

from clubs import claims, members, standing
from clubs.models import (
    Attendance,
    Division,
    Entry,
    Member,
    Pairing,
    Player,
    PracticeDay,
    Result,
    Room,
    Tournament,
    Uniting,
)
from clubs.refusals import RefusedError
from tests import a_club

NOW = timezone.now()
DAY = date(2026, 11, 21)


@pytest.fixture
def club(alice):
    return a_club.club_of(alice)


@pytest.fixture
def hana(club):
    """Recorded by the club: a class, a placing, a game that was won against Alice."""
    member = a_club.recorded(club, "Hana")
    a_club.of_class(member, "D", 1)
    a_club.placed(member, "D", 3)
    played(club, member.player, club.members.get(role="founder").player)
    return member


def played(club, winner, loser, **more):
    return Result.objects.create(club=club, winner=winner, loser=loser, played_on=DAY, recorded_at=NOW, **more)


def division_of(club):
    tournament = Tournament.objects.create(club=club, name="Autumn", held_on=DAY)
    Room.objects.create(tournament=tournament, name="One")
    return Division.objects.create(tournament=tournament, grade="D")


def test_whoever_has_no_player_yet_becomes_this_one(club, hana, charlie, charlies_browser):
    token = claims.make_link(hana)
    page = charlies_browser.get(f"/clubs/claim/{token}/").content.decode()
    assert "Hana" in page
    assert Player.objects.get(pk=hana.player_id).person is None, "looking claims nothing"
    assert charlies_browser.post(f"/clubs/claim/{token}/").url == f"/clubs/{club.slug}/"
    assert charlie.player == hana.player
    assert Result.objects.of(charlie.player).count() == 1
    assert charlies_browser.get(f"/clubs/{club.slug}/members/").status_code == 200


def test_a_link_works_once_and_not_when_it_is_withdrawn_or_renewed(club, hana, charlie):
    first, second = claims.make_link(hana), claims.make_link(hana)
    assert claims.offered(first) is None
    claims.withdraw_link(hana)
    assert claims.offered(second) is None
    token = claims.make_link(hana)
    claims.claim(token, charlie, now=NOW)
    with pytest.raises(RefusedError):
        claims.claim(token, a_club.somebody("bob"), now=NOW)
    with pytest.raises(RefusedError):
        claims.make_link(hana)


@pytest.mark.parametrize("token", ["", "nonsense"])
def test_no_link_is_guessed(hana, charlies_browser, token):
    assert claims.offered(token) is None
    if token:
        assert charlies_browser.post(f"/clubs/claim/{token}/").url == "/clubs/"


def test_a_player_of_ones_own_takes_in_all_of_the_recorded_one(club, hana, charlie):
    other_club = a_club.club_of(a_club.somebody("dora"))
    own = a_club.joined(other_club, charlie).player
    played(other_club, own, a_club.recorded(other_club, "Somebody").player)
    entry = Entry.objects.create(division=division_of(club), player=hana.player, entered_at=NOW)
    day = PracticeDay.objects.create(club=club, held_on=DAY)
    Attendance.objects.create(day=day, player=hana.player)
    gone = hana.player_id
    claims.claim(claims.make_link(hana), charlie, now=NOW)
    assert not Player.objects.filter(pk=gone).exists()
    own.refresh_from_db()
    assert own.name == "charlie"
    assert set(own.members.values_list("club", flat=True)) == {club.pk, other_club.pk}
    assert Result.objects.of(own).count() == 2
    assert (own.grades.count(), own.placings.count(), own.attendances.count()) == (1, 1, 1)
    assert Entry.objects.get(pk=entry.pk).player == own
    assert standing.of(own).grade.value == "D"
    log = Uniting.objects.get()
    assert (log.player, log.gone, log.club, log.united_by) == (own, gone, club, charlie)
    assert (log.moved["results"], log.moved["grades"], log.moved["entries"]) == (1, 1, 1)


def test_two_memberships_of_one_club_become_one(club, hana, charlie):
    """Charlie joined by the link before claiming what was recorded of him."""
    own = a_club.joined(club, charlie, "organiser")
    Member.objects.filter(pk=own.pk).update(note="from the link", joined_on=DAY)
    Member.objects.filter(pk=hana.pk).update(note="since school", email="h@example.org", joined_on=date(2020, 4, 1))
    claims.claim(claims.make_link(hana), charlie, now=NOW)
    member = club.members.of(charlie).get()
    assert (member.role, member.joined_on, member.is_present) == ("organiser", date(2020, 4, 1), True)
    assert (member.note, member.email) == ("from the link\nsince school", "h@example.org")


def test_a_placing_that_both_have_counts_once(club, hana, charlie):
    own = a_club.joined(club, charlie)
    a_club.placed(own, "D", 3)
    a_club.placed(own, "D", 2, on=date(2026, 5, 5))
    claims.claim(claims.make_link(hana), charlie, now=NOW)
    assert charlie.player.placings.count() == 2


def test_who_has_played_the_recorded_one_is_somebody_else(club, hana, alice, alices_browser):
    token = claims.make_link(hana)
    assert "played against each other" in alices_browser.get(f"/clubs/claim/{token}/").content.decode()
    alices_browser.post(f"/clubs/claim/{token}/")
    assert Player.objects.filter(pk=hana.pk).exists() or Player.objects.filter(name="Hana").exists()
    assert Result.objects.filter(winner__name="Hana", loser__person=alice).count() == 1
    assert claims.offered(token), "the link waits for its owner"


def test_two_entries_of_one_class_are_two_people(club, hana, charlie):
    own, division = a_club.joined(club, charlie).player, division_of(club)
    for player in (own, hana.player):
        Entry.objects.create(division=division, player=player, entered_at=NOW)
    with pytest.raises(RefusedError, match="the same class of a tournament"):
        claims.claim(claims.make_link(hana), charlie, now=NOW)


def test_two_seats_of_one_round_are_two_people(club, hana, charlie):
    own, day = a_club.joined(club, charlie).player, PracticeDay.objects.create(club=club, held_on=DAY)
    somebody = a_club.recorded(club, "Somebody").player
    Pairing.objects.create(day=day, number=1, first=own, second=somebody)
    Pairing.objects.create(day=day, number=1, first=hana.player)
    with pytest.raises(RefusedError, match="paired in the same round"):
        claims.claim(claims.make_link(hana), charlie, now=NOW)
    Pairing.objects.filter(first=hana.player).update(number=2)
    claims.claim(claims.make_link(hana), charlie, now=NOW)
    assert Pairing.objects.filter(first=own).count() == 2


def test_a_refused_claim_changes_nothing(club, hana, alice):
    before = list(Player.objects.order_by("pk").values()), list(Member.objects.order_by("pk").values())
    token = claims.make_link(hana)
    with pytest.raises(RefusedError):
        claims.claim(token, alice, now=NOW)
    Member.objects.filter(claim=token).update(claim=None)
    assert (list(Player.objects.order_by("pk").values()), list(Member.objects.order_by("pk").values())) == before


@pytest.mark.django_db(transaction=True)
def test_of_two_who_follow_one_link_at_once_exactly_one_becomes_the_player():
    alice = a_club.somebody("alice")
    club = a_club.club_of(alice)
    token = claims.make_link(a_club.recorded(club, "Hana"))
    people, barrier, came = [a_club.somebody(name) for name in ("bob", "charlie")], Barrier(2), []

    def follow(person):
        barrier.wait()
        while True:
            try:
                came.append(claims.claim(token, person, now=NOW).player.person)
            except OperationalError:  # SQLite in memory has no queue for writers: whoever comes second tries again
                continue
            except RefusedError:
                came.append(None)
            break
        connection.close()

    threads = [Thread(target=follow, args=(person,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert came.count(None) == 1
    assert Player.objects.get(name="Hana").person in came


def test_a_claim_by_somebody_who_has_left_brings_them_back(club, hana, charlie):
    own = a_club.joined(club, charlie)
    members.end(own, now=NOW, is_removed=True)
    claims.claim(claims.make_link(hana), charlie, now=NOW)
    assert club.members.of(charlie).get().is_present


def test_all_that_hangs_on_a_player_is_known_to_the_uniting():
    """A new table with a player in it: say in `claims.unite` what becomes of it, then name it here."""
    hanging = {
        f"{model.__name__}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is Player
    }
    moved = {"Member", "GradeEntry", "Placing", "Entry", "TeamPlace", "Attendance", "Reciter", "Uniting"}
    counted_anew = {"Rating", "RatingPoint"}
    pairs = {f"{name}.{side}" for name in ("Pairing", "BoardResult") for side in ("first", "second")}
    assert hanging == {f"{name}.player" for name in moved | counted_anew} | pairs | {"Result.winner", "Result.loser"}
