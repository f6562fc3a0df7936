"""A listener acts on what it has heard, knows and remembers, and on nothing else."""

from dataclasses import replace
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from karuta_seats import listener, match, view_after

from games.bots.karuta.hearing import Hearing, modelled
from games.bots.karuta.levels import LEVELS
from games.bots.karuta.listener import EARLY_MS, Listener, Switches
from games.bots.karuta.opponent import PlannedTouch, held_back
from games.bots.karuta.persons import PERSONS, Temperament, of_class, somebody
from games.bots.karuta.reach import Spot, further_mm, spots
from games.bots.karuta.sounds import ALL, PARTNERS, begin, length, set_of
from games.rules.karuta import play
from games.rules.karuta.events import Judged, Read
from games.rules.karuta.variants import CHIRASHI, GENPEI, KYOGI, everybody, kyogi, teams

SEEDS = st.integers(0, 10_000)
POEM = st.integers(1, 100)
NERVOUS = {"fouls": 12.0, "sweeps": 0.5}  # guesses and mixes up at nearly every chance
SETUPS = {"kyogi": kyogi(), "genpei": teams(GENPEI, 2), "chirashi": everybody(CHIRASHI, 4)}


def shared(one, other):
    """How many kana two verses begin with alike."""
    return next(i for i in count() if one[i : i + 1] != other[i : i + 1])


# Causality -----------------------------------------------------------------------------------------------
@settings(max_examples=150, deadline=None)
@given(SEEDS, POEM, POEM, st.integers(0, 70), st.sampled_from(sorted(SETUPS)))
def test_until_two_poems_part_a_plan_is_the_same(seed, one, other, readings, name):
    """Whatever comes after the sounds that have been heard, and however the dice fall."""
    if one == other:
        return
    view, _ = view_after(readings, seed % 7, setup=SETUPS[name])
    heard, changed = modelled(one), modelled(other)
    same = shared(heard.kana, changed.kana)
    parts_ms = heard.told_ms[same] - EARLY_MS  # before it nobody can hear the difference
    bot = listener("D", seed, **NERVOUS)
    dice, again = Random(seed), Random(seed)
    plan, plan_of_other = bot.plan(view, heard, dice), bot.plan(view, changed, again)
    assert [each for each in plan if each.ms < parts_ms] == [each for each in plan_of_other if each.ms < parts_ms]
    assert dice.getstate() == again.getstate()


def test_the_rest_of_a_verse_may_be_anything():
    """Poem by poem: the kana after the deciding one are replaced, and the plan stays as it was."""
    view, to_come = view_after(10)
    for poem in to_come:
        heard = modelled(poem)
        kana = length(poem, ALL & ~set_of(view.read))
        babble = Hearing(heard.kana[:kana] + "ん" * (len(heard.kana) - kana), heard.told_ms)
        bot = listener("A", poem, notices=1.0, **NERVOUS)
        assert bot.plan(view, babble, Random(poem)) == bot.plan(view, heard, Random(poem))


def test_a_guess_comes_before_the_poem_is_told_and_names_what_may_come():
    """The property above would hold for a listener that never guesses: this one does."""
    sharp = {"notices": 1.0, "strays": 0.0, "sigma_ms": 0.0, "tau_ms": 0.0, "early": 0.0, "lapse": 0.0}
    guesses = rights = 0
    for seed in range(40):
        view, to_come = view_after(seed, seed)
        unread, poem = ALL & ~set_of(view.read), to_come[0]
        heard = modelled(poem)
        kana = length(poem, unread)
        for touch in listener("D", seed, jumps=1.0, fouls=1e6, **sharp).plan(view, heard, Random(seed)):
            if touch.ms < heard.told_ms[kana - 1] + 120:  # a reaction to the deciding sound takes 236 ms
                guesses += 1
                rights += touch.card == poem
                assert begin(heard.kana[: kana - 1], unread) >> touch.card & 1
                assert touch.ms >= heard.told_ms[kana - 1] - EARLY_MS
    assert guesses >= 5
    assert 0 < rights < guesses


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(0, 80), st.sampled_from(sorted(SETUPS)))
def test_touches_lie_on_the_mat_and_right_ones_never_before_their_sound(seed, readings, name):
    view, to_come = view_after(readings, seed % 5, setup=SETUPS[name])
    if not to_come:
        return
    poem, where = to_come[0], spots(view.field)
    heard = modelled(poem)
    floor_ms = heard.told_ms[length(poem, ALL & ~set_of(view.read)) - 1] - EARLY_MS
    plan = listener("E", seed, **NERVOUS).plan(view, heard, Random(seed))
    assert list(plan) == sorted(plan)
    for touch in plan:
        assert touch.card in where
        assert touch.ms >= floor_ms or touch.card != poem
    rights = [touch for touch in plan if touch.card == poem]
    assert len(rights) == (poem in where and not view.is_sitting_out)
    if rights and name == "kyogi":
        swept = [touch for touch in plan if touch.is_sweep]
        assert all(where[touch.card].side == where[poem].side for touch in swept)


def test_nothing_is_swept_where_every_wrong_card_is_a_fault():
    for setup in (SETUPS["genpei"], SETUPS["chirashi"]):
        view, to_come = view_after(5, setup=setup)
        plans = [listener(sweeps=1.0).plan(view, modelled(poem), Random(poem)) for poem in to_come]
        assert not any(touch.is_sweep for plan in plans for touch in plan)
    view, to_come = view_after(5)
    plans = [listener(sweeps=1.0).plan(view, modelled(poem), Random(poem)) for poem in to_come]
    assert any(touch.is_sweep for plan in plans for touch in plan)


def test_who_sits_out_keeps_still_and_uses_up_no_other_luck():
    view, to_come = view_after(5, setup=SETUPS["chirashi"])
    dice, same = Random(1), Random(1)
    assert listener().plan(replace(view, is_sitting_out=True), modelled(to_come[0]), dice) == ()
    listener().plan(view, modelled(to_come[0]), same)
    assert dice.getstate() == same.getstate()


def test_the_same_view_sounds_and_dice_are_the_same_plan():
    view, to_come = view_after(12)
    for poem in to_come[:20]:
        assert listener(seed=4).plan(view, modelled(poem), Random(9)) == listener(seed=4).plan(
            view, modelled(poem), Random(9)
        )
    assert listener(seed=4)._day != listener(seed=5)._day


# What it knows -------------------------------------------------------------------------------------------
def right_ms(bot, view, poem, dice=None):
    return next(each.ms for each in bot.plan(view, modelled(poem), dice or Random(1)) if each.card == poem)


STEADY = Switches(never_faults=True, never_hesitates=True)


def after_reading(view, *poems):
    """The same mat with further poems read, of which none lies there."""
    return replace(view, read=(*view.read, *poems))


def test_a_kimariji_that_has_become_shorter_is_taken_a_sound_earlier_by_those_who_noticed():
    view, _ = view_after(0)
    card = next(poem for poem in spots(view.field) if len(PARTNERS[poem]) == 1 and length(poem, ALL) == 2)
    partner = PARTNERS[card][0]
    before = right_ms(listener(switches=STEADY, notices=1.0), view, card)
    after = after_reading(view, partner)
    assert right_ms(listener(switches=STEADY, notices=1.0), after, card) == before - 200
    assert right_ms(listener(switches=STEADY, notices=0.0), after, card) == before  # waits for a sound nobody needs


def test_what_has_slipped_ones_mind_stays_forgotten_for_the_match():
    view, _ = view_after(0)
    read = tuple(range(1, 61))
    forgets = listener(seed=3, notices=0.5)
    few, more = forgets.unread(replace(view, read=read[:30])), forgets.unread(replace(view, read=read))
    assert few & set_of(read[:30]) == more & set_of(read[:30]) != 0
    assert 30 - 12 < (more & set_of(read)).bit_count() < 30 + 12  # binomial, 60 at one half: three deviations
    assert listener(notices=1.0).unread(replace(view, read=read)) == ALL & ~set_of(read)


def test_the_table_of_a_class_gives_its_reactions():
    """Early moves, lapses and reach aside, the mean over many poems is mu + tau (four standard errors)."""
    bots = [
        listener("B", seed, early=0.0, lapse=0.0, reach_ms=0.0, own_side_ms=0.0, notices=1.0, mixes_up=0.0, strays=0.0)
        for seed in range(200)
    ]
    view, _ = view_after(0)
    cards = list(spots(view.field))
    times = []
    for seed, bot in enumerate(bots):
        for i in range(10):
            card = cards[(seed + i) % len(cards)]
            decided_ms = modelled(card).told_ms[length(card, ALL) - 1]
            times.append(right_ms(bot, view, card, Random(seed * 100 + i)) - decided_ms)
    mean = sum(times) / len(times)
    form_and_draw = (8**2 / 200 + (80**2 + 90**2) / len(times)) ** 0.5
    assert mean == pytest.approx(198 + 90, abs=4 * form_and_draw)


def test_lapses_and_early_moves_do_what_they_say():
    view, _ = view_after(0)
    card = next(poem for poem in spots(view.field) if length(poem, ALL) == 2)
    plain = {"early": 0.0, "lapse": 0.0, "sigma_ms": 0.0, "tau_ms": 0.0, "mixes_up": 0.0, "strays": 0.0}
    usual = right_ms(listener(**plain), view, card)
    assert right_ms(listener(**plain | {"early": 1.0}), view, card) == usual - EARLY_MS
    absent = [right_ms(listener(**plain | {"lapse": 1.0}), view, card, Random(i)) - usual for i in range(600)]
    assert sum(absent) / 600 == pytest.approx(600, abs=4 * 600 / 600**0.5)
    single = next(poem for poem in spots(view.field) if length(poem, ALL) == 1)
    usual = right_ms(listener(**plain), view, single)
    assert right_ms(listener(**plain | {"early": 1.0}), view, single) == usual  # nothing sounds before the first


def test_the_own_side_and_the_way_of_the_hand_count():
    view, _ = view_after(0)
    own, other = view.field.cards(0)[0], view.field.cards(1)[0]
    near, far = listener(switches=STEADY), listener(switches=STEADY, own_side_ms=50.0)
    assert right_ms(far, view, own) - right_ms(near, view, own) == 50
    assert right_ms(far, view, other) == right_ms(near, view, other)
    field = view.field
    corner, close = Spot(1, 4, 0), Spot(1, 0, len(field.territories[1][0]) - 1)  # far corner, inner end of the top row
    assert further_mm(field, corner, 0, 0, 2) > further_mm(field, close, 0, 0, 2) + 150
    mirrored = play.view(match().state, 1)
    assert further_mm(field, corner, 0, 0, 2) == pytest.approx(
        further_mm(mirrored.field.laid(0, field.territories[1]), Spot(0, 4, 0), 1, 1, 2)
    )


# Wrong cards ---------------------------------------------------------------------------------------------
def test_mixed_up_partners_are_touched_before_the_right_card():
    view, _ = view_after(0)
    where = spots(view.field)
    card = next(poem for poem in where if any(other in where for other in PARTNERS[poem]))
    mixer = listener("E", fouls=1e6, jumps=0.0)
    first, last = mixer.plan(view, modelled(card), Random(1))[0], mixer.plan(view, modelled(card), Random(1))[-1]
    assert first.card in PARTNERS[card]
    assert last.card == card
    assert last.ms > first.ms


def test_partners_of_a_karafuda_are_touched_too_and_the_careful_leave_it():
    view, to_come = view_after(0)
    where = spots(view.field)
    absent = next(poem for poem in to_come if poem not in where and any(each in where for each in PARTNERS[poem]))
    [touch] = listener("E", fouls=1e6, jumps=0.0).plan(view, modelled(absent), Random(1))
    assert touch.card in PARTNERS[absent]
    assert listener("E", fouls=0.0).plan(view, modelled(absent), Random(1)) == ()


def test_a_hand_under_way_comes_down_and_a_later_one_is_held_back():
    plan = (PlannedTouch(500, 1), PlannedTouch(501, 2))
    assert held_back(plan, 300) == plan[:1]
    assert held_back(plan, None) == plan


def test_the_switches():
    """Never at fault: not once in ten matches of the most nervous; never hesitating: the same time under all dice."""
    nervous = replace(PERSONS["e-momo"], fouls=20.0)
    faults = [0, 0]
    for seed in range(10):
        table = match("E", seed)
        table.players = (Listener(nervous, seed, Switches(never_faults=True)), Listener(nervous, seed))
        while table.state.result is None:
            table.read_one()
        for event in table.events:
            if isinstance(event, Judged):
                faults = [had + new for had, new in zip(faults, event.verdict.faults, strict=True)]
    assert faults[0] == 0
    assert faults[1] > 100
    view, _ = view_after(0)
    for card in spots(view.field):
        assert len({right_ms(listener("E", switches=STEADY), view, card, Random(i)) for i in range(10)}) == 1


# People --------------------------------------------------------------------------------------------------
def test_each_class_has_three_people_who_differ():
    for level in LEVELS.values():
        people = of_class(level)
        assert len(people) == 3
        assert len({each.temperament for each in people}) == 3
        assert len({(each.mu_ms, each.own_side_ms, each.fouls, each.layout_seed) for each in people}) == 3
    assert len(PERSONS) == 3 * len(LEVELS)
    assert {each.temperament for each in PERSONS.values()} == set(Temperament)


def test_nobody_is_further_from_the_class_than_half_a_step():
    levels = list(LEVELS.values())
    for slower, level, quicker in zip([None, *levels], levels, [*levels[1:], None], strict=False):
        steps = [abs(other.mu_ms - level.mu_ms) for other in (slower, quicker) if other is not None]
        assert level.spread_ms <= max(steps) / 2
        dice = Random(2)
        shifts = [somebody(level, dice).mu_ms for _ in range(300)]
        assert max(map(abs, shifts)) <= level.spread_ms
        assert max(shifts) > 0.8 * level.spread_ms
        assert min(shifts) < -0.8 * level.spread_ms
        assert all(abs(each.mu_ms) <= level.spread_ms for each in of_class(level))


def test_a_table_gives_the_view_of_the_reading_without_its_poem():
    """The plan is asked for while the poem is being read: the view is the same whichever it is."""
    table = match(readings=3)
    table.do(Read(table.state.since_ms))
    state = table.state
    other = replace(state, poem=state.order[-1])
    assert play.view(state, 0) == play.view(other, 0)


def test_kyogi_and_the_others_are_played_to_the_end():
    for setup in SETUPS.values():
        table = match("E", 3, setup=setup)
        while table.state.result is None:
            table.read_one()
        assert play.replay(setup, table.events) == table.state
    assert SETUPS["kyogi"].variant is KYOGI
