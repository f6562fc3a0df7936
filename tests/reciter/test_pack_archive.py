"""The zip: what it offers, and what it may try."""

import io
import stat
import struct
import warnings
import zipfile

import pytest

from tests.zipped import zipped
from trainer.reciter.packs import archive
from trainer.reciter.packs.archive import listing, unpacked
from trainer.reciter.packs.problems import BrokenPackError, Problem

OGG = b"OggS" + bytes(range(200))


@pytest.fixture
def kept(tmp_path):
    """kept(bytes): the path of a file of them."""

    def keep(content):
        path = tmp_path / "pack.zip"
        path.write_bytes(content)
        return path

    return keep


def refusal(function, *args):
    with pytest.raises(BrokenPackError) as refused:
        function(*args)
    return refused.value.problem


def reasons(found):
    return {entry.name: problem for entry, problem in found.refused}


def test_verses_are_found_in_folders_in_their_order_and_unpacked_by_their_place(kept):
    path = kept(
        zipped({"pack/": b"", "pack/17b.ogg": OGG + b"b", "pack/1a.ogg": OGG + b"a", "__MACOSX/pack/._1a.ogg": b"x"})
    )
    found = listing(path)
    assert [(str(verse), entry.name) for verse, entry in found.verses] == [
        ("001-upper", "pack/1a.ogg"),
        ("017-lower", "pack/17b.ogg"),
    ]
    assert found.refused == ()
    assert [unpacked(path, entry.place)[-1:] for _verse, entry in found.verses] == [b"a", b"b"]


@pytest.mark.parametrize("content", [b"", b"PK", b"hello" * 100, zipped({"1a.ogg": OGG})[:-30]])
def test_what_is_no_zip(kept, content):
    assert refusal(listing, kept(content)) is Problem.NO_ZIP


def test_a_zip_that_is_locked_as_a_whole_says_so(kept):
    content = bytearray(zipped({"1a.ogg": OGG, "readme.txt": b"hello"}))
    for record, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.index(record) + flags] |= 0x1
    assert refusal(listing, kept(bytes(content))) is Problem.ALL_LOCKED


def test_a_zip_without_a_verse(kept):
    assert refusal(listing, kept(zipped({"readme.txt": b"hello", "1a.txt": b"x"}))) is Problem.NO_VERSE


@pytest.mark.parametrize(
    "name", ["../1a.ogg", "x/../../1a.ogg", "/etc/1a.ogg", "C:/1a.ogg", "C:\\1a.ogg", "..\\1a.ogg", "\\\\host\\1a.ogg"]
)
def test_paths_that_lead_out_are_named_and_not_used(kept, name):
    found = listing(kept(zipped({name: OGG, "2a.ogg": OGG})))
    assert list(reasons(found).values()) == [Problem.LEADS_OUT]
    assert [str(verse) for verse, _entry in found.verses] == ["002-upper"]


def test_links_and_devices_are_no_files(kept):
    link, device = zipfile.ZipInfo("1a.ogg"), zipfile.ZipInfo("3a.ogg")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    device.external_attr = (stat.S_IFCHR | 0o666) << 16
    found = listing(kept(zipped([(link, b"/etc/passwd"), (device, b"x"), ("2a.ogg", OGG)])))
    assert reasons(found) == {"1a.ogg": Problem.LINK, "3a.ogg": Problem.LINK}


def test_of_two_files_for_a_verse_neither_is_used(kept):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zipfile warns of names that come twice; that is what we are after
        content = zipped([("1a.ogg", OGG), ("1a.ogg", OGG), ("2a.ogg", OGG), ("002_upper.mp3", OGG), ("3a.ogg", OGG)])
    found = listing(kept(content))
    assert [str(verse) for verse, _entry in found.verses] == ["003-upper"]
    assert [problem for _entry, problem in found.refused] == [Problem.TWICE] * 4


@pytest.mark.parametrize("encoding", ["cp932", "utf-8"])
def test_names_in_the_encodings_of_old_zips(kept, encoding):
    """Without the flag that says UTF-8, zipfile reads the bytes as those of an old IBM PC."""
    raw = "17上.ogg".encode(encoding)
    content = zipped({"x" * len(raw): OGG}).replace(b"x" * len(raw), raw)
    found = listing(kept(content))
    assert [(str(verse), entry.name) for verse, entry in found.verses] == [("017-upper", "17上.ogg")]


def test_a_name_in_no_encoding_at_all_is_refused_like_any_other(kept):
    content = zipped({"xxx.ogg": OGG, "2a.ogg": OGG}).replace(b"xxx.ogg", b"\x81\xff\xfe.ogg")
    found = listing(kept(content))
    assert list(reasons(found).values()) == [Problem.NO_NUMBER]


def test_a_password_an_odd_packing_an_empty_file(kept):
    content = bytearray(zipped([("1a.ogg", OGG), ("2a.ogg", b""), ("3a.ogg", OGG)]))
    directory = content.index(b"PK\x01\x02")
    content[directory + 8] |= 1
    lzma = io.BytesIO(bytes(content))
    with zipfile.ZipFile(lzma, "a") as more:
        more.writestr("4a.ogg", OGG, zipfile.ZIP_LZMA)
    found = listing(kept(lzma.getvalue()))
    assert reasons(found) == {"1a.ogg": Problem.LOCKED, "2a.ogg": Problem.EMPTY, "4a.ogg": Problem.PACKING}


def test_a_bomb_by_its_own_word(kept):
    content = zipped({"1a.wav": bytes(4 * 1024**2), "2a.wav": bytes(6 * 1024**2), "3a.ogg": OGG})
    found = listing(kept(content))
    assert reasons(found) == {"1a.wav": Problem.BOMB, "2a.wav": Problem.FILE_TOO_LARGE}


def test_a_bomb_that_lies_about_its_size_is_stopped_on_the_way(kept):
    """zipfile itself stops at the size that the list claims; so the claim is set just within our limits."""
    content = bytearray(zipped({"1a.wav": bytes(50 * 1024**2)}))
    directory = content.index(b"PK\x01\x02")
    content[directory + 24 : directory + 28] = struct.pack("<I", 1000)
    path = kept(bytes(content))
    [(_verse, entry)] = listing(path).verses
    assert refusal(unpacked, path, entry.place) is Problem.DAMAGED
    content[directory + 24 : directory + 28] = struct.pack("<I", 50 * 1024**2)
    path = kept(bytes(content))
    assert refusal(unpacked, path, entry.place) is Problem.FILE_TOO_LARGE


def test_too_many_files_and_too_much_in_them(kept, monkeypatch):
    monkeypatch.setattr(archive, "MOST_FILES", 3)
    assert refusal(listing, kept(zipped({f"{n}a.ogg": OGG for n in range(4)}))) is Problem.TOO_MANY_FILES
    assert len(listing(kept(zipped({f"{n}a.ogg": OGG for n in range(3)}))).verses) == 3
    monkeypatch.setattr(archive, "MOST_UNPACKED_BYTES", 2 * len(OGG))
    assert refusal(listing, kept(zipped({f"{n}a.ogg": OGG for n in range(3)}))) is Problem.TOO_MUCH


def test_a_list_of_millions_is_not_even_read(kept, monkeypatch):
    monkeypatch.setattr(archive, "MOST_AT_ONCE", 70_000)  # zipfile looks for the end of the list in the last 65,557
    assert refusal(listing, kept(zipped({f"{n}-{'x' * 200}.ogg": b"" for n in range(400)}))) is Problem.TOO_MANY_FILES


def test_a_damaged_file_is_named_when_it_is_unpacked(kept):
    content = bytearray(zipped({"1a.ogg": OGG}, zipfile.ZIP_STORED))
    content[content.index(OGG) + 50] ^= 0xFF
    path = kept(bytes(content))
    [(_verse, entry)] = listing(path).verses
    assert refusal(unpacked, path, entry.place) is Problem.DAMAGED
    assert refusal(unpacked, path, 7) is Problem.DAMAGED
