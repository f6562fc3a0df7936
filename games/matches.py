"""Matches of Koi-Koi: begin one, load it, move in it. What happens is appended or nothing is.

A move names how many events its player has seen. If the match has gone on since (a second click, another tab), nothing
happens and `Stale` says so: every move counts once, however often it is sent.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from random import Random
from typing import Any

from django.db import IntegrityError, models, transaction

from games import opponents
from games.models import Match, MatchEvent
from games.rules.koikoi import play
from games.rules.koikoi.events import Command, Deal, Event
from games.rules.koikoi.log import from_row, to_row
from games.rules.koikoi.options import CUSTOM, PRESETS, SEED, Options, changes_from, with_changes

PERSON, OTHER = 0, 1


class Stale(Exception):  # noqa: N818 (nothing is wrong: somebody was quicker)
    """The match has gone on since the player looked."""


@dataclass(frozen=True)
class Game:
    """A match with its events and the state they make."""

    match: Match
    options: Options
    events: tuple[Event, ...]
    state: play.State

    @property
    def is_over(self) -> bool:
        return self.state.phase is play.Phase.OVER

    @property
    def outcome(self) -> play.Outcome | None:
        return play.outcome(self.state)


def begin(*, person, level: int | None, options: Options, now: datetime, seed: int | None = None) -> Match:
    """A new match with its first month dealt."""
    match = Match(
        person=person,
        level=level,
        preset=rules_name(options),
        options=changes_from(SEED, options),
        seed=secrets.randbits(62) if seed is None else seed,
        started_at=now,
        moved_at=now,
    )
    with transaction.atomic():
        match.save()
        _append(_game(match, ()), _follow(match, play.start(options), Deal(), 0), now)
    return match


def rules_name(options: Options) -> str:
    """The preset these rules are, however many months are played; "custom" if they are none."""
    return next((name for name, each in PRESETS.items() if replace(each, months=options.months) == options), CUSTOM)


def load(match: Match) -> Game:
    """The match as it stands."""
    rows = match.events.order_by("place").values_list("row", flat=True)
    return _game(match, tuple(from_row(row) for row in rows))


def upto(game: Game, count: int) -> Game:
    """The match as it stood after its first `count` events."""
    return _game(game.match, game.events[:count])


def _game(match: Match, events: tuple[Event, ...]) -> Game:
    options = with_changes(SEED, match.options)
    return Game(match, options, events, play.replay(options, events))


def move(game: Game, command: Command, *, seen: int, now: datetime) -> Game:
    """The match after a command and all that the computer answers.

    IllegalMove if the rules do not allow the command; Stale if more than `seen` events had happened.
    """
    if seen != len(game.events):
        raise Stale
    return _append(game, _follow(game.match, game.state, command, len(game.events)), now)


def follow(game: Game, command: Command) -> Game:
    """The match after a command, and all that a computer answers. Nothing is written."""
    happened = _follow(game.match, game.state, command, len(game.events))
    return _after(game, happened)


def _after(game: Game, happened: Sequence[Event]) -> Game:
    return replace(game, events=(*game.events, *happened), state=reduce(play.apply, happened, game.state))


def _follow(match: Match, state: play.State, command: Command, count: int) -> tuple[Event, ...]:
    """What a command makes happen, and the computer's turns after it."""
    happened: list[Event] = []
    while True:
        # Each shuffle has dice of its own: the same match, dealt again from its events, deals the same.
        events = play.decide(state, command, Random(f"{match.seed}:{count + len(happened)}"))  # noqa: S311
        for event in events:
            state = play.apply(state, event)
        happened += events
        if match.level is None or state.turn != OTHER or state.phase in (play.Phase.DEAL, play.Phase.OVER):
            return tuple(happened)
        command = opponents.reply(play.view(state, OTHER), match.level, match.seed + count + len(happened))


def _append(game: Game, happened: Sequence[Event], now: datetime) -> Game:
    """Write what happened behind what was there; Stale if somebody else has written there meanwhile."""
    after = _after(game, happened)
    write_behind(MatchEvent.objects, _rows_behind(after, len(game.events), now), lambda: _note(after, now))
    return after


def keep(after: Game, count: int, now: datetime) -> None:
    """Write a match's events behind the first `count`, for who alone decides in it (games.live.journal)."""
    MatchEvent.objects.bulk_create(_rows_behind(after, count, now))
    _note(after, now)


def _rows_behind(game: Game, count: int, now: datetime) -> list[MatchEvent]:
    return [
        MatchEvent(match=game.match, place=count + index, row=to_row(event), happened_at=now)
        for index, event in enumerate(game.events[count:])
    ]


def write_behind(events: models.Manager[Any], rows: Sequence[models.Model], note: Callable[[], None]) -> None:
    """Rows of events behind those that are there, and what is noted of their match, all of it or nothing.

    Stale if somebody else has written in their places meanwhile. For the matches of every game.
    """
    try:
        with transaction.atomic():
            events.bulk_create(rows)
            note()
    except IntegrityError as taken:  # the place is taken
        raise Stale from taken


def _note(game: Game, now: datetime) -> None:
    """What lists want to know of a match; its end is written once."""
    match, result = game.match, game.outcome
    match.moved_at = now
    if result is not None:
        match.finished_at, (match.own_score, match.other_score) = now, result.scores
    match.save(update_fields=["moved_at", "finished_at", "own_score", "other_score"])
