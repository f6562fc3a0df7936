"""The page of what is due: every item with its reason, what waits with its reason, and what does not stick."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests.history import day, known, past
from trainer.models import Mnemonic
from trainer.srs.skills import Item, Skill

TODAY = day("2026-11-29")
TF_KJ, KJ_TF = Skill.TORIFUDA_TO_KIMARIJI, Skill.KIMARIJI_TO_TORIFUDA


@pytest.fixture(autouse=True)
def noon():
    with time_machine.travel("2026-11-29T12:00:00Z", tick=False):
        yield


@pytest.fixture
def alices_page(alices_browser):
    def page():
        return alices_browser.get("/due/").content.decode()

    return page


def words(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))


def part(page, name):
    """One section of the page, as words."""
    found = re.search(rf'<section aria-labelledby="{name}">(.*?)</section>', page, re.DOTALL)
    return words(found[1]) if found else ""


def answered_today(person, poem, **how):
    past(person, Item(poem, TF_KJ), TODAY, answered_at=timezone.now(), **how).save()


def test_before_the_first_card_the_page_says_what_it_is_for(alices_page):
    assert "you have not met a card yet" in alices_page()


def test_a_guest_has_a_page_too(gretas_browser, greta):
    known(greta, 1, today=TODAY)
    assert "Last answered 8 days ago." in gretas_browser.get("/due/").content.decode()


def test_nobody_is_asked_how_to_begin(nobodys_browser):
    response = nobodys_browser.get("/due/")
    assert (response.status_code, response["Location"]) == (302, "/begin/?next=%2Fdue%2F")


def test_the_page_only_shows(alices_browser):
    assert alices_browser.post("/due/").status_code == 405


def test_a_stranger_sees_only_their_own(charlies_browser, alice):
    known(alice, 1, today=TODAY)
    assert "you have not met a card yet" in charlies_browser.get("/due/").content.decode()


def test_an_item_says_when_it_was_answered_and_how_likely_it_is_known(alice, alices_page):
    # With a stability of 10 days nine in ten are remembered after 10 days, by what stability means.
    known(alice, 1, today=TODAY, last_day=TODAY - timedelta(days=10), stability=10.0, due_in=-2)
    due = part(alices_page(), "due")
    assert "Last answered 10 days ago. Its interval of 8 days ended 2 days ago." in due
    assert "You know it with a chance of about 90%." in due


def test_an_item_due_today_says_so(alice, alices_page):
    known(alice, 1, today=TODAY)
    assert "Its interval of 8 days ends today." in part(alices_page(), "due")


def test_lapses_are_told(alice, alices_page):
    known(alice, 1, today=TODAY, lapses=3)
    page = alices_page()
    assert "Forgotten 3 times so far." in part(page, "due")
    assert "does not stick" not in part(page, "due")


def test_what_is_not_due_is_not_there(alice, alices_page):
    known(alice, 1, today=TODAY, due_in=3)
    assert part(alices_page(), "due") == ""


def test_a_missed_item_comes_once_more(alice, alices_page):
    known(alice, 1, today=TODAY, due_in=1, last_day=TODAY)
    answered_today(alice, 1, correct=False)
    assert "Missed today." in part(alices_page(), "repeats")


def test_new_poems_say_that_they_are_new(alice, alices_page):
    known(alice, 1, today=TODAY)
    assert "New: the next poem of the path." in part(alices_page(), "beginning")


def test_a_second_direction_opens_when_the_first_is_firm(alice, alices_page):
    known(alice, 87, today=TODAY, due_in=5, stability=3.0)
    assert "New: the poem is firm enough to be asked this way too." in part(alices_page(), "beginning")


def test_the_backlog_is_told_with_its_number_and_all_its_cards(alice, alices_page):
    alice.most_per_day = 10
    alice.save()
    for poem in range(1, 16):
        known(alice, poem, today=TODAY)
    page = alices_page()
    assert "5 cards are due too, beyond your limit of 10 reviews a day." in part(page, "backlog")
    assert part(page, "backlog").count("Last answered") == 5
    assert part(page, "due").count("Last answered") == 10
    assert part(page, "beginning") == ""


def test_a_sibling_is_put_off_in_plain_sight(alice, alices_page):
    known(alice, 1, today=TODAY)
    known(alice, 1, today=TODAY, skill=KJ_TF)
    page = alices_page()
    both = part(page, "due") + part(page, "put-off")
    assert part(page, "due").count("Last answered") == part(page, "put-off").count("Last answered") == 1
    assert both.count("Card → sounds") == both.count("Sounds → card") == 1


def test_when_all_is_done_the_next_day_is_named(alice, alices_page):
    for poem in range(1, 101):
        known(alice, poem, today=TODAY, due_in=4, stability=2.0)
    assert "Nothing more is due today. The next cards come back on 3 Dec." in words(alices_page())


@pytest.mark.parametrize(("lapses", "is_leech"), [(3, False), (4, True)])
def test_four_lapses_mark_a_leech(alice, alices_page, lapses, is_leech):
    known(alice, 65, today=TODAY, lapses=lapses)
    leeches = part(alices_page(), "leeches")
    assert ("Forgotten 4 times." in leeches) is is_leech
    assert ("None." in leeches) is not is_leech


def test_a_leech_stands_beside_the_card_it_is_taken_for(alice, alices_page):
    known(alice, 65, today=TODAY, lapses=4)
    answered_today(alice, 65, correct=False, picked=18)
    leeches = part(alices_page(), "leeches")
    assert "Beside it: the card you take it for." in leeches
    assert "うら" in leeches
    assert "す" in leeches


def test_a_leech_never_mixed_up_stands_beside_its_partner(alice, alices_page):
    known(alice, 65, today=TODAY, lapses=4)
    leeches = part(alices_page(), "leeches")
    assert "Beside it: the card most like it." in leeches
    assert "うか" in leeches


def test_a_leech_that_is_not_due_is_shown_too(alice, alices_page):
    known(alice, 65, today=TODAY, due_in=3, lapses=5)
    assert "Forgotten 5 times." in part(alices_page(), "leeches")


def test_own_mnemonics_stand_with_the_leech(alice, charlie, alices_page):
    known(alice, 65, today=TODAY, lapses=4)
    Mnemonic.objects.create(person=alice, poem=65, text="a boat <turning>", written_at=timezone.now())
    Mnemonic.objects.create(person=charlie, poem=65, text="somebody else’s", written_at=timezone.now())
    page = alices_page()
    assert "a boat &lt;turning&gt;" in page
    assert "somebody else’s" not in page


def test_many_leeches_are_all_there(alice, alices_page):
    for poem in range(1, 11):
        known(alice, poem, today=TODAY, lapses=4)
    assert part(alices_page(), "leeches").count("Forgotten 4 times.") == 10


def test_the_answer_is_not_given_away(alice, alices_page):
    # What is due shows the card, never its kimariji: the question would be spoilt.
    known(alice, 65, today=TODAY)
    assert "うら" not in part(alices_page(), "due")


def test_more_cards_ask_no_more_queries(alice, alices_browser, django_assert_num_queries):
    known(alice, 65, today=TODAY, lapses=4)
    with django_assert_num_queries(7):
        alices_browser.get("/due/")
    for poem in range(1, 60):
        known(alice, poem, today=TODAY, lapses=4)
    with django_assert_num_queries(7):
        alices_browser.get("/due/")
