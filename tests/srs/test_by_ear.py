"""Questions by ear: which there are with which recordings, and what is asked. Sets as in karuta's rules, part F."""

from random import Random

import pytest

from tests.srs.cast import AUDIO, DISC, FIRST, REVERSE, TODAY, known
from trainer.poems.kimariji import all_current
from trainer.poems.poem import POEMS, poem
from trainer.srs.asking import Asked, compose, course, judge, right_kimariji
from trainer.srs.session import Desk
from trainer.srs.skills import CUT, PRACTISED_ONLY, Item, Skill

UKA, URA = 74, 65  # うか and うら are the only poems with う
OO = (60, 95, 44)  # おおえ おおけ おおこ
EVERYTHING = frozenset(each.number for each in POEMS)


def desk(heard, memories):
    return Desk(TODAY, memories, (), course(frozenset(heard)))


def both_ways(*numbers, stability=3.0):
    # Not due before tomorrow: nothing stands in the way of what opens.
    return {Item(number, skill): known(stability, due_in=1) for number in numbers for skill in (FIRST, REVERSE)}


def opening(heard, memories, skill):
    return [item.poem for item in desk(heard, memories).plan.opening if item.skill is skill]


def test_nothing_is_asked_by_ear_without_a_recording():
    for skill in PRACTISED_ONLY | {AUDIO}:
        assert not any(course().asks(Item(number, skill)) for number in EVERYTHING)


def test_exactly_the_recorded_poems_are_asked_by_ear():
    asks = course(frozenset({UKA, 87})).asks
    assert asks(Item(UKA, AUDIO))
    assert not asks(Item(URA, AUDIO))
    assert asks(Item(87, Skill.CUT_TO_TORIFUDA))
    assert not asks(Item(87, Skill.CUT_NOW))  # む can become no shorter
    assert asks(Item(UKA, Skill.CUT_NOW))


def test_partners_are_cut_only_where_the_whole_set_is_recorded():
    first = next(each[0] for each in course().partner_sets if set(each) == set(OO))
    assert not course(frozenset(OO[:2])).asks(Item(first, Skill.CUT_AMONG_PARTNERS))
    assert course(frozenset(OO)).asks(Item(first, Skill.CUT_AMONG_PARTNERS))
    assert not course(frozenset(OO)).asks(Item(next(n for n in OO if n != first), Skill.CUT_AMONG_PARTNERS))


def test_recording_to_card_opens_when_both_directions_hold_three_days():
    assert opening({UKA}, both_ways(UKA, stability=2.99), AUDIO) == []
    assert opening({UKA}, both_ways(UKA), AUDIO) == [UKA]
    one_way = {Item(UKA, FIRST): known(40.0, due_in=1)}
    assert opening({UKA}, one_way, AUDIO) == []
    assert opening(set(), both_ways(UKA), AUDIO) == []


def test_a_card_known_by_ear_waits_while_it_cannot_sound_and_holds_nothing_up():
    memories = both_ways(UKA) | {Item(UKA, AUDIO): known(due_in=-3), Item(1, FIRST): known()}
    assert Item(UKA, AUDIO) in desk({UKA}, memories).plan.due
    quiet = desk(set(), memories).plan
    assert quiet.due == (Item(1, FIRST),)
    assert Item(UKA, AUDIO) not in quiet.put_off + quiet.backlog


def test_what_is_only_practised_is_never_planned():
    memories = {Item(UKA, skill): known() for skill in PRACTISED_ONLY}
    plan = desk(EVERYTHING, memories | both_ways(UKA, stability=40.0)).plan
    assert not {item.skill for item in plan.due + plan.opening + plan.new} & PRACTISED_ONLY


@pytest.mark.parametrize("skill", [AUDIO, Skill.CUT_TO_TORIFUDA])
def test_a_heard_card_stands_among_those_it_is_taken_for(skill):
    question = compose(Item(UKA, skill), Random(1))
    assert question.by_ear
    assert question.is_cut == (skill is not AUDIO)
    assert {UKA, URA} <= set(question.choices)
    assert len(question.choices) == 6
    assert judge(question, str(UKA)).correct


def test_partners_sound_where_all_of_them_are_recorded_and_are_read_otherwise():
    first = next(each[0] for each in course().partner_sets if set(each) == set(OO))
    assert not compose(Item(first, DISC), Random(1)).by_ear
    assert not compose(Item(first, DISC), Random(1), frozenset(OO[1:])).by_ear
    question = compose(Item(first, DISC), Random(1), frozenset(OO))
    assert question.by_ear
    assert set(question.choices) == set(OO)
    assert compose(Item(first, Skill.CUT_AMONG_PARTNERS), Random(1), frozenset(OO)).is_cut


def test_what_was_heard_is_written_and_more_of_it_is_right_too():
    question = compose(Item(UKA, Skill.CUT_TO_KIMARIJI), Random(1))
    assert question.is_typed
    assert question.by_ear
    assert judge(question, "uka").correct
    assert judge(question, "うかりける").correct
    assert judge(question, "うら").picked == URA


def test_what_decides_now_is_among_the_unread():
    for seed in range(50):
        question = compose(Item(44, Skill.CUT_NOW), Random(seed))
        assert question.read
        assert not set(question.choices) & set(question.read)
        assert right_kimariji(question) == all_current(question.read)[44]
    assert right_kimariji(Asked(Item(44, Skill.CUT_NOW), 44, read=(60, 95))) == "おお"


def test_a_question_by_ear_survives_being_stored_and_an_old_one_stays_silent():
    for skill in CUT | {AUDIO}:
        question = compose(Item(UKA, skill), Random(3))
        assert Asked.restored(question.item, question.poem, question.details()) == question
    assert not Asked.restored(Item(UKA, DISC), UKA, {"choices": [UKA, URA], "read": []}).by_ear
    assert poem(UKA).upper.spoken.startswith("うか")
