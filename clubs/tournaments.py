"""Tournaments between their deadlines: who may do what now, who enters, who waits, who has paid.

A deadline is a day in the club's time zone and lasts to its end. One that is not set falls on the next one, the last on
the day of the tournament itself (clubs.entries has the rules).
"""

from __future__ import annotations

import zoneinfo
from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs import entries as rules
from clubs.entries import Deadlines, Step
from clubs.models import Division, Entry, Player, Tournament

KEPT = {rules.Status.WITHDRAWN: Entry.State.WITHDRAWN, rules.Status.WITHDRAWN_LATE: Entry.State.LATE}
_GONE = {Entry.State.WITHDRAWN, Entry.State.LATE}


class NotAllowed(Exception):  # noqa: N818 (a rule says no, nothing is wrong with us)
    """Something that the rules of a tournament do not allow now; `str()` is the sentence for who tried."""


def deadlines(tournament: Tournament) -> Deadlines:
    """The last moment of each step."""
    zone = zoneinfo.ZoneInfo(tournament.club.time_zone)

    def end_of(day: date) -> datetime:
        return datetime.combine(day + timedelta(days=1), time(), tzinfo=zone) - timedelta(microseconds=1)

    draw = tournament.draw_on or tournament.held_on
    official = min(tournament.official_deadline or draw, draw)
    club = min(tournament.club_deadline or official, official)
    return Deadlines(
        club=end_of(club),
        official=end_of(official),
        draw=end_of(draw),
        payment=end_of(tournament.payment_deadline or tournament.held_on),
        ends=tournament.finished_at,
    )


def allowed(tournament: Tournament, now: datetime, *, is_organiser: bool) -> frozenset[Step]:
    """What may be done now. Entries wait until the tournament is opened; a small one may be drawn before its day."""
    if tournament.opened_at is None:
        return frozenset()
    limits = deadlines(tournament)
    steps = rules.allowed(limits, now, is_organiser=is_organiser, published_at=tournament.published_at)
    is_open = tournament.published_at is None and tournament.finished_at is None
    return steps | {Step.DRAW} if is_organiser and is_open else steps


def _may(tournament: Tournament, step: Step, now: datetime, *, is_organiser: bool) -> None:
    if step in allowed(tournament, now, is_organiser=is_organiser):
        return
    if tournament.opened_at is None:
        raise NotAllowed(_("This tournament takes no entries yet."))
    if tournament.finished_at is not None:
        raise NotAllowed(_("This tournament is over."))
    if tournament.published_at is not None:
        raise NotAllowed(_("The draw is published: an entry can only be withdrawn now."))
    if is_organiser:
        raise NotAllowed(_("The official deadline has passed: the list is closed."))
    raise NotAllowed(_("The club's deadline has passed: ask an organiser."))


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

    NotAllowed with a sentence when a deadline has passed or the class has been drawn.
    """
    tournament = division.tournament
    _may(tournament, Step.FORWARD if is_organiser else Step.ENTER, now, is_organiser=is_organiser)
    if division.drawn_at is not None:
        raise NotAllowed(_("This class has been drawn."))
    if (player is None) != tournament.is_team:
        raise NotAllowed(_("Teams enter a team tournament, players any other."))
    with transaction.atomic():
        if player is not None:
            other = tournament_entries(tournament).filter(player=player).exclude(state__in=_GONE).first()
            if other is not None and other.division_id != division.pk:
                raise NotAllowed(_("This player has entered another class of this tournament."))
        recent = promoted_on is not None and timedelta() <= now.date() - promoted_on <= timedelta(
            days=rules.PRIORITY_DAYS
        )
        values = {
            "affiliation": affiliation,
            "entered_at": now,
            "entered_by": person,
            "fee": tournament.fee,
            "has_priority": recent,
        }
        if player is None:
            entry = Entry.objects.create(division=division, team=team, **values)
        else:
            entry, is_new = Entry.objects.get_or_create(division=division, player=player, defaults=values)
            if not is_new and entry.state in _GONE:
                for name, value in values.items():
                    setattr(entry, name, value)
                entry.state, entry.withdrawn_at = Entry.State.ENTERED, None
                entry.save()
        settle(division)
    entry.refresh_from_db()
    return entry


def tournament_entries(tournament: Tournament):
    """All entries, of every class and block."""
    return Entry.objects.filter(division__tournament=tournament)


def withdraw(*, entry: Entry, is_organiser: bool, now: datetime) -> tuple[Entry, ...]:
    """Take an entry back; who moves up from the waiting list is returned, to be told. Twice is once."""
    tournament = entry.division.tournament
    _may(tournament, Step.WITHDRAW, now, is_organiser=is_organiser)
    state = KEPT[rules.withdrawal(now, tournament.published_at)]
    with transaction.atomic():
        changed = Entry.objects.filter(pk=entry.pk).exclude(state__in=_GONE).update(state=state, withdrawn_at=now)
        return settle(entry.division) if changed else ()


def settle(division: Division) -> tuple[Entry, ...]:
    """Who has a place and who waits, after every entry and withdrawal; who has moved up is returned."""
    if division.drawn_at is not None:
        return ()
    rows = {entry.pk: entry for entry in division.entries.order_by("entered_at", "pk")}
    numbers = dict(enumerate(rows))
    plain = [_plain(number, rows[key]) for number, key in numbers.items()]
    places = rules.places(plain, division.cap, prefers_promoted=division.tournament.prefers_promoted)
    moved: list[Entry] = []
    for state, there in ((Entry.State.ENTERED, places.playing), (Entry.State.WAITING, places.waiting)):
        for each in there:
            row = rows[numbers[each.number]]
            if row.state != state:
                if state == Entry.State.ENTERED:
                    moved.append(row)
                row.state = state
                row.save(update_fields=["state"])
    return tuple(moved)


def _plain(number: int, entry: Entry) -> rules.Entry:
    status = {value: key for key, value in KEPT.items()}.get(Entry.State(entry.state), rules.Status.ENTERED)
    return rules.Entry(
        number=number,
        person=str(entry.player_id or entry.team),
        entered_at=entry.entered_at,
        status=status,
        withdrawn_at=entry.withdrawn_at if status is not rules.Status.ENTERED else None,
        promoted_on=entry.entered_at.date() if entry.has_priority else None,
    )


# Money ---------------------------------------------------------------------------------------------------
def pay(*, entry: Entry, amount: int, now: datetime) -> Entry:
    """Note what has been paid for an entry in all; 0 takes it back."""
    if amount < 0:
        raise NotAllowed(_("An amount is not below zero."))
    entry.paid, entry.paid_at = amount, now if amount else None
    entry.save(update_fields=["paid", "paid_at"])
    return entry


def refund(*, entry: Entry, now: datetime) -> Entry:
    """Note that what was paid has been given back. Twice is once."""
    if not entry.paid:
        raise NotAllowed(_("Nothing has been paid for this entry."))
    Entry.objects.filter(pk=entry.pk, refunded_at__isnull=True).update(refunded_at=now)
    entry.refresh_from_db()
    return entry


# The year ------------------------------------------------------------------------------------------------
def sanctioned_entries(players: Iterable[Player], year: int) -> Counter[str]:
    """How often each player (by key) has entered sanctioned events in a fiscal year."""
    rows = Entry.objects.filter(player__in=list(players)).select_related("division__tournament")
    status = {value: key for key, value in KEPT.items()}
    return rules.entries_of_year(
        (
            rules.Event(
                person=str(entry.player_id),
                on=entry.division.tournament.held_on,
                status=status.get(Entry.State(entry.state), rules.Status.ENTERED),
                has_place=entry.state != Entry.State.WAITING,
                is_sanctioned=entry.division.tournament.is_sanctioned,
                is_team=entry.division.tournament.is_team,
            )
            for entry in rows
        ),
        year,
    )
