"""The page Recordings while recordings are being made, in a real browser."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests import tone_voice
from tests.tone_voice import ToneVoice
from trainer.audio import ensure_recording
from trainer.models import Try, Wish
from trainer.poems.poem import poem
from trainer.reciter.mora import Half
from trainer.wishes import NotRecordedError, fulfil, next_wanted


@pytest.fixture
def tone(monkeypatch):
    voice = ToneVoice()
    monkeypatch.setattr(tone_voice, "VOICES", {"tone": voice})
    return voice


@pytest.mark.usefixtures("somebody_renders")
def test_asked_for_it_grows_by_itself_and_names_what_fails(page, every_look, sign_in, greta, tone, assert_accessible):
    sign_in(greta)
    page.goto("/recordings/")
    its_set = page.locator("[id='tone-5-3-1-6']")
    its_set.get_by_role("button", name="Ask for this set").click()
    expect(page.get_by_text("Asked for.")).to_be_visible()
    expect(its_set).to_contain_text("0 of 202 verses")
    expect(its_set.get_by_role("button")).to_have_count(0)

    fulfil(next_wanted(timezone.now()))
    expect(its_set).to_contain_text("1 of 202 verses")
    tone.broken = {0}
    with pytest.raises(NotRecordedError):
        fulfil(next_wanted(timezone.now()))
    expect(its_set).to_contain_text("0, lower verse tone has no poem 0")
    expect(its_set.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "1")
    assert_accessible(page)

    Wish.objects.update(done_at=timezone.now())
    expect(its_set).to_contain_text("some verses could not be made")
    page.reload()
    its_set.get_by_role("button", name="Try again").click()
    expect(its_set).to_contain_text("it is being made")
    assert not Try.objects.exists()
    page.goto("about:blank")  # no stream outlives the test


def test_the_list_and_a_file_reach_a_script(page, site, tone):
    ensure_recording(poem(17), Half.UPPER, tone)
    page.goto("/recordings/")
    heard = page.evaluate(
        """async () => {
            const list = await (await fetch("/recordings/tone/5-3-1-6.json")).json();
            const entry = list.verses["17-upper"];
            const bytes = await (await fetch(entry.url)).arrayBuffer();
            const length = bytes.byteLength; // decoding takes them away
            const context = new OfflineAudioContext(1, 24000, 24000);
            const sound = await context.decodeAudioData(bytes);
            return {missing: list.missing, bytes: length === entry.bytes, ms: sound.duration * 1000};
        }"""
    )
    assert heard["missing"] == 201
    assert heard["bytes"]
    assert heard["ms"] >= 119
