"""A person's own JSON taken in again (docs/export.md). Nothing of a broken file is taken in.

Read first, all of it; then write, in one transaction. An answer that the person has already, by its key or because
it is the same moment, skill and poem, is passed over: taking a file in twice changes nothing. A key that is somebody
else's stays theirs; the answer gets a key that is always the same for this person.
"""

import json
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, NoReturn, TypeVar

from django.conf import settings as site
from django.db import transaction
from django.utils.translation import gettext as _

from trainer import audio, calibrations, folding
from trainer.calibrations import FEWEST_TAPS, LEAST_MS, MOST_SPREAD_MS, MOST_TAPS
from trainer.calibrations import MOST_MS as MOST_LATE_MS
from trainer.export import FORMAT, VERSION
from trainer.models import Calibration, Memory, Mnemonic, Person, Review, Run, Turn, time_zones
from trainer.piles import UnknownPileError, label_of
from trainer.srs.grading import LONGEST_MS, SHORTEST_MS
from trainer.srs.memory import HIGHEST_RETENTION, LOWEST_RETENTION
from trainer.srs.skills import Item, Skill

MOST_BYTES = 32 * 1024 * 1024  # some 90,000 answers, ten years of most; no one else can write while they are folded
MOST_MS = 24 * 3600 * 1000
MOST_COUNTED = 10_000  # cards of one sitting; a hundred poems in eight skills are far fewer
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
CLOCKS_DIFFER = timedelta(minutes=5)
AT_ONCE = 500
SKILLS = tuple(skill.value for skill in Skill)

Row = TypeVar("Row")


class BrokenFileError(Exception):
    """The message is a sentence for the person: the place, and what is wrong there."""


@dataclass(frozen=True, slots=True)
class Backup:
    """What a file holds, checked. Rows have no person yet."""

    settings: Mapping[str, Any]
    reviews: tuple[Review, ...]
    shown: tuple[Item, ...]
    runs: tuple[tuple[Run, tuple[Turn, ...]], ...]
    mnemonics: tuple[Mnemonic, ...]
    calibrations: tuple[Calibration, ...] = ()


@dataclass(frozen=True, slots=True)
class TakenIn:
    """How much was new."""

    reviews: int
    runs: int
    mnemonics: int

    def __bool__(self) -> bool:
        return any((self.reviews, self.runs, self.mnemonics))


# Reading -------------------------------------------------------------------------------------------------


def read(content: bytes, now: datetime) -> Backup:
    """Check a whole file; BrokenFileError at the first thing that is wrong."""
    whole = _Place(_("The file"), _parse(content), now)
    if not isinstance(whole.value, dict) or whole.value.get("format") != FORMAT:
        raise BrokenFileError(_("This is not a file that Naniwazu wrote. Choose the JSON file from “Take it along”."))
    if whole.value.get("version") != VERSION:
        raise BrokenFileError(
            _("The file has version %(version)s; this site reads version %(own)d. Nothing was taken in.")
            % {"version": str(whole.value.get("version"))[:20], "own": VERSION}
        )
    backup = Backup(
        settings=_settings(whole),
        reviews=whole.each("reviews", _("Answer"), _review),
        shown=tuple(item for item in whole.each("memories", _("Memory"), _shown_item) if item is not None),
        runs=whole.each("runs", _("Run"), _run),
        mnemonics=whole.each("mnemonics", _("Mnemonic"), _mnemonic),
        calibrations=whole.each_unless_absent("calibrations", _("Calibration"), _calibration),
    )
    _refuse_doubles(_("Answers"), (review.key for review in backup.reviews), "key")
    _refuse_doubles(_("Runs"), (run.key for run, _turns in backup.runs), "key")
    return backup


def too_large() -> BrokenFileError:
    """What to say of a file that is not even read."""
    return BrokenFileError(
        _("The file is larger than %(megabytes)d MB. Nothing was taken in.") % {"megabytes": MOST_BYTES // 1024**2}
    )


def _parse(content: bytes) -> Any:
    if len(content) > MOST_BYTES:
        raise too_large()
    try:
        return json.loads(content.decode("utf-8-sig"), parse_constant=_no_such_number)
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise BrokenFileError(
            _("The file breaks off or is damaged at line %(line)d, column %(column)d. Nothing was taken in.") % place
        ) from None
    except (ValueError, RecursionError):  # no UTF-8, a number without end, brackets without end
        raise BrokenFileError(_("This is not a JSON file. Nothing was taken in.")) from None


def _no_such_number(name: str) -> NoReturn:
    raise ValueError(name)


class _Place:
    """A value of the file and where it stands, for the sentence when it is wrong."""

    def __init__(self, name: str, value: Any, now: datetime) -> None:
        self.name = name
        self.value = value
        self.now = now

    def refuse(self, field: str, wanted: str) -> NoReturn:
        raise BrokenFileError(
            _("%(place)s: “%(field)s” must be %(wanted)s. Nothing was taken in.")
            % {"place": self.name, "field": field, "wanted": wanted}
        )

    def get(self, field: str) -> Any:
        if not isinstance(self.value, dict):
            raise BrokenFileError(_("%(place)s is not an object. Nothing was taken in.") % {"place": self.name})
        if field not in self.value:
            raise BrokenFileError(
                _("%(place)s has no “%(field)s”. Nothing was taken in.") % {"place": self.name, "field": field}
            )
        return self.value[field]

    def each(self, field: str, name: str, read_one: Callable[["_Place"], Row]) -> tuple[Row, ...]:
        rows = self.get(field)
        if not isinstance(rows, list):
            self.refuse(field, _("a list"))
        return tuple(read_one(_Place(f"{name} {number}", row, self.now)) for number, row in enumerate(rows, start=1))

    def each_unless_absent(self, field: str, name: str, read_one: Callable[["_Place"], Row]) -> tuple[Row, ...]:
        """For a list that files written before it was known do not have."""
        absent = isinstance(self.value, dict) and field not in self.value
        return () if absent else self.each(field, name, read_one)

    def whole(self, field: str, least: int, most: int) -> int:
        value = self.get(field)
        if type(value) is not int or not least <= value <= most:
            self.refuse(field, _("a whole number from %(least)d to %(most)d") % {"least": least, "most": most})
        return value

    def whole_or_none(self, field: str, least: int, most: int) -> int | None:
        return None if self.get(field) is None else self.whole(field, least, most)

    def number(self, field: str, least: float, most: float) -> float:
        value = self.get(field)
        if type(value) not in (int, float) or not least <= value <= most:
            self.refuse(field, _("a number from %(least)s to %(most)s") % {"least": least, "most": most})
        return float(value)

    def truth(self, field: str) -> bool:
        value = self.get(field)
        if type(value) is not bool:
            self.refuse(field, _("true or false"))
        return value

    def truth_or_none(self, field: str) -> bool | None:
        return None if self.get(field) is None else self.truth(field)

    def truth_unless_absent(self, field: str, *, default: bool) -> bool:
        """For a field that files written before it was known do not have."""
        absent = isinstance(self.value, dict) and field not in self.value
        return default if absent else self.truth(field)

    def text(self, field: str, longest: int) -> str:
        value = self.get(field)
        if not isinstance(value, str) or len(value) > longest or not _can_be_kept(value):
            self.refuse(field, _("a text of at most %(longest)d characters") % {"longest": longest})
        return value

    def one_of(self, field: str, choices: Iterable[str]) -> str:
        value = self.get(field)
        if not isinstance(value, str) or value not in choices:
            self.refuse(field, _("one of %(choices)s") % {"choices": ", ".join(choices)})
        return value

    def key(self, field: str) -> uuid.UUID:
        try:
            return uuid.UUID(self.text(field, 36))
        except ValueError:
            self.refuse(field, _("a key such as 1b4e28ba-2fa1-4d2b-883f-0016d3cca427"))

    def time_zone(self, field: str) -> str:
        name = self.text(field, 64)
        if name not in time_zones():
            self.refuse(field, _("a time zone such as Asia/Tokyo"))
        return name

    def moment(self, field: str) -> datetime:
        text = self.text(field, 40)
        try:
            moment = datetime.fromisoformat(text)
        except (ValueError, OverflowError):
            moment = EARLIEST
        if moment.tzinfo is None or not EARLIEST < moment <= self.now + CLOCKS_DIFFER:
            self.refuse(field, _("a moment with its time zone, not in the future"))
        return moment.astimezone(UTC)

    def moment_or_none(self, field: str) -> datetime | None:
        return None if self.get(field) is None else self.moment(field)

    def day_near(self, field: str, moment: datetime) -> date:
        """A person's day differs from the day of UTC by a zone and by the hour at which it ends: at most by one."""
        text = self.text(field, 10)
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = date.min
        if abs(day - moment.date()) > timedelta(days=1):
            self.refuse(field, _("the day of its moment"))
        return day

    def pile(self, field: str) -> str:
        code = self.text(field, 80)
        try:
            label_of(code)
        except UnknownPileError:
            self.refuse(field, _("the code of a pile such as all or sound-a"))
        return code


def _can_be_kept(text: str) -> bool:
    """No half characters, which no database takes, and no NUL, which PostgreSQL refuses."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def _settings(whole: _Place) -> Mapping[str, Any]:
    place = _Place(_("Settings"), whole.get("settings"), whole.now)
    return {
        "language": place.one_of("language", ("", *dict(site.LANGUAGES))),
        "time_zone": place.time_zone("time_zone"),
        "theme": place.one_of("theme", Person.Theme.values),
        "furigana": place.truth("furigana"),
        "romaji": place.truth_unless_absent("romaji", default=True),
        "retention": place.number("retention", LOWEST_RETENTION, HIGHEST_RETENTION),
        "new_per_day": place.whole("new_per_day", 1, 20),
        "most_per_day": place.whole("most_per_day", 10, 600),
        "with_verses": place.truth("with_verses"),
        "with_authors": place.truth("with_authors"),
        "voice": _voice(place.value.get("voice")),
    }


def _voice(key: Any) -> str:
    """A voice of this site; of others, and of packs, which do not come along, nothing is known here."""
    return key if isinstance(key, str) and key in audio.voices() else ""


def _review(place: _Place) -> Review:
    answered_at = place.moment("answered_at")
    return Review(
        key=place.key("key"),
        sitting=place.text("sitting", 80),
        skill=place.one_of("skill", SKILLS),
        subject=place.whole("subject", 1, 100),
        poem=place.whole("poem", 1, 100),
        answered_at=answered_at,
        day=place.day_near("day", answered_at),
        day_fraction=place.number("day_fraction", 0, 1),
        answer=place.text("answer", 120),
        picked=place.whole_or_none("picked", 1, 100),
        correct=place.truth("correct"),
        elapsed_ms=place.whole_or_none("elapsed_ms", 1, MOST_MS),  # its logarithm is taken
        hidden=place.truth("hidden"),
        grade=place.whole("grade", 1, 4),
        counted=place.truth("counted"),
        details=_details(place),
    )


def _details(place: _Place) -> dict[str, Any]:
    """The choices that were offered, the poems that had been read, and how far the sitting had come."""
    details = place.get("details")
    if (
        not isinstance(details, dict)
        or not set(details) <= {"choices", "read", "done", "total", "by_ear", "heard_ms"}
        or not all(_are_poems(details.get(name, [])) for name in ("choices", "read"))
        or not all(_is_count(details.get(name, 0)) for name in ("done", "total"))
        or details.get("by_ear", True) is not True
        or not _is_too_soon(details.get("heard_ms", 0))
        or place.get("poem") in details.get("read", ())
    ):
        place.refuse("details", _("an object with lists of poem numbers"))
    return dict(details)


def _is_too_soon(ms: Any) -> bool:
    """A time by ear that no one reacts in: before the deciding sound, or straight after it."""
    return type(ms) is int and -LONGEST_MS <= ms < SHORTEST_MS


def _is_count(number: Any) -> bool:
    return type(number) is int and 0 <= number <= MOST_COUNTED


def _are_poems(numbers: Any) -> bool:
    return (
        isinstance(numbers, list)
        and all(type(number) is int and 1 <= number <= 100 for number in numbers)
        and len(numbers) == len(set(numbers))
    )


def _shown_item(place: _Place) -> Item | None:
    """Memories are folded from the answers; only a poem that was shown and never asked leaves no answer behind."""
    item = Item(place.whole("poem", 1, 100), Skill(place.one_of("skill", SKILLS)))
    return item if place.get("stability") is None else None


def _run(place: _Place) -> tuple[Run, tuple[Turn, ...]]:
    run = Run(
        key=place.key("key"),
        mode=place.one_of("mode", Run.Mode.values),
        facing=place.one_of("facing", Run.Facing.values),
        pile=place.pile("pile"),
        started_at=place.moment("started_at"),
        finished_at=place.moment_or_none("finished_at"),
        total_ms=place.whole_or_none("total_ms", 0, MOST_MS),
    )
    card = _("card")
    turns = place.each("turns", f"{place.name}, {card}", _turn)
    if not turns:
        place.refuse("turns", _("a list with a card at least"))
    _refuse_doubles(place.name, [turn.place for turn in turns], "place")
    return run, turns


def _turn(place: _Place) -> Turn:
    return Turn(
        place=place.whole("place", 0, 1000),
        poem=place.whole("poem", 1, 100),
        inverted=place.truth("inverted"),
        elapsed_ms=place.whole_or_none("elapsed_ms", 0, MOST_MS),
        answer=place.text("answer", 40),
        correct=place.truth_or_none("correct"),
    )


def _mnemonic(place: _Place) -> Mnemonic:
    text = place.text("text", 280)
    if not text.strip():
        place.refuse("text", _("a text"))
    return Mnemonic(poem=place.whole("poem", 1, 100), text=text, written_at=place.moment("written_at"))


def _calibration(place: _Place) -> Calibration:
    device = place.text("device", 32)
    if not calibrations.is_device(device):
        place.refuse("device", _("a key of 32 hexadecimal digits"))
    return Calibration(
        device=device,
        offset_ms=place.number("offset_ms", LEAST_MS, MOST_LATE_MS),
        spread_ms=place.number("spread_ms", 0, MOST_SPREAD_MS),
        taps=place.whole("taps", FEWEST_TAPS, MOST_TAPS),
        measured_at=place.moment("measured_at"),
    )


def _refuse_doubles(name: str, keys: Iterable[Any], field: str) -> None:
    seen = set()
    for key in keys:
        if key in seen:
            raise BrokenFileError(
                _("%(place)s: “%(field)s” %(value)s stands there twice. Nothing was taken in.")
                % {"place": name, "field": field, "value": key}
            )
        seen.add(key)


# Writing -------------------------------------------------------------------------------------------------


@transaction.atomic
def write(person: Person, backup: Backup, *, with_settings: bool = False) -> TakenIn:
    """Add what is new, and fold anew the memories it touches."""
    person = Person.objects.select_for_update().get(pk=person.pk)
    if with_settings:
        Person.objects.filter(pk=person.pk).update(**backup.settings)
        person.refresh_from_db()
    reviews = _new_reviews(person, backup.reviews)
    Review.objects.bulk_create(reviews, batch_size=AT_ONCE)
    runs = _write_runs(person, backup.runs)
    mnemonics = _write_mnemonics(person, backup.mnemonics)
    calibrations.take_in(person, backup.calibrations)
    Memory.objects.bulk_create(
        [Memory(person=person, poem=item.poem, skill=item.skill.value) for item in backup.shown],
        ignore_conflicts=True,
    )
    if reviews:
        folding.fold_together(person)
    elif with_settings:
        folding.reschedule(person)
    return TakenIn(len(reviews), runs, mnemonics)


def _new_reviews(person: Person, reviews: tuple[Review, ...]) -> list[Review]:
    own = person.reviews.values_list("key", "answered_at", "skill", "poem")
    keys, answers = set(), set()
    for key, *row in own.iterator():
        keys.add(key)
        answers.add(tuple(row))
    new = []
    for review in reviews:
        answer = (review.answered_at, review.skill, review.poem)
        if review.key not in keys and answer not in answers:
            new.append(review)
            answers.add(answer)
    foreign = _existing(Review, [review.key for review in new])
    for review in new:
        review.person = person
        if review.key in foreign:
            review.key = _own_key(person, review.key)
    return [review for review in new if review.key not in keys]


def _write_runs(person: Person, runs: tuple[tuple[Run, tuple[Turn, ...]], ...]) -> int:
    own = {(started_at, pile) for started_at, pile in person.runs.values_list("started_at", "pile")}
    keys = set(person.runs.values_list("key", flat=True))
    foreign = _existing(Run, [run.key for run, _turns in runs]) - keys
    new = []
    for run, turns in runs:
        if run.key in keys or (run.started_at, run.pile) in own:
            continue
        run.person = person
        if run.key in foreign:
            run.key = _own_key(person, run.key)
        new.append((run, turns))
    Run.objects.bulk_create([run for run, _turns in new], batch_size=AT_ONCE)
    for run, turns in new:
        for turn in turns:
            turn.run = run
    Turn.objects.bulk_create([turn for _run_, turns in new for turn in turns], batch_size=AT_ONCE)
    return len(new)


def _write_mnemonics(person: Person, mnemonics: tuple[Mnemonic, ...]) -> int:
    known = set(person.mnemonics.values_list("poem", "text"))
    new = {(each.poem, each.text): each for each in mnemonics if (each.poem, each.text) not in known}
    for each in new.values():
        each.person = person
    Mnemonic.objects.bulk_create(new.values(), batch_size=AT_ONCE)
    return len(new)


def _existing(model: type[Review] | type[Run], keys: list[uuid.UUID]) -> set[uuid.UUID]:
    found: set[uuid.UUID] = set()
    for start in range(0, len(keys), AT_ONCE):
        found |= set(model.objects.filter(key__in=keys[start : start + AT_ONCE]).values_list("key", flat=True))
    return found


def _own_key(person: Person, key: uuid.UUID) -> uuid.UUID:
    """Another key for the same answer, the same each time the person takes it in."""
    return uuid.uuid5(key, f"person {person.pk}")
