"""A game as text: what it looks like, and texts that are no games."""

import pytest
from koikoi_table import random_game

from games.rules.koikoi import play
from games.rules.koikoi.notation import NotationError, dump, load
from games.rules.koikoi.options import PRESETS, SEED, with_changes

# One month by hand: seat 0 makes hanami, calls, and stops with hanami, tsukimi and sankō.
GAME = """\
koikoi 1
preset seed
set months 1

dealer 1.chaff.1 2.chaff.1
deal 1 0
hand 0 1.bright.1 3.bright.1 8.animal.1 2.animal.1 4.ribbon.1 5.ribbon.1 6.ribbon.1 7.ribbon.1
hand 1 2.chaff.2 4.animal.1 5.animal.1 6.animal.1 7.animal.1 10.animal.1 10.ribbon.1 11.animal.1
floor 1.chaff.1 3.chaff.1 3.chaff.2 9.animal.1 12.chaff.1 2.ribbon.1 4.chaff.1 5.chaff.1
stock 8.bright.1 11.chaff.1 9.chaff.1 1.ribbon.1 1.chaff.2 2.chaff.1 3.ribbon.1 4.chaff.2 5.chaff.2 6.chaff.1 \
6.chaff.2 7.chaff.1 7.chaff.2 8.chaff.1 8.chaff.2 9.ribbon.1 9.chaff.2 10.chaff.1 10.chaff.2 11.bright.1 \
11.ribbon.1 12.bright.1 12.chaff.2 12.chaff.3
0 1.bright.1 x1.chaff.1 / 8.bright.1        # the moon is laid down
1 2.chaff.2 x2.ribbon.1 / 11.chaff.1
0 3.bright.1 x3.chaff.2 / 9.chaff.1 x9.animal.1 =5 koikoi
1 4.animal.1 x4.chaff.1 / 1.ribbon.1
0 8.animal.1 x8.bright.1 / 1.chaff.2 x1.ribbon.1 =15 stop
month stop 0 15 15 0
game 0 15 0
"""


def test_a_game_by_hand():
    options, events = load(GAME)
    state = play.replay(options, events)
    assert options == with_changes(SEED, {"months": 1})
    assert play.outcome(state).scores == (15, 0)
    assert state.calls == (0,)
    assert dict(state.results[0].score.yaku) == {"hanami": 5, "tsukimi": 5, "sankou": 5}


def test_a_choice_left_open():
    text = GAME[: GAME.index("0 3.bright.1")] + "0 3.bright.1 ?\n"
    state = play.replay(*load(text))
    assert (state.phase, state.turn) == (play.Phase.HAND_TAKE, 0)
    assert dump(*load(text)).endswith("\n0 3.bright.1 ?\n")


def test_options_stand_at_the_head():
    options = with_changes(PRESETS["nintendo"], {"months": 3, "bank": "fifty", "seven_double": "no"})
    text = dump(options, [])
    assert load(text) == (options, ())
    assert dump(PRESETS["nintendo"], []) == "koikoi 1\npreset nintendo\n"


@pytest.mark.parametrize("name", PRESETS)
def test_a_game_broken_off_between_two_decisions_reads_back(name):
    options = PRESETS[name]
    events, states = random_game(options, 3, most_events=90)
    for length in range(len(events) + 1):
        if play.moves(states[length]) and not is_within_a_decision(events, length):
            assert load(dump(options, events[:length])) == (options, tuple(events[:length]))


def is_within_a_decision(events, length):
    """Whether the next event follows from the last one without anybody doing anything."""
    return (
        length < len(events)
        and type(events[length]).__name__
        not in (*("DealerDrawn", "Dealt", "Played", "Taken", "KoiKoiCalled", "Stopped"),)
    ) or (length > 0 and type(events[length - 1]).__name__ in ("DealerDrawn", "DealVoided", "Stopped"))


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("koikoi 1", "koikoi 2", 1, "begins with"),
        ("preset seed", "preset own", 2, "the second line is"),
        ("set months 1", "set months 13", 3, "1 to 12 months"),
        ("set months 1", "set months", 3, "Line 3"),
        ("set months 1", "set colour red", 3, "no option"),
        ("dealer 1.chaff.1 2.chaff.1", "dealer 1.chaff.1", 5, "draws one card"),
        ("dealer 1.chaff.1 2.chaff.1", "dealer 1.chaff.1 2.chaff.9", 5, "not a card"),
        ("dealer 1.chaff.1 2.chaff.1", "dealer 2.chaff.1 1.chaff.1", 11, "other player's turn"),
        ("dealer 1.chaff.1 2.chaff.1\n", "", 5, "no order is laid|draw"),
        ("deal 1 0", "deal 2 0", 6, "by the rules this is “deal 1 0”"),
        ("hand 1 2.chaff.2", "hand 1", 8, "“hand 1” and 8 cards"),
        ("hand 1 2.chaff.2", "hand 1 12.chaff.3", 6, "48 cards once"),
        ("0 1.bright.1 x1.chaff.1", "0 4.animal.1 x4.chaff.1", 11, "You do not hold 4.animal.1"),
        ("0 1.bright.1 x1.chaff.1", "1 2.chaff.2 x2.ribbon.1", 11, "other player's turn"),
        ("0 1.bright.1 x1.chaff.1", "0 1.bright.1", 11, "by the rules this is"),
        ("0 1.bright.1 x1.chaff.1", "0", 11, "names the card|not a card"),
        ("0 3.bright.1 x3.chaff.2", "0 3.bright.1 x9.chaff.2", 13, "does not match 9.chaff.2"),
        ("=5 koikoi", "=5", 14, "other player's turn"),
        ("=5 koikoi", "=6 koikoi", 13, "by the rules this is"),
        ("month stop 0 15 15 0", "month stop 0 16 16 0", 16, "by the rules this is “month stop 0 15 15 0”"),
        ("game 0 15 0\n", "", 16, "after this comes “game 0 15 0”"),
        ("game 0 15 0\n", "game 0 15 0\ngame 0 15 0\n", 18, "nothing of this happens"),
        ("month stop", "moon stop", 16, "does not begin a line"),
    ],
)
def test_a_text_that_is_no_game_is_refused_with_its_line(old, new, line, says):
    assert old in GAME
    with pytest.raises(NotationError, match=says) as refused:
        load(GAME.replace(old, new, 1))
    assert refused.value.line == line


def test_nothing_is_no_game():
    with pytest.raises(NotationError, match="begins with"):
        load("\n# nothing\n")
