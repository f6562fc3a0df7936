"""The path of the lessons."""

from trainer.poems.lessons import lessons


def test_anybody_sees_the_whole_path_with_every_card(nobodys_browser):
    page = nobodys_browser.get("/learn/")
    assert page.content.decode().count('class="tf') == 100
    assert page.context["next"].lesson == lessons()[0]


def test_what_is_done_is_marked_and_the_next_lesson_is_the_first_unfinished(alices_browser, alice):
    for number in lessons()[0].poems:
        alice.memories.create(poem=number, skill="tf-kj", stability=3, reviews=1)
    page = alices_browser.get("/learn/")
    assert page.context["next"].lesson == lessons()[1]
    assert page.context["begun"] == len(lessons()[0].poems)


def test_one_persons_path_says_nothing_of_anothers(charlies_browser, alice):
    alice.memories.create(poem=lessons()[0].poems[0], skill="tf-kj", stability=3, reviews=1)
    assert charlies_browser.get("/learn/").context["begun"] == 0


def test_a_lesson_has_a_short_address(alices_browser):
    assert alices_browser.get("/learn/1/").url == "/drill/?sitting=lesson-1"
    assert alices_browser.get("/learn/0/").status_code == 404
    assert alices_browser.get("/learn/99/").status_code == 404
    assert alices_browser.post("/learn/").status_code == 405
    assert alices_browser.post("/learn/1/").status_code == 405
