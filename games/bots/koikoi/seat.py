"""A view read for a bot: what may be done now, as cards, and what would follow from it at once."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.koikoi.cards import BIT, cards_of, mask_of, met
from games.rules.koikoi.events import Command, KoiKoi, Play, Take
from games.rules.koikoi.play import Phase, View


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to go on: the command, the card it moves, what that card takes, and whether a draw follows.

    A play that matches two cards is two choices with the same command. `card` is None for stop and koi-koi.
    """

    command: Command
    card: int | None = None
    taken: int = 0
    draws: bool = False

    @property
    def captured(self) -> int:
        """The set of cards that go to the pile."""
        return self.taken | BIT[self.card] if self.card is not None and self.taken else 0


def choices(view: View) -> tuple[Choice, ...]:
    """Every way to go on, stop before koi-koi; ValueError if it is not this seat's turn."""
    if not view.is_turn:
        raise ValueError("a bot is asked only when it is its turn")
    found: list[Choice] = []
    for command in view.moves:
        if isinstance(command, Play):
            taken = met(command.card, view.floor)
            each = [BIT[one] for one in taken] if len(taken) == 2 else [mask_of(taken)]
            found += [Choice(command, command.card, mask, True) for mask in each]
        elif isinstance(command, Take):
            found.append(Choice(command, view.shown, BIT[command.card], view.phase is Phase.HAND_TAKE))
        else:
            found.append(Choice(command))
    return tuple(found)


def turns_left(view: View) -> int:
    """How many more plays from the hand this seat has, the one now being decided included."""
    return view.hand.bit_count()


def floor_after(view: View, choice: Choice) -> int:
    """The floor once the choice is made, before any draw."""
    if choice.card is None:
        return view.floor
    return view.floor & ~choice.taken if choice.taken else view.floor | BIT[choice.card]


def hand_after(view: View, choice: Choice) -> tuple[int, ...]:
    """The cards still held once the choice is made."""
    played = BIT[choice.command.card] if isinstance(choice.command, Play) else 0
    return cards_of(view.hand & ~played)


def koikoi_of(view: View) -> KoiKoi | None:
    """The call, when it may be made."""
    return next((command for command in view.moves if isinstance(command, KoiKoi)), None)
