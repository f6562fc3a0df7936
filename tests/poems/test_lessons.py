"""The learning path."""

import pytest

from trainer.poems.kimariji import SOUND_ORDER, original, stem_group
from trainer.poems.lessons import lesson_of, lessons, met_with


def test_every_poem_is_learnt_once():
    assert sorted(number for lesson in lessons() for number in lesson.poems) == list(range(1, 101))


def test_lessons_are_numbered_from_one():
    assert [lesson.index for lesson in lessons()] == list(range(1, len(lessons()) + 1))


def test_a_lesson_has_three_to_eight_poems():
    assert {len(lesson.poems) for lesson in lessons()} <= set(range(3, 9))


def test_sounds_come_in_the_learning_order():
    sounds = "".join(dict.fromkeys(original(number)[0] for lesson in lessons() for number in lesson.poems))
    assert sounds == "".join(SOUND_ORDER)


def test_a_lesson_stays_in_one_sound_group():
    for lesson in lessons():
        assert {original(number)[0] for number in lesson.poems} <= set(lesson.group)


def test_partners_are_learnt_together_and_side_by_side():
    for lesson in lessons():
        for place, number in enumerate(lesson.poems):
            group = stem_group(number)
            assert set(group) <= set(lesson.poems)
            if place and number != group[0]:
                assert lesson.poems[place - 1] in group


def test_the_first_lesson_is_the_seven_of_one_sound():
    assert lessons()[0].poems == (87, 18, 57, 22, 70, 81, 77)


def test_the_lesson_of_a_poem():
    assert 74 in lesson_of(74).poems
    with pytest.raises(KeyError):
        lesson_of(0)


def test_poems_are_met_by_twos_and_threes_and_pairs_are_not_parted():
    for lesson in lessons():
        for number in lesson.poems:
            meeting = met_with(number)
            assert number in meeting
            assert len(meeting) <= 3
            if len(stem_group(number)) in (2, 3):
                assert set(stem_group(number)) <= set(meeting)
