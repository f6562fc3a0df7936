"""docs/protocol.md and games/live/wire.py say the same; and nothing is told that is in neither."""

import re
from pathlib import Path

import pytest

from games.live import wire

TEXT = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")


def table(heading):
    """The rows of the first table under a heading: first cell → the words in the second."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", section.split("\n\n| `do`")[0], re.MULTILINE)
    return {first: tuple(re.findall(r"`(\w+)`", second)) for first, second in rows}


def acts():
    section = TEXT.split("| `do` | more fields | what |")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\|", section, re.MULTILINE)
    return {first: tuple(re.findall(r"`(\w+)`", second)) for first, second in rows}


def test_what_the_server_says_is_written_down():
    section = TEXT.split("\n## From the server\n")[1].split("\n### ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", section, re.MULTILINE)
    assert {first: tuple(re.findall(r"`(\w+)`", second)) for first, second in rows} == dict(wire.TO_CLIENT)


def test_what_a_client_says_is_written_down():
    assert table("From the client") == dict(wire.FROM_CLIENT)


def test_what_may_be_done_is_written_down():
    assert acts() == dict(wire.ACTS)


def test_every_code_is_written_down():
    codes = {int(code) for code in re.findall(r"^\| (\d{4}) \|", TEXT, re.MULTILINE)}
    assert codes == {*wire.CLOSE_CODES, 1012}  # the web server's own


def test_limits_are_written_down():
    assert str(wire.MOST_BYTES) in TEXT
    assert f"1 to {wire.MOST_TOUCHES} of them" in TEXT
    assert f"1 to {wire.LONGEST_ID} characters" in TEXT


@pytest.mark.parametrize("kind", wire.FROM_CLIENT)
def test_every_kind_of_message_is_read(kind):
    examples = {
        "sync": {"have": 1},
        "pong": {"id": 1},
        "armed": {"reading": 1},
        "touch": {"id": "a", "reading": 1, "touches": [{"card": 1, "ms": -5}]},
        "act": {"id": "a", "seen": 1, "do": "ready"},
        "say": {"id": "a", "phrase": "please"},
    }
    assert wire.read(wire.frame({"v": 1, "t": kind} | examples[kind])).kind == kind


@pytest.mark.parametrize("do", wire.ACTS)
def test_every_act_is_read(do):
    examples = {"groups": [[1], [2], [], [], [], [3]], "cards": [1], "card": 1, "place": [2, 1, 0], "flower": 0}
    examples |= {"without": True, "number": 1, "in_ms": 1_200}
    given = {name: examples[name] for name in wire.ACTS[do]}
    read = wire.read(wire.frame({"v": 1, "t": "act", "id": "a", "seen": 1, "do": do} | given))
    assert read["do"] == do
    assert set(read.fields) == {"seen", "do", *wire.ACTS[do]}
