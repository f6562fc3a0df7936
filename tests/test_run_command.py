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


# The process that makes recordings, beside the server ----------------------------------------------------

# Does nothing, and tells what it was asked for, by which process, and how nice it is to others.
IDLE_PYTHON = """#!/bin/sh
case "$*" in
    *'venv --clear'*) mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
    *uvicorn* | *render_recordings*) echo "$$ $(nice) ${OMP_NUM_THREADS:-} $*" ;;
esac
"""


@pytest.fixture
def started(tmp_path):
    """started(NAME=value): what ./run starts at its end, a line each: process, niceness, threads, words."""
    (tmp_path / ".ci").mkdir()
    for name in ("run", ".ci/environment.sh", "requirements.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    python = tmp_path / "idle-python"
    python.write_text(IDLE_PYTHON)
    python.chmod(0o755)

    def started(**environment):
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        done = subprocess.run(  # ends when both have ended, for both hold the output
            [tmp_path / "run"],
            env=kept | {"PYTHON": str(python), "SECRET_KEY": "a secret", **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        lines = [line for line in done.stdout.splitlines() if "uvicorn" in line or "render_recordings" in line]
        return sorted(lines, key=lambda line: "uvicorn" in line)

    return started


def test_recordings_are_made_beside_the_server_by_a_child_that_lets_everybody_else_go_first(started):
    renderer, server = started()
    its_pid, niceness, threads, *words = renderer.split()
    server_pid = server.split()[0]
    assert words == ["manage.py", "render_recordings", "--follow", "--parent", server_pid]
    assert its_pid != server_pid
    assert (niceness, threads) == ("19", "1")


@pytest.mark.parametrize(
    "environment",
    [{"RENDER": "0"}, {"CELERY_BROKER_URL": "redis://127.0.0.1:1/0"}, {"REDIS_URL": "redis://127.0.0.1:1/0"}],
    ids=lambda names: next(iter(names)),
)
def test_no_recordings_beside_the_server_where_others_make_them_or_nobody_shall(started, environment):
    (server,) = started(**environment)
    assert "uvicorn" in server
