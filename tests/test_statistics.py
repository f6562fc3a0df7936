"""What the answers add up to: each number counted by hand from a few answers."""

from datetime import timedelta

import pytest

from tests.history import day, known, live, past
from trainer import statistics
from trainer.models import Memory, Review
from trainer.srs.confusion import most_confused
from trainer.srs.grading import Grade
from trainer.srs.skills import Item, Skill
from trainer.srs.standing import Standing, standing, tally
from trainer.statistics import DayOfWork, Reaction, Recalls, Speed

TODAY = day("2026-11-29")  # a Sunday
TF_KJ, KJ_TF = Skill.TORIFUDA_TO_KIMARIJI, Skill.KIMARIJI_TO_TORIFUDA


def answered(person, poem, days_ago, skill=TF_KJ, **how):
    review = past(person, Item(poem, skill), TODAY - timedelta(days=days_ago), **how)
    review.save()
    return review


def test_a_day_adds_up_its_answers_and_their_times(alice):
    answered(alice, 1, 0, elapsed_ms=900)
    answered(alice, 2, 0, elapsed_ms=None)
    answered(alice, 1, 0, elapsed_ms=600, counted=False)
    assert statistics.days_of_work(alice) == (DayOfWork(TODAY, answers=3, timed=2, answering_ms=1500),)


def test_nobody_else_is_counted(alice, charlie):
    answered(charlie, 1, 0, correct=False, picked=2)
    known(charlie, 1, today=TODAY)
    assert statistics.days_of_work(alice) == ()
    assert statistics.recalls_by_day(alice, since=TODAY) == {}
    assert statistics.answered_pairs(alice, since=TODAY) == ()
    assert not any(each.now for each in statistics.reaction_by_group(alice, until=TODAY, days=30))
    assert [counts[Standing.NOT_BEGUN] for _day, counts in statistics.standings(alice, [TODAY])] == [100]


def test_meeting_an_item_is_no_recall(alice):
    known(alice, 1, today=TODAY, first_day=TODAY - timedelta(days=3))
    answered(alice, 1, 3)
    answered(alice, 1, 1, correct=False)
    answered(alice, 1, 0)
    recalls = statistics.recalls_by_day(alice, since=TODAY - timedelta(days=9))
    assert recalls == {TODAY - timedelta(days=1): Recalls(1, 0), TODAY: Recalls(1, 1)}


def test_only_the_first_answer_of_a_day_is_a_recall(alice):
    answered(alice, 1, 0, correct=False)
    answered(alice, 1, 0, counted=False)
    assert statistics.recalls_by_day(alice, since=TODAY) == {TODAY: Recalls(1, 0)}


def test_weeks_begin_on_monday_and_none_is_left_out():
    days = {day("2026-11-09"): Recalls(4, 3), day("2026-11-15"): Recalls(2, 2), day("2026-11-23"): Recalls(1, 0)}
    assert statistics.by_week(days, until=TODAY, most=26) == (
        (day("2026-11-09"), Recalls(6, 5)),
        (day("2026-11-16"), Recalls(0, 0)),
        (day("2026-11-23"), Recalls(1, 0)),
    )


def test_weeks_before_the_first_shown_are_dropped():
    days = {day("2026-11-09"): Recalls(4, 3), day("2026-11-23"): Recalls(1, 0)}
    assert statistics.by_week(days, until=TODAY, most=1) == ((day("2026-11-23"), Recalls(1, 0)),)


def test_without_reviews_there_is_no_share_and_no_week():
    assert Recalls().share is None
    assert statistics.by_week({}, until=TODAY, most=26) == ()


def test_an_odd_number_of_times_has_its_middle_one(alice):
    # 87 is the む card.
    for elapsed_ms in (5000, 700, 900):
        answered(alice, 87, 0, elapsed_ms=elapsed_ms)
    assert reaction(alice, "む").now == Speed(900, 3)


def test_an_even_number_of_times_has_the_mean_of_the_middle_two(alice):
    for elapsed_ms in (700, 900, 1100, 9000):
        answered(alice, 87, 0, elapsed_ms=elapsed_ms)
    assert reaction(alice, "む").now == Speed(1000, 4)


def test_equal_times_are_still_so_many(alice):
    for _ in range(4):
        answered(alice, 87, 0, elapsed_ms=800)
    assert reaction(alice, "む").now == Speed(800, 4)


@pytest.mark.parametrize(
    ("days_ago", "now", "before"),
    [
        (0, Speed(800, 1), None),
        (29, Speed(800, 1), None),
        (30, None, Speed(800, 1)),
        (59, None, Speed(800, 1)),
        (60, None, None),
    ],
)
def test_now_is_the_last_thirty_days_and_before_the_thirty_before(alice, days_ago, now, before):
    answered(alice, 87, days_ago, elapsed_ms=800)
    assert reaction(alice, "む") == Reaction("む", (87,), now, before)


def test_only_timed_right_answers_in_both_directions_tell_the_speed(alice):
    answered(alice, 87, 0, elapsed_ms=800)
    answered(alice, 87, 0, skill=KJ_TF, elapsed_ms=1000)
    answered(alice, 87, 0, elapsed_ms=None)
    answered(alice, 87, 0, correct=False, elapsed_ms=200)
    answered(alice, 87, 0, skill=Skill.UPPER_TO_LOWER, elapsed_ms=3000)
    assert reaction(alice, "む").now == Speed(900, 2)


def test_sounds_come_in_the_order_of_learning(alice):
    sounds = "".join(each.sounds for each in statistics.reaction_by_sound(alice, until=TODAY, days=30))
    assert sounds == "むすめふさほせうつしもゆいちひきはやよかみたこおわなあ"
    groups = [each.sounds for each in statistics.reaction_by_group(alice, until=TODAY, days=30)]
    assert groups == ["むすめふさほせ", "うつしもゆ", "いちひき", "はやよか", "み", "たこ", "おわ", "な", "あ"]


def test_the_slowest_are_over_the_target_and_well_known():
    reactions = [
        Reaction("む", (87,), Speed(1001, 10), None),
        Reaction("す", (18,), Speed(1000, 99), None),
        Reaction("め", (57,), Speed(3000, 9), None),
        Reaction("ふ", (22,), Speed(2000, 10), None),
        Reaction("さ", (70,), None, Speed(9000, 50)),
    ]
    found = statistics.slowest(reactions, target_ms=1000, at_least=10, most=3)
    assert [each.sounds for each in found] == ["ふ", "む"]


def test_answers_pair_what_was_asked_with_what_was_answered(alice):
    answered(alice, 65, 0)
    answered(alice, 65, 0, correct=False, picked=74)
    answered(alice, 65, 0, correct=False, picked=None)
    assert sorted(statistics.answered_pairs(alice, since=TODAY), key=str) == [(65, 65), (65, 74), (65, None)]


def test_the_pair_mixed_up_most_is_found_in_either_direction(alice):
    answered(alice, 65, 0, correct=False, picked=74)
    answered(alice, 74, 0, correct=False, picked=65)
    answered(alice, 1, 0, correct=False, picked=79)
    worst = most_confused(statistics.answered_pairs(alice, since=TODAY))[0]
    assert (worst.poems, worst.times, worst.asked) == ((65, 74), 2, 2)


def test_old_confusions_are_forgotten(alice):
    answered(alice, 65, 91, correct=False, picked=74)
    assert statistics.answered_pairs(alice, since=TODAY - timedelta(days=90)) == ()


def test_the_standing_of_a_past_day_knows_nothing_of_later_ones(alice):
    answered(alice, 1, 5)
    answered(alice, 2, 1)
    days = [TODAY - timedelta(days=back) for back in (6, 5, 1)]
    begun = [100 - counts[Standing.NOT_BEGUN] for _day, counts in statistics.standings(alice, days)]
    assert begun == [0, 1, 2]


def test_a_forgotten_poem_falls_back(alice):
    # FSRS-6 begins an Easy at a stability of 8.3 days, which is settling; a miss cannot leave it there.
    answered(alice, 1, 9, grade=Grade.EASY)
    answered(alice, 1, 1, correct=False)
    days = [TODAY - timedelta(days=9), TODAY - timedelta(days=1)]
    (_, first), (_, second) = statistics.standings(alice, days)
    assert (first[Standing.SETTLING], second[Standing.LEARNING]) == (1, 1)


def test_other_skills_do_not_change_the_standing(alice):
    answered(alice, 1, 1, skill=KJ_TF)
    ((_day, counts),) = statistics.standings(alice, [TODAY])
    assert counts[Standing.NOT_BEGUN] == 100


def test_todays_standing_folded_from_the_log_is_that_of_the_memories(alice):
    live(alice, days=40, until=TODAY)
    kept = Memory.objects.filter(person=alice, skill=TF_KJ.value).values_list("stability", flat=True)
    expected = tally([*map(standing, kept), *[Standing.NOT_BEGUN] * (100 - len(kept))])
    ((_day, counts),) = statistics.standings(alice, [TODAY])
    assert counts == expected


def test_fluent_items_are_within_their_own_target(alice):
    known(alice, 1, today=TODAY, speed=6.9, fluent_days=3)  # 992 ms of 1000
    known(alice, 2, today=TODAY, speed=6.91, fluent_days=3)  # 1002 ms
    known(alice, 3, today=TODAY, speed=6.0, fluent_days=2)
    known(alice, 4, today=TODAY, skill=Skill.UPPER_TO_LOWER, speed=8.0, fluent_days=3)  # 2981 ms of 4000
    assert statistics.fluent(Memory.objects.filter(person=alice).states()) == 2


def test_a_long_history_asks_no_more_queries(alice, django_assert_num_queries):
    live(alice, days=30, until=TODAY)
    assert Review.objects.filter(person=alice).count() > 500
    with django_assert_num_queries(6):
        statistics.days_of_work(alice)
        statistics.recalls_by_day(alice, since=TODAY - timedelta(days=30))
        statistics.reaction_by_group(alice, until=TODAY, days=30)
        statistics.reaction_by_sound(alice, until=TODAY, days=30)
        statistics.answered_pairs(alice, since=TODAY - timedelta(days=90))
        list(statistics.standings(alice, [TODAY]))


def reaction(person, sounds):
    every = statistics.reaction_by_sound(person, until=TODAY, days=30)
    return next(each for each in every if each.sounds == sounds)
