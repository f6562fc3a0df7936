"""One poem: its cards, its partners, the furigana switch, the person's own history."""

import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine

from trainer.models import Memory, Review

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


def remember(person, poem, due_on, *, skill="tf-kj", stability=9.0, lapses=0):
    return Memory.objects.create(
        person=person,
        poem=poem,
        skill=skill,
        stability=stability,
        difficulty=5,
        first_day=date(2026, 2, 1),
        last_day=date(2026, 3, 4),
        due_on=due_on,
        last_grade=3,
        lapses=lapses,
    )


def answer(person, poem, **changes):
    values = {
        "key": uuid.uuid4(),
        "person": person,
        "sitting": "today",
        "skill": "tf-kj",
        "subject": poem,
        "poem": poem,
        "answered_at": NOON,
        "day": NOON.date(),
        "day_fraction": 0.3,
        "correct": True,
        "elapsed_ms": 1234,
        "grade": 3,
        "counted": True,
    }
    return Review.objects.create(**(values | changes))


def page(browser, number):
    response = browser.get(f"/poems/{number}/")
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("number", range(101))
def test_every_poem_and_the_joka_have_a_page(nobodys_browser, number):
    page(nobodys_browser, number)


def test_in_japanese_the_renderings_are_japanese(nobodys_browser):
    shown = nobodys_browser.get("/poems/17/", headers={"accept-language": "ja"}).content.decode()
    assert "水を真っ赤なしぼり染めにしているとは。</p>" in shown
    assert "濃い紅色に水をくくり染めにするとは。</p>" in shown


@pytest.mark.parametrize("number", [101, 1000, 10**9])
def test_there_is_no_other(nobodys_browser, number):
    assert nobodys_browser.get(f"/poems/{number}/").status_code == 404


def test_both_cards_are_shown(nobodys_browser):
    text = page(nobodys_browser, 17)
    assert "<i>からくれな</i><i>ゐにみつく</i><i>くるとは</i>" in text
    assert "在原業平朝臣" in text
    assert 'class="yomi"' in text


def test_the_joka_has_no_torifuda(nobodys_browser):
    text = page(nobodys_browser, 0)
    assert 'class="tf' not in text
    assert "There is no torifuda" in text


def test_the_deciding_sound_is_marked_and_a_particle_is_shown_as_written(nobodys_browser):
    text = page(nobodys_browser, 93)
    assert '<span class="kj" lang="ja">よのなか<em>は</em></span>' in text
    assert "よのなかわ" in text


def test_partners_and_cards_that_begin_alike_are_linked(nobodys_browser):
    text = page(nobodys_browser, 88)
    assert 'href="/poems/19/"' in text  # なにわが
    assert 'href="/poems/20/"' in text  # みをつくして
    assert "みをつくして…" in text


def test_how_the_kimariji_shrinks(nobodys_browser):
    response = nobodys_browser.get("/poems/15/")
    once = [(50, "きみがためお"), (91, "きり")]
    assert response.context["changes"] == [("きみ", once[:1]), ("き", once)]
    assert '<a href="/poems/91/" lang="ja">きり</a>' in response.content.decode()


def test_the_neighbours_are_linked_and_end_at_the_ends(nobodys_browser):
    first, last = page(nobodys_browser, 0), page(nobodys_browser, 100)
    assert 'rel="prev"' not in first
    assert 'rel="next" href="/poems/1/"' in first
    assert 'rel="prev" href="/poems/99/"' in last
    assert 'rel="next"' not in last


# --- furigana -------------------------------------------------------------------------------------------


def shows_furigana(browser):
    return 'class="poem plain"' not in page(browser, 17)


def test_the_furigana_switch_is_kept_for_a_person(alice, alices_browser):
    assert shows_furigana(alices_browser)
    response = alices_browser.post("/poems/17/furigana/")
    assert response.headers["Location"] == "/poems/17/"
    alice.refresh_from_db()
    assert alice.furigana is False
    assert not shows_furigana(alices_browser)


def test_the_furigana_switch_works_for_nobody_too(nobodys_browser):
    nobodys_browser.post("/poems/17/furigana/")
    assert not shows_furigana(nobodys_browser)
    nobodys_browser.post("/poems/17/furigana/")
    assert shows_furigana(nobodys_browser)


def test_the_furigana_switch_is_not_turned_by_looking(alice, alices_browser):
    assert alices_browser.get("/poems/17/furigana/").status_code == 405
    alice.refresh_from_db()
    assert alice.furigana is True


def test_there_are_no_furigana_for_a_poem_that_is_not(alices_browser):
    assert alices_browser.post("/poems/101/furigana/").status_code == 404


# --- history --------------------------------------------------------------------------------------------


@time_machine.travel(NOON, tick=False)
@pytest.mark.parametrize(
    ("days", "sentence"),
    [(-2, "Due since 8 Mar 2026."), (0, "Due today."), (1, "Due tomorrow"), (5, "Due in 5 days, 15 Mar 2026.")],
)
def test_a_memory_says_when_it_is_due(alice, alices_browser, days, sentence):
    remember(alice, 17, NOON.date() + timedelta(days=days))
    assert sentence in page(alices_browser, 17)


@time_machine.travel(datetime(2026, 3, 10, 3, 30, tzinfo=UTC), tick=False)
def test_the_day_ends_at_four_in_the_morning(alice, alices_browser):
    remember(alice, 17, date(2026, 3, 9))
    assert "Due today." in page(alices_browser, 17)


@time_machine.travel(NOON, tick=False)
def test_a_leech_is_told_and_not_hidden(alice, alices_browser):
    remember(alice, 17, NOON.date(), lapses=4)
    assert "Missed 4 times" in page(alices_browser, 17)


@time_machine.travel(NOON, tick=False)
def test_telling_partners_apart_belongs_to_each_of_them(alice, alices_browser):
    remember(alice, 65, NOON.date(), skill="disc")  # うら, and うか is 74
    assert "Telling partners apart" in page(alices_browser, 74)


@time_machine.travel(NOON, tick=False)
def test_answers_are_shown_in_the_persons_own_time(alice, alices_browser):
    alice.time_zone = "Asia/Tokyo"
    alice.save()
    answer(alice, 17, correct=False, answer="つく", elapsed_ms=987)
    text = page(alices_browser, 17)
    assert "21:00" in text
    assert "0.98 s" in text  # cut, as on a stopwatch
    assert "つく" in text


@time_machine.travel(NOON, tick=False)
def test_a_stranger_sees_nothing_of_alices_history(alice, charlies_browser, nobodys_browser, gretas_browser):
    remember(alice, 17, NOON.date())
    answer(alice, 17, elapsed_ms=98765)
    for browser in (charlies_browser, nobodys_browser, gretas_browser):
        text = page(browser, 17)
        assert "98765" not in text
        assert "Due today" not in text


@time_machine.travel(NOON, tick=False)
@pytest.mark.parametrize(("stability", "percent"), [(9, 93), (6, 90), (0.5, 68)])
def test_the_chance_on_the_day_it_is_due_is_that_of_the_memory(alice, alices_browser, stability, percent):
    """Six days after the last answer; (1 + F·6/S)^−0.1542 by the formula of FSRS-6: 0.9 for S = 6."""
    remember(alice, 17, date(2026, 3, 10), stability=stability)
    assert f"has fallen to {percent}%" in page(alices_browser, 17)


@time_machine.travel(NOON, tick=False)
def test_after_a_flight_west_the_day_is_still_the_one_of_the_drill(alice, alices_browser):
    remember(alice, 17, NOON.date())
    answer(alice, 18)  # on 10 March, somewhere east
    alice.time_zone = "Pacific/Honolulu"  # 02:00: by the clock still 9 March
    alice.save()
    assert "Due today." in page(alices_browser, 17)


def test_a_poem_page_is_light(alice, alices_browser, django_assert_num_queries):
    for skill in ("tf-kj", "kj-tf", "change"):
        remember(alice, 17, NOON.date(), skill=skill)
    for _ in range(20):
        answer(alice, 17)
    with django_assert_num_queries(6):  # session, person, memories, day, reviews, mnemonics
        alices_browser.get("/poems/17/")


def test_a_poem_only_answers_get(alices_browser):
    assert alices_browser.post("/poems/17/").status_code == 405
