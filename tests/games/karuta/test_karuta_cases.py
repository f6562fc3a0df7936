"""The command that judges the cases of a file."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

READING = {
    "id": "double",
    "input": {
        "cards_before": {"A": 1, "B": 3},
        "read_card_location": "B",
        "events": [
            {"p": "A", "t": 300, "kind": "touch", "terr": "B", "card": "R"},
            {"p": "B", "t": 310, "kind": "touch", "terr": "A", "card": "x"},
        ],
    },
    "expected": "never looked at",
}


@pytest.fixture
def judged(tmp_path):
    def run(file):
        path = tmp_path / "cases.json"
        path.write_text(json.dumps(file), encoding="utf-8")
        out = StringIO()
        call_command("play_cases", "karuta", str(path), stdout=out)
        return [json.loads(line) for line in out.getvalue().splitlines()]

    return run


def test_a_reading(judged):
    assert judged({"cases": [READING]}) == [
        {
            "id": "double",
            "got": {
                "taker": "A",
                "faults": {"A": 0, "B": 1},
                "net_send": {"from": "A", "to": "B", "due": 2, "n": 1},
                "read_card_removed": True,
                "cards_after": {"A": 0, "B": 3},
                "game_over": True,
                "winner": "A",
                "margin": 3,
            },
        }
    ]


def test_a_reading_in_which_little_happens(judged):
    given = {"cards_before": {"A": 25, "B": 25}, "read_card_location": "not_on_mat", "events": []}
    assert judged({"cases": [{"id": 1, "input": given}]})[0]["got"] == {
        "taker": None,
        "faults": {"A": 0, "B": 0},
        "net_send": None,
        "read_card_removed": False,
        "cards_after": {"A": 25, "B": 25},
        "game_over": False,
        "winner": None,
        "margin": None,
    }


def test_hands_lost_cards_and_contact(judged):
    base = {"cards_before": {"A": 25, "B": 25}}
    touch = {"p": "A", "t": 300, "kind": "touch", "terr": "A", "card": "R"}
    lines = judged(
        {
            "cases": [
                {"id": 1, "input": base | {"read_card_location": "A", "events": [touch | {"hand": "other"}]}},
                {"id": 2, "input": base | {"read_card_location": "A", "events": [], "lost": True}},
                {
                    "id": 3,
                    "input": base
                    | {
                        "read_card_location": "not_on_mat",
                        "events": [touch | {"card": "x"}, {"p": "B", "t": 310, "kind": "contact", "terr": "A"}],
                    },
                },
            ]
        }
    )
    assert [line["got"]["taker"] for line in lines] == ["B", "B", None]
    assert lines[2]["got"]["faults"] == {"A": 1, "B": 1}


def test_kimariji_as_written(judged):
    cases = [
        {"id": "F", "card": "うか(74)", "already_read": ["うら(65) as karafuda"]},
        {"id": "G", "card": "よのなかは(93)", "already_read": []},
    ]
    assert [line["got"] for line in judged({"kimariji_cases": cases})] == [
        {"kimariji": "う"},
        {"kimariji": "よのなかは"},
    ]


def test_what_cannot_be_read_is_said_and_the_rest_goes_on(judged):
    broken = READING | {"input": READING["input"] | {"read_card_location": "C"}}
    lines = judged({"cases": [broken, {"id": 2}, READING], "kimariji_cases": [{"id": 3, "card": "うか"}]})
    assert ["error" in line for line in lines] == [True, True, False, True]


def test_other_lists_are_ignored(judged):
    assert judged({"truth_table": [{"id": 1}], "genpei_cases": [{"id": 2}]}) == []
