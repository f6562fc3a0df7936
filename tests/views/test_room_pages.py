"""Rooms from outside: who gets in with a code, with a key, with neither; and the owner's panel."""

import json
import uuid
from datetime import timedelta
from types import SimpleNamespace

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import Client
from django.utils import timezone

from trainer import recitations, rooms
from trainer.models import Attempt, Press, Room
from trainer.poems.kimariji import as_written
from trainer.reciter.position import Move
from trainer.reciter.script import Choices, Order
from trainer.views import event_stream, room_panel
from trainer.views import rooms as room_views
from trainer.views.event_stream import OverError

POEMS = (65, 74, 17)


@pytest.fixture
def row(alice):
    choices = Choices(order=Order.LIST, numbers=POEMS)
    return recitations.begin(person=alice, choices=choices, voice="tone", auto_next_s=None, now=timezone.now())


@pytest.fixture
def room(row):
    return rooms.open_room(row, timezone.now())


def move(row, *moves):
    made = [(Move(each), at) for each, at in moves]
    recitations.take(person=row.person, key=row.key, moves=made, now=timezone.now())


def do(browser, row, what):
    return browser.post(f"/reader/{row.key}/room/", {"do": what})


def with_key(room):
    browser = Client()
    assert browser.get(f"/room/{room.code}/remote/?key={room.remote_key}").url == f"/room/{room.code}/remote/"
    return browser


def press(browser, room, button="hold", **more):
    form = {"key": uuid.uuid4(), "button": button} | more
    return browser.post(f"/room/{room.code}/press/", form, headers={"Accept": "application/json"})


# --- the owner's panel -----------------------------------------------------------------------------------


def test_the_owner_opens_gives_takes_and_closes(row, alices_browser):
    shown = do(alices_browser, row, "open").content.decode()
    room = Room.objects.get()
    assert room.code in shown
    assert room.remote_key in shown
    assert shown.count("<svg") == 2  # a picture for each way in
    assert room.remote_key not in do(alices_browser, row, "take").content.decode()
    assert "?key=" not in alices_browser.get(f"/reader/{row.key}/").content.decode()
    do(alices_browser, row, "give")
    assert Room.objects.get().remote_key not in ("", room.remote_key)
    do(alices_browser, row, "close")
    assert not Room.objects.exists()
    assert do(alices_browser, row, "dance").status_code == 200
    assert do(alices_browser, row, "give").status_code == 200
    assert not Room.objects.exists()


def test_nobody_else_opens_or_closes_my_room(row, room, charlies_browser, gretas_browser, nobodys_browser):
    for browser in (charlies_browser, gretas_browser):
        assert do(browser, row, "close").status_code == 404
        assert browser.get(f"/reader/{row.key}/room/").status_code == 404
        assert browser.get(f"/reader/{row.key}/presses/").status_code == 404
    assert do(nobodys_browser, row, "close").url.startswith("/begin/")
    assert nobodys_browser.get(f"/reader/{row.key}/presses/").status_code == 401
    assert Room.objects.get() == room


def test_a_room_costs_the_page_of_the_reading_no_question(row, room, alices_browser, django_assert_num_queries):
    with django_assert_num_queries(3):  # session, person, reading with its room
        assert room.code in alices_browser.get(f"/reader/{row.key}/").content.decode()


def test_an_address_that_others_cannot_reach_is_named_so(row, room, alices_browser):
    sentence = "an address of this machine alone"
    here = alices_browser.get(f"/reader/{row.key}/room/", headers={"host": "localhost:8000"})
    assert sentence in here.content.decode()
    there = alices_browser.get(f"/reader/{row.key}/room/", headers={"host": "testserver"})
    assert sentence not in there.content.decode()


# --- the code --------------------------------------------------------------------------------------------


def test_whoever_has_the_code_sees_the_projector(room, nobodys_browser, charlies_browser):
    for browser in (nobodys_browser, charlies_browser):
        assert browser.get(f"/room/{room.code}/").status_code == 200
        assert browser.get(f"/room/{room.code.lower()}/").status_code == 200
        assert browser.post("/room/", {"code": room.code}).url == f"/room/{room.code}/"


def test_a_wrong_code_brings_a_sentence(room, nobodys_browser):
    rooms.close(room.recitation)
    for answer in (
        nobodys_browser.get(f"/room/{room.code}/"),
        nobodys_browser.get(f"/room/{room.code}/remote/"),
        nobodys_browser.post("/room/", {"code": "XXXXXX"}),
    ):
        assert answer.status_code == 404
        assert "No room has this code" in answer.content.decode()
    assert nobodys_browser.post("/room/", {"code": ""}).status_code == 422
    assert nobodys_browser.get(f"/room/{room.code}/sights/").status_code == 404
    assert press(nobodys_browser, room).status_code == 404


def test_codes_are_not_guessed(room, nobodys_browser):
    for _ in range(40):
        assert nobodys_browser.get("/room/XXXXXX/").status_code == 404
    for address in ("/room/XXXXXX/", f"/room/{room.code}/", f"/room/{room.code}/sights/"):
        assert nobodys_browser.get(address).status_code == 429
    assert press(nobodys_browser, room).status_code == 429
    Attempt.objects.update(tried_at=timezone.now() - timedelta(minutes=16))
    assert nobodys_browser.get(f"/room/{room.code}/").status_code == 200


def test_a_right_code_is_held_against_nobody_and_washes_nothing_away(room, nobodys_browser):
    for _ in range(60):
        assert nobodys_browser.get(f"/room/{room.code}/").status_code == 200
    assert not Attempt.objects.exists()
    nobodys_browser.get("/room/XXXXXX/")
    nobodys_browser.get(f"/room/{room.code}/")
    assert Attempt.objects.count() == 1


def test_keys_are_not_guessed(room):
    for _ in range(40):
        Client().get(f"/room/{room.code}/remote/?key=guessed")
    assert Client().get(f"/room/{room.code}/remote/?key={room.remote_key}").status_code == 429


# --- the projector ---------------------------------------------------------------------------------------


def test_the_page_and_its_stream_have_only_what_was_read(row, room, nobodys_browser):
    move(row, ("start", 0), ("heard", 0), ("heard", 1), ("next", 1))  # 65 has been read, 74 is being read
    page = nobodys_browser.get(f"/room/{room.code}/").content.decode()
    [event] = room_views._sights(room.pk, "", "", "en")
    for told in (page, str(event)):
        assert as_written(65) in told
        assert as_written(74) not in told
        assert as_written(17) not in told
        assert str(row.key) not in told
        assert room.remote_key not in told
    assert event.data["place"] == 2
    assert event.data["left"] == 1


def test_the_stream_says_nothing_twice_and_ends_with_the_room(row, room):
    [event] = room_views._sights(room.pk, "", "", "en")
    assert room_views._sights(room.pk, event.id, "", "en") == []
    move(row, ("start", 0))
    [later] = room_views._sights(room.pk, event.id, "", "en")
    assert later.data["phase"] == "reading"
    rooms.close(row)
    with pytest.raises(OverError):
        room_views._sights(room.pk, later.id, "", "en")


def test_a_move_is_in_the_stream_at_once(row, room, monkeypatch):
    """Without the bell it would take as long as the test has patience."""
    # The stream gives its thread's connection back; here that is the test's own, in the middle of its transaction.
    monkeypatch.setattr(event_stream, "connection", SimpleNamespace(close=lambda: None))

    async def follow():
        events = room_views.stream(
            str(row.key), lambda after: room_views._sights(room.pk, after, "", "en"), after="", every_s=60
        ).streaming_content
        told = [await anext(events) for _ in range(3)]
        await sync_to_async(move)(row, ("start", 0))
        told.append(await anext(events))
        await events.aclose()
        return told

    retry, clock, first, second = map(bytes.decode, async_to_sync(follow)())
    assert retry.startswith("retry: ")
    assert "event: clock" in clock
    assert json.loads(first.partition("data: ")[2])["phase"] == "ready"
    assert json.loads(second.partition("data: ")[2])["phase"] == "reading"
    assert first.startswith("id: ")


def test_the_stream_answers_as_event_streams_do(room, nobodys_browser):
    answer = nobodys_browser.get(f"/room/{room.code}/sights/")
    assert answer.headers["Content-Type"] == "text/event-stream"
    assert "no-store" in answer.headers["Cache-Control"]
    assert answer.headers["X-Accel-Buffering"] == "no"


# --- the remote ------------------------------------------------------------------------------------------


def test_the_code_alone_presses_nothing(room, nobodys_browser, alices_browser):
    for browser in (nobodys_browser, alices_browser):
        assert browser.get(f"/room/{room.code}/remote/").status_code == 403
        assert press(browser, room).status_code == 403
    assert "remote-buttons" not in nobodys_browser.get(f"/room/{room.code}/remote/").content.decode()
    nobodys_browser.get(f"/room/{room.code}/remote/?key=wrong")
    assert press(nobodys_browser, room).status_code == 403
    assert not Press.objects.exists()


def test_with_the_key_buttons_are_pressed(row, room):
    browser = with_key(room)
    page = browser.get(f"/room/{room.code}/remote/")
    assert room.remote_key not in page.content.decode()  # it stays in the cookie
    key = uuid.uuid4()
    for _ in range(2):
        assert press(browser, room, "next", key=key, at=0).status_code == 202
    [event] = room_panel._presses(row.key, "", sounds=True)
    assert event.data["button"] == "next"
    assert event.data["at"] == 0
    assert event.data["key"] == str(key)
    assert room_panel._presses(row.key, event.id, sounds=True) == []
    assert browser.cookies["remote"]["path"] == f"/room/{room.code}/"
    assert browser.cookies["remote"]["httponly"]


def test_a_key_is_good_for_its_own_room_alone(room, charlie):
    other = recitations.begin(person=charlie, choices=Choices(), voice="tone", auto_next_s=None, now=timezone.now())
    another = rooms.open_room(other, timezone.now())
    browser = with_key(room)
    browser.cookies["remote"]["path"] = "/"
    assert press(browser, another).status_code == 403
    assert not Press.objects.exists()


def test_a_remote_that_was_taken_away_is_out_at_once(row, room, alices_browser):
    browser = with_key(room)
    assert room_views._sights(room.pk, "", room.remote_key, "en")[0].data["may_press"]
    do(alices_browser, row, "take")
    refused = press(browser, room)
    assert refused.status_code == 403
    assert "taken away" in refused.json()["error"]
    assert not room_views._sights(room.pk, "", room.remote_key, "en")[0].data["may_press"]
    do(alices_browser, row, "give")
    assert press(browser, room).status_code == 403


@pytest.mark.parametrize(
    "form",
    [
        {"button": "dance"},
        {"button": ""},
        {"key": "x"},
        {"at": "-1"},
        {"at": "x"},
        {"age_ms": "-1"},
        {"at": "99999999999"},
    ],
)
def test_a_press_that_makes_no_sense_changes_nothing(room, form):
    refused = press(with_key(room), room, **form)
    assert refused.status_code == 400
    assert refused.json()["error"]
    assert not Press.objects.exists()


def test_a_press_that_was_long_under_way_is_refused(room):
    browser = with_key(room)
    assert press(browser, room, age_ms=9_500).status_code == 202
    refused = press(browser, room, age_ms=10_000)
    assert refused.status_code == 409
    assert "too late" in refused.json()["error"]


def test_without_javascript_the_remote_comes_back(room):
    browser = with_key(room)
    answer = browser.post(f"/room/{room.code}/press/", {"key": uuid.uuid4(), "button": "start"})
    assert answer.url == f"/room/{room.code}/remote/"
    assert Press.objects.get().button == "start"
    assert browser.post(f"/room/{room.code}/press/", {"button": "start"}).status_code == 400


def test_an_event_number_that_is_none_is_the_beginning(row, room):
    press(with_key(room), room)
    for after in ("", "x", "-3", "²"):
        assert len(room_panel._presses(row.key, after, sounds=False)) == 1


# --- without a network -----------------------------------------------------------------------------------


def test_the_service_worker_is_at_the_root_with_the_files_of_the_reader(nobodys_browser):
    answer = nobodys_browser.get("/service-worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer.headers["Cache-Control"]
    head = json.loads(answer.content.decode().partition("self.SHELL = ")[2].partition(";\n")[0])
    assert "/static/js/reader.js" in head["files"]
    assert not head["isHashed"]
    assert len(head["version"]) == 12


def test_signing_out_clears_what_was_kept(alices_browser):
    assert alices_browser.post("/account/sign-out/").headers["Clear-Site-Data"] == '"storage"'
