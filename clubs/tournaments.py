"""Tournaments between their deadlines: who may do what now, who enters, who waits, who has paid.

Deadlines are days in the club's time zone; what they mean is told by clubs.entries.
"""

from __future__ import annotations

import zoneinfo
from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs import entries as rules
from clubs import standing
from clubs.entries import Deadlines, Step
from clubs.grades import fiscal_year_start
from clubs.models import Division, Entry, Player, Tournament
from clubs.refusals import RefusedError

GONE = (Entry.State.WITHDRAWN, Entry.State.LATE)


def today_of(tournament: Tournament, now: datetime) -> date:
    """The day it is where the club is."""
    return now.astimezone(zoneinfo.ZoneInfo(tournament.club.time_zone)).date()


def deadlines(tournament: Tournament) -> Deadlines:
    """The last day of each step; ValueError where they are in no order."""
    return Deadlines(
        held_on=tournament.held_on,
        club=tournament.club_deadline,
        official=tournament.official_deadline,
        draw=tournament.draw_on,
        payment=tournament.payment_deadline,
    )


def phase(tournament: Tournament, now: datetime) -> rules.Phase:
    """Where it stands."""
    return rules.phase(
        deadlines(tournament),
        today_of(tournament, now),
        is_published=tournament.published_at is not None,
        is_finished=tournament.finished_at is not None,
    )


def allowed(tournament: Tournament, now: datetime, *, is_organiser: bool) -> frozenset[Step]:
    """What may be done now: nothing before it is opened. An organiser may draw early, a small one on the spot."""
    if tournament.opened_at is None:
        return frozenset()
    stands, today = phase(tournament, now), today_of(tournament, now)
    steps = rules.allowed(stands, deadlines(tournament), today, is_organiser=is_organiser)
    may_draw = is_organiser and stands not in (rules.Phase.PUBLISHED, rules.Phase.FINISHED)
    return steps | {Step.DRAW} if may_draw else steps


def _may(tournament: Tournament, step: Step, now: datetime, *, is_organiser: bool) -> None:
    if step in allowed(tournament, now, is_organiser=is_organiser):
        return
    if tournament.opened_at is None:
        raise RefusedError(_("This tournament takes no entries yet."))
    if tournament.finished_at is not None:
        raise RefusedError(_("This tournament is over."))
    if tournament.published_at is not None:
        raise RefusedError(_("The draw is published: an entry can only be withdrawn now."))
    if is_organiser:
        raise RefusedError(_("The official deadline has passed: the list is closed."))
    raise RefusedError(_("The club's deadline has passed: ask an organiser."))


# Entering ------------------------------------------------------------------------------------------------
def enter(
    *,
    division: Division,
    player: Player | None = None,
    team: str = "",
    affiliation: str = "",
    person,
    is_organiser: bool,
    now: datetime,
    promoted_on: date | None = None,
) -> Entry:
    """Enter a player or a team. Twice, or by two at once, it is one entry; a withdrawn one comes back as the last.

    RefusedError with a sentence when a deadline has passed or the class has been drawn.
    """
    tournament = division.tournament
    if (player is None) != tournament.is_team:
        raise RefusedError(_("Teams enter a team tournament, players any other."))
    with transaction.atomic():
        division = _held(division)
        tournament = division.tournament
        _may(tournament, Step.FORWARD if is_organiser else Step.ENTER, now, is_organiser=is_organiser)
        if division.drawn_at is not None:
            raise RefusedError(_("This class has been drawn."))
        standing = tournament_entries(tournament).exclude(state__in=GONE)
        same = standing.filter(player=player) if player else standing.filter(team=team)
        if (other := same.first()) is not None:
            return _same_class(other, division)
        values = {
            "affiliation": affiliation,
            "entered_at": now,
            "entered_by": person,
            "fee": tournament.fee,
            "has_priority": rules.has_priority(promoted_on, today_of(tournament, now)),
            "state": Entry.State(rules.entered(_states(division), division.cap).value),
            "withdrawn_at": None,
        }
        if player is not None and division.entries.filter(player=player, refunded_at__isnull=False).exists():
            values |= {"paid": 0, "paid_at": None, "refunded_at": None}  # what was given back is to be paid again
        if player is None:
            return Entry.objects.create(division=division, team=team, **values)
        return Entry.objects.update_or_create(division=division, player=player, defaults=values)[0]


def _held(division: Division) -> Division:
    """The class as it is now: two at once do not both get the last place, nor anybody one beside a draw."""
    if Division.objects.select_for_update().filter(pk=division.pk).first() is None:
        raise RefusedError(_("This class has been drawn."))  # in blocks, which were gathered meanwhile
    return Division.objects.select_related("tournament__club").get(pk=division.pk)


def promoted_on(player: Player) -> date | None:
    """Since when the player has been of the present class, if an organiser has confirmed it."""
    now = standing.of(player)
    return now.since if now.is_confirmed else None


def _same_class(entry: Entry, division: Division) -> Entry:
    if entry.division_id != division.pk:
        raise RefusedError(_("This player or team has entered another class of this tournament."))
    return entry


def _states(division: Division) -> list[rules.State]:
    return [rules.State(state) for state in division.entries.values_list("state", flat=True)]


def tournament_entries(tournament: Tournament):
    """All entries, of every class and block."""
    return Entry.objects.filter(division__tournament=tournament)


def withdraw(*, entry: Entry, is_organiser: bool, now: datetime) -> tuple[Entry, ...]:
    """Take an entry back; who moves up from the waiting list is returned, to be told. Twice is once."""
    with transaction.atomic():
        tournament = _held(entry.division).tournament
        _may(tournament, Step.WITHDRAW, now, is_organiser=is_organiser)
        entry.refresh_from_db()
        if entry.state not in (Entry.State.ENTERED, Entry.State.WAITING):
            return ()
        state = rules.withdrawn(rules.State(entry.state), is_published=tournament.published_at is not None)
        entry.state, entry.withdrawn_at = Entry.State(state.value), now
        entry.save(update_fields=["state", "withdrawn_at"])
        return move_up(entry.division)


def move_up(division: Division) -> tuple[Entry, ...]:
    """Let those who wait have what places are free; who they are is returned. A drawn class stays as it is."""
    if division.drawn_at is not None:
        return ()
    rows = {str(entry.pk): entry for entry in division.entries.waiting()}
    waiting = [rules.Waiting(key, entry.entered_at, entry.has_priority) for key, entry in rows.items()]
    free = rules.free_places(_states(division), division.cap)
    moved = rules.moving_up(waiting, free, prefers_promoted=division.tournament.prefers_promoted)
    for each in moved:
        rows[each.key].state = Entry.State.ENTERED
        rows[each.key].save(update_fields=["state"])
    return tuple(rows[each.key] for each in moved)


# Money ---------------------------------------------------------------------------------------------------
def pay(*, entry: Entry, amount: int, now: datetime) -> Entry:
    """Note what has been paid for an entry in all; 0 takes it back."""
    if amount < 0:
        raise RefusedError(_("An amount is not below zero."))
    entry.paid, entry.paid_at = amount, now if amount else None
    entry.save(update_fields=["paid", "paid_at"])
    return entry


def refund(*, entry: Entry, now: datetime) -> Entry:
    """Note that what was paid has been given back. Twice is once."""
    if not entry.paid:
        raise RefusedError(_("Nothing has been paid for this entry."))
    Entry.objects.filter(pk=entry.pk, refunded_at__isnull=True).update(refunded_at=now)
    entry.refresh_from_db()
    return entry


# The year ------------------------------------------------------------------------------------------------
def sanctioned_entries(players: Iterable[Player], year: int) -> Counter[str]:
    """How often each player (by key) has entered sanctioned events in a fiscal year."""
    rows = Entry.objects.filter(
        player__in=list(players),
        division__tournament__held_on__gte=fiscal_year_start(year),
        division__tournament__held_on__lt=fiscal_year_start(year + 1),
    ).select_related("division__tournament")
    return rules.entries_of_year(
        (
            rules.Event(
                person=str(entry.player_id),
                on=entry.division.tournament.held_on,
                state=rules.State(entry.state),
                is_sanctioned=entry.division.tournament.is_sanctioned,
                is_team=entry.division.tournament.is_team,
            )
            for entry in rows
        ),
        year,
    )
