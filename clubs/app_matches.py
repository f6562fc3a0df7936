"""Matches on this site enter the book by themselves, as results of no club, for persons who are players.

What enters: kyōgi and the third, of all their poems, one against one, decided. Against a computer of a class or one of
its people, without the switches that make it another player (pool COMPUTER); and between two players at a rated table
(pool ONLINE) — whoever wanted an unrated game wanted one that does not count. Whoever leaves a match that has begun has
given it up. Days are those of UTC, for the pools are the site's. docs/ratings.md has the reasons.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC
from typing import Any

from django.db import IntegrityError, transaction

from clubs import ratings
from clubs.models import Player, Pool, Result
from games.bots.karuta.persons import PERSONS
from games.karuta.players import Kind, from_rows
from games.karuta.players import Player as Sitting
from games.models import KarutaMatch, LiveTable
from games.rules.karuta.log import setup_from_row
from games.rules.karuta.variants import KYOGI, THIRD, Setup

COUNTED = (KYOGI.key, THIRD.key)
_BATCH = 500


def enter(ended: KarutaMatch | LiveTable) -> Result | None:
    """The result of a match that has just ended, or None where nothing enters. A second time changes nothing.

    To be called in the transaction that writes the end (settings.MATCH_ENDED).
    """
    result = _result(ended)
    if result is None or Result.objects.filter(match=result.match).exists():
        return None
    try:
        with transaction.atomic():
            result.save(force_insert=True)
            ratings.changed(result, now_counts=True)
    except IntegrityError:  # entered meanwhile
        return None
    return result


def enter_earlier(player: Player) -> int:
    """All that a player has played here before they were one; returns how many results are new."""
    if player.person is None:
        return 0
    own = KarutaMatch.objects.finished().filter(person=player.person)
    tables = LiveTable.objects.of(player.person).filter(karuta__finished_at__isnull=False).select_related("karuta")
    return _enter_all([*own, *tables])


def enter_all() -> int:
    """The same for all players: what a hook has missed."""
    own = KarutaMatch.objects.finished().filter(person__player__isnull=False)
    tables = LiveTable.objects.filter(is_rated=True, karuta__finished_at__isnull=False).select_related("karuta")
    return _enter_all([*own, *tables])


def _enter_all(ended: Iterable[KarutaMatch | LiveTable]) -> int:
    made = [result for each in ended if (result := _result(each)) is not None]
    known = set(Result.objects.filter(match__in=[each.match for each in made]).values_list("match", flat=True))
    new = [each for each in made if each.match not in known]
    with transaction.atomic():
        Result.objects.bulk_create(new, batch_size=_BATCH)
        for pool in (Pool.COMPUTER, Pool.ONLINE):
            days = [each.played_on for each in new if each.pool == pool]
            if days:
                ratings.recompute(None, pool, since=min(days))
    return len(new)


# What a match came to ------------------------------------------------------------------------------------
def _result(ended: KarutaMatch | LiveTable) -> Result | None:
    """The result as it would be stored; None where nothing enters."""
    table = ended if isinstance(ended, LiveTable) else None
    match = ended.karuta if isinstance(ended, LiveTable) else ended
    if match is None or match.finished_at is None or match.is_won is None:
        return None
    setup, sitting = setup_from_row(match.setup), from_rows(match.players)
    if not _counts(setup, sitting):
        return None
    sides = _against_computer(match, sitting) if table is None else _online(table)
    if sides is None:
        return None
    own, other = ("winner", "loser") if match.is_won else ("loser", "winner")
    starts = setup.dealt or (setup.variant.per_side,) * 2
    starts = starts if match.is_won else starts[::-1]
    computer = sides[1].pop("computer", "")
    named = {f"{own}_{name}": value for name, value in sides[0].items()}
    named |= {f"{other}_{name}": value for name, value in sides[1].items()}
    return Result(
        key=match.key,
        match=match.key,
        pool=Pool.COMPUTER if computer else Pool.ONLINE,
        kind=Result.Kind.ONLINE,
        computer=computer,
        played_on=match.finished_at.astimezone(UTC).date(),
        played_at=match.finished_at,
        recorded_at=match.finished_at,
        ended=Result.Ended.PLAYED if match.ending == "played" else Result.Ended.RESIGNED,
        margin=(match.margin or None) if match.ending != "walkover" else None,
        winner_start=starts[0],
        loser_start=starts[1],
        **named,
    )


def _counts(setup: Setup, sitting: tuple[Sitting, ...]) -> bool:
    return setup.variant.key in COUNTED and not setup.poems and len(sitting) == 2


Side = dict[str, Any]  # of a result: who, cards, faults


def _against_computer(match: KarutaMatch, sitting: tuple[Sitting, ...]) -> tuple[Side, Side] | None:
    """The person of the match against a computer at full strength."""
    person, other = sitting
    if person.kind is not Kind.PERSON or other.kind is not Kind.BOT or other.never_faults or other.never_hesitates:
        return None
    player = Player.objects.filter(person=match.person_id).first() if match.person_id else None
    letter = PERSONS[other.who].level.key if other.who in PERSONS else other.who
    if player is None or letter not in ratings.COMPUTERS:
        return None
    return {"id": player.pk, "cards": match.taken, "faults": match.faults}, {"computer": letter}


def _online(table: LiveTable) -> tuple[Side, Side] | None:
    """Two players at a rated table."""
    seats = list(table.seats.order_by("number"))
    players = {each.person_id: each for each in Player.objects.filter(person__in=[seat.person_id for seat in seats])}
    if not table.is_rated or len(seats) != 2 or any(seat.person_id not in players for seat in seats):
        return None
    first, second = (
        {
            "id": players[seat.person_id].pk,
            "cards": getattr(seat, "taken", None),
            "faults": getattr(seat, "faults", None),
        }
        for seat in seats
    )
    return first, second
