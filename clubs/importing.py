"""Tables that people bring along: looked at first, row by row, and then taken in as a whole or not at all.

What a kind of table means is a `Kind` (clubs.member_rows, clubs.result_rows); the upload, the preview with its errors
by line and the writing are the same for all (clubs.views.files). The file waits in a row (Upload) between the preview
and the writing, and is planned anew in the transaction that writes. Rows are those of clubs.csv_rows: they know the
number of their line.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Protocol
from uuid import UUID

from django.db import transaction
from django.utils.crypto import salted_hmac

from clubs.csv_table import Error, Table
from clubs.models import Club, ImportedRow, Upload
from trainer.models import Person

UPLOADS_WAIT = timedelta(days=1)


class State(StrEnum):
    """What taking in a row would do."""

    NEW = "new"
    KNOWN = "known"  # it is there already: nothing would change
    UNDECIDED = "undecided"  # somebody has to say who is meant
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to who is meant in a row."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Planned:
    """What would become of a row: what the preview says of it, what is wrong (`problems`, sentences), who may be meant.

    `chosen` is the value of the option that somebody has taken; `what` is for the kind's own `write`.
    """

    line: int
    told: tuple[str, ...]
    state: State
    problems: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    chosen: str = ""
    what: Any = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What would become of a whole file. `errors` are those of reading it (clubs.csv_table)."""

    rows: tuple[Planned, ...] = ()
    errors: tuple[Error, ...] = ()
    counts: Counter[State] = field(default_factory=Counter)

    @classmethod
    def of(cls, rows: Sequence[Planned]) -> "Plan":
        return cls(tuple(rows), (), Counter(row.state for row in rows))

    @property
    def can_be_written(self) -> bool:
        """Nothing is wrong and nothing undecided."""
        return bool(self.rows) and not self.errors and not (self.counts[State.WRONG] + self.counts[State.UNDECIDED])

    def in_state(self, state: State) -> tuple[Planned, ...]:
        return tuple(row for row in self.rows if row.state == state)


class Kind(Protocol):
    """A kind of table.

    `heads` are the headings of `Planned.told`. `plan` only reads; `decisions` are what people have chosen, by the
    number of the line. `write` is called in a transaction, with a plan that can be written. A row that the club has
    taken in before is KNOWN, whatever has become of it since (`made_before`, `remember`).
    """

    key: str

    @property
    def heads(self) -> tuple[str, ...]: ...

    def read(self, content: bytes) -> Table[Any]: ...

    def plan(self, club: Club, rows: Sequence[Any], decisions: Mapping[int, str]) -> Plan: ...

    def write(self, club: Club, plan: Plan, *, by: Person, now: datetime) -> None: ...


def keep(kind: Kind, club: Club, content: bytes, *, by: Person, now: datetime) -> Upload:
    """Keep a file until it is taken in. What has waited for a day goes."""
    Upload.objects.filter(uploaded_at__lt=now - UPLOADS_WAIT).delete()
    return Upload.objects.create(club=club, kind=kind.key, content=content, uploaded_by=by, uploaded_at=now)


def waiting(club: Club, key: UUID, *, now: datetime) -> Upload | None:
    """A file of this club that may still be taken in."""
    return club.uploads.filter(pk=key, uploaded_at__gte=now - UPLOADS_WAIT).first()


def plan(kind: Kind, upload: Upload, decisions: Mapping[int, str]) -> Plan:
    """What would become of a file."""
    table = kind.read(bytes(upload.content))
    planned = kind.plan(upload.club, table.rows, decisions)
    return replace(planned, errors=table.errors)


@transaction.atomic
def take_in(kind: Kind, upload: Upload, decisions: Mapping[int, str], *, by: Person, now: datetime) -> Plan:
    """Plan once more, and write if nothing is wrong; the plan says whether (`can_be_written`). Then the file goes."""
    Club.objects.select_for_update().get(pk=upload.club_id)  # two organisers, one file: the second finds rows known
    planned = plan(kind, upload, decisions)
    if planned.can_be_written:
        kind.write(upload.club, planned, by=by, now=now)
        upload.delete()
    return planned


# Rows that have been taken in ----------------------------------------------------------------------------


def digests(rows: Sequence[Any]) -> list[str]:
    """What each row is known by: its content without its line, and which of several of this content it is.

    Keyed with the site's secret: what is kept of a row says nothing about a person.
    """
    seen: Counter[str] = Counter()
    found = []
    for row in rows:
        content = repr(replace(row, line=0))
        seen[content] += 1
        found.append(salted_hmac("clubs.importing", f"{content} {seen[content]}", algorithm="sha256").hexdigest())
    return found


def made_before(kind: Kind, club: Club, digests: Sequence[str]) -> dict[str, UUID]:
    """Of these digests, those that the club has taken in, with the key of what they have become."""
    known = ImportedRow.objects.filter(club=club, kind=kind.key).values_list("digest", "made")
    wanted = set(digests)
    return {digest: made for digest, made in known.iterator() if digest in wanted}


def remember(kind: Kind, club: Club, made: Mapping[str, UUID], *, now: datetime) -> None:
    """Write down what rows have become, so that the same file changes nothing when it comes again."""
    rows = (ImportedRow(club=club, kind=kind.key, digest=digest, made=key, made_at=now) for digest, key in made.items())
    ImportedRow.objects.bulk_create(rows, batch_size=500)
