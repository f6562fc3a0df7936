"""Packs: taken in, prepared, listened to by their owners alone, and gone without a trace."""

import io
import json

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import TestCase
from django.utils import timezone

from tests.zipped import voice, zipped
from trainer import accounts, audio, packs, recitations, renderer, tasks, wishes
from trainer.models import PackFile, Person, Recording, VoicePack
from trainer.poems.poem import poem
from trainer.reciter.mora import Half
from trainer.reciter.packs.archive import MOST_ZIP_BYTES
from trainer.reciter.packs.problems import BrokenPackError, Problem
from trainer.reciter.script import Choices
from trainer.reciter.tempo import FORMER
from trainer.reciter.voice import CannotReciteError, Manner

pytestmark = pytest.mark.django_db

FILES = {
    "Aiko/1_upper.wav": voice(),
    "Aiko/17_lower.wav": voice(hertz=180.0),
    "Aiko/17_upper.wav": b"hello" * 100,
    "Aiko/readme.txt": b"hello",
}


def upload(files=FILES, name="Aiko.zip"):
    return SimpleUploadedFile(name, files if isinstance(files, bytes) else zipped(files))


def taken_in(person, files=FILES, title="Aiko"):
    return packs.take_in(person, title=title, licence="Aiko read them for me.", upload=upload(files))


def on_the_disk(settings):
    return sorted(path.name for folder in (settings.PACKS_DIR, settings.RECORDINGS_DIR) for path in folder.iterdir())


def gone(function, *args, **more):
    """What is removed from the disk once a transaction is through."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        function(*args, **more)


# Taking in


def test_taking_in_keeps_the_very_bytes_and_writes_down_the_list(alice, settings):
    content = zipped(FILES)
    pack = packs.take_in(alice, title="Aiko", licence="She read them for me.", upload=upload(content))
    assert pack.path.read_bytes() == content
    assert on_the_disk(settings) == [f"{pack.key}.zip"]
    assert [(str(file), file.state) for file in pack.files.all()] == [
        ("1-upper: Aiko/1_upper.wav", "waiting"),
        ("17-upper: Aiko/17_upper.wav", "waiting"),
        ("17-lower: Aiko/17_lower.wav", "waiting"),
    ]
    assert pack.refused == [["Aiko/readme.txt", "other_kind"]]


def test_a_zip_that_is_none_leaves_nothing_behind(alice, settings):
    for content in (b"hello", zipped({"readme.txt": b"hello"})):
        with pytest.raises(BrokenPackError):
            taken_in(alice, content)
    assert on_the_disk(settings) == []
    assert not VoicePack.objects.exists()


def test_what_is_too_large_is_given_up_on_the_way(alice, settings, monkeypatch):
    monkeypatch.setattr(packs, "MOST_ZIP_BYTES", 1000)
    with pytest.raises(packs.TooLargeError):
        taken_in(alice)
    assert on_the_disk(settings) == []
    assert MOST_ZIP_BYTES == 120 * 1024**2


def test_the_same_bytes_twice_are_one_pack(alice, charlie, settings):
    pack = taken_in(alice)
    with pytest.raises(packs.KnownPackError) as known:
        taken_in(alice, title="Aiko again")
    assert known.value.pack == pack
    assert on_the_disk(settings) == [f"{pack.key}.zip"]
    assert taken_in(charlie) != pack, "another person's own"


def test_a_guest_has_room_for_one_and_an_account_for_five(alice, greta):
    taken_in(greta)
    with pytest.raises(packs.TooManyPacksError):
        taken_in(greta, {"2a.wav": voice()})
    for number in range(5):
        taken_in(alice, {f"{number}a.wav": voice()})
    with pytest.raises(packs.TooManyPacksError):
        taken_in(alice, {"9a.wav": voice()})


def test_who_is_full_and_uploads_the_same_file_again_is_shown_the_pack(greta):
    """A second click on the button: its answer is the one that is seen."""
    pack = taken_in(greta)
    with pytest.raises(packs.KnownPackError) as known:
        taken_in(greta)
    assert known.value.pack == pack
    with pytest.raises(packs.TooManyPacksError):
        taken_in(greta, {"2a.wav": voice()})


def test_who_becomes_full_while_the_same_file_comes_in_is_shown_the_pack(greta, monkeypatch):
    first = []

    def listing(path):
        if not first:  # the other click is quicker by a whole upload
            first.append(None)
            first.append(taken_in(greta))
        return archive_listing(path)

    archive_listing = packs.listing
    monkeypatch.setattr(packs, "listing", listing)
    with pytest.raises(packs.KnownPackError) as known:
        taken_in(greta)
    assert known.value.pack == first[1]


# Preparing


def test_what_is_good_becomes_a_recording_and_what_is_broken_is_named(alice):
    pack = packs.process_pack(taken_in(alice))
    found = {str(file): (file.state, file.problem) for file in pack.files.all()}
    assert found == {
        "1-upper: Aiko/1_upper.wav": ("ready", ""),
        "17-upper: Aiko/17_upper.wav": ("broken", "no_sound_file"),
        "17-lower: Aiko/17_lower.wav": ("ready", ""),
    }
    summary = packs.summary(pack.files.all())
    assert len(summary.verses) == 202, "it has a lower verse, so it should have all"
    assert summary.counts == {"missing": 199, "broken": 1, "untimed": 2}
    assert (summary.usable, summary.percent, summary.is_going_on, summary.is_complete) == (2, 100, False, False)
    recording = pack.recordings.get(half="lower")
    assert recording.is_there
    assert b"LAME" in recording.path.read_bytes()[:400]
    assert 70 < recording.times.onset_ms < 120


def test_a_pack_of_upper_verses_alone_is_complete_with_101(alice):
    pack = taken_in(alice, {f"{number}a.wav": voice() for number in range(101)})
    pack.files.update(state="ready", has_times=True)
    summary = packs.summary(pack.files.all())
    assert (len(summary.verses), summary.usable, summary.is_complete) == (101, 101, True)


def test_preparing_again_changes_nothing(alice, django_assert_num_queries):
    pack = packs.process_pack(taken_in(alice))
    before = list(pack.files.values()), list(pack.recordings.values())
    packs.process_pack(pack)
    for file in pack.files.all():
        packs.prepare(file)
    assert (list(pack.files.values()), list(pack.recordings.values())) == before


def test_a_file_that_took_its_process_down_three_times_is_left_alone(alice, monkeypatch):
    def die(*_args):
        raise SystemExit

    file = taken_in(alice).files.get(poem=1)
    monkeypatch.setattr(audio, "ensure_recording", die)
    for _ in range(3):
        with pytest.raises(SystemExit):
            packs.prepare(file)
    monkeypatch.undo()
    assert packs.prepare(file).problem == Problem.NOT_DECODED


def test_what_could_not_be_kept_waits_for_another_try(alice, monkeypatch):
    def full(*_args):
        raise OSError("no space left on the device")

    file = taken_in(alice).files.get(poem=1)
    monkeypatch.setattr(audio, "ensure_recording", full)
    assert packs.prepare(file).state == "waiting"
    monkeypatch.undo()
    assert packs.prepare(file).state == "ready"


def test_broken_files_can_be_looked_at_again(alice):
    pack = packs.process_pack(taken_in(alice))
    packs.try_again(pack)
    assert pack.files.get(poem=17, half="upper").state == "waiting"
    assert pack.files.get(poem=1).state == "ready"


def test_those_that_failed_come_last_and_upper_verses_first(alice):
    pack = taken_in(alice)
    pack.files.filter(poem=1).update(tries=1)
    assert [(file.poem, file.half) for file in PackFile.objects.waiting()] == [
        (17, "upper"),
        (17, "lower"),
        (1, "upper"),
    ]


def test_the_renderer_takes_packs_and_wishes_turn_by_turn(alice, settings, monkeypatch):
    """Its loop ends here when a verse of the site's voice and a file of the pack are done."""
    pack = taken_in(alice)

    class Stopping:
        def is_set(self):
            return Recording.objects.filter(pack=None).exists() and pack.recordings.exists()

        def wait(self, _seconds):
            return True

    monkeypatch.setattr(renderer, "is_gone", lambda _parent: False)
    renderer.work(0, lambda _sentence: None, Stopping())
    assert Recording.objects.filter(pack=None).count() <= 2
    assert pack.recordings.count() == 1


def test_the_command_prepares_all_or_one(alice, capsys):
    pack = taken_in(alice)
    call_command("process_packs", pack=str(pack.key))
    assert capsys.readouterr().out == f"{pack.key}: 2 verses ready, 1 broken, 199 missing\n"
    call_command("process_packs")
    assert "2 verses ready" in capsys.readouterr().out
    for key in ("nonsense", "00000000-0000-4000-8000-000000000000"):
        with pytest.raises(CommandError, match="no pack"):
            call_command("process_packs", pack=key)


def test_the_workers_task_prepares_one_file(alice):
    file = taken_in(alice).files.get(poem=1)
    assert tasks.prepare.apply((file.pk,)).get() == str(file)
    file.refresh_from_db()
    assert file.state == "ready"
    assert tasks.prepare.apply((file.pk,)).get() == str(file), "delivered twice"
    assert tasks.prepare.apply((10**6,)).get() == "deleted"


def test_lost_recordings_are_made_anew_and_left_over_uploads_removed(alice, settings):
    pack = packs.process_pack(taken_in(alice))
    (settings.PACKS_DIR / "11111111-1111-4111-8111-111111111111.part").write_bytes(b"x")
    pack.recordings.filter(poem=1).delete()
    assert packs.sweep() == 1, "the upload may still be going on"
    assert pack.files.get(poem=1).state == "waiting"
    assert len(list(settings.PACKS_DIR.iterdir())) == 2


def test_what_was_prepared_in_an_older_way_is_prepared_again(alice):
    pack = packs.process_pack(taken_in(alice))
    pack.recordings.filter(poem=1).update(version="0")
    packs.sweep()
    assert dict(pack.files.values_list("poem", "state").filter(half="upper", poem=1)) == {1: "waiting"}
    assert pack.files.get(poem=17, half="lower").state == "ready"


def test_an_upload_that_gets_its_name_meanwhile_does_not_stop_the_sweep(alice, settings, monkeypatch):
    part = settings.PACKS_DIR / "11111111-1111-4111-8111-111111111111.part"
    monkeypatch.setattr(type(part), "iterdir", lambda _folder: iter([part]))  # and it is there no more
    assert packs.sweep() == 0


# As a voice


def test_a_pack_is_a_voice_at_every_tempo_for_its_owner_alone(alice, charlie):
    pack = packs.process_pack(taken_in(alice))
    mine = audio.voice_for(pack.voice, alice)
    assert set(audio.recordings_of(mine, Manner(FORMER))) == {(1, Half.UPPER), (17, Half.LOWER)}
    for stranger in (charlie, AnonymousUser()):
        with pytest.raises(KeyError):
            audio.voice_for(pack.voice, stranger)
        assert not Recording.objects.heard_by(stranger).filter(pack=pack).exists()
    assert Recording.objects.heard_by(alice).filter(pack=pack).count() == 2
    for key in ("pack-", "pack-nonsense", "pack-00000000-0000-4000-8000-000000000000"):
        with pytest.raises(KeyError):
            audio.voice(key)


def test_a_verse_that_a_pack_lacks_cannot_be_recited(alice):
    pack = taken_in(alice)
    with pytest.raises(CannotReciteError, match="no upper verse of poem 2"):
        audio.ensure_recording(poem(2), Half.UPPER, audio.voice(pack.voice))


def test_the_voice_of_google_is_there_only_where_it_is_allowed(settings):
    assert "gtts" not in audio.voices()
    settings.GTTS = True
    assert list(audio.voices())[-1] == "gtts"
    assert audio.default_voice().key == "tone"
    sets = [each.key for each in wishes.progress(AnonymousUser(), timezone.now())]
    assert sets == ["tone-5-3-1-6", "tone-4-3-1-5", "gtts-5-3-1-6"], "it speaks at one tempo only"


# Going


def test_deleting_removes_rows_and_files_and_the_choice(alice, settings):
    pack = packs.process_pack(taken_in(alice))
    alice.voice = pack.voice
    alice.save()
    packs.delete(pack)
    alice.refresh_from_db()
    assert alice.voice == ""
    assert not Recording.objects.exclude(pack=None).exists()
    of_the_site = {recording.name for recording in Recording.objects.all()}
    assert set(on_the_disk(settings)) == of_the_site


def test_bytes_that_are_somebody_elses_too_stay(alice, charlie):
    mine, theirs = packs.process_pack(taken_in(alice)), packs.process_pack(taken_in(charlie))
    assert mine.recordings.get(poem=1).sha256 == theirs.recordings.get(poem=1).sha256
    packs.delete(mine)
    assert theirs.recordings.get(poem=1).is_there


def test_who_leaves_leaves_no_recording_behind(alice, settings):
    packs.process_pack(taken_in(alice))
    gone(accounts.leave, alice)
    assert set(on_the_disk(settings)) == {recording.name for recording in Recording.objects.all()}
    assert not Recording.objects.exclude(pack=None).exists()


def test_a_guests_pack_comes_along_into_the_account_unless_it_is_there(alice, greta, settings):
    own, same = taken_in(alice), taken_in(greta)
    gone(accounts.merge, guest=greta, into=alice)
    assert [pack.pk for pack in alice.packs.all()] == [own.pk]
    assert not same.path.exists()
    guest = Person.objects.create_guest()
    brought = taken_in(guest, {"2a.wav": voice()})
    gone(accounts.merge, guest=guest, into=alice)
    assert set(alice.packs.values_list("pk", flat=True)) == {own.pk, brought.pk}
    assert brought.path.exists()


def test_a_guests_reading_in_a_voice_that_stays_behind_goes_on_in_the_accounts_own(alice, greta):
    own, same = taken_in(alice), taken_in(greta)
    begun = {"choices": Choices(), "auto_next_s": None, "now": timezone.now()}
    row = recitations.begin(person=greta, voice=same.voice, **begun)
    other = recitations.begin(person=greta, voice="m001", **begun)
    gone(accounts.merge, guest=greta, into=alice)
    assert {each.key: each.voice for each in alice.recitations.all()} == {row.key: own.voice, other.key: "m001"}


def test_a_guest_with_a_pack_alone_is_not_cleared_away(greta):
    taken_in(greta)
    Person.objects.update(date_joined="2020-01-01T00:00Z")
    call_command("clear_guests")
    assert Person.objects.filter(pk=greta.pk).exists()


def test_the_export_describes_packs(alice, alices_browser):
    packs.process_pack(taken_in(alice))
    [pack] = json.loads(alices_browser.get("/settings/data/json/").content)["voice_packs"]
    assert (pack["title"], pack["refused"]) == ("Aiko", [["Aiko/readme.txt", "other_kind"]])
    assert [(file["poem"], file["half"], file["state"]) for file in pack["files"]] == [
        (1, "upper", "ready"),
        (17, "upper", "broken"),
        (17, "lower", "ready"),
    ]
    import zipfile

    tables = zipfile.ZipFile(io.BytesIO(alices_browser.get("/settings/data/csv/").content))
    assert len(tables.read("voice_packs.csv").splitlines()) == 2
    assert len(tables.read("voice_pack_files.csv").splitlines()) == 4
