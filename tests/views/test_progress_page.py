"""The progress page: one's own history as plots, each with its numbers."""

import re
from datetime import timedelta

import pytest
import time_machine

from tests.history import day, known, live, past
from trainer.srs.skills import Item, Skill

TODAY = day("2026-11-29")
TF_KJ = Skill.TORIFUDA_TO_KIMARIJI


@pytest.fixture(autouse=True)
def noon():
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False):
        yield


@pytest.fixture
def alices_page(alices_browser):
    return lambda: re.sub(r"\s+", " ", alices_browser.get("/progress/").content.decode())


def words(page):
    """The text a reader sees."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))


def answered(person, poem, days_ago, **how):
    past(person, Item(poem, TF_KJ), TODAY - timedelta(days=days_ago), **how).save()


def test_before_the_first_answer_the_page_says_what_will_be_here(alices_page):
    assert "Begin the first lesson" in alices_page()
    assert '<svg class="plot' not in alices_page()


def test_a_guest_has_a_page_too(gretas_browser, greta):
    answered(greta, 1, 0)
    assert "Learned over time" in gretas_browser.get("/progress/").content.decode()


def test_nobody_is_asked_how_to_begin(nobodys_browser):
    response = nobodys_browser.get("/progress/")
    assert (response.status_code, response["Location"]) == (302, "/begin/?next=%2Fprogress%2F")


def test_the_page_only_shows(alices_browser):
    assert alices_browser.post("/progress/").status_code == 405


def test_a_stranger_sees_only_their_own(charlies_browser, alice):
    live(alice, days=10, until=TODAY)
    assert "Begin the first lesson" in charlies_browser.get("/progress/").content.decode()


def test_the_first_day_is_named(alice, alices_page):
    answered(alice, 1, 0)
    assert "You practised today, your first day." in words(alices_page())


def test_the_first_day_begins_the_history(alice, alices_page):
    answered(alice, 1, 0)
    plot = alices_page().partition('id="learned"')[2].partition("</figure>")[0]
    rows = re.findall(r"<tr>.*?</tr>", plot.partition("<tbody>")[2])
    assert len(rows) == 1
    assert "2026" in rows[0]


def test_a_history_of_weeks_begins_after_the_first_answer(alice, alices_page):
    answered(alice, 1, 65)
    plot = alices_page().partition('id="learned"')[2].partition("</figure>")[0]
    assert len(re.findall(r"<tr>", plot.partition("<tbody>")[2])) == 10  # 0 to 63 days ago


def test_one_question_is_one(alice, alices_page):
    answered(alice, 74, 0, correct=False, picked=65)
    assert "1 of 1 question " in words(alices_page())


def test_days_without_practice_are_counted_without_a_word(alice, alices_page):
    for days_ago in (20, 13, 5, 1):
        answered(alice, 1, days_ago)
    page = words(alices_page())
    assert "You practised on 3 of the last 14 days." in page
    assert not re.search("streak|lost|missed a day|broke", page, re.IGNORECASE)


def test_a_beginners_days_are_counted_from_the_first(alice, alices_page):
    answered(alice, 1, 2)
    answered(alice, 1, 0)
    assert "You practised on 2 of the last 3 days." in words(alices_page())


def test_every_plot_has_its_numbers(alice, alices_page):
    live(alice, days=30, until=TODAY)
    page = alices_page()
    with_numbers = page.split('<figure class="chart">')[1:]
    assert len(with_numbers) == 10
    for figure in with_numbers:
        assert 'role="img"' in figure
        assert "<table>" in figure.partition("</figure>")[0]


def test_captions_of_tables_differ(alice, alices_page):
    live(alice, days=30, until=TODAY)
    captions = re.findall("<caption[^>]*>(.*?)</caption>", alices_page())
    assert len(set(captions)) == len(captions)


def test_ids_are_unique(alice, alices_page):
    live(alice, days=30, until=TODAY)
    ids = re.findall(r'\bid="([^"]+)"', alices_page())
    assert len(set(ids)) == len(ids)


def test_what_was_recalled_stands_against_what_was_asked_for(alice, alices_page):
    known(alice, 1, today=TODAY, first_day=TODAY - timedelta(days=9))
    answered(alice, 1, 8)
    answered(alice, 1, 4, correct=False)
    answered(alice, 1, 2)
    answered(alice, 1, 0)
    assert "In the last 30 days you recalled 75% of 4 reviews; you asked for 95%." in words(alices_page())


def test_a_weak_sound_is_named_with_a_way_to_practise_it(alice, alices_page):
    for _ in range(10):
        answered(alice, 87, 0, elapsed_ms=1500, counted=False)
    assert "む 1.50 s" in words(alices_page())
    assert "/practise/?skill=tf-kj&amp;pile=sound-mu" in alices_page()


def test_fast_sounds_are_not_called_slow(alice, alices_page):
    for _ in range(10):
        answered(alice, 87, 0, elapsed_ms=900, counted=False)
    assert "No sound with ten answers or more is slower than the target of 1.00 s." in words(alices_page())


def test_mixed_up_partners_can_be_drilled_against_each_other(alice, alices_page):
    answered(alice, 65, 0, correct=False, picked=74)
    answered(alice, 65, 1, correct=False, picked=74)
    answered(alice, 74, 0, correct=False, picked=65)
    answered(alice, 74, 1)
    page = alices_page()
    assert "3 of 4 questions" in words(page)
    assert "うら → うか 2, うか → うら 1" in words(page)
    assert f"/practise/?skill=disc&amp;pile=own-{(1 << 64) + (1 << 73):025x}" in page


@pytest.mark.parametrize("picked", [74, 18])
def test_the_way_to_practise_a_pair_leads_to_a_drill(alice, alices_browser, alices_page, picked):
    for poem in (65, 74, 18):
        known(alice, poem, today=TODAY)
    answered(alice, 65, 0, correct=False, picked=picked)
    link = re.search(r'<a class="btn" href="(/practise/[^"]+)"', alices_page())[1].replace("&amp;", "&")
    response = alices_browser.get(link)
    assert response.status_code == 302
    assert response["Location"].startswith("/drill/?sitting=practise-")
    assert alices_browser.get(response["Location"]).status_code == 200


def test_mixed_up_cards_that_are_no_partners_are_chosen_between(alice, alices_page):
    answered(alice, 87, 0, correct=False, picked=18)
    assert f"/practise/?skill=kj-tf&amp;pile=own-{(1 << 86) + (1 << 17):025x}" in alices_page()


def test_without_mistakes_nothing_is_mixed_up(alice, alices_page):
    answered(alice, 1, 0)
    assert "No two cards were taken for each other in the last 90 days." in words(alices_page())


def test_a_load_above_the_limit_is_said(alice, alices_page):
    alice.most_per_day = 10
    alice.save()
    answered(alice, 1, 1)
    for poem in range(1, 16):
        known(alice, poem, today=TODAY)
    page = alices_page()
    assert "more is due than your limit of 10 reviews" in words(page)
    # Of fifteen due today ten are asked, nothing begins, five wait.
    today = re.search(r"<caption[^>]*>What the coming days ask</caption>.*?<tbody> <tr>(.*?)</tr>", page)[1]
    assert re.sub("<[^>]+>", " ", today).split()[-4:] == ["10", "0", "1", "5"]


def test_a_load_within_the_limit_is_said(alice, alices_page):
    answered(alice, 1, 1)
    known(alice, 1, today=TODAY)
    assert "within your limit of 120 reviews." in words(alices_page())


@pytest.mark.parametrize(
    ("missed", "said"),
    [
        (0, "Very few"),
        (2, "Hard enough to be worth asking"),
        (5, "Many: fewer new poems a day would help most."),
    ],
)
def test_the_share_of_misses_is_judged(alice, alices_page, missed, said):
    for number in range(20):
        known(alice, number + 1, today=TODAY)
        answered(alice, number + 1, 0, correct=number >= missed)
    assert said in words(alices_page())


def test_few_reviews_are_not_judged(alice, alices_page):
    known(alice, 1, today=TODAY)
    answered(alice, 1, 0, correct=False)
    assert "Too few yet to say anything." in words(alices_page())


def test_minutes_are_those_of_a_day_with_practice(alice, alices_page):
    answered(alice, 1, 0, elapsed_ms=30_000)
    for _ in range(7):
        answered(alice, 1, 3, elapsed_ms=30_000, counted=False)
    answered(alice, 1, 3, elapsed_ms=None, counted=False)
    assert "2.0 minutes of answering on a day with practice. 1 answer without a time is left out." in words(
        alices_page()
    )


def test_poems_only_shown_are_no_memories_yet(alice, alices_page):
    answered(alice, 1, 0)
    alice.memories.create(poem=2, skill=TF_KJ.value)
    assert "of 0 items" in words(alices_page())


def test_a_long_history_asks_no_more_queries(alice, alices_browser, django_assert_num_queries):
    answered(alice, 87, 0)
    with django_assert_num_queries(11):
        alices_browser.get("/progress/")
    live(alice, days=40, until=TODAY)
    with django_assert_num_queries(12):  # from the first way back on it is looked up what can be heard
        alices_browser.get("/progress/")


def test_one_persons_history_stays_out_of_anothers(alice, charlie, charlies_browser):
    answered(alice, 65, 0, correct=False, picked=74)
    answered(charlie, 1, 0)
    assert "Drill this pair" not in charlies_browser.get("/progress/").content.decode()


@pytest.mark.parametrize("language", ["ja", "vi"])
def test_other_languages_draw_too(alice, alices_page, language):
    alice.language = language
    alice.save()
    live(alice, days=5, until=TODAY)
    assert f'<html lang="{language}"' in alices_page()
