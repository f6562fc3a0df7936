"""Which class and dan players have on a day: the fold of their logs (clubs.grades), for one or for a whole list."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.utils import timezone

from clubs import grades
from clubs.grades import UNKNOWN, Grade, Standing
from clubs.models import GradeEntry, Player


def entries_of(rows: Sequence[Any]) -> list[grades.Entry]:
    """The lines of one player's log as the fold takes them, numbered as they were written."""
    written = sorted(rows, key=lambda row: (row.recorded_at, row.pk))
    numbers = {row.pk: number for number, row in enumerate(written, start=1)}
    return [
        grades.Entry(
            number=numbers[row.pk],
            on=row.since,
            grade=Grade(row.grade),
            dan=row.dan,
            reason=grades.Reason(row.reason),
            is_confirmed=row.is_confirmed,
            amends=numbers.get(row.amends_id) if row.amends_id else None,
        )
        for row in written
    ]


def logs_of(players: Any) -> dict[UUID, list[GradeEntry]]:
    """The lines of each player's log, by the player's key. `players`: rows, keys or a QuerySet. One query."""
    logs: defaultdict[UUID, list[GradeEntry]] = defaultdict(list)
    for row in GradeEntry.objects.filter(player__in=players):
        logs[row.player_id].append(row)
    return logs


def standing_of(players: Any, on: date | None = None) -> dict[UUID, Standing]:
    """What each player is on a day (today), by the player's key; who is not there is UNKNOWN. One query.

    Rows without their models: a ranking asks for a thousand players.
    """
    on = on or timezone.localdate()
    logs: defaultdict[UUID, list[Any]] = defaultdict(list)
    columns = ("pk", "player_id", "since", "grade", "dan", "reason", "is_confirmed", "amends_id", "recorded_at")
    for row in GradeEntry.objects.filter(player__in=players).order_by().values_list(*columns, named=True):
        logs[row.player_id].append(row)
    return {key: grades.standing(entries_of(rows), on) for key, rows in logs.items()}


def confirmed_of(players: Any, on: date | None = None) -> dict[UUID, Standing]:
    """The same from what organisers have confirmed: what a right may rest on."""
    on = on or timezone.localdate()
    return {key: grades.confirmed_standing(entries_of(rows), on) for key, rows in logs_of(players).items()}


def attach(players: Iterable[Player], on: date | None = None) -> list[Player]:
    """Give every player a `standing` for the page ({% grade player %}); one query for all."""
    players = list(players)
    known = standing_of([player.pk for player in players], on)
    for player in players:
        player.standing = known.get(player.pk, UNKNOWN)  # type: ignore[attr-defined]
    return players


def of(player: Player, on: date | None = None) -> Standing:
    """What one player is on a day (today)."""
    return standing_of([player.pk], on).get(player.pk, UNKNOWN)


def grade_of(person: Any) -> str:
    """The class of a person, "A" to "E"; "" if nobody has said (settings.GRADE_OF: the games ask it)."""
    player = Player.objects.filter(person=person).first()
    now = of(player) if player else UNKNOWN
    return "" if now.since is None else now.grade.value
