"""Questions put together and answers held against them."""

from itertools import pairwise
from random import Random

import pytest

from trainer.poems.poem import POEMS, poem
from trainer.srs.asking import Asked, Unanswerable, compose, course, judge, right_kimariji
from trainer.srs.skills import Item, Skill


def asked(number, skill, **more):
    return Asked(Item(number, skill), number, **more)


# Poem 44 is spoken おおことの, printed あふことの; 88 is spoken なにわえの, printed なにはえの (rules, part F).
@pytest.mark.parametrize(
    ("number", "answer"),
    [
        (74, "うか"),
        (74, "uka"),
        (74, " UKA "),
        (74, "ウカ"),
        (44, "おおこ"),
        (44, "あふこ"),
        (44, "ooko"),
        (88, "なにはえ"),
        (88, "naniwae"),
        (50, "きみがためを"),
        (50, "kimigatameo"),
        (93, "よのなかは"),
        (93, "yononakawa"),
        (57, "me"),
        (13, "tuku"),
        (13, "tsuku"),
        (74, "うかりける"),  # more of the same poem
    ],
)
def test_a_kimariji_is_right_as_printed_as_spoken_and_in_romaji(number, answer):
    assert judge(asked(number, Skill.TORIFUDA_TO_KIMARIJI), answer).correct


@pytest.mark.parametrize(
    ("number", "answer", "picked"),
    [(74, "うら", 65), (74, "う", None), (65, "uka", 74), (5, "おぐ", 26), (74, "うかれ", None)],
)
def test_a_wrong_kimariji_names_the_poem_it_belongs_to(number, answer, picked):
    judged = judge(asked(number, Skill.TORIFUDA_TO_KIMARIJI), answer)
    assert not judged.correct
    assert judged.picked == picked


def test_not_knowing_is_wrong_and_takes_it_for_nothing():
    judged = judge(asked(74, Skill.TORIFUDA_TO_KIMARIJI), "  ")
    assert not judged.correct
    assert judged.picked is None


@pytest.mark.parametrize("answer", ["憂か", "123", "?", "う" * 61])
def test_what_cannot_be_read_is_no_answer(answer):
    with pytest.raises(Unanswerable):
        judge(asked(74, Skill.TORIFUDA_TO_KIMARIJI), answer)


@pytest.mark.parametrize("answer", ["74", "x", "-1", "65.0", "999999999999999999999"])
def test_a_choice_must_be_one_of_those_offered(answer):
    with pytest.raises(Unanswerable):
        judge(asked(1, Skill.KIMARIJI_TO_TORIFUDA, choices=(1, 79, 65)), answer)


def test_a_wrong_choice_is_remembered():
    question = asked(1, Skill.KIMARIJI_TO_TORIFUDA, choices=(79, 1))
    assert judge(question, "1").correct
    assert judge(question, "79").picked == 79


def test_a_kimariji_change_wants_what_decides_now_and_no_more():
    # With うら read, うか is decided by う alone.
    question = asked(74, Skill.KIMARIJI_CHANGE, read=(65,))
    assert right_kimariji(question) == "う"
    assert judge(question, "u").correct
    assert not judge(question, "uka").correct


@pytest.mark.parametrize("skill", [s for s in Skill if s not in (Skill.AUDIO_TO_TORIFUDA, Skill.DISCRIMINATION)])
def test_every_question_about_every_poem_can_be_answered_rightly(skill):
    for each in POEMS:
        if not course().asks(Item(each.number, skill)):
            continue
        question = compose(Item(each.number, skill), Random(each.number))
        answer = right_kimariji(question) if question.is_typed else str(each.number)
        assert judge(question, answer).correct, each
        assert len(set(question.choices)) == len(question.choices)


def test_partners_are_told_apart_among_the_whole_set():
    for partners in course().partner_sets:
        question = compose(Item(partners[0], Skill.DISCRIMINATION), Random(1))
        assert set(question.choices) == set(partners)


def test_a_partner_set_is_asked_about_at_random_with_repetition():
    item = Item(60, Skill.DISCRIMINATION)  # おおえ おおけ おおこ
    random = Random(7)
    drawn = [compose(item, random).poem for _ in range(60)]
    assert min(drawn.count(number) for number in (60, 95, 44)) >= 10
    assert set(drawn) == {60, 95, 44}
    assert any(one == two for one, two in pairwise(drawn))


def test_the_poems_read_share_the_first_sound_and_leave_the_one_asked():
    for seed in range(300):
        question = compose(Item(74, Skill.KIMARIJI_CHANGE), Random(seed))
        assert question.read == (65,)
        question = compose(Item(1, Skill.KIMARIJI_CHANGE), Random(seed))
        assert {poem(number).upper.spoken[0] for number in question.read} == {"あ"}
        assert 1 not in question.read


def test_poets_are_offered_among_their_kind_and_none_twice():
    for each in POEMS:
        offered = compose(Item(each.number, Skill.AUTHOR), Random(each.number)).choices
        assert len(offered) == 4
        assert len({poem(number).author.kanji for number in offered}) == 4


def test_a_question_survives_being_stored():
    question = compose(Item(1, Skill.KIMARIJI_CHANGE), Random(7))
    assert Asked.restored(question.item, question.poem, question.details()) == question


def test_the_course_holds_every_poem_once_and_no_audio_yet():
    assert sorted(course().path) == list(range(1, 101))
    assert not course().asks(Item(1, Skill.AUDIO_TO_TORIFUDA))
    assert course().asks(Item(1, Skill.KIMARIJI_CHANGE))
    assert not course().asks(Item(87, Skill.KIMARIJI_CHANGE))  # む can become no shorter
