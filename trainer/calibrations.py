"""How late each device of a person is heard: kept, forgotten, taken over from a guest. The measuring is the page's."""

import secrets
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from trainer.models import Calibration, Person

LEAST_MS, MOST_MS = -100.0, 500.0  # no device that plays is further off; static/js/audio/calibration.js has the same
MOST_SPREAD_MS = 50.0
FEWEST_TAPS, MOST_TAPS = 12, 200
MOST_DEVICES = 20  # of one person: who clears cookies leaves keys behind that nobody has


class Measured(NamedTuple):
    """What taps to a beat came to."""

    offset_ms: float
    spread_ms: float
    taps: int


def new_device() -> str:
    """A key for a browser that has none yet."""
    return secrets.token_hex(16)


def is_device(key: str) -> bool:
    """Whether this can be a key of `new_device`: cookies come from outside."""
    return len(key) == 32 and set(key) <= set("0123456789abcdef")


def of(person: Person, device: str) -> Calibration | None:
    return person.calibrations.filter(device=device).first()


@transaction.atomic
def keep(person: Person, device: str, measured: Measured, *, now: datetime) -> Calibration:
    """The newest measurement of a device is the one that counts; the longest unused devices are dropped."""
    row, _is_new = person.calibrations.update_or_create(
        device=device, defaults=measured._asdict() | {"measured_at": now}
    )
    _drop_oldest(person)
    return row


def forget(person: Person, device: str) -> bool:
    """Whether there was anything to forget."""
    return bool(person.calibrations.filter(device=device).delete()[0])


@transaction.atomic
def take_in(person: Person, rows: tuple[Calibration, ...]) -> None:
    """Rows of a file or of a guest: of each device the later measurement stays. The rows become the person's."""
    own = {each.device: each for each in person.calibrations.all()}
    for row in sorted(rows, key=lambda each: each.measured_at):
        known = own.get(row.device)
        if known and known.measured_at >= row.measured_at:
            continue
        values = {name: getattr(row, name) for name in (*Measured._fields, "measured_at")}
        own[row.device] = person.calibrations.update_or_create(device=row.device, defaults=values)[0]
    _drop_oldest(person)


def _drop_oldest(person: Person) -> None:
    kept = person.calibrations.order_by("-measured_at", "-pk").values_list("pk", flat=True)[:MOST_DEVICES]
    person.calibrations.exclude(pk__in=list(kept)).delete()
