"""Who may recite: the seed's rule and the association's licences."""

from datetime import date

import pytest

from clubs.grades import Grade, Standing
from clubs.licences import Allowed, Licence, LicenceRule, Refusal, Refused, Room, may_be_appointed, may_recite

EVERYWHERE = (Room(), Room(frozenset({Grade.A}), 6), Room(frozenset({Grade.A}), 8, is_title_match=True))
B_ROOM = Room(frozenset({Grade.B}), 3)


def person(grade, *, confirmed=True):
    dans = {Grade.A: 4, Grade.B: 3, Grade.C: 2, Grade.D: 1, Grade.E: 0}
    return Standing(grade, dans[grade], date(2026, 4, 1), confirmed)


@pytest.mark.parametrize("grade", Grade)
def test_only_class_a_may_be_appointed(grade):
    found = may_be_appointed(person(grade))
    if grade is Grade.A:
        assert found == Allowed()
    else:
        assert found == Refused(Refusal.CLASS_TOO_LOW, needs=Grade.A, has=grade)


def test_a_class_that_is_only_declared_is_not_enough():
    found = may_be_appointed(person(Grade.A, confirmed=False))
    assert found == Refused(Refusal.CLASS_NOT_CONFIRMED, needs=Grade.A, has=Grade.A)


@pytest.mark.parametrize("room", EVERYWHERE)
def test_class_a_recites_everywhere_by_the_seeds_rule(room):
    assert may_recite(person(Grade.A), None, room) == Allowed()
    assert may_recite(person(Grade.B), Licence.SENNIN, room).reason is Refusal.CLASS_TOO_LOW


def test_a_club_may_ask_for_less_than_class_a():
    assert may_recite(person(Grade.B), None, B_ROOM, reciter_min_class=Grade.B) == Allowed()


@pytest.mark.parametrize(
    ("licence", "room", "refusal"),
    [
        (Licence.SENNIN, EVERYWHERE[2], None),
        (Licence.A, EVERYWHERE[1], None),
        (Licence.A, EVERYWHERE[2], Refusal.TITLE_MATCH),
        (Licence.B, B_ROOM, None),
        (Licence.B, Room(frozenset({Grade.B, Grade.A}), 3), Refusal.ROOM_TOO_HIGH),
        (Licence.B, Room(frozenset({Grade.C}), 4), Refusal.ROOM_TOO_HIGH),
        (Licence.B, EVERYWHERE[2], Refusal.TITLE_MATCH),
        (None, Room(), Refusal.NO_LICENCE),
    ],
)
def test_by_the_associations_licences(licence, room, refusal):
    """A 3-dan teacher with licence A is known: the class of the reciter does not matter."""
    found = may_recite(person(Grade.B), licence, room, rule=LicenceRule.ASSOCIATION)
    assert (found.reason if isinstance(found, Refused) else None) is refusal


def test_a_class_that_is_corrected_takes_the_right_away():
    assert may_recite(person(Grade.A), None, B_ROOM) == Allowed()
    assert may_recite(person(Grade.B), None, B_ROOM) == Refused(Refusal.CLASS_TOO_LOW, needs=Grade.A, has=Grade.B)
