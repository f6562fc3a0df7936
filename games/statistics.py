"""What a person's finished games against the computer tell. Derived from the event rows, never kept."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games.matches import PERSON
from games.models import Match, MatchEvent

TOLD = ("Dealt", "DealVoided", "KoiKoiCalled", "MonthEnded")


@dataclass
class Record:
    """Counts over some games, of the person's side. Rates are None where there is nothing to divide by."""

    games: int = 0
    won: int = 0
    lost: int = 0
    points: int = 0
    against: int = 0
    months: int = 0
    months_won: int = 0
    called: int = 0  # months in which the person called koi-koi
    called_won: int = 0
    dealt: int = 0  # months in which the person dealt
    dealt_won: int = 0
    yaku: Counter[str] = field(default_factory=Counter)  # in how many won months

    @property
    def drawn(self) -> int:
        return self.games - self.won - self.lost

    @property
    def win_rate(self) -> int | None:
        return percent(self.won, self.games)

    @property
    def month_rate(self) -> int | None:
        return percent(self.months_won, self.months)

    @property
    def koikoi_rate(self) -> int | None:
        return percent(self.called_won, self.called)

    @property
    def dealer_rate(self) -> int | None:
        return percent(self.dealt_won, self.dealt)

    @property
    def points_a_month(self) -> float | None:
        return self.points / self.months if self.months else None

    @property
    def yaku_rates(self) -> list[tuple[str, int, int]]:
        """(yaku, months won with it, percent of all months won), the most frequent first."""
        return [(key, count, percent(count, self.months_won) or 0) for key, count in self.yaku.most_common()]


def percent(part: int, whole: int) -> int | None:
    """A rounded percentage; None of nothing.

    >>> percent(1, 3), percent(0, 0)
    (33, None)
    """
    return round(100 * part / whole) if whole else None


@dataclass(frozen=True)
class Records:
    """All games together, and by level and by rules."""

    all: Record
    by_level: dict[int, Record]
    by_preset: dict[str, Record]


def records(person) -> Records:
    """A person's record, in two queries."""
    whole = Record()
    levels: dict[int, Record] = {}
    presets: dict[str, Record] = {}
    matches = list(Match.objects.filter(person=person).finished().against_computer())
    rows: dict[Any, list[dict[str, Any]]] = {match.pk: [] for match in matches}
    events = MatchEvent.objects.filter(match__in=matches, row__event__in=TOLD).order_by("match", "place")
    for pk, row in events.values_list("match", "row"):
        rows[pk].append(row)
    for match in matches:
        for record in (
            whole,
            levels.setdefault(match.level or 0, Record()),
            presets.setdefault(match.preset, Record()),
        ):
            _add_match(record, match)
            _add_months(record, rows[match.pk])
    return Records(whole, dict(sorted(levels.items())), presets)


def _add_match(record: Record, match: Match) -> None:
    own, other = match.own_score or 0, match.other_score or 0
    record.games += 1
    record.won += own > other
    record.lost += own < other


def _add_months(record: Record, rows: Iterable[dict[str, Any]]) -> None:
    dealer, has_called = None, False
    for row in rows:
        if row["event"] == "Dealt":
            dealer, has_called = row["dealer"], False
        elif row["event"] == "KoiKoiCalled":
            has_called = has_called or row["seat"] == PERSON
        elif row["event"] == "MonthEnded":
            _add_month(record, row, is_dealer=dealer == PERSON, has_called=has_called)


def _add_month(record: Record, row: dict[str, Any], *, is_dealer: bool, has_called: bool) -> None:
    is_won = row["winner"] == PERSON
    record.months += 1
    record.months_won += is_won
    record.called += has_called
    record.called_won += has_called and is_won
    record.dealt += is_dealer
    record.dealt_won += is_dealer and is_won
    if is_won:
        record.points += row["points"]
        record.yaku.update(key for key, _points in row["score"]["yaku"])
    elif row["winner"] is not None:
        record.against += row["points"]
