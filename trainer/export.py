"""Everything of a person as files: one JSON, or a zip of CSV. docs/export.md describes both, column by column."""

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any
from uuid import UUID

from trainer import elsewhere
from trainer.models import PackFile, Person, Turn

FORMAT = "naniwazu"
VERSION = 1

PERSON = ("username", "email", "is_guest", "date_joined", "is_adult")
SETTINGS = (
    "language",
    "time_zone",
    "theme",
    "furigana",
    "romaji",
    "retention",
    "new_per_day",
    "most_per_day",
    "with_verses",
    "with_authors",
    "voice",
)
REVIEW = (
    "key",
    "sitting",
    "skill",
    "subject",
    "poem",
    "answered_at",
    "day",
    "day_fraction",
    "answer",
    "picked",
    "correct",
    "elapsed_ms",
    "hidden",
    "grade",
    "counted",
    "details",
)
MEMORY = (
    "poem",
    "skill",
    "stability",
    "difficulty",
    "first_day",
    "last_day",
    "last_day_fraction",
    "due_on",
    "reviews",
    "lapses",
    "last_grade",
    "speed",
    "fluent_days",
)
RUN = ("key", "mode", "facing", "pile", "started_at", "finished_at", "total_ms")
TURN = ("place", "poem", "inverted", "elapsed_ms", "answer", "correct")
MNEMONIC = ("poem", "text", "written_at")
RECITATION = ("key", "choices", "voice", "auto_next_s", "unit", "phase", "is_held", "begun_at", "moved_at")
CALIBRATION = ("device", "offset_ms", "spread_ms", "taps", "measured_at")
PACK = ("key", "title", "licence", "file_name", "size", "sha256", "refused", "uploaded_at")
PACK_FILE = ("poem", "half", "name", "place", "state", "problem", "tries", "has_times")
MATCH = ("key", "level", "preset", "options", "started_at", "moved_at", "finished_at", "own_score", "other_score")
KARUTA_MATCH = (
    "key",
    "setup",
    "players",
    "voice",
    "tempo",
    "started_at",
    "moved_at",
    "finished_at",
    "ending",
    "is_won",
    "margin",
    "taken",
    "faults",
    "is_public",
)
# A seat at a table where people met; what the table and the match are, under their own names.
SEAT = ("table", "number", "name", "is_won", "taken", "faults", "is_shown", "taken_at")
TABLE = ("game", "audience", "is_rated", "setup", "voice", "tempo", "opened_at", "started_at", "finished_at")
TABLE_MATCH = ("players", "ending", "margin", "own_score", "other_score")
SAYING = ("place", "phrase", "words", "said_at")
MATCH_EVENT = ("place", "row", "happened_at")

Row = dict[str, Any]


def as_json(person: Person, now: datetime) -> str:
    """One JSON object; each row of a list stands on a line of its own."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": now,
        "person": {name: getattr(person, name) for name in PERSON},
        "settings": {name: getattr(person, name) for name in SETTINGS},
        "koikoi_rules": _own_rules(person),
        "koikoi_advice": _advice_time(person),
        "usual_places": _usual_places(person),
    }
    lists = {
        "reviews": _reviews(person),
        "memories": _memories(person),
        "runs": _runs_with_turns(person),
        "mnemonics": _mnemonics(person),
        "recitations": _recitations(person),
        "matches": _with_events(_matches(person), MATCH),
        "karuta_matches": _with_events(_karuta_matches(person), KARUTA_MATCH),
        "table_matches": _table_matches(person),
        "calibrations": _calibrations(person),
        "voice_packs": _packs_with_files(person),
        **elsewhere.export(person),
    }
    parts = [f"{_dump(name)}: {_dump(value)}" for name, value in head.items()]
    parts += [f"{_dump(name)}: [\n" + ",\n".join(map(_dump, rows)) + "\n]" for name, rows in lists.items()]
    return "{" + ",\n".join(parts) + "}\n"


def as_csv(person: Person) -> bytes:
    """A zip with one table a file, UTF-8 with the mark that spreadsheets look for."""
    turns = Turn.objects.filter(run__person=person).order_by("run__started_at", "run", "place")
    theirs = elsewhere.columns()
    tables: dict[str, tuple[tuple[str, ...], Iterable[Row]]] = {
        "reviews.csv": (REVIEW, _reviews(person)),
        "memories.csv": (MEMORY, _memories(person)),
        "runs.csv": (RUN, person.runs.order_by("started_at").values(*RUN)),
        "turns.csv": (("run", *TURN), turns.values("run", *TURN)),
        "mnemonics.csv": (MNEMONIC, _mnemonics(person)),
        "recitations.csv": (RECITATION, _recitations(person)),
        "calibrations.csv": (CALIBRATION, _calibrations(person)),
        "voice_packs.csv": (PACK, person.packs.values(*PACK)),
        "voice_pack_files.csv": (("pack", *PACK_FILE), _pack_files(person)),
        "matches.csv": (MATCH, _matches(person).values(*MATCH)),
        "match_events.csv": (("match", *MATCH_EVENT), _events(_matches(person))),
        "karuta_matches.csv": (KARUTA_MATCH, _karuta_matches(person).values(*KARUTA_MATCH)),
        "karuta_match_events.csv": (("match", *MATCH_EVENT), _events(_karuta_matches(person))),
        "table_matches.csv": ((*SEAT, *TABLE, *TABLE_MATCH), map(_seat, person.seats.of_matches())),
        "table_match_events.csv": (("table", *MATCH_EVENT), _table_events(person)),
        "table_sayings.csv": (("table", *SAYING), _table_sayings(person)),
        **{f"{name}.csv": (theirs[name], rows) for name, rows in elsewhere.export(person).items()},
        "settings.csv": ((*PERSON, *SETTINGS), [{name: getattr(person, name) for name in (*PERSON, *SETTINGS)}]),
    }
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as files:
        for name, (columns, rows) in tables.items():
            files.writestr(name, _table(columns, rows).encode("utf-8-sig"))
    return archive.getvalue()


def _reviews(person: Person) -> Iterable[Row]:
    return person.reviews.order_by("answered_at", "pk").values(*REVIEW)


def _memories(person: Person) -> Iterable[Row]:
    return person.memories.order_by("poem", "skill").values(*MEMORY)


def _mnemonics(person: Person) -> Iterable[Row]:
    return person.mnemonics.order_by("written_at", "pk").values(*MNEMONIC)


def _recitations(person: Person) -> Iterable[Row]:
    return person.recitations.order_by("begun_at", "key").values(*RECITATION)


def _packs_with_files(person: Person) -> Iterator[Row]:
    """What is written down about packs. The recordings themselves are downloaded from their pages."""
    for pack in person.packs.prefetch_related("files"):
        files = [{name: getattr(file, name) for name in PACK_FILE} for file in pack.files.all()]
        yield {name: getattr(pack, name) for name in PACK} | {"files": files}


def _pack_files(person: Person) -> Iterable[Row]:
    files = PackFile.objects.filter(pack__person=person).order_by("pack__uploaded_at", "poem", "-half")
    return files.values("pack", *PACK_FILE)


def _calibrations(person: Person) -> Iterable[Row]:
    return person.calibrations.order_by("measured_at", "pk").values(*CALIBRATION)


def _runs_with_turns(person: Person) -> Iterator[Row]:
    for run in person.runs.order_by("started_at").prefetch_related("turns"):
        turns = [{name: getattr(turn, name) for name in TURN} for turn in run.turns.all()]
        yield {name: getattr(run, name) for name in RUN} | {"turns": turns}


def _matches(person: Person) -> Any:
    """The finished matches. An open one holds what its player may not see yet."""
    return person.matches.finished().order_by("started_at", "key")


def _karuta_matches(person: Person) -> Any:
    """The same of karuta."""
    return person.karuta_matches.finished().order_by("started_at", "key")


def _table_matches(person: Person) -> Iterator[Row]:
    """Finished matches against other people, from this person's seat, with what they said there."""
    played = ("table__karuta__events", "table__koikoi__events", "table__seats")
    for seat in person.seats.of_matches().prefetch_related("sayings", *played):
        rows = seat.table.match.events.all() if seat.table.match else ()
        events = [{name: getattr(each, name) for name in MATCH_EVENT} for each in rows]
        sayings = [{name: getattr(each, name) for name in SAYING} for each in seat.sayings.all()]
        yield _seat(seat) | {"sayings": sayings, "events": events}


def _seat(seat: Any) -> Row:
    match = seat.table.match
    of_match = {name: getattr(match, name, None) for name in TABLE_MATCH}
    if seat.table.koikoi is not None:
        of_match["players"] = [{"name": each.name} for each in seat.table.seats.all()]
    of_seat = {name: getattr(seat, name) for name in SEAT} | {"table": seat.table_id}
    return of_seat | {name: getattr(seat.table, name) for name in TABLE} | of_match


def _table_events(person: Person) -> Iterator[Row]:
    for seat in person.seats.of_matches().prefetch_related("table__karuta__events", "table__koikoi__events"):
        for each in seat.table.match.events.all() if seat.table.match else ():
            yield {"table": seat.table_id} | {name: getattr(each, name) for name in MATCH_EVENT}


def _table_sayings(person: Person) -> Iterator[Row]:
    for seat in person.seats.of_matches().prefetch_related("sayings"):
        for each in seat.sayings.all():
            yield {"table": seat.table_id} | {name: getattr(each, name) for name in SAYING}


def _events(matches: Any) -> Iterator[Row]:
    for match in matches.prefetch_related("events"):
        yield from (
            {"match": match.key} | {name: getattr(each, name) for name in MATCH_EVENT} for each in match.events.all()
        )


def _with_events(matches: Any, columns: tuple[str, ...]) -> Iterator[Row]:
    for match in matches.prefetch_related("events"):
        events = [{name: getattr(each, name) for name in MATCH_EVENT} for each in match.events.all()]
        yield {name: getattr(match, name) for name in columns} | {"events": events}


def _usual_places(person: Person) -> str | None:
    """The code of the places where the cards are laid (docs/karuta.md); None if there are none."""
    places = getattr(person, "usual_places", None)
    return places.code if places else None


def _own_rules(person: Person) -> dict[str, str]:
    """The rules of Koi-Koi the person has chosen: what differs from the preset `seed`."""
    rules = getattr(person, "own_rules", None)
    return rules.options if rules else {}


def _advice_time(person: Person) -> str | None:
    """When the person wants advice at the table; None if they never said, nor chose rules."""
    rules = getattr(person, "own_rules", None)
    return rules.advice if rules else None


def _table(columns: tuple[str, ...], rows: Iterable[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def _cell(value: Any) -> Any:
    return _dump(value) if isinstance(value, dict | list) else _plain(value)


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> Any:
    match value:
        case datetime() | date():
            return value.isoformat()
        case UUID():
            return str(value)
        case _:
            return value
