"""The times by hand, from the numbers of docs/recitation.md; every length in ms."""

from itertools import pairwise

import pytest

from trainer.poems.kimariji import original
from trainer.poems.poem import JOKA, POEMS, poem
from trainer.reciter.mora import Half
from trainer.reciter.plan import FRAME_MS, Held, inner_breaks, plan
from trainer.reciter.tempo import FORMER, OFFICIAL, free

ALL_POEMS = (JOKA, *POEMS)
OYAMA = (11, 15, 31, 50, 64, 76)  # decided by their sixth kana, after the first phrase
HURRIED = free(lower_ms=1000, yoin_ms=300, pause_ms=500, upper_ms=1500)
SLOW = free(lower_ms=9000, yoin_ms=5000, pause_ms=2000, upper_ms=11_000)


def lengths(beats):
    return [beat.frames * FRAME_MS for beat in beats]


def length(beats):
    return beats[-1].end * FRAME_MS


def test_the_upper_verse_of_poem_17():
    beats = plan(poem(17), Half.UPPER)
    assert lengths(beats) == [200] * 4 + [850] + [200] * 6 + [850] + [200] * 4 + [1400]
    assert [beat.held for beat in beats if beat.held] == [Held.PHRASE_END] * 3
    assert [beat.phrase for beat in beats] == [0] * 5 + [1] * 7 + [2] * 5
    assert "".join(beat.sound.kana for beat in beats) == poem(17).upper.spoken


@pytest.mark.parametrize("tempo", [OFFICIAL, FORMER, HURRIED, SLOW], ids=lambda tempo: tempo.name)
@pytest.mark.parametrize("each", ALL_POEMS, ids=lambda each: str(each.number))
def test_the_last_mora_of_a_lower_verse_starts_when_the_tempo_says(each, tempo):
    beats = plan(each, Half.LOWER, tempo)
    assert beats[-1].start * FRAME_MS == tempo.lower_ms
    assert lengths(beats)[-1] == tempo.yoin_ms
    assert beats[-1].held is Held.YOIN
    assert {beat.phrase for beat in beats} == {3, 4}
    assert "".join(beat.sound.kana for beat in beats) == each.lower.spoken
    end = next(beat for beat in beats if beat.held is Held.PHRASE_END)
    assert end.frames > 1.5 * end.mora_frames, "the end of the phrase can be heard"


@pytest.mark.parametrize(("tempo", "least", "most"), [(OFFICIAL, 5300, 6300), (FORMER, 4500, 5300)])
def test_upper_verses_take_about_the_same_time(tempo, least, most):
    assert all(least <= length(plan(each, Half.UPPER, tempo)) <= most for each in ALL_POEMS)


@pytest.mark.parametrize("tempo", [OFFICIAL, FORMER, HURRIED], ids=lambda tempo: tempo.name)
def test_a_regular_upper_verse_takes_the_time_of_the_tempo(tempo):
    assert length(plan(poem(17), Half.UPPER, tempo)) == tempo.upper_ms


@pytest.mark.parametrize("tempo", [OFFICIAL, FORMER], ids=lambda tempo: tempo.name)
@pytest.mark.parametrize("each", POEMS, ids=lambda each: str(each.number))
def test_nothing_is_lengthened_before_the_kimariji_is_out(each, tempo):
    left = len(original(each.number))
    for beat in plan(each, Half.UPPER, tempo):
        left -= len(beat.sound.kana)
        if left <= 0:
            break  # the deciding sound itself may be held: it has been said
        assert (beat.frames * FRAME_MS, beat.held) == (200, None)


@pytest.mark.parametrize("number", OYAMA)
def test_the_six_great_mountains_run_on_into_the_second_phrase(number):
    beats = plan(poem(number), Half.UPPER)
    end = next(index for index, beat in enumerate(beats) if beat.phrase == 1) - 1
    assert beats[end].frames == beats[end].mora_frames
    assert beats[end].held is None
    ends = [beat.frames * FRAME_MS for beat in beats if beat.held is Held.PHRASE_END]
    assert ends == [200 + 650 + 100, 200 + 1200]  # half a mora of what was lost is made good


def test_the_joka_is_decided_from_the_start():
    assert lengths(plan(JOKA, Half.UPPER))[4] == 850  # なにわずに
    assert sum(beat.held is Held.PHRASE_END for beat in plan(JOKA, Half.UPPER)) == 3


def test_a_break_inside_a_phrase_lengthens_its_mora_to_two():
    beats = plan(poem(17), Half.LOWER)
    assert (3, len("から")) in inner_breaks(poem(17))
    held = [(beat.sound.kana, beat.frames * FRAME_MS) for beat in beats if beat.held is Held.BREAK]
    assert held == [("ら", 500), ("ず", 500)]  # から｜くれないに みず｜くくるとわ
    # The last mora of くれないに takes what is left of 4.70 s: 12 morae of 0.25 s and the 0.25 s of either break.
    assert [beat.frames * FRAME_MS for beat in beats if beat.held is Held.PHRASE_END] == [4700 - 14 * 250]


def test_many_breaks_leave_room_for_the_end_of_the_phrase(monkeypatch):
    """Sixteen morae and two breaks in 3.70 s: the morae give way, not the phrase end."""
    monkeypatch.setattr("trainer.reciter.plan.inner_breaks", lambda _: frozenset({(3, 4), (4, 3)}))
    beats = plan(poem(21), Half.LOWER, FORMER)
    assert len(beats) == 16
    assert sum(beat.held is Held.BREAK for beat in beats) == 2
    end = next(beat for beat in beats if beat.held is Held.PHRASE_END)
    assert end.frames / end.mora_frames == pytest.approx(2.8, abs=0.1)
    assert beats[-1].start * FRAME_MS == 3700


@pytest.mark.parametrize("half", Half)
@pytest.mark.parametrize("speed", [0.8, 1.1, 1.3])
def test_speed_divides_every_time(half, speed):
    slow, quick = plan(poem(2), half), plan(poem(2), half, speed=speed)
    for one, other in zip(slow, quick, strict=True):
        assert other.start * FRAME_MS == pytest.approx(one.start * FRAME_MS / speed, abs=FRAME_MS / 2)
        assert other.end * FRAME_MS == pytest.approx(one.end * FRAME_MS / speed, abs=FRAME_MS / 2)


@pytest.mark.parametrize("half", Half)
def test_a_hurried_tempo_shortens_the_morae(half):
    for each in ALL_POEMS:
        beats = plan(each, half, HURRIED)
        assert all(beat.frames >= 8 for beat in beats), "at least 40 ms each"
        assert max(beat.mora_frames for beat in beats) * FRAME_MS < 100


def test_a_slow_tempo_stretches_the_morae_too():
    assert plan(poem(17), Half.UPPER, SLOW)[0].frames * FRAME_MS == pytest.approx(200 * 11_000 / 5900, abs=5)


@pytest.mark.parametrize("half", Half)
def test_beats_follow_each_other_without_a_gap(half):
    for each in ALL_POEMS:
        beats = plan(each, half, FORMER, 1.1)
        assert beats[0].start == 0
        assert all(one.end == other.start for one, other in pairwise(beats))
