"""What is to be done now and then beside the rendering: `settings.CHORES`, paths of functions that take the moment.

Once an hour at most, whatever breaks off and begins again in between: a file says when they were done. What goes wrong
in one is logged, and the others and the rendering go on.
"""

import logging
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils.module_loading import import_string

logger = logging.getLogger(__name__)
EVERY = timedelta(hours=1)
DONE = "chores.done"


def do_due(now: datetime) -> bool:
    """Do the chores if an hour has passed; whether they were done. To be called by one process (trainer.renderer)."""
    done = settings.RECORDINGS_DIR / DONE
    last = _read(done)
    if not settings.CHORES or (last is not None and last <= now < last + EVERY):
        return False
    done.write_text(now.isoformat(), encoding="ascii")
    for path in settings.CHORES:
        try:
            import_string(path)(now)
        except Exception:
            logger.exception("the chore %s failed", path)
    return True


def _read(done: Path) -> datetime | None:
    try:
        return datetime.fromisoformat(done.read_text(encoding="ascii"))
    except (FileNotFoundError, ValueError):
        return None
