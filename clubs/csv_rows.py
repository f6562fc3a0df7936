"""Members and results from CSV files: Excel's encodings and semicolons, dates in several forms.

Nothing is imported here: a file becomes rows, or errors with the numbers of their lines. Column names may be
English, Japanese or Vietnamese; case, spaces, accents and full-width letters do not matter. See docs/club-files.md.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum

from clubs.csv_table import BadCellError, Fault, Table, folded, read_table
from clubs.grades import HIGHEST_DAN, Grade

HIGHEST_MARGIN = 50


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


def read_members(content: bytes) -> Table[MemberRow]:
    """The members of a file; `name` is the one column that must be there.

    >>> read = read_members("氏名;級\\n綾瀬千早;Ａ級\\n".encode("cp932"))
    >>> read.rows[0].name, read.rows[0].grade, read.encoding, read.delimiter
    ('綾瀬千早', <Grade.A: 'A'>, 'cp932', ';')
    """
    return read_table(content, _MEMBER_COLUMNS, ("name",), _member)


def read_results(content: bytes) -> Table[ResultRow]:
    """The results of a file: date, player, opponent and outcome must be there."""
    return read_table(content, _RESULT_COLUMNS, ("on", "player", "opponent", "outcome"), _result)


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
        raise BadCellError(Fault.MISSING, "on")
    player, opponent = _text(cells, "player"), _text(cells, "opponent")
    if player == opponent:
        raise BadCellError(Fault.SAME_PLAYER, "opponent", opponent)
    outcome = _outcome(_text(cells, "outcome"))
    margin = _number(cells, "margin", 1, HIGHEST_MARGIN)
    if margin is not None and outcome in (Outcome.WALKOVER, Outcome.ABSENT):
        raise BadCellError(Fault.MARGIN_OF_A_WALKOVER, "margin", cells["margin"])
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
        raise BadCellError(Fault.MISSING, column)
    return text


def _outcome(text: str) -> Outcome:
    for outcome, spellings in _OUTCOMES.items():
        if folded(text) in {folded(spelling) for spelling in spellings}:
            return outcome
    raise BadCellError(Fault.NOT_AN_OUTCOME, "outcome", text)


def _grade(cells: Mapping[str, str]) -> Grade | None:
    text = folded(cells.get("grade", "")).removesuffix("級").removeprefix("class ").strip().upper()
    if not text:
        return None
    if text not in Grade.__members__:
        raise BadCellError(Fault.NOT_A_GRADE, "grade", cells["grade"])
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
        raise BadCellError(Fault.NOT_A_DAN, "dan", cells["dan"])
    return dan


def _email(cells: Mapping[str, str]) -> str:
    text = unicodedata.normalize("NFKC", cells.get("email", ""))
    if text and not re.fullmatch(r"[^@\s,;]+@[^@\s,;]+\.[^@\s,;.]+", text):
        raise BadCellError(Fault.NOT_AN_ADDRESS, "email", text)
    return text


def _number(cells: Mapping[str, str], column: str, lowest: int, highest: int) -> int | None:
    text = re.sub(r"(枚差?|回戦|la)$", "", folded(cells.get(column, ""))).strip()
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,4}", text) or not lowest <= int(text) <= highest:
        raise BadCellError(Fault.NOT_A_NUMBER, column, cells[column])
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
        raise BadCellError(Fault.NOT_A_DATE, column, text)
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
