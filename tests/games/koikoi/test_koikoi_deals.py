"""The dealer's hand: how often the special deals come, against what they must be (the long run is in benchmarks/)."""

from math import comb, sqrt
from random import Random

from games.rules.koikoi import play
from games.rules.koikoi.cards import MONTH, mask_of
from games.rules.koikoi.events import Deal, Dealt
from games.rules.koikoi.options import SEED, with_changes
from games.rules.koikoi.yaku import dealt_yaku

DEALS = 20_000
TESHI = 12 * comb(44, 4) / comb(48, 8)
# Four months twice each: choose the months, and a pair in each of them; four single-month pairs fill the hand.
KUTTSUKI = comb(12, 4) * comb(4, 2) ** 4 / comb(48, 8)


def test_the_formulas_are_the_published_numbers():
    assert round(100 * TESHI, 3) == 0.432
    assert round(100 * KUTTSUKI, 3) == 0.170


def is_near(count, chance, trials):
    """Within three standard errors."""
    return abs(count / trials - chance) <= 3 * sqrt(chance * (1 - chance) / trials)


def test_special_deals_come_as_often_as_they_must():
    options = with_changes(SEED, {"dealt_yaku": "off", "floor_four": "dealer_six"})
    begin, dice = play.start(options), Random(11)
    found = {"teshi": 0, "kuttsuki": 0, "four": 0, "three": 0}
    for _ in range(DEALS):
        dealt = next(event for event in play.decide(begin, Deal(), dice) if isinstance(event, Dealt))
        for hand in dealt.hands:
            for key, _points in dealt_yaku(SEED, mask_of(hand)):
                found[key] += 1
        counts = [(mask_of(dealt.floor) & four).bit_count() for four in MONTH]
        found["four"] += 4 in counts
        found["three"] += 3 in counts
    assert is_near(found["teshi"], TESHI, 2 * DEALS)
    assert is_near(found["kuttsuki"], KUTTSUKI, 2 * DEALS)
    assert is_near(found["four"], TESHI, DEALS)
    assert is_near(found["three"], 0.1360, DEALS)


def test_every_card_lies_everywhere_equally_often():
    begin, dice = play.start(SEED), Random(12)
    in_hand = [0] * 48
    for _ in range(3_000):
        for each in play.replay(SEED, play.decide(begin, Deal(), dice)).stock[:1]:
            in_hand[each] += 1
    # 3000 / 48 = 62.5 each; a spread of 48 counts beyond five deviations (7.8 each) would be a broken shuffle
    assert min(in_hand) > 62.5 - 40
    assert max(in_hand) < 62.5 + 40
