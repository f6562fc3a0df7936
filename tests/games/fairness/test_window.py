"""When a verdict is final: no touch that comes later changes it, and one that comes in time could."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.fairness.lag import believe
from games.fairness.window import SIMULTANEOUS_MS, final_ms, live
from games.rules.karuta.judge import MIDDLE, Reading, Touched, adjudicate
from games.rules.karuta.variants import CHIRASHI, GENPEI, KYOGI

A, B, READ = 0, 1, 17


@pytest.mark.parametrize(
    ("best_ms", "ceilings_ms", "simultaneous_ms", "final"),
    [
        (300, [65 + 30], 15, 410),  # 300 + 15 + 65 + 30
        (300, [20 + 3, 80 + 12, 50 + 30], 15, 407),  # the largest
        (300, [0], 15, 315),  # nothing is believed of it, and yet it may be simultaneous
        (300, [], 15, 300),  # nobody is left who could
        (1_800, [65 + 30, 20], 0, 1_895),  # a reading that closes
    ],
)
def test_the_last_arrival_that_matters(best_ms, ceilings_ms, simultaneous_ms, final):
    assert final_ms(best_ms, ceilings_ms, simultaneous_ms) == final


def takes(owner, a_ms, b_ms):
    touches = (Touched(A, a_ms, READ, owner), Touched(B, b_ms, READ, owner))
    return adjudicate(live(KYOGI), Reading(READ, (A, B), (25, 25), owner, touches)).taker


@given(
    st.integers(0, 5_000), st.integers(0, 120), st.integers(0, 30), st.integers(1, 500), st.integers(0, 9_999),
    st.sampled_from((A, B)),
)  # fmt: skip
def test_after_the_window_no_claim_changes_the_verdict(best_ms, base_ms, bank_ms, later, claimed_ms, owner):
    arrival = final_ms(best_ms, [base_ms + bank_ms]) + later
    assert takes(owner, best_ms, believe(arrival, claimed_ms, base_ms, bank_ms).effective_ms) == A


@given(st.integers(0, 5_000), st.integers(0, 120), st.integers(0, 30))
def test_within_the_window_a_claim_does(best_ms, base_ms, bank_ms):
    """Not a millisecond is waited in vain."""
    arrival = final_ms(best_ms, [base_ms + bank_ms])
    effective_ms = believe(arrival, 0, base_ms, bank_ms).effective_ms
    assert effective_ms == best_ms + SIMULTANEOUS_MS
    assert takes(B, best_ms, effective_ms) == B


def test_a_reading_that_closes_waits_for_what_was_touched_before():
    closes_ms, base_ms, bank_ms = 1_800, 65, 30
    until = final_ms(closes_ms, [base_ms + bank_ms], 0)
    assert believe(until, 0, base_ms, bank_ms).effective_ms == closes_ms
    assert believe(until + 1, 0, base_ms, bank_ms).effective_ms > closes_ms


@pytest.mark.parametrize("variant", [KYOGI, GENPEI, CHIRASHI], ids=lambda variant: variant.key)
def test_live_rules_differ_in_nothing_else(variant):
    assert live(variant).simultaneous_ms == 15
    assert replace(live(variant), simultaneous_ms=0) == variant


def test_in_chirashi_nobody_takes_what_cannot_be_told_apart():
    for b_ms, taker in ((315, None), (316, A)):
        touches = (Touched(A, 300, READ, MIDDLE), Touched(B, b_ms, READ, MIDDLE))
        assert adjudicate(live(CHIRASHI), Reading(READ, (0, 1, 2), (0, 0, 0), MIDDLE, touches)).taker == taker
