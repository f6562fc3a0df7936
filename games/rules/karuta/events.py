"""What is asked for (commands, imperative) and what happens (events, past tense) in a match.

Seats and sides count from 0. `at_ms` is the match's own clock, `ms` runs from the first sound of the upper verse.
Deal, Read, Close, Void and Tick come from the table, all others from a seat. `Touched` is in judge.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.rules.karuta.field import Place, Scattered, Territory
from games.rules.karuta.judge import NO_TERRITORY, Touched, Touching, Verdict

UPPER_MS = 6_000  # an upper verse at 5-3-1-6
LOWER_MS = 15_000  # then a second, and the lower verse with its last sound held


class Phase(StrEnum):
    """Where a match stands."""

    DEAL = "deal"
    LAYOUT = "layout"
    MEMORISE = "memorise"
    SWING = "swing"  # the last minutes of memorising: practice swings, no hand on the cards
    JOKA = "joka"
    READING = "reading"  # the upper verse: cards may be taken
    RESOLVE = "resolve"  # sending, placing, moving; then the next poem
    OVER = "over"


class VoidReason(StrEnum):
    """Why a reading does not count and its poem is read again later."""

    MISREAD = "misread"
    INTERRUPTED = "interrupted"


class Finish(StrEnum):
    """How a match ended."""

    PLAYED = "played"
    RESIGNED = "resigned"
    WALKOVER = "walkover"


# Commands ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Deal:
    """Draw the poems, the cards and the order of reading. Needs dice."""

    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay the own cards anew."""

    seat: int
    territory: Territory
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class Ready:
    """Be done with laying; or agree to begin before the time to memorise is over."""

    seat: int
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class Tick:
    """Let the clock do what is due. `picks`: what the sender's policy would send, best first."""

    at_ms: int
    picks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """Read the next poem; its recording's upper verse ends at `upper_ms`, the lower one, read once, at `lower_ms`."""

    at_ms: int = 0
    upper_ms: int = UPPER_MS
    lower_ms: int = LOWER_MS


@dataclass(frozen=True, slots=True)
class Touch:
    """Touch a card (or, with CONTACT, the other's hand in a territory)."""

    seat: int
    ms: int
    card: int = 0
    kind: Touching = Touching.TOUCH
    is_valid_hand: bool = True
    gap: int = 0
    is_sweep: bool = False
    territory: int = NO_TERRITORY


@dataclass(frozen=True, slots=True)
class Close:
    """Close the reading at `ms` and judge it. `is_lost`: the read card belongs on the mat and is missing."""

    ms: int
    at_ms: int = 0
    is_lost: bool = False


@dataclass(frozen=True, slots=True)
class Void:
    """Take the reading back: its poem comes again later, where dice put it, or after all others."""

    reason: VoidReason = VoidReason.INTERRUPTED
    at_ms: int = 0
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Send:
    """Send these cards: as many as are due, or fewer if that does not decide the match."""

    seat: int
    cards: tuple[int, ...]
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class Decline:
    """Send nothing, though one might."""

    seat: int
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """Put one of the own cards elsewhere, or a received one where it shall lie."""

    seat: int
    card: int
    place: Place
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class RaiseHand:
    """Ask the reciter to wait."""

    seat: int
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class LowerHand:
    """Let the reciter go on."""

    seat: int
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match up."""

    seat: int
    at_ms: int = 0


@dataclass(frozen=True, slots=True)
class WalkOver:
    """Say that this seat's side has not come."""

    seat: int
    at_ms: int = 0


Command = (
    Deal
    | Lay
    | Ready
    | Tick
    | Read
    | Touch
    | Close
    | Void
    | Send
    | Decline
    | Move
    | RaiseHand
    | LowerHand
    | Resign
    | WalkOver
)


# Events --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards of every side in the order drawn (or scattered), and the poems in the order they will be read."""

    hands: tuple[tuple[int, ...], ...]
    scattered: tuple[Scattered, ...]
    order: tuple[int, ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A side was laid anew."""

    seat: int
    territory: Territory
    at_ms: int


@dataclass(frozen=True, slots=True)
class ReadyGiven:
    """A seat is ready."""

    seat: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class PhaseBegun:
    """Memorising, the swings, the joka, or the wait for the first poem began."""

    phase: Phase
    at_ms: int


@dataclass(frozen=True, slots=True)
class ReadingBegun:
    """The reciter begins a poem: the `number`th reading. Nobody who plays may see this before the verdict."""

    number: int
    poem: int
    upper_ms: int
    lower_ms: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Judged:
    """The reading closed at `closed_ms`, with this verdict."""

    verdict: Verdict
    closed_ms: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class ReadingVoided:
    """The reading counts for nothing; its poem went back, `back_at` poems further on."""

    reason: VoidReason
    back_at: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Sent:
    """A card went to the other side (送り札), for now to this place there. `is_picked`: by the clock, not the seat."""

    side: int
    card: int
    place: Place
    is_picked: bool
    at_ms: int


@dataclass(frozen=True, slots=True)
class SendDeclined:
    """The side sent no more, of its own will."""

    side: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class SendLapsed:
    """The next poem came before the cards were sent."""

    side: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A card was moved, or (`is_placing`) a received one placed."""

    seat: int
    card: int
    place: Place
    is_placing: bool
    at_ms: int


@dataclass(frozen=True, slots=True)
class HandRaised:
    """The reciter waits."""

    seat: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class HandLowered:
    """This seat no longer holds the reciter."""

    seat: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over. `winners` are sides (several share a win); `margin` (枚数差) is the loser's cards.

    `left`: the cards before every side. A resignation and a walkover have no margin.
    """

    how: Finish
    winners: tuple[int, ...]
    margin: int | None
    left: tuple[int, ...]
    at_ms: int


Event = (
    Dealt
    | Laid
    | ReadyGiven
    | PhaseBegun
    | ReadingBegun
    | Touched
    | Judged
    | ReadingVoided
    | Sent
    | SendDeclined
    | SendLapsed
    | Moved
    | HandRaised
    | HandLowered
    | Ended
)
