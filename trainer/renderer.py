"""The second process that ./run starts: it renders what is wanted, verse by verse, as long as its parent lives.

Two processes in truth: one that waits and one that works. Should the work die (the memory was short, a library broke),
it begins again after a pause that grows; the verse it died of rests meanwhile (trainer.wishes). Nothing here needs to
be told to stop: a server that was killed outright cannot tell anybody.
"""

import fcntl
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable

from django.conf import settings
from django.db import connections
from django.utils import timezone

from trainer import audio, chores, packs, wishes

LOOK_S = 1  # how often is looked for a wish, and for the parent
LAST_VERSE_S = 5  # how long the verse in hand may take at the end
FIRST_PAUSE_S, LONGEST_PAUSE_S = 5, 300
LOCK = "renderer.lock"

Say = Callable[[str], None]


def follow(parent: int | None, say: Say) -> None:
    """Render what is wanted until the process `parent` is no longer ours; None: until interrupted."""
    pause_s = FIRST_PAUSE_S
    while not is_gone(parent):
        began = time.monotonic()
        worker = _fork(say)
        try:
            code = _watch(worker, parent)
        except KeyboardInterrupt:
            _end(worker)
            raise
        if code is None:
            return
        if time.monotonic() - began > LONGEST_PAUSE_S:
            pause_s = FIRST_PAUSE_S
        say(f"rendering broke off ({code}); it begins again in {pause_s} seconds")
        _rest(pause_s, parent)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)


def is_gone(parent: int | None) -> bool:
    return parent is not None and os.getppid() != parent


def _fork(say: Say) -> int:
    connections.close_all()  # a connection belongs to one process
    here = os.getpid()
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        stopping = threading.Event()
        signal.signal(signal.SIGTERM, lambda *_: stopping.set())
        work(here, say, stopping)
        code = 0
    except KeyboardInterrupt:
        pass
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        os._exit(code)  # what is to be cleaned up belongs to the waiting process


def _watch(worker: int, parent: int | None) -> str | None:
    """Wait until the worker ends, and say how; or until the parent has gone, and end it: None."""
    while True:
        pid, status = os.waitpid(worker, os.WNOHANG)
        if pid:
            code = os.waitstatus_to_exitcode(status)
            return f"signal {-code}" if code < 0 else f"code {code}"
        if is_gone(parent):
            _end(worker)
            return None
        time.sleep(LOOK_S / 2)


def _end(worker: int) -> None:
    """Let it finish the verse in hand; what it would be killed over is swept up by the next."""
    os.kill(worker, signal.SIGTERM)
    end = time.monotonic() + LAST_VERSE_S
    while time.monotonic() < end:
        if os.waitpid(worker, os.WNOHANG)[0]:
            return
        time.sleep(LOOK_S / 20)
    os.kill(worker, signal.SIGKILL)
    os.waitpid(worker, 0)


def _rest(pause_s: float, parent: int | None) -> None:
    end = time.monotonic() + pause_s
    while time.monotonic() < end and not is_gone(parent):
        time.sleep(LOOK_S)


def work(parent: int, say: Say, stopping: threading.Event) -> None:
    """Render what is wanted, and wait for more, until told to stop. Only one does so in one folder; others wait."""
    with (settings.RECORDINGS_DIR / LOCK).open("ab") as lock:
        while not _is_ours(lock):
            if stopping.wait(LOOK_S) or is_gone(parent):
                return
        audio.sweep()
        packs.sweep()
        is_idle = True
        while not stopping.is_set() and not is_gone(parent):
            chores.do_due(timezone.now())
            wanted, prepared = wishes.next_wanted(timezone.now()), packs.prepare_next()  # turn by turn: neither waits
            if wanted is None and prepared is not None:
                continue
            if wanted is None:
                if not is_idle:
                    say("recordings: all that is wanted is there")
                is_idle = True
                stopping.wait(LOOK_S)
                continue
            if is_idle:
                say(f"recordings: rendering {wanted.voice.key} at {wanted.manner.tempo.name} beside the app")
                is_idle = False
            try:
                wishes.fulfil(wanted)
            except wishes.NotRecordedError as error:
                say(f"recordings: {wanted.voice.key} {wanted.verse} failed: {error}")


def _is_ours(lock) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_running() -> bool:
    """Whether a process is at work in this folder (one that ./run has started, or --follow)."""
    try:
        with (settings.RECORDINGS_DIR / LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        pass
    return False
