"""Small tables for the tests of karuta: few cards on a side, readings in a line, and whole matches at random."""

from dataclasses import replace
from random import Random

from games.rules.engine import Laid
from games.rules.karuta import play
from games.rules.karuta.events import Close, Deal, Move, Phase, Read, Ready, Send, Touch, Void
from games.rules.karuta.field import Place
from games.rules.karuta.judge import NO_TERRITORY
from games.rules.karuta.play import apply, closes_ms, decide, start
from games.rules.karuta.variants import KYOGI, kyogi

LATE_MS = 60_000


def after(state, *commands, dice=None):
    """The state and all events after some commands."""
    happened = []
    for command in commands:
        events = decide(state, command, dice)
        for event in events:
            state = apply(state, event)
        happened += events
    return state, happened


def table(a, b, order, variant=KYOGI, **rules):
    """A match about to begin with these cards on the sides A and B, and poems read in this order."""
    variant = replace(variant, **rules)
    rest = [each for each in range(1, 101) if each not in (*a, *b)]
    fill_a, fill_b = rest[: 25 - len(a)], rest[25 - len(a) : 50 - len(a) - len(b)]
    deck = [*a, *fill_a, *b, *fill_b]
    deck += [each for each in range(1, 101) if each not in deck]
    order = [*order, *(each for each in range(1, 101) if each not in order)]
    setup = kyogi(variant)
    state, _ = after(start(setup), Deal(), Ready(0), Ready(1), Ready(0), Ready(1), dice=Laid([deck, order]))
    field = state.field
    for side, kept in enumerate((a, b)):
        for card in field.cards(side):
            if card not in kept:
                field = field.without(card)
    return replace(state, field=field)


def read(state, *touches, at_ms=0):
    """The state and events after a reading with these touches: (seat, card, ms)."""
    state, begun = after(state, Read(at_ms))
    state, touched = after(state, *(Touch(seat, ms, card) for seat, card, ms in touches))
    state, judged = after(state, Close(closes_ms(state), at_ms))
    return state, [*begun, *touched, *judged]


def random_touches(state, dice):
    """Some plausible and some wild touches of one reading; at least one take where one is awaited."""
    on_mat = [*(c for side in range(len(state.field.territories)) for c in state.field.cards(side))]
    on_mat += [each.card for each in state.field.scattered]
    seats = range(len(state.setup.seats))
    touches = []
    for seat in seats:
        if state.field.territory_of(state.poem) != NO_TERRITORY and dice.random() < 0.9:
            touches.append(Touch(seat, int(dice.gauss(700, 150)), state.poem, is_valid_hand=dice.random() < 0.97))
        while dice.random() < 0.2:
            touches.append(Touch(seat, int(dice.gauss(700, 300)), dice.choice(on_mat)))
    return touches


def next_commands(state, dice):
    """What a table and its players might do now."""
    if state.phase is Phase.DEAL:
        return [Deal()]
    if state.phase in (Phase.LAYOUT, Phase.MEMORISE, Phase.SWING):
        return [Ready(seat, state.since_ms) for seat in range(len(state.setup.seats)) if seat not in state.ready]
    if state.phase is Phase.READING:
        return reading_commands(state, dice)
    return resolving_commands(state, dice)


def reading_commands(state, dice):
    if dice.random() < 0.03:
        return [Void(at_ms=state.since_ms)]
    if not state.touches:
        touches = random_touches(state, dice)
        if touches:
            return touches
    closes = closes_ms(state)
    if closes is None:
        sat_out = state.sat_out
        seat = dice.choice([each for each in range(len(state.setup.seats)) if each not in sat_out])
        return [Touch(seat, 9_000, state.poem)]
    return [Close(closes, state.since_ms + closes)]


def resolving_commands(state, dice):
    at_ms = state.since_ms + 1_000
    if state.owed:
        cards = list(state.field.cards(state.sender))
        dice.shuffle(cards)
        seat = state.setup.seats.index(state.sender)
        return [Send(seat, tuple(cards[: state.owed]), at_ms)]
    if dice.random() < 0.1 and state.field.territories:
        seat = dice.choice(range(len(state.setup.seats)))
        cards = state.field.cards(state.setup.seats[seat])
        if cards:
            place = Place(dice.choice((0, 1, 2)), dice.choice((0, 1)), dice.choice((0, 1, 9)))
            return [Move(seat, dice.choice(cards), place, at_ms)]
    return [Read(at_ms)]


def random_match(setup, seed, most_readings=None):
    """(events, states) of a match at random; states[i] is the one before events[i]."""
    dice = Random(seed)
    state = start(setup)
    events, states = [], [state]
    while state.phase is not Phase.OVER and (most_readings is None or state.number < most_readings):
        for command in next_commands(state, dice):
            try:
                decided = play.decide(state, command, dice)
            except play.IllegalMove:
                assert isinstance(command, Move)  # a full row is the only thing this table does not look out for
                continue
            for event in decided:
                state = apply(state, event)
                events.append(event)
                states.append(state)
    return events, states


def owing(lapse_ends):
    """(setup, events) of a match under the strict rule whose last right to send has lapsed, in the end or before it."""
    setup = kyogi(replace(KYOGI, unsent=play.Unsent.LAPSE))
    a, b = list(range(1, 26)), list(range(26, 51))
    order = [*b, *a, *range(51, 101)] if not lapse_ends else [*a, *b, *range(51, 101)]
    state, events = after(start(setup), Deal(), *[Ready(0), Ready(1)] * 2, dice=Laid([[*a, *b, *order[50:]], order]))
    readings = 25 if lapse_ends else 1
    for _ in range(readings):  # the first side's cards go one by one, or one card of the other
        poem = state.order[state.at]
        taker = 1 if lapse_ends and state.field.counts()[0] == 1 else 0
        state, more = read(state, (taker, poem, 500))
        events += more
    state, more = after(state, Read())
    return setup, events + more
