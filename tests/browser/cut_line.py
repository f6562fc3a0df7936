"""A line to the site that can be cut: what Playwright calls offline, a service worker and open streams do not notice.

with CutLine(site) as line:
    page.goto(f"{line.address}/reader/")
    line.cut()      # every connection breaks, and no new one is made
    line.mend()
"""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

BLOCK = 65_536


class CutLine:
    def __init__(self, site):
        self._there = (urlsplit(site).hostname, urlsplit(site).port)
        self._open = set()
        self._listener = None
        self._port = 0
        self.mend()
        self.address = f"http://127.0.0.1:{self._port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.cut()

    def mend(self):
        self._listener = socket.create_server(("127.0.0.1", self._port))
        self._port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self):
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        self._listener.close()
        for each in tuple(self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def _accept(self, listener):
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(self._there)
                self._open |= {near, far}
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source, target):
        with suppress(OSError):
            while block := source.recv(BLOCK):
                target.sendall(block)
        with suppress(OSError):
            target.shutdown(socket.SHUT_RDWR)
        self._open.discard(source)
        source.close()
