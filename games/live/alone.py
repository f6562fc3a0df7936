"""Without Redis one process serves sockets: a second one would not know of the tables of the first.

The lock is a file of the data folder, and goes with the process that holds it, however that ends.
"""

from __future__ import annotations

import fcntl
import hashlib
import multiprocessing
import os
import signal
import time
from typing import IO

from django.conf import settings
from django.db import connection

WAITS_S = 3.0  # for a server that is just being stopped
SENTENCE = (
    "Another process serves the live tables already, and without REDIS_URL only one may. "
    "Serve with one process (uvicorn --workers 1, WEB_CONCURRENCY=1), or set REDIS_URL."
)


class NotAloneError(Exception):
    """Another process serves sockets on this database."""


def lock() -> IO[bytes]:
    """The lock, held until it is closed. NotAloneError if another process has it."""
    # Named after the database: another one is another site, though it shares the folder.
    where = [str(connection.settings_dict[part]) for part in ("ENGINE", "HOST", "PORT", "NAME", "OPTIONS")]
    name = hashlib.sha256("\n".join(where).encode()).hexdigest()[:12]
    file = (settings.DATA_DIR / f"live-{name}.lock").open("ab")
    end = time.monotonic() + WAITS_S
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as taken:
            if time.monotonic() > end:
                file.close()
                raise NotAloneError(SENTENCE) from taken
            time.sleep(0.05)
        else:
            return file


def stop_supervisor() -> None:
    """Uvicorn's supervisor would start this process again for ever: it is asked to stop."""
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        os.kill(parent.pid, signal.SIGTERM)
