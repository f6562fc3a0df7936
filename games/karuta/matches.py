"""Matches of karuta: begin one, load it, act in it. What happens is appended or nothing is.

Whoever acts names how many events they have seen; if the match has gone on since (a second click, another tab), nothing
happens and `Stale` says so. Touches name their reading instead: several hands may move at once. The pages know these
functions alone, so that a table with sockets can take their place.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any

from django.db import transaction

from games import hooks
from games.bots.karuta.opponent import PlannedTouch, held_back
from games.karuta import opponents, places, sounds
from games.karuta.players import Player, from_rows, to_rows
from games.matches import Stale, write_behind
from games.models import KarutaEvent, KarutaMatch
from games.rules.engine import IllegalMove
from games.rules.karuta import play
from games.rules.karuta.events import (
    Close,
    Command,
    Deal,
    Event,
    Judged,
    Lay,
    Phase,
    Read,
    ReadingBegun,
    Ready,
    Tick,
    Touch,
    Void,
)
from games.rules.karuta.judge import Touched
from games.rules.karuta.log import from_row, setup_from_row, setup_to_row, to_row
from games.rules.karuta.variants import Setup
from trainer.poems import kimariji

HOST = 0  # the seat of the person of a match at one device
MOST_HANDS_AT_ONCE = 8  # written at the same moment, before one of them is told that it came too late
_SETTLING = (Phase.LAYOUT, Phase.MEMORISE, Phase.SWING)


@dataclass(frozen=True)
class Table:
    """A match with who plays it, its events, and the state they make.

    `own` is the seat of whoever is told about it: “You” in words. None: somebody who does not sit there.
    """

    match: KarutaMatch
    setup: Setup
    players: tuple[Player, ...]
    events: tuple[Event, ...]
    state: play.State
    own: int | None = HOST

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.state.result is not None

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats that are played at the device."""
        return tuple(seat for seat, player in enumerate(self.players) if player.is_person)

    def clock_ms(self, now: datetime) -> int:
        """What the match's own clock shows."""
        return self.match.shown_ms(now)


def begin(
    *,
    person,
    setup: Setup,
    players: Sequence[Player],
    voice: str,
    tempo: str,
    now: datetime,
    seed: int | None = None,
    sitting: Mapping[int, Any] | None = None,
) -> KarutaMatch:
    """A new match, dealt, with the computers' cards laid. ValueError if there is not one player for every seat.

    `person` plays at this device; None at a table where people meet, who sits where being in `sitting`, by seat.
    """
    if len(players) != len(setup.seats):
        raise ValueError(f"{len(setup.seats)} seats, {len(players)} players")
    match = KarutaMatch(
        person=person,
        setup=setup_to_row(setup),
        players=to_rows(players),
        seed=secrets.randbits(62) if seed is None else seed,
        voice=voice,
        tempo=tempo,
        started_at=now,
        moved_at=now,
        clock_since=now,
    )
    with transaction.atomic():
        match.save()
        table = _do(_table(match, ()), [Deal(0)], now)
        _lay_as_usual(table, {HOST: person} if sitting is None else sitting, now)
    return match


def _lay_as_usual(table: Table, sitting: Mapping[int, Any], now: datetime) -> None:
    """Everybody's cards at their usual places; of a side, at those of the first who has some."""
    state, laid = table.state, list[Command]()
    for side, _hand in enumerate(state.field.territories):
        for seat in (seat for seat, person in sorted(sitting.items()) if state.setup.seats[seat] == side):
            groups = places.of(sitting[seat])
            if groups is not None:
                laid.append(Lay(seat, places.lay(state.field.cards(side), groups, state.setup.variant.row_most)))
                break
    _do(table, laid, now)


def load(match: KarutaMatch) -> Table:
    """The match as it stands."""
    rows = match.events.order_by("place").values_list("row", flat=True)
    return _table(match, tuple(from_row(row) for row in rows))


def upto(table: Table, count: int) -> Table:
    """The match as it stood after its first `count` events."""
    events = table.events[:count]
    return replace(table, events=events, state=play.replay(table.setup, events))


def _table(match: KarutaMatch, events: tuple[Event, ...]) -> Table:
    setup = setup_from_row(match.setup)
    return Table(match, setup, from_rows(match.players), events, play.replay(setup, events))


# Acting --------------------------------------------------------------------------------------------------
def act(table: Table, command: Command, *, seen: int, now: datetime) -> Table:
    """The match after a command of somebody at the device, and all that the computers do upon it.

    The command's `at_ms` is set here. IllegalMove if the rules do not allow it, Stale if more had happened.
    """
    if seen != len(table.events):
        raise Stale
    _person_at(table, command.seat)  # type: ignore[union-attr]  # the commands of seats have one
    at_ms = table.clock_ms(now)
    due = [Tick(at_ms, picks(table.state))] if play.clock(table.state) else []
    return _do(table, [*due, replace(command, at_ms=at_ms)], now)  # type: ignore[arg-type]


def tick(table: Table, *, now: datetime) -> Table:
    """The match after what the clock has to do by now; the same match if that is nothing."""
    at_ms = table.clock_ms(now)
    due = play.clock(table.state)
    if due is None or due.due_ms > at_ms:
        return table
    return _do(table, [Tick(at_ms, picks(table.state))], now)


def read(table: Table, *, seen: int, now: datetime) -> Table:
    """Begin the next reading."""
    if seen != len(table.events):
        raise Stale
    at_ms, state = table.clock_ms(now), table.state
    due = [Tick(at_ms, picks(state))] if play.clock(state) else []
    if state.at == len(state.order):
        raise IllegalMove("Every poem has been read.")
    heard = sounds.heard(table.match, state.order[state.at])
    moving = [] if due else moves(table, at_ms)
    table.match.told_ms[str(state.order[state.at])] = list(heard.hearing.told_ms[: kimariji.LONGEST])
    return _do(table, [*due, *moving, Read(at_ms, heard.upper_ms, heard.lower_ms)], now)


def touch(table: Table, touches: Iterable[Touch], *, reading: int, now: datetime) -> Table:
    """The match after touches of one movement. Stale if another reading goes on by now.

    Hands that move at once are all written, one after the other; a message that comes twice is written once.
    """
    touches = list(touches)
    for each in touches:
        _person_at(table, each.seat)
    for _ in range(MOST_HANDS_AT_ONCE):
        if table.state.phase is not Phase.READING or table.state.number != reading:
            break
        known = {(each.seat, each.card, each.ms) for each in table.state.touches}
        try:
            return _do(table, [each for each in touches if (each.seat, each.card, each.ms) not in known], now)
        except Stale:  # another hand was written meanwhile
            table = load(table.match)
    raise Stale


def close(table: Table, *, reading: int, ms: int, now: datetime) -> Table:
    """The match after the verdict of a reading that closes `ms` after its first sound."""
    if table.state.phase is not Phase.READING or table.state.number != reading:
        raise Stale
    others, _ = expected(table)
    return _do(table, [*others, Close(ms, table.clock_ms(now))], now)


def void(table: Table, *, reading: int, now: datetime) -> Table:
    """The match with its reading taken back: the page was left or fell over in the middle of it."""
    if table.state.phase is not Phase.READING or table.state.number != reading:
        raise Stale
    return _do(table, [Void(at_ms=table.clock_ms(now))], now)


def pause(match: KarutaMatch, *, now: datetime) -> None:
    """Stop the match's clock. A second time changes nothing."""
    running = KarutaMatch.objects.filter(pk=match.pk, clock_since__isnull=False, finished_at__isnull=True)
    running.update(clock_ms=match.shown_ms(now), clock_since=None, moved_at=now)
    match.refresh_from_db()


def resume(match: KarutaMatch, *, now: datetime) -> None:
    """Let the match's clock run on. A second time changes nothing."""
    standing = KarutaMatch.objects.filter(pk=match.pk, clock_since__isnull=True, finished_at__isnull=True)
    standing.update(clock_since=now, moved_at=now)
    match.refresh_from_db()


def _person_at(table: Table, seat: int) -> None:
    if seat not in table.persons:
        raise IllegalMove("Nobody at this device plays seat %(seat)s.", seat=seat)


# What the computers do -----------------------------------------------------------------------------------
def planned(table: Table) -> tuple[Touch, ...]:
    """What the computers mean to touch in the reading going on, in the order of time.

    Made anew whenever it is asked for, from the same dice: their plan is kept nowhere and is the same every time.
    """
    before = replace(table.state, touches=())
    hearing = sounds.heard(table.match, before.poem or 0).hearing
    found: list[Touch] = []
    for seat, player in opponents.seated(table.match, table.players):
        plan = player.plan(play.view(before, seat), hearing, dice_of(table.match, before.number, seat))
        found += [Touch(seat, each.ms, each.card, is_sweep=each.is_sweep) for each in plan]
    return tuple(sorted(found, key=lambda touch: (touch.ms, touch.seat)))


def expected(table: Table) -> tuple[tuple[Touch, ...], int | None]:
    """What of that will happen if nobody at the device touches anything more, and when the reading then closes (None:
    its card is waited for)."""
    state, happening = table.state, list[Touch]()
    plan = planned(table)
    hands: list[Touch | Touched] = [*plan, *state.touches]
    taken_ms = min((each.ms for each in hands if each.card == state.poem and each.ms >= 0), default=None)
    for each in plan:
        closes = play.closes_ms(state)
        if closes is not None and each.ms > closes:
            break
        if not held_back([PlannedTouch(each.ms, each.card)], taken_ms):
            continue
        for event in play.decide(state, each):
            state = play.apply(state, event)
        happening.append(each)
    return tuple(happening), play.closes_ms(state)


def reading_ms(table: Table, now: datetime) -> int:
    """How long the reading going on has been going on at most: no page can have heard more of its poem by now."""
    return table.clock_ms(now) - table.state.since_ms


def closes_ms(table: Table) -> int | None:
    """When the reading going on closes as it stands now, the computers' hands among it; None if its card is awaited."""
    return expected(table)[1]


def dice_of(match: KarutaMatch, *words: int) -> Random:
    return Random(":".join(str(word) for word in (match.seed, *words)))  # noqa: S311 (dice of a game)


def _do(table: Table, commands: Sequence[Command], now: datetime) -> Table:
    """Append what these commands, one after the other, make happen, and what the computers do upon it."""
    after = follow(table, commands)
    return _append(table, after, now)


def follow(table: Table, commands: Iterable[Command]) -> Table:
    """The match after these commands and what the computers do upon them. Nothing is written."""
    state, happened = table.state, list[Event]()
    for command in commands:
        state = _happen(table, state, command, happened)
    while (answer := _answer(table, state)) is not None:
        state = _happen(table, state, answer, happened)
    return replace(table, events=(*table.events, *happened), state=state)


def _happen(table: Table, state: play.State, command: Command, happened: list[Event]) -> play.State:
    # Each shuffle has dice of its own: the same match, dealt again from its events, deals the same.
    dice = dice_of(table.match, len(table.events) + len(happened))
    for event in play.decide(state, command, dice):
        state = play.apply(state, event)
        happened.append(event)
    return state


def _answer(table: Table, state: play.State) -> Command | None:
    """What a computer does next of its own accord; None if nothing is its to do."""
    if state.phase in _SETTLING:
        return _settle(table, state)
    if state.phase is Phase.RESOLVE:
        return _resolve(table, state)
    return None


def _settle(table: Table, state: play.State) -> Command | None:
    """A computer lays its cards as soon as they are dealt, and is ready when everybody at the device is."""
    for seat, player in opponents.seated(table.match, table.players):
        side = state.setup.seats[seat]
        if seat in state.ready:
            continue
        if state.phase is Phase.LAYOUT and state.setup.seats.index(side) == seat and not _is_played(table, side):
            laid = player.layout(play.view(state, seat), state.since_ms)
            if laid is not None and laid.territory != state.field.territories[side]:
                return laid
        if all(each in state.ready for each in table.persons):
            return Ready(seat, state.since_ms)
    return None


def _resolve(table: Table, state: play.State) -> Command | None:
    """Send what a side of computers has to send, and put received cards where they belong."""
    for seat, player in opponents.seated(table.match, table.players):
        side, view = state.setup.seats[seat], play.view(state, seat)
        if _is_played(table, side) or state.setup.seats.index(side) != seat:
            continue
        if state.owed and state.sender == side:
            return player.send(view, state.since_ms)
        for move in player.place(view, state.since_ms):
            return move
    return None


def moves(table: Table, at_ms: int) -> Iterator[Command]:
    """Cards that computers move between two readings, one each at most."""
    for seat, player in opponents.seated(table.match, table.players):
        if table.state.phase is Phase.RESOLVE and not _is_played(table, table.setup.seats[seat]):
            move = player.move(play.view(table.state, seat), dice_of(table.match, table.state.number, seat, 1), at_ms)
            if move is not None:
                yield move


def _is_played(table: Table, side: int) -> bool:
    """Whether somebody at the device plays for this side."""
    return any(table.setup.seats[seat] == side for seat in table.persons)


def picks(state: play.State) -> tuple[int, ...]:
    """What is sent for a person who has not chosen: what a sound policy would send."""
    if state.sender is None or not state.owed:
        return ()
    return opponents.picks(play.view(state, state.setup.seats.index(state.sender)))


def poem_of(table: Table, name: str) -> int | None:
    """The poem whose sound has this name: of the latest reading, or of the one before it. None: no such name."""
    begun = [event for event in table.events if isinstance(event, ReadingBegun)]
    names = {sounds.name(table.match, event.number): event.poem for event in begun[-2:]}
    return names.get(name)


# Writing -------------------------------------------------------------------------------------------------
def _append(table: Table, after: Table, now: datetime) -> Table:
    """Write what happened behind what was there; Stale if somebody else has written there meanwhile."""
    count = len(table.events)
    if len(after.events) == count:
        return table
    write_behind(KarutaEvent.objects, rows_behind(after, count, now), lambda: note(after, now))
    return after


def keep(after: Table, count: int, now: datetime) -> None:
    """Write a match's events behind the first `count`, for who alone decides in it (games.live.journal)."""
    KarutaEvent.objects.bulk_create(rows_behind(after, count, now))
    if any(not isinstance(event, Touched) for event in after.events[count:]):
        note(after, now)


def rows_behind(table: Table, count: int, now: datetime) -> list[KarutaEvent]:
    """The rows of a match's events behind the first `count`."""
    return [
        KarutaEvent(match=table.match, place=count + index, row=to_row(event), happened_at=now)
        for index, event in enumerate(table.events[count:])
    ]


def note(table: Table, now: datetime) -> None:
    """What lists want to know of a match; its end is written once."""
    match, state = table.match, table.state
    side = table.setup.seats[HOST]
    match.moved_at = now
    match.taken = len(state.taken[HOST])
    match.faults = sum(event.verdict.faults[side] for event in table.events if isinstance(event, Judged))
    changed = ["moved_at", "taken", "faults", "told_ms"]
    if state.result is not None:
        # Only here: who pauses in another tab has written the clock since this table was loaded.
        match.clock_ms, match.clock_since = table.clock_ms(now), None
        match.finished_at, match.ending, match.margin = now, state.result.how.value, state.result.margin
        shared = len(state.result.winners) != 1
        match.is_won = None if shared else state.result.winners[0] == side
        changed += ["clock_ms", "clock_since", "finished_at", "ending", "margin", "is_won"]
    match.save(update_fields=changed)
    if state.result is not None and match.person_id is not None:  # tables where people meet tell it themselves
        hooks.match_ended(match)
