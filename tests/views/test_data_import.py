"""A file taken in again: nothing doubled, nothing stolen, nothing half."""

import json
import uuid
from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from histories import answered, noted, ran, states, with_a_past

from trainer import drills, restore
from trainer.drills import remember_anew
from trainer.models import Memory, Mnemonic, Person, Review, Run, Turn
from trainer.sittings import Today

NOW = datetime(2026, 4, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _first_of_april(time_machine):
    time_machine.move_to(NOW, tick=False)


def taken_along(browser):
    return browser.get("/settings/data/json/").content


def bring(browser, content, **more):
    file = SimpleUploadedFile("naniwazu.json", content, "application/json")
    return browser.post("/settings/import/", {"file": file, **more})


def everything(person):
    """All rows of a person, to be compared."""
    return {
        "reviews": sorted(person.reviews.values_list("key", "answered_at", "poem", "grade", "counted", "answer")),
        "runs": sorted(person.runs.values_list("key", "pile", "total_ms")),
        "turns": sorted(Turn.objects.filter(run__person=person).values_list("run", "place", "poem")),
        "mnemonics": sorted(person.mnemonics.values_list("poem", "text")),
        "memories": states(person),
    }


@pytest.fixture
def file(alice, alices_browser):
    """What Alice took along."""
    with_a_past(alice)
    Memory.objects.create(person=alice, poem=57, skill="tf-kj")
    return taken_along(alices_browser)


def test_after_a_loss_everything_is_there_again(alice, alices_browser, file):
    before = everything(alice)
    for model in (Review, Memory, Run, Mnemonic):
        model.objects.all().delete()
    page = bring(alices_browser, file)
    assert page.url == "/settings/data/"
    assert everything(alice) == before
    assert "5 answers, 1 runs, 1 notes" in alices_browser.get("/settings/data/").content.decode()


def test_an_answer_given_in_the_drill_comes_back(alice, alices_browser):
    desk = drills.desk_of(alice, NOW)
    question = drills.ask(alice, Today(), desk, drills.next_of(alice, Today(), desk), NOW)
    drills.answer(alice, question.key, "mu", NOW)
    before = everything(alice), alice.reviews.get().details
    file = taken_along(alices_browser)
    Review.objects.all().delete()
    assert bring(alices_browser, file).status_code == 302
    assert (everything(alice), alice.reviews.get().details) == before


def test_twice_is_once(alice, alices_browser, file):
    before = everything(alice)
    for _ in range(2):
        bring(alices_browser, file)
        assert everything(alice) == before
    assert "Nothing was doubled" in alices_browser.get("/settings/data/").content.decode()


def test_what_came_since_stays(alice, alices_browser, file):
    answered(alice, 87, day=9, grade=1)
    noted(alice, 18, "a dream")
    remember_anew(alice)
    before = everything(alice)
    bring(alices_browser, file)
    assert everything(alice) == before


def test_a_guest_may_bring_a_file_too_and_nobodys_keys_are_stolen(alice, greta, gretas_browser, file):
    before = everything(alice)
    assert bring(gretas_browser, file).status_code == 302
    assert everything(alice) == before
    assert states(greta) == states(alice)
    assert greta.reviews.count() == 5
    assert not set(greta.reviews.values_list("key")) & set(alice.reviews.values_list("key"))
    assert not set(greta.runs.values_list("key")) & set(alice.runs.values_list("key"))
    once = everything(greta)
    bring(gretas_browser, file)
    assert everything(greta) == once, "a second time changes nothing for her either"


def test_answers_that_went_round_through_another_account_are_known_again(
    alice, alices_browser, charlie, charlies_browser, file
):
    bring(charlies_browser, file)
    before = everything(alice)
    bring(alices_browser, taken_along(charlies_browser))
    assert everything(alice) == before


def test_an_answer_of_a_day_that_has_one_already_does_not_count(alice, alices_browser, file):
    Review.objects.all().delete()
    answered(alice, 87, day=0, hour=9, grade=1)  # an hour before the file's answer of that day
    bring(alices_browser, file)
    first, second = alice.reviews.filter(poem=87, day="2026-03-01").order_by("answered_at")
    assert (first.counted, second.counted) == (True, False)
    assert alice.memories.get(poem=87).reviews == 3


def test_settings_come_along_only_when_asked(alice, alices_browser, file):
    Person.objects.filter(pk=alice.pk).update(retention=0.85, theme="dark")
    bring(alices_browser, file)
    alice.refresh_from_db()
    assert (alice.retention, alice.theme) == (0.85, "dark")
    bring(alices_browser, file, with_settings="on")
    alice.refresh_from_db()
    assert (alice.retention, alice.theme) == (0.95, "")


@pytest.mark.parametrize(("written", "taken"), [({"romaji": False}, False), ({"romaji": True}, True), ({}, True)])
def test_the_romaji_are_as_in_the_file_and_shown_where_it_is_older_than_they(
    alice, alices_browser, file, written, taken
):
    Person.objects.filter(pk=alice.pk).update(romaji=not taken)
    changed = json.loads(file)
    changed["settings"].pop("romaji", None)
    changed["settings"] |= written
    page = bring(alices_browser, json.dumps(changed).encode(), with_settings="on")
    assert page.status_code == 302
    alice.refresh_from_db()
    assert alice.romaji is taken


def test_the_files_name_and_rights_are_not_taken_over(charlie, charlies_browser, file):
    changed = json.loads(file)
    changed["person"] |= {"username": "king", "is_superuser": True}
    changed["settings"] |= {"is_staff": True, "username": "king"}
    bring(charlies_browser, json.dumps(changed).encode(), with_settings="on")
    charlie.refresh_from_db()
    assert (charlie.username, charlie.is_superuser, charlie.is_staff) == ("charlie", False, False)


def test_forged_memories_are_not_believed(charlie, charlies_browser, file):
    changed = json.loads(file)
    changed["memories"][0] |= {"stability": 3000.0, "due_on": "2031-01-01"}
    changed["memories"].append({"poem": 1, "skill": "tf-kj", "stability": 3000.0})
    bring(charlies_browser, json.dumps(changed).encode())
    assert max(state.stability for state in states(charlie).values() if state) < 100
    assert not charlie.memories.filter(poem=1).exists()


def changed(file, path, value):
    """The file with one value changed; the path is a list of keys."""
    whole = json.loads(file)
    inner = whole
    for step in path[:-1]:
        inner = inner[step]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return json.dumps(whole).encode()


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (["format"], "anki", "not a file that Naniwazu wrote"),
        (["version"], 2, "version 2; this site reads version 1"),
        (["reviews"], ..., "no “reviews”"),
        (["reviews"], {}, "“reviews” must be a list"),
        (["reviews", 1], 7, "Answer 2 is not an object"),
        (["reviews", 1, "grade"], 5, "Answer 2: “grade” must be a whole number from 1 to 4"),
        (["reviews", 1, "grade"], True, "Answer 2: “grade”"),
        (["reviews", 1, "grade"], "3", "Answer 2: “grade”"),
        (["reviews", 1, "grade"], ..., "Answer 2 has no “grade”"),
        (["reviews", 0, "key"], "not-a-key", "Answer 1: “key”"),
        (["reviews", 0, "skill"], "flying", "Answer 1: “skill” must be one of tf-kj"),
        (["reviews", 0, "subject"], 0, "Answer 1: “subject”"),
        (["reviews", 0, "poem"], 101, "Answer 1: “poem”"),
        (["reviews", 0, "answered_at"], "2026-03-01T10:00:00", "Answer 1: “answered_at”"),
        (["reviews", 0, "answered_at"], "2026-04-01T01:00:00+00:00", "Answer 1: “answered_at”"),
        (["reviews", 0, "answered_at"], "yesterday", "Answer 1: “answered_at”"),
        (["reviews", 0, "day"], "2026-03-04", "Answer 1: “day”"),
        (["reviews", 0, "day"], "9999-99-99", "Answer 1: “day”"),
        (["reviews", 0, "day_fraction"], 1.5, "Answer 1: “day_fraction”"),
        (["reviews", 0, "elapsed_ms"], -1, "Answer 1: “elapsed_ms”"),
        (["reviews", 0, "elapsed_ms"], 10**30, "Answer 1: “elapsed_ms”"),
        (["reviews", 0, "correct"], 1, "Answer 1: “correct” must be true or false"),
        (["reviews", 0, "answer"], "x" * 121, "Answer 1: “answer”"),
        (["reviews", 0, "answer"], "\x00", "Answer 1: “answer”"),
        (["reviews", 0, "answer"], "\ud800", "Answer 1: “answer”"),
        (["reviews", 0, "details"], {"choices": ["<b>"]}, "Answer 1: “details”"),
        (["reviews", 0, "details"], {"script": []}, "Answer 1: “details”"),
        (["reviews", 0, "details"], [], "Answer 1: “details”"),
        (["reviews", 0, "details"], {"done": -1}, "Answer 1: “details”"),
        (["reviews", 0, "details"], {"total": [7]}, "Answer 1: “details”"),
        # The joka is no card: no kimariji, nothing to be taken for. And a card cannot have been read before itself.
        (["reviews", 0, "picked"], 0, "Answer 1: “picked”"),
        (["reviews", 0, "details"], {"by_ear": "<b>"}, "Answer 1: “details”"),
        (["reviews", 0, "details"], {"heard_ms": 100}, "Answer 1: “details”"),
        (["reviews", 0, "details"], {"heard_ms": -30_001}, "Answer 1: “details”"),
        (["reviews", 0, "details"], {"heard_ms": True}, "Answer 1: “details”"),
        (["reviews", 0, "details"], {"choices": [0, 87]}, "Answer 1: “details”"),
        (["reviews", 0, "details"], {"read": [0]}, "Answer 1: “details”"),
        (["reviews", 0, "details"], {"read": [18, 18]}, "Answer 1: “details”"),
        (["reviews", 0, "details"], {"read": [18, 87]}, "Answer 1: “details”"),
        (["reviews", 0, "elapsed_ms"], 0, "Answer 1: “elapsed_ms”"),
        (["runs", 0, "pile"], "<b>", "Run 1: “pile” must be the code of a pile"),
        (["runs", 0, "pile"], "slowest-101", "Run 1: “pile”"),
        (["runs", 0, "turns"], [], "Run 1: “turns”"),
        (["runs", 0, "turns", 1, "poem"], 0, "Run 1, card 2: “poem”"),
        (["mnemonics", 0, "poem"], 0, "Mnemonic 1: “poem”"),
        (["runs", 0, "mode"], "sung", "Run 1: “mode”"),
        (["runs", 0, "turns", 1, "poem"], 101, "Run 1, card 2: “poem”"),
        (["runs", 0, "turns", 1, "place"], 0, "Run 1: “place” 0 stands there twice"),
        (["mnemonics", 0, "text"], " ", "Mnemonic 1: “text”"),
        (["mnemonics", 0, "text"], "x" * 281, "Mnemonic 1: “text”"),
        (["memories", 0, "skill"], "flying", "Memory 1: “skill”"),
        (["settings"], [], "Settings is not an object"),
        (["settings", "retention"], 0.99, "Settings: “retention” must be a number from 0.8 to 0.97"),
        (["settings", "time_zone"], "Mars/Olympus", "Settings: “time_zone”"),
        (["settings", "new_per_day"], 21, "Settings: “new_per_day”"),
        (["settings", "romaji"], "yes", "Settings: “romaji” must be true or false"),
    ],
)
def test_a_broken_file_is_refused_with_the_place_and_nothing_is_taken_in(
    charlie, charlies_browser, file, path, value, says
):
    page = bring(charlies_browser, changed(file, path, value), with_settings="on")
    assert page.status_code == 400
    assert says in page.content.decode()
    assert not any(everything(charlie).values())


def test_a_key_that_stands_there_twice(charlie, charlies_browser, file):
    whole = json.loads(file)
    whole["reviews"][1]["key"] = whole["reviews"][0]["key"]
    page = bring(charlies_browser, json.dumps(whole).encode())
    assert page.status_code == 400
    assert "twice" in page.content.decode()
    assert not charlie.reviews.exists()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "This file is empty"),
        (b"\xff\xfe\x00", "not a JSON file"),
        (b"[" * 200_000, "not a JSON file"),
        (b'{"format": "naniwazu",\n "version": 1, "re', "line 2"),
        (b"[]", "not a file that Naniwazu wrote"),
        (b"null", "not a file that Naniwazu wrote"),
        (b'{"format": NaN}', "not a JSON file"),
        (b'{"format": ' + b"9" * 5000 + b"}", "not a JSON file"),
        (b"PK\x03\x04", "damaged at line 1"),
    ],
)
def test_what_is_no_file_of_ours(charlie, charlies_browser, content, says):
    page = bring(charlies_browser, content)
    assert page.status_code == 400
    assert says in page.content.decode()


def test_no_file_at_all(charlies_browser):
    page = charlies_browser.post("/settings/import/", {})
    assert page.status_code == 400
    assert "Choose the file first" in page.content.decode()


def test_a_file_that_is_too_large_is_not_read(charlies_browser, monkeypatch, file):
    monkeypatch.setattr(restore, "MOST_BYTES", len(file) - 1)
    page = bring(charlies_browser, file)
    assert page.status_code == 400
    assert "larger than" in page.content.decode()


def test_a_failure_while_writing_leaves_nothing(charlie, charlies_browser, monkeypatch, file):
    def breaks(person):
        raise RuntimeError

    monkeypatch.setattr("trainer.folding.fold_together", breaks)
    with pytest.raises(RuntimeError):
        bring(charlies_browser, file)
    assert not charlie.reviews.exists()
    assert not charlie.runs.exists()


def test_anonymous_visitors_bring_nothing(nobodys_browser, alices_browser, file):
    people = Person.objects.count()
    assert bring(nobodys_browser, file).url.startswith("/begin/")
    assert Person.objects.count() == people
    assert alices_browser.get("/settings/import/").status_code == 405


def test_a_long_log_in_one_go(charlie, charlies_browser, alice, alices_browser):
    for number in range(1, 101):
        for day in range(12):
            answered(alice, number, day=day, grade=3 if (number + day) % 7 else 1, key=uuid.uuid4())
    ran(alice)
    remember_anew(alice)
    assert bring(charlies_browser, taken_along(alices_browser)).status_code == 302
    assert charlie.reviews.count() == 1200
    assert states(charlie) == states(alice)
