"""Every attempt that docs/fairness.md answers has its test, under the name that stands beside it."""

import re
from pathlib import Path

import pytest

from games.fairness.simulation import SCENARIOS

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
ATTEMPTS = TEXT.split("## Attempts and answers")[1].split("\n## ")[0]
ROWS = [line for line in ATTEMPTS.splitlines() if line.startswith("| ")][1:]
TESTS = {
    name
    for path in (ROOT / "tests").rglob("test_*.py")
    for name in re.findall(r"^ *(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
}


def test_there_are_attempts():
    assert len(ROWS) > 20


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split(" | ")[0].strip("| "))
def test_an_attempt_has_its_test(row):
    names = re.findall(r"`(test_\w+)`", row)
    assert names
    assert set(names) <= TESTS


def test_the_simulation_is_told_whole():
    told = re.findall(r"^\| `([a-z-]+)` \| [\d.]+ : [\d.]+ \|", TEXT, re.MULTILINE)
    assert told == list(SCENARIOS)
