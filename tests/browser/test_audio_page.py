"""The page of the sound in a real browser: heard, set, tapped to the beat, kept, forgotten."""

import pytest
from playwright.sync_api import expect

from tests.browser.audio_bench import Hand
from trainer import audio
from trainer.poems.poem import poem
from trainer.reciter.mora import Half

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# Notes what the page gives to the audio hardware, before the page does: each buffer, when it starts, and the context.
WATCH = """
window.started = [];
const { start } = AudioBufferSourceNode.prototype;
AudioBufferSourceNode.prototype.start = function (when = 0, ...rest) {
  if (this.buffer.length > 1) started.push({ when, context: this.context, buffer: this.buffer });
  return start.call(this, when, ...rest);
};
"""
# Unix ms at which each click of the last buffer comes out of the loudspeaker, by the browser's own time stamp.
CLICKS = """() => {
  const { when, context, buffer } = started.at(-1);
  const { contextTime, performanceTime } = context.getOutputTimestamp();
  const samples = buffer.getChannelData(0);
  const clicks = [];
  for (let at = 0; at < samples.length; at += 1) {
    if (Math.abs(samples[at]) < 0.1) continue;
    clicks.push(performance.timeOrigin + performanceTime + 1000 * (when + at / buffer.sampleRate - contextTime));
    at += 0.3 * buffer.sampleRate;
  }
  return clicks;
}"""
LATE_MS = 163


def until(page, condition, argument=None):
    """Frame by frame in the page. (Playwright's own wait makes code of a text, which the site's policy forbids.)"""
    waiting = f"while (!({condition})(at)) await new Promise(requestAnimationFrame);"
    page.evaluate(f"async (at) => {{ {waiting} }}", argument)


@pytest.fixture
def sound_page(site, page, greta, sign_in):
    page.add_init_script(WATCH)
    sign_in(greta)
    page.goto("/sound/")
    return page


def begin_to_tap(page):
    page.locator("[data-start]:visible").click()
    expect(page.locator("[data-pad]")).to_be_visible()
    until(page, "() => started.at(-1)?.buffer.duration > 5 && started.at(-1).context.currentTime > 0.2")
    return page.evaluate(CLICKS)


def test_who_taps_late_by_the_devices_delay_reads_it_and_keeps_it(sound_page, greta, assert_accessible):
    page = sound_page
    page.set_viewport_size({"width": 390, "height": 844})
    clicks = begin_to_tap(page)
    assert len(clicks) == 28
    hand = Hand(page)
    box = page.locator("[data-pad]").bounding_box()
    assert box["y"] + box["height"] < 844 - 58, "the whole pad lies above the navigation"
    where = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    for place, click in enumerate(clicks[4:20]):
        until(page, "(at) => performance.timeOrigin + performance.now() >= at", click + LATE_MS)
        wobble = (place % 5 - 2) * 6
        send = (hand.touch, hand.mouse, hand.key)[place % 3]
        send(click + LATE_MS + wobble, **({} if send == hand.key else where))
        if place == 2:
            expect(page.locator("[data-count]")).to_have_text("3")
    expect(page.locator("[data-verdict]")).to_be_focused()
    assert abs(int(page.locator("[data-late] [data-offset]").inner_text()) - LATE_MS) <= 5
    assert_accessible(page)
    page.locator("[data-keep] button").click()
    expect(page.locator(".messages")).to_contain_text("Kept for this device")
    kept = greta.calibrations.get()
    assert abs(kept.offset_ms - LATE_MS) <= 5
    assert kept.taps >= 12
    expect(page.locator(".known b")).to_have_text(f"{kept.offset_ms:.0f}")
    page.locator("[name=forget]").click()
    expect(page.locator(".known")).to_have_count(0)
    assert not greta.calibrations.exists()


def test_a_measurement_can_be_stopped_and_leaves_nothing(sound_page, greta, assert_accessible):
    page = sound_page
    begin_to_tap(page)
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator("[data-when=running]")).to_be_hidden()
    expect(page.locator("[data-when=idle] [data-start]")).to_be_focused()
    assert not greta.calibrations.exists()


def test_the_sound_is_checked_once_a_session_and_the_volume_is_remembered(site, sound_page):
    page = sound_page
    page.goto("/sound/?next=/practise/")
    expect(page.locator("[data-good]")).to_be_hidden()
    page.locator("[data-play='-1']").click()
    until(page, "() => started.some(({ buffer }) => buffer.getChannelData(0).some((sample) => sample > 0.1))")
    page.locator("[data-volume]").fill("45")
    page.locator("[data-well]").click()
    expect(page.locator("[data-onward]")).to_be_focused()
    page.locator("[data-onward]").click()
    page.wait_for_url("**/practise/")
    page.goto("/sound/")
    expect(page.locator("[data-good]")).to_be_visible()
    expect(page.locator("[data-volume]")).to_have_value("45")
    expect(page.locator("[data-loud]")).to_have_text("45")


def test_the_reciter_is_heard_in_the_check_once_the_joka_is_recorded(site, sound_page):
    page = sound_page
    recording = audio.ensure_recording(poem(0), Half.UPPER, audio.default_voice())
    page.goto("/sound/")
    with page.expect_response(f"**/recordings/{recording.sha256}.mp3"):
        page.locator("[data-play='1']").click()
    until(page, "() => started.some(({ buffer }) => buffer.duration < 1)")  # the tests' voice says everything in 0.12 s
    expect(page.locator("[data-well]")).to_be_visible()


def test_it_looks_right_everywhere(site, page, looks, greta, sign_in, assert_accessible):
    sign_in(greta)
    for look in looks:
        page.set_viewport_size({"width": look.width, "height": look.height})
        page.emulate_media(color_scheme=look.scheme, reduced_motion="reduce")
        page.goto("/sound/")
        assert_accessible(page)
        for control in page.locator("#sound :is(button, input, summary):visible").all():
            assert control.bounding_box()["height"] >= 44, control.inner_html()
