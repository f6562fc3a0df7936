"""The drill's pages by ear: nothing in them names what sounds, and without sound nothing is lost."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from django.utils.html import strip_tags

from tests import tone_voice
from tests.srs.cast import known
from tests.tone_voice import VerseVoice
from trainer.audio import ensure_recording
from trainer.models import Memory, Question, Review, Wish
from trainer.poems.poem import poem
from trainer.reciter.mora import Half

UKA, URA = 74, 65


@pytest.fixture(autouse=True)
def voice(db, monkeypatch):
    voice = VerseVoice()
    monkeypatch.setattr(tone_voice, "VOICES", {"tone": voice})
    for number in (UKA, URA):
        ensure_recording(poem(number), Half.UPPER, voice)
    return voice


def practise(browser, skill="au-tf", pile="all"):
    """Begin a practice; its first page."""
    begun = browser.get(f"/practise/?skill={skill}&pile={pile}")
    assert begun.status_code == 302
    return browser.get(begun.url)


def remember(person, number, *skills):
    for skill in skills:
        row = Memory(person=person, poem=number, skill=skill)
        row.state = known(5.0, due_in=400_000)
        row.save()


def answer(browser, question, text="", **more):
    return browser.post(f"/drill/answer/{question.key}/", {"answer": text, **more})


@pytest.mark.parametrize("skill", ["au-tf", "cut-tf", "cut-disc", "cut-now", "cut-kj", "disc"])
def test_the_page_does_not_name_what_sounds(alices_browser, skill):
    page = practise(alices_browser, skill, "sound-u")
    asked = page.context["asked"]
    assert asked.by_ear
    text = page.content.decode()
    of = poem(asked.poem)
    for leak in (of.upper.spoken[:3], of.upper.modern[:3], of.author.kanji):
        assert leak not in text
    sound = re.search(r"<div class=\"ear\"[^>]*>", text)[0]
    assert f'"{asked.poem}"' not in sound
    assert not re.search(rf"\b{asked.poem}-upper", text)
    # What is at the address is the file of the poem asked.
    assert alices_browser.get(re.search(r'data-url="([^"]+)"', sound)[1]).status_code == 200


def test_until_it_sounds_nothing_can_be_answered_and_without_scripts_it_says_so(alices_browser):
    text = practise(alices_browser).content.decode()
    assert re.search(r"<fieldset[^>]* disabled", text)
    assert "Sound needs JavaScript" in text.split("<noscript>")[1]
    assert text.index("Without sound today") > text.index("</fieldset>")


def test_the_device_s_lateness_and_the_deciding_sound_are_told_in_plain_figures(alice, alices_browser):
    alices_browser.cookies["device"] = "0" * 32
    alice.calibrations.create(device="0" * 32, offset_ms=183.5, spread_ms=10, taps=16, measured_at=timezone.now())
    sound = re.search(r"<div class=\"ear\"[^>]*>", practise(alices_browser, "cut-tf").content.decode())[0]
    for figure in ("onset-ms", "decided-ms", "cut-ms", "late-ms", "length-ms", "end-ms"):
        assert re.search(rf'data-{figure}="\d+\.\d+"', sound), figure
    assert 'data-late-ms="183.5"' in sound
    assert 'data-decided-ms="360.0"' in sound


@pytest.mark.parametrize(
    ("elapsed_ms", "said"),
    [
        ("650", "0.65 s after the deciding sound"),
        ("-30", "before the deciding sound"),
        ("40", "sooner than anyone reacts: not counted"),
    ],
)
def test_the_verdict_says_when(alice, alices_browser, elapsed_ms, said):
    question = practise(alices_browser).context["question"]
    Question.objects.update(asked_at=timezone.now() - timedelta(seconds=9))
    page = alices_browser.get(answer(alices_browser, question, question.poem, elapsed_ms=elapsed_ms).url)
    facts = re.sub(r"\s+", " ", strip_tags(page.content.decode().split('class="facts"')[1].split("</p>")[0]))
    assert said in facts


@pytest.mark.parametrize("nonsense", ["--5", "-", "1e3", "5.5", "x", "-99999999999", ""])
def test_a_time_that_is_none_is_dropped(alice, alices_browser, nonsense):
    question = practise(alices_browser).context["question"]
    answer(alices_browser, question, question.poem, elapsed_ms=nonsense)
    assert Review.objects.get().elapsed_ms is None


def test_set_aside_in_a_practice_leads_to_what_is_read(alice, alices_browser):
    sitting = practise(alices_browser).context["sitting"].code
    response = alices_browser.post("/drill/without-sound/", {"sitting": sitting}, follow=True)
    assert response.redirect_chain[-1][0] == "/practise/"
    assert "Set aside." in response.content.decode()
    assert not Review.objects.exists()


def test_partners_set_aside_are_read_in_the_same_practice(alices_browser):
    page = practise(alices_browser, "disc", "sound-u")
    assert page.context["asked"].by_ear
    sitting = page.context["sitting"].code
    again = alices_browser.post("/drill/without-sound/", {"sitting": sitting}, follow=True)
    assert again.context["sitting"].code == sitting
    assert not again.context["asked"].by_ear
    assert Question.objects.count() == 2  # the one that was heard stands, for another device


def test_set_aside_today_what_is_read_goes_on_and_sound_can_come_back(alice, alices_browser):
    remember(alice, UKA, "tf-kj", "kj-tf")
    assert "au-tf" in beginning(alices_browser)
    page = alices_browser.post("/drill/without-sound/", {}, follow=True)
    assert "Without sound today" in page.content.decode()
    assert "au-tf" not in beginning(alices_browser)
    alices_browser.post("/drill/without-sound/", {"do": "sound"})
    assert "au-tf" in beginning(alices_browser)
    assert not Review.objects.exists()


def beginning(browser):
    """The skills that begin today, as the first page plans them."""
    return {item.skill for item in browser.get("/").context["plan"].opening}


def test_what_is_missing_is_said_and_asked_for(alice, alices_browser):
    assert "2 of 100 recordings are there." in alices_browser.get("/practise/").content.decode()
    page = alices_browser.get("/practise/?skill=au-tf&pile=all", follow=True)
    assert "98 recordings of this pile are not there yet" in page.content.decode()
    wish = Wish.objects.get()
    assert wish.person == alice
    assert len(wish.verses) == 98
    assert not {f"{UKA}-upper", f"{URA}-upper", "0-upper"} & set(wish.verses)


def test_a_pile_without_any_recording_is_asked_for_and_not_begun(alices_browser):
    page = alices_browser.get("/practise/?skill=cut-tf&pile=sound-mu")
    text = page.content.decode()
    assert "Its recording is not there yet. It has been asked for" in text
    assert Wish.objects.get().verses == ["87-upper"]


def test_drills_that_are_read_ask_for_no_recording(alices_browser):
    practise(alices_browser, "kj-tf")
    assert not Wish.objects.exists()


def test_who_asks_too_often_practises_all_the_same_without_a_wish(alices_browser, monkeypatch):
    monkeypatch.setattr("trainer.throttle.may_try", lambda _limits: False)
    assert practise(alices_browser).status_code == 200
    assert not Wish.objects.exists()


def test_a_stranger_and_nobody_hear_no_question_of_alices(alice, alices_browser, charlies_browser, nobodys_browser):
    page = practise(alices_browser)
    question = page.context["question"]
    assert answer(charlies_browser, question, question.poem).status_code == 404
    assert answer(nobodys_browser, question, question.poem).url.startswith("/begin/")
    theirs = charlies_browser.get(f"/drill/?sitting={page.context['sitting'].code}")
    assert theirs.context["question"].key != question.key
    assert nobodys_browser.post("/drill/without-sound/").url.startswith("/begin/")
    assert charlies_browser.post("/drill/without-sound/", {"sitting": "practise-x"}).status_code == 404
    assert not Review.objects.exists()


def test_when_the_recording_goes_the_question_gives_way(alice, alices_browser, voice):
    page = practise(alices_browser)
    ensure_recording(poem(page.context["asked"].poem), Half.UPPER, voice).path.unlink()
    again = alices_browser.get(f"/drill/?sitting={page.context['sitting'].code}")
    assert again.context["asked"].poem != page.context["asked"].poem


def test_an_answer_by_ear_goes_out_with_the_data_and_comes_back(alice, alices_browser):
    question = practise(alices_browser).context["question"]
    Question.objects.update(asked_at=timezone.now() - timedelta(seconds=9))
    answer(alices_browser, question, question.poem, elapsed_ms="-30")
    before = Review.objects.values().get()
    assert before["details"]["heard_ms"] == -30
    taken = alices_browser.get("/settings/data/json/")
    file = SimpleUploadedFile("naniwazu.json", b"".join(taken) if taken.streaming else taken.content)
    Review.objects.all().delete()
    assert alices_browser.post("/settings/import/", {"file": file}).status_code == 302
    after = Review.objects.values().get()
    assert after | {"id": None} == before | {"id": None}
