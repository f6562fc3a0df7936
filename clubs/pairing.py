"""Who plays whom tonight: no repeats, near in strength, the odd one out fair. And the cross table of an evening.

A pairing is a matching of greatest weight (Edmonds' blossoms, by networkx), so no other set of pairs of the
same people costs less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

# What a pair costs, in whole numbers so that sums are exact: the square of the gap in strength, in units of
# GAP_UNIT points, and a meeting not long ago as much as a gap of so many points.
GAP_UNIT = 10
RECENT_GAP = 200
RECENT_DAYS = 28  # a meeting fades evenly and is forgotten after four weeks
_ONE_FAIR = 10**9  # sitting out before one's turn costs more than any pairing
_REPEAT = 10**12


@dataclass(frozen=True, slots=True)
class Present:
    """Somebody who wants to play. `strength` in points (`clubs.rating`).

    `sat_out` counts the rounds sat out tonight; `days_since_sat_out` is from earlier evenings, None for never.
    """

    key: str
    strength: float
    sat_out: int = 0
    days_since_sat_out: int | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """The pairs of a round, the strongest first, and who sits out. `repeats` are pairs that met tonight already."""

    pairs: tuple[tuple[str, str], ...]
    sits_out: tuple[str, ...]
    repeats: tuple[tuple[str, str], ...] = ()


def pair(
    players: Sequence[Present],
    *,
    days_since_met: Mapping[frozenset[str], int] | None = None,
    met_tonight: Iterable[frozenset[str]] = (),
    may_repeat: bool = False,
    seed: int | str = 0,
) -> Round:
    """The best round for the players; the same arguments give the same round. ValueError for a key twice.

    As many play as can without a repeat; with `may_repeat` everybody but an odd one plays, and a pair repeats
    only if nothing else is left. Of those who could sit out it is whoever has done so least tonight, then
    longest ago. `seed` decides between what is equal.
    """
    by_key = {player.key: player for player in players}
    if len(by_key) < len(players):
        raise ValueError("nobody is there twice")
    order = sorted(by_key)
    Random(str(seed)).shuffle(order)
    people = [by_key[key] for key in order]
    tonight = set(met_tonight)
    costs = _costs(people, days_since_met or {}, tonight, may_repeat=may_repeat)
    matched = _matching(costs, _turns(people))
    pairs = [_stronger_first(people[one], people[other]) for one, other in matched]
    pairs.sort(key=lambda two: (-by_key[two[0]].strength, -by_key[two[1]].strength, two))
    playing = {key for two in pairs for key in two}
    return Round(
        pairs=tuple(pairs),
        sits_out=tuple(sorted(set(by_key) - playing)),
        repeats=tuple(two for two in pairs if frozenset(two) in tonight),
    )


def evening(
    players: Sequence[Present],
    rounds: int,
    *,
    days_since_met: Mapping[frozenset[str], int] | None = None,
    met_tonight: Iterable[frozenset[str]] = (),
    may_repeat: bool = False,
    seed: int | str = 0,
) -> tuple[Round, ...]:
    """Several rounds one after another, each knowing those before."""
    tonight = set(met_tonight)
    people = list(players)
    found = []
    for number in range(rounds):
        found.append(
            pair(
                people,
                days_since_met=days_since_met,
                met_tonight=tonight,
                may_repeat=may_repeat,
                seed=f"{seed} {number}",
            )
        )
        tonight |= {frozenset(two) for two in found[-1].pairs}
        out = set(found[-1].sits_out)
        people = [replace(each, sat_out=each.sat_out + (each.key in out)) for each in people]
    return tuple(found)


def _costs(
    people: Sequence[Present],
    days_since_met: Mapping[frozenset[str], int],
    tonight: set[frozenset[str]],
    *,
    may_repeat: bool,
) -> dict[tuple[int, int], int]:
    """What each possible pair costs, by the places of the two in `people`."""
    costs = {}
    for one, first in enumerate(people):
        for other in range(one + 1, len(people)):
            two = frozenset((first.key, people[other].key))
            if two in tonight and not may_repeat:
                continue
            gap = abs(first.strength - people[other].strength)
            cost = _square(gap) + _recency(days_since_met.get(two))
            costs[one, other] = cost + _REPEAT * (two in tonight)
    return costs


def _square(points: float) -> int:
    return round((points / GAP_UNIT) ** 2)


def _recency(days: int | None) -> int:
    if days is None or days >= RECENT_DAYS:
        return 0
    return _square(RECENT_GAP) * (RECENT_DAYS - max(0, days)) // RECENT_DAYS


def _turns(people: Sequence[Present]) -> list[int]:
    """How little it is each one's turn to sit out: 0 for whoever is next."""

    def turn(player: Present) -> tuple[int, float]:
        ago = player.days_since_sat_out
        return player.sat_out, float("-inf") if ago is None else -ago

    ranks = {each: rank for rank, each in enumerate(sorted({turn(player) for player in people}))}
    return [ranks[turn(player)] for player in people]


def _matching(costs: Mapping[tuple[int, int], int], turns: Sequence[int]) -> list[tuple[int, int]]:
    """The cheapest pairs among as many as possible, with an empty seat for each who must sit out."""
    import networkx as nx  # noqa: PLC0415 - half a second, which no other page should wait for

    count = len(turns)
    graph = nx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(costs)
    idle = count - 2 * len(nx.max_weight_matching(graph, maxcardinality=True))
    dearest = max(costs.values(), default=0) + _ONE_FAIR * count
    graph = nx.Graph()
    graph.add_nodes_from(range(count + idle))
    for (one, other), cost in costs.items():
        graph.add_edge(one, other, weight=dearest - cost)
    for seat in range(count, count + idle):
        for place, turn in enumerate(turns):
            graph.add_edge(place, seat, weight=dearest - _ONE_FAIR * turn)
    matched = nx.max_weight_matching(graph, maxcardinality=True)
    pairs = (tuple(sorted(two)) for two in matched)
    return sorted((one, other) for one, other in pairs if other < count)


def _stronger_first(one: Present, other: Present) -> tuple[str, str]:
    first, second = sorted((one, other), key=lambda player: (-player.strength, player.key))
    return first.key, second.key


@dataclass(frozen=True, slots=True)
class Cell:
    """One player against another: matches won and lost, and the cards won by less those lost by."""

    won: int = 0
    lost: int = 0
    margins: int = 0


def cross_table(results: Iterable[tuple[str, str, int | None]]) -> dict[tuple[str, str], Cell]:
    """Who has done what against whom, from (winner, loser, margin or None): a cell for either's row.

    >>> cross_table([("Arata", "Taichi", 7)])["Taichi", "Arata"]
    Cell(won=0, lost=1, margins=-7)
    """
    cells: dict[tuple[str, str], Cell] = {}
    for winner, loser, margin in results:
        cards = margin or 0
        cell = cells.get((winner, loser), Cell())
        cells[winner, loser] = Cell(cell.won + 1, cell.lost, cell.margins + cards)
        cell = cells.get((loser, winner), Cell())
        cells[loser, winner] = Cell(cell.won, cell.lost + 1, cell.margins - cards)
    return cells
