"""How near a pile is to each yaku. PURE."""

from dataclasses import dataclass

from games.rules.koikoi.cards import MONTH, SAKE_CUP
from games.rules.koikoi.options import MonthCards, Options
from games.rules.koikoi.yaku import Row, chaff_worth, rows, yaku_of


@dataclass(frozen=True, slots=True)
class Progress:
    """`have` of `need` cards of a yaku; `points` are what it pays now, or would when it is made."""

    key: str
    have: int
    need: int
    points: int
    is_made: bool

    @property
    def missing(self) -> int:
        return max(0, self.need - self.have)


def progress(options: Options, own: int, other: int, *, month: int, has_called: bool) -> tuple[Progress, ...]:
    """The yaku of the pile `own`, made ones first, then those begun that `other` has not spoilt, the nearest first.

    Sets are 48 bits. Of the bright yaku only the next one is named.
    """
    made = dict(yaku_of(options, own, month=month, has_called=has_called))
    done = [Progress(key, 0, 0, points, True) for key, points in made.items()]
    open_ = [_begun(options, row, own, other, month) for row in rows(options) if row.key not in made]
    begun = sorted((each for each in open_ if each), key=lambda each: (each.missing, -each.points))
    exclusive = {row.key for row in rows(options) if row.is_exclusive}
    nearest = next((each for each in begun if each.key in exclusive), None)
    return (*done, *(each for each in begun if each.key not in exclusive or each is nearest))


def _begun(options: Options, row: Row, own: int, other: int, month: int) -> Progress | None:
    """How far an open yaku is; None if nothing of it is there, or it cannot be made any more."""
    wanted = row.cards
    if row.is_dealt or not row.points:
        return None
    if row.key == "tsukifuda":
        if options.tsukifuda_month is MonthCards.ANY or not month:
            return None
        wanted = MONTH[month - 1]
    have = (own & wanted).bit_count()
    if row.key == "kasu" and own & SAKE_CUP:
        have += chaff_worth(options) - 1 if chaff_worth(options) else 0
    if not have or have >= row.need or (wanted & ~other).bit_count() < row.need:
        return None
    return Progress(row.key, have, row.need, row.points, False)
