"""What leaves a club and what does not: names of minors, e-mails, notes; and what is left of who goes."""

import io
import json
import zipfile
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs import belongings, claims, members
from clubs.models import Club, Member, Player, Result
from clubs.naming import shown
from clubs.refusals import RefusedError
from tests import a_club
from tests.clubs.roles import LINES
from trainer import accounts
from trainer.models import Person

NOW = timezone.now()
DAY = date(2026, 11, 21)


@pytest.fixture
def club(alice):
    return a_club.club_of(alice)


@pytest.fixture
def charlies(club, charlie):
    return a_club.joined(club, charlie)


def played(club, winner, loser, **more):
    return Result.objects.create(
        club=club, winner=winner.player, loser=loser.player, played_on=DAY, recorded_at=NOW, margin=5, **more
    )


def url_of(line, club):
    return reverse(line.name, kwargs={"slug": club.slug} | line.more(club))


def text_of(response):
    """What is there to be read; papers to print are packed, and have their own tests."""
    return response.content.decode() if response.headers["Content-Type"].startswith("text/") else ""


# Names


@pytest.mark.parametrize(
    ("player", "to_member", "to_stranger"),
    [
        (Player(name="Hana", pseudonym=""), "Hana", "Player "),
        (Player(name="Hana", pseudonym="Plum"), "Hana", "Plum"),
        (Player(name="Hana", shows_name=True), "Hana", "Hana"),
        (Player(name="Hana", shows_name=True, is_minor=True), "Hana", "Player "),
        (Player(name="Hana", shows_name=True, is_minor=True, pseudonym="Plum"), "Hana", "Plum"),
        (Player(name=""), "Former member", "Former member"),
        (None, "Former member", "Former member"),
    ],
)
def test_who_reads_which_name(player, to_member, to_stranger):
    assert shown(player, to_member=True) == to_member
    assert shown(player, to_member=False).startswith(to_stranger)
    if to_stranger == "Player ":
        assert "Hana" not in shown(player, to_member=False)


def test_players_without_a_pseudonym_are_told_apart():
    first, second = (shown(Player(name="Hana"), to_member=False) for _ in range(2))
    assert first != second


def test_one_says_oneself_how_one_appears(charlie, charlies, charlies_browser):
    form = {"name": " Charlie  Brown ", "kana": "", "is_minor": "on", "shows_name": "on", "pseudonym": "Kite"}
    charlies_browser.post("/clubs/me/", form)
    charlie.player.refresh_from_db()
    assert charlie.player.name == "Charlie Brown"
    assert shown(charlie.player, to_member=False) == "Kite"
    assert charlies_browser.post("/clubs/me/", form | {"name": "   "}).status_code == 200
    charlie.player.refresh_from_db()
    assert charlie.player.name == "Charlie Brown"


# E-mails and notes


SECRETS = ("hana@example.org", "owes a fee", "token-of-claim")


@pytest.mark.parametrize("role", ["member", "guest"])
def test_what_the_club_keeps_of_a_member_is_for_its_organisers(club, alices_browser, charlies_browser, charlie, role):
    a_club.joined(club, charlie, role)
    hana = a_club.recorded(club)
    Member.objects.filter(pk=hana.pk).update(email=SECRETS[0], note=SECRETS[1], claim=SECRETS[2])
    for secret in SECRETS:
        assert secret in alices_browser.get(f"/clubs/{club.slug}/members/{hana.pk}/").content.decode()
    for line in LINES:
        if "GET" in line.verbs:
            page = text_of(charlies_browser.get(url_of(line, club)))
            for secret in SECRETS:
                assert secret not in page, line.name


def test_an_organiser_of_another_club_of_the_same_player_reads_none_of_it(club, alice, charlies, charlie):
    """Dora belongs to both clubs; what Alice's club notes of her does not show in Charlie's."""
    dora = a_club.somebody("dora")
    Member.objects.filter(pk=a_club.joined(club, dora).pk).update(email="at-alices@example.org", note="of Alice's")
    other = a_club.club_of(charlie)
    member = a_club.joined(other, dora)
    browser = Client()
    browser.force_login(charlie)
    page = browser.get(f"/clubs/{other.slug}/members/{member.pk}/").content.decode()
    table = browser.get(f"/clubs/{other.slug}/files/export/members/").content.decode()
    for secret in ("at-alices@example.org", "of Alice's"):
        assert secret not in page
        assert secret not in table


def test_nobody_reads_in_which_other_clubs_somebody_is(club, alice, alices_browser, charlie, charlies_browser):
    dora = a_club.somebody("dora")
    other = a_club.club_of(dora)
    Club.objects.filter(pk=other.pk).update(name="The other club")
    a_club.of_class(a_club.joined(other, charlie), "C", 2)
    member = a_club.joined(club, charlie)
    page = alices_browser.get(f"/clubs/{club.slug}/members/{member.pk}/").content.decode()
    assert "in another club" in page
    assert "The other club" not in page
    assert "dora" not in page
    assert "The other club" in charlies_browser.get("/clubs/me/").content.decode()


def test_members_do_not_see_who_has_left(club, charlies, charlies_browser, alices_browser):
    gone = a_club.recorded(club, "Somebody Gone")
    members.end(gone, now=NOW, is_removed=False)
    url = f"/clubs/{club.slug}/members/"
    assert "Somebody Gone" in alices_browser.get(url).content.decode()
    assert "Somebody Gone" not in charlies_browser.get(url).content.decode()
    assert charlies_browser.get(f"{url}{gone.pk}/").status_code == 404


# One's own data


def test_ones_own_data_goes_along(club, alice, charlies, charlie, charlies_browser):
    a_club.of_class(charlies, "C", 2)
    a_club.placed(charlies, "C", 4, name="Autumn")
    played(club, charlies, club.members.of(alice).get())
    Member.objects.filter(pk=charlies.pk).update(note="the club's own words")
    data = json.loads(charlies_browser.get(reverse("export", args=["json"])).content)
    assert data["club_player"][0]["name"] == "charlie"
    assert data["club_memberships"][0]["club__name"] == club.name
    assert [(row["grade"], row["dan"]) for row in data["club_grades"]] == [("C", 2)]
    assert data["club_placings"][0]["name"] == "Autumn"
    result = data["club_results"][0]
    assert (result["is_won"], result["opponent"], result["margin"]) == (True, "alice", 5)
    assert "the club's own words" not in json.dumps(data)
    archive = zipfile.ZipFile(io.BytesIO(charlies_browser.get(reverse("export", args=["csv"])).content))
    for name, columns in belongings.TABLES.items():
        assert archive.read(f"{name}.csv").decode("utf-8-sig").splitlines()[0].split(",") == list(columns)
    assert b"Autumn" in archive.read("club_placings.csv")


def test_somebody_met_online_alone_stands_in_it_as_they_show_outside(club, charlies, charlie):
    dora = a_club.founder_of(a_club.club_of(a_club.somebody("dora")))
    played(None, charlies, dora, pool="online", kind="online")
    assert [row["opponent"] for row in belongings.export(charlie)["club_results"]] == [
        shown(dora.player, to_member=False)
    ]


def test_who_has_never_been_in_a_club_takes_empty_tables_along(charlie):
    assert belongings.export(charlie) == {name: [] for name in belongings.TABLES}


# Going for good


def test_deletion_leaves_a_former_member_and_the_opponents_results(club, alice, charlies, charlie, charlies_browser):
    Player.objects.filter(pk=charlies.player_id).update(kana="ちゃーりー", pseudonym="Kite", is_minor=True)
    Member.objects.filter(pk=charlies.pk).update(email="c@example.org", note="tall")
    a_club.of_class(charlies, "C", 2)
    a_club.reciter_in(club, alice)
    result = played(club, charlies, club.members.of(alice).get())
    key = charlies.player_id
    assert "Clubs" in charlies_browser.get(reverse("delete-account")).content.decode()
    charlies_browser.post(reverse("delete-account"), {"password": "staple wagon nine"})
    assert not Person.objects.filter(username="charlie").exists()
    player = Player.objects.get(pk=key)
    assert (player.person, player.name, player.kana, player.pseudonym) == (None, "", "", "")
    member = club.members.get(player=player)
    assert (member.is_present, member.email, member.note, member.claim) == (False, "", "", None)
    result.refresh_from_db()
    assert (result.winner, result.loser.person, result.margin) == (player, alice, 5)
    assert shown(result.winner, to_member=True) == "Former member"
    assert set(player.grades.values_list("evidence", flat=True)) == {""}
    with pytest.raises(RefusedError, match="account already"):
        claims.make_link(member)


def test_nobody_of_the_club_reads_the_name_any_more(club, charlies, charlie, alices_browser):
    Player.objects.filter(pk=charlies.player_id).update(name="Charlie Brown")
    accounts.leave(charlie)
    for line in LINES:
        if "GET" in line.verbs:
            page = text_of(alices_browser.get(url_of(line, club)))
            assert "Charlie Brown" not in page, line.name


def test_the_club_of_a_founder_who_goes_is_led_by_whoever_has_organised_longest(club, alice, charlie):
    for name, role, since in (("dora", "organiser", 2024), ("emil", "organiser", 2023), ("fay", "member", 2020)):
        member = a_club.joined(club, a_club.somebody(name), role)
        Member.objects.filter(pk=member.pk).update(joined_on=date(since, 4, 1))
    accounts.leave(alice)
    assert club.members.get(role="founder").player.name == "emil"


def test_without_organisers_the_longest_member_leads_and_never_a_guest(club, alice):
    a_club.joined(club, a_club.somebody("guest"), "guest")
    a_club.recorded(club, "Without account")
    a_club.joined(club, a_club.somebody("fay"))
    accounts.leave(alice)
    assert club.members.get(role="founder").player.name == "fay"


def test_a_club_that_was_of_nobody_else_goes_with_its_founder(club, alice):
    a_club.recorded(club, "Without account")
    accounts.leave(alice)
    assert not Club.objects.exists()


def test_a_club_that_others_have_played_in_stays_for_their_results(club, alice, charlies, charlie):
    result = played(club, charlies, club.members.of(alice).get())
    members.end(charlies, now=NOW, is_removed=False)
    accounts.leave(alice)
    assert Result.objects.filter(pk=result.pk, winner=charlie.player).exists()


def test_a_request_goes_with_who_asked(club, charlie):
    club.takes_requests = True
    members.ask(club, charlie)
    accounts.leave(charlie)
    assert club.members.count() == 1


# A guest's player


def test_a_guests_player_comes_along_into_the_account(club, greta, charlie):
    member = a_club.joined(club, greta)
    accounts.merge(guest=greta, into=charlie)
    assert charlie.player == member.player
    assert charlie.player.name == "charlie"
    assert not Person.objects.filter(pk=greta.pk).exists()


def test_or_into_the_accounts_own_player(club, alice, greta, charlies, charlie):
    guest = a_club.joined(a_club.club_of(a_club.somebody("dora")), greta)
    result = played(club, guest, club.members.of(alice).get())
    accounts.merge(guest=greta, into=charlie)
    result.refresh_from_db()
    assert result.winner == charlie.player
    assert charlie.player.members.count() == 2


def test_two_that_have_played_each_other_stay_two(club, greta, charlies, charlie):
    guest = a_club.joined(club, greta)
    result = played(club, guest, charlies)
    accounts.merge(guest=greta, into=charlie)
    result.refresh_from_db()
    assert (result.winner.name, result.winner.person, result.loser) == ("", None, charlie.player)


def test_looking_for_somebodys_belongings_makes_them_no_player(charlie):
    accounts.belongings(charlie)
    assert not Player.objects.exists()
