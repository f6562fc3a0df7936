"""FSRS-6 in the person's own days: its arithmetic written out again, and the traps of the package."""

import random
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from math import exp, log
from zoneinfo import ZoneInfo

import fsrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.srs.grading import Grade
from trainer.srs.memory import (
    Answer,
    day_of,
    feeds_memory,
    fold,
    fraction_of_day,
    interval_days,
    reschedule,
    retrievability,
    review,
)

AGAIN, HARD, GOOD, EASY = Grade
NEW_YEAR = date(2026, 1, 1)
TARGET_MS = 1000

# The default parameters of FSRS-6 as published (open-spaced-repetition, "The Algorithm").
W = [
    *(0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796),
    *(1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542),
]


def on(day, grade=GOOD, **more):
    return Answer(NEW_YEAR + timedelta(days=day), grade, **more)


def after(*answers, **more):
    return fold(answers, target_ms=TARGET_MS, **more)


def published_recall(days, stability):
    return (1 + (0.9 ** (-1 / W[20]) - 1) * days / stability) ** -W[20]


def published_fsrs6(history):
    """(stability, difficulty) after [(days since the last, grade 1-4)], from the published formulae alone."""

    def first_difficulty(grade):
        return W[4] - exp(W[5] * (grade - 1)) + 1

    stability = difficulty = None
    for days, grade in history:
        if stability is None:
            stability, difficulty = W[grade - 1], min(max(first_difficulty(grade), 1), 10)
            continue
        recall = published_recall(days, stability)
        if grade == 1:
            long = W[11] * difficulty ** -W[12] * ((stability + 1) ** W[13] - 1) * exp(W[14] * (1 - recall))
            new = min(long, stability / exp(W[17] * W[18]))
        else:
            bonus = {2: W[15], 3: 1, 4: W[16]}[grade]
            gain = exp(W[8]) * (11 - difficulty) * stability ** -W[9] * (exp(W[10] * (1 - recall)) - 1) * bonus
            new = stability * (1 + gain)
        damped = difficulty - W[6] * (grade - 3) * (10 - difficulty) / 9
        difficulty = min(max(W[7] * first_difficulty(4) + (1 - W[7]) * damped, 1), 10)
        stability = max(new, 0.001)
    return stability, difficulty


histories = st.lists(st.tuples(st.integers(1, 90), st.sampled_from(Grade)), min_size=1, max_size=12)


def dated(history):
    day, answers = 0, []
    for number, (gap, grade) in enumerate(history):
        day += gap
        answers.append(on(day, grade, number=number))
    return answers


@settings(deadline=None)
@given(histories)
def test_stability_and_difficulty_follow_the_published_formulae(history):
    state = after(*dated(history))
    stability, difficulty = published_fsrs6([(gap, int(grade)) for gap, grade in history])
    assert state.stability == pytest.approx(stability, rel=1e-9)
    assert state.difficulty == pytest.approx(difficulty, rel=1e-9)


@pytest.mark.parametrize(("grade", "days"), [(AGAIN, 0.21), (HARD, 1.29), (GOOD, 2.31), (EASY, 8.30)])
def test_first_stabilities(grade, days):
    assert after(on(0, grade)).stability == pytest.approx(days, abs=0.005)


@pytest.mark.parametrize(
    ("retention", "longest", "intervals"),
    [
        (0.95, 60, [1, 3, 8, 19, 43, 60]),
        (0.95, 36_500, [1, 3, 8, 19, 43, 89]),
        (0.90, 36_500, [2, 11, 46, 163, 497]),
        (0.97, 60, [1, 2, 4, 7, 13, 22]),
    ],
)
def test_intervals_when_every_answer_is_good(retention, longest, intervals):
    state, day, found = None, NEW_YEAR, []
    for _ in intervals:
        state = review(state, Answer(day, GOOD), target_ms=TARGET_MS, retention=retention, maximum_interval=longest)
        found.append((state.due_on - day).days)
        day = state.due_on
    assert found == intervals


def test_the_days_of_the_default_are_095_and_60():
    state = after(on(0), on(1), on(4), on(12), on(31), on(74))
    assert state.due_on - state.last_day == timedelta(days=60)


def test_six_goods_in_one_day_leave_the_memory_as_it_was():
    once = after(on(0))
    six = after(*(on(0, number=number) for number in range(6)))
    assert six == once
    assert once.stability == pytest.approx(2.3065)


def test_the_first_answer_of_the_day_counts_even_if_later_ones_are_better():
    assert after(on(0, AGAIN, number=1), on(0, GOOD, number=2)) == after(on(0, AGAIN, number=1))


def test_only_a_later_day_feeds_the_memory():
    state = after(on(5))
    assert feeds_memory(None, NEW_YEAR)
    assert [feeds_memory(state, NEW_YEAR + timedelta(days=day)) for day in (4, 5, 6)] == [False, False, True]


@settings(deadline=None)
@given(histories, st.randoms())
def test_folding_does_not_mind_the_order_of_the_rows(history, dice):
    answers = dated(history)
    shuffled = list(answers)
    dice.shuffle(shuffled)
    assert after(*shuffled) == after(*answers)


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.sampled_from(Grade), st.integers(1, 40_000)), max_size=15))
def test_folding_is_the_same_as_going_step_by_step(rows):
    state, day, answers = None, 0, []
    for number, (gap, grade, elapsed_ms) in enumerate(rows):
        day += gap  # a gap of 0 is a second answer on the same day
        answers.append(on(day, grade, elapsed_ms=float(elapsed_ms), number=number))
        state = review(state, answers[-1], target_ms=TARGET_MS)
    assert after(*answers) == state


def test_500_random_histories_folded_equal_one_uninterrupted_run_of_the_package():
    dice = random.Random(20260101)
    scheduler = fsrs.Scheduler(
        desired_retention=0.95, learning_steps=(), relearning_steps=(), maximum_interval=60, enable_fuzzing=False
    )
    for history in range(500):
        card, answers, day = fsrs.Card(card_id=history), [], 0
        for number in range(dice.randint(1, 25)):
            gap = dice.choice([0, 0, 1, 1, 2, 5, 13, 40])
            day += gap
            grade = dice.choice(list(Grade))
            answers.append(on(day, grade, number=number))
            if number == 0 or gap:
                noon = datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(days=day)
                card, _ = scheduler.review_card(card, fsrs.Rating(grade), noon)
        dice.shuffle(answers)
        state = after(*answers)
        assert state.stability == pytest.approx(card.stability, abs=1e-6)
        assert state.difficulty == pytest.approx(card.difficulty, abs=1e-6)
        assert (state.due_on, state.last_day) == (card.due.date(), card.last_review.date())


def test_there_is_no_fuzz():
    answers = [on(0), on(1), on(4), on(12)]
    due = set()
    for seed in range(50):
        random.seed(seed)
        due.add(after(*answers).due_on)
    assert len(due) == 1


def test_there_are_no_learning_steps():
    assert after(on(0, AGAIN)).due_on == NEW_YEAR + timedelta(days=1)
    assert after(on(0), on(1, AGAIN)).due_on == NEW_YEAR + timedelta(days=2)


@pytest.mark.parametrize("retention", [0.79, 0.98, 1.0])
def test_a_retention_outside_the_slider_is_refused(retention):
    with pytest.raises(ValueError, match="retention"):
        after(on(0), retention=retention)


# Retrievability ------------------------------------------------------------------------------------------


def test_retrievability_counts_parts_of_a_day():
    state = after(on(0, day_fraction=0.9))
    twenty_hours = retrievability(state, NEW_YEAR + timedelta(days=1), 0.9 + 20 / 24 - 1)
    assert twenty_hours == pytest.approx(published_recall(20 / 24, 2.3065))
    assert twenty_hours < 0.97  # py-fsrs, in whole days, says 1.0


def test_retrievability_is_090_after_as_many_days_as_the_stability():
    state = replace(after(on(0)), stability=10.0)
    assert retrievability(state, NEW_YEAR + timedelta(days=10)) == pytest.approx(0.9)


def test_retrievability_is_never_above_one_even_if_clocks_run_back():
    state = after(on(3, day_fraction=0.9))
    assert retrievability(state, NEW_YEAR + timedelta(days=3), 0.1) == 1.0
    assert retrievability(state, NEW_YEAR) == 1.0


@settings(deadline=None)
@given(st.floats(0.05, 400), st.sampled_from([0.8, 0.85, 0.9, 0.95, 0.97]))
def test_an_interval_ends_about_where_recall_meets_the_desired_retention(stability, retention):
    days = interval_days(stability, retention=retention, maximum_interval=100_000)
    if days > 1:
        assert published_recall(days + 0.5, stability) <= retention + 1e-9
        assert published_recall(days - 0.5, stability) >= retention - 1e-9


def test_rescheduling_moves_only_the_day():
    state = after(on(0), on(1), on(4))
    stricter = reschedule(state, retention=0.97)
    days = state.stability * (0.97 ** (-1 / W[20]) - 1) / (0.9 ** (-1 / W[20]) - 1)
    assert stricter.due_on == state.last_day + timedelta(days=round(days))
    assert stricter.due_on < state.due_on
    assert replace(stricter, due_on=state.due_on) == state
    assert reschedule(state) == state


# Days ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("instant", "zone", "day"),
    [
        ("2026-03-10T03:59:59+09:00", "Asia/Tokyo", "2026-03-09"),
        ("2026-03-10T04:00:00+09:00", "Asia/Tokyo", "2026-03-10"),
        ("2026-03-09T19:00:00+00:00", "Asia/Tokyo", "2026-03-10"),
        ("2026-03-09T18:59:00+00:00", "Asia/Tokyo", "2026-03-09"),
        ("2026-03-10T08:00:00+00:00", "America/New_York", "2026-03-10"),
        ("2026-03-10T07:59:00+00:00", "America/New_York", "2026-03-09"),
        # the night the clocks go forward in Paris: 04:00 there is 02:00 UTC, the day before it was 03:00
        ("2026-03-29T02:00:00+00:00", "Europe/Paris", "2026-03-29"),
        ("2026-03-29T01:59:00+00:00", "Europe/Paris", "2026-03-28"),
        ("2026-03-28T02:59:00+00:00", "Europe/Paris", "2026-03-27"),
    ],
)
def test_a_day_ends_at_four_in_the_persons_zone(instant, zone, day):
    assert day_of(datetime.fromisoformat(instant), ZoneInfo(zone)) == date.fromisoformat(day)


def test_an_instant_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="time zone"):
        day_of(datetime(2026, 1, 1), UTC)  # noqa: DTZ001


def test_days_never_run_backwards_when_a_person_flies_west():
    instant = datetime(2026, 5, 1, 22, tzinfo=UTC)
    tokyo = day_of(instant, ZoneInfo("Asia/Tokyo"))
    assert tokyo == date(2026, 5, 2)
    later = instant + timedelta(hours=6)
    assert day_of(later, ZoneInfo("America/Los_Angeles")) == date(2026, 5, 1)
    assert day_of(later, ZoneInfo("America/Los_Angeles"), not_before=tokyo) == tokyo


@pytest.mark.parametrize(("clock", "fraction"), [("04:00", 0.0), ("16:00", 0.5), ("03:00", 23 / 24)])
def test_the_fraction_of_the_day_begins_at_four(clock, fraction):
    instant = datetime.fromisoformat(f"2026-06-10T{clock}:00+09:00")
    assert fraction_of_day(instant, ZoneInfo("Asia/Tokyo")) == pytest.approx(fraction)


def test_the_package_is_given_utc_itself_and_not_a_zone_of_the_same_name():
    zoned = datetime(2026, 1, 1, 12, tzinfo=ZoneInfo("UTC"))
    with pytest.raises(ValueError, match="UTC"):  # the trap
        fsrs.Scheduler().review_card(fsrs.Card(card_id=1), fsrs.Rating.Good, zoned)
    assert review(None, Answer(day_of(zoned, ZoneInfo("UTC")), GOOD), target_ms=TARGET_MS).last_day == NEW_YEAR


# Counters and speed ---------------------------------------------------------------------------------------


def test_a_first_wrong_answer_is_no_lapse():
    state = after(on(0, AGAIN), on(1, AGAIN), on(2), on(3, AGAIN))
    assert (state.reviews, state.lapses) == (4, 2)


def test_speed_is_a_moving_average_of_the_logarithm_of_right_answers():
    state = after(on(0, elapsed_ms=2000), on(1, AGAIN, elapsed_ms=100), on(2), on(3, HARD, elapsed_ms=1000))
    assert state.speed == pytest.approx(0.7 * log(2000) + 0.3 * log(1000))


def test_no_time_no_speed():
    assert after(on(0), on(1)).speed is None


def test_fluent_is_within_the_target_on_three_days():
    days = [on(day, elapsed_ms=900.0) for day in range(3)]
    assert not after(*days[:2]).is_fluent(TARGET_MS)
    assert after(*days).is_fluent(TARGET_MS)
    assert after(*days).fluent_days == 3


def test_three_fast_answers_in_a_day_make_no_one_fluent():
    assert after(*(on(0, elapsed_ms=500.0, number=n) for n in range(3))).fluent_days == 1


def test_a_wrong_or_untimed_day_is_no_fluent_day():
    state = after(on(0, elapsed_ms=500.0), on(1, AGAIN, elapsed_ms=500.0), on(2))
    assert state.fluent_days == 1


def test_fluency_is_lost_when_the_average_slows_down():
    state = after(*(on(day, elapsed_ms=900.0) for day in range(3)), on(5, elapsed_ms=9000.0))
    assert not state.is_fluent(TARGET_MS)
