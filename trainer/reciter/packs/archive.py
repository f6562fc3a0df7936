"""The zip of a pack: its list of files, and one file at a time, in memory. Nothing is ever written by a name in it.

A zip may lie about everything: sizes, names, the length of its own list. So the list is read through a reader that
gives out only so much at once, and a file is unpacked only as far as the limit, whatever size it claims.
"""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Self

from trainer.reciter.packs.naming import VerseName, is_passed_over, plain, verse_of
from trainer.reciter.packs.problems import BrokenPackError, Problem

MOST_ZIP_BYTES = 120 * 1024**2
MOST_FILE_BYTES = 5 * 1024**2
MOST_UNPACKED_BYTES = 400 * 1024**2
MOST_FILES = 1000  # 202 verses, their doubles for another computer, folders, a note or two
MOST_RATIO = 100  # speech as WAV packs to a half or a third; silence to a thousandth
RATIO_COUNTS_FROM = 1024**2
MOST_AT_ONCE = 1024**2  # the list of a thousand files is a tenth of this
CHUNK = 64 * 1024
_ENCRYPTED, _UTF8 = 0x1, 0x800


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the zip: its place in the list, and its path as people see it."""

    place: int
    name: str


@dataclass(frozen=True, slots=True)
class Listing:
    """What a zip has to offer: an entry for each verse, and what of it cannot be used, with the reason."""

    verses: tuple[tuple[VerseName, Entry], ...]
    refused: tuple[tuple[Entry, Problem], ...]


def listing(path: Path) -> Listing:
    """The list of a zip, without unpacking anything; BrokenPackError if the zip as a whole cannot be used."""
    with _Archive(path) as archive:
        found: dict[VerseName, list[Entry]] = defaultdict(list)
        refused: list[tuple[Entry, Problem]] = []
        for entry, info in archive.files():
            try:
                _check(entry, info)
                found[verse_of(entry.name)].append(entry)
            except BrokenPackError as error:
                refused.append((entry, error.problem))
    for verse, entries in tuple(found.items()):
        if len(entries) > 1:
            refused += [(entry, Problem.TWICE) for entry in entries]
            del found[verse]
    if not found:
        is_locked = any(problem is Problem.LOCKED for _entry, problem in refused)
        raise BrokenPackError(Problem.ALL_LOCKED if is_locked else Problem.NO_VERSE)
    verses = tuple((verse, entries[0]) for verse, entries in sorted(found.items()))
    return Listing(verses, tuple(sorted(refused, key=lambda each: each[0].place)))


def unpacked(path: Path, place: int) -> bytes:
    """The file at a place of the list; BrokenPackError if it is damaged or larger than a file may be."""
    with _Archive(path) as archive:
        return archive.unpacked(place)


class _Careful:
    """A file for zipfile that never gives out more than MOST_AT_ONCE: the list of a zip is read in one piece."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        if size < 0 or size > MOST_AT_ONCE:
            size = MOST_AT_ONCE + 1
        data = self._file.read(size)
        if len(data) > MOST_AT_ONCE:
            raise BrokenPackError(Problem.TOO_MANY_FILES)
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()


class _Archive:
    """An open zip. Whatever is broken in it comes out as a BrokenPackError."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        try:
            self._zip = zipfile.ZipFile(_Careful(self._file))
        except BrokenPackError:
            self._file.close()
            raise
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, OverflowError) as error:
            self._file.close()
            raise BrokenPackError(Problem.NO_ZIP) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()
        self._file.close()

    def files(self) -> Iterator[tuple[Entry, zipfile.ZipInfo]]:
        """All files that count, once it is clear that there are not too many of them nor too much in them."""
        infos = self._zip.infolist()
        if len(infos) > MOST_FILES:
            raise BrokenPackError(Problem.TOO_MANY_FILES)
        if sum(info.file_size for info in infos) > MOST_UNPACKED_BYTES:
            raise BrokenPackError(Problem.TOO_MUCH)
        for place, info in enumerate(infos):
            name = plain(_decoded(info))
            if name and not info.is_dir() and not name.endswith("/") and not is_passed_over(name):
                yield Entry(place, name), info

    def unpacked(self, place: int) -> bytes:
        infos = self._zip.infolist()
        if not 0 <= place < len(infos):
            raise BrokenPackError(Problem.DAMAGED)
        content = bytearray()
        try:
            with self._zip.open(infos[place]) as file:
                while chunk := file.read(CHUNK):
                    content += chunk
                    if len(content) > MOST_FILE_BYTES:
                        raise BrokenPackError(Problem.FILE_TOO_LARGE)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError) as error:
            raise BrokenPackError(Problem.DAMAGED) from error
        return bytes(content)


def _check(entry: Entry, info: zipfile.ZipInfo) -> None:
    path = PurePosixPath(entry.name)
    if path.is_absolute() or ".." in path.parts or ":" in entry.name.partition("/")[0]:
        raise BrokenPackError(Problem.LEADS_OUT)
    mode = info.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        raise BrokenPackError(Problem.LINK)
    if info.flag_bits & _ENCRYPTED:
        raise BrokenPackError(Problem.LOCKED)
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise BrokenPackError(Problem.PACKING)
    if info.file_size == 0:
        raise BrokenPackError(Problem.EMPTY)
    if info.file_size > MOST_FILE_BYTES:
        raise BrokenPackError(Problem.FILE_TOO_LARGE)
    if info.file_size > max(RATIO_COUNTS_FROM, MOST_RATIO * info.compress_size):
        raise BrokenPackError(Problem.BOMB)


def _decoded(info: zipfile.ZipInfo) -> str:
    """The name, which is in UTF-8 only if the zip says so; Windows in Japan packs in its own encoding."""
    if info.flag_bits & _UTF8:
        return info.filename
    for encoding in ("utf-8", "cp932"):
        try:
            return info.filename.encode("cp437").decode(encoding)
        except UnicodeError:
            continue
    return info.filename
