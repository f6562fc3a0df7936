"""Start, hold, next, back, re-read: where a reading is after each, whoever asked for it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reciter.position_cases import CASES, POEMS
from trainer.reciter.position import Move, Phase, Position, as_event, moved, replayed
from trainer.reciter.script import Choices, Order, write

READING = write(Choices(order=Order.LIST, numbers=POEMS))


def after(*moves):
    position = Position()
    for move in moves:
        position = moved(READING, position, Move(move))
    return position


@pytest.mark.parametrize(
    ("moves", "unit", "phase", "is_held"),
    CASES,
)
def test_where_the_reading_is(moves, unit, phase, is_held):
    assert after(*moves.split()) == Position(unit, Phase(phase), is_held)


def test_two_remotes_at_once_do_not_skip_a_poem():
    position = after("start", "heard")
    first = moved(READING, position, Move.NEXT, at=1)
    assert first.unit == 2
    assert moved(READING, first, Move.NEXT, at=1) == first


@given(st.lists(st.sampled_from(Move)))
def test_a_log_leads_to_the_same_position(moves):
    position, log = Position(), []
    for move in moves:
        log.append(as_event(move, position.unit))
        position = moved(READING, position, move)
        assert 0 <= position.unit < len(READING.units)
    assert replayed(READING, json.loads(json.dumps(log))) == position
    assert Position.from_json(json.loads(json.dumps(position.as_json()))) == position


def test_a_line_that_is_no_event_is_refused():
    with pytest.raises(ValueError):
        replayed(READING, [{"move": "dance", "at": 0}])
