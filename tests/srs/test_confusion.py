"""Which cards are taken for which, and leeches."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.srs.confusion import confusion_matrix, is_leech, most_confused, taken_for

# うか (74) and うら (65) are partners.
PAIRS = [(74, 74), (74, 65), (74, 65), (65, 74), (65, 65), (3, 77), (3, None)]


def test_the_matrix_counts_rows_asked_and_columns_answered():
    matrix = confusion_matrix(PAIRS)
    assert matrix.poems == (3, 65, 74, 77)
    assert matrix.counts == ((0, 0, 0, 1), (0, 1, 1, 0), (0, 2, 1, 0), (0, 0, 0, 0))
    assert matrix.unanswered == (1, 0, 0, 0)


def test_answers_outside_the_chosen_poems_are_counted_apart():
    matrix = confusion_matrix(PAIRS, [3, 74])
    assert (matrix.counts, matrix.unanswered) == (((0, 0), (0, 1)), (2, 2))


def test_most_confused_adds_both_directions():
    worst = most_confused(PAIRS)
    assert [(each.poems, each.times, each.asked) for each in worst] == [((65, 74), 3, 5), ((3, 77), 1, 2)]
    assert worst[0].share == pytest.approx(0.6)


def test_few_mistakes_can_be_left_out():
    assert len(most_confused(PAIRS, at_least=2)) == 1
    assert len(most_confused(PAIRS, 1)) == 1


def test_a_leech_is_shown_beside_the_card_it_is_taken_for():
    assert taken_for(PAIRS, 65) == 74
    assert taken_for(PAIRS, 74) == 65
    assert taken_for(PAIRS, 77) == 3
    assert taken_for(PAIRS, 1) is None


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 9), st.none() | st.integers(1, 9))))
def test_no_answer_is_lost(pairs):
    matrix = confusion_matrix(pairs)
    assert sum(map(sum, matrix.counts)) + sum(matrix.unanswered) == len(pairs)


def test_four_lapses_make_a_leech():
    assert [is_leech(lapses) for lapses in (3, 4, 5)] == [False, True, True]
