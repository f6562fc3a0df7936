"""The referee of one reading. Rows and cases are transcribed from the rules, never from the code."""

from dataclasses import replace
from itertools import permutations

import pytest

from games.rules.karuta.judge import MIDDLE, NO_TERRITORY, How, Name, Reading, Touched, Touching, adjudicate
from games.rules.karuta.variants import CHIRASHI, GENPEI, KYOGI, FaultRule, Penalty, Untaken

A, B = 0, 1
READ, WRONG = 17, 1
NONE = NO_TERRITORY
PUSH, CONTACT = Touching.PUSH_OUT, Touching.CONTACT


def touch(seat, ms, territory, card=WRONG, **more):
    return Touched(seat, ms, card, territory, **more)


def judge(territory, *touches, held=(25, 25), rules=KYOGI, sides=(A, B), **more):
    return adjudicate(rules, Reading(READ, sides, held, territory, touches, **more))


def after(verdict, held=(25, 25)):
    """The cards before both sides once everything is settled."""
    cards = list(held)
    if verdict.is_removed:
        cards[verdict.territory] -= 1
    if verdict.sender is not None:
        cards[verdict.sender] -= verdict.n
        cards[1 - verdict.sender] += verdict.n
    return tuple(cards)


# The truth table -----------------------------------------------------------------------------------------
# number, where the card lies, taker, faults of A and B, who sends, how many, change of A and B, name
ROWS = [
    (1, A, A, 0, 0, None, 0, -1, 0, "own_take"),
    (2, A, A, 0, 1, A, 1, -2, +1, "semi_double"),
    (3, A, A, 1, 0, B, 1, 0, -1, "lost_gain"),
    (4, A, A, 1, 1, None, 0, -1, 0, "both_fault"),
    (5, A, B, 0, 0, B, 1, 0, -1, "across"),
    (6, A, B, 1, 0, B, 2, +1, -2, "double"),
    (7, A, B, 0, 1, None, 0, -1, 0, "lost_gain"),
    (8, A, B, 1, 1, B, 1, 0, -1, "both_fault_across"),
    (9, B, A, 0, 0, A, 1, -1, 0, "across"),
    (10, B, A, 0, 1, A, 2, -2, +1, "double"),
    (11, B, A, 1, 0, None, 0, 0, -1, "lost_gain"),
    (12, B, A, 1, 1, A, 1, -1, 0, "both_fault_across"),
    (13, B, B, 0, 0, None, 0, 0, -1, "own_take"),
    (14, B, B, 0, 1, A, 1, -1, 0, "lost_gain"),
    (15, B, B, 1, 0, B, 1, +1, -2, "semi_double"),
    (16, B, B, 1, 1, None, 0, 0, -1, "both_fault"),
    (17, NONE, None, 0, 0, None, 0, 0, 0, "karafuda"),
    (18, NONE, None, 1, 0, B, 1, +1, -1, "single_fault"),
    (19, NONE, None, 2, 0, B, 2, +2, -2, "kara_double"),
    (20, NONE, None, 1, 1, None, 0, 0, 0, "both_fault"),
    (21, NONE, None, 2, 1, B, 1, +1, -1, "kara_double_and_single"),
    (22, NONE, None, 2, 2, None, 0, 0, 0, "both_kara_double"),
    (23, NONE, None, 0, 1, A, 1, -1, +1, "single_fault"),
    (24, NONE, None, 0, 2, A, 2, -2, +2, "kara_double"),
    (25, NONE, None, 1, 2, A, 1, -1, +1, "kara_double_and_single"),
]


def touches_of(territory, taker, fault_a, fault_b):
    """Touches that make this taker and these faults."""
    touches = [] if taker is None else [touch(taker, 300, territory, READ)]
    for seat, faults in ((A, fault_a), (B, fault_b)):
        wrong = [side for side in (A, B) if side != territory]
        touches += [touch(seat, 310 + side, side) for side in wrong[:faults]]
    return touches


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row[0]))
def test_the_truth_table(row):
    _, territory, taker, fault_a, fault_b, sender, n, delta_a, delta_b, name = row
    verdict = judge(territory, *touches_of(territory, taker, fault_a, fault_b))
    assert (verdict.taker, verdict.faults) == (taker, (fault_a, fault_b))
    assert (verdict.sender, verdict.due, verdict.n) == (sender, n, n)
    assert after(verdict) == (25 + delta_a, 25 + delta_b)
    assert verdict.is_removed == (territory != NONE)
    assert verdict.name == name


def test_karafuda_touched_on_different_sides_cancels_as_well():
    assert judge(NONE, touch(A, 300, B), touch(B, 310, B)).sender is None
    assert judge(NONE, touch(A, 300, B), touch(B, 310, A)).sender is None


# The seed ------------------------------------------------------------------------------------------------
def test_the_first_to_touch_takes():
    assert judge(B, touch(A, 299, B, READ), touch(B, 300, B, READ)).taker == A
    assert judge(B, touch(A, 301, B, READ), touch(B, 300, B, READ)).taker == B


@pytest.mark.parametrize("owner", [A, B])
def test_equal_times_are_the_owners(owner):
    verdict = judge(owner, touch(A, 300, owner, READ), touch(B, 300, owner, READ))
    assert (verdict.taker, verdict.how, verdict.sender) == (owner, How.EQUAL, None)


# Simultaneous touches: devices of their own measure to some milliseconds -----------------------------------
LIVE = replace(KYOGI, simultaneous_ms=15)
# where the card lies, the touches of A and B, taker, how, when
SIMULTANEOUS = [
    (A, 300, 300, A, How.EQUAL, 300),
    (A, 315, 300, A, How.EQUAL, 315),
    (A, 316, 300, B, How.FIRST, 300),
    (A, 300, 315, A, How.EQUAL, 300),
    (A, 300, 316, A, How.FIRST, 300),
    (B, 300, 315, B, How.EQUAL, 315),
    (B, 300, 316, A, How.FIRST, 300),
    (B, 0, 15, B, How.EQUAL, 15),
    (B, -1, 15, B, How.FIRST, 15),  # a touch before the sound is void
]


@pytest.mark.parametrize("row", SIMULTANEOUS)
@pytest.mark.parametrize("is_told_first", [A, B])
def test_what_is_simultaneous_is_the_owners(row, is_told_first):
    owner, a_ms, b_ms, taker, how, ms = row
    touches = [touch(A, a_ms, owner, READ), touch(B, b_ms, owner, READ)]
    verdict = judge(owner, *(touches if is_told_first == A else touches[::-1]), rules=LIVE)
    assert (verdict.taker, verdict.how, verdict.take_ms) == (taker, how, ms)


def test_a_millisecond_decides_where_nothing_is_simultaneous():
    assert KYOGI.simultaneous_ms == 0
    assert judge(A, touch(A, 301, A, READ), touch(B, 300, A, READ)).taker == B


def test_of_simultaneous_touches_the_hand_that_counts_takes():
    wrong, right = touch(A, 300, A, READ, is_valid_hand=False), touch(B, 315, A, READ)
    verdict = judge(A, wrong, right, rules=LIVE)
    assert (verdict.taker, verdict.how, verdict.take_ms) == (B, How.FIRST, 315)
    verdict = judge(A, wrong, replace(right, ms=316), rules=LIVE)
    assert (verdict.taker, verdict.how, verdict.take_ms) == (B, How.OTHER_HAND, 300)


def test_of_simultaneous_pushes_the_nearer_hand_takes():
    pushes = touch(A, 300, A, READ, kind=PUSH, gap=2), touch(B, 312, A, READ, kind=PUSH, gap=1)
    verdict = judge(A, *pushes, rules=LIVE)
    assert (verdict.taker, verdict.how, verdict.take_ms) == (B, How.NEARER, 312)


def test_of_a_side_the_member_that_was_first_takes():
    touches = touch(3, 309, B, READ), touch(2, 304, B, READ), touch(0, 300, B, READ)
    verdict = judge(B, *touches, rules=replace(GENPEI, simultaneous_ms=15), sides=(A, A, B, B), held=(50, 50))
    assert (verdict.taker, verdict.how) == (2, How.EQUAL)
    verdict = judge(B, *touches[:2], rules=replace(GENPEI, simultaneous_ms=15), sides=(A, A, B, B), held=(50, 50))
    assert (verdict.taker, verdict.how, verdict.take_ms) == (2, How.FIRST, 304)


@pytest.mark.parametrize(("ms", "taker", "name"), [(315, None, Name.SET_ASIDE), (316, 0, Name.TAKE)])
def test_in_chirashi_what_is_simultaneous_is_set_aside(ms, taker, name):
    touches = touch(0, 300, MIDDLE, READ), touch(2, ms, MIDDLE, READ)
    rules = replace(CHIRASHI, simultaneous_ms=15)
    verdict = judge(MIDDLE, *touches, held=(0, 0, 0), rules=rules, sides=(0, 1, 2))
    assert (verdict.taker, verdict.name, verdict.is_removed) == (taker, name, True)


def test_sweeping_the_right_side_is_no_fault():
    swept = [touch(A, 290 + i, B, READ if i == 10 else WRONG + i, is_sweep=True) for i in range(12)]
    verdict = judge(B, *swept)
    assert (verdict.taker, verdict.faults, verdict.sender, verdict.n) == (A, (0, 0), A, 1)


def test_a_wrong_card_on_the_other_side_is_a_fault():
    assert judge(A, touch(B, 300, A, READ), touch(A, 290, B)).faults == (1, 0)


def test_a_double_fault_with_a_take_sends_two_and_never_three():
    verdict = judge(A, touch(A, 290, B), touch(B, 300, A, READ))
    assert (verdict.sender, verdict.due, verdict.n) == (B, 2, 2)


def test_a_double_fault_on_a_karafuda():
    verdict = judge(NONE, touch(A, 290, B), touch(A, 300, A))
    assert (verdict.faults, verdict.sender, verdict.n) == ((2, 0), B, 2)


# Counting ------------------------------------------------------------------------------------------------
def test_ten_wrong_cards_on_a_side_are_one_fault():
    wrong = [touch(B, 300 + i, B, WRONG + i) for i in range(10)]
    assert judge(A, touch(A, 300, A, READ), *wrong).faults == (0, 1)
    assert judge(NONE, *wrong).faults == (0, 1)


def test_the_order_within_a_reading_means_nothing_for_faults():
    touches = [touch(A, 0, A, READ), touch(A, 0, B), touch(B, 0, B)]
    for order in permutations((300, 320, 340)):
        timed = [replace(each, ms=ms) for each, ms in zip(touches, order, strict=True)]
        verdict = judge(A, *timed)
        assert (verdict.taker, verdict.faults, verdict.sender) == (A, (1, 1), None)


def test_a_touch_after_the_take_still_counts_until_the_reading_closes():
    touches = touch(A, 300, A, READ), touch(B, 1_800, B)
    assert judge(A, *touches, until_ms=1_800).faults == (0, 1)
    assert judge(A, *touches, until_ms=1_799).faults == (0, 0)


def test_the_other_hand_faults_nothing():
    assert judge(A, touch(A, 300, A, READ), touch(B, 310, B, is_valid_hand=False)).faults == (0, 0)


def test_the_first_sound_is_the_earliest():
    verdict = judge(A, touch(B, -1, A, READ), touch(B, -20, B), touch(A, 0, A, READ))
    assert (verdict.taker, verdict.faults, verdict.early) == (A, (0, 0), (B,))


# Takes ---------------------------------------------------------------------------------------------------
def test_a_card_pushed_out_is_taken_when_it_has_left():
    pushed = touch(A, 290, A), touch(A, 340, A, READ, kind=PUSH, gap=2)
    assert judge(A, *pushed).how is How.PUSHED
    assert judge(A, *pushed, touch(B, 330, A, READ)).taker == B
    assert judge(A, *pushed, touch(B, 341, A, READ)).taker == A


def test_pushing_a_wrong_card_out_takes_nothing_and_is_no_fault():
    verdict = judge(A, touch(B, 300, B, kind=PUSH, gap=1), touch(A, 310, A, READ))
    assert (verdict.taker, verdict.faults) == (A, (0, 0))


def test_of_two_pushes_at_once_the_nearer_hand_takes():
    verdict = judge(A, touch(A, 340, A, READ, kind=PUSH, gap=2), touch(B, 340, A, READ, kind=PUSH, gap=1))
    assert (verdict.taker, verdict.how, verdict.n) == (B, How.NEARER, 1)


def test_of_two_pushes_at_once_from_the_same_distance_the_owner_takes():
    pushes = [touch(seat, 340, B, READ, kind=PUSH, gap=2) for seat in (A, B)]
    assert judge(B, *pushes).taker == B


def test_a_take_with_the_other_hand_is_the_opponents():
    verdict = judge(A, touch(A, 300, A, READ, is_valid_hand=False))
    assert (verdict.taker, verdict.how, verdict.sender, verdict.n) == (B, How.OTHER_HAND, B, 1)
    verdict = judge(A, touch(B, 300, A, READ, is_valid_hand=False), touch(B, 310, A, READ))
    assert (verdict.taker, verdict.sender) == (A, None)


def test_at_equal_times_the_hand_that_counts_takes():
    verdict = judge(A, touch(A, 300, A, READ, is_valid_hand=False), touch(B, 300, A, READ))
    assert (verdict.taker, verdict.n) == (B, 1)


def test_a_lost_card_is_the_opponents():
    verdict = judge(A, is_lost=True)
    assert (verdict.taker, verdict.how, verdict.sender, verdict.n) == (B, How.LOST, B, 1)
    assert after(verdict) == (25, 24)


def test_what_nobody_takes_is_the_owners_and_nothing_is_sent():
    verdict = judge(B)
    assert (verdict.taker, verdict.how, verdict.sender, after(verdict)) == (B, How.TIME, None, (25, 24))


def test_in_solo_practice_the_card_is_awaited():
    verdict = judge(B, rules=replace(KYOGI, untaken=Untaken.REPEAT))
    assert (verdict.taker, verdict.is_removed, verdict.name) == (None, False, Name.UNTAKEN)


# Hands that meet (old article 9) -------------------------------------------------------------------------
MET = (touch(A, 300, B), Touched(B, 310, 0, B, CONTACT))


def test_hands_that_meet_mean_nothing_by_default():
    assert judge(NONE, *MET).faults == (1, 0)


def test_the_hand_that_meets_a_faulting_hand_faults_too_where_that_is_played():
    rules = replace(KYOGI, contact_is_fault=True)
    assert judge(NONE, *MET, rules=rules).faults == (1, 1)
    assert judge(NONE, *reversed(MET), rules=rules).faults == (1, 1)
    assert judge(B, *MET, touch(A, 320, B, READ), rules=rules).faults == (0, 0)  # the hand was not at fault
    assert judge(NONE, touch(A, 300, A), MET[1], rules=rules).faults == (1, 0)  # they met elsewhere


def test_contact_on_a_side_touched_already_is_the_same_fault():
    rules = replace(KYOGI, contact_is_fault=True)
    assert judge(NONE, touch(B, 305, B), *MET, rules=rules).faults == (1, 1)


# What is left --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("held", "territory", "touches", "sender", "due", "n", "left"),
    [
        ((1, 10), A, [touch(A, 300, A, READ)], None, 0, 0, (0, 10)),
        ((1, 1), B, [touch(A, 300, B, READ)], A, 1, 1, (0, 1)),
        ((1, 1), NONE, [touch(A, 300, A), touch(A, 310, B)], B, 2, 1, (2, 0)),
        ((1, 1), A, [touch(A, 300, A, READ), touch(A, 305, B)], B, 1, 1, (1, 0)),
        ((1, 1), B, [touch(A, 300, B, READ), touch(A, 305, A)], None, 0, 0, (1, 0)),
        ((2, 3), B, [touch(A, 300, B, READ), touch(B, 310, A)], A, 2, 2, (0, 4)),
        ((1, 3), B, [touch(A, 300, B, READ), touch(B, 310, A)], A, 2, 1, (0, 3)),
        ((1, 2), A, [touch(B, 300, A, READ), touch(A, 310, B)], B, 2, 2, (2, 0)),
        ((1, 4), A, [touch(A, 300, A, READ), touch(B, 310, B)], A, 1, 0, (0, 4)),
        ((1, 4), A, [touch(B, 300, A, READ)], B, 1, 1, (1, 3)),
    ],
)
def test_a_side_sends_what_it_holds(held, territory, touches, sender, due, n, left):
    verdict = judge(territory, *touches, held=held)
    assert (verdict.sender, verdict.due, verdict.n) == (sender, due, n)
    assert after(verdict, held) == left


# Genpei --------------------------------------------------------------------------------------------------
TEAMS = (A, A, B, B)  # seats 0 and 1 are Genji, 2 and 3 Heike


def genpei(territory, *touches, held=(50, 50), rules=GENPEI):
    return judge(territory, *touches, held=held, rules=rules, sides=TEAMS)


def test_genji_takes_a_card_lying_on_heikes_side():
    verdict = genpei(B, touch(1, 300, B, READ))
    assert (verdict.taker, verdict.taker_side, after(verdict, (50, 50))) == (1, A, (49, 50))


def test_heike_touches_a_wrong_card_and_genji_takes_on_its_own_side():
    for where in (A, B):  # the seed: wherever the wrong card lies
        assert after(genpei(A, touch(0, 300, A, READ), touch(2, 310, where)), (50, 50)) == (48, 51)


def test_two_members_at_fault_are_one_fault():
    verdict = genpei(A, touch(0, 300, A, READ), touch(2, 310, A), touch(3, 320, B), held=(30, 28))
    assert (verdict.faults, after(verdict, (30, 28))) == ((0, 1), (28, 29))


def test_both_teams_at_fault_cancel():
    verdict = genpei(A, touch(0, 300, A, READ), touch(1, 310, A), touch(3, 320, B), held=(30, 28))
    assert (verdict.faults, verdict.sender, after(verdict, (30, 28))) == ((1, 1), None, (29, 28))


def test_genpei_by_the_rule_of_kyogi_lets_the_right_side_be_swept():
    rules = replace(GENPEI, fault=FaultRule.OTHER_TERRITORY)
    assert genpei(A, touch(0, 300, A, READ), touch(2, 310, A), rules=rules).faults == (0, 0)
    assert genpei(A, touch(0, 300, A, READ), touch(2, 310, B), rules=rules).faults == (0, 1)


def test_team_mates_on_a_card_together_are_no_tie():
    assert genpei(B, touch(0, 300, B, READ), touch(1, 300, B, READ)).taker_side == A


# Chirashi ------------------------------------------------------------------------------------------------
def chirashi(*touches, rules=CHIRASHI, **more):
    return judge(MIDDLE, *touches, held=(0, 0, 0), rules=rules, sides=(0, 1, 2), **more)


def test_in_chirashi_the_first_takes_and_nothing_is_sent():
    verdict = chirashi(touch(2, 300, MIDDLE, READ), touch(0, 301, MIDDLE, READ))
    assert (verdict.taker, verdict.sender, verdict.is_removed, verdict.name) == (2, None, True, Name.TAKE)


def test_in_chirashi_an_exact_tie_is_set_aside():
    verdict = chirashi(touch(2, 300, MIDDLE, READ), touch(0, 300, MIDDLE, READ))
    assert (verdict.taker, verdict.is_removed, verdict.name) == (None, True, Name.SET_ASIDE)


def test_in_chirashi_a_wrong_card_has_its_penalty_once():
    verdict = chirashi(touch(1, 290, MIDDLE), touch(1, 295, MIDDLE, 2), touch(2, 300, MIDDLE, READ))
    assert (verdict.penalised, verdict.faults) == ((1,), (0, 1, 0))
    assert CHIRASHI.penalty is Penalty.SIT_OUT


def test_who_sits_out_touches_nothing():
    touches = touch(1, 290, MIDDLE, READ), touch(1, 280, MIDDLE), touch(2, 300, MIDDLE, READ)
    verdict = chirashi(*touches, sat_out=(1,))
    assert (verdict.taker, verdict.penalised) == (2, ())


def test_in_chirashi_nobody_takes_with_the_other_hand():
    verdict = chirashi(touch(0, 290, MIDDLE, READ, is_valid_hand=False), touch(2, 300, MIDDLE, READ))
    assert (verdict.taker, verdict.how) == (2, How.FIRST)
