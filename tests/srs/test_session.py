"""The order of a day, as a function of the memories and today's log."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.srs.cast import AUDIO, CHANGE, DISC, FIRST, REVERSE, TODAY, answer, course, desk, firsts, known, play
from trainer.srs.memory import retrievability
from trainer.srs.session import (
    Course,
    Given,
    Pace,
    Why,
    next_item,
    sitting_if_all_right,
    why_due,
)
from trainer.srs.skills import EXTRAS, Item, Skill

# What is due ---------------------------------------------------------------------------------------------


def test_nothing_to_learn_is_nothing_to_ask():
    assert next_item(desk({})) is None


def test_the_weakest_comes_first():
    memories = {Item(poem, FIRST): known(stability) for poem, stability in [(1, 50), (2, 12), (3, 30)]}
    assert play(desk(memories, course_=course(3))) == firsts(2, 3, 1)


def test_the_order_does_not_depend_on_the_order_of_the_rows():
    items = [(Item(poem, FIRST), known(30)) for poem in range(1, 21)]
    forwards = play(desk(dict(items), course_=course(20)))
    assert forwards == play(desk(dict(reversed(items)), course_=course(20)))


def test_equally_weak_items_are_mixed_by_the_seed_and_the_day():
    memories = {Item(poem, FIRST): known(30) for poem in range(1, 21)}
    one = desk(memories, course_=course(20), seed=1)
    assert play(one) == play(one)
    assert play(one) != play(replace(one, seed=2))
    assert sorted(play(one)) == sorted(play(replace(one, seed=2)))


def test_what_is_not_due_is_not_asked():
    memories = {Item(1, FIRST): known(due_in=0), Item(2, FIRST): known(due_in=1), Item(3, FIRST): known(due_in=-1)}
    assert set(play(desk(memories, course_=course(3)))) == set(firsts(1, 3))


def test_an_item_answered_rightly_today_is_done_for_today():
    at = answer(desk({Item(1, FIRST): known()}, course_=course(1)), Item(1, FIRST))
    assert next_item(at) is None


def test_audio_is_never_asked_without_a_recording():
    memories = {Item(1, skill): known(50, due_in=9) for skill in (FIRST, REVERSE)}
    assert not play(desk(memories, course_=course(1)))
    assert play(desk(memories, course_=course(1, skills=[AUDIO]))) == [Item(1, AUDIO)]


def test_an_extra_that_is_switched_off_is_not_asked_and_not_forgotten():
    memories = {Item(1, Skill.AUTHOR): known(), Item(1, FIRST): known(due_in=5)}
    at = desk(memories, course_=course(1, skills=[Skill.AUTHOR]))
    assert next_item(at) is None
    assert next_item(replace(at, pace=Pace(extras=EXTRAS))).item == Item(1, Skill.AUTHOR)


# The day's most ------------------------------------------------------------------------------------------


def test_beyond_the_days_most_is_an_honest_backlog_and_nothing_new_begins():
    memories = {Item(poem, FIRST): known(20 + poem) for poem in range(1, 31)}
    at = desk(memories, course_=course(50), pace=Pace(most_reviews=10))
    plan = at.plan
    assert (len(plan.due), len(plan.backlog), plan.new, plan.opening) == (10, 20, (), ())
    asked = play(at)
    assert asked == firsts(*range(1, 11))  # the weakest ten


def test_repeats_do_not_count_as_reviews_of_the_day():
    memories = {Item(poem, FIRST): known(20 + poem) for poem in range(1, 31)}
    at = desk(memories, course_=course(30), pace=Pace(most_reviews=10))
    asked = play(at, lambda _item, nth: nth > 0)
    assert len(asked) == 20
    assert len(set(asked)) == 10


# What is new ---------------------------------------------------------------------------------------------


def test_new_poems_come_in_the_order_of_the_path_as_many_as_the_setting():
    at = desk({}, course_=Course((18, 22, 57, 70, 77, 81, 87), can_ask=course(0).can_ask), pace=Pace(new_per_day=3))
    assert list(dict.fromkeys(play(at))) == firsts(18, 22, 57)


@pytest.mark.parametrize("rights", [1, 2, 3])
def test_a_new_poem_is_asked_until_it_was_right_as_often_as_the_pace_says(rights):
    asked = play(desk({}, course_=course(9), pace=Pace(new_per_day=4, rights_for_new=rights)))
    assert {item: asked.count(item) for item in asked} == dict.fromkeys(firsts(1, 2, 3, 4), rights)


def test_a_new_poem_that_was_right_comes_again_after_six_others():
    asked = play(desk({}, course_=course(9), pace=Pace(new_per_day=9, rights_for_new=2)))
    assert asked.index(Item(1, FIRST), 1) == 7


def test_a_new_poem_that_was_wrong_comes_again():
    asked = play(desk({}, course_=course(9), pace=Pace(new_per_day=4)), lambda _item, nth: nth > 0)
    assert {item: asked.count(item) for item in asked} == dict.fromkeys(firsts(1, 2, 3, 4), 2)


def test_new_poems_of_earlier_today_count_after_a_reload():
    at = desk({}, course_=course(20))
    for item in firsts(1, 2, 3):
        at = answer(at, item)
    assert at.plan.new == tuple(firsts(4, 5))


def test_a_day_begins_with_what_is_known_and_new_comes_early_enough_to_be_repeated():
    memories = {Item(poem, FIRST): known(20 + poem) for poem in range(1, 31)}
    asked = play(desk(memories, course_=course(60)))
    new_places = [asked.index(item) for item in firsts(31, 32, 33, 34, 35)]
    assert new_places[0] == 3
    assert new_places == sorted(new_places)
    assert new_places[-1] < 2 * 35 / 3 + 5
    # spread, not in one lump
    assert min(later - earlier for earlier, later in pairwise(new_places)) >= 2


def test_what_is_late_comes_before_anything_new():
    memories = {Item(poem, FIRST): known(20 + poem, due_in=-1) for poem in range(1, 11)}
    asked = play(desk(memories, course_=course(60)))
    assert set(asked[:10]) == set(firsts(*range(1, 11)))


@pytest.mark.parametrize(("stability", "opens"), [(2.9, False), (3.0, True)])
def test_the_reverse_opens_when_the_first_skill_holds_three_days(stability, opens):
    at = desk({Item(1, FIRST): known(stability, due_in=2)}, course_=course(1, skills=[REVERSE]))
    assert (Item(1, REVERSE) in play(at)) is opens


def test_each_further_skill_begins_with_no_more_poems_a_day_than_the_setting():
    memories = {Item(poem, FIRST): known(40, due_in=9) for poem in range(1, 41)}
    at = desk(memories, course_=course(40, skills=[REVERSE]), pace=Pace(new_per_day=4))
    assert len(play(at)) == 4


def test_discrimination_opens_for_the_first_poem_when_any_two_of_a_set_are_known():
    both = [FIRST, REVERSE]
    memories = {Item(poem, skill): known(40, due_in=9) for poem in (2, 3) for skill in both}
    at = desk(memories, course_=course(3, [(1, 2, 3)], skills=[DISC]), pace=Pace(new_per_day=1))
    assert Item(1, DISC) in at.plan.opening
    del memories[Item(3, REVERSE)]
    assert not replace(at, memories=memories).plan.opening


# Siblings ------------------------------------------------------------------------------------------------


def test_of_two_weak_siblings_only_the_weaker_comes_today():
    memories = {Item(1, FIRST): known(10), Item(1, REVERSE): known(8)}
    at = desk(memories, course_=course(1, skills=[REVERSE]))
    assert at.plan.put_off == (Item(1, FIRST),)
    assert play(at) == [Item(1, REVERSE)]


def test_a_sibling_answered_today_still_puts_the_other_off_after_a_reload():
    memories = {Item(1, FIRST): known(10), Item(1, REVERSE): known(8)}
    at = answer(desk(memories, course_=course(1, skills=[REVERSE])), Item(1, REVERSE))
    assert next_item(at) is None


@pytest.mark.parametrize("stabilities", [(30, 30, 30), (30, 31, 32), (30, 30, 50), (50, 31, 30)])
def test_siblings_of_21_days_come_on_the_same_day_but_not_side_by_side(stabilities):
    of_poem = dict(enumerate(stabilities, start=1))
    memories = {Item(poem, skill): known(of_poem[poem]) for poem in of_poem for skill in (FIRST, REVERSE)}
    asked = play(desk(memories, course_=course(3, skills=[REVERSE])))
    assert len(asked) == 6
    assert all(one.poem != two.poem for one, two in pairwise(asked))


def test_an_item_put_off_for_two_days_comes_after_all():
    memories = {Item(1, FIRST): known(10, due_in=-2), Item(1, REVERSE): known(8), Item(2, FIRST): known(9)}
    at = desk(memories, course_=course(2, skills=[REVERSE]))
    assert Item(1, FIRST) in play(at)


def test_a_new_skill_waits_for_a_day_without_its_siblings():
    memories = {Item(1, FIRST): known(10)}
    at = desk(memories, course_=course(1, skills=[REVERSE]))
    assert play(at) == [Item(1, FIRST)]


@st.composite
def desks(draw):
    """Any day of anybody: due and not due, siblings, partners, a log already begun."""
    poems = draw(st.integers(1, 8))
    sets = draw(st.sampled_from([(), ((1, 2),), ((1, 2, 3), (4, 5))]))
    sets = tuple(each for each in sets if max(each) <= poems)
    skills = [FIRST, REVERSE, DISC, CHANGE]
    items = [Item(poem, skill) for poem in range(1, poems + 1) for skill in skills]
    chosen = draw(st.lists(st.sampled_from(items), unique=True, max_size=20))
    memories = {
        item: known(draw(st.sampled_from([0.5, 4, 15, 30, 90])), due_in=draw(st.integers(-4, 3))) for item in chosen
    }
    pace = Pace(draw(st.integers(1, 6)), draw(st.integers(1, 30)))
    return desk(memories, course_=course(poems, sets, skills=skills[1:]), pace=pace, seed=draw(st.integers(0, 9)))


@settings(max_examples=150, deadline=None)
@given(desks(), st.randoms(use_true_random=False))
def test_siblings_are_never_adjacent_while_anything_else_is_left(at, dice):
    while (coming := next_item(at)) is not None and len(at.given) < 60:
        if at.given:
            last = at.course.poems_of(at.given[-1].item)
            if last & at.course.poems_of(coming.item):
                plan = at.plan
                left = plan.repeats + plan.due + plan.opening + plan.new
                assert all(last & at.course.poems_of(item) for item in left)
        at = answer(at, coming.item, right=dice.random() < 0.7)


@settings(max_examples=100, deadline=None)
@given(desks(), st.randoms(use_true_random=False))
def test_a_sitting_ends_and_asks_again_only_what_was_wrong_or_new(at, dice):
    planned = at.plan
    while (coming := next_item(at)) is not None:
        again = [each for each in at.given if each.item == coming.item]
        assert not again or not again[-1].right or at.memories[coming.item].first_day == TODAY
        at = answer(at, coming.item, right=dice.random() < 0.7)
        assert len(at.given) < 400
    # an answer may put a sibling off or let it in, and nothing else changes who comes today
    asked = {each.item for each in at.given}
    assert set(planned.due) <= asked | set(at.plan.put_off) | set(at.plan.backlog)
    assert len({item for item in asked if item in planned.due + planned.backlog}) <= at.pace.most_reviews


@settings(max_examples=100, deadline=None)
@given(desks())
def test_weak_siblings_share_no_day_unless_one_waited_two_days(at):
    while (coming := next_item(at)) is not None:
        item, state = coming.item, at.memories.get(coming.item)
        siblings = {each.item for each in at.given if each.item.poem == item.poem} - {item}
        waited = state is not None and (TODAY - state.due_on).days >= 2
        is_repeat = any(each.item == item for each in at.given)
        if siblings and not waited and not is_repeat:
            assert state.stability >= 21
            assert all(at.memories[sibling].stability >= 21 for sibling in siblings)
        at = answer(at, item)


@settings(deadline=None)
@given(desks())
def test_asking_twice_gives_the_same_question(at):
    again = replace(at, memories=dict(reversed(at.memories.items())))
    assert next_item(at) == next_item(again)


@settings(max_examples=50, deadline=None)
@given(desks())
def test_the_preview_is_what_happens_when_all_is_right(at):
    # one skill alone: no answer of today opens or puts off another item
    at = replace(at, memories={item: state for item, state in at.memories.items() if item.skill is FIRST})
    at = replace(at, course=replace(at.course, can_ask=course(0).can_ask))
    assert list(sitting_if_all_right(at)) == play(at)


# Wrong answers and partners -------------------------------------------------------------------------------


def test_a_wrong_answer_comes_again_after_three_others():
    memories = {Item(poem, FIRST): known(20 + poem) for poem in range(1, 11)}
    asked = play(desk(memories, course_=course(10)), lambda item, nth: item.poem != 1 or nth > 0)
    assert asked[0] == Item(1, FIRST)
    assert asked.index(Item(1, FIRST), 1) == 4


def test_a_wrong_answer_comes_again_until_it_is_right():
    memories = {Item(poem, FIRST): known(20 + poem) for poem in range(1, 11)}
    asked = play(desk(memories, course_=course(10)), lambda item, nth: item.poem != 1 or nth >= 3)
    assert asked.count(Item(1, FIRST)) == 4
    places = [place for place, item in enumerate(asked) if item.poem == 1]
    assert places == [0, 4, 8, 12] or places[-1] == len(asked) - 1


def test_what_was_wrong_five_times_is_left_for_another_day():
    one, two = firsts(1, 2)
    at = desk({one: known(), two: known()})
    asked = play(at, lambda item, _nth: item == two)
    assert (asked.count(one), asked.count(two)) == (5, 1)


def test_four_wrong_answers_and_a_right_one_before_them_leave_nothing_out():
    [one] = firsts(1)
    wrong = Given(one, right=False)
    at = desk({one: known(due_in=1, last=0)}, [Given(one, right=True), *[wrong] * 4])
    assert at.plan.repeats == (one,)
    assert not replace(at, given=(*at.given, wrong)).plan.repeats


def test_alone_a_wrong_answer_comes_again_at_once():
    at = answer(desk({Item(1, FIRST): known()}, course_=course(1)), Item(1, FIRST), right=False)
    assert next_item(at).item == Item(1, FIRST)
    assert next_item(at).reason.why is Why.WRONG_TODAY


def test_partners_are_five_others_apart_while_there_are_others():
    sets = [(1, 2, 3)]
    memories = {Item(poem, FIRST): known(10 + poem) for poem in range(1, 25)}
    asked = [item.poem for item in play(desk(memories, course_=course(24, sets)))]
    places = sorted(asked.index(poem) for poem in (1, 2, 3))
    assert min(later - earlier for earlier, later in pairwise(places)) == 6
    assert asked[0] == 1  # still the weakest first


def test_a_wrong_card_waits_for_its_partner_if_that_is_due():
    memories = {Item(1, FIRST): known(11), **{Item(poem, FIRST): known(20 + poem) for poem in range(2, 25)}}
    memories[Item(24, FIRST)] = known(200)  # the partner would be the very last
    asked = play(desk(memories, course_=course(24, [(1, 24)])), lambda item, nth: item.poem != 1 or nth > 0)
    assert asked.index(Item(24, FIRST)) == 6
    assert asked.index(Item(1, FIRST), 1) == 12


def test_the_discrimination_of_a_set_keeps_away_from_its_members():
    memories = {Item(1, DISC): known(12), Item(2, FIRST): known(12), Item(5, FIRST): known(90)}
    asked = play(desk(memories, course_=course(5, [(1, 2)], skills=[DISC]), pace=Pace(new_per_day=0)))
    assert asked[1] == Item(5, FIRST)


# Reasons -------------------------------------------------------------------------------------------------


def test_why_an_item_is_due():
    state = known(25, due_in=-3, last=12, lapses=2)
    reason = why_due(desk({Item(1, FIRST): state}, course_=course(1)), Item(1, FIRST))
    assert (reason.why, reason.days_late, reason.interval_days, reason.lapses) == (Why.LATE, 3, 9, 2)
    assert reason.recall == pytest.approx(retrievability(state, TODAY))
    assert (reason.last_day, reason.due_on) == (state.last_day, state.due_on)


@pytest.mark.parametrize(("due_in", "why"), [(-1, Why.LATE), (0, Why.DUE), (1, Why.NOT_DUE)])
def test_due_late_or_not_due(due_in, why):
    assert why_due(desk({Item(1, FIRST): known(due_in=due_in)}), Item(1, FIRST)).why is why


def test_new_things_say_so():
    at = desk({}, pace=Pace(rights_for_new=2))
    assert why_due(at, Item(1, FIRST)).why is Why.NEW_POEM
    assert why_due(at, Item(1, REVERSE)).why is Why.NEW_SKILL
    assert why_due(answer(at, Item(1, FIRST)), Item(1, FIRST)).why is Why.NEW_TODAY


def test_wrong_answers_of_today_are_counted():
    at = desk({Item(1, FIRST): known()}, course_=course(1))
    for _ in range(2):
        at = answer(at, Item(1, FIRST), right=False)
    assert why_due(at, Item(1, FIRST)).wrong_today == 2
