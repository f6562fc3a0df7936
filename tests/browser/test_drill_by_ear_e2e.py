"""The drills by ear in a real browser: what sounds, what is measured and from where, and what if nothing sounds."""

import os
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests import tone_voice
from tests.browser.audio_bench import AUDIBLE, say
from tests.srs.cast import known
from tests.tone_voice import VerseVoice
from trainer.audio import ensure_recording
from trainer.models import Memory, Question, Review
from trainer.poems.poem import poem
from trainer.reciter.mora import Half

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

UKA, URA = 74, 65  # two kana decide; of VerseVoice the second begins at 300 ms and ends at 500 ms
SECOND_KANA_MS, CUT_MS, HEARD_AFTER_MS = 300, 500, 60
TOLERANCE_MS = 30
PRACTICE = "/practise/?skill={}&pile=sound-u"
FILES_FETCHED = """(wanted) => {
    const files = performance.getEntriesByType("resource").map((each) => each.name);
    return new Set(files.filter((each) => each.endsWith(".mp3"))).size === wanted;
}"""
SPY = (Path(__file__).parent / "ear_spy.js").read_text(encoding="utf-8")


@pytest.fixture
def ears(page, sign_in, greta, monkeypatch):
    """A page that is spied on, a guest in it, and both poems of う recorded."""
    voice = VerseVoice()
    monkeypatch.setattr(tone_voice, "VOICES", {"tone": voice})
    for number in (UKA, URA):
        ensure_recording(poem(number), Half.UPPER, voice)
    page.add_init_script(SPY)
    sign_in(greta)
    return page


def asked():
    """The open question; the page must not know which poem it is, so the test asks the database."""
    return Question.objects.order_by("asked_at").last().asked


def start(page, skill="au-tf"):
    page.goto(PRACTICE.format(skill))
    page.get_by_role("button", name="Start with sound").click()
    expect(page.locator("[data-repeat]")).to_be_visible()
    page.wait_for_function("() => spy.sounds.length === 1")


def hear(page, ms, place=0):
    """Until the ear has had so much of a sound."""
    page.wait_for_function("([place, ms]) => spy.since(place) >= ms", arg=[place, ms])


def key_of(number):
    """The digit of a card."""
    return str(asked().choices.index(number) + 1)


def samples(page, place=-1):
    told = page.evaluate(
        """(place) => {
            const { buffer } = spy.sounds.at(place);
            return {rate: buffer.sampleRate, samples: [...buffer.getChannelData(0)]};
        }""",
        place,
    )
    return np.array(told["samples"]), told["rate"]


def second_tone_ms(sound, rate):
    """Where the second kana's tone begins, seen in the sound: after the silence between two tones."""
    loud = np.convolve(np.abs(sound), np.ones(round(rate * 0.002)) / (rate * 0.002), "same") > 0.02
    edges = np.flatnonzero(np.diff(loud.astype(int)) == 1) * 1000 / rate
    return next(edge for edge in edges if edge > SECOND_KANA_MS - 50)


@pytest.mark.parametrize("late_ms", [0, 180])
def test_a_card_is_touched_by_ear_and_the_time_counts_from_the_deciding_sound(
    ears, greta, context, site, capsys, late_ms
):
    page = ears
    errors = []
    if late_ms:  # headphones: what is played is heard so much later
        greta.calibrations.create(device="0" * 32, offset_ms=late_ms, spread_ms=10, taps=16, measured_at=timezone.now())
        context.add_cookies([{"name": "device", "value": "0" * 32, "url": site}])
    start(page)
    for place in range(2):
        hear(page, 800 + 90 * place, place)
        page.keyboard.press(key_of(asked().poem))
        expect(page.locator("section.verdict.right")).to_contain_text("after the deciding sound")
        touch = page.evaluate("spy.touches.filter((each) => each.key?.match(/[1-6]/)).at(-1)")
        decided_ms = second_tone_ms(*samples(page, place)) + HEARD_AFTER_MS
        review = Review.objects.latest("answered_at")
        errors.append(review.elapsed_ms - (touch["ms"] - decided_ms - late_ms))
        assert review.elapsed_ms > 200
        if place == 0:
            next_sound = next(iter({UKA, URA} - {review.poem}))
            page.wait_for_function(FILES_FETCHED, arg=2)  # the next one while the verdict is read
            page.keyboard.press("Enter")
            page.wait_for_function("() => spy.sounds.length === 2")  # no gesture, no button: it sounds by itself
            assert asked().poem == next_sound
    assert page.evaluate("spy.contexts.size") == 1
    say(capsys, f"reaction by ear against the schedule: {', '.join(f'{error:+.1f}' for error in errors)} ms")
    assert max(map(abs, errors)) <= TOLERANCE_MS


def test_a_touch_before_the_first_sound_is_none_and_one_before_the_deciding_sound_is_early(ears):
    page = ears
    start(page)
    assert page.evaluate("spy.since(0)") < 0
    page.keyboard.press(key_of(asked().poem))
    hear(page, 120)
    assert not Review.objects.exists()
    page.keyboard.press(key_of(asked().poem))
    expect(page.locator("section.verdict.right")).to_contain_text("before the deciding sound")
    review = Review.objects.get()
    assert review.elapsed_ms is None
    assert -SECOND_KANA_MS <= review.details["heard_ms"] < 0


def test_what_is_heard_again_is_not_measured(ears):
    page = ears
    start(page)
    hear(page, 500)
    page.locator("h1").click()  # the focus is nowhere
    page.keyboard.press("Space")
    page.wait_for_function("() => spy.sounds.length === 2")
    hear(page, 700, 1)
    page.keyboard.press(key_of(asked().poem))
    expect(page.locator("section.verdict.right")).to_be_visible()
    review = Review.objects.get()
    assert review.correct
    assert review.elapsed_ms is None
    assert "heard_ms" not in review.details


def test_what_sounds_anew_after_a_reload_is_not_measured(ears):
    page = ears
    start(page)
    hear(page, 200)
    page.reload()
    page.get_by_role("button", name="Start with sound").click()
    page.wait_for_function("() => spy.sounds.length === 1")
    hear(page, 700)
    page.keyboard.press(key_of(asked().poem))
    expect(page.locator("section.verdict.right")).to_be_visible()
    assert Review.objects.get().elapsed_ms is None


@pytest.mark.parametrize("skill", ["cut-tf", "cut-disc", "cut-kj"])
def test_the_cut_sound_is_over_after_the_deciding_sound(ears, skill):
    page = ears
    start(page, skill)
    sound, rate = samples(page)
    assert len(sound) * 1000 / rate == pytest.approx(CUT_MS, abs=1)
    assert np.max(np.abs(sound[-round(rate * 0.0005) :])) < AUDIBLE  # faded out, no click
    assert np.max(np.abs(sound[round(rate * 0.35) : round(rate * 0.45)])) > 0.1  # but the deciding sound is there
    hear(page, 650)
    if skill == "cut-kj":
        expect(page.locator("#answer")).to_be_focused()
        page.keyboard.type("uka" if asked().poem == UKA else "ura")
        page.keyboard.press("Enter")
    else:
        page.keyboard.press(key_of(asked().poem))
    expect(page.locator("section.verdict.right")).to_be_visible()
    review = Review.objects.get()
    assert 200 < review.elapsed_ms < 20_000
    assert not review.counted


def test_it_is_cut_sooner_where_less_decides_now(ears):
    page = ears
    start(page, "cut-now")
    assert asked().read in ((UKA,), (URA,))
    sound, rate = samples(page)
    assert len(sound) * 1000 / rate == pytest.approx(SECOND_KANA_MS, abs=1)


def test_the_cut_is_plain_arithmetic(ears):
    ears.goto("/about/")
    kept = ears.evaluate(
        """async () => {
            const { cut } = await import("/static/js/audio/cut.js");
            return [...cut(new Float32Array(4000).fill(1), { sampleRate: 1000, atMs: 100 })].map((x) => +x.toFixed(3));
        }"""
    )
    assert len(kept) == 100
    assert kept[:95] == [1] * 95
    assert kept[95:] == [0.8, 0.6, 0.4, 0.2, 0]


def test_set_aside_when_it_cannot_be_heard(ears, greta, trouble):
    page = ears
    for skill in ("tf-kj", "kj-tf"):
        row = Memory(person=greta, poem=UKA, skill=skill)
        row.state = known(5.0, due_in=400_000)
        row.save()
    page.route("**/recordings/*.mp3", lambda route: route.abort())
    for _ in range(3):  # what begins today begins in turn: the card by ear among it
        page.goto("/drill/")
        if page.locator("[data-ear]").count():
            break
        page.get_by_role("button", name="I don’t know").click()
        expect(page.locator("section.verdict")).to_be_visible()
    page.get_by_role("button", name="Start with sound").click()
    expect(page.get_by_role("alert").filter(has_text="It cannot be heard now.")).to_be_visible()
    trouble.clear()  # the requests that were cut off
    page.get_by_role("button", name="Without sound today").click()
    expect(page.get_by_text("Without sound today: what can only be heard waits, and nothing is lost.")).to_be_visible()
    expect(page.locator("[data-ear]")).to_have_count(0)
    assert not Review.objects.filter(skill="au-tf").exists()
    assert not Memory.objects.filter(skill="au-tf").exists()


def test_without_scripts_it_says_so_and_leads_on(ears, new_context, site, context):
    silent = new_context(java_script_enabled=False)
    silent.add_cookies(context.cookies())
    page = silent.new_page()
    page.goto(f"{site}{PRACTICE.format('au-tf')}")
    # This way of switching scripts off shows no <noscript>: that it is there must do.
    assert "Sound needs JavaScript. Go on without sound today" in page.locator("noscript").text_content()
    expect(page.get_by_role("button", name="Start with sound")).to_have_count(0)
    assert page.locator("button[name=answer]:enabled").count() == 0
    page.get_by_role("button", name="Without sound today").click()
    expect(page.get_by_role("heading", name="Practise")).to_be_visible()
    silent.close()


def test_every_state_in_every_look(ears, every_look, assert_accessible, tmp_path):
    page = ears
    shots = Path(os.environ.get("SHOTS", tmp_path))  # SHOTS=folder: to be looked at
    for skill in ("au-tf", "cut-kj", "cut-now"):
        page.goto(PRACTICE.format(skill))
        expect(page.get_by_role("button", name="Start with sound")).to_be_focused()
        page.screenshot(path=shots / f"{skill}-waiting-{every_look}.png")
        assert_accessible(page)
        page.get_by_role("button", name="Start with sound").click()
        expect(page.locator("[data-repeat]")).to_be_visible()
        page.screenshot(path=shots / f"{skill}-sounding-{every_look}.png")
        assert_accessible(page)
    Question.objects.update(asked_at=timezone.now() - timedelta(seconds=5))
    hear(page, 100)
    page.get_by_role("button", name="I don’t know").click()
    expect(page.locator("section.verdict.wrong")).to_be_visible()
    page.screenshot(path=shots / f"verdict-{every_look}.png")
    assert_accessible(page)
    sounds = page.evaluate("() => spy.sounds.length")
    page.get_by_role("button", name="This card").click()
    page.wait_for_function("(before) => spy.sounds.length === before + 1", arg=sounds)
    page.goto("/practise/")
    page.screenshot(path=shots / f"practise-{every_look}.png", full_page=True)
    assert_accessible(page)
