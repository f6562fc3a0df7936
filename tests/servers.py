"""PostgreSQL and Redis of a test's own: in folders that go with them, out of reach from elsewhere, killed at will.

python -m tests.servers COMMAND…     the command with DATABASE_URL and REDIS_URL, and both servers end with it
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import psycopg
import redis

MOST_S = 60
RUN_BY_ROOT = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]  # PostgreSQL runs as no root


def postgres_folder() -> Path | None:
    """Where PostgreSQL's programs lie: Debian keeps them off the path, a version beside the other."""
    found = shutil.which("postgres")
    if found is not None:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    return versions[-1] if versions else None


def are_here() -> bool:
    """Whether this machine has both."""
    return postgres_folder() is not None and shutil.which("redis-server") is not None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """One server's process: started, killed, started again on the same data, ended with the block."""

    words: list[str]
    errors: type[Exception]

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="naniwazu-"))
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Until it answers."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder, start_new_session=True
            )
        end = time.monotonic() + MOST_S
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError((self.folder / "log").read_text("utf-8", "replace"))
            time.sleep(0.02)

    def answers(self) -> bool:
        try:
            self.ask()
        except self.errors:
            return False
        return True

    def ask(self) -> None:
        raise NotImplementedError

    def kill(self) -> None:
        """At once, as a machine that loses its power would."""
        self._signal(signal.SIGKILL)

    def end(self) -> None:
        self._signal(signal.SIGINT)  # PostgreSQL: whoever is connected is cut off

    def _signal(self, number: int) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait(MOST_S)


class Postgres(Server):
    """A cluster without passwords that only a Unix socket leads to."""

    errors = psycopg.OperationalError

    def __init__(self, *options: str) -> None:
        super().__init__()
        programs = postgres_folder()
        if programs is None:
            raise RuntimeError("PostgreSQL is not on this machine")
        is_root = os.geteuid() == 0
        self._as = RUN_BY_ROOT if is_root else []
        if is_root:
            shutil.chown(self.folder, "postgres", "postgres")
        data = self.folder / "data"
        auth = ["-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"]
        made = [programs / "initdb", *auth, "-N", "-D", data]
        subprocess.run([*self._as, *made], check=True, stdout=subprocess.DEVNULL, cwd=self.folder)
        settings = [f"unix_socket_directories={self.folder}", "listen_addresses=", *options]
        self.words = [*self._as, str(programs / "postgres"), "-D", str(data)]
        for each in settings:
            self.words += ["-c", each]

    @property
    def url(self) -> str:
        return f"postgres://postgres@/postgres?host={self.folder}"

    def ask(self) -> None:
        psycopg.connect(host=str(self.folder), user="postgres", dbname="postgres", connect_timeout=2).close()

    def kill(self) -> None:
        """The postmaster and all that it has started: left alone they would hold the data for a while."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(MOST_S)


class Redis(Server):
    """On a free port of the loopback interface. It keeps nothing."""

    errors = redis.ConnectionError

    def __init__(self, port: int | None = None) -> None:
        super().__init__()
        self.port = port or free_port()
        words = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.words = [shutil.which("redis-server") or "redis-server", *words, "--dir", str(self.folder)]

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def ask(self) -> None:
        with redis.Redis(port=self.port) as client:
            client.ping()


def run(words: list[str]) -> int:
    """A command beside both, and its return code."""
    with ExitStack() as servers:
        # Nothing here outlives the machine's power: flushing to the disk would only cost time.
        database = servers.enter_context(
            Postgres("fsync=off", "full_page_writes=off", "max_connections=200", "autovacuum=off")
        )
        channels = servers.enter_context(Redis())
        environment = {"DATABASE_URL": database.url, "REDIS_URL": channels.url}
        return subprocess.run(words, env=os.environ | environment, check=False).returncode


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(run(sys.argv[1:]))
