"""Every address of a club, tried by everybody with right and wrong verbs (the table is tests/clubs/roles.py)."""

import pytest
from django.apps import apps
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from clubs import members, urls
from clubs.models import Member
from tests import a_club
from tests.clubs.roles import LINES, NOT_OF_ONE_CLUB

VERBS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")

each_line = pytest.mark.parametrize("line", LINES, ids=str)


@pytest.fixture
def club(alice):
    return a_club.club_of(alice)


@pytest.fixture
def browsers(club, alice, charlie, nobodys_browser):
    """Somebody of every kind, signed in."""
    people = {"founder": alice, "stranger": charlie}
    for role in ("organiser", "member", "guest"):
        people[role] = a_club.somebody(role)
        a_club.joined(club, people[role], role)
    people["former"] = a_club.somebody("former")
    members.end(a_club.joined(club, people["former"]), now=timezone.now(), is_removed=False)
    people["asking"] = a_club.somebody("asking")
    Member.objects.create(club=club, player=members.player_of(people["asking"]))
    browsers = {"anonymous": nobodys_browser}
    for role, person in people.items():
        browsers[role] = Client()
        browsers[role].force_login(person)
    return browsers


def outcome(response):
    if response.status_code in (301, 302, 303):
        return resolve(response.url.partition("?")[0]).url_name
    return response.status_code


def everything():
    """All rows of the app: what nobody may change who may not come in."""
    return {
        model.__name__: list(model.objects.order_by("pk").values())
        for model in apps.get_app_config("clubs").get_models()
    }


def test_every_address_of_a_club_has_its_line():
    names = {pattern.name for pattern in urls.urlpatterns}
    assert {line.name for line in LINES} | NOT_OF_ONE_CLUB == names
    assert len(LINES) == len({line.name for line in LINES})
    for pattern in urls.urlpatterns:
        if pattern.name in NOT_OF_ONE_CLUB - {"club-ask"}:
            assert "slug" not in pattern.pattern.converters, pattern.name


@each_line
def test_who_may_read_it(line, club, browsers):
    url = reverse(line.name, kwargs={"slug": club.slug} | line.more(club))
    for role, browser in browsers.items():
        found = outcome(browser.get(url))
        if "GET" not in line.verbs:
            assert found == 405, role
        elif role in line.may:
            assert found == 200, role
        else:
            assert found == ("begin" if role == "anonymous" else 404), role


@pytest.mark.parametrize("line", [line for line in LINES if "POST" in line.verbs], ids=str)
def test_who_may_not_changes_nothing_and_who_may_is_let_in(line, club, browsers):
    url = reverse(line.name, kwargs={"slug": club.slug} | line.more(club))
    form = line.form(club)
    before = everything()
    for role in browsers.keys() - set(line.may):
        assert outcome(browsers[role].post(url, form)) == ("begin" if role == "anonymous" else 404), role
    assert everything() == before
    for role in reversed(line.may):
        assert browsers[role].post(url, form).status_code not in (403, 404, 405, 500), role


@each_line
def test_wrong_verbs_are_refused_to_everybody(line, club, browsers):
    url = reverse(line.name, kwargs={"slug": club.slug} | line.more(club))
    for role, browser in browsers.items():
        for verb in VERBS:
            if verb not in line.verbs:
                assert browser.generic(verb, url).status_code == 405, (role, verb)


@each_line
def test_a_club_that_there_is_not_looks_the_same_as_one_that_is_not_theirs(line, club, browsers):
    more = line.more(club)
    for role in ("stranger", "anonymous"):
        for verb in line.verbs:
            there = browsers[role].generic(verb, reverse(line.name, kwargs={"slug": club.slug} | more))
            nowhere = browsers[role].generic(verb, reverse(line.name, kwargs={"slug": "nowhere"} | more))
            assert (there.status_code, outcome(there)) == (nowhere.status_code, outcome(nowhere)), (role, verb)


def test_a_listed_club_tells_strangers_its_name_and_nothing_of_its_members(club, browsers):
    club.is_listed, club.about, club.place = True, "We play on Tuesdays.", "Room 12"
    club.save()
    a_club.recorded(club, "Somebody In It")
    for role in ("stranger", "former", "asking", "anonymous"):
        page = browsers[role].get(reverse("club", args=[club.slug])).content.decode()
        assert "We play on Tuesdays." in page, role
        for secret in ("Somebody In It", "alice", "Room 12", club.invitation):
            assert secret not in page.replace('alice">', ""), (role, secret)
    assert outcome(browsers["stranger"].get(reverse("club-members", args=[club.slug]))) == 404


def test_the_things_of_one_club_are_not_reached_through_another(club, alice, charlie):
    """Charlie leads a club of his own: it opens nothing of Alice's."""
    own = a_club.club_of(charlie)
    browser = Client()
    browser.force_login(charlie)
    for line in LINES:
        if more := line.more(club):
            if "kind" in more or "day" in more:  # every club has these
                continue
            url, form = reverse(line.name, kwargs={"slug": own.slug} | more), line.form(club)
            before = everything()
            answer = browser.post(url, form) if "POST" in line.verbs else browser.get(url)
            # "It is not there any more" is what they say of any key.
            expected = 302 if line.name in ("club-import-look", "voice-unpublish") else 404
            assert answer.status_code == expected, line.name
            assert everything() == before, line.name
