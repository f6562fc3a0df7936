"""What is rendered next, what happens to what fails, and what a person sees of it."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from tests import tone_voice
from tests.tone_voice import ToneVoice
from trainer import audio, wishes
from trainer.audio import ALL_VERSES, VerseName
from trainer.models import Recording, Try, Wish
from trainer.reciter.mora import Half
from trainer.reciter.tempo import FORMER
from trainer.reciter.voice import Manner
from trainer.wishes import FIRST_WAIT_S, NotRecordedError, Wanted, fulfil, next_wanted, progress, try_again, wish

pytestmark = pytest.mark.django_db


@pytest.fixture
def voices(monkeypatch):
    """Two voices; the first is the default."""
    both = {"tone": ToneVoice(), "other": ToneVoice("other", version="7")}
    monkeypatch.setattr(tone_voice, "VOICES", both)
    return both


@pytest.fixture
def tone(voices):
    return voices["tone"]


@pytest.fixture
def other(voices):
    return voices["other"]


@pytest.fixture
def clock():
    with time_machine.travel("2026-11-30T10:00:00Z", tick=False) as clock:
        yield clock


def named(*names):
    return [VerseName.of(name) for name in names]


def rendered(most):
    """Which verses are rendered, in their order, when nobody asks for anything else meanwhile."""
    order = []
    while len(order) < most and (wanted := next_wanted(timezone.now())):
        order.append(f"{wanted.voice.key} {wanted.verse}")
        fulfil(wanted)
    return order


def pretend(voice, manner, verses):
    """Rows of recordings without their sound, to have a set whole at once."""
    Recording.objects.bulk_create(
        Recording(
            recipe=f"{voice.key} {voice.version} {manner.name} {verse}",
            voice=voice.key,
            version=voice.version,
            manner=manner.name,
            poem=verse.poem,
            half=verse.half,
            sha256="0" * 64,
            suffix="mp3",
            size=1,
            times_json={},
            rendered_at=timezone.now(),
        )
        for verse in verses
    )


def test_without_a_wish_the_default_set_is_rendered_from_the_joka_on(tone, other):
    assert rendered(3) == ["tone 0-upper", "tone 0-lower", "tone 1-upper"]


def test_what_a_page_waits_for_comes_first_in_its_order(alice, charlie, tone, other):
    wish(charlie, other)
    wish(alice, tone, verses=named("77-upper", "5-lower"))
    assert rendered(4) == ["tone 77-upper", "tone 5-lower", "other 0-upper", "other 0-lower"]


def test_of_two_pages_each_has_its_first_verse_before_any_has_its_second(alice, charlie, tone, other, clock):
    wish(alice, tone, verses=named("1-upper", "2-upper", "3-upper"))
    clock.shift(1)
    wish(charlie, other, verses=named("8-upper", "9-upper"))
    assert rendered(5) == [
        *("tone 1-upper", "other 8-upper"),
        *("tone 2-upper", "other 9-upper", "tone 3-upper"),
    ]


def test_whole_sets_come_in_the_order_they_were_asked_for(alice, charlie, tone, other, clock):
    wish(charlie, other)
    clock.shift(1)
    wish(alice, tone, Manner(FORMER))
    assert next_wanted(timezone.now()).voice is other
    pretend(other, Manner(), ALL_VERSES)
    assert next_wanted(timezone.now()).manner == Manner(FORMER)
    pretend(tone, Manner(FORMER), ALL_VERSES)
    assert next_wanted(timezone.now()) == Wanted(ALL_VERSES[0], tone, Manner())
    pretend(tone, Manner(), ALL_VERSES)
    assert next_wanted(timezone.now()) is None


def test_a_wish_that_is_fulfilled_is_closed_and_asking_anew_opens_it(alice, tone):
    wish(alice, tone, verses=named("1-upper"))
    rendered(2)
    assert Wish.objects.get().done_at
    wish(alice, tone, verses=named("60-upper"))
    assert rendered(1) == ["tone 60-upper"]
    assert Wish.objects.count() == 1


def test_a_page_does_not_take_back_the_wish_for_the_whole_set(alice, tone, other):
    wish(alice, other)
    wish(alice, other, verses=named("60-upper"))
    assert rendered(2) == ["other 60-upper", "other 0-upper"]


def test_what_was_asked_while_a_wish_was_being_closed_stays_open(alice, tone, clock, monkeypatch):
    wish(alice, tone, verses=named("1-upper"))
    rendered(1)
    close = wishes._close

    def asked_meanwhile(its_wish, now):
        clock.shift(1)
        wish(alice, tone, verses=named("60-upper"))
        close(its_wish, now)

    monkeypatch.setattr(wishes, "_close", asked_meanwhile)
    next_wanted(timezone.now())
    assert Wish.objects.get().done_at is None


def test_a_wish_of_a_voice_that_has_left_is_closed(alice, tone):
    wish(alice, ToneVoice("gone"))
    assert rendered(1) == ["tone 0-upper"]
    assert Wish.objects.get().done_at


# What fails ----------------------------------------------------------------------------------------------


def test_a_verse_that_fails_rests_and_the_others_go_on(tone, clock):
    tone.broken = {0}
    for verse in named("0-upper", "0-lower"):
        with pytest.raises(NotRecordedError, match="tone has no poem 0"):
            fulfil(Wanted(verse, tone, Manner()))
    assert rendered(1) == ["tone 1-upper"]
    clock.shift(FIRST_WAIT_S)
    tone.broken = set()
    assert rendered(1) == ["tone 0-upper"]
    assert [str(each.poem) + each.half for each in Try.objects.all()] == ["0lower"]


def test_after_three_tries_it_is_left_alone_until_somebody_says_try_again(alice, tone, clock):
    tone.broken = {0}
    verse = ALL_VERSES[0]
    waits = []
    for _ in range(3):
        with pytest.raises(NotRecordedError):
            fulfil(Wanted(verse, tone, Manner()))
        waits.append(next((s for s in range(1000) if ready_in(s) == verse), None))
    assert waits == [30, 120, None]
    clock.shift(timedelta(days=1))
    assert next_wanted(timezone.now()).verse != verse
    try_again(alice, tone)
    assert next_wanted(timezone.now()).verse == verse


def ready_in(seconds):
    return next_wanted(timezone.now() + timedelta(seconds=seconds)).verse


def test_a_wish_of_which_only_hopeless_verses_are_missing_is_closed(alice, tone, clock):
    tone.broken = {5}
    wish(alice, tone, verses=named("5-upper"))
    for _ in range(3):
        with pytest.raises(NotRecordedError):
            fulfil(next_wanted(timezone.now()))
        next_wanted(timezone.now())
        clock.shift(timedelta(minutes=5))
    next_wanted(timezone.now())
    assert Wish.objects.get().done_at


def test_a_verse_that_takes_the_process_down_counts_as_failed(tone, clock):
    class Killed(BaseException):
        pass

    def killed(poem, half, manner):
        raise Killed

    tone.recite = killed
    wanted = next_wanted(timezone.now())
    with pytest.raises(Killed):
        fulfil(wanted)
    del tone.recite
    assert next_wanted(timezone.now()).verse != wanted.verse


def test_any_error_of_a_voice_is_a_failure_with_its_name(tone):
    def breaks(poem, half, manner):
        raise ZeroDivisionError("no frames")

    tone.recite = breaks
    with pytest.raises(NotRecordedError):
        fulfil(Wanted(ALL_VERSES[0], tone, Manner()))
    assert Try.objects.get().reason == "ZeroDivisionError: no frames"


# What is seen --------------------------------------------------------------------------------------------


def test_progress_tells_what_is_mine_and_what_is_others(alice, charlie, tone, other, django_assert_num_queries):
    wish(alice, tone)
    wish(charlie, tone)
    wish(charlie, other, verses=named("1-upper"))
    pretend(tone, Manner(), ALL_VERSES[:50])
    pretend(ToneVoice("tone", version="0"), Manner(), ALL_VERSES)  # as it sounded before
    with django_assert_num_queries(3):
        seen = progress(alice, timezone.now())
    assert [(each.voice.key, each.manner.tempo.name) for each in seen] == [
        *(("tone", "5-3-1-6"), ("tone", "4-3-1-5")),
        *(("other", "5-3-1-6"), ("other", "4-3-1-5")),
    ]
    first, *rest = seen
    assert (first.there, first.total, first.percent, first.is_whole) == (50, 202, 24, False)
    assert (first.is_asked, first.is_open, first.others) == (True, True, 1)
    assert [(each.there, each.is_asked, each.others) for each in rest] == [(0, False, 0)] * 3


def test_progress_names_failures_but_not_what_is_under_way(alice, tone, clock):
    tone.broken = {9}
    with pytest.raises(NotRecordedError):
        fulfil(Wanted(VerseName(9, Half.UPPER), tone, Manner()))
    wishes._begin(Wanted(VerseName(10, Half.UPPER), tone, Manner()), "b" * 64)
    assert [(each.poem, each.reason) for each in progress(alice, timezone.now())[0].failures] == [
        (9, "tone has no poem 9")
    ]
    clock.shift(timedelta(minutes=6))
    assert [each.poem for each in progress(alice, timezone.now())[0].failures] == [9, 10]


def test_what_is_given_up_is_told(alice, tone):
    tone.broken = {9}
    wanted = Wanted(VerseName(9, Half.UPPER), tone, Manner())
    for expected in (0, 0, 1):
        with pytest.raises(NotRecordedError):
            fulfil(wanted)
        assert len(progress(alice, timezone.now())[0].given_up) == expected
    assert wishes.is_given_up(wanted)
    tone.broken = set()
    fulfil(wanted)
    assert not wishes.is_given_up(wanted)


def test_a_damaged_file_is_found_by_asking_for_it(tone):
    wanted = Wanted(ALL_VERSES[0], tone, Manner())
    recording = fulfil(wanted)
    assert wishes.is_there(wanted)
    recording.path.write_bytes(b"x" * recording.size)
    assert not wishes.is_there(wanted)
    fulfil(wanted)
    assert wishes.is_there(wanted)
    assert audio.find(*audio.verse_of(wanted.verse), tone)
