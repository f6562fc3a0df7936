"""Halls: a reciter opens one, tables join it, and every reading is begun by hand for all of them (docs/halls.md)."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games import hooks, live_tables
from games.live_tables import Refused, Terms
from games.models import Hall, LiveTable
from games.rules.karuta.log import setup_from_row, setup_to_row
from games.rules.karuta.variants import Setup
from trainer.models import Person

MOST_OPEN = 3  # halls of one reciter


def may_recite(person: Any) -> bool:
    """Whether somebody may open a hall: an account, and whom settings.MAY_RECITE lets."""
    return person.is_authenticated and not person.is_guest and hooks.may_recite(person)


@transaction.atomic
def open_hall(*, key: UUID, reciter: Person, name: str, setup: Setup, voice: str, tempo: str, now: datetime) -> Hall:
    """A new hall. `key` comes with the form: the same form sent twice opens one hall."""
    if not may_recite(reciter):
        raise Refused(_("Only players of class A recite."))
    known = Hall.objects.filter(key=key).first()
    if known is not None:
        if known.reciter_id != reciter.pk:
            raise Refused(_("This form was sent before. Open the page again."))
        return known
    if Hall.objects.open().filter(reciter=reciter).count() >= MOST_OPEN:
        raise Refused(_("You have %(most)s halls open already. Close one first.") % {"most": MOST_OPEN})
    return Hall.objects.create(
        key=key,
        reciter=reciter,
        name=name,
        setup=setup_to_row(setup),
        voice=voice,
        tempo=tempo,
        seed=secrets.randbits(62),
        opened_at=now,
    )


def open_table(hall: Hall, *, key: UUID, host: Person, name: str, now: datetime) -> LiveTable:
    """A table in a hall, with its host at seat 0; whoever has its link, or finds it in the hall, sits down opposite."""
    if host.pk == hall.reciter_id:
        raise Refused(_("Who recites does not play."))
    if not hall.takes_tables:
        raise Refused(_("The reciter has begun, or has closed this hall."))
    terms = Terms(setup=setup_from_row(hall.setup), voice=hall.voice, tempo=hall.tempo, hall=hall)
    return live_tables.open_table(key=key, host=host, name=name, terms=terms, now=now)


def close(hall: Hall, person: Person, *, now: datetime) -> None:
    """The reciter goes. Tables that wait are closed; matches going on stay, and end by claim or by agreement."""
    if hall.reciter_id != person.pk:
        raise Refused(_("Only who recites closes the hall."))
    with transaction.atomic():
        Hall.objects.open().filter(pk=hall.pk).update(closed_at=now)
        LiveTable.objects.filter(hall=hall).close_waiting()
