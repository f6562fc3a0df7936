"""Flags with their numbers, for a person to look at."""

import json
from random import Random

import pytest

from games.fairness.lag import believe
from games.fairness.suspicion import Flag, Observed, Suspicion, Watch

BASE, FLOOR = 65, 110.0


def seen(reaction_ms=250, lag_ms=56, floor_ms=FLOOR, base_ms=BASE, bank_ms=0):
    """A touch of the read card 800 ms after the first sound's deciding one, with so much lag claimed."""
    claimed = 800 + reaction_ms
    return Observed(floor_ms, believe(claimed + lag_ms, claimed, base_ms, bank_ms), reaction_ms)


def watched(*readings):
    watch = Watch()
    for each in readings:
        watch = watch.after(each)
    return watch


def of_people(n, seed=1):
    """Reactions of somebody who plays well."""
    dice = Random(seed)
    return [round(dice.gauss(185, 75) + dice.expovariate(1 / 75)) for _ in range(n)]


def test_who_plays_well_and_honestly_is_not_flagged():
    assert watched(*[seen(ms) for ms in of_people(85)]).flags() == ()


def test_a_watch_that_has_seen_nothing_has_nothing_to_say():
    assert Watch().flags() == ()
    assert watched(*[Observed()] * 100).flags() == ()
    assert watched(*[Observed(FLOOR)] * 100).flags() == ()


def test_grants_always_at_the_ceiling():
    readings = [seen(ms, lag_ms=306 if at % 2 else 56) for at, ms in enumerate(of_people(40))]
    assert watched(*readings).flags() == (Flag(Suspicion.CEILING, {"count": 20, "touches": 40}),)
    assert watched(*readings[:-1]).flags() == ()  # 19 of 39
    assert watched(*[seen(ms, lag_ms=306) for ms in of_people(19)]).flags() == ()  # too few to say


def test_touches_before_anybody_can_have_heard():
    """Luck of one in five would make 8 of 40, with a standard deviation of 2.5."""
    slow = [250 + 7 * at for at in range(40)]
    for early, flags in ((15, ()), (16, (Flag(Suspicion.EARLY, {"count": 16, "touches": 40, "sooner_than_ms": 100}),))):
        assert watched(*[seen(ms) for ms in [99] * early + slow[early:]]).flags() == flags
    assert watched(*[seen(ms) for ms in [100] * 16 + slow[16:]]).flags() == ()


def test_reactions_more_alike_than_peoples():
    even = [200 + at % 5 * 9 for at in range(40)]  # 200 to 236
    assert watched(*[seen(ms) for ms in even]).flags() == (
        Flag(Suspicion.EVEN, {"between_quartiles_ms": 18, "median_ms": 218, "touches": 40}),
    )
    strewn = [*even[:34], *range(300, 900, 100)]  # some far out do not hide it
    assert [flag.suspicion for flag in watched(*[seen(ms) for ms in strewn]).flags()] == [Suspicion.EVEN]
    assert watched(*[seen(ms) for ms in even[:19]]).flags() == ()


def test_a_floor_that_jumps():
    floors = [110.0] * 10 + [40.0] * 10 + [110.0] * 10 + [41.0] * 10
    readings = [seen(ms, floor_ms=floor) for ms, floor in zip(of_people(40), floors, strict=True)]
    [flag] = watched(*readings).flags()
    assert flag == Flag(Suspicion.FLOOR, {"jumps": 3, "lowest_ms": 40, "highest_ms": 110})
    assert watched(*readings).jumps == ((11, 110, 40), (21, 40, 110), (31, 110, 41))
    assert watched(*readings[:30]).flags() == ()  # somebody walked out of the room and came back


def test_a_floor_that_drifts_does_not_jump_and_one_that_is_not_known_is_kept():
    drifting = [seen(ms, floor_ms=40.0 + 2 * at) for at, ms in enumerate(of_people(35))]
    assert watched(*drifting).jumps == ()
    assert watched(Observed(40.0), Observed(None), Observed(64.0)).jumps == ()
    assert watched(Observed(40.0), Observed(65.0)).jumps == ((2, 40, 65),)
    assert watched(Observed(40.0), Observed(None), Observed(90.0)).jumps == ((3, 40, 90),)


def test_touches_that_come_more_quickly_than_probes():
    """Half of a floor of 110 is 55: no touch is only 12 under way, whichever way is the longer."""
    readings = [seen(ms, lag_ms=12 if at % 2 else 56) for at, ms in enumerate(of_people(40))]
    assert watched(*readings).flags() == (Flag(Suspicion.SOONER, {"count": 20, "touches": 40}),)
    assert watched(*readings[:-1]).flags() == ()
    assert watched(*[seen(ms, lag_ms=46) for ms in of_people(40)]).flags() == ()


def test_touches_of_other_cards_count_for_the_line_and_not_for_the_hand():
    wrong = Observed(FLOOR, believe(1_300, 600, BASE, 0))
    [flag] = watched(*[wrong] * 20).flags()
    assert flag.suspicion is Suspicion.CEILING


def test_touches_before_the_sound_are_no_evidence():
    early = Observed(FLOOR, believe(20, -35, BASE, 0))
    assert watched(*[early] * 40) == Watch(readings=40, floor_ms=FLOOR)


@pytest.mark.parametrize("length", [20, 85])
def test_evidence_can_be_kept_as_json(length):
    flags = watched(*[seen(50, lag_ms=306)] * length).flags()
    assert [flag.suspicion for flag in flags] == [Suspicion.CEILING, Suspicion.EARLY, Suspicion.EVEN]
    for flag in flags:
        assert json.loads(json.dumps(dict(flag.evidence))) == flag.evidence
