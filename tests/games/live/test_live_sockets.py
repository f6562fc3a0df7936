"""Sockets of a table: who may open one, what ends one, and a reading from the call to the verdict."""

import json
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.karuta import matches
from games.live import door, tables, wire
from games.models import KarutaMatch, LiveTable, Saying
from games.rules.karuta.events import Finish, Ready
from tests.games.live.sockets import played, seated, socket
from tests.games.live.tables_for_tests import open_for_tests

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, charlie):
    return open_for_tests([alice, charlie])


async def closed(each):
    return (await each.hear("closed"))["code"]


# Who may come --------------------------------------------------------------------------------------------
def test_a_seat_is_told_who_it_is_and_the_whole_position(table, charlie):
    async def play():
        each = await socket(table, charlie)
        assert (await each.connect())[0]
        hello = await each.hear("hello")
        assert (hello["seat"], hello["role"], hello["n"]) == (1, "seat", 1)
        view = await each.hear("view")
        assert view["n"] == 2
        assert view["told"]["seat"] == 1
        assert [side["count"] for side in view["told"]["sides"]] == [25, 25]
        assert view["told"]["live"]["connected"] == [False, True]
        assert len(wire.frame(view).encode()) < 6 * 1024

    played(play)


def test_a_stranger_is_not_told_that_there_is_a_table(table, greta):
    async def play():
        for each in (await socket(table, greta), await socket(table), await socket(table, greta, key=uuid4())):
            assert (await each.connect())[0]
            assert await closed(each) == wire.UNKNOWN

    played(play)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://elsewhere.example", "testserver"),
        (None, "testserver"),
        ("null", "testserver"),
        ("http://testserver:81", "testserver"),
        ("http://elsewhere.example", "elsewhere.example"),
    ],
)
def test_a_page_of_another_origin_opens_no_socket(table, alice, origin, host):
    async def play():
        each = await socket(table, alice, origin=origin, host=host)
        assert not (await each.connect())[0]

    played(play)


@pytest.mark.parametrize("path", ["/", "/ws/tables/nonsense/", "/ws/"])
def test_there_are_no_other_sockets(table, alice, path):
    async def play():
        each = await socket(table, alice, path=path)
        assert not (await each.connect())[0]

    played(play)


def test_a_table_that_waits_has_no_sockets_yet(table, alice):
    LiveTable.objects.update(status=LiveTable.Status.OPEN)

    async def play():
        each = await socket(table, alice)
        await each.connect()
        assert await closed(each) == wire.UNKNOWN

    played(play)


# What ends one -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "no json",
        "[]",
        "[" * 4_000,
        '{"v": 2, "t": "sync", "have": 0}',
        '{"v": 1, "t": "nothing"}',
        '{"v": 1, "t": ["sync"]}',
        '{"v": 1, "t": "sync", "have": "0"}',
        '{"v": 1, "t": "sync", "have": 0, "seat": 1}',
        '{"v": 1, "t": "touch", "id": "a", "reading": 1, "touches": []}',
        '{"v": 1, "t": "touch", "id": "a", "reading": 1, "touches": [{"card": 1, "ms": 1e999}]}',
        '{"v": 1, "t": "touch", "id": "a", "reading": 1, "touches": [{"card": 1, "ms": 5, "seat": 0}]}',
        '{"v": 1, "t": "touch", "reading": 1, "touches": [{"card": 1, "ms": 5}]}',
        '{"v": 1, "t": "act", "id": "a", "seen": 1, "do": "win"}',
        '{"v": 1, "t": "act", "id": "a", "seen": 1, "do": "ready", "seat": 1}',
        '{"v": 1, "t": "act", "id": "a", "seen": 1, "do": "lay", "groups": [[1], [2]]}',
        '{"v": 1, "t": "say", "id": "a"}',
        '{"v": 1, "t": "say", "id": "a", "phrase": "please", "words": "both"}',
        r'{"v": 1, "t": "say", "id": "\ud800", "phrase": "please"}',
        r'{"v": 1, "t": "say", "id": "a", "words": "half \udc00 a letter"}',
        r'{"v": 1, "t": "act", "id": "a\u0000", "seen": 1, "do": "ready"}',
        r'{"v": 1, "t": "say", "id": "a", "words": "half a letter \ud800"}',
        r'{"v": 1, "t": "say", "id": "a", "words": "a zero \u0000"}',
        r'{"v": 1, "t": "say", "id": "\udfff", "phrase": "please"}',
        f'{{"v": 1, "t": "sync", "have": 0, "id": "{"a" * 40}"}}',
    ],
)
def test_what_is_no_message_ends_the_socket(table, alice, text):
    async def play():
        (each,) = await seated(table, alice)
        await each.send(text)
        assert await closed(each) == wire.POLICY

    played(play)


def test_bytes_end_the_socket(table, alice):
    async def play():
        (each,) = await seated(table, alice)
        await each.send_bytes(b"\x00")
        assert await closed(each) == wire.POLICY

    played(play)


def test_a_message_that_is_too_long_ends_the_socket(table, alice):
    async def play():
        (each,) = await seated(table, alice)
        await each.send(json.dumps({"v": 1, "t": "sync", "have": 0, "x": "歌" * 3_000}, ensure_ascii=False))
        assert await closed(each) == wire.TOO_BIG

    played(play)


def test_a_flood_closes_the_socket(table, alice, charlie):
    async def play():
        each, other = await seated(table, alice, charlie)
        for _ in range(200):
            await each.say("sync", have=0)
        assert await closed(each) == wire.POLICY
        seen = await other.hear("view", lambda view: view["told"]["live"]["connected"] == [False, True])
        assert seen["told"]["live"]["absent_ms"][0] is not None

    played(play)


def test_whole_views_are_not_to_be_had_twenty_times_a_second(table, alice):
    async def play():
        (each,) = await seated(table, alice)
        for _ in range(15):
            await each.say("sync", have=0)
        assert await closed(each) == wire.POLICY

    played(play)


def test_nobody_is_talked_to_all_the_time(table, alice, charlie):
    async def play():
        each, _other = await seated(table, alice, charlie)
        for _ in range(10):
            await each.say("say", phrase="please")
        assert await closed(each) == wire.POLICY
        assert await Saying.objects.acount() < 8

    played(play)


def test_one_person_has_so_many_sockets_and_no_more(table, alice, monkeypatch):
    monkeypatch.setattr(door, "MOST", 2)

    async def play():
        first, second, third, fourth = [await socket(table, alice) for _ in range(4)]
        for each in (first, second, third):
            await each.connect()
        assert await closed(third) == wire.POLICY
        await first.leave()
        await fourth.connect()
        await fourth.hear("hello")

    played(play)


def test_a_second_tab_takes_over_and_the_first_is_told_not_to_come_again(table, alice):
    async def play():
        first, second = await seated(table, alice, alice)
        assert await closed(first) == wire.TAKEN_OVER
        await first.leave()
        await second.say("sync", have=0)
        assert (await second.hear("view"))["told"]["live"]["connected"] == [True, False]

    played(play)


def test_a_server_that_ends_says_that_it_comes_again(table, alice):
    async def play():
        (each,) = await seated(table, alice)
        await tables.here().close()
        assert await closed(each) == wire.RESTARTS

    played(play)


# A reading -----------------------------------------------------------------------------------------------
async def begun(*people):
    """Both are ready, armed, and hear the first poem: the one that is read."""
    for each in people:
        await each.say("act", seen=1, do="ready")
        await each.hear("ack")
    for each in people:
        arm = await each.hear("arm")
        await each.say("armed", reading=arm["reading"])
    return [await each.hear("go") for each in people]


def on_mat(table):
    """A table whose first poem lies on the mat; the card."""
    state = matches.load(KarutaMatch.objects.get(pk=table.karuta_id)).state
    return state.order[0] if state.field.territory_of(state.order[0]) >= 0 else None


def with_first_poem_on_mat(people):
    for seed in range(1, 50):
        table = open_for_tests(people, seed=seed, has_joka=False)
        if on_mat(table):
            return table, on_mat(table)
    raise AssertionError


def test_a_touch_is_told_to_the_other_and_judged_for_both(alice, charlie):
    table, card = with_first_poem_on_mat([alice, charlie])

    async def play():
        first, second = await seated(table, alice, charlie)
        gone = await begun(first, second)
        assert {go["is_armed"] for go in gone} == {True}
        assert all(go["in_ms"] >= 600 for go in gone)
        await first.say("touch", reading=1, touches=[{"card": card, "ms": -200}])
        await first.hear("ack")
        view = await second.hear("view", lambda view: view["told"]["last"], timeout=30)
        assert view["told"]["last"]["poem"] == card
        assert view["told"]["last"]["early"] == [0]
        numbers = [message["n"] for message in second.heard if "n" in message]
        assert numbers == list(range(1, len(numbers) + 1))

    played(play)


def test_words_are_in_the_language_of_whoever_reads_them(table, alice, charlie):
    alice.language, charlie.language = "ja", "en"
    alice.save()
    charlie.save()

    async def play():
        first, second = await seated(table, alice, charlie)
        for each in (first, second):
            await each.say("act", seen=1, do="pause")
        return [(await first.hear("ack")), (await second.hear("refused"))]

    _, refused = played(play)
    assert refused["sentence"] == "The match is paused."


def test_a_resigned_match_is_over_everywhere_at_once(table, alice, charlie):
    async def play():
        first, second = await seated(table, alice, charlie)
        await first.say("act", seen=1, do="resign")
        view = await second.hear("view", lambda view: view["told"]["result"])
        assert view["told"]["result"]["is_won"]

    played(play)
    match = KarutaMatch.objects.get()
    assert (match.ending, match.is_won, match.is_finished) == (Finish.RESIGNED.value, False, True)
    over = LiveTable.objects.get()
    assert (over.status, over.finished_at is not None) == (LiveTable.Status.OVER, True)
    assert [seat.is_won for seat in over.seats.all()] == [False, True]


def test_what_is_said_is_kept(table, alice, charlie):
    async def play():
        first, second = await seated(table, alice, charlie)
        await first.say("say", phrase="please")
        assert (await second.hear("said"))["phrase"] == "please"
        await first.say("say", words="anything")
        await first.hear("refused")

    played(play)
    assert [(said.phrase, said.seat.number) for said in Saying.objects.all()] == [("please", 0)]

    async def again():
        (second,) = await seated(table, charlie)
        assert second.heard[-1]["told"]["live"]["sayings"] == [{"seat": 0, "phrase": "please", "words": ""}]

    played(again)


def test_a_pause_outlives_the_server(table, alice):
    async def play():
        (each,) = await seated(table, alice)
        await each.say("act", seen=1, do="pause")
        await each.hear("ack")

    played(play)
    shown = KarutaMatch.objects.get()
    assert shown.clock_since is None

    async def again():
        (each,) = await seated(table, alice)
        view = each.heard[-1]["told"]
        assert view["live"]["is_paused"]
        assert view["clock"]["now_ms"] == shown.clock_ms
        await each.say("act", seen=1, do="resume")
        await each.hear("ack")

    played(again)
    assert KarutaMatch.objects.get().clock_since is not None


def test_a_guest_who_signs_up_meanwhile_keeps_the_seat(greta, alice, charlie):
    table = open_for_tests([greta, alice])

    async def play():
        (first,) = await seated(table, greta)
        await first.leave()
        await sync_to_async(table.seats.filter(number=0).update)(person=charlie)
        (again,) = await seated(table, charlie)
        assert again.heard[0]["seat"] == 0

    played(play)


def test_a_server_that_comes_back_reads_what_was_being_read_later(alice, charlie):
    table = open_for_tests([alice, charlie], has_joka=False)

    async def play():
        await begun(*await seated(table, alice, charlie))

    played(play)
    poem = matches.load(KarutaMatch.objects.get()).state.poem
    assert poem is not None

    async def again():
        first, second = await seated(table, alice, charlie)
        view = second.heard[-1]["told"]
        assert (view["phase"], view["reading"], view["last"]) == ("resolve", 1, None)
        assert (await first.hear("arm"))["reading"] == 2

    played(again)
    state = matches.load(KarutaMatch.objects.get()).state
    assert poem in state.order[state.at :]


# Taken over ----------------------------------------------------------------------------------------------
def test_who_has_lost_the_table_to_another_process_writes_nothing_more(table, alice, charlie):
    async def play():
        first, second = await seated(table, alice, charlie)
        await sync_to_async(LiveTable.objects.update)(fence=1_000)
        await first.say("act", seen=1, do="ready")
        assert await closed(first) == wire.RESTARTS
        assert await closed(second) == wire.RESTARTS

    played(play)
    assert KarutaMatch.objects.get().events.count() == 1


def test_an_event_that_somebody_else_has_written_there_is_found_and_told(table, alice, charlie):
    match = KarutaMatch.objects.get()

    async def play():
        first, second = await seated(table, alice, charlie)
        await sync_to_async(_written_elsewhere)(match)
        await first.say("act", seen=1, do="ready")
        view = await second.hear("view", lambda view: view["told"]["events"] == 2)
        assert [seat["is_ready"] for seat in view["told"]["seats"]] == [False, True]
        assert "ack" not in [message["t"] for message in first.heard]

    played(play)


def _written_elsewhere(match):
    matches.act(matches.load(match), Ready(1), seen=1, now=timezone.now())
