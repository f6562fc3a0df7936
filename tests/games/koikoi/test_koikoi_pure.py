"""The rules stand alone: no Django, nothing above them, examples that run."""

import doctest
import subprocess
import sys
from importlib import import_module

import pytest

MODULES = [
    "engine",
    *(f"koikoi.{name}" for name in ("cards", "options", "yaku", "score", "events", "play", "notation", "log", "cases")),
]


def test_the_rules_import_without_django():
    script = "\n".join(
        [
            "import sys",
            *(f"import games.rules.{name}" for name in MODULES),
            "above = [name for name in sys.modules if name.split('.')[0] in ('django', 'trainer', 'clubs')]",
            "sys.exit(', '.join(above) or 0)",
        ]
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name):
    assert doctest.testmod(import_module(f"games.rules.{name}")).failed == 0
