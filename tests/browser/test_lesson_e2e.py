"""A first lesson as a guest lives it: by keyboard alone, interrupted, and taken along into an account."""

import pytest
from playwright.sync_api import expect

from trainer.models import Memory, Person, Question, Review
from trainer.srs.asking import right_kimariji

pytestmark = pytest.mark.e2e


def right_answer():
    """What the open question wants; the page must not know it, so the test asks the database."""
    asked = Question.objects.order_by("asked_at").last().asked
    return right_kimariji(asked)


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def think(page):
    """As long as a person needs at least: what comes sooner than a tenth of a second is not believed."""
    shown = page.evaluate("performance.now()")
    page.wait_for_function("shown => performance.now() - shown > 150", arg=shown)


def go_on(page, most=60, *, until="section.done"):
    """Meet, answer rightly, go on: with the keyboard, until the end of the lesson (or a number of answers)."""
    answers = 0
    for _ in range(most):
        expect(page.locator("section.meet, section.ask, section.verdict, section.done").first).to_be_visible()
        if page.locator(until).count():
            return answers
        if page.locator("section.ask").count():
            expect(page.locator("#answer")).to_be_focused()
            page.keyboard.type(right_answer())
            press(page, "Enter")
            expect(page.locator("section.verdict")).to_be_visible()
            answers += 1
        else:
            enter(page)
    return answers


def enter(page):
    """Press Enter where one goes on, and wait until something else is there."""
    page.evaluate("document.querySelector('#main section').dataset.seen = 1")
    expect(page.locator("#main [autofocus]")).to_be_focused()
    press(page, "Enter")
    expect(page.locator("#main section:not([data-seen])")).to_be_visible()


def test_a_guest_finishes_a_lesson_by_keyboard_reloads_in_the_middle_and_signs_up(page, site):
    page.goto(f"{site}/")
    page.locator("h1").wait_for()
    while page.evaluate("document.activeElement.textContent.trim()") != "Begin the first lesson":
        press(page, "Tab")
    press(page, "Enter")
    for _ in range(3):
        expect(page.locator("section.meet")).to_be_visible()
        enter(page)
    expect(page.locator("#answer")).to_be_focused()
    think(page)
    page.keyboard.type("ra")
    press(page, "Enter")
    expect(page.locator("section.verdict.wrong")).to_be_visible()
    assert Review.objects.get().elapsed_ms is not None
    enter(page)

    go_on(page, 3, until=".nothing")
    answered = Review.objects.count()
    page.reload()
    assert Review.objects.count() == answered
    go_on(page)

    expect(page.get_by_role("heading", name="5 cards learnt")).to_be_visible()
    guest = Person.objects.get()
    assert guest.is_guest
    reviews, memories = guest.reviews.count(), Memory.objects.begun().count()
    assert memories == guest.new_per_day

    page.goto(f"{site}/account/sign-up/")
    page.locator("#id_username").focus()
    page.keyboard.type("haruko")
    page.locator("#id_password1").focus()
    page.keyboard.type("naniwazu ni sakuya")
    page.locator("#id_password2").focus()
    page.keyboard.type("naniwazu ni sakuya")
    press(page, "Enter")
    page.wait_for_url(lambda url: "sign-up" not in url)
    haruko = Person.objects.get()
    assert (haruko.pk, haruko.username, haruko.is_guest) == (guest.pk, "haruko", False)
    assert (haruko.reviews.count(), Memory.objects.begun().count()) == (reviews, memories)
    page.goto(f"{site}/learn/")
    expect(page.get_by_text(f"{memories} of 7")).to_be_visible()


def test_a_number_key_chooses_a_card_and_the_time_ends_with_the_key(page, site, sign_in, greta):
    sign_in(greta)
    page.goto(f"{site}/practise/?skill=kj-tf&pile=sound-u")
    expect(page.locator(".choice")).to_have_count(6)
    asked = Question.objects.get().asked
    think(page)
    press(page, str(asked.choices.index(asked.poem) + 1))
    expect(page.locator("section.verdict.right")).to_be_visible()
    review = Review.objects.get()
    assert review.correct
    assert 0 < review.elapsed_ms < 10_000


def test_a_verdict_lost_on_the_way_is_sent_again_and_counts_once(page, site, sign_in, greta, trouble):
    sign_in(greta)
    page.goto(f"{site}/practise/?skill=tf-kj&pile=sound-u")
    page.context.set_offline(True)
    page.keyboard.type(right_answer())
    press(page, "Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    page.context.set_offline(False)
    press(page, "Enter")
    expect(page.locator("section.verdict.right")).to_be_visible()
    assert Review.objects.count() == 1
    trouble.clear()  # the line was cut on purpose


def settled(page):
    """Until htmx has taken over what it laid in: what is sent within those 20 ms goes the way without scripts."""
    expect(page.locator(".htmx-settling")).to_have_count(0)


def test_back_into_a_drill_is_a_whole_page(page, site, sign_in, greta):
    sign_in(greta)
    page.goto(f"{site}/learn/")
    page.goto(f"{site}/drill/?sitting=lesson-1")
    while page.locator("section.meet").count():
        enter(page)
    page.keyboard.type("ra")
    settled(page)
    press(page, "Enter")
    expect(page.locator("section.verdict")).to_be_visible()
    settled(page)
    enter(page)  # the drill's own address, got as a fragment
    page.get_by_role("link", name="Leave").click()
    page.wait_for_url(f"{site}/learn/")
    page.go_back()
    expect(page.locator("main section")).to_be_visible()
    expect(page.locator("head link[href*=drill]")).to_have_count(1)
    assert page.title().startswith("Lesson")


def test_after_a_refused_answer_the_next_one_replaces_it(page, site, sign_in, greta):
    sign_in(greta)
    page.goto(f"{site}/practise/?skill=tf-kj&pile=sound-u")
    page.keyboard.type("xyz")
    press(page, "Enter")
    expect(page.locator("#error")).to_be_visible()
    page.keyboard.type("ra")
    expect(page.locator("#answer")).to_have_value("ra")


def middle(page, selector):
    """Where the middle of what is there lies, in px from the left."""
    boxes = [each.bounding_box() for each in page.locator(selector).all()]
    left, right = min(box["x"] for box in boxes), max(box["x"] + box["width"] for box in boxes)
    return (left + right) / 2


@pytest.mark.parametrize(("skill", "cards"), [("disc", 2), ("kj-tf", 6)])
def test_cards_and_progress_stand_on_the_axis(page, site, sign_in, greta, skill, cards):
    sign_in(greta)
    page.goto(f"{site}/practise/?skill={skill}&pile=sound-u")
    expect(page.locator(".choice")).to_have_count(cards)
    axis = page.evaluate("document.documentElement.clientWidth / 2")
    assert middle(page, ".choice") == pytest.approx(axis, abs=1)
    assert middle(page, ".prog") == pytest.approx(axis, abs=1)


@pytest.mark.parametrize("width", [320, 390])
def test_six_cards_stand_in_two_rows_of_three_on_a_phone(page, site, sign_in, greta, width):
    sign_in(greta)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{site}/practise/?skill=kj-tf&pile=sound-u")
    expect(page.locator(".choice")).to_have_count(6)
    tops = [round(each.bounding_box()["y"]) for each in page.locator(".choice").all()]
    assert tops == [tops[0]] * 3 + [tops[3]] * 3
    assert tops[3] > tops[0]


REACTION = """async (kinds) => {
  const { reaction } = await import(document.querySelector('link[rel=modulepreload]').href);
  return kinds.map(reaction);
}"""


@pytest.mark.parametrize(
    ("keys", "corrected", "sent_at", "elapsed_ms"),
    [
        ([1900, 2000], False, 2100, 900),  # written in one go: ready at the first key
        ([1900, 4000], False, 4100, 3100),  # paused within: ready when sent
        ([1900, 2000], True, 2500, 1500),  # taken back: ready when sent
        ([], False, 1700.4, 700),  # a choice
        ([], False, 1000, 1),  # never nothing
    ],
)
def test_a_reaction_ends_when_the_answer_was_ready(page, site, sign_in, greta, keys, corrected, sent_at, elapsed_ms):
    sign_in(greta)
    page.goto(f"{site}/practise/?skill=tf-kj&pile=sound-u")
    kind = {"shownAt": 1000, "keys": keys, "corrected": corrected, "sentAt": sent_at}
    assert page.evaluate(REACTION, [kind]) == [elapsed_ms]
