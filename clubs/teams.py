"""Matches between teams of three or five boards, and the table of a group (rules: E7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

BOARDS = (3, 5)
MOST_SUBSTITUTES = 3


class Board(Enum):
    """What happened on one board, seen from the first team; board 0 is the captain's."""

    WON = "won"
    LOST = "lost"
    MISSING = "missing"  # the first team has nobody there
    MISSING_THERE = "missing_there"  # the second team has nobody there
    EMPTY = "empty"  # neither has


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams, by their keys, and their boards from the captain downward; margins are irrelevant.

    ValueError for a number of boards other than three or five.
    """

    first: str
    second: str
    boards: tuple[Board, ...]

    def __post_init__(self) -> None:
        if len(self.boards) not in BOARDS:
            raise ValueError(f"a team match has three or five boards, not {len(self.boards)}")

    @property
    def wins(self) -> tuple[bool, ...]:
        """Board by board, whether the first team won it. A missing player loses."""
        return tuple(board in (Board.WON, Board.MISSING_THERE) for board in self.boards)

    @property
    def wins_there(self) -> tuple[bool, ...]:
        """The same for the second team; a board with nobody is won by neither."""
        return tuple(board in (Board.LOST, Board.MISSING) for board in self.boards)


def winner(match: TeamMatch) -> str | None:
    """The team with the majority of all boards; None where empty boards leave neither with it.

    >>> winner(TeamMatch("Ise", "Uji", (Board.LOST, Board.WON, Board.LOST)))
    'Uji'
    """
    majority = len(match.boards) // 2 + 1
    if sum(match.wins) >= majority:
        return match.first
    return match.second if sum(match.wins_there) >= majority else None


@dataclass(frozen=True, slots=True)
class Line:
    """A team in the table of its group. `place` is shared where nothing tells two teams apart.

    `wins_by_board` counts board by board, the captain's first.
    """

    team: str
    place: int
    played: int
    match_points: int
    individual_wins: int
    wins_by_board: tuple[int, ...]


def table(teams: Sequence[str], matches: Iterable[TeamMatch]) -> tuple[Line, ...]:
    """The group in order: matches won, then individual wins, then the captain's wins and so downward."""
    matches = tuple(matches)
    boards = max((len(match.boards) for match in matches), default=BOARDS[-1])
    played = dict.fromkeys(teams, 0)
    points = dict.fromkeys(teams, 0)
    by_board = {team: [0] * boards for team in teams}
    for match in matches:
        for team, wins in ((match.first, match.wins), (match.second, match.wins_there)):
            played[team] += 1
            points[team] += winner(match) == team
            for number, is_won in enumerate(wins):
                by_board[team][number] += is_won
    return _placed(teams, played, points, by_board)


def _placed(
    teams: Sequence[str], played: Mapping[str, int], points: Mapping[str, int], by_board: Mapping[str, list[int]]
) -> tuple[Line, ...]:
    def worth(team: str) -> tuple[int, ...]:
        return points[team], sum(by_board[team]), *by_board[team]

    order = sorted(teams, key=worth, reverse=True)
    return tuple(
        Line(
            team=team,
            place=1 + sum(worth(other) > worth(team) for other in teams),
            played=played[team],
            match_points=points[team],
            individual_wins=sum(by_board[team]),
            wins_by_board=tuple(by_board[team]),
        )
        for team in order
    )


@dataclass(frozen=True, slots=True)
class Squad:
    """The people of a team by their keys: the regulars and who may stand in."""

    members: tuple[str, ...]
    boards: int

    def __post_init__(self) -> None:
        if self.boards not in BOARDS:
            raise ValueError(f"a team match has three or five boards, not {self.boards}")


class SquadFault(Enum):
    """What is wrong with a squad or with a line-up."""

    TOO_FEW = "too_few"  # to enter: more than half of the boards
    TOO_MANY = "too_many"  # boards and three substitutes
    TWICE = "twice"
    NOT_OF_THE_SQUAD = "not_of_the_squad"


def squad_faults(squad: Squad) -> tuple[SquadFault, ...]:
    """What keeps a squad from entering: fewer people than a majority of the boards, too many, one twice."""
    faults = []
    if len(squad.members) < squad.boards // 2 + 1:
        faults.append(SquadFault.TOO_FEW)
    if len(squad.members) > squad.boards + MOST_SUBSTITUTES:
        faults.append(SquadFault.TOO_MANY)
    if len(set(squad.members)) < len(squad.members):
        faults.append(SquadFault.TWICE)
    return tuple(faults)


def line_up_faults(squad: Squad, line_up: Sequence[str | None]) -> tuple[SquadFault, ...]:
    """What is wrong with who sits where, captain's board first; None leaves a board empty and loses it."""
    seated = [person for person in line_up if person is not None]
    faults = []
    if len(line_up) > squad.boards:
        faults.append(SquadFault.TOO_MANY)
    if len(set(seated)) < len(seated):
        faults.append(SquadFault.TWICE)
    if set(seated) - set(squad.members):
        faults.append(SquadFault.NOT_OF_THE_SQUAD)
    return tuple(faults)
