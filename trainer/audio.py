"""Recordings: found by what they are made from, or rendered and kept, whole or not at all.

A verse is rendered into a file of another name in the same folder, which is locked meanwhile: two who want the same
verse wait for each other, and what a killed process leaves behind is told from what is being written by its lock.
Renames and rows come last. Only here are voices asked to recite, and never by the process that serves pages.
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.module_loading import import_string

from trainer.elsewhere import shared_packs
from trainer.models import Recording, VoicePack
from trainer.pack_voice import PackVoice
from trainer.poems.poem import Poem
from trainer.poems.poem import poem as poem_of
from trainer.reciter import gtts_voice
from trainer.reciter.mora import Half
from trainer.reciter.plan import inner_breaks
from trainer.reciter.voice import CannotReciteError, Manner, Recital, Voice, manner_of

ORPHANS_KEPT_S = 3600  # a file without a row may be one whose row is being written


class VerseName(NamedTuple):
    """Half a poem, by number: what is recorded in one file."""

    poem: int
    half: Half

    def __str__(self) -> str:
        return f"{self.poem}-{self.half.value}"

    @classmethod
    def of(cls, name: str) -> "VerseName":
        """The verse of this name (17-upper); ValueError if there is none."""
        number, _, half = name.partition("-")
        verse = cls(int(number), Half(half))
        if str(verse) != name or not 0 <= verse.poem < len(ALL_VERSES) // 2:
            raise ValueError(f"{name} is no verse")
        return verse


# The joka first, as a reading begins with it.
ALL_VERSES = tuple(VerseName(number, half) for number in range(101) for half in Half)


# Voices --------------------------------------------------------------------------------------------------


def voices() -> Mapping[str, Voice]:
    """The built-in voices by key, the default first."""
    registry: Mapping[str, Voice] = import_string(settings.VOICES)
    return {**registry, gtts_voice.KEY: gtts_voice.GttsVoice(_model)} if settings.GTTS else registry


def voice(key: str) -> Voice:
    """The voice with this key, a built-in one or the voice of somebody's pack; KeyError if there is none."""
    if not key.startswith(PackVoice.PREFIX):
        return voices()[key]
    try:
        return PackVoice(VoicePack.objects.get(key=key.removeprefix(PackVoice.PREFIX)), _model)
    except (VoicePack.DoesNotExist, ValidationError):
        raise KeyError(key) from None


def voice_for(key: str, person: Any) -> Voice:
    """The same, for what this person (or AnonymousUser) may listen to; KeyError for packs that are not."""
    found = voice(key)
    if isinstance(found, PackVoice) and found.pack.person_id != person.pk and key not in shared_packs(person):
        raise KeyError(key)
    return found


def voices_for(person: Any) -> dict[str, Voice]:
    """The voices that this person (or AnonymousUser) may choose from: the site's, the default first, packs of their own
    and those that somebody shares with them."""
    own = VoicePack.objects.filter(person=person.pk) if person.is_authenticated else ()
    packs = {pack.voice: pack for pack in own} | shared_packs(person)
    return {**voices(), **{key: PackVoice(pack, _model) for key, pack in packs.items()}}


def chosen_voice(person: Any) -> Voice:
    """The voice that reads to this person: the one they chose, while it is there."""
    try:
        return voice_for(getattr(person, "voice", "") or default_voice().key, person)
    except KeyError:
        return default_voice()


def _model(poem: Poem, half: Half) -> Recital:
    """The verse as our own voice recites it: what recordings with unknown times are laid on."""
    recording = ensure_recording(poem, half, default_voice())
    return Recital(recording.path.read_bytes(), recording.times)


def default_voice() -> Voice:
    return next(iter(voices().values()))


# Finding -------------------------------------------------------------------------------------------------


def recipe_of(poem: Poem, half: Half, voice: Voice, manner: Manner) -> str:
    """The digest of all that the sound depends on: who recites, which sounds, in which manner."""
    verse = poem.upper if half is Half.UPPER else poem.lower
    parts = {
        "voice": [voice.key, voice.version],
        "poem": poem.number,
        "half": half.value,
        "spoken": [phrase.spoken for phrase in verse.phrases],
        "breaks": sorted(inner_breaks(poem)),
        "manner": manner_of(voice, manner).name,
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def find(poem: Poem, half: Half, voice: Voice, manner: Manner = Manner()) -> Recording | None:  # noqa: B008
    """The recording, if it is there already. Asks nobody to make it: that is `trainer.wishes.wish`."""
    recording = Recording.objects.filter(recipe=recipe_of(poem, half, voice, manner)).first()
    return recording if recording and recording.is_there else None


def heard_of(voice: Voice, manner: Manner = Manner()) -> dict[VerseName, Recording]:  # noqa: B008
    """The same for listening: what a pack lacks is read by the default voice, so that a reading never waits for it."""
    own = recordings_of(voice, manner)
    if not isinstance(voice, PackVoice):
        return own
    both = recordings_of(default_voice(), manner) | own
    return {verse: both[verse] for verse in ALL_VERSES if verse in both}


def recordings_of(voice: Voice, manner: Manner = Manner()) -> dict[VerseName, Recording]:  # noqa: B008
    """All recordings of a voice in a manner that are there, by verse, in the set's order. One database query."""
    rows = Recording.objects.of(voice, manner).order_by("poem", "-half")
    return {VerseName(row.poem, Half(row.half)): row for row in rows if row.is_there}


# Rendering -----------------------------------------------------------------------------------------------


def ensure_recording(poem: Poem, half: Half, voice: Voice, manner: Manner = Manner()) -> Recording:  # noqa: B008
    """The recording of this verse: found, or rendered now (which takes the voice's time: half a second and more).

    What was damaged is rendered anew. Raises what the voice raises, CannotReciteError above all; then nothing is kept.
    """
    recipe = recipe_of(poem, half, voice, manner)
    recording = undamaged(recipe)
    if recording is None:
        with _alone(recipe) as part:  # whoever comes second waits here, and finds it below
            recording = undamaged(recipe) or _keep(part, recipe, poem, half, voice, manner)
    return recording


def undamaged(recipe: str) -> Recording | None:
    """The recording made from this recipe, if every byte of it is there."""
    recording = Recording.objects.filter(recipe=recipe).first()
    if recording is None:
        return None
    try:
        return recording if _sha256(recording.path.read_bytes()) == recording.sha256 else None
    except FileNotFoundError:
        return None


def _sha256(sound: bytes) -> str:
    return hashlib.sha256(sound).hexdigest()


def _keep(part: IO[bytes], recipe: str, poem: Poem, half: Half, voice: Voice, manner: Manner) -> Recording:
    recital = voice.recite(poem, half, manner)
    if not recital.sound:
        raise CannotReciteError(f"{voice.key} gave an empty file")
    sha256 = _sha256(recital.sound)
    _write(part, recital, settings.RECORDINGS_DIR / f"{sha256}.{recital.suffix}")
    before = Recording.objects.filter(recipe=recipe).first()
    recording, _created = Recording.objects.update_or_create(
        recipe=recipe,
        defaults={
            "voice": voice.key,
            "version": voice.version,
            "manner": manner_of(voice, manner).name,
            "pack": getattr(voice, "pack", None),
            "poem": poem.number,
            "half": half.value,
            "sha256": sha256,
            "suffix": recital.suffix,
            "size": len(recital.sound),
            "times_json": recital.times.as_json(),
            "rendered_at": timezone.now(),
        },
    )
    if before and before.name != recording.name:
        _drop_file(before)
    return recording


def _write(part: IO[bytes], recital: Recital, path: Path) -> None:
    """On the disk in its whole length before it has its name, and the name on the disk before anybody is told."""
    part.write(recital.sound)
    part.flush()
    os.fsync(part.fileno())
    Path(part.name).replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def _alone(recipe: str) -> Iterator[IO[bytes]]:
    """The file that this recipe is rendered into, empty, and locked against everybody else. Gone afterwards."""
    settings.RECORDINGS_DIR.mkdir(parents=True, exist_ok=True)
    path = settings.RECORDINGS_DIR / f"{recipe}.part"
    while True:
        with path.open("ab") as part:
            fcntl.flock(part, fcntl.LOCK_EX)
            if not _is_at(part, path):  # whoever had it before has renamed or removed it
                continue
            part.truncate(0)
            try:
                yield part
            finally:
                if _is_at(part, path):
                    path.unlink()
            return


def _is_at(file: IO[bytes], path: Path) -> bool:
    """Whether this open file still is what the path leads to."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


# Tidying -------------------------------------------------------------------------------------------------


def sweep() -> int:
    """Remove what killed processes left behind, and rows whose file is lost. Returns how many things went."""
    removed = sum(_remove_stale(path) for path in settings.RECORDINGS_DIR.glob("*.part"))
    for recording in Recording.objects.defer("times_json").iterator():
        if not recording.is_there:
            removed += Recording.objects.filter(pk=recording.pk, sha256=recording.sha256).delete()[0]
    known = {f"{sha256}.{suffix}" for sha256, suffix in Recording.objects.values_list("sha256", "suffix")}
    oldest = timezone.now().timestamp() - ORPHANS_KEPT_S
    for path in settings.RECORDINGS_DIR.iterdir():
        is_recording = len(path.stem) == hashlib.sha256().digest_size * 2 and path.suffix != ".part"
        with suppress(FileNotFoundError):
            if is_recording and path.name not in known and path.stat().st_mtime < oldest:
                path.unlink()
                removed += 1
    return removed


def _remove_stale(path: Path) -> bool:
    """Remove an unfinished file that nobody is writing any more."""
    try:
        with path.open("ab") as part:
            fcntl.flock(part, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(part, path):
                path.unlink()
                return True
    except (BlockingIOError, FileNotFoundError):
        pass
    return False


def _drop_file(recording: Recording) -> None:
    """Remove the file of a row that is replaced, unless another row has the very same bytes."""
    if not Recording.objects.filter(sha256=recording.sha256, suffix=recording.suffix).exists():
        recording.path.unlink(missing_ok=True)


def verse_of(name: VerseName) -> tuple[Poem, Half]:
    """As `ensure_recording` takes it."""
    return poem_of(name.poem), name.half
