"""Settings for processes that tests start: the site as it is, with the slow voice of the tests, in a hurry otherwise.

HANG_AT=n: the n-th time that a process brings something to the disk, half of it is there and the process stands still,
so that a kill comes in the middle for certain.
"""

import os
import time
from pathlib import Path

from karuta_site.settings import *  # noqa: F403
from karuta_site.settings import CELERY_BROKER_TRANSPORT_OPTIONS

VOICES = "tests.tone_voice.SLOW"
CELERY_BROKER_TRANSPORT_OPTIONS = CELERY_BROKER_TRANSPORT_OPTIONS | {
    "visibility_timeout": 2,
    "unacked_restore_interval": 1,
}

HANG_AT = int(os.environ.get("HANG_AT", "0"))
_fsync, _calls = os.fsync, []


def _hanging_fsync(descriptor):
    _calls.append(descriptor)
    if len(_calls) == HANG_AT:
        os.truncate(descriptor, os.fstat(descriptor).st_size // 2)
        with Path(os.environ["TONE_LOG"]).open("a", encoding="utf-8") as log:
            log.write("hang\n")
        time.sleep(600)
    _fsync(descriptor)


if HANG_AT:
    os.fsync = _hanging_fsync
