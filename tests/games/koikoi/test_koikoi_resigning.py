"""A game that is given up: at any time, by either seat, and won by the other."""

from dataclasses import replace
from random import Random

import pytest

from games.rules.engine import IllegalMove
from games.rules.koikoi import notation, play
from games.rules.koikoi.events import Deal, GameEnded, Resign, Resigned
from games.rules.koikoi.log import from_row, to_row
from games.rules.koikoi.options import SEED

OPTIONS = replace(SEED, months=3)


def dealt():
    events = play.decide(play.start(OPTIONS), Deal(), Random(1))
    return events, play.replay(OPTIONS, events)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_other_has_won_whosever_turn_it_is(seat):
    events, state = dealt()
    more = play.decide(state, Resign(seat))
    assert more == (Resigned(seat, False), GameEnded((0, 0), 1 - seat))
    over = play.replay(OPTIONS, events + more)
    assert play.outcome(over).winner == 1 - seat
    assert play.moves(over) == ()
    with pytest.raises(IllegalMove):
        play.decide(over, Resign(1 - seat))


def test_there_are_two_seats():
    with pytest.raises(IllegalMove):
        play.decide(dealt()[1], Resign(2))


@pytest.mark.parametrize(("is_absent", "line"), [(False, "resign 1"), (True, "absent 1")])
def test_it_is_written_down_and_read_again(is_absent, line):
    events, state = dealt()
    events += play.decide(state, Resign(1, is_absent))
    text = notation.dump(OPTIONS, events)
    assert text.splitlines()[-2:] == [line, "game 0 0 0"]
    assert notation.load(text) == (OPTIONS, events)
    assert tuple(from_row(to_row(event)) for event in events) == events


def test_a_text_in_which_nobody_resigns_is_no_game():
    events, state = dealt()
    text = notation.dump(OPTIONS, events + play.decide(state, Resign(1)))
    with pytest.raises(notation.NotationError):
        notation.load(text.replace("resign 1", "resign 2"))
