"""The command that plays the cases of a file."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.rules.koikoi import cards
from games.rules.koikoi.cases import PROFILES

HANDS = ["3.bright.1 2.chaff.1 5.chaff.1", "7.chaff.1 8.chaff.1 10.chaff.1"]
ROUND = {
    "id": "view",
    "kind": "round",
    "dealer": 0,
    "hands": [words.split() for words in HANDS],
    "floor": ["3.chaff.1", "9.animal.1", "12.chaff.1"],
    "stock_draw_order": ["9.chaff.1", "11.chaff.1", "4.chaff.1"],
    "actions": [{"play": "3.bright.1", "player": 0}, {"koikoi": False, "player": 0}],
    "expect": {"seed": "never looked at"},
}


@pytest.fixture
def played(tmp_path):
    def run(cases):
        file = tmp_path / "cases.json"
        file.write_text(json.dumps(cases), encoding="utf-8")
        out = StringIO()
        call_command("play_cases", "koikoi", str(file), stdout=out)
        return [json.loads(line) for line in out.getvalue().splitlines()]

    return run


def test_a_pile_is_counted_under_every_profile(played):
    [line] = played({"scoring": [{"id": "a", "captured": ["3.bright.1", "9.animal.1"], "profiles": {"basic": None}}]})
    assert line["id"] == "a"
    assert list(line["got"]) == list(PROFILES)
    assert line["got"]["seed"] == {"points": 5, "yaku": {"hanami": 5}}
    assert {name: each["points"] for name, each in line["got"].items() if each["points"] != 5} == {
        "kkj": 1,
        "kkj-k1": 4,
        "kkj-k4": 6,
        "high-limited": 0,
        "high-noviewing": 0,
        "high-v3": 3,
    }


def test_a_round_is_played_under_three_presets(played):
    [line] = played({"flow": [ROUND]})
    stop = {"winner": 0, "end": "stop", "koikoi_calls": [0, 0]}
    assert line["got"] == {
        "final": {
            "captured": [["3.bright.1", "3.chaff.1", "9.animal.1", "9.chaff.1"], []],
            "floor": ["12.chaff.1"],
        },
        "seed": stop | {"points": 5, "yaku": {"hanami": 5}},
        "nintendo": stop | {"points": 5, "yaku": {"hanami": 5}},
        "kkj": stop | {"points": 1, "yaku": {"hanami": 1}},
    }


def test_a_script_that_is_not_legal_says_where_and_why(played):
    wrong = ROUND | {"actions": [{"play": "3.bright.1", "player": 0}, {"play": "7.chaff.1", "player": 1}]}
    [line] = played({"flow": [wrong]})
    assert line["got"]["seed"] == {"illegal": 1, "reason": "It is the other player's turn."}
    assert line["got"]["final"] is None


def test_a_script_that_ends_early_is_not_a_round(played):
    [line] = played({"flow": [ROUND | {"actions": ROUND["actions"][:1]}]})
    assert line["got"]["seed"] == {"illegal": 1, "reason": "The actions end before the round does."}


def test_a_dealt_hand(played):
    hand = [cards.text(each) for each in (0, 1, 2, 3, 4, 8, 12, 16)]  # January whole
    [line] = played({"flow": [{"id": "teshi", "kind": "dealt-hand", "hand": hand}]})
    assert line["got"] == {"yaku": "teshi", "points": 6, "ends_round": True}


def test_what_cannot_be_read_is_said_and_the_rest_goes_on(played):
    lines = played({"scoring": [{"id": "a", "captured": ["1.light.1"]}, {"id": "b"}, {"id": "c", "captured": []}]})
    assert ["error" in line for line in lines] == [True, True, False]


def test_other_cases_are_left_out(played):
    assert played({"flow": [{"id": "d", "kind": "deal"}, {"id": "e", "kind": "dealer"}]}) == []


def test_a_file_that_is_none(tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("play_cases", "koikoi", str(tmp_path / "none.json"))
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    with pytest.raises(CommandError, match="is not JSON"):
        call_command("play_cases", "koikoi", str(tmp_path / "broken.json"))
    (tmp_path / "list.json").write_text("[]", encoding="utf-8")
    with pytest.raises(CommandError, match="not a file of cases"):
        call_command("play_cases", "koikoi", str(tmp_path / "list.json"))
