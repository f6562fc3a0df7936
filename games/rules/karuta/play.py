"""The play of every kind of match: start, decide, apply, view, outcome (games/rules/engine.py).

>>> from random import Random
>>> from games.rules.karuta.variants import kyogi
>>> state = replay(kyogi(), decide(start(kyogi()), Deal(), Random(1)))
>>> state.phase, state.field.counts(), len(state.order)
(<Phase.LAYOUT: 'layout'>, (25, 25), 100)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from typing import Any

from games.rules.engine import Dice, IllegalMove, Outcome
from games.rules.karuta.events import (
    Close,
    Command,
    Deal,
    Dealt,
    Decline,
    Ended,
    Event,
    Finish,
    HandLowered,
    HandRaised,
    Judged,
    Laid,
    Lay,
    LowerHand,
    Move,
    Moved,
    Phase,
    PhaseBegun,
    RaiseHand,
    Read,
    ReadingBegun,
    ReadingVoided,
    Ready,
    ReadyGiven,
    Resign,
    Send,
    SendDeclined,
    SendLapsed,
    Sent,
    Tick,
    Touch,
    Void,
    WalkOver,
)
from games.rules.karuta.field import ROWS, WINGS, Field, Place, rows_of, scatter, shares
from games.rules.karuta.judge import (
    NO_TERRITORY,
    Reading,
    Touched,
    Touching,
    Verdict,
    adjudicate,
    find_take,
)
from games.rules.karuta.variants import Ending, Layout, Penalty, Setup, Unsent, Untaken

HUNDRED = 100
_NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class State:
    """A match as it stands.

    `order[at:]` are the poems to come and `read` those with a verdict; `poem` is the one being read (None: none is).
    `number` counts readings begun; `last` is the latest verdict, `last_touches` what it was made of.
    While cards are due `sender` is the side that sends `owed`. `taken` and `moves` are by seat; `unplaced` are
    received cards that may still be placed for nothing; `sat_out` seats take no part in the reading to come or going
    on; `aside` cards are nobody's, `pool` cards the next taker's.
    """

    setup: Setup
    phase: Phase
    since_ms: int
    field: Field
    order: tuple[int, ...]
    at: int
    read: tuple[int, ...]
    number: int
    poem: int | None
    upper_ms: int
    lower_ms: int
    touches: tuple[Touched, ...]
    ready: frozenset[int]
    raised: frozenset[int]
    sender: int | None
    owed: int
    unplaced: frozenset[int]
    last: Verdict | None
    last_touches: tuple[Touched, ...]
    sat_out: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...]
    pool: tuple[int, ...]
    moves: tuple[int, ...]
    result: Ended | None


def start(options: Setup) -> State:
    """A match with nothing dealt yet."""
    seats = len(options.seats)
    return State(
        setup=options,
        phase=Phase.DEAL,
        since_ms=0,
        field=Field(),
        order=(),
        at=0,
        read=(),
        number=0,
        poem=None,
        upper_ms=0,
        lower_ms=0,
        touches=(),
        ready=_NOBODY,
        raised=_NOBODY,
        sender=None,
        owed=0,
        unplaced=_NOBODY,
        last=None,
        last_touches=(),
        sat_out=(),
        taken=((),) * seats,
        aside=(),
        pool=(),
        moves=(0,) * seats,
        result=None,
    )


# Deciding ------------------------------------------------------------------------------------------------
def decide(state: State, command: Command, dice: Dice | None = None) -> tuple[Event, ...]:
    """What the command makes happen; IllegalMove with a sentence if it may not be. Only Deal and Void need dice."""
    if type(command) is Touch:
        return _touch(state, command)
    if state.phase is Phase.OVER:
        raise IllegalMove("The match is over.")
    if command.at_ms < state.since_ms:  # type: ignore[union-attr]  # every other command has it
        raise IllegalMove("The clock does not go back.")
    if type(command) is Deal:
        return _deal(state, command, dice)
    if type(command) is Void:
        return _void(state, command, dice)
    found = _DECIDE.get(type(command))
    if found is None:
        raise TypeError(f"{command!r} is not a command of karuta")
    return found(state, command)


def _side(state: State, seat: int) -> int:
    """The side of a seat; IllegalMove if there is no such seat."""
    if not 0 <= seat < len(state.setup.seats):
        raise IllegalMove("There is no seat %(seat)s.", seat=seat)
    return state.setup.seats[seat]


AWAITED = {
    Phase.DEAL: "The cards have not been dealt yet.",
    Phase.LAYOUT: "The cards are still being laid.",
    Phase.MEMORISE: "The cards are being memorised.",
    Phase.SWING: "These are the last minutes of memorising: practice swings, no hand on the cards.",
    Phase.JOKA: "The joka is being read.",
    Phase.READING: "A poem is being read.",
    Phase.RESOLVE: "No poem is being read.",
    Phase.OVER: "The match is over.",
}


def _only_in(state: State, *phases: Phase) -> None:
    if state.phase not in phases:
        raise IllegalMove(AWAITED[state.phase])


# Before the first poem -----------------------------------------------------------------------------------
def _deal(state: State, command: Deal, dice: Dice | None) -> tuple[Event, ...]:
    if state.phase is not Phase.DEAL:
        raise IllegalMove("The cards have been dealt.")
    if dice is None:
        raise TypeError("dealing needs dice")
    setup, variant = state.setup, state.setup.variant
    deck = list(setup.poems or range(1, HUNDRED + 1))
    dice.shuffle(deck)
    poems = deck[: variant.poems]
    order = poems.copy()
    dice.shuffle(order)
    at = command.at_ms
    if variant.layout is Layout.SCATTERED:
        scattered = scatter(poems[: variant.on_mat], dice).scattered
        return (Dealt((), scattered, tuple(order), at), *_memorising(state, at))
    drawn = iter(poems)
    hands = tuple(tuple(islice(drawn, size)) for size in setup.hands)
    return (Dealt(hands, (), tuple(order), at),)


def _memorising(state: State, at_ms: int) -> tuple[Event, ...]:
    variant = state.setup.variant
    return (PhaseBegun(Phase.MEMORISE, at_ms),) if variant.memorise_ms else (_first_poem(state, at_ms),)


def _first_poem(state: State, at_ms: int) -> PhaseBegun:
    return PhaseBegun(Phase.JOKA if state.setup.variant.has_joka else Phase.RESOLVE, at_ms)


def _lay(state: State, command: Lay) -> tuple[Event, ...]:
    side = _side(state, command.seat)
    _only_in(state, Phase.LAYOUT, Phase.MEMORISE)
    groups = command.territory
    if len(groups) != ROWS * WINGS:
        raise IllegalMove("A side has three rows with a left and a right group each.")
    cards = [card for group in groups for card in group]
    if sorted(cards) != sorted(state.field.cards(side)):
        raise IllegalMove("These are not the cards of your side, each once.")
    most = state.setup.variant.row_most
    for row in range(ROWS):
        if len(groups[row * WINGS]) + len(groups[row * WINGS + 1]) > most:
            raise IllegalMove("A row holds at most %(most)s cards.", most=most)
    return (Laid(command.seat, groups, command.at_ms),)


def _ready(state: State, command: Ready) -> tuple[Event, ...]:
    _side(state, command.seat)
    _only_in(state, Phase.LAYOUT, Phase.MEMORISE, Phase.SWING)
    if command.seat in state.ready:
        raise IllegalMove("You are ready already.")
    given = ReadyGiven(command.seat, command.at_ms)
    if len(state.ready) + 1 < len(state.setup.seats):
        return (given,)
    if state.phase is Phase.LAYOUT:
        return (given, *_memorising(state, command.at_ms))
    return given, _first_poem(state, command.at_ms)


@dataclass(frozen=True, slots=True)
class Clock:
    """When the clock next does something by itself, and what. Match milliseconds."""

    due_ms: int
    what: str  # "swing", "begin" or "send"


def clock(state: State) -> Clock | None:
    """What Tick would do, and from when on; None if nothing is timed now."""
    variant = state.setup.variant
    if state.phase is Phase.MEMORISE:
        if variant.swing_ms:
            return Clock(state.since_ms + variant.memorise_ms - variant.swing_ms, "swing")
        return Clock(state.since_ms + variant.memorise_ms, "begin")
    if state.phase is Phase.SWING:
        return Clock(state.since_ms + variant.swing_ms, "begin")
    if state.phase is Phase.RESOLVE and state.owed and variant.unsent is Unsent.PICK and not state.raised:
        return Clock(state.since_ms + variant.send_within_ms, "send")
    return None


def _tick(state: State, command: Tick) -> tuple[Event, ...]:
    events: list[Event] = []
    while (due := clock(state)) is not None and due.due_ms <= command.at_ms:
        if due.what == "swing":
            step: tuple[Event, ...] = (PhaseBegun(Phase.SWING, due.due_ms),)
        elif due.what == "begin":
            step = (_first_poem(state, due.due_ms),)
        else:
            step = _pick(state, command)
        for event in step:
            state = apply(state, event)
        events += step
    return tuple(events)


def _pick(state: State, command: Tick) -> tuple[Event, ...]:
    """Send what the policy says, and where it says nothing the cards that lie first."""
    side = state.sender or 0
    held = state.field.cards(side)
    wanted = [card for card in dict.fromkeys(command.picks) if card in held]
    cards = [*wanted, *(card for card in held if card not in wanted)][: state.owed]
    return _sent(state, side, tuple(cards), command.at_ms, is_picked=True)


# A reading -----------------------------------------------------------------------------------------------
def _read(state: State, command: Read) -> tuple[Event, ...]:
    _only_in(state, Phase.JOKA, Phase.RESOLVE)
    if state.raised:
        raise IllegalMove("A hand is raised: the reciter waits.")
    if not 0 < command.upper_ms <= command.lower_ms:
        raise IllegalMove("A lower verse does not end before its upper verse.")
    lapsed: tuple[Event, ...] = ()
    if state.owed:
        if state.setup.variant.unsent is not Unsent.LAPSE:
            raise IllegalMove("Cards are to be sent first.")
        lapsed = (SendLapsed(state.sender or 0, command.at_ms),)
        ended = _ended(state, state.field, state.taken, command.at_ms)
        if ended:
            return (*lapsed, *ended)
    if state.at == len(state.order):
        raise IllegalMove("Every poem has been read.")
    poem = state.order[state.at]
    return (*lapsed, ReadingBegun(state.number + 1, poem, command.upper_ms, command.lower_ms, command.at_ms))


def _touch(state: State, command: Touch) -> tuple[Event, ...]:
    seat = command.seat
    _side(state, seat)
    if state.phase is not Phase.READING:
        raise IllegalMove(AWAITED[state.phase])
    territory = command.territory
    if command.kind is Touching.CONTACT:
        if not 0 <= territory < len(state.field.territories):
            raise IllegalMove("Hands meet in the territory of a side.")
    else:
        territory = state.field.territory_of(command.card)
        if territory == NO_TERRITORY:
            raise IllegalMove("Card %(card)s is not on the mat.", card=command.card)
    return (
        Touched(
            seat,
            command.ms,
            command.card,
            territory,
            command.kind,
            command.is_valid_hand,
            command.gap,
            command.is_sweep,
        ),
    )


def reading_of(state: State, is_lost: bool = False, until_ms: int | None = None) -> Reading:
    """The reading going on, for the referee."""
    poem = state.poem or 0
    field = state.field
    return Reading(
        poem,
        state.setup.seats,
        field.counts() or (0,) * state.setup.sides,
        field.territory_of(poem),
        state.touches,
        is_lost,
        until_ms,
        state.sat_out,
    )


def closes_ms(state: State) -> int | None:
    """When the reading going on closes as it stands now; None if its card is awaited, or nothing is read.

    1.5 s after the take; 1 s after the upper verse if the card is not on the mat; if nobody has taken it once its
    lower verse has been read. A later report of an earlier touch can bring the time forward.
    """
    return _closes_ms(state, reading_of(state)) if state.phase is Phase.READING else None


def _closes_ms(state: State, reading: Reading) -> int | None:
    variant = state.setup.variant
    if not reading.is_on_mat:
        return state.upper_ms + variant.close_after_upper_ms
    latest = None if variant.untaken is Untaken.REPEAT else state.lower_ms
    attempts = [
        each
        for each in state.touches
        if each.ms >= 0 and (latest is None or each.ms <= latest) and each.seat not in state.sat_out
    ]
    _, _, take_ms = find_take(variant, reading, attempts)
    # A reading that closed before the other side could be simultaneous would be judged without it.
    return latest if take_ms is None else take_ms + max(variant.close_after_take_ms, variant.simultaneous_ms)


def _close(state: State, command: Close) -> tuple[Event, ...]:
    if state.phase is not Phase.READING:
        raise IllegalMove(AWAITED[state.phase])
    reading = reading_of(state)
    if command.is_lost:
        if reading.territory < 0:
            raise IllegalMove("Only a card that belongs before a side can be lost.")
        until = command.ms
    else:
        closes = _closes_ms(state, reading)
        if closes is None:
            raise IllegalMove("Nobody has taken the card: its lower verse is read again.")
        if command.ms < closes:
            raise IllegalMove("The reading is still open.")
        until = closes
    verdict = adjudicate(state.setup.variant, replace(reading, is_lost=command.is_lost, until_ms=until))
    judged = Judged(verdict, until, command.at_ms)
    if verdict.n:
        return (judged,)
    field, taken = _after(state, verdict)
    return (judged, *_ended(state, field, taken, command.at_ms))


def _void(state: State, command: Void, dice: Dice | None) -> tuple[Event, ...]:
    if state.phase is not Phase.READING:
        raise IllegalMove(AWAITED[state.phase])
    if command.is_last:
        return (ReadingVoided(command.reason, len(state.order) - state.at, command.at_ms),)
    if dice is None:
        raise TypeError("a poem is put back by dice")
    spots = list(range(1, len(state.order) - state.at + 1)) or [0]
    dice.shuffle(spots)
    return (ReadingVoided(command.reason, spots[0], command.at_ms),)


# After the verdict ---------------------------------------------------------------------------------------
def _ended(state: State, field: Field, taken: tuple[tuple[int, ...], ...], at_ms: int) -> tuple[Event, ...]:
    """The end of the match, if all is settled and this is it."""
    variant = state.setup.variant
    if variant.ending is Ending.MOST_TAKEN:
        if field.on_mat > variant.left_at_end:
            return ()
        counts = by_side(state.setup, taken)
        winners = tuple(side for side, count in enumerate(counts) if count == max(counts))
        return (Ended(Finish.PLAYED, winners, None, field.counts(), at_ms),)
    left = field.counts()
    if 0 not in left:
        return ()
    winner = left.index(0)
    return (Ended(Finish.PLAYED, (winner,), left[1 - winner], left, at_ms),)


def by_side(setup: Setup, taken: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """How many cards every side has taken."""
    counts = [0] * setup.sides
    for side, cards in zip(setup.seats, taken, strict=True):
        counts[side] += len(cards)
    return tuple(counts)


def _sending(state: State, seat: int) -> int:
    """The side of a seat that has cards to send."""
    side = _side(state, seat)
    _only_in(state, Phase.RESOLVE)
    if not state.owed or state.sender != side:
        raise IllegalMove("You have no card to send.")
    return side


def _send(state: State, command: Send) -> tuple[Event, ...]:
    side = _sending(state, command.seat)
    cards = command.cards
    if not 1 <= len(cards) <= state.owed or len(set(cards)) != len(cards):
        raise IllegalMove("Cards to be sent now: %(n)s.", n=state.owed)
    held = state.field.cards(side)
    if len(cards) < state.owed == len(held):
        raise IllegalMove("This card decides the match: it has to be sent.")
    for card in cards:
        if card not in held:
            raise IllegalMove("Card %(card)s does not lie on your side.", card=card)
    return _sent(state, side, cards, command.at_ms, is_picked=False)


def _sent(state: State, side: int, cards: tuple[int, ...], at_ms: int, is_picked: bool) -> tuple[Event, ...]:
    field, events = state.field, list[Event]()
    for card in cards:
        place = field.free_place(1 - side, state.setup.variant.row_most)
        field = field.without(card).put(1 - side, card, place)
        events.append(Sent(side, card, place, is_picked, at_ms))
    if len(cards) < state.owed:
        events.append(SendDeclined(side, at_ms))
    return (*events, *_ended(state, field, state.taken, at_ms))


def must_send(state: State) -> bool:
    """Whether sending decides the match, so that it may not be declined: it empties the own side, or keeps the other
    from having won."""
    if not state.owed or state.sender is None:
        return False
    own, other = state.field.count(state.sender), state.field.count(1 - state.sender)
    return own <= state.owed or other == 0


def _decline(state: State, command: Decline) -> tuple[Event, ...]:
    side = _sending(state, command.seat)
    if must_send(state):
        raise IllegalMove("This card decides the match: it has to be sent.")
    return (SendDeclined(side, command.at_ms),)


def _move(state: State, command: Move) -> tuple[Event, ...]:
    side = _side(state, command.seat)
    _only_in(state, Phase.RESOLVE)
    if not state.field.territories or command.card not in state.field.cards(side):
        raise IllegalMove("Card %(card)s does not lie on your side.", card=command.card)
    place, most = command.place, state.setup.variant.row_most
    if not 0 <= place.row < ROWS or not 0 <= place.wing < WINGS or place.at < 0:
        raise IllegalMove("There is no such place.")
    field = state.field.without(command.card)
    if field.row_count(side, place.row) >= most and state.field.place_of(side, command.card).row != place.row:
        raise IllegalMove("A row holds at most %(most)s cards.", most=most)
    size = len(field.territories[side][place.row * WINGS + place.wing])
    place = Place(place.row, place.wing, min(place.at, size))
    return (Moved(command.seat, command.card, place, command.card in state.unplaced, command.at_ms),)


def _raise_hand(state: State, command: RaiseHand) -> tuple[Event, ...]:
    _side(state, command.seat)
    _only_in(state, Phase.RESOLVE)
    if command.seat in state.raised:
        raise IllegalMove("Your hand is raised already.")
    return (HandRaised(command.seat, command.at_ms),)


def _lower_hand(state: State, command: LowerHand) -> tuple[Event, ...]:
    _side(state, command.seat)
    if command.seat not in state.raised:
        raise IllegalMove("Your hand is not raised.")
    return (HandLowered(command.seat, command.at_ms),)


def _give_up(state: State, command: Resign | WalkOver) -> tuple[Event, ...]:
    side = _side(state, command.seat)
    if state.setup.sides != 2:
        raise IllegalMove("Only a match of two sides can be given up.")
    if type(command) is WalkOver and state.number:
        raise IllegalMove("The match has begun: it can be resigned.")
    how = Finish.WALKOVER if type(command) is WalkOver else Finish.RESIGNED
    return (Ended(how, (1 - side,), None, state.field.counts(), command.at_ms),)


_DECIDE: dict[type, Callable[[State, Any], tuple[Event, ...]]] = {
    Lay: _lay,
    Ready: _ready,
    Tick: _tick,
    Read: _read,
    Close: _close,
    Send: _send,
    Decline: _decline,
    Move: _move,
    RaiseHand: _raise_hand,
    LowerHand: _lower_hand,
    Resign: _give_up,
    WalkOver: _give_up,
}


# Applying ------------------------------------------------------------------------------------------------
def apply(state: State, event: Event) -> State:
    """The state after an event."""
    return _APPLY[type(event)](state, event)


def _apply_dealt(state: State, event: Dealt) -> State:
    lengths = state.setup.variant.dealt_rows
    territories = tuple(rows_of(hand, shares(lengths, len(hand))) for hand in event.hands)
    field = Field(territories, event.scattered)
    return replace(state, phase=Phase.LAYOUT, since_ms=event.at_ms, field=field, order=event.order)


def _apply_laid(state: State, event: Laid) -> State:
    return replace(state, field=state.field.laid(state.setup.seats[event.seat], event.territory))


def _apply_ready(state: State, event: ReadyGiven) -> State:
    return replace(state, ready=state.ready | {event.seat})


def _apply_phase(state: State, event: PhaseBegun) -> State:
    ready = state.ready if event.phase is Phase.SWING else _NOBODY  # who agreed to begin still does
    return replace(state, phase=event.phase, since_ms=event.at_ms, ready=ready)


def _apply_begun(state: State, event: ReadingBegun) -> State:
    return replace(
        state,
        phase=Phase.READING,
        since_ms=event.at_ms,
        at=state.at + 1,
        number=event.number,
        poem=event.poem,
        upper_ms=event.upper_ms,
        lower_ms=event.lower_ms,
        unplaced=_NOBODY,
    )


def _apply_touched(state: State, event: Touched) -> State:
    return replace(state, touches=(*state.touches, event))


def _after(state: State, verdict: Verdict) -> tuple[Field, tuple[tuple[int, ...], ...]]:
    """The mat and what every seat has taken once the read card has gone and cards are given back."""
    field = state.field.without(verdict.poem) if verdict.is_removed else state.field
    if verdict.taker is None and not verdict.penalised:
        return field, state.taken
    taken = list(state.taken)
    if verdict.taker is not None:
        taken[verdict.taker] = (*taken[verdict.taker], *state.pool, verdict.poem)
    if state.setup.variant.penalty in (Penalty.GIVE_BACK, Penalty.POOL):
        for seat in verdict.penalised:
            taken[seat] = taken[seat][:-1]
    return field, tuple(taken)


def _apply_judged(state: State, event: Judged) -> State:
    verdict, penalty = event.verdict, state.setup.variant.penalty
    field, taken = _after(state, verdict)
    pool = () if verdict.taker is not None else state.pool
    aside = state.aside
    if verdict.is_removed and verdict.taker is None:
        aside = (*aside, verdict.poem)
    if verdict.penalised and penalty in (Penalty.GIVE_BACK, Penalty.POOL):
        given = _given_back(state, verdict)
        pool, aside = ((*pool, *given), aside) if penalty is Penalty.POOL else (pool, (*aside, *given))
    # If everybody were to sit out nobody could take: then nobody does.
    sits_out = penalty is Penalty.SIT_OUT and len(verdict.penalised) < len(state.setup.seats)
    return replace(
        state,
        phase=Phase.RESOLVE,
        since_ms=event.at_ms,
        field=field,
        read=(*state.read, verdict.poem),
        poem=None,
        touches=(),
        sender=verdict.sender if verdict.n else None,
        owed=verdict.n,
        last=verdict,
        last_touches=state.touches,
        sat_out=verdict.penalised if sits_out else (),
        taken=taken,
        aside=aside,
        pool=pool,
    )


def _given_back(state: State, verdict: Verdict) -> tuple[int, ...]:
    """The cards the penalised give back: each the last one taken, this reading's among them."""
    given: list[int] = []
    for seat in verdict.penalised:
        if seat == verdict.taker:
            given.append(verdict.poem)
        elif state.taken[seat]:
            given.append(state.taken[seat][-1])
    return tuple(given)


def _apply_voided(state: State, event: ReadingVoided) -> State:
    begun = state.at - 1
    poem, rest = state.order[begun], state.order[state.at :]
    order = (*state.order[:begun], *rest[: event.back_at], poem, *rest[event.back_at :])
    return replace(state, phase=Phase.RESOLVE, since_ms=event.at_ms, order=order, at=begun, poem=None, touches=())


def _apply_sent(state: State, event: Sent) -> State:
    other, owed = 1 - event.side, state.owed - 1
    field = state.field.without(event.card).put(other, event.card, event.place)
    return replace(
        state, field=field, owed=owed, sender=state.sender if owed else None, unplaced=state.unplaced | {event.card}
    )


def _apply_unsent(state: State, _event: SendDeclined | SendLapsed) -> State:
    return replace(state, owed=0, sender=None)


def _apply_moved(state: State, event: Moved) -> State:
    side = state.setup.seats[event.seat]
    field = state.field.without(event.card).put(side, event.card, event.place)
    if event.is_placing:
        return replace(state, field=field, unplaced=state.unplaced - {event.card})
    moves = tuple(count + (seat == event.seat) for seat, count in enumerate(state.moves))
    return replace(state, field=field, moves=moves)


def _apply_raised(state: State, event: HandRaised) -> State:
    return replace(state, raised=state.raised | {event.seat})


def _apply_lowered(state: State, event: HandLowered) -> State:
    return replace(state, raised=state.raised - {event.seat})


def _apply_ended(state: State, event: Ended) -> State:
    return replace(
        state, phase=Phase.OVER, since_ms=event.at_ms, poem=None, touches=(), owed=0, sender=None, result=event
    )


_APPLY: dict[type, Callable[[State, Any], State]] = {
    Dealt: _apply_dealt,
    Laid: _apply_laid,
    ReadyGiven: _apply_ready,
    PhaseBegun: _apply_phase,
    ReadingBegun: _apply_begun,
    Touched: _apply_touched,
    Judged: _apply_judged,
    ReadingVoided: _apply_voided,
    Sent: _apply_sent,
    SendDeclined: _apply_unsent,
    SendLapsed: _apply_unsent,
    Moved: _apply_moved,
    HandRaised: _apply_raised,
    HandLowered: _apply_lowered,
    Ended: _apply_ended,
}


def replay(options: Setup, events: Iterable[Event]) -> State:
    """The state after these events: their fold."""
    return reduce(apply, events, start(options))


# Seeing --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know: everything on the mat and everything that has been read, never what is being read.

    `touches` are the own ones of this reading, `last_touches` everybody's of the last verdict. `owed` cards are to
    be sent by side `sender`; `must_send`: they may not be declined. `clock`: what the clock will do by itself.
    `to_come` counts poems without a verdict.
    """

    seat: int
    side: int
    setup: Setup
    phase: Phase
    since_ms: int
    clock: Clock | None
    field: Field
    number: int
    read: tuple[int, ...]
    to_come: int
    touches: tuple[Touched, ...]
    is_sitting_out: bool
    ready: frozenset[int]
    raised: frozenset[int]
    sender: int | None
    owed: int
    must_send: bool
    unplaced: frozenset[int]
    last: Verdict | None
    last_touches: tuple[Touched, ...]
    taken: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...]
    pool: tuple[int, ...]
    moves: tuple[int, ...]
    result: Ended | None


def view(state: State, seat: int) -> View:
    """The match as this seat sees it."""
    return View(
        seat=seat,
        side=state.setup.seats[seat],
        setup=replace(state.setup, poems=tuple(sorted(state.setup.poems))),
        phase=state.phase,
        since_ms=state.since_ms,
        clock=clock(state),
        field=state.field,
        number=state.number,
        read=state.read,
        to_come=len(state.order) - len(state.read),
        touches=tuple([each for each in state.touches if each.seat == seat]),
        is_sitting_out=seat in state.sat_out,
        ready=state.ready,
        raised=state.raised,
        sender=state.sender,
        owed=state.owed,
        must_send=must_send(state),
        unplaced=state.unplaced,
        last=state.last,
        last_touches=state.last_touches,
        taken=state.taken,
        aside=state.aside,
        pool=state.pool,
        moves=state.moves,
        result=state.result,
    )


def told(event: Event, seat: int) -> Event | None:
    """An event as a seat may hear of it when it happens; None if it may not yet.

    The order of reading and the poem being read are taken out, and others' touches wait for the verdict.
    """
    if type(event) is Dealt:
        return replace(event, order=())
    if type(event) is ReadingBegun:
        return replace(event, poem=0, upper_ms=0, lower_ms=0)
    if type(event) is Touched:
        return event if event.seat == seat else None
    if type(event) is ReadingVoided:
        return replace(event, back_at=0)
    return event


def outcome(state: State) -> Outcome | None:
    """The result by side, or None while the match goes on: cards left (fewest wins), or taken (most wins)."""
    result = state.result
    if result is None:
        return None
    winner = result.winners[0] if len(result.winners) == 1 else None
    if state.setup.variant.ending is Ending.MOST_TAKEN:
        return Outcome(by_side(state.setup, state.taken), winner)
    return Outcome(result.left, winner)
