"""What holds in every match, whatever is touched, sent and moved."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from karuta_recount import Recount, stated
from karuta_table import next_commands, random_match

from games.rules.engine import IllegalMove
from games.rules.karuta import log, notation, play
from games.rules.karuta.events import (
    Close,
    Deal,
    Dealt,
    Decline,
    Judged,
    Lay,
    LowerHand,
    Move,
    Phase,
    RaiseHand,
    Read,
    ReadingBegun,
    Ready,
    Resign,
    Send,
    Sent,
    Touch,
    Void,
    WalkOver,
)
from games.rules.karuta.field import EMPTY, Place
from games.rules.karuta.judge import How
from games.rules.karuta.variants import (
    CHIRASHI,
    FIVE_COLOURS,
    GENPEI,
    KYOGI,
    THIRD,
    FaultRule,
    Penalty,
    Unsent,
    Untaken,
    everybody,
    kyogi,
    teams,
)

SEEDS = st.integers(0, 2**32)
SETUPS = {
    "kyogi": kyogi(),
    "contact": kyogi(replace(KYOGI, contact_is_fault=True)),
    "strict": kyogi(replace(KYOGI, unsent=Unsent.LAPSE)),
    "alone": kyogi(replace(KYOGI, untaken=Untaken.REPEAT)),
    "third": kyogi(THIRD),
    "genpei": teams(GENPEI, 3, 2),
    "genpei as kyogi": teams(replace(GENPEI, fault=FaultRule.OTHER_TERRITORY), 2),
    "chirashi": everybody(CHIRASHI, 4),
    "chirashi giving back": everybody(replace(CHIRASHI, penalty=Penalty.GIVE_BACK), 3),
    "five colours": kyogi(FIVE_COLOURS, tuple(range(21, 41))),
    "live": kyogi(replace(KYOGI, simultaneous_ms=40)),
    "live genpei": teams(replace(GENPEI, simultaneous_ms=40), 2),
    "live chirashi": everybody(replace(CHIRASHI, simultaneous_ms=40), 3),
}
LIVE = [name for name, setup in SETUPS.items() if setup.variant.simultaneous_ms]
SENDING = [name for name, setup in SETUPS.items() if setup.variant.penalty is Penalty.SEND]


def matches(examples, names=tuple(SETUPS)):
    """Runs a test on whole random matches."""

    def of(test):
        @settings(max_examples=examples, deadline=None)
        @given(SEEDS, st.sampled_from(list(names)))
        def run(seed, name):
            test(SETUPS[name], *random_match(SETUPS[name], seed))

        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run

    return of


def everywhere(state):
    """Every card that is or was on the mat, once for each place it is in."""
    on_mat = [card for side in range(len(state.field.territories)) for card in state.field.cards(side)]
    on_mat += [each.card for each in state.field.scattered]
    return on_mat + [card for cards in state.taken for card in cards] + [*state.aside, *state.pool]


@matches(30)
def test_no_card_is_lost_or_doubled(setup, events, states):
    dealt = sorted(everywhere(states[1]))
    assert len(set(dealt)) == setup.variant.on_mat
    for state in states[2:]:
        assert sorted(everywhere(state)) == dealt


@matches(30, SENDING)
def test_the_total_falls_by_one_when_a_card_on_the_mat_is_taken_and_else_not(setup, events, states):
    for before, event, after in zip(states, events, states[1:], strict=False):
        fallen = before.field.on_mat - after.field.on_mat
        is_take = isinstance(event, Judged) and event.verdict.is_removed
        if not isinstance(event, Dealt):
            assert fallen == is_take
        if isinstance(event, Judged):
            assert is_take == (before.poem in everywhere(before)[: before.field.on_mat])


@matches(30, SENDING)
def test_at_most_two_cards_are_sent_and_one_way(setup, events, states):
    sent = []
    for event in events:
        if isinstance(event, Sent):
            sent.append(event.side)
            assert len(sent) <= 2
            assert len(set(sent)) == 1
        if isinstance(event, Judged):
            sent = []
            assert event.verdict.due <= 2
            assert event.verdict.n <= event.verdict.due


@matches(20)
def test_replay_equals_play(setup, events, states):
    assert play.replay(setup, events) == states[-1]


@matches(30)
def test_a_match_ends_within_as_many_verdicts_as_it_can_take(setup, events, states):
    end = states[-1]
    assert end.phase is Phase.OVER
    assert len(end.read) <= len(end.order) - (1 if setup.variant.penalty is Penalty.SEND else 0)
    assert len(set(end.read)) == len(end.read)
    if setup.variant is KYOGI:
        assert len(end.read) <= 99
        [winner] = end.result.winners
        assert end.result.left[winner] == 0
        assert end.result.margin == end.result.left[1 - winner] == sum(end.result.left) > 0


@matches(15)
def test_a_match_written_down_reads_back(setup, events, states):
    tags = {"Event": 'The "first" of \\ many', "Date": "2026.11.29"}
    begun = [at for at, event in enumerate(events) if isinstance(event, ReadingBegun)]
    for length in (len(events), begun[len(begun) // 2] + 1):
        part = events[:length]
        read = notation.load(notation.dump(setup, part, tags))
        assert (read.setup, read.events, dict(read.tags)) == (setup, tuple(part), tags)


@matches(30, LIVE)
def test_what_is_simultaneous_is_so_by_another_count(setup, events, states):
    counted = Recount(notation.dump(setup, events)).verdicts
    assert len(counted) == sum(isinstance(event, Judged) for event in events) > 0
    for line, expected in counted:
        assert stated(line) == expected, line


def test_the_matches_above_have_simultaneous_touches():
    hows = {}
    for name in LIVE:
        events, _ = random_match(SETUPS[name], 1)
        verdicts = [event.verdict for event in events if isinstance(event, Judged)]
        hows[name] = sum(verdict.how in (How.EQUAL, How.TIED) for verdict in verdicts)
    assert all(count >= 3 for count in hows.values()), hows


@matches(10)
def test_a_log_kept_as_json_is_the_same_match(setup, events, states):
    rows = json.loads(json.dumps([log.to_row(event) for event in events]))
    kept = log.setup_from_row(json.loads(json.dumps(log.setup_to_row(setup))))
    assert kept == setup
    assert play.replay(kept, map(log.from_row, rows)) == states[-1]


@pytest.mark.parametrize("row", [{}, {"event": "Cheated"}, {"event": "Moved", "seat": 0}, {"event": "Dealt", "x": 1}])
def test_a_row_that_is_no_event_is_refused(row):
    with pytest.raises(ValueError, match="is not an event"):
        log.from_row(row)


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.sampled_from(sorted(SETUPS)))
def test_a_view_tells_nothing_of_the_poem_being_read_and_those_to_come(seed, name):
    """Whatever poem it were, in whatever order, every seat would be shown the same."""
    _, states = random_match(SETUPS[name], seed)
    random = Random(seed)
    for state in states[1 :: 1 + len(states) // 20]:
        unread = [each for each in state.order if each not in state.read]
        random.shuffle(unread)
        order = (*state.read, *unread)
        poem = None if state.poem is None else order[len(state.read)]
        other = replace(state, order=order, poem=poem, upper_ms=state.upper_ms and 1, lower_ms=state.lower_ms and 2)
        for seat in range(len(state.setup.seats)):
            assert play.view(other, seat) == play.view(state, seat)
            others = tuple(each for each in state.touches if each.seat == seat)
            assert play.view(state, seat).touches == others


@matches(10)
def test_what_a_seat_is_told_does_not_name_the_poem(setup, events, states):
    for event in events:
        told = play.told(event, 0)
        if isinstance(event, ReadingBegun):
            assert (told.poem, told.upper_ms, told.lower_ms) == (0, 0, 0)
        elif isinstance(event, Dealt):
            assert told.order == ()
        elif told is None:
            assert event.seat != 0
        else:
            assert type(told) is type(event)


def wild_commands(state, dice):
    """Commands of every kind, most of them out of place."""
    seat, card, at_ms = dice.choice((-1, 0, 1, 7)), dice.choice(range(-1, 103)), state.since_ms
    place = Place(dice.choice((0, 3)), dice.choice((0, 2)), dice.choice((-1, 0, 40)))
    return [
        Deal(at_ms),
        Lay(seat, EMPTY, at_ms),
        Ready(seat, at_ms),
        Read(at_ms - 1),
        Read(at_ms, 0, 0),
        Touch(seat, dice.randint(-500, 5_000), card),
        Close(dice.randint(0, 20_000), at_ms),
        Close(100, at_ms, is_lost=True),
        Void(at_ms=at_ms),
        Send(seat, (card,), at_ms),
        Decline(seat, at_ms),
        Move(seat, card, place, at_ms),
        RaiseHand(seat, at_ms),
        LowerHand(seat, at_ms),
        Resign(seat, at_ms),
        WalkOver(seat, at_ms),
    ]


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.sampled_from(sorted(SETUPS)))
def test_decide_changes_nothing_and_what_it_answers_can_be_applied(seed, name):
    dice, sentences = Random(seed), set()
    _, states = random_match(SETUPS[name], seed)
    for state in states[:: 1 + len(states) // 15]:
        before = repr(state)
        for command in wild_commands(state, dice):
            try:
                events = play.decide(state, command, dice)
            except IllegalMove as refused:
                sentences.add(str(refused))
                continue
            later = state
            for event in events:
                later = play.apply(later, event)
            assert sorted(everywhere(later)) == sorted(everywhere(state)) or state.phase is Phase.DEAL
        assert repr(state) == before
    assert all(sentence.endswith(".") for sentence in sentences)


def test_the_same_seed_is_the_same_match():
    assert random_match(kyogi(), 7) == random_match(kyogi(), 7)
    assert random_match(kyogi(), 7)[0] != random_match(kyogi(), 8)[0]


def test_random_matches_see_every_verdict_of_kyogi():
    """The matches above are only worth something if they try everything."""
    seen = set()
    for seed in range(40):
        events, _ = random_match(kyogi(), seed)
        seen |= {event.verdict.name for event in events if isinstance(event, Judged)}
    assert len(seen) >= 10
    assert next_commands(play.start(kyogi()), Random(1)) == [Deal()]
