"""The play: dealing, captures, decisions, ends, and what may not be done."""

import pytest
from koikoi_table import after, numbers, pile, random_game, table

from games.rules.engine import IllegalMove, Laid
from games.rules.koikoi import cards, play
from games.rules.koikoi.cards import card
from games.rules.koikoi.events import (
    Deal,
    DealerDrawn,
    Dealt,
    DealVoided,
    Drawn,
    End,
    GameEnded,
    KoiKoi,
    MonthEnded,
    Play,
    Played,
    Stop,
    Take,
    Void,
    YakuMade,
    YakuSpoilt,
)
from games.rules.koikoi.options import PRESETS, SEED, Options, with_changes
from games.rules.koikoi.play import Phase

FLOOR_OF_FOUR = "1.bright.1 1.ribbon.1 1.chaff.1 1.chaff.2 2.animal.1 3.bright.1 4.animal.1 5.animal.1"
FLOOR_OF_THREE = "1.bright.1 1.ribbon.1 1.chaff.1 2.animal.1 3.bright.1 4.animal.1 5.animal.1 6.animal.1"
FLOOR_OF_PAIRS = "1.bright.1 1.ribbon.1 2.animal.1 2.ribbon.1 3.bright.1 3.ribbon.1 4.animal.1 4.ribbon.1"
PLAIN_FLOOR = "5.chaff.1 6.chaff.1 7.chaff.1 8.chaff.1 9.chaff.1 10.chaff.1 11.chaff.1 12.chaff.1"
TESHI = "1.bright.1 1.ribbon.1 1.chaff.1 1.chaff.2 2.animal.1 3.bright.1 4.animal.1 5.animal.1"
KUTTSUKI = "6.animal.1 6.ribbon.1 7.animal.1 7.ribbon.1 8.bright.1 8.animal.1 9.animal.1 9.ribbon.1"


def deck(first="", second="", floor=""):
    """48 cards with these in the hands and on the floor; gaps are filled with cards of all months, one by one."""
    wanted = [list(numbers(words)) for words in (first, second, floor)]
    spare = [slot + 4 * month for slot in range(4) for month in range(12)]
    spare = [each for each in spare if not any(each in group for group in wanted)]
    for group in wanted:
        while len(group) < 8:
            months = [each // 4 for each in group]
            nxt = next(each for each in spare if each // 4 not in months)
            spare.remove(nxt)
            group.append(nxt)
    return [*wanted[0], *wanted[1], *wanted[2], *spare]


def drawn(first, second):
    chosen = [card(first), card(second)]
    return chosen + [each for each in range(48) if each not in chosen]


def dealt(options, *decks, state=None):
    """The events of a deal with these decks; the first one is the draw for the dealer, seat 0's, when not given."""
    decks = (drawn("1.chaff.1", "2.chaff.1"), *decks) if state is None else decks
    return play.decide(state or play.start(options), Deal(), Laid(decks))


def kinds(events):
    return [type(event) for event in events]


# Dealing


def test_the_lower_month_deals():
    for first, second, dealer in (("1.chaff.1", "2.animal.1", 0), ("12.bright.1", "3.chaff.1", 1)):
        events = play.decide(play.start(SEED), Deal(), Laid([drawn(first, second), deck()]))
        assert events[0] == DealerDrawn((card(first), card(second)), dealer)
        assert events[1].dealer == dealer


def named(option, value, *, other):
    """The seed's rules with an option set to `value` by name, after it was something else."""
    return with_changes(with_changes(SEED, {option: other}), {option: value})


@pytest.mark.parametrize("options", [SEED, named("dealer_tie", "redraw", other="higher_card")])
def test_the_same_month_is_drawn_again(options):
    laid = Laid([drawn("5.animal.1", "5.chaff.2"), drawn("9.chaff.1", "4.chaff.1"), deck()])
    events = play.decide(play.start(options), Deal(), laid)
    assert [event.dealer for event in events[:2]] == [None, 1]


@pytest.mark.parametrize(("first", "second", "dealer"), [("5.animal.1", "5.chaff.2", 0), ("5.chaff.2", "5.chaff.1", 1)])
def test_or_the_higher_card_of_the_month_deals(first, second, dealer):
    options = with_changes(SEED, {"dealer_tie": "higher_card"})
    events = play.decide(play.start(options), Deal(), Laid([drawn(first, second), deck()]))
    assert events[0].dealer == dealer


def test_eight_each_eight_on_the_floor_and_a_stock_of_24():
    state = play.replay(SEED, dealt(SEED, deck()))
    assert [hand.bit_count() for hand in state.hands] == [8, 8]
    assert (state.floor.bit_count(), len(state.stock), state.piles) == (8, 24, (0, 0))
    assert (state.phase, state.turn, state.month) == (Phase.HAND, state.dealer, 1)


def test_a_floor_of_four_is_dealt_again():
    events = dealt(SEED, deck(floor=FLOOR_OF_FOUR), deck())
    assert kinds(events) == [DealerDrawn, Dealt, DealVoided, Dealt]
    assert events[2].reason is Void.FLOOR_FOUR
    assert [event.month for event in events if isinstance(event, Dealt)] == [1, 1]
    assert play.replay(SEED, events).month == 1


def test_or_a_floor_of_four_gives_the_dealer_six():
    options = with_changes(SEED, {"floor_four": "dealer_six"})
    ended = dealt(options, deck(floor=FLOOR_OF_FOUR))[-1]
    assert (ended.end, ended.winner, ended.points, ended.paid) == (End.FLOOR, 0, 6, (6, 0))


@pytest.mark.parametrize(
    ("option", "value", "floor", "void"),
    [
        ("floor_three", "take_all", FLOOR_OF_THREE, None),
        ("floor_three", "redeal", FLOOR_OF_THREE, Void.FLOOR_THREE),
        ("floor_pairs", "play", FLOOR_OF_PAIRS, None),
        ("floor_pairs", "redeal", FLOOR_OF_PAIRS, Void.FLOOR_PAIRS),
    ],
)
def test_floors_of_three_and_of_pairs(option, value, floor, void):
    events = dealt(with_changes(SEED, {option: value}), deck(floor=floor), deck())
    assert [event.reason for event in events if isinstance(event, DealVoided)] == ([void] if void else [])


@pytest.mark.parametrize(("hands", "winner"), [((TESHI, ""), 0), (("", TESHI), 1), ((KUTTSUKI, ""), 0)])
def test_a_dealt_yaku_ends_the_month_and_scores(hands, winner):
    ended = dealt(SEED, deck(*hands, floor=PLAIN_FLOOR if TESHI in hands else ""))[-1]
    assert (ended.end, ended.winner, ended.points) == (End.DEALT, winner, 6)


def test_or_a_dealt_yaku_is_dealt_again_or_nothing():
    events = dealt(PRESETS["nintendo"], deck(TESHI), deck())
    assert [event.reason for event in events if isinstance(event, DealVoided)] == [Void.DEALT_YAKU]
    off = with_changes(SEED, {"dealt_yaku": "off"})
    assert kinds(dealt(off, deck(TESHI))) == [DealerDrawn, Dealt]


@pytest.mark.parametrize(
    ("both", "expected"),
    [
        ("redeal", [DealerDrawn, Dealt, DealVoided, Dealt]),
        ("dealer", [DealerDrawn, Dealt, MonthEnded]),
        ("cancel", [DealerDrawn, Dealt]),
        ("both_paid", [DealerDrawn, Dealt, MonthEnded]),
    ],
)
def test_both_are_dealt_a_yaku(both, expected):
    options = with_changes(SEED, {"both_dealt": both})
    events = dealt(options, deck(TESHI, KUTTSUKI), deck())
    assert kinds(events) == expected
    if both == "dealer":
        assert (events[-1].winner, events[-1].paid) == (0, (6, 0))
    if both == "both_paid":
        assert (events[-1].winner, events[-1].paid) == (None, (6, 6))


@pytest.mark.parametrize(
    ("rule", "winner", "dealer", "next_dealer"),
    [
        ("winner_keep", 1, 0, 1),
        ("winner_keep", 0, 0, 0),
        ("winner_keep", None, 1, 1),
        ("winner_switch", 1, 0, 1),
        ("winner_switch", None, 0, 1),
        ("alternate", 0, 0, 1),
        ("alternate", None, 1, 0),
    ],
)
def test_who_deals_next(rule, winner, dealer, next_dealer):
    over = MonthEnded(End.STOP, winner, 0, play.NOBODY, (0, 0))
    state = table(options=with_changes(SEED, {"next_dealer": rule}), dealer=dealer, results=(over,), phase=Phase.DEAL)
    event = dealt(SEED, deck(), state=state)[0]
    assert (event.dealer, event.month) == (next_dealer, 2)


# Capturing


def test_no_match_is_laid_down_and_the_draw_follows():
    state, events = after(table(first="1.bright.1 2.chaff.1", second="3.chaff.1", stock="5.chaff.1"), Play(0, 0))
    assert events == [Played(0, card("1.bright.1"), ()), Drawn(0, card("5.chaff.1"), ())]
    assert state.floor == pile("1.bright.1 5.chaff.1")
    assert (state.turn, state.piles) == (1, (0, 0))


def test_one_match_is_taken():
    state, _ = after(
        table(first="1.bright.1 2.chaff.1", second="3.chaff.1", floor="1.chaff.1 4.chaff.1", stock="4.animal.1"),
        Play(0, 0),
    )
    assert state.piles[0] == pile("1.bright.1 1.chaff.1 4.chaff.1 4.animal.1")
    assert state.floor == 0


def test_of_two_one_is_chosen_before_the_draw():
    begin = table(first="1.bright.1 2.chaff.1", second="3.chaff.1", floor="1.chaff.1 1.chaff.2", stock="5.chaff.1")
    state, events = after(begin, Play(0, 0))
    assert events == [Played(0, 0, None)]
    assert (state.phase, state.shown, len(state.stock)) == (Phase.HAND_TAKE, 0, 1)
    assert play.moves(state) == (Take(0, card("1.chaff.1")), Take(0, card("1.chaff.2")))
    state, _ = after(state, Take(0, card("1.chaff.2")))
    assert state.piles[0] == pile("1.bright.1 1.chaff.2")
    assert state.floor == pile("1.chaff.1 5.chaff.1")


def test_of_two_one_is_chosen_for_a_drawn_card():
    begin = table(first="9.chaff.1 2.chaff.1", second="3.chaff.1", floor="1.chaff.1 1.chaff.2", stock="1.bright.1")
    state, _ = after(begin, Play(0, card("9.chaff.1")))
    assert (state.phase, state.turn, state.stock) == (Phase.STOCK_TAKE, 0, ())
    state, _ = after(state, Take(0, card("1.chaff.1")))
    assert (state.turn, state.phase) == (1, Phase.HAND)
    assert state.floor == pile("1.chaff.2 9.chaff.1")


@pytest.mark.parametrize("by_draw", [False, True])
def test_the_fourth_card_takes_all_three(by_draw):
    floor = "1.ribbon.1 1.chaff.1 1.chaff.2"
    hand, stock = ("9.chaff.1", "1.bright.1") if by_draw else ("1.bright.1", "9.chaff.1")
    state, _ = after(
        table(first=f"{hand} 2.chaff.1", second="3.chaff.1", floor=floor, stock=stock), Play(0, card(hand))
    )
    assert state.piles[0] == cards.MONTH[0]


def test_a_drawn_card_can_take_the_card_just_laid_down():
    state, _ = after(table(first="1.bright.1 2.chaff.1", second="3.chaff.1", stock="1.chaff.1"), Play(0, 0))
    assert state.piles[0] == pile("1.bright.1 1.chaff.1")


# Yaku, stop and koi-koi

VIEW = {"first": "3.bright.1 2.chaff.1", "second": "5.chaff.1 7.chaff.2", "floor": "3.chaff.1", "stock": "12.chaff.1"}
CUP = pile("9.animal.1 9.chaff.1")


def view_made(options=SEED, **state):
    """Seat 0 has just made hanami."""
    begin = table(
        **(VIEW | {"stock": "12.chaff.1 11.chaff.1 10.chaff.1"}), options=options, **({"piles": (CUP, 0)} | state)
    )
    return after(begin, Play(0, card("3.bright.1")))


def test_the_decision_comes_after_the_draw():
    state, events = view_made()
    assert kinds(events) == [Played, Drawn, YakuMade]
    assert events[-1] == YakuMade(0, (("hanami", 5),), 5)
    assert (state.phase, state.turn) == (Phase.DECISION, 0)
    assert play.moves(state) == (Stop(0), KoiKoi(0))


def test_who_stops_scores_and_the_other_gets_nothing():
    state, events = after(view_made()[0], Stop(0))
    assert (events[-1].winner, events[-1].points, events[-1].end) == (0, 5, End.STOP)
    assert state.scores == (5, 0)
    assert (state.phase, play.outcome(state)) == (Phase.DEAL, None)


def test_koikoi_goes_on():
    state, _ = after(view_made()[0], KoiKoi(0))
    assert (state.phase, state.turn, state.calls) == (Phase.HAND, 1, (0,))


def test_after_the_others_koikoi_points_are_doubled_and_the_caller_gets_none():
    state, _ = view_made(calls=(1,), made=(0, 5))
    state, _ = after(state, Stop(0))
    assert state.scores == (10, 0)


def test_no_second_decision_until_the_points_rise():
    state, _ = after(view_made()[0], KoiKoi(0), Play(1, card("5.chaff.1")))
    state, events = after(state, Play(0, card("2.chaff.1")))
    assert YakuMade not in kinds(events)


def test_the_callers_threefold_viewing_is_no_new_yaku():
    options = with_changes(PRESETS["koikoi_japan"], {})
    begin = table(
        first="3.bright.1 2.chaff.1 8.chaff.1",
        second="5.chaff.1 7.chaff.2",
        floor="3.chaff.1",
        stock="12.chaff.1 11.chaff.1 10.chaff.1",
        options=options,
        piles=(CUP, 0),
    )
    state, events = after(
        begin, Play(0, card("3.bright.1")), KoiKoi(0), Play(1, card("5.chaff.1")), Play(0, card("2.chaff.1"))
    )
    assert kinds(events).count(YakuMade) == 1
    assert (state.made, state.turn) == ((3, 0), 1)


def test_a_yaku_as_good_as_the_one_the_rain_spoilt_is_a_new_decision():
    begin = table(
        first="11.animal.1 1.ribbon.1 2.chaff.1",
        second="5.chaff.1 7.chaff.2",
        floor="11.chaff.1 1.chaff.1",
        stock="12.chaff.1 4.chaff.1 10.chaff.1",
        options=with_changes(SEED, {"rain": "both"}),
        piles=(CUP | pile("3.bright.1 2.ribbon.1 3.ribbon.1"), 0),
        made=(5, 0),
        calls=(0,),
    )
    state, events = after(begin, Play(0, card("11.animal.1")))
    assert events[-1] == YakuSpoilt(0, 0)
    assert (state.made, state.turn) == ((0, 0), 1)
    state, events = after(state, Play(1, card("5.chaff.1")), Play(0, card("1.ribbon.1")))
    assert events[-1] == YakuMade(0, (("akatan", 5),), 5)
    assert state.phase is Phase.DECISION


def test_brights_dealt_to_the_floor_multiply_the_month():
    options = with_changes(SEED, {"bright_multiplier": "yes"})
    begin = table(**(VIEW | {"floor": "3.chaff.1 1.bright.1 8.bright.1"}), options=options, piles=(CUP, 0))
    state, _ = after(begin, Play(0, card("3.bright.1")), Stop(0))
    assert state.scores == (10, 0)


def test_the_month_goes_on_while_the_other_holds_a_card():
    begin = table(first="1.bright.1", second="3.chaff.1", stock="5.chaff.1 7.chaff.1")
    state, events = after(begin, Play(0, 0))
    assert kinds(events) == [Played, Drawn]
    assert state.turn == 1
    _, events = after(state, Play(1, card("3.chaff.1")))
    assert kinds(events) == [Played, Drawn, MonthEnded]


@pytest.mark.parametrize("options", [SEED, named("koikoi_empty_hand", "forbidden", other="allowed")])
def test_with_no_card_left_the_month_ends_without_asking(options):
    begin = table(**(VIEW | {"first": "3.bright.1"}), piles=(CUP, 0), options=options)
    state, events = after(begin, Play(0, card("3.bright.1")))
    assert kinds(events) == [Played, Drawn, YakuMade, MonthEnded]
    assert (events[-1].end, state.scores) == (End.STOP, (5, 0))


def test_or_an_empty_hand_may_call_while_the_other_holds_a_card():
    options = with_changes(SEED, {"koikoi_empty_hand": "allowed"})
    state, _ = after(
        table(**(VIEW | {"first": "3.bright.1"}), piles=(CUP, 0), options=options), Play(0, card("3.bright.1"))
    )
    assert play.moves(state) == (Stop(0), KoiKoi(0))
    begin = table(**(VIEW | {"first": "3.bright.1", "second": ""}), piles=(CUP, 0), options=options)
    _, events = after(begin, Play(0, card("3.bright.1")))
    assert events[-1].end is End.STOP


@pytest.mark.parametrize(
    ("limit", "calls", "may"),
    [
        ("none", (0, 0, 1), True),
        ("round", (), True),
        ("round", (1,), False),
        ("player", (1,), True),
        ("player", (0,), False),
        ("player_doubled", (1,), True),
    ],
)
def test_how_often_koikoi_may_be_called(limit, calls, may):
    state, _ = view_made(with_changes(SEED, {"koikoi_limit": limit}), calls=calls)
    assert (KoiKoi(0) in play.moves(state)) is may
    if not may:
        with pytest.raises(IllegalMove, match="you have to stop"):
            play.decide(state, KoiKoi(0))


def test_a_second_yaku_ends_the_month_doubled_where_the_rules_say_so():
    state, events = view_made(with_changes(SEED, {"koikoi_limit": "player_doubled"}), calls=(0,))
    assert kinds(events) == [Played, Drawn, YakuMade, MonthEnded]
    assert state.scores == (10, 0)


# The hands run out

LAST = {"first": "", "second": "7.chaff.1", "stock": "12.chaff.1", "turn": 1}
HANAMI, SANKOU = pile("3.bright.1 9.animal.1"), pile("1.bright.1 8.bright.1 12.bright.1")


@pytest.mark.parametrize(
    ("rule", "state", "winner", "points"),
    [
        ("nagare", {"calls": (0, 1)}, None, 0),
        ("dealer_one", {}, 0, 1),
        ("dealer_six", {}, 0, 6),
        ("higher", {}, None, 0),
        ("higher", {"piles": (HANAMI | pile("8.bright.1"), SANKOU), "made": (10, 5), "calls": (1, 0)}, 0, 20),
        ("higher", {"piles": (HANAMI, SANKOU), "made": (5, 5), "calls": (1, 0)}, None, 0),
        ("higher", {"piles": (0, SANKOU), "made": (0, 5), "calls": (1,)}, 1, 5),
        ("last_caller", {}, None, 0),
        ("last_caller", {"piles": (HANAMI, SANKOU), "made": (5, 5), "calls": (0, 1)}, 1, 10),
        ("last_caller", {"piles": (HANAMI, SANKOU), "made": (5, 5), "calls": (1, 0)}, 0, 10),
    ],
)
def test_nobody_stopped(rule, state, winner, points):
    options = with_changes(SEED, {"exhaustion": rule})
    _, events = after(table(**LAST, options=options, **state), Play(1, card("7.chaff.1")))
    assert (events[-1].end, events[-1].winner, events[-1].points) == (End.EXHAUSTED, winner, points)


# The end of a game


def last_month(options, **state):
    return after(view_made(options, **state)[0], Stop(0))


def test_the_game_ends_with_the_last_month():
    state, events = last_month(with_changes(SEED, {"months": 1}))
    assert events[-1] == GameEnded((5, 0), 0)
    assert (state.phase, play.moves(state)) == (Phase.OVER, ())
    assert (play.outcome(state).scores, play.outcome(state).winner) == ((5, 0), 0)


def test_equal_totals_have_no_winner():
    state, _ = last_month(with_changes(SEED, {"months": 1}), scores=(3, 8))
    assert play.outcome(state).winner is None


@pytest.mark.parametrize(("scores", "paid", "is_over"), [((30, 30), (5, -5), False), ((57, 3), (3, -3), True)])
def test_out_of_a_bank_the_loser_pays_what_there_is(scores, paid, is_over):
    options = with_changes(SEED, {"bank": "thirty"})
    state, events = last_month(options, scores=scores)
    ended = next(event for event in events if isinstance(event, MonthEnded))
    assert (ended.points, ended.paid) == (5, paid)
    assert (play.outcome(state) is not None) is is_over


@pytest.mark.parametrize("months", [1, 3, 12])
def test_a_game_has_as_many_months_as_agreed(months):
    events, states = random_game(Options(months=months), 4)
    assert sum(isinstance(event, MonthEnded) for event in events) == months
    assert {event.month for event in events if isinstance(event, Dealt)} == set(range(1, months + 1))
    assert states[-1].phase is Phase.OVER


# What may not be done


@pytest.mark.parametrize(
    ("state", "command", "says"),
    [
        (table(**VIEW), Play(1, card("5.chaff.1")), "It is the other player's turn."),
        (table(**VIEW), Play(0, card("5.chaff.1")), "You do not hold 5.chaff.1."),
        (table(**VIEW), Play(0, 48), "You do not hold 48."),
        (table(**VIEW), Play(0, -1), "You do not hold -1."),
        (table(**VIEW), Play(2, 0), "There are two seats, 0 and 1."),
        (table(**VIEW), Take(0, card("3.chaff.1")), "A card has to be played from the hand now."),
        (table(**VIEW), Stop(0), "A card has to be played from the hand now."),
        (table(**VIEW), KoiKoi(0), "A card has to be played from the hand now."),
        (table(**VIEW), Deal(), "The month is still being played."),
        (play.start(SEED), Play(0, 0), "No month is being played: the cards have to be dealt first."),
        (view_made()[0], Play(0, card("2.chaff.1")), "A yaku has been made: it is time to stop or to call koi-koi."),
        (view_made()[0], Stop(1), "It is the other player's turn."),
        (last_month(with_changes(SEED, {"months": 1}))[0], Deal(), "The game is over."),
        (last_month(with_changes(SEED, {"months": 1}))[0], Play(0, 0), "The game is over."),
    ],
)
def test_an_illegal_move_says_why(state, command, says):
    with pytest.raises(IllegalMove) as refused:
        play.decide(state, command)
    assert str(refused.value) == says


def test_only_a_matching_card_can_be_taken():
    begin = table(first="1.bright.1", second="3.chaff.1", floor="1.chaff.1 1.chaff.2 2.chaff.1", stock="5.chaff.1")
    state, _ = after(begin, Play(0, 0))
    for wrong in ("2.chaff.1", "1.ribbon.1"):
        with pytest.raises(IllegalMove, match=f"1.bright.1 does not match {wrong}"):
            play.decide(state, Take(0, card(wrong)))
    with pytest.raises(IllegalMove, match="one of them has to be chosen now"):
        play.decide(state, Play(0, 0))


def test_the_sentence_of_an_illegal_move_can_be_translated():
    with pytest.raises(IllegalMove) as refused:
        play.decide(table(**VIEW), Play(0, card("5.chaff.1")))
    assert (refused.value.sentence, refused.value.facts) == ("You do not hold %(card)s.", {"card": "5.chaff.1"})


# Seeing


def test_a_view_is_from_ones_own_side():
    state, _ = view_made(scores=(3, 4))
    mine, theirs = play.view(state, 0), play.view(state, 1)
    assert mine.hand == pile("2.chaff.1")
    assert (mine.opponent_count, theirs.opponent_count) == (2, 1)
    assert mine.piles == tuple(reversed(theirs.piles)) == state.piles
    assert (mine.scores, theirs.scores) == ((3, 4), (4, 3))
    assert (mine.points, theirs.points) == ((5, 0), (0, 5))
    assert mine.yaku == ((("hanami", 5),), ())
    assert (mine.is_turn, theirs.is_turn) == (True, False)
    assert (mine.moves, theirs.moves) == ((Stop(0), KoiKoi(0)), ())
    assert (mine.is_dealer, theirs.is_dealer) == (True, False)
