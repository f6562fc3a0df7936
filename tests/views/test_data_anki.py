"""The Anki package, opened as what it is: a zip with an SQLite collection in it."""

import io
import json
import sqlite3
import zipfile
from datetime import UTC, date, datetime

import pytest
from histories import answered, noted, states, with_a_past

from trainer.drills import remember_anew
from trainer.models import Memory, Person

REVIEW, NEW = 2, 0  # Anki's card types; its queues of these two have the same numbers


@pytest.fixture(autouse=True)
def _tenth_of_march(time_machine):
    time_machine.move_to(datetime(2026, 3, 10, 12, tzinfo=UTC), tick=False)


@pytest.fixture
def opened(tmp_path):
    """A function that takes the package along and opens the collection in it."""
    connections = []

    def open_it(browser):
        archive = zipfile.ZipFile(io.BytesIO(browser.get("/settings/data/anki/").content))
        assert sorted(archive.namelist()) == ["collection.anki2", "media"]
        assert json.loads(archive.read("media")) == {}
        path = archive.extract("collection.anki2", tmp_path / str(len(connections)))
        connection = sqlite3.connect(path)
        connection.row_factory = sqlite3.Row
        connections.append(connection)
        return connection

    yield open_it
    for connection in connections:
        connection.close()


def notes_by_number(collection):
    return {int(row["flds"].split("\x1f")[0]): row for row in collection.execute("SELECT * FROM notes")}


def card_of(collection, number):
    note = notes_by_number(collection)[number]
    return collection.execute("SELECT * FROM cards WHERE nid = ?", [note["id"]]).fetchone()


def test_the_hundred_poems_are_notes_of_one_kind_with_one_card_each(alices_browser, opened):
    collection = opened(alices_browser)
    notes = notes_by_number(collection)
    assert sorted(notes) == list(range(1, 101))
    assert collection.execute("SELECT count(*) FROM cards").fetchone()[0] == 100
    models = json.loads(collection.execute("SELECT models FROM col").fetchone()[0])
    (model,) = [each for each in models.values() if each["name"].startswith("Naniwazu")]
    assert model["name"] == "Naniwazu torifuda → kimariji"
    assert {row["mid"] for row in notes.values()} == {int(model["id"])}
    names = [field["name"] for field in model["flds"]]
    poem_87 = dict(zip(names, notes[87]["flds"].split("\x1f"), strict=True))
    assert poem_87["Torifuda"] == "きりたちの<br>ほるあきの<br>ゆふくれ"
    assert poem_87["Kimariji"] == "む"
    assert poem_87["Upper verse"].startswith("<ruby>村雨<rt>むらさめ</rt></ruby>の")
    assert "naniwazu::むすめふさほせ" in notes[87]["tags"].split()
    assert "naniwazu::kimariji-6" in notes[50]["tags"].split()


def test_new_cards_come_in_the_order_of_the_path(alices_browser, opened):
    collection = opened(alices_browser)
    first = [card_of(collection, number) for number in (87, 18, 57)]
    assert [(card["type"], card["queue"], card["due"]) for card in first] == [
        (NEW, NEW, 1),
        (NEW, NEW, 2),
        (NEW, NEW, 3),
    ]


def test_what_is_remembered_is_due_on_its_day(alice, alices_browser, opened):
    with_a_past(alice)
    collection = opened(alices_browser)
    remembered = states(alice)[87, "tf-kj"]
    card = card_of(collection, 87)
    assert (card["type"], card["queue"]) == (REVIEW, REVIEW)
    assert (card["reps"], card["lapses"]) == (3, 1)
    assert card["ivl"] == (remembered.due_on - remembered.last_day).days
    born = datetime.fromtimestamp(collection.execute("SELECT crt FROM col").fetchone()[0], UTC)
    assert born == datetime(2026, 3, 1, 4, tzinfo=UTC), "the first day, as it began at four in the morning"
    assert date.fromordinal(born.date().toordinal() + card["due"]) == remembered.due_on
    assert 1300 <= card["factor"] <= 3000
    assert json.loads(card["data"])["s"] == pytest.approx(remembered.stability, abs=1e-4)
    assert card_of(collection, 57)["type"] == NEW


def test_the_day_is_the_persons_own(alice, alices_browser, opened):
    Person.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
    with_a_past(alice)
    born = datetime.fromtimestamp(opened(alices_browser).execute("SELECT crt FROM col").fetchone()[0], UTC)
    assert born == datetime(2026, 2, 28, 19, tzinfo=UTC), "four in the morning of March 1st in Tokyo"


def test_other_skills_and_shown_poems_are_new(alice, alices_browser, opened):
    answered(alice, 74, skill="kj-tf")
    remember_anew(alice)
    Memory.objects.create(person=alice, poem=65, skill="tf-kj")
    collection = opened(alices_browser)
    assert {card_of(collection, number)["type"] for number in (74, 65)} == {NEW}


def test_own_notes_are_in_it_and_nobody_elses(alice, charlie, alices_browser, opened):
    noted(alice, 87, "mist <b>&</b> {{dew}}")
    noted(charlie, 87, "Charlie's")
    fields = notes_by_number(opened(alices_browser))[87]["flds"].split("\x1f")
    assert fields[-1] == "mist &lt;b&gt;&amp;&lt;/b&gt; {{dew}}"


def test_the_same_notes_each_time(alice, alices_browser, gretas_browser, opened):
    first, second = opened(alices_browser), opened(gretas_browser)
    for table, columns in (("notes", "guid, mid"), ("cards", "did, ord")):
        query = f"SELECT {columns} FROM {table} ORDER BY id"  # noqa: S608
        assert [tuple(row) for row in first.execute(query)] == [tuple(row) for row in second.execute(query)]


def test_the_renderings_are_in_the_persons_language(alice, alices_browser, opened):
    from trainer.poems.poem import poem

    Person.objects.filter(pk=alice.pk).update(language="vi")
    fields = notes_by_number(opened(alices_browser))[1]["flds"].split("\x1f")
    assert poem(1).author.vi in fields[5]
    assert fields[7].replace("&#x27;", "'").replace("&quot;", '"') == poem(1).plain.vi


def test_a_japanese_deck_has_japanese_renderings(alice, alices_browser, opened):
    Person.objects.filter(pk=alice.pk).update(language="ja")
    fields = notes_by_number(opened(alices_browser))[17]["flds"].split("\x1f")
    assert "くくり染め" in fields[6]
    assert "しぼり染め" in fields[7]


def test_few_questions_to_the_database(alice, alices_browser, django_assert_max_num_queries):
    with_a_past(alice)
    with django_assert_max_num_queries(5):
        alices_browser.get("/settings/data/anki/")


def test_a_note_of_ones_own_cannot_part_the_fields(alice, alices_browser, opened):
    noted(alice, 17, "red\x1fwater")
    fields = notes_by_number(opened(alices_browser))[17]["flds"].split("\x1f")
    assert len(fields) == 10
    assert fields[-1] == "red water"
