"""The package is plain Python: no Django, one importer of fsrs, examples that run."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import trainer.srs

MODULES = [module.name for module in pkgutil.iter_modules(trainer.srs.__path__, "trainer.srs.")]


def test_nothing_here_imports_django():
    lines = [f"import {name}" for name in MODULES] + ["import sys", "assert 'django' not in sys.modules"]
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True, cwd=Path(trainer.srs.__file__).parents[2])


def test_only_memory_imports_fsrs():
    sources = Path(trainer.srs.__file__).parents[1].rglob("*.py")
    importers = {
        path.name for path in sources if re.search(r"^\s*(from|import) fsrs\b", path.read_text(), re.MULTILINE)
    }
    assert importers == {"memory.py"}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
