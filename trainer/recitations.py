"""Readings of the reader as rows: begun, moved on, seen by whoever draws them.

The page that sounds is quicker than any request, and goes on without a network: it moves by itself, by the same
rules, and sends its moves in their order. Taking the same moves twice is safe: a move names the unit it was made in.
"""

import secrets
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from trainer import bells
from trainer.models import Person, Recitation
from trainer.poems import kimariji
from trainer.reciter.position import Move, moved
from trainer.reciter.script import Choices, Reading

LARGEST_SEED = 2**31


def begin(
    *, person: Person, choices: Choices, voice: str, auto_next_s: int | None, now: datetime, seed: int | None = None
) -> Recitation:
    """A new reading, its order drawn now unless the seed is given."""
    drawn = secrets.randbelow(LARGEST_SEED) if seed is None else seed
    return Recitation.objects.create(
        person=person,
        choices=replace(choices, seed=drawn).as_json(),
        voice=voice,
        auto_next_s=auto_next_s,
        begun_at=now,
        moved_at=now,
    )


def take(*, person: Person, key: UUID, moves: Iterable[tuple[Move, int]], now: datetime) -> Recitation:
    """Move a reading on; returns it as it is now. Recitation.DoesNotExist if the person has no such reading."""
    with transaction.atomic():
        row = Recitation.objects.select_for_update().get(key=key, person=person)
        before = position = row.position
        for move, at in moves:
            position = moved(row.reading, position, move, at)
        if position != before:
            row.position, row.moved_at = position, now
            row.save(update_fields=["unit", "phase", "is_held", "moved_at"])
    if position != before:
        bells.ring(str(key))
    return row


def units_as_json(reading: Reading) -> list[dict[str, Any]]:
    """What the page needs of every unit: its parts, its poem, what decides it now, whether its card is on the mat."""
    return [
        unit.as_json() | ({} if unit.current is None else _about(reading, index, unit.current))
        for index, unit in enumerate(reading.units)
    ]


def _about(reading: Reading, index: int, number: int) -> dict[str, Any]:
    now = kimariji.current(number, reading.read(index))
    return {"now": kimariji.as_written(number, now), "is_karafuda": reading.is_karafuda(number)}
