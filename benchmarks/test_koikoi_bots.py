"""Koi-Koi bots on one core: playouts a second inside the search, and how long a move takes.

    python -m pytest benchmarks/test_koikoi_bots.py -o addopts= --benchmark-only

Times are CPU times of the process: the machine has other things to do as well.
"""

from random import Random
from time import process_time

import pytest

from games.bots import levels
from games.bots.koikoi.search import Search
from games.rules.koikoi import play
from games.rules.koikoi.options import PRESETS
from games.rules.koikoi.play import Phase

LEAST_PLAYOUTS_A_SECOND = 50_000
MOST_MS_P99 = 100
VIEWS, DEALS = 150, 60


def views(options, count):
    """What the seats see at the decisions of games between players of level 4."""
    dice, state, found = Random(3), play.start(options), []
    while len(found) < count:
        if state.phase is Phase.OVER:
            state = play.start(options)
        command = play.DEAL
        if state.phase is not Phase.DEAL:
            view = play.view(state, state.turn)
            command = levels.choose(view, 4, 0)
            if len(view.moves) > 1:
                found.append(view)
        for event in play.decide(state, command, dice):
            state = play.apply(state, event)
    return found


def play_out(searches):
    """So many playouts of all lines of these searches: how many there were."""
    count = 0
    for search in searches:
        lines = [line for line in search.lines if not line.exact]
        search.run(DEALS, lines)
        count += DEALS * len(lines)
    return count


@pytest.mark.parametrize("name", PRESETS)
def test_playouts(benchmark, name):
    searches = [Search(view, 1) for view in views(PRESETS[name], VIEWS)]
    rates = []

    def timed():
        before = process_time()
        count = play_out(searches)
        rates.append(count / (process_time() - before))

    benchmark.pedantic(timed, rounds=3, warmup_rounds=1)
    rate = sorted(rates)[len(rates) // 2]
    benchmark.extra_info["playouts_a_second"] = round(rate)
    assert rate >= LEAST_PLAYOUTS_A_SECOND


@pytest.mark.parametrize("name", PRESETS)
def test_moves_of_level_5(benchmark, name):
    asked, times = views(PRESETS[name], 2 * VIEWS), []

    def decide():
        for view in asked:
            before = process_time()
            levels.choose(view, 5, 1)
            times.append((process_time() - before) * 1000)

    benchmark.pedantic(decide, rounds=1)
    p99 = sorted(times)[int(len(times) * 0.99)]
    benchmark.extra_info["ms"] = {"mean": round(sum(times) / len(times), 1), "p99": round(p99, 1)}
    assert p99 <= MOST_MS_P99
