"""A match from the deal to its end: phases and clocks, sending, moving, holding, giving up."""

from dataclasses import replace
from random import Random

import pytest
from karuta_table import after, read, table

from games.rules.engine import IllegalMove
from games.rules.karuta import play
from games.rules.karuta.events import (
    Close,
    Deal,
    Decline,
    Ended,
    Finish,
    Lay,
    LowerHand,
    Move,
    Phase,
    PhaseBegun,
    RaiseHand,
    Read,
    ReadingVoided,
    Ready,
    Resign,
    Send,
    SendDeclined,
    SendLapsed,
    Sent,
    Tick,
    Touch,
    Void,
    VoidReason,
    WalkOver,
)
from games.rules.karuta.field import Place, rows_of
from games.rules.karuta.judge import NO_TERRITORY, Name, Touching
from games.rules.karuta.variants import (
    CHIRASHI,
    FIVE_COLOURS,
    GENPEI,
    KYOGI,
    THIRD,
    Penalty,
    Setup,
    Unsent,
    Untaken,
    everybody,
    kyogi,
    teams,
)

A, B = 0, 1
MINUTE = 60_000


def dealt(setup=None, seed=1):
    return after(play.start(setup or kyogi()), Deal(), dice=Random(seed))[0]


def refused(state, command, match, dice=None):
    before = repr(state)
    with pytest.raises(IllegalMove, match=match):
        play.decide(state, command, dice)
    assert repr(state) == before


# The deal and the layout ---------------------------------------------------------------------------------
def test_fifty_of_the_hundred_are_dealt_twenty_five_a_side():
    state = dealt()
    cards = [*state.field.cards(A), *state.field.cards(B)]
    assert state.field.counts() == (25, 25)
    assert len(set(cards)) == 50
    assert sorted(state.order) == list(range(1, 101))
    assert state.order != tuple(cards + [each for each in range(1, 101) if each not in cards])
    assert state.phase is Phase.LAYOUT


def test_decks_and_orders_differ_by_seed():
    assert dealt(seed=1).field != dealt(seed=2).field
    assert dealt(seed=1).order != dealt(seed=2).order


def test_own_cards_are_laid_freely_in_three_rows():
    state = dealt()
    cards = state.field.cards(B)
    state, _ = after(state, Lay(B, rows_of(cards[::-1], (0, 9, 16))))
    assert state.field.territories[B] == ((), (), *[cards[::-1][i:j] for i, j in ((0, 5), (5, 9), (9, 17), (17, 25))])


def test_a_row_holds_sixteen():
    state = dealt()
    refused(state, Lay(A, rows_of(state.field.cards(A), (0, 8, 17))), "at most 16")


def test_only_the_own_cards_are_laid():
    state = dealt()
    refused(state, Lay(A, rows_of(state.field.cards(B), (7, 8, 10))), "not the cards of your side")
    refused(state, Lay(A, rows_of(state.field.cards(A)[1:], (7, 8, 9))), "not the cards of your side")


# Memorising ----------------------------------------------------------------------------------------------
def test_memorising_takes_fifteen_minutes_with_swings_in_the_last_two():
    state, events = after(dealt(), Ready(A, 5_000), Ready(B, 10_000))
    assert events[-1] == PhaseBegun(Phase.MEMORISE, 10_000)
    assert play.clock(state) == play.Clock(10_000 + 13 * MINUTE, "swing")
    assert play.decide(state, Tick(10_000 + 13 * MINUTE - 1)) == ()
    state, events = after(state, Tick(10_000 + 13 * MINUTE + 77))
    assert events == [PhaseBegun(Phase.SWING, 10_000 + 13 * MINUTE)]
    refused(state, Lay(A, state.field.territories[A], state.since_ms), "no hand on the cards")
    state, events = after(state, Tick(10_000 + 15 * MINUTE))
    assert events == [PhaseBegun(Phase.JOKA, 10_000 + 15 * MINUTE)]


def test_a_late_tick_makes_up_for_all_that_was_due():
    state, _ = after(dealt(), Ready(A), Ready(B))
    _, events = after(state, Tick(20 * MINUTE))
    assert [event.at_ms for event in events] == [13 * MINUTE, 15 * MINUTE]


def test_both_may_agree_to_begin_before():
    state, _ = after(dealt(), Ready(A), Ready(B), Ready(B, 60_000))
    assert state.phase is Phase.MEMORISE
    refused(state, Ready(B, 61_000), "ready already")
    state, _ = after(state, Tick(14 * MINUTE))  # the swings have begun, and B still agrees
    state, _ = after(state, Ready(A, 14 * MINUTE))
    assert state.phase is Phase.JOKA


def test_the_clock_does_not_go_back():
    state, _ = after(dealt(), Ready(A, 500), Ready(B, 500))
    refused(state, Ready(A, 499), "does not go back")


# Readings ------------------------------------------------------------------------------------------------
def test_a_take_closes_a_second_and_a_half_later():
    state, _ = after(table([1], [2, 3], [1]), Read(), Touch(A, 600, 1))
    assert play.closes_ms(state) == 2_100
    refused(state, Close(2_099), "still open")
    state, _ = after(state, Touch(B, 550, 1))  # reported later, made before
    assert play.closes_ms(state) == 2_050


def test_a_reading_does_not_close_before_the_other_side_can_be_simultaneous():
    state, _ = after(table([1], [2, 3], [1], simultaneous_ms=15, close_after_take_ms=0), Read(), Touch(B, 600, 1))
    assert play.closes_ms(state) == 615
    state, _ = after(state, Touch(A, 615, 1))
    state, _ = after(state, Close(play.closes_ms(state)))
    assert (state.last.taker, state.last.take_ms) == (A, 615)


def test_a_karafuda_closes_a_second_after_its_upper_verse():
    state, _ = after(table([1], [2], [3]), Read(0, upper_ms=5_700), Touch(A, 600, 2))
    assert play.closes_ms(state) == 6_700


def test_an_untaken_card_closes_once_its_lower_verse_has_been_read():
    state, _ = after(table([1, 2], [3], [1]), Read(0, upper_ms=5_700, lower_ms=14_200), Touch(B, 14_201, 1))
    assert play.closes_ms(state) == 14_200
    state, _ = after(state, Close(15_000))
    assert (state.last.taker, state.field.counts(), state.owed) == (A, (1, 1), 0)


def test_alone_the_card_is_awaited():
    state, _ = after(table([1, 2], [3], [1], untaken=Untaken.REPEAT), Read(), Touch(A, 900, 2))
    assert play.closes_ms(state) is None
    refused(state, Close(60_000), "Nobody has taken")
    state, _ = after(state, Touch(A, 61_000, 1), Close(62_500))
    assert (state.last.taker, state.field.counts()) == (A, (1, 1))


def test_touches_after_the_close_do_not_count():
    state, _ = after(table([1], [2, 3], [1]), Read(), Touch(A, 600, 1), Touch(B, 2_101, 2), Close(5_000))
    assert state.last.faults == (0, 0)


def test_only_cards_on_the_mat_are_touched_and_only_while_a_poem_is_read():
    state = table([1], [2], [1])
    refused(state, Touch(A, 100, 1), "joka is being read")
    state, _ = after(state, Read())
    refused(state, Touch(A, 100, 77), "not on the mat")
    refused(state, Touch(5, 100, 1), "no seat 5")
    refused(state, Touch(A, 100, kind=Touching.CONTACT, territory=NO_TERRITORY), "territory of a side")
    refused(state, Read(), "poem is being read")


def test_a_voided_reading_counts_for_nothing_and_is_read_again_later():
    state, _ = after(table([1], [2, 3], [1, 2, 3]), Read(), Touch(A, 600, 2))
    before = state
    spots = [play.decide(state, Void(), Random(seed))[0].back_at for seed in range(600)]
    assert {min(spots), max(spots)} == {1, 99}
    state, [voided] = after(state, Void(VoidReason.MISREAD), dice=Random(3))
    assert voided == ReadingVoided(VoidReason.MISREAD, voided.back_at, 0)
    assert (state.field, state.read, state.last, state.touches) == (before.field, (), None, ())
    assert sorted(state.order) == list(range(1, 101))
    assert state.order[state.at] == 2
    state, [begun] = after(state, Read())
    assert (begun.number, begun.poem) == (2, 2)


def test_the_last_poem_voided_comes_at_once():
    state = table([1], [2], [1])
    state = replace(state, order=(1,))
    state, _ = after(state, Read(), Void(), dice=Random(1))
    assert state.order[state.at :] == (1,)


def test_a_lost_card_is_the_opponents():
    state, _ = after(table([1, 4], [2, 3], [1]), Read(), Close(8_000, is_lost=True))
    assert (state.last.taker, state.sender, state.owed) == (B, B, 1)
    state, _ = after(table([1, 4], [2, 3], [5]), Read())
    refused(state, Close(8_000, is_lost=True), "can be lost")


def test_everybodys_touches_are_seen_with_the_verdict_and_not_before():
    state, _ = after(table([1], [2, 3], [1]), Read(), Touch(A, 600, 1), Touch(B, 700, 2))
    assert [touch.seat for touch in play.view(state, A).touches] == [A]
    assert play.view(state, A).last_touches == ()
    state, _ = after(state, Close(5_000))
    assert [touch.seat for touch in play.view(state, A).last_touches] == [A, B]


# Sending -------------------------------------------------------------------------------------------------
def owing_two():
    """A has taken 2 from B, who touched A's side: A sends two."""
    state, _ = read(table([1, 4, 5, 6], [2, 3], [2]), (A, 2, 600), (B, 4, 610))
    assert (state.last.name, state.sender, state.owed) == (Name.DOUBLE, A, 2)
    return state


def test_the_sender_chooses():
    state, events = after(owing_two(), Send(A, (6, 1)))
    assert [event.card for event in events] == [6, 1]
    assert (state.field.cards(A), sorted(state.field.cards(B))) == ((4, 5), [1, 3, 6])
    assert state.owed == 0


def test_what_may_not_be_sent():
    state = owing_two()
    refused(state, Send(B, (3,)), "no card to send")
    refused(state, Send(A, (3, 1)), "does not lie on your side")
    refused(state, Send(A, (1, 1)), "to be sent now: 2")
    refused(state, Send(A, (1, 4, 5)), "to be sent now: 2")
    refused(state, Send(A, ()), "to be sent now: 2")
    refused(state, Read(), "to be sent first")


def test_sending_is_a_right_and_not_a_duty():
    state, events = after(owing_two(), Decline(A))
    assert events == [SendDeclined(A, 0)]
    assert (state.field.counts(), state.owed) == ((4, 1), 0)
    state, events = after(owing_two(), Send(A, (1,)))
    assert [type(event) for event in events] == [Sent, SendDeclined]
    assert (state.field.counts(), state.owed) == ((3, 2), 0)


def test_a_card_that_decides_the_match_has_to_be_sent():
    state, _ = read(table([1], [2, 3], [2]), (A, 2, 600))
    assert play.must_send(state)
    refused(state, Decline(A), "decides the match")
    state, _ = read(table([1, 4], [2, 3], [2]), (A, 2, 600), (B, 1, 610))
    refused(state, Send(A, (1,)), "decides the match")


def test_a_robbed_side_has_not_won_while_a_card_is_due_to_it():
    state, _ = read(table([1], [2, 3], [1]), (B, 1, 600))
    assert (state.field.counts(), play.outcome(state)) == ((0, 2), None)
    refused(state, Decline(B), "decides the match")
    state, _ = after(state, Send(B, (2,)))
    assert (state.field.counts(), play.outcome(state)) == ((1, 1), None)


def test_after_ten_seconds_the_policy_sends():
    state = replace(owing_two(), since_ms=1_000)
    assert play.clock(state) == play.Clock(11_000, "send")
    assert play.decide(state, Tick(10_999, (5, 4))) == ()
    state, events = after(state, Tick(11_000, (99, 5, 5, 4)))
    assert [(event.card, event.is_picked) for event in events] == [(5, True), (4, True)]


def test_without_a_policy_the_first_cards_go():
    state, events = after(owing_two(), Tick(10_000))
    assert len(events) == 2
    assert (state.field.counts(), state.owed) == ((2, 3), 0)


def test_a_raised_hand_stops_the_clock():
    state, _ = after(owing_two(), RaiseHand(B))
    assert play.clock(state) is None
    assert play.decide(state, Tick(60_000)) == ()


def test_by_the_strict_rule_the_right_lapses_with_the_next_poem():
    state = table([1, 4, 5], [2, 3], [2, 9], unsent=Unsent.LAPSE)
    state, _ = read(state, (A, 2, 600))
    assert play.clock(state) is None
    state, events = after(state, Read())
    assert events[0] == SendLapsed(A, 0)
    assert (state.phase, state.field.counts()) == (Phase.READING, (3, 1))


def test_forgetting_the_card_that_keeps_a_side_in_play_loses():
    state, _ = read(table([1], [2, 3], [1], unsent=Unsent.LAPSE), (B, 1, 600))
    state, events = after(state, Read())
    assert events == [SendLapsed(B, 0), Ended(Finish.PLAYED, (A,), 2, (0, 2), 0)]


# Placing, moving, holding --------------------------------------------------------------------------------
def test_a_received_card_is_placed_anywhere_and_that_is_no_move():
    state, _ = after(owing_two(), Send(A, (6, 1)), Move(B, 6, Place(0, 1, 0)))
    assert state.field.place_of(B, 6) == Place(0, 1, 0)
    assert state.moves == (0, 0)
    state, _ = after(state, Move(B, 6, Place(0, 0, 0)))
    assert state.moves == (0, 1)


def test_moves_are_counted_and_only_of_own_cards_between_readings():
    state = owing_two()
    state, [moved] = after(state, Move(B, 3, Place(0, 0, 9)))
    assert (moved.place, state.moves) == (Place(0, 0, 0), (0, 1))
    refused(state, Move(B, 1, Place(0, 0, 0)), "does not lie on your side")
    refused(state, Move(B, 3, Place(3, 0, 0)), "no such place")
    state, _ = after(state, Send(A, (6, 1)), Read())
    refused(state, Move(B, 3, Place(0, 1, 0)), "A poem is being read")


def test_the_next_poem_ends_placing():
    state, _ = after(owing_two(), Send(A, (6, 1)))
    assert state.unplaced == {1, 6}
    state, _ = after(state, Read(), Void(), Move(B, 6, Place(0, 1, 0)), dice=Random(1))
    assert state.moves == (0, 1)


def test_a_full_row_takes_no_more_and_the_next_goes_elsewhere():
    state = table(list(range(1, 26)), list(range(26, 51)), [26])
    state = replace(state, field=state.field.laid(A, rows_of(range(1, 26), (16, 9, 0))))
    state, _ = read(state, (A, 26, 600))
    refused(state, Move(A, 25, Place(0, 0, 0)), "at most 16")
    state, _ = after(state, Move(A, 1, Place(0, 1, 3)))  # within the row there is room
    assert state.field.place_of(A, 1) == Place(0, 1, 3)


def test_a_sent_card_finds_its_place_in_a_row_that_has_room():
    field = table(list(range(1, 26)), [26], []).field
    assert field.laid(A, rows_of(range(1, 26), (3, 6, 16))).free_place(A, 16) == Place(0, 1, 0)
    assert field.laid(A, rows_of(range(1, 49), (16, 16, 15))).free_place(A, 16) == Place(2, 1, 0)
    assert field.laid(A, rows_of(range(1, 26), (16, 9, 0))).free_place(A, 0).row == 2
    assert field.laid(A, rows_of(range(1, 12), (5, 3, 3))).free_place(A, 3).row == 2


def test_more_than_forty_eight_cards_overflow_and_nothing_breaks():
    full = table(list(range(1, 26)), [26], []).field.laid(A, rows_of(range(1, 49), (16, 16, 16)))
    assert full.put(A, 49, full.free_place(A, 16)).count(A) == 49


def test_the_reciter_waits_for_a_raised_hand():
    state, _ = after(owing_two(), Send(A, (6, 1)), RaiseHand(B))
    refused(state, Read(), "the reciter waits")
    refused(state, RaiseHand(B), "raised already")
    refused(state, LowerHand(A), "not raised")
    state, _ = after(state, LowerHand(B), Read())
    assert state.phase is Phase.READING


# The end -------------------------------------------------------------------------------------------------
def test_one_one_own_card():
    state, events = read(table([1], [2], [1]), (A, 1, 600), (B, 1, 600))
    assert events[-1] == Ended(Finish.PLAYED, (A,), 1, (0, 1), 0)
    assert play.outcome(state).winner == A
    refused(state, Read(), "match is over")
    refused(state, Touch(A, 1, 2), "match is over")


def test_one_one_across_is_won_by_sending():
    state, _ = read(table([1], [2], [2]), (A, 2, 600))
    assert state.result is None
    state, events = after(state, Send(A, (1,)))
    assert events[-1] == Ended(Finish.PLAYED, (A,), 1, (0, 1), 0)


def test_a_side_without_a_card_to_send_has_won():
    state, events = read(table([1], [2, 3, 4, 5], [1]), (A, 1, 600), (B, 2, 600))
    assert (state.last.due, state.last.n) == (1, 0)
    assert events[-1] == Ended(Finish.PLAYED, (A,), 4, (0, 4), 0)


def test_one_one_both_fault_goes_on():
    state, _ = read(table([1], [2], [3]), (A, 1, 600), (B, 2, 600))
    assert (state.field.counts(), state.result) == ((1, 1), None)


def test_one_one_a_fault_on_a_karafuda_loses_by_two():
    state, _ = read(table([1], [2], [3]), (A, 1, 600), (A, 2, 600))
    _, events = after(state, Send(B, (2,)))
    assert events[-1] == Ended(Finish.PLAYED, (B,), 2, (2, 0), 0)


@pytest.mark.parametrize(("poem", "sends"), [(1, True), (2, False)])
def test_one_one_sweeping_both_cards_loses(poem, sends):
    state, _ = read(table([1], [2], [poem]), (A, poem, 600), (A, 3 - poem, 610))
    if sends:
        state, _ = after(state, Send(B, (2,)))
    assert (state.result.winners, state.result.margin) == ((B,), 1)


def test_a_resignation_has_no_margin_and_keeps_the_cards_left():
    state, [ended] = after(owing_two(), Resign(A, 500))
    assert ended == Ended(Finish.RESIGNED, (B,), None, (4, 1), 500)
    assert play.outcome(state).winner == B


def test_a_walkover_comes_before_the_first_poem():
    _, [ended] = after(play.start(kyogi()), WalkOver(B))
    assert ended == Ended(Finish.WALKOVER, (A,), None, (), 0)
    refused(owing_two(), WalkOver(B), "can be resigned")


# The other games -----------------------------------------------------------------------------------------
def begun(setup, seed=1):
    state = dealt(setup, seed)
    seats = range(len(setup.seats))
    while state.phase in (Phase.LAYOUT, Phase.MEMORISE, Phase.SWING):
        state, _ = after(state, *(Ready(seat) for seat in seats))
    return state


def test_genpei_lays_the_hundred_in_rows_of_sixteen_and_seventeen():
    state = begun(teams(GENPEI, 3))
    assert [state.field.row_count(A, row) for row in range(3)] == [16, 17, 17]
    assert state.field.counts() == (50, 50)
    assert state.phase is Phase.RESOLVE  # no joka, no time to memorise


def test_a_third_is_ten_cards_a_side_of_a_third_of_the_poems():
    state = begun(kyogi(THIRD))
    assert (state.field.counts(), len(state.order)) == ((10, 10), 34)
    assert {*state.field.cards(A), *state.field.cards(B)} < set(state.order)


def test_five_colours_reads_the_twenty_given():
    twenty = tuple(range(41, 61))
    state = begun(kyogi(FIVE_COLOURS, twenty))
    assert sorted(state.order) == list(twenty)
    assert [state.field.row_count(B, row) for row in range(3)] == [0, 5, 5]


def test_in_five_colours_the_next_taker_gets_what_was_given_back():
    state = begun(kyogi(FIVE_COLOURS, tuple(range(41, 61))))
    first, second, third = state.order[:3]
    state, _ = read(state, (A, first, 500))
    state, _ = read(state, (B, second, 500), (A, third, 600))
    assert (state.taken, state.pool) == (((), (second,)), (first,))
    state, _ = read(state, (B, third, 500))
    assert (state.taken, state.pool) == (((), (second, first, third)), ())


def test_five_colours_ends_with_three_cards_left():
    state = begun(kyogi(FIVE_COLOURS, tuple(range(41, 61))))
    while state.result is None:
        assert len(state.read) < 17
        state, _ = read(state, (B if state.order[state.at] % 2 else A, state.order[state.at], 500))
    assert (len(state.read), state.field.on_mat) == (17, 3)


def test_chirashi_scatters_the_hundred_with_orientations():
    state = begun(everybody(CHIRASHI, 3))
    scattered = state.field.scattered
    assert sorted(each.card for each in scattered) == list(range(1, 101))
    assert sorted(each.cell for each in scattered) == list(range(100))
    assert len({each.turn for each in scattered}) == 100
    assert all(0 <= each.turn < 360 for each in scattered)


def test_who_touches_a_wrong_card_in_chirashi_sits_out_one_reading():
    state = begun(everybody(CHIRASHI, 3))
    first, second, third, other = state.order[:4]
    state, _ = read(state, (0, other, 400), (1, first, 500))
    assert state.sat_out == (0,)
    state, _ = read(state, (0, second, 400), (2, second, 900))
    assert (state.last.taker, state.sat_out) == (2, ())
    state, _ = read(state, (0, third, 400))
    assert state.last.taker == 0


def test_if_all_were_to_sit_out_nobody_does():
    state = begun(everybody(CHIRASHI, 3))
    first, _, _, other = state.order[:4]
    state, _ = read(state, *((seat, other, 400) for seat in range(3)), (1, first, 500))
    assert state.sat_out == ()


def test_giving_back_a_card_in_chirashi():
    setup = everybody(replace(CHIRASHI, penalty=Penalty.GIVE_BACK), 3)
    state = begun(setup)
    first, second, other = state.order[:3]
    state, _ = read(state, (0, first, 400))
    state, _ = read(state, (0, other, 300), (2, other, 300), (1, second, 500))
    assert (state.taken, state.aside) == (((), (second,), ()), (first,))


def test_equal_totals_in_chirashi_are_joint_winners():
    state = begun(everybody(CHIRASHI, 3))
    while state.result is None:
        turn = len(state.read)
        seat = 0 if turn < 40 else 1 if turn < 80 else 2
        state, _ = read(state, (seat, state.order[state.at], 500))
    assert state.result.winners == (0, 1)
    assert play.outcome(state) == play.Outcome((40, 40, 20), None)


@pytest.mark.parametrize(
    ("variant", "seats", "poems"),
    [
        (KYOGI, (0,), ()),
        (KYOGI, (0, 0), ()),
        (KYOGI, (0, 1, 1), ()),
        (CHIRASHI, (0, 0, 1), ()),
        (THIRD, (0, 1), tuple(range(1, 36))),
        (THIRD, (0, 1), tuple(range(1, 20))),
        (FIVE_COLOURS, (0, 1), (1,) * 20),
        (FIVE_COLOURS, (0, 1), tuple(range(20))),
    ],
)
def test_a_setup_that_does_not_fit_is_refused(variant, seats, poems):
    with pytest.raises(ValueError):
        Setup(variant, seats, poems)
