"""What holds in every game, whatever is played under whatever rules."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from koikoi_recount import recount
from koikoi_table import random_game

from games.rules.engine import IllegalMove
from games.rules.koikoi import cards, log, notation, play
from games.rules.koikoi.events import Dealt, End, KoiKoi, MonthEnded, Play, Stop, Take, YakuMade
from games.rules.koikoi.options import CHOICES, PRESETS, SEED, TEXTS, changes_from, with_changes
from games.rules.koikoi.play import Phase

SEEDS = st.integers(0, 2**32)


def any_options(seed):
    """Options with every choice drawn at random."""
    random = Random(seed)
    changes = {each.option: random.choice(each.choices)[0] for each in TEXTS if each.choices}
    changes |= {"months": random.randint(1, 3), "tsukifuda": random.choice([0, 4]), "teppou": random.choice([0, 5])}
    return with_changes(SEED, changes)


def games(examples):
    """Runs a test on whole random games: under a preset, or under options drawn at random."""

    def of(test):
        @settings(max_examples=examples)
        @given(SEEDS, st.sampled_from([*PRESETS, "any"]))
        def run(seed, name):
            options = any_options(seed) if name == "any" else replace(PRESETS[name], months=2)
            test(options, *random_game(options, seed))

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return of


def places(state):
    """Every place a card can be in."""
    shown = 0 if state.shown is None else 1 << state.shown
    return [*state.hands, *state.piles, state.floor, cards.mask_of(state.stock), shown]


@games(40)
def test_48_cards_are_always_accounted_for(options, events, states):
    for state in states:
        if state.dealer is None or state.month == 0:
            continue
        assert sum(mask.bit_count() for mask in places(state)) == 48
        union = 0
        for mask in places(state):
            union |= mask
        for four in cards.MONTH:
            assert (union & four).bit_count() == 4


@games(40)
def test_piles_hold_whole_pairs_and_the_floor_grows_only_by_singles(options, events, states):
    for state, event in zip(states, events, strict=False):
        if state.phase is not Phase.HAND or isinstance(event, Dealt):
            continue
        both = state.piles[0] | state.piles[1]
        assert all((both & four).bit_count() in (0, 2, 4) for four in cards.MONTH)
    dealt = None
    for state in states[1:]:
        counts = [(state.floor & four).bit_count() for four in cards.MONTH]
        if state.phase is Phase.HAND and state.piles == (0, 0) and len(state.stock) == 24:
            dealt = counts
        elif dealt:
            assert all(now <= max(1, before) for now, before in zip(counts, dealt, strict=True))


@games(40)
def test_points_are_those_of_an_independent_count(options, events, states):
    for state, event in zip(states[1:], events, strict=True):
        words = [{cards.text(each) for each in cards.cards_of(pile)} for pile in state.piles]
        if isinstance(event, YakuMade):
            expected = recount(words[event.seat], options, state.month, event.seat in state.calls)
            assert dict(event.yaku) == expected
            assert event.points == sum(expected.values())
        if isinstance(event, MonthEnded) and event.end is End.STOP:
            expected = recount(words[event.winner], options, state.month, event.winner in state.calls)
            assert dict(event.score.yaku) == expected
            assert event.points >= sum(expected.values()) > 0


@games(40)
def test_replay_equals_play(options, events, states):
    assert play.replay(options, events) == states[-1]


@games(25)
def test_a_game_written_down_reads_back(options, events, states):
    assert notation.load(notation.dump(options, events)) == (options, tuple(events))


@games(15)
def test_a_log_kept_as_json_is_the_same_game(options, events, states):
    rows = json.loads(json.dumps([log.to_row(event) for event in events]))
    kept = json.loads(json.dumps(changes_from(SEED, options)))
    assert play.replay(with_changes(SEED, kept), map(log.from_row, rows)) == states[-1]


@pytest.mark.parametrize("row", [{}, {"event": "Cheated"}, {"event": "Played", "seat": 0}, {"event": "Dealt", "x": 1}])
def test_a_row_that_is_no_event_is_refused(row):
    with pytest.raises(ValueError, match="is not an event"):
        log.from_row(row)


@games(25)
def test_totals_are_what_was_paid(options, events, states):
    ended = [event for event in events if isinstance(event, MonthEnded)]
    final = play.outcome(states[-1])
    assert final.scores == tuple(options.purse + sum(event.paid[seat] for event in ended) for seat in (0, 1))
    if options.purse:
        assert sum(final.scores) == 2 * options.purse
        assert min(final.scores) >= 0
    assert states[-1].results == tuple(ended)


@settings(max_examples=25)
@given(SEEDS, st.sampled_from(sorted(PRESETS)))
def test_what_is_not_among_the_moves_is_refused_and_changes_nothing(seed, name):
    _, states = random_game(PRESETS[name], seed, most_events=60)
    for state in states[:: 1 + len(states) // 8]:
        if state.phase is Phase.STOCK:
            continue  # stands only between two events of one decision
        before = repr(state)
        legal = set(play.moves(state))
        commands = [make(seat, each) for make in (Play, Take) for seat in (0, 1) for each in range(48)]
        commands += [make(seat) for make in (KoiKoi, Stop) for seat in (0, 1)]
        for command in commands:
            if command in legal:
                assert play.decide(state, command)
                continue
            with pytest.raises(IllegalMove) as refused:
                play.decide(state, command)
            assert str(refused.value).endswith(".")
        assert repr(state) == before


@settings(max_examples=40)
@given(SEEDS, st.sampled_from(sorted(PRESETS)))
def test_a_view_tells_nothing_of_the_other_hand_and_the_stock(seed, name):
    """Shuffling what a seat cannot see changes nothing in what it is shown."""
    _, states = random_game(PRESETS[name], seed, most_events=60)
    random = Random(seed)
    for state in states[:: 1 + len(states) // 10]:
        for seat in (0, 1):
            hidden = [*cards.cards_of(state.hands[1 - seat]), *state.stock]
            random.shuffle(hidden)
            count = state.hands[1 - seat].bit_count()
            hand, stock = cards.mask_of(hidden[:count]), tuple(hidden[count:])
            hands = (state.hands[0], hand) if seat == 0 else (hand, state.hands[1])
            assert play.view(replace(state, hands=hands, stock=stock), seat) == play.view(state, seat)
            seen = play.view(state, seat)
            if state.dealer is not None:
                assert seen.unseen.bit_count() == seen.opponent_count + seen.stock_count
                assert not seen.unseen & seen.hand


def test_the_same_seed_is_the_same_game():
    assert random_game(SEED, 7) == random_game(SEED, 7)
    assert random_game(SEED, 7)[0] != random_game(SEED, 8)[0]


def test_random_options_reach_every_choice():
    """The games above are only worth something if they try everything."""
    drawn = [any_options(seed) for seed in range(300)]
    for name, kind in CHOICES.items():
        assert {getattr(options, name) for options in drawn} == ({True, False} if kind is bool else set(kind))
