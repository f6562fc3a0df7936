"""A knock-out as the fold of its results: who plays whom in which round, and the placings (rules: E2, C)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from clubs.draws import Draw
from clubs.grades import Placing

_PLACINGS = (Placing.SECOND, Placing.BEST_4, Placing.BEST_8)  # of who loses the last round, the one before …


class Nobody(Enum):
    """Why no entrant is named."""

    YET = "yet"  # an earlier match is not decided
    EVER = "ever"  # a bye, or both of an earlier match stayed away


class How(Enum):
    """How a match was decided. Only what was played has a margin."""

    PLAYED = "played"
    WALKOVER = "walkover"  # 不戦勝: the other did not come
    CONCEDED = "conceded"  # 譲り, 棄権
    DOUBLE_WALKOVER = "nobody"  # neither came


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one match. Rounds count from 1, places in a round from 0 at the top.

    ValueError for a margin where nothing was played, none where something was, or one below 1; and for a
    winner of a double walkover or none of anything else.
    """

    round: int
    place: int
    winner: int | None
    how: How = How.PLAYED
    margin: int | None = None

    def __post_init__(self) -> None:
        if (self.winner is None) != (self.how is How.DOUBLE_WALKOVER):
            raise ValueError("every match but a double walkover has a winner")
        if self.how is not How.PLAYED and self.margin is not None:
            raise ValueError("only a match that was played to its end has a margin")
        if self.margin is not None and not 1 <= self.margin <= 50:
            raise ValueError("a margin is 1 to 50 cards")


@dataclass(frozen=True, slots=True)
class Match:
    """A match and what is known of it; `winner` is also set where somebody passes without an opponent."""

    round: int
    place: int
    first: int | Nobody
    second: int | Nobody
    winner: int | Nobody
    result: Result | None

    @property
    def is_ready(self) -> bool:
        """Both are known and it is not decided: it can be called to a table."""
        return isinstance(self.first, int) and isinstance(self.second, int) and self.result is None

    @property
    def losers(self) -> tuple[int, ...]:
        """Who is out with this match: one, or both of a double walkover."""
        if self.result is None:
            return ()
        return tuple(side for side in (self.first, self.second) if isinstance(side, int) and side != self.winner)


@dataclass(frozen=True, slots=True)
class Bracket:
    """All rounds. `stale` are results that no longer fit (an earlier one was corrected); they are left out."""

    rounds: tuple[tuple[Match, ...], ...]
    placings: Mapping[int, Placing]
    stale: tuple[Result, ...]

    @property
    def champion(self) -> int | None:
        """The winner of the final, or None while there is none."""
        winner = self.rounds[-1][0].winner
        return winner if isinstance(winner, int) else None

    @property
    def ready(self) -> tuple[Match, ...]:
        """What can be played now, round by round."""
        return tuple(match for matches in self.rounds for match in matches if match.is_ready)

    @property
    def is_over(self) -> bool:
        """Whether the final is decided, or nobody is left to play it."""
        return self.rounds[-1][0].winner is not Nobody.YET


def fold(drawn: Draw, results: Iterable[Result]) -> Bracket:
    """The bracket after the results, whatever their order; of two for one match the later in the order holds."""
    told = {(result.round, result.place): result for result in results}
    sides: list[tuple[int | Nobody, int | Nobody]] = [
        (first, Nobody.EVER if second is None else second) for first, second in drawn.pairs
    ]
    rounds: list[tuple[Match, ...]] = []
    used: set[tuple[int, int]] = set()
    while sides:
        number = len(rounds) + 1
        matches = tuple(_match(number, place, *pair, told.get((number, place))) for place, pair in enumerate(sides))
        used |= {(match.round, match.place) for match in matches if match.result is not None}
        rounds.append(matches)
        sides = [
            (above.winner, below.winner) for above, below in zip(matches[::2], matches[1::2], strict=len(matches) > 1)
        ]
    stale = tuple(result for key, result in sorted(told.items()) if key not in used)
    return Bracket(tuple(rounds), _placings(rounds), stale)


def _match(number: int, place: int, first: int | Nobody, second: int | Nobody, result: Result | None) -> Match:
    if isinstance(first, Nobody) or isinstance(second, Nobody):
        return Match(number, place, first, second, _passes(first, second), None)
    if result is None or result.winner not in (first, second, None):
        return Match(number, place, first, second, Nobody.YET, None)
    return Match(number, place, first, second, Nobody.EVER if result.winner is None else result.winner, result)


def _passes(first: int | Nobody, second: int | Nobody) -> int | Nobody:
    """Who goes on where at least one side has nobody."""
    if Nobody.YET in (first, second):
        return Nobody.YET
    return second if first is Nobody.EVER else first


def _placings(rounds: list[tuple[Match, ...]]) -> dict[int, Placing]:
    placings = {}
    for placing, matches in zip(_PLACINGS, reversed(rounds), strict=False):
        placings.update({loser: placing for match in matches for loser in match.losers})
    final = rounds[-1][0]
    if isinstance(final.winner, int):
        placings[final.winner] = Placing.FIRST
    return placings


def later_matches(drawn: Draw, number: int, place: int) -> tuple[tuple[int, int], ...]:
    """The (round, place) of the matches that hang on this one, to the final: to be looked at when it is corrected."""
    found = []
    while drawn.round2 >> number:
        number, place = number + 1, place // 2
        found.append((number, place))
    return tuple(found)
