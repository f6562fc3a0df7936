"""One importer of openskill, and examples that run. That nothing pure needs Django is tested with the architecture."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

import clubs

ROOT = Path(clubs.__file__).parent
PURE = (
    "bracket",
    "candidates",
    "csv_rows",
    "csv_table",
    "draws",
    "entries",
    "grades",
    "licences",
    "pairing",
    "promotion_rules",
    "race",
    "rating",
    "seasons",
    "teams",
)


def importers(package):
    pattern = re.compile(rf"^\s*(from|import) {package}\b", re.MULTILINE)
    sources = (path for app in ("trainer", "games", "clubs") for path in (ROOT.parent / app).rglob("*.py"))
    return {path.name for path in sources if pattern.search(path.read_text(encoding="utf-8"))}


def test_one_file_imports_openskill_and_one_networkx():
    assert importers("openskill") == {"rating.py"}
    assert importers("networkx") == {"pairing.py"}


@pytest.mark.parametrize("name", PURE)
def test_the_examples_in_the_docstrings_run(name):
    assert doctest.testmod(importlib.import_module(f"clubs.{name}")).failed == 0
