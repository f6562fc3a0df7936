"""Bouts between teams of three or five boards, and the table of a group (clubs.teams has the rules).

A team wins by the majority of its boards; who is missing loses theirs. Every board that was played enters the results
of its two players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs import bouts, teams
from clubs.models import BoardResult, Bout, Division, Entry, Player, Result, TeamPlace
from clubs.refusals import RefusedError


@dataclass(frozen=True)
class Said:
    """One board as it is reported, the captain's first. Without a player of one side the other has won it."""

    first: Player | None
    second: Player | None
    is_first_winner: bool = False
    margin: int | None = None

    @property
    def board(self) -> teams.Board:
        """The same for the rules."""
        if self.first is None:
            return teams.Board.EMPTY if self.second is None else teams.Board.MISSING
        if self.second is None:
            return teams.Board.MISSING_THERE
        return teams.Board.WON if self.is_first_winner else teams.Board.LOST


# Squads --------------------------------------------------------------------------------------------------
def name_squad(*, entry: Entry, players: Sequence[Player]) -> None:
    """Who is in a team, the captain first; replacing who was named before. RefusedError for no proper squad."""
    boards = entry.division.tournament.boards
    squad = teams.Squad(tuple(str(player.pk) for player in players), boards)
    for fault in teams.squad_faults(squad):
        raise RefusedError(SQUAD_FAULTS[fault] % {"least": boards // 2 + 1, "most": boards + teams.MOST_SUBSTITUTES})
    others = TeamPlace.objects.filter(entry__division__tournament=entry.division.tournament, player__in=list(players))
    if others.exclude(entry=entry).exclude(entry__state=Entry.State.WITHDRAWN).exists():
        raise RefusedError(_("Somebody in this team is in another team of the tournament."))
    with transaction.atomic():
        entry.places.all().delete()
        TeamPlace.objects.bulk_create(
            TeamPlace(entry=entry, player=player, board=number) for number, player in enumerate(players, start=1)
        )


def from_elsewhere(*, entry: Entry, names: Sequence[str]) -> list[Player]:
    """Players for names that no member has; who stands in the team already under a name is that player."""
    known = {player.name: player for player in squad(entry)}
    return [known.get(name) or Player.objects.create(name=name) for name in names]


SQUAD_FAULTS = {
    teams.SquadFault.TOO_FEW: _("A team needs at least %(least)s players."),
    teams.SquadFault.TOO_MANY: _("A team has at most %(most)s players, substitutes among them."),
    teams.SquadFault.TWICE: _("Somebody is named twice."),
    teams.SquadFault.NOT_OF_THE_SQUAD: _("Somebody is not of this team."),
}


def squad(entry: Entry) -> list[Player]:
    """The team's players, the captain first."""
    return [place.player for place in entry.places.select_related("player")]


# Reporting -----------------------------------------------------------------------------------------------
def report_boards(*, bout: Bout, said: Sequence[Said], person, now: datetime, is_correction: bool = False) -> Bout:
    """Note all boards of a bout, and with them who has won it. The same twice is once.

    RefusedError where somebody sits twice or is not of the team, a played board has no margin from 1 to 25, or no team
    has the majority.
    """
    first, second = _both(bout)
    _seated(first, [each.first for each in said])
    _seated(second, [each.second for each in said])
    if len(said) != bout.division.tournament.boards:
        raise RefusedError(_("Say for every board who has won it."))
    for each in said:
        is_played = each.first is not None and each.second is not None
        if is_played != (each.margin is not None) or not 1 <= (each.margin or 1) <= 25:
            raise RefusedError(_("A board that was played has a margin of 1 to 25 cards, any other has none."))
    match = teams.TeamMatch(str(first.pk), str(second.pk), tuple(each.board for each in said))
    won = teams.winner(match)
    if won is None:
        raise RefusedError(_("Neither team has the majority of the boards."))
    with transaction.atomic():
        bout = bouts.held(bout)
        before = _as_said(bout)
        if bout.ended == Bout.Ended.PLAYED and before == list(said):
            return bout
        winner = first if won == str(first.pk) else second
        if bout.ended and before != list(said) and not is_correction:
            raise bouts.ReportedOtherwiseError(_("This bout has been reported otherwise: an organiser can correct it."))
        bout = bouts.report(
            bout=bout, winner=winner, person=person, now=now, is_correction=is_correction, ended=Bout.Ended.PLAYED
        )
        for number, each in enumerate(said, start=1):
            _write(bout, number, each, person, now)
    return bout


def _both(bout: Bout) -> tuple[Entry, Entry]:
    if bout.first is None or bout.second is None:
        raise RefusedError(_("This bout has no two opponents yet."))
    return bout.first, bout.second


def _seated(entry: Entry, players: Sequence[Player | None]) -> None:
    members = tuple(str(player.pk) for player in squad(entry))
    faults = teams.line_up_faults(
        teams.Squad(members, entry.division.tournament.boards),
        [None if player is None else str(player.pk) for player in players],
    )
    for fault in faults:
        if fault is not teams.SquadFault.TOO_MANY:
            raise RefusedError(SQUAD_FAULTS[fault])


def _as_said(bout: Bout) -> list[Said]:
    rows = bout.boards.select_related("first", "second")
    return [Said(row.first, row.second, row.is_first_winner, row.margin) for row in rows]


def _write(bout: Bout, number: int, each: Said, person, now: datetime) -> None:
    board, _is_new = BoardResult.objects.update_or_create(
        bout=bout,
        board=number,
        defaults={
            "first": each.first,
            "second": each.second,
            "is_first_winner": each.board in (teams.Board.WON, teams.Board.MISSING_THERE),
            "margin": each.margin,
        },
    )
    if each.first is None or each.second is None:
        bouts.withdraw_results(Q(board=board), person, now)
        return
    bouts.enter_result(
        {"board": board},
        tournament=bout.division.tournament,
        winner=each.first if each.is_first_winner else each.second,
        loser=each.second if each.is_first_winner else each.first,
        ended=Result.Ended.PLAYED,
        margin=each.margin,
        person=person,
        now=now,
    )


# A group -------------------------------------------------------------------------------------------------
def group_table(division: Division) -> tuple[tuple[Entry, teams.Line], ...]:
    """The teams of a group in order: bouts won, boards won, then the captain's wins and so downward."""
    entries = {str(entry.pk): entry for entry in division.entries.in_()}
    decided = division.bouts.exclude(ended="").prefetch_related("boards")
    matches = [_match(bout, division.tournament.boards) for bout in decided]
    return tuple((entries[line.team], line) for line in teams.table(list(entries), matches) if line.team in entries)


def _match(bout: Bout, boards: int) -> teams.TeamMatch:
    """A bout for the rules. A team that did not come, or gave in, misses every board."""
    if bout.ended == Bout.Ended.PLAYED:
        said = tuple(Said(row.first, row.second, row.is_first_winner).board for row in bout.boards.all())
    elif bout.winner_id is None:
        said = (teams.Board.EMPTY,) * boards
    else:
        said = (teams.Board.MISSING_THERE if bout.winner_id == bout.first_id else teams.Board.MISSING,) * boards
    return teams.TeamMatch(str(bout.first_id), str(bout.second_id), said)
