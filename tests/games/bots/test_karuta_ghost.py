"""Opponents that do not listen."""

from dataclasses import replace
from random import Random

import pytest
from karuta_seats import match, view_after

from games.bots.karuta.ghost import UNKNOWN_MS, Ghost, Nobody, Recollection, remember
from games.bots.karuta.hearing import modelled
from games.bots.karuta.listener import EARLY_MS
from games.bots.karuta.opponent import PlannedTouch
from games.bots.karuta.reach import spots
from games.bots.karuta.sounds import ALL, length, set_of
from games.rules.karuta import play
from games.rules.karuta.events import Decline, Judged, Read, Send, Touch
from games.rules.karuta.variants import CHIRASHI, KYOGI, Untaken, everybody, kyogi


def decided_ms(view, poem):
    return modelled(poem).told_ms[length(poem, ALL & ~set_of(view.read)) - 1]


def test_a_ghost_does_in_the_same_match_what_was_done():
    """The reactions of the winner are played again over the same deal: touch for touch the same."""
    first = match("A", 5, readings=99)
    memory = remember(first.setup, first.events, 0, modelled)
    ghost, state = Ghost(memory), play.start(first.setup)
    tried = 0
    for event in first.events:
        if isinstance(event, Judged):
            made = {(each.ms, each.card) for each in state.touches if each.seat == 0}
            plan = ghost.plan(play.view(state, 0), modelled(state.poem), Random(0))
            assert {(each.ms, each.card) for each in plan} == made
            tried += len(made)
        state = play.apply(state, event)
    assert tried > 20
    assert set(memory) == set(first.state.read)


def test_a_ghost_keeps_its_reaction_when_another_sound_decides():
    view, _ = view_after(0)
    card = next(poem for poem in spots(view.field) if length(poem, ALL) == 3)
    ghost = Ghost({card: Recollection(True, ((card, 250),))})
    assert ghost.plan(view, modelled(card), Random(0)) == (PlannedTouch(decided_ms(view, card) + 250, card),)
    rivals = [poem for poem in range(1, 101) if modelled(poem).kana[0] == modelled(card).kana[0] and poem != card]
    later = replace(view, read=tuple(rivals))
    assert ghost.plan(later, modelled(card), Random(0)) == (PlannedTouch(60 + 250, card),)


def test_a_ghost_is_never_before_the_sound_and_touches_only_what_lies_there():
    view, to_come = view_after(0)
    where = spots(view.field)
    card, other = list(where)[:2]
    absent = next(poem for poem in to_come if poem not in where)
    ghost = Ghost({card: Recollection(True, ((card, -700), (other, 100), (absent, 50)))})
    assert ghost.plan(view, modelled(card), Random(0)) == (
        PlannedTouch(decided_ms(view, card) - EARLY_MS, card),
        PlannedTouch(decided_ms(view, card) + 100, other),
    )


def test_what_a_ghost_never_saw_takes_its_median_and_what_it_left_it_leaves():
    view, _ = view_after(0)
    new, left, known, quick, slow = list(spots(view.field))[:5]
    memory = {
        left: Recollection(True, ()),
        known: Recollection(True, ((known, 300),)),
        quick: Recollection(True, ((quick, 200),)),
        slow: Recollection(True, ((slow, 900),)),
    }
    ghost = Ghost(memory)
    assert ghost.plan(view, modelled(new), Random(0)) == (PlannedTouch(decided_ms(view, new) + 300, new),)
    assert ghost.plan(view, modelled(left), Random(0)) == ()
    assert Ghost({}).median_ms == UNKNOWN_MS


def test_a_ghost_lays_sends_and_places_like_anybody():
    table = match("C", 2)
    memory = remember(kyogi(), match("C", 1, readings=99).events, 0, modelled)
    table.players = (Ghost(memory), table.players[1])
    table.play_on()
    assert table.state.result is not None
    assert play.replay(table.setup, table.events) == table.state
    assert Ghost(memory).layout(view_after(0, setup=everybody(CHIRASHI, 2))[0]) is None


def test_nobody_touches_and_sends_nothing():
    setup = kyogi(replace(KYOGI, untaken=Untaken.REPEAT))
    table = match("B", 4, setup=setup)
    nobody = Nobody()
    table.players = (table.players[0], nobody)
    assert nobody.layout(play.view(table.state, 1)) is None
    table.play_on()
    assert table.state.result.winners == (0,)
    assert len(table.state.taken[0]) > 20
    assert table.state.taken[1] == ()
    view = play.view(table.state, 1)
    assert nobody.send(replace(view, sender=1, owed=1)) == Decline(1, 0)
    assert isinstance(nobody.send(replace(view, sender=1, owed=1, must_send=True)), Send)
    assert nobody.send(view) is None
    assert nobody.move(view, Random(0)) is None


def test_a_card_that_nobody_will_ever_take_is_said_to_be_one():
    table = match("B", 4, setup=kyogi(replace(KYOGI, untaken=Untaken.REPEAT)))
    table.players = (Nobody(), Nobody())
    with pytest.raises(ValueError, match="ever take"):
        table.play_on()


def test_a_reading_before_the_first_sound_is_not_remembered():
    table = match("B", 4)
    table.do(Read())
    poem = table.state.poem
    card = next(iter(spots(table.state.field)))
    table.do(Touch(0, -50, card))
    table.do(play.Close(99_000, 99_000))
    [memory] = remember(table.setup, table.events, 0, modelled).items()
    assert memory[0] == poem
    assert memory[1].touches == ()
