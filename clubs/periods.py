"""Spans of time that pages of a club are filtered by, and the kinds and pools of results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.translation import gettext_lazy as _

from clubs.grades import fiscal_year, fiscal_year_start
from clubs.models import Pool, Result


@dataclass(frozen=True, slots=True)
class Period:
    """From a day (None: from the beginning) to a day, both counted."""

    key: str
    name: object  # a text, translated when it is shown
    since: date | None
    until: date


def periods(today: date) -> dict[str, Period]:
    """What can be chosen, the usual one first. A season is a fiscal year, April to March."""
    year = fiscal_year(today)
    begun = fiscal_year_start(year)
    found = (
        Period("all", _("All time"), None, today),
        Period("season", _("This season"), begun, today),
        Period("last-season", _("Last season"), fiscal_year_start(year - 1), begun - timedelta(days=1)),
        Period("quarter", _("Last 90 days"), today - timedelta(days=90), today),
    )
    return {each.key: each for each in found}


@dataclass(frozen=True, slots=True)
class Choice:
    """What a page is filtered by; anything unknown in the address is as if it were not there."""

    period: Period
    pool: str
    kind: str  # empty: all

    @classmethod
    def of(cls, query, today: date, pools: tuple[str, ...] = tuple(Pool.values)) -> Choice:
        """What an address has chosen."""
        known = periods(today)
        pool, kind = query.get("pool", ""), query.get("kind", "")
        return cls(
            period=known.get(query.get("period", ""), known["all"]),
            pool=pool if pool in pools else pools[0],
            kind=kind if kind in KINDS else "",
        )

    def narrow(self, results):
        """Those of these results that are of the period and the kind."""
        if self.period.since is not None:
            results = results.filter(played_on__gte=self.period.since)
        results = results.filter(played_on__lte=self.period.until)
        return results.filter(kind=self.kind) if self.kind else results


KINDS = (Result.Kind.PRACTICE.value, Result.Kind.TOURNAMENT.value)
