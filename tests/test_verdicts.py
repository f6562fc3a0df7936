"""What is shown beside a card: what it was taken for, what it is mostly taken for, its partner."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from trainer.models import Review
from trainer.srs.skills import FIRST_SKILL
from trainer.verdicts import verdict_on

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def review(person, poem, answer="", picked=None):
    return Review.objects.create(
        key=uuid4(),
        person=person,
        sitting="today",
        skill=FIRST_SKILL.value,
        subject=poem,
        poem=poem,
        answered_at=NOW,
        day=NOW.date(),
        day_fraction=0.5,
        answer=answer,
        picked=picked,
        correct=False,
        grade=1,
        counted=True,
    )


def leech(person, poem, lapses):
    person.memories.create(poem=poem, skill=FIRST_SKILL.value, stability=1.0, reviews=9, lapses=lapses)


def test_a_card_stands_beside_what_was_answered(alice):
    assert verdict_on(review(alice, 74, "me", picked=57)).beside.poem.number == 57


def test_else_beside_its_partner(alice):
    assert verdict_on(review(alice, 74)).beside.poem.number == 65


def test_a_card_without_partners_stands_alone(alice):
    assert verdict_on(review(alice, 87)).beside is None


@pytest.mark.parametrize(("lapses", "beside"), [(3, 65), (4, 57)])
def test_a_leech_stands_beside_what_it_is_mostly_taken_for(alice, charlie, lapses, beside):
    leech(alice, 74, lapses)
    for picked in (57, 57, 65):
        review(alice, 74, "x", picked)
    for _ in range(5):
        review(charlie, 74, "x", 13)  # what a stranger mixes up is no matter
    assert verdict_on(review(alice, 74)).beside.poem.number == beside
