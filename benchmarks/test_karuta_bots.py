"""Opponents of karuta on one core: whole matches with their listening, laying and sending, events kept; single plans.

    python -m pytest benchmarks/test_karuta_bots.py -o addopts= --benchmark-only

Times are CPU times of the process: the machine has other things to do as well. Rates are medians.
"""

from random import Random
from time import process_time

import pytest

from games.bots.karuta.hearing import modelled
from games.bots.karuta.levels import LEVELS
from games.bots.karuta.listener import Listener
from games.bots.karuta.persons import somebody
from games.bots.karuta.selfplay import Match, invites, one_match
from games.rules.karuta import play
from games.rules.karuta.events import Deal, Ready
from games.rules.karuta.variants import CHIRASHI, GENPEI, everybody, kyogi, teams

MATCHES = 20
LEAST_MATCHES_A_SECOND = 20
MOST_MS_A_PLAN = 2.0


def rate_of(benchmark, carry_out):
    """How many times a second of CPU this runs, by the median of five rounds of MATCHES."""
    rates = []

    def timed():
        before = process_time()
        for i in range(MATCHES):
            carry_out(i)
        rates.append(MATCHES / (process_time() - before))

    benchmark.pedantic(timed, rounds=5, warmup_rounds=1)
    return sorted(rates)[len(rates) // 2]


@pytest.mark.parametrize("pair", ["A-A", "E-E", "A-E"])
def test_matches_of_kyogi(benchmark, pair):
    a, b = map(invites, pair.split("-"))
    rate = rate_of(benchmark, lambda i: one_match(a, b, f"7.{i}"))
    benchmark.extra_info["matches_a_second"] = round(rate)
    assert rate >= LEAST_MATCHES_A_SECOND


@pytest.mark.parametrize("setup", [everybody(CHIRASHI, 4), teams(GENPEI, 2)], ids=lambda setup: setup.variant.key)
def test_matches_of_four(benchmark, setup):
    def carry_out(i):
        dice = Random(i)
        Match(setup, [Listener(somebody(LEVELS[key], dice), f"{i} {key}") for key in "ABCD"], dice).play_out()

    benchmark.extra_info["matches_a_second"] = round(rate_of(benchmark, carry_out))


def test_a_plan(benchmark):
    """What a match page waits for before a reading begins."""
    state, dice = play.start(kyogi()), Random(1)
    for command in (Deal(), Ready(0), Ready(1), Ready(0), Ready(1)):
        for event in play.decide(state, command, dice):
            state = play.apply(state, event)
    view, listener = play.view(state, 0), Listener(somebody(LEVELS["C"], dice), 1)
    benchmark(lambda: listener.plan(view, modelled(31), dice))
    if benchmark.stats:
        assert benchmark.stats["median"] * 1000 <= MOST_MS_A_PLAN
