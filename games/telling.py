"""What happened at the table, in sentences."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.naming import card_name, short_yaku_name
from games.rules.koikoi.events import (
    DealerDrawn,
    Dealt,
    DealVoided,
    Drawn,
    End,
    Event,
    GameEnded,
    KoiKoiCalled,
    MonthEnded,
    Played,
    Resigned,
    Stopped,
    Taken,
    Void,
    YakuMade,
    YakuSpoilt,
)


@dataclass(frozen=True)
class Seats:
    """Who sits where. `own` is the seat spoken to as “you”; None where two share the device, or for who looks on.

    `names` are those of people at a table.
    """

    own: int | None
    names: tuple[str, ...] = ()

    def name(self, seat: int) -> str:
        """How a seat is called."""
        if seat == self.own:
            return _("You")
        if self.names:
            return self.names[seat] or _("Former player")
        return _("Player %(number)s") % {"number": seat + 1} if self.own is None else _("The computer")


@dataclass(frozen=True)
class Told:
    """A sentence, and the seat it is about (None: the table)."""

    seat: int | None
    text: str


def tell(events: Iterable[Event], seats: Seats) -> tuple[Told, ...]:
    """Every event that is worth a sentence, in its order."""
    told = ((getattr(event, "seat", None), _sentence(event, seats)) for event in events)
    return tuple(Told(seat, text) for seat, text in told if text)


def _sentence(event: Event, seats: Seats) -> str:
    match event:
        case Played() | Drawn() | Taken() | YakuMade() | YakuSpoilt() | KoiKoiCalled() | Stopped() | Resigned():
            return _of_a_seat(event, event.seat == seats.own) % _facts(event, seats)
        case DealerDrawn(cards, dealer):
            return _dealer(cards, dealer, seats)
        case Dealt():
            return _("The cards are dealt.")
        case DealVoided(reason):
            return _VOID[reason]()
        case MonthEnded():
            return _month(event, seats)
        case GameEnded():
            return _("The game is over.")
    return ""


def _facts(event, seats: Seats) -> dict[str, object]:
    facts: dict[str, object] = {"who": seats.name(event.seat)}
    if isinstance(event, Played | Drawn | Taken):
        facts["card"] = card_name(event.card)
        facts["taken"] = listed(getattr(event, "taken", None) or ())
    if isinstance(event, YakuMade):
        facts["yaku"] = ", ".join(short_yaku_name(key) for key, _points in event.yaku)
    if isinstance(event, YakuMade | YakuSpoilt):
        facts["points"] = event.points
    return facts


def listed(cards: Sequence[int]) -> str:
    """The names of cards, one after the other."""
    return "; ".join(card_name(each) for each in cards)


def _of_a_seat(event, is_own: bool) -> str:
    """The sentence with its places: “you” and everybody else say it differently."""
    kind = type(event).__name__
    if isinstance(event, Played | Drawn):
        kind += "Two" if event.taken is None else "Takes" if event.taken else ""
    if isinstance(event, Resigned) and event.is_absent:
        kind = "Absent"
    return _(_SENTENCES[kind][0 if is_own else 1])


_SENTENCES = {
    "Played": (gettext_noop("You lay down %(card)s."), gettext_noop("%(who)s lays down %(card)s.")),
    "PlayedTwo": (
        gettext_noop("You play %(card)s. Two cards match."),
        gettext_noop("%(who)s plays %(card)s. Two cards match."),
    ),
    "PlayedTakes": (
        gettext_noop("You play %(card)s and take %(taken)s."),
        gettext_noop("%(who)s plays %(card)s and takes %(taken)s."),
    ),
    "Drawn": (gettext_noop("You draw %(card)s: it stays."), gettext_noop("%(who)s draws %(card)s: it stays.")),
    "DrawnTwo": (
        gettext_noop("You draw %(card)s. Two cards match."),
        gettext_noop("%(who)s draws %(card)s. Two cards match."),
    ),
    "DrawnTakes": (
        gettext_noop("You draw %(card)s and take %(taken)s."),
        gettext_noop("%(who)s draws %(card)s and takes %(taken)s."),
    ),
    "Taken": (gettext_noop("You take %(card)s."), gettext_noop("%(who)s takes %(card)s.")),
    "YakuMade": (
        gettext_noop("You have a yaku: %(yaku)s, %(points)s points together."),
        gettext_noop("%(who)s has a yaku: %(yaku)s, %(points)s points together."),
    ),
    "YakuSpoilt": (
        gettext_noop("Rain spoils your viewing: %(points)s points are left."),
        gettext_noop("%(who)s loses a viewing to the rain: %(points)s points are left."),
    ),
    "KoiKoiCalled": (gettext_noop("You call koi-koi!"), gettext_noop("%(who)s calls koi-koi!")),
    "Stopped": (gettext_noop("You stop."), gettext_noop("%(who)s stops.")),
    "Resigned": (gettext_noop("You give the game up."), gettext_noop("%(who)s gives the game up.")),
    "Absent": (
        gettext_noop("You were missing for too long: the game is given to the other."),
        gettext_noop("%(who)s was missing for too long: the game is given to the other."),
    ),
}


def _dealer(cards: tuple[int, int], dealer: int | None, seats: Seats) -> str:
    facts = {
        "one": seats.name(0),
        "first": card_name(cards[0]),
        "two": seats.name(1),
        "second": card_name(cards[1]),
    }
    drawn = _("Drawn for the deal: %(one)s – %(first)s, %(two)s – %(second)s.") % facts
    if dealer is None:
        return drawn + " " + _("The same month: both draw again.")
    if dealer == seats.own:
        return drawn + " " + _("The lower month is yours: you deal and begin.")
    return drawn + " " + _("%(who)s has the lower month, deals and begins.") % {"who": seats.name(dealer)}


_VOID = {
    Void.FLOOR_FOUR: lambda: _("Four cards of one month lie on the floor: dealt again."),
    Void.FLOOR_PAIRS: lambda: _("Four pairs lie on the floor: dealt again."),
    Void.FLOOR_THREE: lambda: _("Three cards of one month lie on the floor: dealt again."),
    Void.DEALT_YAKU: lambda: _("A hand holds a dealt yaku: dealt again."),
    Void.BOTH_DEALT: lambda: _("Both hands hold a dealt yaku: dealt again."),
}


def _month(event: MonthEnded, seats: Seats) -> str:
    return headline(event, seats) + (" " + how(event) if event.end is not End.STOP else "")


def headline(event: MonthEnded, seats: Seats) -> str:
    """Who won the month, and how much."""
    if event.winner is None:
        return _("Both are paid.") if any(event.paid) else _("Nagare: nobody scores.")
    facts = {"who": seats.name(event.winner), "points": event.points}
    if event.winner == seats.own:
        return ngettext("You win %(points)s point.", "You win %(points)s points.", event.points) % facts
    return ngettext("%(who)s wins %(points)s point.", "%(who)s wins %(points)s points.", event.points) % facts


def how(event: MonthEnded) -> str:
    """What ended the month."""
    match event.end:
        case End.EXHAUSTED:
            return _("No card is left in either hand.")
        case End.DEALT:
            return _("The yaku was in the dealt hand.")
        case End.FLOOR:
            return _("Four cards of one month were dealt to the floor.")
    return ""
