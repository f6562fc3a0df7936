"""Sockets of the application for tests: no server between, one thread, and the journal written in place."""

import json

from asgiref.sync import async_to_sync, sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from games.live import tables
from games.live.journal import InPlace
from karuta_site.asgi import application

HOST = "testserver"


class Socket:
    """One socket of a person (None: of nobody), that answers probes."""

    def __init__(self, table, person=None, *, origin=f"http://{HOST}", host=HOST, key=None, path=None):
        headers = [(b"host", host.encode())]
        if person is not None:
            client = Client()
            client.force_login(person)
            headers.append((b"cookie", f"sessionid={client.cookies['sessionid'].value}".encode()))
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        self._socket = WebsocketCommunicator(application, path or f"/ws/tables/{key or table.pk}/", headers)
        self._ids = 0
        self.heard = []

    async def connect(self):
        return await self._socket.connect(timeout=10)

    async def say(self, kind, **fields):
        if kind in ("touch", "act", "say"):
            self._ids += 1
            fields = {"id": f"m{self._ids}"} | fields
        await self._socket.send_json_to({"v": 1, "t": kind} | fields)

    async def send(self, text):
        await self._socket.send_to(text_data=text)

    async def send_bytes(self, data):
        await self._socket.send_to(bytes_data=data)

    async def hear(self, kind, where=bool, timeout=10):
        """The next message of a kind; "closed" is one too."""
        while True:
            message = await self._next(timeout)
            if message["t"] == "probe":
                await self.say("pong", id=message["id"])
                continue
            self.heard.append(message)
            if message["t"] == kind and where(message):
                return message
            assert message["t"] != "closed", message

    async def _next(self, timeout):
        sent = await self._socket.receive_output(timeout)
        if sent["type"] == "websocket.close":
            return {"t": "closed", "code": sent.get("code")}
        return json.loads(sent["text"])

    async def hears_nothing(self):
        return await self._socket.receive_nothing(timeout=0.1)

    async def leave(self):
        await self._socket.disconnect()


async def socket(*arguments, **named):
    """A socket, made where the database may be asked."""
    return await sync_to_async(Socket)(*arguments, **named)


async def seated(table, *people):
    """A socket for everybody, each with its first view."""
    found = []
    for person in people:
        each = await socket(table, person)
        assert (await each.connect())[0]
        await each.hear("hello")
        await each.hear("view")
        found.append(each)
    return found


def played(coroutine):
    """Run it in a loop with tables of its own."""

    async def run():
        here = tables.write_to(InPlace())
        try:
            return await coroutine()
        finally:
            await here.close()

    return async_to_sync(run)()
