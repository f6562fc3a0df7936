"""`manage.py load_live`: it plays at a few tables for a few seconds, prints what it took, and stops by itself."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROOT = Path(__file__).parents[3]


def test_a_few_tables_are_played_at_and_measured():
    words = [sys.executable, "manage.py", "load_live", "--tables=2", "--seconds=9", "--tempo=free-1000-200-300-1200"]
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(words, cwd=ROOT, env=kept, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["tables"], told["sockets"], told["closed_by_server"]) == (2, 4, 0)
    assert told["readings"] >= 2
    assert told["sound_fetched_ms"]["count"] >= 4
    assert told["loop_delay_ms"]["count"] > 100
    assert 20 < told["rss_mb"] < 600


@pytest.mark.parametrize("wrong", [{"tables": 0}, {"tables": 100_000}, {"seconds": 0}, {"seconds": 10_000}])
def test_it_is_bounded(wrong):
    with pytest.raises(CommandError):
        call_command("load_live", **wrong)
