"""The table as a page shows it: who has which cards where, and what may be done. Made from a view and the events."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.dates import MONTHS
from django.utils.translation import gettext as _

from games import telling
from games.matches import Game
from games.naming import KIND_NAMES, KIND_SIGNS
from games.progress import Progress, progress
from games.rules.koikoi import play
from games.rules.koikoi.cards import CARDS, Card, Kind, cards_of, kind_mask, met
from games.rules.koikoi.events import Dealt, Drawn, Event, KoiKoi, MonthEnded, Play, Played, Resigned, Take, Taken
from games.rules.koikoi.options import Bonus, Combine, Options
from games.rules.koikoi.play import Phase
from games.rules.koikoi.score import Score, score

SLOTS = 8  # cards dealt to the floor, and to a hand
WIDEST = 6  # cards in a row of the floor, until there are too many for two rows


@dataclass(frozen=True)
class HandCard:
    """A card in one's hand: what it would take, and the key that plays it."""

    card: Card
    takes: tuple[Card, ...]
    key: int
    is_playable: bool


@dataclass(frozen=True)
class FloorCard:
    """A place on the floor; `card` is None where one was taken away."""

    card: Card | None
    is_choice: bool = False
    key: int | None = None


@dataclass(frozen=True)
class Heap:
    """The captured cards of one kind."""

    kind: Kind
    cards: tuple[Card, ...]

    @property
    def name(self) -> str:
        return str(KIND_NAMES[self.kind])

    @property
    def sign(self) -> str:
        return KIND_SIGNS[self.kind]


@dataclass(frozen=True)
class Side:
    """All that lies before one seat."""

    seat: int
    name: str
    is_dealer: bool
    is_turn: bool
    hand_count: int
    heaps: tuple[Heap, ...]
    progress: tuple[Progress, ...]
    points: int
    calls: int
    score: int


class Table:
    """What the seat `seat` sees of a game; what is new since `seen` events is told and moved.

    None looks on: from behind seat 0, without a hand or anything to do. `names` are those of people at a table.
    """

    def __init__(self, game: Game, seat: int | None, *, seen: int | None = None, names: tuple[str, ...] = ()) -> None:
        self.game, self.seat, self.is_watched = game, seat or 0, seat is None
        self.view = play.view(game.state, self.seat)
        if seat is None:
            self.view = replace(self.view, hand=0, moves=(), is_turn=False)
        self.options = game.options
        self.seats = telling.Seats(None if game.match.is_hot_seat else seat, names)
        self.count = len(game.events)
        self._seen = self.count if seen is None else seen

    # Where the game is
    @property
    def phase(self) -> str:
        return self.view.phase.value

    @property
    def is_over(self) -> bool:
        return self.view.phase is Phase.OVER

    @property
    def is_between(self) -> bool:
        """Whether a month has ended and the next is to be dealt, or the game is over."""
        return self.view.phase in (Phase.DEAL, Phase.OVER)

    @property
    def is_deciding(self) -> bool:
        return self.view.phase is Phase.DECISION and self.view.is_turn

    @property
    def is_taking(self) -> bool:
        return self.shown is not None and self.view.is_turn

    @property
    def month(self) -> str:
        return str(MONTHS[max(1, self.view.month)])

    @property
    def shown(self) -> Card | None:
        return None if self.view.shown is None else CARDS[self.view.shown]

    @property
    def prompt(self) -> str:
        """What is to be done now."""
        if self.is_deciding:
            return _("You have a yaku. Stop, or koi-koi?")
        if self.is_taking:
            return _("Two cards match. Choose the one to take.")
        if self.view.is_turn:
            return _("Your turn: play a card.")
        if not self.seats.names or self.is_between:
            return ""
        return _("It is the turn of %(who)s.") % {"who": self.seats.name(self.game.state.turn)}

    # The cards
    @cached_property
    def hand(self) -> tuple[HandCard, ...]:
        playable = {command.card for command in self.view.moves if isinstance(command, Play)}
        return tuple(
            HandCard(CARDS[each], tuple(CARDS[taken] for taken in met(each, self.view.floor)), key, each in playable)
            for key, each in enumerate(cards_of(self.view.hand), start=1)
        )

    @cached_property
    def floor(self) -> tuple[FloorCard, ...]:
        """The floor's places in order. A card stays where it was laid down."""
        choices = [command.card for command in self.view.moves if isinstance(command, Take)]
        return tuple(
            FloorCard(None)
            if each is None
            else FloorCard(CARDS[each], each in choices, choices.index(each) + 1 if each in choices else None)
            for each in places(self.game.events)
        )

    @property
    def columns(self) -> int:
        """How many cards stand in a row of the floor, the stock among them."""
        return max(WIDEST, -(-(len(self.floor) + 1) // 2))

    @cached_property
    def own(self) -> Side:
        return self._side(self.seat, 0)

    @cached_property
    def other(self) -> Side:
        return self._side(1 - self.seat, 1)

    def _side(self, seat: int, index: int) -> Side:
        view, state = self.view, self.game.state
        pile, across = view.piles[index], view.piles[1 - index]
        has_called = view.calls[index] > 0
        return Side(
            seat=seat,
            name=self.seats.name(seat),
            is_dealer=state.dealer == seat,
            is_turn=state.turn == seat and not self.is_between,
            hand_count=state.hands[seat].bit_count(),
            heaps=tuple(Heap(kind, tuple(CARDS[each] for each in cards_of(pile & kind_mask(kind)))) for kind in Kind),
            progress=progress(self.options, pile, across, month=view.month, has_called=has_called),
            points=sum(points for _key, points in view.yaku[index]),
            calls=view.calls[index],
            score=view.scores[index],
        )

    # The decision, the result
    @property
    def stake(self) -> Score:
        """What stopping now would pay the seat that decides."""
        state = self.game.state
        return score(
            self.options,
            state.piles[self.seat],
            month=state.month,
            own_calls=self.view.calls[0],
            opponent_calls=self.view.calls[1],
            floor_brights=state.floor_brights,
        )

    @property
    def may_call(self) -> bool:
        return any(isinstance(command, KoiKoi) for command in self.view.moves)

    @property
    def risks(self) -> tuple[str, ...]:
        """What koi-koi would mean under these rules."""
        return risks(self.options)

    @property
    def result(self) -> MonthEnded | None:
        """The month that has just ended."""
        return self.view.results[-1] if self.is_between and self.view.results else None

    @property
    def result_headline(self) -> str:
        return telling.headline(self.result, self.seats) if self.result else ""

    @property
    def result_how(self) -> str:
        return telling.how(self.result) if self.result else ""

    @property
    def dealt_hand(self) -> tuple[Card, ...]:
        """The hand that held a dealt yaku: it is shown."""
        if self.result is None or self.result.end is not play.End.DEALT or self.result.winner is None:
            return ()
        return tuple(CARDS[each] for each in cards_of(self.game.state.hands[self.result.winner]))

    @property
    def only_greatest(self) -> bool:
        return self.options.combine is Combine.MAX

    @property
    def winner(self) -> int | None:
        """Who has won the game; None while it goes on, or if it is drawn."""
        return self.game.outcome.winner if self.game.outcome else None

    @property
    def winner_name(self) -> str:
        return "" if self.winner is None else self.seats.name(self.winner)

    @property
    def ending(self) -> tuple[telling.Told, ...]:
        """How the game ended if somebody gave it up, or was missing."""
        return telling.tell([event for event in self.game.events if isinstance(event, Resigned)], self.seats)

    # What happened
    @property
    def happened(self) -> tuple[telling.Told, ...]:
        """What is new."""
        return telling.tell(self.game.events[self._seen :], self.seats)

    @property
    def last_turn(self) -> tuple[telling.Told, ...]:
        """What the last turn was, for somebody who comes to the table."""
        return telling.tell(self.game.events[last_turn(self.game.events) :], self.seats)

    @property
    def log(self) -> tuple[telling.Told, ...]:
        """The month so far."""
        return telling.tell(month_events(self.game.events), self.seats)

    @property
    def steps(self) -> str:
        """What is new, as movements for the page's script: [{card, seat, from, onto}] in JSON, or "deal"."""
        fresh = self.game.events[self._seen :]
        if any(isinstance(event, Dealt) for event in fresh):
            return json.dumps("deal")
        return json.dumps(list(_steps(self.game.events, fresh, self.seat)))


def last_turn(events: Sequence[Event]) -> int:
    """Where the last turn begins, or the deal if there was none yet."""
    return max((index for index, event in enumerate(events) if isinstance(event, Played | Dealt)), default=0)


def risks(options: Options) -> tuple[str, ...]:
    """What a call of koi-koi puts at stake, in sentences."""
    said = [_("If the other makes a yaku next, you get nothing.")]
    if options.koikoi_penalty:
        said = [_("If the other makes a yaku next, you get nothing and their points are doubled.")]
    if options.koikoi_bonus is Bonus.ALL_CALLS:
        said.append(_("Every call multiplies what the winner gets."))
    elif options.koikoi_bonus is not Bonus.NONE:
        said.append(_("Each call adds to what you win."))
    return tuple(said)


def month_events(events: Sequence[Event]) -> Sequence[Event]:
    """The events since the last deal that stood; with the draw for the dealer before the first."""
    deals = [index for index, event in enumerate(events) if isinstance(event, Dealt)]
    if not deals:
        return events
    return events if sum(isinstance(event, MonthEnded) for event in events[: deals[-1]]) == 0 else events[deals[-1] :]


def places(events: Iterable[Event]) -> list[int | None]:
    """Which card lies at which place of the floor. Taken cards leave a gap, laid ones fill the first."""
    floor: list[int | None] = []
    shown: int | None = None
    for event in events:
        match event:
            case Dealt():
                floor = list(event.floor)
            case Played() | Drawn():
                if event.taken == ():
                    _lay(floor, event.card)
                elif event.taken:
                    _lift(floor, event.taken)
                shown = event.card if event.taken is None else None
            case Taken() if shown is not None:
                _lift(floor, (event.card,))
                shown = None
    return floor


def _lay(floor: list[int | None], card: int) -> None:
    if None in floor:
        floor[floor.index(None)] = card
    else:
        floor.append(card)


def _lift(floor: list[int | None], cards: Iterable[int]) -> None:
    for card in cards:
        floor[floor.index(card)] = None
    while len(floor) > SLOTS and floor[-1] is None:
        floor.pop()


def _steps(events: Sequence[Event], fresh: Sequence[Event], own: int) -> Iterable[dict[str, object]]:
    shown = None
    for event in events[: len(events) - len(fresh)]:
        if isinstance(event, Played | Drawn):
            shown = event.card
    for event in fresh:
        if isinstance(event, Played | Drawn):
            shown = event.card
            source = "hand" if isinstance(event, Played) else "stock"
            yield _step(event.card, event.seat == own, source, event.taken)
        elif isinstance(event, Taken) and shown is not None:
            yield _step(shown, event.seat == own, "shown", (event.card,))


def _step(card: int, is_own: bool, source: str, onto: Sequence[int] | None) -> dict[str, object]:
    return {"card": card, "own": is_own, "from": source, "onto": list(onto or ()), "open": onto is None}
