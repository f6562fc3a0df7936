"""What papers tell, read from the tables once: who has won what, who meets whom at which table, the tree of a draw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from django.utils.translation import gettext as _

from clubs import bouts, bracket, team_bouts
from clubs.bracket import Nobody
from clubs.models import Bout, Division, Entry, Placing
from clubs.naming import shown

AWARDED = (Placing.Place.WINNER, Placing.Place.RUNNER_UP, Placing.Place.THIRD, Placing.Place.FOURTH)


@dataclass(frozen=True)
class Occasion:
    """What the paper belongs to."""

    club: str
    tournament: str
    division: str
    grade: str
    held_on: date
    venue: str = ""


@dataclass(frozen=True)
class Name:
    """A player or a team as a paper of the club calls them; `members` are a team's."""

    name: str
    affiliation: str = ""
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Award:
    """A place from 1 to 4 and whose it is."""

    place: int
    name: Name


@dataclass(frozen=True)
class Slip:
    """A table of a round. A side that is not known yet is None, `whence` says who comes."""

    table: int
    room: str
    sides: tuple[Name | None, Name | None]
    whence: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Slot:
    """A place of the bracket. `winner` is 0 or 1, None while it is open; `note` how it ended, a margin or in words."""

    sides: tuple[Name | None, Name | None]
    winner: int | None = None
    note: str = ""
    is_bye: bool = False


@dataclass(frozen=True)
class Tree:
    """A knock-out round by round, from the top to the bottom of the bracket."""

    rounds: tuple[tuple[Slot, ...], ...]

    @property
    def champion(self) -> Name | None:
        """Who has won the final."""
        final = self.rounds[-1][0]
        return None if final.winner is None else final.sides[final.winner]


@dataclass(frozen=True)
class Cross:
    """A group: the names in order, and by two places in it what was played: (won, margin)."""

    names: tuple[Name, ...]
    cells: dict[tuple[int, int], tuple[bool, int | None]]
    places: tuple[int, ...]
    wins: tuple[int, ...]


def occasion(division: Division) -> Occasion:
    """What a class of a tournament belongs to."""
    tournament = division.tournament
    return Occasion(
        club=tournament.club.name,
        tournament=tournament.name,
        division=str(division),
        grade=division.grade,
        held_on=tournament.held_on,
        venue=tournament.venue,
    )


def of_all_classes(division: Division) -> Occasion:
    """The same without the class: for what all classes of a tournament share."""
    return replace(occasion(division), division="", grade="")


def name_of(entry: Entry) -> Name:
    """Names in full: papers stay in the club."""
    if entry.player is not None:
        return Name(shown(entry.player, to_member=True), entry.affiliation)
    members = tuple(shown(player, to_member=True) for player in team_bouts.squad(entry))
    return Name(entry.team, entry.affiliation, members)


def awards(division: Division) -> list[Award]:
    """The places 1 to 4 that are decided, the best first; of a group those shared by nobody below the fourth."""
    if division.form == Division.Format.GROUP:
        if division.bouts.filter(ended="").exists():
            return []
        return [Award(line.place, name_of(entry)) for entry, line in _table(division) if line.place <= max(AWARDED)]
    places = bouts.board(division).placings
    found = [Award(place, name_of(entry)) for entry, place in places.items() if place in AWARDED]
    return sorted(found, key=lambda award: award.place)


def _table(division: Division) -> Iterable:
    return team_bouts.group_table(division) if division.tournament.is_team else bouts.group_table(division)


# The tables of a round -----------------------------------------------------------------------------------
def rounds(division: Division) -> int:
    """How many rounds a class that is drawn has."""
    if division.form == Division.Format.GROUP:
        return max((bout.number for bout in division.bouts.all()), default=0)
    return bouts.board(division).rounds


def next_round(division: Division) -> int:
    """The first round with something to be played; the last one when all is."""
    if division.form == Division.Format.GROUP:
        waiting = division.bouts.filter(ended="").order_by("number").first()
        return waiting.number if waiting else max(1, rounds(division))
    stands = bouts.board(division)
    for number, matches in enumerate(stands.bracket.rounds, start=1):
        if any(match.winner is Nobody.YET for match in matches):
            return number
    return stands.rounds


def slips(division: Division, number: int) -> list[Slip]:
    """The tables of a round at which two are to play, in their order; of a later round, who comes from where."""
    room = division.room.name if division.room else ""
    if division.form == Division.Format.GROUP:
        rows = division.bouts.filter(number=number).select_related("first__player", "second__player")
        return [Slip(bout.table or bout.place + 1, room, _sides(bout)) for bout in rows.order_by("place")]
    stands = bouts.board(division)
    found = []
    for match in stands.bracket.rounds[number - 1]:
        if Nobody.EVER in (match.first, match.second):
            continue
        bout = stands.bouts.get((match.round, match.place))
        if bout is not None and bout.ended in (Bout.Ended.WALKOVER, Bout.Ended.NOBODY):
            continue
        table = bout.table if bout and bout.table else match.place + 1
        sides = tuple(_name(stands, side) for side in (match.first, match.second))
        whence = tuple(_whence(stands, match, above) for above in (0, 1))
        found.append(Slip(table, room, sides, whence))  # type: ignore[arg-type]  # tuples of two
    return found


def _sides(bout: Bout) -> tuple[Name | None, Name | None]:
    return (name_of(bout.first) if bout.first else None, name_of(bout.second) if bout.second else None)


def _name(stands: bouts.Board, side: int | Nobody) -> Name | None:
    return name_of(stands.entries[side]) if isinstance(side, int) else None


def _whence(stands: bouts.Board, match: bracket.Match, side: int) -> str:
    """Who is to sit there, while it is not known: the winner of which table."""
    if (match.first, match.second)[side] is not Nobody.YET:
        return ""
    place = 2 * match.place + side
    bout = stands.bouts.get((match.round - 1, place))
    return _("Winner of table %(table)d, round %(round)d") % {
        "table": bout.table if bout and bout.table else place + 1,
        "round": match.round - 1,
    }


# The draw ------------------------------------------------------------------------------------------------
def tree(division: Division) -> Tree:
    """The bracket of a knock-out that is drawn, with what has been reported."""
    stands = bouts.board(division)
    names = {number: name_of(entry) for number, entry in stands.entries.items()}
    return Tree(tuple(tuple(_slot(names, match, stands) for match in matches) for matches in stands.bracket.rounds))


def _slot(names: dict[int, Name], match: bracket.Match, stands: bouts.Board) -> Slot:
    sides = (match.first, match.second)
    told = tuple(names[side] if isinstance(side, int) else None for side in sides)
    return Slot(
        sides=told,  # type: ignore[arg-type]  # two
        winner=sides.index(match.winner) if isinstance(match.winner, int) else None,
        note=_note(stands.bouts.get((match.round, match.place))),
        is_bye=match.round == 1 and match.second is Nobody.EVER,
    )


def _note(bout: Bout | None) -> str:
    if bout is None or bout.ended in ("", Bout.Ended.BYE):
        return ""
    if bout.margin is not None:
        return str(bout.margin)
    return {Bout.Ended.WALKOVER: _("w.o."), Bout.Ended.CONCEDED: _("conc.")}.get(Bout.Ended(bout.ended), "")


def cross(division: Division) -> Cross:
    """The table of a group, in the order of its entries."""
    lines = {entry.pk: (entry, line) for entry, line in _table(division)}
    entries = [entry for entry in division.entries.in_().select_related("player") if entry.pk in lines]
    places = {entry.pk: number for number, entry in enumerate(entries)}
    cells: dict[tuple[int, int], tuple[bool, int | None]] = {}
    for bout in division.bouts.exclude(ended="").exclude(winner=None):
        if bout.first_id in places and bout.second_id in places:
            one, other = places[bout.first_id], places[bout.second_id]
            has_won = bout.winner_id == bout.first_id
            cells[one, other], cells[other, one] = (has_won, bout.margin), (not has_won, bout.margin)
    told = [lines[entry.pk][1] for entry in entries]
    return Cross(
        names=tuple(name_of(entry) for entry in entries),
        cells=cells,
        places=tuple(line.place for line in told),
        wins=tuple(line.match_points if division.tournament.is_team else line.wins for line in told),
    )
