"""A hall: one reciter begins every reading by hand for all tables that are ready; who is not has it at the end."""

import json
from uuid import uuid4

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone

from games.fairness.window import live
from games.karuta import matches
from games.live import tables
from games.live.hall import Hall as Room
from games.live.hall import Stand, first_ms
from games.live.reading import LEAST_GO_MS
from games.models import Hall, KarutaMatch
from games.rules.engine import IllegalMove
from games.rules.karuta.events import Judged, Phase, ReadingBegun, ReadingVoided
from games.rules.karuta.log import setup_to_row
from games.rules.karuta.variants import KYOGI, kyogi, replace
from karuta_site.asgi import application
from tests.games.live.bench import Bench
from tests.games.live.sockets import HOST, played, seated
from tests.games.live.tables_for_tests import TEMPO, open_for_tests
from trainer.models import Person

pytestmark = pytest.mark.django_db

SETUP = kyogi(live(replace(KYOGI, memorise_ms=0, swing_ms=0, has_joka=False)))


# One table of a hall, by a clock that is turned by hand -------------------------------------------------------
class Under:
    """A bench whose reciter reads by hand; somebody who does is there."""

    def __init__(self, count=0):
        self.bench = Bench(SETUP)
        self.bench.game._reciter.hall = count
        self.bench.game.hand(self.bench.now, is_there=True)
        for seat in (0, 1):
            self.bench.act(seat, "ready")

    def stands(self):
        return self.bench.game.stands(self.bench.now)

    def start(self, number, in_ms=1_200):
        first = self.bench.now + in_ms
        self.bench.game.start(number, first, self.bench.now)
        return first


def test_nothing_is_read_before_the_hand():
    hall = Under()
    hall.bench.wait(60_000)
    assert hall.stands()["state"] == "ready"
    assert hall.bench.state.number == 0
    first = hall.start(1)
    at, go = hall.bench.until_told(0, "go")
    one_way = hall.bench.people.sitting[0].probes.one_way_ms
    assert at + go["in_ms"] + one_way == pytest.approx(first, abs=2)
    assert go["in_ms"] >= LEAST_GO_MS
    assert hall.stands()["state"] == "reading"


def test_a_reading_is_begun_once():
    hall = Under()
    hall.bench.wait(10_000)
    hall.start(1)
    hall.start(1)
    hall.bench.until_told(0, "go")
    hall.bench.judged()
    hall.bench.wait(60_000)
    assert hall.bench.state.number == 1


def test_who_is_not_ready_has_the_poem_after_all_others():
    hall = Under()
    hall.bench.act(0, "raise")
    hall.bench.wait(10_000)
    assert (hall.stands()["state"], hall.stands()["waits_for"]) == ("waiting", [0])
    order = hall.bench.state.order
    hall.start(1)
    hall.bench.wait(10_000)
    assert hall.bench.state.number == 0
    hall.bench.act(0, "lower")
    hall.bench.wait(10_000)
    assert hall.stands()["state"] == "ready"
    assert hall.bench.state.number == 1
    assert hall.bench.state.order == (*order[1:], order[0])
    kinds = [type(event) for event in hall.bench.appended if isinstance(event, ReadingBegun | ReadingVoided | Judged)]
    assert kinds == [ReadingBegun, ReadingVoided]
    hall.start(2)
    hall.bench.until_told(0, "go")
    assert hall.bench.state.poem == order[1]


def test_what_is_voided_in_a_hall_comes_after_all_others_too():
    hall = Under()
    hall.bench.wait(10_000)
    order = hall.bench.state.order
    hall.start(1)
    hall.bench.until_told(0, "go")
    hall.bench.act(0, "pause")
    assert hall.bench.state.order == (*order[1:], order[0])


def test_a_table_whose_reciter_stays_away_goes_on_by_itself():
    hall = Under()
    hall.bench.wait(10_000)
    hall.bench.game.hand(hall.bench.now, is_there=False)
    hall.bench.wait(170_000)
    assert hall.bench.state.number == 0
    hall.bench.game.hand(hall.bench.now, is_there=True)
    hall.bench.wait(60_000)
    assert hall.bench.state.number == 0
    hall.bench.game.hand(hall.bench.now, is_there=False)
    hall.bench.wait(185_000)
    assert hall.bench.state.number == 1
    assert hall.stands()["state"] == "alone"


def test_where_nobody_reads_by_hand_nobody_begins():
    bench = Bench(SETUP)
    bench.game.start(1, bench.now, bench.now)
    assert bench.act(0, "start", number=1, in_ms=700)[0] == "refused"
    assert bench.act(0, "next", without=True)[0] == "refused"


# The hall as its reciter sees it ----------------------------------------------------------------------------
def told(state="ready", number=0, **more):
    return {"state": state, "number": number, "waits_for": [], "left": [25, 25], "poem": None} | more


def room(*stands, count=0):
    hall = Room(count)
    hall.tables = {str(place): Stand(("A", "B"), each) for place, each in enumerate(stands)}
    return hall


def test_all_are_waited_for_until_he_goes_on_without_them():
    hall = room(told(), told("laying", waits_for=[1]))
    with pytest.raises(IllegalMove):
        hall.may_begin(without=False)
    assert hall.may_begin(without=True) == 1
    assert hall.view()["tables"][1]["waits_for"] == ["B"]


def test_a_table_that_has_not_told_of_the_last_reading_yet_is_not_ready():
    hall = room(told(number=0), count=1)
    with pytest.raises(IllegalMove):
        hall.may_begin(without=True)


@pytest.mark.parametrize("state", ["over", "alone"])
def test_who_has_finished_holds_nobody(state):
    assert room(told(), told(state, 7)).may_begin(without=False) == 1


def test_a_table_that_cannot_be_reached_holds_the_others():
    hall = room(told(), {})
    assert (len(hall.holding), hall.view()["tables"][1]["state"]) == (1, "away")


# Over sockets -----------------------------------------------------------------------------------------------
class Page:
    """The socket of a reciter's page."""

    def __init__(self, hall, person):
        client = Client()
        client.force_login(person)
        cookie = client.cookies["sessionid"].value
        headers = [(b"host", HOST.encode()), (b"origin", f"http://{HOST}".encode())]
        headers.append((b"cookie", f"sessionid={cookie}".encode()))
        self.socket = WebsocketCommunicator(application, f"/ws/halls/{hall.key}/", headers)

    async def hear(self, kind, where=bool):
        while True:
            sent = await self.socket.receive_output(20)
            if sent["type"] == "websocket.close":
                message = {"t": "closed", "code": sent.get("code")}
            else:
                message = json.loads(sent["text"])
            if message["t"] == kind and where(message):
                return message
            assert message["t"] != "closed", message

    async def next(self, seen, *, without=False):
        name = uuid4().hex
        said = {"v": 1, "t": "act", "id": name, "seen": seen, "do": "next", "without": without}
        await self.socket.send_json_to(said)
        while True:
            message = json.loads((await self.socket.receive_output(20))["text"])
            if message.get("id") == name:
                return message


def opened(reciter):
    return Hall.objects.create(
        reciter=reciter,
        name="Evening",
        voice="",
        tempo=TEMPO,
        seed=7,
        setup=setup_to_row(SETUP),
        opened_at=timezone.now(),
    )


def test_two_tables_hear_the_same_poem_in_the_same_moment_when_the_reciter_begins(alice, charlie, greta):
    bob, dora = (Person.objects.create_user(name, f"{name}@example.org", "correct horse") for name in ("bob", "dora"))
    hall = opened(greta)
    both = [open_for_tests(pair, setup=SETUP, seed=hall.seed, hall=hall) for pair in ((alice, charlie), (bob, dora))]
    stranger = Page(hall, alice)
    page, other = Page(hall, greta), Page(hall, greta)

    async def play():
        await stranger.socket.connect()
        assert (await stranger.hear("closed"))["code"] == 4004
        sockets = [*await seated(both[0], alice, charlie), *await seated(both[1], bob, dora)]
        for each in (page, other):
            await each.socket.connect()
            assert (await each.hear("hello"))["role"] == "recite"
        for each in sockets[:2]:
            await each.say("act", seen=1, do="ready")
        for each in sockets[:2]:
            await each.say("armed", reading=(await each.hear("arm"))["reading"])
        seen = await page.hear("hall", lambda each: each["told"]["ready"] == 1)
        assert [each["state"] for each in seen["told"]["tables"]] == ["ready", "laying"]
        refused = await page.next(0)
        assert "not ready" in refused["sentence"]
        for each in sockets[2:]:
            await each.say("act", seen=1, do="ready")
        for each in sockets[2:]:
            await each.say("armed", reading=(await each.hear("arm"))["reading"])
        await page.hear("hall", lambda each: each["told"]["ready"] == 2)
        await other.hear("hall", lambda each: each["told"]["ready"] == 2)
        assert (await page.next(0))["t"] == "ack"
        assert (await other.next(0))["is_stale"]
        for each in sockets:
            assert (await each.hear("go"))["key"]
        games = [tables.here().open[table.pk].desk.game for table in both]
        zeros = [game._reciter.reading.zero_ms for game in games]
        poems = {game.table.state.poem for game in games}
        told = (await page.hear("hall", lambda each: each["told"]["poem"]))["told"]
        for each in sockets:
            await each.leave()
        return zeros, poems, told

    zeros, poems, told = played(play)
    assert zeros[0] == pytest.approx(zeros[1], abs=1)
    assert poems == {told["poem"]["number"]}
    hall.refresh_from_db()
    assert hall.readings == 1
    orders = {matches.load(match).state.order for match in KarutaMatch.objects.all()}
    assert len(orders) == 1
    assert {matches.load(match).state.phase for match in KarutaMatch.objects.all()} == {Phase.READING}


def test_the_first_sound_is_due_by_when_it_was_said_unless_that_is_another_machines_clock():
    assert first_ms(1_000.0, 1_200, 1_040.0) == 2_200.0
    assert first_ms(9e9, 1_200, 1_040.0) == first_ms(-9e9, 1_200, 1_040.0) == 2_240.0
