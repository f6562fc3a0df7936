"""Reciters: appointed by the club's rule, no longer than it allows; their voices; the club's usual places."""

from datetime import date
from unittest.mock import Mock

import pytest
from django.utils import timezone

from clubs import grading, members, reciters
from clubs.licences import Room
from clubs.models import Club, GradeEntry, Reciter
from clubs.models import Room as TournamentRoom
from clubs.refusals import RefusedError
from games.karuta import places
from tests import a_club
from trainer import audio

NOW = timezone.now()
TODAY = timezone.localdate()
Licence = Reciter.Licence


@pytest.fixture
def club(alice):
    return a_club.club_of(alice)


@pytest.fixture
def charlies(club, charlie):
    return a_club.joined(club, charlie)


def appoint(browser, member, licence=""):
    return browser.post(f"/clubs/{member.club.slug}/reciters/appoint/", {"member": str(member.pk), "licence": licence})


@pytest.mark.parametrize(
    ("grade", "dan", "is_allowed"), [("A", 4, True), ("B", 3, False), ("E", 0, False), (None, 0, False)]
)
def test_by_default_only_a_player_of_class_a_is_appointed(charlies, alices_browser, grade, dan, is_allowed):
    if grade:
        a_club.of_class(charlies, grade, dan)
    page = appoint(alices_browser, charlies)
    assert page.status_code == (302 if is_allowed else 422)
    assert Reciter.objects.filter(player=charlies.player).exists() is is_allowed
    if not is_allowed:
        assert "Only players of class A may recite" in page.content.decode()


def test_a_class_a_that_is_only_declared_is_not_enough_and_the_page_says_so(charlies, charlie, alices_browser):
    grading.declare(charlies.player, grade="A", dan=4, since=TODAY, evidence="", by=charlie, now=NOW)
    page = appoint(alices_browser, charlies)
    assert "declared and not confirmed" in page.content.decode()
    assert not Reciter.objects.exists()


def test_appointed_twice_there_is_one_appointment(charlies, alices_browser):
    a_club.of_class(charlies, "A", 4)
    appoint(alices_browser, charlies)
    appoint(alices_browser, charlies, "a")
    assert Reciter.objects.get().licence == "a"


@pytest.mark.parametrize(("licence", "is_allowed"), [("", False), ("b", True), ("a", True), ("sennin", True)])
def test_a_club_may_go_by_the_licences_of_the_association(charlies, alices_browser, licence, is_allowed):
    Club.objects.filter(pk=charlies.club_id).update(reciter_rule="licence")
    appoint(alices_browser, charlies, licence)
    assert Reciter.objects.exists() is is_allowed


@pytest.mark.parametrize("who", ["guest", "former", "another club's"])
def test_only_members_recite(club, charlie, alices_browser, who):
    if who == "another club's":
        member = a_club.club_of(charlie).members.get()
    else:
        member = a_club.joined(club, charlie, "guest" if who == "guest" else "member")
    a_club.of_class(member, "A", 4)
    if who == "former":
        members.end(member, now=NOW, is_removed=False)
    assert alices_browser.post(f"/clubs/{club.slug}/reciters/appoint/", {"member": str(member.pk)}).status_code == 422
    assert not Reciter.objects.exists()


# It ends by itself


def test_a_correction_of_the_class_ends_the_appointment_with_its_reason(charlies, alices_browser):
    line = a_club.of_class(charlies, "A", 4)
    appoint(alices_browser, charlies)
    grade = f"/clubs/{charlies.club.slug}/members/{charlies.pk}/class/"
    form = {"grade": "B", "dan": "3", "since": "2025-04-01", "reason": "correction", "amends": line.pk}
    alices_browser.post(grade, form | {"evidence": "The list of the association"})
    reciter = Reciter.objects.get()
    assert (reciter.until, reciter.ended_because) == (
        TODAY,
        "Only players of class A may recite; the class here is B.",
    )
    page = alices_browser.get(f"/clubs/{charlies.club.slug}/reciters/").content.decode()
    assert "Only players of class A may recite; the class here is B." in page


def test_the_correction_and_the_end_are_one_transaction(charlies, alices_browser, monkeypatch):
    line = a_club.of_class(charlies, "A", 4)
    appoint(alices_browser, charlies)
    monkeypatch.setattr(reciters, "end", Mock(side_effect=ZeroDivisionError))
    with pytest.raises(ZeroDivisionError):
        a_club.of_class(charlies, "B", 3, reason=GradeEntry.Reason.CORRECTION, amends=line)
    assert charlies.player.grades.count() == 1
    assert Reciter.objects.get().until is None


def test_a_class_taken_back_ends_it_too_and_a_promotion_does_not(charlies, alices_browser):
    line = a_club.of_class(charlies, "A", 4)
    appoint(alices_browser, charlies)
    a_club.of_class(charlies, "A", 5, since=date(2026, 5, 1))
    assert Reciter.objects.get().until is None
    for each in list(charlies.player.grades.all()):
        a_club.of_class(charlies, "A", each.dan, reason=GradeEntry.Reason.WITHDRAWN, amends=each)
    assert Reciter.objects.get().until == TODAY
    assert line.amendments.exists()


def test_declaring_another_class_of_oneself_ends_nothing(charlies, charlie, alices_browser):
    a_club.of_class(charlies, "A", 4)
    appoint(alices_browser, charlies)
    grading.declare(charlies.player, grade="B", dan=3, since=TODAY, evidence="", by=charlie, now=NOW)
    assert Reciter.objects.get().until is None


def test_it_ends_in_every_club_at_once(club, charlies, charlie):
    other = a_club.club_of(a_club.somebody("dora"))
    a_club.joined(other, charlie)
    line = a_club.of_class(charlies, "A", 4)
    for each in (club, other):
        reciters.appoint(each.members.of(charlie).get(), "", by=charlie, now=NOW)
    a_club.of_class(charlies, "C", 2, reason=GradeEntry.Reason.CORRECTION, amends=line)
    assert Reciter.objects.filter(until=TODAY).count() == 2


def test_another_rule_of_the_club_ends_those_it_does_not_allow(charlies, alices_browser):
    a_club.of_class(charlies, "A", 4)
    appoint(alices_browser, charlies)
    form = {"name": "Kasuga", "time_zone": "UTC", "reciter_rule": "licence"}
    alices_browser.post(f"/clubs/{charlies.club.slug}/settings/", form)
    assert Reciter.objects.get().ended_because.startswith("This club goes by the licences")


def test_who_leaves_recites_no_longer(charlies, alices_browser):
    a_club.of_class(charlies, "A", 4)
    appoint(alices_browser, charlies)
    members.end(charlies, now=NOW, is_removed=True)
    assert Reciter.objects.get().until == TODAY


def test_a_room_of_an_unfinished_tournament_loses_its_reciter(charlies, alices_browser):
    a_club.of_class(charlies, "A", 4)
    appoint(alices_browser, charlies)
    reciter = Reciter.objects.get()
    tournament = charlies.club.tournaments.create(name="Autumn", held_on=TODAY)
    room = TournamentRoom.objects.create(tournament=tournament, name="One", reciter=reciter)
    reciters.end(reciter, "…", on=TODAY)
    room.refresh_from_db()
    assert room.reciter is None


@pytest.mark.parametrize(
    ("licence", "room", "refused"),
    [
        (Licence.B, Room(highest_dan=3), ""),
        (Licence.B, Room(highest_dan=4), "grade B does not reach"),
        (Licence.A, Room(highest_dan=8), ""),
        (Licence.A, Room(is_title_match=True), "full reciters"),
        (Licence.SENNIN, Room(is_title_match=True), ""),
    ],
)
def test_how_far_a_licence_reaches(charlies, alice, licence, room, refused):
    """E5: B not where class A or 4-dan plays, A not at title matches."""
    Club.objects.filter(pk=charlies.club_id).update(reciter_rule="licence")
    charlies.club.refresh_from_db()
    reciter = reciters.appoint(charlies, licence, by=alice, now=NOW)
    assert refused in reciters.refusal_of(reciter, room, TODAY)
    assert bool(refused) == bool(reciters.refusal_of(reciter, room, TODAY))


# Voices


def test_a_voice_of_the_club_is_heard_by_its_members_alone(club, alice, charlie, charlies_browser):
    voice = a_club.voice_in(club, alice).pack.voice
    with pytest.raises(KeyError):
        audio.voice_for(voice, charlie)
    charlies_browser.post("/voices/choose/", {"voice": voice})
    charlie.refresh_from_db()
    assert charlie.voice == ""
    member = a_club.joined(club, charlie)
    assert voice in audio.voices_for(charlie)
    page = charlies_browser.get("/voices/").content.decode()
    assert "Their voice" in page
    assert "CC BY" in page
    charlie.voice = voice
    charlie.save()
    assert audio.chosen_voice(charlie).key == voice
    members.end(member, now=NOW, is_removed=False)
    assert audio.chosen_voice(charlie).key == audio.default_voice().key


def test_a_reciter_publishes_own_packs_and_takes_them_back(club, alice, alices_browser, charlie):
    a_club.joined(club, charlie)
    a_club.reciter_in(club, alice)
    pack = a_club.pack_of(alice)
    for _ in range(2):
        alices_browser.post(f"/clubs/{club.slug}/voices/publish/", {"pack": str(pack.pk)})
    voice = club.voices.get()
    assert pack.voice in audio.voices_for(charlie)
    page = alices_browser.get(f"/voices/packs/{pack.pk}/").content.decode()
    assert club.name in page
    for _ in range(2):
        alices_browser.post(f"/clubs/{club.slug}/voices/{voice.pk}/unpublish/")
    assert pack.voice not in audio.voices_for(charlie)


def test_nobody_publishes_without_an_appointment_nor_anothers_pack(club, alice, charlie, charlies_browser):
    a_club.joined(club, charlie)
    own = a_club.pack_of(charlie, "Own")
    publish = f"/clubs/{club.slug}/voices/publish/"
    assert charlies_browser.post(publish, {"pack": str(own.pk)}).status_code == 404
    reciter = a_club.reciter_in(club, charlie)
    assert charlies_browser.post(publish, {"pack": str(a_club.pack_of(alice).pk)}).status_code == 404
    with pytest.raises(RefusedError):
        reciters.publish(reciter, a_club.pack_of(alice), now=NOW)
    assert not club.voices.exists()


def test_a_member_does_not_take_back_the_voice_of_another(club, alice, charlie, charlies_browser):
    a_club.joined(club, charlie)
    voice = a_club.voice_in(club, alice)
    charlies_browser.post(f"/clubs/{club.slug}/voices/{voice.pk}/unpublish/")
    assert club.voices.exists()


def test_the_voice_goes_with_the_appointment(club, alice, charlie):
    a_club.joined(club, charlie)
    voice = a_club.voice_in(club, alice)
    Reciter.objects.update(until=TODAY)
    assert voice.pack.voice not in audio.voices_for(charlie)
    Reciter.objects.update(until=None)
    assert voice.pack.voice in audio.voices_for(charlie)
    reciters.end(voice.reciter, "…", on=TODAY)
    assert voice.pack.voice not in audio.voices_for(charlie)
    assert alice.packs.exists(), "the pack stays its owner's"


# Usual places


def test_a_club_has_the_usual_places_of_an_organiser_and_members_take_them_over(
    club, alice, alices_browser, charlie, charlies_browser
):
    a_club.joined(club, charlie)
    take = f"/clubs/{club.slug}/places/take/"
    alices_browser.post(f"/clubs/{club.slug}/places/set/", {"do": "set"})
    charlies_browser.post(take)
    assert places.of(charlie) is None, "there are none yet"
    own = places.made(is_left_handed=True, is_split=True, seed=3)
    places.save(alice, own, now=NOW)
    alices_browser.post(f"/clubs/{club.slug}/places/set/", {"do": "set"})
    charlies_browser.post(take)
    assert places.of(charlie) == own
    others = places.made(is_left_handed=False, is_split=False, seed=4)
    places.save(charlie, others, now=NOW)
    charlies_browser.post(take)
    assert places.of(charlie) == others, "not over one's own without a tick"
    charlies_browser.post(take, {"sure": "yes"})
    assert places.of(charlie) == own
    alices_browser.post(f"/clubs/{club.slug}/places/set/", {"do": "clear"})
    club.refresh_from_db()
    assert club.usual_places == ""


def test_who_may_recite_for_others_on_this_site(club, charlies, charlie, alice):
    """Class A as somebody says it is no right; confirmed it is, and so is an appointment by a club's own rule."""
    assert not reciters.recites(charlie)
    line = a_club.of_class(charlies, "A", 4)
    GradeEntry.objects.filter(pk=line.pk).update(is_confirmed=False)
    assert not reciters.recites(charlie)
    GradeEntry.objects.filter(pk=line.pk).update(is_confirmed=True)
    assert reciters.recites(charlie)
    GradeEntry.objects.all().delete()
    Reciter.objects.create(club=club, player=charlies.player, licence=Licence.B, since=TODAY)
    assert reciters.recites(charlie)
    Reciter.objects.update(until=TODAY)
    assert not reciters.recites(charlie)
