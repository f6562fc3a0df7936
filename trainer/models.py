"""What is kept: persons, what they remember, every answer they gave, their runs and readings; and the recordings.

The rows of Review are the truth of the drills; Memory is their fold (trainer.srs.memory) and can be made anew.
"""

import unicodedata
import uuid
import zoneinfo
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from trainer.reciter import script
from trainer.reciter.mora import Half, VerseTimes
from trainer.reciter.position import Phase, Position
from trainer.reciter.voice import Manner, Voice, manner_of
from trainer.srs.asking import Asked
from trainer.srs.grading import Grade
from trainer.srs.memory import MemoryState
from trainer.srs.session import Given, Pace
from trainer.srs.skills import Item, Skill

SKILLS = [(skill.value, skill.name) for skill in Skill]
HALVES = [(half.value, half.name) for half in Half]
PHASES = [(phase.value, phase.name) for phase in Phase]


@cache
def time_zones() -> frozenset[str]:
    """Every name of a time zone. Kept: finding them walks through hundreds of files."""
    return frozenset(zoneinfo.available_timezones())


def validate_time_zone(name: str) -> None:
    if name not in time_zones():
        raise ValidationError(_("“%(name)s” is not a time zone."), params={"name": name})


def name_key(username: str) -> str:
    """What two usernames share that look alike: "Ann" and "ann", full width and half width are one name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", username).casefold())


class PersonManager(UserManager["Person"]):
    def get_by_natural_key(self, username: str | None) -> "Person":
        """Signing in does not ask which letters of a name are capitals."""
        return self.get(name_key=name_key(username or ""))

    def create_guest(self, *, language: str = "", time_zone: str = "UTC") -> "Person":
        """A person without a name, for one browser's session; signing up later only fills in the name."""
        guest = Person(username=f"guest-{uuid.uuid4().hex}", is_guest=True, language=language, time_zone=time_zone)
        guest.set_unusable_password()
        guest.save()
        return guest


class Person(AbstractUser):
    """Somebody who learns or plays. A guest is a person whose row has no name yet."""

    class Theme(models.TextChoices):
        AUTO = "", _("As the device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    # The database's own comparison ignores case for ASCII only, and "Đức" and "đức" are one name too.
    name_key = models.CharField(max_length=300, unique=True, editable=False)
    is_guest = models.BooleanField(default=False)
    language = models.CharField(max_length=5, blank=True, default="")
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    theme = models.CharField(max_length=5, blank=True, choices=Theme, default=Theme.AUTO)
    furigana = models.BooleanField(default=True)
    romaji = models.BooleanField(default=True)
    retention = models.FloatField(default=0.95, validators=[MinValueValidator(0.80), MaxValueValidator(0.97)])
    new_per_day = models.PositiveSmallIntegerField(default=5, validators=[MinValueValidator(1), MaxValueValidator(20)])
    most_per_day = models.PositiveSmallIntegerField(
        default=120, validators=[MinValueValidator(10), MaxValueValidator(600)]
    )
    with_verses = models.BooleanField(default=False)
    with_authors = models.BooleanField(default=False)
    voice = models.CharField(max_length=60, blank=True, default="")  # the key of a voice; empty: the site's first
    is_adult = models.BooleanField(default=False)  # says to be 18 or older, and to want free words at tables

    objects = PersonManager()

    def __str__(self) -> str:
        return "guest" if self.is_guest else self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = name_key(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)

    @property
    def pace(self) -> Pace:
        """What the settings say about a day."""
        verses = {Skill.UPPER_TO_LOWER, Skill.LOWER_TO_UPPER} if self.with_verses else set()
        authors = {Skill.AUTHOR} if self.with_authors else set()
        return Pace(self.new_per_day, self.most_per_day, frozenset(verses | authors))


class MemoryQuerySet(models.QuerySet["Memory"]):
    def begun(self) -> "MemoryQuerySet":
        """Without the poems that were only shown so far."""
        return self.filter(stability__isnull=False)

    def states(self) -> dict[Item, MemoryState]:
        """What is remembered, by item."""
        rows = self.begun().values_list("poem", "skill", *STATE_FIELDS)
        return {Item(poem, Skill(skill)): _state(*fields) for poem, skill, *fields in rows}


# The columns that are MemoryState's fields, in its order.
STATE_FIELDS = (
    "stability",
    "difficulty",
    "first_day",
    "last_day",
    "due_on",
    "reviews",
    "lapses",
    "last_grade",
    "last_day_fraction",
    "speed",
    "fluent_days",
)


def _state(stability, difficulty, first_day, last_day, due_on, reviews, lapses, last_grade, *rest) -> MemoryState:
    return MemoryState(stability, difficulty, first_day, last_day, due_on, reviews, lapses, Grade(last_grade), *rest)


class Attempt(models.Model):
    """One try at something that may only be tried so often (trainer.throttle). Says neither who nor from where."""

    key = models.CharField(max_length=64)
    tried_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["key", "tried_at"], name="attempt_key"),
            models.Index(fields=["tried_at"], name="attempt_age"),
        ]

    def __str__(self) -> str:
        return f"{self.key[:8]} {self.tried_at:%H:%M}"


class Memory(models.Model):
    """One person's memory of one poem in one skill: the fold of the counted reviews, kept so that pages are quick.

    For the discrimination of partners `poem` is the first poem of the partner set. A row without a stability is a
    poem that was shown in a lesson and not asked yet.
    """

    person = models.ForeignKey(Person, models.CASCADE, related_name="memories")
    poem = models.PositiveSmallIntegerField()
    skill = models.CharField(max_length=12, choices=SKILLS)
    stability = models.FloatField(null=True)
    difficulty = models.FloatField(null=True)
    first_day = models.DateField(null=True)
    last_day = models.DateField(null=True)
    last_day_fraction = models.FloatField(default=0.5)  # how far that day had gone
    due_on = models.DateField(null=True, db_index=True)
    reviews = models.PositiveIntegerField(default=0)
    lapses = models.PositiveIntegerField(default=0)
    last_grade = models.PositiveSmallIntegerField(null=True)
    speed = models.FloatField(null=True)  # EWMA of ln ms
    fluent_days = models.PositiveSmallIntegerField(default=0)

    objects = MemoryQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "poem", "skill"], name="one_memory_per_person_poem_skill")
        ]
        indexes = [models.Index(fields=["person", "due_on"])]

    def __str__(self) -> str:
        return f"{self.skill} {self.poem}"

    @property
    def item(self) -> Item:
        return Item(self.poem, Skill(self.skill))

    @property
    def state(self) -> MemoryState | None:
        """What is remembered; None if the poem was only shown so far."""
        return None if self.stability is None else _state(*(getattr(self, field) for field in STATE_FIELDS))

    @state.setter
    def state(self, state: MemoryState) -> None:
        for field in STATE_FIELDS:
            setattr(self, field, getattr(state, field))


class Question(models.Model):
    """A question that stands open. Its key becomes the review's: one question, one review, however often it is sent.

    What the browser must not know (which choice is right) stays in `details`.
    """

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="questions")
    sitting = models.CharField(max_length=80)  # "today", "lesson-3", "practise-…": what the next question comes from
    skill = models.CharField(max_length=12, choices=SKILLS)
    subject = models.PositiveSmallIntegerField()  # the memory's poem
    poem = models.PositiveSmallIntegerField()  # the poem that is asked
    details = models.JSONField(default=dict)
    asked_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["person", "sitting"])]

    def __str__(self) -> str:
        return f"{self.skill} {self.poem}?"

    @property
    def asked(self) -> Asked:
        return Asked.restored(Item(self.subject, Skill(self.skill)), self.poem, self.details)


class ReviewQuerySet(models.QuerySet["Review"]):
    def given(self) -> tuple[Given, ...]:
        """Which items were answered and whether rightly, oldest first."""
        rows = self.order_by("answered_at", "pk").values_list("subject", "skill", "correct")
        return tuple(Given(Item(subject, Skill(skill)), correct) for subject, skill, correct in rows)

    def correct_times(self, skill: Skill, most: int, *, by_ear: bool = False) -> list[int]:
        """The last usable times, in ms, of right answers in a skill, oldest first: those read, or those heard."""
        rows = self.filter(skill=skill.value, correct=True, elapsed_ms__isnull=False)
        if skill is Skill.DISCRIMINATION:  # the only one that is asked both ways; the two begin to count elsewhere
            rows = rows.filter(details__by_ear__isnull=not by_ear)
        return list(rows.order_by("-answered_at").values_list("elapsed_ms", flat=True)[:most])[::-1]


class Review(models.Model):
    """One answer. Rows are added and never changed."""

    key = models.UUIDField(unique=True)
    person = models.ForeignKey(Person, models.CASCADE, related_name="reviews")
    sitting = models.CharField(max_length=80)
    skill = models.CharField(max_length=12, choices=SKILLS)
    subject = models.PositiveSmallIntegerField()
    poem = models.PositiveSmallIntegerField()
    answered_at = models.DateTimeField()
    day = models.DateField()  # the person's day, which ends at 04:00
    day_fraction = models.FloatField()  # how far it had gone
    answer = models.CharField(max_length=120, blank=True)
    picked = models.PositiveSmallIntegerField(null=True)  # the poem whose card or sound was answered instead
    correct = models.BooleanField()
    elapsed_ms = models.PositiveIntegerField(null=True)  # None: not measured, or not to be trusted
    hidden = models.BooleanField(default=False)  # the page was out of sight meanwhile
    grade = models.PositiveSmallIntegerField()
    counted = models.BooleanField()  # the first answer of the day of this memory: it feeds the schedule
    details = models.JSONField(default=dict)  # the choices offered, the poems already read, cards done of a total

    objects = ReviewQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["person", "day"]),
            models.Index(fields=["person", "skill", "answered_at"]),
            models.Index(fields=["person", "subject", "skill", "answered_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.skill} {self.poem}: {'right' if self.correct else 'wrong'}"

    @property
    def item(self) -> Item:
        return Item(self.subject, Skill(self.skill))


class Mnemonic(models.Model):
    """A person's own bridge from a card to its kimariji."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="mnemonics")
    poem = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=280)
    written_at = models.DateTimeField()

    class Meta:
        ordering = ["written_at"]
        indexes = [models.Index(fields=["person", "poem"])]

    def __str__(self) -> str:
        return self.text


class Run(models.Model):
    """One fuda-nagashi: a pile of torifuda, turned over one by one against the clock."""

    class Mode(models.TextChoices):
        SAID = "said", _("Said aloud")
        TYPED = "typed", _("Typed")

    class Facing(models.TextChoices):
        UPRIGHT = "upright", _("Upright")
        INVERTED = "inverted", _("Upside down")
        MIXED = "mixed", _("Mixed")

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="runs")
    mode = models.CharField(max_length=5, choices=Mode)
    facing = models.CharField(max_length=8, choices=Facing)
    pile = models.CharField(max_length=80)  # "all", "sound あ", "slowest 20" …: results compare within one pile
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    total_ms = models.PositiveIntegerField(null=True)

    class Meta:
        indexes = [models.Index(fields=["person", "started_at"])]

    def __str__(self) -> str:
        return f"{self.pile} {self.started_at:%Y-%m-%d}"


class Turn(models.Model):
    """One card of a run, in its place in the pile."""

    run = models.ForeignKey(Run, models.CASCADE, related_name="turns")
    place = models.PositiveSmallIntegerField()
    poem = models.PositiveSmallIntegerField()
    inverted = models.BooleanField()
    elapsed_ms = models.PositiveIntegerField(null=True)
    answer = models.CharField(max_length=40, blank=True)
    correct = models.BooleanField(null=True)  # None: not reached yet

    class Meta:
        constraints = [models.UniqueConstraint(fields=["run", "place"], name="one_turn_per_place")]
        ordering = ["place"]

    def __str__(self) -> str:
        return f"{self.place}: {self.poem}"


class RecitationQuerySet(models.QuerySet["Recitation"]):
    def unfinished(self) -> "RecitationQuerySet":
        """Begun and not heard to the end."""
        return self.exclude(phase__in=(Phase.READY.value, Phase.FINISHED.value))


class Recitation(models.Model):
    """One reading of the reader as it goes on: what was chosen, and where it is (trainer.reciter.position)."""

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="recitations")
    choices = models.JSONField()  # trainer.reciter.script.Choices, with its seed: poems and order follow from it
    voice = models.CharField(max_length=60)
    auto_next_s = models.PositiveSmallIntegerField(null=True)  # None: the next poem is asked for by hand
    unit = models.PositiveSmallIntegerField(default=0)
    phase = models.CharField(max_length=8, choices=PHASES, default=Phase.READY.value)
    is_held = models.BooleanField(default=False)
    begun_at = models.DateTimeField()
    moved_at = models.DateTimeField()

    objects = RecitationQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["person", "moved_at"], name="recitation_person_moved")]

    def __str__(self) -> str:
        return f"{self.begun_at:%Y-%m-%d} {self.unit}"

    @cached_property
    def reading(self) -> script.Reading:
        """All of it, made again from the choices."""
        return script.write(script.Choices.from_json(self.choices))

    @property
    def position(self) -> Position:
        return Position(self.unit, Phase(self.phase), self.is_held)

    @position.setter
    def position(self, position: Position) -> None:
        self.unit, self.phase, self.is_held = position.unit, position.phase.value, position.is_held


class VoicePack(models.Model):
    """Somebody's own recordings of the poems, as a zip (trainer.packs). A voice for its owner, and nobody else."""

    key = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(Person, models.CASCADE, related_name="packs")
    title = models.CharField(max_length=80)
    licence = models.TextField()  # whose the recordings are, and what may be done with them
    file_name = models.CharField(max_length=200)
    size = models.PositiveIntegerField()  # bytes
    sha256 = models.CharField(max_length=64)
    refused = models.JSONField(default=list)  # [path in the zip, Problem]: what is no verse
    uploaded_at = models.DateTimeField()

    class Meta:
        ordering = ["uploaded_at"]
        constraints = [models.UniqueConstraint(fields=["person", "sha256"], name="one_pack_per_person_and_file")]

    def __str__(self) -> str:
        return self.title

    @property
    def voice(self) -> str:
        """The key of the voice."""
        return f"pack-{self.key}"

    @property
    def path(self) -> Path:
        """The zip as it was uploaded."""
        return settings.PACKS_DIR / f"{self.key}.zip"


class PackFileQuerySet(models.QuerySet["PackFile"]):
    def waiting(self) -> "PackFileQuerySet":
        """In the order in which they are prepared: upper verses first, a match needs nothing more."""
        return self.filter(state=PackFile.State.WAITING).order_by("tries", "pack__uploaded_at", "-half", "poem")


class PackFile(models.Model):
    """One verse of a pack, by its file in the zip. What becomes of it is a Recording."""

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        READY = "ready", _("Ready")
        BROKEN = "broken", _("Broken")

    pack = models.ForeignKey(VoicePack, models.CASCADE, related_name="files")
    poem = models.PositiveSmallIntegerField()
    half = models.CharField(max_length=5, choices=HALVES)
    place = models.PositiveSmallIntegerField()  # in the list of the zip
    name = models.CharField(max_length=300)  # there, for people
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    problem = models.CharField(max_length=20, blank=True)  # a Problem
    tries = models.PositiveSmallIntegerField(default=0)  # counted before each: a file may take its process down
    has_times = models.BooleanField(default=False)

    objects = PackFileQuerySet.as_manager()

    class Meta:
        ordering = ["poem", "-half"]
        constraints = [models.UniqueConstraint(fields=["pack", "poem", "half"], name="one_file_per_verse")]
        indexes = [models.Index(fields=["state"], name="pack_file_waiting", condition=models.Q(state="waiting"))]

    def __str__(self) -> str:
        return f"{self.poem}-{self.half}: {self.name}"


class Room(models.Model):
    """A reading that other devices follow: screens with the code, remotes with the key as well (trainer.rooms)."""

    recitation = models.OneToOneField(Recitation, models.CASCADE, related_name="room")
    code = models.CharField(max_length=6, unique=True)
    remote_key = models.CharField(max_length=43, blank=True)  # "": nobody may press
    opened_at = models.DateTimeField()
    reader_seen_at = models.DateTimeField(null=True)  # when the reading's own page last asked for presses
    reader_sounds = models.BooleanField(default=False)  # a hand has touched that page: the browser lets it sound

    def __str__(self) -> str:
        return self.code


class Press(models.Model):
    """A button pressed on a remote, for the reading's own page to carry out. `key` is the remote's name for it."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="presses")
    key = models.UUIDField()
    button = models.CharField(max_length=8)
    at = models.PositiveSmallIntegerField(null=True)  # the unit that the remote saw; null: wherever the reading is
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["room", "key"], name="one_press_per_key")]

    def __str__(self) -> str:
        return f"{self.room_id} {self.button}"


class RecordingQuerySet(models.QuerySet["Recording"]):
    def of(self, voice: Voice, manner: Manner) -> "RecordingQuerySet":
        """Of one voice as it sounds today, in one manner."""
        return self.filter(voice=voice.key, version=voice.version, manner=manner_of(voice, manner).name)

    def heard_by(self, person: Any) -> "RecordingQuerySet":
        """What this person (or AnonymousUser) may listen to: built-in voices are everybody's, a pack its owner's."""
        own = models.Q(pack__person=person.pk) if person.is_authenticated else models.Q()
        return self.filter(models.Q(pack=None) | own)


class Recording(models.Model):
    """One recorded verse: where its file is, and when each of its sounds falls. Made by trainer.audio alone.

    `recipe` is the digest of all that the sound depends on, `sha256` that of the file's bytes, and the file's name.
    """

    recipe = models.CharField(max_length=64, unique=True)
    voice = models.CharField(max_length=60)
    version = models.CharField(max_length=60)
    manner = models.CharField(max_length=60)
    poem = models.PositiveSmallIntegerField()
    half = models.CharField(max_length=5, choices=HALVES)
    sha256 = models.CharField(max_length=64, db_index=True)
    suffix = models.CharField(max_length=5)
    size = models.PositiveIntegerField()  # bytes
    times_json = models.JSONField()  # VerseTimes.as_json()
    rendered_at = models.DateTimeField()
    pack = models.ForeignKey(VoicePack, models.CASCADE, null=True, related_name="recordings")  # None: everybody's

    objects = RecordingQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["voice", "version", "manner"], name="recording_set")]

    def __str__(self) -> str:
        return f"{self.poem}-{self.half} {self.voice} {self.manner}"

    @property
    def name(self) -> str:
        return f"{self.sha256}.{self.suffix}"

    @property
    def path(self) -> Path:
        return settings.RECORDINGS_DIR / self.name

    @property
    def times(self) -> VerseTimes:
        return VerseTimes.from_json(self.times_json)

    @property
    def is_there(self) -> bool:
        """Whether the file is, in its whole length. Its bytes are compared only where a verse is rendered."""
        try:
            return self.path.stat().st_size == self.size
        except FileNotFoundError:
            return False


class Wish(models.Model):
    """What one person waits for of one voice in one manner: some verses first, in order, and perhaps the whole set."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="wishes")
    voice = models.CharField(max_length=60)
    manner = models.CharField(max_length=60)
    verses = models.JSONField(default=list)  # ["17-upper", …]
    whole = models.BooleanField(default=False)
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)  # all of it is there, or was given up

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "voice", "manner"], name="one_wish_per_set")]
        indexes = [models.Index(fields=["done_at", "asked_at"], name="wish_open")]

    def __str__(self) -> str:
        return f"{self.voice} {self.manner}"


class Try(models.Model):
    """A verse that is being rendered, or whose rendering failed. Gone when the recording is there.

    Written before the voice is asked: a verse that takes the whole process down is not tried for ever.
    """

    recipe = models.CharField(max_length=64, unique=True)
    voice = models.CharField(max_length=60)
    version = models.CharField(max_length=60)
    manner = models.CharField(max_length=60)
    poem = models.PositiveSmallIntegerField()
    half = models.CharField(max_length=5, choices=HALVES)
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField()
    reason = models.TextField(blank=True, default="")  # empty: under way, or its process has died

    class Meta:
        indexes = [models.Index(fields=["voice", "version", "manner"], name="try_set")]

    def __str__(self) -> str:
        return f"{self.poem}-{self.half} {self.voice}: {self.reason}"


class Calibration(models.Model):
    """How late one device of a person is heard, beyond what its browser knows (docs/audio-line.md).

    `device` is a random key in a cookie. `offset_ms` is the median of `taps` taps to a beat, as measured.
    """

    person = models.ForeignKey(Person, models.CASCADE, related_name="calibrations")
    device = models.CharField(max_length=32)
    offset_ms = models.FloatField()
    spread_ms = models.FloatField()
    taps = models.PositiveSmallIntegerField()
    measured_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "device"], name="one_calibration_per_device")]

    def __str__(self) -> str:
        return f"{self.device[:8]}: {self.offset_ms:.0f} ms"

    @property
    def late_ms(self) -> float:
        """What is taken off reactions. Taps ahead of the beat say how people tap: no sound comes before it is made."""
        return max(0.0, self.offset_ms)
