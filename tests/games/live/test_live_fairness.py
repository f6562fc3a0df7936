"""Every rule of fairness at a table, with a clock that is turned by hand.

Numbers are worked out from docs/fairness.md: base = min(cap, floor / 2 + clamp(p90 - floor, 10, 40)); a bank of up to
30 ms, 3 ms more a reading; final after best + 15 + the largest ceiling of a rival.
"""

import pytest

from games.rules.karuta.events import Finish, Judged, Phase, ReadingVoided
from games.rules.karuta.judge import How, Touched
from games.rules.karuta.variants import CHIRASHI, GENPEI, KYOGI, everybody, kyogi, replace, teams
from tests.games.live.bench import Bench, at_once

STEADY_20 = 10 + 10  # what is believed of a steady line of 20 ms: half of it, and the least margin


def touches(bench):
    return [event for event in bench.appended if isinstance(event, Touched)]


# What is believed ----------------------------------------------------------------------------------------
def test_a_touch_counts_from_the_moment_its_player_says_if_the_line_can_have_taken_so_long():
    bench = Bench()
    card = bench.read_on_mat()
    bench.touch(0, card, 500, late_ms=STEADY_20)
    assert touches(bench)[-1].ms == 500


def test_an_earlier_moment_than_the_line_can_have_taken_is_not_believed():
    bench = Bench()
    card = bench.read_on_mat()
    bank = bench.people.sitting[0].bank_ms
    bench.touch(0, card, 500, late_ms=10, says=250)  # made 260 ms before it arrives, it says
    assert touches(bench)[-1].ms == 510 - STEADY_20 - bank


def test_a_moment_after_its_own_arrival_counts_as_the_arrival():
    bench = Bench()
    card = bench.read_on_mat()
    bench.touch(0, card, 500, late_ms=10, says=900)
    assert touches(bench)[-1].ms == 510


@pytest.mark.parametrize(("is_rated", "cap"), [(True, 80), (False, 120)])
def test_nobody_is_believed_more_than_the_cap_however_slow_their_line(is_rated, cap):
    bench = Bench(is_rated=is_rated, rtt_ms=118.0)
    bench.rtt_ms = {0: 118.0, 1: 118.0}
    card = bench.read_on_mat()
    bank = bench.people.sitting[0].bank_ms
    bench.touch(0, card, 2_000, late_ms=300)
    assert touches(bench)[-1].ms == 2_300 - min(cap, 59 + 10) - bank


def test_probes_that_are_answered_late_get_no_more_than_the_cap():
    bench = Bench()
    bench.rtt_ms[0] = 1_500.0
    bench.wait(10_000)
    assert bench.people.base_ms(0) == 120


def test_a_second_slow_connection_is_not_believed_in_the_reading_it_comes_in():
    """What a player could gain: be armed over a quick line and touch over a slow one."""
    bench = Bench()
    card = bench.read_on_mat()
    bank = bench.people.sitting[0].bank_ms
    bench.rtt_ms[0] = 400.0
    bench.join(0)
    bench.until(bench.zero_ms + 1_000)
    bench.touch(0, card, 1_200, late_ms=400)
    assert touches(bench)[-1].ms >= 1_600 - STEADY_20 - bank


def test_a_new_connection_that_has_not_been_measured_is_believed_nothing():
    bench = Bench(rtt_ms=20.0)
    card = bench.read_on_mat()
    bank = bench.people.sitting[0].bank_ms
    bench.rtt_ms[0] = None
    bench.join(0)
    bench.touch(0, card, 500, late_ms=200)
    assert touches(bench)[-1].ms == 700 - bank


# The bank ------------------------------------------------------------------------------------------------
def test_the_bank_begins_empty_and_grows_by_three_a_reading_up_to_thirty():
    bench = Bench()
    seen = []
    for _ in range(12):
        bench.read()
        seen.append(bench.people.sitting[0].bank_ms)
        bench.judged()
    assert seen[:4] == [0, 3, 6, 9]
    assert seen[-1] == 30


def test_what_is_taken_out_of_the_bank_is_gone_until_it_grows_again():
    bench = Bench()
    for _ in range(6):
        bench.read()
        bench.judged()
    card = bench.read_on_mat()
    bank = bench.people.sitting[0].bank_ms
    assert bank >= 18
    bench.touch(0, card, 500, late_ms=STEADY_20 + bank)
    assert touches(bench)[-1].ms == 500
    bench.judged()
    assert bench.people.sitting[0].bank_ms == 3


def test_nothing_is_waited_for_of_a_seat_that_was_empty_at_go():
    bench = Bench(teams(at_once(GENPEI), 2))
    bench.rtt_ms[3] = 200.0
    bench.read()
    bench.touch(0, bench.state.poem, 500, late_ms=5)
    bench.judged()
    bench.leave(3)
    bench.read()
    bench.touch(0, bench.state.poem, 500, late_ms=5)
    at, _ = bench.until_told(1, "touched")
    ceiling = STEADY_20 + bench.people.sitting[1].bank_ms
    assert at - bench.zero_ms == pytest.approx(500 + 15 + ceiling, abs=1.5)


# When it is final ----------------------------------------------------------------------------------------
def test_the_others_hear_of_a_touch_when_none_of_theirs_can_be_earlier_any_more():
    bench = Bench()
    bench.rtt_ms[1] = 90.0
    bench.wait(10_000)
    card = bench.read_on_mat()
    ceiling = 45 + 10 + bench.people.sitting[1].bank_ms
    bench.touch(0, card, 500, late_ms=5)
    at, told = bench.until_told(1, "touched")
    assert told["touches"] == [{"seat": 0, "card": card, "ms": 500}]
    assert told["is_taken"]
    assert at - bench.zero_ms == pytest.approx(500 + 15 + ceiling, abs=1.5)


def test_who_touches_is_not_told_of_it_before_the_others():
    bench = Bench()
    card = bench.read_on_mat()
    bench.touch(0, card, 500, late_ms=5)
    assert bench.kinds(0)[-1] == "ack"
    _, told = bench.until_told(0, "touched")
    assert told["touches"] == []
    assert told["is_taken"]


def test_a_touch_that_was_earlier_and_came_later_wins_before_anybody_has_been_told():
    bench = Bench()
    bench.rtt_ms[1] = 90.0
    bench.wait(10_000)
    card = bench.read_on_mat(side=0)
    bench.touch(0, card, 500, late_ms=5)
    count = len(bench.told[1])
    bench.touch(1, card, 470, late_ms=55)
    assert "touched" not in [kind for _, kind, _ in bench.told[1][count:]]
    verdict = bench.judged()
    assert (verdict.taker, verdict.take_ms, verdict.how) == (1, 470, How.FIRST)


def test_the_verdict_waits_for_the_last_touch_that_could_have_been_made_in_time():
    bench = Bench()
    bench.rtt_ms[1] = 90.0
    bench.wait(10_000)
    card = bench.read_on_mat()
    ceiling = 45 + 10 + bench.people.sitting[1].bank_ms
    bench.touch(0, card, 500, late_ms=5)
    closes = 500 + KYOGI.close_after_take_ms
    bench.until(bench.zero_ms + closes + ceiling - 5)
    assert bench.state.phase is Phase.READING
    bench.until(bench.zero_ms + closes + ceiling + 2)
    assert bench.state.phase is not Phase.READING


def test_after_the_window_no_claim_changes_the_verdict():
    """The other has been told, and says at once to have been first, over a line of nearly nothing."""
    bench = Bench(rtt_ms=1.0)
    bench.wait(10_000)
    card = bench.read_on_mat(side=0)
    bench.touch(0, card, 500, late_ms=1)
    at, _ = bench.until_told(1, "touched")
    bench.until(at)
    bench.say(1, "touch", reading=bench.state.number, touches=[{"card": card, "ms": 1}])
    assert bench.judged().taker == 0


# The same time -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("later", "how"), [(15, How.EQUAL), (16, How.FIRST)])
def test_within_fifteen_milliseconds_the_card_is_its_owners(later, how):
    bench = Bench()
    card = bench.read_on_mat(side=1)
    bench.touch(0, card, 500, late_ms=5)
    bench.touch(1, card, 500 + later, late_ms=5)
    verdict = bench.judged()
    assert verdict.how is how
    assert verdict.taker == (1 if how is How.EQUAL else 0)


def test_within_fifteen_milliseconds_a_card_among_all_is_set_aside():
    bench = Bench(everybody(at_once(CHIRASHI), 3))
    bench.read()
    card = bench.state.poem
    bench.touch(0, card, 500, late_ms=5)
    bench.touch(2, card, 515, late_ms=5)
    verdict = bench.judged()
    assert (verdict.how, verdict.taker) == (How.TIED, None)


# Arming and go -------------------------------------------------------------------------------------------
def test_go_comes_when_everybody_is_armed_and_at_least_600_ms_ahead():
    bench = Bench()
    for seat in (0, 1):
        bench.act(seat, "ready")
    called_at, _ = bench.until_told(0, "arm")
    went_at, go = bench.until_told(0, "go")
    assert went_at - called_at == pytest.approx(50, abs=2)
    assert go["in_ms"] >= 600
    assert go["upper_in_ms"] >= go["in_ms"]
    assert go["is_armed"]


def test_who_is_not_armed_after_five_seconds_plays_without_the_sound():
    bench = Bench()
    bench.does_arm = {0}
    for seat in (0, 1):
        bench.act(seat, "ready")
    called_at, _ = bench.until_told(1, "arm")
    went_at, go = bench.until_told(1, "go")
    assert went_at - called_at == pytest.approx(5_000, abs=2)
    assert not go["is_armed"]


def test_nobody_is_called_to_the_first_reading_before_their_line_is_measured():
    bench = Bench()
    bench.rtt_ms = {0: 20.0, 1: None}
    for seat in (0, 1):
        bench.act(seat, "ready")
    called_at, _ = bench.until_told(0, "arm")
    went_at, _ = bench.until_told(0, "go")
    assert went_at - called_at == pytest.approx(5_000, abs=2)


def test_the_event_of_a_reading_is_there_before_go_is_told():
    bench = Bench()
    bench.read()
    assert bench.state.phase is Phase.READING
    assert bench.appended[-1].number == 1


def test_go_names_the_moment_sooner_by_half_the_quickest_round_trip():
    bench = Bench()
    bench.rtt_ms = {0: 20.0, 1: 100.0}
    bench.wait(10_000)
    bench.read()
    near, far = (fields for seat in (0, 1) for _, kind, fields in bench.told[seat] if kind == "go")
    assert near["in_ms"] - far["in_ms"] == near["upper_in_ms"] - far["upper_in_ms"] == 50 - 10
    assert far["in_ms"] >= 600


def test_who_begins_the_sound_before_go_is_believed_no_more_than_others():
    bench = Bench()
    card = bench.read_on_mat()
    bank = bench.people.sitting[0].bank_ms
    bench.touch(0, card, 300, late_ms=10, says=1_200)
    assert touches(bench)[-1].ms == 310
    bench.touch(0, card, 320, late_ms=10, says=0)
    assert touches(bench)[-1].ms == 330 - STEADY_20 - bank


# Rated seats ---------------------------------------------------------------------------------------------
def test_a_rated_match_is_not_read_to_a_seat_farther_than_120_ms_away():
    bench = Bench(is_rated=True)
    bench.rtt_ms[1] = 121.0
    bench.wait(5_000)
    for seat in (0, 1):
        bench.act(seat, "ready")
    bench.wait(60_000)
    assert bench.state.number == 0
    assert bench.desk.view(0, bench.now)["live"]["slow"] == [False, True]
    bench.rtt_ms[1] = 119.0
    bench.wait(60_000)
    assert bench.state.number > 0


def test_a_rated_match_is_not_read_to_a_seat_that_answers_no_probes():
    bench = Bench(is_rated=True)
    bench.read()
    bench.judged()
    bench.rtt_ms[1] = None
    bench.join(1)
    for _ in range(4):
        bench.wait(10_000)
        bench.say(1, "sync", have=0)
    assert bench.state.number == 1
    assert bench.desk.view(0, bench.now)["live"]["slow"] == [False, True]
    bench.rtt_ms[1] = 20.0
    bench.wait(30_000)
    assert bench.desk.view(0, bench.now)["live"]["slow"] == [False, False]
    assert bench.state.number > 1


def test_a_friendly_match_is_read_to_any_seat():
    bench = Bench(rtt_ms=300.0)
    bench.read()
    assert bench.state.number == 1


# What does not work --------------------------------------------------------------------------------------
def test_a_touch_sent_twice_counts_once():
    bench = Bench()
    card = bench.read_on_mat()
    for _ in range(2):
        assert bench.touch(0, card, 500, late_ms=5, id="the same")[0] == "ack"
    assert len(touches(bench)) == 1


def test_a_message_that_comes_again_over_a_new_connection_is_not_done_again():
    bench = Bench()
    card = bench.read_on_mat()
    bench.touch(0, card, 500, late_ms=5, id="the same")
    bench.join(0)
    assert bench.touch(0, card, 500, late_ms=50, id="the same")[0] == "ack"
    assert len(touches(bench)) == 1


def test_too_many_touches_of_one_reading_are_refused():
    bench = Bench()
    bench.read_on_mat()
    cards = bench.state.field.cards(0)
    bench.until(bench.zero_ms + 100)
    answers = [
        bench.say(0, "touch", reading=bench.state.number, touches=[{"card": cards[0], "ms": 100}] * 60)[0]
        for _ in range(6)
    ]
    assert answers == ["ack"] * 5 + ["refused"]


def test_a_touch_before_the_first_sound_is_void_and_told_as_too_early():
    bench = Bench()
    card = bench.read_on_mat()
    bench.touch(0, card, -50, late_ms=5)
    bench.touch(1, card, 400, late_ms=5)
    verdict = bench.judged()
    assert (verdict.taker, verdict.early) == (1, (0,))


def test_who_says_that_it_was_before_the_sound_is_taken_at_their_word():
    bench = Bench()
    card = bench.read_on_mat()
    bench.touch(0, card, 400, late_ms=5, says=-1)
    bench.touch(1, card, 450, late_ms=5)
    assert bench.judged().taker == 1


def test_a_touch_of_a_reading_that_is_over_comes_too_late():
    bench = Bench()
    card = bench.read_on_mat()
    bench.touch(0, card, 500, late_ms=5)
    number = bench.state.number
    bench.judged()
    kind, told = bench.touch(1, card, 100, late_ms=0, reading=number)
    assert (kind, told["is_stale"]) == ("refused", True)
    assert len(touches(bench)) == 1


def test_nothing_on_the_wire_names_the_poem_before_its_verdict():
    bench = Bench()
    bench.read()
    seen = str([bench.desk.view(seat, bench.now) for seat in (0, 1)] + [bench.desk.picture(bench.now)()])
    assert "'poem'" not in seen
    assert "order" not in seen
    for seat in (0, 1, -1):
        for _, kind, fields in bench.told[seat]:
            assert "poem" not in fields, kind
    arm = next(fields for _, kind, fields in bench.told[0] if kind == "arm")
    assert set(arm) == {"reading", "sound", "before", "is_sealed"}
    assert set(arm["sound"]) == {"url", "bytes"}


def test_grants_that_are_always_at_the_ceiling_are_flagged_for_a_person_to_look_at():
    bench = Bench(kyogi(replace(at_once(), close_after_take_ms=1_500)))
    for _ in range(45):
        if bench.state.result:
            break
        card = bench.read_on_mat()
        if bench.state.result:
            break
        bench.touch(0, card, 700, late_ms=5, says=1)
        bench.judged()
        _send_if_owed(bench)
    assert "ceiling" in {flag.kind for flag in bench.flags if flag.seat == 0}
    assert not [flag for flag in bench.flags if flag.seat == 1]


def _send_if_owed(bench):
    if bench.state.owed:
        side = bench.state.sender
        bench.act(side, "send", cards=list(bench.state.field.cards(side)[: bench.state.owed]))


# Taken back ----------------------------------------------------------------------------------------------
def test_a_server_that_comes_back_in_the_middle_of_a_reading_takes_it_back_and_reads_it_later():
    before = Bench()
    before.read()
    poem = before.state.poem
    after = Bench(events=before.game.table.events)
    assert isinstance(after.appended[0], ReadingVoided)
    assert after.state.phase is Phase.RESOLVE
    assert poem in after.state.order[after.state.at :]
    after.read()
    assert after.state.number == 2


def test_every_match_is_the_fold_of_what_was_appended():
    bench = Bench(seed=3)
    while not bench.state.result and bench.state.number < 30:
        card = bench.read_on_mat()
        bench.touch(bench.state.number % 2, card, 600, late_ms=5)
        bench.judged()
        _send_if_owed(bench)
    again = Bench(seed=3, events=bench.game.table.events)
    assert again.state.field == bench.state.field
    assert [event for event in bench.game.table.events if isinstance(event, Judged)]


def test_a_match_is_played_to_its_end():
    bench = Bench(seed=3)
    while not bench.state.result:
        bench.read()
        card = bench.state.poem
        if card in bench.state.field.cards(0) or card in bench.state.field.cards(1):
            bench.touch(0, card, 600, late_ms=5)
        bench.judged()
        if not bench.state.result:
            _send_if_owed(bench)
    assert bench.state.result.how is Finish.PLAYED
    assert bench.state.result.winners == (0,)
