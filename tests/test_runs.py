"""Writing runs: once each, however often sent."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from trainer import runs
from trainer.models import Run
from trainer.runs import Turned, believable_ms

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def start(person, *, poems=(1, 2, 3), mode="said", facing="upright", seed=1, pile="own"):
    return runs.start_run(
        person=person, pile=pile, poems=poems, mode=mode, facing=facing, now=NOW, chance=random.Random(seed)
    )


def told(run):
    return list(run.turns.values_list("place", "elapsed_ms", "correct"))


def test_every_poem_lies_in_the_pile_once_shuffled(alice):
    run = start(alice, poems=range(1, 101))
    poems = [turn.poem for turn in run.turns.all()]
    assert sorted(poems) == list(range(1, 101))
    assert poems != sorted(poems)
    assert [turn.place for turn in run.turns.all()] == list(range(1, 101))


@pytest.mark.parametrize(("facing", "inverted"), [("upright", {False}), ("inverted", {True}), ("mixed", {True, False})])
def test_the_cards_lie_as_asked(alice, facing, inverted):
    run = start(alice, poems=range(1, 101), facing=facing)
    assert {turn.inverted for turn in run.turns.all()} == inverted


def test_an_empty_pile_is_no_run(alice):
    with pytest.raises(ValueError, match="needs a card"):
        start(alice, poems=())
    assert not Run.objects.exists()


def test_a_turn_sent_twice_is_stored_once_as_it_came_first(alice):
    run = start(alice)
    assert runs.record_turns(run, [Turned(1, 700)]) == 1
    assert runs.record_turns(run, [Turned(1, 900, missed=True), Turned(2, 800, missed=True)]) == 1
    assert told(run) == [(1, 700, True), (2, 800, False), (3, None, None)]


def test_the_first_of_two_in_one_batch_counts(alice):
    run = start(alice)
    assert runs.record_turns(run, [Turned(1, 700), Turned(1, 900)]) == 1
    assert told(run)[0] == (1, 700, True)


def test_a_batch_costs_as_many_queries_as_one_turn(alice, django_assert_num_queries):
    run = start(alice, poems=range(1, 101))
    with django_assert_num_queries(5):  # savepoint, run, turns, update, release
        runs.record_turns(run, [Turned(place, 500) for place in range(1, 101)])


@pytest.mark.parametrize(
    ("answer", "right"),
    [("うか", True), ("uka", True), ("ウカ", True), ("うら", False), ("う", False), ("", False), ("?", False)],
)
def test_a_typed_answer_is_held_against_the_kimariji(alice, answer, right):
    run = start(alice, poems=(74,), mode="typed")
    runs.record_turns(run, [Turned(1, 700, answer=answer)])
    only = run.turns.get()
    assert (only.answer, only.correct) == (answer, right)


def test_a_run_ends_when_all_cards_are_turned_and_not_before(alice):
    run = start(alice)
    runs.record_turns(run, [Turned(1, 700), Turned(2, 800)])
    assert not runs.finish_run(run, now=NOW)
    runs.record_turns(run, [Turned(3, 500)])
    assert runs.finish_run(run, now=NOW + timedelta(seconds=9))
    assert not runs.finish_run(run, now=NOW + timedelta(hours=9))
    run.refresh_from_db()
    assert (run.total_ms, run.finished_at) == (2000, NOW + timedelta(seconds=9))


def test_an_unknown_time_leaves_the_total_unknown(alice):
    run = start(alice)
    runs.record_turns(run, [Turned(1, 700), Turned(2, None), Turned(3, 500)])
    assert runs.finish_run(run, now=NOW)
    run.refresh_from_db()
    assert run.total_ms is None


def test_nothing_is_added_to_a_finished_run(alice):
    run = start(alice, poems=(1,))
    runs.record_turns(run, [Turned(1, 700)])
    runs.finish_run(run, now=NOW)
    assert runs.record_turns(run, [Turned(1, 1)]) == 0
    assert not runs.mark(run, 1, missed=True)
    assert not runs.reopen(run, 1)
    assert told(run) == [(1, 700, True)]


def test_only_the_last_card_is_marked_or_taken_back(alice):
    run = start(alice)
    runs.record_turns(run, [Turned(1, 700), Turned(2, 800)])
    assert not runs.mark(run, 1, missed=True)
    assert not runs.reopen(run, 1)
    assert runs.mark(run, 2, missed=True)
    assert runs.mark(run, 2, missed=True)
    assert told(run)[1] == (2, 800, False)
    assert runs.reopen(run, 2)
    assert not runs.reopen(run, 2)
    assert told(run) == [(1, 700, True), (2, 800, None), (3, None, None)]


def test_a_typed_answer_is_final(alice):
    run = start(alice, mode="typed")
    runs.record_turns(run, [Turned(1, 700, answer="x")])
    assert not runs.mark(run, 1, missed=False)
    assert not runs.reopen(run, 1)


@pytest.mark.parametrize(
    ("value", "ms"),
    [
        (1, 1),
        (599_999, 599_999),
        (0, None),
        (-5, None),
        (600_000, None),
        (81.5, None),
        ("81", None),
        (True, None),
        (None, None),
    ],
)
def test_a_time_is_a_whole_number_below_ten_minutes(value, ms):
    assert believable_ms(value) == ms
