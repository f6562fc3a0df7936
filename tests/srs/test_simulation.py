"""The simulated learner follows its paper; the schedules compared with ours follow their rules."""

import itertools
from datetime import date, timedelta
from math import exp, log

import pytest
from django.core.management import CommandError, call_command

from trainer.srs.mind import Constants, Mind, Spread
from trainer.srs.rivals import Leitner, Sm2
from trainer.srs.simulation import MAKERS, Rules, compare, simulate_year

NOBODY_DIFFERS = Spread(persons=0, poems=0, persons_by_poem=0, latency=0)
DAY = timedelta(days=1)
START = date(2026, 1, 1)


def test_activation_follows_the_paper():
    c = Constants()
    mind = Mind(1, c, NOBODY_DIFFERS)
    mind.meet(1)
    mind.pass_time(100)
    assert mind.activation(1) == pytest.approx(-0.177 * log(100))
    mind.meet(1)  # it decays by what was known at the meeting
    decay = 0.217 * 100**-0.177 + 0.177
    mind.pass_time(50)
    assert mind.activation(1) == pytest.approx(log(150**-0.177 + 50**-decay))


def test_recall_and_answer_time_follow_activation():
    mind = Mind(1, spread=NOBODY_DIFFERS)
    mind.meet(1)
    mind.pass_time(exp(0.704 / 0.177))  # down to the threshold
    assert mind.recall(1) == pytest.approx(0.5)
    mind = Mind(1, spread=NOBODY_DIFFERS)
    mind.meet(1)
    mind.pass_time(10)
    is_right, elapsed_ms = mind.answer(1)
    assert is_right
    assert elapsed_ms == pytest.approx(1000 * 10**0.177 + 300)


def test_time_away_passes_slowly():
    mind = Mind(1)
    mind.pass_time(1000, away=True)
    assert mind.clock_s == pytest.approx(25)


def test_spacing_beats_cramming_after_a_month():
    def recall_in_a_month(gap_s):
        mind = Mind(1, spread=NOBODY_DIFFERS)
        for _ in range(8):
            mind.meet(1)
            mind.pass_time(gap_s)
        return mind.activation(1, after_s=30 * 86_400 * 0.025)

    assert recall_in_a_month(2000) > recall_in_a_month(5) + 0.3


def test_what_was_never_met_is_not_known():
    mind = Mind(1)
    assert mind.recall(1) == 0
    assert mind.answer(1)[0] is False


def run_days(schedule, answers):
    """The days, from the first, on which poem 1 was asked first, answering in order."""
    days, left = [], list(answers)
    for number in range(400):
        schedule.begin(START + number * DAY)
        if schedule.next_poem() is None:
            continue
        days.append(number)
        is_right, elapsed_ms = left.pop(0)
        schedule.take(1, is_right=is_right, elapsed_ms=elapsed_ms)
        while schedule.next_poem() is not None:
            schedule.take(1, is_right=True, elapsed_ms=2000)
        if not left:
            return days
    return days


RIGHT, WRONG = (True, 2000.0), (False, 2000.0)


def test_leitner_goes_1_2_4_8_16_16_and_back_to_the_first_box():
    days = run_days(Leitner([1], 5), [RIGHT] * 6 + [WRONG] + [RIGHT] * 3)
    assert [b - a for a, b in itertools.pairwise(days)] == [1, 2, 4, 8, 16, 16, 1, 2, 4]


def test_sm2_goes_1_6_15_38_and_begins_again_after_a_wrong_answer():
    # ease 2.5 stays at quality 4: 6 x 2.5 = 15, 15 x 2.5 = 37.5
    days = run_days(Sm2([1], 5), [RIGHT] * 5 + [WRONG] + [RIGHT] * 3)
    assert [b - a for a, b in itertools.pairwise(days)] == [1, 6, 15, 38, 95, 1, 1, 6]


def test_sm2_loses_ease_on_a_hard_answer():
    slow = (True, 7000.0)  # above max(2 x 3 s, 3 x 1 s): Hard, quality 3, ease 2.5 - 0.14
    days = run_days(Sm2([1], 5), [RIGHT, RIGHT, slow, RIGHT])
    assert [b - a for a, b in itertools.pairwise(days)] == [1, 6, 15]
    days = run_days(Sm2([1], 5), [RIGHT, slow, RIGHT, RIGHT])
    assert [b - a for a, b in itertools.pairwise(days)] == [1, 6, 14]  # 6 x 2.36


@pytest.mark.parametrize("name", MAKERS)
def test_every_schedule_teaches(name):
    rules = Rules(poems=12, days=40, skipped_days=0.0)
    year = simulate_year(MAKERS[name], 3, rules)
    assert year.met == 12
    assert year.retained > 6
    assert year.minutes < 40 * 15
    assert year == simulate_year(MAKERS[name], 3, rules)  # the same person, the same year


@pytest.mark.parametrize("name", MAKERS)
def test_nobody_studies_past_the_days_minutes(name):
    rules = Rules(poems=60, days=10, minutes_per_day=1.0, skipped_days=0.0)
    assert simulate_year(MAKERS[name], 1, rules).minutes < 10 * 1.5


def test_the_comparison_pairs_the_same_learners():
    found = compare(3, Rules(poems=6, days=15))
    ours, leitner, sm2 = found.summaries
    assert [each.name for each in found.summaries] == ["Naniwazu", "Leitner", "SM-2"]
    assert [(each.name, each.rival) for each in found.leads] == [("Naniwazu", "Leitner"), ("Naniwazu", "SM-2")]
    over_leitner, over_sm2 = found.leads
    assert over_leitner.retained == pytest.approx(ours.retained_per_minute - leitner.retained_per_minute)
    assert over_sm2.mean == pytest.approx(ours.mean_per_minute - sm2.mean_per_minute)


def test_the_command_prints_the_table(capsys):
    call_command("simulate_learners", "--learners", "2", "--days", "10", "--poems", "5")
    out = capsys.readouterr().out
    assert out.splitlines()[0] == "2 learners x 10 days"
    assert "Naniwazu less SM-2" in out


def test_the_command_refuses_nonsense():
    with pytest.raises(CommandError, match="1 to 100 poems"):
        call_command("simulate_learners", "--poems", "101")
