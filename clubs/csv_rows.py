"""Members and results from CSV files as people have them: Excel's encodings and semicolons, dates in several forms.

Nothing is imported here: a file becomes rows, or errors with the numbers of their lines. Column names may be
English, Japanese or Vietnamese; case, spaces, accents and full-width letters do not matter. See docs/club-files.md.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Generic, TypeVar

from clubs.grades import HIGHEST_DAN, Grade

MOST_BYTES = 5_000_000
MOST_ROWS = 60_000
MOST_CHARACTERS = 2_000  # of one cell
HIGHEST_MARGIN = 50


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


class Outcome(Enum):
    """How the first player of a results line fared."""

    WON = "won"
    LOST = "lost"
    WALKOVER = "walkover"  # won without playing
    ABSENT = "absent"  # lost without playing


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A line of a members file; what is not given is empty or None."""

    line: int
    name: str
    reading: str = ""
    grade: Grade | None = None
    dan: int | None = None
    email: str = ""
    joined: date | None = None
    born: date | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A line of a results file. `margin` is None where nothing was played or written down."""

    line: int
    on: date
    player: str
    opponent: str
    outcome: Outcome
    margin: int | None = None
    round: int | None = None
    event: str = ""
    note: str = ""


Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Table(Generic[Row]):
    """What a file says. A file is only good as a whole: with errors, `rows` are for a preview."""

    rows: tuple[Row, ...]
    errors: tuple[Error, ...]
    encoding: str = ""
    delimiter: str = ""


def read_members(content: bytes) -> Table[MemberRow]:
    """The members of a file; `name` is the one column that must be there.

    >>> read = read_members("氏名;級\\n綾瀬千早;Ａ級\\n".encode("cp932"))
    >>> read.rows[0].name, read.rows[0].grade, read.encoding, read.delimiter
    ('綾瀬千早', <Grade.A: 'A'>, 'cp932', ';')
    """
    return _read(content, _MEMBER_COLUMNS, ("name",), _member)


def read_results(content: bytes) -> Table[ResultRow]:
    """The results of a file: date, player, opponent and outcome must be there."""
    return _read(content, _RESULT_COLUMNS, ("on", "player", "opponent", "outcome"), _result)


_MEMBER_COLUMNS = {
    "name": ("name", "member", "player", "full name", "氏名", "名前", "選手名", "họ tên", "họ và tên", "tên"),
    "reading": ("reading", "furigana", "kana", "ふりがな", "フリガナ", "よみ", "読み", "phiên âm", "cách đọc"),
    "grade": ("class", "grade", "級", "級位", "クラス", "出場級", "hạng", "cấp", "lớp"),
    "dan": ("dan", "段", "段位", "đẳng"),
    "email": ("email", "e-mail", "mail", "メール", "メールアドレス", "thư điện tử"),
    "joined": ("joined", "joined on", "member since", "入会日", "入会", "ngày vào", "ngày gia nhập"),
    "born": ("born", "birthday", "date of birth", "生年月日", "誕生日", "ngày sinh"),
    "note": ("note", "notes", "remark", "備考", "メモ", "ghi chú"),
}
_RESULT_COLUMNS = {
    "on": ("date", "day", "on", "日付", "年月日", "日", "ngày"),
    "player": ("player", "player 1", "name", "選手", "選手名", "氏名", "名前", "自分", "người chơi", "người chơi 1"),
    "opponent": ("opponent", "player 2", "against", "相手", "対戦相手", "相手名", "đối thủ", "người chơi 2"),
    "outcome": ("result", "outcome", "won", "win/loss", "結果", "勝敗", "kết quả", "thắng thua"),
    "margin": ("margin", "cards", "枚数差", "枚差", "枚数", "chênh lệch", "số lá"),
    "round": ("round", "回戦", "ラウンド", "vòng"),
    "event": ("event", "tournament", "kind", "大会", "大会名", "種別", "giải", "giải đấu"),
    "note": ("note", "notes", "remark", "備考", "メモ", "ghi chú"),
}
_OUTCOMES = {
    Outcome.WON: ("won", "win", "w", "1", "○", "〇", "◯", "勝", "勝ち", "thắng", "t"),
    Outcome.LOST: ("lost", "loss", "l", "0", "×", "✕", "x", "●", "負", "負け", "敗", "thua", "b"),
    Outcome.WALKOVER: ("walkover", "wo", "w/o", "不戦勝", "thắng không đấu", "bỏ cuộc thắng"),
    Outcome.ABSENT: ("absent", "default", "不戦敗", "棄権", "vắng", "vắng mặt"),
}


class _BadCellError(ValueError):
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


def _read(
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
        except _BadCellError as bad:
            errors.append(Error(line, bad.fault, bad.column, bad.text))
    return rows, errors


def _member(line: int, cells: Mapping[str, str]) -> MemberRow:
    return MemberRow(
        line=line,
        name=_text(cells, "name"),
        reading=cells.get("reading", ""),
        grade=_grade(cells),
        dan=_dan(cells),
        email=_email(cells),
        joined=_date(cells, "joined"),
        born=_date(cells, "born"),
        note=cells.get("note", ""),
    )


def _result(line: int, cells: Mapping[str, str]) -> ResultRow:
    on = _date(cells, "on")
    if on is None:
        raise _BadCellError(Fault.MISSING, "on")
    player, opponent = _text(cells, "player"), _text(cells, "opponent")
    if player == opponent:
        raise _BadCellError(Fault.SAME_PLAYER, "opponent", opponent)
    outcome = _outcome(_text(cells, "outcome"))
    margin = _number(cells, "margin", 1, HIGHEST_MARGIN)
    if margin is not None and outcome in (Outcome.WALKOVER, Outcome.ABSENT):
        raise _BadCellError(Fault.MARGIN_OF_A_WALKOVER, "margin", cells["margin"])
    return ResultRow(
        line=line,
        on=on,
        player=player,
        opponent=opponent,
        outcome=outcome,
        margin=margin,
        round=_number(cells, "round", 1, 20),
        event=cells.get("event", ""),
        note=cells.get("note", ""),
    )


def _text(cells: Mapping[str, str], column: str) -> str:
    text = " ".join(cells.get(column, "").split())
    if not text:
        raise _BadCellError(Fault.MISSING, column)
    return text


def _outcome(text: str) -> Outcome:
    for outcome, spellings in _OUTCOMES.items():
        if folded(text) in {folded(spelling) for spelling in spellings}:
            return outcome
    raise _BadCellError(Fault.NOT_AN_OUTCOME, "outcome", text)


def _grade(cells: Mapping[str, str]) -> Grade | None:
    text = folded(cells.get("grade", "")).removesuffix("級").removeprefix("class ").strip().upper()
    if not text:
        return None
    if text not in Grade.__members__:
        raise _BadCellError(Fault.NOT_A_GRADE, "grade", cells["grade"])
    return Grade[text]


_KANJI = {"無": 0, "初": 1, "一": 1, "壱": 1, "二": 2, "弐": 2, "三": 3, "参": 3}
_KANJI |= {"四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}


def _dan(cells: Mapping[str, str]) -> int | None:
    text = re.sub(r"[ -]*(段位?|dan|dang)$", "", folded(cells.get("dan", "")))
    if not text:
        return None
    dan = _KANJI.get(text)
    if dan is None and text.isascii() and text.isdigit():
        dan = int(text[:4])
    if dan is None or dan > HIGHEST_DAN:
        raise _BadCellError(Fault.NOT_A_DAN, "dan", cells["dan"])
    return dan


def _email(cells: Mapping[str, str]) -> str:
    text = unicodedata.normalize("NFKC", cells.get("email", ""))
    if text and not re.fullmatch(r"[^@\s,;]+@[^@\s,;]+\.[^@\s,;.]+", text):
        raise _BadCellError(Fault.NOT_AN_ADDRESS, "email", text)
    return text


def _number(cells: Mapping[str, str], column: str, lowest: int, highest: int) -> int | None:
    text = re.sub(r"(枚差?|回戦|la)$", "", folded(cells.get(column, ""))).strip()
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,4}", text) or not lowest <= int(text) <= highest:
        raise _BadCellError(Fault.NOT_A_NUMBER, column, cells[column])
    return int(text)


_ERAS = {"令和": 2018, "r": 2018, "平成": 1988, "h": 1988, "昭和": 1925, "s": 1925}
_ERA = re.compile(r"(令和|平成|昭和|[rhs]) ?(元|[0-9]{1,2})[年./-] ?([0-9]{1,2})[月./-] ?([0-9]{1,2})日?")
_YEAR_FIRST = re.compile(r"([0-9]{4})[年./-] ?([0-9]{1,2})[月./-] ?([0-9]{1,2})日?")
_DAY_FIRST = re.compile(r"([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})")
_PACKED = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")


def _date(cells: Mapping[str, str], column: str) -> date | None:
    text = cells.get(column, "")
    if not text:
        return None
    day = _day(folded(text))
    if day is None:
        raise _BadCellError(Fault.NOT_A_DATE, column, text)
    return day


def _day(text: str) -> date | None:
    """2026-11-30, 2026/11/30, 2026年11月30日, 20261130, 令和8年11月30日, R8.11.30, and day first: 30/11/2026."""
    if found := _YEAR_FIRST.fullmatch(text) or _PACKED.fullmatch(text):
        year, month, day = map(int, found.groups())
    elif found := _DAY_FIRST.fullmatch(text):
        day, month, year = map(int, found.groups())
    elif found := _ERA.fullmatch(text):
        number = 1 if found[2] == "元" else int(found[2])
        year, month, day = _ERAS[found[1]] + number, int(found[3]), int(found[4])
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
