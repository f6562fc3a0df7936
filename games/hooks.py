"""What other apps may say to the games, and hear from them: dotted paths in the settings, empty where nobody listens.

GRADE_OF: a function, person → the class "A" to "E", or "" if it is not known. MAY_RECITE: a function, person → whether
they may recite for others. MATCH_ENDED: functions that are called
with a LiveTable, or with the KarutaMatch of one device, in the transaction that writes its end. What one of them
raises is logged, undone, and spoils no match.
"""

import logging
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)


def grade_of(person: Any) -> str:
    """The person's class, "A" to "E"; "" if nobody knows it."""
    if not settings.GRADE_OF or person is None or not person.is_authenticated:
        return ""
    grade: str = import_string(settings.GRADE_OF)(person)
    return grade


def may_recite(person: Any) -> bool:
    """Whether the person may recite for others; everybody, where nobody decides on it."""
    return not settings.MAY_RECITE or bool(import_string(settings.MAY_RECITE)(person))


def match_ended(ended: Any) -> None:
    """Tell whoever wants to know that a match is over."""
    for path in settings.MATCH_ENDED:
        try:
            with transaction.atomic():
                import_string(path)(ended)
        except Exception:
            log.exception("%s, told that %s is over", path, ended)
