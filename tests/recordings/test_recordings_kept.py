"""What trainer.audio keeps: whole files, one a recipe, and nothing half done."""

import errno
import hashlib
import io
import os
import threading
from datetime import timedelta

import pytest
import soundfile
from django.utils import timezone

from tests.tone_voice import SOUND_MS, ToneVoice
from trainer import audio
from trainer.audio import ALL_VERSES, VerseName, ensure_recording, find, recipe_of, recordings_of
from trainer.models import Recording
from trainer.poems.poem import poem
from trainer.reciter.mora import Half
from trainer.reciter.tempo import FORMER, free
from trainer.reciter.voice import CannotReciteError, Manner, Recital

pytestmark = pytest.mark.django_db
UPPER, LOWER = Half.UPPER, Half.LOWER


@pytest.fixture
def voice():
    return ToneVoice()


@pytest.fixture
def files(settings):
    """The names of all files in the folder, sorted."""
    return lambda: sorted(path.name for path in settings.RECORDINGS_DIR.iterdir())


class Interrupted(ToneVoice):
    """Somebody presses Ctrl-C while it recites."""

    def recite(self, *_):
        raise KeyboardInterrupt


def test_a_recording_is_a_real_file_with_its_digest_as_its_name(voice, files):
    recording = ensure_recording(poem(17), UPPER, voice)
    sound = recording.path.read_bytes()
    assert files() == [f"{hashlib.sha256(sound).hexdigest()}.mp3"]
    assert recording.size == len(sound)
    info = soundfile.info(io.BytesIO(sound))
    assert (info.format, info.samplerate, info.channels) == ("MP3", 24_000, 1)
    assert recording.times.length_ms == SOUND_MS
    assert recording.times.morae[0].kana == "ち"


def test_it_is_rendered_once(voice):
    first = ensure_recording(poem(17), UPPER, voice)
    assert ensure_recording(poem(17), UPPER, voice) == first
    assert voice.recited == ["17-upper"]


@pytest.mark.parametrize(
    "other",
    [
        (poem(17), LOWER, ToneVoice(), Manner()),
        (poem(18), UPPER, ToneVoice(), Manner()),
        (poem(17), UPPER, ToneVoice("another"), Manner()),
        (poem(17), UPPER, ToneVoice(version="2"), Manner()),
        (poem(17), UPPER, ToneVoice(), Manner(FORMER)),
        (poem(17), UPPER, ToneVoice(), Manner(pitch_hz=165.0)),
        (poem(17), UPPER, ToneVoice(), Manner(speed=1.1)),
    ],
)
def test_whatever_changes_the_sound_is_another_recipe(other):
    assert recipe_of(*other) != recipe_of(poem(17), UPPER, ToneVoice(), Manner())


def test_another_reading_of_the_poem_is_another_recipe(monkeypatch):
    before = recipe_of(poem(17), UPPER, ToneVoice(), Manner())
    verse = poem(17).upper
    changed = type(verse)(tuple(type(each)(*_with_spoken(each, "ちはやふる")) for each in verse.phrases))
    monkeypatch.setitem(poem(17).__dict__, "upper", changed)
    assert recipe_of(poem(17), UPPER, ToneVoice(), Manner()) != before


def _with_spoken(phrase, spoken):
    return phrase.text, phrase.historical, phrase.modern, spoken, phrase.romaji


def test_a_manner_is_known_by_its_name():
    own = Manner(free(lower_ms=3000, yoin_ms=2000, pause_ms=1000, upper_ms=4000), pitch_hz=165.5, speed=1.25)
    assert [Manner.named(each.name) for each in (Manner(), Manner(FORMER), own)] == [Manner(), Manner(FORMER), own]
    with pytest.raises(ValueError):
        Manner.named("slow/own/1")


def test_finding_renders_nothing(voice):
    assert find(poem(17), UPPER, voice) is None
    assert voice.recited == []
    recording = ensure_recording(poem(17), UPPER, voice)
    assert find(poem(17), UPPER, voice) == recording
    assert find(poem(17), UPPER, ToneVoice(version="2")) is None


@pytest.mark.parametrize("damage", ["lost", "cut short", "one byte changed"])
def test_a_damaged_file_is_rendered_anew(voice, files, damage):
    recording = ensure_recording(poem(17), UPPER, voice)
    sound = recording.path.read_bytes()
    match damage:
        case "lost":
            recording.path.unlink()
        case "cut short":
            os.truncate(recording.path, 100)
        case "one byte changed":
            recording.path.write_bytes(sound[:-1] + bytes([sound[-1] ^ 1]))
    if damage != "one byte changed":  # only its length is looked at where pages are served
        assert find(poem(17), UPPER, voice) is None
        assert recordings_of(voice) == {}
    again = ensure_recording(poem(17), UPPER, voice)
    assert again.path.read_bytes() == sound
    assert voice.recited == ["17-upper", "17-upper"]
    assert len(files()) == Recording.objects.count() == 1


def test_a_voice_that_gives_other_bytes_leaves_no_old_file(voice, files):
    """Some encoders number their files at random, and some voices live elsewhere."""
    recording = ensure_recording(poem(17), UPPER, voice)
    recording.path.write_bytes(b"")
    voice.recite = lambda *_: Recital(b"another", recording.times)
    again = ensure_recording(poem(17), UPPER, voice)
    assert again.pk == recording.pk
    assert files() == [again.name]
    assert again.path.read_bytes() == b"another"


def test_the_same_bytes_twice_are_one_file_and_lose_nothing(files):
    """Two voices may share a sound; replacing the one must not take the other's file along."""
    one, other = ToneVoice("one"), ToneVoice("other")
    first, second = ensure_recording(poem(17), UPPER, one), ensure_recording(poem(17), UPPER, other)
    assert first.name == second.name
    one.recite = lambda *_: Recital(b"another", first.times)
    Recording.objects.filter(pk=first.pk).update(size=1, sha256="0" * 64)
    ensure_recording(poem(17), UPPER, one)
    assert find(poem(17), UPPER, other) == second
    assert len(files()) == 2


def test_a_voice_that_cannot_leaves_nothing(files):
    with pytest.raises(CannotReciteError, match="no poem 17"):
        ensure_recording(poem(17), UPPER, ToneVoice(broken=[17]))
    assert files() == []
    assert not Recording.objects.exists()


def test_an_interruption_leaves_nothing(files):
    with pytest.raises(KeyboardInterrupt):
        ensure_recording(poem(17), UPPER, Interrupted())
    assert files() == []


def test_a_full_disk_leaves_nothing(voice, files, monkeypatch):
    def full(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("trainer.audio.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        ensure_recording(poem(17), UPPER, voice)
    assert files() == []
    assert not Recording.objects.exists()


def test_an_empty_file_is_no_recording(voice, files):
    voice.recite = lambda *_: Recital(b"", None)
    with pytest.raises(CannotReciteError, match="empty"):
        ensure_recording(poem(17), UPPER, voice)
    assert files() == []


def test_everything_is_on_the_disk_before_it_has_its_name(voice, monkeypatch):
    """The order that survives a power cut: bytes, name, folder, row."""
    steps = []
    fsync, replace = os.fsync, audio.Path.replace

    def told_fsync(descriptor):
        steps.append("fsync folder" if os.path.isdir(f"/dev/fd/{descriptor}") else "fsync file")  # noqa: PTH112
        fsync(descriptor)

    def told_replace(path, target):
        steps.append("rename")
        assert path.parent == target.parent
        return replace(path, target)

    monkeypatch.setattr("trainer.audio.os.fsync", told_fsync)
    monkeypatch.setattr("trainer.audio.Path.replace", told_replace)
    ensure_recording(poem(17), UPPER, voice)
    assert steps == ["fsync file", "rename", "fsync folder"]


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one(voice, files, monkeypatch):
    """The second waits until the first is done, and finds it."""
    begun, go_on, waits = threading.Event(), threading.Event(), threading.Event()
    flock = audio.fcntl.flock

    def noted(file, how):
        if begun.is_set():
            waits.set()
        flock(file, how)

    monkeypatch.setattr(audio.fcntl, "flock", noted)

    class Slow(ToneVoice):
        def recite(self, poem, half, manner):
            begun.set()
            assert go_on.wait(10)
            return super().recite(poem, half, manner)

    slow, found = Slow(), []

    def ask(one):
        from django.db import connection

        found.append(ensure_recording(poem(17), UPPER, one).pk)
        connection.close()

    first = threading.Thread(target=ask, args=[slow])
    first.start()
    assert begun.wait(10)
    second = threading.Thread(target=ask, args=[voice])
    second.start()
    assert waits.wait(10)
    go_on.set()
    first.join(10)
    second.join(10)
    assert len(found) == 2
    assert len(set(found)) == 1
    assert slow.recited == ["17-upper"]
    assert voice.recited == []
    assert len(files()) == 1


def test_what_a_killed_process_left_is_swept_up(voice, settings, files):
    recording = ensure_recording(poem(17), UPPER, voice)
    (settings.RECORDINGS_DIR / f"{'a' * 64}.part").write_bytes(b"half a ver")
    assert audio.sweep() == 1
    assert files() == [recording.name]


def test_what_is_being_written_is_not_swept_up(settings, files):
    class Tidy(ToneVoice):
        def recite(self, poem, half, manner):
            assert audio.sweep() == 0
            return super().recite(poem, half, manner)

    ensure_recording(poem(17), UPPER, Tidy())
    assert len(files()) == 1


def test_a_row_without_its_file_is_swept_up(voice):
    recording = ensure_recording(poem(17), UPPER, voice)
    ensure_recording(poem(18), UPPER, voice)
    recording.path.unlink()
    assert audio.sweep() == 1
    assert [each.poem for each in Recording.objects.all()] == [18]


def test_a_file_without_its_row_is_swept_up_once_it_is_old(voice, settings, files):
    """Killed between the name and the row. A young one may be somebody's that is about to have its row."""
    known = ensure_recording(poem(17), UPPER, voice)
    stray = settings.RECORDINGS_DIR / f"{'b' * 64}.mp3"
    stray.write_bytes(b"a whole verse")
    (settings.RECORDINGS_DIR / "renderer.lock").write_bytes(b"")
    assert audio.sweep() == 0
    old = (timezone.now() - timedelta(hours=2)).timestamp()
    for path in settings.RECORDINGS_DIR.iterdir():
        os.utime(path, (old, old))
    assert audio.sweep() == 1
    assert files() == sorted([known.name, "renderer.lock"])


def test_a_set_is_one_question_to_the_database(voice, django_assert_num_queries):
    for number in (3, 1, 2):
        for half in (LOWER, UPPER):
            ensure_recording(poem(number), half, voice)
    ensure_recording(poem(1), UPPER, voice, Manner(FORMER))
    with django_assert_num_queries(1):
        found = recordings_of(voice)
    assert list(found) == [VerseName(number, half) for number in (1, 2, 3) for half in (UPPER, LOWER)]
    assert found[VerseName(2, LOWER)].times.end_ms == 110.0


def test_the_names_of_verses():
    assert len(ALL_VERSES) == len(set(ALL_VERSES)) == 202
    assert [str(each) for each in ALL_VERSES[:3]] == ["0-upper", "0-lower", "1-upper"]
    assert VerseName.of("100-lower") == VerseName(100, LOWER)
    for broken in ("", "17", "17-middle", "101-upper", "-1-upper", "017-upper", "x-upper"):
        with pytest.raises(ValueError):
            VerseName.of(broken)
