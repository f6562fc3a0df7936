"""The desk of one table: what comes in, in order, and what is to be done upon it. No sockets, no database, no clock.

Whoever runs it hands over the time of a steady clock with everything, calls `wake` when `due_ms` has come, and does the
effects in their order, appending first. The game behind it decides by its referee; the desk knows who sits there, that
nothing is done twice, and what everybody may be told.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games.live.course import NEVER
from games.live.effects import (
    WATCHERS,
    Close,
    Effect,
    From,
    Joined,
    Keep,
    Left,
    Look,
    Looked,
    Prepared,
    Probe,
    RoundTrip,
    Show,
    Tell,
    Told,
)
from games.live.game import Game
from games.live.people import People
from games.live.wire import SILENT, TAKEN_OVER, Message
from games.matches import Stale
from games.naming import sentence
from games.rules.engine import IllegalMove

IDS_KEPT = 400  # of every seat: what comes again is answered again and not done again
SAYINGS_KEPT = 20
LOOK_MS, LOOK_AGAIN_MS = 2_000.0, 10_000.0  # between two looks for a rematch; and whether it is still to be had
STALE = _("The match had gone on by then.")
_sentence = lazy(sentence, str)


class Desk:
    """One table, its people and its game."""

    def __init__(
        self,
        game: Game,
        people: People,
        *,
        host: int | None = None,
        phrases: tuple[str, ...] = (),
        has_words: bool = False,
        sayings: Iterable[dict[str, Any]] = (),
        is_rated: bool = False,
        reciter: str = "",
    ) -> None:
        self.game, self.people = game, people
        self.phrases, self.has_words = phrases, has_words
        self._host, self._is_rated, self._reciter = host, is_rated, reciter
        self._answers: dict[int, OrderedDict[str, Tell]] = {seat: OrderedDict() for seat in people.sitting}
        self._sayings = list(sayings)[-SAYINGS_KEPT:]
        self._given_up: set[int] = set()
        self.rematch: str | None = None
        self._looks_ms = 0.0

    # In --------------------------------------------------------------------------------------------------
    def begin(self, now_ms: float) -> list[Effect]:
        """The table is taken up."""
        return [*self.game.begin(now_ms), Show()]

    def take(self, told: Told, now_ms: float) -> list[Effect]:
        """What is to be done upon something that has come in."""
        match told:
            case Joined():
                return self._joined(told, now_ms)
            case Left():
                return self._left(told, now_ms)
            case RoundTrip():
                return [Show()] if self.people.measured(told, now_ms) else []
            case Looked():
                return self._looked(told)
            case Prepared():
                return self.game.prepared(told, now_ms)
            case From():
                seat = self.people.seat_of(told.connection)
                return [] if seat is None else self._from(seat, told, now_ms)

    def not_prepared(self, now_ms: float) -> list[Effect]:
        """The sound that was asked for cannot be found now."""
        return self.game.prepared(None, now_ms)

    def _joined(self, told: Joined, now_ms: float) -> list[Effect]:
        older = self.people.join(told.connection, told.seat, now_ms)
        self._given_up.discard(told.seat)
        hello = {"seat": told.seat, "role": "seat", "phrases": self.phrases, "has_words": self.has_words, "delay_s": 0}
        effects: list[Effect] = [] if older is None else [Close(older, TAKEN_OVER)]
        return [*effects, Tell(told.seat, "hello", hello), Show(), *self.game.joined(told.seat)]

    def _left(self, told: Left, now_ms: float) -> list[Effect]:
        seat = self.people.leave(told.connection, now_ms)
        return [] if seat is None else [Show()]

    def _from(self, seat: int, told: From, now_ms: float) -> list[Effect]:
        message = told.message
        self.people.heard(seat, now_ms)
        if message.kind == "sync":
            return [Show(seat)]
        if message.kind == "armed":
            return self.game.armed(seat, message["reading"])
        return self._once(seat, message, lambda: self._do(seat, told, now_ms))

    def _once(self, seat: int, message: Message, do: Callable[[], list[Effect]]) -> list[Effect]:
        """Do what a message asks for, and answer it; if it comes again, only answer it again."""
        answers = self._answers[seat]
        if message.id in answers:
            return [answers[message.id]]
        effects: list[Effect] = []
        try:
            effects = do()
            answer = Tell(seat, "ack", {"id": message.id})
        except Stale:
            answer = Tell(seat, "refused", {"id": message.id, "sentence": STALE, "is_stale": True})
            effects = [Show(seat)]
        except IllegalMove as problem:
            answer = Tell(seat, "refused", {"id": message.id, "sentence": _sentence(problem), "is_stale": False})
        answers[message.id] = answer
        if len(answers) > IDS_KEPT:
            answers.popitem(last=False)
        return [*effects, answer]

    def _do(self, seat: int, told: From, now_ms: float) -> list[Effect]:
        message = told.message
        if message.kind == "touch":
            return self.game.touch(seat, message, told.arrived_ms, now_ms)
        if message.kind == "say":
            return self._say(seat, message)
        return self.game.act(seat, message, now_ms)

    def _say(self, seat: int, message: Message) -> list[Effect]:
        phrase, words = message["phrase"], message["words"]
        if phrase and phrase not in self.phrases:
            raise IllegalMove("There is no such phrase.")
        if words and not self.has_words:
            raise IllegalMove("At this table only the set phrases can be said.")
        said = {"seat": seat, "phrase": phrase, "words": words}
        self._sayings = [*self._sayings, said][-SAYINGS_KEPT:]
        # Free words are for those who have agreed to them; who looks on has not.
        hearers = (*self.people.sitting, WATCHERS) if phrase else tuple(self.people.sitting)
        return [Keep(seat, phrase, words), *(Tell(each, "said", said) for each in hearers)]

    def _looked(self, told: Looked) -> list[Effect]:
        is_new = told.rematch != self.rematch
        self.rematch = told.rematch
        return [Show()] if is_new else []

    # Time ------------------------------------------------------------------------------------------------
    def due_ms(self, now_ms: float) -> float:
        """When `wake` has something to do; `now_ms` or before: at once."""
        given_up = [
            at
            for seat in self.people.sitting
            if seat not in self._given_up and (at := self.people.given_up_at_ms(seat)) is not None
        ]
        return min(self.game.due_ms(now_ms), self.people.due_ms, self._look_ms(), min(given_up, default=NEVER))

    def _look_ms(self) -> float:
        """When to look for a rematch: while somebody is still there after the match."""
        return self._looks_ms if self.game.is_over and any(map(self.people.is_there, self.people.sitting)) else NEVER

    def wake(self, now_ms: float) -> list[Effect]:
        """Do what is due."""
        slow = self._slow
        effects: list[Effect] = [Probe(connection, number) for connection, number in self.people.probes(now_ms)]
        if slow != self._slow:
            effects.append(Show())
        for connection in self.people.silent(now_ms):
            effects += [Close(connection, SILENT), *self._left(Left(connection), now_ms)]
        if self._look_ms() <= now_ms:
            self._looks_ms = now_ms + (LOOK_MS if self.rematch is None else LOOK_AGAIN_MS)
            effects.append(Look())
        for seat in self.people.sitting:
            if seat not in self._given_up and self.people.is_given_up(seat, now_ms):
                self._given_up.add(seat)
                effects.append(Show())
        return [*effects, *self.game.wake(now_ms)]

    @property
    def _slow(self) -> list[int]:
        return [seat for seat in self.people.sitting if self.people.is_too_slow(seat)]

    # Out -------------------------------------------------------------------------------------------------
    def view(self, seat: int, now_ms: float) -> dict[str, Any]:
        """The whole position as a seat may see it."""
        told, live = self.game.told(seat, now_ms), self._live(now_ms)
        return told | {"live": live | {"armed": told.pop("armed")}}

    def picture(self, now_ms: float) -> Callable[[], dict[str, Any]]:
        """The position as it is now for those who look on, made into words when they are shown it."""
        picture, live = self.game.picture(), self._live(now_ms)
        live["sayings"] = [said for said in live["sayings"] if said["phrase"]]

        def shown() -> dict[str, Any]:
            told = picture(now_ms)
            return told | {"live": live | {"armed": told.pop("armed")}}

        return shown

    def _live(self, now_ms: float) -> dict[str, Any]:
        seats = range(self.game.seats)
        return {
            "connected": [self.people.is_there(each) for each in seats],
            "slow": [self.people.is_too_slow(each) for each in seats],
            "rtt_ms": [self.people.rtt_ms(each) for each in seats],
            "absent_ms": [self._absent_ms(each, now_ms) for each in seats],
            "may_claim": self.game.may_claim(now_ms),
            "is_paused": self.game.is_paused,
            "is_rated": self._is_rated,
            "host": self._host,
            "reciter": self._reciter,
            "rematch": self.rematch,
            "sayings": self._sayings,
        }

    def _absent_ms(self, seat: int, now_ms: float) -> int | None:
        missing = self.people.missing_ms(seat, now_ms)
        return None if missing is None else round(missing)
