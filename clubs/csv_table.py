"""CSV files as people have them: their encodings, delimiters and headers, and the numbers of their lines.

What the columns mean is for others (`clubs.csv_rows`).
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

MOST_BYTES = 5_000_000
MOST_ROWS = 60_000
MOST_CHARACTERS = 2_000  # of one cell


class Fault(Enum):
    """What is wrong with a file or a line; the sentence is the page's."""

    UNREADABLE = "unreadable"  # no encoding fits, or a quote is never closed
    TOO_LARGE = "too_large"
    EMPTY = "empty"
    NO_COLUMN = "no_column"  # the header lacks `column`
    COLUMN_TWICE = "column_twice"
    TOO_MANY_CELLS = "too_many_cells"
    MISSING = "missing"  # a cell that must not be empty is
    NOT_A_DATE = "not_a_date"
    NOT_A_GRADE = "not_a_grade"
    NOT_A_DAN = "not_a_dan"
    NOT_A_NUMBER = "not_a_number"
    NOT_AN_OUTCOME = "not_an_outcome"
    NOT_AN_ADDRESS = "not_an_address"
    TOO_LONG = "too_long"
    SAME_PLAYER = "same_player"
    MARGIN_OF_A_WALKOVER = "margin_of_a_walkover"


@dataclass(frozen=True, slots=True)
class Error:
    """A fault, the line of the file where its row begins (1 is the header), the column and what stood there."""

    line: int
    fault: Fault
    column: str = ""
    text: str = ""


Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Table(Generic[Row]):
    """What a file says. A file is only good as a whole: with errors, `rows` are for a preview."""

    rows: tuple[Row, ...]
    errors: tuple[Error, ...]
    encoding: str = ""
    delimiter: str = ""


class BadCellError(ValueError):
    """A cell that a row cannot be made of."""

    def __init__(self, fault: Fault, column: str, text: str = "") -> None:
        super().__init__(fault.value)
        self.fault, self.column, self.text = fault, column, text


def folded(text: str) -> str:
    """A word as columns and outcomes are compared: no case, width, accents or doubled spaces.

    >>> folded(" Ｎａｍｅ "), folded("Đối Thủ")
    ('name', 'doi thu')
    """
    plain = unicodedata.normalize("NFKC", text).replace("Đ", "D").replace("đ", "d").casefold()
    # Only marks on Latin letters are accents: those of kana change the sound.
    latin = re.sub(r"([a-z])[\u0300-\u036f]+", r"\1", unicodedata.normalize("NFD", plain))
    return " ".join(unicodedata.normalize("NFC", latin).replace("_", " ").split())


def read_table(
    content: bytes,
    columns: Mapping[str, tuple[str, ...]],
    needed: tuple[str, ...],
    to_row: Callable[[int, Mapping[str, str]], Row],
) -> Table[Row]:
    if len(content) > MOST_BYTES:
        return Table((), (Error(1, Fault.TOO_LARGE),))
    decoded = _decode(content)
    if decoded is None:
        return Table((), (Error(1, Fault.UNREADABLE),))
    text, encoding = decoded
    text, delimiter = _delimiter(text)
    records: list[tuple[int, list[str]]] = []
    broken = _records(text, delimiter, records)
    if broken is not None:
        return Table((), (broken,), encoding, delimiter)
    if not records:
        return Table((), (Error(1, Fault.EMPTY),), encoding, delimiter)
    (header_line, header), *lines = records
    places, errors = _places(header_line, header, columns, needed)
    rows: list[Row] = []
    if not errors:
        rows, errors = _rows(lines, places, len(header), to_row)
    return Table(tuple(rows), tuple(errors), encoding, delimiter)


def _decode(content: bytes) -> tuple[str, str] | None:
    """The text and its encoding: UTF-16 if it says so, UTF-8, or Windows' Shift_JIS."""
    says_so = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if says_so else ("utf-8-sig", "cp932"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return (text, encoding) if "\0" not in text else None
    return None


def _delimiter(text: str) -> tuple[str, str]:
    """Comma, semicolon or tab: whichever parts the first line most; Excel's own line `sep=;` is blanked."""
    first, newline, rest = text.partition("\n")
    told = re.fullmatch(r'"?sep=(.)"?;*\r?', first)
    if told:
        return newline + rest, told[1]  # an empty line keeps the count of lines
    line = next((each for each in text.splitlines() if each.strip()), "")
    outside = re.sub(r'"[^"]*"', "", line)
    return text, max(",;\t", key=outside.count)


def _records(text: str, delimiter: str, found: list[tuple[int, list[str]]]) -> Error | None:
    """Every record with the line it begins in, blank ones left out; an error stops it."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                found.append((line, [_clean(cell) for cell in cells]))
            line = reader.line_num + 1
            if len(found) > MOST_ROWS + 1:
                return Error(line, Fault.TOO_LARGE)
    except csv.Error:
        return Error(line, Fault.UNREADABLE)
    return None


def _clean(cell: str) -> str:
    return unicodedata.normalize("NFC", cell).strip().strip("\ufeff")


def _places(
    line: int, header: list[str], columns: Mapping[str, tuple[str, ...]], needed: tuple[str, ...]
) -> tuple[dict[str, int], list[Error]]:
    """Where each known column stands; others are passed over."""
    names = {folded(name): column for column, spellings in columns.items() for name in (column, *spellings)}
    places: dict[str, int] = {}
    errors = []
    for place, name in enumerate(header):
        column = names.get(folded(name))
        if column is None:
            continue
        if column in places:
            errors.append(Error(line, Fault.COLUMN_TWICE, column, name))
        places[column] = place
    errors += [Error(line, Fault.NO_COLUMN, column) for column in needed if column not in places]
    return places, errors


def _rows(
    lines: list[tuple[int, list[str]]],
    places: Mapping[str, int],
    width: int,
    to_row: Callable[[int, Mapping[str, str]], Row],
) -> tuple[list[Row], list[Error]]:
    rows: list[Row] = []
    errors: list[Error] = []
    for line, cells in lines:
        if any(cells[width:]):
            errors.append(Error(line, Fault.TOO_MANY_CELLS))
            continue
        told = {column: cells[place] if place < len(cells) else "" for column, place in places.items()}
        long = [column for column, text in told.items() if len(text) > MOST_CHARACTERS]
        if long:
            errors.append(Error(line, Fault.TOO_LONG, long[0]))
            continue
        try:
            rows.append(to_row(line, told))
        except BadCellError as bad:
            errors.append(Error(line, bad.fault, bad.column, bad.text))
    return rows, errors
