"""A pack in a real browser: handed in with one verse missing and one broken, prepared beside the app, listened to."""

import pytest
from playwright.sync_api import expect

from tests.zipped import voice, zipped
from trainer import packs
from trainer.models import Person

MISSING, BROKEN = 30, 74


@pytest.fixture(scope="session")
def uppers():
    """A zip of the joka and the hundred upper verses, but for one; and of one there is no sound."""
    files = {f"reader/{number:03d}_upper.wav": voice(0.6) for number in range(101) if number != MISSING}
    files[f"reader/{BROKEN:03d}_upper.wav"] = b"this was never recorded"
    files["reader/notes.txt"] = b"hello"
    return zipped(files)


def test_a_pack_with_one_verse_missing_and_one_broken(page, sign_in, greta, uppers, looks, assert_accessible):
    sign_in(greta)
    page.goto("/voices/")
    page.get_by_role("link", name="Upload a pack").click()
    page.get_by_label("Title").fill("Grandmother")
    page.get_by_label("Licence").fill("She read them for me, and for nobody else.")
    page.get_by_label("The zip").set_input_files(
        {"name": "grandmother.zip", "mimeType": "application/zip", "buffer": uppers}
    )
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_text("Being looked at: 0 of 100 recordings.")).to_be_visible()

    pack = Person.objects.get(pk=greta.pk).packs.get()
    packs.process_pack(pack)  # what the renderer does, in its own process
    expect(page.get_by_text("Incomplete: 99 of 101 verses.")).to_be_visible()  # the page asks by itself
    expect(page.get_by_role("heading", name="One verse is missing").locator("..")).to_contain_text(f"{MISSING} upper")
    broken = page.get_by_role("heading", name="One broken file").locator("..")
    expect(broken).to_contain_text(f"{BROKEN} upper")
    expect(broken).to_contain_text("there is no sound in it")
    expect(page.get_by_text("notes.txt")).to_be_visible()

    page.get_by_role("link", name="17 upper, no times").click()
    expect(page.locator("#verse-upper-17")).to_have_attribute("aria-current", "true")
    expect(page.locator("#verse-upper-17")).not_to_have_attribute("aria-current", "true")  # it has ended
    for look in looks:
        page.set_viewport_size({"width": look.width, "height": look.height})
        page.emulate_media(color_scheme=look.scheme, reduced_motion="reduce")
        page.reload()  # colours on their way from one scheme to the other have no contrast yet
        assert_accessible(page)

    page.get_by_role("button", name="Choose this voice").click()
    expect(page.get_by_text("From now on this voice reads to you: Grandmother.")).to_be_visible()
    page.get_by_role("link", name="Grandmother").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the original").click()
    assert download.value.path().read_bytes() == uppers

    page.get_by_text("Delete this pack").click()
    page.get_by_label("Yes, delete it").check()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("is deleted, with all that was made from it")).to_be_visible()
    assert not pack.path.exists()
