"""The commands that print the corpus and the kimariji."""

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command


def printed(*arguments):
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_the_hundred_poems_as_json():
    rows = json.loads(printed("export_corpus"))
    assert [row["number"] for row in rows] == list(range(1, 101))
    assert rows[92] == {
        "number": 93,
        "author": "鎌倉右大臣",
        "author_kana": "かまくらのうだいじん",
        "kami_kanji": rows[92]["kami_kanji"],
        "shimo_kanji": rows[92]["shimo_kanji"],
        "kami_kana": "よのなかはつねにもがもななぎさこぐ",
        "shimo_kana": "あまのおぶねのつなでかなしも",
        "kami_kana_hist": "よのなかはつねにもがもななぎさこぐ",
        "shimo_kana_hist": "あまのをぶねのつなでかなしも",
        "torifuda": "あまのをふねのつなてかなしも",
        "torifuda_columns": ["あまのをふ", "ねのつなて", "かなしも"],
        "kimariji": "よのなかは",
        "kimariji_length": 5,
        "colour": "緑",
    }


def test_csv_says_the_same_as_json():
    rows = json.loads(printed("export_corpus", "--format", "json"))
    table = list(csv.DictReader(io.StringIO(printed("export_corpus", "--format", "csv"))))
    assert [{**row, "torifuda_columns": "/".join(row["torifuda_columns"])} for row in rows] == [
        row | {"number": int(row["number"]), "kimariji_length": int(row["kimariji_length"])} for row in table
    ]


def test_the_joka_comes_first_when_asked_for():
    rows = json.loads(printed("export_corpus", "--joka"))
    assert len(rows) == 101
    assert rows[0]["shimo_kana"] == "いまをはるべとさくやこのはな"
    assert rows[0]["kimariji"] is rows[0]["colour"] is None
    assert printed("export_corpus", "--format", "csv", "--joka").splitlines()[1].startswith("0,王仁,わに,")


def test_kimariji_after_a_reading():
    assert json.loads(printed("kimariji", "--read", "65,12", "74")) == {
        "74": {"now": "う", "original": "うか", "partners": [65], "safe": "う"}
    }


def test_kimariji_of_all_unread_poems():
    answer = json.loads(printed("kimariji", "--read", "65"))
    assert set(answer) == {str(number) for number in range(1, 101) if number != 65}
    assert answer["93"]["now"] == "よのなかは"
    assert answer["50"]["original"] == "きみがためお"


def test_a_read_poem_has_no_kimariji_now():
    assert json.loads(printed("kimariji", "--read", "65", "65")) == {
        "65": {"now": None, "original": "うら", "partners": [74], "safe": None}
    }


def test_the_safe_prefix_of_a_card_among_its_friends():
    answer = json.loads(printed("kimariji", "--beside", "61,63", "21"))
    assert answer["21"]["now"] == "いまこ"
    assert answer["21"]["safe"] == "い"


@pytest.mark.parametrize("number", ["0", "101", "x"])
def test_what_is_not_a_poem_is_refused(number):
    with pytest.raises(CommandError, match="give a number from 1 to 100"):
        printed("kimariji", number)


def test_the_statistics():
    answer = json.loads(printed("kimariji_stats", "-n", "400", "--seed", "1"))
    assert answer["readings"] == 400
    assert answer["mean_by_length"] == pytest.approx([27, 46, 20, 3, 1, 3], abs=0.4)


def test_no_readings_have_no_mean():
    with pytest.raises(CommandError, match="give -n 1 or more"):
        printed("kimariji_stats", "-n", "0")
