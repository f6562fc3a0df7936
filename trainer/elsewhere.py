"""What the apps above keep of a person, and what they let them hear: named in the settings, unknown to the trainer.

BELONGINGS: modules with `TABLES` (name → columns), `count(person)` (of clubs), `export(person)` (name → rows),
`merge(guest, into)` and `forget(person)`; the last two are called in the transaction that moves or deletes the person.
PACK_AUDIENCES: functions, person → QuerySet of the voice packs of others that they may hear.
"""

from importlib import import_module
from itertools import chain
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from trainer.models import Person, VoicePack

Row = dict[str, Any]


def _modules() -> list[Any]:
    return [import_module(name) for name in settings.BELONGINGS]


def count(person: Person) -> int:
    """How much the person would no longer have: places among others (clubs)."""
    return sum(each.count(person) for each in _modules())


def export(person: Person) -> dict[str, list[Row]]:
    """Rows by the name of their table."""
    return dict(chain.from_iterable(each.export(person).items() for each in _modules()))


def columns() -> dict[str, tuple[str, ...]]:
    """The columns of each of these tables."""
    return dict(chain.from_iterable(each.TABLES.items() for each in _modules()))


def merge(guest: Person, into: Person) -> None:
    """What belongs to a guest goes along into the account."""
    for each in _modules():
        each.merge(guest, into)


def forget(person: Person) -> None:
    """Before a person is deleted: what others need stays with them, without a name."""
    for each in _modules():
        each.forget(person)


def shared_packs(person: Any) -> dict[str, VoicePack]:
    """The packs of others that this person (or AnonymousUser) may hear, by the key of their voice."""
    if not person.is_authenticated:
        return {}
    audiences = (import_string(name)(person) for name in settings.PACK_AUDIENCES)
    return {pack.voice: pack for packs in audiences for pack in packs if pack.person_id != person.pk}
