"""The play of Koi-Koi: start, decide, apply, view, outcome (games/rules/engine.py).

>>> from random import Random
>>> state = replay(Options(), decide(start(Options()), Deal(), Random(1)))
>>> state.phase, state.month, len(moves(state))
(<Phase.HAND: 'hand'>, 1, 8)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from typing import Any

from games.rules.engine import Dice, IllegalMove, Outcome
from games.rules.koikoi import cards
from games.rules.koikoi.cards import BIT, cards_of, mask_of, met
from games.rules.koikoi.events import (
    Cards,
    Command,
    Deal,
    DealerDrawn,
    Dealt,
    DealVoided,
    Drawn,
    End,
    Event,
    GameEnded,
    KoiKoi,
    KoiKoiCalled,
    MonthEnded,
    Play,
    Played,
    Resign,
    Resigned,
    Stop,
    Stopped,
    Take,
    Taken,
    Void,
    YakuMade,
    YakuSpoilt,
)
from games.rules.koikoi.options import (
    BothDealt,
    DealerTie,
    DealtYaku,
    EmptyHand,
    Exhaustion,
    FloorFour,
    FloorPairs,
    FloorThree,
    Limit,
    NextDealer,
    Options,
)
from games.rules.koikoi.score import Score, plain, score
from games.rules.koikoi.yaku import Made, dealt_yaku, scorer, yaku_of

HAND_SIZE = 8
NOBODY = plain(())


class Phase(Enum):
    """What is awaited. STOCK stands only between two events of one decision."""

    DEAL = "deal"
    HAND = "hand"
    HAND_TAKE = "hand_take"
    STOCK = "stock"
    STOCK_TAKE = "stock_take"
    DECISION = "decision"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A whole game as it stands. Hands, piles and floor are 48-bit sets, by seat where there are two.

    `turn` is the seat to act, `shown` the card a choice of two is open for, `stock` in the order of drawing,
    `made` the points of the yaku in each pile, `calls` the seats that called koi-koi in order, `results` the
    months that are over. Before the first deal `dealer` is None and `month` 0. `resigned`: the seat that gave up.
    """

    options: Options
    phase: Phase
    month: int
    dealer: int | None
    turn: int
    hands: tuple[int, int]
    piles: tuple[int, int]
    floor: int
    stock: Cards
    shown: int | None
    made: tuple[int, int]
    calls: tuple[int, ...]
    floor_brights: int
    scores: tuple[int, int]
    results: tuple[MonthEnded, ...]
    resigned: int | None = None


def start(options: Options) -> State:
    """A game with nothing dealt yet."""
    purse = options.purse
    return State(options, Phase.DEAL, 0, None, 0, (0, 0), (0, 0), 0, (), None, (0, 0), (), 0, (purse, purse), ())


# Deciding ------------------------------------------------------------------------------------------------
def decide(state: State, command: Command, dice: Dice | None = None) -> tuple[Event, ...]:
    """What the command makes happen; IllegalMove with a sentence if it may not be. Only `Deal` needs dice."""
    if type(command) is Play:
        return _play(state, command)
    if type(command) is Take:
        return _take(state, command)
    if type(command) is Deal:
        return _deal(state, dice)
    if type(command) is KoiKoi:
        return _koikoi(state, command)
    if type(command) is Stop:
        return _stop(state, command)
    if type(command) is Resign:
        return _resign(state, command)
    raise TypeError(f"{command!r} is not a command of Koi-Koi")


def _play(state: State, command: Play) -> tuple[Event, ...]:
    seat, card = command.seat, command.card
    if state.phase is not Phase.HAND or state.turn != seat:
        raise _not_now(state, seat)
    if not 0 <= card < cards.COUNT or not state.hands[seat] & BIT[card]:
        raise IllegalMove("You do not hold %(card)s.", card=_name(card))
    taken = met(card, state.floor)
    if len(taken) == 2:
        return (Played(seat, card, None),)
    floor, pile = _moved(card, taken, state.floor, state.piles[seat])
    return (Played(seat, card, taken), *_draw(state, seat, floor, pile, state.hands[seat] ^ BIT[card]))


def _take(state: State, command: Take) -> tuple[Event, ...]:
    seat, card = command.seat, command.card
    shown = state.shown
    if shown is None or state.turn != seat:
        raise _not_now(state, seat)
    if card not in met(shown, state.floor):
        raise IllegalMove("%(shown)s does not match %(card)s on the floor.", shown=_name(shown), card=_name(card))
    floor, pile = _moved(shown, (card,), state.floor, state.piles[seat])
    taken = Taken(seat, card)
    if state.phase is Phase.HAND_TAKE:
        return (taken, *_draw(state, seat, floor, pile, state.hands[seat]))
    return (taken, *_finish_turn(state, seat, pile, state.hands[seat]))


def _moved(card: int, taken: Cards, floor: int, pile: int) -> tuple[int, int]:
    """Floor and pile after a card has captured, or been laid down."""
    if not taken:
        return floor | BIT[card], pile
    captured = mask_of(taken)
    return floor ^ captured, pile | captured | BIT[card]


def _draw(state: State, seat: int, floor: int, pile: int, hand: int) -> tuple[Event, ...]:
    card = state.stock[0]
    taken = met(card, floor)
    if len(taken) == 2:
        return (Drawn(seat, card, None),)
    _, pile = _moved(card, taken, floor, pile)
    return (Drawn(seat, card, taken), *_finish_turn(state, seat, pile, hand))


def _finish_turn(state: State, seat: int, pile: int, hand: int) -> tuple[Event, ...]:
    """The yaku after the draw; the end of the month if nobody can go on, or may."""
    count = scorer(state.options, state.month, seat in state.calls)
    points, before = count.points(pile), state.made[seat]
    events: tuple[Event, ...] = ()
    if points > before:
        events = (YakuMade(seat, count.yaku(pile), points),)
        if _may_decide(state, seat, hand):
            return events
        piles = _with(state.piles, seat, pile)
        return events + _ended(state, End.STOP, seat, _score(state, piles, seat))
    if points < before:
        events = (YakuSpoilt(seat, points),)
    if hand or state.hands[1 - seat]:
        return events
    return events + _exhausted(state, _with(state.piles, seat, pile))


def _may_decide(state: State, seat: int, hand: int) -> bool:
    if state.options.koikoi_limit is Limit.PLAYER_DOUBLED and seat in state.calls:
        return False
    if hand:
        return True
    return state.options.koikoi_empty_hand is EmptyHand.ALLOWED and state.hands[1 - seat] != 0


def may_call(state: State) -> bool:
    """Whether the seat that decides may still call koi-koi, or has to stop."""
    limit = state.options.koikoi_limit
    if limit is Limit.ROUND:
        return not state.calls
    return limit is Limit.NONE or state.turn not in state.calls


def _koikoi(state: State, command: KoiKoi) -> tuple[Event, ...]:
    if state.phase is not Phase.DECISION or state.turn != command.seat:
        raise _not_now(state, command.seat)
    if not may_call(state):
        raise IllegalMove("Koi-koi has been called as often as these rules allow: you have to stop.")
    return (KoiKoiCalled(command.seat),)


def _stop(state: State, command: Stop) -> tuple[Event, ...]:
    seat = command.seat
    if state.phase is not Phase.DECISION or state.turn != seat:
        raise _not_now(state, seat)
    return (Stopped(seat), *_ended(state, End.STOP, seat, _score(state, state.piles, seat)))


def _resign(state: State, command: Resign) -> tuple[Event, ...]:
    seat = command.seat
    if state.phase is Phase.OVER:
        raise IllegalMove(AWAITED[Phase.OVER])
    if seat not in (0, 1):
        raise IllegalMove("There are two seats, 0 and 1.")
    return Resigned(seat, command.is_absent), GameEnded(state.scores, 1 - seat)


AWAITED = {
    Phase.DEAL: "No month is being played: the cards have to be dealt first.",
    Phase.HAND: "A card has to be played from the hand now.",
    Phase.HAND_TAKE: "The card played matches two: one of them has to be chosen now.",
    Phase.STOCK_TAKE: "The card drawn matches two: one of them has to be chosen now.",
    Phase.DECISION: "A yaku has been made: it is time to stop or to call koi-koi.",
    Phase.OVER: "The game is over.",
}


def _not_now(state: State, seat: int) -> IllegalMove:
    if state.phase in (Phase.DEAL, Phase.OVER) or state.turn == seat:
        return IllegalMove(AWAITED[state.phase])
    if seat not in (0, 1):
        return IllegalMove("There are two seats, 0 and 1.")
    return IllegalMove("It is the other player's turn.")


def _name(card: int) -> str:
    return cards.text(card) if 0 <= card < cards.COUNT else str(card)


# Scoring a month -----------------------------------------------------------------------------------------
def _with(pair: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    return (pair[0], value) if seat else (value, pair[1])


def _score(state: State, piles: tuple[int, int], seat: int) -> Score:
    return score(
        state.options,
        piles[seat],
        month=state.month,
        own_calls=state.calls.count(seat),
        opponent_calls=state.calls.count(1 - seat),
        floor_brights=state.floor_brights,
    )


def _exhausted(state: State, piles: tuple[int, int]) -> tuple[Event, ...]:
    rule, dealer = state.options.exhaustion, state.dealer or 0
    if rule is Exhaustion.DEALER_ONE or rule is Exhaustion.DEALER_SIX:
        points = 1 if rule is Exhaustion.DEALER_ONE else 6
        return _ended(state, End.EXHAUSTED, dealer, _given(points))
    if rule is Exhaustion.LAST_CALLER and state.calls:
        return _paid_if_any(state, state.calls[-1], piles)
    if rule is Exhaustion.HIGHER:
        open_points = [_yaku_points(state, piles, seat) for seat in (0, 1)]
        if open_points[0] != open_points[1]:
            return _paid_if_any(state, open_points.index(max(open_points)), piles)
    return _ended(state, End.EXHAUSTED, None, NOBODY)


def _paid_if_any(state: State, seat: int, piles: tuple[int, int]) -> tuple[Event, ...]:
    """The seat scores its open yaku; if rain has left it none, nobody wins."""
    pays = _score(state, piles, seat)
    return _ended(state, End.EXHAUSTED, seat if pays.points else None, pays)


def _yaku_points(state: State, piles: tuple[int, int], seat: int) -> int:
    return scorer(state.options, state.month, seat in state.calls).points(piles[seat])


def _given(points: int) -> Score:
    """Points that no yaku stands behind."""
    return Score((), points, 0, (), points)


def _ended(state: State, end: End, winner: int | None, pays: Score) -> tuple[Event, ...]:
    gains = (0, 0) if winner is None else _with((0, 0), winner, pays.points)
    return _settled(state, end, winner, pays, gains)


def _settled(state: State, end: End, winner: int | None, pays: Score, gains: tuple[int, int]) -> tuple[Event, ...]:
    """The month's end, and the game's when it was the last month or a bank is empty."""
    paid = gains
    if state.options.purse:
        change = gains[0] - gains[1]
        change = max(-state.scores[0], min(state.scores[1], change))
        paid = (change, -change)
    month = MonthEnded(end, winner, pays.points, pays, paid)
    scores = (state.scores[0] + paid[0], state.scores[1] + paid[1])
    is_broke = state.options.purse > 0 and min(scores) <= 0
    if len(state.results) + 1 < state.options.months and not is_broke:
        return (month,)
    return month, GameEnded(scores, _leader(scores))


def _leader(scores: tuple[int, int]) -> int | None:
    return None if scores[0] == scores[1] else int(scores[1] > scores[0])


# Dealing -------------------------------------------------------------------------------------------------
def _deal(state: State, dice: Dice | None) -> tuple[Event, ...]:
    if state.phase is not Phase.DEAL:
        if state.phase is Phase.OVER:
            raise IllegalMove("The game is over.")
        raise IllegalMove("The month is still being played.")
    if dice is None:
        raise TypeError("dealing needs dice")
    events: list[Event] = []
    dealer = state.dealer
    if dealer is None:
        events, dealer = _draw_for_dealer(state.options, dice)
    else:
        dealer = _next_dealer(state, dealer)
    while True:
        deck = list(range(cards.COUNT))
        dice.shuffle(deck)
        hands = tuple(sorted(deck[:8])), tuple(sorted(deck[8:16]))
        dealt = Dealt(state.month + 1, dealer, hands, tuple(sorted(deck[16:24])), tuple(deck[24:]))
        events.append(dealt)
        void = void_reason(state.options, dealt)
        if void is None:
            return (*events, *_decided_by_deal(state, dealt))
        events.append(DealVoided(void))


def _draw_for_dealer(options: Options, dice: Dice) -> tuple[list[Event], int]:
    """Each draws a card; the lower month deals (S1)."""
    events: list[Event] = []
    while True:
        deck = list(range(cards.COUNT))
        dice.shuffle(deck)
        first, second = deck[:2]
        is_tie = first // cards.SLOTS == second // cards.SLOTS
        if not is_tie or options.dealer_tie is DealerTie.HIGHER_CARD:
            dealer = int(second < first)  # of the same month the lower number is the more valuable card
            return [*events, DealerDrawn((first, second), dealer)], dealer
        events.append(DealerDrawn((first, second), None))


def _next_dealer(state: State, dealer: int) -> int:
    rule, winner = state.options.next_dealer, state.results[-1].winner
    if rule is NextDealer.ALTERNATE:
        return 1 - dealer
    if winner is not None:
        return winner
    return 1 - dealer if rule is NextDealer.WINNER_SWITCH else dealer


def void_reason(options: Options, dealt: Dealt) -> Void | None:
    """Why this deal does not stand under these rules; None if it does."""
    counts = _counts(dealt.floor)
    if 4 in counts and options.floor_four is FloorFour.REDEAL:
        return Void.FLOOR_FOUR
    if 3 in counts and options.floor_three is FloorThree.REDEAL:
        return Void.FLOOR_THREE
    if counts.count(2) == 4 and options.floor_pairs is FloorPairs.REDEAL:
        return Void.FLOOR_PAIRS
    if options.dealt_yaku is DealtYaku.OFF:
        return None
    has_yaku = [bool(dealt_yaku(options, mask_of(hand))) for hand in dealt.hands]
    if any(has_yaku) and options.dealt_yaku is DealtYaku.REDEAL:
        return Void.DEALT_YAKU
    return Void.BOTH_DEALT if all(has_yaku) and options.both_dealt is BothDealt.REDEAL else None


def _counts(numbers: Cards) -> list[int]:
    counts = [0] * 12
    for number in numbers:
        counts[number // cards.SLOTS] += 1
    return counts


def _decided_by_deal(state: State, dealt: Dealt) -> tuple[Event, ...]:
    """The end of a month that a standing deal ends at once; nothing if it is played."""
    options = state.options
    if 4 in _counts(dealt.floor):
        return _ended(state, End.FLOOR, dealt.dealer, _given(6))
    if options.dealt_yaku is not DealtYaku.SCORE:
        return ()
    made = [dealt_yaku(options, mask_of(hand)) for hand in dealt.hands]
    if made[0] and made[1]:
        return _both_dealt(state, dealt.dealer, (made[0], made[1]))
    for seat in (0, 1):
        if made[seat]:
            return _ended(state, End.DEALT, seat, plain(made[seat]))
    return ()


def _both_dealt(state: State, dealer: int, made: tuple[Made, Made]) -> tuple[Event, ...]:
    rule = state.options.both_dealt
    if rule is BothDealt.DEALER:
        return _ended(state, End.DEALT, dealer, plain(made[dealer]))
    if rule is BothDealt.BOTH_PAID:
        return _settled(state, End.DEALT, None, NOBODY, (plain(made[0]).points, plain(made[1]).points))
    return ()


# Applying ------------------------------------------------------------------------------------------------
def apply(state: State, event: Event) -> State:
    """The state after an event."""
    return _APPLY[type(event)](state, event)


def _dealer_drawn(state: State, event: DealerDrawn) -> State:
    return replace(state, dealer=event.dealer)


def _dealt(state: State, event: Dealt) -> State:
    floor = mask_of(event.floor)
    return State(
        state.options,
        Phase.HAND,
        event.month,
        event.dealer,
        event.dealer,
        (mask_of(event.hands[0]), mask_of(event.hands[1])),
        (0, 0),
        floor,
        event.stock,
        None,
        (0, 0),
        (),
        (floor & cards.BRIGHTS).bit_count(),
        state.scores,
        state.results,
    )


def _voided(state: State, _event: DealVoided) -> State:
    return replace(state, phase=Phase.DEAL, month=state.month - 1)


def _played(state: State, event: Played) -> State:
    seat, card, taken = event.seat, event.card, event.taken
    hands = _with(state.hands, seat, state.hands[seat] ^ BIT[card])
    if taken is None:
        return _turned(state, Phase.HAND_TAKE, seat, hands, state.piles, state.floor, state.stock, card)
    floor, pile = _moved(card, taken, state.floor, state.piles[seat])
    return _turned(state, Phase.STOCK, seat, hands, _with(state.piles, seat, pile), floor, state.stock, None)


def _drawn(state: State, event: Drawn) -> State:
    seat, card, taken = event.seat, event.card, event.taken
    stock = state.stock[1:]
    if taken is None:
        return _turned(state, Phase.STOCK_TAKE, seat, state.hands, state.piles, state.floor, stock, card)
    floor, pile = _moved(card, taken, state.floor, state.piles[seat])
    return _turned(state, Phase.HAND, 1 - seat, state.hands, _with(state.piles, seat, pile), floor, stock, None)


def _taken(state: State, event: Taken) -> State:
    seat, shown = event.seat, state.shown
    if shown is None:
        raise ValueError("no choice is open")
    floor, pile = _moved(shown, (event.card,), state.floor, state.piles[seat])
    piles = _with(state.piles, seat, pile)
    if state.phase is Phase.HAND_TAKE:
        return _turned(state, Phase.STOCK, seat, state.hands, piles, floor, state.stock, None)
    return _turned(state, Phase.HAND, 1 - seat, state.hands, piles, floor, state.stock, None)


def _turned(
    state: State,
    phase: Phase,
    turn: int,
    hands: tuple[int, int],
    piles: tuple[int, int],
    floor: int,
    stock: Cards,
    shown: int | None,
) -> State:
    """`replace` for what a turn moves: written out, because play is three times as fast with it."""
    return State(
        state.options,
        phase,
        state.month,
        state.dealer,
        turn,
        hands,
        piles,
        floor,
        stock,
        shown,
        state.made,
        state.calls,
        state.floor_brights,
        state.scores,
        state.results,
    )


def _yaku_made(state: State, event: YakuMade) -> State:
    made = _with(state.made, event.seat, event.points)
    return replace(state, phase=Phase.DECISION, turn=event.seat, made=made)


def _yaku_spoilt(state: State, event: YakuSpoilt) -> State:
    return replace(state, made=_with(state.made, event.seat, event.points))


def _called(state: State, event: KoiKoiCalled) -> State:
    """The turn passes. The call itself can raise the points (Viewing.CALLER); that is no new yaku."""
    seat, calls = event.seat, (*state.calls, event.seat)
    points = scorer(state.options, state.month, True).points(state.piles[seat])
    return replace(state, phase=Phase.HAND, turn=1 - seat, calls=calls, made=_with(state.made, seat, points))


def _stopped(state: State, _event: Stopped) -> State:
    return state


def _month_ended(state: State, event: MonthEnded) -> State:
    scores = (state.scores[0] + event.paid[0], state.scores[1] + event.paid[1])
    return replace(state, phase=Phase.DEAL, scores=scores, results=(*state.results, event))


def _resigned(state: State, event: Resigned) -> State:
    return replace(state, resigned=event.seat)


def _game_ended(state: State, _event: GameEnded) -> State:
    return replace(state, phase=Phase.OVER)


_APPLY: dict[type, Callable[[State, Any], State]] = {
    DealerDrawn: _dealer_drawn,
    Dealt: _dealt,
    DealVoided: _voided,
    Played: _played,
    Drawn: _drawn,
    Taken: _taken,
    YakuMade: _yaku_made,
    YakuSpoilt: _yaku_spoilt,
    KoiKoiCalled: _called,
    Stopped: _stopped,
    MonthEnded: _month_ended,
    Resigned: _resigned,
    GameEnded: _game_ended,
}


def replay(options: Options, events: Iterable[Event]) -> State:
    """The state after these events: their fold."""
    return reduce(apply, events, start(options))


# Seeing --------------------------------------------------------------------------------------------------
# Commands never change, so there is one of each.
PLAYS = tuple(tuple(Play(seat, card) for card in range(cards.COUNT)) for seat in (0, 1))
TAKES = tuple(tuple(Take(seat, card) for card in range(cards.COUNT)) for seat in (0, 1))
CALLS = tuple((Stop(seat), KoiKoi(seat)) for seat in (0, 1))
DEAL = Deal()


def moves(state: State) -> tuple[Command, ...]:
    """Everything that may be played now: by the seat whose turn it is, or a deal. (To resign is always allowed.)"""
    seat = state.turn
    if state.phase is Phase.HAND:
        return tuple([PLAYS[seat][card] for card in cards_of(state.hands[seat])])
    if state.phase is Phase.DECISION:
        return CALLS[seat] if may_call(state) else CALLS[seat][:1]
    if state.shown is not None:
        return tuple(TAKES[seat][card] for card in met(state.shown, state.floor))
    return (DEAL,) if state.phase is Phase.DEAL else ()


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know. Pairs are (own, the other's), whichever seat this is; sets are 48 bits.

    `is_turn` says whether this seat is to act, `moves` what it may do. `unseen` are the cards in the other hand or
    the stock: which is where, nobody tells. `result` is the month that has just ended.
    """

    seat: int
    options: Options
    phase: Phase
    month: int
    is_dealer: bool | None
    is_turn: bool
    hand: int
    opponent_count: int
    piles: tuple[int, int]
    floor: int
    stock_count: int
    unseen: int
    shown: int | None
    yaku: tuple[Made, Made]
    points: tuple[int, int]
    calls: tuple[int, int]
    scores: tuple[int, int]
    results: tuple[MonthEnded, ...]
    moves: tuple[Command, ...]


def view(state: State, seat: int) -> View:
    """The game as this seat sees it."""
    other = 1 - seat
    is_turn = state.turn == seat and state.phase not in (Phase.DEAL, Phase.OVER)
    seen = state.hands[seat] | state.piles[0] | state.piles[1] | state.floor
    if state.shown is not None:
        seen |= BIT[state.shown]
    pair = (seat, other)
    piles = (state.piles[seat], state.piles[other])
    yaku = tuple(
        yaku_of(state.options, state.piles[each], month=state.month, has_called=each in state.calls) for each in pair
    )
    return View(
        seat=seat,
        options=state.options,
        phase=state.phase,
        month=state.month,
        is_dealer=None if state.dealer is None else state.dealer == seat,
        is_turn=is_turn,
        hand=state.hands[seat],
        opponent_count=state.hands[other].bit_count(),
        piles=piles,
        floor=state.floor,
        stock_count=len(state.stock),
        unseen=cards.ALL & ~seen,
        shown=state.shown,
        yaku=(yaku[0], yaku[1]),
        points=(state.made[seat], state.made[other]),
        calls=(state.calls.count(seat), state.calls.count(other)),
        scores=(state.scores[seat], state.scores[other]),
        results=state.results,
        moves=moves(state) if is_turn or state.phase is Phase.DEAL else (),
    )


def outcome(state: State) -> Outcome | None:
    """The result, or None while the game goes on."""
    if state.phase is not Phase.OVER:
        return None
    winner = _leader(state.scores) if state.resigned is None else 1 - state.resigned
    return Outcome(state.scores, winner)
