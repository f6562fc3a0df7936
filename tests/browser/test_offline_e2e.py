"""A reading without a network: once loaded it goes on; once kept it even opens; what was done is told afterwards."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.cut_line import CutLine
from trainer import audio, recitations
from trainer.poems.poem import poem
from trainer.reciter.script import Choices, Order
from trainer.reciter.voice import Manner

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

TEN = (17, 5, 93, 1, 74, 65, 100, 22, 50, 31)
NOTHING_KEPT = """async () => {
  while ((await caches.keys()).some((name) => name.includes("kept"))) await new Promise(requestAnimationFrame);
}"""
CACHES = "async () => (await caches.keys()).filter((name) => name.startsWith('naniwazu-'))"


def begun(person, numbers, auto_next_s=None):
    choices = Choices(order=Order.LIST, numbers=numbers)
    row = recitations.begin(person=person, choices=choices, voice="tone", auto_next_s=auto_next_s, now=timezone.now())
    for number, half in row.reading.verses():
        audio.ensure_recording(poem(number), half, audio.voice("tone"), Manner())
    return row


@pytest.fixture
def reading(greta, sign_in):
    sign_in(greta)
    return lambda *numbers, **more: begun(greta, numbers, **more)


@pytest.fixture
def line(site):
    with CutLine(site) as line:
        yield line


@pytest.fixture
def page_on_the_line(new_context, context, line, sign_in, greta):
    """A page of the guest whose line can be cut."""
    sign_in(greta)
    on_the_line = new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    on_the_line.add_cookies(context.cookies())
    on_the_line.set_default_timeout(10_000)
    yield on_the_line.new_page()
    on_the_line.close()


ALL_TOLD = """async () => {
  const name = `reading-${document.getElementById("reading").dataset.key}`;
  while (JSON.parse(localStorage[name] ?? '{"moves": []}').moves.length) await new Promise(requestAnimationFrame);
}"""


def all_told(page):
    """The server has taken every move that the page has made."""
    page.evaluate(ALL_TOLD)


def action(page):
    return page.locator("#reading [data-main]")


def stands(row):
    row.refresh_from_db()
    return row.unit, row.phase, row.is_held


def only_disconnected(trouble):
    assert all("INTERNET_DISCONNECTED" in each for each in trouble), trouble
    trouble.clear()


def keep(page):
    page.get_by_role("button", name=re.compile("Keep on this device")).click()
    expect(page.get_by_role("button", name=re.compile(r"Clear \(\d"))).to_be_enabled()


def test_a_reading_of_ten_goes_on_when_the_network_goes(page, reading, context, trouble):
    row = reading(*TEN, auto_next_s=0)
    page.goto(f"/reader/{row.key}/")
    files = []
    page.on("requestfinished", lambda asked: ".mp3" in asked.url and files.append(asked.url))
    action(page).click()
    expect(page.locator("[data-place]")).to_have_text("2")
    assert len(set(files)) == len(row.reading.verses())  # all of it is here by now
    context.set_offline(True)
    expect(page.locator("#reading [data-over]")).to_be_visible(timeout=60_000)
    expect(page.locator("[data-read] li")).to_have_count(10)
    assert stands(row)[0] < 4
    with page.expect_response("**/moves/"):
        context.set_offline(False)
    all_told(page)
    assert stands(row) == (len(row.reading.units) - 1, "finished", False)
    assert page.evaluate(f"JSON.parse(localStorage['reading-{row.key}']).moves") == []
    only_disconnected(trouble)


def test_a_kept_reading_opens_without_a_network_and_tells_it_later(line, page_on_the_line, reading):
    page = page_on_the_line
    row = reading(17, 5, 93)
    page.goto(f"{line.address}/reader/{row.key}/")
    keep(page)
    action(page).click()
    expect(action(page)).to_have_attribute("data-action", "next")
    all_told(page)
    assert stands(row) == (1, "waiting", False)
    line.cut()
    for place, number in ((1, 5), (2, 93)):
        page.reload()
        expect(page.locator("[data-place]")).to_have_text(str(place))  # not as it was kept: as it was last
        page.keyboard.press("PageDown")
        expect(action(page)).to_have_attribute("data-action", "next")
        expect(page.locator("[data-number]")).to_have_text(str(number))
    fonts = "document.fonts.ready.then((all) => [...all].filter((each) => each.status === 'error').length)"
    assert page.evaluate(fonts) == 0
    assert stands(row) == (1, "waiting", False)
    line.mend()
    with page.expect_response("**/moves/"):
        page.evaluate("dispatchEvent(new Event('online'))")
    all_told(page)
    assert stands(row) == (3, "waiting", False)
    page.reload()
    expect(page.locator("[data-place]")).to_have_text("3")


def test_what_is_kept_has_its_size_and_is_freed(page, reading):
    one, other = reading(17, 5), reading(17, 93)
    for row in (one, other):
        page.goto(f"/reader/{row.key}/")
        keep(page)
        expect(page.locator("[data-keep-state]")).to_have_text(re.compile(r"Kept: \d\.\d MB"))
    # the second's recordings that the first has too stay, and so does what both need
    page.get_by_role("button", name=re.compile("Clear")).click()
    expect(page.locator("[data-keep-state]")).to_have_text(re.compile(r"0\.\d MB are free again"))
    recordings = "async () => (await (await caches.open('naniwazu-recordings')).keys()).length"
    assert page.evaluate(recordings) == len(one.reading.verses())
    page.goto(f"/reader/{one.key}/")
    page.get_by_role("button", name=re.compile("Clear")).click()
    expect(page.locator("[data-keep-state]")).to_have_text(re.compile(r"\d\.\d MB are free again"))
    assert page.evaluate(CACHES) == []


def test_signing_out_leaves_nothing_behind(page, alice, sign_in):
    row = begun(alice, (17, 5))
    sign_in(alice)
    page.goto(f"/reader/{row.key}/")
    keep(page)
    assert len(page.evaluate(CACHES)) == 3
    page.goto("/settings/")
    page.get_by_role("button", name="Sign out").first.click()
    page.wait_for_url("**/")
    page.evaluate(NOTHING_KEPT)


def test_another_person_on_the_device_finds_nothing(page, alice, greta, sign_in, context):
    row = begun(alice, (17, 5))
    sign_in(alice)
    page.goto(f"/reader/{row.key}/")
    keep(page)
    context.clear_cookies()  # the session has run out
    sign_in(greta)
    page.goto("/")
    page.evaluate(NOTHING_KEPT)
    assert page.request.get(f"/reader/{row.key}/").status == 404
    assert page.evaluate("localStorage['kept-for']") is None


def test_a_page_that_one_may_not_see_any_more_is_not_kept(page, alice, sign_in, context):
    row = begun(alice, (17, 5))
    sign_in(alice)
    page.goto(f"/reader/{row.key}/")
    keep(page)
    context.clear_cookies()
    page.goto(f"/reader/{row.key}/")
    page.wait_for_url("**/begin/**")
    page.evaluate(NOTHING_KEPT)
