"""Rooms: a reading that other devices follow. Screens need the code, remotes the key as well; the owner closes both.

    room = open_room(recitation, now)           # room.code, for example "K7WQ4P"; the key of remotes is room.remote_key
    sight(room, now)                            # what a screen may know: nothing of what has not been read aloud
    press(room, key, Button.HOLD, at=None, made_at=now)

The reading's own page carries presses out as if its own button had been pressed, and it alone moves the reading.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from trainer import bells
from trainer.models import Press, Recitation, Room
from trainer.poems import kimariji
from trainer.reciter.position import Phase
from trainer.reciter.script import Reading

# Neither vowels (a code is no word) nor what is taken for something else: 0 O Q, 1 I L, 2 Z, 5 S, 8 B, U V.
ALPHABET = "CDFGHJKMNPRTWXY34679"
CODE_LENGTH = 6
OPEN_FOR = timedelta(days=1)
AFTER_THE_END = timedelta(hours=1)  # of a finished reading; "back" leads into it again
TOO_LATE = timedelta(seconds=10)  # a press that comes later than this would surprise everybody
READER_IS_SILENT = timedelta(seconds=12)
READER_IS_NOTED = timedelta(seconds=4)
KEPT_FOR = timedelta(minutes=10)
READ_SHOWN = 6  # beside the last one


class Button(StrEnum):
    """What a remote can press."""

    START = "start"
    HOLD = "hold"
    NEXT = "next"
    BACK = "back"
    REREAD = "reread"
    QUIETER = "quieter"
    LOUDER = "louder"


# A room ---------------------------------------------------------------------------------------------------


def open_room(recitation: Recitation, now: datetime) -> Room:
    """The reading's room, as it is if it is open; else a new one, with a key for remotes."""
    with transaction.atomic():
        found = Room.objects.select_for_update().filter(recitation=recitation).first()
        if found is not None and is_open(found, now):
            return found
        if found is not None:
            found.delete()
    while True:
        try:
            with transaction.atomic():
                return Room.objects.create(
                    recitation=recitation, code=_new_code(), remote_key=_new_key(), opened_at=now
                )
        except IntegrityError:
            known = Room.objects.filter(recitation=recitation).first()  # another tab was quicker
            if known is not None:
                return known


def _new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def _new_key() -> str:
    return secrets.token_urlsafe(24)


def is_open(room: Room, now: datetime) -> bool:
    """A room ends after a day, and an hour after its reading."""
    reading = room.recitation
    is_over = reading.phase == Phase.FINISHED and now - reading.moved_at >= AFTER_THE_END
    return now - room.opened_at < OPEN_FOR and not is_over


def normal(code: str) -> str:
    """A code as it is kept; people type it in small letters, with spaces or dashes."""
    return "".join(letter for letter in code.upper() if letter.isalnum())


def find(code: str, now: datetime) -> Room | None:
    """The open room of this code."""
    room = Room.objects.select_related("recitation").filter(code=normal(code)).first()
    return room if room is not None and is_open(room, now) else None


def close(recitation: Recitation) -> None:
    """Every screen and remote is out."""
    Room.objects.filter(recitation=recitation).delete()
    bells.ring(str(recitation.key))


def give_remote(room: Room) -> None:
    """A new key. Remotes with the old one are out."""
    _set_key(room, _new_key())


def take_remote(room: Room) -> None:
    """Nobody presses anything any more; screens stay."""
    _set_key(room, "")


def _set_key(room: Room, key: str) -> None:
    room.remote_key = key
    room.save(update_fields=["remote_key"])
    room.presses.all().delete()
    bells.ring(str(room.recitation.key))


def may_press(room: Room, key: str) -> bool:
    return bool(room.remote_key) and secrets.compare_digest(room.remote_key.encode(), key.encode())


# Presses -------------------------------------------------------------------------------------------------


def press(room: Room, key: UUID, button: Button, *, at: int | None, made_at: datetime, now: datetime) -> bool:
    """Hand a press on to the reading's page; again with the same key is safe. False if it comes too late."""
    if now - made_at >= TOO_LATE:
        return False
    room.presses.filter(made_at__lt=now - KEPT_FOR).delete()
    room.presses.get_or_create(key=key, defaults={"button": button.value, "at": at, "made_at": made_at})
    bells.ring(str(room.recitation.key))
    return True


def presses(room: Room, after: int, now: datetime) -> list[Press]:
    """Presses after the one with this number, oldest first, without those that are too late by now."""
    return list(room.presses.filter(pk__gt=after, made_at__gt=now - TOO_LATE).order_by("pk"))


def reader_is_there(room: Room, now: datetime, *, sounds: bool) -> None:
    """The reading's page waits for presses; written down every few seconds, and remotes are told when it is news."""
    is_news = not _is_there(room, now) or room.reader_sounds != sounds
    if not is_news and now - room.reader_seen_at < READER_IS_NOTED:
        return
    room.reader_seen_at, room.reader_sounds = now, sounds
    room.save(update_fields=["reader_seen_at", "reader_sounds"])
    if is_news:
        bells.ring(str(room.recitation.key))


def _is_there(room: Room, now: datetime) -> bool:
    return room.reader_seen_at is not None and now - room.reader_seen_at < READER_IS_SILENT


# What others may see -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heard:
    """A poem that has been read aloud; `now` is what decided it then."""

    number: int
    now: str
    is_karafuda: bool


@dataclass(frozen=True, slots=True)
class Sight:
    """What a screen or a remote may know of a reading.

    `place`: the how manieth poem is read now or was last; `heard`: the last poems that were read aloud, latest first.
    `is_joka`: the joka is what may be seen, for no poem has been read yet.
    """

    unit: int
    phase: Phase
    is_held: bool
    place: int
    total: int
    heard: tuple[Heard, ...]
    is_joka: bool
    is_reader_there: bool
    reader_sounds: bool

    @property
    def left(self) -> int:
        """How many poems are to come."""
        return self.total - self.place

    def as_json(self) -> dict[str, Any]:
        """For the browser. No poem is in it: markup shows those that may be seen."""
        return {
            "unit": self.unit,
            "phase": self.phase.value,
            "is_held": self.is_held,
            "place": self.place,
            "left": self.left,
            "is_reader_there": self.is_reader_there,
            "reader_sounds": self.reader_sounds,
        }


def sight(room: Room, now: datetime) -> Sight:
    """Where the reading is. A unit counts as read when it has come to its end, or the reading has left it behind."""
    row = room.recitation
    reading, position = row.reading, row.position
    is_begun = position.phase is not Phase.READY
    read_out = position.unit + (position.phase in (Phase.WAITING, Phase.FINISHED)) if is_begun else 0
    asked = [index for index in range(read_out) if reading.units[index].current is not None]
    return Sight(
        unit=position.unit,
        phase=position.phase,
        is_held=position.is_held,
        place=sum(unit.current is not None for unit in reading.units[: position.unit + is_begun]),
        total=len(reading.poems),
        heard=tuple(_heard(reading, index) for index in asked[: -2 - READ_SHOWN : -1]),
        is_joka=is_begun and not asked and any(number == 0 for number, _half in reading.verses()),
        is_reader_there=_is_there(room, now),
        reader_sounds=room.reader_sounds,
    )


def _heard(reading: Reading, index: int) -> Heard:
    number = reading.units[index].current
    now = kimariji.as_written(number, kimariji.current(number, reading.read(index)))
    return Heard(number, now, reading.is_karafuda(number))


def mark(room: Room, now: datetime) -> str:
    """Another one whenever there is something else to see; cheap, so that streams may look often."""
    row = room.recitation
    there = (_is_there(room, now), room.reader_sounds, room.remote_key)
    seen = "\0".join(map(str, (room.pk, row.unit, row.phase, row.is_held, *there)))
    return hashlib.sha256(seen.encode()).hexdigest()[:16]
