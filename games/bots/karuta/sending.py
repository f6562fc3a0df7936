"""Which card is sent (送り札), and when none is."""

from __future__ import annotations

from dataclasses import dataclass

from games.bots.karuta.reach import Spot, further_mm, spots
from games.bots.karuta.sounds import ALL, PARTNERS, length, set_of
from games.rules.karuta.play import View

OWN_SPREAD_MM = 150  # so much farther than the middling own card counts as far


@dataclass(frozen=True, slots=True)
class Sending:
    """Weights of a sender: the card with the highest sum goes.

    `parts`: a partner of the card lies at one's own side too (sending it splits them). `joins`: a partner lies at the
    other's. `far`: the card is far from the hand. `short`: one sound decides it. `long`: it needs four or more.
    `declines_ahead`: so many cards ahead it leaves the right unused, unless the card decides the match.
    """

    parts: float = 3.0
    joins: float = -1.5
    far: float = 1.0
    short: float = 0.5
    long: float = 0.0
    declines_ahead: int | None = None


SPLITTER = Sending()
CORNERS = Sending(parts=1.5, joins=-0.5, far=2.5, short=0.0)
QUICK_SENDER = Sending(parts=2.0, joins=-1.0, far=0.5, short=2.0, long=-1.0)  # sends what it can attack at once
GATHERER = Sending(parts=-1.0, joins=2.0, far=1.0, short=-1.0, long=1.0)  # keeps the short, sends pairs over
POLITE = Sending(declines_ahead=12)


def picks(view: View, sending: Sending) -> tuple[int, ...]:
    """The own cards, what to send first at the front (for `Tick`, too)."""
    where = spots(view.field)
    unread = ALL & ~set_of(view.read)
    own = view.field.cards(view.side)
    worth = {card: _worth(view, sending, where, unread, card) for card in own}
    return tuple(sorted(own, key=lambda card: (-worth[card], card)))


def _worth(view: View, sending: Sending, where: dict[int, Spot], unread: int, card: int) -> float:
    spot = where[card]
    sides = [where[other].side for other in PARTNERS[card] if other in where]
    kana = length(card, unread)
    far = further_mm(view.field, spot, view.side, view.seat, len(view.setup.seats)) / OWN_SPREAD_MM
    return (
        sending.parts * (view.side in sides)
        + sending.joins * (1 - view.side in sides)
        + sending.far * far
        + sending.short * (kana == 1)
        + sending.long * (kana > 3)
    )


def declines(view: View, sending: Sending) -> bool:
    """Whether the right to send is left unused."""
    if sending.declines_ahead is None or view.must_send:
        return False
    own, other = view.field.count(view.side), view.field.count(1 - view.side)
    return other - own >= sending.declines_ahead
