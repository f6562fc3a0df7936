"""Opponents that do not listen: what somebody did in an earlier match, once more; and nobody at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

from games.bots.karuta.hearing import Hearing
from games.bots.karuta.layout import Positions, home_positions, lay, received
from games.bots.karuta.listener import EARLY_MS
from games.bots.karuta.opponent import PlannedTouch
from games.bots.karuta.reach import spot_of
from games.bots.karuta.sending import SPLITTER, Sending, picks
from games.bots.karuta.sounds import ALL, first_told, length, set_of
from games.rules.karuta import play
from games.rules.karuta.events import Decline, Event, Judged, Lay, Move, Send
from games.rules.karuta.play import View
from games.rules.karuta.variants import Setup

UNKNOWN_MS = 1_000  # the reaction of a ghost that remembers no take


@dataclass(frozen=True, slots=True)
class Recollection:
    """One reading of an earlier match: whether its card lay on the mat, and the touches, each a card and how many ms
    after the sound that decided the poem then (before it: negative)."""

    was_on_mat: bool
    touches: tuple[tuple[int, int], ...]


Memory = Mapping[int, Recollection]  # by the poem that was read


def remember(setup: Setup, events: Iterable[Event], seat: int, heard: Callable[[int], Hearing]) -> Memory:
    """What a seat did in every reading of a match that had a verdict; `heard` gives what sounded of a poem."""
    state, memory = play.start(setup), dict[int, Recollection]()
    for event in events:
        if isinstance(event, Judged):
            poem = event.verdict.poem
            decided_ms = heard(poem).told_ms[length(poem, ALL & ~set_of(state.read)) - 1]
            touches = tuple(
                (touch.card, touch.ms - decided_ms)
                for touch in state.touches
                if touch.seat == seat and touch.ms >= 0 and touch.card
            )
            memory[poem] = Recollection(spot_of(state.field, poem) is not None, touches)
        state = play.apply(state, event)
    return memory


@dataclass(frozen=True)
class Ghost:
    """An earlier match of somebody's, played again: the same reactions to the same poems, faults and all.

    A touch comes as long after the deciding sound as it did, whichever sound that is now, but never before it can be
    told. Cards that were not on the mat then are taken with the median reaction; those left alone then are left alone.
    """

    memory: Memory
    positions: Positions = field(default_factory=home_positions)
    sending: Sending = SPLITTER

    def plan(self, view: View, hearing: Hearing, dice: Random) -> tuple[PlannedTouch, ...]:  # noqa: ARG002 (no luck)
        """What it remembers of this poem, as far as the cards lie on the mat."""
        told = first_told(hearing.kana, ALL & ~set_of(view.read))
        if told is None or view.is_sitting_out:
            return ()
        poem, kana = told
        recalled = self.memory.get(poem, Recollection(False, ()))
        touches = recalled.touches if recalled.was_on_mat else (*recalled.touches, (poem, self.median_ms))
        decided_ms = hearing.told_ms[kana - 1]
        return tuple(
            sorted(
                PlannedTouch(decided_ms + max(after_ms, -EARLY_MS), card)
                for card, after_ms in touches
                if spot_of(view.field, card) is not None
            )
        )

    @property
    def median_ms(self) -> int:
        """The median reaction on right cards."""
        times = [after for poem, each in self.memory.items() for card, after in each.touches if card == poem]
        return sorted(times)[len(times) // 2] if times else UNKNOWN_MS

    def layout(self, view: View, at_ms: int = 0) -> Lay | None:
        """The cards at the usual places given; None where cards have no owner."""
        if not view.field.territories:
            return None
        cards = view.field.cards(view.side)
        return Lay(view.seat, lay(cards, self.positions, view.setup.variant.row_most), at_ms)

    def send(self, view: View, at_ms: int = 0) -> Send | Decline | None:
        """What the policy given says."""
        if not view.owed or view.sender != view.side:
            return None
        return Send(view.seat, picks(view, self.sending)[: view.owed], at_ms)

    def place(self, view: View, at_ms: int = 0) -> tuple[Move, ...]:
        """Received cards to their usual places."""
        return received(view, self.positions, at_ms)

    def move(self, view: View, dice: Random, at_ms: int = 0) -> Move | None:  # noqa: ARG002
        """It moves nothing else."""
        return None


@dataclass(frozen=True)
class Nobody:
    """No opponent: its cards lie there as they were dealt, and nobody touches or sends any.

    A match against nobody needs `untaken` = `repeat`, or the clock would give it the cards one has not found.
    """

    def plan(self, view: View, hearing: Hearing, dice: Random) -> tuple[PlannedTouch, ...]:  # noqa: ARG002
        """Nothing."""
        return ()

    def layout(self, view: View, at_ms: int = 0) -> Lay | None:  # noqa: ARG002
        """As dealt."""
        return None

    def send(self, view: View, at_ms: int = 0) -> Send | Decline | None:
        """Nothing, unless it must: then what lies first."""
        if not view.owed or view.sender != view.side:
            return None
        if view.must_send:
            return Send(view.seat, view.field.cards(view.side)[: view.owed], at_ms)
        return Decline(view.seat, at_ms)

    def place(self, view: View, at_ms: int = 0) -> tuple[Move, ...]:  # noqa: ARG002
        """Received cards stay where they were put."""
        return ()

    def move(self, view: View, dice: Random, at_ms: int = 0) -> Move | None:  # noqa: ARG002
        """Nothing."""
        return None
