"""Handicaps: fewer cards for one side, dealt, written down and read back."""

from random import Random

import pytest
from karuta_table import after

from games.rules.karuta import notation
from games.rules.karuta.events import Deal, Phase, Ready
from games.rules.karuta.log import setup_from_row, setup_to_row
from games.rules.karuta.play import start
from games.rules.karuta.variants import CHIRASHI, FIVE_COLOURS, GENPEI, KYOGI, THIRD, Setup, kyogi


def dealt(setup):
    return after(start(setup), Deal(), dice=Random(1))


@pytest.mark.parametrize(
    ("setup", "counts"),
    [
        (kyogi(THIRD, dealt=(14, 6)), (14, 6)),
        (kyogi(THIRD, dealt=(8, 12)), (8, 12)),
        (kyogi(KYOGI, dealt=(25, 20)), (25, 20)),
        (kyogi(KYOGI, dealt=(1, 40)), (1, 40)),
        (Setup(GENPEI, (0, 1, 1), (), (60, 40)), (60, 40)),
    ],
)
def test_each_side_is_dealt_its_cards(setup, counts):
    state, _ = dealt(setup)
    assert state.field.counts() == counts
    assert len(state.order) == setup.variant.poems
    assert len({*state.field.cards(0), *state.field.cards(1)}) == sum(counts)


def test_a_dealt_hand_lies_in_three_rows_none_of_which_is_full():
    state, _ = dealt(kyogi(KYOGI, dealt=(40, 10)))
    assert max(state.field.row_count(0, row) for row in range(3)) <= KYOGI.row_most


def test_without_a_handicap_the_rows_are_what_they_were():
    state, _ = dealt(kyogi())
    assert [state.field.row_count(0, row) for row in range(3)] == [7, 8, 10]


def test_a_handicap_comes_back_from_its_row_and_from_its_notation():
    setup = kyogi(THIRD, dealt=(14, 6))
    assert setup_from_row(setup_to_row(setup)) == setup
    state, events = dealt(setup)
    state, more = after(state, Ready(0), Ready(1))
    assert state.phase is Phase.MEMORISE
    text = notation.dump(setup, [*events, *more])
    assert '[Dealt "14 6"]' in text
    read = notation.load(text)
    assert (read.setup, read.events) == (setup, (*events, *more))


def test_a_row_from_before_there_were_handicaps_has_none():
    row = setup_to_row(kyogi())
    del row["dealt"]
    assert setup_from_row(row) == kyogi()


@pytest.mark.parametrize(
    ("variant", "seats", "cards"),
    [
        (THIRD, (0, 1), (15, 6)),
        (THIRD, (0, 1), (0, 20)),
        (THIRD, (0, 1), (20,)),
        (KYOGI, (0, 1), (25, 25, 1)),
        (KYOGI, (0, 1), (41, 1)),
        (CHIRASHI, (0, 1), (50, 50)),
        (FIVE_COLOURS, (0, 1), (5, 10)),
    ],
)
def test_a_handicap_that_does_not_fit_is_refused(variant, seats, cards):
    with pytest.raises(ValueError):
        Setup(variant, seats, (), cards)
