"""Class and dan: declared, confirmed, corrected; the log is only added to, and pages say what nobody vouches for."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import timezone
from django.utils.module_loading import import_string

from clubs import grading, members, standing
from clubs.models import GradeEntry
from clubs.refusals import RefusedError
from tests import a_club

NOW = timezone.now()
TODAY = timezone.localdate()


@pytest.fixture
def club(alice):
    return a_club.club_of(alice)


@pytest.fixture
def charlies(club, charlie):
    """Charlie as a member."""
    return a_club.joined(club, charlie)


def declared(person, grade="C", dan=2, since=date(2025, 4, 1), evidence=""):
    player = members.player_of(person)
    grading.declare(player, grade=grade, dan=dan, since=since, evidence=evidence, by=person, now=timezone.now())
    return player


def lines(player):
    return list(player.grades.order_by("recorded_at").values_list("grade", "dan", "reason", "is_confirmed"))


def seal_of(player):
    return Template("{% load clubs %}{% grade player %}").render(Context({"player": player}))


def test_a_person_declares_a_class_and_everybody_sees_that_it_is_declared(charlies, charlies_browser, alices_browser):
    form = {"grade": "C", "dan": "2", "since": "2025-04-01", "evidence": "Third at Omi"}
    assert charlies_browser.post("/clubs/me/class/", form).url == "/clubs/me/"
    charlies_browser.post("/clubs/me/class/", form)  # twice
    assert lines(charlies.player) == [("C", 2, "declared", False)]
    club = charlies.club
    for page in (
        f"/clubs/{club.slug}/",
        f"/clubs/{club.slug}/members/",
        f"/clubs/{club.slug}/members/{charlies.pk}/",
    ):
        assert "declared, not confirmed" in alices_browser.get(page).content.decode(), page


def test_an_organiser_confirms_it_once_with_who_and_why(charlies, charlie, alice, alices_browser):
    player = declared(charlie, evidence="Third at Omi")
    confirm = f"/clubs/{charlies.club.slug}/members/{charlies.pk}/confirm/"
    for _ in range(2):
        alices_browser.post(confirm, {"entry": str(player.grades.earliest("recorded_at").pk)})
    assert lines(player) == [("C", 2, "declared", False), ("C", 2, "confirmed", True)]
    line = player.grades.get(is_confirmed=True)
    assert (line.recorded_by, line.club, line.since, line.evidence) == (
        alice,
        charlies.club,
        date(2025, 4, 1),
        "Third at Omi",
    )
    page = alices_browser.get(f"/clubs/{charlies.club.slug}/members/{charlies.pk}/").content.decode()
    assert "declared, not confirmed" not in page.split('class="replaced"')[0]
    assert standing.of(player).is_confirmed


def test_a_line_of_somebody_elses_log_is_not_confirmed_through_a_member(charlies, alices_browser):
    stranger = declared(a_club.somebody("dora"))
    line = stranger.grades.get()
    confirm = f"/clubs/{charlies.club.slug}/members/{charlies.pk}/confirm/"
    assert alices_browser.post(confirm, {"entry": str(line.pk)}).status_code == 404
    assert not standing.of(stranger).is_confirmed


def test_declaring_more_does_not_shake_what_was_confirmed(charlies, charlie):
    a_club.of_class(charlies, "C", 2)
    player = declared(charlie, "A", 5, since=TODAY)
    assert standing.of(player).grade.value == "A"
    assert standing.confirmed_of([player.pk])[player.pk].grade.value == "C"


def test_a_correction_is_a_line_of_its_own(charlies, alices_browser):
    wrong = a_club.of_class(charlies, "A", 4)
    before = GradeEntry.objects.filter(pk=wrong.pk).values().get()
    grade = f"/clubs/{charlies.club.slug}/members/{charlies.pk}/class/"
    form = {"grade": "B", "dan": "3", "since": "2025-05-01", "reason": "correction", "evidence": "", "amends": wrong.pk}
    assert "This field is required" in alices_browser.post(grade, form).content.decode(), "a correction says why"
    alices_browser.post(grade, form | {"evidence": "The list of the association"})
    assert GradeEntry.objects.filter(pk=wrong.pk).values().get() == before
    now = standing.of(charlies.player)
    assert (now.grade.value, now.dan, now.since) == ("B", 3, date(2025, 5, 1))
    again = alices_browser.post(grade, form | {"evidence": "once more"})
    assert again.status_code == 404, "the line is amended already"
    page = alices_browser.get(f"/clubs/{charlies.club.slug}/members/{charlies.pk}/").content.decode()
    assert 'class="replaced"' in page
    assert "The list of the association" in page


def test_a_line_taken_back_never_held(charlies):
    a_club.of_class(charlies, "D", 1)
    wrong = a_club.of_class(charlies, "A", 4, since=date(2026, 1, 1))
    a_club.of_class(charlies, "A", 4, reason=GradeEntry.Reason.WITHDRAWN, amends=wrong)
    now = standing.of(charlies.player)
    assert (now.grade.value, now.dan, now.since) == ("D", 1, date(2025, 4, 1))


def test_what_somebody_was_on_a_day(charlies):
    a_club.of_class(charlies, "E", 0, since=date(2024, 4, 1))
    a_club.of_class(charlies, "D", 1, since=date(2025, 6, 1))
    grades = [standing.of(charlies.player, day).grade.value for day in (date(2025, 5, 31), date(2025, 6, 1))]
    assert grades == ["E", "D"]
    assert standing.of(charlies.player, date(2020, 1, 1)).since is None


def test_a_clubs_head_recognises_up_to_3_dan(charlies, alices_browser):
    """E2: recognition reaches up to 3-dan; 4-dan by merit."""
    grade = f"/clubs/{charlies.club.slug}/members/{charlies.pk}/class/"
    form = {"grade": "A", "dan": "4", "since": str(TODAY), "reason": "recognition", "evidence": "", "amends": ""}
    assert "up to 3-dan" in alices_browser.post(grade, form).content.decode()
    assert lines(charlies.player) == []
    alices_browser.post(grade, form | {"grade": "B", "dan": "3"})
    alices_browser.post(grade, form | {"reason": "merit"})
    assert [line[:2] for line in lines(charlies.player)] == [("B", 3), ("A", 4)]


@pytest.mark.parametrize(
    "wrong",
    [
        {"grade": "F"},
        {"dan": "11"},
        {"dan": "-1"},
        {"since": str(TODAY + timedelta(days=2))},
        {"since": "1066-10-14"},
        {"reason": "placing"},
        {"reason": "declared"},
    ],
)
def test_what_cannot_be_is_refused(charlies, alices_browser, wrong):
    grade = f"/clubs/{charlies.club.slug}/members/{charlies.pk}/class/"
    form = {"grade": "D", "dan": "1", "since": str(TODAY), "reason": "confirmed", "evidence": ""}
    assert alices_browser.post(grade, form | wrong).status_code == 200
    assert lines(charlies.player) == []


def test_a_whole_list_costs_one_question(club, charlies, django_assert_num_queries):
    players = [charlies.player, *(a_club.recorded(club, f"Member {letter}").player for letter in "ABCDE")]
    for member in club.members.exclude(player=charlies.player):
        a_club.of_class(member, "D", 1)
    with django_assert_num_queries(1):
        standing.attach(players)
    with django_assert_num_queries(0):
        seals = [seal_of(player) for player in players]
    assert "Class not known" in seals[0]
    assert all("D級" in seal and "1-dan" in seal for seal in seals[1:])


def test_the_games_ask_for_the_class_of_a_person(charlies, charlie, alice):
    grade_of = import_string(settings.GRADE_OF)
    assert (grade_of(charlie), grade_of(a_club.somebody("dora"))) == ("", "")
    a_club.of_class(charlies, "B", 3)
    assert grade_of(charlie) == "B"


def test_today_is_the_servers_day_and_no_day_is_lost_at_midnight(charlies, time_machine):
    a_club.of_class(charlies, "C", 2, since=date(2026, 12, 1))
    time_machine.move_to(datetime(2026, 11, 30, 23, 59, tzinfo=ZoneInfo("UTC")), tick=False)
    assert standing.of(charlies.player).since is None
    time_machine.move_to(datetime(2026, 12, 1, 0, 0, tzinfo=ZoneInfo("UTC")), tick=False)
    assert standing.of(charlies.player).grade.value == "C"


def test_two_organisers_correct_one_line_and_one_of_them_is_told(charlies, alice):
    wrong = a_club.of_class(charlies, "A", 4)
    a_club.of_class(charlies, "B", 3, reason=GradeEntry.Reason.CORRECTION, amends=wrong)
    with pytest.raises(RefusedError, match="amended meanwhile"):
        a_club.of_class(charlies, "C", 2, reason=GradeEntry.Reason.CORRECTION, amends=wrong)
    assert standing.of(charlies.player).grade.value == "B"


@pytest.mark.parametrize("is_asking", [True, False])
def test_of_who_only_asks_or_has_left_an_organiser_writes_no_class_down(
    club, charlies, charlie, alices_browser, is_asking
):
    """Else a club could take a class, and what rests on it elsewhere, from whoever once asked to join it."""
    line = declared(charlie).grades.get()
    if is_asking:
        type(charlies).objects.filter(pk=charlies.pk).update(joined_on=None)
    else:
        members.end(charlies, now=NOW, is_removed=False)
    page = f"/clubs/{club.slug}/members/{charlies.pk}/"
    form = {"grade": "E", "dan": "0", "since": "2025-05-01", "reason": "correction", "evidence": "no"}
    placing = {"name": "Omi", "held_on": "2025-05-01", "grade": "E", "place": "1", "event": "open", "wins": "0"}
    for what, posted in (("confirm", {"entry": line.pk}), ("class", form), ("placing", placing), ("edit", {})):
        assert alices_browser.post(f"{page}{what}/", posted).status_code == 404, what
    assert lines(charlie.player) == [("C", 2, "declared", False)]
    assert "/confirm/" not in alices_browser.get(page).content.decode()
