"""Rooms: codes, keys, presses, and what a screen may know at each point of a reading."""

import asyncio
import shutil
import threading
import uuid
from datetime import UTC, datetime, timedelta

import pytest
import redis

from tests import servers
from trainer import bells, recitations, rooms
from trainer.models import Press, Room
from trainer.reciter.position import Move
from trainer.reciter.script import Choices, Order, Pattern
from trainer.rooms import Button

REDIS = shutil.which("redis-server")
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
POEMS = (65, 74, 17)


@pytest.fixture
def row(greta):
    return begun(greta)


def begun(person, **more):
    choices = Choices(order=Order.LIST, numbers=POEMS, **more)
    return recitations.begin(person=person, choices=choices, voice="tone", auto_next_s=None, now=NOW)


def move(row, *moves):
    made = [(Move(each), at) for each, at in moves]
    recitations.take(person=row.person, key=row.key, moves=made, now=NOW)


def seen(row):
    return rooms.sight(Room.objects.select_related("recitation").get(recitation=row), NOW)


def pressed(room, button=Button.HOLD, *, key=None, at=None, ago=timedelta(0)):
    return rooms.press(room, key or uuid.uuid4(), button, at=at, made_at=NOW - ago, now=NOW)


# --- a room ----------------------------------------------------------------------------------------------


def test_codes_are_six_letters_and_figures_that_nobody_mixes_up(greta):
    codes = {rooms.open_room(begun(greta), NOW).code for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) == 6 for code in codes)
    assert not set("".join(codes)) & set("0OQ1IL2Z5S8BUVAE")


def test_opened_again_it_is_the_same_room(row):
    assert rooms.open_room(row, NOW) == rooms.open_room(row, NOW + timedelta(hours=23))


def test_after_a_day_it_is_over_and_a_new_one_has_another_code(row):
    room = rooms.open_room(row, NOW)
    later = NOW + timedelta(days=1)
    assert rooms.find(room.code, later - timedelta(seconds=1)) == room
    assert rooms.find(room.code, later) is None
    assert rooms.open_room(row, later).code != room.code


def test_an_hour_after_the_end_of_the_reading_it_is_over(row):
    room = rooms.open_room(row, NOW)
    move(row, ("start", 0), *(("next", unit) for unit in range(len(row.reading.units))))
    assert rooms.find(room.code, NOW + timedelta(minutes=59)) == room
    assert rooms.find(room.code, NOW + timedelta(minutes=60)) is None


def test_with_the_reading_goes_its_room(row):
    room = rooms.open_room(row, NOW)
    row.delete()
    assert rooms.find(room.code, NOW) is None


def test_a_code_is_found_as_people_type_it(row):
    room = rooms.open_room(row, NOW)
    assert rooms.find(f" {room.code[:3].lower()} - {room.code[3:]}", NOW) == room


def test_a_new_key_shuts_out_the_old_one(row):
    room = rooms.open_room(row, NOW)
    old = room.remote_key
    assert rooms.may_press(room, old)
    rooms.give_remote(room)
    assert not rooms.may_press(room, old)
    assert rooms.may_press(room, room.remote_key)
    rooms.take_remote(room)
    assert not rooms.may_press(room, room.remote_key)
    assert not rooms.may_press(room, "")


# --- presses ---------------------------------------------------------------------------------------------


def test_a_press_is_handed_on_once_whoever_sends_it_twice(row):
    room = rooms.open_room(row, NOW)
    key = uuid.uuid4()
    assert pressed(room, key=key, at=3)
    assert pressed(room, key=key, at=3)
    [found] = rooms.presses(room, 0, NOW)
    assert (found.button, found.at) == ("hold", 3)
    assert rooms.presses(room, found.pk, NOW) == []


def test_after_ten_seconds_a_press_is_void(row):
    room = rooms.open_room(row, NOW)
    assert pressed(room, ago=timedelta(seconds=9.9))
    assert not pressed(room, ago=timedelta(seconds=10))
    assert len(rooms.presses(room, 0, NOW)) == 1
    assert rooms.presses(room, 0, NOW + timedelta(seconds=0.2)) == []


def test_presses_come_in_their_order_and_old_ones_are_cleared_away(row):
    room = rooms.open_room(row, NOW)
    for button in (Button.NEXT, Button.BACK):
        pressed(room, button)
    assert [each.button for each in rooms.presses(room, 0, NOW)] == ["next", "back"]
    later = NOW + timedelta(minutes=11)
    rooms.press(room, uuid.uuid4(), Button.HOLD, at=None, made_at=later, now=later)
    assert Press.objects.count() == 1


def test_taking_the_remote_away_voids_what_was_pressed(row):
    room = rooms.open_room(row, NOW)
    pressed(room)
    rooms.take_remote(room)
    assert rooms.presses(room, 0, NOW) == []


# --- what may be seen ------------------------------------------------------------------------------------


def test_a_poem_is_seen_once_it_has_been_read_and_not_before(row):
    rooms.open_room(row, NOW)
    steps = [  # the joka is unit 0 and goes on by itself; 65, 74, 17 are units 1 to 3; 4 is the last lower verse
        ((), [], 0, 3),
        ((("start", 0),), [], 0, 3),
        ((("heard", 0),), [], 1, 2),
        ((("heard", 1),), [65], 1, 2),
        ((("next", 1),), [65], 2, 1),
        ((("hold", 2),), [65], 2, 1),
        ((("start", 2), ("heard", 2)), [74, 65], 2, 1),
        ((("reread", 2),), [65], 2, 1),
        ((("back", 2),), [], 1, 2),
        ((("next", 1), ("next", 2)), [74, 65], 3, 0),
        ((("heard", 3),), [17, 74, 65], 3, 0),
        ((("next", 3), ("heard", 4)), [17, 74, 65], 3, 0),
    ]
    for moves, numbers, place, left in steps:
        move(row, *moves)
        found = seen(row)
        assert [each.number for each in found.heard] == numbers, moves
        assert (found.place, found.left, found.total) == (place, left, 3), moves


def test_what_decided_a_poem_is_told_with_it(row):
    rooms.open_room(row, NOW)
    move(row, ("start", 0), ("heard", 0), ("heard", 1), ("next", 1), ("heard", 2))
    assert [each.now for each in seen(row).heard] == ["う", "うら"]  # うら came first: then う is enough


def test_the_joka_is_seen_until_a_poem_has_been_read(greta):
    row = begun(greta)
    rooms.open_room(row, NOW)
    assert not seen(row).is_joka
    move(row, ("start", 0))
    assert seen(row).is_joka
    move(row, ("heard", 0), ("heard", 1))
    assert not seen(row).is_joka
    without = begun(greta, joka_upper=0, joka_lower=0, pattern=Pattern.UPPER)
    rooms.open_room(without, NOW)
    move(without, ("start", 0))
    assert not seen(without).is_joka


def test_only_the_last_few_are_told(greta):
    row = recitations.begin(person=greta, choices=Choices(order=Order.NUMBER), voice="tone", auto_next_s=None, now=NOW)
    rooms.open_room(row, NOW)
    move(row, ("start", 0), ("heard", 0), *((name, unit) for unit in range(1, 60) for name in ("heard", "next")))
    assert [each.number for each in seen(row).heard] == list(range(59, 52, -1))


def test_a_reader_that_says_nothing_is_away(row):
    room = rooms.open_room(row, NOW)
    assert not rooms.sight(room, NOW).is_reader_there
    rooms.reader_is_there(room, NOW, sounds=True)
    assert rooms.sight(room, NOW + timedelta(seconds=11)).is_reader_there
    assert not rooms.sight(room, NOW + timedelta(seconds=12)).is_reader_there
    assert rooms.sight(room, NOW).reader_sounds


def test_the_mark_changes_with_what_is_seen_and_with_nothing_else(row):
    room = rooms.open_room(row, NOW)
    marks = [rooms.mark(room, NOW)]
    assert rooms.mark(room, NOW + timedelta(seconds=3)) == marks[0]
    for moves in ((("start", 0),), (("hold", 0),), (("next", 0),)):
        move(row, *moves)
        marks.append(rooms.mark(Room.objects.select_related("recitation").get(), NOW))
    rooms.take_remote(room)
    marks.append(rooms.mark(Room.objects.select_related("recitation").get(), NOW))
    assert len(set(marks)) == 5


# --- bells -----------------------------------------------------------------------------------------------


def test_a_bell_rings_from_another_thread_and_for_its_own_name_only():
    async def hear(name):
        with bells.listening("here") as bell:
            threading.Thread(target=bells.ring, args=(name,)).start()
            began = asyncio.get_running_loop().time()
            await bell.wait(5 if name == "here" else 0.05)
            return asyncio.get_running_loop().time() - began

    assert asyncio.run(hear("here")) < 2
    assert asyncio.run(hear("there")) >= 0.05


def test_what_rang_before_the_wait_is_not_missed_and_not_heard_twice():
    async def hear():
        clock = asyncio.get_running_loop().time
        with bells.listening("here") as bell:
            bells.ring("here")
            bells.ring("here")
            began = clock()
            await bell.wait(5)
            first = clock() - began
            await bell.wait(0.05)
            return first, clock() - began - first

    first, second = asyncio.run(hear())
    assert first < 2
    assert second >= 0.045


def test_a_move_rings_and_a_move_to_nowhere_does_not(row, monkeypatch):
    rung = []
    monkeypatch.setattr(bells, "ring", rung.append)
    move(row, ("hold", 0))
    assert rung == []
    move(row, ("start", 0))
    assert rung == [str(row.key)]


def test_a_redis_that_is_away_stops_nobody(settings, caplog):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    bells.ring("here")
    assert "Redis is away" in caplog.text


@pytest.fixture
def redis_server(settings):
    if REDIS is None:
        pytest.skip("no redis-server on this machine")
    with servers.Redis() as server:
        settings.REDIS_URL = server.url
        yield server


def test_a_bell_of_another_process_is_heard_through_redis(redis_server):
    client = redis.Redis(port=redis_server.port)

    async def hear():
        clock = asyncio.get_running_loop().time
        with bells.listening("here") as bell:
            # Another process rings: published until somebody hears it, for the ear may not be at the door yet.
            began = clock()
            while not await asyncio.to_thread(client.publish, bells.CHANNEL, "here") and clock() - began < 10:
                await asyncio.sleep(0)
            await bell.wait(5)
            return clock() - began

    with client:
        assert asyncio.run(hear()) < 12
        assert client.pubsub_numsub(bells.CHANNEL)[0][1] <= 1


@pytest.mark.usefixtures("redis_server")
def test_a_server_that_ends_while_redis_is_asked_ends():
    """While it connects the client may swallow the request to end: a server that was stopped stood for ever."""

    async def serve(seconds):
        with bells.listening("here") as bell:
            await bell.wait(seconds)

    def come_and_go():
        for tenths in range(100):
            asyncio.run(serve(tenths % 40 / 10_000))

    server = threading.Thread(target=come_and_go, daemon=True)
    server.start()
    server.join(60)
    assert not server.is_alive()
