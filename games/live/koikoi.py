"""A game of Koi-Koi behind a desk: what its seats may do, and what everybody sees of it.

What is shown is the table as HTML, drawn for one seat and in its language: the same templates as against the computer.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext_noop

from games import matches
from games.live.course import NEVER
from games.live.effects import Append, Effect, Prepared, Show
from games.live.people import People
from games.live.wire import Message
from games.matches import Game, Stale
from games.rules.engine import IllegalMove
from games.rules.koikoi.events import Command, Deal, KoiKoi, Play, Resign, Stop, Take
from games.rules.koikoi.play import Phase
from games.table import Table, last_turn

DEAL_MS = 20_000.0  # so long who has seen the result waits for the other before the next month is dealt
THINKING_MS = 180_000.0  # over one decision; then the other may claim the game
SEATS = (0, 1)

SENTENCES = {
    "here": gettext_noop("The other player is there, and has not thought for three minutes yet."),
    "paused": gettext_noop("The game is paused."),
    "running": gettext_noop("The game is not paused."),
    "over": gettext_noop("The game is over."),
    "playing": gettext_noop("The month is still being played."),
    "other": gettext_noop("This cannot be done at this table."),
}


class Koikoi:
    """One game. `epoch_ms`: the wall's time at the steady clock's 0; `names` by seat."""

    def __init__(self, game: Game, people: People, *, names: tuple[str, ...], epoch_ms: float) -> None:
        self.table = game
        self._people, self._names, self._epoch_ms = people, names, epoch_ms
        self._since_ms = 0.0  # since when whoever is to decide has been thinking
        self._is_late_told = False
        self._wants_deal: dict[int, float] = {}  # who has seen the result of the month, and when
        self._shown: dict[int | None, tuple[int, int]] = {}

    @property
    def seats(self) -> int:
        """How many play."""
        return len(SEATS)

    @property
    def count(self) -> int:
        """How many events there are."""
        return len(self.table.events)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.table.is_over

    @property
    def is_paused(self) -> bool:
        """Whether it stands still because both may want that."""
        return self.table.match.paused_at is not None and not self.is_over

    @property
    def clock(self) -> dict[str, Any]:
        """The column of the match that says whether it stands still."""
        return {"paused_at": self.table.match.paused_at}

    def wall(self, now_ms: float) -> datetime:
        """A moment of the steady clock on the wall."""
        return datetime.fromtimestamp((self._epoch_ms + now_ms) / 1000, UTC)

    # What is seen ----------------------------------------------------------------------------------------
    def told(self, seat: int, now_ms: float) -> dict[str, Any]:
        """All that a seat may know: its table drawn."""
        other = 1 - seat
        return self._told(self.table, seat, self._seen(seat)) | {
            "html": self._drawn(
                self.table,
                seat,
                self._seen(seat),
                is_paused=self.is_paused,
                absent=self._names[other] if not self._people.is_there(other) and not self.is_over else "",
                claims=self._may_claim(seat, now_ms),
                waits_for=self._names[other] if seat in self._wants_deal else "",
            )
        }

    def picture(self) -> Callable[[float], dict[str, Any]]:
        """The table as it is now for somebody who looks on: the open cards."""
        game, seen, is_paused = self.table, self._seen(None), self.is_paused
        told = self._told(game, None, seen)
        return lambda _now_ms: told | {"html": self._drawn(game, None, seen, is_paused=is_paused)}

    def _told(self, game: Game, seat: int | None, seen: int) -> dict[str, Any]:
        return {
            "game": "koikoi",
            "seat": seat,
            "seats": [{"kind": "person", "name": name} for name in self._names],
            "events": len(game.events),
            "seen": seen,
            "is_over": game.is_over,
            "armed": [],
        }

    def _seen(self, who: int | None) -> int:
        """How many events somebody had been shown before what was new to them the last time.

        Who has just come is told the last turn.
        """
        before, count = self._shown.get(who, (last_turn(self.table.events), self.count))
        if count != self.count:
            before, count = count, self.count
        self._shown[who] = before, count
        return before

    def _drawn(self, game: Game, seat: int | None, seen: int, **more: Any) -> str:
        table = Table(game, seat, seen=seen, names=self._names)
        return render_to_string("games/live/koikoi_stage.html", {"table": table, "match": game.match, **more})

    # What is done ----------------------------------------------------------------------------------------
    def begin(self, now_ms: float) -> list[Effect]:
        """The game is taken up: whoever is to decide begins to think now."""
        self._thinks(now_ms)
        return []

    def joined(self, seat: int) -> list[Effect]:
        """Somebody is there: nothing of what they see is new."""
        self._shown.pop(seat, None)
        return []

    def prepared(self, _found: Prepared | None, _now_ms: float) -> list[Effect]:
        """Nothing sounds here."""
        return []

    def armed(self, _seat: int, _number: int) -> list[Effect]:
        """Nothing sounds here."""
        return []

    def touch(self, _seat: int, _message: Message, _arrived_ms: float, _now_ms: float) -> list[Effect]:
        """Nobody is quicker here."""
        raise IllegalMove(SENTENCES["other"])

    def act(self, seat: int, message: Message, now_ms: float) -> list[Effect]:
        """What a seat wants done. IllegalMove or Stale say why not."""
        match message["do"]:
            case "resign":
                return self._do(Resign(seat), now_ms)
            case "claim":
                if not self._may_claim(seat, now_ms):
                    raise IllegalMove(SENTENCES["here"])
                return self._do(Resign(1 - seat, is_absent=True), now_ms)
            case "pause":
                return self._pause(now_ms)
            case "resume":
                return self._resume(now_ms)
        if self.is_paused:
            raise IllegalMove(SENTENCES["paused"])
        if message["seen"] != self.count:
            raise Stale
        return self._want_deal(seat, now_ms) if message["do"] == "deal" else self._do(_command(seat, message), now_ms)

    def _do(self, command: Command, now_ms: float) -> list[Effect]:
        """What this command makes happen, appended and shown."""
        count = self.count
        self.table = matches.follow(self.table, command)
        self._thinks(now_ms)
        self._wants_deal.clear()
        return [Append(count, self.table.events[count:]), Show()]

    def _thinks(self, now_ms: float) -> None:
        self._since_ms, self._is_late_told = now_ms, False

    def _want_deal(self, seat: int, now_ms: float) -> list[Effect]:
        """The next month is dealt when both have seen how the last one ended; who is first waits a little."""
        if self.table.state.phase is not Phase.DEAL:
            raise IllegalMove(SENTENCES["over" if self.is_over else "playing"])
        self._wants_deal.setdefault(seat, now_ms)
        return self._do(Deal(), now_ms) if self._deal_due_ms <= now_ms else [Show()]

    def _pause(self, now_ms: float) -> list[Effect]:
        """Nobody has to think, and nobody is missing."""
        if self.is_over or self.is_paused:
            raise IllegalMove(SENTENCES["over" if self.is_over else "paused"])
        self.table.match.paused_at = self.wall(now_ms)
        return [Append(self.count, is_clock=True), Show()]

    def _resume(self, now_ms: float) -> list[Effect]:
        if not self.is_paused:
            raise IllegalMove(SENTENCES["running"])
        self.table.match.paused_at = None
        self._thinks(now_ms)
        return [Append(self.count, is_clock=True), Show()]

    # Time ------------------------------------------------------------------------------------------------
    def may_claim(self, now_ms: float) -> bool:
        """Whether the game is somebody's for the asking."""
        return any(self._may_claim(seat, now_ms) for seat in SEATS)

    def _may_claim(self, seat: int, now_ms: float) -> bool:
        """Whether the other has been missing for long, or thinking."""
        if self.is_over or self.is_paused:
            return False
        is_late = self._late_ms <= now_ms and self.table.state.turn != seat
        return is_late or self._people.is_given_up(1 - seat, now_ms)

    @property
    def _late_ms(self) -> float:
        """When whoever is to decide has thought for too long."""
        is_thinking = self.table.state.phase not in (Phase.DEAL, Phase.OVER) and not self.is_paused
        return self._since_ms + THINKING_MS if is_thinking else NEVER

    @property
    def _deal_due_ms(self) -> float:
        """When the next month is dealt."""
        if not self._wants_deal or self.is_paused:
            return NEVER
        first, last = min(self._wants_deal.values()), max(self._wants_deal.values())
        return last if all(seat in self._wants_deal for seat in SEATS) else first + DEAL_MS

    def due_ms(self, _now_ms: float) -> float:
        """When something happens by itself."""
        return min(self._deal_due_ms, NEVER if self._is_late_told else self._late_ms)

    def wake(self, now_ms: float) -> list[Effect]:
        """Do what is due."""
        if self._deal_due_ms <= now_ms:
            return self._do(Deal(), now_ms)
        if self._late_ms <= now_ms and not self._is_late_told:
            self._is_late_told = True
            return [Show()]
        return []


def _command(seat: int, message: Message) -> Command:
    """The command of the referee that a message asks for."""
    match message["do"]:
        case "play":
            return Play(seat, message["flower"])
        case "take":
            return Take(seat, message["flower"])
        case "koikoi":
            return KoiKoi(seat)
        case "stop":
            return Stop(seat)
    raise IllegalMove(SENTENCES["other"])
