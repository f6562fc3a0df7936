"""The bouts of a class: what is to be played now, what is reported, and what it comes to.

The bracket is the fold of the reported bouts (clubs.bracket). A later round's row is written when both who meet there
are known. What is played enters the players' results too, in the same transaction.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs import bracket, ratings
from clubs.draws import Draw, cards_of_round
from clubs.models import Bout, Division, Entry, Placing, Player, Pool, Result, ResultChange, Tournament
from clubs.refusals import RefusedError
from clubs.results import Said
from clubs.tournaments import withdraw

_HOW = {
    Bout.Ended.PLAYED: bracket.How.PLAYED,
    Bout.Ended.WALKOVER: bracket.How.WALKOVER,
    Bout.Ended.CONCEDED: bracket.How.CONCEDED,
    Bout.Ended.NOBODY: bracket.How.DOUBLE_WALKOVER,
}
_MOST_ROUNDS = 16  # of 65,536 entries
_WITHOUT_PLAYING = (Bout.Ended.WALKOVER, Bout.Ended.NOBODY)
_NOT_THERE = {Entry.State.LATE, Entry.State.ABSENT}


class ReportedOtherwiseError(RefusedError):
    """Somebody has reported something else: an organiser corrects it."""


@dataclass(frozen=True)
class Board:
    """A knock-out as it stands. Entries by their number in the bracket, from 1."""

    division: Division
    entries: dict[int, Entry]
    bracket: bracket.Bracket
    bouts: dict[tuple[int, int], Bout]

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return len(self.bracket.rounds)

    @property
    def placings(self) -> dict[Entry, int]:
        """The places that are decided by now (Placing.Place). Who did not come and has won nothing has none."""
        won = {bout.winner_id for bout in self.bouts.values() if bout.ended == Bout.Ended.PLAYED}
        return {
            self.entries[number]: int(place)
            for number, place in self.bracket.placings.items()
            if self.entries[number].state not in _NOT_THERE or self.entries[number].pk in won
        }


def board(division: Division) -> Board:
    """The knock-out of a class that is drawn, from its bouts."""
    bouts = list(division.bouts.select_related("first__player", "second__player", "winner"))
    first_round = sorted((bout for bout in bouts if bout.number == 1), key=lambda bout: bout.place)
    entries: dict[int, Entry] = {}
    numbers: dict[object, int] = {}

    def number(entry: Entry | None) -> int | None:
        if entry is None:
            return None
        if entry.pk not in numbers:
            numbers[entry.pk] = len(numbers) + 1
            entries[numbers[entry.pk]] = entry
        return numbers[entry.pk]

    pairs = tuple((number(bout.first) or 0, number(bout.second)) for bout in first_round)
    results = [
        bracket.Result(
            bout.number,
            bout.place,
            numbers.get(bout.winner_id),
            _HOW[Bout.Ended(bout.ended)],
            bout.margin if bout.ended == Bout.Ended.PLAYED else None,
        )
        for bout in bouts
        if bout.ended in _HOW
    ]
    folded = bracket.fold(Draw(len(numbers), 0, pairs), results)
    return Board(division, entries, folded, {(bout.number, bout.place): bout for bout in bouts})


def cards(division: Division, number: int) -> tuple[int, ...]:
    """The poems whose cards lie at every table of the tournament in this round."""
    tournament = division.tournament
    is_final = tournament.final_uses_all and number == (division.bouts.filter(number=1).count()).bit_length()
    return cards_of_round(str(tournament.seed), number, from_all=is_final)


@dataclass(frozen=True)
class Line:
    """A player's line in the table of a group. `cards` are those of the margins, won less lost."""

    place: int
    played: int
    wins: int
    cards: int


def group_table(division: Division) -> tuple[tuple[Entry, Line], ...]:
    """The players of a group in order: bouts won, then the cards of the margins. Who is equal shares a place."""
    decided = list(division.bouts.exclude(ended=""))

    def worth(entry: Entry) -> tuple[int, int]:
        won = [bout for bout in decided if bout.winner_id == entry.pk]
        lost = [bout for bout in decided if entry.pk in (bout.first_id, bout.second_id) and bout.winner_id != entry.pk]
        return len(won), sum(bout.margin or 0 for bout in won) - sum(bout.margin or 0 for bout in lost)

    entries = list(division.entries.in_().select_related("player"))
    worths = {entry: worth(entry) for entry in entries}
    played = {entry: sum(entry.pk in (bout.first_id, bout.second_id) for bout in decided) for entry in entries}
    order = sorted(entries, key=lambda entry: worths[entry], reverse=True)
    return tuple(
        (entry, Line(1 + sum(each > worths[entry] for each in worths.values()), played[entry], *worths[entry]))
        for entry in order
    )


# Reporting -----------------------------------------------------------------------------------------------
def report(
    *,
    bout: Bout,
    winner: Entry | None,
    ended: str = Bout.Ended.PLAYED,
    margin: int | None = None,
    person,
    now: datetime,
    is_correction: bool = False,
) -> Bout:
    """Note how a bout has ended. The same twice is once; something else is ReportedOtherwiseError unless a correction.

    A correction that changes who goes on takes back what hangs on it: RefusedError where a later bout has been decided,
    which is to be taken back first. A margin goes with what was played, and with nothing else.
    """
    _sound(bout, winner, ended, margin)
    with transaction.atomic():
        bout = held(bout)
        said = (bout.winner_id, bout.ended, bout.margin)
        if said == (winner.pk if winner else None, ended, margin):
            return bout
        if bout.ended and not is_correction:
            raise ReportedOtherwiseError(_("This bout has been reported otherwise: an organiser can correct it."))
        if bout.ended and bout.winner_id != (winner.pk if winner else None):
            _free_what_follows(bout)
        bout.winner, bout.ended, bout.margin = winner, ended, margin
        bout.reported_by, bout.reported_at = person, now
        bout.save()
        _enter_result(bout, person, now)
        _go_on(bout.division, now)
    return bout


def take_back(*, bout: Bout, person, now: datetime) -> Bout:
    """Undo a report, as long as nothing that follows from it has been decided."""
    with transaction.atomic():
        bout = held(bout)
        if bout.ended in ("", Bout.Ended.BYE):
            return bout
        _free_what_follows(bout)
        bout.winner, bout.ended, bout.margin, bout.reported_by, bout.reported_at = None, "", None, person, now
        bout.save()
        withdraw_results(Q(bout=bout) | Q(board__bout=bout), person, now)
        _go_on(bout.division, now)
    return bout


def hold(division: Division) -> Tournament:
    """Nobody else changes the bouts of this class until the transaction ends; RefusedError unless it is being played.

    The whole class, not the bout alone: two bouts that end at once would each take the other for undecided, and the
    bout that follows from both would never be written.
    """
    Division.objects.select_for_update().get(pk=division.pk)
    tournament = Tournament.objects.select_related("club").get(divisions=division)
    if tournament.published_at is None:
        raise RefusedError(_("The draw is not published yet."))
    if tournament.finished_at is not None:
        raise RefusedError(_("This tournament is over."))
    return tournament


def held(bout: Bout) -> Bout:
    """The bout as it is now, held with its class (`hold`)."""
    hold(bout.division)
    rows = Bout.objects.select_related("division__tournament__club", "first__player", "second__player")
    return rows.get(pk=bout.pk)


def _sound(bout: Bout, winner: Entry | None, ended: str, margin: int | None) -> None:
    if bout.first_id is None or bout.second_id is None:
        raise RefusedError(_("This bout has no two opponents yet."))
    if ended not in _HOW:
        raise RefusedError(_("A bout is played, conceded or a walkover."))
    if (winner is None) != (ended == Bout.Ended.NOBODY):
        raise RefusedError(_("Say who has won."))
    if winner is not None and winner.pk not in (bout.first_id, bout.second_id):
        raise RefusedError(_("The winner is one of the two who play."))
    is_team = bout.division.tournament.is_team
    if (margin is not None) != (ended == Bout.Ended.PLAYED and not is_team):
        raise RefusedError(_("What was played has a margin; a walkover and a concession have none."))
    if margin is not None and not 1 <= margin <= 25:
        raise RefusedError(_("A margin is 1 to 25 cards."))


def _free_what_follows(bout: Bout) -> None:
    """The first bout that hangs on this one is not there any more: the next round, or a later one where a side has
    passed without an opponent.
    """
    if bout.division.form != Division.Format.KNOCKOUT:
        return
    later = Q()
    for steps in range(1, _MOST_ROUNDS):
        later |= Q(number=bout.number + steps, place=bout.place >> steps)
    following = bout.division.bouts.filter(later).order_by("number").first()
    if following is None:
        return
    if following.ended:
        raise RefusedError(_("The next round of these two has been decided: take that back first."))
    following.delete()


def _go_on(division: Division, now: datetime) -> None:
    """Write the rows of bouts whose two are known by now, and the placings once the final is decided."""
    if division.form != Division.Format.KNOCKOUT:
        return None
    stands = board(division)
    for match in stands.bracket.ready:
        if (match.round, match.place) in stands.bouts:
            continue
        first, second = stands.entries[int(match.first)], stands.entries[int(match.second)]  # type: ignore[arg-type]
        bout, _is_new = Bout.objects.get_or_create(
            division=division,
            number=match.round,
            place=match.place,
            defaults={"table": match.place + 1, "first": first, "second": second},
        )
        if {first.state, second.state} & _NOT_THERE:
            walk_over(bout, now)
            return _go_on(division, now)
    return place_all(stands, now)


def stays_away(*, entry: Entry, person, now: datetime) -> None:
    """An entry of a published draw did not come: who meets it goes on without playing. Twice is once."""
    with transaction.atomic():
        hold(entry.division)
        if Entry.objects.in_().filter(pk=entry.pk).update(state=Entry.State.ABSENT):
            _let_pass(entry, person, now)


def comes_after_all(*, entry: Entry, person, now: datetime) -> None:
    """An entry that was noted as absent is there: the walkovers are to be played, unless what follows is decided.

    RefusedError where it is. Twice is once.
    """
    with transaction.atomic():
        hold(entry.division)
        if not Entry.objects.filter(pk=entry.pk, state=Entry.State.ABSENT).update(state=Entry.State.ENTERED):
            return
        missed = entry.division.bouts.filter(Q(first=entry) | Q(second=entry), ended__in=_WITHOUT_PLAYING)
        for bout in missed.exclude(winner=entry).order_by("-number"):
            take_back(bout=bout, person=person, now=now)
        alone = Q(first__state__in=_NOT_THERE) | Q(second__state__in=_NOT_THERE)
        for bout in entry.division.bouts.filter(alone, ended="").filter(Q(first=entry) | Q(second=entry)):
            bout.reported_by = person
            walk_over(bout, now)
        _go_on(Division.objects.select_related("tournament__club").get(pk=entry.division_id), now)


def _let_pass(entry: Entry, person, now: datetime) -> None:
    """Whoever is to meet this entry goes on."""
    division = Division.objects.select_related("tournament__club").get(pk=entry.division_id)
    for bout in division.bouts.filter(Q(first=entry) | Q(second=entry), ended=""):
        bout.reported_by = person
        walk_over(bout, now)
    _go_on(division, now)


def take_out(*, entry: Entry, person, is_organiser: bool, now: datetime) -> tuple[Entry, ...]:
    """Withdraw an entry; once the draw is published its opponents go on without playing. Who moves up is returned."""
    with transaction.atomic():
        moved = withdraw(entry=entry, is_organiser=is_organiser, now=now)
        entry.refresh_from_db()
        if entry.state == Entry.State.LATE:
            _let_pass(entry, person, now)
    return moved


def walk_over(bout: Bout, now: datetime) -> None:
    """Decide a bout of which at least one is not there."""
    there = [each for each in (bout.first, bout.second) if each is not None and each.state not in _NOT_THERE]
    bout.winner = there[0] if len(there) == 1 else None
    bout.ended = Bout.Ended.WALKOVER if bout.winner else Bout.Ended.NOBODY
    bout.reported_at = now
    bout.save()
    _enter_result(bout, bout.reported_by, now)


def place_all(stands: Board, now: datetime) -> None:
    """The placings of a class whose final is decided; none of a class that is going on (again)."""
    division = stands.division
    if not stands.bracket.is_over or division.tournament.is_team:
        Placing.objects.filter(entry__division=division).delete()
        return
    places = stands.placings
    for entry in stands.entries.values():
        if entry.player is None:
            continue
        wins = sum(bout.winner_id == entry.pk and bout.ended == Bout.Ended.PLAYED for bout in stands.bouts.values())
        Placing.objects.update_or_create(
            entry=entry,
            defaults={
                "player": entry.player,
                "club": division.tournament.club,
                "name": division.tournament.name,
                "held_on": division.tournament.held_on,
                "grade": division.grade,
                "place": places.get(entry, Placing.Place.NONE),
                "wins": wins,
                "is_sanctioned": division.tournament.is_sanctioned,
                "recorded_at": now,
            },
        )


def told_anew(tournament: Tournament, *, was_on: date) -> None:
    """Placings and results say the name and the day that the tournament has now, and whether it is sanctioned.

    In the transaction that has changed it; `was_on` is the day until now.
    """
    Placing.objects.filter(entry__division__tournament=tournament).update(
        name=tournament.name, held_on=tournament.held_on, is_sanctioned=tournament.is_sanctioned
    )
    if was_on == tournament.held_on:
        return
    of = Q(bout__division__tournament=tournament) | Q(board__bout__division__tournament=tournament)
    if Result.objects.filter(of).update(played_on=tournament.held_on):
        ratings.recompute(tournament.club, Pool.BOARD, since=min(was_on, tournament.held_on))


# Results -------------------------------------------------------------------------------------------------
_RESULT_ENDED = {
    Bout.Ended.PLAYED: Result.Ended.PLAYED,
    Bout.Ended.WALKOVER: Result.Ended.WALKOVER,
    Bout.Ended.CONCEDED: Result.Ended.CONCEDED,
}


def _enter_result(bout: Bout, person, now: datetime) -> None:
    """The bout among the results of its two players."""
    if bout.winner is None or bout.winner.player is None or bout.first is None or bout.second is None:
        of = Q(bout=bout) if bout.ended == Bout.Ended.PLAYED else Q(bout=bout) | Q(board__bout=bout)
        withdraw_results(of, person, now)
        return
    loser = bout.second if bout.winner_id == bout.first_id else bout.first
    enter_result(
        {"bout": bout},
        tournament=bout.division.tournament,
        winner=bout.winner.player,
        loser=loser.player,
        ended=_RESULT_ENDED[Bout.Ended(bout.ended)],
        margin=bout.margin,
        person=person,
        now=now,
    )


def enter_result(
    of: dict[str, Any],
    *,
    tournament: Tournament,
    winner: Player | None,
    loser: Player | None,
    ended: str,
    margin: int | None,
    person,
    now: datetime,
) -> None:
    """What was played at one board (`of`: its bout, or its board of a team bout) among the results of the two."""
    before = Result.objects.filter(**of).first()
    if before is not None:
        _changed(before, person, now)
    result, is_new = Result.objects.update_or_create(
        **of,
        defaults={
            "club": tournament.club,
            "pool": Pool.BOARD,
            "kind": Result.Kind.TOURNAMENT,
            "played_on": tournament.held_on,
            "winner": winner,
            "loser": loser,
            "ended": ended,
            "margin": margin,
            "recorded_by": person,
            "recorded_at": now,
            "withdrawn_at": None,
        },
    )
    days = [tournament.held_on, *([before.played_on] if before else [])]
    ratings.changed(result, since=min(days), now_counts=is_new)


def withdraw_results(of: Q, person, now: datetime) -> None:
    """Results that do not hold any more: they stay, and count no more."""
    for result in Result.objects.filter(of, withdrawn_at=None):
        _changed(result, person, now)
        result.withdrawn_at = now
        result.save(update_fields=["withdrawn_at"])
        ratings.changed(result)


def _changed(result: Result, person, now: datetime) -> None:
    ResultChange.objects.create(
        result=result,
        before=Said.of(result).as_row(),
        changed_by=person,
        changed_at=now,
    )
