"""Entries to a tournament: four deadlines, caps and the waiting list, withdrawals, sanctioned entries of a year.

Plain values in, plain values out; an instant always has a time zone. See docs/draws.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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

    OPEN = "open"  # members enter themselves
    WITH_THE_CLUB = "with_the_club"  # past the club's deadline: only organisers change the list
    CLOSED = "closed"  # past the official deadline: the list is final but for withdrawals
    DRAWN = "drawn"  # the draw is made and published: a withdrawal is a walkover and counts
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Deadlines:
    """The four instants of a tournament: the last moment of each. `ends` is when its results are final.

    ValueError where the club's is after the official one or that after the draw. Payment may be asked for
    before or after the draw.
    """

    club: datetime
    official: datetime
    draw: datetime
    payment: datetime
    ends: datetime | None = None

    def __post_init__(self) -> None:
        if any(instant is not None and instant.tzinfo is None for instant in self._all()):
            raise ValueError("a deadline needs a time zone")
        if not self.club <= self.official <= self.draw:
            raise ValueError("the club's deadline comes first, then the official one, then the draw")
        if self.ends is not None and self.ends < self.draw:
            raise ValueError("a tournament ends after its draw")

    def _all(self) -> tuple[datetime | None, ...]:
        return self.club, self.official, self.draw, self.payment, self.ends


def phase(deadlines: Deadlines, now: datetime, *, published_at: datetime | None = None) -> Phase:
    """Where a tournament stands. It is drawn when the draw is published, whatever its deadline says."""
    if deadlines.ends is not None and now > deadlines.ends:
        return Phase.OVER
    if published_at is not None and now >= published_at:
        return Phase.DRAWN
    if now <= deadlines.club:
        return Phase.OPEN
    return Phase.WITH_THE_CLUB if now <= deadlines.official else Phase.CLOSED


_MEMBER = {
    Phase.OPEN: {Step.ENTER, Step.CHANGE, Step.WITHDRAW},
    Phase.WITH_THE_CLUB: {Step.WITHDRAW},
    Phase.CLOSED: {Step.WITHDRAW},
    Phase.DRAWN: {Step.WITHDRAW},
    Phase.OVER: set(),
}
_ORGANISER = {
    Phase.OPEN: {Step.ENTER, Step.CHANGE, Step.WITHDRAW, Step.FORWARD},
    Phase.WITH_THE_CLUB: {Step.WITHDRAW, Step.FORWARD},
    Phase.CLOSED: {Step.WITHDRAW, Step.DRAW},
    Phase.DRAWN: {Step.WITHDRAW},
    Phase.OVER: set(),
}


def allowed(
    deadlines: Deadlines, now: datetime, *, is_organiser: bool = False, published_at: datetime | None = None
) -> frozenset[Step]:
    """What may be done now. Payment may be recorded until its deadline by the member, by organisers always."""
    steps = set((_ORGANISER if is_organiser else _MEMBER)[phase(deadlines, now, published_at=published_at)])
    if is_organiser or now <= deadlines.payment:
        steps.add(Step.PAY)
    return frozenset(steps)


class Status(Enum):
    """What has become of an entry. Which entries have a place is told by `places`, not kept."""

    ENTERED = "entered"
    WITHDRAWN = "withdrawn"  # before publication: as if never entered
    WITHDRAWN_LATE = "withdrawn_late"  # after publication: counts for the year, the opponent has a walkover


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody's entry to one class. `number` tells who came first at one instant (the row's id).

    `promoted_on` is the day of the last promotion, for the priority of who has just come up. ValueError for
    a withdrawal without its instant, and the other way round.
    """

    number: int
    person: str
    entered_at: datetime
    status: Status = Status.ENTERED
    withdrawn_at: datetime | None = None
    promoted_on: date | None = None

    def __post_init__(self) -> None:
        if (self.status is Status.ENTERED) != (self.withdrawn_at is None):
            raise ValueError("what is withdrawn was withdrawn at an instant")


@dataclass(frozen=True, slots=True)
class Places:
    """Who plays, in the order of their entries, and who waits; the first of `waiting` moves up next."""

    playing: tuple[Entry, ...]
    waiting: tuple[Entry, ...]


def withdrawal(now: datetime, published_at: datetime | None) -> Status:
    """What a withdrawal at this moment is."""
    is_late = published_at is not None and now >= published_at
    return Status.WITHDRAWN_LATE if is_late else Status.WITHDRAWN


def places(entries: Iterable[Entry], cap: int | None, *, prefers_promoted: bool = False) -> Places:
    """Who has a place under a cap (None: no cap), by going through all entries and withdrawals again.

    First come, first served; a withdrawal lets the first who waits move up, but a late one leaves its place
    empty: the draw is out. `prefers_promoted` puts those promoted within the two months before their entry in
    front of the others that wait; it takes no place from anybody.
    """
    playing: list[Entry] = []
    waiting: list[Entry] = []
    for entry, is_withdrawal in _history(entries):
        if not is_withdrawal:
            (playing if cap is None or len(playing) < cap else waiting).append(entry)
        elif entry in waiting:
            waiting.remove(entry)
        elif entry.status is Status.WITHDRAWN:
            playing.remove(entry)
            if waiting:
                playing.append(waiting.pop(_next(waiting, prefers_promoted=prefers_promoted)))
    waiting.sort(key=lambda entry: _order(entry, prefers_promoted=prefers_promoted))
    there = (entry for entry in playing if entry.status is Status.ENTERED)
    return Places(tuple(sorted(there, key=lambda entry: (entry.entered_at, entry.number))), tuple(waiting))


def _history(entries: Iterable[Entry]) -> list[tuple[Entry, bool]]:
    """Entries and withdrawals (True) as they came; at one instant withdrawals last, never before their entry."""
    came = []
    for entry in entries:
        came.append((entry.entered_at, 0, entry.number, entry))
        if entry.withdrawn_at is not None:
            came.append((max(entry.withdrawn_at, entry.entered_at), 1, entry.number, entry))
    came.sort(key=lambda each: each[:3])
    return [(entry, bool(is_withdrawal)) for _, is_withdrawal, _, entry in came]


def _next(waiting: list[Entry], *, prefers_promoted: bool) -> int:
    return min(range(len(waiting)), key=lambda place: _order(waiting[place], prefers_promoted=prefers_promoted))


def _order(entry: Entry, *, prefers_promoted: bool) -> tuple[bool, datetime, int]:
    return not (prefers_promoted and is_recently_promoted(entry)), entry.entered_at, entry.number


def moved_up(before: Places, after: Places) -> tuple[Entry, ...]:
    """Who waited before and plays now: to be told."""
    waited = {entry.number for entry in before.waiting}
    return tuple(entry for entry in after.playing if entry.number in waited)


def is_recently_promoted(entry: Entry) -> bool:
    """Promoted within the two months before the entry."""
    if entry.promoted_on is None:
        return False
    return timedelta(0) <= entry.entered_at.date() - entry.promoted_on <= timedelta(days=PRIORITY_DAYS)


@dataclass(frozen=True, slots=True)
class Event:
    """What of a person's entry the count of a year needs. `on` is the day of the event."""

    person: str
    on: date
    status: Status = Status.ENTERED
    has_place: bool = True
    is_sanctioned: bool = True
    is_team: bool = False


def entries_of_year(events: Iterable[Event], year: int) -> Counter[str]:
    """How often each person has entered in a fiscal year (April to March), as lotteries ask.

    Team and unofficial events do not count, nor whoever only waited or withdrew before publication; a
    withdrawal after publication counts.
    """
    return Counter(
        event.person
        for event in events
        if fiscal_year(event.on) == year
        and event.is_sanctioned
        and not event.is_team
        and (event.status is Status.WITHDRAWN_LATE or (event.status is Status.ENTERED and event.has_place))
    )


def doubles(entries: Sequence[Entry]) -> tuple[tuple[Entry, Entry], ...]:
    """Standing entries of one person beside a later one: (earlier, later). The later is meant to hold."""
    last: dict[str, Entry] = {}
    found = []
    for entry in sorted(entries, key=lambda each: each.number):
        if entry.status is not Status.ENTERED:
            continue
        if entry.person in last:
            found.append((last[entry.person], entry))
        last[entry.person] = entry
    return tuple(found)
