"""Entries to a tournament: four deadlines, caps and the waiting list, withdrawals, sanctioned entries of a year.

Plain values in, plain values out. Deadlines are days, the last on which something may be done, in the zone of
the club. See docs/draws.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum

from clubs.grades import fiscal_year

PRIORITY_DAYS = 62  # two months of 31 days


class Step(Enum):
    """What may be done about an entry."""

    ENTER = "enter"  # by the member
    CHANGE = "change"  # by the member: class, wishes
    FORWARD = "forward"  # by an organiser: enter, change or take out whoever the club sends
    WITHDRAW = "withdraw"
    DRAW = "draw"
    PAY = "pay"


class Phase(Enum):
    """Where a tournament stands between its deadlines."""

    CLUB = "club"  # members enter themselves
    OFFICIAL = "official"  # past the club's deadline: only organisers change the list
    CLOSED = "closed"  # past the official deadline: the list is final but for withdrawals and who moves up
    PUBLISHED = "published"  # the draw is out: a withdrawal is a walkover and counts
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Deadlines:
    """The four deadlines of a tournament and its day. One that is None is that of the next step: the club's the
    official one, the official one the draw, draw and payment the day itself.

    ValueError where the club's is after the official one, that after the draw, or any after the day.
    """

    held_on: date
    club: date | None = None
    official: date | None = None
    draw: date | None = None
    payment: date | None = None

    def __post_init__(self) -> None:
        if not self.last("club") <= self.last("official") <= self.last("draw") <= self.held_on:
            raise ValueError("the club's deadline comes first, then the official one, the draw and the day")

    def last(self, deadline: str) -> date:
        """The last day of "club", "official", "draw" or "payment"."""
        if deadline == "payment":
            return self.payment or self.held_on
        days = {"club": self.club, "official": self.official, "draw": self.draw, "day": self.held_on}
        later = list(days)[list(days).index(deadline) :]
        return next(day for name in later if (day := days[name]) is not None)


def phase(deadlines: Deadlines, today: date, *, is_published: bool = False, is_finished: bool = False) -> Phase:
    """Where a tournament stands. The draw is out when it is published, whatever its deadline says."""
    if is_finished:
        return Phase.FINISHED
    if is_published:
        return Phase.PUBLISHED
    if today <= deadlines.last("club"):
        return Phase.CLUB
    return Phase.OFFICIAL if today <= deadlines.last("official") else Phase.CLOSED


_MEMBER = {
    Phase.CLUB: {Step.ENTER, Step.CHANGE, Step.WITHDRAW},
    Phase.OFFICIAL: {Step.WITHDRAW},
    Phase.CLOSED: {Step.WITHDRAW},
    Phase.PUBLISHED: {Step.WITHDRAW},
    Phase.FINISHED: set[Step](),
}
_ORGANISER = {
    Phase.CLUB: {Step.ENTER, Step.CHANGE, Step.WITHDRAW, Step.FORWARD},
    Phase.OFFICIAL: {Step.WITHDRAW, Step.FORWARD},
    Phase.CLOSED: {Step.WITHDRAW, Step.DRAW},
    Phase.PUBLISHED: {Step.WITHDRAW},
    Phase.FINISHED: set[Step](),
}


def allowed(now: Phase, deadlines: Deadlines, today: date, *, is_organiser: bool = False) -> frozenset[Step]:
    """What may be done today. Payments: by the member until their deadline, an organiser notes them at any time."""
    steps = set((_ORGANISER if is_organiser else _MEMBER)[now])
    if is_organiser or today <= deadlines.last("payment"):
        steps.add(Step.PAY)
    return frozenset(steps)


class State(Enum):
    """What has become of an entry."""

    ENTERED = "entered"
    WAITING = "waiting"  # beyond the cap
    WITHDRAWN = "withdrawn"  # before publication: as if never entered
    LATE = "late"  # withdrawn after publication: counts for the year, the opponent has a walkover
    ABSENT = "absent"  # did not come


_HOLDS_A_PLACE = (State.ENTERED, State.LATE, State.ABSENT)


def free_places(states: Iterable[State], cap: int | None) -> int | None:
    """How many places of a class are free; None without a cap. What is withdrawn late stays taken: the draw is out.

    >>> free_places([State.ENTERED, State.WITHDRAWN, State.LATE], 16)
    14
    """
    return None if cap is None else max(0, cap - sum(state in _HOLDS_A_PLACE for state in states))


def entered(states: Iterable[State], cap: int | None) -> State:
    """What a new entry is: with a place, or waiting when none is free or others wait already."""
    states = tuple(states)
    free = free_places(states, cap)
    return State.ENTERED if free is None or (free and State.WAITING not in states) else State.WAITING


def withdrawn(state: State, *, is_published: bool) -> State:
    """What an entry is after its withdrawal. Who only waited has never taken part.

    ValueError for one that is over already.
    """
    if state is State.WAITING:
        return State.WITHDRAWN
    if state is not State.ENTERED:
        raise ValueError("what is over cannot be withdrawn")
    return State.LATE if is_published else State.WITHDRAWN


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody on the waiting list; `key` finds them again and decides between equal instants."""

    key: str
    entered_at: datetime
    has_priority: bool = False


def moving_up(waiting: Iterable[Waiting], free: int | None, *, prefers_promoted: bool = False) -> tuple[Waiting, ...]:
    """Who moves up into free places (None: all), in order: first come, first served.

    `prefers_promoted` puts those with priority in front of the others that wait; it takes no place from anybody.
    """
    order = sorted(waiting, key=lambda each: (not (prefers_promoted and each.has_priority), each.entered_at, each.key))
    return tuple(order[:free])


def has_priority(promoted_on: date | None, entered_on: date) -> bool:
    """Whether somebody was promoted within the two months before entering.

    >>> has_priority(date(2026, 9, 30), date(2026, 11, 30)), has_priority(date(2026, 9, 1), date(2026, 11, 30))
    (True, False)
    """
    return promoted_on is not None and timedelta(0) <= entered_on - promoted_on <= timedelta(days=PRIORITY_DAYS)


@dataclass(frozen=True, slots=True)
class Event:
    """What of a person's entry the count of a year needs. `on` is the day of the event."""

    person: str
    on: date
    state: State = State.ENTERED
    is_sanctioned: bool = True
    is_team: bool = False


def entries_of_year(events: Iterable[Event], year: int) -> Counter[str]:
    """How often each person has entered in the fiscal year that began in April of `year`, as lotteries ask.

    Team and unofficial events do not count, nor whoever only waited or withdrew before publication; a
    withdrawal after publication and not coming do.
    """
    return Counter(
        event.person
        for event in events
        if fiscal_year(event.on) == year and event.is_sanctioned and not event.is_team and event.state in _HOLDS_A_PLACE
    )
