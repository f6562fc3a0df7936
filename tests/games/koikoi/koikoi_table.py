"""Small tables for the tests of Koi-Koi: cards in words, hands of a card or two, and whole games at random."""

from dataclasses import replace
from random import Random

from games.rules.koikoi import play
from games.rules.koikoi.cards import card, mask_of
from games.rules.koikoi.events import Dealt
from games.rules.koikoi.options import SEED


def numbers(words):
    return tuple(card(word) for word in words.split())


def pile(words):
    return mask_of(numbers(words))


def table(*, first="", second="", floor="", stock="", dealer=0, options=SEED, month=1, **state):
    """A month with these few cards dealt; `state` sets what cannot be dealt (piles, calls, made, scores)."""
    dealt = Dealt(month, dealer, (numbers(first), numbers(second)), numbers(floor), numbers(stock))
    return replace(play.apply(play.start(options), dealt), **state)


def after(state, *commands):
    """The state and all events after some commands."""
    happened = []
    for command in commands:
        events = play.decide(state, command)
        for event in events:
            state = play.apply(state, event)
        happened += events
    return state, happened


def random_game(options, seed, most_events=None):
    """(events, states) of a game of random legal moves; states[i] is the one before events[i]."""
    dice = Random(seed)
    state = play.start(options)
    events, states = [], [state]
    while state.phase is not play.Phase.OVER and (most_events is None or len(events) < most_events):
        for event in play.decide(state, dice.choice(play.moves(state)), dice):
            state = play.apply(state, event)
            events.append(event)
            states.append(state)
    return events, states
