"""Who is missing at a table: told at once, waited for, claimed after a minute and a half, and back at any time."""

import pytest

from games.karuta.players import Kind, Player
from games.live.wire import SILENT, TAKEN_OVER
from games.rules.karuta.events import Finish, Phase
from games.rules.karuta.variants import CHIRASHI, GENPEI, everybody, teams
from tests.games.live.bench import Bench, at_once

MISSING_S = 90


def live_of(bench, seat=0):
    return bench.desk.view(seat, bench.now)["live"]


def test_a_seat_without_a_connection_is_told_at_once():
    bench = Bench()
    shows = bench.shows
    bench.leave(1)
    assert bench.shows == shows + 1
    assert live_of(bench)["connected"] == [True, False]
    bench.wait(2_000)
    assert live_of(bench)["absent_ms"] == [None, 2_000]


def test_a_reading_goes_on_without_who_has_left():
    bench = Bench()
    card = bench.read_on_mat()
    number = bench.state.number
    bench.leave(1)
    bench.touch(0, card, 500, late_ms=5)
    assert bench.judged().taker == 0
    bench.wait(60_000)
    assert bench.state.number == number
    bench.join(1)
    bench.read()
    assert bench.state.number == number + 1


def test_a_seat_cannot_be_claimed_before_its_time():
    bench = Bench()
    bench.read()
    bench.leave(1)
    bench.wait(MISSING_S * 1000 - 100)
    kind, told = bench.act(0, "claim")
    assert kind == "refused"
    assert "missing" in str(told["sentence"])
    assert not live_of(bench)["may_claim"]


@pytest.mark.parametrize(("has_begun", "how"), [(False, Finish.WALKOVER), (True, Finish.RESIGNED)])
def test_after_a_minute_and_a_half_the_match_is_the_others_for_the_asking(has_begun, how):
    bench = Bench()
    if has_begun:
        bench.read()
    bench.leave(1)
    shows = bench.shows
    bench.wait(MISSING_S * 1000 + 100)
    assert bench.shows > shows
    assert live_of(bench)["may_claim"]
    assert bench.state.result is None
    assert bench.act(0, "claim")[0] == "ack"
    assert (bench.state.result.how, bench.state.result.winners) == (how, (0,))


def test_in_a_pause_nobody_is_missing_and_after_it_they_are():
    bench = Bench()
    bench.read()
    bench.act(0, "pause")
    bench.leave(1)
    bench.wait(MISSING_S * 1000 + 100)
    assert not live_of(bench)["may_claim"]
    kind, told = bench.act(0, "claim")
    assert (kind, str(told["sentence"])) == ("refused", "The match is paused.")
    bench.act(0, "resume")
    assert live_of(bench)["may_claim"]
    assert bench.act(0, "claim")[0] == "ack"


def test_who_comes_back_in_time_plays_on():
    bench = Bench()
    bench.read()
    bench.leave(1)
    bench.wait(MISSING_S * 1000 + 100)
    bench.join(1)
    assert bench.act(0, "claim")[0] == "refused"
    assert bench.state.result is None


def test_who_goes_and_comes_all_the_time_is_waited_for_four_minutes_in_all():
    bench = Bench()
    bench.read()
    for _ in range(4):
        bench.leave(1)
        bench.wait(59_000)
        bench.join(1)
    bench.leave(1)
    bench.wait(3_900)
    assert bench.act(0, "claim")[0] == "refused"
    bench.wait(200)
    assert bench.act(0, "claim")[0] == "ack"


def test_a_team_with_somebody_left_is_not_claimed_and_plays_on():
    bench = Bench(teams(at_once(GENPEI), 2))
    bench.read()
    bench.leave(3)
    bench.wait(MISSING_S * 1000 + 100)
    assert bench.act(0, "claim")[0] == "refused"
    bench.judged()
    bench.read()
    assert bench.state.number == 2


def test_where_everybody_plays_for_themselves_the_others_go_on():
    bench = Bench(everybody(at_once(CHIRASHI), 3))
    bench.read()
    bench.touch(0, bench.state.poem, 400, late_ms=5)
    bench.judged()
    bench.leave(2)
    bench.wait(MISSING_S * 1000 - 2_000)
    assert bench.state.number == 1
    bench.wait(10_000)
    assert bench.state.number == 2


def test_a_side_of_computers_is_never_missing():
    players = (Player(name="A"), Player(Kind.BOT, who="E"))
    bench = Bench(players=players)
    bench.wait(MISSING_S * 1000 + 100)
    assert bench.act(0, "claim")[0] == "refused"


def test_nobody_is_waited_for_who_says_nothing_for_fifteen_seconds():
    """A half-open connection: nothing comes, and nobody says that it has gone."""
    bench = Bench()
    bench.rtt_ms[1] = None
    connection = bench.people.sitting[1].connection
    bench.wait(14_000)
    assert bench.closed == []
    bench.wait(2_000)
    assert bench.closed == [(connection, SILENT)]
    assert live_of(bench)["connected"] == [True, False]


def test_the_newest_connection_has_the_seat_and_its_own_probes():
    bench = Bench()
    older = bench.people.sitting[0].connection
    newer = bench.join(0)
    assert bench.closed == [(older, TAKEN_OVER)]
    assert bench.kinds(0).count("hello") == 2
    count = bench.game.count
    bench.say(0, "act", connection=older, seen=count, do="ready")
    assert bench.game.count == count
    bench.say(0, "act", connection=newer, seen=count, do="ready")
    assert bench.game.count == count + 1
    assert bench.people.sitting[0].probes.count == 0


def test_the_older_connection_that_closes_later_takes_nobody_away():
    bench = Bench()
    older = bench.people.sitting[0].connection
    bench.join(0)
    assert bench.people.leave(older, bench.now) is None
    assert live_of(bench)["connected"] == [True, True]


def test_who_comes_while_everybody_is_called_is_called_too():
    bench = Bench()
    bench.does_arm = {0}
    for seat in (0, 1):
        bench.act(seat, "ready")
    bench.until_told(0, "arm")
    bench.does_arm = {0, 1}
    bench.join(1)
    _, go = bench.until_told(1, "go")
    assert go["is_armed"]


# Waiting on purpose --------------------------------------------------------------------------------------
def test_a_raised_hand_holds_the_next_poem_back_until_it_is_lowered():
    bench = Bench()
    bench.read()
    assert bench.act(1, "raise")[0] == "ack"
    assert bench.state.phase is Phase.READING
    bench.judged()
    assert bench.state.raised == {1}
    bench.wait(60_000)
    assert bench.state.number == 1
    bench.act(1, "lower")
    bench.read()
    assert bench.state.number == 2


def test_a_hand_that_is_lowered_again_while_the_poem_is_read_holds_nothing_back():
    bench = Bench()
    bench.read()
    bench.act(1, "raise")
    assert bench.act(1, "lower")[0] == "ack"
    bench.judged()
    assert bench.state.raised == frozenset()


def test_a_hand_raised_while_everybody_is_called_calls_the_reading_off():
    bench = Bench()
    bench.read()
    bench.judged()
    bench.does_arm = set()
    bench.until_told(0, "arm")
    bench.act(0, "raise")
    bench.wait(10_000)
    assert bench.state.number == 1
    assert bench.state.raised == {0}


def test_a_hand_raised_before_the_joka_waits_after_the_first_poem():
    bench = Bench()
    bench.does_arm = set()
    for seat in (0, 1):
        bench.act(seat, "ready")
    bench.until_told(0, "arm")
    assert bench.act(0, "raise")[0] == "ack"
    bench.until_told(0, "go")
    bench.judged()
    assert bench.state.raised == {0}


def test_a_hand_raised_in_a_reading_that_is_taken_back_is_raised_all_the_same():
    bench = Bench()
    bench.read()
    bench.act(1, "raise")
    bench.act(0, "pause")
    assert bench.state.raised == {1}


def test_a_friendly_match_may_be_paused_and_its_clock_stands():
    bench = Bench()
    bench.read()
    assert bench.act(0, "pause")[0] == "ack"
    assert bench.state.phase is Phase.RESOLVE
    shown = bench.desk.view(0, bench.now)["clock"]["now_ms"]
    bench.wait(60_000)
    assert bench.desk.view(0, bench.now)["clock"] | {"is_running": False} == bench.desk.view(0, bench.now)["clock"]
    assert bench.desk.view(0, bench.now)["clock"]["now_ms"] == shown
    assert bench.act(1, "raise")[0] == "refused"
    assert bench.act(0, "pause")[0] == "refused"
    assert bench.act(1, "resume")[0] == "ack"
    bench.read()
    assert bench.state.number == 2


def test_a_rated_match_is_not_paused():
    bench = Bench(is_rated=True)
    bench.read()
    assert bench.act(0, "pause")[0] == "refused"
    assert bench.state.phase is Phase.READING


def test_who_resigns_in_the_middle_of_a_reading_ends_it():
    bench = Bench()
    bench.read()
    assert bench.act(0, "resign", seen=0)[0] == "ack"
    assert bench.state.result.winners == (1,)
    bench.wait(60_000)
    assert bench.kinds(0).count("go") == 1


def test_who_never_gets_done_laying_is_ready_after_ten_minutes():
    bench = Bench()
    bench.act(0, "ready")
    bench.wait(599_000)
    assert bench.state.phase is Phase.LAYOUT
    bench.wait(2_000)
    assert bench.state.phase is not Phase.LAYOUT


def test_a_hand_is_waited_for_two_minutes_and_then_not_before_the_next_poem():
    bench = Bench()
    bench.read()
    bench.judged()
    assert bench.act(1, "raise")[0] == "ack"
    bench.wait(119_900)
    assert (bench.state.number, bench.state.raised) == (1, {1})
    bench.wait(200)
    assert bench.state.raised == set()
    assert bench.act(1, "raise")[0] == "ack"
    assert bench.told[1][-2][1:] == ("notice", {"kind": "raising", "seat": 1})
    bench.read()
    assert bench.state.number == 2
    bench.judged()
    assert bench.state.raised == {1}


def test_a_hand_outlives_the_server_and_is_not_waited_for_twice_as_long():
    bench = Bench()
    bench.read()
    bench.judged()
    bench.act(1, "raise")
    bench.wait(100_000)
    later = Bench(events=bench.game.table.events)
    later.wait(10_000)
    assert later.state.raised == {1}
    later.wait(125_000)
    assert later.state.raised == set()
