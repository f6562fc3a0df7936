"""Recordings as files, as a list for the browser, as a page that asks for more, and live."""

import asyncio
import gzip
import hashlib
import json
import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import AsyncClient
from django.utils import timezone

from tests import tone_voice
from tests.tone_voice import SOUND_MS, ToneVoice
from trainer import renderer, wishes
from trainer.audio import VerseName, ensure_recording
from trainer.models import Recording, Try, Wish
from trainer.poems.poem import poem
from trainer.reciter.mora import Half
from trainer.reciter.tempo import FORMER, free
from trainer.reciter.voice import Manner
from trainer.views import recordings
from trainer.wishes import NotRecordedError, Wanted, fulfil, wish

pytestmark = pytest.mark.django_db


@pytest.fixture
def tone(monkeypatch):
    voice = ToneVoice()
    monkeypatch.setattr(tone_voice, "VOICES", {"tone": voice, "other": ToneVoice("other")})
    return voice


@pytest.fixture
def recording(tone):
    return ensure_recording(poem(17), Half.UPPER, tone)


def failed(verse, voice, manner=Manner()):  # noqa: B008
    with pytest.raises(NotRecordedError):
        fulfil(Wanted(VerseName.of(verse), voice, manner))


# A file --------------------------------------------------------------------------------------------------


def test_a_file_is_kept_by_the_browser_for_ever(recording, nobodys_browser):
    response = nobodys_browser.get(f"/recordings/{recording.sha256}.mp3")
    assert response.status_code == 200
    assert hashlib.sha256(response.content).hexdigest() == recording.sha256
    assert response.headers["Content-Type"] == "audio/mpeg"
    assert response.headers["Content-Length"] == str(len(response.content))
    assert response.headers["ETag"] == f'"{recording.sha256}"'
    assert "immutable" in response.headers["Cache-Control"]
    assert "max-age=31536000" in response.headers["Cache-Control"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_head_tells_the_length_without_the_sound(recording, nobodys_browser):
    response = nobodys_browser.head(f"/recordings/{recording.sha256}.mp3")
    assert response.status_code == 200
    assert response.headers["Content-Length"] == str(recording.size)
    assert response.content == b""


def test_who_has_it_already_gets_304(recording, nobodys_browser):
    address = f"/recordings/{recording.sha256}.mp3"
    assert nobodys_browser.get(address, headers={"If-None-Match": f'"{recording.sha256}"'}).status_code == 304
    assert nobodys_browser.get(address, headers={"If-None-Match": '"another"'}).status_code == 200


@pytest.mark.parametrize(
    "name",
    ["0" * 64 + ".mp3", "secret-key.txt", "..%2Fsecret-key.mp3", "%2e%2e/secret-key.mp3", "renderer.lock"],
)
def test_what_is_no_recording_is_not_there(recording, nobodys_browser, name):
    assert nobodys_browser.get(f"/recordings/{name}").status_code == 404


def test_another_ending_is_another_file(recording, nobodys_browser):
    assert nobodys_browser.get(f"/recordings/{recording.sha256}.wav").status_code == 404


def test_a_lost_or_short_file_is_404_and_nothing_is_rendered(recording, tone, nobodys_browser):
    recording.path.write_bytes(recording.path.read_bytes()[:100])
    assert nobodys_browser.get(f"/recordings/{recording.sha256}.mp3").status_code == 404
    recording.path.unlink()
    assert nobodys_browser.get(f"/recordings/{recording.sha256}.mp3").status_code == 404
    assert tone.recited == ["17-upper"]


# The list ------------------------------------------------------------------------------------------------


def test_the_list_is_what_the_document_says(recording, nobodys_browser):
    response = nobodys_browser.get("/recordings/tone/5-3-1-6.json")
    assert response.headers["Content-Type"] == "application/json"
    assert response.json() == {
        "voice": "tone",
        "tempo": "5-3-1-6",
        "pause_ms": 1000,
        "timing": "exact",
        "verses": {
            "17-upper": {
                "url": f"/recordings/{recording.sha256}.mp3",
                "bytes": recording.size,
                "onset_ms": 10.0,
                "end_ms": 110.0,
                "length_ms": float(SOUND_MS),
                "morae": [["ち", 0, 10.0, 20.0, 110.0, 90.0]],
            }
        },
        "missing": 201,
    }
    assert nobodys_browser.get(response.json()["verses"]["17-upper"]["url"]).status_code == 200


def test_the_list_changes_its_tag_when_something_is_added(recording, tone, nobodys_browser):
    address = "/recordings/tone/5-3-1-6.json"
    tag = nobodys_browser.get(address).headers["ETag"]
    assert nobodys_browser.get(address, headers={"If-None-Match": tag}).status_code == 304
    ensure_recording(poem(17), Half.LOWER, tone)
    again = nobodys_browser.get(address, headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert list(again.json()["verses"]) == ["17-upper", "17-lower"]
    assert "no-cache" in again.headers["Cache-Control"]


def test_the_list_comes_compressed_and_its_tag_is_known_again(recording, nobodys_browser):
    for number in range(1, 5):
        ensure_recording(poem(number), Half.UPPER, tone_voice.VOICES["tone"])
    address, packed = "/recordings/tone/5-3-1-6.json", {"Accept-Encoding": "gzip"}
    response = nobodys_browser.get(address, headers=packed)
    assert response.headers["Content-Encoding"] == "gzip"
    assert len(json.loads(gzip.decompress(response.content))["verses"]) == 5
    again = nobodys_browser.get(address, headers=packed | {"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


def test_times_are_told_to_a_microsecond(recording, nobodys_browser):
    Recording.objects.update(times_json=recording.times_json | {"onset_ms": 136.54166666666666})
    listed = nobodys_browser.get("/recordings/tone/5-3-1-6.json").json()
    assert listed["verses"]["17-upper"]["onset_ms"] == 136.542


def test_a_lost_file_is_not_in_the_list(recording, nobodys_browser):
    recording.path.unlink()
    assert nobodys_browser.get("/recordings/tone/5-3-1-6.json").json()["missing"] == 202


def test_other_tempi_and_older_voices_are_other_lists(recording, tone, nobodys_browser):
    own = free(lower_ms=3000, yoin_ms=2000, pause_ms=1500, upper_ms=4000)
    ensure_recording(poem(1), Half.UPPER, tone, Manner(own))
    listed = nobodys_browser.get(f"/recordings/tone/{own.name}.json").json()
    assert (list(listed["verses"]), listed["pause_ms"]) == (["1-upper"], 1500)
    assert nobodys_browser.get("/recordings/tone/4-3-1-5.json").json()["verses"] == {}
    tone.version = "2"
    assert nobodys_browser.get("/recordings/tone/5-3-1-6.json").json()["verses"] == {}


@pytest.mark.parametrize("name", ["nobody/5-3-1-6", "tone/slow", "tone/free-1-1-1-1", "tone/5-3-1-6%2Fx"])
def test_a_voice_or_tempo_that_does_not_exist_has_no_list(tone, nobodys_browser, name):
    assert nobodys_browser.get(f"/recordings/{name}.json").status_code == 404


def test_a_list_asks_the_database_once(tone, nobodys_browser, django_assert_num_queries):
    for number in range(1, 6):
        ensure_recording(poem(number), Half.UPPER, tone)
    with django_assert_num_queries(1):
        nobodys_browser.get("/recordings/tone/5-3-1-6.json")


# The page ------------------------------------------------------------------------------------------------


def seen(browser):
    """The page as words, a line for each set."""
    page = browser.get("/recordings/").content.decode()
    return {
        key: " ".join(re.sub(r"<[^>]*>", " ", item).split())
        for key, item in re.findall(r'<li id="([^"]+)">(.*?)</form>|$', page, re.DOTALL)
        if key
    }


def test_the_page_counts_every_voice_at_every_tempo(recording, nobodys_browser):
    ensure_recording(poem(17), Half.UPPER, tone_voice.VOICES["tone"], Manner(FORMER))
    sets = seen(nobodys_browser)
    assert list(sets) == ["tone-5-3-1-6", "tone-4-3-1-5", "other-5-3-1-6", "other-4-3-1-5"]
    assert "1 of 202 verses Made by itself, when nothing else is asked for. Ask for this set" in sets["tone-5-3-1-6"]
    assert "1 of 202 verses Nobody has asked for it yet. Ask for this set" in sets["tone-4-3-1-5"]
    assert "0 of 202 verses" in sets["other-4-3-1-5"]


def test_a_guest_asks_for_a_set(greta, tone, gretas_browser, charlies_browser):
    response = gretas_browser.post("/recordings/ask/", {"voice": "tone", "tempo": "4-3-1-5", "do": "ask"}, follow=True)
    assert "Asked for." in response.content.decode()
    asked = Wish.objects.get()
    assert (asked.person, asked.voice, asked.manner, asked.whole) == (greta, "tone", "4-3-1-5/own/1", True)
    page = response.content.decode()
    assert "You asked for it; it is being made." in page
    others = charlies_browser.get("/recordings/").content.decode()
    assert "Somebody else asked for it." in others


def test_the_page_is_live_while_something_may_grow(alice, tone, settings, alices_browser, nobodys_browser):
    def is_live(browser):
        return "sse-connect" in browser.get("/recordings/").content.decode()

    assert not is_live(nobodys_browser)  # nobody renders
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert not is_live(nobodys_browser)  # workers do, but nobody has asked
    Wish.objects.create(person=alice, voice="tone", manner=Manner().name, whole=True, asked_at=timezone.now())
    assert is_live(alices_browser)
    assert not is_live(nobodys_browser)


@pytest.mark.usefixtures("somebody_renders", "tone")
def test_the_default_set_grows_before_everybodys_eyes(nobodys_browser):
    assert "sse-connect" in nobodys_browser.get("/recordings/").content.decode()


def test_nobody_is_asked_to_begin_first(tone, nobodys_browser):
    response = nobodys_browser.post("/recordings/ask/", {"voice": "tone", "tempo": "4-3-1-5"})
    assert response.url.startswith("/begin/")
    assert not Wish.objects.exists()


@pytest.mark.parametrize("form", [{}, {"voice": "tone"}, {"voice": "nobody", "tempo": "5-3-1-6"}, {"tempo": "slow"}])
def test_what_does_not_exist_cannot_be_asked_for(tone, alices_browser, form):
    response = alices_browser.post("/recordings/ask/", form, follow=True)
    assert "There is no such voice or tempo. Nothing was asked for." in response.content.decode()
    assert not Wish.objects.exists()


def test_asking_too_often_is_refused(tone, alices_browser):
    for _ in range(12):
        alices_browser.post("/recordings/ask/", {"voice": "tone", "tempo": "5-3-1-6"})
    Wish.objects.all().delete()
    response = alices_browser.post("/recordings/ask/", {"voice": "tone", "tempo": "5-3-1-6"}, follow=True)
    assert "tried too often" in response.content.decode()
    assert not Wish.objects.exists()


def test_failures_are_named_by_poem_with_the_reason_and_tried_again(alice, tone, alices_browser):
    tone.broken = {9}
    for _ in range(3):
        failed("9-lower", tone)
    page = alices_browser.get("/recordings/").content.decode()
    assert "One verse failed" in page
    assert re.search(r'<a href="/poems/9/">9, lower verse</a> <span>tone has no poem 9</span>', page)
    assert "left alone until somebody tries again" in page
    response = alices_browser.post(
        "/recordings/ask/", {"voice": "tone", "tempo": "5-3-1-6", "do": "again"}, follow=True
    )
    assert "What failed is tried again." in response.content.decode()
    assert not Try.objects.exists()
    assert Wish.objects.get().person == alice


def test_a_voices_reason_cannot_write_into_the_page(tone, alices_browser):
    tone.broken = {9}
    failed("9-lower", tone)
    Try.objects.update(reason="<script>alert(1)</script>")
    assert "<script>alert" not in alices_browser.get("/recordings/").content.decode()


def test_the_page_says_when_nobody_renders(tone, settings, nobodys_browser):
    sentence = "the process that makes recordings is not running"
    assert sentence in nobodys_browser.get("/recordings/").content.decode()
    with (settings.RECORDINGS_DIR / renderer.LOCK).open("ab") as lock:
        assert renderer._is_ours(lock)
        assert sentence not in nobodys_browser.get("/recordings/").content.decode()
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert sentence not in nobodys_browser.get("/recordings/").content.decode()


def test_the_settings_lead_here(alices_browser):
    assert 'href="/recordings/"' in alices_browser.get("/settings/").content.decode()


def test_the_wishes_of_a_guest_come_along(alice, greta, tone):
    from trainer import accounts

    wish(alice, tone)
    wish(greta, tone)
    wish(greta, tone, Manner(FORMER))
    accounts.merge(guest=greta, into=alice)
    assert sorted(alice.wishes.values_list("manner", flat=True)) == ["4-3-1-5/own/1", "5-3-1-6/own/1"]


# Live ----------------------------------------------------------------------------------------------------


@pytest.fixture
def _no_waiting(settings, monkeypatch):
    """And a broker, so that only what was asked for is a reason to go on."""
    settings.CELERY_BROKER_URL = "memory://"
    monkeypatch.setattr(wishes, "hand_over", lambda *_: True)
    monkeypatch.setattr(recordings, "LOOK_S", 0)


def events(text):
    """(name, words) of each event."""
    found = []
    for block in text.strip().split("\n\n"):
        name, *data = block.split("\n")
        words = " ".join(re.sub(r"<[^>]*>", " ", " ".join(line[6:] for line in data)).split())
        found.append((name.removeprefix("event: "), words))
    return found


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_no_waiting")
def test_live_figures_come_when_they_change_and_end_with_the_set(alice, tone):
    """The first look has all parts, the next only what has changed, the last says that it is over."""
    wish(alice, tone)
    tone.broken = {9}
    failed("9-lower", tone)

    async def look():
        stream = recordings._events(alice, "en")
        told = [await anext(stream) for _ in range(8)]
        await asyncio.to_thread(ensure_recording, poem(17), Half.UPPER, tone)
        told.append(await anext(stream))
        await asyncio.to_thread(Wish.objects.update, done_at=timezone.now())
        return events("".join(told + [event async for event in stream]))

    told = asyncio.run(look())
    first, rest = told[:8], told[8:]
    assert [name for name, _ in first] == [
        f"{part}-{voice}-{tempo}"
        for voice in ("tone", "other")
        for tempo in ("5-3-1-6", "4-3-1-5")
        for part in ("figures", "failures")
    ]
    assert first[0][1] == "0 of 202 verses You asked for it; it is being made."
    assert first[1][1].startswith("One verse failed 9, lower verse tone has no poem 9")
    assert rest == [
        ("figures-tone-5-3-1-6", "1 of 202 verses You asked for it; it is being made."),
        ("figures-tone-5-3-1-6", "1 of 202 verses You asked for it; some verses could not be made."),
        ("over", ""),
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_no_waiting")
def test_the_stream_answers_as_event_streams_do(alice, tone):
    async def ask(person):
        client = AsyncClient()
        if person:
            await client.aforce_login(person)
        response = await client.get("/recordings/progress/")
        body = b"".join([part async for part in response]) if response.streaming else response.content
        return response, body.decode()

    response, body = asyncio.run(ask(alice))
    assert response.headers["Content-Type"] == "text/event-stream"
    assert "no-store" in response.headers["Cache-Control"]
    assert events(body)[-1] == ("over", "")
    _response, body = asyncio.run(ask(None))
    assert events(body)[-1] == ("over", "")


def test_progress_of_nobody_is_not_anybodys(alice, tone):
    wish(alice, tone)
    assert not any(each.is_asked for each in wishes.progress(AnonymousUser(), timezone.now()))
