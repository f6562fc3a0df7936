"""Who may rise: the cases of the rules (E2), the command, the page, and an organiser's yes, which counts once."""

import json
from datetime import date

import pytest
from django.contrib.messages import get_messages
from django.core.management import CommandError, call_command
from django.utils import timezone

from clubs import promotions, standing
from clubs.models import Placing
from tests import a_club

NOW = timezone.now()
DAY = date(2026, 11, 30)
Event = Placing.Event

# class, dan, placings as (class, place, how often, matches won in each) → class and dan after; E2 of the rules
CASES = {
    "E best four": ("E", 0, [("E", 3, 1, 2)], ("D", 1)),
    "E best eight": ("E", 0, [("E", 4, 1, 1)], ("E", 0)),
    "D third": ("D", 1, [("D", 3, 1, 3)], ("C", 2)),
    "C third": ("C", 2, [("C", 3, 1, 3)], ("B", 3)),
    "C fourth": ("C", 2, [("C", 4, 1, 3)], ("C", 2)),
    "B win": ("B", 3, [("B", 1, 1, 6)], ("A", 4)),
    "B runner-up once": ("B", 3, [("B", 2, 1, 5)], ("B", 3)),
    "B runner-up twice": ("B", 3, [("B", 2, 2, 5)], ("A", 4)),
    "A win": ("A", 4, [("A", 1, 1, 6)], ("A", 5)),
    "A third three times": ("A", 4, [("A", 3, 3, 4)], ("A", 5)),
    "A third twice": ("A", 4, [("A", 3, 2, 4)], ("A", 4)),
    "twenty matches won in A": ("A", 4, [("A", 9, 10, 2)], ("A", 5)),
    "five A wins": ("A", 5, [("A", 1, 5, 6)], ("A", 6)),
    "loses every match": ("A", 4, [("A", 9, 12, 0)], ("A", 4)),
}


@pytest.fixture
def club(alice):
    return a_club.club_of(alice)


def after(club, day=DAY):
    """Class and dan that each candidate would come to, by name."""
    return {
        each.member.player.name: (each.promotion.to_grade.value, each.promotion.to_dan)
        for each in promotions.candidates_of(club, day)
    }


@pytest.mark.parametrize("case", CASES)
def test_the_rules_in_force(club, case):
    grade, dan, placings, expected = CASES[case]
    member = a_club.recorded(club)
    a_club.of_class(member, grade, dan, since=date(2024, 4, 1))
    month = 0
    for played_in, place, often, wins in placings:
        for _ in range(often):
            month += 1
            on = date(2025 + month // 12, month % 12 + 1, 5)
            a_club.placed(member, played_in, place, on=on, wins=wins)
    assert after(club).get("Member R", (grade, dan)) == expected


@pytest.mark.parametrize(
    ("event", "place", "expected"),
    [
        (Event.MEIJIN, 1, 7),
        (Event.QUEEN, 2, 6),
        (Event.SENSHUKEN, 1, 6),
        (Event.SENBATSU, 1, 6),
        (Event.MEIJIN, 3, None),
    ],
)
def test_titles(club, event, place, expected):
    member = a_club.recorded(club)
    a_club.of_class(member, "A", 5)
    a_club.placed(member, "A", place, event=event)
    assert after(club).get("Member R", (None, None))[1] == expected


@pytest.mark.parametrize(
    "more", [{"is_sanctioned": False}, {"is_team": True}, {"on": date(2024, 3, 31)}, {"on": date(2026, 12, 1)}]
)
def test_what_does_not_count(club, more):
    """Unofficial and team results, those before the last two fiscal years, and those after the day."""
    member = a_club.recorded(club)
    a_club.of_class(member, "D", 1)
    a_club.placed(member, "D", 1, **more)
    assert after(club) == {}


def test_the_rules_of_an_earlier_day(club):
    """Until March 2020 class C had 1-dan; a best four there led to 2-dan and class B (the set kept from 1998)."""
    member = a_club.recorded(club)
    a_club.of_class(member, "C", 1, since=date(2018, 4, 1))
    a_club.placed(member, "C", 3, on=date(2019, 5, 5))
    assert after(club, date(2019, 12, 1)) == {"Member R": ("B", 2)}
    assert after(club) == {}, "too long ago by now"


def test_former_members_and_guests_do_not_rise_here(club, charlie):
    for role in ("guest", "member"):
        person = a_club.somebody(role)
        member = a_club.joined(club, person, role)
        a_club.placed(member, "E", 1)
    assert set(after(club)) == {"member"}
    club.members.filter(player__name="member").update(left_on=DAY)
    assert after(club) == {}


def test_the_command_prints_candidates_with_reason_and_evidence(club, capsys):
    member = a_club.recorded(club, "Hana")
    a_club.of_class(member, "D", 1)
    a_club.placed(member, "D", 3, name="Autumn tournament")
    call_command("promotions", club=club.slug, on="2026-11-30", json=True)
    assert json.loads(capsys.readouterr().out) == [
        {
            "member": "Hana",
            "from": "D",
            "to": "C",
            "dan": 2,
            "reason": "Best four or better in class D",
            "evidence": ["11 Oct 2026, Autumn tournament, class D: Best four"],
        }
    ]
    call_command("promotions", club=club.slug, on="2026-10-01", json=True)
    assert json.loads(capsys.readouterr().out) == []
    call_command("promotions", club=club.slug, on="2026-11-30")
    assert capsys.readouterr().out.startswith("Hana: D → C, 2-dan. Best four")


@pytest.mark.parametrize("wrong", [{"club": "nowhere"}, {"on": "yesterday"}])
def test_the_command_says_what_is_wrong(club, wrong):
    with pytest.raises(CommandError):
        call_command("promotions", **{"club": club.slug, "on": "2026-11-30"} | wrong)


# An organiser's yes


def test_confirmed_twice_is_promoted_once(club, alice, alices_browser):
    member = a_club.recorded(club, "Hana")
    a_club.of_class(member, "D", 1)
    placing = a_club.placed(member, "D", 3)
    url = f"/clubs/{club.slug}/promotions/"
    assert "Hana" in alices_browser.get(url).content.decode()
    form = {"member": str(member.pk), "to_dan": "2", "on": "2026-11-30"}
    for _ in range(2):
        assert alices_browser.post(url, form).status_code == 302
    line = member.player.grades.get(reason="placing")
    assert (line.grade, line.dan, line.since, line.placing, line.recorded_by) == ("C", 2, DAY, placing, alice)
    assert "Best four or better in class D" in line.evidence
    assert line.is_confirmed
    said = [str(message) for message in get_messages(alices_browser.get(url).wsgi_request)]
    assert said == ["Hana is of class C and 2-dan now.", "This was confirmed already."]
    assert 'class="candidate"' not in alices_browser.get(url).content.decode()


@pytest.mark.parametrize("to_dan", ["3", "4", "ten", "", "99999999"])
def test_nobody_rises_higher_than_the_results_say(club, alices_browser, to_dan):
    member = a_club.recorded(club)
    a_club.of_class(member, "D", 1)
    a_club.placed(member, "D", 3)
    form = {"member": str(member.pk), "to_dan": to_dan, "on": "2026-11-30"}
    alices_browser.post(f"/clubs/{club.slug}/promotions/", form)
    assert standing.of(member.player).dan == 1


def test_a_placing_that_carries_a_class_is_not_taken_back(club, alice, alices_browser):
    member = a_club.recorded(club)
    placing = a_club.placed(member, "E", 1)
    delete = f"/clubs/{club.slug}/members/{member.pk}/placing/delete/"
    promotions.confirm(member, to_dan=1, on=DAY, by=alice, now=NOW)
    alices_browser.post(delete, {"placing": str(placing.pk)})
    assert member.player.placings.count() == 1
    other = a_club.placed(member, "D", 4, on=date(2026, 11, 1))
    alices_browser.post(delete, {"placing": str(other.pk)})
    assert member.player.placings.count() == 1


def test_an_organiser_records_a_placing_once(club, alices_browser):
    member = a_club.recorded(club)
    url = f"/clubs/{club.slug}/members/{member.pk}/placing/"
    form = {"name": "Omi", "event": "open", "held_on": "2026-05-03", "grade": "E", "place": "3", "wins": "3"}
    for _ in range(2):
        alices_browser.post(url, form | {"is_sanctioned": "on"})
    row = member.player.placings.get()
    assert (row.name, row.place, row.wins, row.is_sanctioned, row.club) == ("Omi", 3, 3, True, club)
    for wrong in ({"wins": "21"}, {"wins": "-1"}, {"place": "5"}, {"grade": "Z"}, {"held_on": "2999-01-01"}):
        assert alices_browser.post(url, form | {"name": "Another"} | wrong).status_code == 200, wrong
    assert member.player.placings.count() == 1


# A stricter club


def strict(club, alices_browser, **changes):
    """What the page of a stricter club is posted with: the association's rules, but for these."""
    form = {"placing-4-runner-up": "2", "needed-4-win": "1", "needed-4-runner-up": "2"}
    for dan in (1, 2, 3):
        form |= {f"needed-{dan}-best-4": "1", f"placing-{dan}-best-4": "3"}
    form |= {name.replace("_", "-"): value for name, value in changes.items()}
    response = alices_browser.post(f"/clubs/{club.slug}/settings/promotions/", form)
    club.refresh_from_db()
    return response


def test_a_club_asks_for_more_than_the_association(club, alices_browser):
    member = a_club.recorded(club)
    a_club.of_class(member, "D", 1)
    a_club.placed(member, "D", 3)
    assert strict(club, alices_browser).status_code == 302
    assert club.strictness == {}
    assert after(club) == {"Member R": ("C", 2)}
    strict(club, alices_browser, placing_2_best_4="2")
    assert club.strictness == {"2-best-4": {"placing": 2}}
    assert after(club) == {}
    strict(club, alices_browser, needed_2_best_4="2")
    assert after(club) == {}
    a_club.placed(member, "D", 3, on=date(2026, 11, 3))
    assert after(club) == {"Member R": ("C", 2)}
    strict(club, alices_browser, closed_2_best_4="on")
    assert after(club) == {}


def test_never_for_less(club, alices_browser):
    assert strict(club, alices_browser, needed_4_runner_up="1").status_code == 200
    assert strict(club, alices_browser, placing_2_best_4="4").status_code == 200
    assert club.strictness == {}


def test_a_stricter_rule_of_today_is_passed_over_in_the_rules_of_yesterday(club):
    club.strictness = {"1-best-4": {"closed": True}, "9-invented": {"needed": 3}}
    club.save()
    assert promotions.candidates_of(club, DAY) == []


@pytest.mark.parametrize("day", ["0001-01-01", "1949-12-31", "9999-99-99", ""])
def test_a_day_that_is_none_is_as_if_it_were_not_asked_for(club, alices_browser, day):
    answer = alices_browser.get(f"/clubs/{club.slug}/promotions/", {"on": day})
    assert answer.context["on"] == answer.context["today"]
