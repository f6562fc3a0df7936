"""The grade is read from the answer and its time. The figures are those of the rule in docs/srs.md."""

import pytest

from trainer.srs.grading import Grade, grade, usable_ms, usual_ms

AGAIN, HARD, GOOD, EASY = Grade
SECOND = [1000.0] * 30  # somebody whose usual time is one second


@pytest.mark.parametrize("elapsed_ms", [None, 1, 900, 29_999, 60_000])
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("previous", [None, *Grade])
def test_wrong_is_always_again_and_never_hard(elapsed_ms, hidden, previous):
    given = grade(False, elapsed_ms, target_ms=1000, recent_correct_ms=SECOND, previous_grade=previous, hidden=hidden)
    assert given is AGAIN


@pytest.mark.parametrize(
    ("elapsed_ms", "target_ms", "usual", "expected"),
    [
        # usual 1 s: Hard above max(2 s, 3 x target)
        (3000, 1000, 1000, GOOD),
        (3001, 1000, 1000, HARD),
        # a slow person: twice the usual time rules
        (4000, 1000, 2000, GOOD),
        (4001, 1000, 2000, HARD),
        # a long target: three times the target rules
        (12_000, 4000, 1000, GOOD),
        (12_001, 4000, 1000, HARD),
        # Easy below 0.6 of the usual time, within the target
        (599, 1000, 1000, EASY),
        (600, 1000, 1000, GOOD),
        # much faster than usual, and still slower than the target
        (1001, 1000, 4000, GOOD),
        (1000, 1000, 4000, EASY),
    ],
)
def test_the_time_decides_between_hard_good_and_easy(elapsed_ms, target_ms, usual, expected):
    given = grade(True, elapsed_ms, target_ms=target_ms, recent_correct_ms=[float(usual)] * 30, previous_grade=GOOD)
    assert given is expected


@pytest.mark.parametrize(
    ("previous", "expected"), [(None, GOOD), (AGAIN, GOOD), (HARD, GOOD), (GOOD, EASY), (EASY, EASY)]
)
def test_easy_comes_only_after_good(previous, expected):
    assert grade(True, 300, target_ms=1000, recent_correct_ms=SECOND, previous_grade=previous) is expected


@pytest.mark.parametrize(
    ("elapsed_ms", "hidden"),
    [(None, False), (300, True), (20_000, True), (30_001, False), (99, False), (0, False), (-5, False)],
)
def test_a_time_that_says_nothing_is_dropped_and_the_answer_good(elapsed_ms, hidden):
    assert usable_ms(elapsed_ms, hidden=hidden) is None
    given = grade(True, elapsed_ms, target_ms=1000, recent_correct_ms=SECOND, previous_grade=GOOD, hidden=hidden)
    assert given is GOOD


def test_the_limits_are_still_times():
    assert usable_ms(100) == 100
    assert usable_ms(30_000) == 30_000
    assert grade(True, 30_000, target_ms=1000, recent_correct_ms=SECOND) is HARD


def test_below_thirty_samples_the_usual_time_is_three_seconds():
    assert usual_ms([]) == 3000
    assert usual_ms([10.0] * 29) == 3000
    assert usual_ms([10.0] * 30) == pytest.approx(10)


def test_only_the_last_two_hundred_samples_count():
    assert usual_ms([50.0] * 500 + [800.0] * 101 + [400.0] * 99) == pytest.approx(800)


def test_the_median_is_taken_on_logarithms():
    # of 400 and 900 it is 600, not 650
    assert usual_ms([400.0] * 15 + [900.0] * 15) == pytest.approx(600)
