"""Piles that depend on the person, and the names of all piles."""

import uuid
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import translation

from trainer.models import Memory, Review, Run, Turn
from trainer.piles import UnknownPileError, label_of, offered, resolve

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def remember(person, poem, *, lapses=0, reviews=3, skill="tf-kj"):
    return Memory.objects.create(person=person, poem=poem, skill=skill, lapses=lapses, reviews=reviews)


def answer(person, poem, elapsed_ms, *, hours=0, skill="tf-kj", hidden=False):
    return Review.objects.create(
        key=uuid.uuid4(),
        person=person,
        sitting="today",
        skill=skill,
        subject=poem,
        poem=poem,
        answered_at=NOON + timedelta(hours=hours),
        day=date(2026, 5, 1),
        day_fraction=0.3,
        correct=True,
        elapsed_ms=elapsed_ms,
        hidden=hidden,
        grade=3,
        counted=True,
    )


def turn(person, poem, elapsed_ms, *, hours=0, correct=True):
    run = Run.objects.create(
        person=person, mode="said", facing="upright", pile="all", started_at=NOON + timedelta(hours=hours)
    )
    return Turn.objects.create(run=run, place=1, poem=poem, inverted=False, elapsed_ms=elapsed_ms, correct=correct)


def test_learnt_are_the_poems_with_a_memory_of_the_first_skill(alice, charlie):
    remember(alice, 30)
    remember(alice, 4)
    remember(alice, 5, skill="kj-tf")
    remember(alice, 6, reviews=0)
    remember(charlie, 7)
    assert resolve("learnt", alice).poems == (4, 30)


def test_leeches_have_lapsed_four_times(alice):
    remember(alice, 8, lapses=3)
    remember(alice, 9, lapses=4)
    remember(alice, 10, lapses=9, skill="kj-tf")
    assert resolve("leeches", alice).poems == (9,)


def test_the_slowest_come_first_from_runs_and_reviews(alice, charlie):
    turn(alice, 1, 900)
    answer(alice, 2, 3000)
    turn(alice, 3, 2000, correct=False)
    turn(charlie, 4, 9000)
    assert resolve("slowest-2", alice).poems == (2, 3)
    assert resolve("slowest-100", alice).poems == (2, 3, 1)


def test_slowness_is_the_median_of_the_latest_five(alice):
    for hours in range(5):
        answer(alice, 1, 9000, hours=hours)
    for hours in range(5, 10):
        answer(alice, 1, 500, hours=hours)
    for hours, elapsed_ms in enumerate([400, 600, 600, 700, 20_000]):
        turn(alice, 2, elapsed_ms, hours=hours)
    assert resolve("slowest-20", alice).poems == (2, 1)


def test_what_was_not_measured_or_is_another_skill_is_left_out(alice):
    answer(alice, 1, None)
    answer(alice, 2, 5000, hidden=True)
    answer(alice, 3, 5000, skill="up-lo")
    turn(alice, 4, 5000, correct=None)
    assert resolve("slowest-20", alice).poems == ()


@pytest.mark.parametrize("code", ["slowest-0", "slowest-101", "slowest-07", "slowest--1", "slowest-x", "slowest", "no"])
def test_unknown_codes_are_refused(alice, code):
    with pytest.raises(UnknownPileError):
        resolve(code, alice)
    with pytest.raises(UnknownPileError):
        label_of(code)


def test_every_pile_on_offer_resolves_and_has_a_name_of_its_own(alice):
    codes = [choice.code for _heading, choices in offered() for choice in choices]
    piles = [resolve(code, alice) for code in codes]
    assert all(pile.poems for pile in piles)
    assert len({pile.label for pile in piles}) == len(piles)
    assert [resolve(pile.code, alice) for pile in piles] == piles


def test_a_fixed_pile_needs_no_query(alice, django_assert_num_queries):
    with django_assert_num_queries(0):
        resolve("partners-65", alice)
        label_of("slowest-20")


def test_names_are_words():
    with translation.override("en"):
        assert label_of("sound-a") == "First sound あ"
        assert label_of("partners-65") == "Partners うか・うら"
        assert label_of("slowest-20") == "The slowest 20"
        assert label_of("own-0000000000000000000000001") == "My list: あきの"
