"""Strengths as they are kept: the fold of a pool's results (clubs.rating), by club over the board, else by the site.

Rating and RatingPoint can be made anew from the results at any time, with the same outcome. A change makes them anew
from the day on that it concerns; the newest result of all only moves its own two players.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from zlib import crc32

from django.db import connection, transaction
from django.db.models import OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from clubs import rating
from clubs.grades import Standing
from clubs.models import Club, Player, Pool, Rating, RatingPoint, Result

COMPUTER = "computer:"  # and its class: how the fold calls a computer
# The classes of computers against each other, 2,000 matches a pair (docs/karuta-bots.md), as points of the race model
# (docs/ratings.md). C stands where everybody begins.
COMPUTERS = {"E": 694.0, "D": 1164.0, "C": 1500.0, "B": 1783.0, "A": 2084.0, "Meijin": 2481.0}
COMPUTER_SIGMA = 30.0
_FIXED = {COMPUTER + name: rating.Rating(mu, COMPUTER_SIGMA, 1000) for name, mu in COMPUTERS.items()}
_BATCH = 500


def of_class(now: Standing | None) -> float:
    """Where somebody of a class stands before they have played here: as the computers of the class do."""
    return rating.START_MU if now is None or now.since is None else COMPUTERS[now.grade.value]


def place(result: Result) -> tuple[Club | None, str]:
    """Where a result counts: over the board in its club, elsewhere on the whole site."""
    return (result.club if result.pool == Pool.BOARD else None), result.pool


def lock(club: Club | None, pool: str = "") -> None:
    """Let one transaction after the other change the strengths of a club, or of a pool of the site. (SQLite knows one
    writing transaction at a time anyway.)"""
    if club is not None:
        Club.objects.select_for_update().get(pk=club.pk)
    elif connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [crc32(f"ratings {pool}".encode())])


@transaction.atomic
def changed(result: Result, *, since: date | None = None, now_counts: bool = False) -> None:
    """Strengths after something about a result has changed; `since` is the earliest day it was or is of.

    `now_counts`: the result is new. As the last one of its pool it only moves its two players.
    """
    club, pool = place(result)
    lock(club, pool)
    if now_counts and _is_last(result, club, pool):
        _go_on(result, club, pool)
    else:
        recompute(club, pool, since=since or result.played_on)


def _counted(club: Club | None, pool: str):
    results = Result.objects.counted().filter(pool=pool)
    return results.filter(club=club) if pool == Pool.BOARD else results


def _key(result_key, played_at: datetime | None, recorded_at: datetime) -> str:
    """The order of a day: when a game was played, or else recorded."""
    return f"{(played_at or recorded_at).astimezone(UTC):%Y-%m-%d %H:%M:%S.%f} {result_key}"


def _is_last(result: Result, club: Club | None, pool: str) -> bool:
    """Whether no other result of the pool comes after this one in the fold."""
    moment = result.played_at or result.recorded_at
    same_day = Q(played_on=result.played_on)
    later = Q(played_on__gt=result.played_on) | same_day & (Q(moment__gt=moment) | Q(moment=moment, key__gt=result.pk))
    others = _counted(club, pool).annotate(moment=Coalesce("played_at", "recorded_at")).exclude(pk=result.pk)
    return not others.filter(later).exists()


FIELDS = (
    "key",
    "played_on",
    "played_at",
    "recorded_at",
    "winner_id",
    "loser_id",
    "computer",
    "margin",
    "ended",
    "winner_start",
    "loser_start",
)


def games(results) -> Iterator[rating.Game]:
    """Results as the fold reads them. A game that was given up is one that was played; its margin says nothing."""
    for key, on, played_at, recorded_at, winner, loser, computer, margin, ended, *starts in results.values_list(
        *FIELDS
    ).iterator():
        yield rating.Game(
            key=_key(key, played_at, recorded_at),
            on=on,
            winner=COMPUTER + computer if winner is None else str(winner),
            loser=COMPUTER + computer if loser is None else str(loser),
            margin=(margin or None) if ended == Result.Ended.PLAYED else None,
            is_played=ended in (Result.Ended.PLAYED, Result.Ended.RESIGNED),
            winner_start=max(1, starts[0]),
            loser_start=max(1, starts[1]),
        )


def _go_on(result: Result, club: Club | None, pool: str) -> None:
    """The last result of a pool moves its two players from where they are now."""
    known = Rating.objects.filter(club=club, pool=pool, player__in=_players(result))
    before = {str(row.player_id): rating.Rating(row.mu, row.sigma, row.games, row.last_on) for row in known}
    course = rating.courses(games(Result.objects.filter(pk=result.pk)), before=before | _FIXED, fixed=_FIXED)
    for player, points in course.items():
        if player in _FIXED:
            continue
        (day, after) = points[-1]
        values = {"mu": after.mu, "sigma": after.sigma, "games": after.games}
        Rating.objects.update_or_create(club=club, pool=pool, player_id=player, defaults=values | {"last_on": day})
        RatingPoint.objects.update_or_create(club=club, pool=pool, player_id=player, day=day, defaults=values)


def _players(result: Result) -> list[Player]:
    return [player for player in (result.winner, result.loser) if player is not None]


@transaction.atomic
def recompute(club: Club | None, pool: str, *, since: date | None = None) -> int:
    """Strengths from the results, all of them or those from a day on; returns how many were gone through."""
    lock(club, pool)
    points = RatingPoint.objects.filter(club=club, pool=pool)
    results = _counted(club, pool)
    before = {}
    if since is not None:
        results = results.filter(played_on__gte=since)
        before = _before(points, since)
        points = points.filter(day__gte=since)
    played = list(games(results))
    points.delete()
    course = rating.courses(played, before=before | _FIXED, fixed=_FIXED)
    now = before | {player: days[-1][1] for player, days in course.items() if player not in _FIXED}
    rows = (
        RatingPoint(club=club, pool=pool, player_id=player, day=day, mu=after.mu, sigma=after.sigma, games=after.games)
        for player, days in course.items()
        if player not in _FIXED
        for day, after in days
    )
    RatingPoint.objects.bulk_create(rows, batch_size=_BATCH)
    Rating.objects.filter(club=club, pool=pool).delete()
    Rating.objects.bulk_create(
        (
            Rating(
                club=club,
                pool=pool,
                player_id=player,
                mu=after.mu,
                sigma=after.sigma,
                games=after.games,
                last_on=after.last_on,
            )
            for player, after in now.items()
            if after.last_on is not None  # who is there has played
        ),
        batch_size=_BATCH,
    )
    return len(played)


def _before(points, day: date) -> dict[str, rating.Rating]:
    """What everybody had come to before a day."""
    latest = latest_points(points, Q(day__lt=day))
    return {str(row.player_id): rating.Rating(row.mu, row.sigma, row.games, row.day) for row in latest}


def latest_points(points, condition: Q) -> Iterable[RatingPoint]:
    """The last of these points of every player that fulfils the condition."""
    own = points.filter(condition, player=OuterRef("pk")).order_by("-day").values("pk")[:1]
    players = Player.objects.filter(pk__in=points.filter(condition).values("player")).annotate(point=Subquery(own))
    return RatingPoint.objects.filter(pk__in=players.values("point"))


def recompute_for(player: Player) -> None:
    """Strengths anew wherever this player has played: what they have played has changed hands."""
    played = Result.objects.of(player)
    for club in Club.objects.filter(pk__in=played.filter(pool=Pool.BOARD).values("club")):
        recompute(club, Pool.BOARD)
    for pool in (Pool.ONLINE, Pool.COMPUTER):
        if played.filter(pool=pool).exists():
            recompute(None, pool)


def recompute_everything() -> dict[str, int]:
    """Every pool of every club and of the site; how many results each has."""
    counts = {}
    for club in Club.objects.order_by("slug"):
        counts[club.slug] = recompute(club, Pool.BOARD)
    for pool in (Pool.ONLINE, Pool.COMPUTER):
        counts[pool.value] = recompute(None, pool)
    return counts


def steps(club: Club | None, pool: str, player: Player, *, most: int) -> list[rating.Step]:
    """What each of a player's last games did to them, the latest first: the fold once more, from a day before them."""
    own = _counted(club, pool).of(player).order_by("-played_on").values_list("played_on", flat=True)
    days = list(own[:most])
    if not days:
        return []
    since = days[-1]
    before = _before(RatingPoint.objects.filter(club=club, pool=pool), since)
    played = games(_counted(club, pool).filter(played_on__gte=since))
    return rating.history(played, str(player.pk), before=before | _FIXED, fixed=_FIXED)[-most:][::-1]
