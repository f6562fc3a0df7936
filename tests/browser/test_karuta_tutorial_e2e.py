"""The tutorial in Chromium: touched, swept, by keys, left alone, without scripts, and with sound."""

import re

import pytest
from playwright.sync_api import expect

from trainer.audio import default_voice, ensure_recording
from trainer.poems.poem import poem
from trainer.reciter.mora import Half


def begin(page, step):
    page.goto(f"/karuta/tutorial/?step={step}")
    page.get_by_role("button", name="Read the poem").click()
    expect(page.get_by_role("button", name="Read the poem")).to_be_hidden()


def card(page, number):
    return page.locator(f"button[data-card='{number}']")


def verdict(page):
    return page.locator("[data-verdict]")


def touch(page, *numbers):
    for number in numbers:
        card(page, number).click()


def test_from_the_lobby_to_the_end(page, every_look, assert_accessible):
    page.goto("/karuta/")
    page.get_by_role("link", name="Begin the tutorial").click()
    for step, touched, name in (
        (1, [87], "Own take"),
        (2, [18], "Take from the other side"),
        (3, [], "Karafuda"),
        (4, [23], "Fault on a karafuda"),
        (5, [37, 40], "Own take"),
        (6, [66], "Semi-double"),
        (7, [77], "Double"),
        (8, [81], "Own take"),
    ):
        expect(page.get_by_text(f"Step {step} of 8")).to_be_attached()
        assert_accessible(page)
        page.get_by_role("button", name="Read the poem").click()
        if step == 3:
            page.get_by_role("button", name="Touch nothing").click()
        for number in touched[:-1]:
            touch(page, number)
            expect(page.locator("#tutorial").get_by_text("The reading goes on.")).to_be_visible()
        touch(page, *touched[-1:])
        expect(verdict(page)).to_have_text(name)
        expect(verdict(page)).to_be_focused()
        for number in {2: [22], 7: [22, 87]}.get(step, []):
            touch(page, number)
            expect(card(page, number)).to_have_count(0)
        assert_accessible(page)
        page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ready to play")


def test_a_sweep_is_one_movement(page):
    begin(page, 5)
    first, second = card(page, 37).bounding_box(), card(page, 40).bounding_box()
    page.mouse.move(first["x"] + 10, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(second["x"] + 20, second["y"] + 20, steps=5)
    page.mouse.up()
    expect(verdict(page)).to_have_text("Own take")
    expect(page.locator("[name=touched]")).to_have_count(2)


def test_keys_are_enough(page):
    page.goto("/karuta/tutorial/?step=1")
    page.get_by_role("button", name="Read the poem").focus()
    page.keyboard.press("Enter")
    expect(page.locator("button.slot").first).to_be_focused()
    card(page, 81).focus()  # its neighbour at the other end of the row, then the row below
    page.keyboard.press("ArrowRight")
    expect(card(page, 22)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_text("Own take")


def test_a_kimariji_can_be_typed(page):
    begin(page, 2)
    page.keyboard.type("su")
    expect(verdict(page)).to_have_text("Take from the other side")


def test_a_touch_before_the_first_sound_is_void(page):
    page.goto("/karuta/tutorial/?step=1")
    touch(page, 87)
    expect(page.locator("[data-problem]")).to_contain_text("Too early")
    expect(page.get_by_role("button", name="Read the poem")).to_be_visible()


@pytest.mark.parametrize(("step", "name"), [(3, "Karafuda"), (2, "Own take"), (8, "Take from the other side")])
def test_left_alone_a_reading_closes_by_itself(page, step, name):
    page.clock.install()
    begin(page, step)
    page.clock.run_for(8_000)
    expect(verdict(page)).to_have_text(name)


def test_the_first_one_waits(page):
    page.clock.install()
    begin(page, 1)
    page.clock.run_for(60_000)
    expect(page.locator("[data-said]")).to_contain_text("むらさめの")
    touch(page, 87)
    expect(verdict(page)).to_have_text("Own take")


def test_a_line_that_is_down_is_told(page, trouble):
    begin(page, 1)
    page.route(re.compile("tutorial"), lambda route: route.abort())
    touch(page, 87)
    expect(page.locator("[data-problem]")).to_contain_text("The line is down")
    page.unroute(re.compile("tutorial"))
    touch(page, 87)
    expect(verdict(page)).to_have_text("Own take")
    assert trouble
    trouble.clear()


def test_without_scripts_it_is_a_series_of_forms(browser, site):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(f"{site}/karuta/tutorial/?step=7")
    expect(page.get_by_role("button", name="Read the poem")).to_be_hidden()
    touch(page, 77)
    expect(verdict(page)).to_have_text("Double")
    touch(page, 22)
    expect(page.get_by_text("Choose a card of yours to send.")).to_be_visible()
    touch(page, 87)
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_text("Step 8 of 8")).to_be_attached()
    context.close()


def test_it_is_heard_where_there_is_a_recording(page):
    recording = ensure_recording(poem(87), Half.UPPER, default_voice())
    with page.expect_response(re.compile(recording.sha256)) as heard:
        begin(page, 1)
    assert heard.value.ok
    touch(page, 87)
    expect(verdict(page)).to_have_text("Own take")
