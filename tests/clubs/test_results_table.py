"""Results from a file: looked at first, all or nothing, and twice changes nothing."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from clubs import claims, exporting, importing, ratings, result_rows
from clubs.importing import State
from clubs.models import Attendance, Pool, Rating, Result
from clubs.result_rows import RESULTS
from tests.clubs.club_life import NOW, a_club, belongs, person, record, season

HEAD = "date,player,opponent,result,margin,event,note\n"


@pytest.fixture
def club(alice):
    club = a_club(alice)
    for name in ("Bob Lee", "Dora", "Emi"):
        belongs(club, name=name)
    return club


def take(club, alice, text, decisions=None):
    upload = importing.keep(RESULTS, club, text.encode(), by=alice, now=NOW)
    return importing.take_in(RESULTS, upload, decisions or {}, by=alice, now=NOW)


def test_rows_become_results_with_their_evenings_and_strengths(club, alice):
    plan = take(
        club,
        alice,
        HEAD
        + "2026-11-04,Dora,Bob Lee,won,7,,\n2026-11-04,Dora,Emi,×,3,,tired\n2026-11-08,Emi,Dora,不戦勝,,Otsu Cup,\n",
    )
    assert plan.can_be_written
    told = [
        (str(each.played_on), each.winner.name, each.loser.name, each.margin, each.kind, each.ended, each.note)
        for each in Result.objects.order_by("played_on", "margin")
    ]
    assert told == [
        ("2026-11-04", "Emi", "Dora", 3, "practice", "played", "tired"),
        ("2026-11-04", "Dora", "Bob Lee", 7, "practice", "played", ""),
        ("2026-11-08", "Emi", "Dora", None, "tournament", "walkover", "Otsu Cup"),
    ]
    assert Attendance.objects.filter(day__held_on=date(2026, 11, 4)).count() == 3
    assert Rating.objects.get(player__name="Dora").games == 2


def test_the_same_file_twice_changes_nothing(club, alice):
    text = HEAD + "2026-11-04,Dora,Bob Lee,won,7,,\n2026-11-04,Dora,Bob Lee,won,7,,\n"
    take(club, alice, text)
    again = take(club, alice, text)
    assert again.counts[State.KNOWN] == 2
    assert Result.objects.count() == 2  # two games of one margin are two games


def test_what_the_club_has_recorded_itself_is_known(club, alice):
    founder = club.members.get(player__person=alice)
    season(founder, list(club.members.order_by("player__name")))
    text = exporting.as_csv(result_rows.COLUMNS, result_rows.lines(club)).decode("utf-8-sig")
    before = Result.objects.count()
    plan = take(club, alice, text)
    assert plan.counts[State.KNOWN] == before
    assert Result.objects.count() == before
    other = a_club(person("zoe"), slug="kyoto")
    for name in ("Alice", "Bob Lee", "Dora", "Emi"):
        belongs(other, name=name)
    take(other, alice, text)
    there = [(each.played_on, each.winner.name, each.margin) for each in Result.objects.filter(club=other)]
    here = [(each.played_on, each.winner.name, each.margin) for each in Result.objects.filter(club=club)]
    assert sorted(there) == sorted(here)


def test_one_wrong_row_and_nothing_is_taken_in(club, alice):
    plan = take(
        club, alice, HEAD + "2026-11-04,Dora,Emi,won,7,,\n2026-11-04,Dora,Nobody,won,7,,\n2027-11-04,Dora,Emi,won,7,,\n"
    )
    assert not plan.can_be_written
    wrong = {row.line: row.problems[0] for row in plan.in_state(State.WRONG)}
    assert "Nobody" in wrong[3]
    assert "still to come" in wrong[4]
    assert not Result.objects.exists()


def test_faults_of_the_file_have_their_lines(club, alice):
    plan = take(club, alice, HEAD + "2026-11-04,Dora,Emi,won,7,,\nyesterday,Dora,Emi,won,7,,\n")
    assert [error.line for error in plan.errors] == [3]
    assert not Result.objects.exists()


def test_two_of_one_name_are_asked_about(club, alice):
    second = belongs(club, name="Dora")
    text = HEAD + "2026-11-04,Dora,Emi,won,7,,\n"
    plan = take(club, alice, text)
    (row,) = plan.in_state(State.UNDECIDED)
    chosen = next(option.value for option in row.options if option.value.startswith(str(second.player.pk)))
    take(club, alice, text, {2: chosen})
    assert Result.objects.get().winner == second.player


def test_by_the_pages(club, alice):
    browser = Client()
    browser.force_login(alice)
    from django.core.files.uploadedfile import SimpleUploadedFile

    table = SimpleUploadedFile("results.csv", (HEAD + "2026-11-04,Dora,Emi,won,7,,\n").encode())
    looked = browser.post(reverse("club-import", args=[club.slug, "results"]), {"file": table}, follow=True)
    assert "2026-11-04" in looked.content.decode()
    browser.post(looked.request["PATH_INFO"], {"do": "write"})
    assert Result.objects.count() == 1
    exported = browser.get(reverse("club-export", args=[club.slug, "results"])).content.decode("utf-8-sig")
    assert exported.splitlines()[1] == "2026-11-04,Dora,Emi,won,7,,"


def test_when_two_players_become_one_their_strength_is_counted_anew(club, alice, charlie):
    founder = club.members.get(player__person=alice)
    emi, dora = club.members.get(player__name="Emi"), club.members.get(player__name="Dora")
    own = belongs(club, charlie)
    record(founder, emi, dora, 5)
    record(founder, own, dora, 2)
    claims.unite(gone=emi.player, keep=own.player, club=club, by=charlie, now=NOW)
    assert Rating.objects.get(player=own.player).games == 2
    kept = list(Rating.objects.order_by("player").values_list("player", "mu", "sigma"))
    ratings.recompute(club, Pool.BOARD)
    assert list(Rating.objects.order_by("player").values_list("player", "mu", "sigma")) == kept
