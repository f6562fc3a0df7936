"""Matches of karuta as they are kept: begun, heard, touched, judged, sent, broken off, paused, finished."""

from datetime import UTC, datetime, timedelta

import pytest

from games.karuta import matches, sounds
from games.karuta.players import Kind, Player
from games.matches import Stale
from games.models import KarutaMatch
from games.rules.engine import IllegalMove
from games.rules.karuta import play
from games.rules.karuta.events import Judged, Phase, ReadingVoided, Ready, Resign, Send, Touch
from games.rules.karuta.field import Field
from games.rules.karuta.variants import CHIRASHI, GENPEI, KYOGI, Untaken, everybody, kyogi, replace, teams
from trainer import audio
from trainer.poems.poem import poem
from trainer.reciter.mora import Half
from trainer.reciter.tempo import tempo

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TEMPO = "free-1000-400-600-1400"

pytestmark = pytest.mark.django_db


def later(seconds):
    return NOW + timedelta(seconds=seconds)


def begin(person, *, who="E", variant=KYOGI, setup=None, players=None, seed=1):
    setup = setup or kyogi(replace(variant, memorise_ms=0, swing_ms=0))
    players = players or (Player(), Player(Kind.BOT, who=who))
    match = matches.begin(person=person, setup=setup, players=players, voice="", tempo=TEMPO, now=NOW, seed=seed)
    table = matches.load(match)
    if table.state.phase is Phase.LAYOUT:
        for seat in table.persons:
            table = matches.act(table, Ready(seat), seen=len(table.events), now=NOW)
    return table


def read(table, seconds=1):
    return matches.read(table, seen=len(table.events), now=later(seconds))


def closed(table, seconds=20):
    """The reading as it closes if nobody at the device does anything more."""
    return matches.close(table, reading=table.state.number, ms=matches.closes_ms(table), now=later(seconds))


def settled(table, seconds):
    """Whatever is to be sent by the person, sent by the clock or by them."""
    table = matches.tick(table, now=later(seconds))
    while table.state.owed:
        card = table.state.field.cards(0)[0]
        table = matches.act(table, Send(0, (card,)), seen=len(table.events), now=later(seconds))
    return table


def test_the_computer_has_laid_its_cards_when_the_match_begins(alice):
    table = begin(alice)
    dealt = play.replay(table.setup, table.events[:1]).field.territories[1]
    assert sorted(table.state.field.cards(1)) == sorted(Field((dealt,)).cards(0))
    assert table.state.field.territories[1] != dealt
    assert table.state.phase is Phase.JOKA


def test_a_match_is_the_fold_of_its_rows(alice):
    table = closed(read(begin(alice)))
    again = matches.load(KarutaMatch.objects.get())
    assert again.state == table.state
    assert again.events == table.events


def test_what_the_computers_mean_to_do_is_the_same_whenever_it_is_asked_for(alice):
    table = read(begin(alice))
    assert matches.planned(table) == matches.planned(matches.load(KarutaMatch.objects.get()))


def test_a_take_before_the_computers_counts_for_the_person(alice):
    table = read(begin(alice))
    while table.state.field.territory_of(table.state.poem) < 0:
        table = read(settled(closed(table), 30), 31)
    card = table.state.poem
    table = matches.touch(table, [Touch(0, 0, card)], reading=table.state.number, now=later(40))
    table = closed(table, 41)
    assert table.state.last.taker == 0
    assert card in table.state.taken[0]
    assert table.match.taken == 1


def test_a_touch_for_another_seat_is_refused_and_changes_nothing(alice):
    table = read(begin(alice))
    with pytest.raises(IllegalMove, match="Nobody at this device plays seat 1"):
        matches.touch(table, [Touch(1, 0, table.state.field.cards(0)[0])], reading=1, now=later(2))
    assert len(matches.load(table.match).events) == len(table.events)


def test_a_second_click_finds_that_the_match_has_gone_on(alice):
    table = begin(alice)
    read(table)
    with pytest.raises(Stale):
        read(table)
    assert matches.load(table.match).state.number == 1


def test_hands_that_move_at_once_are_all_written_and_each_once(alice):
    table = read(
        begin(alice, setup=everybody(CHIRASHI, 3), players=(Player(), Player(name="Ben"), Player(Kind.NOBODY)))
    )
    hands = [Touch(0, 700, 1), Touch(1, 690, 2)]
    for hand in (*hands, hands[0]):  # each from a page that has seen none of the others; the first message comes again
        after = matches.touch(table, [hand], reading=1, now=later(3))
    assert [(each.seat, each.ms, each.card) for each in after.state.touches] == [(0, 700, 1), (1, 690, 2)]


def test_a_touch_of_a_reading_that_is_over_is_stale(alice):
    table = closed(read(begin(alice)))
    with pytest.raises(Stale):
        matches.touch(table, [Touch(0, 5, table.state.field.cards(0)[0])], reading=1, now=later(30))


def test_a_broken_off_reading_counts_for_nothing_and_its_poem_comes_again(alice):
    table = read(begin(alice))
    poem = table.state.poem
    table = matches.void(table, reading=1, now=later(2))
    assert isinstance(table.events[-1], ReadingVoided)
    assert table.state.read == ()
    assert poem in table.state.order[table.state.at :]


def test_the_clock_stands_while_the_match_is_paused(alice):
    table = begin(alice)
    matches.pause(table.match, now=later(10))
    matches.pause(table.match, now=later(15))
    assert matches.load(table.match).clock_ms(later(500)) == 10_000
    matches.resume(table.match, now=later(600))
    assert matches.load(table.match).clock_ms(later(603)) == 13_000


def test_a_pause_from_another_tab_outlasts_what_was_under_way(alice):
    table = begin(alice)
    matches.pause(KarutaMatch.objects.get(), now=later(10))
    read(table, seconds=11)
    match = KarutaMatch.objects.get()
    assert (match.clock_since, match.clock_ms) == (None, 10_000)


def test_a_match_whose_voice_has_left_the_site_goes_on_by_text(alice):
    table = begin(alice)
    KarutaMatch.objects.update(voice="gone")
    table = read(matches.load(KarutaMatch.objects.get()))
    by_text = sounds.heard(begin(alice).match, table.state.poem)
    assert sounds.heard(table.match, table.state.poem) == by_text
    assert sounds.envelope(table.match, table.state.poem)


def test_a_recording_s_own_times_are_heard(alice):
    match = begin(alice).match
    for half in Half:
        audio.ensure_recording(poem(17), half, audio.voice("tone"), sounds.manner(match))
    match.voice = "tone"
    assert sounds.heard(match, 17).upper_ms == 100  # the tone's own time, not the tempo's


def test_cards_not_sent_in_time_are_picked(alice):
    table = read(begin(alice))
    seconds = 10
    while not (table.state.owed and table.state.sender == 0):
        seconds += 20
        if table.state.phase is not Phase.READING:
            table = read(settled(table, seconds), seconds + 1)
        state = table.state
        if state.field.territory_of(state.poem) == 1:
            table = matches.touch(table, [Touch(0, 0, state.poem)], reading=state.number, now=later(seconds + 2))
        table = closed(table, seconds + 5)
    held = table.state.field.count(0)
    table = matches.tick(table, now=later(seconds + 5 + 11))
    assert table.state.owed == 0
    assert table.state.field.count(0) < held


def test_a_whole_match_against_class_a_ends_and_is_lost_by_whoever_does_nothing(alice):
    table, seconds = begin(alice, who="A", seed=3), 0
    while (table := settled(table, seconds + 6)).state.result is None:
        seconds += 30
        table = closed(read(table, seconds), seconds + 2)
    match = KarutaMatch.objects.get()
    assert (match.is_won, match.ending) == (False, "played")
    assert match.margin == table.state.field.count(0)
    assert sum(isinstance(event, Judged) for event in table.events) <= 99


def test_resigning_ends_the_match_without_a_margin(alice):
    table = begin(alice)
    matches.act(table, Resign(0), seen=len(table.events), now=later(5))
    match = KarutaMatch.objects.get()
    assert (match.is_won, match.margin, match.ending) == (False, None, "resigned")
    assert match.is_finished


def test_alone_the_card_is_waited_for(alice):
    variant = replace(KYOGI, untaken=Untaken.REPEAT)
    table = read(begin(alice, variant=variant, players=(Player(), Player(Kind.NOBODY))))
    assert matches.planned(table) == ()
    on_mat = table.state.field.territory_of(table.state.poem) >= 0
    assert (matches.closes_ms(table) is None) == on_mat


def test_chirashi_among_one_person_and_three_computers_is_read_to_the_end(alice):
    players = (Player(), *[Player(Kind.BOT, who="E")] * 3)
    table = begin(alice, setup=everybody(CHIRASHI, 4), players=players)
    seconds = 0
    while table.state.result is None:
        seconds += 10
        table = closed(read(table, seconds), seconds + 5)
    assert sum(len(cards) for cards in table.state.taken) + len(table.state.aside) == 100


def test_genpei_in_teams_is_read_to_the_end(alice):
    players = (Player(), Player(Kind.BOT, who="C"), Player(Kind.BOT, who="C"), Player(Kind.BOT, who="D"))
    table, seconds = begin(alice, setup=teams(GENPEI, 2), players=players), 0
    while (table := settled(table, seconds + 6)).state.result is None:
        seconds += 20
        table = closed(read(table, seconds), seconds + 5)
    assert 0 in table.state.field.counts()


def test_a_ghost_does_again_what_its_person_did(alice):
    table, seconds = begin(alice, who="E", seed=5), 0
    while (table := settled(table, seconds + 6)).state.result is None:
        seconds += 30
        table = read(table, seconds)
        if table.state.field.territory_of(table.state.poem) >= 0:
            decided = sounds.heard(table.match, table.state.poem).hearing.told_ms[5]
            touch = Touch(0, decided + 50, table.state.poem)
            table = matches.touch(table, [touch], reading=table.state.number, now=later(seconds + 2))
        table = closed(table, seconds + 3)
    ghost = Player(Kind.GHOST, ghost=str(table.match.key))
    again = read(begin(alice, players=(Player(), ghost), seed=6))
    while again.state.field.territory_of(again.state.poem) < 0:
        again = read(settled(closed(again), 40), 41)
    assert again.state.poem in {touch.card for touch in matches.planned(again)}


def test_a_reading_s_sound_has_a_name_of_its_own_and_one_size(alice):
    table = read(begin(alice))
    name = sounds.name(table.match, 1)
    assert matches.poem_of(table, name) == table.state.poem
    assert matches.poem_of(table, sounds.name(table.match, 2)) is None
    sizes = {len(sounds.envelope(table.match, number)) for number in (1, 17, 77, 83)}
    assert sizes == {sounds.ENVELOPE}


def test_an_old_reaction_stays_what_it_was_when_the_voice_sounds_otherwise(alice, monkeypatch):
    table = closed(read(begin(alice)))
    poem = table.state.read[0]
    before = sounds.told(table.match)(poem).told_ms
    monkeypatch.setattr(sounds, "tempo", lambda _name: tempo("5-3-1-6"))
    match = KarutaMatch.objects.get()
    assert sounds.heard(match, poem).hearing.told_ms[:6] != before
    assert sounds.told(match)(poem).told_ms == before
