"""Packs of recordings: taken in while a page waits, prepared by whoever renders, and gone without a trace.

Taking in writes the zip as it comes and reads its list, nothing else. What is in the files is looked at later, by the
renderer or the workers (trainer.renderer, trainer.tasks), one file at a time: a file may break a decoder, and then it
breaks a process that serves nobody.
"""

import hashlib
import logging
import os
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID, uuid4

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.module_loading import import_string

from trainer import audio
from trainer.audio import VerseName
from trainer.models import PackFile, Person, Recitation, Recording, VoicePack
from trainer.pack_voice import PackVoice
from trainer.poems.poem import poem as poem_of
from trainer.reciter.mora import Half
from trainer.reciter.packs.archive import MOST_ZIP_BYTES, Listing, listing
from trainer.reciter.packs.problems import BrokenPackError, Problem
from trainer.reciter.voice import Voice

log = logging.getLogger(__name__)

MOST_OF_AN_ACCOUNT, MOST_OF_A_GUEST = 5, 1
MOST_TRIES = 3
LEFT_OVERS_S = 24 * 3600  # an upload that takes longer has been given up
NAME_LENGTH = 300
State = PackFile.State


# Taking in -----------------------------------------------------------------------------------------------


class TooManyPacksError(Exception):
    """The person has as many packs as they may have."""


class TooLargeError(Exception):
    """The zip is larger than MOST_ZIP_BYTES."""


class KnownPackError(Exception):
    """The person has uploaded these very bytes before."""

    def __init__(self, pack: VoicePack) -> None:
        super().__init__(pack.title)
        self.pack = pack


def most_of(person: Person) -> int:
    return MOST_OF_A_GUEST if person.is_guest else MOST_OF_AN_ACCOUNT


def take_in(person: Person, *, title: str, licence: str, upload: UploadedFile) -> VoicePack:
    """Keep a zip, and write down what is in it by its list.

    BrokenPackError says what is wrong with the zip; then, and with the errors above, nothing is kept.
    """
    if person.packs.count() >= most_of(person):
        raise _no_room(person, _sha256(upload))
    pack = VoicePack(
        key=uuid4(), person=person, title=title, licence=licence, file_name=(upload.name or "")[-200:] or "pack.zip"
    )
    part = pack.path.with_suffix(".part")
    try:
        pack.size, pack.sha256 = _store(upload, part)
        known = person.packs.filter(sha256=pack.sha256).first()
        if known:
            raise KnownPackError(known)
        found = listing(part)
        part.replace(pack.path)
        _write(pack, found)
    except BaseException:
        part.unlink(missing_ok=True)
        if not VoicePack.objects.filter(pk=pack.key).exists():
            pack.path.unlink(missing_ok=True)
        raise
    return pack


def _no_room(person: Person, sha256: str) -> Exception:
    """Why nothing more is taken in: it has been already (the same button, twice), or there is no room for it."""
    known = person.packs.filter(sha256=sha256).first()
    return KnownPackError(known) if known else TooManyPacksError()


def _sha256(upload: UploadedFile) -> str:
    digest = hashlib.sha256()
    for chunk in upload.chunks():
        digest.update(chunk)
    return digest.hexdigest()


def _store(upload: UploadedFile, path: Path) -> tuple[int, str]:
    """On the disk, and not in memory; the size in bytes and the digest."""
    size, digest = 0, hashlib.sha256()
    settings.PACKS_DIR.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        for chunk in upload.chunks():
            size += len(chunk)
            if size > MOST_ZIP_BYTES:
                raise TooLargeError
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    return size, digest.hexdigest()


@transaction.atomic
def _write(pack: VoicePack, found: Listing) -> None:
    person = Person.objects.select_for_update().get(pk=pack.person_id)
    if person.packs.count() >= most_of(person):  # somebody with two browsers
        raise _no_room(person, pack.sha256)
    pack.uploaded_at = timezone.now()
    pack.refused = [[entry.name[:NAME_LENGTH], problem.value] for entry, problem in found.refused]
    try:
        with transaction.atomic():
            pack.save(force_insert=True)
    except IntegrityError:  # the same button, twice
        raise KnownPackError(person.packs.get(sha256=pack.sha256)) from None
    PackFile.objects.bulk_create(
        PackFile(pack=pack, poem=verse.poem, half=verse.half.value, place=entry.place, name=entry.name[:NAME_LENGTH])
        for verse, entry in found.verses
    )
    transaction.on_commit(lambda: hand_over(pack))


# Preparing -----------------------------------------------------------------------------------------------


def hand_over(pack: VoicePack) -> bool:
    """Queue a task for each file that waits; False without a broker: the renderer looks by itself."""
    if not settings.CELERY_BROKER_URL:
        return False
    from kombu.exceptions import OperationalError  # noqa: PLC0415 (where no broker is set, nothing of Celery is loaded)

    workers = import_string(settings.WORKERS)
    try:
        with workers.producer_pool.acquire(block=True, timeout=5) as producer:
            for key in pack.files.waiting().values_list("pk", flat=True):
                task = workers.signature("trainer.tasks.prepare", (key,), app=workers)
                task.apply_async(producer=producer, retry=False)
    except (OperationalError, OSError) as error:
        log.warning("the broker of the recordings cannot be reached: %s", error)
        return False
    return True


def process_pack(pack: VoicePack) -> VoicePack:
    """Prepare every file of a pack that waits, here and now. What is done is not done again; may be broken off."""
    while (file := pack.files.waiting().first()) is not None:
        prepare(file)
    return pack


def prepare_next() -> PackFile | None:
    """Prepare the file that waits longest, of any pack; None if none does."""
    file = PackFile.objects.waiting().select_related("pack").first()
    return file and prepare(file)


def prepare(file: PackFile) -> PackFile:
    """Make a file's recording, or write down what is wrong with it. Safe to be asked twice, or after a kill."""
    if not PackFile.objects.filter(pk=file.pk, state=State.WAITING).update(tries=F("tries") + 1):
        return file  # done already, or deleted
    file.refresh_from_db()
    if file.tries > MOST_TRIES:  # it has taken its process along every time
        return _finish(file, state=State.BROKEN, problem=Problem.NOT_DECODED.value)
    try:
        voice = audio.voice(file.pack.voice)
        recording = audio.ensure_recording(poem_of(file.poem), Half(file.half), voice)
    except BrokenPackError as error:
        return _finish(file, state=State.BROKEN, problem=error.problem.value)
    except Exception:
        log.exception("%s of pack %s was not prepared", file.name, file.pack_id)
        if file.tries < MOST_TRIES:
            return file
        return _finish(file, state=State.BROKEN, problem=Problem.NOT_DECODED.value)
    return _finish(file, state=State.READY, problem="", has_times=bool(recording.times.morae))


def _finish(file: PackFile, **values: object) -> PackFile:
    PackFile.objects.filter(pk=file.pk, state=State.WAITING).update(**values)
    return PackFile.objects.filter(pk=file.pk).first() or file


def try_again(pack: VoicePack) -> None:
    """Broken files are looked at once more: perhaps the disk was full."""
    pack.files.filter(state=State.BROKEN).update(state=State.WAITING, problem="", tries=0)
    transaction.on_commit(lambda: hand_over(pack))


# How far it is -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verse:
    """A verse that a pack should have: its file, None if there is none."""

    poem: int
    half: str
    file: PackFile | None

    @property
    def state(self) -> str:
        """`missing`, `waiting`, `broken`, `untimed` (for listening only) or `ready`."""
        if self.file is None:
            return "missing"
        if self.file.state == State.READY and not self.file.has_times:
            return "untimed"
        return self.file.state


@dataclass(frozen=True, slots=True)
class Summary:
    """What has become of a pack. A pack without any lower verse need not have them."""

    verses: tuple[Verse, ...]

    def of(self, state: str) -> tuple[Verse, ...]:
        return tuple(each for each in self.verses if each.state == state)

    @property
    def counts(self) -> Counter[str]:
        return Counter(each.state for each in self.verses)

    @property
    def files(self) -> int:
        return sum(each.file is not None for each in self.verses)

    @property
    def done(self) -> int:
        """Of the files, those that have been looked at."""
        return self.files - self.counts["waiting"]

    @property
    def percent(self) -> int:
        return 100 * self.done // max(self.files, 1)

    @property
    def usable(self) -> int:
        return self.counts["ready"] + self.counts["untimed"]

    @property
    def is_going_on(self) -> bool:
        return self.counts["waiting"] > 0

    @property
    def is_complete(self) -> bool:
        return self.usable == len(self.verses)


def summary(files: Iterable[PackFile]) -> Summary:
    """Of all files of one pack."""
    by_verse = {(file.poem, file.half): file for file in files}
    halves = [half for half in Half if half is Half.UPPER or any(of == half for _poem, of in by_verse)]
    return Summary(
        tuple(Verse(number, half.value, by_verse.get((number, half.value))) for half in halves for number in range(101))
    )


# Going ---------------------------------------------------------------------------------------------------


def never_there(voice: Voice, verses: Iterable[VerseName]) -> list[VerseName]:
    """Those of the verses that the voice's pack has no usable file of; none of a voice that is no pack."""
    pack = getattr(voice, "pack", None)
    if pack is None:
        return []
    files = set(pack.files.exclude(state=PackFile.State.BROKEN).values_list("poem", "half"))
    return [verse for verse in verses if (verse.poem, verse.half.value) not in files]


def delete(pack: VoicePack) -> None:
    """The pack, its recordings and its files; who had chosen it has the site's first voice again."""
    with transaction.atomic():
        Person.objects.filter(voice=pack.voice).update(voice="")
        files = files_of([pack])
        pack.delete()
    files.remove()


@dataclass(frozen=True, slots=True)
class Files:
    """What lies on the disk for some packs, to be removed once their rows have gone for good."""

    keys: tuple[UUID, ...]
    recordings: tuple[tuple[str, str], ...]

    def remove(self) -> None:
        for key in self.keys:
            VoicePack(key=key).path.unlink(missing_ok=True)
        for sha256, suffix in self.recordings:
            # The same bytes may be somebody else's, too.
            if not Recording.objects.filter(sha256=sha256, suffix=suffix).exists():
                Recording(sha256=sha256, suffix=suffix).path.unlink(missing_ok=True)


def files_of(packs: Iterable[VoicePack]) -> Files:
    """Read before the rows are deleted."""
    keys = tuple(pack.key for pack in packs)
    return Files(keys, tuple(Recording.objects.filter(pack__in=keys).values_list("sha256", "suffix")))


def move(guest: Person, into: Person) -> None:
    """A guest's packs go along into the account, even beyond its limit; what the account has already stays behind.

    Readings in a voice that stays behind go on in the account's own.
    """
    known = {pack.sha256: pack for pack in into.packs.all()}
    for pack in guest.packs.filter(sha256__in=known):
        Recitation.objects.filter(voice=pack.voice).update(voice=known[pack.sha256].voice)
    guest.packs.exclude(sha256__in=known).update(person=into)


def sweep() -> int:
    """Zips without a row, of uploads that broke off; and files whose recording is lost wait again. How many things."""
    oldest = timezone.now().timestamp() - LEFT_OVERS_S
    known = {str(key) for key in VoicePack.objects.values_list("key", flat=True)}
    removed = 0
    for path in settings.PACKS_DIR.iterdir():
        with suppress(FileNotFoundError):  # an upload has got its name meanwhile
            if path.stem not in known and path.stat().st_mtime < oldest:
                path.unlink()
                removed += 1
    return removed + _lost().update(state=State.WAITING, tries=0, has_times=False)


def _lost():
    """Files without a recording, or with one that was prepared in a way that is no more."""
    recordings = Recording.objects.exclude(pack=None).filter(version=PackVoice.version)
    there = set(recordings.values_list("pack_id", "poem", "half"))
    ready = PackFile.objects.filter(state=State.READY)
    gone = [pk for pk, *verse in ready.values_list("pk", "pack_id", "poem", "half") if tuple(verse) not in there]
    return PackFile.objects.filter(pk__in=gone)
