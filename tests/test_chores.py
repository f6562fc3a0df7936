"""Chores beside the rendering: once an hour, each for itself, and never in the way of the recordings."""

import os
import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings as site

from trainer import chores, renderer, wishes

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
done = []


def sweep(now):
    done.append(("sweep", now))


def break_off(now):
    raise OSError("no mail server")


@pytest.fixture(autouse=True)
def _nothing_done(settings):
    done.clear()
    settings.CHORES = ["test_chores.break_off", "test_chores.sweep"]


def test_once_an_hour_and_the_next_after_one_that_fails(caplog):
    assert chores.do_due(NOON)
    assert not chores.do_due(NOON + timedelta(minutes=59))
    assert chores.do_due(NOON + timedelta(hours=1))
    assert [now.hour for _what, now in done] == [12, 13]
    assert "test_chores.break_off" in caplog.text
    assert "no mail server" in caplog.text


def test_a_clock_that_was_put_back_does_not_stop_them():
    chores.do_due(NOON)
    assert chores.do_due(NOON - timedelta(days=1))


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01"])
def test_a_file_that_says_nothing_is_no_hindrance(text):
    (site.RECORDINGS_DIR / chores.DONE).write_text(text)
    assert chores.do_due(NOON)


def test_without_chores_nothing_is_written(settings):
    settings.CHORES = []
    assert not chores.do_due(NOON)
    assert not (site.RECORDINGS_DIR / chores.DONE).exists()


@pytest.mark.django_db
def test_the_renderer_does_them_while_nothing_is_wanted(monkeypatch):
    stopping = threading.Event()
    monkeypatch.setattr(wishes, "next_wanted", lambda _now: stopping.set())
    renderer.work(os.getppid(), lambda _sentence: None, stopping)
    assert [what for what, _now in done] == ["sweep"]


def test_the_site_reminds_of_deadlines():
    """As it is set up, whatever the tests switch off."""
    from karuta_site import settings as written

    assert written.CHORES == ["clubs.reminders.send_due"]
