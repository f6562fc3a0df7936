"""The seam of every game: start, decide, apply, view, outcome.

A game is its events. `decide` asks whether a command is allowed and answers with what happens; `apply` folds what
happened into the state and decides nothing. A module with these five functions is a referee.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

OptionsT_contra = TypeVar("OptionsT_contra", contravariant=True)
StateT = TypeVar("StateT")
CommandT_contra = TypeVar("CommandT_contra", contravariant=True)
EventT = TypeVar("EventT")
ViewT_co = TypeVar("ViewT_co", covariant=True)


class Dice(Protocol):
    """Where chance comes from. `random.Random(seed)` is one; a deck laid ready is another."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put `x` into a random order, in place."""


class Laid:
    """Dice that know what comes: every shuffle lays the next of these orders. `used` counts them."""

    def __init__(self, orders: Sequence[Sequence[int]]) -> None:
        self._orders, self.used = orders, 0

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Lay the next order; ValueError when there is none left."""
        if self.used == len(self._orders):
            raise ValueError("no order is laid for another shuffle")
        x[:] = self._orders[self.used]
        self.used += 1


class IllegalMove(Exception):  # noqa: N818 (a move is illegal, not an error of ours)
    """A command the rules do not allow.

    `sentence` is the English text with %(name)s places (a key for translators), `facts` what goes into them;
    `str()` is the whole sentence for a player.
    """

    def __init__(self, sentence: str, **facts: str | int) -> None:
        super().__init__(sentence % facts)
        self.sentence = sentence
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game stands: the score of every seat, and the winner (None: nobody)."""

    scores: tuple[int, ...]
    winner: int | None


class Referee(Protocol[OptionsT_contra, StateT, CommandT_contra, EventT, ViewT_co]):
    """What a game module offers."""

    def start(self, options: OptionsT_contra) -> StateT:
        """The state before anything has happened."""

    def decide(self, state: StateT, command: CommandT_contra, dice: Dice | None = None) -> tuple[EventT, ...]:
        """What the command makes happen, all of it or nothing; IllegalMove says why not. `state` never changes."""

    def apply(self, state: StateT, event: EventT) -> StateT:
        """The state after the event. Folding all events from `start` gives the state again."""

    def view(self, state: StateT, seat: int) -> ViewT_co:
        """All that this seat may know, and nothing else."""

    def outcome(self, state: StateT) -> Outcome | None:
        """The result, or None while the game goes on."""
