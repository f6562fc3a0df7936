"""Tables with two people each, made at once, with the sessions of all of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction

from games.fairness.window import live
from games.karuta import matches
from games.karuta.players import Player
from games.models import LiveTable, Seat
from games.rules.karuta.log import setup_to_row
from games.rules.karuta.variants import KYOGI, kyogi, replace
from trainer.models import Person

BACKEND = "django.contrib.auth.backends.ModelBackend"


@dataclass(frozen=True)
class Pair:
    """A table, the sessions of its two players, and the poems in the order they will be read."""

    table: UUID
    sessions: tuple[str, str]
    order: tuple[int, ...]


def gather(count: int, *, tempo: str, now: datetime) -> list[Pair]:
    """So many tables, about to begin."""
    setup = kyogi(live(replace(KYOGI, memorise_ms=0, swing_ms=0)))
    with transaction.atomic():
        return [_pair(number, setup, tempo, now) for number in range(count)]


def _pair(number: int, setup, tempo: str, now: datetime) -> Pair:
    people = [Person.objects.create_guest() for _ in range(2)]
    players = tuple(Player(name=f"{number}-{seat}") for seat in range(2))
    match = matches.begin(person=None, setup=setup, players=players, voice="", tempo=tempo, now=now, seed=number)
    table = LiveTable.objects.create(
        host=people[0],
        setup=setup_to_row(setup),
        tempo=tempo,
        status=LiveTable.Status.PLAYING,
        opened_at=now,
        started_at=now,
        karuta=match,
    )
    Seat.objects.bulk_create(
        Seat(table=table, number=seat, person=person, name=players[seat].name, taken_at=now)
        for seat, person in enumerate(people)
    )
    first, second = (_session(person) for person in people)
    return Pair(table.pk, (first, second), matches.load(match).state.order)


def _session(person: Person) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    return session.session_key or ""
