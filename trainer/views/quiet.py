"""Without sound today: in a train, beside somebody asleep. Kept in the browser's session, for the person's one day."""

from dataclasses import replace

from django.http import HttpRequest
from django.utils import timezone

from trainer import drills
from trainer.sittings import Practice
from trainer.srs.session import Desk
from trainer.srs.skills import BY_EAR

_KEY = "quiet_on"


def quiet_on(request: HttpRequest) -> str:
    """The day (ISO) on which this browser was last set to be quiet; empty if it never was."""
    return request.session.get(_KEY, "")


def is_quiet(request: HttpRequest, desk: Desk) -> bool:
    """Whether nothing may sound in this browser on the day of the desk."""
    return quiet_on(request) == desk.today.isoformat()


def without_ears(request: HttpRequest, practice: Practice) -> Practice:
    """A practice that can also be read is read today, where nothing may sound."""
    if practice.skill in BY_EAR or not practice.heard or not quiet_on(request):
        return practice
    is_today = quiet_on(request) == drills.day_of(request.user, timezone.now()).isoformat()
    return replace(practice, heard=frozenset()) if is_today else practice


def be_quiet(request: HttpRequest) -> None:
    """Let nothing sound in this browser for the rest of the person's day."""
    request.session[_KEY] = drills.day_of(request.user, timezone.now()).isoformat()


def may_sound(request: HttpRequest) -> None:
    """Let it sound again."""
    request.session.pop(_KEY, None)


def desk_of(request: HttpRequest) -> Desk:
    """All that decides what today asks of the person in this browser."""
    return drills.desk_of(request.user, timezone.now(), quiet_on=quiet_on(request))
