"""The tutorial's situations come to what their words speak of. Expected: the rules' table of verdicts, by its rows."""

import doctest
import subprocess
import sys

import pytest

from games.karuta import tutorial
from games.karuta.tutorial import OPPONENT, SITUATIONS, YOU, Hand, Key, run
from games.rules.engine import IllegalMove
from games.rules.karuta.events import Finish
from games.rules.karuta.judge import Name
from trainer.poems import kimariji
from trainer.poems.poem import poem

BY_KEY = {each.key: each for each in SITUATIONS}


def cards(territory):
    return [card for group in territory for card in group]


def touches(*numbers):
    return [Hand(card, 1_000 + 300 * index) for index, card in enumerate(numbers)]


def course_of(key, *numbers, **more):
    return run(BY_KEY[key], touches(*numbers), **more)


# Situation, touched, (name, taker, faults, sender, cards, own change, their change): rows 1, 9, 17, 18, 1, 15, 10, 1.
AS_WANTED = [
    (Key.OWN, [87], (Name.OWN_TAKE, YOU, (0, 0), None, 0, -1, 0)),
    (Key.ACROSS, [18], (Name.ACROSS, YOU, (0, 0), YOU, 1, -1, 0)),
    (Key.KARAFUDA, [], (Name.KARAFUDA, None, (0, 0), None, 0, 0, 0)),
    (Key.KARAFUDA_FAULT, [23], (Name.SINGLE_FAULT, None, (1, 0), OPPONENT, 1, +1, -1)),
    (Key.SWEEP, [37, 40], (Name.OWN_TAKE, YOU, (0, 0), None, 0, -1, 0)),
    (Key.WRONG_SIDE, [66], (Name.SEMI_DOUBLE, OPPONENT, (1, 0), OPPONENT, 1, +1, -2)),
    (Key.DOUBLE, [77], (Name.DOUBLE, YOU, (0, 1), YOU, 2, -2, +1)),
    (Key.LAST_CARDS, [81], (Name.OWN_TAKE, YOU, (0, 0), None, 0, -1, 0)),
]
# What else may be touched. Rows 3, 13, 15, 19, 18, 19, 3, 13, 9, 14, 15, 5, 6.
OTHERWISE = [
    (Key.OWN, [18, 87], (Name.LOST_GAIN, YOU, (1, 0), OPPONENT, 1, 0, -1)),
    (Key.ACROSS, [], (Name.OWN_TAKE, OPPONENT, (0, 0), None, 0, 0, -1)),
    (Key.ACROSS, [81], (Name.SEMI_DOUBLE, OPPONENT, (1, 0), OPPONENT, 1, +1, -2)),
    (Key.KARAFUDA, [74, 33], (Name.KARA_DOUBLE, None, (2, 0), OPPONENT, 2, +2, -2)),
    (Key.KARAFUDA, [74], (Name.SINGLE_FAULT, None, (1, 0), OPPONENT, 1, +1, -1)),
    (Key.KARAFUDA_FAULT, [23, 81], (Name.KARA_DOUBLE, None, (2, 0), OPPONENT, 2, +2, -2)),
    (Key.SWEEP, [18, 40], (Name.LOST_GAIN, YOU, (1, 0), OPPONENT, 1, 0, -1)),
    (Key.WRONG_SIDE, [], (Name.OWN_TAKE, OPPONENT, (0, 0), None, 0, 0, -1)),
    (Key.WRONG_SIDE, [100], (Name.ACROSS, YOU, (0, 0), YOU, 1, -1, 0)),
    (Key.DOUBLE, [], (Name.LOST_GAIN, OPPONENT, (0, 1), YOU, 1, -1, 0)),
    (Key.LAST_CARDS, [], (Name.ACROSS, OPPONENT, (0, 0), OPPONENT, 1, 0, -1)),
]


def settled(key, numbers):
    """The course once everything that is due has been sent."""
    course = course_of(key, *numbers, is_waiting=True)
    if course.owed:
        held = course.state.field.cards(YOU)[: course.owed]
        course = course_of(key, *numbers, is_waiting=True, sent=held)
    return course


@pytest.mark.parametrize(("key", "numbers", "expected"), AS_WANTED + OTHERWISE)
def test_a_verdict_is_the_rules(key, numbers, expected):
    course = settled(key, numbers)
    verdict, situation = course.verdict, course.situation
    came = (verdict.name, verdict.taker, verdict.faults, verdict.sender, verdict.n)
    before = (len(cards(situation.own)), len(cards(situation.other)))
    changes = [now - was for now, was in zip(course.state.field.counts(), before, strict=True)]
    assert (*came, *changes) == expected


@pytest.mark.parametrize(("key", "numbers", "_expected"), AS_WANTED)
def test_what_a_situation_wants_is_reached_so(key, numbers, _expected):
    assert settled(key, numbers).is_reached


@pytest.mark.parametrize(("key", "numbers", "_expected"), OTHERWISE)
def test_and_not_otherwise(key, numbers, _expected):
    assert not settled(key, numbers).is_reached


def test_the_table_has_all_eight_in_their_order():
    assert [key for key, *_ in AS_WANTED] == [each.key for each in SITUATIONS] == list(Key)


def test_with_nobody_opposite_the_card_is_awaited():
    for key in (Key.OWN, Key.SWEEP):
        assert not course_of(key, is_waiting=True).is_over


def test_a_wrong_card_on_the_right_side_is_no_fault_and_the_reading_goes_on():
    course = course_of(Key.SWEEP, 37)
    assert (course.is_over, course.verdict.faults) == (False, (0, 0))
    assert not course_of(Key.ACROSS, 77).is_over


def test_the_right_card_alone_is_a_take_but_no_sweep():
    course = course_of(Key.SWEEP, 40)
    assert (course.verdict.name, course.is_reached) == (Name.OWN_TAKE, False)


def test_whoever_comes_after_the_opponent_is_too_late():
    situation = BY_KEY[Key.ACROSS]
    assert run(situation, [Hand(18, tutorial.SLOW_MS - 1)]).verdict.taker == YOU
    assert run(situation, [Hand(18, tutorial.SLOW_MS + 1)]).verdict.taker == OPPONENT
    assert run(situation, [Hand(18, tutorial.SLOW_MS)]).verdict.taker == OPPONENT  # equal times: the owner's


def test_the_opponents_mistake_counts_whenever_you_take():
    for ms in (0, tutorial.HASTY_MS, tutorial.SLOW_MS - 1):
        assert run(BY_KEY[Key.DOUBLE], [Hand(77, ms)]).verdict.name is Name.DOUBLE


def test_the_last_card_taken_wins_and_left_alone_loses():
    won, lost = settled(Key.LAST_CARDS, [81]).state.result, settled(Key.LAST_CARDS, []).state.result
    assert (won.how, won.winners, won.margin) == (Finish.PLAYED, (YOU,), 1)
    assert lost.winners == (OPPONENT,)


def test_touching_theirs_last_gives_them_two_rights_and_the_match():
    course = course_of(Key.LAST_CARDS, 70)  # row 6, of which one card is there to be sent
    assert (course.verdict.name, course.verdict.due, course.verdict.n) == (Name.DOUBLE, 2, 1)
    assert course.state.result.winners == (OPPONENT,)


def test_two_cards_are_sent_together_and_one_waits_for_the_other():
    assert course_of(Key.DOUBLE, 77).owed == 2
    one = course_of(Key.DOUBLE, 77, sent=[22])
    assert (one.owed, 22 in one.state.field.cards(YOU)) == (2, True)
    both = course_of(Key.DOUBLE, 77, sent=[22, 87])
    assert both.owed == 0
    assert {22, 87} <= set(both.state.field.cards(OPPONENT))


@pytest.mark.parametrize(
    ("key", "numbers", "sent"),
    [
        (Key.OWN, [99], []),  # not on this mat
        (Key.KARAFUDA, [65], []),  # the karafuda itself
        (Key.OWN, [87], [22]),  # nothing is due
        (Key.KARAFUDA_FAULT, [23], [22]),  # they send, not you
        (Key.ACROSS, [18], [77]),  # theirs
        (Key.ACROSS, [18], [22, 17]),  # too many
        (Key.DOUBLE, [77], [22, 22]),
        (Key.LAST_CARDS, [81], [81]),
        (Key.OWN, [81] * 13, []),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(key, numbers, sent):
    with pytest.raises(IllegalMove, match=r"\.$"):
        course_of(key, *numbers, sent=sent)


# The mats --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: each.key)
def test_a_mat_has_few_cards_and_none_twice(situation):
    on_mat = [*cards(situation.own), *cards(situation.other)]
    assert len(set(on_mat)) == len(on_mat) <= 8
    is_karafuda = situation.key in (Key.KARAFUDA, Key.KARAFUDA_FAULT)
    assert (situation.poem in on_mat) != is_karafuda


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda each: each.key)
def test_no_two_faces_are_easily_taken_for_each_other(situation):
    shown = {*cards(situation.own), *cards(situation.other), situation.poem}
    assert len({poem(card).torifuda_columns[0] for card in shown}) == len(shown)


@pytest.mark.parametrize("key", [Key.KARAFUDA, Key.KARAFUDA_FAULT, Key.SWEEP, Key.WRONG_SIDE])
def test_where_the_words_speak_of_a_partner_it_lies_on_your_side(key):
    assert set(kimariji.partners(BY_KEY[key].poem)) & set(cards(BY_KEY[key].own))


def test_it_stands_alone():
    script = "import sys, games.karuta.tutorial; sys.exit('django' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)
    assert doctest.testmod(tutorial).failed == 0
