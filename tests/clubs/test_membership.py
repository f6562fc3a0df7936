"""Founding, joining, asking, roles, leaving, handing over and closing, as people do it on the pages."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from clubs import clubs as founding
from clubs import members, roles
from clubs.models import Club, Member, Player
from clubs.refusals import RefusedError
from tests import a_club

NOW = timezone.now()


@pytest.fixture
def club(alice):
    return a_club.club_of(alice)


@pytest.fixture
def bob(db):
    return a_club.somebody("bob")


def test_any_account_founds_a_club_and_leads_it(alices_browser, alice):
    page = alices_browser.post("/clubs/found/", {"name": "  Kasuga   karuta club ", "about": ""})
    club = Club.objects.get()
    assert (club.name, club.slug, club.time_zone) == ("Kasuga karuta club", "kasuga-karuta-club", alice.time_zone)
    assert page.url == "/clubs/kasuga-karuta-club/"
    member = club.members.get()
    assert (member.player.person, member.role, member.is_present) == (alice, "founder", True)
    assert not club.is_listed


def test_a_guest_is_asked_to_sign_up_first(gretas_browser):
    assert gretas_browser.post("/clubs/found/", {"name": "Mine"}).url == "/account/sign-up/"
    assert not Club.objects.exists()


@pytest.mark.parametrize("name", ["かすが会", "found", "Join", "…"])
def test_a_name_without_letters_or_that_is_a_page_gets_an_address_of_its_own(alice, alices_browser, name):
    club = founding.found(alice, now=NOW, name=name)
    assert alices_browser.get(f"/clubs/{club.slug}/").status_code == 200
    assert club.slug not in founding.TAKEN_BY_PAGES


def test_two_clubs_of_one_name_are_two(alice, charlie):
    first, second = (founding.found(each, now=NOW, name="Kasuga") for each in (alice, charlie))
    assert first.slug != second.slug


# Coming


def test_a_club_that_is_founded_by_two_clicks_is_one(alice):
    first, again = (founding.found(alice, now=NOW, name="Kasuga") for _click in range(2))
    assert first == again
    later = founding.found(alice, now=NOW + founding.TWICE, name="Kasuga")
    assert later != first


def test_whoever_has_the_link_joins_and_a_renewed_link_leads_nowhere(club, alices_browser, charlies_browser, charlie):
    old = f"/clubs/join/{club.invitation}/"
    assert b"Join" in charlies_browser.get(old).content
    alices_browser.post(f"/clubs/{club.slug}/invitation/")
    assert charlies_browser.post(old).status_code == 404
    club.refresh_from_db()
    new = f"/clubs/join/{club.invitation}/"
    assert charlies_browser.get(new).status_code == 200
    assert not club.members.of(charlie).exists(), "looking joins nothing"
    assert charlies_browser.post(new).url == f"/clubs/{club.slug}/"
    assert charlies_browser.post(new).url == f"/clubs/{club.slug}/", "and once more"
    assert club.members.of(charlie).get().role == "member"


def test_a_guest_with_the_link_signs_up_and_comes_back_to_it(club, gretas_browser, greta):
    link = f"/clubs/join/{club.invitation}/"
    sign_up = gretas_browser.get(link).url
    account = {"username": "greta", "email": "", "password1": "eleven wild geese", "password2": "eleven wild geese"}
    assert link in gretas_browser.get(sign_up).content.decode()
    assert gretas_browser.post(sign_up, account | {"next": link}).url == link
    gretas_browser.post(link)
    assert club.members.of(greta).get().is_present


def test_a_link_never_lowers_who_is_there_already(club, alice, bob):
    a_club.joined(club, bob, "organiser")
    for person in (alice, bob):
        before = club.members.of(person).get().role
        assert members.join(club, person, now=NOW).role == before


def test_who_was_removed_does_not_come_back_by_the_link_but_by_an_organiser(club, alices_browser, charlie):
    member = a_club.joined(club, charlie)
    alices_browser.post(f"/clubs/{club.slug}/members/{member.pk}/remove/", {"sure": "yes"})
    with pytest.raises(RefusedError):
        members.join(club, charlie, now=NOW)
    club.takes_requests = True
    member = members.ask(club, charlie)
    alices_browser.post(f"/clubs/{club.slug}/members/{member.pk}/answer/", {"do": "accept"})
    assert club.members.of(charlie).get().is_present


def test_who_has_left_comes_back_as_a_member(club, charlie):
    member = a_club.joined(club, charlie, "organiser")
    members.end(member, now=NOW, is_removed=False)
    again = members.join(club, charlie, now=NOW)
    assert (again.pk, again.role, again.is_present) == (member.pk, "member", True)


def test_asking_waits_for_an_answer(club, alices_browser, charlies_browser, charlie):
    club.is_listed = club.takes_requests = True
    club.save()
    for _ in range(2):
        charlies_browser.post(f"/clubs/{club.slug}/ask/")
    member = club.members.of(charlie).get()
    assert not member.is_present
    assert charlies_browser.get(f"/clubs/{club.slug}/members/").status_code == 404
    assert b"1 request to join" in alices_browser.get(f"/clubs/{club.slug}/").content
    answer = f"/clubs/{club.slug}/members/{member.pk}/answer/"
    alices_browser.post(answer, {"do": "accept"})
    alices_browser.post(answer, {"do": "decline"})  # the other organiser, a moment later
    assert charlies_browser.get(f"/clubs/{club.slug}/members/").status_code == 200


def test_a_declined_request_cannot_be_accepted_later_but_may_be_made_again(club, charlie):
    club.takes_requests = True
    member = members.ask(club, charlie)
    members.decline(member, now=NOW)
    with pytest.raises(RefusedError):
        members.accept(member, now=NOW)
    assert not club.members.asking().exists()
    members.ask(club, charlie)
    assert members.accept(member, now=NOW).is_present


@pytest.mark.parametrize(("is_listed", "takes_requests", "status"), [(False, True, 404), (True, False, 302)])
def test_a_club_is_asked_only_where_it_says_so(club, charlies_browser, charlie, is_listed, takes_requests, status):
    club.is_listed, club.takes_requests = is_listed, takes_requests
    club.save()
    assert charlies_browser.post(f"/clubs/{club.slug}/ask/").status_code == status
    assert not Member.objects.of(charlie).exists()


def test_a_person_belongs_to_several_clubs(club, alices_browser, alice, charlie):
    a_club.joined(a_club.club_of(charlie), alice)
    page = alices_browser.get("/clubs/").content.decode()
    assert page.count('href="/clubs/club-') == 2
    assert Player.objects.filter(person=alice).count() == 1


def test_only_listed_clubs_are_found(club, charlie, nobodys_browser):
    a_club.club_of(charlie)
    Club.objects.filter(pk=club.pk).update(is_listed=True, name="Kasuga")
    page = nobodys_browser.get("/clubs/listed/").content.decode()
    assert "Kasuga" in page
    assert a_club.club_of(charlie).name not in page


# Roles


def test_organisers_are_made_by_the_founder_alone(club, bob, charlie):
    organiser, member = a_club.joined(club, bob, "organiser"), a_club.joined(club, charlie)
    founder = club.members.get(role="founder")
    with pytest.raises(RefusedError):
        roles.give(member, "organiser", by=organiser)
    roles.give(member, "guest", by=organiser)
    with pytest.raises(RefusedError):
        roles.give(organiser, "member", by=organiser)
    roles.give(organiser, "member", by=founder)
    roles.give(member, "organiser", by=founder)
    assert dict(club.members.values_list("player__name", "role")) == {
        "alice": "founder",
        "bob": "member",
        "charlie": "organiser",
    }


@pytest.mark.parametrize("role", ["founder", "king", ""])
def test_no_role_is_given_that_there_is_not(club, charlie, role):
    member = a_club.joined(club, charlie)
    with pytest.raises(RefusedError):
        roles.give(member, role, by=club.members.get(role="founder"))


def test_who_has_no_account_organises_nothing(club):
    with pytest.raises(RefusedError):
        roles.give(a_club.recorded(club), "organiser", by=club.members.get(role="founder"))


def test_nobody_touches_the_founder(club, bob, alice):
    organiser = a_club.joined(club, bob, "organiser")
    founder = club.members.of(alice).get()
    with pytest.raises(RefusedError):
        roles.give(founder, "member", by=organiser)
    with pytest.raises(RefusedError):
        members.end(founder, now=NOW, is_removed=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.filter(pk=organiser.pk).update(role="founder")


def test_an_organiser_does_not_remove_another(club, bob, charlie, charlies_browser):
    other = a_club.joined(club, bob, "organiser")
    a_club.joined(club, charlie, "organiser")
    charlies_browser.post(f"/clubs/{club.slug}/members/{other.pk}/remove/", {"sure": "yes"})
    other.refresh_from_db()
    assert other.is_present


# Going


def test_leaving_needs_a_tick_and_a_founder_hands_over_first(club, alices_browser, alice, charlie, charlies_browser):
    a_club.joined(club, charlie)
    leave = f"/clubs/{club.slug}/leave/"
    charlies_browser.post(leave)
    assert club.members.of(charlie).get().is_present
    alices_browser.post(leave, {"sure": "yes"})
    assert club.members.of(alice).get().is_present
    to = club.members.of(charlie).get()
    alices_browser.post(f"/clubs/{club.slug}/hand-over/", {"member": str(to.pk)})
    assert (club.members.of(alice).get().role, club.members.of(charlie).get().role) == ("organiser", "founder")
    alices_browser.post(leave, {"sure": "yes"})
    assert alices_browser.get(f"/clubs/{club.slug}/").status_code == 404


def test_a_club_is_handed_to_nobody_without_an_account(club, alices_browser, alice):
    for to in (str(a_club.recorded(club).pk), "nobody", ""):
        alices_browser.post(f"/clubs/{club.slug}/hand-over/", {"member": to})
    assert club.members.of(alice).get().role == "founder"


def test_removing_keeps_the_name_and_forgets_what_only_the_club_needed(club, alices_browser):
    member = a_club.recorded(club)
    Member.objects.filter(pk=member.pk).update(email="r@example.org", note="pays late", claim="token")
    alices_browser.post(f"/clubs/{club.slug}/members/{member.pk}/remove/", {"sure": "yes"})
    member.refresh_from_db()
    assert (member.is_present, member.email, member.note, member.claim) == (False, "", "", None)
    assert member.player.name == "Member R"


def test_a_club_closes_by_its_name_and_only_when_nobody_else_needs_it(club, alices_browser, charlie):
    close = f"/clubs/{club.slug}/close/"
    a_club.recorded(club)
    member = a_club.joined(club, charlie)
    alices_browser.post(close, {"name": club.name})
    members.end(member, now=NOW, is_removed=False)
    alices_browser.post(close, {"name": "another"})
    assert Club.objects.filter(pk=club.pk).exists()
    alices_browser.post(close, {"name": club.name})
    assert not Club.objects.filter(pk=club.pk).exists()


# Those without an account


NEW = {
    "key": "8d9f7a52-6d3c-4a6d-9f0e-0c6f3f9a1b11",
    "name": "Yamada Hana",
    "kana": "やまだ はな",
    "grade": "D",
    "dan": "1",
    "is_minor": "on",
    "email": "hana@example.org",
    "note": "A brother plays, too",
}


def test_an_organiser_records_somebody_once_however_often_the_button_is_pressed(club, alices_browser):
    for _ in range(2):
        page = alices_browser.post(f"/clubs/{club.slug}/members/new/", NEW)
        assert page.url == f"/clubs/{club.slug}/members/{NEW['key']}/"
    member = club.members.get(pk=NEW["key"])
    assert (member.player.person, member.player.is_minor, member.email) == (None, True, "hana@example.org")
    line = member.player.grades.get()
    assert (line.grade, line.dan, line.is_confirmed) == ("D", 1, True)


@pytest.mark.parametrize(
    ("name", "kana"),
    [
        ("Yamada Hana", ""),
        ("HANA, Yamada", ""),
        ("Yamada Hanna", ""),
        ("山田花", "ヤマダハナ"),
    ],
)
def test_a_name_that_is_like_anothers_is_asked_about(club, alices_browser, name, kana):
    alices_browser.post(f"/clubs/{club.slug}/members/new/", NEW)
    another = NEW | {"key": "11111111-6d3c-4a6d-9f0e-0c6f3f9a1b11", "name": name, "kana": kana}
    page = alices_browser.post(f"/clubs/{club.slug}/members/new/", another)
    assert page.status_code == 422
    assert "Somebody of a name like this is there already" in page.content.decode()
    assert club.members.count() == 2
    alices_browser.post(f"/clubs/{club.slug}/members/new/", another | {"is_somebody_else": "on"})
    assert club.members.count() == 3
    assert Player.objects.count() == 3, "two people, never one"


def test_a_different_name_is_not_asked_about(club, alices_browser):
    alices_browser.post(f"/clubs/{club.slug}/members/new/", NEW)
    another = NEW | {"key": "11111111-6d3c-4a6d-9f0e-0c6f3f9a1b11", "name": "Sato Ren", "kana": "さとう れん"}
    alices_browser.post(f"/clubs/{club.slug}/members/new/", another)
    assert club.members.count() == 3


def test_who_has_an_account_keeps_their_own_name(club, alices_browser, charlie):
    member = a_club.joined(club, charlie)
    edit = f"/clubs/{club.slug}/members/{member.pk}/edit/"
    alices_browser.post(edit, {"name": "Somebody", "email": "c@example.org", "note": "n", "joined_on": "2026-01-02"})
    member.refresh_from_db()
    assert (member.player.name, member.email, str(member.joined_on)) == ("charlie", "c@example.org", "2026-01-02")


def test_somebody_without_an_account_is_named_by_the_club(club, alices_browser):
    member = a_club.recorded(club)
    edit = f"/clubs/{club.slug}/members/{member.pk}/edit/"
    alices_browser.post(edit, {"name": "Member Q", "kana": "きゅう", "email": "", "note": "", "joined_on": ""})
    member.refresh_from_db()
    assert (member.player.name, member.player.kana, member.is_present) == ("Member Q", "きゅう", True)


@pytest.mark.parametrize("day", ["2999-01-01", "1900-01-01", "yesterday"])
def test_a_day_that_cannot_be_is_refused(club, alices_browser, day):
    page = alices_browser.post(f"/clubs/{club.slug}/members/new/", NEW | {"joined_on": day})
    assert page.status_code == 200
    assert club.members.count() == 1
