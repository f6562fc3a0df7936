"""Fuda-nagashi in a real browser: a whole run by keyboard, its times, its batches, and what survives a kill."""

from itertools import pairwise
from statistics import median, quantiles

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from trainer.models import Run
from trainer.poems.kimariji import as_written
from trainer.poems.poem import POEMS

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# Notes the browser's own time of every key, before the page sees it.
KEY_TIMES = """
window.keyTimes = [];
addEventListener("keydown", (event) => { if (!event.repeat) keyTimes.push([event.key, event.timeStamp]); }, true);
"""
TORIFUDA = {poem.torifuda: poem for poem in POEMS}


@pytest.fixture
def run_page(site, page):
    """A guest before a run: call it with what the setup form is to say."""
    page.add_init_script(KEY_TIMES)

    def begin(**chosen):
        page.goto(f"{site}{reverse('flow')}")
        if "/begin/" in page.url:
            page.locator("main form button").first.click()
            page.goto(f"{site}{reverse('flow')}")
        for name, value in chosen.items():
            field = page.locator(f"[name={name}]")
            if field.first.get_attribute("type") == "radio":
                page.locator(f"[name={name}][value={value}]").check(force=True)
            elif field.evaluate("each => each.tagName") == "SELECT":
                field.select_option(value)
            else:
                field.fill(value)
        page.locator("form[action='" + reverse("flow") + "'] .btn.go").click()
        expect(page.locator("[data-start]")).to_be_focused()  # the script is there
        return page

    return begin


def keys(page):
    return page.evaluate("keyTimes")


def the_run():
    return Run.objects.latest("started_at")


def top_card(page):
    return page.locator("[data-cards] li:not([hidden]) [role=img]").get_attribute("aria-label")


def turn(page, key="Space"):
    """Press the key and wait until the next card can be seen."""
    place = page.locator(".count [data-place]")
    before = place.inner_text()
    page.keyboard.press(key)
    expect(place).not_to_have_text(before)


def finish(page):
    """Ask for the result as soon as a said run offers it."""
    expect(page.locator("[data-finish]")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(".score")


def test_a_hundred_cards_by_keyboard_alone_and_every_time_is_the_time_between_the_keys(run_page):
    page = run_page(pile="all", facing="mixed", mode="said")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cards] li:not([hidden])")
    for number in range(100):
        turn(page, ("Space", "Enter", "ArrowRight")[number % 3])
    finish(page)
    run = the_run()
    assert run.finished_at is not None
    turns = list(run.turns.all())
    assert [turn.correct for turn in turns] == [True] * 100
    assert run.total_ms == sum(turn.elapsed_ms for turn in turns)


def test_the_stored_times_are_those_of_the_keys_less_one_frame(run_page):
    page = run_page(pile="part", part="group-4", mode="said")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cards] li:not([hidden])")
    for _ in range(16):
        turn(page)
    pressed = [at for key, at in keys(page) if key in (" ", "Enter")]
    page.locator("[data-finish]").click()
    page.wait_for_selector(".score")
    stored = [turn.elapsed_ms for turn in the_run().turns.all()]
    between = [later - earlier for earlier, later in pairwise(pressed)]
    # The first card follows the key that began; each next one is painted at most a few frames after its key.
    lag = [gap - ms for gap, ms in zip(between, stored, strict=True)]
    assert all(each >= -1 for each in lag)
    assert median(lag[1:]) < 34
    assert quantiles(lag[1:], n=20)[-1] < 100


def test_a_miss_is_marked_and_one_card_taken_back(run_page):
    page = run_page(pile="part", part="group-8", mode="said")
    page.keyboard.press("Space")
    page.wait_for_selector("[data-cards] li:not([hidden])")
    first = top_card(page)
    turn(page)
    page.keyboard.press("m")
    assert page.locator("[data-miss]").get_attribute("aria-pressed") == "true"
    turn(page)
    second_missed = page.locator("[data-miss]").get_attribute("aria-pressed")
    assert second_missed == "false"
    turn(page, "Backspace")
    expect(page.locator(".count [data-place]")).to_have_text("1")
    page.keyboard.press("Backspace")  # only one: the card before has been handed in
    expect(page.locator("[data-back]")).to_be_disabled()
    expect(page.locator(".count [data-place]")).to_have_text("1")
    for _ in range(7):
        turn(page)
    finish(page)
    turns = list(the_run().turns.all())
    assert [turn.correct for turn in turns] == [False] + [True] * 7
    assert "".join(first.split()) == POEMS[turns[0].poem - 1].torifuda


def test_one_key_too_many_does_not_end_a_run_and_the_last_card_can_still_be_marked(run_page):
    page = run_page(pile="part", part="group-4", mode="said")
    page.keyboard.press("Space")
    page.wait_for_selector("[data-cards] li:not([hidden])")
    for _ in range(16):
        turn(page)
    for key in ("Space", "Enter", "Space", "m"):
        page.keyboard.press(key)
    assert page.locator("[data-miss]").get_attribute("aria-pressed") == "true"
    assert the_run().finished_at is None
    expect(page.locator("[data-finish]")).to_be_focused()  # a moment later it is offered
    page.keyboard.press("Space")
    page.wait_for_selector(".score")
    assert [turn.correct for turn in the_run().turns.all()] == [True] * 15 + [False]


def test_a_tap_anywhere_turns_and_buttons_do_their_own(run_page):
    page = run_page(pile="part", part="sound-o", mode="said")
    place = page.locator(".count [data-place]")
    page.locator("[data-start]").click()
    page.wait_for_selector("[data-cards] li:not([hidden])")
    for turned, spot in enumerate(("[data-cards]", "[data-next]", ".flow-bar h1"), start=1):
        page.locator(spot).click()
        expect(place).to_have_text(str(turned))
    page.locator("[data-miss]").click()
    assert page.locator("[data-miss]").get_attribute("aria-pressed") == "true"
    page.locator("[data-back]").click()
    expect(place).to_have_text("2")
    page.keyboard.press("Space")  # the focus is on the main button again, whatever was clicked
    expect(place).to_have_text("3")


def test_a_whole_run_without_javascript(site, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}{reverse('flow')}?pile=sound-tsu")
    page.locator("main form .btn.go").first.click()
    page.locator(f"form[action='{reverse('flow')}'] .btn.go").click()
    page.locator("[data-start]").click()
    page.get_by_role("button", name="Next card").click()
    page.get_by_role("button", name="One back").click()
    page.get_by_role("button", name="Next card").click()
    page.get_by_role("button", name="I missed it").click()
    page.get_by_role("button", name="See the result").click()
    expect(page.locator(".score")).to_be_visible()
    context.close()
    run = the_run()
    assert [turn.correct for turn in run.turns.all()] == [True, False]
    assert run.total_ms > 0


def test_a_killed_tab_goes_on_where_it_was(run_page, context):
    page = run_page(pile="part", part="group-16", mode="said")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cards] li:not([hidden])")
    for _ in range(8):
        turn(page)
    address, card = page.url, top_card(page)
    page.close(run_before_unload=False)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("[data-start]")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cards] li:not([hidden])")
    assert top_card(page) == card
    for _ in range(8):
        turn(page)
    finish(page)
    run = the_run()
    assert run.turns.filter(correct=True).count() == 16
    assert run.total_ms is not None


def test_turns_made_without_a_connection_are_sent_when_it_is_back(run_page, context, trouble):
    page = run_page(pile="part", part="group-4", mode="said")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cards] li:not([hidden])")
    context.set_offline(True)
    for _ in range(16):
        turn(page)
    expect(page.locator("[data-notice]")).not_to_have_text("")
    assert the_run().turns.filter(correct__isnull=False).count() == 0
    context.set_offline(False)
    finish(page)
    assert the_run().turns.filter(correct=True).count() == 16
    trouble[:] = [text for text in trouble if "ERR_INTERNET_DISCONNECTED" not in text]


def test_a_typed_run_knows_no_answer_before_it_is_given(run_page):
    page = run_page(pile="part", part="partners-65", mode="typed")
    assert not any(as_written(number) in page.content() for number in (65, 74))
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cards] li:not([hidden])")
    poem = TORIFUDA["".join(top_card(page).split())]
    page.keyboard.type(as_written(poem.number), delay=5)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-right]:not([hidden])")
    assert as_written(poem.number) in page.locator("[data-right]").inner_text()
    page.keyboard.type("muri", delay=5)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-wrong]:not([hidden])")
    other = 139 - poem.number
    assert as_written(other) in page.locator("[data-wrong]").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-end]:not([hidden])")
    page.keyboard.press("Enter")
    page.wait_for_selector(".score")
    assert [(turn.poem, turn.correct) for turn in the_run().turns.all()] == [(poem.number, True), (other, False)]


def test_the_time_of_a_typed_answer_ends_with_its_first_key(run_page):
    page = run_page(pile="part", part="sound-mu", mode="typed")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-cards] li:not([hidden])")
    dawdle = ("y", "Backspace") * 20
    for key in ("x", *dawdle, "Backspace", "m", *dawdle, "u", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("[data-end]:not([hidden])")
    began, x, m, done = (at for key, at in keys(page) if key in ("Enter", "x", "m"))
    page.keyboard.press("Enter")
    page.wait_for_selector(".score")
    only = the_run().turns.get()
    assert only.correct
    assert x - began < only.elapsed_ms <= m - began + 1 < done - began - 20


ARITHMETIC = """async () => {
  const { FlowRun, backoff, stopwatch, wholeMs } = await import("/static/js/flow_run.js");
  const run = new FlowRun({ total: 3, reached: 0 });
  run.shown(1000); run.turn(1500); run.shown(1510);
  const held = { ...run.held };
  run.back(1710); run.shown(1720); run.turn(1820);            // 500 + 100 on the first card, 200 on the second
  run.shown(1830); run.turn(1930);                             // 200 + 100
  const kept = JSON.parse(JSON.stringify(run.save()));
  const later = new FlowRun({ total: 3, reached: 0, saved: kept });
  later.shown(5000); later.pause(5400); later.shown(9000); later.turn(9100);
  const elapsed = later.elapsed(99999);
  later.release();
  const all = later.batch();
  later.stored([1, 3]);
  const known = new FlowRun({ total: 3, reached: 2, spentBefore: 900, saved: kept });
  return { held, all, left: later.batch().map((turn) => turn.place), elapsed, at: later.at,
           known: [known.at, known.elapsed(0), known.batch().length],
           text: [stopwatch(0), stopwatch(59_999), stopwatch(61_050)], whole: [wholeMs(0.2), wholeMs(812.6)],
           waits: [1, 2, 5, 9].map(backoff) };
}"""


def test_the_arithmetic_of_a_run(site, page):
    page.goto(site)
    told = page.evaluate(ARITHMETIC)
    assert told["held"] == {"place": 1, "ms": 500, "missed": False}
    assert [(turn["place"], turn["ms"]) for turn in told["all"]] == [(1, 600), (2, 300), (3, 500)]
    assert told["left"] == [2]
    assert told["elapsed"] == 1400
    assert told["at"] == 4
    assert told["known"] == [3, 900, 0]
    assert told["text"] == ["0.0", "59.9", "61.0"]
    assert told["whole"] == [1, 813]
    assert told["waits"] == [1000, 2000, 15000, 15000]
