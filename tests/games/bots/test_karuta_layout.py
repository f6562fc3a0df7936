"""Usual places, hands laid by them, and what is sent."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from karuta_seats import listener, match, person, view_after

from games.bots.karuta.layout import PLAIN, Partners, Taste, home_positions, lay, place_for, received
from games.bots.karuta.listener import Listener
from games.bots.karuta.persons import PERSONS
from games.bots.karuta.reach import further_mm, spots
from games.bots.karuta.sending import CORNERS, GATHERER, POLITE, SPLITTER, Sending, picks
from games.bots.karuta.sounds import PARTNERS
from games.rules.karuta import play
from games.rules.karuta.events import Deal, Decline, Moved, Phase, Send, Sent
from games.rules.karuta.field import EMPTY, Place
from games.rules.karuta.variants import GENPEI, KYOGI, kyogi, teams
from trainer.poems.kimariji import original, stem_group

TASTES = st.builds(
    Taste,
    is_left_handed=st.booleans(),
    partners=st.sampled_from(Partners),
    strong_share=st.sampled_from((0.5, 0.53, 0.58)),
    long_row=st.sampled_from((None, 0, 2)),
)
SEEDS = st.integers(0, 1_000)
HUNDRED = range(1, 101)
LONG_PAIRS = ((31, 64), (15, 50), (11, 76))  # 大山札
ONE_KANA = (87, 18, 57, 22, 70, 81, 77)  # むすめふさほせ


def by_group(homes):
    """The cards of every group of the hundred, from the outer end of its row to the middle."""
    groups = {}
    for card in sorted(HUNDRED, key=lambda card: homes[card].at):
        groups.setdefault((homes[card].row, homes[card].wing), []).append(card)
    return {at: cards if at[1] == 0 else cards[::-1] for at, cards in groups.items()}


@settings(max_examples=60, deadline=None)
@given(TASTES, SEEDS)
def test_every_card_has_its_own_place_by_the_rules_of_thumb(taste, seed):
    homes = home_positions(taste, seed)
    groups = by_group(homes)
    assert sorted(homes) == list(HUNDRED)
    for at, cards in groups.items():
        assert sorted(homes[card] for card in cards) == [Place(*at, i) for i in range(len(cards))]
    rows = [sum(place.row == row for place in homes.values()) for row in range(3)]
    assert rows[2] > rows[0]
    for wing in (0, 1):  # what one sound decides lies at the edges, before all others
        outer = [len(original(card)) for card in groups[2, wing]]
        assert outer[0] == 1
        assert outer == sorted(outer, key=lambda length: length != 1)
    assert {homes[card].row for card in ONE_KANA} == {2}
    assert {homes[card].wing for pair in LONG_PAIRS for card in pair} == {0, 1}
    strong = 0 if taste.is_left_handed else 1
    share = sum(place.wing == strong for place in homes.values()) / 100
    assert abs(share - taste.strong_share) <= 0.06


@settings(max_examples=40, deadline=None)
@given(TASTES, SEEDS)
def test_partners_lie_together_or_apart(taste, seed):
    homes = home_positions(taste, seed)
    for card in HUNDRED:
        group = stem_group(card)
        places = {(homes[each].row, homes[each].wing) for each in group}
        if taste.partners is Partners.TOGETHER:
            assert len(places) == 1
        elif len(group) > 1:
            assert {wing for _, wing in places} == {0, 1}


def test_a_seed_is_a_player():
    assert home_positions(PLAIN, 3) == home_positions(Taste(), 3)
    assert len({tuple(home_positions(PLAIN, seed).items()) for seed in range(20)}) == 20


@settings(max_examples=80, deadline=None)
@given(TASTES, SEEDS, st.integers(0, 48))
def test_a_hand_is_laid_as_the_rules_allow_and_in_the_order_of_its_places(taste, seed, count):
    homes, deck = home_positions(taste, seed), list(HUNDRED)
    Random(seed).shuffle(deck)
    territory = lay(deck[:count], homes)
    assert sorted(card for group in territory for card in group) == sorted(deck[:count])
    for row in range(3):
        assert len(territory[2 * row]) + len(territory[2 * row + 1]) <= 16
    if all(sum(homes[card].row == row for card in deck[:count]) <= 16 for row in range(3)):
        for at, group in enumerate(territory):
            assert [homes[card][:2] for card in group] == [divmod(at, 2)] * len(group)
            assert list(group) == sorted(group, key=lambda card: homes[card].at)


def test_more_cards_than_three_rows_hold_overflow():
    """It cannot happen in a match, and must not hang one."""
    territory = lay(HUNDRED, home_positions())
    assert sorted(card for group in territory for card in group) == list(HUNDRED)


@settings(max_examples=40, deadline=None)
@given(TASTES, SEEDS)
def test_the_referee_takes_the_layout_of_every_person(taste, seed):
    for setup in (kyogi(), teams(GENPEI, 2)):
        state = play.replay(setup, play.decide(play.start(setup), Deal(), Random(seed)))
        for seat in range(len(setup.seats)):
            bot = Listener(replace(person(), taste=taste, layout_seed=seed), seed)
            [laid] = play.decide(state, bot.layout(play.view(state, seat)))
            assert laid.territory == bot.layout(play.view(state, seat)).territory


@settings(max_examples=60, deadline=None)
@given(TASTES, SEEDS)
def test_a_card_is_placed_where_it_would_have_been_laid(taste, seed):
    homes, deck = home_positions(taste, seed), list(HUNDRED)
    Random(seed).shuffle(deck)
    hand, card = deck[:20], deck[20]
    place = place_for(lay(hand, homes), card, homes)
    whole = lay([*hand, card], homes)
    if sum(homes[each].row == homes[card].row for each in (*hand, card)) <= 16:
        assert whole[place.row * 2 + place.wing][place.at] == card


def test_a_full_row_sends_a_card_to_the_emptiest():
    homes = {card: Place(1, 0, card) for card in range(1, 18)}
    territory = (*EMPTY[:2], tuple(range(1, 17)), *EMPTY[3:])
    assert place_for(territory, 17, homes).row != 1


# After the verdict ---------------------------------------------------------------------------------------
def owing(seat=0, cards=1, seed=1):
    """A view of a seat that has cards to send."""
    view, _ = view_after(0, seed, seat)
    return replace(view, phase=Phase.RESOLVE, sender=view.side, owed=cards)


def only(weight):
    """A sender that looks at one thing."""
    return replace(Sending(0.0, 0.0, 0.0, 0.0, 0.0), **{weight: 1.0})


def test_a_sender_sends_what_it_is_said_to_look_at():
    view = owing()
    where = spots(view.field)
    own = view.field.cards(0)
    beside = {card for card in own if any(other in own for other in PARTNERS[card])}
    across = {card for card in own if any(other in where and other not in own for other in PARTNERS[card])}
    assert beside, across
    assert set(picks(view, only("parts"))[: len(beside)]) == beside
    assert set(picks(view, only("joins"))[: len(across)]) == across
    ways = [further_mm(view.field, where[card], 0, 0, 2) for card in picks(view, only("far"))]
    assert ways == sorted(ways, reverse=True)
    short = {card for card in own if len(original(card)) == 1}
    assert set(picks(view, only("short"))[: len(short)]) == short
    long = {card for card in own if len(original(card)) > 3}
    assert set(picks(view, only("long"))[: len(long)]) == long


@pytest.mark.parametrize("sending", [SPLITTER, CORNERS, GATHERER, POLITE], ids=str)
def test_as_many_cards_are_sent_as_are_due(sending):
    for due in (1, 2):
        command = listener(sending=sending).send(owing(cards=due))
        assert isinstance(command, Send)
        assert len(set(command.cards)) == due
    assert listener(sending=sending).send(replace(owing(), sender=1)) is None
    assert listener(sending=sending).send(replace(owing(), owed=0, sender=None)) is None


def test_the_polite_leave_the_right_when_far_ahead_unless_it_decides_the_match():
    view = owing()
    field = view.field
    for card in field.cards(0)[:13]:
        field = field.without(card)
    ahead = replace(view, field=field)
    assert listener(sending=POLITE).send(ahead) == Decline(0, 0)
    assert isinstance(listener(sending=SPLITTER).send(ahead), Send)
    assert isinstance(listener(sending=POLITE).send(replace(ahead, must_send=True)), Send)


def test_received_cards_go_to_their_places_and_that_is_no_move():
    placed = 0
    for seed in range(6):
        table = match("C", seed, readings=60)
        events = table.events
        assert table.state.moves == tuple(
            sum(isinstance(each, Moved) and not each.is_placing and each.seat == seat for each in events)
            for seat in (0, 1)
        )
        placed += sum(isinstance(each, Moved) and each.is_placing for each in events)
    assert placed > 30
    sent = next(each for each in events if isinstance(each, Sent))
    view = play.view(table.state, 1 - sent.side)
    assert received(view, home_positions()) == () or view.unplaced


def test_cards_are_moved_now_and_then_and_seldom():
    """A hundredth of the readings at most: some sixteen a hundred matches and player."""
    moves = [sum(match("C", seed, readings=99).state.moves) for seed in range(12)]
    assert 0 < sum(moves) < 12 * 2 * 5


def test_left_handed_people_lean_to_the_left():
    for each in PERSONS.values():
        homes = home_positions(each.taste, each.layout_seed)
        left = sum(place.wing == 0 for place in homes.values())
        if each.taste.strong_share > 0.5:
            assert (left > 50) == each.taste.is_left_handed
    assert KYOGI.row_most == 16
