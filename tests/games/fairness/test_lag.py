"""What is believed of a network's delay; expected values are worked out by hand from the formulae."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.fairness import lag, window
from games.fairness.lag import FRIENDLY, RATED, Grant, Probes, believe, refilled


def probes(*rtts_ms):
    found = Probes()
    for rtt_ms in rtts_ms:
        found = found.with_(rtt_ms)
    return found


def steady(rtt_ms, spread_ms=0, n=32):
    """Round trips whose quickest is `rtt_ms` and whose ninetieth percentile is `spread_ms` more."""
    slow = n - -(-9 * n // 10) + 1
    return probes(*[rtt_ms] * (n - slow), *[rtt_ms + spread_ms] * slow)


# Probes --------------------------------------------------------------------------------------------------
def test_the_last_32_round_trips_count():
    full = probes(*range(1, 41))
    assert (full.count, full.floor_ms) == (32, 9)


def test_nine_in_ten_do_not_exceed_the_ninetieth_percentile():
    assert probes(*range(1, 11)).p90_ms == 9
    assert probes(*range(32, 0, -1)).p90_ms == 29
    assert probes(*[50] * 29, *[90] * 3).p90_ms == 50
    assert probes(*[50] * 28, *[90] * 4).p90_ms == 90


def test_a_moment_is_named_sooner_by_half_the_quickest_round_trip():
    assert steady(110, 30).one_way_ms == 55
    assert Probes().one_way_ms == 0


def test_a_clock_that_steps_back_makes_no_round_trip_negative():
    assert probes(-3).floor_ms == 0


# floor, p90 - floor, base rated, base friendly
BASES = [
    (0.4, 0, 10, 10),  # half the floor and the least margin
    (20, 0, 20, 20),
    (20, 10, 20, 20),
    (20, 25, 35, 35),
    (20, 40, 50, 50),
    (20, 400, 50, 50),  # the most margin
    (110, 0, 65, 65),
    (110, 25, 80, 80),
    (110, 30, 80, 85),  # the cap of rated tables
    (150, 15, 80, 90),
    (150, 40, 80, 115),
    (180, 40, 80, 120),  # the cap of friendly ones
    (900, 900, 80, 120),
]


@pytest.mark.parametrize(("floor_ms", "spread_ms", "rated", "friendly"), BASES)
def test_the_base_of_a_connection(floor_ms, spread_ms, rated, friendly):
    measured = steady(floor_ms, spread_ms)
    assert measured.p90_ms - measured.floor_ms == pytest.approx(spread_ms)
    assert (measured.base_ms(RATED.cap_ms), measured.base_ms(FRIENDLY.cap_ms)) == (rated, friendly)


def test_a_connection_without_probes_has_no_base():
    """Also the second, slow one that somebody opens to be measured by: a touch is believed by those of its own."""
    assert Probes().base_ms(80) == 0
    assert believe(400, 300, Probes().base_ms(80), bank_ms=0).effective_ms == 400


def test_few_probes_have_the_least_margin():
    """One slow round trip of seven would be their p90."""
    assert probes(20, 60).base_ms(80) == 20
    assert probes(*[20] * 6, 60).base_ms(80) == 20
    assert probes(*[20] * 7, 60).base_ms(80) == 50


def test_one_slow_answer_in_ten_changes_nothing_and_one_in_eight_does():
    assert probes(*[20] * 29, *[500] * 3).base_ms(80) == 20
    assert probes(*[20] * 28, *[500] * 4).base_ms(80) == 50


@pytest.mark.parametrize(
    ("measured", "rated", "friendly"),
    [
        (Probes(), False, True),
        (steady(120, n=7), False, True),
        (steady(120, n=8), True, True),
        (steady(120, 300), True, True),
        (steady(121), False, True),
        (steady(1_000), False, True),
    ],
)
def test_who_may_sit(measured, rated, friendly):
    assert (RATED.may_sit(measured), FRIENDLY.may_sit(measured)) == (rated, friendly)


# A touch -------------------------------------------------------------------------------------------------
# elapsed, claimed, base, bank; effective, lag, granted, bank left, at the ceiling
TOUCHES = [
    ("no lag", 300, 300, 65, 30, 300, 0, 0, 30, False),
    ("within the base", 355, 300, 65, 30, 300, 55, 55, 30, False),
    ("all of the base", 365, 300, 65, 30, 300, 65, 65, 30, False),
    ("out of the bank", 375, 300, 65, 30, 300, 75, 75, 20, False),
    ("all of the bank", 395, 300, 65, 30, 300, 95, 95, 0, True),
    ("more than there is", 405, 300, 65, 30, 310, 105, 95, 0, True),
    ("an empty bank", 375, 300, 65, 0, 310, 75, 65, 0, True),
    ("a lost packet", 555, 300, 65, 30, 460, 255, 95, 0, True),
    ("250 ms less", 355, 50, 65, 30, 260, 305, 95, 0, True),
    ("at the first sound", 355, 0, 65, 30, 260, 355, 95, 0, True),
    ("a clock a year behind", 355, -31_536_000_000, 65, 30, -31_536_000_000, 0, 0, 30, False),
    ("before the sound", 20, -35, 65, 30, -35, 0, 0, 30, False),
    ("before the sound, arrived earlier still", -60, -35, 65, 30, -60, 0, 0, 30, False),
    ("after its own arrival", 355, 400, 65, 30, 355, 0, 0, 30, False),
    ("for ever after", 355, 10**12, 65, 30, 355, 0, 0, 30, False),
    ("arrived before go", -10, 200, 65, 30, -10, 0, 0, 30, False),
    ("nothing is believed", 355, 300, 0, 0, 355, 55, 0, 0, True),
]


@pytest.mark.parametrize("row", TOUCHES, ids=lambda row: row[0])
def test_what_a_touch_counts_as(row):
    _, elapsed, claimed, base, bank, effective, lag_ms, granted, left, is_at_ceiling = row
    assert believe(elapsed, claimed, base, bank) == Grant(effective, lag_ms, granted, left, is_at_ceiling)


def test_sound_begun_before_go_makes_no_touch_earlier_than_its_arrival_allows():
    """A client that plays at once what came with go hears 600 ms before the others. Its own clock says 700."""
    assert believe(elapsed_ms=110, claimed_ms=700, base_ms=20, bank_ms=30).effective_ms == 110


# The bank ------------------------------------------------------------------------------------------------
def test_the_bank_gains_three_a_reading_up_to_thirty():
    banks = [0]
    for _ in range(12):
        banks.append(refilled(banks[-1]))
    assert banks == [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 30, 30]


def test_what_was_granted_beyond_the_base_is_paid():
    assert refilled(30, [believe(385, 300, 65, 30)]) == 13
    assert refilled(30, [believe(365, 300, 65, 30)]) == 30
    assert refilled(2, [believe(900, 300, 65, 2)]) == 3


def test_touches_held_up_together_are_paid_once_in_whatever_order_they_come():
    grants = [believe(385, 300, 65, 30), believe(387, 301, 65, 30), believe(400, 390, 65, 30)]
    assert refilled(30, grants) == refilled(30, grants[::-1]) == 12


MS = st.integers(-(10**9), 10**9)
BASES_MS, BANKS_MS = st.integers(0, 120), st.integers(0, 30)


@given(MS, MS, BASES_MS, BANKS_MS)
def test_nothing_counts_later_than_it_arrived(elapsed, claimed, base, bank):
    assert believe(elapsed, claimed, base, bank).effective_ms <= elapsed


@given(MS, st.integers(0, 10**9), BASES_MS, BANKS_MS)
def test_nothing_counts_earlier_than_claimed_or_than_base_and_bank_allow(elapsed, claimed, base, bank):
    effective = believe(elapsed, claimed, base, bank).effective_ms
    assert effective >= min(claimed, elapsed)
    assert effective >= elapsed - base - bank


@given(st.integers(0, 10**6), BASES_MS, BANKS_MS, st.data())
def test_who_tells_the_truth_within_the_base_is_believed_for_nothing(claimed, base, bank, data):
    lag_ms = data.draw(st.integers(0, base))
    grant = believe(claimed + lag_ms, claimed, base, bank)
    assert (grant.effective_ms, grant.bank_ms) == (claimed, bank)


@given(MS, st.integers(0, 10**6), st.integers(0, 10**6), BASES_MS, BANKS_MS)
def test_a_smaller_claim_never_counts_later(elapsed, one, other, base, bank):
    less, more = sorted((one, other))
    assert believe(elapsed, less, base, bank).effective_ms <= believe(elapsed, more, base, bank).effective_ms


@given(MS, MS, BASES_MS, BANKS_MS)
def test_the_sum_is_right(elapsed, claimed, base, bank):
    grant = believe(elapsed, claimed, base, bank)
    assert 0 <= grant.bank_ms <= bank
    assert 0 <= grant.granted_ms <= base + bank
    if claimed >= 0:
        assert grant.effective_ms + grant.granted_ms == elapsed
        assert grant.granted_ms == min(base + bank, grant.lag_ms)


@given(BASES_MS, st.lists(st.lists(st.tuples(MS, MS), max_size=5), max_size=60))
def test_flooding_with_claims_is_worth_three_milliseconds_a_reading(base, readings):
    """However many touches claim whatever, all readings together grant no more beyond their base than was gained."""
    bank = beyond = 0
    for number, touches in enumerate(readings, start=1):
        grants = [believe(elapsed, claimed, base, bank) for elapsed, claimed in touches]
        beyond += max((grant.granted_ms - base for grant in grants if grant.granted_ms > base), default=0)
        bank = refilled(bank, grants)
        assert 0 <= bank <= 30
        assert beyond <= 3 * number


@given(st.lists(st.floats(0, 10_000), max_size=50))
def test_a_base_stays_within_its_bounds(rtts_ms):
    measured = probes(*rtts_ms)
    for limits in (RATED, FRIENDLY):
        base = measured.base_ms(limits.cap_ms)
        assert 0 <= base <= limits.cap_ms
        if rtts_ms:
            assert min(limits.cap_ms, round(measured.floor_ms / 2)) <= base <= round(measured.floor_ms / 2) + 41
    assert measured.base_ms(RATED.cap_ms) <= measured.base_ms(FRIENDLY.cap_ms)


@pytest.mark.parametrize("module", [lag, window], ids=lambda module: module.__name__)
def test_the_examples_of_fairness_run(module):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
