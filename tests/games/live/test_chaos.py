"""Everything dies once while eight tables are played at (`benchmarks.chaos`), and nothing is lost or doubled."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests import servers

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.skipif(not servers.are_here(), reason="no PostgreSQL or no redis-server on this machine")
def test_nothing_is_lost_or_doubled_whatever_dies():
    size = ["--tables", "8", "--cards", "12", "--rounds", "1", "--pause", "3"]
    words = [sys.executable, "-m", "benchmarks.chaos", *size]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout, done.stderr
    report = json.loads(done.stdout)
    assert report["wrong"] == []
    assert report["kills"] == {"server": 2, "redis": 1, "postgresql": 1}
    assert report["voided"] > 0
    assert report["acked"] > 16  # more than that they are ready
    assert done.returncode == 0
