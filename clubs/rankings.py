"""The ranking of a club: by class, inside a class by strength, with what the games of a period came to.

Strength is that of the pool at the end of the period (clubs.ratings); games, wins and margins are those of the period
and kind that were asked for. Who has too few games in the pool is listed behind the others, without a strength.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from uuid import UUID

from django.db.models import Count, OuterRef, Q, Subquery, Sum

from clubs import race, rating, standing
from clubs.grades import UNKNOWN, Grade, Standing
from clubs.models import Club, Member, Player, Pool, Rating, RatingPoint, Result
from clubs.periods import Choice, Period

LAST = 10  # games of the small plot
LATELY_DAYS = 120  # in which most have played as many
A_CLASS = 10  # shown of each class on the page of all
A_PAGE = 50  # of one class
TENTH = 10  # points: as fine as a margin against the mean player is told


@dataclass(frozen=True, slots=True)
class Tally:
    """Games of one player: won, lost, and cards won by less those lost by, over games with a margin."""

    won: int = 0
    lost: int = 0
    cards: int = 0
    with_margin: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost

    @property
    def margin(self) -> float | None:
        """The mean margin; lost games count below zero. None without one that was noted."""
        return self.cards / self.with_margin if self.with_margin else None

    @property
    def percent(self) -> int | None:
        """Of the games, won."""
        return round(100 * self.won / self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class Strength:
    """Where a player stands in a pool. `against_mean`: cards to expect against the mean of those ranked."""

    mu: float
    sigma: float
    games: int
    last_on: date
    against_mean: float | None = None

    @property
    def is_shown(self) -> bool:
        return self.games >= rating.GAMES_TO_SHOW

    @property
    def missing(self) -> int:
        """Games until it is shown."""
        return max(0, rating.GAMES_TO_SHOW - self.games)


@dataclass
class Line:
    """One player in the ranking. `place` counts within the class, None where the strength is not shown."""

    key: UUID
    name: str
    kana: str
    standing: Standing
    strength: Strength | None
    place: int | None = None
    tally: Tally = field(default_factory=Tally)
    last: tuple[int, ...] = ()  # margins, lost ones below zero, the oldest first

    @property
    def player(self) -> Player:
        """Who it is, with no more than a name: a thousand rows of the database would be fetched for fifty lines."""
        return Player(key=self.key, name=self.name, kana=self.kana)


@dataclass
class Section:
    """A class with its players (None: those whose class nobody has said), or some of them; `total` is of all."""

    grade: Grade | None
    lines: list[Line]
    total: int


def ranking(club: Club, choice: Choice, *, only: str | None = None, page: int = 1) -> list[Section]:
    """The ranking: the first lines of every class, or a page of `only` one ("A" to "E", "-": not known)."""
    members = club.members.present().exclude(role=Member.Role.GUEST)
    players = list(members.values_list("player", "player__name", "player__kana"))
    strengths = _strengths(club, choice, {key for key, *_name in players})
    standings = standing.standing_of(members.values("player"), on=choice.period.until)
    by_class: dict[Grade | None, list[Line]] = defaultdict(list)
    for key, name, kana in players:
        strength = strengths.get(key)
        if strength is None and choice.pool != Pool.BOARD:
            continue  # the other pools list who has played there
        now = standings.get(key, UNKNOWN)
        by_class[now.grade if now.since else None].append(Line(key, name, kana, now, strength))
    sections = [_section(grade, by_class[grade], only, page) for grade in _order(by_class, only)]
    _tell(sections, club, choice)
    return sections


def _order(by_class: dict[Grade | None, list[Line]], only: str | None) -> Iterator[Grade | None]:
    wanted: Iterable[Grade | None] = (*sorted(Grade, reverse=True), None)
    for grade in wanted:
        if by_class.get(grade) and only in (None, "-" if grade is None else grade.value):
            yield grade


def _section(grade: Grade | None, lines: list[Line], only: str | None, page: int) -> Section:
    lines.sort(key=_rank)
    for place, line in enumerate(lines, start=1):
        line.place = place if line.strength and line.strength.is_shown else None
    first, count = (0, A_CLASS) if only is None else ((page - 1) * A_PAGE, A_PAGE)
    return Section(grade, lines[first : first + count], len(lines))


def _rank(line: Line) -> tuple[bool, float, str, str]:
    """The strongest first; then those whose strength is not shown, who have played most first."""
    strength = line.strength
    if strength is not None and strength.is_shown:
        return False, -strength.mu, line.kana, line.name
    return True, -(strength.games if strength else 0), line.kana, line.name


def _strengths(club: Club, choice: Choice, players: set[UUID]) -> dict[UUID, Strength]:
    """By player: now, or as it was at the end of a period that is over; those without a game in the period left out."""
    own = club if choice.pool == Pool.BOARD else None
    period = choice.period
    rows = (
        _now(own, choice.pool, club) if period.key in ("all", "season", "quarter") else _then(own, choice.pool, period)
    )
    known = {
        player: Strength(mu, sigma, games, last_on)
        for player, mu, sigma, games, last_on in rows
        if player in players and (period.since is None or last_on >= period.since)
    }
    mean = mean_of(known.values())
    return {
        player: replace(each, against_mean=against(each.mu, mean) if mean is not None else None)
        for player, each in known.items()
    }


def mean_of(strengths: Iterable[Strength]) -> float | None:
    """The mean strength of those that are shown; None if nobody's is."""
    shown = [each.mu for each in strengths if each.is_shown]
    return sum(shown) / len(shown) if shown else None


def _now(own: Club | None, pool: str, club: Club):
    rows = Rating.objects.filter(club=own, pool=pool)
    if own is None:
        rows = rows.filter(player__members__club=club)
    return rows.values_list("player", "mu", "sigma", "games", "last_on")


def _then(own: Club | None, pool: str, period: Period):
    points = RatingPoint.objects.filter(club=own, pool=pool, day__lte=period.until)
    last = points.filter(player=OuterRef("player")).order_by("-day").values("pk")[:1]
    players = Rating.objects.filter(club=own, pool=pool).annotate(point=Subquery(last))
    return RatingPoint.objects.filter(pk__in=players.values("point")).values_list(
        "player", "mu", "sigma", "games", "day"
    )


def against(mu: float, mean: float) -> float:
    """The cards to expect against a player of strength `mean`: won ones above zero, lost ones below."""
    return _cards(round((mu - mean) / TENTH))


@lru_cache(maxsize=2048)
def _cards(tenths: int) -> float:
    won, lost = race.margins(race.chance(tenths * TENTH / rating.POINTS_PER_LOGIT))
    return sum(margin * (one - other) for margin, (one, other) in enumerate(zip(won, lost, strict=True), start=1))


# What the games came to ----------------------------------------------------------------------------------
def pool_results(club: Club, pool: str):
    """The results of a pool that count: over the board the club's own, else those of the site."""
    results = Result.objects.counted().filter(pool=pool)
    return results.filter(club=club) if pool == Pool.BOARD else results


def tallies(results, players: Sequence[UUID]) -> dict[UUID, Tally]:
    """What these results came to for each of the players; walkovers are no games."""
    played = results.filter(ended__in=(Result.Ended.PLAYED, Result.Ended.RESIGNED)).order_by()
    sums = {"games": Count("pk"), "cards": Sum("margin"), "with_margin": Count("margin")}
    won = {row["winner"]: row for row in played.filter(winner__in=players).values("winner").annotate(**sums)}
    lost = {row["loser"]: row for row in played.filter(loser__in=players).values("loser").annotate(**sums)}
    nothing = {"games": 0, "cards": 0, "with_margin": 0}
    return {
        player: Tally(
            won=(wins := won.get(player, nothing))["games"],
            lost=(losses := lost.get(player, nothing))["games"],
            cards=(wins["cards"] or 0) - (losses["cards"] or 0),
            with_margin=wins["with_margin"] + losses["with_margin"],
        )
        for player in players
        if player in won or player in lost
    }


def last_margins(results, players: Sequence[UUID], until: date, most: int = LAST) -> dict[UUID, tuple[int, ...]]:
    """The margins of each player's last games up to a day, the oldest first; lost ones below zero.

    Most have played enough lately: only those who have not are looked up further back.
    """
    found = _margins(results.filter(played_on__gt=until - timedelta(days=LATELY_DAYS)), players)
    few = [player for player in players if len(found.get(player, ())) < most]
    found |= _margins(results, few)
    return {player: tuple(margin for *_when, margin in sorted(games)[-most:]) for player, games in found.items()}


def _margins(results, players: Sequence[UUID]) -> dict[UUID, list[tuple[date, datetime, int]]]:
    """Day, moment and margin of the games of these players."""
    found: dict[UUID, list[tuple[date, datetime, int]]] = {}
    if not players:
        return found
    rows = results.filter(Q(winner__in=players) | Q(loser__in=players), margin__isnull=False).order_by()
    wanted = set(players)
    for winner, loser, on, at, margin in rows.values_list("winner", "loser", "played_on", "recorded_at", "margin"):
        for player, told in ((winner, margin), (loser, -margin)):
            if player in wanted:
                found.setdefault(player, []).append((on, at, told))
    return found


def _tell(sections: Sequence[Section], club: Club, choice: Choice) -> None:
    """Give the lines that are shown what their games came to."""
    lines = [line for section in sections for line in section.lines]
    players = [line.key for line in lines]
    results = choice.narrow(pool_results(club, choice.pool))
    days = [line.strength.last_on for line in lines if line.strength]
    counted = tallies(results, players)
    last = last_margins(results, players, max(days, default=choice.period.until))
    for line in lines:
        line.tally = counted.get(line.key, line.tally)
        line.last = last.get(line.key, ())
