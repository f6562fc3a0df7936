"""What players ask for (commands, imperative) and what happens (events, past tense) in Koi-Koi.

Seats are 0 and 1. Cards are integers (cards.py); tuples of cards are lowest first, the stock in the order of drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.rules.koikoi.score import Score
from games.rules.koikoi.yaku import Made

Cards = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the next month (before the first one, draw for the dealer). The only command that needs dice."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play this card from the hand."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Take:
    """Take this one of the two floor cards that the shown card matches."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class KoiKoi:
    """Go on for more."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stop:
    """End the month and score."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up, at any time; `is_absent`: its player is missing, and the other claims the game."""

    seat: int
    is_absent: bool = False


Command = Deal | Play | Take | KoiKoi | Stop | Resign


class Void(StrEnum):
    """Why a deal does not stand."""

    FLOOR_FOUR = "floor_four"
    FLOOR_PAIRS = "floor_pairs"
    FLOOR_THREE = "floor_three"
    DEALT_YAKU = "dealt_yaku"
    BOTH_DEALT = "both_dealt"


class End(StrEnum):
    """How a month ended."""

    STOP = "stop"
    EXHAUSTED = "exhausted"
    DEALT = "dealt"
    FLOOR = "floor"


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """Each seat drew a card. `dealer` is None when the months were the same and both draw again."""

    cards: tuple[int, int]
    dealer: int | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """A month was dealt."""

    month: int
    dealer: int
    hands: tuple[Cards, Cards]
    floor: Cards
    stock: Cards


@dataclass(frozen=True, slots=True)
class DealVoided:
    """The deal does not stand; another follows."""

    reason: Void


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played from the hand. `taken`: what it captured, () if it was laid down, None if two match."""

    seat: int
    card: int
    taken: Cards | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card was drawn from the stock; `taken` as in Played."""

    seat: int
    card: int
    taken: Cards | None


@dataclass(frozen=True, slots=True)
class Taken:
    """The open choice was made: the shown card captured this floor card."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class YakuMade:
    """The points of a pile's yaku rose to `points` in a turn."""

    seat: int
    yaku: Made
    points: int


@dataclass(frozen=True, slots=True)
class YakuSpoilt:
    """The points of a pile's yaku fell to `points` in a turn: rain on a viewing."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class KoiKoiCalled:
    """The player goes on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The player chose to stop."""

    seat: int


@dataclass(frozen=True, slots=True)
class MonthEnded:
    """A month is over. `points` are the winner's (None: nobody won), `score` how they came about.

    `paid` is what every seat's total changed by: with a bank the loser pays, but never more than there is.
    """

    end: End
    winner: int | None
    points: int
    score: Score
    paid: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Resigned:
    """A player has given the game up, or was missing for too long."""

    seat: int
    is_absent: bool


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The last month is over, a bank is empty, or a player has resigned: then the other has won with any scores."""

    scores: tuple[int, int]
    winner: int | None


Event = (
    DealerDrawn
    | Dealt
    | DealVoided
    | Played
    | Drawn
    | Taken
    | YakuMade
    | YakuSpoilt
    | KoiKoiCalled
    | Stopped
    | MonthEnded
    | Resigned
    | GameEnded
)
