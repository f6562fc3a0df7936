"""What players say of a game at the mat: recorded once, disputed, corrected, taken back, settled.

Whoever may see it has been asked before (clubs.views.guards); who may do what with one result is decided here. Refused
is said in a sentence for the one who asked. Every change keeps what was before (ResultChange) and makes the strengths
anew from the day on that it concerns (clubs.ratings), in one transaction.
"""

from __future__ import annotations

import zoneinfo
from dataclasses import dataclass, fields, replace
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from clubs import ratings
from clubs.models import Attendance, Club, Member, Player, PracticeDay, Result, ResultChange
from clubs.refusals import RefusedError

MOST_CARDS = 50  # that lie on the mat
EARLIEST = date(1950, 1, 1)  # nothing is recorded from before
DAYS_BACK = 31  # so long members tell of games; later ones an organiser records


class SameGameError(RefusedError):
    """Perhaps it has been recorded already; whoever knows that it is another game says so."""


@dataclass(frozen=True, slots=True)
class Said:
    """What somebody says of one game. None: not noted. `played_at` where the moment is known."""

    winner: Player
    loser: Player
    played_on: date
    played_at: datetime | None = None
    margin: int | None = None
    ended: str = Result.Ended.PLAYED
    winner_start: int = 25
    loser_start: int = 25
    winner_cards: int | None = None
    loser_cards: int | None = None
    winner_faults: int | None = None
    loser_faults: int | None = None
    reciter: str = ""
    note: str = ""

    @classmethod
    def of(cls, result: Result) -> Said:
        """What is said of a result now."""
        return cls(**{each.name: getattr(result, each.name) for each in fields(cls)})

    def as_row(self) -> dict[str, Any]:
        """The same as plain values, for the database."""
        row = {name: value for name, value in as_values(self).items() if name not in ("winner", "loser")}
        row |= {"winner": str(self.winner.pk), "loser": str(self.loser.pk)}
        row["played_on"] = self.played_on.isoformat()
        row["played_at"] = self.played_at and self.played_at.isoformat()
        return row


def as_values(said: Said) -> dict[str, Any]:
    """Its fields by name; players stay players."""
    return {each.name: getattr(said, each.name) for each in fields(said)}


def with_moment(said: Said, played_at: datetime | None) -> Said:
    """The same, with the moment it was played."""
    return replace(said, played_at=played_at)


def today(club: Club, now: datetime) -> date:
    """The day it is where the club practises."""
    return now.astimezone(zoneinfo.ZoneInfo(club.time_zone)).date()


# Recording -----------------------------------------------------------------------------------------------
def record(*, by: Member, key: UUID, said: Said, now: datetime, is_another: bool = False) -> Result:
    """The result of this key, stored now or earlier: what is sent twice is there once.

    `is_another`: the two have played before today and this is one game more. RefusedError if it is not theirs to
    record or cannot have been so, SameGameError if the other of the two seems to have recorded the same game.
    """
    club = by.club
    known = Result.objects.filter(key=key).first()
    if known is not None:
        return _sent_again(known, by)
    _may_record(by, said)
    check(said, club, now)
    if not by.runs_the_club and said.played_on < today(club, now) - timedelta(days=DAYS_BACK):
        raise RefusedError(_("That is more than a month ago. Ask an organiser to record it."))
    try:
        with transaction.atomic():
            ratings.lock(club)
            if not is_another:
                _is_new(by, said)
            result = Result(
                key=key,
                club=club,
                day=practice_day(club, said.played_on, by.player.person),
                recorded_by=by.player.person,
                recorded_at=now,
                **as_values(said),
            )
            result.save(force_insert=True)
            for player in (said.winner, said.loser):
                Attendance.objects.get_or_create(day=result.day, player=player)
            ratings.changed(result, now_counts=True)
    except IntegrityError:  # the same key, sent twice at the same moment
        return _sent_again(Result.objects.get(key=key), by)
    return result


def practice_day(club: Club, day: date, person) -> PracticeDay:
    """The club's evening of that day, opened now if nobody has."""
    return PracticeDay.objects.get_or_create(club=club, held_on=day, defaults={"opened_by": person})[0]


def _sent_again(known: Result, by: Member) -> Result:
    if known.club_id != by.club_id or known.recorded_by_id != by.player.person_id:
        raise RefusedError(_("This result has the number of another one. Record it anew."))
    return known


def _may_record(by: Member, said: Said) -> None:
    if said.winner.pk == said.loser.pk:
        raise RefusedError(_("Choose two different players."))
    if by.club.members.present().filter(player__in=(said.winner, said.loser)).count() < 2:
        raise RefusedError(_("One of the two does not belong to the club any more. Ask an organiser."))
    if not by.runs_the_club and by.player_id not in (said.winner.pk, said.loser.pk):
        raise RefusedError(_("You can record your own games. Those of others are recorded by an organiser."))
    is_guest = by.role == Member.Role.GUEST
    if (
        is_guest
        and not Attendance.objects.filter(day__club=by.club, day__held_on=said.played_on, player=by.player).exists()
    ):
        raise RefusedError(
            _("Guests record games of an evening they are at. Ask an organiser to note that you are here.")
        )


def check(said: Said, club: Club, now: datetime) -> None:
    """RefusedError for what cannot have been so."""
    if said.played_on > today(club, now):
        raise RefusedError(_("That day is still to come."))
    if said.played_on < EARLIEST:
        raise RefusedError(_("Nothing is recorded from before %(year)d.") % {"year": EARLIEST.year})
    if said.ended in (Result.Ended.WALKOVER, Result.Ended.CONCEDED):
        if said.margin is not None:
            raise RefusedError(_("A game that was not played has no margin."))
    elif said.margin is not None and not 1 <= said.margin <= MOST_CARDS:
        raise RefusedError(_("The margin is a number of cards from 1 to 50."))
    if not all(1 <= start <= MOST_CARDS for start in (said.winner_start, said.loser_start)):
        raise RefusedError(_("Each side begins with 1 to 50 cards."))
    cards = [each for each in (said.winner_cards, said.loser_cards) if each is not None]
    if sum(cards) > MOST_CARDS or any(each < 0 for each in cards):
        raise RefusedError(_("The two cannot have taken more than 50 cards together."))
    faults = [each for each in (said.winner_faults, said.loser_faults) if each is not None]
    if any(not 0 <= each <= 99 for each in faults):
        raise RefusedError(_("Faults are a number from 0 to 99."))


def _is_new(by: Member, said: Said) -> None:
    """Both may take out their phones after a game: then the second learns that it is there already."""
    two = (said.winner, said.loser)
    same = Result.objects.filter(
        club=by.club, played_on=said.played_on, winner__in=two, loser__in=two, withdrawn_at__isnull=True
    )
    if same.exclude(recorded_by=by.player.person).exists():
        raise SameGameError(_("A game of the two on this day has been recorded already. Is this another one?"))


# After that ----------------------------------------------------------------------------------------------
def is_players(result: Result, member: Member) -> bool:
    """Whether the member has played this game."""
    return member.player_id in (result.winner_id, result.loser_id)


def is_said(result: Result) -> bool:
    """Whether people have told it and may tell it otherwise: not seen by the app, nor a tournament's."""
    return result.match is None and result.bout_id is None and result.board_id is None


def may_correct(result: Result, member: Member) -> bool:
    """Who recorded it and organisers correct a result and take it back."""
    is_own = result.recorded_by_id is not None and result.recorded_by_id == member.player.person_id
    return is_said(result) and result.withdrawn_at is None and (is_own or member.runs_the_club)


def may_dispute(result: Result, member: Member) -> bool:
    """A player of the game who has not recorded it says that it was otherwise, once."""
    is_own = result.recorded_by_id is not None and result.recorded_by_id == member.player.person_id
    is_open = result.withdrawn_at is None and result.disputed_at is None
    return is_said(result) and is_open and is_players(result, member) and not is_own


def may_settle(result: Result, member: Member) -> bool:
    """Organisers, and whoever has disputed it: they may think better of it."""
    is_own = result.disputed_by_id is not None and result.disputed_by_id == member.player.person_id
    return result.withdrawn_at is None and is_disputed(result) and (is_own or member.runs_the_club)


def is_disputed(result: Result) -> bool:
    """Whether it counts for nothing until somebody has settled it."""
    return result.disputed_at is not None and result.settled_at is None


def _locked(result: Result) -> Result:
    """The row as it is now, held until the transaction ends."""
    ratings.lock(result.club)
    return Result.objects.select_for_update().get(pk=result.pk)


@transaction.atomic
def dispute(result: Result, *, by: Member, sentence: str, now: datetime) -> None:
    """Say that it was otherwise. It does not count until it is settled."""
    result = _locked(result)
    if not may_dispute(result, by):
        raise RefusedError(_("This result cannot be disputed any more."))
    if not sentence.strip():
        raise RefusedError(_("Say in a sentence what was otherwise."))
    result.disputed_at, result.disputed_by, result.dispute = now, by.player.person, sentence.strip()[:1000]
    result.save(update_fields=["disputed_at", "disputed_by", "dispute"])
    ratings.changed(result)


@transaction.atomic
def settle(result: Result, *, by: Member, now: datetime) -> None:
    """Let the result stand as it is now."""
    result = _locked(result)
    if not may_settle(result, by):
        raise RefusedError(_("This result is not open any more."))
    result.settled_at, result.settled_by = now, by.player.person
    result.save(update_fields=["settled_at", "settled_by"])
    ratings.changed(result)


@transaction.atomic
def correct(result: Result, *, by: Member, said: Said, why: str, seen: int, now: datetime) -> None:
    """Tell it otherwise. `seen` is how many changes the page knew of: with another since, nothing happens."""
    result = _locked(result)
    if not may_correct(result, by):
        raise RefusedError(_("This result cannot be corrected by you."))
    if {said.winner.pk, said.loser.pk} != {result.winner_id, result.loser_id}:
        raise RefusedError(_("A result stays with its two players. Take it back and record another one."))
    if result.changes.count() != seen:
        raise RefusedError(_("Somebody has changed this result meanwhile. Look at it again."))
    check(said, by.club, now)
    before = Said.of(result)
    if said == before:
        return
    _remember(result, before, by, why, now)
    for name, value in as_values(said).items():
        setattr(result, name, value)
    if said.played_on != before.played_on:
        result.day = practice_day(by.club, said.played_on, by.player.person)
    result.save()
    ratings.changed(result, since=min(said.played_on, before.played_on))


@transaction.atomic
def withdraw(result: Result, *, by: Member, why: str, now: datetime) -> None:
    """Take it back. A second time changes nothing."""
    result = _locked(result)
    if result.withdrawn_at is not None:
        return
    if not may_correct(result, by):
        raise RefusedError(_("This result cannot be taken back by you."))
    _remember(result, Said.of(result), by, why, now)
    result.withdrawn_at = now
    result.save(update_fields=["withdrawn_at"])
    ratings.changed(result)


def _remember(result: Result, before: Said, by: Member, why: str, now: datetime) -> None:
    ResultChange.objects.create(
        result=result, before=before.as_row(), why=why.strip()[:1000], changed_by=by.player.person, changed_at=now
    )


def seen_by(member: Member):
    """The results of the club that a member may see: all, and a guest those of evenings they were at and their own."""
    results = Result.objects.filter(club=member.club)
    if member.role != Member.Role.GUEST:
        return results
    evenings = Attendance.objects.filter(day__club=member.club, player=member.player).values("day")
    return results.filter(Q(day__in=evenings) | Q(winner=member.player) | Q(loser=member.player))
