"""Koi-Koi at a desk: who may do what, what nobody is shown, who is waited for, and how it ends."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone, translation

from games import matches
from games.live.effects import Append
from games.live.journal import Entry, write
from games.models import LiveTable, Match
from games.rules.koikoi.cards import cards_of
from games.rules.koikoi.events import Dealt, GameEnded, Resigned
from games.rules.koikoi.play import Phase
from tests.games.live.flowers_for_tests import Board, open_koikoi_for_tests

pytestmark = pytest.mark.django_db


def shown(html):
    """The cards that lie open in a drawn table."""
    return {int(card) for card in re.findall(r'data-card="(\d+)"', html)}


def hidden(state, *seats):
    """What is not to be seen by who sits at none of these seats: the stock, and the hands."""
    return {*state.stock, *(card for seat in seats for card in cards_of(state.hands[seat]))}


def test_at_every_moment_of_a_game_each_sees_what_is_open_and_their_own_hand():
    board = Board(months=3)
    watched = 0
    while board.state.phase is not Phase.OVER:
        for seat in (0, 1):
            seen = shown(board.html(seat))
            assert not seen & hidden(board.state, 1 - seat)
            if board.state.phase is not Phase.DEAL:
                assert set(cards_of(board.state.hands[seat])) <= seen
        watched_html = board.desk.picture(board.now)()["html"]
        assert not shown(watched_html) & hidden(board.state, 0, 1)
        assert 'name="move"' not in watched_html
        watched += 1
        if board.state.phase is Phase.DEAL:
            board.act(0, "deal")
            board.act(1, "deal")
        else:
            board.move()
    assert watched > 30


def test_what_a_view_says_is_nothing_but_the_drawn_table_and_who_is_there():
    """The stock and the other hand are nowhere in the message, by whatever name."""
    told = Board().desk.view(0, 0.0)
    assert set(told) == {"game", "seat", "seats", "events", "seen", "is_over", "html", "live"}


def test_only_whose_turn_it_is_moves():
    board = Board()
    turn = board.state.turn
    other_card = cards_of(board.state.hands[1 - turn])[0]
    kind, told = board.act(1 - turn, "play", flower=other_card)
    assert (kind, str(told["sentence"])) == ("refused", "It is the other player's turn.")
    card = cards_of(board.state.hands[turn])[0]
    assert board.act(turn, "play", flower=card)[0] == "ack"
    assert board.state.hands[turn].bit_count() == 7


def test_a_move_counts_once():
    board = Board()
    turn, seen = board.state.turn, board.game.count
    card = cards_of(board.state.hands[turn])[0]
    assert board.act(turn, "play", flower=card, name="same")[0] == "ack"
    count = board.game.count
    assert board.act(turn, "play", flower=card, name="same", seen=seen)[0] == "ack"
    kind, told = board.act(turn, "play", flower=card, seen=seen)
    assert (kind, told["is_stale"]) == ("refused", True)
    assert board.game.count == count


@pytest.mark.parametrize(("do", "fields"), [("ready", {}), ("raise", {}), ("send", {"cards": [1]})])
def test_what_belongs_to_karuta_is_refused(do, fields):
    board = Board()
    count = board.game.count
    assert board.act(0, do, **fields)[0] == "refused"
    assert board.game.count == count


def test_what_happened_is_told_once_until_something_else_happens():
    board = Board()
    seat = board.state.turn
    board.move()
    first = board.html(1 - seat)
    assert re.search(r'<ul class="happened"><li', first)
    assert board.html(1 - seat) == first
    assert "Ann" in first or "Ben" in first


def test_a_view_is_in_the_language_of_its_reader():
    board = Board()
    with translation.override("ja"):
        assert "手札" in board.html(0)


# From month to month --------------------------------------------------------------------------------------
def test_the_next_month_is_dealt_when_both_have_seen_the_result():
    board = Board(months=3)
    board.play_month()
    board.act(1, "deal")
    assert board.state.phase is Phase.DEAL
    assert "is dealt when Ann has seen this too" in board.html(1)
    board.act(0, "deal")
    assert (board.state.month, board.state.phase) == (2, Phase.HAND)


def test_who_is_first_waits_twenty_seconds_for_the_other():
    board = Board(months=3)
    board.play_month()
    board.act(0, "deal")
    board.wait(19_000)
    assert board.state.phase is Phase.DEAL
    board.wait(2_000)
    assert board.state.month == 2


def test_no_month_is_dealt_into_one_that_is_played():
    board = Board()
    assert board.act(0, "deal")[0] == "refused"
    board.play_month()
    assert str(board.act(0, "deal")[1]["sentence"]) == "The game is over."


# Missing, thinking, pausing ---------------------------------------------------------------------------------
def test_who_is_missing_for_a_minute_and_a_half_may_be_claimed():
    board = Board()
    board.leave(1)
    board.wait(89_000)
    assert board.act(0, "claim")[0] == "refused"
    assert "is not there" in board.html(0)
    board.wait(2_000)
    assert 'value="claim"' in board.html(0)
    assert board.act(0, "claim")[0] == "ack"
    assert board.appended()[-2:] == [Resigned(1, is_absent=True), GameEnded((0, 0), 0)]
    assert "was missing for too long" in board.html(0)


def test_who_thinks_for_three_minutes_may_be_claimed_by_the_other_alone():
    board = Board()
    turn = board.state.turn
    board.wait(179_000)
    assert not board.desk.view(1 - turn, board.now)["live"]["may_claim"]
    board.wait(2_000)
    assert board.act(turn, "claim")[0] == "refused"
    assert 'value="claim"' not in board.html(turn)
    assert board.act(1 - turn, "claim")[0] == "ack"
    assert board.game.table.outcome.winner == 1 - turn


def test_a_move_begins_the_thinking_anew():
    board = Board()
    board.wait(170_000)
    board.move()
    board.wait(20_000)
    assert not board.game.may_claim(board.now)


def test_while_the_game_is_paused_nobody_moves_and_nobody_is_late():
    board = Board()
    assert board.act(0, "pause")[0] == "ack"
    assert board.act(board.state.turn, "play", flower=cards_of(board.state.hands[board.state.turn])[0])[0] == "refused"
    board.leave(1)
    board.wait(600_000)
    assert board.act(0, "claim")[0] == "refused"
    assert board.act(0, "pause")[0] == "refused"
    board.join(1)
    assert board.act(1, "resume")[0] == "ack"
    assert board.act(1, "resume")[0] == "refused"
    board.move()
    assert [effect.is_clock for effect in board.effects if isinstance(effect, Append)] == [True, True, False]


def test_a_game_is_paused_after_a_restart_too(alice, charlie):
    table = open_koikoi_for_tests([alice, charlie])
    board = Board(match=table.koikoi)
    board.act(0, "pause")
    entry = Entry(table.pk, table.fence, timezone.now(), board.game.table, board.game.count, board.game.clock)
    assert write([entry]) == [None]
    assert Board(match=Match.objects.get()).game.is_paused


# The end ----------------------------------------------------------------------------------------------------
def test_who_resigns_has_lost_with_any_points():
    board = Board(months=3)
    board.play_month()
    leader = max((0, 1), key=lambda seat: board.state.scores[seat])
    assert board.state.scores[leader] > 0
    assert board.act(leader, "resign", seen=0)[0] == "ack"
    assert board.game.table.outcome.winner == 1 - leader
    assert "You give the game up." in board.html(leader)
    assert "You win the game." in board.html(1 - leader)
    assert board.act(leader, "resign")[0] == "refused"


def test_the_end_is_written_for_both_and_everything_is_the_fold_of_its_rows(alice, charlie):
    table = open_koikoi_for_tests([alice, charlie])
    board = Board(match=table.koikoi)
    board.play_month()
    before = sum(isinstance(event, Dealt) for event in board.game.table.events)
    assert before == 1
    now = timezone.now() + timedelta(minutes=5)
    written = table.koikoi.events.count()
    assert write([Entry(table.pk, table.fence, now, board.game.table, written)]) == [None]
    table = LiveTable.objects.get()
    assert (table.status, table.finished_at) == (LiveTable.Status.OVER, now)
    game = matches.load(table.koikoi)
    assert game.events == board.game.table.events
    assert game.state == board.state
    winner = board.game.table.outcome.winner
    won = [None if winner is None else seat == winner for seat in (0, 1)]
    assert [seat.is_won for seat in table.seats.all()] == won
    assert (table.koikoi.own_score, table.koikoi.other_score) == board.state.scores
