"""The command that measures ratings against known strengths."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def told(*arguments):
    out = StringIO()
    call_command("simulate_ratings", *arguments, stdout=out)
    return out.getvalue()


def test_margins_against_wins_alone():
    found = json.loads(told("--players", "30", "--games", "20", "--seasons", "2", "--blindly", "--json"))
    assert set(found) == {"with margins", "wins alone"}
    for name, better in [("log loss", min), ("error, points", min), ("rank correlation", max)]:
        both = {key: values[name] for key, values in found.items()}
        assert both["with margins"] == better(both.values()), name
    assert 0 < found["with margins"]["rank correlation"] < 1


def test_the_same_seed_tells_the_same():
    arguments = ("--players", "10", "--games", "5", "--seasons", "1", "--seed", "4")
    assert told(*arguments) == told(*arguments)
    assert "rank correlation" in told(*arguments)


@pytest.mark.parametrize("arguments", [("--players", "1"), ("--games", "0"), ("--seasons", "0")])
def test_too_little_to_measure(arguments):
    with pytest.raises(CommandError):
        told(*arguments)
