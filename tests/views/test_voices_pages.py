"""The pages of the voices and of packs: who sees what, what is said, and what a wrong form changes (nothing)."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.zipped import voice, zipped
from trainer import audio, packs
from trainer.models import VoicePack
from trainer.pack_problems import sentence, verse_names
from trainer.poems.poem import poem
from trainer.reciter.mora import Half
from trainer.reciter.packs.problems import Problem
from trainer.reciter.voices import VOICES

LICENCE = "Aiko read them for me, to learn by."
FILES = {
    "Aiko/1_upper.wav": voice(),
    "Aiko/17_lower.wav": voice(),
    "Aiko/17_upper.wav": b"hello" * 100,
    "<b>.txt": b"hello",
}


def form(content=None, **other):
    content = zipped(FILES) if content is None else content
    return {"title": "Aiko", "licence": LICENCE, "file": SimpleUploadedFile("Aiko 声.zip", content)} | other


@pytest.fixture
def pack(alice):
    return packs.take_in(alice, title="Aiko", licence=LICENCE, upload=form()["file"])


@pytest.fixture
def done(pack):
    return packs.process_pack(pack)


def text(response):
    return response.content.decode()


# All voices


def test_everybody_sees_the_voices_and_their_credits(nobodys_browser, settings):
    settings.VOICES = "trainer.reciter.voices.VOICES"
    page = text(nobodys_browser.get("/voices/"))
    for each in VOICES.values():
        assert each.credit in page
        assert each.licence_url in page
    assert "gtts" not in page
    settings.GTTS = True
    assert "Google, plain speech" in text(nobodys_browser.get("/voices/"))


def test_a_voice_is_called_the_same_wherever_it_is_chosen(alices_browser, settings, pack):
    settings.VOICES = "trainer.reciter.voices.VOICES"
    for address in ("/voices/", "/recordings/", "/reader/", "/karuta/"):
        assert "Mei, a woman’s voice" in text(alices_browser.get(address)), address
    assert "Aiko" in text(alices_browser.get("/reader/"))


def test_one_voice_is_chosen_and_another_one(alice, alices_browser, settings):
    settings.VOICES = "trainer.reciter.voices.VOICES"
    assert alices_browser.post("/voices/choose/", {"voice": "mei"}).url == "/voices/"
    alice.refresh_from_db()
    assert alice.voice == "mei"
    page = text(alices_browser.get("/voices/"))
    assert "From now on this voice reads to you: Mei, a woman’s voice." in page
    assert page.count("Reads to you") == 1
    alices_browser.post("/voices/choose/", {"voice": "m001"})
    alice.refresh_from_db()
    assert alice.voice == "", "the first of the site, whichever that will be"


@pytest.mark.parametrize("key", ["", "nobody", "pack-", "pack-00000000-0000-4000-8000-000000000000", "gtts"])
def test_there_is_no_such_voice(alice, alices_browser, key):
    alices_browser.post("/voices/choose/", {"voice": key})
    assert "There is no such voice" in text(alices_browser.get("/voices/"))
    alice.refresh_from_db()
    assert alice.voice == ""


def test_a_pack_is_chosen_by_its_owner_and_by_nobody_else(alice, charlie, alices_browser, charlies_browser, done):
    charlies_browser.post("/voices/choose/", {"voice": done.voice})
    charlie.refresh_from_db()
    assert charlie.voice == ""
    alices_browser.post("/voices/choose/", {"voice": done.voice})
    alice.refresh_from_db()
    assert alice.voice == done.voice
    assert "Aiko" in text(alices_browser.get("/voices/"))
    assert "Aiko" not in text(charlies_browser.get("/voices/"))


def test_the_page_asks_as_often_for_many_packs(alice, alices_browser, django_assert_max_num_queries):
    for number in range(4):
        packs.take_in(alice, title="x", licence=LICENCE, upload=form(zipped({f"{number}a.wav": voice()}))["file"])
    with django_assert_max_num_queries(6):
        alices_browser.get("/voices/")


# Handing in


def test_a_zip_is_taken_in_and_nothing_is_decoded_meanwhile(alice, alices_browser, monkeypatch):
    monkeypatch.setattr(packs, "prepare", None)
    answer = alices_browser.post("/voices/packs/", form())
    pack = alice.packs.get()
    assert answer.url == f"/voices/packs/{pack.key}/"
    assert (pack.title, pack.licence, pack.file_name) == ("Aiko", LICENCE, "Aiko 声.zip")
    page = text(alices_browser.get(answer.url))
    assert "Being looked at: 0 of 3 recordings." in page
    assert "the process that makes recordings is not running" in page
    assert 'hx-trigger="every 2s"' in page


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"title": ""}, "This field is required."),
        ({"licence": "mine"}, "Say in a sentence whose recordings these are"),
        ({"licence": "x" * 2001}, "at most 2000 characters"),
        ({"file": ""}, "Choose the zip first."),
        ({"file": SimpleUploadedFile("a.zip", b"")}, "This file is empty."),
        ({"file": SimpleUploadedFile("a.zip", b"hello")}, "This is no zip file"),
        ({"file": SimpleUploadedFile("a.zip", zipped({"readme.txt": b"x"}))}, "No file in it is named by"),
    ],
)
def test_a_wrong_form_is_answered_in_a_sentence_and_keeps_nothing(alices_browser, settings, wrong, sentence):
    answer = alices_browser.post("/voices/packs/", form(**wrong))
    assert answer.status_code == 400
    assert sentence in text(answer)
    assert not VoicePack.objects.exists()
    assert list(settings.PACKS_DIR.iterdir()) == []


def test_what_is_too_large(alices_browser, monkeypatch):
    monkeypatch.setattr("trainer.forms.MOST_ZIP_BYTES", 1024**2)
    answer = alices_browser.post("/voices/packs/", form(bytes(1024**2 + 1)))
    assert answer.status_code == 400
    assert "This file is larger than 1 MB." in text(answer)


def test_the_same_zip_again_leads_to_the_pack_that_is_there(alice, alices_browser, pack):
    assert alices_browser.post("/voices/packs/", form()).url == f"/voices/packs/{pack.key}/"
    assert alice.packs.count() == 1


def test_a_guest_has_one_pack_and_is_told_so(greta, gretas_browser):
    assert gretas_browser.post("/voices/packs/", form()).status_code == 302
    assert "There is room for one pack, and you have it" in text(gretas_browser.get("/voices/packs/"))
    answer = gretas_browser.post("/voices/packs/", form(zipped({"2a.wav": voice()})))
    assert "You have as many packs as there is room for." in text(answer)
    assert greta.packs.count() == 1


# One pack


def test_a_disk_is_not_filled_by_upload_upon_upload(alice, alices_browser):
    for _ in range(12):
        assert alices_browser.post("/voices/packs/", form()).status_code == 302
        packs.delete(alice.packs.get())
    answer = alices_browser.post("/voices/packs/", form())
    assert answer.status_code == 429
    assert "tried too often" in text(answer)
    assert not alice.packs.exists()


def test_missing_and_broken_verses_are_named(alices_browser, done):
    page = text(alices_browser.get(f"/voices/packs/{done.key}/"))
    assert "Incomplete: 2 of 202 verses." in page
    assert "199 verses are missing" in page
    assert "0, 2–16, 18–100 upper; 0–16, 18–100 lower" in page
    assert "One broken file" in page
    assert "there is no sound in it that is read here" in page
    assert "&lt;b&gt;.txt" in page
    assert "its name does not end in mp3" in page
    assert "2 verses without times" in page
    assert 'hx-trigger="every 2s"' not in page, "nothing goes on any more"


def test_the_owner_listens_and_nobody_else(alices_browser, charlies_browser, nobodys_browser, done):
    recording = done.recordings.get(poem=1)
    address = f"/recordings/{recording.name}"
    assert f'href="{address}"' in text(alices_browser.get(f"/voices/packs/{done.key}/"))
    sound = alices_browser.get(address)
    assert sound.content == recording.path.read_bytes()
    assert "private" in sound.headers["Cache-Control"]
    assert charlies_browser.get(address).status_code == 404
    assert nobodys_browser.get(address).status_code == 404


def test_the_list_of_a_packs_recordings_is_its_owners(alices_browser, charlies_browser, nobodys_browser, done):
    address = f"/recordings/{done.voice}/4-3-1-5.json"
    found = alices_browser.get(address).json()
    assert (found["timing"], found["missing"], found["tempo"]) == ("approximate", 200, "4-3-1-5")
    assert set(found["verses"]) == {"1-upper", "17-lower"}
    assert found["verses"]["1-upper"]["morae"] == []
    assert charlies_browser.get(address).status_code == 404
    assert nobodys_browser.get(address).status_code == 404


def test_what_a_pack_lacks_is_read_by_the_first_voice(alices_browser, done):
    audio.ensure_recording(poem(2), Half.UPPER, audio.default_voice())
    audio.ensure_recording(poem(1), Half.UPPER, audio.default_voice())
    found = alices_browser.get(f"/recordings/{done.voice}/5-3-1-6.json").json()
    assert set(found["verses"]) == {"1-upper", "2-upper", "17-upper", "17-lower"}, "17 upper is broken in it"
    assert found["verses"]["1-upper"]["url"].endswith(f"{done.recordings.get(poem=1).name}"), "its own, where it has it"


def test_the_reader_offers_ones_own_packs_and_the_chosen_voice_first(alice, alices_browser, charlies_browser, done):
    alice.voice = done.voice
    alice.save()
    page = text(alices_browser.get("/reader/"))
    assert f'value="{done.voice}" selected' in page or f'value="{done.voice}" id' in page
    assert done.voice not in text(charlies_browser.get("/reader/"))


def test_the_original_comes_back_byte_for_byte(alices_browser, pack):
    answer = alices_browser.get(f"/voices/packs/{pack.key}/original/")
    assert b"".join(answer.streaming_content) == zipped(FILES) == pack.path.read_bytes()
    assert answer.headers["Content-Disposition"].startswith("attachment; filename")
    assert "no-store" in answer.headers["Cache-Control"]
    pack.path.unlink()
    assert alices_browser.get(f"/voices/packs/{pack.key}/original/").status_code == 404


def test_broken_files_are_looked_at_again(alices_browser, done):
    alices_browser.post(f"/voices/packs/{done.key}/again/")
    assert done.files.waiting().count() == 1


def test_deleting_asks_first(alice, alices_browser, settings, done):
    alices_browser.post(f"/voices/packs/{done.key}/delete/")
    assert alice.packs.count() == 1
    assert alices_browser.post(f"/voices/packs/{done.key}/delete/", {"sure": "yes"}).url == "/voices/"
    assert alice.packs.count() == 0
    assert list(settings.PACKS_DIR.iterdir()) == []


def test_a_stranger_sees_and_changes_nothing(alice, charlies_browser, gretas_browser, nobodys_browser, done):
    for address in ("", "original/", "again/", "delete/"):
        for browser in (charlies_browser, gretas_browser):
            for method in (browser.get, browser.post):
                answer = method(f"/voices/packs/{done.key}/{address}", {"sure": "yes"})
                assert answer.status_code in (404, 405)
        assert nobodys_browser.get(f"/voices/packs/{done.key}/{address}").status_code in (302, 405)
    assert alice.packs.count() == 1
    assert done.files.waiting().count() == 0


def test_a_page_of_a_pack_asks_no_more_for_more_verses(alices_browser, done, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        alices_browser.get(f"/voices/packs/{done.key}/")


def test_a_few_missing_verses_are_named_one_by_one():
    assert verse_names([(0, "upper"), (30, "upper"), (17, "lower")]) == "joka upper, 30 upper, 17 lower"


@pytest.mark.parametrize("problem", Problem)
def test_every_problem_has_its_sentence(problem):
    assert "%" not in sentence(problem)


# Credits


def test_the_credits_name_voices_fonts_and_programs(nobodys_browser):
    page = text(nobodys_browser.get("/about/credits/"))
    for each in VOICES.values():
        assert each.credit in page
    assert "Modified: re-timed and re-pitched." in page
    assert "Creative Commons" in page
    assert "Yuji Syuku" in page
    assert "FFmpeg" in page
    assert 'href="/about/credits/"' in text(nobodys_browser.get("/about/")), "the foot of every page leads there"
