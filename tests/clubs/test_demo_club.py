"""The demo club: a whole season of invented people, and every page of it answers."""

import re
from collections import Counter, deque
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import resolve

from clubs import promotions, ratings
from clubs.models import Club, Entry, Member, Placing, Pool, Rating, Reciter, Result
from trainer.models import Person

pytestmark = pytest.mark.django_db
EACH = 3  # so many addresses of a name are looked at


def made(*words):
    out = StringIO()
    call_command("demo_club", *words, stdout=out)
    return out.getvalue()


def crawl(person, start):
    """Every page that links lead to from here, a few of each name: its address and how it answered."""
    browser = Client()
    browser.force_login(person)
    seen, waiting, counts = {}, deque([start]), Counter()
    while waiting:
        address = waiting.popleft()
        name = resolve(address).url_name
        if address in seen or counts[name] >= EACH:
            continue
        counts[name] += 1
        answer = browser.get(address)
        seen[address] = answer.status_code
        if "text/html" in answer["Content-Type"]:
            found = re.findall(r'href="(/(?:clubs/demo|tournaments)/[^"?#]*)', answer.content.decode())
            waiting.extend(dict.fromkeys(found))
    return seen, set(counts)


def test_a_season_and_every_page_of_it(alice):
    said = made("--owner", "alice")
    assert "/clubs/demo/ belongs to alice" in said
    assert "password" not in said
    club = Club.objects.get(slug="demo")
    present = club.members.present()
    assert present.count() == 25
    assert present.filter(player__person=None).exists()
    assert present.filter(player__is_minor=True).exists()
    assert Result.objects.filter(club=club, kind=Result.Kind.PRACTICE).count() > 200
    assert club.tournaments.filter(finished_at__isnull=False).count() == 2
    (coming,) = club.tournaments.filter(finished_at=None)
    assert Entry.objects.filter(division__tournament=coming, state=Entry.State.WAITING).exists()
    assert Placing.objects.filter(entry__division__tournament__club=club, place=Placing.Place.WINNER).count() == 4
    assert Reciter.objects.filter(club=club, until=None).count() == 2
    assert "逢坂 歩" in {each.member.player.name for each in promotions.candidates_of(club, coming.held_on)}

    before = set(Rating.objects.filter(club=club).values_list("player", "mu", "games"))
    ratings.recompute(club, Pool.BOARD)
    assert before == set(Rating.objects.filter(club=club).values_list("player", "mu", "games"))

    seen, names = crawl(alice, "/clubs/demo/")
    assert {address: status for address, status in seen.items() if status != 200} == {}
    assert {"club-members", "member", "club-tournament", "club-board", "club-papers-certificates"} <= names
    member = Member.objects.exclude(player__person=None).filter(club=club, role=Member.Role.MEMBER).first()
    seen, _names = crawl(member.player.person, "/clubs/demo/")
    assert {address: status for address, status in seen.items() if status != 200} == {}

    with pytest.raises(CommandError, match="is there already"):
        made("--owner", "alice")
    assert club.members.present().count() == 25


def test_an_owner_is_made_where_none_is_named(monkeypatch):
    monkeypatch.setattr("clubs.demo.season.WEEKS", 1)
    monkeypatch.setattr("clubs.demo.season.PAIRED", 0)
    said = made("--slug", "small", "--seed", "2")
    password = re.search(r"password: (\S+)", said)[1]
    assert Person.objects.get(username="small-owner").check_password(password)


def test_an_account_that_is_not_there_is_said():
    with pytest.raises(CommandError, match="There is no account nobody"):
        made("--owner", "nobody")
    assert not Club.objects.exists()
    assert not Person.objects.exists()
