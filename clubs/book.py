"""The book of a player: what their games came to by class of opponent, opponent and month; and the cross table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar
from uuid import UUID

from clubs import standing
from clubs.grades import Grade
from clubs.models import Player, Result
from clubs.pairing import Cell, cross_table
from clubs.rankings import Tally

MOST_IN_A_TABLE = 40  # players of a cross table, those with most games


@dataclass(frozen=True, slots=True)
class Game:
    """One game from its player's side. `opponent` is None against a computer, whose class `computer` is."""

    result: Result
    is_won: bool
    opponent: Player | None
    computer: str
    margin: int | None
    faults: int | None
    opponent_faults: int | None

    @property
    def signed(self) -> int | None:
        """The margin, below zero if the game was lost."""
        return None if self.margin is None else self.margin if self.is_won else -self.margin


def games_of(player: Player, found) -> list[Game]:
    """The player's games among these results, in their order."""
    return [_game(player, result) for result in found.of(player).select_related("winner", "loser", "club")]


def _game(player: Player, result: Result) -> Game:
    is_won = result.winner_id == player.pk
    own, other = ("winner", "loser") if is_won else ("loser", "winner")
    return Game(
        result=result,
        is_won=is_won,
        opponent=getattr(result, other),
        computer=result.computer,
        margin=result.margin,
        faults=getattr(result, f"{own}_faults"),
        opponent_faults=getattr(result, f"{other}_faults"),
    )


@dataclass(frozen=True, slots=True)
class Sum:
    """What some games came to. `faults` is the mean of those where they were noted, over `noted` games."""

    tally: Tally
    won_by: float | None  # mean margin of the games won
    lost_by: float | None
    faults: float | None
    noted: int


def sum_of(games: Iterable[Game]) -> Sum:
    """Games that were not played do not count."""
    played = [each for each in games if each.result.ended in (Result.Ended.PLAYED, Result.Ended.RESIGNED)]
    signed = [each.signed for each in played if each.signed is not None]
    faults = [each.faults for each in played if each.faults is not None]
    won = sum(each.is_won for each in played)
    return Sum(
        tally=Tally(won, len(played) - won, sum(signed), len(signed)),
        won_by=_mean([each for each in signed if each > 0]),
        lost_by=_mean([-each for each in signed if each < 0]),
        faults=_mean(faults),
        noted=len(faults),
    )


def _mean(values: Sequence[int]) -> float | None:
    return sum(values) / len(values) if values else None


Key = TypeVar("Key", bound=Hashable)


def _by(games: Iterable[Game], key: Callable[[Game], Key]) -> dict[Key, Sum]:
    groups: defaultdict[Key, list[Game]] = defaultdict(list)
    for each in games:
        groups[key(each)].append(each)
    return {name: sum_of(group) for name, group in groups.items()}


def by_class(games: Sequence[Game]) -> list[tuple[Grade | None, Sum]]:
    """By the class the opponent had on the day of the game, A first; None where nobody has said it.

    Computers count as players of their class.
    """
    opponents = {each.opponent.pk for each in games if each.opponent is not None}
    logs = {key: standing.entries_of(rows) for key, rows in standing.logs_of(opponents).items()}
    known: dict[tuple[UUID, date], Grade | None] = {}

    def grade(game: Game) -> Grade | None:
        if game.opponent is None:
            return Grade(game.computer) if game.computer in Grade.__members__ else None
        key = (game.opponent.pk, game.result.played_on)
        if key not in known:
            now = standing.grades.standing(logs.get(game.opponent.pk, []), game.result.played_on)
            known[key] = now.grade if now.since else None
        return known[key]

    found = _by(games, grade)
    order = [*sorted(Grade, reverse=True), None]
    return [(each, found[each]) for each in order if each in found]


def by_opponent(games: Sequence[Game]) -> list[tuple[Player | None, str, Sum]]:
    """By opponent, or by class of computer; whom one has met most first."""
    players = {each.opponent.pk: each.opponent for each in games if each.opponent is not None}
    found = _by(games, lambda each: (each.opponent.pk if each.opponent else None, each.computer))
    rows = [(players.get(key) if key else None, computer, sums) for (key, computer), sums in found.items()]
    return sorted(rows, key=lambda row: (-row[2].tally.games, row[0].name if row[0] else row[1]))


def by_month(games: Sequence[Game]) -> list[tuple[date, Sum]]:
    """By month, the latest first."""
    return sorted(_by(games, lambda each: each.result.played_on.replace(day=1)).items(), reverse=True)


# The cross table -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Crossed:
    """Who has done what against whom: a row a player, a cell for each of the others (None: never met)."""

    players: tuple[Player, ...]
    rows: tuple[tuple[Player, tuple[Cell | None, ...], Cell], ...]
    left_out: int  # players with fewer games


def crossed(found, most: int = MOST_IN_A_TABLE) -> Crossed:
    """The cross table of these results, of those who have played most."""
    played = found.filter(
        winner__isnull=False, loser__isnull=False, ended__in=(Result.Ended.PLAYED, Result.Ended.RESIGNED)
    ).order_by()
    results = [(str(one), str(other), margin) for one, other, margin in played.values_list("winner", "loser", "margin")]
    counts = Counter(player for winner, loser, _margin in results for player in (winner, loser))
    shown = {player for player, _count in counts.most_common(most)}
    players = sorted(
        Player.objects.filter(pk__in=shown), key=lambda each: (-counts[str(each.pk)], each.kana, each.name)
    )
    cells = cross_table([each for each in results if each[0] in shown and each[1] in shown])
    keys = [str(player.pk) for player in players]
    rows = []
    for player, key in zip(players, keys, strict=True):
        row = tuple(cells.get((key, other)) for other in keys)
        met = [cell for cell in row if cell is not None]
        total = Cell(sum(c.won for c in met), sum(c.lost for c in met), sum(c.margins for c in met))
        rows.append((player, row, total))
    return Crossed(tuple(players), tuple(rows), len(counts) - len(shown))
