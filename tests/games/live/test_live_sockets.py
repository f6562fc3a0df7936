"""Two people at a table over real sockets of the application."""

import json

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from games.live import tables
from games.live.journal import InPlace
from karuta_site.asgi import application
from tests.games.live.tables_for_tests import open_for_tests

pytestmark = pytest.mark.django_db


class Browser:
    """One socket of a person, that answers probes."""

    def __init__(self, table, person, origin="http://testserver", host="testserver"):
        client = Client()
        client.force_login(person)
        cookie = client.cookies["sessionid"].value
        headers = [(b"cookie", f"sessionid={cookie}".encode()), (b"host", host.encode())]
        if origin:
            headers.append((b"origin", origin.encode()))
        self.socket = WebsocketCommunicator(application, f"/ws/tables/{table.pk}/", headers)
        self.ids = 0
        self.heard = []

    async def connect(self):
        return await self.socket.connect()

    async def say(self, kind, **fields):
        if kind in ("touch", "act", "say"):
            self.ids += 1
            fields = {"id": f"m{self.ids}"} | fields
        await self.socket.send_json_to({"v": 1, "t": kind} | fields)

    async def hear(self, kind, where=bool, timeout=10):
        """The next message of a kind."""
        while True:
            sent = await self.socket.receive_output(timeout)
            if sent["type"] == "websocket.close":
                message = {"t": "closed", "code": sent["code"]}
            else:
                message = json.loads(sent["text"])
                if message["t"] == "probe":
                    await self.say("pong", id=message["id"])
                    continue
            self.heard.append(message)
            if message["t"] == kind and where(message):
                return message
            assert message["t"] != "closed", message


def played(coroutine):
    async def run():
        here = tables.write_to(InPlace())
        try:
            await coroutine()
        finally:
            await here.close()

    async_to_sync(run)()


def test_two_people_play_a_reading(alice, charlie):
    table = open_for_tests([alice, charlie])

    async def play():
        browsers = [await sync_to_async(Browser)(table, person) for person in (alice, charlie)]
        for browser in browsers:
            assert (await browser.connect())[0]
            assert (await browser.hear("hello"))["role"] == "seat"
            await browser.hear("view")
        for browser in browsers:
            await browser.say("act", seen=1, do="ready")
            await browser.hear("ack")
        for browser in browsers:
            arm = await browser.hear("arm")
            await browser.say("armed", reading=arm["reading"])
        for browser in browsers:
            go = await browser.hear("go")
            assert go["in_ms"] >= 600
            assert go["is_armed"]
        desk = tables.here().open[table.pk].desk
        poem, order = desk.game.table.state.poem, desk.game.table.state.field
        lies = order.territory_of(poem)
        card = poem if lies >= 0 else order.cards(0)[0]
        await browsers[0].say("touch", reading=1, touches=[{"card": card, "ms": -500}])
        await browsers[0].hear("ack")
        for browser in browsers:
            told = (await browser.hear("view", lambda each: each["told"]["last"], timeout=15))["told"]
            assert told["last"]["poem"] == poem

    played(play)
