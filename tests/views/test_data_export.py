"""Everything of a person as JSON and CSV: all of theirs, and nothing of anybody else's."""

import csv
import io
import json
import zipfile

import pytest
from histories import answered, noted, with_a_past

from clubs import belongings
from games import matches, own_rules
from games.models import AdviceTime, Match, MatchEvent
from games.rules.koikoi.cards import card
from games.rules.koikoi.events import Play, Stop
from games.rules.koikoi.log import from_row
from games.rules.koikoi.options import Options
from tests.games.koikoi_laid import laid_match
from trainer import export
from trainer.models import Calibration, Memory, Mnemonic, PackFile, Person, Recitation, Review, Run, Turn, VoicePack

FORMS = ["json", "csv", "anki"]


@pytest.mark.parametrize("form", FORMS)
def test_who_may_take_what(form, alices_browser, gretas_browser, nobodys_browser):
    path = f"/settings/data/{form}/"
    for browser in (alices_browser, gretas_browser):
        file = browser.get(path)
        assert file.status_code == 200
        assert file.headers["Content-Disposition"].startswith('attachment; filename="naniwazu-')
        assert "no-store" in file.headers["Cache-Control"]
    assert nobodys_browser.get(path).url.startswith("/begin/?next=")
    assert alices_browser.post(path).status_code == 405


def test_there_is_no_other_form(alices_browser):
    for form in ("xml", "JSON", "..", "pdf"):
        assert alices_browser.get(f"/settings/data/{form}/").status_code == 404


def test_the_page_of_the_data(alice, alices_browser, gretas_browser, nobodys_browser, django_assert_max_num_queries):
    with_a_past(alice)
    with django_assert_max_num_queries(12):
        page = alices_browser.get("/settings/data/").content.decode()
    assert '<dd class="num">5</dd>' in page
    assert '<dd class="num">5</dd>' not in gretas_browser.get("/settings/data/").content.decode()
    assert nobodys_browser.get("/settings/data/").status_code == 302
    assert alices_browser.post("/settings/data/").status_code == 405


def test_json_has_everything_of_one_person(alice, charlie, alices_browser):
    with_a_past(alice)
    with_a_past(charlie)
    noted(charlie, 18, "what only Charlie knows")
    Memory.objects.create(person=alice, poem=57, skill="tf-kj")
    content = alices_browser.get("/settings/data/json/").content.decode()
    assert "charlie" not in content
    assert "what only Charlie knows" not in content
    assert alice.password not in content
    file = json.loads(content)
    assert (file["format"], file["version"]) == ("naniwazu", 1)
    assert (file["person"]["username"], file["person"]["email"]) == ("alice", "alice@example.org")
    assert file["settings"]["retention"] == 0.95
    assert [(row["poem"], row["day"], row["grade"]) for row in file["reviews"]] == [
        (87, "2026-03-01", 3),
        (87, "2026-03-02", 1),
        (18, "2026-03-02", 3),
        (18, "2026-03-02", 3),
        (87, "2026-03-05", 3),
    ]
    assert [row["poem"] for row in file["memories"]] == [18, 57, 87]
    assert [[turn["poem"] for turn in run["turns"]] for run in file["runs"]] == [[87, 18]]
    assert [row["text"] for row in file["mnemonics"]] == ["mist rises"]


def test_csv_has_the_same_tables(alice, charlie, alices_browser):
    with_a_past(alice)
    answered(alice, 44, day=6, answer='きみがため、"おし"\n')
    with_a_past(charlie)
    archive = zipfile.ZipFile(io.BytesIO(alices_browser.get("/settings/data/csv/").content))
    tables = {
        name: list(csv.DictReader(io.StringIO(archive.read(name).decode("utf-8-sig"), newline="")))
        for name in archive.namelist()
    }
    lengths = {name: len(rows) for name, rows in tables.items()}
    assert lengths == {
        "reviews.csv": 6,
        "memories.csv": 2,
        "runs.csv": 1,
        "turns.csv": 2,
        "mnemonics.csv": 1,
        "recitations.csv": 0,
        "calibrations.csv": 0,
        "voice_packs.csv": 0,
        "voice_pack_files.csv": 0,
        "matches.csv": 0,
        "karuta_matches.csv": 0,
        "karuta_match_events.csv": 0,
        "match_events.csv": 0,
        "table_matches.csv": 0,
        "table_match_events.csv": 0,
        "table_sayings.csv": 0,
        **dict.fromkeys((f"{name}.csv" for name in belongings.TABLES), 0),
        "settings.csv": 1,
    }
    assert tables["reviews.csv"][-1]["answer"] == 'きみがため、"おし"\n'
    assert tables["turns.csv"][0]["run"] == tables["runs.csv"][0]["key"]
    assert archive.read("reviews.csv").startswith(b"\xef\xbb\xbf"), "spreadsheets look for this mark"


def test_finished_games_are_exported_and_open_ones_keep_their_secrets(alice, alices_browser):
    finished, _open = laid_match(alice, options=Options(months=1)), laid_match(alice)
    game = matches.load(finished)
    for command in (Play(0, card("3.chaff.1")), Stop(0)):
        game = matches.move(game, command, seen=len(game.events), now=finished.started_at)
    own_rules.save(alice, Options(gokou=15))
    own_rules.set_advice_time(alice, AdviceTime.OFF)
    file = json.loads(alices_browser.get("/settings/data/json/").content)
    assert [row["key"] for row in file["matches"]] == [str(finished.key)]
    assert tuple(from_row(each["row"]) for each in file["matches"][0]["events"]) == game.events
    assert file["koikoi_rules"] == {"gokou": "15"}
    assert file["koikoi_advice"] == "off"
    archive = zipfile.ZipFile(io.BytesIO(alices_browser.get("/settings/data/csv/").content))
    assert len(archive.read("match_events.csv").splitlines()) == 1 + len(game.events)


@pytest.mark.parametrize(
    ("model", "written", "left_out"),
    [
        (Review, export.REVIEW, {"id", "person"}),
        (Memory, export.MEMORY, {"id", "person"}),
        (Run, export.RUN, {"person"}),
        (Turn, export.TURN, {"id", "run"}),
        (Mnemonic, export.MNEMONIC, {"id", "person"}),
        (VoicePack, export.PACK, {"person"}),
        (PackFile, export.PACK_FILE, {"id", "pack"}),
        (Recitation, export.RECITATION, {"person"}),
        (Calibration, export.CALIBRATION, {"id", "person"}),
        (Match, export.MATCH, {"person", "seed", "paused_at"}),  # a seed is never shown; what is over is not paused
        (MatchEvent, export.MATCH_EVENT, {"id", "match"}),
        (
            Person,
            export.PERSON + export.SETTINGS,
            # secrets, copies of other columns, and what this site never uses
            {"id", "password", "name_key", "last_login", "first_name", "last_name"}
            | {"is_superuser", "is_staff", "is_active", "groups", "user_permissions"},
        ),
    ],
)
def test_no_column_is_forgotten(model, written, left_out):
    """A new column is exported (and documented in docs/export.md), or named here with its reason."""
    columns = {field.name for field in [*model._meta.fields, *model._meta.many_to_many]}
    assert columns == set(written) | left_out


def test_a_person_with_nothing_has_a_file_too(gretas_browser):
    file = json.loads(gretas_browser.get("/settings/data/json/").content)
    assert (file["reviews"], file["memories"], file["runs"], file["mnemonics"]) == ([], [], [], [])


def test_as_many_questions_to_the_database_for_many_runs(alice, alices_browser, django_assert_max_num_queries):
    from histories import ran

    for _ in range(5):
        ran(alice)
    with django_assert_max_num_queries(16):
        alices_browser.get("/settings/data/json/")
