"""Start, hold, next, back, re-read: where a reading is after each, whoever asked for it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.reciter.position import Move, Phase, Position, as_event, moved, replayed
from trainer.reciter.script import Choices, Order, write

# joka, poem 3, poem 4, the lower verse of poem 4: units 0 to 3
READING = write(Choices(order=Order.LIST, numbers=(3, 4)))


def after(*moves):
    position = Position()
    for move in moves:
        position = moved(READING, position, Move(move))
    return position


@pytest.mark.parametrize(
    ("moves", "unit", "phase", "is_held"),
    [
        ("", 0, "ready", False),
        ("start", 0, "reading", False),
        ("next", 0, "reading", False),  # before the start, next begins
        ("start heard", 1, "reading", False),  # the joka goes straight on
        ("start next", 1, "reading", False),  # the joka is skipped
        ("start heard heard", 1, "waiting", False),
        ("start heard heard next", 2, "reading", False),
        ("start heard next", 2, "reading", False),  # the rest of the verse is skipped
        ("start heard hold", 1, "reading", True),
        ("start heard hold heard", 1, "reading", True),  # what stands still is not heard to its end
        ("start heard hold start", 1, "reading", False),
        ("start heard heard hold", 1, "waiting", True),
        ("start heard heard hold start", 1, "waiting", False),
        ("start heard heard hold next", 2, "reading", False),
        ("start heard heard reread", 1, "reading", False),
        ("start heard heard next back", 1, "reading", False),
        ("start back", 0, "reading", False),
        ("start heard heard next heard next", 3, "reading", False),
        ("start heard heard next heard next heard", 3, "finished", False),
        ("start heard heard next heard next next", 3, "finished", False),
        ("start heard heard next heard next heard next", 3, "finished", False),
        ("start heard heard next heard next heard hold", 3, "finished", False),
        ("start heard heard next heard next heard back", 3, "reading", False),
        ("hold", 0, "ready", False),
        ("back", 0, "ready", False),
        ("reread", 0, "ready", False),
        ("heard", 0, "ready", False),
    ],
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
