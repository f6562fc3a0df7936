"""What ./run says before it makes anything."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def taken_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


@pytest.fixture
def run(tmp_path):
    """./run in a folder where it can make no environment: whatever comes first is what it says."""
    (tmp_path / ".ci").mkdir()
    for name in ("run", ".ci/environment.sh"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / ".venv.lock").mkdir()

    def run(**environment):
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        done = subprocess.run([tmp_path / "run"], env=kept | environment, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        return done.stderr

    return run


def test_a_taken_port_is_told_before_the_environment_is_made(run, taken_port):
    said = run(PORT=str(taken_port))
    assert f"127.0.0.1:{taken_port} cannot be served from" in said
    assert "cannot be written to" not in said


def test_only_preparing_needs_no_port(run, taken_port):
    said = run(PORT=str(taken_port), SETUP_ONLY="1")
    assert "cannot be served from" not in said
    assert "cannot be written to" in said  # it came as far as the environment
