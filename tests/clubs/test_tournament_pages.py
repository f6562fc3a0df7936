"""The pages of tournaments: what organisers settle, what members enter and report, what strangers see."""

from datetime import date
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from tournament_kit import OPENED, club_of, division_of, enter, member, open_bouts, tournament_of

from clubs import drawing
from clubs.models import Bout, Club, Division, Entry, GradeEntry, Member, Player, Reciter, Room, Tournament
from trainer.models import Person

pytestmark = pytest.mark.django_db
FAR = date(2027, 12, 5)


@pytest.fixture
def bob(db):
    return Person.objects.create_user("bob", "bob@example.org", "battery of horses")


@pytest.fixture
def in_as():
    """in_as(person): a browser in which this person is signed in."""

    def signed_in(person):
        browser = Client()
        browser.force_login(person)
        return browser

    return signed_in


@pytest.fixture
def club(alice, bob):
    club = club_of(alice)
    member(club, "Bob", person=bob)
    return club


@pytest.fixture
def tournament(club):
    return tournament_of(club, held_on=FAR, opened_at=timezone.now())


@pytest.fixture
def division(tournament):
    return division_of(tournament)


def at(name, tournament, **more):
    return reverse(name, kwargs={"slug": tournament.club.slug, "key": tournament.key, **more})


def said(response):
    return [str(each) for each in response.context["messages"]]


def published(division):
    drawing.draw(division=division, now=timezone.now())
    drawing.publish(tournament=division.tournament, now=timezone.now())
    division.refresh_from_db()
    return division


# Making one ----------------------------------------------------------------------------------------------
NEW = {
    "name": "New Year's tournament",
    "held_on": "2027-01-10",
    "classes": ["D", "E"],
    "fee": "0",
    "currency": "JPY",
    "boards": "1",
}


def test_a_tournament_needs_a_name_a_day_and_classes(in_as, alice, club):
    response = in_as(alice).post(reverse("club-tournament-new", args=[club.slug]), NEW)
    tournament = Tournament.objects.get()
    assert response.url == at("club-tournament", tournament)
    assert [(row.grade, row.block_cap) for row in tournament.divisions.all()] == [("D", 32), ("E", 16)]
    assert tournament.opened_at is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"classes": []}, "Choose at least one class."),
        ({"name": ""}, "This field is required."),
        ({"club_deadline": "2027-01-05", "official_deadline": "2027-01-04"}, "deadline comes first"),
        ({"draw_on": "2027-01-11"}, "deadline comes first"),
        ({"is_team": "on", "boards": "4"}, "3 or 5 boards"),
    ],
)
def test_what_makes_no_sense_is_told_and_makes_nothing(in_as, alice, club, change, sentence):
    response = in_as(alice).post(reverse("club-tournament-new", args=[club.slug]), NEW | change)
    assert sentence in response.content.decode().replace("&#x27;", "'")
    assert not Tournament.objects.exists()


def test_before_it_is_opened_organisers_alone_see_it(in_as, alice, bob, club):
    tournament = tournament_of(club, held_on=FAR, opened_at=None)
    assert in_as(bob).get(at("club-tournament", tournament)).status_code == 404
    assert tournament.name not in in_as(bob).get(reverse("club-tournaments", args=[club.slug])).content.decode()
    for _ in range(2):
        in_as(alice).post(at("club-tournament-open", tournament))
    assert in_as(bob).get(at("club-tournament", tournament)).status_code == 200


# Entering ------------------------------------------------------------------------------------------------
def test_a_member_enters_and_withdraws(in_as, bob, division):
    tournament = division.tournament
    for _ in range(2):
        in_as(bob).post(at("club-tournament-enter", tournament), {"division": division.pk})
    entry = Entry.objects.get()
    assert (entry.player.person, entry.state) == (bob, Entry.State.ENTERED)
    assert "You have entered class D." in in_as(bob).get(at("club-tournament", tournament)).content.decode()
    for _ in range(2):
        in_as(bob).post(at("club-tournament-withdraw", tournament, entry=entry.key))
    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN


def test_the_last_place_is_taken_and_the_next_waits(in_as, bob, division):
    division.cap = 1
    division.save()
    enter(division, 1, now=timezone.now())
    response = in_as(bob).post(at("club-tournament-enter", division.tournament), {"division": division.pk}, follow=True)
    assert said(response) == ["Class D is full: you are on the waiting list."]


def test_nobody_withdraws_somebody_else(in_as, bob, division):
    entry = enter(division, 1, now=timezone.now())[0]
    assert in_as(bob).post(at("club-tournament-withdraw", division.tournament, entry=entry.key)).status_code == 404
    entry.refresh_from_db()
    assert entry.state == Entry.State.ENTERED


@pytest.mark.parametrize("number", ["", "x", "0", "9" * 30, "-1"])
def test_a_class_that_is_none(in_as, bob, division, number):
    assert in_as(bob).post(at("club-tournament-enter", division.tournament), {"division": number}).status_code == 404
    assert not Entry.objects.exists()


def test_an_organiser_enters_a_member_and_a_name_from_elsewhere(in_as, alice, bob, division):
    address = at("club-tournament-entries", division.tournament)
    alice_in = in_as(alice)
    alice_in.post(address, {"division": division.pk, "player": Player.objects.get(person=bob).pk})
    alice_in.post(address, {"division": division.pk, "name": "Momo", "affiliation": "Kyoto"})
    assert sorted(Entry.objects.values_list("player__name", "affiliation")) == [("Bob", ""), ("Momo", "Kyoto")]
    both = {"division": division.pk, "player": Player.objects.get(person=bob).pk, "name": "Momo"}
    assert "Choose a member, or write the name" in alice_in.post(address, both).content.decode()


def test_fees_are_noted_and_summed(in_as, alice, tournament, division):
    tournament.fee = 1500
    tournament.save()
    division.tournament.fee = 1500
    first, _second = enter(division, 2, now=timezone.now())
    address = at("club-tournament-entry", tournament, entry=first.key)
    in_as(alice).post(address, {"do": "paid"})
    page = in_as(alice).get(at("club-tournament-entries", tournament)).content.decode()
    assert "Due 3000 JPY, paid 1500." in page
    assert in_as(alice).post(address, {"do": "something"}).status_code == 404


def test_the_list_as_a_file_holds_no_formula(in_as, alice, division):
    entry = enter(division, 1, now=timezone.now())[0]
    entry.player.name = "=1+1"
    entry.player.save()
    assert ",'=1+1," in in_as(alice).get(at("club-tournament-listed", division.tournament)).content.decode()


# Rooms and reciters --------------------------------------------------------------------------------------
def test_a_licence_of_grade_b_does_not_reach_into_a_room_of_class_a(in_as, alice, club, tournament):
    club.reciter_rule = "licence"
    club.save()
    room = Room.objects.create(tournament=tournament, name="Hall")
    top = division_of(tournament, "A", room=room)
    reciter = Reciter.objects.create(
        club=club, player=Player.objects.get(name="Bob"), licence=Reciter.Licence.B, since=OPENED.date()
    )
    change = {"do": f"room-{room.pk}", f"room-{room.pk}-reciter": reciter.pk}
    response = in_as(alice).post(at("club-tournament-classes", tournament), change)
    assert "does not reach to class A" in said(response)[0]
    room.refresh_from_db()
    assert room.reciter is None
    top.grade = "B"
    top.save()
    in_as(alice).post(at("club-tournament-classes", tournament), change)
    room.refresh_from_db()
    assert room.reciter == reciter


def test_a_class_is_not_moved_into_a_room_where_nobody_may_recite_for_it(in_as, alice, club, tournament):
    club.reciter_rule = "licence"
    club.save()
    reciter = Reciter.objects.create(
        club=club, player=Player.objects.get(name="Bob"), licence=Reciter.Licence.B, since=OPENED.date()
    )
    room = Room.objects.create(tournament=tournament, name="Hall", reciter=reciter)
    top = division_of(tournament, "A")
    prefix = f"division-{top.pk}"
    in_as(alice).post(
        at("club-tournament-classes", tournament),
        {"do": prefix, f"{prefix}-room": room.pk, f"{prefix}-form": "knockout"},
    )
    top.refresh_from_db()
    assert top.room is None


# The draw and the tables ---------------------------------------------------------------------------------
def test_the_draw_is_the_organisers_secret_until_it_is_published(in_as, alice, bob, division):
    enter(division, 6, now=timezone.now())
    in_as(alice).post(at("club-tournament-draw", division.tournament))
    address = at("club-board", division.tournament, division=division.pk)
    assert in_as(alice).get(address).status_code == 200
    assert in_as(bob).get(address).status_code == 404
    in_as(alice).post(at("club-tournament-publish", division.tournament))
    assert in_as(bob).get(address).status_code == 200


def test_who_plays_reports_and_others_do_not(in_as, alice, bob, division):
    in_as(bob).post(at("club-tournament-enter", division.tournament), {"division": division.pk})
    enter(division, 3, now=timezone.now())
    published(division)
    own = next(each for each in open_bouts(division) if "Bob" in (str(each.first), str(each.second)))
    other = next(each for each in open_bouts(division) if each != own)
    assert in_as(bob).get(at("club-bout", division.tournament, bout=other.key)).status_code == 404
    side = "first" if str(own.first) == "Bob" else "second"
    address = at("club-bout", division.tournament, bout=own.key)
    for _ in range(2):
        in_as(bob).post(address, {"winner": side, "margin": "7"})
    own.refresh_from_db()
    assert (str(own.winner), own.margin, own.ended) == ("Bob", 7, Bout.Ended.PLAYED)
    wrong = in_as(bob).post(address, {"winner": side, "margin": "3", "is_correction": "yes"})
    assert wrong.status_code == 422
    own.refresh_from_db()
    assert own.margin == 7
    in_as(alice).post(address, {"winner": side, "margin": "3", "is_correction": "yes"})
    own.refresh_from_db()
    assert own.margin == 3


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"winner": "first"},
        {"winner": "third", "margin": "3"},
        {"margin": "3"},
        {"winner": "first", "margin": "26"},
        {"winner": "first", "margin": "1e3"},
        {"winner": "first", "ended": "bye"},
    ],
)
def test_a_report_that_says_nothing_is_refused(in_as, alice, division, form):
    enter(division, 2, now=timezone.now())
    bout = open_bouts(published(division))[0]
    assert in_as(alice).post(at("club-bout", division.tournament, bout=bout.key), form).status_code == 422
    bout.refresh_from_db()
    assert bout.ended == ""


def test_the_board_of_a_group_and_of_a_finished_class(in_as, alice, division):
    group = division_of(division.tournament, "E", form=Division.Format.GROUP)
    for each in (division, group):
        enter(each, 4, now=timezone.now())
        drawing.draw(division=each, now=timezone.now())
    drawing.publish(tournament=division.tournament, now=timezone.now())
    for each in (division, group):
        while rows := open_bouts(each):
            in_as(alice).post(
                at("club-bout", division.tournament, bout=rows[0].key), {"winner": "first", "margin": "4"}
            )
    knockout = in_as(alice).get(at("club-board", division.tournament, division=division.pk)).content.decode()
    assert knockout.count("runner-up") == 1
    assert knockout.count("best four") == 2
    table = in_as(alice).get(at("club-board", division.tournament, division=group.pk)).content.decode()
    assert "Table of the group" in table
    in_as(alice).post(at("club-tournament-finish", division.tournament))
    division.tournament.refresh_from_db()
    assert division.tournament.finished_at is not None


def test_a_tournament_is_not_closed_while_bouts_are_open(in_as, alice, division):
    enter(division, 2, now=timezone.now())
    published(division)
    response = in_as(alice).post(at("club-tournament-finish", division.tournament), follow=True)
    assert said(response) == ["Some bouts have not been decided yet."]


# Outside -------------------------------------------------------------------------------------------------
@pytest.fixture
def shown(club, division):
    Tournament.objects.update(is_public=True)
    enter(division, 4, now=timezone.now())
    players = list(Player.objects.filter(name__startswith="Player").order_by("name"))
    Player.objects.filter(pk=players[0].pk).update(name="Hana Mori", shows_name=True)
    Player.objects.filter(pk=players[1].pk).update(name="Ken Abe", shows_name=True, is_minor=True, pseudonym="Crane")
    Player.objects.filter(pk=players[2].pk).update(name="Rin Oda")
    published(division)
    return Tournament.objects.get()


def test_outside_minors_and_whoever_has_not_chosen_stand_under_another_name(client, shown):
    page = client.get(reverse("tournament-public", args=[shown.public_token])).content.decode()
    assert "Hana Mori" in page
    assert "Crane" in page
    assert "Ken Abe" not in page
    assert "Rin Oda" not in page


def test_what_is_not_public_is_not_there(client, shown):
    Tournament.objects.update(is_public=False)
    assert client.get(reverse("tournament-public", args=[shown.public_token])).status_code == 404
    assert client.get(reverse("tournament-public", args=["x" * 24])).status_code == 404


def test_a_former_member_sees_no_tournament(in_as, bob, tournament):
    Member.objects.of(bob).update(left_on=FAR)
    assert in_as(bob).get(at("club-tournament", tournament)).status_code == 404


def test_a_tournament_of_another_club_is_not_there(in_as, alice, tournament):
    Club.objects.create(slug="uji", name="Uji", founded_at=OPENED).members.create(
        player=Player.objects.get(person=alice), role=Member.Role.FOUNDER, joined_on=OPENED.date()
    )
    address = reverse("club-tournament", kwargs={"slug": "uji", "key": tournament.key})
    assert in_as(alice).get(address).status_code == 404


def test_the_class_of_who_has_entered_stands_beside_the_name(in_as, alice, bob, division):
    GradeEntry.objects.create(
        player=Player.objects.get(person=bob),
        grade="C",
        dan=2,
        since=date(2025, 1, 1),
        reason="declared",
        recorded_at=OPENED,
    )
    in_as(bob).post(at("club-tournament-enter", division.tournament), {"division": division.pk})
    page = in_as(alice).get(at("club-tournament-entries", division.tournament)).content.decode()
    assert "declared, not confirmed" in page


@pytest.mark.parametrize("number", ["9" * 5_000, "٣", "x", "-1"])
def test_a_draw_of_no_class_is_not_there(in_as, alice, tournament, number):
    assert in_as(alice).post(at("club-tournament-draw", tournament), {"division": number}).status_code == 404


def test_a_name_from_elsewhere_that_is_sent_twice_is_one_player(in_as, alice, division):
    address = at("club-tournament-entries", division.tournament)
    sent = {"division": division.pk, "name": "Momo", "once": str(uuid4())}
    for form in (sent, sent, sent | {"once": str(uuid4())}, sent | {"name": "Sora"}):
        assert in_as(alice).post(address, form).status_code == 302
    assert sorted(Entry.objects.values_list("player__name", flat=True)) == ["Momo", "Momo", "Sora"]


def test_a_forged_key_enters_nobody_who_is_known(in_as, alice, bob, division):
    key = Player.objects.get(person=bob).pk
    address = at("club-tournament-entries", division.tournament)
    in_as(alice).post(address, {"division": division.pk, "name": "Bob", "key": str(key)})
    assert Entry.objects.get().player_id != key


def test_a_tournament_that_is_made_twice_is_one(in_as, alice, club):
    form = {"name": "Winter", "held_on": "2027-01-20", "classes": ["D", "E"], "fee": 0, "currency": "JPY", "boards": 3}
    where = reverse("club-tournament-new", args=[club.slug])
    first, again, other = (in_as(alice).post(where, form | more).url for more in ({}, {}, {"classes": ["D"]}))
    assert first == again != other
    assert Tournament.objects.filter(club=club).count() == 2
