"""Koi-Koi on one core: whole rounds through the seam, the points of piles, and 200,000 deals against what must be.

    python -m pytest benchmarks/test_koikoi.py -o addopts= --benchmark-only

Each benchmark runs PORTION rounds (piles, deals) at a time; the rate is PORTION over the median.
"""

from collections import Counter
from math import comb, sqrt
from random import Random

import pytest

from games.rules.koikoi import play
from games.rules.koikoi.cards import MONTH, mask_of
from games.rules.koikoi.events import Deal, Dealt
from games.rules.koikoi.options import PRESETS, SEED, with_changes
from games.rules.koikoi.play import Phase
from games.rules.koikoi.yaku import dealt_yaku, scorer

PORTION = 1_000
LEAST_ROUNDS_A_SECOND = 3_000
DEALS = 200_000


def random_rounds(options, dice, rounds):
    """Plays this many months of random legal moves, in as many games as it takes."""
    state, played = play.start(options), 0
    while played < rounds:
        legal = play.moves(state)
        command = legal[int(dice.random() * len(legal))]
        for event in play.decide(state, command, dice):
            state = play.apply(state, event)
        if state.phase in (Phase.DEAL, Phase.OVER):
            played += 1
        if state.phase is Phase.OVER:
            state = play.start(options)


def rate(benchmark):
    """Pieces a second, by the median (the machine has other things to do as well)."""
    return PORTION / benchmark.stats["median"]


@pytest.mark.parametrize("name", PRESETS)
def test_random_rounds(benchmark, name):
    benchmark.pedantic(random_rounds, args=(PRESETS[name], Random(1), PORTION), rounds=5, warmup_rounds=1)
    if benchmark.stats:
        benchmark.extra_info["rounds_a_second"] = round(rate(benchmark))
        assert rate(benchmark) >= LEAST_ROUNDS_A_SECOND


@pytest.mark.parametrize("name", PRESETS)
def test_points_of_piles(benchmark, name):
    random, count = Random(2), scorer(PRESETS[name], 8)
    piles = [mask_of(random.sample(range(48), 16)) for _ in range(PORTION)]
    benchmark(lambda: [count.points(pile) for pile in piles])
    if benchmark.stats:
        benchmark.extra_info["piles_a_second"] = round(rate(benchmark))


def special_deals(deals):
    """How often hands are teshi or kuttsuki and floors have four or three of a month, nothing dealt again."""
    begin = play.start(with_changes(SEED, {"dealt_yaku": "off", "floor_four": "dealer_six"}))
    dice, found = Random(3), Counter()
    for _ in range(deals):
        dealt = next(event for event in play.decide(begin, Deal(), dice) if isinstance(event, Dealt))
        found.update(key for hand in dealt.hands for key, _ in dealt_yaku(SEED, mask_of(hand)))
        floor = mask_of(dealt.floor)
        counts = [(floor & four).bit_count() for four in MONTH]
        found.update(four=4 in counts, three=3 in counts)
    return found


def test_200000_deals(benchmark):
    """Within three standard errors of the exact chances (and of 13.60 % for a floor of three)."""
    found = benchmark.pedantic(special_deals, args=(DEALS,), rounds=1)
    teshi = 12 * comb(44, 4) / comb(48, 8)
    kuttsuki = comb(12, 4) * comb(4, 2) ** 4 / comb(48, 8)
    for key, chance, trials in (
        ("teshi", teshi, 2 * DEALS),
        ("kuttsuki", kuttsuki, 2 * DEALS),
        ("four", teshi, DEALS),
        ("three", 0.1360, DEALS),
    ):
        share, error = found[key] / trials, sqrt(chance * (1 - chance) / trials)
        benchmark.extra_info[key] = f"{share:.4%} of {chance:.4%}, {(share - chance) / error:+.2f} standard errors"
        assert abs(share - chance) <= 3 * error, key
