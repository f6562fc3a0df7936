"""The rules of karuta stand alone: no Django, examples that run."""

import doctest
import subprocess
import sys
from importlib import import_module

import pytest

NAMES = ("variants", "field", "judge", "reasons", "events", "play", "notation", "log", "cases")
MODULES = [f"games.rules.karuta.{name}" for name in NAMES]


def test_the_rules_import_without_django():
    script = "\n".join(
        [
            "import sys",
            *(f"import {name}" for name in MODULES),
            "above = [name for name in sys.modules if name.split('.')[0] in ('django', 'clubs')]",
            "sys.exit(', '.join(above) or 0)",
        ]
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name):
    assert doctest.testmod(import_module(name)).failed == 0
