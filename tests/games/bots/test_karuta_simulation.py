"""Classes against each other, matches by the referee: the counted figures come out, and always the same ones.

The bounds hold for 2,000 matches (docs/karuta-bots.md). Here are fewer, so that the bounds are wider by three standard
errors of the samples, rounded up; seeds are fixed, so that only a change of the model can fail them.
"""

import json
import os
import subprocess
import sys
from math import nextafter
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.bots.karuta import chance, listener
from games.bots.karuta.levels import LEVELS
from games.bots.karuta.selfplay import Match, invites, one_match, simulate
from games.rules.karuta import play
from games.rules.karuta.events import Deal, ReadingBegun
from games.rules.karuta.variants import kyogi

ROOT = Path(__file__).parents[3]
KEYS = {"n", "wins", "win_rate", "margin", "faults", "taken", "own_share", "readings"}


def simulated(capsys, *words):
    call_command("simulate_karuta", *words, "--json")
    return json.loads(capsys.readouterr().out)


def test_a_class_against_itself_is_like_counted_matches(capsys):
    """100 matches. Standard deviations of a match: fouls 1.2 a player, margin 4.3, readings 9; own share 0.11."""
    result = simulated(capsys, "A", "A", "-n", "100", "--seed", "7")
    assert set(result) == KEYS
    assert result["n"] == sum(result["wins"]) == 100
    assert result["win_rate"] == result["wins"][0] / 100
    assert 0.35 < result["win_rate"] < 0.65
    for faults, own in zip(result["faults"], result["own_share"], strict=True):
        assert 1.2 - 0.4 < faults < 1.9 + 0.4
        assert 0.42 - 0.04 < own < 0.52 + 0.04
    assert 5.5 - 1.3 < result["margin"]["mean"] < 7.8 + 1.3
    assert result["margin"]["median"] <= result["margin"]["p90"]
    assert 80 - 2.7 < result["readings"]["mean"] < 90 + 2.7
    assert result["readings"]["p10"] < result["readings"]["mean"] < result["readings"]["p90"]
    assert 20 < sum(result["taken"]) / 2 < 24


@pytest.mark.parametrize(("better", "worse"), [("Meijin", "A"), ("A", "B"), ("B", "C"), ("C", "D"), ("D", "E")])
def test_a_class_beats_the_next_one_down(better, worse):
    """0.75 less three standard errors of 25 matches at 0.84, the least of the five pairs: 0.53."""
    result = simulate(invites(better), invites(worse), 25, 7).summary()
    assert result["win_rate"] >= 0.53
    assert result["faults"][0] < result["faults"][1] + 1.0


def test_class_a_beats_class_e():
    assert simulate(invites("A"), invites("E"), 20, 7).summary()["wins"] == [20, 0]


def test_the_same_seed_is_the_same_result(capsys):
    first = simulated(capsys, "B", "c-nagi", "-n", "6", "--seed", "3")
    assert simulated(capsys, "B", "c-nagi", "-n", "6", "--seed", "3") == first
    assert simulated(capsys, "B", "c-nagi", "-n", "6", "--seed", "4") != first


def test_a_match_is_the_same_however_many_are_played():
    a, b = invites("A"), invites("B")
    assert simulate(a, b, 4, 1).winners[:2] == simulate(a, b, 2, 1).winners
    one, same = one_match(a, b, "1.0"), one_match(a, b, "1.0")
    assert one.events == same.events


def test_no_order_of_sets_and_no_last_digit_of_a_logarithm_changes_a_match(monkeypatch):
    """Another machine: sets and texts hash differently, and its mathematics may round the last digit differently."""
    script = "from games.bots.karuta.selfplay import *; print(one_match(invites('A'), invites('E'), 'far').events)"
    here = one_match(invites("A"), invites("E"), "far")
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == repr(here.events)
    for module, name in ((chance, "normal"), (chance, "exponential"), (listener, "exponential")):
        exact = getattr(module, name)
        monkeypatch.setattr(module, name, lambda share, exact=exact: nextafter(exact(share), 99.0))
    assert one_match(invites("A"), invites("E"), "far").events == here.events


def test_the_events_of_a_match_are_the_match():
    match = one_match(invites("D"), invites("E"), "7.1")
    assert play.replay(kyogi(), match.events) == match.state
    assert sum(isinstance(each, ReadingBegun) for each in match.events) == len(match.state.read)


def test_switches_of_the_command(capsys):
    result = simulated(capsys, "E", "E", "-n", "5", "--never-faults", "--never-hesitates")
    assert result["faults"] == [0, 0]
    call_command("simulate_karuta", "E", "e-sota", "-n", "1")
    assert {line.split()[0] for line in capsys.readouterr().out.splitlines()} == KEYS


def test_unknown_players_and_no_matches_are_refused():
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("simulate_karuta", "A", "F")
    with pytest.raises(CommandError, match="1 or more"):
        call_command("simulate_karuta", "A", "B", "-n", "0")
    with pytest.raises(ValueError, match="no class and no person"):
        invites("F")


def test_a_match_that_goes_on_cannot_be_counted():
    table = Match(kyogi(), (), Random(1))
    table.do(Deal())
    with pytest.raises(ValueError, match="goes on"):
        simulate(invites("A"), invites("B"), 0, 1).add(table)
    assert list(LEVELS) == ["E", "D", "C", "B", "A", "Meijin"]
