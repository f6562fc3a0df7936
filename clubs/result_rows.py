"""Results as lines of a table: what each row would become, the rows written (clubs.importing), and the way back."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import product
from uuid import UUID, uuid5

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs import csv_rows, importing, ratings, results, similar
from clubs.csv_rows import Outcome, ResultRow
from clubs.csv_table import Table
from clubs.importing import Option, Plan, Planned, State
from clubs.models import Attendance, Club, Member, Pool, PracticeDay, Result
from clubs.naming import shown
from trainer.models import Person

COLUMNS = ("date", "player", "opponent", "result", "margin", "event", "note")
_WON = (Outcome.WON, Outcome.WALKOVER)
_NOT_PLAYED = (Outcome.WALKOVER, Outcome.ABSENT)
_BATCH = 500

Two = tuple[UUID, UUID]  # the players of a row: the first, the opponent
Same = tuple[date, UUID, UUID, int | None]  # by what a result is known that was not made by a table


def lines(club: Club) -> Iterator[tuple[str, ...]]:
    """The results of a club that have not been taken back, the oldest first."""
    found = Result.objects.filter(club=club, withdrawn_at__isnull=True, winner__isnull=False, loser__isnull=False)
    return map(line_of, found.select_related("winner", "loser").order_by("played_on", "recorded_at").iterator())


def line_of(result: Result) -> tuple[str, ...]:
    """A result as a line that can be taken in again."""
    is_played = result.ended not in (Result.Ended.WALKOVER, Result.Ended.CONCEDED)
    return (
        result.played_on.isoformat(),
        shown(result.winner, to_member=True),
        shown(result.loser, to_member=True),
        "won" if is_played else "walkover",
        "" if result.margin is None else str(result.margin),
        "tournament" if result.kind == Result.Kind.TOURNAMENT else "",
        result.note,
    )


@dataclass(frozen=True, slots=True)
class Meant:
    """What `write` needs of a row."""

    row: ResultRow
    digest: str
    winner: UUID
    loser: UUID


class Results:
    """The kind of table that holds results."""

    key = "results"
    title = _lazy("Results")
    about = _lazy(
        "One line a game: date, player, opponent, result (won, lost, walkover, absent), and if you know them margin, "
        "event and note. Both players have to be in the club."
    )
    example = "date,player,opponent,result,margin,event,note\n2026-04-08,Member A,Member B,won,7,,\n"

    @property
    def heads(self) -> tuple[str, ...]:
        return _("Date"), _("Player"), _("Opponent"), _("Result"), _("Margin"), _("Event"), _("Note")

    def read(self, content: bytes) -> Table[ResultRow]:
        return csv_rows.read_results(content)

    def plan(self, club: Club, rows: Sequence[ResultRow], decisions: Mapping[int, str]) -> Plan:
        digests = importing.digests(rows)
        known = importing.made_before(self, club, digests)
        people = _People(club)
        there = _there(club, rows, set(known.values()))
        today = results.today(club, timezone.now())
        planned = []
        for row, digest in zip(rows, digests, strict=True):
            if digest in known:
                planned.append(Planned(row.line, _told(row), State.KNOWN))
            elif row.on > today:
                planned.append(_wrong(row, _("That day is still to come.")))
            elif row.on < results.EARLIEST:
                too_early = _("Nothing is recorded from before %(year)d.") % {"year": results.EARLIEST.year}
                planned.append(_wrong(row, too_early))
            else:
                planned.append(_decided(row, digest, people, there, decisions.get(row.line, "")))
        return Plan.of(planned)

    def write(self, club: Club, plan: Plan, *, by: Person, now: datetime) -> None:
        meant: list[Meant] = [planned.what for planned in plan.in_state(State.NEW)]
        days = _days(club, {each.row.on for each in meant}, by)
        made = [_result(each, club, days[each.row.on], by, now) for each in meant]
        Result.objects.bulk_create(made, batch_size=_BATCH)
        here = {(days[each.row.on], player) for each in meant for player in (each.winner, each.loser)}
        Attendance.objects.bulk_create(
            (Attendance(day=day, player_id=player) for day, player in here), ignore_conflicts=True, batch_size=_BATCH
        )
        keys = {each.digest: result.pk for each, result in zip(meant, made, strict=True)}
        importing.remember(self, club, keys, now=now)
        if made:
            ratings.recompute(club, Pool.BOARD, since=min(each.row.on for each in meant))


RESULTS = Results()


class _People:
    """The members of a club by what spellings of one name share, former ones too."""

    def __init__(self, club: Club) -> None:
        self.found: defaultdict[str, dict[UUID, Member]] = defaultdict(dict)
        members = club.members.exclude(player__name="").exclude(joined_on=None).select_related("player")
        for member in members:
            for key in similar.keys((member.player.name, member.player.kana)):
                self.found[key][member.player_id] = member

    def named(self, name: str) -> list[Member]:
        alike = {key: member for each in similar.keys((name, "")) for key, member in self.found[each].items()}
        exact = [member for member in alike.values() if member.player.name == name]
        return exact or list(alike.values())


def _there(club: Club, rows: Sequence[ResultRow], made: set[UUID]) -> Counter[Same]:
    """How many results of each kind the club has on these days, those that tables have made left out."""
    if not rows:
        return Counter()
    days = [row.on for row in rows]
    found = Result.objects.filter(club=club, withdrawn_at__isnull=True, played_on__range=(min(days), max(days)))
    return Counter(
        (on, winner, loser, margin)
        for key, on, winner, loser, margin in found.values_list("key", "played_on", "winner", "loser", "margin")
        if key not in made
    )


def _told(row: ResultRow) -> tuple[str, ...]:
    margin = "" if row.margin is None else str(row.margin)
    return row.on.isoformat(), row.player, row.opponent, str(OUTCOMES[row.outcome]), margin, row.event, row.note


OUTCOMES = {
    Outcome.WON: _lazy("won"),
    Outcome.LOST: _lazy("lost"),
    Outcome.WALKOVER: _lazy("won without playing"),
    Outcome.ABSENT: _lazy("lost without playing"),
}


def _wrong(row: ResultRow, sentence: str) -> Planned:
    return Planned(row.line, _told(row), State.WRONG, (sentence,))


def _decided(row: ResultRow, digest: str, people: _People, there: Counter[Same], chosen: str) -> Planned:
    """A row by who is meant; undecided where more than one of a name is in the club."""
    sides = [people.named(row.player), people.named(row.opponent)]
    for name, side in zip((row.player, row.opponent), sides, strict=True):
        if not side:
            return _wrong(row, _("Nobody in the club is called “%(name)s”. Add them first.") % {"name": name})
    twos = {
        f"{one.player_id}:{other.player_id}": (one, other)
        for one, other in product(*sides)
        if one.player_id != other.player_id
    }
    if not twos:
        return _wrong(row, _("The two are one and the same player."))
    options: tuple[Option, ...] = ()
    if len(twos) > 1:
        options = tuple(
            Option(value, f"{_described(one)} – {_described(other)}") for value, (one, other) in twos.items()
        )
        if chosen not in twos:
            why = _("More than one of this name is in the club.")
            return Planned(row.line, _told(row), State.UNDECIDED, (why,), options)
    one, other = twos[chosen] if options else next(iter(twos.values()))
    first, opponent = one.player_id, other.player_id
    winner, loser = (first, opponent) if row.outcome in _WON else (opponent, first)
    same = (row.on, winner, loser, row.margin)
    if there[same]:
        there[same] -= 1
        return Planned(row.line, _told(row), State.KNOWN, (), options, chosen)
    return Planned(row.line, _told(row), State.NEW, (), options, chosen, Meant(row, digest, winner, loser))


def _described(member: Member) -> str:
    return ", ".join(filter(None, (member.player.name, member.player.kana, member.email)))


def _days(club: Club, wanted: set[date], by: Person) -> dict[date, PracticeDay]:
    rows = (PracticeDay(club=club, held_on=day, opened_by=by) for day in sorted(wanted))
    PracticeDay.objects.bulk_create(rows, ignore_conflicts=True, batch_size=_BATCH)
    return {day.held_on: day for day in club.days.all() if day.held_on in wanted}


def _result(meant: Meant, club: Club, day: PracticeDay, by: Person, now: datetime) -> Result:
    row = meant.row
    is_walkover = row.outcome in _NOT_PLAYED
    return Result(
        key=uuid5(UUID(int=club.pk), meant.digest),
        club=club,
        day=day,
        kind=Result.Kind.TOURNAMENT if row.event else Result.Kind.PRACTICE,
        played_on=row.on,
        winner_id=meant.winner,
        loser_id=meant.loser,
        ended=Result.Ended.WALKOVER if is_walkover else Result.Ended.PLAYED,
        margin=row.margin,
        note=" · ".join(filter(None, (row.event, row.note))),
        recorded_by=by,
        recorded_at=now,
    )
