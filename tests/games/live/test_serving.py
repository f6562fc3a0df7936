"""Server processes as they are deployed: who may serve, how one ends, and how two serve the same tables."""

import asyncio
import contextlib
import json
import os
import shutil
import signal

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests import servers
from tests.recordings.processes import wait_until

pytestmark = pytest.mark.both

SERVE = ("-m", "uvicorn", "karuta_site.asgi:application", "--log-level", "warning", "--ws", "websockets-sansio")
OPENS = """
import django; django.setup()
from django.test import Client
from django.conf import settings
from tests.games.live.tables_for_tests import open_for_tests
from trainer.models import Person
settings.ALLOWED_HOSTS.append("testserver")
people = [Person.objects.create_user(name) for name in ("alice", "charlie")]
print(open_for_tests(people).pk)
for person in people:
    client = Client()
    client.force_login(person)
    print(client.cookies["sessionid"].value)
"""


@pytest.fixture
def serve(house):
    """serve(words…, **environment): a server and its port. None outlives the test."""
    started = []

    def start(*words, **environment):
        port = servers.free_port()
        started.append(house.start(*SERVE, "--port", str(port), *words, **environment))
        return started[-1], port

    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=10)


@pytest.fixture
def table(house):
    """A table's key, and the cookies of its two players."""
    key, *cookies = house.start("-c", OPENS).communicate(timeout=60)[0].split()
    return key, cookies


@pytest.fixture
def redis_server():
    if shutil.which("redis-server") is None:
        pytest.skip("no redis-server on this machine")
    with servers.Redis() as server:
        yield server


def answers(port):
    async def ask():
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return False
        writer.close()
        return True

    return asyncio.run(ask())


class Seat:
    """A socket of a player."""

    def __init__(self, port, table, cookie):
        self.port, self.table, self.cookie = port, table, cookie

    async def __aenter__(self):
        self.socket = await connect(
            f"ws://127.0.0.1:{self.port}/ws/tables/{self.table}/",
            origin=f"http://127.0.0.1:{self.port}",
            additional_headers={"Cookie": f"sessionid={self.cookie}"},
        )
        return self

    async def __aexit__(self, *_):
        await self.socket.close()

    async def say(self, kind, **fields):
        await self.socket.send(json.dumps({"v": 1, "t": kind} | fields))

    async def hear(self, kind, where=bool):
        async with asyncio.timeout(30):
            while True:
                message = json.loads(await self.socket.recv())
                if message["t"] == "probe":
                    await self.say("pong", id=message["id"])
                if message["t"] == kind and where(message):
                    return message

    async def closes(self):
        """The code it is closed with."""
        async with asyncio.timeout(30):
            try:
                while True:
                    message = json.loads(await self.socket.recv())
                    if message["t"] == "probe":
                        await self.say("pong", id=message["id"])
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else None


# One process ---------------------------------------------------------------------------------------------
def test_a_second_process_is_refused_where_there_is_no_redis(serve):
    first, port = serve(REDIS_URL="")
    wait_until(lambda: answers(port), "the first server")
    second, _ = serve(REDIS_URL="")
    said, _ = second.communicate(timeout=60)
    assert "without REDIS_URL only one may" in said
    assert second.returncode == 3
    assert first.poll() is None


def test_several_workers_without_redis_end_with_a_sentence(serve):
    """And not in a supervisor that starts them again for ever."""
    supervisor, _ = serve("--workers", "2", REDIS_URL="")
    said, _ = supervisor.communicate(timeout=90)
    assert "without REDIS_URL only one may" in said


def test_the_lock_goes_with_its_process(serve):
    first, port = serve(REDIS_URL="")
    wait_until(lambda: answers(port), "the first server")
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate(timeout=10)
    _, port = serve(REDIS_URL="")
    wait_until(lambda: answers(port), "the next server")


def test_a_server_that_is_stopped_tells_everybody_to_come_again_and_the_next_goes_on(serve, table):
    key, cookies = table
    first, port = serve(REDIS_URL="")
    wait_until(lambda: answers(port), "the first server")

    async def until_it_ends():
        async with Seat(port, key, cookies[0]) as alice, Seat(port, key, cookies[1]) as charlie:
            for each in (alice, charlie):
                await each.hear("view")
                await each.say("act", id="ready", seen=1, do="ready")
            for each in (alice, charlie):
                arm = await each.hear("arm")
                await each.say("armed", reading=arm["reading"])
            await alice.hear("go")  # the first poem is being read
            first.send_signal(signal.SIGTERM)
            return [await alice.closes(), await charlie.closes()]

    assert asyncio.run(until_it_ends()) == [4009, 4009]
    first.communicate(timeout=30)
    assert first.returncode in (0, -signal.SIGTERM)
    _, port = serve(REDIS_URL="")
    wait_until(lambda: answers(port), "the next server")

    async def go_on():
        async with Seat(port, key, cookies[0]) as alice, Seat(port, key, cookies[1]) as charlie:
            told = (await alice.hear("view"))["told"]
            await charlie.hear("view")
            arm = await alice.hear("arm")
            return told, arm

    told, arm = asyncio.run(go_on())
    assert told["reading"] == 1
    assert told["last"] is None  # the first reading came to no verdict
    assert told["to_come"] == 100  # and its poem is still to be read
    assert arm["reading"] == 2


# Several processes ---------------------------------------------------------------------------------------
@pytest.fixture
def two(serve, redis_server):
    """Two servers of one site, with their ports."""
    both = [serve(REDIS_URL=redis_server.url) for _ in range(2)]
    for _, port in both:
        wait_until(lambda port=port: answers(port), "a server")
    return both


async def read_the_first(alice, charlie):
    """Both are ready and armed, and the first poem is begun."""
    for each in (alice, charlie):
        view = await each.hear("view", lambda view: all(view["told"]["live"]["connected"]))
        await each.say("act", id="ready", seen=view["told"]["events"], do="ready")
        await each.hear("ack")
    for each in (alice, charlie):
        await each.say("armed", reading=(await each.hear("arm"))["reading"])
    return [await each.hear("go") for each in (alice, charlie)], view["told"]


def test_two_processes_serve_one_table(two, table):
    """Charlie's socket is not where the table is: what he does is told there, and what happens there is told him."""
    key, cookies = table
    (_, first), (_, second) = two

    async def play():
        async with Seat(first, key, cookies[0]) as alice:
            await alice.hear("hello")
            async with Seat(second, key, cookies[1]) as charlie:
                goes, told = await read_the_first(alice, charlie)
                card = next(card for group in told["sides"][1]["groups"] for card in group if card)
                await charlie.say("touch", id="early", reading=1, touches=[{"card": card, "ms": -300}])
                await charlie.hear("ack")
                return goes, card, await alice.hear("touched")

    goes, card, touched = asyncio.run(play())
    assert [go["is_armed"] for go in goes] == [True, True]
    assert [(each["seat"], each["card"]) for each in touched["touches"]] == [(1, card)]


def test_a_table_whose_process_is_killed_goes_on_in_the_other(two, table):
    key, cookies = table
    (owner, first), (_, second) = two

    async def play():
        async with Seat(first, key, cookies[0]) as alice:
            await alice.hear("hello")
            async with Seat(second, key, cookies[1]) as charlie:
                await read_the_first(alice, charlie)
                os.killpg(owner.pid, signal.SIGKILL)
                began = asyncio.get_running_loop().time()
                assert await charlie.closes() == 4009
        async with Seat(second, key, cookies[0]) as alice, Seat(second, key, cookies[1]) as charlie:
            view = await alice.hear("view")
            took = asyncio.get_running_loop().time() - began
            await charlie.hear("view")
            return took, view["told"], await alice.hear("arm")

    took, told, arm = asyncio.run(play())
    assert took < 5
    assert told["to_come"] == 100
    assert arm["reading"] == 2


def test_without_redis_each_process_serves_its_own_tables_and_both_again_once_it_is_back(two, table, redis_server):
    key, cookies = table
    (_, first), (_, second) = two

    async def play():
        async with Seat(first, key, cookies[0]) as alice:
            await alice.hear("hello")
            async with Seat(second, key, cookies[1]) as charlie:
                await charlie.hear("view")
                await asyncio.to_thread(redis_server.kill)
                assert await charlie.closes() == 4009
            await alice.hear("view", lambda view: not view["told"]["live"]["connected"][1])
            async with Seat(first, key, cookies[1]) as charlie:  # at the owner's there is no need of it
                await charlie.hear("view")
            await asyncio.to_thread(redis_server.start)
            while True:
                async with Seat(second, key, cookies[1]) as charlie:
                    with contextlib.suppress(ConnectionClosed):  # until both have found it again
                        return await charlie.hear("view")

    assert asyncio.run(play())["told"]["seat"] == 1
