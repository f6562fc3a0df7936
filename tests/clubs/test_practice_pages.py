"""The pages of practice: what each role sees and may do, and what they say."""

import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs import results
from clubs.models import Attendance, Member, Pairing, PracticeDay, Result
from tests.clubs.club_life import a_club, belongs, person, record, season

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(alice):
    return a_club(alice)


@pytest.fixture
def founder(club, alice):
    return club.members.of(alice).get()


@pytest.fixture
def bob(club):
    return belongs(club, person("bob"))


@pytest.fixture
def dora(club):
    return belongs(club, person("dora"))


@pytest.fixture
def gus(club):
    return belongs(club, person("gus"), role=Member.Role.GUEST)


@pytest.fixture
def today():
    return timezone.now().date()


def browser(member):
    client = Client()
    client.force_login(member.player.person)
    return client


def at(name, club, *more):
    return reverse(name, args=[club.slug, *more])


def form(first, opponent, score, on, **more):
    return {
        "key": str(uuid4()),
        "first": str(first.player.pk),
        "opponent": str(opponent.player.pk),
        "score": score,
        "played_on": on.isoformat(),
    } | more


# Two taps ------------------------------------------------------------------------------------------------
def test_without_scripts_a_game_takes_two_forms(club, bob, dora, today):
    page = browser(bob)
    first = page.get(at("club-evening", club)).content.decode()
    assert f'value="{dora.player.pk}"' in first
    second = page.get(at("club-evening", club), {"opponent": dora.player.pk}).content.decode()
    assert 'value="won-7"' in second
    answer = page.post(at("club-record", club), form(bob, dora, "lost-3", today), follow=True)
    assert "Recorded: Dora beat Bob by 3." in answer.content.decode()
    assert Result.objects.get().winner == dora.player


def test_a_double_click_records_once(club, bob, dora, today):
    page, filled = browser(bob), form(bob, dora, "won-7", today)
    for _ in range(2):
        page.post(at("club-record", club), filled)
    assert Result.objects.count() == 1


def test_more_may_be_told(club, bob, dora, today):
    more = {"cards": 25, "opponent_cards": 18, "faults": 1, "opponent_faults": 4, "start": 25, "opponent_start": 20}
    filled = form(bob, dora, "lost-5", today, reciter="Emi", note="Tired.", **more)
    browser(bob).post(at("club-record", club), filled)
    result = Result.objects.get()
    assert (result.loser_cards, result.winner_cards, result.loser_faults, result.winner_faults) == (25, 18, 1, 4)
    assert (result.loser_start, result.winner_start, result.reciter, result.note) == (25, 20, "Emi", "Tired.")


def test_the_opponent_who_records_too_is_asked_whether_it_is_another(club, bob, dora, today):
    record(bob, bob, dora, on=today, at=timezone.now())
    filled = form(dora, bob, "lost-7", today)
    page = browser(dora)
    refused = page.post(at("club-record", club), filled)
    assert refused.status_code == 422
    assert "recorded already" in refused.content.decode()
    page.post(at("club-record", club), filled | {"is_another": "on"})
    assert Result.objects.count() == 2


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"score": "won"}, "Choose who has won"),
        ({"score": "won-77"}, "from 1 to 50"),
        ({"opponent": "nobody"}, "Choose an opponent"),
        ({"opponent": str(uuid4())}, "not in the club"),
        ({"key": "7"}, "too old"),
        ({"played_on": "yesterday"}, "Give the day"),
    ],
)
def test_bad_input_gets_a_sentence_and_changes_nothing(changed, sentence, club, bob, dora, today):
    answer = browser(bob).post(at("club-record", club), form(bob, dora, "won-7", today) | changed)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not Result.objects.exists()


# The waiting line of a phone -----------------------------------------------------------------------------
def sent(member, club, rows):
    return browser(member).post(at("club-queue", club), json.dumps({"results": rows}), content_type="application/json")


def test_each_of_a_line_is_answered_on_its_own_and_twice_is_once(club, bob, dora, founder, today):
    rows = [form(bob, dora, "won-7", today), form(dora, founder, "won-2", today), form(bob, founder, "lost-1", today)]
    for _ in range(2):
        told = sent(bob, club, rows).json()["told"]
        assert [each["state"] for each in told] == ["stored", "refused", "stored"]
        assert "own games" in told[1]["sentence"]
    assert Result.objects.count() == 2


def test_the_moment_of_the_phone_is_kept_where_it_can_be(club, bob, dora, today):
    now = timezone.now()
    rows = [form(bob, dora, "won-7", today, at=now.timestamp() - 60), form(bob, dora, "won-1", today, at=9e10)]
    sent(bob, club, rows)
    moments = dict(Result.objects.values_list("margin", "played_at"))
    assert abs(moments[7] - (now - timedelta(seconds=60))) < timedelta(seconds=1)
    assert moments[1] is None


def test_forged_values_of_a_line_are_refused_or_kept_readable(club, bob, dora, today):
    rows = [form(bob, dora, "won-7", today, played_on=day) for day in (5, 0.5, True, "0001-01-01")]
    halves = form(bob, dora, "won-7", today, note="half \ud800", reciter="\udfff")
    told = sent(bob, club, [*rows, halves]).json()["told"]
    assert [each["state"] for each in told] == [*["refused"] * 4, "stored"]
    assert (Result.objects.get().note, Result.objects.get().reciter) == ("half ?", "?")


@pytest.mark.parametrize("day", ["0001-01-01", "1949-12-31", "2026-13-01", "tonight"])
def test_there_is_no_evening_before_anything_is_recorded(day, club, founder):
    assert browser(founder).get(at("club-day", club, day)).status_code == 404


def test_a_correction_that_counts_changes_in_thousands_of_digits_is_too_old(club, bob, dora, today):
    sent(bob, club, [form(bob, dora, "won-7", today)])
    where = at("club-result", club, Result.objects.get().pk)
    more = {"do": "correct", "seen": "9" * 5_000}
    answer = browser(bob).post(where, form(bob, dora, "won-3", today) | more)
    assert answer.status_code == 422
    assert Result.objects.get().margin == 7


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"results": [1]}', '{"results": 5}', "x" * 200_000])
def test_what_is_no_line_is_refused_whole(body, club, bob):
    answer = browser(bob).post(at("club-queue", club), body, content_type="application/json")
    assert answer.status_code == 400


def test_a_line_of_nobody_and_of_strangers(club, charlies_browser, nobodys_browser):
    rows = json.dumps({"results": []})
    for client, status in ((nobodys_browser, 302), (charlies_browser, 404)):
        assert client.post(at("club-queue", club), rows, content_type="application/json").status_code == status


# The evening ---------------------------------------------------------------------------------------------
def attend(member, club, today, **more):
    return browser(member).post(at("club-attend", club, today), more, follow=True)


def test_members_note_themselves_and_organisers_anybody(club, founder, bob, dora, today):
    attend(bob, club, today, state="here")
    attend(founder, club, today, player=dora.player.pk, state="here")
    assert Attendance.objects.filter(is_away=False).count() == 2
    refused = attend(bob, club, today, player=dora.player.pk, state="away")
    assert "Only organisers" in refused.content.decode()
    attend(dora, club, today, state="away")
    assert Attendance.objects.get(player=dora.player).is_away
    attend(founder, club, today, player=bob.player.pk, state="not")
    assert not Attendance.objects.filter(player=bob.player).exists()


def test_who_has_played_has_been_there(club, founder, bob, dora, today):
    record(bob, bob, dora, on=today, at=timezone.now())
    refused = attend(founder, club, today, player=bob.player.pk, state="not")
    assert "games of theirs" in refused.content.decode()


def test_a_guest_reads_no_names_but_of_those_who_are_there(club, gus, bob, dora, today):
    held = PracticeDay.objects.create(club=club, held_on=today)
    for member in (gus, bob):
        Attendance.objects.create(day=held, player=member.player)
    page = browser(gus).get(at("club-evening", club)).content.decode()
    assert "Bob" in page
    assert "Dora" not in page
    for name in ("club-results", "club-evenings", "club-ranking", "club-cross", "club-strength"):
        assert browser(gus).get(at(name, club)).status_code == 404, name
    earlier = today - timedelta(days=3)
    assert browser(gus).get(at("club-day", club, earlier)).status_code == 404
    assert browser(gus).get(at("club-day", club, today)).status_code == 200


@pytest.fixture
def five(club, founder, bob, dora, today):
    members = [founder, bob, dora, belongs(club, name="Emi"), belongs(club, name="Fumi")]
    held = PracticeDay.objects.create(club=club, held_on=today)
    for member in members:
        Attendance.objects.create(day=held, player=member.player)
    return members


def draw(member, club, today, number, **more):
    return browser(member).post(at("club-pair", club, today), {"do": "draw", "round": number} | more, follow=True)


def met(number):
    rows = Pairing.objects.filter(number=number).values_list("first", "second")
    return {frozenset(pair) for pair in rows if None not in pair}, [one for one, other in rows if other is None]


def test_rounds_repeat_nobody_and_somebody_else_sits_out_each_time(club, founder, five, today):
    seen, out, number = set(), [], 0
    while len(seen) < 10:  # all pairs of five; which rounds come to that is chance
        number += 1
        draw(founder, club, today, number)
        pairs, sits = met(number)
        assert pairs
        assert not pairs & seen
        seen |= pairs
        out += sits
        if number <= 2:
            assert (len(pairs), len(set(out))) == (2, number)
    answer = draw(founder, club, today, number + 1)
    assert "without meeting the same opponent" in answer.content.decode()
    draw(founder, club, today, number + 1, may_repeat="on")
    assert len(met(number + 1)[0]) == 2


def test_two_organisers_who_draw_at_once_draw_one_round(club, founder, five, today):
    draw(founder, club, today, 1)
    before = met(1)
    draw(founder, club, today, 1)
    assert met(1) == before
    assert Pairing.objects.filter(number=2).count() == 0


def test_a_round_is_changed_by_hand_and_forgotten(club, founder, five, today):
    draw(founder, club, today, 1)
    (one, other), *_rest = sorted(tuple(pair) for pair in met(1)[0])
    out = met(1)[1][0]
    do = {"do": "swap", "round": 1, "one": one, "other": out}
    browser(founder).post(at("club-pair", club, today), do)
    assert frozenset((out, other)) in met(1)[0]
    assert met(1)[1] == [one]
    browser(founder).post(at("club-pair", club, today), {"do": "forget", "round": 1})
    assert not Pairing.objects.exists()


@pytest.mark.parametrize(
    "do", [{}, {"do": "draw", "round": "x"}, {"do": "swap", "round": "1"}, {"do": "draw", "round": "9"}]
)
def test_nonsense_about_rounds_is_refused(do, club, founder, five, today):
    assert browser(founder).post(at("club-pair", club, today), do).status_code == 302
    assert not Pairing.objects.exists()


def test_only_organisers_pair(club, bob, five, today):
    assert draw(bob, club, today, 1).status_code == 404


def test_who_is_gone_is_not_paired_and_the_next_opponent_stands_first(club, founder, bob, dora, five, today):
    attend(bob, club, today, state="away")
    draw(founder, club, today, 1)
    pairs, out = met(1)
    assert out == []
    assert not any(bob.player.pk in pair for pair in pairs)
    page = browser(dora).get(at("club-evening", club)).content.decode()
    assert page.index("your next") < page.index("met tonight") if "met tonight" in page else "your next" in page


# One result ----------------------------------------------------------------------------------------------
def test_a_result_is_disputed_corrected_and_settled_on_its_page(club, founder, bob, dora, today):
    result = record(bob, bob, dora, 7, on=today, at=timezone.now())
    where = at("club-result", club, result.pk)
    assert "It was otherwise" in browser(dora).get(where).content.decode()
    assert "It was otherwise" not in browser(bob).get(where).content.decode()
    disputed = browser(dora).post(where, {"do": "dispute", "sentence": "I won by 2."}, follow=True).content.decode()
    assert "does not count until it is settled" in disputed
    assert "I won by 2." in browser(bob).get(where).content.decode()
    told = {"do": "correct", "outcome": "lost", "margin": "2", "played_on": today.isoformat(), "seen": "0"}
    browser(founder).post(where, told)
    browser(founder).post(where, {"do": "settle"})
    result.refresh_from_db()
    assert (result.winner, result.margin, results.is_disputed(result)) == (dora.player, 2, False)
    assert "had won by 7" in browser(bob).get(where).content.decode()


@pytest.mark.parametrize("do", ["dispute", "settle", "correct", "withdraw", "", "delete"])
def test_who_may_not_gets_a_sentence_and_nothing_changes(do, club, bob, dora, today):
    emi = belongs(club, person("emi"))
    result = record(bob, bob, dora, 7, on=today, at=timezone.now())
    before = Result.objects.values().get()
    filled = {
        "do": do,
        "sentence": "No.",
        "outcome": "lost",
        "margin": "1",
        "seen": "0",
        "played_on": today.isoformat(),
    }
    answer = browser(emi).post(at("club-result", club, result.pk), filled)
    assert answer.status_code == 422
    assert Result.objects.values().get() == before


def test_results_of_another_club_are_not_there(club, bob, dora, today):
    zoe = person("zoe")
    a_club(zoe, slug="kyoto")
    result = record(bob, bob, dora, on=today, at=timezone.now())
    other = Client()
    other.force_login(zoe)
    assert other.get(reverse("club-result", args=["kyoto", result.pk])).status_code == 404


# Lists, ranking, book ------------------------------------------------------------------------------------
@pytest.fixture
def played(club, founder, bob, dora):
    members = [founder, bob, dora, belongs(club, name="Emi"), belongs(club, name="Fumi"), belongs(club, name="Gen")]
    season(founder, members)
    return members


def test_the_list_by_player_period_and_kind(club, bob, played):
    page = browser(bob)
    where = at("club-results", club)
    assert "36 games." in page.get(where).content.decode()
    own = Result.objects.of(bob.player).count()
    assert f"{own} games." in page.get(where, {"player": bob.player.pk}).content.decode()
    assert "0 games." in page.get(where, {"kind": "tournament"}).content.decode()
    assert page.get(where, {"player": "x", "period": "y", "kind": "z", "page": "w"}).status_code == 200


def test_the_ranking_by_strength_and_who_is_not_ranked_yet(club, founder, bob, played):
    page = browser(bob).get(at("club-ranking", club)).content.decode()
    assert page.index("Alice") < page.index("Bob") < page.index("Dora") < page.index("Gen")
    new = belongs(club, name="Hana")
    record(founder, founder, new)
    page = browser(bob).get(at("club-ranking", club)).content.decode()
    assert "1 of 10 games" in page


@pytest.mark.parametrize(
    "query", ["?pool=online", "?pool=computer", "?period=last-season", "?class=A", "?class=-&page=2"]
)
def test_the_ranking_by_other_measures(query, club, bob, played):
    assert browser(bob).get(at("club-ranking", club) + query).status_code == 200


def test_how_a_strength_came_about(club, bob, founder, played):
    page = browser(bob).get(at("club-course", club, founder.player.pk)).content.decode()
    assert "plot-line" in page
    assert "What the last games did" in page
    assert "cards" in page
    new = belongs(club, name="Hana")
    assert "10 games more" in browser(bob).get(at("club-course", club, new.player.pk)).content.decode()


def test_the_book_of_a_member_and_ones_own(club, bob, dora, played):
    own = browser(bob).get(reverse("book")).content.decode()
    there = browser(dora).get(at("club-book", club, bob.player.pk)).content.decode()
    games = Result.objects.of(bob.player)
    won = games.filter(winner=bob.player).count()
    for page in (own, there):
        assert f"{won}–{games.count() - won}" in page
    table = browser(bob).get(reverse("book-export")).content.decode("utf-8-sig").splitlines()
    assert len(table) == games.count() + 1


def test_the_book_of_who_belongs_to_no_club_says_how_it_begins(charlies_browser):
    assert "join a club" in charlies_browser.get(reverse("book")).content.decode()
    assert len(charlies_browser.get(reverse("book-export")).content.splitlines()) == 1


def test_the_cross_table_and_the_evenings(club, bob, played):
    cross = browser(bob).get(at("club-cross", club)).content.decode()
    assert cross.count('class="self"') == 6
    evenings = browser(bob).get(at("club-evenings", club)).content.decode()
    assert "6/6" in evenings
