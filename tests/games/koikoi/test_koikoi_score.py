"""What a month pays: doublings, calls and how they go together."""

import pytest
from koikoi_table import pile

from games.rules.koikoi.options import PRESETS, SEED, with_changes
from games.rules.koikoi.score import score

FIVE = pile("1.bright.1 3.bright.1 8.bright.1")  # sankō
SEVEN = pile("1.bright.1 3.bright.1 8.bright.1 11.bright.1")  # ame-shikō
NOTHING = pile("1.bright.1 3.bright.1")


def paid(changes, mask=FIVE, **calls):
    return score(with_changes(SEED, changes), mask, **calls).points


def test_the_plain_score_is_the_sum_of_the_yaku():
    made = score(SEED, pile("3.bright.1 8.bright.1 9.animal.1"))
    assert (made.yaku, made.base, made.points, made.factors) == ((("hanami", 5), ("tsukimi", 5)), 10, 10, ())


def test_seven_points_and_more_are_doubled():
    assert paid({"seven_double": "yes"}, SEVEN) == 14
    assert paid({"seven_double": "yes"}, FIVE) == 5
    assert paid({"seven_double": "no"}, SEVEN) == 7


def test_the_opponents_koikoi_doubles():
    assert paid({}, opponent_calls=1) == 10
    assert paid({}, opponent_calls=3) == 10
    assert paid({"koikoi_penalty": "no"}, opponent_calls=1) == 5
    assert paid({}, own_calls=3) == 5


@pytest.mark.parametrize(("own", "points"), [(0, 5), (1, 6), (2, 7), (5, 10)])
def test_one_point_more_for_each_own_call(own, points):
    assert paid({"koikoi_bonus": "plus_one"}, own_calls=own) == points


@pytest.mark.parametrize(
    ("own", "points"), [(0, 5), (1, 6), (2, 7), (3, 8), (4, 10), (5, 15), (6, 20), (7, 25)]
)  # +1 +2 +3, then ×2 … ×5
def test_the_ladder_of_own_calls(own, points):
    assert score(PRESETS["koikoi_japan"], FIVE, own_calls=own).points == points


@pytest.mark.parametrize(("own", "others", "points"), [(0, 0, 6), (1, 0, 12), (0, 1, 12), (1, 1, 18), (2, 1, 24)])
def test_times_one_more_than_all_calls(own, others, points):
    assert score(PRESETS["newhanafuda"], FIVE, own_calls=own, opponent_calls=others).points == points


@pytest.mark.parametrize(("dealt", "points"), [(0, 5), (1, 5), (2, 10), (3, 15)])
def test_brights_on_the_dealt_floor_multiply(dealt, points):
    assert paid({"bright_multiplier": "yes"}, floor_brights=dealt) == points
    assert paid({"bright_multiplier": "no"}, floor_brights=dealt) == 5


def test_factors_are_multiplied_or_only_the_greatest_counts():
    assert score(PRESETS["nintendo"], SEVEN, opponent_calls=1).points == 28
    changes = {"seven_double": "yes", "bright_multiplier": "yes"}
    assert paid(changes | {"combine": "max"}, SEVEN, opponent_calls=1, floor_brights=3) == 21
    assert paid(changes | {"combine": "product"}, SEVEN, opponent_calls=1, floor_brights=3) == 84


def test_the_second_yaku_of_a_caller_is_doubled_where_it_ends_the_month():
    assert paid({"koikoi_limit": "player_doubled"}, own_calls=1) == 10
    assert paid({"koikoi_limit": "player"}, own_calls=1) == 5


def test_every_factor_is_named():
    made = score(PRESETS["nintendo"], SEVEN, opponent_calls=1)
    assert made.factors == (("seven", 2), ("opponent_called", 2))
    assert (made.base, made.bonus) == (7, 0)


@pytest.mark.parametrize("name", PRESETS)
def test_no_yaku_pays_nothing_whatever_was_called(name):
    made = score(PRESETS[name], NOTHING, own_calls=2, opponent_calls=1, floor_brights=3)
    assert (made.points, made.bonus, made.yaku) == (0, 0, ())
