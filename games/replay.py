"""Where a replay stops, and what lies open in it."""

from collections.abc import Sequence

from django.utils.dates import MONTHS

from games.matches import Game
from games.rules.koikoi.cards import CARDS, Card, cards_of
from games.rules.koikoi.events import Dealt, DealVoided, Event, MonthEnded, Played


def stops(events: Sequence[Event]) -> list[int]:
    """How many events have happened at each stop: after every deal that stood, every turn, and at the end."""
    begins = [index for index, event in enumerate(events) if isinstance(event, Played | MonthEnded)]
    return sorted({*begins, *(index + 1 for index, _dealt in _deals(events)), len(events)})


def _deals(events: Sequence[Event]) -> list[tuple[int, Dealt]]:
    """The deals that were played, or ended their month at once, and where they stand."""
    voided = {index - 1 for index, event in enumerate(events) if isinstance(event, DealVoided)}
    return [(index, event) for index, event in enumerate(events) if isinstance(event, Dealt) and index not in voided]


def months(events: Sequence[Event], at: Sequence[int]) -> list[tuple[str, int]]:
    """The months of a match, and the stop each begins at."""
    return [(str(MONTHS[dealt.month]), at.index(index + 1)) for index, dealt in _deals(events)]


def hand(game: Game, seat: int) -> tuple[Card, ...]:
    """A hand, face up."""
    return tuple(CARDS[each] for each in cards_of(game.state.hands[seat]))
