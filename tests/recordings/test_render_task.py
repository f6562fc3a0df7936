"""The Celery task, run at once in this process: when it is queued, how it is retried, and that twice is once."""

import pytest
from celery.exceptions import Retry
from kombu.exceptions import OperationalError

from karuta_site.celery import app
from tests import tone_voice
from tests.tone_voice import ToneVoice
from trainer import wishes
from trainer.audio import VerseName
from trainer.models import Recording, Try, Wish
from trainer.reciter.mora import Half
from trainer.reciter.voice import Manner
from trainer.tasks import render
from trainer.wishes import NotRecordedError, wish

pytestmark = pytest.mark.django_db
ARGUMENTS = (17, "upper", "tone", "5-3-1-6/own/1")


@pytest.fixture
def tone(monkeypatch):
    voice = ToneVoice()
    monkeypatch.setattr(tone_voice, "VOICES", {"tone": voice})
    return voice


@pytest.fixture
def eager(settings):
    """With a broker in the settings; but tasks are run where they are queued."""
    settings.CELERY_BROKER_URL = "memory://"
    before = app.conf.task_always_eager
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = before


@pytest.fixture
def queued(settings, monkeypatch):
    """What is handed over, with its priority; nothing runs."""
    settings.CELERY_BROKER_URL = "memory://"
    told = []

    def hand_over(verses, voice, manner, priority):
        told.append(([str(verse) for verse in verses], voice.key, manner.name, priority))

    monkeypatch.setattr(wishes, "hand_over", hand_over)
    return told


def test_the_settings_that_lose_nothing():
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    longest_wait = wishes.wait_after(wishes.MOST_TRIES - 1).total_seconds()
    visible_again = app.conf.broker_transport_options["visibility_timeout"]
    assert visible_again > max(app.conf.task_time_limit, longest_wait)


def test_a_task_renders_one_verse(tone):
    assert render.apply(ARGUMENTS).get() == "17-upper"
    recording = Recording.objects.get()
    assert (recording.poem, recording.half, recording.voice, recording.manner) == ARGUMENTS


def test_delivered_twice_it_renders_once(tone):
    render.apply(ARGUMENTS)
    render.apply(ARGUMENTS)
    assert tone.recited == ["17-upper"]
    assert Recording.objects.count() == 1


def test_it_is_tried_three_times_and_then_left_alone(tone):
    tone.broken = {17}
    result = render.apply(ARGUMENTS)
    assert isinstance(result.result, NotRecordedError)
    assert tone.recited == ["17-upper"] * 3
    assert Try.objects.get().reason == "tone has no poem 17"
    render.apply(ARGUMENTS)  # a stray delivery
    assert tone.recited == ["17-upper"] * 3


def test_a_task_waits_longer_each_time(tone, monkeypatch):
    waits = []

    def retry(*, exc, countdown):
        waits.append(countdown)
        return Retry()

    tone.broken = {17}
    monkeypatch.setattr(render, "retry", retry)
    for retries in (0, 1):
        render.push_request(retries=retries, called_directly=False)
        with pytest.raises(Retry):
            render.run(*ARGUMENTS)
        render.pop_request()
    assert waits == [30, 120]


def test_a_wish_is_queued_when_it_is_written_and_not_before(alice, tone, queued, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        wish(alice, tone, verses=[VerseName(17, Half.UPPER)])
        assert queued == []
    assert queued == [(["17-upper"], "tone", "5-3-1-6/own/1", wishes.FIRST)]


def test_a_whole_set_is_queued_behind_and_without_what_is_there(
    alice, tone, queued, django_capture_on_commit_callbacks
):
    render.apply(ARGUMENTS)
    with django_capture_on_commit_callbacks(execute=True):
        wish(alice, tone)
    ((verses, *_, priority),) = queued
    assert len(verses) == 201
    assert "17-upper" not in verses
    assert priority == wishes.LATER > wishes.FIRST


@pytest.mark.usefixtures("eager")
def test_what_is_handed_over_is_rendered(alice, tone, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        wish(alice, tone, verses=[VerseName(3, Half.LOWER), VerseName(1, Half.UPPER)])
    assert tone.recited == ["3-lower", "1-upper"]


def test_a_broker_that_is_away_breaks_no_page(alice, tone, settings, monkeypatch, django_capture_on_commit_callbacks):
    def away(*_args, **_options):
        raise OperationalError("nobody there")

    settings.CELERY_BROKER_URL = "redis://nowhere.invalid/0"
    monkeypatch.setattr("celery.canvas.Signature.apply_async", away)
    with django_capture_on_commit_callbacks(execute=True):
        wish(alice, tone)
    assert Wish.objects.get().done_at is None
    assert wishes.hand_over([VerseName(1, Half.UPPER)], tone, Manner()) is False
