"""The line protocol and self-play, as another program meets them."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command
from koikoi_tables import PRESET_NAMES, request, views

from games.bots import levels
from games.bots.koikoi import wire
from games.rules.koikoi.options import PRESETS
from games.rules.koikoi.play import Phase


def conversation(monkeypatch, lines, level=1):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
    sent = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sent), encoding="utf-8"))
    call_command("koikoi_bot", level=level, stdout=out)
    return [json.loads(line, parse_constant=pytest.fail) for line in out.buffer.getvalue().splitlines()]


@pytest.mark.parametrize("rules", PRESET_NAMES)
def test_a_request_says_what_a_view_says(rules):
    """So the bot plays the same over the wire as at the table."""
    for view in views(PRESETS[rules], 150, seed=2):
        got = wire.read(request(view, rules))
        for name in ("options", "phase", "month", "is_dealer", "hand", "opponent_count", "piles", "floor", "unseen"):
            assert getattr(got, name) == getattr(view, name), name
        for name in ("stock_count", "shown", "calls", "scores", "yaku"):
            assert getattr(got, name) == getattr(view, name), name
        assert [wire.action(move) for move in got.moves] == [wire.action(move) for move in view.moves]
        assert got.points == view.points
        command = levels.choose(got, 4, 7)
        assert wire.action(command) == wire.action(levels.choose(view, 4, 7))


def test_every_kind_of_request_is_answered(monkeypatch):
    asked = [{"id": 0, "type": "new_round"}]
    for at, phase in enumerate((Phase.HAND, Phase.HAND_TAKE, Phase.STOCK_TAKE, Phase.DECISION), start=1):
        view = next(view for view in views(PRESETS["nintendo"], 400, seed=3) if view.phase is phase)
        asked.append(request(view, "nintendo", at))
    replies = conversation(monkeypatch, [json.dumps(each) for each in asked], level=5)
    assert [reply["id"] for reply in replies] == [0, 1, 2, 3, 4]
    assert all(set(reply) == {"id", "action", "ms"} for reply in replies)
    assert replies[0]["action"] is None
    assert all(reply["action"] in each["options"] for reply, each in zip(replies[1:4], asked[1:4], strict=True))
    assert replies[4]["action"] in (True, False)


def test_a_broken_line_is_answered_and_the_next_one_as_well(monkeypatch):
    view = views(PRESETS["seed"], 1)[0]
    good = request(view, "seed")
    replies = conversation(monkeypatch, ["{", "[1]", '{"id": 5, "type": "dance"}', "", json.dumps(good)])
    assert [set(reply) for reply in replies] == [{"id", "error"}] * 3 + [{"id", "action", "ms"}]
    assert [reply["id"] for reply in replies] == [None, None, 5, 1]


@pytest.mark.parametrize(
    "line", [b"\xff\xfe", '{"id": "\\ud800"}', '{"id": NaN}', '{"id": 1e999}', '{"id": [-1e999]}', "[" * 100_000]
)
def test_a_line_that_no_text_can_hold_does_not_end_the_process(monkeypatch, line):
    broken, good = conversation(monkeypatch, [line, '{"id": 2, "type": "new_round"}'])
    assert set(broken) == {"id", "error"}
    assert good["action"] is None


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"hand": "1"}, "hand is a list of cards"),
        ({"hand": [48]}, "hand is a list of cards"),
        ({"hand": [True]}, "hand is a list of cards"),
        ({"captured": [3, 3]}, "captured has a card twice"),
        ({"stock_count": 3}, "add up to 48"),
        ({"stock_count": None}, "stock_count is an integer"),
        ({"rules": "bridge"}, "rules is one of"),
        ({"rules": []}, "rules is one of"),
        ({"rounds": 13}, "rounds is an integer from 1 to 12"),
        ({"round": 0}, "round is an integer"),
        ({"dealer": 1}, "dealer is true or false"),
        ({"options": []}, "options are cards"),
        ({"options": [47, 46, 45, 44, 43, 42, 41, 40, 39]}, "options are cards"),
        ({"seed": "x"}, "seed is an integer"),
        ({"type": "pick"}, "phase is hand or stock"),
        ({"type": ["discard"]}, "type is one of"),
    ],
)
def test_what_is_wrong_is_said(monkeypatch, change, error):
    broken = request(views(PRESETS["seed"], 1)[0], "seed") | change
    (reply,) = conversation(monkeypatch, [json.dumps(broken)])
    assert error in reply["error"]


def test_a_card_in_two_places(monkeypatch):
    asked = request(views(PRESETS["seed"], 1)[0], "seed")
    asked["captured"] = asked["hand"][:1]
    (reply,) = conversation(monkeypatch, [json.dumps(asked)])
    assert "two places" in reply["error"]


def test_selfplay_prints_its_result():
    out = io.StringIO()
    call_command("koikoi_selfplay", "3", "1", "-n", "2", "--rules", "seed", "--seed", "4", "--json", stdout=out)
    result = json.loads(out.getvalue())
    assert list(result) == ["games", "a_rate", "se", "mean_diff", "rounds", "yaku", "ms"]
    assert result["games"] == 4
    assert sum(result["rounds"]) == 48
    assert set(result["ms"]) == {"mean", "p99"}


def test_selfplay_takes_the_names_of_the_protocol():
    """kkj is the protocol's name of the preset koikoi_japan."""
    outs = []
    for rules in ("kkj", "koikoi_japan"):
        out = io.StringIO()
        call_command("koikoi_selfplay", "2", "1", "-n", "1", "--rules", rules, "--json", stdout=out)
        outs.append(json.loads(out.getvalue()) | {"ms": None})
    assert outs[0] == outs[1]
    assert sum(outs[0]["rounds"]) <= 2 * 8  # two games of at most eight months


def test_selfplay_is_the_same_again():
    outs = []
    for _ in range(2):
        out = io.StringIO()
        call_command("koikoi_selfplay", "2", "greedy-and-stop", "-n", "2", "--json", stdout=out)
        outs.append(json.loads(out.getvalue()) | {"ms": None})
    assert outs[0] == outs[1]


def test_no_deals():
    with pytest.raises(CommandError, match="1 or more"):
        call_command("koikoi_selfplay", "2", "1", "-n", "0")
