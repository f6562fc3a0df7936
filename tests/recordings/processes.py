"""Processes for tests: a site in a folder of its own (tests/tone_site.py), and waiting for what they do."""

import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATABASE = "naniwazu.sqlite3"


class Site:
    """A data folder with its database, what runs in it, and what is found there."""

    def __init__(self, folder, database=None, **environment):
        self.folder = folder
        if database:
            shutil.copy(database, folder / DATABASE)
        self.log = folder / "tone.log"
        self.log.touch()
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self.environment = kept | {
            "DJANGO_SETTINGS_MODULE": "tests.tone_site",
            "DATA_DIR": str(folder),
            "TONE_LOG": str(self.log),
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            **environment,
        }

    def manage(self, *words):
        """A command, run to its end."""
        done = self.start("manage.py", *words).communicate(timeout=60)
        return done[0]

    def start(self, *words, **environment):
        """A Python process in a group of its own; what it says comes in its `stdout`."""
        return subprocess.Popen(
            [sys.executable, *words],
            cwd=ROOT,
            env=self.environment | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def said(self, what):
        """How often the voice has said so: begin, end, hang."""
        return Counter(line.split()[0] for line in self.log.read_text("utf-8").splitlines())[what]

    @property
    def files(self):
        return sorted((self.folder / "recordings").glob("*.*"))

    def names(self, suffix):
        return [path.name for path in self.files if path.suffix == suffix]

    def rows(self, columns="poem, half, sha256, size", table="trainer_recording"):
        with sqlite3.connect(self.folder / DATABASE) as database:
            rows = database.execute(f"select {columns} from {table} order by 1, 2").fetchall()  # noqa: S608
        database.close()
        return rows

    def assert_whole(self, verses):
        """Exactly these verses are there, once each, in files whose names are their digests; and nothing else."""
        rows = self.rows()
        assert sorted((poem, half) for poem, half, *_ in rows) == sorted(verses)
        assert self.names(".part") == []
        assert sorted(self.names(".mp3")) == sorted(f"{sha256}.mp3" for _poem, _half, sha256, _size in rows)
        assert len({sha256 for _poem, _half, sha256, _size in rows}) == len(rows)
        for path in (self.folder / "recordings").glob("*.mp3"):
            sound = path.read_bytes()
            assert hashlib.sha256(sound).hexdigest() == path.stem
            assert len(sound) in {size for *_, sha256, size in rows if sha256 == path.stem}


def wait_until(condition, what, most_s=20):
    """Until a state of another process is reached, which nobody tells us of."""
    end = time.monotonic() + most_s
    while not condition():
        assert time.monotonic() < end, f"{what} did not come about in {most_s} s"
        time.sleep(0.02)
