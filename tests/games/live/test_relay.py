"""The way between two processes, message by message, with a clock each: what counts as a delay, what a loss does."""

import asyncio
import json
from uuid import uuid4

import pytest

from games.live import relay as relays
from games.live import wire
from games.live.effects import From, Left, RoundTrip
from games.live.outlet import Ending, Outlet
from games.live.relay import Elsewhere, Relay, Seating
from games.live.table import RECITES, Arrived

AHEAD_MS = 1_000_000.0  # of the front's clock


class Noted:
    """A table that notes what it is told."""

    def __init__(self, key):
        self.key, self.items = key, []

    def put(self, item):
        self.items.append(item)


class Tables:
    """What a relay needs of a process's tables."""

    def __init__(self, process, *tables):
        self.process = process
        self._tables = {table.key: table for table in tables}
        self.left, self.later = [], {}

    def at(self, key):
        return self._tables.get(key)

    async def find(self, key):
        return self.later.get(key)

    def deserted(self, key):
        self.left.append(key)


class Pair:
    """Two processes, and time, which passes where the test says so."""

    def __init__(self, monkeypatch):
        self.ms, self.ahead_ms = 0.0, 0.0
        monkeypatch.setattr(relays, "now_ms", lambda: self.ms + self.ahead_ms)
        self.table = Noted(uuid4())
        self.back = Relay("", Tables("back", self.table))
        self.front = Relay("", Tables("front"))
        self.link = None

    def open(self, seat=1):
        """A socket of the front at the back's table, once both have measured the way."""
        self.link = relays.Link("link", "back", is_front=True)
        self.front._fronts["back"] = self.front._links["link"] = self.link
        outlet = Outlet("socket", "en")
        self.there = Elsewhere(self.table.key, Seating({}, None), self.front, self.link)
        self.there.put(Arrived(outlet, seat))
        self.to_back()
        return outlet

    def _say(self, one):
        """All that waits, in one message."""
        (link,) = one._links.values()
        if not link.waiting:
            return None
        return json.loads(one._packed(link))

    def to_back(self, *, after_ms=0.0):
        told = self._say(self.front)
        self.ms += after_ms
        if told:
            self.back._heard(told)

    def to_front(self, *, after_ms=0.0):
        told = self._say(self.back)
        self.ms += after_ms
        if told:
            self.ahead_ms = AHEAD_MS
            self.front._heard(told)
            self.ahead_ms = 0.0

    def at_front(self, item):
        self.ahead_ms = AHEAD_MS
        self.there.put(item)
        self.ahead_ms = 0.0


@pytest.fixture
def pair(monkeypatch):
    return Pair(monkeypatch)


def sent(outlet):
    return [outlet.queue.get_nowait() for _ in range(outlet.queue.qsize())]


def test_what_a_socket_says_comes_to_the_table_as_it_was_said(pair):
    pair.open()
    text = '{"v": 1, "t": "touch", "id": "a", "reading": 3, "touches": [{"card": 7, "ms": 412}]}'
    pair.at_front(From("socket", wire.read(text), 5.0, text))
    pair.to_back()
    arrived, said = pair.table.items
    assert (arrived.seat, arrived.outlet.connection, arrived.outlet.language) == (1, "socket", "en")
    assert said.message == wire.read(text)


def test_what_the_table_says_comes_to_the_socket_in_its_order(pair):
    outlet = pair.open()
    there = pair.table.items[0].outlet
    there.tell("hello", {"seat": 1})
    there.probe(4)
    there.close(wire.TAKEN_OVER)
    pair.to_front()
    hello, probe, end = sent(outlet)
    assert json.loads(hello) == {"v": 1, "t": "hello", "n": 1, "seat": 1}
    assert (probe, end) == (4, wire.TAKEN_OVER)
    assert isinstance(end, Ending)


def test_neither_the_way_nor_another_clock_is_a_players_delay(pair):
    """`go` left the owner at 1,000 and the socket's process 40 ms later; the touch came there 500 ms after that."""
    pair.open()
    pair.ms = 1_000.0
    pair.table.items[0].outlet.tell("go", {"reading": 1})
    pair.to_front(after_ms=40)
    pair.ms += 500
    text = '{"v": 1, "t": "touch", "id": "a", "reading": 1, "touches": [{"card": 7, "ms": 412}]}'
    pair.at_front(From("socket", wire.read(text), pair.ms + AHEAD_MS, text))
    pair.to_back(after_ms=300)
    assert pair.table.items[-1].arrived_ms == 1_500.0


def test_before_go_a_touch_has_come_when_it_has_come_to_the_table(pair):
    """Somebody comes back in the middle of a reading, over a process whose clock shows something else."""
    pair.open()
    pair.ms = 1_000.0
    text = '{"v": 1, "t": "touch", "id": "a", "reading": 1, "touches": [{"card": 7, "ms": 412}]}'
    pair.at_front(From("socket", wire.read(text), pair.ms + AHEAD_MS, text))
    pair.to_back(after_ms=20)
    assert pair.table.items[-1].arrived_ms == 1_020.0


def test_the_beginning_of_a_halls_reading_is_told_as_it_was_said(pair):
    """All tables of a hall begin at the same moment, in whichever process of a machine they are."""
    pair.open(None)
    text = '{"v": 1, "t": "act", "id": "a", "seen": 0, "do": "start", "number": 1, "in_ms": 1200}'
    pair.at_front(From("socket", wire.read(text), 1_000.0, text))
    pair.to_back(after_ms=20)
    assert pair.table.items[-1].arrived_ms == 1_000.0


def test_a_trip_is_told_as_it_was_measured_and_the_way_beside_it(pair):
    pair.open()
    for way_ms in (4, 30, 8):
        pair.ahead_ms = AHEAD_MS
        pair.front.say(pair.link, ["ping", pair.ms + AHEAD_MS])
        pair.ahead_ms = 0.0
        pair.to_back(after_ms=way_ms / 2)
        pair.to_front(after_ms=way_ms / 2)
    pair.at_front(RoundTrip("socket", 61.5))
    pair.to_back()
    assert pair.table.items[-1] == RoundTrip("socket", 61.5, 35)  # the longest of the last, and 5


def test_before_it_is_measured_the_way_is_waited_for_all_the_same():
    assert relays.Link("link", "back", is_front=True).relay_ms == 40


def test_a_message_that_is_lost_ends_the_link_and_everybody_comes_again(pair):
    outlet = pair.open()
    pair.table.items[0].outlet.tell("hello", {"seat": 1})
    pair._say(pair.back)  # and Redis loses it
    pair.table.items[0].outlet.tell("view", {"told": {}})
    pair.to_front()
    assert sent(outlet) == [wire.RESTARTS]
    assert not pair.front.holds(pair.link)
    assert pair.front._last[0][0] == "back"  # which is told
    pair.back._heard(json.loads(pair.front._last[0][1]))
    assert pair.table.items[-1] == Left("socket")
    assert pair.back._tables.left == [pair.table.key]


def test_a_link_that_is_unknown_is_refused(pair):
    """A process that has been away: it knows nothing of the link, and the other end shall not go on with it."""
    outlet = pair.open()
    pair.back._links.clear()
    pair.at_front(RoundTrip("socket", 60.0))
    pair.to_back()
    assert pair.back._last[0][0] == "front"
    pair.front._heard(json.loads(pair.back._last[0][1]))
    assert sent(outlet) == [wire.RESTARTS]


def come_to_a_table_that_is_not_open(pair):
    pair.back._tables._tables.clear()

    async def come():
        outlet = pair.open()
        await asyncio.gather(*pair.back._opening)
        return outlet

    outlet = asyncio.run(come())
    pair.to_front()
    return outlet


def test_a_table_that_is_not_open_yet_is_opened_for_who_comes(pair):
    pair.back._tables.later[pair.table.key] = pair.table
    outlet = come_to_a_table_that_is_not_open(pair)
    assert sent(outlet) == []
    assert pair.table.items[0].seat == 1


def test_a_table_that_is_not_there_any_more_sends_its_sockets_back(pair):
    assert sent(come_to_a_table_that_is_not_open(pair)) == [wire.RESTARTS]


def test_a_socket_that_goes_leaves_the_table(pair):
    pair.open()
    pair.at_front(Left("socket"))
    pair.to_back()
    assert pair.table.items[-1] == Left("socket")
    assert pair.link.outlets == {}


def test_a_socket_that_comes_when_the_link_has_ended_is_sent_back(pair):
    pair.open()
    pair.front._end(pair.link, "a test")
    outlet = Outlet("later", "en")
    pair.there.put(Arrived(outlet, 0))
    assert sent(outlet) == [wire.RESTARTS]


def test_who_reads_by_hand_reaches_a_table_of_another_process(pair):
    outlet = pair.open(RECITES)
    text = '{"v": 1, "t": "act", "id": "a", "seen": 0, "do": "start", "number": 3, "in_ms": 1200}'
    pair.at_front(From("socket", wire.read(text), 5.0, text))
    pair.to_back()
    arrived, said = pair.table.items
    assert (arrived.seat, said.message["number"], said.message["in_ms"]) == (RECITES, 3, 1200)
    arrived.outlet.tell("stands", {"told": {"state": "ready"}})
    pair.to_front()
    assert [json.loads(each)["told"] for each in sent(outlet)] == [{"state": "ready"}]
