"""The opponents of karuta stand alone: examples that run."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import games.bots.karuta

NAMES = sorted(path.stem for path in Path(games.bots.karuta.__file__).parent.glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_run(name):
    assert doctest.testmod(import_module(f"games.bots.karuta.{name}")).failed == 0


def test_there_are_examples():
    tried = [doctest.testmod(import_module(f"games.bots.karuta.{name}")).attempted for name in NAMES]
    assert sum(map(bool, tried)) >= 4
