"""Classes E to A, dan 0 to 10, and the log of a player's class. Sources and assumptions: docs/promotions.md.

A class (級) is the level of an event, a dan (段) that of a player; which dan play in which class is dated
(`clubs.promotion_rules`). A player's log is only appended to; what a player is on a day is its fold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import Enum, IntEnum
from functools import total_ordering

HIGHEST_DAN = 10
FIRST_MONTH_OF_FISCAL_YEAR = 4  # April, as everywhere in Japan
_DAN_KANJI = ("無段", "初段", "弐段", "参段", "四段", "五段", "六段", "七段", "八段", "九段", "十段")


@total_ordering
class Grade(Enum):
    """A class of events. Ordered by strength: E < D < C < B < A."""

    E = "E"
    D = "D"
    C = "C"
    B = "B"
    A = "A"

    @property
    def rank(self) -> int:
        """0 for E to 4 for A."""
        return "EDCBA".index(self.value)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Grade):
            return NotImplemented
        return self.rank < other.rank


class Placing(IntEnum):
    """How far a player came in a knock-out. The association calls BEST_4 third and BEST_8 fourth place.

    A smaller number is better; there is no match for third place.
    """

    FIRST = 1
    SECOND = 2
    BEST_4 = 3
    BEST_8 = 4


class Reason(Enum):
    """Why a class or dan was entered."""

    DECLARED = "declared"  # by the players themselves
    CONFIRMED = "confirmed"  # what was declared, by an organiser
    PLACING = "placing"  # results of tournaments
    RECOGNITION = "recognition"  # the head of the club finds the strength there: up to 3-dan
    MERIT = "merit"  # 功労
    HONOUR = "honour"  # 名誉
    IMPORTED = "imported"
    REQUEST = "request"  # back after years away, lower at one's own wish
    CORRECTION = "correction"
    WITHDRAWN = "withdrawn"  # amends an entry away: it never held


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a player's log.

    `number` is its place in the log (the row's id): later lines have larger ones. `amends` is the number of
    a line that this one replaces wholly, its day included; a line is confirmed by amending it with the same
    values. ValueError for a dan that is none.
    """

    number: int
    on: date
    grade: Grade
    dan: int
    reason: Reason
    is_confirmed: bool = False
    amends: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.dan <= HIGHEST_DAN:
            raise ValueError(f"a dan is a number from 0 to {HIGHEST_DAN}, not {self.dan}")


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player is on a day. `since` is None for who has never been entered: class E without a dan."""

    grade: Grade
    dan: int
    since: date | None
    is_confirmed: bool


UNKNOWN = Standing(Grade.E, 0, None, is_confirmed=False)


def standing(entries: Iterable[Entry], on: date) -> Standing:
    """The class and dan of a player on a day, as the whole log tells it now.

    The last line of that day or before holds; of two of one day, the later written. Lines that say the same
    again keep the day it began (`since`) and what was confirmed.

    >>> from datetime import date
    >>> log = [Entry(1, date(2025, 4, 1), Grade.D, 1, Reason.DECLARED)]
    >>> standing(log, date(2026, 1, 1))
    Standing(grade=<Grade.D: 'D'>, dan=1, since=datetime.date(2025, 4, 1), is_confirmed=False)
    """
    now = UNKNOWN
    for entry in valid(entries):
        if entry.on > on:
            break
        if now.since is not None and (entry.grade, entry.dan) == (now.grade, now.dan):
            now = Standing(now.grade, now.dan, now.since, now.is_confirmed or entry.is_confirmed)
        else:
            now = Standing(entry.grade, entry.dan, entry.on, entry.is_confirmed)
    return now


def confirmed_standing(entries: Iterable[Entry], on: date) -> Standing:
    """The same from the lines an organiser has confirmed: what a right may rest on."""
    return standing([entry for entry in valid(entries) if entry.is_confirmed], on)


def valid(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The lines that hold once every amendment is made, in the order of their days.

    Of several amendments of one line (or of an amendment of it) the last written holds.
    """
    lines = sorted(entries, key=lambda entry: entry.number)
    root: dict[int, int] = {}  # a line's number → that of the line it amends in the end
    last: dict[int, Entry] = {}
    for entry in lines:
        first = entry.number if entry.amends is None else root.get(entry.amends, entry.amends)
        root[entry.number] = first
        last[first] = entry
    held = [entry for entry in last.values() if entry.reason is not Reason.WITHDRAWN]
    return tuple(sorted(held, key=lambda entry: (entry.on, entry.number)))


def dan_name(dan: int) -> str:
    """A dan in figures, for texts of any language.

    >>> dan_name(3), dan_name(0)
    ('3-dan', '0-dan')
    """
    return f"{dan}-dan"


def dan_kanji(dan: int) -> str:
    """A dan as certificates write it.

    >>> dan_kanji(0), dan_kanji(1), dan_kanji(2), dan_kanji(10)
    ('無段', '初段', '弐段', '十段')
    """
    return _DAN_KANJI[dan]


def fiscal_year(day: date) -> int:
    """The year in whose April a fiscal year began.

    >>> fiscal_year(date(2026, 3, 31)), fiscal_year(date(2026, 4, 1))
    (2025, 2026)
    """
    return day.year if day.month >= FIRST_MONTH_OF_FISCAL_YEAR else day.year - 1


def fiscal_year_start(year: int) -> date:
    """The first day of the fiscal year that began in `year`."""
    return date(year, FIRST_MONTH_OF_FISCAL_YEAR, 1)
