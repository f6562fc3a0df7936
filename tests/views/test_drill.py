"""The drill's pages: for a guest, an account, a stranger and nobody; with htmx and without scripts."""

import re
from datetime import timedelta
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.utils import timezone
from histories import answered

from trainer.drills import remember_anew
from trainer.models import Memory, Person, Question, Review
from trainer.poems.lessons import lessons
from trainer.poems.poem import poem
from trainer.srs.asking import right_kimariji

LESSON = "/drill/?sitting=lesson-1"
HTMX = {"HX-Request": "true"}


def meet_and_ask(browser):
    """Meet the first cards of the first lesson; the question that follows."""
    page = browser.get(LESSON)
    while page.context["part"] == "meet":
        browser.post("/drill/", {"sitting": "lesson-1", "poem": page.context["poem"].number})
        page = browser.get(LESSON)
    return page.context["question"]


def answer(browser, question, text="", **more):
    return browser.post(f"/drill/answer/{question.key}/", {"answer": text, **more})


def right(question):
    return right_kimariji(question.asked)


def test_nobody_is_asked_how_to_begin_and_led_back(nobodys_browser):
    page = nobodys_browser.get(LESSON)
    assert page.status_code == 302
    assert page.url == "/begin/?next=%2Fdrill%2F%3Fsitting%3Dlesson-1"
    begun = nobodys_browser.post("/begin/", {"next": LESSON})
    assert begun.url == LESSON
    assert Person.objects.get().is_guest


def test_a_guest_meets_a_card_before_being_asked(gretas_browser):
    page = gretas_browser.get(LESSON)
    assert page.context["part"] == "meet"
    assert page.context["poem"].upper.spoken[0] in "むすめふさほせ"
    question = meet_and_ask(gretas_browser)
    assert question.skill == "tf-kj"


def test_the_question_holds_the_card_and_not_its_answer(alices_browser):
    question = meet_and_ask(alices_browser)
    text = alices_browser.get(LESSON).content.decode()
    asked = poem(question.poem)
    assert asked.torifuda_columns[0] in text
    for leak in (asked.upper.spoken[:5], asked.upper.modern[:5], asked.upper.written[:4], asked.author.kanji):
        assert leak not in text


def test_an_answer_is_followed_by_its_verdict_without_scripts(alices_browser):
    question = meet_and_ask(alices_browser)
    posted = answer(alices_browser, question, right(question))
    assert posted.status_code == 302
    page = alices_browser.get(posted.url)
    assert page.context["verdict"].review.correct
    assert page.context["part"] == "verdict"


def test_where_the_focus_goes_after_an_answer_the_verdict_is_read_out(alices_browser):
    question = meet_and_ask(alices_browser)
    text = alices_browser.get(answer(alices_browser, question, "ra").url).content.decode()
    described = re.search(r'<a [^>]*autofocus[^>]*aria-describedby="(\w+)"', text)[1]
    assert re.search(rf'<h1 [^>]*id="{described}"[^>]*>.*It is', text)


def test_htmx_gets_the_stage_alone(alices_browser):
    question = meet_and_ask(alices_browser)
    page = alices_browser.post(f"/drill/answer/{question.key}/", {"answer": "ra"}, headers=HTMX)
    text = page.content.decode()
    assert page.status_code == 200
    assert "<html" not in text
    assert "It is" in text


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "stage"])
def test_one_address_answers_in_two_ways_and_neither_is_kept(alices_browser, headers):
    """Or the browser's Back would show the stage without its page."""
    question = meet_and_ask(alices_browser)
    verdict = alices_browser.post(f"/drill/answer/{question.key}/", {"answer": "ra"}, headers=headers)
    for response in (verdict, alices_browser.get(LESSON, headers=headers)):
        assert "HX-Request" in response.headers["Vary"]
        assert {"no-store", "private"} <= set(response.headers["Cache-Control"].split(", "))


def test_a_wrong_answer_shows_the_bridges_also_the_persons_own(alices_browser, alice):
    question = meet_and_ask(alices_browser)
    alice.mnemonics.create(poem=question.poem, text="A bridge of Alice’s", written_at="2026-11-30T12:00Z")
    page = alices_browser.get(answer(alices_browser, question, "ra").url)
    assert "A bridge of Alice’s" in page.content.decode()
    assert poem(question.poem).mnemonics[0].en[:20] in page.content.decode().replace("&quot;", '"')


def test_not_knowing_is_an_answer(alices_browser):
    question = meet_and_ask(alices_browser)
    answer(alices_browser, question, unknown="1")
    assert not Review.objects.get().correct


@pytest.mark.parametrize("text", ["", "   ", "憂", "う" * 61])
def test_what_is_no_answer_is_said_and_changes_nothing(alices_browser, text):
    question = meet_and_ask(alices_browser)
    page = answer(alices_browser, question, text)
    assert page.status_code == 422
    assert "kana or in romaji" in page.content.decode()
    assert not Review.objects.exists()
    assert Question.objects.get().key == question.key


@pytest.mark.parametrize("elapsed", ["", "fast", "-5", "1e3", "99999999999999999999", "1.5"])
def test_a_broken_time_is_no_time(alices_browser, elapsed):
    question = meet_and_ask(alices_browser)
    answer(alices_browser, question, right(question), elapsed_ms=elapsed)
    assert Review.objects.get().elapsed_ms is None


def test_a_double_click_counts_once(alices_browser):
    question = meet_and_ask(alices_browser)
    first = answer(alices_browser, question, right(question))
    second = answer(alices_browser, question, "ra")
    assert first.url == second.url
    assert Review.objects.get().correct
    assert Memory.objects.begun().get().reviews == 1


def test_another_answer_from_a_second_tab_is_told_that_the_first_counts(alices_browser):
    question = meet_and_ask(alices_browser)
    answer(alices_browser, question, right(question))
    page = alices_browser.post(f"/drill/answer/{question.key}/", {"answer": "ra"}, headers=HTMX)
    assert "in another tab" in page.content.decode()


def test_a_reload_asks_the_same_question(alices_browser):
    question = meet_and_ask(alices_browser)
    assert alices_browser.get(LESSON).context["question"] == question


def test_the_verdicts_address_before_the_answer_leads_to_the_question(alices_browser):
    question = meet_and_ask(alices_browser)
    assert alices_browser.get(f"/drill/answer/{question.key}/").url == LESSON


def test_a_stranger_sees_neither_question_nor_verdict(alices_browser, charlies_browser, gretas_browser):
    question = meet_and_ask(alices_browser)
    for browser in (charlies_browser, gretas_browser):
        assert browser.get(f"/drill/answer/{question.key}/").status_code == 404
        assert answer(browser, question, right(question)).status_code == 404
    answer(alices_browser, question, right(question))
    for browser in (charlies_browser, gretas_browser):
        assert browser.get(f"/drill/answer/{question.key}/").status_code == 404
        assert answer(browser, question, right(question)).status_code == 404
    assert Review.objects.count() == 1


@pytest.mark.parametrize(
    "code",
    ["lesson-0", "lesson-99", "lesson-1x", "practise-tf-kj-00000000-nowhere", "practise-au-kj-00000000-all", "?"],
)
def test_an_unknown_sitting_is_not_found(alices_browser, code):
    assert alices_browser.get("/drill/", {"sitting": code}).status_code == 404


@pytest.mark.parametrize("number", ["", "0", "101", "x", "-1", "9" * 5000])
def test_only_a_poem_can_be_met(alices_browser, number):
    assert alices_browser.post("/drill/", {"sitting": "lesson-1", "poem": number}).status_code == 404
    assert not Memory.objects.exists()


def test_an_unknown_question_is_not_found(alices_browser):
    assert alices_browser.post(f"/drill/answer/{uuid4()}/", {"answer": "a"}).status_code == 404


@pytest.mark.parametrize("address", ["/drill/", f"/drill/answer/{uuid4()}/"])
def test_the_wrong_verb_is_refused(alices_browser, address):
    assert alices_browser.delete(address).status_code == 405


def test_a_day_with_nothing_due_says_what_else_there_is(alices_browser, alice):
    alice.new_per_day = 1
    alice.save()
    page = alices_browser.get("/drill/")
    alices_browser.post("/drill/", {"sitting": "today", "poem": page.context["poem"].number})
    question = alices_browser.get("/drill/").context["question"]
    answer(alices_browser, question, right(question))
    page = alices_browser.get("/drill/")
    assert page.context["part"] == "done"
    assert "1 answer, 1 right." in page.content.decode()


def test_cards_are_met_by_threes_before_the_first_of_them_is_asked(gretas_browser):
    met = []
    page = gretas_browser.get(LESSON)
    while page.context["part"] == "meet":
        met.append(page.context["poem"].number)
        gretas_browser.post("/drill/", {"sitting": "lesson-1", "poem": met[-1]})
        page = gretas_browser.get(LESSON)
    assert [poem(number).initial for number in met] == ["む", "す", "め"]
    assert page.context["question"].poem == met[0]


def test_a_lesson_finished_on_another_day_says_that_nothing_is_due(alice, alices_browser):
    for number in lessons()[0].poems:
        answered(alice, number)
    remember_anew(alice)
    Memory.objects.update(due_on=timezone.now().date() + timedelta(days=9))
    page = alices_browser.get(LESSON)
    assert page.context["part"] == "done"
    assert "Nothing is due." in page.content.decode()
    assert "come back tomorrow" not in page.content.decode()


def test_the_practise_page_lists_skills_and_piles(gretas_browser):
    page = gretas_browser.get("/practise/")
    assert page.status_code == 200
    assert page.content.decode().count('name="skill"') == 12


@pytest.mark.parametrize("skill", ["tf-kj", "kj-tf", "disc", "change", "up-lo", "lo-up", "author"])
def test_every_skill_can_be_practised_to_the_end(gretas_browser, skill):
    begun = gretas_browser.get("/practise/", {"skill": skill, "pile": "sound-u"})
    address = begun.url
    assert address.startswith(f"/drill/?sitting=practise-{skill}-")
    for _ in range(10):
        page = gretas_browser.get(address)
        if page.context["part"] == "done":
            break
        question = page.context["question"]
        asked = question.asked
        answer(gretas_browser, question, right(question) if asked.is_typed else str(asked.poem))
    assert page.context["part"] == "done"
    assert Review.objects.filter(correct=True).count() == (1 if skill == "disc" else 2)
    assert not Memory.objects.begun().exists()  # trying is not beginning


@pytest.mark.parametrize("query", [{"skill": "tf-kj", "pile": "nowhere"}, {"skill": "flying"}])
def test_an_unknown_practice_is_said(gretas_browser, query):
    page = gretas_browser.get("/practise/", query)
    assert page.status_code == 404
    assert "Choose one from the list" in page.content.decode()


def test_an_empty_pile_is_said(gretas_browser):
    page = gretas_browser.get("/practise/", {"skill": "tf-kj", "pile": "leeches"})
    assert "None of your cards" in page.content.decode()


@pytest.mark.parametrize("path", [LESSON, "/practise/"])
def test_a_stale_tab_leaves_for_the_door_and_lays_no_page_into_a_page(nobodys_browser, path):
    page = nobodys_browser.get(path, headers=HTMX)
    assert page.headers["HX-Redirect"].startswith("/begin/?next=")
    assert not page.content


@pytest.fixture
def deleted_meanwhile(greta, gretas_browser, monkeypatch):
    """Her open question; with the next look at the clock another tab deletes all she has."""

    def now():
        Person.objects.filter(pk=greta.pk).delete()
        return timezone.now()

    question = meet_and_ask(gretas_browser)
    monkeypatch.setattr("trainer.views.drill.timezone", SimpleNamespace(now=now))
    return question


@pytest.mark.parametrize(("headers", "header"), [({}, "Location"), (HTMX, "HX-Redirect")])
def test_an_answer_that_another_tab_was_quicker_than_is_shown_the_door(
    gretas_browser, deleted_meanwhile, headers, header
):
    page = gretas_browser.post(f"/drill/answer/{deleted_meanwhile.key}/", {"answer": "む"}, headers=headers)
    assert page.headers[header] == "/begin/"
    assert not Review.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_question_for_somebody_who_is_gone_meanwhile_is_not_asked(gretas_browser, deleted_meanwhile):
    """A real transaction: inside a test's own one SQLite looks at foreign keys only at its end."""
    assert gretas_browser.get("/drill/?sitting=practise-tf-kj-00000000-all").headers["Location"] == "/begin/"
    assert not Question.objects.exists()
