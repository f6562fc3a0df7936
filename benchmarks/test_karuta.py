"""Karuta on one core: whole matches of kyōgi through the seam with their events kept, and readings judged.

    python -m pytest benchmarks/test_karuta.py -o addopts= --benchmark-only

The players are two scripts that hear the poem after a while, now and then too early or on the wrong card: nearly
every card is tried by both, and every third reading has a touch that is none of the read card's. Rates are medians.
"""

from random import Random

import pytest

from games.rules.karuta import play
from games.rules.karuta.events import Close, Deal, Phase, Read, Ready, Send, Touch
from games.rules.karuta.judge import NO_TERRITORY, Reading, Touched, adjudicate
from games.rules.karuta.variants import CHIRASHI, GENPEI, KYOGI, everybody, kyogi, teams

MATCHES = 10
READINGS = 1_000
LEAST_MATCHES_A_SECOND = 20
LEAST_ADJUDICATIONS_A_SECOND = 20_000


class Table:
    """Carries a match out, its events kept."""

    def __init__(self, setup, dice):
        self.state, self.dice, self.events = play.start(setup), dice, []

    def do(self, command):
        for event in play.decide(self.state, command, self.dice):
            self.state = play.apply(self.state, event)
            self.events.append(event)


def scripted_match(setup, dice):
    """A whole match: every seat views it before every reading, touches, sends the first card that comes."""
    table = Table(setup, dice)
    table.do(Deal())
    while table.state.phase in (Phase.LAYOUT, Phase.MEMORISE, Phase.SWING):
        for seat in range(len(setup.seats)):
            table.do(Ready(seat))
    while table.state.result is None:
        read_one(table, dice)
    return table


def read_one(table, dice):
    views = [play.view(table.state, seat) for seat in range(len(table.state.setup.seats))]
    table.do(Read(table.state.since_ms))
    for touch in scripted_touches(table.state, views, dice):
        table.do(touch)
    closes = play.closes_ms(table.state)
    while closes is None:
        table.do(Touch(dice.randrange(len(views)), 9_000, table.state.poem))
        closes = play.closes_ms(table.state)
    table.do(Close(closes, table.state.since_ms + closes))
    state = table.state
    if state.owed:
        seat = state.setup.seats.index(state.sender)
        table.do(Send(seat, state.field.cards(state.sender)[: state.owed], state.since_ms + 2_000))


def scripted_touches(state, views, dice):
    is_on_mat = state.field.territory_of(state.poem) != NO_TERRITORY
    for view in views:
        if is_on_mat and dice.random() < 0.95 and not view.is_sitting_out:
            yield Touch(view.seat, 300 + int(dice.expovariate(1 / 300)), state.poem)
        if view.field.territories and dice.random() < 0.15:
            side = dice.randrange(2)
            cards = view.field.cards(side)
            yield Touch(view.seat, 300 + int(dice.expovariate(1 / 300)), cards[int(dice.random() * len(cards))])


@pytest.mark.parametrize(
    "setup", [kyogi(), teams(GENPEI, 2), everybody(CHIRASHI, 4)], ids=lambda setup: setup.variant.key
)
def test_whole_matches(benchmark, setup):
    dice = Random(1)
    tables = benchmark.pedantic(
        lambda: [scripted_match(setup, dice) for _ in range(MATCHES)], rounds=5, warmup_rounds=1
    )
    for table in tables:
        assert play.replay(setup, table.events) == table.state
    if benchmark.stats:
        rate = MATCHES / benchmark.stats["median"]
        benchmark.extra_info["matches_a_second"] = round(rate)
        benchmark.extra_info["readings_a_match"] = sum(len(table.state.read) for table in tables) / MATCHES
        benchmark.extra_info["events_a_match"] = sum(len(table.events) for table in tables) / MATCHES
        assert rate >= LEAST_MATCHES_A_SECOND


def readings(dice):
    """Readings of kyōgi with two to six touches each."""
    for _ in range(READINGS):
        territory = dice.choice((0, 1, 0, 1, NO_TERRITORY))
        touches = tuple(
            Touched(dice.randrange(2), dice.randrange(300, 1_500), dice.choice((17, 1)), territory)
            if territory != NO_TERRITORY and dice.random() < 0.7
            else Touched(dice.randrange(2), dice.randrange(300, 1_500), 1, dice.randrange(2))
            for _ in range(dice.randint(2, 6))
        )
        yield Reading(17, (0, 1), (25, 25), territory, touches, until_ms=2_000)


def test_adjudications(benchmark):
    given = list(readings(Random(2)))
    verdicts = benchmark(lambda: [adjudicate(KYOGI, each) for each in given])
    assert {len(verdicts)} == {READINGS}
    assert len({each.name for each in verdicts}) >= 10
    if benchmark.stats:
        rate = READINGS / benchmark.stats["median"]
        benchmark.extra_info["adjudications_a_second"] = round(rate)
        assert rate >= LEAST_ADJUDICATIONS_A_SECOND
