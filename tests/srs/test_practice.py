"""Free practice: once through the pile, and what was wrong until it is right."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from trainer.srs.practice import left_in_practice, next_in_practice
from trainer.srs.session import Given
from trainer.srs.skills import Item, Skill

PILE = tuple(Item(number, Skill.TORIFUDA_TO_KIMARIJI) for number in range(1, 9))


def test_a_new_practice_begins_somewhere_in_the_pile():
    assert next_in_practice(PILE, (), "seed") in PILE


def test_nothing_comes_of_an_empty_pile():
    assert next_in_practice((), (), "seed") is None


def test_a_wrong_item_waits_until_three_others_have_come():
    given_ = [Given(PILE[0], right=False)]
    for _ in range(3):
        coming = next_in_practice(PILE, given_, "seed")
        assert coming != PILE[0]
        given_.append(Given(coming, right=True))


def test_what_was_wrong_five_times_is_left_for_another_day():
    given_ = [Given(PILE[0], right=False)] * 4
    assert PILE[0] in left_in_practice(PILE, given_)
    given_.append(Given(PILE[0], right=False))
    assert left_in_practice(PILE, given_) == PILE[1:]
    assert left_in_practice(PILE[:1], given_) == ()


@given(st.lists(st.booleans(), min_size=60, max_size=60), st.text(max_size=5))
def test_every_item_comes_until_it_is_right_or_left_and_never_twice_running(rights, seed):
    given_ = []
    for right in rights:
        coming = next_in_practice(PILE, given_, seed)
        if coming is None:
            break
        if len(left_in_practice(PILE, given_)) > 1 and given_:
            assert coming != given_[-1].item
        given_.append(Given(coming, right))
    else:
        assert left_in_practice(PILE, given_) or len(given_) == len(rights)
        return
    wrong = Counter(each.item for each in given_ if not each.right)
    right = [each.item for each in given_ if each.right]
    assert len(right) == len(set(right))
    assert {*right, *(item for item, times in wrong.items() if times == 5)} == set(PILE)
    assert all(times < 5 or item not in right for item, times in wrong.items())
