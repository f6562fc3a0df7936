"""The parts of level 5: what it thinks is hidden, what points are worth, playouts, exact ends, advice."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from koikoi_tables import PRESET_NAMES, views

from games.bots import levels
from games.bots.koikoi.advice import advise
from games.bots.koikoi.ending import Ending, Table
from games.bots.koikoi.hidden import Hidden
from games.bots.koikoi.match import DEALERS, PAID, PAID_WIDE, TIE_BREAK, Stakes, pays
from games.bots.koikoi.playout import PILE
from games.bots.koikoi.search import ROUND, TURNS, Search, best
from games.bots.koikoi.worth import danger, pulls, reach
from games.rules.koikoi.cards import MONTH_OF, card, cards_of, mask_of, met
from games.rules.koikoi.options import PRESETS, SEED, Bank, Options
from games.rules.koikoi.play import PLAYS, TAKES, Phase
from games.rules.koikoi.yaku import yaku_of


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_playouts_keep_every_card_and_count_what_the_rules_count(rules):
    """Piles never share a card; a month that ended on a yaku is worth what its recounted points are worth."""
    for view in views(PRESETS[rules], 40, seed=6):
        found = Search(view, 1)
        for line in found.lines:
            if line.exact:
                continue
            hand, stock = found.hidden.deal()
            value, own, other = found._played(line, found.other.sorted(hand), stock)
            own, other = own & PILE, other & PILE
            assert not own & other
            assert view.piles[0] & ~own == view.piles[1] & ~other == 0
            called = view.calls[0] > 0 or line.stakes is not found.stakes
            mine = sum(points for _, points in yaku_of(view.options, own, month=view.month, has_called=called))
            theirs = yaku_of(view.options, other, month=view.month, has_called=view.calls[1] > 0)
            lost = sum(points for _, points in theirs)
            stakes = line.stakes
            tables = [(stakes.win, stakes.lose), stakes.i_called, stakes.they_called]
            ends = [end for win, lose in tables for end in (win[mine], lose[lost])]
            assert value in (*ends, stakes.exhausted(mine, lost))


def test_dealt_hidden_cards_are_the_unseen_ones():
    for view in views(SEED, 30, seed=8):
        hand, stock = Hidden(view, Random(1)).deal()
        assert len(hand) == view.opponent_count
        assert sorted(hand + stock) == list(cards_of(view.unseen))


def test_what_was_not_taken_is_rarer_in_the_other_hand():
    view = next(view for view in views(SEED, 60, seed=9) if view.opponent_count == 4 and view.floor)
    hidden, held = Hidden(view, Random(1)), Counter()
    for _ in range(2_000):
        held.update(hidden.deal()[0])
    shy = [held[each] for each in hidden.cards if view.floor & MONTH_OF[each]]
    free = [held[each] for each in hidden.cards if not view.floor & MONTH_OF[each]]
    assert sum(shy) / len(shy) < 0.8 * sum(free) / len(free)


def test_points_are_worth_the_game_they_win():
    """In the last month only who is ahead matters; before, a point more is always better."""
    view = views(SEED, 1)[0]
    last = Stakes(replace(view, month=12, scores=(20, 25)))
    assert last.win[4] < 0.01 < 0.49 < last.win[5] < 0.51 < 0.99 < last.win[6]
    early = Stakes(replace(view, month=3, scores=(20, 25)))
    assert all(early.win[points] < early.win[points + 1] for points in range(40))
    assert early.lose[5] < early.drawn < early.win[5]


def changes_of_a_month(paid, wins):
    return [(sign * points, often * share) for points, often in paid for sign, share in ((1, wins), (-1, 1 - wins))]


@pytest.mark.parametrize(("rules", "paid"), [("seed", PAID), ("nintendo", PAID_WIDE)])
@pytest.mark.parametrize("lead", [-20, -3, -1, 0, 1, 4, 9])
def test_what_two_months_to_come_may_change_is_gone_through(rules, paid, lead):
    """Every pair of payments, by its chance; the winner deals the first, and level in the end is half a game."""
    stakes = Stakes(replace(views(PRESETS[rules], 1)[0], month=10, scores=(30, 30)))
    expected = 0.0
    for (first, often), (second, then) in product(changes_of_a_month(paid, DEALERS), changes_of_a_month(paid, 0.5)):
        end = lead + first + second
        expected += often * then * (1.0 if end > 0 else 0.5 if end == 0 else 0.0)
    assert sum(often for _, often in paid) == pytest.approx(1)
    assert stakes.after(lead, 0) == pytest.approx(expected + TIE_BREAK * lead)


def test_a_safe_lead_is_a_won_game():
    stakes = Stakes(replace(views(SEED, 1)[0], month=11, scores=(30, 30)))
    assert stakes.after(100, None) == pytest.approx(1 + 100 * TIE_BREAK)
    assert stakes.after(-100, None) == pytest.approx(-100 * TIE_BREAK)


def test_out_of_a_bank_a_point_moves_both_scores():
    """Three points paid are a lead of six, which three points paid back make level."""
    banked = Stakes(replace(views(Options(bank=Bank.FIFTY), 1)[0], month=11, scores=(50, 50)))
    plain = Stakes(replace(views(SEED, 1)[0], month=11, scores=(50, 50)))
    assert banked.after(3, 0) - 6 * TIE_BREAK == pytest.approx(plain.after(3, 0) - 3 * TIE_BREAK)


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_a_search_keeps_to_its_budget(rules):
    """It stops within a round of its turns; a playout has a turn for every card held at most, and counts one more."""
    for view in views(PRESETS[rules], 25, seed=13):
        found = Search(view, 1)
        best(found)
        assert found.turns < TURNS + ROUND * len(found.lines) * (view.hand.bit_count() + 1)


@pytest.mark.parametrize(
    ("rules", "base", "calls", "paid"),
    [
        ("seed", 7, (0, 1), 14),
        ("nintendo", 7, (0, 1), 28),
        ("nintendo", 5, (1, 0), 5),
        ("koikoi_japan", 5, (2, 0), 7),
        ("koikoi_japan", 5, (4, 3), 10),
        ("newhanafuda", 6, (1, 1), 18),
    ],
)
def test_what_a_month_pays(rules, base, calls, paid):
    """Rows of the table of presets."""
    assert pays(PRESETS[rules], base, *calls) == paid


def test_who_called_pays_double():
    view = replace(views(SEED, 1)[0], calls=(1, 0), month=3)
    stakes = Stakes(view)
    assert stakes.lose[5] == stakes.after(-10, 1)
    assert stakes.win[5] == stakes.after(5, 0)


def test_who_may_still_call():
    """Once a month under nintendo, both together; as often as one likes under seed."""
    view = replace(views(PRESETS["nintendo"], 1)[0], month=3)
    assert Stakes(view).may == (True, True)
    assert Stakes(replace(view, calls=(0, 1))).may == Stakes(view, 1).may == (False, False)
    assert Stakes(replace(view, calls=(0, 1), options=SEED)).may == (True, True)
    assert Stakes(view).they_called[0][5] == Stakes(view).after(10, 0)


def test_yaku_of_own_rules_may_be_worth_more_than_any_preset_pays():
    dear = Options(gokou=99, sankou=99, akatan=99, aotan=99, tane=99, kasu=99, tan=99, seven_double=True)
    rich = [view for view in views(dear, 300, seed=4) if view.points[0] >= 99 or view.points[1] >= 99]
    assert {view.phase for view in rich} >= {Phase.HAND, Phase.DECISION}
    for view in rich[:6]:
        assert levels.choose(view, 5, 1) in view.moves


def best_of_the_last_draw(stakes, view, floor, pile):
    """The mean worth over every card that may be drawn last, each taking what counts most; by the rules alone."""
    worths = []
    for drawn in cards_of(view.unseen):
        lying = met(drawn, floor)
        takes = [(one,) for one in lying] if len(lying) == 2 else [lying]
        ends = []
        for taken in takes:
            end = pile | (mask_of((drawn, *taken)) if taken else 0)
            points = sum(worth for _, worth in yaku_of(view.options, end, month=view.month))
            ends.append(stakes.win[points] if points else stakes.drawn)
        worths.append(max(ends))
    return sum(worths) / len(worths)


def test_the_last_draw_is_counted_exactly():
    """One more animal would be tane: of two cards that a last draw matches the animal is taken."""
    view = next(view for view in views(SEED, 2_000, seed=20) if view.phase is Phase.HAND_TAKE and not view.hand)
    pile = mask_of([card(f"{month}.animal.1") for month in (2, 4, 5, 6)])
    floor = mask_of([card("7.animal.1"), card("7.ribbon.1"), card("12.chaff.1"), card("12.chaff.2")])
    unseen = mask_of([card("7.chaff.1"), card("7.chaff.2"), card("12.chaff.3"), card("1.chaff.1"), card("11.chaff.1")])
    view = replace(
        view,
        piles=(pile, ((1 << 48) - 1) & ~(pile | floor | unseen | mask_of([card("12.bright.1")]))),
        floor=floor,
        unseen=unseen,
        shown=card("12.bright.1"),
        points=(0, 0),
        calls=(0, 0),
        opponent_count=0,
        stock_count=5,
        moves=(TAKES[view.seat][card("12.chaff.1")], TAKES[view.seat][card("12.chaff.2")]),
    )
    found = Search(view, 1)
    for line in found.lines:
        after = view.floor & ~line.choice.captured
        expected = best_of_the_last_draw(found.stakes, view, after, pile | line.choice.captured)
        assert line.exact
        assert line.values == [pytest.approx(expected)]
        assert found.stakes.drawn < expected < found.stakes.win[1]


def test_the_other_picks_what_is_worst_for_us():
    """The other's last card matches an animal, its fifth, and a ribbon: it is counted as taking the animal."""
    view = replace(views(SEED, 1)[0], month=3)
    theirs = mask_of([card(f"{month}.animal.1") for month in (2, 4, 5, 6)])
    unseen = mask_of([card("7.chaff.1"), card("7.chaff.2")])
    found = Search(replace(view, piles=(0, theirs), unseen=unseen, opponent_count=1, points=(0, 0), calls=(0, 0)), 1)
    floor = mask_of([card("7.animal.1"), card("7.ribbon.1")])
    table = Table(floor, (0, found.other.pile), (0, 0), unseen)
    ending = Ending((found.me, found.other), found.stakes, found.hidden)
    assert ending.pass_turn(table, None) == pytest.approx(found.stakes.lose[1])


def test_a_nearer_yaku_pulls_harder():
    two = mask_of([card("1.bright.1"), card("3.bright.1")])
    assert pulls(SEED, 1, two, 0, 6)[card("8.bright.1")] > pulls(SEED, 1, 0, 0, 6)[card("8.bright.1")] > 0
    lost = mask_of([card("6.ribbon.1")])
    assert pulls(Options(tan=0), 1, 0, lost, 6)[card("9.ribbon.1")] == 0
    assert danger(SEED, 1, two, 0, 6) > danger(SEED, 1, 0, 0, 6)


def test_reach_is_a_binomial_tail():
    """One of two cards, 0.04 a turn: 1 − (1 − 0.04 · 5)²."""
    assert reach(1, 2, 5) == pytest.approx(1 - 0.8**2)


def test_exact_ends_agree_with_playouts():
    """Both count the same ends where no choice is open: the exact mean lies within the playouts' error."""
    compared = 0
    for view in views(SEED, 600, seed=10):
        found = Search(view, 1)
        for line in found.lines:
            if line.exact and line.choice.card is not None and not view.opponent_count:
                exact, line.values = line.values[0], []
                found.run(3_000, [line])
                line.exact = False
                assert abs(line.mean - exact) <= 4 * line.error + 1e-9
                compared += 1
    assert compared >= 5


def test_advice_is_what_level_5_plays():
    for view in views(PRESETS["nintendo"], 15, seed=12):
        if len(view.moves) == 1:
            continue
        advice = advise(view, 3)
        assert advice.command == levels.choose(view, 5, 3) == advice.choices[0].command
        assert {each.command for each in advice.choices} == set(view.moves)
        assert all(0 <= each.chance <= 1 for each in (*advice.choices, *advice.mine, *advice.theirs))


def test_advice_tells_the_yaku_that_is_near():
    """The fifth ribbon can be taken now: tan is certain with it, and brights the other has are no chance."""
    ribbons = [card(f"{month}.ribbon.1") for month in (1, 4, 5, 7)]
    view = views(SEED, 1)[0]
    pile, theirs = mask_of(ribbons), mask_of([card("1.bright.1"), card("3.bright.1"), card("8.bright.1")])
    hand = mask_of([card("11.chaff.1"), card("12.chaff.1"), card("10.chaff.1"), card("9.chaff.1")])
    floor = mask_of([card("11.ribbon.1"), card("12.chaff.2")])
    unseen = ((1 << 48) - 1) & ~(pile | theirs | hand | floor)
    near = replace(
        view,
        hand=hand,
        piles=(pile, theirs),
        floor=floor,
        unseen=unseen,
        opponent_count=4,
        stock_count=unseen.bit_count() - 4,
        points=(0, 5),
        calls=(0, 1),
        moves=tuple(PLAYS[view.seat][each] for each in cards_of(hand)),
    )
    advice = advise(near, 1)
    assert advice.command == PLAYS[view.seat][card("11.chaff.1")]
    mine = {each.key: each.chance for each in advice.mine}
    assert mine["tan"] == 1.0
    assert "shikou" not in mine
    assert advice.reasons[0].sentence.startswith("It wins")
