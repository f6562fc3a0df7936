"""What every level owes: a legal move under any rules, the same for the same seed, from what its seat sees."""

import doctest
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest
from koikoi_tables import states, views

from games.bots import levels
from games.bots.koikoi import selfplay
from games.rules.koikoi import cards, play
from games.rules.koikoi.cards import card, cards_of, mask_of
from games.rules.koikoi.events import KoiKoi, Play, Stop, Take
from games.rules.koikoi.options import (
    PRESETS,
    SEED,
    EmptyHand,
    Exhaustion,
    Limit,
    MonthCards,
    Options,
    Rain,
    Viewing,
)
from games.rules.koikoi.play import Phase

NUMBERS = [each.number for each in levels.LEVELS]
ODD_RULES = [
    *PRESETS.values(),
    Options(koikoi_empty_hand=EmptyHand.ALLOWED, exhaustion=Exhaustion.HIGHER, rain=Rain.WILLOW),
    Options(koikoi_limit=Limit.PLAYER_DOUBLED, viewing=Viewing.SEASON, tsukifuda=4, tsukifuda_month=MonthCards.ANY),
    Options(viewing=Viewing.LIMITED, gokou=0, tane=0, kasu=0, months=1, exhaustion=Exhaustion.DEALER_SIX),
]


def table(**changes):
    """A table of the first month for seat 0 to play on, all else empty."""
    state = replace(play.start(SEED), phase=Phase.HAND, month=1, dealer=0, **changes)
    gone = state.hands[0] | state.hands[1] | state.piles[0] | state.piles[1] | state.floor
    gone |= cards.BIT[state.shown] if state.shown is not None else 0
    return replace(state, stock=tuple(each for each in range(48) if not gone >> each & 1))


def named(*texts):
    return mask_of(card(text) for text in texts)


@pytest.mark.parametrize("level", NUMBERS)
@pytest.mark.parametrize("options", ODD_RULES)
def test_every_move_is_legal_under_any_rules(level, options):
    for view in views(options, 12 if level == 5 else 60, seed=level):
        assert levels.choose(view, level, 3) in view.moves


@pytest.mark.parametrize("level", NUMBERS)
def test_the_same_seed_gives_the_same_move(level):
    for view in views(PRESETS["nintendo"], 12, seed=4):
        assert levels.choose(view, level, 11) == levels.choose(view, level, 11)


@pytest.mark.parametrize("level", NUMBERS)
def test_hidden_cards_change_nothing(level):
    """Shuffling the stock into the other hand leaves the view, and so the move, as it was."""
    for state in states(SEED, 12, seed=5):
        seat = state.turn
        hidden = [*cards_of(state.hands[1 - seat]), *state.stock]
        Random(1).shuffle(hidden)
        held = state.hands[1 - seat].bit_count()
        hands = [0, 0]
        hands[seat], hands[1 - seat] = state.hands[seat], mask_of(hidden[:held])
        other = replace(state, hands=tuple(hands), stock=tuple(hidden[held:]))
        assert levels.choose(play.view(other, seat), level, 2) == levels.choose(play.view(state, seat), level, 2)


def test_asked_out_of_turn():
    state = states(SEED, 1)[0]
    with pytest.raises(ValueError, match="its turn"):
        levels.choose(play.view(state, 1 - state.turn), 4, 1)


def test_there_is_no_level_6():
    with pytest.raises(ValueError, match="levels 1 to 5"):
        levels.player(6)


@pytest.mark.parametrize("level", [3, 4, 5])
def test_a_card_that_makes_three_brights_is_taken(level):
    """The moon completes gokō's four… and the month; the other matches take chaff."""
    hand = named("8.chaff.1", "2.chaff.1", "5.chaff.1", "7.chaff.1")
    floor = named("8.bright.1", "2.chaff.2", "5.chaff.2", "4.chaff.1")
    state = table(
        hands=(hand, named("6.chaff.1", "10.chaff.1", "12.chaff.1", "9.chaff.1")),
        piles=(named("1.bright.1", "3.bright.1", "1.chaff.1", "3.chaff.1"), 0),
        floor=floor,
    )
    assert levels.choose(play.view(state, 0), level, 1) == Play(0, card("8.chaff.1"))


@pytest.mark.parametrize("level", [4, 5])
def test_the_other_is_denied_the_card_it_needs(level):
    """It lacks one bright; whoever can take it does, rather than a plain pair."""
    hand = named("8.chaff.1", "2.chaff.1", "5.chaff.1", "7.chaff.1")
    floor = named("8.bright.1", "2.chaff.2", "6.chaff.2", "4.chaff.1")
    theirs = named("1.bright.1", "3.bright.1", "12.bright.1", "1.chaff.1", "3.chaff.1", "12.chaff.1")
    state = replace(
        table(hands=(hand, named("10.chaff.1", "9.chaff.1", "11.chaff.1")), piles=(0, theirs), floor=floor),
        made=(0, 5),
        calls=(1,),
    )
    assert levels.choose(play.view(state, 0), level, 1) == Play(0, card("8.chaff.1"))


def decision(options, scores, month, hand, pile, made, theirs=0):
    state = replace(table(hands=(hand, named("4.chaff.1", "5.chaff.1")), piles=(pile, theirs)), options=options)
    return replace(state, phase=Phase.DECISION, month=month, scores=scores, made=(made, 0))


@pytest.mark.parametrize("level", [4, 5])
def test_in_the_last_month_the_leader_stops_and_the_loser_goes_on(level):
    """Five points win for one who is 3 behind, and lose for one who is 30 behind: match score, not points."""
    pile = named("3.bright.1", "9.animal.1", "3.chaff.1", "9.chaff.1")
    hand = named("8.chaff.1", "1.chaff.1", "2.chaff.1")
    close = decision(SEED, (10, 13), 12, hand, pile, 5)
    assert levels.choose(play.view(close, 0), level, 1) == Stop(0)
    behind = decision(SEED, (10, 16), 12, hand, pile, 5)
    assert levels.choose(play.view(behind, 0), level, 1) == KoiKoi(0)


def test_the_last_choice_is_exact():
    """Nothing is left but this take: it is the animal, the fifth, that makes a yaku."""
    pile = named("2.animal.1", "4.animal.1", "5.animal.1", "6.animal.1", "2.chaff.1", "4.chaff.1", "5.chaff.1")
    state = table(floor=named("7.animal.1", "7.ribbon.1"), shown=card("7.chaff.1"), piles=(pile, 0))
    rest = cards_of(cards.ALL & ~(pile | state.floor | cards.BIT[card("7.chaff.1")]))
    state = replace(state, phase=Phase.STOCK_TAKE, piles=(pile, mask_of(rest[:30])), stock=rest[30:])
    assert levels.choose(play.view(state, 0), 5, 1) == Take(0, card("7.animal.1"))


def test_greedy_beats_careless_over_mirrored_deals():
    result = selfplay.tournament(levels.player(2), levels.player(1), PRESETS["nintendo"], 15, 1).summary()
    assert result["games"] == 30
    assert result["a_rate"] >= 0.6
    assert sum(result["rounds"]) == 30 * 12


def test_the_same_player_twice_is_even_over_mirrored_deals():
    """Whatever luck the deals have, each side has it once."""
    result = selfplay.tournament(levels.YARDSTICK, levels.YARDSTICK, SEED, 10, 3).summary()
    assert (result["a_rate"], result["se"], result["mean_diff"]) == (0.5, 0.0, 0.0)


def test_bots_import_without_django():
    script = (
        "import sys, games.bots.levels, games.bots.koikoi.advice, games.bots.koikoi.wire, games.bots.koikoi.selfplay\n"
        "sys.exit(any(name.split('.')[0] in ('django', 'trainer', 'clubs') for name in sys.modules))"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("name", ["levels", "koikoi.worth"])
def test_the_examples_run(name):
    __import__(f"games.bots.{name}")
    assert doctest.testmod(sys.modules[f"games.bots.{name}"]).failed == 0
